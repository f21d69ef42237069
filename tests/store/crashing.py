"""A process that plays recorded tables and says what was acknowledged, until it is killed: `python -m tests.store.crashing`."""

from __future__ import annotations

import sys
from uuid import uuid4

from houseway.engine.kernel import envelope
from houseway.engine.opening import LeaveSeat, TakeSeat
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.store.database import open_database
from houseway.store.record import Record
from tests.kit.recorded import Playing


def main(database: str) -> None:
    """Each line is a key whose command was answered: written only after the answer came."""
    record = Record(open_database(database))
    tables = [Playing(record, "five-card-hi-lo", seats=2), Playing(record, "holdem", seats=3)]
    while True:
        for playing in tables:
            playing.step()
            for command in (TakeSeat(cents=Cents(1_000)), LeaveSeat()):
                # A seat far from the players, so that play goes on beside it.
                key = uuid4().hex
                given = envelope(command, by="Coming and going", role=Role.PLAYER, seat=6, key=key)
                answer = record.send(playing.stream, given)
                word = "refused" if isinstance(answer, Refusal) else str(answer.seq)
                sys.stdout.write(f"{playing.stream} {key} {word}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
