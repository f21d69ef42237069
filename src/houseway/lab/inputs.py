"""What is analyzed: a game by its id or a submission from a file, with choices changed, as rules against a bank."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from houseway.chapters import registry
from houseway.lab.choices import changed
from houseway.lab.what_if import with_row
from houseway.rules.chapter import Rules
from houseway.rules.table_rules import TableRules

_AMONG_PLAYERS = "{} is played among players, so no wager of it has a house edge; use 'houseway equity'"


class InputError(ValueError):
    """Raised when what is to be analyzed cannot be: one sentence says why and what would do."""


def rules_of(data: Mapping[str, Any], *, choices: Iterable[str] = ()) -> TableRules:
    """The rules of a submission with these choices (``paytables.trips_plus=D``) changed."""
    for choice in choices:
        field, equals, value = choice.partition("=")
        if not field or not equals:
            raise InputError(f"{choice!r} changes nothing; write --set FIELD=VALUE, as in --set paytables.trips_plus=D")
        data = _with_choice(data, field.strip(), value.strip())
    if is_of(data, banked=False):
        raise InputError(_AMONG_PLAYERS.format(registry.games(banked=False)[data["game"]]))
    try:
        return registry.resolve(data, kind=TableRules)
    except registry.UnknownGameError as error:
        raise InputError(str(error)) from None
    except registry.UnlawfulSubmissionError as error:
        first = error.faults[0]
        legal = f"; legal: {', '.join(first.legal)}" if first.legal else ""
        more = f" ({len(error.faults) - 1} more: see 'houseway check')" if len(error.faults) > 1 else ""
        raise InputError(f"{first.field}: {first.message} ({first.clause}){legal}{more}") from None


def _with_choice(data: Mapping[str, Any], field: str, value: str) -> dict[str, Any]:
    """Return a submission with one choice changed: a field, or a row of a paytable."""
    first, _, rest = field.partition(".")
    table, _, row = rest.partition(".")
    if first in ("paytables", "custom_paytables") and row and is_of(data, banked=True):
        return with_row(data, table.strip(), row.strip(), value)
    return changed(data, field, _value(value))


def is_of(data: Mapping[str, Any], *, banked: bool) -> bool:
    """Whether a submission names a game against a bank, or one among players; it may name anything."""
    game = data.get("game")
    return isinstance(game, str) and game in registry.games(banked=banked)


def against_bank(rules: Rules | None) -> TableRules:
    """The rules, if they are those of a game against a bank."""
    if not isinstance(rules, TableRules):
        raise InputError(_AMONG_PLAYERS.format("this game"))
    return rules


def _value(text: str) -> Any:
    """A value as a submission writes it; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
