"""No request of any size or shape makes the server fail, or costs more than its share of the processor."""

from __future__ import annotations

import random
import resource
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from houseway.engine.roles import Role
from tests.kit.recorded_tables import submission
from tests.kit.waiting import until
from tests.web.hostile_requests import CLOSING, PLAYERS, ROOM, STAFF, TABLES, Grammar, HostileRequest, next_command
from tests.web.serving import Serving
from tests.web.test_rooms import POSTED

MOST_SECONDS = 0.25
"""Processor time that a request may cost, the server's and the client's together, once the code for it is loaded."""


NOT_STAFF = (Role.PLAYER, Role.TABLE_SYSTEM, Role.AUDITOR)
ROUNDS = 3
"""So many rounds of each table are over when the requests begin."""


def open_house(house: Serving) -> dict[str, httpx.Client]:
    """Open a room and two tables with rounds that are over; return browsers of two players and of two people with every role of the
    staff, by their names."""
    staff_roles = [role for role in Role if role not in NOT_STAFF]
    people = {name: house.account(name, *staff_roles) for name in STAFF} | {
        name: house.account(name) for name in PLAYERS
    }
    sue = people["Sue"]
    assert sue.http.post("/api/jackpots", json={"name": ROOM, "submission": POSTED}).status_code == 201
    assert sue.http.post("/api/submissions", json={"name": "filed", "submission": POSTED}).status_code == 201
    policy = {"staffed": True}
    banked: dict[str, Any] = {"submission": submission("heads-up-holdem"), "policy": policy}
    poker: dict[str, Any] = {"submission": POSTED, "jackpots": ROOM, "policy": policy}
    for table, given in zip((*TABLES, CLOSING), (banked, poker, banked), strict=True):
        assert sue.http.post("/api/tables", json={"name": table, **given}).status_code == 201
    for table in TABLES:
        for seat, player in enumerate(PLAYERS, 1):
            assert people[player].says(table, "take_seat", seat, cents=10_000_000).status_code == 200
    for person in people.values():
        person.http.cookies.set("houseway", person.token)
        person.http.headers["x-csrf-token"] = house.people.csrf(person.token)
    clients = {name: person.http for name, person in people.items()}
    for table in TABLES:
        play_rounds(house, clients, table)
    house.server.checks.rate.at_once = house.server.checks.rate.per_second = 100_000
    return clients


def play_rounds(house: Serving, clients: dict[str, httpx.Client], table: str) -> None:
    """Play rounds of a table to their end by the commands that requests are made from."""
    chance, stream = random.Random(table), f"table/{table}"

    def play() -> bool:
        body, sender = next_command(house.record.table(stream), chance)
        if body:
            for name in dict.fromkeys((sender, *STAFF)):
                if clients[name].post(f"/api/tables/{table}/commands", json=body).status_code == 200:
                    break
        return len(house.record.log.round_ends(stream, ROUNDS)) >= ROUNDS

    until(play)


def send(client: httpx.Client, given: HostileRequest) -> tuple[int, float]:
    began = time.process_time()
    answer = client.request(given.method, given.path, content=given.body, headers=given.headers)
    return answer.status_code, time.process_time() - began


def attack(house: Serving, count: int, seed: int, report: Callable[[str], None] = lambda line: None) -> None:
    clients = open_house(house)
    grammar = Grammar(
        house.app,
        seed,
        lambda name: house.record.table(f"table/{name}"),
        lambda page, person: clients[person].get(page).text,
    )
    slow, failed = [], []
    answers: Counter[int] = Counter()
    for number, given in enumerate(grammar.requests(count), 1):
        client = clients[given.sender]
        status, seconds = send(client, given)
        answers[status] += 1
        if status >= 500:
            failed.append((status, given))
        if seconds > MOST_SECONDS:
            # The first time code and templates are loaded: it is the second that counts.
            _, seconds = send(client, given)
            if seconds > MOST_SECONDS:
                slow.append((round(seconds, 2), given))
        if number % 10_000 == 0:
            report(f"{number:,} requests: {dict(answers.most_common())}, {len(slow)} slow")
    assert not failed, [(status, given.method, given.path[:200], given.body[:300]) for status, given in failed[:20]]
    assert not slow, [(seconds, given.method, given.path[:200], given.body[:300]) for seconds, given in slow[:20]]
    assert house.client().get("/healthz").status_code == 200
    # Most requests come as far as what they ask for.
    assert answers[404] + answers[403] < 0.25 * count, answers


def test_hostile_requests_are_answered(house: Serving) -> None:
    attack(house, 400, seed=1)


@pytest.mark.proof
def test_a_hundred_thousand_hostile_requests_are_answered(house: Serving, capsys: pytest.CaptureFixture[str]) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF)

    def report(line: str) -> None:
        now = resource.getrusage(resource.RUSAGE_SELF)
        seconds = now.ru_utime + now.ru_stime - before.ru_utime - before.ru_stime
        with capsys.disabled():
            print(f"{line}, {seconds:.0f} s of processor time, {now.ru_maxrss // 1024} MiB", flush=True)

    attack(house, 100_000, 2, report)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before.ru_maxrss < 500_000, "memory in KiB"


@pytest.mark.parametrize("text", ["²", "1" * 5_000, "٣"])
def test_a_number_that_is_none_is_no_fault_of_the_server(house: Serving, text: str) -> None:
    """Some signs are digits and no numbers, and some numbers have more digits than can be read."""
    staff = open_house(house)["Sue"]
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
