"""``houseway equity``: what share of a poker pot each hand wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from houseway.cli import Whole

if TYPE_CHECKING:
    from houseway.chapters.c637a_poker.rules import PokerGame
    from houseway.cli.page import Page
    from houseway.lab.equity import Equity, Standing


@click.command(epilog="Example: houseway equity 'TT+,AKs' 15% --board 'Tc 5d 2h'")
@click.argument("hands", metavar="HAND HAND...", nargs=-1, required=True)
@click.option("--game", metavar="GAME", help="The game; hold'em if none is named.")
@click.option("--board", metavar="CARDS", default="", help="Community cards, or the common cards of stud.")
@click.option("--dead", metavar="CARDS", default="", help="Cards that nobody can be dealt: folded, burned, discarded.")
@click.option("--exact", is_flag=True, help="Every deal, however many there are.")
@click.option("--samples", type=Whole(1), metavar="N", help="Deals to draw where there are too many.")
@click.option("--seed", type=Whole(0, (1 << 64) - 1), metavar="S", help="What they are drawn by; 1 if not stated.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def equity(
    hands: tuple[str, ...],
    game: str | None,
    board: str,
    dead: str,
    exact: bool,
    samples: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """What share of the pot each hand wins: AsKs QhQd. A card that is not known is ??, or left out.

    A range of hands is written as 'TT+,AKs,KQo:0.5', '77-55', '15%' (the strongest hands of hold'em) or 'random'.

    Over every deal of the missing cards while these are few, else over a sample, with its standard error. In a draw game a
    hand is what its player keeps, and the rest comes in one draw.
    """
    from houseway.cli.analyze import in_one_sentence, told

    if exact and (samples is not None or seed is not None):
        raise click.UsageError("--exact draws no sample: leave it out, or --samples and --seed.")
    with in_one_sentence():
        from houseway.chapters.c637a_poker.games import DEFAULT_GAME
        from houseway.lab.stated_equity import equity as shares
        from houseway.lab.stated_equity import poker_game

        game = DEFAULT_GAME if game is None else game
        # A sample is what is asked for when it is described.
        sampled = samples is not None or seed is not None
        with told() as progress:
            found = shares(
                *hands,
                game=game,
                board=board,
                dead=dead,
                exact=True if exact else False if sampled else None,
                samples=samples,
                seed=seed,
                prefix="--",
                progress=progress,
            )
    if as_json:
        from houseway.cli import print_json

        print_json(_plain(found))
    else:
        _show(poker_game(game), found)


def _plain(found: Equity) -> dict[str, object]:
    from houseway.lab.sheet import ratio

    def plain(one: Standing) -> dict[str, object]:
        told: dict[str, object] = {"wins": one.wins, "ties": one.ties, "share": ratio(one.share)}
        return told if found.exact else {**told, "standard_error": one.error}

    return {
        "game": found.game,
        "board": found.board,
        "dead": found.dead,
        "exact": found.exact,
        "deals": found.deals,
        **({} if found.exact else {"seed": found.seed}),
        **({"decided": found.decided} if found.decided else {}),
        "players": [
            {
                "hand": player.hand,
                **({} if player.hands is None else {"hands": player.hands}),
                **plain(player.pot),
                **(
                    {"contests": {name: plain(one) for name, one in player.contests.items()}} if player.contests else {}
                ),
            }
            for player in found.players
        ],
    }


def _show(game: PokerGame, found: Equity) -> None:
    from houseway.cli.page import Page

    page = Page()
    cards = "".join(f", {name} {text}" for name, text in (("board", found.board), ("dead", found.dead)) if text)
    page.text(f"{game.name}{cards}", style="bold")
    page.text(
        f"Every one of {found.deals:,} deals{', by their weights' if _is_ranged(found) else ''}."
        if found.exact
        else f"{found.deals:,} deals drawn by seed {found.seed}; ± is the standard error."
    )
    page.blank()
    _table(page, found, [player.pot for player in found.players])
    for name, deals in found.decided.items():
        page.head(f"For the {name}" + (f": {deals:,} deals in which a hand qualifies" if deals < found.deals else ""))
        _table(page, found, [player.contests[name] for player in found.players])
    page.print()


def _table(page: Page, found: Equity, standings: list[Standing]) -> None:
    from houseway.lab.sheet import ratio

    heads = ("hand", "wins", "ties", "share", "" if found.exact else "±")
    page.tabled(
        heads,
        [
            (
                player.hand if player.hands is None else f"{player.hand} ({_hands(player.hands)})",
                f"{one.wins:,}",
                f"{one.ties:,}",
                f"{float(one.share):.4%}",
                ratio(one.share) if found.exact else f"{one.error:.4%}",
            )
            for player, one in zip(found.players, standings, strict=True)
        ],
        right=("wins", "ties", "share"),
        broken="hand",
    )


def _is_ranged(found: Equity) -> bool:
    return any(player.hands is not None for player in found.players)


def _hands(many: int) -> str:
    return "1 hand" if many == 1 else f"{many:,} hands"
