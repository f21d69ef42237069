"""Rounds by number: the same for any workers, dealt and counted as the reference has it, near the exact figures."""

import json
import os
import pty
import signal
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.cards import DECK_52
from houseway.chapters import registry
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c677a_heads_up_holdem.lab.advice import raised
from houseway.chapters.c677a_heads_up_holdem.lab.kernels import simulation as kernels
from houseway.chapters.c677a_heads_up_holdem.lab.kernels import sums as ways
from houseway.chapters.c677a_heads_up_holdem.lab.simulation import board_classes
from houseway.chapters.strategy import board, hand
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.lab import simulation
from houseway.lab.advice import advise
from houseway.lab.choices import model_of
from houseway.lab.inputs import InputError
from houseway.lab.kernels.boards import BOARD_CLASSES, CHANGES, FLOP_CLASSES, PAIRS, boards, sets
from houseway.lab.kernels.philox import words_of
from houseway.lab.simulated.engine import best_answer
from houseway.money import Cents
from houseway.ranking import STANDARD_ORDER, category_of, strength
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from tests.cli.process import HOUSEWAY
from tests.cli.process import houseway as run
from tests.kit.waiting import until


def rules_of(game, **choices):
    return registry.resolve({"game": game, **choices}, kind=TableRules)


def dealt(number, seed):
    """The nine cards of a round, from the words of its counter."""
    words = []
    for block in range(3):
        found = np.zeros(4, np.uint64)
        words_of(np.array([number, 0, block, 0], np.uint64), np.array([seed, 0], np.uint64), found)
        words += found.tolist()
    deck, cards = list(DECK_52), []
    for place in range(9):
        at = place + (words[place] * (52 - place) >> 32)
        deck[place], deck[at] = deck[at], deck[place]
        cards.append(deck[place])
    return cards


def played(start, rounds, *, before, flop, raised):
    pairs, flops = boards(), sets(3)
    counted, holes = np.zeros((ways.WAYS, 10, 10, 3), np.int64), np.zeros(169, np.int64)
    kernels.play(
        start, np.uint64(5), rounds, before, flop, flops.classes, flops.change, pairs.target,
        board_classes(), raised, pairs.hole, counted, holes,
    )  # fmt: skip
    return counted


