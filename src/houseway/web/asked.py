"""What is asked of the API and by whom, and how it is answered."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import HTTPException, Request, Response

from houseway.encoding import EncodingError, decode_command, where
from houseway.engine.kernel import Envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.seats import Seat
from houseway.web.errors import not_done
from houseway.web.sign_ins import Refused, SignIn, SignIns
from houseway.written import json_is_deep


class CommandBody(msgspec.Struct, forbid_unknown_fields=True):
    """A command as it is sent: what, in which role, for which seat, under which key."""

    command: msgspec.Raw
    role: Role = Role.PLAYER
    seat: Seat = Seat(0)
    key: str = ""


class Caller(msgspec.Struct, frozen=True):
    """Who asks: a person, and the roles of the account."""

    person: str
    roles: tuple[Role, ...]
    token: str

    def as_role(self, role: Role) -> Role:
        """The role, which the account must hold."""
        if role not in self.roles:
            held = ", ".join(sorted(one.value for one in self.roles))
            raise HTTPException(403, f"{self.person} does not hold the role of {role.value}; held: {held}")
        return role

    def as_one_of(self, *roles: Role) -> Role:
        """The first of some roles that the account holds; it must hold one."""
        return self.as_role(next((one for one in roles if one in self.roles), roles[0]))


async def body_of(request: Request, kind: type[Any]) -> Any:
    body = await request.body()
    if json_is_deep(body):
        raise HTTPException(422, "the request cannot be read: it is nested too deeply")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(422, f"the request cannot be read: {where(str(error))}") from None


async def envelope_of(request: Request, who: Caller) -> Envelope:
    given: CommandBody = await body_of(request, CommandBody)
    try:
        command = decode_command(bytes(given.command))
    except EncodingError as error:
        raise HTTPException(422, f"the command cannot be read: {error}") from None
    key = key_of(given.key)
    if not 0 <= given.seat < 100:
        raise HTTPException(422, "a seat is a number from 1")
    return Envelope(command=command, by=who.person, role=who.as_role(given.role), seat=given.seat, key=key)


def key_of(key: str) -> str:
    """A key as callers may choose it."""
    if len(key) > 100 or not key.isascii() or not key.isprintable() or " " in key:
        # The system's own keys have blanks, so that nobody takes one beforehand.
        raise HTTPException(422, "a key has at most 100 letters, digits and signs, and no blank")
    return key


def check_origin(request: Request) -> None:
    """Refuse what the page of another site has a browser send: nobody is signed in, or out, by somebody else's page."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    elsewhere = origin is not None and origin.partition("://")[2] != request.headers.get("host")
    if elsewhere if site is None else site not in ("same-origin", "none"):
        raise HTTPException(403, "the request does not come from one of our pages")


def address_of(request: Request) -> str:
    """The address that a request comes from; that of a proxy unless the proxy is trusted."""
    return request.client.host if request.client else ""


SIGN_IN_FAULTS = {
    Refused.TOO_SOON: "too many attempts: wait a little",
    Refused.WRONG: "name or password is wrong",
    Refused.CODE_MISSING: "the code of your authenticator is needed too",
    Refused.CODE_WRONG: "the code is wrong or was already used",
}


def raise_refused(sign_in: SignIn) -> None:
    """Raise what an attempt to sign in is answered with, if it was refused."""
    if sign_in.refused is Refused.TOO_SOON:
        raise HTTPException(429, SIGN_IN_FAULTS[sign_in.refused], {"Retry-After": str(sign_in.wait)})
    if sign_in.refused is not None:
        raise HTTPException(401, SIGN_IN_FAULTS[sign_in.refused])


async def confirm_password(sign_ins: SignIns, person: str, password: str, address: str) -> None:
    """Raise unless this is the person's password: whoever has only a token, or only sits at the machine, changes nothing that lets
    people in."""
    if not password:
        raise HTTPException(403, "give your present password too")
    confirmed = await sign_ins.confirm(person, password, address)
    if confirmed.refused is Refused.WRONG:
        raise HTTPException(403, "your present password is wrong")
    raise_refused(confirmed)


def answered(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refused(refusal: Refusal | str) -> Response:
    return not_done(422 if isinstance(refusal, str) else 409, refusal)
