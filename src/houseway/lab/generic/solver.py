"""The generic solver: best play and the sheet of a banked game from its value alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.lab.generic.best_play import BestPlay, Ends
from houseway.lab.generic.budget import BUDGET, looks_to_solve
from houseway.lab.generic.course import Course, course_of
from houseway.lab.generic.deal_classes import SuitNames, deal_classes, every_hand
from houseway.lab.generic.estimate import estimate_main_game
from houseway.lab.generic.fields_read import FOLDED, SETTINGS
from houseway.lab.generic.main_sheet import main_sheet
from houseway.lab.generic.settlement_values import Sides, check_any_suits, is_for_any_suits
from houseway.lab.generic.strategy_pages import strategy_of
from houseway.lab.sheet import MainSheet, Progress, quiet
from houseway.rules.game import Wager
from houseway.rules.table_rules import TableRules

OPTIMAL = "optimal"


@dataclass(frozen=True, eq=False, kw_only=True)
class Solution:
    """A game solved exactly: best play, and how all deals end under it."""

    play: BestPlay
    ends: Ends


def riders_of(rules: TableRules, wagers: Collection[Wager]) -> list[Wager]:
    """Return those of these wagers that a decision of the main game can lose, or that rest on how hands are set."""
    course = course_of(rules.game)
    collected = {wager for step in course.steps for option in getattr(step, "options", ()) for wager in option.collects}
    found = []
    for wager in wagers:
        sides = Sides(course, [rules.game.tables[wager.id]], folded=False)
        if wager.id in collected or sides.read & (FOLDED | SETTINGS):
            found.append(wager)
    return found


def names_of(course: Course) -> SuitNames:
    """Return how the deals of a game are told apart: up to suits, if every primitive of its tables declares that they may be renamed."""
    any_suits = is_for_any_suits(course.tables)
    if any_suits:
        check_any_suits(course, course.tables)
    return SuitNames(course.game.deck, any_suits=any_suits)


def is_by_pairs(course: Course) -> bool:
    """Return whether some primitive looks at both sides and names no keys, so that hands are looked at pair by pair."""
    return bool(Sides(course, course.tables, folded=False).pairs)


def can_be_solved(rules: TableRules, *, budget: int = BUDGET) -> bool:
    """Return whether all deals of a game can be looked at within a budget."""
    course = course_of(rules.game)
    return looks_to_solve(course, names_of(course), by_pairs=is_by_pairs(course)) <= budget


def solve(
    rules: TableRules,
    progress: Progress = quiet,
    *,
    riders: Collection[Wager] = (),
    weights: Mapping[str, Fraction] | None = None,
) -> Solution:
    """Solve the main game over all deals, however many there are; ``riders`` are counted beside it, and by ``weights`` played for."""
    course = course_of(rules.game, list(riders))
    names = names_of(course)
    classes = deal_classes(names, every_hand(names, course.held), course.streets, progress)
    play = BestPlay(course, classes, progress, weights=weights)
    return Solution(play=play, ends=play.ends())


def solve_main_game(
    rules: TableRules, progress: Progress = quiet, *, budget: int = BUDGET, seed: int = 1, deals: int | None = None
) -> MainSheet:
    """Return the sheet of the main game best played: exact where the deals can be looked at within a budget of looks, else an estimate.

    ``seed`` and ``deals`` are those of an estimate, which says that it is one. Raise a `GameNotSolvedError`, with one sentence, where the game has
    something that neither knows.
    """
    if not can_be_solved(rules, budget=budget):
        return estimate_main_game(rules, names_of(course_of(rules.game)), progress, seed=seed, deals=deals)
    solution = solve(rules, progress)
    return exact_sheet(rules, solution)


def exact_sheet(rules: TableRules, solution: Solution) -> MainSheet:
    """Return the sheet of a main game that is solved."""
    play, course = solution.play, solution.play.course
    layers = play.classes.layers
    alike = " up to suits" if play.classes.names.any_suits else ""
    says = (
        f"Exact, by the generic solver: every one of {course.deals:,} deals, {len(layers[-1].nodes):,} of a player's cards"
        f"{' and board' if course.streets else ''}{alike}."
    )
    return main_sheet(
        rules,
        play.worths,
        solution.ends,
        total=course.deals,
        played=OPTIMAL,
        strategy=strategy_of(play, solution.ends),
        notes=(says,),
    ).check()


__all__ = ["Solution", "can_be_solved", "exact_sheet", "riders_of", "solve", "solve_main_game"]
