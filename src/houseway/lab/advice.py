"""Every answer that a spot of a banked game allows, with its exact value, best play coming after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec
import numpy as np

from houseway.cards import CARD_TEXT, DECK_52, Card, repeated, text_of
from houseway.chapters.c663a_five_card_hi_lo.values import values_of
from houseway.lab import heads_up_holdem, holdem_bonus, pai_gow_best, store
from houseway.lab.holdem import Numbers, by_starting_hand, live_pairs
from houseway.lab.inputs import InputError
from houseway.lab.kernels import showdowns
from houseway.lab.kernels.boards import PAIRS, boards, sets
from houseway.lab.sheet import Progress, quiet
from houseway.rules.game import Decide
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer and what the round nets with it on average, in units of the main wager; ``costs``: less than the best.

    ``times``: how many units it places, where it says so; ``setting``: how it sets the hands. ``deals``: how many it wins, pushes and
    loses, where that is all there is. ``house``: whether the house would answer so. ``estimated``: the value is a mean of samples.
    """

    word: str
    value: Fraction
    costs: Fraction = Fraction(0)
    times: int = 0
    setting: Setting | None = None
    deals: tuple[int, int, int] | None = None
    house: bool = False
    estimated: bool = False


def advise(
    rules: TableRules, hand: Sequence[Card], board: Sequence[Card] = (), *, progress: Progress = quiet
) -> tuple[Answer, ...]:
    """The answers to the question that is asked when a player holds these cards and these lie on the board; the best first."""
    if rules.game.id not in GAMES:
        raise InputError(f"there is no advice for {rules.game.id} yet; there is for {', '.join(GAMES)}")
    of, dealt, shown = GAMES[rules.game.id]
    twice = repeated((*hand, *board))
    if twice is not None:
        raise InputError(f"{CARD_TEXT[twice]} is stated twice, and the deck has it once")
    if not set(hand) | set(board) <= set(rules.game.deck):
        raise InputError("the joker is no card of this game: the deck has 52 cards")
    if len(hand) != dealt or len(board) not in shown:
        legal = " or ".join(map(str, shown)) if any(shown) else "none"
        raise InputError(
            f"a question of {rules.game.name} is asked with {dealt} cards in hand and {legal} on the board, "
            f"not with {len(hand)} and {len(board)}"
        )
    return _from_the_best(of(rules, tuple(hand), tuple(board), progress))


Cards = tuple[Card, ...]


