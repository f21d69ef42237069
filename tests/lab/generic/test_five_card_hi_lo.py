"""663a with the full deck: the generic solver against the special one, row for row."""

from __future__ import annotations

import pytest

from houseway.chapters import registry
from houseway.chapters.c663a_five_card_hi_lo.lab import solver as hi_lo
from houseway.lab.generic.main_sheet import wager_sheet
from houseway.lab.generic.solver import exact_sheet, solve
from houseway.lab.sheet import quiet
from houseway.rules.table_rules import TableRules


@pytest.mark.proof
def test_the_full_deck_comes_out_as_by_the_special_solver():
    rules = registry.resolve({"game": "five-card-hi-lo"}, kind=TableRules)
    solution = solve(rules, riders=[rules.game.wagers["tie"]])
    generic, special = exact_sheet(rules, solution), hi_lo.main(rules, quiet)
    assert (generic.total, generic.results) == (special.total, special.results)
    assert generic.average_wager == special.average_wager
    assert {one.answer: one.deals for one in generic.decisions if one.asked == "play"} == {
        one.answer: one.deals for one in special.decisions if one.asked == "play"
    }
    own, theirs = ({one.wager: one for one in sheet.wagers} for sheet in (generic, special))
    assert own.keys() == theirs.keys()
    for wager in ("ante", "ante_bonus"):
        assert own[wager].rows == theirs[wager].rows
    assert own["play"].moments == theirs["play"].moments
    # Under best play of the main game alone, a fold losing it.
    tie = wager_sheet(rules, solution.play.course, solution.ends, "tie", total=generic.total)
    assert tie.rows == hi_lo.tie(rules, special)[0].rows
