"""Every game under each choice its Rules Submission can make: for indexes and documents that leave no choice out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from houseway.chapters import registry
from houseway.rules.cards import Dealing
from houseway.rules.reading import read
from houseway.rules.submission import RulesSubmission, is_usable

FAR_ABOVE_ANY_FLOOR = 10**12
"""A payout limit that is lawful whatever else is chosen."""


def variants(game: str) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Yield submissions of a game and the rules they resolve to: the default one, then one for each choice of each field.

    A banked game is built for every way of dealing. A poker game has no table without limits: its example is the default.
    """
    chapter = registry.chapter_of(game)
    parts = chapter.parts()
    defaults: list[dict[str, Any]] = (
        [{"dealing": dealing.value} for dealing in Dealing]
        if chapter.banked
        else [tomllib.loads(registry.example_of(game))]
    )
    for default in defaults:
        for choice in ({}, *_choices(parts.submission)):
            data = {**default, **choice, "game": game}
            submission, faults = read(parts.submission, data)
            if is_usable(faults):
                yield data, parts.rules(submission)


def _choices(model: type[RulesSubmission]) -> Iterator[dict[str, Any]]:
    for name, info in model.model_fields.items():
        if name == "payout_limit":
            yield {name: FAR_ABOVE_ANY_FLOOR}
        for value in _values_of(info.annotation):
            if value != info.default and name not in ("game", "dealing"):
                yield {name: value.value if isinstance(value, Enum) else value}


def _values_of(annotation: Any) -> tuple[Any, ...]:
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return tuple(value for part in get_args(annotation) for value in _values_of(part))
    if origin is Literal:
        return get_args(annotation)
    if annotation is bool:
        return (False, True)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(annotation)
    return ()
