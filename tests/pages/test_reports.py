"""What surveillance tells the floor of a round: over the API and by the pages, on record, read by whom it concerns, with no card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.engine.roles import Role
from houseway.store.audit import verify
from tests.kit.record_views import look_at_stream
from tests.pages.named import cards_named
from tests.pages.played import Looking, people, play
from tests.pages.test_history import words
from tests.web.serving import Person, Serving, serving

TABLE = "heads-up-holdem"
READERS = ("Sol", "Flo", "Shay", "Cora")


@pytest.fixture
def house(tmp_path: Any) -> Iterator[tuple[Serving, dict[str, Looking], dict[str, Person]]]:
    with serving(str(tmp_path / "house.db")) as opened:
        looking = people(opened)
        play(opened, TABLE).rounds(2)
        play(opened, "holdem").rounds(1)
        yield opened, looking, {name: opened.person(name) for name in looking}


def sent(person: Person, **given: Any) -> Any:
    return person.http.post("/api/reports", json={"table": TABLE, "round": 1, **given})


def test_surveillance_tells_and_the_floor_answers(house):
    opened, _, api = house
    first = sent(api["Sol"], says="Seat 2 was paid twice", seen=[{"seat": 1, "wager": "ante", "cents": -99}])
    assert first.status_code == 201, first.text
    told = first.json()
    assert (told["number"], told["by"], told["says"]) == (1, "Sol", "Seat 2 was paid twice")
    assert [(one["seat"], one["wager"], one["paid"]) for one in told["differing"]] == [(1, "Ante", -99)]
    assert told["differing"][0]["owed"] != -99
    assert told["differing"][0]["clause"].startswith("677a.")
    assert told["at"] == opened.clock.now()
    assert set(told["sat"]) == {"Ada", "Ben", "Cleo"}
    answer = api["Flo"].http.post("/api/reports/1/answer", json={"says": "paid now"})
    assert answer.status_code == 200, answer.text
    for name in READERS:
        role = look_at_stream(opened.record, "house", Role.ADMINISTRATOR).accounts[name][0].value
        (one,) = api[name].http.get("/api/reports", params={"role": role}).json()
        assert (one["answered_by"], one["answer"]) == ("Flo", "paid now")
    for name in ("Ada", "Dana"):
        role = look_at_stream(opened.record, "house", Role.ADMINISTRATOR).accounts[name][0].value
        assert api[name].http.get("/api/reports", params={"role": role}).status_code == 403
    assert [one.fault for one in verify(opened.record, "house")] == [None]


def test_a_report_sent_again_under_its_key_is_one(house):
    opened, _, api = house
    made = [sent(api["Sol"], says="look at Seat 3", key="once") for _ in range(2)]
    assert [one.json()["number"] for one in made] == [1, 1]
    assert len(look_at_stream(opened.record, "house").reports) == 1


@pytest.mark.parametrize(
    ("given", "status", "says"),
    [
        ({"says": ""}, 409, "say it in one line"),
        ({"says": "Seat 3 held the ace of spades"}, 409, "names a card"),
        ({"says": "look", "round": 99}, 404, "has no round 99"),
        ({"says": "look", "table": "nowhere"}, 404, "there is no table"),
        ({"says": "look", "seen": [{"seat": 9, "wager": "ante", "cents": 1}]}, 422, "nothing was paid as"),
        ({"says": "look", "key": "two words"}, 422, "a key has"),
    ],
)
def test_what_cannot_be_told_is_said_in_a_sentence(house, given, status, says):
    opened, _, api = house
    answer = sent(api["Sol"], **given)
    assert answer.status_code == status, answer.text
    assert says in answer.json()["error"]["message"]
    assert look_at_stream(opened.record, "house").reports == ()


def test_whoever_sat_in_the_round_neither_tells_nor_answers(house):
    opened, _, api = house
    from houseway.house.accounts import ChangeAccount

    for name, role in (("Ada", Role.SURVEILLANCE), ("Ben", Role.FLOORPERSON)):
        held = ChangeAccount(person=name, held=(Role.PLAYER, role))
        opened.record.send("house", _by_administrator(opened, held))
    refused = sent(api["Ada"], says="look at Seat 2")
    assert refused.json()["error"]["message"].startswith("Ada sat in round 1")
    assert sent(api["Sol"], says="look at Seat 2").status_code == 201
    refused = api["Ben"].http.post("/api/reports/1/answer", json={"says": "all is well"})
    assert refused.json()["error"]["message"].startswith("Ben sat in the round")


def _by_administrator(opened: Serving, command: Any) -> Any:
    from houseway.engine.kernel import envelope

    if "Root" not in look_at_stream(opened.record, "house", Role.ADMINISTRATOR).accounts:
        opened.account("Root", Role.ADMINISTRATOR)
    return envelope(command, by="Root", role=Role.ADMINISTRATOR)


def test_the_pages_show_it_to_the_floor_until_it_is_answered(house):
    _, looking, _ = house
    sol, flo = looking["Sol"], looking["Flo"]
    page = sol.page(f"/surveillance/{TABLE}/1")
    assert "Send to the floor" in page
    assert "Send to the floor" not in looking["Cora"].page(f"/surveillance/{TABLE}/1")
    field = re.search(r'name="(paid:1:[a-z_]+)"', page)
    assert field
    made = sol.post(f"/surveillance/{TABLE}/1/report", says="Seat 1 was paid short", key="k", **{field[1]: "-99"})
    assert "Not answered yet" in made.text
    for path in ("/floor", f"/floor/{TABLE}"):
        told = words(flo.page(path))
        assert f"From surveillance: {TABLE} , round 1" in told or f"From surveillance: {TABLE}, round 1" in told
        assert "Seat 1 was paid short" in told
        assert "−$99 was paid" in told
    assert "Seat 1 was paid short" not in flo.page("/floor/holdem")
    # The floor looks at the round with its own eyes.
    assert flo.http.get(f"/tables/{TABLE}/rounds/1", params={"role": "floorperson"}).status_code == 200
    done = flo.post("/floor/reports/1", says="paid $20 more")
    assert (done.status_code, done.headers["hx-retarget"]) == (200, "#report-1")
    assert "From surveillance" not in re.sub("<[^>]*>", "", flo.page("/floor"))
    assert "Flo answered" in words(sol.page(f"/surveillance/{TABLE}/1"))
    assert "paid $20 more" in words(sol.page("/surveillance"))


def test_what_is_not_taken_is_said_where_it_was_typed(house):
    opened, looking, _ = house
    told = looking["Sol"].post("/surveillance/holdem/1/report", says="Seat 2 mucked Ks", key="k").text
    assert "names a card" in told
    assert "Seat 2 mucked Ks" in told
    assert look_at_stream(opened.record, "house").reports == ()
    assert looking["Cora"].post("/surveillance/holdem/1/report", says="look").status_code == 403
    assert looking["Dana"].post("/floor/reports/1", says="look").status_code == 403
    assert "There is no report 1" in words(looking["Flo"].post("/floor/reports/1", says="done").text)


def test_a_report_shows_the_floor_no_card(house):
    """Of hold'em, where hands are mucked, with every payment stated otherwise than it was."""
    _, looking, api = house
    page = looking["Sol"].page("/surveillance/holdem/1?eyes=all")
    seen = [
        {"seat": int(seat), "wager": wager, "cents": 12345}
        for seat, wager in re.findall(r'name="paid:(\d+):([^"]+)"', page)
    ]
    assert seen
    made = api["Sol"].http.post("/api/reports", json={"table": "holdem", "round": 1, "seen": seen})
    assert made.status_code == 201, made.text
    shown = looking["Flo"].page("/floor")
    part = shown[shown.index('id="reports"') : shown.index('hx-get="/floor/tables"')]
    assert "$123.45" in part
    assert cards_named(part) == set()


def test_the_floor_sees_it_at_once_and_a_half_typed_answer_stays(house, browser):
    from tests.pages.browsing import Visit

    opened, _, api = house
    assert sent(api["Sol"], says="first").status_code == 201
    flo = Visit(browser, opened, "Flo")
    page = flo.goes(f"/floor/{TABLE}")
    page.locator("#conn.tag--win").wait_for()
    page.get_by_label("Floor’s response").fill("half typed")
    assert sent(api["Sol"], says="second").status_code == 201
    page.locator("#report-2").wait_for()
    assert page.locator("#report-says-1").input_value() == "half typed"
    page.locator("#report-says-1").press("Enter")
    page.locator("#report-1").wait_for(state="detached")
    assert page.locator("#report-2").is_visible()
    assert look_at_stream(opened.record, "house").reports[0].answer == "half typed"
    flo.closes()
    assert not flo.errors
