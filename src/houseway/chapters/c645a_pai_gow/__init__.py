"""Chapter 645a, Pai Gow Poker."""

from typing import Any

from houseway.rules.chapter import Chapter, Parts, Rules, Strategy

_NAME = "Pai Gow Poker"


def _parts() -> Parts[Any]:
    from houseway.chapters.c645a_pai_gow.submission import PaiGowSubmission

    return Parts(submission=PaiGowSubmission, rules=_rules)


def _rules(submission: Any) -> Rules:
    from houseway.chapters.c645a_pai_gow.game import rules

    return rules(submission)


def _strategy() -> Strategy:
    from houseway.chapters.c645a_pai_gow.strategy import strategy

    return strategy


def _lab() -> Any:
    from houseway.chapters.c645a_pai_gow.lab import LAB

    return LAB


def _layout() -> Any:
    from houseway.chapters.c645a_pai_gow.layout import LAYOUT

    return LAYOUT


CHAPTER = Chapter(
    folder=__name__,
    number="645a",
    title=_NAME,
    games={"pai-gow": _NAME},
    parts=_parts,
    strategy=_strategy,
    lab=_lab,
    layout=_layout,
)
