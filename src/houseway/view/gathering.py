"""A round as it is followed at a table's page: seats by their numbers, each street a head, and what several do told at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.hand_names import contest_name
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.clause import ClauseId
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Event
from houseway.engine.observing import Observation
from houseway.money import dollars
from houseway.seats import Seat
from houseway.view.names import phase_name
from houseway.view.table import AnyRules
from houseway.view.telling import Teller, known
from houseway.view.words import Line, listed

_HANDS = {"set": "set the hands", "house way": "set the hands the house way"}
_OPENS = frozenset({"bet", "raise"})
"""What begins a line of its own: the others answer it."""


def gathered(rules: AnyRules, seen: Observation, events: Sequence[Event], own: Collection[Seat] = ()) -> list[Line]:
    """Events as a page has them; ``events`` are as the viewer may see them, ``seen`` is the table after them."""
    return list(_Gatherer(rules, seen, own).lines(events))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Act:
    """What a player did, as one says it of several: ``call $10``."""

    seat: Seat
    does: str
    clause: ClauseId
    part: str = ""
    """The question it answers: answers to another stand apart."""
    opens: bool = False


class _Gatherer(Teller):
    def who(self, seat: Seat) -> str:
        """A player as a page has it: ``you``, ``seat 2``."""
        return super().who(seat) if seat in self.own else f"seat {seat}"

    def lines(self, events: Sequence[Event]) -> Iterator[Line]:
        """What several do one after the other is one line, until something else is told."""
        acts: list[_Act] = []
        between: list[Event] = []
        for event in events:
            act = self._act(event)
            if act is None:
                between.append(event)
                continue
            told, between = list(super().lines(between)), []
            if acts and (
                told or acts[-1].opens or act.opens or (acts[-1].clause, acts[-1].part) != (act.clause, act.part)
            ):
                yield self._together(acts)
                acts = []
            yield from told
            acts.append(act)
        if acts:
            yield self._together(acts)
        yield from super().lines(between)

    def _act(self, event: Event) -> _Act | None:
        match event:
            case banked.Decided():
                amount = f" {dollars(event.cents)}" if event.cents else ""
                does = f"{_HANDS.get(event.word, event.word)}{amount}"
                return _Act(seat=event.seat, does=does, clause=event.clause, part=event.phase)
            case poker.Acted():
                to = " to" if event.word == "raise" else ""
                cents = event.to if event.word in _OPENS else event.cents
                amount = f"{to} {dollars(cents)}" if event.word in ("call", *_OPENS) else ""
                does = f"{event.word}{amount}{', all-in' if event.all_in else ''}"
                return _Act(seat=event.seat, does=does, clause=event.clause, opens=event.word in _OPENS)
            case poker.Discarded():
                return _Act(seat=event.seat, does=self._discards(event), clause=event.clause, part="draw")
            case _:
                return None

    def _discards(self, event: poker.Discarded) -> str:
        assert isinstance(self.rules, PokerRules)
        if not event.cards:
            return "stand pat"
        street = next((one for one in self.rules.game.streets if one.id == self.seen.phase), self.rules.game.streets[0])
        return f"{'discard' if street.discard else 'draw'} {len(event.cards)}"

    def _together(self, acts: Sequence[_Act]) -> Line:
        """``Seats 4, 6 and you call $5; seats 1 and 3 fold.``"""
        by_act: dict[str, list[Seat]] = {}
        for act in acts:
            by_act.setdefault(act.does, []).append(act.seat)
        says = "; ".join([self._all_do(seats, does) for does, seats in by_act.items()])
        return Line(says=f"{says[:1].upper()}{says[1:]}.", clause=acts[0].clause, by=acts[0].seat)

    def _all_do(self, seats: Sequence[Seat], does: str) -> str:
        if len(seats) == 1:
            verb, space, rest = does.partition(" ")
            verb, comma, _ = verb.partition(",")
            return f"{self._does(seats[0], verb)}{comma}{space}{rest}"
        others = [str(seat) for seat in seats if seat not in self.own]
        mine = [self.who(seat) for seat in seats if seat in self.own]
        named = [f"seat{'s' if others[1:] else ''} {others[0]}", *others[1:]] if others else []
        return f"{listed([*named, *mine], 'and')} {does}"

    # What a page tells beyond the acts: the cards that come, and who wins.

    def _of_banked(self, event: Event) -> Line | None:
        match event:
            case banked.BetsClosed():
                return replace(self._line("no more bets", event), heads=True)
            case banked.CardsDealt():
                shared = known(card for to, card in event.cards if to == banked.COMMUNITY)
                return self._head(phase_name(event.phase), shared, event) if shared else None
            case banked.CommunityTurned():
                return self._head(phase_name(event.phase), known(event.cards), event)
            case _:
                return super()._of_banked(event)

    def _of_poker(self, event: Event) -> Line | None:
        if isinstance(event, poker.PotAwarded):
            return self._awarded(event) if event.shares else None
        line = super()._of_poker(event)
        return line if line is None or line.clause else replace(line, clause=event.clause)

    def _awarded(self, event: poker.PotAwarded) -> Line:
        """``Seat 8 wins $23 for high and $23 for low; you win ...``: what for, where the pot is won for more than one thing."""
        several = len({one.contest for one in event.shares}) > 1
        by_seat: dict[Seat, list[str]] = {}
        for one in event.shares:
            what = f" for {contest_name(one.contest)}" if several else ""
            by_seat.setdefault(one.seat, []).append(f"{dollars(one.cents)}{what}")
        won = [f"{self._does(seat, 'win')} {listed(amounts, 'and')}" for seat, amounts in by_seat.items()]
        return self._line("; ".join(won), event)

    def _street(self, rules: PokerRules, event: poker.StreetDealt) -> Line | None:
        line = super()._street(rules, event)
        if line is None or line.cards:
            return line if line is None else replace(line, heads=True)
        up = known(card for seat, card, face_up in event.cards if seat > 0 and face_up)
        return replace(line, says=line.says.removesuffix(".") if up else line.says, cards=up, heads=True)

    def _head(self, name: str, cards: tuple[Card, ...], event: Event) -> Line:
        return Line(says=f"{name[:1].upper()}{name[1:]}", cards=cards, clause=event.clause, heads=True)
