"""People with browsers: real pages in the system's Chromium, each person in a browser context of their own."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

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


class Visit:
    """A person's browser at a house. What its pages log as errors, and every address it asked for, is kept."""

    def __init__(self, browser: Browser, house: Serving, person: str, **options: Any) -> None:
        self.house, self.person = house, person
        self.context = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options})
        token = house.people.token(person)
        self.context.add_cookies([{"name": "houseway", "value": token, "url": house.address, "httpOnly": True}])
        self.errors: list[str] = []
        self.asked: list[str] = []
        self.page = self.opens()

    def opens(self) -> Page:
        """One more page of the same browser."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE * 1_000)
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        return page

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

    def until(self, what: Callable[[], Any]) -> Any:
        """Wait for something to come true; the page lives on meanwhile."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = what()
            if found:
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError(f"it did not come about: {self.page.locator('#actions').inner_text()!r}")

    def closes(self) -> None:
        self.context.close()


def launched() -> Any:
    """The system's browser, or a skip that says what is missing."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: .ci/run installs Debian's package chromium")
    playwright = sync_playwright().start()
    return playwright, playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
