"""The cage over the API: any player sits down with no more than the house owes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from houseway.cli.audit import audit
from houseway.engine.roles import Role
from houseway.store.cage import reconcile
from tests.kit.record_views import look_at_stream, recorded_balances
from tests.web.serving import Person, Serving, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(str(tmp_path / "house.db"), allowance=None) as opened:
        yield opened


def balance(person: Person) -> int:
    answer: dict[str, Any] = person.http.get("/api/cage").json()
    return int(answer["balance"])


def opened(house: Serving) -> Person:
    house.account("Sue", Role.SHIFT_SUPERVISOR).opens("t", "holdem")
    return house.account("Ann")


def deposit(house: Serving, cents: int, person: str = "Ann", key: str = "") -> Any:
    cass = (
        house.account("Cass", Role.CASHIER)
        if "Cass" not in look_at_stream(house.record, "house", Role.ADMINISTRATOR).accounts
        else house.person("Cass")
    )
    return cass.http.post("/api/cage/deposits", json={"person": person, "cents": cents, "key": key})


def test_a_player_without_a_balance_cannot_sit_down(house: Serving) -> None:
    ann = opened(house)
    for cents in (1, 50_000, 1_000_000_000):
        answer = ann.says("t", "take_seat", 1, cents=cents)
        assert answer.status_code == 409
        assert answer.json()["error"]["code"] == "BUY_IN_IS_COVERED"
    assert ann.sees("t")["seats"] == {}


def test_a_deposit_is_played_with_and_returns(house: Serving) -> None:
    ann = opened(house)
    assert deposit(house, 50_000, key="d1").status_code == 200
    # The same key takes effect once.
    assert deposit(house, 50_000, key="d1").json()["balance"] == 50_000
    assert ann.says("t", "take_seat", 1, cents=20_000).status_code == 200
    assert balance(ann) == 30_000
    assert ann.says("t", "add_stakes", 1, cents=30_001).json()["error"]["code"] == "BUY_IN_IS_COVERED"
    assert ann.says("t", "add_stakes", 1, cents=30_000).status_code == 200
    assert ann.says("t", "leave_seat", 1).status_code == 200
    assert balance(ann) == 50_000
    # Everybody has left: the closed table holds nobody's chips.
    assert house.person("Sue").http.delete("/api/tables/t").status_code == 200
    assert reconcile(house.record, thorough=True).faults == []
    assert recorded_balances(house.record, "cage")["table t"] == 0


def test_only_a_cashier_serves_at_the_counter(house: Serving) -> None:
    ann = opened(house)
    for person in (ann, house.person("Sue"), house.account("Ada", Role.ADMINISTRATOR)):
        answer = person.http.post("/api/cage/deposits", json={"person": "Ann", "cents": 100})
        assert answer.status_code == 403
    assert deposit(house, 100, "Nobody").status_code == 404
    assert deposit(house, 100, "Sue").status_code == 404
    for cents in (0, -1, 2**53, 10**30):
        assert deposit(house, cents).status_code in (409, 422)
    assert balance(ann) == 0


def test_a_player_sees_the_own_balance_alone(house: Serving) -> None:
    ann = opened(house)
    deposit(house, 100)
    deposit(house, 700, house.account("Bob").name)
    answer = ann.http.get("/api/cage").json()
    assert (answer["balance"], answer["balances"]) == (100, {})
    assert ann.http.get("/api/cage/days").status_code == 403
    for name, role in (("Fay", Role.FINANCE), ("Otto", Role.AUDITOR)):
        person = house.account(name, role)
        assert person.http.get("/api/cage").json()["balances"] == {"Ann": 100, "Bob": 700}
        [day] = person.http.get("/api/cage/days").json()["days"]
        assert (day["opening"], day["closing"], day["totals"]["deposits"]) == (0, 800, 800)


def test_an_administrator_posts_play_money(house: Serving) -> None:
    ann = opened(house)
    assert ann.http.put("/api/cage", json={"allowance": 10**9}).status_code == 403
    ada = house.account("Ada", Role.ADMINISTRATOR)
    assert ada.http.put("/api/cage", json={"allowance": 20_000}).status_code == 200
    assert ann.http.get("/api/cage").json()["available"] == 20_000
    assert ann.says("t", "take_seat", 1, cents=20_001).status_code == 409
    assert ann.says("t", "take_seat", 1, cents=20_000).status_code == 200
    assert house.record.log.tagged("cage", "cage_posted")


def test_many_sit_down_at_once(house: Serving) -> None:
    """Everybody draws on one cage at the same time, and nobody is told to come again."""
    from concurrent.futures import ThreadPoolExecutor

    house.account("Ada", Role.ADMINISTRATOR).http.put("/api/cage", json={"allowance": 10_000})
    sue = house.account("Sue", Role.SHIFT_SUPERVISOR)
    people = [house.account(f"P{number}") for number in range(24)]
    tables = [f"t{number}" for number in range(8)]
    for table in tables:
        sue.opens(table, "five-card-hi-lo")
    seats = [(person, tables[number % 8], 1 + number // 8) for number, person in enumerate(people)]
    with ThreadPoolExecutor(24) as pool:
        answers = list(pool.map(lambda one: one[0].says(one[1], "take_seat", one[2], cents=10_000), seats))
    assert {answer.status_code for answer in answers} == {200}
    assert reconcile(house.record, thorough=True).faults == []


def test_audit_reconciles_the_cage(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    with serving(database, allowance=None) as house:
        ann = opened(house)
        deposit(house, 50_000)
        ann.says("t", "take_seat", 1, cents=20_000)
    ran = CliRunner().invoke(audit, ["cage", "--database", database])
    assert ran.exit_code == 0, ran.output
    assert "opening $0, closing $300" in ran.output
    assert "table t: $200 by the cage, $200 by the table" in ran.output
    assert "The cage and the tables agree." in ran.output
