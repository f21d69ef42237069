"""Where our table and PokerKit's part, point by point as docs/poker-differences.md lists them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pokerkit as pk

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.registry import resolve
from houseway.engine.refusal import Code, Refusal
from tests.kit.random_poker import new_play, shuffled
from tests.kit.table_views import look_at
from tests.kit.tables import last
from tests.poker.peer import Both, Scripted, peer_state
from tests.poker.test_differential import _a_side_pot_has_no_low

NO_LIMIT = {"structure": "no-limit", "blinds": [1, 2], "heads_up_button_blind": True}
STUD = {"structure": "fixed-limit", "forced_bet": 2, "small_bet": 4, "big_bet": 8, "ante": 1}


def test_no_low_in_a_side_pot():
    differ = 0
    for seed in range(60):
        both = Both("stud-hi-lo-8", "fixed-limit", seed)
        both.run()
        if not _a_side_pot_has_no_low(both):
            continue
        awards = [event for event in both.play.table.events if isinstance(event, ev.PotAwarded)]
        assert any({share.contest for share in award.shares} == {"high"} for award in awards)
        differ += both.ours != list(both.peer.stacks)
    assert differ


def test_short_all_in_does_not_reopen():
    # Seat 3 calls 2, seat 1 is all-in for 3, seat 2 calls: seat 3 has acted and faces no full raise.
    play = new_play(resolve({**NO_LIMIT, "tournament": True}, game="holdem"), Random(1), stacks=[3, 90, 90])
    peer = peer_state(play.table.rules, [3, 90, 90])
    play.do(cmd.StartRound(order=shuffled(play.chance), button=3))
    play.do(cmd.DealStreet())
    for place in range(3):
        peer.deal_hole("????", place)
    for seat, word, to in ((3, "call", 0), (1, "raise", 3), (2, "call", 0)):
        play.do(cmd.Act(word=word, to=to), seat=seat)
        peer.complete_bet_or_raise_to(to) if to else peer.check_or_call()
    may = options_now(play.table.rules, play.table.state)
    assert may is not None and may.seat == 3 and may.raise_from is None
    assert peer.actor_index == 2 and peer.min_completion_betting_or_raising_to_amount is not None


def test_odd_chips_in_stud():
    # Two players tie; seat 2 holds the ace of spades. Three antes and a forced bet make an odd pot.
    deck = "Ad As 2d Ks Kd 2h Qc Qh 3c 4d Jh Jc 4s 9d 9s 4h 3h 3s 4c 5c 6c"
    both = Scripted("stud-high", STUD, [100, 100, 100], deck)
    both.play.do(cmd.StartRound(order=both.order, button=0))
    both.play.do(cmd.DealStreet())
    assert last(both.play.table, ev.Posted).seat == 3
    for seat, word, to in ((1, "raise", 4), (2, "call", 0), (3, "fold", 0)):
        both.play.do(cmd.Act(word=word, to=to), seat=seat)
    while look_at(both.play.table).status is not Status.BETWEEN_ROUNDS:
        state = both.state
        if state.status is Status.BETTING:
            both.play.do(cmd.Act(word="check"), seat=state.round.actor)
        elif state.status is Status.DEALING:
            both.play.do(cmd.DealStreet())
        else:
            both.play.do(cmd.AwardPots())
    (award,) = [event for event in both.play.table.events if isinstance(event, ev.PotAwarded)]
    assert award.amount % 2 == 1
    assert {share.seat: share.excess for share in award.shares} == {1: 0, 2: 1}


def test_a_short_blind():
    play = new_play(resolve({**NO_LIMIT, "tournament": True}, game="holdem"), Random(1), stacks=[90, 1, 90])
    peer = peer_state(play.table.rules, [90, 1, 90])
    play.do(cmd.StartRound(order=shuffled(play.chance), button=3))
    play.do(cmd.DealStreet())
    for place in range(3):
        peer.deal_hole("????", place)
    may = options_now(play.table.rules, play.table.state)
    assert may is not None and (may.seat, may.call) == (3, 2)
    assert (peer.actor_index, peer.checking_or_calling_amount) == (2, 1)


def test_two_players():
    rules = resolve({**NO_LIMIT, "heads_up_button_blind": False}, game="holdem")
    play = new_play(rules, Random(1), stacks=[90, 90])
    play.do(cmd.StartRound(order=shuffled(play.chance), button=2))
    assert look_at(play.table).bets == {1: 1, 2: 2}
    play.do(cmd.DealStreet())
    assert look_at(play.table).actor == 1
    assert peer_state(rules, [90, 90]).bets == [2, 1]


def test_a_short_completion():
    terms = {"structure": "no-limit", "forced_bet": 2, "minimum_bet": 10}
    play = new_play(resolve({**terms, "tournament": True}, game="five-card-stud"), Random(3), stacks=[7, 7, 7, 90])
    play.do(cmd.StartRound(order=shuffled(play.chance)))
    play.do(cmd.DealStreet())
    first = options_now(play.table.rules, play.table.state)
    assert first is not None
    play.do(cmd.Act(word="raise", to=min(7, play.stack(first.seat))), seat=first.seat)
    while (may := options_now(play.table.rules, play.table.state)) is not None and may.seat != 4:
        play.do(cmd.Act(word="call"), seat=may.seat)
    assert may is not None and may.raise_from == 10


def test_a_raise_nobody_can_call():
    seen: Counter[str] = Counter()
    for seed in range(60):
        both = Both("holdem", "no-limit", seed)
        both.run()
        seen += both.seen
    assert seen["nobody to raise against"]


def test_asked_for_nothing():
    # Seat 3 calls all-in, seat 1 folds: seat 2's blind is matched and there is nobody to bet against.
    rules = resolve({**NO_LIMIT, "tournament": True}, game="holdem")
    play, peer = new_play(rules, Random(1), stacks=[90, 90, 2]), peer_state(rules, [90, 90, 2])
    play.do(cmd.StartRound(order=shuffled(play.chance), button=3))
    play.do(cmd.DealStreet())
    for place in range(3):
        peer.deal_hole("????", place)
    play.do(cmd.Act(word="call"), seat=3)
    play.do(cmd.Act(word="fold"), seat=1)
    peer.check_or_call()
    peer.fold()
    assert options_now(play.table.rules, play.table.state) is None
    assert (peer.actor_index, peer.checking_or_calling_amount) == (1, 0)


def test_fixed_limit_omaha_high_low():
    game = pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
    assert game.betting_structure is pk.BettingStructure.POT_LIMIT


def test_a_card_twice():
    play = new_play(resolve(NO_LIMIT, game="holdem"), Random(1), stacks=[90, 90])
    order = shuffled(play.chance)
    outcome = play.table.send(cmd.StartRound(order=(*order, order[0]), button=2))
    assert isinstance(outcome, Refusal) and outcome.code is Code.CARD_APPEARS_ONCE
