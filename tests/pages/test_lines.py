"""Lines that were cut: the house sends the table again, and what a player was about to do is as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect
from sqlalchemy import text

from tests.pages.browsing import Visit
from tests.pages.test_presses import VIEWPORTS, recorded, sits_alone
from tests.pages.test_tables import bets, draws, kind, takes_presses
from tests.web.serving import Serving, reserve_port, serving

Come = Callable[..., Visit]
LINES = "window.lines = []; window.WebSocket = class extends WebSocket { constructor(...at) { super(...at); window.lines.push(this); } };"
"""Run before a page's own scripts: its lines to the house are known, so that they can be cut."""


def cut(one: Visit) -> None:
    """Cut the line, and wait until what the house sends over the next one is there."""
    page = one.page
    page.evaluate(
        "document.addEventListener('htmx:ws:after:message:incoming', () => { document.body.dataset.news = 'yes'; })"
    )
    page.evaluate("lines.at(-1).close()")
    one.until(lambda: page.evaluate("lines.length > 1") and page.locator("body[data-news=yes]").count())


def test_cards_laid_and_a_card_taken_up_stay_so_when_the_line_was_down(visit: Come):
    one = visit()
    one.run_first(LINES)
    page = one.sits("pai-gow", 2)
    one.until(lambda: kind(page) == "bets")
    bets(page, "pai_gow")
    one.until(lambda: kind(page) == "set")
    high, low = page.locator("[data-zone=high] [data-card]"), page.locator("[data-zone=low] [data-card]")
    high.nth(1).click()
    low.first.click()
    high.nth(2).click()

    def laid() -> tuple[object, ...]:
        field = page.locator("[data-low-cards]").input_value()
        shown = [one.get_attribute("data-card") for one in low.all()]
        up = [one.get_attribute("data-card") for one in page.locator(".pcb[aria-pressed=true]").all()]
        says = page.locator("[data-low-says]").inner_text()
        return (
            sorted(field.split()),
            sorted(str(card) for card in shown),
            up,
            says,
            page.evaluate("document.activeElement.dataset.card"),
        )

    before = laid()
    cut(one)
    assert laid() == before


def test_an_amount_typed_is_what_is_sent_when_the_line_was_down(visit: Come):
    one = visit()
    one.run_first(LINES)
    page = one.sits("holdem", 1)
    one.until(lambda: kind(page) == "ask" and page.locator("[data-typed]").count())
    page.locator("[data-typed]").fill("37")

    def stands() -> tuple[str, ...]:
        act = page.locator("#actions [data-amount]")
        return (
            page.locator("[data-typed]").input_value(),
            act.locator("[data-range-value]").input_value(),
            act.inner_text(),
        )

    before = stands()
    assert before[:2] == ("37", "37") and "$37" in before[2]
    cut(one)
    assert stands() == before


def test_cards_marked_for_a_draw_stay_marked_when_the_line_was_down(visit: Come):
    one = visit()
    one.run_first(LINES)
    page = draws(one)
    page.locator(".drawcard").nth(1).click()
    page.locator(".drawcard").nth(2).click()

    def marked() -> tuple[object, ...]:
        cards = [card.is_checked() for card in page.locator("[data-draw] input[name=cards]").all()]
        return cards, page.locator("[data-draw] .act").inner_text(), page.locator("[data-keeping]").inner_text()

    before = marked()
    assert before[0] == [False, True, True, False] and "Draw 2" in str(before[1])
    cut(one)
    assert marked() == before


# Requests without an answer.

UNANSWERED = "The house did not answer. Try again when you are connected: it counts only once."


def forget_failed_requests(one: Visit) -> None:
    """Leave out what the browser logs of requests that the test let fail; any other error stays."""
    one.errors[:] = [
        error for error in one.errors if "net::" not in error and "htmx:error: Failed to fetch" not in error
    ]


def line(page: Page) -> str:
    return str(page.locator("#conn [data-conn]").text_content())


def puts_ante(one: Visit) -> Page:
    """Sit down alone and put a chip on the Ante, not sent yet."""
    page = sits_alone(one, "heads-up-holdem")
    page.locator("[data-stake=ante]").locator("visible=true").click()
    takes_presses(page)
    return page


