"""A draft of what a command does: events are applied to a copy of the state as they are decided."""

from __future__ import annotations

from houseway.engine.accounts import CENTRE, HOUSE, player_account
from houseway.engine.banked.applying import apply
from houseway.engine.banked.events import Event
from houseway.engine.banked.state import DEALER, TableState
from houseway.rules.game import BankedGame, Dealing, Procedures, Shuffler
from houseway.rules.settlement import Fact, Row, SettlementTable
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules


class Draft:
    """Rules, the state so far and the events so far. If a requirement fails, the draft is thrown away."""

    __slots__ = ("events", "game", "rules", "showdowns", "state")

    def __init__(self, rules: TableRules, state: TableState) -> None:
        dealing, shuffler = state.equipment.dealing, state.equipment.shuffler
        if dealing and (dealing != rules.dealing or shuffler != rules.shuffler):
            rules = rules.with_methods(Dealing(dealing), Shuffler(shuffler))
        self.rules = rules
        self.game: BankedGame = self.rules.game
        self.state = state.copy()
        self.events: list[Event] = []
        # While a round is settled no card moves: each seat's showdown and the facts read off it are kept.
        self.showdowns: dict[int, tuple[Showdown, dict[Fact, int]]] | None = None

    def emit(self, event: Event) -> None:
        """Record an event and let it take effect."""
        apply(self.state, event)
        self.events.append(event)

    @property
    def procedures(self) -> Procedures:
        return self.game.procedures

    @property
    def dealing(self) -> Dealing:
        """The way of dealing in force, which may have changed since a device failed."""
        changed = self.state.equipment.dealing
        return Dealing(changed) if changed else self.rules.dealing

    @property
    def shuffler(self) -> Shuffler:
        """The way of shuffling in force."""
        changed = self.state.equipment.shuffler
        return Shuffler(changed) if changed else self.rules.shuffler

    def account(self, seat: int) -> str:
        """The account of the player at a seat."""
        return player_account(self.state.seats[seat])

    def collector(self, wager: str) -> str:
        """Where a lost wager goes: to the house, or to the centre of the table if it was against a player bank."""
        against_player = self.state.bank is not None and self.game.wagers[wager].main
        return CENTRE if against_player else HOUSE

    def in_play(self, seat: int) -> bool:
        """Whether the seat still plays against the bank."""
        state = self.state
        return seat not in state.folded and seat not in state.surrendered and seat not in state.voided

    def settling_order(self) -> list[int]:
        """Counterclockwise from the dealer's right: the highest seat first."""
        return [seat for seat in reversed(self.state.players) if seat not in self.state.voided]

    def row(self, table: SettlementTable, seat: int) -> Row:
        """The row of a table that a seat's showdown comes to."""
        if self.showdowns is None:
            return table.settle(self.showdown(seat))
        kept = self.showdowns.get(seat)
        if kept is None:
            kept = self.showdowns[seat] = (self.showdown(seat), {})
        return table.settle(*kept)

    def showdown(self, seat: int) -> Showdown:
        """One seat's cards against the bank's."""
        state = self.state
        bank = DEALER if state.bank is None else state.bank
        return Showdown(
            state.hands.get(seat, ()),
            state.hands.get(bank, ()),
            state.community,
            seat in state.folded,
            state.settings.get(seat),
            state.settings.get(bank),
            state.magic_card,
            state.lucky == seat,
            state.lucky == DEALER,
        )
