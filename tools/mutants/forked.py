"""A process that has read all tests once, and tries each change in a child of its own, which need not read them again.

python -m tools.mutants.forked REQUESTS ANSWERS TEST...     reads and writes lines of JSON at these descriptors

A child puts the changed code into the functions that are there. What a module or a class says once, when it is read, is not
changed so; and of a function that has run while the tests were read, what it gave may have been kept: `UNSURE`.
"""

from __future__ import annotations

import gc
import math
import os
import resource
import select
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import NoReturn

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.touched import QUICKLY

UNSURE = "unsure"
WAITING = 10
"""How many times as long as it may work a run may take: a busy machine lets it wait."""


class Request(msgspec.Struct, frozen=True):
    """The file of a change, its text with the change made, the tests to be run, and the seconds they may work.

    Without a file nothing is changed, and the answer names every test that fails, in lines.
    """

    path: str
    text: str
    tests: tuple[str, ...]
    limit: float


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """The code of every function in a module or a function, however deep."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from codes_of(inner)


def put_in(path: Path, text: str) -> set[CodeType]:
    """Put the code of a changed text into the functions that came from its file; what they had before."""
    changed = {(one.co_qualname, one.co_firstlineno): one for one in codes_of(compile(text, str(path), "exec"))}
    before: set[CodeType] = set()
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename == str(path):
            old = one.__code__
            new = changed.get((old.co_qualname, old.co_firstlineno))
            if new is not None and new != old and new.co_freevars == old.co_freevars:
                before.add(old)
                one.__code__ = new
    return before


class _Server:
    """A plugin of pytest that answers requests instead of running all tests."""

    def __init__(self, requests: int, answers: int) -> None:
        self.requests, self.answers = os.fdopen(requests, "rb"), os.fdopen(answers, "wb")
        self.has_run: dict[int, CodeType] = {}
        # Before pytest reads its first file, a conftest included.
        sys.settrace(self._enter)

    def _enter(self, frame: FrameType, *_: object) -> None:
        self.has_run[id(frame.f_code)] = frame.f_code

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.settrace(None)
        items = {item.nodeid: item for item in session.items}
        for line in self.requests:
            request = msgspec.json.decode(line, type=Request)
            self.answers.write(msgspec.json.encode(_answered(request, items, self.has_run)) + b"\n")
            self.answers.flush()
        return True


def _answered(request: Request, items: dict[str, pytest.Item], has_run: dict[int, CodeType]) -> str:
    """The test that noticed the change, ``""`` if none did, or that it cannot be told here."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        _child(request, [items[id] for id in request.tests if id in items], has_run, writes)
    os.close(writes)
    ready, _, _ = select.select([reads], [], [], WAITING * request.limit)
    with os.fdopen(reads, "rb") as said:
        answer = said.read().decode() if ready else ""
    if not ready:
        os.kill(child, signal.SIGKILL)
    _, ended = os.waitpid(child, 0)
    if not ready or (os.WIFSIGNALED(ended) and os.WTERMSIG(ended) == signal.SIGXCPU):
        return f"no end within {request.limit:.0f} s"
    return answer.rstrip("\n") if answer else UNSURE


def _child(request: Request, items: list[pytest.Item], has_run: dict[int, CodeType], out: int) -> NoReturn:
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(request.limit), resource.RLIM_INFINITY))
    noticed = UNSURE
    if not request.path:
        os.write(
            out, msgspec.json.encode([item.nodeid for item, following in _in_turn(items) if _fails(item, following)])
        )
        os._exit(0)
    try:
        before = put_in(Path(request.path).resolve(), request.text)
        if before:
            noticed = UNSURE if before & set(has_run.values()) else ""
            for item, following in _in_turn(items):
                if _fails(item, following):
                    noticed = item.nodeid
                    break
    except BaseException as error:
        noticed = f"{type(error).__name__}: {error}"
    os.write(out, f"{noticed}\n".encode())
    os._exit(0)


def _in_turn(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def main(requests: str, answers: str, *tests: str) -> int:
    """Read the tests and answer until there is no further request."""
    return pytest.main([*QUICKLY, "-p", "no:cacheprovider", *tests], plugins=[_Server(int(requests), int(answers))])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
