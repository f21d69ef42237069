"""What a player may look up at the table: the clause in force and what the wagers pay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.clause import ClauseError
from houseway.felt import columns
from houseway.felt.show import short_name
from houseway.money import Lose, Push, dollars
from houseway.register import Reading, alike, children, entry, is_known, nearest, outside, readings, spelled
from houseway.rounds.reading import shortened
from houseway.rules.game import BankedGame, PayEnvy, PayOnTop, SettleWagers, Vigorish
from houseway.rules.settlement import SettlementTable


def clauses_text(ids: Iterable[str]) -> RenderableType:
    """Clauses in our own words, with what stands directly under them and how open points are read."""
    return Group(*(_clause_text(id) for id in dict.fromkeys(ids)))


def clause_asked_for(text: str) -> RenderableType:
    """A clause or a reading named by the user, or the nearest known clauses."""
    named = next((one for one in readings() if one.id == text.lower()), None)
    if named is not None:
        return _reading_text(named)
    about = outside(text.lower())
    if about is not None:
        return Text(f"{text.lower()} lies outside the chapters of the register; it is about {about}.")
    meant = alike(text)
    try:
        id = str(spelled(text))
    except ClauseError:
        if len(meant) == 1:
            return _clause_text(meant[0])
        return Text(f"{shortened(text)!r} is no clause; one looks like 677a.11(h)(2).")
    if is_known(id):
        return _clause_text(id)
    if len(meant) == 1:
        return _clause_text(meant[0])
    return Text(f"There is no clause {id} in the register; near it: {', '.join(nearest(id))}.")


def _clause_text(id: str) -> RenderableType:
    found = entry(id)
    lines: list[RenderableType] = [Text.assemble((id, "cyan"), f"  {found.text}" if found is not None else "")]
    for below in children(id):
        step = below.id.removeprefix(id)
        lines.append(Padding(Text.assemble((step, "cyan"), f"  {below.text}"), (0, 0, 0, 2), expand=False))
    touching = [reading for reading in readings() if id in reading.clauses]
    lines += [Padding(_reading_text(reading), (0, 0, 0, 2), expand=False) for reading in touching]
    return Group(*lines)


def _reading_text(reading: Reading) -> Text:
    return Text.assemble(("reading ", "dim"), (reading.id, "cyan"), f"  {reading.reading}")


def pays_text(game: BankedGame) -> RenderableType:
    """What each wager pays, row by row, as its settlement table has it."""
    table = columns("wager", "hand", "pays", "clause")
    for id, settlement in _tables(game):
        _add_rows(table, [short_name(game, id)], _paid(settlement))
        for vigorish in _vigorish(game, id):
            _add_rows(table, [], [(_vigorish_text(vigorish), f"{vigorish.percent}%", vigorish.clause)])
    envies = 0
    for envy in (stage for stage in game.stages if isinstance(stage, PayEnvy)):
        if game.wagers[envy.wager].offered:
            for least, settlement, below in envy.brackets:
                size = f"{dollars(least)} or more" if below is None else f"{dollars(least)} to {dollars(below - 1)}"
                _add_rows(table, ["Envy Bonus", f"{short_name(game, envy.wager)},", size], _paid(settlement))
                envies += 1
    said = [Text("An Envy Bonus is paid for the hand of another player.", style="dim")] if envies else []
    return Group(table, *said)


_Paid = tuple[str, str, str]


def _add_rows(table: Table, names: Sequence[str], rows: Iterable[_Paid]) -> None:
    """Rows of a paytable, the names beside the first of them."""
    for name, (hand, pays, clause) in zip(chain(names, repeat("")), rows, strict=False):
        table.add_row(name, Text(hand, style="dim"), pays, Text(clause, style="cyan"))


def _paid(settlement: SettlementTable) -> Iterable[_Paid]:
    rows = [(row.name, str(row.pays), row.clause) for row in settlement.rows if not isinstance(row.pays, Push | Lose)]
    return dict.fromkeys(rows)


def _vigorish(game: BankedGame, wager: str) -> Iterable[Vigorish]:
    for stage in game.stages:
        if isinstance(stage, SettleWagers):
            yield from (vigorish for after, vigorish in stage.vigorish if after == wager)


def _vigorish_text(vigorish: Vigorish) -> str:
    rounded = vigorish.rounded_up_to
    return "vigorish on a win" if rounded is None else f"vigorish on a win, in steps of {dollars(rounded)}"


def _tables(game: BankedGame) -> Iterable[tuple[str, SettlementTable]]:
    for id, wager in game.wagers.items():
        if wager.offered and id in game.tables:
            yield id, game.tables[id]
    seen: set[str] = set()
    for stage in game.stages:
        on_top = [stage] if isinstance(stage, PayOnTop) else []
        if isinstance(stage, SettleWagers):
            on_top = [one for _, one in stage.on_top]
        for one in on_top:
            if one.id not in seen:
                seen.add(one.id)
                yield one.id, one.table
