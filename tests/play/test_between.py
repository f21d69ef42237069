"""Between rounds of poker: who is dealt in, the Straddle Bet, posts that are owed, and time charges."""

from __future__ import annotations

import io
from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as room
from houseway.chapters.c637a_poker import events as ev
from houseway.play.session import Session
from tests.kit.table_views import balance_of
from tests.kit.terminal_sessions import check_books, said, session, told

POSTING: dict[str, Any] = {"must_post": "missed-blinds"}
TIME: dict[str, Any] = {"rake": {"kind": "time", "hourly": 1200, "every_minutes": 30}}


def _orders(sat: Session) -> list[list[int]]:
    return [sorted(event.order) for event in sat.table.events if isinstance(event, ev.RoundStarted)]


# Who is dealt in.


def test_who_sits_out_is_not_dealt_in_and_passes_the_button() -> None:
    sat, paper = session("holdem", ["", "f", "out", "", "f"], players=2, seed=4)
    sat.run()
    assert _orders(sat) == [[1, 2, 3], [2, 3], [1, 2, 3]]
    assert "sits out" in paper.getvalue()


def test_a_user_short_of_chips_adds_some_or_leaves() -> None:
    sat, paper = session("holdem", ["", "", "out", "add 100 9", "add 50", "", "f"], bankroll=3_000, players=1)
    # Nearly all of it is taken off before the round begins.
    sat.table.do(room.RemoveStakes(cents=2_900), seat=1)
    sat.run()
    text = told(paper)
    assert "Too few chips to be dealt in: seat 1 needs $15. 637a.8(b)(4)" in text
    assert "Poker is played with no less than two players, and a seat needs $20. 637a.7(b)" in text
    assert "'100 9' is no amount of dollars. 637a.8(b)(2) Legal: add 100; add 100 1, to seat 1" in text
    assert len(sat.history.rounds) >= 1


def test_what_is_no_answer_between_rounds_and_at_the_straddle_is_refused() -> None:
    text = said("holdem", ["deal me", "d", "", "perhaps", "q"], seats=(3,), players=3, straddle=2000)
    assert "'deal me' is no answer here. 637a.8(a) Legal: Enter deals; o sits out; a 100 adds chips" in text
    assert "'d' is no answer here. 637a.8(a)" in text
    legal = "Legal: Enter: go on without; Straddle Bet of $20 (y)"
    assert f"'perhaps' is no answer here. 637a.11(e) {legal}" in text


@pytest.mark.parametrize(("answer", "straddles"), [("y", [3]), ("yes", [3]), ("", []), ("n", [])])
def test_the_straddle_is_offered_to_the_seat_left_of_the_blinds(answer: str, straddles: list[int]) -> None:
    sat, paper = session("holdem", ["", "?", "perhaps", answer, "c"], seats=(3,), players=3, straddle=2000, seed=4)
    # With four players and the button at 4 the straddle is seat 3's.
    sat.run()
    assert "Straddle Bet of $20" in paper.getvalue()
    assert "637a.11(e)" in paper.getvalue()
    posted = [event for event in sat.table.events if isinstance(event, ev.Posted) and event.kind == "straddle"]
    assert [event.seat for event in posted] == straddles


# Posts.


def _returning(typed: list[str], *, seat: int = 1, **options: Any) -> tuple[Session, io.StringIO]:
    """A session in which the user owes a post, the button being at seat 5; at seat 1 the own blind comes in turn."""
    sat, paper = session("holdem", typed, seats=(seat,), players=4, seed=3, **POSTING, **options)
    sat.table.do(room.RequirePost(seat=seat, missed=True))
    return sat, paper


def test_637a_must_post_a_player_who_returns_posts_and_is_dealt_in() -> None:
    sat, paper = _returning(["", "?", "zz", "p", "q"], seat=3)
    sat.run()
    text = told(paper)
    assert "post $15, $5 of it dead, and be dealt in (p) · wait for the largest blind (w) 637a.11(d)" in text
    legal = "post $15, $5 of it dead, and be dealt in (p); wait for the largest blind (w); a 100 adds chips"
    assert f"'zz' is no answer here. 637a.11(d) Legal: {legal}" in text
    assert "Dead post: you $5. 637a.11(d)" in text
    assert _orders(sat) == [[1, 2, 3, 4, 5]]
    check_books(sat)


def test_637a_must_post_a_player_who_waits_is_dealt_in_with_the_largest_blind() -> None:
    sat, paper = _returning(["", "w"] * 3 + ["", "q"])
    sat.run()
    text = told(paper)
    assert "Seat 1 waits for the largest blind. 637a.11(d)" in text
    assert "sits out · owes a post" in text
    orders = _orders(sat)
    assert all(1 not in order for order in orders[:-1])
    assert 1 in orders[-1]
    assert text.count("wait for the largest blind (w)") == len(orders) - 1
    blinds = [event for event in sat.table.events if isinstance(event, ev.Posted) and event.seat == 1]
    assert [(event.kind, event.cents) for event in blinds] == [("blind", 1000)]
    check_books(sat)


