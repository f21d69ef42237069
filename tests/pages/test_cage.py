"""The cage on its page and in the lobby, in a browser's words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.engine.roles import Role
from tests.web.serving import Serving, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(str(tmp_path / "house.db"), allowance=None) as opened:
        yield opened


def browser(house: Serving, name: str, *roles: Role) -> tuple[httpx.Client, str]:
    house.account(name, *roles)
    token = house.people.token(name)
    client = house.client()
    client.cookies.set("houseway", token)
    return client, house.people.csrf(token)


def test_a_cashier_takes_a_deposit_and_the_player_sees_it_in_the_lobby(house: Serving) -> None:
    ann, _ = browser(house, "Ann", Role.PLAYER)
    cass, csrf = browser(house, "Cass", Role.CASHIER)
    assert "Ask the cashier for a deposit before you take a seat" in ann.get("/lobby").text
    assert "Take a deposit" in cass.get("/cage").text

    def give(what: str, amount: str, person: str = "Ann", **more: Any) -> httpx.Response:
        fields = {"csrf": csrf, "person": person, "amount": amount, "key": f"{what} {amount}", **more}
        return cass.post(f"/cage/{what}", data=fields, follow_redirects=True)

    assert "Deposit recorded." in give("deposit", "250").text
    # A form that is sent twice is one deposit.
    give("deposit", "250")
    assert "$250</b> at the cage" in ann.get("/lobby").text
    for what, amount, person in (
        ("withdraw", "250.01", "Ann"),
        ("deposit", "a lot", "Ann"),
        ("deposit", "5", "Cass"),
        ("deposit", "5", "<b>"),
    ):
        answer = give(what, amount, person)
        assert answer.status_code in (404, 409, 422)
        assert 'role="alert"' in answer.text
        assert "<b>'" not in answer.text
    assert cass.post("/cage/deposit", data={"person": "Ann", "amount": "5"}).status_code == 403
    assert "Withdrawal recorded." in give("withdraw", "50").text
    assert "$200</b> at the cage" in ann.get("/lobby").text


@pytest.mark.parametrize("role", [Role.FINANCE, Role.AUDITOR])
def test_finance_and_auditors_read_the_cage_and_serve_nobody(house: Serving, role: Role) -> None:
    house.account("Ann")
    reader, csrf = browser(house, "Fay", role)
    page = reader.get("/cage")
    assert page.status_code == 200
    assert "Take a deposit" not in page.text
    answer = reader.post("/cage/deposit", data={"csrf": csrf, "person": "Ann", "amount": "5"})
    assert answer.status_code == 403


def test_players_do_not_see_the_cage(house: Serving) -> None:
    ann, _ = browser(house, "Ann", Role.PLAYER)
    assert ann.get("/cage").status_code == 403
