"""The generic solver on short decks, against rounds played by the words of each chapter: every deal settled by the tables of the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from houseway.lab.generic import solve_main_game, wager_sheets
from houseway.lab.sheet import MainSheet
from houseway.rules.game import SettleWagers
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules
from tests.kit.short_decks import deck_of, short_rules


def net(rules: TableRules, wager: str, showdown: Showdown) -> Fraction:
    table = rules.game.tables[wager]
    return table.settle(showdown).worth.net(table.role).wager


def without(deck, *groups):
    taken = {card for group in groups for card in group}
    return [card for card in deck if card not in taken]


def netted(sheet: MainSheet) -> dict[Fraction, int]:
    return {one.net: one.deals for one in sheet.results}


def asked(sheet: MainSheet) -> dict[tuple[str, str], int]:
    return {(one.asked, one.answer): one.deals for one in sheet.decisions}


class Holdem:
    """What both games of hold'em against the dealer share: what wagers net against every hand of the dealer, in halves of an Ante."""

    def __init__(self, rules, wagers):
        self.rules, self.deck, self.wagers = rules, rules.game.deck, wagers
        self.dealers = comb(len(self.deck) - 7, 2)
        self._won: dict[Any, Any] = {}

    def won(self, hand, board):
        """Return what the wagers net against each hand of the dealer, and in all."""
        key = (hand, frozenset(board))
        if key not in self._won:
            each = [
                tuple(int(2 * net(self.rules, wager, Showdown(hand, bank, board))) for wager in self.wagers)
                for bank in combinations(without(self.deck, hand, board), 2)
            ]
            self._won[key] = each, tuple(map(sum, zip(*each, strict=True)))
        return self._won[key]

    def total(self, hand, boards):
        """Return what each wager nets in all on these boards."""
        return tuple(map(sum, zip(*(self.won(hand, board)[1] for board in boards), strict=True)))


def in_antes(results):
    return {Fraction(halves, 2): deals for halves, deals in results.items()}


def played_heads_up(rules: TableRules, *, any_chip: bool):
    """677a.11: raise three times, or twice after the Flop, or once after the River, or fold; the smaller wager where two are worth the same."""
    game = Holdem(rules, ("ante", "odds", "raise"))
    results, words = Counter[Any](), Counter[tuple[str, str]]()

    # A fold loses Ante and Odds.
    folded = -4 * game.dealers

    def at_end(hand, board):
        return max(sum(game.won(hand, board)[1]), folded)

    def raises(hand, boards, most):
        ante, odds, more = game.total(hand, boards)
        sizes = [("raise one chip", 0)] if any_chip else []
        sizes += [(f"raise {times}", times) for times in range(1, most + 1)]
        return [(word, ante + odds + times * more) for word, times in sizes]

    def end(hand, board, times):
        for ante, odds, more in game.won(hand, board)[0]:
            results[ante + odds + times * more] += 1

    for hand in combinations(game.deck, 2):
        flops = []
        for flop in combinations(without(game.deck, hand), 3):
            boards = [tuple(sorted((*flop, *rest))) for rest in combinations(without(game.deck, hand, flop), 2)]
            answers = [("check", sum(at_end(hand, board) for board in boards)), *raises(hand, boards, 2)]
            flops.append((boards, max(answers, key=lambda one: one[1])))
        every = [board for boards, _ in flops for board in boards]
        answers = [("check", sum(value for _, (_, value) in flops)), *raises(hand, every, 3)]
        word, _ = max(answers, key=lambda one: one[1])
        words["before_flop", word] += len(every) * game.dealers
        if word != "check":
            for board in every:
                end(hand, board, _times(word))
            continue
        for boards, (said, _) in flops:
            words["before_turn", said] += len(boards) * game.dealers
            for board in boards:
                if said != "check":
                    end(hand, board, _times(said))
                elif at_end(hand, board) > folded:
                    words["after_river", "raise"] += game.dealers
                    end(hand, board, 1)
                else:
                    words["after_river", "fold"] += game.dealers
                    results[-4] += game.dealers
    return in_antes(results), words


def _times(word: str) -> int:
    return 0 if word == "raise one chip" else int(word.split()[1])


@pytest.mark.long
@pytest.mark.parametrize(
    ("ranks", "suits", "minimum"),
    [
        ("2TKA", "cdh", "ante"),
        pytest.param("9TJQKA", "cs", "ante", marks=pytest.mark.proof),
        pytest.param("9TJQKA", "cs", "chip", marks=pytest.mark.proof),
    ],
)
def test_677a_is_played_and_counted_as_deal_by_deal(ranks, suits, minimum):
    rules = short_rules("heads-up-holdem", deck_of(ranks, suits), raise_minimum=minimum)
    results, words = played_heads_up(rules, any_chip=minimum == "chip")
    sheet = solve_main_game(rules)
    assert sheet.total == sum(results.values())
    assert netted(sheet) == results
    assert asked(sheet) == words


