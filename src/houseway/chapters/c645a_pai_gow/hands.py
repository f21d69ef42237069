"""What seven cards form, what a setting is worth, and what else the facts of the chapter look at."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, IntFlag, auto
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from houseway.cards import JOKER, RED_SUITS, Card, rank_of, suit_of
from houseway.chapters.c645a_pai_gow.paytables import DynastyHand, EmperorHand, FortuneHand, HighCard, ProgressiveHand
from houseway.money import Pays, Role, worth
from houseway.ranking import PAI_GOW_ORDER, Category, category_of, describe, strength, two_card_strength
from houseway.ranking.order import rank_name
from houseway.rules.paytable import Paytable
from houseway.rules.settlement import Primitive, comparison
from houseway.rules.showdown import Setting, Showdown

ACE, KING, QUEEN, TEN = 14, 13, 12, 10


class Form(IntFlag):
    """Everything that seven cards can form at once and a paytable may name.

    A pair is that of 645a.6(b)(10), two pair that of 645a.6(b)(9); hands of one kind compare by 645a.6(c).
    """

    THREE_PAIR = auto()  # 645a.13(b), paytable C alone
    THREE_OF_A_KIND = auto()  # 645a.6(b)(8)
    STRAIGHT = auto()  # 645a.6(b)(7)
    FLUSH = auto()  # 645a.6(b)(6)
    FULL_HOUSE = auto()  # 645a.6(b)(5), 645a.6(f)(6)
    FOUR_OF_A_KIND = auto()  # 645a.6(b)(4), 645a.6(f)(5)
    STRAIGHT_FLUSH = auto()  # 645a.6(b)(3), 645a.6(f)(4)
    ROYAL_FLUSH = auto()  # 645a.6(b)(2), 645a.6(f)(3)
    FIVE_ACES = auto()  # 645a.6(b)(1), 645a.6(f)(2)
    ACE_FIVE_NATURAL = auto()  # 645a.6(g)(5)
    SEVEN_WITH_JOKER = auto()  # 645a.6(d)(3), 645a.6(e)(3), 645a.6(f)(1), 645a.6(g)(4)
    SEVEN_NATURAL = auto()  # 645a.6(d)(1), 645a.6(e)(1), 645a.6(f)(1), 645a.6(g)(2)
    ROYAL_AND_ACE_KING = auto()  # 645a.6(d)(2)(i), 645a.6(e)(2)
    ROYAL_AND_KING_QUEEN = auto()  # 645a.6(d)(2)(ii)
    NATURAL_ROYAL_AND_ACE_QUEEN = auto()  # 645a.6(g)(3)
    ACE_FIVE_NATURAL_AND_ACE_QUEEN = auto()  # 645a.6(g)(1)


_STRAIGHT_OR_FLUSH = int(Form.STRAIGHT | Form.FLUSH)


def _run(low: int, length: int) -> int:
    return ((1 << length) - 1) << low


# Ranks as bits 1 to 14, the ace at both ends, so that it may stand below the 2 or above the king.
_ACE_BITS = (1 << 1) | (1 << ACE)
_RUNS_OF_5 = tuple(_run(low, 5) for low in range(1, 11))
_RUNS_OF_7 = tuple(_run(low, 7) for low in range(1, 9))
_ACE_TO_FIVE, _TEN_TO_ACE = _RUNS_OF_5[0], _RUNS_OF_5[-1]


def _bits(ranks: list[int]) -> int:
    mask = 0
    for rank in ranks:
        mask |= _ACE_BITS if rank == ACE else 1 << rank
    return mask


def _most_of(mask: int, runs: tuple[int, ...]) -> int:
    """How many cards of the best run are held."""
    return max((mask & run).bit_count() for run in runs)


# Two ranks of one suit that a paytable may name beside five cards.
_ACE_KING, _KING_QUEEN, _ACE_QUEEN = (frozenset(two) for two in ((ACE, KING), (KING, QUEEN), (ACE, QUEEN)))


@lru_cache(maxsize=8192)
def formed(seven: tuple[Card, ...]) -> int:
    """Every form of the seven cards, the joker standing where it may (645a.6(a)), as bits of `Form`."""
    natural = [card for card in seven if card != JOKER]
    joker = len(seven) - len(natural)
    found = _by_ranks(tuple(sorted([rank_of(card) for card in natural])), joker)
    suits = [suit_of(card) for card in natural]
    for suit in range(4):
        if suits.count(suit) + joker >= 5:
            suited = [rank_of(card) for card in natural if suit_of(card) == suit]
            others = [card for card in natural if suit_of(card) != suit]
            found |= _by_suit(_bits(suited), joker, _suited_two(others))
    return found


# Many hands have the same ranks, or the same ranks of a suit: each is looked at once.


@lru_cache(maxsize=1 << 17)
def _by_ranks(ranks: tuple[int, ...], joker: int) -> int:
    """The forms of ranks alone."""
    found = _by_counts([*ranks, ACE] if joker else list(ranks))
    if _most_of(_bits(list(ranks)), _RUNS_OF_5) + joker >= 5:
        found |= Form.STRAIGHT
    return int(found)


def _by_counts(ranks: list[int]) -> Form:
    found = Form(0)
    times = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if times[0] == 5:
        found |= Form.FIVE_ACES
    if times[0] >= 4:
        found |= Form.FOUR_OF_A_KIND
    if times[0] >= 3:
        found |= Form.THREE_OF_A_KIND
        if times[1] >= 2:
            found |= Form.FULL_HOUSE
    if times[:3] == [2, 2, 2]:
        found |= Form.THREE_PAIR
    return found


@lru_cache(maxsize=1 << 15)
def _by_suit(mask: int, joker: int, two: frozenset[int]) -> int:
    """The forms of one suit's ranks, with the joker, beside two cards of another suit or whatever else."""
    found = Form.FLUSH
    if _most_of(mask, _RUNS_OF_5) + joker >= 5:
        found |= Form.STRAIGHT_FLUSH
    if mask & _ACE_TO_FIVE == _ACE_TO_FIVE:
        found |= Form.ACE_FIVE_NATURAL
        if two == _ACE_QUEEN:
            found |= Form.ACE_FIVE_NATURAL_AND_ACE_QUEEN
    royal = (mask & _TEN_TO_ACE).bit_count()
    if royal + joker >= 5:
        found |= Form.ROYAL_FLUSH
        if two == _ACE_KING:
            found |= Form.ROYAL_AND_ACE_KING
        elif two == _KING_QUEEN:
            found |= Form.ROYAL_AND_KING_QUEEN
        elif two == _ACE_QUEEN and royal == 5:
            found |= Form.NATURAL_ROYAL_AND_ACE_QUEEN
    most = _most_of(mask, _RUNS_OF_7)
    if most == 7:
        found |= Form.SEVEN_NATURAL
    elif most == 6 and joker:
        found |= Form.SEVEN_WITH_JOKER
    return int(found)


