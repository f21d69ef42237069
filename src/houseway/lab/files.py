"""A PAR sheet as files: CSV with a line a row, and a workbook whose formulas can be followed."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO, StringIO
from typing import Any

import msgspec

from houseway.lab.sheet import Grid, Line, MainSheet, Sheet, WagerSheet, ratio
from houseway.rules.paytable import NO_CHOICE

_WRITTEN = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in a workbook: the same sheet gives the same bytes whenever it is written."""
_HEADS = ("row", "clause", "pays", "combinations", "probability", "net a unit", "stake", "result")
_FIRST = 4
"""The line, from nothing, on which the rows of a wager's block begin below its head."""
_SHOWN = 10**15
"""From here on a spreadsheet shows a whole number rounded, though it holds it."""


def as_csv(sheet: Sheet) -> str:
    """What a round of the main game nets, and every row of every wager, with their combinations, a line each."""
    out = StringIO()
    lines = csv.writer(out, lineterminator="\n")
    heads = ("game", "digest", "version", "wager", "paytable", "row", "clause", "pays", "combinations", "total", "net")
    lines.writerow((*heads, "stake", "return", "house_edge"))
    if sheet.main is not None:
        main = sheet.main
        for result in main.results:
            own = ("main game", NO_CHOICE, f"nets {float(result.net):g}", "", "", result.deals, main.total)
            worth = (ratio(result.net), 1, ratio(main.returned), float(main.house_edge))
            lines.writerow((sheet.game, sheet.digest, sheet.version, *own, *worth))
    for one in every_wager(sheet):
        for row in one.rows:
            own = (one.wager, one.paytable, row.label, row.clause, row.pays, row.combinations, one.total)
            net = (ratio(one.net_of(row)), row.stake)
            lines.writerow(
                (sheet.game, sheet.digest, sheet.version, *own, *net, ratio(one.returned), float(one.house_edge))
            )
    return out.getvalue()


def every_wager(sheet: Sheet) -> tuple[WagerSheet, ...]:
    """The wagers of the main game and those beside it."""
    return (*(sheet.main.wagers if sheet.main is not None else ()), *sheet.wagers)


def as_xlsx(sheet: Sheet, *, submission: Mapping[str, Any], command: str) -> bytes:
    """A workbook: summary, one sheet a wager, the main game, the strategy, and the inputs."""
    import xlsxwriter

    out = BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.set_properties({"title": f"PAR sheet: {sheet.name}", "created": _WRITTEN})
    write = _Book(book)
    summary = write.sheet("Summary", (48, 18, 16, 16, 16, 18, 16, 16))
    places = _wagers(write, sheet)
    _summary(write, summary, sheet, places)
    if sheet.main is not None:
        _main(write, sheet.main, "Main game")
        _strategy(write, sheet.main, "Strategy")
    if sheet.optimal is not None:
        _main(write, sheet.optimal, "Best play")
        _strategy(write, sheet.optimal, "Best strategy")
    _inputs(write, sheet, submission, command)
    book.close()
    return out.getvalue()


class _Book:
    """The workbook with its few formats."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.bold = book.add_format({"bold": True})
        self.head = book.add_format({"bold": True, "bottom": 1})
        self.whole = book.add_format({"num_format": "#,##0"})
        self.share = book.add_format({"num_format": "0.000000%"})
        self.plain = book.add_format({"num_format": "0.000000"})
        self.wrapped = book.add_format({"text_wrap": True, "valign": "top"})
        self.names: set[str] = set()

    def sheet(self, name: str, widths: tuple[int, ...]) -> Any:
        """A sheet with a name as the format allows it."""
        short = "".join(letter if letter not in "[]:*?/\\'" else " " for letter in name)[:31]
        number = 2
        while short.lower() in self.names:
            short = f"{short[:28]} {number}"
            number += 1
        self.names.add(short.lower())
        found = self.book.add_worksheet(short)
        for column, width in enumerate(widths):
            found.set_column(column, column, width)
        return found

    def count(self, page: Any, line: int, column: int, many: int, *, beside: int) -> None:
        """A whole number; where a spreadsheet would show it rounded, its digits stand beside as text."""
        page.write_number(line, column, many, self.whole)
        if many >= _SHOWN:
            page.write_string(line, beside, f"{many:,}")


def _wagers(write: _Book, sheet: Sheet) -> dict[tuple[str, str], tuple[str, int]]:
    """One sheet a wager, its paytables one below the other; where each block's figures stand."""
    places: dict[tuple[str, str], tuple[str, int]] = {}
    by_wager: dict[str, list[WagerSheet]] = {}
    for one in every_wager(sheet):
        by_wager.setdefault(one.wager, []).append(one)
    for wager, several in by_wager.items():
        page = write.sheet(wager, (52, 22, 14, 24, 14, 16, 8, 16, 24))
        line = 0
        for one in several:
            places[one.wager, one.paytable] = (page.get_name(), line)
            line = _block(write, page, one, line) + 2
    return places


