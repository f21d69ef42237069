"""``houseway band``: what a table won beside what it should have won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from houseway.cli import Whole

if TYPE_CHECKING:
    from houseway.lab.band import Band
    from houseway.lab.sheet import MainSheet, WagerSheet


@click.command(epilog="Example: houseway band heads-up-holdem --rounds 4000 --drop 40000 --win 2500")
@click.argument("what", metavar="GAME|SUBMISSION.toml")
@click.option("--rounds", type=Whole(1), required=True, help="Rounds in which the wager was settled.")
@click.option("--drop", metavar="D", required=True, help="The drop, in dollars.")
@click.option("--win", metavar="W", required=True, help="What the table won, in dollars; a loss is below nothing.")
@click.option("--average", metavar="A", help="The average wager, in dollars; drop over rounds if it is not stated.")
@click.option("--wager", metavar="W", help="A wager beside the main game, instead of the main game.")
@click.option("--set", "choices", metavar="KEY=VALUE", multiple=True, help="Change one choice of the rules.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def band(
    what: str,
    rounds: int,
    drop: str,
    win: str,
    average: str | None,
    wager: str | None,
    choices: tuple[str, ...],
    as_json: bool,
) -> None:
    """Actual against theoretical: the win that the exact house edge leads to expect, its 95% band, and a flag.

    Exit 1 if the win lies outside the band.
    """
    from houseway.cli.analyze import in_one_sentence, rules_named, told
    from houseway.money import Cents

    dropped, won = Cents(_cents("--drop", drop, least=1)), Cents(_cents("--win", win))
    each = None if average is None else Cents(_cents("--average", average, least=1))
    with in_one_sentence():
        from houseway.lab.analysis import analyze
        from houseway.lab.band import band as banded

        rules = rules_named(what, choices)
        with told() as progress:
            sheet = analyze(rules, wager=wager, unoffered=True, progress=progress)
        own = [one for one in sheet.wagers if one.wager == wager]
        of = own[0] if own else sheet.main
        if not own and sheet.main is not None and wager not in (None, sheet.main.unit):
            raise click.ClickException(
                f"{wager} is a part of the main game, which is held against its win as a whole: leave --wager out."
            )
        if of is None:
            raise click.ClickException(f"{sheet.pending} Name one of them with --wager.")
        found = banded(of, rounds=rounds, drop=dropped, win=won, wager=each)
    measured_by = wager or (sheet.main.unit if sheet.main is not None else "")
    if as_json:
        from houseway.cli import print_json

        about = {"game": sheet.game, "digest": sheet.digest, "version": sheet.version}
        print_json({**about, "wager": measured_by, **_plain(found)})
    else:
        from houseway.cli.page import Page

        page = Page()
        name = own[0].name if own else sheet.main.unit_name if sheet.main is not None else ""
        page.text(f"{sheet.name}: {rounds:,} rounds", style="bold")
        stated = "" if average is not None else " (drop over rounds: no average wager is stated)"
        page.listed(_lines(found, of, f"{name}{stated}"))
        page.blank()
        if found.inside:
            page.text("Inside the band.", style="bold green")
        else:
            page.text("Outside the band: look into it.", style="bold red")
        page.print()
    click.get_current_context().exit(0 if found.inside else 1)


def _plain(found: Band) -> dict[str, Any]:
    return {
        "rounds": found.rounds,
        "drop": found.drop,
        "win": found.win,
        "average_wager": found.wager,
        "expected_win": found.expected,
        "standard_deviation": found.deviation,
        "band": [found.least, found.most],
        "z": found.z,
        "chance": found.chance,
        "hold": found.hold,
        "flag": "inside" if found.inside else "outside",
    }


def _lines(found: Band, of: MainSheet | WagerSheet, wagered_on: str) -> list[tuple[str, str]]:
    from houseway.money import dollars

    return [
        ("average wager", f"{dollars(round(found.wager))} on the {wagered_on}"),
        ("house edge", f"{float(of.house_edge):.4%}"),
        ("expected win", dollars(round(found.expected))),
        ("95% band", f"{dollars(round(found.least))} to {dollars(round(found.most))}"),
        ("won", f"{dollars(found.win)}, {found.hold:.2%} of the drop"),
        ("off by", f"{found.z:+.2f} standard deviations; {found.chance:.2%} of results lie as far off"),
    ]


def _cents(option: str, text: str, *, least: int | None = None) -> int:
    """An amount in dollars as it is written, in cents."""
    from decimal import Decimal, InvalidOperation

    try:
        cents = Decimal(text.replace("$", "").replace(",", "")) * 100
    except InvalidOperation:
        cents = Decimal("NaN")
    if not cents.is_finite() or cents != int(cents) or (least is not None and cents < least):
        legal = "more than nothing, " if least is not None else ""
        raise click.ClickException(f"{option} {text!r} is no amount: write dollars, {legal}as 12500 or 12500.50.")
    return int(cents)
