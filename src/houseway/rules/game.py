"""A banked game as a frozen value: its deck, wagers, phases, tables, stages of settlement and irregularities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, Protocol, runtime_checkable

from houseway.cards import Card
from houseway.clause import ClauseId
from houseway.money import NOTHING, Cents, dollars
from houseway.rules.cards import CardProcedures, Dealing, Device
from houseway.rules.settlement import SettlementTable
from houseway.rules.showdown import Setting, Showdown
from houseway.seats import Seat


class Placed(StrEnum):
    """When a wager is placed."""

    BEFORE_THE_DEAL = "before the deal"
    BY_DECISION = "by decision"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """One wager of the layout.

    ``rests_on`` names the deals its outcome depends on: a surviving wager is dealt on for just so far.
    ``taken_before_deal``: its chips go into the table inventory when they were counted before the deal (progressive wagers).
    ``lock_out``: the clause by which the table's system keeps the wager out once cards are dealt.
    ``requires``: the wager it cannot stand without; ``after_required``: it is placed after that one, or together with it.
    """

    id: str
    name: str
    clause: ClauseId
    placed: Placed = Placed.BEFORE_THE_DEAL
    main: bool = False
    requires: str | None = None
    after_required: bool = False
    equals: str | None = None
    sizes: tuple[Cents, ...] = ()
    rests_on: tuple[str, ...] = ()
    needs_bank_hand: bool = False
    meter: str | None = None
    taken_before_deal: bool = False
    lock_out: ClauseId | None = None
    offered: bool = True
    minimum: Cents = Cents(0)
    maximum: Cents | None = None

    @property
    def with_article(self) -> str:
        """The name as a sentence has it: ``an Ante Wager``."""
        return f"{'an' if self.name[:1] in 'AEIOU' else 'a'} {self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """A progressive meter: what it starts at, is reset to, and gains from each wager; ``linked``: other tables share it."""

    id: str
    initial: Cents
    reset: Cents
    rate: Fraction
    clause: ClauseId
    linked: bool = False

    def gains(self, cents: Cents, carried: int) -> tuple[Cents, int]:
        """What a wager adds, or takes off again if its cents are below nothing, and the fraction of a cent carried on.

        The fraction is counted in parts of the rate's denominator, so that nothing is lost.
        """
        gain, rest = divmod(carried + cents * self.rate.numerator, self.rate.denominator)
        return Cents(gain), rest


class To(StrEnum):
    """Who receives the cards of a deal."""

    PLAYERS_AND_DEALER = "players and dealer"
    EVERY_POSITION = "every position"
    COMMUNITY = "community"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Cards leave the deck: one at a time around the table, in stacks, or to the community area after a burn."""

    id: str
    to: To
    cards: int
    clause: ClauseId
    stacks: bool = False
    burn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUp:
    """Community cards that were dispensed first are turned face up."""

    id: str
    cards: int
    clause: ClauseId


class Does(StrEnum):
    """What choosing an option does."""

    WAGER = "places a wager"
    WAIT = "stays in the round"
    FOLD = "withdraws"
    SET = "sets the hands"
    SURRENDER = "surrenders"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing a player may answer when asked.

    ``collects_under`` names the clause for a collected wager that has one of its own.
    """

    word: str
    does: Does
    clause: ClauseId
    wager: str | None = None
    least_times: int = 1
    most_times: int = 1
    of: str | None = None
    any_chip: bool = False
    collects: tuple[str, ...] = ()
    collects_under: tuple[tuple[str, ClauseId], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide:
    """Players are asked, clockwise, or all may answer in any order.

    Asked is who is still in the round and has not placed ``unless_placed``.
    """

    id: str
    options: tuple[Option, ...]
    clause: ClauseId
    unless_placed: str | None = None
    any_order: bool = False
    may_pass_over: bool = False
    asks_bank: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """The bank's cards are turned and, where the game sets hands, set."""

    id: str
    clause: ClauseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """Every wager is settled, stage by stage."""

    id: str
    clause: ClauseId


