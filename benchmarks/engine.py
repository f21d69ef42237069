"""Full audited rounds a second of each banked game beside PokerKit's hands a second, in one run.

A round: the seats place their wagers, the deck's order enters, cards are dealt, every seat answers each time it is asked,
the bank's hand is revealed and every wager is settled; each event is recorded with its clause and its postings. Three
tables: one seat and six seats with the wagers it takes to play, and six seats with every wager the game offers.
Poker: six-player no-limit hold'em, every seat checking or calling to the end, through PokerTable: the deck's order enters,
every street is dealt, every action is a command, hands are shown and the pot is awarded.
The peers: the same hold'em in PokerKit, and in RLCard and OpenSpiel where they are installed.
All take turns in several short heats, measured in processor time, and the best heat of each counts, so that a busy
machine disturbs the comparison little.

    python -m benchmarks.engine [--rounds N] [--heats N]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial

from benchmarks.peers import PEERS, NotInstalledError, pokerkit_hands_per_second
from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as pot
from houseway.chapters.c637a_poker.state import PotState, PotStatus
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.chapters.registry import GAMES, resolve, resolve_poker
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.state import Status
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.rules.game import Decide, Placed, Reveal, Settle

SEATS = range(1, 7)
AIM = 30
TABLES = {
    "one seat, main wagers": (range(1, 2), False),
    "six seats, main wagers": (SEATS, False),
    "six seats, every wager": (SEATS, True),
}


def _command_of(table: Table, answers: Callable[[str], str]) -> cmd.Command:
    """What is due next at the table."""
    state, rules = table.state, table.rules
    if state.status is Status.LOCKED:
        if rules.game.procedures.start is not None and state.start is None:
            return cmd.DetermineStart(by=Role.DEALER, number=1 + state.number % 7)
        return cmd.DealCards(by=Role.DEALER)
    if state.awaiting:
        seat, wager = next(iter(state.awaiting))
        return cmd.ValidatePayout(by=Role.FLOORPERSON, seat=seat, wager=wager)
    phase = rules.phase(state.phase)
    match phase:
        case Decide() if phase.may_pass_over:
            return cmd.SettleRound(by=Role.DEALER)
        case Decide():
            return _answer(table, state.asked[-1] if phase.any_order else state.asked[0], answers(phase.id))
        case Reveal():
            return cmd.RevealBank(by=Role.DEALER)
        case Settle():
            return cmd.SettleRound(by=Role.DEALER)
        case _:
            return cmd.DealCards(by=Role.DEALER)


def _answer(table: Table, seat: int, word: str) -> cmd.Command:
    if word == "set":
        arrangement = table.rules.game.arrangement
        assert arrangement is not None
        setting = arrangement.bank(table.state.hands[seat])
        return cmd.Decide(by=Role.PLAYER, seat=seat, word=word, high=setting.high, low=setting.low)
    return cmd.Decide(by=Role.PLAYER, seat=seat, word=word)


ANSWERS: dict[str, dict[str, str]] = {
    "heads-up-holdem": {"before_flop": "check", "before_turn": "check", "after_river": "raise"},
    "holdem-bonus": {"before_flop": "flop", "before_turn": "bet", "before_river": "bet"},
    "pai-gow": {"set": "house way"},
    "five-card-hi-lo": {"play": "play", "set": "set"},
}


def rounds_per_second(game: str, rounds: int, seats: range = SEATS, *, every: bool = True) -> tuple[float, float]:
    """Rounds a second at one table, and events a round; ``every``: also the optional wagers."""
    rules = resolve({"game": game})
    table = Table(rules)
    chance = random.Random(677)
    orders = [tuple(chance.sample(rules.game.deck, len(rules.game.deck))) for _ in range(rounds)]
    wagers = {
        wager.id: 500
        for wager in rules.game.wagers.values()
        if wager.offered and wager.placed is Placed.BEFORE_THE_DEAL and (every or wager.main or wager.equals)
    }
    answers = ANSWERS[game]
    table.ready(orders[0])
    for seat in seats:
        table.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=f"player {seat}", cents=10**12))
    total = sum(table.state.ledger.values())
    chips = sum(1 for wager in wagers if rules.game.wagers[wager].taken_before_deal) * len(seats)
    draws = rules.game.draws
    closing = cmd.AnnounceNoMoreBets(
        by=Role.DEALER,
        chips=chips,
        magic_card=rules.game.deck[0] if draws else None,
        lucky=1 if draws else None,
    )
    began = time.process_time()
    for order in orders:
        table.ready(order)
        for seat in seats:
            table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers=wagers))
        table.do(closing)
        while table.state.status is not Status.WAGERING:
            outcome = table.send(_command_of(table, answers.__getitem__))
            assert not isinstance(outcome, Refusal), outcome
    elapsed = time.process_time() - began
    assert sum(table.state.ledger.values()) == total == 0
    return rounds / elapsed, len(table.events) / rounds


_DEAL = pot.DealStreet(by=Role.DEALER)
_AWARD = pot.AwardPots(by=Role.DEALER)


def _poker_command(state: PotState) -> cmd.Command:
    """What is due next at the poker table: deal, check or call, award."""
    match state.status:
        case PotStatus.BETTING:
            seat = state.actor
            word = "check" if state.bets.get(seat, 0) >= state.current else "call"
            return pot.Act(by=Role.PLAYER, seat=seat, word=word)
        case PotStatus.DEALING:
            return _DEAL
        case _:
            return _AWARD


def poker_hands_per_second(hands: int, seed: int) -> tuple[float, float]:
    """Hands a second of six-player no-limit hold'em at one table, and events a hand."""
    table = PokerTable(resolve_poker({"structure": "no-limit", "blinds": [100, 200]}, game="holdem"))
    chance = random.Random(seed)
    orders = [tuple(chance.sample(DECK_52, 52)) for _ in range(hands)]
    for seat in SEATS:
        table.send(pot.TakePokerSeat(by=Role.PLAYER, seat=seat, player=f"player {seat}", cents=10**12))
    button = 6
    began = time.process_time()
    for order in orders:
        command: cmd.Command = pot.StartRound(by=Role.DEALER, order=order, button=button)
        while True:
            outcome = table.send(command)
            assert not isinstance(outcome, Refusal), outcome
            state = table.state
            if state.status is PotStatus.BETWEEN_ROUNDS:
                break
            command = _poker_command(state)
        button = state.button
    elapsed = time.process_time() - began
    assert sum(table.state.ledger.values()) == 0
    return hands / elapsed, len(table.events) / hands


