"""One writer a process: whatever waits is committed together, so that many tables share the cost of one commit."""

from __future__ import annotations

import time
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread

from houseway.store.log import Log, Pending, Result

MOST = 256
"""How much is committed together at most."""
REMEMBERED = 30.0
"""Seconds after which a commit that failed says nothing any more of whether the next one will."""


class WriterClosedError(RuntimeError):
    """Raised when something is written after the writer was closed."""


class Writer:
    """Commits what is submitted in the order it comes. An answer is there only after its commit."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._queue: SimpleQueue[tuple[Pending, Future[Result]] | None] = SimpleQueue()
        self._closed = False
        self._failed: tuple[Exception, float] | None = None
        self._thread = Thread(target=self._run, name="record writer", daemon=True)
        self._thread.start()

    def submit(self, pending: Pending) -> Future[Result]:
        """Have it written; the result comes after the commit."""
        if self._closed:
            raise WriterClosedError("the record is closed")
        future: Future[Result] = Future()
        self._queue.put((pending, future))
        return future

    @property
    def fault(self) -> Exception | None:
        """Why the last commit failed, a while ago at most; None if it was done."""
        failed = self._failed
        return None if failed is None or time.monotonic() - failed[1] > REMEMBERED else failed[0]

    def close(self) -> None:
        """Write what waits, then stop."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            group = [first]
            last = False
            while len(group) < MOST and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                group.append(more)
            self._commit(group)
            if last:
                return

    def _commit(self, group: list[tuple[Pending, Future[Result]]]) -> None:
        try:
            with self.log.writing() as connection:
                results = self.log.commit(connection, [pending for pending, _ in group])
        except Exception as error:
            # Nothing of the group was committed: each is told, and none is acknowledged.
            self._failed = error, time.monotonic()
            for _, future in group:
                future.set_exception(error)
            return
        self._failed = None
        for (_, future), result in zip(group, results, strict=True):
            future.set_result(result)
