"""Full audited rounds a second of our tables beside PokerKit's hands a second, in one run.

A round: the deck's order enters, the seats place their wagers or post, cards are dealt, every seat answers each time it is
asked, hands are revealed and every wager or pot is settled. First `driver.House` plays the rounds and says who is asked what;
then a table of its own carries out the same envelopes, one by one, as a server does: each is checked by the kernel, each
event is applied and recorded with its clause and its postings. That is timed; the rate with the driver stands beside it.
Banked games: one seat and six seats with the wagers it takes to play, and six seats with every wager the game offers.
Poker: six-player no-limit hold'em, every seat checking or calling to the end.
The peers: the same hold'em in PokerKit, and in RLCard and OpenSpiel where they are installed.
All take turns in several short heats, measured in processor time, and the best heat of each counts, so that a busy
machine disturbs the comparison little. Beside them: what one command costs at a table in memory and at a recorded one, where
all that it leads to is checked to be readable again, and what one `due` and one `observe` cost.

    python -m benchmarks.engine [--rounds N] [--heats N] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import astuple

from benchmarks.peers import PEERS, NotInstalledError, pokerkit_hands_per_second
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.registry import games, open_table
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Question
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Accepted, Envelope, Table, Viewer, envelope
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.rules.game import Placed

SIX = range(1, 7)
AIM = 30
EVENTS_AIM = 100_000
"""Audited events a second, on the machine where PokerKit plays 100 hands."""
TABLES = {
    "one seat, main wagers": (range(1, 2), False),
    "six seats, main wagers": (SIX, False),
    "six seats, every wager": (SIX, True),
}
HOLDEM = {"game": "holdem", "structure": "no-limit", "blinds": [100, 200]}
WORDS = {"raise", "flop", "bet", "house way", "play"}
"""What a seat of a banked game answers, unless it may check."""


class Heat(msgspec.Struct, frozen=True):
    """What one table did in one heat."""

    rounds_per_second: float
    events_per_second: float
    driven_rounds_per_second: float
    microseconds_per_command: float
    microseconds_per_handle: float
    microseconds_per_due: float
    microseconds_per_observe: float

    def better(self, other: Heat) -> Heat:
        """Of each figure the better one: the most a second, the fewest microseconds."""
        pairs = zip(self.__struct_fields__, astuple(self), astuple(other), strict=True)
        return Heat(*[min(pair) if name.startswith("microseconds") else max(pair) for name, *pair in pairs])


class Row(msgspec.Struct, frozen=True):
    """One line of the result."""

    game: str
    table: str
    seats: int
    rounds_per_second: float
    events_per_second: float
    ratio_to_pokerkit: float
    driven_rounds_per_second: float
    microseconds_per_command: float
    microseconds_per_handle: float
    microseconds_per_due: float
    microseconds_per_observe: float


def _banked_answers(table: Table[Any, Any], *, every: bool) -> Callable[[Question], Envelope | None]:
    game = table.rules.game
    placed = {
        wager.id: Cents(500)
        for wager in game.wagers.values()
        if wager.offered and wager.placed is Placed.BEFORE_THE_DEAL and (every or wager.main or wager.equals)
    }
    wagers = banked.PlaceWagers(wagers=placed)

    def answer(question: Question) -> Envelope | None:
        asks = question.asks
        if question.of("place_wagers"):
            return envelope(wagers, seat=question.seat)
        if asks[0].may_wait:
            return None
        words = [ask.word for ask in asks]
        if words == ["set"]:
            setting = game.arrangement.bank(table.state.round.hands[question.seat])
            return envelope(banked.Decide(word="set", high=setting.high, low=setting.low), seat=question.seat)
        word = "check" if "check" in words else next(word for word in words if word in WORDS)
        return envelope(banked.Decide(word=word), seat=question.seat)

    return answer


_CALL, _CHECK = poker.Act(word="call"), poker.Act(word="check")


def _poker_answers(question: Question) -> Envelope | None:
    if question.may_wait:
        return None
    checks = any(ask.word == "check" for ask in question.asks)
    return envelope(_CHECK if checks else _CALL, seat=question.seat)


def _heat(table: Table[Any, Any], answers: Callable[[Question], Envelope | None], rounds: int, seed: int) -> Heat:
    """Play so many rounds; a banked table's deck lies ready in an order that is shuffled beforehand."""
    house = House(table, Seeded(random.Random(seed)))
    deck = getattr(table.rules.game, "deck", None)
    chance = random.Random(seed)
    orders = [tuple(chance.sample(deck, len(deck))) for _ in range(rounds)] if deck else [()] * rounds
    opening = len(table.envelopes)
    began = time.process_time()
    for order in orders:
        if order:
            table.do(banked.BringReadyDeck(order=order))
        house.play_round(answers)
    driven = time.process_time() - began
    assert sum(table.state.ledger.values()) == 0
    again: Table[Any, Any] = Table(table.rules)
    for given in table.envelopes[:opening]:
        again.do(given)
    events, commands, send = len(again.events), table.envelopes[opening:], again.send
    began = time.process_time()
    for given in commands:
        send(given)
    elapsed = time.process_time() - began
    assert again.state == table.state
    handled = _handled(table)
    due, seen = _looks(table, house, answers)
    return Heat(
        rounds / elapsed,
        (len(again.events) - events) / elapsed,
        rounds / driven,
        elapsed / len(commands) * 1e6,
        handled * 1e6,
        due,
        seen,
    )


