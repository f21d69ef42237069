"""The answer to a stated round: typed, and made plain once, at the edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from houseway.cards import Card, text_of
from houseway.chapters.c637a_poker.events import StreetDealt
from houseway.clause import ClauseId
from houseway.engine.kernel import Event
from houseway.engine.refusal import Refusal
from houseway.money import Cents
from houseway.seats import DEALER, Seat


class RulesApplied(msgspec.Struct, frozen=True, kw_only=True):
    """By which rules a round was settled; ``defaults`` are the fields it did not state. None: the game has no house way."""

    digest: str
    paytables: dict[str, str]
    house_way: str | None
    defaults: tuple[str, ...]


class Settlement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one wager came to: ``pays`` as a paytable prints it, ``net`` what the player gained or lost by it."""

    seat: Seat
    wager: str
    amount: Cents
    pays: str
    net: Cents
    clause: ClauseId
    under: ClauseId | None = None
    hand: str = ""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that was not paid as it should have been; both amounts are what the seat gained or lost by it."""

    seat: Seat
    wager: str
    paid: Cents
    owed: Cents
    clause: ClauseId


class BankedAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a round against a bank came to. ``events`` are those a reader of the answer may want to see.

    ``differences``: where the round states what was paid, the wagers of which something else was owed.
    """

    settlements: tuple[Settlement, ...]
    net: dict[Seat, Cents]
    events: tuple[Event, ...]
    rules: RulesApplied
    differences: tuple[Difference, ...] | None = None


class Award(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat won of a pot, and for what."""

    seat: Seat
    contest: str = msgspec.field(name="for")
    cents: Cents
    excess: Cents
    clause: ClauseId


class Pot(msgspec.Struct, frozen=True, kw_only=True):
    """One pot: before rake and what of it was shared, who could win it, who did, with which cards, by which clause."""

    amount: Cents
    paid: Cents
    contenders: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    hands: dict[Seat, dict[str, str]]
    shares: dict[Seat, Cents]
    awards: tuple[Award, ...]
    clause: ClauseId


class PokerAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a round of poker came to, the main pot first."""

    stacks: dict[Seat, Cents]
    pots: tuple[Pot, ...]
    rake: Cents
    contributions: dict[str, Cents]
    net: dict[Seat, Cents]
    events: tuple[Event, ...]
    rules: RulesApplied
    rakes: dict[str, Cents] | None = None
    void: bool = False
    kill_next: bool | None = None
    button_next: Seat | None = None


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """The round cannot be played so."""

    refusal: Refusal


Answer = BankedAnswer | PokerAnswer | Refused


def plain(answer: Answer) -> dict[str, Any]:
    """The answer as JSON has it: seats as texts where they are keys, cards as texts."""
    shown: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    if not isinstance(answer, Refused):
        shown["events"] = [plain_event(event) for event in answer.events]
    return shown


def plain_event(event: Event) -> dict[str, Any]:
    """An event as the answer prints it: cards as text, the dealer by name."""
    if isinstance(event, StreetDealt):
        return {"event": "common_card", "clause": event.clause, "card": _text([event.cards[-1][1]])}
    shown: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    for hidden in ("postings", "v"):
        shown.pop(hidden, None)
    for key in ("high", "low", "cards", "order"):
        if shown.get(key) and isinstance(shown[key][0], int | None):
            shown[key] = _text(shown[key])
    if "card" in shown:
        shown["card"] = _text([shown["card"]])
    if shown.get("seat") == DEALER and shown["event"] == "hands_set":
        shown["seat"] = "dealer"
    return shown


def _text(cards: Iterable[Card | None]) -> str:
    """The cards as text; one that is not known is ``??``."""
    return " ".join(["??" if card is None else text_of([card]) for card in cards])
