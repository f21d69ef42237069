"""A player who begins something and goes holds nobody up at a table with a clock."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.registry import games, open_table
from houseway.clause import ClauseId
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Ask, Question
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.seats import Seat
from houseway.store import audit
from houseway.store.table_system import TableSystem
from houseway.web.dealing import passive
from tests.kit.recorded_tables import submission
from tests.kit.table_views import look_at
from tests.web.serving import Person, Serving


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

    house.until(placed)
    number = ann.sees("t1")["number"]
    house.until(lambda: ann.sees("t1")["number"] > number + 1)
    assert ann.sees("t1")["chips"]["1"] == 50_000
    assert not [one.fault for one in audit.verify(house.record, "table/t1") if one.fault]


def test_637a_8_f_1__a_bet_that_was_begun_is_ended_when_the_time_is_over(house: Serving):
    boss, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
    assert boss.opens("t1", "holdem", computers=2, clock=1).status_code == 201
    assert ann.says("t1", "take_seat", 1, cents=50_000).status_code == 200
    house.rest()
    assert ann.says("t1", "place_chips", 1, cents=100, then="more").status_code == 200
    number = ann.sees("t1")["number"]
    house.advance(1)
    events = ann.sees("t1")["events"]
    assert [one["event"] for one in events if one.get("seat") == 1][-3:] == ["chips_placed", "bet_corrected", "acted"]
    house.until(lambda: ann.sees("t1")["number"] > number)
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
    # Nobody brings chips in time.
    house.advance(1)
    before = len(asked)
    # Time for hundreds of questions.
    for _ in range(50):
        house.advance(5)
    assert len(asked) < before + 10
    assert people[0].says("t1", "add_stakes", 1, cents=50_000).status_code == 200
    assert people[1].says("t1", "add_stakes", 2, cents=50_000).status_code == 200
    house.until(lambda: people[0].sees("t1")["number"] > 1)


def test_what_is_answered_for_an_exposed_card_and_for_the_dice():
    def asked(command: str, **details: Any) -> Question:
        ask = Ask(command=command, role=Role.PLAYER, clause=ClauseId("637a.18(m)"), seat=Seat(1), **details)
        return Question(seat=Seat(1), asks=(ask,), may_wait=False)

    exposed = asked("choose_after_exposure", word="bet on")
    assert passive(exposed, None, None) == poker.ChooseAfterExposure(bet_on=False)
    # What the dice show comes from the committed seed, not from here.
    assert passive(asked("determine_start", word="dice"), None, None) == banked.DetermineStart()


def test_what_others_do_meanwhile_gives_nobody_more_time(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    people = [house.account(name) for name in ("Ann", "Bob", "Zed")]
    assert boss.opens("t1", "holdem", clock=600).status_code == 201
    for seat, person in enumerate(people[:2], 1):
        assert person.says("t1", "take_seat", seat, cents=100_000).status_code == 200
    house.rest()
    actor = people[0].sees("t1")["actor"]
    assert actor
    house.advance(599)
    revision = people[0].sees("t1")["revision"]
    assert people[2].says("t1", "take_seat", 5, cents=100_000).status_code == 200
    assert people[0].sees("t1")["revision"] > revision
    house.rest()
    assert people[0].sees("t1")["actor"] == actor
    house.advance(1)
    assert people[0].sees("t1")["actor"] != actor


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
                command = passive(coming, table.rules, look_at(table, look_at(table).seats[gone]))
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


def offered_the_bank(house: Serving, **policy: Any) -> Person:
    """A table of Pai Gow at rest, whose bank has just been offered to Ann: she wagered in the round before (645a.12(c))."""
    boss, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
    assert boss.opens("t1", "pai-gow", clock=60, **policy).status_code == 201
    assert ann.says("t1", "take_seat", 1, cents=500_000).status_code == 200
    house.rest()
    assert ann.says("t1", "place_wagers", 1, wagers={"pai_gow": 1_000}).status_code == 200
    house.rest()
    assert ann.says("t1", "decide", 1, word="house way").status_code == 200
    house.rest()
    assert asked_of(ann) >= {"accept_bank"}, ann.sees("t1")["due"]
    return ann


def asked_of(ann: Person) -> set[str]:
    return {ask["command"] for ask in ann.sees("t1")["due"] if ask["seat"] == 1}


def test_645a_12_c__the_bank_is_offered_for_the_posted_time_and_the_table_goes_on_without_an_answer(house: Serving):
    ann = offered_the_bank(house, offer=5)
    house.advance(4.9)
    assert "accept_bank" in asked_of(ann)
    house.advance(0.1)
    assert asked_of(ann) == {"place_wagers"}
    assert ann.sees("t1")["bank"] is None
    # The first wager has the time that is posted for an answer.
    house.advance(59)
    assert asked_of(ann) == {"place_wagers"}


def test_645a_12_c__what_others_do_meanwhile_leaves_the_offer_no_longer_open(house: Serving):
    """What the bank must cover changes with every wager; the time in which it is offered does not."""
    ann = offered_the_bank(house, offer=5)
    bob = house.account("Bob")
    house.advance(3)
    assert bob.says("t1", "take_seat", 2, cents=50_000).status_code == 200
    assert bob.says("t1", "place_wagers", 2, wagers={"pai_gow": 2_000}).status_code == 200
    house.advance(1.9)
    assert "accept_bank" in asked_of(ann)
    house.advance(0.1)
    assert "accept_bank" not in asked_of(ann)


def test_645a_12_c__a_player_who_answers_in_time_has_the_bank(house: Serving):
    ann = offered_the_bank(house, offer=5)
    house.advance(4.9)
    assert ann.says("t1", "accept_bank", 1).status_code == 200
    assert ann.sees("t1")["bank"] == 1
