"""A table to hold on to: send it commands, read its events, fork it, see what a viewer may see."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import Card
from houseway.engine.accounts import HOUSE, OUTSIDE, meter_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.applying import apply
from houseway.engine.banked.events import CardsShuffled, DecksReceived, DeviceCounted, Event, TableFunded, TableOpened
from houseway.engine.banked.observe import Observation, Viewer, observe
from houseway.engine.banked.people import Dealer, Player
from houseway.engine.banked.state import Status, TableState
from houseway.engine.banked.table import Accepted, handle
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.rules.game import Shuffler
from houseway.rules.table_rules import TableRules


class RefusedCommandError(Exception):
    """Raised by `Table.do` when a command is refused; carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        legal = f" Legal: {'; '.join(refusal.legal)}." if refusal.legal else ""
        super().__init__(f"{refusal.message} ({refusal.clause}).{legal}")
        self.refusal = refusal


class Table:
    """One table under one set of rules.

    `send` answers with events or a refusal; `do` raises on a refusal. Both change the table only if accepted.
    """

    def __init__(self, rules: TableRules, *, state: TableState | None = None, events: Sequence[Event] = ()) -> None:
        self.rules = rules
        self.state = TableState() if state is None else state
        self.events: list[Event] = list(events)
        if state is None and not events:
            self._record(self._funding())

    def send(self, command: cmd.Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command, or answer with the refusal and change nothing."""
        outcome = handle(self.rules, self.state, command)
        if not isinstance(outcome, Accepted):
            return outcome
        self.state = outcome.state
        self.events += outcome.events
        return outcome.events

    def do(self, command: cmd.Command) -> tuple[Event, ...]:
        """Carry out a command; raise `RefusedCommandError` if it is refused."""
        outcome = self.send(command)
        if isinstance(outcome, Refusal):
            raise RefusedCommandError(outcome)
        return outcome

    @property
    def dealer(self) -> Dealer:
        """The dealer, who gives the dealer's commands."""
        return Dealer(self)

    def seat(self, seat: int, name: str, cents: int) -> Player:
        """Seat a player with chips; the player gives a player's commands."""
        self.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=name, cents=cents))
        return Player(self, seat, name)

    def fork(self) -> Table:
        """A table in the same state that goes its own way from here."""
        return Table(self.rules, state=self.state.copy(), events=self.events)

    def observe(self, viewer: Viewer) -> Observation:
        """What a viewer may see."""
        return observe(self.rules, self.state, viewer)

    def ready(self, order: Sequence[Card], *, meters: dict[str, int] | None = None, stated: bool = False) -> None:
        """Open the table with a deck already shuffled, cut and in the shoe in this order, as a stated round has it.

        What comes before the first card (inspection, wash, shuffle, cut) is taken as done. ``stated``: the table is for
        one stated round, so that what rests on the rounds before it is taken as stated too.
        """
        rules, procedures = self.rules, self.rules.game.procedures
        self._check_order(tuple(order))
        if not self.state.digest:
            self._record(TableOpened(procedures.preshuffled, rules.digest, 0, stated))
            self._record(DecksReceived(procedures.preshuffled, rules.decks, 0, preshuffled=True))
        for meter, cents in (meters or {}).items():
            account = meter_account(meter)
            change = cents - self.state.ledger[account]
            if change:
                self._record(TableFunded(rules.game.meters[meter].clause, ((OUTSIDE, account, change),)))
        # Two decks alternate, so the next round is dealt from the other one.
        deck = (self.state.equipment.last_deck + 1) % rules.decks
        self._record(CardsShuffled(procedures.shuffle, tuple(order), deck, self.state.equipment.now, by_device=True))
        if Shuffler(self.state.equipment.shuffler or rules.shuffler) is Shuffler.COUNTING:
            self._record(DeviceCounted(procedures.device_count, len(rules.game.deck), right=True))

    def _check_order(self, order: tuple[Card, ...]) -> None:
        clause = self.rules.game.procedures.shuffle
        if self.state.status in (Status.LOCKED, Status.PLAYING):
            raise RefusedCommandError(Refusal(Code.STEP_IS_DUE, clause, "a round of play is in progress"))
        if len(set(order)) < len(order):
            raise RefusedCommandError(Refusal(Code.CARD_APPEARS_ONCE, clause, "a card is twice in the deck"))
        if not set(order) <= set(self.rules.game.deck):
            raise RefusedCommandError(Refusal(Code.CARDS_ARE_VALID, clause, "a card is not of this game's deck"))

    def _funding(self) -> TableFunded:
        game = self.rules.game
        postings = [(OUTSIDE, meter_account(meter.id), int(meter.initial)) for meter in game.meters.values()]
        return TableFunded(game.procedures.chips, ((OUTSIDE, HOUSE, _INVENTORY), *postings))

    def _record(self, event: Event) -> None:
        # The state is shared with nobody yet or has just been copied by a command.
        self.state = self.state.copy()
        apply(self.state, event)
        self.events.append(event)


_INVENTORY = 100_000_000_00
"""Cents in the table inventory at the start: enough for any jackpot, so that a payment never waits for a fill."""
