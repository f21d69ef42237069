"""The notation's documents: their examples run, and they name what there is."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from houseway.chapters.registry import GAMES, check, resolve, submission_of
from houseway.rounds import settle
from houseway.rules.game import Placed

DOCS = Path(__file__).parents[2] / "docs"
ROUNDS = (DOCS / "rounds.md").read_text(encoding="utf-8")
SUBMISSION = (DOCS / "submission.md").read_text(encoding="utf-8")


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
