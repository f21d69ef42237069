"""The vocabulary of a poker game: streets, how it is opened, what hands are formed and what they contend for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.chapters.c637a_poker.cards import CARDS
from houseway.clause import ClauseId
from houseway.money import NOTHING, Cents, dollars
from houseway.rules.cards import CardProcedures, Shuffler
from houseway.rules.chapter import named
from houseway.seats import Seat

if TYPE_CHECKING:
    from houseway.engine.kernel import Machine

SEATS = 10
"""The places of a poker table (637a.2(a))."""

MOST_EXCESS = Cents(100)
"""An excess may not exceed $1 (637a.10(i) and its like)."""


class Structure(StrEnum):
    """The betting structure a submission posts (637a.8(k))."""

    NO_LIMIT = "no-limit"
    POT_LIMIT = "pot-limit"
    FIXED_LIMIT = "fixed-limit"
    SPREAD_LIMIT = "spread-limit"


class Opens(StrEnum):
    """What starts the first betting round."""

    BLINDS = "blinds"
    FORCED_BET = "forced bet"


class ForcedBy(StrEnum):
    """Whose up card names the Forced Bet."""

    LOWEST = "lowest up card, the ace high"
    HIGHEST_ACE_LOW = "highest up card, the ace low"
    HIGHEST_LOW_RANK = "highest up card in the order of low hands"


class Forms(StrEnum):
    """Which five cards a player may form a hand from."""

    ANY_FIVE = "any five of the player's and the community cards"
    TWO_AND_THREE = "two of the player's and three of the community cards"


class Contest(StrEnum):
    """What a hand can win a share of the pot for."""

    HIGH = "high"
    LOW = "low"
    LOW_EIGHT = "low, eight or better"
    LOW_27 = "2-7 low"
    BADUGI = "badugi"
    BADUGI_ACE_HIGH = "badugi, the ace high"


class Excess(StrEnum):
    """Who is given what cannot be divided among tied hands."""

    SUIT = "suit"
    SUBMISSION = "as the submission says"
    LEFT = "left-of-button"


@dataclass(frozen=True, slots=True, kw_only=True)
class Street:
    """One deal and the betting round after it. Rounds of down cards come before rounds of up cards."""

    id: str
    clause: ClauseId
    betting_clause: ClauseId
    down: int = 0
    up: int = 0
    community: int = 0
    burn: bool = True
    draw: bool = False
    discard: int = 0
    big_bet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerGame:
    """Everything that makes one poker game different from another.

    ``contests``: what a share is won for, and by which clause; ``ties`` where tied hands have a clause of their own;
    ``no_low_clause`` gives all to the high hand when no low hand qualifies; ``short_badugi`` are those of a best hand of
    three, two and one cards. ``silent_excess``: who is given the excess where the submission may choose and names nobody.
    """

    id: str
    name: str
    section: ClauseId
    offered_under: tuple[ClauseId, ...]
    most_players: int
    streets: tuple[Street, ...]
    opens: Opens
    contests: tuple[tuple[Contest, ClauseId], ...]
    ties: tuple[tuple[Contest, ClauseId], ...] = ()
    no_low_clause: ClauseId | None = None
    short_badugi: tuple[ClauseId, ...] = ()
    forms: Forms = Forms.ANY_FIVE
    forced_by: ForcedBy | None = None
    forced_clause: ClauseId | None = None
    shows_low: bool = False
    excess: Excess = Excess.SUBMISSION
    excess_clause: ClauseId
    silent_excess: Excess = Excess.LEFT
    common_clause: ClauseId | None = None
    reshuffle_clause: ClauseId | None = None
    blind_clause: ClauseId | None = None
    blinds_after_cards: bool = False
    straddle_clause: ClauseId | None = None
    kill_clause: ClauseId | None = None
    players_clause: ClauseId
    ante_clause: ClauseId
    button_clause: ClauseId | None = None
    button_start_clause: ClauseId | None = None

    @property
    def chapter(self) -> str:
        """The chapter, by its number."""
        return self.section.partition(".")[0]

    @property
    def splits(self) -> bool:
        """Whether two kinds of hand share the pot."""
        return len(self.contests) > 1

    def excess_goes(self, stated: str) -> Excess:
        """Who is given the excess among tied hands: as the section says, or as the submission where it may choose."""
        return self.excess if self.excess is not Excess.SUBMISSION else Excess(stated)

    @property
    def excess_must_be_stated(self) -> bool:
        """Whether the section leaves the excess to the submission alone, and does not say what else may be done with it."""
        return self.section in ("637a.20", "637a.21")

    @property
    def field_clauses(self) -> Mapping[str, ClauseId | None]:
        """The clauses of this game for fields of the submission; None where it has no such thing."""
        return {
            "blinds": self.blind_clause,
            "must_post": self.blind_clause,
            "heads_up_button_blind": self.blind_clause,
            "ante": self.ante_clause,
            "ante_from": self.ante_clause,
            "forced_bet": self.forced_clause,
            "straddle": self.straddle_clause,
            "kill": self.kill_clause,
            "qualifying_pot": self.kill_clause,
            "smallest_chip": self.excess_clause,
            "odd_chip": self.excess_clause,
        }

    def tie_clause(self, contest: Contest) -> ClauseId | None:
        """The clause by which tied hands divide, if it is another."""
        return next((clause for one, clause in self.ties if one is contest), None)


class RakeKind(StrEnum):
    """The rakes of 637a.17(b)."""

    PERCENTAGE = "percentage"
    INCREMENTAL = "incremental"
    TIME = "time"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rake:
    """How the house takes its revenue from a round; a time charge takes nothing from the pot."""

    kind: RakeKind
    percent: Fraction = Fraction(0)
    steps: tuple[tuple[Cents, Cents], ...] = ()
    cap: Cents | None = None
    by_betting_round: bool = False
    hourly: Cents = NOTHING
    every_minutes: int = 60
    per_table: bool = False
    first_round: bool = True
    caps: tuple[tuple[int, Cents], ...] = ()
    """The most that is raked with at most so many players dealt in, the fewest first."""

    def cap_for(self, players: int) -> Cents | None:
        """The most that is raked in a round with so many players dealt in."""
        return next((cents for most, cents in self.caps if players <= most), self.cap)


class AnteFrom(StrEnum):
    """Who posts the Ante: every player dealt in, or one for the table."""

    EVERY_PLAYER = "every-player"
    BUTTON = "button"
    LARGEST_BLIND = "largest-blind"


class MustPost(StrEnum):
    """What a player owes who sits down while a game with blinds is under way, or was absent when blinds were due."""

    NONE = "none"
    LARGEST_BLIND = "largest-blind"
    MISSED_BLINDS = "missed-blinds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """What a pot contributes to a jackpot fund, and from which pot on: an amount, or up to it a part of the pot in whole chips."""

    fund: str
    cents: Cents
    minimum_pot: Cents
    clause: ClauseId
    percent: Fraction = Fraction(0)
    steps: tuple[tuple[Cents, Cents], ...] = ()
    chip: Cents = Cents(1)

    def due_from(self, pot: Cents) -> Cents:
        """What a pot of so much contributes, whatever is left of it."""
        if pot < self.minimum_pot:
            return NOTHING
        if not self.percent and not self.steps:
            return self.cents
        part = pot * self.percent // 100 if self.percent else sum(cents for level, cents in self.steps if pot >= level)
        return Cents(min(int(part) // self.chip * self.chip, self.cents))

    @property
    def method(self) -> str:
        """How the contribution is calculated, in words."""
        if self.percent:
            return f"{float(self.percent):g}% of each pot, at most {dollars(self.cents)}"
        if self.steps:
            levels = ", ".join(f"{dollars(cents)} from {dollars(level)}" for level, cents in self.steps)
            return f"{levels} in the pot, at most {dollars(self.cents)}"
        return f"{dollars(self.cents)} of each pot"


class Remedy(StrEnum):
    """What follows an irregularity of 637a.18."""

    MISDEAL = "misdeal: the cards are reshuffled and every bet goes back"
    MISDEAL_IF_EARLY = "misdeal unless two players have voluntarily placed bets; then the round goes on"
    SET_ASIDE = "the card is not used and lies with the discards; a second one is a misdeal"
    EXAMINED_AND_SET_ASIDE = "the card is examined, not used and lies with the discards"
    DISCARDED = "the cards dealt to the ineligible player are discarded and the round goes on"
    VOID_AND_REPLACE_DECK = "the round is void, every bet goes back and the deck is replaced"
    FOULED = "no redress, unless the hand was protected: then it is reconstructed, or its bets go back to a victim"
    COLLECTED = "no redress, unless the hand was protected: then it is reconstructed or its bets go back to a victim"
    ABANDONED = "the unprotected hand of a player who left is collected and discarded"
    DEAD_HAND = "the hand is dead and its bets stay"
    REFUND_HAND = "the hand is dead and its bets go back to the player"
    UP_CARD_DEALT_DOWN = (
        "the up card is dealt face down; both hole cards up void the hand; the last is the player's choice"
    )
    SECOND_CARD_DEALT_DOWN = "the second card is dealt face down"
    EXCHANGED = "the card is exchanged with the top card of the deck"
    KEPT = "the round goes on with the card"
    RESHUFFLE = "the cards are reshuffled"
    COVER_DEVICE = "the device is covered or marked before another method is used"


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """A cause, its clause, what follows and in which sections' games. ``in_deal``: it happens while cards are dealt."""

    cause: str
    clause: ClauseId
    remedy: Remedy
    says: str
    sections: tuple[str, ...] = ()
    in_deal: bool = False
    needs_seat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerRules:
    """A poker table's resolved rules."""

    game: PokerGame
    digest: str
    machine: Machine[Any, Any]
    submission: Mapping[str, Any]
    structure: Structure
    blinds: tuple[Cents, ...]
    ante: Cents
    antes: Mapping[Seat, Cents] | None
    forced_bet: Cents
    small_bet: Cents
    big_bet: Cents
    minimum_bet: Cents
    maximum_bet: Cents
    maximum_bets: tuple[Cents, ...] = ()
    raise_cap: int | None
    raise_cap_heads_up: bool = True
    minimum_agreement: str = ""
    ante_from: AnteFrom = AnteFrom.EVERY_PLAYER
    straddle: Cents | None
    must_post: MustPost
    kill: str | None
    qualifying_pot: Cents
    rakes: tuple[Rake, ...]
    contributions: tuple[Contribution, ...]
    smallest_chip: Cents
    odd_chip_by_suit: bool
    show_all: bool
    heads_up_button_blind: bool
    half_bet_reopens: bool
    check_raise: bool
    tournament: bool
    minimum_increase: Cents
    shuffler: Shuffler
    cards: CardProcedures = CARDS
    irregularities: Mapping[str, Irregularity]
    pot_rakes: tuple[Rake, ...] = field(init=False)
    """The rakes taken from the pot: all but a time charge."""

    __repr__ = named

    def __post_init__(self) -> None:
        object.__setattr__(self, "pot_rakes", tuple(rake for rake in self.rakes if rake.kind is not RakeKind.TIME))

    def least_stakes(self, seat: Seat) -> Cents:
        """What a seat must have to be dealt in, wherever the button is: its forced bets and one bet (637a.8(b)(4))."""
        if self.tournament:
            return Cents(1)
        ante = self.antes.get(seat, 0) if self.antes is not None else self.ante
        return Cents(ante + max(self.forced_bet, *self.blinds, 0) + (self.small_bet or self.minimum_bet))

    def antes_of(self, order: Sequence[Seat]) -> dict[Seat, Cents]:
        """The Ante of each seat dealt in; ``order``: clockwise, the button last where there is one."""
        if self.ante_from is AnteFrom.EVERY_PLAYER:
            return {seat: self.ante if self.antes is None else self.antes.get(seat, NOTHING) for seat in order}
        poster = order[-1]
        if self.ante_from is AnteFrom.LARGEST_BLIND:
            blinds = (order[1], order[0]) if len(order) == 2 and self.heads_up_button_blind else order
            poster = blinds[self.blinds.index(max(self.blinds[: len(order)]))]
        return {seat: self.ante if seat == poster else NOTHING for seat in order}

    def greatest_bet(self, street: int) -> Cents:
        """The greatest bet of a betting round in a spread-limit game."""
        if not self.maximum_bets:
            return self.maximum_bet
        return self.maximum_bets[min(max(street, 0), len(self.maximum_bets) - 1)]

    def times(self, cents: Cents, *, kill: bool) -> Cents:
        """A limit as it is in this round: doubled or raised by half in a kill round."""
        if not kill:
            return cents
        return Cents(cents * 2 if self.kill == "kill" else cents * 3 // 2)
