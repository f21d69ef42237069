"""The kernel: who may speak, what is looked at, at most once, and what a machine must have."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from houseway.chapters.c637a_poker.events import HandMucked
from houseway.chapters.registry import open_table, resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.table import BANKED
from houseway.engine.kernel import (
    Envelope,
    MachineError,
    RefusedCommandError,
    ReplayError,
    SpokenFor,
    Table,
    Viewer,
    envelope,
)
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from tests.kit.sample_values import sample
from tests.kit.table_views import look_at
from tests.kit.tables import refuses

GAME = "five-card-hi-lo"
DECK = resolve({}, game=GAME).game.deck  # type: ignore[attr-defined]
ANTE = cmd.PlaceWagers(wagers={"ante": 1000})


@pytest.fixture
def table():
    return _table()


def _table(**how):
    table = open_table(GAME, **how)
    table.seat(1, "Ann", 100_000)
    table.seat(2, "Bob", 100_000)
    table.dealer.brings(DECK)
    return table


# Who speaks.


def test_a_seats_command_comes_from_the_person_in_that_seat(table):
    refusal = refuses(table, ANTE, seat=1, by="Bob")
    assert refusal.code is Code.SEAT_IS_ONES_OWN
    assert refusal.legal == ("seat 2",)
    assert table.do(ANTE, seat=1, by="Ann")


def test_nobody_speaks_for_a_seat_that_is_empty_or_is_not_there(table):
    assert refuses(table, ANTE, seat=3, by="Ann").code is Code.PLAYER_IS_SEATED
    assert refuses(table, ANTE, seat=9, by="Ann").code is Code.SEAT_EXISTS


def test_the_dealer_of_a_staffed_table_speaks_for_a_player_and_it_is_recorded():
    table = _table(staffed=True)
    spoken, placed = table.do(ANTE, role=Role.DEALER, seat=1, by="Dee")
    assert spoken == SpokenFor(clause=spoken.clause, seat=1, person="Dee")
    assert isinstance(placed, ev.WagersPlaced)
    assert placed.seat == 1


def test_no_dealer_speaks_for_a_player_where_nobody_deals(table):
    assert refuses(table, ANTE, role=Role.DEALER, seat=1, by="Dee").code is Code.SEAT_IS_ONES_OWN


def test_nobody_else_speaks_for_a_player():
    table = _table(staffed=True)
    for role in set(Role) - {Role.PLAYER, Role.DEALER}:
        assert refuses(table, ANTE, role=role, seat=1, by="Flo").code is Code.ROLE_IS_AUTHORISED


def test_a_command_comes_from_a_named_person(table):
    nobody = Envelope(command=cmd.DealCards(), by=" ", role=Role.DEALER)
    assert refuses(table, nobody).code is Code.PERSON_IS_NAMED
    assert refuses(table, cmd.DealCards(), by="Dee ").code is Code.PERSON_IS_NAMED


def test_capital_and_small_letters_make_no_two_people(table):
    for said, seat in ((cmd.TakeSeat(cents=0), 3), (ANTE, 1)):
        refusal = refuses(table, said, seat=seat, by="ANN")
        assert (refusal.code, refusal.message) == (Code.PERSON_IS_NAMED, "the name 'ANN' is written 'Ann' here")


def test_what_a_command_says_is_not_looked_at_before_who_gives_it(table):
    """A refusal to somebody who may not ask says nothing of the hand that was asked for."""
    table.do(ANTE, seat=2)
    table.dealer.announces_no_more_bets()
    table.dealer.deals()
    table.do(cmd.Decide(word="play"), seat=2)
    refusal = refuses(table, cmd.Decide(word="set"), seat=2, by="Ann")
    assert refusal.code is Code.SEAT_IS_ONES_OWN


# What is said.


@pytest.mark.parametrize("cents", [-1, 2**53, 10.5, True, "1000", None])
def test_amounts_are_whole_numbers_from_0_to_below_2_to_the_53rd(table, cents):
    assert refuses(table, cmd.PlaceWagers(wagers={"ante": cents}), seat=1).code is Code.VALUES_ARE_IN_RANGE


@pytest.mark.parametrize("wagers", [(), 1_000, "ante"])
def test_wagers_are_a_table_of_amounts(table, wagers):
    refusal = refuses(table, cmd.PlaceWagers(wagers=wagers), seat=1)
    assert refusal.code is Code.VALUES_ARE_IN_RANGE
    assert refusal.message.endswith("is no table of values")


@pytest.mark.parametrize("card", [-1, 53, "As", 3.0, True])
def test_cards_are_cards(table, card):
    refusal = refuses(table, cmd.Decide(word="set", high=(card,), low=()), seat=1)
    assert refusal.code is Code.VALUES_ARE_IN_RANGE


@pytest.mark.parametrize("word", [7, b"raise", "\ud800"])
def test_words_are_texts(table, word):
    assert refuses(table, cmd.Decide(word=word), seat=1).code is Code.VALUES_ARE_IN_RANGE


@pytest.mark.parametrize("how", [{"at": -1}, {"at": 1.5}, {"at": True}, {"key": 7}, {"by": 7}, {"seat": 1.0}])
def test_an_envelope_is_looked_at_like_its_command(table, how):
    given = Envelope(**{"command": ANTE, "by": "Ann", "role": Role.PLAYER, "seat": 1, **how})
    assert refuses(table, given).code is Code.VALUES_ARE_IN_RANGE


@pytest.mark.parametrize("how", [{"key": ["x"]}, {"key": ["x"], "by": ["a"]}, {"seat": [1]}, {"role": "king"}])
def test_whatever_stands_on_an_envelope_is_a_refusal_and_no_exception(table, how):
    assert refuses(table, ANTE, **how).code is Code.VALUES_ARE_IN_RANGE


def test_a_word_is_no_command(table):
    assert refuses(table, "fold").code is Code.COMMAND_IS_OF_THIS_TABLE


def test_what_is_no_command_at_all_is_refused(table):
    assert refuses(table, Envelope(command="deal", by="Dee", role=Role.DEALER)).code is Code.COMMAND_IS_OF_THIS_TABLE


def test_a_command_of_another_machine_is_refused(table):
    from houseway.chapters.c637a_poker.commands import AwardPots

    assert refuses(table, AwardPots()).code is Code.COMMAND_IS_OF_THIS_TABLE


def test_a_state_under_other_rules_is_refused(table):
    other = Table(resolve({"table_minimum": 700}, game=GAME), state=table.state)
    assert refuses(other, ANTE, seat=1).code is Code.SUBMISSION_IS_LAWFUL


@pytest.mark.parametrize("game", ["pai-gow", "holdem-bonus", "holdem", "badugi"])
def test_nothing_is_said_of_a_state_under_other_rules(game):
    """Of another game, in the midst of a round too: one sentence, whatever is asked."""
    begun = open_table("heads-up-holdem")
    begun.seat(1, "Ann", 100_000).wagers(ante=1000, odds=1000)
    begun.dealer.brings(begun.rules.game.deck)
    begun.dealer.announces_no_more_bets()
    begun.dealer.deals()
    other = Table(open_table(game).rules, state=begun.state)
    viewer = Viewer(Role.PLAYER, "Ann")
    assert refuses(other, cmd.LeaveSeat(), seat=1).code is Code.SUBMISSION_IS_LAWFUL
    for asked in (
        other.due,
        lambda: other.legal(viewer),
        lambda: other.observe(viewer),
        lambda: other.seen_by(viewer, begun.events),
        lambda: other.act("check"),
    ):
        with pytest.raises(RefusedCommandError, match="this table was opened under other rules"):
            asked()
    assert repr(other).endswith("1 Ann $980; this table was opened under other rules>")


def test_an_event_that_cannot_have_happened_is_not_replayed(table):
    nowhere, elsewhere, endless = sample(ev.DeckPutIntoPlay), sample(HandMucked), sample(ev.DecksReceived)
    for made_up, says in (
        (endless, "DecksReceived as event .* cannot have happened"),
        (nowhere, f"DeckPutIntoPlay as event {len(table.events) + 1} cannot have happened"),
        (elsewhere, "HandMucked as event .* is no event of a banked table"),
    ):
        with pytest.raises(ReplayError, match=says):
            table.machine.replay([*table.events, made_up])


def test_before_a_table_is_open_it_takes_no_command():
    assert refuses(Table(resolve({}, game=GAME)), ANTE, seat=1).code is Code.TABLE_IS_OPEN


def test_time_runs_forward(table):
    table.do(cmd.ChangeDecks(), at=50)
    assert refuses(table, cmd.ReceiveDecks(), at=49).code is Code.TIME_RUNS_FORWARD
    assert table.do(cmd.ReceiveDecks(), at=50)


# At most once.


def test_the_same_key_twice_gives_the_first_answer_again_and_changes_nothing(table):
    first = table.do(ANTE, seat=1, key="k1")
    state, events = table.state.copy(), len(table.events)
    assert table.send(ANTE, seat=1, key="k1") is first
    assert (table.state, len(table.events)) == (state, events)
    assert table.do(ANTE, seat=1, key="k2") != ()
    assert look_at(table).placed[1]["ante"] == 2000


def test_the_first_command_of_all_happens_once_under_its_key(table):
    opening = msgspec.structs.replace(table.envelopes[0], key="k")
    fresh: Table[Any, Any] = Table(table.rules)
    first = fresh.send(opening)
    assert not isinstance(first, Refusal)
    assert fresh.send(opening) is first and len(fresh.envelopes) == 1


def test_a_key_is_its_senders_own(table):
    """Nobody is told another's answer by using the other's key."""
    first = table.do(ANTE, seat=1, key="k")
    second = table.do(ANTE, seat=2, key="k")
    assert (first[0].seat, second[0].seat) == (1, 2)


def test_a_refusal_is_given_again_too(table):
    first = table.send(ANTE, seat=9, by="Ann", key="k")
    assert isinstance(first, Refusal)
    assert table.send(ANTE, seat=1, by="Ann", key="k") is first


def test_the_keys_of_a_round_are_kept_to_the_end_of_the_next(table):
    table.do(ANTE, seat=1, key="ante 1")
    table.dealer.announces_no_more_bets()
    table.dealer.deals()
    table.do(cmd.Decide(word="fold"), seat=1)
    settled = table.do(cmd.SettleRound(), key="settle 1")
    assert any(event.ends_round for event in settled)
    assert table.send(cmd.SettleRound(), key="settle 1") is settled


def test_a_fork_goes_its_own_way_with_the_keys_it_had(table):
    first = table.do(ANTE, seat=1, key="k")
    fork = table.fork()
    assert fork.send(ANTE, seat=1, key="k") is first
    fork.do(ANTE, seat=2, key="other")
    assert 2 not in look_at(table).placed
    assert not isinstance(table.send(ANTE, seat=2, key="other"), Refusal)


# Machines.


def test_an_event_without_an_applier_is_an_error_when_a_machine_is_made():
    appliers = {kind: applier for kind, applier in BANKED.appliers.items() if kind is not ev.BetsClosed}
    with pytest.raises(MachineError, match="BetsClosed"):
        dataclasses.replace(BANKED, appliers=appliers)


def test_a_command_without_a_handler_is_an_error_when_a_machine_is_made():
    with pytest.raises(MachineError, match="DealCards"):
        dataclasses.replace(BANKED, handlers={k: v for k, v in BANKED.handlers.items() if k is not cmd.DealCards})


def test_a_table_is_rebuilt_from_its_envelopes_alone(table):
    table.do(ANTE, seat=1)
    table.dealer.announces_no_more_bets()
    table.dealer.deals()
    again: Table[Any, Any] = Table(table.rules)
    for given in table.envelopes:
        again.do(given)
    assert again.state == table.state
    assert again.events == table.events


def test_a_replay_goes_on_from_a_snapshot(table):
    snapshot, seen = table.state, len(table.events)
    table.do(ANTE, seat=1)
    assert BANKED.replay(table.events[seen:], snapshot) == table.state
    assert BANKED.replay(table.events) == table.state


def test_the_usual_role_is_the_least_that_may():
    assert envelope(ANTE).role is Role.PLAYER
    assert envelope(cmd.CutCards(depth=10)).role is Role.DEALER
    assert envelope(cmd.ValidatePayout(seat=1, wager="x")).role is Role.FLOORPERSON


def test_as_many_of_the_last_events_are_seen_as_are_asked_for(table):
    table.do(ANTE, seat=1)
    viewer = Viewer(Role.SURVEILLANCE)
    assert table.observe(viewer).events == ()
    assert table.observe(viewer, last=1).events == tuple(table.events[-1:])
    assert table.player(1).sees().events == ()
    assert len(table.player(1).sees(last=2).events) == 2


def test_a_table_is_opened_at_the_time_that_is_said_and_else_at_none():
    assert open_table("five-card-hi-lo").state.now == 0
    assert open_table("five-card-hi-lo", at=60).state.now == 60
