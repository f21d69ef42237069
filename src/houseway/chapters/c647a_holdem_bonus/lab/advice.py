"""The value of every answer in 647a, with the Progressive Payout Wager at a table, and the best answer there."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import msgspec
import numpy as np

from houseway.cards import DECK_52
from houseway.chapters.c647a_holdem_bonus.lab import solver
from houseway.chapters.holdem import FOLDED, PLAYER_FLOP_CATEGORY
from houseway.chapters.strategy import board, hand, says
from houseway.engine.asking import Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.lab.advice import Answer, advise
from houseway.lab.facet import Cards, Solved
from houseway.lab.holdem import Numbers, by_starting_hand, live_pairs
from houseway.lab.holdem_advice import pair_number, sums_before_flop, unseen_cards, won_on_boards
from houseway.lab.kernels import showdowns
from houseway.lab.kernels.boards import PAIRS, boards, sets
from houseway.lab.kernels.lookups import is_set, set_number
from houseway.lab.lowering import rows_by
from houseway.lab.sheet import Progress, Size
from houseway.money import Cents
from houseway.ranking.kernels import categories, rank
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat


def answers(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    """Return every answer to the question asked with these cards."""
    sizes = solver.Sizes.of(rules)
    unit, pays = solver.pays_of(rules)
    if not board:
        kind = boards().hole[pair_number(hand)]
        stays, deals = (int(sums[kind]) for sums in _before_flop(rules, progress))
        return [
            Answer(word=f"flop {sizes.flop}", value=Fraction(stays, deals), times=sizes.flop),
            Answer(word="fold", value=Fraction(-1)),
        ]
    ante, street = won_on_boards(hand, board, pays)
    placed, more, deals = (
        int((ante + sizes.flop * street).sum()),
        int(street.sum()),
        ante.size * showdowns.DEALERS * unit,
    )
    if len(board) == 3:
        # Either of the two cards to come may be the turn; a River Wager is placed where the turn makes it gain.
        by_turn: dict[int, int] = {}
        for two, won in zip(combinations(unseen_cards(hand, board), 2), street.tolist(), strict=True):
            for card in two:
                by_turn[card] = by_turn.get(card, 0) + won
        gains = sum(max(won, 0) for won in by_turn.values())
        placed, more, deals = 2 * placed + gains, 2 * more, 2 * deals
    return [
        Answer(word="bet 1", value=Fraction(placed + more, deals), times=1),
        Answer(word="check", value=Fraction(placed, deals)),
    ]


def _before_flop(rules: TableRules, progress: Progress) -> Numbers:
    """For each of the 169 first two cards: what a Flop Wager comes to, and how many deals there are, in parts of an Ante."""

    def solve() -> Numbers:
        sizes, sums = solver.Sizes.of(rules), solver.sums(rules, progress)
        pairs, flops = boards(), sets(3)
        turn, river = sums.on_flop
        later = (np.maximum(turn, 0) + river) * live_pairs(flops, pairs) * flops.weights.astype(np.int64)[:, None]
        stays = sums.by_hole[0] + sizes.flop * sums.by_hole[1] + by_starting_hand(later.sum(0), pairs)
        deals = by_starting_hand(np.full(PAIRS, solver.DEALS // PAIRS * sums.unit), pairs)
        return np.stack([stays, deals])

    return sums_before_flop(rules, solve)


def answers_at_table(rules: TableRules, seen: BankedObservation, seat: Seat, progress: Progress) -> list[Answer]:
    """Return every answer, with the Progressive Payout Wager that a fold before the Flop loses."""
    listed = list(advise(rules, hand(seen, seat), board(seen), progress=progress))
    if "progressive" in seen.placed[seat] and seen.phase == "before_flop":
        return _with_progressive(rules, seen, seat, listed)
    return listed


def _with_progressive(rules: TableRules, seen: BankedObservation, seat: Seat, answers: list[Answer]) -> list[Answer]:
    """647a: the Progressive Payout Wager, which a fold loses; otherwise it goes by the two cards and the Flop."""
    held, wager = hand(seen, seat), seen.placed[seat]["progressive"]
    left = [card for card in DECK_52 if card not in held]
    flops = np.array([*combinations(left, 3)], np.uint8).T
    every = np.concatenate([np.broadcast_to(np.array(held, np.uint8)[:, None], (2, flops.shape[1])), flops])
    table = rules.game.tables["progressive"]
    rows = rows_by(table, (FOLDED, PLAYER_FLOP_CATEGORY))[0][categories(rank(every))]
    size = Size(wager=wager, meter=seen.meters["progressive"])
    nets = [size.worth(row.worth.net(table.role)) for row in table.rows]
    times = np.bincount(rows, minlength=len(nets)).tolist()
    stays = sum((many * net for many, net in zip(times, nets, strict=True)), start=Fraction(0)) / flops.shape[1]
    share = Fraction(wager, seen.placed[seat][rules.game.main_wager.id])
    more = {True: -share, False: share * stays}
    return [msgspec.structs.replace(answer, value=answer.value + more[answer.word == "fold"]) for answer in answers]


def best_answer(rules: TableRules, solved: Solved, seen: BankedObservation, question: Question) -> Command:
    """Answer a question as is best for the main game."""
    seat = question.seat
    pair, shown, ante = set_number(hand(seen, seat)), board(seen), seen.placed[seat]["ante"]
    if not shown:
        folds = solved["folds"][pair]
        return says(question, "fold") if folds else says(question, "flop", Cents(solver.Sizes.of(rules).flop * ante))
    here, at = sets(len(shown)), set_number(shown)
    bets = solved["turn_bets" if len(shown) == 3 else "river_bets"]
    better = is_set(bets, int(here.classes[at]), int(boards().target[here.change[at], pair]))
    return says(question, "bet", ante) if better else says(question, "check")
