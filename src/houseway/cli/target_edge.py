"""``houseway analyze --target-edge``: the odds of some rows whose house edge is nearest to a target."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from houseway.lab.target_edge import Target

_PERCENT = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,6})?%?")


def print_target(
    what: str, wager: str | None, choices: tuple[str, ...], edge: str | None, vary: str | None, *, as_json: bool
) -> None:
    """Print the tables nearest to a house edge."""
    from houseway.cli.analyze import in_one_sentence, rules_named, told

    if edge is None or vary is None or wager is None:
        raise click.UsageError(
            'A target needs --wager, --target-edge and --vary, as in --target-edge 3.5 --vary "full house,flush".'
        )
    if not _PERCENT.fullmatch(edge):
        raise click.UsageError(f"--target-edge {edge!r} must be a percentage, as 3.5.")
    with in_one_sentence():
        from houseway.lab.target_edge import find_tables, rows_of

        rules = rules_named(what, choices)
        with told() as progress:
            target = find_tables(rules, wager, list(rows_of(vary)), Fraction(edge.rstrip("%")) / 100, progress=progress)
    if as_json:
        from houseway.cli import print_json

        print_json(_plain(rules.game.id, target))
    else:
        _show(rules.game.name, target)


def _plain(game: str, target: Target) -> dict[str, Any]:
    from houseway.lab.sheet import ratio

    return {
        "game": game,
        "wager": target.wager,
        "target_edge": float(target.edge),
        "house_edge": float(target.now),
        "tables": [
            {
                "pays": {row.name: row.text(odds) for row, odds in zip(target.varied, one.odds, strict=True)},
                "paytable": one.paytable,
                "return": ratio(one.sheet.returned),
                "house_edge": float(one.sheet.house_edge),
                "hit_frequency": float(one.sheet.hit_frequency),
                "standard_deviation": one.sheet.standard_deviation,
            }
            for one in target.candidates
        ],
    }


def _show(name: str, target: Target) -> None:
    from houseway.cli.page import Page

    page = Page()
    what = "main game" if target.is_main else target.wager
    page.text(f"{name}: {what}, {float(target.now):.4%} as it is; target {float(target.edge):.4%}", style="bold")
    if target.is_main:
        page.text("Each table is solved again, because odds change the best play.", style="dim")
    page.blank()
    several = len({row.table for row in target.varied}) > 1
    heads = tuple(row.name if several else row.row for row in target.varied)
    page.tabled(
        (*heads, "house edge", "off", "hits", "std dev", "paytable"),
        [
            (
                *(row.text(odds) for row, odds in zip(target.varied, one.odds, strict=True)),
                f"{float(one.sheet.house_edge):.4%}",
                f"{float(one.sheet.house_edge - target.edge):+.4%}",
                f"{float(one.sheet.hit_frequency):.4%}",
                f"{one.sheet.standard_deviation:.4f}",
                one.paytable or "",
            )
            for one in target.candidates
        ],
        right=(*heads, "house edge", "off", "hits", "std dev"),
    )
    page.print()
