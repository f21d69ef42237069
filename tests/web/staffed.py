"""A round of any game under a human dealer: every step given over the API by a person who holds its role, the cards entered."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from houseway.chapters.registry import open_table
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.encoding import card_fields
from houseway.engine.kernel import Command, Envelope, Event, Table, Viewer
from houseway.engine.roles import Role
from houseway.seats import Seat
from tests.kit.recorded_tables import submission
from tests.kit.waiting import until
from tests.web.serving import Person, Serving

STAFF = {
    "Dee": Role.DEALER,
    "Flora": Role.FLOORPERSON,
    "Fritz": Role.FLOORPERSON,
    "Sue": Role.SHIFT_SUPERVISOR,
}
PLAYERS = ("Ada", "Ben", "Cleo")
TABLE = "t1"


def planned(game: str, seed: int, rounds: int = 1) -> Table[Any, Any]:
    """Rounds played in memory, whose commands are then given to a server."""
    table = open_table(submission(game), staffed=True)
    computers = Computers(table, random.Random(seed), buy_in=100_000)
    for seat in range(1, len(PLAYERS) + 1):
        computers.sit_down(Seat(seat))
    assert tuple(computers.seats.values()) == PLAYERS
    house = House(table, Seeded(random.Random(seed)))
    while rounds:
        events = house.step(computers.answer)
        assert isinstance(events, tuple), events
        rounds -= any(event.ends_round for event in events)
    return table


def swapped(command: Command, swap: dict[int, int]) -> Command:
    """The command with two cards in each other's places."""

    def other(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple([other(one) for one in value])
        return swap.get(value, value) if type(value) is int else value

    changed = {name: other(getattr(command, name)) for name in card_fields(type(command))}
    return msgspec.structs.replace(command, **changed) if changed else command


class Staffed:
    """A staffed table with its people."""

    def __init__(self, house: Serving, game: str) -> None:
        self.house, self.game = house, game
        self.people: dict[str, Person] = {name: house.account(name, role) for name, role in STAFF.items()}
        self.people |= {name: house.account(name) for name in PLAYERS}
        assert self.people["Sue"].opens(TABLE, game, staffed=True, clock=0).status_code == 201
        self.seq: int = self.live.seq

    @property
    def live(self) -> Any:
        return self.house.record.live(f"table/{TABLE}")

    def give(self, given: Envelope, swap: dict[int, int] | None = None, key: str = "") -> Any:
        """A command as its person gives it; what is the system's own, it does itself."""
        self.seq += 1
        if given.role is Role.TABLE_SYSTEM:
            until(lambda: self.live.seq >= self.seq, lambda: given)
            return None
        body = {
            "command": msgspec.to_builtins(swapped(given.command, swap or {})),
            "role": given.role.value,
            "seat": int(given.seat),
            "key": key,
        }
        able = [given.by] if given.role is Role.PLAYER else [name for name, role in STAFF.items() if role is given.role]
        answer: Any = None
        for name in able:
            answer = self.people[name].http.post(f"/api/tables/{TABLE}/commands", json=body)
            if answer.status_code != 409 or answer.json()["error"]["code"] != "PERSON_SIGNS_ONCE":
                break
        assert answer.status_code == 200, (given, answer.text)
        return answer

    def steps(self, table: Table[Any, Any]) -> Iterator[Envelope]:
        """What people and the system do at a table that the server has opened."""
        for given in table.envelopes:
            if not type(given.command).opens:
                yield given


def seen_cards(table: Table[Any, Any], viewer: Viewer, events: Sequence[Event]) -> set[int]:
    """The cards that a viewer sees at a table, and in its last events."""

    def numbers(value: Any) -> set[int]:
        if isinstance(value, tuple):
            return set().union(*map(numbers, value))
        return {value} if type(value) is int else set()

    seen = table.observe(viewer)
    told = table.seen_by(viewer, events)
    in_events = [numbers(getattr(event, name)) for event in told for name in card_fields(type(event))]
    return numbers((*seen.hands.values(), seen.community)).union(*in_events)
