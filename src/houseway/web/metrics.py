"""What to watch, in the text form that Prometheus reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counts of this process."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.buckets: Counter[float] = Counter()
        self.seconds = 0.0
        self.gauges: dict[str, int] = {}

    def count(self, name: str, label: str = "") -> None:
        """One more."""
        self.counts[name, label] += 1

    def took(self, seconds: float) -> None:
        """How long a command took from its arrival to its commit."""
        self.seconds += seconds
        self.buckets[next((bound for bound in BOUNDS if seconds <= bound), float("inf"))] += 1

    def text(self) -> str:
        """All of it."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        for (name, label), number in sorted(self.counts.items()):
            yield f"houseway_{name}_total{{{label}}} {number}" if label else f"houseway_{name}_total {number}"
        for name, number in sorted(self.gauges.items()):
            yield f"houseway_{name} {number}"
        total = 0
        for bound in (*BOUNDS, float("inf")):
            total += self.buckets[bound]
            yield f'houseway_command_seconds_bucket{{le="{"+Inf" if bound == float("inf") else bound}"}} {total}'
        yield f"houseway_command_seconds_sum {self.seconds:.6f}"
        yield f"houseway_command_seconds_count {total}"
