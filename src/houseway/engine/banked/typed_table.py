"""A banked table whose people and observations have their own types."""

from __future__ import annotations

from houseway.engine.banked.observe import BankedObservation
from houseway.engine.banked.people import Dealer, Player
from houseway.engine.banked.state import BankedState
from houseway.engine.typed_table import TypedTable
from houseway.rules.table_rules import TableRules


class BankedTable(TypedTable[TableRules, BankedState, Player, Dealer, BankedObservation]):
    """A table at which players play against a bank."""
