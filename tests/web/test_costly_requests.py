"""Requests whose cost grows with a record or a question: each has a bound of its own, whoever asks and however often."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any

import pytest

from houseway.engine.kernel import Command, envelope
from houseway.engine.roles import Role
from houseway.house.cage import LARGEST
from houseway.house.shuffles import CloseShoe, CommitSeed, NoteDraw
from houseway.money import Cents
from houseway.store.cage import reconcile
from houseway.store.database import open_database
from houseway.store.record import SHUFFLES, Record
from houseway.store.table_system import NOTES_AT_ONCE, _seed_pages, dice_between, seeds_of, shuffles_stream
from houseway.web import bench
from houseway.web.lab_process import Question
from houseway.web.page_pool import ASKING, MOST_OF_ONE, THREADS, THREADS_OF_ONE, in_page_pool
from houseway.web.pages import past
from houseway.web.pages.cage import MOST_LINES, largest_balances
from houseway.web.pages.past import Past, Query
from tests.kit.clock import ManualClock
from tests.kit.recorded_tables import Playing, submission
from tests.kit.waiting import PATIENCE, until
from tests.web.serving import Serving
from tests.web.test_rooms import Room


def test_one_person_keeps_no_page_from_others(house: Serving) -> None:
    """Whatever somebody asks for, long histories or searches, two of the four threads are left to others."""
    ann, ben = house.account("Ann"), house.account("Ben")
    loop, over = house.server.loop, Event()

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
    hints = house.server.hints
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


ROUNDS = 45


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """A record with more rounds of a table than a list has."""
    record = Record(open_database(str(tmp_path_factory.mktemp("played") / "house.db")))
    Playing(record, "holdem", seats=2).rounds(ROUNDS)
    yield record
    record.close()


def test_a_list_of_rounds_has_forty_and_leads_to_the_others(played: Record) -> None:
    rounds = Past(played)
    first = rounds.search(Query(person="Ada"))
    assert len(first.rounds) == 40 and first.more is not None
    rest = rounds.search(Query(person="Ada", before=first.more))
    # Rounds that ended in the same millisecond as the last one are looked at again.
    numbers = {one.number for one in (*first.rounds, *rest.rounds)}
    assert numbers == set(range(1, ROUNDS + 1)) and rest.more is None


def test_a_search_that_finds_nothing_looks_at_so_many_rounds(played: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "AT_ONCE", 10)
    searched = Past(played).search(Query(hand="no hand is called so"))
    assert (searched.rounds, searched.looked) == ([], 10)
    assert searched.more is not None
    assert Past(played).search(Query(hand="no hand is called so", before=searched.more)).looked == 10


def test_a_search_takes_no_longer_than_its_time(tmp_path: Path) -> None:
    class Hurrying(ManualClock):
        """A clock by which a second passes whenever it is looked at."""

        def monotonic(self) -> float:
            self.advance(1.0)
            return super().monotonic()

    record = Record(open_database(str(tmp_path / "house.db")), Hurrying())
    try:
        Playing(record, "holdem", seats=2).rounds(12)
        searched = Past(record).search(Query(hand="no hand is called so"))
        # The first is looked at in any case.
        assert 0 < searched.looked <= 1 + past.LONGEST and searched.more is not None
    finally:
        record.close()


def test_somebody_who_sat_down_a_thousand_times_is_searched_for_as_quickly() -> None:
    """Rounds times seatings would be two hundred million comparisons."""
    rounds = [(10 * number, number) for number in range(1, 20_001)]
    seated = [("Ann", 20 * turn + 1, 20.0 * turn + 11) for turn in range(10_000)]
    known = past._Table(None, ends=rounds, seated=seated)
    began = time.process_time()
    numbers = [number for _, _, number in past._backwards("t", known, Query(person="Ann"))]
    assert time.process_time() - began < 2
    # By the plain rule, for the first of them.
    assert set(numbers[-40:]) == {
        number
        for number in range(1, 41)
        if any(begins <= 10 * number and ends > 10 * (number - 1) for _, begins, ends in seated[:50])
    }
    assert numbers == sorted(set(numbers), reverse=True)


def test_dice_of_a_round_are_found_without_reading_every_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(open_database(str(tmp_path / "house.db")))
    try:
        stream, shoes = shuffles_stream("t"), 300
        record.open(stream, SHUFFLES)
        record.start(stream)
        for shoe in range(1, shoes + 1):
            commands: tuple[Command, ...] = (
                CommitSeed(shoe=shoe, commitment="0" * 64),
                CloseShoe(shoe=shoe, place=10 * shoe),
                NoteDraw(shoe=shoe, seq=10 * shoe + 1),
            )
            for command in commands:
                record.send(stream, envelope(command, role=Role.TABLE_SYSTEM, by="table system"))
        read: list[int] = []
        read_events = record.log.events

        def counted(*given: Any, **named: Any) -> Any:
            rows = read_events(*given, **named)
            read.append(len(rows))
            return rows

        monkeypatch.setattr(record.log, "events", counted)
        for shoe in (1, 2, 150, shoes):
            read.clear()
            assert dice_between(record, "t", 10 * shoe - 2, 10 * shoe + 7) == {10 * shoe + 1: shoe}
            assert sum(read) <= 8 * NOTES_AT_ONCE < 3 * shoes
        assert dice_between(record, "t", 10 * shoes + 5, 10 * shoes + 50) == {}
        assert len(dice_between(record, "t", 0, 10 * shoes + 50)) == shoes
    finally:
        record.close()


def test_files_of_the_lab_have_a_quota(house: Serving) -> None:
    ann, ben = house.account("Ann"), house.account("Ben")
    for person in (ann, ben):
        person.http.cookies.set("houseway", person.token)
    quota = house.server.extracts.at_once
    statuses = [ann.http.get("/lab/holdem/par.toml").status_code for _ in range(quota + 1)]
    assert statuses == [*[200] * quota, 429]
    assert ben.http.get("/lab/holdem/par.toml").status_code == 200
    house.clock.advance(2)
    assert ann.http.get("/lab/holdem/par.toml").status_code == 200


def test_noticed_hands_are_worked_out_once_per_round_and_have_a_quota(house: Serving) -> None:
    room = Room(house)
    room.offer()
    room.play("t1")
    # What the round contributed has been carried to the room.
    house.rest()
    server, sue = house.server, room.staff["Sue"]
    first = sue.http.get("/api/jackpots/room/noticed")
    assert first.status_code == 200 and first.json()
    worked_out = server.noticed.worked_out
    statuses = [sue.http.get("/api/jackpots/room/noticed").status_code for _ in range(server.extracts.at_once)]
    assert statuses == [*[200] * (server.extracts.at_once - 1), 429]
    assert server.noticed.worked_out == worked_out


def test_the_cage_is_not_added_up_anew_for_every_look(house: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    sue, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
    cass = house.account("Cass", Role.CASHIER)
    cass.http.cookies.set("houseway", cass.token)
    for table in ("t1", "t2"):
        sue.opens(table, "holdem")
    assert ann.says("t1", "take_seat", 1, cents=100_000).status_code == 200
    read: list[str] = []
    read_state = house.record.at

    def counted(stream: str, seq: int) -> Any:
        read.append(stream)
        return read_state(stream, seq)

    monkeypatch.setattr(house.record, "at", counted)
    for _ in range(5):
        assert cass.http.get("/cage").status_code == 200
        assert cass.http.get("/api/cage/days").json()["faults"] == []
    # Each table once, and the record of the cage not at all.
    assert read == ["table/t1"]
    assert ann.says("t2", "take_seat", 1, cents=100_000).status_code == 200
    shown = cass.http.get("/api/cage/days").json()
    assert read == ["table/t1", "table/t2"]
    assert [line["cage"] for line in shown["tables"]] == [100_000, 100_000]
    assert shown["players"] == reconcile(house.record).players == LARGEST - 200_000


def test_the_page_of_the_cage_has_so_many_lines() -> None:
    balances = {f"player {number}": Cents(number) for number in range(10 * MOST_LINES)}
    shown = largest_balances(balances)
    assert len(shown) == MOST_LINES and min(shown.values()) == 9 * MOST_LINES
