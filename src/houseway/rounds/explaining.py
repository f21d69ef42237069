"""Why a round was settled as it was: the words of the clauses in the answer, and why a hand is foul."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.cards import text_of
from houseway.engine.banked.events import HandsSet
from houseway.register.entries import entry, parents
from houseway.rounds.answer import Answer, BankedAnswer, plain

FOUL = "645a.11(f)(1)(iii)"
_NAMED_BY = ("clause", "under")


def explained(answer: Answer) -> dict[str, Any]:
    """The answer as JSON has it, with the words of every clause it names, and why each hand that is foul is so."""
    shown = plain(answer)
    shown["clauses"] = {clause: words_of(clause) for clause in dict.fromkeys(_clauses(shown)) if clause}
    if isinstance(answer, BankedAnswer):
        shown["why"] = list(_why(answer))
    return shown


def words_of(clause: str) -> str:
    """A clause in our words; where it has none of its own, those of the one it belongs to."""
    found = entry(clause) or next(iter(reversed(parents(clause))), None)
    return found.text if found is not None else ""


def _clauses(value: Any) -> Iterator[str]:
    match value:
        case dict():
            yield from [value[name] for name in _NAMED_BY if isinstance(value.get(name), str)]
            for name, one in value.items():
                if name != "rules":
                    yield from _clauses(one)
        case list():
            for one in value:
                yield from _clauses(one)


def _why(answer: BankedAnswer) -> Iterator[str]:
    settings = {event.seat: event for event in answer.events if isinstance(event, HandsSet)}
    for one in answer.settlements:
        amount = f"seat {one.seat}, {one.wager}"
        if FOUL in (one.clause, one.under) and one.seat in settings:
            own = settings[one.seat]
            low, high = text_of(own.low), text_of(own.high)
            yield f"{amount}: the hand is foul, for the low hand {low} ranks above the high hand {high}"
        elif one.hand:
            yield f"{amount}: {one.hand}, {one.pays}"
        else:
            yield f"{amount}: {one.pays}"
