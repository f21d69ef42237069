"""Hands of poker that nobody bets in: every seat checks or calls to the end, and stands pat where there is a draw."""

from __future__ import annotations

from functools import lru_cache

from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.lab.equity import Spot, Won, dealt_by_number, keys_of, spot
from houseway.lab.simulated.settling import Sums, Tally
from houseway.rules.paytable import NO_CHOICE


def seat_name(seat: int) -> str:
    return f"seat {seat + 1}"


@lru_cache(maxsize=4)
def spot_of(game: str, players: int) -> Spot:
    """The players before any card is dealt."""
    return spot(POKER_GAMES[game], [()] * players)


def play(game: str, players: int, seed: int, start: int, rounds: int) -> Sums:
    """Play the hands from number ``start`` on; what each seat nets is in parts of what it puts in."""
    of = spot_of(game, players)
    won = Won(of)
    won.add(keys_of(of, dealt_by_number(of, start, rounds, seed)))
    found: Sums = {}
    for seat in range(players):
        _, _, shares, squares = won.won[0, seat].tolist()
        net = players * shares - rounds * won.unit
        square = players**2 * squares - 2 * players * won.unit * shares + rounds * won.unit**2
        found[seat_name(seat), NO_CHOICE] = Tally(part=won.unit, rounds=rounds, net=net, square=square)
    return found
