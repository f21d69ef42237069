"""Nothing is written that could not be read again, and a record in which earlier versions wrote such things is made usable."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from houseway.chapters.c637a_poker.state import PokerState
from houseway.chapters.c637a_poker.table import POKER
from houseway.cli import main
from houseway.encoding import EncodingError, decode_state, encode
from houseway.engine.kernel import Accepted, Envelope, envelope
from houseway.engine.opening import BUY_IN_LIMIT, TakeSeat
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.money import MOST, Cents
from houseway.seats import Seat
from houseway.store import audit
from houseway.store.database import open_database
from houseway.store.log import Pending, Result
from houseway.store.record import Record
from houseway.store.rows import command_rows, snapshot_row
from tests.kit.record_views import look_at_stream
from tests.kit.recorded_tables import Playing

GAMES = ("heads-up-holdem", "pai-gow", "holdem")


def sits_down(person: str, cents: int, seat: int) -> Envelope:
    return envelope(TakeSeat(cents=Cents(cents)), by=person, role=Role.PLAYER, seat=seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cents", [BUY_IN_LIMIT + 1, MOST - 1])
def test_a_buy_in_above_the_maximum_is_refused(record: Record, game: str, cents: int) -> None:
    playing = Playing(record, game, seats=2)
    outcome = record.send(playing.stream, sits_down("Zed", cents, 4))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.AMOUNT_IS_LAWFUL
    assert "the maximum buy-in is $10,000,000" in outcome.message
    assert outcome.legal == ("at most $10,000,000",)
    assert not isinstance(record.send(playing.stream, sits_down("Zed", BUY_IN_LIMIT, 4)), Refusal)
    playing.computers.seats[Seat(4)] = "Zed"
    playing.rounds(2)
    assert not [one.faults for one in audit.verify(record) if one.faults]


@pytest.mark.parametrize("game", GAMES)
def test_what_would_bring_an_account_out_of_range_is_refused(record: Record, game: str) -> None:
    playing = Playing(record, game, seats=2)
    live = record.live(playing.stream)
    state = live.state.copy()
    # As if so much had been brought before.
    for account, cents in (("outside", 2 - MOST), ("player Rich", MOST - 2)):
        state.ledger[account] = Cents(state.ledger.get(account, 0) + cents)
    state.ledger["outside"] = Cents(2 - MOST)
    outcome = live.machine.handle(live.rules, state, sits_down("Zed", 500, 4))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.VALUES_ARE_IN_RANGE
    assert outcome.message.startswith("$5 cannot move from 'outside' to 'player Zed'")
    assert isinstance(live.machine.handle(live.rules, state, sits_down("Zed", 1, 4)), Accepted)


def test_a_state_with_covered_stakes_can_be_read_again() -> None:
    """Stakes that were covered are counted as -1; a snapshot of such a table could not be read."""
    state = PokerState(away=frozenset({Seat(2)}), counted={Seat(2): -1})
    assert decode_state(encode(state), POKER) == state


# Records that earlier versions wrote.


def write_unchecked(record: Record, stream: str, given: Envelope, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a command with its events and perhaps a snapshot as earlier versions did, who checked no amounts."""
    live = record.live(stream)
    with monkeypatch.context() as patch:
        for name in (
            "houseway.engine.kernel._check_recordable",
            "houseway.engine.kernel._check_balances",
            "houseway.engine.banked.seating.check_buy_in",
            "houseway.chapters.c637a_poker.seating.check_buy_in",
        ):
            patch.setattr(name, lambda *given: None)
        outcome: Any = live.machine.handle(live.rules, live.state, given)
    assert isinstance(outcome, Accepted), outcome
    seq = live.seq + 1
    row, events = command_rows(
        stream, seq, given, outcome.events, digest=live.rules.digest, at=1_000 * seq, prev=live.hash
    )
    pending = Pending(stream=stream, command=row, events=events)
    if any(event.ends_round for event in outcome.events):
        pending.snapshot = snapshot_row(stream, seq, outcome.state, row["hash"])
    assert record.writer.submit(pending).result() is Result.DONE
    live.state, live.hash, live.seq = outcome.state, row["hash"], seq


