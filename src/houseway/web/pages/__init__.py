"""The pages of the house: Jinja2 and htmx over the same observations as the API.

Everything a page holds is made from its viewer's observation; a part of a table is made once a version and kind of viewer.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException

from houseway.web.errors import as_data, is_data, not_done, said_of, unreadable
from houseway.web.limits import FAULT, Scope
from houseway.web.page_pool import ASKING, Page
from houseway.web.pages.rendering import STATIC, render
from houseway.web.pages.visitors import NotSignedIn, Visitor, visitor
from houseway.web.table_faults import fault_message

if TYPE_CHECKING:
    from houseway.web.server import Server

log = logging.getLogger("houseway.web")
_KINDS = {
    "css": "text/css",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "svg": "image/svg+xml",
    "LICENSE": "text/plain",
}


class House:
    """What every page is made with: the server, and the people of a demo house if it is one."""

    def __init__(self, app: FastAPI, server: Server, *, secure: bool, demo: Any = None) -> None:
        self.app, self.server, self.secure, self.demo = app, server, secure, demo
        self.tables: Any = None
        self.past: Any = None

    def visitor(self, request: Request) -> Visitor:
        """Who asks for a page; whoever is not signed in is led to where one does."""
        found = visitor(self.server.people, request)
        if found is None:
            raise NotSignedIn
        # Whatever is made for this page is made in this person's turn.
        ASKING.set(found.person)
        return found

    def page(
        self, template: str, request: Request, who: Visitor | None, *, status: int = 200, **given: Any
    ) -> Response:
        """A whole page, made when it is sent."""
        return Page(lambda: self._render(template, request, who, **given), status)

    def _render(self, template: str, request: Request, who: Visitor | None, **given: Any) -> str:
        people = self.demo.people() if self.demo is not None else ()
        return render(template, me=who, here=request.url.path, demo=people, **given)

    def fault_page(self, scope: Scope, error: Exception) -> Response | None:
        """The answer to a person whose request failed; it names the table that cannot be shown. None where a program asked."""
        request = Request(scope)
        if is_data(request.url.path):
            return None
        table = str(scope.get("path_params", {}).get("name", ""))
        says = fault_message(table, error) if table in self.server.people.state.tables else FAULT
        # The server ends the connection when the error reaches it.
        headers = {"connection": "close"}
        try:
            return self.answer_error(request, says, 500, headers)
        except Exception:
            # What broke the page may break every page.
            return HTMLResponse(render("_said.html", says=says), 500, headers)

    def answer_error(
        self, request: Request, says: str, status: int, headers: Mapping[str, str] | None = None
    ) -> Response:
        """Say why something is not done: a part of the page that asked, or a page."""
        if request.headers.get("hx-request"):
            return HTMLResponse(render("_said.html", says=says), status, headers)
        who = visitor(self.server.people, request)
        return HTMLResponse(self._render("said.html", request, who, says=says, code=status), status, headers)

    def get(self, path: str) -> Callable[[Callable[..., Awaitable[Response]]], Any]:
        """A page of the house."""
        return self.app.get(path, include_in_schema=False)

    def post(self, path: str) -> Callable[[Callable[..., Awaitable[Response]]], Any]:
        """Where a form of the house goes."""
        return self.app.post(path, include_in_schema=False)


def mount(app: FastAPI, server: Server, *, secure: bool = False, demo: Any = None) -> House:
    """The pages over a server."""
    from houseway.web.pages import (
        account,
        annotated,
        cage,
        dealer,
        floor,
        hints,
        history,
        how,
        jackpots,
        lab,
        lobby,
        rules,
        sign_in,
        submissions,
        surveillance,
        table,
        training,
    )

    house = House(app, server, secure=secure, demo=demo)

    @house.get("/static/{mark}/{name}")
    async def static_file(mark: str, name: str) -> Response:
        file = STATIC.joinpath(name)
        if "/" in name or name.startswith(".") or not file.is_file():
            raise HTTPException(404, f"there is no file {name[:40]!r}")
        kind = _KINDS[name.rpartition(".")[2]]
        return Response(
            file.read_bytes(), media_type=kind, headers={"cache-control": "public, max-age=31536000, immutable"}
        )

    @house.get("/")
    async def home() -> Response:
        return RedirectResponse("/lobby", 303)

    for part in (
        sign_in,
        account,
        lobby,
        # Before the clauses, whose addresses begin like those of chapters.
        annotated,
        rules,
        table,
        hints,
        how,
        jackpots,
        submissions,
        lab,
        history,
        surveillance,
        dealer,
        floor,
        training,
        cage,
    ):
        part.add_to(house)

    @app.exception_handler(NotSignedIn)
    async def lead_to_sign_in(request: Request, error: NotSignedIn) -> Response:
        if request.headers.get("hx-request"):
            return Response(status_code=401, headers={"hx-redirect": "/sign-in"})
        return RedirectResponse(f"/sign-in?then={request.url.path}", 303)

    @app.exception_handler(HTTPException)
    async def said(request: Request, error: HTTPException) -> Response:
        if is_data(request.url.path):
            return as_data(error)
        return house.answer_error(request, said_of(error), error.status_code, error.headers)

    @app.exception_handler(DBAPIError)
    async def report_database_fault(request: Request, error: DBAPIError) -> Response:
        """Answer while the database is away: nobody knows then whether a command was recorded, and under its key it counts once."""
        log.error("the database does not answer", exc_info=error)
        headers = {"Retry-After": "2"}
        if is_data(request.url.path):
            return not_done(503, "the database does not answer: ask again, under the same key", headers=headers)
        return house.answer_error(
            request, "The database does not answer. Try again: it counts only once.", 503, headers
        )

    @app.exception_handler(RequestValidationError)
    async def cannot_be_read(request: Request, error: RequestValidationError) -> Response:
        return await said(request, unreadable(list(error.errors())))

    return house
