"""Hands of the last rounds of a table that a jackpot may be owed for: worked out once per round, whoever asks and however often."""

from __future__ import annotations

from typing import Any

from houseway.engine.kernel import Envelope
from houseway.store.jackpots import noticed
from houseway.store.record import Record
from houseway.store.table_system import table_stream


class NoticedHands:
    """What the last rounds of tables showed and nobody has dealt with, as it was last worked out."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.worked_out = 0
        """How often rounds were read again."""
        self._kept: dict[tuple[str, str], tuple[tuple[int, int, int], list[Envelope]]] = {}

    def at_table(self, table: str, jackpots: str) -> list[Envelope]:
        """Return the commands to be given for a table to the jackpots of a stream, the earliest first."""
        ends = self.record.log.round_ends(table_stream(table), 1)
        state: Any = self.record.live(table_stream(table)).state
        # A hand that won without a showdown may be shown after its round.
        at = (ends[0] if ends else 0, self.record.live(jackpots).seq, len(state.round.shown))
        kept = self._kept.get((jackpots, table))
        if kept is None or kept[0] != at:
            kept = self._kept[jackpots, table] = (at, noticed(self.record, table, jackpots))
            self.worked_out += 1
        return kept[1]
