"""Whole procedures of 637a.15 and 637a.16 through the pages: each person presses only what the page offers, and nothing is refused.

After every step every form that anybody is offered is held against the engine as it would be sent, and all pages of one person are fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.chapters.c637a_poker.jackpots.state import JackpotState
from houseway.engine.kernel import envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.store import audit
from houseway.store.jackpots import compare_with_table
from houseway.web.pages.jackpots import command_given
from tests.kit.forms import forms_in
from tests.kit.record_views import look_at_stream, recorded_balances
from tests.pages.test_office import Browser, words
from tests.web.serving import serving
from tests.web.test_rooms import STAFF, Room

BEATS, HIGHS = "bad-beat", "high-hand"
BY_HAND = ("verify_bad_beat", "call_high_hand")
"""Steps that can be taken for a hand that the table's record does not show: what they name must be entered."""
PAGES: dict[Role | None, tuple[str, ...]] = {
    Role.DEALER: ("/dealer", "/dealer/t1", "/dealer/t2"),
    Role.FLOORPERSON: ("/floor", "/floor/t1"),
    Role.SHIFT_SUPERVISOR: ("/floor", "/floor/t2"),
    Role.SURVEILLANCE: ("/surveillance",),
}
Form = dict[str, Any]


class Office:
    """A room with two tables, its staff at their pages, and a player who looks on."""

    def __init__(self, room: Room) -> None:
        self.room, self.clock = room, room.house.clock
        self.sign_in()
        self.pressed: list[str] = []

    def sign_in(self) -> None:
        self.people = {name: Browser(self.room.house, name) for name in (*STAFF, "Ann t1")}

    @property
    def state(self) -> JackpotState:
        state = self.room.house.record.live("jackpots/room").state
        assert isinstance(state, JackpotState)
        return state

    @property
    def funds(self) -> Any:
        """The funds as the staff see them."""
        return look_at_stream(self.room.house.record, "jackpots/room").funds

    @property
    def balances(self) -> dict[str, int]:
        return recorded_balances(self.room.house.record, "jackpots/room")

    def page(self, person: str, path: str = "/jackpots") -> str:
        return unescape(words(self.people[person].page(path)))

    def offered(self, person: str) -> list[Form]:
        """The steps on somebody's page, each with the fields that a browser would send."""
        return [form for form in forms_in(self.people[person].page("/jackpots")) if form["to"] == "/jackpots/room/do"]

    def find(self, person: str, command: str, fund: str = BEATS, **named: str) -> list[Form]:
        wanted = {"command": command, **named} | ({"fund": fund} if command != "offer_fund" else {})
        return [
            form
            for form in self.offered(person)
            if all(form["fields"].get(name, [""])[0] == value for name, value in wanted.items())
        ]

    def press(
        self, person: str, command: str, fund: str = BEATS, *, where: dict[str, str] | None = None, **entered: str
    ):
        """Press a button that the page offers, having entered what the form requires; then look at everything."""
        forms = self.find(person, command, fund, **(where or {}))
        assert forms, f"{person} is not offered {command}: {[form['says'] for form in self.offered(person)]}"
        said = self.send(person, forms[0], **entered)
        assert said == "", (person, command, said)
        self.look_everywhere()

    def send(self, person: str, form: Form, **entered: str) -> str:
        """Send a form as a browser does, which sends nothing while a required field is empty; what is said against it."""
        fields = self.filled(form, entered)
        answer = self.people[person].post(form["to"], fields)
        assert answer.status_code == 200, answer.text
        self.pressed.append(form["fields"]["command"][0])
        return words(answer.text)

    def filled(self, form: Form, entered: dict[str, str]) -> dict[str, Any]:
        given = {name.replace("__", "."): [value] for name, value in entered.items()}
        fields = form["fields"] | given
        lacking = [name for name in form["unfilled"] if name not in given]
        assert not lacking, f"{form['says']} cannot be sent without {lacking}"
        return fields

    def look_everywhere(self) -> None:
        """Hold every form that anybody is offered against the engine, and fetch every page of one person, of each in turn."""
        watcher = [*self.people][len(self.pressed) % len(self.people)]
        for path in ("/jackpots/sign", "/lobby", "/tables/t1", "/tables/t2", *PAGES.get(STAFF.get(watcher), ())):
            assert self.people[watcher].http.get(path).status_code == 200, (watcher, path)
        for person in self.people:
            forms = self.offered(person)
            assert not forms or person in STAFF
            for form in forms:
                self.hold_against_engine(person, form)

    def hold_against_engine(self, person: str, form: Form) -> None:
        """A form that is sent as it is offered, or with what it requires entered rightly, is accepted."""
        command = form["fields"]["command"][0]
        if form["unfilled"] and command in BY_HAND:
            return
        fields = self.filled(form, self.right(form))
        given = command_given({name: list(values) for name, values in fields.items()})
        record = self.room.house.record
        compared = compare_with_table(record, "jackpots/room", given)
        assert not isinstance(compared, Refusal), (person, form["says"], compared)
        sent = envelope(compared, by=person, role=Role(fields["as"][0]))
        outcome = record.prepared(record.live("jackpots/room"), sent).outcome
        assert not isinstance(outcome, Refusal), (person, form["says"], fields, outcome)

    def right(self, form: Form) -> dict[str, str]:
        """What somebody enters who counts rightly and has all papers at hand."""
        fields = {name: values[0] for name, values in form["fields"].items()}
        found: dict[str, str] = {}
        for name, options in form["unfilled"].items():
            if name == "cents":
                fund = fields["fund"]
                account = f"box {fund} {fields['table']}" if fields["command"] == "count_box" else f"cage {fund}"
                found[name] = f"{self.state.balance(account) / 100:.2f}"
            elif name.startswith("boxes:"):
                delivered = self.state.funds[fields["fund"]].uncounted
                found[name] = f"{delivered[name.removeprefix('boxes:')] / 100:.2f}"
            else:
                found[name] = options[0] if options else "12-345"
        return {name.replace(".", "__"): value for name, value in found.items()}

    def do(self, person: str, command: str, fund: str = BEATS, **where: str) -> None:
        """Press a button, entering what is right where the form requires it."""
        forms = self.find(person, command, fund, **where)
        assert forms, f"{person} is not offered {command}: {[form['says'] for form in self.offered(person)]}"
        self.press(person, command, fund, where=where, **self.right(forms[0]))

    def titles(self, person: str) -> list[str]:
        return [form["says"] for form in self.offered(person)]

    def count_at_cage(self, fund: str) -> None:
        self.do("Flora", "account_for_boxes", fund)
        self.do("Sam", "transport_to_cage", fund)
        self.do("Cass", "count_at_cage", fund)
        self.do("Fin", "record_contributions", fund)

    def adjust_display(self, fund: str = BEATS) -> None:
        self.do("Flora", "attend_adjustment", fund)
        self.do("Fin", "adjust_display", fund)

    def offer(self, kind: str, fund: str) -> None:
        """A payout is offered under the name that the page suggests, and both tables are added."""
        self.do("Sue", "offer_fund", kind=kind)
        assert fund in self.funds
        if kind == "bad_beat":
            self.do("Ed", "approve_discontinuing", fund)
        for table in ("t1", "t2"):
            if table not in self.funds[fund].boxes:
                self.do("Flora", "designate_table", fund)

    def play_on(self, table: str) -> None:
        """Play a second round, whose pot contributes."""
        dee, (ann, bob, cy) = self.room.staff["Dee"], self.room.players[table]
        for step in (
            lambda: dee.says(table, "start_round", role="dealer", order=list(range(52)), button=1),
            lambda: dee.says(table, "deal_street", role="dealer"),
            lambda: ann.says(table, "act", 1, word="raise", to=1_000),
            lambda: bob.says(table, "act", 2, word="call"),
            lambda: cy.says(table, "act", 3, word="fold"),
            lambda: dee.says(table, "deal_street", role="dealer"),
            lambda: bob.says(table, "act", 2, word="bet", to=500),
            lambda: ann.says(table, "act", 1, word="fold"),
            lambda: dee.says(table, "award_pots", role="dealer"),
        ):
            answer = step()
            assert answer.status_code == 200, answer.text

    def verify(self) -> None:
        assert not [one.fault for one in audit.verify(self.room.house.record) if one.fault]
        assert sum(self.state.ledger.values()) == 0


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with serving(f"sqlite:///{tmp_path}/house.db") as house:
        yield Office(Room(house))


