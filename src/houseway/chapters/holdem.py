"""What 677a and 647a have in common: two cards each, five community cards, best five of seven."""

from __future__ import annotations

from enum import IntEnum
from functools import cache

from houseway.cards import DECK_52, Card, rank_of, suit_of
from houseway.clause import ClauseId
from houseway.ranking import STANDARD_ORDER, Category, describe, strength
from houseway.ranking.order import CATEGORY_SHIFT
from houseway.rules.game import Deal, Phase, To, TurnUp
from houseway.rules.settlement import Compared, Fact, Primitive, comparison
from houseway.rules.showdown import Showdown

DECK = DECK_52


class Hand(IntEnum):
    """The five-card hands of 677a.6(b), 647a.6(b) and 663a.6(b), lowest first."""

    HIGH_CARD = Category.HIGH_CARD
    PAIR = Category.PAIR
    TWO_PAIR = Category.TWO_PAIR
    THREE_OF_A_KIND = Category.THREE_OF_A_KIND
    STRAIGHT = Category.STRAIGHT
    FLUSH = Category.FLUSH
    FULL_HOUSE = Category.FULL_HOUSE
    FOUR_OF_A_KIND = Category.FOUR_OF_A_KIND
    STRAIGHT_FLUSH = Category.STRAIGHT_FLUSH
    ROYAL_FLUSH = Category.ROYAL_FLUSH


def hands_up_to(best: Hand) -> tuple[Hand, ...]:
    """Every hand not above the given one."""
    return tuple(hand for hand in Hand if hand <= best)


def hands_from(least: Hand) -> tuple[Hand, ...]:
    """Every hand not below the given one."""
    return tuple(hand for hand in Hand if hand >= least)


def player_strength(showdown: Showdown) -> int:
    return strength(showdown.player + showdown.community, STANDARD_ORDER)


def dealer_strength(showdown: Showdown) -> int:
    return strength(showdown.bank + showdown.community, STANDARD_ORDER)


# What the facts of the two chapters are looked up by.


def _player_category(showdown: Showdown) -> int:
    return player_strength(showdown) >> CATEGORY_SHIFT


def _dealer_category(showdown: Showdown) -> int:
    return dealer_strength(showdown) >> CATEGORY_SHIFT


def _with_flop(cards: tuple[Card, ...], showdown: Showdown) -> tuple[Card, ...]:
    """The two cards and the Flop, exactly five."""
    return cards + showdown.community[:3]


def _player_flop_category(showdown: Showdown) -> int:
    return strength(_with_flop(showdown.player, showdown), STANDARD_ORDER) >> CATEGORY_SHIFT


def _dealer_flop_category(showdown: Showdown) -> int:
    return strength(_with_flop(showdown.bank, showdown), STANDARD_ORDER) >> CATEGORY_SHIFT


def _player_hole_cards(showdown: Showdown) -> int:
    first, second = showdown.player
    low, high = sorted((rank_of(first) - 2, rank_of(second) - 2))
    return 13 * high + low if suit_of(first) == suit_of(second) else 13 * low + high


def _dealer_aces(showdown: Showdown) -> int:
    return all(rank_of(card) == 14 for card in showdown.bank)


def _folded(showdown: Showdown) -> int:
    return showdown.folded


def _player_magic_card(showdown: Showdown) -> int:
    return showdown.magic_card in _with_flop(showdown.player, showdown)


def _dealer_magic_card(showdown: Showdown) -> int:
    return showdown.magic_card in _with_flop(showdown.bank, showdown)


def _player_lucky(showdown: Showdown) -> int:
    return showdown.lucky_player


def _dealer_lucky(showdown: Showdown) -> int:
    return showdown.lucky_dealer


COMPARED = comparison("holdem.compared", player=player_strength, bank=dealer_strength, any_suits=True)
PLAYER_CATEGORY = Primitive(id="holdem.player-category", size=len(Hand), of=_player_category, any_suits=True)
DEALER_CATEGORY = Primitive(id="holdem.dealer-category", size=len(Hand), of=_dealer_category, any_suits=True)
PLAYER_FLOP_CATEGORY = Primitive(
    id="holdem.player-flop-category", size=len(Hand), of=_player_flop_category, any_suits=True
)
DEALER_FLOP_CATEGORY = Primitive(
    id="holdem.dealer-flop-category", size=len(Hand), of=_dealer_flop_category, any_suits=True
)
PLAYER_HOLE_CARDS = Primitive(id="holdem.player-hole-cards", size=169, of=_player_hole_cards, any_suits=True)
DEALER_ACES = Primitive(id="holdem.dealer-aces", size=2, of=_dealer_aces, any_suits=True)
FOLDED = Primitive(id="holdem.folded", size=2, of=_folded, of_cards=False)
PLAYER_MAGIC_CARD = Primitive(id="holdem.player-magic-card", size=2, of=_player_magic_card)
DEALER_MAGIC_CARD = Primitive(id="holdem.dealer-magic-card", size=2, of=_dealer_magic_card)
FULL_TABLE = 6
"""Betting positions of a table that states no other number."""


@cache
def player_lucky(positions: int = FULL_TABLE) -> Primitive:
    """Return whether the player's position is drawn at a table of so many betting positions."""
    return Primitive(id=_among("holdem.player-lucky", positions), size=2, of=_player_lucky, of_cards=False)


@cache
def dealer_lucky(positions: int = FULL_TABLE) -> Primitive:
    """Return whether the dealer's position is drawn at a table of so many betting positions."""
    return Primitive(id=_among("holdem.dealer-lucky", positions), size=2, of=_dealer_lucky, of_cards=False)


def _among(name: str, positions: int) -> str:
    return name if positions == FULL_TABLE else f"{name}.{positions}"


HOLE_CARDS = tuple(
    (max(row, column) + 2, min(row, column) + 2, row > column) for row in range(13) for column in range(13)
)
"""Higher rank, lower rank and whether of the same suit, by the number of the two cards in `PLAYER_HOLE_CARDS`."""

OUTCOME = Fact(id="outcome", name="outcome", values=tuple(Compared), primitive=COMPARED)
PLAYER_HAND = Fact(id="player-hand", name="hand", values=tuple(Hand), primitive=PLAYER_CATEGORY)


def describe_hands(showdown: Showdown) -> tuple[str, str]:
    """The player's and the dealer's hands by name."""
    if len(showdown.community) < 5:
        return ("", "")
    return (describe(player_strength(showdown)), describe(dealer_strength(showdown)))


def deals(
    streets: tuple[tuple[str, int, str], ...],
    *,
    hole_clause: ClauseId,
    first_clause: ClauseId,
    stacks: bool,
    community_first: bool,
) -> dict[str, Phase | None]:
    """The deals by name: the players' and dealer's two cards, then each street with its burn.

    Where the device reshuffles, the five community cards may come first; they are then only turned up, with no burn.
    """
    phases: dict[str, Phase | None] = {"community": None}
    if community_first:
        phases["community"] = Deal(id="community", to=To.COMMUNITY, cards=5, clause=first_clause)
    phases["hole"] = Deal(id="hole", to=To.PLAYERS_AND_DEALER, cards=2, clause=hole_clause, stacks=stacks)
    for name, cards, clause in streets:
        if community_first:
            phases[name] = TurnUp(id=name, cards=cards, clause=ClauseId(clause))
        else:
            phases[name] = Deal(id=name, to=To.COMMUNITY, cards=cards, clause=ClauseId(clause), burn=1)
    return phases
