"""What is analyzed: a game by its id or a submission from a file, with choices changed, as rules against a bank."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from houseway.chapters import registry
from houseway.lab.choices import changed
from houseway.rules.chapter import Rules
from houseway.rules.table_rules import TableRules

_AMONG_PLAYERS = "{} is played among players, so no wager of it has a house edge; use 'houseway equity'"


class InputError(ValueError):
    """Raised when what is to be analyzed cannot be: one sentence says why and what would do."""


def rules_of(data: Mapping[str, Any], *, choices: Iterable[str] = ()) -> TableRules:
    """The rules of a submission with these choices (``paytables.trips_plus=D``) changed."""
    game = str(data.get("game"))
    if game not in registry.games():
        raise InputError(f"there is no game {game!r}; the games are {', '.join(registry.games(banked=True))}")
    if game not in registry.games(banked=True):
        raise InputError(_AMONG_PLAYERS.format(game))
    for choice in choices:
        field, equals, value = choice.partition("=")
        if not field or not equals:
            raise InputError(f"{choice!r} changes nothing; write --set FIELD=VALUE, as in --set paytables.trips_plus=D")
        data = changed(data, field.strip(), _value(value.strip()))
    try:
        return registry.resolve(data, kind=TableRules)
    except registry.UnlawfulSubmissionError as error:
        first = error.faults[0]
        legal = f"; legal: {', '.join(first.legal)}" if first.legal else ""
        more = f" ({len(error.faults) - 1} more: see 'houseway check')" if len(error.faults) > 1 else ""
        raise InputError(f"{first.field}: {first.message} ({first.clause}){legal}{more}") from None


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
