"""Rounds through the engine, where every event is made: a table of its own for each, and one player who always wagers the same."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random
from typing import Any

from houseway.chapters import registry
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Question
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command, Table, Viewer
from houseway.engine.roles import Role
from houseway.lab.facet import Solved, lab_of
from houseway.lab.side import side_wagers
from houseway.lab.simulated.settling import MAIN, VIGORISH, Settling, Sums, Tally
from houseway.money import Cents
from houseway.rules.paytable import NO_CHOICE
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

MORE = "paid beside"
"""A Lucky Bonus, say: paid beside wagers, and no wager itself."""
_STAKE, _CHIPS = Cents(2_000), Cents(10_000_000)


def play(rules: TableRules, solved: Solved, how: Settling, seed: int, start: int, rounds: int) -> Sums:
    """Play the rounds from number ``start`` on, as the sheet plays the main game."""
    of_main = {VIGORISH, *(item.id for item in how.mains)}
    beside = {one.id: rules.paytable_in_force(one.id) for one in side_wagers(rules.game)}
    sums: Sums = {}
    for number in range(start, start + rounds):
        nets, placed = _round(rules, solved, int.from_bytes(sha256(f"{seed}:{number}".encode()).digest()[:8]))
        unit = placed[rules.game.main_wager.id]
        own = {wager: nets[wager] for wager in beside if wager in placed}
        more = sum(net for name, net in nets.items() if name not in own and name not in of_main and name != MAIN)
        found = [((MAIN, NO_CHOICE), unit, nets[MAIN] - sum(own.values()) - more), ((MORE, NO_CHOICE), unit, more)]
        for name, part, net in (*found, *(((wager, beside[wager]), placed[wager], net) for wager, net in own.items())):
            one = Tally(part=part, rounds=1, net=net, square=net * net)
            sums[name] = sums[name] + one if name in sums else one
    return sums


def _round(rules: TableRules, solved: Solved, seed: int) -> tuple[Counter[str], dict[str, Cents]]:
    """Return what the player gained in all and by each wager, and what was placed."""
    table: Table[Any, Any] = registry.open_table(rules)
    table.seat(1, "Ada", _CHIPS)
    chance = Random(seed)
    wagers = _wagers(rules)

    def answer(question: Question) -> Command | None:
        if question.of("place_wagers"):
            return cmd.PlaceWagers(wagers=wagers)
        seen = table.observe(Viewer(Role.PLAYER, "Ada"))
        return best_answer(rules, solved, seen, question, chance)

    events = House(table, Seeded(chance)).play_round(answer)
    nets: Counter[str] = Counter()
    for event in events:
        if isinstance(event, ev.WagerSettled):
            nets[event.wager] += event.net
    nets[MAIN] = table.observe(Viewer(Role.PLAYER, "Ada")).chips[Seat(1)] - _CHIPS
    return nets, wagers


def best_answer(
    rules: TableRules, solved: Solved, seen: BankedObservation, question: Question, chance: Random
) -> Command | None:
    """Answer as the sheet plays the main game; what the lab does not play is answered by the chapter's computer player."""
    lab = lab_of(rules.game.id)
    if lab is not None and lab.best_answer is not None and question.of("decide"):
        return lab.best_answer(rules, solved, seen, question)
    answer: Command | None = registry.chapter_of(rules.game.id).strategy()(rules, seen, question, chance)
    return answer


def _wagers(rules: TableRules) -> dict[str, Cents]:
    """The same amount on everything that is offered before the deal, as far as its limits allow."""
    found = {}
    for wager in rules.game.before_the_deal.values():
        most = wager.maximum if wager.maximum is not None else _STAKE
        found[wager.id] = wager.sizes[0] if wager.sizes else Cents(min(max(_STAKE, wager.minimum), most))
    return found
