"""``houseway play`` with a poker game, as a user runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.process import at_terminal, houseway


@pytest.mark.parametrize("game", ["holdem", "stud-hi-lo-8", "triple-draw-a-5"])
def test_without_a_terminal_a_sample_round_is_settled(game: str) -> None:
    ran = houseway("play", game, "--seed", "3")
    assert ran.code == 0, ran.err
    assert "The clauses it was settled by:" in ran.out
    assert "637a." in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.out == houseway("play", game, "--seed", "3").out


def test_from_the_menu_to_the_end_of_a_round() -> None:
    ran = at_terminal(["play", "--seed", "4"], ["holdem\n", "\n", "raise 5\n", "?\n", "f\n", "h\n", "q\n"])
    assert ran.code == 0
    for text in (
        "10  Hold'em  holdem",
        "Seat 1 cannot raise to $5.  637a.8(k)",
        "Legal: fold; call $5; raise to $20 to $1,000",
        "637a.11(g)",
        "Main pot",
        "so far",
        "You leave the table with $995.",
    ):
        assert text in ran.out, ran.out
    assert "Traceback" not in ran.out


@pytest.mark.parametrize("leaving", ["q\n", "\x03", "\x04"])
def test_leaving_in_a_round(leaving: str) -> None:
    ran = at_terminal(["play", "holdem", "--seed", "4"], ["\n", leaving])
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
    ],
)
def test_a_table_that_cannot_be_played_at(words: list[str], says: str) -> None:
    ran = at_terminal(["play", *words], [])
    assert ran.code == 1
    assert says in ran.out


def test_a_submission_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('game = "badugi"\nblinds = [100, 200]\nsmall_bet = 200\n', encoding="utf-8")
    ran = at_terminal(["play", "--submission", str(path), "--seats", "2"], ["t\n", "\n", "q\n"])
    assert ran.code == 0
    assert "$2, from the second draw on $4" in ran.out
    assert "2 You" in ran.out
