"""The staff of an automatic table: what is due of dealer, floor and system is done, what is a player's is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from houseway.driver.makers import can_be_done, made
from houseway.driver.sources import Sources
from houseway.engine.asking import Ask, Question
from houseway.engine.kernel import Command, Envelope, Event, RefusedCommandError, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import PLAYER
from houseway.seats import Seat

Answers = Callable[[Question], Command | Envelope | None]
"""A player's answer to a question: a command for the seat that is asked, in an envelope or not; None to pass it over."""


class House:
    """Says what comes next at a table. ``sources`` are its shuffles and draws, ``clock`` tells the seconds.

    ``sitting_out``: the seats that are not dealt into a round of poker.
    """

    def __init__(self, table: Table[Any, Any], sources: Sources, clock: Callable[[], int] | None = None) -> None:
        self.table: Table[Any, Any] = table
        self.sources = sources
        self.clock = clock
        self.sitting_out: set[Seat] = set()
        self._passed: set[tuple[int, str, Seat, str, str]] = set()

    def next(self) -> Envelope | Question | None:
        """The next command of the staff, the question that comes before it, or None if nothing can be done."""
        coming = self.next_ask()
        return self.command(coming) if isinstance(coming, Ask) else coming

    def next_ask(self) -> Ask | Question | None:
        """What the staff is asked for next, the question that comes before it, or None if nothing can be done."""
        asks = [ask for ask in self.due() if not ask.may_wait or self._key(ask) not in self._passed]
        asks = [ask for ask in asks if can_be_done(self, ask) and not self._looks_unseen(ask)]
        if not asks:
            return None
        first = asks[0]
        if first.role is not PLAYER or first.command in _LOOKING:
            return first
        seat = first.seat
        own = tuple([ask for ask in asks if ask.seat == seat and ask.role is PLAYER])
        return Question(seat=seat, asks=own, may_wait=first.may_wait and all(ask.may_wait for ask in own))

    def _looks_unseen(self, ask: Ask) -> bool:
        """Return whether somebody would look the cards over at a table where nobody is: the table waits for the first to arrive."""
        return ask.command in _LOOKING and not self.table.state.seats

    def due(self) -> tuple[Ask, ...]:
        """What is due by the clock: decks grow old and charges fall due while nothing happens at the table."""
        table, state = self.table, self.table.state
        now = state.now if self.clock is None else self.clock()
        if now <= state.now:
            return table.due()
        state = state.copy()
        state.now = now
        return table.machine.due(table.rules, state)

    def command(self, ask: Ask) -> Envelope:
        """The command that does what is asked of the staff, or of the player whose opportunity it was."""
        at = self.clock() if self.clock is not None else None
        by = self.table.state.seats.get(ask.seat, "") if ask.role is PLAYER else ""
        return envelope(made(self, ask), role=ask.role, seat=ask.seat, by=by, at=at)

    def pass_over(self, question: Question) -> None:
        """The player does not answer a question that may wait; it is not asked again at this point."""
        number = self.table.state.number
        # What was passed over in earlier rounds is not asked again.
        self._passed = {one for one in self._passed if one[0] == number} | {self._key(ask) for ask in question.asks}

    def ask_again(self) -> None:
        """Nothing is taken as passed over any more."""
        self._passed.clear()

    def _key(self, ask: Ask) -> tuple[int, str, Seat, str, str]:
        state = self.table.state
        point = getattr(state.round, "phase", None) or getattr(state.round, "street", "")
        return (state.number, str(point), ask.seat, ask.command, ask.word)

    def step(self, answers: Answers) -> tuple[Event, ...] | Refusal | None:
        """Do the next thing, asking a player where one is to be asked; None if nothing can be done."""
        while True:
            coming = self.next()
            if coming is None:
                return None
            if isinstance(coming, Envelope):
                return self.table.send(coming)
            answer = answers(coming)
            if answer is not None:
                return self.table.send(answer, role=PLAYER, seat=coming.seat)
            if not coming.may_wait:
                return None
            self.pass_over(coming)

    def play_round(self, answers: Answers = lambda question: None) -> tuple[Event, ...]:
        """Go on until the round of play that is under way, or else the next one, is over, or nobody answers."""
        first = len(self.table.events)
        while True:
            outcome = self.step(answers)
            if isinstance(outcome, Refusal):
                raise RefusedCommandError(outcome)
            if outcome is None or any(event.ends_round for event in outcome):
                return tuple(self.table.events[first:])

    def act(self, words: str) -> tuple[Event, ...]:
        """What a player says, with all that the staff does before it and after it, up to the next question.

        A question that may wait is passed over for what is said to the next; hands at the showdown the dealer turns up.
        """
        first = len(self.table.events)
        question = self._until_asked()
        while question is not None:
            try:
                said = self.table.act(words, seat=question.seat)
            except RefusedCommandError:
                if not question.may_wait:
                    raise
                self.pass_over(question)
                question = self._until_asked()
                continue
            if not any(event.ends_round for event in said):
                self._until_asked()
            return tuple(self.table.events[first:])
        self.table.act(words)
        return tuple(self.table.events[first:])

    def _until_asked(self) -> Question | None:
        """Do what is the staff's until a player is asked or a round is over."""
        while True:
            coming = self.next()
            if coming is None:
                return None
            if isinstance(coming, Question):
                if coming.asks[0].command != "show_hand":
                    return coming
                self.pass_over(coming)
            elif any(event.ends_round for event in self.table.do(coming)):
                return None

    def __repr__(self) -> str:
        return f"<the house of {self.table!r}>"

    def prepare(self, commands: Iterable[str]) -> None:
        """Do what is due of the staff as long as it is one of these steps."""
        wanted = frozenset(commands)
        while True:
            first = next(iter(self.due()), None)
            if first is None or first.command not in wanted:
                return
            self.table.do(self.command(first))


_LOOKING = frozenset({"view_cards"})
"""What a player is only given the opportunity for: at an automatic table it is taken as used."""
