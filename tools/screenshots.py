"""Screenshots of every page, dark and light, desk and phone, into build/shots: ``make shots``. Needs Debian's chromium.

Those that the documents show are replaced where they are, in docs/pages; to show another one, move it there.

``python -m tools.screenshots floor lab`` makes only the pages whose names begin so.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import uvicorn
from playwright.sync_api import Page, sync_playwright

from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.web.accounts import People
from houseway.web.app import create_app
from tools import staged

ROOT = Path(__file__).parent.parent
OUT = Path(os.environ.get("HOUSEWAY_SHOTS") or ROOT / "build" / "shots")
SHOWN = ROOT / "docs" / "pages"
PORT = int(os.environ.get("HOUSEWAY_SHOTS_PORT") or 8799)
BASE = f"http://127.0.0.1:{PORT}"
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
SIZES = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
PLAIN = {
    "lobby": ("Guest", "/lobby"),
    "how": ("Guest", "/how"),
    "history": ("Guest", "/history"),
    "clause": ("Guest", "/rules/677a.12(c)"),
    "seat": ("Second", "/tables/heads-up-holdem?sit=2"),
    "plain": ("Guest", "/tables/heads-up-holdem/plain"),
    "lab": ("Shay", "/lab"),
    "lab-677a": ("Shay", "/lab/heads-up-holdem"),
    "account": ("Shay", "/account"),
    "account-second-factor": ("Shay", "/account/second-factor"),
    "submissions": ("Shay", "/submissions"),
    "submission-new": ("Shay", "/submissions/new?game=holdem-bonus"),
}
MAIN = {
    "677a": ("heads-up-holdem", "ante"),
    "647a": ("holdem-bonus", "ante"),
    "663a": ("five-card-hi-lo", "ante"),
    "645a": ("pai-gow", "pai_gow"),
}
POKER = {"holdem": "holdem", "stud": "stud-hi-lo-8", "draw": "badugi", "omaha": "omaha-hi-lo-8"}
ASKED = "#actions[data-kind=ask], #actions[data-kind=draw], #actions[data-setter]"
PRESS = """() => {
  const acts = [...document.querySelectorAll("#actions .act-form .act, #actions .draw .act, #actions .setter__form [type=submit]")];
  const mild = acts.filter(act => !/Surrender|Fold/.test(act.textContent));
  (acts.find(act => /Check|Call|Play|Flop|Set hands/.test(act.textContent)) ?? mild.at(-1) ?? acts.at(-1))?.click();
}"""


def served(folder: str) -> Any:
    """A demo house in a thread of its own."""
    record = Record(open_database(f"{folder}/house.db"))
    app = create_app(record, people=People(record), demo=True)
    server = uvicorn.Server(uvicorn.Config(app, port=PORT, log_level="error", timeout_graceful_shutdown=2))
    Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return app, server


class Camera:
    """One person's pages, in every size and theme."""

    def __init__(self, browser: Any, app: Any, base: str = BASE) -> None:
        self.browser, self.app, self.base = browser, app, base
        self.contexts: dict[str, Any] = {}
        self.number = 0

    def page(self, person: str) -> Page:
        """A page of a person's own browser."""
        context = self.contexts.get(person)
        if context is None:
            context = self.contexts[person] = self.browser.new_context()
            token = self.app.state.server.people.token(person)
            context.add_cookies([{"name": "houseway", "value": token, "url": BASE, "httpOnly": True}])
        page: Page = context.new_page()
        return page

    def shoot(self, page: Page, name: str) -> None:
        """The page as it stands, in both sizes and both themes."""
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            for theme in ("dark", "light"):
                page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
                page.wait_for_timeout(250)
                page.screenshot(path=str(path_of(f"{name}-{size}-{theme}.jpg")), type="jpeg", quality=60)
                self.number += 1
        page.set_viewport_size(SIZES["desk"])  # type: ignore[arg-type]
        sys.stderr.write(f"{self.number:4} {name}\n")


