"""The pots of an Open Hand History hand: the main pot is number 0, and each holds its rake and jackpot contribution."""

from __future__ import annotations

from typing import Any

from houseway.chapters.c637a_poker import events as ev
from houseway.interop.ohh.rounds import dollars
from houseway.interop.rounds_played import PlayedRound
from houseway.money import Cents
from houseway.seats import Seat


def pots(played: PlayedRound) -> list[dict[str, Any]]:
    """Main pot first. An amount is before rake and contributions, a win after them."""
    awarded = sorted((one for one in played.events if isinstance(one, ev.PotAwarded)), key=lambda one: one.pot)
    jackpots: int = sum([one.cents for one in played.events if isinstance(one, ev.ContributionTaken)])
    written = []
    for pot in awarded:
        # Contributions come from the main pot first; what else was taken is rake.
        taken = pot.amount - pot.paid
        jackpot = min(taken, jackpots)
        jackpots -= jackpot
        written.append(
            {
                "number": pot.pot,
                "amount": dollars(pot.amount),
                "rake": dollars(Cents(taken - jackpot)),
                "jackpot": dollars(Cents(jackpot)),
                "player_wins": _wins(pot),
                "_clause": pot.clause,
            }
        )
    return written


def _wins(pot: ev.PotAwarded) -> list[dict[str, Any]]:
    """What each winner takes of a pot: the shares of the high and the low hand together."""
    wins: dict[Seat, Cents] = {}
    for share in pot.shares:
        wins[share.seat] = Cents(wins.get(share.seat, 0) + share.cents)
    return [{"player_id": seat, "win_amount": dollars(cents)} for seat, cents in wins.items()]
