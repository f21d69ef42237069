"""Jackpots over the API: funds that two tables feed, counted with two signatures, and paid by people of all departments."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from houseway.cards import cards
from houseway.engine.roles import Role
from houseway.store import audit
from houseway.store.jackpots import Carried
from houseway.web.dealing import Dealing
from tests.kit.record_views import recorded_balances
from tests.kit.waiting import PATIENCE, run, until
from tests.web.serving import Person, Serving, serving

TERMS = {"contribution": 100, "minimum_pot": 1000}
POSTED: dict[str, Any] = {
    "game": "holdem",
    "structure": "no-limit",
    "blinds": [50, 100],
    "bad_beat": {**TERMS, "hands": ["Tc Td Th Ts 2c"]},
    "high_hand": {**TERMS, "qualifying_minutes": 60, "minimum_players": 3, "claim_days": 7},
}
STAFF = {
    "Sue": Role.SHIFT_SUPERVISOR,
    "Ed": Role.EXECUTIVE_DIRECTOR,
    "Flora": Role.FLOORPERSON,
    "Vera": Role.SURVEILLANCE,
    "Sam": Role.SECURITY,
    "Cass": Role.CASHIER,
    "Fin": Role.FINANCE,
    "Dee": Role.DEALER,
}
BAD_BEAT = "Tc Kc 2h Td Kd 7s  3c Th Ts Kh  3d Ks  3h 8d"
"""Four tens at seat 1 lose to four kings at seat 2."""


class Room:
    """A room with its staff, two staffed tables and players at both."""

    def __init__(self, house: Serving) -> None:
        self.house = house
        self.staff = {name: house.account(name, role) for name, role in STAFF.items()}
        opened = self.staff["Sue"].http.post("/api/jackpots", json={"name": "room", "submission": POSTED})
        assert opened.status_code == 201, opened.text
        self.players: dict[str, list[Person]] = {}
        for table in ("t1", "t2"):
            given = {"name": table, "submission": POSTED, "policy": {"staffed": True}, "jackpots": "room"}
            assert self.staff["Sue"].http.post("/api/tables", json=given).status_code == 201
            self.players[table] = [house.account(f"{name} {table}") for name in ("Ann", "Bob", "Cy")]
            for seat, person in enumerate(self.players[table], 1):
                assert person.says(table, "take_seat", seat, cents=10_000).status_code == 200

    def says(self, name: str, command: str, fund: str = "beats", **fields: Any) -> str:
        """Somebody takes a step; what is said if it is refused."""
        given = {"command": {"command": command, "fund": fund, **fields}, "role": STAFF[name].value}
        answer = self.staff[name].http.post("/api/jackpots/room/commands", json=given)
        assert answer.status_code in (200, 409), answer.text
        return "done" if answer.status_code == 200 else answer.json()["error"]["message"]

    def sees(self, name: str) -> dict[str, Any]:
        found = self.staff[name].http.get("/api/jackpots/room", params={"role": STAFF[name].value})
        assert found.status_code == 200, found.text
        seen: dict[str, Any] = found.json()["observation"]
        return seen

    def play(self, table: str, *, steps: int | None = None) -> None:
        """A round that is a Bad Beat, or its first steps."""
        dee, (ann, bob, cy) = self.staff["Dee"], self.players[table]
        first = cards(BAD_BEAT)
        order = [*first, *[card for card in range(52) if card not in first]]
        all_steps = [
            lambda: dee.says(table, "start_round", role="dealer", order=order, button=3),
            lambda: dee.says(table, "deal_street", role="dealer"),
            lambda: cy.says(table, "act", 3, word="fold"),
            lambda: ann.says(table, "act", 1, word="raise", to=5_000),
            lambda: bob.says(table, "act", 2, word="call"),
        ]
        all_steps += 3 * [
            lambda: dee.says(table, "deal_street", role="dealer"),
            lambda: ann.says(table, "act", 1, word="check"),
            lambda: bob.says(table, "act", 2, word="check"),
        ]
        all_steps.append(lambda: ann.says(table, "show_hand", 1))
        all_steps.append(lambda: bob.says(table, "show_hand", 2))
        all_steps.append(lambda: dee.says(table, "award_pots", role="dealer"))
        for number, step in enumerate(all_steps[:steps]):
            answer = step()
            assert answer.status_code == 200, (number, answer.text)

    def until(self, account: str, cents: int) -> None:
        """Wait until contributions have been carried, also those that a box was away for."""
        record = self.house.record
        self.house.until(lambda: recorded_balances(record, "jackpots/room").get(account, 0) == cents)

    def offer(self) -> None:
        for step in (
            ("Sue", "offer_fund", "beats", {"kind": "bad_beat"}),
            ("Ed", "approve_discontinuing", "beats", {}),
            ("Sue", "offer_fund", "highs", {"kind": "high_hand"}),
            *[
                ("Flora", "designate_table", fund, {"table": table})
                for fund in ("beats", "highs")
                for table in ("t1", "t2")
            ],
            ("Flora", "start_qualifying_period", "highs", {}),
        ):
            name, command, fund, fields = step
            assert self.says(name, command, fund, **fields) == "done", step


@pytest.fixture
def room(house: Serving) -> Room:
    return Room(house)


def test_two_tables_feed_one_fund_that_is_counted_signed_twice_and_paid(room: Room):
    room.offer()
    for table in ("t1", "t2"):
        room.play(table)
        room.until(f"box beats {table}", 100)
        room.until(f"box highs {table}", 100)
    # One box is counted at its closed table, the other goes to the cage locked.
    assert room.says("Flora", "notify_of_count") == "done"
    assert room.says("Flora", "close_table_for_count", table="t1") == "done"
    assert room.says("Dee", "count_box", table="t1", cents=100, witness="Flora") != "done"
    assert room.says("Vera", "record_count", table="t1") == "done"
    assert room.says("Flora", "attend_count", table="t1") == "done"
    assert room.says("Dee", "count_box", table="t1", cents=100, witness="Flora") == "done"
    assert room.says("Dee", "sign_count", table="t1") == "done"
    assert "has signed this count already" in room.says("Dee", "sign_count", table="t1")
    assert room.says("Dee", "lock_contents", table="t1") != "done"
    assert room.says("Flora", "sign_count", table="t1") == "done"
    assert room.says("Flora", "lock_contents", table="t1") == "done"
    assert room.says("Flora", "account_for_boxes", tables=["t2"]) == "done"
    assert room.says("Sam", "transport_to_cage") == "done"
    assert room.says("Cass", "count_at_cage", cents=200, boxes={"t2": 100}) == "done"
    assert room.says("Fin", "record_contributions", cents=200) == "done"
    # What the rounds showed waits for the shift supervisor, with the command to be given.
    noticed = room.staff["Sue"].http.get("/api/jackpots/room/noticed", params={"role": "shift supervisor"}).json()
    beats = [one for one in noticed if one["command"]["command"] == "verify_bad_beat"]
    assert [one["command"]["table"] for one in beats] == ["t1", "t2"]
    assert all(one["role"] == "shift supervisor" for one in beats)
    given = {"command": beats[0]["command"], "role": "shift supervisor"}
    assert room.staff["Sue"].http.post("/api/jackpots/room/commands", json=given).status_code == 200
    assert room.says("Sue", "post_pending_notice") == "done"
    assert room.says("Sue", "order_payout", to="security") == "done"
    assert room.says("Fin", "prepare_distribution") == "done"
    assert room.says("Sam", "pay_bad_beat") == "done"
    balances = recorded_balances(room.house.record, "jackpots/room")
    assert [balances[f"player {name} t1"] for name in ("Ann", "Bob", "Cy")] == [100, 50, 50]
    left = room.staff["Sue"].http.get("/api/jackpots/room/noticed", params={"role": "shift supervisor"}).json()
    assert [one["command"]["table"] for one in left if one["command"]["command"] == "verify_bad_beat"] == ["t2"]
    assert not [one.fault for one in audit.verify(room.house.record) if one.fault]


def test_what_rounds_contributed_is_in_the_box_before_it_is_closed_for_the_count(room: Room, monkeypatch):
    room.offer()
    # The table's own task has not come to it yet.
    monkeypatch.setattr(Dealing, "_carry", _not_yet)
    room.play("t1")
    assert room.says("Flora", "notify_of_count") == "done"
    assert room.says("Flora", "close_table_for_count", table="t1") == "done"
    assert room.says("Vera", "record_count", table="t1") == "done"
    assert room.says("Flora", "attend_count", table="t1") == "done"
    assert room.says("Dee", "count_box", table="t1", cents=100, witness="Flora") == "done"


def test_s15_d_1__a_table_is_closed_for_the_count_between_rounds_and_none_begins_before_it_is_over(room: Room):
    room.offer()
    room.play("t1", steps=1)
    assert room.says("Flora", "notify_of_count") == "done"
    assert "a round of play is under way" in room.says("Flora", "close_table_for_count", table="t1")
    dee = room.staff["Dee"]
    assert dee.says("t1", "deal_street", role="dealer").status_code == 200
    for seat, word in ((3, "fold"), (1, "fold")):
        assert room.players["t1"][seat - 1].says("t1", "act", seat, word=word).status_code == 200
    assert dee.says("t1", "award_pots", role="dealer").status_code == 200
    assert room.says("Flora", "close_table_for_count", table="t1") == "done"
    refused = dee.says("t1", "start_round", role="dealer", order=list(range(52)), button=1)
    assert refused.status_code == 409
    assert refused.json()["error"]["clause"] == "637a.15(d)(1)"


def test_s15_d__what_is_contributed_while_a_box_is_away_reaches_it_when_it_is_back(room: Room):
    room.offer()
    room.play("t2")
    room.until("box beats t2", 100)
    assert room.says("Flora", "notify_of_count") == "done"
    for name, command, fields in (
        ("Flora", "close_table_for_count", {}),
        ("Vera", "record_count", {}),
        ("Flora", "attend_count", {}),
        ("Dee", "count_box", {"cents": 0, "witness": "Flora"}),
        ("Dee", "sign_count", {}),
        ("Flora", "sign_count", {}),
        ("Flora", "lock_contents", {}),
    ):
        assert room.says(name, command, table="t1", **fields) == "done", command
    # What was counted is on its way to the cage, and the table plays on.
    room.play("t1")
    assert recorded_balances(room.house.record, "jackpots/room").get("box beats t1", 0) == 0
    assert room.says("Flora", "account_for_boxes", tables=["t2"]) == "done"
    assert room.says("Sam", "transport_to_cage") == "done"
    room.until("box beats t1", 100)
    room.until("box highs t1", 100)
    assert not [one.fault for one in audit.verify(room.house.record) if one.fault]


async def _not_yet(dealing: Dealing) -> None:
    return None


def test_whoever_looks_at_a_room_is_told_of_what_tables_contribute(room: Room):
    room.offer()
    sue = room.staff["Sue"]

    async def look() -> None:
        async with room.house.socket("/api/jackpots/room/live") as one:
            await one.send(json.dumps({"token": sue.token, "role": "shift supervisor"}))
            first = json.loads(await one.recv())
            await asyncio.to_thread(room.play, "t1")
            came: list[str] = []
            while came.count("contributed") < 2:
                news = json.loads(await asyncio.wait_for(one.recv(), PATIENCE))
                came += [event["event"] for event in news["events"]]
                assert news["view"]["revision"] == first["view"]["revision"] + len(came)

    run(look())


def test_a_high_hand_is_called_recorded_and_paid_at_the_cage(room: Room):
    room.offer()
    room.play("t1")
    room.until("box highs t1", 100)
    noticed = room.staff["Dee"].http.get("/api/jackpots/room/noticed", params={"role": "dealer"}).json()
    [call] = [one for one in noticed if one["command"]["command"] == "call_high_hand"]
    answer = room.staff["Dee"].http.post(
        "/api/jackpots/room/commands", json={"command": call["command"], "role": "dealer"}
    )
    assert answer.status_code == 200, answer.text
    left = room.staff["Dee"].http.get("/api/jackpots/room/noticed", params={"role": "dealer"}).json()
    assert not [one for one in left if one["command"]["command"] == "call_high_hand"]
    slip = {
        **{name: call["command"][name] for name in ("table", "seat", "hand")},
        "player": "Bob t1",
        "phone": "717-555-0100",
        "dealer": "Dee",
        "dealer_credential": "D-17",
        "signature": "Flora",
        "credential": "F-4",
    }
    assert room.says("Flora", "record_high_hand", "highs", slip=slip, identified=True) == "done"
    # A player sees whose hand is to be beaten, and nothing of the telephone number.
    told = room.players["t2"][0].http.get("/api/jackpots/room")
    assert b"717-555" not in told.content
    assert told.json()["observation"]["funds"]["highs"]["to_beat"] == call["command"]["hand"]
    assert room.sees("Flora")["funds"]["highs"]["boxes"] == {"t1": "on the table", "t2": "on the table"}
    # The hour has passed.
    room.house.clock.advance(3_700)
    for step in (
        ("Flora", "end_qualifying_period", {}),
        ("Flora", "account_for_boxes", {"tables": ["t1", "t2"]}),
        ("Sam", "transport_to_cage", {}),
        ("Cass", "count_at_cage", {"cents": 100, "boxes": {"t1": 50, "t2": 50}}),
        ("Fin", "record_contributions", {"cents": 100}),
        ("Flora", "announce_high_hand_payout", {}),
    ):
        assert room.says(step[0], step[1], "highs", **step[2]) == "done", step
    assert room.players["t1"][1].http.get("/api/jackpots/room").json()["observation"]["funds"]["highs"]["payable"]
    assert room.says("Cass", "pay_high_hand", "highs", player="Bob t1", identified=True) == "done"
    assert recorded_balances(room.house.record, "jackpots/room")["player Bob t1"] == 100


def test_a_room_is_for_those_who_have_a_part_in_it(room: Room):
    ann = room.players["t1"][0]
    given = {"command": {"command": "offer_fund", "fund": "x", "kind": "bad_beat"}, "role": "player"}
    refusal = ann.http.post("/api/jackpots/room/commands", json=given)
    assert refusal.status_code == 409
    assert refusal.json()["error"]["code"] == "ROLE_IS_AUTHORISED"
    assert ann.http.get("/api/jackpots/room/noticed", params={"role": "player"}).status_code == 403
    assert ann.http.get("/api/jackpots/room", params={"role": "surveillance"}).status_code == 403
    assert ann.http.post("/api/jackpots", json={"name": "x", "submission": POSTED}).status_code == 403
    assert ann.http.get("/api/jackpots/nowhere").status_code == 404
    assert ann.http.get("/api/jackpots/room/events", params={"after": 0}).status_code == 200
    assert ann.http.get("/api/jackpots").json()["room"]["tables"] == ["t1", "t2"]
    sue = room.staff["Sue"]
    assert sue.http.post("/api/jackpots", json={"name": "room", "submission": POSTED}).status_code == 409
    assert sue.http.post("/api/jackpots", json={"name": "r2", "submission": {"game": "pai-gow"}}).status_code == 422
    odd = {"name": "t9", "submission": POSTED, "jackpots": "nowhere"}
    assert sue.http.post("/api/tables", json=odd).status_code == 422
    banked = {"name": "t9", "submission": {"game": "pai-gow"}, "jackpots": "room"}
    assert sue.http.post("/api/tables", json=banked).status_code == 422


def test_what_was_not_carried_when_a_process_died_reaches_the_fund_once(tmp_path, monkeypatch):
    database = str(tmp_path / "house.db")
    with serving(database) as house:
        room = Room(house)
        room.offer()
        monkeypatch.setattr("houseway.web.dealing.carry", lambda *_, **__: Carried([]))
        room.play("t1")
        assert "box beats t1" not in recorded_balances(house.record, "jackpots/room")
    monkeypatch.undo()
    for _ in range(2):
        with serving(database) as house:
            record = house.record
            assert until(lambda: recorded_balances(record, "jackpots/room").get("box beats t1", 0)) == 100  # noqa: B023


def test_a_submission_is_checked_put_on_file_and_opened_from(house: Serving):
    sue, ann = house.account("Sue", Role.SHIFT_SUPERVISOR, Role.PLAYER), house.account("Ann")
    found = ann.http.post("/api/check", json={"submission": POSTED}).json()
    assert (found["verdict"], found["game"]) == ("incomplete", "holdem")
    faulty = {"game": "pai-gow", "brand": "emperor", "paytables": {"insurance": "D"}}
    told = ann.http.post("/api/check", json={"submission": faulty}).json()
    assert told["verdict"] == "unlawful"
    assert ("paytables.insurance", "645a.13(d)") in [(one["field"], one["clause"]) for one in told["faults"]]
    assert ann.http.post("/api/check", json={"toml": 'game = "pai-gow"'}).json()["game"] == "pai-gow"
    assert ann.http.post("/api/check", json={"toml": "game = "}).status_code == 422
    assert ann.http.post("/api/submissions", json={"name": "a", "submission": POSTED}).status_code == 403
    assert sue.http.post("/api/submissions", json={"name": "a", "submission": faulty}).status_code == 422
    filed = sue.http.post("/api/submissions", json={"name": "a", "toml": 'game = "five-card-hi-lo"\n'})
    assert filed.status_code == 201, filed.text
    assert sue.http.post("/api/submissions", json={"name": "a", "submission": POSTED}).status_code == 409
    assert sue.http.post("/api/submissions", json={"name": "a b", "submission": POSTED}).status_code == 409
    assert ann.http.get("/api/submissions").json() == {
        "a": {"game": "five-card-hi-lo", "digest": filed.json()["check"]["digest"]}
    }
    assert ann.http.get("/api/submissions/a").json()["submission"] == {"game": "five-card-hi-lo"}
    assert ann.http.get("/api/submissions/b").status_code == 404
    opened = sue.http.post("/api/tables", json={"name": "t1", "rules": "a", "policy": {"computers": 1}})
    assert opened.status_code == 201, opened.text
    assert opened.json()["digest"] == filed.json()["check"]["digest"]
    assert sue.http.post("/api/tables", json={"name": "t2", "rules": "b"}).status_code == 422
    assert sue.http.post("/api/tables", json={"name": "t2", "submission": faulty}).status_code == 422
    assert sue.http.post("/api/jackpots", json={"name": "r", "rules": "a"}).status_code == 422


def test_rules_against_the_chapter_are_played_for_practice_alone(house: Serving):
    sue = house.account("Sue", Role.SHIFT_SUPERVISOR)
    custom = {"trips_plus": {"royal flush": "200 to 1"}}
    study = {"game": "heads-up-holdem", "paytables": {"trips_plus": "custom"}, "custom_paytables": custom}
    assert sue.http.post("/api/check", json={"submission": study}).json()["verdict"] == "unlawful"
    given = {"name": "t1", "submission": study}
    assert sue.http.post("/api/tables", json=given).status_code == 422
    assert sue.http.post("/api/tables", json={**given, "policy": {"practice": True}}).status_code == 201
    assert not [one.fault for one in audit.verify(house.record) if one.fault]
