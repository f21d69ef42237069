"""Rules Submissions over the API: checked, put on file, and taken to open tables and rooms under."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import FastAPI, HTTPException, Request, Response

from houseway.chapters.registry import filed_meaning
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.offered import FileSubmission
from houseway.rules.submission import Verdict
from houseway.view.submission import Checked
from houseway.web import schema
from houseway.web.asked import Caller, answered, body_of, refused
from houseway.web.check_process import check_submission
from houseway.web.errors import not_done
from houseway.written import UnreadableError, toml_of

if TYPE_CHECKING:
    from houseway.web.server import Server


class CheckBody(msgspec.Struct, forbid_unknown_fields=True):
    """A Rules Submission: its fields, or the text of its TOML file."""

    submission: dict[str, Any] = {}
    toml: str = ""

    def data(self) -> dict[str, Any]:
        """Its fields."""
        if not self.toml:
            return self.submission
        try:
            return toml_of(self.toml.encode())
        except (UnreadableError, UnicodeEncodeError) as error:
            raise HTTPException(422, f"the submission is {error}") from None


class SubmissionBody(CheckBody, forbid_unknown_fields=True, kw_only=True):
    """A Rules Submission to be put on file under a name."""

    name: str


def submission_of(server: Server, given: dict[str, Any], name: str) -> dict[str, Any]:
    """A submission as it was given, or else the one on file under a name."""
    if not name:
        return given
    found = server.people.state.submissions.get(name)
    if found is None:
        on_file = ", ".join(server.people.state.submissions) or "none"
        raise HTTPException(422, f"there is no submission {name[:40]!r} on file; on file: {on_file}")
    return dict(filed_meaning(json.loads(found.submission), found.digest))


def lawful(found: Checked, *, practice: bool) -> Checked:
    """What a table may be opened under: rules against the chapter, where they can be played at all, only for practice."""
    if not found.usable or (found.verdict is Verdict.UNLAWFUL and not practice):
        raise HTTPException(422, said_of(found))
    return found


def said_of(found: Checked) -> str:
    """Every fault of a submission."""
    said = "; ".join(f"{one.field}: {one.message} ({one.clause})" for one in found.faults)
    return said or "the submission is not lawful"


def plain_text(submission: Mapping[str, Any]) -> str:
    """A submission as it is kept."""
    try:
        return json.dumps(submission, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError):
        raise HTTPException(422, "the submission has a value that no field of it has, a date or a time") from None


def mount(app: FastAPI, server: Server, signed_in: Any) -> None:
    """Add the routes."""

    @app.post("/api/check", openapi_extra=schema.answer("Check", asks="CheckBody"))
    async def check(request: Request, who: Caller = signed_in) -> Response:
        """Check a Rules Submission: lawful, incomplete or unlawful, with every fault at once and the rules in force."""
        given = await body_of(request, CheckBody)
        return answered((await server.checks.run(who.person, check_submission, given.data())).plain())

    @app.get("/api/submissions", openapi_extra=schema.answer("Submissions"))
    async def submissions(who: Caller = signed_in) -> Response:
        """The submissions on file."""
        filed = server.people.state.submissions
        return answered({name: {"game": one.game, "digest": one.digest} for name, one in filed.items()})

    @app.get("/api/submissions/{name}", openapi_extra=schema.answer("SubmissionFound"))
    async def submission(name: str, who: Caller = signed_in) -> Response:
        """A submission on file, and its check."""
        if name not in server.people.state.submissions:
            raise HTTPException(404, f"there is no submission {name[:40]!r} on file")
        data = submission_of(server, {}, name)
        found = await server.checks.run(who.person, check_submission, data)
        return answered({"submission": data, "check": found.plain()})

    @app.post("/api/submissions", status_code=201, openapi_extra=schema.answer("Filed", 201, asks="SubmissionBody"))
    async def file_submission(request: Request, who: Caller = signed_in) -> Response:
        """Put a Rules Submission on file under a name: 201 with its check, 422 with its faults if it cannot be played."""
        given = await body_of(request, SubmissionBody)
        role = who.as_one_of(Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR)
        data = given.data()
        found = await server.checks.run(who.person, check_submission, data)
        if found.game is None or found.digest is None:
            return not_done(422, said_of(found), check=found.plain())
        command = FileSubmission(name=given.name, game=found.game, digest=found.digest, submission=plain_text(data))
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=role)
        if isinstance(outcome, Refusal):
            return refused(outcome)
        return answered({"name": given.name, "check": found.plain()}, 201)