def _handled(table: Table[Any, Any]) -> float:
    """Seconds that the machine takes for a command of a record, with the check that all of it can be read again."""
    machine, rules, state = table.machine, table.rules, table.machine.state()
    began = time.process_time()
    for given in table.envelopes:
        outcome = machine.handle(rules, state, given)
        assert isinstance(outcome, Accepted)
        state = outcome.state
    elapsed = time.process_time() - began
    assert state == table.state
    return elapsed / len(table.envelopes)


def _looks(table: Table[Any, Any], house: House, answers: Callable[[Question], Envelope | None]) -> tuple[float, float]:
    """What `due` and `observe` cost on average over the moments of a round, in microseconds.

    A table works out once what is due in a state, and each who looks is told: so `due` is measured afresh, and `observe`
    by everybody seated, with what is due worked out before.
    """
    due = seen = 0.0
    moments = 0
    if getattr(table.rules.game, "deck", None):
        table.do(banked.BringReadyDeck(order=tuple(table.rules.game.deck)))
    viewers = [Viewer(Role.PLAYER, person) for person in table.state.seats.values()]
    find_due, rules = table.machine.due, table.rules
    first = table.state.number
    while table.state.number == first or table.state.round.status not in ("wagering", "between rounds"):
        began = time.process_time()
        for _ in range(20):
            find_due(rules, table.state)
        between = time.process_time()
        for _ in range(20):
            for viewer in viewers:
                table.observe(viewer)
        due, moments = due + between - began, moments + 20
        seen += (time.process_time() - between) / len(viewers)
        outcome = house.step(answers)
        assert isinstance(outcome, tuple), outcome
    return due / moments * 1e6, seen / moments * 1e6


def banked_heat(game: str, rounds: int, seats: range, every: bool, seed: int) -> Heat:
    """A heat of a banked game."""
    table = open_table(game)
    for seat in seats:
        table.seat(seat, f"player {seat}", 10**9)
    return _heat(table, _banked_answers(table, every=every), rounds, seed)


def holdem_heat(rounds: int, seed: int) -> Heat:
    """A heat of six-player no-limit hold'em."""
    table = open_table(HOLDEM)
    for seat in SIX:
        table.seat(seat, f"player {seat}", 10**9)
    return _heat(table, _poker_answers, rounds, seed)


def _contestants(rounds: int) -> dict[tuple[str, str, int], Callable[[int], Heat]]:
    """Our tables; each plays one heat, given its number."""
    tables: dict[tuple[str, str, int], Callable[[int], Heat]] = {
        ("holdem", "six seats, no limit", 6): partial(holdem_heat, rounds)
    }
    for game in games(banked=True):
        for name, (seats, every) in TABLES.items():
            tables[game, name, len(seats)] = partial(banked_heat, game, rounds // 2, seats, every)
    return tables


def measure(rounds: int, heats: int) -> tuple[dict[str, float], dict[str, str], list[Row]]:
    """The peers' hands a second, the peers left out, and our rows."""
    ours = _contestants(rounds)
    # Other hands go first: a table that has run for a while remembers most of the hand values it meets.
    holdem_heat(4 * rounds, 637)
    peers: dict[str, float] = {}
    left_out: dict[str, str] = {}
    best: dict[tuple[str, str, int], Heat] = {}
    for heat in range(heats):
        for name, hands_per_second in {"PokerKit": pokerkit_hands_per_second, **PEERS}.items():
            try:
                peers[name] = max(peers.get(name, 0), hands_per_second(max(50, rounds // 20)))
            except NotInstalledError as error:
                left_out[name] = str(error)
        for key, run in ours.items():
            result = run(heat)
            best[key] = result.better(best.get(key, result))
    rows = [
        Row(
            game,
            table,
            seats,
            heat.rounds_per_second,
            heat.events_per_second,
            heat.rounds_per_second / peers["PokerKit"],
            heat.driven_rounds_per_second,
            heat.microseconds_per_command,
            heat.microseconds_per_handle,
            heat.microseconds_per_due,
            heat.microseconds_per_observe,
        )
        for (game, table, seats), heat in best.items()
    ]
    return peers, left_out, rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1_000, help="rounds of ours in a heat")
    parser.add_argument("--heats", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    peers, left_out, rows = measure(given.rounds, given.heats)
    if given.json:
        print(json.dumps({"peers": peers, "left_out": left_out, "rows": msgspec.to_builtins(rows)}, indent=1))
        return
    for name, rate in peers.items():
        print(f"{name + ', six-player no-limit hold’em':44} {rate:10,.0f} hands/s")
    for name, why in left_out.items():
        print(f"{name:44} left out: {why}")
    for row in rows:
        low = "" if row.ratio_to_pokerkit >= AIM else f"  below {AIM} times"
        print(
            f"{row.game + ', ' + row.table:44} {row.rounds_per_second:7,.0f} rounds/s {row.events_per_second:9,.0f} events/s"
            f" {row.ratio_to_pokerkit:6.1f} times; driven {row.driven_rounds_per_second:,.0f}; µs: command {row.microseconds_per_command:.0f},"
            f" recorded {row.microseconds_per_handle:.0f}, due {row.microseconds_per_due:.0f}, observe {row.microseconds_per_observe:.0f}{low}"
        )
    scaled = EVENTS_AIM * peers["PokerKit"] / 100
    print(f"Aim: {scaled:,.0f} events/s on this machine, {EVENTS_AIM:,} where PokerKit plays 100 hands a second.")


if __name__ == "__main__":
    main()