def _block(write: _Book, page: Any, one: WagerSheet, at: int) -> int:
    """One paytable: its rows, a checksum, and every figure as a formula over them; the line after it."""
    page.write(at, 0, one.name if one.paytable == "-" else f"{one.name}, paytable {one.paytable}", write.bold)
    page.write(at + 1, 0, " ".join((f"{one.clause}.", *one.said)))
    page.write(at + 2, 0, "deals in all", write.bold)
    write.count(page, at + 2, 3, one.total, beside=8)
    if one.size is not None:
        for column, (name, cents) in ((4, ("wager in cents", one.size.wager)), (6, ("meter in cents", one.size.meter))):
            page.write(at + 2, column, name, write.bold)
            page.write_number(at + 2, column + 1, cents, write.whole)
    for column, head in enumerate(_HEADS):
        page.write(at + 3, column, head, write.head)
    first, last = at + _FIRST, at + _FIRST + len(one.rows) - 1
    total = f"$D${at + 3}"
    for line, row in enumerate(one.rows, start=first):
        net, share = float(one.net_of(row)), row.combinations / one.total
        page.write(line, 0, row.label)
        page.write(line, 1, row.clause)
        page.write(line, 2, row.pays)
        write.count(page, line, 3, row.combinations, beside=8)
        page.write_formula(line, 4, f"=D{line + 1}/{total}", write.share, share)
        if row.meter or row.cents:
            # What the row pays of the meter and in cents follows the two amounts above.
            amounts = f"({float(row.meter)}*$H${at + 3}+{row.cents})/$F${at + 3}"
            page.write_formula(line, 5, f"={float(row.wager)}+{amounts}", write.plain, net)
        else:
            page.write_number(line, 5, net, write.plain)
        page.write_number(line, 6, row.stake)
        page.write_formula(line, 7, f"=E{line + 1}*F{line + 1}*G{line + 1}", write.plain, share * net * row.stake)
    rows = {letter: f"{letter}{first + 1}:{letter}{last + 1}" for letter in "DEFGH"}
    moments = one.moments
    mean, staked, after = float(moments.mean), float(moments.staked), last + 1
    page.write(after, 0, "checksum: combinations less deals", write.bold)
    page.write_formula(after, 3, f"=SUM({rows['D']})-{total}", write.whole, 0)
    own = "1+" if one.role == "a wager of its own" else ""
    less = "1-" if own else "-"
    deviation = f"=SQRT(SUMPRODUCT({rows['E']},({rows['F']}*{rows['G']})^2)-D{after + 2}^2)"
    hit = f"=SUMPRODUCT(({rows['F']}>0)*({rows['G']}>0)*{rows['E']})"
    figures = (
        ("mean result", f"=SUM({rows['H']})", write.plain, mean),
        ("wagered a deal", f"=SUMPRODUCT({rows['E']},{rows['G']})", write.plain, staked),
        ("return", f"={own}D{after + 2}/D{after + 3}", write.share, float(one.returned)),
        ("house edge", f"={less}D{after + 4}", write.share, float(one.house_edge)),
        ("hit frequency", hit, write.share, float(one.hit_frequency)),
        ("standard deviation", deviation, write.plain, one.standard_deviation),
    )
    for number, (name, formula, form, value) in enumerate(figures, start=after + 1):
        page.write(number, 0, name, write.bold)
        page.write_formula(number, 3, formula, form, value)
    page.write(after + 3, 4, ratio(one.returned))
    return int(after + 1 + len(figures))


