"""Chapter 637a, Poker: eighteen games, and the machine of players against players. README.md says what is where."""

from typing import Any

from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.rules.chapter import Chapter, Parts, Strategy


def _parts() -> Parts[Any]:
    from houseway.chapters.c637a_poker.example import example
    from houseway.chapters.c637a_poker.submission import PokerSubmission, poker_rules

    return Parts(submission=PokerSubmission, rules=poker_rules, example=example)


def _strategy() -> Strategy:
    from houseway.chapters.c637a_poker.strategy import strategy

    return strategy


CHAPTER = Chapter(
    folder=__name__,
    number="637a",
    title="Poker",
    games={game.id: game.name for game in POKER_GAMES.values()},
    banked=False,
    parts=_parts,
    strategy=_strategy,
)
