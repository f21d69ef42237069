"""The lab facet of a chapter: how its game is enumerated, solved, advised on and simulated.

A chapter's folder exports it as ``LAB`` from its ``lab`` package. Its functions import the solvers when they are called, so that
a check, which needs a few names only, loads no kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from houseway.cards import Card
from houseway.chapters.registry import chapter_of, has_game

if TYPE_CHECKING:
    from houseway.engine.asking import Question
    from houseway.engine.banked.observe import BankedObservation
    from houseway.engine.kernel import Command
    from houseway.lab.advice import Answer
    from houseway.lab.deal_spaces import DealSpace
    from houseway.lab.sheet import MainSheet, Progress, WagerSheet
    from houseway.lab.simulated.settling import Counts, Way
    from houseway.rules.table_rules import TableRules
    from houseway.seats import Seat

Cards = tuple[Card, ...]
Solved = Mapping[str, Any]
"""Best answers in every spot, as arrays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The value of every answer to a question of the main game.

    ``at_table`` counts in the other wagers that an answer can lose; without it they are left out. ``is_quick`` tells whether
    the answers come without a long sum; without it they always do.
    """

    hand_cards: int
    board_cards: tuple[int, ...]
    answers: Callable[[TableRules, Cards, Cards, Progress], list[Answer]]
    at_table: Callable[[TableRules, BankedObservation, Seat, Progress], list[Answer]] | None = None
    is_quick: Callable[[TableRules, Cards], bool] | None = None


class RoundPlayer(Protocol):
    """A module that plays rounds of a game by kernel."""

    def solved(self, rules: TableRules, progress: Progress, /) -> dict[str, Any]:
        """Return arrays that say what to do in every spot."""

    def ways(self, rules: TableRules, /) -> tuple[Way, ...]:
        """Return the ways in which rounds end, as the counts number them."""

    def play(self, solved: dict[str, Any], seed: int, start: int, rounds: int, /) -> Counts:
        """Play the rounds from number ``start`` on and count them by how they end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lab:
    """Everything the lab must know about the game of a chapter.

    ``solve`` returns the main game's sheet, ``solve_best_play`` that of its best play where ``solve`` plays otherwise.
    ``decision_wagers`` holds, by wager, the sheets of a side wager that a decision of the main game can lose.
    ``main_options`` and ``side_options`` are fields of the submission that move a figure of the main game or of a side wager,
    ``paytable_option`` the one that decides which paytables may be chosen; ``beside_main`` are those that the main game does not
    depend on, beside the ones that all submissions have. ``plays_by_hint``: computer players play by the lab, because the
    chapter's own strategy is not exact. ``best_answer`` answers a question as `RoundPlayer.play` would.
    ``on_top_reading``: the reading by which payments on top are drawn in every round.
    """

    solve: Callable[[TableRules, Progress], MainSheet]
    solve_best_play: Callable[[TableRules, MainSheet, Progress], MainSheet] | None = None
    decision_wagers: Mapping[str, Callable[[TableRules, MainSheet], list[WagerSheet]]] = field(default_factory=dict)
    deal_spaces: Callable[[], Mapping[str, DealSpace]] = dict
    main_options: tuple[str, ...] = ()
    side_options: tuple[str, ...] = ()
    paytable_option: str | None = None
    beside_main: frozenset[str] = frozenset()
    advice: Advice
    round_player: Callable[[], RoundPlayer]
    best_answer: Callable[[TableRules, Solved, BankedObservation, Question], Command] | None = None
    plays_by_hint: bool = False
    on_top_reading: str = ""


def function_in(module: str, name: str) -> Callable[..., Any]:
    """Return a function that imports a module when it is called, and calls the module's function of this name."""

    def call(*given: Any) -> Any:
        return getattr(import_module(module), name)(*given)

    return call


def value_in(module: str, name: str) -> Callable[[], Any]:
    """Return a function that imports a module when it is called, and returns the module's value of this name."""
    return lambda: getattr(import_module(module), name)


def lab_of(game: str) -> Lab | None:
    """Return the lab facet of the chapter that has this game; None if the chapter has none, or no chapter has the game."""
    load = chapter_of(game).lab if has_game(game) else None
    return None if load is None else load()
