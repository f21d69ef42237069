"""The Pai Gow Poker Wager of 645a, exactly: a player who sets by one house way against a dealer who sets by another.

All 8,250,459,031,214,400 pairs of hands are counted by inclusion and exclusion over the cards they would share
(`houseway.chapters.c645a_pai_gow.lab.kernels.sums`); that their number comes out is the check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import comb
from os import cpu_count
from typing import Any, NamedTuple

import numpy as np

from houseway.chapters.c645a_pai_gow import hands as pai_gow_hands
from houseway.chapters.c645a_pai_gow.house_way import HouseWay
from houseway.chapters.c645a_pai_gow.lab.house_way import every_class
from houseway.chapters.c645a_pai_gow.lab.kernels import suits
from houseway.chapters.c645a_pai_gow.lab.kernels import sums as kernels
from houseway.chapters.c645a_pai_gow.lab.sevens import classes
from houseway.chapters.c645a_pai_gow.paytables import HighCard
from houseway.lab.sheet import (
    AGAINST_BANK,
    Counted,
    Decision,
    Line,
    Listing,
    MainSheet,
    Progress,
    Result,
    SheetError,
    WagerSheet,
    counted_rows,
    quiet,
)
from houseway.money import Role, dollars
from houseway.ranking.kernels import Ranked, rank
from houseway.rules.game import SettleWagers, Vigorish
from houseway.rules.paytable import NO_CHOICE
from houseway.rules.settlement import SettlementTable
from houseway.rules.table_rules import TableRules

TOTAL = comb(53, 7) * comb(46, 7)
"""Deals of seven cards each to a player and the dealer."""
NINE = 9
_AT_ONCE = 100_000
"""About so many kinds of hands are counted in one piece of work."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Where every hand stands when it is set.

    ``cells``: 128 times the number of the high hand, and that of the low hand, the weakest 0; those that occur, in rising order.
    ``places``: by the class of hands the place of its cell there, below nothing where the hand is left out.
    """

    places: Any
    cells: Any


def _standing(first: HouseWay, other: HouseWay) -> tuple[Standing, Standing]:
    """Both house ways, one number standing for a hand in both."""
    mine, theirs = every_class(first), every_class(other)
    highs, _ = _numbered(mine.high, theirs.high)
    lows, many = _numbered(mine.low, theirs.low)
    if many > kernels.LOWS:
        raise SheetError(f"{many} low hands are more than {kernels.LOWS}")
    standings = []
    for high, low in zip(highs, lows, strict=True):
        cells, places = np.unique(high * kernels.LOWS + low, return_inverse=True)
        standings.append(Standing(places.astype(np.int32), cells.astype(np.int32)))
    return standings[0], standings[1]


def _numbered(*keys: Any) -> tuple[list[Any], int]:
    """Keys by their place among all of them, and how many there are."""
    distinct, numbers = np.unique(np.concatenate(keys), return_inverse=True)
    return np.split(numbers.astype(np.int64), len(keys)), len(distinct)


@cache
def queens_dragons() -> Any:
    """For each class of hands whether they are queen-high: 1 or 0."""
    keys = rank(np.ascontiguousarray(classes().hands.T), Ranked.PAI_GOW)
    # Below a pair the key is the set of ranks, the queen's the eleventh from below.
    return ((keys >= 1 << 10) & (keys < 1 << 11)).astype(np.int64)


@cache
def suit_tables() -> tuple[Any, Any]:
    """How many cards the ranks of a suit are, and how many sets of cards up to a change of suits come before one."""
    ones, before = np.zeros(8192, np.int64), np.zeros((4, 8, 8193), np.int32)
    suits.counted(ones, before)
    return ones, before


@cache
def sets(size: int, joker: bool) -> tuple[Any, Any]:
    """Every set of so many cards up to a change of suits, and how many sets each stands for."""
    ones, before = suit_tables()
    count = int(before[3, size - joker, 8192])
    hands, times = np.zeros((count, size), np.uint8), np.zeros(count, np.int64)
    suits.sets_of(size - joker, int(joker), ones, hands, times)
    return hands, times


@cache
def rank_sets() -> tuple[tuple[Any, Any], Any]:
    """The sets of a suit's ranks by their size, and how many there are; what each adds to the numbers of a hand's ranks."""
    parts = classes().finding[0]
    by_size, many = np.zeros((8, comb(13, 6)), np.int64), np.zeros(8, np.int64)
    together = np.zeros(8192, np.uint64)
    for ranks in range(8192):
        if (size := ranks.bit_count()) < len(many):
            by_size[size, many[size]] = ranks
            many[size] += 1
            together[ranks] = sum(int(parts[4 * rank]) for rank in range(13) if ranks >> rank & 1)
    return (by_size, many), together


class Nines(NamedTuple):
    """How many deals come to each of the nine comparisons, high by low, as `Compared` numbers them: against any hand of the
    dealer's but a queen-high one, and against that."""

    others: list[int]
    dragon: list[int]