def _summary(write: _Book, page: Any, sheet: Sheet, places: Mapping[tuple[str, str], tuple[str, int]]) -> None:
    """The figures of every wager, each taken from the wager's own sheet."""
    page.write(0, 0, f"PAR sheet: {sheet.name}", write.bold)
    for column, head in enumerate(("wager", "paytable", "return", "house edge", "hit frequency", "standard deviation")):
        page.write(2, column, head, write.head)
    line = 3
    for main, name in ((sheet.main, "Main game"), (sheet.optimal, "Best play")):
        if main is not None:
            _main_summary(write, page, line, main, name)
            line += 1
    if sheet.main is not None:
        for column, head in enumerate(("average wager", "element of risk"), start=6):
            page.write(2, column, head, write.head)
    for one in every_wager(sheet):
        name, at = places[one.wager, one.paytable]
        after = at + _FIRST + len(one.rows)
        page.write(line, 0, one.name)
        page.write(line, 1, one.paytable)
        shares = (one.returned, one.house_edge, one.hit_frequency)
        values = (*map(float, shares), one.standard_deviation)
        for column, value in enumerate(values, start=2):
            form = write.share if column < 5 else write.plain
            page.write_formula(line, column, f"='{name}'!D{after + column + 2}", form, value)
        line += 1
    parts = (
        ()
        if sheet.main is None or not sheet.main.wagers
        else (_PARTS.format(", ".join(one.name for one in sheet.main.wagers)),)
    )
    line += 1
    for note in (*parts, *sheet.notes, *((sheet.pending,) if sheet.pending else ())):
        page.write(line, 0, note)
        line += 1


_PARTS = "Parts of the main game, each with what it gives back by itself under this play: {}."


def _main_summary(write: _Book, page: Any, line: int, main: MainSheet, name: str) -> None:
    """The figures of the main game, each taken from its own sheet."""
    page.write(line, 0, f"The main game, {main.played} play, for each {main.unit_name}", write.bold)
    page.write(line, 1, NO_CHOICE)
    first = 4 + len(main.results)
    shares = (main.returned, main.house_edge, main.hit_frequency)
    figures = (
        *zip((4, 5, 8), (write.share,) * 3, map(float, shares), strict=True),
        (9, write.plain, main.standard_deviation),
        (6, write.plain, float(main.average_wager)),
        (7, write.share, float(main.element_of_risk)),
    )
    for column, (below, form, value) in enumerate(figures, start=2):
        page.write_formula(line, column, f"='{name}'!B{first + below}", form, value)


def _main(write: _Book, main: MainSheet, name: str) -> None:
    """The distribution of net results with the figures that follow from it, and the decisions."""
    page = write.sheet(name, (44, 24, 18, 18, 24))
    page.write(0, 0, f"The main game, {main.played} play; in units of the {main.unit_name}", write.bold)
    for column, head in enumerate(("net", "deals", "probability", "result")):
        page.write(2, column, head, write.head)
    first, last, total = 3, 2 + len(main.results), main.total
    at = last + 2
    for line, one in enumerate(main.results, start=first):
        page.write_number(line, 0, float(one.net))
        write.count(page, line, 1, one.deals, beside=4)
        page.write_formula(line, 2, f"=B{line + 1}/$B${at + 1}", write.share, one.deals / total)
        page.write_formula(line, 3, f"=A{line + 1}*C{line + 1}", write.plain, float(one.net) * one.deals / total)
    nets, deals, shares, results = (f"{letter}{first + 1}:{letter}{last + 1}" for letter in "ABCD")
    page.write(at, 0, "deals in all", write.bold)
    write.count(page, at, 1, total, beside=4)
    figures = (
        ("checksum: deals of the results less deals", f"=SUM({deals})-B{at + 1}", write.whole, 0),
        ("mean result", f"=SUM({results})", write.plain, float(main.moments.mean)),
        ("return", f"=1+B{at + 3}", write.share, float(main.returned)),
        ("house edge", f"=-B{at + 3}", write.share, float(main.house_edge)),
        ("average wager", None, write.plain, float(main.average_wager)),
        ("element of risk", f"=B{at + 5}/B{at + 6}", write.share, float(main.element_of_risk)),
        ("hit frequency", f"=SUMPRODUCT(({nets}>0)*{shares})", write.share, float(main.hit_frequency)),
        (
            "standard deviation",
            f"=SQRT(SUMPRODUCT({shares},{nets}^2)-B{at + 3}^2)",
            write.plain,
            main.standard_deviation,
        ),
        *(
            ()
            if main.standard_error is None
            else (("standard error of the house edge, estimated", None, write.share, main.standard_error),)
        ),
    )
    for line, (name, formula, form, value) in enumerate(figures, start=at + 1):
        page.write(line, 0, name, write.bold)
        if formula is None:
            page.write_number(line, 1, value, form)
        else:
            page.write_formula(line, 1, formula, form, value)
    page.write(at + 3, 2, ratio(main.returned))
    line = at + len(figures) + 2
    for name, exact in main.figures:
        page.write(line, 0, name)
        page.write_number(line, 1, float(exact), write.share)
        page.write(line, 2, ratio(exact))
        line += 1
    for column, head in enumerate(("asked", "deals", "share", "answer")):
        page.write(line, column, head, write.head)
    for number, decision in enumerate(main.decisions, start=line + 1):
        page.write(number, 0, decision.question)
        write.count(page, number, 1, decision.deals, beside=4)
        page.write_formula(number, 2, f"=B{number + 1}/$B${at + 1}", write.share, decision.deals / total)
        page.write(number, 3, decision.answer)


