"""Why a round was settled as it was: the words of the clauses in the answer, why a hand is foul, why a pot was won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.cards import text_of
from houseway.chapters.c637a_poker.events import IrregularityRuled, UncalledBetReturned
from houseway.chapters.c645a_pai_gow.settlement import FOUL_LOSES
from houseway.clause import ClauseId
from houseway.engine.banked.events import HandsSet
from houseway.money import dollars, gain
from houseway.register.entries import entry, parents
from houseway.rounds.answer import Answer, Award, BankedAnswer, PokerAnswer, Pot, plain

_NAMED_BY = ("clause", "under")


def explained(answer: Answer) -> dict[str, Any]:
    """The answer as JSON has it, with the words of every clause it names, and why each wager or pot came to what it did."""
    shown = plain(answer)
    shown["clauses"] = {clause: words_of(clause) for clause in dict.fromkeys(_clauses(shown)) if clause}
    match answer:
        case BankedAnswer():
            shown["why"] = list(_why(answer))
        case PokerAnswer():
            shown["why"] = [*_rulings(answer), *_pots(answer)]
    return shown


def words_of(clause: ClauseId) -> str:
    """A clause in our words; where it has none of its own, those of the one it belongs to."""
    found = entry(clause) or next(iter(reversed(parents(clause))), None)
    return found.text if found is not None else ""


def _clauses(value: Any) -> Iterator[ClauseId]:
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
    """Of each wager what it came to, and the step of the procedure that led to it."""
    settings = {event.seat: event for event in answer.events if isinstance(event, HandsSet)}
    for one in answer.settlements:
        amount = f"seat {one.seat}, {one.wager}"
        came_to = [one.hand, one.pays if one.pays != one.wager else "", gain(one.net)]
        if FOUL_LOSES in (one.clause, one.under) and one.seat in settings:
            own = settings[one.seat]
            low, high = text_of(own.low), text_of(own.high)
            yield f"{amount}: the hand is foul, for the low hand {low} ranks above the high hand {high}"
        else:
            step = one.under or one.clause
            yield f"{amount}: {', '.join(filter(None, came_to))}. {words_of(step).removesuffix('.')} ({step})"


def _rulings(answer: PokerAnswer) -> Iterator[str]:
    """What was ruled on, and what went back to a player, in the order in which it happened."""
    for event in answer.events:
        match event:
            case IrregularityRuled():
                whose = f"seat {event.seat}, " if event.seat else ""
                yield f"{whose}{event.cause.replace('_', ' ')}: {event.remedy}"
            case UncalledBetReturned():
                yield f"seat {event.seat}: {dollars(event.cents)} that nobody called goes back"
    if answer.void:
        yield "the round is void: every bet goes back"


def _pots(answer: PokerAnswer) -> Iterator[str]:
    for number, pot in enumerate(answer.pots):
        name = f"side pot {number}" if number else "main pot"
        taken = pot.amount - pot.paid
        if taken:
            funds = [fund.replace("_", " ") for fund, cents in answer.contributions.items() if cents]
            what = " and ".join([*(["rake"] if answer.rake else []), *funds])
            yield f"{name}: {dollars(taken)} of {dollars(pot.amount)} is taken for {what}"
        for award in pot.awards:
            yield f"{name}: seat {award.seat} is paid {dollars(award.cents)}, {_reason(pot, award)}"


def _reason(pot: Pot, award: Award) -> str:
    """Why an award is made: nobody else is left, or the hand is the best, alone or tied; and what is in it of an excess."""
    if len(pot.contenders) == 1:
        return "for nobody else contends for it"
    used = pot.hands[award.seat][award.contest]
    tied = [one.seat for one in pot.awards if one.contest == award.contest and one.seat != award.seat]
    seats = ", ".join(map(str, pot.contenders))
    best = f"for {award.contest}: {used} is the best hand of seats {seats}"
    best += f", tied with seat {', '.join(map(str, tied))}" if tied else ""
    return f"{best}; {dollars(award.excess)} of it could not be divided" if award.excess else best
