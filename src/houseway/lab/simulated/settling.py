"""Rounds that are counted by how they end, settled by the tables of their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import msgspec
import numpy as np

from houseway.lab.choices import other_options, other_paytables
from houseway.lab.holdem import Numbers
from houseway.lab.lowering import NotLoweredError, Rows, rows_by
from houseway.lab.sheet import Size
from houseway.lab.side import payments, side_wagers, sizes_of
from houseway.money import Cents, Role
from houseway.rules.game import SettleWagers, Wager
from houseway.rules.paytable import NO_CHOICE
from houseway.rules.settlement import Primitive, SettlementTable
from houseway.rules.table_rules import TableRules

MAIN, VIGORISH = "main game", "vigorish"


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What rounds netted, and its squares, in parts of a unit: ``part`` of them make one."""

    part: int
    rounds: int
    net: int
    square: int

    def __add__(self, other: Tally) -> Tally:
        assert self.part == other.part
        return Tally(
            part=self.part,
            rounds=self.rounds + other.rounds,
            net=self.net + other.net,
            square=self.square + other.square,
        )


Sums = dict[tuple[str, str], Tally]
"""By wager and paytable, and for the main game as a whole."""


class Way(NamedTuple):
    """A way in which rounds are played: the wagers of the main game that are in play at the end, in units of the main wager,
    and those that a fold has collected."""

    placed: Mapping[str, int]
    collected: tuple[str, ...] = ()


class Histogram(NamedTuple):
    """Rounds by the numbers of these primitives."""

    primitives: tuple[Primitive, ...]
    times: Numbers


class Counts(NamedTuple):
    """Rounds by what the main wagers are settled by, for each way in which they were played; and by what others are."""

    ended: tuple[Histogram, ...]
    beside: tuple[Histogram, ...] = ()


class Settled(NamedTuple):
    """Rounds in which a row of its table settled a wager of so many units; None: it was collected by a fold."""

    row: int | None
    stake: int
    times: int


class Item(NamedTuple):
    """Something that is settled by a table: a wager, or what is paid beside one; ``size`` where amounts matter."""

    id: str
    paytable: str
    table: SettlementTable
    size: Size | None = None

    @property
    def nets(self) -> list[Fraction]:
        """What each row nets for each unit."""
        net = [row.worth.net(self.table.role) for row in self.table.rows]
        return [self.size.worth(one) if self.size is not None else one.wager for one in net]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """All that is settled in a round: of the main game, beside it, and what is collected of what the main wager wins."""

    ways: tuple[Way, ...]
    mains: tuple[Item, ...]
    sides: tuple[Item, ...]
    vigorish: Fraction


def settling(rules: TableRules, ways: tuple[Way, ...], *, all_paytables: bool = False) -> Settling:
    """What these rules settle; ``all_paytables``: the wagers beside the main game under every other lawful choice too."""
    game = rules.game
    sides = side_wagers(game)
    beside = {one.id for one in sides}
    mains = [
        Item(one.id, rules.paytable_in_force(one.id), game.tables[one.id])
        for one in game.wagers.values()
        if one.offered and one.id not in beside
    ]
    for stage in game.stages:
        if isinstance(stage, SettleWagers):
            mains += [Item(one.id, rules.paytable_in_force(one.id), one.table) for _, one in stage.on_top]
    found = [item for side in sides if side.offered for item in _of_side(rules, side)]
    if all_paytables:
        found += _other_choices(rules, found)
    return Settling(ways=ways, mains=tuple(mains), sides=tuple(found), vigorish=_vigorish(rules))


def _of_side(rules: TableRules, side: Wager) -> Iterator[Item]:
    table, letter = rules.game.tables[side.id], rules.paytable_in_force(side.id)
    meter = any(row.worth.percent for row in table.rows)
    yield Item(side.id, letter, table, sizes_of(rules.game, side)[0] if meter else None)
    for id, _, extra, least in payments(rules.game, side):
        # An Envy Bonus is paid for the hands of others, and nobody else sits here.
        if extra.role is not Role.ENVY:
            yield Item(id, letter, extra, Size(wager=Cents(least)))


def _other_choices(rules: TableRules, known: Sequence[Item]) -> Iterator[Item]:
    """The same wagers under every lawful choice that these rules have not made, keyed as the sheet keys them."""
    offered = {item.id for item in known}
    for wager, change in other_paytables(rules):
        if wager in offered:
            item = next(_of_side(change.rules, change.rules.game.wagers[wager]))
            yield item._replace(paytable=change.value)
    for change in other_options(rules):
        for side in side_wagers(change.rules.game):
            if side.id in offered and side.offered and rules.paytable_in_force(side.id) == NO_CHOICE:
                item = next(_of_side(change.rules, side))
                if not _settle_alike(item.table, rules.game.tables[side.id]):
                    yield item._replace(paytable=f"{change.field} {change.value}")


