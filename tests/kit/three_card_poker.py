"""Three Card Poker as a value: Ante and Play, a dealer who qualifies with a queen, an Ante Bonus paid on top, and Pair Plus, which may be placed alone."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, ClassVar, Literal

from houseway.cards import DECK_52, Card
from houseway.chapters.banked import table_rules
from houseway.chapters.irregularities import by_cause, shuffler_fault
from houseway.chapters.procedures import by_dealing, card_procedures, procedures
from houseway.chapters.wagers import main_wager, optional_wager
from houseway.clause import ClauseId
from houseway.money import EVEN, LOSE, PUSH, Role, ToOne
from houseway.ranking import ThreeCards, describe_three_cards, three_card_strength
from houseway.ranking.order import CATEGORY_SHIFT
from houseway.rules.game import (
    BankedGame,
    Deal,
    Decide,
    Does,
    Option,
    PayOnTop,
    Placed,
    Reveal,
    Settle,
    SettleWagers,
    To,
    Wager,
)
from houseway.rules.paytable import label_of
from houseway.rules.settlement import (
    HANDS_TIE,
    Compared,
    Fact,
    Primitive,
    SettlementTable,
    comparison,
    row,
)
from houseway.rules.showdown import Showdown
from houseway.rules.submission import Submission
from houseway.rules.table_rules import TableRules

_ALL = by_dealing("998a", "(a)", "(a)", "(a)")
_QUEEN = 12


class Qualifies(IntEnum):
    """Whether the dealer's hand is queen high or better."""

    NO = 0
    YES = 1


def _player(showdown: Showdown) -> int:
    return three_card_strength(showdown.player)


def _dealer(showdown: Showdown) -> int:
    return three_card_strength(showdown.bank)


def _player_kind(showdown: Showdown) -> int:
    return _player(showdown) >> CATEGORY_SHIFT


def _dealer_qualifies(showdown: Showdown) -> int:
    return _dealer(showdown) >= _QUEEN << (CATEGORY_SHIFT - 4)


COMPARED = comparison("three-card.compared", player=_player, bank=_dealer, any_suits=True)
PLAYER_KIND = Primitive(id="three-card.player-kind", size=len(ThreeCards), of=_player_kind, any_suits=True)
DEALER_QUALIFIES = Primitive(id="three-card.dealer-qualifies", size=2, of=_dealer_qualifies, any_suits=True)

OUTCOME = Fact(id="outcome", name="outcome", values=tuple(Compared), primitive=COMPARED)
HAND = Fact(id="hand", name="hand", values=tuple(ThreeCards), primitive=PLAYER_KIND)
QUALIFIES = Fact(id="qualifies", name="dealer", values=tuple(Qualifies), primitive=DEALER_QUALIFIES)

_TOO_LOW = "the dealer has less than a queen"
ANTE = SettlementTable(
    "ante",
    (QUALIFIES, OUTCOME),
    (
        row(EVEN, "998a.11(a)", reason=_TOO_LOW, dealer=Qualifies.NO),
        row(EVEN, "998a.11(b)", dealer=Qualifies.YES, outcome=Compared.HIGHER),
        row(PUSH, "998a.11(c)", reason=HANDS_TIE, dealer=Qualifies.YES, outcome=Compared.EQUAL),
        row(LOSE, "998a.11(d)", dealer=Qualifies.YES, outcome=Compared.LOWER),
    ),
)
PLAY = SettlementTable(
    "play",
    (QUALIFIES, OUTCOME),
    (
        row(PUSH, "998a.11(a)", reason=_TOO_LOW, dealer=Qualifies.NO),
        row(EVEN, "998a.11(b)", dealer=Qualifies.YES, outcome=Compared.HIGHER),
        row(PUSH, "998a.11(c)", reason=HANDS_TIE, dealer=Qualifies.YES, outcome=Compared.EQUAL),
        row(LOSE, "998a.11(d)", dealer=Qualifies.YES, outcome=Compared.LOWER),
    ),
)


