"""The notation's documents: their examples run, and they name what there is."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from houseway.cards import cards
from houseway.chapters.c645a_pai_gow.house_way import from_data, house_way
from houseway.chapters.registry import GAMES, check, resolve, submission_of
from houseway.money import dollars
from houseway.rounds.banked import UNSTATED_STACK, settle
from houseway.rules.game import Placed
from houseway.rules.submission import Severity

DOCS = Path(__file__).parents[2] / "docs"
ROUNDS = (DOCS / "rounds.md").read_text(encoding="utf-8")
SUBMISSION = (DOCS / "submission.md").read_text(encoding="utf-8")
HOUSE_WAYS = (DOCS / "house-ways.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def words_of(text: str) -> set[str]:
    """The words set as code in the running text."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", prose))))


def test_every_stated_round_in_the_document_is_settled() -> None:
    stated = [found for block in blocks(ROUNDS, "json") if "deck" in (found := json.loads(block))]
    assert len(stated) == 2
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
    assert not [fault for fault in check({"game": "pai-gow", **data})[1] if fault.severity is not Severity.NOTE]
    setting = house_way(from_data(data["house_way_rules"]))(cards("9s 9d Ac Kh 7c 4d 2s"))
    assert set(setting.low) == set(cards("Ac Kh"))
    assert {"name", "title", "when", "do"} <= words_of(HOUSE_WAYS)


def test_the_submission_in_the_document_is_lawful() -> None:
    for block in blocks(SUBMISSION, "toml"):
        assert check(tomllib.loads(block))[1] == []


@pytest.mark.parametrize("game", GAMES)
def test_rounds_name_every_wager_phase_and_cause(game: str) -> None:
    rules = resolve({}, game=game).game
    placed = {wager.id for wager in rules.wagers.values() if wager.placed is Placed.BEFORE_THE_DEAL}
    assert placed | {phase.id for phase in rules.phases} | set(rules.irregularities) <= words_of(ROUNDS)


@pytest.mark.parametrize("game", GAMES)
def test_the_submission_document_names_every_field(game: str) -> None:
    assert set(submission_of(game).model_fields) <= words_of(SUBMISSION)
