"""Resolved rules of one table: the game as the Rules Submission completes it, its equipment and its limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from houseway.rules.game import BankedGame, Dealing, Phase, Shuffler


class StartBy(StrEnum):
    """How a Pai Gow table finds its starting position (645a.5(i))."""

    DICE = "dice"
    NUMBER_GENERATOR = "number-generator"


@dataclass(frozen=True, slots=True, kw_only=True)
class Banking:
    """Whether players may bank and co-bank, and what the dealer wagers against a bank.

    ``dealer_wager``: cents, or None for the amount of the banker's last wager against the dealer.
    """

    co_banking: bool
    dealer_wager: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """What the engine is given. ``digest`` names these rules: a round is bound to the digest it was opened under."""

    game: BankedGame
    digest: str
    submission: Mapping[str, Any]
    dealing: Dealing = Dealing.MANUAL_SHOE
    shuffler: Shuffler = Shuffler.COUNTING
    decks: int = 1
    positions_per_player: int = 1
    round_down: bool = False
    stub_count_every: int = 5
    start_by: StartBy = StartBy.NUMBER_GENERATOR
    banking: Banking | None = None
    vigorish: bool = False
    phase_number: Mapping[str, int]
    with_methods: Callable[[Dealing, Shuffler], TableRules]
    """The same rules with other ways of dealing and shuffling, for when a device is out of order."""

    def phase(self, id: str) -> Phase:
        """The phase of this name."""
        return self.game.phases[self.phase_number[id]]
