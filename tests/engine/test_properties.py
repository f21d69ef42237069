"""Laws that hold at every event of every game: chips conserved, replay equals live, refusals change nothing, hidden stays hidden."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.chapters.registry import GAMES, resolve
from houseway.engine.banked.applying import apply, evolve
from houseway.engine.banked.observe import Viewer, observe
from houseway.engine.banked.state import CardsStage, Status
from houseway.engine.banked.table import Accepted, handle, replay
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from tests.engine.driver import implausible, plausible, seat_players, shuffled

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "heads-up-holdem": [{}, {"dealing": "automated-shoe"}, {"dealing": "automated-shoe", "community_first": True}],
    "holdem-bonus": [{}, {"progressive": {"rate_percent": 20}, "five_card": {"rate_percent": 30}}, {"dealing": "hand"}],
    "pai-gow": [{}, {"variant": "ez"}, {"variant": "ez", "brand": "emperor", "dealing": "automated-shoe"}],
    "five-card-hi-lo": [{}, {"dealing": "hand"}],
}


def _tables():
    return st.tuples(st.sampled_from(sorted(GAMES)), st.integers(0, 2), st.integers(0, 2**32))


def _play(game, variant, seed, *, steps=120):
    """Yield the table before each command and what came of it."""
    choices = VARIANTS[game]
    rules = resolve({"game": game, **choices[variant % len(choices)]})
    table = Table(rules)
    chance = random.Random(seed)
    table.ready(shuffled(table, chance))
    seat_players(table, chance)
    for _ in range(steps):
        command = implausible(table, chance) if chance.random() < 0.15 else plausible(table, chance)
        if command is None:
            if table.state.equipment.stage in (CardsStage.USED, CardsStage.READY):
                table.ready(shuffled(table, chance))
                continue
            return
        before = table.state.copy()
        outcome = table.send(command)
        yield table, before, command, outcome, chance


# Hypothesis shrinks a failure to its seed; the games are random within it.
_laws = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_laws
@given(_tables())
def test_chips_are_conserved_at_every_event(which):
    for _table, before, _command, outcome, _ in _play(*which):
        state = before
        for event in () if isinstance(outcome, Refusal) else outcome:
            state = evolve(state, event)
            assert sum(state.ledger.values()) == 0, event
            negative = {name: cents for name, cents in state.ledger.items() if cents < 0 and name != "outside"}
            assert not negative, (event, negative)


@_laws
@given(_tables())
def test_replay_equals_live(which):
    *_, (table, _before, _command, _outcome, _chance) = _play(*which)
    assert replay(table.events) == table.state
    # The log survives being written down.
    from houseway.engine.banked.events import AnyEvent

    text = msgspec.json.encode(table.events)
    again = msgspec.json.decode(text, type=list[AnyEvent])
    assert replay(again) == table.state


@_laws
@given(_tables())
def test_a_refusal_changes_nothing_and_says_what_is_wrong(which):
    for table, before, _command, outcome, _ in _play(*which):
        if isinstance(outcome, Refusal):
            assert table.state == before
            assert outcome.message and outcome.clause
            assert "Traceback" not in outcome.message


@_laws
@given(_tables())
def test_decide_leaves_the_state_it_is_given_alone(which):
    for table, before, command, outcome, _ in _play(*which, steps=60):
        kept = before.copy()
        again = handle(table.rules, before, command)
        assert before == kept
        if isinstance(again, Accepted):
            assert tuple(again.events) == outcome


@_laws
@given(_tables())
def test_what_a_viewer_sees_does_not_depend_on_cards_the_viewer_may_not_know(which):
    for table, _before, _command, _outcome, chance in _play(*which, steps=60):
        state = table.state
        for player in [None, *state.seats.values()]:
            viewer = Viewer(Role.PLAYER if player else Role.SURVEILLANCE, player)
            seen = observe(table.rules, state, viewer)
            known = {card for hand in seen.hands.values() for card in hand if card is not None}
            known |= {card for card in seen.community if card is not None}
            hidden = [card for card in table.rules.game.deck if card not in known]
            permuted = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
            assert observe(table.rules, _permute(state, permuted), viewer) == seen


def _permute(state, permuted):
    def swap(cards):
        return tuple(permuted.get(card, card) for card in cards)

    twin = state.copy()
    twin.deck, twin.burned, twin.set_aside = swap(state.deck), swap(state.burned), swap(state.set_aside)
    twin.community = swap(state.community)
    twin.hands = {seat: swap(hand) for seat, hand in state.hands.items()}
    twin.settings = {seat: type(one)(swap(one.high), swap(one.low)) for seat, one in state.settings.items()}
    return twin


@pytest.mark.parametrize("game", GAMES)
def test_rounds_come_to_an_end(game):
    ended = 0
    for table, before, _command, _outcome, _ in _play(game, 0, 11, steps=400):
        ended += before.status is Status.PLAYING and table.state.status is Status.WAGERING
    assert ended >= 5


def test_apply_changes_only_the_state_it_is_given():
    table = Table(resolve({"game": "heads-up-holdem"}))
    table.ready(shuffled(table, random.Random(1)))
    before = table.state
    kept = before.copy()
    fork = table.fork()
    seat_players(fork, random.Random(2))
    assert table.state == kept
    twin = before.copy()
    apply(twin, fork.events[-1])
    assert before == kept
