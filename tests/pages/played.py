"""A served house with tables that computer players play, step by step, and people who look at its pages."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest

from houseway.engine.kernel import Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, ListTable, Policy
from houseway.web.pages.visitors import COOKIE
from tests.kit.recorded_tables import Playing
from tests.kit.waiting import until
from tests.web.serving import Serving

PEOPLE: dict[str, Role] = {
    "Ada": Role.PLAYER,
    "Ben": Role.PLAYER,
    "Cleo": Role.PLAYER,
    "Olga": Role.PLAYER,
    "Dana": Role.DEALER,
    "Flo": Role.FLOORPERSON,
    "Sol": Role.SURVEILLANCE,
    "Shay": Role.SHIFT_SUPERVISOR,
    "Cora": Role.COMPLIANCE,
}
"""Three who play, one who looks on, and the staff."""


class Looking:
    """A person at the pages, with the cookie of a session."""

    def __init__(self, house: Serving, person: str) -> None:
        token = house.people.token(person)
        self.person, self.role, self.csrf = person, PEOPLE[person], house.people.csrf(token)
        self.http = house.client(cookies={COOKIE: token})

    @property
    def viewer(self) -> Viewer:
        return Viewer(self.role, self.person)

    def page(self, path: str, status: int = 200) -> str:
        answer = self.http.get(path)
        assert answer.status_code == status, (path, answer.status_code, answer.text[-600:])
        return answer.text

    def post(self, path: str, **fields: Any) -> httpx.Response:
        return self.http.post(path, data={**fields, "csrf": self.csrf})


def people(house: Serving) -> dict[str, Looking]:
    """Everybody, with an account."""
    for person, role in PEOPLE.items():
        command = AddAccount(person=person, held=(role,), verifier="")
        outcome = house.people.send(command, by="table system", role=Role.TABLE_SYSTEM)
        assert not isinstance(outcome, Refusal), outcome
    return {person: Looking(house, person) for person in PEOPLE}


def play(house: Serving, game: str, *, name: str = "", seed: int = 1, seats: int = 3) -> Playing:
    """A table of the house that only we play: Ada, Ben and Cleo sit there."""
    playing = Playing(house.record, game, name=name, seats=seats, seed=seed)
    rules = playing.system.table.rules
    policy = Policy(staffed=True, clock=0)
    command = ListTable(table=playing.name, game=game, digest=rules.digest, policy=policy)
    outcome = house.people.send(command, by="table system", role=Role.TABLE_SYSTEM)
    assert not isinstance(outcome, Refusal), outcome
    server = house.server
    server.loop.call_soon_threadsafe(server.take_up)
    until(lambda: playing.name in server.dealing)
    house.rest()
    return playing


@pytest.fixture
def seeded(request: pytest.FixtureRequest) -> random.Random:
    """Chance that is the same in every run of a test."""
    return random.Random(request.node.name)
