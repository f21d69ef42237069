"""The annotated chapter: every clause once and in order, with evidence, the same to the byte, well-formed and escaped."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from houseway import register
from houseway.register.entries import PACKAGE, Met
from houseway.rounds import recorded
from houseway.view.annotated.anchors import anchor_of
from houseway.view.annotated.document import AnnotatedChapter, AnnotatedClause, annotate
from houseway.view.annotated.excerpts import excerpts, uses_of
from houseway.view.annotated.page import page
from houseway.view.words import Line

DAY = date(2026, 11, 18)
EVERY_CHAPTER = pytest.mark.parametrize(
    "id", [pytest.param(id, marks=pytest.mark.long) if id == "637a" else id for id in register.chapters()]
)


def parsed(document: AnnotatedChapter) -> ElementTree.Element:
    """The page as a tree: it is well-formed, or this fails."""
    doctype, _, html = page(document).partition("\n")
    assert doctype == "<!doctype html>"
    return ElementTree.fromstring(html)


def articles(tree: ElementTree.Element) -> Iterator[ElementTree.Element]:
    return (node for node in tree.iter("article") if node.get("class") == "clause")


@EVERY_CHAPTER
def test_every_clause_appears_once_and_in_order(id: str):
    tree = parsed(annotate(id, DAY))
    entries = register.chapter(id).entries
    assert [node.get("id") for node in articles(tree)] == [anchor_of(clause) for clause in entries]
    assert [node.findtext("header/h3") for node in articles(tree)] == list(entries)
    said = {node.findtext("header/h3"): "".join(node.find("p").itertext()) for node in articles(tree)}  # type: ignore[union-attr]
    assert said == {clause: entry.text.replace("`", "") for clause, entry in entries.items()}


@EVERY_CHAPTER
def test_an_enforced_clause_shows_code_or_a_row_that_enforces_it(id: str):
    bare = [
        node.findtext("header/h3")
        for node in articles(parsed(annotate(id, DAY)))
        if "enforced" in str(node.find("header/span").get("class"))  # type: ignore[union-attr]
        and not any(
            figure.find("pre") is not None or figure.find("table") is not None for figure in node.iter("figure")
        )
    ]
    assert bare == []


@EVERY_CHAPTER
def test_every_link_leads_to_an_anchor_that_stands_once(id: str):
    tree = parsed(annotate(id, DAY))
    anchors = [str(node.get("id")) for node in tree.iter() if node.get("id")]
    links = {str(node.get("href")).removeprefix("#") for node in tree.iter("a")}
    assert len(anchors) == len(set(anchors))
    assert links <= set(anchors)


def names_hand(line: Line, clause: str) -> bool:
    """Return whether a line names the hand that a clause defines, by the register's own words."""
    entry = register.entry(clause)
    assert entry is not None
    name = entry.how.rpartition(": ")[2].partition(",")[0].replace("-", " ")
    return name in f"{line.says} {line.then}".lower().replace("-", " ")


@EVERY_CHAPTER
def test_each_round_plays_again_and_rests_on_the_clauses_it_shows(id: str):
    document = annotate(id, DAY)
    assert document.rounds
    for shown in document.rounds:
        table = recorded.play(json.loads(shown.document))
        events = [json.dumps(event) for event in json.loads(shown.document)["events"]]
        refusals = [line for line in shown.lines if line.says.startswith("refused: ")]
        assert len(table.events) == len(events) == len(shown.lines) - len(refusals)
        told = iter(events)
        by_line = ["" if line in refusals else next(told) for line in shown.lines]
        for clause, numbers in shown.cites.items():
            # A line rests on the clause of its event or refusal, or names the hand that the clause defines.
            assert numbers and all(
                f'"{clause}"' in by_line[number]
                or shown.lines[number].clause == clause
                or names_hand(shown.lines[number], clause)
                for number in numbers
            )


@EVERY_CHAPTER
def test_tests_readings_and_choices_stand_beside_their_clause(id: str):
    document = annotate(id, DAY)
    for clause in document.clauses:
        assert clause.tests == register.tests(clause.entry.id)
        assert all(clause.entry.id in reading.clauses for reading in clause.readings)
    text = page(document)
    for reading in register.readings_of(id):
        if any(clause in register.chapter(id).entries for clause in reading.clauses):
            assert text.count(f'id="reading-{reading.id}"') == 1
    fields = {choice.field for clause in document.clauses for choice in clause.choices}
    assert fields, "a submission chooses something in every chapter"


