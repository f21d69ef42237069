"""The two decks of a poker table and its shuffling device, and how far each deck is on its way into play."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from houseway.cards import Card
from houseway.engine.banked.state import CardsStage

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

    @property
    def awaits_count(self) -> bool:
        """Whether a device that counts has shuffled it and not yet shown its count."""
        return self.by_device and self.stage is CardsStage.READY and self.device_count is None


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
    counted_in_round: bool = False
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

    @property
    def to_cut(self) -> int:
        """The deck that waits for its cut, in a round only the one in play; -1: none."""
        decks = (self.in_play,) if self.in_play >= 0 else self._latest_first
        return self._first(decks, lambda deck: deck.stage is CardsStage.SHUFFLED and not deck.preshuffled)

    @property
    def to_recut(self) -> int:
        """The deck whose cut can be required again, in a round only the one in play; -1: none."""
        decks = (self.in_play,) if self.in_play >= 0 else self._latest_first
        stage = CardsStage.IN_PLAY if self.in_play >= 0 else CardsStage.READY
        return self._first(decks, lambda deck: deck.stage is stage and not deck.by_device)

    @property
    def to_count(self) -> int:
        """The deck whose count a counting device has yet to show; -1: none."""
        return self._first(self._latest_first, lambda deck: deck.awaits_count)

    @property
    def jammed(self) -> int:
        """The shuffled deck that a jam spoils; -1: none.

        A deck that waits for its shuffle is the one in the device, and the other is finished. Where none waits, the
        device has the deck it shuffled last (reading 637a-jam).
        """
        if self.at_stage(CardsStage.WASHED, CardsStage.USED):
            return -1
        last = (self.last_shuffled,) if self.last_shuffled >= 0 else ()
        return self._first(last, lambda deck: deck.by_device and deck.stage is CardsStage.READY)

    @property
    def _latest_first(self) -> tuple[int, ...]:
        return (1, 0) if self.last_shuffled == 1 else (0, 1)

    def _first(self, numbers: Iterable[int], waits: Callable[[PokerDeck], bool]) -> int:
        return next((number for number in numbers if waits(self.decks[number])), -1)

    def after_round(self, *, void: bool) -> PokerEquipment:
        """The deck in play is used; a void round is dealt again with the same deck, so it does not count.

        Nor does a round in which the stub was counted: the next rounds are those since the count.
        """
        number = self.in_play
        if number < 0:
            return self
        deck = self.decks[number]
        used = deck if deck.stage is CardsStage.ABSENT else msgspec.structs.replace(deck, stage=CardsStage.USED)
        return msgspec.structs.replace(
            self,
            decks=self.with_deck(number, used),
            in_play=-1,
            last_deck=self.last_deck if void else number,
            rounds_since_count=self.rounds_since_count + (0 if void or self.counted_in_round else 1),
            counted_in_round=False,
        )
