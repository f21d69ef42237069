"""Tables to train at: played by their own staff, with players who answer at random so that every row of a paytable comes up."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import chapter_of, example_of, resolve
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Ask, Question
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Command, Envelope, Event, Table, Viewer
from houseway.engine.opening import OpenTable
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.rules.table_rules import TableRules
from houseway.view.table import AnyRules

BUY_IN = Cents(2_000_00)
DEALER = Viewer(Role.DEALER)
_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
_SEATS = (1, 2, 4, 5)
_MAIN = (1000, 1500, 2000, 2500, 5000)
_SIDE = (100, 500, 500, 1000)
_FOLDS, _RAISES = 0.12, 0.2


@cache
def rules_of(game: str) -> AnyRules:
    """The rules that a game is trained under: those of its example."""
    rules = resolve(tomllib.loads(example_of(game)))
    assert isinstance(rules, TableRules | PokerRules)
    return rules


class Playing:
    """One table with random players, which goes on step by step."""

    def __init__(self, game: str, seed: int) -> None:
        self.rules = rules_of(game)
        self.chance = Random(seed)
        table: Table[Any, Any] = Table(self.rules)
        for command in table.machine.funding(self.rules):
            table.do(command, role=Role.TABLE_SYSTEM)
        table.do(OpenTable(staffed=True))
        self.table = table
        self.house = House(table, Seeded(self.chance.getrandbits(32)))
        for number, seat in enumerate(_SEATS):
            table.seat(seat, _NAMES[number], BUY_IN + 500 * number)

    def coming(self) -> Envelope | Question | None:
        """What comes next, after questions that nobody answers."""
        return self.house.next()

    def step(self) -> tuple[Event, ...]:
        """Do what comes next."""
        while True:
            coming = self.house.next()
            assert coming is not None, "nothing can be done at a table to train at"
            if isinstance(coming, Envelope):
                return self.table.do(coming)
            answer = self.answer(coming)
            if answer is not None:
                outcome = self.table.send(answer, role=Role.PLAYER, seat=coming.seat)
                if not isinstance(outcome, Refusal):
                    return outcome
            assert coming.may_wait, "a question that must be answered was not"
            self.house.pass_over(coming)

    def until(self, wanted: Callable[[Envelope | Question], bool], most: int = 400) -> bool:
        """Go on until something comes next; False if it does not come."""
        for _ in range(most):
            coming = self.house.next()
            if coming is None:
                return False
            if wanted(coming):
                return True
            self.step()
        return False

    def fork(self) -> Playing:
        """The same table, which goes its own way from here."""
        twin = object.__new__(Playing)
        twin.rules, twin.chance = self.rules, Random(0)
        twin.chance.setstate(self.chance.getstate())
        twin.table = self.table.fork()
        twin.house = House(twin.table, Seeded(twin.chance.getrandbits(32)))
        twin.house._passed = set(self.house._passed)
        return twin

    # Players.

    def answer(self, question: Question) -> Command | None:
        """What a random player answers; None to let it pass."""
        if question.of("place_wagers") and isinstance(self.rules, TableRules):
            return self._wagers(self.rules, question)
        for command, make in (("decide", self._decide), ("act", self._act), ("discard", self._discard)):
            asks = question.of(command)
            if asks:
                return make(asks)
        if question.of("show_hand"):
            return poker.ShowHand()
        if question.of("add_stakes"):
            return poker.AddStakes(cents=BUY_IN)
        if question.may_wait:
            return None
        seen = self.table.player(question.seat).sees()
        strategy = chapter_of(self.rules.game.id).strategy()
        command_: Command | None = strategy(self.rules, seen, question, Random(self.chance.getrandbits(32)))
        return command_

    def _wagers(self, rules: TableRules, question: Question) -> Command | None:
        """The main wager, what must equal it, and some of the others."""
        chance, game = self.chance, rules.game
        main = game.main_wager
        amount = question.of("place_wagers")[0].amounts
        cents = Cents(max(chance.choice(_MAIN), main.minimum))
        if amount is None or not amount.allows(cents) or question.seat == self.table.player(question.seat).sees().bank:
            return None
        placed = {main.id: cents}
        for wager in game.before_the_deal.values():
            if wager.main:
                continue
            if wager.equals == main.id:
                placed[wager.id] = cents
            elif chance.random() < 0.6:
                placed[wager.id] = Cents(chance.choice(wager.sizes or [one for one in _SIDE if one >= wager.minimum]))
        full = banked.PlaceWagers(wagers=placed)
        if not isinstance(self.table.fork().send(full, role=Role.PLAYER, seat=question.seat), Refusal):
            return full
        least = {id: one for id, one in placed.items() if id == main.id or game.wagers[id].equals == main.id}
        return banked.PlaceWagers(wagers=least)

    def _decide(self, asks: list[Ask]) -> Command:
        chance = self.chance
        arrangement = self.rules.game.arrangement if isinstance(self.rules, TableRules) else None
        setting = next((ask for ask in asks if ask.cards is not None), None)
        if setting is not None and arrangement is not None:
            held = self.table.player(setting.seat).sees().hands[setting.seat]
            way = arrangement.bank(tuple(held))
            return banked.Decide(word=setting.word, high=way.high, low=way.low)
        folds = [ask for ask in asks if ask.word in ("fold", "surrender")]
        others = [ask for ask in asks if ask not in folds]
        ask = chance.choice(folds) if folds and (not others or chance.random() < _FOLDS) else chance.choice(others)
        cents = Cents(0)
        if ask.amounts is not None:
            top = ask.amounts.most if ask.amounts.most is not None else ask.amounts.least
            cents = chance.choice((ask.amounts.least, top))
        return banked.Decide(word=ask.word, cents=cents)

    def _act(self, asks: list[Ask]) -> Command:
        chance = self.chance
        by_word = {ask.word: ask for ask in asks}
        more = by_word.get("raise") or by_word.get("bet")
        roll = chance.random()
        if more is not None and more.amounts is not None and roll < _RAISES:
            most = more.amounts.most if more.amounts.most is not None else more.amounts.least
            # Now and then everything, so that there are side pots.
            all_in = chance.random() < 0.25
            return poker.Act(word=more.word, to=most if all_in else more.amounts.least)
        if "check" in by_word:
            return poker.Act(word="check")
        if roll > 1 - _FOLDS and "fold" in by_word:
            return poker.Act(word="fold")
        return poker.Act(word="call") if "call" in by_word else poker.Act(word="fold")

    def _discard(self, asks: list[Ask]) -> Command:
        ask = asks[0]
        seen = self.table.player(ask.seat).sees()
        assert ask.cards is not None and isinstance(seen, PokerObservation)
        up = seen.up.get(ask.seat, ())
        held = [card for card in seen.hands[ask.seat] if card is not None and card not in up]
        least, most = ask.cards
        return poker.Discard(cards=tuple(self.chance.sample(held, self.chance.randint(least, min(most, 3, len(held))))))


def is_settling(coming: Envelope | Question) -> bool:
    """Whether the round is to be settled next."""
    return isinstance(coming, Envelope) and isinstance(coming.command, banked.SettleRound | poker.AwardPots)


def settled(playing: Playing) -> Iterator[Event]:
    """What the settlement of the round comes to, on a fork: with every validation and documentation that is due."""
    twin = playing.fork()
    for _ in range(60):
        events = twin.step()
        yield from events
        if any(event.ends_round for event in events):
            return


def is_poker(rules: AnyRules) -> bool:
    """Whether players play against each other."""
    return isinstance(rules, PokerRules)
