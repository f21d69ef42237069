"""A Rules Submission as a form: made from the fields of the game's own submission, and read back into one.

Money stands in dollars. What a form cannot hold, as rules of one's own for setting hands, is carried along untouched.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from houseway.chapters.c637a_poker.jackpots.rules import HOLDERS
from houseway.chapters.registry import check, example_of, resolve, submission_of
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.money import Cents, cents_of
from houseway.rules.paytable import Paytable
from houseway.rules.submission import RulesSubmission, Submission
from houseway.rules.table_rules import TableRules
from houseway.rules.terms import Term
from houseway.view.names import wager_name

Data = dict[str, Any]
Given = Mapping[str, list[str]]

_SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Limits",
        (
            *("structure", "blinds", "ante", "forced_bet", "small_bet", "big_bet", "minimum_bet", "maximum_bet"),
            *("minimum_increase", "raise_cap", "table_minimum", "table_maximum", "optional_minimum"),
            *("optional_maximum", "payout_limit", "smallest_chip", "straddle"),
        ),
    ),
    (
        "Cards",
        (
            *("positions", "dealing", "shuffler", "decks", "stub_count_every", "community_first"),
            *("second_cover_card", "start_by"),
        ),
    ),
)
_WAGERS = ("offered", "paytables")
_WRITTEN = {
    "amounts": "dollars with commas between them, as 5, 10",
    "steps": "as 1 at 20, 2 at 40: so many dollars from that pot on",
    "texts": "semicolons between them, as Tc Td Th Ts 2c; 8c 8d 8h 8s 2c",
    "shares": "percent by name, as losing 50, winning 25, table 25",
    "yes or money": "yes, no, or an amount",
    "fraction": "as 20, 0.5 or 1/3",
}
_STATED = "offered.stated"
_REST = "rest"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """One field. ``kind``: how it is stated; ``taken``: what holds if it is left empty."""

    name: str
    label: str
    kind: str
    value: str
    hint: str
    clause: ClauseId
    taken: str
    choices: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """How a value that is more than one word is written."""
        return _WRITTEN.get(self.kind, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerChoice:
    """An optional wager with its paytables, or a payment whose paytable is chosen."""

    id: str
    name: str
    optional: bool
    offered: bool
    letters: tuple[str, ...]
    letter: str
    clause: ClauseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Fields that belong together; ``switch``: the group may be left out whole, and whether it is in."""

    id: str
    title: str
    fields: tuple[FormField, ...] = ()
    wagers: tuple[WagerChoice, ...] = ()
    stated: bool = True
    switch: str = ""
    on: bool = True
    hint: str = ""
    clause: ClauseId = NO_CLAUSE


def sections_of(data: Mapping[str, Any], terms: Mapping[str, Term]) -> tuple[list[Section], str]:
    """The form of a submission, and as JSON what it states that no field of the form holds."""
    model = submission_of(str(data["game"]))
    own, _ = check(data)
    groups = {title: list[FormField]() for title, _ in _SECTIONS} | {"Options": []}
    nested: list[Section] = []
    rest = {name: value for name, value in data.items() if name not in model.model_fields}
    for name, info in model.model_fields.items():
        if name in ("game", *_WAGERS, "custom_paytables") or _clause(own, name) is None:
            if name not in ("game", *_WAGERS) and name in data:
                rest[name] = data[name]
            continue
        part = _part_of(info.annotation)
        value = data.get(name)
        if part is not None and not isinstance(value, list):
            nested.append(_group(own, name, info, part, value, terms))
        elif part is None and _kind(info.annotation, value) is not None:
            title = next((title for title, names in _SECTIONS if name in names), "Options")
            groups[title].append(_field(own, name, info, value, terms))
        elif value is not None:
            rest[name] = value
    made = [Section(id=title.lower(), title=title, fields=tuple(groups[title])) for title in ("Limits",)]
    if isinstance(own, Submission):
        made.append(_wagers(own, data))
    made += [Section(id=title.lower(), title=title, fields=tuple(groups[title])) for title in ("Cards", "Options")]
    shown = [one for one in (*made, *nested) if one.fields or one.wagers]
    return shown, json.dumps(rest) if rest else ""


def _clause(own: RulesSubmission, field: str) -> ClauseId | None:
    return own.clause(field) if field != "paytables" else NO_CLAUSE


