"""637a.9: the games that may be offered."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.rules import Opens
from houseway.chapters.registry import check, games
from houseway.rounds import settle
from tests.regulations.c637a.deals import LIMIT, NO_LIMIT, STUD, along, deck, refusal, round_over, seated

PERMITTED = {
    "1": ("stud-high", "stud-low", "stud-hi-lo", "stud-hi-lo-8", "super-stud-hi-lo-8"),
    "2": ("holdem",),
    "3": ("omaha-high", "omaha-hi-lo-8"),
    "4": ("draw-high", "draw-low"),
    "5": ("five-card-stud",),
    "6": (
        "omaha5-high",
        "omaha5-hi-lo-8",
        "triple-draw-2-7",
        "triple-draw-a-5",
        "badeucey",
        "badacey",
        "badugi",
    ),
}
MOST = {
    **dict.fromkeys(PERMITTED["1"], 9),
    "holdem": 10,
    "omaha-high": 10,
    "omaha-hi-lo-8": 10,
    "draw-high": 8,
    "draw-low": 8,
    "five-card-stud": 8,
    "omaha5-high": 8,
    "omaha5-hi-lo-8": 8,
    "triple-draw-2-7": 7,
    "triple-draw-a-5": 7,
    "badeucey": 7,
    "badacey": 7,
    "badugi": 9,
}


def _terms(game: str) -> dict[str, Any]:
    return STUD if POKER_GAMES[game].opens is Opens.FORCED_BET else LIMIT


@pytest.mark.parametrize("kind", PERMITTED)
def test_a_1_to_6__the_games_that_may_be_offered(kind: str) -> None:
    for game in PERMITTED[kind]:
        assert POKER_GAMES[game].offered_under[0] == f"637a.9(a)({kind})"


@pytest.mark.parametrize(
    ("section", "clause"),
    [
        ("637a.10", "637a.10(a)"),
        ("637a.11", "637a.11(a)"),
        ("637a.12", "637a.12(a)"),
        ("637a.13", "637a.13(a)"),
        ("637a.14", "637a.14(a)"),
        ("637a.19", "637a.19(a)"),
        ("637a.20", "637a.20(a)"),
        ("637a.21", "637a.21(a)"),
    ],
)
def test_a__the_games_of_a_section_are_dealt_and_bet_by_its_paragraphs(section: str, clause: str) -> None:
    own = [game for game in POKER_GAMES.values() if game.section == section]
    assert own
    for game in own:
        assert game.offered_under[1] == clause
        assert {one.partition("(")[0] for street in game.streets for one in (street.clause, street.betting_clause)} == {
            section
        }


def test_a__there_are_eighteen() -> None:
    assert sorted(games(banked=False)) == sorted(game for permitted in PERMITTED.values() for game in permitted)
    assert len(games(banked=False)) == 18


def test_b__no_other_game_is_played() -> None:
    given = settle({"game": "pineapple", "deck": deck(), "seats": {"1": {"stack": 100}}})
    assert "pineapple" in given["refusal"]["message"]
    with pytest.raises(ValueError, match="pineapple"):
        check({"game": "pineapple"})


@pytest.mark.parametrize("game", MOST)
def test_a__as_many_players_as_the_section_allows(game: str) -> None:
    most = MOST[game]
    along(seated(game, most, _terms(game)), round_over)
    if most < 10:
        code, clause = refusal(game, deck(), "", _terms(game), stacks=most + 1)
        assert (code, clause) == ("SEAT_EXISTS", f"{POKER_GAMES[game].section}(b)")
    else:
        assert refusal(game, deck(), "", NO_LIMIT, stacks=11) == ("SEAT_EXISTS", "637a.2(a)")


HIGHER = {
    "fifth street": ("stud-high", "stud-low", "stud-hi-lo", "stud-hi-lo-8", "super-stud-hi-lo-8"),
    "turn": ("holdem", "omaha-high", "omaha-hi-lo-8", "omaha5-high", "omaha5-hi-lo-8"),
    "draw": ("draw-high", "draw-low"),
    "third up card": ("five-card-stud",),
    "second draw": ("triple-draw-2-7", "triple-draw-a-5", "badeucey", "badacey", "badugi"),
}
"""From which street on bets are of the higher of two fixed limits."""


@pytest.mark.parametrize(("game", "street"), [(game, street) for street, games in HIGHER.items() for game in games])
def test_s8_k__from_one_street_on_bets_are_of_the_higher_limit(game: str, street: str) -> None:
    streets = POKER_GAMES[game].streets
    first = [one.id for one in streets].index(street)
    assert [one.big_bet for one in streets] == [place >= first for place in range(len(streets))]


def test_s8_k__the_higher_limit_is_told_of_every_game() -> None:
    assert sorted(game for games in HIGHER.values() for game in games) == sorted(POKER_GAMES)


@pytest.mark.parametrize("game", POKER_GAMES)
def test_s9_b__a_field_of_a_submission_stands_under_the_clause_of_its_game(game: str) -> None:
    submission, _ = check({"structure": "no-limit"}, game=game)
    own = POKER_GAMES[game].field_clauses
    assert own
    for field, clause in own.items():
        assert submission.clause(field) == submission.clause(f"{field}.inner") == clause
