"""``houseway compare``: two Rules Submissions side by side, field by field."""

from __future__ import annotations

from typing import Any

import click


@click.command()
@click.argument("a", metavar="A.toml")
@click.argument("b", metavar="B.toml")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def compare(a: str, b: str, as_json: bool) -> None:
    """Compare two Rules Submissions: the fields in which their rules differ, in dollars, with their clauses."""
    from houseway.cli.check import Checked, check_file, name_of

    if a == b == "-":
        raise click.ClickException("Standard input can be read only once.")
    found = {"a": check_file(a), "b": check_file(b)}
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
    if as_json:
        from houseway.cli import print_json

        def of(path: str, one: Checked) -> dict[str, Any]:
            return {"file": name_of(path), "game": one.game, "verdict": one.verdict, "digest": one.digest}

        print_json({"a": of(a, found["a"]), "b": of(b, found["b"]), "differences": differences})
        return
    _show((name_of(a), found["a"]), (name_of(b), found["b"]), differences)


def _show(a: tuple[str, Any], b: tuple[str, Any], differences: list[dict[str, Any]]) -> None:
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
    page.print()


def _longest(rows: list[Any], column: int) -> int:
    return max(len(row[column]) for row in rows)
