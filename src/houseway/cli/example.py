"""Example submissions: written by hand for the banked games, laid out field by field for those of 637a."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from houseway.chapters.registry import GAMES, POKER, submission_of
from houseway.rules.poker import Opens, PokerGame
from houseway.rules.submission import clause_of

_HEAD = """\
# A Rules Submission for {name}, 58 Pa. Code chapter 637a.
# Every field there is stands here; one behind a # is left out and has the value that is said.
# Money is in whole cents. `houseway check FILE` names every fault with its clause.
"""
_WIDTH = 22


def example_of(game: str) -> str:
    """A lawful submission of a game in which every field is explained."""
    if game in GAMES:
        return files("houseway.chapters").joinpath(GAMES[game], "example.toml").read_text(encoding="utf-8")
    return _poker_example(game)


def _poker_example(game: str) -> str:
    from houseway.chapters.c637a_poker.games import POKER_GAMES

    chosen = _chosen(POKER_GAMES[game])
    lines = [_HEAD.format(name=POKER[game])]
    for name, field in submission_of(game).model_fields.items():
        if name == "game":
            lines.append(f"game = {json.dumps(game)}")
            continue
        default = field.get_default(call_default_factory=True)
        stands = f"{name} = {json.dumps(chosen[name])}" if name in chosen else f"# {name} ="
        # A field without a default of its own is none unless it is stated.
        unless = "none" if default is None else json.dumps(getattr(default, "value", default))
        lines.append(f"{stands:{_WIDTH}}  # {field.description} ({clause_of(field)}); left out: {unless}")
    return "\n".join(lines) + "\n"


def _chosen(game: PokerGame) -> dict[str, Any]:
    opened = {"blinds": [500, 1000]} if game.opens is Opens.BLINDS else {"ante": 100, "forced_bet": 300}
    return {"structure": "fixed-limit", "small_bet": 1000, "big_bet": 2000, "raise_cap": 3, **opened}
