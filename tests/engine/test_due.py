"""What is due and what is legal at a banked table, as data: all of it is accepted, and by it alone a table goes on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.chapters.registry import games, resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Table, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.random_banked import random_table, walk
from tests.kit.random_commands import all_are_accepted
from tools.record_playthroughs import VARIANTS


@pytest.mark.parametrize("game", games(banked=True))
def test_whatever_is_due_or_legal_is_accepted_in_random_play(game: str) -> None:
    asked = 0
    for variant in range(len(VARIANTS[game])):
        chance = random.Random(f"{game} {variant}")
        for step, (table, *_) in enumerate(walk(random_table(game, variant, chance), chance, steps=90)):
            if step % 3 == 0:
                asked += all_are_accepted(table, chance)
    assert asked > 1_000


def test_before_it_is_opened_only_the_opening_is_due() -> None:
    table: Table[Any, Any] = Table(resolve({}, game="pai-gow"))
    assert [ask.command for ask in table.due()] == ["open_table"]
    assert table.legal(Viewer(Role.PLAYER, "Ann")) == ()
    refused = table.send(cmd.TakeSeat(cents=100), seat=1, by="Ann")
    assert isinstance(refused, Refusal)
    assert refused.code == "TABLE_IS_OPEN"
