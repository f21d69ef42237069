"""The settlement tables of 647a.11(h) to (j).

Hands rank by the standard order, which is that of 647a.6(a), 647a.6(b) and 647a.6(c). A table has one row for a hand,
so only the highest is paid (647a.12(d)(2)).
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache

from houseway.chapters import holdem
from houseway.chapters.c647a_holdem_bonus.paytables import Bonus, Extra
from houseway.chapters.holdem import OUTCOME, PLAYER_HAND, Hand, hands_from, hands_up_to
from houseway.money import EVEN, LOSE, PUSH, Role
from houseway.rules.paytable import Paytable, label_of
from houseway.rules.settlement import HANDS_TIE, Both, Compared, Fact, SettlementTable, row


class Folded(IntEnum):
    """Whether the player has folded."""

    NO = 0
    YES = 1


class Drawn(IntEnum):
    """Whether the table game system drew the card or the position in question."""

    NO = 0
    YES = 1


_ACE, _KING, _JACK = 14, 13, 11


def _bonus(high: int, low: int, *, suited: bool, dealer_aces: bool) -> Bonus:
    if high == low == _ACE:
        return Bonus.ACE_ACE_WITH_DEALER_AND_PLAYER if dealer_aces else Bonus.ACE_ACE
    if high == low:
        return Bonus.PAIR_OF_JACKS_TO_KINGS if high >= _JACK else Bonus.PAIR_OF_2S_TO_10S
    if high < _ACE or low < _JACK:
        return Bonus.NOTHING
    if low == _KING:
        return Bonus.ACE_KING_OF_THE_SAME_SUIT if suited else Bonus.ACE_KING_OF_DIFFERENT_SUITS
    return Bonus.ACE_QUEEN_OR_ACE_JACK_OF_THE_SAME_SUIT if suited else Bonus.ACE_QUEEN_OR_ACE_JACK_OF_DIFFERENT_SUITS


BONUS = Fact(
    id="bonus",
    name="hand",
    values=tuple(Bonus),
    primitive=Both(holdem.PLAYER_HOLE_CARDS, holdem.DEALER_ACES),
    lookup=bytes(
        _bonus(high, low, suited=suited, dealer_aces=dealer_aces)
        for high, low, suited in holdem.HOLE_CARDS
        for dealer_aces in (False, True)
    ),
)


FOLDED = Fact(id="folded", name="folded", values=tuple(Folded), primitive=holdem.FOLDED)
PLAYER_FLOP_HAND = Fact(id="player-flop-hand", name="hand", values=tuple(Hand), primitive=holdem.PLAYER_FLOP_CATEGORY)
DEALER_FLOP_HAND = Fact(id="dealer-flop-hand", name="hand", values=tuple(Hand), primitive=holdem.DEALER_FLOP_CATEGORY)


@cache
def ante(least: Hand) -> SettlementTable:
    """The Ante Wager, which wins only with the least hand or a higher one."""
    too_low = f"the player wins, but with less than a {label_of(least)}"
    return SettlementTable(
        "ante",
        (OUTCOME, PLAYER_HAND),
        (
            row(LOSE, "647a.11(h)(2)(i)", outcome=Compared.LOWER),
            row(EVEN, "647a.12(a)", under="647a.11(h)(2)(ii)", outcome=Compared.HIGHER, hand=hands_from(least)),
            row(
                PUSH,
                "647a.11(h)(2)(ii)",
                reason=too_low,
                outcome=Compared.HIGHER,
                hand=hands_up_to(Hand(least - 1)),
            ),
            row(PUSH, "647a.11(h)(2)(iii)", reason=HANDS_TIE, outcome=Compared.EQUAL),
        ),
    )


def _street(wager: str) -> SettlementTable:
    return SettlementTable(
        wager,
        (OUTCOME,),
        (
            row(LOSE, "647a.11(h)(2)(i)", outcome=Compared.LOWER),
            row(EVEN, "647a.12(a)", under="647a.11(h)(2)(ii)", outcome=Compared.HIGHER),
            row(PUSH, "647a.11(h)(2)(iii)", reason=HANDS_TIE, outcome=Compared.EQUAL),
        ),
    )


FLOP, TURN, RIVER = _street("flop"), _street("turn"), _street("river")


def holdem_bonus(paytable: Paytable) -> SettlementTable:
    """The Texas Hold 'Em Bonus Wager under a paytable, folded or not (647a.11(b)(2)(i)(A))."""
    paid = dict(paytable.pays)
    if Bonus.ACE_ACE in paid:
        # A paytable without the row for the dealer's aces pays the player's alike, whatever the dealer holds.
        paid.setdefault(Bonus.ACE_ACE_WITH_DEALER_AND_PLAYER, paid[Bonus.ACE_ACE])
    rows = [
        row(pays, paytable.clause, under="647a.11(h)(3)", name=_bonus_label(paytable, hand), hand=hand)
        for hand, pays in paid.items()
    ]
    losing = [hand for hand in Bonus if hand not in paid]
    return SettlementTable("holdem_bonus", (BONUS,), (*rows, row(LOSE, "647a.11(h)(3)", hand=losing)))


