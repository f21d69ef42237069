"""The deck in the dealer's hand: stub, burns, discards, reshuffles."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.poker.cards import FULL_DECK, Card
from tests.oracle.poker.play import Player, RefusedError


@dataclass(slots=True)
class Deck:
    """A deck of which perhaps only the first cards are stated."""

    cards: list[Card]
    player: Player
    left: int = len(FULL_DECK)
    burns: list[Card] = field(default_factory=list)
    discards: list[tuple[int, Card]] = field(default_factory=list)  # who discarded what
    burn_is_due: bool = False

    def __post_init__(self) -> None:
        if len(set(self.cards)) < len(self.cards):
            raise RefusedError("a card is in the deck twice")

    def take(self) -> Card:
        """The top card."""
        if not self.cards:
            raise RefusedError("the deck is not stated that far")
        self.left -= 1
        return self.cards.pop(0)

    def burn(self) -> None:
        """Burn the top card."""
        self.burns.append(self.take())

    def common(self) -> Card:
        """Burn and deal a common card, of the burns if need be, 637a.10(h)."""
        if self.left <= 1:
            if len(self.cards) != self.left:
                raise RefusedError("the deck is not stated that far")
            back = self.burns + self.cards
            if len(back) < 2:
                back += [each for _, each in self.discards]
                self.discards = []
            self.cards = self.player.reshuffled(back)
            self.left = len(self.cards)
            self.burns = []
        self.burn()
        return self.take()

    def burn_before_draw(self) -> None:
        """Burn, or later if no card is left."""
        if self.left == 0:
            self.burn_is_due = True
        else:
            self.burn()

    def draw(self, seat: int) -> Card:
        """A new card for a seat, of the others' discards if the stub is at its end."""
        if self.left == 0:
            back = [each for owner, each in self.discards if owner != seat]
            self.discards = [(owner, each) for owner, each in self.discards if owner == seat]
            if not back:
                back, self.burns = self.burns, []
            if not back:
                raise RefusedError("no card is left to draw")
            self.cards = self.player.reshuffled(back)
            self.left = len(self.cards)
            if self.burn_is_due:
                self.burn_is_due = False
                self.burn()
        return self.take() if self.left else self.draw(seat)
