"""How a computer player plays Five Card Hi-Lo."""

from __future__ import annotations

from random import Random

from houseway.cards import Card, rank_of
from houseway.chapters.strategy import before_the_deal, hand, says
from houseway.engine.asking import Question
from houseway.engine.banked.commands import Decide
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules

_TEN, _ACE = 10, 14
_POOR_HIGH, _POOR_LOW, _POOR_SPAN = 27, 9, 14
"""Points at which both hands are too poor to play."""


def strategy(rules: TableRules, seen: BankedObservation, question: Question, chance: Random) -> Command | None:
    """Set for the widest span between both hands; fold only when both are poor."""
    if not question.of("decide"):
        return before_the_deal(rules, question, chance)
    assert rules.game.arrangement is not None
    setting = max(rules.game.arrangement.legal(hand(seen, question.seat)), key=_span)
    if seen.phase != "play":
        return Decide(word="set", high=setting.high, low=setting.low)
    high, low = _points(setting.high, ace=11), _points(setting.low, ace=1)
    poor = high <= _POOR_HIGH and low >= _POOR_LOW and high - low <= _POOR_SPAN
    return says(question, "fold" if poor else "play")


def _span(setting: Setting) -> int:
    return _points(setting.high, ace=11) - _points(setting.low, ace=1)


def _points(cards: tuple[Card, ...], *, ace: int) -> int:
    return sum(ace if rank_of(card) == _ACE else min(rank_of(card), _TEN) for card in cards)
