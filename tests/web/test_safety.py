"""Nothing leaks, nothing is forged, nothing breaks the server."""

from __future__ import annotations

import json
import random
import socket
import time
from typing import Any

import httpx
import pytest

from houseway.chapters.registry import games
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from tests.kit.recorded import Playing
from tests.web.serving import PASSWORD, Serving


def hidden_from(state, seen) -> set[int]:
    """The cards of hands that a viewer does not see."""
    shown = {card for hand in seen["hands"].values() for card in hand} | set(seen["community"])
    return {card for hand in state.round.hands.values() for card in hand} - shown


@pytest.mark.parametrize("game", games())
def test_raw_bytes_hold_no_card_their_viewer_may_not_see(house: Serving, game):
    """Cards stand in the JSON as numbers: a viewer's bytes are the same whatever the cards are that it may not see."""
    playing = Playing(house.record, game, name="t1", seats=2)
    house.account("Ada")
    chance = random.Random(game)
    from houseway.web.hub import Hub

    for _ in range(40):
        playing.step()
        live: Any = house.record.live(playing.stream)
        for viewer in (
            Viewer(Role.PLAYER, "Ada"),
            Viewer(Role.PLAYER, "Nobody"),
            Viewer(Role.DEALER),
            Viewer(Role.SURVEILLANCE),
        ):
            hub = Hub(house.record, playing.stream, "t1")
            mine = {
                card
                for seat, hand in live.state.round.hands.items()
                if live.state.seats.get(seat) == viewer.person
                for card in hand
            }
            before = hub.view(viewer)
            seen = json.loads(before)["observation"]
            secret = sorted(hidden_from(live.state, seen) - mine)
            if len(secret) < 2:
                continue
            one, two = chance.sample(secret, 2)
            swap = {one: two, two: one}
            kept = live.state
            live.state = kept.copy()
            of = live.state.round
            of.hands = {seat: tuple(swap.get(card, card) for card in hand) for seat, hand in of.hands.items()}
            of.deck = tuple(swap.get(card, card) for card in of.deck)
            try:
                assert Hub(house.record, playing.stream, "t1").view(viewer) == before
            finally:
                live.state = kept


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
    assert http.post("/api/password", json={"password": "some other word"}).status_code == 403
    proof = {"x-csrf-token": answer.json()["csrf"]}
    assert http.post("/api/password", json={"password": "some other word"}, headers=proof).status_code == 200


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
        assert (
            httpx.get(f"{house.address}/api/me", headers={"authorization": b"Bearer " + token.encode()}).status_code
            == 401
        )
    assert httpx.post(f"{house.address}/api/link/{ann.token}", json={"password": PASSWORD}).status_code == 404


def test_oversized_and_slow_bodies_are_refused(house: Serving, monkeypatch):
    assert httpx.post(f"{house.address}/api/login", content=b" " * 70_000).status_code == 413
    monkeypatch.setattr("houseway.web.limits.SLOWEST", 0.3)
    host, port = house.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as slow:
        slow.sendall(b"POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{")
        slow.settimeout(5)
        began = time.monotonic()
        assert b" 408 " in slow.recv(200)
        assert time.monotonic() - began < 4


def test_every_answer_has_its_headers(house: Serving):
    for path in ("/healthz", "/api/me", "/nowhere", "/openapi.json"):
        headers = httpx.get(house.address + path).headers
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
