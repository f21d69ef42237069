"""The deals over which each primitive is counted, and the counts.

The reference definition of a primitive is called once for each class of hands. Its counts do not depend on a table's rules, so
any paytable over it is settled from them at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from houseway.lab.classes import hands
from houseway.lab.facet import lab_of
from houseway.lab.sheet import Progress, SheetError, quiet
from houseway.rules.game import BankedGame
from houseway.rules.settlement import Both, Primitive, SettlementTable
from houseway.rules.showdown import Showdown

WeightedShowdown = tuple[Showdown, int]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DealSpace:
    """A deal space: what is dealt, how many deals there are, and its classes; ``quick``: counted in no time."""

    text: str
    total: int
    classes: Callable[[], Iterator[WeightedShowdown]]
    quick: bool = False


def single_hands(size: int, *, joker: bool = False, held: int) -> Iterator[WeightedShowdown]:
    """Yield every class of hands of so many cards, which a primitive may read as the player's or as the bank's.

    The first ``held`` cards are in the hand, the others on the board.
    """
    for cards, times in hands(size, joker=joker):
        own = cards[:held]
        yield Showdown(own, own, cards[held:]), times


Counts = Mapping[int, int]
"""How many deals give a primitive each of its numbers."""


def spaces_of(game: str) -> Mapping[str, DealSpace]:
    """Return the deals over which the primitives of a game are counted, by the primitive's id."""
    lab = lab_of(game)
    return {} if lab is None else lab.deal_spaces()


def space_of(game: BankedGame, table: SettlementTable) -> DealSpace | None:
    """Return the deal space of a wager that rests on one primitive; None where it rests on decisions too."""
    return spaces_of(game.id).get(table.steps[0][0].id) if len(table.steps) == 1 else None


def count(game: str, primitives: Collection[Primitive | Both], progress: Progress = quiet) -> dict[str, Counts]:
    """Count the deals that give each number of these primitives, by their reference definitions; one pass per space."""
    spaces = spaces_of(game)
    counts: dict[str, Counts] = {}
    for space in dict.fromkeys(spaces[primitive.id] for primitive in primitives):
        own = [primitive for primitive in dict.fromkeys(primitives) if spaces[primitive.id] is space]
        counters = [(primitive, primitive.of, Counter[int]()) for primitive in own]
        done = 0
        for number, (showdown, times) in enumerate(space.classes()):
            for _, number_of, counter in counters:
                # Yes and no are numbers too.
                counter[int(number_of(showdown))] += times
            done += times
            if not number & 0x3FFF:
                progress(done, space.total, space.text)
        if done != space.total:
            raise SheetError(f"{space.text}: the classes stand for {done} of {space.total} deals")
        counts.update((primitive.id, counter) for primitive, _, counter in counters)
    return counts


def settled(table: SettlementTable, counts: Counts) -> list[int]:
    """Return how many deals each row of a table settles, by the number of the row."""
    ((_, steps),) = table.steps
    deals = [0] * len(table.rows)
    for value, times in counts.items():
        deals[table.lowered[steps[value]]] += times
    return deals
