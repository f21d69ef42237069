"""A dealer's system shuffle waits for the players' own randomness, and the page of the round says who could have known the order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from houseway.house.shuffles import Chance
from houseway.store.table_system import prove, seeds_of
from houseway.web.dealing import REVEALS
from tests.kit.forms import forms_in
from tests.kit.waiting import PATIENCE, until
from tests.pages.test_consoles import play_on, staffed
from tests.pages.test_office import Browser, words
from tests.web.serving import LiveView, Serving, serving
from tests.web.staffed import Staffed, planned

KNOWN_BY_SERVER = "whoever could read the seed could have known the order"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(str(tmp_path / "house.db")) as opened:
        yield opened


class PlayersPage:
    """A player's table page as its script sees it: the step that the server asks for, and what is sent for it."""

    def __init__(self, house: Serving, player: str, text: str) -> None:
        self.browser, self.text = Browser(house, player), text

    @property
    def asked(self) -> tuple[str, str]:
        """The shoe of the next shuffle and what the page is asked to add to it."""
        asked = re.search(r'id="chance"[^>]* data-shoe="(\d+)" data-step="(\w*)"', self.browser.page("/tables/t1"))
        assert asked is not None
        return asked[1], asked[2]

    def contribute(self, step: str) -> str:
        """Take a step that the server asks for; return the shoe."""
        shoe, asked = self.asked
        assert asked == step
        value = self.text if step == "reveal" else sha256(self.text.encode()).hexdigest()
        sent = self.browser.post("/tables/t1/chance", {"shoe": shoe, "step": step, "value": value})
        assert sent.status_code == 204
        return shoe


def shoe(house: Serving) -> Any:
    shoes, _ = house.server.seeds("t1")
    return next(one for one in shoes.values() if not one.closed)


def shuffle_form(dealer: Browser) -> dict[str, Any]:
    forms = [form["fields"] for form in forms_in(dealer.page("/dealer/t1"), "next")]
    fields: dict[str, Any] = next(fields for fields in forms if "by_system" in fields)
    assert fields["command"][0] in ("start_round", "shuffle_cards")
    return fields


def begin_shuffle(dealer: Browser) -> Future[str]:
    """Press "System shuffle" in a thread of its own; the result is what the console says against it."""
    fields, pool = shuffle_form(dealer), ThreadPoolExecutor(1)
    pressed = pool.submit(lambda: words(dealer.post("/dealer/t1/do", fields).text))
    pool.shutdown(wait=False)
    return pressed


def play_first_round(house: Serving, dealer: Browser, floor: Browser) -> None:
    def is_over(_: str) -> bool:
        seen = house.look_at("t1")
        return bool(seen.number == 1 and seen.status == "between rounds")

    play_on(house, dealer, floor, is_over)


def look(house: Serving, person: Any) -> LiveView:
    return LiveView(house, "/api/tables/t1/live", {"token": person.token, "role": "player", "revision": -1})


def test_a_system_shuffle_waits_for_what_players_reveal(house: Serving) -> None:
    dealer, floor, [ann, _bob] = staffed(house, "holdem")
    page = PlayersPage(house, "Ann", "a" * 64)
    until(lambda: page.asked[1] == "commit")
    number = int(page.contribute("commit"))
    view = look(house, ann)
    pressed = begin_shuffle(dealer)
    until(lambda: shoe(house).sealed)
    # Others go on meanwhile, and nobody can choose by what Ann reveals.
    late = PlayersPage(house, "Bob", "b" * 64)
    assert late.asked[1] == ""
    assert not pressed.done()
    page.contribute("reveal")
    assert not pressed.result(PATIENCE)
    play_first_round(house, dealer, floor)
    view.close()
    seeds = seeds_of(house.record, "t1")
    assert seeds.added[number] == [("Ann", "a" * 64)]
    shuffled = Chance(seeds.revealed[number], "t1", number, seeds.added[number], 1).order(range(52))
    assert shuffled != Chance(seeds.revealed[number], "t1", number, (), 1).order(range(52))
    proofs = [proof for proof in prove(house.record, "t1") if proof.shoe == number]
    assert proofs and not any(proof.says for proof in proofs)
    for address in ("/tables/t1/rounds/1", "/tables/t1/rounds/1/proof"):
        assert "Ann added randomness of their own" in words(page.browser.page(address))


def test_a_player_who_does_not_reveal_holds_the_dealer_up_for_a_moment_and_is_named(house: Serving) -> None:
    dealer, floor, [ann, _bob] = staffed(house, "holdem")
    page = PlayersPage(house, "Ann", "a" * 64)
    until(lambda: page.asked[1] == "commit")
    page.contribute("commit")
    view = look(house, ann)
    pressed = begin_shuffle(dealer)
    until(lambda: house.clock.next_moment == house.clock.monotonic() + REVEALS)
    assert not pressed.done()
    house.clock.advance(REVEALS)
    assert not pressed.result(PATIENCE)
    play_first_round(house, dealer, floor)
    view.close()
    known = words(page.browser.page("/tables/t1/rounds/1/proof"))
    assert KNOWN_BY_SERVER in known and "Ann committed and did not reveal." in known


def test_a_player_who_leaves_the_page_holds_nobody_up(house: Serving) -> None:
    dealer, _floor, [ann, _bob] = staffed(house, "holdem")
    page = PlayersPage(house, "Ann", "a" * 64)
    until(lambda: page.asked[1] == "commit")
    page.contribute("commit")
    assert not house.server.hubs["t1"].present(ann.name)
    assert not begin_shuffle(dealer).result(PATIENCE)


def test_a_shuffle_pressed_twice_is_made_once(house: Serving) -> None:
    dealer, _floor, [ann, _bob] = staffed(house, "holdem")
    page = PlayersPage(house, "Ann", "a" * 64)
    until(lambda: page.asked[1] == "commit")
    page.contribute("commit")
    view = look(house, ann)
    presses = [begin_shuffle(dealer), begin_shuffle(Browser(house, "Dana"))]
    until(lambda: shoe(house).sealed)
    page.contribute("reveal")
    answers = sorted(pressed.result(PATIENCE) for pressed in presses)
    view.close()
    assert answers[0] == "" and "gone on" in answers[1]
    assert house.look_at("t1").number == 1


def test_without_any_contribution_the_page_says_who_could_have_known(house: Serving) -> None:
    dealer, floor, _players = staffed(house, "holdem")
    play_first_round(house, dealer, floor)
    assert KNOWN_BY_SERVER in words(dealer.page("/tables/t1/rounds/1/proof"))
    assert KNOWN_BY_SERVER in words(Browser(house, "Ann").page("/tables/t1/rounds/1"))


@pytest.mark.parametrize("game", ["holdem", "five-card-hi-lo"])
def test_cards_that_people_shuffled_are_not_said_to_come_from_a_seed(house: Serving, game: str) -> None:
    table = Staffed(house, game)
    for given in table.steps(planned(game, 58)):
        table.give(given)
    for address in ("/tables/t1/rounds/1", "/tables/t1/rounds/1/proof"):
        text = words(Browser(house, "Ada").page(address))
        assert "the people who shuffled or entered them could have known it" in text
        assert KNOWN_BY_SERVER not in text
