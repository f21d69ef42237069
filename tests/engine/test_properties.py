"""Laws that hold at every event of every banked game: chips conserved, replay equals live, refusals change nothing, hidden
stays hidden, at most once, and everything that is written down can be read again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from houseway.cards import Card
from houseway.chapters.registry import games, resolve
from houseway.encoding import Form, decode_envelope, decode_event, decode_state, encode
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.events import COMMUNITY
from houseway.engine.banked.state import BankedState, Status
from houseway.engine.banked.table import BANKED
from houseway.engine.kernel import Envelope, Event, Outcome, Table, Viewer
from houseway.engine.opening import open_table
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.rules.showdown import Setting
from houseway.seats import DEALER, Seat
from tests.kit.random_banked import implausible, plausible, random_table, seat_players, shuffled, walk
from tests.kit.tables import MALFORMED, ready

Step = tuple[Table[Any, Any], BankedState, Envelope, Outcome]


def _play(game: str, variant: int, seed: int, *, steps: int = 120, unlawful: float = 0.15) -> Iterator[Step]:
    """The table, its state before each command, the command and what came of it."""
    chance = random.Random(seed)
    return walk(random_table(game, variant, chance), chance, steps=steps, unlawful=unlawful)


# Hypothesis shrinks a failure to its seed; the games are random within it.
_laws = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
_which = given(st.sampled_from(sorted(games(banked=True))), st.integers(0, 2), st.integers(0, 2**32))


@pytest.mark.long
@_laws
@_which
def test_chips_are_conserved_at_every_event(game, variant, seed):
    for _table, before, _given, outcome in _play(game, variant, seed):
        state = before.copy()
        for event in () if isinstance(outcome, Refusal) else outcome:
            BANKED.apply(state, event)
            assert sum(state.ledger.values()) == 0, event
            negative = {name: cents for name, cents in state.ledger.items() if cents < 0 and name != "outside"}
            assert not negative, (event, negative)


@pytest.mark.long
@_laws
@_which
def test_replay_equals_live_from_the_beginning_and_from_any_snapshot(game, variant, seed):
    snapshots = []
    for table, _before, _given, _outcome in _play(game, variant, seed):
        snapshots.append((table.state, len(table.events)))
    assert BANKED.replay(table.events) == table.state
    for state, seen in snapshots[:: max(1, len(snapshots) // 5)]:
        assert BANKED.replay(table.events[:seen]) == state
        assert BANKED.replay(table.events[seen:], state) == table.state


@_laws
@_which
def test_a_refusal_changes_nothing_and_says_what_is_wrong(game, variant, seed):
    for table, before, _given, outcome in _play(game, variant, seed, unlawful=0.5):
        if isinstance(outcome, Refusal):
            assert table.state is before
            assert outcome.message
            assert bool(outcome.clause) is (outcome.code not in MALFORMED)
            assert "Traceback" not in outcome.message


@_laws
@_which
def test_a_state_that_was_handed_out_never_changes(game, variant, seed):
    for table, before, said, outcome in _play(game, variant, seed, steps=60):
        kept = encode(before)
        again: Table[Any, Any] = Table(table.rules, state=before)
        assert again.send(said) == outcome
        assert again.state == table.state
        assert encode(before) == kept


# At most once, and from its commands alone.


@_laws
@_which
def test_the_same_key_twice_gives_the_first_answer_and_changes_nothing(game, variant, seed):
    chance = random.Random(seed)
    table = random_table(game, variant, chance)
    for number in range(60):
        said = implausible(table, chance) if chance.random() < 0.3 else plausible(table, chance)
        if said is None:
            ready(table, shuffled(table, chance))
            continue
        by = said.by or (table.state.seats.get(said.seat, "Pat") if said.role is Role.PLAYER else "Sue")
        first = table.send(replace(said, by=by, key=f"key {number}"))
        state, events, envelopes = table.state, list(table.events), list(table.envelopes)
        for again in (said, implausible(table, chance)):
            assert table.send(replace(again, by=by, key=f"key {number}")) is first
        assert table.state is state
        assert (table.events, table.envelopes) == (events, envelopes)
        # Another person's key is another key.
        assert table.fork().send(replace(said, by="Nobody", key=f"key {number}")) is not first


@pytest.mark.long
@_laws
@_which
def test_a_table_is_rebuilt_from_its_envelopes_alone(game, variant, seed):
    *_, (table, *_) = _play(game, variant, seed)
    for form in Form:
        again: Table[Any, Any] = Table(table.rules)
        for said in table.envelopes:
            again.do(decode_envelope(encode(said, form), form))
        assert again.state == table.state
        assert again.events == table.events


# Written down.


@pytest.mark.long
@_laws
@_which
def test_states_and_events_survive_being_written_down(game, variant, seed):
    for table, _before, _given, outcome in _play(game, variant, seed, steps=60):
        for form in Form:
            assert decode_state(encode(table.state, form), BANKED, form) == table.state
            for event in () if isinstance(outcome, Refusal) else outcome:
                assert decode_event(encode(event, form), form) == event


# Hidden stays hidden.


@pytest.mark.long
@settings(_laws, max_examples=30)
@_which
def test_what_a_viewer_sees_and_is_told_does_not_depend_on_cards_the_viewer_may_not_know(game, variant, seed):
    chance = random.Random(seed)
    for table, *_ in _play(game, variant, seed, steps=60):
        for viewer in _viewers(table.state):
            known = _known(table, viewer)
            hidden = [card for card in table.rules.game.deck if card not in known]
            swap = _Swap(dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True)))
            twin = swap.table(table)
            assert twin.observe(viewer, last=40) == table.observe(viewer, last=40)
            assert twin.seen_by(viewer, twin.events[-80:]) == table.seen_by(viewer, table.events[-80:])
            for _ in range(3):
                said = _said_by(table, viewer, chance)
                one, other = table.fork().send(said), twin.fork().send(said)
                assert one == other or not (isinstance(one, Refusal) or isinstance(other, Refusal)), (said, one, other)


def _viewers(state: BankedState) -> list[Viewer]:
    people = [Viewer(Role.PLAYER, person) for person in dict.fromkeys(state.seats.values())]
    return [*people, Viewer(Role.PLAYER, "Newcomer"), *[Viewer(role) for role in (Role.DEALER, Role.SURVEILLANCE)]]


def _looked_at(table: Table[Any, Any], viewer: Viewer) -> set[Seat]:
    """The viewer's own hands, but those of a deal that is not completed, or with a card exposed and not to be played."""
    of, counted = table.state.round, table.state.equipment.counted_in_round
    if table.rules.game.stub_left is not None and not counted and len(of.deck) == len(table.rules.game.deck):
        return set()
    return _own(table.state, viewer) - of.exposed - of.voided


