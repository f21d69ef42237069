"""The own account: another password, and the second factor of a sign-in."""

from __future__ import annotations

import asyncio

from fastapi import HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from houseway.engine.refusal import Refusal
from houseway.house.accounts import RemoveSecondFactor
from houseway.web import totp
from houseway.web.asked import address_of, confirm_password
from houseway.web.pages import House
from houseway.web.pages.rendering import sentence
from houseway.web.pages.visitors import COOKIE, Visitor, first, form

DONE = {
    "password": "Your password has changed. Every other session of yours has ended.",
    "removed": "You sign in without a code again.",
}


def add_to(house: House) -> None:
    """The pages of the own account."""
    server = house.server

    def show(
        request: Request, who: Visitor, *, status: int = 200, fault: str = "", at: str = "", done: str = ""
    ) -> Response:
        """``at``: the part of the page that a fault belongs to."""
        account = server.people.state.accounts[who.person]
        given = {"fault": fault, "at": at, "done": done, "has_password": bool(account.verifier)}
        return house.page("account.html", request, who, status=status, factor=bool(account.second_factor), **given)

    def show_factor(request: Request, who: Visitor, secret: str, *, status: int = 200, fault: str = "") -> Response:
        groups = " ".join(secret[place : place + 4] for place in range(0, len(secret), 4))
        address = totp.authenticator_uri(who.person, secret)
        given = {"secret": secret, "groups": groups, "uri": address, "fault": fault, "codes": ()}
        return house.page("second-factor.html", request, who, status=status, **given)

    async def confirm(request: Request, who: Visitor, password: str) -> HTTPException | None:
        """Return why the present password is not taken; None if it is right."""
        try:
            await confirm_password(server.sign_ins, who.person, password, address_of(request))
        except HTTPException as error:
            return error
        return None

    @house.get("/account")
    async def look(request: Request, done: str = "") -> Response:
        return show(request, house.visitor(request), done=DONE.get(done, ""))

    @house.post("/account/password")
    async def change_password(request: Request) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        password = first(given, "password")
        if password != first(given, "again"):
            fault = "The new password and its repetition differ. Type both again."
            return show(request, who, status=422, fault=fault, at="password")
        refused = await confirm(request, who, first(given, "old"))
        if refused is not None:
            return show(request, who, status=refused.status_code, fault=sentence(str(refused.detail)), at="password")
        outcome = await asyncio.to_thread(
            server.people.set_password, who.person, password, by=who.person, role=who.roles[0]
        )
        if outcome is not None:
            fault = outcome.message if isinstance(outcome, Refusal) else outcome
            return show(request, who, status=422, fault=sentence(fault), at="password")
        answer = RedirectResponse("/account?done=password", 303)
        # Every token from before has ended, this one too.
        token = server.people.token(who.person)
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=house.secure, path="/")
        return answer

    @house.get("/account/second-factor")
    async def begin_second_factor(request: Request) -> Response:
        """A new secret; nothing changes until it is confirmed with a code."""
        who = house.visitor(request)
        if server.people.has_second_factor(who.person):
            return RedirectResponse("/account", 303)
        return show_factor(request, who, totp.new_secret())

    @house.post("/account/second-factor")
    async def confirm_second_factor(request: Request) -> Response:
        """Sign in with a code from now on; the answer has the recovery codes, which are told once."""
        who = house.visitor(request)
        given = await form(request, who)
        secret = first(given, "secret")
        if totp.parse_secret(secret) is None:
            fault = "This is not a secret that the house drew. Begin again."
            return show(request, who, status=422, fault=fault, at="factor")
        refused = await confirm(request, who, first(given, "password"))
        if refused is not None:
            return show_factor(request, who, secret, status=refused.status_code, fault=sentence(str(refused.detail)))
        codes = await asyncio.to_thread(server.people.set_second_factor, who.person, secret, first(given, "code"))
        if not isinstance(codes, tuple):
            fault = codes.message if isinstance(codes, Refusal) else codes
            return show_factor(request, who, secret, status=422, fault=sentence(fault))
        return house.page("second-factor.html", request, who, codes=codes, secret="", groups="", uri="", fault="")

    @house.post("/account/second-factor/remove")
    async def remove_second_factor(request: Request) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        refused = await confirm(request, who, first(given, "password"))
        if refused is not None:
            return show(request, who, status=refused.status_code, fault=sentence(str(refused.detail)), at="factor")
        command = RemoveSecondFactor(person=who.person)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=who.roles[0])
        if isinstance(outcome, Refusal):
            return show(request, who, status=409, fault=sentence(outcome.message), at="factor")
        return RedirectResponse("/account?done=removed", 303)
