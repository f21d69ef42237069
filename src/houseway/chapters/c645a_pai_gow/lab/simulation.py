"""Rounds of 645a: a player who sets as the dealer does, by the house way of the submission."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from houseway.cards import Card
from houseway.chapters.c645a_pai_gow.hands import (
    BANK_HIGH_CARD,
    HIGH_COMPARED,
    LOW_COMPARED,
    PLAYER_COLOURS,
    PLAYER_FORMS,
    PLAYER_FOUL,
    PLAYER_HIGH_CARD,
    formed,
    high_card,
)
from houseway.chapters.c645a_pai_gow.lab.house_way import set_by
from houseway.chapters.c645a_pai_gow.lab.kernels import simulation as kernels
from houseway.chapters.c645a_pai_gow.lab.solver import way_of
from houseway.lab.classes import hands
from houseway.lab.sheet import Progress, quiet
from houseway.lab.simulated.settling import Counts, Histogram, Way
from houseway.rules.table_rules import TableRules

_COUNTED = (HIGH_COMPARED, LOW_COMPARED, PLAYER_FOUL, BANK_HIGH_CARD)
_BITS = 20


def solved(rules: TableRules, progress: Progress) -> dict[str, Any]:
    """Of each class of hands: where its high and its low hand stand as the house way sets it, what it forms, its high card."""
    return tables(rules, [cards for cards, _ in hands(7, joker=True)], progress)


def tables(rules: TableRules, every: Sequence[tuple[Card, ...]], progress: Progress = quiet) -> dict[str, Any]:
    """The same for the classes of these hands alone, one of each."""
    keys = np.zeros(len(every), np.uint64)
    kernels.keys_of(np.array(every, np.int64), keys)
    slots, stood = np.full(1 << _BITS, kernels.EMPTY, np.uint64), np.zeros(1 << _BITS, np.int32)
    kernels.fill(keys, slots, stood, _BITS)
    hands = set_by(way_of(rules), np.array([sorted(cards, reverse=True) for cards in every], np.uint8))
    high, low = (np.unique(column, return_inverse=True)[1].astype(np.int32) for column in (hands.high, hands.low))
    # To a high card the two cards beside a flush may be of one suit or not.
    known: dict[int, int] = {}
    columns = np.zeros((2, len(every)), np.int64)
    for number, (cards, key) in enumerate(zip(every, (keys & ~kernels.SUITED).tolist(), strict=True)):
        if key not in known:
            known[key] = high_card(cards)
        columns[:, number] = known[key], formed(cards)
        if not number & 0x3FFF:
            progress(number, len(every), "what seven cards form")
    return {
        "slots": slots,
        "stood": stood,
        "high": high,
        "low": low,
        "high_cards": columns[0].astype(np.uint8),
        "forms": columns[1].astype(np.uint16),
    }


def ways(rules: TableRules) -> tuple[Way, ...]:
    """The one wager, which cannot be folded."""
    return (Way({"pai_gow": 1}),)


def play(solved: dict[str, Any], seed: int, start: int, rounds: int) -> Counts:
    """Play the rounds from number ``start`` on."""
    compared = np.zeros((3, 3, BANK_HIGH_CARD.size), np.int64)
    forms, high_cards = np.zeros(PLAYER_FORMS.size, np.int64), np.zeros(PLAYER_HIGH_CARD.size, np.int64)
    colours = np.zeros(PLAYER_COLOURS.size, np.int64)
    kernels.play(
        start, np.uint64(seed), rounds, solved["slots"], solved["stood"], _BITS, solved["high"], solved["low"],
        solved["forms"], solved["high_cards"], compared, forms, high_cards, colours,
    )  # fmt: skip
    # The house way never sets a foul hand.
    ended = np.stack([compared, np.zeros_like(compared)], axis=2)
    beside = (
        Histogram((PLAYER_FORMS,), forms),
        Histogram((PLAYER_HIGH_CARD,), high_cards),
        Histogram((BANK_HIGH_CARD,), compared.sum((0, 1))),
        Histogram((PLAYER_COLOURS,), colours),
    )
    return Counts((Histogram(_COUNTED, ended),), beside)
