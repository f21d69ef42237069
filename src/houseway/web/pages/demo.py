"""A demo house on this machine: accounts for every role, tables with computer players, play money."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from itertools import count
from typing import Any

from houseway.chapters.c637a_poker.jackpots import commands as jackpots
from houseway.chapters.registry import chapter_of, example_of, games, resolve
from houseway.engine.kernel import envelope
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, DeclareDemo, ListTable, Policy
from houseway.house.offered import OpenJackpots
from houseway.money import Cents
from houseway.store.jackpots import jackpots_stream
from houseway.store.record import JACKPOTS, TABLE, Opening, RecordError
from houseway.store.table_system import table_stream
from houseway.web.server import Server

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
    Person("Edie", "Edie, Executive Director", (Role.EXECUTIVE_DIRECTOR,)),
    Person("Otto", "Otto, auditor", (Role.AUDITOR,)),
)
OPEN_AT_ONCE = ("heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo", "holdem")
FIRST_TABLES = (
    *[(game, game, False) for game in OPEN_AT_ONCE],
    ("heads-up-holdem", "heads-up-holdem-staffed", True),
)
"""The tables of a new house: the game, the name, and whether a dealer deals."""
COMPUTERS = 3
ALLOWANCE = Cents(10_000_00)
"""The play money that every guest may draw per gaming day."""
ROOM = "poker-room"
IN_ROOM = ("holdem",)
"""The tables that feed the jackpots of the room."""
FUNDS: dict[str, dict[str, Any]] = {
    "bad_beat": {
        "contribution": 100,
        "minimum_pot": 1000,
        "hands": ["Tc Td Th Ts 2c"],
        "payout_percent": {"losing": 50, "winning": 25, "table": 25},
        "minimum_players": 3,
    },
    "high_hand": {
        "contribution": 100,
        "minimum_pot": 1000,
        "minimum_players": 3,
        "qualifying_minutes": 240,
        "claim_days": 30,
    },
}


def policy_of(game: str, *, staffed: bool = False) -> Policy:
    """What a demo table posts: time to think, hints, and computer players in some seats."""
    computers = COMPUTERS if chapter_of(game).banked else COMPUTERS + 1
    clock = 0 if staffed else 60
    return Policy(staffed=staffed, clock=clock, away=600, pace=500, computers=computers, alone=False, practice=True)


def submission_of(game: str, *, jackpots: bool) -> dict[str, Any]:
    """The example of a game, with the payouts of the room where its tables feed them."""
    return tomllib.loads(example_of(game)) | (FUNDS if jackpots else {})


class Demo:
    """The demo house of a server."""

    guest = GUEST

    def __init__(self, server: Server) -> None:
        self.server = server

    def people(self) -> tuple[Person, ...]:
        """Whom one may be."""
        return PEOPLE

    def furnish(self) -> None:
        """Accounts and the first tables, where they are not there yet; raises `RecordError` in a house that is no demo house."""
        people = self.server.people
        people.send(DeclareDemo(), by="table system", role=Role.TABLE_SYSTEM, key="demo house")
        if not people.state.demo:
            raise RecordError(
                "this is not a demo house: --demo needs a new database, or one that was created with --demo"
            )
        known = self.server.people.state.accounts
        for one in PEOPLE:
            if one.person not in known:
                command = AddAccount(person=one.person, held=one.roles)
                self.server.people.send(command, by="table system", role=Role.TABLE_SYSTEM)
        if not self.server.cage.state.posted:
            self.server.cage.post_allowance(ALLOWANCE)
        self._open_room()
        for game, name, staffed in FIRST_TABLES:
            if name not in self.server.people.state.tables:
                self.open(game, name=name, staffed=staffed)

    def open(self, game: str, *, name: str = "", staffed: bool = False) -> str:
        """Return the name of a table of a game; open one if there is none, or if the one there is closed."""
        if game not in games():
            raise KeyError(game)
        tables = self.server.people.state.tables
        names = (f"{name or game}-{number}" if number > 1 else name or game for number in count(1))
        name = next(name for name in names if name not in tables or not tables[name].closed)
        if name in tables:
            return name
        in_room = name in IN_ROOM
        submission = submission_of(game, jackpots=in_room)
        rules = resolve(submission)
        command = ListTable(
            table=name,
            game=rules.game.id,
            digest=rules.digest,
            policy=policy_of(game, staffed=staffed),
            jackpots=jackpots_stream(ROOM) if in_room else "",
        )
        self._begin(command, Opening(table_stream(name), TABLE, submission, staffed=staffed))
        return name

    def _begin(self, command: ListTable | OpenJackpots, opening: Opening) -> None:
        self.server.open(command, opening, by="table system", role=Role.TABLE_SYSTEM)

    def _open_room(self) -> None:
        """The jackpots of the Poker room: both payouts are offered, their table takes part, a qualifying period runs."""
        if ROOM in self.server.people.state.rooms:
            return
        submission = submission_of(IN_ROOM[0], jackpots=True)
        command = OpenJackpots(room=ROOM, digest=resolve(submission).digest)
        self._begin(command, Opening(jackpots_stream(ROOM), JACKPOTS, submission))
        for given, by, role in (
            (jackpots.OfferFund(fund="bad-beat", kind="bad_beat"), "Shay", Role.SHIFT_SUPERVISOR),
            (jackpots.ApproveDiscontinuing(fund="bad-beat"), "Edie", Role.EXECUTIVE_DIRECTOR),
            (jackpots.OfferFund(fund="high-hand", kind="high_hand"), "Shay", Role.SHIFT_SUPERVISOR),
            *[
                (jackpots.DesignateTable(fund=fund, table=table), "Flynn", Role.FLOORPERSON)
                for fund in ("bad-beat", "high-hand")
                for table in IN_ROOM
            ],
            (jackpots.StartQualifyingPeriod(fund="high-hand"), "Flynn", Role.FLOORPERSON),
        ):
            self.server.record.send(jackpots_stream(ROOM), envelope(given, by=by, role=role))
