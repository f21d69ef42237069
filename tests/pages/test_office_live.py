"""The office in a real browser: live boards, a form that is checked as one types, and no page that scrolls sideways."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from houseway.chapters.c637a_poker.jackpots.state import box_account
from tests.pages.browsing import PHONE, Visit
from tests.web.serving import Serving

Come = Callable[..., Visit]


def test_a_board_follows_what_others_do_and_keeps_what_is_being_typed(visit: Come):
    first, shay = visit("Shay"), visit("Shay")
    board = first.goes("/jackpots")
    board.get_by_role("heading", name="Your steps").wait_for()
    fund = board.locator("form[id*=offer_fund-kind-high_hand]")
    fund.locator("summary").click()
    fund.locator("[name=fund]").fill("second-high")
    shay.goes("/jackpots").get_by_role("button", name="Tell compliance of the count").click()
    told = board.locator("#told").get_by_text("Compliance was told of the count")
    told.wait_for()
    # What was open stays open with what was typed, and the new step is there without a reload.
    assert fund.locator("details").get_attribute("open") is not None
    assert fund.locator("[name=fund]").input_value() == "second-high"
    board.get_by_role("button", name="Close holdem for its count").first.wait_for()


def test_a_submission_is_checked_as_one_types_and_mended_by_a_click(visit: Come):
    guest = visit("Guest")
    page = guest.goes("/submissions/new?game=heads-up-holdem")
    page.locator("#checked .tag", has_text=re.compile("^Lawful")).wait_for()
    page.fill("[name=payout_limit]", "25000")
    page.locator("#checked .tag", has_text="Unlawful").wait_for()
    beside = page.locator("[data-field=payout_limit].has-fault [data-fault]")
    beside.wait_for()
    assert page.get_attribute("[name=payout_limit]", "aria-invalid") == "true"
    page.get_by_role("button", name="Set $50,000").click()
    page.locator("#checked .tag", has_text=re.compile("^Lawful")).wait_for()
    assert page.input_value("[name=payout_limit]") == "50000"
    file = {"name": "mine.toml", "mimeType": "text/plain", "buffer": b'game = "five-card-hi-lo"\n'}
    page.set_input_files("#file", files=[file])
    page.get_by_role("heading", name="Rules Submission: Five Card Hi-Lo").wait_for()
    page.fill("[name=table]", "hi-lo-mine")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/hi-lo-mine")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_page_of_the_office_scrolls_sideways_on_a_phone_or_asks_elsewhere(visit: Come, theme: str):
    shay = visit("Shay", viewport=PHONE, color_scheme=theme)
    for path in ("/how", "/jackpots", "/jackpots/sign", "/submissions", "/submissions/new?game=pai-gow", "/lab"):
        page = shay.goes(path)
        page.locator("h1").wait_for()
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, path
    assert all(url.startswith((shay.house.address, "data:")) for url in shay.asked)


def test_637a_15_d_1__a_box_is_counted_in_four_browsers_with_two_signatures(visit: Come, house: Serving):
    shay, sol, flynn, dana, guest = (visit(name) for name in ("Shay", "Sol", "Flynn", "Dana", "Guest"))
    room = house.server.room("poker-room")

    def box() -> int:
        # Nobody is shown what a box should hold before it is counted, so the test reads the record itself.
        return int(room.live.state.balance(box_account("bad-beat", "holdem")))

    # While somebody looks on the table is played, and its pots feed the fund.
    guest.goes("/tables/holdem")
    guest.until(box)
    guest.page.goto("about:blank")
    # Nobody looks on any more: the round under way is played to its end, and no other begins.
    guest.until(lambda: not house.server.dealing["holdem"].in_round())

    def step(who: Visit, command: str) -> Locator:
        return who.page.locator(f"form[id*=bad-beat-{command}]").first

    def press(who: Visit, command: str) -> None:
        one = step(who, command)
        one.wait_for(state="attached")
        if one.locator("details:not([open])").count():
            one.locator("summary").click()
        one.locator("button").click()

    for who in (shay, sol, flynn, dana):
        who.goes("/jackpots")
    shay.page.get_by_role("button", name="Tell compliance of the count").first.click()
    press(flynn, "close_table_for_count")
    press(sol, "record_count")
    press(flynn, "attend_count")
    counting = step(dana, "count_box")
    counting.wait_for(state="attached")
    if counting.locator("details:not([open])").count():
        counting.locator("summary").click()
    counting.locator("[name=witness]").select_option("Flynn")
    counting.locator("[name=cents]").fill(f"{box() / 100:.2f}")
    counting.locator("button").click()
    dana.page.get_by_role("button", name="Sign as Dana").click()
    assert dana.page.get_by_role("button", name="Sign as Flynn").count() == 0
    # A box that is being counted makes no phone scroll sideways.
    flynn.page.set_viewport_size(PHONE)
    flynn.page.get_by_role("button", name="Sign as Flynn").wait_for()
    assert flynn.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    flynn.page.get_by_role("button", name="Sign as Flynn").click()
    flynn.page.get_by_role("button", name="Lock the contents of holdem").first.wait_for()
    shay.page.locator(".sig .is-signed").nth(1).wait_for()
