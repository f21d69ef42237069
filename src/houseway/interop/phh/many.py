"""Many PHH files at once: over processes, in the order they were named."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

from houseway.interop.phh.replaying import Replayed, replay_files

_BATCH_BYTES = 200_000
"""Some hundreds of hands: a batch is long enough to be worth sending, and short enough to wait for at the end."""

Advance = Callable[[int], object]
"""Is told how many bytes of files have been replayed since it was last told."""


def size_of(path: Path) -> int:
    """How large a file is; nothing if it cannot be read."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def replay_many(paths: Sequence[Path], *, workers: int, advance: Advance) -> Iterator[Replayed]:
    """Every hand of the files, in their order. Left before its end, it ends the processes it started."""
    if workers == 1:
        for path in paths:
            yield from replay_files([path])
            advance(size_of(path))
        return
    # Not a context: that would wait for every batch when it is left before the end.
    pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts_to_the_parent)
    try:
        for batch, done in _in_order(pool, _batches(paths), ahead=3 * workers):
            yield from done
            advance(sum(map(size_of, batch)))
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _replayed(batch: list[Path]) -> list[Replayed]:
    return list(replay_files(batch))


def _in_order(
    pool: ProcessPoolExecutor, batches: Iterable[list[Path]], *, ahead: int
) -> Iterator[tuple[list[Path], list[Replayed]]]:
    """The batches and what became of them, so many of them given out at a time."""
    given: deque[tuple[list[Path], Future[list[Replayed]]]] = deque()
    for batch in batches:
        given.append((batch, pool.submit(_replayed, batch)))
        if len(given) >= ahead:
            first, future = given.popleft()
            yield first, future.result()
    while given:
        first, future = given.popleft()
        yield first, future.result()


def _batches(paths: Iterable[Path]) -> Iterator[list[Path]]:
    batch: list[Path] = []
    size = 0
    for path in paths:
        batch.append(path)
        size += size_of(path)
        if size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
