"""The office in the browser: how it works, jackpots, submissions and the lab, each for whom it is meant."""

from __future__ import annotations

import io
import json
import re
import tomllib
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import example_of, games, resolve
from houseway.engine.roles import Role
from houseway.lab.analysis import analyze
from houseway.lab.files import as_csv
from houseway.lab.sheet import quiet
from houseway.rules.table_rules import TableRules
from houseway.view.submission import checked
from houseway.web.lab_process import RoomFigures, room_figures
from houseway.web.pages.lab import bars_of, compared
from houseway.web.pages.rendering import render
from houseway.web.pages.rules_form import data_of, sections_of, toml_text
from houseway.web.pages.visitors import COOKIE, Visitor
from tests.kit.forms import forms_in
from tests.kit.record_views import look_at_stream
from tests.kit.waiting import until
from tests.web.serving import Serving, serving
from tests.web.test_rooms import STAFF, Room


class Browser:
    """A person at the pages, with the cookie of a session."""

    def __init__(self, house: Serving, person: str) -> None:
        token = house.people.token(person)
        self.person, self.csrf = person, house.people.csrf(token)
        self.http = house.client(cookies={COOKIE: token})

    def page(self, path: str, status: int = 200) -> str:
        answer = self.http.get(path)
        assert answer.status_code == status, (path, answer.status_code, answer.text[-400:])
        return answer.text

    def post(self, path: str, fields: dict[str, Any], *, live: bool = True) -> httpx.Response:
        headers = {"x-csrf-token": self.csrf} | ({"hx-request": "true"} if live else {})
        return self.http.post(path, data=fields, headers=headers)

    def step(self, command: str, fund: str = "beats", **fields: Any) -> str:
        """Take a step of the room by the page's form; what is said against it."""
        given = {"command": command, "fund": fund, "as": STAFF[self.person].value, **fields}
        answer = self.post("/jackpots/room/do", given)
        assert answer.status_code == 200, answer.text
        return words(answer.text)


