"""Ranges of hands as poker players write them: ``TT+, AKs, KQo:0.5``, ``15%``, ``random``, or hands in full."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations

import msgspec

from houseway.cards import DECK_52, RANKS, Card
from houseway.engine.refusal import RefusedError
from houseway.lab.inputs import InputError
from houseway.rounds.by_hands import read_hand
from houseway.written import shown

RANDOM = "random"
_ANY = frozenset((RANDOM, "any", "??", "?? ??", "????", "100%"))
_PAIRS = 1_326
_KIND = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_WEIGHT = re.compile(r"(?P<hands>.*?):(?P<weight>[0-9]{1,3}(?:\.[0-9]{1,3})?)(?P<percent>%?)")
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,4})?)%")
_EXAMPLE = "write it as TT+, AKs, KQo, 77-55, AhKh, 15% or random, each with a weight if you like (KQo:0.5)"
_EXAMPLE_IN_FULL = "in this game write the cards of each hand, as AsAdKsKd or 9c8c7d6d:0.5, or random"
MOST_HANDS = 50_000
"""A range has at most so many hands."""


@dataclass(frozen=True, slots=True)
class Range:
    """Hands that a player may have, each with its weight; ``cards`` of every hand are the same number.

    ``is_random``: every hand that can be dealt, all with the same weight.
    """

    text: str
    hands: tuple[tuple[Card, ...], ...]
    weights: tuple[Fraction, ...]
    is_random: bool = False

    @property
    def size(self) -> int:
        """The number of cards that are stated of each hand."""
        return len(self.hands[0])


def is_range(text: str) -> bool:
    """Return whether a text is a range rather than the cards of one hand."""
    plain = text.strip()
    if plain.lower() in (RANDOM, "any") or any(sign in plain for sign in ",+%:-"):
        return True
    return _KIND.fullmatch(plain) is not None


def read_range(text: str, *, hole_cards: int, name: str) -> Range:
    """Read a range; ``hole_cards``: the cards of a whole hand. ``name`` is what a message calls it."""
    weights: dict[tuple[Card, ...], Fraction] = {}
    if text.strip().lower() in _ANY:
        if hole_cards != 2:
            return Range(RANDOM, ((),), (Fraction(1),), is_random=True)
        every = tuple((high, low) for low, high in combinations(DECK_52, 2))
        return Range(RANDOM, every, (Fraction(1),) * len(every), is_random=True)
    for part in text.split(","):
        if not part.strip():
            raise InputError(f"{name} has nothing between two commas; {_EXAMPLE}")
        for hand, weight in _entry(part.strip(), hole_cards, name):
            weights.pop(hand, None)
            weights[hand] = weight
    held = {hand: weight for hand, weight in weights.items() if weight}
    if not held:
        raise InputError(f"{name} has no hand of a weight above 0")
    if len(held) > MOST_HANDS:
        raise InputError(f"{name} has {len(held):,} hands; a range has at most {MOST_HANDS:,}")
    if len({len(hand) for hand in held}) > 1:
        raise InputError(f"{name}: every hand of a range must have the same number of cards")
    return Range(" ".join(text.split()), tuple(held), tuple(held.values()))


def _entry(part: str, hole_cards: int, name: str) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    match, weight = _WEIGHT.fullmatch(part), Fraction(1)
    if match is not None:
        part, weight = match["hands"].strip(), Fraction(match["weight"]) / (100 if match["percent"] else 1)
        if weight > 1:
            raise InputError(f"{name}: the weight of {shown(part)} must be from 0 to 1, or 0% to 100%")
    elif ":" in part:
        raise InputError(f"{name}: {shown(part)} has no weight after its colon; write KQo:0.5 or KQo:50%")
    hands = _hands(part, name) if hole_cards == 2 else _stated(part, hole_cards, name)
    for hand in hands:
        yield hand, weight


def _hands(part: str, name: str) -> Iterator[tuple[Card, ...]]:
    """Yield the hands of two cards that one item of a range names."""
    if part.lower() in _ANY:
        yield from ((high, low) for low, high in combinations(DECK_52, 2))
        return
    percent = _PERCENT.fullmatch(part)
    if percent is not None:
        share = Fraction(percent[1])
        if not 0 < share <= 100:
            raise InputError(f"{name}: {shown(part)} must be above 0% and at most 100%")
        for kind in strongest(share):
            yield from _of_kind(kind)
        return
    lower, dash, upper = part.partition("-")
    if dash:
        for kind in _between(_kinds(lower.strip(), name, part), _kinds(upper.strip(), name, part), name, part):
            yield from _of_kind(kind)
        return
    if _KIND.fullmatch(part.rstrip("+")) and part.count("+") <= 1:
        for kind in _kinds(part.rstrip("+"), name, part):
            for held in _and_better(kind) if part.endswith("+") else (kind,):
                yield from _of_kind(held)
        return
    stated = _read(part, name)
    known = tuple(sorted((card for card in stated if card is not None), reverse=True))
    if len(known) > 2 or not known:
        raise InputError(f"{name}: {shown(part)} is no hand of two cards; {_EXAMPLE}")
    yield from ({known} if len(known) == 2 else {_ordered(known[0], other) for other in DECK_52 if other != known[0]})


def _stated(part: str, hole_cards: int, name: str) -> Iterator[tuple[Card, ...]]:
    """Yield the hand that is stated card by card, in a game whose hands have other than two cards."""
    stated = _read(part, name, _EXAMPLE_IN_FULL)
    if len(stated) > hole_cards:
        raise InputError(f"{name}: {shown(part)} has {len(stated)} cards; a hand has {hole_cards}")
    yield tuple(sorted((card for card in stated if card is not None), reverse=True))


def _read(part: str, name: str, example: str = _EXAMPLE) -> Sequence[Card | None]:
    try:
        cards = read_hand(part, name)
    except RefusedError:
        raise InputError(f"{name}: {shown(part)} is no hand and no range; {example}") from None
    known = [card for card in cards if card is not None]
    if len(set(known)) < len(known):
        raise InputError(f"{name}: {shown(part)} has a card twice, and the deck has it once")
    if any(card not in DECK_52 for card in known):
        raise InputError("the joker is no card of poker: the deck has 52 cards")
    return cards


def _ordered(a: Card, b: Card) -> tuple[Card, Card]:
    return (a, b) if a > b else (b, a)


Kind = tuple[int, int, str]
"""A starting hand up to suits: the higher and the lower rank from 0, and ``s``, ``o`` or, for a pair, nothing."""


def _kinds(text: str, name: str, part: str) -> list[Kind]:
    """Return the kinds that a text such as AK, AKs or TT names."""
    match = _KIND.fullmatch(text)
    if match is None:
        raise InputError(f"{name}: {shown(part)} is no hand and no range; {_EXAMPLE}")
    ranks = sorted((RANKS.index(match[1].upper()), RANKS.index(match[2].upper())), reverse=True)
    suits = match[3].lower()
    if ranks[0] == ranks[1]:
        if suits:
            raise InputError(f"{name}: a pair is neither suited nor offsuit; write {match[1].upper() * 2}")
        return [(ranks[0], ranks[1], "")]
    return [(ranks[0], ranks[1], one) for one in (suits or "so")]


def _and_better(kind: Kind) -> list[Kind]:
    """Return a kind with all higher pairs, or with all higher second cards: A2s+ is A2s to AKs."""
    high, low, suits = kind
    if not suits:
        return [(rank, rank, "") for rank in range(low, len(RANKS))]
    return [(high, rank, suits) for rank in range(low, high)]


def _between(first: list[Kind], last: list[Kind], name: str, part: str) -> list[Kind]:
    """Return the kinds from one to another: pairs, or hands that share their higher card, or that are connected alike."""
    kinds: list[Kind] = []
    for (a, b, suits), (c, d, others) in zip(first, last, strict=len(first) == len(last)):
        if suits == others == "":
            kinds += [(rank, rank, "") for rank in range(min(a, c), max(a, c) + 1)]
        elif suits == others and a == c:
            kinds += [(a, rank, suits) for rank in range(min(b, d), max(b, d) + 1)]
        elif suits == others and a - b == c - d:
            kinds += [(rank, rank - (a - b), suits) for rank in range(min(a, c), max(a, c) + 1)]
        else:
            raise InputError(f"{name}: {shown(part)} has no order; write 77-55, A5s-A2s or T9s-76s")
    if len(first) != len(last):
        raise InputError(f"{name}: {shown(part)} has no order; write 77-55, A5s-A2s or T9s-76s")
    return kinds


def _of_kind(kind: Kind) -> Iterator[tuple[Card, Card]]:
    """Yield the hands of a kind: 6 of a pair, 4 suited, 12 offsuit."""
    high, low, suits = kind
    for a in range(4):
        for b in range(4):
            if (suits == "" and a > b) or (suits == "s" and a == b) or (suits == "o" and a != b):
                yield _ordered(Card(high * 4 + a), Card(low * 4 + b))


def kind_text(kind: Kind) -> str:
    """Return a kind as players write it: AA, AKs, 72o."""
    return f"{RANKS[kind[0]]}{RANKS[kind[1]]}{kind[2]}"


@cache
def against_random() -> dict[str, Fraction]:
    """Return what each of the 169 starting hands wins against one random hand, exactly, the strongest first.

    ``starting_hands.json`` is written by ``python -m tools.record_starting_hands``.
    """
    held = msgspec.json.decode(files(__package__).joinpath("starting_hands.json").read_bytes(), type=dict[str, str])
    return {name: Fraction(share) for name, share in held.items()}


def strongest(percent: Fraction) -> list[Kind]:
    """Return the strongest starting hands against one random hand: as many as fit into so many percent of the 1,326."""
    room, kinds = percent * _PAIRS / 100, list[Kind]()
    for text in against_random():
        (kind,) = _kinds(text, "", text)
        room -= len(list(_of_kind(kind)))
        if room < 0 and kinds:
            break
        kinds.append(kind)
    return kinds
