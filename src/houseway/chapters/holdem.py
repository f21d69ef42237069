"""What 677a and 647a have in common: two cards each, five community cards, best five of seven."""

from __future__ import annotations

from enum import IntEnum

from houseway.cards import DECK_52, Card
from houseway.clause import ClauseId
from houseway.ranking import STANDARD_ORDER, Category, describe, strength
from houseway.rules.game import Deal, Phase, To, TurnUp
from houseway.rules.settlement import Fact
from houseway.rules.showdown import Showdown

DECK = DECK_52


class Outcome(IntEnum):
    """The player's hand beside the dealer's."""

    LOWER = 0
    EQUAL = 1
    HIGHER = 2


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


def _outcome(showdown: Showdown) -> int:
    player, dealer = player_strength(showdown), dealer_strength(showdown)
    return Outcome.HIGHER if player > dealer else Outcome.EQUAL if player == dealer else Outcome.LOWER


OUTCOME = Fact("outcome", tuple(Outcome), _outcome)
PLAYER_HAND = Fact("hand", tuple(Hand), lambda showdown: player_strength(showdown) >> 20)


def five_cards_strength(cards: tuple[Card, ...], community: tuple[Card, ...]) -> int:
    """The two cards and the Flop, exactly five."""
    return strength(cards + community[:3], STANDARD_ORDER)


def describe_hands(showdown: Showdown) -> tuple[str, str]:
    """The player's and the dealer's hands by name."""
    if len(showdown.community) < 5:
        return ("", "")
    return (describe(player_strength(showdown)), describe(dealer_strength(showdown)))


def deals(
    streets: tuple[tuple[str, int, str], ...],
    *,
    hole_clause: str,
    first_clause: str,
    stacks: bool,
    community_first: bool,
) -> dict[str, Phase | None]:
    """The deals by name: the players' and dealer's two cards, then each street with its burn.

    Where the device reshuffles, the five community cards may come first; they are then only turned up, with no burn.
    """
    phases: dict[str, Phase | None] = {"community": None}
    if community_first:
        phases["community"] = Deal(id="community", to=To.COMMUNITY, cards=5, clause=ClauseId(first_clause))
    phases["hole"] = Deal(id="hole", to=To.PLAYERS_AND_DEALER, cards=2, clause=ClauseId(hole_clause), stacks=stacks)
    for name, cards, clause in streets:
        if community_first:
            phases[name] = TurnUp(id=name, cards=cards, clause=ClauseId(clause))
        else:
            phases[name] = Deal(id=name, to=To.COMMUNITY, cards=cards, clause=ClauseId(clause), burn=1)
    return phases
