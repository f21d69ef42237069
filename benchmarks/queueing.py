"""What measured service times come to at more tables: commands queue for a process's one thread and for its shared commits.

A process has one thread, which takes a request and decides its command (``serve`` and ``decide``), and after the commit makes the
views (``render``, ``views`` of them) and sends them (``deliver``, ``viewers`` of them). Its writer commits whatever has been decided,
in ``commit`` seconds a commit and ``row`` seconds a command. Commands arrive at random, one a table every second, and the tables of
a process are its own: a proxy sends a table's people to one process. The time from arrival to the last viewer's bytes is simulated
event by event, seeded. By default the times are those of docs/scale.md; give others
that `benchmarks.server` measured.

    python -m benchmarks.queueing [--tables N ...] [--processes N] [--serve S] [--decide S] [--render S] [--views N]
                                  [--deliver S] [--viewers N] [--commit S] [--row S] [--seconds S] [--seed N] [--json]
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
from dataclasses import dataclass

MOST = 256
"""How much is committed together at most, as in `houseway.store.writer`."""


@dataclass(frozen=True)
class Service:
    """Seconds that each part takes."""

    serve: float
    decide: float
    render: float
    views: int
    deliver: float
    viewers: int
    commit: float
    row: float

    @property
    def thread(self) -> float:
        """What a command takes of the process's one thread."""
        return self.serve + self.decide + self.render * self.views + self.deliver * self.viewers


def waits(tables: float, service: Service, *, seconds: float, seed: int) -> tuple[list[float], int]:
    """Seconds from arrival to the last viewer's bytes of every command at one process, sorted; and how many were not done in time."""
    chance = random.Random(seed)
    arrivals: list[float] = []
    at = chance.expovariate(tables)
    while at < seconds:
        arrivals.append(at)
        at += chance.expovariate(tables)
    # What the thread has to do, by when it was there: (when, order, arrival, whether it is committed).
    work: list[tuple[float, int, float, bool]] = [(one, place, one, False) for place, one in enumerate(arrivals)]
    heapq.heapify(work)
    waiting: list[tuple[float, float]] = []
    found: list[float] = []
    thread, writer, order = 0.0, 0.0, len(arrivals)
    to_decide, to_show = service.serve + service.decide, service.thread - service.serve - service.decide
    while work or waiting:
        # The writer begins when it is free and something is decided, unless the thread does something before that.
        begins = max(writer, waiting[0][0]) if waiting else float("inf")
        if work and max(thread, work[0][0]) <= begins:
            ready, _, arrived, committed = heapq.heappop(work)
            thread = max(thread, ready) + (to_show if committed else to_decide)
            if committed:
                found.append(thread - arrived)
            else:
                waiting.append((thread, arrived))
            continue
        group = [one for one in waiting[:MOST] if one[0] <= begins]
        waiting = waiting[len(group) :]
        writer = begins + service.commit + service.row * len(group)
        for _, arrived in group:
            order += 1
            heapq.heappush(work, (writer, order, arrived, True))
    late = sum(one > 1.0 for one in found)
    return sorted(found), late


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 200, 250, 300, 350])
    parser.add_argument("--processes", type=int, default=1)
    for name, seconds in DEFAULTS.items():
        parser.add_argument(f"--{name}", type=float, default=seconds)
    parser.add_argument("--views", type=int, default=2)
    parser.add_argument("--viewers", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    times = {name: getattr(given, name) for name in DEFAULTS}
    service = Service(views=given.views, viewers=given.viewers, **times)
    rows = []
    for tables in given.tables:
        found, late = waits(tables / given.processes, service, seconds=given.seconds, seed=given.seed)
        row = {"tables": tables, "processes": given.processes, "busy": tables / given.processes * service.thread}
        row |= {f"p{part}_ms": found[len(found) * part // 100] * 1000 for part in (50, 90, 99)}
        rows.append({**row, "commands": len(found), "later_than_a_second": late})
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    print(f"A command takes {service.thread * 1000:.2f} ms of a process's one thread.")
    for row in rows:
        print(
            f"{row['tables']:9,} tables, {row['processes']:5,} process(es): thread busy {row['busy']:5.0%}, "
            f"p50 {row['p50_ms']:7,.1f}, p90 {row['p90_ms']:7,.1f}, p99 {row['p99_ms']:7,.1f} ms"
        )


DEFAULTS = {
    "serve": 0.0017,
    "decide": 0.0001,
    "render": 0.0003,
    "deliver": 0.00005,
    "commit": 0.0007,
    "row": 0.0001,
}

if __name__ == "__main__":
    main()
