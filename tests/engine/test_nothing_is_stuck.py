"""Nothing is stuck: from any state of a banked table the people present, the floor at the latest, reach the next round."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Any

import pytest

from houseway.engine.asking import Ask
from houseway.engine.banked.state import Status
from houseway.engine.banked.table import BANKED
from houseway.engine.kernel import Envelope, Table, Viewer
from houseway.engine.opening import TakeSeat
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from tests.kit.random_commands import all_are_accepted, given, viewers
from tests.kit.tables import new_table

HOUR = 3600
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("heads-up-holdem", {"shuffler": "manual", "adjacent_boxes": 3, "table_minimum": 500, "table_maximum": 2_000}),
    ("heads-up-holdem", {"shuffler": "automated", "decks": 2, "dealing": "automated-shoe"}),
    ("heads-up-holdem", {"shuffler": "automatic-reshuffling", "dealing": "automated-shoe", "community_first": True}),
    ("holdem-bonus", {"shuffler": "automated", "decks": 2, "magic_card": True, "lucky_bonus": True}),
    ("holdem-bonus", {"shuffler": "automated-counting", "dealing": "hand", "five_card": {"rate_percent": 30}}),
    ("holdem-bonus", {"shuffler": "manual", "progressive": {"rate_percent": 20}, "magic_card": True}),
    ("pai-gow", {"shuffler": "manual", "start_by": "dice", "banking": {"offered": True}}),
    ("pai-gow", {"shuffler": "automated", "decks": 2, "dealing": "automated-shoe", "adjacent_areas": 2}),
    ("pai-gow", {"variant": "ez", "shuffler": "automated-counting", "dealing": "hand", "start_by": "dice"}),
    ("five-card-hi-lo", {"shuffler": "manual", "adjacent_areas": 2}),
    ("five-card-hi-lo", {"shuffler": "automated", "decks": 2, "dealing": "hand"}),
    ("five-card-hi-lo", {"shuffler": "automatic-reshuffling", "dealing": "automated-shoe"}),
]
CHIPS = (0, 33, 1_000, 2_500, 100_000)
"""Some people come with next to nothing, and some with cents that not every wager can be made of."""


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(TABLES)), ids=lambda number: f"{TABLES[number][0]}-{number}")
def test_from_any_state_the_people_present_reach_the_next_round(number: int) -> None:
    game, submission = TABLES[number]
    for seed in range(3):
        chance = random.Random(f"{game} {number} {seed}")
        table = new_table(game, **submission)
        for step in range(160):
            if step % 10 == 0:
                all_are_accepted(table, chance)
            if step % 4 == 0:
                people = sorted(set(table.state.seats.values()))
                for absent in ([], people, chance.sample(people, chance.randint(0, len(people)))):
                    reach_the_next_round(table.fork(), set(absent), chance)
            something_happens(table, chance)
        assert BANKED.replay(table.events) == table.state


def something_happens(table: Table[Any, Any], chance: random.Random) -> None:
    """What is due, or anything that anybody may do: wager, leave, report a fault or an irregularity; or hours pass."""
    asks: list[tuple[Viewer | None, Ask]] = [(None, ask) for ask in table.due()]
    if not asks or chance.random() < 0.3:
        asks = [(viewer, ask) for viewer in viewers(table) for ask in table.legal(viewer)]
    # Somebody may always still come.
    asks = [(viewer, ask) for viewer, ask in asks if ask.command != "take_seat" or len(table.state.seats) < 5]
    if not asks:
        return
    viewer, ask = chance.choice(asks)
    said = given(table, ask, chance, viewer=viewer)
    command = TakeSeat(cents=chance.choice(CHIPS)) if ask.command == "take_seat" else said.command
    at = table.state.now + chance.choice([HOUR, 9 * HOUR]) if chance.random() < 0.02 else None
    outcome = table.send(command, role=said.role, seat=said.seat, by=said.by, at=at)
    # In those hours the decks may have grown too old for what was due before.
    assert not isinstance(outcome, Refusal) or (at is not None and outcome.code is Code.DECK_CHANGE_IS_DUE), outcome


def reach_the_next_round(table: Table[Any, Any], absent: Collection[str], chance: random.Random) -> None:
    """Whoever is not absent does what is due; where an absent player is waited for, the floor treats them as gone."""
    number, came_from = table.state.number, table.state
    newcomer = next(seat for seat in range(1, 7) if seat not in table.state.seats)
    person = "Zoe"
    table.do(TakeSeat(cents=100_000), seat=newcomer, by=person)
    done: list[Envelope] = []
    while not (table.state.number > number and table.state.status is Status.PLAYING):
        said = next(ways_on(table, absent, chance), None)
        assert said is not None and len(done) < 120, (came_from, absent, done, table.due())
        done.append(said)
        table.do(said)


def ways_on(table: Table[Any, Any], absent: Collection[str], chance: random.Random) -> Iterator[Envelope]:
    """What the people present can do to go on, the most natural thing first."""
    state = table.state
    # The first player is given the opportunity to look the cards over, taken or not (677a.4(c)).
    asks = [
        ask
        for ask in table.due()
        if ask.role is not Role.PLAYER or ask.command == "view_cards" or state.seats.get(ask.seat) not in absent
    ]
    wagering = [ask for ask in asks if ask.command == "place_wagers"]
    first = [ask for ask in asks if not ask.may_wait] or wagering or [ask for ask in asks if ask.command != "pass_bank"]
    if first:
        # Players who put their wagers right do so in one of several ways.
        yield given(table, chance.choice(first) if first[0].role is Role.PLAYER else first[0], chance)
    floor = Viewer(Role.FLOORPERSON)
    for ask in table.legal(floor):
        if ask.command == "abandon_wagers" and state.seats[ask.concerns] in absent:
            yield given(table, ask, chance, viewer=floor)
