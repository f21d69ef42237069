"""The settlement tables of 677a.11(h) and (i).

Hands rank by the standard order, which is that of 677a.6(a), 677a.6(b) and 677a.6(c); their names and the Bad Beat
Bonus are those of 677a.1.
"""

from __future__ import annotations

from enum import IntEnum

from houseway.chapters.c677a_heads_up_holdem.paytables import Pocket
from houseway.chapters.holdem import (
    DEALER_CATEGORY,
    HOLE_CARDS,
    OUTCOME,
    PLAYER_HAND,
    PLAYER_HOLE_CARDS,
    Hand,
    hands_from,
    hands_up_to,
)
from houseway.money import EVEN, LOSE, PUSH
from houseway.rules.paytable import Paytable, label_of, table_of
from houseway.rules.settlement import HANDS_TIE, Compared, Fact, SettlementTable, row


class Qualifies(IntEnum):
    """Whether the dealer's hand contains a pair or better."""

    NO = 0
    YES = 1


def _pocket(high: int, low: int, *, suited: bool) -> Pocket:
    if high == low:
        return Pocket.PAIR_OF_ACES if high == 14 else Pocket.PAIR_OF_2S_TO_KINGS
    if high == 14 and low >= 11:
        return Pocket.ACE_AND_FACE_OF_THE_SAME_SUIT if suited else Pocket.ACE_AND_FACE_OF_DIFFERENT_SUITS
    return Pocket.NOTHING


QUALIFIES = Fact(
    id="dealer-qualifies",
    name="dealer",
    values=tuple(Qualifies),
    primitive=DEALER_CATEGORY,
    lookup=bytes(hand >= Hand.PAIR for hand in Hand),
)
POCKET = Fact(
    id="pocket",
    name="hand",
    values=tuple(Pocket),
    primitive=PLAYER_HOLE_CARDS,
    lookup=bytes(_pocket(high, low, suited=suited) for high, low, suited in HOLE_CARDS),
)

_TOO_LOW = "the dealer has less than a pair"

ANTE = SettlementTable(
    "ante",
    (QUALIFIES, OUTCOME),
    (
        row(PUSH, "677a.11(h)(1)", reason=_TOO_LOW, dealer=Qualifies.NO),
        row(EVEN, "677a.12(a)", under="677a.11(h)(2)(i)", dealer=Qualifies.YES, outcome=Compared.HIGHER),
        row(PUSH, "677a.11(h)(2)(ii)", reason=HANDS_TIE, dealer=Qualifies.YES, outcome=Compared.EQUAL),
        row(LOSE, "677a.11(h)(2)(iii)", dealer=Qualifies.YES, outcome=Compared.LOWER),
    ),
)

_BELOW_STRAIGHT = hands_up_to(Hand.THREE_OF_A_KIND)
_STRAIGHT_OR_HIGHER = hands_from(Hand.STRAIGHT)

RAISE = SettlementTable(
    "raise",
    (QUALIFIES, OUTCOME, PLAYER_HAND),
    (
        row(EVEN, "677a.12(a)", under="677a.11(h)(1)(i)", dealer=Qualifies.NO, outcome=Compared.HIGHER),
        row(PUSH, "677a.11(h)(1)(ii)", reason=HANDS_TIE, dealer=Qualifies.NO, outcome=Compared.EQUAL),
        row(LOSE, "677a.11(h)(1)(iii)", dealer=Qualifies.NO, outcome=Compared.LOWER),
        row(EVEN, "677a.12(a)", under="677a.11(h)(2)(i)", dealer=Qualifies.YES, outcome=Compared.HIGHER),
        row(PUSH, "677a.11(h)(2)(ii)", reason=HANDS_TIE, dealer=Qualifies.YES, outcome=Compared.EQUAL),
        row(LOSE, "677a.11(h)(2)(iii)(A)", dealer=Qualifies.YES, outcome=Compared.LOWER, hand=_BELOW_STRAIGHT),
        row(LOSE, "677a.11(h)(2)(iii)(B)", dealer=Qualifies.YES, outcome=Compared.LOWER, hand=_STRAIGHT_OR_HIGHER),
    ),
)


def odds_wager(odds: Paytable, bad_beat: Paytable) -> SettlementTable:
    """The Odds Wager: a winning hand is paid by one paytable, the Bad Beat Bonus by the other."""
    unpaid = [hand for hand in Hand if hand >= Hand.STRAIGHT and hand not in bad_beat.pays]
    return SettlementTable(
        "odds",
        (QUALIFIES, OUTCOME, PLAYER_HAND),
        (
            *(
                row(
                    pays,
                    odds.clause,
                    under="677a.11(h)(1)(i)" if dealer is Qualifies.NO else "677a.11(h)(2)(i)",
                    name=label_of(hand),
                    dealer=dealer,
                    outcome=Compared.HIGHER,
                    hand=hand,
                )
                for dealer in Qualifies
                for hand, pays in odds.pays.items()
            ),
            row(PUSH, "677a.11(h)(1)(ii)", reason=HANDS_TIE, dealer=Qualifies.NO, outcome=Compared.EQUAL),
            row(LOSE, "677a.11(h)(1)(iii)", dealer=Qualifies.NO, outcome=Compared.LOWER),
            row(PUSH, "677a.11(h)(2)(ii)", reason=HANDS_TIE, dealer=Qualifies.YES, outcome=Compared.EQUAL),
            row(LOSE, "677a.11(h)(2)(iii)(A)", dealer=Qualifies.YES, outcome=Compared.LOWER, hand=_BELOW_STRAIGHT),
            *(
                row(
                    pays,
                    bad_beat.clause,
                    under="677a.11(h)(2)(iii)(B)",
                    name=f"Bad Beat Bonus, {label_of(hand)}",
                    dealer=Qualifies.YES,
                    outcome=Compared.LOWER,
                    hand=hand,
                )
                for hand, pays in bad_beat.pays.items()
            ),
            # No hand beats a royal flush: the row stands here so that the table is total.
            row(LOSE, "677a.12(c)", dealer=Qualifies.YES, outcome=Compared.LOWER, hand=unpaid),
        ),
    )


def pocket_bonus(paytable: Paytable) -> SettlementTable:
    """The Pocket Bonus Wager under a paytable."""
    return table_of("pocket_bonus", POCKET, paytable, paid="677a.11(i)(1)(i)", lost="677a.11(i)(1)(ii)")


def trips_plus(paytable: Paytable) -> SettlementTable:
    """The Trips Plus Wager under a paytable."""
    return table_of("trips_plus", PLAYER_HAND, paytable, paid="677a.11(i)(2)(i)", lost="677a.11(i)(2)(ii)")
