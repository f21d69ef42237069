"""637a.15 and .16: what is named as due or legal is accepted, and from anywhere the people present reach the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import steps
from houseway.chapters.c637a_poker.jackpots.draft import JackpotDraft, due
from houseway.chapters.c637a_poker.jackpots.room import JACKPOTS
from houseway.chapters.c637a_poker.jackpots.state import BoxStage
from houseway.encoding import Form, decode_event, decode_state, encode
from houseway.engine.kernel import Command, Handler, Table, Viewer
from houseway.engine.roles import Role
from tests.kit.case_samples import keep_few
from tests.kit.jackpot_room import Room, room
from tests.kit.random_jackpots import (
    PEOPLE,
    STAFF,
    TAGS,
    TERMS,
    brought_to_the_end,
    given,
    given_up,
    legal,
    refused_though_legal,
    walked,
)
from tests.kit.table_views import sum_of_accounts

FEW, MANY = range(4), range(4, 12)
SEEDS = [*keep_few(FEW, FEW[:1]), *[pytest.param(seed, marks=pytest.mark.proof) for seed in MANY]]
EVERYBODY = [(role, person) for role in Role for person in PEOPLE]


@pytest.mark.long
def test_s15_s16__whatever_was_done_replays_and_every_step_was_taken() -> None:
    taken = set[str]()
    for seed in range(12):
        at = walked(seed)
        brought_to_the_end(at, seed)
        given_up(at, seed)
        taken |= {str(one.command.__struct_config__.tag) for one in at.envelopes} - {"open_table"}
        for form in Form:
            assert decode_state(encode(at.state, form), JACKPOTS, form) == at.state
            assert [decode_event(encode(event, form), form) for event in at.events] == at.events
        again: Room = Table(at.rules)
        for one in at.envelopes:
            again.send(one)
        assert (again.state, again.events) == (at.state, at.events)
        assert JACKPOTS.replay(at.events[50:], JACKPOTS.replay(at.events[:50])) == at.state
        assert sum_of_accounts(at) == 0
    assert taken == set(TAGS)


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_s15_s16__every_step_named_as_legal_is_accepted(seed: int) -> None:
    at = room(**TERMS)
    for part in range(12):
        at = walked(100 * seed + part, steps=20, at=at)
        assert refused_though_legal(at, EVERYBODY) == []


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_s15_s16__every_step_that_is_due_is_legal_for_somebody(seed: int) -> None:
    at = walked(seed, steps=120)
    able = {ask for ask, _ in legal(at, STAFF)}
    # A signature is asked of one person by name, who may be gone: then the box is counted again.
    asked = {ask for ask in at.due() if ask.command != "sign_count"}
    assert {replace_role(ask) for ask in asked} <= {replace_role(ask) for ask in able}


def replace_role(ask: Any) -> Any:
    return msgspec.structs.replace(ask, role=Role.DEALER)


@pytest.mark.parametrize("seed", SEEDS)
def test_s15_s16__from_everywhere_the_people_present_reach_the_end(seed: int) -> None:
    at = walked(seed, steps=40 + 30 * seed)
    assert brought_to_the_end(at, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_s15_i__what_the_room_waits_for_leads_all_money_of_a_discontinued_fund_to_players_or_another(seed: int) -> None:
    at = walked(seed, steps=40 + 15 * seed)
    before = {name: fund for name, fund in at.state.funds.items() if not fund.closed}
    assert before
    assert given_up(at, seed)
    assert sum_of_accounts(at) == 0


def _signer_gone() -> Room:
    """A box counted, which the dealer has signed; the floorperson who was there has gone."""
    seed = 0
    while True:
        at = walked(seed, steps=150)
        boxes = [box for fund in at.state.funds.values() if not fund.closed for box in fund.boxes.values()]
        if any(box.stage is BoxStage.COUNTED and len(box.signed) < 2 for box in boxes):
            return at
        seed += 1


def _no_second_count(draft: JackpotDraft, command: cmd.CountBox) -> None:
    if draft.box(command, command.table).stage is BoxStage.COUNTED:
        raise due("637a.15(d)(1)", "the box has been counted", "sign the count")
    JACKPOTS.handlers[cmd.CountBox](draft, command)


def _never_again(rules: Any, state: Any, viewer: Viewer, due: Any) -> Any:
    asks = JACKPOTS.legal(rules, state, viewer, due)
    done = {
        (name, table)
        for name, fund in state.funds.items()
        for table, box in fund.boxes.items()
        if box.stage is BoxStage.COUNTED
    }
    return tuple(ask for ask in asks if ask.command != "count_box" or (ask.subject, ask.word) not in done)


@pytest.mark.long
def test_s15_d_1__a_count_whose_witness_is_gone_is_made_again_and_the_walk_notices_if_it_cannot() -> None:
    at = _signer_gone()
    assert brought_to_the_end(at.fork(), 0)
    handlers: dict[type[Command], Handler] = {**JACKPOTS.handlers, cmd.CountBox: _no_second_count}
    once = replace(JACKPOTS, handlers=handlers, legal=_never_again)
    stuck: Room = Table(replace(at.rules, machine=once), state=at.state.copy(), events=at.events)
    assert not brought_to_the_end(stuck, 0)


@pytest.mark.long
def test_s15_f_s16_f__the_walk_notices_a_step_that_is_named_and_then_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the rule that nobody has a part in a payout of his own, or acts for two departments."""
    monkeypatch.setattr(steps, "hindrance", lambda *named, **more: None)
    at = room(**TERMS)
    found = []
    for number in range(200):
        ways = list(legal(at, EVERYBODY))
        ask, person = ways[number * 7 % len(ways)]
        at.send(given(at, ask, person))
        found += refused_though_legal(at, EVERYBODY) if number % 50 == 49 else []
    assert {one.code for one in found} == {"PERSON_SIGNS_ONCE"}
