"""Equity of hands as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.chapters.c637a_poker.games import DEFAULT_GAME, POKER_GAMES
from houseway.chapters.registry import games
from houseway.engine.refusal import RefusedError
from houseway.lab.inputs import InputError
from houseway.lab.sheet import Progress, quiet
from houseway.rounds.by_hands import read_hand
from houseway.written import nearest, shown

if TYPE_CHECKING:
    from houseway.chapters.c637a_poker.rules import PokerGame
    from houseway.lab.equity import Equity, Spot


def poker_game(name: str) -> PokerGame:
    """Return the poker game with this id."""
    if name in games(banked=True):
        raise InputError(f"{games()[name]} is played against a bank and has no pot to share; use 'houseway advise'")
    if name not in POKER_GAMES:
        hint = nearest(name, POKER_GAMES, 0.7) or f"; the games are {', '.join(POKER_GAMES)}"
        raise InputError(f"{shown(name)} is no game of poker{hint}")
    return POKER_GAMES[name]


def stated_spot(
    hands: Sequence[str], *, game: str = DEFAULT_GAME, board: str = "", dead: str = "", prefix: str = ""
) -> Spot:
    """Return the spot that these texts describe; ``??`` is a card that is not known.

    ``prefix`` stands before the names of arguments in messages.
    """
    from houseway.lab.equity import spot

    of_game = poker_game(game)
    try:
        return spot(
            of_game,
            [read_hand(hand, f"hand {number}") for number, hand in enumerate(hands, 1)],
            board=read_hand(board, f"{prefix}board"),
            dead=read_hand(dead, f"{prefix}dead"),
        )
    except RefusedError as error:
        raise InputError(error.refusal.message) from None


def equity(
    *hands: str,
    game: str = DEFAULT_GAME,
    board: str = "",
    dead: str = "",
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = None,
    progress: Progress = quiet,
) -> Equity:
    """Return the share of the pot that each hand wins.

    It is over every deal of the missing cards if they are few or ``exact`` is asked for, else over ``samples`` deals drawn by
    ``seed``, with standard errors. Raises `houseway.lab.inputs.InputError` if these hands cannot be there.

    >>> shares = equity("AsKs", "QhQd", board="Kd 7s 2h 2c")
    >>> shares.exact, shares.deals, [f"{float(player.pot.share):.4f}" for player in shares.players]
    (True, 44, ['0.9545', '0.0455'])
    """
    from houseway.lab.equity import SAMPLES, SEED
    from houseway.lab.equity import equity as shares_of

    return shares_of(
        stated_spot(hands, game=game, board=board, dead=dead),
        exact=exact,
        samples=SAMPLES if samples is None else samples,
        seed=SEED if seed is None else seed,
        progress=progress,
    )
