"""Nothing is stuck: random walks through poker tables with absences, departures and faults always find a way on.

From every state that is reached, what is due alone leads to the next round, done by those who are at the table, the
floor at the latest; and whatever is due of anybody, or legal for anybody, is accepted as it is named.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import due as due_module
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.registry import resolve
from houseway.engine.asking import Ask
from houseway.engine.kernel import Envelope, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.rules.cards import Shuffler
from tests.kit.case_samples import pair_each
from tests.kit.random_commands import all_are_accepted, asks_of_all, given
from tests.kit.random_poker import GAMES, STRUCTURES, submission
from tests.kit.table_views import sum_of_accounts

STEPS, WAY_ON = 90, 600
PokerTable = Table[Any, Any]


def opened(game: str, chance: random.Random) -> PokerTable:
    """A table of a game under random rules, half of them with decks of its own."""
    terms = submission(game, chance.choice(STRUCTURES), chance, unit=chance.choice([1, 5]))
    terms |= {"shuffler": chance.choice(list(Shuffler)[:3]).value, "tournament": chance.random() < 0.3}
    if chance.random() < 0.4:
        terms["rake"] = {"kind": "time", "hourly": 600, "every_minutes": 20}
    table: PokerTable = Table(resolve(terms, game=game))
    table.do(cmd.OpenTable(staffed=chance.random() < 0.3))
    for seat in range(1, chance.randint(2, POKER_GAMES[game].most_players) + 1):
        table.do(cmd.TakeSeat(cents=chance.choice([20, 300, 2_000])), seat=seat, by=f"player {seat}")
    if chance.random() < 0.5:
        table.do(cmd.ReceiveDecks(decks=2))
    return table


def something_is_accepted(table: PokerTable, chance: random.Random) -> None:
    assert all_are_accepted(table, chance)


def leads_to_the_next_round(table: PokerTable, chance: random.Random) -> None:
    """What is due, done by those who are there, completes this round of play and begins another."""
    way, started = table.fork(), table.state.number
    for _ in range(WAY_ON):
        now = [ask for ask in way.due() if not ask.may_wait]
        assert now, (way.due(), way.state)
        ask = _forward(now)
        assert ask.seat not in way.state.away or ask.role is not Role.PLAYER, ask
        outcome = way.send(given(way, ask, chance))
        assert not isinstance(outcome, Refusal), (ask, outcome)
        if way.state.number > started and way.state.status is not Status.BETWEEN_ROUNDS:
            return
    raise AssertionError(f"no way on: {way.due()} {way.state}")


def _forward(asks: list[Ask]) -> Ask:
    """The first of what is due; of a bet, to check or to call."""
    return next((ask for ask in asks if ask.word in ("check", "call")), asks[0])


def strayed(table: PokerTable, chance: random.Random) -> Envelope:
    """Something that anybody may do, or what is due, or cards that go wrong in a deal."""
    asks = asks_of_all(table)
    draw = chance.random()
    if table.state.status is Status.DEALING and draw < 0.35:
        return envelope(cmd.DealStreet(mishaps=mishaps(table, chance)))
    if table.state.status is Status.BETTING and draw < 0.12:
        return chips(table, chance)
    now = [one for one in asks if not one[1].may_wait]
    viewer, ask = chance.choice(now if draw < 0.75 and now else asks)
    said = given(table, ask, chance, viewer=viewer)
    return said if chance.random() < 0.9 else _later(table, said, chance)


def _later(table: PokerTable, said: Envelope, chance: random.Random) -> Envelope:
    return envelope(
        said.command,
        role=said.role,
        seat=said.seat,
        by=said.by,
        at=table.state.now + chance.choice([60, 1_300, 50_000]),
    )


def mishaps(table: PokerTable, chance: random.Random) -> tuple[cmd.Mishap, ...]:
    causes = ["card_exposed", "face_up_card", "card_off_table", "card_off_table", "dealt_to_ineligible"]
    return tuple(
        cmd.Mishap(chance.choice(causes), chance.randint(0, 9), chance.choice([0, 0, chance.randint(1, 10)]))
        for _ in range(chance.randint(1, 3))
    )


def chips(table: PokerTable, chance: random.Random) -> Envelope:
    seat = table.state.round.actor
    cents = chance.choice([5, 10, 25, 100, 300])
    return chance.choice(
        [
            envelope(cmd.PlaceChips(cents=cents, then=chance.choice(["", "more", "raise"])), seat=seat),
            envelope(cmd.PlaceChips(cents=cents, single=True, manner="currency"), seat=seat),
            envelope(cmd.Announce(word=chance.choice(["call", "raise", "fold", "check"])), seat=seat),
            envelope(cmd.Announce(word="raise", to=cents), seat=seat),
        ]
    )


def walk(game: str, seed: int, look: Callable[[PokerTable, random.Random], None]) -> PokerTable:
    chance = random.Random(f"{game} {seed}")
    table = opened(game, chance)
    for step in range(STEPS):
        said = strayed(table, chance)
        table.send(said)
        if step % 6 == seed % 6:
            look(table, chance)
    return table


@pytest.mark.parametrize(("game", "seed"), pair_each(GAMES, range(3)))
def test_from_every_state_people_present_reach_the_next_round(game: str, seed: int) -> None:
    table = walk(game, seed, leads_to_the_next_round)
    assert POKER.replay(table.events) == table.state
    assert sum_of_accounts(table) == 0


@pytest.mark.parametrize(("game", "seed"), pair_each(GAMES, range(3, 6)))
def test_whatever_is_due_or_legal_is_accepted_wherever_a_table_has_come(game: str, seed: int) -> None:
    walk(game, seed, something_is_accepted)


def test_the_walks_notice_a_table_that_waits_for_an_absent_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deliberate break: the floor is not asked to rule on the turn of a player who is away."""
    monkeypatch.setattr(due_module, "_absent", lambda draft, may_wait=False: iter(()))
    with pytest.raises(AssertionError):
        _walks("holdem", 40)


def _walks(game: str, number: int) -> None:
    for seed in range(number):
        walk(game, seed, leads_to_the_next_round)


def test_a_table_full_of_players_required_to_leave_finds_room_for_others() -> None:
    """637a.18(c): they are asked to go, and then somebody else can sit down."""
    table: PokerTable = Table(resolve({"structure": "no-limit", "blinds": [50, 100]}, game="holdem"))
    table.do(cmd.OpenTable())
    for seat in range(1, 11):
        table.do(cmd.TakeSeat(cents=1_000), seat=seat, by=f"player {seat}")
    for seat in range(1, 11):
        table.do(cmd.RemovePlayer(seat=seat, reason="signals"))
    leads_to_the_next_round(table, random.Random(1))
