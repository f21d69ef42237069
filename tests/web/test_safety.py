"""Nothing leaks, nothing is forged, nothing breaks the server."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress

import httpx
import pytest
import websockets
from websockets.typing import Origin

from houseway.engine.roles import Role
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.web import limits
from houseway.web.accounts import People
from houseway.web.sign_ins import Limit
from tests.kit.waiting import PATIENCE, run
from tests.web.serving import PASSWORD, QUICK, Serving


def test_a_page_of_another_site_changes_nothing(house: Serving):
    house.account("Ann")
    http = house.client()
    # Fixation: what the browser brought along is not the session.
    http.cookies.set("houseway", "chosen by somebody")
    answer = http.post("/api/login", json={"person": "Ann", "password": PASSWORD})
    assert answer.json()["token"] != "chosen by somebody"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    http.cookies.clear()
    http.cookies.set("houseway", answer.json()["token"])
    assert http.get("/api/me").status_code == 200
    assert http.post("/api/password", json={"password": "some other word", "old": PASSWORD}).status_code == 403
    proof = {"x-csrf-token": answer.json()["csrf"]}
    assert (
        http.post("/api/password", json={"password": "some other word", "old": PASSWORD}, headers=proof).status_code
        == 200
    )


def test_nobody_is_signed_in_or_out_by_a_page_of_another_site(house: Serving):
    """Else a browser would act for somebody else without its person's knowing."""
    house.account("Ann")
    login = json.dumps({"person": "Ann", "password": PASSWORD})
    for headers in (
        {"sec-fetch-site": "cross-site", "origin": "https://elsewhere.example"},
        {"sec-fetch-site": "same-site", "origin": house.address},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
    ):
        for path in ("login", "logout", f"link/{house.people.token('Ann', 'link')}"):
            # A form can send this.
            answer = house.client().post(
                f"/api/{path}", content=login, headers={"content-type": "text/plain", **headers}
            )
            assert answer.status_code == 403, (path, headers)
            assert "set-cookie" not in answer.headers
    for headers in ({"sec-fetch-site": "same-origin", "origin": house.address}, {"origin": house.address}, {}):
        assert house.client().post("/api/login", content=login, headers=headers).status_code == 200


def test_a_token_holds_no_more_when_its_person_has_signed_out(house: Serving):
    house.account("Ann")
    tokens = [house.people.token("Ann") for _ in range(3)]
    headers = [{"authorization": f"Bearer {token}"} for token in tokens]
    http = house.client()
    assert http.post("/api/logout", headers=headers[0]).status_code == 200
    http.cookies.set("houseway", tokens[1])
    assert http.post("/api/logout").status_code == 200
    http.cookies.clear()
    assert [http.get("/api/me", headers=one).status_code for one in headers] == [401, 401, 200]
    # Another process of the house has read the same record.
    other = Record(open_database(str(house.record.log.engine.url.database)), house.clock)
    assert [People(other, hasher=QUICK).holder(one) is None for one in tokens] == [True, True, False]
    other.close()
    # What holds no more anyway is kept no longer.
    assert len(house.people.state.ended) == 2
    house.clock.advance(13 * 3600)
    house.people.sign_out(house.people.token("Ann"))
    assert len(house.people.state.ended) == 1


def test_tokens_are_not_forged_and_hold_for_one_use(house: Serving):
    ann = house.account("Ann")
    body, _, signature = ann.token.partition(".")
    link = house.people.token("Ann", "link")
    for token in (
        f"{body}.{'0' * 64}",
        f"{body}x.{signature}",
        ".",
        "é.é",
        link,
        house.people.token("Ann", seconds=-1),
    ):
        assert house.client().get("/api/me", headers={"authorization": b"Bearer " + token.encode()}).status_code == 401
    assert house.client().post(f"/api/link/{ann.token}", json={"password": PASSWORD}).status_code == 404


def test_oversized_and_slow_bodies_are_refused(house: Serving):
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "holdem", staffed=True)
    for path in ("login", "tables", "check", "submissions", "jackpots", "tables/t1/commands", "tables/t1/sit-in"):
        assert ann.http.post(f"/api/{path}", content=b" " * 70_000).status_code == 413
        # Without a length, in pieces.
        assert ann.http.post(f"/api/{path}", content=iter([b" " * 7_000] * 10)).status_code == 413
    host, port = house.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as slow:
        slow.sendall(b"POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\n{")
        # The rest never comes: only the time that is over can be the answer. The server may not have begun to read yet.
        slow.settimeout(0.05)

        def answer() -> bytes:
            with suppress(TimeoutError):
                return slow.recv(200)
            return b""

        assert b" 408 " in house.until(answer, every=limits.SLOWEST)