def played_bonus(rules: TableRules):
    """647a.11: an Ante, then twice as much to see the Flop or fold, then a bet of one Ante or a check before Turn and River."""
    game = Holdem(rules, ("ante", "flop", "turn", "river"))
    results, words = Counter[Any](), Counter[tuple[str, str]]()

    for hand in combinations(game.deck, 2):
        plays, value = [], 0
        for flop in combinations(without(game.deck, hand), 3):
            ends = []
            for turn in without(game.deck, hand, flop):
                boards = [(*flop, turn, river) for river in without(game.deck, hand, flop, (turn,))]
                on_river = game.total(hand, boards)[3]
                ends.append((boards, on_river > 0))
                value += max(on_river, 0)
            ante, on_flop, on_turn, _ = game.total(hand, [board for boards, _ in ends for board in boards])
            value += ante + 2 * on_flop + max(on_turn, 0)
            plays.append((on_turn > 0, ends))
        deals = sum(len(boards) for _, ends in plays for boards, _ in ends) * game.dealers
        if value <= -2 * deals:
            words["before_flop", "fold"] += deals
            results[-2] += deals
            continue
        words["before_flop", "flop"] += deals
        for bets_turn, ends in plays:
            for boards, bets_river in ends:
                many = len(boards) * game.dealers
                words["before_turn", "bet" if bets_turn else "check"] += many
                words["before_river", "bet" if bets_river else "check"] += many
                for board in boards:
                    for ante, flop, turn, river in game.won(hand, board)[0]:
                        results[ante + 2 * flop + bets_turn * turn + bets_river * river] += 1
    return in_antes(results), words


@pytest.mark.long
@pytest.mark.parametrize(
    ("ranks", "suits", "least"),
    [("2TKA", "cdh", "flush"), pytest.param("9TJQKA", "cs", "straight", marks=pytest.mark.proof)],
)
def test_647a_is_played_and_counted_as_deal_by_deal(ranks, suits, least):
    rules = short_rules("holdem-bonus", deck_of(ranks, suits), ante_pays_on=least)
    results, words = played_bonus(rules)
    sheet = solve_main_game(rules)
    assert sheet.total == sum(results.values())
    assert netted(sheet) == results
    assert asked(sheet) == words


def set_hands(rules: TableRules, won, lost):
    """Each hand set as is best against all hands of the bank, or given up for ``lost`` Antes; what it then nets, and how often it is set as the house would."""
    game = rules.game
    arrangement = game.arrangement
    assert arrangement is not None
    size = arrangement.high + arrangement.low
    house = {hand: arrangement.bank(hand) for hand in combinations(game.deck, size)}
    for hand in combinations(game.deck, size):
        banks = [*combinations(without(game.deck, hand), size)]
        best = None if lost is None else lost * len(banks)
        chosen: list[Showdown] | None = None
        for setting in sorted(arrangement.legal(hand), key=lambda one: one != house[hand]):
            showdowns = [Showdown(hand, bank, player_setting=setting, bank_setting=house[bank]) for bank in banks]
            value = sum(won(one) for one in showdowns)
            if best is None or value > best:
                best, chosen = value, showdowns
        yield hand, chosen, len(banks)


@pytest.mark.long
def test_663a_is_played_and_counted_as_deal_by_deal():
    rules = short_rules("five-card-hi-lo", deck_of("A25K", "cdh"))
    (stage,) = rules.game.stages
    assert isinstance(stage, SettleWagers)
    bonus = dict(stage.on_top)["play"].table

    def won(showdown):
        on_top = bonus.settle(showdown).worth.net(bonus.role).wager
        return net(rules, "ante", showdown) + net(rules, "play", showdown) + on_top

    results, ties, folded = Counter[Fraction](), Counter[str](), 0
    for _, showdowns, banks in set_hands(rules, won, Fraction(-1)):
        if showdowns is None:
            results[Fraction(-1)] += banks
            folded += banks
            continue
        for one in showdowns:
            results[won(one)] += 1
            ties[rules.game.tables["tie"].settle(one).text] += 1
    sheet = solve_main_game(rules)
    assert netted(sheet) == results
    assert asked(sheet)["play", "fold"] == folded
    # A fold loses the Tie Wager (663a.11(b)(1)), which is not played for.
    (tie,) = wager_sheets(rules, [rules.game.wagers["tie"]])
    counted = Counter[str]()
    for row in tie.rows:
        counted["folded" if row.label == "folded" else row.pays] += row.combinations
    assert counted == Counter({**ties, "folded": folded})


@pytest.mark.long
@pytest.mark.parametrize("variant", ["ez", pytest.param("standard", marks=pytest.mark.proof)])
def test_645a_is_played_and_counted_as_deal_by_deal(variant):
    rules = short_rules("pai-gow", deck_of("9TJQKA2", "cs", joker=True), variant=variant)
    kept = Fraction(19, 20) if rules.vigorish else Fraction(1)

    def won(showdown):
        value = net(rules, "pai_gow", showdown)
        return value * kept if value > 0 else value

    # Settings that are worth the same may win and lose differently often, so what is compared is what all hands net.
    total = sum(won(one) for _, showdowns, _ in set_hands(rules, won, None) for one in showdowns)
    sheet = solve_main_game(rules)
    assert sheet.total == comb(15, 7) * 8
    assert sheet.moments.mean == Fraction(total, sheet.total)