def path_of(name: str) -> Path:
    """Return where a screenshot is written: in place of the one that the documents show, if they show it."""
    shown = SHOWN / name
    return shown if shown.exists() and "HOUSEWAY_SHOTS" not in os.environ else OUT / name


def until(page: Page, what: Callable[[], Any], seconds: float = 60) -> bool:
    """Wait for something; whether it came."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        page.wait_for_timeout(100)
    return False


def sits(page: Page, table: str) -> None:
    """Take the seat in the middle."""
    page.goto(f"{BASE}/tables/{table}?sit=3")
    page.get_by_role("button", name="Sit down").click()
    page.locator(".seat.is-me").wait_for()


def banked(camera: Camera, page: Page, chapter: str) -> None:
    """A round of a banked game: bets, asked, settled."""
    table, wager = MAIN[chapter]
    sits(page, table)
    page.locator("[data-bets]").wait_for()
    page.locator(f"[data-stake={wager}]").click()
    page.locator(f"[data-stake={wager}]").click()
    camera.shoot(page, f"table-{chapter}-bets")
    page.locator("[data-bets] .act--primary").click()
    if until(page, lambda: page.locator(ASKED).count()):
        camera.shoot(page, f"table-{chapter}")

    def settled() -> bool:
        if "In all" in page.locator("#payments").inner_text():
            return True
        if page.locator(ASKED).count():
            page.evaluate(PRESS)
        return False

    if until(page, settled, 90):
        if page.locator("#settling").is_visible():
            camera.shoot(page, f"table-{chapter}-settling")
            if page.locator("#settling").is_visible():
                page.locator("[data-settle=end]").click()
        camera.shoot(page, f"table-{chapter}-result")


def among_players(camera: Camera, guest: Page, name: str) -> None:
    """A hand of a poker game, when the guest is asked."""
    game = POKER[name]
    if game not in camera.app.state.server.people.state.tables:
        guest.goto(f"{BASE}/lobby")
        guest.locator(f"form[action='/open/{game}'] button").click()
    sits(guest, game)
    if until(guest, lambda: guest.locator(ASKED).count(), 90):
        camera.shoot(guest, f"table-{name}")


def plain(camera: Camera, name: str) -> None:
    """A page as it is found."""
    person, path = PLAIN[name]
    page = camera.page(person)
    answer = page.goto(BASE + path)
    if answer is None or answer.status != 200:
        sys.stderr.write(f"     {name}: {path} answers {answer.status if answer else 'nothing'}\n")
        return
    page.wait_for_timeout(1500)
    page.wait_for_function("() => !document.body.innerText.includes('The lab computes')", timeout=180_000)
    camera.shoot(page, name)


def main(only: list[str]) -> None:
    """Every page, or those whose names begin with one of these."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("no chromium on this machine: install Debian's package")
    OUT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        app, server = served(folder)
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        camera = Camera(browser, app)

        def wanted(name: str) -> bool:
            return not only or name.startswith(tuple(only))

        if wanted("sign-in"):
            nobody = browser.new_page()
            nobody.goto(f"{BASE}/sign-in")
            camera.shoot(nobody, "sign-in")
        # The lab begins at once: its figures are there when their page is.
        if wanted("lab-677a"):
            camera.page("Shay").goto(f"{BASE}{PLAIN['lab-677a'][1]}")
        guest = camera.page("Guest")
        for chapter in filter(lambda one: wanted(f"table-{one}"), MAIN):
            banked(camera, guest, chapter)
        for name in filter(lambda one: wanted(f"table-{one}"), POKER):
            among_players(camera, guest, name)
        for name in filter(wanted, PLAIN):
            plain(camera, name)
        staged.staffed_round(camera, wanted)
        if wanted("training"):
            staged.training(camera)
        if wanted("submission-faults"):
            staged.submission(camera)
        staged.jackpots(camera, wanted)
        browser.close()
        server.should_exit = True


if __name__ == "__main__":
    main(sys.argv[1:])
