"""Sitting out and coming back through the pages: nobody is kept out, and a staffed table goes by what the dealer says."""

from __future__ import annotations

import pytest

from houseway.engine.roles import Role
from tests.kit.forms import forms_in
from tests.kit.record_views import look_at_stream
from tests.pages.test_office import Browser, words
from tests.web.serving import Serving

AWAY = 300


def sits(house: Serving, game: str, **policy: object) -> Browser:
    """Open a table, and seat Ann with chips; nobody has a page of it open."""
    boss, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
    assert boss.opens("t1", game, clock=30, away=AWAY, **policy).status_code == 201
    assert ann.says("t1", "take_seat", 1, cents=50_000).status_code == 200
    return Browser(house, "Ann")


def sits_out(house: Serving) -> bool:
    return "Ann" in look_at_stream(house.record, "attendance/t1").sitting_out


@pytest.mark.parametrize("game", ["holdem", "heads-up-holdem"])
@pytest.mark.parametrize("path", ["/tables/t1", "/tables/t1/plain"])
def test_a_player_sat_out_for_absence_is_told_and_comes_back_with_one_button(house: Serving, game: str, path: str):
    ann = sits(house, game)
    house.advance(AWAY + 1)
    assert sits_out(house) and "You&#39;re sitting out" in ann.page(path)
    [back] = [form for form in forms_in(ann.page(path)) if form["to"] == "/tables/t1/sit-in"]
    answer = ann.post(back["to"], back["fields"])
    assert answer.status_code in (200, 303) and not words(answer.text)
    assert not sits_out(house)
    assert "sitting out" not in words(ann.page(path))


@pytest.mark.parametrize("game", ["holdem", "heads-up-holdem"])
def test_a_player_sits_out_with_a_button_of_the_page(house: Serving, game: str):
    ann = sits(house, game)
    pause = next(form for form in forms_in(ann.page("/tables/t1")) if form["to"] == "/tables/t1/sit-out")
    assert not words(ann.post(pause["to"], pause["fields"]).text)
    assert sits_out(house)


def test_637a_8_b__at_a_staffed_table_nobody_is_sat_out_for_having_no_page(house: Serving):
    sits(house, "holdem", staffed=True)
    house.rest()
    house.advance(10 * AWAY)
    house.attends("t1")
    assert not sits_out(house)
