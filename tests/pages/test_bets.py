"""Bets at banked tables: what stands only together, and what the bar says once bets are in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pages.browsing import Visit
from tests.pages.played import people, play
from tests.pages.test_presses import VIEWPORTS, recorded, sits_alone
from tests.web.serving import serving

Come = Callable[..., Visit]


@VIEWPORTS
def test_677a_7_d__a_side_bet_without_an_ante_is_told_at_the_ante_before_it_is_sent(
    visit: Come, viewport: dict[str, int]
):
    one = visit(viewport=viewport)
    page = sits_alone(one, "heads-up-holdem")
    ante = page.locator("[data-stake=ante]").locator("visible=true")
    sent = [address for address in one.asked if address.endswith("/do")]
    page.locator("[data-stake=trips_plus]").locator("visible=true").click()
    assert ante.get_attribute("data-needed") == "Place an Ante Wager first"
    page.locator("[data-bets] .act--primary").click()
    assert (
        "Place an Ante Wager first: your other bets are placed only with one." in page.locator("#refused").inner_text()
    )
    one.settle()
    assert [address for address in one.asked if address.endswith("/do")] == sent
    ante.click()
    assert not ante.get_attribute("data-needed") and not page.locator("#refused").inner_text()
    page.locator("[data-bets] .act--primary").click()
    [placed] = one.until(lambda: recorded(one, "wagers_placed"))
    assert set(dict(placed.wagers)) == {"ante", "odds", "trips_plus"}


@pytest.mark.parametrize(
    ("wagers", "says"),
    [
        ({}, "Choose at least one bet first."),
        ({"trips_plus": "5"}, "Place an Ante Wager first: a Trips Plus Wager is placed only with one."),
        ({"ante": "5"}, "The Ante Wager and the Odds Wager must be equal."),
        ({"ante": "5", "odds": "10"}, "The Ante Wager and the Odds Wager must be equal."),
    ],
)
def test_677a_7__bets_that_do_not_stand_together_are_refused_by_their_names(
    tmp_path: Path, wagers: dict[str, str], says: str
):
    with serving(str(tmp_path / "house.db")) as house:
        looking, table = people(house), play(house, "heads-up-holdem")
        fields = {"command": "place_wagers", "seat": "1"} | {f"wagers:{id}": dollars for id, dollars in wagers.items()}
        seq = house.record.live(table.stream).seq
        person = house.look_at("heads-up-holdem").seats[1]
        answer = looking[person].post("/tables/heads-up-holdem/do", **fields)
        assert says in answer.text and "trips_plus" not in answer.text
        assert house.record.live(table.stream).seq == seq


@VIEWPORTS
def test_once_bets_are_in_the_bar_says_so_and_who_is_waited_for(visit: Come, viewport: dict[str, int]):
    one, other = visit(viewport=viewport), visit("Second")
    page = sits_alone(one, "heads-up-holdem")
    other.sits("alone", 3)
    one.settle()
    page.locator("[data-stake=ante]").locator("visible=true").click()
    page.locator("[data-bets] .act--primary").click()
    one.until(lambda: recorded(one, "wagers_placed"))
    ask = page.locator("#actions .actions__ask")
    assert ask.locator("b").inner_text() == "Your bets are in: $2"
    assert ask.locator("p").inner_text().startswith("Waiting for Second.")
    primary = page.locator("[data-bets] .act--primary")
    assert not primary.is_visible()
    page.locator("[data-stake=ante]").locator("visible=true").click()
    assert primary.is_visible() and primary.locator("b").inner_text() == "Add to bets"
