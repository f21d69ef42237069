"""The sheet of a game with too many deals to look at: deals drawn by a seed, played by samples, with the standard error of what they come to.

Each deal is a player's cards and a board, played once and settled against several hands of the bank. The standard error is that of the means of the
deals, which are independent of one another. Play by samples is a little less than best, so that the house edge is, if anything, estimated too high.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from houseway.lab.generic.best_play import Ends, is_setting
from houseway.lab.generic.course import Course, Position, Street, course_of
from houseway.lab.generic.deal_classes import Group, Groups, SuitNames
from houseway.lab.generic.main_sheet import main_sheet
from houseway.lab.generic.sampled_play import SampledPlay, Tries, draw_hands
from houseway.lab.generic.worths import Worths
from houseway.lab.sheet import Estimate, MainSheet, Progress
from houseway.rules.game import Decide
from houseway.rules.table_rules import TableRules

DEALS = 4_000
"""Deals of an estimate, unless it is told otherwise."""
BANKS = 40
"""Hands of the bank that each deal is settled against."""
PLAYED = "estimated best"


class Played(NamedTuple):
    """Deals played by samples: how they end, how many there are with the hands of the bank, and the standard error of what they net."""

    worths: Worths
    ends: Ends
    total: int
    estimate: Estimate


def play_deals(
    course: Course,
    names: SuitNames,
    progress: Progress,
    *,
    seed: int,
    deals: int | None = None,
    tries: Tries | None = None,
) -> Played:
    """Draw deals by a seed and play each of them by samples."""
    many = deals or DEALS
    play = SampledPlay(course, names, seed=seed, tries=tries)
    ends, means = Ends(), []
    settled_against = 0
    for number in range(many):
        chance = Random(f"{seed}:{number}")
        # Cards lie there before anybody is asked, and no answer sees those that are not turned yet.
        dealt = chance.sample(names.deck, course.held + sum(course.streets))
        hand, streets, at = tuple(sorted(dealt[: course.held])), [], course.held
        for cards in course.streets:
            streets.append(tuple(sorted(dealt[at : at + cards])))
            at += cards
        banks = draw_hands(play.left(tuple(streets), hand), course.banked, BANKS, chance)
        settled_against += len(banks)
        means.append(_play(play, hand, tuple(streets), banks, ends))
        if not number & 31:
            progress(number, many, "deals played by samples")
    mean = sum(means) / many
    error = sqrt(sum((one - mean) ** 2 for one in means) / (many - 1) / many) if many > 1 else float("inf")
    return Played(play.worths, ends, settled_against, Estimate(seed=seed, deals=many, standard_error=error))


def estimate_main_game(
    rules: TableRules,
    names: SuitNames,
    progress: Progress,
    *,
    seed: int,
    deals: int | None = None,
    tries: Tries | None = None,
) -> MainSheet:
    """Return a sheet that says that it is an estimate, with its standard error."""
    course = course_of(rules.game)
    played = play_deals(course, names, progress, seed=seed, deals=deals, tries=tries)
    estimate = played.estimate
    says = (
        f"Estimated, not exact: {estimate.deals:,} deals of {course.deals:,} by seed {seed}, each against "
        f"{played.total // estimate.deals} hands of the bank; the standard error of return and house edge is "
        f"{estimate.standard_error:.4%} of the {course.game.main_wager.name}."
    )
    sheet = main_sheet(
        rules,
        played.worths,
        played.ends,
        total=played.total,
        played=PLAYED,
        strategy=(),
        notes=(says, "Each answer was chosen by samples of what can come, so play is a little less than best."),
    )
    return replace(sheet, estimate=estimate).check()


def _play(play: SampledPlay, hand: Group, streets: Groups, banks: list[Group], ends: Ends) -> float:
    """Play one deal and settle it against these hands of the bank; what it nets on average."""
    course, position, turned = play.course, play.course.start, 0
    for number, step in enumerate(course.steps):
        if isinstance(step, Street):
            turned += 1
        elif course.asks(step, position) and not is_setting(step):
            answers = play.answers(number, position, streets[:turned], hand)
            choice, _ = max(answers, key=lambda one: one[1])
            ends.asked[step.id][choice.word] += len(banks)
            position = choice.leads_to
    if course.is_settled(position):
        ends.given_up[position] += len(banks)
        return play.worth(position, (0,) * len(course.tables))
    place = 0
    if position.fold is None and any(isinstance(step, Decide) and is_setting(step) for step in course.steps):
        place = _set(play, position, hand, streets, len(banks), ends)
    line = play.lines(streets, hand, banks, folded=position.fold is not None)[place]
    for rows in line.rows:
        ends.settled[position][rows] += 1
    return play.mean(position, line)


def _set(play: SampledPlay, position: Position, hand: Group, streets: Groups, banks: int, ends: Ends) -> int:
    place, valued = play.best_line(position, streets, hand)
    (phase,) = (step for step in play.course.steps if isinstance(step, Decide) and is_setting(step))
    ends.asked[phase.id]["house way" if valued[place][0].house else "otherwise"] += banks
    return place
