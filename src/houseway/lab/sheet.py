"""PAR sheets as values: what every wager of a game costs, counted over all deals.

A wager's sheet is a list of rows of its settlement table, each with the number of deals it settles; everything else on it
(return, house edge, hit frequency, standard deviation) follows from those numbers and is never stated a second time. A row
carries what it nets as `houseway.money.Worth.net` says it, so that a payout has one meaning in engine and lab.

**Main games.** The chapter of a game solves its main wagers (`houseway.lab.facet.Lab.solve`). The sheet holds

- ``results``: the distribution of a round's net result in units of the main wager, under the strategy of the sheet;
- ``average_wager``: all that is wagered in a round on average, in the same unit;
- ``decisions``: how many deals lead to each answer to each question;
- ``wagers``: a `WagerSheet` for each wager of the main game (Ante, Raise, ...): its rows with ``stake`` the wager's size in
  units of the main wager, one row a size; a round in which it is not placed has ``stake`` 0, one in which it is folded
  away has a row under the clause of the fold;
- ``strategy``: grids and lists that a person can read;
- ``total``: the size of the deal space, to which every one of these counts adds up (`MainSheet.check` sees to it).

``progress(done, of, what)`` is called now and then while a long sum runs; it may raise KeyboardInterrupt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Protocol

import msgspec

from houseway.clause import ClauseId
from houseway.money import Cents, Net, Role
from houseway.rules.paytable import CUSTOM_MARK
from houseway.rules.settlement import Row, SettlementTable

AGAINST_BANK = "house edge against a player who banks, of one wager"
"""The figure of a main game in which a player may be the bank; below nothing it favours the bank."""


_MEASURED = (
    "Return and house edge are of what is wagered here; hit frequency and standard deviation are of a round, "
    "the deviation in units of the main wager."
)


class SheetError(ValueError):
    """Raised when counts do not add up to the deal space; the message says where."""


class Progress(Protocol):
    """Told now and then how far a long sum has come."""

    def __call__(self, done: int, of: int, what: str, /) -> None: ...


def quiet(done: int, of: int, what: str, /) -> None:
    """Nobody is told."""


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a settlement table and the deals it settles.

    ``stake`` is the wager's size in units of the main wager: other than 1 only where a decision sets it.
    """

    label: str
    pays: str
    clause: ClauseId
    combinations: int
    wager: Fraction
    meter: Fraction = Fraction(0)
    cents: Cents = Cents(0)
    stake: int = 1


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """At which size a wager is looked at, where its rows pay cents or parts of a meter."""

    wager: Cents
    meter: Cents = Cents(0)

    def worth(self, net: Net) -> Fraction:
        """What something nets for each unit wagered."""
        return net.wager + (net.meter * self.meter + net.cents) / self.wager


class Moments(msgspec.Struct, frozen=True, kw_only=True):
    """What a round nets on average and squared, and what is wagered in it on average."""

    mean: Fraction
    square: Fraction
    staked: Fraction

    @property
    def deviation(self) -> float:
        return root(self.square - self.mean**2)


class Progressive(msgspec.Struct, frozen=True, kw_only=True):
    """What a progressive wager is worth as its meter moves, for one size of the wager.

    ``fixed``: the return of all that the meter does not pay. ``slope``: what the return gains with each dollar on the
    meter. ``break_even``: the meter in cents at which the wager costs nothing, None where no meter does it.
    ``rate``: the part of each wager that the meter gains. ``paid_from`` and ``emptied``: the share of rounds in which the
    wager is paid from the meter, and in which it takes all of it.
    """

    meter: str
    wager: Cents
    at: Cents
    reset: Cents
    rate: Fraction
    fixed: Fraction
    slope: Fraction
    break_even: Fraction | None
    paid_from: Fraction
    emptied: Fraction
    wagers_per_hour: int = 40

    @property
    def days_between(self) -> float | None:
        """Days of 24 hours, at so many wagers an hour, between two that take the whole meter."""
        return float(1 / self.emptied / self.wagers_per_hour / 24) if self.emptied else None


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """How a sheet was estimated: from so many deals that a seed dealt, and the standard error of the result in units of the wager."""

    seed: int
    deals: int
    standard_error: float


