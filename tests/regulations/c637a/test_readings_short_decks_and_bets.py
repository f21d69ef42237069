"""Readings of 637a about decks and bets that fall short, each shown in force by the test that has its id."""

from __future__ import annotations

from random import Random

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.chapters.registry import resolve_poker
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role

NO_LIMIT = {"structure": "no-limit", "blinds": [1, 2], "tournament": True}
STUD = {"structure": "fixed-limit", "forced_bet": 2, "small_bet": 4, "big_bet": 8, "tournament": True}


def _table(game: str, terms: dict, stacks: list[int], seed: int = 1) -> PokerTable:
    table = PokerTable(resolve_poker(terms, game=game))
    for seat, cents in enumerate(stacks, 1):
        _do(table, cmd.TakePokerSeat(by=Role.PLAYER, seat=seat, player=f"player {seat}", cents=cents))
    order = tuple(Random(seed).sample(DECK_52, 52))
    button = 0 if "forced_bet" in terms else len(stacks)
    _do(table, cmd.StartRound(by=Role.DEALER, order=order, button=button))
    return table


def _do(table: PokerTable, command) -> tuple:
    outcome = table.send(command)
    assert not isinstance(outcome, Refusal), outcome
    return outcome


def _act(table: PokerTable, word: str, to: int = 0) -> None:
    _do(table, cmd.Act(by=Role.PLAYER, seat=table.state.actor, word=word, to=to))


def _check_or_call(table: PokerTable) -> None:
    state = table.state
    _act(table, "check" if state.bets.get(state.actor, 0) >= state.current else "call")


def _finish_betting(table: PokerTable) -> None:
    while table.options() is not None:
        _check_or_call(table)


def test_637a_reshuffle_burns__burns_go_back_when_only_the_drawer_has_discarded():
    table = _table("triple-draw-2-7", {**NO_LIMIT, "structure": "fixed-limit", "small_bet": 2, "big_bet": 4}, [100] * 7)
    while table.state.status is not PotStatus.RESHUFFLING:
        match table.state.status:
            case PotStatus.BETTING:
                _check_or_call(table)
            case PotStatus.DRAWING:
                seat = table.state.asked[0]
                gone = table.state.hands[seat] if seat == 1 else ()
                _do(table, cmd.Discard(by=Role.PLAYER, seat=seat, cards=gone))
            case _:
                _do(table, cmd.DealStreet(by=Role.DEALER))
    assert table.state.owed == 1
    burns = table.state.burns
    assert len(burns) == 3
    _do(table, cmd.Reshuffle(by=Role.DEALER, order=burns))
    assert len(table.state.hands[1]) == 5
    assert burns[0] in table.state.hands[1]


def test_637a_reshuffle_burns__super_stud_shuffles_its_discards_in_when_burns_are_too_few():
    table = _table("super-stud-hi-lo-8", STUD, [100] * 9)
    _do(table, cmd.DealStreet(by=Role.DEALER))
    while table.state.status is PotStatus.DRAWING:
        seat = table.state.asked[0]
        _do(table, cmd.Discard(by=Role.PLAYER, seat=seat, cards=table.state.hands[seat][:2]))
    for _ in range(3):
        _act(table, "fold")
    _finish_betting(table)
    _do(table, cmd.DealStreet(by=Role.DEALER))  # Fourth street takes the last seven cards.
    _finish_betting(table)
    _do(table, cmd.DealStreet(by=Role.DEALER))
    state = table.state
    assert state.status is PotStatus.RESHUFFLING
    back = (*state.burns, *[card for _, card in state.discards])
    _do(table, cmd.Reshuffle(by=Role.DEALER, order=back))
    assert len(table.state.common) == 1


def test_637a_last_hand__the_last_hand_of_a_side_pot_is_not_discarded():
    table = _table("holdem", NO_LIMIT, [20, 100, 100])
    while table.state.status is not PotStatus.SHOWDOWN:
        if table.state.status is not PotStatus.BETTING:
            _do(table, cmd.DealStreet(by=Role.DEALER))
        elif table.state.street == 0 and table.state.current == 2:
            _act(table, "raise", 40)
        else:
            _check_or_call(table)
    side = [seat for seat in table.state.showing if seat != 1]
    refused = []
    while table.state.showing:
        seat = table.state.showing[0]
        outcome = table.send(cmd.ShowHand(by=Role.PLAYER, seat=seat, muck=seat != 1))
        if isinstance(outcome, Refusal):
            refused.append(seat)
            _do(table, cmd.ShowHand(by=Role.PLAYER, seat=seat))
    assert refused == side[1:]
    _do(table, cmd.AwardPots(by=Role.DEALER))
    pots = [event for event in table.events if isinstance(event, ev.PotAwarded)]
    assert {event.pot: event.contenders for event in pots} == {1: (side[1],), 0: tuple(sorted((1, side[1])))}


def test_637a_short_blind__the_others_call_the_full_blind():
    table = _table("holdem", NO_LIMIT, [90, 1, 90])
    _do(table, cmd.DealStreet(by=Role.DEALER))
    options = table.options()
    assert options is not None and options.call == 2


def test_637a_short_blind__a_forced_bet_that_was_only_called_leaves_no_option():
    table = _table("stud-high", STUD, [100] * 3)
    _do(table, cmd.DealStreet(by=Role.DEALER))
    _act(table, "call")
    _act(table, "call")
    assert table.state.status is PotStatus.DEALING


def test_637a_short_blind__completing_a_forced_bet_reopens_it_to_a_caller():
    table = _table("stud-high", STUD, [100] * 3)
    _do(table, cmd.DealStreet(by=Role.DEALER))
    caller = table.state.actor
    _act(table, "call")
    _act(table, "raise", 4)
    _act(table, "fold")
    options = table.options()
    assert options is not None and (options.seat, options.raise_from) == (caller, 8)
