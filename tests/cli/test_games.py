"""``houseway games`` as a user runs it."""

from __future__ import annotations

import json

from houseway.chapters.registry import GAMES, POKER
from tests.cli.process import houseway


def test_json_lists_every_game_with_wagers_and_paytables() -> None:
    ran = houseway("games", "--json")
    assert ran.code == 0
    games = {game["id"]: game for game in json.loads(ran.out)}
    assert list(games) == [*GAMES, *POKER]
    heads_up = games["heads-up-holdem"]
    assert (heads_up["chapter"], heads_up["seats"]) == ("677a", 6)
    assert heads_up["wagers"]["trips_plus"]["clause"] == "677a.7(d)(3)"
    assert list(heads_up["paytables"]["trips_plus"]) == ["A", "B", "C", "D"]
    assert heads_up["paytables"]["trips_plus"]["A"]["pays"]["full house"] == "9 to 1"
    assert list(games["five-card-hi-lo"]["paytables"]["ante_bonus"]) == ["A", "B", "C", "D"]
    assert not games["pai-gow"]["wagers"]["red"]["offered"]


def test_the_default_paytable_is_lawful_for_the_default_brand() -> None:
    games = {game["id"]: game for game in json.loads(houseway("games", "--json").out)}
    insurance = games["pai-gow"]["paytables"]["insurance"]
    assert [letter for letter, table in insurance.items() if table["default"]] == ["C"]


def test_text_fits_80_columns() -> None:
    ran = houseway("games")
    assert ran.code == 0
    assert all(id in ran.out for id in (*GAMES, *POKER))
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "\x1b" not in ran.out
