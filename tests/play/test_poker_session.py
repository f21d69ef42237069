"""Whole poker sessions, typed from a list and printed to a text."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.example import example
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.chapters.c637a_poker.table import replay
from houseway.chapters.registry import POKER, resolve_poker
from houseway.engine.banked import events as table_ev
from houseway.felt import console
from houseway.play.poker_session import PokerSession
from houseway.play.terminal import Terminal

WORDS = [
    *["", "c", "c", "c", "k", "call", "check", "f", "r", "r 40", "raise 20", "b 10", "bet min", "a", "1 2", "s", "1"],
    *["muck", "?", "? 637a.8(k)", "t", "h", "h 1", "zzz", "raise ²", "out", "add 100", "add x", "9c", "y"],
]


def session(
    game: str,
    typed: Iterable[str],
    *,
    seed: int = 1,
    seats: tuple[int, ...] = (1,),
    players: int = 2,
    bankroll: int = 100_000,
    width: int = 80,
    **changes: Any,
) -> tuple[PokerSession, io.StringIO]:
    lines, paper = iter(typed), io.StringIO()

    def read() -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    rules = resolve_poker({**tomllib.loads(example(game)), **changes}, game=game)
    terminal = Terminal(console(paper, width=width), read)
    sat = PokerSession(
        rules, terminal, seats=seats, players=players, bankroll=bankroll, chance=Random(seed), clock=lambda: 0
    )
    return sat, paper


def check_books(sat: PokerSession) -> None:
    assert sum(sat.table.state.ledger.values()) == 0
    assert replay(sat.table.events) == sat.table.state


@pytest.mark.parametrize("game", POKER)
def test_any_typing_leads_to_a_clean_end(game: str) -> None:
    chance = Random(game)
    for seed, (seats, players) in enumerate([((1,), 2), ((2, 3), 1), ((1, 2), 0)]):
        typed = [chance.choice(WORDS) for _ in range(40)]
        sat, paper = session(game, typed, seed=seed, seats=seats, players=players)
        sat.run()
        assert "You leave the table with" in paper.getvalue()
        assert sat.table.state.status is PotStatus.BETWEEN_ROUNDS
        check_books(sat)
        # What is typed is not echoed here, so a prompt stands before the line that answers it.
        assert max(len(line.lstrip("> ")) for line in paper.getvalue().splitlines()) <= 80


@pytest.mark.parametrize("game", POKER)
def test_a_full_table_of_computer_players(game: str) -> None:
    sat, paper = session(game, [], seats=(), players=9)
    for _ in range(2):
        sat.play_round()
    assert len(sat.history.rounds) == 2
    assert len(sat.computers) == min(9, sat.rules.game.most_players)
    check_books(sat)
    for played in sat.history.rounds:
        assert sum(played.answered["net"].values()) == -played.answered["rake"]
    assert "Main pot" in paper.getvalue()


@pytest.mark.parametrize("shuffler", ["manual", "automated", "automated-counting", "automatic-reshuffling"])
def test_two_decks_alternate_and_are_counted_with_every_shuffler(shuffler: str) -> None:
    sat, _ = session("five-card-stud", [], seats=(), shuffler=shuffler)
    for _ in range(7):
        sat.play_round()
    shuffled = [event for event in sat.table.events if isinstance(event, table_ev.CardsShuffled)]
    assert [event.deck for event in shuffled] == [0, 1, 0, 1, 0, 1, 0]
    assert len({event.order for event in shuffled}) == 7
    cuts = [event for event in sat.table.events if isinstance(event, table_ev.CardsCut)]
    assert bool(cuts) == (shuffler == "manual")


def test_the_decks_are_changed_after_twelve_hours() -> None:
    sat, _ = session("five-card-stud", [], seats=())
    now = 0
    sat.dealer.clock = lambda: now
    sat.play_round()
    now = 12 * 3600
    sat.play_round()
    assert any(isinstance(event, table_ev.DecksChanged) for event in sat.table.events)


def test_the_button_rotates_and_starts_right_of_the_dealer() -> None:
    sat, _ = session("holdem", [], seats=(), players=3)
    for _ in range(4):
        sat.play_round()
    buttons = [event.button for event in sat.table.events if isinstance(event, ev.RoundStarted)]
    assert buttons == [3, 1, 2, 3]


def test_who_sits_out_is_not_dealt_in_and_passes_the_button() -> None:
    sat, paper = session("holdem", ["", "f", "out", "", "f"], players=2)
    sat.run()
    rounds = [event for event in sat.table.events if isinstance(event, ev.RoundStarted)]
    assert [sorted(event.order) for event in rounds] == [[1, 2, 3], [2, 3], [1, 2, 3]]
    assert "sits out" in paper.getvalue()


def test_a_kill_round_follows_a_qualifying_pot() -> None:
    sat, paper = session("omaha-hi-lo-8", [], seats=(), players=4, qualifying_pot=1000)
    for _ in range(12):
        sat.play_round()
    rounds = [event for event in sat.table.events if isinstance(event, ev.RoundStarted)]
    ended = [event for event in sat.table.events if isinstance(event, ev.PokerRoundEnded)]
    assert [event.kill for event in rounds] == [False, *[event.kill_next for event in ended[:-1]]]
    assert any(event.kill for event in rounds)
    assert "The next round is a half-kill round.  637a.12(n)" in paper.getvalue()
    assert "half-kill round: the limits are raised" in paper.getvalue()
    assert "fixed-limit $15/$30" in paper.getvalue()


def test_broke_computer_players_buy_in_again() -> None:
    sat, paper = session("holdem", [], seats=(), players=3, bankroll=3_000, seed=2)
    for _ in range(12):
        sat.play_round()
    assert "buys in again for $30." in paper.getvalue()
    check_books(sat)


def test_a_user_short_of_chips_adds_some_or_leaves() -> None:
    sat, paper = session("holdem", ["", "", "out", "add 100 9", "add 50", "", "f"], bankroll=3_000, players=1)
    # All of it is lost before the round begins.
    from houseway.chapters.c637a_poker.room_commands import RemoveStakes
    from houseway.engine.roles import Role

    sat.table.do(RemoveStakes(by=Role.PLAYER, seat=1, cents=2_900))
    sat.run()
    text = " ".join(paper.getvalue().split())
    assert "Too few chips to be dealt in: seat 1 needs $20. 637a.8(b)(4)" in text
    assert "Poker is played with no less than two players, and a seat needs $20. 637a.7(b)" in text
    assert "'100 9' is no amount of dollars. 637a.8(b)(2) Legal: add 100; add 100 1, to seat 1" in text
    assert len(sat.history.rounds) >= 1


def test_the_straddle_is_offered_to_the_seat_left_of_the_blinds() -> None:
    sat, paper = session("holdem", ["", "?", "perhaps", "y", "c"], seats=(3,), players=3, straddle=2000, seed=4)
    # With four players and the button at 4 the straddle is seat 3's.
    sat.run()
    assert "Straddle Bet of $20?" in paper.getvalue()
    assert "637a.11(e)" in paper.getvalue()
    straddles = [event for event in sat.table.events if isinstance(event, ev.Posted) and event.kind == "straddle"]
    assert [event.seat for event in straddles] == [3]


@pytest.mark.parametrize("leaving", [0, 1, 2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("game", ["holdem", "super-stud-hi-lo-8", "triple-draw-2-7"])
def test_the_input_may_end_anywhere(game: str, leaving: int) -> None:
    typed = ["", "1 2" if game.startswith("super") else "c", *["c", "s"] * 10][:leaving]
    sat, paper = session(game, typed, seed=3)
    sat.run()
    assert sat.table.state.status is PotStatus.BETWEEN_ROUNDS
    assert "You leave the table with" in paper.getvalue()
    if "your hand is discarded" in paper.getvalue():
        assert "637a.18(k)(4)" in paper.getvalue()
    check_books(sat)


def test_nothing_hidden_is_printed_before_the_showdown() -> None:
    sat, paper = session("holdem", ["", "h", "q"], players=5, seats=(6,), seed=2)
    sat.run()
    text = paper.getvalue()
    state = sat.table.state
    first = text.index("╭")
    felt = text[first : text.index("╯", first)]
    folded = felt.count("folded")
    assert felt.count("░░ ░░") == 5 - folded
    from houseway.felt.cards import cards_text

    assert cards_text(state.hands[6]).plain in felt
    for seat in range(1, 6):
        assert cards_text(state.hands[seat]).plain not in felt


def test_ones_own_down_cards_stand_in_brackets_in_stud() -> None:
    sat, paper = session("stud-high", ["", "q"], seed=2)
    sat.run()
    assert "[" in paper.getvalue().split("╭")[1]


def test_side_pots_are_itemised_with_who_could_win() -> None:
    for seed in range(40):
        sat, paper = session("holdem", [], seats=(), players=4, seed=seed, bankroll=8_000)
        for seat, cents in ((1, 5_000), (2, 2_500)):
            sat.table.player(seat).adds(cents)
        for _ in range(6):
            sat.play_round()
        text = paper.getvalue()
        if "Side pot 1" in text and "could win: seats" in text:
            played = next(one for one in sat.history.rounds if len(one.answered["pots"]) > 1)
            assert sum(pot["amount"] for pot in played.answered["pots"]) == sum(played.put_in.values())
            return
    pytest.fail("no side pot came up")


def test_history_lists_rounds_and_shows_one_again() -> None:
    sat, paper = session("holdem", ["", "f", "h", "h 1", "q"])
    sat.run()
    text = paper.getvalue()
    assert "put in" in text and "so far" in text
    assert text.count("Main pot") == 2
    assert sat.history.find("1") is not None
    assert sat.history.find("2") is None


def test_a_seed_plays_the_same_again() -> None:
    first, again = (session("badugi", [], seats=(), seed=9) for _ in range(2))
    for sat, _ in (first, again):
        sat.play_round()
    assert first[1].getvalue() == again[1].getvalue()


def test_a_refusal_says_what_is_legal_in_dollars() -> None:
    sat, paper = session("holdem", ["", "check", "raise 11", "q"], seed=4)
    sat.run()
    text = " ".join(paper.getvalue().split())
    assert "Seat 1 faces a bet and cannot check" in text
    assert "Legal: fold; call $5; raise to $20 to $1,000" in text
