"""Over which deals each primitive is counted, and the counts.

The reference definition of a primitive is asked once for each class of hands. Its counts rest on no rules, so any paytable
over it is settled from them at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb

from houseway.cards import DECK_52, JOKER, Card
from houseway.lab.classes import hands, pockets
from houseway.lab.sheet import Progress, SheetError, quiet
from houseway.rules.settlement import Both, Primitive, SettlementTable
from houseway.rules.showdown import Showdown

Weighed = tuple[Showdown, int]

LUCKY_POSITIONS = 7
"""The positions that the system can draw at a full table: the dealer's and those of six players."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Space:
    """A deal space: what is dealt, how many deals there are, and its classes; ``quick``: counted in no time."""

    says: str
    total: int
    classes: Callable[[], Iterator[Weighed]]
    quick: bool = False


def _hands(size: int, *, joker: bool = False, held: int) -> Iterator[Weighed]:
    """One hand, which a primitive may look at as the player's or as the bank's."""
    for cards, times in hands(size, joker=joker):
        own = cards[:held]
        yield Showdown(own, own, cards[held:]), times


def _pockets() -> Iterator[Weighed]:
    for cards, times in pockets():
        yield Showdown(cards, ()), times


def _two_pockets() -> Iterator[Weighed]:
    for cards, times in pockets():
        for other in combinations([card for card in DECK_52 if card not in cards], 2):
            yield Showdown(cards, other), times


def _colours() -> Iterator[Weighed]:
    """Sevens of 53 cards by the number of red cards and the joker."""
    red = [card for card in DECK_52 if card & 3 in (1, 2)]
    black = [card for card in DECK_52 if card & 3 in (0, 3)]
    for joker in (0, 1):
        for reds in range(8 - joker):
            blacks = 7 - joker - reds
            held = (*red[:reds], *black[:blacks], *((JOKER,) * joker))
            yield Showdown(held, ()), comb(26, reds) * comb(26, blacks)


def _magic() -> Iterator[Weighed]:
    """Any five cards, and each card that the system can draw."""
    two, three = (Card(0), Card(1)), (Card(2), Card(3), Card(4))
    for drawn in DECK_52:
        yield Showdown(two, two, three, magic_card=drawn), 1


def _lucky() -> Iterator[Weighed]:
    for position in range(LUCKY_POSITIONS):
        yield Showdown((), (), lucky_player=position == 1, lucky_dealer=position == 0), 1


_TWOS = Space(says="two cards of 52", total=comb(52, 2), classes=_pockets, quick=True)
_TWOS_EACH = Space(says="two cards each of 52", total=comb(52, 2) * comb(50, 2), classes=_two_pockets)
_TWO_AND_FLOP = Space(says="five cards of 52", total=comb(52, 5), classes=partial(_hands, 5, held=2))
_FIVES = Space(says="five cards of 52", total=comb(52, 5), classes=partial(_hands, 5, held=5))
_TWO_AND_FIVE = Space(says="seven cards of 52", total=comb(52, 7), classes=partial(_hands, 7, held=2))
_SEVENS = Space(says="seven cards of 53", total=comb(53, 7), classes=partial(_hands, 7, joker=True, held=7))
_COLOURS = Space(says="seven cards of 53", total=comb(53, 7), classes=_colours, quick=True)
_MAGIC = Space(says="the card drawn, of 52", total=52, classes=_magic, quick=True)
_LUCKY = Space(says="the position drawn, of seven", total=LUCKY_POSITIONS, classes=_lucky, quick=True)

SPACES: Mapping[str, Space] = {
    "holdem.player-hole-cards": _TWOS,
    "holdem.player-hole-cards, holdem.dealer-aces": _TWOS_EACH,
    "holdem.player-flop-category": _TWO_AND_FLOP,
    "holdem.dealer-flop-category": _TWO_AND_FLOP,
    "holdem.player-category": _TWO_AND_FIVE,
    "holdem.player-magic-card": _MAGIC,
    "holdem.dealer-magic-card": _MAGIC,
    "holdem.player-lucky": _LUCKY,
    "holdem.dealer-lucky": _LUCKY,
    "hi-lo.player-category": _FIVES,
    "pai-gow.player-forms": _SEVENS,
    "pai-gow.player-high-card": _SEVENS,
    "pai-gow.bank-high-card": _SEVENS,
    "pai-gow.player-colours": _COLOURS,
}
"""The deals over which a primitive is counted, by its id."""

Counts = Mapping[int, int]
"""How many deals give a primitive each of its numbers."""


def space_of(table: SettlementTable) -> Space | None:
    """The deal space of a wager that rests on one primitive; None where it rests on decisions too."""
    return SPACES.get(table.steps[0][0].id) if len(table.steps) == 1 else None


def count(primitives: Collection[Primitive | Both], progress: Progress = quiet) -> dict[str, Counts]:
    """How many deals give each number of these primitives, by their reference definitions; one space in one pass."""
    found: dict[str, Counts] = {}
    for space in dict.fromkeys(SPACES[one.id] for one in primitives):
        counters = [(one, one.of, Counter[int]()) for one in dict.fromkeys(primitives) if SPACES[one.id] is space]
        done = 0
        for number, (showdown, times) in enumerate(space.classes()):
            for _, of, counter in counters:
                # Yes and no are numbers too.
                counter[int(of(showdown))] += times
            done += times
            if not number & 0x3FFF:
                progress(done, space.total, space.says)
        if done != space.total:
            raise SheetError(f"{space.says}: the classes stand for {done} of {space.total} deals")
        found.update((one.id, counter) for one, _, counter in counters)
    return found


def settled(table: SettlementTable, counts: Counts) -> list[int]:
    """The deals that each row of a table settles, by the number of the row."""
    ((_, steps),) = table.steps
    found = [0] * len(table.rows)
    for value, times in counts.items():
        found[table.lowered[steps[value]]] += times
    return found
