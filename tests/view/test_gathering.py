"""A round as a table's page follows it: what several do in one line, each street a head, each line with its clause."""

from __future__ import annotations

from typing import Any

import pytest

from houseway import open_table
from houseway.cards import cards
from houseway.chapters.c637a_poker.hand_names import kept_name
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Table, Viewer
from houseway.engine.roles import Role
from houseway.seats import Seat
from houseway.view.gathering import gathered
from houseway.view.words import Line


def _told(table: Table[Any, Any], seat: int) -> list[Line]:
    seen = table.observe(Viewer(Role.PLAYER, f"P{seat}"), last=200)
    return gathered(table.rules, seen, seen.events, (Seat(seat),))


def test_calls_and_folds_after_one_raise_are_one_line_and_a_raise_its_own() -> None:
    table = open_table({"game": "holdem", "structure": "no-limit", "blinds": [50, 100]})
    players = [table.seat(seat, f"P{seat}", 9000) for seat in range(1, 6)]
    table.dealer.starts("As Kd Qc Jd Th Ad Kc Qd Jc Tc  3c 2h 7s 9d  3d Jh  3h 4s", button=5)
    table.dealer.deals_on()
    players[2].raises_to(300), players[3].calls(), players[4].folds(), players[0].calls(), players[1].calls()
    table.dealer.deals_on()
    lines = _told(table, 2)
    says = [line.says for line in lines]
    assert "Seat 3 raises to $3." in says
    assert "Seat 4 calls $3; seat 5 folds; seat 1 calls $2.50; you call $2." in says
    flop = next(line for line in lines if line.says == "Flop")
    assert flop.heads and len(flop.cards) == 3 and all(line.clause for line in lines if line.heads)


def test_what_the_others_answer_at_a_banked_table_is_told_by_question() -> None:
    table = open_table("heads-up-holdem")
    players = [table.seat(seat, f"P{seat}", 50_000) for seat in (1, 2, 3)]
    table.dealer.brings("2c 3c 4c 5c 6c 7c 8c 9c  Tc Jc Qc Kc Ac 2d 3d 4d")
    for player in players:
        player.wagers(ante=1000, odds=1000)
    table.dealer.announces_no_more_bets(), table.dealer.deals()
    for player in players:
        player.decides("check")
    says = [line.says for line in _told(table, 3)]
    assert "No more bets." in says and "Seats 1, 2 and you check." in says


@pytest.mark.parametrize(
    ("game", "kept", "name"),
    [
        ("badugi", "Ac 4d 7h", "three-card badugi 7-4-A"),
        ("draw-high", "9s 9d 4c", "pair of nines"),
        ("draw-high", "9s 9d 9c", "three nines"),
        ("draw-high", "9s 9d 6c 6d", "two pair, nines and sixes"),
        ("draw-high", "As 4c", "ace high"),
        ("draw-low", "7s 4d As", "7-4-A"),
        ("triple-draw-2-7", "7s 4d As", "A-7-4"),
        ("triple-draw-2-7", "7s 5d 4s 3c 2c", "7-5-4-3-2 low"),
        ("draw-high", "", ""),
    ],
)
def test_what_is_kept_in_a_draw_has_a_name(game: str, kept: str, name: str) -> None:
    rules: Any = resolve({"game": game, "structure": "no-limit", "blinds": [50, 100]}, game=game)
    assert kept_name(rules.game, cards(kept)) == name
