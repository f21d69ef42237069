"""What share of the pot a hand may hope for, estimated by dealing the unseen cards many times."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random

from houseway.cards import DECK_52, Card
from houseway.chapters.c637a_poker.hands import value
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import Contest, Forms, PokerGame
from houseway.chapters.c637a_poker.strategy.draws import discards
from houseway.seats import Seat

_FEWEST_SAMPLES, _MOST_SAMPLES = 60, 200
_WORK = 5000
"""Five-card hands to be looked at for one player in a decision, so that it takes about as long in every game."""
_WORK_OF_A_DRAW = 20
_MOST_OPPONENTS = 3
"""Against more players than these the estimate is carried on by their number."""


def share_of_pot(
    game: PokerGame, seen: PokerObservation, seat: Seat, chance: Random, hand: Sequence[Card] | None = None
) -> float:
    """The share the seat's hand wins on average against hands dealt at random from what the seat cannot see.

    ``hand``: another hand than the seat's own, to compare discards by.
    """
    others = [one for one in seen.hands if one != seat]
    if not others:
        return 1.0
    sampler = _Sampler(game, seen, seat, tuple(hand) if hand is not None else _own(seen, seat), chance)
    samples = _samples(game)
    faced = min(len(others), _MOST_OPPONENTS)
    total = 0.0
    for _ in range(samples):
        total += sampler.share(chance.sample(others, faced))
    share = total / samples
    return float(share ** (len(others) / faced))


def _samples(game: PokerGame) -> int:
    held = cards_in_the_end(game)
    fives = comb(held, 2) * comb(5, 3) if game.forms is Forms.TWO_AND_THREE else comb(max(held, 5), 5)
    draws = sum(street.draw for street in game.streets)
    work = len(game.contests) * (fives + _WORK_OF_A_DRAW * draws)
    return min(max(_WORK // work, _FEWEST_SAMPLES), _MOST_SAMPLES)


def _own(seen: PokerObservation, seat: Seat) -> tuple[Card, ...]:
    return tuple([card for card in seen.hands[seat] if card is not None])


def cards_in_the_end(game: PokerGame) -> int:
    """How many cards a player holds at the showdown."""
    return sum(street.down + street.up - street.discard for street in game.streets)


def draws_from(game: PokerGame, street: str) -> int:
    """How many draws are still to come at a street, its own included."""
    ids = [one.id for one in game.streets]
    place = ids.index(street) if street in ids else 0
    return sum(one.draw for one in game.streets[place:])


class _Sampler:
    """Deals what one seat cannot see, over and over."""

    def __init__(
        self, game: PokerGame, seen: PokerObservation, seat: Seat, own: tuple[Card, ...], chance: Random
    ) -> None:
        self.game, self.seen, self.own, self.chance = game, seen, own, chance
        self.full = cards_in_the_end(game)
        self.board = tuple([card for card in seen.community if card is not None])
        self.to_come = sum(street.community for street in game.streets) - len(seen.community)
        known = {*own, *_own(seen, seat), *self.board, *seen.common, *seen.discarded}
        known |= {card for hand in seen.hands.values() for card in hand if card is not None}
        self.unseen = [card for card in DECK_52 if card not in known]
        self.draws = sum(street.draw for street in game.streets)
        # At a betting round the draw before it is over; while cards are drawn the seat's own draw is still due.
        self.own_draws = draws_from(game, seen.phase) - (seen.status != "drawing" and self._is_draw())

    def _is_draw(self) -> bool:
        return any(street.draw and street.id == self.seen.phase for street in self.game.streets)

    def share(self, others: Sequence[Seat]) -> float:
        """The share won in one deal against these seats."""
        stub = self.chance.sample(self.unseen, len(self.unseen))
        board = (*self.board, *[stub.pop() for _ in range(self.to_come)], *self.seen.common)
        size = self.full - len(self.seen.common)
        hands = [self._complete(self.own, stub, size, self.own_draws)]
        for seat in others:
            visible = tuple([card for card in self.seen.hands[seat] if card is not None])
            hands.append(self._complete(visible, stub, size, self.draws))
        return share_of_first(self.game, hands, board)

    def _complete(self, known: tuple[Card, ...], stub: list[Card], size: int, draws: int) -> tuple[Card, ...]:
        """Fill a hand up to its size and draw as often as is left, as far as the stub goes."""
        hand = (*known, *[stub.pop() for _ in range(min(size - len(known), len(stub)))])
        for left in range(draws, 0, -1):
            gone = discards(self.game, hand, left)
            gone = gone[: len(stub)]
            hand = (*[card for card in hand if card not in gone], *[stub.pop() for _ in gone])
        return hand


def share_of_first(game: PokerGame, hands: Sequence[Sequence[Card]], board: Sequence[Card]) -> float:
    """The share of the pot that the first of these hands wins."""
    shares: list[float] = []
    for contest, _ in game.contests:
        values = [_value(game, contest, hand, board) for hand in hands]
        best = max(values)
        if best < 0:
            continue
        shares.append(1 / values.count(best) if values[0] == best else 0.0)
    return sum(shares) / len(shares)


def _value(game: PokerGame, contest: Contest, hand: Sequence[Card], board: Sequence[Card]) -> int:
    found = value(game, contest, hand, board)
    return -1 if found is None else found
