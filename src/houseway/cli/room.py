"""``houseway room``: what a poker room may expect of its jackpots and its rake."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from houseway.cli import Whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from houseway.chapters.c637a_poker.rules import PokerRules
    from houseway.lab.room_figures import Frequency, Rake


@click.command(epilog="Example: houseway room holdem --players 9 --bad-beat TcTdThTs2c")
@click.argument("what", metavar="GAME|SUBMISSION.toml")
@click.option("--players", type=Whole(2), default=9, metavar="N", help="Players dealt in; 9 if not stated.")
@click.option("--bad-beat", metavar="HAND", help="The least hand that must lose, if not as the submission says.")
@click.option("--high-hand", metavar="HAND", help="The least hand that counts as a high hand.")
@click.option("--per-hour", type=Whole(1), default=30, metavar="N", help="Rounds an hour; 30 if not stated.")
@click.option("--rounds", type=Whole(2), default=50, metavar="N", help="Rounds to play for the rake; 50 if not stated.")
@click.option("--samples", type=Whole(1), default=1_000_000, metavar="N", help="Deals to draw for the jackpots.")
@click.option("--seed", type=Whole(0, (1 << 64) - 1), default=1, metavar="S", help="What is drawn by; 1 if not stated.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def room(
    what: str,
    players: int,
    bad_beat: str | None,
    high_hand: str | None,
    per_hour: int,
    rounds: int,
    samples: int,
    seed: int,
    as_json: bool,
) -> None:
    """How often a Bad Beat or a high hand comes when every hand is played to the showdown, and the rake of an hour.

    The rake is what computer players leave in the pots of the posted rules; a time charge is exact.
    """
    from houseway.cli.analyze import in_one_sentence, told

    with in_one_sentence():
        rules = _rules(what)
        from houseway.cards import CardError, read_cards
        from houseway.lab import rooms
        from houseway.lab.inputs import InputError

        if players > rules.game.most_players:
            most = f"at most {rules.game.most_players} ({rules.game.players_clause})"
            raise InputError(f"{players} players are too many for {rules.game.name}: {most}")
        try:
            lost = read_cards(bad_beat) if bad_beat is not None else _posted(rules)
            held = read_cards(high_hand) if high_hand is not None else None
        except CardError as error:
            raise InputError(str(error)) from None
        found: dict[str, Frequency] = {}
        with told() as progress:
            for name, hand, frequency in (
                ("bad beat", lost, rooms.bad_beat),
                ("high hand", held, rooms.high_hand),
            ):
                if hand is not None:
                    found[name] = frequency(
                        rules.game, hand, players=players, samples=samples, seed=seed, progress=progress
                    )
            raked = rooms.rake(rules, players=players, per_hour=per_hour, rounds=rounds, seed=seed, progress=progress)
    if as_json:
        from houseway.cli import print_json

        about = {"game": rules.game.id, "digest": rules.digest, "players": players, "seed": seed, "per_hour": per_hour}
        print_json({**about, **_plain(found, raked)})
        return
    from houseway.cli.page import Page

    page = Page()
    page.text(f"{rules.game.name}: {players} players, {per_hour} rounds an hour, seed {seed}", style="bold")
    nothing = [("nothing", "these rules have neither a rake nor a jackpot whose hands are stated")]
    page.listed(list(_lines(found, raked)) or nothing)
    page.print()


def _plain(found: Mapping[str, Frequency], raked: Rake) -> dict[str, Any]:
    from houseway.lab.sheet import ratio

    plain: dict[str, Any] = {
        name.replace(" ", "_"): {
            "chance": ratio(one.chance),
            "standard_error": one.error,
            "samples": one.samples,
            "expected": None if one.expected is None else ratio(one.expected),
        }
        for name, one in found.items()
    }
    hour = {
        "from_pots": raked.from_pots,
        "standard_error": raked.error,
        "rounds": raked.rounds,
        "by_time": ratio(raked.by_time),
    }
    return {**plain, "rake_per_hour": hour}


def _lines(found: Mapping[str, Frequency], raked: Rake) -> Iterator[tuple[str, str]]:
    from houseway.money import dollars

    for name, one in found.items():
        often = f"once in {float(1 / one.chance):,.0f} rounds" if one.chance else "never"
        says = f"{often}, {float(one.chance):.6%}"
        says += f" ± {one.error:.6%} of {one.samples:,} drawn" if one.samples else " exactly"
        if one.expected is not None:
            says += f"; exactly {float(one.expected):.6f} such hands a round"
        yield name, says
    if raked.rounds:
        off = f"± {dollars(round(raked.error))}, from {raked.rounds} rounds of computer players"
        yield "rake an hour", f"{dollars(round(raked.from_pots))} {off}"
    if raked.by_time:
        yield "time charges an hour", dollars(round(raked.by_time))


def _rules(what: str) -> PokerRules:
    from houseway.chapters import registry
    from houseway.chapters.c637a_poker.rules import PokerRules
    from houseway.cli.analyze import no_game_and_no_file
    from houseway.cli.check import read_toml
    from houseway.lab.inputs import InputError, is_of

    if what in registry.games():
        import tomllib

        data = tomllib.loads(registry.example_of(what)) if not registry.chapter_of(what).banked else {"game": what}
    elif what != "-" and not what.endswith(".toml") and not Path(what).exists():
        raise no_game_and_no_file(what, registry.games(banked=False))
    else:
        data = read_toml(what)
    if is_of(data, banked=True):
        raise InputError(f"{data['game']} is played against a bank: use 'houseway analyze'")
    try:
        return registry.resolve(data, kind=PokerRules)
    except registry.UnlawfulSubmissionError as error:
        first = error.faults[0]
        raise InputError(f"{first.field}: {first.message} ({first.clause}): see 'houseway check'") from None
    except registry.UnknownGameError as error:
        raise InputError(str(error)) from None


def _posted(rules: PokerRules) -> tuple[Any, ...] | None:
    """The least of the hands that the submission posts."""
    from houseway.cards import cards
    from houseway.ranking import STANDARD_ORDER, strength

    stated = (rules.submission.get("bad_beat") or {}).get("hands", ())
    return min((cards(text) for text in stated), key=lambda hand: strength(hand, STANDARD_ORDER), default=None)