def test_s15__a_bad_beat_from_the_offer_to_the_end_of_the_gaming_day(office: Office):
    office.look_everywhere()
    office.offer("bad_beat", BEATS)
    # All tables take part: there is none to add, and nobody is offered to.
    assert not office.find("Flora", "designate_table")
    # An empty fund pays nobody, and nobody is offered to verify a Bad Beat.
    assert not office.find("Sue", "verify_bad_beat")
    office.room.play("t1")
    office.room.until(f"box {BEATS} t1", 100)
    assert "Verify the Bad Beat at t1 shift supervisor" in office.page("Fin")
    office.do("Sue", "verify_bad_beat", loser="Ann t1")
    office.do("Sue", "post_pending_notice")
    office.do("Sue", "order_payout", to="security")
    # Nothing is on the finance record: the page says what is counted first, and nobody is offered to prepare or pay nothing.
    for person in ("Fin", "Sue"):
        assert "No payout can be prepared yet: the boxes of bad-beat" in office.page(person)
        # Nobody is shown what a box should hold before it is counted.
        assert "hold $1" not in office.page(person)
    assert not office.find("Fin", "prepare_distribution")
    assert not office.find("Sam", "pay_bad_beat")
    assert "Tell compliance of the count floorperson" in office.page("Fin")
    office.do("Flora", "notify_of_count")
    office.do("Flora", "close_table_for_count", table="t1")
    office.do("Vera", "record_count", table="t1")
    office.do("Flora", "attend_count", table="t1")
    # A count that differs is taken, and counting again replaces it while a signature is missing.
    assert office.send("Dee", office.find("Dee", "count_box")[0], cents="2") == ""
    office.do("Dee", "count_box")
    office.do("Dee", "sign_count")
    office.do("Flora", "sign_count")
    office.do("Flora", "lock_contents")
    # The box that was counted at its table is not accounted for among those that go to the cage locked.
    [form] = office.find("Flora", "account_for_boxes")
    assert form["fields"]["tables"] == ["t2"]
    office.count_at_cage(BEATS)
    for person in ("Fin", "Sue"):
        assert "Ann t1 $0.50 to prepare Bob t1 $0.25 to prepare Cy t1 $0.25 to prepare" in office.page(person)
    office.do("Fin", "prepare_distribution", form="cash")
    office.do("Sam", "pay_bad_beat")
    assert [office.balances[f"player {name} t1"] for name in ("Ann", "Bob", "Cy")] == [50, 25, 25]
    office.adjust_display()
    office.do("Sue", "end_gaming_day")
    held = office.funds[BEATS].balances
    assert not held.total and not held.uncounted
    office.verify()


