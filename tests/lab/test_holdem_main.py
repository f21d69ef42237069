"""The exact main games of 677a and 647a: kernels against the settlement tables, the engine and plain sums."""

import json
import random
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import combinations
from multiprocessing import get_context

import numpy as np
import pytest

from houseway.cards import DECK_52, cards, text_of
from houseway.chapters import registry
from houseway.chapters.c647a_holdem_bonus.game import rules as bonus_rules
from houseway.chapters.c647a_holdem_bonus.lab import solver as holdem_bonus
from houseway.chapters.c647a_holdem_bonus.submission import HoldemBonusSubmission
from houseway.chapters.c677a_heads_up_holdem.game import rules as heads_up_rules
from houseway.chapters.c677a_heads_up_holdem.lab import solver as heads_up_holdem
from houseway.chapters.c677a_heads_up_holdem.submission import HeadsUpHoldemSubmission
from houseway.lab import holdem
from houseway.lab.kernels import boards as tables
from houseway.lab.kernels import showdowns
from houseway.lab.lowering import NotLoweredError, parts, rows_by, unit_of
from houseway.ranking.kernels import categories, columns, rank
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules
from tests.kit.stated_rounds import answer, settled
from tools.record_counts import FOLDER, MAIN_CHOICES, main_counts_of

HEADS_UP = heads_up_rules(HeadsUpHoldemSubmission())
BONUS = {kind: bonus_rules(HoldemBonusSubmission(ante_pays_on=kind)) for kind in ("straight", "flush")}
MAIN_WAGERS = {"heads-up-holdem": ("ante", "odds", "raise"), "holdem-bonus": ("ante", "flop", "turn", "river")}
# Boards with no pair, pairs, three, four and five of a suit, straights, and a full house.
BOARDS = (
    "2c 7d 9h Js Kc",
    "2c 2d 9h 9s Kc",
    "2c 7c 9c Js Kd",
    "3c 7c 9c Kc 4d",
    "9c Tc Jc Qc 2c",
    "7c 8d 9h Ts 2s",
    "Ac Ad Ah Kc Kd",
)


def board_values(board, rules, wagers):
    """What each pair wins of two sums of wagers on a board, by the kernel; in parts of a unit."""
    pairs = tables.boards()
    settled_by = [rules.game.tables[wager] for group in wagers for wager in group]
    unit = unit_of(settled_by)
    pays = np.stack([sum(parts(rules.game.tables[wager], holdem.COUNTED, unit) for wager in group) for group in wagers])
    ordered, other = np.empty(showdowns.LIVE, np.int64), np.empty(showdowns.LIVE, np.int64)
    upper, lower = np.empty(tables.PAIRS, np.uint16), np.empty(tables.PAIRS, np.uint16)
    total, with_card = np.zeros(10, np.int64), np.zeros((10, 52), np.int64)
    won = np.zeros((2, tables.PAIRS), np.int64)
    showdowns.order(np.array(board, np.uint8), pairs.suits, upper, lower, ordered, other, np.empty((3, 1024), np.int64))
    showdowns.by_category(other, pairs.first, pairs.second, total, with_card)
    showdowns.values(other, pairs.first, pairs.second, pays, total, with_card, won, np.empty((4, 52), np.int64))
    return unit, won


def plain_values(board, hole, rules, wagers):
    """The same for one pair: every dealer's hand settled by the tables of the engine."""
    left = [card for card in DECK_52 if card not in board and card not in hole]
    sums = []
    for group in wagers:
        won = Fraction(0)
        for bank in combinations(left, 2):
            showdown = Showdown(hole, bank, board)
            for wager in group:
                table = rules.game.tables[wager]
                won += table.settle(showdown).worth.net(table.role).wager
        sums.append(won)
    return sums


GROUPS = {"heads-up-holdem": (("ante", "odds"), ("raise",)), "holdem-bonus": (("ante",), ("turn",))}


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("rules", [HEADS_UP, BONUS["straight"], BONUS["flush"]], ids=["677a", "straight", "flush"])
def test_a_board_sums_to_what_the_tables_pay_against_every_dealer(text, rules):
    board = cards(text)
    groups = GROUPS[rules.game.id]
    unit, won = board_values(board, rules, groups)
    chance = random.Random(text)
    for _ in range(3):
        hole = tuple(sorted(chance.sample([card for card in DECK_52 if card not in board], 2)))
        at = hole[1] * (hole[1] - 1) // 2 + hole[0]
        assert [Fraction(int(row[at]), unit) for row in won] == plain_values(board, hole, rules, groups), text_of(hole)


