"""What each answer to a question at a banked table is worth, from what the seat that is asked may see.

A hint rests on an observation alone, so it knows the player's own cards, the board and what is placed, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import msgspec
import numpy as np

from houseway.cards import DECK_52
from houseway.chapters.holdem import FOLDED, PLAYER_FLOP_CATEGORY
from houseway.chapters.registry import chapter_of
from houseway.chapters.strategy import board, hand
from houseway.engine.asking import Ask, Question
from houseway.engine.banked.commands import Decide
from houseway.engine.banked.deciding import HOUSE_WAY
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.lab.advice import GAMES, Answer, advise, hi_lo_with_tie, is_kept
from houseway.lab.inputs import InputError
from houseway.lab.lowering import rows_by
from houseway.lab.sheet import Progress, Size, quiet
from houseway.money import Cents
from houseway.ranking.kernels import categories, rank
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, what the round then nets on average, in cents, and how much less that is than the best answer brings."""

    command: Decide
    value: Fraction
    costs: Fraction


def hint(rules: TableRules, seen: BankedObservation, seat: Seat, *, progress: Progress = quiet) -> tuple[Hint, ...]:
    """Every answer to what a seat is asked now, the best first.

    The main game is in the value, and of the wagers beside it those that an answer can lose.
    """
    asks = [ask for ask in seen.due if ask.command == "decide" and ask.seat == seat]
    held, shown = hand(seen, seat) if seat in seen.hands else (), board(seen)
    # Against a player who banks and sets as that player likes the lab knows no value.
    if rules.game.id not in GAMES or not asks or not held or any(ask.may_wait for ask in asks) or seen.bank is not None:
        raise InputError(
            f"there is no hint for seat {seat} now: it is not asked for an answer that the lab knows the value of"
        )
    placed = seen.placed[seat]
    unit = placed[rules.game.main_wager.id]
    if rules.game.id == "five-card-hi-lo":
        answers = hi_lo_with_tie(rules, held, Fraction(placed.get("tie", 0), unit))
    else:
        answers = list(advise(rules, held, shown, progress=progress))
    if "progressive" in placed and seen.phase == "before_flop":
        answers = _with_progressive(rules, seen, seat, answers)
    found = sorted(_offered(asks, answers, unit), key=lambda one: -one[1])
    best = found[0][1]
    return tuple([Hint(command=command, value=unit * value, costs=unit * (best - value)) for command, value in found])


def _offered(asks: list[Ask], answers: list[Answer], unit: int) -> Iterator[tuple[Decide, Fraction]]:
    """The answers that are asked for and that the chips suffice for, as commands."""
    for ask in asks:
        settings = [one for one in answers if one.setting is not None]
        if ask.cards is not None:
            for one in settings:
                assert one.setting is not None
                yield Decide(word=ask.word, high=one.setting.high, low=one.setting.low), one.value
        elif ask.word == HOUSE_WAY:
            yield from ((Decide(word=ask.word), one.value) for one in answers if one.house)
        elif settings and ask.word == settings[0].word.split(",")[0]:
            # The hands are set when they are asked for, as is best.
            cents = ask.amounts.least if ask.amounts is not None else Cents(0)
            yield Decide(word=ask.word, cents=cents), max(one.value for one in settings)
        else:
            for one in answers:
                cents = Cents(one.times * unit)
                if one.word.split()[0] != ask.word:
                    continue
                if ask.amounts is not None and not one.times:
                    cents = ask.amounts.least
                if ask.amounts is None or ask.amounts.allows(cents):
                    yield Decide(word=ask.word, cents=cents if ask.amounts is not None else Cents(0)), one.value


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
    return [msgspec.structs.replace(one, value=one.value + more[one.word == "fold"]) for one in answers]


def strategy(rules: TableRules, seen: BankedObservation, question: Question, chance: Random) -> Command | None:
    """How a computer player plays when the lab is there: by the best hint, where that takes no long sum; else by its chapter."""
    of_chapter = chapter_of(rules.game.id).strategy()
    if rules.game.id not in _BY_HINT or not question.of("decide") or question.may_wait or not is_ready(rules, seen):
        answered: Command | None = of_chapter(rules, seen, question, chance)
        return answered
    return hint(rules, seen, question.seat)[0].command


_BY_HINT = frozenset({"heads-up-holdem", "holdem-bonus"})
"""The games whose chapters do not play exactly by themselves: 663a does, and in 645a the house way is followed."""


def is_ready(rules: TableRules, seen: BankedObservation) -> bool:
    """Whether a hint comes at once: before the Flop it rests on every deal there is, which an earlier run may have kept."""
    return rules.game.id not in _BY_HINT or bool(board(seen)) or is_kept(rules)
