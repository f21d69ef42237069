"""Stated rounds: read, played through the engine, answered. The notation is described in docs/rounds.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.chapters.registry import games
from houseway.engine.kernel import Table
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.rounds import banked, poker
from houseway.rounds.applied import applied
from houseway.rounds.answer import Answer, Refused, plain
from houseway.rounds.reading import decoded, malformed, shortened

Stated = Mapping[str, Any] | bytes | str


def settle(stated: Stated) -> dict[str, Any]:
    """The answer to a stated round of any game, or a refusal, as plain values."""
    return plain(answer(stated))


def answer(stated: Stated) -> Answer:
    """The answer to a stated round of any game, or a refusal."""
    try:
        data = decoded(stated)
        _check_game(data)
        if is_poker(data):
            poker_round = poker.read(data)
            played = poker.play(poker_round)
            return poker.answer(played.table, applied(played.table.rules, poker_round.submission))
        banked_round = banked.read(data)
        table = banked.play(banked_round).table
        return banked.answer(table, banked.rules_of(table, banked_round))
    except RefusedError as refused:
        return Refused(refusal=refused.refusal)


def play(stated: Stated) -> Table[Any, Any]:
    """The table at which a stated round was played; raises if it cannot be played so."""
    data = decoded(stated)
    _check_game(data)
    return poker.play(poker.read(data)).table if is_poker(data) else banked.play(banked.read(data)).table


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
        raise malformed(f"'game' is a text, not {shortened(repr(game))}", tuple(games()))
    if "game" in data and game not in games():
        raise refuse(Code.GAME_IS_KNOWN, "601a.2", f"there is no game {shortened(game)!r}", tuple(games()))
