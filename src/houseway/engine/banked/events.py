"""What happened at a banked table beside its cards."""

from __future__ import annotations

from typing import Literal

from houseway.cards import Card
from houseway.clause import ClauseId
from houseway.engine.cards.events import *
from houseway.engine.kernel import Event, SpokenFor, kinds_in
from houseway.engine.opening import SeatLeft, SeatTaken, TableFunded, TableOpened
from houseway.money import Balance, Cents
from houseway.seats import Seat

COMMUNITY = Seat(-1)
BURN = Seat(-2)
"""Where a card can go besides the dealer and the seats."""


class WagersPlaced(Event, frozen=True, kw_only=True, tag="wagers_placed"):
    seat: Seat
    wagers: tuple[tuple[str, Cents], ...]


class WagersWithdrawn(Event, frozen=True, kw_only=True, tag="wagers_withdrawn"):
    seat: Seat
    wagers: tuple[str, ...]


class BankOffered(Event, frozen=True, kw_only=True, tag="bank_offered"):
    seat: Seat


class BankPassed(Event, frozen=True, kw_only=True, tag="bank_passed"):
    seat: Seat


class BankAccepted(Event, frozen=True, kw_only=True, tag="bank_accepted"):
    """``dealer_wager`` is what the dealer is to wager against the bank; in older records it was placed with this."""

    seat: Seat
    co_bank: bool
    dealer_wager: Cents


class DealerWagerPlaced(Event, frozen=True, kw_only=True, tag="dealer_wager_placed"):
    cents: Cents


class BetsClosed(Event, frozen=True, kw_only=True, tag="bets_closed"):
    """ "No more bets": wagers are locked, meters raised; in older records also the chips of progressive wagers collected.

    ``carried``: the fractions of a cent now waiting beside the meters, where they changed. What the table system draws
    and the lammers have events of their own; older records have them here.
    """

    magic_card: Card | None = None
    lucky: Seat | None = None
    lammers: tuple[tuple[Seat, str], ...] = ()
    chips_due: int = 0
    carried: tuple[tuple[str, int], ...] = ()
    v: Literal[2] = 2  # type: ignore[assignment]


class EnvyLammersPlaced(Event, frozen=True, kw_only=True, tag="envy_lammers_placed"):
    """The dealer places a lammer beside each wager that can earn an Envy Bonus."""

    lammers: tuple[tuple[Seat, str], ...]


class DrawnAtRandom(Event, frozen=True, kw_only=True, tag="drawn_at_random"):
    """What the table game system drew: a card, a position (0 is the dealer's)."""

    magic_card: Card | None = None
    lucky: Seat | None = None


class ChipsCounted(Event, frozen=True, kw_only=True, tag="chips_counted"):
    """The chips of progressive wagers are counted in front of the table inventory, and go into it if they are right."""

    chips: int
    accepted: int


class StartDetermined(Event, frozen=True, kw_only=True, tag="start_determined"):
    number: int
    position: Seat
    dice: tuple[int, int, int] | None = None


class CardsDealt(Event, frozen=True, kw_only=True, tag="cards_dealt"):
    """The cards in the order in which they left the deck, each with where it went.

    ``unplayed``: the positions without a wager among them, whose cards nobody sees, not even who sits there.
    """

    phase: str
    cards: tuple[tuple[Target, Card], ...]
    complete: bool
    face_down: bool = False
    unplayed: tuple[Seat, ...] = ()


class StacksCollected(Event, frozen=True, kw_only=True, tag="stacks_collected"):
    """After a right count the cards of positions without a wager go to the discard rack, unseen."""

    seats: tuple[Seat, ...]


class CommunityTurned(Event, frozen=True, kw_only=True, tag="community_turned"):
    """Community cards that were dispensed before are turned face up."""

    phase: str
    cards: tuple[Card, ...]


class PhaseBegan(Event, frozen=True, kw_only=True, tag="phase_began"):
    """``asked``: the seats in the order of asking; ``deals``: where each of the next cards goes."""

    phase: str
    asked: tuple[Seat, ...] = ()
    deals: tuple[Target, ...] = ()


class Decided(Event, frozen=True, kw_only=True, tag="decided"):
    seat: Seat
    phase: str
    word: str
    wager: str | None = None
    cents: Cents = Cents(0)
    folds: bool = False
    surrenders: bool = False
    leaves: bool = False


class HandsSet(Event, frozen=True, kw_only=True, tag="hands_set"):
    """``seat`` 0 is the dealer. ``reset``: put right after a wrong setting."""

    seat: Seat
    high: tuple[Card, ...]
    low: tuple[Card, ...]
    house_way: bool = False
    reset: bool = False


