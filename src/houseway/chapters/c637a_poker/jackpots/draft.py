"""A draft of what a command does to the jackpot funds, and what its handlers share."""

from __future__ import annotations

from typing import TypedDict

from houseway.chapters.c637a_poker.jackpots.commands import JackpotCommand, OfferFund, PayBadBeat, TransportToCage
from houseway.chapters.c637a_poker.jackpots.rules import (
    BAD_BEAT,
    HIGH_HAND,
    NAME,
    SECTION,
    BadBeatRules,
    FundRules,
    JackpotRules,
)
from houseway.chapters.c637a_poker.jackpots.state import Box, BoxStage, Fund, JackpotState
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.kernel import Draft
from houseway.engine.refusal import Code, RefusedError, refuse


class Said(TypedDict):
    """The clause, who acts, for which fund and when."""

    clause: ClauseId
    person: str
    fund: str
    at: int


class JackpotDraft(Draft[JackpotRules, JackpotState], eq=False, gc=False):
    """A draft that knows the fund and the box a command is about."""

    @property
    def person(self) -> str:
        """Who gives the command."""
        return self.given.by

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
        clause = ClauseId(f"{SECTION[_kind(self.rules, self.state, command)]}(a)")
        raise refuse(Code.FUND_IS_OFFERED, clause, message, known)

    def step(self, command: JackpotCommand) -> ClauseId:
        """The clause that says whose step the command is."""
        return step_of(self.rules, self.state, command)

    def said(self, command: JackpotCommand, clause: ClauseId = NO_CLAUSE) -> Said:
        """What every event of a command says, under the clause of the step unless another is named."""
        under = ClauseId(clause or self.step(command))
        return Said(clause=under, person=self.person, fund=command.fund, at=self.at)

    def rules_of(self, fund: Fund) -> FundRules:
        """What the submission says of the fund's kind."""
        rules = self.rules.of(fund.kind)
        assert rules is not None
        return rules

    @property
    def bad_beat_rules(self) -> BadBeatRules:
        """What the submission says of the Bad Beat payout, whose fund is offered."""
        rules = self.rules.bad_beat
        assert rules is not None
        return rules

    def box(self, command: JackpotCommand, table: str) -> Box:
        """The box of a table that takes part."""
        fund = self.fund(command)
        if table not in fund.boxes:
            message = f"table {table} does not take part in {command.fund}"
            raise refuse(Code.FUND_IS_OFFERED, ClauseId(f"{SECTION[fund.kind]}(c)"), message, tuple(fund.boxes))
        return fund.boxes[table]

    def check_witness(self, clause: ClauseId, witness: str, attending: tuple[str, ...]) -> None:
        """A witness is somebody else, a floorperson or above who has come to it."""
        if witness == self.person:
            message = f"{witness} cannot witness what {witness} does"
            raise refuse(Code.PERSON_SIGNS_ONCE, clause, message, ("another person",))
        if witness not in attending:
            message = f"{witness} has not come to it as a floorperson or above"
            raise refuse(Code.ROLE_IS_AUTHORISED, clause, message, attending or ("a floorperson or above attends",))


def _kind(rules: JackpotRules, state: JackpotState, command: JackpotCommand) -> str:
    """Which kind of fund a command is about; where there is no such fund, one that the submission offers."""
    offered = HIGH_HAND if rules.bad_beat is None and rules.high_hand is not None else BAD_BEAT
    if isinstance(command, OfferFund):
        return command.kind if command.kind in SECTION else offered
    fund = state.funds.get(command.fund)
    return command.only or (offered if fund is None else fund.kind)


def step_of(rules: JackpotRules, state: JackpotState, command: JackpotCommand) -> ClauseId:
    """The clause that says whose step a command is."""
    path = path_of(type(command), state.funds.get(command.fund))
    return ClauseId(f"{SECTION[_kind(rules, state, command)]}{path}")


def path_of(command: type[JackpotCommand], fund: Fund | None) -> str:
    """Where the section of a fund says whose step a command is."""
    if command is TransportToCage and fund is not None and fund.with_stage(BoxStage.LOCKED):
        # A container with what was counted at a table, rather than the boxes themselves.
        return "(d)(1)"
    if command is PayBadBeat and fund is not None and fund.bad_beat is not None and fund.bad_beat.to == "cage":
        return "(g)"
    return command.path


def due(clause: ClauseId, message: str, *legal: str) -> RefusedError:
    """A step comes before this one."""
    return refuse(Code.STEP_IS_DUE, clause, message, legal)
