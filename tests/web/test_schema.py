"""The API as it is described, asked by a program that makes requests from the description: no answer is a fault of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from houseway.engine.roles import Role
from tests.web.serving import Serving, serving

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, str]]:
    folder: Path = tmp_path_factory.mktemp("house")
    with serving(str(folder / "house.db")) as house:
        boss = house.account("Sue", *[role for role in Role if role is not Role.TABLE_SYSTEM])
        boss.opens("t1", "holdem", staffed=True)
        house.app.state.server.logins.per_second = house.app.state.server.logins.at_once = 100_000
        yield house, boss.token


def test_no_request_breaks_the_server(opened):
    house, whose = opened
    described = schemathesis.openapi.from_url(f"{house.address}/openapi.json")
    asked = []
    for found in described.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
        )
        def ask(case: Any) -> None:
            # These would end the token the others are asked with.
            ends = case.path == "/api/password" or case.path.startswith("/api/accounts/")
            answer = case.call(base_url=house.address, headers={"authorization": f"Bearer {'' if ends else whose}"})
            assert answer.status_code < 500, (case.method, case.path, answer.text)

        ask()
        asked.append(operation.path)
    assert len(asked) == 31
