"""Shares of a pot between ranges of hands: exact up to a change of suits where that is feasible, else over a seeded sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations
from math import comb, lcm, prod, sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK_52, Card, text_of
from houseway.chapters.c637a_poker.rules import PokerGame
from houseway.lab.equity import (
    BOARD,
    SAMPLES,
    SEED,
    Cards,
    Equity,
    Numbers,
    Player,
    Spot,
    Standing,
    boards_of_hands,
    is_holdem_high,
    keys_of_hands,
    spot,
)
from houseway.lab.holdem import workers
from houseway.lab.inputs import InputError
from houseway.lab.kernels.boards import CHANGES
from houseway.lab.ranges import Range, read_range
from houseway.lab.sheet import Progress, quiet

MOST_DEALINGS = 4_000_000
"""Ways to deal the stated cards of all hands that are listed."""
MOST_CLASSES = 8_000
"""Ways to deal hands up to suits whose boards are all counted without being asked to: some 20 seconds of a processor."""
MOST_SHOWDOWNS = 200_000_000
"""Hands on boards that are compared one by one without being asked to."""
_CHUNK = 1 << 15
_FRUITLESS = 40
_MOST_CODED = 5
"""The hands of so many players have one number of 64 bits together."""


class RangeSpot(msgspec.Struct, frozen=True, kw_only=True):
    """Ranges of hands, and the cards everybody shares or that nobody can be dealt; ``known`` has the cards of no hand."""

    ranges: tuple[Range, ...]
    known: Spot

    @property
    def game(self) -> PokerGame:
        return self.known.game

    @property
    def missing(self) -> tuple[int, ...]:
        """How many cards are still to come: to the board, and to each hand."""
        board, *hands = self.known.missing
        return (board, *(many - one.size for many, one in zip(hands, self.ranges, strict=True)))


def range_spot(
    game: PokerGame,
    ranges: Sequence[str],
    *,
    board: Sequence[Card | None] = (),
    dead: Sequence[Card | None] = (),
) -> RangeSpot:
    """Return the spot of these ranges; hands that need a card of the board or a dead one are left out."""
    known = spot(game, [()] * len(ranges), board=board, dead=dead)
    gone, held = {*known.board, *known.dead}, []
    for number, text in enumerate(ranges, 1):
        name = f"range {number}"
        whole = read_range(text, hole_cards=known.missing[number], name=name)
        kept = [at for at, hand in enumerate(whole.hands) if not gone.intersection(hand)]
        if not kept:
            raise InputError(f"{name}: every hand of {text!r} needs a card of the board or a dead one")
        hands, weights = tuple(whole.hands[at] for at in kept), tuple(whole.weights[at] for at in kept)
        held.append(Range(whole.text, hands, weights, whole.is_random))
    return RangeSpot(ranges=tuple(held), known=known)


def range_equity(
    ranged: RangeSpot,
    *,
    exact: bool | None = None,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress = quiet,
) -> Equity:
    """Return the share of each range: every hand of it in proportion to its weight, as far as others leave it its cards.

    ``exact`` None: exact if that takes some seconds at most.
    """
    if exact is not False:
        tally = _count(ranged, always=exact is True, progress=progress)
        if tally is not None:
            return tally.equity(exact=True, seed=None)
        if exact:
            raise InputError(
                "these ranges are too wide to be counted exactly; leave --exact out, and a sample is drawn"
            )
    tally = _Tally(ranged)
    _sample(ranged, tally, samples, seed, progress)
    return tally.equity(exact=False, seed=seed)


class _Tally:
    """What has been won in weighted deals, in parts of a pot; whole numbers of any size."""

    def __init__(self, ranged: RangeSpot) -> None:
        self.ranged = ranged
        self.names = [contest.value for contest, _ in ranged.game.contests]
        players = len(ranged.ranges)
        self.unit = 2 * lcm(*range(1, players + 1))
        self.deals = 0
        self.decided = [0] * len(self.names)
        # Of the pot, then of each contest: all of it, a part, the share, its square.
        self.won: NDArray[Any] = np.zeros((1 + len(self.names), players, 4), object)

    def add(self, keys: Sequence[NDArray[np.uint32]], weights: Numbers | None = None) -> None:
        """Add deals by the keys of every player in each contest, each deal so many times."""
        times = np.ones(keys[0].shape[1], np.int64) if weights is None else weights
        best = [held.max(axis=0) for held in keys]
        qualified = [highest > 0 for highest in best]
        parts = np.maximum(np.sum(qualified, axis=0, dtype=np.int64), 1)
        pot = np.zeros(keys[0].shape, np.int64)
        for number, (held, highest, any_hand) in enumerate(zip(keys, best, qualified, strict=True)):
            winners = (held == highest) & any_hand
            many = np.maximum(winners.sum(axis=0, dtype=np.int64), 1)
            self._add(1 + number, winners * (self.unit // many), times)
            pot += winners * (self.unit // (many * parts))
            self.decided[number] += int(times[any_hand].sum())
        self._add(0, pot, times)
        self.deals += int(times.sum())

    def _add(self, row: int, shares: Numbers, times: Numbers) -> None:
        won = self.won[row]
        for column, of_deal in enumerate((shares == self.unit, (shares > 0) & (shares < self.unit), shares)):
            won[:, column] += (of_deal * times).sum(axis=1, dtype=np.int64).astype(object)
        won[:, 3] += (shares * shares * times).sum(axis=1, dtype=np.int64).astype(object)

    def add_boards(self, tally: Numbers, weight: int) -> None:
        """Add the boards of one contest, by player and number of winners, each so many times."""
        players = len(tally)
        for row in (0, 1):
            for many in range(1, players + 1):
                each, deals = self.unit // many, tally[:, many].astype(object) * weight
                self.won[row, :, 0 if many == 1 else 1] += deals
                self.won[row, :, 2] += deals * each
                self.won[row, :, 3] += deals * each * each
        boards = weight * sum(int(tally[:, many].sum()) // many for many in range(1, players + 1))
        self.deals += boards
        self.decided[0] += boards

    def equity(self, *, exact: bool, seed: int | None) -> Equity:
        """Return the shares."""
        known, players = self.ranged.known, []
        for number, held in enumerate(self.ranged.ranges):
            rows = [
                self._standing(self.won[row, number], deals, exact=exact)
                for row, deals in enumerate((self.deals, *self.decided))
            ]
            contests = dict(zip(self.names, rows[1:], strict=True)) if known.game.splits else {}
            players.append(
                Player(hand=held.text, pot=rows[0], contests=contests, hands=len(held.hands) if held.size else None)
            )
        return Equity(
            game=known.game.id,
            deals=self.deals,
            exact=exact,
            seed=seed,
            players=tuple(players),
            decided=dict(zip(self.names, self.decided, strict=True)) if known.game.splits else {},
            board=text_of(known.board),
            dead=text_of(known.dead),
        )

    def _standing(self, won: NDArray[Any], deals: int, *, exact: bool) -> Standing:
        wins, ties, total, squares = (int(one) for one in won)
        share = Fraction(total, deals * self.unit) if deals else Fraction(0)
        spread = Fraction(squares, deals * self.unit**2) - share**2 if deals and not exact else 0
        return Standing(wins=wins, ties=ties, share=share, error=sqrt(spread / deals) if spread else 0.0)


# Exact: every way to deal the hands, and every board.


def _count(ranged: RangeSpot, *, always: bool, progress: Progress) -> _Tally | None:
    """Count every deal; None if that is not feasible, or takes too long and is not asked for."""
    board, *more = ranged.missing
    if any(more):
        return None
    dealings = _dealings(ranged)
    if dealings is None:
        return None
    places, weights = dealings
    tally = _Tally(ranged)
    if board == BOARD and is_holdem_high(ranged.known):
        hands, times = _up_to_suits(ranged, places, weights)
        if len(hands) > MOST_CLASSES and not always:
            return None
        _count_whole_boards(ranged, hands, times, tally, progress)
        return tally
    left = len(DECK_52) - len(ranged.known.board) - len(ranged.known.dead)
    if comb(left, board) * len(weights) > MOST_SHOWDOWNS * (10 if always else 1):
        return None
    _count_boards(ranged, places, weights, tally, progress)
    return tally


def _masks(held: Range) -> NDArray[np.uint64]:
    return np.array([sum(1 << card for card in hand) for hand in held.hands], np.uint64)


def _whole_weights(held: Range) -> Numbers:
    scale = lcm(*(weight.denominator for weight in held.weights))
    return np.array([int(weight * scale) for weight in held.weights], np.int64)


def _dealings(ranged: RangeSpot) -> tuple[NDArray[np.int32], Numbers] | None:
    """Return the places in each range of hands that share no card, and their weights together; None if there are too many."""
    heaviest = prod(int(_whole_weights(held).max()) for held in ranged.ranges)
    if heaviest * MOST_DEALINGS * (2 * lcm(*range(1, len(ranged.ranges) + 1))) ** 2 >= 1 << 63:
        return None
    places = np.zeros((0, 1), np.int32)
    used, weights = np.zeros(1, np.uint64), np.ones(1, np.int64)
    for held in ranged.ranges:
        masks = _masks(held)
        if len(used) * len(masks) > MOST_DEALINGS:
            return None
        before, own = np.nonzero((used[:, None] & masks[None, :]) == 0)
        used = used[before] | masks[own]
        weights = weights[before] * _whole_weights(held)[own]
        places = np.vstack([places[:, before], own.astype(np.int32)])
    if not len(weights):
        raise InputError(
            "these ranges cannot be held together: no deal gives every player a hand of the range stated for the seat"
        )
    return places, weights


def _up_to_suits(ranged: RangeSpot, places: NDArray[np.int32], weights: Numbers) -> tuple[NDArray[np.int64], list[int]]:
    """Return one of each class of dealings that a change of suits turns into each other, and the weight of the class.

    Only changes that leave the board and the dead cards as they are count.
    """
    if len(ranged.ranges) > _MOST_CODED:
        return _hands_at(ranged, places), weights.tolist()
    fixed = [set(ranged.known.board), set(ranged.known.dead)]
    changes = [
        to for to in CHANGES if all({card & ~3 | to[card & 3] for card in cards} == cards for cards in fixed)
    ]  # fmt: skip
    lowest: NDArray[np.int64] | None = None
    for to in changes:
        moved = np.array(to, np.int64)
        code = np.zeros(places.shape[1], np.int64)
        for held, own in zip(ranged.ranges, places, strict=True):
            cards = np.array(held.hands, np.int64)
            there = np.sort(cards & ~3 | moved[cards & 3], axis=1)
            code = code * 2704 + (there[:, 1] * 52 + there[:, 0])[own]
        lowest = code if lowest is None else np.minimum(lowest, code)
    assert lowest is not None
    _, first, numbers = np.unique(lowest, return_index=True, return_inverse=True)
    times = np.zeros(len(first), np.int64)
    np.add.at(times, numbers, weights)
    return _hands_at(ranged, places[:, first]), times.tolist()


def _hands_at(ranged: RangeSpot, places: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the cards of every player in each dealing."""
    return np.stack([np.array(held.hands, np.int64)[own] for held, own in zip(ranged.ranges, places, strict=True)], 1)


