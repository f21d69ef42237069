"""OHH as its schema has it, and our own history, which becomes the table again."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import houseway.interop
from houseway.chapters.registry import GAMES as BANKED
from houseway.chapters.registry import resolve
from houseway.engine.pot import events as ev
from houseway.engine.table import Table
from houseway.interop.history import HistoryError, from_history, to_history
from houseway.interop.ohh import BET_TYPES, GAME_TYPES, NoOhhGameError, to_ohh
from tests.engine.driver import plausible, seat_players, shuffled
from tests.poker.tables import GAMES, STRUCTURES, random_play

SCHEMA = json.loads((Path(houseway.interop.__file__).parent / "ohh.schema.json").read_text())


def _finished(game: str, structure: str, seed: int):
    play = random_play(game, structure, seed)
    play.finish_a_round()
    return play


_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


def _faults(value: Any, schema: dict[str, Any], where: str = "") -> list[str]:
    """What the schema has against a value, for the keywords it uses."""
    faults: list[str] = []
    kind = schema.get("type")
    if kind and (not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return [f"{where} is no {kind}: {value!r}"]
    if "enum" in schema and value not in schema["enum"]:
        faults.append(f"{where} is not offered: {value!r}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        faults.append(f"{where} does not match: {value!r}")
    if "minimum" in schema and value < schema["minimum"]:
        faults.append(f"{where} is too small: {value!r}")
    if kind == "object":
        properties = schema["properties"]
        faults += [f"{where} lacks {key}" for key in schema["required"] if key not in value]
        faults += [f"{where} has {key}" for key in value if key not in properties]
        for key, one in value.items():
            faults += _faults(one, properties.get(key, {}), f"{where}.{key}")
    if kind == "array":
        for place, one in enumerate(value):
            faults += _faults(one, schema["items"], f"{where}[{place}]")
    return faults


@pytest.mark.parametrize("game", GAME_TYPES)
def test_ohh_is_as_its_schema_has_it_and_its_money_adds_up(game):
    for structure in BET_TYPES:
        for seed in range(25):
            play = _finished(game, structure.value, seed)
            ohh = json.loads(json.dumps(to_ohh(play.table)))
            assert _faults(ohh, SCHEMA) == []
            _adds_up(ohh["ohh"], play.table)


def _adds_up(ohh, table):
    put_in = sum(round(100 * action.get("amount", 0)) for part in ohh["rounds"] for action in part["actions"])
    returned = sum(event.cents for event in table.events if isinstance(event, ev.UncalledBetReturned))
    assert put_in - returned == sum(round(100 * pot["amount"]) for pot in ohh["pots"])
    for pot in ohh["pots"]:
        won = sum(round(100 * win["win_amount"]) for win in pot["player_wins"])
        assert won + round(100 * pot["rake"]) + round(100 * pot["jackpot"]) == round(100 * pot["amount"])


def test_ohh_of_one_players_view_holds_no_other_hand_that_was_not_shown():
    play = _finished("holdem", "no-limit", 3)
    hero = play.table.state.order[0]
    ohh = to_ohh(play.table, hero=hero)["ohh"]
    dealt = [action for part in ohh["rounds"] for action in part["actions"] if action["action"] == "Dealt Cards"]
    assert ohh["hero_player_id"] == hero
    assert {action["player_id"] for action in dealt} == {hero}


def test_a_game_ohh_has_no_name_for_is_refused():
    with pytest.raises(NoOhhGameError, match="our own history"):
        to_ohh(_finished("badugi", "fixed-limit", 1).table)


@pytest.mark.parametrize("game", GAMES)
def test_a_poker_history_becomes_the_table_again(game):
    for structure in STRUCTURES:
        play = random_play(game, structure, 5)
        for _ in range(60):
            play.do(play.plausible())
        again = from_history(to_history(play.table))
        assert again.state == play.table.state
        assert again.events == play.table.events
        assert again.rules.digest == play.table.rules.digest


@pytest.mark.parametrize("game", BANKED)
def test_a_banked_history_becomes_the_table_again(game):
    chance = random.Random(game)
    table = Table(resolve({"game": game}))
    table.ready(shuffled(table, chance))
    seat_players(table, chance)
    for _ in range(30):
        command = plausible(table, chance)
        if command is None:
            break
        table.send(command)
    again = from_history(to_history(table).decode())
    assert again.state == table.state
    assert again.events == table.events


def _changed(**changes):
    data = json.loads(to_history(_finished("holdem", "no-limit", 1).table))
    return json.dumps({**data, **changes})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "cannot be read"),
        ("{}", "cannot be read"),
        (_changed(format="x"), "not a 'houseway-history'"),
        (_changed(version=2), "version 2"),
        (_changed(digest="0"), "digest"),
        (_changed(game="whist"), "not lawful"),
        (_changed(submission={}), "not lawful"),
        (_changed(events=[{"event": "earthquake"}]), "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_history_is_said(text, says):
    with pytest.raises(HistoryError, match=says):
        from_history(text)
