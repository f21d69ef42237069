"""A house run over its API: people, tables, commands, views."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import websockets

from houseway.chapters.registry import games
from houseway.engine.asking import Ask
from houseway.engine.banked.commands import SettleRound
from houseway.engine.kernel import Envelope, envelope
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from houseway.house.accounts import AccountChanged
from houseway.store import audit
from houseway.store.rows import refusal_of
from houseway.store.table_system import TableSystem, is_revealed, prove_round
from tests.kit.record_views import recorded_events
from tests.kit.table_views import sum_of_accounts
from tests.kit.tables import last
from tests.kit.waiting import PATIENCE, run, until
from tests.web.serving import PASSWORD, Person, Serving, serving


def round_over(house: Serving, person: Person, table: str, rounds: int = 1) -> dict[str, Any]:
    """Wait until so many rounds are over; the time of whoever does not answer runs out."""

    def over() -> dict[str, Any]:
        seen = person.sees(table)
        done = seen["number"] > rounds or (
            seen["number"] == rounds and seen["status"] in ("between rounds", "wagering")
        )
        return seen if done else {}

    return house.until(over)


@pytest.mark.parametrize("game", games())
def test_a_table_of_every_game_is_opened_and_dealt_among_computer_players(house: Serving, game):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR, Role.PLAYER)
    assert boss.opens("t1", game, computers=3).status_code == 201
    round_over(house, boss, "t1")
    house.server.stopping = True
    assert not [one.fault for one in audit.verify(house.record, "table/t1") if one.fault]


def test_the_first_start_makes_an_administrator_with_a_link_that_holds_once(house: Serving):
    link = house.people.first_administrator()
    assert link is not None
    # It may have been lost: until a password is set there is another one.
    again = house.people.first_administrator()
    assert again not in (None, link)
    http = house.client()
    assert http.post(f"/api/link/{link}", json={"password": "short"}).status_code == 422
    assert http.post(f"/api/link/{link}", json={"password": PASSWORD}).json() == {"person": "admin"}
    assert http.post(f"/api/link/{link}", json={"password": PASSWORD}).status_code == 404
    assert http.post(f"/api/link/{again}", json={"password": PASSWORD}).status_code == 404
    assert house.people.first_administrator() is None
    answer = http.post("/api/login", json={"person": "admin", "password": PASSWORD})
    assert answer.status_code == 200
    token = answer.json()["token"]
    bearer = {"authorization": f"Bearer {token}"}
    made = http.post("/api/accounts", json={"person": "Ann", "roles": ["player"]}, headers=bearer)
    assert made.status_code == 201
    assert http.post(made.json()["link"], json={"password": PASSWORD}).json() == {"person": "Ann"}
    assert http.get("/api/accounts", headers=bearer).json()["Ann"] == ["player"]
    # Who has forgotten the password is given another link, and what held before ends.
    anns = {"authorization": f"Bearer {house.people.token('Ann')}"}
    assert http.post("/api/accounts/Ann/link", headers=anns).status_code == 403
    assert http.post("/api/accounts/Zed/link", headers=bearer).status_code == 409
    other = http.post("/api/accounts/Ann/link", headers=bearer).json()
    assert other["person"] == "Ann" and http.get("/api/me", headers=anns).status_code == 401
    assert http.post("/api/login", json={"person": "Ann", "password": PASSWORD}).status_code == 401
    assert http.post(other["link"], json={"password": "yet another one"}).json() == {"person": "Ann"}
    assert http.post(other["link"], json={"password": PASSWORD}).status_code == 404
    assert http.post("/api/login", json={"person": "Ann", "password": "yet another one"}).status_code == 200
    # A new password ends every older token.
    given = {"password": "another one of them", "old": PASSWORD}
    assert http.post("/api/password", json=given, headers=bearer).status_code == 200
    assert http.get("/api/me", headers=bearer).status_code == 401


def test_a_wrong_password_and_a_name_nobody_has_are_answered_alike(house: Serving):
    house.account("Ann")
    http = house.client()
    answers = [http.post("/api/login", json={"person": name, "password": "wrong password"}) for name in ("Ann", "Zed")]
    assert [one.status_code for one in answers] == [401, 401]
    assert answers[0].text == answers[1].text
    assert 429 in [http.post("/api/login", json={"person": "Ann", "password": "wrong"}).status_code for _ in range(12)]


def test_a_command_comes_from_a_known_person_for_the_own_seat_and_takes_effect_once(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    ann, bob = house.account("Ann"), house.account("Bob")
    boss.opens("t1", "holdem", staffed=True)
    assert house.client().post("/api/tables/t1/commands", json={}).status_code == 401
    first = ann.says("t1", "take_seat", 1, key="a", cents=10_000)
    assert first.status_code == 200
    assert ann.says("t1", "take_seat", 1, key="a", cents=10_000).json() == first.json()
    taken = bob.says("t1", "take_seat", 1, cents=10_000)
    assert taken.status_code == 409
    assert taken.json()["error"]["code"] == "SEAT_IS_FREE"
    assert bob.says("t1", "leave_seat", 1).json()["error"]["code"] == "SEAT_IS_ONES_OWN"
    assert bob.says("t1", "start_round", role="dealer").status_code == 403
    assert ann.says("t1", "no_such_command", 1).status_code == 422
    assert ann.says("t1", "take_seat", 1, cents=1.5).status_code == 422
    assert ann.says("t2", "leave_seat", 1).status_code == 404
    assert boss.says("t1", "start_round", role="shift supervisor").status_code == 409


def test_where_the_system_deals_nobody_chooses_the_cards(house: Serving):
    boss, dee = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Dee", Role.DEALER)
    people = [house.account(name) for name in ("Ann", "Bob")]
    assert boss.opens("t1", "holdem", pace=60_000).status_code == 201
    for seat, person in enumerate(people, 1):
        assert person.says("t1", "take_seat", seat, cents=100_000).status_code == 200
    for command, fields in (("start_round", {"order": list(range(52))}), ("deal_street", {})):
        refused = dee.says("t1", command, role="dealer", **fields)
        assert refused.status_code == 409
        assert refused.json()["error"]["message"] == "the system deals at table t1: nobody is its dealer"


def test_a_dealer_performs_each_step_of_a_staffed_table_and_enters_the_cards(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    dee = house.account("Dee", Role.DEALER)
    people = [house.account(name) for name in ("Ann", "Bob")]
    assert boss.opens("t1", "holdem", staffed=True).status_code == 201
    for seat, person in enumerate(people, 1):
        assert person.says("t1", "take_seat", seat, cents=100_000).status_code == 200
    order = list(range(52))
    # With fewer cards the round could come to no end.
    for entered in (0, 46):
        short = dee.says("t1", "start_round", role="dealer", order=order[:entered])
        says = f"a deck has 52 cards, and {entered} were entered"
        assert (short.status_code, short.json()["error"]) == (
            409,
            {
                "code": "DECK_IS_COMPLETE",
                "message": says,
                "clause": "637a.3(a)",
                "legal": ["all 52 cards, each once"],
            },
        )
    started = dee.says("t1", "start_round", role="dealer", order=order)
    assert started.status_code == 200, started.text
    # Nobody else learns the order of the deck from the answer.
    assert {card for event in started.json()["events"] for card in event.get("deck", [])} <= {None}
    assert dee.says("t1", "deal_street", role="dealer").status_code == 200
    seen = people[0].sees("t1")
    assert None not in seen["hands"]["1"]
    assert set(seen["hands"]["2"]) == {None}
    actor = seen["actor"]
    assert people[actor - 1].says("t1", "act", actor, word="fold").status_code == 200
    assert people[0].sees("t1")["status"] == "between rounds"


def test_a_view_comes_to_each_viewer_and_a_lost_connection_goes_on_from_its_revision(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    ann, bob = house.account("Ann"), house.account("Bob")
    boss.opens("t1", "holdem", staffed=True)
    ann.says("t1", "take_seat", 1, cents=10_000)

    async def watch() -> None:
        address = "/api/tables/t1/live"
        async with house.socket(address) as one:
            await one.send(json.dumps({"token": ann.token}).encode())
            first = json.loads(await one.recv())
            assert first["events"] == []
            assert first["view"]["observation"]["seats"] == {"1": "Ann"}
            await asyncio.to_thread(bob.says, "t1", "take_seat", 2, cents=10_000)
            # Who came or went is told too, without an event of the table.
            while not (second := json.loads(await one.recv()))["events"]:
                assert second["view"]["revision"] == first["view"]["revision"]
            assert [event["event"] for event in second["events"]] == ["seat_taken"]
        revision = second["view"]["revision"]
        await asyncio.to_thread(bob.says, "t1", "leave_seat", 2)
        await asyncio.to_thread(bob.says, "t1", "take_seat", 3, cents=10_000)
        async with house.socket(address) as one:
            await one.send(json.dumps({"token": ann.token, "revision": revision}).encode())
            again = json.loads(await one.recv())
            assert [event["event"] for event in again["events"]] == ["seat_left", "seat_taken"]
        # Who looks may also be said as text, as browsers do.
        async with house.socket(address) as one:
            await one.send(json.dumps({"token": ann.token}))
            assert json.loads(await one.recv())["view"]["table"] == "t1"
            # Whoever has seen it all hears nothing until something happens.
        for hello in ({"token": "nonsense"}, {"token": ann.token, "role": "surveillance"}, {"odd": 1}, {}):
            async with house.socket(address) as one:
                await one.send(json.dumps(hello).encode())
                with pytest.raises(websockets.ConnectionClosed):
                    await one.recv()

    run(watch())
    assert ann.http.get("/api/tables/t1/events", params={"after": 0}).status_code == 200
    assert ann.http.get("/api/tables/t1/events", params={"after": 10_000}).status_code == 410


def test_a_clock_that_runs_out_answers_passively_and_nothing_is_lost_by_a_restart(tmp_path):
    database = str(tmp_path / "house.db")
    with serving(database) as house:
        boss = house.account("Sue", Role.SHIFT_SUPERVISOR, Role.PLAYER)
        ann = house.account("Ann")
        boss.opens("t1", "holdem", computers=2, clock=1)
        ann.says("t1", "take_seat", 1, cents=50_000)
        round_over(house, ann, "t1", rounds=2)
        before = house.record.live("table/t1").seq
    with serving(database) as house:
        ann = house.person("Ann")
        assert ann.sees("t1")["seats"]["1"] == "Ann"
        round_over(house, ann, "t1", rounds=ann.sees("t1")["number"] + 1)
        assert house.record.live("table/t1").seq > before
        assert sum_of_accounts(house.record.table("table/t1")) == 0


def test_computer_players_buy_in_again(house: Serving, monkeypatch):
    monkeypatch.setattr("houseway.web.dealing.BUY_IN", 6_000)
    monkeypatch.setattr("houseway.web.dealing.LEAST", 4_000)
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR, Role.PLAYER)
    boss.opens("t1", "five-card-hi-lo", computers=2)
    until(lambda: house.record.log.tagged("table/t1", "stakes_brought"), lambda: boss.sees("t1")["chips"])
    round_over(house, boss, "t1", rounds=boss.sees("t1")["number"] + 1)
    assert len(boss.sees("t1")["seats"]) == 2


def test_a_player_adds_to_the_next_shuffle_and_it_is_proven(house: Serving):
    from houseway.store.table_system import prove

    boss = house.account("Sue", Role.SHIFT_SUPERVISOR, Role.PLAYER)
    boss.opens("t1", "holdem", clock=1)
    assert boss.http.post("/api/tables/t1/chance", json={"text": "x"}).status_code == 403
    boss.says("t1", "take_seat", 1, cents=50_000)
    # A seed lies ready.
    until(lambda: boss.http.get("/api/tables/t1/shuffles").json()["shoes"])
    added = boss.http.post("/api/tables/t1/chance", json={"text": "my own luck"})
    assert added.status_code == 200, added.text
    told = boss.http.get("/api/tables/t1/shuffles").json()
    assert any(event["event"] == "chance_added" for event in told["events"])
    ann = house.account("Ann")
    ann.says("t1", "take_seat", 2, cents=50_000)
    ann.http.post("/api/tables/t1/sit-in")
    round_over(house, ann, "t1", rounds=1)
    proofs = [one for one in prove(house.record, "t1") if one.says != "its seed is not revealed yet"]
    assert not [one for one in proofs if one.says]


@pytest.mark.parametrize("told", [True, False])
def test_seeds_are_told_to_whom_the_table_posts(house: Serving, told: bool):
    """From a told seed the hands that were mucked can be made again."""
    boss, eye = house.account("Sue", Role.SHIFT_SUPERVISOR, Role.PLAYER), house.account("Eve", Role.SURVEILLANCE)
    boss.opens("t1", "holdem", clock=1, computers=3, seeds_told=told)

    def seen(by: Any) -> list[str]:
        events = by.http.get("/api/tables/t1/shuffles").json()["events"]
        return [event["seed"] for event in events if event["event"] == "seed_revealed"]

    seeds = until(lambda: seen(eye))
    assert bool(seen(boss)) is told

    def proof(person: str) -> str:
        cookies = {"houseway": house.people.token(person)}
        return httpx.get(f"{house.address}/tables/t1/rounds/1/proof", cookies=cookies, timeout=PATIENCE).text

    assert any(seed in proof("Eve") for seed in seeds)
    page = proof("Sue")
    assert any(seed in page for seed in seeds) is told
    assert ("told to surveillance alone" in page) is not told


@pytest.mark.parametrize("game", ["holdem", "five-card-hi-lo"])
def test_a_closed_table_takes_no_new_players_and_computer_players_leave_it(house: Serving, game):
    boss, ann = house.account("Sue", Role.SHIFT_SUPERVISOR, Role.PLAYER), house.account("Ann")
    boss.opens("t1", game, computers=2, clock=1)
    assert ann.says("t1", "take_seat", 1, cents=50_000).status_code == 200
    round_over(house, boss, "t1")
    refused = boss.http.delete("/api/tables/t1")
    assert (refused.status_code, "Ann still does" in refused.text) == (409, True)
    # Whoever plays may leave when the round is over.
    house.until(lambda: ann.says("t1", "leave_seat", 1).status_code == 200)
    assert boss.http.delete("/api/tables/t1").status_code == 200
    assert boss.http.delete("/api/tables/t1").status_code == 409
    late = ann.says("t1", "take_seat", 1, cents=50_000)
    assert late.status_code == 409 and late.json()["error"]["message"].startswith("Table t1 is closed.")
    house.until(lambda: not boss.sees("t1")["seats"])
    assert "t1" not in boss.http.get("/api/tables").json()
    assert not [one.fault for one in audit.verify(house.record) if one.fault]
    # Computer players wait for the end of the round before they leave, and do not ask again and again.
    refusals = house.record.log.refusals("table/t1")
    assert not [row for row in refusals if row["actor"].startswith("computer")]
    # Whoever played the last round can prove its shuffle, though nobody deals any more.
    *_, last = audit.rounds(house.record, "table/t1")
    until(lambda: is_revealed(house.record, last))
    assert not [one for one in prove_round(house.record, last) if one.says]


def test_names_are_nobody_elses_and_every_account_can_be_reached(house: Serving):
    boss = house.account("Adam", Role.ADMINISTRATOR)
    for name in ("computer Ada", "Computer Ben", "adam", "dealer", " Ann", ""):
        answer = boss.http.post("/api/accounts", json={"person": name, "roles": ["player"]})
        assert answer.status_code in (409, 422), name
    for name in ("Ann/Lee", "Zo\u00eb", "50%"):
        assert boss.http.post("/api/accounts", json={"person": name, "roles": ["player"]}).status_code == 201
        changed = {"roles": ["player"], "disabled": True}
        assert boss.http.put(f"/api/accounts/{quote(name)}", json=changed).json() == {"person": name}
        assert last(recorded_events(house.record, "house"), AccountChanged).disabled


def test_a_step_of_the_system_that_is_refused_stands_on_record_and_in_the_log_once(house: Serving, monkeypatch, caplog):
    tried: list[str] = []

    def wrong(system: TableSystem, ask: Ask) -> Envelope:
        tried.append(ask.command)
        return envelope(SettleRound(), role=Role.DEALER, by="dealer")

    monkeypatch.setattr(TableSystem, "command", wrong)
    monkeypatch.setattr(logging.getLogger("houseway"), "propagate", True)
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR, Role.PLAYER)
    boss.opens("t1", "five-card-hi-lo", computers=1)

    def is_tried(times: int) -> bool:
        house.wakes("t1")
        return len(tried) >= times

    until(lambda: is_tried(5))
    refused = house.record.log.refusals("table/t1")
    assert [refusal_of(row).code for row in refused] == [Code.STEP_IS_DUE]
    says = [one.getMessage() for one in caplog.records if one.name == "houseway.dealing"]
    assert says == ["table t1: settle round was refused: STEP_IS_DUE"]
    # What was wrong is set right: the table goes on.
    monkeypatch.undo()
    house.wakes("t1")
    round_over(house, boss, "t1")
