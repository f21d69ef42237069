"""What a poker room may expect: how often a Bad Beat or a high hand comes, and what the rake comes to in an hour.

Frequencies are those of hands that are all played to the showdown: where players fold, fewer come. The rake is what the
engine takes while its computer players play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from hashlib import sha256
from math import sqrt
from random import Random

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.chapters import registry
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.rules import Contest, Forms, PokerGame, PokerRules, RakeKind
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.lab.equity import dealt_by_number, keys_of, spot
from houseway.lab.holdem import Cards, Numbers, Sums, over_boards
from houseway.lab.inputs import InputError
from houseway.lab.kernels import showdowns
from houseway.lab.kernels.boards import BOARDS, boards
from houseway.lab.room_figures import Frequency, Rake
from houseway.lab.sheet import Progress, quiet
from houseway.money import Cents
from houseway.ranking.kernels import columns, rank
from houseway.seats import Seat

_CHUNK = 1 << 16
_STAKES = 100
"""Bets with which a computer player sits down."""


Qualifies = Callable[[NDArray[np.uint32]], NDArray[np.bool_]]


def bad_beat(
    game: PokerGame, hand: Sequence[Card], *, players: int, samples: int, seed: int, progress: Progress = quiet
) -> Frequency:
    """A hand at least as high as this one is beaten (637a.15)."""
    least = _least(game, hand)

    def beaten(keys: NDArray[np.uint32]) -> NDArray[np.bool_]:
        return np.asarray(((keys >= least) & (keys < keys.max(axis=0))).any(axis=0))

    if players == 2 and _on_boards(game):
        # Of two players' hands, whichever of them is the one that loses.
        deals = BOARDS * showdowns.LIVE * showdowns.DEALERS // 2
        return Frequency(chance=Fraction(int(_counted(least, progress)[1]), deals))
    return _sampled(game, players, samples, seed, beaten, progress)


def high_hand(
    game: PokerGame, hand: Sequence[Card], *, players: int, samples: int, seed: int, progress: Progress = quiet
) -> Frequency:
    """Somebody holds a hand at least as high as this one (637a.16)."""
    least = _least(game, hand)

    def held(keys: NDArray[np.uint32]) -> NDArray[np.bool_]:
        return np.asarray((keys >= least).any(axis=0))

    found = _sampled(game, players, samples, seed, held, progress)
    if not _on_boards(game):
        return found
    hands = int(_counted(least, progress)[0])
    return replace(found, expected=Fraction(players * hands, BOARDS * showdowns.LIVE))


def _least(game: PokerGame, hand: Sequence[Card]) -> int:
    if Contest.HIGH not in dict(game.contests):
        raise InputError(f"{game.name} has no high hand, so no hand of it can win the payout")
    if any(street.draw for street in game.streets):
        raise InputError(f"in {game.name} the hands rest on what players draw: how often one comes is not counted")
    if len(set(hand)) != 5 or not all(0 <= card < 52 for card in hand):
        raise InputError("the least hand that qualifies is five different cards, as in 'Tc Td Th Ts 2c'")
    return int(rank(columns([hand]))[0])


def _on_boards(game: PokerGame) -> bool:
    return game.forms is Forms.ANY_FIVE and sum(street.community for street in game.streets) == 5


def _counted(least: int, progress: Progress) -> Numbers:
    """Hands of at least this key over every board of hold'em, and pairs of them of which one is beaten."""
    (counted,) = over_boards(_nothing, partial(_add, (least >> 16 << 13) | (least & 0xFFFF)), progress, "boards")
    return counted.astype(np.int64, copy=False)


def _nothing() -> Sums:
    return (np.zeros(2, np.int64),)


def _add(least: int, cards: Cards, weights: Cards, counted: Numbers) -> None:
    pairs = boards()
    showdowns.beaten(cards, weights, pairs.suits, pairs.first, pairs.second, least, counted)


def _sampled(
    game: PokerGame, players: int, samples: int, seed: int, qualifies: Qualifies, progress: Progress
) -> Frequency:
    of = spot(game, [()] * players)
    number = [contest for contest, _ in game.contests].index(Contest.HIGH)
    found = 0
    for start in range(0, samples, _CHUNK):
        dealt = dealt_by_number(of, start, min(_CHUNK, samples - start), seed)
        found += int(qualifies(keys_of(of, dealt)[number]).sum())
        progress(start, samples, "deals")
    chance = Fraction(found, samples)
    error = sqrt(chance * (1 - chance) / samples)
    return Frequency(chance=chance, error=error, samples=samples)


def rake(rules: PokerRules, *, players: int, per_hour: int, rounds: int, seed: int, progress: Progress = quiet) -> Rake:
    """The rake of an hour of so many rounds: computer players play some of them, each at a table of its own."""
    taken = []
    if rules.pot_rakes:
        for number in range(rounds):
            chance = Random(int.from_bytes(sha256(f"{seed}:{number}".encode()).digest()[:8]))
            taken.append(_raked(rules, players, chance))
            progress(number + 1, rounds, "rounds")
    mean = sum(taken) / len(taken) if taken else 0.0
    spread = sum((cents - mean) ** 2 for cents in taken) / max(len(taken) - 1, 1)
    charges = [one for one in rules.rakes if one.kind is RakeKind.TIME]
    return Rake(
        from_pots=mean * per_hour,
        error=sqrt(spread / len(taken)) * per_hour if taken else 0.0,
        rounds=len(taken),
        by_time=sum((Fraction(one.hourly * (1 if one.per_table else players)) for one in charges), start=Fraction(0)),
    )


def _raked(rules: PokerRules, players: int, chance: Random) -> int:
    table = registry.open_table(rules)
    bet = max(*rules.blinds, rules.ante, rules.forced_bet, rules.small_bet, rules.big_bet, rules.minimum_bet, 1)
    computers = Computers(table, chance, buy_in=Cents(_STAKES * bet))
    for seat in range(1, players + 1):
        computers.sit_down(Seat(seat))
    taken = 0
    for event in House(table, Seeded(chance)).play_round(computers.answer):
        if isinstance(event, ev.RakeTaken):
            taken += event.cents
        elif isinstance(event, ev.RakeReturned):
            taken -= event.cents
    return taken
