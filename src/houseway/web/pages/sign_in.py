"""Signing in and out, one-time links, and who one is in a demo house."""

from __future__ import annotations

import asyncio

from fastapi import HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from houseway.chapters.registry import games
from houseway.engine.refusal import Refusal
from houseway.web.accounts import LAPSED
from houseway.web.asked import SIGN_IN_FAULTS, address_of
from houseway.web.pages import House
from houseway.web.pages.rendering import sentence
from houseway.web.pages.visitors import COOKIE, first, form, visitor
from houseway.web.sign_ins import Refused


def add_to(house: House) -> None:
    """The pages for coming and going."""
    server = house.server

    def signed_in(person: str, then: str, token: str = "") -> Response:
        answer = RedirectResponse(then if then.startswith("/") and not then.startswith("//") else "/lobby", 303)
        # A new session has a new token, whatever the browser brought along.
        token = token or server.people.token(person)
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=house.secure, path="/")
        return answer

    def door(request: Request, *, status: int = 200, then: str, name: str, fault: str, code: bool = False) -> Response:
        offered = (len(games()), sum(not entry.closed for entry in server.people.state.tables.values()))
        given = {"then": then, "name": name, "fault": fault, "offered": offered, "code": code}
        return house.page("sign-in.html", request, None, status=status, **given)

    @house.get("/sign-in")
    async def sign_in(request: Request, then: str = "/lobby") -> Response:
        if visitor(server.people, request) is not None:
            return RedirectResponse("/lobby", 303)
        return door(request, then=then, name="", fault="")

    @house.post("/sign-in")
    async def enter(request: Request) -> Response:
        given = await form(request, None)
        person, then = first(given, "person").strip(), first(given, "then", "/lobby")
        password, code = first(given, "password"), first(given, "code").strip()
        sign_in = await server.sign_ins.enter(person, password, code, address_of(request))
        if sign_in.refused is None:
            return signed_in(person, then, sign_in.token)
        status = 429 if sign_in.refused is Refused.TOO_SOON else 401
        fault = sentence(SIGN_IN_FAULTS[sign_in.refused])
        ask_code = bool(code) or sign_in.refused is Refused.CODE_MISSING
        return door(request, status=status, then=then, name=person, fault=fault, code=ask_code)

    @house.post("/sign-out")
    async def sign_out(request: Request) -> Response:
        await form(request, visitor(server.people, request))
        await asyncio.to_thread(server.people.sign_out, request.cookies.get(COOKIE, ""))
        answer = RedirectResponse("/sign-in", 303)
        answer.delete_cookie(COOKIE, path="/")
        return answer

    @house.get("/link/{token}")
    async def link(request: Request, token: str) -> Response:
        found = await server.holder(token, "link")
        if found is None:
            raise HTTPException(404, LAPSED)
        return house.page("link.html", request, None, person=found[0], token=token, fault="")

    @house.post("/link/{token}")
    async def use_link(request: Request, token: str) -> Response:
        given = await form(request, None)
        if not server.links.allows(address_of(request)):
            raise HTTPException(429, "too many attempts: wait a little", {"Retry-After": "5"})
        found = await server.holder(token, "link")
        if found is None:
            raise HTTPException(404, LAPSED)
        person = found[0]
        fault = await asyncio.to_thread(server.people.set_by_link, token, first(given, "password"))
        if isinstance(fault, Refusal) or fault == LAPSED:
            raise HTTPException(404, LAPSED)
        if fault is not None:
            return house.page("link.html", request, None, status=422, person=person, token=token, fault=fault)
        return signed_in(person, "/lobby")

    if house.demo is None:
        return

    @house.get("/demo")
    async def begin(request: Request) -> Response:
        # Only whoever sits at this machine reaches a demo house.
        return signed_in(house.demo.guest, "/lobby")

    @house.post("/demo/as")
    async def become(request: Request) -> Response:
        given = await form(request, visitor(server.people, request))
        person = first(given, "person")
        if person not in {one.person for one in house.demo.people()}:
            raise HTTPException(404, f"nobody is called {person[:40]!r} here")
        return signed_in(person, "/lobby")
