"""Tables of a record, played by computer players to the end of so many rounds."""

from __future__ import annotations

import random
import tomllib
from typing import Any

from houseway.chapters.registry import chapter_of, example_of
from houseway.driver.computers import Computers
from houseway.engine.kernel import Envelope
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.seats import Seat
from houseway.store.record import TABLE, Record
from houseway.store.table_system import TableSystem, table_stream


def submission(game: str) -> dict[str, Any]:
    """A submission under which a game is played."""
    return {"game": game} if chapter_of(game).banked else tomllib.loads(example_of(game))


class Playing:
    """A recorded table with computer players in its first seats. The same seed gives the same cards and answers again."""

    def __init__(
        self,
        record: Record,
        game: str,
        *,
        name: str = "",
        seats: int = 3,
        seed: int = 1,
        posted: dict[str, Any] | None = None,
    ) -> None:
        self.record, self.name = record, name or game
        self.stream = table_stream(self.name)
        if record.open(self.stream, TABLE, posted or submission(game)):
            record.start(self.stream)
        self.system = TableSystem(record, self.name, random.Random(f"shuffles {seed}"))
        self.computers = Computers(self.system.table, random.Random(seed), buy_in=100_000)
        for seat in map(Seat, range(1, seats + 1)):
            if seat not in self.system.table.state.seats:
                self.computers.sit_down(seat)
        # Whoever sits there from before is played on.
        self.computers.seats |= self.system.table.state.seats

    def step(self) -> tuple[Any, ...]:
        """The next thing that happens."""
        while True:
            coming = self.system.next()
            assert coming is not None
            if isinstance(coming, Envelope):
                outcome = self.system.do(coming)
            else:
                command = self.computers.answer(coming)
                if command is None:
                    self.system.house.pass_over(coming)
                    continue
                outcome = self.system.table.send(command, role=Role.PLAYER, seat=coming.seat)
            if isinstance(outcome, Refusal) and outcome.code is Code.WAGER_IS_COVERED:
                # The chips have run out after many rounds: the player buys in again.
                return self.computers.buy_in_again(coming.seat)
            assert isinstance(outcome, tuple), (outcome, coming)
            return outcome

    def rounds(self, count: int) -> None:
        """Go on to the end of so many rounds."""
        while count:
            count -= any(event.ends_round for event in self.step())
