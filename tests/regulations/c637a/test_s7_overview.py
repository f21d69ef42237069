"""637a.7: what every poker game has in common."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.rules import Opens
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    STUD,
    act,
    along,
    at_showdown,
    deck,
    do,
    draw,
    flop,
    net,
    on_street,
    played,
    refusal,
    round_over,
    seated,
)

HANDS = ["Ac Ad", "Kc Kd", "2h 7s"]
BOARD = "Qh Jh 9d 8s 4d"


def test_b__two_players_at_least() -> None:
    assert refusal("holdem", flop(["Ac Ad"]), "", stacks=1) == ("PLAYER_IS_SEATED", "637a.7(b)")
    assert refusal("stud-high", deck(), "", STUD, stacks=1) == ("PLAYER_IS_SEATED", "637a.7(b)")


def test_b__the_dealer_neither_takes_a_seat_nor_bets() -> None:
    at = seated("holdem", 3, NO_LIMIT)
    for command in (
        cmd.TakePokerSeat(by=Role.DEALER, seat=4, player="dealer", cents=10_000),
        cmd.Act(by=Role.DEALER, seat=3, word="call"),
    ):
        outcome = at.send(command)
        assert isinstance(outcome, Refusal)
        assert outcome.code == "ROLE_IS_AUTHORISED"


def test_c__bets_lie_in_the_pot_and_antes_and_blinds_come_before_the_cards() -> None:
    at = seated("holdem", 3, {**NO_LIMIT, "ante": 25})
    assert at.state.hands == {}
    assert at.state.ledger["pot"] == 3 * 25 + 50 + 100
    do(at, cmd.DealStreet(by=Role.DEALER))
    act(at, "3 raise to 300")
    assert at.state.ledger["pot"] == 225 + 300


@pytest.mark.parametrize("game", POKER_GAMES)
def test_c__every_deal_is_followed_by_a_betting_round(game: str) -> None:
    terms = STUD if POKER_GAMES[game].opens is Opens.FORCED_BET else LIMIT
    at = along(seated(game, 3, terms), round_over)
    betting = [event.street for event in at.events if isinstance(event, ev.BettingBegan)]
    assert betting == list(range(len(POKER_GAMES[game].streets)))


def test_d__a_bet_nobody_calls_wins_the_pot_without_a_showdown() -> None:
    given = played("holdem", flop(HANDS, BOARD), "3 raise to 400, 1 fold, 2 fold")
    assert given["net"] == {"1": -50, "2": -100, "3": 150}
    assert given["pots"][0]["clause"] == "637a.7(d)"
    assert given["pots"][0]["hands"] == {}


def test_d__otherwise_the_best_hand_wins_at_the_showdown() -> None:
    checks = ", ".join(f"{seat} check" for _ in range(3) for seat in (1, 2, 3))
    assert net("holdem", flop(HANDS, BOARD), f"3 call, 1 call, 2 check, {checks}") == [200, -100, -100]


def test_e_1__no_card_is_drawn_from_a_deck_under_the_marker_button() -> None:
    at = seated("draw-high", 3, LIMIT)
    along(at, lambda one: one.state.status is PotStatus.DRAWING)
    do(at, room.SetDeckDown(by=Role.DEALER))
    two = cmd.Discard(by=Role.PLAYER, seat=1, cards=at.state.hands[1][:2])
    given = at.send(two)
    assert isinstance(given, Refusal)
    assert (given.code, given.clause, given.legal) == ("STEP_IS_DUE", "637a.7(e)(1)", ("hold the deck",))
    # Who stands pat needs no card.
    do(at.fork(), cmd.Discard(by=Role.PLAYER, seat=1, cards=()))
    do(at, room.HoldDeck(by=Role.DEALER, hand="left"))
    do(at, two)


@pytest.mark.parametrize(("game", "terms"), [("draw-high", LIMIT), ("stud-high", STUD)])
def test_e_1__no_deck_under_the_marker_button_is_reshuffled(game: str, terms: dict[str, Any]) -> None:
    at = seated(game, 8, terms)
    while at.state.status is not PotStatus.RESHUFFLING:
        along(at, lambda one: one.state.status in (PotStatus.DRAWING, PotStatus.RESHUFFLING))
        if at.state.asked:
            seat = at.state.asked[0]
            do(at, cmd.Discard(by=Role.PLAYER, seat=seat, cards=at.state.hands[seat]))
    again = cmd.Reshuffle(by=Role.DEALER, order=tuple(at.dealer.puts_back()))
    do(at, room.SetDeckDown(by=Role.DEALER))
    given = at.send(again)
    assert isinstance(given, Refusal)
    assert (given.code, given.clause, given.legal) == ("STEP_IS_DUE", "637a.7(e)(1)", ("hold the deck",))
    do(at, room.HoldDeck(by=Role.DEALER, hand="left"))
    do(at, again)


def test_e_3__burn_cards_lie_apart_from_the_discards() -> None:
    at = seated("draw-high", 3, LIMIT, draw(["Ac Ad 2h 3h 4h", "Kc Kd 5h 6h 7h", "Qc Qd 8h 9h Th"], "2s 3s 4s"))
    along(at, lambda one: one.state.status is PotStatus.DRAWING)
    [burned] = at.state.burns
    do(at, cmd.Discard(by=Role.PLAYER, seat=1, cards=at.state.hands[1][2:]))
    assert at.state.burns == (burned,)
    assert burned not in [card for _, card in at.state.discards]
    assert len(at.state.discards) == 3


def test_e_6__the_award_waits_for_the_showdown_and_is_the_end_of_the_round() -> None:
    at = seated("holdem", 3, NO_LIMIT, flop(HANDS, BOARD))
    early = at.send(cmd.AwardPots(by=Role.DEALER))
    assert isinstance(early, Refusal)
    assert early.clause == "637a.7(e)(6)"
    along(at, at_showdown)
    again = at.send(cmd.StartRound(by=Role.DEALER, order=(), button=1))
    assert isinstance(again, Refusal)
    assert again.clause == "637a.7(e)(6)"
    do(at, cmd.AwardPots(by=Role.DEALER))
    assert at.state.status is PotStatus.BETWEEN_ROUNDS


def test_e_6_ii__side_pots_then_the_main_pot() -> None:
    three = played(
        "holdem",
        flop(HANDS, BOARD),
        "3 raise to 1000, 1 call, 2 raise to 3000, 3 call",
        stacks={1: 1000, 2: 3000, 3: 3000},
    )
    # 3 x 1000, then 2 x 2000 between the kings and 2-7.
    assert [pot["amount"] for pot in three["pots"]] == [3000, 4000]
    assert three["stacks"] == {"1": 3000, "2": 4000, "3": 0}


def test_e_6_iii__rake_then_contributions_then_the_pots_side_pots_first() -> None:
    terms = {
        **NO_LIMIT,
        "rake": {"kind": "percentage", "percent": 10, "cap": 400},
        "bad_beat": {"contribution": 100, "minimum_pot": 1000},
    }
    at = seated("holdem", 3, terms, flop(HANDS, BOARD), stacks={1: 1000})
    along(at, on_street(0))
    act(at, "3 raise to 950", "1 call", "2 raise to 3000", "3 call")
    along(at, round_over)
    told = [type(event).__name__ for event in at.events]
    assert told.index("RakeTaken") < told.index("ContributionTaken") < told.index("PotAwarded")
    assert [event.pot for event in at.events if isinstance(event, ev.PotAwarded)] == [1, 0]