def test_637a_must_post_sitting_out_while_the_blinds_pass_owes_a_post() -> None:
    text = said("holdem", ["out"] * 5 + ["", "w", "q"], players=4, seed=3, **POSTING)
    assert "The blinds pass you: a post is owed, or the largest blind waited for. 637a.11(d)" in text
    assert "and be dealt in (p)" in text


def test_637a_must_post_too_few_chips_to_post_are_said_and_can_be_added() -> None:
    sat, paper = _returning(["", "p", "add", "add 50", "p", "q"], seat=3, bankroll=2_100)
    sat.run()
    text = told(paper)
    assert "Seat 3 wait for the largest blind (w) 637a.11(d)" in text
    assert "Too few chips to post." in text
    assert "Legal: wait for the largest blind (w); a 100 adds chips" in text
    assert "post $15" in text
    assert 3 in _orders(sat)[0]


def test_637a_must_post_computer_players_post() -> None:
    sat, _ = session("holdem", [], seats=(), players=4, seed=3, **POSTING)
    sat.table.do(room.RequirePost(seat=1, missed=True))
    sat.play_round()
    assert _orders(sat) == [[1, 2, 3, 4]]
    assert any(isinstance(event, ev.PostChosen) for event in sat.table.events)
    assert not [note for note in sat.observe().notes if note.note == "post_is_owed"]
    check_books(sat)


def test_no_post_is_asked_for_where_the_submission_asks_none() -> None:
    sat, paper = session("holdem", ["out"] * 4 + ["", "q"], players=4, seed=3)
    sat.run()
    assert "post" not in paper.getvalue()
    assert 1 in _orders(sat)[-1]


def test_the_limits_say_who_must_post() -> None:
    assert "who missed the blinds posts the largest" in said("holdem", ["t", "q"], **POSTING)


# Time charges.


def _charged(sat: Session) -> list[int]:
    return [event.at for event in sat.table.events if isinstance(event, ev.TimeChargeAssessed)]


def test_637a_17_b_3_time_charges_are_assessed_verified_and_dropped_between_rounds() -> None:
    sat, paper = session("holdem", [], seats=(), players=3, **TIME)
    sat.play_round()
    text = told(paper)
    assert "Time charge: $6 from each of 3 players. 637a.17(b)(3)(iv)" in text
    assert "The floorperson verifies $18 of time charges, and they are dropped. 637a.17(b)(3)(v)" in text
    assert text.index("Time charge") < text.index("Blinds:")
    assert balance_of(sat.table, "drop box") == 1800
    assert sum(sat.history.rounds[-1].net.values()) == 0
    for seconds, cents in ((1799, 1800), (1800, 3600)):
        sat.house.clock = lambda now=seconds: now
        sat.play_round()
        assert balance_of(sat.table, "drop box") == cents
    check_books(sat)


def test_637a_17_b_3_each_part_of_the_hour_that_passed_is_charged() -> None:
    sat, _ = session("holdem", [], seats=(), players=3, **TIME)
    sat.play_round()
    sat.house.clock = lambda: 2 * 3600
    sat.play_round()
    assert _charged(sat) == [0, 1800, 3600, 5400, 7200]


def test_637a_17_b_3_i_a_user_who_sits_out_is_charged_too_and_adds_chips() -> None:
    sat, paper = session("holdem", ["x", "add 1", "add 50", "out", "q"], players=2, **TIME)
    sat.table.do(room.RemoveStakes(cents=99_700), seat=1)
    sat.run()
    text = told(paper)
    assert "Seat 1 has $3 and owes a time charge of $6. 637a.17(b)(3)(i)" in text
    assert "'x' is no answer here. 637a.17(b)(3)(i) Legal: a 100 adds chips; q leaves" in text
    assert "Seat 1 has $4 and owes a time charge of $6." in text
    assert sat.seats.chips() == {1: 300 + 100 + 5000 - 600}
    check_books(sat)


def test_a_computer_player_who_cannot_pay_a_time_charge_buys_in() -> None:
    sat, paper = session("holdem", [], seats=(), players=3, bankroll=5_000, **TIME)
    sat.table.do(room.RemoveStakes(cents=4_700), seat=2)
    sat.play_round()
    assert "Ben at seat 2 buys in again for $50." in paper.getvalue()
    check_books(sat)


def test_leaving_before_a_time_charge_is_paid_is_clean() -> None:
    sat, paper = session("holdem", ["q"], players=2, **TIME)
    sat.table.do(room.RemoveStakes(cents=99_700), seat=1)
    sat.run()
    assert "You leave the table with $3." in paper.getvalue()
    check_books(sat)
