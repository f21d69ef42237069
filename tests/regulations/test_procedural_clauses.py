"""Procedures that every chapter against a bank has under its own numbers (*.2 to *.10), at every game of the registry.

A procedure names the fields of the game's value that hold its clauses, and is played with the clauses that stand there; a game
whose value has none does not have the procedure. Which clause stands in which field is reviewed in ``tests/rules/clauses.txt``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

import pytest

from houseway.chapters import registry
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Table
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from houseway.rules.cards import Dealing, Shuffler
from houseway.rules.game import BankedGame, Deal, To
from houseway.rules.table_rules import TableRules
from tests.kit.banked_actions import close, main_wagers, place
from tests.kit.card_procedures import HOUR, bet, new_table, opened, opening, order_of, ready
from tests.kit.random_answers import at_random, house_of
from tests.kit.random_commands import all_are_accepted
from tests.kit.submission_faults import faults
from tests.kit.tables import events, refuses, seated


class Procedure(NamedTuple):
    """The fields of a game that hold the clauses of a procedure, and how it is played with them."""

    fields: tuple[str, ...]
    by_dealing: bool
    where: Callable[[BankedGame], bool]
    play: Callable[..., None]


class Case(NamedTuple):
    """A procedure at a game, with the clauses of its value."""

    game: str
    name: str
    dealing: Dealing | None
    clauses: tuple[str, ...]

    @property
    def id(self) -> str:
        return "-".join(part for part in (self.game, self.dealing, self.name) if part)


PROCEDURES: dict[str, Procedure] = {}


def procedure(
    *fields: str, by_dealing: bool = False, where: Callable[[BankedGame], bool] = lambda game: True
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add a procedure with the fields of its clauses.

    One ``by_dealing`` is played for each way of dealing; ``where`` leaves out games that do not have it.
    """

    def add(play: Callable[..., None]) -> Callable[..., None]:
        PROCEDURES[play.__name__] = Procedure(fields, by_dealing, where, play)
        return play

    return add


def clause_at(game: BankedGame, field: str, dealing: Dealing | None) -> str | None:
    """Return the clause in a field of a game; of one that differs by the way of dealing, that of this way."""
    value = attrgetter(field)(game)
    if isinstance(value, Mapping) and dealing is not None:
        value = value.get(dealing)
    # The hours a deck may be used stand beside their clause.
    return None if value is None else str(getattr(value, "clause", value))


def cases() -> list[Case]:
    """Return every procedure at every game against a bank."""
    found = []
    for game in registry.games(banked=True):
        for name, each in PROCEDURES.items():
            for dealing in Dealing if each.by_dealing else (None,):
                terms = {"game": game, "shuffler": "automated"} | ({"dealing": dealing.value} if dealing else {})
                value = registry.resolve(terms, kind=TableRules).game
                clauses = [clause_at(value, field, dealing) for field in each.fields]
                if None not in clauses and each.where(value):
                    found.append(Case(game, name, dealing, tuple(map(str, clauses))))
    return found


def cited_tests() -> dict[str, list[str]]:
    """Return the cases of each clause, as pytest addresses them."""
    cited: dict[str, list[str]] = {}
    name = test_a_procedure_is_followed_under_the_clauses_of_the_game.__name__
    for case in cases():
        for clause in dict.fromkeys(case.clauses):
            cited.setdefault(clause, []).append(
                f"tests/regulations/{__name__.rpartition('.')[2]}.py::{name}[{case.id}]"
            )
    return cited


# The table and its decks.


@procedure("procedures.positions")
def positions(game: str, clause: str) -> None:
    table = new_table(game)
    beyond = table.rules.game.seats + 1
    refusal = refuses(table, cmd.TakeSeat(cents=1_000_00), seat=beyond, by="ann")
    assert (refusal.code, refusal.clause) == (Code.SEAT_EXISTS, clause)


@procedure("cards.one_deck")
def every_card_once(game: str, clause: str) -> None:
    table = new_table(game)
    for step in opening(table)[:-1]:
        table.do(step)
    order = order_of(table)
    for wrong in (order[:-1], (*order[:-1], order[0])):
        assert refuses(table, cmd.ShuffleCards(order=wrong)).clause == clause


