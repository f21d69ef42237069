"""Every refusal and every ruling of a poker table, by code or kind and by clause; and none is left without a scenario."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import FrameType, ModuleType

import msgspec
import pytest

from houseway.chapters import c637a_poker
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.irregularities import IRREGULARITIES
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.c637a_poker.whose import WHOSE, whose
from houseway.engine import cards as engine_cards
from houseway.engine import kernel
from houseway.engine.kernel import Command, envelope
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.engine.roles import Role
from houseway.register.entries import is_known
from tests.poker.scenarios import REFUSALS, RULINGS, Scenario, table

OWN = Path(c637a_poker.__file__).parent
SHARED = [*Path(engine_cards.__file__).parent.glob("*.py"), Path(kernel.__file__)]


@pytest.mark.parametrize("one", REFUSALS, ids=lambda one: one.id)
def test_a_refusal_names_its_code_and_its_clause(one: Scenario) -> None:
    at = one.at()
    before = at.state
    given = at.send(one.given(at))
    assert isinstance(given, Refusal), given
    assert (given.code, given.clause) == (one.names, one.clause), given
    assert given.message
    assert at.state is before


@pytest.mark.parametrize("one", RULINGS, ids=lambda one: one.id)
def test_a_ruling_is_recorded_under_its_clause(one: Scenario) -> None:
    at = one.at()
    given = at.send(one.given(at))
    assert not isinstance(given, Refusal), given
    assert (one.names, one.clause) in [(event.__struct_config__.tag, event.clause) for event in given]
    assert sum(at.state.ledger.values()) == 0
    assert POKER.replay(at.events) == at.state


@pytest.mark.parametrize("one", [*REFUSALS, *RULINGS], ids=lambda one: one.id)
def test_the_clause_is_one_of_the_chapter(one: Scenario) -> None:
    assert is_known(one.clause) or one.names in ("COMMAND_IS_OF_THIS_TABLE", "VALUES_ARE_IN_RANGE"), one.clause


# Nothing is left out.


def _sites(path: Path) -> set[int]:
    """The lines on which a module refuses something."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {node.lineno for node in calls if isinstance(node.func, ast.Name) and node.func.id == "refuse"}


def _modules() -> dict[Path, ModuleType]:
    loaded = {Path(one.__file__): one for one in list(sys.modules.values()) if getattr(one, "__file__", None)}
    return {
        path: loaded[path] for path in sorted(OWN.glob("*.py")) if path in loaded and hasattr(loaded[path], "refuse")
    }


def test_every_place_that_refuses_has_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: set[tuple[str, int]] = set()

    def recording(code: Code, clause: str, message: str, legal: tuple[str, ...] | list[str] = ()) -> RefusedError:
        caller: FrameType = sys._getframe(1)
        reached.add((Path(caller.f_code.co_filename).name, caller.f_lineno))
        return refuse(code, clause, message, legal)

    modules = _modules()
    for module in modules.values():
        monkeypatch.setattr(module, "refuse", recording)
    for one in REFUSALS:
        at = one.at()
        at.send(one.given(at))
    wanted = {(path.name, line) for path in modules for line in _sites(path)}
    assert wanted and not wanted - reached, sorted(wanted - reached)


def test_every_code_of_the_machine_has_a_scenario() -> None:
    named = set[str]()
    for path in [*OWN.glob("*.py"), *SHARED]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Code":
                named.add(node.attr)
    assert named - {one.names for one in REFUSALS} == {"SUBMISSION_IS_LAWFUL"}, "opened under other rules: test_kernel"


ORDERLY = {
    "spoken_for", "table_opened", "seat_taken", "seat_left", "stakes_brought", "round_started", "posted", "street_dealt",
    "betting_began", "betting_ended", "draw_began", "discarded", "drew", "showdown_began", "rake_taken",
    "contribution_taken", "pot_awarded",
    # Of the cards themselves: tests/regulations/c637a/test_s3_s5_cards.py.
    "decks_received", "cards_inspected", "inspection_verified", "cards_spread", "cards_viewed", "cards_washed",
    "cards_shuffled", "cards_cut", "recut_required", "device_counted", "deck_counted", "decks_changed",
    "deck_put_into_play", "device_covered", "method_changed",
}  # fmt: skip
"""What happens in a round in which nothing is ruled on."""


def test_every_kind_of_ruling_has_a_scenario() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in ev.EVENTS}
    assert kinds >= ORDERLY
    assert kinds - ORDERLY == {one.names for one in RULINGS}


def test_every_cause_of_637a_18_is_ruled_on_in_a_scenario() -> None:
    ruled = {one.clause for one in RULINGS if one.names == "irregularity_ruled"}
    assert {one.clause for one in IRREGULARITIES} <= ruled


# Whose a command is.


@pytest.mark.parametrize("kind", POKER.commands, ids=lambda kind: kind.__name__)
def test_a_refused_role_is_told_the_clause_that_names_whose_the_command_is(kind: type[Command]) -> None:
    at = table()
    nobody = next(role for role in (Role.SURVEILLANCE, Role.CASHIER) if role not in kind.roles)
    fields = {name: value for name, value in _VALUES.items() if name in kind.__struct_fields__}
    command = kind(**{name: fields[name] for name in fields if name in _required(kind)})
    given = at.send(envelope(command, role=nobody, by="Sue"))
    assert isinstance(given, Refusal)
    assert (given.code, given.clause) == ("ROLE_IS_AUTHORISED", whose(at.rules, at.state, command))
    assert is_known(given.clause)
    assert kind not in WHOSE or given.clause == WHOSE[kind]


_VALUES = {
    "cents": 1, "seat": 1, "seats": (1,), "order": (), "word": "call", "hand": "left", "count": 1, "cause": "missing_card",
    "dispute": "a", "ruling": "b", "reason": "c", "fund": "bad_beat", "collecting": True, "bet_on": True, "deck": 0,
    "decks": 2, "depth": 10, "device": "shuffler",
}  # fmt: skip


def _required(kind: type[Command]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind) if field.required}
