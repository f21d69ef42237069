"""Every role against every command, over the API: taken from whom the chapters name, refused from everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway import register
from houseway.chapters.c637a_poker.jackpots.room import JACKPOTS
from houseway.chapters.c637a_poker.table import POKER
from houseway.encoding import command_kinds, machines
from houseway.engine.banked.table import BANKED
from houseway.engine.kernel import Command, Machine
from houseway.engine.roles import FLOOR_OR_ABOVE, Role
from tests.kit.roles import GIVEN, roles_in
from tests.kit.sample_values import sample
from tests.kit.scenarios import tag
from tests.web.serving import Person, Serving, serving
from tests.web.test_rooms import POSTED

PLACES: dict[str, tuple[Machine[Any, Any], dict[str, str]]] = {
    "tables/poker": (POKER, GIVEN["cards"] | GIVEN["every_table"] | GIVEN["poker"]),
    "tables/banked": (BANKED, GIVEN["cards"] | GIVEN["every_table"] | GIVEN["banked"]),
    "jackpots/room": (JACKPOTS, {"open_table": GIVEN["every_table"]["open_table"]} | GIVEN["jackpots"]),
}
ROLES: list[Role] = [role for role in Role if role is not Role.TABLE_SYSTEM]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, dict[Role, Person]]]:
    """A staffed table of each kind and a room, and somebody in every role; the player sits at both tables."""
    with serving(str(tmp_path_factory.mktemp("house") / "house.db")) as house:
        people = {role: house.account(f"the {role.value}", role) for role in ROLES}
        boss = people[Role.SHIFT_SUPERVISOR]
        boss.opens("poker", "holdem", staffed=True, clock=0)
        boss.opens("banked", "pai-gow", staffed=True, clock=0)
        assert boss.http.post("/api/jackpots", json={"name": "room", "submission": POSTED}).status_code == 201
        for table in ("poker", "banked"):
            assert people[Role.PLAYER].says(table, "take_seat", 1, cents=100_000).status_code == 200
        yield house, people


def test_the_golden_file_names_every_command_and_no_other():
    for machine, lines in PLACES.values():
        assert {tag(kind) for kind in machine.commands} == set(lines)


def give(person: Person, place: str, kind: type[Command], role: Role, seat: int = 0) -> Any:
    body = {"command": msgspec.to_builtins(sample(kind)), "role": role.value, "seat": seat}
    return person.http.post(f"/api/{place}/commands", json=body)


@pytest.mark.parametrize("place", PLACES)
def test_every_role_against_every_command(opened, place):
    _, people = opened
    machine, lines = PLACES[place]
    refused = taken = 0
    for kind in machine.commands:
        said = lines[tag(kind)]
        for role, person in people.items():
            answer = give(person, place, kind, role)
            assert answer.status_code in (200, 409), (tag(kind), role, answer.text)
            refusal = answer.json().get("error", {})
            # The dealer gives a seat's command only for a seat.
            if role in roles_in(said) or (role is Role.DEALER and said.endswith(" own")):
                assert refusal.get("code") != "ROLE_IS_AUTHORISED", (tag(kind), role, refusal)
                taken += 1
                continue
            assert refusal["code"] == "ROLE_IS_AUTHORISED", (tag(kind), role, refusal)
            assert register.entry(refusal["clause"]) is not None
            assert {Role(one) for one in refusal["legal"]} == roles_in(said)
            refused += 1
    assert refused > 3 * taken > 0


@pytest.mark.parametrize("place", PLACES)
def test_nobody_gives_a_command_in_a_role_the_account_does_not_hold(opened, place):
    _, people = opened
    machine, _ = PLACES[place]
    for kind in machine.commands[::20]:
        for role in Role:
            for held, person in people.items():
                if held is not role:
                    answer = give(person, place, kind, role)
                    assert answer.status_code == 403, (tag(kind), role, held)


@pytest.mark.parametrize("place", PLACES)
def test_a_command_of_another_machine_is_no_way_in(opened, place):
    """Accounts, seeds, attendance and the list of streams are not reached through a table or a room."""
    _, people = opened
    machine, _ = PLACES[place]
    others = [kind for kind in command_kinds() if kind not in machine.commands]
    assert len({one.name for one in machines() for kind in others if kind in one.commands}) == len(machines()) - 1
    for kind in others:
        for role in (Role.ADMINISTRATOR, Role.SHIFT_SUPERVISOR, Role.PLAYER):
            answer = give(people[role], place, kind, role)
            assert answer.status_code == 409
            assert answer.json()["error"]["code"] == "COMMAND_IS_OF_THIS_TABLE"


def test_the_house_is_run_by_those_whose_it_is(opened):
    _, people = opened
    supervisors = {Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR}
    asked = {
        ("GET", "/api/accounts", ""): {Role.ADMINISTRATOR},
        ("POST", "/api/accounts", '{"person": "", "roles": ["player"]}'): {Role.ADMINISTRATOR},
        ("PUT", "/api/accounts/nobody", '{"roles": ["player"]}'): {Role.ADMINISTRATOR},
        ("POST", "/api/accounts/nobody/link", ""): {Role.ADMINISTRATOR},
        ("POST", "/api/tables", '{"name": "a b", "submission": {"game": "pai-gow"}}'): supervisors,
        ("POST", "/api/jackpots", '{"name": "a b", "submission": {"game": "pai-gow"}}'): supervisors,
        ("POST", "/api/submissions", '{"name": "a b", "submission": {"game": "pai-gow"}}'): supervisors,
        ("POST", "/api/reports", '{"table": "poker", "round": 1}'): {Role.SURVEILLANCE},
        ("POST", "/api/reports/9/answer", '{"says": "paid"}'): FLOOR_OR_ABOVE,
        ("DELETE", "/api/tables/poker", ""): {Role.SHIFT_SUPERVISOR},
        ("POST", "/api/tables/poker/sit-out", ""): {Role.PLAYER},
        ("POST", "/api/tables/poker/chance", '{"text": ""}'): {Role.PLAYER},
    }
    for (method, path, body), allowed in asked.items():
        for role, person in people.items():
            answer = person.http.request(method, path, content=body)
            assert (answer.status_code != 403) == (role in allowed), (method, path, role, answer.text)
            assert answer.status_code < 500
