"""Why a table takes no players or starts no round: somebody closed it, or its jackpot box is counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from houseway.chapters.c637a_poker.commands import StartRound
from houseway.chapters.registry import games
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.kernel import Command
from houseway.engine.opening import TakeSeat
from houseway.engine.refusal import Code, Refusal

if TYPE_CHECKING:
    from houseway.house.accounts import TableEntry
    from houseway.web.dealing import Dealing


LISTED = 20
"""Closed tables that a list shows."""


class ClosureKind(StrEnum):
    """How far a table is closed."""

    CLOSED = "closed"
    """Nothing is done there until it is reopened."""
    FINISHING = "finishing"
    """It takes no new players, and what was begun is played to its end."""
    COUNTING = "counting"
    """No round starts while its jackpot box is counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closure:
    """Why a table is closed and what reopens it; ``told``: who closed it, and when."""

    kind: ClosureKind
    says: str
    told: str = ""
    clause: ClauseId = NO_CLAUSE

    @property
    def takes_players(self) -> bool:
        """Whether somebody may sit down."""
        return self.kind is ClosureKind.COUNTING

    @property
    def is_final(self) -> bool:
        """Whether nothing at all is done at the table."""
        return self.kind is ClosureKind.CLOSED

    def refuses(self, command: type[Command]) -> bool:
        """Return whether a kind of command cannot be carried out at the table."""
        match self.kind:
            case ClosureKind.CLOSED:
                return True
            case ClosureKind.FINISHING:
                return command is TakeSeat
            case ClosureKind.COUNTING:
                return command is StartRound

    @property
    def refusal(self) -> Refusal:
        """The answer to such a command."""
        code = Code.STEP_IS_DUE if self.kind is ClosureKind.COUNTING else Code.TABLE_IS_OPEN
        return Refusal(code, self.clause, self.says, ())


def closure_of(name: str, entry: TableEntry, dealing: Dealing) -> Closure | None:
    """Why a table is closed; None while it is open."""
    if entry.closed:
        who = _who_closed(entry)
        if dealing.is_unfinished():
            says = f"Table {name} is closed. It takes no new players; this round is played to its end."
            return Closure(kind=ClosureKind.FINISHING, says=says, told=who)
        says = f"Table {name} is closed. A shift supervisor can reopen it."
        return Closure(kind=ClosureKind.CLOSED, says=says, told=who)
    clause = dealing.counted()
    if clause is None:
        return None
    says = f"Table {name} is closed while its jackpot box is counted."
    ends = "A round can start when the count is signed and the contents are locked."
    return Closure(kind=ClosureKind.COUNTING, says=f"{says} {ends}", clause=clause)


def _who_closed(entry: TableEntry) -> str:
    if not entry.closed_by:
        return ""
    when = datetime.fromtimestamp(entry.closed_at, UTC)
    return f"{entry.closed_by} closed it on {when:%Y-%m-%d at %H:%M} UTC."


class ClosedTable(NamedTuple):
    """A closed table in a list: its name, its game, who closed it and when."""

    name: str
    game: str
    told: str


def closed_tables(tables: Mapping[str, TableEntry], *, staffed: bool = False) -> list[ClosedTable]:
    """The tables closed last, the latest first; ``staffed``: only those with a dealer."""
    closed = [(name, entry) for name, entry in tables.items() if entry.closed and (entry.policy.staffed or not staffed)]
    closed.sort(key=lambda one: one[1].closed_at, reverse=True)
    return [ClosedTable(name, games()[entry.game], _who_closed(entry)) for name, entry in closed[:LISTED]]
