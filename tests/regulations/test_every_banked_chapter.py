"""What the four banked chapters say alike, each under its own number: positions, decks, shuffle and cut (*.2 to *.5)."""

from __future__ import annotations

from random import Random

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.refusal import Code
from tests.kit.banked_actions import close, place
from tests.kit.card_procedures import HOUR, new_table, opened, opening, order_of, ready
from tests.kit.random_answers import at_random, house_of
from tests.kit.random_commands import all_are_accepted
from tests.kit.tables import events, last, refuses

DECK_TWICE = [
    ("heads-up-holdem", "677a.3(a)"),
    ("holdem-bonus", "647a.3(a)"),
    ("pai-gow", "645a.3(a)"),
    ("five-card-hi-lo", "663a.3(a)"),
]


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("heads-up-holdem", "677a.2(a)"),
        ("holdem-bonus", "647a.2(a)"),
        ("pai-gow", "645a.2(a)"),
        ("five-card-hi-lo", "663a.2(a)"),
    ],
)
def test_there_is_no_seventh_position(game: str, clause: str) -> None:
    table = new_table(game)
    refusal = refuses(table, cmd.TakeSeat(cents=1_000_00), seat=7, by="ann")
    assert (refusal.code, refusal.clause) == (Code.SEAT_EXISTS, clause)


@pytest.mark.parametrize(("game", "clause"), DECK_TWICE)
def test_a_deck_has_every_card_once(game: str, clause: str) -> None:
    table = new_table(game)
    for step in opening(table)[:-1]:
        table.do(step)
    order = order_of(table)
    for wrong in (order[:-1], (*order[:-1], order[0])):
        refusal = refuses(table, cmd.ShuffleCards(order=wrong))
        assert refusal.clause == clause


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("heads-up-holdem", "677a.3(b)(3)"),
        ("holdem-bonus", "647a.3(b)(3)"),
        ("pai-gow", "645a.3(b)(3)"),
        ("five-card-hi-lo", "663a.3(b)(3)"),
    ],
)
def test_two_decks_take_turns(game: str, clause: str) -> None:
    table = new_table(game, shuffler="automated", decks=2)
    table.do(cmd.TakeSeat(cents=10_000_00), seat=1, by="ann")
    chance = Random(5)
    house, answers = house_of(table, chance), at_random(table, chance)
    for _ in range(3):
        house.play_round(answers)
    put = events(table, ev.DeckPutIntoPlay)
    assert [event.deck for event in put] == [0, 1, 0]
    assert {event.clause for event in put} == {clause}


@pytest.mark.parametrize(
    ("game", "clause"),
    [("heads-up-holdem", "677a.5(b)"), ("holdem-bonus", "647a.5(b)"), ("five-card-hi-lo", "663a.5(b)")],
)
def test_a_deck_the_device_finds_incomplete_leaves_the_table(game: str, clause: str) -> None:
    table = opened(game, shuffler="automated-counting")
    table.do(cmd.ReportDeviceCount(count=51))
    assert [event.clause for event in events(table, ev.DeckRemoved)] == [clause]


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("heads-up-holdem", "677a.5(c)(1)"),
        ("holdem-bonus", "647a.5(c)(1)"),
        ("pai-gow", "645a.5(b)(1)"),
        ("five-card-hi-lo", "663a.5(c)(1)"),
    ],
)
def test_a_devices_shuffle_is_not_cut(game: str, clause: str) -> None:
    table = opened(game, shuffler="automated")
    assert refuses(table, cmd.CutCards(depth=20)).clause == clause


