"""637a.7: what every poker game has in common."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.rules import Opens
from houseway.chapters.c637a_poker.state import Status
from houseway.engine.kernel import envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.card_views import burned_cards, discards
from tests.kit.table_views import balance_of, hand_of, look_at
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    STUD,
    act,
    along,
    at_showdown,
    deck,
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
    for command, code in (
        (envelope(cmd.TakeSeat(cents=10_000), role=Role.DEALER, seat=4, by="dealer"), "ROLE_IS_AUTHORISED"),
        (envelope(cmd.Act(word="call"), role=Role.DEALER, seat=3), "SEAT_IS_ONES_OWN"),
    ):
        outcome = at.send(command)
        assert isinstance(outcome, Refusal)
        assert outcome.code == code


def test_c__bets_lie_in_the_pot_and_antes_and_blinds_come_before_the_cards() -> None:
    at = seated("holdem", 3, {**NO_LIMIT, "ante": 25})
    assert look_at(at).hands == {}
    assert balance_of(at, "pot") == 3 * 25 + 50 + 100
    do(at, envelope(cmd.DealStreet()))
    act(at, "3 raise to 300")
    assert balance_of(at, "pot") == 225 + 300


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
    along(at, lambda one: look_at(one).status is Status.DRAWING)
    do(at, envelope(cmd.SetDeckDown()))
    two = envelope(cmd.Discard(cards=hand_of(at, 1)[:2]), seat=1)
    given = at.send(two)
    assert isinstance(given, Refusal)
    assert (given.code, given.clause, given.legal) == ("STEP_IS_DUE", "637a.7(e)(1)", ("hold the deck",))
    # Who stands pat needs no card.
    do(at.fork(), envelope(cmd.Discard(cards=()), seat=1))
    do(at, envelope(cmd.HoldDeck(hand="left")))
    do(at, two)


@pytest.mark.parametrize(("game", "terms"), [("draw-high", LIMIT), ("stud-high", STUD)])
def test_e_1__no_deck_under_the_marker_button_is_reshuffled(game: str, terms: dict[str, Any]) -> None:
    at = seated(game, 8, terms)
    while look_at(at).status is not Status.RESHUFFLING:
        along(at, lambda one: look_at(one).status in (Status.DRAWING, Status.RESHUFFLING))
        if look_at(at).asked:
            seat = look_at(at).asked[0]
            do(at, envelope(cmd.Discard(cards=hand_of(at, seat)), seat=seat))
    again = envelope(cmd.Reshuffle(order=tuple(at.dealer.puts_back())))
    do(at, envelope(cmd.SetDeckDown()))
    given = at.send(again)
    assert isinstance(given, Refusal)
    assert (given.code, given.clause, given.legal) == ("STEP_IS_DUE", "637a.7(e)(1)", ("hold the deck",))
    do(at, envelope(cmd.HoldDeck(hand="left")))
    do(at, again)


def test_e_3__burn_cards_lie_apart_from_the_discards() -> None:
    at = seated("draw-high", 3, LIMIT, draw(["Ac Ad 2h 3h 4h", "Kc Kd 5h 6h 7h", "Qc Qd 8h 9h Th"], "2s 3s 4s"))
    along(at, lambda one: look_at(one).status is Status.DRAWING)
    [burned] = burned_cards(at)
    do(at, envelope(cmd.Discard(cards=hand_of(at, 1)[2:]), seat=1))
    assert burned_cards(at) == (burned,)
    assert burned not in [card for _, card in discards(at)]
    assert len(discards(at)) == 3


def test_e_6__the_award_waits_for_the_showdown_and_is_the_end_of_the_round() -> None:
    at = seated("holdem", 3, NO_LIMIT, flop(HANDS, BOARD))
    early = at.send(cmd.AwardPots())
    assert isinstance(early, Refusal)
    assert early.clause == "637a.7(e)(6)"
    along(at, at_showdown)
    again = at.send(cmd.StartRound(order=(), button=1))
    assert isinstance(again, Refusal)
    assert again.clause == "637a.7(e)(6)"
    do(at, envelope(cmd.AwardPots()))
    assert look_at(at).status is Status.BETWEEN_ROUNDS


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
