"""What is owed between rounds at the terminal: posts, and time charges."""

from __future__ import annotations

import io
from typing import Any

from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker import room_events
from houseway.engine.roles import Role
from houseway.play.poker_session import PokerSession
from tests.play.test_poker_session import check_books, session

POSTING: dict[str, Any] = {"must_post": "missed-blinds"}
TIME: dict[str, Any] = {"rake": {"kind": "time", "hourly": 1200, "every_minutes": 30}}


def _returning(typed: list[str], **options: Any) -> tuple[PokerSession, io.StringIO]:
    """A session in which the user of seat 1 owes a post, the button being at seat 5."""
    sat, paper = session("holdem", typed, players=4, seed=3, **POSTING, **options)
    sat.table.do(room.RequirePost(by=Role.FLOORPERSON, seat=1, missed=True))
    return sat, paper


def _orders(sat: PokerSession) -> list[list[int]]:
    return [sorted(event.order) for event in sat.table.events if isinstance(event, ev.RoundStarted)]


# Posts.


def test_637a_must_post_a_player_who_returns_posts_and_is_dealt_in() -> None:
    sat, paper = _returning(["", "?", "zz", "p", "q"])
    sat.run()
    text = " ".join(paper.getvalue().split())
    assert "post $15, $5 of it dead, and be dealt in (p) · wait for the largest blind (w) 637a.11(d)" in text
    assert "'zz' is no answer here. 637a.11(d) Legal: post (p); wait (w); add 100 adds chips" in text
    # The first blind is the seat's own in this round and counts toward the largest.
    assert "Dead post: you $5. 637a.11(d) Post: you $5. 637a.11(d)" in text
    assert _orders(sat) == [[1, 2, 3, 4, 5]]
    check_books(sat)


def test_637a_must_post_a_player_who_waits_is_dealt_in_with_the_largest_blind() -> None:
    sat, paper = _returning(["", "w"] * 3 + ["", "q"])
    sat.run()
    text = " ".join(paper.getvalue().split())
    assert "Seat 1 waits for the largest blind. 637a.11(d)" in text
    assert "sits out, owes a post" in text
    orders = _orders(sat)
    assert all(1 not in order for order in orders[:-1])
    assert 1 in orders[-1]
    assert text.count("wait for the largest blind (w)") == len(orders) - 1
    blinds = [event for event in sat.table.events if isinstance(event, ev.Posted) and event.seat == 1]
    assert [(event.kind, event.cents) for event in blinds] == [("blind", 1000)]
    check_books(sat)


def test_637a_must_post_sitting_out_while_the_blinds_pass_owes_a_post() -> None:
    sat, paper = session("holdem", ["out"] * 5 + ["", "w", "q"], players=4, seed=3, **POSTING)
    sat.run()
    text = " ".join(paper.getvalue().split())
    assert "The blinds pass you: a post is owed, or the largest blind waited for. 637a.11(d)" in text
    assert "and be dealt in (p)" in text


def test_637a_must_post_too_few_chips_to_post_are_said_and_can_be_added() -> None:
    sat, paper = _returning(["", "p", "add", "add 50", "p", "q"], bankroll=2_100)
    sat.run()
    text = " ".join(paper.getvalue().split())
    assert "Seat 1 too few chips to post · wait for the largest blind (w)" in text
    assert "Legal: wait (w); add 100 adds chips" in text
    assert "post $15" in text
    assert 1 in _orders(sat)[0]


def test_637a_must_post_computer_players_post() -> None:
    sat, _ = session("holdem", [], seats=(), players=4, seed=3, **POSTING)
    sat.table.do(room.RequirePost(by=Role.FLOORPERSON, seat=1, missed=True))
    sat.play_round()
    assert _orders(sat) == [[1, 2, 3, 4]]
    assert any(isinstance(event, room_events.PostChosen) for event in sat.table.events)
    assert not sat.table.state.owing
    check_books(sat)


def test_no_post_is_asked_for_where_the_submission_asks_none() -> None:
    sat, paper = session("holdem", ["out"] * 4 + ["", "q"], players=4, seed=3)
    sat.run()
    assert "post" not in paper.getvalue()
    assert 1 in _orders(sat)[-1]


def test_the_limits_say_who_must_post() -> None:
    sat, paper = session("holdem", ["t", "q"], **POSTING)
    sat.run()
    assert "who missed the blinds posts the largest" in paper.getvalue()


# Time charges.


def _at(sat: PokerSession, seconds: int) -> None:
    sat.dealer.clock = lambda: seconds


def test_637a_17_b_3_time_charges_are_assessed_verified_and_dropped_between_rounds() -> None:
    sat, paper = session("holdem", [], seats=(), players=3, **TIME)
    sat.play_round()
    text = " ".join(paper.getvalue().split())
    assert "Time charge: $6 from each of 3 players. 637a.17(b)(3)(iv)" in text
    assert "The floorperson verifies $18 of time charges, and they are dropped. 637a.17(b)(3)(v)" in text
    assert text.index("Time charge") < text.index("Blinds:")
    assert sat.table.state.ledger["drop box"] == 1800
    assert sum(sat.history.rounds[-1].answered["net"].values()) == 0
    _at(sat, 1799)
    sat.play_round()
    assert sat.table.state.ledger["drop box"] == 1800
    _at(sat, 1800)
    sat.play_round()
    assert sat.table.state.ledger["drop box"] == 3600
    check_books(sat)


def test_637a_17_b_3_each_part_of_the_hour_that_passed_is_charged() -> None:
    sat, _ = session("holdem", [], seats=(), players=3, **TIME)
    sat.play_round()
    _at(sat, 2 * 3600)
    sat.play_round()
    charged = [event.at for event in sat.table.events if isinstance(event, room_events.TimeChargeAssessed)]
    assert charged == [0, 1800, 3600, 5400, 7200]


def test_637a_17_b_3_i_a_user_who_sits_out_is_charged_too_and_adds_chips() -> None:
    sat, paper = session("holdem", ["x", "add 1", "add 50", "out", "q"], players=2, **TIME)
    sat.table.do(room.RemoveStakes(by=Role.PLAYER, seat=1, cents=99_700))
    sat.run()
    text = " ".join(paper.getvalue().split())
    assert "Seat 1 owes a time charge of $6 and has $3 637a.17(b)(3)(i)" in text
    assert "'x' is no answer here. 637a.17(b)(3)(i) Legal: add 100 adds chips; q leaves" in text
    assert "owes a time charge of $6 and has $4" in text
    assert sat.chips(1) == 300 + 100 + 5000 - 600
    check_books(sat)


def test_a_computer_player_who_cannot_pay_a_time_charge_buys_in() -> None:
    sat, paper = session("holdem", [], seats=(), players=3, bankroll=5_000, **TIME)
    sat.table.do(room.RemoveStakes(by=Role.PLAYER, seat=2, cents=4_700))
    sat.play_round()
    assert "Ben buys in again for $50." in paper.getvalue()
    check_books(sat)


def test_leaving_before_a_time_charge_is_paid_is_clean() -> None:
    sat, paper = session("holdem", ["q"], players=2, **TIME)
    sat.table.do(room.RemoveStakes(by=Role.PLAYER, seat=1, cents=99_700))
    sat.run()
    assert "You leave the table with $3." in paper.getvalue()
    check_books(sat)
