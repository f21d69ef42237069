"""Digests of filed submissions: those that version 0.2 recorded hold, whatever fields were added since."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from houseway.chapters.registry import filed_meaning, games, resolve, submission_of
from houseway.rules.submission import digest_of, is_later, setting

RECORDED = json.loads((Path(__file__).parent / "digests_0_2.json").read_text(encoding="utf-8"))
CHANGED = ('{"blinds": [100, 200], "game": "omaha-hi-lo-8"}', '{"banking": {"offered": true}, "game": "pai-gow"}')
"""Submissions that leave open what another default is taken for since."""


@pytest.mark.parametrize(
    "case", RECORDED["cases"], ids=[f"{case['submission']['game']}-{n}" for n, case in enumerate(RECORDED["cases"])]
)
def test_a_digest_recorded_before_a_field_existed_stays_the_same(case: dict[str, Any]):
    submission, digest = case["submission"], case["digest"]
    if json.dumps(submission, sort_keys=True) in CHANGED:
        # Other rules have another name; what was filed keeps the rules it was filed with.
        assert resolve(submission).digest != digest
    else:
        assert resolve(submission).digest == digest
    assert resolve(filed_meaning(submission, digest)).digest == digest


def test_645a_12_e_a_submission_filed_with_co_banking_left_open_keeps_what_was_taken():
    silent = {"game": "pai-gow", "banking": {"offered": True}}
    digest = next(case["digest"] for case in RECORDED["cases"] if case["submission"] == silent)
    assert filed_meaning(silent, digest) == {"game": "pai-gow", "banking": {"offered": True, "co_banking": True}}
    # Of what was filed since, nothing is spelled out.
    assert filed_meaning(silent, resolve(silent).digest) == silent


def test_fields_added_since_are_marked_so_that_they_stay_out_of_digests():
    """A model that 0.2 did not have is the value of a field that it did not have either."""
    for model in _models():
        known = RECORDED["fields"].get(model.__name__)
        for name, info in model.model_fields.items() if known is not None else ():
            assert is_later(info) == (name not in known), f"{model.__name__}.{name}"


def test_a_field_added_later_stays_out_of_the_digest_at_its_default_and_counts_with_another_value():
    game = submission_of("heads-up-holdem")
    before = game.model_validate({"game": "heads-up-holdem"})

    class Longer(game):  # type: ignore[misc, valid-type]
        seats_of_honor: int = setting(0, "677a.2(a)", "seats of honor", since="0.3")

    assert digest_of(Longer.model_validate({"game": "heads-up-holdem"})) == digest_of(before)
    assert digest_of(Longer.model_validate({"game": "heads-up-holdem", "seats_of_honor": 0})) == digest_of(before)
    assert digest_of(Longer.model_validate({"game": "heads-up-holdem", "seats_of_honor": 1})) != digest_of(before)


def _models() -> set[type[BaseModel]]:
    models: set[type[BaseModel]] = set()
    waiting: list[type[BaseModel]] = [submission_of(game) for game in games()]
    while waiting:
        model = waiting.pop()
        if model not in models:
            models.add(model)
            waiting += [part for info in model.model_fields.values() for part in _models_in(info.annotation)]
    return models


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)
