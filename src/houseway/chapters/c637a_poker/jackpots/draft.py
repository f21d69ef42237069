"""A draft of what a command does to the jackpot funds, and what its handlers share."""

from __future__ import annotations

from houseway.chapters.c637a_poker.jackpots.commands import JackpotCommand, OfferFund, TransportToCage
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, NAME, SECTION, FundRules, JackpotRules
from houseway.chapters.c637a_poker.jackpots.state import Box, BoxStage, Department, Fund, JackpotState, evolve
from houseway.engine.banked.events import Event
from houseway.engine.refusal import Code, RefusedError, refuse


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

    def fund(self, command: JackpotCommand) -> Fund:
        """The fund a command concerns, which is offered and of a kind that knows the step."""
        fund, only = self.state.funds.get(command.fund), command.only
        if fund is not None and not fund.closed and only in ("", fund.kind):
            return fund
        message = f"there is no such fund {command.fund!r} here"
        if fund is not None and fund.closed:
            message = f"the fund {command.fund!r} is closed"
        elif fund is not None:
            message = f"{command.fund!r} is the fund of a {NAME[fund.kind]}, which has no such step"
        known = [name for name, one in self.state.funds.items() if not one.closed and only in ("", one.kind)]
        raise refuse(Code.FUND_IS_OFFERED, f"{SECTION[self._kind(command)]}(a)", message, known)

    def _kind(self, command: JackpotCommand) -> str:
        """Which kind of fund a command is about, even if there is no such fund."""
        if isinstance(command, OfferFund):
            return command.kind if command.kind in SECTION else BAD_BEAT
        fund = self.state.funds.get(command.fund)
        return command.only or (BAD_BEAT if fund is None else fund.kind)

    def step(self, command: JackpotCommand) -> str:
        """The clause that says whose step the command is."""
        fund, path = self.state.funds.get(command.fund), command.path
        if isinstance(command, TransportToCage) and fund is not None and fund.with_stage(BoxStage.LOCKED):
            # A container with what was counted at a table, rather than the boxes themselves.
            path = "(d)(1)"
        return f"{SECTION[self._kind(command)]}{path}"

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


def check_department(clause: str, department: Department, *people: str, handled: dict[str, Department]) -> None:
    """Nobody acts for two departments in one count."""
    for person in people:
        before = handled.get(person, department)
        if before is not department:
            message = f"{person} acted for {before.value} in this count and cannot act for {department.value} too"
            raise refuse(Code.PERSON_SIGNS_ONCE, clause, message, ("another person",))


def check_witness(clause: str, witness: str, person: str) -> None:
    """A witness is somebody else."""
    if witness == person:
        raise refuse(Code.PERSON_SIGNS_ONCE, clause, f"{person} cannot witness what {person} does", ("another person",))
