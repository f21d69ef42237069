"""``houseway compare``: two Rules Submissions or games side by side, field by field and figure by figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from houseway.lab.known import KnownMain
    from houseway.lab.sheet import MainSheet, Sheet
    from houseway.view.submission import Checked


@click.command(epilog="Example: houseway compare now.toml planned.toml --rules")
@click.argument("a", metavar="A.toml|GAME")
@click.argument("b", metavar="B.toml|GAME")
@click.option("--rules", "rules_only", is_flag=True, help="The rules only, no figures.")
@click.option("--solve", is_flag=True, help="Solve the main games too where they are not known.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def compare(a: str, b: str, rules_only: bool, solve: bool, as_json: bool) -> None:
    """Compare two Rules Submissions: the fields in which their rules differ, and what their wagers cost.

    A game by its id stands for its default rules; of poker, for those of its example.

    The wagers beside the main game are counted; a main game is shown if it is known or an earlier run has kept it.
    """
    from houseway.cli.files import name_of

    if rules_only and solve:
        raise click.UsageError("--rules compares no figures, so that there is nothing to --solve: name one of them.")
    if a == b == "-":
        raise click.ClickException("Standard input can be read only once.")
    found = {"a": _check(a), "b": _check(b)}
    for path, one in zip((a, b), found.values(), strict=True):
        if one.rules is None:
            first = one.faults[0]
            where = f"{first.field}: " if first.field else ""
            raise click.ClickException(
                f"{name_of(path)} cannot be compared: {where}{first.message}. 'houseway check' lists every fault."
            )
    rules = {side: one.rules or {} for side, one in found.items()}
    fields = dict.fromkeys(field for terms in rules.values() for field in terms)
    differences = [
        {side: rules[side].get(field) for side in rules} | {"field": field}
        for field in fields
        if len({str(rules[side][field].value) if field in rules[side] else "" for side in rules}) > 1
    ]
    sheets = None if rules_only else _sheets(found, solve=solve)
    figures = [] if sheets is None else _figures(sheets)
    if as_json:
        from houseway.cli import print_json

        def of(path: str, one: Checked) -> dict[str, Any]:
            return {"file": name_of(path), "game": one.game, "verdict": one.verdict, "digest": one.digest}

        both = {"a": of(a, found["a"]), "b": of(b, found["b"])}
        print_json({**both, "differences": differences, "figures": figures})
        return
    _show((name_of(a), found["a"]), (name_of(b), found["b"]), differences, figures, sheets)


def _check(what: str) -> Checked:
    """Check a submission file, or the default submission of a game."""
    import tomllib
    from pathlib import Path

    from houseway.chapters.registry import chapter_of, example_of, games
    from houseway.cli.analyze import is_game, no_game_and_no_file
    from houseway.cli.check import check_file
    from houseway.view.submission import checked

    if is_game(what):
        return checked({"game": what} if chapter_of(what).banked else tomllib.loads(example_of(what)))
    if what != "-" and not what.endswith(".toml") and not Path(what).exists():
        raise no_game_and_no_file(what, games())
    return check_file(what)


def _sheets(found: dict[str, Any], *, solve: bool) -> dict[str, tuple[Sheet, MainSheet | KnownMain | None]] | None:
    """The PAR sheets of both sides and what their main games cost; None where the games have no house."""
    from houseway.chapters.registry import games

    if any(one.game not in games(banked=True) for one in found.values()):
        return None
    from houseway.cli.analyze import in_one_sentence, told

    with in_one_sentence(), told() as progress:
        from houseway.lab import known
        from houseway.lab.analysis import analyze
        from houseway.lab.inputs import against_bank

        sheets: dict[str, tuple[Sheet, MainSheet | KnownMain | None]] = {}
        for side, one in found.items():
            rules = against_bank(one.resolved)
            sheet = analyze(rules, main_game=True if solve else None, progress=progress)
            sheets[side] = sheet, sheet.main or known.main(rules)
        return sheets


def _figures(sheets: dict[str, tuple[Sheet, MainSheet | KnownMain | None]]) -> list[dict[str, Any]]:
    """What each wager, and the main game as a whole, returns and costs on either side."""
    by: dict[str, dict[str, Any]] = {}
    for side, (sheet, main) in sheets.items():
        if main is not None:
            by.setdefault("main game", {})[side] = _figure("-", main.returned, main.house_edge)
        seen = set()
        for one in sheet.wagers:
            # The first of a wager's sheets is the one in force, at its least size.
            if one.wager not in seen:
                seen.add(one.wager)
                by.setdefault(one.wager, {})[side] = _figure(one.paytable, one.returned, one.house_edge)
    return [{"wager": wager, "a": both.get("a"), "b": both.get("b")} for wager, both in by.items()]


def _figure(paytable: str, returned: Any, edge: Any) -> dict[str, Any]:
    from houseway.lab.sheet import ratio

    return {"paytable": paytable, "return": ratio(returned), "house_edge": float(edge)}


def _show(
    a: tuple[str, Any],
    b: tuple[str, Any],
    differences: list[dict[str, Any]],
    figures: list[dict[str, Any]],
    sheets: dict[str, tuple[Sheet, MainSheet | KnownMain | None]] | None,
) -> None:
    from rich.text import Text

    from houseway.chapters.registry import games
    from houseway.cli.page import Page

    page = Page()
    for side, (path, one) in (("A", a), ("B", b)):
        name = f"  {games()[one.game]}, {one.verdict}"
        page.lines.append(Text.assemble((f"{side}  ", "cyan"), (path, "bold"), (name, "dim")))
    page.blank()
    if not differences:
        page.text("The rules are the same.", style="bold green")
    else:
        rows = [
            (
                one["field"],
                Text((one["a"] or one["b"]).clause, style="cyan"),
                *(one[side].says if one[side] is not None else "-" for side in ("a", "b")),
            )
            for one in differences
        ]
        page.tabled(("field", "clause", "A", "B"), rows, broken="A" if _longest(rows, 2) > _longest(rows, 3) else "B")
        page.blank()
        page.text("1 field differs." if len(rows) == 1 else f"{len(rows)} fields differ.", style="bold")
    if figures:
        page.head("House edge")
        page.tabled(
            ("wager", "A", "B", "B less A"),
            [(one["wager"], *(_edge(one[side]) for side in ("a", "b")), _less(one)) for one in figures],
            right=("A", "B", "B less A"),
            broken="wager",
        )
        if sheets is not None and any(main is None for _, main in sheets.values()):
            page.text("The main game is not among the figures that are known: --solve works it out.", style="dim")
    page.print()


def _edge(figure: dict[str, Any] | None) -> str:
    if figure is None:
        return "-"
    letter = "" if figure["paytable"] == "-" else f"{figure['paytable']}  "
    return f"{letter}{figure['house_edge']:.4%}"


def _less(one: dict[str, Any]) -> str:
    if one["a"] is None or one["b"] is None:
        return ""
    return f"{one['b']['house_edge'] - one['a']['house_edge']:+.4%}"


def _longest(rows: list[Any], column: int) -> int:
    return max(len(row[column]) for row in rows)
