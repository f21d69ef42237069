"""At a terminal of 80 columns and 24 lines: the felt in sight at the prompt, pages, keys, leaving and buying in again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from houseway.cards import cards
from houseway.chapters.registry import games
from houseway.engine.banked.events import HandsSet
from houseway.view.table import BETWEEN_ROUNDS, from_the_highest
from tests.kit.table_views import hand_of
from tests.kit.terminal_sessions import check_books, said, session

LINES = 24
TYPED = [
    "",
    "c",
    "c",
    "b",
    "10",
    "b half",
    "f",
    "t",
    "?",
    "h",
    "zzz",
    "1 2",
    "s",
    "6 7",
    "w",
    "help",
    "ho",
    "o",
    "4 5",
    "p",
]


def looked_at(game: str, typed: list[str], **options: Any) -> Iterator[tuple[bool, list[str]]]:
    """What stands on the screen at each prompt of a session, and whether a round has just ended."""
    screens: list[tuple[bool, list[str]]] = []
    words = iter(typed)

    def read() -> str:
        ended = bool(sat.history.rounds) and sat.observe().status in BETWEEN_ROUNDS
        screens.append((ended, paper.getvalue().splitlines()[-LINES:]))
        try:
            word = next(words)
        except StopIteration:
            raise EOFError from None
        # The terminal shows what is typed.
        paper.write(f"{word}\n")
        return word

    sat, paper = session(game, [], screen=LINES, **options)
    sat.terminal.read = read
    at_prompts: list[tuple[bool, list[str]]] = []
    pose = sat.terminal._typed

    def prompted() -> str:
        # Only questions of the table, not those of a page.
        screens.clear()
        answer = pose()
        at_prompts.extend(screens)
        return answer

    sat.terminal._typed = prompted  # type: ignore[method-assign]
    sat.run()
    check_books(sat)
    yield from at_prompts


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_the_felt_is_in_sight_at_every_question_of_a_round(game: str) -> None:
    chance = Random(f"screens of {game}")
    players = 5 if game in games(banked=True) else 2
    in_rounds = 0
    for _, screen in looked_at(game, ["", *(chance.choice(TYPED) for _ in range(40))], players=players):
        shown = "\n".join(screen)
        if "Enter shows more" in screen[-2] or "Enter goes back" in screen[-2]:
            continue
        if not any(line.startswith("Seat 1  ") and "in chips" not in line for line in screen):
            continue
        if "be dealt in" in shown or "Straddle Bet of" in shown:
            continue
        in_rounds += 1
        top = next((place for place, line in enumerate(screen) if line.startswith("╭─")), None)
        assert top is not None, shown
        assert any("1 You" in line for line in screen[top:]), shown
        assert game not in games(banked=True) or any("Dealer" in line for line in screen[top:]), shown
    assert in_rounds


def test_a_long_table_pages_and_the_felt_comes_back() -> None:
    text = said("pai-gow", ["10", "t", "", "q", "", "q"], screen=LINES)
    assert text.count("Enter shows more, ") == 2
    assert "Enter goes back to the table" in text
    assert text.count("╭─ Pai Gow Poker") == 2


def test_without_a_screen_nothing_pages() -> None:
    assert "Enter shows more" not in said("pai-gow", ["10", "t", "q"])


def test_pai_gow_cards_are_sorted_and_numbered_so() -> None:
    assert from_the_highest(cards("2c Jk 5s As Kd 5h")) == cards("Jk As Kd 5s 5h 2c")
    sat, paper = session("pai-gow", ["10", "q"], seed=7)
    sat.run()
    hand = hand_of(sat.table, 1)
    in_order = from_the_highest(hand)
    numbered = next(line for line in paper.getvalue().splitlines() if line.startswith(" 1 "))
    assert len(numbered.split()) == 2 * len(hand)
    assert list(in_order) == sorted(hand, key=in_order.index)


@pytest.mark.parametrize("game", ["pai-gow", "five-card-hi-lo"])
def test_the_house_way_is_shown_on_request_and_set_when_asked_for_again(game: str) -> None:
    first = ["10", "play", "w"] if game == "five-card-hi-lo" else ["10", "w"]
    sat, paper = session(game, [*first, "w"], players=0)
    sat.run()
    assert "The house sets" in paper.getvalue()
    [placed] = [event for event in sat.table.events if isinstance(event, HandsSet) and event.seat == 1]
    held = (*placed.high, *placed.low)
    way = sat.table.rules.game.arrangement.house_way.set_hands(held)
    assert (set(placed.high), set(placed.low)) == (set(way.high), set(way.low))
    shown, paper = session(game, first, players=0)
    shown.run()
    assert not [event for event in shown.table.events if isinstance(event, HandsSet) and event.seat == 1]


def test_645a_7_b_leaving_in_a_round_asks_once() -> None:
    asked = "Your wagers are abandoned if you leave now, seat 1: Pai Gow Poker $10. q again leaves. 645a.7(b)"
    assert asked in said("pai-gow", ["10", "q", "ho", "", "q"])
    text = said("pai-gow", ["10", "q", "ho", "", "q"])
    assert "You leave round" not in text
    assert "You leave round 1 of Pai Gow Poker before it is settled" in said("pai-gow", ["10", "q", "q"])
    assert asked not in said("pai-gow", ["q"])


def test_637a_18_k_4_leaving_a_hand_of_poker_asks_once_and_a_folded_one_does_not() -> None:
    asked = "Your hand is discarded and your bets stay in the pot if you leave now. q again leaves. 637a.18(k)(4)"
    assert asked in said("holdem", ["", "q", "q"], seed=4)
    assert asked not in said("holdem", ["q"], seed=4)


@pytest.mark.parametrize(("typed", "has"), [("", 1000), ("a 250", 250), ("250", 250)])
def test_who_is_out_of_chips_at_a_banked_table_buys_in_again(typed: str, has: int) -> None:
    # One hand of folding after another costs every chip.
    words = ["10", "fold"] * 1 + [typed, "q"]
    sat, paper = session("holdem-bonus", words, bankroll=1000, players=0)
    sat.run()
    text = " ".join(paper.getvalue().split())
    assert "You are out of chips." in text
    bought = 10 if typed == "" else has
    assert f"You leave the table with ${bought}." in text
    check_books(sat)


def test_what_is_no_amount_to_buy_in_for_is_refused() -> None:
    text = said("holdem-bonus", ["10", "fold", "zzz", "q"], bankroll=1000, players=0)
    assert "'zzz' is no answer here." in text and "a 100 for $100; q leaves" in text


@pytest.mark.parametrize("seats", [(1,), (1, 2)])
def test_chips_are_added_before_the_wagers_of_a_banked_table(seats: tuple[int, ...]) -> None:
    sat, paper = session("five-card-hi-lo", ["a 50", "add x", "10", "o"], seats=seats, players=0, adjacent_areas=2)
    sat.run()
    assert "Seat 1  $1,050 in chips" in paper.getvalue()
    assert "'x' is no amount of dollars." in paper.getvalue()
    check_books(sat)


def test_chips_are_added_after_the_first_wagers() -> None:
    sat, paper = session("five-card-hi-lo", ["10", "a 50", "o"], seats=(1, 2), players=0, adjacent_areas=2)
    sat.run()
    assert "Seat 2  $1,040 in chips" in paper.getvalue()
    check_books(sat)


BANKED = ("heads-up-holdem", "holdem-bonus", "five-card-hi-lo")


@pytest.mark.parametrize("game", [*BANKED, "pai-gow", "holdem", "stud-high", "badugi"])
def test_the_end_of_a_round_and_the_next_question_fit_the_screen(game: str) -> None:
    typed = ["10", "10", "f", "ho", "4 5", "", "o"] if game in games(banked=True) else ["", "f", "f", "f", "f"]
    ended = 0
    for is_over, screen in looked_at(game, typed, players=5):
        if is_over:
            ended += 1
            assert any("1 You" in line for line in screen), screen
            assert game not in BANKED or any("Dealer" in line for line in screen), screen
            break
    assert ended
