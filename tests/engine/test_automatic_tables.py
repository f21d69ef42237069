"""The staff of an automatic table: what it does, whom it asks, what it passes over, and what it knows by the clock."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.chapters.c637a_poker.commands import Act, StartRound
from houseway.chapters.c637a_poker.events import Acted
from houseway.driver.house import House
from houseway.driver.sources import Seeded, Unstated
from houseway.engine.asking import Question
from houseway.engine.banked.commands import PlaceWagers
from houseway.engine.kernel import Envelope, Table
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.seats import Seat
from tests.kit.table_views import look_at

TERMS = {"game": "holdem", "structure": "no-limit", "blinds": [50, 100]}
BET = PlaceWagers(wagers={"ante": 1_000, "odds": 1_000})


def table(players: int = 2, game: Any = "heads-up-holdem") -> Table[Any, Any]:
    at = houseway.open_table(game)
    for seat in range(1, players + 1):
        at.seat(seat, f"p{seat}", 10_000)
    return at


def asked(house: House) -> Question:
    """What is asked when the staff has done its own."""
    while isinstance(coming := house.next(), Envelope):
        house.table.do(coming)
    assert isinstance(coming, Question)
    return coming


def test_a_question_that_may_wait_is_passed_over_and_asked_again_when_it_is_said() -> None:
    house = House(table(), Unstated())
    first = asked(house)
    assert (first.seat, first.may_wait, {ask.command for ask in first.asks}) == (1, True, {"place_wagers"})
    house.pass_over(first)
    assert asked(house).seat == 2
    house.ask_again()
    assert asked(house).seat == 1
    # Who says nothing is passed over, and nobody is left to be dealt to.
    heard: list[int] = []
    assert house.play_round(lambda question: heard.append(question.seat)) == ()
    assert heard == [1, 2]
    assert house.next() is None


def test_a_question_that_may_not_wait_ends_the_steps_until_it_is_answered() -> None:
    house = House(table(), Unstated())
    while isinstance(coming := house.next(), Envelope) or (coming is not None and coming.of("place_wagers")):
        assert not isinstance(house.step(lambda question: BET if question.seat == 1 else None), Refusal)
    assert (coming is None or coming.seat, coming is None or coming.may_wait) == (1, False)
    before = house.table.state
    assert house.step(lambda question: None) is None
    assert house.table.state is before


def test_a_command_that_is_refused_is_an_answer_of_a_step_and_ends_a_round_in_an_error() -> None:
    house = House(table(), Unstated())
    asked(house)
    assert isinstance(house.step(lambda question: Act(word="fold")), Refusal)
    with pytest.raises(houseway.RefusedCommandError):
        house.play_round(lambda question: Act(word="fold"))


@pytest.mark.parametrize(("now", "due"), [(8 * 3_600 - 1, False), (8 * 3_600, True), (8 * 3_600 + 1, True)])
def test_677a_3_c_2__decks_grow_old_by_the_clock(now: int, due: bool) -> None:
    """677a.3(c)(2)."""
    seconds = [0]
    house = House(table(), Unstated(), clock=lambda: seconds[0])
    assert asked(house).seat == 1
    seconds[0] = now
    assert ("change_decks" in {ask.command for ask in house.due()}) is due
    # The clock of the table itself is behind until something is done, and never goes back.
    assert "change_decks" not in {ask.command for ask in house.table.due()}
    seconds[0] = -1
    assert house.due() == house.table.due()


def test_what_is_done_is_done_at_the_time_of_the_clock_by_the_role_and_for_the_seat_that_are_asked() -> None:
    house = House(table(), Unstated(), clock=lambda: 60)
    given = house.next()
    assert isinstance(given, Envelope)
    assert (given.role, given.seat, given.at) == (house.due()[0].role, 0, 60)
    given = House(table(), Unstated()).next()
    assert isinstance(given, Envelope)
    assert given.at is None


def test_words_are_for_the_question_that_does_not_wait_and_the_staff_goes_on_to_the_next() -> None:
    house = House(table(2, TERMS), Seeded(1))
    said = house.act("call")
    assert [event.seat for event in said if isinstance(event, Acted)] == [look_at(house.table).order[0]]
    (question,) = [asked(house)]
    assert question.seat == look_at(house.table).order[1]
    with pytest.raises(houseway.RefusedCommandError):
        house.act("dance")
    assert any(event.ends_round for event in house.act("fold") + house.act("fold"))


def test_chance_is_seeded_or_none_at_all() -> None:
    deck = tuple(range(52))
    assert Seeded(7).order(deck) == Seeded(7).order(deck) != Seeded(8).order(deck)
    assert sorted(Seeded(7).order(deck)) == list(deck)
    seeded = Seeded(1)
    assert {seeded.number(3) for _ in range(99)} == {1, 2, 3}
    assert {seeded.cut(10, 12) for _ in range(99)} == {10, 11, 12}
    assert {one for _ in range(99) for one in seeded.dice()} == set(range(1, 7))
    none = Unstated()
    assert (none.order(deck), none.cut(10, 42), none.number(7), none.dice()) == (deck, 10, 1, (1, 1, 1))
    assert (none.card(deck), none.place((1, 2))) == (None, None)


def test_the_house_is_the_staff_of_its_table() -> None:
    at = table()
    house = House(at, Unstated())
    assert (house.table is at, house.sitting_out, repr(house)) == (True, set(), f"<the house of {at!r}>")
    assert {ask.role for ask in house.due()} <= set(Role)


def four_at_holdem(third: int = 10_000) -> House:
    at = houseway.open_table(TERMS)
    for seat, (name, cents) in enumerate((("Ann", 10_000), ("Bob", 10_000), ("Cy", third), ("Dee", 10_000)), 1):
        at.seat(seat, name, cents)
    return House(at, Seeded(1))


def test_637a_7_b__no_round_is_started_while_too_few_do_not_sit_out() -> None:
    house = four_at_holdem()
    house.sitting_out = set(map(Seat, (1, 2, 3, 4)))
    assert house.next() is None
    house.sitting_out.discard(Seat(2))
    assert house.next() is None
    house.sitting_out.discard(Seat(1))
    started = house.next()
    assert isinstance(started, Envelope)
    assert isinstance(house.table.send(started), tuple)


def test_637a_8_b_4__whose_chips_do_not_suffice_without_those_who_sit_out_is_not_dealt_in() -> None:
    house = four_at_holdem(third=150)
    first = house.next()
    assert isinstance(first, Envelope)
    assert isinstance(first.command, StartRound)
    assert first.command.absent == ()
    # Without her the large blind is his, and he lacks the chips for it.
    house.sitting_out = {Seat(1)}
    without = house.next()
    assert isinstance(without, Envelope)
    assert isinstance(without.command, StartRound)
    assert without.command.absent == (1, 3)
    assert isinstance(house.table.send(without), tuple)