class BankRevealed(Event, frozen=True, kw_only=True, tag="bank_revealed"):
    cards: tuple[Card, ...]


class HandsRevealed(Event, frozen=True, kw_only=True, tag="hands_revealed"):
    """A player's hands are turned face up, to be settled; cards that are not set, or never were, are all in ``high``."""

    seat: Seat
    high: tuple[Card, ...]
    low: tuple[Card, ...]


class WagerSettled(Event, frozen=True, kw_only=True, tag="wager_settled"):
    """``amount`` is what the payment is measured by; ``net`` what the player gains or loses by it."""

    seat: Seat
    wager: str
    amount: Cents
    pays: str
    net: Balance
    under: ClauseId | None = None
    hand: str = ""


class MeterReset(Event, frozen=True, kw_only=True, tag="meter_reset"):
    meter: str


class ValidationAwaited(Event, frozen=True, kw_only=True, tag="validation_awaited"):
    """``stage`` needs the validation; ``resume`` is where the settlement goes on after it; ``person`` saw the hand win."""

    seat: Seat
    wager: str
    stage: int
    resume: int
    person: str = ""
    v: Literal[2] = 2  # type: ignore[assignment]


class PayoutValidated(Event, frozen=True, kw_only=True, tag="payout_validated"):
    """``person``: the floorperson or above who validated it."""

    seat: Seat
    wager: str
    person: str = ""
    v: Literal[2] = 2  # type: ignore[assignment]


class DocumentationAwaited(Event, frozen=True, kw_only=True, tag="documentation_awaited"):
    """A share of a meter was won; it is paid by hand, and documented before the cards are collected."""

    seat: Seat
    wager: str
    cents: Cents


class CardsKept(Event, frozen=True, kw_only=True, tag="cards_kept"):
    """Every wager is settled, and cards stay on the table until payouts are documented; ``void``: of a void round."""

    void: bool = False


class PayoutDocumented(Event, frozen=True, kw_only=True, tag="payout_documented"):
    seat: Seat
    wager: str
    person: str


class DealerWagerSettled(Event, frozen=True, kw_only=True, tag="dealer_wager_settled"):
    """The dealer's own wager against a player bank."""

    amount: Cents
    pays: str
    net: Balance
    under: ClauseId


class ShortfallCollected(Event, frozen=True, kw_only=True, tag="shortfall_collected"):
    """The centre did not suffice for the winning wagers: what the bank, and a co-banking house, put there."""

    seat: Seat
    from_bank: Cents
    from_house: Cents


class BankSettled(Event, frozen=True, kw_only=True, tag="bank_settled"):
    """The centre of the table at the end of a round with a player bank."""

    seat: Seat
    collected: Cents
    paid: Cents
    from_bank: Cents
    to_bank: Cents
    vigorish: Cents
    dealer_net: Balance


class PayoutLimited(Event, frozen=True, kw_only=True, tag="payout_limited"):
    seat: Seat
    limit: Cents
    reduction: Cents


class WagersReturned(Event, frozen=True, kw_only=True, tag="wagers_returned"):
    """Wagers go back: per seat and wager, with what is taken off the meters again, and the fractions ``carried`` from then on."""

    wagers: tuple[tuple[Seat, str, Cents], ...]
    carried: tuple[tuple[str, int], ...] = ()
    v: Literal[2] = 2  # type: ignore[assignment]


class SettlementUndone(Event, frozen=True, kw_only=True, tag="settlement_undone"):
    """The round proves void in the midst of its settlement: what was paid and collected goes back, the last of it first."""


class WagersAbandoned(Event, frozen=True, kw_only=True, tag="wagers_abandoned"):
    """The floor treats the wagers of a player who left during the round as abandoned; a bank is played against all the same."""

    seat: Seat
    is_bank: bool = False


class HandVoided(Event, frozen=True, kw_only=True, tag="hand_voided"):
    """``wagered``: what was on the main wager that went back."""

    seat: Seat
    wagered: Cents = Cents(0)


class HandKept(Event, frozen=True, kw_only=True, tag="hand_kept"):
    seat: Seat


class NoRollCalled(Event, frozen=True, kw_only=True, tag="no_roll_called"):
    pass


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """The cards are collected; ``void`` if the round did not count."""

    ends_round = True
    number: int
    void: bool = False
    against_dealer: tuple[tuple[str, Cents], ...] = ()


EVENTS: tuple[type[Event], ...] = kinds_in(globals(), Event)
