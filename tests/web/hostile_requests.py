"""Hostile requests by a grammar of our own: every route of the server with values of every size and type in every place.

Most requests are sound but for a value or two, so that they come far: they go to tables, rooms and rounds that are there, are sent by
somebody who may send them, and are made from what is due at the table, from a form of the page or from the schema of the API.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec
from fastapi.routing import APIRoute

from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.encoding import command_kinds
from houseway.engine.asking import Question
from houseway.engine.kernel import Table
from houseway.engine.roles import Role
from houseway.money import Cents
from tests.kit.forms import forms_in

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
TABLES = ("t1", "t2")
CLOSING = "t3"
"""A table that is closed and reopened, so that the others play on."""
ROOM = "room"
PLAYERS = ("Ann", "Bob")
STAFF = ("Sue", "Tom")
"""Two people with every role of the staff: some steps need two."""
NAMES = (
    "t1",
    "t2",
    "room",
    "holdem",
    "heads-up-holdem",
    "677a",
    "637a.8(a)",
    "1",
    "2",
    "0",
    "-1",
    "99999999999999999999",
)
FIELDS = (
    *("command", "seat", "cents", "key", "role", "then", "word", "to", "wagers:ante", "wagers:odds", "cards", "order"),
    *("view", "text", "game", "table", "clock", "offer", "computers", "staffed", "fix", "filed", "room", "jackpots"),
    *("cause", "of_seat", "who", "least", "hand", "irregular", "since", "until", "before", "wager", "step", "entry"),
    *("number", "round", "at", "seen", "person", "fund", "box", "answer", "task", "choice", "show", "chapter", "sit"),
)


_VALUES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("/lab/{name}/par.{kind}", ("holdem", "toml")),
    # The lab computes for minutes, in a process of its own, what is asked of a game against the bank.
    ("/lab", ("nowhere",)),
    ("/rules", ("637a.8(a)", "677a.11(h)(2)", "645a.12(d)")),
    ("/api/submissions", ("filed",)),
    ("/submissions/{name}", ("filed",)),
    ("/jackpots", (ROOM,)),
    ("/api/jackpots", (ROOM,)),
    ("/open", ("holdem", "pai-gow")),
    ("/training", ("pai-gow", "heads-up-holdem", "holdem")),
    ("/cage", ("deposit", "withdraw")),
    ("/api/reports", ("1",)),
    ("/floor/reports", ("1",)),
)
"""What a route's path names that is there, by how the route begins; elsewhere it is a table."""
_BY_NAME = {"number": ("1", "2", "3"), "way": ("sit-in", "sit-out", "leave"), "kind": ("toml",)}
_STAFF_PAGES = (
    *("/dealer", "/floor", "/surveillance", "/cage", "/submissions", "/jackpots", "/training"),
    *("/api/cage/", "/api/roles", "/api/reports", "/api/submissions", "/api/jackpots"),
)
_FORM_PAGES = (
    ("/dealer/", ("/dealer/t1", "/dealer/t2")),
    ("/floor/", ("/floor/t1", "/floor/t2", "/floor")),
    ("/surveillance/", ("/surveillance/t1/1",)),
    ("/tables/", ("/tables/t1", "/tables/t2", "/tables/t1/plain")),
    ("/jackpots/", ("/jackpots",)),
    ("/submissions/", ("/submissions/new?game=holdem", "/submissions/new?game=heads-up-holdem")),
    ("/training/", ("/training/pai-gow", "/training/holdem")),
    ("/account/", ("/account",)),
    ("/cage/", ("/cage",)),
)
"""The pages with the forms that a route takes, by how the route begins."""
FORMS_KEPT = 25
"""So many requests are made from the forms of a page before it is looked at again."""


class HostileRequest(NamedTuple):
    """One request, as it is sent; ``sender``: who sends it."""

    method: str
    path: str
    body: bytes
    kind: str
    sender: str

    @property
    def headers(self) -> dict[str, str]:
        """Headers that go with the body."""
        return {"content-type": self.kind} if self.kind else {}


def routes_of(app: Any) -> list[tuple[str, APIRoute]]:
    """Every method and route that is asked."""
    found = [one for one in app.routes if isinstance(one, APIRoute) and not one.path.startswith(LEFT_OUT)]
    return [(method, one) for one in found for method in sorted(one.methods) if method != "HEAD"]