def _suited_two(others: list[Card]) -> frozenset[int]:
    """The ranks of the two cards beside five, if they are of one suit and a paytable may name them."""
    if len(others) != 2 or suit_of(others[0]) != suit_of(others[1]):
        return frozenset()
    two = frozenset(rank_of(card) for card in others)
    return two if two in (_ACE_KING, _KING_QUEEN, _ACE_QUEEN) else frozenset()


_COMMON = {
    "STRAIGHT": Form.STRAIGHT,
    "THREE_OF_A_KIND": Form.THREE_OF_A_KIND,
    "FLUSH": Form.FLUSH,
    "FULL_HOUSE": Form.FULL_HOUSE,
    "FOUR_OF_A_KIND": Form.FOUR_OF_A_KIND,
    "STRAIGHT_FLUSH": Form.STRAIGHT_FLUSH,
    "ROYAL_FLUSH": Form.ROYAL_FLUSH,
    "FIVE_ACES": Form.FIVE_ACES,
}


def _forms(hands: type[IntEnum], own: Mapping[IntEnum, Form]) -> dict[IntEnum, Form]:
    return {**{hand: _COMMON[hand.name] for hand in hands if hand.name in _COMMON}, **own}


def fortune_forms(brand: str) -> dict[IntEnum, Form]:
    """645a.6(d): the Royal Match is king and queen at Fortune, ace and king at Emperor's Challenge, and nothing elsewhere."""
    matches = {"fortune": Form.ROYAL_AND_KING_QUEEN, "emperor": Form.ROYAL_AND_ACE_KING}
    return _forms(
        FortuneHand,
        {
            FortuneHand.THREE_PAIR: Form.THREE_PAIR,
            FortuneHand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER: Form.SEVEN_WITH_JOKER,
            FortuneHand.ROYAL_FLUSH_AND_ROYAL_MATCH: matches.get(brand, Form(0)),
            FortuneHand.SEVEN_CARD_STRAIGHT_FLUSH: Form.SEVEN_NATURAL,
        },
    )


