"""``houseway simulate``: rounds of a game, played by number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from houseway.cli import Whole

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from houseway.chapters.c637a_poker.rules import PokerRules
    from houseway.lab.simulation import Simulation
    from houseway.rules.table_rules import TableRules


@click.command(epilog="Example: houseway simulate heads-up-holdem --rounds 1,000,000 --seed 7")
@click.argument("what", metavar="GAME|SUBMISSION.toml")
@click.option("--rounds", type=Whole(1), metavar="N", help="How many; 10,000,000, or 1,000 through the engine.")
@click.option(
    "--seed", type=Whole(0, (1 << 64) - 1), default=1, metavar="S", help="What they are dealt by; 1 if not stated."
)
@click.option("--audited", is_flag=True, help="Through the engine, where every event is made.")
@click.option(
    "--all-paytables", is_flag=True, help="Settle the wagers beside the main game by every lawful choice too."
)
@click.option("--players", type=Whole(2), metavar="N", help="Seats at a game of poker; 6 if not stated.")
@click.option("--workers", type=Whole(1), metavar="N", help="At once; as many as there are processors if not stated.")
@click.option("--cluster", metavar="ADDRESS", help="On a Dask cluster, by the address of its scheduler.")
@click.option("--set", "choices", metavar="KEY=VALUE", multiple=True, help="Change one choice of the rules.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def simulate(
    what: str,
    rounds: int | None,
    seed: int,
    audited: bool,
    all_paytables: bool,
    players: int | None,
    workers: int | None,
    cluster: str | None,
    choices: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play rounds and hold what they come to against the exact figures. The same seed gives the same rounds, on any
    number of workers; Ctrl-C prints what there is. Hands of poker are checked and called to the end.
    """
    from houseway.cli.analyze import in_one_sentence, told

    if workers is not None and cluster is not None:
        raise click.UsageError("A --cluster has workers of its own: leave --workers out.")
    with in_one_sentence():
        rules = _rules(what, choices)
        _check_belong(rules, players=players, all_paytables=all_paytables)
        from houseway.lab.simulation import SEATS
        from houseway.lab.simulation import simulate as simulated

        with told() as progress, _cluster(cluster) as executor:
            found = simulated(
                rules,
                rounds=rounds or (1_000 if audited else 10_000_000),
                seed=seed,
                audited=audited,
                all_paytables=all_paytables,
                players=players or SEATS,
                executor=executor,
                several=workers,
                progress=progress,
            )
    if as_json:
        from houseway.cli import print_json
        from houseway.lab.sheet import ratio

        print_json(
            {
                "game": found.game,
                "digest": found.digest,
                "seed": found.seed,
                "asked": found.asked,
                "rounds": found.rounds,
                "audited": found.audited,
                "played": found.played,
                "wagers": [
                    {
                        "wager": one.name,
                        "paytable": one.paytable,
                        "unit": one.unit,
                        "rounds": one.rounds,
                        "mean": ratio(one.mean),
                        "standard_deviation": one.deviation,
                        "exact_mean": None if one.exact is None else ratio(one.exact),
                        "exact_standard_deviation": one.exact_deviation,
                        "z": one.z,
                    }
                    for one in found.runs
                ],
            }
        )
    else:
        _show(rules.game.name, found)


def _check_belong(rules: TableRules | PokerRules, *, players: int | None, all_paytables: bool) -> None:
    """Options that a game does not know are not passed over in silence."""
    from houseway.chapters.c637a_poker.rules import PokerRules
    from houseway.lab.inputs import InputError

    if players is not None and not isinstance(rules, PokerRules):
        raise InputError(f"{rules.game.name} is played against the bank, each hand by itself: leave --players out")
    if all_paytables and isinstance(rules, PokerRules):
        raise InputError(f"{rules.game.name} has no paytables: leave --all-paytables out")


def _rules(what: str, choices: tuple[str, ...]) -> TableRules | PokerRules:
    """A game or its submission; a game of poker without one has the rules that 'houseway check --example' shows."""
    from houseway.chapters.c637a_poker.rules import PokerRules
    from houseway.chapters.registry import UnlawfulSubmissionError, example_of, games, resolve
    from houseway.cli.analyze import no_game_and_no_file
    from houseway.cli.check import read_toml
    from houseway.lab.inputs import InputError, is_of, rules_of

    if what in games(banked=False):
        import tomllib

        data = tomllib.loads(example_of(what))
    elif what in games():
        data = {"game": what}
    elif what == "-" or what.endswith(".toml") or Path(what).exists():
        data = read_toml(what)
    else:
        raise no_game_and_no_file(what, games())
    if not is_of(data, banked=False):
        return rules_of(data, choices=choices)
    if choices:
        raise InputError(f"no choice of a submission changes how {data['game']} is dealt: leave --set out")
    try:
        return resolve(data, kind=PokerRules)
    except UnlawfulSubmissionError as error:
        raise InputError(f"this submission cannot be played: {error}") from None


@contextmanager
def _cluster(address: str | None) -> Iterator[Executor | None]:
    if address is None:
        yield None
        return
    from distributed import Client

    try:
        client = Client(address, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error) or "nothing answers there"
        raise click.ClickException(f"There is no cluster at {address}: {reason}.") from None
    with client:
        yield client.get_executor()  # type: ignore[no-untyped-call]


def _show(name: str, found: Simulation) -> None:
    from houseway.cli.page import Page

    page = Page()
    stopped = "" if found.rounds == found.asked else f" of {found.asked:,} asked for"
    page.text(f"{name}: {found.rounds:,} rounds{stopped}, seed {found.seed}", style="bold")
    page.text(f"{'through the engine, ' if found.audited else ''}played: {found.played}")
    heads = ("wager", "paytable", "unit", "mean", "exactly", "std dev", "exactly", "z")
    if found.runs:
        page.text("what the player gains on average and its standard deviation, each beside the exact figure")
        page.blank()
        page.tabled(
            heads,
            [
                (
                    one.name,
                    one.paytable,
                    one.unit if one.unit != one.name else "",
                    f"{float(one.mean):+.5f}",
                    "-" if one.exact is None else f"{float(one.exact):+.5f}",
                    f"{one.deviation:.4f}",
                    "-" if one.exact_deviation is None else f"{one.exact_deviation:.4f}",
                    "-" if one.z is None else f"{one.z:+.2f}",
                )
                for one in found.runs
            ],
            right=heads[3:],
            broken="unit",
        )
    page.print()
