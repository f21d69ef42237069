"""By which rules a round was settled, and which of them were taken because nothing was stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.chapters.registry import submission_of
from houseway.rounds.answer import RulesApplied
from houseway.rules.chapter import Rules
from houseway.rules.submission import is_later
from houseway.rules.table_rules import TableRules


def applied(rules: Rules, submission: Mapping[str, Any] | None = None, unstated: Iterable[str] = ()) -> RulesApplied:
    """The rules of a table; ``submission`` is what a stated round says of them, ``unstated`` what else it leaves open."""
    model = submission_of(rules.game.id)
    letters = dict(rules.paytables) if isinstance(rules, TableRules) else {}
    defaults: list[str] = []
    if submission is not None:
        stated = submission.get("paytables") or {}
        # An answer stays the same when a later version adds a choice that the round leaves as it always was.
        defaults += [
            name
            for name, info in model.model_fields.items()
            if name not in submission and name not in _NO_CHOICE and not is_later(info)
        ]
        defaults += [f"paytables.{wager}" for wager in letters if wager not in stated]
    way = rules.game.arrangement if isinstance(rules, TableRules) else None
    return RulesApplied(
        digest=rules.digest,
        paytables=letters,
        house_way=None if way is None else way.house_way.name,
        defaults=(*defaults, *unstated),
    )


_NO_CHOICE = frozenset({"game", "paytables", "custom_paytables"})
"""Fields that have no default of their own."""
