"""Between rounds of poker: who is dealt in, posts that are owed, time charges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from houseway.chapters.c637a_poker import citations
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.rules import PokerRules, RakeKind
from houseway.engine.asking import Question
from houseway.engine.kernel import Event, Table
from houseway.engine.refusal import Code, Refusal
from houseway.felt.lines import line_text
from houseway.money import Cents, dollars
from houseway.play.seats import Seats, lines_of_keys
from houseway.seats import Seat
from houseway.view.asking import Asked, asked_to_post
from houseway.view.table import notes_told
from houseway.view.words import Line, sentence

if TYPE_CHECKING:
    from houseway.play.session import Session

_DEAL, _OUT = ("", "deal"), ("o", "out")
_ADD = ("a", "add")
_LEGAL = ("Enter deals", "o sits out", "a 100 adds chips")
_MINUTE = 60


class BetweenRounds:
    """Asks the user before a round of poker what has to be known for it."""

    def __init__(self, session: Session, rules: PokerRules, seats: Seats) -> None:
        self.session, self.rules, self.seats = session, rules, seats
        self.charged: int | None = None

    # Who is dealt in.

    def ask_to_deal(self) -> None:
        """Ask whether to be dealt in; who is not sits this round out."""
        session, seats = self.session, self.seats
        question: RenderableType | None = self._question()
        keys = seats.keys(citations.DEALING_IN, citations.STAKES, self.rules.game.players_clause)
        while True:
            typed = session.terminal.ask(question, keys).lower()
            question = None
            word, _, rest = typed.partition(" ")
            if word in _ADD:
                question = self._question() if seats.add(rest) else None
            elif typed in (*_DEAL, *_OUT):
                absent = self._short() if typed in _DEAL else seats.numbers
                if len(seats.numbers) + len(session.computers.seats) - len(absent) >= 2:
                    session.house.sitting_out = set(absent)
                    return
                need = dollars(max(self.rules.least_stakes(seat) for seat in seats.numbers))
                says = f"poker is played with no less than two players, and a seat needs {need}"
                seats.refuse(says, citations.NUMBER_OF_PLAYERS, ("a 100 adds chips", "q leaves"))
            else:
                seats.not_understood(typed, citations.DEALING_IN, _LEGAL)

    def _question(self) -> RenderableType:
        chips = self.seats.chips()
        stakes = " · ".join(f"seat {seat} {dollars(cents)}" for seat, cents in chips.items())
        head = Text.assemble(("Next round", "bold"), f"  {stakes}")
        lines = [("Enter", "deal"), ("o", "sit out this round"), ("a 100", "more chips")]
        left_out = [note for note in self.seats.observe().notes if note.note == "seat_is_left_out"]
        notes = notes_told([note for note in left_out if note.seat in self.seats.numbers])
        return lines_of_keys(head, lines, *[line_text(note, style="yellow") for note in notes])

    def _short(self) -> tuple[Seat, ...]:
        """The seats that cannot be dealt in."""
        left_out = {note.seat for note in self.seats.observe().notes if note.note == "seat_is_left_out"}
        return tuple([seat for seat in self.seats.numbers if seat in left_out])

    # Posts.

    def post_or_wait(self, question: Question) -> None:
        """Ask whether the post that is owed is made now, or the largest blind waited for."""
        session, seats, seat = self.session, self.seats, question.seat
        keys = seats.keys(question.asks[0].clause)
        asked: Asked | None = None
        while not self._is_dealt_in(seat):
            shown = asked is None
            if asked is None:
                asked = asked_to_post(question, self._posts(seat))
            typed = session.terminal.ask(self._post_question(asked) if shown else None, keys).lower()
            word, _, rest = typed.partition(" ")
            if word in ("w", "wait"):
                says = f"Seat {seat} waits for the largest blind."
                session.terminal.say(line_text(Line(says=says, clause=asked.clause)))
                break
            if word in ("p", "post") and not asked.lacks:
                seats.send(cmd.PostBlind(), seat)
                return
            if word in _ADD:
                asked = None if seats.add(rest, seat) else asked
            else:
                says = asked.lacks if word in ("p", "post") else ""
                legal = (*asked.legal, "a 100 adds chips")
                (seats.refuse(says, asked.clause, legal) if says else seats.not_understood(typed, asked.clause, legal))
        session.house.pass_over(question)

    def _post_question(self, asked: Asked) -> RenderableType:
        text = Text.assemble((f"Seat {asked.seat}", "bold"), f"  {' · '.join(asked.legal)}  ", (asked.clause, "cyan"))
        below = [Text(sentence(asked.lacks), style="yellow")] if asked.lacks else []
        return lines_of_keys(text, [("a 100", "more chips")], *below)

    def _is_dealt_in(self, seat: Seat) -> bool:
        """Whether the seat is dealt in without a post, or sits out anyway: the question is then none."""
        if seat in self.session.house.sitting_out:
            return True
        started = self._started(self.session.table.fork())
        return any(isinstance(event, ev.RoundStarted) and seat in event.order for event in started)

    def _posts(self, seat: Seat) -> tuple[Cents, Cents] | None:
        """What the seat would post with the next round, and how much of it is dead; None if it cannot."""
        fork = self.session.table.fork()
        fork.do(cmd.PostBlind(), seat=seat)
        posted = [event for event in self._started(fork) if isinstance(event, ev.Posted) and event.seat == seat]
        dead = sum(event.cents for event in posted if event.kind == "dead post")
        return (Cents(sum(event.cents for event in posted)), Cents(dead)) if posted else None

    def _started(self, fork: Table[Any, Any]) -> tuple[Event, ...]:
        """What would happen if the round were started now."""
        absent = tuple(sorted(self.session.house.sitting_out))
        outcome = fork.send(cmd.StartRound(absent=absent), at=self.session.house.clock and self.session.house.clock())
        return () if isinstance(outcome, Refusal) else outcome

    # Time charges.

    def charge_time(self) -> None:
        """Assess every time charge that is due by the clock."""
        rake = next((one for one in self.rules.rakes if one.kind is RakeKind.TIME), None)
        clock = self.session.house.clock
        if rake is None or clock is None:
            return
        while (at := clock() if self.charged is None else self.charged + rake.every_minutes * _MINUTE) <= clock():
            outcome = self.session.table.send(cmd.AssessTimeCharge(), at=at)
            if isinstance(outcome, Refusal) and outcome.code is Code.TIME_RUNS_FORWARD:
                at = clock()
                outcome = self.session.table.send(cmd.AssessTimeCharge(), at=at)
            if isinstance(outcome, Refusal):
                self._find_chips(outcome)
                continue
            self.charged = at
            self.session.tell(outcome)
            self.session.step()

    def _find_chips(self, refusal: Refusal) -> None:
        """Who cannot pay adds chips; the user is asked for them."""
        session, seats = self.session, self.seats
        chips = self.session.seats.observe().chips
        seat = min(chips, key=lambda one: chips[one])
        if seat in session.computers.seats:
            session.tell(session.table.do(cmd.AddStakes(cents=session.computers.buy_in), seat=seat))
            return
        head = Text.assemble(sentence(refusal.message), "  ", (refusal.clause, "cyan"))
        question = lines_of_keys(head, [("a 100", "more chips")])
        typed = session.terminal.ask(question, seats.keys(refusal.clause, citations.ADDED_STAKES)).lower()
        word, _, rest = typed.partition(" ")
        if word in _ADD:
            seats.add(rest, seat)
        else:
            seats.not_understood(typed, refusal.clause, ("a 100 adds chips", "q leaves"))
