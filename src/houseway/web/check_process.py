"""Work whose cost only its size bounds, in a process of its own, with a time limit and so many per person: checks and hints.

``python -m houseway.web.check_process`` is such a process: it reads a question per line and writes the answer.
"""

from __future__ import annotations

import asyncio
import atexit
import base64
import pickle
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Timer
from typing import Any, TypeVar

from fastapi import HTTPException

from houseway.chapters.registry import games
from houseway.clock import Clock
from houseway.view.submission import Checked, checked
from houseway.web.limits import Rate

TIME_LIMIT = 5.0
"""Seconds of the processor that a check may take: how busy the machine is beside it does not matter."""
HINT_LIMIT = 20.0
"""Seconds of the processor that a hint may take; the first one loads the lab."""
PATIENCE = 120.0
"""Seconds after which a check or a hint is given up that gets no processor."""
AT_ONCE = 3
"""So many checks or hints of one person may run or wait."""
T = TypeVar("T")


class _Worker:
    """The process that checks, started when it is first needed and again when it has ended."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="checks")
        self._process: subprocess.Popen[bytes] | None = None

    def answer(self, question: tuple[Any, ...]) -> Any:
        """Return what the process answers; None if the check took too long, and the process was ended."""
        process = self._process
        if process is None or process.poll() is not None:
            command = [sys.executable, "-m", "houseway.web.check_process"]
            process = self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            # Its start is not counted: it says when it is ready.
            assert process.stdout is not None
            process.stdout.readline()
        assert process.stdin is not None and process.stdout is not None
        watch = Timer(PATIENCE, process.kill)
        watch.daemon = True
        watch.start()
        try:
            process.stdin.write(base64.b64encode(pickle.dumps(question)) + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = b""
        finally:
            watch.cancel()
        if line:
            # Only our own process writes here.
            return pickle.loads(base64.b64decode(line))
        was_given_up = process.wait() == -signal.SIGKILL
        self.end()
        if was_given_up:
            raise HTTPException(503, "The server is too busy for this now. Try again in a minute.")
        return None

    def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):
                # What was not read of a question is lost with its reader.
                process.communicate()


_CHECKER, _HINTER = _Worker(), _Worker()
for _worker in (_CHECKER, _HINTER):
    atexit.register(_worker.end)


class WorkBench:
    """Work for the people of a house: so much each, one at a time, none longer than the time limit.

    ``too_long``: what somebody is told whose work was ended, given the seconds.
    """

    def __init__(self, worker: _Worker, rate: Rate, time_limit: float, *, name: str, too_long: str) -> None:
        self.worker, self.rate, self.time_limit = worker, rate, time_limit
        self.name, self.too_long = name, too_long
        self._asked: Counter[str] = Counter()

    async def run(self, person: str, work: Callable[..., T], *given: Any) -> T:
        """Run a function of a module for a person."""
        if self._asked[person] >= AT_ONCE or not self.rate.allows(person):
            raise HTTPException(429, f"too many {self.name}: wait a little", {"Retry-After": "1"})
        self._asked[person] += 1
        try:
            loop, worker, question = asyncio.get_running_loop(), self.worker, (self.time_limit, work, given)
            answer: T | None = await loop.run_in_executor(worker.thread, worker.answer, question)
        finally:
            self._asked[person] -= 1
            if not self._asked[person]:
                del self._asked[person]
        if answer is None:
            raise HTTPException(422, self.too_long.format(self.time_limit))
        return answer


def check_bench(clock: Clock) -> WorkBench:
    """Checks of Rules Submissions."""
    too_long = "the submission cannot be checked within {:.0f} seconds: shorten it"
    return WorkBench(_CHECKER, Rate(5, 40, clock), TIME_LIMIT, name="checks", too_long=too_long)


def hint_bench(clock: Clock) -> WorkBench:
    """Hints at practice tables."""
    too_long = "the lab has no hint for this within {:.0f} seconds"
    return WorkBench(_HINTER, Rate(1, 20, clock), HINT_LIMIT, name="hints", too_long=too_long)


def check_submission(data: Mapping[str, Any]) -> Checked:
    """Check a submission; the rules themselves stay where it is checked."""
    return checked(data)._replace(resolved=None)


def check_opening(data: Mapping[str, Any]) -> Checked:
    """Check a submission that a table or a room is to be opened under, without the figures that people are shown."""
    return checked(data, figures=False)._replace(resolved=None)


def main() -> None:
    """Do what is asked, one question per line, until there is none."""
    # What a check needs is loaded before the time of the first one counts.
    checked({"game": next(iter(games()))})
    answers = sys.stdout.buffer
    answers.write(b"ready\n")
    answers.flush()
    for line in sys.stdin.buffer:
        time_limit, work, given = pickle.loads(base64.b64decode(line))  # only our own server writes here
        # The signal ends the process. A limit of nothing is over at once, however quick the work is.
        if time_limit <= 0:
            signal.raise_signal(signal.SIGPROF)
        signal.setitimer(signal.ITIMER_PROF, time_limit)
        answer = work(*given)
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.write(base64.b64encode(pickle.dumps(answer)) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
