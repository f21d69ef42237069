"""A round as a record exports it is played again, and believed as far as its commands bear it out."""

from __future__ import annotations

import copy
import random
from functools import partial
from typing import Any

import pytest

from houseway import rounds
from houseway.chapters.registry import open_table
from houseway.rounds import recorded
from tests.kit.random_answers import at_random, house_of
from tests.kit.scenarios import places_reached, refusals_in


def exported() -> dict[str, Any]:
    table = open_table("five-card-hi-lo")
    table.seat(1, "Ann", 100_000)
    before, first, said = table.state, len(table.events), len(table.envelopes)
    chance = random.Random(1)
    house_of(table, chance).play_round(at_random(table, chance))
    return recorded.write(table.rules, before, table.envelopes[said:], table.events[first:])


def changed(*steps: Any, to: Any) -> dict[str, Any]:
    data = copy.deepcopy(exported())
    inner: Any = data
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = to
    return data


MALFORMED = "ROUND_IS_WELL_FORMED"
WRONG = (
    ("another version", changed("version", to=2), MALFORMED, ""),
    ("a field more", changed("extra", to=1), MALFORMED, ""),
    ("no submission", changed("submission", to=[]), MALFORMED, ""),
    ("unlawful", changed("submission", "adjacent_areas", to=9), "SUBMISSION_IS_LAWFUL", "663a.7(f)"),
    ("another digest", changed("digest", to="0" * 64), MALFORMED, ""),
    ("no state", changed("before", to={"odd": 1}), MALFORMED, ""),
    ("no command", changed("commands", 0, to={"odd": 1}), MALFORMED, ""),
    ("an event that does not follow", changed("events", 0, "clause", to="663a.1"), MALFORMED, ""),
    ("an event too few", changed("events", to=exported()["events"][:-1]), MALFORMED, ""),
    ("a command too few", changed("commands", to=exported()["commands"][:-1]), MALFORMED, ""),
)


def test_a_recorded_round_is_answered() -> None:
    given = rounds.settle(exported())
    assert "refusal" not in given
    assert given["net"].keys() == {"1"}


@pytest.mark.parametrize(("data", "code", "clause"), [pytest.param(*one[1:], id=one[0]) for one in WRONG])
def test_what_does_not_follow_is_refused(data: dict[str, Any], code: str, clause: str) -> None:
    refused = rounds.settle(data)["refusal"]
    assert (refused["code"], refused["clause"]) == (code, clause), refused


def test_a_command_that_is_refused_now_is_named() -> None:
    data = exported()
    data["commands"].append(data["commands"][-1])
    assert "refusal" in rounds.settle(data)


def test_every_refusal_of_a_record_is_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    places = refusals_in(recorded, makers=("malformed", "refuse"))
    deeds = [partial(rounds.settle, one[1]) for one in WRONG]
    assert places - places_reached(deeds, monkeypatch, places) == set()


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (changed("events", 3, "clause", to="663a.1"), 4),
        (changed("events", to=exported()["events"][:-1]), len(exported()["events"])),
    ],
)
def test_the_first_event_that_does_not_follow_is_named(data: dict[str, Any], event: int) -> None:
    says = rounds.settle(data)["refusal"]["message"]
    assert says == f"event {event} of the recorded round does not follow from its commands"
