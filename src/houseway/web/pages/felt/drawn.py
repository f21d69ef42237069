"""What a table is drawn with: betting areas, seats and the whole felt, and the words of a plate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from houseway.chapters.c637a_poker import events as poker
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Event
from houseway.engine.observing import Observation
from houseway.engine.roles import Role
from houseway.money import NOTHING, Balance, Cents
from houseway.seats import DEALER, Seat
from houseway.view.table import Mark, Place
from houseway.web.pages.rendering import money

NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A betting area. ``kind``: spot, or slot for a progressive wager; ``note`` stands in place of the amount."""

    id: str
    label: str
    cents: Cents = NOTHING
    optional: bool = False
    slot: bool = False
    state: str = ""
    note: str = ""
    net: Balance | None = None
    equals: bool = False
    panel: str = ""
    """Its label on the seat's panel, if it is placed there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDrawn:
    """A seat: its plate, cards, areas and markers."""

    number: Seat
    name: str = ""
    own: bool = False
    empty: bool = False
    free: bool = False
    turn: bool = False
    out: bool = False
    all_in: bool = False
    chips: Cents = NOTHING
    says: str = ""
    hand: str = ""
    cards: list[str] = field(default_factory=list)
    low: list[str] = field(default_factory=list)
    high_says: str = ""
    low_says: str = ""
    """What the hands that are set make, a word or a number each."""
    up: int = 0
    is_set: bool = False
    main: list[Spot] = field(default_factory=list)
    optional: list[Spot] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    envy: bool = False
    net: Balance | None = None
    staked: Cents = NOTHING
    bet: Cents = NOTHING
    button: bool = False
    used: list[str] = field(default_factory=list)
    """The cards it won a pot with, where the round is over and they lie open."""
    won: bool = False
    drew: tuple[int, ...] = ()
    """How many cards it discarded in each draw so far."""
    at: Mapping[str, float] = field(default_factory=dict)
    """Where it lies on the oval, in percent of the canvas, and in the grid of a phone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """The whole table. ``kind``: arc for a game against a bank, oval for one among players; ``style``: the layout's own rules in
    the style sheet."""

    kind: str
    style: str = ""
    sets_hands: bool = False
    by_points: bool = False
    side_column: bool = False
    panel: str = ""
    inscription: str = ""
    seats: list[SeatDrawn]
    dealer: list[str] = field(default_factory=list)
    dealer_low: list[str] = field(default_factory=list)
    dealer_hand: str = ""
    dealer_low_hand: str = ""
    used: list[str] = field(default_factory=list)
    """The winning cards, where the viewer's round is over: of the board and the hands of a banked game, of the board at Poker."""
    board: list[str] = field(default_factory=list)
    common: list[str] = field(default_factory=list)
    burned: int = 0
    burns: bool = False
    phases: list[tuple[str, str]] = field(default_factory=list)
    meters: list[tuple[str, Cents]] = field(default_factory=list)
    drawn: str = ""
    magic: list[str] = field(default_factory=list)
    bank: Seat = DEALER
    co_bank: bool = False
    dealer_wager: Cents = NOTHING
    pots: list[tuple[str, Cents, str]] = field(default_factory=list)
    rake: Cents = NOTHING
    places: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    left: int = 0
    rows: int = 0
    """In so many rows of a phone's ring somebody sits beside the viewer."""
    many: bool = False
    family: str = ""
    notes: list[tuple[str, str]] = field(default_factory=list)


_SAID = {
    "check": "Checked",
    "raise": "Raised",
    "call": "Called",
    "fold": "Folded",
    "play": "Plays",
    "house way": "House way",
    "set": "Set",
}


def said_last(events: Sequence[Event]) -> dict[Seat, str]:
    """What each seat last answered in this round."""
    said: dict[Seat, str] = {}
    won: dict[Seat, int] = {}
    for event in events:
        match event:
            case banked.Decided():
                amount = f" {money(event.cents)}" if event.cents else ""
                said[event.seat] = _SAID.get(event.word, event.word.capitalize()) + amount
            case poker.Acted():
                to = event.to if event.word in ("bet", "raise") else event.cents
                amount = f" {money(to)}" if to and event.word not in ("fold", "check") else ""
                said[event.seat] = (
                    _SAID.get(event.word, event.word.capitalize()) + (" to" if event.word == "raise" else "") + amount
                )
            case poker.PotAwarded():
                for share in event.shares:
                    won[share.seat] = won.get(share.seat, 0) + share.cents
                    said[share.seat] = f"Wins {money(won[share.seat])}"
            case poker.RoundStarted() | banked.BetsClosed():
                said, won = {}, {}
            case _ if event.ends_round:
                said = {} if not isinstance(event, poker.RoundEnded) else said
    return said


_OFFERED = {"accept_bank": "the bank", "cut_cards": "the cut"}


def offered(seen: Observation) -> dict[Seat, str]:
    """What a seat may take or leave while the others wait."""
    due = [ask for ask in seen.due if ask.role is Role.PLAYER and ask.command in _OFFERED]
    return {ask.seat: _OFFERED[ask.command] for ask in due}


def state_text(place: Place, turn: bool, said: str, wagered: Cents, own: bool, has_offer: str = "") -> str:
    """The one line of a plate."""
    if turn and has_offer:
        return f"Offered {has_offer}"
    for mark in (Mark.FOLDED, Mark.SURRENDERED, Mark.VOID, Mark.MUCKED, Mark.AWAY, Mark.SITS_OUT):
        if mark in place.marks:
            return mark.value.capitalize()
    if turn:
        return "Your turn" if own else "To act"
    if Mark.ALL_IN in place.marks:
        return "All-in"
    return said or (f"Bets {money(wagered)}" if wagered else "")
