"""The people at a poker table: each gives the commands of their role, so that a notebook reads like the procedure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cards import Card, cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.betting import Options
from houseway.chapters.c637a_poker.dealing import cards_put_back
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.engine.banked.events import Event
from houseway.engine.banked.observe import Viewer
from houseway.engine.roles import Role

if TYPE_CHECKING:
    from houseway.chapters.c637a_poker.table import PokerTable

Events = tuple[Event, ...]


def _read(some: str | Sequence[Card]) -> tuple[Card, ...]:
    return cards(some) if isinstance(some, str) else tuple(some)


class PokerPlayer:
    """A player at one seat. Amounts are the seat's total in the betting round."""

    def __init__(self, table: PokerTable, seat: int) -> None:
        self.table, self.seat = table, seat

    @property
    def name(self) -> str:
        return self.table.state.seats[self.seat]

    @property
    def may(self) -> Options | None:
        """What the player may do now, with the range of a bet or raise; None when it is not the player's turn."""
        options = self.table.options()
        return options if options is not None and options.seat == self.seat else None

    def folds(self) -> Events:
        return self._acts("fold")

    def checks(self) -> Events:
        return self._acts("check")

    def calls(self) -> Events:
        return self._acts("call")

    def bets(self, cents: int) -> Events:
        return self._acts("bet", cents)

    def raises_to(self, cents: int) -> Events:
        return self._acts("raise", cents)

    def _acts(self, word: str, to: int = 0) -> Events:
        return self.table.do(cmd.Act(by=Role.PLAYER, seat=self.seat, word=word, to=to))

    def posts(self) -> Events:
        """Post what is owed with the next round, rather than wait for the largest blind."""
        return self.table.do(cmd.PostBlind(by=Role.PLAYER, seat=self.seat))

    def straddles(self) -> Events:
        """Place the Straddle Bet before the cards are dealt."""
        return self.table.do(cmd.Straddle(by=Role.PLAYER, seat=self.seat))

    def discards(self, some: str | Sequence[Card]) -> Events:
        """Discard cards, in a draw to be dealt as many: ``ann.discards("9c 9d")``."""
        return self.table.do(cmd.Discard(by=Role.PLAYER, seat=self.seat, cards=_read(some)))

    def stands(self) -> Events:
        """Keep the hand in a draw."""
        return self.discards(())

    def shows(self) -> Events:
        return self.table.do(cmd.ShowHand(by=Role.PLAYER, seat=self.seat))

    def mucks(self) -> Events:
        """Concede and discard the hand unseen."""
        return self.table.do(cmd.ShowHand(by=Role.PLAYER, seat=self.seat, muck=True))

    def sees(self) -> PokerObservation:
        """What this player may see."""
        return self.table.observe(Viewer(Role.PLAYER, self.name))

    def adds(self, cents: int) -> Events:
        """Add to the table stakes between rounds of play."""
        return self.table.do(cmd.AddStakes(by=Role.PLAYER, seat=self.seat, cents=cents))

    def leaves(self) -> Events:
        """Take the table stakes and leave between rounds of play."""
        return self.table.do(cmd.LeavePokerSeat(by=Role.PLAYER, seat=self.seat))


class PokerDealer:
    """The dealer of a poker table."""

    def __init__(self, table: PokerTable) -> None:
        self.table = table

    def starts(
        self, deck: str | Sequence[Card] = (), *, button: int = 0, kill: bool = False, absent: tuple[int, ...] = ()
    ) -> Events:
        """Start a round of play from a deck in this order; antes and blinds are posted."""
        return self.table.do(cmd.StartRound(by=Role.DEALER, order=_read(deck), button=button, kill=kill, absent=absent))

    def deals(self) -> Events:
        """Deal the next street."""
        return self.table.do(cmd.DealStreet(by=Role.DEALER))

    def puts_back(self) -> list[Card]:
        """The cards that a reshuffle now due puts back."""
        return cards_put_back(PotDraft(self.table.rules, self.table.state))

    def reshuffles(self, order: str | Sequence[Card]) -> Events:
        """Put cards back in this order when the deck has run short."""
        return self.table.do(cmd.Reshuffle(by=Role.DEALER, order=_read(order)))

    def awards(self) -> Events:
        """Turn up the hands not yet shown, take rake and contributions, and award each pot."""
        return self.table.do(cmd.AwardPots(by=Role.DEALER))
