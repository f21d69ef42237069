"""No request of any size or shape makes the server fail, or costs more than its share of the processor."""

from __future__ import annotations

import resource
import time

import httpx
import pytest

from houseway.engine.roles import Role
from tests.web.hostile_requests import Grammar, HostileRequest
from tests.web.serving import Serving

MOST_SECONDS = 0.25
"""Processor time that a request may cost, the server's and the client's together, once the code for it is loaded."""


def open_house(house: Serving) -> list[httpx.Client]:
    """Open two tables; return a browser of a player and one of somebody with every role of the staff."""
    sue = house.account(
        "Sue",
        *(Role.SHIFT_SUPERVISOR, Role.FLOORPERSON, Role.DEALER, Role.SURVEILLANCE, Role.COMPLIANCE),
    )
    ann = house.account("Ann")
    assert sue.opens("t1", "heads-up-holdem", staffed=True).status_code == 201
    assert sue.opens("t2", "holdem", computers=2, alone=False).status_code == 201
    assert ann.says("t1", "take_seat", 1, cents=100_000).status_code == 200
    for person in (ann, sue):
        person.http.cookies.set("houseway", person.token)
        person.http.headers["x-csrf-token"] = house.people.csrf(person.token)
    house.app.state.server.checks.rate.at_once = house.app.state.server.checks.rate.per_second = 100_000
    return [ann.http, sue.http]


def send(client: httpx.Client, given: HostileRequest) -> tuple[int, float]:
    began = time.process_time()
    answer = client.request(given.method, given.path, content=given.body, headers=given.headers)
    return answer.status_code, time.process_time() - began


def attack(house: Serving, count: int, seed: int) -> None:
    clients = open_house(house)
    slow, failed = [], []
    for number, given in enumerate(Grammar(house.app, seed).requests(count)):
        client = clients[number % 2]
        status, seconds = send(client, given)
        if status >= 500:
            failed.append((status, given))
        if seconds > MOST_SECONDS:
            # The first time code and templates are loaded: it is the second that counts.
            _, seconds = send(client, given)
            if seconds > MOST_SECONDS:
                slow.append((round(seconds, 2), given))
    assert not failed, [(status, given.method, given.path[:200], given.body[:300]) for status, given in failed[:20]]
    assert not slow, [(seconds, given.method, given.path[:200], given.body[:300]) for seconds, given in slow[:20]]
    assert house.client().get("/healthz").status_code == 200


def test_hostile_requests_are_answered(house: Serving) -> None:
    attack(house, 400, seed=1)


@pytest.mark.proof
def test_a_hundred_thousand_hostile_requests_are_answered(house: Serving) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    attack(house, 100_000, seed=2)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000, "memory in KiB"


@pytest.mark.parametrize("text", ["²", "1" * 5_000, "٣"])
def test_a_number_that_is_none_is_no_fault_of_the_server(house: Serving, text: str) -> None:
    """Some signs are digits and no numbers, and some numbers have more digits than can be read."""
    _, staff = open_house(house)
    for path, fields in (
        ("/dealer/t1/call", {"seat": text}),
        ("/dealer/t1/do", {"command": "start_round", "absent": text}),
        ("/floor/t1/ruling", {"cause": "misdeal", "of_seat": text}),
        ("/submissions/open", {"game": "holdem", "view": "form", "clock": text}),
        ("/submissions/check", {"game": "holdem", "view": "form", "rake": text, "blinds": text}),
    ):
        assert staff.post(path, data=fields).status_code < 500, path
    for path in ("/tables/t1/rounds", "/history", "/surveillance"):
        assert staff.get(path, params={"who": text, "step": text, "least": text}).status_code < 500, path
