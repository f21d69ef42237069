"""Paytables that cost what a game designer wants: whole-number odds for some rows, nearest to a house edge.

What a row adds to a wager is the share of deals it settles, so the edge is linear in the odds while players play alike. The tables
nearest to the target by these shares are then analyzed as they are: from kept counts, or solved again where odds change the best play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod
from typing import Any

from houseway.chapters import registry
from houseway.lab.analysis import analyze
from houseway.lab.inputs import InputError, rules_of
from houseway.lab.sheet import MainSheet, Progress, Sheet, WagerSheet, quiet
from houseway.money import ForOne, ToOne
from houseway.rules.game import SettleWagers
from houseway.rules.paytable import Paytable, label_of
from houseway.rules.settlement import SettlementTable
from houseway.rules.submission import Submission, paytable_of
from houseway.rules.table_rules import TableRules
from houseway.written import nearest, shown

SIDE_TABLES, MAIN_TABLES = 10, 4
"""So many tables are listed: of a side wager, and where each must be solved."""
_MOST_TRIED = 300_000
_HIGHEST = 10
"""The first row of a table may pay up to so many times what it pays now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Varied:
    """A row whose odds are varied: ``share`` is what one more to 1 returns of each unit wagered, as the game is played now."""

    table: str
    row: str
    pays: Fraction
    form: str
    least: int
    most: int
    share: Fraction

    @property
    def name(self) -> str:
        return f"{self.table}.{self.row}"

    def text(self, odds: int) -> str:
        """Return odds as the paytable writes them."""
        return f"{odds:,} {self.form} 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A table near the target, analyzed: the odds of the varied rows, and its sheet.

    ``paytable``: the letter of the chapter's table with the same odds, if there is one.
    """

    odds: tuple[int, ...]
    sheet: WagerSheet | MainSheet
    paytable: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The tables nearest to a house edge, the nearest first."""

    wager: str
    edge: Fraction
    varied: tuple[Varied, ...]
    now: Fraction
    is_main: bool
    candidates: tuple[Candidate, ...]


def find_tables(
    rules: TableRules, wager: str, rows: Sequence[str], target: Fraction, *, progress: Progress = quiet
) -> Target:
    """Return the tables with whole-number odds for these rows whose house edge is nearest to the target.

    Odds keep the order of the printed table: a row that pays more than another still pays at least as much.
    """
    submission = _submission(rules)
    tables = _tables_paying(submission, wager)
    if not tables:
        known = (*submission.paytable_choices, *submission.fixed_paytables())
        raise InputError(
            f"{shown(wager)} has no paytable to vary{nearest(wager, known)}; tables are {', '.join(known)}"
        )
    named = [_row_named(submission, tables, row) for row in rows]
    if len(set(named)) < len(named):
        raise InputError("a row can be varied only once")
    own = submission.wagers_paid.get(wager, (wager,))[0]
    sheet, is_main = _sheet_of(analyze(rules, wager=own, unoffered=True, progress=progress), own)
    varied = tuple(
        _varied(rules, submission, table, hand, sheet, is_main=is_main, others=named) for table, hand in named
    )
    picked = _nearest(varied, sheet.house_edge - target, MAIN_TABLES if is_main else SIDE_TABLES)
    candidates = []
    for odds in picked:
        changed = _with_odds(rules, varied, odds)
        solved, _ = _sheet_of(analyze(changed, wager=own, unoffered=True, progress=progress), own)
        candidates.append(Candidate(odds=odds, sheet=solved, paytable=_letter(submission, varied, odds)))
    candidates.sort(key=lambda one: abs(one.sheet.house_edge - target))
    return Target(
        wager=own,
        edge=target,
        varied=varied,
        now=sheet.house_edge,
        is_main=is_main,
        candidates=tuple(candidates),
    )


def _submission(rules: TableRules) -> Submission:
    submission = registry.submission_of(rules.game.id).model_validate(rules.submission)
    assert isinstance(submission, Submission)
    return submission


def _stated(rules: TableRules) -> dict[str, Any]:
    return {field: value for field, value in rules.submission.items() if value is not None}