def _own(state: BankedState, viewer: Viewer) -> set[Seat]:
    return {seat for seat, person in state.seats.items() if viewer.role is Role.PLAYER and person == viewer.person}


def _known(table: Table[Any, Any], viewer: Viewer) -> set[Card | None]:
    """The cards of the round that a viewer may know: the own, what lies open, the bank's once it is turned, and every hand
    that was revealed to be compared."""
    of = table.state.round
    known = {of.magic_card, *of.community[: of.turned], *of.set_aside, *of.open_cards}
    seats = _looked_at(table, viewer)
    if of.revealed:
        seats |= {DEALER if of.bank is None else of.bank} | ({DEALER} & set(of.settings))
    seats |= of.shown
    return known.union(*(of.hands.get(seat, ()) for seat in seats))


def _said_by(table: Table[Any, Any], viewer: Viewer, chance: random.Random) -> Envelope:
    """Something the viewer says, for the own seat or for another; of hidden hands they can only say what they see."""
    said = implausible(table, chance) if chance.random() < 0.5 else plausible(table, chance)
    said = implausible(table, chance) if said is None else said
    own = sorted(_own(table.state, viewer))
    seat = chance.choice(own) if own and chance.random() < 0.7 else said.seat
    if viewer.role is not Role.PLAYER:
        seat = chance.choice([DEALER, said.seat])
    command = said.command
    if isinstance(command, cmd.RevealBank) and viewer.role is Role.DEALER:
        # The dealer looks at the cards that are turned before saying how they are set.
        command = cmd.RevealBank()
    return replace(said, command=command, role=viewer.role, by=viewer.person or "Sue", seat=seat)


