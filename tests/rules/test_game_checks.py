"""A game that could not be played to its end is refused when it is made, with the point."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from houseway.chapters.registry import resolve
from houseway.rules.game import BankedGame, Decide, Option, Placed, SettleWagers
from houseway.rules.game_checks import GameError
from houseway.rules.table_rules import TableRules


@pytest.fixture
def game() -> BankedGame:
    return resolve({}, game="five-card-hi-lo", kind=TableRules).game


def with_wager(game: BankedGame, wager: str, **changes: Any) -> dict[str, Any]:
    return {"wagers": {**game.wagers, wager: replace(game.wagers[wager], **changes)}}


def with_option(game: BankedGame, word: str, **changes: Any) -> dict[str, Any]:
    def changed(option: Option) -> Option:
        return replace(option, **changes) if option.word == word else option

    return {
        "phases": tuple(
            replace(phase, options=tuple(map(changed, phase.options))) if isinstance(phase, Decide) else phase
            for phase in game.phases
        )
    }


def with_stages(game: BankedGame, **changes: Any) -> dict[str, Any]:
    return {
        "stages": tuple(
            replace(stage, **changes) if isinstance(stage, SettleWagers) else stage for stage in game.stages
        )
    }


def assert_refused(game: BankedGame, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=re.escape(message)):
        replace(game, **changes)


def test_a_wager_that_no_stage_settles(game: BankedGame):
    settled = next(stage.wagers for stage in game.stages if isinstance(stage, SettleWagers) and "tie" in stage.wagers)
    without = tuple(wager for wager in settled if wager != "tie")
    assert_refused(game, with_stages(game, wagers=without), "wager tie is settled by no stage")


def test_an_option_that_places_an_unknown_wager(game: BankedGame):
    assert_refused(game, with_option(game, "play", wager="plya"), "option 'play', wager names the wager 'plya'")


def test_an_option_measured_by_an_unknown_wager(game: BankedGame):
    assert_refused(game, with_option(game, "play", of="anet"), "option 'play', of names the wager 'anet'")


def test_an_option_that_places_a_wager_without_a_measure(game: BankedGame):
    assert_refused(
        game, with_option(game, "play", of=None), "must name it and, under 'of', the wager it is measured by"
    )


def test_a_fold_that_collects_an_unknown_wager(game: BankedGame):
    assert_refused(game, with_option(game, "fold", collects=("antee",)), "collects names the wager 'antee'")


def test_a_round_that_never_ends(game: BankedGame):
    assert_refused(game, {"phases": game.phases[:-1]}, "the last phase, and no other, must be a Settle")


def test_no_main_wager(game: BankedGame):
    assert_refused(game, with_wager(game, "ante", main=False), "one wager must have main=True, not 0")


def test_a_wager_by_decision_that_no_option_places(game: BankedGame):
    assert_refused(game, with_wager(game, "tie", placed=Placed.BY_DECISION), "no option places it")


def test_a_wager_that_rests_on_an_unknown_deal(game: BankedGame):
    assert_refused(game, with_wager(game, "tie", rests_on=("holes",)), "rests_on names the deal 'holes'")


def test_a_table_that_takes_more_cards_than_the_deck_has(game: BankedGame):
    assert_refused(game, {"seats": 10}, "a full table takes 55 cards, and the deck has 52")


def test_every_fault_is_named_at_once(game: BankedGame):
    changes = {**with_wager(game, "ante", main=False), "phases": game.phases[:-1]}
    with pytest.raises(GameError, match=r"main=True.*must be a Settle"):
        replace(game, **changes)
