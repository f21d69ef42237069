"""Commands, events and states as bytes, JSON or MessagePack, over all machines; old records stay readable.

A kind has a fixed tag and a version ``v``. When a kind changes its fields, its version goes up and an upcaster is added
here that turns the plain form of the version before into the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_type_hints

import msgspec

from houseway.cards import Card
from houseway.engine.checking import fault_of
from houseway.engine.kernel import Command, Envelope, Event, Machine, State

Plain = dict[str, Any]
T = TypeVar("T", bound=msgspec.Struct)


class Form(StrEnum):
    """How bytes are written."""

    JSON = "json"
    MSGPACK = "msgpack"


class EncodingError(ValueError):
    """Raised when bytes are not a command, event or state as they were ever written."""


def _nothing_carried(old: Plain) -> Plain:
    """A meter of the first version dropped the fractions of a cent."""
    return {**old, "carried": [], "v": 2}


def _cover_card_unsaid(old: Plain) -> Plain:
    """A cut of the first version did not say where the second cover card went."""
    return {**old, "cover_card": "", "v": 2}


def _untimed(old: Plain) -> Plain:
    """Of the jackpots, only the periods had a time in the first version."""
    return {"at": 0, **old, "v": 2}


def _nobody_named(old: Plain) -> Plain:
    """Who inspected, verified and collected was not said in the first version."""
    return {**old, "person": "", "v": 2}


_UNNAMED = ("cards_inspected", "inspection_verified", "validation_awaited", "payout_validated", "time_charge_assessed")
_UNTIMED = [
    "fund_offered",
    "discontinuing_approved",
    "table_designated",
    "contributed",
    "compliance_told_of_count",
    "table_closed_for_count",
    "count_recorded",
    "box_counted",
    "count_signed",
    "contents_locked",
    "boxes_accounted_for",
    "transported_to_cage",
    "counted_at_cage",
    "contributions_recorded",
    "display_adjusted",
    "gaming_day_ended",
    "bad_beat_verified",
    "pending_notice_posted",
    "payout_ordered",
    "distribution_prepared",
    "bad_beat_paid",
    "contributions_terminated",
    "fund_transferred",
    "fund_closed",
    "qualifying_period_started",
    "high_hand_called",
    "high_hand_recorded",
    "high_hand_rejected",
    "high_hand_announced",
    "qualifying_period_ended",
    "high_hand_payout_announced",
    "rolled_over",
    "high_hand_paid",
    "unclaimed_distributed",
]


def _nothing_drawn(old: Plain) -> Plain:
    """The dealer of the first version also said what the table system drew, which is another's command now."""
    return {**{key: value for key, value in old.items() if key not in ("magic_card", "lucky")}, "v": 2}


UPCASTERS: Mapping[tuple[str, int], Callable[[Plain], Plain]] = {
    **{(tag, 1): _untimed for tag in _UNTIMED},
    **{(tag, 1): _nobody_named for tag in _UNNAMED},
    ("high_hand_recorded", 1): lambda old: {**_untimed(old), "identified": False},
    # What the table's record shows, and why a slip or a verification differs from it, is said since the third version.
    ("high_hand_recorded", 2): lambda old: {**old, "reason": "", "v": 3},
    ("high_hand_called", 2): lambda old: {**old, "player": "", "unshown": False, "v": 3},
    # Counts may differ from the ledger, and several hands wait for the floor at once, since the third version.
    ("box_counted", 2): lambda old: {**old, "variance": 0, "v": 3},
    ("counted_at_cage", 2): lambda old: {**old, "boxes": [], "variance": 0, "v": 3},
    ("high_hand_rejected", 2): lambda old: {**old, "table": "", "seat": 0, "hand": [], "v": 3},
    ("bad_beat_verified", 2): lambda old: {**old, "reason": "", "v": 3},
    # What the stakes of a player who is away do not cover is owed since the third version.
    ("time_charge_assessed", 2): lambda old: {**old, "owed": [], "v": 3},
    # Who is new to a game and who missed blinds is told apart since the second version.
    ("post_owed", 1): lambda old: {**old, "newcomer": not old["dead"], "v": 2},
    ("bets_closed", 1): _nothing_carried,
    ("cards_cut", 1): _cover_card_unsaid,
    ("wagers_returned", 1): _nothing_carried,
    ("announce_no_more_bets", 1): _nothing_drawn,
}
"""Tag and version -> the plain form one version on. Every kind not named here is in its first version."""


@cache
def machines() -> tuple[Machine[Any, Any], ...]:
    """The machines of all tables."""
    from houseway.chapters.c637a_poker.jackpots.room import JACKPOTS
    from houseway.chapters.c637a_poker.table import POKER
    from houseway.engine.banked.table import BANKED
    from houseway.house.accounts import HOUSE
    from houseway.house.attendance import ATTENDANCE
    from houseway.house.cage import CAGE
    from houseway.house.shuffles import SHUFFLES
    from houseway.house.streams import STREAMS

    return (BANKED, POKER, JACKPOTS, HOUSE, SHUFFLES, ATTENDANCE, STREAMS, CAGE)


@cache
def event_kinds() -> tuple[type[Event], ...]:
    """Every kind of event, each once."""
    return tuple(dict.fromkeys(kind for machine in machines() for kind in machine.events))


@cache
def command_kinds() -> tuple[type[Command], ...]:
    """Every kind of command, each once."""
    return tuple(dict.fromkeys(kind for machine in machines() for kind in machine.commands))


def encode(value: Command | Event | Envelope | State, form: Form = Form.JSON) -> bytes:
    """The bytes of a command, an event, an envelope or a state, defaults written out."""
    try:
        return msgspec.json.encode(value) if form is Form.JSON else msgspec.msgpack.encode(value)
    except (OverflowError, TypeError, UnicodeEncodeError):
        raise EncodingError(f"{type(value).__name__} holds a value that cannot be written") from None