@VIEWPORTS
def test_a_bet_without_an_answer_says_so_and_counts_once_when_it_is_pressed_again(
    visit: Come, viewport: dict[str, int]
):
    one = visit(viewport=viewport)
    page = puts_ante(one)
    deal = page.locator("[data-bets] .act--primary")
    # Requests fail, while the browser takes itself for connected.
    page.route("**/*", lambda route: route.abort())
    deal.click()
    expect(page.locator("#refused")).to_have_text(UNANSWERED)
    expect(page.locator("#conn")).to_have_text("Reconnecting")
    expect(page.locator(".still")).to_contain_text("Your cards, chips and wagers stay where they are.")
    assert deal.is_disabled()
    page.unroute("**/*")
    expect(deal).to_be_enabled()
    assert line(page) == "Connected" and page.locator("#refused").inner_text() == UNANSWERED
    takes_presses(page)
    deal.click()
    [placed] = one.until(lambda: recorded(one, "wagers_placed"))
    assert dict(placed.wagers) == {"ante": 100, "odds": 100}
    one.until(lambda: UNANSWERED not in page.locator("#actions").inner_text())
    forget_failed_requests(one)


@VIEWPORTS
def test_a_page_that_is_offline_says_so_before_anything_is_pressed(visit: Come, viewport: dict[str, int]):
    one = visit(viewport=viewport)
    page = puts_ante(one)
    one.context.set_offline(True)
    expect(page.locator("#conn")).to_have_text("Offline")
    one.context.set_offline(False)
    expect(page.locator("[data-bets] .act--primary")).to_be_enabled()
    assert line(page) == "Connected"
    forget_failed_requests(one)


def test_a_bet_whose_answer_is_lost_is_shown_as_taken_and_lies_ready_no_more(visit: Come):
    one, other = visit(), visit("Second")
    one.run_first(LINES)
    page = sits_alone(one, "heads-up-holdem")
    other.sits("alone", 3)
    one.settle()
    page.locator("[data-stake=ante]").click()
    takes_presses(page)

    def lose_answer(route: Route) -> None:
        page.evaluate("lines.at(-1).close()")
        route.fetch()
        route.abort()

    page.route("**/do", lose_answer)
    page.locator("[data-bets] .act--primary").click()
    one.until(lambda: "Your bets are in" in page.locator("#actions").inner_text() and line(page) == "Connected")
    page.unroute("**/do")
    assert len(recorded(one, "wagers_placed")) == 1
    assert page.locator("#stake-ante").input_value() == ""
    forget_failed_requests(one)


@contextmanager
def full_disk(house: Serving) -> Iterator[None]:
    """Let the database refuse every event."""
    trigger = "CREATE TRIGGER full_disk BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    for statement in (trigger, "DROP TRIGGER full_disk"):
        with house.record.log.engine.begin() as connection:
            connection.execute(text(statement))
        if statement is trigger:
            yield


def test_a_fault_of_the_database_is_told_in_words_and_the_bet_counts_once(visit: Come, house: Serving):
    one = visit()
    page = puts_ante(one)
    deal = page.locator("[data-bets] .act--primary")
    with full_disk(house):
        deal.click()
        expect(page.locator("#refused")).to_have_text("The database does not answer. Try again: it counts only once.")
    takes_presses(page)
    deal.click()
    one.until(lambda: len(recorded(one, "wagers_placed")) == 1)
    one.errors[:] = [error for error in one.errors if "503" not in error]


def test_a_page_outlives_a_restart_of_the_server(browser: Browser, tmp_path: Path):
    database = str(tmp_path / "house.db")
    with reserve_port() as port:
        with serving(database, demo=True, port=port) as first:
            one = Visit(browser, first, "Guest")
            page = puts_ante(one)
            deal = page.locator("[data-bets] .act--primary")
        expect(page.locator("#conn")).to_have_text("Reconnecting")
        assert deal.is_disabled()
        with serving(database, demo=True, port=port) as second:
            expect(page.locator("#conn")).to_have_text("Connected")
            one.house = second
            takes_presses(page)
            deal.click()
            one.until(lambda: len(recorded(one, "wagers_placed")) == 1)
            one.closes()
    forget_failed_requests(one)
    assert not [error for error in one.errors if "WebSocket" not in error and "htmx:ws:error" not in error]
