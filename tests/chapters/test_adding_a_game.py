"""The page that says how a game is added: the chapter is built from its blocks, and does what the page claims."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import pytest

import houseway
from houseway.cards import cards
from houseway.chapters import registry
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.lab.advice import advise
from houseway.lab.analysis import analyze
from houseway.lab.hints import hint
from houseway.lab.simulation import simulate
from houseway.ranking import three_card_strength
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from tests.kit.toy_chapters import added_chapter
from tests.regulations.test_procedural_clauses import cases, follow

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
FOLDER = "c998a_three_card_poker"
PUBLISHED = re.compile(r"^\| ([^|]+) \| ([\d.]+%) \|$", re.MULTILINE)


def files_of_page() -> dict[str, str]:
    """Return the files of the chapter as the page has them, in a package of its own."""
    blocks = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return {name: text.replace(f"houseway.chapters.{FOLDER}", FOLDER) for name, text in blocks}


@pytest.fixture(autouse=True)
def three_card_poker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with added_chapter(tmp_path, monkeypatch, FOLDER, files_of_page()):
        yield


def rules(**given: object) -> TableRules:
    return registry.resolve({"game": "three-card-poker", **given}, kind=TableRules)


def test_the_page_has_every_file_it_names():
    assert set(files_of_page()) == {
        "__init__.py",
        "paytables.py",
        "settlement.py",
        "submission.py",
        "game.py",
        "strategy.py",
    }


def test_the_game_is_listed_and_its_choices_are_checked():
    assert houseway.games()["three-card-poker"] == "Three Card Poker"
    _, faults = houseway.check({"game": "three-card-poker", "paytables": {"pair_plus": "C"}})
    assert [fault.field for fault in faults if fault.severity == "fault"] == ["paytables.pair_plus"]


def test_the_stated_round_settles_as_the_page_says():
    (text,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    answer = houseway.settle(json.loads(text))
    assert answer["net"] == {"1": 1000 + 1000 + 4000 + 15_000}


def test_computer_players_play_it_and_chips_add_up():
    table = houseway.open_table(rules(), kind=houseway.BankedTable)
    computers = Computers(table, random.Random(2), buy_in=100_000)
    for seat in (1, 4):
        computers.sit_down(seat)
    house = House(table, Seeded(random.Random(1)))
    for _ in range(20):
        house.play_round(computers.answer)
    assert table.observe(Viewer(Role.SURVEILLANCE, "Sol")).number == 20


@pytest.mark.long
def test_its_procedures_are_followed_under_its_own_clauses():
    played = [case for case in cases() if case.game == "three-card-poker"]
    assert {case.name for case in played} >= {
        "positions",
        "floorperson_requires_a_recut",
        "only_a_seated_player_wagers",
    }
    for case in played:
        follow(case)


@pytest.mark.long
def test_the_sheet_says_what_is_published():
    published = dict(PUBLISHED.findall(PAGE.read_text(encoding="utf-8")))
    assert len(published) == 3
    sheet = analyze(rules(), all_paytables=True)
    assert sheet.main is not None
    assert f"{float(sheet.main.house_edge):.4%}" == published["Ante (main game, best play)"]
    edges = {one.paytable: f"{float(one.house_edge):.4%}" for one in sheet.wagers if one.wager == "pair_plus"}
    assert edges == {
        "A": published["Pair Plus, paytable A (flush 4 to 1)"],
        "B": published["Pair Plus, paytable B (flush 3 to 1)"],
    }


@pytest.mark.long
def test_the_strategy_of_the_page_is_best_play():
    least = three_card_strength(cards("Qc 6d 4h"))
    for text in ("Qc 6d 4h", "Qc 6d 3h", "Kc 3d 2h", "Jc Td 8h", "2c 2d 3h"):
        best = advise(rules(), cards(text))[0]
        assert best.word.split()[0] == ("play" if three_card_strength(cards(text)) >= least else "fold"), text


@pytest.mark.long
def test_hints_and_simulation_come_from_the_game_alone():
    table = houseway.open_table(rules(), kind=houseway.BankedTable)
    ann = table.seat(1, "Ann", 100_000)
    table.dealer.brings("Qs Kd 6h 7c 4d 2h")
    ann.wagers(ante=1000)
    table.dealer.announces_no_more_bets()
    table.dealer.deals()
    best = hint(table.rules, ann.sees(), Seat(1))[0]
    assert best.command.word == "play"
    with ThreadPoolExecutor(1) as pool:
        run = simulate(rules(offered=[]), rounds=300, seed=4, executor=pool).runs[0]
    assert run.rounds == 300
    assert run.z is not None
    assert abs(run.z) < 5


@pytest.mark.long
def test_every_hand_settles_as_an_oracle_written_from_the_page_says():
    """Deals settled one by one, by another way to rank three cards."""
    chance = random.Random(5)
    deck = [card for hand in combinations(houseway.cards.DECK_52, 1) for card in hand]
    for _ in range(400):
        dealt = chance.sample(deck, 6)
        player, dealer = dealt[0::2], dealt[1::2]
        answer = houseway.settle(
            {
                "game": "three-card-poker",
                "deck": houseway.cards.text_of(dealt),
                "seats": {"1": {"wagers": {"ante": 100, "pair_plus": 100}, "decisions": ["play"]}},
            }
        )
        assert answer["net"] == {"1": oracle(player, dealer)}, houseway.cards.text_of(dealt)


def kind_of(hand: list[houseway.cards.Card]) -> tuple[int, list[int]]:
    """Return the kind of a hand, 0 to 5, and its ranks in the order they count."""
    ranks = sorted((houseway.cards.rank_of(card) for card in hand), reverse=True)
    flush = len({houseway.cards.suit_of(card) for card in hand}) == 1
    if ranks == [14, 3, 2]:
        ranks = [3, 2, 1]
    straight = ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    kind = 5 if straight and flush else 4 if len(set(ranks)) == 1 else 3 if straight else 2 if flush else 0
    if not kind and len(set(ranks)) == 2:
        pair = ranks[1]
        return 1, [pair, sum(ranks) - 2 * pair]
    return kind, ranks


def oracle(player: list[houseway.cards.Card], dealer: list[houseway.cards.Card]) -> int:
    own, other = kind_of(player), kind_of(dealer)
    bonus = {5: 500, 4: 400, 3: 100}.get(own[0], 0)
    pair_plus = {5: 4000, 4: 3000, 3: 600, 2: 400, 1: 100}.get(own[0], -100)
    if other < (0, [12]):
        return 100 + bonus + pair_plus
    return 200 * ((own > other) - (own < other)) + bonus + pair_plus