def _paid(wager: str, pays: dict[ThreeCards, int], clause: str, role: Role = Role.WAGER) -> SettlementTable:
    others = [hand for hand in ThreeCards if hand not in pays]
    nothing = LOSE if role is Role.WAGER else PUSH
    rows = [row(ToOne(times), clause, name=label_of(hand), hand=hand) for hand, times in pays.items()]
    return SettlementTable(wager, (HAND,), (*rows, row(nothing, clause, name="no bonus", hand=others)), role)


ANTE_BONUS = _paid(
    "ante_bonus",
    {ThreeCards.STRAIGHT_FLUSH: 5, ThreeCards.THREE_OF_A_KIND: 4, ThreeCards.STRAIGHT: 1},
    "998a.12(b)",
    Role.ON_TOP,
)


def pair_plus(flush: int) -> SettlementTable:
    """Return the table of the Pair Plus Wager, by what it pays for a flush."""
    pays = {
        ThreeCards.STRAIGHT_FLUSH: 40,
        ThreeCards.THREE_OF_A_KIND: 30,
        ThreeCards.STRAIGHT: 6,
        ThreeCards.FLUSH: flush,
        ThreeCards.PAIR: 1,
    }
    return _paid("pair_plus", pays, "998a.12(c)")


class ThreeCardSubmission(Submission):
    """What a table of Three Card Poker leaves to the certificate holder."""

    hand_clause: ClassVar[ClauseId] = ClauseId("998a.9(a)")
    two_decks_clause: ClassVar[ClauseId] = ClauseId("998a.3(b)")
    game: Literal["three-card-poker"] = "three-card-poker"
    flush_pays: Literal[3, 4] = 4


def build(submission: ThreeCardSubmission, deck: Sequence[Card] = DECK_52) -> BankedGame:
    """Return the game of a submission."""
    asks = ClauseId("998a.10(c)")
    bonus = PayOnTop(id="ante_bonus", measured_by="ante", table=ANTE_BONUS, requires="play")
    return BankedGame(
        id="three-card-poker",
        name="Three Card Poker",
        chapter="998a",
        seats=6,
        wagers={
            "ante": main_wager(submission, "ante", "Ante Wager", ClauseId("998a.7(a)")),
            "play": Wager(id="play", name="Play Wager", clause=asks, placed=Placed.BY_DECISION),
            "pair_plus": optional_wager(
                submission, "pair_plus", "Pair Plus Wager", ClauseId("998a.7(b)"), rests_on=("hole",)
            ),
        },
        phases=(
            Deal(id="hole", to=To.PLAYERS_AND_DEALER, cards=3, clause=ClauseId("998a.10(b)")),
            Decide(
                id="play",
                clause=asks,
                options=(
                    Option(word="play", does=Does.WAGER, clause=asks, wager="play", of="ante"),
                    Option(word="fold", does=Does.FOLD, clause=asks, collects=("ante",)),
                ),
            ),
            Reveal(id="reveal", clause=ClauseId("998a.10(d)")),
            Settle(id="settle", clause=ClauseId("998a.11")),
        ),
        tables={"ante": ANTE, "play": PLAY, "pair_plus": pair_plus(submission.flush_pays)},
        stages=(
            SettleWagers(wagers=("ante", "play", "pair_plus"), reveals=ClauseId("998a.11"), on_top=(("play", bonus),)),
        ),
        irregularities=by_cause(shuffler_fault("998a.13(a)")),
        procedures=procedures("998a", adjacent="998a.7(c)", no_more_bets_by=_ALL, collect="998a.11(e)"),
        cards=card_procedures(
            "998a", deck=tuple(deck), count=_ALL, count_right=_ALL, count_wrong=_ALL, out_of_order="998a.13(b)"
        ),
        meters={},
        describe=describe,
    )


def describe(showdown: Showdown) -> tuple[str, str]:
    """Name the player's and the dealer's hands."""
    return tuple(describe_three_cards(three_card_strength(hand)) if hand else "" for hand in showdown[:2])  # type: ignore[return-value]


def rules(submission: ThreeCardSubmission | None = None, **choices: Any) -> TableRules:
    """Return the rules of a table under these choices."""
    return table_rules(submission or ThreeCardSubmission(**choices), build)
