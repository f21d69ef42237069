"""The layout of a game: its chapter's, or one drawn from its wagers alone."""

from __future__ import annotations

from houseway.cards import text_of
from houseway.chapters.registry import chapter_of
from houseway.rules.game import BankedGame
from houseway.rules.layout import HandSetting, Layout
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules


def layout_of(game: BankedGame) -> Layout:
    """Return the layout that the chapter of a game has, or the plain one."""
    load = chapter_of(game.id).layout
    if load is not None:
        layout: Layout = load()
        return layout
    return _PLAIN if game.arrangement is None else _PLAIN_WITH_TWO_HANDS


def hand_setting_of(game: BankedGame) -> HandSetting:
    """Return how the hands that players set are shown, by the layout of the game."""
    return layout_of(game).hand_setting or _PLAIN_SETTING


def _title(rules: TableRules) -> str:
    return rules.game.name.upper()


def _name_by_cards(setting: Setting) -> tuple[str, str]:
    return text_of(setting.high), text_of(setting.low)


_PLAIN_SETTING = HandSetting(
    name_hands=_name_by_cards, instruction="Drag a card, or tap one in each hand to swap them."
)
_PLAIN = Layout(inscription=_title, style="arc")
_PLAIN_WITH_TWO_HANDS = Layout(inscription=_title, style="hl", hand_setting=_PLAIN_SETTING)
