"""Nobody is two people: whoever sits at a table is no staff there, and no one holds roles that check each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from houseway.engine.kernel import Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, ChangeAccount, PostRoles
from houseway.web.accounts import FIRST
from tests.kit.record_views import look_at_stream
from tests.kit.waiting import until
from tests.web.serving import LiveView, Person, Serving, serving

STAFF = tuple(role for role in Role if role not in (Role.PLAYER, Role.TABLE_SYSTEM, Role.ADMINISTRATOR, Role.AUDITOR))
TWO_FACED = {"surveillance": Role.SURVEILLANCE, "shift supervisor": Role.SHIFT_SUPERVISOR, "dealer": Role.DEALER}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(str(tmp_path / "house.db")) as opened:
        yield opened


def seated(house: Serving, role: Role, **policy: Any) -> Person:
    """Somebody in a staff role who also plays, at a table for two."""
    house.account("Boss", Role.SHIFT_SUPERVISOR).opens("t", "holdem", **policy)
    eve = house.account("Eve", Role.PLAYER, role)
    assert eve.says("t", "take_seat", 1, cents=100_000).status_code == 200
    assert house.account("Ann").says("t", "take_seat", 2, cents=100_000).status_code == 200
    house.rest()
    return eve


def page(house: Serving, person: str, address: str) -> Any:
    client = house.client()
    client.cookies.set("houseway", house.people.token(person))
    return client.get(address)


@pytest.mark.parametrize("role", TWO_FACED)
def test_who_sits_there_sees_the_table_in_no_other_role(house: Serving, role: str) -> None:
    eve = seated(house, TWO_FACED[role])
    for path in ("/api/tables/t", "/api/tables/t/events"):
        answer = eve.http.get(path, params={"role": role})
        assert answer.status_code == 403
        assert "Eve sits at table t" in answer.json()["error"]["message"]
    for address in (
        f"/tables/t?role={role}",
        f"/tables/t/plain?role={role}",
        f"/tables/t/rounds?role={role}",
        "/surveillance?table=t",
        "/surveillance/t/1",
        "/dealer/t",
        "/floor/t",
    ):
        assert page(house, "Eve", address).status_code in (403, 404), address
    # Whatever else should ask the hub, it answers as to the player.
    hub = house.server.hubs["t"]
    as_player = hub.observation(Viewer(Role.PLAYER, "Eve"))
    assert hub.observation(Viewer(TWO_FACED[role], "Eve")) == as_player
    # As a player, everything is as ever.
    assert eve.sees("t")["seats"]["1"] == "Eve"


def test_a_view_that_was_open_before_ends_when_its_viewer_sits_down(house: Serving) -> None:
    house.account("Boss", Role.SHIFT_SUPERVISOR).opens("t", "holdem")
    eve = house.account("Eve", Role.PLAYER, Role.SURVEILLANCE)
    view = LiveView(house, "/api/tables/t/live", {"token": eve.token, "role": "surveillance", "revision": -1})
    assert eve.says("t", "take_seat", 1, cents=100_000).status_code == 200
    until(lambda: not view._thread.is_alive())
    view.close()


@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOORPERSON, Role.SHIFT_SUPERVISOR])
def test_who_sits_there_gives_no_command_of_staff(house: Serving, role: Role) -> None:
    eve = seated(house, role, staffed=True)
    answer = eve.says("t", "spread_cards", 0, role=role.value)
    assert answer.status_code == 403
    assert "cannot be" in answer.json()["error"]["message"]


def test_who_was_staff_there_does_not_sit_down_the_same_day(house: Serving) -> None:
    house.account("Boss", Role.SHIFT_SUPERVISOR).opens("t", "five-card-hi-lo", staffed=True)
    dana = house.account("Dana", Role.PLAYER, Role.DEALER)
    house.account("Ann").says("t", "take_seat", 2, cents=100_000)
    step = next(ask for ask in dana.sees("t", "dealer")["due"] if ask["role"] == "dealer")
    assert dana.says("t", step["command"], role="dealer").status_code == 200
    answer = dana.says("t", "take_seat", 1, cents=100_000)
    assert answer.status_code == 403
    assert "was staff at table t" in answer.json()["error"]["message"]
    house.clock.advance(24 * 3600)
    dana = house.person("Dana")
    assert dana.says("t", "take_seat", 1, cents=100_000).status_code == 200


def test_seeds_told_to_surveillance_alone_are_not_told_to_a_player(house: Serving) -> None:
    seated(house, Role.SURVEILLANCE, seeds_told=False)
    server = house.server
    assert not server.tells_seeds("t", "Eve", (Role.PLAYER, Role.SURVEILLANCE))
    assert server.tells_seeds("t", "Sol", (Role.SURVEILLANCE,))


@pytest.mark.parametrize(
    "held",
    [
        *combinations((Role.ADMINISTRATOR, Role.SHIFT_SUPERVISOR, Role.SURVEILLANCE), 2),
        (Role.CASHIER, Role.FINANCE),
        (Role.AUDITOR, Role.PLAYER),
        (Role.AUDITOR, Role.SHIFT_SUPERVISOR),
    ],
)
def test_incompatible_roles_are_not_held_together(house: Serving, held: tuple[Role, Role]) -> None:
    ada = house.account("Ada", Role.ADMINISTRATOR)
    answer = ada.http.post("/api/accounts", json={"person": "Two", "roles": [*held]})
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "ROLE_IS_AUTHORISED"
    house.account("Two", held[0])
    change = {"roles": [role.value for role in held]}
    assert ada.http.put("/api/accounts/Two", json=change).status_code == 409
    # The house may post otherwise, and that is on the record.
    together = {"together": [[role.value for role in held]]}
    assert house.person("Two").http.put("/api/roles", json=together).status_code in (200, 403)
    assert ada.http.put("/api/roles", json=together).status_code == 200
    assert ada.http.put("/api/accounts/Two", json=change).status_code == 200
    assert house.record.log.tagged("house", "roles_posted")


def test_only_an_administrator_posts_roles(house: Serving) -> None:
    for role in STAFF:
        command = PostRoles(together=((Role.CASHIER, Role.FINANCE),))
        assert isinstance(house.people.send(command, by="Max", role=role), Refusal)
    harmless = PostRoles(together=((Role.DEALER, Role.FLOORPERSON),))
    assert isinstance(house.people.send(harmless, by="table system", role=Role.TABLE_SYSTEM), Refusal)


def test_the_first_administrator_is_nothing_else(house: Serving) -> None:
    house.people.first_administrator()
    assert look_at_stream(house.record, "house", Role.ADMINISTRATOR).accounts[FIRST] == (Role.ADMINISTRATOR,)
    admin = house.person(FIRST)
    # An administrator opens a table, and sees nothing of it beyond what anybody does.
    assert admin.opens("t", "holdem").status_code == 201
    assert admin.http.get("/api/tables/t", params={"role": "shift supervisor"}).status_code == 403
    assert page(house, FIRST, "/surveillance").status_code == 403
    assert admin.http.delete("/api/tables/t").status_code == 403


def test_an_older_account_with_both_roles_stays_until_it_is_changed(house: Serving) -> None:
    together = PostRoles(together=((Role.ADMINISTRATOR, Role.SHIFT_SUPERVISOR),))
    house.people.send(together, by="table system", role=Role.TABLE_SYSTEM)
    old = house.account("Old", Role.ADMINISTRATOR, Role.SHIFT_SUPERVISOR)
    house.people.send(PostRoles(together=()), by="table system", role=Role.TABLE_SYSTEM)
    assert old.opens("t", "holdem").status_code == 201
    again = ChangeAccount(person="Old", held=(Role.ADMINISTRATOR, Role.SHIFT_SUPERVISOR))
    assert isinstance(house.people.send(again, by="Old", role=Role.ADMINISTRATOR), Refusal)
    assert (
        isinstance(
            house.people.send(AddAccount(person="X", held=(Role.PLAYER,)), by="Old", role=Role.ADMINISTRATOR), Refusal
        )
        is False
    )


def test_an_auditor_reads_what_is_over_and_nothing_live(house: Serving) -> None:
    house.account("Boss", Role.SHIFT_SUPERVISOR).opens("t", "five-card-hi-lo", computers=2)
    house.until(lambda: bool(house.record.log.round_ends("table/t", 1)))
    otto = house.account("Otto", Role.AUDITOR)
    for path in ("/api/tables/t", "/api/tables/t/events"):
        assert otto.http.get(path, params={"role": "auditor"}).status_code == 403
        assert otto.http.get(path).status_code == 403
    for address in ("/tables/t", "/tables/t/plain", "/floor/t", "/dealer/t"):
        assert page(house, "Otto", address).status_code == 403, address
    for address in (
        "/lobby",
        "/surveillance",
        "/surveillance/t/1",
        "/surveillance/t/1?eyes=all",
        "/tables/t/rounds/1",
        "/cage",
    ):
        assert page(house, "Otto", address).status_code == 200, address
    assert otto.says("t", "take_seat", 1, cents=100).status_code == 403
    for kind in ("take_seat", "leave_seat"):
        assert (
            otto.says("t", kind, 1, role="auditor", **({"cents": 1} if kind == "take_seat" else {})).status_code == 409
        )
    seeds = otto.http.get("/api/tables/t/shuffles").json()
    assert all("seed" not in shoe for shoe in seeds["shoes"].values())
