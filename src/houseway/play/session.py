"""A session at a table in the terminal: round after round until the user leaves."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from random import Random
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.citations import DEPARTURE
from houseway.chapters.c637a_poker.events import RakeTaken
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import open_table
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.makers import MAKERS
from houseway.driver.sources import Seeded
from houseway.engine.asking import Question
from houseway.engine.banked import commands as banked
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Envelope, Event, Table, envelope
from houseway.engine.observing import Observation
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.felt.lines import has_symbols, line_text, refusal_text
from houseway.felt.rounds import round_text
from houseway.money import Cents, dollars
from houseway.play.between import BetweenRounds
from houseway.play.history import History
from houseway.play.seats import Seats, lines_of_keys
from houseway.play.terminal import LeaveTable, Terminal
from houseway.play.typed import cents_of
from houseway.play.wagering import Wagering
from houseway.rounds.finished import finished
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.asking import asked
from houseway.view.names import wager_name
from houseway.view.settled import RoundView, round_view
from houseway.view.table import BETWEEN_ROUNDS, AnyRules
from houseway.view.telling import told
from houseway.view.words import Line

_COMPUTER_CHIPS = 1000_00
"""What a computer player buys in with at a banked table at the least, and how many least wagers it is."""
_LEAST_WAGERS = 20
_LINES_OF_NEXT_QUESTION = 10


class Session:
    """One table, its house, the user's seats and the computer players."""

    def __init__(
        self,
        rules: AnyRules,
        terminal: Terminal,
        *,
        seats: tuple[Seat, ...],
        players: int,
        bankroll: Cents,
        chance: Random,
        clock: Callable[[], int] | None = None,
        computer_seats: tuple[Seat, ...] = (),
    ) -> None:
        """``players``: how many are the computer's; ``computer_seats``: where the first of them sit."""
        self.rules: AnyRules = rules
        self.terminal = terminal
        started = time.monotonic()
        self.table: Table[Any, Any] = open_table(rules)
        self.house = House(self.table, Seeded(chance), clock or (lambda: int(time.monotonic() - started)))
        self.bankroll = bankroll
        self.seats = Seats(self, seats)
        terminal.leaving = self._cost_of_leaving
        self.history = History()
        self.told: list[Line] = []
        self.aloud = True
        self.before: dict[Seat, Cents] = {}
        self.wagering = Wagering(self, rules, self.seats) if isinstance(rules, TableRules) else None
        self.between = BetweenRounds(self, rules, self.seats) if isinstance(rules, PokerRules) else None
        self.asked_to_deal = False
        if isinstance(rules, TableRules):
            most, buy_in = (
                rules.game.seats,
                max(bankroll, _COMPUTER_CHIPS, _LEAST_WAGERS * rules.game.main_wager.minimum),
            )
        else:
            most, buy_in = rules.game.most_players, bankroll
            self.table.do(banked.ReceiveDecks(decks=2), at=self.house.clock and self.house.clock())
        self.computers = Computers(self.table, chance, buy_in=Cents(buy_in))
        self.seats.sit_down(Cents(bankroll))
        free = [seat for seat in range(1, most + 1) if seat not in (*seats, *computer_seats)]
        for seat in sorted([*computer_seats, *free][:players]):
            self.computers.sit_down(Seat(seat))

    def run(self) -> None:
        """Play until the user leaves."""
        try:
            while True:
                if self.between is None and not any(self.seats.chips().values()):
                    self._ask_to_buy_in()
                self.play_round()
        except (LeaveTable, KeyboardInterrupt):
            self._abandon()
        self.terminal.say(Text(f"You leave the table with {dollars(self.seats.chips_in_all())}."))

    def _ask_to_buy_in(self) -> None:
        """At a banked table a user without chips buys in again, or leaves."""
        seats, rules = self.seats, self.rules
        assert isinstance(rules, TableRules)
        clause = rules.game.procedures.chips
        head = Text("You are out of chips.", style="bold")
        again = dollars(self.bankroll)
        question: RenderableType | None = lines_of_keys(head, [("Enter", f"buy in for {again}"), ("a 100", "for $100")])
        while not any(seats.chips().values()):
            typed = self.terminal.ask(question, seats.keys(clause)).lower()
            question, seat = None, seats.numbers[0]
            word, _, rest = typed.partition(" ")
            if not typed:
                seats.buy_in(seat, self.bankroll)
            elif word in ("a", "add") or cents_of(typed):
                seats.add(rest if word in ("a", "add") else typed, seat)
            else:
                seats.not_understood(typed, clause, (f"Enter buys in for {again}", "a 100 for $100", "q leaves"))

    def play_round(self) -> None:
        """One round of play, from the shuffle to the last payment."""
        self.told.clear()
        self.asked_to_deal = False
        if self.between is not None:
            self.between.charge_time()
        else:
            self._buy_in_again()
        first = len(self.table.events)
        while not any(event.ends_round for event in self.table.events[first:]):
            first = len(self.table.events)
            self.step()
        over = finished(self.table, self.seats.people)
        view = round_view(self.rules, over, self.seats.numbers)
        self.history.rounds.append(view)
        # What was told as it happened is not said again.
        ruled = tuple([line for line in view.ruled if line not in self.told])
        self.show(dataclasses.replace(view, ruled=ruled), whole=not self.seats.numbers)

    def step(self) -> None:
        """Do the next thing: the house, a computer player or the user."""
        coming = self.house.next()
        if self.between is not None and self.seats.numbers and not self.asked_to_deal and _begins(coming):
            self.asked_to_deal = True
            self.between.ask_to_deal()
            coming = self.house.next()
        if isinstance(coming, Question):
            coming = self._computers_first(coming)
            if coming.asks[0].command in MAKERS and not coming.of("cut_cards"):
                coming = self.house.command(coming.asks[0])
        if coming is None or (self.wagering is not None and self.wagering.is_amiss(coming)):
            # Nobody plays, or the user's wagers do not stand together: the table says why.
            coming = envelope(banked.AnnounceNoMoreBets())
        if isinstance(coming, Question):
            self._is_asked(coming)
        else:
            self._does(coming)

    def _does(self, coming: Envelope) -> None:
        """A command of the staff."""
        if isinstance(coming.command, poker.StartRound):
            self.before = dict(self.observe().chips)
        if self.wagering is not None and isinstance(coming.command, banked.AnnounceNoMoreBets):
            self.wagering.ask_the_rest()
        outcome = self.table.send(coming)
        if isinstance(outcome, Refusal):
            assert self.wagering is not None, outcome
            self.terminal.say(refusal_text(outcome))
            self.wagering.take_back()
            return
        if self.wagering is not None and isinstance(coming.command, banked.AnnounceNoMoreBets):
            self.wagering.remember()
        self.tell(outcome)

    def _is_asked(self, question: Question) -> None:
        seat = question.seat
        if seat in self.computers.seats:
            answer = self.computers.answer(question)
            if answer is None:
                self.house.pass_over(question)
            else:
                self.tell(self.table.do(answer, role=Role.PLAYER, seat=seat))
        elif self.wagering is not None and (question.of("place_wagers") or question.of("pass_bank")):
            self.wagering.ask(question)
        elif self.between is not None and question.of("post_blind"):
            self.between.post_or_wait(question)
        elif question.of("add_stakes"):
            # It was offered when the round was asked for.
            self.house.pass_over(question)
        elif question.of("show_hand") and not self._may_muck(seat):
            self.seats.send(poker.ShowHand(), seat)
        else:
            felt = not (question.of("straddle") or question.of("cut_cards"))
            answered = self.seats.answer(asked(self.rules, self.observe(), question), felt=felt)
            if answered is None:
                self.house.pass_over(question)

    def _may_muck(self, seat: Seat) -> bool:
        """Return whether the user is offered to concede a hand: only one that the hands shown beat."""
        return any(ask.seat == seat and ask.word == "muck" for ask in self.observe().legal)

    def _computers_first(self, question: Question) -> Question:
        """Computer players place wagers and buy in before the user is asked, who may bank against them."""
        if question.seat in self.computers.seats or question.asks[0].command == "view_cards":
            return question
        due = [ask for ask in self.table.due() if ask.command in ("place_wagers", "add_stakes")]
        first = next((ask for ask in due if ask.seat in self.computers.seats), None)
        return question if first is None else Question(seat=first.seat, asks=(first,), may_wait=first.may_wait)

    def _buy_in_again(self) -> None:
        """Enough must be left for the wagers that decisions may ask for."""
        chips = self.observe().chips
        for seat in self.computers.seats:
            if chips[seat] < self.computers.buy_in // 2:
                self.tell(self.computers.buy_in_again(seat))

    # What is seen and said.

    def observe(self) -> Observation:
        """What the user sees, at all of the user's seats together."""
        return self.seats.observe()

    @property
    def under_way(self) -> int | None:
        """The number of the round being played, if one is."""
        seen = self.observe()
        return None if seen.status in BETWEEN_ROUNDS else seen.number

    def show(self, view: RoundView, *, whole: bool = True) -> None:
        """The felt at the end of a round, and what it came to; not ``whole``: so much of it that it can be seen at once."""
        terminal = self.terminal
        if whole or terminal.height is None:
            terminal.page("", round_text(terminal.out, view), "")
        else:
            terminal.say("", round_text(terminal.out, view, most_lines=terminal.height - _LINES_OF_NEXT_QUESTION), "")

    def tell(self, events: tuple[Event, ...]) -> None:
        """Say what happened that the felt does not show by itself; what the user did was typed by the user."""
        if any(event.ends_round for event in events):
            # What a round comes to is said with its settlement.
            events = tuple([event for event in events if self.between is not None and not isinstance(event, RakeTaken)])
        lines = told(self.rules, self.observe(), self.seats.seen(events), self.seats.numbers)
        self.told += lines
        if self.aloud:
            symbols = has_symbols(self.terminal.out)
            heard = [line for line in lines if line.by not in self.seats.numbers]
            self.terminal.say(*[line_text(line, symbols=symbols) for line in heard])

    # Leaving.

    def _cost_of_leaving(self) -> RenderableType | None:
        """What is lost by leaving now."""
        seen = self.observe()
        if isinstance(seen, BankedObservation):
            game, at_stake = self.table.rules.game, self._wagers_in_play(seen)
            says = f"Your wagers are abandoned if you leave now, {'; '.join(at_stake.values())}."
            line = Line(says=f"{says} q again leaves.", clause=game.procedures.seated) if at_stake else None
        else:
            assert isinstance(seen, PokerObservation)
            says = "Your hand is discarded and your bets stay in the pot if you leave now. q again leaves."
            line = Line(says=says, clause=DEPARTURE) if self._hands_in_play(seen) else None
        return None if line is None else line_text(line, style="yellow")

    def _wagers_in_play(self, seen: BankedObservation) -> dict[Seat, str]:
        """The user's wagers in a round that is under way, by the seat."""
        game, found = self.table.rules.game, dict[Seat, str]()
        for seat in self.seats.numbers if seen.status == "playing" else ():
            wagers = [f"{wager_name(game, id)} {dollars(cents)}" for id, cents in seen.wagers.get(seat, {}).items()]
            if wagers:
                found[seat] = f"seat {seat}: {', '.join(wagers)}"
        return found

    def _hands_in_play(self, seen: PokerObservation) -> list[Seat]:
        """The user's seats that contend in a round that is under way."""
        if seen.status in BETWEEN_ROUNDS:
            return []
        return [seat for seat in self.seats.numbers if seat in seen.order and seat not in (*seen.folded, *seen.mucked)]

    def _abandon(self) -> None:
        """The user leaves: wagers in play are lost, a hand is discarded and the others play the round out."""
        seen = self.observe()
        if isinstance(seen, BankedObservation) and seen.status == "playing":
            self._abandon_wagers(seen)
        elif isinstance(seen, PokerObservation) and seen.status not in BETWEEN_ROUNDS:
            self._abandon_hands(seen)

    def _abandon_wagers(self, seen: BankedObservation) -> None:
        game, at_stake = self.table.rules.game, self._wagers_in_play(seen)
        # All areas of a player are abandoned together.
        for seat in {self.seats.names[seat]: seat for seat in at_stake}.values():
            self.table.do(banked.AbandonWagers(seat=seat))
        if at_stake:
            says = f"You leave round {self.under_way} of {game.name} before it is settled; your wagers are abandoned, "
            self._say(Line(says=f"{says}{'; '.join(at_stake.values())}.", clause=game.procedures.seated))

    def _abandon_hands(self, seen: PokerObservation) -> None:
        """The floor rules on each hand as soon as it can."""
        number, self.aloud = seen.number, False
        left = self._hands_in_play(seen)
        bets = {seat: self.before[seat] - seen.chips[seat] for seat in left}
        waiting = list(left)
        while self.observe().status not in BETWEEN_ROUNDS:
            for seat in list(waiting):
                report = poker.ReportIrregularity(cause="player_departed", seat=seat)
                if not isinstance(self.table.send(report, role=Role.FLOORPERSON), Refusal):
                    waiting.remove(seat)
            coming = self.house.next()
            if isinstance(coming, Question) and coming.seat in self.seats.numbers:
                self.house.pass_over(coming)
            elif self.observe().status not in BETWEEN_ROUNDS:
                self.step()
        if left:
            listed = "; ".join(f"seat {seat}: {dollars(cents)}" for seat, cents in bets.items() if cents)
            says = f"You leave in round {number} of {self.rules.game.name}: your hand is discarded"
            says += f" and your bets stay in the pot, {listed}." if listed else "."
            self._say(Line(says=says, clause=DEPARTURE))

    def _say(self, line: Line) -> None:
        self.terminal.say(line_text(line, style=""))


_BETWEEN = frozenset({"add_stakes", "post_blind", "take_seat"})


def _begins(coming: Envelope | Question | None) -> bool:
    """Whether what comes next needs to know who is dealt in."""
    if isinstance(coming, Question):
        return coming.asks[0].command in _BETWEEN
    return isinstance(coming, Envelope) and isinstance(coming.command, poker.StartRound)
