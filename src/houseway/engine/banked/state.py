"""The state of a banked table: what lasts, and the round of play."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from houseway.cards import Card
from houseway.clause import ClauseId
from houseway.engine.accounts import Posting
from houseway.engine.cards.events import Target
from houseway.engine.cards.state import CardRound, CardState
from houseway.money import NOTHING, Balance, Cents
from houseway.rules.showdown import Setting
from houseway.seats import Seat

Stakes = dict[Seat, dict[str, Cents]]
"""By seat and wager."""


class Status(StrEnum):
    """Where the table stands between two rounds and within one."""

    CLOSED = "closed"
    WAGERING = "wagering"
    LOCKED = "locked"
    PLAYING = "playing"


# Looked up once: they are asked for with every command.
CLOSED, WAGERING, LOCKED, PLAYING = Status.CLOSED, Status.WAGERING, Status.LOCKED, Status.PLAYING


class BankedRound(CardRound, kw_only=True, gc=False, forbid_unknown_fields=True):
    """One round of play, from the first wager to the collection of the cards.

    ``wagers`` is what was placed, ``live`` what of it is not settled yet; ``asked`` and ``deals`` are who answers and where
    the next cards go; ``resume`` is where a settlement that waits for a validation goes on. ``exposed`` are hands whose
    players may void them, ``wagered_void`` what was on the main wager of those who did; ``open_cards`` are the cards that
    were exposed, ``shown`` the hands revealed to be settled, ``moved`` what its settlement has paid and collected so far, ``lammers`` lie
    beside the wagers that can earn an Envy Bonus.
    """

    status: Status = Status.WAGERING
    wagers: Stakes = {}
    live: Stakes = {}
    dealt_in: tuple[Seat, ...] = ()
    contributed: dict[str, Cents] = {}
    phase: str = ""
    asked: tuple[Seat, ...] = ()
    deals: tuple[Target, ...] = ()
    hands: dict[Seat, tuple[Card, ...]] = {}
    community: tuple[Card, ...] = ()
    turned: int = 0
    burned: tuple[Card, ...] = ()
    settings: dict[Seat, Setting] = {}
    folded: frozenset[Seat] = frozenset()
    surrendered: frozenset[Seat] = frozenset()
    left: frozenset[Seat] = frozenset()
    voided: frozenset[Seat] = frozenset()
    wagered_void: dict[Seat, Cents] = {}
    exposed: frozenset[Seat] = frozenset()
    open_cards: frozenset[Card] = frozenset()
    shown: frozenset[Seat] = frozenset()
    revealed: bool = False
    dealt: frozenset[str] = frozenset()
    lammers: tuple[tuple[Seat, str], ...] = ()
    magic_card: Card | None = None
    lucky: Seat | None = None
    chips_accepted: int = 0
    chips_counted: bool = True
    start: Seat | None = None
    bank: Seat | None = None
    co_bank: bool = False
    dealer_wager: Cents = Cents(0)
    dealer_wagered: bool = False
    stage: int = 0
    resume: int = 0
    awaiting: frozenset[tuple[Seat, str]] = frozenset()
    validated: frozenset[tuple[Seat, str]] = frozenset()
    verified_by: frozenset[str] = frozenset()
    settled: tuple[tuple[Seat, str, Balance, ClauseId], ...] = ()
    moved: tuple[Posting, ...] = ()
    # By seat, what the payout limit has taken off what it won so far.
    limited: dict[Seat, Cents] = {}
    bank_offered: tuple[Seat, ...] = ()
    bank_passed: tuple[Seat, ...] = ()
    undocumented: frozenset[tuple[Seat, str]] = frozenset()
    kept: bool = False
    kept_void: bool = False

    @property
    def being_settled(self) -> bool:
        """Whether the settlement has begun: a hand was revealed for it, or a payout has come to its validation."""
        return bool(self.shown or self.awaiting or self.validated)

    @property
    def dealer_wager_is_due(self) -> bool:
        """Whether the dealer has still to place the wager against the bank."""
        return self.dealer_wager > 0 and not self.dealer_wagered

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats in the round, in order: those with a wager, and the bank."""
        if self.dealt_in:
            return self.dealt_in
        held = {seat for seat, stakes in self.wagers.items() if stakes}
        if self.bank is not None:
            held.add(self.bank)
        return tuple(sorted(held))

    def stake(self, seat: Seat, wager: str) -> Cents:
        """What a seat placed on a wager; 0 if nothing."""
        stakes = self.wagers.get(seat)
        return stakes.get(wager, NOTHING) if stakes else NOTHING

    def at_stake(self, seat: Seat, wager: str) -> Cents:
        """What of a seat's wager is not settled yet; 0 if nothing."""
        stakes = self.live.get(seat)
        return stakes.get(wager, NOTHING) if stakes else NOTHING

    def placed(self) -> Iterator[tuple[Seat, str, Cents]]:
        """Every wager that was placed: seat, wager, cents."""
        return ((seat, wager, cents) for seat, stakes in self.wagers.items() for wager, cents in stakes.items())

    def unsettled(self) -> Iterator[tuple[Seat, str, Cents]]:
        """Every wager that is not settled yet: seat, wager, cents."""
        return ((seat, wager, cents) for seat, stakes in self.live.items() for wager, cents in stakes.items())


class BankedState(CardState, kw_only=True, gc=False):
    """All there is to know of a banked table. ``last`` is the round before this one, as it lay at its end.

    What the bank's eligibility depends on lasts from round to round.
    """

    round: BankedRound = msgspec.field(default_factory=BankedRound)
    last: BankedRound | None = None
    rounds_since_opening: int = 0
    last_bank: Seat | None = None
    last_banker: str = ""
    last_against_dealer: dict[str, Cents] = {}
    carried: dict[str, int] = {}
    """By meter, the fraction of a cent it is still to gain, in parts of its rate's denominator."""

    def people(self) -> tuple[str, ...]:
        """Everybody whose name the state keeps."""
        bank = (self.last_banker, *self.last_against_dealer)
        return CardState.people(self) + bank + tuple(self.round.verified_by)

    @property
    def status(self) -> Status:
        """Where the table stands."""
        return self.round.status if self.digest else CLOSED