EMPEROR_FORMS = _forms(
    EmperorHand,
    {
        EmperorHand.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER: Form.SEVEN_WITH_JOKER,
        EmperorHand.ROYAL_FLUSH_AND_ACE_KING_SUITED: Form.ROYAL_AND_ACE_KING,
        EmperorHand.SEVEN_CARD_STRAIGHT_FLUSH: Form.SEVEN_NATURAL,
    },
)

PROGRESSIVE_FORMS = _forms(
    ProgressiveHand, {ProgressiveHand.SEVEN_CARD_STRAIGHT_FLUSH: Form.SEVEN_NATURAL | Form.SEVEN_WITH_JOKER}
)

DYNASTY_FORMS = _forms(
    DynastyHand,
    {
        DynastyHand.ACE_FIVE_NATURAL_STRAIGHT_FLUSH: Form.ACE_FIVE_NATURAL,
        DynastyHand.SEVEN_CARD_STRAIGHT_FLUSH: Form.SEVEN_WITH_JOKER,
        DynastyHand.NATURAL_ROYAL_FLUSH_AND_NATURAL_ACE_QUEEN_SUITED: Form.NATURAL_ROYAL_AND_ACE_QUEEN,
        DynastyHand.SEVEN_CARD_NATURAL_STRAIGHT_FLUSH: Form.SEVEN_NATURAL,
        DynastyHand.ACE_FIVE_NATURAL_STRAIGHT_FLUSH_AND_NATURAL_ACE_QUEEN_SUITED: Form.ACE_FIVE_NATURAL_AND_ACE_QUEEN,
    },
)


def best_paying(paytable: Paytable, forms: Mapping[IntEnum, Form]) -> bytes:
    """For all that seven cards can form the best-paying row of a paytable (reading 645a-bonus-order); 0 if none."""
    best_first = sorted(paytable.pays, key=lambda hand: _gains(paytable.pays[hand]), reverse=True)
    order = [*map(int, best_first), 0]
    found = b"\0"
    for form in Form:
        own = next((int(hand) for hand in best_first if forms[hand] & form), 0)
        # With this form too, whatever was paid less is paid as this hand.
        paid = bytearray(range(256))
        for less in order[order.index(own) :]:
            paid[less] = own
        found += found.translate(paid)
    return found


def _gains(pays: Pays) -> tuple[Fraction, Fraction]:
    net = worth(pays).net(Role.WAGER)
    return net.meter, net.wager


