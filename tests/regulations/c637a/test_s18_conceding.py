"""637a.18(e), (f): nobody is offered to throw away a hand that no shown hand beats, though a player may still say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as cmd
from houseway.engine.kernel import Table, Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.table_views import look_at
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import NO_LIMIT, POT_LIMIT, act, along, at_showdown, flop, on_street, seated

BOARD = "Qh Jh 9d 8s 4d"


def _offers(at: Table[Any, Any], seat: int) -> list[str]:
    """The words a player is offered at the showdown."""
    seen = at.observe(Viewer(Role.PLAYER, f"p{seat}"))
    return [ask.word for ask in seen.legal if ask.command == "show_hand" and ask.seat == seat]


def _shows(at: Table[Any, Any], *seats: int) -> None:
    for seat in seats:
        do(at, envelope(cmd.ShowHand(), seat=seat))


def test_e__who_shows_first_is_offered_to_show_alone() -> None:
    at = along(seated("holdem", 3, NO_LIMIT, flop(["2h 7s", "Kc Kd", "Ac Ad"], BOARD), button=3), at_showdown)
    assert look_at(at).asked == (1, 2, 3)
    assert _offers(at, 1) == ["show"]
    assert _offers(at, 2) == []


def test_e__a_beaten_hand_may_be_conceded_and_a_winning_or_tied_one_is_only_shown() -> None:
    hands = ["Ks 2c", "Kc 2d", "Ac As", "Kd 3c"]
    at = along(seated("holdem", 4, NO_LIMIT, flop(hands, BOARD), button=4), at_showdown)
    _shows(at, 1)
    # Equal to the hand shown: the low cards do not play.
    assert _offers(at, 2) == ["show"]
    _shows(at, 2)
    assert _offers(at, 3) == ["show"]
    _shows(at, 3)
    assert _offers(at, 4) == ["show", "muck"]


def test_e__a_hand_that_wins_the_low_half_is_only_shown() -> None:
    hands = ["Kc Kd Qc Jc", "As 2s Th 9h", "Td Ts 9c 9s"]
    at = along(seated("omaha-hi-lo-8", 3, POT_LIMIT, flop(hands, "3d 5h 8c Kh Tc"), button=3), at_showdown)
    _shows(at, 1)
    assert _offers(at, 2) == ["show"]
    _shows(at, 2)
    assert _offers(at, 3) == ["show", "muck"]


@pytest.mark.parametrize(("flop_bet", "offered"), [(0, ["show", "muck"]), (500, ["show"])])
def test_e__a_hand_beaten_for_the_main_pot_alone_still_contends_for_the_side_pot(
    flop_bet: int, offered: list[str]
) -> None:
    hands = ["Ac Ad", "Kc Kd", "Qc Qd"]
    at = seated("holdem", 3, NO_LIMIT, flop(hands, "2h 7h 9d 8s 4c"), button=3, stacks={1: 1_000})
    along(at, on_street(0))
    act(at, "3 call", "1 raise 1000", "2 call", "3 call")
    if flop_bet:
        along(at, on_street(1))
        act(at, f"2 bet {flop_bet}", "3 call")
    along(at, at_showdown)
    _shows(at, 1)
    assert _offers(at, 2) == offered
    _shows(at, 2)
    assert _offers(at, 3) == ["show", "muck"]


def test_f__a_player_may_still_concede_the_best_hand_in_words_and_the_dealer_learns_nothing() -> None:
    def staff_sees(hands: Sequence[str]) -> Any:
        at = along(seated("holdem", 2, NO_LIMIT, flop(hands, BOARD), button=2), at_showdown)
        _shows(at, 1)
        return at, at.due(), at.legal(Viewer(Role.PLAYER, "p2"))

    (best, due, allowed), (_, other_due, other_allowed) = staff_sees(["Kc Kd", "Ac Ad"]), staff_sees(["Kc Kd", "2c 3d"])
    assert (due, allowed) == (other_due, other_allowed)
    do(best, envelope(cmd.ShowHand(muck=True), seat=2))
    assert look_at(best).mucked == (2,)