def words(page: str) -> str:
    """A page without its marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page)).strip()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path}/house.db") as opened:
        yield opened


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('demo')}/house.db", demo=True) as opened:
        yield opened


def test_how_it_works_names_three_things_and_tables_that_are_open(demo: Serving):
    page = Browser(demo, "Guest").page("/how")
    assert all(says in page for says in ("Amber means you", "Blue is the rule", "Round areas are the game"))
    assert 'href="/tables/heads-up-holdem"' in page and "<script>" not in page
    assert demo.client().get("/how").status_code == 303  # Whoever is nobody is led to where one signs in.


# Jackpots.


def test_the_demo_house_has_a_room_that_the_holdem_table_feeds(demo: Serving):
    for person, sees in (("Guest", False), ("Flynn", True)):
        page = Browser(demo, person).page("/jackpots")
        assert "Bad Beat" in page and "High Hand" in page and "holdem takes part in bad-beat" in page
        assert ("Record of finance" in page) is sees and ("Your steps" in page) is sees
    assert "Progressive Payout" in Browser(demo, "Guest").page("/jackpots/sign")
    assert look_at_stream(demo.record, "house").tables["holdem"].jackpots == "jackpots/poker-room"


@pytest.fixture
def room(house: Serving) -> Room:
    made = Room(house)
    made.offer()
    made.play("t1")
    made.until("box beats t1", 100)
    return made


def test_637a_15_d_1_a_count_goes_by_the_pages_with_two_signatures(room: Room):
    house = room.house
    flora, vera, dee, sue = (Browser(house, name) for name in ("Flora", "Vera", "Dee", "Sue"))
    assert flora.step("notify_of_count") == ""
    assert flora.step("close_table_for_count", table="t1") == ""
    assert vera.step("record_count", table="t1") == "" and flora.step("attend_count", table="t1") == ""
    assert "Amount counted" in dee.page("/jackpots")
    assert "is an amount of dollars" in dee.step("count_box", table="t1", cents="a lot", witness="Flora")
    assert dee.step("count_box", table="t1", cents="1", witness="Flora") == ""
    # Each of the two is offered the own signature and nobody else's.
    assert "Sign as Dee" in dee.page("/jackpots") and "Sign as Flora" not in dee.page("/jackpots")
    assert "Sign as" not in sue.page("/jackpots") and "signature due" in sue.page("/jackpots")
    assert dee.step("sign_count", table="t1") == ""
    assert "lock the contents" not in words(flora.page("/jackpots")).lower()
    assert flora.step("sign_count", table="t1") == ""
    assert "Lock the contents of t1" in flora.page("/jackpots")


def test_637a_15_f_a_bad_beat_is_noticed_verified_and_pending_until_it_is_paid(room: Room):
    house = room.house
    sue, ann = Browser(house, "Sue"), Browser(house, "Ann t1")
    page = sue.page("/jackpots")
    form = re.search(r'<form[^>]*id="f-room-beats-verify_bad_beat-[^"]*".*?</form>', page, re.DOTALL)
    assert form is not None and "Verify the Bad Beat at t1" in form[0]
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="([^"]*)" value="([^"]*)"', form[0]):
        fields.setdefault(name, []).append(value)
    assert sue.post("/jackpots/room/do", fields).text.strip() == ""
    assert sue.step("post_pending_notice") == ""
    for path in ("/jackpots", "/jackpots/sign"):
        assert "pending adjustment" in ann.page(path).lower()
    assert "Notice posted: pending adjustment" in sue.page("/jackpots")
    assert "Record of finance" not in ann.page("/jackpots")


def test_637a_16_f_the_slip_is_filled_in_and_players_see_nothing_private_of_it(room: Room):
    house = room.house
    flora, ann = Browser(house, "Flora"), Browser(house, "Ann t1")
    dee = Browser(house, "Dee")
    call = {"table": "t1", "seat": "2", "hand": "Kc Kd Kh Ks Ts", "players": "3"}
    assert dee.step("call_high_hand", "highs", **call) == ""
    assert 'name="slip.credential"' in flora.page("/jackpots")
    slip = {"player": "Bob t1", "phone": "717-555-0100", "seat": "2", "table": "t1", "hand": "Kc Kd Kh Ks Ts"}
    slip |= {"dealer": "Dee", "dealer_credential": "D-17", "signature": "Flora", "credential": "F-4"}
    given = {f"slip.{name}": value for name, value in slip.items()}
    assert "valid identification" in flora.step("record_high_hand", "highs", **given)
    assert flora.step("record_high_hand", "highs", identified="yes", **given) == ""
    assert "717-555-0100" in flora.page("/jackpots")
    page = ann.page("/jackpots")
    assert "Leads the period" in page and "Bob t1" in page and "kings" in page
    assert not any(private in page for private in ("717-555-0100", "D-17", "F-4"))


def test_steps_of_the_jackpots_are_for_whose_they_are_alone(room: Room):
    house = room.house
    ann, flora = Browser(house, "Ann t1"), Browser(house, "Flora")
    assert "Your steps" not in ann.page("/jackpots")
    answer = ann.post("/jackpots/room/do", {"command": "notify_of_count", "fund": "beats", "as": "floorperson"})
    assert answer.status_code == 403
    assert (
        "no step of a jackpot" in flora.post("/jackpots/room/do", {"command": "leave_seat", "as": "floorperson"}).text
    )
    forged = flora.http.post("/jackpots/room/do", data={"command": "notify_of_count", "fund": "beats"})
    assert forged.status_code == 403
    assert flora.post("/jackpots/nowhere/do", {"command": "notify_of_count", "fund": "beats"}).status_code == 404
    assert Role.FLOORPERSON.value in flora.page("/jackpots")


# Submissions.


def posted(page: str) -> dict[str, Any]:
    """The fields of the submission's form as a browser would send them."""
    form = re.search(r'<form id="draft".*?</form>', page, re.DOTALL)
    assert form is not None
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form[0]):
        at = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if "name" in at and (at.get("type") not in ("checkbox", "radio") or re.search(r"\schecked", tag)):
            found.setdefault(at["name"], []).append(unescape(at.get("value", "")))
    for name, options in re.findall(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form[0], re.DOTALL):
        chosen = re.search(r'<option(?: value="([^"]*)")? selected>([^<]*)', options)
        assert chosen is not None
        found[name] = [chosen[1] if chosen[1] is not None else unescape(chosen[2])]
    return dict(found)


