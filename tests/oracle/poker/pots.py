"""Uncalled bet, pots, rake, contributions, shares (637a.8(b)(5), .17, reading 637a-rake-once)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracle.poker.betting import Chips
from tests.oracle.poker.games import Game
from tests.oracle.poker.hands import Made
from tests.oracle.poker.play import RefusedError

MOST_EXCESS = 100  # "the excess, which may not exceed $1"


@dataclass(slots=True)
class Pot:
    """A pot and who contends for it."""

    amount: int
    contenders: list[int]
    paid: int = 0
    shares: dict[int, int] = field(default_factory=dict)
    halves: list[set[int]] = field(default_factory=list)  # the winners of each way to win

    @property
    def winners(self) -> list[int]:
        """Whoever gets something."""
        return sorted(set().union(*self.halves))


def return_uncalled(seats: Mapping[int, Chips]) -> None:
    """Give back what nobody matched."""
    (second, _), (most, seat) = sorted((c.bets, s) for s, c in seats.items())[-2:]
    if not seats[seat].folded:
        seats[seat].bets -= most - second
        seats[seat].stack += most - second
    for seat, chips in seats.items():
        others = [each for other, each in seats.items() if other != seat]
        if all(each.is_short_of_ante for each in others):
            excess = max(chips.ante - max(each.ante for each in others), 0)
            chips.ante -= excess
            chips.stack += excess


def _layers(put: Mapping[int, int], covers: Mapping[int, int]) -> list[Pot]:
    """What was put in, by how much of it each remaining seat covers."""
    levels = sorted({cents for cents in covers.values() if cents > 0})
    pots, below = [], 0
    for level in levels:
        last = level == levels[-1]  # what a folded seat put in above it is in this pot too
        parts = [(each if last else min(each, level)) - min(each, below) for each in put.values()]
        pots.append(Pot(sum(parts), [seat for seat, cents in covers.items() if cents >= level]))
        below = level
    return pots


def pots_of(seats: Mapping[int, Chips]) -> list[Pot]:
    """The main pot first; pots with the same contenders are one."""
    remaining = {seat: seats[seat] for seat in sorted(seats) if not seats[seat].folded}
    antes = {seat: chips.ante for seat, chips in seats.items()}
    most = max(antes.values())  # who placed his whole ante, if any, contends for all of them
    layers = _layers(antes, {s: c.ante if c.is_short_of_ante else most for s, c in remaining.items()})
    bets = {seat: chips.bets for seat, chips in seats.items()}
    layers += _layers(bets, {seat: bets[seat] for seat in remaining})
    pots: list[Pot] = []
    for layer in layers:
        alone = len(layer.contenders) == 1
        layer.contenders = [s for s in layer.contenders if alone or not seats[s].mucked]
        if not layer.contenders:
            raise RefusedError("the last hand of a pot is not discarded")
        if layer.amount and pots and pots[-1].contenders == layer.contenders:
            pots[-1].amount += layer.amount
        elif layer.amount:
            pots.append(layer)
    return pots


def rake_of(pots: Sequence[Pot], rake: Mapping[str, Any] | None, *, chip: int) -> list[int]:
    """What is taken of each pot, main pot first, one cap for all."""
    taken = [0] * len(pots)
    if rake is None or rake["kind"] == "time":
        return taken
    left = rake.get("cap")
    if rake["kind"] == "incremental":
        total = sum(pot.amount for pot in pots)
        due = sum(cents for level, cents in rake["steps"] if total >= level)
        due = due if left is None else min(due, left)
        due = due // chip * chip
        for index, pot in enumerate(pots):
            taken[index] = min(due, pot.amount)
            due -= taken[index]
        return taken
    for index, pot in enumerate(pots):
        due = int(pot.amount * Fraction(str(rake["percent"])) / 100)
        due = due if left is None else min(due, left)
        taken[index] = due // chip * chip
        left = None if left is None else left - taken[index]
    return taken


def contribute(pots: Sequence[Pot], cents: int) -> int:
    """Take a contribution, main pot first."""
    due = cents
    for pot in pots:
        part = min(due, pot.paid)
        pot.paid -= part
        due -= part
    return cents - due


def share_of(amount: int, players: int, *, chip: int) -> int:
    """An equal share in whole chips, in cents where the excess were above $1."""
    share = amount // players // chip * chip
    return share if amount - players * share <= MOST_EXCESS else amount // players


def award(
    pot: Pot,
    game: Game,
    made: Mapping[int, Sequence[Made | None]],
    *,
    chip: int,
    excess_by: str,
    clockwise: Callable[[int], int],
) -> None:
    """Divide a pot among its contenders; `clockwise` counts from the button."""
    pot.shares = {}
    if len(pot.contenders) == 1:
        pot.halves = [set(pot.contenders)]
        pot.shares[pot.contenders[0]] = pot.paid
        return
    parts: list[tuple[int, dict[int, Made]]] = []
    for index in range(len(game.shares)):
        hands = {seat: hand for seat in pot.contenders if (hand := made[seat][index])}
        if hands:
            best = max(hand.value for hand in hands.values())
            parts.append((index, {s: h for s, h in hands.items() if h.value == best}))
    second = share_of(pot.paid, 2, chip=chip) if len(parts) == 2 else 0
    for (_, winners), amount in zip(parts, (pot.paid - second, second), strict=False):
        share = share_of(amount, len(winners), chip=chip)
        for seat in winners:
            pot.shares[seat] = pot.shares.get(seat, 0) + share
        lucky = min(winners, key=clockwise)
        if excess_by == "suit":
            top = max(hand.excess_key for hand in winners.values())
            lucky = min((s for s, h in winners.items() if h.excess_key == top), key=clockwise)
        pot.shares[lucky] += amount - share * len(winners)
        pot.halves.append(set(winners))
