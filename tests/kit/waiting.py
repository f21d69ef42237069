"""Waiting for a fact, however slow the machine is."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar

T = TypeVar("T")
PATIENCE = float(os.environ.get("PATIENCE", "500"))
"""So many seconds a fact is waited for: no measure of anything, only an end for what will never come."""


def until(
    told: Callable[[], T | Literal[False]],
    says: Callable[[], object] = lambda: "it did not come to that",
    every: float = 0.005,
) -> T:
    """What is told, once it is something; else what there is to say about it.

    ``every``: seconds between two looks; more where a look costs a processor much, such as a page.
    """
    end = time.monotonic() + PATIENCE
    while not (found := told()):
        assert time.monotonic() < end, says()
        time.sleep(every)
    return found


def run(told: Coroutine[Any, Any, T]) -> T:
    """What comes of a coroutine, in a thread of its own: a browser of the tests may have left a running loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, told).result()