@pytest.mark.parametrize(
    ("game", "due", "depth"),
    [
        ("heads-up-holdem", "677a.5(c)(2)", "677a.5(d)"),
        ("holdem-bonus", "647a.5(c)(2)", "647a.5(d)"),
        ("pai-gow", "645a.5(b)(2)", "645a.5(e)"),
        ("five-card-hi-lo", "663a.5(c)(2)", "663a.5(d)"),
    ],
)
def test_cards_shuffled_by_hand_are_cut_ten_cards_in_or_more(game: str, due: str, depth: str) -> None:
    table = opened(game, shuffler="manual")
    place(table)
    close(table)
    if game == "pai-gow":
        # Players are offered it first.
        table.do(cmd.OfferCut(seat=1))
        table.do(cmd.DeclineCut(), seat=1)
    assert [(ask.command, ask.clause) for ask in table.due()] == [("cut_cards", due)]
    refuses(table, cmd.DealCards())
    assert refuses(table, cmd.CutCards(depth=9)).clause == depth
    table.do(cmd.CutCards(depth=10))


OPENED = [
    ("heads-up-holdem", "677a.4(a)", "677a.4(b)", "677a.4(c)", "677a.5(a)", "677a.4(d)", "677a.4(e)"),
    ("holdem-bonus", "647a.4(a)", "647a.4(b)", "647a.4(c)", "647a.5(a)", "647a.4(d)", "647a.4(e)"),
    ("pai-gow", "645a.4(a)", "645a.4(b)", "645a.4(c)", "645a.5(a)", "645a.4(d)", "645a.4(e)"),
    ("five-card-hi-lo", "663a.4(a)", "663a.4(b)", "663a.4(c)", "663a.5(a)", "663a.4(d)", "663a.4(e)"),
]


@pytest.mark.parametrize(("game", "inspect", "spread", "wash", "shuffle", "each", "preshuffled"), OPENED)
def test_a_table_is_opened_step_by_step(
    game: str, inspect: str, spread: str, wash: str, shuffle: str, each: str, preshuffled: str
) -> None:
    one = new_table(game, shuffler="manual")
    clauses = [one.do(step)[-1].clause for step in opening(one)]
    assert clauses == [inspect, inspect, inspect, spread, spread, wash, shuffle]
    two = new_table(game, shuffler="automated", decks=2)
    both = [two.do(step)[-1].clause for step in opening(two)]
    assert [both[3], both[5], both[6]] == [each, each, each]
    (received,) = new_table(game).do(cmd.ReceiveDecks(preshuffled=True))
    assert received.clause == preshuffled


@pytest.mark.parametrize(
    ("game", "dealing", "hours", "clause"),
    [
        ("heads-up-holdem", "hand", 4, "677a.3(c)(1)"),
        ("heads-up-holdem", "manual-shoe", 8, "677a.3(c)(2)"),
        ("holdem-bonus", "hand", 4, "647a.3(c)(1)"),
        ("holdem-bonus", "manual-shoe", 8, "647a.3(c)(2)"),
        ("pai-gow", "hand", 4, "645a.3(c)(1)"),
        ("pai-gow", "manual-shoe", 8, "645a.3(c)(2)"),
        ("five-card-hi-lo", "hand", 4, "663a.3(c)(1)"),
        ("five-card-hi-lo", "manual-shoe", 8, "663a.3(c)(2)"),
    ],
)
def test_decks_are_changed_after_their_hours(game: str, dealing: str, hours: int, clause: str) -> None:
    table = opened(game, shuffler="automated", dealing=dealing)
    table.do(cmd.DirectShuffle(), at=hours * HOUR)
    table.do(cmd.ShuffleCards(order=order_of(table)), at=hours * HOUR)
    first = table.due()[0]
    assert (first.command, first.clause) == ("change_decks", clause)
    (changed,) = table.do(cmd.ChangeDecks())
    assert changed.clause == clause


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("heads-up-holdem", "677a.5(f)"),
        ("holdem-bonus", "647a.5(f)"),
        ("pai-gow", "645a.5(g)"),
        ("five-card-hi-lo", "663a.5(f)"),
    ],
)
def test_without_gaming_activity_the_cards_are_spread(game: str, clause: str) -> None:
    table = new_table(game, shuffler="manual")
    for step in opening(table):
        table.do(step)
    (spread,) = table.do(cmd.SpreadForNoActivity())
    (viewed,) = table.do(cmd.ViewCards(), by="ann")
    assert (spread.clause, viewed.clause) == (clause, clause)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("heads-up-holdem", "677a.5(e)"),
        ("holdem-bonus", "647a.5(e)"),
        ("pai-gow", "645a.5(f)"),
        ("five-card-hi-lo", "663a.5(e)"),
    ],
)
def test_a_floorperson_may_require_a_recut(game: str, clause: str) -> None:
    (required,) = ready(game, shuffler="manual").do(cmd.RequireRecut())
    assert required.clause == clause


