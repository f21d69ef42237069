"""Figures that take long to count and never change, kept with the program so that a check has them at once.

``known.json`` is written by ``python -m tools.record_known`` and compared with what is counted and solved by the tests. A PAR sheet
takes counts from it (`houseway.lab.shipped`); with ``--no-cache`` it counts.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from houseway.lab.deal_spaces import Counts
from houseway.lab.encoded import decode
from houseway.rules.table_rules import TableRules

FILE = "known.json"


class KnownMain(msgspec.Struct, frozen=True, kw_only=True):
    """What a main game costs, and under which play.

    ``decided``: how many deals each row of a wager settles that a decision of this main game can lose. ``against_bank``: the house
    edge against a player who banks, where one may.
    """

    choices: dict[str, Any]
    unit: str
    played: str
    house_edge: Fraction
    decided: dict[str, list[int]] = {}
    against_bank: Fraction | None = None

    @property
    def returned(self) -> Fraction:
        return 1 - self.house_edge


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """``counts`` by the id of a primitive, ``main`` by what a main game rests on."""

    counts: dict[str, dict[int, int]]
    main: dict[str, KnownMain]


@cache
def known() -> Known:
    """All that is known without counting."""
    return decode(files(__package__).joinpath(FILE).read_bytes(), Known)


def counts(primitive: str) -> Counts | None:
    """The counts of a primitive."""
    return known().counts.get(primitive)


def main(rules: TableRules) -> KnownMain | None:
    """The main game of these rules, if it is one of the chapter's own."""
    from houseway.lab.main_games import main_digest

    return known().main.get(main_digest(rules))