def decode_event(data: bytes, form: Form = Form.JSON) -> Event:
    """The event in these bytes, brought up from the version it was written in.

    Of an event as a viewer saw it, a card that was hidden is None.
    """
    kind = _union(event_kinds())
    try:
        event: Event = _typed(data, form, kind)
    except msgspec.ValidationError:
        # Written in an earlier version, as somebody saw it, or not one of ours.
        return _uncovered(_upcast(_plain(data, form), "event"))
    return _in_range(event, "an event")


def decode_command(data: bytes, form: Form = Form.JSON) -> Command:
    """The command in these bytes. Values out of range are the table's to refuse."""
    kind = _union(command_kinds())
    try:
        command: Command = _typed(data, form, kind)
    except msgspec.ValidationError:
        command = _converted(_upcast(_plain(data, form), "command"), kind)
    return command


def decode_envelope(data: bytes, form: Form = Form.JSON) -> Envelope:
    """The envelope in these bytes, with its command."""
    try:
        rest = _typed(data, form, _Bare)
    except msgspec.ValidationError as error:
        raise EncodingError(f"an envelope is an object with a command: {where(str(error))}") from None
    command = decode_command(bytes(rest.command), form)
    return Envelope(command=command, by=rest.by, role=rest.role, seat=rest.seat, at=rest.at, key=rest.key)


def decode_state(data: bytes, machine: Machine[Any, Any], form: Form = Form.JSON) -> State:
    """The state of a machine's table in these bytes."""
    try:
        state: State = _typed(data, form, machine.state)
    except msgspec.ValidationError as error:
        raise EncodingError(f"this is not the state of a {machine.name}: {where(str(error))}") from None
    return _in_range(state, f"the state of a {machine.name}")


class _Bare(Envelope, frozen=True, kw_only=True):
    command: msgspec.Raw  # type: ignore[assignment]


@cache
def _union(kinds: tuple[type, ...]) -> Any:
    return Union[kinds]  # noqa: UP007 (the kinds are known only now)


def _in_range(value: T, what: str) -> T:
    """A value that was read, whose cards are cards of a deck and whose amounts can be."""
    fault = fault_of(value)
    if fault is not None:
        raise EncodingError(f"this cannot be {what}: {fault}")
    return value


def _uncovered(plain: Plain) -> Event:
    """An event in which a card may be None."""
    hints = next((card_fields(kind) for kind in event_kinds() if kind.__struct_config__.tag == plain["event"]), {})
    covered = {name: _covered(one, hints[name]) if name in hints else one for name, one in plain.items()}
    event: Event = _in_range(_converted(covered, _union(event_kinds())), "an event")
    cards = {
        name: _hidden_again(getattr(event, name), plain[name]) for name in hints if covered.get(name) != plain.get(name)
    }
    return msgspec.structs.replace(event, **cards) if cards else event


_ANY_CARD = Card(0)
"""Stands for a card that is None while an event is read."""


@cache
def card_fields(kind: type[Event]) -> Mapping[str, Any]:
    """The fields of a kind of event that hold cards, and their types."""
    return {name: hint for name, hint in get_type_hints(kind).items() if _holds_cards(hint)}


def _holds_cards(hint: Any) -> bool:
    return hint is Card or any(map(_holds_cards, get_args(hint)))


def _covered(plain: Any, hint: Any) -> Any:
    """Cards, in lists or by themselves, with some card in the place of each that is None."""
    if hint is Card:
        return _ANY_CARD if plain is None else plain
    inside = get_args(hint)
    if not isinstance(plain, list) or not inside:
        return plain
    each = (inside[0],) * len(plain) if inside[-1] is ... else inside
    return list(map(_covered, plain, each)) if len(each) == len(plain) else plain


def _hidden_again(value: Any, plain: Any) -> Any:
    """Cards that were read, None where they were None."""
    if isinstance(plain, list):
        return tuple(map(_hidden_again, value, plain))
    return None if plain is None else value


def _plain(data: bytes, form: Form) -> Any:
    try:
        return _typed(data, form, Any)
    except msgspec.ValidationError:
        raise EncodingError("a number here is beyond all that we write") from None


def _typed(data: bytes, form: Form, kind: Any) -> Any:
    try:
        return _decoder(form, kind).decode(data)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise EncodingError(f"these bytes are not {form.value}") from None
    except RecursionError:
        raise EncodingError("these bytes hold lists within lists, deeper than anything of ours") from None


@cache
def _decoder(form: Form, kind: Any) -> Any:
    """A decoder is made once: a union of all kinds takes long to prepare."""
    return msgspec.json.Decoder(kind) if form is Form.JSON else msgspec.msgpack.Decoder(kind)


def _upcast(plain: Any, field: str) -> Plain:
    if not isinstance(plain, dict) or not isinstance(plain.get(field), str) or not isinstance(plain.get("v", 1), int):
        raise EncodingError(f"this is not written as {field} with its tag and version")
    while (step := UPCASTERS.get((plain[field], plain.get("v", 1)))) is not None:
        plain = step(plain)
    upcast: Plain = plain
    return upcast


def _converted(plain: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise EncodingError(f"this is not written as one of ours: {where(str(error))}") from None


def where(error: str) -> str:
    """The place a decoder names, without its own words."""
    what, _, place = error.replace("`", "").partition(" - at $")
    if "unknown field" in what:
        return what[what.find("unknown field") :]
    if "missing required field" in what:
        return f"{what.split()[-1]} is missing"
    return f"the value at {place.lstrip('.')}" if place else "its kind is unknown or a value is missing"
