"""The user and the player bank: offered only when the engine would give it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from houseway.engine.banked import commands as cmd
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.felt import refusal_text
from houseway.money import dollars

if TYPE_CHECKING:
    from houseway.play.session import Session

BANK_WORDS = ("bank", "co-bank")


class Bank:
    """Takes the bank for a seat of the user's once the computer players who are asked before have passed it."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def offers(self, seat: int) -> list[tuple[str, str]]:
        """The words that would be accepted now, each with what it does."""
        if self.session.rules.banking is None or self.session.table.state.bank is not None:
            return []
        says = {"bank": "take the bank", "co-bank": "share the bank with the dealer"}
        return [(word, says[word]) for word in BANK_WORDS if isinstance(self._tried(seat, word == "co-bank"), Table)]

    def take(self, seat: int, *, co_bank: bool) -> bool:
        """Take the bank, or say why it cannot be taken."""
        session, table = self.session, self.session.table
        outcome = self._tried(seat, co_bank)
        if isinstance(outcome, Refusal):
            # Which other seat might take it is no help to the one who asked.
            of_others = bool(outcome.legal) and all(re.match(r"seat \d+", one) for one in outcome.legal)
            legal = ("play against the dealer",) if of_others else outcome.legal
            session.terminal.say(refusal_text(Refusal(outcome.code, outcome.clause, outcome.message, legal)))
            return False
        for one in self._asked_before(seat, co_bank):
            session.pass_bank(one)
        table.do(cmd.AcceptBank(by=Role.PLAYER, seat=seat, co_bank=co_bank))
        against = dollars(table.state.dealer_wager)
        session.terminal.note(f"You bank against {dollars(self._stake())} of wagers and {against} of the dealer's.")
        return True

    def _tried(self, seat: int, co_bank: bool) -> Table | Refusal:
        """The table with the seat as its bank, or why that cannot be."""
        tried = self.session.table.fork()
        for one in self._asked_before(seat, co_bank):
            tried.do(cmd.PassBank(by=Role.PLAYER, seat=one))
        outcome = tried.send(cmd.AcceptBank(by=Role.PLAYER, seat=seat, co_bank=co_bank))
        if isinstance(outcome, Refusal):
            return outcome
        bank = self.session.rules.game.player_bank
        owed, has = self._stake() + tried.state.dealer_wager, self.session.chips(seat)
        if bank is not None and has < owed:
            # Once accepted the bank is kept for the round, so it is not accepted by one who cannot cover it.
            says = f"the bank must cover {dollars(owed)} and you have {dollars(has)}"
            return Refusal(Code.BANK_IS_ELIGIBLE, bank.covers, says)
        return tried

    def _asked_before(self, seat: int, co_bank: bool) -> list[int]:
        """The computer players to whom the bank is offered first."""
        tried, asked = self.session.table.fork(), list[int]()
        while True:
            outcome = tried.send(cmd.AcceptBank(by=Role.PLAYER, seat=seat, co_bank=co_bank))
            legal = outcome.legal if isinstance(outcome, Refusal) else ()
            before = next((one for one in self.session.computers if f"seat {one} passes" in legal), None)
            if before is None:
                return asked
            tried.do(cmd.PassBank(by=Role.PLAYER, seat=before))
            asked.append(before)

    def _stake(self) -> int:
        """The wagers the bank plays against."""
        main = self.session.rules.game.main_wager.id
        return sum(cents for (_, id), cents in self.session.table.state.wagers.items() if id == main)