@procedure("cards.two_decks")
def two_decks_by_device_only(game: str, clause: str) -> None:
    assert faults(game, decks=2, shuffler="manual") == [("decks", clause)]


@procedure("cards.alternate")
def two_decks_take_turns(game: str, clause: str) -> None:
    table = new_table(game, shuffler="automated", decks=2)
    table.do(cmd.TakeSeat(cents=10_000_00), seat=1, by="ann")
    chance = Random(5)
    house, answers = house_of(table, chance), at_random(table, chance)
    for _ in range(3):
        house.play_round(answers)
    put = events(table, ev.DeckPutIntoPlay)
    assert [event.deck for event in put] == [0, 1, 0]
    assert {event.clause for event in put} == {clause}


@procedure("cards.use", by_dealing=True)
def decks_are_changed_after_their_hours(game: str, dealing: Dealing, clause: str) -> None:
    table = opened(game, shuffler="automated", dealing=dealing.value)
    hours = table.rules.cards.use[dealing].hours
    table.do(cmd.DirectShuffle(), at=hours * HOUR)
    table.do(cmd.ShuffleCards(order=order_of(table)), at=hours * HOUR)
    first = table.due()[0]
    assert (first.command, first.clause) == ("change_decks", clause)
    (changed,) = table.do(cmd.ChangeDecks())
    assert changed.clause == clause


# Opening.


@procedure("cards.inspect", "cards.spread", "cards.wash", "cards.shuffle")
def opening_step_by_step(game: str, inspect: str, spread: str, wash: str, shuffle: str) -> None:
    table = new_table(game, shuffler="manual")
    clauses = [table.do(step)[-1].clause for step in opening(table)]
    assert clauses == [inspect, inspect, inspect, spread, spread, wash, shuffle]


@procedure("cards.each_deck")
def each_of_two_decks(game: str, clause: str) -> None:
    table = new_table(game, shuffler="automated", decks=2)
    clauses = [table.do(step)[-1].clause for step in opening(table)]
    assert [clauses[3], clauses[5], clauses[6]] == [clause] * 3


@procedure("cards.preshuffled")
def preshuffled_decks(game: str, clause: str) -> None:
    (received,) = new_table(game).do(cmd.ReceiveDecks(preshuffled=True))
    assert received.clause == clause


@procedure("cards.spread")
def first_player_looks_the_cards_over(game: str, clause: str) -> None:
    table = new_table(game)
    for step in (cmd.ReceiveDecks(), cmd.InspectCards(), cmd.VerifyInspection(), cmd.SpreadCards()):
        table.do(step)
    inspected_by = table.state.equipment.inspected_by
    assert refuses(table, cmd.ViewCards(), by=inspected_by).clause == clause
    for seat, person in ((3, "ann"), (1, "bob")):
        table.do(cmd.TakeSeat(cents=100_000), seat=seat, by=person)
    assert [ask.seat for ask in table.due() if ask.command == "view_cards"] == [3]
    for person in ("bob", "zoe", inspected_by):
        refusal = refuses(table, cmd.ViewCards(), by=person)
        assert (refusal.code, refusal.clause, refusal.legal) == (Code.STEP_IS_DUE, clause, ("ann",))
    table.do(cmd.ViewCards(), by="ann")


@procedure("cards.spread")
def automatic_table_waits_for_the_first_player(game: str, clause: str) -> None:
    table, chance = new_table(game), Random(1)
    house = house_of(table, chance)
    while house.step(at_random(table, chance)):
        pass
    first = table.due()[0]
    assert (first.command, first.clause) == ("view_cards", clause)
    table.do(cmd.TakeSeat(cents=100_000), seat=2, by="ann")
    house.play_round(at_random(table, chance))
    assert [event.player for event in events(table, ev.CardsViewed)] == ["ann"]


# Shuffle, count of the device, cut.


@procedure("cards.shuffle")
def cards_are_shuffled_after_each_round(game: str, clause: str) -> None:
    table = new_table(game, shuffler="automated")
    table.do(cmd.TakeSeat(cents=10_000_00), seat=1, by="ann")
    chance = Random(2)
    house_of(table, chance).play_round(at_random(table, chance))
    before = len(table.events)
    house_of(table, chance).play_round(at_random(table, chance))
    assert {event.clause for event in events(table.events[before:], ev.CardsShuffled)} == {clause}