def next_command(table: Table[Any, Any], chance: random.Random) -> tuple[dict[str, Any], str]:
    """Return the body of the command that is due at a table, and who gives it; an empty one if nobody is asked anything."""
    for seat, player in enumerate(PLAYERS, 1):
        if player not in table.state.seats.values() and chance.random() < 0.5:
            return {"command": {"command": "take_seat", "cents": 100_000}, "seat": seat, "role": "player"}, player
    house = House(table, Seeded(chance))
    coming = house.next_ask()
    if coming is None:
        return {}, ""
    if not isinstance(coming, Question):
        given = house.command(coming)
        sender = table.state.seats.get(given.seat, "") if given.role is Role.PLAYER else chance.choice(STAFF)
        command, role, seat = given.command, given.role, given.seat
    else:
        computers = Computers(table, chance, buy_in=Cents(100_000))
        computers.seats = dict(table.state.seats)
        answer = computers.answer(coming)
        if answer is None:
            return {}, ""
        command, role, seat, sender = answer, Role.PLAYER, coming.seat, table.state.seats[coming.seat]
    return {"command": msgspec.to_builtins(command), "role": role.value, "seat": int(seat)}, sender


class Grammar:
    """Requests made with chance. ``table``: the table of a name as it stands; ``look``: a page as somebody sees it."""

    def __init__(
        self, app: Any, seed: int, table: Callable[[str], Table[Any, Any]], look: Callable[[str, str], str]
    ) -> None:
        self.chance = random.Random(seed)
        self.routes = routes_of(app)
        self.kinds = command_kinds()
        self.table, self.look = table, look
        self.schema = app.openapi()
        self._forms: dict[tuple[str, str], tuple[int, list[dict[str, Any]]]] = {}

    def requests(self, count: int) -> Iterator[HostileRequest]:
        """So many requests, every route in its turn."""
        for number in range(count):
            method, route = self.routes[number % len(self.routes)]
            yield self._request(method, route)

    def _request(self, method: str, route: APIRoute) -> HostileRequest:
        sender, path = self._sender(route.path), route.path
        for name in route.param_convertors:
            is_closing = method == "DELETE" or route.path.endswith(("/close", "/reopen"))
            value = CLOSING if is_closing else self._part(route.path, name)
            for marked in (f"{{{name}}}", f"{{{name}:path}}"):
                path = path.replace(marked, quote(value, safe=""))
        if method not in ("GET", "DELETE") and self.chance.random() < 0.5:
            sound = self._sound(method, route, path, sender)
            if sound is not None:
                return sound
        query = [one.name for one in route.dependant.query_params]
        if (query and self.chance.random() < 0.6) or self.chance.random() < 0.1:
            names = self.chance.sample([*query, *FIELDS[:5]], k=min(len(query) + 1, 4))
            path += "?" + urlencode({name: self._argument(name)[:1_000] for name in names})
        if method == "GET" or method == "DELETE":
            return HostileRequest(method, path, b"", "", sender)
        if route.path.startswith("/api/"):
            return HostileRequest(method, path, self._json(route.path), "application/json", sender)
        return HostileRequest(method, path, self._form(), "application/x-www-form-urlencoded", sender)

    def _sender(self, path: str) -> str:
        """Somebody who may ask for this, most of the time."""
        if self.chance.random() < 0.1:
            return self.chance.choice((*PLAYERS, *STAFF))
        if path.startswith(_STAFF_PAGES) or path in ("/api/tables", "/api/jackpots", "/api/cage") or "reopen" in path:
            return self.chance.choice(STAFF)
        if path.startswith(("/tables", "/account")) or "/chance" in path or "/sit-" in path:
            return self.chance.choice(PLAYERS)
        return self.chance.choice((*PLAYERS, *STAFF))

    def _part(self, path: str, name: str) -> str:
        """A part of a path: most of the time one that is there."""
        draw = self.chance.random()
        if draw < 0.8:
            begun = next((values for begin, values in _VALUES if path.startswith(begin)), TABLES)
            if begun[0] in ("nowhere", "1"):
                return begun[0]
            return self.chance.choice(_BY_NAME.get(name, begun))
        if path.startswith("/lab"):
            return "nowhere"
        return self.chance.choice(NAMES[2:]) if draw < 0.9 else self.chance.choice(TEXTS)[:300] or "x"

    def _argument(self, name: str) -> str:
        """A value of a query: often one that is of its kind."""
        if self.chance.random() < 0.5:
            return self._text()
        sound: dict[str, tuple[str, ...]] = {
            "role": tuple([role.value for role in Role]),
            "table": TABLES,
            "only": TABLES,
            "game": ("holdem", "pai-gow", "heads-up-holdem"),
            "irregular": ("any", "misdeal"),
            "who": (*PLAYERS, "1"),
        }
        return self.chance.choice(sound.get(name, ("1", "2", "5", "", "10")))

    # Requests that are sound but for a value or two.

    def _sound(self, method: str, route: APIRoute, path: str, sender: str) -> HostileRequest | None:
        """A request from what is due, from a form or from the schema; None if there is nothing to make one from."""
        if route.path == "/api/tables/{name}/commands":
            name = self.chance.choice(TABLES)
            body, giver = next_command(self.table(name), self.chance)
            if not body:
                return None
            content = self._encode(self._marred(body))
            return HostileRequest(method, f"/api/tables/{name}/commands", content, "application/json", giver or sender)
        if route.path.startswith("/api/"):
            schema = self.schema["paths"].get(route.path, {}).get(method.lower(), {}).get("requestBody")
            if schema is None or route.path.endswith("/commands"):
                return None
            body = self._of_schema(schema["content"]["application/json"]["schema"])
            return HostileRequest(method, path, self._encode(self._marred(body)), "application/json", sender)
        page = next((self.chance.choice(pages) for begin, pages in _FORM_PAGES if route.path.startswith(begin)), "")
        forms = [form for form in self._forms_of(page, sender) if form["to"].startswith("/")] if page else []
        # Sessions are not ended, and tables go on.
        forms = [form for form in forms if not form["to"].startswith(LEFT_OUT) and not form["to"].endswith("/close")]
        if not forms:
            return None
        form = self.chance.choice(forms)
        fields = dict(form["fields"])
        for name, options in form["unfilled"].items():
            fields[name] = self.chance.choice(options or ["1", "5", "25", "As"])
        for name in self.chance.sample(sorted(fields), k=min(len(fields), self.chance.choice((0, 0, 1, 2)))):
            fields[name] = self._text()
        content = urlencode(fields, doseq=True).encode()[:64_000]
        return HostileRequest("POST", form["to"], content, "application/x-www-form-urlencoded", sender)

    def _forms_of(self, page: str, sender: str) -> list[dict[str, Any]]:
        used, forms = self._forms.get((page, sender), (FORMS_KEPT, []))
        if used >= FORMS_KEPT:
            used, forms = 0, forms_in(self.look(page, sender))
        self._forms[page, sender] = used + 1, forms
        return forms

    def _marred(self, body: Any) -> Any:
        """The body with a value that is of another size or type, about every second time."""
        if not isinstance(body, dict) or not body or self.chance.random() < 0.5:
            return body
        name = self.chance.choice(sorted(body))
        inner = body[name]
        marred = self._marred(inner) if isinstance(inner, dict) and self.chance.random() < 0.8 else self._value()
        return {**body, name: marred}

    def _of_schema(self, schema: dict[str, Any], name: str = "", depth: int = 0) -> Any:
        """A value that a schema allows; of some names, one that the house knows."""
        if "$ref" in schema:
            return self._of_schema(self.schema["components"]["schemas"][schema["$ref"].rpartition("/")[2]], name, depth)
        if schema.get("anyOf") or schema.get("oneOf"):
            return self._of_schema(self.chance.choice(schema.get("anyOf") or schema["oneOf"]), name, depth)
        if schema.get("enum"):
            return self.chance.choice(schema["enum"])
        match schema.get("type"):
            case "object" if schema.get("properties"):
                needed, properties = schema.get("required", ()), schema["properties"]
                chosen = [key for key in properties if key in needed or self.chance.random() < 0.3]
                return {key: self._of_schema(properties[key], key, depth + 1) for key in chosen}
            case "object":
                return self._submission() if name == "submission" else {}
            case "array":
                least, items = schema.get("minItems", 0), schema.get("items") or {}
                size = max(least, self.chance.choice((0, 1, 2))) if depth < 6 else least
                return [self._of_schema(items, name, depth + 1) for _ in range(size)]
            case "integer":
                return self.chance.choice((schema.get("minimum", 0), 1, 2, 100, 5_000, schema.get("maximum", 10_000)))
            case "number":
                return self.chance.choice((0, 1.5, 100))
            case "boolean":
                return self.chance.random() < 0.5
            case "null":
                return None
        known = {"person": (*PLAYERS, *STAFF), "table": TABLES, "commitment": ("a" * 64,), "key": ("", "k1", "k2")}
        return self.chance.choice(known.get(name, ("x", "some text", f"t{self.chance.randrange(3, 9)}")))

    # Values.

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
