"""647a: the Progressive Payout Wager under a strategy before the Flop."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from houseway.cards import RANKS
from houseway.chapters import registry
from houseway.chapters.c647a_holdem_bonus.lab.progressive import progressive
from houseway.lab.analysis import analyze
from houseway.lab.sheet import Grid, MainSheet, Result, SheetError, WagerSheet
from houseway.rules.table_rules import TableRules

TOTAL = comb(52, 2) * comb(50, 3)


def rules() -> TableRules:
    return registry.resolve({"game": "holdem-bonus"}, kind=TableRules)


def main(**words: str) -> MainSheet:
    """A main game in which the named hands are folded, and all others played."""
    ranks = tuple(reversed(RANKS))
    cells = tuple(
        tuple(
            words.get(ranks[min(r, c)] + ranks[max(r, c)] + ("" if r == c else "s" if c > r else "o"), "flop")
            for c in range(13)
        )
        for r in range(13)
    )
    grid = Grid(title="", rows=ranks, columns=ranks, cells=cells)
    results = (Result(net=Fraction(0), deals=1),)
    return MainSheet(
        unit="ante",
        played="a strategy",
        total=1,
        results=results,
        average_wager=Fraction(1),
        decisions=(),
        strategy=(grid,),
    )


def sheet(**words: str) -> WagerSheet:
    first, *_ = progressive(rules(), main(**words))
    return first


def lost_by_fold(one: WagerSheet) -> int:
    return sum(row.combinations for row in one.rows if row.clause == "647a.11(b)(2)(i)(B)")


def test_without_a_fold_every_flop_counts_as_often_as_five_cards():
    (five,) = (one for one in analyze(rules(), wager="five_card_player").wagers if one.wager == "five_card_player")
    own = sheet()
    assert own.total == TOTAL == 10 * five.total
    for hand in ("royal flush", "straight flush", "four of a kind", "full house", "flush"):
        assert own.combinations[hand] == 10 * five.combinations[hand]
    assert lost_by_fold(own) == 0


@pytest.mark.long
@pytest.mark.parametrize(("hand", "pairs"), [("72o", 12), ("AKs", 4), ("22", 6)])
def test_647a_11_b_2_i_B__a_fold_loses_the_wager(hand: str, pairs: int):
    assert lost_by_fold(sheet(**{hand: "fold"})) == pairs * comb(50, 3)


@pytest.mark.long
def test_folding_suited_cards_loses_their_royal_flushes():
    assert sheet(AKs="fold").combinations["royal flush"] == sheet().combinations["royal flush"] * 9 // 10


def test_a_strategy_without_a_grid_of_two_cards_is_no_answer():
    from msgspec.structs import replace

    with pytest.raises(SheetError):
        progressive(rules(), replace(main(), strategy=()))
