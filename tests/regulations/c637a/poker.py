"""What the poker tests share: a hold'em and a stud round, stated; a table of one's own."""

from __future__ import annotations

from typing import Any

from houseway.chapters.c637a_poker.awarding import losing_cards
from houseway.chapters.c637a_poker.commands import AwardPots, CountLosingHands, OpenTable, TakeSeat
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Table, envelope
from tests.kit.decks import with_stub
from tests.kit.stated_rounds import answer, refusal, rulings
from tests.kit.tables import accepted

HOLDEM_FRONT = ["Ac", "Kc", "2h", "Ad", "Kd", "7s", "3c", "Qh", "Jh", "9d", "3d", "8s", "3s", "4d"]
"""Three seats, button 3: aces to seat 1, kings to seat 2, 2-7 to seat 3; burns are threes."""
NO_LIMIT: dict[str, Any] = {"structure": "no-limit", "blinds": [50, 100]}
STUD_FRONT = ["2c", "5c", "9c", "Ah", "Kh", "Qh", "7d", "8d", "9d"]
"""Three seats: two down cards and an up card each."""
STUD: dict[str, Any] = {"structure": "fixed-limit", "ante": 10, "forced_bet": 50, "small_bet": 100, "big_bet": 200}

__all__ = [
    "HOLDEM_FRONT",
    "NO_LIMIT",
    "STUD",
    "STUD_FRONT",
    "accepted",
    "answer",
    "holdem",
    "pushed",
    "refusal",
    "rulings",
    "stud",
    "table",
]


def holdem(actions: list[str], *, front: list[str] | None = None, stack: int = 10_000, **more: Any) -> dict[str, Any]:
    """A stated round of no-limit hold'em with three players."""
    stated: dict[str, Any] = {
        "game": "holdem",
        "submission": {**NO_LIMIT, **more.pop("submission", {})},
        "button": 3,
        "deck": with_stub(front or HOLDEM_FRONT),
        "seats": {str(seat): {"stack": stack} for seat in (1, 2, 3)},
        "actions": actions,
    }
    return {**stated, **more}


def stud(actions: list[str], *, front: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """A stated round of Seven-card Stud High with three players."""
    stated: dict[str, Any] = {
        "game": more.pop("game", "stud-high"),
        "submission": {**STUD, **more.pop("submission", {})},
        "deck": with_stub(front or STUD_FRONT),
        "seats": {str(seat): {"stack": 10_000} for seat in (1, 2, 3)},
        "actions": actions,
    }
    return {**stated, **more}


def table(game: str = "holdem", players: int = 3, **submission: Any) -> Table[Any, Any]:
    """A table with players seated."""
    seated: Table[Any, Any] = Table(resolve(submission or NO_LIMIT, game=game))
    seated.do(OpenTable())
    for seat in range(1, players + 1):
        accepted(seated, envelope(TakeSeat(cents=10_000), seat=seat, by=f"p{seat}"))
    return seated


def pushed(at: Table[Any, Any]) -> None:
    """The dealer counts the losing hands of a table with decks of its own, then pushes the pot."""
    accepted(at, CountLosingHands(count=losing_cards(looking_at(at.rules, at.state))))
    accepted(at, AwardPots())
