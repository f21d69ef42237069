"""A player's page adds randomness of its own to each shuffle, without being asked to."""

from __future__ import annotations

from collections.abc import Callable

from houseway.store.table_system import prove
from tests.pages.browsing import Visit
from tests.web.serving import Serving

TABLE = "heads-up-holdem"


def test_a_page_commits_and_reveals_by_itself(visit: Callable[..., Visit], house: Serving) -> None:
    assert house.person("Guest").says(TABLE, "take_seat", 1, cents=50_000).status_code == 200
    guest = visit("Guest")
    guest.goes(f"/tables/{TABLE}")
    log = house.record.log

    def players(tag: str) -> int:
        return len(log.tagged(f"shuffles/{TABLE}", tag))

    guest.until(lambda: players("chance_committed") >= 1)
    guest.until(lambda: players("chance_revealed") >= 1)
    faults = {proof.says for proof in prove(house.record, TABLE)}
    assert faults <= {"", "its seed is not revealed yet"}
