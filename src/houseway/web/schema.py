"""The API described: the routes of the application with the schema of every command, event, view and error they carry."""

from __future__ import annotations

from typing import Any, Union

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from houseway.encoding import card_fields, command_kinds, event_kinds, machines
from houseway.engine.kernel import Command, Event
from houseway.engine.roles import Role
from houseway.house.accounts import TableEntry
from houseway.house.reports import Report
from houseway.house.shuffles import Shoe
from houseway.store.cage import Reconciliation
from houseway.web.errors import CODES, ErrorBody

_REFERENCE = "#/components/schemas/{name}"
_SAYS = {
    400: "Not a request",
    401: "No token",
    403: "Not this person's",
    404: "Not there",
    405: "Not offered there",
    408: "Too slow",
    409: "Refused",
    410: "Too long ago",
    413: "Too large",
    421: "Meant for another host",
    422: "Cannot be read",
    429: "Too often",
    500: "The server broke",
    503: "The database does not answer",
}


class Status(msgspec.Struct):
    """The server and its database answer."""

    status: str


class Session(msgspec.Struct):
    """A token, and what a page of this session sends along with whatever it changes."""

    token: str
    csrf: str


class Nothing(msgspec.Struct):
    """Nothing more is said."""


class Me(msgspec.Struct):
    """Who asks."""

    person: str
    roles: tuple[Role, ...]
    csrf: str


class NewFactor(msgspec.Struct):
    """The secret of a second factor, and the address that authenticators read from a QR code."""

    secret: str
    uri: str


class RecoveryCodes(msgspec.Struct):
    """The codes that each let their person in once without the authenticator."""

    recovery: tuple[str, ...]


class RolesTogether(msgspec.Struct, forbid_unknown_fields=True):
    """The pairs of incompatible roles that one person may hold together."""

    together: tuple[tuple[Role, Role], ...]


class Person(msgspec.Struct):
    """Whose account it was."""

    person: str


class NewAccount(msgspec.Struct):
    """An account and the one-time link by which its password is set, if it has none."""

    person: str
    link: str


class TableSeen(TableEntry, frozen=True, kw_only=True):
    """A table with what is posted and who sits there; ``fault`` says why it cannot be shown, where it cannot."""

    seats: dict[str, str]
    fault: str = ""


class TableNow(msgspec.Struct):
    """A table under its rules."""

    table: str
    game: str
    digest: str


class TableNamed(msgspec.Struct):
    """Which table it was."""

    table: str


class Sitting(msgspec.Struct):
    """Whether the caller sits out at a table."""

    table: str
    sitting_out: bool


class Answered(msgspec.Struct):
    """The place of a command in the record, and the events it led to as the caller may see them."""

    seq: int
    events: tuple[Event, ...]


class Seeds(msgspec.Struct):
    """The seeds that are not told yet, by their number, and what was recorded of seeds last."""

    shoes: dict[int, Shoe]
    events: tuple[Event, ...]


class Added(msgspec.Struct):
    """Which seed was added to."""

    shoe: int


class OnFile(msgspec.Struct):
    """A submission on file."""

    game: str
    digest: str


class SubmissionFound(msgspec.Struct):
    """A submission on file, and its check."""

    submission: dict[str, Any]
    check: dict[str, Any]


class Filed(msgspec.Struct):
    """The name of a submission on file, and its check."""

    name: str
    check: dict[str, Any]


class Room(msgspec.Struct):
    """A room with jackpots, and the tables that feed them."""

    digest: str
    tables: tuple[str, ...]


class RoomNamed(msgspec.Struct):
    """Which room it was."""

    room: str


class Noticed(msgspec.Struct):
    """A command to be given, and in which role."""

    role: Role
    command: Command


class Message(msgspec.Struct):
    """What comes over a WebSocket: the events since the last message, null if they are no longer at hand, and the view now."""

    events: tuple[Event, ...] | None
    view: Any


ANSWERS: dict[str, Any] = {
    "Status": Status,
    "Session": Session,
    "Nothing": Nothing,
    "Me": Me,
    "Person": Person,
    "NewFactor": NewFactor,
    "RecoveryCodes": RecoveryCodes,
    "RolesTogether": RolesTogether,
    "NewAccount": NewAccount,
    "Accounts": dict[str, tuple[Role, ...]],
    "Games": dict[str, str],
    "Tables": dict[str, TableSeen],
    "TableNow": TableNow,
    "TableNamed": TableNamed,
    "Sitting": Sitting,
    "Answered": Answered,
    "Events": tuple[Event, ...],
    "Seeds": Seeds,
    "Added": Added,
    "Check": dict[str, Any],
    "Submissions": dict[str, OnFile],
    "SubmissionFound": SubmissionFound,
    "Filed": Filed,
    "Rooms": dict[str, Room],
    "RoomNamed": RoomNamed,
    "Report": Report,
    "Reports": tuple[Report, ...],
    "NoticedAll": tuple[Noticed, ...],
    "Reconciliation": Reconciliation,
}
"""What routes answer, by name."""


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _REFERENCE.format(name=name)}}}