FIRST = [
    ("heads-up-holdem", "677a.4(b)", "677a.5(f)"),
    ("holdem-bonus", "647a.4(b)", "647a.5(f)"),
    ("pai-gow", "645a.4(b)", "645a.5(g)"),
    ("five-card-hi-lo", "663a.4(b)", "663a.5(f)"),
]


@pytest.mark.parametrize(("game", "clause", "_idle"), FIRST)
def test_4b__the_first_player_to_arrive_looks_the_cards_over(game: str, clause: str, _idle: str) -> None:
    table = new_table(game)
    for step in (cmd.ReceiveDecks(), cmd.InspectCards(), cmd.VerifyInspection(), cmd.SpreadCards()):
        table.do(step)
    inspected_by = last(table, ev.CardsInspected).person
    assert refuses(table, cmd.ViewCards(), by=inspected_by).clause == clause
    for seat, person in ((3, "ann"), (1, "bob")):
        table.do(cmd.TakeSeat(cents=100_000), seat=seat, by=person)
    assert [ask.seat for ask in table.due() if ask.command == "view_cards"] == [3]
    for person in ("bob", "zoe", inspected_by):
        refusal = refuses(table, cmd.ViewCards(), by=person)
        assert (refusal.code, refusal.clause, refusal.legal) == (Code.STEP_IS_DUE, clause, ("ann",))
    table.do(cmd.ViewCards(), by="ann")


@pytest.mark.parametrize(("game", "clause", "_idle"), FIRST)
def test_4b__an_automatic_table_waits_for_the_first_player(game: str, clause: str, _idle: str) -> None:
    table, chance = new_table(game), Random(1)
    house = house_of(table, chance)
    while house.step(at_random(table, chance)):
        pass
    assert [ask.command for ask in table.due()][:1] == ["view_cards"]
    table.do(cmd.TakeSeat(cents=100_000), seat=2, by="ann")
    house.play_round(at_random(table, chance))
    assert [event.player for event in events(table, ev.CardsViewed)] == ["ann"]


@pytest.mark.parametrize(("game", "_first", "clause"), FIRST)
def test_5f__when_everybody_has_left_the_cards_are_spread_before_a_newcomer_plays(
    game: str, _first: str, clause: str
) -> None:
    table = new_table(game, shuffler="manual")
    table.do(cmd.TakeSeat(cents=100_000), seat=1, by="ann")
    chance = Random(3)
    house_of(table, chance).play_round(at_random(table, chance))
    table.do(cmd.LeaveSeat(), seat=1)
    assert [(ask.command, ask.clause) for ask in table.due()] == [("spread_for_no_activity", clause)]
    table.do(cmd.TakeSeat(cents=100_000), seat=2, by="bob")
    assert table.due()[0].command == "spread_for_no_activity"
    fork = table.fork()
    place(fork, 2)
    refusal = refuses(fork, cmd.AnnounceNoMoreBets())
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, clause)
    assert all_are_accepted(fork, chance)
    before = len(table.events)
    house_of(table, chance).play_round(at_random(table, chance))
    assert [event.clause for event in events(table.events[before:], ev.CardsSpread)] == [clause]
    assert [event.player for event in events(table.events[before:], ev.CardsViewed)] == ["bob"]