@pytest.mark.parametrize("game", games())
def test_the_form_of_a_game_states_what_its_example_states(game: str):
    data = tomllib.loads(example_of(game))
    sections, rest = sections_of(data, {})
    page = render("submission/_editor.html", **_editor(data, sections, rest))
    assert data_of(posted(page)) == data
    assert tomllib.loads(toml_text(data)) == data


def _editor(data: dict[str, Any], sections: Any, rest: str) -> dict[str, Any]:
    found = checked(data, figures=False)
    me = Visitor("Sue", (Role.SHIFT_SUPERVISOR,), "proof")
    more = {
        "may_open": True,
        "may_file": True,
        "offers_jackpots": True,
        "rooms": [],
        "banked": True,
        "game_name": "",
        "rest_names": [],
        "free_table": "t",
    }
    return {
        "sections": sections,
        "rest": rest,
        "game": data["game"],
        "view": "form",
        "found": found,
        "lines": [],
        "me": me,
        **more,
    }


def test_faults_come_with_their_clauses_and_a_fix_where_one_value_is_lawful(demo: Serving):
    guest = Browser(demo, "Guest")
    fields = posted(guest.page("/submissions/new?game=heads-up-holdem"))
    assert "Lawful" in guest.post("/submissions/check", fields).text
    broken = {**fields, "payout_limit": "25000", "stub_count_every": "7", "paytables.trips_plus": "E", "dealing": ""}
    page = guest.post("/submissions/check", broken).text
    assert "Unlawful" in page and "There is no paytable" in page
    assert all(clause in page for clause in ("677a.12(f)", "677a.12(e)"))
    fixes = [unescape(one) for one in re.findall(r"hx-vals='([^']*)'", page)]
    # Four letters are lawful for the paytable, so that nothing is chosen for anybody.
    changes = [json.loads(json.loads(one)["fix"]) for one in fixes]
    assert [["stub_count_every", 5]] in changes and [["payout_limit", 5_000_000]] in changes
    assert not any("trips_plus" in str(one) for one in changes)
    mended = guest.post("/submissions/edit", {**broken, "fix": json.dumps([["payout_limit", 5_000_000]])}).text
    assert posted(mended)["payout_limit"] == ["50000"] and posted(mended)["stub_count_every"] == ["7"]
    assert "is not possible here" in guest.post("/submissions/check", {**fields, "table_minimum": "ten"}).text


def test_a_text_is_read_as_toml_or_json_and_said_to_be_neither(demo: Serving):
    guest = Browser(demo, "Guest")

    def check(text: str) -> str:
        return words(guest.post("/submissions/check", {"view": "text", "text": text}).text)

    assert "Incomplete" in check('game = "five-card-hi-lo"') and "Incomplete" in check('{"game": "five-card-hi-lo"}')
    assert "is not TOML" in check("game =") and "is not JSON" in check('{"game": ') and "no game" in check("")
    misspelt = check('game = "five-card-hi-lo"\ntable_minimun = 500')
    assert "Call it table_minimum" in misspelt and "Unlawful" in misspelt
    assert "rules in force" in check('game = "holdem"\nblinds = [100, 200]')
    # To the form and back: what no field of the form holds is kept.
    text = 'game = "five-card-hi-lo"\n[custom_paytables.poker_bonus]\n"royal flush" = "50 to 1"\n'
    page = guest.post("/submissions/edit", {"view": "text", "text": text, "to": "form"}).text
    assert "custom_paytables" in data_of(posted(page)) and "kept as it is: custom_paytables" in words(page)


