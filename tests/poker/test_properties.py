"""Laws that hold at every event of every poker game and structure, with random stacks and random rules."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.cards import DECK_52, Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.observe import observe
from houseway.chapters.c637a_poker.state import PotState, evolve
from houseway.chapters.c637a_poker.table import PotAccepted, handle, replay
from houseway.engine.banked.commands import Command
from houseway.engine.banked.observe import Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.poker.tables import GAMES, STRUCTURES, Play, random_play

_laws = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
_which = given(st.sampled_from(GAMES), st.sampled_from(STRUCTURES), st.integers(0, 2**32))


def _steps(game, structure, seed, *, steps=90, unlawful=0.1):
    """Yield the table, the state before each command, the command and what came of it."""
    play = random_play(game, structure, seed)
    for _ in range(steps):
        lawful = play.chance.random() >= unlawful
        command = play.plausible() if lawful else play.implausible()
        before = play.table.state
        outcome = play.table.send(command)
        if lawful:
            assert not isinstance(outcome, Refusal), (command, outcome)
        yield play, before, command, outcome


@_laws
@_which
def test_chips_are_conserved_at_every_event(game, structure, seed):
    for _, before, command, outcome in _steps(game, structure, seed):
        state = before
        for event in () if isinstance(outcome, Refusal) else outcome:
            state = evolve(state, event)
            assert sum(state.ledger.values()) == 0, (command, event)
            negative = {name: cents for name, cents in state.ledger.items() if cents < 0 and name != "outside"}
            assert not negative, (command, event, negative)


@_laws
@_which
def test_what_was_bet_is_what_pots_rake_and_contributions_come_to(game, structure, seed):
    paid: Counter[str] = Counter()
    for play, _, _, outcome in _steps(game, structure, seed, steps=150, unlawful=0):
        for event in outcome:
            match event:
                case ev.RoundStarted():
                    paid.clear()
                case ev.Posted() | ev.Acted():
                    paid["bet"] += event.cents
                case ev.UncalledBetReturned():
                    paid["bet"] -= event.cents
                case ev.RakeTaken():
                    paid["taken"] += event.cents
                case ev.ContributionTaken():
                    paid["taken"] += event.cents
                case ev.PotAwarded():
                    paid["pots"] += event.amount
                    paid["paid"] += event.paid
                    assert sum(share.cents for share in event.shares) == event.paid
                case ev.PokerRoundEnded():
                    assert paid["bet"] == paid["pots"] == paid["paid"] + paid["taken"]
                    assert play.table.state.ledger.get("pot", 0) == 0


@_laws
@_which
def test_no_pot_is_awarded_to_a_hand_that_does_not_contend_for_it(game, structure, seed):
    for play, _, _, outcome in _steps(game, structure, seed, steps=150, unlawful=0):
        state = play.table.state
        for event in outcome:
            if isinstance(event, ev.PotAwarded):
                assert event.contenders and not state.folded & set(event.contenders)
                # A hand discarded at the showdown keeps only a side pot that nobody else was left in.
                assert len(event.contenders) == 1 or not state.mucked & set(event.contenders)
                assert {share.seat for share in event.shares} <= set(event.contenders)
                assert all(share.cents >= 0 for share in event.shares)


@_laws
@_which
def test_a_player_never_wins_more_from_another_than_he_put_in_himself(game, structure, seed):
    before: dict[int, int] = {}
    for play, state_before, _, outcome in _steps(game, structure, seed, steps=150, unlawful=0):
        for event in outcome:
            if isinstance(event, ev.RoundStarted):
                before = {seat: _stack(state_before, seat) for seat in event.order}
            if isinstance(event, ev.PokerRoundEnded) and not state_before.dead:
                state = play.table.state
                for seat, had in before.items():
                    most = sum(min(had, other) for one, other in before.items() if one != seat)
                    assert _stack(state, seat) - had <= most


def _stack(state: PotState, seat: int) -> int:
    return state.ledger.get(f"player {state.seats[seat]}", 0)


@_laws
@_which
def test_replay_equals_live_and_the_log_survives_being_written_down(game, structure, seed):
    *_, (play, *_) = _steps(game, structure, seed)
    table = play.table
    assert replay(table.events) == table.state
    again = msgspec.json.decode(msgspec.json.encode(table.events), type=list[ev.AnyPotEvent])
    assert again == table.events
    assert replay(again) == table.state


@_laws
@_which
def test_a_refusal_changes_nothing_and_names_its_clause(game, structure, seed):
    for play, before, command, outcome in _steps(game, structure, seed, unlawful=0.6):
        if isinstance(outcome, Refusal):
            assert play.table.state is before
            assert outcome.message
            assert outcome.clause.startswith(("637a.", "601a."))
        _leaves_alone(play, before, command, outcome)


def _leaves_alone(play: Play, before: PotState, command: Command, outcome: object) -> None:
    kept = msgspec.json.encode(before)
    again = handle(play.table.rules, before, command)
    assert msgspec.json.encode(before) == kept
    if isinstance(again, PotAccepted):
        assert again.events == outcome


@_laws
@_which
def test_every_event_has_a_clause_of_the_chapter(game, structure, seed):
    for _, _, _, outcome in _steps(game, structure, seed, unlawful=0):
        for event in outcome:
            assert event.clause.startswith("637a."), event


@_laws
@_which
def test_what_a_viewer_sees_does_not_depend_on_cards_the_viewer_may_not_know(game, structure, seed):
    for play, *_ in _steps(game, structure, seed, steps=60, unlawful=0):
        rules, state = play.table.rules, play.table.state
        for player in [None, *state.seats.values()]:
            viewer = Viewer(Role.PLAYER if player else Role.SURVEILLANCE, player)
            seen = observe(rules, state, viewer)
            known = {card for hand in seen.hands.values() for card in hand if card is not None}
            known |= {*seen.board, *seen.common, *seen.discarded}
            hidden = [card for card in DECK_52 if card not in known]
            swapped = dict(zip(hidden, play.chance.sample(hidden, len(hidden)), strict=True))
            assert observe(rules, _permuted(state, swapped), viewer) == seen


def _permuted(state: PotState, swapped: dict[Card, Card]) -> PotState:
    def swap(cards):
        return tuple(swapped.get(card, card) for card in cards)

    twin = state.copy()
    twin.deck, twin.burns, twin.board, twin.common = map(swap, (state.deck, state.burns, state.board, state.common))
    twin.hands = {seat: swap(hand) for seat, hand in state.hands.items()}
    twin.up = {seat: swap(hand) for seat, hand in state.up.items()}
    twin.discards = tuple((seat, swapped.get(card, card)) for seat, card in state.discards)
    return twin


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("game", GAMES)
def test_rounds_come_to_an_end(game, structure):
    """Whatever is done, as long as it is lawful, a round is over after a bounded number of commands."""
    ended = 0
    for seed in range(12):
        play = random_play(game, structure, seed)
        for _ in range(3):
            play.finish_a_round(at_most=3000)
            ended += 1
    assert ended == 36
