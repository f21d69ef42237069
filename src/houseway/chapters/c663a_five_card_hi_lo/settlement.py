"""The settlement tables of 663a.11(g), (h) and (j)."""

from __future__ import annotations

from enum import IntEnum

from houseway.cards import rank_of
from houseway.chapters.c663a_five_card_hi_lo.paytables import Aces, PokerHand, Ties
from houseway.chapters.c663a_five_card_hi_lo.setting import aces_in, high_points, low_points
from houseway.money import EVEN, LOSE, PUSH, Role
from houseway.ranking import STANDARD_ORDER, Category, category_of, describe, strength
from houseway.rules.paytable import Paytable, label_of, table_of
from houseway.rules.settlement import (
    HIGH_HAND_ONLY,
    LOW_HAND_ONLY,
    Both,
    Compared,
    Fact,
    Primitive,
    SettlementTable,
    comparison,
    row,
)
from houseway.rules.showdown import Showdown


def _player_high(showdown: Showdown) -> int:
    assert showdown.player_setting is not None
    return high_points(showdown.player_setting)


def _bank_high(showdown: Showdown) -> int:
    assert showdown.bank_setting is not None
    return high_points(showdown.bank_setting)


def _player_low(showdown: Showdown) -> int:
    assert showdown.player_setting is not None
    return low_points(showdown.player_setting)


def _bank_low(showdown: Showdown) -> int:
    assert showdown.bank_setting is not None
    return low_points(showdown.bank_setting)


def _player_aces(showdown: Showdown) -> int:
    return aces_in(showdown.player)


def _player_holds_a_2(showdown: Showdown) -> int:
    return any(rank_of(card) == 2 for card in showdown.player)


def _player_category(showdown: Showdown) -> int:
    """The category of the five cards, pairs told apart by rank: 0 is no pair, 1 a pair of 2s, 14 two pair."""
    best = strength(showdown.player, STANDARD_ORDER)
    match category_of(best):
        case Category.HIGH_CARD:
            return 0
        case Category.PAIR:
            return ((best >> 16) & 15) - 1
        case higher:
            return higher + 12


HIGH_COMPARED = comparison("hi-lo.high-compared", player=_player_high, bank=_bank_high, any_suits=True)
LOW_COMPARED = comparison("hi-lo.low-compared", player=_player_low, bank=_bank_low, any_suits=True)
PLAYER_ACES = Primitive(id="hi-lo.player-aces", size=5, of=_player_aces, any_suits=True)
PLAYER_HOLDS_A_2 = Primitive(id="hi-lo.player-holds-a-2", size=2, of=_player_holds_a_2, any_suits=True)
PLAYER_CATEGORY = Primitive(id="hi-lo.player-category", size=22, of=_player_category, any_suits=True)

HIGH = Fact(id="high", name="high", values=tuple(Compared), primitive=HIGH_COMPARED)
LOW = Fact(id="low", name="low", values=tuple(Compared), primitive=LOW_COMPARED)

_NONE, _LOW_TIES, _HIGH_TIES, _BOTH_TIE = Ties
TIES = Fact(
    id="ties",
    name="hand",
    values=tuple(Ties),
    primitive=Both(HIGH_COMPARED, LOW_COMPARED),
    # One line for each comparison of the high hands.
    lookup=bytes(
        (
            *(_NONE, _LOW_TIES, _NONE),
            *(_HIGH_TIES, _BOTH_TIE, _HIGH_TIES),
            *(_NONE, _LOW_TIES, _NONE),
        )
    ),
)

_FEWER, _THREE, _FOUR, _FOUR_AND_2 = Aces
ACES = Fact(
    id="aces",
    name="hand",
    values=tuple(Aces),
    primitive=Both(PLAYER_ACES, PLAYER_HOLDS_A_2),
    # One line for none to two aces, one each for three and four.
    lookup=bytes(
        (
            *(3 * (_FEWER, _FEWER)),
            *(_THREE, _THREE),
            *(_FOUR, _FOUR_AND_2),
        )
    ),
)

_LESS, _SIXES, _SEVENS, *_HIGHER = PokerHand
POKER_HAND = Fact(
    id="poker-hand",
    name="hand",
    values=tuple(PokerHand),
    primitive=PLAYER_CATEGORY,
    # No pair, pairs of 2s to 5s, of 6s, of 7s to aces, two pair and higher.
    lookup=bytes((_LESS, *(4 * (_LESS,)), _SIXES, *(8 * (_SEVENS,)), *_HIGHER)),
)

_NOT_ABOVE = (Compared.LOWER, Compared.EQUAL)
_NOT_BELOW = (Compared.EQUAL, Compared.HIGHER)


def _against_dealer(wager: str) -> SettlementTable:
    """The Ante and Play Wagers share one outcome."""
    return SettlementTable(
        wager,
        (HIGH, LOW),
        (
            row(EVEN, "663a.12(a)", under="663a.11(g)(1)", high=Compared.HIGHER, low=Compared.LOWER),
            row(LOSE, "663a.11(g)(2)", high=_NOT_ABOVE, low=_NOT_BELOW),
            row(PUSH, "663a.11(g)(3)(i)", reason=HIGH_HAND_ONLY, high=Compared.HIGHER, low=_NOT_BELOW),
            row(PUSH, "663a.11(g)(3)(ii)", reason=LOW_HAND_ONLY, high=_NOT_ABOVE, low=Compared.LOWER),
        ),
    )


ANTE = _against_dealer("ante")
PLAY = _against_dealer("play")


def tie(paytable: Paytable) -> SettlementTable:
    """The Tie Wager under a paytable."""
    return table_of("tie", TIES, paytable, paid="663a.11(j)(1)(i)", lost="663a.11(j)(1)(ii)")


def ante_bonus(paytable: Paytable) -> SettlementTable:
    """The Ante Bonus Payout under a paytable; a hand without one leaves nothing to collect."""
    unpaid = [aces for aces in Aces if aces not in paytable.pays]
    rows = (*paytable.rows(under="663a.11(h)"), row(PUSH, "663a.11(h)", name="no bonus", hand=unpaid))
    return SettlementTable("ante_bonus", (ACES,), rows, Role.ON_TOP)


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
