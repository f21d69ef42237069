"""What a player types: amounts, wagers, decisions and settings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from houseway.cards import Card, CardError, cards, text_of
from houseway.money import dollars
from houseway.rounds.reading import shortened
from houseway.rules.game import BankedGame, Does, Option, Placed

_AMOUNT = re.compile(r"\$?(\d{1,9})(?:\.(\d{1,2}))?")
_TIMES = re.compile(r"(\d{1,2})x")


class TypedError(ValueError):
    """Raised when what was typed cannot be understood; the message says what can."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision as the engine takes it."""

    word: str
    cents: int = 0
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()


def cents_of(text: str) -> int | None:
    """An amount of dollars: ``10``, ``$10``, ``12.50``; None if it is none."""
    found = _AMOUNT.fullmatch(text.replace(",", ""))
    if found is None:
        return None
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))


def _check_no_number(word: str) -> None:
    """Say what is wrong with a number that is no amount."""
    if not re.fullmatch(r"[-+]?\$?[-+]?[\d.,]*\d[\d.,]*", word, re.ASCII):
        return
    if word.lstrip("$").startswith("-") or word.startswith("-"):
        raise TypedError(f"{shortened(word)} is less than nothing; a wager is an amount of dollars, as in 10 or 12.50")
    if re.fullmatch(r"\$?\d{10,}(\.\d*)?", word.replace(",", "")):
        raise TypedError(f"{shortened(word)} is more dollars than there are chips; write it as in 10 or 12.50")
    raise TypedError(f"{shortened(word)} is no amount; write dollars as in 10 or 12.50")


def offered(game: BankedGame) -> list[str]:
    """The ids of the wagers a player may place before the deal."""
    return [one.id for one in game.wagers.values() if one.offered and one.placed is Placed.BEFORE_THE_DEAL]


def wagers_typed(game: BankedGame, text: str) -> dict[str, int]:
    """Wagers as typed: ``10`` is the main wager, ``ante 10 trips 5`` names them; equal ones are added.

    >>> from houseway.chapters.registry import resolve
    >>> wagers_typed(resolve({}, game="heads-up-holdem").game, "10 trips 5")
    {'ante': 1000, 'odds': 1000, 'trips_plus': 500}
    """
    placed: dict[str, int] = {}
    name: list[str] = []
    for word in text.replace("_", " ").split():
        cents = cents_of(word)
        if cents is None:
            _check_no_number(word)
            name.append(word.lower())
            continue
        id = _wager_named(game, name) if name else game.main_wager.id
        if id in placed:
            raise TypedError(f"{id} is named twice; write each wager once")
        placed[id] = cents
        name = []
    if name:
        _wager_named(game, name)
        raise TypedError(f"how much on {shortened(' '.join(name))}? Write it as in: {name[0]} 10")
    ordered: dict[str, int] = {}
    for id, cents in placed.items():
        ordered[id] = cents
        for other in game.wagers.values():
            if other.equals == id and other.id not in placed:
                ordered[other.id] = cents
    return ordered


def _wager_named(game: BankedGame, words: Sequence[str]) -> str:
    known = offered(game)
    text = "_".join(words)
    near = [id for id in known if id == text] or [id for id in known if id.startswith(text)]
    near = near or [id for id in known if text in id]
    if len(near) == 1:
        return near[0]
    said = repr(shortened(" ".join(words)))
    what = f"{said} may be {' or '.join(near)}" if near else f"there is no wager {said} here"
    raise TypedError(f"{what}; the wagers are {', '.join(known)}")


def answer_typed(options: Sequence[Option], text: str, *, base: int, held: Sequence[Card], low: int) -> Answer:
    """A decision as typed: a word or its beginning, an amount in dollars or as ``3x``, cards for the low hand."""
    first, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if not first:
        raise TypedError("an answer is needed")
    if _TIMES.fullmatch(first) and not rest:
        first, rest = "raise", first
    option = _option_typed(options, first.lower(), text.strip().lower())
    if option is None:
        chosen = _low_cards(text, held, low) if any(one.does is Does.SET for one in options) else None
        if chosen is None:
            raise TypedError(f"{shortened(text.strip())!r} is no answer here")
        return _setting("set", held, chosen)
    match option.does:
        case Does.SET if option.word == "set":
            chosen = _low_cards(rest.partition("/")[2] or rest, held, low)
            if chosen is None:
                raise TypedError(f"name the {low} cards of the low hand, by their numbers or by their faces")
            return _setting(option.word, held, chosen)
        case Does.WAGER if rest:
            return Answer(option.word, _amount_typed(rest, base))
        case Does.WAGER if option.any_chip or option.least_times != option.most_times:
            raise TypedError(f"{option.word} by how much is not said")
        case _:
            return Answer(option.word)


