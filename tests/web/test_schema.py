"""The API as it is described, asked by a program that makes requests from the description: no answer is a fault of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from houseway.engine.roles import Role
from houseway.web.sign_ins import Limit
from tests.web.serving import Serving, serving

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
# Loaded here and not in the depths of a test, where compiling it can exceed the depth that Python allows.
pytest.importorskip("schemathesis.generation.jsonschema.strategy")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, str]]:
    folder: Path = tmp_path_factory.mktemp("house")
    with serving(str(folder / "house.db")) as house:
        boss = house.account("Sue", *[role for role in Role if role is not Role.TABLE_SYSTEM])
        boss.opens("t1", "holdem", staffed=True)
        house.server.links.per_second = house.server.links.at_once = 100_000
        house.server.sign_ins.attempts.per_person = Limit(free=10**9, longest=0)
        house.server.sign_ins.attempts.per_address = Limit(free=10**9, longest=0)
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
    assert len(asked) == 48


def test_what_is_answered_is_as_it_is_described(opened):
    """Every answer of a program's evening: people, tables, views with hidden cards, events, seeds, refusals."""
    validators = pytest.importorskip("jsonschema_rs", reason="jsonschema_rs is not installed")
    house, _ = opened
    described = house.client().get("/openapi.json").json()
    boss = house.person("Sue")
    ann, bob = house.account("Ann"), house.account("Bob")
    dee = house.account("Dee", Role.DEALER)
    for game in ("pai-gow", "triple-draw-2-7"):
        assert boss.opens(f"described-{game}", game, staffed=True).status_code == 201
    table = "described-triple-draw-2-7"
    ann.says(table, "take_seat", 1, cents=100_000)
    bob.says(table, "take_seat", 2, cents=100_000)
    dee.says(table, "start_round", role="dealer", order=list(range(52)))
    asked = [
        ("post", "/api/tables/{name}/commands", dee.says(table, "deal_street", role="dealer")),
        ("post", "/api/tables/{name}/commands", bob.says(table, "deal_street", role="player")),
        ("get", "/api/tables/{name}", ann.http.get(f"/api/tables/{table}")),
        ("get", "/api/tables/{name}", boss.http.get("/api/tables/described-pai-gow?role=surveillance")),
        ("get", "/api/tables/{name}/events", bob.http.get(f"/api/tables/{table}/events")),
        ("get", "/api/tables/{name}/shuffles", bob.http.get(f"/api/tables/{table}/shuffles")),
        ("get", "/api/tables/{name}", bob.http.get("/api/tables/nowhere")),
        *[("get", path, boss.http.get(path)) for path in described["paths"] if "{" not in path and path != "/metrics"],
    ]
    assert any(None in (card for _, card, _ in one.get("cards", [])) for one in asked[4][2].json())
    for method, path, answer in asked:
        operation = described["paths"][path].get(method)
        if operation is not None:
            schema = operation["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
            validator = validators.Draft202012Validator({**schema, "components": described["components"]})
            wrong = next(iter(validator.iter_errors(answer.json())), None)
            assert wrong is None, (method, path, answer.status_code, str(wrong)[:400])
    # The negative control: what is missing something is not as described.
    for name in ("View", "ErrorBody", "Answered"):
        schema = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
        assert not validators.Draft202012Validator(schema).is_valid({})
