"""A player who is away keeps the seat for the posted time, then sits out, and sits back in with one call; restarts change nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from houseway.engine.kernel import envelope
from houseway.engine.opening import LeaveSeat, TakeSeat
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.seats import Seat
from houseway.store import audit
from tests.kit.clock import ManualClock
from tests.kit.waiting import until
from tests.web.serving import LiveView, Person, Serving, serving


class Shown:
    """What an open page was shown, in its order."""

    def __init__(self, view: LiveView) -> None:
        self._view = view

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(json.loads, list(self._view.messages))

    def __getitem__(self, place: int) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._view.messages[place])
        return message


@contextmanager
def page(house: Serving, person: Person, table: str) -> Iterator[Shown]:
    """An open page."""
    view = LiveView(house, f"/api/tables/{table}/live", {"token": person.token})
    try:
        yield Shown(view)
    finally:
        view.close()


def noted(person: Person, table: str = "t1") -> dict[str, Any]:
    found = person.http.get(f"/api/tables/{table}")
    assert found.status_code == 200, found.text
    seen: dict[str, Any] = found.json()
    return seen


AWAY = 3_600
"""The posted time, longer than any test: it passes when the clock is put forward."""


def opened(house: Serving, **policy: Any) -> tuple[Person, Person]:
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    ann, bob = house.account("Ann"), house.account("Bob")
    assert boss.opens("t1", "holdem", **{"computers": 2, "clock": 1, "away": AWAY, **policy}).status_code == 201
    return ann, bob


ALONE = {"computers": 0, "clock": 0}
"""The policy of a table that waits for its players as long as they like."""


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def house(tmp_path: Path, clock: ManualClock) -> Iterator[Serving]:
    with serving(str(tmp_path / "house.db"), clock=clock) as opened:
        yield opened


def test_a_player_without_a_page_keeps_the_seat_then_sits_out_and_sits_back_in_with_one_call(house: Serving, clock):
    ann, _ = opened(house)
    assert ann.says("t1", "take_seat", 1, cents=50_000).status_code == 200
    until(lambda: "Ann" in noted(ann)["away"])
    clock.advance(AWAY - 600)
    house.attends("t1")
    assert noted(ann)["sitting_out"] == []
    # Since when somebody is away is known to the second: nobody is given less than the posted time.
    clock.advance(601)
    house.attends("t1")
    seen = noted(ann)
    assert seen["sitting_out"] == ["Ann"]
    assert seen["observation"]["seats"]["1"] == "Ann"
    # She is not dealt in while she sits out, and has her seat and her chips.
    number = seen["observation"]["number"]
    later = house.until(lambda: (one := ann.sees("t1"))["number"] >= number + 3 and one)
    assert not later["hands"].get("1")
    chips = later["chips"]["1"]
    assert ann.http.post("/api/tables/t1/sit-in").json() == {"table": "t1", "sitting_out": False}
    with page(house, ann, "t1") as shown:
        house.until(lambda: ann.sees("t1")["hands"].get("1"))
        assert noted(ann)["away"] == {}
        assert ann.http.post("/api/tables/t1/sit-out").json()["sitting_out"]
        until(lambda: shown[-1]["view"]["sitting_out"] == ["Ann"])
    assert chips
    assert ann.http.post("/api/tables/t1/sit-out").status_code == 200


def test_whoever_does_not_sit_there_neither_sits_out_nor_in(house: Serving):
    ann, bob = opened(house)
    ann.says("t1", "take_seat", 1, cents=50_000)
    for call in ("sit-in", "sit-out"):
        assert bob.http.post(f"/api/tables/t1/{call}").status_code == 403
        assert bob.http.post(f"/api/tables/t2/{call}").status_code == 404


def test_whoever_leaves_and_comes_again_is_dealt_in(house: Serving):
    ann, _ = opened(house, staffed=True)
    ann.says("t1", "take_seat", 1, cents=50_000)
    ann.http.post("/api/tables/t1/sit-out")
    assert noted(ann)["sitting_out"] == ["Ann"]
    assert ann.says("t1", "leave_seat", 1).status_code == 200
    assert ann.says("t1", "take_seat", 2, cents=50_000).status_code == 200
    until(lambda: noted(ann)["sitting_out"] == [])


def test_a_restart_takes_nobody_out_and_keeps_out_who_sat_out(tmp_path, clock):
    database = str(tmp_path / "again.db")
    # The process goes with her page open.
    with ExitStack() as pages, serving(database, clock=clock) as house:
        ann, bob = opened(house)
        ann.says("t1", "take_seat", 1, cents=50_000)
        bob.says("t1", "take_seat", 2, cents=50_000)
        pages.enter_context(page(house, ann, "t1"))
        bob.http.post("/api/tables/t1/sit-out")
        until(lambda: noted(ann)["sitting_out"] == ["Bob"])
        until(lambda: "Ann" not in noted(ann)["away"])
    clock.advance(2 * AWAY)
    with serving(database, clock=clock) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        # She has the posted time to come back, from the restart on.
        until(lambda: "Ann" in noted(ann)["away"])
        house.attends("t1")
        assert noted(ann)["sitting_out"] == ["Bob"]
        before = ann.sees("t1")["number"]

        def dealt_anew() -> Any:
            """A round that began after the restart: the one under way then may have begun before he sat out."""
            seen = ann.sees("t1")
            return seen["number"] > before and seen["hands"].get("1") and seen

        with page(house, ann, "t1"):
            until(lambda: "Ann" not in noted(ann)["away"])
            assert "2" not in house.until(dealt_anew)["hands"]
            clock.advance(2 * AWAY)
            house.attends("t1")
            assert noted(ann)["sitting_out"] == ["Bob"]
        with page(house, bob, "t1"):
            assert bob.http.post("/api/tables/t1/sit-in").status_code == 200
            house.until(lambda: ann.sees("t1")["hands"].get("2"))
        assert not [one.fault for one in audit.verify(house.record) if one.fault]


def test_processes_of_one_database_know_of_each_others_players(postgresql, clock):
    postgresql.psql("CREATE DATABASE attended;")
    address = postgresql.get_uri("attended")
    with serving(address, clock=clock) as first:
        ann, bob = opened(first, **ALONE)
        ann.says("t1", "take_seat", 1, cents=50_000)
        bob.says("t1", "take_seat", 2, cents=50_000)
        with serving(address, clock=clock) as second:
            there = second.person("Bob")
            with page(first, ann, "t1"), page(second, there, "t1"):
                # Each is seen by both, and neither sits out though the other process has no page of theirs.
                until(lambda: noted(ann)["away"] == {} == noted(there)["away"])
                clock.advance(2 * AWAY)
                for one in (first, second):
                    one.attends("t1")
                assert noted(ann)["sitting_out"] == [] == noted(there)["sitting_out"]
                ann.http.post("/api/tables/t1/sit-out")
                until(lambda: noted(there)["sitting_out"] == ["Ann"])
                there.http.post("/api/tables/t1/sit-out")
                until(lambda: noted(ann)["sitting_out"] == ["Ann", "Bob"])
                there.http.post("/api/tables/t1/sit-in")
                until(lambda: noted(ann)["sitting_out"] == ["Ann"])
                # The second process ends with Bob's page: the first finds out by itself.
                assert noted(ann)["away"] == {}
                opened_there = second.server.wake.process
                assert first.server.wake.lives(opened_there)
        until(lambda: "Bob" in noted(ann)["away"])
        clock.advance(2 * AWAY)
        first.attends("t1")
        assert noted(ann)["sitting_out"] == ["Ann", "Bob"]


def test_two_processes_deal_one_table_and_neither_disturbs_the_other(postgresql):
    from houseway.store.table_system import prove

    postgresql.psql("CREATE DATABASE dealt;")
    address = postgresql.get_uri("dealt")
    with serving(address) as first, serving(address) as second:
        ann, _ = opened(first)
        there = second.person("Ann")
        # The other process hears of the table a little later.
        until(lambda: there.http.get("/api/tables/t1").status_code == 200)
        until(lambda: there.sees("t1")["number"] >= 4)
        until(lambda: ann.sees("t1")["number"] >= 4)
        for house in (first, second):
            house.server.stopping = True
    with serving(address) as again:
        assert not [one.fault for one in audit.verify(again.record) if one.fault]
        proofs = [one for one in prove(again.record, "t1") if one.says != "its seed is not revealed yet"]
        assert proofs
        assert not [one for one in proofs if one.says]


def test_computer_players_add_stakes_though_somebody_away_is_asked_first(house: Serving):
    boss, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
    assert boss.opens("t1", "holdem", computers=2, clock=600, alone=False).status_code == 201
    until(lambda: len(boss.sees("t1", "shift supervisor")["seats"]) == 2)
    seats = boss.sees("t1", "shift supervisor")["seats"]
    for seat, name in seats.items():
        for command in (LeaveSeat(), TakeSeat(cents=Cents(0))):
            given = envelope(command, role=Role.PLAYER, seat=Seat(int(seat)), by=name)
            assert not isinstance(house.record.send("table/t1", given), Refusal)
    assert ann.says("t1", "take_seat", 1, cents=0).status_code == 200
    until(lambda: ann.sees("t1")["number"] > 1)
    assert ann.sees("t1")["chips"]["1"] == 0


def test_637a_18_e__whoever_is_here_may_concede_a_beaten_hand_unseen(house: Serving):
    boss, players = house.account("Sue", Role.SHIFT_SUPERVISOR), {1: house.account("Ann"), 2: house.account("Bob")}
    assert boss.opens("t1", "holdem", computers=0, clock=60, pace=100).status_code == 201

    def conceded() -> bool:
        """Both check and call to the end; whoever has then seen a better hand does not show their own."""
        seen = players[1].sees("t1")
        for ask in seen["due"]:
            if ask["command"] == "act" and ask["word"] in ("check", "call"):
                players[ask["seat"]].says("t1", "act", ask["seat"], word=ask["word"])
            elif ask["command"] == "show_hand" and ask["word"] == "muck" and seen["shown"]:
                players[ask["seat"]].says("t1", "show_hand", ask["seat"], muck=True)
        return any(event["event"] == "hand_mucked" for one in shown for event in one.get("events", ()))

    with ExitStack() as pages:
        shown, _ = (pages.enter_context(page(house, one, "t1")) for one in players.values())
        for seat, one in players.items():
            assert one.says("t1", "take_seat", seat, cents=50_000).status_code == 200
        house.play_until(conceded)
    assert not [one.fault for one in audit.verify(house.record, "table/t1") if one.fault]


def test_a_table_at_which_everybody_sits_out_rests_until_two_are_back(house: Serving):
    boss, players = house.account("Sue", Role.SHIFT_SUPERVISOR), [house.account("Ann"), house.account("Bob")]
    assert boss.opens("t1", "holdem", clock=1).status_code == 201
    for seat, one in enumerate(players, 1):
        assert one.says("t1", "take_seat", seat, cents=50_000).status_code == 200
    house.rest()
    for one in players:
        assert one.http.post("/api/tables/t1/sit-out").status_code == 200
    # The round under way is played to its end.
    house.until(lambda: players[0].sees("t1")["status"] == "between rounds")

    def written() -> list[tuple[int, int]]:
        streams = ("table/t1", "shuffles/t1")
        return [(one["seq"], one["refusals"]) for one in house.record.log.streams() if one["id"] in streams]

    house.rest()
    before = written()
    house.advance(60)
    assert written() == before
    assert [refusals for _, refusals in before] == [0, 0]
    number = players[0].sees("t1")["number"]
    for one in players:
        assert one.http.post("/api/tables/t1/sit-in").status_code == 200
    house.rest()
    assert players[0].sees("t1")["number"] > number