def test_s15_f__two_bad_beats_are_verified_one_after_the_other(office: Office):
    office.offer("bad_beat", BEATS)
    for table in ("t1", "t2"):
        office.room.play(table)
        office.room.until(f"box {BEATS} {table}", 100)
    office.do("Flora", "notify_of_count")
    office.count_at_cage(BEATS)
    assert len(office.find("Sue", "verify_bad_beat", table="t1", loser="Ann t1")) == 1
    office.do("Sue", "verify_bad_beat", table="t1", loser="Ann t1")
    assert not office.find("Sue", "verify_bad_beat")
    waits = "The Bad Beat at t2 can be verified when the one before it is paid and the display is adjusted"
    assert waits in office.page("Sue")
    office.do("Sue", "post_pending_notice")
    office.do("Sue", "order_payout", to="cage")
    office.do("Fin", "prepare_distribution", form="cash equivalent")
    office.do("Cass", "pay_bad_beat")
    office.adjust_display()
    # The fund is empty now.
    assert "The Bad Beat at t2 can be verified when bad-beat holds something to pay" in office.page("Sue")
    office.play_on("t1")
    office.room.until(f"box {BEATS} t1", 100)
    assert office.find("Sue", "verify_bad_beat", loser="Ann t2")
    office.verify()


def test_s15_f__a_bad_beat_entered_by_hand_names_the_players_of_the_record_or_a_reason(office: Office):
    office.offer("bad_beat", BEATS)
    office.room.play("t1")
    office.room.until(f"box {BEATS} t1", 100)
    by_hand, noticed = sorted(office.find("Sue", "verify_bad_beat"), key=lambda form: not form["unfilled"])
    hands = {name: noticed["fields"][name][0] for name in ("losing", "winning", "community", "table")}
    named = {"loser": "Bob t1", "winner": "Ann t1", "names:others": "Cy t1"}
    fields = {"command": "verify_bad_beat", "fund": BEATS, "as": "shift supervisor", **hands, **named}
    assert {*hands, *named} - {"community"} <= {*by_hand["unfilled"]} | {"names:others"}
    refused = words(office.people["Sue"].post("/jackpots/room/do", fields).text)
    assert "By the record of table t1, Ann t1 lost to Bob t1" in refused
    assert "637a.15(f)" in refused
    unknown = {**fields, "losing": "Ac Ad Ah As 2c", "winning": "4c 5c 6c 7c 8c"}
    assert "The record of table t1 does not show this Bad Beat" in words(
        office.people["Sue"].post("/jackpots/room/do", unknown).text
    )
    explained = {**fields, "reason": "Ann and Bob had changed seats"}
    assert words(office.people["Sue"].post("/jackpots/room/do", explained).text) == ""
    bad_beat = office.funds[BEATS].bad_beat
    assert bad_beat is not None and bad_beat.loser == "Bob t1"
    assert "Reason: Ann and Bob had changed seats" in office.page("Sue")
    assert "changed seats" not in office.page("Ann t1")


