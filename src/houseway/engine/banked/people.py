"""The people at a table: each gives the commands of their role, so that a notebook reads like the procedure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cards import Card, card, cards
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.events import Event
from houseway.engine.banked.observe import Observation, Viewer
from houseway.engine.roles import Role

if TYPE_CHECKING:
    from houseway.engine.table import Table

Events = tuple[Event, ...]


class Player:
    """A player at one betting position."""

    def __init__(self, table: Table, seat: int, name: str) -> None:
        self.table, self.seat, self.name = table, seat, name

    def wagers(self, **cents: int) -> Events:
        """Place wagers: ``ann.wagers(ante=1000, odds=1000)``."""
        return self.table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=self.seat, wagers=cents))

    def decides(self, word: str, cents: int = 0, *, high: str = "", low: str = "") -> Events:
        """Answer when asked: a word, an amount if it is a wager, hands if they are set."""
        return self.table.do(
            cmd.Decide(by=Role.PLAYER, seat=self.seat, word=word, cents=cents, high=cards(high), low=cards(low))
        )

    def sees(self) -> Observation:
        """What this player may see."""
        return self.table.observe(Viewer(Role.PLAYER, self.name))

    def leaves(self) -> Events:
        """Leave the table between rounds."""
        return self.table.do(cmd.LeaveSeat(by=Role.PLAYER, seat=self.seat))


class Dealer:
    """The dealer of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def brings(self, order: str | Sequence[Card]) -> None:
        """Bring a deck that is already shuffled and cut, in this order."""
        self.table.ready(cards(order) if isinstance(order, str) else order)

    def announces_no_more_bets(self, *, magic_card: str | None = None, lucky: int | None = None) -> Events:
        """Lock the wagers, count the chips of progressive ones, and say what the table system has drawn."""
        state, wagers = self.table.state, self.table.rules.game.wagers
        chips = sum(1 for _, wager in state.wagers if wagers[wager].taken_before_deal)
        drawn = card(magic_card) if magic_card is not None else None
        return self.table.do(cmd.AnnounceNoMoreBets(by=Role.DEALER, chips=chips, magic_card=drawn, lucky=lucky))

    def starts_at(self, number: int) -> Events:
        """Determine the starting position by a number."""
        return self.table.do(cmd.DetermineStart(by=Role.DEALER, number=number))

    def deals(self) -> Events:
        """Deal what is due."""
        return self.table.do(cmd.DealCards(by=Role.DEALER))

    def reveals(self) -> Events:
        """Turn the bank's cards."""
        return self.table.do(cmd.RevealBank(by=Role.DEALER))

    def settles(self) -> Events:
        """Settle every wager."""
        return self.table.do(cmd.SettleRound(by=Role.DEALER))