Phase = Deal | TurnUp | Decide | Reveal | Settle


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """Meter shares and payouts of so many times the wager wait for a floorperson or above.

    ``wagers``: which wagers of the stage are concerned; all of them if none is named. ``documented``: the clause by which
    the cards that won a meter share stay on the table until it is documented.
    """

    clause: ClauseId
    documented: ClauseId | None = None
    least_times: int = 0
    wagers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Vigorish:
    """A percentage of what was won, collected when it is paid: rounded up to a multiple, or down to the cent."""

    percent: int
    clause: ClauseId
    rounded_up_to: Cents | None = None

    def of(self, won: Cents) -> Cents:
        """The vigorish on an amount won."""
        if self.rounded_up_to is None:
            return Cents(won * self.percent // 100)
        return Cents(-(-won * self.percent // (100 * self.rounded_up_to)) * self.rounded_up_to)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleWagers:
    """For each seat, counterclockwise from the dealer's right: these wagers in this order.

    ``on_top`` pairs a wager with the payment that follows its settlement at the same seat, ``vigorish`` with what is
    collected of its winnings. ``reveals``: the clause by which each seat's hands are revealed when its turn comes;
    ``verified`` pairs a wager with the clause by which a hand that wins it is turned up, where it was not before.
    """

    wagers: tuple[str, ...]
    reveals: ClauseId | None = None
    verified: tuple[tuple[str, ClauseId], ...] = ()
    validation: Validation | None = None
    on_top: tuple[tuple[str, PayOnTop], ...] = ()
    vigorish: tuple[tuple[str, Vigorish], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PayEnvy:
    """Each seat with this wager is paid for the hands of the other players.

    ``tables`` pairs the least wager with the table it earns; the highest one reached counts. ``turns_up``: the clause by
    which a hand that is paid for lies face up, also one that was given up unseen.
    """

    wager: str
    tables: tuple[tuple[Cents, SettlementTable], ...]
    turns_up: ClauseId | None = None

    @property
    def brackets(self) -> tuple[tuple[int, SettlementTable, int | None], ...]:
        """Each table with the wagers it is for: from so much, below so much."""
        above = [least for least, _ in self.tables[1:]]
        return tuple((least, table, below) for (least, table), below in zip(self.tables, [*above, None], strict=True))


def bracket_text(wager: Wager, least: int, below: int | None) -> str:
    """Return the wagers of a bracket: its sizes, where the wager has sizes of its own."""
    sizes = [dollars(size) for size in wager.sizes if size >= least and (below is None or size < below)]
    if wager.sizes:
        return " or ".join(sizes)
    return f"{dollars(least)} or more" if below is None else f"{dollars(least)} to {dollars(below - 1)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PayOnTop:
    """A payment measured by another wager, with no stake of its own: Ante Bonus, Magic Card, Lucky Bonus.

    ``name``: what a sheet calls it; made from its id where it is left out.
    ``verified``: the clause by which a hand that is paid for is turned up, where it was not before.
    """

    id: str
    measured_by: str
    table: SettlementTable
    requires: str | None = None
    name: str = ""
    verified: ClauseId | None = None

    @property
    def title(self) -> str:
        """The name, or the id in words."""
        return self.name or self.id.replace("_", " ").title()


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedMeter:
    """A wager on the dealer's hand: a meter share is divided equally among all who placed it."""

    wager: str
    validation: Validation | None = None


class BankOffer(NamedTuple):
    """Who may accept the bank, if anybody has it offered now, and to whom it is offered next."""

    now: Seat | None
    next: Seat | None


NO_OFFER = BankOffer(None, None)


class BankProcedures(Protocol):
    """How a player takes the bank: procedures of the chapter's own that work on the engine's draft, of which these values
    know nothing."""

    def offer(self, draft: Any, command: Any, /) -> None: ...

    def accept(self, draft: Any, command: Any, /) -> None: ...

    def decline(self, draft: Any, command: Any, /) -> None: ...

    def wager(self, draft: Any, command: Any, /) -> None: ...

    def offers(self, draft: Any, /) -> BankOffer:
        """How far the offers of the bank are."""

    def most_dealer_wager(self, draft: Any, seat: Seat, /) -> Cents | None:
        """The most the dealer wagers against a player who takes the bank now; None if the player may not."""


@runtime_checkable
class ByProcedure(Protocol):
    """A stage that the chapter settles by a procedure of its own: a value that says by what terms.

    It says whether it is done, or stopped before a hand that is not to be revealed yet.
    """

    def run(self, draft: Any, /) -> bool: ...


Stage = SettleWagers | PayEnvy | PayOnTop | SharedMeter | ByProcedure


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutLimit:
    """The most that is paid on the named wagers; only rows paid under ``clauses`` count."""

    cents: Cents
    clause: ClauseId
    wagers: frozenset[str]
    clauses: frozenset[ClauseId]
    per_player: bool


class SetsHands(Protocol):
    """A house way: a value that can be read, and that sets the bank's cards."""

    @property
    def name(self) -> str: ...

    def set_hands(self, held: tuple[Card, ...], /) -> Setting: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """How hands are set in a game that sets them: what may be placed, and how the bank's own hand is set.

    ``final`` is the clause by which hands once placed stay as they are.
    """

    high: int
    low: int
    check: Callable[[tuple[Card, ...], Setting], str | None]
    clause: ClauseId
    final: ClauseId
    house_way: SetsHands
    bank_clause: ClauseId
    proper: Callable[[Setting], bool]
    legal: Callable[[tuple[Card, ...]], list[Setting]]

    def bank(self, held: tuple[Card, ...]) -> Setting:
        """The bank's hands, by the house way."""
        return self.house_way.set_hands(held)


class Remedy(StrEnum):
    """What follows an irregularity."""

    SET_ASIDE = "the card is set aside and not used; a second one voids the round"
    USE_AS_NEXT = "the card is used as though it were the next"
    VOID = "all hands are void, wagers are returned and the cards are reshuffled"
    VOID_AND_REMOVE_DECK = "all hands are void, wagers are returned and the deck is removed from the table"
    RESHUFFLE = "the cards are reshuffled"
    PLAYER_MAY_VOID = "the player may void the hand without looking at the unexposed cards"
    RESET_HANDS = "the hands are reset as the Rules Submission says and the round is completed"
    NO_ROLL = "no roll is called and the dice are shaken again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """A cause, when it can happen, its remedy and the wagers that are settled all the same.

    ``settles`` pairs a wager with the deal that must have been completed for it to be settled rather than returned;
    None: it is settled in any case and dealt on for as far as it needs.
    ``during`` lists the phases; empty means any point from the first card to the settlement, and if the round is void by it
    also the midst of that.
    What happened decides, not the word it is reported by: ``while_dealt`` names the cause it is while cards are dealt so,
    ``otherwise`` the one it is of a player's hand at any other time, ``of_bank`` the one it is of a player who banks.
    """

    cause: str
    clause: ClauseId
    remedy: Remedy
    says: str
    during: tuple[str, ...] = ()
    settles: tuple[tuple[str, str | None], ...] = ()
    needs_seat: bool = False
    dealing: tuple[Dealing, ...] = ()
    before_last_decision: bool = False
    of_bank_card: bool = False
    of_dice: bool = False
    of_player_bank: bool = False
    while_dealt: tuple[tuple[Dealing, str], ...] = ()
    otherwise: str = ""
    of_bank: str = ""
    device: Device | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedures:
    """The clauses of the steps around wagers that every chapter has under its own numbers.

    ``chips_count``: of the count of progressive chips; a chapter without such chips leaves it out.
    """

    positions: ClauseId
    chips: ClauseId
    seated: ClauseId
    adjacent: ClauseId
    no_more_bets: ClauseId
    no_more_bets_by: Mapping[Dealing, ClauseId]
    chips_count: Mapping[Dealing, ClauseId] = field(default_factory=dict)
    collect: ClauseId
    start: ClauseId | None = None
    start_by_dice: ClauseId | None = None
    shaken: ClauseId | None = None
    start_by_number: ClauseId | None = None
    start_is_due: Mapping[Dealing, ClauseId] | None = None
    lammer: Mapping[Dealing, ClauseId] | None = None
    unplayed: Mapping[Dealing, ClauseId] | None = None
    community: Mapping[Dealing, ClauseId] | None = None

    def __post_init__(self) -> None:
        # A count that nobody owes is refused under the clause that closes the bets.
        if not self.chips_count:
            object.__setattr__(self, "chips_count", self.no_more_bets_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBank:
    """The bank of a player, where the chapter knows one, and its clauses."""

    procedures: Callable[[], BankProcedures]
    """Loads them: a game is checked and described without the engine."""
    clause: ClauseId
    passed: ClauseId
    wagers: ClauseId
    covers: ClauseId
    one_area: ClauseId
    dealer_sets: ClauseId
    co_bank_sets: ClauseId


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDraws:
    """What the table game system draws at random when wagers are locked; ``by``: the clause by which it draws."""

    clause: ClauseId
    by: ClauseId
    wagers: tuple[str, ...]
    magic_card: bool
    lucky: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BankedGame:
    """Everything the engine needs to know of a game whose players play against a bank."""

    id: str
    name: str
    chapter: str
    seats: int
    wagers: Mapping[str, Wager]
    phases: tuple[Phase, ...]
    tables: Mapping[str, SettlementTable]
    stages: tuple[Stage, ...]
    irregularities: Mapping[str, Irregularity]
    procedures: Procedures
    cards: CardProcedures
    meters: Mapping[str, Meter]
    limit: PayoutLimit | None = None
    arrangement: Arrangement | None = None
    player_bank: PlayerBank | None = None
    stub_left: int | None = None
    draws: TableDraws | None = None
    qualifying_wagers: Mapping[str, Cents] | None = None
    describe: Callable[[Showdown], tuple[str, str]] | None = None

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of a deck."""
        return self.cards.deck

    def validation_of(self, wager: str) -> Validation | None:
        """Who validates the payouts of a wager, where somebody does."""
        for stage in self.stages:
            if isinstance(stage, SettleWagers | SharedMeter) and stage.validation is not None:
                own = stage.wagers if isinstance(stage, SettleWagers) else (stage.wager,)
                if wager in (stage.validation.wagers or own):
                    return stage.validation
        return None

    main_wager: Wager = field(init=False)
    """The wager without which nobody is dealt in."""
    before_the_deal: Mapping[str, Wager] = field(init=False)
    """The wagers a player may place before the deal."""
    equal_to: Mapping[str, Wager] = field(init=False)
    """By a wager's id, the wager that must equal it."""
    twins: Mapping[str, Wager] = field(init=False)
    """By a wager's id, the wager that must be as high, whichever of the two says so."""
    exact_steps: Mapping[str, int] = field(init=False)
    """By a wager's id, the multiple at which it and its twin are paid in whole cents."""
    turns_up: bool = field(init=False)
    """Whether community cards are dealt face down and turned up later."""
    wagers_to_play_on: tuple[Option, ...] = field(init=False)
    """The wagers that a player who does not fold must still place after the deal, each at its least."""

    def __post_init__(self) -> None:
        from houseway.rules.game_checks import check_game

        check_game(self)
        early = {id: one for id, one in self.wagers.items() if one.offered and one.placed is Placed.BEFORE_THE_DEAL}
        equal_to = {one.equals: one for one in self.wagers.values() if one.equals}
        twins = equal_to | {one.id: self.wagers[one.equals] for one in self.wagers.values() if one.equals}
        units = {id: table.unit for id, table in self.tables.items()}
        steps = {id: lcm(units.get(id, 1), units.get(twins[id].id, 1) if id in twins else 1) for id in self.wagers}
        object.__setattr__(self, "before_the_deal", early)
        object.__setattr__(self, "equal_to", equal_to)
        object.__setattr__(self, "twins", twins)
        object.__setattr__(self, "exact_steps", steps)
        object.__setattr__(self, "main_wager", next(wager for wager in self.wagers.values() if wager.main))
        object.__setattr__(self, "turns_up", any(isinstance(phase, TurnUp) for phase in self.phases))
        object.__setattr__(self, "wagers_to_play_on", tuple(_wagers_to_play_on(self.phases)))

    def cents_to_play_on(self, stakes: Mapping[str, Cents]) -> Cents:
        """Return what a player with these stakes must still wager in the round, unless the player folds."""
        return Cents(sum(stakes.get(one.of or "", NOTHING) * one.least_times for one in self.wagers_to_play_on))


def _wagers_to_play_on(phases: Iterable[Phase]) -> Iterator[Option]:
    for phase in phases:
        if isinstance(phase, Decide) and not phase.may_pass_over:
            stays = [option for option in phase.options if option.does not in (Does.FOLD, Does.SURRENDER)]
            if all(option.does is Does.WAGER and option.of is not None for option in stays):
                yield min(stays, key=lambda option: option.least_times)
