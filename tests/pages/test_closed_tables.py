"""Tables that are closed: every page says so, nothing is offered there, and a shift supervisor can reopen them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.engine.roles import Role
from houseway.house.accounts import TableReopened
from houseway.store import audit
from tests.kit.forms import forms_in
from tests.kit.record_views import look_at_stream
from tests.kit.waiting import until
from tests.pages.test_consoles import staffed
from tests.pages.test_office import Browser, words
from tests.web.serving import Person, Serving, serving
from tests.web.test_rooms import Room

CLOSED = "Table t1 is closed. A shift supervisor can reopen it."


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path}/house.db") as opened:
        yield opened


class Closed:
    """A staffed table that Sue has closed, and its people."""

    def __init__(self, house: Serving, game: str) -> None:
        self.house = house
        self.dana, self.flynn, self.players = staffed(house, game)
        self.sue = Browser(house, "Sue")
        self.ann = Browser(house, "Ann")
        for seat, player in enumerate(self.players, 2):
            assert player.says("t1", "leave_seat", seat).status_code == 200
        assert self.sue.post("/floor/t1/close", {}).status_code == 204

    @property
    def person(self) -> Person:
        return self.house.person("Sue")


@pytest.fixture(params=["holdem", "pai-gow"])
def closed(house: Serving, request: pytest.FixtureRequest) -> Closed:
    return Closed(house, request.param)


def test_every_page_of_a_closed_table_says_so_and_who_closed_it(closed: Closed):
    for browser, path in (
        (closed.ann, "/tables/t1"),
        (closed.ann, "/tables/t1/plain"),
        (closed.dana, "/dealer/t1"),
        (closed.flynn, "/floor/t1"),
        (closed.sue, "/floor/t1"),
    ):
        page = words(browser.page(path))
        assert "Table t1 is closed." in page and "Sue closed it on 20" in page, path
    lobby = words(closed.ann.page("/lobby"))
    assert "Closed tables" in lobby and "t1" in lobby.partition("Closed tables")[2]
    for browser, path in ((closed.flynn, "/floor"), (closed.dana, "/dealer")):
        assert "t1 is closed" in words(browser.page(path)), path


def test_a_closed_table_offers_no_seat_and_no_step(closed: Closed):
    for path in ("/tables/t1", "/tables/t1?sit=1", "/tables/t1/plain"):
        page = closed.ann.page(path)
        assert "sit=" not in page and "take_seat" not in page and "Buy in" not in page
        assert not [form for form in forms_in(page) if form["to"].startswith("/tables/")], path
    for browser, path in ((closed.dana, "/dealer/t1"), (closed.flynn, "/floor/t1")):
        offered = [form for form in forms_in(browser.page(path)) if "/t1/" in form["to"]]
        assert not offered, path


def test_a_closed_table_refuses_commands_in_one_sentence(closed: Closed):
    given = {"command": "receive_decks", "decks": "1"}
    for browser, path in ((closed.dana, "/dealer/t1/do"), (closed.flynn, "/floor/t1/do")):
        assert CLOSED in words(browser.post(path, given).text)
    assert CLOSED in words(closed.dana.post("/dealer/t1/do", given | {"by_system": "yes"}).text)
    seat = {"command": "take_seat", "seat": "1", "cents": "500"}
    assert CLOSED in words(closed.ann.post("/tables/t1/do", seat).text)
    assert CLOSED in words(closed.ann.post("/tables/t1/do", seat | {"plain": "yes"}, live=False).text)
    assert CLOSED in words(closed.dana.post("/dealer/t1/call", {}).text)
    answer = closed.players[0].says("t1", "take_seat", 1, cents=50_000)
    assert (answer.status_code, answer.json()["error"]["message"]) == (409, CLOSED)


def test_a_table_at_which_somebody_sits_is_not_offered_to_be_closed(house: Serving):
    staffed(house, "holdem")
    sue = Browser(house, "Sue")
    page = sue.page("/floor/t1")
    assert not [form for form in forms_in(page) if form["to"] == "/floor/t1/close"]
    assert "It can be closed when Ann and Bob have left." in words(page)
    for seat, name in ((2, "Ann"), (3, "Bob")):
        assert house.person(name).says("t1", "leave_seat", seat).status_code == 200
    assert [form for form in forms_in(sue.page("/floor/t1")) if form["to"] == "/floor/t1/close"]


def test_a_shift_supervisor_reopens_a_table_on_the_record(closed: Closed):
    assert not [form for form in forms_in(closed.sue.page("/floor/t1")) if form["to"] == "/floor/t1/close"]
    assert not [form for form in forms_in(closed.flynn.page("/floor/t1")) if form["to"] == "/floor/t1/reopen"]
    assert closed.flynn.post("/floor/t1/reopen", {}).status_code == 403
    [form] = [form for form in forms_in(closed.sue.page("/floor/t1")) if form["to"] == "/floor/t1/reopen"]
    assert form["says"] == "Reopen the table"
    assert closed.sue.post("/floor/t1/reopen", form["fields"]).status_code == 204
    assert "no closed table t1" in words(closed.sue.post("/floor/t1/reopen", {}).text)
    assert "is closed" not in words(closed.ann.page("/tables/t1"))
    seat = {"command": "take_seat", "seat": "1", "cents": "500"}
    assert not words(closed.ann.post("/tables/t1/do", seat).text)
    assert forms_in(closed.dana.page("/dealer/t1"), "next")
    entry = look_at_stream(closed.house.record, "house").tables["t1"]
    assert not entry.closed and not entry.closed_by
    events = closed.house.record.live("house").recent
    [reopened] = [event for event in events if isinstance(event, TableReopened)]
    assert (reopened.table, reopened.person) == ("t1", "Sue") and reopened.at > 0
    assert not [one.fault for one in audit.verify(closed.house.record) if one.fault]


def test_a_table_is_closed_and_reopened_over_the_api(closed: Closed):
    assert closed.players[0].http.post("/api/tables/t1/reopen").status_code == 403
    assert closed.person.http.post("/api/tables/t1/reopen").status_code == 200
    assert closed.person.http.post("/api/tables/t1/reopen").status_code == 409
    assert closed.person.http.post("/api/tables/nowhere/reopen").status_code == 404
    assert "t1" in closed.person.http.get("/api/tables").json()
    assert closed.person.http.delete("/api/tables/t1").status_code == 200


def test_a_round_under_way_is_finished_at_a_closed_table(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    house.account("Dana", Role.DEALER)
    assert boss.opens("t1", "holdem", staffed=True, computers=2).status_code == 201
    until(lambda: len(house.look_at("t1").seats) == 2)
    dana, sue = Browser(house, "Dana"), Browser(house, "Sue")
    [start, *_] = [form for form in forms_in(dana.page("/dealer/t1"), "next") if "by_system" in form["fields"]]
    assert not words(dana.post("/dealer/t1/do", start["fields"]).text)
    assert sue.post("/floor/t1/close", {}).status_code == 204
    page = dana.page("/dealer/t1")
    assert "Table t1 is closed. It takes no new players; this round is played to its end." in words(page)
    assert [form for form in forms_in(page, "next") if form["fields"].get("command") == ["deal_street"]]


def test_637a_15_d_1_no_round_is_offered_while_a_box_is_counted_and_the_page_says_what_ends_it(house: Serving):
    room = Room(house)
    room.offer()
    room.play("t1")
    room.until("box beats t1", 100)
    dee, ann = Browser(house, "Dee"), Browser(house, "Ann t1")
    says = "Table t1 is closed while its jackpot box is counted."
    starts = lambda: [  # noqa: E731
        form for form in forms_in(dee.page("/dealer/t1"), "next") if form["fields"].get("command") == ["start_round"]
    ]
    assert starts() and says not in words(dee.page("/dealer/t1"))
    assert room.says("Flora", "notify_of_count") == "done"
    assert room.says("Flora", "close_table_for_count", table="t1") == "done"
    assert not starts()
    ends = "A round can start when the count is signed and the contents are locked."
    for browser, path in ((dee, "/dealer/t1"), (ann, "/tables/t1"), (ann, "/tables/t1/plain")):
        page = browser.page(path)
        assert f"{says} {ends}" in words(page) and "637a.15(d)(1)" in page, path
    assert says in words(Browser(house, "Flora").page("/floor/t1"))
    given = {"command": "start_round", "by_system": "yes", "ask:word": "", "ask:subject": "", "ask:concerns": "0"}
    assert says in words(dee.post("/dealer/t1/do", given | {"ask:seat": "0"}).text)
    for name, command, fields in (
        ("Vera", "record_count", {}),
        ("Flora", "attend_count", {}),
        ("Dee", "count_box", {"cents": 100, "witness": "Flora"}),
        ("Dee", "sign_count", {}),
        ("Flora", "sign_count", {}),
        ("Flora", "lock_contents", {}),
    ):
        assert room.says(name, command, table="t1", **fields) == "done", command
    assert starts() and says not in words(dee.page("/dealer/t1"))


def test_a_game_whose_table_was_closed_can_be_opened_again_from_the_lobby(tmp_path: Path):
    with serving(str(tmp_path / "house.db"), demo=True) as house:
        shay, guest = Browser(house, "Shay"), Browser(house, "Guest")
        assert shay.post("/floor/badugi/close", {}).status_code == 404
        assert guest.post("/open/badugi", {}).headers["location"] == "/tables/badugi"
        assert shay.post("/floor/badugi/close", {}).status_code == 204
        assert "/open/badugi" in guest.page("/lobby")
        assert guest.post("/open/badugi", {}).headers["location"] == "/tables/badugi-2"
        assert "is closed" not in words(guest.page("/tables/badugi-2"))
        assert guest.post("/open/badugi", {}).headers["location"] == "/tables/badugi-2"