def test_whatever_changes_something_needs_the_pages_own_proof(house: Serving):
    ann = house.account("Ann", Role.PLAYER, Role.ADMINISTRATOR, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "holdem", staffed=True)
    http = house.client()
    http.cookies.set("houseway", ann.token)
    asked = 0
    for path, methods in http.get("/openapi.json").json()["paths"].items():
        for method in set(methods) - {"get"}:
            if path in ("/api/login", "/api/logout", "/api/link/{token}"):
                continue
            address = path.replace("{name}", "t1").replace("{person}", "Ann")
            for proof in ({}, {"x-csrf-token": house.people.csrf("another session")}):
                answer = http.request(method, address, json={}, headers=proof)
                assert answer.status_code == 403, (method, address, answer.text)
                assert "one of our pages" in answer.text
            asked += 1
    assert asked >= 12
    # A token in the header is no cookie: nothing sends it by itself.
    assert ann.says("t1", "take_seat", 1, cents=1_000).status_code == 200


def test_a_page_of_another_site_opens_no_view(house: Serving):
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "holdem", staffed=True)
    cookie = {"cookie": f"houseway={ann.token}"}

    async def look(origin: str, hello: bytes) -> bool:
        async with house.socket("/api/tables/t1/live", additional_headers=cookie, origin=Origin(origin)) as one:
            await one.send(hello)
            try:
                await one.recv()
            except websockets.ConnectionClosed:
                return False
            return True

    assert run(look(house.address, b"{}"))
    assert not run(look("https://elsewhere.example", b"{}"))
    assert not run(look("", b"{}"))
    assert not run(look(house.address, b" " * 5_000 + b"{}"))
    assert not run(look(house.address, b'{"role": "surveillance"}'))
    # A token in the message is as good anywhere.
    assert run(look("https://elsewhere.example", json.dumps({"token": ann.token}).encode()))


def test_an_account_that_is_disabled_is_out_at_once_with_every_open_view(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR)
    ann, bob = house.account("Ann"), house.account("Bob")
    boss.opens("t1", "holdem", staffed=True)

    async def look() -> None:
        async with house.socket("/api/tables/t1/live") as one:
            await one.send(json.dumps({"token": ann.token}).encode())
            await one.recv()
            changed = {"roles": ["player"], "disabled": True}
            assert boss.http.put("/api/accounts/Ann", json=changed).status_code == 200
            await asyncio.to_thread(bob.says, "t1", "take_seat", 1, cents=1_000)
            # What was sent before may still come; then it ends.
            with suppress(websockets.ConnectionClosed):
                for _ in range(2):
                    await asyncio.wait_for(one.recv(), PATIENCE)
            assert one.close_code == 4403

    run(look())
    assert ann.http.get("/api/me").status_code == 401
    assert ann.says("t1", "take_seat", 2, cents=1_000).status_code == 401