def _bonus_label(paytable: Paytable, hand: IntEnum) -> str:
    return label_of(hand if hand in paytable.pays else Bonus.ACE_ACE)


def progressive(paytable: Paytable) -> SettlementTable:
    """The Progressive Payout Wager, which a fold before the Flop loses."""
    losing = [hand for hand in Hand if hand not in paytable.pays]
    return SettlementTable(
        "progressive",
        (FOLDED, PLAYER_FLOP_HAND),
        (
            row(LOSE, "647a.11(b)(2)(i)(B)", folded=Folded.YES),
            *(
                row(pays, paytable.clause, under="647a.11(i)", name=label_of(hand), folded=Folded.NO, hand=hand)
                for hand, pays in paytable.pays.items()
            ),
            row(LOSE, paytable.clause, under="647a.11(i)", folded=Folded.NO, hand=losing),
        ),
    )


def five_card(whose: str, paytable: Paytable) -> SettlementTable:
    """The Five Card Hand Bonus Wager on the player's or the dealer's hand, folded or not (647a.11(b)(2)(i)(C))."""
    fact = DEALER_FLOP_HAND if whose == "dealer" else PLAYER_FLOP_HAND
    return _by_flop_hand(f"five_card_{whose}", fact, paytable, "647a.11(j)", Role.WAGER)


def envy(paytable: Paytable) -> SettlementTable:
    """What another player's hand is worth to one with a Progressive Payout Wager; the folded hand counts too."""
    return _by_flop_hand("envy", PLAYER_FLOP_HAND, paytable, "647a.11(i)(5)", Role.ENVY)


def _by_flop_hand(id: str, fact: Fact, paytable: Paytable, under: str, role: Role) -> SettlementTable:
    losing = row(LOSE, paytable.clause, under=under, hand=[hand for hand in Hand if hand not in paytable.pays])
    return SettlementTable(id, (fact,), (*paytable.rows(under=under), losing), role)


def drawn_bonus(id: str, extra: Extra, wager: str, paytable: Paytable, positions: int) -> SettlementTable:
    """Return what a Magic Card or a Lucky Bonus adds to a Five Card Hand Bonus Wager.

    The Lucky Bonus is drawn among so many betting positions and the dealer.
    """
    drawn = {
        (Extra.MAGIC_CARD, "five_card_player"): holdem.PLAYER_MAGIC_CARD,
        (Extra.MAGIC_CARD, "five_card_dealer"): holdem.DEALER_MAGIC_CARD,
        (Extra.LUCKY_BONUS, "five_card_player"): holdem.player_lucky(positions),
        (Extra.LUCKY_BONUS, "five_card_dealer"): holdem.dealer_lucky(positions),
    }[extra, wager]
    return SettlementTable(
        id,
        (Fact(id=drawn.id, name="drawn", values=tuple(Drawn), primitive=drawn),),
        (
            row(paytable.pays[extra], paytable.clause, under="647a.11(j)", name=label_of(extra), drawn=Drawn.YES),
            row(LOSE, paytable.clause, under="647a.11(j)", drawn=Drawn.NO),
        ),
        Role.ON_TOP,
    )
