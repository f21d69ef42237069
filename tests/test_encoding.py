"""Commands, events and states as bytes: both ways, all kinds, and everything ever written stays readable."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from houseway import encoding
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.registry import games, open_table
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.encoding import EncodingError, Form, decode_command, decode_envelope, decode_event, decode_state, encode
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.opening import SeatLeft
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from tests.kit.sample_values import forged, sample
from tools.record_events import KEPT

FORMS = list(Form)


@pytest.mark.parametrize("form", FORMS)
def test_every_kind_of_event_goes_both_ways(form):
    for kind in encoding.event_kinds():
        event = sample(kind)
        assert decode_event(encode(event, form), form) == event


@pytest.mark.parametrize("form", FORMS)
def test_events_go_both_ways_as_a_viewer_saw_them(form):
    hidden = 0
    for table in (dealt("holdem"), dealt("five-card-hi-lo")):
        for viewer in (table.player(1).viewer, Viewer(Role.DEALER)):
            for event in table.seen_by(viewer, table.events):
                assert decode_event(encode(event, form), form) == event
                hidden += event not in table.events
    assert hidden >= 8


def dealt(game):
    """A table at which hands have been dealt and, of the community's cards, some burnt."""
    table = open_table(game)
    seats = [table.seat(seat, f"player {seat}", 100_000) for seat in (1, 2)]
    house = House(table, Seeded(random.Random(1)))
    if game == "holdem":
        while not table.state.round.board:
            house.step(lambda question: None if question.may_wait else poker.Act(word=question.asks[1].word))
    else:
        for one in seats:
            one.wagers(ante=1000)
        while not table.state.round.hands:
            house.step(lambda question: None)
    return table


@pytest.mark.parametrize("form", FORMS)
def test_every_kind_of_command_goes_both_ways_in_its_envelope_too(form):
    for kind in encoding.command_kinds():
        command = sample(kind)
        assert decode_command(encode(command, form), form) == command
        given = envelope(command, role=Role.DEALER, seat=3, by="Dee", at=7, key="k")
        assert decode_envelope(encode(given, form), form) == given


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", games())
def test_a_state_goes_both_ways(game, form):
    table = open_table(game)
    for seat in (1, 2, 3):
        table.seat(seat, f"player {seat}", 100_000)
    assert decode_state(encode(table.state, form), table.machine, form) == table.state


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("machine", encoding.machines(), ids=lambda machine: machine.name)
def test_a_state_with_every_field_given_goes_both_ways(machine, form):
    state = sample(machine.state)
    assert decode_state(encode(state, form), machine, form) == state


@pytest.mark.parametrize("form", FORMS)
def test_cards_and_numbers_out_of_range_are_refused_in_every_kind_of_event(form):
    for kind in encoding.event_kinds():
        for event in forged(kind):
            with pytest.raises(EncodingError, match=r"this cannot be an event: .*(is no card|is not a whole number)"):
                print(event, decode_event(encode(event, form), form))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("machine", encoding.machines(), ids=lambda machine: machine.name)
def test_cards_and_numbers_out_of_range_are_refused_in_every_kind_of_state(machine, form):
    for state in forged(machine.state):
        with pytest.raises(EncodingError, match=r"this cannot be the state of .*(is no card|is not a whole number)"):
            print(state, decode_state(encode(state, form), machine, form))


@pytest.mark.parametrize("form", FORMS)
def test_cards_and_numbers_out_of_range_are_refused_in_every_kind_of_command(form):
    """A command is read as it was given, and refused by the table it is given to."""
    for machine in encoding.machines():
        rules = cast(Any, SimpleNamespace(digest="", machine=machine))
        for kind in machine.commands:
            for command in forged(kind):
                given = envelope(decode_command(encode(command, form), form), by="Dee")
                answer = machine.handle(rules, machine.state(), given)
                assert isinstance(answer, Refusal), command
                assert answer.code is Code.VALUES_ARE_IN_RANGE, command