def test_s16__a_high_hand_from_the_offer_to_the_cage(office: Office):
    office.offer("high_hand", HIGHS)
    office.do("Flora", "start_qualifying_period", HIGHS)
    assert not office.find("Flora", "end_qualifying_period", HIGHS)
    office.room.play("t1")
    office.room.until(f"box {HIGHS} t1", 100)
    office.do("Dee", "call_high_hand", HIGHS, seat="2")
    # The slip names who has the seat by the table's record, and nobody else without a reason.
    [slip] = office.find("Flora", "record_high_hand", HIGHS)
    assert slip["fields"]["slip.player"] == ["Bob t1"]
    assert set(slip["unfilled"]) == {"slip.phone", "slip.dealer_credential", "slip.credential", "identified"}
    other = office.right(slip) | {"slip__player": "Ann t1"}
    refused = office.send("Flora", slip, **other)
    assert "Bob t1 sat in seat 2 of table t1, and the slip names Ann t1" in refused
    assert "637a.16(f)(1)" in refused
    assert not office.funds[HIGHS].leaders
    office.do("Flora", "record_high_hand", HIGHS)
    assert [one.player for one in office.funds[HIGHS].leaders] == ["Bob t1"]
    office.clock.advance(3_700)
    # The period is over: no hand is called any more, though nobody has ended it.
    assert not office.find("Dee", "call_high_hand", HIGHS)
    office.do("Flora", "end_qualifying_period", HIGHS)
    assert (
        "Pots at t1 contribute to a High Hand Jackpot payout that collects nothing there now. Stop that at the table."
        in office.page("Flora")
    )
    office.count_at_cage(HIGHS)
    office.do("Flora", "announce_high_hand_payout", HIGHS)
    [pay] = office.find("Cass", "pay_high_hand", HIGHS)
    assert (pay["says"], pay["unfilled"]) == ("Pay Bob t1", {"identified": ["yes"]})
    office.do("Cass", "pay_high_hand", HIGHS)
    assert office.balances["player Bob t1"] == 100
    office.verify()


