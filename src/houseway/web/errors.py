"""What is answered when something is not done: one shape, a code, a sentence, its clause and what would be legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response

from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.refusal import Refusal

CODES: Mapping[int, str] = {
    400: "REQUEST_IS_WELL_FORMED",
    401: "CALLER_IS_SIGNED_IN",
    403: "CALLER_IS_ALLOWED",
    404: "ADDRESS_IS_KNOWN",
    405: "METHOD_IS_OFFERED",
    408: "REQUEST_COMES_IN_TIME",
    409: "STEP_IS_POSSIBLE_NOW",
    410: "EVENTS_ARE_AT_HAND",
    413: "REQUEST_IS_SMALL_ENOUGH",
    421: "HOST_IS_KNOWN",
    422: "REQUEST_CAN_BE_READ",
    429: "REQUESTS_ARE_NOT_TOO_MANY",
    500: "SERVER_IS_SOUND",
    503: "DATABASE_ANSWERS",
}
"""The requirement that was not met, by status; a command that is refused has the code of its refusal."""
DATA = ("/api/", "/healthz", "/metrics", "/openapi")
"""Addresses at which programs ask, not people."""


class PasswordFault(str):
    """Why a password cannot be one, with a code of its own."""

    code = "PASSWORD_IS_TOO_WEAK"


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done: the requirement that was not met, a sentence, its clause if it has one, and what would be legal."""

    code: str
    message: str
    clause: ClauseId = NO_CLAUSE
    legal: tuple[str, ...] = ()


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True):
    """The body of every answer with a status from 400 on."""

    error: Fault


def body_of_fault(status: int, says: str) -> bytes:
    """What an answer says that has nothing but its status and a sentence."""
    return msgspec.json.encode(ErrorBody(error=Fault(code=CODES.get(status, CODES[400]), message=says)))


def not_done(status: int, says: str | Refusal, *, headers: Mapping[str, str] | None = None, **beside: Any) -> Response:
    """The answer to what was not done; ``beside`` stands beside the fault."""
    if isinstance(says, Refusal):
        fault = Fault(code=says.code.value, message=says.message, clause=says.clause, legal=says.legal)
    else:
        code = says.code if isinstance(says, PasswordFault) else CODES.get(status, CODES[400])
        fault = Fault(code=code, message=str(says))
    body = msgspec.json.encode({"error": fault, **beside})
    return Response(body, status, None if headers is None else dict(headers), media_type="application/json")


def as_data(error: HTTPException) -> Response:
    """An error of the API."""
    return not_done(error.status_code, said_of(error), headers=error.headers)


def said_of(error: HTTPException) -> str:
    """The sentence of an error; what the framework says of its own is said in our words."""
    offered = (error.headers or {}).get("Allow", "")
    if error.status_code == 405 and offered:
        return f"this is not offered here; offered: {offered}"
    return "there is nothing at this address" if error.detail == "Not Found" else str(error.detail)


def unreadable(faults: list[Any]) -> HTTPException:
    """What is wrong with the fields of an address, in a sentence."""
    said = []
    for one in faults:
        name = ".".join(str(part) for part in one.get("loc", ())[1:]) or "request"
        said.append(f"{name}: {str(one.get('msg', 'it cannot be read')).lower()}")
    return HTTPException(422, f"the request cannot be read: {'; '.join(said)}")


def is_data(path: str) -> bool:
    """Whether a program asks there."""
    return path.startswith(DATA)
