"""What can go wrong with a card of a poker deal, as forms: one for each cause, with the cards it can befall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.events import BURN, COMMUNITY
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import SEATS, Irregularity, PokerRules, Remedy
from houseway.engine.kernel import Command
from houseway.engine.refusal import Refusal
from houseway.seats import NOBODY, Seat
from houseway.view.steps import cause_says
from houseway.view.table import AnyRules
from houseway.web.pages.stepping import Step, choice_input

Foresee = Callable[[Command], "tuple[Any, ...] | Refusal"]
"""What a command would lead to; nothing is done."""


def mishap_steps(rules: AnyRules, seen: Any, deal: Step, foresee: Foresee) -> tuple[Step, ...]:
    """The mishaps that can be stated with the deal that is due."""
    if not isinstance(rules, PokerRules) or not isinstance(seen, PokerObservation):
        return ()
    foreseen = foresee(poker.DealStreet())
    events = () if isinstance(foreseen, Refusal) else foreseen
    dealt = next((event for event in events if isinstance(event, ev.StreetDealt)), None)
    if dealt is None:
        return ()
    targets = [(seat, face_up) for seat, _, face_up in dealt.cards]
    steps = [_step(rules, seen, deal, ruling, targets, foresee) for ruling in rules.irregularities.values()]
    return tuple([step for step in steps if step is not None])


def _step(
    rules: PokerRules,
    seen: PokerObservation,
    deal: Step,
    ruling: Irregularity,
    targets: list[tuple[Seat, bool]],
    foresee: Foresee,
) -> Step | None:
    if not ruling.in_deal:
        return None
    to_ineligible = ruling.remedy is Remedy.DISCARDED
    exposes = ruling.needs_seat and not to_ineligible
    # Only a card that is dealt to a player face down can be turned up in the deal.
    cards = [after for after, (seat, face_up) in enumerate(targets) if not exposes or (seat > 0 and not face_up)]
    playing = set(seen.order) - set(seen.folded)
    seats = [Seat(seat) for seat in range(1, SEATS + 1) if seat not in playing] if to_ineligible else [NOBODY]
    if not cards or not seats:
        return None
    mishap = poker.Mishap(cause=ruling.cause, after=cards[0], seat=seats[0])
    if isinstance(foresee(poker.DealStreet(mishaps=(mishap,))), Refusal):
        return None
    inputs = [choice_input("after", "Which card", [(str(after), _card_name(targets, after)) for after in cards])]
    if to_ineligible:
        inputs.append(choice_input("mishap_seat", "Dealt to", [(str(seat), f"Seat {seat}") for seat in seats]))
    return Step(
        title=cause_says(rules, ruling.cause),
        clause=ruling.clause,
        command=deal.command,
        hidden={**deal.hidden, "mishap": ruling.cause},
        inputs=tuple(inputs),
    )


def _card_name(targets: list[tuple[Seat, bool]], after: int) -> str:
    """A card of the deal by its place off the deck and where it goes."""
    seat, face_up = targets[after]
    where = {BURN: "the burn card", COMMUNITY: "a board card"}.get(
        seat, f"to Seat {seat}, {'up' if face_up else 'down'}"
    )
    return f"Card {after + 1}: {where}"
