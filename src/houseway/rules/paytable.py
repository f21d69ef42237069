"""Paytables as a chapter prints them, one column a letter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from houseway.clause import ClauseId
from houseway.money import Pays, parse_pays
from houseway.rules.settlement import Row

NOT_PAID = "N/A"


def label_of(value: IntEnum) -> str:
    """The printed name of a hand: the member's name in lower case."""
    return value.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Paytable:
    """One paytable: what each hand is paid, in the printed order."""

    letter: str
    clause: ClauseId
    pays: Mapping[IntEnum, Pays]
    lawful: bool = True

    def rows(self, *, under: str | None = None) -> tuple[Row, ...]:
        """The settlement rows of the paying hands, the hand's fact being named ``hand``."""
        return tuple(
            Row(
                {"hand": frozenset({int(value)})},
                pays,
                self.clause,
                ClauseId(under) if under else None,
                label_of(value) if self.lawful else f"{label_of(value)} (custom paytable, not lawful)",
            )
            for value, pays in self.pays.items()
        )


def paytables(clause: str, hands: type[IntEnum], text: str, *, meter: str = "") -> dict[str, Paytable]:
    """Read paytables laid out as in the regulation: a head line with the letters, then a line a hand.

    A cell of ``N/A`` leaves the hand out of that paytable.
    """
    lines = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    letters = lines[0][1:]
    by_label = {label_of(value): value for value in hands}
    columns: dict[str, dict[IntEnum, Pays]] = {letter: {} for letter in letters}
    for label, *cells in lines[1:]:
        for letter, cell in zip(letters, cells, strict=True):
            if cell != NOT_PAID:
                columns[letter][by_label[label]] = parse_pays(cell, meter=meter)
    return {letter: Paytable(letter, ClauseId(clause), pays) for letter, pays in columns.items()}
