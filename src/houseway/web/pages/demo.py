"""A demo house on this machine: accounts for every role, tables with computer players, play money."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from houseway.chapters.registry import chapter_of, example_of, games, resolve
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, ListTable, Policy
from houseway.store.record import TABLE
from houseway.store.table_system import table_stream
from houseway.web.app import Server

GUEST = "Guest"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody one may be in a demo house."""

    person: str
    says: str
    roles: tuple[Role, ...]


PEOPLE = (
    Person(GUEST, "Guest, a player", (Role.PLAYER,)),
    Person("Second", "Second, another player", (Role.PLAYER,)),
    Person("Third", "Third, another player", (Role.PLAYER,)),
    Person("Dana", "Dana, dealer", (Role.DEALER,)),
    Person("Flynn", "Flynn, floorperson", (Role.FLOORPERSON,)),
    Person("Shay", "Shay, shift supervisor", (Role.SHIFT_SUPERVISOR, Role.COMPLIANCE)),
    Person("Sol", "Sol, surveillance", (Role.SURVEILLANCE,)),
    Person("Fay", "Fay, table-games finance", (Role.FINANCE,)),
    Person("Sam", "Sam, security", (Role.SECURITY,)),
    Person("Cass", "Cass, cashier", (Role.CASHIER,)),
)
OPEN_AT_ONCE = ("heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo", "holdem")
COMPUTERS = 3


def policy_of(game: str, *, staffed: bool = False) -> Policy:
    """What a demo table posts: time to think, hints, and computer players in some seats."""
    computers = COMPUTERS if chapter_of(game).banked else COMPUTERS + 1
    clock = 0 if staffed else 60
    return Policy(staffed=staffed, clock=clock, away=600, pace=500, computers=computers, alone=False, practice=True)


class Demo:
    """The demo house of a server."""

    guest = GUEST

    def __init__(self, server: Server) -> None:
        self.server = server

    def people(self) -> tuple[Person, ...]:
        """Whom one may be."""
        return PEOPLE

    def furnish(self) -> None:
        """Accounts and the first tables, where they are not there yet."""
        known = self.server.people.state.accounts
        for one in PEOPLE:
            if one.person not in known:
                command = AddAccount(person=one.person, held=one.roles)
                self.server.people.send(command, by="table system", role=Role.TABLE_SYSTEM)
        for game in OPEN_AT_ONCE:
            self.open(game)
        self.open("heads-up-holdem", name="heads-up-holdem-staffed", staffed=True)

    def open(self, game: str, *, name: str = "", staffed: bool = False) -> str:
        """A table of a game, opened if there is none; its name."""
        if game not in games():
            raise KeyError(game)
        name = name or game
        if name in self.server.people.state.tables:
            return name
        submission = tomllib.loads(example_of(game))
        rules = resolve(submission)
        policy = policy_of(game, staffed=staffed)
        command = ListTable(table=name, game=rules.game.id, digest=rules.digest, policy=policy)
        outcome = self.server.people.send(command, by="table system", role=Role.TABLE_SYSTEM)
        if not isinstance(outcome, Refusal):
            self.server.record.open(table_stream(name), TABLE, submission)
            self.server.record.start(table_stream(name), staffed=staffed)
        return name
