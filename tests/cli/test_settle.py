"""``houseway settle`` as a user runs it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from houseway.chapters.registry import GAMES
from houseway.rounds import settle
from tests.cli.process import HOUSEWAY, houseway
from tests.oracle import random_rounds

ROUND: dict[str, Any] = {
    "game": "heads-up-holdem",
    "deck": "As 2d Ah 2h 9c Ac 7s 8h 3c Kd 4c 4s",
    "seats": {"1": {"wagers": {"ante": 1000, "odds": 1000, "trips_plus": 500}, "decisions": ["raise 3000"]}},
}


def test_json_answer_is_the_one_of_the_notation() -> None:
    ran = houseway("settle", "-", "--json", stdin=json.dumps(ROUND))
    assert ran.code == 0
    answered = json.loads(ran.out)
    assert set(answered) == {"settlements", "net", "events"}
    odds = next(one for one in answered["settlements"] if one["wager"] == "odds")
    assert (odds["pays"], odds["net"], odds["clause"]) == ("push", 0, "677a.12(b)")
    assert answered["net"] == {"1": sum(one["net"] for one in answered["settlements"])}


def test_a_file_and_standard_input_answer_alike(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), encoding="utf-8")
    assert houseway("settle", str(path), "--json") == houseway("settle", "-", "--json", stdin=json.dumps(ROUND))


def test_the_felt_names_cards_hands_wagers_and_clauses() -> None:
    ran = houseway("settle", "-", stdin=json.dumps(ROUND))
    assert ran.code == 0
    for text in ("A♠ A♥", "three-of-a-kind, aces", "Trips Plus", "pays 3 to 1", "+$15", "677a.12(e)", "Dealer"):
        assert text in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "\x1b" not in ran.out


def test_the_felt_in_plain_letters_where_there_are_no_symbols() -> None:
    ran = houseway("settle", "-", stdin=json.dumps(ROUND), env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ran.code == 0
    assert "As Ah" in ran.out
    assert ran.out.isascii()


def test_a_refusal_exits_1() -> None:
    stated = {**ROUND, "deck": "As As"}
    ran = houseway("settle", "-", "--json", stdin=json.dumps(stated))
    assert ran.code == 1
    assert json.loads(ran.out)["refusal"]["code"] == "CARD_APPEARS_ONCE"
    text = houseway("settle", "-", stdin=json.dumps(stated))
    assert text.code == 1
    assert "As is twice in the deck." in text.out


def test_a_refusal_on_the_felt_says_what_is_legal() -> None:
    seat = {**ROUND["seats"]["1"], "decisions": ["raise 3500"]}
    ran = houseway("settle", "-", stdin=json.dumps({**ROUND, "seats": {"1": seat}}))
    assert ran.code == 1
    assert "677a.11(b)" in ran.out
    assert "Legal: raise 1000; raise 2000; raise 3000; check" in ran.out


@pytest.mark.parametrize("given", [b"", b"{", b"[]", b"\xff", b"null", b"7", b"[" * 100_000, b'{"game": "\xc3"}'])
def test_what_is_no_round_is_refused(given: bytes) -> None:
    ran = houseway("settle", "-", "--json", stdin=given)
    assert ran.code == 1
    assert json.loads(ran.out)["refusal"]["code"] == "ROUND_IS_WELL_FORMED"
    assert ran.err == ""


def test_a_file_that_is_missing_and_a_directory(tmp_path: Path) -> None:
    for path, says in ((tmp_path / "none.json", "no such file"), (tmp_path, "is a directory")):
        as_json = houseway("settle", str(path), "--json")
        assert as_json.code == 1
        assert says in json.loads(as_json.out)["refusal"]["message"]
        text = houseway("settle", str(path))
        assert text.code == 1
        assert says in text.err
        assert "Traceback" not in text.err


def test_lines_answer_each_line_and_a_bad_one_stops_nothing() -> None:
    good = json.dumps(ROUND)
    ran = houseway("settle", "-", "--lines", stdin=f"\ufeff{good}\n\n   \n{{oops\n{good}\r\n[]\n{good}")
    assert ran.code == 0
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ["refusal" in one for one in answers] == [False, True, False, True, False]
    assert answers[0] == answers[2] == answers[4]


def test_lines_stream_an_answer_before_the_next_line_is_given() -> None:
    with subprocess.Popen([HOUSEWAY, "settle", "-", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for _ in range(3):
            asked.stdin.write(json.dumps(ROUND).encode() + b"\n")
            asked.stdin.flush()
            assert "settlements" in json.loads(asked.stdout.readline())
        asked.stdin.close()
        assert asked.wait() == 0


def test_thousands_of_lines_in_one_process() -> None:
    stated = [json.dumps(one) for game in GAMES for one in random_rounds.rounds(game, 300, 7)]
    ran = houseway("settle", "-", "--lines", stdin="\n".join(stated))
    assert ran.code == 0
    assert [json.loads(line) for line in ran.out.splitlines()] == [settle(one) for one in stated]


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    line = json.dumps(ROUND).encode() + b"\n"
    with subprocess.Popen(
        [HOUSEWAY, "settle", "-", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as asked:
        assert asked.stdin is not None and asked.stdout is not None and asked.stderr is not None
        asked.stdin.write(line)
        asked.stdin.flush()
        asked.stdout.readline()
        asked.stdout.close()
        try:
            asked.stdin.write(line * 50)
            asked.stdin.close()
        except BrokenPipeError:
            pass
        assert b"Traceback" not in asked.stderr.read()


@pytest.mark.parametrize("game", GAMES)
def test_the_felt_of_any_round_fits_80_columns(game: str) -> None:
    for stated in random_rounds.rounds(game, 2, 11):
        ran = houseway("settle", "-", stdin=json.dumps(stated))
        assert ran.code == 0, ran.err
        assert max(map(len, ran.out.splitlines())) <= 80


def test_a_round_of_poker_shows_pots_and_stacks() -> None:
    stated = {
        "game": "holdem",
        "submission": {"structure": "no-limit", "blinds": [50, 100]},
        "button": 3,
        "deck": "As Kd 7c Ah Kc 2d",
        "seats": {str(seat): {"stack": 10_000} for seat in (1, 2, 3)},
        "actions": ["3 call", "1 raise to 400", "2 fold", "3 fold"],
    }
    ran = houseway("settle", "-", stdin=json.dumps(stated))
    assert ran.code == 0, ran.out
    assert "637a." in ran.out
    assert "$102" in ran.out
    refused = houseway("settle", "-", stdin=json.dumps({**stated, "actions": ["3 call"]}))
    assert refused.code == 1
    assert "Traceback" not in refused.out + refused.err
