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
from houseway.cli.rules.printing import find_chromium


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


PAGES = [
    (),
    ("677a",),
    ("677a.1",),
    ("677a.11(h)(2)",),
    ("677a.11(g)",),
    ("645a.12",),
    ("637a.8(c)-(h)",),
    ("--chapter", "637a"),
    ("--readings",),
    ("--coverage",),
    ("--coverage", "677a"),
    ("--search", "surrender"),
]


def test_the_page_fits_80_columns_and_is_plain_when_not_a_terminal() -> None:
    for words in PAGES:
        result = run(*words)
        assert result.exit_code == 0
        assert "\x1b" not in result.output
        assert max(map(len, result.output.splitlines())) <= 80
        assert not any(line != line.rstrip() for line in result.output.splitlines())


def test_a_page_says_it_in_our_own_words() -> None:
    page = run("677a.11.h.2.iii.B").output
    for part in ("Bad Beat", "enforced: ", "Where", "Readings", "677a-bad-beat", "read: "):
        assert part in page


def test_code_stands_first_among_the_places_that_cite_a_clause() -> None:
    kinds = [one["kind"] for one in answer("645a.13(b)")["citations"]]
    assert kinds == sorted(kinds, key=["code", "data", "value", "example"].index)
    assert (kinds[0], kinds[-1]) == ("code", "example")
    page = run("645a.13(b)").output
    assert page.index("paytables.py") < page.index("pai-gow limit.clauses") < page.index("example.toml")


@pytest.mark.parametrize(
    "typed",
    [
        ("58 Pa. Code § 677a.12(c)",),
        ("58", "Pa.", "Code", "§", "677a.12(c)"),
        ("58 Pa.Code 677a.12(c)",),
        ("58 pa. code §677A.12(c)",),
    ],
)
def test_an_official_citation_is_read_and_printed(typed: tuple[str, ...]) -> None:
    assert answer(*typed)["citation"] == "58 Pa. Code § 677a.12(c)"
    assert run(*typed).output.startswith("58 Pa. Code § 677a.12(c)\n")


def test_a_chapter_has_an_official_citation_too() -> None:
    assert answer("58 Pa. Code Chapter 677a")["citation"] == "58 Pa. Code Chapter 677a"


def test_dates_of_adoption_and_amendment() -> None:
    [adopted, amended] = answer("677a.12(c)")["history"]
    assert adopted == {
        "act": "adopted",
        "on": "2016-12-09",
        "effective": "2016-12-10",
        "bulletin": "46 Pa.B. 7641",
    }
    assert (amended["act"], amended["on"], amended["bulletin"]) == ("amended", "2019-08-30", "49 Pa.B. 4956")
    page = run("677a").output
    assert "Adopted December 9, 2016, effective December 10, 2016 (46 Pa.B. 7641)" in page
    assert "Amended August 30, 2019, effective August 31, 2019 (49 Pa.B. 4956): .7, .12" in page


def test_a_section_is_shown_whole() -> None:
    found = answer("677a.11")
    listed = [id for id in register.chapter("677a").entries if id.startswith("677a.11(")]
    assert [one["clause"] for one in found["clauses"]] == listed
    page = run("677a.11").output
    assert "(h)(2)(iii)(B)" in page
    assert "677a-bad-beat" in page


def test_a_chapter_is_shown_whole() -> None:
    found = answer("--chapter", "663a")
    entries = [one for section in found["sections"] for one in section["entries"]]
    assert [one["clause"] for one in entries] == list(register.chapter("663a").entries)
    assert {one["id"] for one in found["readings"]} == {one.id for one in register.readings_of("663a")}
    page = run("--chapter", "58 Pa. Code Chapter 663a").output
    assert page.startswith("58 Pa. Code Chapter 663a\nFive Card Hi-Lo\n")
    assert all(title in page for title in register.chapter("663a").sections.values())


