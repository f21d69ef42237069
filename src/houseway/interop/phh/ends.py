"""How a PHH hand is said to have ended, beside how it ended here."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from houseway.chapters.c637a_poker import events as ev
from houseway.interop.phh.file import PhhHand
from houseway.interop.rounds_played import PokerTable
from houseway.money import NOTHING, Cents
from houseway.seats import Seat

_MOST_RAKED = 10
"""One part in so many is the most that may be raked (637a.17(b)(1))."""

Stated = tuple[Cents | None, ...]
"""The stacks at the end, as far as they are known."""


class Ending(msgspec.Struct, kw_only=True):
    """The stacks at the end less what the site kept of the pots, and the stacks it states; ``rake`` is what it kept.

    ``brought``: the stacks at the start.
    """

    ok: bool
    stacks: tuple[Cents, ...]
    expected: Stated | None
    rake: Cents = NOTHING
    remark: str = ""
    brought: tuple[Cents, ...] = ()


class _Paid(msgspec.Struct):
    """What the pots paid each player, what came back as uncalled, and the pots."""

    won: list[int]
    returned: list[int]
    pots: int = 0


def ending_of(hand: PhhHand, table: PokerTable, seats: Sequence[Seat], stacks: tuple[Cents, ...]) -> Ending:
    """Compare the stacks of a hand played to its end with what the file states: its stacks, else its winnings."""
    paid = _paid(table, seats)
    by_winnings = _by_winnings(hand, stacks, paid)
    if hand.finishing is None and not by_winnings:
        return Ending(ok=True, stacks=stacks, expected=None)
    stated = [hand.finishing] if hand.finishing is not None else by_winnings
    found = _fitting(stacks, stated, paid)
    if found is None and hand.finishing is not None:
        found = _fitting(stacks, by_winnings, paid)
        remark = "the finishing stacks and the winnings of the file do not agree; the hand ends with the winnings"
    else:
        remark = ""
    if found is None:
        nearest = min(stated, key=lambda one: sum([abs(cents) for cents in _kept(stacks, one)]))
        return Ending(ok=False, stacks=stacks, expected=nearest, remark=_difference(hand, _kept(stacks, nearest)))
    rake, expected = found
    if rake and not hand.money:
        # Chips that are not money are not raked.
        remark = f"the stacks differ: the file pays {hand.in_unit(rake)} less than the pots, as a rake would"
        return Ending(ok=False, stacks=stacks, expected=expected, rake=rake, remark=remark)
    left = tuple([stack if one is None else one for stack, one in zip(stacks, expected, strict=True)])
    return Ending(ok=True, stacks=left, expected=expected, rake=rake, remark=remark)


def _difference(hand: PhhHand, kept: list[int]) -> str:
    """What does not fit: chips that nobody brought cannot have been won."""
    more = -sum(kept)
    return (
        f"the stacks differ: the file pays {hand.in_unit(more)} more than was bet" if more > 0 else "the stacks differ"
    )


def stated_winners(
    hand: PhhHand, table: PokerTable, seats: Sequence[Seat], stacks: tuple[Cents, ...]
) -> frozenset[int]:
    """Whom the file has paid from the pots, by player, asked at the showdown."""
    if hand.finishing is not None:
        ends = enumerate(zip(stacks, hand.finishing, strict=True), 1)
        return frozenset([player for player, (now, end) in ends if end is not None and end > now])
    returned = _paid(table, seats).returned
    winnings = enumerate(zip(hand.winnings or (), returned, strict=False), 1)
    # A bet that nobody called is no win, though some sites count it as one.
    return frozenset([player for player, (cents, back) in winnings if cents and cents != back])


def _paid(table: PokerTable, seats: Sequence[Seat]) -> _Paid:
    place = {seat: number for number, seat in enumerate(seats)}
    paid = _Paid(won=[0] * len(seats), returned=[0] * len(seats))
    for event in table.events:
        if type(event) is ev.PotAwarded:
            paid.pots += event.amount
            for share in event.shares:
                paid.won[place[share.seat]] += share.cents
        elif type(event) is ev.UncalledBetReturned:
            paid.returned[place[event.seat]] += event.cents
    return paid


def _by_winnings(hand: PhhHand, stacks: tuple[Cents, ...], paid: _Paid) -> list[Stated]:
    """The stacks to which the stated winnings come, whether or not these count a bet that came back uncalled."""
    if hand.winnings is None:
        return []
    each = list(zip(stacks, paid.won, paid.returned, hand.winnings, strict=True))
    without: Stated = tuple([Cents(stack - won + cents) for stack, won, _, cents in each])
    counted: Stated = tuple([Cents(stack - won - back + cents) for stack, won, back, cents in each])
    return [without, counted] if any(paid.returned) else [without]


def _fitting(stacks: tuple[Cents, ...], stated: list[Stated], paid: _Paid) -> tuple[Cents, Stated] | None:
    """The rake by which stated stacks fit, the least if there are two ways to read them."""
    fitting = [(rake, one) for one in stated if (rake := _rake(stacks, one, paid)) is not None]
    return min(fitting, key=lambda one: one[0], default=None)


def _rake(stacks: tuple[Cents, ...], expected: Stated, paid: _Paid) -> Cents | None:
    """What the site kept, if it kept something only of what the winners were paid, and no more than may be raked."""
    kept = _kept(stacks, expected)
    if any(cents < 0 or (cents and not won) for cents, won in zip(kept, paid.won, strict=True)):
        return None
    rake = Cents(sum(kept))
    return rake if rake * _MOST_RAKED <= paid.pots else None


def _kept(stacks: tuple[Cents, ...], stated: Stated) -> list[int]:
    """What each player has less than here, by what the file states."""
    return [0 if one is None else stack - one for stack, one in zip(stacks, stated, strict=True)]