def _strategy(write: _Book, main: MainSheet, name: str) -> None:
    page = write.sheet(name, (60, *(20 * (12,))))
    line = 0
    for part in main.strategy:
        page.write(line, 0, part.title, write.bold)
        if part.says:
            line += 1
            page.write(line, 0, part.says)
        if isinstance(part, Grid):
            line += 1
            for column, name in enumerate(part.columns, start=1):
                page.write(line, column, name, write.head)
            for name, cells in zip(part.rows, part.cells, strict=True):
                line += 1
                page.write(line, 0, name, write.bold)
                for column, cell in enumerate(cells, start=1):
                    page.write(line, column, cell)
            if part.costs:
                line += 2
                page.write(line, 0, f"{part.title}: what the other answer costs, in units of the game", write.bold)
                for name, costs in zip(part.rows, part.costs, strict=True):
                    line += 1
                    page.write(line, 0, name, write.bold)
                    for column, cost in enumerate(costs, start=1):
                        page.write_number(line, column, float(cost), write.plain)
        else:
            for rule in part.lines:
                line += 1
                page.write(line, 0, rule.when, write.wrapped)
                page.write(line, 1, rule.do)
                if rule.share is not None:
                    page.write_number(line, 2, float(rule.share), write.share)
                if rule.gain is not None:
                    page.write_number(line, 3, float(rule.gain), write.share)
                if rule.example:
                    page.write(line, 4, rule.example)
        line += 2


def _inputs(write: _Book, sheet: Sheet, submission: Mapping[str, Any], command: str) -> None:
    page = write.sheet("Inputs", (30, 90))
    lines = [("game", sheet.game), ("rules digest", sheet.digest), ("Houseway", sheet.version), ("command", command)]
    lines += [(field, _text(value)) for field, value in submission.items() if field != "game"]
    for line, (name, value) in enumerate(lines):
        page.write(line, 0, name, write.bold)
        page.write_string(line, 1, value, write.wrapped)


def _text(value: Any) -> str:
    if value is None or value in ({}, [], ()):
        return "not stated"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def lines_of(main: MainSheet, most: int | None = None) -> Iterator[str]:
    """The strategy as plain lines, grids in columns; in one that would be wider than ``most`` answers are shortened."""
    for part in main.strategy:
        yield part.title
        if part.says:
            yield part.says
        if isinstance(part, Grid):
            found = _columns(part, {})
            if most is not None and max(map(len, found)) > most:
                short = _shortened(part)
                yield ", ".join(f"{mark}: {says}" for says, mark in short.items())
                found = _columns(part, short)
            yield from found
        else:
            yield from map(_said, part.lines)
        yield ""


def _columns(grid: Grid, short: Mapping[str, str]) -> list[str]:
    rows = [
        (name, *(short.get(cell, cell) for cell in cells)) for name, cells in zip(grid.rows, grid.cells, strict=True)
    ]
    table = [("", *grid.columns), *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip() for cells in table]


def _shortened(grid: Grid) -> dict[str, str]:
    """Each answer of a grid by as few first letters of its words as tell it from the others (``raise 3``: ``r3``)."""
    says = {cell for cells in grid.cells for cell in cells if cell}
    for letters in range(1, max(map(len, says))):
        found = {one: re.sub(rf"([a-z]{{1,{letters}}})[a-z]*| ", r"\1", one) for one in sorted(says)}
        if len(set(found.values())) == len(found):
            return found
    return {}


def _said(line: Line) -> str:
    share = [] if line.share is None or line.gain is None else [f"{float(line.share):.4%} of deals"]
    gain = [] if line.gain is None else [f"gains {float(line.gain):.6%}"]
    more = "; ".join([*share, *gain, *([line.example] if line.example else [])])
    return f"{line.when}: {line.do}" + (f" ({more})" if more else "")
