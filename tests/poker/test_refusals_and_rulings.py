"""Every refusal and every ruling of a poker table, by code or kind and by clause; and none is left without a scenario."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from houseway.chapters import c637a_poker
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.irregularities import IRREGULARITIES
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.c637a_poker.whose import whose
from houseway.engine import cards as engine_cards
from houseway.engine import kernel
from houseway.engine.kernel import Command, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.register.entries import is_known
from tests.kit.scenarios import Scenario, cases, check, refusals_in, refusals_reached, tag
from tests.kit.table_views import sum_of_accounts
from tests.poker.scenarios import REFUSALS, RULINGS, Ruling, table

OWN = Path(c637a_poker.__file__).parent
SHARED = [*Path(engine_cards.__file__).parent.glob("*.py"), Path(kernel.__file__)]


@pytest.mark.parametrize("one", cases(REFUSALS))
def test_a_refusal_names_its_code_and_its_clause(one: Scenario) -> None:
    check(one)


@pytest.mark.parametrize("one", RULINGS, ids=lambda one: one.id)
def test_a_ruling_is_recorded_under_its_clause(one: Ruling) -> None:
    at = one.at()
    given = at.send(one.given(at))
    assert not isinstance(given, Refusal), given
    assert (one.kind, one.clause) in [(tag(type(event)), event.clause) for event in given]
    assert sum_of_accounts(at) == 0
    assert POKER.replay(at.events) == at.state


def test_the_clauses_are_those_of_the_chapter() -> None:
    # What no table could take for a command rests on no clause.
    refused = {one.clause for one in REFUSALS if one.code not in ("COMMAND_IS_OF_THIS_TABLE", "VALUES_ARE_IN_RANGE")}
    assert all(is_known(clause) for clause in refused | {one.clause for one in RULINGS})


# Nothing is left out.


def _modules() -> list[ModuleType]:
    return [import_module(f"{c637a_poker.__name__}.{path.stem}") for path in sorted(OWN.glob("*.py"))]


def test_every_place_that_refuses_has_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    places = refusals_in(*_modules())
    reached = refusals_reached(REFUSALS, monkeypatch, places)
    assert len(places) > 100
    assert sorted((Path(path).name, line) for path, line in places - reached) == []


def test_every_code_of_the_machine_has_a_scenario() -> None:
    named = set[str]()
    for path in [*OWN.glob("*.py"), *SHARED]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Code":
                named.add(node.attr)
    assert named - {one.code for one in REFUSALS} == {"SUBMISSION_IS_LAWFUL"}, "opened under other rules: test_kernel"


ORDERLY = {
    "spoken_for", "table_opened", "seat_taken", "seat_left", "stakes_brought", "round_started", "posted", "street_dealt",
    "betting_began", "betting_ended", "draw_began", "discarded", "drew", "showdown_began", "rake_taken",
    "contribution_taken", "pot_awarded",
    # Of the cards themselves: tests/regulations/c637a/test_s3_s5_cards.py.
    "decks_received", "cards_inspected", "inspection_verified", "cards_spread", "cards_viewed", "cards_washed",
    "cards_shuffled", "cards_cut", "cut_offered", "cut_declined", "recut_required", "device_counted", "deck_counted", "decks_changed",
    "deck_put_into_play", "device_covered", "method_changed",
}  # fmt: skip
"""What happens in a round in which nothing is ruled on."""


def test_every_kind_of_ruling_has_a_scenario() -> None:
    kinds = {tag(kind) for kind in ev.EVENTS}
    assert kinds >= ORDERLY
    assert kinds - ORDERLY == {one.kind for one in RULINGS}


def test_every_cause_of_637a_18_is_ruled_on_in_a_scenario() -> None:
    ruled = {one.clause for one in RULINGS if one.kind == "irregularity_ruled"}
    assert {one.clause for one in IRREGULARITIES} <= ruled


# Whose a command is.

_CLAUSES = """
637a.3(c)           change_decks
637a.4(a)           open_table receive_decks inspect_cards verify_inspection
637a.4(b)           spread_cards view_cards
637a.4(c)           wash_cards
637a.5(a)           shuffle_cards direct_shuffle discard reshuffle
637a.5(b)           offer_cut decline_cut cut_cards
637a.5(c)           require_recut
637a.5(d)           spread_for_no_activity
637a.7(c)           act
637a.7(e)           start_round deal_street
637a.7(e)(1)        hold_deck set_deck_down
637a.7(e)(4)        count_deck report_device_count
637a.7(e)(6)        award_pots
637a.7(e)(6)(i)     count_losing_hands
637a.8(a)           take_seat
637a.8(b)(2)        leave_seat add_stakes remove_stakes
637a.8(b)(6)        secure_stakes return_to_table
637a.8(c)           announce
637a.8(e)           place_chips
637a.8(h)           take_chips_back
637a.8(k)           agree_minimum
637a.11(d)          post_blind require_post
637a.11(e)          straddle
637a.15(c)          set_collection
637a.17(b)(3)(iv)   assess_time_charge
637a.17(b)(3)(v)    verify_time_charges
637a.18(a)          report_poker_irregularity rule_on_dispute
637a.18(c)          remove_player notify_compliance
637a.18(e)          show_hand
637a.18(l)(1)       throw_away_cards
637a.18(m)          choose_after_exposure
637a.18(q)          report_device_fault
637a.18(r)          cover_device use_method
"""
"""At a table of Hold 'Em, where a game's own section does not name it."""
TOLD = {command: clause for clause, *commands in map(str.split, _CLAUSES.strip().splitlines()) for command in commands}


@pytest.mark.parametrize("kind", POKER.commands, ids=lambda kind: kind.__name__)
def test_a_refused_role_is_told_the_clause_that_names_whose_the_command_is(kind: type[Command]) -> None:
    at = table()
    nobody = next(role for role in (Role.SURVEILLANCE, Role.CASHIER) if role not in kind.roles)
    fields = {name: value for name, value in _VALUES.items() if name in kind.__struct_fields__}
    command = kind(**{name: fields[name] for name in fields if name in _required(kind)})
    given = at.send(envelope(command, role=nobody, by="Sue"))
    assert isinstance(given, Refusal)
    assert (given.code, given.clause) == ("ROLE_IS_AUTHORISED", whose(at.rules, at.state, command))
    assert given.clause == TOLD[tag(kind)]


_VALUES = {
    "cents": 1, "seat": 1, "seats": (1,), "order": (), "word": "call", "hand": "left", "count": 1, "cause": "missing_card",
    "dispute": "a", "ruling": "b", "reason": "c", "fund": "bad_beat", "collecting": True, "bet_on": True, "deck": 0,
    "decks": 2, "depth": 10, "device": "shuffler",
}  # fmt: skip


def _required(kind: type[Command]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind) if field.required}
