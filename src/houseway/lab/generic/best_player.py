"""A computer player by the generic solver: the best answer of a game that is solved, else the best of samples."""

from __future__ import annotations

from random import Random

from houseway.cards import Card
from houseway.chapters.strategy import before_the_deal, board, hand, says
from houseway.engine.asking import Question
from houseway.engine.banked.commands import Decide as Answer
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.lab.generic.best_play import BestPlay, is_setting
from houseway.lab.generic.budget import BUDGET
from houseway.lab.generic.course import Choice, course_of
from houseway.lab.generic.deal_classes import Group
from houseway.lab.generic.sampled_play import SampledPlay
from houseway.lab.generic.settlement_values import Sides, player_lines
from houseway.lab.generic.solver import can_be_solved, names_of, solve
from houseway.lab.generic.spots import Spot, position_of, split
from houseway.lab.sheet import Progress, quiet
from houseway.money import Cents
from houseway.rules.game import Decide
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules


class BestPlayer:
    """Plays the main game as its sheet does; wagers beside it are not played for. It is called as a chapter's strategy is."""

    def __init__(self, rules: TableRules, *, budget: int = BUDGET, seed: int = 1, progress: Progress = quiet) -> None:
        self.course = course_of(rules.game)
        self.is_exact = can_be_solved(rules, budget=budget)
        self._play: BestPlay | SampledPlay
        if self.is_exact:
            self._play = solve(rules, progress).play
        else:
            self._play = SampledPlay(self.course, names_of(self.course), seed=seed)
        self._sides = Sides(self.course, self.course.tables, folded=False)

    def __call__(
        self, rules: TableRules, seen: BankedObservation, question: Question, chance: Random
    ) -> Command | None:
        """Answer a question at a table."""
        if not question.of("decide"):
            return before_the_deal(rules, question, chance)
        steps = {step.id: number for number, step in enumerate(self.course.steps) if isinstance(step, Decide)}
        if question.may_wait or seen.phase not in steps:
            # To surrender what cannot lose more gains nothing.
            return None
        placed = {wager: cents for wager, cents in seen.placed[question.seat].items() if wager in self.course.wagers}
        spot = Spot(
            steps[seen.phase],
            position_of(self.course, placed),
            split(self.course, board(seen)),
            hand(seen, question.seat),
        )
        phase = self.course.steps[spot.step]
        assert isinstance(phase, Decide)
        if is_setting(phase):
            setting = self.best_setting(spot)
            word = next(ask.word for ask in question.of("decide") if ask.cards is not None)
            return Answer(word=word, high=setting.high, low=setting.low)
        choice = self.best_choice(spot)
        unit = placed[rules.game.main_wager.id]
        least = [ask.amounts.least for ask in question.of("decide") if ask.word == choice.option.word and ask.amounts]
        return says(question, choice.option.word, Cents(int(choice.times * unit)) or min(least, default=Cents(0)))

    def best_choice(self, spot: Spot) -> Choice:
        """Return the best answer in a spot."""
        phase = self.course.steps[spot.step]
        assert isinstance(phase, Decide)
        if isinstance(self._play, SampledPlay):
            return max(self._play.answers(spot.step, spot.position, spot.streets, spot.hand), key=lambda one: one[1])[0]
        number = self._play.classes.find(spot.streets, spot.hand)
        chosen = self._play.choice(spot.step, spot.position)[number]
        return self.course.choices(phase, spot.position)[int(chosen)]

    def best_setting(self, spot: Spot) -> Setting:
        """Return the best way to set a hand."""
        if isinstance(self._play, SampledPlay):
            place, valued = self._play.best_line(spot.position, spot.streets, spot.hand)
            setting = valued[place][0].setting
        else:
            play = self._play
            number = play.classes.find(spot.streets, spot.hand)
            line = int(play.best_lines(spot.position)[number])
            *streets, held = play.classes.layers[-1].nodes[number]
            own = play.settled(folded=False).settings[line]
            # The hand of the class may have other suits: what counts is the same.
            kind = self._sides.player_kind(held, _together(streets), own)
            lines = player_lines(self._sides, spot.hand, _together(spot.streets))
            setting = next(found for mine, found, _ in lines if mine == kind)
        assert setting is not None
        return setting


def _together(streets: list[Group] | tuple[Group, ...]) -> tuple[Card, ...]:
    return tuple(card for street in streets for card in street)
