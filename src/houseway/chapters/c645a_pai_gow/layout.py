"""The layout of 645a.2, and the names of the hands on it."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import Card, rank_of
from houseway.chapters.c645a_pai_gow.hands import high_strength
from houseway.clause import ClauseId
from houseway.ranking.hand_names import RANK_NAMES, high_name
from houseway.rules.layout import HandSetting, Layout
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules


def _inscription(rules: TableRules) -> str:
    if "queens_dragon" in rules.game.wagers and not rules.vigorish:
        return "DEALER’S QUEEN’S DRAGON PUSHES THE PAI GOW WAGER"
    return "FIVE CARDS HIGH · TWO CARDS LOW · COPIES GO TO THE BANK"


def _name_hands(setting: Setting) -> tuple[str, str]:
    high = high_name(high_strength(setting))
    if any(rank_of(card) < 6 for card in setting.high):
        # Five to ace may rank next to the highest straight; by name it goes to the five.
        high = high.replace("to the ace", "to the five")
    return high, _name_two_cards(setting.low)


def _name_two_cards(low: Sequence[Card]) -> str:
    """Return the name of a low hand of two cards; the joker is an ace.

    >>> from houseway.cards import cards
    >>> _name_two_cards(cards("Jk As")), _name_two_cards(cards("9s Kd"))
    ('pair of aces', 'king-nine')
    """
    first, second = sorted((rank_of(card) for card in low), reverse=True)
    if first == second:
        return f"pair of {RANK_NAMES[first - 2]}{'es' if first == 6 else 's'}"
    return f"{RANK_NAMES[first - 2]}-{RANK_NAMES[second - 2]}"


LAYOUT = Layout(
    inscription=_inscription,
    style="pg",
    short_names={
        "pai_gow": "Pai Gow",
        "fortune": "Fortune",
        "emperor": "Emperor’s",
        "insurance": "Insurance",
        "queens_dragon": "Dragon",
        "dynasty": "Dynasty",
        "progressive": "Progressive",
    },
    hand_setting=HandSetting(
        name_hands=_name_hands,
        instruction="Drag a card, or tap one in each hand to swap them.",
        foul_clause=ClauseId("645a.11(f)(1)(iii)"),
    ),
)
