"""Example submissions, every field explained."""

from __future__ import annotations

from importlib.resources import files

from houseway.chapters.registry import GAMES


def example_of(game: str) -> str:
    """A lawful submission of a game in which every field is explained."""
    if game in GAMES:
        return files("houseway.chapters").joinpath(GAMES[game], "example.toml").read_text(encoding="utf-8")
    from houseway.chapters.c637a_poker.example import example

    return example(game)
