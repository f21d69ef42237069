"""What measured service times come to at more tables: commands queue for a process's one thread and then for its shared commits.

A process decides a command in ``decide`` seconds and renders ``views`` of it; meanwhile its writer commits whatever has come, in
``commit`` seconds a commit and ``row`` seconds a command. Commands arrive at random, one a table every second. The wait from
arrival to the viewers' bytes is simulated event by event, seeded. Give the times that `benchmarks.server` measured.

    python -m benchmarks.queueing --tables 200 --processes 1 [--decide S] [--render S] [--views N] [--commit S] [--row S]
"""

from __future__ import annotations

import argparse
import random


def waits(
    tables: int, *, decide: float, render: float, views: int, commit: float, row: float, seconds: float, seed: int
) -> list[float]:
    """Seconds from arrival to bytes of every command at one process, sorted."""
    chance = random.Random(seed)
    arrivals = []
    at = 0.0
    while at < seconds:
        at += chance.expovariate(tables)
        arrivals.append(at)
    # The one thread decides in the order of arrival; the writer takes all that is decided when it is free.
    thread = 0.0
    decided = []
    for one in arrivals:
        thread = max(thread, one) + decide
        decided.append((thread, one))
    found, writer, place = [], 0.0, 0
    busy = 0.0
    while place < len(decided):
        begin = max(writer, decided[place][0])
        group = [arrived for ready, arrived in decided[place : place + 256] if ready <= begin]
        place += len(group)
        writer = begin + commit + row * len(group)
        for arrived in group:
            # Views are made by the same thread that decides, after the commit.
            busy = max(busy, writer) + render * views
            found.append(busy - arrived)
    return sorted(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--decide", type=float, default=0.0005)
    parser.add_argument("--render", type=float, default=0.0002)
    parser.add_argument("--views", type=int, default=5)
    parser.add_argument("--commit", type=float, default=0.003)
    parser.add_argument("--row", type=float, default=0.0002)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = waits(
        given.tables // given.processes,
        decide=given.decide,
        render=given.render,
        views=given.views,
        commit=given.commit,
        row=given.row,
        seconds=given.seconds,
        seed=given.seed,
    )
    shares = ", ".join(f"p{part} {found[len(found) * part // 100] * 1000:,.0f} ms" for part in (50, 90, 99))
    print(f"{given.tables:,} tables over {given.processes:,} processes: {shares}")


if __name__ == "__main__":
    main()
