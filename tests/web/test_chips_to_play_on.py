"""A page offers bets that can be played on, takes larger ones that the player types, and says what they lead to."""

from __future__ import annotations

import re

import pytest

from houseway.engine.roles import Role
from tests.pages.played import Looking
from tests.pages.test_office import words
from tests.web.serving import Serving

OFFERED = {"five-card-hi-lo": 5_000, "holdem-bonus": 3_333, "heads-up-holdem": 3_332}
REQUIRED = {
    "five-card-hi-lo": ("Play Wager", 1),
    "holdem-bonus": ("Flop Wager", 2),
    "heads-up-holdem": ("Raise Wager", 1),
}


@pytest.mark.parametrize("game", list(OFFERED))
def test_the_tray_stops_where_the_round_can_be_played_and_a_larger_ante_is_taken(house: Serving, game: str):
    boss, ada = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ada")
    player = Looking(house, "Ada")
    assert boss.opens("t1", game, clock=0, staffed=True).status_code == 201
    assert ada.says("t1", "take_seat", 1, cents=10_000).status_code == 200
    page = player.page("/tables/t1")
    [field] = re.findall(r'<input[^>]*data-stake-of="ante"[^>]*>', page)
    limits = dict(re.findall(r'data-(most|legal|requires)="(\d+)"', field))
    wager, times = REQUIRED[game]
    equal = game == "heads-up-holdem"
    assert limits == {"most": str(OFFERED[game]), "legal": str(5_000 if equal else 10_000), "requires": str(times)}
    assert "you can only fold" not in page and f'data-play-on="{wager}"' in page
    plain = words(player.page("/tables/t1/plain"))
    assert f"up to ${int(limits['legal']) // 100} leaves too few chips to play on" in plain
    # The whole stack is the player's choice.
    ante = int(limits["legal"]) // 100
    fields = {"wagers:ante": str(ante)} | ({"wagers:odds": str(ante)} if equal else {})
    answer = player.post("/tables/t1/do", command="place_wagers", seat="1", **fields)
    assert answer.status_code == 200 and not words(answer.text)
    warning = f"You have $0 left and the {wager} takes ${ante * times}: you can only fold."
    for path in ("/tables/t1", "/tables/t1/plain"):
        house.rest()
        assert warning in words(player.page(path))
