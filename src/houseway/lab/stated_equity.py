"""Equity of hands and ranges as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.chapters.c637a_poker.games import DEFAULT_GAME, POKER_GAMES
from houseway.chapters.c637a_poker.strategy.equity import cards_in_the_end
from houseway.chapters.registry import games
from houseway.engine.refusal import RefusedError
from houseway.lab.inputs import InputError
from houseway.lab.sheet import Progress, quiet
from houseway.rounds.by_hands import read_hand
from houseway.written import nearest, shown

if TYPE_CHECKING:
    from houseway.chapters.c637a_poker.rules import PokerGame
    from houseway.lab.equity import Equity, Spot
    from houseway.lab.range_equity import RangeSpot


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


def are_ranges(hands: Sequence[str], game: str) -> bool:
    """Return whether any of these texts is a range rather than the cards of one hand."""
    from houseway.lab.ranges import is_range

    size = cards_in_the_end(poker_game(game))
    return any(is_range(hand) and not _is_hand(hand, size) for hand in hands)


def _is_hand(text: str, size: int) -> bool:
    try:
        return len(read_hand(text, "")) <= size
    except RefusedError:
        return False


def stated_ranges(
    ranges: Sequence[str], *, game: str = DEFAULT_GAME, board: str = "", dead: str = "", prefix: str = ""
) -> RangeSpot:
    """Return the spot of ranges that these texts describe; the cards of one hand are a range of one."""
    from houseway.lab.range_equity import range_spot

    of_game = poker_game(game)
    try:
        stated, gone = read_hand(board, f"{prefix}board"), read_hand(dead, f"{prefix}dead")
    except RefusedError as error:
        raise InputError(error.refusal.message) from None
    return range_spot(of_game, ranges, board=stated, dead=gone)


def equity(
    *hands: str,
    game: str = DEFAULT_GAME,
    board: str = "",
    dead: str = "",
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = None,
    prefix: str = "",
    progress: Progress = quiet,
) -> Equity:
    """Return the share of the pot that each hand or range of hands wins.

    It is over every deal of the missing cards if they are few or ``exact`` is asked for, else over ``samples`` deals drawn by
    ``seed``, with standard errors. Raises `houseway.lab.inputs.InputError` if these hands cannot be there.

    >>> shares = equity("AsKs", "QhQd", board="Kd 7s 2h 2c")
    >>> shares.exact, shares.deals, [f"{float(player.pot.share):.4f}" for player in shares.players]
    (True, 44, ['0.9545', '0.0455'])
    >>> shares = equity("TT+, AKs", "KQo:0.5, 77-55")
    >>> shares.exact, [f"{float(player.pot.share):.4f}" for player in shares.players]
    (True, ['0.7554', '0.2446'])
    """
    from houseway.lab.equity import SAMPLES, SEED
    from houseway.lab.equity import equity as shares_of

    samples, seed = SAMPLES if samples is None else samples, SEED if seed is None else seed
    if are_ranges(hands, game):
        from houseway.lab.range_equity import range_equity

        ranged = stated_ranges(hands, game=game, board=board, dead=dead, prefix=prefix)
        return range_equity(ranged, exact=exact, samples=samples, seed=seed, progress=progress)
    stated = stated_spot(hands, game=game, board=board, dead=dead, prefix=prefix)
    return shares_of(stated, exact=exact, samples=samples, seed=seed, progress=progress)
