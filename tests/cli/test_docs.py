"""The notation's documents: their examples run, and they name what there is."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import houseway
from houseway.cards import cards
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.c645a_pai_gow.house_way import from_data
from houseway.chapters.registry import FOLDERS, check, games, resolve, submission_of
from houseway.engine.banked.table import BANKED
from houseway.money import dollars
from houseway.rounds import settle
from houseway.rounds.banked import UNSTATED_STACK
from houseway.rules.game import Placed
from houseway.rules.submission import Verdict, verdict_of
from houseway.rules.table_rules import TableRules

DOCS = Path(__file__).parents[2] / "docs"
PACKAGE = Path(str(files("houseway")))
MAPS = [PACKAGE.parent.joinpath(*folder.split("."), "README.md") for folder in FOLDERS]
JACKPOTS = MAPS[-1].parent / "jackpots" / "README.md"
API = (DOCS / "api.md").read_text(encoding="utf-8")
ROUNDS = (DOCS / "rounds.md").read_text(encoding="utf-8")
SUBMISSION = (DOCS / "submission.md").read_text(encoding="utf-8")
HOUSE_WAYS = (DOCS / "house-ways.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def words_of(text: str) -> set[str]:
    """The words set as code in the running text."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", prose))))


def test_every_link_leads_to_a_file_and_every_picture_is_shown() -> None:
    linked = {
        (document.parent / target).resolve()
        for document in (DOCS.parent / "README.md", *DOCS.rglob("*.md"))
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    }
    assert not [path for path in linked if not path.exists()]
    pictures = set((DOCS / "pages").iterdir())
    assert pictures == {path for path in linked if path.parent == DOCS / "pages"}
    assert sum(path.stat().st_size for path in pictures) < 1_000_000


def test_every_stated_round_in_the_document_is_settled() -> None:
    stated = [found for block in blocks(ROUNDS, "json") if {"deck", "hands"} & set(found := json.loads(block))]
    assert len(stated) == 3
    for one in stated:
        assert "refusal" not in settle(one)


def test_the_answer_in_the_document_is_the_one_to_its_first_round() -> None:
    shown = [json.loads(block) for block in blocks(ROUNDS, "json")]
    answered = [one for one in shown if "settlements" in one]
    assert answered == [settle(next(one for one in shown if "deck" in one))]


def test_the_stack_in_the_document_is_the_one_taken() -> None:
    assert f"default: {dollars(UNSTATED_STACK)}" in ROUNDS


def test_s645a_11_c__the_house_way_in_the_document_is_lawful_and_sets_high_cards_front() -> None:
    [block] = blocks(HOUSE_WAYS, "toml")
    data = tomllib.loads(block)
    found = check({"game": "pai-gow", **data})[1]
    assert verdict_of(found) is Verdict.INCOMPLETE
    assert "house_way" not in {fault.field for fault in found}
    setting = from_data(data["house_way_rules"]).set_hands(cards("9s 9d Ac Kh 7c 4d 2s"))
    assert set(setting.low) == set(cards("Ac Kh"))
    assert {"name", "title", "when", "do"} <= words_of(HOUSE_WAYS)


def test_the_submission_in_the_document_is_lawful() -> None:
    for block in blocks(SUBMISSION, "toml"):
        assert check(tomllib.loads(block))[1] == []


@pytest.mark.parametrize("game", games(banked=True))
def test_rounds_name_every_wager_phase_and_cause(game: str) -> None:
    rules = resolve({}, game=game, kind=TableRules).game
    placed = {wager.id for wager in rules.wagers.values() if wager.placed is Placed.BEFORE_THE_DEAL}
    assert placed | {phase.id for phase in rules.phases} | set(rules.irregularities) <= words_of(ROUNDS)


@pytest.mark.parametrize("game", games(banked=True))
def test_the_submission_document_names_every_field(game: str) -> None:
    assert set(submission_of(game).model_fields) <= words_of(SUBMISSION)


def test_the_library_document_names_every_export() -> None:
    assert set(houseway.__all__) <= set(re.findall(r"\w+", API))


@pytest.mark.parametrize("kind", [BANKED.player, BANKED.dealer, POKER.player, POKER.dealer])
def test_the_library_document_names_everything_people_do(kind: type) -> None:
    assert {name for name in dir(kind) if not name.startswith("_")} <= set(re.findall(r"\w+", API))


def test_every_document_is_named_in_the_index() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    assert {page.name for page in DOCS.glob("*.md")} - {"index.md"} == set(re.findall(r"\(([\w-]+\.md)\)", index))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_a_page_at_the_top_links_only_to_what_there_is(page: str) -> None:
    text = (DOCS.parent / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([\w/.-]+)\)", text)
    assert links
    assert [name for name in links if not (DOCS.parent / name).exists()] == []


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_a_document_links_only_to_what_there_is(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert all((DOCS / name).exists() for name in re.findall(r"\]\(([\w/.-]+)\)", text))


@pytest.mark.parametrize("page", MAPS, ids=lambda page: page.parent.name)
def test_the_map_of_a_chapter_has_every_section_once(page: Path) -> None:
    sections = tomllib.loads((page.parent / "clauses.toml").read_text(encoding="utf-8"))["sections"]
    rows = re.findall(r"^\| (6[\w., ]+) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [section for row in rows for section in row.split(", ")] == list(sections)


@pytest.mark.parametrize("page", [*MAPS, JACKPOTS], ids=lambda page: page.parent.name)
def test_the_map_of_a_chapter_names_every_module_and_nothing_else(page: Path) -> None:
    named = set(re.findall(r"`([\w/]+(?:\.py|\.toml|/))`", page.read_text(encoding="utf-8")))
    assert not [one for one in named if not ((page.parent / one).exists() or (PACKAGE / one).exists())]
    assert {module.name for module in page.parent.glob("*.py")} - {"__init__.py"} <= named


def test_a_hand_of_six_takes_no_more_words_than_in_pokerkit() -> None:
    """Both blocks run with the document and end in the same stacks; here they are measured."""
    ours, theirs = [block for block in blocks(API, "python") if "[19900, 14200, 26500, 20000, 20000, 19400]" in block]
    code = [[line[4:] for line in block.splitlines() if line[:4] in (">>> ", "... ")] for block in (ours, theirs)]
    assert "pokerkit" in theirs
    assert len(code[0]) <= len(code[1])
    assert sum(map(len, code[0])) <= sum(map(len, code[1]))
