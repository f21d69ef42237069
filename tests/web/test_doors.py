"""Who is let in: demo houses, hosts, one-time links, the origin of a form, and keys of commands."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import websockets

from houseway.engine.roles import Role
from houseway.store.database import open_database
from houseway.store.record import Record, RecordError
from houseway.web.accounts import People
from houseway.web.app import create_app
from tests.cli.process import houseway
from tests.kit.clock import ManualClock
from tests.kit.record_views import look_at_stream
from tests.kit.waiting import run
from tests.web.serving import PASSWORD, QUICK, Serving, serving


def test_demo_refuses_the_database_of_a_real_house(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    with serving(database) as house:
        house.account("Guest", Role.ADMINISTRATOR)
    record = Record(open_database(database), ManualClock())
    accounts = look_at_stream(record, "house", Role.ADMINISTRATOR).accounts
    with pytest.raises(RecordError, match="not a demo house"):
        create_app(record, people=People(record, hasher=QUICK), demo=True)
    assert look_at_stream(record, "house", Role.ADMINISTRATOR).accounts == accounts
    record.close()
    ran = houseway("serve", "--demo", "--database", database, "--port", "0")
    assert (ran.code, ran.out) == (1, "")
    assert "not a demo house: --demo needs a new database" in ran.err


def test_a_demo_house_is_created_as_one_and_says_so_in_its_record(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    with serving(database, demo=True) as house:
        assert house.record.log.tagged("house", "demo_declared")
    # It is one again.
    with serving(database, demo=True) as house:
        assert house.client().get("/demo").status_code == 303
    with serving(database) as house:
        assert house.client().get("/demo").status_code == 404


@pytest.mark.parametrize("demo", [True, False])
@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "[::2]", "0"]
)
def test_no_other_host_is_answered_to(tmp_path: Path, demo: bool, host: str) -> None:
    with serving(str(tmp_path / "house.db"), demo=demo) as house:
        for path in ("/demo", "/sign-in", "/lobby", "/api/games", "/healthz", "/static/x/houseway.css", "/nowhere"):
            answer = house.client().get(path, headers={"host": host})
            assert answer.status_code == 421, path
            assert answer.json()["error"]["code"] == "HOST_IS_KNOWN"
            assert "set-cookie" not in answer.headers

        async def look() -> None:
            async with websockets.connect(
                house.address.replace("http", "ws", 1) + "/api/tables/t1/live", additional_headers={"Host": host}
            ):
                pass

        with pytest.raises(websockets.InvalidHandshake):
            run(look())


def test_loopback_and_configured_names_are_answered_to(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), hosts=("Casino.example",)) as house:
        for host in ("127.0.0.1", "localhost:99", "LOCALHOST", "[::1]:8000", "casino.example", "casino.example:443"):
            assert house.client().get("/healthz", headers={"host": host}).status_code == 200, host
    # Nobody reaches a demo house by a name of elsewhere.
    with serving(str(tmp_path / "demo.db"), demo=True, hosts=("casino.example",)) as house:
        assert house.client().get("/demo", headers={"host": "casino.example"}).status_code == 421


@pytest.mark.parametrize("page", [True, False])
def test_a_one_time_link_sets_one_password_however_often_it_is_used_at_once(house: Serving, page: bool) -> None:
    ann = house.account("Ann", Role.ADMINISTRATOR)
    token = (
        ann.http.post("/api/accounts", json={"person": "Bob", "roles": ["player"]}).json()["link"].rpartition("/")[2]
    )
    clients = [house.client() for _ in range(8)]

    def use(number: int) -> int:
        password = f"a password number {number}"
        if page:
            return clients[number].post(f"/link/{token}", data={"password": password}).status_code
        return clients[number].post(f"/api/link/{token}", json={"password": password}).status_code

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(use, range(8)))
    assert sorted(answers) == [303 if page else 200, *[404] * 7]
    assert len(house.record.log.tagged("house", "password_set")) == 1
    winner = answers.index(303 if page else 200)
    assert house.people.enter("Bob", f"a password number {winner}") is not None


@pytest.mark.parametrize("path", ["/sign-in", "/link/x", "/api/login", "/api/link/x", "/api/logout"])
def test_a_form_of_another_site_is_refused(house: Serving, path: str) -> None:
    house.account("Ann")
    given = {"person": "Ann", "password": PASSWORD}
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        answer = house.client().post(path, headers=headers, **({"json": given} if "/api/" in path else {"data": given}))
        assert answer.status_code == 403, (headers, answer.text)
        assert "set-cookie" not in answer.headers


def test_a_form_of_the_own_site_is_taken(house: Serving) -> None:
    house.account("Ann")
    given = {"person": "Ann", "password": PASSWORD}
    answer = house.client().post("/sign-in", headers={"origin": house.address}, data=given)
    assert answer.status_code == 303


def test_the_same_key_with_another_command_is_refused_and_not_answered_as_the_first(house: Serving) -> None:
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "holdem")
    first = ann.says("t1", "take_seat", 1, cents=1_000, key="k")
    assert first.status_code == 200
    assert ann.says("t1", "take_seat", 1, cents=1_000, key="k").json() == first.json()

    def refusal(answer: httpx.Response) -> str:
        assert answer.status_code == 409, answer.text
        return str(answer.json()["error"]["message"])

    others = (
        ann.says("t1", "take_seat", 1, cents=2_000, key="k"),
        ann.says("t1", "take_seat", 2, cents=1_000, key="k"),
        ann.says("t1", "leave_seat", 1, key="k"),
    )
    assert {refusal(answer) for answer in others} == {"this key has been used for another command: give each its own"}
    # A refusal is the answer of its key too.
    refused = refusal(ann.says("t1", "take_seat", 3, cents=1_000, key="r"))
    assert refusal(ann.says("t1", "take_seat", 3, cents=1_000, key="r")) == refused
    assert "another command" in refusal(ann.says("t1", "take_seat", 4, cents=1_000, key="r"))
