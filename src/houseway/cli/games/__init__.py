"""``houseway games``: every game; one with its wagers, paytables and odds, seats and limits."""

from __future__ import annotations

import click


@click.command(epilog="Example: houseway games pai-gow")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(game: str | None, as_json: bool) -> None:
    """Every game by id and name; or one GAME with its wagers, paytables and odds, seats and limits."""
    from houseway.chapters import registry

    if game is not None and not registry.has_game(game):
        raise click.ClickException(registry.no_game(game))
    if as_json:
        from houseway.cli import print_json
        from houseway.cli.games.answers import game_answer

        print_json([game_answer(id) for id in registry.games()] if game is None else game_answer(game))
    elif game is not None:
        from houseway.cli.games.answers import game_answer
        from houseway.cli.games.pages import show_game

        show_game(game_answer(game))
    else:
        from houseway.cli.games.pages import show_list

        show_list(_listed())


def _listed() -> list[tuple[str, str, str]]:
    """Id, name, and chapter or section."""
    from houseway.chapters import registry
    from houseway.chapters.c637a_poker.games import POKER_GAMES

    return [
        (id, name, POKER_GAMES[id].section if id in POKER_GAMES else registry.chapter_of(id).number)
        for id, name in registry.games().items()
    ]