def _group(
    own: RulesSubmission, name: str, info: FieldInfo, part: type[BaseModel], value: Any, terms: Mapping[str, Term]
) -> Section:
    held = value if isinstance(value, Mapping) else {}
    fields = [
        _field(own, f"{name}.{inner}", of, held.get(inner), terms)
        for inner, of in part.model_fields.items()
        if _kind(of.annotation, held.get(inner)) is not None
    ]
    optional = type(None) in get_args(info.annotation)
    return Section(
        id=name,
        title=name.replace("_", " ").capitalize(),
        fields=tuple(fields),
        switch=name if optional else "",
        on=name in held or value is not None or not optional,
        hint=info.description or "",
        clause=own.clause(name) or NO_CLAUSE,
    )


def _field(own: RulesSubmission, name: str, info: FieldInfo, value: Any, terms: Mapping[str, Term]) -> FormField:
    kind = _kind(info.annotation, value) or "text"
    term = terms.get(name)
    return FormField(
        name=name,
        label=name.rpartition(".")[2].replace("_", " ").capitalize(),
        kind=kind,
        value=_shown(kind, value),
        hint=info.description or "",
        clause=_clause(own, name) or NO_CLAUSE,
        taken=term.says if term is not None and not term.stated else "",
        choices=_choices(info.annotation),
    )


@cache
def _names(game: str) -> Mapping[str, str]:
    """The wagers of a game as its felt has them printed."""
    played = resolve(tomllib.loads(example_of(game)), kind=TableRules).game
    return {id: wager_name(played, id) for id in played.wagers}


def _wagers(own: Submission, data: Mapping[str, Any]) -> Section:
    """The optional wagers, whether each is offered, and the paytables chosen."""
    chosen = data.get("paytables")
    letters = chosen if isinstance(chosen, Mapping) else {}
    names = _names(str(data["game"]))
    offered = data.get("offered")
    found = []
    for id in dict.fromkeys((*own.optional, *own.paytable_choices)):
        choices: Mapping[str, Paytable] = own.paytable_choices.get(id, {})
        letter = str(letters.get(id, ""))
        strange = (letter,) if letter and letter not in choices else ()
        first = next(iter(choices.values()), None)
        found.append(
            WagerChoice(
                id=id,
                name=names.get(id) or id.replace("_", " ").title(),
                optional=id in own.optional,
                offered=id in offered if isinstance(offered, list) else id not in own.optional or own.offers(id),
                letters=(*choices, *strange),
                letter=letter,
                clause=first.clause if first is not None else own.offered_clause,
            )
        )
    stated = isinstance(offered, list)
    return Section(id="wagers", title="Wagers offered", wagers=tuple(found), stated=stated, clause=own.offered_clause)


# What a field is, by its annotation.


def _inner(annotation: Any) -> Iterator[Any]:
    """The types that a value may have, without what only limits them."""
    if get_origin(annotation) in (Union, UnionType):
        for one in get_args(annotation):
            yield from _inner(one)
    elif hasattr(annotation, "__metadata__"):
        yield from _inner(get_args(annotation)[0])
    elif annotation is not type(None):
        yield annotation


def _part_of(annotation: Any) -> type[BaseModel] | None:
    """The group of fields that a field is, if it is one."""
    return next((one for one in _inner(annotation) if isinstance(one, type) and issubclass(one, BaseModel)), None)


def _kind(annotation: Any, value: Any) -> str | None:
    """How a field is stated in a form; None where it cannot be."""
    types = list(_inner(annotation))
    if isinstance(value, Mapping) and not _shares(types):
        return None
    if _shares(types):
        return "shares"
    if _choices(annotation) and not {Cents, str} & set(types):
        return "choice"
    for one in types:
        if one is Cents:
            return "money" if bool not in types else "yes or money"
        if get_origin(one) is list:
            inner = list(_inner(get_args(one)[0]))
            if inner == [Cents]:
                return "amounts"
            if inner == [str]:
                return "texts"
            return "steps" if get_origin(inner[0]) is tuple else None
        if one in (int, float):
            return "number" if str not in types else "fraction"
        if one is str:
            return "text"
    return None


def _shares(types: list[Any]) -> bool:
    """Whether a field says by name how something is divided."""
    return len(types) == 1 and get_origin(types[0]) is dict and int in _inner(get_args(types[0])[1])


def _choices(annotation: Any) -> tuple[str, ...]:
    found: list[str] = []
    for one in _inner(annotation):
        if get_origin(one) is Literal:
            found += [str(value) for value in get_args(one)]
        elif one is bool:
            found += ["yes", "no"]
        elif isinstance(one, type) and issubclass(one, Enum):
            found += [str(value.value) for value in one]
        elif _shares([one]):
            found += HOLDERS
    return tuple(found)


