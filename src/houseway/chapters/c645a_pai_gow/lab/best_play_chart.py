"""Where the best setting of a Pai Gow hand is not the house's own, in words: by the rule of the house way that sets the hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from houseway.cards import JOKER, Card, rank_of, text_of
from houseway.chapters.c645a_pai_gow.hands import high_strength, low_strength
from houseway.chapters.c645a_pai_gow.house_way.holding import PARTINGS
from houseway.chapters.c645a_pai_gow.lab.best_setting import DEALERS, Solved, hand_of
from houseway.chapters.c645a_pai_gow.lab.house_way import every_class
from houseway.chapters.c645a_pai_gow.lab.kernels import house_way as kernels
from houseway.chapters.c645a_pai_gow.lab.sevens import classes
from houseway.lab.sheet import Grid, Line, Listing, Strategy
from houseway.ranking import Category, category_of
from houseway.ranking.order import rank_name
from houseway.rules.showdown import Setting

_HANDS = comb(53, 7)
_ORDINALS = ("", "highest", "2nd", "3rd", "4th", "5th", "6th", "7th")
_RANKS = "AKQJT98765432"
_COMPLETE = frozenset({Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})
"""The kinds of five cards that a key has above its 28 lowest bits."""


@dataclass(slots=True)
class _Group:
    """Hands that one rule of the house way sets in one way and that are best set in another."""

    hands: int = 0
    gained: int = 0
    won: int = 0
    lost: int = 0
    most: int = 0
    example: str = ""


def strategy_of(solved: Solved, losses: int) -> Strategy:
    """The kinds of hands that are best set otherwise, those that gain most first, and when two pairs stay together.

    ``losses``: what a lost hand is, in the parts of the wager that gains are counted in.
    """
    groups = _groups(solved, losses)
    lines = [
        Line(
            when=rule,
            do=f"{best}, not {own}: {_why(group)}",
            share=Fraction(group.hands, _HANDS),
            gain=Fraction(group.gained, losses * DEALERS * _HANDS),
            example=group.example,
        )
        for (rule, own, best), group in sorted(groups.items(), key=lambda item: -item[1].gained)
    ]
    hands = sum(group.hands for group in groups.values())
    listing = Listing(
        title="Set otherwise than the house way, by the rule that would set the hand",
        asked="set",
        lines=tuple(lines),
        says=(
            f"{hands:,} of {_HANDS:,} hands; all others are best set by the house way. Beside each what changes in a hundred of its deals. "
            "Share: of all deals; gain: in parts of the wager, over all deals; the example is the hand that gains most."
        ),
    )
    return (listing, two_pairs(solved))


def _why(group: _Group) -> str:
    """What the other setting changes, in a hundred deals of the group."""
    won, lost = (100 * part / group.hands / DEALERS for part in (group.won, group.lost))
    told = [
        f"{abs(number):.2f} {'more' if number > 0 else 'fewer'} {word}"
        for number, word in ((won, "won"), (lost, "lost"))
        if number
    ]
    return " and ".join(told)


def _groups(solved: Solved, losses: int) -> dict[tuple[str, str, str], _Group]:
    groups: dict[tuple[str, str, str], _Group] = defaultdict(_Group)
    way, own = solved.against.way, every_class(solved.against.way)
    for number, kind in _otherwise(solved):
        hand = _cards(classes().hands[kind])
        house, best = (_parted(hand, place) for place in (own.parted[kind], solved.against.places[number]))
        told = _shape(house), _shape(best)
        if told[0] == told[1]:
            told = _shape(house, hand), _shape(best, hand)
        group = groups[(way.rules[own.ruled[kind]].name, *told)]
        group.hands += int(solved.times[number])
        group.gained += int(solved.gained[number])
        group.won += int(solved.moved[number, 0])
        group.lost += int(solved.moved[number, 1])
        if solved.most[number] > group.most:
            group.most = int(solved.most[number])
            group.example = _example(solved, number, kind, losses)
    return groups


def _otherwise(solved: Solved) -> Iterator[tuple[int, int]]:
    """The settings that are best for some hands and not the house's own, with the class of the hands."""
    begin = solved.against.begin
    first = np.zeros(len(solved.times), np.bool_)
    first[begin[:-1]] = True
    numbers = np.flatnonzero((solved.times > 0) & ~first)
    kinds = np.searchsorted(begin, numbers, side="right") - 1
    yield from zip(numbers.tolist(), kinds.tolist(), strict=True)


