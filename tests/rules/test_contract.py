"""One contract for every game and every paytable: the tables are sound, the wagers known, the clauses real."""

import itertools

import pytest

from houseway.chapters.registry import GAMES, chapter_of, resolve
from houseway.clause import Clause
from houseway.rules.game import Deal, PayEnvy, PayOnTop, Placed, SettleWagers, SharedMeter, TurnUp
from houseway.rules.settlement import SettlementTable


def _submissions():
    for game in GAMES:
        choices = chapter_of(game).submission.paytable_choices
        yield {"game": game}
        for wager, letters in choices.items():
            for letter in letters:
                yield {"game": game, "paytables": {wager: letter}}
        if game == "pai-gow":
            for variant, brand in itertools.product(("standard", "ez"), ("fortune", "emperor")):
                letter = {"emperor": "A", "fortune": "C"}[brand]
                yield {"game": game, "variant": variant, "brand": brand, "paytables": {"insurance": letter}}
        if game == "holdem-bonus":
            yield {"game": game, "ante_pays_on": "flush"}
        if game in ("heads-up-holdem", "holdem-bonus"):
            yield {"game": game, "dealing": "automated-shoe", "community_first": True}


def _lawful():
    from houseway.chapters.registry import check
    from houseway.rules.submission import Severity

    for data in _submissions():
        _, faults = check(data)
        if not [fault for fault in faults if fault.severity is Severity.FAULT]:
            yield data


def _tables(game) -> list[SettlementTable]:
    tables = list(game.tables.values())
    for stage in game.stages:
        match stage:
            case PayEnvy():
                tables += [table for _, table in stage.tables]
            case PayOnTop():
                tables.append(stage.table)
            case SettleWagers():
                tables += [extra.table for _, extra in stage.on_top]
    return tables


@pytest.mark.parametrize("data", list(_lawful()), ids=str)
def test_a_lowered_table_agrees_with_its_rows_at_every_point(data):
    for table in _tables(resolve(data).game):
        for number, point in enumerate(table.points()):
            index = sum(value * stride for value, stride in zip(point, table.strides, strict=True))
            assert index == number
            assert [table.lowered[index]] == table.matching(point)


@pytest.mark.parametrize("data", list(_lawful()), ids=str)
def test_every_wager_is_settled_and_every_clause_is_well_formed(data):
    game = resolve(data).game
    settled = set()
    for stage in game.stages:
        match stage:
            case SettleWagers():
                settled |= set(stage.wagers)
            case SharedMeter():
                settled.add(stage.wager)
    by_procedure = {"pai_gow"}
    assert set(game.wagers) <= settled | by_procedure
    assert set(game.wagers) <= set(game.tables)
    deals = {phase.id for phase in game.phases if isinstance(phase, Deal | TurnUp)}
    for wager in game.wagers.values():
        assert set(wager.rests_on) <= deals
        assert wager.placed is Placed.BEFORE_THE_DEAL or not wager.rests_on
        Clause.parse(wager.clause)
    for table in _tables(game):
        for row in table.rows:
            assert Clause.parse(row.clause).chapter == game.chapter
            assert row.under is None or Clause.parse(row.under).chapter == game.chapter
    for irregularity in game.irregularities.values():
        assert Clause.parse(irregularity.clause).chapter == game.chapter


@pytest.mark.parametrize("game", GAMES)
def test_the_digest_names_the_rules(game):
    one = resolve({"game": game})
    assert one.digest == resolve({"game": game}).digest
    assert one.digest != resolve({"game": game, "table_minimum": 500}).digest
