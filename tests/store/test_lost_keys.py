"""A house whose keys were lost: seeds that nobody can open are abandoned on the record, and its tables go on."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from houseway.cli import main
from houseway.store import audit
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.store.table_system import prove, shuffles_stream
from houseway.web.accounts import People
from tests.kit.recorded_tables import Playing
from tests.kit.table_views import look_at


def test_a_table_goes_on_when_the_keys_of_its_seeds_were_lost(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    record = Record(open_database(str(database)))
    People(record)
    playing = Playing(record, "holdem", seats=2)
    playing.rounds(2)
    # In the middle of a round: one seed is in use, another lies ready.
    while not look_at(playing.system.table).hands:
        playing.step()
    waiting = sorted(playing.system.shuffles.shoes)
    assert waiting
    record.close()
    Path(f"{database}.keys").unlink()

    ran = CliRunner().invoke(main, ["audit", "new-key", "--database", str(database)])
    assert ran.exit_code == 0, ran.output
    numbers = ", ".join(map(str, waiting))
    assert f"Table holdem: abandoned the sealed seeds {numbers}, on the record" in ran.output
    # Once is enough.
    again = CliRunner().invoke(main, ["audit", "new-key", "--database", str(database)])
    assert "abandoned" not in again.output

    record = Record(open_database(str(database)))
    try:
        events = record.log.tagged(shuffles_stream("holdem"), "seed_abandoned")
        assert len(events) == len(waiting)
        assert not [shoe for shoe in waiting if record.log.secret(shuffles_stream("holdem"), str(shoe)) is not None]
        after = Playing(record, "holdem", seats=2, seed=2)
        after.rounds(3)
        said = {proof.says for proof in prove(record, "holdem")}
        lost = "its seed was abandoned: the keys that sealed it were lost"
        assert lost in said
        assert said <= {"", lost, "its seed is not revealed yet"}
        faults = [fault for stream in audit.verify(record) for fault in stream.faults]
        assert not [fault for fault in faults if "seed" in str(fault)], faults
    finally:
        record.close()
