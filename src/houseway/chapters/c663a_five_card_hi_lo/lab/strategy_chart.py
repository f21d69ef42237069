"""Five Card Hi-Lo: the strategy of the solved game in grids and lists that a person can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.chapters.c663a_five_card_hi_lo.setting import aces_in
from houseway.lab.sheet import Grid, Line, Listing, Strategy
from houseway.rules.game import Decide

if TYPE_CHECKING:
    from houseway.chapters.c663a_five_card_hi_lo.lab.solver import Played
    from houseway.chapters.c663a_five_card_hi_lo.values import Composition, Points


def strategy_of(solved: Sequence[Played], asks: Decide) -> Strategy:
    """When to fold, by points, and when an ace goes low."""
    by_points: dict[Points, Counter[str]] = {}
    for played in solved:
        points = played.points or _best_points(played.composition)
        by_points.setdefault(points, Counter())["fold" if played.points is None else "play"] += played.composition.times
    highs = sorted({high for high, _ in by_points}, reverse=True)
    lows = sorted({low for _, low in by_points})
    cells = tuple(tuple("/".join(sorted(by_points.get((high, low), ()))) for low in lows) for high in highs)
    return (
        Grid(
            title="Play or fold, by the points of the high hand (down) and of the low hand (across)",
            asked=asks.id,
            rows=tuple(map(str, highs)),
            columns=tuple(map(str, lows)),
            cells=cells,
            says="fold/play: it depends on the cards; a folded hand stands where the dealer would set it.",
        ),
        Listing(
            title="Points at which some hands are folded and others played",
            asked=asks.id,
            lines=tuple(_close(solved, {points for points, words in by_points.items() if len(words) > 1})),
        ),
        *(_aces(solved, aces) for aces in (1, 2, 3)),
        Listing(
            title="Hands with an ace that these grids leave to the cards",
            asked="set",
            lines=tuple(_by_cards(solved)),
        ),
    )


def _best_points(composition: Composition) -> Points:
    return composition.dealers if composition.dealers in composition.settings else next(iter(composition.settings))


_NAMES = "A23456789T"


def _named(composition: Composition) -> str:
    return " ".join(_NAMES[value] for value in composition.values)


_LOW, _HIGH, _BY_CARDS = "low", "high", "by cards"


def _with_choice(solved: Sequence[Played], aces: int) -> dict[tuple[int, int], dict[int, set[str]]]:
    """Where an ace goes, by the two lowest of the other cards and the points of the others above them."""
    choices: dict[tuple[int, int], dict[int, set[str]]] = {}
    for played in solved:
        if (
            played.points is not None
            and len(played.composition.settings) > 1
            and aces_in(played.composition.hand) == aces
        ):
            first, second, above = _others(played.composition)
            word = _HIGH if played.points == played.composition.dealers else _LOW
            choices.setdefault((first, second), {}).setdefault(above, set()).add(word)
    return choices


def _others(composition: Composition) -> tuple[int, int, int]:
    """The points of the two lowest cards beside the aces, and those of the others together."""
    first, second, *above = [value + 1 for value in composition.values if value]
    return first, second, sum(above)


def _aces(solved: Sequence[Played], aces: int) -> Grid:
    """Where one ace goes when it has a choice."""
    choice = _with_choice(solved, aces)
    values = tuple(range(2, 11))
    above = {1: "the two others together have", 2: "the highest other card has", 3: ""}[aces]
    return Grid(
        title=f"{aces} {'ace' if aces == 1 else 'aces'}: where one goes, by the lowest (down) and second lowest other card",
        asked="set",
        rows=tuple(map(str, values)),
        columns=tuple(map(str, values)),
        cells=tuple(tuple(_cell(choice.get((row, column))) for column in values) for row in values),
        says=f"low to 14: into the low hand as long as {above} 14 points at most." if above else "",
    )


def _cell(choice: dict[int, set[str]] | None) -> str:
    if choice is None:
        return ""
    words = [choice[above] for above in sorted(choice)]
    if any(len(both) > 1 for both in words):
        return _BY_CARDS
    plain = [word for (word,) in words]
    lows = plain.count(_LOW)
    if plain[:lows] != [_LOW] * lows:
        return _BY_CARDS
    return plain[0] if lows in (0, len(plain)) else f"low to {sorted(choice)[lows - 1]}"


def _by_cards(solved: Sequence[Played]) -> Iterator[Line]:
    """The hands of each such cell: those that go the rarer way by name, then the others."""
    every = sum(played.composition.times for played in solved)
    for aces in (1, 2, 3):
        for lowest, choice in _with_choice(solved, aces).items():
            if _cell(choice) != _BY_CARDS:
                continue
            ways: dict[str, list[Played]] = {_LOW: [], _HIGH: []}
            for played in solved:
                if (
                    played.points is not None
                    and aces_in(played.composition.hand) == aces
                    and _others(played.composition)[:2] == lowest
                ):
                    ways[_HIGH if played.points == played.composition.dealers else _LOW].append(played)
            rarer, other = sorted(ways, key=lambda word: len(ways[word]))
            held = " ".join([*("A" * aces), *(_NAMES[points - 1] for points in lowest)])
            for word, when in (
                (rarer, ", ".join(_named(played.composition) for played in ways[rarer])),
                (other, f"{held}, every other"),
            ):
                yield Line(
                    when=when, do=word, share=Fraction(sum(played.composition.times for played in ways[word]), every)
                )


def _close(solved: Sequence[Played], points: set[Points]) -> Iterator[Line]:
    every = sum(played.composition.times for played in solved)
    for high, low in sorted(points, reverse=True):
        for word in ("fold", "play"):
            hands = [
                played
                for played in solved
                if (played.points or _best_points(played.composition)) == (high, low)
                and (played.points is None) == (word == "fold")
            ]
            named = ", ".join(_named(played.composition) for played in hands)
            share = Fraction(sum(played.composition.times for played in hands), every)
            yield Line(when=f"{high} high, {low} low: {named}", do=word, share=share)
