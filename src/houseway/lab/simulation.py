"""Rounds of a banked game played by number: each is dealt by its number and the seed, whoever plays it and when.

What a chunk of rounds comes to is whole numbers, and chunks are added up, so that a simulation is the same to the bit on any
number of workers. 677a is played by a kernel as the lab plays it best; any game through the engine, where every event is
made, with the strategy of its chapter's computer players.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from fractions import Fraction
from functools import cache, lru_cache
from hashlib import sha256
from math import sqrt
from random import Random
from threading import Lock
from typing import Any

import msgspec
import numpy as np

from houseway.chapters import registry
from houseway.chapters.holdem import PLAYER_HOLE_CARDS
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Question
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Command, Table, Viewer
from houseway.engine.roles import Role
from houseway.lab import heads_up_holdem, store
from houseway.lab.analysis import analyze
from houseway.lab.holdem import COUNTED, Numbers, workers
from houseway.lab.inputs import InputError
from houseway.lab.kernels import heads_up_holdem as ways
from houseway.lab.kernels import simulated as kernels
from houseway.lab.kernels.boards import BOARD_CLASSES, BOARDS, CHANGES, boards, sets
from houseway.lab.kernels.showdowns import CATEGORIES
from houseway.lab.lowering import NotLoweredError, parts, unit_of
from houseway.lab.sheet import Progress, Sheet, quiet
from houseway.lab.side import side_wagers
from houseway.money import Cents
from houseway.money import Role as Rests
from houseway.rules.game import Placed
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

KERNEL = "heads-up-holdem"
"""The game that a kernel plays."""
_CHUNK, _CHUNK_AUDITED = 1 << 19, 50
_MAIN, _MORE = "main game", "paid beside"


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What rounds netted, and its squares, in parts of a unit: ``part`` of them make one."""

    part: int
    rounds: int
    net: int
    square: int

    def __add__(self, other: Tally) -> Tally:
        assert self.part == other.part
        return Tally(
            part=self.part,
            rounds=self.rounds + other.rounds,
            net=self.net + other.net,
            square=self.square + other.square,
        )


