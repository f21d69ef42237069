"""A poker table whose people and observations have their own types."""

from __future__ import annotations

from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.people import Dealer, Player
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PokerState
from houseway.engine.typed_table import TypedTable


class PokerTable(TypedTable[PokerRules, PokerState, Player, Dealer, PokerObservation]):
    """A table at which players play against each other."""
