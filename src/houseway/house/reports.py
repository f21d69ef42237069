"""What surveillance tells the floor of a round that is over: it stands until the floor answers it.

A report names no card. The floor looks at the round with its own eyes, and sees there what it may.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.clause import ClauseId
from houseway.engine.kernel import Command, Draft, Event, Viewer
from houseway.engine.refusal import Code
from houseway.engine.roles import FLOOR_OR_ABOVE, SURVEILLANCE_STAFF, Role
from houseway.house.seatless import HOUSE_POLICY, refused
from houseway.money import Balance
from houseway.seats import Seat

LONGEST = 300
"""The most characters of a report's or an answer's words."""
READERS = SURVEILLANCE_STAFF | FLOOR_OR_ABOVE | {Role.COMPLIANCE}
"""Who may read what surveillance tells the floor."""


class Differing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A payment that differs: what the seat gained or lost by a wager, and what it should have."""

    seat: Seat
    wager: str
    paid: Balance
    owed: Balance
    clause: ClauseId


class ReportRound(Command, frozen=True, kw_only=True, tag="report_round"):
    """Surveillance tells the floor of a round; ``sat`` are those who had a seat in it."""

    roles = SURVEILLANCE_STAFF
    table: str
    round: int
    says: str = ""
    differing: tuple[Differing, ...] = ()
    sat: tuple[str, ...] = ()


class AnswerReport(Command, frozen=True, kw_only=True, tag="answer_report"):
    """The floor says what it made of a report."""

    roles = FLOOR_OR_ABOVE
    report: int
    says: str


class RoundReported(Event, frozen=True, kw_only=True, tag="round_reported"):
    report: int
    person: str
    at: int
    table: str
    round: int
    says: str
    differing: tuple[Differing, ...]
    sat: tuple[str, ...]


class ReportAnswered(Event, frozen=True, kw_only=True, tag="report_answered"):
    report: int
    person: str
    at: int
    says: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A report by its number; ``answered_by`` is empty as long as it stands. Times in seconds."""

    number: int
    by: str
    at: int
    table: str
    round: int
    says: str
    differing: tuple[Differing, ...]
    sat: tuple[str, ...]
    answered_by: str = ""
    answered_at: int = 0
    answer: str = ""


def report_round(draft: Draft[Any, Any], command: ReportRound) -> None:
    if command.table not in draft.state.tables or command.round < 1:
        raise refused(Code.TABLE_IS_OPEN, f"there is no round {command.round} of a table {command.table[:40]!r}")
    if draft.given.by in command.sat:
        raise refused(
            Code.ROLE_IS_AUTHORISED, f"{draft.given.by} sat in round {command.round}: another person reports it"
        )
    if not command.differing or command.says:
        _check(command.says)
    draft.emit(
        RoundReported(
            clause=HOUSE_POLICY,
            report=len(draft.state.reports) + 1,
            person=draft.given.by,
            at=draft.at,
            table=command.table,
            round=command.round,
            says=command.says,
            differing=command.differing,
            sat=command.sat,
        )
    )


def answer_report(draft: Draft[Any, Any], command: AnswerReport) -> None:
    by = draft.given.by
    if not 1 <= command.report <= len(draft.state.reports):
        raise refused(Code.STEP_IS_DUE, f"there is no report {command.report}")
    report: Report = draft.state.reports[command.report - 1]
    if report.answered_by:
        raise refused(Code.STEP_IS_DUE, f"{report.answered_by} has answered report {report.number}")
    if by == report.by or by in report.sat:
        why = "sent it" if by == report.by else "sat in the round"
        raise refused(Code.ROLE_IS_AUTHORISED, f"{by} {why}: another person answers report {report.number}")
    _check(command.says)
    draft.emit(ReportAnswered(clause=HOUSE_POLICY, report=report.number, person=by, at=draft.at, says=command.says))


def round_reported(state: Any, event: RoundReported) -> None:
    made = Report(
        number=event.report,
        by=event.person,
        at=event.at,
        table=event.table,
        round=event.round,
        says=event.says,
        differing=event.differing,
        sat=event.sat,
    )
    state.reports = (*state.reports, made)


def report_answered(state: Any, event: ReportAnswered) -> None:
    place = event.report - 1
    answered = replace(state.reports[place], answered_by=event.person, answered_at=event.at, answer=event.says)
    state.reports = (*state.reports[:place], answered, *state.reports[place + 1 :])


def readable_by(viewer: Viewer) -> bool:
    """Whether somebody may read what surveillance tells the floor."""
    return viewer.role in READERS


def _check(says: str) -> None:
    """Words are a line of text that names no card."""
    if says != says.strip() or not 0 < len(says) <= LONGEST or not says.isprintable():
        raise refused(Code.VALUES_ARE_IN_RANGE, f"say it in one line of 1 to {LONGEST} characters")
    named = card_in(says)
    if named:
        says = f"{named!r} names a card, and the floor may not have seen it: say it without"
        raise refused(Code.VALUES_ARE_IN_RANGE, says)


_NAMED = re.compile(
    r"(?:ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two|deuce|trey|10|[2-9])s? of (?:club|diamond|heart|spade)s?"
    r"|\bjoker\b"
    r"|(?<![A-Za-z0-9])(?:10|[2-9tjqka]) ?[\u2660-\u2667]",
    re.IGNORECASE,
)
_SHORT = re.compile(r"(?<![A-Za-z0-9$.])((?:10|[2-9TJQKA])[cdhs](?:(?:10|[2-9TJQKA])[cdhs])*|Jk)(?![A-Za-z0-9])")
_WORD = re.compile(r"(?:^|[.:;?!] )(A[sdh])(?= (?:I |[a-z]))")
"""``As`` where a sentence begins with it."""


def card_in(says: str) -> str:
    """The first words that name a card, empty if none do.

    >>> card_in("Seat 3 had K\u2660"), card_in("the ace of hearts"), card_in("held KsQd"), card_in("As I saw it, $5 short")
    ('K♠', 'ace of hearts', 'KsQd', '')
    """
    words = {found.start(1) for found in _WORD.finditer(says)}
    found = [one[0] for one in _NAMED.finditer(says)]
    found += [one[0] for one in _SHORT.finditer(says) if one.start() not in words]
    return found[0] if found else ""
