"""The people at a poker table: each gives the commands of their role, so that a notebook reads like the procedure."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.engine import people
from houseway.engine.people import Events, cards_of
from houseway.money import Cents
from houseway.seats import Seat


class Player(people.Player):
    """A player at one seat. Amounts are the seat's total in the betting round."""

    def sees(self, *, last: int = 0) -> PokerObservation:
        observation: PokerObservation = super().sees(last=last)
        return observation

    def folds(self) -> Events:
        return self.does(cmd.Act(word="fold"))

    def checks(self) -> Events:
        return self.does(cmd.Act(word="check"))

    def calls(self) -> Events:
        return self.does(cmd.Act(word="call"))

    def bets(self, cents: int) -> Events:
        return self.does(cmd.Act(word="bet", to=Cents(cents)))

    def raises_to(self, cents: int) -> Events:
        return self.does(cmd.Act(word="raise", to=Cents(cents)))

    def posts(self) -> Events:
        """Post what is owed with the next round, rather than wait for the largest blind."""
        return self.does(cmd.PostBlind())

    def straddles(self) -> Events:
        """Place the Straddle Bet before the cards are dealt."""
        return self.does(cmd.Straddle())

    def discards(self, some: str | Sequence[Card]) -> Events:
        """Discard cards, in a draw to be dealt as many: ``ann.discards("9c 9d")``."""
        return self.does(cmd.Discard(cards=cards_of(some)))

    def stands(self) -> Events:
        """Keep the hand in a draw."""
        return self.discards(())

    def shows(self) -> Events:
        return self.does(cmd.ShowHand())

    def mucks(self) -> Events:
        """Concede and discard the hand unseen."""
        return self.does(cmd.ShowHand(muck=True))

    def adds(self, cents: int) -> Events:
        """Add to the table stakes between rounds of play."""
        return self.does(cmd.AddStakes(cents=Cents(cents)))


class Dealer(people.Dealer):
    """The dealer of a poker table."""

    def starts(
        self, deck: str | Sequence[Card] = (), *, button: int = 0, kill: bool = False, absent: Sequence[int] = ()
    ) -> Events:
        """Start a round of play from a deck in this order; antes and blinds are posted."""
        away = tuple([Seat(seat) for seat in absent])
        return self.does(cmd.StartRound(order=cards_of(deck), button=Seat(button), kill=kill, absent=away))

    def deals(self) -> Events:
        """Deal the next street."""
        return self.does(cmd.DealStreet())

    def deals_on(self) -> Events:
        """Deal until a player is asked, a reshuffle is due or the round is over."""
        first = len(self.table.events)
        while self.table.state.status is Status.DEALING:
            self.deals()
        return tuple(self.table.events[first:])

    def puts_back(self) -> list[Card]:
        """The cards that a reshuffle now due puts back."""
        return cards_put_back(looking_at(self.table.rules, self.table.state))

    def reshuffles(self, order: str | Sequence[Card]) -> Events:
        """Put cards back in this order when the deck has run short."""
        return self.does(cmd.Reshuffle(order=cards_of(order)))

    def awards(self) -> Events:
        """Turn up the hands not yet shown, take rake and contributions, and award each pot."""
        return self.does(cmd.AwardPots())