def _tables_paying(submission: Submission, wager: str) -> list[str]:
    """Return the tables that pay a wager, the one of its own name first; a table names itself."""
    every = (*submission.paytable_choices, *submission.fixed_paytables())
    owned = [name for name in every if name == wager or wager in submission.wagers_paid.get(name, ())]
    return sorted(owned, key=lambda name: name != wager)


def _row_named(submission: Submission, tables: Sequence[str], row: str) -> tuple[str, str]:
    """Return the table and the hand that a text names: ``flush``, or ``bad_beat.flush``."""
    first, dot, rest = row.strip().partition(".")
    among = [name for name in tables if not dot or name == first.strip()]
    label = " ".join((rest if dot else first).replace("_", " ").split()).lower()
    for name in among:
        if label in (label_of(hand) for hand in paytable_of(submission, name).pays):
            return name, label
    known = [label_of(hand) for name in among or tables for hand in paytable_of(submission, name).pays]
    raise InputError(
        f"{shown(row.strip())} is no row of {' or '.join(among or tables)}{nearest(label, known)}; rows are {', '.join(dict.fromkeys(known))}"
    )


def _sheet_of(sheet: Sheet, wager: str) -> tuple[WagerSheet | MainSheet, bool]:
    for one in sheet.wagers:
        if one.wager == wager:
            return one, False
    if sheet.main is None:
        raise InputError(f"the sheet has no figures of {wager}")
    return sheet.main, True


def _varied(
    rules: TableRules,
    submission: Submission,
    table: str,
    row: str,
    sheet: WagerSheet | MainSheet,
    *,
    is_main: bool,
    others: Sequence[tuple[str, str]],
) -> Varied:
    printed = paytable_of(submission, table)
    hand = next(one for one in printed.pays if label_of(one) == row)
    pays = printed.pays[hand]
    if not isinstance(pays, ToOne | ForOne):
        raise InputError(f"{table}.{row} pays no odds that could be varied: {pays}")
    now = Fraction(pays.times) if isinstance(pays, ForOne) else Fraction(pays.numerator, pays.denominator)
    free = {label for name, label in others if name == table}
    least, most = _bounds(printed, row, free, now)
    return Varied(
        table=table,
        row=row,
        pays=now,
        form="for" if isinstance(pays, ForOne) else "to",
        least=least,
        most=most,
        share=_share(rules, table, row, pays, sheet, is_main=is_main),
    )


def _bounds(printed: Paytable, row: str, free: set[str], now: Fraction) -> tuple[int, int]:
    """Return the least and greatest odds between those of the rows that stay as they are."""
    fixed = [_odds(pays) for hand, pays in printed.pays.items() if label_of(hand) not in {row, *free}]
    least = max((one for one in fixed if one is not None and one < now), default=Fraction(1))
    most = min((one for one in fixed if one is not None and one > now), default=now * _HIGHEST)
    return max(1, ceil(least)), floor(most)


def _odds(pays: object) -> Fraction | None:
    match pays:
        case ToOne(numerator, denominator):
            return Fraction(numerator, denominator)
        case ForOne(times):
            return Fraction(times)
    return None


def _share(
    rules: TableRules, table: str, row: str, pays: ToOne | ForOne, sheet: WagerSheet | MainSheet, *, is_main: bool
) -> Fraction:
    """Return what one more to 1 in a row returns of each unit wagered."""
    probe = "7777 for 1" if isinstance(pays, ForOne) else "7777 to 1"
    changed = rules_of(_stated(rules), choices=[f"paytables.{table}.{row}={probe}"])
    if isinstance(sheet, MainSheet):
        total = Fraction(0)
        for one in sheet.wagers:
            total += _settled(one, _table(rules, one.wager), _table(changed, one.wager))
        return total
    staked = sheet.moments.staked
    return _settled(sheet, _table(rules, sheet.wager), _table(changed, sheet.wager)) / staked