def poison(database: str, game: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """Write a record in which two buy-ins bring an account out of range; return its stream and its last good command."""
    record = Record(open_database(database))
    playing = Playing(record, game, seats=2)
    playing.rounds(1)
    good = record.live(playing.stream).seq
    for number, name in enumerate(("Zed", "Yan"), 4):
        write_unchecked(record, playing.stream, sits_down(name, MOST - 1, number), monkeypatch)
    record.close()
    return playing.stream, good


@pytest.mark.parametrize("game", GAMES)
def test_a_poisoned_record_is_made_usable(database: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream, good = poison(database, game, monkeypatch)
    run = lambda *given: CliRunner().invoke(main, ["audit", *given, "--database", database])  # noqa: E731
    # It asks first, and a repair that is not wanted changes nothing.
    answer = CliRunner().invoke(main, ["audit", "repair", "--database", database], input="n\n")
    assert answer.exit_code == 0, answer.output
    assert f"{stream} cannot be used. command {good + 1}: Zed cannot buy in for $90,071,992,547,409.91" in answer.output
    assert f"Commands {good + 1} to {good + 2} will have no effect; they stay in the record." in answer.output
    assert f"as it was after command {good}:" in answer.output
    assert answer.output.count("seat ") == 2
    answer = run("repair", "--yes", "--by", "Olga")
    assert answer.exit_code == 0, answer.output
    assert f"{stream} is repaired, and the record says so." in answer.output
    assert "Nothing to repair" in run("repair").output
    record = Record(open_database(database))
    assert [row["actor"] for row in record.log.commands("streams")][-1] == "Olga"
    assert set(look_at_stream(record, stream).seats) == {Seat(1), Seat(2)}
    # It is played on, and holds in every reading of the record.
    Playing(record, game, seats=2).rounds(2)
    results = {one.stream: one for one in audit.verify(record)}
    assert not [one.faults for one in results.values() if one.faults]
    assert results[stream].set_aside == 2
    assert len(list(audit.rounds(record, stream))) == 3
    record.close()
    again = Record(open_database(database))
    assert again.at(stream, again.live(stream).seq) == again.live(stream).state
    again.close()
    for command in ("replay", "shuffle", "export"):
        shown = run(command, stream.partition("/")[2])
        assert shown.exit_code == 0, shown.output
    assert "2 commands were set aside by a repair" in run("verify").output


def test_an_unreadable_event_is_set_aside_with_all_that_follows(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(open_database(database))
    playing = Playing(record, "holdem", seats=2)
    playing.rounds(1)
    stream, good = playing.stream, record.live(playing.stream).seq
    live = record.live(stream)
    given = sits_down("Zed", 100, 4)
    outcome: Any = live.machine.handle(live.rules, live.state, given)
    bad = type(outcome.events[0])(
        clause="637a.8(a)", seat=4, player="Zed", postings=(("outside", "player Zed", Cents(2 * MOST)),)
    )
    row, events = command_rows(stream, good + 1, given, (bad,), digest=live.rules.digest, at=1, prev=live.hash)
    assert record.writer.submit(Pending(stream=stream, command=row, events=events)).result() is Result.DONE
    record.forget(stream)
    with pytest.raises(EncodingError):
        record.live(stream)
    record.close()
    answer = CliRunner().invoke(main, ["audit", "repair", "--yes", "--database", database])
    assert f"Commands {good + 1} to {good + 1} will have no effect" in answer.output
    record = Record(open_database(database))
    Playing(record, "holdem", seats=2).rounds(1)
    assert not [one.faults for one in audit.verify(record) if one.faults]
    record.close()