def compared(first: HouseWay, other: HouseWay, progress: Progress = quiet, *, dragon: bool = False) -> Nines:
    """A player who sets by one way against a dealer who sets by another; queen-high hands apart where ``dragon`` asks for it."""
    progress(0, 1, f"hands set by {first.title}")
    mine, theirs = _standing(first, other)
    every = _nine(_pairs(mine, mine if first == other else theirs, progress))
    if not dragon:
        return Nines(every, [0] * NINE)
    dragons = Standing(np.where(queens_dragons() != 0, theirs.places, -1).astype(np.int32), theirs.cells)
    against = _nine(_pairs(mine, dragons, progress))
    return Nines([total - less for total, less in zip(every, against, strict=True)], against)


def _pairs(mine: Standing, theirs: Standing, progress: Progress) -> list[int]:
    """The sums over pairs of hands that share no card; a dealer's hand that has no place is left out."""
    total = [0] * kernels.SUMS
    # Seven in common: the same hand for both.
    _add(total, _same(mine, theirs), -1)
    chunks = list(_chunks())
    work, done = sum(share for *_, share in chunks), 0
    shared = (classes().finding, *rank_sets(), mine.places, mine.cells, theirs.places, theirs.cells, mine is theirs)
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        futures: dict[Future[Any], tuple[int, Any, int]] = {}
        for size, held, times, share in chunks:
            sums = np.zeros(kernels.SUMS, np.int64)
            add = partial(kernels.of_sets, held, times, *shared, sums)
            futures[pool.submit(add)] = (size, sums, share)
        try:
            for future, (size, sums, share) in futures.items():
                future.result()
                _add(total, sums, (-1) ** size)
                done += share
                progress(done, work, "cards that two hands would share")
        except BaseException:
            for future in futures:
                future.cancel()
            raise
    due = int(classes().weights[theirs.places >= 0].sum()) * comb(46, 7)
    if total[0] != due:
        raise SheetError(f"{total[0]} pairs of hands share no card, not {due}")
    return total


