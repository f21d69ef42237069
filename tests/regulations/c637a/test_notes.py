"""What everybody at a poker table is told beside cards and chips: each note with its clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Table, Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import LIMIT, NO_LIMIT, along, round_over, seated

At = Table[Any, Any]
KILL = {**LIMIT, "kill": "kill", "qualifying_pot": 100}


def _killed() -> At:
    at: At = Table(resolve(KILL, game="omaha-hi-lo-8"))
    do(at, cmd.OpenTable(stated=True))
    for seat in (1, 2, 3):
        do(at, envelope(cmd.TakeSeat(cents=10_000), seat=seat, by=f"p{seat}"))
    do(at, cmd.StartRound(order=at.rules.cards.deck, kill=True))
    return at


def _agreed() -> At:
    at = along(seated("holdem", 3, {**LIMIT, "minimum_increase": 100}), round_over)
    do(at, cmd.AgreeMinimum(cents=150, seats=(1, 2, 3)))
    return at


def _newcomer(post: bool) -> At:
    at = seated("holdem", 3, {**NO_LIMIT, "must_post": "missed-blinds"})
    do(at, envelope(cmd.TakeSeat(cents=10_000), seat=7, by="p7"))
    along(at, round_over)
    do(at, cmd.RequirePost(seat=7, missed=True))
    if post:
        do(at, envelope(cmd.PostBlind(), seat=7))
    return at


@pytest.mark.parametrize(
    ("made", "note"),
    [
        (_killed, ("kill_round", "637a.12(n)", 0, 0)),
        (_agreed, ("minimum_is_agreed", "637a.8(k)", 0, 150)),
        (lambda: _newcomer(False), ("post_is_owed", "637a.11(d)", 7, 50)),
        (lambda: _newcomer(True), ("post_is_chosen", "637a.11(d)", 7, 50)),
    ],
)
def test_a_note_stands_under_its_clause(made: Callable[[], At], note: tuple[str, str, int, int]) -> None:
    """637a.8(k), 637a.11(d), 637a.12(n)."""
    notes = made().observe(Viewer(Role.PLAYER, "p1")).notes
    assert note in [(one.note, one.clause, one.seat, one.cents) for one in notes]
    plain = seated("holdem", 3, NO_LIMIT).observe(Viewer(Role.PLAYER, "p1")).notes
    assert note[0] not in {one.note for one in plain}
