"""The lab in the browser: the PAR sheet of every game and table, its strategy, its paytables side by side, and downloads."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec
from fastapi import HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from houseway.cards import text_of
from houseway.chapters.c637a_poker import citations
from houseway.chapters.c637a_poker.jackpots import citations as jackpot_citations
from houseway.chapters.c637a_poker.jackpots.payouts import LEAST_FULL_HOUSE
from houseway.chapters.registry import chapter_of, example_of, games, resolve
from houseway.clause import ClauseId
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.extras import install_sentence, is_installed
from houseway.lab.charts import percent
from houseway.lab.html import progressive_lines, strategy
from houseway.lab.main_games import has_best_play
from houseway.lab.sheet import MainSheet, Progressive, Sheet, WagerSheet, ratio
from houseway.money import Role as WagerRole
from houseway.rules.table_rules import TableRules
from houseway.view.submission import checked
from houseway.web.bench import SHEETS, Bench, Work
from houseway.web.lab_process import PER_HOUR, SAMPLES, Question, RoomFigures
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.rendering import money, render
from houseway.web.pages.rules_form import toml_text
from houseway.web.pages.submissions import stored

_FILES = {
    "json": ("application/json", "The sheet as data", "JSON"),
    "csv": ("text/csv", "Every row and count", "CSV"),
    "xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "Workbook with live formulas",
        "XLSX",
    ),
    "html": ("text/html", "PAR sheet, printable", "HTML"),
    "zip": ("application/zip", "Dossier for the regulator", "ZIP"),
    "toml": ("text/plain", "Rules Submission used", "TOML"),
}
"""What can be taken along: the kind of file, what it is, and its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a page of the lab is about: a table, or a game as its chapter has it."""

    name: str
    says: str
    game: str
    chapter: str
    table: bool
    submission: dict[str, Any]

    @property
    def banked(self) -> bool:
        """Whether it is played against a bank."""
        return chapter_of(self.game).banked

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"/lab/{self.name}" if self.table else f"/lab/{self.name}?of=game"

    def question(self, *, every: bool) -> Question:
        """What the lab is asked."""
        return Question(submission=self.submission, every=every and self.banked, unoffered=not self.table)

    def command(self, *, every: bool) -> str:
        """What makes the same sheet at the command line."""
        what = f"{self.name}.toml" if self.table else self.game
        if not self.banked:
            high = f" --high-hand '{text_of(LEAST_FULL_HOUSE)}'" if self.submission.get("high_hand") else ""
            return f"houseway room {what}{high} --samples {SAMPLES}"
        return f"houseway analyze {what}" + (" --all-paytables" if every else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A wager under one paytable, with its house edge as a bar; ``width`` in percent."""

    wager: str
    paytable: str
    edge: str
    width: float
    favours: bool
    on: bool
    clause: ClauseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The paytables of a wager side by side: what each row pays under each of them."""

    name: str
    clause: ClauseId
    letters: tuple[str, ...]
    on: str
    rows: tuple[tuple[str, str, tuple[str, ...], bool], ...]
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """House edge of a progressive wager against its meter, as points of a drawing 510 by 306."""

    name: str
    size: str
    lines: tuple[tuple[str, str], ...]
    path: str
    zero: float
    marks: tuple[tuple[float, float, str, str], ...]
    across: tuple[tuple[float, str], ...]
    down: tuple[tuple[float, str], ...]


def of_row(sheet: WagerSheet) -> list[tuple[str, str, str, str, str, str]]:
    """The rows of a wager as the page lists them."""
    staked = sheet.moments.staked or Fraction(1)
    found: list[tuple[str, str, str, str, str, str]] = []
    for row in sheet.rows:
        share = Fraction(row.combinations, sheet.total)
        label = row.label + (f" × {row.stake}" if row.stake > 1 else "")
        gives = percent(share * row.stake * sheet.net_of(row) / staked)
        found.append((label, row.clause, row.pays, f"{row.combinations:,}", percent(share, 6), gives))
    return found


def bars_of(sheet: Sheet, rules: TableRules) -> list[list[Bar]]:
    """The house edge of every wager beside the main game, by wager, under each paytable that was looked at."""
    own = [one for one in sheet.wagers if one.role is WagerRole.WAGER]
    most = max((abs(float(one.house_edge)) for one in own), default=0.0) or 1.0
    groups: dict[str, list[Bar]] = {}
    for one in own:
        edge = float(one.house_edge)
        groups.setdefault(one.wager, []).append(
            Bar(
                wager=one.name,
                paytable=one.paytable,
                edge=percent(one.house_edge, 2),
                width=round(100 * abs(edge) / most, 1),
                favours=edge < 0,
                on=one.paytable in ("-", rules.paytable_in_force(one.wager)),
                clause=one.clause,
            )
        )
    return [sorted(group, key=lambda bar: bar.paytable) for group in groups.values()]


def compared(sheet: Sheet, rules: TableRules) -> Iterator[Compared]:
    """Every wager of which more than one paytable was looked at."""
    by_wager: dict[str, list[WagerSheet]] = {}
    every = (*(sheet.main.wagers if sheet.main is not None else ()), *sheet.wagers)
    for one in every:
        by_wager.setdefault(one.wager, []).append(one)
    for wager, several in by_wager.items():
        unique = {one.paytable: one for one in sorted(several, key=lambda sheet: sheet.paytable)}
        if len(unique) < 2:
            continue
        labels = dict.fromkeys(row.label for one in unique.values() for row in one.rows)
        pays = {letter: {row.label: row.pays for row in one.rows} for letter, one in unique.items()}
        deals: dict[str, set[int]] = {}
        for row in (row for one in unique.values() for row in one.rows):
            deals.setdefault(row.label, set()).add(row.combinations)
        rows = []
        for label in labels:
            cells = tuple([pays[letter].get(label, "–") for letter in unique])
            # A hand that one table pays is lost, or another row's, under another.
            number = f"{min(deals[label]):,}" if len(deals[label]) == 1 else "by table"
            rows.append((label, number, cells, len(set(cells)) > 1))
        first = next(iter(unique.values()))
        yield Compared(
            name=first.name,
            clause=first.clause,
            letters=tuple(unique),
            on=rules.paytable_in_force(wager),
            rows=tuple(rows),
            edges=tuple([percent(one.house_edge, 2) for one in unique.values()]),
        )


def split_of(main: MainSheet) -> list[tuple[str, float, str]]:
    """How a round ends for the player: wins, breaks even, loses, each as a share in percent."""
    shares = [
        ("w", sum(one.deals for one in main.results if one.net > 0)),
        ("p", sum(one.deals for one in main.results if one.net == 0)),
        ("l", sum(one.deals for one in main.results if one.net < 0)),
    ]
    return [(kind, 100 * deals / main.total, percent(Fraction(deals, main.total), 2)) for kind, deals in shares]


def unit_name(unit: str) -> str:
    """The wager that a figure is counted in.

    >>> unit_name("pai_gow"), unit_name("ante")
    ('Pai Gow Wager', 'Ante Wager')
    """
    return f"{unit.replace('_', ' ').title()} Wager"


def facts_of(main: MainSheet) -> list[tuple[str, str, str]]:
    """The figures of the main game, each with its exact value where it has one."""
    return [
        ("Return", percent(main.returned), ratio(main.returned)),
        (f"House edge, of the {unit_name(main.unit)}", percent(main.house_edge), ratio(main.house_edge)),
        *([] if main.standard_error is None else [("Standard error", f"{main.standard_error:.4%}", "estimated")]),
        ("Element of risk", percent(main.element_of_risk), "of all that is wagered"),
        ("Average wager", f"{float(main.average_wager):.6f}", f"in units of the {unit_name(main.unit)}"),
        ("Hit frequency", percent(main.hit_frequency), ""),
        ("Standard deviation", f"{main.standard_deviation:.6f}", "a round"),
        ("Deals", f"{main.total:,}", ""),
        *[(name, percent(value), ratio(value)) for name, value in main.figures],
    ]


def kpis_of(sheet: Sheet, rules: TableRules) -> list[tuple[str, str, str]]:
    """The four figures that are looked for first."""
    found = []
    if sheet.main is not None:
        main = sheet.main
        found.append(("Main game", percent(main.house_edge, 2), f"of the {unit_name(main.unit)}, {main.played} play"))
        if sheet.optimal is not None:
            best = sheet.optimal
            found.append(
                ("Played best", percent(best.house_edge, 2), f"of the {unit_name(best.unit)}, {best.played} play")
            )
        else:
            found.append(("Element of risk", percent(main.element_of_risk, 2), "of all that is wagered"))
    side = [one for one in sheet.wagers if one.role is WagerRole.WAGER]
    for one in (one for one in side if one.paytable in ("-", rules.paytable_in_force(one.wager))):
        letter = "" if one.paytable == "-" else f", table {one.paytable}"
        found.append(
            (f"{one.name.removesuffix(' Wager')}{letter}", percent(one.house_edge, 2), f"{one.total:,} deals counted")
        )
    return found[:4]


_LEFT, _TOP, _WIDE, _HIGH = 46.0, 14.0, 450.0, 250.0


def plot_of(one: WagerSheet, terms: Progressive, now: int | None) -> Plot:
    """The line on which a progressive wager's house edge falls as its meter rises."""

    def edge(cents: float) -> float:
        return 1 - float(terms.fixed) - float(terms.slope) * cents / 100

    even = float(terms.break_even) if terms.break_even is not None and terms.break_even > 0 else 0.0
    most = max(even * 1.2, (now or 0) * 1.2, terms.reset * 2.0)
    top, bottom = max(edge(0), 0.0), min(edge(most), 0.0)
    high = (top - bottom) or 1.0

    def x(cents: float) -> float:
        return round(_LEFT + _WIDE * cents / most, 1)

    def y(value: float) -> float:
        return round(_TOP + _HIGH * (top - value) / high, 1)

    marks = [(x(terms.reset), y(edge(terms.reset)), f"Reset {money(terms.reset)}: {edge(terms.reset):.1%}", "reset")]
    if even:
        marks.append((x(even), y(0), f"Even at {money(-(-round(even) // 100) * 100)}", "even"))
    if now is not None:
        marks.append((x(now), y(edge(now)), f"Now {money(now)}: {edge(now):.1%}", "now"))
    steps = [bottom + high * step / 4 for step in range(5)]
    return Plot(
        name=one.name,
        size=money(terms.wager),
        lines=tuple(progressive_lines(terms)),
        path=f"M{x(0)} {y(edge(0))}L{x(most)} {y(edge(most))}",
        zero=y(0),
        marks=tuple([(a, b, says.replace("-", "−"), kind) for a, b, says, kind in marks]),
        across=tuple([(x(most * step / 4), money(round(most * step / 400) * 100)) for step in range(4)]),
        down=tuple([(y(value), f"{value:.0%}".replace("-", "−")) for value in steps]),
    )