def test_the_payout_limit_is_a_choice_of_its_clause_and_has_its_code():
    clause = _clause("677a.12(f)")
    assert [choice.field for choice in clause.choices] == ["payout_limit"]
    assert "at least $50,000" in clause.choices[0].explained
    assert any("677a.12(f)" in "\n".join(piece.lines) for piece in clause.evidence.excerpts)


def test_a_paytable_stands_there_with_every_letter():
    (printed,) = _clause("677a.12(d)").evidence.paytables
    assert printed.letters == ("A", "B", "C")
    assert printed.rows[0] == ("pair of aces", "30 to 1", "25 to 1", "30 to 1")


def test_a_settlement_row_says_when_it_pays():
    rows = _clause("677a.12(a)").evidence.rows
    assert {(row.table, row.pays) for row in rows} == {("ante", "1 to 1"), ("raise", "1 to 1")}
    assert {row.when for row in rows} == {
        "dealer qualifies: yes; outcome: higher",
        "dealer qualifies: no; outcome: higher",
    }


def test_a_clause_no_round_shows_says_so():
    tree = parsed(annotate("677a", DAY))
    (node,) = [node for node in articles(tree) if node.get("id") == "c677a.6.a"]
    assert not _clause("677a.6(a)").showings
    assert "No round in this document shows it." in "".join(node.itertext())


def test_what_nothing_in_software_meets_claims_no_round_and_no_code():
    clause = _clause("677a.2(b)(1)")
    assert clause.entry.met is Met.POSTED
    assert not clause.evidence and not clause.showings and not clause.tests


def test_hostile_words_are_escaped():
    document = annotate("677a", DAY)
    first, *others = document.clauses
    hostile = "<script>alert('1')</script> & \"more\""
    clause = replace(
        first, entry=replace(first.entry, text=hostile, how=hostile), tests=(f"tests/x.py::test_{hostile}",)
    )
    text = page(replace(document, clauses=(clause, *others)))
    assert "<script" not in text
    assert text.count("&lt;script&gt;") == 3


def test_the_digest_follows_the_sources_and_names_them():
    document = annotate("677a", DAY)
    assert document.digest in page(document)
    assert "chapters/c677a_heads_up_holdem/settlement.py" in document.sources
    changed = replace(document, sources={**document.sources, "readings.toml": "0" * 64})
    assert changed.digest != document.digest


def test_excerpts_are_short_and_quote_the_line_as_it_stands():
    places = [
        one.place for id in register.chapter("677a").entries for one in register.citations(id) if ":" in one.place
    ]
    for piece in excerpts(place for place in places if place.endswith(tuple("0123456789"))):
        lines = (PACKAGE / piece.file).read_text(encoding="utf-8").splitlines()
        assert len(piece.lines) <= 16
        for number, line in enumerate(piece.lines, piece.first):
            assert lines[number - 1].endswith(line)
        assert all(piece.first <= number < piece.first + len(piece.lines) for number in piece.marked)


def test_uses_of_a_value_are_where_code_reads_it():
    for place in uses_of("cards", "cut"):
        file, _, number = place.rpartition(":")
        line = (PACKAGE / file).read_text(encoding="utf-8").splitlines()[int(number) - 1]
        assert re.search(r"\bcards\.cut\b", line)
    assert any(place.startswith("engine/cards/steps.py") for place in uses_of("cards", "cut"))


@pytest.mark.long
def test_equal_sources_give_equal_bytes_whatever_the_hash_seed(tmp_path: Path):
    pages = []
    for seed in ("1", "2"):
        file = tmp_path / f"{seed}.html"
        command = [sys.executable, "-m", "houseway", "rules", "--annotated", "677a", "--html", str(file)]
        environment = {"PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": "1794960000", "PYTHONPATH": str(PACKAGE.parent)}
        subprocess.run(command, check=True, env=environment, capture_output=True)
        pages.append(file.read_bytes())
    assert pages[0] == pages[1]
    assert b"2026-11-18" in pages[0]


def _clause(id: str) -> AnnotatedClause:
    return next(clause for clause in annotate(id.partition(".")[0], DAY).clauses if clause.entry.id == id)


@pytest.mark.long
@pytest.mark.parametrize(("chapter", "least"), [("677a", 85), ("647a", 85)])
def test_most_clauses_that_play_can_show_are_shown_by_a_round(chapter: str, least: int) -> None:
    document = annotate(chapter, date(2026, 11, 18))
    assert sum(bool(clause.showings) for clause in document.clauses) >= least
    refused = [line for shown in document.rounds for line in shown.lines if line.says.startswith("refused: ")]
    assert {"677a": "677a.7(c)", "647a": "647a.7(c)"}[chapter] in {line.clause for line in refused}