class WagerSheet(msgspec.Struct, frozen=True, kw_only=True):
    """One wager under one paytable.

    ``role``: what its payouts rest on. ``total``: the size of the deal space its rows are counted over. ``estimate``: how they were
    estimated; None where every deal is counted.
    """

    wager: str
    name: str
    paytable: str
    clause: ClauseId
    rows: tuple[Counted, ...]
    total: int
    role: Role = Role.WAGER
    size: Size | None = None
    progressive: Progressive | None = None
    notes: tuple[str, ...] = ()
    estimate: Estimate | None = None

    def check(self) -> WagerSheet:
        """Itself, if the rows add up to the deal space."""
        counted = sum(row.combinations for row in self.rows)
        if counted != self.total or any(row.combinations < 0 for row in self.rows):
            raise SheetError(f"{self.wager}, paytable {self.paytable}: the rows count {counted} of {self.total} deals")
        return self

    def net_of(self, row: Counted) -> Fraction:
        """What a row nets for each unit wagered."""
        if not row.meter and not row.cents:
            return row.wager
        if self.size is None:
            raise SheetError(
                f"{self.wager}, paytable {self.paytable}: {row.label} pays by an amount, and none is stated"
            )
        return self.size.worth(Net(row.wager, row.meter, row.cents))

    @property
    def moments(self) -> Moments:
        mean = square = staked = Fraction(0)
        for row in self.rows:
            won = row.stake * self.net_of(row)
            mean += row.combinations * won
            square += row.combinations * won**2
            staked += row.combinations * row.stake
        return Moments(mean=mean / self.total, square=square / self.total, staked=staked / self.total)

    @property
    def returned(self) -> Fraction:
        """What comes back of each unit wagered; of a payment on top or an Envy Bonus, what it pays."""
        moments = self.moments
        gained = moments.mean / moments.staked if moments.staked else Fraction(0)
        return gained + 1 if self.role is Role.WAGER else gained

    @property
    def house_edge(self) -> Fraction:
        """The part of each unit wagered that the house keeps; of what rests on no wager, what it pays, below nothing."""
        return 1 - self.returned if self.role is Role.WAGER else -self.returned

    @property
    def hit_frequency(self) -> Fraction:
        """The share of deals in which more comes back than was wagered."""
        return Fraction(sum(row.combinations for row in self.rows if row.stake and self.net_of(row) > 0), self.total)

    @property
    def standard_deviation(self) -> float:
        """Of a round's result, in units of the wager."""
        return self.moments.deviation

    def _repr_html_(self) -> str:
        from houseway.lab.html import of_wager

        return of_wager(self)

    def label_of(self, row: Counted) -> str:
        """A row's label, with the wager's size where it has only one, and that is not the main wager's."""
        (most, *others) = {one.stake for one in self.rows if one.stake} or {1}
        return row.label if others or most == 1 or not row.stake else f"{row.label}, {most} times"

    @property
    def said(self) -> tuple[str, ...]:
        """Its notes, and what its figures are measured by where a decision sets its size."""
        if all(row.stake == 1 for row in self.rows):
            return self.notes
        return (*self.notes, _MEASURED)

    @property
    def combinations(self) -> dict[str, int]:
        """The deals of each row by its label."""
        return {row.label: row.combinations for row in self.rows}


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How many deals net a player so much, in units of the main wager."""

    net: Fraction
    deals: int


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """How many deals lead to an answer (``raise 3``) when a question (``before_flop``) is asked."""

    asked: str
    answer: str
    deals: int

    @property
    def question(self) -> str:
        """What is asked, as people read it."""
        return self.asked.replace("_", " ")


class Grid(msgspec.Struct, frozen=True, kw_only=True, tag="grid"):
    """Answers in two directions, as the 13 by 13 starting hands; ``cells`` by rows.

    ``asked``: the phase whose question it answers; its cells are then that question's words. Where the question is asked of
    the first two cards, rows and columns are ranks from the ace down, suited hands above the diagonal. ``costs``, where they
    are known: what the best of the other answers of the grid costs beside the one in the cell, in units of the game.
    """

    title: str
    asked: str = ""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    says: str = ""
    costs: tuple[tuple[Fraction, ...], ...] = ()


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One rule of a strategy, and the share of deals it decides where that is known.

    ``gain``: what it adds to the result of a round on average, beside the play it is compared with; ``example``: a hand of it.
    """

    when: str
    do: str
    share: Fraction | None = None
    gain: Fraction | None = None
    example: str = ""


class Listing(msgspec.Struct, frozen=True, kw_only=True, tag="list"):
    """Rules in the order in which they are looked through; ``asked``: the phase whose question they answer."""

    title: str
    asked: str = ""
    lines: tuple[Line, ...]
    says: str = ""


Strategy = tuple[Grid | Listing, ...]


class MainSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The main game under one strategy; ``unit`` names the wager that everything is measured by, ``played``
    says how it is played in a word or two (``optimal``).

    ``figures``: further exact results with a name of their own, such as what another reading of a clause costs. ``estimate``: how the
    sheet was estimated; None for a sheet that counts every deal.
    """

    unit: str
    played: str
    total: int
    results: tuple[Result, ...]
    average_wager: Fraction
    decisions: tuple[Decision, ...]
    strategy: Strategy
    wagers: tuple[WagerSheet, ...] = ()
    figures: tuple[tuple[str, Fraction], ...] = ()
    notes: tuple[str, ...] = ()
    estimate: Estimate | None = None

    @property
    def standard_error(self) -> float | None:
        """The standard error of return and house edge; None where they are exact."""
        return None if self.estimate is None else self.estimate.standard_error

    def check(self) -> MainSheet:
        """Itself, if everything adds up to the deal space and the wagers add up to the results."""
        counts: Counter[str] = Counter()
        for decision in self.decisions:
            counts[decision.asked] += decision.deals
        # Whom a question does not reach any more is not asked: no question has more deals than there are.
        for what, counted in (("results", sum(one.deals for one in self.results)), *counts.items()):
            if counted > self.total or (what == "results" and counted != self.total):
                raise SheetError(f"{what} of the main game: {counted} of {self.total} deals")
        for sheet in self.wagers:
            sheet.check()
        if self.wagers:
            moments = [sheet.moments for sheet in self.wagers]
            if sum(one.mean for one in moments) != self.moments.mean:
                raise SheetError("the wagers of the main game do not add up to its results")
            staked = sum(
                (one.staked for one, it in zip(moments, self.wagers, strict=True) if it.role is Role.WAGER),
                start=Fraction(0),
            )
            if staked != self.average_wager:
                raise SheetError(f"the wagers of the main game add up to {staked} a round, not to {self.average_wager}")
        return self

    @property
    def moments(self) -> Moments:
        mean = sum((one.deals * one.net for one in self.results), start=Fraction(0))
        square = sum((one.deals * one.net**2 for one in self.results), start=Fraction(0))
        return Moments(mean=mean / self.total, square=square / self.total, staked=self.average_wager)

    @property
    def unit_name(self) -> str:
        """The name of the wager that everything is measured by."""
        return next((one.name for one in self.wagers if one.wager == self.unit), self.unit.replace("_", " "))

    @property
    def returned(self) -> Fraction:
        return 1 + self.moments.mean

    @property
    def house_edge(self) -> Fraction:
        """What the house wins on average for each unit of the main wager."""
        return -self.moments.mean

    def _repr_html_(self) -> str:
        from houseway.lab.html import of_main

        return of_main(self)

    @property
    def against_bank(self) -> Fraction | None:
        """What a player who banks loses on average for each unit of one wager against the bank; None where nobody may."""
        return dict(self.figures).get(AGAINST_BANK)

    @property
    def element_of_risk(self) -> Fraction:
        """What the house wins on average for each unit wagered in all."""
        return self.house_edge / self.average_wager

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(one.deals for one in self.results if one.net > 0), self.total)

    @property
    def standard_deviation(self) -> float:
        return self.moments.deviation


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """The main game under another lawful choice of one field."""

    field: str
    value: str
    main: MainSheet

    @property
    def key(self) -> str:
        return f"{self.field}={self.value}"


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """The PAR sheet of a game under one set of rules.

    ``choices``: the main game under other lawful choices. ``pending``: why the main game is not on it, where it is not.
    ``optimal``: the main game best played, where ``main`` is played otherwise and the best play has been asked for.
    """

    game: str
    name: str
    digest: str
    version: str
    wagers: tuple[WagerSheet, ...]
    main: MainSheet | None = None
    optimal: MainSheet | None = None
    choices: tuple[Choice, ...] = ()
    pending: str = ""
    notes: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        """The sheet as a notebook shows it."""
        from houseway.lab.html import fragment

        return fragment(self)


def counted_rows(table: SettlementTable, counts: Sequence[int]) -> tuple[Counted, ...]:
    """The rows of a settlement table with the deals each settles; ``counts`` by the number of the row."""
    labels = labels_of(table.rows)
    return tuple(
        counted(row, label, combinations, table.role)
        for row, label, combinations in zip(table.rows, labels, counts, strict=True)
    )


def counted(row: Row, label: str, combinations: int, role: Role, *, stake: int = 1) -> Counted:
    """One row with its deals, and what it nets as the engine pays it."""
    net: Net = row.worth.net(role)
    return Counted(
        label=label,
        pays=row.text,
        clause=row.clause,
        combinations=combinations,
        wager=net.wager,
        meter=net.meter,
        cents=net.cents,
        stake=stake,
    )


def labels_of(rows: Sequence[Row]) -> list[str]:
    """A name for each row that no other row of the table has: the hand, else the payout, the clause added where needed."""
    # A custom paytable is marked once, in the notes of the sheet.
    plain = [row.name.removesuffix(CUSTOM_MARK) or row.text for row in rows]
    often = Counter(plain)
    first = [
        label if often[label] == 1 else f"{label}, {row.under or row.clause}"
        for label, row in zip(plain, rows, strict=True)
    ]
    often, seen, names = Counter(first), Counter[str](), []
    for label in first:
        seen[label] += 1
        names.append(label if often[label] == 1 else f"{label}, {seen[label]}")
    return names


def root(square: Fraction) -> float:
    """The square root of an exact number, to the precision of a float however large its parts are."""
    shift = max(0, (max(square.numerator.bit_length(), square.denominator.bit_length()) - 900) // 2 * 2)
    return sqrt((square.numerator >> shift) / (square.denominator >> shift)) if square else 0.0


def ratio(value: Fraction) -> str:
    """A fraction as JSON has it: ``num/den``, the denominator always there."""
    return f"{value.numerator}/{value.denominator}"
