"""The layout of 663a.2, and the points of the hands on it."""

from __future__ import annotations

from houseway.chapters.c663a_five_card_hi_lo.setting import high_points, low_points
from houseway.rules.layout import HandSetting, Layout
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules


def _inscription(rules: TableRules) -> str:
    return "HIGH HAND THREE CARDS · LOW HAND TWO CARDS · ACE 11 HIGH, 1 LOW"


def _name_hands(setting: Setting) -> tuple[str, str]:
    return str(high_points(setting)), str(low_points(setting))


LAYOUT = Layout(
    inscription=_inscription,
    style="hl",
    hand_setting=HandSetting(
        name_hands=_name_hands, instruction="Three higher cards high, two lower ones low.", by_points=True
    ),
)
