"""Reading a stated round: JSON without twins, and shape faults in words that say where."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, NoReturn, TypeVar

import msgspec

from houseway.clause import NO_CLAUSE
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.money import MOST
from houseway.seats import Seat
from houseway.written import json_fault, near, nearest, shortened, shown

T = TypeVar("T")
StatedNumber = Annotated[Seat, msgspec.Meta(ge=1)]
"""A seat that is stated: 0, which stands for none in a command, is no seat of a round."""


def malformed(message: str, legal: tuple[str, ...] = (), code: Code = Code.ROUND_IS_WELL_FORMED) -> RefusedError:
    """The refusal of a round that is not written as one."""
    return refuse(code, NO_CLAUSE, message, legal)


def decoded(stated: Mapping[str, Any] | bytes | str) -> Mapping[str, Any]:
    """A stated round as an object, whichever game it is of."""
    try:
        named = _parsed(stated) if isinstance(stated, bytes | str) else _named("the round", stated)
        if not isinstance(named, Mapping):
            raise malformed("a round is a JSON object with game, deck and seats")
        _check_values("the round", named)
    except RecursionError:
        raise malformed("the round cannot be read: it is nested too deeply") from None
    return named


def _parsed(text: bytes | str) -> Any:
    if not text.strip():
        raise malformed("the round is empty; a round is a JSON object with game, deck and seats")
    try:
        return json.loads(text, object_pairs_hook=_without_twins, parse_constant=_no_such_number)
    except (ValueError, RecursionError) as error:
        raise malformed(f"the round is not JSON: {json_fault(error)}") from None


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which a name stands once: a second seat 1 would silently hide the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise malformed(f"{shortened(twin)!r} stands twice in the same object")
    return found


def _named(where: str, value: Any) -> Any:
    """The value with texts for names, as JSON has them: in Python seats may be written as numbers."""
    match value:
        case Mapping():
            pairs = [(str(name) if type(name) is int else name, one) for name, one in value.items()]
            for name, _ in pairs:
                if not isinstance(name, str):
                    raise malformed(f"{where}: {shown(name)} stands for a name, which is a text")
            return _without_twins([(name, _named(shortened(name), one)) for name, one in pairs])
        case list():
            return [_named(where, one) for one in value]
    return value


def _check_values(where: str, value: Any) -> None:
    """Texts can be written, and no two names of an object are the same number."""
    match value:
        case str():
            if any("\ud800" <= sign <= "\udfff" for sign in value):
                raise malformed(
                    f"{where}: {shortened(ascii(value))} has half a character in it, which cannot be written"
                )
        case Mapping():
            numbers: dict[int, str] = {}
            for name, one in ((str(name), one) for name, one in value.items()):
                _check_values(where, name)
                if name.isascii() and name.isdigit() and len(name) <= 18:
                    other = numbers.setdefault(int(name), name)
                    if other != name:
                        raise malformed(f"{where}: {other!r} and {name!r} are the same number")
                _check_values(shortened(name), one)
        case list():
            for one in value:
                _check_values(where, one)


def converted(data: Mapping[str, Any], kind: type[T]) -> T:
    """The round as a value of its kind, or in our words what is not written as it should be."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise malformed(_in_our_words(str(error))) from None


_WORDS = {
    "int": "a whole number",
    "float": "a number with a point",
    "bool": "true or false",
    "str": "a text",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}
_EXPECTED = re.compile(r"Expected `(?P<want>[^`]+)`(?: of length (?P<length>\d+))?, got `?(?P<got>\w+)`?")
_LEAST = re.compile(r"Expected `int` >= (\d+)")
_NAMED = (
    (re.compile(r"Object missing required field `(\w+)`"), "{!r} is missing"),
    (re.compile(r"Object contains unknown field `(.*)`"), "there is no field {!r}"),
    (re.compile(r"Invalid enum value '?(.*?)'?$"), "{!r} is not possible"),
)


def _in_our_words(says: str) -> str:
    fault, _, place = says.partition(" - at `$")
    where = re.sub(r"^(.*)\[\.\.\.\]$", r"what \1 states", place.strip("`.")).replace("[...]", "") or "the round"
    # People count from one.
    where = re.sub(r"\[(\d+)\]", lambda found: f" number {int(found[1]) + 1}", where)
    for form, words in _NAMED:
        found = form.match(fault)
        if found is not None:
            return f"{where}: {words.format(shortened(found[1]))}"
    least = _LEAST.match(fault)
    if least is not None:
        return f"{where} is a whole number from {least[1]}"
    expected = _EXPECTED.match(fault)
    if expected is None:
        return f"{where} is not written as the notation has it"
    wanted = " or ".join([_WORDS.get(one, one) for one in expected["want"].split(" | ") if one != "null"])
    if expected["length"]:
        return f"{where} is {wanted} of {expected['length']}, not of {expected['got']}"
    return f"{where} is {wanted}, not {_WORDS.get(expected['got'], expected['got'])}"


