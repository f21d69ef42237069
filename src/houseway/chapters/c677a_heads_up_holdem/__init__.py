"""Chapter 677a, World Poker Tour Heads-Up Hold 'Em."""

from typing import Any

from houseway.rules.chapter import Chapter, Parts, Rules, Strategy

_NAME = "World Poker Tour Heads-Up Hold 'Em"


def _parts() -> Parts[Any]:
    from houseway.chapters.c677a_heads_up_holdem.submission import HeadsUpHoldemSubmission

    return Parts(submission=HeadsUpHoldemSubmission, rules=_rules)


def _rules(submission: Any) -> Rules:
    from houseway.chapters.c677a_heads_up_holdem.game import rules

    return rules(submission)


def _strategy() -> Strategy:
    from houseway.chapters.c677a_heads_up_holdem.strategy import strategy

    return strategy


def _lab() -> Any:
    from houseway.chapters.c677a_heads_up_holdem.lab import LAB

    return LAB


def _layout() -> Any:
    from houseway.chapters.c677a_heads_up_holdem.layout import LAYOUT

    return LAYOUT


CHAPTER = Chapter(
    folder=__name__,
    number="677a",
    title=_NAME,
    games={"heads-up-holdem": _NAME},
    parts=_parts,
    strategy=_strategy,
    lab=_lab,
    layout=_layout,
)
