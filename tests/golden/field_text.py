"""Every field of a Rules Submission as text: the values it takes, and what is said of others, under which clause."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import groupby, pairwise
from typing import Any, get_args

from msgspec.json import encode
from pydantic import BaseModel

from houseway.chapters.registry import check, submission_of
from houseway.rules.submission import Fault

GAMES: Mapping[str, dict[str, Any]] = {
    "heads-up-holdem": {},
    "holdem-bonus": {},
    "pai-gow": {},
    "five-card-hi-lo": {},
    "holdem": {"blinds": [50, 100]},
    "stud-low": {"forced_bet": 50},
    "omaha-hi-lo-8": {"structure": "fixed-limit", "blinds": [50, 100], "kill": "kill", "qualifying_pot": 1_000},
}
"""What is stated beside a field, by game."""
FAMILIES: Mapping[str, tuple[str, ...]] = {"banked": tuple(GAMES)[:4], "poker": tuple(GAMES)[4:]}
BESIDE: Mapping[str, dict[str, Any]] = {
    "rake": {"kind": "percentage", "percent": 5, "cap": 300},
    "bad_beat": {"contribution": 100},
    "high_hand": {"contribution": 100},
}
"""What a part must state for its other fields to be read."""
NUMBERS = (-1, 0, 1, 2, 5, 20, 25, 30, 45, 60, 100, 150, 1_000, 100_000, 5_000_000, 5_000_002, 10_000_000, 10**9)
OTHERS: tuple[Any, ...] = (
    None, True, False, 0.5, 10.5, "x", "1/3", [], [0], [50, 100], [100, 50], [100, 500], ["x"], {}, {"x": 1}, {1: 25, 2: 50},
    {"11": 5},
)  # fmt: skip
"""Values of every other form."""

Path = tuple[str, ...]
Values = Callable[[Any], tuple[Fault, ...]]


def fields_of(model: type[BaseModel]) -> Iterator[Path]:
    """Return every field, those of a part behind its own name."""
    for name, field in model.model_fields.items():
        yield (name,)
        kinds = (field.annotation, *get_args(field.annotation))
        for part in (kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)):
            yield from ((name, *inner) for inner in fields_of(part))


def _faults(game: str, path: Path) -> Values:
    """Return what is wrong with a value of a field beyond what is wrong without it."""
    name, *inner = path
    field = ".".join(path)

    @cache
    def of_number(number: int) -> tuple[Fault, ...]:
        return of_value(number)

    def of_value(value: Any) -> tuple[Fault, ...]:
        part = {**BESIDE.get(name, {}), inner[0]: value} if inner else value
        faults = check({**GAMES[game], name: part}, game=game)[1]
        return tuple(fault for fault in faults if fault.severity == "fault" and fault.field.startswith(field))

    return lambda value: of_number(value) if type(value) is int else of_value(value)


def _spans(faults: Values) -> Iterator[str]:
    """Return the whole numbers that are taken, from the least to the most of each span."""
    edges = {NUMBERS[0], NUMBERS[-1]}
    for low, high in pairwise(NUMBERS):
        # Below this number everything is as at the lower end.
        change = bisect_left(range(low, high), 1, key=lambda number: bool(faults(number)) != bool(faults(low)))
        edges |= {low, low + change - 1, low + change}
    for taken, span in groupby(sorted(edges), key=lambda number: not faults(number)):
        numbers = list(span)
        if taken:
            most = "any" if numbers[-1] == NUMBERS[-1] else str(numbers[-1])
            yield f"{numbers[0]} to {most}" if len(numbers) > 1 else most


def field_line(game: str, path: Path) -> str:
    """Return the values that a field takes, then each fault of others by its clause and what would be legal."""
    faults = _faults(game, path)
    taken = [*_spans(faults), *(encode(value).decode() for value in OTHERS if not faults(value))]
    wrong = [fault for value in (*NUMBERS, *OTHERS) for fault in faults(value)]
    words = dict.fromkeys(word for fault in wrong for word in fault.legal if word.isidentifier() or "-" in word)
    taken += [word for word in words if not faults(word)]
    said = dict.fromkeys(f"{fault.clause} {', '.join(fault.legal)}".strip() for fault in wrong)
    return f"{'.'.join(path)}: {', '.join(taken) or 'nothing'} | {'; '.join(said)}"


def fields_text(family: str) -> str:
    """Return a line for each field of a family of games, with the games it is of where it is not of all."""
    lines: dict[str, list[str]] = {}
    for game in FAMILIES[family]:
        for path in dict.fromkeys(fields_of(submission_of(game))):
            if path != ("game",):
                lines.setdefault(field_line(game, path), []).append(game)
    shared = len(FAMILIES[family])
    rows = [line if len(games) == shared else f"{line} ({', '.join(games)})" for line, games in lines.items()]
    return "\n".join(sorted(rows))