@pytest.mark.long
def test_rounds_of_677a_are_dealt_by_number_and_counted_by_the_reference():
    """With answers drawn at random for every class of flops and of boards, each round ends as the tables say."""
    chance = np.random.default_rng(3)
    pairs, flops, rounds = boards(), sets(3), 300
    before = chance.choice(np.array([ways.CHECK, ways.CHECK, ways.MOST, ways.TOKEN], np.uint8), PAIRS)
    flop = chance.choice(np.array([ways.CHECK, ways.CHECK, ways.MOST, ways.TOKEN], np.uint8), (FLOP_CLASSES, PAIRS))
    raised = chance.integers(0, 256, (BOARD_CLASSES, kernels.ROW), dtype=np.uint8)
    expected = np.zeros((ways.WAYS, 10, 10, 3), np.int64)
    turned = {tuple(one): number for number, one in enumerate(flops.members.tolist())}
    whole = {tuple(one): number for number, one in enumerate(pairs.boards.tolist())}

    def there(several, two, known):
        """The classes and pairs to which changes of suits can lead."""
        found = []
        for to in CHANGES:
            moved = tuple(sorted(card & ~3 | to[card & 3] for card in several))
            if moved in known:
                a, b = sorted(card & ~3 | to[card & 3] for card in two)
                found.append((known[moved], b * (b - 1) // 2 + a))
        return found

    for number in range(7, 7 + rounds):
        cards = dealt(number, 5)
        two, bank, board = cards[:2], cards[2:4], cards[4:]
        a, b = sorted(two)
        pair = b * (b - 1) // 2 + a
        on_flop, at_end = there(board[:3], two, turned), there(board, two, whole)
        # Answers drawn at random differ between equal ways to turn a board: the kernel takes one of them.
        says_flop = {int(flop[where]) for where in on_flop}
        says_end = {int(raised[where, one >> 3] >> (one & 7) & 1) for where, one in at_end}
        own = played(number, 1, before=before, flop=flop, raised=raised)
        (ended,) = np.flatnonzero(own.sum((1, 2, 3)))
        if before[pair] != ways.CHECK:
            first = {ways.MOST: ways.PLAYED_BEFORE_FLOP, ways.TOKEN: ways.TOKEN_BEFORE_FLOP}
            assert ended == first[int(before[pair])]
        else:
            possible = {ways.MOST: ways.PLAYED_ON_FLOP, ways.TOKEN: ways.TOKEN_ON_FLOP}
            allowed = {possible[one] for one in says_flop if one in possible}
            if ways.CHECK in says_flop:
                allowed |= {ways.PLAYED_AT_END if one else ways.FOLDED for one in says_end}
            assert ended in allowed
        mine, other = strength((*two, *board), STANDARD_ORDER), strength((*bank, *board), STANDARD_ORDER)
        compared = 2 if mine > other else 0 if mine < other else 1
        expected[ended, category_of(mine), category_of(other), compared] += 1
    together = played(7, rounds, before=before, flop=flop, raised=raised)
    assert (together == expected).all()


@pytest.mark.long
def test_every_board_is_turned_to_its_class():
    classes, members = board_classes(), boards().boards
    chance = Random(4)
    for _ in range(500):
        cards = sorted(chance.sample(range(52), 5))
        number = sum(comb(card, place + 1) for place, card in enumerate(cards))
        of = int(classes[number])
        to = CHANGES[of & 31]
        assert sorted(card & ~3 | to[card & 3] for card in cards) == members[of >> 5].tolist()


@pytest.mark.long
def test_rounds_through_the_engine_are_the_same_for_any_number_of_workers():
    rules = rules_of("five-card-hi-lo")
    found = []
    for several in (1, 3):
        with ThreadPoolExecutor(several) as pool:
            found.append(simulation.simulate(rules, rounds=120, seed=9, audited=True, executor=pool))
    assert found[0] == found[1] and found[0].rounds == 120
    assert {one.name for one in found[0].runs} == {"main game", "tie", "poker_bonus"}
    by_name = {one.name: one.z for one in found[0].runs}
    assert all(abs(by_name[name] or 9) < 4 for name in ("main game", "poker_bonus"))


def answered_as_advised(game, solved, rounds, streets):
    """Whether the answers at a table, on these streets, are those that exact advice values most; how many were asked."""
    rules, chance, asked = rules_of(game), Random(17), 0
    main = {one.id: Cents(1000) for one in rules.game.wagers.values() if one.main or one.equals}
    for _ in range(rounds):
        table = registry.open_table(rules)
        table.seat(1, "Ann", 100_000)

        def answer(question, table=table):
            nonlocal asked
            if question.of("place_wagers"):
                return cmd.PlaceWagers(wagers=main)
            seen = table.observe(Viewer(Role.PLAYER, "Ann"))
            given = best_answer(rules, solved, seen, question, chance)
            if question.of("decide") and len(board(seen)) in streets:
                asked += 1
                assert isinstance(given, cmd.Decide)
                (best, *others) = advise(rules, hand(seen, Seat(1)), board(seen))
                alike = [best, *(one for one in others if one.costs == 0)]
                if given.word == "set":
                    assert (given.high, given.low) in [
                        (one.setting.high, one.setting.low) for one in alike if one.setting
                    ]
                else:
                    assert given.word in [one.word.split()[0].rstrip(",") for one in alike], (best, given, board(seen))
                    assert given.word == "play" or given.cents in [1000 * one.times for one in alike]
            return given

        House(table, Seeded(chance)).play_round(answer)
    return asked


def test_rounds_through_the_engine_are_answered_as_is_best():
    assert answered_as_advised("five-card-hi-lo", {}, 12, (0,)) > 12


@pytest.mark.long
def test_a_spot_is_looked_up_as_the_kernel_does():
    chance = np.random.default_rng(4)
    before = chance.choice([ways.CHECK, ways.MOST], PAIRS, p=[0.9, 0.1]).astype(np.uint8)
    flop = chance.choice([ways.CHECK, ways.MOST], (FLOP_CLASSES, PAIRS)).astype(np.uint8)
    at_end = chance.integers(0, 256, (BOARD_CLASSES, kernels.ROW), np.uint8)
    solved = {"before_flop": before, "on_flop": flop, "raised": at_end}
    for number in range(200):
        cards = dealt(number, 5)
        counted = played(number, 1, before=before, flop=flop, raised=at_end)
        hole, shown = cards[:2], cards[4:]
        by_street = [raised(solved, hole, shown[:many]) == ways.MOST for many in (0, 3, 5)]
        ended = (ways.PLAYED_BEFORE_FLOP, ways.PLAYED_ON_FLOP, ways.PLAYED_AT_END)
        expected = next((way for way, raised in zip(ended, by_street, strict=True) if raised), ways.FOLDED)
        assert counted[expected].sum() == 1


@pytest.mark.proof
@pytest.mark.parametrize(("game", "streets"), [("heads-up-holdem", (0, 3, 5)), ("holdem-bonus", (0, 3, 4))])
def test_every_answer_through_the_engine_is_best(game, streets):
    solved = simulation.loaded(json.dumps({"game": game})).solved
    assert answered_as_advised(game, solved, 400, streets) > 800


@pytest.mark.long
def test_an_interruption_leaves_the_rounds_that_were_played():
    def interrupt(done, of, what):
        if what == "rounds":
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as pool:
        found = simulation.simulate(
            rules_of("five-card-hi-lo"), rounds=500, audited=True, executor=pool, progress=interrupt
        )
    assert 0 < found.rounds < found.asked == 500


@pytest.mark.long
def test_rounds_by_kernel_are_the_same_for_any_number_of_workers_and_near_the_exact_figures():
    rules = rules_of("five-card-hi-lo")
    one, two = (
        simulation.simulate(rules, rounds=(1 << 19) + 5, seed=2, all_paytables=True, several=several)
        for several in (1, 2)
    )
    assert one == two and one.rounds == (1 << 19) + 5
    assert {(run.name, run.paytable) for run in one.runs} == {
        *[(name, "-") for name in ("main game", "ante", "play", "tie")],
        *[("ante_bonus", "A"), ("poker_bonus", "A"), ("poker_bonus", "B")],
    }
    assert all(run.z is not None and abs(run.z) < 4 for run in one.runs)
    by_name = {(run.name, run.paytable): run.mean for run in one.runs}
    # The main game is the sum of its wagers, round by round.
    assert by_name["main game", "-"] == sum(by_name[one] for one in (("ante", "-"), ("play", "-"), ("ante_bonus", "A")))


def test_poker_is_checked_and_called_to_the_end():
    rules = registry.resolve(tomllib.loads(registry.example_of("holdem")), game="holdem", kind=PokerRules)
    one, two = (simulation.simulate(rules, rounds=200_000, seed=3, several=several) for several in (1, 2))
    assert one == two and [run.name for run in one.runs] == [f"seat {seat}" for seat in range(1, 7)]
    assert sum(run.mean for run in one.runs) == 0
    assert all(run.exact == 0 and run.z is not None and abs(run.z) < 4 for run in one.runs)
    with pytest.raises(InputError, match="too many"):
        simulation.simulate(rules, rounds=10, players=11)
    with pytest.raises(InputError, match="not played through the engine"):
        simulation.simulate(rules, rounds=10, audited=True)


@pytest.mark.long
def test_the_command_line_prints_json(tmp_path):
    ran = run("simulate", "five-card-hi-lo", "--audited", "--rounds", "20", "--workers", "1", "--json")
    found = json.loads(ran.out)
    assert (found["rounds"], found["seed"], found["audited"]) == (20, 1, True)
    ran = run("simulate", "omaha-high", "--rounds", "500", "--players", "3", "--json")
    found = json.loads(ran.out)
    assert [one["wager"] for one in found["wagers"]] == ["seat 1", "seat 2", "seat 3"]
    stated = tmp_path / "nine.toml"
    stated.write_text(registry.example_of("stud-high"), encoding="utf-8")
    found = json.loads(run("simulate", str(stated), "--rounds", "500", "--players", "2", "--json").out)
    assert (found["game"], len(found["wagers"])) == ("stud-high", 2)
    gone = run("simulate", "holdem", "--set", "rake.kind=none")
    assert gone.code == 1 and "leave --set out" in gone.err


METER = {"rate_percent": 20, "initial": 1_000_000, "reset": 1_000_000}
BONUS = {"progressive": {**METER, "wagers": [100, 500]}, "five_card": METER, "magic_card": True, "lucky_bonus": True}
GAMES = [
    ("heads-up-holdem", {}),
    ("heads-up-holdem", {"raise_minimum": "chip"}),
    ("holdem-bonus", BONUS),
    ("holdem-bonus", {**BONUS, "ante_pays_on": "flush"}),
    *[("five-card-hi-lo", {"paytables": {"ante_bonus": letter}}) for letter in "ABCD"],
    ("pai-gow", {"progressive": METER}),
    ("pai-gow", {"progressive": METER, "variant": "ez"}),
]
"""Every choice that changes a main game or what it offers; the paytables beside it are settled from the same rounds."""


@pytest.mark.proof
@pytest.mark.parametrize(("game", "choices"), GAMES)
def test_every_wager_and_paytable_is_near_the_exact_figure_over_ten_million_rounds(game, choices):
    rules = rules_of(game, **choices)
    found = simulation.simulate(rules, rounds=10_000_000, seed=1, all_paytables=True)
    wagers = {one.id for one in rules.game.wagers.values() if one.offered}
    assert found.rounds == 10_000_000 and wagers | {"main game"} <= {run.name for run in found.runs}
    settled = {(run.name, run.paytable) for run in found.runs}
    lettered = {
        (wager, letter)
        for wager, letters in model_of(rules).paytable_choices.items()
        for letter in letters
        if wager in wagers
    }
    assert lettered <= settled
    if "red" in wagers:
        assert {("red", "red_black_joker red"), ("black", "red_black_joker black")} <= settled
    assert [(run.name, run.paytable, run.z) for run in found.runs if run.z is None or abs(run.z) >= 4] == []


@pytest.mark.proof
@pytest.mark.parametrize("game", registry.games(banked=True))
def test_rounds_by_kernel_are_the_same_for_one_worker_and_for_two(game):
    one, two = (simulation.simulate(rules_of(game), rounds=2_000_000, seed=4, several=several) for several in (1, 2))
    assert one == two


@pytest.mark.long
def test_ctrl_c_prints_what_there_is():
    """Heard while rounds are played, which the bar on the terminal tells."""
    ours, theirs = pty.openpty()
    # Where the tests run in the background a child would take over that Ctrl-C is ignored.
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    words = ["simulate", "five-card-hi-lo", "--rounds", str(10**13), "--workers", "1", "--json"]
    program = f"{heard}; from houseway.cli import main; main({words})"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=theirs) as running:
        shown = b""
        while b"rounds: [" not in shown and running.poll() is None:
            shown += os.read(ours, 4096)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate()
    for end in (ours, theirs):
        os.close(end)
    found = json.loads(out)
    assert running.returncode == 0 and 0 < found["rounds"] < found["asked"] == 10**13
    assert all(abs(one["z"]) < 5 for one in found["wagers"])


@pytest.mark.long
def test_a_cluster_that_is_not_there_is_said_in_a_sentence():
    gone = run("simulate", "five-card-hi-lo", "--cluster", "tcp://127.0.0.1:1")
    assert gone.code == 1 and gone.err.startswith("Error: There is no cluster at tcp://127.0.0.1:1")
    assert len(gone.err.splitlines()) <= 3


@pytest.mark.proof
@pytest.mark.filterwarnings("ignore")
def test_the_command_line_on_a_cluster_that_loses_a_worker_prints_the_same():
    """A scheduler and two worker processes, one of which is killed while it plays rounds for ``houseway simulate``."""
    from distributed import LocalCluster

    words = ["simulate", "five-card-hi-lo", "--rounds", "20000000", "--seed", "5", "--json"]
    alone = run(*words, "--workers", "1")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address, scheduler = cluster.scheduler_address, cluster.scheduler
        command = [HOUSEWAY, *words, "--cluster", address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:

            def done():
                return sum(task.state == "memory" for task in list(scheduler.tasks.values()))

            until(lambda: done() or running.poll() is not None)
            # What it has done and has not handed over is lost with it.
            killed = cluster.workers[0].process.pid
            os.kill(killed, signal.SIGKILL)
            left = sum(task.state not in ("memory", "released") for task in list(scheduler.tasks.values()))
            out, err = running.communicate()
    assert left and running.returncode == 0, err
    assert json.loads(out) == json.loads(alone.out)


@pytest.mark.proof
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_changes_nothing():
    from distributed import Client, LocalCluster

    rules = rules_of("five-card-hi-lo")
    with ThreadPoolExecutor(1) as pool:
        alone = simulation.simulate(rules, rounds=1000, seed=3, audited=True, executor=pool)
    killed: list[int] = []
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:

        def kill(done, of, what):
            if what == "rounds" and not killed:
                killed.append(cluster.workers[0].process.pid)
                os.kill(killed[0], signal.SIGKILL)

        with client.get_executor() as pool:
            found = simulation.simulate(rules, rounds=1000, seed=3, audited=True, executor=pool, progress=kill)
    assert killed and found == alone
