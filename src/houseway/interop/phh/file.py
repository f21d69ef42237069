"""A PHH file as it is written: TOML, one hand or several, amounts in the file's own unit."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from houseway.cards import Card, CardError, card


class PhhError(ValueError):
    """Raised when a file is no PHH hand; says why in one sentence."""


@dataclass(frozen=True, slots=True)
class PhhAction:
    """One action: ``player`` 0 is the dealer; a card that is not known is None."""

    word: str
    player: int = 0
    cards: tuple[Card | None, ...] | None = None
    amount: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PhhHand:
    """One hand. Amounts are whole numbers: ``scale`` of them make one of the file's unit."""

    variant: str
    antes: tuple[int, ...]
    stacks: tuple[int, ...]
    actions: tuple[PhhAction, ...]
    trimmed: bool = False
    blinds: tuple[int, ...] = ()
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    min_bet: int = 0
    finishing: tuple[int, ...] | None = None
    scale: int = 1
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return len(self.stacks)

    def in_unit(self, amount: int) -> int | float:
        """An amount as the file would write it."""
        return amount if self.scale == 1 else amount / self.scale


def read_files(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The hands of a file, each with its name: the file's, and ``#key`` where there are several."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except OSError as error:
        raise PhhError(f"the file cannot be read: {(error.strerror or 'the system gives no reason').lower()}") from None
    except UnicodeDecodeError:
        raise PhhError("the file cannot be read: it is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise PhhError(f"the file is no TOML: {error}") from None
    if not data:
        raise PhhError("the file holds no hand")
    if "variant" not in data and all(isinstance(one, dict) for one in data.values()):
        for key, one in data.items():
            yield f"{path}#{key}", one
        return
    yield str(path), data


def read_hand(data: Mapping[str, Any]) -> PhhHand:
    """Read one hand, or say what is wrong with it."""
    missing = [key for key in ("variant", "antes", "starting_stacks", "actions") if key not in data]
    if missing:
        raise PhhError(f"a hand states {', '.join(missing)}; this one does not")
    actions = [_words(text) for text in data["actions"]]
    scale = _scale(data, actions)

    def amounts(key: str) -> tuple[int, ...]:
        several = data.get(key) or ()
        return tuple(_whole(one, scale, key) for one in several)

    stacks = amounts("starting_stacks")
    for key in ("antes", "blinds_or_straddles", "finishing_stacks"):
        if data.get(key) and len(data[key]) != len(stacks):
            raise PhhError(f"{key} has {len(data[key])} entries for {len(stacks)} players")
    return PhhHand(
        variant=str(data["variant"]),
        antes=amounts("antes"),
        stacks=stacks,
        actions=tuple(_action(words, len(stacks), scale) for words in actions if words),
        trimmed=bool(data.get("ante_trimming_status", False)),
        blinds=amounts("blinds_or_straddles"),
        bring_in=_whole(data.get("bring_in", 0), scale, "bring_in"),
        small_bet=_whole(data.get("small_bet", 0), scale, "small_bet"),
        big_bet=_whole(data.get("big_bet", 0), scale, "big_bet"),
        min_bet=_whole(data.get("min_bet", 0), scale, "min_bet"),
        finishing=amounts("finishing_stacks") if data.get("finishing_stacks") else None,
        scale=scale,
        fields=data,
    )


def _words(text: str) -> list[str]:
    """The words of an action without its commentary."""
    words = str(text).split()
    return words[: words.index("#")] if "#" in words else words


_AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks")
_SINGLE = ("bring_in", "small_bet", "big_bet", "min_bet")


def _scale(data: Mapping[str, Any], actions: list[list[str]]) -> int:
    """1, or the power of ten that makes every amount whole."""
    said = [one for key in _AMOUNTS for one in data.get(key) or ()]
    said += [data[key] for key in _SINGLE if key in data]
    said += [words[2] for words in actions if len(words) == 3 and words[1] == "cbr"]
    places = 0
    for one in said:
        exponent = _decimal(one, "an amount").normalize().as_tuple().exponent
        places = max(places, -int(exponent))
    return int(10**places)


def _decimal(value: Any, what: str) -> Decimal:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        raise PhhError(f"{what} is a number, not {value!r}") from None
    if not number.is_finite():
        raise PhhError(f"{what} must be known to replay the hand, not {value!r}")
    return number


def _whole(value: Any, scale: int, what: str) -> int:
    return int(_decimal(value, what) * scale)


def _cards(text: str) -> tuple[Card | None, ...]:
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    try:
        return tuple(None if pair == "??" else card(pair) for pair in pairs)
    except CardError as error:
        raise PhhError(str(error)) from None


def _player(text: str, players: int) -> int:
    if not (text.startswith("p") and text[1:].isdigit() and 1 <= int(text[1:]) <= players):
        raise PhhError(f"{text!r} is no player; the players are p1 to p{players}")
    return int(text[1:])


def _action(words: list[str], players: int, scale: int) -> PhhAction:
    match words:
        case ["d", "db", cards]:
            return PhhAction("db", 0, _cards(cards))
        case ["d", "dh", player, cards]:
            return PhhAction("dh", _player(player, players), _cards(cards))
        case [player, ("pb" | "f" | "cc") as word]:
            return PhhAction(word, _player(player, players))
        case [player, "cbr", amount]:
            return PhhAction("cbr", _player(player, players), amount=_whole(amount, scale, "a bet"))
        case [player, "sd"]:
            return PhhAction("sd", _player(player, players), ())
        case [player, "sd", cards]:
            return PhhAction("sd", _player(player, players), _cards(cards))
        case [player, "sm"]:
            return PhhAction("sm", _player(player, players))
        case [player, "sm", "-"]:
            return PhhAction("sm", _player(player, players), ())
        case [player, "sm", cards]:
            return PhhAction("sm", _player(player, players), _cards(cards))
    raise PhhError(f"{' '.join(words)!r} is no action")
