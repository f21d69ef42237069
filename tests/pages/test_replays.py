"""A round again in a real browser: buttons, keys, slider and play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.store.audit import rounds
from tests.pages.browsing import PHONE, Visit
from tests.pages.played import people, play
from tests.web.serving import Serving, serving


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(str(Path(tmp_path_factory.mktemp("replays")) / "house.db")) as house:
        people(house)
        for game in ("heads-up-holdem", "stud-high"):
            play(house, game).rounds(1)
        yield house


def is_at(page: Page, step: int) -> None:
    expect(page.locator("#now")).to_contain_text(f"Step {step} of")
    expect(page.locator("[data-go-to]")).to_have_value(str(step))
    expect(page.locator(".steps [aria-current=step] [data-at]")).to_have_attribute("data-at", str(step))


def test_a_round_is_gone_through_by_buttons_keys_and_slider(browser: Browser, played: Serving):
    one = Visit(browser, played, "Ada")
    page = one.goes("/tables/heads-up-holdem/rounds/1?step=20")
    last = len(next(rounds(played.record, "table/heads-up-holdem")).events)
    is_at(page, 20)
    page.get_by_label("On one step").click()
    is_at(page, 21)
    page.get_by_label("Back one step").click()
    is_at(page, 20)
    page.keyboard.press("j")
    is_at(page, 21)
    page.keyboard.press("ArrowLeft")
    is_at(page, 20)
    page.keyboard.press("End")
    is_at(page, last)
    page.keyboard.press("Home")
    is_at(page, 1)
    page.locator("[data-go-to]").fill("30")
    is_at(page, 30)
    page.locator(".steps [data-at='12']").click()
    is_at(page, 12)
    assert page.url.endswith("step=12")
    page.get_by_role("link", name="Your turns").click()
    is_at(page, 21)
    assert page.locator(".fit .felt").bounding_box() is not None
    one.closes()
    assert not one.errors
    assert all(address.startswith(played.address) for address in one.asked)


def test_a_round_is_played_from_the_beginning_and_stopped(browser: Browser, played: Serving):
    one = Visit(browser, played, "Ada")
    one.page.clock.install()
    page = one.goes("/tables/stud-high/rounds/1")
    page.clock.pause_at(page.evaluate("Date.now() + 60_000"))
    page.get_by_role("button", name="Play").click()
    is_at(page, 1)
    for step in (2, 3):
        page.clock.run_for(1_100)
        is_at(page, step)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    one.closes()
    assert not one.errors


IN_SIGHT = """() => {
  const felt = document.querySelector("#screen .felt"), way = document.querySelector(".transport");
  scrollBy(0, felt.getBoundingClientRect().top - 60);
  return [felt.getBoundingClientRect().top, way.getBoundingClientRect().bottom];
}"""


@pytest.mark.parametrize("person", ["Ada", "Sol"])
def test_a_round_fits_on_a_phone(browser: Browser, played: Serving, person):
    one = Visit(browser, played, person, viewport=PHONE)
    for table in ("heads-up-holdem", "stud-high"):
        page = one.goes(f"/surveillance/{table}/1?eyes=all" if person == "Sol" else f"/tables/{table}/rounds/1")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        before = page.locator("#now").inner_text()
        page.get_by_label("Back one step").click()
        # The step that is asked for takes the place of the other when it comes.
        expect(page.locator("#now")).not_to_have_text(before, use_inner_text=True)
        # With the top of the felt in sight the way through the round is at hand as well.
        felt, way = page.evaluate(IN_SIGHT)
        assert felt >= 0 and way <= PHONE["height"] + 1
    one.closes()
    assert not one.errors


def test_the_chain_is_verified_in_the_page(browser: Browser, played: Serving):
    one = Visit(browser, played, "Sol")
    page = one.goes("/surveillance/heads-up-holdem/1")
    page.get_by_role("button", name="Verify heads-up-holdem").click()
    expect(page.locator("#verified")).to_contain_text("Unchanged")
    page.get_by_label("Seen paid: seat 1, Ante").fill("-1")
    page.get_by_role("button", name="Compare what was seen").click()
    expect(page.locator(".dt--pay .diff")).to_have_count(1)
    one.closes()
    assert not one.errors
