"""What a learner sees, as numbers: made from the observation of its seat and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.observing import Observation
from houseway.interop.rl.actions import unit_of
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat

Numbers = NDArray[np.float32]
MOST = float(2**31)
"""No number of an observation is greater, and none is less than 0."""
_DECK = 53
_PER_SEAT = 7


class Sight:
    """The parts of an observation one after the other, of a table with so many players. Money is in units.

    ``parts``: each part's name and how many numbers it has. Seats are counted clockwise from the learner's own.
    """

    def __init__(self, rules: TableRules | PokerRules, players: int) -> None:
        self.rules, self.players, self.unit = rules, players, unit_of(rules)
        self.phases = ("", *[one.id for one in rules.game.phases]) if isinstance(rules, TableRules) else ()
        self.phases = self.phases or ("", *[street.id for street in rules.game.streets])  # type: ignore[union-attr]
        self.parts: dict[str, int] = {"phase": len(self.phases), "hand": _DECK, "board": _DECK}
        if isinstance(rules, TableRules):
            self.parts |= {"dealer": _DECK, "wagers": len(rules.game.wagers), "meters": len(rules.game.meters)}
            if rules.game.draws is not None:
                self.parts |= {"magic card": _DECK, "lucky": 1}
        else:
            self.parts |= {"discarded": _DECK, "others": _DECK * (players - 1), "pot": 1, "call": 1}
        self.parts["seats"] = _PER_SEAT * players

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(self.parts.values())

    def numbers(self, seen: Observation, seat: Seat) -> Numbers:
        """What a seat sees."""
        found = np.fromiter(self._numbers(seen, seat), dtype=np.float32, count=self.size)
        return np.minimum(found, np.float32(MOST))

    def _numbers(self, seen: Observation, seat: Seat) -> Iterator[float]:
        yield from (float(seen.phase == phase) for phase in self.phases)
        yield from _cards(seen.hands.get(seat, ()))
        others = self._around(seen, seat)[1:]
        if isinstance(seen, BankedObservation):
            yield from _cards(seen.community)
            yield from _cards(seen.hands.get(DEALER, ()))
            yield from (cents / self.unit for cents in self._wagers(seen, seat))
            yield from (seen.meters[meter] / self.unit for meter in self.rules.game.meters)  # type: ignore[union-attr]
            if "lucky" in self.parts:
                yield from _cards((seen.magic_card,))
                yield float(seen.lucky == seat)
        else:
            assert isinstance(seen, PokerObservation)
            yield from _cards((*seen.community, *seen.common))
            yield from _cards(seen.discarded)
            for other in others:
                yield from _cards(seen.hands.get(other, ()))
            yield sum(pot.cents for pot in seen.pots) / self.unit
            yield max(seen.current - seen.bets.get(seat, 0), 0) / self.unit
        for one in (seat, *others):
            yield from self._place(seen, one)

    def _around(self, seen: Observation, seat: Seat) -> list[Seat]:
        """The seats clockwise, the learner's own first."""
        seats = sorted(seen.seats)
        at = seats.index(seat)
        return seats[at:] + seats[:at]

    def _wagers(self, seen: BankedObservation, seat: Seat) -> Iterator[int]:
        placed: Mapping[str, int] = seen.placed.get(seat, {})
        yield from (placed.get(id, 0) for id in self.rules.game.wagers)  # type: ignore[union-attr]

    def _place(self, seen: Observation, seat: Seat) -> Iterator[float]:
        """Of a seat: chips, what lies in front, is it in the round, how many cards, all-in, cards drawn, the button."""
        yield seen.chips[seat] / self.unit
        if isinstance(seen, PokerObservation):
            yield seen.bets.get(seat, 0) / self.unit
            yield float(seat in seen.hands)
            yield float(len(seen.hands.get(seat, ())))
            yield from (float(seat in seen.all_in), float(seen.drew.get(seat, 0)), float(seat == seen.button))
        else:
            assert isinstance(seen, BankedObservation)
            yield sum(seen.placed.get(seat, {}).values()) / self.unit
            yield float(seat in seen.hands and seat not in seen.folded)
            yield float(len(seen.hands.get(seat, ())))
            yield from (0.0, 0.0, float(seat == seen.bank))


def _cards(cards: Iterable[Card | None]) -> list[float]:
    """One number for each card of a deck with a joker: 1 where it can be seen."""
    found = [0.0] * _DECK
    for card in cards:
        if card is not None:
            found[card] = 1.0
    return found