def _option_typed(options: Sequence[Option], first: str, whole: str) -> Option | None:
    exact = [one for one in options if one.word in (first, whole)]
    if exact:
        return exact[0]
    begun = [one for one in options if first and (one.word.startswith(first) or one.word.startswith(whole))]
    if len(begun) > 1:
        raise TypedError(f"{shortened(first)!r} may be {' or '.join(one.word for one in begun)}")
    return begun[0] if begun else None


def _amount_typed(text: str, base: int) -> int:
    times = _TIMES.fullmatch(text.lower())
    cents = int(times[1]) * base if times else cents_of(text)
    if cents is None:
        _check_no_number(text)
        raise TypedError(f"{shortened(text)!r} is no amount; write dollars as in 20 or 12.50")
    return cents


def _low_cards(text: str, held: Sequence[Card], low: int) -> tuple[Card, ...] | None:
    """The cards of the low hand, by their places in the hand or by their faces."""
    words = text.replace(",", " ").split()
    if len(words) == low and all(re.fullmatch("[1-9]", word) for word in words):
        places = [int(word) for word in words]
        if len(set(places)) < low or max(places) > len(held):
            raise TypedError(f"the cards are numbered 1 to {len(held)}; name {low} different ones")
        return tuple(held[place - 1] for place in places)
    try:
        found = cards(faces(text))
    except CardError:
        return None
    if len(found) != low:
        return None
    strange = [card for card in found if card not in held]
    if strange or len(set(found)) < low:
        raise TypedError(f"{text_of(strange or found)} cannot be the low hand of {text_of(held)}")
    return found


def faces(text: str) -> str:
    """Cards with the letters as the notation has them, however they were typed."""
    letters = "".join(text.split())
    return " ".join(letters[i].upper() + letters[i + 1 : i + 2].lower() for i in range(0, len(letters), 2))


def _setting(word: str, held: Sequence[Card], low: tuple[Card, ...]) -> Answer:
    return Answer(word, high=tuple(card for card in held if card not in low), low=low)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat may answer, with the chips it has; ``lacks``: why some of it is out of reach."""

    options: tuple[Option, ...]
    base: int
    chips: int
    lacks: str = ""

    def text(self, held: int) -> str:
        """In words, amounts in dollars: ``raise $10, $20 or $30 · check``; ``held``: the number of cards."""
        return " · ".join(self._text(option, held) for option in self.options)

    def _text(self, option: Option, held: int) -> str:
        if option.does is Does.SET and option.word == "set":
            return f"set the low hand, as in: {held - 1} {held}"
        if option.does is not Does.WAGER:
            return option.word
        least, most = option.least_times, option.most_times
        if option.any_chip:
            return f"{option.word} up to {dollars(min(self.base * most, self.chips))}"
        if least == most:
            return f"{option.word} ({dollars(self.base * most)})"
        sizes = [dollars(self.base * times) for times in range(least, most + 1)]
        return f"{option.word} {', '.join(sizes[:-1])} or {sizes[-1]}"


def offer(options: Iterable[Option], *, base: int, chips: int) -> Offer:
    """The options that the chips suffice for; a wager that may be smaller is offered up to what there is."""
    possible: list[Option] = []
    lacks = ""
    for option in options:
        least = 1 if option.any_chip else base * option.least_times
        if option.does is not Does.WAGER or chips >= base * option.most_times:
            possible.append(option)
        elif chips >= least:
            most = option.most_times if option.any_chip else chips // base
            possible.append(replace(option, most_times=most))
        else:
            lacks = f"too few chips to {option.word}: it takes {dollars(least)} and you have {dollars(chips)}"
    return Offer(tuple(possible), base, chips, lacks)
