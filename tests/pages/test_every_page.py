"""What is true of every page: axe-core finds nothing serious in either theme, and a restart of the server is survived."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.pages.browsing import PHONE, Visit
from tests.pages.test_tables import answers, bets, kind
from tests.web.serving import Serving, reserve_port, serving

Come = Callable[..., Visit]
PAGES = {
    "/lobby": "Guest",
    "/how": "Guest",
    "/history": "Guest",
    "/rules/677a.12(c)": "Guest",
    "/rules/677a": "Guest",
    "/tables/heads-up-holdem": "Guest",
    "/tables/heads-up-holdem?sit=3": "Guest",
    "/tables/heads-up-holdem/plain": "Guest",
    "/tables/heads-up-holdem/rounds": "Guest",
    "/tables/holdem-bonus": "Guest",
    "/tables/pai-gow": "Guest",
    "/tables/five-card-hi-lo": "Guest",
    "/tables/holdem": "Guest",
    "/dealer": "Dana",
    "/dealer/heads-up-holdem-staffed": "Dana",
    "/training": "Dana",
    "/training/heads-up-holdem": "Dana",
    "/floor": "Flynn",
    "/floor/heads-up-holdem": "Flynn",
    "/surveillance": "Sol",
    "/jackpots": "Shay",
    "/jackpots/sign": "Guest",
    "/lab": "Shay",
    "/lab/holdem": "Shay",
    "/lab/five-card-hi-lo": "Shay",
    "/account": "Shay",
    "/account/second-factor": "Shay",
    "/submissions": "Shay",
    "/submissions/new?game=holdem-bonus": "Shay",
}


BY_COLOR = ("color-contrast", "link-in-text-block")
"""What depends on the theme; everything else that axe-core looks at is the same in both."""


def serious(page: Page, *rules: str) -> list[str]:
    """What axe-core finds that is serious or worse, by these of its rules or by all."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found: Any = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} ({node.get('failureSummary', '')[:200]})"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("name", dict.fromkeys(PAGES.values()))
def test_nothing_serious_on_any_page_in_either_theme(visit: Come, name: str):
    one = visit(name, color_scheme="dark")
    page = one.page
    found = {}
    for path in [path for path, whose in PAGES.items() if whose == name]:
        page.emulate_media(color_scheme="dark")
        answer = page.goto(one.house.address + path)
        assert answer is not None and answer.status == 200, path
        one.settle()
        # A sheet stands there when it is computed.
        page.locator("#working").wait_for(state="detached")
        wrong = serious(page)
        page.emulate_media(color_scheme="light")
        wrong += serious(page, *BY_COLOR)
        if wrong:
            found[path] = wrong
    assert not found, "\n".join(f"{path}: {one}" for path, several in found.items() for one in several)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("game", "wager"), [("heads-up-holdem", "ante"), ("pai-gow", "pai_gow")])
def test_nothing_serious_at_a_table_while_one_bets_is_asked_and_is_paid(visit: Come, game: str, wager: str, theme: str):
    one = visit(color_scheme=theme)
    page = one.sits(game, 2)
    one.until(lambda: kind(page) == "bets")
    page.locator(f"[data-stake={wager}]").click()
    page.locator(f"[data-stake={wager}]").click()
    assert not serious(page)
    page.locator("[data-bets] .act").evaluate("act => act.click()")
    one.until(lambda: kind(page) in ("ask", "set"))
    assert not serious(page)

    def paid_out() -> bool:
        answers(page, "Check", "Raise 1", "Set hands", "Pass")
        return "In all" in page.locator("#payments").inner_text()

    one.until(paid_out)
    assert not serious(page)


def test_no_page_scrolls_sideways_on_a_phone(visit: Come):
    people = {name: visit(name, viewport=PHONE) for name in set(PAGES.values())}
    wide = {}
    for path, name in PAGES.items():
        page = people[name].goes(path)
        people[name].settle()
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["width"]:
            wide[path] = width
    assert not wide


def test_nothing_serious_at_the_door(browser: Browser, house: Serving):
    page = browser.new_page()
    page.goto(house.address + "/sign-in")
    assert not serious(page)
    page.close()


def test_a_restart_of_the_server_in_a_round_is_survived(browser: Browser, tmp_path: Path):
    database = str(tmp_path / "house.db")
    with reserve_port() as port:
        with serving(database, demo=True, port=port) as before:
            one = Visit(browser, before, "Guest")
            page = one.sits("heads-up-holdem", 1)
            one.until(lambda: kind(page) == "bets")
            bets(page, "ante")
            one.until(lambda: kind(page) == "ask")
            held = page.locator(".seat.is-me .pc").evaluate_all("all => all.map(one => one.ariaLabel)")
        page.locator("#conn", has_text="Reconnecting").wait_for()
        with serving(database, demo=True, port=port) as after:
            one.house = after
            page.locator("#conn", has_text="Connected").wait_for()
            one.settle()
            assert page.locator(".seat.is-me .pc").evaluate_all("all => all.map(one => one.ariaLabel)") == held
            number = after.look_at("heads-up-holdem").number

            def over() -> bool:
                answers(page, "Check", "Raise 1")
                seen = after.look_at("heads-up-holdem")
                return bool(seen.status == "wagering" and seen.number >= number)

            one.until(over)
            one.closes()
