"""Poker hands and shares of a pot by the names people call them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from houseway.cards import RANKS, Card, rank_of
from houseway.chapters.c637a_poker.events import UNCONTESTED
from houseway.chapters.c637a_poker.hands import cards_of
from houseway.chapters.c637a_poker.rules import Contest, Forms, PokerGame
from houseway.ranking import STANDARD_ORDER, Category, category_of, strength
from houseway.ranking.hand_names import RANK_NAMES, high_name

_NUMBERS = ("no", "one", "two", "three", "four")
_BADUGIS = (Contest.BADUGI, Contest.BADUGI_ACE_HIGH)


def contest_name(contest: str) -> str:
    """What a share of the pot is won for, in a word or two."""
    return {Contest.LOW_EIGHT: "low", Contest.BADUGI_ACE_HIGH: "badugi", UNCONTESTED: "alone"}.get(contest, contest)


def hand_name(game: PokerGame, hand: Sequence[Card], board: Sequence[Card]) -> str:
    """What a poker hand is worth in each contest, where it has cards enough to say so."""
    enough = len(board) >= 3 if game.forms is Forms.TWO_AND_THREE else len(hand) + len(board) >= 5
    names = [
        name_of(contest, cards_of(game, contest, hand, board))
        for contest, _ in game.contests
        if enough or contest in _BADUGIS
    ]
    return ", ".join(name for name in names if name)


def kept_name(game: PokerGame, kept: Sequence[Card]) -> str:
    """What the cards that are kept in a draw make so far, in each contest."""
    names = [
        name_of(contest, cards_of(game, contest, kept, ()))
        if contest in _BADUGIS or len(kept) == 5
        else _so_far(kept, ace_high=contest in (Contest.HIGH, Contest.LOW_27), high=contest is Contest.HIGH)
        for contest, _ in game.contests
    ]
    return ", ".join(dict.fromkeys(name for name in names if name))


def _so_far(kept: Sequence[Card], *, ace_high: bool, high: bool) -> str:
    """Fewer than five cards by name: what pairs among them, else their ranks.

    >>> from houseway.cards import cards
    >>> _so_far(cards("9s 9d 4c"), ace_high=True, high=True), _so_far(cards("7s 4d As"), ace_high=False, high=False)
    ('pair of nines', '7-4-A')
    """
    alike = sorted(((count, rank) for rank, count in Counter(map(rank_of, kept)).items()), reverse=True)
    several = [f"{RANK_NAMES[rank - 2]}{'es' if rank == 6 else 's'}" for count, rank in alike if count > 1]
    if len(several) == 2:
        return f"two pair, {several[0]} and {several[1]}"
    if several:
        return f"pair of {several[0]}" if alike[0][0] == 2 else f"{_NUMBERS[alike[0][0]]} {several[0]}"
    if not kept:
        return ""
    return f"{RANK_NAMES[alike[0][1] - 2]} high" if high else _in_a_row(kept, ace_high=ace_high)


def name_of(contest: Contest, used: Sequence[Card]) -> str:
    """The name of exactly these cards in a contest.

    >>> from houseway.cards import cards
    >>> name_of(Contest.HIGH, cards("Ks Kd 4c 4h 9s")), name_of(Contest.LOW, cards("8s 6d 4c 3h As"))
    ('two pair, kings and fours', '8-6-4-3-A low')
    """
    if not used:
        return ""
    if contest in _BADUGIS:
        ranks = _in_a_row(used, ace_high=contest is Contest.BADUGI_ACE_HIGH)
        return f"{_NUMBERS[len(used)]}-card badugi {ranks}"
    worth = strength(used, STANDARD_ORDER)
    if contest is Contest.HIGH:
        return high_name(worth)
    if len({rank_of(card) for card in used}) < 5:
        return f"{high_name(worth)} as a low"
    wheel = {rank_of(card) for card in used} == {14, 2, 3, 4, 5}
    category = category_of(worth)
    if contest is Contest.LOW_27 and category > Category.HIGH_CARD and not (wheel and category is Category.STRAIGHT):
        return f"{'flush' if wheel else category.label} as a low"
    return f"{_in_a_row(used, ace_high=contest is Contest.LOW_27)} low"


def _in_a_row(used: Sequence[Card], *, ace_high: bool) -> str:
    order = sorted(used, key=lambda card: rank_of(card) if ace_high or rank_of(card) < 14 else 1, reverse=True)
    return "-".join(RANKS[card >> 2] for card in order)