def _count_whole_boards(
    ranged: RangeSpot, hands: NDArray[np.int64], times: list[int], tally: _Tally, progress: Progress
) -> None:
    left = np.array(ranged.known.left, np.uint8)

    def count(number: int) -> Numbers:
        return boards_of_hands(
            hands[number].tolist(), np.setdiff1d(left, hands[number].ravel().astype(np.uint8)), BOARD
        )

    with ThreadPoolExecutor(workers()) as pool:
        for number, won in enumerate(pool.map(count, range(len(hands)))):
            tally.add_boards(won, times[number])
            progress(number + 1, len(hands), "hands")


def _count_boards(
    ranged: RangeSpot, places: NDArray[np.int32], weights: Numbers, tally: _Tally, progress: Progress
) -> None:
    """Rank every hand once on each board, and compare them for every way to deal the hands."""
    known, missing = ranged.known, ranged.missing[0]
    masks = [_masks(held) for held in ranged.ranges]
    used = np.bitwise_or.reduce([mask[own] for mask, own in zip(masks, places, strict=True)])
    hands = [np.array(held.hands, np.uint8).T for held in ranged.ranges]
    boards = list(combinations(known.left, missing))
    for number, more in enumerate(boards):
        board = np.array((*known.board, *more), np.uint8).reshape(-1, 1)
        on_board = np.uint64(sum(1 << card for card in more))
        live = np.nonzero((used & on_board) == 0)[0]
        if not len(live):
            continue
        of_ranges = [
            keys_of_hands(known.game, [cards], np.broadcast_to(board, (len(board), cards.shape[1]))) for cards in hands
        ]
        keys = [
            np.stack([of_ranges[player][contest][0][own[live]] for player, own in enumerate(places)])
            for contest in range(len(known.game.contests))
        ]
        tally.add(keys, weights[live])
        progress(number + 1, len(boards), "boards")