def test_tables_are_opened_by_the_shift_supervisor_or_by_anybody_in_a_demo_house(house: Serving, demo: Serving):
    house.account("Ann")
    house.account("Sue", Role.SHIFT_SUPERVISOR)
    ann, sue, guest = Browser(house, "Ann"), Browser(house, "Sue"), Browser(demo, "Guest")
    fields = posted(ann.page("/submissions/new?game=holdem")) | {"table": "mine", "clock": "20", "computers": "2"}
    assert "A shift supervisor opens tables" in ann.page("/submissions/new?game=holdem")
    assert ann.post("/submissions/open", fields).status_code == 403
    for one, opened in ((sue, house), (guest, demo)):
        answer = one.post("/submissions/open", {**fields, "practice": "yes"})
        assert (answer.status_code, answer.headers.get("hx-redirect")) == (204, "/tables/mine"), answer.text
        policy = look_at_stream(opened.record, "house").tables["mine"].policy
        assert (policy.clock, policy.computers, policy.practice, policy.staffed) == (20, 2, True, False)
        assert "Another table is called mine" in one.post("/submissions/open", fields).text
        assert "whole number" in one.post("/submissions/open", {**fields, "table": "b", "clock": "-1"}).text
    unlawful = {**fields, "table": "other", "blinds": ""}
    assert "Blind Bet" in sue.post("/submissions/open", unlawful).text
    assert sue.post("/submissions/file", {**fields, "filed": "house-holdem"}).headers["hx-redirect"]
    assert data_of(posted(ann.page("/submissions/house-holdem"))) == data_of(fields)
    assert data_of(posted(ann.page("/submissions/mine"))) == data_of(fields)
    assert ann.post("/submissions/file", {**fields, "filed": "other"}).status_code == 403
    ann.page("/submissions/nothing", 404)
    assert "Open a table" in sue.page("/lobby") and "Open a table" not in ann.page("/lobby")


def test_the_name_suggested_for_a_table_is_free(house: Serving):
    house.account("Sue", Role.SHIFT_SUPERVISOR)
    sue = Browser(house, "Sue")
    for name in ("pai-gow", "pai-gow-2", "pai-gow-3"):
        page = sue.page("/submissions/new?game=pai-gow")
        [form] = [form for form in forms_in(page) if form["to"] == "/submissions/open"]
        assert not form["unfilled"]
        answer = sue.post("/submissions/open", posted(page) | form["fields"])
        assert (answer.status_code, answer.headers.get("hx-redirect")) == (204, f"/tables/{name}"), answer.text


def test_637a_15_a__the_jackpots_of_a_room_are_opened_under_a_submission_that_offers_them(house: Serving):
    house.account("Ann")
    house.account("Sue", Role.SHIFT_SUPERVISOR)
    ann, sue = Browser(house, "Ann"), Browser(house, "Sue")
    fields = posted(sue.page("/submissions/new?game=holdem")) | {"room": "north"}
    assert "neither bad_beat (637a.15(a))" in words(sue.post("/submissions/room", fields).text)
    fields |= {"bad_beat.on": "yes", "bad_beat.contribution": "1", "bad_beat.hands": "8c 8d 8h 8s 2c"}
    assert ann.post("/submissions/room", fields).status_code == 403
    assert "Open the jackpots" not in ann.page("/submissions/new?game=holdem")
    assert "Open the jackpots" not in sue.page("/submissions/new?game=pai-gow")
    # The check that follows every change brings the form when there is a payout, and only then.
    assert "Open the jackpots" not in sue.page("/submissions/new?game=holdem")
    assert "Open the jackpots" in sue.post("/submissions/check", fields).text
    answer = sue.post("/submissions/room", fields)
    assert (answer.status_code, answer.headers.get("hx-redirect")) == (204, "/jackpots"), answer.text
    assert 'Room "north" is open. No jackpot is offered yet.' in unescape(sue.page("/jackpots"))


# The lab.