def _settle_alike(one: SettlementTable, other: SettlementTable) -> bool:
    steps, others = ([list(each) for _, each in table.steps] for table in (one, other))
    return one.rows == other.rows and one.lowered == other.lowered and steps == others


def settlements(item: Item, ways: tuple[Way, ...], counts: Counts, *, main: bool) -> list[Settled]:
    """How often each row of its table settled an item; one of the main game is in play as the way of playing says."""
    by_decision = main or any(item.id in way.collected for way in ways)
    found: list[Settled] = []
    if not by_decision:
        for held in counts.beside:
            rows = _rows(item.table, held.primitives)
            if rows is not None:
                return [Settled(row, 1, times) for row, times in _counted(rows, held.times)]
    for way, ended in zip(ways, counts.ended, strict=True):
        if not (times := int(ended.times.sum())):
            continue
        if item.id in way.collected:
            found.append(Settled(None, 1, times))
            continue
        rows = _rows(item.table, ended.primitives)
        if rows is None:
            raise NotLoweredError(f"the rounds are not counted by what settles {item.id}")
        stake = _stake(item, way) if main else 1
        found += [Settled(row, stake, times) for row, times in _counted(rows, ended.times)]
    return found


def _stake(item: Item, way: Way) -> int:
    # What is paid on top is paid unless something was folded away, and is measured by the main wager.
    return way.placed.get(item.id, 0) if item.table.role is Role.WAGER else int(not way.collected)


def _counted(rows: Rows, times: Numbers) -> Iterator[tuple[int, int]]:
    found = np.zeros(int(rows.max()) + 1, np.int64)
    np.add.at(found, rows, times)
    return ((row, many) for row, many in enumerate(found.tolist()) if many)


def _rows(table: SettlementTable, primitives: tuple[Primitive, ...]) -> Rows | None:
    try:
        return rows_by(table, primitives)
    except NotLoweredError:
        return None


def settled(how: Settling, counts: Counts) -> Sums:
    """What the main game netted as a whole, and each wager."""
    vigorish = how.vigorish
    unit = lcm(vigorish.denominator, *(net.denominator for item in how.mains for net in item.nets))
    whole, charged = Counter[int](), Counter[int]()
    for way, ended in zip(how.ways, counts.ended, strict=True):
        nets = np.zeros(ended.times.shape, np.int64)
        for item in how.mains:
            if item.id in way.collected:
                nets -= unit
            elif stake := _stake(item, way):
                rows = rows_by(item.table, ended.primitives)
                nets += stake * np.array([int(net * unit) for net in item.nets], np.int64)[rows]
        for net, times in _by_value(nets, ended.times):
            less = max(net, 0) * vigorish.numerator // vigorish.denominator
            whole[net - less] += times
            charged[-less] += times
    found = {(MAIN, NO_CHOICE): _tally(unit, whole)}
    for item in how.mains:
        found[item.id, item.paytable] = _of_item(item, settlements(item, how.ways, counts, main=True))
    if vigorish:
        found[VIGORISH, NO_CHOICE] = _tally(unit, charged)
    for item in how.sides:
        found[item.id, item.paytable] = _of_item(item, settlements(item, how.ways, counts, main=False))
    return found


def _vigorish(rules: TableRules) -> Fraction:
    """The part of what the main wager wins that is collected; exact where it is not rounded up."""
    stages = [one for one in rules.game.stages if isinstance(one, SettleWagers)]
    main = rules.game.main_wager.id
    return next(
        (Fraction(of.percent, 100) for one in stages for wager, of in one.vigorish if wager == main), Fraction(0)
    )


def _by_value(nets: Numbers, times: Numbers) -> Iterator[tuple[int, int]]:
    values, places = np.unique(nets, return_inverse=True)
    found = np.zeros(len(values), np.int64)
    np.add.at(found, places.ravel(), times.ravel())
    return zip(values.tolist(), found.tolist(), strict=True)


def _of_item(item: Item, rounds: list[Settled]) -> Tally:
    nets = item.nets
    unit = lcm(*(net.denominator for net in nets))
    found = Counter[int]()
    for row, stake, times in rounds:
        found[-unit if row is None else int(stake * nets[row] * unit)] += times
    return _tally(unit, found)


def _tally(part: int, rounds: Mapping[int, int]) -> Tally:
    """Rounds by what each nets, in parts of the unit."""
    return Tally(
        part=part,
        rounds=sum(rounds.values()),
        net=sum(net * times for net, times in rounds.items()),
        square=sum(net * net * times for net, times in rounds.items()),
    )
