"""Laws that hold at every event of every poker game and structure, with random stacks and random rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.cards import DECK_52, Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.state import PokerState
from houseway.chapters.c637a_poker.table import POKER
from houseway.encoding import decode_envelope, decode_event, encode
from houseway.engine.kernel import Accepted, Envelope, Event, Table, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.seats import Seat
from tests.kit.case_samples import pair_each
from tests.kit.random_poker import GAMES, STRUCTURES, Play, random_play
from tests.kit.table_views import balance_of
from tests.kit.tables import MALFORMED

_laws = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
_which = given(st.sampled_from(GAMES), st.sampled_from(STRUCTURES), st.integers(0, 2**32))


def _steps(game, structure, seed, *, steps=90, unlawful=0.1):
    """Yield the table, the state before each command, the command and what came of it."""
    play = random_play(game, structure, seed)
    for _ in range(steps):
        lawful = play.chance.random() >= unlawful
        command = play.named(play.plausible() if lawful else play.implausible())
        before = play.table.state
        outcome = play.table.send(command)
        if lawful:
            assert not isinstance(outcome, Refusal), (command, outcome)
        yield play, before, command, outcome


@pytest.mark.long
@_laws
@_which
def test_chips_are_conserved_at_every_event(game, structure, seed):
    for _, before, command, outcome in _steps(game, structure, seed):
        state = before
        for event in () if isinstance(outcome, Refusal) else outcome:
            state = POKER.replay((event,), state)
            assert sum(state.ledger.values()) == 0, (command, event)
            negative = {name: cents for name, cents in state.ledger.items() if cents < 0 and name != "outside"}
            assert not negative, (command, event, negative)


@pytest.mark.long
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
                case ev.RoundEnded():
                    assert paid["bet"] == paid["pots"] == paid["paid"] + paid["taken"]
                    assert balance_of(play.table, "pot") == 0


@pytest.mark.long
@_laws
@_which
def test_no_pot_is_awarded_to_a_hand_that_does_not_contend_for_it(game, structure, seed):
    for play, _, _, outcome in _steps(game, structure, seed, steps=150, unlawful=0):
        state = play.table.state
        for event in outcome:
            if isinstance(event, ev.PotAwarded):
                assert event.contenders and not state.round.folded & set(event.contenders)
                # A hand discarded at the showdown keeps only a side pot that nobody else was left in.
                assert len(event.contenders) == 1 or not state.round.mucked & set(event.contenders)
                assert {share.seat for share in event.shares} <= set(event.contenders)
                assert all(share.cents >= 0 for share in event.shares)


@pytest.mark.long
@_laws
@_which
def test_a_player_never_wins_more_from_another_than_he_put_in_himself(game, structure, seed):
    before: dict[int, int] = {}
    for play, state_before, _, outcome in _steps(game, structure, seed, steps=150, unlawful=0):
        for event in outcome:
            if isinstance(event, ev.RoundStarted):
                before = {seat: _stack(state_before, seat) for seat in event.order}
            if isinstance(event, ev.RoundEnded) and not state_before.round.dead:
                state = play.table.state
                for seat, had in before.items():
                    most = sum(min(had, other) for one, other in before.items() if one != seat)
                    assert _stack(state, seat) - had <= most


def _stack(state: PokerState, seat: int) -> int:
    return state.ledger.get(f"player {state.seats[Seat(seat)]}", 0)


@pytest.mark.long
@_laws
@_which
def test_replay_equals_live_and_the_log_survives_being_written_down(game, structure, seed):
    *_, (play, *_) = _steps(game, structure, seed)
    table = play.table
    assert POKER.replay(table.events) == table.state
    again = [decode_event(encode(event)) for event in table.events]
    assert again == table.events
    assert POKER.replay(again) == table.state


@pytest.mark.long
@_laws
@_which
def test_a_refusal_changes_nothing_and_names_its_clause(game, structure, seed):
    for play, before, command, outcome in _steps(game, structure, seed, unlawful=0.6):
        if isinstance(outcome, Refusal):
            assert play.table.state is before
            assert outcome.message
            # What is malformed breaks no clause.
            assert outcome.clause.startswith("637a.") is (outcome.code not in MALFORMED)
        _leaves_alone(play, before, command, outcome)


def _leaves_alone(play: Play, before: PokerState, command: Envelope, outcome: object) -> None:
    kept = msgspec.json.encode(before)
    again = POKER.handle(play.table.rules, before, command)
    assert msgspec.json.encode(before) == kept
    if isinstance(again, Accepted):
        assert again.events == outcome


@pytest.mark.long
@_laws
@_which
def test_every_event_has_a_clause_of_the_chapter(game, structure, seed):
    for _, _, _, outcome in _steps(game, structure, seed, unlawful=0):
        for event in outcome:
            assert event.clause.startswith("637a."), event


@pytest.mark.long
@settings(_laws, max_examples=30)
@_which
def test_what_a_viewer_sees_and_is_told_does_not_depend_on_cards_the_viewer_may_not_know(game, structure, seed):
    assert_hidden_cards_change_nothing(game, structure, seed)


@pytest.mark.proof
@settings(_laws, max_examples=500)
@_which
def test_what_a_viewer_sees_does_not_depend_on_hidden_cards_in_hundreds_of_rounds(game, structure, seed):
    assert_hidden_cards_change_nothing(game, structure, seed)


def assert_hidden_cards_change_nothing(game, structure, seed):
    """Observation, events and refusals alike: the cards a viewer may not know may be any others."""
    for play, *_ in _steps(game, structure, seed, steps=60, unlawful=0):
        table = play.table
        for player in [None, *table.state.seats.values()]:
            viewer = Viewer(Role.PLAYER if player else Role.SURVEILLANCE, player)
            seen = table.observe(viewer, last=40)
            hidden = sorted(set(DECK_52) - _known(seen))
            swap = _Swap(dict(zip(hidden, play.chance.sample(hidden, len(hidden)), strict=True)))
            twin = Table(table.rules, state=swap.state(table.state), events=swap.events(table.events[-40:]))
            assert twin.observe(viewer, last=40) == seen
            for _ in range(3):
                said = play.implausible()
                own = [seat for seat, person in table.state.seats.items() if person == player]
                seat = own[0] if own and play.chance.random() < 0.8 else said.seat
                said = msgspec.structs.replace(said, role=viewer.role, by=player or "Sue", seat=seat)
                now, otherwise = table.fork().send(said), twin.fork().send(said)
                assert (now == otherwise) or not (isinstance(now, Refusal) or isinstance(otherwise, Refusal)), said


def _known(seen: PokerObservation) -> set[Card]:
    """Every card that stands anywhere in an observation."""
    known = {card for hand in seen.hands.values() for card in hand}
    known |= {*seen.community, *seen.common, *seen.discarded}
    for event in seen.events:
        match event:
            case ev.StreetDealt():
                known |= {card for _, card, _ in event.cards}
            case ev.Discarded() | ev.Drew() | ev.HandShown():
                known |= {*event.cards}
            case ev.CardSetAside() | ev.CardExposed():
                known.add(event.card)
    return {card for card in known if card is not None}


class _Swap:
    """Cards exchanged for others, wherever they are."""

    def __init__(self, swapped: dict[Card, Card]) -> None:
        self.swapped = swapped

    def cards(self, cards):
        return tuple(self.swapped.get(card, card) for card in cards)

    def state(self, state: PokerState) -> PokerState:
        twin, of = state.copy(), state.round
        for field in ("deck", "burns", "board", "common", "set_aside"):
            setattr(twin.round, field, self.cards(getattr(of, field)))
        twin.round.hands = {seat: self.cards(hand) for seat, hand in of.hands.items()}
        twin.round.up = {seat: self.cards(hand) for seat, hand in of.up.items()}
        twin.round.discards = tuple((seat, self.swapped.get(card, card)) for seat, card in of.discards)
        twin.round.exposed = frozenset(self.cards(of.exposed))
        return twin

    def events(self, events: Sequence[Event]) -> list[Event]:
        return [self._event(event) for event in events]

    def _event(self, event: Event) -> Event:
        match event:
            case ev.StreetDealt():
                dealt = tuple((seat, self.swapped.get(card, card), up) for seat, card, up in event.cards)
                return msgspec.structs.replace(event, cards=dealt)
            case ev.RoundStarted():
                return msgspec.structs.replace(event, deck=self.cards(event.deck))
            case ev.Reshuffled():
                return msgspec.structs.replace(event, order=self.cards(event.order))
            case ev.Discarded() | ev.Drew() | ev.HandShown():
                return msgspec.structs.replace(event, cards=self.cards(event.cards))
            case _:
                return event


@pytest.mark.long
@_laws
@_which
def test_a_table_is_rebuilt_from_its_envelopes_alone(game, structure, seed):
    *_, (play, *_) = _steps(game, structure, seed)
    again: Table[Any, Any] = Table(play.table.rules)
    for said in play.table.envelopes:
        again.do(decode_envelope(encode(said)))
    assert (again.state, again.events) == (play.table.state, play.table.events)


@_laws
@_which
def test_a_state_survives_being_written_down(game, structure, seed):
    for play, *_ in _steps(game, structure, seed, steps=30):
        state = play.table.state
        assert msgspec.json.decode(msgspec.json.encode(state), type=PokerState) == state
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=PokerState) == state


@pytest.mark.parametrize(("game", "structure"), pair_each(GAMES, STRUCTURES))
def test_rounds_come_to_an_end(game, structure):
    """Whatever is done, as long as it is lawful, a round is over after a bounded number of commands."""
    ended = 0
    for seed in range(12):
        play = random_play(game, structure, seed)
        for _ in range(3):
            play.finish_a_round(at_most=3000)
            ended += 1
    assert ended == 36
