"""Five Card Hi-Lo, exactly: by the point values of the cards, player against dealer with card removal.

Only values count, so the five cards of either side are one of 1,993 compositions of ten values. For each of the player's every
lawful setting is compared with the dealer's of every composition that the other cards can give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from houseway.cards import Card
from houseway.chapters.c663a_five_card_hi_lo.setting import DEALT_CARDS, aces_in, high_points, low_points
from houseway.chapters.c663a_five_card_hi_lo.settlement import HIGH_COMPARED, LOW_COMPARED
from houseway.clause import ClauseId
from houseway.lab.sheet import (
    NO_CHOICE,
    Counted,
    Decision,
    Grid,
    Line,
    Listing,
    MainSheet,
    Progress,
    Result,
    Strategy,
    WagerSheet,
    counted,
    labels_of,
    ratio,
)
from houseway.lab.side import letter_of
from houseway.money import Role
from houseway.rules.game import Decide, Does, Option, PayOnTop, SettleWagers
from houseway.rules.settlement import SettlementTable
from houseway.rules.showdown import Setting, Showdown
from houseway.rules.table_rules import TableRules

_IN_DECK = (*(9 * (4,)), 16)
"""How many cards there are of each value: ace, 2 to 9, ten and faces."""
_FIRST = (48, 0, 4, 8, 12, 16, 20, 24, 28, 32)
"""The first card of each value; the others of the value follow it."""
_DEALER_HANDS = comb(47, DEALT_CARDS)
TOTAL = comb(52, DEALT_CARDS) * _DEALER_HANDS
JOINT = "joint play"

Points = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Composition:
    """Five cards by their values: a hand, how many hands are like it, and how it may be set, by points."""

    values: tuple[int, ...]
    hand: tuple[Card, ...]
    times: int
    dealers: Points
    settings: dict[Points, Setting]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A composition as it is best played: set so, or folded (None); what comes of it against every dealer's hand.

    ``compared`` counts the dealer's hands by the nine outcomes, low hands running faster. ``value``: what it is worth, in
    units of the Ante.
    """

    of: Composition
    points: Points | None
    compared: tuple[int, ...]
    value: Fraction


def _compositions(rules: TableRules) -> Iterator[Composition]:
    arrangement = rules.game.arrangement
    assert arrangement is not None
    for values in combinations_with_replacement(range(10), DEALT_CARDS):
        often = Counter(values)
        if any(times > _IN_DECK[value] for value, times in often.items()):
            continue
        hand = tuple(Card(_FIRST[value] + number) for value, times in often.items() for number in range(times))
        times = 1
        for value, number in often.items():
            times *= comb(_IN_DECK[value], number)
        settings = {_points(setting): setting for setting in reversed(arrangement.legal(hand))}
        yield Composition(
            values=values, hand=hand, times=times, dealers=_points(arrangement.bank(hand)), settings=settings
        )


def _points(setting: Setting) -> Points:
    return high_points(setting), low_points(setting)


def _removed(every: Sequence[Composition]) -> Any:
    """How many hands of each composition are left for the dealer (second axis) beside each of the player's (first)."""
    found = np.ones((len(every), len(every)), dtype=np.int64)
    for value, in_deck in enumerate(_IN_DECK):
        held = np.array([one.values.count(value) for one in every])
        left = np.array([[comb(max(in_deck - own, 0), theirs) for theirs in range(6)] for own in range(6)])
        found *= left[held[:, None], held[None, :]]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """What a table of the two comparisons nets, and which row settles, at each of the nine outcomes."""

    table: SettlementTable
    rows: tuple[int, ...]
    net: tuple[Fraction, ...]