def computed(at: Browser, path: str) -> str:
    """The page of a sheet once the lab's process has answered."""
    name, _, query = path.partition("?")
    page = at.page(path)
    assert "Calculating" in page or "Downloads" in page

    def is_there() -> bool:
        answer = at.http.get(f"{name}/progress?{query}")
        assert answer.status_code == 200 and "cannot be calculated" not in answer.text, answer.text
        return answer.headers.get("hx-refresh") == "true"

    until(is_there, every=0.2)
    return at.page(path)


def test_the_lab_lists_every_game_and_every_open_table(demo: Serving):
    page = Browser(demo, "Guest").page("/lab")
    assert all(f"/lab/{game}?of=game" in page for game in games())
    assert 'href="/lab/heads-up-holdem-staffed"' in page
    Browser(demo, "Guest").page("/lab/nothing", 404)


def test_a_par_sheet_is_computed_in_a_process_of_its_own_and_taken_along(demo: Serving):
    guest = Browser(demo, "Guest")
    page = computed(guest, "/lab/five-card-hi-lo")
    rules = resolve(tomllib.loads(example_of("five-card-hi-lo")), kind=TableRules)
    sheet = analyze(rules)
    assert sheet.main is not None and f"{float(sheet.main.house_edge):.4%}" in page and sheet.digest[:8] in page
    assert "<svg viewBox" in page and "<style" not in page and "663a.12(" in page
    assert "Compare every lawful paytable" in page
    files = {
        kind: guest.http.get(f"/lab/five-card-hi-lo/par.{kind}")
        for kind in ("json", "csv", "xlsx", "html", "zip", "toml")
    }
    assert all(one.status_code == 200 and "attachment" in one.headers["content-disposition"] for one in files.values())
    assert files["json"].json()["digest"] == sheet.digest and files["csv"].text == as_csv(sheet)
    assert files["xlsx"].content.startswith(b"PK") and files["html"].text.startswith("<!doctype html>")
    with zipfile.ZipFile(io.BytesIO(files["zip"].content)) as archive:
        assert "MANIFEST.txt" in archive.namelist() and archive.read("submission.toml") == files["toml"].content
    assert guest.http.get("/lab/five-card-hi-lo/par.exe").status_code == 404
    assert guest.http.get("/lab/pai-gow/par.csv?every=true").status_code == 409


def test_paytables_stand_side_by_side():
    rules = resolve({"game": "five-card-hi-lo"}, kind=TableRules)
    sheet = analyze(rules, wager="poker_bonus", all_paytables=True)
    (one,) = compared(sheet, rules)
    assert (one.name, one.on, len(one.letters)) == ("Poker Bonus Wager", "A", len(sheet.wagers))
    assert one.edges == tuple(f"{float(wager.house_edge):.2%}" for wager in sheet.wagers)
    # Where the paytables differ it is marked, and only there.
    assert {len(set(cells)) > 1 for _, _, cells, differs in one.rows if differs} == {True}
    assert all(differs for _, _, cells, differs in one.rows if len(set(cells)) > 1)
    (group,) = bars_of(sheet, rules)
    assert [bar.paytable for bar in group if bar.on] == ["A"] and max(bar.width for bar in group) == 100


def test_a_poker_table_has_the_figures_of_its_room_as_far_as_they_are_stated(demo: Serving):
    guest = Browser(demo, "Guest")
    fields = posted(guest.page("/submissions/new?game=holdem")) | {"table": "beats", "computers": "0"}
    fields |= {"bad_beat.on": "yes", "bad_beat.contribution": "1", "bad_beat.hands": "8c 8d 8h 8s 2c"}
    assert guest.post("/submissions/open", fields).status_code == 204
    page = words(computed(guest, "/lab/beats"))
    assert "Bad Beat once in" in page and "Rake an hour $" in page and "637a.17(a)" in page
    assert "Full house" not in page  # No High Hand payout is offered there.


def test_what_no_submission_states_is_not_told_of_a_room():
    draws = resolve(
        tomllib.loads(example_of("badugi")) | {"rake": None, "high_hand": {"contribution": 100}}, kind=PokerRules
    )
    assert room_figures(draws, quiet) == RoomFigures(players=draws.game.most_players)
