"""Who takes a step: people with names, for one department in a case, and nobody where he is to be paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.commands import Case, Department, JackpotCommand
from houseway.chapters.c637a_poker.jackpots.draft import step_of
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, SECTION, JackpotRules
from houseway.chapters.c637a_poker.jackpots.state import Fund, JackpotState
from houseway.clause import ClauseId
from houseway.engine.kernel import Envelope
from houseway.engine.names import fault_of_name, fault_of_spelling
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.seats import Seat

_WITNESSED = {cmd.CountBox: "(d)(1)", cmd.AdjustDisplay: "(h)(1)"}
"""The steps taken before a floorperson or above, and where that is said."""


def no_seats(rules: JackpotRules, state: JackpotState, seat: Seat) -> None:
    """Refuse whoever claims a seat."""
    raise refuse(Code.SEAT_EXISTS, rules.offered_under, "the funds of a room have no seats")


def check_people(rules: JackpotRules, state: JackpotState, given: Envelope) -> None:
    """Refuse who has no name, no place in the case, or a share in it; a room has no seats."""
    command = given.command
    if given.seat:
        no_seats(rules, state, given.seat)
    if not isinstance(command, JackpotCommand):
        return
    clause, fund = step_of(rules, state, command), state.funds.get(command.fund)
    _check_named(command, clause, (given.by, *state.people()))
    # A fund that is not there, is closed or of the other kind is refused by its step.
    if fund is None:
        return
    named = tuple(paid_by(command))
    acting = [(given.by, given.role, clause)]
    if isinstance(command, cmd.CountBox | cmd.AdjustDisplay):
        under = ClauseId(f"{SECTION[fund.kind]}{_WITNESSED[type(command)]}")
        acting.append((command.witness, Role.FLOORPERSON, under))
    for person, role, under in acting:
        fault = hindrance(fund, type(command), person, role, player=getattr(command, "player", ""), named=named)
        if fault is not None:
            raise refuse(Code.PERSON_SIGNS_ONCE, under, fault, ("another person",))


def _check_named(command: JackpotCommand, clause: ClauseId, known: tuple[str, ...]) -> None:
    for field in command.people:
        value = getattr(command, field)
        for name in (value,) if isinstance(value, str) else value:
            fault = fault_of_name(name) or fault_of_spelling(name, known)
            known = (*known, name)
            if fault is not None:
                says = fault if name.strip() else f"the {field.replace('_', ' ')} must be named"
                raise refuse(Code.PERSON_IS_NAMED, clause, says, ("a name without blanks around it",))


def paid_by(command: JackpotCommand) -> Iterator[str]:
    """Whom a command itself names as those who would be paid."""
    if isinstance(command, cmd.VerifyBadBeat):
        yield from (command.loser, command.winner, *command.others, *command.also_lost, *command.also_won)
    elif isinstance(command, cmd.RecordHighHand):
        yield command.slip.player


def hindrance(
    fund: Fund,
    kind: type[JackpotCommand],
    person: str,
    role: Role,
    *,
    player: str = "",
    named: Iterable[str] = (),
) -> str | None:
    """Why a person may not take a step in a role, in one sentence; ``player``: whose payout it is, where it is one's."""
    if kind.case is None:
        return None
    case = "this payout" if kind.case is Case.PAYOUT else "this count"
    if person in (*_paid(fund, player), *named):
        return f"{person} is to be paid and has no part in {case}"
    before, department = _parts(fund, kind.case, player).get(person), Department.of(role)
    if before in (None, department):
        return None
    return f"{person} acted for {before} in {case} and cannot act for {department} too"


def _paid(fund: Fund, player: str) -> tuple[str, ...]:
    """Who is to be paid from what is counted, verified, prepared or paid."""
    if player:
        return (player,)
    return fund.paid if fund.kind == BAD_BEAT else tuple([slip.player for slip in fund.slips])


def _parts(fund: Fund, case: Case, player: str) -> Mapping[str, Department]:
    """Who had a part in a case so far, and for which department."""
    match case:
        case Case.COUNT:
            return fund.handled
        case Case.RECORD:
            return fund.counted_by
        case Case.PAYOUT:
            return fund.judged.get(player, {}) if player else fund.paying


def able_witnesses(fund: Fund, kind: type[JackpotCommand], attending: Iterable[str]) -> tuple[str, ...]:
    """Who of those who came may still be the witness of a step."""
    return tuple([one for one in attending if hindrance(fund, kind, one, Role.FLOORPERSON) is None])
