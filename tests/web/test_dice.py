"""645a.5(i)(1)(i): a player who banks shakes the dice; what they show is nobody's to choose."""

from __future__ import annotations

from typing import Any

import httpx

from houseway.engine.roles import Role
from houseway.store import audit
from houseway.store.table_system import prove
from tests.kit.waiting import until
from tests.web.serving import Person, Serving


def _answer(one: Person, ask: dict[str, Any]) -> httpx.Response | None:
    """The player answers what is asked, and takes the bank."""
    given: dict[str, dict[str, Any]] = {
        "accept_bank": {},
        "place_wagers": {"wagers": {"pai_gow": 1_000}},
        "decide": {"word": "house way"},
        "determine_start": {},
    }
    command = ask["command"]
    return one.says("t1", command, ask["seat"], **given[command]) if command in given else None


def test_645a_5_i_1_i__a_bank_at_an_automatic_table_shakes_and_the_system_says_what_they_show(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    people = {1: house.account("Ann"), 2: house.account("Bob")}
    posted = {"game": "pai-gow", "start_by": "dice"}
    given = {"name": "t1", "submission": posted, "policy": {"pace": 0, "clock": 0, "practice": True}}
    assert boss.http.post("/api/tables", json=given).status_code == 201
    for seat, one in people.items():
        assert one.says("t1", "take_seat", seat, cents=500_000).status_code == 200
    thrown: list[list[int]] = []

    def shaken() -> bool:
        for ask in people[1].sees("t1")["due"]:
            one = people.get(ask["seat"])
            if one is None:
                continue
            if ask["command"] == "determine_start":
                chosen = one.says("t1", "determine_start", ask["seat"], dice=[6, 6, 6])
                assert (chosen.status_code, "the system throws the dice" in chosen.text) == (409, True)
                numbered = one.says("t1", "determine_start", ask["seat"], number=1)
                assert numbered.status_code == 409
            answer = _answer(one, ask)
            if answer is not None and answer.status_code == 200 and ask["command"] == "determine_start":
                thrown.extend(
                    event["dice"] for event in answer.json()["events"] if event["event"] == "start_determined"
                )
        return bool(thrown)

    until(shaken, lambda: people[1].sees("t1")["due"])
    assert all(len(dice) == 3 and 1 <= min(dice) <= max(dice) <= 6 for dice in thrown)
    assert not [one.fault for one in audit.verify(house.record, "table/t1") if one.fault]

    # Nobody steered them: they come from the seed that was committed before, and whoever has it makes them again.
    def both_left() -> bool:
        # Each is asked in turn: what one answers lets the other go on.
        return False not in [_has_left(person) for person in people.values()]

    until(both_left, lambda: people[1].sees("t1")["due"])
    house.rest()
    proofs = [proof for proof in prove(house.record, "t1") if proof.command == "determine_start"]
    shaken_by_players = [proof for proof in proofs if proof.use == 0]
    assert shaken_by_players
    assert {proof.says for proof in proofs} == {""}


def _has_left(person: Person) -> bool:
    """Answer what is asked until the seat can be left."""
    seen = person.sees("t1")
    own = next((int(seat) for seat, name in seen["seats"].items() if name == person.name), 0)
    if not own or person.says("t1", "leave_seat", own).status_code == 200:
        return True
    for ask in seen["due"]:
        if ask["seat"] == own and ask["command"] != "place_wagers":
            _answer(person, ask)
    return False


def test_the_dice_of_a_bank_that_lets_the_time_pass_come_from_the_seed_too(house: Serving) -> None:
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    people = {1: house.account("Ann"), 2: house.account("Bob")}
    posted = {"game": "pai-gow", "start_by": "dice"}
    given = {"name": "t1", "submission": posted, "policy": {"pace": 0, "clock": 30, "practice": True}}
    assert boss.http.post("/api/tables", json=given).status_code == 201
    for seat, person in people.items():
        assert person.says("t1", "take_seat", seat, cents=500_000).status_code == 200

    def thrown() -> bool:
        for ask in people[1].sees("t1")["due"]:
            person = people.get(ask["seat"])
            if person is not None and ask["command"] == "determine_start":
                house.advance(30)
            elif person is not None:
                _answer(person, ask)
        return bool(house.record.log.tagged("shuffles/t1", "draw_noted"))

    until(thrown, lambda: people[1].sees("t1")["due"])
    until(lambda: False not in [_has_left(person) for person in people.values()])
    house.rest()
    shaken = [proof for proof in prove(house.record, "t1") if proof.command == "determine_start" and not proof.use]
    assert shaken
    assert {proof.says for proof in shaken} == {""}
