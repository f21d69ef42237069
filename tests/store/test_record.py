"""What was acknowledged is in the record, once, and the table goes on from it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from threading import Thread

import pytest

import houseway
from houseway.chapters.registry import games
from houseway.clause import ClauseId
from houseway.encoding import encode
from houseway.engine.asking import Ask, Question
from houseway.engine.kernel import Envelope, envelope
from houseway.engine.opening import LeaveSeat, TakeSeat
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.seats import Seat
from houseway.store import audit
from houseway.store.database import open_database
from houseway.store.record import RECENT, Answer, Record
from houseway.store.rows import event_of
from houseway.store.table_system import prove
from tests.kit.record_views import look_at_stream
from tests.kit.recorded_tables import Playing, submission
from tests.kit.waiting import run


def sits(name: str, seat: int, key: str = "", cents: int = 50_000):
    return envelope(TakeSeat(cents=Cents(cents)), by=name, role=Role.PLAYER, seat=seat, key=key)


def faults(record: Record) -> list[audit.Fault]:
    return [one.fault for one in audit.verify(record) if one.fault is not None]


@pytest.mark.parametrize("game", games())
def test_every_game_goes_on_from_its_record(game, tmp_path):
    """SQLite alone: the games differ in nothing the database sees."""
    path = tmp_path / "house.db"
    first = Record(open_database(path))
    playing = Playing(first, game)
    playing.rounds(2)
    for _ in range(3):
        playing.step()
    before = first.live(playing.stream).state
    first.close()
    again = Record(open_database(path))
    assert again.live(playing.stream).state == before
    Playing(again, game, seed=2).rounds(1)
    assert not faults(again)
    assert not [one for one in prove(again, game) if one.says not in ("", "its seed is not revealed yet")]
    rounds = list(audit.rounds(again, playing.stream))
    assert len(rounds) == 3
    for one in rounds:
        assert houseway.settle(json.loads(json.dumps(one.plain()))) == one.answer()
    again.close()


def test_a_table_is_played_and_read_again(database):
    first = Record(open_database(database))
    for game in ("pai-gow", "holdem"):
        Playing(first, game).rounds(2)
    second = Record(open_database(database))
    for game in ("pai-gow", "holdem"):
        stream = f"table/{game}"
        assert second.live(stream).state == first.live(stream).state
        assert second.at(stream, 5) == first.at(stream, 5)
        assert [events for _, events in second.rounds(stream, 1)] == [
            list(one.events) for one in audit.rounds(second, stream, 2)
        ]
    assert not faults(second)
    first.close()
    second.close()


def test_a_key_takes_effect_once_also_after_its_answer_was_lost(database):
    record = Record(open_database(database))
    Playing(record, "holdem", seats=0)
    given = sits("Ann", 1, key="k1")
    first = record.send("table/holdem", given)
    assert isinstance(first, Answer)
    assert record.send("table/holdem", given) == first
    record.close()
    # The answer was lost with the process; another one is asked.
    again = Record(open_database(database))
    assert again.send("table/holdem", given) == first
    assert again.live("table/holdem").seq == first.seq
    assert list(look_at_stream(again, "table/holdem").seats.values()) == ["Ann"]
    refused = again.send("table/holdem", sits("Bob", 1, key="k2"))
    assert isinstance(refused, Refusal)
    # The same key gives the refusal again; it does not stand for another command.
    assert again.send("table/holdem", sits("Bob", 1, key="k2")) == refused
    another = again.send("table/holdem", sits("Bob", 2, key="k2"))
    assert isinstance(another, Refusal)
    assert another.code is Code.PERSON_IS_NAMED
    others = again.send("table/holdem", sits("Cy", 3, key="k1"))
    assert isinstance(others, Refusal)
    assert others.code is Code.PERSON_IS_NAMED
    assert not faults(again)
    again.close()


def test_two_writers_of_one_table_never_overwrite_each_other(database):
    records = [Record(open_database(database)) for _ in range(2)]
    Playing(records[0], "holdem", seats=0)
    answers: dict[str, Answer | Refusal] = {}

    def take(record: Record, number: int) -> None:
        for seat in range(1, 11):
            name = f"player {number} {seat}"
            answers[name] = record.send("table/holdem", sits(name, seat, key=name))

    threads = [Thread(target=take, args=(record, number)) for number, record in enumerate(records)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    seated = {name for name, answer in answers.items() if isinstance(answer, Answer)}
    assert len(seated) == 10
    for record in records:
        record.catch_up(record.live("table/holdem"))
        assert set(look_at_stream(record, "table/holdem").seats.values()) == seated
    assert not faults(records[0])
    for record in records:
        record.close()


def test_nothing_is_refused_by_a_table_that_others_have_taken_further(database):
    first, second = [Record(open_database(database)) for _ in range(2)]
    Playing(first, "holdem", seats=0)
    assert isinstance(first.send("table/holdem", sits("Ann", 1)), Answer)
    assert look_at_stream(second, "table/holdem").seats == {1: "Ann"}
    leaves = envelope(LeaveSeat(), role=Role.PLAYER, seat=Seat(1), by="Ann")
    assert isinstance(first.send("table/holdem", leaves), Answer)
    # The second process has not read yet that the seat is free.
    assert isinstance(second.send("table/holdem", sits("Bob", 1)), Answer)
    assert isinstance(first.send("table/holdem", sits("Cy", 1)), Refusal)
    assert not faults(first)
    for record in (first, second):
        record.close()


def test_a_thread_and_the_event_loop_write_one_stream_and_both_have_it_as_it_is(record):
    """Contributions are carried to the jackpots by a thread while people take their steps there."""
    stream = Playing(record, "holdem", seats=0).stream

    def words(name: str, seat: int) -> Iterator[Envelope]:
        for _ in range(40):
            yield sits(name, seat)
            yield envelope(LeaveSeat(), by=name, role=Role.PLAYER, seat=Seat(seat))

    def write() -> None:
        for given in words("Ann", 1):
            record.send(stream, given)

    async def all_of_them() -> None:
        lock, other = asyncio.Lock(), asyncio.create_task(asyncio.to_thread(write))
        for given in words("Bob", 2):
            answer = await record.send_async(stream, given, lock)
            assert record.log.events(stream, answer.seq - 1, answer.seq)[0]["body"] == encode(answer.events[0])
        await other

    run(all_of_them())
    live = record.live(stream)
    written = [event_of(row) for row in record.log.events(stream)]
    assert (live.seq, look_at_stream(record, stream).revision) == (len(record.log.commands(stream)), len(written))
    assert live.recent == written[-len(live.recent) :]
    assert not faults(record)


def test_many_tables_share_a_commit(record):
    for number in range(4):
        Playing(record, "holdem", name=f"t{number}", seats=0)
    locks = {number: asyncio.Lock() for number in range(4)}

    async def all_at_once() -> list[Answer | Refusal]:
        sent = [
            record.send_async(f"table/t{number}", sits(f"P{seat}", seat), locks[number])
            for number in range(4)
            for seat in range(1, 9)
        ]
        return await asyncio.gather(*sent)

    answers = run(all_at_once())
    assert all(isinstance(one, Answer) for one in answers)
    assert not faults(record)


def test_what_is_refused_is_kept_beside(record):
    Playing(record, "pai-gow", seats=1)
    before = record.live("table/pai-gow").seq
    refused = record.send("table/pai-gow", sits("Bob", 1))
    assert isinstance(refused, Refusal)
    assert record.live("table/pai-gow").seq == before
    rows = record.log.refusals("table/pai-gow")
    assert [(row["actor"], row["role"], row["seq"]) for row in rows] == [("Bob", "player", before)]
    assert not faults(record)


def test_what_cannot_be_written_is_refused_and_nothing_breaks(record):
    Playing(record, "holdem", seats=0)
    assert isinstance(record.send("table/holdem", sits("\ud800", 1)), Refusal)
    assert isinstance(record.send("table/holdem", sits("Ann", 1, key="k")), Answer)
    assert not faults(record)


def test_memory_does_not_grow_with_a_tables_history(tmp_path):
    record = Record(open_database(tmp_path / "house.db"))
    playing = Playing(record, "five-card-hi-lo", seats=1)

    def kept() -> int:
        parts = (playing.system, playing.system.house)
        return sum(len(one) for part in parts for one in vars(part).values() if isinstance(one, dict | set | list))

    def play(rounds: int) -> None:
        for _ in range(rounds):
            playing.rounds(1)
            # Somebody who is away is passed over.
            ask = Ask(command="cut_cards", role=Role.PLAYER, clause=ClauseId("663a.5(d)"), seat=Seat(1), may_wait=True)
            playing.system.house.pass_over(Question(seat=Seat(1), asks=(ask,), may_wait=True))

    play(5)
    early = kept()
    play(55)
    assert kept() <= early
    assert len(record.live(playing.stream).recent) <= 2 * RECENT
    assert not playing.system.table.envelopes
    record.close()


def test_a_stream_has_one_set_of_rules(record):
    assert record.open("table/a", "table", submission("holdem"))
    assert not record.open("table/a", "table", submission("holdem"))
    with pytest.raises(ValueError, match="under other rules"):
        record.open("table/a", "table", {"game": "pai-gow"})
