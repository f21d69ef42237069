"""Work of the lab for pages: one question at a time in a process of its own, told how far it is, its answer kept."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread, Timer

import msgspec

from houseway.chapters.registry import games
from houseway.extras import install_sentence, is_installed
from houseway.lab.encoded import decode
from houseway.web.lab_process import Answer, Question

TIME_LIMIT = 1800.0
"""Seconds that the lab may work at one question."""
MOST_WAITING = 20
"""So many questions may wait in a line."""
KEPT = 60
"""So many answers are kept; the lab's own cache keeps what took long."""


SHEETS, ROOM_FIGURES = "see PAR sheets", "see the rake and jackpots of a room"
"""What the lab is installed for."""


class Work:
    """A question and how far it is."""

    def __init__(self, question: Question, banked: bool) -> None:
        self.question, self.banked = question, banked
        self.heard = Answer()
        self.over = False

    @property
    def percent(self) -> int:
        """How much of the step under way is done."""
        return round(100 * self.heard.done / self.heard.of) if self.heard.of else 0


class Bench:
    """Questions in their order, those about Poker rooms, which are soon answered, in a line of their own.

    A thread a line waits for its process.
    """

    def __init__(self) -> None:
        self._works: dict[str, Work] = {}
        self._lines: dict[bool, SimpleQueue[Work]] = {}
        self._lock = Lock()

    def ask(self, question: Question) -> Work:
        """The work on a question; begun if nobody has asked it before."""
        banked = question.submission.get("game") in games(banked=True)
        if not is_installed("lab"):
            refused = Work(question, banked)
            refused.heard = Answer(fault=install_sentence("lab", SHEETS if banked else ROOM_FIGURES))
            refused.over = True
            return refused
        key = msgspec.json.encode(question, order="sorted").decode()
        with self._lock:
            work = self._works.get(key)
            if work is not None and not (work.over and work.heard.fault):
                return work
            waiting = sum(not one.over and one.banked is banked for one in self._works.values())
            if waiting > MOST_WAITING:
                busy = Work(question, banked)
                busy.heard, busy.over = Answer(fault=f"{waiting} others wait for the lab: come back later"), True
                return busy
            for old in [name for name, one in self._works.items() if one.over][: max(0, len(self._works) - KEPT)]:
                del self._works[old]
            work = self._works[key] = Work(question, banked)
            if banked not in self._lines:
                self._lines[banked] = SimpleQueue()
                Thread(target=_work_off, args=(self._lines[banked],), name="lab", daemon=True).start()
            self._lines[banked].put(work)
            return work


def _work_off(line: SimpleQueue[Work]) -> None:
    while True:
        work = line.get()
        try:
            carry_out(work)
        except (OSError, msgspec.MsgspecError) as error:
            work.heard = Answer(fault=f"the lab's process cannot be asked: {error}")
        work.over = True


def carry_out(work: Work) -> None:
    """Ask the process and listen to it until it has answered."""
    command = [sys.executable, "-m", "houseway.web.lab_process"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        watch = Timer(TIME_LIMIT, process.kill)
        watch.daemon = True
        watch.start()
        try:
            # A process that was ended reads no question: it has no answer either.
            with suppress(BrokenPipeError):
                process.stdin.write(msgspec.json.encode(work.question))
                process.stdin.close()
            for line in process.stdout:
                work.heard = decode(line, Answer)
        finally:
            watch.cancel()
    answer = work.heard
    if answer.sheet is None and answer.figures is None and not answer.fault:
        minutes = TIME_LIMIT / 60
        work.heard = Answer(fault=f"the lab's process ended without an answer; it has {minutes:.0f} minutes")
