"""``houseway check`` as a user runs it."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from houseway.chapters.registry import check as check_data
from houseway.chapters.registry import example_of, games, submission_of
from houseway.rules.submission import ProgressiveTerms, Severity
from tests.cli.process import closed, houseway

FAULTY = """
game = "heads-up-holdem"
table_minimum = 5000
table_maximum = 100
payout_limit = 100
raise_mnimum = "chip"
offered = ["trips", "pocket_bonus"]
decks = 2
shuffler = "manual"
dealing = "hand"
adjacent_boxes = 9
[paytables]
trips_plus = "Z"
"""


def check(path: Path, code: int) -> dict[str, Any]:
    ran = houseway("check", str(path), "--json")
    assert ran.code == code, ran.out
    found: dict[str, Any] = json.loads(ran.out)
    return found


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "submission.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_every_fault_at_once_with_its_clause_and_what_is_legal(tmp_path: Path) -> None:
    found = check(written(tmp_path, FAULTY), 1)
    assert found["ok"] is False
    assert found["digest"] is None
    faults = {fault["field"]: fault for fault in found["faults"]}
    assert set(faults) == {
        "adjacent_boxes",
        "raise_mnimum",
        "offered",
        "paytables.trips_plus",
        "shuffler",
        "decks",
        "table_maximum",
        "payout_limit",
    }
    assert faults["adjacent_boxes"]["clause"] == "677a.7(e)"
    assert faults["adjacent_boxes"]["legal"] == ["at most 6"]
    assert "'raise_minimum'" in faults["raise_mnimum"]["message"]
    assert faults["paytables.trips_plus"]["legal"] == ["A", "B", "C", "D"]
    assert faults["payout_limit"]["clause"] == "677a.12(f)"
    assert all(fault["legal"] for fault in found["faults"])


def test_faults_as_text(tmp_path: Path) -> None:
    ran = houseway("check", str(written(tmp_path, FAULTY)))
    assert ran.code == 1
    assert "677a.12(f)" in ran.out
    assert "8 faults." in ran.out
    assert max(map(len, ran.out.splitlines()[1:])) <= 80


def test_a_custom_paytable_is_not_lawful_but_has_a_digest(tmp_path: Path) -> None:
    text = 'game = "heads-up-holdem"\n[paytables]\ntrips_plus = "custom"\n'
    text += '[custom_paytables.trips_plus]\n"royal flush" = "200 to 1"\n'
    found = check(written(tmp_path, text), 1)
    assert [fault["severity"] for fault in found["faults"]] == ["not lawful"]
    assert found["digest"]


def test_a_custom_paytable_pays_no_fixed_sum_on_a_wager(tmp_path: Path) -> None:
    text = (
        'game = "heads-up-holdem"\n[paytables]\ntrips_plus = "custom"\n[custom_paytables.trips_plus]\nflush = "$500"\n'
    )
    found = check(written(tmp_path, text), 1)
    assert [fault["field"] for fault in found["faults"] if fault["severity"] == "fault"] == [
        "custom_paytables.trips_plus.flush"
    ]


def test_a_note_is_no_fault(tmp_path: Path) -> None:
    found = check(written(tmp_path, 'game = "holdem-bonus"\n'), 0)
    assert found["ok"] is True
    assert {fault["severity"] for fault in found["faults"]} == {"note"}
    assert "647a.12(d)(3)" in {fault["clause"] for fault in found["faults"]}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        ("game = ", "is not TOML"),
        ("game = ", "invalid value at end of document"),
        ("a = 1\ngame = ?", "invalid value at line 2, column 8"),
        ("a = " + "[" * 5000, "cannot be read as TOML: it is nested too deeply"),
        ("a = " + "9" * 6000, "cannot be read as TOML: a number has too many digits"),
        (f'game = "{"x" * 5000}"', "there is no game 'xxx"),
        ('game = "roulette"', "there is no game 'roulette'"),
        ("game = 7", "there is no game 7"),
        ("", "the submission names no game"),
    ],
)
def test_what_is_no_submission_is_one_sentence(tmp_path: Path, content: str | bytes, says: str) -> None:
    path = written(tmp_path, content)
    found = check(path, 1)
    assert len(found["faults"]) == 1
    assert says in found["faults"][0]["message"]
    assert len(found["faults"][0]["message"]) < 200
    text = houseway("check", str(path))
    assert text.code == 1
    assert "Traceback" not in text.out + text.err


def test_a_file_that_is_missing_and_a_directory(tmp_path: Path) -> None:
    assert "no such file" in check(tmp_path / "none.toml", 1)["faults"][0]["message"]
    assert "is a directory" in check(tmp_path, 1)["faults"][0]["message"]


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    assert check(written(tmp_path, b'\xef\xbb\xbfgame = "heads-up-holdem"'), 0)["ok"]


@pytest.mark.parametrize("game", games(banked=True))
def test_the_example_is_lawful_without_a_note(game: str, tmp_path: Path) -> None:
    example = houseway("check", "--example", game)
    assert example.code == 0
    found = check(written(tmp_path, example.out), 0)
    assert (found["ok"], found["game"], found["faults"]) == (True, game, [])


@pytest.mark.parametrize("game", [*games(banked=True), "holdem", "stud-high"])
def test_the_example_has_every_field_of_the_submission(game: str) -> None:
    text = example_of(game)
    stated = set(re.findall(r"^(?:# )?(\w+) =", text, re.MULTILINE))
    stated |= set(re.findall(r"^(?:# )?\[+(\w+)", text, re.MULTILINE))
    fields = set(submission_of(game).model_fields)
    assert fields <= stated, fields - stated
    if "progressive" in fields:
        assert set(ProgressiveTerms.model_fields) <= stated


@pytest.mark.parametrize("game", games(banked=False))
def test_the_example_of_a_poker_game_is_lawful(game: str) -> None:
    _, faults = check_data(tomllib.loads(example_of(game)))
    assert faults == []


def test_an_example_of_no_game() -> None:
    ran = houseway("check", "--example", "roulette")
    assert ran.code == 1
    assert "heads-up-holdem" in ran.err


def test_neither_file_nor_example() -> None:
    assert houseway("check").code == 2


def test_standard_input_is_read_where_the_file_is_a_dash() -> None:
    example = houseway("check", "--example", "pai-gow").out
    ran = houseway("check", "-", stdin=example)
    assert ran.code == 0
    assert ran.out.startswith("standard input  Pai Gow Poker")
    assert json.loads(houseway("check", "-", "--json", stdin=example).out)["ok"] is True
    assert "Standard input is not TOML" in houseway("check", "-", stdin="game = ").out


def test_a_closed_standard_input_is_one_sentence() -> None:
    ran = closed("check", "-", stdin=True)
    assert (ran.code, ran.out, ran.err) == (1, "Standard input is closed: there is nothing to read.\n", "")


def test_the_name_of_a_file_keeps_its_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rnd").write_bytes(b"\xff")
    assert houseway("check", "rnd").out.startswith("rnd is not UTF-8 text")


def test_s645a_11_c__the_house_way_of_the_example_works_without_its_comment_marks() -> None:
    text = example_of("pai-gow")
    start, end = text.index("# [house_way_rules]"), text.index("# A paytable of your own")
    stated = text[:start] + re.sub("^# ?", "", text[start:end], flags=re.MULTILINE)
    data = tomllib.loads(stated)
    assert data["house_way_rules"]["title"] == "Our house"
    assert check_data(data)[1] == []


def test_s645a_11_c__the_hint_names_the_rules_as_a_submission_writes_them() -> None:
    _, faults = check_data({"game": "pai-gow", "house_way_rules": {"name": "mine"}})
    assert "[[house_way_rules.rule]]" in faults[0].message


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ("[bad_beat]", [("bad_beat.contribution", "it must be stated")]),
        ('bad_beat = { contribution = "x" }', [("bad_beat.contribution", "'x' is not possible here")]),
        ("rake = 5", [("rake", "5 is not possible here")]),
        ('rake = { kind = "percentage", percent = "x", cap = 1 }', [("rake.percent", "'x' is not possible here")]),
        ("ante = { x = 100 }", [("ante.x", "'x' is not possible here")]),
        ("ante = { 11 = 100 }", [("ante", "there is no seat 11")]),
        ("supplements = [5]", [("supplements.0", "5 is not possible here")]),
        ('structure = "spread-limit"\nmaximum_bet = 50', [("maximum_bet", "the maximum bet is below the minimum bet")]),
    ],
)
def test_one_mistake_in_a_poker_submission_is_one_fault_in_plain_words(
    lines: str, faults: list[tuple[str, str]]
) -> None:
    _, found = check_data(tomllib.loads(f"game = 'holdem'\nblinds = [50, 100]\n{lines}"))
    assert [(one.field, one.message) for one in found if one.severity is Severity.FAULT] == faults


def test_what_a_submission_leaves_open_is_noted() -> None:
    text = 'game = "badugi"\nblinds = [50, 75]\nsmallest_chip = 50\nqualifying_pot = 300\nbad_beat = { contribution = 100 }'
    _, found = check_data(tomllib.loads(text))
    assert [(one.severity.value, one.field) for one in found] == [
        ("note", "bad_beat"),
        ("note", "bad_beat.hands"),
        ("note", "qualifying_pot"),
        ("note", "blinds"),
    ]