def test_in_an_event_as_a_viewer_saw_it_only_a_card_may_be_hidden():
    whole = {
        "event": "cards_dealt",
        "clause": "1",
        "cards": [[1, None], [2, 51]],
        "phase": "deal",
        "complete": True,
        "v": 1,
    }
    seen: Any = decode_event(json.dumps(whole).encode())
    assert seen.cards == ((1, None), (2, 51))
    for cards in ([[None, 51]], [[1, None], [2, 53]], [None], [[1]], None):
        with pytest.raises(EncodingError):
            decode_event(json.dumps({**whole, "cards": cards}).encode())


def test_a_state_with_a_field_nobody_wrote_is_refused():
    table = open_table("pai-gow")
    plain = json.loads(encode(table.state))
    for odd in ({**plain, "colour": "red"}, {**plain, "round": {**plain["round"], "colour": "red"}}):
        with pytest.raises(EncodingError, match="unknown field colour"):
            decode_state(json.dumps(odd).encode(), table.machine)


def test_a_tag_and_a_version_are_fixed_and_stand_for_one_kind():
    for kinds, field in ((encoding.event_kinds(), "event"), (encoding.command_kinds(), "command")):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)
        for kind in kinds:
            plain = json.loads(encode(sample(kind)))
            assert plain[field] == kind.__struct_config__.tag
            assert plain["v"] >= 1


def test_defaults_are_written_out():
    for kind in encoding.event_kinds():
        assert set(json.loads(encode(sample(kind)))) == {"event", *kind.__struct_fields__}


def test_every_event_ever_written_stays_readable():
    """``tools/record_events.py`` adds a line for a new kind or version; lines are never taken away."""
    lines = KEPT.read_text(encoding="utf-8").splitlines()
    kept = {(plain["event"], plain["v"]) for plain in map(json.loads, lines)}
    for kind in encoding.event_kinds():
        plain = json.loads(encode(sample(kind)))
        assert (plain["event"], plain["v"]) in kept, kind
    for line in lines:
        event, was = decode_event(line.encode()), json.loads(line)
        if was["v"] == event.v:
            assert _keeps(json.loads(encode(event)), was), line


def _keeps(now: Any, was: Any) -> bool:
    """Whether what was written is all there still; a field that was added since stands beside it at its default."""
    if isinstance(was, dict):
        return isinstance(now, dict) and all(name in now and _keeps(now[name], one) for name, one in was.items())
    if isinstance(was, list):
        return isinstance(now, list) and len(now) == len(was) and all(map(_keeps, now, was))
    return type(now) is type(was) and bool(now == was)


def test_an_event_of_an_earlier_version_is_brought_up(monkeypatch):
    def renamed(old):
        return {"event": old["event"], "clause": old["clause"], "seat": old["place"], "v": 1}

    monkeypatch.setattr(encoding, "UPCASTERS", {("seat_left", 0): renamed})
    written = {"event": "seat_left", "v": 0, "clause": "677a.7(b)", "place": 4}
    event = decode_event(json.dumps(written).encode())
    assert isinstance(event, SeatLeft)
    assert event.seat == 4


@pytest.mark.parametrize("form", FORMS)
def test_what_is_not_ours_is_refused_in_our_words(form):
    unknown = msgspec.json.encode if form is Form.JSON else msgspec.msgpack.encode
    bad = [
        {"event": "seat_left", "clause": "1", "seat": 1, "postings": [], "v": 1, "colour": "red"},
        {"event": "seat_left", "clause": "1", "seat": "one", "postings": [], "v": 1},
        {"event": "seat_left", "clause": "1", "seat": 1, "postings": [], "v": 99},
        {"event": "earthquake", "clause": "1", "v": 1},
        {"clause": "1"},
        [],
        7,
    ]
    for one in bad:
        with pytest.raises(EncodingError) as error:
            decode_event(unknown(one), form)
        assert "`" not in str(error.value), error.value
    deep = b"[" * 100_000 if form is Form.JSON else b"\x91" * 100_000
    far = b'{"event":"seat_left","v":1e400}'
    for data in (b"", b"\xff\xfe", b"{", bytes(random.Random(1).randbytes(40)), deep, far):
        with pytest.raises(EncodingError):
            decode_event(data, form)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("word", [object(), "\ud800"])
def test_what_cannot_be_written_is_refused_in_our_words(form, word):
    with pytest.raises(EncodingError, match="cannot be written"):
        encode(poker.Act(word=word), form)
