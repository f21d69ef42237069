"""Computer players: what they throw away, bet, call and fold, and what they cannot know."""

from __future__ import annotations

import time
import tomllib
from random import Random
from typing import Any

import msgspec
import pytest

from houseway.cards import DECK_52, Card, cards, text_of
from houseway.chapters.c637a_poker.commands import Act, AddStakes, Discard, ShowHand
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.strategy.draws import discards
from houseway.chapters.c637a_poker.strategy.equity import share_of_first, share_of_pot
from houseway.chapters.registry import chapter_of, chapters, example_of, games, open_table, resolve
from houseway.chapters.strategy import uses_hole_cards
from houseway.clause import ClauseId
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Unstated
from houseway.engine.asking import Amounts, Ask, Question
from houseway.engine.kernel import Command, Table
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.seats import Seat


def dealt(game: str, front: str, players: int = 2) -> Table[Any, Any]:
    """A poker table under the example submission with its first cards dealt from this front of the deck."""
    table = open_table(resolve(tomllib.loads(example_of(game)), game=game))
    for seat in range(1, players + 1):
        table.seat(seat, f"p{seat}", 100_000)
    first = cards(front)
    order = [*first, *[card for card in DECK_52 if card not in first]]
    table.dealer.starts(order, button=players if table.rules.blinds else 0)
    table.dealer.deals_on()
    return table


def question(table: Table[Any, Any]) -> Question:
    """What is asked of a player now."""
    coming = House(table, Unstated()).next()
    assert isinstance(coming, Question)
    return coming


def answer(table: Table[Any, Any], chance: Random) -> Command:
    """What a computer player at the seat that is asked says."""
    asked = question(table)
    strategy = chapter_of(table.rules.game.id).strategy()
    command = strategy(table.rules, table.player(asked.seat).sees(), asked, chance)
    assert isinstance(command, Command)
    return command


def words(table: Table[Any, Any]) -> list[str]:
    """What a computer player says with twenty different chances."""
    said = [answer(table, Random(seed)) for seed in range(20)]
    return [command.word for command in said if isinstance(command, Act)]


def test_every_chapter_has_a_strategy() -> None:
    assert all(callable(chapter.strategy()) for chapter in chapters())


@pytest.mark.parametrize(
    ("hole", "board", "worth"),
    [
        ("9s 9d", "2c 5h Jd", True),
        ("Js 3d", "2c 5h Jd", True),
        ("9s 3d", "2c Jh Jd", False),
        ("9s 3d", "2c 5h Jd", False),
    ],
)
def test_a_pair_of_ones_own_is_seen(hole: str, board: str, worth: bool) -> None:
    assert uses_hole_cards(cards(hole), cards(board)) is worth


@pytest.mark.parametrize(
    ("game", "hand", "draws_left", "gone"),
    [
        ("draw-high", "As Kd 9c 9h 7s", 1, "As Kd 7s"),
        ("draw-high", "9s 9d 9c Kh 7s", 1, "Kh 7s"),
        ("draw-high", "9s 9d Kc Kh 7s", 1, "7s"),
        ("draw-high", "9s 9d 9c 9h 7s", 1, ""),
        ("draw-high", "9s Ts Jc Qh Ks", 1, ""),
        ("draw-high", "2s 8s Js Qs Kd", 1, "Kd"),
        ("draw-high", "6s 7d 8c 9h Ks", 1, "Ks"),
        ("draw-high", "2s 4d 7c 9h Ks", 1, "2s 4d 7c 9h"),
        ("draw-low", "As 2d 3c 4h Ks", 1, "Ks"),
        ("draw-low", "As 2d 3c 4h 9s", 1, ""),
        ("draw-low", "As Ad 3c 4h 8s", 1, "Ad"),
        ("draw-low", "As 2d 3c 4h 5s", 1, ""),
        ("triple-draw-a-5", "As 2d 3c 4h 9s", 3, "9s"),
        ("triple-draw-2-7", "2s 3d 4c 5h 7s", 3, ""),
        ("triple-draw-2-7", "2s 3d 4c 5h 6s", 3, "6s"),
        ("triple-draw-2-7", "2s 3s 4s 5s 7s", 3, "7s"),
        ("triple-draw-2-7", "2s 3d 4c 5h As", 3, "As"),
        ("badugi", "As 2d 3c 4h", 3, ""),
        ("badugi", "As 2d 3c 4c", 3, "4c"),
        ("badugi", "As 2d Kc 4c", 3, "Kc"),
        ("badugi", "As 2d Kc Qh", 3, "Kc Qh"),
        ("badugi", "As 2d Jc Qh", 1, ""),
        ("badeucey", "2s 3d 4c 5h 7s", 3, ""),
        ("badeucey", "2s 3d 4c 5c 7s", 3, "7s"),
        ("badacey", "As 2d 3c 4h 5s", 3, ""),
        ("badacey", "As Ad Kc 4h 5s", 3, "As Kc"),
    ],
)
def test_made_hands_and_draws_are_kept(game: str, hand: str, draws_left: int, gone: str) -> None:
    found = discards(POKER_GAMES[game], cards(hand), draws_left)
    assert set(found) == set(cards(gone)), text_of(found)


