"""Lines that were cut: the house sends the table again, and what a player was about to do is as it was."""

from __future__ import annotations

from collections.abc import Callable

from tests.pages.browsing import Visit
from tests.pages.test_tables import bets, draws, kind

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
    one.page.add_init_script(LINES)
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
    one.page.add_init_script(LINES)
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
    one.page.add_init_script(LINES)
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
