"""The state of a table: explicit, copyable, built from events alone."""

from __future__ import annotations

from enum import IntEnum, StrEnum

import msgspec

from houseway.cards import Card
from houseway.rules.showdown import Setting

DEALER = 0
COMMUNITY = -1
BURN = -2
"""Where a card can go besides seats 1 to 6."""


class Status(StrEnum):
    """Where the table stands between two rounds and within one."""

    CLOSED = "closed"
    WAGERING = "wagering"
    LOCKED = "locked"
    PLAYING = "playing"


class CardsStage(IntEnum):
    """How far the cards are on their way from the box to the shoe."""

    ABSENT = 0
    RECEIVED = 1
    INSPECTED = 2
    VERIFIED = 3
    SPREAD = 4
    VIEWED = 5
    WASHED = 6
    SHUFFLED = 7
    READY = 8
    IN_PLAY = 9
    USED = 10


class Equipment(msgspec.Struct, frozen=True, gc=False):
    """Cards and devices, and what is due of them."""

    stage: CardsStage = CardsStage.ABSENT
    shuffler: str = ""
    dealing: str = ""
    decks: int = 1
    deck: int = 0
    last_deck: int = -1
    two_jokers: bool = False
    preshuffled: bool = False
    received_at: int = 0
    now: int = 0
    rounds_since_count: int = 0
    device_count: int | None = None
    faulty: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    last_cut_by: int | None = None
    fresh: bool = True
    by_device: bool = False
    idle: bool = False
    first_player: str = ""
    stub_counted: bool = False


class TableState(msgspec.Struct, gc=False):
    """All there is to know of a table. Treat it as a value: the engine works on copies.

    Like an event it holds only plain values, so the garbage collector need not look at it.
    """

    digest: str = ""
    stated: bool = False
    status: Status = Status.CLOSED
    equipment: Equipment = Equipment()
    seats: dict[int, str] = msgspec.field(default_factory=dict)
    ledger: dict[str, int] = msgspec.field(default_factory=dict)
    # This round of play.
    number: int = 0
    wagers: dict[tuple[int, str], int] = msgspec.field(default_factory=dict)
    live: dict[tuple[int, str], int] = msgspec.field(default_factory=dict)
    dealt_in: tuple[int, ...] = ()
    contributed: dict[str, int] = msgspec.field(default_factory=dict)
    phase: str = ""
    asked: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()
    deck: tuple[Card, ...] = ()
    next_card: int = 0
    hands: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    community: tuple[Card, ...] = ()
    turned: int = 0
    burned: tuple[Card, ...] = ()
    set_aside: tuple[Card, ...] = ()
    settings: dict[int, Setting] = msgspec.field(default_factory=dict)
    folded: frozenset[int] = frozenset()
    surrendered: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    voided: frozenset[int] = frozenset()
    exposed: frozenset[int] = frozenset()
    revealed: bool = False
    dealt: frozenset[str] = frozenset()
    magic_card: Card | None = None
    lucky: int | None = None
    chips_accepted: int = 0
    chips_counted: bool = True
    start: int | None = None
    bank: int | None = None
    co_bank: bool = False
    dealer_wager: int = 0
    stage: int = 0
    resume: int = 0
    awaiting: frozenset[tuple[int, str]] = frozenset()
    validated: frozenset[tuple[int, str]] = frozenset()
    settled: tuple[tuple[int, str, int, str], ...] = ()
    # What the bank's eligibility depends on, from round to round.
    rounds_since_opening: int = 0
    last_bank: int | None = None
    last_banker: str = ""
    bank_passed: tuple[int, ...] = ()
    last_against_dealer: dict[str, int] = msgspec.field(default_factory=dict)

    def copy(self) -> TableState:
        """A copy that may be changed without changing this state.

        Only the ledger and the live wagers are changed in place; everything else is replaced when it changes.
        """
        twin: TableState = self.__copy__()  # type: ignore[attr-defined]
        twin.ledger = self.ledger.copy()
        twin.live = self.live.copy()
        return twin

    @property
    def players(self) -> tuple[int, ...]:
        """The seats in the round, in order: those with a wager, and the bank."""
        if self.dealt_in:
            return self.dealt_in
        held = {seat for seat, _ in self.wagers}
        if self.bank is not None:
            held.add(self.bank)
        return tuple(sorted(held))
