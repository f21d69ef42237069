"""Players who are out of chips: the bar says so and offers more chips or a way out, also on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.pages.browsing import Visit
from tests.pages.test_office import Browser, words
from tests.pages.test_presses import VIEWPORTS, recorded, sits_alone
from tests.pages.test_tables import MAIN, takes_presses

Come = Callable[..., Visit]


@VIEWPORTS
@pytest.mark.parametrize("game", MAIN)
def test_a_player_without_chips_buys_more_from_the_bar_and_keeps_the_seat(
    visit: Come, game: str, viewport: dict[str, int]
):
    one = visit(viewport=viewport)
    page = sits_alone(one, game, dollars=0)
    ask, buy = page.locator("#actions .actions__ask"), page.locator("#actions .act--primary")
    expect(ask.locator("b")).to_have_text("You're out of chips")
    expect(page.locator("#actions").get_by_role("button", name="Leave")).to_be_in_viewport()
    expect(buy).to_be_in_viewport()
    page.locator("[data-typed]").fill("300")
    takes_presses(page)
    buy.click()
    one.until(lambda: page.locator("#actions[data-kind=bets]").count())
    assert one.house.look_at("alone").seats == {2: "Guest"}
    assert brought(one, "seat_taken") == [0] and brought(one, "stakes_brought") == [30_000]
    assert not recorded(one, "seat_left")


@VIEWPORTS
def test_a_player_without_chips_leaves_from_the_bar(visit: Come, viewport: dict[str, int]):
    one = visit(viewport=viewport)
    page = sits_alone(one, "five-card-hi-lo", dollars=0)
    takes_presses(page)
    page.locator("#actions").get_by_role("button", name="Leave").click()
    one.until(lambda: not one.house.look_at("alone").seats)
    one.until(lambda: page.locator("#actions[data-kind=watch]").count())


def brought(visit: Visit, tag: str) -> list[int]:
    """The cents that each event of a kind brought to the table."""
    return [sum(cents for *_, cents in event.postings) for event in recorded(visit, tag)]


def test_chips_that_are_left_are_kept_where_more_are_bought(visit: Come):
    one = visit()
    sits_alone(one, "heads-up-holdem", dollars=20)
    guest = Browser(one.house, "Guest")
    for _ in range(2):
        fields = {"command": "add_stakes", "seat": "2", "cents": "100", "key": "pressed twice"}
        answer = guest.post("/tables/alone/do", fields)
        assert answer.status_code == 200 and not words(answer.text)
    assert brought(one, "seat_taken") == [2_000] and brought(one, "stakes_brought") == [10_000]
    assert not recorded(one, "seat_left")


@pytest.mark.parametrize(("left", "offered"), [(300, 250), (60, 60)])
def test_no_more_chips_are_offered_than_the_player_can_pay_for(visit: Come, left: int, offered: int):
    one = visit()
    one.house.server.cage.post_allowance(left * 100)
    page = sits_alone(one, "five-card-hi-lo", dollars=0)
    expect(page.locator("[data-typed]")).to_have_value(str(offered))
    takes_presses(page)
    page.locator("#actions .act--primary").click()
    one.until(lambda: recorded(one, "stakes_brought"))
    assert brought(one, "stakes_brought") == [offered * 100]


def test_a_player_who_can_buy_no_chips_is_told_to_ask_for_a_deposit(visit: Come):
    one = visit()
    one.house.server.cage.post_allowance(0)
    page = sits_alone(one, "five-card-hi-lo", dollars=0)
    bar = page.locator("#actions")
    expect(bar).to_contain_text("Ask the cashier for a deposit, or leave.")
    expect(bar.locator(".act--primary")).to_have_count(0)
    expect(bar.get_by_role("button", name="Leave")).to_be_in_viewport()
    cashier = Browser(one.house, "Cass")
    assert cashier.post("/cage/deposit", {"person": "Guest", "amount": "80", "key": "paid in"}).status_code == 303
    one.until(lambda: bar.locator(".act--primary").count())
    expect(page.locator("[data-typed]")).to_have_value("80")


def test_a_player_of_poker_without_chips_adds_stakes_from_the_bar(visit: Come):
    one = visit()
    page = sits_alone(one, "holdem", dollars=0)
    expect(page.locator("#actions .actions__ask b")).to_have_text("You're out of chips")
    takes_presses(page)
    page.locator("#actions .act--primary").click()
    one.until(lambda: recorded(one, "stakes_brought"))
    expect(page.locator("#actions .actions__ask b")).to_have_text("Waiting for players")


@pytest.mark.parametrize("game", ["five-card-hi-lo", "holdem"])
def test_the_table_in_words_sells_chips_too(visit: Come, game: str):
    one = visit()
    sits_alone(one, game, dollars=0)
    page = one.goes("/tables/alone/plain")
    page.get_by_role("button", name="Buy chips").click()
    expect(page.get_by_role("heading", name="You're out of chips")).to_have_count(0)
    expect(page.locator("tr.is-on")).to_contain_text("$500")
