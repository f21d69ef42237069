"""The list of chapters: complete, cheap to read, with every id and every name standing once."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import houseway
from houseway.chapters import registry
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import (
    UnknownGameError,
    UnlawfulSubmissionError,
    chapter_of,
    chapters,
    example_of,
    games,
    resolve,
)
from houseway.rules.chapter import Chapter, Parts
from houseway.rules.table_rules import TableRules

SOURCE = Path(houseway.__file__).parent


def test_every_chapter_folder_is_in_the_list() -> None:
    folders = {f"houseway.chapters.{path.parent.name}" for path in (SOURCE / "chapters").glob("c*/__init__.py")}
    assert folders == set(registry.FOLDERS)
    assert len(registry.FOLDERS) == len(folders)


def test_every_chapter_has_the_number_and_the_place_of_its_folder() -> None:
    for chapter, folder in zip(chapters(), registry.FOLDERS, strict=True):
        assert isinstance(chapter, Chapter)
        assert chapter.folder == folder
        assert folder.rpartition(".")[2].startswith(f"c{chapter.number}_")


def test_ids_are_unique_and_in_order() -> None:
    ids = [id for chapter in chapters() for id in chapter.games]
    assert ids == list(games()) == [*games(banked=True), *games(banked=False)]
    assert ids[:5] == ["heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo", "stud-high"]
    assert len(set(ids)) == len(ids)
    assert len(set(games().values())) == len(ids)


@pytest.mark.long
def test_the_name_of_a_game_stands_once() -> None:
    words = Counter(
        node.value
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    assert {name: words[name] for name in games().values() if words[name] > 1} == {}
    written = [path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.toml")]
    names = "|".join(re.escape(name) for name in games().values())
    assert [found for text in written for found in re.findall(rf'^\w+ = "(?:{names})"$', text, re.MULTILINE)] == []


@pytest.mark.parametrize("game", games())
def test_rules_are_of_the_game_and_carry_its_name(game: str) -> None:

    rules = resolve(tomllib.loads(example_of(game)))
    assert (rules.game.id, rules.game.name) == (game, games()[game])
    assert rules.submission["game"] == game
    assert re.fullmatch("[0-9a-f]{64}", rules.digest)
    assert isinstance(rules, TableRules if chapter_of(game).banked else PokerRules)
    assert resolve(tomllib.loads(example_of(game)), game=game) is rules


def test_an_unknown_game_is_answered_with_all_of_them() -> None:
    for ask in (chapter_of, registry.submission_of, example_of, lambda game: resolve({}, game=game)):
        with pytest.raises(UnknownGameError) as raised:
            ask("bridge")
        assert str(raised.value) == f"there is no game 'bridge'; the games are {', '.join(games())}"


@pytest.mark.parametrize(
    ("submission", "says"),
    [({}, "the submission names no game"), ({"game": 5}, "a game is named by its id, not by 5; the games are ")],
)
def test_a_submission_names_a_game(submission: dict[str, object], says: str) -> None:
    with pytest.raises(UnknownGameError) as raised:
        resolve(submission)
    assert str(raised.value).startswith(says)


def test_what_is_wrong_with_a_submission_is_said_with_the_clause_and_what_is_legal() -> None:
    with pytest.raises(UnlawfulSubmissionError) as raised:
        resolve({"decks": 3, "payout_limit": 1}, game="heads-up-holdem")
    assert str(raised.value) == "; ".join(
        f"{one.field}: {one.message} ({one.clause}). Legal: {', '.join(one.legal)}" for one in raised.value.faults
    )
    assert [one.field for one in raised.value.faults] == ["decks", "payout_limit"]


def test_rules_of_another_kind_are_refused() -> None:
    with pytest.raises(UnknownGameError, match="'pai-gow' is a game of chapter 645a and has no PokerRules"):
        resolve({}, game="pai-gow", kind=PokerRules)


def test_listing_the_games_loads_neither_models_nor_machines() -> None:
    asked = (
        "import sys; from houseway.chapters.registry import games; assert games();"
        "print([name for name in sys.modules if name.startswith(('pydantic', 'numpy', 'msgspec', 'houseway.engine'))])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_one_more_line_in_the_list_is_one_more_chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "c999a_toy"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from houseway.chapters.c663a_five_card_hi_lo import CHAPTER as MODEL\n"
        "from dataclasses import replace\n"
        "CHAPTER = replace(MODEL, folder=__name__, number='999a', title='Toy', games={'toy': 'Toy'})\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "FOLDERS", (*registry.FOLDERS, "c999a_toy"))
    assert list(games())[-1] == "toy"
    assert chapter_of("toy").number == "999a"
    assert isinstance(chapter_of("toy").parts(), Parts)
    monkeypatch.undo()
    sys.modules.pop("c999a_toy")
    assert "toy" not in games()
