"""Stated rounds: played and answered, settlements looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from houseway import rounds
from houseway.engine.kernel import Table
from houseway.rounds.answer import plain

Stating = Callable[..., dict[str, Any]]


class Settled(NamedTuple):
    """What a wager was paid, what the player gained by it, and the clause."""

    pays: str
    net: int
    clause: str


def answer(**stated: Any) -> dict[str, Any]:
    """The answer to a stated round that is played to its end."""
    given = _read(rounds.settle(stated))
    assert "refusal" not in given, given
    return given


def refusal(**stated: Any) -> dict[str, Any]:
    """The refusal of a stated round."""
    given = _read(rounds.settle(stated))
    assert "refusal" in given, given
    refused: dict[str, Any] = given["refusal"]
    return refused


def played_and_refused(stated: Stating) -> tuple[Stating, Stating]:
    """Of a chapter's way of stating a round: the answer to one, and the refusal of one."""
    return (lambda *cards, **told: answer(**stated(*cards, **told))), (
        lambda *cards, **told: refusal(**stated(*cards, **told))
    )


def table_after(**stated: Any) -> Table[Any, Any]:
    """The table after a stated round, with all its events."""
    return rounds.play(stated)


def answer_of(table: Table[Any, Any]) -> dict[str, Any]:
    """The answer that a table gives after the stated round played at it."""
    return _read(plain(rounds.answer_of(table)))


def _read(given: dict[str, Any]) -> dict[str, Any]:
    """An answer as a reader of its JSON has it."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(given))
    return read


def paid(stated: Mapping[str, Any]) -> dict[tuple[int, str], tuple[str, int]]:
    """The settlements of a round: seat and wager -> what it pays and its net. The round must not be refused."""
    return {(one["seat"], one["wager"]): (one["pays"], one["net"]) for one in answer(**stated)["settlements"]}


def found(given: Mapping[str, Any], wager: str, seat: int = 1) -> list[dict[str, Any]]:
    """Every settlement of a wager at a seat."""
    return [one for one in given["settlements"] if (one["seat"], one["wager"]) == (seat, wager)]


def settled(given: Mapping[str, Any], wager: str, seat: int = 1) -> Settled:
    """The one settlement of a wager."""
    settlements = found(given, wager, seat)
    assert len(settlements) == 1, given["settlements"]
    return Settled(settlements[0]["pays"], settlements[0]["net"], settlements[0]["clause"])


def step(given: Mapping[str, Any], wager: str, seat: int = 1) -> str | None:
    """The step of the procedure under which a wager was paid."""
    under: str | None = found(given, wager, seat)[0].get("under")
    return under


def returned(given: Mapping[str, Any]) -> set[tuple[int, str]]:
    """The wagers that went back to the players."""
    return {(one["seat"], one["wager"]) for one in given["settlements"] if one["pays"] == "returned"}


def rulings(given: Mapping[str, Any], kind: str = "irregularity_ruled") -> list[dict[str, Any]]:
    """The events of one kind in an answer."""
    return [event for event in given["events"] if event["event"] == kind]


def irregularity(cause: str, at: str, after: int = 0, **more: Any) -> dict[str, Any]:
    """An irregularity as a stated round tells it."""
    return {"cause": cause, "at": at, "after": after, **more}


def one_irregularity(cause: str, at: str, after: int = 0, seat: int = 0, **more: Any) -> list[dict[str, Any]]:
    """The irregularities of a round in which only this happened."""
    return [irregularity(cause, at, after, **({"seat": seat} if seat else {}), **more)]
