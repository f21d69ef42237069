"""Best play as a person reads it: a grid of two cards, or a list of the hands at which the answer changes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from houseway.cards import text_of
from houseway.lab.generic.best_play import BestPlay, Ends
from houseway.lab.generic.course import Position
from houseway.lab.sheet import Line, Listing, Strategy
from houseway.rules.game import Decide

_MOST_LINES = 24


def strategy_of(play: BestPlay, ends: Ends) -> Strategy:
    """Return a page for each question: hands in the order in which the game ranks them, while that tells answers apart; else shares."""
    return tuple(_page(play, step, position, times) for (step, position), times in ends.reached.items())


def _page(play: BestPlay, step: int, position: Position, times: Any) -> Listing:
    course = play.course
    phase = course.steps[step]
    assert isinstance(phase, Decide)
    words = [choice.word for choice in course.choices(phase, position)]
    chosen = play.choice(step, position).tolist()
    nodes = play.classes.layers[course.turned_at(step)].nodes
    weights = [int(one) for one in times.tolist()]
    total = sum(weights)
    lines = _ranked(play, nodes, chosen, weights, words, total) if not course.turned_at(step) else None
    if lines is None:
        shares: Counter[str] = Counter()
        example: dict[str, str] = {}
        for groups, place, weight in zip(nodes, chosen, weights, strict=True):
            shares[words[place]] += weight
            if weight:
                example.setdefault(words[place], " | ".join(text_of(group) for group in (groups[-1], *groups[:-1])))
        lines = [
            Line(
                when="some hands" if len(shares) > 1 else "always",
                do=word,
                share=Fraction(many, total),
                example=example[word],
            )
            for word, many in shares.items()
            if many
        ]
    placed = f", {', '.join(sorted(position.placed))} placed" if position.placed else ""
    return Listing(title=f"{phase.id.replace('_', ' ').capitalize()}{placed}", asked=phase.id, lines=tuple(lines))


def _ranked(
    play: BestPlay, nodes: list[Any], chosen: list[int], weights: list[int], words: list[str], total: int
) -> list[Line] | None:
    """The hands from the best down, a line for each run with the same answer; None where there are too many runs to read."""
    from houseway.lab.generic.settlement_values import Sides

    course = play.course
    if course.streets or course.game.arrangement is not None:
        return None
    sides = Sides(course, course.tables, folded=False)
    keys = [where for where in sides.where.values() if where[0] == "compared"]
    if not keys:
        return None
    place = keys[0][1]
    ranked = sorted(
        ((sides.player_kind(groups[-1], (), None)[place], groups[-1], word, weight))
        for groups, word, weight in zip(nodes, chosen, weights, strict=True)
    )
    runs: list[list[tuple[int, Any, int, int]]] = []
    for one in reversed(ranked):
        if runs and runs[-1][-1][2] == one[2]:
            runs[-1].append(one)
        else:
            runs.append([one])
    if len(runs) > _MOST_LINES:
        return None
    lines = []
    for run in runs:
        low, high = text_of(sorted(run[-1][1], reverse=True)), text_of(sorted(run[0][1], reverse=True))
        when = f"{low} or better" if run is runs[0] else f"{high} or less" if run is runs[-1] else f"{high} to {low}"
        share = Fraction(sum(weight for *_, weight in run), total)
        lines.append(Line(when=when, do=words[run[0][2]], share=share, example=low))
    return lines
