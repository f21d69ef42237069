"""Chapter 647a, Texas Hold 'Em Bonus Poker."""

from typing import Any

from houseway.rules.chapter import Chapter, Parts, Rules, Strategy

_NAME = "Texas Hold 'Em Bonus Poker"


def _parts() -> Parts[Any]:
    from houseway.chapters.c647a_holdem_bonus.submission import HoldemBonusSubmission

    return Parts(submission=HoldemBonusSubmission, rules=_rules)


def _rules(submission: Any) -> Rules:
    from houseway.chapters.c647a_holdem_bonus.game import rules

    return rules(submission)


def _strategy() -> Strategy:
    from houseway.chapters.c647a_holdem_bonus.strategy import strategy

    return strategy


def _lab() -> Any:
    from houseway.chapters.c647a_holdem_bonus.lab import LAB

    return LAB


def _layout() -> Any:
    from houseway.chapters.c647a_holdem_bonus.layout import LAYOUT

    return LAYOUT


CHAPTER = Chapter(
    folder=__name__,
    number="647a",
    title=_NAME,
    games={"holdem-bonus": _NAME},
    parts=_parts,
    strategy=_strategy,
    lab=_lab,
    layout=_layout,
)
