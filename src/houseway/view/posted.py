"""What a player may look up at the table: clauses and readings, what the wagers pay, the limits and what is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from houseway.chapters.c637a_poker.posted_limits import posted_limits
from houseway.clause import ClauseError
from houseway.money import Lose, Push, Role, dollars
from houseway.register import alike, children, entry, is_known, nearest, outside, readings, spelled
from houseway.rules.game import BankedGame, PayEnvy, PayOnTop, SettleWagers, Vigorish, bracket_text
from houseway.rules.settlement import HANDS_TIE, HIGH_HAND_ONLY, LOW_HAND_ONLY, Row, SettlementTable
from houseway.rules.table_rules import TableRules
from houseway.view.names import wager_name
from houseway.view.table import AnyRules
from houseway.written import shortened

# Clauses.


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A clause in our own words, or a reading of an open point; ``below``: it stands under the one before it."""

    id: str
    says: str
    reading: bool = False
    below: bool = False


def clauses_named(ids: Iterable[str]) -> Iterator[Entry]:
    """Clauses with what stands directly under them and how open points are read."""
    for id in dict.fromkeys(ids):
        found = entry(id)
        yield Entry(id=id, says=found.text if found is not None else "")
        for one in children(id):
            yield Entry(id=one.id.removeprefix(id), says=one.text, below=True)
        for reading in readings():
            if id in reading.clauses:
                yield Entry(id=reading.id, says=reading.reading, reading=True, below=True)


def looked_up(text: str) -> Sequence[Entry] | str:
    """A clause or a reading named by a person, or a sentence that there is none."""
    for reading in readings():
        if reading.id == text.lower():
            return (Entry(id=reading.id, says=reading.reading, reading=True),)
    about = outside(text.lower())
    if about is not None:
        return f"{text.lower()} lies outside the chapters of the register; it is about {about}."
    meant = alike(text)
    try:
        id = str(spelled(text))
    except ClauseError:
        if len(meant) == 1:
            return tuple(clauses_named(meant))
        return f"{shortened(text)!r} is no clause; one looks like 677a.11(h)(2)."
    if not is_known(id) and len(meant) != 1:
        return f"There is no clause {id} in the register; near it: {', '.join(nearest(id))}."
    return tuple(clauses_named([id] if is_known(id) else meant))


# What a table posts.


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """What a table posts: rows of three, the last a clause, under three heads; ``note``: said below them."""

    heads: tuple[str, str, str, str]
    rows: tuple[tuple[str, str, str, str], ...]
    note: str = ""


def posted(rules: AnyRules) -> Sign:
    """What the wagers of a table pay, or its limits."""
    if isinstance(rules, TableRules):
        rows = tuple(_pays(rules.game))
        envy = any(isinstance(stage, PayEnvy) and rules.game.wagers[stage.wager].offered for stage in rules.game.stages)
        note = "An Envy Bonus is paid for the hand of another player." if envy else ""
        return Sign(heads=("wager", "hand", "pays", "clause"), rows=rows, note=note)
    limits = tuple([(name, text, "", clause) for name, text, clause in posted_limits(rules)])
    return Sign(heads=("posted", "at this table", "", "clause"), rows=limits)


_Paid = tuple[str, str, str]


def _pays(game: BankedGame) -> Iterator[tuple[str, str, str, str]]:
    """Row by row, as the settlement tables have it; a wager's name beside the first of its rows."""
    for id, table in _tables(game):
        rows = [*_paid(table), *_vigorish(game, id)]
        yield from _beside([wager_name(game, id)], rows)
    for stage in game.stages:
        if isinstance(stage, PayEnvy) and game.wagers[stage.wager].offered:
            for least, table, below in stage.brackets:
                size = bracket_text(game.wagers[stage.wager], least, below)
                yield from _beside(["Envy Bonus", f"{wager_name(game, stage.wager)},", size], _paid(table))
    for meter in game.meters.values():
        if meter.linked:
            names = [wager_name(game, wager.id) for wager in game.wagers.values() if wager.meter == meter.id]
            yield names[0], "meter", "linked with other tables or games", meter.clause
    if game.limit is not None:
        most = "a player, a round of play" if game.limit.per_player else "a hand"
        yield "Payout limit", most, f"at most {dollars(game.limit.cents)}", game.limit.clause


def _beside(names: Sequence[str], paid: Iterable[_Paid]) -> Iterator[tuple[str, str, str, str]]:
    rows = list(paid)
    # A name longer than its rows ends beside the last of them.
    names = [*names[: len(rows) - 1], " ".join(names[len(rows) - 1 :])] if rows else names
    for name, row in zip(chain(names, repeat("")), rows, strict=False):
        yield (name, *row)


def _paid(table: SettlementTable) -> Iterable[_Paid]:
    rows = [(row.name or _why_returned(row), str(row.pays), row.clause) for row in table.rows if _is_posted(table, row)]
    return dict.fromkeys(rows)


def _is_posted(table: SettlementTable, row: Row) -> bool:
    """Return whether a row is on the sign: what is paid, and what is returned for another reason than a tie of the hands."""
    if isinstance(row.pays, Push):
        return table.role is not Role.ON_TOP and bool(row.name or _why_returned(row))
    return not isinstance(row.pays, Lose)


def _why_returned(row: Row) -> str:
    return "" if row.reason in (HANDS_TIE, HIGH_HAND_ONLY, LOW_HAND_ONLY) else row.reason


def _vigorish(game: BankedGame, wager: str) -> Iterator[_Paid]:
    stages = [stage for stage in game.stages if isinstance(stage, SettleWagers)]
    for one in [vigorish for stage in stages for after, vigorish in stage.vigorish if after == wager]:
        yield _vigorish_text(one), f"{one.percent}%", one.clause


def _vigorish_text(vigorish: Vigorish) -> str:
    rounded = vigorish.rounded_up_to
    return "vigorish on a win" if rounded is None else f"vigorish on a win, in steps of {dollars(rounded)}"


def _tables(game: BankedGame) -> Iterator[tuple[str, SettlementTable]]:
    for id, wager in game.wagers.items():
        if wager.offered and id in game.tables:
            yield id, game.tables[id]
    on_top: dict[str, SettlementTable] = {}
    for stage in game.stages:
        if isinstance(stage, PayOnTop):
            on_top.setdefault(stage.id, stage.table)
        elif isinstance(stage, SettleWagers):
            for _, one in stage.on_top:
                on_top.setdefault(one.id, one.table)
    yield from on_top.items()
