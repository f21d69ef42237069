"""What holds wherever a scenario brings a table: offers are kept, nothing else is taken, refusals change nothing, views agree."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from houseway.driver.house import House
from houseway.driver.sources import Unstated
from houseway.encoding import encode
from houseway.engine.asking import Amounts, Ask, Question
from houseway.engine.kernel import Envelope, Event, Table, Viewer, envelope
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.register.entries import is_known
from tests.engine.points import MACHINES, points, words
from tests.kit import random_commands, random_jackpots
from tests.kit.scenarios import tag
from tests.kit.tables import MALFORMED

POLICY = "house policy"
TABLES = ("poker", "banked", "cards")


# What is offered is accepted, and nothing else is.


@pytest.mark.long
@pytest.mark.parametrize("machine", TABLES)
def test_everything_that_is_due_or_legal_is_accepted(machine: str) -> None:
    wrong = []
    for name, table in points(machine):
        chance = random.Random(name)
        for viewer, ask in random_commands.asks_of_all(table):
            for bounded in (ask, *random_commands.ends_of(ask)):
                outcome = table.fork().send(random_commands.given(table, bounded, chance, viewer=viewer))
                # A stated deck may end early; then the cards that are due cannot be dealt.
                if isinstance(outcome, Refusal) and outcome.code is not Code.DECK_SUFFICES:
                    wrong.append((name, ask, outcome))
    assert wrong == []


def test_everything_a_room_names_as_legal_is_accepted() -> None:
    everybody = [(role, person) for role in Role for person in random_jackpots.PEOPLE]
    for name, room in points("jackpots"):
        if [ask.command for ask in room.due()] != ["open_table"]:
            assert random_jackpots.refused_though_legal(room, everybody) == [], name


UNASKED: Mapping[str, str] = {
    "announce": "637a.8(c): words stand for the act that is asked, and out of turn they are noted",
    "place_chips": "637a.8(e): chips stand for the act that is asked",
    "act": "637a.8(g): a raise that was announced is completed by naming it, too",
    "throw_away_cards": "637a.18(l): nobody is asked to throw cards away once they have begun a bet or shown their hand",
    "count_losing_hands": "637a.7(e)(6)(i): it is due once the hands are shown, which the dealer may do by counting",
    "count_deck": "677a.8(f), 637a.7(e)(4): a deck may be counted at any time between rounds",
    "report_irregularity": "677a.13(e): of a shuffler, as report_device_fault, which is the offer",
    "notify_compliance": "637a.18(c): it is due after the round, and may be done at once",
    "count_progressive_chips": "647a.8(b): chips counted with the announcement may be counted again",
    "accept_bank": "645a.12(g): who has accepted it may still lower the dealer's wager",
    "use_method": "677a.13(g): the method that was submitted may be taken up again once the device works",
    "view_cards": "677a.4(b): the first player to arrive is known by name, whatever seat the command claims",
    "draw_at_random": "647a.1: the system draws whatever is offered, wagered on or not",
    "fund_table": "the system's own, at any time",
    "bring_ready_deck": "the system's own, for stated rounds",
    "attend_count": "637a.15(d)(1): who attends may come before surveillance records",
    "attend_adjustment": "637a.15(h)(1): who attends may come before the display is to be adjusted",
}
"""What is accepted although nobody is asked for it then, and why."""
GAPS: Mapping[str, str] = {
    "spread_for_no_activity": "677a.5(f): accepted at a table whose only deck was removed, where no card is left to spread",
}
"""What is accepted although it should be refused. Remove an entry together with its fault."""


@pytest.mark.long
@pytest.mark.parametrize("machine", [*TABLES, "jackpots"])
def test_nothing_is_accepted_but_what_is_offered(machine: str) -> None:
    unasked = set()
    for _, table in points(machine):
        for given, outcome in _attempts(machine, table):
            if not isinstance(outcome, Refusal) and not _is_offered(table, given):
                unasked.add(tag(type(given.command)))
    assert unasked <= {*UNASKED, *GAPS}


def _attempts(machine: str, table: Table[Any, Any]) -> Iterator[tuple[Envelope, Any]]:
    """All that is said in the scenarios of a machine, said at this point, with what comes of it."""
    fork = table.fork()
    for said in words(machine):
        before, known = fork.state, len(fork.events)
        outcome = fork.send(said)
        if isinstance(outcome, Refusal):
            assert (fork.state is before, len(fork.events)) == (True, known), said
        else:
            fork = table.fork()
        yield said if isinstance(said, Envelope) else envelope(said), outcome


def _is_offered(table: Table[Any, Any], given: Envelope) -> bool:
    person = given.by or table.state.seats.get(given.seat) or "Zoe"
    asks = (*table.due(), *table.legal(Viewer(given.role, person)))
    return any(ask.command == tag(type(given.command)) and ask.seat in (0, given.seat) for ask in asks)


TELLING: Mapping[str, str] = {
    "call": "637a.8(d): the amount of a call follows from the bet",
    "straddle": "637a.11(e): its amount is posted",
    "return_to_table": "637a.8(b)(6)(ii): covered stakes need no count",
    "agree_minimum": "637a.8(k): an agreed minimum is withdrawn at the posted one, which is an offer of its own",
    "add_stakes": "637a.8(b)(4): what would let the player be dealt in; less is still added",
    "place_wagers": "677a.7(d): what makes the wager whole; less may be added to later",
    "count_deck": "637a.7(e)(5): a wrong count is an answer, too",
    "report_device_count": "677a.5(b): a wrong count is an answer, too",
    "count_progressive_chips": "647a.8(b): a wrong count is an answer, too",
    "determine_start": "645a.5(i): dice are named, not a number",
}
"""Where the amount of an offer only tells what is expected, and why."""


@pytest.mark.parametrize("machine", TABLES)
def test_an_amount_beyond_an_offer_is_refused(machine: str) -> None:
    wrong = []
    for name, table in points(machine):
        chance = random.Random(name)
        for viewer, ask in random_commands.asks_of_all(table):
            for beyond in () if {ask.command, ask.word} & set(TELLING) else _beyond(ask):
                outcome = table.fork().send(random_commands.given(table, beyond, chance, viewer=viewer))
                if not isinstance(outcome, Refusal):
                    wrong.append((name, beyond))
    assert wrong == []


def _beyond(ask: Ask) -> Iterator[Ask]:
    """The same with one less than the least amount, and with one more than the most."""
    if ask.amounts is not None:
        ends = [ask.amounts.least - 1, *([] if ask.amounts.most is None else [ask.amounts.most + 1])]
        yield from (replace(ask, amounts=Amounts(cents, cents)) for cents in ends if cents >= 0)


@pytest.mark.parametrize("machine", TABLES)
def test_an_automatic_table_does_what_is_due_or_asks_the_player_it_is_due_from(machine: str) -> None:
    for name, table in points(machine):
        coming = House(table, Unstated()).next()
        due = table.due()
        if isinstance(coming, Question):
            assert set(coming.asks) <= {ask for ask in due if ask.seat == coming.seat}, name
        elif coming is not None:
            assert (tag(type(coming.command)), coming.role) in {(ask.command, ask.role) for ask in due}, name


# A refusal.


@pytest.mark.long
@pytest.mark.parametrize("machine", MACHINES)
def test_a_refusal_names_a_clause_and_changes_nothing(machine: str) -> None:
    for name, table in points(machine):
        before, events = encode(table.state), list(table.events)
        for _, outcome in _attempts(machine, table):
            if isinstance(outcome, Refusal):
                assert outcome.message, (name, outcome)
                assert outcome.code in MALFORMED or outcome.clause == POLICY or is_known(outcome.clause), (
                    name,
                    outcome,
                )
        assert (encode(table.state), table.events) == (before, events), name


# What people see.


def _viewers(table: Table[Any, Any]) -> list[Viewer]:
    """Two of the staff, the first two players, and somebody who has no seat."""
    people = [*list(dict.fromkeys(table.state.seats.values()))[:2], "Zoe"]
    return [Viewer(Role.SURVEILLANCE), Viewer(Role.DEALER, "Dee"), *(Viewer(Role.PLAYER, name) for name in people)]


def _faces(text: object) -> set[str]:
    """The cards that are shown in something, by their faces."""
    return set(re.findall(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b", repr(text)))


OWN = ("hands", "settings", "discarded", "legal", "events")
"""What two viewers may see differently."""


@pytest.mark.parametrize("machine", MACHINES)
def test_everybody_sees_the_same_but_for_cards_and_offers(machine: str) -> None:
    for name, table in points(machine):
        onlooker, *others = [msgspec.structs.asdict(table.observe(viewer)) for viewer in _viewers(table)]
        public = set(onlooker) - {*OWN, *PRIVATE.get(machine, ())}
        for other in others:
            assert {field: other[field] for field in public} == {field: onlooker[field] for field in public}, name


PRIVATE: Mapping[str, tuple[str, ...]] = {"jackpots": ("funds", "due"), "house": ("accounts", "reports", "due")}
"""Fields of which the public is not shown all: 637a.15(h), and what the house keeps to itself."""


@pytest.mark.long
@pytest.mark.parametrize("machine", TABLES)
def test_nobody_sees_a_card_that_the_events_did_not_show_them(machine: str) -> None:
    for name, table in points(machine):
        for viewer in _viewers(table):
            seen = replace(table.observe(viewer), events=(), due=(), legal=(), notes=())
            assert _faces(seen) <= _faces(_with_cards(table.seen_by(viewer, table.events))), (name, viewer)


def _with_cards(events: Iterable[Event]) -> list[Event]:
    """The events that may show a card at all."""
    return [event for event in events if {"card", "cards", "high", "magic_card"} & set(event.__struct_fields__)]


@pytest.mark.parametrize("machine", TABLES)
def test_an_observation_says_what_the_table_does(machine: str) -> None:
    for name, table in points(machine):
        balances = Counter[str]()
        for event in table.events:
            for source, target, cents in event.postings:
                balances[source] -= cents
                balances[target] += cents
        for viewer in _viewers(table):
            seen = table.observe(viewer, last=3)
            assert seen.due == table.due(), name
            # 637a.18(f): a hand that nobody has beaten may be conceded, but the page does not offer it.
            assert {ask.word for ask in set(table.legal(viewer)) - set(seen.legal)} <= {"muck"}, name
            assert set(seen.legal) <= set(table.legal(viewer)), name
            assert seen.events == table.seen_by(viewer, table.events[-3:]), name
            assert seen.chips == {seat: balances[f"player {person}"] for seat, person in seen.seats.items()}, name
            # Who answers in a deal, a draw or a bet is asked; wagers and offers stand open to everybody.
            answers = {
                ask.seat for ask in seen.due if ask.command in ("act", "decide", "discard", "choose_after_exposure")
            }
            assert answers <= set(seen.asked), name