def test_s16_f_1__a_slip_differs_from_the_record_with_a_reason_on_the_record(office: Office):
    office.offer("high_hand", HIGHS)
    office.do("Flora", "start_qualifying_period", HIGHS)
    office.room.play("t1")
    office.room.until(f"box {HIGHS} t1", 100)
    office.do("Dee", "call_high_hand", HIGHS, seat="2")
    [slip] = office.find("Flora", "record_high_hand", HIGHS)
    entered = office.right(slip) | {"slip__player": "Ann t1", "reason": "Ann played for Bob"}
    office.press("Flora", "record_high_hand", HIGHS, **entered)
    assert [one.player for one in office.funds[HIGHS].leaders] == ["Ann t1"]
    assert "Reason: Ann played for Bob" in office.page("Flora")
    assert "Ann played for Bob" not in office.page("Ann t1")


def test_s16_f__a_hand_called_by_hand_is_held_against_the_record(office: Office):
    office.offer("high_hand", HIGHS)
    office.do("Flora", "start_qualifying_period", HIGHS)
    office.room.play("t1")
    office.room.until(f"box {HIGHS} t1", 100)
    [by_hand] = [form for form in office.find("Dee", "call_high_hand", HIGHS) if form["unfilled"]]
    call = {"table": "t1", "hand": "Ac Ad Ah As Ts", "players": "3"}
    assert "Nobody sits in seat 7 of table t1" in office.send("Dee", by_hand, **call, seat="7")
    # The record does not show this hand: the dealer may call the floor to it, and the floor says how it was verified.
    assert office.send("Dee", by_hand, **call, seat="1") == ""
    [slip] = office.find("Flora", "record_high_hand", HIGHS)
    assert slip["fields"]["slip.player"] == ["Ann t1"]
    assert "reason" in slip["unfilled"]
    office.do("Flora", "reject_high_hand", HIGHS)
    # This one it shows, whichever five of its cards the dealer names.
    assert office.send("Dee", by_hand, table="t1", hand="Ks Kh Kd Kc Ts", players="3", seat="2") == ""
    [slip] = office.find("Flora", "record_high_hand", HIGHS)
    assert (slip["fields"]["slip.player"], "reason" in slip["unfilled"]) == (["Bob t1"], False)


def test_s16_i__what_nobody_collects_is_distributed(office: Office):
    office.offer("high_hand", HIGHS)
    office.do("Flora", "start_qualifying_period", HIGHS)
    office.room.play("t1")
    office.room.until(f"box {HIGHS} t1", 100)
    office.do("Dee", "call_high_hand", HIGHS, seat="2")
    office.do("Flora", "record_high_hand", HIGHS)
    office.clock.advance(3_700)
    office.do("Flora", "end_qualifying_period", HIGHS)
    office.count_at_cage(HIGHS)
    office.do("Flora", "announce_high_hand_payout", HIGHS)
    assert not office.find("Fin", "distribute_unclaimed", HIGHS)
    office.clock.advance(8 * 86_400)
    office.sign_in()
    # The time to collect is over: the cage is offered nothing that it could not pay.
    assert not office.find("Cass", "pay_high_hand", HIGHS)
    office.do("Fin", "distribute_unclaimed", HIGHS)
    assert office.funds[HIGHS].official == 100
    office.do("Flora", "start_qualifying_period", HIGHS)
    office.verify()