def add_to(house: House) -> None:
    """The lab."""
    server = house.server
    bench = Bench()

    def subject_of(name: str, of: str) -> Subject:
        entry = server.people.state.tables.get(name)
        if entry is not None and of != "game":
            return Subject(
                name=name,
                says=f"{games()[entry.game]}, table {name}",
                game=entry.game,
                chapter=chapter_of(entry.game).number,
                table=True,
                submission=stored(server, name),
            )
        if name not in games():
            raise HTTPException(404, f"there is no table and no game {name[:40]!r}")
        banked = chapter_of(name).banked
        given = {"game": name} if banked else tomllib.loads(example_of(name))
        number = chapter_of(name).number
        return Subject(name=name, says=games()[name], game=name, chapter=number, table=False, submission=given)

    def meter_now(subject: Subject, meter: str) -> int | None:
        if not subject.table:
            return None
        seen = server.hub(subject.name).observation(Viewer(Role.PLAYER))
        return seen.meters.get(meter) if isinstance(seen, BankedObservation) else None

    def computed(work: Work) -> bool:
        return work.over and not work.heard.fault

    def shown(subject: Subject, sheet: Sheet, *, every: bool) -> dict[str, Any]:
        rules = resolve(subject.submission, kind=TableRules)
        wagers = (*(sheet.main.wagers if sheet.main is not None else ()), *sheet.wagers)
        main = sheet.main
        plots = [
            plot_of(one, one.progressive, meter_now(subject, one.progressive.meter))
            for one in sheet.wagers
            if one.progressive is not None
        ]
        results = main.results if main is not None else ()
        return {
            "sheet": sheet,
            "kpis": kpis_of(sheet, rules),
            "bars": bars_of(sheet, rules),
            "compared": list(compared(sheet, rules)) if every else [],
            "choices": _choices(sheet) if every else [],
            "wagers": [(one, of_row(one), percent(one.moments.mean / (one.moments.staked or 1))) for one in wagers],
            "facts": facts_of(main) if main is not None else [],
            "split": split_of(main) if main is not None else [],
            "decisions": _decisions(main) if main is not None else [],
            "strategy": Markup(strategy(main.strategy)) if main is not None else "",
            "best": _best(subject, sheet),
            "results": [(str(one.net), f"{one.deals:,}", 100 * one.deals / main.total) for one in results]
            if main is not None
            else [],
            "plots": plots,
            "percent": percent,
            # A dossier is that of a submission, as it is.
            "files": {kind: one for kind, one in _FILES.items() if kind != "zip" or subject.table},
        }

    @house.get("/lab")
    async def lab(request: Request) -> Response:
        who = house.visitor(request)
        tables = [(name, games()[one.game]) for name, one in server.people.state.tables.items() if not one.closed]
        banked, poker = games(banked=True), games(banked=False)
        missing = "" if is_installed("lab") else install_sentence("lab", SHEETS)
        return house.page("lab.html", request, who, tables=tables, banked=banked, poker=poker, missing=missing)

    @house.get("/lab/{name}")
    async def par_sheet(request: Request, name: str, of: str = "", every: bool = False) -> Response:
        who = house.visitor(request)
        subject = await in_page_pool(subject_of, name, of)
        work = bench.ask(subject.question(every=every))
        given: dict[str, Any] = {
            "subject": subject,
            "every": every,
            "work": work,
            "command": subject.command(every=every),
            "others": _others(server.people.state.tables),
        }
        if not computed(work):
            return house.page("lab-sheet.html", request, who, **given, ready=False)
        if work.heard.figures is not None:
            lines = _figures(work.heard.figures)
            given |= {"figures": work.heard.figures, "lines": lines, "per_hour": PER_HOUR}
            return house.page("lab-room.html", request, who, **given, ready=True)
        assert work.heard.sheet is not None
        more = await in_page_pool(shown, subject, work.heard.sheet, every=every)
        return house.page("lab-sheet.html", request, who, **given, **more, ready=True)

    @house.get("/lab/{name}/progress")
    async def progress(request: Request, name: str, of: str = "", every: bool = False) -> Response:
        """How far the work is; once it is over the page is loaded anew."""
        house.visitor(request)
        subject = await in_page_pool(subject_of, name, of)
        work = bench.ask(subject.question(every=every))
        headers = {"hx-refresh": "true"} if computed(work) else {}
        made = render("lab/_progress.html", work=work, subject=subject, every=every)
        return HTMLResponse(made, headers=headers)

    @house.get("/lab/{name}/par.{kind}")
    async def download(request: Request, name: str, kind: str, of: str = "", every: bool = False) -> Response:
        who = house.visitor(request)
        if kind not in _FILES:
            raise HTTPException(404, f"there is no file {kind[:10]!r} of a sheet")
        server.check_extracts(who.person)
        subject = await in_page_pool(subject_of, name, of)
        if kind == "toml":
            return _file(subject, kind, toml_text(subject.submission).encode())
        work = bench.ask(subject.question(every=every and kind != "zip"))
        if work.heard.fault:
            raise HTTPException(409, work.heard.fault)
        if not computed(work) or work.heard.sheet is None:
            raise HTTPException(409, "the sheet is not computed yet: its page says how far it is")
        return _file(subject, kind, await in_page_pool(_written, subject, work.heard.sheet, kind, every))


