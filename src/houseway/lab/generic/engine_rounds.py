"""Rounds through the engine by any strategy: a table of its own for each, and one player who always wagers the same."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random
from typing import Protocol

from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Question
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command, Viewer
from houseway.engine.opening import open_table
from houseway.engine.roles import Role
from houseway.lab.side import side_wagers
from houseway.lab.simulated.settling import MAIN, Sums, Tally
from houseway.money import Cents
from houseway.rules.game import PayEnvy, PayOnTop
from houseway.rules.paytable import NO_CHOICE
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

BESIDE = "paid beside"
"""What is paid beside the wagers that are not of the main game."""
_STAKE, _CHIPS = Cents(2_000), Cents(10_000_000)
_PLAYER = "Ada"


class Strategy(Protocol):
    """How a computer player answers: a chapter's, or a `BestPlayer`."""

    def __call__(
        self, rules: TableRules, seen: BankedObservation, question: Question, chance: Random, /
    ) -> Command | None: ...


def play_rounds(rules: TableRules, strategy: Strategy, seed: int, start: int, rounds: int) -> Sums:
    """Play the rounds from number ``start`` on, each dealt by its number and the seed; what main game and wagers netted in them."""
    beside = {one.id: rules.paytable_in_force(one.id) for one in side_wagers(rules.game)}
    extra = _paid_beside(rules)
    sums: Sums = {}
    for number in range(start, start + rounds):
        nets, placed = _round(rules, strategy, int.from_bytes(sha256(f"{seed}:{number}".encode()).digest()[:8]))
        unit = placed[rules.game.main_wager.id]
        own = {wager: nets[wager] for wager in beside if wager in placed}
        more = sum(nets[name] for name in extra)
        found = [((MAIN, NO_CHOICE), unit, nets[MAIN] - sum(own.values()) - more)]
        found += [((BESIDE, NO_CHOICE), unit, more)] if extra else []
        found += [((wager, beside[wager]), placed[wager], net) for wager, net in own.items()]
        for name, part, net in found:
            one = Tally(part=part, rounds=1, net=net, square=net * net)
            sums[name] = sums[name] + one if name in sums else one
    return sums


def _paid_beside(rules: TableRules) -> set[str]:
    """The names under which payments beside other wagers than the main game's are settled."""
    sides = {one.id for one in side_wagers(rules.game)}
    found = set()
    for stage in rules.game.stages:
        if isinstance(stage, PayEnvy) and stage.wager in sides:
            found.add("envy")
        elif isinstance(stage, PayOnTop) and stage.measured_by in sides:
            found.add(stage.id)
    return found


def _round(rules: TableRules, strategy: Strategy, seed: int) -> tuple[Counter[str], dict[str, Cents]]:
    """Return what the player gained in all and by each wager, and what was placed."""
    table = open_table(rules)
    table.seat(1, _PLAYER, _CHIPS)
    chance, wagers = Random(seed), wagers_of(rules)

    def answer(question: Question) -> Command | None:
        if question.of("place_wagers"):
            return cmd.PlaceWagers(wagers=wagers)
        return strategy(rules, table.observe(Viewer(Role.PLAYER, _PLAYER)), question, chance)

    nets: Counter[str] = Counter()
    for event in House(table, Seeded(chance)).play_round(answer):
        if isinstance(event, ev.WagerSettled):
            nets[event.wager] += event.net
    nets[MAIN] = table.observe(Viewer(Role.PLAYER, _PLAYER)).chips[Seat(1)] - _CHIPS
    return nets, wagers


def wagers_of(rules: TableRules) -> dict[str, Cents]:
    """Return the same amount for everything that is offered before the deal, as far as its limits allow."""
    found = {}
    for wager in rules.game.before_the_deal.values():
        most = wager.maximum if wager.maximum is not None else _STAKE
        found[wager.id] = wager.sizes[0] if wager.sizes else Cents(min(max(_STAKE, wager.minimum), most))
    return found
