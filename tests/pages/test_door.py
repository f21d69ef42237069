"""Coming in: the link of a new account, signing in, and a link that holds no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.pages.browsing import DESK
from tests.pages.test_every_page import BY_COLOR, serious
from tests.web.serving import PASSWORD, Serving, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    """A house on its very first start."""
    with serving(str(tmp_path / "house.db")) as opened:
        yield opened


def test_the_first_link_sets_a_pass_phrase_once_and_says_so_afterwards(browser: Browser, house: Serving):
    link = house.people.first_administrator()
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.goto(f"{house.address}/link/{link}")
    assert page.locator("h1").inner_text() == "Welcome, admin"
    # The form stands beside the felt, as it does where one signs in.
    form, felt = page.locator(".gate__form").bounding_box(), page.locator(".gate__felt").bounding_box()
    assert form is not None and felt is not None
    assert form["width"] < DESK["width"] / 2 and form["x"] >= felt["x"] + felt["width"]
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page, *BY_COLOR) == []
    page.locator("#p").evaluate("field => field.removeAttribute('minlength')")
    page.fill("#p", "short")
    page.keyboard.press("Enter")
    page.locator("#pf[role=alert]").wait_for()
    page.fill("#p", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/lobby")
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{house.address}/link/{link}")
    page.get_by_text("This link has expired or was already used: sign in").wait_for()
    page.get_by_role("link", name="Sign in").click()
    page.fill("#n", "admin")
    page.fill("#p", "wrong password")
    page.keyboard.press("Enter")
    page.get_by_text("Name or password is wrong.").wait_for()
    assert (
        page.locator("#n").input_value() == "admin" and page.get_by_text("Ask an administrator for a new link").count()
    )
    page.fill("#p", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/lobby")
    context.close()
