"""Stated rounds: read, played through the engine, answered. The notation is described in docs/rounds.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.chapters.c637a_poker.citations import GAMES_OFFERED
from houseway.chapters.registry import games, no_game
from houseway.clause import NO_CLAUSE
from houseway.engine.kernel import Table
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.rounds import banked, poker, recorded
from houseway.rounds.answer import Answer, Refused, plain
from houseway.rounds.applied import applied
from houseway.rounds.by_hands import Found
from houseway.rounds.reading import decoded, malformed
from houseway.written import shown

Stated = Mapping[str, Any] | bytes | str


def settle(stated: Stated) -> dict[str, Any]:
    """The answer to a stated round of any game, or a refusal, as plain values."""
    return plain(answer(stated))


def answer(stated: Stated) -> Answer:
    """The answer to a stated round of any game, or a refusal."""
    try:
        data = _read(stated)
        if recorded.is_recorded(data):
            return answer_of(recorded.play(data))
        if is_poker(data):
            poker_round = poker.read(data)
            poker_table, unknown = poker.played(poker_round)
            return poker.answer(poker_table, applied(poker_table.rules, poker_round.submission), unknown)
        banked_round = banked.read(data)
        table, unknown = banked.played(banked_round)
        given = banked.answer(table, banked.rules_of(table, banked_round), unknown)
        return banked.compared(table, banked_round, given)
    except RefusedError as refused:
        return Refused(refusal=refused.refusal)


def play(stated: Stated) -> Table[Any, Any]:
    """The table at which a stated round was played; raises if it cannot be played so."""
    table: Table[Any, Any] = played(stated).table
    return table


def played(stated: Stated) -> Found[Any]:
    """The table at which a stated round was played, and which cards only fill the places of those not stated."""
    data = _read(stated)
    if recorded.is_recorded(data):
        return Found(recorded.play(data), frozenset())
    return poker.played(poker.read(data)) if is_poker(data) else banked.played(banked.read(data))


def _read(stated: Stated) -> Mapping[str, Any]:
    data = decoded(stated)
    _check_game(data)
    return data


def answer_of(table: Table[Any, Any]) -> Answer:
    """What the round played at a table comes to."""
    return banked.answer(table) if table.rules.game.id in games(banked=True) else poker.answer(table)


def is_poker(data: Mapping[str, Any]) -> bool:
    """Whether a stated round is one of poker."""
    game = data.get("game")
    return isinstance(game, str) and game in games(banked=False)


def _check_game(data: Mapping[str, Any]) -> None:
    """The game decides which fields a round has, so it comes first."""
    game = data.get("game", "")
    if not isinstance(game, str):
        raise malformed(f"'game' is a text, not {shown(game)}", tuple(games()))
    if "game" in data and game not in games():
        # A round with a button or bets is one of poker, of which only the games of the chapter may be offered.
        clause = GAMES_OFFERED if {"actions", "button"} & data.keys() else NO_CLAUSE
        raise refuse(Code.GAME_IS_KNOWN, clause, no_game(game, listed=False), tuple(games()))