def _from_the_best(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    found = sorted(answers, key=lambda one: -one.value)
    return tuple([msgspec.structs.replace(one, costs=found[0].value - one.value) for one in found])


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
        kind = boards().hole[_pair(hand)]
        placed, more, rest, deals = (int(one[kind]) for one in _before_flop_677a(rules, progress))
    answers = []
    for option in _asked(rules, phase).options:
        match option.word:
            case "raise":
                if option.any_chip:
                    answers.append(Answer(word="raise one chip", value=Fraction(placed, deals)))
                answers += [
                    Answer(word=f"raise {times}", value=Fraction(placed + times * more, deals), times=times)
                    for times in range(option.least_times, option.most_times + 1)
                ]
            case "fold":
                answers.append(Answer(word="fold", value=Fraction(-len(heads_up_holdem.PLACED))))
            case word:
                answers.append(Answer(word=word, value=Fraction(rest, deals)))
    return answers


def _before_flop_677a(rules: TableRules, progress: Progress) -> Numbers:
    """For each of the 169 first two cards: what Ante and Odds win, what a Raise of one Ante wins, what a check comes to, and how
    many deals there are, all in parts of an Ante."""

    def solve() -> Numbers:
        raises, found = heads_up_holdem.Raises.of(rules), heads_up_holdem.sums(rules, progress)
        pairs, flops = boards(), sets(3)
        sums, extra, end = found.on_flop
        best = np.maximum(end, sums + raises.on_flop * extra)
        if raises.any_chip:
            best = np.maximum(best, sums)
        rest = best * live_pairs(flops, pairs) * flops.weights.astype(np.int64)[:, None]
        deals = by_starting_hand(np.full(PAIRS, heads_up_holdem.DEALS // PAIRS * found.unit), pairs)
        return np.stack([*found.by_hole, by_starting_hand(rest.sum(0), pairs), deals])

    return _kept(rules, solve)


def _before_flop_647a(rules: TableRules, progress: Progress) -> Numbers:
    """For each of the 169 first two cards: what a Flop Wager comes to, and how many deals there are, in parts of an Ante."""

    def solve() -> Numbers:
        sizes, found = holdem_bonus.Sizes.of(rules), holdem_bonus.sums(rules, progress)
        pairs, flops = boards(), sets(3)
        turn, river = found.on_flop
        later = (np.maximum(turn, 0) + river) * live_pairs(flops, pairs) * flops.weights.astype(np.int64)[:, None]
        stays = found.by_hole[0] + sizes.flop * found.by_hole[1] + by_starting_hand(later.sum(0), pairs)
        deals = by_starting_hand(np.full(PAIRS, holdem_bonus.DEALS // PAIRS * found.unit), pairs)
        return np.stack([stays, deals])

    return _kept(rules, solve)


def _kept(rules: TableRules, solve: Callable[[], Numbers]) -> Numbers:
    """What an earlier run kept, or else what is solved now."""
    if rules.digest not in _BEFORE_FLOP:
        held = store.kept_arrays(_name(rules))
        if held is None:
            held = {"sums": solve()}
            store.keep_arrays(_name(rules), held)
        _BEFORE_FLOP[rules.digest] = held["sums"]
    return _BEFORE_FLOP[rules.digest]


def is_kept(rules: TableRules) -> bool:
    """Whether what stands before the Flop is known without a long sum."""
    return rules.digest in _BEFORE_FLOP or store.kept_arrays(_name(rules)) is not None


_BEFORE_FLOP: dict[str, Numbers] = {}


def _name(rules: TableRules) -> str:
    return f"before-flop.{rules.game.id}.{rules.digest}"


def _bonus(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    sizes = holdem_bonus.Sizes.of(rules)
    unit, pays = holdem_bonus.pays_of(rules)
    if not board:
        kind = boards().hole[_pair(hand)]
        stays, deals = (int(one[kind]) for one in _before_flop_647a(rules, progress))
        return [
            Answer(word=f"flop {sizes.flop}", value=Fraction(stays, deals), times=sizes.flop),
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
        Answer(word="bet 1", value=Fraction(placed + more, deals), times=1),
        Answer(word="check", value=Fraction(placed, deals)),
    ]


def _hi_lo(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    return hi_lo_with_tie(rules, hand, Fraction(0))


def hi_lo_with_tie(rules: TableRules, hand: Cards, tie: Fraction) -> list[Answer]:
    """The answers beside a Tie Wager of so many Antes, which a fold loses too."""
    settings = [
        Answer(word=f"play, set {text_of(setting.high)} / {text_of(setting.low)}", value=value, setting=setting)
        for setting, value in values_of(rules, hand, tie=tie).items()
    ]
    return [*settings, Answer(word="fold", value=-1 - tie)]


def _pai_gow(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    return [
        Answer(
            word=f"set {text_of(one.setting.high)} / {text_of(one.setting.low)}",
            value=one.value,
            setting=one.setting,
            deals=(one.won, one.pushed, one.lost),
            house=one.house,
        )
        for one in pai_gow_best.values_of(rules, hand)
    ]


GAMES: dict[str, tuple[Callable[[TableRules, Cards, Cards, Progress], list[Answer]], int, tuple[int, ...]]] = {
    "heads-up-holdem": (_heads_up, 2, (0, 3, 5)),
    "holdem-bonus": (_bonus, 2, (0, 3, 4)),
    "pai-gow": (_pai_gow, 7, (0,)),
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
