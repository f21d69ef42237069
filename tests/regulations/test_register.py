"""The register is complete, true to the code, and tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway import register
from houseway.clause import Clause, ClauseError
from houseway.register.citations import VALUES, in_source, in_values
from houseway.register.tested import INDEX
from tests.regulations.extraction import clause_ids, source_notes
from tools import index_citations
from tools.index_tests import index

HERE = Path(__file__).parent
REGULATIONS = HERE.parents[2] / "shared" / "regulations"
LISTED = sorted(path.parent.name[1:] for path in HERE.glob("c*/clauses.txt"))


def _listed(chapter: str) -> list[str]:
    return (HERE / f"c{chapter}" / "clauses.txt").read_text(encoding="utf-8").split()


def test_every_chapter_is_listed() -> None:
    assert list(register.chapters()) == LISTED


@pytest.mark.parametrize("chapter", LISTED)
def test_every_clause_is_registered_once_and_in_order(chapter: str) -> None:
    assert list(register.chapter(chapter).entries) == _listed(chapter)
    orders = [Clause.parse(id).order for id in _listed(chapter)]
    assert orders == sorted(set(orders))


def _text_of(chapter: str) -> str:
    texts = list(REGULATIONS.glob(f"{chapter}-*.txt"))
    if not texts:
        pytest.skip("the text of the regulation is not beside the project (../shared/regulations)")
    return texts[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("chapter", LISTED)
def test_the_list_is_what_the_regulation_says(chapter: str) -> None:
    assert _listed(chapter) == clause_ids(chapter, _text_of(chapter))


@pytest.mark.parametrize("chapter", LISTED)
def test_dates_of_adoption_and_amendment_are_those_of_the_source_notes(chapter: str) -> None:
    stated = {
        of: [(note.act, note.on, note.effective, note.bulletin) for note in notes]
        for of, notes in register.chapter(chapter).sources.items()
    }
    text = _text_of(chapter)
    assert stated == source_notes(chapter, text)
    assert sum(map(len, stated.values())) == text.count("Pa.B.")


def test_a_section_was_adopted_with_its_chapter_unless_it_says_otherwise() -> None:
    poker = register.chapter("637a")
    assert [(note.act, note.on.year) for note in poker.history("637a.10")] == [
        ("adopted", 2012),
        ("amended", 2014),
        ("amended", 2019),
    ]
    assert [(note.act, note.on.year) for note in poker.history("637a.20")] == [("adopted", 2014)]
    assert [(note.act, note.on.year) for note in poker.history("637a.1")] == [("adopted", 2012)]


@pytest.mark.parametrize("chapter", LISTED)
def test_every_entry_says_something_and_every_section_has_a_name(chapter: str) -> None:
    one = register.chapter(chapter)
    assert [entry.id for entry in one.entries.values() if not entry.text.strip() or not entry.how.strip()] == []
    assert [section for section, title in one.sections.items() if not title] == []


@pytest.mark.parametrize("chapter", LISTED)
def test_what_software_meets_is_cited(chapter: str) -> None:
    """A clause that is enforced, recorded or configured is cited in the package.

    The rule: the clause itself is cited, in a source file or in a game built from some submission; or its direct
    parent is, if that is a paragraph and not the whole section (a table of hands cites 677a.6(b) for its nine kinds);
    or a clause below it is (an introduction is met by what it introduces). Commented examples of submissions and the
    modules that speak of clauses as such do not count.
    """
    met = [entry.id for entry in register.chapter(chapter).entries.values() if entry.met.by_software]
    assert [id for id in met if register.covered_by(id) is None] == []


@pytest.mark.parametrize("chapter", LISTED)
def test_what_is_enforced_is_tested(chapter: str) -> None:
    """A clause that the software enforces has a test of its own, or is an introduction to clauses that have."""
    enforced = [entry.id for entry in register.chapter(chapter).entries.values() if entry.met is register.Met.ENFORCED]
    assert [id for id in enforced if not register.tests(id)] == []


def test_no_citation_dangles() -> None:
    """Every clause of our chapters that the package cites is in the register; other chapters of the Code are not ours."""
    cited = set(in_source()) | set(in_values())
    ours = {id for id in cited if id.partition(".")[0] in register.chapters()}
    assert sorted(id for id in ours if not register.is_known(id)) == []


def test_readings_have_distinct_ids_and_name_known_clauses() -> None:
    ids = [reading.id for reading in register.readings()]
    assert len(ids) == len(set(ids))
    assert [id for id in ids if not re.fullmatch(r"(all|\d{3}a)(-[a-z0-9]+)+", id)] == []
    named = [(one.id, id) for one in register.readings() for id in one.clauses]
    assert [(reading, id) for reading, id in named if not register.is_known(id)] == []


def test_every_reading_has_a_test_by_its_id() -> None:
    assert [one.id for one in register.readings() if not register.tests_of_reading(one.id)] == []


def test_every_option_of_a_reading_is_a_field_of_a_submission() -> None:
    from houseway.chapters.registry import games, submission_of

    known = {name for game in games() for name in submission_of(game).model_fields}
    options = [(one.id, one.option.partition(".")[0]) for one in register.readings() if one.option]
    assert [one for one in options if one[1] not in known] == []


def test_a_reading_states_the_default_that_is_in_force() -> None:
    from houseway.chapters.registry import chapter_of, games, submission_of

    wrong = []
    for game in games(banked=True):
        fields = submission_of(game).model_fields
        for one in register.readings():
            if one.option in fields and one.id.startswith(("all-", chapter_of(game).number)):
                default = str(fields[one.option].default).lower()
                wrong += [] if one.default.partition(" ")[0] == default else [(game, one.id, default)]
    assert wrong == []


def test_every_field_an_entry_names_is_in_its_submission() -> None:
    from houseway.chapters.registry import chapter_of, games, submission_of

    strange = []
    for game in games(banked=True):
        fields = submission_of(game).model_fields
        for entry in register.chapter(chapter_of(game).number).entries.values():
            strange += [(entry.id, name) for name in re.findall(r"field `(\w+)`", entry.how) if name not in fields]
    assert strange == []


NO_DUTY_677A = (
    "677a.1",
    "677a.4(e)",
    "677a.5(c)",
    "677a.6(b)",
    "677a.6(b)(1)",
    "677a.6(b)(2)",
    "677a.6(b)(3)",
    "677a.6(b)(4)",
    "677a.6(b)(5)",
    "677a.6(b)(6)",
    "677a.6(b)(7)",
    "677a.6(b)(8)",
    "677a.6(b)(9)",
    "677a.6(c)",
    "677a.9(a)",
    "677a.10(a)",
    "677a.11(h)",
    "677a.11(h)(2)",
    "677a.11(i)(1)",
    "677a.11(i)(2)",
)
"""Clauses of 677a that define, rank, or only introduce what follows."""


def test_677a_states_each_duty_and_permission() -> None:
    """What the Code says shall be done must be done in our words too; what may be done may."""
    entries = register.chapter("677a").entries.values()
    assert tuple(entry.id for entry in entries if not re.search(r"\b(must|may)\b", entry.text)) == NO_DUTY_677A


@pytest.mark.long
def test_the_index_of_tests_is_fresh() -> None:
    """If this fails, run ``python tools/index_tests.py``."""
    assert INDEX.read_text(encoding="utf-8") == index()


def test_the_index_of_what_the_games_cite_is_fresh() -> None:
    """If this fails, run ``python tools/index_citations.py``."""
    assert VALUES.read_text(encoding="utf-8") == index_citations.index()


@pytest.mark.parametrize(
    "text",
    [
        "677a.11(h)(2)",
        "677a.11.h.2",
        " § 677a.11 (h) (2)",
        "58 Pa. Code § 677a.11(h)(2)",
        "58 Pa.Code §677a.11(h)(2)",
        "58 PA CODE 677A.11(h)(2)",
        "58 Pa. Code Section 677a.11(h)(2)",
        "Sec. 677a.11(h)(2)",
    ],
)
def test_clauses_are_found_as_people_spell_them(text: str) -> None:
    assert str(register.spelled(text)) == "677a.11(h)(2)"


@pytest.mark.parametrize("text", ["677a", "Chapter 677a", "58 Pa. Code Ch. 677a", "ch. 677a", "58 Pa. Code § 677a"])
def test_a_chapter_is_found_as_people_spell_it(text: str) -> None:
    assert str(register.spelled(text)) == "677a"


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("677a.11(a)-(d)", "677a.11(a)", "677a.11(d)"),
        ("677a.11.a-d", "677a.11(a)", "677a.11(d)"),
        ("58 Pa. Code § 677a.11(a)—(d)", "677a.11(a)", "677a.11(d)"),
        ("677a.11(h)(2)(i)-(iii)", "677a.11(h)(2)(i)", "677a.11(h)(2)(iii)"),
        ("677a.11(h)(1) to (2)(ii)", "677a.11(h)(1)", "677a.11(h)(2)(ii)"),
        ("677a.11(c)-(i)", "677a.11(c)", "677a.11(i)"),
        ("677a.8-10", "677a.8", "677a.10"),
        ("677a.8–.10", "677a.8", "677a.10"),
        ("58 Pa. Code §§ 677a.8—677a.10", "677a.8", "677a.10"),
        ("677a.8(g)-677a.9(b)", "677a.8(g)", "677a.9(b)"),
    ],
)
def test_a_range_may_leave_out_what_its_ends_share(text: str, first: str, last: str) -> None:
    found = register.spelled_range(text)
    assert found is not None
    assert (str(found.first), str(found.last)) == (first, last)
    ids = [one.id for one in found.entries]
    assert ids[0].startswith(first)
    assert ids[-1].startswith(last)
    assert ids == [id for id in register.chapter("677a").entries if id in ids]


@pytest.mark.parametrize("text", ["677a.11(d)-(a)", "677a.11(a)-(z)", "677a-645a", "677a.11-645a.2", "677a.11-x"])
def test_a_range_whose_ends_do_not_fit_is_none(text: str) -> None:
    with pytest.raises(ClauseError):
        register.spelled_range(text)


def test_what_is_no_range_is_read_as_a_clause() -> None:
    assert register.spelled_range("677a.11(a)") is None


def test_a_parent_knows_its_children_and_a_child_its_parents() -> None:
    assert [one.id for one in register.children("677a.11(h)(2)(iii)")] == [
        "677a.11(h)(2)(iii)(A)",
        "677a.11(h)(2)(iii)(B)",
    ]
    assert [one.id for one in register.parents("677a.11(h)(2)(iii)(B)")] == [
        "677a.11(h)",
        "677a.11(h)(2)",
        "677a.11(h)(2)(iii)",
    ]
    assert register.children("677a.12")[0].id == "677a.12(a)"


def test_ids_put_together_from_parts_are_found_in_the_games() -> None:
    places = [one.place for one in register.citations("677a.4(a)")]
    assert "heads-up-holdem cards.inspect" in places
    assert any("settlement.py" in one.place for one in register.citations("677a.11(h)(2)(iii)(B)"))


@pytest.mark.parametrize(
    ("text", "near"), [("677a.11(z)", "677a.11(j)"), ("677a.99", "677a.9"), ("677b.12", "677a.12")]
)
def test_an_unknown_clause_has_near_ones(text: str, near: str) -> None:
    assert near in register.nearest(text)
