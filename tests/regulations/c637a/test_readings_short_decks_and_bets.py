"""Readings of 637a about decks and bets that fall short, each shown in force by the test that has its id."""

from __future__ import annotations

from random import Random
from typing import Any

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Table, envelope
from houseway.engine.refusal import Refusal
from tests.kit.card_views import burned_cards, cards_owed
from tests.kit.table_views import hand_of, look_at, street_of

NO_LIMIT = {"structure": "no-limit", "blinds": [1, 2], "tournament": True}
STUD = {"structure": "fixed-limit", "forced_bet": 2, "small_bet": 4, "big_bet": 8, "tournament": True}


def _table(game: str, terms: dict, stacks: list[int], seed: int = 1) -> Table:
    table: Table[Any, Any] = Table(resolve(terms, game=game))
    _do(table, cmd.OpenTable())
    for seat, cents in enumerate(stacks, 1):
        _do(table, envelope(cmd.TakeSeat(cents=cents), seat=seat, by=f"player {seat}"))
    order = tuple(Random(seed).sample(DECK_52, 52))
    button = 0 if "forced_bet" in terms else len(stacks)
    _do(table, envelope(cmd.StartRound(order=order, button=button)))
    return table


def _do(table: Table, command) -> tuple:
    outcome = table.send(command)
    assert not isinstance(outcome, Refusal), outcome
    return outcome


def _act(table: Table, word: str, to: int = 0) -> None:
    _do(table, envelope(cmd.Act(word=word, to=to), seat=look_at(table).actor))


def _check_or_call(table: Table) -> None:
    state = table.state
    _act(table, "check" if state.round.bets.get(state.round.actor, 0) >= state.round.current else "call")


def _finish_betting(table: Table) -> None:
    while options_now(table.rules, table.state) is not None:
        _check_or_call(table)


def test_637a_reshuffle_burns__burns_go_back_when_only_the_drawer_has_discarded():
    table = _table("triple-draw-2-7", {**NO_LIMIT, "structure": "fixed-limit", "small_bet": 2, "big_bet": 4}, [100] * 7)
    while look_at(table).status is not Status.RESHUFFLING:
        match look_at(table).status:
            case Status.BETTING:
                _check_or_call(table)
            case Status.DRAWING:
                seat = look_at(table).asked[0]
                gone = hand_of(table, seat) if seat == 1 else ()
                _do(table, envelope(cmd.Discard(cards=gone), seat=seat))
            case _:
                _do(table, envelope(cmd.DealStreet()))
    assert cards_owed(table) == 1
    burns = burned_cards(table)
    assert len(burns) == 3
    _do(table, envelope(cmd.Reshuffle(order=burns)))
    assert len(hand_of(table, 1)) == 5
    assert burns[0] in hand_of(table, 1)


def test_637a_reshuffle_burns__super_stud_shuffles_its_discards_in_when_burns_are_too_few():
    table = _table("super-stud-hi-lo-8", STUD, [100] * 9)
    _do(table, envelope(cmd.DealStreet()))
    while look_at(table).status is Status.DRAWING:
        seat = look_at(table).asked[0]
        _do(table, envelope(cmd.Discard(cards=hand_of(table, seat)[:2]), seat=seat))
    for _ in range(3):
        _act(table, "fold")
    _finish_betting(table)
    _do(table, envelope(cmd.DealStreet()))  # Fourth street takes the last seven cards.
    _finish_betting(table)
    _do(table, envelope(cmd.DealStreet()))
    state = table.state
    assert state.status is Status.RESHUFFLING
    back = (*state.round.burns, *[card for _, card in state.round.discards])
    _do(table, envelope(cmd.Reshuffle(order=back)))
    assert len(look_at(table).common) == 1


def test_637a_last_hand__the_last_hand_of_a_side_pot_is_not_discarded():
    table = _table("holdem", NO_LIMIT, [20, 100, 100])
    while look_at(table).status is not Status.SHOWDOWN:
        if look_at(table).status is not Status.BETTING:
            _do(table, envelope(cmd.DealStreet()))
        elif street_of(table) == 0 and look_at(table).current == 2:
            _act(table, "raise", 40)
        else:
            _check_or_call(table)
    side = [seat for seat in look_at(table).asked if seat != 1]
    refused = []
    while look_at(table).asked:
        seat = look_at(table).asked[0]
        outcome = table.send(cmd.ShowHand(muck=seat != 1), seat=seat)
        if isinstance(outcome, Refusal):
            refused.append(seat)
            _do(table, envelope(cmd.ShowHand(), seat=seat))
    assert refused == side[1:]
    _do(table, envelope(cmd.AwardPots()))
    pots = [event for event in table.events if isinstance(event, ev.PotAwarded)]
    assert {event.pot: event.contenders for event in pots} == {1: (side[1],), 0: tuple(sorted((1, side[1])))}


def test_637a_short_blind__the_others_call_the_full_blind():
    table = _table("holdem", NO_LIMIT, [90, 1, 90])
    _do(table, envelope(cmd.DealStreet()))
    options = options_now(table.rules, table.state)
    assert options is not None and options.call == 2


def test_637a_short_blind__a_forced_bet_that_was_only_called_leaves_no_option():
    table = _table("stud-high", STUD, [100] * 3)
    _do(table, envelope(cmd.DealStreet()))
    _act(table, "call")
    _act(table, "call")
    assert look_at(table).status is Status.DEALING


def test_637a_short_blind__completing_a_forced_bet_reopens_it_to_a_caller():
    table = _table("stud-high", STUD, [100] * 3)
    _do(table, envelope(cmd.DealStreet()))
    caller = look_at(table).actor
    _act(table, "call")
    _act(table, "raise", 4)
    _act(table, "fold")
    options = options_now(table.rules, table.state)
    assert options is not None and (options.seat, options.raise_from) == (caller, 8)