def _no_such_number(name: str) -> NoReturn:
    raise malformed(f"{name} is no amount")


def check_shape(data: Mapping[str, Any], known: tuple[str, ...], seat_known: tuple[str, ...]) -> None:
    """Say where a round is not written as one: fields, seats, amounts, lists of texts."""
    by_hands = "deck" not in data and any(name in data for name in ("hands", "board"))
    for name in ("game", "seats") if by_hands else ("game", "deck", "seats"):
        if name not in data:
            lack = "neither a 'deck' nor 'hands'" if name == "deck" else f"no {name!r}"
            meant = [field for field in data if field not in known and near(shortened(field), (name,)) == name]
            hint = f"; did you mean {name!r} by {shortened(meant[0])!r}?" if meant else ""
            raise malformed(f"the round has {lack}{hint}", known)
    _check_fields("the round", data, known)
    stated_twice = [name for name in ("hands", "board", "common", "drawn") if name in data and "deck" in data]
    if stated_twice:
        raise malformed(f"the cards are stated by the deck or by {stated_twice[0]!r}, not by both")
    for name in ("game", "deck"):
        if name in data and not isinstance(data[name], str):
            raise malformed(f"{name!r} is a text, not {shown(data[name])}")
    if not isinstance(data["seats"], Mapping) or not data["seats"]:
        raise malformed('"seats" is an object of at least one seat, as in {"1": {...}}')
    for seat, one in data["seats"].items():
        _check_seat(str(seat), one, seat_known)


def check_texts(data: Mapping[str, Any], name: str, example: str) -> None:
    """A field that may be left out is a list of texts."""
    some = data.get(name, [])
    if not isinstance(some, list) or not all(isinstance(text, str) for text in some):
        raise malformed(f"{name!r} is a list of texts", (example,))


def _check_seat(seat: str, one: Any, known: tuple[str, ...]) -> None:
    where = f"seat {shortened(seat)}"
    if not (seat.isascii() and seat.isdigit() and len(seat) <= 3 and seat == str(int(seat))):
        raise malformed(f"seats are numbered; {shortened(seat)!r} is no seat number")
    if not isinstance(one, Mapping):
        raise malformed(f"{where} is an object, not {shown(one)}", known)
    _check_fields(where, one, known)
    wagers = one.get("wagers", {})
    if not isinstance(wagers, Mapping):
        raise malformed(f'{where}: "wagers" is an object of amounts, not {shown(wagers)}', ('{"ante": 1000}',))
    for wager, cents in wagers.items():
        _check_amount(f"{where}: {shortened(str(wager))}", cents)
    paid = one.get("paid", {})
    if not isinstance(paid, Mapping):
        raise malformed(f'{where}: "paid" is an object of amounts, not {shown(paid)}', ('{"ante": 1000}',))
    for wager, cents in paid.items():
        _check_amount(f"{where}: paid {shortened(str(wager))}", cents, least=1 - MOST)
    if "stack" in one and one["stack"] is not None:
        _check_amount(f"{where}: stack", one["stack"])
    decisions = one.get("decisions", [])
    if not isinstance(decisions, list) or not all(isinstance(text, str) for text in decisions):
        raise malformed(f'{where}: "decisions" is a list of texts', ('["check", "raise 2000"]',))


def _check_fields(where: str, data: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in data:
        if name not in known:
            raise malformed(f"{where} has no field {shortened(str(name))!r}{nearest(str(name), known, 0.7)}", known)


def _check_amount(where: str, cents: Any, *, least: int = 0) -> None:
    if isinstance(cents, bool) or not isinstance(cents, int):
        raise malformed(f"{where} is whole cents, not {shown(cents)}", ("1000 for $10",))
    if not least <= cents < MOST:
        why = "less than nothing" if cents < least else "more than can be counted"
        says = f"{where} is {shown(cents)} cents, {why}"
        raise malformed(says, (f"{least:,} to {MOST - 1:,}",), Code.VALUES_ARE_IN_RANGE)