class _Swap:
    """Cards of a round exchanged for others, wherever they are."""

    def __init__(self, swapped: dict[Card, Card]) -> None:
        self.swapped = swapped

    def cards(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(self.swapped.get(card, card) for card in cards)

    def table(self, table: Table[Any, Any]) -> Table[Any, Any]:
        """The same table, had the cards of this round been others; what went before is as it was."""
        ended = [place for place, event in enumerate(table.events) if event.ends_round]
        begins = ended[-1] + 1 if ended else 0
        events = [*table.events[:begins], *map(self.event, table.events[begins:])]
        return Table(table.rules, state=self.state(table.state), events=events, envelopes=table.envelopes)

    def state(self, state: BankedState) -> BankedState:
        twin, of = state.copy(), state.round
        for field in ("deck", "community", "burned", "set_aside"):
            setattr(twin.round, field, self.cards(getattr(of, field)))
        twin.round.open_cards = frozenset(self.cards(tuple(of.open_cards)))
        twin.round.hands = {seat: self.cards(hand) for seat, hand in of.hands.items()}
        twin.round.settings = {
            seat: Setting(self.cards(setting.high), self.cards(setting.low)) for seat, setting in of.settings.items()
        }
        return twin

    def event(self, event: Event) -> Event:
        match event:
            case ev.CardsShuffled():
                return replace(event, order=self.cards(event.order))
            case ev.CardsDealt():
                return replace(event, cards=tuple((to, self.swapped.get(card, card)) for to, card in event.cards))
            case ev.HandsSet() | ev.HandsRevealed():
                return replace(event, high=self.cards(event.high), low=self.cards(event.low))
            case ev.BankRevealed() | ev.CommunityTurned():
                return replace(event, cards=self.cards(event.cards))
            case ev.CardSetAside() | ev.CardExposed():
                return replace(event, card=self.swapped.get(event.card, event.card))
            case _:
                return event


@pytest.mark.long
@_laws
@_which
def test_a_viewer_is_shown_no_card_but_the_own_and_the_open_ones_at_any_time(game, variant, seed):
    """Also of rounds long over, and also who has taken a seat that was another's."""
    *_, (table, *_) = _play(game, variant, seed, unlawful=0.3)
    for viewer in _viewers(table.state):
        state = BankedState()
        for event, seen in zip(table.events, table.seen_by(viewer, table.events), strict=True):
            own = _own(state, viewer)
            match seen:
                case ev.CardsShuffled():
                    assert set(seen.order) == {None}
                case ev.CardsDealt():
                    dealt: tuple[tuple[Seat, Card | None], ...] = seen.cards
                    for to, card in dealt:
                        # Positions without a wager may be dealt to as well; nobody sees those cards.
                        played = to in own and to in state.round.players
                        assert card is None or played or (to == COMMUNITY and not seen.face_down)
                case ev.HandsSet():
                    # The dealer's hands are set face up.
                    assert set(seen.high) == {None} or seen.seat in (*own, DEALER) or state.round.revealed
                case _:
                    assert seen == event
            BANKED.apply(state, event)


def test_who_takes_a_seat_does_not_see_what_was_dealt_there_before():
    table = open_table(resolve({}, game="five-card-hi-lo"))
    table.seat(1, "Ann", 100_000)
    table.dealer.brings(table.rules.game.deck)
    table.player(1).wagers(ante=1_000)
    table.dealer.announces_no_more_bets()
    table.dealer.deals()
    table.player(1).decides("fold")
    table.dealer.settles()
    ann, bob = Viewer(Role.PLAYER, "Ann"), Viewer(Role.PLAYER, "Bob")

    def dealt_to_seat_1(viewer):
        seen = table.observe(viewer, last=30).events
        return {card for event in seen if isinstance(event, ev.CardsDealt) for to, card in event.cards if to == 1}

    assert None not in dealt_to_seat_1(ann)
    table.player(1).leaves()
    table.seat(1, "Bob", 100_000)
    assert dealt_to_seat_1(bob) == {None}


@pytest.mark.parametrize("game", games(banked=True))
def test_rounds_come_to_an_end(game):
    ended = 0
    for table, before, _given, _outcome in _play(game, 0, 11, steps=400):
        ended += before.status is Status.PLAYING and table.state.status is Status.WAGERING
    assert ended >= 5


def test_a_fork_changes_only_itself():
    table: Table[Any, Any] = Table(resolve({}, game="heads-up-holdem"))
    ready(table, shuffled(table, random.Random(1)))
    before = table.state
    kept = encode(before)
    fork = table.fork()
    seat_players(fork, random.Random(2))
    assert table.state is before
    assert encode(before) == kept
    twin = before.copy()
    BANKED.apply(twin, fork.events[-1])
    assert encode(before) == kept
    assert encode(twin) != kept