@procedure(
    *("cards.device_count", "cards.device_count_wrong"),
    where=lambda game: Shuffler.COUNTING in game.cards.counted,
)
def deck_that_the_device_finds_incomplete(game: str, count: str, wrong: str) -> None:
    table = opened(game, shuffler="automated-counting")
    first = table.due()[0]
    assert (first.command, first.clause) == ("report_device_count", count)
    table.do(cmd.ReportDeviceCount(count=len(table.rules.game.deck) - 1))
    assert [event.clause for event in events(table, ev.DeckRemoved)] == [wrong]


@procedure("cards.cut_is_spared")
def shuffle_of_a_device_is_not_cut(game: str, clause: str) -> None:
    assert refuses(opened(game, shuffler="automated"), cmd.CutCards(depth=20)).clause == clause


@procedure("cards.cut_is_due", "cards.cut")
def cards_shuffled_by_hand_are_cut(game: str, due: str, depth: str) -> None:
    table = opened(game, shuffler="manual")
    place(table)
    close(table)
    while offers := [ask for ask in table.due() if ask.command == "offer_cut"]:
        # Where players may cut they are offered it first.
        table.do(cmd.OfferCut(seat=offers[0].concerns))
        table.do(cmd.DeclineCut(), seat=offers[0].concerns)
    assert [(ask.command, ask.clause) for ask in table.due()] == [("cut_cards", due)]
    refuses(table, cmd.DealCards())
    least = table.rules.cards.least_cut
    assert refuses(table, cmd.CutCards(depth=least - 1)).clause == depth
    table.do(cmd.CutCards(depth=least))


@procedure("cards.recut")
def floorperson_requires_a_recut(game: str, clause: str) -> None:
    table = ready(game, shuffler="manual")
    assert refuses(table, cmd.RequireRecut(), role=Role.DEALER).code is Code.ROLE_IS_AUTHORISED
    (required,) = table.do(cmd.RequireRecut())
    assert required.clause == clause


@procedure("cards.no_activity")
def cards_are_spread_without_gaming_activity(game: str, clause: str) -> None:
    table = new_table(game, shuffler="manual")
    for step in opening(table):
        table.do(step)
    (spread,) = table.do(cmd.SpreadForNoActivity())
    (viewed,) = table.do(cmd.ViewCards(), by="ann")
    assert (spread.clause, viewed.clause) == (clause, clause)


@procedure("cards.no_activity")
def cards_are_spread_before_a_newcomer_plays(game: str, clause: str) -> None:
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


@procedure("cards.reshuffling_device")
def reshuffling_device_spares_cut_recut_and_spread(game: str, clause: str) -> None:
    table = opened(game, shuffler="automatic-reshuffling")
    for step in (cmd.RequireRecut(), cmd.SpreadForNoActivity()):
        assert refuses(table, step).clause == clause
    assert refuses(table, cmd.CutCards(depth=20)).clause == table.rules.cards.cut_is_spared


# Wagers.


@procedure("procedures.seated")
def only_a_seated_player_wagers(game: str, clause: str) -> None:
    table = ready(game)
    refusal = refuses(table, cmd.PlaceWagers(wagers=main_wagers(table)), seat=2)
    assert (refusal.code, refusal.clause) == (Code.PLAYER_IS_SEATED, clause)


@procedure("procedures.chips")
def wager_is_laid_in_chips_the_player_has(game: str, clause: str) -> None:
    table = seated(game, seats={1: "ann"}, cents=500)
    refusal = refuses(table, cmd.PlaceWagers(wagers=main_wagers(table)), seat=1)
    assert (refusal.code, refusal.clause) == (Code.WAGER_IS_COVERED, clause)


@procedure("procedures.no_more_bets")
def wagers_stand_after_no_more_bets(game: str, clause: str) -> None:
    table = seated(game, seats={1: "ann"})
    place(table)
    close(table)
    placed = main_wagers(table)
    optional = [wager.id for wager in table.rules.game.wagers.values() if wager.offered and not wager.main]
    more = [cmd.PlaceWagers(wagers={wager: 100}) for wager in (*placed, *optional)]
    for step in (*more, *[cmd.WithdrawWagers(wagers=(wager,)) for wager in placed]):
        refusal = refuses(table, step, seat=1)
        assert (refusal.code, refusal.clause) == (Code.WAGER_PRECEDES_NO_MORE_BETS, clause)


