"""Paytables as a chapter prints them, one column a letter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from houseway.clause import ClauseId
from houseway.money import LOSE, Pays, Role, parse_pays
from houseway.rules.settlement import Fact, Row, SettlementTable

NO_CHOICE = "-"
"""Stands for the letter of a paytable where the chapter prints only one."""
NOT_PAID = "N/A"
CUSTOM_MARK = " (custom paytable, not lawful)"
"""Follows the name of a hand that a custom paytable pays."""


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

    def rows(self, *, under: str | None = None, fact: str = "hand") -> tuple[Row, ...]:
        """The settlement rows of the paying hands, ``fact`` being what the table calls the hand."""
        return tuple(
            Row(
                when={fact: frozenset({int(value)})},
                pays=pays,
                clause=self.clause,
                under=ClauseId(under) if under else None,
                name=label_of(value) if self.lawful else f"{label_of(value)}{CUSTOM_MARK}",
            )
            for value, pays in self.pays.items()
        )


def table_of(
    wager: str, fact: Fact, paytable: Paytable, *, paid: str, lost: str, role: Role = Role.WAGER
) -> SettlementTable:
    """A wager paid by a paytable under one clause, and lost with every other hand under another."""
    others = frozenset(int(hand) for hand in fact.values if hand not in paytable.pays)
    losing = Row(when={fact.name: others}, pays=LOSE, clause=ClauseId(lost))
    return SettlementTable(wager, (fact,), (*paytable.rows(under=paid, fact=fact.name), losing), role)


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
