"""``houseway games`` as a user runs it."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from houseway.chapters import registry
from houseway.chapters.c645a_pai_gow.submission import EZ_WAGERS
from houseway.cli import main
from tests.cli.process import houseway


def test_json_lists_every_game_with_wagers_and_paytables() -> None:
    ran = houseway("games", "--json")
    assert ran.code == 0
    games = {game["id"]: game for game in json.loads(ran.out)}
    assert list(games) == list(registry.games())
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


def test_what_only_one_brand_or_variant_may_offer_is_said() -> None:
    """645a.7(e)(5), 645a.13(d)."""
    page = " ".join(shown("pai-gow").split())
    assert 'Queen\'s Dragon Wager; before the deal; only with variant = "ez"' in page
    assert 'A, B only with brand = "emperor"' in page
    assert 'C, D, E only with brand = "fortune"' in page
    game = json.loads(shown("pai-gow", "--json"))
    assert {id for id, wager in game["wagers"].items() if wager["only_with"]} == set(EZ_WAGERS)
    insurance = game["paytables"]["insurance"]
    for letter, brand in (("A", "emperor"), ("C", "fortune")):
        assert insurance[letter]["only_with"] == f'brand = "{brand}"'
        for one in ("emperor", "fortune"):
            _, faults = registry.check({"game": "pai-gow", "brand": one, "paytables": {"insurance": letter}})
            assert ("645a.13(d)" in [fault.clause for fault in faults]) is (one != brand)


def test_the_list_has_every_game_with_its_chapter_or_section() -> None:
    ran = houseway("games")
    assert ran.code == 0
    assert all(id in ran.out for id in registry.games())
    assert re.search(r"pai-gow +645a +Pai Gow Poker", ran.out)
    assert re.search(r"badugi +637a\.21 +Badugi", ran.out)


def shown(*words: str) -> str:
    result = CliRunner().invoke(main, ["games", *words], env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("words", [(), *((game,) for game in registry.games())])
def test_text_fits_80_columns(words: tuple[str, ...]) -> None:
    page = shown(*words)
    assert max(map(len, page.splitlines())) <= 80
    assert "\x1b" not in page
    assert not any(line != line.rstrip() for line in page.splitlines())


def test_one_game_is_described_as_in_the_list() -> None:
    everything = {game["id"]: game for game in json.loads(shown("--json"))}
    for id in ("holdem-bonus", "badeucey"):
        assert json.loads(shown(id, "--json")) == everything[id]


def test_a_banked_game_shows_wagers_paytables_with_odds_seats_and_limits() -> None:
    page = shown("heads-up-holdem")
    for part in (
        "6 seats",
        "trips_plus",
        "677a.7(d)(3)",
        "raise 1 to 3 times the Ante Wager, or check",
        "at least $50,000",
    ):
        assert part in " ".join(page.split())
    assert re.search(r"full house +9 to 1 +8 to 1 +7 to 1 +8 to 1", page)
    assert re.search(r"hand +A\* +B +C +D", page)
    assert re.search(r"royal flush +500 to 1 +677a\.12\(b\)", page)


def test_payouts_without_a_choice_are_those_the_engine_pays() -> None:
    game = json.loads(shown("pai-gow", "--json"))
    assert {"hand": "vigorish on a win", "pays": "5%", "clause": "645a.13(a)"} in game["payouts"]["pai_gow"]
    assert game["payouts"]["queens_dragon"] == [{"hand": "queens dragon", "pays": "50 to 1", "clause": "645a.13(f)"}]
    assert not set(game["payouts"]) & set(game["paytables"])
    [limit] = [one for one in json.loads(shown("holdem-bonus", "--json"))["limits"] if one["field"] == "payout_limit"]
    assert (limit["default"], limit["legal"], limit["clause"]) == (5_000_000, ["at least $50,000"], "647a.12(c)")


def test_amounts_are_shown_in_dollars() -> None:
    assert "if not stated $50,000" in " ".join(shown("holdem-bonus").split())
    assert "if not stated $0.01" in " ".join(shown("holdem").split())
    assert "the stub is counted in every round; always 1" in " ".join(shown("pai-gow").split())


def test_a_poker_game_shows_streets_players_and_what_the_pot_goes_to() -> None:
    page = shown("stud-hi-lo-8")
    for part in ("9 players at most", "58 Pa. Code § 637a.10", "2 down, 1 up", "low, eight or better", "forced_bet"):
        assert part in page
    fields = {limit["field"] for limit in json.loads(shown("holdem", "--json"))["limits"]}
    assert "blinds" in fields
    assert not fields & {"forced_bet", "qualifying_pot"}


def test_an_unknown_game_is_one_sentence_with_all_of_them() -> None:
    result = CliRunner().invoke(main, ["games", "bridge"])
    assert result.exit_code == 1
    [line] = result.output.strip().splitlines()
    assert line.startswith("Error: there is no game 'bridge'; the games are heads-up-holdem, ")
