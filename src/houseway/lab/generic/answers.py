"""Every answer to the question of a spot with its value: exact where all that can come may be looked at, else from samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from houseway.cards import Card, text_of
from houseway.lab.advice import Answer
from houseway.lab.generic.best_play import BestPlay, is_setting
from houseway.lab.generic.budget import SPOT_BUDGET, looks_for_spot
from houseway.lab.generic.course import Choice, Course, Position, course_of
from houseway.lab.generic.deal_classes import SuitNames, deal_classes
from houseway.lab.generic.sampled_play import SampledPlay
from houseway.lab.generic.solver import is_by_pairs, names_of, riders_of
from houseway.lab.generic.spots import Spot, spot_of
from houseway.lab.sheet import Progress, quiet
from houseway.lab.side import side_wagers
from houseway.rules.game import Decide
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules

_PARTS = 10**6


def answer_values(
    rules: TableRules,
    hand: Sequence[Card],
    board: Sequence[Card] = (),
    *,
    placed: Mapping[str, int] | None = None,
    phase: str | None = None,
    budget: int = SPOT_BUDGET,
    seed: int = 1,
    progress: Progress = quiet,
) -> tuple[Answer, ...]:
    """Return the answers to the question that is asked with these cards, the best first, in units of the main wager.

    ``placed``: the player's wagers in cents, those too that an answer can lose beside the main game; without them the main game is looked at alone,
    as it is when the first question on this board is asked. ``phase``: which question, where the board alone does not tell. An `InputError`
    says in one sentence why there is no question.
    """
    beside = [one for one in side_wagers(rules.game) if one.id in (placed or {})]
    course = course_of(rules.game, riders_of(rules, beside))
    spot = spot_of(course, hand, board, placed=placed, phase=phase)
    names = names_of(course)
    weights = dict.fromkeys(course.riders, Fraction(1))
    if looks_for_spot(course, names, len(spot.streets), by_pairs=is_by_pairs(course)) <= budget:
        found = [*_exact(course, names, spot, weights, progress)]
    else:
        found = [*_sampled(course, names, spot, weights, seed)]
    found.sort(key=lambda one: -one.value)
    return tuple(replace(one, costs=found[0].value - one.value) for one in found)


def _exact(
    course: Course, names: SuitNames, spot: Spot, weights: Mapping[str, Fraction], progress: Progress
) -> Iterator[Answer]:
    turned = len(spot.streets)
    start = [(*(tuple(sorted(street)) for street in spot.streets), tuple(sorted(spot.hand)))]
    classes = deal_classes(names, (start, [1]), course.streets[turned:], progress)
    play = BestPlay(course, classes, progress, weights=weights, start=spot.position)
    deals = course.completions(turned) * play.unit

    def settings(position: Position) -> Iterator[tuple[Setting, bool, Fraction, tuple[int, int, int] | None]]:
        settled, values = play.settled(folded=False), play.lines(position)
        nets = [play.worths.worth(position, dict(enumerate(rows))) for rows in settled.rows.tolist()]
        for setting, house, value, counts in zip(
            settled.settings, settled.house, values.tolist(), settled.counts.tolist(), strict=True
        ):
            assert setting is not None
            won = sum(times for times, net in zip(counts, nets, strict=True) if net > 0)
            lost = sum(times for times, net in zip(counts, nets, strict=True) if net < 0)
            only = (won, sum(counts) - won - lost, lost) if len(course.tables) == 1 else None
            yield setting, house, Fraction(int(value), deals), only

    def valued(choices: list[Choice]) -> Iterator[tuple[Choice, Fraction]]:
        for choice in choices:
            yield choice, Fraction(int(play.value(spot.step + 1, choice.leads_to)[0]), deals)

    yield from _answers(course, spot, settings, valued)


def _sampled(
    course: Course, names: SuitNames, spot: Spot, weights: Mapping[str, Fraction], seed: int
) -> Iterator[Answer]:
    play = SampledPlay(course, names, seed=seed, weights=weights)

    def settings(position: Position) -> Iterator[tuple[Setting, bool, Fraction, tuple[int, int, int] | None]]:
        for line, value in play.best_line(position, spot.streets, spot.hand)[1]:
            assert line.setting is not None
            yield line.setting, line.house, _rounded(value), None

    def valued(choices: list[Choice]) -> Iterator[tuple[Choice, Fraction]]:
        by_word = {
            choice.word: value for choice, value in play.answers(spot.step, spot.position, spot.streets, spot.hand)
        }
        for choice in choices:
            yield choice, _rounded(by_word[choice.word])

    for answer in _answers(course, spot, settings, valued):
        yield replace(answer, estimated=True)


def _rounded(value: float) -> Fraction:
    return Fraction(round(value * _PARTS), _PARTS)


_Settings = Callable[[Position], Iterator[tuple[Setting, bool, Fraction, tuple[int, int, int] | None]]]
_Valued = Callable[[list[Choice]], Iterator[tuple[Choice, Fraction]]]


def _answers(course: Course, spot: Spot, settings: _Settings, valued: _Valued) -> Iterator[Answer]:
    """Each answer; one that leads to the setting of the hands stands there with each way to set them."""
    phase = course.steps[spot.step]
    assert isinstance(phase, Decide)
    if is_setting(phase):
        yield from _set("", Fraction(0), settings(spot.position))
        return
    later = course.steps[spot.step + 1] if spot.step + 1 < len(course.steps) else None
    sets = isinstance(later, Decide) and is_setting(later)
    plain = []
    for choice in course.choices(phase, spot.position):
        if sets and choice.leads_to.fold is None:
            yield from _set(f"{choice.word}, ", choice.times, settings(choice.leads_to))
        else:
            plain.append(choice)
    for choice, value in valued(plain):
        yield Answer(word=choice.word, value=value, times=int(choice.times))


def _set(
    before: str, times: Fraction, settings: Iterator[tuple[Setting, bool, Fraction, tuple[int, int, int] | None]]
) -> Iterator[Answer]:
    for setting, house, value, deals in settings:
        word = f"{before}set {text_of(setting.high)} / {text_of(setting.low)}"
        yield Answer(word=word, value=value, times=int(times), setting=setting, house=house, deals=deals)
