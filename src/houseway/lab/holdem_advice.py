"""Shared parts of advice for games with two cards in hand and a board: sums over boards, and sums kept for first decisions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np

from houseway.cards import DECK_52, Card
from houseway.lab import store
from houseway.lab.facet import Cards
from houseway.lab.holdem import Numbers
from houseway.lab.kernels import showdowns
from houseway.lab.kernels.boards import boards
from houseway.rules.table_rules import TableRules

_BEFORE_FLOP: dict[str, Numbers] = {}


def sums_before_flop(rules: TableRules, solve: Callable[[], Numbers]) -> Numbers:
    """Return the sums by starting hand: those an earlier run kept, or else those solved now."""
    if rules.digest not in _BEFORE_FLOP:
        held = store.kept_arrays(_name(rules))
        if held is None:
            held = {"sums": solve()}
            store.keep_arrays(_name(rules), held)
        _BEFORE_FLOP[rules.digest] = held["sums"]
    return _BEFORE_FLOP[rules.digest]


def is_quick(rules: TableRules, board: Cards) -> bool:
    """Return whether advice comes at once: before the flop it rests on every deal, which an earlier run may have kept."""
    return bool(board) or rules.digest in _BEFORE_FLOP or store.kept_arrays(_name(rules)) is not None


def _name(rules: TableRules) -> str:
    return f"before-flop.{rules.game.id}.{rules.digest}"


def pair_number(hand: Cards) -> int:
    """Return the number of two cards among all pairs of cards."""
    a, b = sorted(hand)
    return b * (b - 1) // 2 + a


def unseen_cards(hand: Cards, board: Cards) -> list[Card]:
    """Return the cards of the deck that are neither in the hand nor on the board."""
    return [card for card in DECK_52 if card not in hand and card not in board]


def won_on_boards(hand: Cards, board: Cards, pays: Numbers) -> tuple[Numbers, Numbers]:
    """Return what two wagers win over every dealer's hand, for each board that this one can become."""
    rest = combinations(unseen_cards(hand, board), 5 - len(board))
    every = np.array([(*board, *more) for more in rest], np.uint8)
    pairs, won = boards(), np.zeros((2, len(every)), np.int64)
    showdowns.won_by(every, pairs.suits, pairs.first, pairs.second, pays, pair_number(hand), won)
    return won[0], won[1]
