"""Every field of a Rules Submission with values of every form, small and large: what is wrong with each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel

from houseway.chapters.registry import check, submission_of
from houseway.written import shown

GAMES: dict[str, dict[str, Any]] = {
    "heads-up-holdem": {},
    "holdem-bonus": {},
    "pai-gow": {},
    "five-card-hi-lo": {},
    "holdem": {"blinds": [50, 100]},
    "stud-low": {"forced_bet": 50},
    "omaha-hi-lo-8": {"structure": "fixed-limit", "blinds": [50, 100], "kill": "kill", "qualifying_pot": 1_000},
}
BESIDE: dict[str, dict[str, Any]] = {
    "rake": {"kind": "percentage", "percent": 5, "cap": 300},
    "bad_beat": {"contribution": 100},
    "high_hand": {"contribution": 100},
}
"""What a part must state for its other fields to be read."""
VALUES: tuple[Any, ...] = (
    -1, 0, 1, 2, 3, 6, 7, 25, 49, 50, 51, 100, 101, 150, 1_000, 1_440, 1_441, 10**9, 0.5, 10.0, 10.5, 100.5, True, False,
    "x", "hand", "manual", "1/3", [], [0], [1], [50, 100], [100, 100], ["x"], {}, {"x": 1}, {1: 25, 2: 50}, {"11": 5}, None,
)  # fmt: skip


def fields_of(model: type[BaseModel]) -> Iterator[tuple[str, ...]]:
    """Every field, those of a part behind its own name."""
    for name, field in model.model_fields.items():
        yield (name,)
        kinds = (field.annotation, *get_args(field.annotation))
        for part in (one for one in kinds if isinstance(one, type) and issubclass(one, BaseModel)):
            yield from ((name, *inner) for inner in fields_of(part))


def _stated(game: str, path: tuple[str, ...], value: Any) -> dict[str, Any]:
    name, *inner = path
    beside = GAMES[game]
    return {**beside, name: {**BESIDE.get(name, {}), inner[0]: value} if inner else value}


def told(game: str) -> str:
    """What is wrong with each value of each field but what is wrong without it; what is right stands behind "right"."""
    lines: list[str] = []
    known = {str(one) for one in check(GAMES[game], game=game)[1]}
    for path in dict.fromkeys(fields_of(submission_of(game))):
        if path == ("game",):
            continue
        found: dict[str, list[str]] = {}
        for value in VALUES:
            faults = [one for one in check(_stated(game, path, value), game=game)[1] if str(one) not in known]
            says = [
                f"  {one.severity} {one.field} {one.clause} {one.message} | {', '.join(one.legal)}" for one in faults
            ]
            says = [one.replace(f" {shown(value)} is ", " it is ") for one in says]
            found.setdefault("\n".join(sorted(says)) or "  right", []).append(repr(value))
        lines += [f"{'.'.join(path)} {'; '.join(values)}\n{text}" for text, values in found.items()]
    return "\n".join(lines)