def stated(game, player, dealer, board, words, wagers):
    return answer(
        game=game,
        submission={"ante_pays_on": "flush"} if game == "holdem-bonus" else {},
        hands={"1": text_of(player), "dealer": text_of(dealer)},
        board=text_of(board),
        seats={"1": {"wagers": wagers, "decisions": words}},
    )


@pytest.mark.parametrize("rules", [HEADS_UP, BONUS["flush"]], ids=["677a", "647a"])
def test_the_engine_settles_random_deals_by_the_row_the_kernel_gives(rules):
    chance = random.Random(9)
    game = rules.game.id
    deals = [chance.sample(DECK_52[:20] if number % 2 else DECK_52, 9) for number in range(120)]
    player, dealer = (rank(columns([deal[at : at + 2] + deal[4:] for deal in deals])) for at in (0, 2))
    compared = np.where(player > dealer, 2, np.where(player == dealer, 1, 0))
    rows = {
        wager: rows_by(rules.game.tables[wager], holdem.COUNTED)[categories(player), categories(dealer), compared]
        for wager in MAIN_WAGERS[game]
    }
    for number, deal in enumerate(deals):
        if game == "heads-up-holdem":
            given = stated(game, deal[:2], deal[2:4], deal[4:], ["raise 3000"], {"ante": 1000, "odds": 1000})
        else:
            given = stated(game, deal[:2], deal[2:4], deal[4:], ["flop", "bet", "bet"], {"ante": 1000})
        for wager, numbers in rows.items():
            row = rules.game.tables[wager].rows[numbers[number]]
            one = settled(given, wager)
            assert (one.pays, one.clause) == (row.text, row.clause), (wager, text_of(deal))


def test_a_table_that_looks_at_more_than_is_counted_is_refused():
    with pytest.raises(NotLoweredError, match=r"pocket_bonus looks at holdem\.player-hole-cards"):
        rows_by(HEADS_UP.game.tables["pocket_bonus"], holdem.COUNTED)


def test_classes_of_boards_flops_and_turns_count_every_one():
    every, flops, turns = tables.boards(), tables.sets(3), tables.sets(4)
    assert (len(every.boards), len(flops.members), len(turns.members)) == (134_459, 1_755, 16_432)
    assert [int(one.weights.sum(dtype=np.int64)) for one in (every, flops, turns)] == [2_598_960, 22_100, 270_725]
    chance = random.Random(3)
    for size, found in ((3, flops), (4, turns)):
        for _ in range(200):
            drawn = sorted(chance.sample(DECK_52, size))
            at = tables.three_number.py_func(*drawn) if size == 3 else tables.four_number.py_func(*drawn)
            to = tables.CHANGES[found.change[at]]
            assert {card & ~3 | to[card & 3] for card in drawn} == set(found.members[found.classes[at]].tolist())


@pytest.fixture(scope="module")
def heads_up():
    found = heads_up_holdem.sums(HEADS_UP)
    return found, heads_up_holdem.best_play(found, heads_up_holdem.Raises.of(HEADS_UP), any_chip=False)


