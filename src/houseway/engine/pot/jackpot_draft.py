"""A draft of what a command does to the jackpot funds, and what its handlers share."""

from __future__ import annotations

from houseway.engine.events import Event
from houseway.engine.pot.jackpot_commands import JackpotCommand
from houseway.engine.pot.jackpot_state import Box, Fund, JackpotState, evolve
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.rules.jackpots import SECTION, FundRules, JackpotRules


class JackpotDraft:
    """Rules, the state so far and the events so far. If a requirement fails, the draft is thrown away."""

    __slots__ = ("events", "rules", "state")

    def __init__(self, rules: JackpotRules, state: JackpotState) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Record an event and let it take effect."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def fund(self, command: JackpotCommand, *kinds: str) -> Fund:
        """The fund a command concerns, which is offered and of one of these kinds."""
        fund = self.state.funds.get(command.fund)
        if fund is None or fund.closed or (kinds and fund.kind not in kinds):
            known = tuple(name for name, one in self.state.funds.items() if not kinds or one.kind in kinds)
            section = SECTION[kinds[0]] if kinds else "637a.15"
            raise refuse(Code.FUND_IS_OFFERED, f"{section}(a)", f"there is no such fund {command.fund!r} here", known)
        return fund

    def clause(self, command: JackpotCommand, path: str) -> str:
        """A path in the section of the fund's kind."""
        return f"{SECTION[self.state.funds[command.fund].kind]}{path}"

    def rules_of(self, fund: Fund) -> FundRules:
        """What the submission says of the fund's kind."""
        rules = self.rules.of(fund.kind)
        assert rules is not None
        return rules

    def balance(self, account: str) -> int:
        return self.state.ledger.get(account, 0)

    def box(self, command: JackpotCommand, table: str) -> Box:
        """The box of a table that takes part."""
        boxes = self.fund(command).boxes
        if table not in boxes:
            raise refuse(
                Code.FUND_IS_OFFERED,
                self.clause(command, "(c)"),
                f"table {table} does not take part in {command.fund}",
                tuple(boxes),
            )
        return boxes[table]


def box_account(fund: str, table: str) -> str:
    return f"box {fund} {table}"


def container_account(fund: str) -> str:
    return f"container {fund}"


def cage_account(fund: str) -> str:
    return f"cage {fund}"


def fund_account(fund: str) -> str:
    return f"fund {fund}"


def payout_account(fund: str) -> str:
    return f"payout {fund}"


def due(clause: str, message: str, *legal: str) -> RefusedError:
    """A step comes before this one."""
    return refuse(Code.STEP_IS_DUE, clause, message, legal)


def check_another(clause: str, person: str, *others: str) -> None:
    """Where several people are required, each is another."""
    if not person or person in others:
        raise refuse(
            Code.PERSON_SIGNS_ONCE,
            clause,
            f"{person or 'nobody'} cannot stand for two people here",
            ("another person",),
        )
