"""Chapter 663a, Five Card Hi-Lo."""

from typing import Any

from houseway.rules.chapter import Chapter, Parts, Rules, Strategy

_NAME = "Five Card Hi-Lo"


def _parts() -> Parts[Any]:
    from houseway.chapters.c663a_five_card_hi_lo.submission import FiveCardHiLoSubmission

    return Parts(submission=FiveCardHiLoSubmission, rules=_rules)


def _rules(submission: Any) -> Rules:
    from houseway.chapters.c663a_five_card_hi_lo.game import rules

    return rules(submission)


def _strategy() -> Strategy:
    from houseway.chapters.c663a_five_card_hi_lo.strategy import strategy

    return strategy


def _lab() -> Any:
    from houseway.chapters.c663a_five_card_hi_lo.lab import LAB

    return LAB


def _layout() -> Any:
    from houseway.chapters.c663a_five_card_hi_lo.layout import LAYOUT

    return LAYOUT


CHAPTER = Chapter(
    folder=__name__,
    number="663a",
    title=_NAME,
    games={"five-card-hi-lo": _NAME},
    parts=_parts,
    strategy=_strategy,
    lab=_lab,
    layout=_layout,
)
