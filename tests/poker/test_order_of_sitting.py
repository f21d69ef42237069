"""In which order people sat down at a poker table changes nothing but who views the cards first: the rest goes by the seats."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Table, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.rounds import poker
from tests.kit.random_answers import at_random, house_of
from tests.kit.table_views import look_at

SEATS = (1, 2, 8, 9, 10)
TERMS: dict[str, dict[str, Any]] = {
    "holdem": {"structure": "no-limit", "blinds": [50, 100], "must_post": "missed-blinds"},
    "omaha-hi-lo-8": {"structure": "fixed-limit", "blinds": [50, 100], "small_bet": 100, "minimum_increase": 100},
    "stud-high": {"structure": "fixed-limit", "small_bet": 200, "ante": 25, "forced_bet": 100},
    "draw-high": {"structure": "no-limit", "blinds": [50, 100], "rake": {"kind": "time", "hourly": 600}},
}


def seated(game: str, order: Sequence[int], **more: Any) -> Table[Any, Any]:
    table: Table[Any, Any] = Table(resolve({**TERMS[game], **more}, game=game))
    table.do(cmd.OpenTable())
    for seat in order:
        table.do(cmd.TakeSeat(cents=10_000), seat=seat, by=f"p{seat}")
    return table


def told(game: str, order: Sequence[int]) -> list[Any]:
    """What is due, legal and seen on the way through some rounds, with people away and back, and all that is recorded."""
    table = seated(game, order)
    chance = random.Random(game)
    house, answers = house_of(table, chance), at_random(table, chance)
    first, found = len(table.events), list[Any]()
    for away in ((), (9, 2), (10,)):
        for seat in away:
            table.do(cmd.SecureStakes(seat=seat))
        ended = look_at(table).number
        while look_at(table).number == ended or look_at(table).status.name != "BETWEEN_ROUNDS":
            viewers = [Viewer(Role.SURVEILLANCE), Viewer(Role.PLAYER, "p9")]
            found.append((table.due(), [(table.legal(one), table.observe(one)) for one in viewers]))
            assert not isinstance(house.step(answers), Refusal | None)
        for seat in away:
            table.do(cmd.ReturnToTable(seat=seat, cents=table.state.counted.get(seat, 0)))
    return [found, table.events[first:]]


@pytest.mark.parametrize("game", TERMS)
def test_whoever_sat_down_first(game: str) -> None:
    for order in ((10, 9, 8, 2, 1), (9, 1, 10, 2, 8)):
        assert told(game, order) == told(game, SEATS)


def test_an_answer_goes_by_the_seats() -> None:
    table = seated("holdem", (10, 9, 8, 2, 1))
    chance = random.Random(1)
    house_of(table, chance).play_round(at_random(table, chance))
    given = poker.answer(table)
    assert list(given.stacks) == list(given.net) == list(SEATS)


def test_s8_k__whoever_has_not_agreed_is_named_by_the_seats() -> None:
    """637a.8(k), 637a.8(b)(6)."""
    at = seated("omaha-hi-lo-8", (10, 9, 8, 2, 1))

    def refused(*seats: int) -> Refusal:
        given = at.send(envelope(cmd.AgreeMinimum(cents=150, seats=seats)))
        assert isinstance(given, Refusal)
        return given

    assert refused(8).message == "all players must agree; seats 1, 2, 9, 10 have not"
    assert refused(1, 11, 3).message == "nobody who plays here is seated at seat 3"
    strange = refused(1, 5, 4, 3)
    assert strange.message == "nobody who plays here is seated at seat 3"
    assert strange.legal == ("seat 1", "seat 2", "seat 8", "seat 9", "seat 10")
    for seat in (9, 2):
        at.do(cmd.SecureStakes(seat=seat))
    assert refused(*SEATS).message == "all players must agree, and seat 2 is away from the table"


def test_s8_b_6_s18_c__whoever_is_away_or_must_leave_is_seen_and_due_by_the_seats() -> None:
    """637a.8(b)(6), 637a.18(c)."""
    at = seated("holdem", SEATS)
    for seat in (9, 8, 1):
        at.do(cmd.SecureStakes(seat=seat))
    for seat in (10, 2):
        at.do(cmd.RemovePlayer(seat=seat, reason="rude"))
    notes = [(note.note, note.seat) for note in at.observe(Viewer(Role.SURVEILLANCE)).notes]
    away = [("seat_is_away", seat) for seat in (1, 8, 9)]
    assert notes == [*away, ("player_must_leave", 2), ("player_must_leave", 10)]
    due = [(ask.command, ask.seat or ask.concerns) for ask in at.due()]
    assert [seat for command, seat in due if command == "notify_compliance"] == [2, 10]
    assert [seat for command, seat in due if command == "return_to_table"] == [1, 8, 9]
    assert [seat for command, seat in due if command == "leave_seat"] == [2, 10]
