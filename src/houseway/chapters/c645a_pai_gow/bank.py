"""The player bank of 645a.12 as a value; what it does stands in banking.py, and is loaded when a table is played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from houseway.rules.game import BankProcedures, ByProcedure, Vigorish


@cache
def bank_procedures() -> BankProcedures:
    """How a player takes the bank: 645a.12(a) to (g)."""
    from houseway.chapters.c645a_pai_gow import banking

    return banking


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleAgainstBank(ByProcedure):
    """The settlement of every Pai Gow Poker Wager of a round in which a player banks: 645a.12(i) to (n)."""

    vigorish: Vigorish | None

    def run(self, draft: Any, /) -> bool:
        bank = draft.state.round.bank
        if bank is None:
            return True
        from houseway.chapters.c645a_pai_gow.banking import Settlement

        return Settlement(draft, bank, self.vigorish).run()
