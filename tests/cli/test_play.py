"""``houseway play`` as a user runs it: at a terminal, and where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.chapters.registry import GAMES, NAMES
from tests.cli.process import at_terminal, closed, houseway


def test_without_a_terminal_a_sample_round_of_each_game_is_settled() -> None:
    ran = houseway("play")
    assert ran.code == 0, ran.err
    for name in (*NAMES.values(), "Hold'em"):
        assert f"A sample round of {name}" in ran.out
    assert ran.out.count("The clauses it was settled by:") == len(GAMES) + 1
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
        "You leave the table with $1,015.",
    ):
        assert text in ran.out, ran.out
    assert "Traceback" not in ran.out


@pytest.mark.parametrize("leaving", ["q\n", "\x03", "\x04"])
def test_leaving_in_a_round_lists_the_abandoned_wagers(leaving: str) -> None:
    ran = at_terminal(["play", "holdem-bonus", "--seed", "1"], ["20\n", leaving])
    assert ran.code == 0
    said = " ".join(ran.out.split())
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
        (["roulette"], "There is no game 'roulette'"),
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
