"""Decks stacked so that rare hands come up: card lists a round may want for one of its holders."""

from collections.abc import Callable
from random import Random

from tests.oracle.cards import JOKER, RANKS, SUITS

Maker = Callable[[Random], list[str]]


def suits(rng: Random) -> list[str]:
    return rng.sample(SUITS, 4)


def run(first: int, length: int, of: str) -> list[str]:
    """Cards of one suit from RANKS[first] upwards; -1 is the ace below the 2."""
    return [RANKS[index] + of for index in range(first, first + length)]


def several(rng: Random, rank: str, count: int) -> list[str]:
    return [rank + suit for suit in rng.sample(SUITS, count)]


def fill(rng: Random, cards: list[str], size: int) -> list[str]:
    """Top up with random cards of ranks not yet there."""
    held = {card[0] for card in cards}
    ranks = rng.sample([rank for rank in RANKS if rank not in held], size - len(cards))
    return cards + [rank + rng.choice(SUITS) for rank in ranks]


def swap_in_joker(rng: Random, cards: list[str], among: int) -> list[str]:
    """The joker in the place of one of the first `among` cards."""
    out = list(cards)
    out[rng.randrange(among)] = JOKER
    return out


def royal(rng: Random) -> list[str]:
    return run(8, 5, suits(rng)[0])


def seven_sequence(rng: Random) -> list[str]:
    return run(rng.choice([-1, -1, 6, 6, *range(7)]), 7, suits(rng)[0])


def seven_sequence_joker(rng: Random) -> list[str]:
    return swap_in_joker(rng, seven_sequence(rng), 7)


def royal_match(rng: Random) -> list[str]:
    """A royal flush with two more suited cards: ace-king, king-queen, ace-queen or another two."""
    first, second = suits(rng)[:2]
    pair = rng.choice(["AK", "KQ", "AQ", "KQ", "AK", "AQ", "QJ"])
    return [*run(8, 5, first), *(rank + second for rank in pair)]


def royal_match_joker(rng: Random) -> list[str]:
    return swap_in_joker(rng, royal_match(rng), rng.choice([5, 5, 5, 7]))


def wheel_flush(rng: Random) -> list[str]:
    first, second = suits(rng)[:2]
    two = rng.choice([["A" + second, "Q" + second], ["A" + second, "Q" + first], ["9" + second, JOKER]])
    return [*run(-1, 5, first), *two]


def wheel_flush_joker(rng: Random) -> list[str]:
    first, second = suits(rng)[:2]
    return swap_in_joker(rng, [*run(-1, 5, first), "A" + second, "Q" + second], 5)


def royal_flush(rng: Random) -> list[str]:
    cards = fill(rng, royal(rng), 7)
    return swap_in_joker(rng, cards, 5) if rng.random() < 0.5 else cards


def straight_flush(rng: Random) -> list[str]:
    cards = fill(rng, run(rng.randrange(-1, 8), 5, suits(rng)[0]), 7)
    return swap_in_joker(rng, cards, 5) if rng.random() < 0.4 else cards


def five_aces(rng: Random) -> list[str]:
    aces = [*several(rng, "A", 4), JOKER]
    return aces + several(rng, "K", 2) if rng.random() < 0.3 else fill(rng, aces, 7)


def groups(rng: Random, *counts: int) -> list[str]:
    """So many cards of one rank, so many of the next."""
    ranks = rng.sample(RANKS, len(counts))
    return [card for rank, count in zip(ranks, counts, strict=True) for card in several(rng, rank, count)]


def paired(rng: Random) -> list[str]:
    """Quads, full houses, two threes, three and two pair, sometimes with the joker."""
    pattern = rng.choice([(4, 3), (4, 2), (4,), (4,), (3, 3), (3, 2, 2), (3, 2), (3, 2), (2, 2, 2), (2, 2), (3,)])
    cards = fill(rng, groups(rng, *pattern), 7)
    return swap_in_joker(rng, cards, 7) if rng.random() < 0.35 else cards


def aces_and_joker(rng: Random) -> list[str]:
    """Two aces and the joker beside cards near a straight or a flush."""
    first = suits(rng)[0]
    near = rng.sample(RANKS[8:12], 3) if rng.random() < 0.5 else rng.sample(RANKS[:12], 3)
    of = [first] * 3 if rng.random() < 0.5 else [rng.choice(SUITS) for _ in range(3)]
    cards = ["A" + first, "A" + next(s for s in SUITS if s != first), JOKER]
    cards += [rank + suit for rank, suit in zip(near, of, strict=True)]
    last = rng.choice([rank + suit for rank in RANKS[:12] for suit in SUITS if rank + suit not in cards])
    return [*cards, last]


