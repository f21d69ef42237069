"""Words as people say them, read into commands: the part that is the same at all tables.

Every command can be said by its name, with its fields by theirs: ``secure stakes seat 3``, ``cut cards depth 20``. What
players say beside that (``raise to 400``, ``ante 1000``, ``discard 9c 9d``) is the machine's own. Amounts are cents, or
dollars where they are written so: ``$4``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

import msgspec

from houseway.cards import Card, CardError, card, read_cards
from houseway.engine.asking import Amounts, Ask
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.money import in_cents
from houseway.seats import NOBODY, Seat
from houseway.written import shown

if TYPE_CHECKING:
    from houseway.engine.kernel import Command, Envelope, Table

_SEAT = re.compile(r"(?:seat )?([1-9]\d?) (\D.*)")
_LONGEST_ECHO = 60


class SaidError(ValueError):
    """Raised by a reader of words for something that is said in a wrong way: the sentence."""


def given(table: Table[Any, Any], words: str, seat: Seat) -> Envelope:
    """The command that is said, for the seat that is named with it, or given here, or asked."""
    from houseway.engine.kernel import envelope

    if type(words) is not str:
        raise _not_said(table, f"what is said is a text, not {shown(words)}", table.due())
    said = in_cents(" ".join(words.split()))
    named = _SEAT.fullmatch(said)
    if named is not None:
        seat, said = Seat(int(named[1])), named[2]
    asks = table.due()
    seat = seat or next((ask.seat for ask in asks if ask.role is Role.PLAYER), NOBODY)
    try:
        command = table.machine.words(table.rules, table.state, seat, said)
        command = command if command is not None else named_command(table.machine.commands, said)
    except (SaidError, CardError) as error:
        raise _not_said(table, str(error), asks) from None
    if command is None:
        short = words if len(words) <= _LONGEST_ECHO else words[:_LONGEST_ECHO] + "…"
        raise _not_said(
            table, f"{short!r} is nothing that can be said here" if words.strip() else "nothing is said", asks
        )
    return envelope(command, seat=seat if type(command).own_seat else NOBODY)


def _not_said(table: Table[Any, Any], message: str, asks: tuple[Ask, ...]) -> Exception:
    clause = table.machine.clause(table.rules, table.state, Code.DECISION_IS_OFFERED)
    return refuse(Code.DECISION_IS_OFFERED, clause, message, tuple(dict.fromkeys(map(sayable, asks))))


def sayable(ask: Ask) -> str:
    """What is asked, as it may be said, its amounts in cents."""
    words = ask.word if ask.word and ask.role is Role.PLAYER else ask.subject if ask.command == "place_wagers" else ""
    words = words or ask.command.replace("_", " ")
    if ask.amounts is None:
        return words
    most = ask.amounts.most
    above = "" if most == ask.amounts.least else " or more" if most is None else f" up to {most}"
    return f"{words} {ask.amounts.least}{above}"


def named_command(kinds: Iterable[type[Command]], said: str) -> Command | None:
    """A command by its name and its fields by theirs; None if no command is named so."""
    words, by_name = said.split(), {_name(kind): kind for kind in kinds}
    for length in range(len(words), 0, -1):
        kind = by_name.get(" ".join(words[:length]).lower())
        if kind is not None:
            return _with_fields(kind, words[length:])
    return None


def _with_fields(kind: type[Command], words: list[str]) -> Command:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind) if field.name != "v"}
    values: dict[str, list[str]] = {}
    current: list[str] | None = None
    for word in words:
        # A field that is said already is a word of its value when it comes again.
        if word in fields and word not in values:
            current = values.setdefault(word, [])
        elif current is None:
            known = f"; it says {', '.join(fields)}" if fields else ""
            raise SaidError(f"{_name(kind)} does not say {word[:_LONGEST_ECHO]!r}{known}")
        else:
            current.append(word)
    missing = [name for name, field in fields.items() if field.required and name not in values]
    if missing:
        raise SaidError(f"{_name(kind)} says {' and '.join(missing)} with it")
    config = kind.__struct_config__
    try:
        plain = {name: _value(fields[name].type, " ".join(value)) for name, value in values.items()}
        return msgspec.convert({**plain, str(config.tag_field): config.tag}, kind, strict=False)
    except CardError:
        raise
    except ValueError:
        raise SaidError(f"{_name(kind)} is not said so; it says {', '.join(fields)}") from None


def _name(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag).replace("_", " ")


def _value(hint: Any, text: str) -> Any:
    """The value of a field as it is said; what it must be is checked when the command is made."""
    hints = [hint, *get_args(hint)] if get_origin(hint) in (Union, UnionType) else [hint]
    kinds = {get_origin(one) or one for one in hints}
    if dict in kinds:
        words = text.split()
        return dict(zip(words[::2], map(int, words[1::2]), strict=True))
    if tuple in kinds:
        words = text.replace(",", " ").split()
        is_of_cards = any(Card in get_args(one) for one in hints)
        return read_cards(text) if is_of_cards and words else tuple(words)
    if Card in kinds:
        return card(text)
    if bool in kinds:
        return {"": True, "yes": True, "no": False}.get(text, text)
    return text


def is_number(text: str) -> bool:
    """Whether the text is a plain number; digits of other scripts and endless ones are none."""
    return text.isascii() and text.isdigit() and len(text) <= 18


def amounts_in(amounts: Amounts) -> Iterator[int]:
    """Every amount that may be named; of those without a limit only the least."""
    yield from amounts if amounts.most is not None else (amounts.least,)
