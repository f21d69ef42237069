"""Signing in: a password and perhaps a code, how soon it may be tried again, and what is logged of it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from enum import Enum

import msgspec

from houseway.clock import Clock
from houseway.house.names import look_alikes
from houseway.web.accounts import People
from houseway.web.metrics import Metrics

log = logging.getLogger("houseway.web")


class Limit(msgspec.Struct, frozen=True):
    """So many failures cost nothing; each further one doubles the wait, from a second up to the longest."""

    free: int
    longest: float

    def wait(self, failures: int) -> float:
        """Seconds to wait after so many failures."""
        return min(self.longest, 2.0 ** min(failures - self.free - 1, 30)) if failures > self.free else 0.0


PER_PERSON = Limit(free=5, longest=30.0)
"""For one person from one address. Nobody elsewhere is kept waiting by it."""
PER_ADDRESS = Limit(free=100, longest=5.0)
"""For one address, whoever is tried from there: people may share it."""
FORGOTTEN_AFTER = 900.0
REMEMBERED = 20_000
CHECKS_AT_ONCE = 2
"""Passwords checked at once; each takes memory and a processor."""


class Attempts:
    """Failed attempts by person and address, and by address."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.per_person, self.per_address = PER_PERSON, PER_ADDRESS
        self._failures: OrderedDict[tuple[str, str], tuple[int, float]] = OrderedDict()

    def begin(self, person: str, address: str) -> float:
        """Begin an attempt, which counts as failed until it succeeds; or return how many seconds to wait first."""
        now = self.clock.monotonic()
        limits = self._limits(person, address)
        waits = [self._wait(key, limit, now) for key, limit in limits]
        if max(waits) > 0:
            return max(waits)
        for key, _ in limits:
            failures, _ = self._failures.pop(key, (0, now))
            self._failures[key] = (failures + 1, now)
        while len(self._failures) > REMEMBERED:
            self._failures.popitem(last=False)
        return 0.0

    def succeed(self, person: str, address: str) -> None:
        """The attempt succeeded: the failures of this person from there are forgotten."""
        (own, _), (shared, _) = self._limits(person, address)
        self._failures.pop(own, None)
        failures, since = self._failures.get(shared, (0, 0.0))
        if failures:
            self._failures[shared] = (failures - 1, since)

    def _limits(self, person: str, address: str) -> tuple[tuple[tuple[str, str], Limit], tuple[tuple[str, str], Limit]]:
        name = min(look_alikes(person[:100]))
        return ((address, f"person {name}"), self.per_person), ((address, ""), self.per_address)

    def _wait(self, key: tuple[str, str], limit: Limit, now: float) -> float:
        failures, since = self._failures.get(key, (0, now))
        if now - since > FORGOTTEN_AFTER:
            del self._failures[key]
            return 0.0
        return max(0.0, since + limit.wait(failures) - now)


class Refused(Enum):
    """Why somebody is not signed in."""

    TOO_SOON = "too many attempts"
    WRONG = "wrong name or password"
    CODE_MISSING = "no code of the second factor"
    CODE_WRONG = "wrong code of the second factor"


class SignIn(msgspec.Struct, frozen=True):
    """What became of an attempt: a token, or why there is none and how many seconds to wait."""

    token: str = ""
    refused: Refused | None = None
    wait: int = 0


class SignIns:
    """The door of a house."""

    def __init__(self, people: People, clock: Clock, metrics: Metrics) -> None:
        self.people, self.metrics = people, metrics
        self.attempts = Attempts(clock)
        self._checks = ThreadPoolExecutor(CHECKS_AT_ONCE, thread_name_prefix="password")

    async def enter(self, person: str, password: str, code: str, address: str) -> SignIn:
        """Sign somebody in who has the password and, where the account has a second factor, its code."""
        wait = self.attempts.begin(person, address)
        if wait:
            return self._refuse(person, address, Refused.TOO_SOON, int(wait) + 1)
        loop = asyncio.get_running_loop()
        outcome = await loop.run_in_executor(self._checks, self._check, person, password, code)
        if isinstance(outcome, Refused):
            if outcome is Refused.CODE_MISSING:
                # The password was right: asking for the code is no failure.
                self.attempts.succeed(person, address)
            return self._refuse(person, address, outcome)
        self.attempts.succeed(person, address)
        self.metrics.count("logins", 'outcome="accepted"')
        return SignIn(token=outcome)

    async def confirm(self, person: str, password: str, address: str) -> SignIn:
        """Check the password of somebody who is signed in, before what only they may change."""
        wait = self.attempts.begin(person, address)
        if wait:
            return self._refuse(person, address, Refused.TOO_SOON, int(wait) + 1)
        loop = asyncio.get_running_loop()
        if not await loop.run_in_executor(self._checks, self.people.knows, person, password):
            return self._refuse(person, address, Refused.WRONG)
        self.attempts.succeed(person, address)
        return SignIn()

    def close(self) -> None:
        """Let the checks under way come to their end."""
        self._checks.shutdown()

    def _check(self, person: str, password: str, code: str) -> Refused | str:
        if not self.people.knows(person, password):
            return Refused.WRONG
        if self.people.has_second_factor(person):
            if not code:
                return Refused.CODE_MISSING
            if not self.people.use_code(person, code):
                return Refused.CODE_WRONG
        return self.people.token(person)

    def _refuse(self, person: str, address: str, why: Refused, wait: int = 0) -> SignIn:
        self.metrics.count("logins", 'outcome="refused"')
        # Somebody may have typed a password where the name belongs.
        name = repr(person) if person in self.people.state.accounts else "a name without an account"
        log.warning("sign-in refused for %s from %s: %s", name, address or "an unknown address", why.value)
        return SignIn(refused=why, wait=wait)
