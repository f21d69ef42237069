"""``houseway rules`` as a user runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from houseway import register
from houseway.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["rules", *words], env={"COLUMNS": "80"})


def answer(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


@pytest.mark.parametrize("spelling", ["677a.11(h)(2)(iii)", "677a.11.h.2.iii", "§ 677a.11(h)(2)(iii)"])
def test_a_clause_with_everything_known_of_it(spelling: str) -> None:
    found = answer(spelling)
    assert found["clause"] == "677a.11(h)(2)(iii)"
    assert found["met"] == "enforced"
    assert [one["clause"] for one in found["parents"]] == ["677a.11(h)", "677a.11(h)(2)"]
    assert [one["clause"] for one in found["children"]] == ["677a.11(h)(2)(iii)(A)", "677a.11(h)(2)(iii)(B)"]
    assert any("settlement.py" in one["place"] for one in found["citations"])
    assert "677a-bad-beat" in [one["id"] for one in found["readings"]]


def test_the_page_fits_80_columns_and_is_plain_when_not_a_terminal() -> None:
    for words in ((), ("677a",), ("677a.1",), ("677a.11(h)(2)",), ("677a.11(g)",), ("645a.12",), ("--readings",)):
        result = run(*words)
        assert result.exit_code == 0
        assert "\x1b" not in result.output
        assert max(map(len, result.output.splitlines())) <= 80
        assert not any(line != line.rstrip() for line in result.output.splitlines())


def test_a_page_says_it_in_our_own_words() -> None:
    page = run("677a.11.h.2.iii.B").output
    for part in ("Bad Beat", "enforced: ", "Where", "Readings", "677a-bad-beat", "read: "):
        assert part in page


def test_a_chapter_lists_its_sections() -> None:
    found = answer("645a")
    assert [one["section"] for one in found["sections"]] == [f"645a.{number}" for number in range(1, 15)]
    assert sum(one["clauses"] for one in found["sections"]) == found["clauses"]
    assert "Player bank" in run("645a").output


def test_without_a_clause_the_chapters_are_listed() -> None:
    assert [one["chapter"] for one in answer()] == ["637a", "645a", "647a", "663a", "677a"]


def test_a_section_without_words_of_its_own_shows_what_it_holds() -> None:
    found = answer("677a.13")
    assert found["text"] is None
    assert [one["clause"] for one in found["children"]][:2] == ["677a.13(a)", "677a.13(b)"]


def test_readings_of_all_or_of_one_clause() -> None:
    everything = answer("--readings")
    assert {"all-cents", "677a-odds-column", "637a-kill"} <= {one["id"] for one in everything}
    own = answer("677a.12(b)", "--readings")
    assert [one["id"] for one in own] == ["all-cents", "677a-odds-column"]
    assert all(one["tests"] for one in own)
    assert "No reading touches 677a.2(d)" in run("677a.2(d)", "--readings").output


@pytest.mark.parametrize("wrong", ["677a.11(z)", "677a.99", "999a", "nonsense", ""])
def test_an_unknown_clause_is_one_sentence_with_the_nearest_ones(wrong: str) -> None:
    result = run(wrong)
    assert result.exit_code == 1
    [line] = result.output.strip().splitlines()
    assert "the nearest" in line
    told = run(wrong, "--json")
    assert told.exit_code == 1
    assert json.loads(told.output)["nearest"]


@pytest.mark.parametrize(
    ("clause", "about"),
    [
        ("601a.2", "the Rules Submission"),
        ("603a.16(u)", "preshuffled"),
        ("605A.7", "progressive table games"),
        ("461a.4", "tested and approved"),
    ],
)
def test_a_clause_outside_the_register_is_named_with_its_subject(clause: str, about: str) -> None:
    result = run(clause)
    assert result.exit_code == 0
    says = " ".join(result.output.split())
    assert says.startswith(f"{clause.lower()} lies outside the chapters of the register; it is about ")
    assert about in says
    assert answer(clause)["outside"] is True


def test_every_clause_cited_outside_the_chapters_has_a_subject() -> None:
    source = Path(register.__file__).parents[1]
    cited = {
        one
        for path in source.rglob("*")
        if path.suffix in (".py", ".toml", ".md")
        for one in re.findall(r"\b(\d{3}a\.\d{1,2})\b", path.read_text(encoding="utf-8"))
    }
    strange = {one for one in cited if one.partition(".")[0] not in register.chapters()}
    assert {one for one in strange if register.outside(one) is None} <= {"123a.4", "999a.1"}
    assert "601a.2" in strange


def test_a_reading_is_shown_by_its_name() -> None:
    result = run("677a-bad-beat")
    assert result.exit_code == 0
    for part in ("677a-bad-beat", "open: ", "read: ", "677a.12(c)", "test_reading__677a_bad_beat"):
        assert part in result.output
    assert answer("677A-bad-beat")["id"] == "677a-bad-beat"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("677A.12(b)", "677a.12(b)"),
        ("677a.11(H)(2)(III)(b)", "677a.11(h)(2)(iii)(B)"),
        ("677a.11.h.2.iii.a", "677a.11(h)(2)(iii)(A)"),
        ("677A", "677a"),
    ],
)
def test_capital_and_small_letters_are_not_told_apart_where_one_clause_is_meant(typed: str, meant: str) -> None:
    found = answer(typed)
    assert found.get("clause", found["chapter"]) == meant


def test_a_long_word_is_not_echoed_in_full() -> None:
    result = run("x" * 10_000)
    assert result.exit_code == 1
    assert "…" in result.output
    assert len(result.output) < 300


def test_a_narrow_terminal_breaks_no_line_short() -> None:
    result = CliRunner().invoke(main, ["rules", "677a.11(h)(2)(iii)(B)"], env={"COLUMNS": "50"})
    assert max(map(len, result.output.splitlines())) <= 50
