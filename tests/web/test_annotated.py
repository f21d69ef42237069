"""Annotated chapters in the browser: from a clause to its chapter, its rounds as files, and nothing for strangers."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from houseway.engine.roles import Role
from houseway.rounds import recorded
from tests.web.serving import PASSWORD, Serving


@pytest.fixture
def reader(house: Serving) -> httpx.Client:
    """Somebody who has signed in."""
    house.account("Ann", Role.AUDITOR)
    client = house.client()
    assert client.post("/sign-in", data={"person": "Ann", "password": PASSWORD}).status_code == 303
    return client


def test_a_clause_leads_to_its_place_in_the_annotated_chapter(reader: httpx.Client) -> None:
    clause = reader.get("/rules/677a.12(c)")
    link = re.search(r'href="(/rules/677a)#(c677a\.12\.c)"', clause.text)
    assert link is not None
    chapter = reader.get(link[1])
    assert chapter.status_code == 200
    assert chapter.text.count(f'id="{link[2]}"') == 1


def test_the_page_may_use_its_own_style_sheet_and_nothing_else(reader: httpx.Client) -> None:
    chapter = reader.get("/rules/677a")
    sheet = re.search(r"<style>(.*?)</style>", chapter.text, re.DOTALL)
    assert sheet is not None
    digest = base64.b64encode(hashlib.sha256(sheet[1].encode()).digest()).decode()
    policy = chapter.headers["content-security-policy"]
    assert f"style-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "<script" not in chapter.text


def test_each_round_is_a_file_that_plays_again(reader: httpx.Client) -> None:
    links = re.findall(r'href="(/rules/677a/rounds/[^"]+)"', reader.get("/rules/677a").text)
    assert links
    answer = reader.get(links[0])
    assert answer.headers["content-disposition"] == 'attachment; filename="677a-R1.json"'
    assert recorded.play(json.loads(answer.content)).events
    assert reader.get("/rules/677a/rounds/R0.json").status_code == 404


def test_many_who_ask_at_once_get_the_same_page(reader: httpx.Client) -> None:
    with ThreadPoolExecutor(6) as threads:
        pages = [answer.text for answer in threads.map(lambda _: reader.get("/rules/663a"), range(6))]
    assert len(set(pages)) == 1
    assert "58 Pa. Code Chapter 663a" in pages[0]


@pytest.mark.parametrize("path", ["/rules/677a", "/rules/677a/rounds/R1.json"])
def test_a_stranger_is_led_to_the_sign_in(house: Serving, path: str) -> None:
    answer = house.client().get(path)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-in")


def test_a_chapter_that_is_not_there_is_not_found(reader: httpx.Client) -> None:
    assert reader.get("/rules/999a").status_code == 404
