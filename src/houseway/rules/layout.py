"""The printed layout of a table, as values: what section .2 of a chapter prints, and how set hands are named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from houseway.clause import ClauseId
from houseway.rules.showdown import Setting

if TYPE_CHECKING:
    from houseway.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSetting:
    """Names and instruction for the hands that a player sets.

    ``by_points``: hands are points, so that few settings differ and each is offered by name. ``foul_clause``: the clause by
    which a low hand that ranks above the high hand may be placed and loses; None if it cannot be placed.
    """

    name_hands: Callable[[Setting], tuple[str, str]]
    instruction: str
    by_points: bool = False
    foul_clause: ClauseId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPanel:
    """A panel at each seat that takes several wagers: its name, and the label of each wager on it."""

    name: str
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The layout of a game.

    ``style`` names the style sheet's rules for it. ``short_names`` are those of wagers whose area has room for one word.
    ``side_column``: optional areas stand beside the main ones, not above them.
    """

    inscription: Callable[[TableRules], str]
    style: str
    short_names: Mapping[str, str] = field(default_factory=dict)
    side_column: bool = False
    panel: WagerPanel | None = None
    hand_setting: HandSetting | None = None
