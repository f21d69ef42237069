"""What a request may be: how large, how slow, how often; and the headers that every answer has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from houseway.clock import Clock
from houseway.web.errors import body_of_fault

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

FaultPage = Callable[[Scope, Exception], App | None]
"""Makes the page a person sees when a request fails; None where a program asked."""

FAULT = "the server could not do this; it is noted in its log"
OTHER_HOST = "the server does not answer to this name: an operator can allow it with --allow-host"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""The names of the own machine, which every server answers to."""
LARGEST = 64 * 1024
SLOWEST = 10.0
POLICY = b"; ".join(
    (
        b"default-src 'none'",
        b"script-src 'self'",
        b"style-src 'self'",
        # Sizes and places of cards and seats are style attributes of numbers; a style sheet in a page is not allowed.
        b"style-src-attr 'unsafe-inline'",
        b"img-src 'self' data:",
        b"font-src 'self'",
        b"connect-src 'self'",
        b"form-action 'self'",
        b"base-uri 'none'",
        b"frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-store"),
)


class Guard:
    """Reads the body of a request before anything looks at it, refuses what is too large or too slow or meant for another host, and
    sets the headers. ``hosts``: the names that the server answers to."""

    def __init__(self, app: App, *, clock: Clock, fault_page: FaultPage, hosts: frozenset[str]) -> None:
        self.app, self.clock, self.fault_page, self.hosts = app, clock, fault_page, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and host_of(scope) not in self.hosts:
            # Closed before it is accepted, which is answered with 403.
            await receive()
            await send({"type": "websocket.close", "code": 4403})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = {name.lower() for name, _ in message.get("headers", ())}
                more = [(name, value) for name, value in HEADERS if name not in given]
                message = {**message, "headers": [*message.get("headers", ()), *more]}
            await send(message)

        if host_of(scope) not in self.hosts:
            await _refuse(with_headers, 421, OTHER_HOST)
            return
        try:
            body = await self.clock.wait_for(_read(receive), SLOWEST)
        except TimeoutError:
            await _refuse(with_headers, 408, "the request was not sent in time")
            return
        if body is None:
            await _refuse(with_headers, 413, f"a request has at most {LARGEST} bytes")
            return
        told = False

        async def again() -> MutableMapping[str, Any]:
            nonlocal told
            if not told:
                told = True
                return {"type": "http.request", "body": body, "more_body": False}
            return await receive()

        try:
            await self.app(scope, again, with_headers)
        except Exception as error:
            # The traceback goes to the log; the answer says nothing of it, and has the headers as always.
            if not begun:
                page = self.fault_page(scope, error)
                if page is None:
                    await _refuse(with_headers, 500, FAULT)
                else:
                    await page(scope, receive, with_headers)
            raise


def host_of(scope: Scope) -> str:
    """The name that a request is meant for, without its port; empty unless exactly one is given."""
    names = [value for name, value in scope["headers"] if name == b"host"]
    host = names[0].decode("latin-1").casefold() if len(names) == 1 else ""
    if host.startswith("["):
        return host.partition("]")[0].removeprefix("[")
    return host.rpartition(":")[0] if host.count(":") == 1 else host


async def _read(receive: Receive) -> bytes | None:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST:
            return None
        if not message.get("more_body"):
            return b"".join(parts)


async def _refuse(send: Send, status: int, says: str) -> None:
    body = body_of_fault(status, says)
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Rate:
    """So many a second on average, and so many at once, for each who asks."""

    def __init__(self, per_second: float, at_once: int, clock: Clock) -> None:
        self.per_second, self.at_once, self.clock = per_second, at_once, clock
        self._left: dict[str, tuple[float, float]] = {}

    def has_left(self, who: str) -> bool:
        """Return whether one more would be allowed; nothing is counted."""
        return self._left_now(who, self.clock.monotonic()) >= 1

    def _left_now(self, who: str, now: float) -> float:
        left, since = self._left.get(who, (float(self.at_once), now))
        return min(float(self.at_once), left + (now - since) * self.per_second)

    def allows(self, who: str) -> bool:
        """Whether one more is allowed; it is counted."""
        now = self.clock.monotonic()
        left = self._left_now(who, now)
        if len(self._left) > 10_000:
            full = [one for one, (_, when) in self._left.items() if (now - when) * self.per_second > self.at_once]
            for one in full:
                del self._left[one]
        self._left[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1
