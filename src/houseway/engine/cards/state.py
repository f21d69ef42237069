"""Where the cards and devices of a table stand, and what every state and round of play has for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from houseway.cards import Card
from houseway.engine.kernel import State
from houseway.seats import Seat

NONE = -1
"""The number of no deck."""


class CardsStage(IntEnum):
    """How far a deck is on its way from the box to the deal."""

    ABSENT = 0
    RECEIVED = 1
    INSPECTED = 2
    VERIFIED = 3
    SPREAD = 4
    VIEWED = 5
    WASHED = 6
    SHUFFLED = 7
    READY = 8
    IN_PLAY = 9
    USED = 10


# Looked up once: they are asked for again and again.
ABSENT, READY, IN_PLAY, USED = CardsStage.ABSENT, CardsStage.READY, CardsStage.IN_PLAY, CardsStage.USED


class Deck(msgspec.Struct, frozen=True, gc=False):
    """One of a table's decks. ``order`` is known from the shuffle on; since then the cut was ``offered`` to these seats and
    ``declined`` by those, and ``last_cut_by`` has made it."""

    stage: CardsStage = CardsStage.ABSENT
    order: tuple[Card, ...] = ()
    preshuffled: bool = False
    by_device: bool = False
    device_count: int | None = None
    last_cut_by: Seat | None = None
    offered: tuple[Seat, ...] = ()
    declined: tuple[Seat, ...] = ()

    @property
    def awaits_order(self) -> bool:
        """Whether it came preshuffled and its order has not been stated."""
        return self.preshuffled and self.stage is CardsStage.SHUFFLED

    @property
    def awaits_count(self) -> bool:
        """Whether a device has shuffled it and not shown a count since."""
        return self.by_device and self.stage is READY and self.device_count is None


class Equipment(msgspec.Struct, frozen=True, gc=False):
    """The decks and devices of a table. A deck is known by its number, its place in ``decks``.

    ``shuffler`` and ``dealing`` are empty while the methods are those of the submission. ``received_at`` None: the table has
    no decks of its own yet. ``viewers`` have looked over the cards that are spread; ``idle``: for lack of gaming activity.
    ``deserted``: everybody has left since the cards were shuffled.
    """

    decks: tuple[Deck, ...] = ()
    shuffler: str = ""
    dealing: str = ""
    received_at: int | None = None
    two_jokers: bool = False
    inspected_by: str = ""
    viewers: tuple[str, ...] = ()
    idle: bool = False
    deserted: bool = False
    in_play: int = NONE
    last_deck: int = NONE
    last_shuffled: int = NONE
    rounds_since_count: int = 0
    counted_in_round: bool = False
    faulty: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()

    def left_alone(self) -> Equipment:
        """Return what becomes of the cards when the last player leaves."""
        return replace(self, deserted=True) if self.at_stage(CardsStage.SHUFFLED, READY, USED) else self

    @property
    def owned(self) -> bool:
        """Whether the table has had decks of its own; without any it is dealt stated ones."""
        return self.received_at is not None

    def with_deck(self, number: int, deck: Deck) -> Equipment:
        """With another deck in one's place."""
        return replace(self, decks=self.decks[:number] + (deck,) + self.decks[number + 1 :])

    def changed(self, number: int, **changes: Any) -> Equipment:
        """With one deck changed."""
        return self.with_deck(number, replace(self.decks[number], **changes))

    def moved(self, numbers: Iterable[int], stage: CardsStage) -> Equipment:
        """With these decks at another stage."""
        after = self
        for number in numbers:
            after = after.changed(number, stage=stage)
        return after

    def at_stage(self, *stages: CardsStage) -> list[int]:
        """The numbers of the decks at one of these stages."""
        return [number for number, deck in enumerate(self.decks) if deck.stage in stages]

    @property
    def present(self) -> list[int]:
        """The numbers of the decks at the table."""
        return [number for number, deck in enumerate(self.decks) if deck.stage is not ABSENT]

    @property
    def next_deck(self) -> int:
        """The deck of the next round: another one than last time, at first one that is ready."""
        if len(self.decks) < 2:
            return 0
        present = self.present
        others = [number for number in present if number != self.last_deck] or present or [0]
        ready = self.at_stage(READY)
        return next((number for number in others if number in ready), others[0])

    @property
    def stage(self) -> CardsStage:
        """How far the deck in play is, or else the deck of the next round."""
        number = self.next_deck if self.in_play < 0 else self.in_play
        return self.decks[number].stage if self.decks else ABSENT

    @property
    def to_cut(self) -> int:
        """The deck that waits for its cut, one that must be recut first; in a round only the one in play."""
        recut = self._latest(lambda deck: deck.stage is CardsStage.SHUFFLED and deck.last_cut_by is not None)
        first = self._latest(lambda deck: deck.stage is CardsStage.SHUFFLED and not deck.preshuffled)
        return first if recut < 0 else recut

    @property
    def to_recut(self) -> int:
        """The deck whose cut can be required again, in a round only the one in play."""
        stage = CardsStage.READY if self.in_play < 0 else CardsStage.IN_PLAY
        return self._latest(lambda deck: deck.stage is stage and not deck.by_device)

    @property
    def to_count(self) -> int:
        """The deck whose count its device has yet to show."""
        return self._latest(lambda deck: deck.awaits_count, beside=True)

    @property
    def jammed(self) -> int:
        """The shuffled deck that a jam of the device spoils.

        A deck that waits for its shuffle is the one in the device, and the other is finished. Where none waits, the device
        has the deck it shuffled last.
        """
        if self.at_stage(CardsStage.WASHED, CardsStage.USED) or self.last_shuffled < 0:
            return NONE
        last = self.decks[self.last_shuffled]
        return self.last_shuffled if last.by_device and last.stage is CardsStage.READY else NONE

    def _latest(self, waits: Callable[[Deck], bool], *, beside: bool = False) -> int:
        """The deck of which this is true, the one shuffled last first; ``beside``: also beside the one in play."""
        if self.in_play >= 0 and not beside:
            numbers: Iterable[int] = (self.in_play,)
        else:
            numbers = sorted(range(len(self.decks)), key=lambda number: number != self.last_shuffled)
        return next((number for number in numbers if waits(self.decks[number])), NONE)

    def after_round(self, *, void: bool) -> Equipment:
        """The deck in play is used; a void round is dealt again with the same one.

        A round in which the stub was counted is none of the rounds since the count.
        """
        number = self.in_play
        if number < 0:
            return self
        return replace(
            self.changed(number, stage=USED),
            in_play=NONE,
            last_deck=self.last_deck if void else number,
            rounds_since_count=0 if self.counted_in_round else self.rounds_since_count + 1,
            counted_in_round=False,
        )


class CardRound(msgspec.Struct, kw_only=True, gc=False):
    """What every round of play has of its cards: the deck, how many have left it, and those set aside."""

    deck: tuple[Card, ...] = ()
    next_card: int = 0
    set_aside: tuple[Card, ...] = ()


T = TypeVar("T", bound="CardState")


class CardState(State, kw_only=True, gc=False):
    """What the states of all tables with cards have."""

    number: int = 0
    equipment: Equipment = Equipment()
    round: CardRound = msgspec.field(default_factory=CardRound)

    def people(self) -> tuple[str, ...]:
        """Everybody whose name the state keeps."""
        return (*self.seats.values(), self.equipment.inspected_by, *self.equipment.viewers)

    def copy(self: T) -> T:
        """A copy that may be changed without changing this state."""
        twin: T = self.__copy__()  # type: ignore[attr-defined]
        twin.ledger = self.ledger.copy()
        twin.round = self.round.__copy__()  # type: ignore[attr-defined]
        return twin
