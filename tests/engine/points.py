"""The points to which the scenario tables bring a table, before and after what is said there, and all that is said in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from houseway.encoding import encode
from houseway.engine.kernel import Command, Envelope, Table
from tests.engine import test_banked_events, test_banked_refusals, test_cards_scenarios
from tests.golden.offer_text import streets
from tests.house import test_refusals as house
from tests.poker import scenarios as poker
from tests.regulations.c637a import test_s15_s16_scenarios as jackpots

Made = Callable[[], Table[Any, Any]]
Said = Command | Envelope


class Scene(NamedTuple):
    """A point, and what is said there if it is accepted."""

    name: str
    at: Made
    accepted: Said | None = None


def _poker() -> Iterator[Scene]:
    yield from (Scene(ruling.id, ruling.at, ruling.given(ruling.at())) for ruling in poker.RULINGS)
    yield from (Scene(scenario.name, scenario.at) for scenario in poker.REFUSALS)
    yield from (Scene(f"{game}, {street}", made) for game, street, made in streets())


def _banked() -> Iterator[Scene]:
    yield from (Scene(name, made, said) for name, made, said, _ in test_banked_events.RIGHT)
    yield from (Scene(scenario.name, scenario.at) for scenario in test_banked_refusals.REFUSED)


def _cards() -> Iterator[Scene]:
    yield from (Scene(scenario.name, scenario.at, scenario.said) for scenario in test_cards_scenarios.ALLOWED)
    yield from (Scene(scenario.name, scenario.at) for scenario in test_cards_scenarios.REFUSED)


def _jackpots() -> Iterator[Scene]:
    yield from (Scene(scenario.name, scenario.at, scenario.said) for scenario in jackpots.ALLOWED)
    yield from (Scene(scenario.name, scenario.at) for scenario in jackpots.REFUSED)


def _house() -> Iterator[Scene]:
    yield from (Scene(name, made, said) for name, made, said, _ in house.RIGHT)
    yield from (Scene(scenario.name, scenario.at) for scenario in house.REFUSED)


_SCENES: Mapping[str, Callable[[], Iterator[Scene]]] = {
    "poker": _poker,
    "banked": _banked,
    "cards": _cards,
    "jackpots": _jackpots,
    "house": _house,
}
MACHINES = tuple(_SCENES)


def points(machine: str) -> Iterator[tuple[str, Table[Any, Any]]]:
    """Return the tables of a machine's scenarios by name, each state once."""
    known: set[tuple[str, bytes]] = set()
    made = [(scene.name, scene.at) for scene in _SCENES[machine]()]
    made += [
        (f"{scene.name}, then", partial(_after, scene.at, scene.accepted))
        for scene in _SCENES[machine]()
        if scene.accepted is not None
    ]
    for name, make in made:
        table = make()
        key = (table.rules.digest, encode(table.state))
        if key not in known:
            known.add(key)
            yield name, table


def _after(made: Made, said: Said) -> Table[Any, Any]:
    table = made()
    table.do(said)
    return table


@cache
def words(machine: str) -> list[Said]:
    """Return all that is said in a machine's scenarios, whether it is accepted there or not, each once."""
    tables: Mapping[str, list[Said]] = {
        "poker": [
            *(ruling.given(ruling.at()) for ruling in poker.RULINGS),
            *(refusal.said for refusal in poker.REFUSALS),
        ],
        "banked": [
            *(said for _, _, said, _ in test_banked_events.RIGHT),
            *(scenario.said for scenario in test_banked_refusals.REFUSED),
        ],
        "cards": [scenario.said for scenario in (*test_cards_scenarios.ALLOWED, *test_cards_scenarios.REFUSED)],
        "jackpots": [scenario.said for scenario in (*jackpots.ALLOWED, *jackpots.REFUSED)],
        "house": [*(said for _, _, said, _ in house.RIGHT), *(scenario.said for scenario in house.REFUSED)],
    }
    return list({repr(said): said for said in tables[machine]}.values())
