"""What is due and what is legal, as data: all of it is accepted, and following it alone a table goes on for ever."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.registry import resolve
from houseway.engine.asking import Ask
from houseway.engine.kernel import Table, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.rules.cards import Shuffler
from tests.kit.case_samples import pair_each
from tests.kit.random_commands import all_are_accepted, given, viewers
from tests.kit.random_poker import GAMES, STRUCTURES, random_play, submission
from tests.kit.table_views import look_at, street_of

ENDS_THE_GAME = {"remove_player", "leave_seat", "remove_stakes"}


def _all_are_accepted(table: Table[Any, Any], chance: random.Random) -> None:
    all_are_accepted(table, chance)
    for viewer in viewers(table):
        assert all(ask.role is viewer.role for ask in table.legal(viewer))


@pytest.mark.parametrize(("game", "structure"), pair_each(GAMES, STRUCTURES))
def test_whatever_is_due_or_legal_is_accepted(game: str, structure: str) -> None:
    for seed in range(2):
        play = random_play(game, structure, seed)
        for step in range(60):
            if step % 3 == 0:
                _all_are_accepted(play.table, play.chance)
            play.do(play.plausible())


def _opened(game: str, chance: random.Random, **terms: Any) -> Table[Any, Any]:
    structure = chance.choice(STRUCTURES)
    said = submission(game, structure, chance, unit=chance.choice([1, 5])) | terms
    table: Table[Any, Any] = Table(resolve(said, game=game))
    table.do(given(table, table.due()[0], chance))
    for seat in range(1, chance.randint(3, POKER_GAMES[game].most_players + 1)):
        table.do(cmd.TakeSeat(cents=chance.choice([20, 300, 2_000])), seat=seat, by=f"player {seat}")
    return table


def _next(table: Table[Any, Any], chance: random.Random) -> Ask:
    """One of the things that are awaited, or now and then one that may wait."""
    asks = table.due()
    assert asks, table.state
    now = [ask for ask in asks if not ask.may_wait]
    assert now, (asks, table.state)
    return chance.choice(asks if chance.random() < 0.3 else now)


@pytest.mark.parametrize(
    ("game", "shuffler"), pair_each(GAMES, [Shuffler.MANUAL, Shuffler.COUNTING, Shuffler.AUTOMATED])
)
def test_a_table_with_decks_of_its_own_goes_on_by_what_is_due(game: str, shuffler: Shuffler) -> None:
    """Decks, absences, faults and all: what is due, done, leads to the next round; its log is the table."""
    chance = random.Random(f"{game} {shuffler}")
    table = _opened(game, chance, shuffler=shuffler.value)
    table.do(cmd.ReceiveDecks(decks=2))
    for step in range(500):
        if step % 25 == 0:
            _all_are_accepted(table, chance)
        if chance.random() < 0.04:
            _disturb(table, chance)
        table.do(given(table, _next(table, chance), chance))
    assert look_at(table).number > 3
    assert POKER.replay(table.events) == table.state


def _disturb(table: Table[Any, Any], chance: random.Random) -> None:
    """Something that nobody waits for: a report, a player who leaves for a while, a recut."""
    floor = [ask for ask in table.legal(Viewer(Role.FLOORPERSON)) if ask.command not in ENDS_THE_GAME]
    table.do(given(table, chance.choice(floor), chance))


def test_before_it_is_opened_only_the_opening_is_due() -> None:
    table: Table[Any, Any] = Table(resolve({"structure": "no-limit", "blinds": [50, 100]}, game="holdem"))
    assert [ask.command for ask in table.due()] == ["open_table"]
    assert table.legal(Viewer(Role.PLAYER, "Ann")) == ()
    refused = table.send(cmd.TakeSeat(cents=100), seat=1, by="Ann")
    assert isinstance(refused, Refusal) and refused.code == "TABLE_IS_OPEN"


def test_a_raise_has_its_range_in_whole_chips_and_all_in() -> None:
    terms = {"structure": "no-limit", "blinds": [50, 100], "smallest_chip": 50}
    table: Table[Any, Any] = Table(resolve(terms, game="holdem"))
    table.do(cmd.OpenTable())
    for seat, cents in ((1, 1_000), (2, 1_000), (3, 1_025)):
        table.do(cmd.TakeSeat(cents=cents), seat=seat, by=f"p{seat}")
    table.dealer.starts(" ".join(["2c 3c 4c 5c 6c 7c"]), button=3)
    table.dealer.deals()
    asks = [(ask.seat, ask.word, ask.amounts) for ask in table.due()]
    words = [
        (seat, word, amounts and (amounts.least, amounts.most, amounts.step, amounts.sizes))
        for seat, word, amounts in asks
    ]
    assert words == [
        (3, "fold", None),
        (3, "call", (100, 100, 1, ())),
        (3, "raise", (200, 1_025, 50, ())),
        (3, "raise", (1_025, 1_025, 50, (1_025,))),
    ]


def test_an_away_player_acts_nothing_and_the_floor_is_asked() -> None:
    table: Table[Any, Any] = Table(resolve({"structure": "no-limit", "blinds": [50, 100]}, game="holdem"))
    table.do(cmd.OpenTable())
    for seat in (1, 2, 3):
        table.do(cmd.TakeSeat(cents=1_000), seat=seat, by=f"p{seat}")
    table.dealer.starts("2c 3c 4c 5c 6c 7c", button=3)
    table.dealer.deals()
    table.do(cmd.SecureStakes(seat=3))
    (ask,) = table.due()
    assert (ask.command, ask.subject, ask.concerns) == ("report_poker_irregularity", "player_departed", 3)
    assert table.legal(Viewer(Role.PLAYER, "p3")) == ()
    for command in (cmd.Act(word="fold"), cmd.ThrowAwayCards(), cmd.ShowHand(), cmd.LeaveSeat()):
        refused = table.send(command, seat=3)
        assert isinstance(refused, Refusal) and refused.code == "PLAYER_IS_PRESENT"
    table.do(given(table, ask, random.Random(1)))
    assert 3 in look_at(table).folded


def test_a_dealer_speaks_for_a_player_only_at_a_staffed_table_and_is_told_no_cards() -> None:
    rules = resolve({"structure": "no-limit", "blinds": [50, 100]}, game="draw-high")
    for staffed in (False, True):
        table: Table[Any, Any] = Table(rules)
        table.do(cmd.OpenTable(staffed=staffed))
        for seat in (1, 2):
            table.do(cmd.TakeSeat(cents=1_000), seat=seat, by=f"p{seat}")
        table.dealer.starts(tuple(range(52)), button=2)
        table.dealer.deals()
        spoken = table.send(cmd.Act(word="call"), role=Role.DEALER, seat=1)
        if not staffed:
            assert isinstance(spoken, Refusal) and spoken.code == "SEAT_IS_ONES_OWN"
            continue
        assert not isinstance(spoken, Refusal), spoken
        assert [type(event).__name__ for event in spoken] == ["SpokenFor", "Acted"]
        table.do(cmd.Act(word="check"), seat=2)
        table.dealer.deals()
        wrong = cmd.Discard(cards=(51,))
        own, told = table.send(wrong, seat=1), table.send(wrong, role=Role.DEALER, seat=1)
        assert isinstance(own, Refusal) and "it holds 2c 2h 3c 3h 4c" in own.message
        assert isinstance(told, Refusal) and "holds" not in told.message and told.legal == ()


def test_a_player_away_with_a_card_exposed_contends_for_the_pot_as_it_is() -> None:
    terms = {"structure": "fixed-limit", "ante": 10, "forced_bet": 50, "small_bet": 100, "big_bet": 200}
    table: Table[Any, Any] = Table(resolve(terms, game="stud-high"))
    table.do(cmd.OpenTable())
    for seat in (1, 2, 3):
        table.do(cmd.TakeSeat(cents=5_000), seat=seat, by=f"p{seat}")
    table.dealer.starts(tuple(random.Random(3).sample(range(52), 52)))
    while street_of(table) < 5 - 2:
        table.do(given(table, _passive(table), random.Random(1)))
    while look_at(table).status != "dealing":
        table.do(given(table, _passive(table), random.Random(1)))
    table.do(cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1, 1),)))
    table.do(cmd.SecureStakes(seat=1))
    (ask,) = table.due()
    assert (ask.role, ask.subject, ask.concerns) == (Role.FLOORPERSON, "player_departed", 1)
    table.do(given(table, ask, random.Random(1)))
    assert 1 in look_at(table).all_in
    assert 1 in look_at(table).hands


def _passive(table: Table[Any, Any]) -> Ask:
    """Nobody bets or folds."""
    return next(ask for ask in table.due() if ask.word not in ("fold", "bet", "raise"))