@procedure("procedures.seated")
def player_dealt_in_stays_seated(game: str, clause: str) -> None:
    table = seated(game, seats={1: "ann"})
    bet(table)
    table.do(cmd.DealCards())
    assert refuses(table, cmd.LeaveSeat(), seat=1).clause == clause


@procedure("procedures.adjacent")
def one_position_to_a_player(game: str, clause: str) -> None:
    table = seated(game, seats={1: "ann"})
    assert refuses(table, cmd.TakeSeat(cents=0), seat=3, by="ann").clause == clause


# Dealing.


@procedure("cards.hand_needs_shuffler")
def dealing_from_the_hand_needs_a_shuffling_device(game: str, clause: str) -> None:
    assert faults(game, dealing="hand", shuffler="manual") == [("shuffler", clause)]
    for shuffler in ("automated", "automated-counting", "automatic-reshuffling"):
        assert faults(game, dealing="hand", shuffler=shuffler) == []


@procedure("procedures.no_more_bets_by", by_dealing=True)
def no_more_bets_is_announced_before_any_card(game: str, dealing: Dealing, clause: str) -> None:
    table = seated(game, seats={1: "ann"}, dealing=dealing.value)
    assert refuses(table, cmd.AnnounceNoMoreBets()).clause == clause
    place(table)
    assert refuses(table, cmd.DealCards()).code is Code.STEP_IS_DUE
    close(table)
    assert [event.clause for event in events(table, ev.BetsClosed)] == [clause]


@procedure("procedures.community", by_dealing=True)
def no_street_before_every_player_has_answered(game: str, dealing: Dealing, clause: str) -> None:
    table = seated(game, seats={1: "ann", 2: "bob"}, dealing=dealing.value)
    place(table, 2)
    bet(table)
    streets = [phase for phase in table.rules.game.phases if isinstance(phase, Deal) and phase.to is To.COMMUNITY]
    assert streets
    for _ in streets:
        table.do(cmd.DealCards())
        for seat in (1, 2):
            refusal = refuses(table, cmd.DealCards())
            assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, clause)
            asks = [ask for ask in table.due() if ask.command == "decide" and ask.seat == seat and ask.word != "fold"]
            # An answer that needs no amount, where there is one.
            stays = min(asks, key=lambda ask: ask.amounts is not None)
            table.do(cmd.Decide(word=stays.word), seat=seat)


@procedure("cards.count", "cards.count_right", "cards.count_wrong", by_dealing=True)
def stub_is_counted_when_its_rounds_are_over(game: str, dealing: Dealing, due: str, right: str, wrong: str) -> None:
    table = new_table(game, shuffler="automated", dealing=dealing.value)
    table.do(cmd.TakeSeat(cents=100_000_00), seat=1, by="ann")
    chance = Random(4)
    house, answers = house_of(table, chance), at_random(table, chance)
    while not (asks := stub_counts_due(table)):
        house.step(answers)
    assert {ask.clause for ask in asks} == {due}
    assert len(events(table, ev.RoundEnded)) == table.rules.cards.rounds_to_a_count - 1
    short = table.fork()
    while not (counts := events(table, ev.StubCounted)):
        house.step(answers)
    assert [(count.clause, count.right) for count in counts] == [(right, True)]
    short.do(cmd.CountDeck(count=counts[0].count - 1))
    assert [(count.clause, count.right) for count in events(short, ev.StubCounted)] == [(wrong, False)]
    assert [event.clause for event in events(short, ev.DeckRemoved)] == [wrong]
    assert events(short, ev.RoundEnded)[-1].void


def stub_counts_due(table: Table[Any, Any]) -> list[Any]:
    """Return the counts of the stub that must be made now."""
    return [ask for ask in table.due() if ask.command == "count_deck" and ask.word == "stub" and not ask.may_wait]


def follow(case: Case) -> None:
    """Play a procedure at its game."""
    given = [case.game] if case.dealing is None else [case.game, case.dealing]
    PROCEDURES[case.name].play(*given, *case.clauses)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in cases()])
def test_a_procedure_is_followed_under_the_clauses_of_the_game(case: Case) -> None:
    assert case.clauses, "a procedure rests on a clause"
    follow(case)
