"""Who looks at a page: the person of the session's cookie, the roles of the account, and what a form must bring along."""

from __future__ import annotations

import hmac
from urllib.parse import parse_qs

import msgspec
from fastapi import HTTPException, Request, WebSocket

from houseway.engine.roles import Role
from houseway.house.cage import READERS
from houseway.web.accounts import People
from houseway.web.asked import check_origin

COOKIE = "houseway"
FLOOR = (Role.FLOORPERSON, Role.SHIFT_SUPERVISOR)
_PLACES: tuple[tuple[str, str, frozenset[Role]], ...] = (
    ("/lobby", "Tables", frozenset(Role)),
    ("/history", "My rounds", frozenset({Role.PLAYER})),
    ("/dealer", "Dealer", frozenset({Role.DEALER})),
    ("/training", "Training", frozenset({Role.DEALER})),
    ("/floor", "Floor", frozenset(FLOOR)),
    (
        "/surveillance",
        "Surveillance",
        frozenset({Role.SURVEILLANCE, Role.COMPLIANCE, Role.SHIFT_SUPERVISOR, Role.AUDITOR}),
    ),
    ("/cage", "Cage", READERS),
    ("/jackpots", "Jackpots", frozenset(Role)),
    ("/lab", "Lab", frozenset(Role)),
    ("/submissions", "Submissions", frozenset({Role.COMPLIANCE, Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR})),
    ("/how", "How it works", frozenset({Role.PLAYER})),
)
"""The pages of the house, and whose they are."""


class Visitor(msgspec.Struct, frozen=True):
    """A person whose session is open."""

    person: str
    roles: tuple[Role, ...]
    csrf: str

    @property
    def nav(self) -> list[tuple[str, str]]:
        """The pages this person has business at."""
        return [(address, says) for address, says, whose in _PLACES if not whose.isdisjoint(self.roles)]

    def has(self, *roles: Role) -> bool:
        """Whether the account holds one of the roles."""
        return not set(roles).isdisjoint(self.roles)

    def table_path(self, name: str) -> str:
        """Return the address of a table's page; for an auditor, who watches none, that of its rounds."""
        return f"/tables/{name}/rounds" if self.role_for("") is Role.AUDITOR else f"/tables/{name}"

    def role_for(self, asked: str) -> Role:
        """The role in which the person looks at a table: the one asked for, which must be held, else the first that fits."""
        if asked:
            try:
                role = Role(asked)
            except ValueError:
                raise HTTPException(404, f"there is no role {asked[:40]!r}") from None
            if role not in self.roles:
                raise HTTPException(403, f"{self.person} does not hold the role of {role.value}")
            return role
        return Role.PLAYER if Role.PLAYER in self.roles else self.roles[0]


def visitor(people: People, of: Request | WebSocket) -> Visitor | None:
    """Whose session it is."""
    token = of.cookies.get(COOKIE, "")
    found = people.holder(token) if token else None
    return Visitor(found[0], found[1].roles, people.csrf(token)) if found is not None else None


class NotSignedIn(Exception):  # noqa: N818
    """Raised where a page needs somebody."""


async def form(request: Request, who: Visitor | None) -> dict[str, list[str]]:
    """The fields of a form that comes from one of our own pages."""
    try:
        given = parse_qs((await request.body()).decode(), keep_blank_values=True, max_num_fields=400)
    except ValueError:
        raise HTTPException(422, "the form cannot be read") from None
    if who is not None:
        sent = request.headers.get("x-csrf-token") or (given.get("csrf") or [""])[0]
        if not hmac.compare_digest(sent.encode(), who.csrf.encode()):
            raise HTTPException(403, "the request does not come from one of our pages")
    else:
        check_origin(request)
    return given


def first(given: dict[str, list[str]], name: str, default: str = "") -> str:
    """A field of a form that stands once."""
    return given.get(name, [default])[0]
