"""What a chapter states about the cards of its tables: ways to shuffle and deal, numbers, and the clause of every step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from houseway.cards import Card
from houseway.clause import ClauseId
from houseway.seats import Seat


class Dealing(StrEnum):
    """The three ways of dealing (*.8, *.9, *.10)."""

    MANUAL_SHOE = "manual-shoe"
    HAND = "hand"
    AUTOMATED_SHOE = "automated-shoe"


class Shuffler(StrEnum):
    """How the cards are shuffled (*.5)."""

    MANUAL = "manual"
    AUTOMATED = "automated"
    COUNTING = "automated-counting"
    RESHUFFLING = "automatic-reshuffling"


class Device(StrEnum):
    """The devices of a table."""

    SHUFFLER = "shuffler"
    SHOE = "shoe"


COUNTING = frozenset({Shuffler.COUNTING, Shuffler.RESHUFFLING})
"""With these nobody counts a deck every few rounds."""


def devices_in_use(shuffler: Shuffler, dealing: Dealing) -> tuple[Device, ...]:
    """The devices that a table with these methods uses."""
    used = {Device.SHUFFLER: shuffler is not Shuffler.MANUAL, Device.SHOE: dealing is Dealing.AUTOMATED_SHOE}
    return tuple([device for device, in_use in used.items() if in_use])


def failing_with(device: Device, shuffler: Shuffler, dealing: Dealing) -> tuple[Device, ...]:
    """The devices that are out of order when one is: an automated shoe that reshuffles is shuffler and shoe in one."""
    is_one = shuffler is Shuffler.RESHUFFLING and dealing is Dealing.AUTOMATED_SHOE
    return (Device.SHUFFLER, Device.SHOE) if is_one else (device,)


class Use(NamedTuple):
    """For how long decks may be in use."""

    hours: int
    clause: ClauseId


class OffersCut(Protocol):
    """To whom the cut is offered, in order, the dealer last."""

    def __call__(self, draft: Any, /) -> tuple[Seat, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CardProcedures:
    """Every number and clause of a chapter's card procedures.

    ``viewers``: how many first players look the cards over, and whether they must be seated; ``cut_leaves``: how many cards
    stay under the cover card at least; ``second_cover_card``: where another one goes after the cut; ``counted``: the devices that show a count after each of their shuffles;
    ``stub_every_deal``: the stub is counted after each deal, and no deck is counted between rounds;
    ``each_deck``: the clause of a step where two decks take it; ``later_deck``: of the deck that was put away unshuffled.
    A clause that is None is of a step that the chapter does not have.
    """

    deck: tuple[Card, ...]
    decks: int = 1
    two_decks_by_hand: bool = False
    use: Mapping[Dealing, Use]
    viewers: int = 1
    viewers_are_seated: bool = False
    idle_face_up: bool = False
    least_cut: int = 10
    cut_leaves: int = 1
    second_cover_card: str = ""
    rounds_to_a_count: int = 5
    stub_every_deal: bool = False
    counted: frozenset[Shuffler] = COUNTING
    # What is kept at the table.
    one_deck: ClauseId
    two_decks: ClauseId
    stored: ClauseId
    alternate: ClauseId
    # From the box to the shuffle.
    inspect: ClauseId
    joker_torn: ClauseId | None = None
    spread: ClauseId
    wash: ClauseId
    each_deck: ClauseId | None = None
    later_deck: ClauseId | None = None
    preshuffled: ClauseId
    # Shuffle, count of the device, cut.
    shuffle: ClauseId
    device_count: ClauseId
    device_count_wrong: ClauseId
    cut_is_spared: ClauseId
    cut_is_due: ClauseId
    cut: ClauseId
    cut_offered: ClauseId | None = None
    cut_by_dealer: ClauseId | None = None
    offers_cut: OffersCut | None = None
    recut: ClauseId
    no_activity: ClauseId
    no_activity_by_device: ClauseId | None = None
    reshuffling_device: ClauseId | None = None
    # Counts by the dealer.
    count: Mapping[Dealing, ClauseId]
    count_right: Mapping[Dealing, ClauseId]
    count_wrong: Mapping[Dealing, ClauseId]
    # Devices.
    hand_needs_shuffler: ClauseId | None = None
    out_of_order: ClauseId
