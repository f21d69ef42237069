"""Requests whose cost grows with a record or a question: each has a bound of its own, whoever asks and however often."""

from __future__ import annotations

import asyncio
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from houseway.engine.roles import Role
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.store.table_system import _seed_pages, seeds_of, shuffles_stream
from houseway.web import bench
from houseway.web.lab_process import Question
from houseway.web.page_pool import ASKING, MOST_OF_ONE, THREADS, THREADS_OF_ONE, in_page_pool
from tests.kit.recorded_tables import Playing, submission
from tests.kit.waiting import PATIENCE, until
from tests.web.serving import Serving


def test_one_person_keeps_no_page_from_others(house: Serving) -> None:
    """Whatever somebody asks for, long histories or searches, two of the four threads are left to others."""
    ann, ben = house.account("Ann"), house.account("Ben")
    loop, over = house.app.state.server.loop, Event()

    async def ask() -> bool:
        ASKING.set("Ann")
        return await in_page_pool(over.wait)

    held = [asyncio.run_coroutine_threadsafe(ask(), loop) for _ in range(MOST_OF_ONE)]
    try:
        assert THREADS_OF_ONE < THREADS
        ben.http.cookies.set("houseway", ben.token)
        for path in ("/lobby", "/history", "/account"):
            assert ben.http.get(path).status_code == 200, path
        # Whoever has asked for so much is told to wait.
        ann.http.cookies.set("houseway", ann.token)
        until(lambda: ann.http.get("/history").status_code == 429)
    finally:
        over.set()
    assert all(page.result(PATIENCE) for page in held)
    assert ann.http.get("/history").status_code == 200


def test_hints_are_worked_out_apart_within_a_time_and_a_quota(house: Serving) -> None:
    sue, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
    assert sue.opens("t1", "five-card-hi-lo", practice=True).status_code == 201
    assert ann.says("t1", "take_seat", 1, cents=100_000).status_code == 200
    assert ann.says("t1", "place_wagers", 1, wagers={"ante": 500}).status_code == 200
    ann.http.cookies.set("houseway", ann.token)
    house.play_until(lambda: any(ask["command"] == "decide" for ask in ann.sees("t1")["legal"]))
    hint = ann.http.get("/tables/t1/hint")
    assert hint.status_code == 200, hint.text
    assert "best" in hint.text
    hints = house.app.state.server.hints
    hints.time_limit = 0.0
    late = ann.http.get("/tables/t1/hint")
    assert late.status_code == 422
    assert "no hint for this within" in late.text
    hints.rate.at_once = 0
    assert ann.http.get("/tables/t1/hint").status_code == 429


def test_so_many_questions_wait_for_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    asked = bench.Bench()
    # A line that nobody works off.
    asked._lines[True] = SimpleQueue()
    questions = [
        Question(submission={"game": "heads-up-holdem", "table_minimum": number})
        for number in range(bench.MOST_WAITING + 5)
    ]
    works = [asked.ask(question) for question in questions]
    refused = [work for work in works if work.over]
    assert len(refused) == 4
    assert all("come back later" in work.heard.fault for work in refused)
    # What waits already is not asked twice.
    assert asked.ask(questions[0]) is works[0]


def test_the_lab_works_no_longer_than_its_time_at_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "TIME_LIMIT", 0.0)
    work = bench.Work(Question(submission=submission("heads-up-holdem")), banked=True)
    bench.carry_out(work)
    assert "ended without an answer" in work.heard.fault


def test_the_proof_of_a_round_reads_only_its_own_seeds(tmp_path: Path) -> None:
    record = Record(open_database(str(tmp_path / "house.db")))
    try:
        Playing(record, "holdem", seats=2).rounds(25)
        stream = shuffles_stream("holdem")
        every = seeds_of(record, "holdem")
        told = sorted(every.revealed)
        assert len(told) > 20
        shoe = told[3]
        own = seeds_of(record, "holdem", {shoe})
        assert own.revealed[shoe] == every.revealed[shoe]
        assert own.committed[shoe] == every.committed[shoe]
        assert own.places[shoe] == every.places[shoe]
        assert own.added.get(shoe) == every.added.get(shoe)
        whole = sum(len(commands) for commands, _ in _seed_pages(record, stream, None))
        read = sum(len(commands) for commands, _ in _seed_pages(record, stream, {shoe}))
        assert read <= 50 < whole
    finally:
        record.close()
