"""What is wrong with a submission."""

from __future__ import annotations

from typing import Any

from houseway.chapters import registry
from houseway.rules.submission import Fault, RulesSubmission, Severity


def check(data: dict[str, Any], *, game: str | None = None) -> tuple[RulesSubmission, list[Fault]]:
    """A submission and all that is to be said of it, but for what it leaves open: tests state only what they are about."""
    submission, found = registry.check(data, game=game)
    return submission, [one for one in found if one.severity is not Severity.INCOMPLETE]


def faults(game: str, **submission: Any) -> list[tuple[str, str]]:
    """Field and clause of each fault of a submission."""
    return _found(game, submission, Severity.FAULT)


def unstated(game: str, **submission: Any) -> list[tuple[str, str]]:
    """Field and clause of each thing the chapter wants stated and a submission leaves open."""
    return _found(game, submission, Severity.INCOMPLETE)


def _found(game: str, submission: dict[str, Any], severity: Severity) -> list[tuple[str, str]]:
    _, found = registry.check(submission, game=game)
    return [(one.field, one.clause) for one in found if one.severity is severity]