def test_s15_i__a_terminated_fund_says_what_is_left_to_do_until_its_money_is_with_another_fund(office: Office):
    office.offer("bad_beat", BEATS)
    office.room.play("t1")
    office.room.until(f"box {BEATS} t1", 100)
    office.do("Sue", "terminate_contributions")
    for person in ("Fin", "Sue", "Flora"):
        page = office.page(person)
        assert "Contributions are terminated. What it holds must still reach Poker patrons." in page
        assert "Boxes counted floor, security, cage" in page
        assert "Nothing is due." not in page
    assert office.titles("Fin") == []
    office.do("Flora", "notify_of_count")
    office.count_at_cage(BEATS)
    # No other Bad Beat payout could take the money: the page asks for one under a name that is free.
    assert "Offer a Bad Beat payout shift supervisor" in office.page("Fin")
    office.offer("bad_beat", "bad-beat-2")
    office.adjust_display()
    assert "$1 transferred to it, or paid with the next Bad Beat" in office.page("Fin")
    office.do("Fin", "transfer_fund", to="bad-beat-2")
    # There is nothing more to transfer, and nobody is offered to.
    assert not office.find("Fin", "transfer_fund")
    assert "The fund is empty and can be closed." in office.page("Fin")
    office.do("Fin", "close_fund")
    assert office.balances["fund bad-beat-2"] == 100
    assert office.funds[BEATS].closed
    office.adjust_display("bad-beat-2")
    office.verify()


def test_s15_i__a_terminated_fund_may_be_paid_to_the_players_of_a_bad_beat(office: Office):
    office.offer("bad_beat", BEATS)
    office.room.play("t1")
    office.room.until(f"box {BEATS} t1", 100)
    office.do("Sue", "terminate_contributions")
    office.do("Sue", "verify_bad_beat", loser="Ann t1")
    office.do("Sue", "post_pending_notice")
    office.do("Sue", "order_payout", to="finance")
    office.do("Flora", "notify_of_count")
    office.count_at_cage(BEATS)
    office.do("Fin", "prepare_distribution", form="cash")
    office.do("Fin", "pay_bad_beat")
    office.do("Fin", "close_fund")
    assert [office.balances[f"player {name} t1"] for name in ("Ann", "Bob", "Cy")] == [50, 25, 25]
    office.verify()


def test_s15_d_1__a_table_in_a_round_is_not_offered_to_be_closed_for_its_count(office: Office):
    office.offer("bad_beat", BEATS)
    office.room.play("t1", steps=1)
    office.do("Flora", "notify_of_count")
    assert not office.find("Flora", "close_table_for_count", table="t1")
    assert office.find("Flora", "close_table_for_count", table="t2")
    assert "Table t1 can be closed for its count when its round is over" in office.page("Flora")


@pytest.mark.parametrize("seed", range(2))
def test_s15_s16__whatever_is_pressed_nothing_offered_is_refused(office: Office, seed: int):
    """People press what they are offered at random; every form is right as it is offered or says what it lacks."""
    chance = Random(seed)
    office.offer("bad_beat", BEATS)
    office.offer("high_hand", HIGHS)
    office.do("Flora", "start_qualifying_period", HIGHS)
    for table in ("t1", "t2"):
        office.room.play(table)
        office.room.until(f"box {HIGHS} {table}", 100)
    office.play_on("t1")
    office.room.until(f"box {HIGHS} t1", 200)
    for number in range(60):
        person = chance.choice(list(STAFF))
        forms = [
            form
            for form in office.offered(person)
            if not (form["unfilled"] and form["fields"]["command"][0] in BY_HAND)
            and form["fields"]["command"][0] not in ("offer_fund", "terminate_contributions")
        ]
        if not forms:
            office.clock.advance(600)
            continue
        form = chance.choice(forms)
        said = office.send(person, form, **office.right(form))
        assert said == "", (person, form["says"], said)
        if number % 8 == 0:
            office.look_everywhere()
    office.verify()
