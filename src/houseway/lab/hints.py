"""What each answer to a question at a banked table is worth, from what the seat that is asked may see.

A hint rests on an observation alone, so it knows the player's own cards, the board and what is placed, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import msgspec

from houseway.chapters.registry import chapter_of
from houseway.chapters.strategy import board, hand
from houseway.engine.asking import Ask, Question
from houseway.engine.banked.commands import Decide
from houseway.engine.banked.deciding import HOUSE_WAY
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.lab.advice import Answer, advise
from houseway.lab.facet import lab_of
from houseway.lab.inputs import InputError
from houseway.lab.sheet import Progress, quiet
from houseway.money import Cents
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
    lab = lab_of(rules.game.id)
    if not asks or not held or any(ask.may_wait for ask in asks) or seen.bank is not None:
        raise InputError(
            f"there is no hint for seat {seat} now: it is not asked for an answer that the lab knows the value of"
        )
    unit = seen.placed[seat][rules.game.main_wager.id]
    if lab is None:
        from houseway.lab.generic import answer_values

        answers = list(answer_values(rules, held, shown, placed=seen.placed[seat], phase=seen.phase, progress=progress))
    elif lab.advice.at_table is not None:
        answers = lab.advice.at_table(rules, seen, seat, progress)
    else:
        answers = list(advise(rules, held, shown, progress=progress))
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


def strategy(rules: TableRules, seen: BankedObservation, question: Question, chance: Random) -> Command | None:
    """Answer as a computer player does when the lab is there: by the best hint if that takes no long sum, else by the chapter."""
    lab = lab_of(rules.game.id)
    by_hint = lab is not None and lab.plays_by_hint
    if not by_hint or not question.of("decide") or question.may_wait or not is_ready(rules, seen):
        answer: Command | None = chapter_of(rules.game.id).strategy()(rules, seen, question, chance)
        return answer
    return hint(rules, seen, question.seat)[0].command


def is_ready(rules: TableRules, seen: BankedObservation) -> bool:
    """Return whether a hint comes at once, without a long sum."""
    lab = lab_of(rules.game.id)
    return lab is None or lab.advice.is_quick is None or lab.advice.is_quick(rules, tuple(board(seen)))