# A sample.


def _sample(ranged: RangeSpot, tally: _Tally, samples: int, seed: int, progress: Progress) -> None:
    """Draw hands by their weights, again where two share a card, and deal the rest."""
    fruitless = 0
    for number, dealt in enumerate(_draws(ranged, seed)):
        fruitless = 0 if dealt.shape[1] else fruitless + 1
        if fruitless > _FRUITLESS:
            raise InputError(
                "these ranges can hardly be held together: no deal was found that gives every player a hand"
            )
        if not dealt.shape[1]:
            continue
        tally.add(_keys_of_deals(ranged, dealt[:, : samples - tally.deals]))
        progress(tally.deals, samples, f"deals, {number + 1} draws")
        if tally.deals >= samples:
            return


def _draws(ranged: RangeSpot, seed: int) -> Iterator[Cards]:
    """Yield chunks of deals: of the board what is still to come, then every hand; a column a deal.

    The number of a chunk and the seed alone decide it.
    """
    ranges = [Range(one.text, ((),), (Fraction(1),)) if one.is_random else one for one in ranged.ranges]
    full = ranged.known.missing[1:]
    gone = np.uint64(sum(1 << card for card in (*ranged.known.board, *ranged.known.dead)))
    masks = [_masks(held) for held in ranges]
    shares = [np.cumsum(_whole_weights(held)) for held in ranges]
    deck = np.arange(52, dtype=np.uint64)
    number = 0
    while True:
        chance = np.random.Generator(np.random.Philox(key=[seed, number]))
        number += 1
        used, own, fits = np.full(_CHUNK, gone), [], np.ones(_CHUNK, np.bool_)
        for mask, sums in zip(masks, shares, strict=True):
            place = np.searchsorted(sums, chance.integers(0, sums[-1], _CHUNK), side="right")
            fits &= (used & mask[place]) == 0
            used |= mask[place]
            own.append(place)
        used, own = used[fits], [place[fits] for place in own]
        more = [many - held.size for many, held in zip(full, ranges, strict=True)]
        to_come = ranged.missing[0] + sum(more)
        order = chance.random((52, len(used)))
        order[(used[None, :] >> deck[:, None]) & np.uint64(1) == 1] = 2.0
        others = np.argpartition(order, max(to_come - 1, 0), axis=0)[:to_come].astype(np.uint8)
        # Which of the cards come first is chance: a partition leaves them in an order that is not.
        others = np.take_along_axis(others, np.argsort(np.take_along_axis(order, others, axis=0), axis=0), axis=0)
        row, parts = ranged.missing[0], [others[: ranged.missing[0]]]
        for held, place, many in zip(ranges, own, more, strict=True):
            stated = np.array(held.hands, np.uint8).reshape(len(held.hands), held.size).T[:, place]
            parts += [stated, others[row : row + many]]
            row += many
        yield np.concatenate(parts)


def _keys_of_deals(ranged: RangeSpot, dealt: Cards) -> list[NDArray[np.uint32]]:
    known = ranged.known
    fixed = np.broadcast_to(np.array(known.board, np.uint8).reshape(-1, 1), (len(known.board), dealt.shape[1]))
    row = known.missing[0]
    board, hands = np.concatenate([fixed, dealt[:row]]), []
    for many in known.missing[1:]:
        hands.append(dealt[row : row + many])
        row += many
    return keys_of_hands(known.game, hands, board)