def _example(solved: Solved, number: int, kind: int, losses: int) -> str:
    """The hand that gains most: its best front and the house's."""
    hand = hand_of(int(solved.example[number]))
    fronts, backs = _keys(classes().hands[kind])
    own_fronts, own_backs = _keys(np.array(hand, np.uint8))
    shown = []
    for place in (solved.against.places[number], every_class(solved.against.way).parted[kind]):
        # The suits of the hand are others than those of its class's, so the same setting may be another parting.
        same = np.flatnonzero((own_fronts == fronts[place]) & (own_backs == backs[place]))[0]
        shown.append(text_of(_parted(hand, int(same)).low))
    gain = solved.most[number] / losses / DEALERS
    return f"{text_of(hand)}: {shown[0]} front, not {shown[1]}, gains {gain:.4f}"


def _keys(hand: Any) -> tuple[Any, Any]:
    fronts, backs = np.zeros(kernels.PARTINGS, np.int64), np.zeros(kernels.PARTINGS, np.int64)
    kernels.partings(hand, fronts, backs)
    return fronts, backs


def _cards(hand: Any) -> tuple[Card, ...]:
    return tuple(map(Card, hand.tolist()))


def _parted(hand: Sequence[Card], place: int) -> Setting:
    (first, second), back_cards = PARTINGS[place]
    return Setting(high=back_cards(hand), low=(hand[first], hand[second]))


def _shape(setting: Setting, hand: Sequence[Card] = ()) -> str:
    """What goes back and front in words; with the whole hand, which of its ranks go front."""
    back = category_of(high_strength(setting))
    told = "no pair" if back is Category.HIGH_CARD else back.label
    if category_of(low_strength(setting)) is Category.PAIR:
        front = "a pair front" if not hand else f"a pair of {rank_name(rank_of(setting.low[0]))}s front"
    elif hand:
        ranks = sorted(set(map(rank_of, hand)), reverse=True)
        front = " and ".join(_ORDINALS[ranks.index(rank_of(card)) + 1] for card in setting.low) + " front"
    else:
        front = "no pair front"
    return f"{told} back, {front}"


def two_pairs(solved: Solved) -> Grid:
    """Two pairs without a straight or flush: with which highest card beside them both stay back."""
    against = solved.against
    times: dict[tuple[int, int, int, bool], int] = defaultdict(int)
    hands = classes().hands
    for kind in _two_pair_kinds():
        hand = _cards(hands[kind])
        ranks = [rank_of(card) for card in hand]
        pairs = sorted({rank for rank in ranks if ranks.count(rank) == 2}, reverse=True)
        single = max(rank for rank in ranks if ranks.count(rank) == 1)
        for number in range(against.begin[kind], against.begin[kind + 1]):
            if solved.times[number]:
                both_back = category_of(high_strength(_parted(hand, against.places[number]))) is Category.TWO_PAIR
                times[pairs[0], pairs[1], single, both_back] += int(solved.times[number])
    rows, wrong, every = [], 0, sum(times.values())
    for high in range(14, 2, -1):
        row = []
        for low in range(13, 1, -1):
            least, stays = "split", True
            for single in (rank for rank in range(14, 1, -1) if rank not in (high, low)):
                kept, split = (times[high, low, single, both_back] for both_back in (True, False))
                stays = stays and kept >= split
                if stays and kept:
                    least = _RANKS[14 - single]
                wrong += split if stays else kept
            row.append(least if low < high else "")
        rows.append(tuple(row))
    return Grid(
        title="Two pair: both stay back with this card beside them, or a higher one; else the smaller pair goes front",
        rows=tuple(_RANKS[:12]),
        columns=tuple(_RANKS[1:]),
        cells=tuple(rows),
        says=(
            "Rows: the higher pair, columns: the lower. Without a straight or flush in the hand. The card is the highest that is not paired; "
            f"what comes out more often is shown, which is right for {(every - wrong) / every:.2%} of these hands."
        ),
    )


def _two_pair_kinds() -> list[int]:
    """The classes with two pairs and no straight or flush."""
    hands = classes().hands
    ranks = np.where(hands == JOKER, rank_of(JOKER) - 2, hands >> 2)
    often = np.stack([(ranks == rank).sum(1) for rank in range(13)])
    two = ((often == 2).sum(0) == 2) & ((often == 1).sum(0) == 3)
    kinds = []
    for kind in np.flatnonzero(two).tolist():
        fronts, backs = _keys(hands[kind])
        if not any(int(back) >> 28 in _COMPLETE for back in backs[fronts >= 0]):
            kinds.append(kind)
    return kinds
