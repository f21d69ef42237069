"""The settlement tables of 663a.11(g), (h) and (j)."""

from __future__ import annotations

from enum import IntEnum

from houseway.cards import rank_of
from houseway.chapters.c663a_five_card_hi_lo.paytables import TIE, Aces, PokerHand, Ties
from houseway.chapters.c663a_five_card_hi_lo.setting import aces_in, high_points, low_points
from houseway.money import EVEN, LOSE, PUSH
from houseway.ranking import STANDARD_ORDER, Category, category_of, describe, strength
from houseway.rules.paytable import Paytable, label_of
from houseway.rules.settlement import Fact, SettlementTable, row
from houseway.rules.showdown import Showdown


class Points(IntEnum):
    """The total point value of a player's hand beside that of the dealer's."""

    LOWER = 0
    IDENTICAL = 1
    HIGHER = 2


def _compared(player: int, dealer: int) -> Points:
    return Points.HIGHER if player > dealer else Points.IDENTICAL if player == dealer else Points.LOWER


def _high(showdown: Showdown) -> int:
    assert showdown.player_setting is not None and showdown.bank_setting is not None
    return _compared(high_points(showdown.player_setting), high_points(showdown.bank_setting))


def _low(showdown: Showdown) -> int:
    assert showdown.player_setting is not None and showdown.bank_setting is not None
    return _compared(low_points(showdown.player_setting), low_points(showdown.bank_setting))


def _ties(showdown: Showdown) -> int:
    high, low = _high(showdown) == Points.IDENTICAL, _low(showdown) == Points.IDENTICAL
    if high and low:
        return Ties.BOTH_HIGH_AND_LOW_HANDS_TIE
    return Ties.HIGH_HANDS_TIE if high else Ties.LOW_HANDS_TIE if low else Ties.NEITHER


def _aces(showdown: Showdown) -> int:
    match aces_in(showdown.player):
        case 4:
            with_2 = any(rank_of(card) == 2 for card in showdown.player)
            return Aces.FOUR_ACES_AND_ONE_2 if with_2 else Aces.FOUR_ACES
        case 3:
            return Aces.THREE_ACES
        case _:
            return Aces.FEWER_THAN_THREE_ACES


def _poker_hand(showdown: Showdown) -> int:
    best = strength(showdown.player, STANDARD_ORDER)
    category = category_of(best)
    if category > Category.PAIR:
        return PokerHand[category.name]
    pair = (best >> 16) & 15 if category is Category.PAIR else 0
    if pair >= 7:
        return PokerHand.PAIR_OF_7S_OR_BETTER
    return PokerHand.PAIR_OF_6S_OR_BETTER if pair == 6 else PokerHand.LESS


HIGH = Fact("high", tuple(Points), _high)
LOW = Fact("low", tuple(Points), _low)
TIES = Fact("hand", tuple(Ties), _ties)
ACES = Fact("hand", tuple(Aces), _aces)
POKER_HAND = Fact("hand", tuple(PokerHand), _poker_hand)

_NOT_ABOVE = (Points.LOWER, Points.IDENTICAL)
_NOT_BELOW = (Points.IDENTICAL, Points.HIGHER)


def _against_dealer(wager: str) -> SettlementTable:
    """The Ante and Play Wagers share one outcome."""
    return SettlementTable(
        wager,
        (HIGH, LOW),
        (
            row(EVEN, "663a.12(a)", under="663a.11(g)(1)", high=Points.HIGHER, low=Points.LOWER),
            row(LOSE, "663a.11(g)(2)", high=_NOT_ABOVE, low=_NOT_BELOW),
            row(PUSH, "663a.11(g)(3)(i)", high=Points.HIGHER, low=_NOT_BELOW),
            row(PUSH, "663a.11(g)(3)(ii)", high=_NOT_ABOVE, low=Points.LOWER),
        ),
    )


ANTE = _against_dealer("ante")
PLAY = _against_dealer("play")
TIE_WAGER = SettlementTable(
    "tie",
    (TIES,),
    (*TIE.rows(under="663a.11(j)(1)(i)"), row(LOSE, "663a.11(j)(1)(ii)", hand=Ties.NEITHER)),
)


def ante_bonus(paytable: Paytable) -> SettlementTable:
    """The Ante Bonus Payout under a paytable; a hand without one leaves nothing to collect."""
    unpaid = [aces for aces in Aces if aces not in paytable.pays]
    rows = (*paytable.rows(under="663a.11(h)"), row(PUSH, "663a.11(h)", name="no bonus", hand=unpaid))
    return SettlementTable("ante_bonus", (ACES,), rows)


def poker_bonus(paytable: Paytable) -> SettlementTable:
    """The Poker Bonus Wager under a paytable."""
    winning = {
        hand: row(pays, paytable.clause, under="663a.11(j)(2)(i)", name=label_of(hand), hand=_covered(hand, paytable))
        for hand, pays in paytable.pays.items()
    }
    paid = {hand for one in winning.values() for hand in one.when["hand"]}
    losing = [hand for hand in PokerHand if hand not in paid]
    return SettlementTable(
        "poker_bonus", (POKER_HAND,), (*winning.values(), row(LOSE, "663a.11(j)(2)(ii)", hand=losing))
    )


def _covered(hand: IntEnum, paytable: Paytable) -> tuple[IntEnum, ...]:
    """The hands a row pays: a pair of 6s or better is also one of 7s or better, unless that has its own row."""
    if hand == PokerHand.PAIR_OF_6S_OR_BETTER and PokerHand.PAIR_OF_7S_OR_BETTER not in paytable.pays:
        return (hand, PokerHand.PAIR_OF_7S_OR_BETTER)
    return (hand,)


def describe_hands(showdown: Showdown) -> tuple[str, str]:
    """The player's and the dealer's hands in points, the player's five cards as a Poker hand too."""
    player, dealer = showdown.player_setting, showdown.bank_setting
    poker = describe(strength(showdown.player, STANDARD_ORDER)) if showdown.player else ""
    set_by_player = f"{high_points(player)} high, {low_points(player)} low; " if player is not None else ""
    set_by_dealer = f"{high_points(dealer)} high, {low_points(dealer)} low" if dealer is not None else ""
    return (set_by_player + poker, set_by_dealer)
