"""Adding a banked chapter is its folder and a line in the list; adding a poker game is one value.

Both are done here in a temporary folder, and played, settled, checked and observed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import houseway
from houseway.chapters import registry
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.seats import Seat
from tests.kit.random_answers import at_random, house_of

HIGH_CARD = {
    "__init__.py": """
from houseway.rules.chapter import Chapter, Parts


def _parts():
    from c999a_high_card.game import HighCardSubmission, rules

    return Parts(submission=HighCardSubmission, rules=rules)


def _strategy():
    from c999a_high_card.game import strategy

    return strategy


CHAPTER = Chapter(
    folder=__name__, number="999a", title="High Card", games={"high-card": "High Card"}, parts=_parts, strategy=_strategy
)
""",
    "game.py": """
from typing import ClassVar, Literal

from houseway.cards import DECK_52, rank_of
from houseway.chapters.banked import table_rules
from houseway.chapters.irregularities import by_cause, shuffler_fault
from houseway.chapters.procedures import by_dealing, card_procedures, procedures
from houseway.chapters.wagers import main_wager
from houseway.clause import ClauseId
from houseway.engine.banked.commands import Decide as Answer
from houseway.engine.banked.commands import PlaceWagers
from houseway.money import EVEN, LOSE, PUSH
from houseway.rules.game import BankedGame, Deal, Decide, Does, Option, Reveal, Settle, SettleWagers, To
from houseway.rules.settlement import Compared, Fact, Primitive, SettlementTable, compared, row
from houseway.rules.submission import Submission

ALL = by_dealing("999a", "(a)", "(a)", "(a)")


class HighCardSubmission(Submission):
    hand_clause: ClassVar[str] = "999a.9(a)"
    two_decks_clause: ClassVar[str] = "999a.3(b)"
    game: Literal["high-card"] = "high-card"


def _compared(showdown):
    return compared(rank_of(showdown.player[0]), rank_of(showdown.bank[0]))


HIGHER = Primitive(id="high-card.compared", size=3, of=_compared)
OUTCOME = Fact(id="high-card.outcome", name="outcome", values=tuple(Compared), primitive=HIGHER)
ANTE = SettlementTable(
    "ante",
    (OUTCOME,),
    (
        row(EVEN, "999a.11(a)", outcome=Compared.HIGHER),
        row(PUSH, "999a.11(b)", outcome=Compared.EQUAL),
        row(LOSE, "999a.11(c)", outcome=Compared.LOWER),
    ),
)


def build(submission):
    stay = ClauseId("999a.10(c)")
    return BankedGame(
        id="high-card",
        name="High Card",
        chapter="999a",
        seats=6,
        wagers={"ante": main_wager(submission, "ante", "Ante Wager", "999a.7(d)")},
        phases=(
            Deal(id="deal", to=To.PLAYERS_AND_DEALER, cards=1, clause=ClauseId("999a.10(b)")),
            Decide(
                id="stay",
                clause=stay,
                options=(
                    Option(word="stay", does=Does.WAIT, clause=stay),
                    Option(word="fold", does=Does.FOLD, clause=stay, collects=("ante",)),
                ),
            ),
            Reveal(id="reveal", clause=ClauseId("999a.10(d)")),
            Settle(id="settle", clause=ClauseId("999a.11")),
        ),
        tables={"ante": ANTE},
        stages=(SettleWagers(wagers=("ante",), reveals=ClauseId("999a.11")),),
        irregularities=by_cause(shuffler_fault("999a.13(a)")),
        procedures=procedures("999a", adjacent="999a.7(e)", no_more_bets_by=ALL, chips_count=ALL, collect="999a.11(d)"),
        cards=card_procedures(
            "999a", deck=DECK_52, count=ALL, count_right=ALL, count_wrong=ALL, out_of_order="999a.13(b)"
        ),
        meters={},
    )


def rules(submission):
    return table_rules(submission, build)


def strategy(rules, seen, question, chance):
    if question.of("place_wagers"):
        return PlaceWagers(wagers={"ante": 500})
    return Answer(word="stay")
""",
}

SHORT_HOLDEM = {
    "__init__.py": """
from dataclasses import replace

from houseway.chapters.c637a_poker import CHAPTER as POKER
from houseway.chapters.c637a_poker.games import POKER_GAMES

HOLDEM = POKER_GAMES["holdem"]
# Hold'em that ends with the flop.
TOY = replace(HOLDEM, id="flop-holdem", name="Flop Hold'em", streets=HOLDEM.streets[:2])
CHAPTER = replace(POKER, folder=__name__, games={TOY.id: TOY.name})
""",
}


@pytest.fixture
def high_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from _added(tmp_path, monkeypatch, "c999a_high_card", HIGH_CARD)


@pytest.fixture
def flop_holdem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from houseway.chapters.c637a_poker.games import POKER_GAMES

    for _ in _added(tmp_path, monkeypatch, "c637a_flop_holdem", SHORT_HOLDEM):
        toy = import_module("c637a_flop_holdem").TOY
        monkeypatch.setitem(POKER_GAMES, toy.id, toy)
        yield


def _added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, files: dict[str, str]) -> Iterator[None]:
    folder = tmp_path / name
    folder.mkdir()
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "FOLDERS", (*registry.FOLDERS, name))
    registry._chapters.cache_clear()
    yield
    registry._chapters.cache_clear()
    for module in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
        sys.modules.pop(module)


@pytest.mark.usefixtures("high_card")
def test_a_toy_chapter_is_listed_checked_stated_and_settled() -> None:
    assert houseway.games()["high-card"] == "High Card"
    _, faults = houseway.check({"game": "high-card", "table_minimum": -1})
    assert [fault.field for fault in faults if fault.severity == "fault"] == ["table_minimum"]
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
    assert table.state.number == 5
    assert sum(table.state.ledger.values()) == 0
    while not table.state.round.hands:
        house.step(computers.answer)
    seen = table.observe(Viewer(Role.PLAYER, computers.seats[Seat(1)]))
    assert seen.hands[1] != (None,)
    assert seen.hands[4] == seen.hands[0] == (None,)
    assert [ask.word for ask in seen.legal] == ["stay", "fold"]


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
    assert table.state.number == 10
    assert len(table.state.round.board) in (0, 3)
    seen = table.observe(Viewer(Role.PLAYER, "Ann"))
    assert (seen.game, seen.number) == ("flop-holdem", 10)
