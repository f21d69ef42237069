"""What a house offers beside its tables: the Rules Submissions it has filed, and the rooms whose jackpots span tables."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.engine.kernel import Command, Draft, Event, State
from houseway.engine.refusal import Code
from houseway.engine.roles import ADMINISTRATORS, SHIFT_SUPERVISORS, SYSTEM
from houseway.house.seatless import HOUSE_POLICY, refused

Digest = str


class Submitted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Rules Submission on file: its game, the digest of its rules, and itself as JSON."""

    game: str
    digest: Digest
    submission: str


class FileSubmission(Command, frozen=True, kw_only=True, tag="file_submission"):
    """A Rules Submission is put on file under a name; tables and jackpots are opened under it."""

    roles = SHIFT_SUPERVISORS | ADMINISTRATORS
    name: str
    game: str
    digest: Digest
    submission: str


class OpenJackpots(Command, frozen=True, kw_only=True, tag="open_jackpots"):
    """The jackpots of a room are opened: tables that name the room contribute to them."""

    roles = SHIFT_SUPERVISORS | ADMINISTRATORS | SYSTEM
    room: str
    digest: Digest


class SubmissionFiled(Event, frozen=True, kw_only=True, tag="submission_filed"):
    name: str
    game: str
    digest: Digest
    submission: str


class JackpotsOpened(Event, frozen=True, kw_only=True, tag="jackpots_opened"):
    room: str
    digest: Digest


class Offers(State, kw_only=True, gc=False):
    """The submissions on file by their names, and the digest of each room's jackpots."""

    submissions: dict[str, Submitted] = {}
    rooms: dict[str, Digest] = {}


def check_name(name: str, what: str) -> None:
    """A name that can stand in an address."""
    if not name or len(name) > 40 or not name.isascii() or not all(one.isalnum() or one in "-_" for one in name):
        says = f"a {what}'s name is 1 to 40 letters, digits, hyphens or underscores"
        raise refused(Code.VALUES_ARE_IN_RANGE, says)


def file_submission(draft: Draft[Any, Any], command: FileSubmission) -> None:
    check_name(command.name, "submission")
    known = draft.state.submissions.get(command.name)
    if known is not None:
        says = f"there is a submission {command.name} already; what is on file is not changed"
        raise refused(Code.SUBMISSION_IS_LAWFUL, says, "another name")
    draft.emit(
        SubmissionFiled(
            clause=HOUSE_POLICY,
            name=command.name,
            game=command.game,
            digest=command.digest,
            submission=command.submission,
        )
    )


def open_jackpots(draft: Draft[Any, Any], command: OpenJackpots) -> None:
    check_name(command.room, "room")
    if command.room in draft.state.rooms:
        raise refused(Code.TABLE_IS_OPEN, f"the jackpots of {command.room} are open already")
    draft.emit(JackpotsOpened(clause=HOUSE_POLICY, room=command.room, digest=command.digest))


def submission_filed(state: Offers, event: SubmissionFiled) -> None:
    filed = Submitted(game=event.game, digest=event.digest, submission=event.submission)
    state.submissions = {**state.submissions, event.name: filed}


def jackpots_opened(state: Offers, event: JackpotsOpened) -> None:
    state.rooms = {**state.rooms, event.room: event.digest}
