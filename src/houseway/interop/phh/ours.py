"""A PHH hand that we wrote: its ``_houseway_`` fields hold what PHH has no field for, so that it is played just as it was."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from houseway.cards import DECK_52, Card, CardError, cards
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import UnknownGameError, UnlawfulSubmissionError, resolve
from houseway.encoding import where
from houseway.interop.phh.file import PhhError, PhhHand
from houseway.money import Cents
from houseway.seats import Seat
from houseway.written import json_fault


class Ours(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of ours. ``raises``: the place of an action that PHH can only write as a call, and what it raised to."""

    seats: tuple[Seat, ...]
    names: tuple[str, ...] = msgspec.field(name="players")
    game: str = msgspec.field(name="_houseway_game")
    submission: str = msgspec.field(name="_houseway_submission")
    deck: str = msgspec.field(name="_houseway_deck")
    reshuffles: tuple[str, ...] = msgspec.field(name="_houseway_reshuffles", default=())
    raises: tuple[tuple[int, Cents], ...] = msgspec.field(name="_houseway_raises", default=())
    posts: dict[Seat, Literal["new", "missed"]] = msgspec.field(name="_houseway_posts", default_factory=dict)
    kill: bool = msgspec.field(name="_houseway_kill", default=False)
    straddle: bool = msgspec.field(name="_houseway_straddle", default=False)

    def rules(self) -> PokerRules:
        """The rules under which we played it."""
        try:
            submission = json.loads(self.submission)
        except (ValueError, RecursionError) as error:
            raise PhhError(f"the rules of the hand cannot be read: {json_fault(error)}") from None
        if not isinstance(submission, Mapping):
            raise PhhError("_houseway_submission is no object")
        try:
            return resolve(submission, game=self.game, kind=PokerRules)
        except (UnlawfulSubmissionError, UnknownGameError) as error:
            raise PhhError(f"the rules of the hand cannot be used: {error}") from None

    def raised(self) -> dict[int, Cents]:
        """What an action raised to, by its place."""
        return dict(self.raises)


def ours_of(hand: PhhHand) -> Ours | None:
    """What we wrote besides PHH, if the hand is ours."""
    if "_houseway_deck" not in hand.fields:
        return None
    try:
        ours = msgspec.convert(hand.fields, Ours, strict=False)
    except msgspec.ValidationError as error:
        raise PhhError(f"the fields of ours cannot be read: {where(str(error))}") from None
    if not len(ours.seats) == len(ours.names) == hand.players:
        raise PhhError(f"seats and players have {len(ours.seats)} and {len(ours.names)} entries for {hand.players}")
    return ours


def deck_of(text: str, among: Sequence[Card] = DECK_52) -> tuple[Card, ...]:
    """The cards of a deck or of a reshuffle of ours; one that was not known is any other of those it can be."""
    words = text.split()
    try:
        named = iter(known := cards(" ".join([word for word in words if word != "??"])))
        others = iter([card for card in among if card not in known])
        return tuple([next(others if word == "??" else named) for word in words])
    except CardError as error:
        raise PhhError(str(error)) from None
    except StopIteration:
        raise PhhError("a deck of ours has more cards than there are") from None