@pytest.mark.proof
def test_677a__one_flop_by_plain_sums(heads_up):
    """Turn, river and dealer one by one, for two cards on one flop."""
    found, _ = heads_up
    flop, hole = cards("2c 9c Kd"), cards("9h Jc")
    flops, pairs = tables.sets(3), tables.boards()
    at = tables.three_number.py_func(*sorted(flop))
    number, change = flops.classes[at], flops.change[at]
    low, high = sorted(card & ~3 | tables.CHANGES[change][card & 3] for card in hole)
    both = raised = end = Fraction(0)
    for turn_river in combinations([card for card in DECK_52 if card not in flop + hole], 2):
        one, two = plain_values(flop + turn_river, hole, HEADS_UP, GROUPS["heads-up-holdem"])
        both, raised, end = both + one, raised + two, end + max(one + two, -2 * showdowns.DEALERS)
    assert pairs.first[high * (high - 1) // 2 + low] == low
    sums = found.on_flop[:, number, high * (high - 1) // 2 + low]
    assert [Fraction(int(one), found.unit) for one in sums] == [both, raised, end]


@pytest.mark.proof
@pytest.mark.parametrize("name", MAIN_CHOICES)
def test_golden_counts_of_the_main_games(name):
    assert main_counts_of(name) == json.loads((FOLDER / f"{name}.json").read_text())


def edge_of(name):
    """The house edge by the golden counts."""
    kept = json.loads((FOLDER / f"{name}.json").read_text())
    return -sum(Fraction(net) * deals for net, deals in kept["results"].items()) / kept["total"]


def staked_by(name, per_deal):
    """The average wager by the golden counts: what each answer adds."""
    kept = json.loads((FOLDER / f"{name}.json").read_text())
    return sum(Fraction(per_deal.get(made, 0) * deals, kept["total"]) for made, deals in kept["decisions"].items())


@pytest.mark.parametrize(
    ("kind", "edge", "wager", "risk"),
    [("straight", "2.037", "3.8181", "0.5335"), ("flush", "5.594", "3.7939", "1.4744")],
)
def test_647a__the_golden_counts_have_the_published_figures(kind, edge, wager, risk):
    """Those for a straight are published: 2.037% of the Ante, 3.8181 Antes, 0.5335%."""
    name = f"main-holdem-bonus-{kind}"
    staked = 1 + staked_by(name, {"before_flop: flop": 2, "before_turn: bet": 1, "before_river: bet": 1})
    figures = (100 * edge_of(name), staked, 100 * edge_of(name) / staked)
    assert tuple(f"{float(one):.{places}f}" for one, places in zip(figures, (3, 4, 4), strict=True)) == (
        edge,
        wager,
        risk,
    )


def test_677a_11_b__reading_677a_raise_up_to__any_chip_amount_favours_the_player():
    assert edge_of("main-heads-up-holdem") == Fraction(21107007059, 463563500400)
    assert edge_of("main-heads-up-holdem-chip") == Fraction(-44091721, 1344961800)


@pytest.mark.parametrize("name", MAIN_CHOICES)
def test_golden_counts_are_of_the_rules_as_they_are_and_add_up(name):
    kept = json.loads((FOLDER / f"{name}.json").read_text())
    rules = registry.resolve(MAIN_CHOICES[name], kind=TableRules)
    assert kept["digest"] == rules.digest
    totals = {
        "heads-up-holdem": 27_813_810_024_000,
        "holdem-bonus": 55_627_620_048_000,
        "pai-gow": 8_250_459_031_214_400,
    }
    assert kept["total"] == totals[kept["game"]]
    for counts in (kept["results"], *kept["wagers"].values()):
        assert sum(counts.values()) == kept["total"]


@pytest.mark.long
def test_chunks_add_up_the_same_in_other_processes():
    """The first boards in one piece, and in two from worker processes."""
    _, pays = holdem_bonus.pays_of(BONUS["straight"])
    make, work = holdem_bonus._no_sums, partial(holdem_bonus._gather, pays)
    many, whole = holdem.sums_of_chunk(make, work, range(300))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        parts_found = [
            executor.submit(holdem.sums_of_chunk, make, work, part).result() for part in (range(200), range(200, 300))
        ]
    assert many == 300 == sum(boards for boards, _ in parts_found)
    for one, *others in zip(whole, *(sums for _, sums in parts_found), strict=True):
        assert (one == sum(others)).all() and one.any()


@pytest.mark.proof
def test_647a__one_turn_by_plain_sums():
    """River and dealer one by one, for two cards on four of the board."""
    found = holdem_bonus.sums(BONUS["straight"])
    turn, hole = cards("2c 9c Kd Jh"), cards("9h Jc")
    turns = tables.sets(4)
    at = tables.four_number.py_func(*sorted(turn))
    low, high = sorted(card & ~3 | tables.CHANGES[turns.change[at]][card & 3] for card in hole)
    rivers = [card for card in DECK_52 if card not in turn + hole]
    expected = sum(plain_values((*turn, river), hole, BONUS["straight"], (("turn",),))[0] for river in rivers)
    assert Fraction(int(found.on_turn[turns.classes[at], high * (high - 1) // 2 + low]), found.unit) == expected