def high_card(seven: tuple[Card, ...]) -> int:
    """The `HighCard` of seven cards, the joker being an ace."""
    ranks = {rank_of(card) for card in seven}
    if len(ranks) < len(seven) or formed(seven) & _STRAIGHT_OR_FLUSH:
        return HighCard.PAIR_OR_BETTER
    # Seven ranks up to the 8 are a straight, so 9 is the least high card there is.
    return max(ranks) - 9 + HighCard.NINE_HIGH


def high_strength(setting: Setting) -> int:
    return strength(setting.high, PAI_GOW_ORDER)


def low_strength(setting: Setting) -> int:
    return two_card_strength(setting.low)


def is_proper(setting: Setting) -> bool:
    """645a.11(b): whether the high hand ranks at least as high as the low hand."""
    return high_strength(setting) >= low_strength(setting)


def settings_of(seven: tuple[Card, ...]) -> list[Setting]:
    """Every setting of seven cards that is not foul."""
    every = [Setting(tuple(card for card in seven if card not in low), low) for low in combinations(seven, 2)]
    return [setting for setting in every if is_proper(setting)]


# What the facts of the chapter are looked up by.


def _player_high(showdown: Showdown) -> int:
    assert showdown.player_setting is not None
    return high_strength(showdown.player_setting)


def _bank_high(showdown: Showdown) -> int:
    assert showdown.bank_setting is not None
    return high_strength(showdown.bank_setting)


def _player_low(showdown: Showdown) -> int:
    assert showdown.player_setting is not None
    return low_strength(showdown.player_setting)


def _bank_low(showdown: Showdown) -> int:
    assert showdown.bank_setting is not None
    return low_strength(showdown.bank_setting)


def _player_foul(showdown: Showdown) -> int:
    assert showdown.player_setting is not None
    return not is_proper(showdown.player_setting)


def _player_high_card(showdown: Showdown) -> int:
    return high_card(showdown.player)


def _bank_high_card(showdown: Showdown) -> int:
    return high_card(showdown.bank)


def _player_forms(showdown: Showdown) -> int:
    return formed(showdown.player)


def _player_colours(showdown: Showdown) -> int:
    """Twice the number of red cards, and one for the joker."""
    seven = showdown.player
    return 2 * sum([suit_of(card) in RED_SUITS for card in seven]) + (JOKER in seven)


HIGH_COMPARED = comparison("pai-gow.high-compared", player=_player_high, bank=_bank_high, any_suits=True)
LOW_COMPARED = comparison("pai-gow.low-compared", player=_player_low, bank=_bank_low, any_suits=True)
PLAYER_FOUL = Primitive(id="pai-gow.player-foul", size=2, of=_player_foul, any_suits=True)
PLAYER_HIGH_CARD = Primitive(
    id="pai-gow.player-high-card", size=HighCard.ACE_HIGH + 1, of=_player_high_card, any_suits=True
)
BANK_HIGH_CARD = Primitive(id="pai-gow.bank-high-card", size=HighCard.ACE_HIGH + 1, of=_bank_high_card, any_suits=True)
PLAYER_FORMS = Primitive(id="pai-gow.player-forms", size=1 << len(Form), of=_player_forms, any_suits=True)
PLAYER_COLOURS = Primitive(id="pai-gow.player-colours", size=16, of=_player_colours)
COLOURS = tuple((red, joker) for red in range(8) for joker in (0, 1))
"""Red cards and jokers among seven, by their number in `PLAYER_COLOURS`."""


def _named(setting: Setting) -> str:
    low = low_strength(setting)
    pair = category_of(low) is Category.PAIR
    front = describe(low) if pair else f"{rank_name(low >> 16)}-{rank_name((low >> 12) & 15)}"
    return f"{describe(high_strength(setting), PAI_GOW_ORDER)} / {front}"


def describe_hands(showdown: Showdown) -> tuple[str, str]:
    """The player's and the bank's two hands by name, as far as they are set."""
    settings = (showdown.player_setting, showdown.bank_setting)
    player, bank = (_named(one) if one is not None else "" for one in settings)
    return (player, bank)
