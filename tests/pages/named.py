"""Every card that a piece of HTML names, in whatever form; and every card that an observation shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

from houseway.cards import CARD_TEXT

_TEXT = re.compile(r"(?<![A-Za-z0-9])([2-9TJQKA][cdhs]|Jk)(?![A-Za-z0-9])")
_RANKS = {
    **{str(number): str(number) for number in range(2, 10)},
    **dict(zip(["two", "three", "four", "five", "six", "seven", "eight", "nine"], "23456789", strict=True)),
    "10": "T",
    "t": "T",
    "ten": "T",
    "j": "J",
    "q": "Q",
    "k": "K",
    "a": "A",
    "jack": "J",
    "queen": "Q",
    "king": "K",
    "ace": "A",
}
_SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s", "♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_NAME = re.compile(rf"\b({'|'.join(_RANKS)})(?: of | ?)({'|'.join(_SUITS)})", re.IGNORECASE)
_JOKER = re.compile(r"(?:^|,)\s*joker\s*(?:,|$)", re.IGNORECASE)
_SEVERAL = re.compile(
    r"(?:pair of|pair,|full of|house,|kind,|two|three|four|five|(?:\b[2-9]|10|\w{3,5})s and) $", re.IGNORECASE
)
"""What stands before ``8s`` where it is several eights: the name of a hand."""
_DRAWING = frozenset({"d", "points", "viewbox", "transform"})
"""Attributes of drawings: their letters are strokes."""


def cards_named(html: str) -> set[str]:
    """The cards that HTML names: in addresses, labels, values, any attribute, text, script or comment."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.found


@cache
def named_in(text: str) -> frozenset[str]:
    """The cards that a text names: ``As``, ``ace of spades``, ``10♠``, ``joker``. Pages repeat most of their texts."""
    found = {one[1] for one in _TEXT.finditer(text) if not _are_several(text, one)}
    found |= {_RANKS[one[1].lower()] + _SUITS[one[2].lower()] for one in _NAME.finditer(text)}
    return frozenset(found | ({"Jk"} if _JOKER.search(text) else set()))


def _are_several(text: str, one: re.Match[str]) -> bool:
    return bool(re.fullmatch("[2-9]s", one[1]) and _SEVERAL.search(text[: one.start()]))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: set[str] = set()
        self._rank = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name, value in attrs:
            if value is not None and name not in _DRAWING:
                self.found |= named_in(value)
        # A rank in text beside the sign of a suit.
        suit = re.search(r"#s-([cdhs])$", given.get("href") or "")
        if suit and self._rank:
            self.found.add(self._rank + suit[1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        self.found |= named_in(data)
        self._rank = _RANKS.get(data.strip().lower(), "")

    def handle_comment(self, data: str) -> None:
        self.found |= named_in(data)

    def handle_decl(self, decl: str) -> None:
        self.found |= named_in(decl)


_OF_OBSERVATION = ("hands", "community", "up", "common", "discarded", "settings", "magic_card")
_OF_EVENT = ("card", "cards", "order", "deck", "high", "low", "magic_card")


def cards_shown(seen: Any, *, events: bool = True) -> set[str]:
    """The cards in an observation, and in its events."""
    found = set().union(*[_cards(getattr(seen, name, ())) for name in _OF_OBSERVATION])
    for event in seen.events if events else ():
        found |= cards_in(event)
    return found


def cards_in(event: Any) -> set[str]:
    """The cards in an event as somebody sees it."""
    found: set[str] = set()
    for name in _OF_EVENT:
        value = getattr(event, name, ())
        if name == "deck" and isinstance(value, int):
            continue
        if name == "cards" and value and isinstance(value, tuple) and isinstance(value[0], tuple):
            # Each with where it went, and perhaps whether face up.
            value = [one[1] for one in value]
        found |= _cards(value)
    return found


def _cards(value: Any) -> set[str]:
    return {CARD_TEXT[card] for card in _numbers(value)}


def _numbers(value: Any) -> Iterator[int]:
    if value is None:
        return
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict):
        yield from _each(value.values())
    elif isinstance(value, tuple | list | frozenset):
        yield from _each(value)
    else:
        # Two hands as they are set.
        yield from _each((value.high, value.low))


def _each(values: Iterable[Any]) -> Iterator[int]:
    for one in values:
        yield from _numbers(one)