def _others(tables: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, one.game) for name, one in tables.items() if not one.closed]


def _best(subject: Subject, sheet: Sheet) -> dict[str, Any] | None:
    """The best play of a game whose sheet is played otherwise; without figures where no run has kept them."""
    if not has_best_play(subject.game):
        return None
    best = sheet.optimal
    if best is None:
        return {"main": None, "command": f"{subject.command(every=False)} --optimal"}
    return {
        "main": best,
        "split": split_of(best),
        "facts": facts_of(best),
        "strategy": Markup(strategy(best.strategy)),
    }


def _choices(sheet: Sheet) -> list[tuple[str, str, str, str, str]]:
    """The main game under the lawful choices, side by side."""
    if sheet.main is None or not sheet.choices:
        return []
    every = (("as it is", sheet.main), *((one.key, one.main) for one in sheet.choices))
    return [
        (
            name,
            percent(main.house_edge),
            percent(main.element_of_risk),
            f"{float(main.average_wager):.4f}",
            f"{main.standard_deviation:.4f}",
        )
        for name, main in every
    ]


def _decisions(main: MainSheet) -> list[tuple[str, str, str, str]]:
    return [
        (one.asked.replace("_", " "), one.answer, f"{one.deals:,}", percent(Fraction(one.deals, main.total), 2))
        for one in main.decisions
    ]


