"""Every answer that a spot of a banked game allows, with its exact value, best play coming after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from houseway.cards import CARD_TEXT, Card, repeated
from houseway.lab.facet import lab_of
from houseway.lab.inputs import InputError
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
    lab = lab_of(rules.game.id)
    if lab is None:
        from houseway.lab.generic import answer_values

        return answer_values(rules, hand, board, progress=progress)
    dealt, shown = lab.advice.hand_cards, lab.advice.board_cards
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
    return _from_the_best(lab.advice.answers(rules, tuple(hand), tuple(board), progress))


def _from_the_best(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    ordered = sorted(answers, key=lambda answer: -answer.value)
    return tuple([msgspec.structs.replace(answer, costs=ordered[0].value - answer.value) for answer in ordered])


def decision_of(rules: TableRules, phase: str) -> Decide:
    """Return the question asked in a phase."""
    (decision,) = [asked for asked in rules.game.phases if isinstance(asked, Decide) and asked.id == phase]
    return decision
