"""A player who begins something and goes holds nobody up at a table with a clock."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.registry import games, open_table
from houseway.clause import ClauseId
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Ask, Question
from houseway.engine.kernel import Envelope, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.seats import Seat
from houseway.store import audit
from houseway.store.table_system import TableSystem
from houseway.web.dealing import passive
from tests.kit.recorded import submission
from tests.kit.waiting import until
from tests.web.serving import Serving


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        # Without the equal Odds Wager, with the Blind Wager's chips still in hand; without the main wager.
        ("heads-up-holdem", {"ante": 1_000}),
        ("heads-up-holdem", {"trips_plus": 500}),
        ("holdem-bonus", {"holdem_bonus": 500}),
        ("pai-gow", {"fortune": 500}),
        ("five-card-hi-lo", {"tie": 500}),
    ],
)
def test_wagers_that_cannot_stand_are_taken_back_when_the_time_is_over(house: Serving, game, wagers):
    boss, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
    assert boss.opens("t1", game, computers=1, clock=1).status_code == 201
    assert ann.says("t1", "take_seat", 1, cents=50_000).status_code == 200

    def placed() -> bool:
        """A round may be under way when she sits down."""
        answer = ann.says("t1", "place_wagers", 1, wagers=wagers)
        return answer.status_code == 200 or answer.json()["error"]["code"] != "WAGER_PRECEDES_NO_MORE_BETS"

    until(placed)
    number = ann.sees("t1")["number"]
    until(lambda: ann.sees("t1")["number"] > number + 1, lambda: ann.sees("t1")["due"])
    assert ann.sees("t1")["chips"]["1"] == 50_000
    assert not [one.fault for one in audit.verify(house.record, "table/t1") if one.fault]


def test_637a_8_f_1__a_bet_that_was_begun_is_ended_when_the_time_is_over(house: Serving):
    boss, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
    assert boss.opens("t1", "holdem", computers=2, clock=1).status_code == 201
    assert ann.says("t1", "take_seat", 1, cents=50_000).status_code == 200
    until(lambda: ann.says("t1", "place_chips", 1, cents=100, then="more").status_code == 200)
    number = ann.sees("t1")["number"]
    until(lambda: ann.sees("t1")["number"] > number, lambda: ann.sees("t1")["due"])
    assert not [one.fault for one in audit.verify(house.record, "table/t1") if one.fault]


def test_a_table_that_waits_for_chips_does_not_ask_all_the_time(house: Serving, monkeypatch):
    boss, people = house.account("Sue", Role.SHIFT_SUPERVISOR), [house.account("Ann"), house.account("Bob")]
    asked: list[Any] = []
    found = TableSystem.next_ask

    def noted(system: TableSystem) -> Any:
        asked.append(found(system))
        return asked[-1]

    monkeypatch.setattr(TableSystem, "next_ask", noted)
    assert boss.opens("t1", "holdem", clock=1).status_code == 201
    for seat, one in enumerate(people, 1):
        assert one.says("t1", "take_seat", seat, cents=0).status_code == 200
    dealing = house.app.state.server.dealing["t1"]
    until(lambda: dealing.deadline is not None and dealing.deadline < house.app.state.server.loop.time())
    before = len(asked)
    # Time for thousands of questions.
    for _ in range(50):
        people[0].sees("t1")
    assert len(asked) < before + 10
    assert people[0].says("t1", "add_stakes", 1, cents=50_000).status_code == 200
    assert people[1].says("t1", "add_stakes", 2, cents=50_000).status_code == 200
    until(lambda: people[0].sees("t1")["number"] > 1)


def test_what_is_answered_for_an_exposed_card_and_for_the_dice():
    def asked(command: str, **details: Any) -> Question:
        ask = Ask(command=command, role=Role.PLAYER, clause=ClauseId("637a.18(m)"), seat=Seat(1), **details)
        return Question(seat=Seat(1), asks=(ask,), may_wait=False)

    exposed = asked("choose_after_exposure", word="bet on")
    assert passive(exposed, None, None) == poker.ChooseAfterExposure(bet_on=False)
    answers: list[Any] = [passive(asked("determine_start", word="dice"), None, None) for _ in range(60)]
    shaken = {one.dice for one in answers}
    assert len(shaken) > 10
    assert all(len(dice) == 3 and 1 <= min(dice) <= max(dice) <= 6 for dice in shaken)


def test_what_others_do_meanwhile_gives_nobody_more_time(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    people = [house.account(name) for name in ("Ann", "Bob", "Zed")]
    assert boss.opens("t1", "holdem", clock=600).status_code == 201
    for seat, person in enumerate(people[:2], 1):
        assert person.says("t1", "take_seat", seat, cents=100_000).status_code == 200
    dealing = house.app.state.server.dealing["t1"]
    until(lambda: people[0].sees("t1")["actor"] and dealing.deadline)
    first = dealing.deadline
    revision = people[0].sees("t1")["revision"]
    assert people[2].says("t1", "take_seat", 5, cents=100_000).status_code == 200
    assert people[0].sees("t1")["revision"] > revision
    looked = []
    step = dealing._step

    async def looks() -> Any:
        looked.append(await step())
        return looked[-1]

    dealing._step = looks
    house.wakes("t1")
    until(lambda: looked)
    assert dealing.deadline == first


@pytest.mark.parametrize("game", games())
def test_whatever_a_table_waits_for_has_a_passive_answer_that_is_lawful(game):
    """Nobody who has gone holds a table up: super stud, for one, asks for two cards to be discarded."""
    table = open_table(submission(game))
    house, computers = House(table, Seeded(637)), Computers(table, random.Random(645), buy_in=100_000)
    for seat in map(Seat, (1, 2, 3)):
        computers.sit_down(seat)
    gone, answered, rounds = Seat(1), 0, 0
    while rounds < 4:
        coming = house.next()
        assert coming is not None
        if isinstance(coming, Envelope):
            outcome = table.send(coming)
        else:
            command = None
            if coming.seat == gone and not coming.may_wait and not coming.of("add_stakes"):
                person = table.state.seats[gone]
                command = passive(coming, table.rules, table.observe(Viewer(Role.PLAYER, person)))
                assert command is not None, coming
                answered += 1
            command = computers.answer(coming) if command is None else command
            if command is None:
                house.pass_over(coming)
                continue
            outcome = table.send(command, role=Role.PLAYER, seat=coming.seat)
        assert not isinstance(outcome, Refusal), (coming, outcome)
        rounds += any(event.ends_round for event in outcome)
    assert answered


@pytest.mark.parametrize("offer", [60, 1])
def test_645a_12_c__the_bank_is_offered_for_the_posted_time_and_the_table_goes_on_without_an_answer(
    house: Serving, offer
):
    boss, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
    assert boss.opens("t1", "pai-gow", computers=2, clock=2, pace=40, offer=offer).status_code == 201
    assert ann.says("t1", "take_seat", 1, cents=500_000).status_code == 200
    offers = 0

    def accepted() -> bool:
        """A program that looks now and then, and takes the bank only if the offer stands long enough."""
        nonlocal offers
        time.sleep(0.3)
        seen = ann.sees("t1")
        asked = {ask["command"] for ask in seen["due"] if ask["seat"] == 1}
        if "accept_bank" in asked:
            offers += 1
            return offer == 60 and ann.says("t1", "accept_bank", 1).status_code == 200
        # The bank is offered to who wagered against the dealer in the round before.
        if "place_wagers" in asked and not seen["number"]:
            ann.says("t1", "place_wagers", 1, wagers={"pai_gow": 1_000})
        return False

    if offer == 60:
        until(accepted)
        assert ann.sees("t1")["bank"] == 1
    else:
        until(lambda: accepted() or (offers and ann.sees("t1")["number"] > 4))
        assert ann.sees("t1")["bank"] is None