@pytest.mark.parametrize("typed", ["677a.11(a)-(d)", "677a.11.a-d", "58 Pa. Code § 677a.11(a)—(d)"])
def test_a_range_of_clauses(typed: str) -> None:
    found = answer(typed)
    assert found["range"] == ["677a.11(a)", "677a.11(d)"]
    assert found["citation"] == "58 Pa. Code § 677a.11(a)—(d)"
    ids = ["677a.11(a)", "677a.11(a)(1)", "677a.11(a)(2)", "677a.11(b)", "677a.11(c)", "677a.11(d)"]
    assert [one["clause"] for one in found["clauses"]] == ids
    assert "677a-raise-up-to" in [one["id"] for one in found["readings"]]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("677a.11(d)-(a)", "no range"),
        ("677a.11(a)-(z)", "does not continue 677a.11(a)"),
        ("677a.99-677a.100", "is no"),
        ("677a-645a", "no range"),
    ],
)
def test_a_range_that_is_none_is_one_sentence(typed: str, says: str) -> None:
    result = run(typed)
    assert result.exit_code == 1
    [line] = result.output.strip().splitlines()
    assert says in line
    assert json.loads(run(typed, "--json").output)["error"]


def test_a_search_ranks_clauses_and_readings() -> None:
    found = answer("--search", "surrender")["found"]
    assert {"645a.11(d)", "645a-surrender"} <= {one["id"] for one in found[:3]}
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)
    reading = next(one for one in found if one["id"] == "645a-surrender")
    assert (reading["kind"], reading["citations"]) == ("reading", ["58 Pa. Code § 645a.11(d)"])
    for part in ("645a.11(d)", "645a-surrender", "a reading of 645a.11(d)"):
        assert part in run("--search", "surrendered").output


def test_a_search_for_several_words_wants_them_all() -> None:
    found = answer("--search", "queen's dragon")["found"]
    assert found[0]["text"].startswith("Queen's Dragon: ")
    assert all("dragon" in (one["text"] + (one["open"] or "")).lower() for one in found)
    assert {one["clauses"][0].partition(".")[0] for one in found} == {"645a"}


def test_a_search_may_keep_to_a_chapter() -> None:
    found = answer("--search", "Ante", "--chapter", "647a")["found"]
    assert all(any(id.startswith("647a") for id in one["clauses"]) for one in found)


def test_what_is_not_found_is_one_sentence_with_the_nearest_words() -> None:
    result = run("--search", "surender")
    assert result.exit_code == 1
    assert result.output == "Error: No clause and no reading has 'surender'; the nearest are surrender, surrendered.\n"
    assert json.loads(run("--search", "surender", "--json").output)["nearest"] == ["surrender", "surrendered"]
    assert run("--search", "").exit_code == 1


def test_coverage_counts_each_status_and_says_what_it_means() -> None:
    found = answer("--coverage")
    assert list(found["means"]) == ["enforced", "recorded", "configured", "posted", "physical"]
    assert sum(found["met"].values()) == found["clauses"] == sum(one["clauses"] for one in found["chapters"])
    assert found["tested"]["enforced"] == found["met"]["enforced"]
    for one in found["chapters"]:
        assert sum(one["met"].values()) == one["clauses"] == sum(section["clauses"] for section in one["sections"])
    page = run("--coverage").output
    assert all(chapter in page for chapter in register.chapters())
    assert "The software does what the clause says" in page
    assert "663a.13" in run("--coverage", "663a").output


