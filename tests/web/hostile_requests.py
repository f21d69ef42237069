"""Hostile requests by a grammar of our own: every route of the server with values of every size and type in every place."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec
from fastapi.routing import APIRoute

from houseway.encoding import command_kinds
from houseway.engine.roles import Role

LEFT_OUT = (
    "/api/login",
    "/api/logout",
    "/api/password",
    "/api/link",
    "/api/accounts",
    "/sign-in",
    "/sign-out",
    "/link",
    "/demo",
    "/static",
)
"""Routes that end the session of whoever asks, or hash passwords, which is meant to cost much."""

NUMBERS: tuple[Any, ...] = (0, 1, -1, 2, 7, 100, 2**31, 2**53 - 1, 2**53, 2**64, 10**30, -(2**63), 1.5, 1e308, -0.0)
TEXTS: tuple[str, ...] = (
    "",
    " ",
    "x",
    "²",
    "٣",
    "\x00",
    "\u202e",
    "😀" * 50,
    "a" * 5_000,
    "1" * 4_000,
    "." * 3_000,
    "[" * 3_000,
    "'\"<script>",
    "../../etc",
    "%s%n{{7*7}}",
    "9007199254740993",
    "-5",
    "1e9",
    "$1,000",
    "nan",
    "As Kd",
    "holdem",
    "t1",
    "t2",
    "any",
    "2026-11-18",
    "9999-99-99",
    "0001-01-01T00:00",
)
NAMES = ("t1", "t2", "holdem", "heads-up-holdem", "677a", "637a.8(a)", "1", "2", "0", "-1", "99999999999999999999")
FIELDS = (
    *("command", "seat", "cents", "key", "role", "then", "word", "to", "wagers:ante", "wagers:odds", "cards", "order"),
    *("view", "text", "game", "table", "clock", "offer", "computers", "staffed", "fix", "filed", "room", "jackpots"),
    *("cause", "of_seat", "who", "least", "hand", "irregular", "since", "until", "before", "wager", "step", "entry"),
    *("number", "round", "at", "seen", "person", "fund", "box", "answer", "task", "choice", "show", "chapter", "sit"),
)


class HostileRequest(NamedTuple):
    """One request, as it is sent."""

    method: str
    path: str
    body: bytes
    kind: str

    @property
    def headers(self) -> dict[str, str]:
        """Headers that go with the body."""
        return {"content-type": self.kind} if self.kind else {}


def routes_of(app: Any) -> list[tuple[str, APIRoute]]:
    """Every method and route that is asked."""
    found = [one for one in app.routes if isinstance(one, APIRoute) and not one.path.startswith(LEFT_OUT)]
    return [(method, one) for one in found for method in sorted(one.methods) if method != "HEAD"]


class Grammar:
    """Requests made with chance, the same for the same seed."""

    def __init__(self, app: Any, seed: int) -> None:
        self.chance = random.Random(seed)
        self.routes = routes_of(app)
        self.kinds = command_kinds()

    def requests(self, count: int) -> Iterator[HostileRequest]:
        """So many requests, every route in its turn."""
        for number in range(count):
            method, route = self.routes[number % len(self.routes)]
            yield self._request(method, route)

    def _request(self, method: str, route: APIRoute) -> HostileRequest:
        path = route.path
        for name in route.param_convertors:
            value = self.chance.choice(NAMES) if self.chance.random() < 0.7 else self.chance.choice(TEXTS)[:300] or "x"
            # The lab computes for minutes, in a process of its own, what is asked of a table that is there.
            value = "nowhere" if route.path.startswith("/lab") else value
            for marked in (f"{{{name}}}", f"{{{name}:path}}"):
                path = path.replace(marked, quote(value, safe=""))
        query = [one.name for one in route.dependant.query_params]
        if query or self.chance.random() < 0.2:
            names = self.chance.sample([*query, *FIELDS[:5]], k=min(len(query) + 1, 4))
            path += "?" + urlencode({name: self._text()[:1_000] for name in names})
        if method == "GET" or method == "DELETE":
            return HostileRequest(method, path, b"", "")
        if route.path.startswith("/api/"):
            return HostileRequest(method, path, self._json(route.path), "application/json")
        return HostileRequest(method, path, self._form(), "application/x-www-form-urlencoded")

    def _text(self) -> str:
        return str(self.chance.choice((*TEXTS, *NUMBERS, *[role.value for role in Role])))

    def _value(self, depth: int = 0) -> Any:
        draw = self.chance.random()
        if draw < 0.35:
            return self.chance.choice(NUMBERS)
        if draw < 0.7 or depth > 3:
            return self.chance.choice(TEXTS)
        if draw < 0.8:
            return self.chance.choice((None, True, False))
        size = self.chance.choice((0, 1, 3, 60, 400)) if depth == 0 else self.chance.choice((0, 1, 3))
        if draw < 0.9:
            return [self._value(depth + 1) for _ in range(size)]
        return {self.chance.choice(TEXTS)[:40] + str(key): self._value(depth + 1) for key in range(size)}

    def _json(self, path: str) -> bytes:
        draw = self.chance.random()
        if draw < 0.1:
            return self.chance.choice((b"", b"{", b"[" * 20_000, b"null", b"\xff\xfe", b'{"a":' * 9_000, b"9" * 60_000))
        if path.endswith(("/commands", "/steps")):
            return self._command()
        body: dict[str, Any] = {
            "name": self.chance.choice((*NAMES, self._value())),
            "submission": self._submission(),
            "toml": "",
            "text": self._value(),
            "key": "",
            "rules": "",
        }
        if self.chance.random() < 0.3:
            body |= {"toml": self.chance.choice(TEXTS) * self.chance.choice((1, 7)), "submission": {}}
        wanted = {
            "/api/check": ("submission", "toml"),
            "/api/submissions": ("name", "submission", "toml"),
            "/api/tables": ("name", "submission"),
        }.get(path, tuple(self.chance.sample(list(body), k=2)))
        return self._encode({name: body[name] for name in wanted})

    def _submission(self) -> dict[str, Any]:
        game = self.chance.choice(("heads-up-holdem", "holdem", "pai-gow", "stud-high", "omaha-high", "x"))
        names = (
            "rake",
            "paytables",
            "table_minimum",
            "table_maximum",
            "offered",
            "blinds",
            "ante",
            "house_way",
            "decks",
        )
        fields = {name: self._value() for name in self.chance.sample(names, k=self.chance.randrange(4))}
        return {"game": game, **fields}

    def _command(self) -> bytes:
        kind = self.chance.choice(self.kinds)
        fields = {one.encode_name: self._value() for one in msgspec.structs.fields(kind) if one.name != "v"}
        if self.chance.random() < 0.5:
            for name in ("cents", "seat", "amount"):
                if name in fields:
                    fields[name] = self.chance.choice(NUMBERS[:10])
        given = {
            "command": {"command": kind.__struct_config__.tag, **fields},
            "seat": self.chance.choice((1, 2, 3, self._value())),
            "role": self.chance.choice([role.value for role in Role]),
        }
        return self._encode(given)

    def _encode(self, value: Any) -> bytes:
        # Whatever is larger than a request may be is refused before anything looks at it.
        return json.dumps(value).encode()[:64_000]

    def _form(self) -> bytes:
        names = self.chance.sample(FIELDS, k=self.chance.choice((1, 3, 8, 20)))
        given = {name: self._text() for name in names}
        if self.chance.random() < 0.5:
            given["command"] = str(self.chance.choice(self.kinds).__struct_config__.tag)
            given["seat"] = self.chance.choice(("1", "2", "²", "-1", "x"))
        return urlencode(given).encode()[:64_000]
