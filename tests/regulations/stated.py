"""What the tests by clause share: decks laid out in dealing order, rounds stated and answered, settlements looked up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from houseway.cards import CARD_TEXT, DECK_52
from houseway.rounds.banked import settle


class Settled(NamedTuple):
    """What a wager was paid, what the player gained by it, and the clause."""

    pays: str
    net: int
    clause: str


def answer(**stated: Any) -> dict[str, Any]:
    """The answer to a stated round that is played to its end."""
    given = settle(stated)
    assert "refusal" not in given, given
    return given


def refusal(**stated: Any) -> dict[str, Any]:
    """The refusal of a stated round."""
    given = settle(stated)
    assert "refusal" in given, given
    refused: dict[str, Any] = given["refusal"]
    return refused


def settled(given: dict[str, Any], wager: str, seat: int = 1) -> Settled:
    """The one settlement of a wager."""
    found = [one for one in given["settlements"] if (one["seat"], one["wager"]) == (seat, wager)]
    assert len(found) == 1, given["settlements"]
    return Settled(found[0]["pays"], found[0]["net"], found[0]["clause"])


def step(given: dict[str, Any], wager: str, seat: int = 1) -> str | None:
    """The step of the procedure under which a wager was paid."""
    found = [one for one in given["settlements"] if (one["seat"], one["wager"]) == (seat, wager)]
    under: str | None = found[0].get("under")
    return under


def returned(given: dict[str, Any]) -> set[tuple[int, str]]:
    """The wagers that went back to the players."""
    return {(one["seat"], one["wager"]) for one in given["settlements"] if one["pays"] == "returned"}


def rulings(given: dict[str, Any], kind: str = "irregularity_ruled") -> list[dict[str, Any]]:
    """The events of one kind in an answer."""
    return [event for event in given["events"] if event["event"] == kind]


def spare(used: Iterable[str], count: int) -> list[str]:
    """Cards that are not among those used."""
    taken = set(used)
    return [CARD_TEXT[card] for card in DECK_52 if CARD_TEXT[card] not in taken][:count]


def around(hands: Sequence[str]) -> list[str]:
    """Hands dealt one card at a time, the first hand first."""
    split = [hand.split() for hand in hands]
    return [hand[turn] for turn in range(len(split[0])) for hand in split]


def stacked(hands: Sequence[str]) -> list[str]:
    """Hands dealt in whole stacks."""
    return [card for hand in hands for card in hand.split()]


def with_stub(front: Sequence[str]) -> str:
    """A complete deck that begins with these cards."""
    return " ".join([*front, *spare(front, 52)])
