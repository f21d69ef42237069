"""Pots as they are formed: what nobody called goes back, the main pot, side pots, who contends for each (637a.8(b)(5), .17(d))."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import POT, PokerDraft
from houseway.chapters.c637a_poker.revenue import return_rake
from houseway.clause import ClauseId
from houseway.money import NOTHING, Cents
from houseway.seats import Seat


@dataclass(slots=True)
class Pot:
    """An amount and who can win it. ``paid``: what is left of it to share; ``uncalled``: what of it is not raked."""

    amount: Cents
    contenders: tuple[Seat, ...]
    paid: Cents = NOTHING
    uncalled: Cents = NOTHING


def return_uncalled(draft: PokerDraft) -> None:
    """The part of the highest bet that nobody matched goes back to its player (637a.17(d))."""
    round = draft.state.round
    if round.dead:
        _return_uncalled_ante(draft)
    seat, cents = _uncalled(draft)
    # A bet left by a dead hand stays, unless nobody who could have called it is left to win it (637a.18(l)(2)).
    if cents and (seat not in round.folded or round.all_in.issuperset(round.contending)):
        if seat in round.folded:
            # It was part of the pot until now, and raked.
            return_rake(draft, ClauseId("637a.17(d)"))
        draft.emit(
            ev.UncalledBetReturned(
                clause=ClauseId("637a.17(d)"),
                seat=seat,
                cents=cents,
                postings=((POT, draft.account(seat), cents),),
            )
        )


def _uncalled(draft: PokerDraft) -> tuple[Seat, Cents]:
    """Who has put in the most, and by how much nobody has matched it."""
    every = draft.state.round.paid
    second, most = sorted(every.values())[-2:]
    return next(seat for seat, paid in every.items() if paid == most), Cents(most - second)


def _short_antes(draft: PokerDraft) -> dict[Seat, int]:
    """What those paid who are all-in for less than their own Ante, where the Antes differ by seat: never nothing."""
    antes = draft.state.round.antes_for_all
    short = {seat: antes.get(seat, 0) for seat in draft.state.round.order if seat in draft.state.round.all_in}
    return {seat: paid for seat, paid in short.items() if paid < draft.ante_of(seat)} if draft.antes_differ else {}


def _return_uncalled_ante(draft: PokerDraft) -> None:
    round, short = draft.state.round, _short_antes(draft)
    for seat, paid in round.antes_for_all.items():
        others = [one for one in round.order if one != seat]
        if seat not in round.folded and all(one in short for one in others):
            cents = Cents(paid - max(short[one] for one in others))
            if cents > 0:
                posting = (POT, draft.account(seat), cents)
                draft.emit(
                    ev.UncalledBetReturned(
                        clause=ClauseId("637a.17(d)"), seat=seat, cents=cents, postings=(posting,), ante=True
                    )
                )


def _ante_layers(draft: PokerDraft) -> list[tuple[int, list[Seat]]]:
    """Antes posted for the table are the main pot's, for which every hand contends; but who is all-in for less than the
    own Ante contends only for as much of each (637a.8(b)(5)(i))."""
    round, contending = draft.state.round, draft.state.round.contending
    short = _short_antes(draft)
    layers, below = [], 0
    for level in sorted({paid for seat, paid in short.items() if seat in contending}):
        amount = sum([min(paid, level) - min(paid, below) for paid in round.antes_for_all.values()])
        layers.append((amount, [seat for seat in contending if short.get(seat, level) >= level]))
        below = level
    rest = sum([max(paid - below, 0) for paid in round.antes_for_all.values()])
    full = [seat for seat in contending if seat not in short]
    if rest and full:
        layers.append((rest, full))
    elif layers:
        layers[-1] = (layers[-1][0] + rest, layers[-1][1])
    return layers


def layers_of(draft: PokerDraft) -> list[tuple[int, list[Seat]]]:
    """What was paid, in layers, and who contends for each; the main pot's first."""
    round = draft.state.round
    contending, every = round.contending, round.paid
    layers = _ante_layers(draft) if round.dead else []
    below = 0
    for level in sorted({every[seat] for seat in contending}):
        amount = sum([min(paid, level) - below for paid in every.values() if paid > below])
        if amount:
            layers.append((amount, [seat for seat in contending if every[seat] >= level]))
        below = level
    layers = layers or [(0, contending)]
    above = sum([paid - below for paid in every.values() if paid > below])
    if above and round.all_in.issuperset(contending):
        # Nobody left has contributed to it: whoever left that pot last had won it (637a.8(b)(5)(i)).
        layers.append((above, [next(seat for seat in reversed(round.departed) if every[seat] > below)]))
    elif above:
        # What a dead hand put in above the others is for those who could still have called it (637a.8(b)(5)(iii)).
        layers.append((above, [seat for seat in contending if seat not in round.all_in]))
    return layers


def form_pots(draft: PokerDraft) -> list[Pot]:
    """The main pot first, then side pots; pots with the same contenders are one (637a.8(b)(5)).

    A discarded hand contends for nothing, except a side pot in which nobody is left against it.
    """
    mucked = draft.state.round.mucked
    pots: list[Pot] = []
    for amount, seats in layers_of(draft):
        contenders = tuple(sorted([seat for seat in seats if seat not in mucked] if mucked else seats))
        contenders = contenders or tuple(seats)
        if pots and pots[-1].contenders == contenders:
            pots[-1].amount = Cents(pots[-1].amount + amount)
        else:
            pots.append(Pot(Cents(amount), contenders))
    for pot in pots:
        pot.paid = pot.amount
    # A final bet that nobody called and that stays with a dead hand is in the last pot (637a.17(d)).
    seat, cents = _uncalled(draft)
    if cents and seat in draft.state.round.folded:
        pots[-1].uncalled = cents
    return pots
