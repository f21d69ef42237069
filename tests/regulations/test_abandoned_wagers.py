"""The wagers of a player who leaves during a round (677a.7(b), 647a.7(b), 645a.7(b), 663a.7(b))."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Table
from tests.kit.banked_actions import close, deal, place
from tests.kit.table_views import chips_of, look_at
from tests.kit.tables import events, seated

GAMES = [
    ("heads-up-holdem", "677a.7(b)", {"adjacent_boxes": 2}),
    ("pai-gow", "645a.7(b)", {"adjacent_areas": 2}),
    ("five-card-hi-lo", "663a.7(b)", {"adjacent_areas": 2}),
]
CENTS = 100_000


def _dealt(game: str, submission: dict[str, Any]) -> Table[Any, Any]:
    at = seated(game, seats={1: "ann", 2: "ann", 3: "bob"}, cents=CENTS, **submission)
    for seat in (1, 2, 3):
        place(at, seat)
    close(at)
    if at.rules.game.procedures.start is not None:
        at.do(cmd.DetermineStart(number=1))
    deal(at)
    return at


@pytest.mark.parametrize(("game", "clause", "submission"), GAMES)
def test_7b__every_area_of_the_player_is_abandoned(game, clause, submission):
    at = _dealt(game, submission)
    happened = at.do(cmd.AbandonWagers(seat=2))
    assert {(one.seat, one.clause) for one in events(happened, ev.WagersAbandoned)} == {(1, clause), (2, clause)}
    assert {one.pays for one in events(happened, ev.WagerSettled)} == {"lose"}
    assert look_at(at).wagers.keys() == {3}


@pytest.mark.parametrize(("game", "clause", "submission"), GAMES)
def test_7b__they_may_be_treated_as_losing_and_need_not_be(game, clause, submission):
    at = _dealt(game, submission)
    happened = at.do(cmd.AbandonWagers(seat=1, returned=True))
    assert {one.clause for one in events(happened, ev.WagersReturned)} == {clause}
    assert chips_of(at, "ann") == CENTS
    assert look_at(at).wagers.keys() == {3}


@pytest.mark.parametrize(("returned", "void"), [(False, False), (True, True)])
@pytest.mark.parametrize(("game", "clause", "submission"), GAMES)
def test_7b__a_round_whose_only_player_left_is_void_only_if_the_wagers_went_back(
    game, clause, submission, returned, void
):
    at = seated(game, seats={1: "ann"}, cents=CENTS, **submission)
    place(at)
    close(at)
    happened = at.do(cmd.AbandonWagers(seat=1, returned=returned))
    [ended] = events(happened, ev.RoundEnded)
    assert ended.void is void
    assert (chips_of(at, "ann") == CENTS) is returned
