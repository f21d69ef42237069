"""What the register says is enforced is enforced: every such line is bound to a refusal, an event or a value that names its clause.

A line that says something is refused needs a refusal, or a fault of a submission, under its own clause. Refusals are those of the
recorded scenarios, and those met here: at every step of played rounds, commands that are out of turn or out of range are sent.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway import register
from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.submission import PokerSubmission
from houseway.chapters.registry import example_of, games, open_table, resolve
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Envelope, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import PLAYER
from houseway.money import Cents
from houseway.register.citations import VALUES
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.annotated.probes import wrong_commands
from houseway.written import toml_of

GOLDEN = Path(__file__).parents[1] / "golden"
CLAUSE = r"\d{3}a\.\d+(?:\([0-9a-zA-Z]+\))*"
RANKINGS = re.compile(
    r"hand order|hand ranking|hands of the|low hands|2-7 low|ace-to-five|suit order|point values|vocabulary"
)
"""Lines about what a hand is worth: their tests rank hands, which no event names."""
BY_TESTS = frozenset(
    (
        "637a.6(f)",
        "637a.7(e)(3)",
        "637a.7(e)(6)(ii)",
        "637a.7(e)(6)(iii)",
        "637a.7(e)(6)(iv)",
        "637a.8(b)(5)",
        "637a.8(b)(5)(i)",
        "637a.8(b)(5)(ii)",
        "637a.8(b)(5)(iii)",
        "637a.10(f)(1)",
        "637a.10(f)(2)",
        "637a.10(f)(3)",
        "637a.10(k)",
        "637a.10(k)(1)",
        "637a.10(k)(2)",
        "637a.10(l)",
        "637a.12(c)(1)(ii)",
        "637a.12(m)",
        "637a.13(c)(1)(ii)",
        "637a.13(g)(1)",
        "637a.14(f)(1)",
        "637a.14(f)(2)",
        "637a.17(b)(1)(i)",
        "637a.17(b)(2)(i)",
        "637a.17(b)(2)(ii)",
        "637a.17(e)",
        "637a.19(c)(1)(ii)",
        "637a.19(l)(2)",
        "637a.20(c)(1)(ii)",
        "637a.21(c)(1)(ii)",
        "645a.5(d)(1)",
        "645a.5(d)(2)",
        "645a.5(d)(3)",
        "645a.5(i)(1)(iii)",
        "645a.6(d)(2)(i)",
        "645a.6(d)(2)(ii)",
        "645a.11(f)(1)(iv)",
        "645a.11(h)(4)(ii)(A)",
        "645a.11(i)",
        "645a.12(h)",
        "645a.12(n)",
        "645a.13(e)(3)",
        "645a.14(k)",
        "647a.11(a)",
        "647a.11(b)(2)(i)(A)",
        "647a.11(b)(2)(i)(C)",
        "647a.11(b)(2)(ii)",
        "647a.12(d)(2)",
        "647a.12(d)(4)",
        "647a.12(e)(2)",
        "663a.6(b)(9)",
        "663a.11(b)(2)",
        "663a.11(c)",
        "663a.11(k)",
        "677a.11(a)",
    )
)
"""Lines about an order, or about what somebody sees: what is done cites other clauses, and tests named after these look at it."""

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "heads-up-holdem": (
        {"dealing": "manual-shoe", "shuffler": "manual"},
        {"dealing": "hand"},
        {"dealing": "automated-shoe"},
    ),
    "holdem-bonus": (
        {"dealing": "manual-shoe", "shuffler": "manual"},
        {"dealing": "hand"},
        {"dealing": "automated-shoe"},
    ),
    "five-card-hi-lo": ({"dealing": "manual-shoe", "shuffler": "manual"}, {"dealing": "hand"}, {"decks": 2}),
    "pai-gow": ({"dealing": "manual-shoe", "shuffler": "manual"}, {"start_by": "dice"}),
}


@cache
def _met_at_banked_tables(game: str) -> frozenset[str]:
    clauses: set[str] = set()
    for choices in VARIANTS[game]:
        rules = resolve({"game": game, **choices}, kind=TableRules)
        table, chance = open_table(rules), Random(1)
        house, computers = House(table, Seeded(chance)), Computers(table, chance, buy_in=Cents(200_000))
        for seat in (1, 2):
            computers.sit_down(Seat(seat))
        rounds = 0
        for _ in range(300):
            coming = house.next()
            if coming is None:
                break
            if not isinstance(coming, Envelope):
                answer = computers.answer(coming)
                if answer is None:
                    house.pass_over(coming)
                    continue
                coming = envelope(answer, role=PLAYER, seat=coming.seat)
            for wrong in wrong_commands(table):
                outcome = table.fork().send(wrong)
                if isinstance(outcome, Refusal):
                    clauses.add(outcome.clause)
            table.do(coming)
            rounds += sum(event.ends_round for event in table.events[-8:])
            if rounds >= 2:
                break
    return frozenset(clauses)


@cache
def _met_at_poker_tables() -> frozenset[str]:
    clauses = {str(fault.clause) for fault in PokerSubmission(game="pineapple").faults()}
    for id, game in POKER_GAMES.items():
        rules = resolve(toml_of(example_of(id).encode()))
        full: Table[Any, Any] = open_table(rules)
        for seat in range(1, min(game.most_players + 2, 11)):
            full.seat(seat, f"p{seat}", 100_000)
        own: Table[Any, Any] = open_table(rules)
        for seat in (1, 2, 3):
            own.seat(seat, f"p{seat}", 100_000)
        house = House(own, Seeded(Random(1)))
        own.do(banked.ReceiveDecks(decks=2))
        for _ in range(40):
            outcomes = [own.fork().send(envelope(poker.StartRound(button=Seat(seat)))) for seat in (1, 2, 3, 9)]
            clauses |= {outcome.clause for outcome in outcomes if isinstance(outcome, Refusal)}
            coming = house.next()
            if not isinstance(coming, Envelope) or isinstance(coming.command, poker.StartRound):
                break
            own.do(coming)
        deck = tuple(map(Card, range(52)))
        for table in (full, own.fork()):
            outcome = table.send(envelope(poker.StartRound(order=deck, button=Seat(2))))
            if isinstance(outcome, Refusal):
                clauses.add(outcome.clause)
        # A round is played, and the button is put elsewhere.
        two: Table[Any, Any] = open_table(rules)
        for seat in (1, 2, 3):
            two.seat(seat, f"p{seat}", 100_000)
        two.do(envelope(poker.StartRound(order=deck, button=Seat(3) if game.button_start_clause else Seat(0))))
        two.do(envelope(poker.DealStreet()))
        two.do(envelope(poker.ReportIrregularity(cause="shuffle_or_cut_failed")))
        outcomes = [two.fork().send(envelope(poker.StartRound(order=deck, button=Seat(seat)))) for seat in (1, 2, 9)]
        clauses |= {outcome.clause for outcome in outcomes if isinstance(outcome, Refusal)}
    return frozenset(clauses)


@cache
def _recorded() -> tuple[frozenset[str], frozenset[str]]:
    """Return the clauses of recorded refusals and faults, and those of recorded events."""
    refused: set[str] = set()
    events: set[str] = set()
    for path in (GOLDEN / "scenarios").glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = re.match(rf"\s*(?:refused \w+|fault \S+|not lawful \S+|incomplete \S+) ({CLAUSE})", line)
            if match:
                refused.add(match[1])
            elif not line.startswith("#"):
                events |= set(re.findall(CLAUSE, line))
    for path in (*(GOLDEN / "playthroughs").glob("*.jsonl"), GOLDEN / "events.jsonl"):
        events |= set(re.findall(CLAUSE, path.read_text(encoding="utf-8")))
    return frozenset(refused), frozenset(events)


def _refused(chapter: str) -> frozenset[str]:
    met = _met_at_poker_tables() if chapter == "637a" else frozenset[str]()
    for game in games(banked=True):
        met |= _met_at_banked_tables(game) if chapter != "637a" else frozenset()
    return _recorded()[0] | met


def _enforced(chapter: str) -> list[register.Entry]:
    return [entry for entry in register.chapter(chapter).entries.values() if entry.met is register.Met.ENFORCED]


@pytest.mark.long
@pytest.mark.parametrize("chapter", register.chapters())
def test_what_is_said_to_be_refused_is_refused_under_its_clause(chapter: str) -> None:
    refused = _refused(chapter)
    untrue = [
        entry.id for entry in _enforced(chapter) if re.search(r"\brefused\b", entry.how) and entry.id not in refused
    ]
    assert untrue == []


@pytest.mark.parametrize("chapter", register.chapters())
def test_what_is_enforced_has_an_event_a_refusal_or_a_value_under_its_clause_or_below_it(chapter: str) -> None:
    refused, events = _recorded()
    named = refused | events | set(json.loads(VALUES.read_text(encoding="utf-8")))
    unproven = []
    for entry in _enforced(chapter):
        says = re.search(r"\brefused\b", entry.how) or RANKINGS.search(entry.how)
        below = any(id == entry.id or id.startswith(f"{entry.id}(") for id in named)
        if not says and not below and entry.id not in BY_TESTS:
            unproven.append(entry.id)
    assert unproven == []


def test_lines_left_to_their_tests_have_such_tests_and_no_other_evidence() -> None:
    refused, events = _recorded()
    named = refused | events | set(json.loads(VALUES.read_text(encoding="utf-8")))
    for id in BY_TESTS:
        assert register.tests(id), id
        assert id not in named, id


def test_a_line_that_says_something_untrue_is_noticed() -> None:
    """677a.11(i) is an order of settlement: nothing is refused under it."""
    assert "677a.11(i)" not in _recorded()[0]
    assert "677a.7(c)" in _recorded()[0]
