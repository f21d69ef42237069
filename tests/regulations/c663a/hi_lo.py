"""Stated rounds and tables of Five Card Hi-Lo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Table
from tests.kit import tables
from tests.kit.banked_actions import close, deal, place, say
from tests.kit.decks import five_card_deck
from tests.kit.stated_rounds import played_and_refused

GAME = "five-card-hi-lo"
ANTE = {"ante": 1000}
ALL = {"ante": 1000, "tie": 500, "poker_bonus": 200}

# 28 high and 5 low.
PLAYER, SET = "Ks Qs 8d 3c 2d", "play Ks Qs 8d / 3c 2d"
# 27 high and 9 low: the player wins.
DEALER = "Kh 9h 8s 5d 4c"


def stated(
    decision: str | Sequence[str] = SET,
    dealer: str = DEALER,
    *,
    hand: str | None = None,
    wagers: Mapping[str, int] = ANTE,
    irregularities: Sequence[Mapping[str, Any]] = (),
    **submission: Any,
) -> dict[str, Any]:
    """A round of one player at seat 1, whose cards are those of the decision unless stated."""
    decisions = [decision] if isinstance(decision, str) else list(decision)
    held = hand or decisions[0].removeprefix("play ").replace("/", "")
    return {
        "game": GAME,
        "submission": submission,
        "deck": five_card_deck([held], dealer, dealing=submission.get("dealing", "manual-shoe")),
        "seats": {"1": {"wagers": dict(wagers), "decisions": decisions}},
        "irregularities": list(irregularities),
    }


played, refused = played_and_refused(stated)


def table(order: str, seats: Mapping[int, str], **submission: Any) -> Table[Any, Any]:
    """A table with shuffled cards and players seated with $1,000 each."""
    return tables.seated(GAME, order, seats=seats, **submission)


def play_out(at: Table[Any, Any]) -> None:
    """A whole round of seat 1 alone, folded."""
    place(at)
    close(at)
    deal(at)
    say(at, "fold")
    at.do(cmd.SettleRound())
