"""``houseway play`` as a user runs it: at a terminal, and where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.registry import games
from tests.cli.process import at_terminal, closed, houseway


def test_without_a_terminal_a_sample_round_of_each_game_is_settled() -> None:
    ran = houseway("play")
    assert ran.code == 0, ran.err
    for name in (*games(banked=True).values(), "Hold'em"):
        assert f"A sample round of {name}" in ran.out
    assert ran.out.count("The clauses it was settled by:") == len(games(banked=True)) + 1
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_seed_shows_the_same_cards_again() -> None:
    first, again = (houseway("play", "pai-gow", "--seed", "5").out for _ in range(2))
    assert first == again
    assert first != houseway("play", "pai-gow", "--seed", "6").out


def test_a_menu_a_refusal_a_clause_and_a_round_to_its_end() -> None:
    typed = ["99\n", "1\n", "ante 10 trips 5\n", "raise 35\n", "?\n", "c\n", "c\n", "r\n", "h\n", "q\n"]
    ran = at_terminal(["play", "--seed", "4"], typed)
    assert ran.code == 0
    for text in (
        "Which game?",
        "Type 1 to 22",
        "Seat 1 cannot raise $35",
        "Legal: raise $10; raise $20; raise $30; check",
        "677a.11(b)  Before the Flop",
        "so far",
        "You leave the table with $965.",
    ):
        assert text in ran.out, ran.out
    assert "Traceback" not in ran.out


@pytest.mark.parametrize("leaving", [["q\n", "q\n"], ["\x03"], ["\x04"]])
def test_leaving_in_a_round_lists_the_abandoned_wagers(leaving: list[str]) -> None:
    ran = at_terminal(["play", "holdem-bonus", "--seed", "1"], ["20\n", *leaving])
    assert ran.code == 0
    said = " ".join(ran.out.split())
    assert ("abandoned if you leave now, seat 1: Ante $20. q again leaves. 647a.7(b)" in said) is (len(leaving) == 2)
    assert "your wagers are abandoned, seat 1: Ante $20. 647a.7(b)" in said
    assert "You leave the table with $980." in said


@pytest.mark.parametrize("leaving", ["q\n", "\x03", "\x04"])
def test_leaving_between_rounds_costs_nothing(leaving: str) -> None:
    ran = at_terminal(["play", "pai-gow"], [leaving])
    assert ran.code == 0
    assert "abandoned" not in ran.out
    assert "You leave the table with $1,000." in ran.out


def test_a_submission_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('game = "five-card-hi-lo"\ntable_minimum = 2500\nadjacent_areas = 2\n', encoding="utf-8")
    ran = at_terminal(["play", "--submission", str(path), "--seats", "1,2"], ["10\n", "\n", "out\n", "fold\n", "q\n"])
    assert ran.code == 0
    assert "below the minimum of $25" in ran.out
    assert "Legal: at least $25" in ran.out
    assert "1 You" in ran.out
    assert "2 You" in ran.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["roulette"], "there is no game 'roulette'"),
        (["--bankroll", "much"], "A bankroll is an amount of dollars"),
        (["--submission", "none.toml"], "none.toml cannot be read"),
    ],
)
def test_a_wrong_word_is_one_sentence(words: list[str], says: str) -> None:
    ran = houseway("play", *words)
    assert ran.code == 1
    assert says in ran.err
    assert "Traceback" not in ran.err


def test_seats_that_are_not_there() -> None:
    ran = at_terminal(["play", "pai-gow", "--seats", "1,9"], [])
    assert ran.code == 1
    assert "Seats are numbers from 1 to 6" in ran.out


def test_a_submission_with_faults_is_not_played(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('game = "pai-gow"\nvariant = "odd"\nbrand = "odd"\n', encoding="utf-8")
    ran = houseway("play", "--submission", str(path))
    assert ran.code == 1
    assert "(1 more)" in ran.err
    assert houseway("play", str(path)).err == ran.err


@pytest.mark.parametrize("seats", ["9", "a", "", "1,1"])
def test_seats_that_are_none_are_refused_without_a_terminal_too(seats: str) -> None:
    ran = houseway("play", "pai-gow", "--seats", seats)
    assert (ran.code, ran.out) == (1, "")
    assert "Seats are numbers from 1 to 6" in ran.err


def test_a_closed_standard_input_is_one_sentence() -> None:
    ran = closed("play", stdin=True)
    assert ran.code == 1
    assert ran.err == "Error: Standard input is closed: nobody can type at this table.\n"


def test_a_line_can_be_edited_and_recalled() -> None:
    # Ctrl-A, Ctrl-K: to the beginning, and cut to the end; then the line before it is called back by the arrow.
    ran = at_terminal(["play", "heads-up-holdem", "--seed", "4"], ["zzz\x01\x0bout\n", "\x1b[A\n", "q\n"])
    assert ran.code == 0
    assert ran.out.count("Seat 1 sits this round out.") == 2
    assert "'zzz'" not in ran.out


# Poker.


@pytest.mark.parametrize("game", ["holdem", "stud-hi-lo-8", "triple-draw-a-5"])
def test_without_a_terminal_a_sample_round_of_poker_is_settled(game: str) -> None:
    ran = houseway("play", game, "--seed", "3")
    assert ran.code == 0, ran.err
    assert "The clauses it was settled by:" in ran.out
    assert "637a." in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.out == houseway("play", game, "--seed", "3").out


def test_from_the_menu_to_the_end_of_a_round_of_poker() -> None:
    ran = at_terminal(["play", "--seed", "4"], ["holdem\n", "\n", "raise 5\n", "?\n", "f\n", "h\n", "q\n"])
    assert ran.code == 0
    for text in (
        "10  Hold'em  holdem",
        "Seat 1 cannot raise to $5, only $20 to $1,000.  637a.8(k)",
        "Legal: fold; call $5; raise to $20 to $1,000",
        "637a.11(g)",
        "Main pot",
        "so far",
        "You leave the table with $995.",
    ):
        assert text in ran.out, ran.out
    assert "Traceback" not in ran.out


@pytest.mark.parametrize("leaving", [["q\n", "q\n"], ["\x03"], ["\x04"]])
def test_leaving_in_a_round_of_poker(leaving: list[str]) -> None:
    ran = at_terminal(["play", "holdem", "--seed", "4"], ["\n", *leaving])
    assert ran.code == 0
    said = " ".join(ran.out.split())
    assert "your hand is discarded and your bets stay in the pot, seat 1: $5. 637a.18(k)(4)" in said
    assert "You leave the table with $995." in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["holdem", "--players", "0"], "no less than two players (637a.7(b))"),
        (["holdem", "--bankroll", "12"], "A bankroll at this table is $20 or more (637a.8(b)(4))"),
        (["draw-high", "--seats", "9"], "Seats are numbers from 1 to 8"),
        (["stud-high", "--players", "9"], "takes no more than 9 players (637a.10(b))"),
        (["pai-gow", "--players", "9"], "takes no more than 6 players: beside your seat --players 5 or less, not 9"),
        (["triple-draw-2-7", "--players", "7"], "takes no more than 7 players (637a.20(b))"),
    ],
)
def test_a_table_that_cannot_be_played_at(words: list[str], says: str) -> None:
    ran = at_terminal(["play", *words], [])
    assert ran.code == 1
    assert says in ran.out


@pytest.mark.parametrize("game", games(banked=False))
def test_more_players_than_the_game_takes_are_refused(game: str) -> None:
    rules = POKER_GAMES[game]
    seats = ",".join(map(str, range(1, rules.most_players)))
    ran = houseway("play", game, "--seats", seats, "--players", "2")
    assert (ran.code, ran.out) == (1, "")
    assert f"takes no more than {rules.most_players} players ({rules.players_clause})" in ran.err
    assert "--players 1 or less, not 2." in ran.err


def test_players_nobody_asked_for_stay_away_where_there_is_no_room() -> None:
    ran = houseway("play", "triple-draw-2-7", "--seats", "1,2,3,4,5,6,7", "--seed", "2")
    assert ran.code == 0, ran.err
    assert "7 Gil" in ran.out


def test_without_a_terminal_seats_and_players_are_those_of_the_sample() -> None:
    ran = houseway("play", "badugi", "--seats", "4,6", "--players", "1", "--seed", "3")
    assert ran.code == 0, ran.err
    assert all(place in ran.out for place in ("1 Ada", "4 Ben", "6 Cleo"))
    assert "Dan" not in ran.out
    full = houseway("play", "holdem", "--players", "9", "--seed", "3")
    assert "10 Jun" in full.out
    alone = houseway("play", "holdem", "--players", "0")
    assert alone.code == 1
    assert "no less than two players (637a.7(b))" in alone.err


def test_a_submission_of_ones_own_of_poker(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('game = "badugi"\nblinds = [100, 200]\nsmall_bet = 200\n', encoding="utf-8")
    ran = at_terminal(["play", "--submission", str(path), "--seats", "2"], ["t\n", "\n", "q\n", "q\n"])
    assert ran.code == 0
    assert "$2, from the second draw on $4" in ran.out
    assert "2 You" in ran.out
