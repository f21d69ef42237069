"""A check of a submission costs what its size allows, in a process of its own, and so many per person."""

from __future__ import annotations

import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from houseway.engine.roles import Role
from houseway.view.submission import LONGEST_LIST, MOST_VALUES, checked
from houseway.web import check_process
from houseway.written import DEEPEST, UnreadableError, json_is_deep, toml_of
from tests.kit.record_views import look_at_stream
from tests.kit.recorded_tables import submission
from tests.web.serving import Serving

DEEP = {
    "dotted key": b".".join([b"a"] * 30_000) + b"=1",
    "dotted header": b"[" + b".".join([b"a"] * 30_000) + b"]",
    "lists": b"a=" + b"[" * 30_000,
    "tables": b"a=" + b"{a=" * 10_000,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_depth_is_bounded_before_toml_is_parsed(text: bytes) -> None:
    began = time.process_time()
    with pytest.raises(UnreadableError, match="nested too deeply"):
        toml_of(text)
    assert time.process_time() - began < 0.25


def test_brackets_and_points_in_texts_are_no_depth() -> None:
    dots = "." * 100 + "[" * 100
    text = f'a = "{dots}"\nb = \'{dots}\'\nc = """{dots}\n{dots}"""\n# {dots}\nd = [1.5, 2.5]\n' + "e.f = 1\n"
    assert toml_of(text.encode())["a"] == dots
    assert not json_is_deep(b'["' + b"[" * 100 + b'\\"' + b"[" * 100 + b'"]')
    assert json_is_deep(b"[" * (DEEPEST + 1))
    assert not json_is_deep(b"[" * DEEPEST + b"]" * DEEPEST)


WIDE: dict[str, dict[str, Any]] = {
    "many fields": {f"f{number}": 1 for number in range(5_000)},
    "long list": {"rake": ["a"] * 15_000},
    "many values": {f"f{number}": [[1] * 100] * 100 for number in range(3)},
    "deep": {"rake": json.loads("[" * 500 + "]" * 500)},
}


@pytest.mark.parametrize("fields", WIDE.values(), ids=WIDE)
def test_a_submission_has_so_many_values(fields: dict[str, Any]) -> None:
    began = time.process_time()
    found = checked({"game": "holdem", **fields})
    assert not found.usable
    assert time.process_time() - began < 0.25
    assert any(word in found.faults[0].message for word in (f"{MOST_VALUES:,}", str(LONGEST_LIST), "too deeply"))


def test_hostile_checks_leave_the_house_open(house: Serving) -> None:
    ann, ben = house.account("Ann"), house.account("Ben")
    hostile = {"toml": ".".join(["a"] * 30_000) + "=1"}
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: ann.http.post("/api/check", json=hostile).status_code, range(14)))
    assert set(answers) <= {422, 429}
    assert house.client().get("/healthz").status_code == 200
    checked_now = ben.http.post("/api/check", json={"submission": {"game": "heads-up-holdem"}})
    assert checked_now.json()["verdict"] == "incomplete", checked_now.text


def test_so_many_checks_per_person(house: Serving) -> None:
    ann, ben = house.account("Ann"), house.account("Ben")
    body = {"submission": {"game": "heads-up-holdem"}}
    answers = [ann.http.post("/api/check", json=body).status_code for _ in range(45)]
    assert answers == [200] * 40 + [429] * 5
    assert ben.http.post("/api/check", json=body).status_code == 200
    house.clock.advance(1)
    assert ann.http.post("/api/check", json=body).status_code == 200


def test_a_check_that_takes_too_long_is_ended(house: Serving) -> None:
    ann = house.account("Ann")
    bench = house.server.checks
    body = {"submission": {"game": "pai-gow", **{f"field {number}": number for number in range(250)}}}
    assert ann.http.post("/api/check", json=body).status_code == 200
    bench.time_limit = 0.0
    refused = ann.http.post("/api/check", json=body)
    assert refused.status_code == 422, refused.text
    assert "cannot be checked within" in refused.json()["error"]["message"]
    bench.time_limit = 60.0
    assert ann.http.post("/api/check", json=body).status_code == 200


def test_opening_tables_and_rooms_is_checked_in_the_same_process(house: Serving) -> None:
    """A submission that takes too long to check keeps no thread of the server busy, whatever is opened under it."""
    sue = house.account("Sue", Role.SHIFT_SUPERVISOR)
    bench = house.server.checks
    assert sue.opens("t1", "heads-up-holdem").status_code == 201
    bench.time_limit = 0.0
    for path, body in (
        ("/api/tables", {"name": "t2", "submission": submission("pai-gow")}),
        ("/api/jackpots", {"name": "room", "submission": submission("holdem")}),
    ):
        refused = sue.http.post(path, json=body)
        assert refused.status_code == 422, refused.text
        assert "cannot be checked within" in refused.json()["error"]["message"]
    bench.time_limit = 60.0
    bench.rate.at_once = 0
    assert sue.opens("t2", "pai-gow").status_code == 429
    assert "t2" not in look_at_stream(house.record, "house").tables


def test_a_check_that_gets_no_processor_is_not_blamed_on_the_submission(
    house: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.account("Ann")
    body = {"submission": {"game": "pai-gow"}}
    assert ann.http.post("/api/check", json=body).status_code == 200
    process = check_process._CHECKER._process
    assert process is not None
    # A process that is stopped gets no more of the processor than one on a machine that is too busy.
    process.send_signal(signal.SIGSTOP)
    monkeypatch.setattr(check_process, "PATIENCE", 0.0)
    given_up = ann.http.post("/api/check", json=body)
    assert given_up.status_code == 503 and "too busy" in given_up.json()["error"]["message"]
    monkeypatch.undo()
    assert ann.http.post("/api/check", json=body).status_code == 200
