"""The people at a banked table."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import Card, card
from houseway.engine import people
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.people import Events, cards_of
from houseway.money import Cents
from houseway.seats import Seat


class Player(people.Player):
    """A player at one betting position."""

    def sees(self, *, last: int = 0) -> BankedObservation:
        observation: BankedObservation = super().sees(last=last)
        return observation

    def wagers(self, **cents: int) -> Events:
        """Place wagers: ``ann.wagers(ante=1000, odds=1000)``."""
        return self.does(cmd.PlaceWagers(wagers={wager: Cents(amount) for wager, amount in cents.items()}))

    def decides(self, word: str, cents: int = 0, *, high: str = "", low: str = "") -> Events:
        """Answer when asked: a word, an amount if it is a wager, hands if they are set."""
        return self.does(cmd.Decide(word=word, cents=Cents(cents), high=cards_of(high), low=cards_of(low)))


class Dealer(people.Dealer):
    """The dealer of a banked table."""

    def brings(self, order: str | Sequence[Card]) -> Events:
        """Bring a deck that is already shuffled and cut, in this order."""
        return self.table.do(cmd.BringReadyDeck(order=cards_of(order)))

    def announces_no_more_bets(self, *, magic_card: str | None = None, lucky: int | None = None) -> Events:
        """Lock the wagers and count the chips of progressive ones; what is named here the table system draws then."""
        wagers = self.table.rules.game.wagers
        chips = sum(1 for _, wager, _ in self.table.state.round.placed() if wagers[wager].taken_before_deal)
        events = self.does(cmd.AnnounceNoMoreBets(chips=chips))
        if magic_card is None and lucky is None:
            return events
        drawn = card(magic_card) if isinstance(magic_card, str) else magic_card
        place = Seat(lucky) if lucky is not None else None
        return events + self.table.do(cmd.DrawAtRandom(magic_card=drawn, lucky=place))

    def starts_at(self, number: int) -> Events:
        """Determine the starting position by a number."""
        return self.does(cmd.DetermineStart(number=number))

    def deals(self) -> Events:
        """Deal what is due."""
        return self.does(cmd.DealCards())

    def reveals(self) -> Events:
        """Turn the bank's cards."""
        return self.does(cmd.RevealBank())

    def settles(self) -> Events:
        """Settle every wager."""
        return self.does(cmd.SettleRound())
