"""``houseway games``: every game with its wagers, paytables and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(as_json: bool) -> None:
    """Every game: id, name, chapter, wagers, paytables, seats."""
    described = describe_games()
    if as_json:
        from houseway.cli import print_json

        print_json(described)
        return
    from houseway.felt import console

    out = console()
    for game in described:
        if game["wagers"]:
            _show(out, game)
            out.print()
    _show_poker(out, [game for game in described if not game["wagers"]])


def describe_games() -> list[dict[str, Any]]:
    """The games as the JSON answer lists them, under the submission that states nothing."""
    from houseway.chapters.registry import GAMES, POKER

    return [*(describe_game(id) for id in GAMES), *(describe_poker(id) for id in POKER)]


def describe_poker(id: str) -> dict[str, Any]:
    """A game of 637a: players against players, so with bets and pots in place of wagers and paytables."""
    from houseway.chapters.c637a_poker.games import POKER_GAMES

    game = POKER_GAMES[id]
    return {
        "id": id,
        "name": game.name,
        "chapter": "637a",
        "section": game.section,
        "seats": game.most_players,
        "cards": 52,
        "opens": game.opens.value,
        "streets": [street.id for street in game.streets],
        "wagers": {},
        "paytables": {},
        "meters": {},
    }


def describe_game(id: str) -> dict[str, Any]:
    """One game: wagers by id, paytables by wager and letter."""
    from houseway.chapters.registry import chapter_of, resolve
    from houseway.rules.paytable import label_of

    game = resolve({}, game=id).game
    submission = chapter_of(id).submission
    default = submission.model_validate({"game": id})
    return {
        "id": id,
        "name": game.name,
        "chapter": game.chapter,
        "seats": game.seats,
        "cards": len(game.deck),
        "wagers": {
            wager.id: {
                "name": wager.name,
                "clause": wager.clause,
                "placed": wager.placed.value,
                "main": wager.main,
                "optional": wager.id in submission.optional,
                "offered": wager.offered,
            }
            for wager in game.wagers.values()
        },
        "paytables": {
            wager: {
                letter: {
                    "clause": paytable.clause,
                    "default": letter == default.letter(wager),
                    "pays": {label_of(hand): str(pays) for hand, pays in paytable.pays.items()},
                }
                for letter, paytable in choices.items()
            }
            for wager, choices in submission.paytable_choices.items()
        },
        "meters": {meter.id: {"reset": meter.reset, "clause": meter.clause} for meter in game.meters.values()},
    }


def _show(out: Console, game: dict[str, Any]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from houseway.felt import columns

    out.print(
        Text.assemble(
            (game["name"], "bold"),
            (f"\n{game['id']} · chapter {game['chapter']} · {game['seats']} seats · {game['cards']} cards", "dim"),
        )
    )
    table = columns("wager", "placed", "paytables", "clause")
    for id, wager in game["wagers"].items():
        letters = game["paytables"].get(id, {})
        placed = wager["placed"] if wager["offered"] else "if the submission offers it"
        table.add_row(
            Text.assemble(id, ("  main", "dim") if wager["main"] else ""),
            Text(placed, style="dim"),
            " ".join(letters) or "-",
            Text(wager["clause"], style="cyan"),
        )
    for id, letters in game["paytables"].items():
        if id not in game["wagers"]:
            clause = next(iter(letters.values()))["clause"]
            table.add_row(id, Text("a payment on top", style="dim"), " ".join(letters), Text(clause, style="cyan"))
    out.print(Padding(table, (0, 0, 0, 1), expand=False))


def _show_poker(out: Console, games: list[dict[str, Any]]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from houseway.felt import columns

    out.print(Text.assemble(("Poker", "bold"), ("\nchapter 637a · players against players", "dim")))
    table = columns("game", "name", "seats", "opened by", "section", right=("seats",))
    for game in games:
        table.add_row(game["id"], game["name"], str(game["seats"]), game["opens"], Text(game["section"], style="cyan"))
    out.print(Padding(table, (0, 0, 0, 1), expand=False))
    out.print()
    streets = columns("streets", "of")
    for names in dict.fromkeys(tuple(game["streets"]) for game in games):
        ids = [game["id"] for game in games if tuple(game["streets"]) == names]
        streets.add_row(", ".join(names), " ".join(ids))
    out.print(Padding(streets, (0, 0, 0, 1), expand=False))
