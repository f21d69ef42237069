"""What is due and what is legal at a banked table, as data: all of it is accepted, and by it alone a table goes on."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.chapters.registry import games, resolve
from houseway.engine.asking import Amounts, Ask
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.table import BANKED
from houseway.engine.checking import MOST
from houseway.engine.kernel import Table, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import Cents
from tests.kit.asked import given
from tests.kit.random_play import random_table, walk
from tests.kit.tables import new_table
from tools.record_playthroughs import VARIANTS

METHODS: list[dict[str, Any]] = [
    {"shuffler": "manual"},
    {"shuffler": "automated", "decks": 2, "dealing": "automated-shoe"},
    {"shuffler": "automated-counting", "dealing": "hand"},
    {"shuffler": "automatic-reshuffling"},
]
ADJACENT = {"heads-up-holdem": {"adjacent_boxes": 3}, "holdem-bonus": {}}
"""What lets one person have several positions; two areas where it is not said otherwise."""


def viewers(table: Table[Any, Any]) -> list[Viewer]:
    people = [Viewer(Role.PLAYER, person) for person in dict.fromkeys(table.state.seats.values())]
    return [*people, Viewer(Role.PLAYER, "Newcomer"), *[Viewer(role) for role in Role if role is not Role.PLAYER]]


def all_are_accepted(table: Table[Any, Any], chance: random.Random) -> int:
    """Everything due, and everything a viewer may do, is accepted when it is done: how many such things there are."""
    asks: list[tuple[Viewer | None, Ask]] = [(None, ask) for ask in table.due()]
    asks += [(viewer, ask) for viewer in viewers(table) for ask in table.legal(viewer)]
    for viewer, ask in asks:
        for one in (ask, *ends_of(ask)):
            said = given(table, one, chance, viewer=viewer)
            outcome = table.fork().send(said)
            assert not isinstance(outcome, Refusal), (viewer, ask, said, outcome)
        assert ask.clause.startswith(f"{table.rules.game.chapter}.")
    return len(asks)


def ends_of(ask: Ask) -> list[Ask]:
    """The same with the least amount it may come to, and with the most."""
    amounts = ask.amounts
    if amounts is None:
        return []
    most = Cents(MOST - 1) if amounts.most is None else amounts.most
    return [replace(ask, amounts=Amounts(cents, cents)) for cents in amounts.sizes or (amounts.least, most)]


@pytest.mark.parametrize("game", games(banked=True))
def test_whatever_is_due_or_legal_is_accepted_in_random_play(game: str) -> None:
    asked = 0
    for variant in range(len(VARIANTS[game])):
        chance = random.Random(f"{game} {variant}")
        for step, (table, *_) in enumerate(walk(random_table(game, variant, chance), chance, steps=90)):
            if step % 3 == 0:
                asked += all_are_accepted(table, chance)
    assert asked > 1_000


@pytest.mark.parametrize("methods", METHODS, ids=lambda terms: terms["shuffler"])
@pytest.mark.parametrize("game", games(banked=True))
def test_a_table_goes_on_by_what_is_due(game: str, methods: dict[str, Any]) -> None:
    """Decks, faults, people who leave, wagers that do not stand together: what is due, done, leads to the next round."""
    chance = random.Random(f"{game} {methods}")
    areas = ADJACENT.get(game, {"adjacent_areas": 2})
    table = new_table(game, **methods, **areas)
    for seat, person in ((1, "Ann"), (2, "Ann" if areas else "Bob"), (4, "Cid"), (5, "Dee")):
        table.do(cmd.TakeSeat(cents=chance.choice([2_000, 100_000])), seat=seat, by=person)
    for step in range(600):
        if step % 20 == 0:
            all_are_accepted(table, chance)
        if chance.random() < 0.05:
            disturb(table, chance)
        do_what_is_due(table, chance)
    assert table.state.number >= 10
    assert BANKED.replay(table.events) == table.state


def do_what_is_due(table: Table[Any, Any], chance: random.Random) -> None:
    """One of the things that are awaited, or now and then one that may wait; if nobody can play, somebody comes who can."""
    asks = table.due()
    now = [ask for ask in asks if not ask.may_wait]
    if asks:
        table.do(given(table, chance.choice(asks if chance.random() < 0.4 or not now else now), chance))
        return
    # Who has taken the bank stays.
    for seat in set(table.state.seats) - {table.state.round.bank}:
        table.do(cmd.LeaveSeat(), seat=seat)
    for seat in {2, 3, 6} - set(table.state.seats):
        table.do(cmd.TakeSeat(cents=50_000), seat=seat, by=f"player {table.state.revision}")


def disturb(table: Table[Any, Any], chance: random.Random) -> None:
    """Something that nobody waits for: a fault, a report, a player who goes or who places or takes back a wager."""
    device = chance.choice(["shuffler", "shoe"])
    table.send(cmd.ReportDeviceFault(device=device, usable=chance.random() < 0.3))
    viewer = chance.choice(viewers(table))
    legal = table.legal(viewer)
    if legal:
        table.do(given(table, chance.choice(legal), chance, viewer=viewer))


def test_before_it_is_opened_only_the_opening_is_due() -> None:
    table: Table[Any, Any] = Table(resolve({}, game="pai-gow"))
    assert [ask.command for ask in table.due()] == ["open_table"]
    assert table.legal(Viewer(Role.PLAYER, "Ann")) == ()
    refused = table.send(cmd.TakeSeat(cents=100), seat=1, by="Ann")
    assert isinstance(refused, Refusal)
    assert refused.code == "TABLE_IS_OPEN"
