"""One round of play at a fresh table: learners at some seats, computer players at others, the house between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import open_table
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Question
from houseway.engine.banked.commands import PassBank
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command, Envelope, Event, Viewer
from houseway.engine.observing import Observation
from houseway.engine.opening import open_table as opened
from houseway.engine.roles import Role
from houseway.interop.rl.actions import DEAL, Choices, choices, unit_of
from houseway.money import Cents
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

Game = str | Path | Mapping[str, Any]
UNITS = 200
"""What everybody sits down with."""
_USUAL_PLAYERS = 3


class Opponents(StrEnum):
    """How those play who do not learn: by the strategy of the chapter, or by any action that may be done, at random."""

    CHAPTER = "chapter"
    RANDOM = "random"


class PlayersError(ValueError):
    """Raised for a number of players that a table cannot have."""


def rules_of(game: Game) -> TableRules | PokerRules:
    """The rules of a game by its id, of a submission or of its file."""
    rules = open_table(game).rules
    assert isinstance(rules, TableRules | PokerRules)
    return rules


def players_of(rules: TableRules | PokerRules, players: int | None, learners: int) -> int:
    """How many sit at the table; unless it is said, the learner alone against a bank, and three at poker."""
    least, most = (max(2, learners), rules.game.most_players) if isinstance(rules, PokerRules) else (learners, 0)
    most = most or rules.game.seats  # type: ignore[union-attr]
    if players is None:
        return max(least, min(_USUAL_PLAYERS, most)) if isinstance(rules, PokerRules) else least
    if not least <= players <= most:
        raise PlayersError(f"{rules.game.name} is played here by {least} to {most} players, not by {players}")
    return players


class Episode:
    """A round of play up to the next question to a learner.

    ``question`` and ``choices``: what is asked and what may be done; None and nothing when the round is over.
    """

    def __init__(
        self,
        rules: TableRules | PokerRules,
        learners: Sequence[str],
        *,
        players: int,
        seed: int,
        opponents: Opponents = Opponents.CHAPTER,
    ) -> None:
        self.chance = chance = Random(seed)
        self.opponents = opponents
        self.rules, self.unit = rules, unit_of(rules)
        self.table = opened(rules)
        self.house = House(self.table, Seeded(chance))
        self.computers = Computers(self.table, chance, buy_in=Cents(UNITS * self.unit))
        # The seats are drawn, so that every place beside the dealer and the button is learnt.
        first = chance.randrange(players)
        order = [Seat((first + place) % players + 1) for place in range(players)]
        self.seats: dict[str, Seat] = dict(zip(learners, order, strict=False))
        self.viewers = {name: Viewer(Role.PLAYER, name) for name in learners}
        for name, seat in self.seats.items():
            self.table.seat(seat, name, self.computers.buy_in)
        for seat in order[len(learners) :]:
            self.computers.sit_down(seat)
        self.question: Question | None = None
        self.choices: Choices = {}
        self.is_over = False
        self._go_on()

    @property
    def asked(self) -> str | None:
        """The learner who is asked."""
        if self.question is None:
            return None
        return next(name for name, seat in self.seats.items() if seat == self.question.seat)

    def observe(self, name: str) -> Observation:
        """What a learner sees."""
        seen: Observation = self.table.observe(self.viewers[name])
        return seen

    def net(self, name: str) -> Cents:
        """What a learner has won or lost, in cents; before the round is over what lies in front is taken for lost."""
        seen, seat = self.observe(name), self.seats[name]
        by_hand = seen.payouts.get(seat, 0) if isinstance(seen, BankedObservation) else 0
        return Cents(seen.chips[seat] + by_hand - self.computers.buy_in)

    def do(self, action: str) -> None:
        """Do one of the choices, and go on to the next question."""
        question, command = self.question, self.choices[action]
        assert question is not None
        if command is None:
            self.house.pass_over(question)
        else:
            self._give(command, question.seat)
        if question.of("place_wagers") and action != DEAL:
            # A seat that has placed its main wager may place others beside it until it wants the cards.
            self._ask_for_wagers(question.seat)
        else:
            self._go_on()

    def _ask_for_wagers(self, seat: Seat) -> None:
        name = next(name for name, one in self.seats.items() if one == seat)
        asks = [ask for ask in self.observe(name).legal if ask.command == "place_wagers" and ask.seat == seat]
        self._ask(name, Question(seat=seat, asks=tuple(asks), may_wait=True))
        if list(self.choices) == [DEAL]:
            self._go_on()

    def _ask(self, name: str, question: Question) -> None:
        self.question, self.choices = question, choices(self.rules, self.observe(name), question)

    def _give(self, command: Command, seat: Seat) -> None:
        self._happened(self.table.do(command, role=Role.PLAYER, seat=seat))

    def _happened(self, events: tuple[Event, ...]) -> None:
        self.is_over = self.is_over or any(event.ends_round for event in events)

    def _go_on(self) -> None:
        """Go on until a learner has a choice or the round is over."""
        self.question, self.choices = None, {}
        while not self.is_over:
            coming = self.house.next()
            if isinstance(coming, Envelope):
                self._happened(self.table.do(coming))
            elif coming is None:
                self.is_over = True
            elif self._is_left_to_a_learner(coming):
                return
        self.question, self.choices = None, {}

    def _opponent(self, question: Question) -> Command | None:
        if self.opponents is Opponents.CHAPTER:
            return self.computers.answer(question)
        seen: Observation = self.table.observe(Viewer(Role.PLAYER, self.computers.seats[question.seat]))
        may = choices(self.rules, seen, question)
        return may[self.chance.choice(list(may))] if may else None

    def _is_left_to_a_learner(self, question: Question) -> bool:
        """Answer for a computer player, and for a learner where there is nothing to choose; the bank is passed."""
        seat = question.seat
        if seat in self.computers.seats:
            answer = self._opponent(question)
        elif question.of("pass_bank"):
            answer = PassBank()
        else:
            name = next(name for name, one in self.seats.items() if one == seat)
            self._ask(name, question)
            if len(self.choices) > 1:
                return True
            answer = next(iter(self.choices.values()), None)
        if answer is None:
            self.house.pass_over(question)
        else:
            self._give(answer, seat)
        return False
