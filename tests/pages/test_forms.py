"""The forms of the staff's consoles: each has every field its command needs, and is taken as it is offered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from houseway.engine.banked import events as ev
from tests.kit.forms import forms_in
from tests.kit.record_views import recorded_events
from tests.kit.tables import last
from tests.pages.browsing import Visit
from tests.pages.test_consoles import next_head, play_on, staffed
from tests.pages.test_office import Browser, words
from tests.walk.page_forms import Page
from tests.web.serving import Serving, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path}/house.db") as opened:
        yield opened


def offered(page: str, title: str) -> list[dict[str, str]]:
    """The fields of the offered forms whose button says this, each with its default value."""
    return [
        {name: values[0] for name, values in form["fields"].items()}
        for form in forms_in(page, "next")
        if form["says"].startswith(title)
    ]


def press(dealer: Browser, title: str, **fields: str) -> None:
    """Press the first button that says this, with its default fields and others filled in."""
    [form, *_] = offered(dealer.page("/dealer/t1"), title)
    assert not words(dealer.post("/dealer/t1/do", form | fields).text)


def wagers_for(house: Serving, number: int) -> bool:
    """Return whether so many rounds are over and the next one is bet on."""
    seen = house.look_at("t1")
    return bool(seen.number == number and seen.status == "wagering")


def play_first_round(house: Serving, dealer: Browser, floor: Browser) -> None:
    play_on(house, dealer, floor, lambda _: wagers_for(house, 1))


def test_645a_12_c_a_staffed_table_goes_on_to_its_second_round_when_every_player_passes_the_bank(house: Serving):
    dealer, floor, _players = staffed(house, "pai-gow")
    play_first_round(house, dealer, floor)
    play_on(house, dealer, floor, lambda head: head == "Offer the bank to Seat 3")
    press(dealer, "Offer the bank to Seat 3")
    play_on(house, dealer, floor, lambda head: head == "Offer the bank to Seat 2")
    press(dealer, "Pass the bank")
    press(dealer, "Offer the bank to Seat 2")
    play_on(house, dealer, floor, lambda _: wagers_for(house, 2))


def test_645a_12_g_a_players_bank_is_played_at_a_staffed_table(house: Serving):
    dealer, floor, _players = staffed(house, "pai-gow")
    play_first_round(house, dealer, floor)
    play_on(house, dealer, floor, lambda head: head == "Offer the bank to Seat 3")
    press(dealer, "Offer the bank to Seat 3")
    press(dealer, "Take the bank", dealer_wager="20")
    page = play_on(house, dealer, floor, lambda head: "against the bank" in head)
    assert next_head(page) == "Wager $20 against the bank"
    press(dealer, "Wager $20 against the bank")
    assert any(
        isinstance(event, ev.DealerWagerPlaced) and event.cents == 20_00
        for event in recorded_events(house.record, "table/t1")
    )
    play_on(house, dealer, floor, lambda _: wagers_for(house, 2))
    assert last(recorded_events(house.record, "table/t1"), ev.BankAccepted).seat == 3


def test_645a_12_e_a_player_takes_the_bank_with_the_dealer_as_co_bank(house: Serving):
    dealer, floor, _players = staffed(house, "pai-gow", banking={"co_banking": True})
    play_first_round(house, dealer, floor)
    play_on(house, dealer, floor, lambda head: head == "Offer the bank to Seat 3")
    press(dealer, "Offer the bank to Seat 3")
    press(dealer, "Take the bank, with the dealer as co-bank")
    play_on(house, dealer, floor, lambda _: wagers_for(house, 2))
    assert last(recorded_events(house.record, "table/t1"), ev.BankAccepted).seat == 3


def required_in(page: str, title: str) -> list[str]:
    """The fields that the first form with this title says must be filled, as often as they stand in it."""
    form = page[page.index(f"<summary>{title}</summary>") :].partition("</form>")[0]
    tags = re.findall(r"<(?:input|select)[^>]*required[^>]*>", form)
    return re.findall(r' name="([^"]+)"', "".join(tags))


def test_637a_8_k_a_higher_minimum_asks_for_the_word_of_every_player(house: Serving):
    dealer, _floor, _players = staffed(house, "holdem", minimum_increase=1000)
    page = dealer.page("/dealer/t1")
    assert required_in(page, "Agree on a higher minimum") == ["cents", "seats", "seats"]
    [form] = [form for form in forms_in(page, "aside") if form["fields"].get("command") == ["agree_minimum"]]
    fields = {name: values[0] for name, values in form["fields"].items()}
    assert not words(dealer.post("/dealer/t1/do", fields | {"seats": ["2", "3"]}).text)


def test_637a_18_h_a_card_of_a_deal_goes_wrong_where_it_is_chosen(house: Serving):
    dealer, floor, _players = staffed(house, "holdem")
    page = play_on(house, dealer, floor, lambda head: head == "Deal hole cards")
    # Whom a card can wrongly go to: nobody who is in the round.
    assert required_in(page, "A card is dealt to a player who is not eligible") == ["after", "mishap_seat"]
    forms = {form["fields"]["mishap"][0]: form for form in forms_in(page, "next") if "mishap" in form["fields"]}
    assert set(forms) == {"dealt_to_ineligible", "face_up_card", "card_exposed", "card_off_table"}
    fields = {name: values[0] for name, values in forms["dealt_to_ineligible"]["fields"].items()}
    assert 'value="1">Seat 1</option>' in page
    assert not words(dealer.post("/dealer/t1/do", fields | {"after": "1", "mishap_seat": "1"}).text)
    # On the flop no card goes to a player face down.
    page = play_on(house, dealer, floor, lambda head: head == "Deal the flop")
    causes = {form["fields"]["mishap"][0] for form in forms_in(page, "next") if "mishap" in form["fields"]}
    assert causes == {"dealt_to_ineligible", "face_up_card", "card_off_table"}


def test_677a_7_the_first_wagers_must_be_filled_in_and_later_ones_have_forms_of_their_own(house: Serving):
    dealer, floor, _players = staffed(house, "heads-up-holdem")
    page = play_on(house, dealer, floor, lambda head: head == "Wait for wagers")
    [form, _] = [form for form in forms_in(page, "next") if form["says"] == "Place the wagers"]
    assert [name for name, _ in form["asks"]] == ["wagers:ante", "wagers:odds"]
    assert "Choose at least one bet first." in words(dealer.post("/dealer/t1/do", form["fields"]).text)
    placed = form["fields"] | {"wagers:ante": "25", "wagers:odds": "25"}
    assert not words(dealer.post("/dealer/t1/do", placed).text)
    later = [form for form in forms_in(dealer.page("/dealer/t1"), "next") if form["fields"].get("seat") == ["2"]]
    asked = {form["says"]: [name for name, _ in form["asks"]] for form in later}
    assert asked["Place the Ante and Odds"] == ["wagers:ante", "wagers:odds"]
    assert asked["Place the Trips Plus"] == ["wagers:trips_plus"]


def start_forms(page: str) -> list[dict[str, list[str]]]:
    """The fields of the forms that start a round, with the marks they come with."""
    return [form["fields"] for form in forms_in(page, "next") if form["fields"].get("command") == ["start_round"]]


def dealt_in(house: Serving) -> tuple[int, ...]:
    order: tuple[int, ...] = house.look_at("t1").order
    return order


def test_a_staffed_table_goes_on_for_players_who_have_no_page_open(house: Serving):
    dealer, _floor, _players = staffed(house, "holdem")
    # Long after anybody without a page would sit out at a table without a dealer.
    house.advance(3_600)
    [by_system, by_hand] = start_forms(dealer.page("/dealer/t1"))
    assert "absent" not in by_system and "absent" not in by_hand
    assert not words(dealer.post("/dealer/t1/do", by_system).text)
    assert sorted(dealt_in(house)) == [2, 3]


def test_who_is_dealt_in_at_a_staffed_table_is_for_the_dealer_to_say(house: Serving):
    dealer, _floor, _players = staffed(house, "holdem")
    cy = house.account("Cy")
    assert cy.says("t1", "take_seat", 4, cents=100_000).status_code == 200
    assert not words(Browser(house, "Ann").post("/tables/t1/sit-out", {}).text)
    page = dealer.page("/dealer/t1")
    [by_system, _by_hand] = start_forms(page)
    # Who sits out is marked already. The dealer sees that Bob is gone and Ann is back.
    assert by_system["absent"] == ["2"] and "Who is not dealt in: seat 2" in words(page)
    assert "can be dealt in" not in words(page)
    assert len([form for form in Page(page).forms if form.command == "start_round"]) == 2
    assert not words(dealer.post("/dealer/t1/do", by_system | {"absent": ["3"]}).text)
    assert sorted(dealt_in(house)) == [2, 4]


def test_a_dealer_is_told_when_too_few_can_be_dealt_in_and_what_to_do(house: Serving):
    dealer, _floor, _players = staffed(house, "holdem")
    ann, bob = Browser(house, "Ann"), Browser(house, "Bob")
    assert not words(ann.post("/tables/t1/sit-out", {}).text)
    advice = "Clear the mark of each player who is back."
    assert f"Only Seat 3 can be dealt in: seat 2 is sitting out. {advice}" in words(dealer.page("/dealer/t1"))
    assert not words(bob.post("/tables/t1/sit-out", {}).text)
    page = dealer.page("/dealer/t1")
    assert f"Nobody can be dealt in: seats 2 and 3 are sitting out. {advice}" in words(page)
    # The script of the page lets the buttons work again when enough marks are cleared.
    assert [form.buttons for form in Page(page).forms if form.command == "start_round"] == []
    [by_system, _by_hand] = start_forms(page)
    refused = words(dealer.post("/dealer/t1/do", by_system).text)
    assert "Nobody can be dealt in: seats 2 and 3 are sitting out." in refused and "at least two players" in refused
    assert not words(dealer.post("/dealer/t1/do", by_system | {"absent": []}).text)
    assert sorted(dealt_in(house)) == [2, 3]


def test_a_round_can_be_started_as_soon_as_the_marks_leave_two_players(house: Serving, browser: Chromium):
    dealer, _floor, _players = staffed(house, "holdem")
    assert not words(Browser(house, "Ann").post("/tables/t1/sit-out", {}).text)
    visit = Visit(browser, house, dealer.person)
    page = visit.goes("/dealer/t1")
    visit.settle()
    start = page.get_by_role("button", name="System shuffle")
    expect(start).to_be_disabled()
    expect(page.locator("#next")).to_contain_text("Only Seat 3 can be dealt in: seat 2 is sitting out.")
    page.get_by_label("Seat 2 is not dealt in").first.uncheck()
    expect(start).to_be_enabled()
    page.get_by_label("Seat 3 is not dealt in").first.check()
    expect(start).to_be_disabled()
    page.get_by_label("Seat 3 is not dealt in").first.uncheck()
    start.click()
    visit.until(lambda: sorted(dealt_in(house)) == [2, 3])
    visit.closes()


def test_645a_4_a_second_joker_that_came_must_be_torn_before_the_inspection_is_verified(house: Serving):
    dealer, floor, _players = staffed(house, "pai-gow")
    press(dealer, "Receive the decks", two_jokers="yes")
    press(dealer, "Inspect the cards")
    page = floor.page("/floor/t1")
    [form] = [form for form in forms_in(page, "due") if form["fields"].get("command") == ["verify_inspection"]]
    assert "The second joker was torn in half (required)" in words(page)
    assert not words(floor.post("/floor/t1/do", form["fields"] | {"joker_torn": "yes"}).text)


def test_stakes_that_were_covered_are_not_counted_again(house: Serving):
    _dealer, floor, _players = staffed(house, "holdem")
    for covered, asked in (({"covered": "yes"}, []), ({}, ["cents"])):
        page = floor.page("/floor/t1")
        [leave, _] = [form for form in forms_in(page, "due") if form["fields"].get("command") == ["secure_stakes"]]
        assert not words(floor.post("/floor/t1/do", leave["fields"] | covered).text)
        page = floor.page("/floor/t1")
        [back] = [form for form in forms_in(page, "due") if form["fields"].get("command") == ["return_to_table"]]
        assert [name for name, _ in back["asks"]] == asked
        assert not words(floor.post("/floor/t1/do", back["fields"] | {"cents": "1000"}).text)


def test_637a_7_b_a_table_without_two_players_waits_for_players(house: Serving):
    dealer, _floor, players = staffed(house, "holdem")
    for seat, player in enumerate(players, 2):
        assert player.says("t1", "leave_seat", seat).status_code == 200
    page = dealer.page("/dealer/t1")
    assert next_head(page) == "Waiting for players"


def test_677a_7_a_bets_in_words_say_which_must_be_filled_in(house: Serving):
    dealer, floor, _players = staffed(house, "heads-up-holdem")
    play_on(house, dealer, floor, lambda head: head == "Wait for wagers")
    ann = Browser(house, "Ann")
    [form] = [form for form in forms_in(ann.page("/tables/t1/plain")) if form["says"] == "Place these bets"]
    assert [name for name, _ in form["asks"]] == ["wagers:ante", "wagers:odds"]
    placed = form["fields"] | {"wagers:ante": "25", "wagers:odds": "25"}
    assert ann.post("/tables/t1/do", placed, live=False).status_code == 303
    later = [form for form in forms_in(ann.page("/tables/t1/plain")) if form["says"] == "Place this bet"]
    assert ["wagers:trips_plus"] in [[name for name, _ in form["asks"]] for form in later]
    assert all(len(form["asks"]) == 1 for form in later)


def test_637a_8_b_2_chips_that_are_taken_off_the_table_have_their_limits(house: Serving):
    staffed(house, "holdem")
    page = Browser(house, "Ann").page("/tables/t1")
    [form] = [form for form in forms_in(page) if form["fields"].get("command") == ["remove_stakes"]]
    assert form["asks"] == [("cents", "0.01")] and 'max="1000"' in page