def body(name: str) -> dict[str, Any]:
    """The body of a request."""
    return {"requestBody": {"required": True, "content": _content(name)}}


def answer(name: str, status: int = 200, *, asks: str = "") -> dict[str, Any]:
    """The body of an answer, and of the request if it ``asks`` with one."""
    found = {"responses": {str(status): {"description": "As this viewer may see it.", "content": _content(name)}}}
    return {**found, **(body(asks) if asks else {})}


def openapi(app: FastAPI) -> dict[str, Any]:
    """The whole description, made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, routes=app.routes)
        # Ours take the place of the framework's own errors.
        made["components"] = {"schemas": _components()}
        for route in made["paths"].values():
            for operation in route.values():
                for code in CODES:
                    operation["responses"][str(code)] = {"description": _SAYS[code], "content": _content("ErrorBody")}
        made["x-websockets"] = {
            path: {
                "says": {"$ref": _REFERENCE.format(name="Hello")},
                "hears": {"$ref": _REFERENCE.format(name="Message")},
            }
            for path in ("/api/tables/{name}/live", "/api/jackpots/{name}/live")
        }
        app.openapi_schema = made
    return app.openapi_schema


def _components() -> dict[str, Any]:
    from houseway.engine.refusal import Refusal
    from houseway.web import app, cage, reports, rooms, server, submitted
    from houseway.web.hub import View
    from houseway.web.watching import Hello

    kinds = [
        app.LoginBody,
        app.PasswordBody,
        app.ChangePasswordBody,
        app.FactorBody,
        app.AccountBody,
        app.ChangeBody,
        server.TableBody,
        app.ChanceBody,
        app.CommitmentBody,
        rooms.RoomBody,
        reports.ReportBody,
        reports.AnswerBody,
        cage.CounterBody,
        cage.CagePolicyBody,
        cage.AtCage,
        submitted.CheckBody,
        submitted.SubmissionBody,
        View,
        Refusal,
        ErrorBody,
        Hello,
        Message,
        Role,
    ]
    observations = [one for machine in machines() if (one := _observation(machine)) is not None]
    commands, events = Union[command_kinds()], Union[event_kinds()]  # noqa: UP007
    described = {"Commands": commands, "AllEvents": events, **ANSWERS}
    made, components = msgspec.json.schema_components(
        [*kinds, *observations, *described.values()], ref_template=_REFERENCE
    )
    named = dict(zip(described, made[-len(described) :], strict=True))
    # Whatever is said of a command or an event in general is said of one of its kinds.
    components |= {"Command": named.pop("Commands"), "Event": named.pop("AllEvents")}
    components |= {name: one for name, one in named.items() if name not in components}
    for kind in event_kinds():
        shown = components.get(kind.__name__) or components[f"{kind.__module__}.{kind.__name__}"]
        for name in card_fields(kind):
            shown["properties"][name] = _hidden(shown["properties"][name])
    components["CommandBody"] = {
        "type": "object",
        "required": ["command"],
        "additionalProperties": False,
        "properties": {
            "command": {"$ref": _REFERENCE.format(name="Command")},
            "role": {"$ref": _REFERENCE.format(name="Role")},
            "seat": {"type": "integer", "minimum": 0, "maximum": 99},
            "key": {"type": "string", "maxLength": 100},
        },
    }
    seen = [{"$ref": _REFERENCE.format(name=one.__name__)} for one in observations]
    components["View"]["properties"]["observation"] = {"anyOf": seen}
    components["Message"]["properties"]["view"] = {"$ref": _REFERENCE.format(name="View")}
    return dict(components)


def _hidden(schema: Any) -> Any:
    """The same with null wherever a number may be: a card that a viewer may not see."""
    if isinstance(schema, list):
        return [_hidden(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "integer":
        return {"anyOf": [schema, {"type": "null"}]}
    return {name: _hidden(one) for name, one in schema.items()}


def _observation(machine: Any) -> Any:
    import typing

    return typing.get_type_hints(machine.observe).get("return")