def _table(rules: TableRules, wager: str) -> SettlementTable | None:
    if wager in rules.game.tables:
        return rules.game.tables[wager]
    for stage in rules.game.stages:
        if isinstance(stage, SettleWagers):
            for _, on_top in stage.on_top:
                if on_top.id == wager:
                    return on_top.table
    return None


def _settled(sheet: WagerSheet, before: SettlementTable | None, after: SettlementTable | None) -> Fraction:
    """Return the share of deals, each by its stake, that the rows settle whose payouts differ."""
    if before is None or after is None:
        return Fraction(0)
    rows = len(before.rows)
    differ = {
        number for number, (was, now) in enumerate(zip(before.rows, after.rows, strict=True)) if was.pays != now.pays
    }
    # A sheet has the rows of its table once for each stake, and then those of folded and unplaced wagers.
    settled = sum(
        one.combinations * one.stake
        for number, one in enumerate(sheet.rows[: len(sheet.rows) // rows * rows])
        if number % rows in differ
    )
    return Fraction(settled, sheet.total)


def _nearest(varied: Sequence[Varied], excess: Fraction, most: int) -> list[tuple[int, ...]]:
    """Return the odds that come nearest: ``excess`` is by how much the edge of today exceeds the target."""
    *first, last = sorted(varied, key=lambda one: one.share)
    tried = prod(one.most - one.least + 1 for one in first)
    if tried > _MOST_TRIED:
        raise InputError(f"these rows have {tried:,} combinations of odds; vary fewer rows at once")
    if not last.share:
        raise InputError(f"{last.name} settles no deal, so its odds change nothing")
    scored: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {}
    for odds in product(*(range(one.least, one.most + 1) for one in first)):
        rest = excess - sum((one.share * (n - one.pays) for one, n in zip(first, odds, strict=True)), Fraction(0))
        exact = last.pays + rest / last.share
        for n in range(floor(exact) - 1, ceil(exact) + 2):
            if last.least <= n <= last.most:
                by_row = {one.name: value for one, value in zip((*first, last), (*odds, n), strict=True)}
                key = tuple(by_row[one.name] for one in varied)
                if _is_ordered(varied, key):
                    off = abs(rest - last.share * (n - last.pays))
                    moved = sum(
                        (abs(value / one.pays - 1) for one, value in zip(varied, key, strict=True) if one.pays),
                        Fraction(0),
                    )
                    scored[key] = (off, moved)
    if not scored:
        raise InputError("no whole-number odds between the rows above and below come near; vary other rows too")
    return sorted(scored, key=lambda key: scored[key])[:most]


def _is_ordered(varied: Sequence[Varied], odds: Sequence[int]) -> bool:
    """Return whether varied rows of one table keep the order of their odds."""
    for (one, n), (other, m) in product(zip(varied, odds, strict=True), repeat=2):
        if one.table == other.table and one.pays > other.pays and n < m:
            return False
    return True


def _with_odds(rules: TableRules, varied: Sequence[Varied], odds: Sequence[int]) -> TableRules:
    choices = [f"paytables.{one.name}={one.text(n)}" for one, n in zip(varied, odds, strict=True)]
    return rules_of(_stated(rules), choices=choices)


def _letter(submission: Submission, varied: Sequence[Varied], odds: Sequence[int]) -> str | None:
    """Return the letter of the chapter's own table with these odds, where one table is varied."""
    tables = {one.table for one in varied}
    if len(tables) != 1:
        return None
    (name,) = tables
    now = paytable_of(submission, name)
    wanted: Mapping[str, Fraction] = {one.row: Fraction(n) for one, n in zip(varied, odds, strict=True)}
    for letter, printed in submission.printed_tables(name).items():
        if [label_of(hand) for hand in printed.pays] == [label_of(hand) for hand in now.pays] and all(
            _odds(pays) == wanted.get(label_of(hand), _odds(now.pays[hand])) for hand, pays in printed.pays.items()
        ):
            return letter
    return None


def rows_of(text: str) -> Iterator[str]:
    """Yield the rows named in a text, separated by commas."""
    for row in text.split(","):
        if not row.strip():
            raise InputError('name the rows to vary, separated by commas: --vary "full house,flush"')
        yield row
