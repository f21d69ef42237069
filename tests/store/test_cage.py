"""The cage: nobody plays with chips the house does not know of, and no chip is drawn twice, lost or made."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from houseway.chapters.c637a_poker.commands import AddStakes
from houseway.engine.kernel import Command, envelope
from houseway.engine.opening import LeaveSeat, TakeSeat
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.house.cage import Deposit, PostCage, Withdraw, table_account
from houseway.money import Cents
from houseway.store import audit
from houseway.store.cage import PLAY_MONEY, Cage, reconcile
from houseway.store.database import open_database
from houseway.store.record import CAGE, TABLE, Answer, Record
from houseway.store.schema import EVENT
from tests.kit.clock import ManualClock
from tests.kit.record_views import look_at_stream, recorded_balances
from tests.kit.recorded_tables import submission


def open_table(record: Record, game: str = "holdem", name: str = "t") -> str:
    stream = f"{TABLE}/{name}"
    record.open(stream, TABLE, submission(game))
    record.start(stream)
    return stream


def give(record: Record, stream: str, command: Command, *, by: str = "Ann", key: str = "") -> Answer | Refusal:
    return record.send(stream, envelope(command, by=by, role=Role.PLAYER, seat=1, key=key))


def deposit(cage: Cage, cents: int, person: str = "Ann") -> Answer | Refusal:
    return cage.give(Deposit(person=person, cents=Cents(cents)), by="Cass", role=Role.CASHIER)


def balance(cage: Cage, person: str = "Ann") -> int:
    return look_at_cage(cage).balances.get(person, 0)


def look_at_cage(cage: Cage) -> Any:
    """Return what a cashier sees of the cage."""
    return look_at_stream(cage.record, CAGE, Role.CASHIER)


def check_reconciled(record: Record) -> None:
    assert reconcile(record, thorough=True).faults == []
    assert [one.fault for one in audit.verify(record) if one.fault is not None] == []


def test_nobody_sits_down_with_more_than_the_balance(record: Record) -> None:
    cage, table = Cage(record), open_table(record)
    refusal = give(record, table, TakeSeat(cents=Cents(10_000)))
    assert isinstance(refusal, Refusal) and refusal.code is Code.BUY_IN_IS_COVERED
    assert refusal.message == "Ann has $0 at the cage and cannot buy in for $100"
    deposit(cage, 9_999)
    assert isinstance(give(record, table, TakeSeat(cents=Cents(10_000))), Refusal)
    assert look_at_stream(record, table).seats == {}
    assert isinstance(give(record, table, TakeSeat(cents=Cents(9_000))), Answer)
    assert balance(cage) == 999
    check_reconciled(record)


def test_a_poker_player_adds_and_removes_stakes_and_leaves_with_all_of_it(record: Record) -> None:
    cage, table = Cage(record), open_table(record)
    deposit(cage, 20_000)
    give(record, table, TakeSeat(cents=Cents(10_000)))
    refusal = give(record, table, AddStakes(cents=Cents(10_001)))
    assert isinstance(refusal, Refusal) and refusal.code is Code.BUY_IN_IS_COVERED
    assert isinstance(give(record, table, AddStakes(cents=Cents(10_000))), Answer)
    assert balance(cage) == 0
    assert recorded_balances(record, CAGE)[table_account("t")] == 20_000
    assert isinstance(give(record, table, LeaveSeat()), Answer)
    assert balance(cage) == 20_000
    check_reconciled(record)


def test_a_banked_player_leaves_with_all_of_it(record: Record) -> None:
    cage, table = Cage(record), open_table(record, "five-card-hi-lo")
    deposit(cage, 20_000)
    give(record, table, TakeSeat(cents=Cents(20_000)))
    assert balance(cage) == 0
    give(record, table, LeaveSeat())
    assert balance(cage) == 20_000
    check_reconciled(record)


def test_the_same_key_draws_once(record: Record) -> None:
    cage, table = Cage(record), open_table(record)
    deposit(cage, 30_000)
    answers = [give(record, table, TakeSeat(cents=Cents(10_000)), key="k") for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert balance(cage) == 20_000
    assert len(record.log.tagged(CAGE, "bought_in")) == 1
    check_reconciled(record)


def test_a_balance_is_not_drawn_at_two_tables_at_once(record: Record) -> None:
    cage = Cage(record)
    tables = [open_table(record, name=f"t{number}") for number in range(8)]
    deposit(cage, 30_000)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda table: give(record, table, TakeSeat(cents=Cents(10_000))), tables))
    assert sum(isinstance(answer, Answer) for answer in answers) == 3
    assert balance(cage) == 0
    check_reconciled(record)


def test_a_balance_is_not_drawn_twice_by_two_processes(database: str) -> None:
    first, second = Record(open_database(database)), Record(open_database(database))
    cage, other = Cage(first), Cage(second)
    open_table(first, name="a")
    open_table(second, name="b")
    deposit(cage, 10_000)
    # The second process has not read of the deposit.
    assert isinstance(give(second, "table/b", TakeSeat(cents=Cents(10_000))), Answer)
    # And the first has not read that it was drawn.
    assert isinstance(give(first, "table/a", TakeSeat(cents=Cents(10_000))), Refusal)
    other.catch_up()
    assert balance(other) == 0
    check_reconciled(first)
    first.close()
    second.close()


def test_a_write_that_fails_leaves_neither_half(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    cage, table = Cage(record), open_table(record)
    deposit(cage, 10_000)
    write = record.log._write

    def write_and_fail(connection: Any, written: Any) -> None:
        write(connection, written)
        raise OSError("the disk is full")

    monkeypatch.setattr(record.log, "_write", write_and_fail)
    with pytest.raises(OSError, match="the disk is full"):
        give(record, table, TakeSeat(cents=Cents(10_000)), key="k")
    monkeypatch.undo()
    assert balance(cage) == 10_000
    assert look_at_stream(record, table).seats == {}
    assert isinstance(give(record, table, TakeSeat(cents=Cents(10_000)), key="k"), Answer)
    assert balance(cage) == 0
    check_reconciled(record)


def test_play_money_is_given_once_per_gaming_day(database: str) -> None:
    clock = ManualClock()
    record = Record(open_database(database), clock)
    cage, table = Cage(record), open_table(record)
    cage.post_allowance(Cents(10_000))
    assert cage.available("Ann") == 10_000
    assert isinstance(give(record, table, TakeSeat(cents=Cents(8_000))), Answer)
    assert cage.available("Ann") == 2_000
    give(record, table, LeaveSeat())
    assert cage.available("Ann") == 10_000
    clock.advance(86_400)
    assert cage.available("Ann") == 20_000
    assert isinstance(give(record, table, TakeSeat(cents=Cents(20_000))), Answer)
    assert len(record.log.tagged(CAGE, "allowance_given")) == 2
    check_reconciled(record)
    record.close()


def test_computer_players_play_with_chips_of_the_house(record: Record) -> None:
    cage, table = Cage(record), open_table(record)
    assert isinstance(give(record, table, TakeSeat(cents=Cents(10_000)), by="computer Ada"), Answer)
    assert look_at_cage(cage).balances == {}
    assert recorded_balances(record, CAGE)["house"] == -10_000
    check_reconciled(record)


def test_the_cashier_serves_everybody_but_himself(record: Record) -> None:
    cage = Cage(record)
    assert isinstance(deposit(cage, 5_000), Answer)
    assert isinstance(deposit(cage, 5_000, "Cass"), Refusal)
    assert isinstance(deposit(cage, 0), Refusal)
    too_much = cage.give(Withdraw(person="Ann", cents=Cents(5_001)), by="Cass", role=Role.CASHIER)
    assert isinstance(too_much, Refusal) and too_much.code is Code.BUY_IN_IS_COVERED
    assert isinstance(cage.give(Withdraw(person="Ann", cents=Cents(5_000)), by="Cass", role=Role.CASHIER), Answer)
    assert balance(cage) == 0
    for role in set(Role) - {Role.CASHIER}:
        refusal = cage.give(Deposit(person="Ann", cents=Cents(1)), by="Max", role=role)
        assert isinstance(refusal, Refusal) and refusal.code is Code.ROLE_IS_AUTHORISED
    refusal = cage.give(PostCage(allowance=Cents(1)), by="Cass", role=Role.CASHIER)
    assert isinstance(refusal, Refusal) and refusal.code is Code.ROLE_IS_AUTHORISED
    check_reconciled(record)


def test_a_balance_stays_in_range(record: Record) -> None:
    cage = Cage(record)
    assert isinstance(deposit(cage, 2**53 - 1), Refusal)
    assert isinstance(deposit(cage, 10**12), Answer)
    assert isinstance(deposit(cage, 1), Refusal)
    assert isinstance(cage.post_allowance(Cents(10**12 + 1)), Refusal)


def test_the_chips_of_an_older_house_enter_when_they_move(record: Record) -> None:
    poker, banked = open_table(record, name="poker"), open_table(record, "five-card-hi-lo", name="banked")
    for table in (poker, banked):
        assert isinstance(give(record, table, TakeSeat(cents=Cents(10_000))), Answer)
    cage = Cage(record)
    assert look_at_cage(cage).allowance == PLAY_MONEY
    assert recorded_balances(record, CAGE) == {}
    for table in (poker, banked):
        assert isinstance(give(record, table, LeaveSeat()), Answer)
    assert balance(cage) == 20_000
    assert recorded_balances(record, CAGE)[table_account("poker")] == 0
    check_reconciled(record)
    # A second start posts nothing again.
    before = look_at_cage(cage).revision
    assert look_at_cage(Cage(record)).revision == before


def test_a_new_house_posts_nothing_by_itself(record: Record) -> None:
    Cage(record)
    assert not record.log.tagged(CAGE, "cage_posted")
    open_table(record)
    Cage(record)
    assert not record.log.tagged(CAGE, "cage_posted")


def test_a_day_goes_from_its_opening_to_its_closing_balance(database: str) -> None:
    clock = ManualClock()
    record = Record(open_database(database), clock)
    cage, table = Cage(record), open_table(record)
    deposit(cage, 30_000)
    give(record, table, TakeSeat(cents=Cents(10_000)))
    clock.advance(86_400)
    give(record, table, LeaveSeat())
    cage.give(Withdraw(person="Ann", cents=Cents(25_000)), by="Cass", role=Role.CASHIER)
    first, second = reconcile(record).days
    assert (first.opening, first.closing) == (0, 20_000)
    assert (first.totals.deposits, first.totals.buy_ins) == (30_000, 10_000)
    assert (second.opening, second.closing) == (20_000, 5_000)
    assert (second.totals.cash_outs, second.totals.withdrawals) == (10_000, 25_000)
    record.close()


def test_reconciling_finds_a_rewritten_cash_out(record: Record) -> None:
    cage, table = Cage(record), open_table(record)
    deposit(cage, 10_000)
    give(record, table, TakeSeat(cents=Cents(10_000)))
    give(record, table, LeaveSeat())
    row = record.log.tagged(CAGE, "cashed_out")[0]
    body = msgspec.json.decode(row["body"])
    body["postings"][0][2] = 90_000
    with record.log.writing() as connection, connection.begin():
        changed = msgspec.json.encode(body)
        connection.execute(update(EVENT).where(EVENT.c.stream == CAGE, EVENT.c.seq == row["seq"]).values(body=changed))
    faults = reconcile(record, thorough=True).faults
    assert any("Table t, command" in fault and "Ann" in fault for fault in faults)
    assert any("disagree about the chips there" in fault for fault in faults)
