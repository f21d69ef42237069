"""A Rules Submission checked: what it is, everything that is wrong with it, and the rules it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.chapters import registry
from houseway.rules.chapter import Rules
from houseway.rules.submission import SUBMITTED, Fault, Severity, Verdict, digest_of, verdict_of
from houseway.rules.terms import Term, terms_of
from houseway.written import DEEPEST


class Checked(NamedTuple):
    """A submission: the game it is for, what is wrong with it, and its rules, their name and themselves, if they can be used.

    ``usable``: it comes to rules, also where they were left behind in the process that made them.
    """

    game: str | None
    faults: list[Fault]
    digest: str | None = None
    rules: Mapping[str, Term] | None = None
    resolved: Rules | None = None
    usable: bool = False

    @property
    def verdict(self) -> Verdict:
        return verdict_of(self.faults)

    def plain(self) -> dict[str, Any]:
        """As JSON says it."""
        return {
            "ok": self.verdict is Verdict.LAWFUL,
            "verdict": self.verdict,
            "game": self.game,
            "faults": [fault_object(fault) for fault in self.faults],
            "digest": self.digest,
            "rules": self.rules,
        }


MOST_VALUES = 2_000
"""A submission has at most so many values."""
LONGEST_LIST = 300
"""A list or a table in a submission has at most so many entries."""


def size_fault(data: Mapping[str, Any]) -> str | None:
    """Return why a submission is too large to be checked; None if it is not. The time a check takes is bounded by this."""
    values = 0
    open_values: list[tuple[Any, int]] = [(data, 1)]
    while open_values:
        value, depth = open_values.pop()
        values += 1
        inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
        if values > MOST_VALUES:
            return f"a submission has at most {MOST_VALUES:,} values"
        if len(inside) > LONGEST_LIST:
            return f"a list or a table in a submission has at most {LONGEST_LIST} entries"
        if depth > DEEPEST:
            return "the submission is nested too deeply"
        open_values += [(one, depth + 1) for one in inside]
    return None


def checked(data: Mapping[str, Any], *, figures: bool = True) -> Checked:
    """Everything that is to be said about a submission; ``figures``: what favours the player too, if known at once."""
    too_large = size_fault(data)
    if too_large is not None:
        return Checked(None, [Fault("submission", SUBMITTED, too_large)])
    game = data.get("game")
    if not registry.has_game(game):
        says = "the submission names no game" if game is None else registry.no_game(game, listed=False)
        return Checked(None, [Fault("game", SUBMITTED, says, tuple(registry.games()))])
    submission, found, resolved = registry.examined(data)
    # What forbids the rules comes first, what is only worth knowing last.
    faults = sorted(found, key=lambda fault: list(Severity).index(fault.severity))
    if resolved is None:
        return Checked(game, faults)
    if figures:
        faults += _favours(resolved)
    return Checked(game, faults, digest_of(submission), terms_of(submission), resolved, usable=True)


def _favours(rules: Rules) -> list[Fault]:
    """Wagers against the house that favour the player, as far as that is known at once."""
    from houseway.rules.table_rules import TableRules

    if not isinstance(rules, TableRules):
        return []
    from houseway.lab.favours import favours_at_once

    return favours_at_once(rules)


def fault_object(fault: Fault) -> dict[str, Any]:
    """A fault as the JSON answer lists it."""
    return {
        "field": fault.field,
        "clause": fault.clause,
        "message": fault.message,
        "legal": list(fault.legal),
        "severity": fault.severity.value,
        "default": fault.default,
    }
