"""A round out of the record, step by step, from one viewer's eyes of that moment.

Each step is one event. What is shown after it is made from the observation the viewer had then: a hand that was never shown
stays face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from msgspec.structs import replace

from houseway.chapters.c637a_poker import events as poker
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Event, State, Viewer
from houseway.engine.observing import Observation
from houseway.engine.roles import Role
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.store.audit import Round
from houseway.view.retelling import retold
from houseway.view.settled import together
from houseway.view.table import AnyRules, Place, table_view
from houseway.view.words import Line
from houseway.web.pages.actions import Bar
from houseway.web.pages.felt import felt_of
from houseway.web.pages.felt.banked import when_name
from houseway.web.pages.felt.drawn import Felt
from houseway.web.pages.rendering import render


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One event as the viewer is told of it. ``at`` in milliseconds; ``asks``: an answer of the viewer is awaited after it."""

    number: int
    line: Line
    at: int
    part: str
    asks: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What the viewer answered, and how many seconds after the step before."""

    line: Line
    step: int
    seconds: int


class Replay:
    """A round from the eyes of one viewer, or of several who put together what they see."""

    def __init__(self, played: Round, *viewers: Viewer) -> None:
        self.round, self.viewers = played, viewers
        self.rules: AnyRules = played.rules

    @property
    def last(self) -> int:
        """The number of steps."""
        return len(self.round.events)

    @cached_property
    def result(self) -> int:
        """The step after which the round lies on the table as it was settled, before the cards are collected."""
        ends = next(place for place, event in enumerate(self.round.events) if event.ends_round)
        return max(ends, 1)

    @cached_property
    def _between(self) -> frozenset[int]:
        """After how many events a command had come to its end."""
        return frozenset(accumulate(self.round.led_to))

    def step_of(self, asked: str) -> int:
        """The step that is asked for, by its number or ``result``; the result unless one is."""
        named = asked.isdecimal() and len(asked) < 10
        return max(1, min(int(asked), self.last)) if named else self.result

    def seen(self, step: int) -> Observation:
        """What is seen after so many events."""
        return self._seen(self.round.at(step), self.round.events[:step])

    def _seen(self, state: State, events: Sequence[Event]) -> Observation:
        # Between the events of one command nothing is due: it is asked for when all of it has happened.
        machine = self.rules.machine
        due = machine.due(self.rules, state) if len(events) in self._between else ()
        return together([machine.observe(self.rules, state, one, events, due) for one in self.viewers])

    def own(self, seen: Observation) -> list[Seat]:
        """The seats the viewer had then; who looks over several shoulders has none."""
        one = self.viewers[0]
        if len(self.viewers) > 1 or one.role is not Role.PLAYER:
            return []
        return sorted(seat for seat, person in seen.seats.items() if person == one.person)

    def felt(self, step: int) -> Felt:
        """The table after so many events. Nothing can be done at it any more."""
        seen = replace(self.seen(step), legal=())
        return felt_of(self.rules, seen, self.own(seen), settled=step == self.result)

    def parts(self, step: int) -> dict[str, str]:
        """The felt after so many events, in the parts of a table's page."""
        felt = self.felt(step)
        bar = Bar(kind="past")
        name = self.round.stream.partition("/")[2]
        given: dict[str, Any] = {"felt": felt, "bar": bar, "table": name, "rules": self.rules}
        made = {"top": render("table/_top.html", **given)}
        for seat in felt.seats:
            made[f"seat-{seat.number}"] = render("table/_seat.html", seat=seat, **given)
        return made

    def place(self) -> Place | None:
        """The viewer's own place as the round was settled."""
        seen = self.seen(self.result)
        own = self.own(seen)
        return table_view(self.rules, seen, own).place(own[0]) if own else None

    @cached_property
    def steps(self) -> list[Step]:
        """Every event in its order, told as of its moment."""
        found: list[Step] = []
        part, at = "Before the round", self._times()
        state = self.round.before.copy()
        machine = self.rules.machine
        for number, event in enumerate(self.round.events, 1):
            machine.apply(state, event)
            # A state is handed out as it is now, and the next event changes one of our own.
            now, state = state, state.copy()
            seen = self._seen(now, self.round.events[:number])
            own = self.own(seen)
            part = _part(self.rules, event) or part
            asks = bool(own) and any(seat in own for seat in seen.asked[:1])
            line = retold(self.rules, seen, seen.events[-1], own)
            found.append(Step(number=number, line=line, at=at[number - 1], part=part, asks=asks))
        return found

    def _times(self) -> list[int]:
        return [at for at, count in zip(self.round.times, self.round.led_to, strict=True) for _ in range(count)]

    @property
    def parted(self) -> list[tuple[str, int]]:
        """The parts of the round in their order, each with how many steps it has."""
        found: list[tuple[str, int]] = []
        for step in self.steps:
            if found and found[-1][0] == step.part:
                found[-1] = (step.part, found[-1][1] + 1)
            else:
                found.append((step.part, 1))
        return found

    @property
    def answers(self) -> list[Answered]:
        """What the viewer answered in the round."""
        found = []
        for before, step in zip(self.steps, self.steps[1:], strict=False):
            event = self.round.events[step.number - 1]
            mine = isinstance(event, banked.Decided | poker.Acted | poker.Discarded)
            if mine and before.asks and getattr(event, "seat", 0) in self.own(self.seen(step.number)):
                seconds = round((step.at - before.at) / 1000)
                found.append(Answered(line=step.line, step=step.number, seconds=seconds))
        return found


def people_of(played: Round) -> dict[Seat, str]:
    """Who sat where in a round."""
    found = dict(played.before.seats)
    for event in played.events:
        if isinstance(event, banked.SeatTaken):
            found[event.seat] = event.player
    return found


def _part(rules: AnyRules, event: Event) -> str:
    """The part of a round that an event begins."""
    match event:
        case banked.WagersPlaced():
            return "Bets"
        case banked.PhaseBegan() if event.deals:
            return "Deal"
        case banked.PhaseBegan() if event.asked:
            return when_name(event.phase)
        case banked.BankRevealed() | banked.HandsRevealed() | banked.WagerSettled():
            return "Settlement"
        case poker.RoundStarted():
            return "Antes and blinds"
        case poker.StreetDealt() if not isinstance(rules, TableRules):
            return rules.game.streets[event.street].id.capitalize()
        case poker.ShowdownBegan() | poker.LastPlayerLeft():
            return "Showdown"
        case _ if event.ends_round:
            return "After the round"
        case _:
            return ""