def _nine(table: SettlementTable) -> _Table:
    rows = []
    for outcome in range(9):
        index = 0
        for primitive, steps in table.steps:
            by = {HIGH_COMPARED: outcome // 3, LOW_COMPARED: outcome % 3}
            index += steps[by.get(primitive, outcome)]  # type: ignore[arg-type]
        rows.append(table.lowered[index])
    net = [table.rows[number].worth.net(table.role).wager for number in rows]
    return _Table(table=table, rows=tuple(rows), net=tuple(net))


def _bonus(rules: TableRules) -> PayOnTop:
    (stage,) = (one for one in rules.game.stages if isinstance(one, SettleWagers))
    return dict(stage.on_top)["play"]


def solve(rules: TableRules, *, tie: int = 0) -> list[Played]:
    """Every composition as it is best played, beside a Tie Wager of so many times the Ante."""
    every = list(_compositions(rules))
    removed = _removed(every)
    high = np.array([one.dealers[0] for one in every])
    low = np.array([one.dealers[1] for one in every])
    tables = rules.game.tables
    ante, play, ties = (_nine(tables[wager]) for wager in ("ante", "play", "tie"))
    net = [a + p + tie * t for a, p, t in zip(ante.net, play.net, ties.net, strict=True)]
    bonus = _bonus(rules).table
    found = []
    for number, one in enumerate(every):
        beside = bonus.settle(Showdown(one.hand, ())).worth.net(bonus.role).wager
        best = Played(of=one, points=None, compared=(), value=Fraction(-1 - tie))
        for points in one.settings:
            outcome = 3 * _compare(points[0], high) + _compare(points[1], low)
            counts = tuple(map(int, np.bincount(outcome, weights=removed[number], minlength=9)))
            value = beside + sum((c * n for c, n in zip(counts, net, strict=True)), start=Fraction(0)) / _DEALER_HANDS
            if value > best.value:
                best = Played(of=one, points=points, compared=counts, value=value)
        found.append(best)
    return found


def _compare(own: int, theirs: Any) -> Any:
    """The player's points beside the dealer's, as `houseway.rules.settlement.Compared` numbers it."""
    return np.where(own > theirs, 2, np.where(own == theirs, 1, 0))


def main(rules: TableRules, progress: Progress) -> MainSheet:
    """The Ante and Play Wagers with the Ante Bonus, best set and folded."""
    solved = solve(rules)
    progress(1, 1, "five cards each of 52")
    return _sheet(rules, solved)


def _sheet(rules: TableRules, solved: Sequence[Played]) -> MainSheet:
    asks, fold = _asked(rules)
    tables = {wager: _nine(rules.game.tables[wager]) for wager in ("ante", "play")}
    bonus = _bonus(rules).table
    results: Counter[Fraction] = Counter()
    bonuses = [0] * len(bonus.rows)
    folded = 0
    for one in solved:
        if one.points is None:
            folded += one.of.times * _DEALER_HANDS
            continue
        row = bonus.settle(Showdown(one.of.hand, ()))
        bonuses[bonus.rows.index(row)] += one.of.times * _DEALER_HANDS
        beside = row.worth.net(bonus.role).wager
        for outcome, times in enumerate(one.compared):
            results[tables["ante"].net[outcome] + tables["play"].net[outcome] + beside] += one.of.times * times
    results[Fraction(-1)] += folded
    nothing = {"combinations": folded, "wager": Fraction(0), "pays": "nothing", "label": "folded"}
    return MainSheet(
        unit="ante",
        played="optimal",
        total=TOTAL,
        results=tuple(Result(net=net, deals=deals) for net, deals in sorted(results.items()) if deals),
        average_wager=2 - Fraction(folded, TOTAL),
        decisions=(
            Decision(asked=asks.id, answer="play", deals=TOTAL - folded),
            Decision(asked=asks.id, answer="fold", deals=folded),
            *_set_decisions(solved),
        ),
        strategy=_strategy(solved, asks),
        wagers=(
            _wager(rules, "ante", tables["ante"], solved, _lost(folded, fold.clause)),
            _wager(rules, "play", tables["play"], solved, Counted(clause=fold.clause, stake=0, **nothing)),  # type: ignore[arg-type]
            WagerSheet(
                wager="ante_bonus",
                name="Ante Bonus Payout",
                paytable=letter_of(rules, "ante_bonus"),
                clause=bonus.rows[0].clause,
                rows=(
                    *(
                        counted(row, label, times, bonus.role)
                        for row, label, times in zip(bonus.rows, labels_of(bonus.rows), bonuses, strict=True)
                    ),
                    Counted(clause=ClauseId("663a.11(h)"), **nothing),  # type: ignore[arg-type]
                ),
                total=TOTAL,
                role=Role.ON_TOP,
                notes=("Paid on top of the Play Wager, for each unit of the Ante Wager; nothing after a fold.",),
            ).check(),
        ),
        notes=("Exact, by point values: 1,993 compositions of five cards each.",),
    ).check()


def _asked(rules: TableRules) -> tuple[Decide, Option]:
    """The question of the Play Wager, and its answer to fold."""
    asks = rules.phase("play")
    assert isinstance(asks, Decide)
    return asks, next(option for option in asks.options if option.does is Does.FOLD)


def _lost(folded: int, clause: ClauseId) -> Counted:
    return Counted(label="folded", pays="lose", clause=clause, combinations=folded, wager=Fraction(-1))


def _wager(
    rules: TableRules,
    wager: str,
    nine: _Table,
    solved: Sequence[Played],
    folded: Counted,
    *,
    paytable: str = NO_CHOICE,
    notes: tuple[str, ...] = (),
) -> WagerSheet:
    """The sheet of a wager that the two comparisons settle, under these settings and folds."""
    rows = [0] * len(nine.table.rows)
    for one in solved:
        for number, times in zip(nine.rows, one.compared, strict=False):
            rows[number] += one.of.times * times
    labels = labels_of(nine.table.rows)
    every = zip(nine.table.rows, labels, rows, strict=True)
    placed = rules.game.wagers[wager]
    return WagerSheet(
        wager=wager,
        name=placed.name,
        paytable=paytable,
        clause=placed.clause,
        rows=(*(counted(row, label, times, nine.table.role) for row, label, times in every), folded),
        total=TOTAL,
        notes=notes,
    ).check()


def tie(rules: TableRules, main: MainSheet) -> list[WagerSheet]:
    """The Tie Wager, which a fold loses: under best play of the main game, and under best play of both together."""
    nine = _nine(rules.game.tables["tie"])
    _, fold = _asked(rules)
    clause = dict(fold.collects_under)["tie"]
    found = []
    for stake, key, how in (
        (0, NO_CHOICE, f"Under {main.played} play of the main game, a fold losing it."),
        (
            1,
            JOINT,
            "Under best play of the Ante, Play and Tie Wagers together, the Tie Wager being as large as the Ante.",
        ),
    ):
        solved = solve(rules, tie=stake)
        folded = sum(one.of.times for one in solved if one.points is None) * _DEALER_HANDS
        notes = [how]
        if stake:
            cost = _sheet(rules, solved)
            notes.append(
                f"The main game then costs {float(cost.house_edge):.4%} of the Ante ({ratio(cost.house_edge)}), "
                f"with a fold in {folded / TOTAL:.4%} of rounds."
            )
        found.append(_wager(rules, "tie", nine, solved, _lost(folded, clause), paytable=key, notes=tuple(notes)))
    return found


def _set_decisions(solved: Sequence[Played]) -> Iterator[Decision]:
    as_dealer = sum(one.of.times for one in solved if one.points == one.of.dealers) * _DEALER_HANDS
    other = sum(one.of.times for one in solved if one.points not in (None, one.of.dealers)) * _DEALER_HANDS
    yield Decision(asked="set", answer="as the dealer", deals=as_dealer)
    yield Decision(asked="set", answer="other than the dealer", deals=other)


def _strategy(solved: Sequence[Played], asks: Decide) -> Strategy:
    """When to fold, by points, and when an ace goes low."""
    by_points: dict[Points, Counter[str]] = {}
    for one in solved:
        points = one.points or _best_points(one.of)
        by_points.setdefault(points, Counter())["fold" if one.points is None else "play"] += one.of.times
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
            says="fold/play: it depends on the cards; a folded hand stands where it would best be set.",
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


def _best_points(of: Composition) -> Points:
    return of.dealers if of.dealers in of.settings else next(iter(of.settings))


_NAMES = "A23456789T"


def _named(of: Composition) -> str:
    return " ".join(_NAMES[value] for value in of.values)


_LOW, _HIGH, _BY_CARDS = "low", "high", "by cards"


def _with_choice(solved: Sequence[Played], aces: int) -> dict[tuple[int, int], dict[int, set[str]]]:
    """Where an ace goes, by the two lowest of the other cards and the points of the others above them."""
    found: dict[tuple[int, int], dict[int, set[str]]] = {}
    for one in solved:
        if one.points is not None and len(one.of.settings) > 1 and aces_in(one.of.hand) == aces:
            first, second, above = _others(one.of)
            word = _HIGH if one.points == one.of.dealers else _LOW
            found.setdefault((first, second), {}).setdefault(above, set()).add(word)
    return found


def _others(of: Composition) -> tuple[int, int, int]:
    """The points of the two lowest cards beside the aces, and those of the others together."""
    first, second, *above = [value + 1 for value in of.values if value]
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
    every = sum(one.of.times for one in solved)
    for aces in (1, 2, 3):
        for lowest, choice in _with_choice(solved, aces).items():
            if _cell(choice) != _BY_CARDS:
                continue
            ways: dict[str, list[Played]] = {_LOW: [], _HIGH: []}
            for one in solved:
                if one.points is not None and aces_in(one.of.hand) == aces and _others(one.of)[:2] == lowest:
                    ways[_HIGH if one.points == one.of.dealers else _LOW].append(one)
            rarer, other = sorted(ways, key=lambda word: len(ways[word]))
            held = " ".join([*("A" * aces), *(_NAMES[points - 1] for points in lowest)])
            for word, when in (
                (rarer, ", ".join(_named(one.of) for one in ways[rarer])),
                (other, f"{held}, every other"),
            ):
                yield Line(when=when, do=word, share=Fraction(sum(one.of.times for one in ways[word]), every))


def _close(solved: Sequence[Played], points: set[Points]) -> Iterator[Line]:
    every = sum(one.of.times for one in solved)
    for high, low in sorted(points, reverse=True):
        for word in ("fold", "play"):
            hands = [
                one
                for one in solved
                if (one.points or _best_points(one.of)) == (high, low) and (one.points is None) == (word == "fold")
            ]
            named = ", ".join(_named(one.of) for one in hands)
            share = Fraction(sum(one.of.times for one in hands), every)
            yield Line(when=f"{high} high, {low} low: {named}", do=word, share=share)
