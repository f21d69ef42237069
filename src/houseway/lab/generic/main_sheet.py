"""The sheet of a main game from how its deals end."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from houseway.lab.generic.best_play import Ends
from houseway.lab.generic.course import Course, Payment, Position
from houseway.lab.generic.worths import Worths
from houseway.lab.sheet import (
    Counted,
    Decision,
    MainSheet,
    Result,
    Strategy,
    WagerSheet,
    counted,
    labels_of,
)
from houseway.money import Role
from houseway.rules.paytable import NO_CHOICE
from houseway.rules.table_rules import TableRules


def main_sheet(
    rules: TableRules,
    worths: Worths,
    ends: Ends,
    *,
    total: int,
    played: str,
    strategy: Strategy,
    notes: tuple[str, ...],
) -> MainSheet:
    """Return the sheet of the main game whose deals end so."""
    course = worths.course
    return MainSheet(
        unit=course.game.main_wager.id,
        played=played,
        total=total,
        results=_results(worths, ends),
        average_wager=_average(course, ends, total),
        decisions=tuple(
            Decision(asked=asked, answer=answer, deals=deals)
            for asked, answers in ends.asked.items()
            for answer, deals in answers.items()
            if deals
        ),
        strategy=strategy,
        wagers=(
            *(wager_sheet(rules, course, ends, wager, total=total) for wager in course.main),
            *(_payment_sheet(rules, course, ends, payment, total=total) for payment in course.payments),
            *(_vigorish_sheet(course, ends, wager, total=total) for wager in course.vigorish),
        ),
        notes=notes,
    )


def _positions(ends: Ends) -> list[tuple[Position, int]]:
    """Every position in which deals end, and how many do."""
    found = Counter(ends.given_up)
    for position, outcomes in ends.settled.items():
        found[position] += sum(outcomes.values())
    return [*found.items()]


def _results(worths: Worths, ends: Ends) -> tuple[Result, ...]:
    found: Counter[Fraction] = Counter()
    for position, deals in ends.given_up.items():
        found[worths.worth(position, dict.fromkeys(range(len(worths.course.tables)), 0), weighed=False)] += deals
    for position, outcomes in ends.settled.items():
        for rows, deals in outcomes.items():
            found[worths.worth(position, dict(enumerate(rows)), weighed=False)] += deals
    return tuple(Result(net=net, deals=found[net]) for net in sorted(found))


def _average(course: Course, ends: Ends, total: int) -> Fraction:
    staked = Fraction(0)
    for position, deals in _positions(ends):
        staked += deals * sum(position.stakes[: len(course.main)])
    return staked / total


def wager_sheet(
    rules: TableRules, course: Course, ends: Ends, wager: str, *, total: int, notes: tuple[str, ...] = ()
) -> WagerSheet:
    """Return the sheet of a wager: its rows for each size it was placed in, and what a fold does to it."""
    placed, place = course.game.wagers[wager], course.wagers.index(wager)
    table = course.tables[place]
    rows: dict[int, Counter[int]] = {}
    not_placed, collected = 0, Counter[tuple[str, int]]()
    for position, deals in _positions(ends):
        stake = int(position.stakes[place])
        if wager in course.collected(position):
            collected[course.collected_under(position, wager), stake] += deals
        elif not stake and wager not in position.placed:
            not_placed += deals
        else:
            for outcome, times in ends.settled.get(position, {}).items():
                rows.setdefault(stake, Counter())[outcome[place]] += times
    unit = course.game.main_wager.name.removesuffix(" Wager")
    found: list[Counted] = []
    for stake in sorted(rows, reverse=True):
        before = f"{stake} times the {unit}: " if len(rows) > 1 else ""
        found += [
            counted(row, before + label, rows[stake][number], table.role, stake=stake)
            for number, (row, label) in enumerate(zip(table.rows, labels_of(table.rows), strict=True))
        ]
    for (clause, stake), deals in collected.items():
        lost = Counted(label="folded", pays="lose", clause=clause, combinations=deals, wager=Fraction(-1), stake=stake)  # type: ignore[arg-type]
        found.append(lost)
    if not_placed:
        found.append(
            Counted(
                label="not placed", pays="-", clause=placed.clause, combinations=not_placed, wager=Fraction(0), stake=0
            )
        )
    return WagerSheet(
        wager=wager,
        name=placed.name,
        paytable=rules.paytable_in_force(wager),
        clause=placed.clause,
        rows=tuple(found),
        total=total,
        notes=notes,
    ).check()


def _payment_sheet(rules: TableRules, course: Course, ends: Ends, payment: Payment, *, total: int) -> WagerSheet:
    place = len(course.wagers) + course.payments.index(payment)
    table, stage = payment.stage.table, payment.stage
    rows: Counter[tuple[int, int]] = Counter()
    unpaid = 0
    for position, deals in _positions(ends):
        due = int(course.paid(position, payment))
        if not due:
            unpaid += deals
            continue
        for outcome, times in ends.settled[position].items():
            rows[due, outcome[place]] += times
    stakes = sorted({due for due, _ in rows} or {1})
    found = [
        counted(row, label if len(stakes) == 1 else f"{due} times: {label}", rows[due, number], table.role, stake=due)
        for due in stakes
        for number, (row, label) in enumerate(zip(table.rows, labels_of(table.rows), strict=True))
    ]
    measured = course.game.wagers[stage.measured_by]
    if unpaid:
        clause = table.rows[0].under or table.rows[0].clause
        found.append(Counted(label="folded", pays="nothing", clause=clause, combinations=unpaid, wager=Fraction(0)))
    return WagerSheet(
        wager=stage.id,
        name=stage.title,
        paytable=rules.paytable_in_force(stage.id),
        clause=table.rows[0].clause,
        rows=tuple(found),
        total=total,
        role=Role.ON_TOP,
        notes=(f"Paid on top, for each unit of the {measured.name}.",),
    ).check()


def _vigorish_sheet(course: Course, ends: Ends, wager: str, *, total: int) -> WagerSheet:
    charge, place = course.vigorish[wager], course.wagers.index(wager)
    table = course.tables[place]
    nets = [row.worth.net(table.role).wager for row in table.rows]
    won: Counter[Fraction] = Counter()
    for position, outcomes in ends.settled.items():
        stake = position.stakes[place]
        for outcome, times in outcomes.items():
            if stake and nets[outcome[place]] > 0 and wager not in course.collected(position):
                won[stake * nets[outcome[place]]] += times
    rows = [
        Counted(
            label="won" if len(won) == 1 else f"won {net}",
            pays=f"{charge.percent}% of what is won",
            clause=charge.clause,
            combinations=times,
            wager=-net * Fraction(charge.percent, 100),
        )
        for net, times in sorted(won.items())
    ]
    free = total - sum(won.values())
    rows.append(Counted(label="not won", pays="nothing", clause=charge.clause, combinations=free, wager=Fraction(0)))
    return WagerSheet(
        wager="vigorish",
        name="Vigorish",
        paytable=NO_CHOICE,
        clause=charge.clause,
        rows=tuple(rows),
        total=total,
        role=Role.ON_TOP,
    ).check()
