"""Rounds of a game played by number: each is dealt by its number and the seed, whoever plays it and when.

What a chunk of rounds comes to is whole numbers, and chunks are added up, so that a simulation is the same to the bit on any
number of workers. A banked game is played by a kernel as its sheet plays it, or through the engine, where every event is made,
by the strategy of its chapter's computer players. A poker hand is checked and called to the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from fractions import Fraction
from functools import lru_cache, partial
from hashlib import sha256
from itertools import islice
from math import sqrt
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from houseway.chapters import registry
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.lab import store
from houseway.lab.analysis import analyze
from houseway.lab.facet import RoundPlayer, lab_of
from houseway.lab.holdem import workers
from houseway.lab.inputs import InputError
from houseway.lab.sheet import Progress, quiet
from houseway.lab.side import payments, side_wagers
from houseway.lab.simulated import engine, poker
from houseway.lab.simulated.settling import MAIN, Settling, Sums, settled, settling
from houseway.money import Role
from houseway.rules.game import Decide
from houseway.rules.paytable import NO_CHOICE
from houseway.rules.table_rules import TableRules

if TYPE_CHECKING:
    from houseway.lab.generic.best_player import BestPlayer

_CHUNK, _CHUNK_AUDITED, _CHUNK_POKER = 1 << 19, 50, 1 << 16
SEATS = 6
"""How many sit at a game of poker if it is not said."""

Key = tuple[str, str]
"""A wager and its paytable."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What the rounds netted, in units of ``unit``, beside what they net on average over every deal, where that is known."""

    name: str
    paytable: str
    unit: str
    rounds: int
    mean: Fraction
    deviation: float
    exact: Fraction | None = None
    exact_deviation: float | None = None

    @property
    def z(self) -> float | None:
        """How far the mean lies from the exact one, in standard deviations of such a mean: exact ones, if they are known."""
        deviation = self.exact_deviation or self.deviation
        if self.exact is None or not deviation:
            return None
        return float(self.mean - self.exact) * sqrt(self.rounds) / deviation


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds that were played of those asked for, and how (``optimal``): fewer where somebody stopped it."""

    game: str
    digest: str
    seed: int
    asked: int
    rounds: int
    audited: bool
    played: str
    runs: tuple[Run, ...]


class _Work(Protocol):
    """A chunk of rounds, by the submission, the seed, the first of them and how many; it may be done elsewhere."""

    def __call__(self, submission: str, seed: int, start: int, rounds: int, /) -> Sums: ...


_READY = 256


class _Job(NamedTuple):
    """How rounds are played, and what is known of them: means and deviations by wager and paytable."""

    work: _Work
    size: int
    processes: bool
    played: str
    exact: Mapping[Key, tuple[Fraction, float | None]]
    units: Mapping[str, str]


def simulate(
    rules: TableRules | PokerRules,
    *,
    rounds: int,
    seed: int = 1,
    audited: bool = False,
    all_paytables: bool = False,
    players: int = SEATS,
    executor: Executor | None = None,
    several: int | None = None,
    progress: Progress = quiet,
) -> Simulation:
    """Play the rounds from 0 on: in ``several`` threads or, through the engine, processes; or wherever an executor does.

    ``all_paytables``: the wagers beside the main game settled by every other lawful choice too. ``players``: how many sit at
    a game of poker. A KeyboardInterrupt ends it with the chunks that are done.
    """
    if isinstance(rules, TableRules):
        if lab_of(rules.game.id) is None:
            job = _by_best_player(rules, progress)
        else:
            job = _through_engine(rules, progress) if audited else _by_kernel(rules, all_paytables, progress)
    elif audited:
        raise InputError(f"{rules.game.id} is not played through the engine here: leave --audited out")
    else:
        job = _checked(rules, players)
    submission = json.dumps(dict(rules.submission), sort_keys=True)
    chunks = ((start, min(job.size, rounds - start)) for start in range(0, rounds, job.size))
    total: Sums = {}
    done = 0
    pool = executor or _pool(several or workers(), processes=job.processes)
    running: dict[Future[Sums], int] = {}
    try:
        # Only so many lie ready: any number of rounds takes no more memory, and an interruption has few to give up.
        while True:
            for start, count in islice(chunks, _READY - len(running)):
                running[pool.submit(job.work, submission, seed, start, count)] = count
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                for key, tally in future.result().items():
                    total[key] = total[key] + tally if key in total else tally
                done += running.pop(future)
                progress(done, rounds, "rounds")
    except KeyboardInterrupt:
        pass
    finally:
        for future in running:
            future.cancel()
        if executor is None:
            pool.shutdown(cancel_futures=True)
    return Simulation(
        game=rules.game.id,
        digest=rules.digest,
        seed=seed,
        asked=rounds,
        rounds=done,
        audited=audited,
        played=job.played,
        runs=tuple(_runs(job, total)),
    )


def _pool(several: int, *, processes: bool) -> Executor:
    if not processes:
        return ThreadPoolExecutor(several)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(several, mp_context=get_context("spawn"))


def _runs(job: _Job, total: Sums) -> Iterator[Run]:
    for (name, paytable), tally in total.items():
        if name == engine.MORE and not tally.square:
            continue
        mean = Fraction(tally.net, tally.part * tally.rounds)
        square = Fraction(tally.square, tally.part**2 * tally.rounds)
        exact, deviation = job.exact.get((name, paytable), (None, None))
        yield Run(
            name=name,
            paytable=paytable,
            unit=job.units.get(name, job.units[MAIN]),
            rounds=tally.rounds,
            mean=mean,
            deviation=sqrt(square - mean**2),
            exact=exact,
            exact_deviation=deviation,
        )


def _units(rules: TableRules) -> dict[str, str]:
    """What each wager is measured by: the main wager, or for one beside it the wager itself."""
    found = {MAIN: rules.game.main_wager.id}
    for side in side_wagers(rules.game):
        found |= {side.id: side.id, **{id: side.id for id, *_ in payments(rules.game, side)}}
    return found


# By kernel.


class Loaded(NamedTuple):
    """A game that is ready to be played."""

    player: RoundPlayer
    solved: dict[str, Any]
    settling: Settling


def _by_kernel(rules: TableRules, all_paytables: bool, progress: Progress) -> _Job:
    sheet = analyze(rules, all_paytables=all_paytables, progress=progress)
    assert sheet.main is not None
    exact: dict[Key, tuple[Fraction, float | None]] = {}
    exact[MAIN, NO_CHOICE] = -sheet.main.house_edge, sheet.main.standard_deviation
    for of in (*sheet.main.wagers, *sheet.wagers):
        exact.setdefault((of.wager, of.paytable), (of.moments.mean, of.standard_deviation))
    # Once here, before several workers want it at once.
    loaded(json.dumps(dict(rules.submission), sort_keys=True), all_paytables, progress)
    work = partial(by_kernel, all_paytables)
    return _Job(work, _CHUNK, False, sheet.main.played, exact, _units(rules))


def by_kernel(all_paytables: bool, submission: str, seed: int, start: int, rounds: int) -> Sums:
    """A chunk of rounds of a banked game, played as its sheet plays it."""
    of = loaded(submission, all_paytables)
    return settled(of.settling, of.player.play(of.solved, seed, start, rounds))


_LOADING, _LOADED = Lock(), dict[tuple[str, bool], Loaded]()


def loaded(submission: str, all_paytables: bool = False, progress: Progress = quiet) -> Loaded:
    """What to do in every spot, from an earlier run where it kept it, and how the rounds are settled."""
    with _LOADING:
        if (submission, all_paytables) not in _LOADED:
            _LOADED.clear()
            rules = _rules(submission)
            player = _round_player(rules)
            how = settling(rules, player.ways(rules), all_paytables=all_paytables)
            name = f"play.{rules.game.id}.{_rests_on(rules, how)}"
            found = store.kept_arrays(name)
            if found is None:
                found = player.solved(rules, progress)
                store.keep_arrays(name, found)
            # The first round of all makes whatever the rounds share.
            player.play(found, 0, 0, 1)
            _LOADED[submission, all_paytables] = Loaded(player, found, how)
        return _LOADED[submission, all_paytables]


def _round_player(rules: TableRules) -> RoundPlayer:
    lab = lab_of(rules.game.id)
    assert lab is not None
    return lab.round_player()


def _rests_on(rules: TableRules, how: Settling) -> str:
    """A digest of what play rests on: what the main wagers pay, what may be answered, how hands are set, how many positions there are."""
    digest = sha256(str(rules.game.seats).encode())
    digest.update(repr([phase for phase in rules.game.phases if isinstance(phase, Decide)]).encode())
    for item in how.mains:
        digest.update(repr((item.id, item.nets)).encode() + item.table.lowered.tobytes())
    if rules.game.arrangement is not None:
        digest.update(repr(rules.game.arrangement.house_way).encode())
    return digest.hexdigest()[:16]


@lru_cache(maxsize=4)
def _rules(submission: str) -> TableRules:
    return registry.resolve(json.loads(submission), kind=TableRules)


# Through the engine.


def _through_engine(rules: TableRules, progress: Progress) -> _Job:
    sheet = analyze(rules, progress=progress)
    assert sheet.main is not None
    # Meters move, and payments on top are counted together.
    known = [of for of in sheet.wagers if of.role is Role.WAGER and of.progressive is None]
    exact = {(of.wager, of.paytable): (of.moments.mean, of.standard_deviation) for of in known}
    # A chip is more than the nothing that the sheet takes the least raise for.
    if not any(option.any_chip for phase in rules.game.phases if isinstance(phase, Decide) for option in phase.options):
        exact[MAIN, NO_CHOICE] = -sheet.main.house_edge, sheet.main.standard_deviation
    # Once here, before several workers want it at once.
    loaded(json.dumps(dict(rules.submission), sort_keys=True), progress=progress)
    return _Job(through_engine, _CHUNK_AUDITED, True, sheet.main.played, exact, _units(rules))


def through_engine(submission: str, seed: int, start: int, rounds: int) -> Sums:
    """A chunk of rounds, each at a table of its own."""
    of = loaded(submission)
    return engine.play(_rules(submission), of.solved, of.settling, seed, start, rounds)


def _by_best_player(rules: TableRules, progress: Progress) -> _Job:
    """Play a game whose chapter has no lab facet: through the engine, as the generic solver plays it."""
    sheet = analyze(rules, progress=progress)
    assert sheet.main is not None
    exact: dict[Key, tuple[Fraction, float | None]] = {}
    if sheet.main.estimate is None:
        exact[MAIN, NO_CHOICE] = -sheet.main.house_edge, sheet.main.standard_deviation
    for wager in sheet.wagers:
        if wager.role is Role.WAGER and wager.progressive is None and wager.estimate is None:
            exact[wager.wager, wager.paytable] = wager.moments.mean, wager.standard_deviation
    return _Job(by_best_player, _CHUNK_AUDITED, True, sheet.main.played, exact, _units(rules))


def by_best_player(submission: str, seed: int, start: int, rounds: int) -> Sums:
    """Play a chunk of rounds by the generic solver's best play, each at a table of its own."""
    from houseway.lab.generic.engine_rounds import play_rounds

    rules, player = _best_player(submission)
    return play_rounds(rules, player, seed, start, rounds)


@lru_cache(maxsize=2)
def _best_player(submission: str) -> tuple[TableRules, BestPlayer]:
    from houseway.lab.generic.best_player import BestPlayer

    rules = _rules(submission)
    return rules, BestPlayer(rules)


# Poker.


def _checked(rules: PokerRules, players: int) -> _Job:
    # What goes around the table comes back: nobody does better than another.
    exact = {(poker.seat_name(seat), NO_CHOICE): (Fraction(0), None) for seat in range(players)}
    poker.spot_of(rules.game.id, players)
    work = partial(checked, rules.game.id, players)
    return _Job(work, _CHUNK_POKER, False, "checked and called to the end", exact, {MAIN: "what each seat puts in"})


def checked(game: str, players: int, submission: str, seed: int, start: int, rounds: int) -> Sums:
    """A chunk of hands of poker."""
    return poker.play(game, players, seed, start, rounds)
