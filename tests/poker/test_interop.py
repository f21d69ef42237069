"""Our own history, which becomes the table again."""

from __future__ import annotations

import json
import random

import pytest

from houseway.chapters.registry import GAMES as BANKED
from houseway.chapters.registry import resolve
from houseway.engine.table import Table
from houseway.interop.history import HistoryError, from_history, to_history
from tests.engine.driver import plausible, seat_players, shuffled
from tests.poker.tables import GAMES, STRUCTURES, random_play


def _finished(game: str, structure: str, seed: int):
    play = random_play(game, structure, seed)
    play.finish_a_round()
    return play


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