def _line(name: str, rate: float, events: float, peer: float, unit: str) -> str:
    ratio = rate / peer
    verdict = "" if ratio >= AIM else f"  below the aim of {AIM}"
    return f"{name:44} {rate:10,.0f} {unit}/s  {events:5.0f} events each  {ratio:6.1f} times{verdict}"


def _contestants(rounds: int) -> dict[str, Callable[[int], tuple[float, float]]]:
    """Our tables by name; each plays one heat, given its number, and says its rate and the events a round."""
    tables: dict[str, Callable[[int], tuple[float, float]]] = {
        "holdem, six seats, no limit": lambda heat: poker_hands_per_second(rounds, heat)
    }
    for game in GAMES:
        for name, (seats, every) in TABLES.items():
            tables[f"{game}, {name}"] = partial(_banked_heat, game, rounds // 2, seats, every)
    return tables


def _banked_heat(game: str, rounds: int, seats: range, every: bool, heat: int) -> tuple[float, float]:
    return rounds_per_second(game, rounds, seats, every=every)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000, help="rounds of ours in a heat")
    parser.add_argument("--heats", type=int, default=5)
    given = parser.parse_args()
    rounds, hands = given.rounds, max(50, given.rounds // 20)
    ours = _contestants(rounds)
    # Other hands go first: a table that has run for a while remembers most of the hand values it meets.
    poker_hands_per_second(4 * rounds, 637)
    peers: dict[str, float] = {}
    left_out: dict[str, str] = {}
    best: dict[str, tuple[float, float]] = {}
    for heat in range(given.heats):
        for name, hands_per_second in {"PokerKit": pokerkit_hands_per_second, **PEERS}.items():
            try:
                peers[name] = max(peers.get(name, 0), hands_per_second(hands))
            except NotInstalledError as error:
                left_out[name] = str(error)
        for name, run in ours.items():
            best[name] = max(best.get(name, (0.0, 0.0)), run(heat))
    for name, rate in peers.items():
        print(f"{name + ', six-player no-limit hold’em':44} {rate:10,.0f} hands/s")
    for name, why in left_out.items():
        print(f"{name:44} left out: {why}")
    for name, (rate, events) in best.items():
        print(_line(name, rate, events, peers["PokerKit"], "hands" if name.startswith("holdem,") else "rounds"))


if __name__ == "__main__":
    main()
