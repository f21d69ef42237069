"""The wagers beside the main game: over which deals each is counted follows from what its primitives read and from the deals it rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace as with_changes
from math import sqrt
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from houseway.lab.generic.best_play import BestPlay
from houseway.lab.generic.budget import BUDGET, looks_to_solve
from houseway.lab.generic.course import Course, Street, course_of
from houseway.lab.generic.deal_classes import SuitNames, deal_classes, every_hand
from houseway.lab.generic.estimate import play_deals
from houseway.lab.generic.fields_read import BANK, BOARD, DRAWS, PLAYER, fields_read, primitives_of
from houseway.lab.generic.main_sheet import wager_sheet
from houseway.lab.generic.settlement_values import is_for_any_suits, sample_showdowns
from houseway.lab.generic.solver import can_be_solved, is_by_pairs, names_of, riders_of, solve
from houseway.lab.sheet import Estimate, Progress, Size, WagerSheet, counted_rows, quiet
from houseway.lab.side import payments
from houseway.lab.side import wager_sheets as sized_sheets
from houseway.money import dollars
from houseway.rules.game import Deal, To, TurnUp, Wager
from houseway.rules.settlement import SettlementTable
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules

DEALS = 200_000
"""Deals that a wager is estimated from."""


class RowCounts(NamedTuple):
    """The deals of each row of a table, of so many; ``says``: what is dealt."""

    counts: list[int]
    total: int
    says: str
    estimate: Estimate | None = None


def wager_sheets(
    rules: TableRules,
    wagers: Collection[Wager],
    *,
    budget: int = BUDGET,
    seed: int = 1,
    progress: Progress = quiet,
) -> list[WagerSheet]:
    """Return the sheets of wagers beside the main game and of what is paid beside them: those that a decision can lose under best play of
    the main game."""
    riders = riders_of(rules, wagers)
    found: list[WagerSheet] = []
    if riders:
        found += _rider_sheets(rules, riders, budget=budget, seed=seed, progress=progress)
    for wager in wagers:
        if wager not in riders:
            table = rules.game.tables[wager.id]
            counted = count_rows(rules, table, wager.rests_on, budget=budget, seed=seed, progress=progress)
            rows = counted_rows(table, counted.counts)
            sheets = sized_sheets(rules, wager, rows, total=counted.total, says=counted.says)
            found += [replace(one, estimate=counted.estimate) for one in sheets]
        for id, name, table, least in payments(rules.game, wager):
            counted = count_rows(rules, table, wager.rests_on, budget=budget, seed=seed, progress=progress)
            found.append(
                WagerSheet(
                    wager=id,
                    name=name,
                    paytable=dollars(least)
                    if any(one.wager == id for one in found)
                    else rules.paytable_in_force(wager.id),
                    clause=table.rows[0].clause,
                    rows=counted_rows(table, counted.counts),
                    total=counted.total,
                    role=table.role,
                    size=Size(wager=least),
                    notes=(f"Counted over {counted.says}, for each unit of the {wager.name}.",),
                    estimate=counted.estimate,
                ).check()
            )
    order = [one.id for one in wagers]
    return sorted(found, key=lambda one: order.index(one.wager) if one.wager in order else len(order))


def _rider_sheets(
    rules: TableRules, riders: Sequence[Wager], *, budget: int, seed: int, progress: Progress
) -> list[WagerSheet]:
    how = ("Under best play of the main game alone, which a fold or a setting can lose it by.",)
    if can_be_solved(rules, budget=budget):
        solution = solve(rules, progress, riders=riders)
        course, ends, total, estimate = solution.play.course, solution.ends, solution.play.course.deals, None
    else:
        course = course_of(rules.game, riders)
        played = play_deals(course, names_of(course), progress, seed=seed)
        ends, total, estimate = played.ends, played.total, played.estimate
    sheets = [wager_sheet(rules, course, ends, wager.id, total=total, notes=how) for wager in riders]
    return [one if estimate is None else _with_error(one, estimate) for one in sheets]


def _with_error(sheet: WagerSheet, estimate: Estimate) -> WagerSheet:
    """The sheet with a standard error of its own; its deals share hands, so they count as if each hand were one."""
    error = sheet.standard_deviation / sqrt(estimate.deals)
    says = (
        f"Estimated, not exact: {estimate.deals:,} deals by seed {estimate.seed}, standard error at most {error:.4%}."
    )
    return replace(sheet, estimate=replace(estimate, standard_error=error), notes=(*sheet.notes, says))


def count_rows(
    rules: TableRules,
    table: SettlementTable,
    rests_on: Sequence[str] = (),
    *,
    budget: int = BUDGET,
    seed: int = 1,
    progress: Progress = quiet,
) -> RowCounts:
    """Count how many deals each row of a table settles, of the cards that its primitives read; too many are sampled."""
    whole = course_of(rules.game)
    read: frozenset[str] = frozenset()
    samples = sample_showdowns(whole)
    for primitive in primitives_of([table]):
        read |= fields_read(primitive.of, samples)
    course = _only_dealt(whole, table, read, rests_on)
    names = SuitNames(rules.game.deck, any_suits=is_for_any_suits([table]))
    if read & DRAWS or looks_to_solve(course, names, by_pairs=is_by_pairs(course)) > budget:
        return _sampled(course, table, seed, progress)
    classes = deal_classes(names, every_hand(names, course.held), course.streets, progress)
    ends = BestPlay(course, classes, progress).ends()
    counts = [0] * len(table.rows)
    for (row,), deals in ends.settled[course.start].items():
        counts[row] += deals
    return RowCounts(counts, course.deals, _says(course))


def _only_dealt(whole: Course, table: SettlementTable, read: frozenset[str], rests_on: Sequence[str]) -> Course:
    """A course of deals alone: the cards that are read, and of the board the streets that the wager rests on."""
    game = whole.game
    streets = [
        Street(phase.cards)
        for phase in game.phases
        if isinstance(phase, TurnUp) or (isinstance(phase, Deal) and phase.to is To.COMMUNITY and not game.turns_up)
        if not rests_on or phase.id in rests_on
    ]
    wager = next(id for id in game.wagers if game.wagers[id].main)
    return with_changes(
        whole,
        game=with_changes(game, tables={**game.tables, wager: table}),
        held=whole.held if read & PLAYER else 0,
        banked=whole.banked if read & BANK else 0,
        steps=tuple(streets) if read & BOARD else (),
        main=(wager,),
        riders=(),
        payments=(),
        vigorish={},
    )


def _says(course: Course) -> str:
    """Name what is dealt."""
    parts = [f"{course.held} cards of the player's"] if course.held else []
    parts += [f"{course.banked} of the bank's"] if course.banked else []
    parts += [f"{sum(course.streets)} of the board"] if course.streets else []
    return f"{', '.join(parts) or 'nothing'}, of {len(course.game.deck)}"


def _sampled(course: Course, table: SettlementTable, seed: int, progress: Progress) -> RowCounts:
    counts = [0] * len(table.rows)
    rows = {id(row): number for number, row in enumerate(table.rows)}
    for number, showdown in enumerate(_drawn(course, seed)):
        counts[rows[id(table.settle(showdown))]] += 1
        if not number & 0xFFF:
            progress(number, DEALS, "deals drawn")
    nets = [float(row.worth.net(table.role).wager) for row in table.rows]
    mean = sum(times * net for times, net in zip(counts, nets, strict=True)) / DEALS
    square = sum(times * (net - mean) ** 2 for times, net in zip(counts, nets, strict=True)) / (DEALS - 1)
    estimate = Estimate(seed=seed, deals=DEALS, standard_error=sqrt(square / DEALS))
    says = f"{DEALS:,} deals by seed {seed} (estimated, standard error {estimate.standard_error:.4%}): {_says(course)}"
    return RowCounts(counts, DEALS, says, estimate)


def _drawn(course: Course, seed: int) -> Iterator[Showdown]:
    chance, deck = Random(f"{seed}:{course.game.id}"), list(course.game.deck)
    arrangement, positions = course.game.arrangement, course.game.seats + 1
    for _ in range(DEALS):
        dealt = chance.sample(deck, course.held + course.banked + sum(course.streets))
        player, bank = tuple(dealt[: course.held]), tuple(dealt[course.held : course.held + course.banked])
        lucky = chance.randrange(positions)
        yield Showdown(
            player,
            bank,
            tuple(dealt[course.held + course.banked :]),
            player_setting=arrangement.bank(player) if arrangement is not None and player else None,
            bank_setting=arrangement.bank(bank) if arrangement is not None and bank else None,
            magic_card=chance.choice(deck),
            lucky_player=lucky == 1,
            lucky_dealer=lucky == 0,
        )
