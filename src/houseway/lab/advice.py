"""Every answer that a spot of a banked game allows, with its exact value, best play coming after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec
import numpy as np

from houseway.cards import CARD_TEXT, DECK_52, Card, repeated, text_of
from houseway.lab import heads_up_holdem, hi_lo, holdem_bonus
from houseway.lab.holdem import Numbers, by_starting_hand, live_pairs
from houseway.lab.inputs import InputError
from houseway.lab.kernels import showdowns
from houseway.lab.kernels.boards import PAIRS, boards, sets
from houseway.lab.sheet import Progress, quiet
from houseway.rules.game import Decide
from houseway.rules.table_rules import TableRules


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer and what the round nets with it on average, in units of the main wager; ``costs``: less than the best."""

    word: str
    value: Fraction
    costs: Fraction = Fraction(0)


def advise(
    rules: TableRules, hand: Sequence[Card], board: Sequence[Card] = (), *, progress: Progress = quiet
) -> tuple[Answer, ...]:
    """The answers to the question that is asked when a player holds these cards and these lie on the board; the best first."""
    if rules.game.id not in _GAMES:
        raise InputError(f"there is no advice for {rules.game.id} yet; there is for {', '.join(_GAMES)}")
    of, dealt, shown = _GAMES[rules.game.id]
    twice = repeated((*hand, *board))
    if twice is not None:
        raise InputError(f"{CARD_TEXT[twice]} is stated twice, and the deck has it once")
    if not set(hand) | set(board) <= set(DECK_52):
        raise InputError("the joker is no card of this game: the deck has 52 cards")
    if len(hand) != dealt or len(board) not in shown:
        legal = " or ".join(map(str, shown))
        raise InputError(
            f"a question of {rules.game.name} is asked with {dealt} cards in hand and {legal} on the board, "
            f"not with {len(hand)} and {len(board)}"
        )
    found = sorted(of(rules, tuple(hand), tuple(board), progress), key=lambda one: -one.value)
    return tuple([msgspec.structs.replace(one, costs=found[0].value - one.value) for one in found])


Cards = tuple[Card, ...]


def _heads_up(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    raises = heads_up_holdem.Raises.of(rules)
    unit, pays = heads_up_holdem.pays_of(rules)
    lost = heads_up_holdem.folded(unit)
    phase = {0: heads_up_holdem.BEFORE_FLOP, 3: heads_up_holdem.BEFORE_TURN, 5: heads_up_holdem.AFTER_RIVER}[len(board)]
    if board:
        both, raised = _won(hand, board, pays)
        deals = both.size * showdowns.DEALERS * unit
        rest = int(np.maximum(both + raises.at_end * raised, lost).sum())
        placed, more = int(both.sum()), int(raised.sum())
    else:
        found = heads_up_holdem.sums(rules, progress)
        pairs, flops, kind = boards(), sets(3), boards().hole[_pair(hand)]
        sums, extra, end = found.on_flop
        best = np.maximum(end, sums + raises.on_flop * extra)
        if raises.any_chip:
            best = np.maximum(best, sums)
        later = best * live_pairs(flops, pairs) * flops.weights.astype(np.int64)[:, None]
        rest = int(by_starting_hand(later.sum(0), pairs)[kind])
        placed, more = (int(one[kind]) for one in found.by_hole)
        deals = heads_up_holdem.DEALS // PAIRS * int((pairs.hole == kind).sum()) * unit
    answers = []
    for option in _asked(rules, phase).options:
        match option.word:
            case "raise":
                if option.any_chip:
                    answers.append(Answer(word="raise one chip", value=Fraction(placed, deals)))
                answers += [
                    Answer(word=f"raise {times}", value=Fraction(placed + times * more, deals))
                    for times in range(option.least_times, option.most_times + 1)
                ]
            case "fold":
                answers.append(Answer(word="fold", value=Fraction(-len(heads_up_holdem.PLACED))))
            case word:
                answers.append(Answer(word=word, value=Fraction(rest, deals)))
    return answers


def _bonus(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    sizes = holdem_bonus.Sizes.of(rules)
    unit, pays = holdem_bonus.pays_of(rules)
    if not board:
        found = holdem_bonus.sums(rules, progress)
        pairs, flops, kind = boards(), sets(3), boards().hole[_pair(hand)]
        turn, river = found.on_flop
        later = (np.maximum(turn, 0) + river) * live_pairs(flops, pairs) * flops.weights.astype(np.int64)[:, None]
        stays = found.by_hole[0] + sizes.flop * found.by_hole[1] + by_starting_hand(later.sum(0), pairs)
        deals = holdem_bonus.DEALS // PAIRS * int((pairs.hole == kind).sum()) * unit
        return [
            Answer(word=f"flop {sizes.flop}", value=Fraction(int(stays[kind]), deals)),
            Answer(word="fold", value=Fraction(-1)),
        ]
    ante, street = _won(hand, board, pays)
    placed, more, deals = (
        int((ante + sizes.flop * street).sum()),
        int(street.sum()),
        ante.size * showdowns.DEALERS * unit,
    )
    if len(board) == 3:
        # Either of the two cards to come may be the turn; a River Wager is placed where the turn makes it gain.
        by_turn: dict[int, int] = {}
        for two, won in zip(combinations(_left(hand, board), 2), street.tolist(), strict=True):
            for card in two:
                by_turn[card] = by_turn.get(card, 0) + won
        gains = sum(max(won, 0) for won in by_turn.values())
        placed, more, deals = 2 * placed + gains, 2 * more, 2 * deals
    return [
        Answer(word="bet 1", value=Fraction(placed + more, deals)),
        Answer(word="check", value=Fraction(placed, deals)),
    ]


def _hi_lo(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    settings = [
        Answer(word=f"play, set {text_of(setting.high)} / {text_of(setting.low)}", value=value)
        for setting, value in hi_lo.values_of(rules, hand).items()
    ]
    return [*settings, Answer(word="fold", value=Fraction(-1))]


_GAMES: dict[str, tuple[Callable[[TableRules, Cards, Cards, Progress], list[Answer]], int, tuple[int, ...]]] = {
    "heads-up-holdem": (_heads_up, 2, (0, 3, 5)),
    "holdem-bonus": (_bonus, 2, (0, 3, 4)),
    "five-card-hi-lo": (_hi_lo, 5, (0,)),
}
"""How each game is answered, how many cards a player holds, and how many lie on the board when a question is asked."""


def _asked(rules: TableRules, phase: str) -> Decide:
    (found,) = [one for one in rules.game.phases if isinstance(one, Decide) and one.id == phase]
    return found


def _pair(hand: Cards) -> int:
    a, b = sorted(hand)
    return b * (b - 1) // 2 + a


def _left(hand: Cards, board: Cards) -> list[Card]:
    return [card for card in DECK_52 if card not in hand and card not in board]


def _won(hand: Cards, board: Cards, pays: Numbers) -> tuple[Numbers, Numbers]:
    """What the pair wins of two wagers over every dealer, on each board that this one can become."""
    rest = combinations(_left(hand, board), 5 - len(board))
    every = np.array([(*board, *more) for more in rest], np.uint8)
    pairs, found = boards(), np.zeros((2, len(every)), np.int64)
    showdowns.won_by(every, pairs.suits, pairs.first, pairs.second, pays, _pair(hand), found)
    return found[0], found[1]
