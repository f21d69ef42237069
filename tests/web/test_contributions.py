"""Shuffles nobody can steer: players commit to randomness of their own before anybody reveals anything."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from houseway.engine.roles import Role
from houseway.house.shuffles import Chance
from houseway.store.table_system import prove, seeds_of
from tests.kit.waiting import until
from tests.web.serving import LiveView, Person, Serving, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(str(tmp_path / "house.db")) as opened:
        opened.account("Boss", Role.SHIFT_SUPERVISOR).opens("t", "holdem", clock=30)
        yield opened


def promise(person: Person, text: str) -> Any:
    return person.http.post("/api/tables/t/chance/commitments", json={"commitment": sha256(text.encode()).hexdigest()})


def reveal(person: Person, text: str) -> Any:
    return person.http.post("/api/tables/t/chance/reveals", json={"text": text})


def shoe(house: Serving) -> Any:
    shoes, _ = house.server.seeds("t")
    return next((one for one in shoes.values() if not one.closed), None)


def page(house: Serving, person: str, address: str) -> str:
    client = house.client()
    client.cookies.set("houseway", house.people.token(person))
    return client.get(address).text


def play_round(house: Serving, people: list[Person]) -> None:
    """Everybody checks or folds until a round is over."""
    ends = len(house.record.log.round_ends("table/t", 1000))

    def over() -> bool:
        for seat, person in enumerate(people, 1):
            for word in ("check", "fold", "call"):
                if any(ask["seat"] == seat for ask in person.sees("t")["legal"]):
                    person.says("t", "act", seat, word=word)
        house.go_on()
        return len(house.record.log.round_ends("table/t", 1000)) > ends

    until(over)


def test_players_who_commit_and_reveal_make_the_order_unforeseeable(house: Serving) -> None:
    ann, bob = house.account("Ann"), house.account("Bob")
    assert ann.says("t", "take_seat", 1, cents=100_000).status_code == 200
    texts = {"Ann": "a" * 64, "Bob": "b" * 64}
    until(lambda: shoe(house) is not None)
    # Nobody reveals while others may still choose.
    assert promise(ann, texts["Ann"]).status_code == 200
    assert reveal(ann, texts["Ann"]).status_code == 409
    assert promise(ann, "another").status_code == 409
    views = [LiveView(house, "/api/tables/t/live", {"token": ann.token, "role": "player", "revision": -1})]
    server = house.server
    assert server.hubs["t"].present("Ann")
    assert bob.says("t", "take_seat", 2, cents=100_000).status_code == 200
    until(lambda: shoe(house).sealed)
    # Bob knows the seed, say: what he would choose by it comes too late.
    for late in (promise(bob, texts["Bob"]), bob.http.post("/api/tables/t/chance", json={"text": "ground"})):
        assert late.status_code == 409
    assert reveal(bob, texts["Bob"]).status_code == 409
    assert reveal(ann, "c" * 64).status_code == 409
    number = next(number for number, one in server.seeds("t")[0].items() if not one.closed)
    assert reveal(ann, texts["Ann"]).status_code == 200
    play_round(house, [ann, bob])
    for view in views:
        view.close()
    seeds = seeds_of(house.record, "t")
    assert seeds.added[number] == [("Ann", texts["Ann"])]
    proofs = list(prove(house.record, "t"))
    assert {proof.says for proof in proofs} <= {"", "its seed is not revealed yet"}
    assert any(proof.shoe == number and not proof.says for proof in proofs)
    # With the seed alone the order is another one.
    with_ann = Chance(seeds.revealed[number], "t", number, seeds.added[number], 1).order(range(52))
    assert with_ann != Chance(seeds.revealed[number], "t", number, (), 1).order(range(52))
    says = "Ann added randomness of their own, committed to before anybody revealed anything"
    for address in ("/tables/t/rounds/1", "/tables/t/rounds/1/proof"):
        assert says in page(house, "Ann", address)


def test_without_any_contribution_the_page_says_who_could_have_known(house: Serving) -> None:
    people = [house.account("Ann"), house.account("Bob")]
    for seat, person in enumerate(people, 1):
        assert person.says("t", "take_seat", seat, cents=100_000).status_code == 200
    play_round(house, people)
    text = page(house, "Ann", "/tables/t/rounds/1/proof")
    assert "whoever could read the seed could have known the order" in text


def test_who_does_not_reveal_is_named_and_holds_nobody_up_for_long(house: Serving) -> None:
    ann, bob = house.account("Ann"), house.account("Bob")
    assert ann.says("t", "take_seat", 1, cents=100_000).status_code == 200
    until(lambda: shoe(house) is not None)
    assert promise(ann, "a" * 64).status_code == 200
    view = LiveView(house, "/api/tables/t/live", {"token": ann.token, "role": "player", "revision": -1})
    assert bob.says("t", "take_seat", 2, cents=100_000).status_code == 200
    until(lambda: shoe(house).sealed)
    house.advance(2)
    play_round(house, [ann, bob])
    view.close()
    text = page(house, "Bob", "/tables/t/rounds/1/proof")
    assert "Ann committed and did not reveal." in text
    assert "whoever could read the seed could have known the order" in text


def test_only_who_sits_there_contributes(house: Serving) -> None:
    ann = house.account("Ann")
    assert promise(ann, "a").status_code == 403
    assert ann.http.post("/api/tables/t/chance/commitments", json={"commitment": "x"}).status_code == 403
    assert ann.says("t", "take_seat", 1, cents=100_000).status_code == 200
    until(lambda: shoe(house) is not None)
    for wrong in ("x", "A" * 64, "a" * 65):
        assert ann.http.post("/api/tables/t/chance/commitments", json={"commitment": wrong}).status_code == 409
