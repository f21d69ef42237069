"""Stated rounds and tables of World Poker Tour Heads-Up Hold 'Em."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Table
from tests.kit import tables
from tests.kit.banked_actions import close, deal, place, say
from tests.kit.decks import holdem_deck
from tests.kit.stated_rounds import played_and_refused

GAME = "heads-up-holdem"
ANTE = 1000
MAIN = {"ante": ANTE, "odds": ANTE}
ALL = {**MAIN, "pocket_bonus": 500, "trips_plus": 200}
TO_THE_RIVER = ("check", "check", "raise 1000")
FOLD = ("check", "check", "fold")

# The player wins with a pair of aces.
WEAK_HAND, DEALER_HAND, DRY_BOARD = "As Kd", "Qh Qd", "Ac 9d 7h 4s 2c"


def deck(hands: Sequence[str], dealer: str, board: str, **dealt: Any) -> str:
    """The whole deck: hole cards, the Flop after a burn, Turn and River after another."""
    return holdem_deck(hands, dealer, board, streets=(3, 2), **dealt)


def stated(
    player: str = WEAK_HAND,
    dealer: str = DEALER_HAND,
    board: str = DRY_BOARD,
    *,
    decisions: Sequence[str] = TO_THE_RIVER,
    wagers: Mapping[str, int] = MAIN,
    irregularities: Sequence[Mapping[str, Any]] = (),
    **submission: Any,
) -> dict[str, Any]:
    """A round of one player at seat 1."""
    dealt = {name: submission[name] for name in ("dealing", "community_first") if name in submission}
    return {
        "game": GAME,
        "submission": submission,
        "deck": deck([player], dealer, board, **dealt),
        "seats": {"1": {"wagers": dict(wagers), "decisions": list(decisions)}},
        "irregularities": list(irregularities),
    }


played, refused = played_and_refused(stated)


def table(order: str, seats: Mapping[int, str], **submission: Any) -> Table[Any, Any]:
    """A table with shuffled cards and players seated with $1,000 each."""
    return tables.seated(GAME, order, seats=seats, **submission)


def play_out(at: Table[Any, Any]) -> None:
    """A whole round of seat 1 alone: check, check, fold."""
    place(at)
    close(at)
    for word in FOLD:
        deal(at)
        say(at, word)
    at.do(cmd.SettleRound())
