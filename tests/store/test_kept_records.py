"""Records that earlier editions of the engine wrote: they are read, verified and gone on from, whatever is refused since."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sqlalchemy import delete, insert

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.state import JackpotState
from houseway.chapters.registry import resolve
from houseway.engine.kernel import envelope
from houseway.engine.refusal import Refusal
from houseway.store import audit
from houseway.store.database import open_database
from houseway.store.record import TABLE, Record
from houseway.store.schema import RULES

KEPT = Path(__file__).parents[1] / "golden" / "records"


def restore(database: str, name: str) -> Record:
    """Write the rows of a kept record into an empty database, whose list of streams it brings along."""
    engine = open_database(database)
    tables = RULES.metadata.tables
    with engine.begin() as connection:
        for table in reversed(RULES.metadata.sorted_tables):
            connection.execute(delete(table))
        for line in (KEPT / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            kept = json.loads(line)
            row = {column: _value(value) for column, value in kept["row"].items()}
            connection.execute(insert(tables[kept["table"]]), row)
    return Record(engine)


def _value(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return value["text"].encode() if "text" in value else bytes.fromhex(value["hex"])


def test_637a_15_g_637a_16_h_payments_of_nothing_are_replayed_and_the_room_goes_on(database: str):
    """Version 0.2.0 paid a Bad Beat with nothing while its box held $1, and a High Hand from an empty pool."""
    record = restore(database, "payments-of-nothing")
    found = list(audit.verify(record))
    assert [one.fault for one in found] == [None, None]
    assert sum(one.replayed for one in found) == sum(one.commands for one in found) == 24
    room = record.live("jackpots/room").state
    assert isinstance(room, JackpotState)
    assert room.funds["beats"].bad_beat is None
    assert room.funds["highs"].payable == {}
    assert room.balance("box beats 1") == 100
    # Finance adjusts the display, which the payment left pending.
    for command, person in (
        (cmd.AttendAdjustment(fund="beats"), "Flora"),
        (cmd.AdjustDisplay(fund="beats", cents=0, witness="Flora"), "Fin"),
        (cmd.StartQualifyingPeriod(fund="highs"), "Flora"),
    ):
        assert not isinstance(record.send("jackpots/room", envelope(command, by=person)), Refusal), command
    assert [one.fault for one in audit.verify(record)] == [None, None]
    record.close()


def test_645a_12_e_a_table_opened_while_co_banking_was_taken_as_offered_goes_on_with_it(database: str):
    """Version 0.2 took co-banking as offered where the submission did not specify it; the record keeps the file as it was written."""
    filed = {"game": "pai-gow", "banking": {"offered": True}}
    specified = {"game": "pai-gow", "banking": {"offered": True, "co_banking": True}}
    record = Record(open_database(database))
    digest = resolve(specified).digest
    text = json.dumps(filed, sort_keys=True)
    record.log.open_stream("table/old", TABLE, digest=digest, submission=text, version="0.2.0", at=0)
    assert record.open("table/old", TABLE, specified) is False
    record.start("table/old")
    rules = record.live("table/old").rules
    assert rules.digest == digest
    assert rules.banking.co_banking
    assert {verified.stream: verified.fault for verified in audit.verify(record)}["table/old"] is None
