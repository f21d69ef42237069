"""From the fields of a form to the command it stands for: every command of every table, by its own fields."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from houseway.cards import Card, CardError, cards
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.jackpots import commands as jackpots
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Command
from houseway.money import Cents, cents_of
from houseway.written import shortened

Fields = Mapping[str, list[str]]


class FormError(ValueError):
    """Raised when a field cannot be read; says which, and what it may be."""


@cache
def kinds() -> Mapping[str, type[Command]]:
    """The commands by their tags."""
    return {str(kind.__struct_config__.tag): kind for kind in (*banked.COMMANDS, *poker.COMMANDS, *jackpots.COMMANDS)}


def command_of(given: Fields) -> Command:
    """The command of a form: its tag under ``command``, its fields under their names; amounts are dollars.

    >>> command_of({"command": ["act"], "word": ["raise"], "to": ["12.50"]})
    Act(word='raise', to=1250)
    """
    tag = (given.get("command") or [""])[0]
    kind = kinds().get(tag)
    if kind is None:
        raise FormError(f"there is no command {shortened(tag)!r}")
    command: Command = _filled(kind, given)
    return command


def _filled(kind: type[msgspec.Struct], given: Fields, within: str = "") -> Any:
    """A struct from its fields; those of one inside another stand under both names, as ``slip.player``."""
    values: dict[str, Any] = {}
    hints = _hints(kind)
    for field in msgspec.structs.fields(kind):
        if field.name in ("v", "type"):
            continue
        hint, name = hints[field.name], f"{within}{field.name}"
        if _is_amounts(hint):
            # A bet of nothing is none; a count of nothing is one.
            empty = ("", "0") if field.required else ("",)
            named = {one.partition(":")[2]: texts[0] for one, texts in given.items() if one.startswith(f"{name}:")}
            values[field.name] = {id: _cents(id, text) for id, text in named.items() if text.strip() not in empty}
            if field.required and not values[field.name]:
                raise FormError("choose at least one bet first")
        elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            values[field.name] = _filled(hint, given, f"{name}.")
        elif given.get(name):
            value = _value(field.name, hint, given[name])
            if value is not None:
                values[field.name] = value
    missing = [field.name for field in msgspec.structs.fields(kind) if field.required and field.name not in values]
    if missing:
        raise FormError(f"{missing[0].replace('_', ' ')} is missing")
    return kind(**values)


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _is_amounts(hint: Any) -> bool:
    return get_origin(hint) is dict


def _value(name: str, hint: Any, texts: list[str]) -> Any:
    if get_origin(hint) in (Union, UnionType):
        if texts == [""]:
            return None
        hint = next(one for one in get_args(hint) if one is not type(None))
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        if inner is Card:
            return _cards(name, texts)
        if inner is str:
            return tuple([text for text in texts if text])
        if get_origin(inner) is not None or (isinstance(inner, type) and issubclass(inner, msgspec.Struct)):
            raise FormError(f"{name.replace('_', ' ')} cannot be stated in a form")
        return tuple([_number(name, text) for text in texts if text.strip()])
    text = texts[0].strip()
    if hint is Cents:
        return _cents(name, text) if text else None
    if hint is Card:
        found = _cards(name, [text])
        return found[0] if found else None
    if hint is bool:
        return text in ("yes", "true", "on", "1")
    if hint is str:
        return text
    if isinstance(hint, type) and issubclass(hint, str):
        try:
            return hint(text)
        except ValueError:
            raise FormError(f"{name.replace('_', ' ')} cannot be {shortened(text)!r}") from None
    return _number(name, text) if text else None


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise FormError(f"{name.replace('_', ' ')} is a whole number, not {shortened(text)!r}")
    return int(text)


def _cents(name: str, text: str) -> Cents:
    cents = cents_of(text)
    if cents is None or cents > 10**12:
        says = f"{name.replace('_', ' ')} is an amount of dollars, as in 10 or 12.50, not {shortened(text)!r}"
        raise FormError(says)
    return cents


def _cards(name: str, texts: list[str]) -> tuple[Card, ...]:
    try:
        return cards(" ".join(texts))
    except CardError as error:
        raise FormError(f"{name.replace('_', ' ')}: {error}") from None
