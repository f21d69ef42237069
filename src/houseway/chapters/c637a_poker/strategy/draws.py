"""What a computer player keeps in a draw: made hands, and the usual draws to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from houseway.cards import Card, rank_of, suit_of
from houseway.chapters.c637a_poker.rules import Contest, PokerGame
from houseway.ranking import STANDARD_ORDER, Category, category_of, strength
from houseway.ranking.low import badugi

_ACE = 14
_GOOD_LOW = 8
_HIGH_CARD_KEPT = 11


def discards(game: PokerGame, hand: Sequence[Card], draws_left: int) -> tuple[Card, ...]:
    """The cards to throw away; ``draws_left``: how many draws are still to come, this one included."""
    contests = [contest for contest, _ in game.contests]
    match contests:
        case [Contest.HIGH]:
            kept = _keep_high(hand)
        case [Contest.BADUGI]:
            kept = _keep_badugi(hand, ace_high=False, last=draws_left == 1)
        case [low]:
            kept = _keep_low(hand, ace_high=low is Contest.LOW_27, last=draws_left == 1)
        case _:
            kept = _keep_both(hand, ace_high=Contest.LOW_27 in contests, last=draws_left == 1)
    return tuple([card for card in hand if card not in kept])


def _keep_high(hand: Sequence[Card]) -> list[Card]:
    made = category_of(strength(hand, STANDARD_ORDER))
    if made is Category.FOUR_OF_A_KIND or made >= Category.STRAIGHT:
        return list(hand)
    times = Counter(rank_of(card) for card in hand)
    if made in (Category.TWO_PAIR, Category.THREE_OF_A_KIND):
        return [card for card in hand if times[rank_of(card)] > 1]
    suits = Counter(suit_of(card) for card in hand)
    suit, most = suits.most_common(1)[0]
    if most == 4:
        return [card for card in hand if suit_of(card) == suit]
    if made is Category.PAIR:
        return [card for card in hand if times[rank_of(card)] == 2]
    open_ended = _four_in_a_row(hand)
    if open_ended:
        return open_ended
    best = sorted(hand, key=rank_of, reverse=True)
    both_high = rank_of(best[1]) >= _HIGH_CARD_KEPT
    return best[:2] if both_high else best[:1]


def _four_in_a_row(hand: Sequence[Card]) -> list[Card]:
    """Four cards that a card at either end makes a straight."""
    by_rank = {rank_of(card): card for card in hand}
    for low in range(2, 11):
        ranks = range(low, low + 4)
        if all(rank in by_rank for rank in ranks):
            return [by_rank[rank] for rank in ranks]
    return []


def _low_rank(card: Card, *, ace_high: bool) -> int:
    rank = rank_of(card)
    return 1 if rank == _ACE and not ace_high else rank


def _distinct(hand: Iterable[Card], greatest: int, *, ace_high: bool) -> list[Card]:
    """The lowest cards of different ranks, none above the greatest rank."""
    kept: dict[int, Card] = {}
    for card in sorted(hand, key=lambda one: _low_rank(one, ace_high=ace_high)):
        rank = _low_rank(card, ace_high=ace_high)
        if rank <= greatest:
            kept.setdefault(rank, card)
    return list(kept.values())


def _keep_low(hand: Sequence[Card], *, ace_high: bool, last: bool) -> list[Card]:
    # With no draw to come after this one a rougher hand is good enough to stand on.
    pat = _distinct(hand, _GOOD_LOW + (2 if last else 0), ace_high=ace_high)
    if len(pat) == len(hand) and not (ace_high and category_of(strength(hand, STANDARD_ORDER)) > Category.HIGH_CARD):
        return pat
    kept = _distinct(hand, _GOOD_LOW, ace_high=ace_high)
    # Five low cards that count as a straight or a flush are broken up at the top.
    return kept[: len(hand) - 1]


def _keep_badugi(hand: Sequence[Card], *, ace_high: bool, last: bool) -> list[Card]:
    best = badugi(hand, ace_high=ace_high)[1][0]
    if len(best) == 4 and (last or max(_low_rank(card, ace_high=ace_high) for card in best) <= 10):
        return list(best)
    return [card for card in best if _low_rank(card, ace_high=ace_high) <= _GOOD_LOW]


def _keep_both(hand: Sequence[Card], *, ace_high: bool, last: bool) -> list[Card]:
    """A low hand of five and a Badugi of four from the same five cards."""
    low = _keep_low(hand, ace_high=ace_high, last=last)
    suits = len(badugi(hand, ace_high=ace_high)[1][0])
    if len(low) == 5 and (suits == 4 or last):
        return low
    kept = _keep_badugi(hand, ace_high=ace_high, last=False)
    for card in _distinct(hand, _GOOD_LOW, ace_high=ace_high):
        if len(kept) < 4 and rank_of(card) not in [rank_of(one) for one in kept]:
            kept.append(card)
    return kept
