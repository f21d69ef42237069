"""What another process wrote is taken into account by each decision here, also where its call has not come yet or was lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event, Thread
from typing import Any

import pytest
import websockets
from sqlalchemy.exc import OperationalError

from houseway.chapters.c637a_poker.jackpots.commands import ApproveDiscontinuing, DesignateTable, OfferFund
from houseway.engine.kernel import Command, envelope
from houseway.engine.opening import LeaveSeat, TakeSeat
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, ChangeAccount, CloseTable, ListTable, Policy, SetPassword
from houseway.house.attendance import NoteHere, SitOut
from houseway.house.offered import OpenJackpots
from houseway.money import Cents
from houseway.seats import Seat
from houseway.store.database import open_database
from houseway.store.jackpots import carry, is_left_to_carry
from houseway.store.record import JACKPOTS, TABLE, Record
from houseway.store.table_system import is_left_to_tell
from houseway.web.accounts import People, new_key
from tests.kit.clock import ManualClock
from tests.kit.databases import database, postgresql  # noqa: F401 (fixtures)
from tests.kit.record_views import look_at_stream
from tests.kit.recorded_tables import Playing, submission
from tests.kit.waiting import PATIENCE, run, until
from tests.web.serving import PASSWORD, QUICK, Person, Serving, serving
from tests.web.test_attendance import ALONE, AWAY, noted, opened, page


class Elsewhere:
    """Another process with the same database, which tells nobody."""

    def __init__(self, address: str, clock: ManualClock) -> None:
        self.record = Record(open_database(address), clock)

    def does(self, stream: str, command: Command, **given: Any) -> None:
        outcome = self.record.send(stream, envelope(command, **given))
        assert not isinstance(outcome, Refusal), outcome

    def house(self, command: Command, role: Role = Role.ADMINISTRATOR) -> None:
        self.does("house", command, by="Otto", role=role)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def house(database: str, clock: ManualClock) -> Iterator[Serving]:  # noqa: F811
    with serving(database, clock=clock) as opened:
        yield opened


@pytest.fixture
def elsewhere(database: str, house: Serving, clock: ManualClock) -> Iterator[Elsewhere]:  # noqa: F811
    one = Elsewhere(database, clock)
    yield one
    one.record.close()


def sits(ann: Person) -> None:
    assert ann.says("t1", "take_seat", 1, cents=50_000).status_code == 200


def test_who_sat_out_at_another_process_sits_in_with_one_call(house: Serving, elsewhere: Elsewhere):
    ann, _ = opened(house, **ALONE)
    sits(ann)
    until(lambda: "Ann" in noted(ann)["away"])
    elsewhere.does("attendance/t1", SitOut(person="Ann"), by="Ann", role=Role.PLAYER)
    assert ann.http.post("/api/tables/t1/sit-in").json() == {"table": "t1", "sitting_out": False}
    elsewhere.record.catch_up(elsewhere.record.live("attendance/t1"))
    state: Any = elsewhere.record.live("attendance/t1").state
    assert state.out == frozenset()


def test_who_came_back_at_another_process_does_not_sit_out(house: Serving, elsewhere: Elsewhere, clock: ManualClock):
    ann, _ = opened(house, **ALONE)
    sits(ann)
    until(lambda: "Ann" in noted(ann)["away"])
    elsewhere.does("attendance/t1", NoteHere(person="Ann", where=16 * "e"), by="table system", role=Role.TABLE_SYSTEM)
    clock.advance(2 * AWAY)
    house.attends("t1")
    until(lambda: "Ann" in noted(ann)["away"])
    assert noted(ann)["sitting_out"] == []


def test_viewers_are_shown_what_was_written_elsewhere_without_a_call(house: Serving, elsewhere: Elsewhere):
    ann, bob = opened(house, staffed=True)
    sits(ann)
    with page(house, bob, "t1") as shown:
        elsewhere.does("table/t1", LeaveSeat(), by="Ann", role=Role.PLAYER, seat=Seat(1))
        house.until(lambda: "1" not in shown[-1]["view"]["observation"]["seats"])


def test_viewers_are_shown_what_others_here_have_read_already(house: Serving, elsewhere: Elsewhere):
    ann, bob = opened(house, staffed=True)
    sits(ann)
    with page(house, bob, "t1") as shown:
        elsewhere.does("table/t1", LeaveSeat(), by="Ann", role=Role.PLAYER, seat=Seat(1))
        live = house.record.live("table/t1")
        house.server._heard("table/t1", house.record.catch_up(live))
        until(lambda: "1" not in shown[-1]["view"]["observation"]["seats"])


def test_who_has_seen_more_at_another_process_is_shown_nothing_older(house: Serving, elsewhere: Elsewhere):
    ann, _ = opened(house, **ALONE)
    sits(ann)
    until(lambda: "Ann" in noted(ann)["away"])
    elsewhere.does("table/t1", LeaveSeat(), by="Ann", role=Role.PLAYER, seat=Seat(1))
    elsewhere.does("table/t1", TakeSeat(cents=Cents(1_000)), by="Ann", role=Role.PLAYER, seat=Seat(2))
    revision = look_at_stream(elsewhere.record, "table/t1").revision

    async def look() -> dict[str, Any]:
        async with house.socket("/api/tables/t1/live") as one:
            await one.send(json.dumps({"token": ann.token, "revision": revision - 1}))
            return dict(json.loads(await asyncio.wait_for(one.recv(), PATIENCE)))

    assert run(look())["view"]["revision"] == revision


def test_accounts_tables_and_tokens_of_another_process_hold_here_at_once(house: Serving, elsewhere: Elsewhere):
    verifier = house.people.verifier(PASSWORD)
    elsewhere.house(AddAccount(person="Zoe", held=(Role.PLAYER,), verifier=verifier))
    given = house.client().post("/api/login", json={"person": "Zoe", "password": PASSWORD})
    assert given.status_code == 200
    zoe = house.person("Zoe")
    # Another password, set and signed in with at the other process.
    elsewhere.house(SetPassword(person="Zoe", verifier=house.people.verifier("another password")))
    house.record.catch_up(house.record.live("house"))
    token = house.people.token("Zoe")
    house.record.forget("house")
    assert zoe.http.get("/api/me").status_code == 401
    assert zoe.http.get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 200
    elsewhere.record.open("table/t9", TABLE, submission("pai-gow"))
    elsewhere.record.start("table/t9")
    digest = elsewhere.record.live("table/t9").rules.digest
    elsewhere.house(ListTable(table="t9", game="pai-gow", digest=digest, policy=Policy(pace=0)))
    bearer = {"authorization": f"Bearer {token}"}
    assert zoe.http.get("/api/tables/t9", headers=bearer).status_code == 200


def test_another_key_ends_every_token_of_a_house_that_is_open(house: Serving, elsewhere: Elsewhere):
    ann, _ = opened(house)
    assert ann.http.get("/api/me").status_code == 200
    new_key(elsewhere.record)
    house.until(lambda: ann.http.get("/api/me").status_code == 401)
    given = house.client().post("/api/login", json={"person": "Ann", "password": PASSWORD}).json()
    assert ann.http.get("/api/me", headers={"authorization": f"Bearer {given['token']}"}).status_code == 200


@contextmanager
def closing(house: Serving, path: str, **options: Any) -> Iterator[list[int]]:
    """A live view and the code it is closed with; whatever is sent to it is read."""
    codes: list[int] = []
    started = Event()

    async def look() -> None:
        token = options.pop("token", None)
        async with house.socket(path, **options) as one:
            if token is not None:
                await one.send(json.dumps({"token": token, "role": "floorperson"}))
            await one.recv()
            started.set()
            try:
                while True:
                    await one.recv()
            except websockets.ConnectionClosed as error:
                codes.append(error.rcvd.code if error.rcvd is not None else 0)

    thread = Thread(target=lambda: asyncio.run(look()))
    thread.start()
    assert started.wait(PATIENCE)
    yield codes
    thread.join(PATIENCE)


@pytest.mark.parametrize("how", ["roles", "disabled", "signed out"])
def test_live_views_end_with_the_session_and_with_the_role(house: Serving, elsewhere: Elsewhere, how):
    opened(house, staffed=True)
    flora = house.account("Flora", Role.FLOORPERSON, Role.PLAYER)
    origin = {"Cookie": f"houseway={flora.token}", "Origin": house.address}
    live, parts = "/api/tables/t1/live", "/tables/t1/parts?role=floorperson"
    floor = "/floor/t1/parts"
    with (
        closing(house, live, token=flora.token) as first,
        closing(house, parts, additional_headers=origin) as second,
        closing(house, floor, additional_headers=origin) as third,
    ):
        if how == "signed out":
            assert flora.http.post("/api/logout").status_code == 200
        else:
            held = (Role.PLAYER,) if how == "roles" else (Role.FLOORPERSON, Role.PLAYER)
            elsewhere.house(ChangeAccount(person="Flora", held=held, disabled=how == "disabled"))
        house.until(lambda: first and second and third)
    assert first == second == third == [4403]


def test_a_key_that_cannot_be_kept_is_refused_everywhere(house: Serving):
    ann, _ = opened(house)
    sits(ann)
    for key in ("a\u0000b", "with a blank", "x" * 101, "é"):
        answer = ann.http.post("/api/tables/t1/chance", json={"text": "luck", "key": key})
        assert answer.status_code == 422, answer.text
        assert ann.says("t1", "leave_seat", 1, key=key).status_code == 422
    # Under one key the first answer stands, and the shoe may be closed just then.
    keys = (f"k{number}" for number in count())
    until(lambda: ann.http.post("/api/tables/t1/chance", json={"text": "luck", "key": next(keys)}).status_code == 200)


def test_contributions_that_could_not_be_carried_are_carried_when_the_database_is_back(house: Serving, monkeypatch):
    outcomes: list[str] = []

    def away_at_first(*given: Any, **more: Any) -> Any:
        outcomes.append("away" if len(outcomes) < 2 else "carried")
        if outcomes[-1] == "away":
            raise OperationalError("carry", {}, Exception("the database is away"))
        return carry(*given, **more)

    monkeypatch.setattr("houseway.web.dealing.carry", away_at_first)
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    assert boss.opens("t1", "holdem", staffed=True).status_code == 201
    house.server.dealing["t1"].jackpots = "jackpots/room"
    house.wakes("t1")
    house.until(lambda: outcomes == ["away", "away", "carried"])


def test_whose_page_is_at_another_process_has_the_time_to_bet(postgresql, clock: ManualClock):  # noqa: F811
    postgresql.psql("CREATE DATABASE bet_elsewhere;")
    address = postgresql.get_uri("bet_elsewhere")
    with serving(address, clock=clock) as first, serving(address, clock=clock) as second:
        boss, ann = first.account("Sue", Role.SHIFT_SUPERVISOR), first.account("Ann")
        assert boss.opens("t1", "five-card-hi-lo", clock=60).status_code == 201
        there, bob = second.person("Ann"), first.account("Bob")
        with page(second, there, "t1"):
            assert ann.says("t1", "take_seat", 1, cents=50_000).status_code == 200
            assert bob.says("t1", "take_seat", 2, cents=50_000).status_code == 200
            until(lambda: "Ann" in first.server.hubs["t1"].attendance.state.here)
            # The time to bet begins with the first wager.
            assert bob.says("t1", "place_wagers", 2, wagers={"ante": 1_000}).status_code == 200

            def is_open() -> bool:
                for house in (first, second):
                    house.rest()
                return bool(ann.sees("t1")["status"] == "wagering")

            assert is_open()
            clock.advance(59)
            assert is_open()
            clock.advance(1)
            assert not is_open()


def test_live_views_of_what_another_process_has_just_made_are_opened_here(house: Serving, elsewhere: Elsewhere):
    elsewhere.house(AddAccount(person="Zoe", held=(Role.PLAYER,)))
    token = People(elsewhere.record, hasher=QUICK).token("Zoe")
    elsewhere.record.open("table/t9", TABLE, submission("pai-gow"))
    elsewhere.record.start("table/t9")
    digest = elsewhere.record.live("table/t9").rules.digest
    elsewhere.house(ListTable(table="t9", game="pai-gow", digest=digest, policy=Policy(staffed=True)))
    posted = {
        **submission("holdem"),
        "bad_beat": {"contribution": 100, "minimum_pot": 1000, "hands": ["Tc Td Th Ts 2c"]},
    }
    elsewhere.record.open("jackpots/room", JACKPOTS, posted)
    elsewhere.record.start("jackpots/room")
    elsewhere.house(OpenJackpots(room="room", digest=elsewhere.record.live("jackpots/room").rules.digest))

    async def first(path: str) -> str | int:
        async with house.socket(path) as one:
            await one.send(json.dumps({"token": token}))
            try:
                return str(json.loads(await asyncio.wait_for(one.recv(), PATIENCE))["view"]["table"])
            except websockets.ConnectionClosed as error:
                return error.rcvd.code if error.rcvd is not None else 0

    assert run(first("/api/tables/t9/live")) == "t9"
    assert run(first("/api/jackpots/room/live")) == "room"
    assert run(first("/api/tables/t8/live")) == 4403
    assert run(first("/api/jackpots/hall/live")) == 4403


def test_a_link_of_another_process_opens_here_at_once(house: Serving, elsewhere: Elsewhere):
    elsewhere.house(AddAccount(person="Zoe", held=(Role.PLAYER,)))
    link = People(elsewhere.record, hasher=QUICK).token("Zoe", "link", 3600)
    assert house.client().get(f"/link/{link}").status_code == 200
    assert house.client().post(f"/api/link/{link}", json={"password": PASSWORD}).json() == {"person": "Zoe"}


def carried_to(house: Serving) -> int:
    """How many contributions have come to the room."""
    return len(house.record.log.tagged("jackpots/room", "contributed"))


@pytest.mark.parametrize("how", ["seated", "not carried", "not told", "at rest"])
def test_a_closed_table_that_is_not_at_rest_is_taken_up_when_a_process_starts(database: str, clock: ManualClock, how):  # noqa: F811
    posted = {
        **submission("holdem"),
        "bad_beat": {"contribution": 100, "minimum_pot": 100, "hands": ["Tc Td Th Ts 2c"]},
    }
    house = Elsewhere(database, clock)
    record = house.record
    People(record, hasher=QUICK)
    playing = Playing(record, "holdem", name="t1", posted=posted)
    record.open("jackpots/room", JACKPOTS, posted)
    record.start("jackpots/room")
    house.does("jackpots/room", OfferFund(fund="beats", kind="bad_beat"), by="Sue", role=Role.SHIFT_SUPERVISOR)
    house.does("jackpots/room", ApproveDiscontinuing(fund="beats"), by="Ed", role=Role.EXECUTIVE_DIRECTOR)
    house.does("jackpots/room", DesignateTable(fund="beats", table="t1"), by="Flora", role=Role.FLOORPERSON)
    house.house(OpenJackpots(room="room", digest=record.live("jackpots/room").rules.digest))
    digest = record.live("table/t1").rules.digest
    policy = Policy(pace=0, clock=1, offer=0)
    house.house(ListTable(table="t1", game="holdem", digest=digest, policy=policy, jackpots="jackpots/room"))
    while not record.log.tagged("table/t1", "contribution_taken"):
        playing.rounds(1)
    for seat, person in list(look_at_stream(record, "table/t1").seats.items()):
        house.does("table/t1", LeaveSeat(), by=person, role=Role.PLAYER, seat=seat)
    if how == "seated":
        house.does("table/t1", TakeSeat(cents=Cents(1_000)), by="computer Ada", role=Role.PLAYER, seat=Seat(1))
    if how != "not carried":
        carry(record, "table/t1", "jackpots/room")
    if how != "not told":
        playing.system.reveal()
    house.house(CloseTable(table="t1"))
    record.close()
    with serving(database, clock=clock) as again:
        server = again.server
        # The last of the tasks is that which looks at closed tables.
        until(server._tasks[-1].done)
        assert list(server.hubs) == ([] if how == "at rest" else ["t1"])
        until(lambda: not again.look_at("t1").seats)
        until(lambda: not is_left_to_carry(again.record, "table/t1", "jackpots/room"))
        until(lambda: not is_left_to_tell(again.record, "t1"))
        assert carried_to(again) > 0


def test_a_table_that_another_process_has_just_closed_takes_no_new_players_here(house: Serving, elsewhere: Elsewhere):
    ann, _ = opened(house, staffed=True)
    elsewhere.house(CloseTable(table="t1"), Role.SHIFT_SUPERVISOR)
    late = ann.says("t1", "take_seat", 1, cents=50_000)
    says = "Table t1 is closed. A shift supervisor can reopen it."
    assert (late.status_code, late.json()["error"]["message"]) == (409, says)


def test_a_table_at_which_somebody_has_just_sat_down_at_another_process_is_not_closed_here(
    house: Serving, elsewhere: Elsewhere
):
    opened(house, staffed=True)
    elsewhere.does("table/t1", TakeSeat(cents=Cents(1_000)), by="Ann", role=Role.PLAYER, seat=Seat(1))
    kept = house.person("Sue").http.delete("/api/tables/t1")
    assert (kept.status_code, "Ann still does" in kept.text) == (409, True)
    elsewhere.does("table/t1", TakeSeat(cents=Cents(1_000)), by="Bob", role=Role.PLAYER, seat=Seat(2))
    kept = house.person("Sue").http.delete("/api/tables/t1")
    assert (kept.status_code, "Ann, Bob still do" in kept.text) == (409, True)


def test_a_seat_that_another_process_has_just_filled_is_not_asked_for_again(house: Serving, elsewhere: Elsewhere):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    assert boss.opens("t1", "holdem", computers=1, alone=False).status_code == 201
    until(lambda: house.look_at("t1").seats)
    [(seat, name)] = house.look_at("t1").seats.items()
    elsewhere.does("table/t1", LeaveSeat(), by=name, role=Role.PLAYER, seat=seat)
    house.record.catch_up(house.record.live("table/t1"))
    elsewhere.does("table/t1", TakeSeat(cents=Cents(50_000)), by=name, role=Role.PLAYER, seat=seat)
    far = elsewhere.record.live("table/t1").seq
    house.wakes("t1")
    until(lambda: house.record.live("table/t1").seq >= far)
    house.attends("t1")
    assert house.record.log.refusals("table/t1") == []
