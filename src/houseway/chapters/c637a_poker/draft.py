"""A draft of what a command does at a poker table."""

from __future__ import annotations

from houseway.chapters.c637a_poker.rules import PokerGame, PokerRules, Street
from houseway.chapters.c637a_poker.state import PokerState, Status
from houseway.engine.accounts import player_account
from houseway.engine.kernel import Draft
from houseway.money import NOTHING, Cents
from houseway.rules.cards import CardProcedures, Dealing, Shuffler
from houseway.seats import Seat

POT = "pot"
DROP_BOX = "drop box"
RAKE_AREA = "rake area"
TIME_CHARGES = "rake area, time charges"
TIME_VARIANCE = "variance of time charges"


class PokerDraft(Draft[PokerRules, PokerState], eq=False, gc=False):
    """A draft that knows the game, the street, stakes and the way around the table."""

    @property
    def game(self) -> PokerGame:
        return self.rules.game

    @property
    def street(self) -> Street:
        """The street the round is in."""
        return self.rules.game.streets[self.state.round.street]

    @property
    def cards(self) -> CardProcedures:
        return self.rules.cards

    @property
    def dealing(self) -> Dealing:
        """Poker is dealt from the dealer's hand (637a.7(e)(1))."""
        return Dealing.HAND

    @property
    def shuffler(self) -> Shuffler:
        """The way of shuffling in force, which may have changed since the device failed."""
        changed = self.state.equipment.shuffler
        return Shuffler(changed) if changed else self.rules.shuffler

    @property
    def submitted(self) -> tuple[Shuffler, Dealing]:
        return self.rules.shuffler, Dealing.HAND

    @property
    def arrived(self) -> list[Seat]:
        """Who is seated, at the table and may stay, in the order of arrival."""
        gone = self.state.removed | self.state.away
        return [seat for seat in self.state.seats if seat not in gone]

    @property
    def between_rounds(self) -> bool:
        return self.state.round.status is Status.BETWEEN_ROUNDS

    @property
    def undealt(self) -> bool:
        """Whether no card has left the deck of a round."""
        round = self.state.round
        return self.between_rounds or (not round.next_card and round.street < 0)

    @property
    def idle(self) -> bool:
        """Whether there is no gaming activity."""
        return self.between_rounds

    def account(self, seat: Seat) -> str:
        return player_account(self.state.seats[seat])

    def stack(self, seat: Seat) -> Cents:
        """The table stakes a seat has left."""
        return self.state.ledger.get(player_account(self.state.seats[seat]), NOTHING)

    def ante_of(self, seat: Seat) -> Cents:
        """The Ante that a seat owes."""
        return self.rules.antes_of(self.state.round.order)[seat]

    @property
    def antes_differ(self) -> bool:
        """Whether the seats dealt in owe different Antes: these are posted for the table."""
        return len(set(self.rules.antes_of(self.state.round.order).values())) > 1

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats dealt in, clockwise, beginning left of the given one, which comes last."""
        order = self.state.round.order
        if seat in order:
            # The order of dealing is clockwise.
            after = order.index(seat) + 1
            return order[after:] + order[:after]
        seats = sorted(order)
        return tuple([one for one in seats if one > seat] + [one for one in seats if one <= seat])


def looking_at(rules: PokerRules, state: PokerState) -> PokerDraft:
    """A draft that only answers questions."""
    return PokerDraft({}, rules, state)