# Values as the form shows them, and back.


def _dollars(cents: Any) -> str:
    if isinstance(cents, bool) or not isinstance(cents, int):
        return str(cents)
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


def _shown(kind: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and kind == "amounts":
        return ", ".join(map(_dollars, value))
    if isinstance(value, list) and kind == "steps":
        return ", ".join(
            " at ".join(map(_dollars, reversed(one))) if isinstance(one, list) else str(one) for one in value
        )
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    return _dollars(value) if kind in ("money", "yes or money") else str(value)


def data_of(given: Given) -> Data:
    """The submission that a form states."""
    game = _first(given, "game")
    data: Data = {"game": game}
    data |= _carried(_first(given, _REST))
    model = submission_of(game)
    for name, info in model.model_fields.items():
        part = _part_of(info.annotation)
        if name in ("game", *_WAGERS):
            continue
        if part is not None:
            held = _group_of(given, name, part)
            optional = type(None) in get_args(info.annotation)
            on = _first(given, f"{name}.on") == "yes"
            if (held and not optional) or (optional and on):
                data[name] = held
        else:
            value = _read(_kind(info.annotation, None), _first(given, name), _choices(info.annotation))
            if value is not None:
                data[name] = value
    if _first(given, _STATED) == "yes":
        data["offered"] = [one for one in given.get("offered", []) if one]
    letters = {
        name.partition(".")[2]: one[0] for name, one in given.items() if name.startswith("paytables.") and one[0]
    }
    return data | ({"paytables": letters} if letters else {})


def _carried(rest: str) -> Data:
    try:
        held = json.loads(rest) if rest else {}
    except (ValueError, RecursionError):
        return {}
    return held if isinstance(held, dict) else {}


def _group_of(given: Given, name: str, part: type[BaseModel]) -> Data:
    found: Data = {}
    for inner, info in part.model_fields.items():
        field = f"{name}.{inner}"
        value = _read(_kind(info.annotation, None), _first(given, field), _choices(info.annotation))
        if value is not None:
            found[inner] = value
    return found


def _first(given: Given, name: str) -> str:
    return (given.get(name) or [""])[0].strip()


def _read(kind: str | None, text: str, choices: tuple[str, ...]) -> Any:
    """What was typed as the submission writes it; what cannot be read stays as it is, so that the check names it."""
    if kind is None or not text:
        return None
    if "yes" in choices and text in ("yes", "no"):
        return text == "yes"
    match kind:
        case "money" | "yes or money":
            return _cents(text)
        case "amounts":
            return [_cents(one) for one in _split(text, ",")]
        case "steps":
            return [[_cents(one) for one in reversed(step.split(" at "))] for step in _split(text, ",")]
        case "texts":
            return _split(text, ";")
        case "shares":
            pairs = [one.rpartition(" ") for one in _split(text, ",")]
            return {holder.strip(): _number(number) for holder, _, number in pairs}
        case "choice" | "fraction":
            return int(text) if text.isdecimal() and len(text) < 10 else text
        case "number":
            return _number(text)
    return text


def _split(text: str, at: str) -> list[str]:
    return [one.strip() for one in text.split(at) if one.strip()]


def _cents(text: str) -> Any:
    cents = cents_of(text.strip())
    return text if cents is None else int(cents)


def _number(text: str) -> Any:
    text = text.strip()
    if text.lstrip("-").isdecimal() and len(text) < 15:
        return int(text)
    try:
        return float(text) if len(text) < 15 else text
    except ValueError:
        return text


# As a file.


def toml_text(data: Mapping[str, Any]) -> str:
    """A submission as the text of its file; nested tables stand behind the other fields."""
    return "\n".join(_lines(data, ())).strip() + "\n"


def _lines(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    inner = {name: value for name, value in data.items() if isinstance(value, Mapping)}
    plain = {name: value for name, value in data.items() if name not in inner and value is not None}
    if path and (plain or not inner):
        yield f"\n[{'.'.join(map(_key, path))}]"
    for name, value in plain.items():
        yield f"{_key(name)} = {_value(value)}"
    for name, value in inner.items():
        yield from _lines(value, (*path, name))


def _key(name: str) -> str:
    return name if name and all(one.isalnum() or one in "-_" for one in name) and name.isascii() else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(str(name))} = {_value(one)}" for name, one in value.items() if one is not None)
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
