"""Commands, events, refusals and what is due as lines of text that a person can review."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards import CARD_TEXT, Card
from houseway.engine.asking import Amounts, Ask
from houseway.engine.kernel import Command, Envelope, Event, Table, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.scenarios import tag

ONLOOKER = Viewer(Role.SURVEILLANCE)
UNCHANGING = ("revision", "chips", "due", "legal", "events")
"""Fields of an observation that say nothing beyond the postings, the events and the line of what is due."""


def event_text(event: Event) -> str:
    """Return an event under its tag and clause, with the money it moves."""
    fields = re.sub(r"^\w+\(clause='[^']*'(, )?|\)$", "", repr(replace(event, postings=())))
    money = "; ".join(f"{cents} from {source} to {target}" for source, target, cents in event.postings)
    parts = (tag(type(event)), event.clause, _without_noise(fields), f"[{money}]" if money else "")
    return " ".join(filter(None, parts))


def command_text(said: Command | Envelope) -> str:
    """Return a command under its tag, with who gives it where that is stated."""
    given = said.command if isinstance(said, Envelope) else said
    fields = re.sub(r"^\w+\(|\)$", "", repr(given))
    who = []
    if isinstance(said, Envelope):
        who = [said.role.value, *([f"at seat {said.seat}"] if said.seat else []), *([said.by] if said.by else [])]
    return " ".join(filter(None, (tag(type(given)), _without_noise(fields), f"by {' '.join(who)}" if who else "")))


def _without_noise(text: str) -> str:
    """Replace hashes, and every deck in its whole order, by what they are."""
    text = re.sub(r"\b[0-9a-f]{64}\b", "<hash>", text)
    text = re.sub(r"(.)\1{29,}", lambda same: f"<{len(same[0])} times {same[1]}>", text)
    return re.sub(r"'(?:[2-9TJQKAx?][cdhsk?] ){39,}[^']*'", "<deck>", text)


def ask_text(ask: Ask) -> str:
    """Return what is asked, of which seat, within which bounds and under which clause."""
    parts = [
        ask.command,
        ask.word,
        ask.subject,
        f"of seat {ask.concerns}" if ask.concerns else "",
        "" if ask.amounts is None else amounts_text(ask.amounts),
        "" if ask.cards is None else f"{ask.cards[0]} to {ask.cards[1]} cards",
        f"not before {ask.not_before}" if ask.not_before else "",
        f"with {ask.beside}" if ask.beside else "",
        ask.clause,
    ]
    return " ".join(filter(None, parts))


def amounts_text(amounts: Amounts) -> str:
    """Return the amounts that may be named."""
    if amounts.sizes:
        return "or ".join(map(str, amounts.sizes))
    if amounts.least == amounts.most:
        return str(amounts.least)
    step = f" by {amounts.step}" if amounts.step != 1 else ""
    return f"{amounts.least} to {'any' if amounts.most is None else amounts.most}{step}"


def asks_text(asks: Iterable[Ask]) -> list[str]:
    """Return a line for each role and what it is asked, with the seats that are asked the same; "may": nobody waits for it."""
    lines: dict[tuple[str, bool, str], list[str]] = {}
    for (role, seat, may_wait), some in groupby(asks, key=lambda ask: (ask.role.value, ask.seat, ask.may_wait)):
        seats = lines.setdefault((role, may_wait, ", ".join(map(ask_text, some))), [])
        seats += [str(seat)] if seat else []
    return [
        f"{' '.join([role, *seats])}{' may' if may_wait else ''}: {text}"
        for (role, may_wait, text), seats in lines.items()
    ]


def _seen(table: Table[Any, Any]) -> dict[str, Any]:
    seen = msgspec.to_builtins(table.observe(ONLOOKER), str_keys=True)
    return {name: value for name, value in seen.items() if name not in UNCHANGING}


def _changes(before: Mapping[str, Any], after: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Return a line for each thing that an onlooker sees differently, by its path."""
    for name in {**before, **after}:
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        if _is_table(old) and _is_table(new):
            yield from _changes(old or {}, new or {}, f"{path}{name}.")
        elif (was := _value(name, old)) != (now := _value(name, new)):
            yield f"{path}{name} {was} -> {now}"


def _is_table(value: Any) -> bool:
    return value is None or isinstance(value, dict)


def _value(field: str, value: Any) -> str:
    if value in (None, (), [], {}, "", False):
        return "none"
    if field in ("community", "common", "hand") or re.fullmatch(r"\d+", field):
        value = _with_faces(value)
    return _without_noise(value if isinstance(value, str) else msgspec.json.encode(value).decode().replace('"', ""))


def _with_faces(value: Any) -> Any:
    """Return cards by their faces, whatever lists they lie in."""
    if isinstance(value, list | tuple) and all(card is None or isinstance(card, int) for card in value):
        return " ".join("??" if card is None else CARD_TEXT[Card(card)] for card in value)
    return [_with_faces(inner) for inner in value] if isinstance(value, list | tuple) else value


def said_text(table: Table[Any, Any], said: Command | Envelope) -> str:
    """Say something at a table and return what comes of it."""
    before = _seen(table)
    lines = [command_text(said)]
    outcome = table.send(said)
    if isinstance(outcome, Refusal):
        return "\n".join([*lines, refusal_text(outcome.code, outcome.clause, outcome.message, outcome.legal)])
    lines += [f"  {event_text(event)}" for event in outcome]
    lines += [f"  seen {line}" for line in _changes(before, _seen(table))]
    lines += [f"  due {line}" for line in asks_text(table.due())]
    return "\n".join(lines)


def refusal_text(code: str, clause: str, message: str, legal: Iterable[str]) -> str:
    """Return a refusal with what would be legal instead."""
    instead = ", ".join(legal)
    return "\n".join([f"  refused {code} {clause}: {message}", *([f"  legal {instead}"] if instead else [])])
