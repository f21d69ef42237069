"""Adding a banked chapter is its folder and a line in the list; adding a poker game is one value.

Both are done here in a temporary folder, and played, settled, checked and observed.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

import houseway
from houseway import register
from houseway.chapters import registry
from houseway.cli import main
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.play.training.session import SET, Training
from houseway.seats import Seat
from tests.kit.random_answers import at_random, house_of
from tests.kit.table_views import look_at, sum_of_accounts
from tests.kit.terminal_sessions import check_books, session, told
from tests.kit.toy_chapters import HIGH_CARD, SHORT_HOLDEM, added_chapter


@pytest.fixture
def high_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with added_chapter(tmp_path, monkeypatch, "c999a_high_card", HIGH_CARD):
        yield


@pytest.fixture
def flop_holdem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from houseway.chapters.c637a_poker.games import POKER_GAMES

    with added_chapter(tmp_path, monkeypatch, "c637a_flop_holdem", SHORT_HOLDEM):
        toy = import_module("c637a_flop_holdem").TOY
        monkeypatch.setitem(POKER_GAMES, toy.id, toy)
        yield


@pytest.mark.usefixtures("high_card")
def test_a_toy_chapter_is_listed_checked_stated_and_settled() -> None:
    assert houseway.games()["high-card"] == "High Card"
    _, faults = houseway.check({"game": "high-card", "table_minimum": -1})
    assert [fault.field for fault in faults if fault.severity == "fault"] == ["table_minimum"]
    # A chapter without an example has one that names the game.
    assert houseway.open_table(tomllib.loads(registry.example_of("high-card"))).rules.game.id == "high-card"
    answer = houseway.settle(
        {
            "game": "high-card",
            "deck": "As 2d 9c",
            "seats": {
                "1": {"wagers": {"ante": 500}, "decisions": ["stay"]},
                "2": {"wagers": {"ante": 500}, "decisions": ["fold"]},
            },
        }
    )
    assert answer["net"] == {"1": 500, "2": -500}
    assert {one["clause"] for one in answer["settlements"]} == {"999a.11(a)", "999a.10(c)"}


@pytest.mark.usefixtures("high_card")
def test_a_toy_chapter_is_played_by_computers_and_observed() -> None:
    table = houseway.open_table("high-card")
    computers = Computers(table, random.Random(2), buy_in=10_000)
    for seat in (1, 4):
        computers.sit_down(seat)
    house = House(table, Seeded(random.Random(1)))
    for _ in range(5):
        house.play_round(computers.answer)
    assert look_at(table).number == 5
    assert sum_of_accounts(table) == 0
    while not look_at(table).hands:
        house.step(computers.answer)
    seen = table.observe(Viewer(Role.PLAYER, computers.seats[Seat(1)]))
    assert seen.hands[1] != (None,)
    assert seen.hands[4] == seen.hands[0] == (None,)
    assert [ask.word for ask in seen.legal] == ["stay", "fold"]


@pytest.mark.usefixtures("high_card")
def test_a_trainee_is_asked_for_the_steps_and_payments_of_a_toy_chapter() -> None:
    training = Training(game="high-card", seed=1)
    clauses = set()
    for _ in range(SET):
        task = training.task
        right = next((number for number, option in enumerate(task.options) if option.right), -1)
        given = {line.id: (line.right, f"{line.cents / 100:.2f}") for line in task.lines}
        assert training.answer(right, given).points == task.points > 0
        clauses |= {line.clause for line in task.lines}
        training.go_on()
    assert {task.kind for task in training.made} == {"step", "pay"}
    assert {"999a.11(a)", "999a.11(b)"} <= clauses


@pytest.mark.usefixtures("high_card")
def test_a_toy_chapter_is_played_at_the_terminal() -> None:
    sat, paper = session("high-card", ["10", "stay", "10", "fold", "? 999a.11(a)", "q"], players=1)
    sat.run()
    assert len([event for event in sat.table.events if event.ends_round]) == 2
    assert "A card of higher rank than the dealer's wins" in told(paper)
    assert "You leave the table with" in told(paper)
    check_books(sat)


@pytest.mark.usefixtures("high_card")
def test_the_register_has_the_clauses_of_a_toy_chapter() -> None:
    assert "999a" in register.chapters()
    entry = register.entry("999a.11(a)")
    assert entry is not None and entry.how == "the Ante Wager's settlement table"
    shown = CliRunner().invoke(main, ["rules", "999a.11(a)"])
    assert shown.exit_code == 0 and "High Card" in shown.output and "higher rank" in shown.output


@pytest.mark.usefixtures("flop_holdem")
def test_a_toy_poker_game_is_listed_checked_stated_and_settled() -> None:
    assert houseway.games()["flop-holdem"] == "Flop Hold'em"
    terms = {"structure": "no-limit", "blinds": [50, 100]}
    _, faults = houseway.check({"game": "flop-holdem", **terms, "raise_cap": -1})
    assert [fault.field for fault in faults if fault.severity == "fault"] == ["raise_cap"]
    answer = houseway.settle(
        {
            "game": "flop-holdem",
            "submission": terms,
            "button": 2,
            "deck": "As Kd Ad Kc  3c 2h 7s 9d",
            "seats": {"1": {"stack": 1000}, "2": {"stack": 1000}},
            "actions": ["1 call", "2 check", "1 check", "2 check"],
        }
    )
    assert answer["net"] == {"1": 100, "2": -100}
    assert answer["pots"][0]["hands"] == {"1": {"high": "As Ad 2h 7s 9d"}}


@pytest.mark.usefixtures("flop_holdem")
def test_a_toy_poker_game_is_played_and_observed() -> None:
    table = houseway.open_table(
        {"game": "flop-holdem", "structure": "fixed-limit", "blinds": [50, 100], "small_bet": 100, "big_bet": 200}
    )
    for seat, name in ((1, "Ann"), (2, "Bob"), (3, "Cy")):
        table.seat(seat, name, 100_000)
    chance = random.Random(7)
    house = house_of(table, chance)
    for _ in range(10):
        house.play_round(at_random(table, chance))
    assert look_at(table).number == 10
    assert len(look_at(table).community) in (0, 3)
    seen = table.observe(Viewer(Role.PLAYER, "Ann"))
    assert (seen.game, seen.number) == ("flop-holdem", 10)