def _chunks() -> Iterator[tuple[int, Any, Any, int]]:
    """The sets of up to six cards in pieces, those that take longest first, each with about how much work it is."""
    for size in range(7):
        kinds = comb(19 - size, 7 - size)
        step = max(1, _AT_ONCE // kinds)
        for joker in (False, True)[: size + 1]:
            held, times = sets(size, joker)
            for begin in range(0, len(times), step):
                some = times[begin : begin + step]
                yield size, held[begin : begin + step], some, kinds * len(some)


def _same(mine: Standing, theirs: Standing) -> list[int]:
    """The sums over the pairs of a hand with itself."""
    weights = np.where(theirs.places >= 0, classes().weights, 0)
    my_cells, their_cells = mine.cells[mine.places], theirs.cells[theirs.places]
    high, their_high = my_cells // kernels.LOWS, their_cells // kernels.LOWS
    low, their_low = my_cells % kernels.LOWS, their_cells % kernels.LOWS
    lower, not_higher = their_high < high, their_high <= high
    below, not_above = their_low < low, their_low <= low
    parts = (lower | True, lower, not_higher, below, not_above)
    both = (lower & below, lower & not_above, not_higher & below, not_higher & not_above)
    return [int(weights[part].sum()) for part in (*parts, *both)]


def _add(total: list[int], sums: Any, sign: int) -> None:
    for number, value in enumerate(sums):
        total[number] += sign * int(value)


def _nine(sums: list[int]) -> list[int]:
    """High lower, equal, higher by low lower, equal, higher, of the player beside the dealer."""
    every, h_below, h_not_above, l_below, l_not_above, bb, bn, nb, nn = sums
    # Of the dealer's high hand below, equal and above the player's, how often the low hand is below, or not above.
    higher = (bb, bn - bb, h_below - bn)
    equal = (nb - bb, (nn - nb) - (bn - bb), (h_not_above - h_below) - (nn - bn))
    lower = (l_below - nb, (l_not_above - l_below) - (nn - nb), (every - h_not_above) - (l_not_above - nn))
    # The player's low hand is higher where the dealer's is below it.
    return [part[2 - place] for part in (lower, equal, higher) for place in range(3)]


def _rows(table: SettlementTable, dragon: bool) -> list[int]:
    """The number of the row that settles each of the nine comparisons of hands set lawfully."""
    rows = []
    for high in range(3):
        for low in range(3):
            numbers: dict[object, int] = {
                pai_gow_hands.HIGH_COMPARED: high,
                pai_gow_hands.LOW_COMPARED: low,
                pai_gow_hands.PLAYER_FOUL: 0,
                pai_gow_hands.BANK_HIGH_CARD: HighCard.QUEEN_HIGH if dragon else HighCard.PAIR_OR_BETTER,
            }
            place = sum(steps[numbers[primitive]] for primitive, steps in table.steps)
            rows.append(table.lowered[place])
    return rows


def _vigorish(rules: TableRules) -> Vigorish | None:
    stages = [stage for stage in rules.game.stages if isinstance(stage, SettleWagers)]
    return next((vigorish for stage in stages for wager, vigorish in stage.vigorish if wager == "pai_gow"), None)


def nets_of(rules: TableRules) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """What the wager nets, the vigorish paid, at each of the nine comparisons: against any hand but a queen-high one, and against that."""
    table, vigorish = rules.game.tables["pai_gow"], _vigorish(rules)
    kept = 1 - Fraction(vigorish.percent, 100) if vigorish is not None else Fraction(1)
    net = [row.worth.net(table.role).wager for row in table.rows]
    net = [value * kept if value > 0 else value for value in net]
    others, dragon = (tuple(net[number] for number in _rows(table, queen)) for queen in (False, True))
    return others, dragon


def way_of(rules: TableRules) -> HouseWay:
    """The house way of the submission."""
    assert rules.game.arrangement is not None
    way = rules.game.arrangement.house_way
    assert isinstance(way, HouseWay)
    return way


def main(rules: TableRules, progress: Progress) -> MainSheet:
    """The Pai Gow Poker Wager of a player who sets as the dealer does, by the house way of the submission."""
    way = way_of(rules)
    return _sheet(rules, way, compared(way, way, progress, dragon=not rules.vigorish))


def _by_rule(way: HouseWay) -> Iterator[Line]:
    """What each rule does, and the share of hands that it sets."""
    ruled = every_class(way).ruled
    for number, rule in enumerate(way.rules):
        hands = int(classes().weights[ruled == number].sum())
        yield Line(when=rule.name, do=str(rule.do), share=Fraction(hands, comb(53, 7)))


def _sheet(rules: TableRules, way: HouseWay, nines: Nines) -> MainSheet:
    table, vigorish = rules.game.tables["pai_gow"], _vigorish(rules)
    rows = [0] * len(table.rows)
    for dragon, nine in enumerate(nines):
        for number, times in zip(_rows(table, bool(dragon)), nine, strict=True):
            rows[number] += times
    net = [row.worth.net(table.role).wager for row in table.rows]
    rate = Fraction(0) if vigorish is None else Fraction(vigorish.percent, 100)
    results: Counter[Fraction] = Counter()
    for value, times in zip(net, rows, strict=True):
        results[value * (1 - rate) if value > 0 else value] += times
    won = sum(times for value, times in zip(net, rows, strict=True) if value > 0)
    lost = sum(times for value, times in zip(net, rows, strict=True) if value < 0)
    wager = rules.game.wagers["pai_gow"]
    sheets = [
        WagerSheet(
            wager="pai_gow",
            name=wager.name,
            paytable=rules.paytable_in_force("pai_gow"),
            clause=wager.clause,
            rows=counted_rows(table, rows),
            total=TOTAL,
        )
    ]
    notes = [f"Exact: both hands set by the house way {way.title}; copies go to the dealer."]
    if vigorish is not None:
        charged = Counted(
            label="won",
            pays=f"{vigorish.percent}% of what is won",
            clause=vigorish.clause,
            combinations=won,
            wager=-rate,
        )
        free = Counted(
            label="not won", pays="nothing", clause=vigorish.clause, combinations=TOTAL - won, wager=Fraction(0)
        )
        sheets.append(
            WagerSheet(
                wager="vigorish",
                name="Vigorish",
                paytable=NO_CHOICE,
                clause=vigorish.clause,
                rows=(charged, free),
                total=TOTAL,
                role=Role.ON_TOP,
            )
        )
        if vigorish.rounded_up_to:
            notes.append(
                f"The vigorish is exact for wagers that are multiples of {dollars(vigorish.rounded_up_to * 100 // vigorish.percent)}; "
                f"any other is rounded up to {dollars(vigorish.rounded_up_to)} and costs more."
            )
    if vigorish is not None:
        notes.append(
            "A bank pays the vigorish on what all wagers together leave it (645a.12(j), (l)): with more than one wager against it "
            "each costs it less than these figures, which are of one, and the bank may gain. That is not modelled."
        )
    against = (won - Fraction(lost) * (1 - rate)) / TOTAL
    return MainSheet(
        unit="pai_gow",
        played="house way",
        total=TOTAL,
        results=tuple(Result(net=value, deals=times) for value, times in sorted(results.items()) if times),
        average_wager=Fraction(1),
        decisions=(Decision(asked="set", answer="house way", deals=TOTAL),),
        strategy=(
            Listing(
                title=f"The house way {way.title}: the first rule that fits sets the hand",
                asked="set",
                lines=tuple(_by_rule(way)),
            ),
        ),
        wagers=tuple(sheet.check() for sheet in sheets),
        figures=((AGAINST_BANK, against), ("house edge against one who co-banks half of it", against / 2)),
        notes=tuple(notes),
    ).check()
