"""What a player's wagers before the deal leave for those that follow."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.clause import ClauseId
from houseway.engine.banked.observe import BankedObservation
from houseway.money import Cents, dollars
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOn:
    """The wager that playing on requires of a seat: what the wagers placed so far make of it, and the chips left for it."""

    wager: str
    clause: ClauseId
    required: Cents
    left: Cents

    @property
    def warning(self) -> str:
        """A sentence where the chips left are too few; else nothing."""
        if self.required <= self.left:
            return ""
        return f"You have {dollars(self.left)} left and the {self.wager} takes {dollars(self.required)}: you can only fold."


def play_on(rules: TableRules, seen: BankedObservation, seat: Seat) -> PlayOn | None:
    """Return what playing on requires of a seat; None where a game requires nothing after the deal."""
    game = rules.game
    if not game.wagers_to_play_on:
        return None
    first = game.wagers_to_play_on[0]
    person = seen.seats[seat]
    others = [
        game.cents_to_play_on(placed)
        for one, placed in seen.placed.items()
        if seen.seats[one] == person and one != seat
    ]
    return PlayOn(
        wager=game.wagers[first.wager or ""].name,
        clause=first.clause,
        required=game.cents_to_play_on(seen.placed.get(seat, {})),
        left=Cents(max(seen.chips[seat] - sum(others), 0)),
    )
