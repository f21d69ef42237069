"""A Poker room with its jackpot funds, as the tests of 637a.15 and .16 use it."""

from __future__ import annotations

from typing import Any

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.room import JackpotRoom, replay
from houseway.chapters.c637a_poker.jackpots.submitted import jackpot_rules
from houseway.chapters.c637a_poker.submission import PokerSubmission
from houseway.engine.banked.events import Event
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role

DEALER, FLOOR, SUPERVISOR = Role.DEALER, Role.FLOORPERSON, Role.SHIFT_SUPERVISOR


def room(**submission: Any) -> JackpotRoom:
    """A room whose submission offers these jackpots."""
    return JackpotRoom(jackpot_rules(PokerSubmission(game="holdem", blinds=[50, 100], **submission)))


def accepted(at: JackpotRoom, command: cmd.JackpotCommand) -> tuple[Event, ...]:
    """Send a command that must be accepted; money is conserved and replay equals live."""
    outcome = at.send(command)
    assert not isinstance(outcome, Refusal), outcome
    assert sum(at.state.ledger.values()) == 0
    assert replay(at.events) == at.state
    return outcome


def refused(at: JackpotRoom, command: cmd.JackpotCommand) -> Refusal:
    """Send a command that must be refused and change nothing."""
    before = at.state
    outcome = at.send(command)
    assert isinstance(outcome, Refusal), outcome
    assert at.state is before
    return outcome


def count_at_cage(at: JackpotRoom, fund: str, tables: tuple[str, ...], cents: int, *, notify: bool) -> None:
    """The short way: locked boxes to the cage, a cashier's count, the finance record."""
    if notify:
        accepted(at, cmd.NotifyOfCount(by=FLOOR, person="Flora", fund=fund))
    accepted(at, cmd.AccountForBoxes(by=FLOOR, person="Flora", fund=fund, tables=tables))
    accepted(at, cmd.TransportToCage(by=Role.SECURITY, person="Sam", fund=fund))
    accepted(at, cmd.CountAtCage(by=Role.CASHIER, person="Cass", fund=fund, cents=cents))
    accepted(at, cmd.RecordContributions(by=Role.FINANCE, person="Fin", fund=fund, cents=cents))
