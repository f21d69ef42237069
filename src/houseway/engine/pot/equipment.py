"""The two decks of a poker table and its shuffling device, and how far each deck is on its way into play."""

from __future__ import annotations

import msgspec

from houseway.cards import Card
from houseway.engine.state import CardsStage

DECKS = 2
HOURS_12 = 12 * 60 * 60
ROUNDS_TO_A_COUNT = 5
LEAST_CUT_CARDS = 10
VIEWERS = 2
SHUFFLER = "shuffler"


class PokerDeck(msgspec.Struct, frozen=True):
    """One of the two decks. ``device_count``: what a counting device said after its last shuffle."""

    stage: CardsStage = CardsStage.ABSENT
    order: tuple[Card, ...] = ()
    preshuffled: bool = False
    by_device: bool = False
    device_count: int | None = None


class PokerEquipment(msgspec.Struct, frozen=True):
    """Both decks and what is due of them. A table without it plays stated rounds, whose deck is taken as ready."""

    decks: tuple[PokerDeck, PokerDeck] = (PokerDeck(), PokerDeck())
    shuffler: str = ""
    received_at: int = 0
    now: int = 0
    in_play: int = -1
    last_deck: int = -1
    last_shuffled: int = -1
    rounds_since_count: int = 0
    viewers: tuple[str, ...] = ()
    idle: bool = False
    faulty: bool = False
    covered: bool = False

    def with_deck(self, number: int, deck: PokerDeck) -> tuple[PokerDeck, PokerDeck]:
        """Both decks, one of them replaced."""
        return (deck, self.decks[1]) if number == 0 else (self.decks[0], deck)

    def at_stage(self, *stages: CardsStage) -> list[int]:
        """The numbers of the decks at one of these stages."""
        return [number for number, deck in enumerate(self.decks) if deck.stage in stages]

    def after_round(self, *, void: bool) -> PokerEquipment:
        """The deck in play is used; a void round is dealt again with the same deck, so it does not count."""
        number = self.in_play
        if number < 0:
            return self
        deck = self.decks[number]
        used = msgspec.structs.replace(deck, stage=CardsStage.USED) if deck.stage is CardsStage.IN_PLAY else deck
        return msgspec.structs.replace(
            self,
            decks=self.with_deck(number, used),
            in_play=-1,
            last_deck=self.last_deck if void else number,
            rounds_since_count=self.rounds_since_count + (0 if void else 1),
        )