Sums = dict[str, Tally]
"""By wager, and for the main game as a whole."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What the rounds netted, in units of ``unit``, beside what they net on average over every deal, where that is known."""

    name: str
    unit: str
    rounds: int
    mean: Fraction
    deviation: float
    exact: Fraction | None = None
    exact_deviation: float | None = None

    @property
    def z(self) -> float | None:
        """How far the mean lies from the exact one, in standard deviations of such a mean."""
        if self.exact is None or not self.exact_deviation or not self.rounds:
            return None
        return float(self.mean - self.exact) * sqrt(self.rounds) / self.exact_deviation


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds that were played of those asked for: fewer where somebody stopped it."""

    game: str
    digest: str
    seed: int
    asked: int
    rounds: int
    audited: bool
    runs: tuple[Run, ...]


def simulate(
    rules: TableRules,
    *,
    rounds: int,
    seed: int = 1,
    audited: bool = False,
    executor: Executor | None = None,
    several: int | None = None,
    progress: Progress = quiet,
) -> Simulation:
    """Play the rounds from 0 on: in ``several`` threads or, through the engine, processes; or wherever an executor does.

    A KeyboardInterrupt ends it with the chunks that are done.
    """
    if not audited and rules.game.id != KERNEL:
        raise InputError(
            f"{rules.game.id} is played through the engine only: add --audited; {KERNEL} is played without it"
        )
    sheet = _sheet(rules, audited=audited, progress=progress)
    submission = json.dumps(dict(rules.submission), sort_keys=True)
    work: Callable[[str, int, int, int], Sums]
    if audited:
        size, work = _CHUNK_AUDITED, through_engine
    else:
        size, work = _CHUNK, by_kernel
        # Once here, before several workers want them at once.
        _tables(submission, progress)
    chunks = [(start, min(size, rounds - start)) for start in range(0, rounds, size)]
    total: Sums = {}
    pool = executor or _pool(several or workers(), processes=audited)
    running = [pool.submit(work, submission, seed, *chunk) for chunk in chunks]
    try:
        for future in as_completed(running):
            for name, tally in future.result().items():
                total[name] = total[name] + tally if name in total else tally
            progress(total[_MAIN].rounds, rounds, "rounds")
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
        rounds=total[_MAIN].rounds if total else 0,
        audited=audited,
        runs=tuple(_runs(rules, total, sheet, audited=audited)),
    )


def _pool(several: int, *, processes: bool) -> Executor:
    if not processes:
        return ThreadPoolExecutor(several)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(several, mp_context=get_context("spawn"))


def _sheet(rules: TableRules, *, audited: bool, progress: Progress) -> Sheet:
    # The computer players do not play the main game as the sheet does.
    return analyze(rules, main_game=not audited, progress=progress)


def _runs(rules: TableRules, total: Sums, sheet: Sheet, *, audited: bool) -> Iterator[Run]:
    exact: dict[str, tuple[Fraction, float]] = {}
    if sheet.main is not None and not audited:
        exact[_MAIN] = -sheet.main.house_edge, sheet.main.standard_deviation
        for of in sheet.main.wagers:
            exact[of.wager] = of.moments.mean, of.standard_deviation
    for of in sheet.wagers:
        # What pays by amounts or meters depends on more than the cards.
        if of.role is Rests.WAGER and of.size is None and of.progressive is None:
            exact[of.wager] = of.moments.mean, of.standard_deviation
    main = rules.game.main_wager.id
    beside = {one.id for one in side_wagers(rules.game)}
    for name, tally in total.items():
        if name == _MORE and not tally.square:
            continue
        mean = Fraction(tally.net, tally.part * tally.rounds)
        square = Fraction(tally.square, tally.part**2 * tally.rounds)
        known = exact.get(name)
        yield Run(
            name=name,
            unit=name if name in beside else main,
            rounds=tally.rounds,
            mean=mean,
            deviation=sqrt(square - mean**2),
            exact=known[0] if known else None,
            exact_deviation=known[1] if known else None,
        )


def _tally(part: int, times: Numbers, nets: Numbers) -> Tally:
    """Rounds by what each nets, in parts of the unit."""
    return Tally(
        part=part,
        rounds=int(times.sum()),
        net=int((times * nets).sum()),
        square=int((times * nets * nets).sum()),
    )


# 677a by kernel.


class _Tables(msgspec.Struct, frozen=True):
    rules: TableRules
    before_flop: Any
    on_flop: Any
    raised: Any


_LOADING = Lock()


def _tables(submission: str, progress: Progress = quiet) -> _Tables:
    """What to do in every spot of 677a, from an earlier run where it kept it."""
    with _LOADING:
        if submission not in _LOADED:
            _LOADED.clear()
            _LOADED[submission] = _load(submission, progress)
        return _LOADED[submission]


_LOADED: dict[str, _Tables] = {}


def _load(submission: str, progress: Progress) -> _Tables:
    rules = _rules(submission)
    name = f"play.{rules.game.id}.{rules.digest}"
    held = store.kept_arrays(name)
    if held is None:
        raises = heads_up_holdem.Raises.of(rules)
        play = heads_up_holdem.best_play(heads_up_holdem.sums(rules, progress), raises, any_chip=raises.any_chip)
        held = {"before_flop": play.before_flop, "on_flop": play.on_flop, "raised": _raised(rules, progress)}
        store.keep_arrays(name, held)
    return _Tables(rules, **held)


def _raised(rules: TableRules, progress: Progress) -> Any:
    pairs, (unit, pays) = boards(), heads_up_holdem.pays_of(rules)
    raised = np.zeros((BOARD_CLASSES, kernels.ROW), np.uint8)
    folded = heads_up_holdem.folded(unit)

    def work(start: int) -> int:
        part = slice(start, start + 2048)
        kernels.raised_at_end(pairs.boards[part], pairs.suits, pairs.first, pairs.second, pays, folded, raised[part])
        return start

    with ThreadPoolExecutor(workers()) as pool:
        for start in pool.map(work, range(0, BOARD_CLASSES, 2048)):
            progress(start, BOARD_CLASSES, "what is best at the end")
    return raised


@cache
def _board_classes() -> Any:
    found = np.zeros(BOARDS, np.uint32)
    back = [CHANGES.index((to.index(0), to.index(1), to.index(2), to.index(3))) for to in CHANGES]
    kernels.number_boards(boards().boards, np.array(CHANGES), np.array(back), found)
    return found


def by_kernel(submission: str, seed: int, start: int, rounds: int) -> Sums:
    """A chunk of rounds of 677a, played as is best."""
    tables = _tables(submission)
    rules, pairs, flops = tables.rules, boards(), sets(3)
    counted = np.zeros((ways.WAYS, CATEGORIES, CATEGORIES, 3), np.int64)
    holes = np.zeros(PLAYER_HOLE_CARDS.size, np.int64)
    with _LOADING:
        classes = _board_classes()
    kernels.play(
        start, np.uint64(seed), rounds, tables.before_flop, tables.on_flop, flops.classes, flops.change, pairs.target,
        classes, tables.raised, pairs.hole, counted, holes,
    )  # fmt: skip
    return _settled(rules, counted, holes)


def _settled(rules: TableRules, counted: Numbers, holes: Numbers) -> Sums:
    """What each wager netted, by the settlement tables."""
    unit, (both, raised) = heads_up_holdem.pays_of(rules)
    stakes = heads_up_holdem.Raises.of(rules).stakes
    nets = np.empty_like(counted)
    for way in range(ways.WAYS):
        nets[way] = -len(heads_up_holdem.PLACED) * unit if way == ways.FOLDED else both + stakes[way] * raised
    sums = {_MAIN: _tally(unit, counted, nets)}
    for wager in (*heads_up_holdem.PLACED, "raise"):
        each = parts(rules.game.tables[wager], COUNTED, unit)
        for way in range(ways.WAYS):
            if wager == "raise":
                nets[way] = 0 if way == ways.FOLDED else stakes[way] * each
            else:
                nets[way] = -unit if way == ways.FOLDED else each
        sums[wager] = _tally(unit, counted, nets)
    for side in side_wagers(rules.game):
        table = rules.game.tables[side.id]
        own = unit_of([table])
        if side.offered:
            try:
                sums[side.id] = _tally(own, counted.sum(0), parts(table, COUNTED, own))
            except NotLoweredError:
                sums[side.id] = _tally(own, holes, parts(table, (PLAYER_HOLE_CARDS,), own))
    return sums


# Any game through the engine.

_STAKE, _CHIPS = Cents(2_000), Cents(10_000_000)


def through_engine(submission: str, seed: int, start: int, rounds: int) -> Sums:
    """A chunk of rounds, each at a table of its own with one computer player who always wagers the same."""
    rules = _rules(submission)
    beside = [one.id for one in side_wagers(rules.game)]
    sums: Sums = {}
    for number in range(start, start + rounds):
        nets, placed = _round(rules, int.from_bytes(sha256(f"{seed}:{number}".encode()).digest()[:8]))
        unit = placed[rules.game.main_wager.id]
        own = {wager: nets[wager] for wager in beside if wager in placed}
        # A Lucky Bonus, say: paid beside wagers, and no wager itself.
        more = sum(net for name, net in nets.items() if name not in own and name not in (*rules.game.wagers, _MAIN))
        found = [(_MAIN, unit, nets[_MAIN] - sum(own.values()) - more), (_MORE, unit, more)]
        for name, part, net in (*found, *((wager, placed[wager], net) for wager, net in own.items())):
            one = Tally(part=part, rounds=1, net=net, square=net * net)
            sums[name] = sums[name] + one if name in sums else one
    return sums


def _round(rules: TableRules, seed: int) -> tuple[Counter[str], dict[str, Cents]]:
    """What the player gained in all and by each wager, and what was placed."""
    table: Table[Any, Any] = registry.open_table(rules)
    table.seat(1, "Ada", _CHIPS)
    chance = Random(seed)
    strategy = registry.chapter_of(rules.game.id).strategy()
    wagers = _wagers(rules)

    def answer(question: Question) -> Command | None:
        if question.of("place_wagers"):
            return cmd.PlaceWagers(wagers=wagers)
        seen = table.observe(Viewer(Role.PLAYER, "Ada"))
        answered: Command | None = strategy(rules, seen, question, chance)
        return answered

    events = House(table, Seeded(chance)).play_round(answer)
    nets: Counter[str] = Counter()
    for event in events:
        if isinstance(event, ev.WagerSettled):
            nets[event.wager] += event.net
    nets[_MAIN] = table.observe(Viewer(Role.PLAYER, "Ada")).chips[Seat(1)] - _CHIPS
    return nets, wagers


def _wagers(rules: TableRules) -> dict[str, Cents]:
    """The same amount on everything that is offered before the deal, as far as its limits allow."""
    found = {}
    for wager in rules.game.wagers.values():
        if wager.offered and wager.placed is Placed.BEFORE_THE_DEAL:
            most = wager.maximum if wager.maximum is not None else _STAKE
            found[wager.id] = wager.sizes[0] if wager.sizes else Cents(min(max(_STAKE, wager.minimum), most))
    return found


@lru_cache(maxsize=4)
def _rules(submission: str) -> TableRules:
    return registry.resolve(json.loads(submission), kind=TableRules)