def straight_with_pairs(rng: Random) -> list[str]:
    """Five in sequence and two more cards that often pair them."""
    first = rng.randrange(-1, 9)
    cards = [RANKS[index] + rng.choice(SUITS) for index in range(first, first + 5)]
    others = [RANKS[i] + s for i in range(first, first + 5) for s in SUITS]
    others += [JOKER, *several(rng, "A", 2)]
    pool = sorted(set(others) - set(cards))
    cards += rng.sample(pool, 2)
    return swap_in_joker(rng, cards, 5) if JOKER not in cards and rng.random() < 0.3 else cards


def flush_with_pairs(rng: Random) -> list[str]:
    first, second, third, _ = suits(rng)
    ranks = rng.sample(RANKS, 5)
    cards = [rank + first for rank in ranks]
    cards += [rng.choice(ranks) + second, rng.choice(RANKS) + third]
    return swap_in_joker(rng, cards, 5) if rng.random() < 0.3 else cards


def no_pair(rng: Random) -> list[str]:
    """Seven ranks no higher than a chosen card, which is there too: nine-high to ace-high, dragons among them."""
    top = rng.choice([7, 7, 8, 8, 9, 10, 10, 10, 11, 12])
    ranks = [top, *rng.sample(range(top), 6)]
    cards = [RANKS[index] + rng.choice(SUITS) for index in ranks]
    return swap_in_joker(rng, cards, 7) if rng.random() < 0.1 else cards


def one_colour(rng: Random) -> list[str]:
    pool = [rank + suit for rank in RANKS for suit in rng.choice(["dh", "cs"])]
    return rng.sample(sorted(set(pool)), 7)


PAI_GOW: tuple[Maker, ...] = (
    seven_sequence,
    seven_sequence_joker,
    royal_match,
    royal_match_joker,
    wheel_flush,
    wheel_flush_joker,
    royal_flush,
    straight_flush,
    five_aces,
    paired,
    paired,
    aces_and_joker,
    straight_with_pairs,
    flush_with_pairs,
    no_pair,
    no_pair,
    one_colour,
)


def hi_lo_aces(rng: Random) -> list[str]:
    count = rng.choice([2, 3, 3, 4, 4])
    aces = several(rng, "A", count)
    if count == 4:
        return [*aces, rng.choice(["2", rng.choice(RANKS[:12])]) + rng.choice(SUITS)]
    return fill(rng, aces, 5)


def hi_lo_poker(rng: Random) -> list[str]:
    kind = rng.randrange(5)
    if kind == 0:
        return royal(rng)
    if kind == 1:
        return run(rng.randrange(-1, 8), 5, suits(rng)[0])
    if kind == 2:
        first = rng.randrange(-1, 9)
        return [RANKS[index] + rng.choice(SUITS) for index in range(first, first + 5)]
    if kind == 3:
        return fill(rng, groups(rng, *rng.choice([(4,), (3, 2), (3,), (2, 2), (2,)])), 5)
    return [rank + "h" for rank in rng.sample(RANKS, 5)]


HI_LO: tuple[Maker, ...] = (hi_lo_aces, hi_lo_aces, hi_lo_poker)


def pool_deck(rng: Random, full: tuple[str, ...]) -> list[str]:
    """A deck whose first cards come from few suits or few ranks."""
    first = rng.randrange(0, 13)
    ranks = {RANKS[(first + step) % 13] for step in range(rng.randrange(5, 10))}
    of = set(rng.sample(SUITS, rng.choice([1, 2, 2, 3, 4])))
    pool = [card for card in full if card == JOKER or (card[0] in ranks and card[1] in of)]
    rest = [card for card in full if card not in pool]
    rng.shuffle(pool)
    rng.shuffle(rest)
    return pool + rest


def place(rng: Random, full: tuple[str, ...], wanted: dict[int, str]) -> list[str]:
    """A shuffled deck with the wanted cards at the wanted indexes."""
    rest = [card for card in full if card not in wanted.values()]
    rng.shuffle(rest)
    return [wanted[index] if index in wanted else rest.pop() for index in range(len(full))]
