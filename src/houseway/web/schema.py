"""The API described: the routes of the application with the schema of every command, event and view they carry."""

from __future__ import annotations

from typing import Any, Union

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from houseway.encoding import command_kinds, event_kinds, machines

_REFERENCE = "#/components/schemas/{name}"


def body(name: str) -> dict[str, Any]:
    """The body of a request."""
    content = {"application/json": {"schema": {"$ref": _REFERENCE.format(name=name)}}}
    return {"requestBody": {"required": True, "content": content}}


def answer(name: str) -> dict[str, Any]:
    """The body of an answer."""
    content = {"application/json": {"schema": {"$ref": _REFERENCE.format(name=name)}}}
    return {"responses": {"200": {"description": "As this viewer may see it.", "content": content}}}


def openapi(app: FastAPI) -> dict[str, Any]:
    """The whole description, made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, routes=app.routes)
        made.setdefault("components", {}).setdefault("schemas", {}).update(_components())
        for route in made["paths"].values():
            for operation in route.values():
                for code, says in (
                    ("401", "No token"),
                    ("403", "Not this person's"),
                    ("404", "Not there"),
                    ("409", "Refused"),
                ):
                    operation["responses"].setdefault(code, {"description": says})
                for code, says in (("413", "Too large"), ("422", "Cannot be read"), ("429", "Too often")):
                    operation["responses"].setdefault(code, {"description": says})
        app.openapi_schema = made
    return app.openapi_schema


def _components() -> dict[str, Any]:
    from houseway.engine.refusal import Refusal
    from houseway.web import app, rooms, submitted
    from houseway.web.hub import View

    kinds = [
        app.LoginBody,
        app.PasswordBody,
        app.AccountBody,
        app.ChangeBody,
        app.TableBody,
        app.ChanceBody,
        rooms.RoomBody,
        submitted.CheckBody,
        submitted.SubmissionBody,
        View,
        Refusal,
    ]
    observations = [one for machine in machines() if (one := _observation(machine)) is not None]
    commands, events = Union[command_kinds()], Union[event_kinds()]  # noqa: UP007
    _, components = msgspec.json.schema_components([*kinds, *observations, commands, events], ref_template=_REFERENCE)
    refer = [{"$ref": _REFERENCE.format(name=kind.__name__)} for kind in command_kinds()]
    components["CommandBody"] = {
        "type": "object",
        "required": ["command"],
        "additionalProperties": False,
        "properties": {
            "command": {"anyOf": refer},
            "role": {"$ref": _REFERENCE.format(name="Role")},
            "seat": {"type": "integer", "minimum": 0, "maximum": 99},
            "key": {"type": "string", "maxLength": 100},
        },
    }
    seen = [{"$ref": _REFERENCE.format(name=one.__name__)} for one in observations]
    components["View"]["properties"]["observation"] = {"anyOf": seen}
    return dict(components)


def _observation(machine: Any) -> Any:
    import typing

    return typing.get_type_hints(machine.observe).get("return")
