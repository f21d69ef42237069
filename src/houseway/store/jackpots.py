"""Contributions of poker tables reach the jackpots' stream at most once, and at last always, whoever dies in between.

A table's commands are carried over in their order. Each contribution has a key of its own, the place of its event at the table,
so that carrying it again changes nothing; how far a table has been carried is noted afterwards.
"""

from __future__ import annotations

from houseway.chapters.c637a_poker.jackpots.feed import Fed, JackpotFeed
from houseway.chapters.c637a_poker.state import PokerState
from houseway.engine.kernel import State
from houseway.store.log import by_seq
from houseway.store.record import Record
from houseway.store.rows import event_of, state_of


def carry(record: Record, table: str, jackpots: str, *, name: str, dealer: str = "table system") -> Fed:
    """Carry what a table has contributed since the last time; what its rounds showed comes back."""
    log = record.log
    live = record.live(table)
    done = log.followed(jackpots, table)
    snapshot = log.snapshot(table, upto=done)
    begin = snapshot["seq"] if snapshot is not None else 0
    state: State = live.machine.state() if snapshot is None else state_of(snapshot, live.machine)
    assert isinstance(state, PokerState)
    feed = JackpotFeed(record.table(jackpots), live.rules.game, name)
    feed.begin_from(state)
    # Only whole rounds are carried, from the end of the last one.
    last = log.snapshot(table)
    if last is None or last["seq"] <= begin:
        return Fed()
    upto = last["seq"]
    events = [event_of(row) for rows in by_seq(log.events(table, begin, upto)).values() for row in rows]
    fed = feed.feed(events, dealer=dealer)
    log.follow(jackpots, table, upto)
    return fed
