"""The last finished round of a table: what it came to, and what those who looked on saw at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from houseway.cards import Card
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.events import RoundStarted
from houseway.chapters.c637a_poker.pots import form_pots
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PokerState
from houseway.engine.banked.state import BankedState
from houseway.engine.kernel import Event, Table, Viewer
from houseway.engine.observing import Observation
from houseway.engine.roles import Role
from houseway.rounds import banked, poker
from houseway.rounds.answer import BankedAnswer, PokerAnswer
from houseway.seats import Seat

Seen = TypeVar("Seen", bound=Observation)


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over. ``seen``: the table as each viewer saw it while the cards still lay there; ``conceded``: the
    pots, by number, for which a hand contended that was conceded at the showdown."""

    answer: BankedAnswer | PokerAnswer
    events: tuple[Event, ...]
    seen: tuple[Observation, ...]
    conceded: frozenset[int] = frozenset()


def finished(
    table: Table[Any, Any], people: Sequence[str] | None = None, unknown: frozenset[Card] = frozenset()
) -> Finished:
    """The last round, as these players saw it: none, who only looks on; all of them, if nobody is named.

    ``unknown`` are cards that only fill the places of those not stated: nobody is shown them.
    """
    named = dict.fromkeys(table.state.seats.values()) if people is None else people
    viewers = [Viewer(Role.PLAYER, person) for person in named] or [Viewer(Role.SURVEILLANCE)]
    events = _events(table)
    alone = Table(table.rules, state=table.state, events=events)
    if isinstance(table.state, BankedState):
        assert table.state.last is not None
        lay = table.state.copy()
        lay.round = table.state.last
        # The round is over: nothing is due in its picture.
        seen = tuple([table.machine.observe(table.rules, lay, viewer, (), ()) for viewer in viewers])
        seen = tuple([_without(one, unknown) for one in seen])
        return Finished(answer=banked.answer(alone, unknown=unknown), events=events, seen=seen)
    started = next(event for event in events if isinstance(event, RoundStarted))
    # The button has moved on already; the round was played with it where it was.
    seen = tuple(
        [_without(msgspec.structs.replace(table.observe(viewer), button=started.button), unknown) for viewer in viewers]
    )
    conceded = _conceded(table.rules, table.state)
    return Finished(answer=poker.answer(alone, unknown=unknown), events=events, seen=seen, conceded=conceded)


def _without(seen: Seen, unknown: frozenset[Card]) -> Seen:
    if not unknown:
        return seen
    hands = {seat: tuple([None if card in unknown else card for card in hand]) for seat, hand in seen.hands.items()}
    shared = {name: getattr(seen, name) for name in ("community", "common", "discarded") if hasattr(seen, name)}
    known = {name: tuple([card for card in cards if card not in unknown]) for name, cards in shared.items()}
    return msgspec.structs.replace(seen, hands=hands, **known)


def _events(table: Table[Any, Any]) -> tuple[Event, ...]:
    """The events of the last round: from its start, or at a banked table from the end of the round before."""
    ends = [place for place, event in enumerate(table.events) if event.ends_round]
    first = ends[-2] + 1 if len(ends) > 1 else 0
    starts = [place for place in range(first, ends[-1]) if isinstance(table.events[place], RoundStarted)]
    return tuple(table.events[starts[0] if starts else first : ends[-1] + 1])


def _conceded(rules: PokerRules, state: PokerState) -> frozenset[int]:
    if not state.round.mucked:
        return frozenset()
    unmucked = state.copy()
    unmucked.round.mucked = frozenset()
    contended, left = _spans(rules, unmucked), _spans(rules, state)
    # A conceded hand makes pots one that were several, so they are compared by the chips that lie in both.
    return frozenset(
        number
        for number, (low, high, _) in enumerate(left)
        if any(low < top and bottom < high and state.round.mucked & set(seats) for bottom, top, seats in contended)
    )


def _spans(rules: PokerRules, state: PokerState) -> list[tuple[int, int, tuple[Seat, ...]]]:
    """Pots as they lie one on the other: from, to, and who contends."""
    spans, low = [], 0
    for pot in form_pots(looking_at(rules, state)):
        spans.append((low, low + pot.amount, pot.contenders))
        low += pot.amount
    return spans
