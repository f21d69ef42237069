"""Bets that leave too few chips for the wager that follows: chips stop before them, and a typed amount is warned of."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.pages.browsing import Visit


def test_chips_stop_where_the_hand_can_be_played_and_a_typed_ante_is_warned_of(visit: Callable[..., Visit]):
    guest = visit()
    page = guest.sits("five-card-hi-lo", 1, dollars=100)
    field, short = page.locator("#stake-ante"), page.locator("#short")
    field.wait_for()
    expect(short).to_be_hidden()
    page.locator(".chiptray .chipbtn", has_text="25").click()
    for _ in range(4):
        page.locator('.seat.is-me [data-stake="ante"]:visible').first.click()
    expect(field).to_have_value("50")
    expect(short).to_be_hidden()
    field.fill("80")
    expect(short).to_have_text("This leaves you $20 and the Play Wager takes $80: you could only fold.")
    # The amount that was typed is not cut by another chip.
    page.locator('.seat.is-me [data-stake="ante"]:visible').first.click()
    expect(field).to_have_value("80")
    field.fill("40")
    expect(short).to_be_hidden()
    page.locator("#stake-tie").fill("30")
    expect(short).to_have_text("This leaves you $30 and the Play Wager takes $40: you could only fold.")
