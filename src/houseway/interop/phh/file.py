"""A PHH file as it is written: TOML, one hand or several, amounts in the file's own unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from houseway.cards import CARD_TEXT, DECK_52, Card
from houseway.interop.phh import toml
from houseway.money import MOST, NOTHING, Cents
from houseway.written import shown, toml_fault

Data = Mapping[str, Any]
"""A hand as TOML has it: any field, ours or not."""


class PhhError(ValueError):
    """Raised when a file is no PHH hand, or the hand cannot be replayed; says why in one sentence."""


class PhhAction(msgspec.Struct, frozen=True, gc=False):
    """One action: ``player`` 0 is the dealer; a card that is not known is None."""

    word: str
    player: int = 0
    cards: tuple[Card | None, ...] | None = None
    amount: Cents = NOTHING


class PhhHand(msgspec.Struct, frozen=True, kw_only=True):
    """One hand. Amounts are the cents of the table it is played at: ``scale`` of them make one of the file's unit.

    A starting stack that is not known is None. ``winnings`` are what each player was paid, with or without a bet of their
    own that nobody called: sites differ.
    """

    variant: str
    antes: tuple[Cents, ...]
    stacks: tuple[Cents | None, ...]
    actions: tuple[PhhAction, ...]
    trimmed: bool = False
    blinds: tuple[Cents, ...] = ()
    bring_in: Cents = NOTHING
    small_bet: Cents = NOTHING
    big_bet: Cents = NOTHING
    min_bet: Cents = NOTHING
    finishing: tuple[Cents | None, ...] | None = None
    winnings: tuple[Cents, ...] | None = None
    scale: int = 1
    money: bool = False
    fields: Data = {}

    @property
    def players(self) -> int:
        return len(self.stacks)

    def in_unit(self, amount: int) -> int | float:
        """An amount as the file would write it."""
        return amount / self.scale if amount % self.scale else amount // self.scale

    def by_player(self, listed: tuple[Cents, ...]) -> tuple[Cents, ...]:
        """What is posted, player 1 first: with two players PHH lists it button first, and the players button last."""
        return listed[::-1] if self.players == 2 else listed


def read_file(path: Path) -> Iterator[tuple[str, Data]]:
    """The hands of a file, each with its name there; a hand that has the file to itself has none."""
    try:
        data = toml.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PhhError(f"the file cannot be read: {(error.strerror or 'the system gives no reason').lower()}") from None
    except UnicodeDecodeError:
        raise PhhError("the file cannot be read: it is not UTF-8 text") from None
    except ArithmeticError:
        raise PhhError("the file is no TOML: a number has too many digits") from None
    except (ValueError, RecursionError) as error:
        raise PhhError(f"the file is no TOML: {toml_fault(error)}") from None
    if not data:
        raise PhhError("the file holds no hand")
    if "variant" not in data and all(isinstance(one, dict) for one in data.values()):
        yield from data.items()
        return
    yield "", data


def read_hand(data: Data) -> PhhHand:
    """Read one hand, or say what is wrong with it."""
    missing = [key for key in ("variant", "antes", "starting_stacks", "actions") if key not in data]
    if missing:
        raise PhhError(f"a hand states {', '.join(missing)}; this one does not")
    texts = _listed(data, "actions")
    said = [_said(text) for text in texts]
    lists = {key: _listed(data, key) for key in _LISTS if data.get(key)}
    players = len(lists.get("starting_stacks", ()))
    if players < 2:
        raise PhhError("a hand has at least two players")
    for key, several in lists.items():
        if len(several) != players:
            raise PhhError(f"{key} has {len(several)} entries for {players} players")
    single = {key: data[key] for key in _SINGLE if key in data}
    stated = [one for several in lists.values() for one in several] + list(single.values())
    bets = [action.amount for action in said if action is not None and action.word == "cbr"]
    money = "currency" in data or "currency_symbol" in data
    scale = _scale([*stated, *bets], money=money)
    stacks = tuple([_unless_infinite(one, scale) for one in lists["starting_stacks"]])
    winnings = _amounts(lists, "winnings", scale)
    return PhhHand(
        variant=str(data["variant"]),
        antes=_amounts(lists, "antes", scale),
        stacks=stacks,
        actions=tuple([_checked(action, players, scale) for action in said if action is not None]),
        trimmed=data.get("ante_trimming_status", False) is True,
        blinds=tuple([_whole(one, scale, "blinds_or_straddles") for one in lists.get("blinds_or_straddles", ())]),
        **{key: _positive(one, scale, key) for key, one in single.items()},
        finishing=_finishing(lists.get("finishing_stacks", ()), stacks, scale),
        # Some sites state no winnings and write nothing but zeros.
        winnings=winnings if any(winnings) else None,
        scale=scale,
        money=money,
        fields=data,
    )


_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
_SINGLE = ("bring_in", "small_bet", "big_bet", "min_bet")


def _listed(data: Data, key: str) -> list[Any]:
    several = data[key]
    if not isinstance(several, list):
        raise PhhError(f"{key} is a list, not {shown(several)}")
    return several


# Amounts.


def _scale(stated: Iterable[Any], *, money: bool) -> int:
    """How many of what we count in make one of the file's unit: 1 where every amount is whole.

    Money that is not whole is played in cents, chips in halves if these do, else in the power of ten that makes all whole.
    """
    parts = [_decimal(one) for one in stated if type(one) is not int]
    broken = [one for one in parts if one.is_finite() and one != one.to_integral_value()]
    if not broken:
        return 1
    places = max(-int(one.normalize().as_tuple().exponent) for one in broken)
    if places > _MOST_PLACES:
        raise PhhError(f"an amount has {places} decimal places; at most {_MOST_PLACES} are read")
    if money:
        return int(10 ** max(places, 2))
    return 2 if all((2 * one) % 1 == 0 for one in broken) else int(10**places)


_MOST_PLACES = 6


def _decimal(value: Any) -> Decimal:
    try:
        number = value if type(value) is Decimal else Decimal(str(value))
    except InvalidOperation:
        raise PhhError(f"an amount is a number, not {shown(value)}") from None
    if number.is_nan() or (number.is_finite() and abs(number) >= MOST):
        raise PhhError(f"{shown(value)} is no amount")
    return number


def _whole(value: Any, scale: int, what: str) -> Cents:
    if type(value) is int:
        number = value * scale
    else:
        part = _decimal(value)
        if not part.is_finite():
            raise PhhError(f"{what} must be known to replay the hand, not {shown(value)}")
        number = int(part * scale)
    if not -MOST < number < MOST:
        raise PhhError(f"{what} is too large: {shown(value)}")
    return Cents(number)


def _positive(value: Any, scale: int, what: str) -> Cents:
    number = _whole(value, scale, what)
    if number < 0:
        raise PhhError(f"{what} is not less than nothing: {shown(value)}")
    return number


def _amounts(lists: Mapping[str, list[Any]], key: str, scale: int) -> tuple[Cents, ...]:
    return tuple([_positive(one, scale, key) for one in lists.get(key, ())])


def _unless_infinite(value: Any, scale: int) -> Cents | None:
    """A stack; one that is not known is written as infinite."""
    if type(value) is not int and _decimal(value).is_infinite():
        return None
    return _positive(value, scale, "a stack")


def _finishing(stated: Sequence[Any], stacks: tuple[Cents | None, ...], scale: int) -> tuple[Cents | None, ...] | None:
    """The stacks at the end, if the file has any; of a stack not known at the start it says nothing."""
    ends = [_unless_infinite(one, scale) for one in stated]
    told = tuple([None if start is None else end for start, end in zip(stacks, ends, strict=False)])
    return None if all(one is None for one in told) else told


# Actions.


class _Said(msgspec.Struct, frozen=True, gc=False):
    """An action of a file whose players and unit are not yet looked at."""

    word: str
    player: int = 0
    cards: tuple[Card | None, ...] | None = None
    amount: int | Decimal | str = 0


def _said(text: Any) -> _Said | None:
    """An action; None if the text is only commentary."""
    if not isinstance(text, str):
        raise PhhError(f"an action is a text, not {shown(text)}")
    return _parsed(text)


# The same few texts are most of any file.
@lru_cache(maxsize=8192)
def _parsed(text: str) -> _Said | None:
    words = text.split()
    if "#" in words:
        words = words[: words.index("#")]
    match words:
        case []:
            return None
        case ["d", "db", cards]:
            return _Said("db", 0, _cards(cards))
        case ["d", "dh", player, cards]:
            return _Said("dh", _player(player), _cards(cards))
        case [player, ("pb" | "f" | "cc") as word]:
            return _Said(word, _player(player))
        case [player, "cbr", amount]:
            return _Said("cbr", _player(player), amount=_number(amount))
        case [player, "sd"]:
            return _Said("sd", _player(player), ())
        case [player, "sm"]:
            return _Said("sm", _player(player))
        case [player, "sm", "-"]:
            return _Said("sm", _player(player), ())
        case [player, ("sd" | "sm") as word, cards]:
            return _Said(word, _player(player), _cards(cards))
    raise PhhError(f"{shown(' '.join(words))} is no action")


_PLAIN = re.compile(r"[0-9]{1,9}(\.[0-9]{1,6})?")


def _number(text: str) -> int | Decimal | str:
    """An amount, read once for all actions alike; a text that is no plain one is looked at with the other amounts."""
    plain = _PLAIN.fullmatch(text)
    return text if plain is None else Decimal(text) if plain[1] else int(text)


def _checked(said: _Said, players: int, scale: int) -> PhhAction:
    if said.player > players:
        raise PhhError(f"'p{said.player}' is no player; the players are p1 to p{players}")
    amount = _positive(said.amount, scale, "a bet") if said.word == "cbr" else NOTHING
    return PhhAction(said.word, said.player, said.cards, amount)


_CARDS: Mapping[str, Card | None] = {"??": None, **{CARD_TEXT[card]: card for card in DECK_52}}
_PLAYERS: Mapping[str, int] = {f"p{number}": number for number in range(1, 100)}


def _cards(text: str) -> tuple[Card | None, ...]:
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    try:
        return tuple([_CARDS[pair] for pair in pairs])
    except KeyError as error:
        raise PhhError(
            f"{shown(error.args[0])} is not a card; write rank and suit as in AsTd2c, ?? if not known"
        ) from None


def _player(text: str) -> int:
    number = _PLAYERS.get(text)
    if number is None:
        raise PhhError(f"{shown(text)} is no player; players are p1, p2 and so on")
    return number
