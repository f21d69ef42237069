"""Nobody fills the record with what is refused."""

from __future__ import annotations

import hashlib
import json

from houseway.engine.roles import Role
from houseway.store import audit
from houseway.store.rows import REFUSED_BYTES
from tests.web.serving import Serving


def open_house(house: Serving, *people: str) -> None:
    sue = house.account("Sue", Role.SHIFT_SUPERVISOR)
    assert sue.opens("t1", "heads-up-holdem", staffed=True).status_code == 201
    for person in people:
        house.account(person)


def test_a_long_refused_command_is_kept_as_its_hash_and_how_it_begins(house: Serving) -> None:
    open_house(house, "Ann")
    ann = house.person("Ann")
    wagers = {f"wager {'x' * 50} {number}": number for number in range(700)}
    refused = ann.says("t1", "place_wagers", 1, wagers=wagers, key="k1")
    assert refused.status_code == 409
    [row] = house.record.log.refusals("table/t1")
    kept = json.loads(row["body"])
    assert set(kept) == {"sha256", "size", "prefix"}
    assert kept["size"] > 40_000
    assert len(kept["sha256"]) == len(hashlib.sha256(b"").hexdigest())
    assert len(kept["prefix"]) == REFUSED_BYTES
    assert "place_wagers" in kept["prefix"]
    assert len(row["body"]) + len(row["refusal"]) < 4_000
    # The key has its answer, and the record is sound.
    assert ann.says("t1", "place_wagers", 1, wagers=wagers, key="k1").json() == refused.json()
    assert ann.says("t1", "leave_seat", 1).status_code == 409
    assert json.loads(house.record.log.refusals("table/t1")[-1]["body"])["command"]["command"] == "leave_seat"
    assert not [one.faults for one in audit.verify(house.record) if one.faults]


def test_a_person_has_a_quota_of_refusals(house: Serving) -> None:
    open_house(house, "Ann", "Ben")
    quota = house.server.refusals
    quota.per_second, quota.at_once = 0.5, 100
    ann, ben = house.person("Ann"), house.person("Ben")
    answers = [ann.says("t1", "leave_seat", 1).status_code for _ in range(130)]
    assert answers == [409] * 100 + [429] * 30
    assert len(house.record.log.refusals("table/t1")) == 100
    # Others go on, and so does the person after a while.
    assert ben.says("t1", "take_seat", 2, cents=1_000).status_code == 200
    assert ann.says("t1", "take_seat", 1, cents=1_000).status_code == 429
    house.clock.advance(2)
    assert ann.says("t1", "take_seat", 1, cents=1_000).status_code == 200
