"""What is wrong with a submission."""

from __future__ import annotations

from typing import Any

from houseway.chapters.registry import check
from houseway.rules.submission import Severity


def faults(game: str, **submission: Any) -> list[tuple[str, str]]:
    """Field and clause of each fault of a submission."""
    return _found(game, submission, Severity.FAULT)


def unstated(game: str, **submission: Any) -> list[tuple[str, str]]:
    """Field and clause of each thing the chapter wants stated and a submission leaves open."""
    return _found(game, submission, Severity.INCOMPLETE)


def _found(game: str, submission: dict[str, Any], severity: Severity) -> list[tuple[str, str]]:
    _, found = check(submission, game=game)
    return [(one.field, one.clause) for one in found if one.severity is severity]