@pytest.mark.parametrize(
    "game", [id for id in games(banked=False) if any(street.draw for street in POKER_GAMES[id].streets)]
)
def test_any_hand_can_be_drawn_to(game: str) -> None:
    chance = Random(1)
    size = POKER_GAMES[game].streets[0].down
    for _ in range(300):
        hand = chance.sample(DECK_52, size)
        for left in (3, 2, 1):
            assert set(discards(POKER_GAMES[game], hand, left)) <= set(hand)


def test_aces_are_raised_and_seven_deuce_is_folded() -> None:
    table = dealt("holdem", "As 7d 3h Ad 2c 4h", players=3)
    table.player(3).calls()
    said = words(table)
    assert "fold" not in said
    assert said.count("raise") >= 10
    table.player(1).raises_to(30_000)
    assert question(table).seat == 2
    assert words(table) == ["fold"] * 20


def test_the_share_is_near_what_is_known() -> None:
    """Aces win about 85 in 100 against one hand, about 73 against two; the estimate is of 200 samples."""
    table = dealt("holdem", "As 7d Ad 2c")
    assert share_of_pot(table.rules.game, table.player(1).sees(), 1, Random(1)) == pytest.approx(0.85, abs=0.07)
    assert share_of_pot(table.rules.game, table.player(2).sees(), 2, Random(1)) == pytest.approx(0.35, abs=0.08)
    three = dealt("holdem", "As 7d 3h Ad 2c 4h", players=3)
    assert share_of_pot(three.rules.game, three.player(1).sees(), 1, Random(1)) == pytest.approx(0.73, abs=0.08)


def test_a_split_pot_is_shared_by_contest() -> None:
    game = POKER_GAMES["omaha-hi-lo-8"]
    board = cards("2c 3d 8h Ks Kd")
    high, low = cards("Kc Kh Qs Js"), cards("As 4s 9c 9d")
    assert share_of_first(game, [high, low], board) == 0.5
    assert share_of_first(game, [high, cards("Qd Jd 9c 9d")], board) == 1.0


def test_super_stud_keeps_the_pair() -> None:
    table = dealt("super-stud-hi-lo-8", "As Td  Ad 9c  Kc 8d  Jh 4h  Ah 2s")
    said = answer(table, Random(1))
    assert isinstance(said, Discard)
    assert set(said.cards) == set(cards("Kc Jh"))


def test_a_beaten_hand_is_mucked_and_a_winning_one_shown() -> None:
    table = dealt("holdem", "As 7d Ad 2c  3c Qh Jh 9d  3d 8s  3s 4d")
    while table.due()[0].command != "show_hand":
        asks = table.due()
        if asks[0].command == "act":
            free = any(ask.word == "check" for ask in asks)
            table.do(Act(word="check" if free else "call"), seat=asks[0].seat)
        else:
            table.dealer.deals_on()
    first = question(table).seat
    assert answer(table, Random(1)) == ShowHand()
    table.player(first).shows()
    second = question(table).seat
    assert answer(table, Random(1)) == ShowHand(muck=second == 2)


@pytest.mark.parametrize("game", games(banked=False))
def test_what_is_not_seen_does_not_matter(game: str) -> None:
    """Another order of every card the seat cannot see leads to the same decision."""
    chance = Random(game)
    order: list[Card] = chance.sample(DECK_52, 52)
    said: list[object] = []
    for _ in range(2):
        table = dealt(game, text_of(order), players=2)
        seat = question(table).seat
        said.append((seat, answer(table, Random(5))))
        # The cards face down before the other player, and the stub, are exchanged and shuffled.
        seen = table.player(seat).sees()
        kept = {card for hand in seen.hands.values() for card in hand if card is not None}
        hidden = [card for card in order if card not in kept]
        mixed = iter(chance.sample(hidden, len(hidden)))
        order = [card if card in kept else next(mixed) for card in order]
    assert said[0] == said[1]


@pytest.mark.parametrize("game", ["holdem", "omaha5-hi-lo-8", "stud-low", "badacey"])
def test_a_decision_does_not_keep_one_waiting(game: str) -> None:
    table = dealt(game, text_of(Random(2).sample(DECK_52, 52)), players=4)
    began = time.process_time()
    answer(table, Random(1))
    # Ten times what it takes on an ordinary machine.
    assert time.process_time() - began < 0.8


def test_a_computer_player_adds_stakes_when_it_is_asked_to():
    table = open_table("holdem")
    computers = Computers(table, Random(1), buy_in=Cents(10_000))
    computers.sit_down(Seat(1))
    asked = Ask(
        seat=Seat(1), role=Role.PLAYER, command="add_stakes", clause=ClauseId("637a.8(b)(4)"), amounts=Amounts(200, 500)
    )
    assert computers.answer(Question(seat=Seat(1), asks=(asked,), may_wait=True)) == AddStakes(cents=Cents(10_000))
    more = msgspec.structs.replace(asked, amounts=Amounts(20_000, 50_000))
    assert computers.answer(Question(seat=Seat(1), asks=(more,), may_wait=True)) == AddStakes(cents=Cents(20_000))