def _figures(found: RoomFigures) -> list[tuple[str, str, str, ClauseId]]:
    """A room's figures: what, how much, how sure, under which clause."""
    lines = []
    for name, one, clause in (
        ("Bad Beat", found.bad_beat, jackpot_citations.BAD_BEAT_HANDS),
        ("Full house or better, somebody", found.high_hand, jackpot_citations.HIGH_HAND_PERIOD),
    ):
        if one is not None:
            rounds = float(1 / one.chance) if one.chance else 0.0
            once = f"once in {rounds:,.{0 if rounds > 100 else 1}f} rounds" if rounds else "not once"
            error = f"standard error {one.error * rounds:.1%}, " if rounds else ""
            sure = f"{error}{one.samples:,} deals" if one.samples else "exact"
            lines.append((name, once, sure, clause))
    if found.rake is not None:
        if found.rake.rounds:
            sure = f"standard error {money(round(found.rake.error))}, {found.rake.rounds} rounds of computer players"
            lines.append(("Rake an hour", money(round(found.rake.from_pots)), sure, citations.RAKE))
        if found.rake.by_time:
            lines.append(("Time charges an hour", money(round(found.rake.by_time)), "exact", citations.TIME_CHARGES))
    return lines


def _written(subject: Subject, sheet: Sheet, kind: str, every: bool) -> bytes:
    from houseway.lab.encoded import as_json
    from houseway.lab.files import as_csv, as_xlsx
    from houseway.lab.html import page
    from houseway.view.dossier import as_zip, files_of, plain

    command = subject.command(every=every)
    rules = resolve(subject.submission, kind=TableRules)
    match kind:
        case "json":
            return plain(as_json(sheet))
        case "csv":
            return as_csv(sheet).encode()
        case "html":
            return page(sheet, command=command).encode()
        case "xlsx":
            return as_xlsx(sheet, submission=rules.submission, command=command)
    found = checked(subject.submission, figures=False)
    # As the command makes it, whatever an earlier run has kept.
    sheet = msgspec.structs.replace(sheet, optimal=None)
    return as_zip(files_of(toml_text(subject.submission).encode(), found, sheet, rules))


def _file(subject: Subject, kind: str, held: bytes) -> Response:
    headers = {"content-disposition": f'attachment; filename="{subject.name}.{kind}"'}
    return Response(held, media_type=_FILES[kind][0], headers=headers)
