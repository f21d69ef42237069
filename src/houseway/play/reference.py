"""What a player may look up at the table: the clause in force and what the wagers pay."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from houseway.clause import ClauseError
from houseway.felt import columns
from houseway.felt.show import short_name
from houseway.money import Lose, Push
from houseway.register import children, entry, is_known, nearest, readings, spelled
from houseway.rules.game import BankedGame, PayOnTop, SettleWagers
from houseway.rules.settlement import SettlementTable


def clauses_text(ids: Iterable[str]) -> RenderableType:
    """Clauses in our own words, with what stands directly under them and how open points are read."""
    return Group(*(_clause_text(id) for id in dict.fromkeys(ids)))


def clause_asked_for(text: str) -> RenderableType:
    """A clause named by the user, or the nearest known ones."""
    try:
        id = str(spelled(text))
    except ClauseError as error:
        return Text(f"{error}.")
    if not is_known(id):
        return Text(f"There is no clause {id} in the register; near it: {', '.join(nearest(id))}.")
    return _clause_text(id)


def _clause_text(id: str) -> RenderableType:
    found = entry(id)
    lines: list[RenderableType] = [Text.assemble((id, "cyan"), f"  {found.text}" if found is not None else "")]
    for below in children(id):
        step = below.id.removeprefix(id)
        lines.append(Padding(Text.assemble((step, "cyan"), f"  {below.text}"), (0, 0, 0, 2), expand=False))
    for reading in readings():
        if id in reading.clauses:
            said = Text.assemble(("reading ", "dim"), (reading.id, "cyan"), f"  {reading.reading}")
            lines.append(Padding(said, (0, 0, 0, 2), expand=False))
    return Group(*lines)


def pays_text(game: BankedGame) -> RenderableType:
    """What each wager pays, row by row, as its settlement table has it."""
    table = columns("wager", "hand", "pays", "clause")
    for id, settlement in _tables(game):
        rows: dict[tuple[str, str, str], None] = {}
        for row in settlement.rows:
            if not isinstance(row.pays, Push | Lose):
                rows.setdefault((row.name, str(row.pays), row.clause))
        for number, (hand, pays, clause) in enumerate(rows):
            name = short_name(game, id) if number == 0 else ""
            table.add_row(name, Text(hand, style="dim"), pays, Text(clause, style="cyan"))
    return table


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
