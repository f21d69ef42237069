"""Example submissions of the poker games: one commented template a family, filled in for each game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template

from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.rules import Opens, PokerGame, Structure

_STRUCTURES = {
    "holdem": Structure.NO_LIMIT,
    "omaha-high": Structure.POT_LIMIT,
    "omaha5-high": Structure.POT_LIMIT,
}
"""What is usual; the other games are played at fixed limits."""


@cache
def example(game: str) -> str:
    """A lawful submission of a poker game in which every field is explained."""
    of = POKER_GAMES[game]
    text = files("houseway.chapters.c637a_poker").joinpath("examples", f"example-{_family(of)}.toml")
    return Template(text.read_text(encoding="utf-8")).substitute(_filled_in(of))


def _family(game: PokerGame) -> str:
    if game.opens is Opens.FORCED_BET:
        return "stud"
    if any(street.community for street in game.streets):
        return "flop"
    return "triple-draw" if game.straddle_clause else "draw"


def _filled_in(game: PokerGame) -> dict[str, str]:
    structure = _STRUCTURES.get(game.id, Structure.FIXED_LIMIT)
    stud = game.opens is Opens.FORCED_BET
    kills = game.kill_clause is not None
    return {
        "game": game.id,
        "name": game.name,
        "structure": structure.value,
        "blind_clause": game.blind_clause or "",
        "ante_clause": game.ante_clause,
        "forced_clause": game.forced_clause or "",
        "straddle_clause": game.straddle_clause or "",
        "excess_clause": game.excess_clause,
        "odd_chip": game.silent_excess.value,
        "kill_clause": game.kill_clause or "637a.12(n)",
        "kill_for": "" if kills else f", not for {game.name}",
        "big_street": f"the {next(street.id for street in game.streets if street.big_bet)}",
        "small_default": "nothing, so that it must be stated" if stud else "the largest blind",
        "least_default": "the Forced Bet" if stud else "the largest blind",
        # A line begins with a # unless the game is played so.
        "fixed": "" if structure is Structure.FIXED_LIMIT else "# ",
        "open": "# " if structure is Structure.FIXED_LIMIT else "",
        "kill": "" if kills and structure is Structure.FIXED_LIMIT else "# ",
        "stud_low": "" if game.id == "stud-low" else "# ",
    }
