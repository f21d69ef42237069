"""The settlement tables of 677a.11(h) and (i).

Hands rank by the standard order, which is that of 677a.6(a), 677a.6(b) and 677a.6(c); their names and the Bad Beat
Bonus are those of 677a.1.
"""

from __future__ import annotations

from enum import IntEnum

from houseway.cards import rank_of, suit_of
from houseway.chapters.c677a_heads_up_holdem.paytables import BAD_BEAT, ODDS, Pocket
from houseway.chapters.holdem import OUTCOME, PLAYER_HAND, Hand, Outcome, dealer_strength, hands_from, hands_up_to
from houseway.money import EVEN, LOSE, PUSH
from houseway.ranking import Category
from houseway.rules.paytable import Paytable, label_of
from houseway.rules.settlement import Fact, SettlementTable, row
from houseway.rules.showdown import Showdown


class Qualifies(IntEnum):
    """Whether the dealer's hand contains a pair or better."""

    NO = 0
    YES = 1


def _pocket(showdown: Showdown) -> int:
    first, second = showdown.player
    high, low = max(rank_of(first), rank_of(second)), min(rank_of(first), rank_of(second))
    if high == low:
        return Pocket.PAIR_OF_ACES if high == 14 else Pocket.PAIR_OF_2S_TO_KINGS
    if high == 14 and low >= 11:
        same = suit_of(first) == suit_of(second)
        return Pocket.ACE_AND_FACE_OF_THE_SAME_SUIT if same else Pocket.ACE_AND_FACE_OF_DIFFERENT_SUITS
    return Pocket.NOTHING


QUALIFIES = Fact("dealer", tuple(Qualifies), lambda showdown: dealer_strength(showdown) >> 20 >= Category.PAIR)
POCKET = Fact("hand", tuple(Pocket), _pocket)

ANTE = SettlementTable(
    "ante",
    (QUALIFIES, OUTCOME),
    (
        row(PUSH, "677a.11(h)(1)", dealer=Qualifies.NO),
        row(EVEN, "677a.12(a)", under="677a.11(h)(2)(i)", dealer=Qualifies.YES, outcome=Outcome.HIGHER),
        row(PUSH, "677a.11(h)(2)(ii)", dealer=Qualifies.YES, outcome=Outcome.EQUAL),
        row(LOSE, "677a.11(h)(2)(iii)", dealer=Qualifies.YES, outcome=Outcome.LOWER),
    ),
)

_BELOW_STRAIGHT = hands_up_to(Hand.THREE_OF_A_KIND)
_STRAIGHT_OR_HIGHER = hands_from(Hand.STRAIGHT)

RAISE = SettlementTable(
    "raise",
    (QUALIFIES, OUTCOME, PLAYER_HAND),
    (
        row(EVEN, "677a.12(a)", under="677a.11(h)(1)(i)", dealer=Qualifies.NO, outcome=Outcome.HIGHER),
        row(PUSH, "677a.11(h)(1)(ii)", dealer=Qualifies.NO, outcome=Outcome.EQUAL),
        row(LOSE, "677a.11(h)(1)(iii)", dealer=Qualifies.NO, outcome=Outcome.LOWER),
        row(EVEN, "677a.12(a)", under="677a.11(h)(2)(i)", dealer=Qualifies.YES, outcome=Outcome.HIGHER),
        row(PUSH, "677a.11(h)(2)(ii)", dealer=Qualifies.YES, outcome=Outcome.EQUAL),
        row(LOSE, "677a.11(h)(2)(iii)(A)", dealer=Qualifies.YES, outcome=Outcome.LOWER, hand=_BELOW_STRAIGHT),
        row(LOSE, "677a.11(h)(2)(iii)(B)", dealer=Qualifies.YES, outcome=Outcome.LOWER, hand=_STRAIGHT_OR_HIGHER),
    ),
)

ODDS_WAGER = SettlementTable(
    "odds",
    (QUALIFIES, OUTCOME, PLAYER_HAND),
    (
        *(
            row(
                pays,
                ODDS.clause,
                under="677a.11(h)(1)(i)" if dealer is Qualifies.NO else "677a.11(h)(2)(i)",
                name=label_of(hand),
                dealer=dealer,
                outcome=Outcome.HIGHER,
                hand=hand,
            )
            for dealer in Qualifies
            for hand, pays in ODDS.pays.items()
        ),
        row(PUSH, "677a.11(h)(1)(ii)", dealer=Qualifies.NO, outcome=Outcome.EQUAL),
        row(LOSE, "677a.11(h)(1)(iii)", dealer=Qualifies.NO, outcome=Outcome.LOWER),
        row(PUSH, "677a.11(h)(2)(ii)", dealer=Qualifies.YES, outcome=Outcome.EQUAL),
        row(LOSE, "677a.11(h)(2)(iii)(A)", dealer=Qualifies.YES, outcome=Outcome.LOWER, hand=_BELOW_STRAIGHT),
        *(
            row(
                pays,
                BAD_BEAT.clause,
                under="677a.11(h)(2)(iii)(B)",
                name=f"Bad Beat Bonus, {label_of(hand)}",
                dealer=Qualifies.YES,
                outcome=Outcome.LOWER,
                hand=hand,
            )
            for hand, pays in BAD_BEAT.pays.items()
        ),
        # Unreachable: no hand beats a royal flush. It stands here so that the table is total.
        row(LOSE, "677a.12(c)", dealer=Qualifies.YES, outcome=Outcome.LOWER, hand=Hand.ROYAL_FLUSH),
    ),
)


def pocket_bonus(paytable: Paytable) -> SettlementTable:
    """The Pocket Bonus Wager under a paytable."""
    losing = [pocket for pocket in Pocket if pocket not in paytable.pays]
    rows = (*paytable.rows(under="677a.11(i)(1)(i)"), row(LOSE, "677a.11(i)(1)(ii)", hand=losing))
    return SettlementTable("pocket_bonus", (POCKET,), rows)


def trips_plus(paytable: Paytable) -> SettlementTable:
    """The Trips Plus Wager under a paytable."""
    losing = [hand for hand in Hand if hand not in paytable.pays]
    rows = (*paytable.rows(under="677a.11(i)(2)(i)"), row(LOSE, "677a.11(i)(2)(ii)", hand=losing))
    return SettlementTable("trips_plus", (PLAYER_HAND,), rows)
