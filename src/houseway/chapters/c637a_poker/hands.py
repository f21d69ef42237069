"""What a hand is worth in each contest, and what shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from houseway.cards import Card
from houseway.chapters.c637a_poker.events import UNCONTESTED
from houseway.chapters.c637a_poker.rules import Contest, Forms, PokerGame
from houseway.chapters.c637a_poker.state import PokerState
from houseway.ranking import STANDARD_ORDER, strength
from houseway.ranking.low import ace_to_five, badugi, deuce_to_seven, none_above_eight, qualifies_eight_or_better
from houseway.seats import Seat

# Looked up once: most hands of a showdown contend for this.
HIGH: Final = Contest.HIGH
ANY_FIVE: Final = Forms.ANY_FIVE


def fives(game: PokerGame, hand: Sequence[Card], board: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Every five-card hand a player may form."""
    if game.forms is Forms.TWO_AND_THREE:
        threes = list(combinations(board, 3))
        return [two + three for two in combinations(hand, 2) for three in threes]
    return list(combinations((*hand, *board), 5))


def value(game: PokerGame, contest: Contest, hand: Sequence[Card], board: Sequence[Card]) -> int | None:
    """What the hand is worth in a contest, greater being better; None if it does not qualify.

    High hands rank by 637a.6(a) and 637a.6(b). Only the cards count, not what their player says of them (637a.6(f)).
    """
    if contest is HIGH:
        if game.forms is ANY_FIVE:
            return strength((*hand, *board), STANDARD_ORDER)
        return max(strength(five, STANDARD_ORDER) for five in fives(game, hand, board))
    match contest:
        case Contest.LOW:
            return max(ace_to_five(five) for five in fives(game, hand, board))
        case Contest.LOW_EIGHT:
            # Most hands have too few low cards: nothing is formed of the others.
            low = fives(game, none_above_eight(hand), none_above_eight(board))
            return max((ace_to_five(five) for five in low if qualifies_eight_or_better(five)), default=None)
        case Contest.LOW_27:
            # The games of 637a.20 deal five cards and no board.
            return deuce_to_seven(strength(hand, STANDARD_ORDER))
        case Contest.BADUGI:
            return badugi(hand)[0]
        case Contest.BADUGI_ACE_HIGH:
            return badugi(hand, ace_high=True)[0]


def is_beaten(
    game: PokerGame,
    seat: Seat,
    hands: Mapping[Seat, Sequence[Card]],
    board: Sequence[Card],
    pots: Iterable[Collection[Seat]],
) -> bool:
    """Return whether the known hands beat a seat's hand for every share of every pot it contends for (637a.18(e)).

    ``hands`` are the seat's own and those shown, ``pots`` the contenders for each. A tie beats nothing; a pot for which nobody
    else contends cannot be lost.
    """
    contested = [contenders for contenders in pots if seat in contenders and len(contenders) > 1]
    for contest, _ in game.contests:
        own = value(game, contest, hands[seat], board)
        if own is None:
            continue
        values = {other: value(game, contest, hand, board) for other, hand in hands.items()}
        better = {other for other, worth in values.items() if worth is not None and worth > own}
        if any(better.isdisjoint(contenders) for contenders in contested):
            return False
    return bool(contested)


def cards_of(game: PokerGame, contest: Contest, hand: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The cards with which a hand contends."""
    return next(iter(equal_hands(game, contest, hand, board)), ())


def winning_cards(game: PokerGame, contest: str, hand: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards with which a hand won a share of a pot; none where nobody else contended for it."""
    return () if contest == UNCONTESTED else cards_of(game, Contest(contest), hand, board)


def equal_hands(
    game: PokerGame, contest: Contest, hand: Sequence[Card], board: Sequence[Card]
) -> list[tuple[Card, ...]]:
    """Every choice of cards that makes the best hand: they differ in suits only."""
    if contest in (Contest.BADUGI, Contest.BADUGI_ACE_HIGH):
        return badugi(hand, ace_high=contest is Contest.BADUGI_ACE_HIGH)[1]
    best = value(game, contest, hand, board)
    return [five for five in fives(game, hand, board) if best is not None and value_of_five(contest, five) == best]


def value_of_five(contest: Contest, five: tuple[Card, ...]) -> int | None:
    """What exactly these five cards are worth."""
    match contest:
        case Contest.HIGH:
            return strength(five, STANDARD_ORDER)
        case Contest.LOW_27:
            return deuce_to_seven(strength(five, STANDARD_ORDER))
        case Contest.LOW_EIGHT:
            return ace_to_five(five) if qualifies_eight_or_better(five) else None
        case _:
            return ace_to_five(five)


def best_showing(game: PokerGame, state: PokerState) -> Seat:
    """The seat with the best hand showing; a tie goes to the closest to the dealer's left."""
    best, seat = -1, Seat(0)
    for one in sorted(state.round.contending):
        shown = showing_value(state.round.up[one], low=game.shows_low)
        if shown > best:
            best, seat = shown, one
    return seat


def showing_value(up: Sequence[Card], *, low: bool) -> int:
    """The worth of up to four up cards: pairs, threes and fours, then ranks; straights and flushes do not show."""
    ranks = [(card >> 2) + 2 for card in up]
    if low:
        ranks = [1 if rank == 14 else rank for rank in ranks]
    times = {rank: ranks.count(rank) for rank in set(ranks)}
    pattern = sorted(times.values(), reverse=True)
    telling = sorted(times, key=lambda rank: (-times[rank], -rank))
    kinds = {(4,): 5, (3, 1): 4, (3,): 4, (2, 2): 3, (2, 1, 1): 2, (2, 1): 2, (2,): 2}
    number = kinds.get(tuple(pattern), 0)
    for position in range(4):
        number = (number << 4) | (telling[position] if position < len(telling) else 0)
    return (1 << 24) - number if low else number
