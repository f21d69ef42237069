"""A browser without a screen: requests and WebSockets of one person, answered by the app in the same thread."""

from __future__ import annotations

import asyncio
import re
import traceback
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlencode

from fastapi import FastAPI

from tests.walk.manual_loop import ManualLoop

HOST = "localhost"
_CSRF = re.compile(r'<body data-csrf="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Answer:
    """What the app answered; ``failure`` is the traceback where it broke."""

    path: str
    status: int
    headers: dict[str, str]
    text: str
    failure: str = ""

    @property
    def goes_to(self) -> str:
        """The address this answer sends the browser to, if any."""
        return self.headers.get("location") or self.headers.get("hx-redirect", "")


@dataclass(slots=True)
class Socket:
    """An open WebSocket and the messages that came through it."""

    task: asyncio.Task[None]
    closing: asyncio.Event
    messages: list[str] = field(default_factory=list)

    @property
    def ended(self) -> str:
        """How the server's side ended: its traceback where it broke, nothing while it goes on."""
        error = self.task.exception() if self.task.done() and not self.task.cancelled() else None
        return "".join(traceback.format_exception(error)) if error is not None else "closed" if self.task.done() else ""


class Browser:
    """One person's browser, with its cookie and the proof that its forms come from our pages."""

    def __init__(self, app: FastAPI, loop: ManualLoop) -> None:
        self.app, self.loop = app, loop
        self.cookie = self.csrf = ""

    def get(self, path: str) -> Answer:
        return self._request("GET", path)

    def post(self, path: str, fields: list[tuple[str, str]], *, hx: bool) -> Answer:
        """Send a form, as htmx does or as a browser does by itself."""
        return self._request("POST", path, urlencode(fields).encode(), hx=hx)

    def _headers(self, *more: tuple[str, str]) -> list[tuple[bytes, bytes]]:
        cookie = [("cookie", self.cookie)] if self.cookie else []
        return [(name.encode(), value.encode()) for name, value in [("host", HOST), *cookie, *more]]

    def _scope(self, kind: str, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
        address, _, query = path.partition("?")
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": unquote(address),
            "raw_path": address.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": (HOST, 1),
            "server": (HOST, 80),
            "subprotocols": [],
        }

    def _request(self, method: str, path: str, body: bytes = b"", *, hx: bool = False) -> Answer:
        more = [("content-type", "application/x-www-form-urlencoded")] if body else []
        if hx:
            more += [("hx-request", "true"), ("x-csrf-token", self.csrf)]
        scope = {**self._scope("http", path, self._headers(*more)), "method": method}
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        failure = ""
        try:
            self.loop.complete(self.app(scope, receive, send))
        except Exception:
            failure = traceback.format_exc()
            self.loop.settle()
        broken: dict[str, Any] = {"status": 500, "headers": []}
        started = next((one for one in sent if one["type"] == "http.response.start"), broken)
        text = b"".join(one.get("body", b"") for one in sent if one["type"] == "http.response.body").decode()
        headers = {name.decode().lower(): value.decode() for name, value in started["headers"]}
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        csrf = _CSRF.search(text)
        if csrf is not None:
            self.csrf = csrf[1]
        return Answer(path, started["status"], headers, text, failure)

    def open_socket(self, path: str, first: str = "") -> Socket:
        """Open a WebSocket, as a page does when it is loaded, and send a first message if there is one."""
        scope = self._scope("websocket", path, self._headers(("origin", f"http://{HOST}")))
        closing = asyncio.Event()
        messages: list[str] = []
        greeting = [{"type": "websocket.receive", "text": first}] if first else []
        greeting.append({"type": "websocket.connect"})

        async def receive() -> dict[str, Any]:
            if greeting:
                return greeting.pop()
            await closing.wait()
            return {"type": "websocket.disconnect", "code": 1001}

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                messages.append(message.get("text") or message["bytes"].decode())

        task = self.loop.create_task(self.app(scope, receive, send))
        self.loop.settle()
        return Socket(task, closing, messages)

    def close_socket(self, socket: Socket) -> None:
        """Close a page: its WebSocket ends, and so does the server's side of it."""
        socket.closing.set()
        self.loop.settle()
