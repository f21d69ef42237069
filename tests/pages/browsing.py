"""People with browsers: real pages in the system's Chromium, each person in a browser context of their own.

The tables' time stands still. `Visit.until` lets them go on, one step of the dealer or of a computer player at a time, and looks
only when the page shows all that has happened; a person's time runs out only where a test says so (`Serving.advance`).
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.kit.waiting import PATIENCE
from tests.web.serving import Serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
FOLLOWED = """
window.followed = { messages: 0, requests: 0 };
document.addEventListener("htmx:ws:after:connection", () => { followed.messages = 0; });
document.addEventListener("htmx:ws:after:message:incoming", () => { followed.messages += 1; });
document.addEventListener("htmx:before:request", () => { followed.requests += 1; });
document.addEventListener("htmx:finally:request", () => { followed.requests -= 1; });
"""
"""Run before a page's own scripts: counts the messages that the page shows, and its requests that are not answered."""
NEXT_SEAT = 1_100
"""The milliseconds after which a settlement goes on to the next seat by itself."""
STEPWISE = f"""
const later = window.setTimeout;
window.setTimeout = (act, delay, ...rest) => delay === {NEXT_SEAT} ? 0 : later(act, delay, ...rest);
"""
"""Run before a page's own scripts: a settlement goes on to the next seat only when a key is pressed."""


class Visit:
    """A person's browser at a house. What its pages log as errors, and every address it asked for, is kept."""

    def __init__(self, browser: Browser, house: Serving, person: str, **options: Any) -> None:
        self.house, self.person = house, person
        self.context = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options})
        token = house.people.token(person)
        self.context.add_cookies([{"name": "houseway", "value": token, "url": house.address, "httpOnly": True}])
        self.context.add_init_script(FOLLOWED)
        self.errors: list[str] = []
        self.asked: list[str] = []
        self.held_back = 0
        """So many requests of the page the test itself holds back."""
        self.page = self.opens()

    def opens(self) -> Page:
        """One more page of the same browser."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE * 1_000)
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        return page

    def run_first(self, script: str) -> None:
        """Run a script before those of every page that is opened from now on."""
        self.page.add_init_script(script)

    def goes(self, path: str) -> Page:
        """Open a page of the house."""
        self.page.goto(self.house.address + path)
        return self.page

    def sits(self, table: str, seat: int, dollars: int = 500) -> Page:
        """Take a seat with chips, as a person does."""
        page = self.goes(f"/tables/{table}?sit={seat}")
        page.fill("#amt", str(dollars))
        page.get_by_role("button", name="Sit down").click()
        page.locator(".seat.is-me").wait_for()
        return page

    def opens_table(self, game: str) -> None:
        """Open a table of a game from the lobby, as anybody may in a demo house."""
        self.goes("/lobby").locator(f"form[action='/open/{game}'] button").click()
        self.page.wait_for_url(f"**/tables/{game}")

    @property
    def _table(self) -> str:
        """The table whose live page is open, if one is: the player's, the dealer's or the floor's."""
        found = re.fullmatch(r"/(?:tables|dealer|floor)/([\w-]+)(?:/plain)?", urlsplit(self.page.url).path)
        return found[1] if found is not None else ""

    def _shows_all(self) -> bool:
        """Whether the page has nothing under way and shows all that was sent to it."""
        try:
            shown = self.page.evaluate("window.followed")
        except PlaywrightError:
            # It is loading another page.
            return False
        if shown is None or shown["requests"] != self.held_back:
            return False
        if not self._table:
            return True
        watching = self.house.server.hub(self._table).watching
        own = [one for one in list(watching) if one.viewer.person == self.person]
        if len(own) != 1:
            return len(own) > 1 and all(one.is_up_to_date for one in own)
        return own[0].is_up_to_date and shown["messages"] == own[0].sent

    def settle(self) -> None:
        """Wait until no table does anything by itself and the page shows all that has happened."""
        end = time.monotonic() + PATIENCE
        while True:
            self.house.rest()
            if self._shows_all():
                return
            assert time.monotonic() < end, f"the page does not come to rest: {self.page.url}"
            self.page.wait_for_timeout(5)

    def until(self, what: Callable[[], Any]) -> Any:
        """Wait for something to come true while tables go on by themselves; no person's time runs out."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.settle()
            before = self.house.versions
            found = what()
            if found:
                return found
            self.settle()
            if self.house.versions == before and not self.house.go_on():
                self.page.wait_for_timeout(20)
        raise AssertionError(f"it did not come about: {self.page.locator('#actions').inner_text()!r}")

    def closes(self) -> None:
        self.context.close()


def launched() -> Any:
    """The system's browser, or a skip that says what is missing."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: .ci/run installs Debian's package chromium")
    playwright = sync_playwright().start()
    return playwright, playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