@pytest.mark.parametrize(
    "words",
    [
        ("677a", "--search", "x"),
        ("--search", "x", "--coverage"),
        ("--readings", "--coverage"),
        ("677a", "--chapter", "677a"),
    ],
)
def test_one_thing_is_asked_for_at_a_time(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def test_a_paraphrase_leaves_open_what_the_clause_leaves_open() -> None:
    """Readings stand beside the clause and never in its words."""
    assert "eligible" in answer("677a.11(h)(2)(iii)(B)")["text"]
    assert "royal flush" not in answer("677a.12(b)")["text"]
    assert "king" not in answer("637a.10(d)(2)")["text"]
    assert "paytable" not in answer("645a.11(h)(1)(i)(A)")["text"]


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


# The annotated chapter.


def test_annotated_writes_the_page_and_rounds_that_settle(tmp_path: Path) -> None:
    html, rounds = tmp_path / "677a.html", tmp_path / "rounds"
    result = run("--annotated", "677a", "--html", str(html), "--rounds", str(rounds), "--date", "2026-11-18")
    assert result.exit_code == 0, result.output
    assert "126 clauses" in result.output
    text = html.read_text(encoding="utf-8")
    assert "<dt>Generated</dt><dd>2026-11-18</dd>" in text
    files = sorted(rounds.iterdir())
    assert files
    settled = CliRunner().invoke(main, ["settle", str(files[0]), "--json"])
    assert settled.exit_code == 0, settled.output


def test_annotated_takes_its_date_from_the_environment(tmp_path: Path) -> None:
    html = tmp_path / "677a.html"
    words = ["rules", "--annotated", "677a", "--html", str(html)]
    result = CliRunner().invoke(main, words, env={"SOURCE_DATE_EPOCH": "86400"})
    assert result.exit_code == 0, result.output
    assert "<dd>1970-01-02</dd>" in html.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--annotated", "999a", "--html", "x"), 1, "There is no clause 999a in the register"),
        (("--annotated", "677a.11", "--html", "x"), 1, "677a.11 is no chapter; the nearest is 677a."),
        (("--annotated", "677a"), 2, "Name a file to write"),
        (("--annotated", "677a", "--html", "no-such-folder/x"), 1, "there is no folder no-such-folder"),
        (("--annotated", "677a", "--html", "x", "--date", "soon"), 1, "--date must be a day such as 2026-11-18"),
        (("--annotated", "677a", "--html", "x", "--coverage"), 2, "--annotated writes one chapter"),
        (("677a", "--html", "x"), 2, "go with --annotated CHAPTER"),
    ],
)
def test_annotated_says_in_one_sentence_what_is_wrong(words: tuple[str, ...], code: int, message: str) -> None:
    result = run(*words)
    assert result.exit_code == code
    assert message in result.output
    assert len(result.output.splitlines()) == 1


def test_annotated_refuses_a_date_that_the_environment_garbles(tmp_path: Path) -> None:
    words = ["rules", "--annotated", "677a", "--html", str(tmp_path / "x")]
    result = CliRunner().invoke(main, words, env={"SOURCE_DATE_EPOCH": "today"})
    assert result.exit_code == 1
    assert "SOURCE_DATE_EPOCH must be a number of seconds since 1970, not 'today'." in result.output


def test_annotated_without_a_browser_names_those_it_looked_for(tmp_path: Path) -> None:
    words = ["rules", "--annotated", "677a", "--pdf", str(tmp_path / "x.pdf")]
    result = CliRunner().invoke(main, words, env={"PATH": str(tmp_path)})
    assert result.exit_code == 2
    assert result.output == (
        "Error: A PDF needs Chromium: install chromium, chromium-browser, google-chrome, google-chrome-stable or chrome, "
        "or write --html and print it.\n"
    )
    assert not (tmp_path / "x.pdf").exists()


@pytest.mark.long
def test_annotated_prints_a_pdf_that_has_the_day_it_is_given(tmp_path: Path) -> None:
    if find_chromium() is None:
        pytest.skip("no Chromium is installed")
    file = tmp_path / "677a.pdf"
    result = run("--annotated", "677a", "--pdf", str(file), "--date", "2026-11-18")
    assert result.exit_code == 0, result.output
    printed = file.read_bytes()
    assert printed.startswith(b"%PDF-")
    assert b"/CreationDate (D:20261118000000+00'00')" in printed
    assert len(re.findall(rb"/Type /Page\b", printed)) > 20
