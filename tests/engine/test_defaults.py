"""Who may give a command, and what a record, a client or a stated round means by a field that it leaves out.

A field that is left out means nothing, no or none. Where it means something, another default would change what records say
that are already written, and so it stands here with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, get_args, get_type_hints

import msgspec

from houseway import encoding
from houseway.engine.kernel import Command, Event
from tests.kit.roles import GIVEN, roles_in
from tests.kit.scenarios import tag

PACKAGES = ("engine", "chapters", "rules", "rounds", "house")

COMMANDS = {
    "receive_decks.decks": (1, "677a.3(a): one deck is used"),
    "spread_cards.face_up": (True, "677a.4(b): they are spread face up"),
    "report_device_fault.usable": (True, "677a.13(e): the cards are shuffled again by the same device"),
    "count_deck.complete": (True, "677a.8(g): no card is missing or extra"),
    "set_deck_down.marker": (True, "637a.7(e)(1): the marker button lies on it"),
    "determine_start.shakes": (3, "645a.5(i)(1): the shaker is shaken at least three times"),
    "void_hand.void": (True, "645a.14(d): the hand is void unless the player plays it"),
    "place_chips.manner": ("pushed", "637a.8(e)(1)"),
    "contribute.rake_taken": (True, "637a.15(c): after the rake"),
    "designate_table.box_attached": (True, "637a.2(e)"),
    "designate_table.notice_posted": (True, "637a.15(b)"),
    "terminate_contributions.rules_amended": (True, "637a.15(c)"),
    "transport_to_cage.cage": ("main cage", "637a.15(d)(2)"),
    "prepare_distribution.form": ("cash", "637a.15(g)"),
    "close_shoe.place": (-1, "house policy: the place of a shuffle recorded by an older version is not known"),
    "announce_no_more_bets.v": (2, "the second version: the count of chips is stated or not"),
}
EVENTS = {
    "card_set_aside.face_up": (True, "637a.18(j): a card found face up"),
    "shoe_closed.place": (-1, "house policy: the place of a shuffle recorded by an older version is not known"),
    "cards_viewed.complete": (True, "677a.4(b): nobody else is to view them"),
}
VALUES = {
    "Amounts.step": 1,
    "BankedRound.status": "wagering",
    "BankedRound.chips_counted": True,
    "Equipment.in_play": -1,
    "Equipment.last_deck": -1,
    "Equipment.last_shuffled": -1,
    "Box.stage": "on the table",
    "Fund.collecting": True,
    "PokerState.commences": True,
    "PokerRound.status": "between rounds",
    "PokerRound.street": -1,
    "PokerRound.completed": True,
    "StatedIrregularity.void": True,
    "StatedIrregularity.complete": True,
    "Policy.clock": 30,
    "Policy.offer": 5,
    "Policy.away": 300,
    "Policy.pace": 600,
    "Policy.alone": True,
    "Policy.seeds_told": True,
}
"""Of states, stated rounds and the policy of a table."""


def _defaults(kind: type[msgspec.Struct]) -> Iterator[tuple[str, Any]]:
    """The fields that may be left out, with what that means."""
    for field in msgspec.structs.fields(kind):
        if field.default is not msgspec.NODEFAULT:
            yield field.name, field.default
        elif field.default_factory is not msgspec.NODEFAULT:
            yield field.name, field.default_factory()


def _means_something(value: Any) -> bool:
    if isinstance(value, msgspec.Struct):
        return any(_means_something(default) for _, default in _defaults(type(value)))
    return bool(value)


def test_a_command_that_leaves_something_out_means_nothing_by_it() -> None:
    stated = {name: value for name, (value, _) in COMMANDS.items()}
    assert {
        f"{tag(kind)}.{name}": value
        for kind in encoding.command_kinds()
        for name, value in _defaults(kind)
        if _means_something(value) and (name, value) != ("v", 1)
    } == stated


def test_an_event_that_leaves_something_out_means_nothing_by_it() -> None:
    assert {
        f"{tag(kind)}.{name}": value
        for kind in encoding.event_kinds()
        for name, value in _defaults(kind)
        if _means_something(value) and name != "v"
    } == {name: value for name, (value, _) in EVENTS.items()}


def test_a_command_or_event_is_written_in_its_own_version() -> None:
    for kind in (*encoding.command_kinds(), *encoding.event_kinds()):
        default = dict(_defaults(kind))["v"]
        assert (default,) == get_args(get_type_hints(kind)["v"]), kind


def test_a_state_or_stated_round_that_leaves_something_out_means_nothing_by_it() -> None:
    meant = {
        f"{kind.__name__}.{name}": value.value if isinstance(value, Enum) else value
        for kind in _structs()
        for name, value in _defaults(kind)
        if _means_something(value) and not isinstance(value, msgspec.Struct)
    }
    assert meant == VALUES


def _structs() -> set[type[msgspec.Struct]]:
    """The structs of the modules that bear rules, but commands and events."""
    modules = [
        import_module(module.name)
        for name in PACKAGES
        for module in walk_packages(import_module(f"houseway.{name}").__path__, f"houseway.{name}.")
        if ".lab" not in module.name
    ]
    return {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not issubclass(kind, Command | Event)
    }


def test_a_command_is_given_by_whom_the_chapters_name() -> None:
    """See ``tests/golden/roles.toml``."""
    lines = {command: line for section in GIVEN.values() for command, line in section.items()}
    kinds = {tag(kind): kind for kind in encoding.command_kinds()}
    assert {name: (kind.roles, kind.own_seat) for name, kind in kinds.items()} == {
        name: (roles_in(line), line.endswith(" own")) for name, line in lines.items()
    }
    assert {name for name, kind in kinds.items() if kind.opens} == {"open_table", "fund_table"}


def test_only_the_end_of_a_round_ends_it() -> None:
    assert {tag(kind) for kind in encoding.event_kinds() if kind.ends_round} == {"round_ended", "poker_round_ended"}
