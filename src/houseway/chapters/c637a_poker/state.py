"""The state of a poker table: what lasts, and the round of play."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from houseway.cards import Card
from houseway.engine.cards.state import CardRound, CardState
from houseway.money import MOST, Cents
from houseway.seats import Seat


class Status(StrEnum):
    """What a poker table waits for."""

    BETWEEN_ROUNDS = "between rounds"
    DEALING = "dealing"
    BETTING = "betting"
    DRAWING = "drawing"
    RESHUFFLING = "reshuffling"
    CHOOSING = "choosing"
    SHOWDOWN = "showdown"
    AWARDING = "awarding"


class PokerRound(CardRound, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A round of play. When it is over it stays to be looked at until the next one starts."""

    status: Status = Status.BETWEEN_ROUNDS
    order: tuple[Seat, ...] = ()
    # Who could have been dealt in: seated and at the table when the round began.
    present: frozenset[Seat] = frozenset()
    street: int = -1
    hands: dict[Seat, tuple[Card, ...]] = {}
    up: dict[Seat, tuple[Card, ...]] = {}
    board: tuple[Card, ...] = ()
    common: tuple[Card, ...] = ()
    burns: tuple[Card, ...] = ()
    discards: tuple[tuple[Seat, Card], ...] = ()
    # How many cards each seat has discarded, those that were shuffled back included.
    drew: dict[Seat, int] = {}
    folded: frozenset[Seat] = frozenset()
    all_in: frozenset[Seat] = frozenset()
    mucked: frozenset[Seat] = frozenset()
    shown: frozenset[Seat] = frozenset()
    paid: dict[Seat, Cents] = {}
    dead: Cents = Cents(0)
    # This betting round.
    bets: dict[Seat, Cents] = {}
    faced: dict[Seat, Cents] = {}
    checked: frozenset[Seat] = frozenset()
    actor: Seat = Seat(0)
    current: Cents = Cents(0)
    raise_size: Cents = Cents(0)
    raises: int = 0
    completed: bool = True
    aggressor: Seat = Seat(0)
    opener: Seat = Seat(0)
    straddler: Seat = Seat(0)
    last_blind: Seat = Seat(0)
    # A draw, or super stud's discards.
    asked: tuple[Seat, ...] = ()
    discard: int = 0
    owed: int = 0
    drawer: Seat = Seat(0)
    burn_owed: bool = False
    showing: tuple[Seat, ...] = ()
    raked: dict[str, Cents] = {}
    bettors: frozenset[Seat] = frozenset()
    # Around the betting: chips not yet a bet, cards that went wrong, the deck in the dealer's hand.
    pending_seat: Seat = Seat(0)
    pending_cents: Cents = Cents(0)
    pending_raise: bool = False
    antes_for_all: dict[Seat, Cents] = {}
    posted: frozenset[Seat] = frozenset()
    largest_blind: Seat = Seat(0)
    departed: tuple[Seat, ...] = ()
    exposed: frozenset[Card] = frozenset()
    face_ups: int = 0
    choosing: tuple[Seat, ...] = ()
    held_in: str = ""
    set_down: bool = False
    losers_counted: bool = False
    void: bool = False

    @property
    def contending(self) -> list[Seat]:
        """Who has not folded, in the order of dealing."""
        folded = self.folded
        return [seat for seat in self.order if seat not in folded] if folded else list(self.order)


class PokerState(CardState, kw_only=True, gc=False):
    """All there is to know of a poker table: what lasts, and the round, which `RoundStarted` replaces as a whole."""

    kill: bool = False
    button: Seat = Seat(0)
    # Everybody has left since the last round: play commences anew, and cards that lay unattended are spread first.
    commences: bool = True
    unattended: bool = False
    kill_next: bool = False
    agreed_minimum: Cents = Cents(0)
    minimum_lapses: bool = False
    away: frozenset[Seat] = frozenset()
    counted: dict[Seat, Annotated[int, range(-1, MOST)]] = msgspec.field(default_factory=dict)
    removed: frozenset[Seat] = frozenset()
    barred: frozenset[str] = frozenset()
    notices: frozenset[Seat] = frozenset()
    rulings: dict[str, bool] = msgspec.field(default_factory=dict)
    charged_at: int | None = None
    charged_by: tuple[str, ...] = ()
    charges_owed: dict[Seat, Cents] = msgspec.field(default_factory=dict)
    # By name: what somebody who has left still owes.
    charges_unpaid: dict[str, Cents] = msgspec.field(default_factory=dict)
    not_collecting: frozenset[str] = frozenset()
    owing: dict[Seat, Cents] = msgspec.field(default_factory=dict)
    newcomers: frozenset[Seat] = frozenset()
    posting: frozenset[Seat] = frozenset()
    round: PokerRound = msgspec.field(default_factory=PokerRound)

    def people(self) -> tuple[str, ...]:
        """Everybody whose name the state keeps."""
        return CardState.people(self) + tuple(self.barred) + self.charged_by + tuple(self.charges_unpaid)

    @property
    def status(self) -> Status:
        """What the table waits for."""
        return self.round.status