def test_a_token_is_good_for_its_persons_seat_and_table_alone(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    ann, bob = house.account("Ann"), house.account("Bob")
    for table in ("t1", "t2"):
        boss.opens(table, "pai-gow", staffed=True)
    ann.says("t1", "take_seat", 1, cents=50_000)
    bob.says("t1", "take_seat", 2, cents=50_000)
    bob.says("t2", "take_seat", 1, cents=50_000)
    wagers = {"wagers": {"pai_gow": 1_000}}
    assert ann.says("t1", "place_wagers", 2, **wagers).json()["error"]["code"] == "SEAT_IS_ONES_OWN"
    assert ann.says("t2", "place_wagers", 1, **wagers).json()["error"]["code"] == "SEAT_IS_ONES_OWN"
    assert ann.says("t2", "leave_seat", 1).json()["error"]["code"] == "SEAT_IS_ONES_OWN"
    for call, body in (("sit-out", None), ("chance", {"text": "mine"})):
        assert ann.http.post(f"/api/tables/t2/{call}", json=body).status_code == 403
    # Somebody else's key gives nobody the answer that was somebody else's.
    first = ann.says("t1", "place_wagers", 1, key="k", **wagers)
    assert first.status_code == 200
    stolen = bob.says("t1", "place_wagers", 2, key="k", **wagers)
    assert stolen.json()["error"]["message"] == "this key has been used by somebody else"
    for key in ("shoe 1 use 1", "table t1 event 9", "x" * 101, "\u00e9"):
        assert ann.says("t1", "place_wagers", 1, key=key, **wagers).status_code == 422


def test_whatever_is_not_done_is_answered_in_one_shape(house: Serving, monkeypatch):
    """A code, a sentence, the clause and what would be legal where there are any: whatever the reason, whoever asks."""
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "holdem", staffed=True)
    ann.says("t1", "take_seat", 1, cents=1_000)
    monkeypatch.setattr(house.server.sign_ins.attempts, "per_person", Limit(free=0, longest=30.0))

    def breaks(*_: object) -> None:
        raise ValueError("nobody is told of it")

    def broken() -> httpx.Response:
        monkeypatch.setattr("houseway.web.rooms.answered", breaks)
        return ann.http.get("/api/jackpots")

    login = {"person": "Ann", "password": "no word of hers"}
    asked: list[tuple[int, str, httpx.Response]] = [
        (401, "CALLER_IS_SIGNED_IN", house.client().get("/api/me")),
        (401, "CALLER_IS_SIGNED_IN", house.client().post("/api/login", json=login)),
        (429, "REQUESTS_ARE_NOT_TOO_MANY", house.client().post("/api/login", json=login)),
        (403, "CALLER_IS_ALLOWED", ann.http.get("/api/accounts")),
        (404, "ADDRESS_IS_KNOWN", ann.http.get("/api/tables/nowhere")),
        (404, "ADDRESS_IS_KNOWN", ann.http.get("/api/nowhere")),
        (405, "METHOD_IS_OFFERED", ann.http.patch("/api/tables/t1")),
        (409, "SEAT_IS_FREE", ann.says("t1", "take_seat", 1, cents=1_000)),
        (409, "STEP_IS_POSSIBLE_NOW", ann.http.delete("/api/tables/t1")),
        (410, "EVENTS_ARE_AT_HAND", ann.http.get("/api/tables/t1/events?after=99999")),
        (413, "REQUEST_IS_SMALL_ENOUGH", ann.http.post("/api/tables", content=b" " * 70_000)),
        (422, "REQUEST_CAN_BE_READ", ann.http.get("/api/tables/t1?role=king")),
        (422, "REQUEST_CAN_BE_READ", ann.http.get("/api/tables/t1/events?after=x")),
        (422, "REQUEST_CAN_BE_READ", ann.http.post("/api/tables/t1/commands", content=b"{")),
        (
            422,
            "REQUEST_CAN_BE_READ",
            ann.http.post("/api/tables", json={"name": "t2", "submission": {"game": "whist"}}),
        ),
        (422, "REQUEST_CAN_BE_READ", ann.http.post("/api/submissions", json={"name": "s", "submission": {}})),
        (500, "SERVER_IS_SOUND", broken()),
    ]
    for status, code, answer in asked:
        assert answer.status_code == status, (code, answer.text)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        error = answer.json()["error"]
        assert set(error) == {"code", "message", "clause", "legal"}
        assert error["code"] == code
        assert error["message"]
        assert error["message"] not in ("Not Found", "Method Not Allowed")
        assert "detail" not in answer.json()
        assert "nobody is told" not in answer.text
    taken = asked[7][2].json()["error"]
    assert taken["clause"] == "637a.8(a)"
    described = house.client().get("/openapi.json").json()
    for path, operations in described["paths"].items():
        for operation in operations.values():
            for status, _, _ in asked:
                content = operation["responses"][str(status)]["content"]["application/json"]
                assert content["schema"] == {"$ref": "#/components/schemas/ErrorBody"}, path


def test_every_answer_has_its_headers(house: Serving):
    for path in ("/healthz", "/api/me", "/nowhere", "/openapi.json"):
        headers = house.client().get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        # Style attributes hold the sizes of cards; no script and no style sheet stands in a page.
        assert "unsafe" not in headers["content-security-policy"].replace("style-src-attr 'unsafe-inline'", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"nul",
        b'{"command": 1}',
        b"\xff\xfe",
        b"[" * 5000,
        b'{"command":{"command":"act","word":"\\ud800"}}',
    ],
)
def test_no_body_breaks_the_server(house: Serving, body):
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR)
    ann.opens("t1", "holdem")
    for path in (
        "/api/login",
        "/api/accounts",
        "/api/tables",
        "/api/tables/t1/commands",
        "/api/tables/t1/chance",
        "/api/password",
    ):
        answer = ann.http.post(path, content=body)
        assert 400 <= answer.status_code < 500, (path, answer.status_code, answer.text)
