"""The felt as it is drawn, without a browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houseway
from houseway.cards import cards
from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.rules import Contest
from houseway.chapters.registry import resolve
from houseway.clause import ClauseId
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Viewer
from houseway.engine.opening import open_table
from houseway.engine.roles import Role
from houseway.house.accounts import Policy
from houseway.money import Cents
from houseway.seats import Seat
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.view.retelling import retold
from houseway.web.pages.actions import Bar, bar_of
from houseway.web.pages.felt import felt_of
from houseway.web.pages.felt.drawn import Felt
from houseway.web.pages.hints import worth
from houseway.web.pages.rendering import render
from houseway.web.pages.table import posted_times
from tests.kit.recorded_tables import Playing, submission
from tests.kit.table_views import look_at


def seen_at_the_end(playing: Playing, *, shown: bool) -> tuple[Felt, poker.PotAwarded]:
    """The felt as an onlooker sees it after a round whose winner has shown a hand, or has not."""
    onlooker = Viewer(Role.PLAYER, "Olga")
    while True:
        events: list[Any] = []
        while not any(event.ends_round for event in events):
            events += playing.step()
        awards = [event for event in events if isinstance(event, poker.PotAwarded)]
        shows = {event.seat for event in events if isinstance(event, poker.HandShown)}
        winners = {share.seat for event in awards for share in event.shares}
        # Where the others have conceded no hand is compared.
        compared = all(share.contest in list(Contest) for event in awards for share in event.shares)
        if awards and (winners <= shows and compared if shown else not winners & shows):
            table = playing.system.table
            seen = table.machine.observe(table.rules, table.state, onlooker, tuple(awards), ())
            return felt_of(table.rules, seen, ()), awards[0]


@pytest.mark.parametrize(("game", "counts"), [("holdem", 5), ("omaha-high", 5), ("stud-high", 5), ("badugi", 4)])
def test_the_cards_a_pot_was_won_with_stay_bright_and_the_others_grow_dim(tmp_path: Path, game: str, counts: int):
    record = Record(open_database(f"sqlite:///{tmp_path}/house.db"))
    playing = Playing(record, game)
    felt, award = seen_at_the_end(playing, shown=True)
    winners = {share.seat for share in award.shares}
    for seat in felt.seats:
        drawn = render("table/_seat.html", seat=seat, felt=felt, bar=Bar(kind="watch"), own=(), table=game)
        assert ("has-won" in drawn) is seat.won
        assert seat.won or (not seat.used and "is-dim" not in drawn)
        if seat.number in winners:
            assert seat.won and 1 <= len(set(seat.used)) <= counts
            assert set(seat.used) <= {*seat.cards, *felt.board, *felt.common}
            dim = re.findall(r'class="pc [^"]*is-dim', drawn)
            assert len(dim) == len(set(seat.cards) - set(seat.used))
    top = render("table/_top.html", felt=felt)
    assert len(re.findall(r'class="pc [^"]*is-used', top)) == len({*felt.board, *felt.common} & set(felt.used))
    record.close()


def test_a_winner_who_shows_nothing_is_ringed_and_no_card_is(tmp_path: Path):
    record = Record(open_database(f"sqlite:///{tmp_path}/house.db"))
    felt, award = seen_at_the_end(Playing(record, "holdem"), shown=False)
    assert {seat.number for seat in felt.seats if seat.won} >= {share.seat for share in award.shares}
    assert not felt.used and not any(seat.used for seat in felt.seats)
    record.close()


def test_the_times_of_a_table_are_posted_with_how_long_an_offer_stands():
    offers = "Optional offers"
    assert posted_times(Policy(clock=60, offer=5)) == [
        ("Clock", "60 s to act. Then the table checks, folds or takes the safest option for you"),
        (offers, "expire after 5 s"),
    ]
    assert posted_times(Policy(clock=0, offer=0)) == [("Clock", "none"), (offers, "the table does not wait for them")]
    assert posted_times(Policy(staffed=True)) == [("Clock", "none: a dealer performs each step")]


def test_645a_13_a_vigorish_is_retold_as_a_charge():
    rules = resolve(submission("pai-gow"))
    seen = open_table(rules).observe(Viewer(Role.PLAYER, "Olga"))
    charged = banked.WagerSettled(
        clause=ClauseId("645a.13(a)"),
        seat=Seat(2),
        wager="vigorish",
        amount=Cents(2500),
        pays="vigorish",
        net=Cents(-125),
    )
    assert retold(rules, seen, charged).says == "Seat 2 pays $1.25 of vigorish on a win of $25."
    assert retold(rules, seen, charged, [Seat(2)]).says == "You pay $1.25 of vigorish on a win of $25."


@pytest.mark.parametrize("game", ["triple-draw-2-7", "draw-high", "stud-high"])
def test_a_hint_is_offered_once_nobody_draws_any_more(tmp_path: Path, game: str):
    record = Record(open_database(f"sqlite:///{tmp_path}/house.db"))
    playing, told = Playing(record, game), set()
    table = playing.system.table
    draws = [street.id for street in table.rules.game.streets if street.draw]
    for _ in range(150):
        playing.step()
        for seat, person in look_at(table).seats.items():
            seen = table.observe(Viewer(Role.PLAYER, person))
            bar = bar_of(table.rules, seen, [seat])
            if seat in seen.asked and bar.kind in ("ask", "draw") and "Show" not in bar.head:
                told.add((bar.kind, seen.phase, bar.hint))
    assert {phase for _, phase, hint in told if hint} == (
        {draws[-1]} if draws else {street.id for street in table.rules.game.streets}
    )
    assert not draws or ("draw", draws[-1], False) in told
    record.close()


def test_637a_10_h_a_hint_counts_the_common_card(tmp_path: Path):
    record = Record(open_database(f"sqlite:///{tmp_path}/house.db"))
    playing = Playing(record, "stud-high", seats=2)
    table = playing.system.table
    seen: Any = None
    while seen is None or seen.phase != table.rules.game.streets[-1].id or not seen.asked:
        playing.step()
        asked = table.observe(Viewer(Role.PLAYER)).asked
        seen = look_at(table, look_at(table).seats[asked[0]]) if asked else None
    seat, other = seen.asked[0], next(one for one in seen.order if one != seen.asked[0])
    # The last street is a card for both, and the other hand lies open: what is left to know is nothing.
    hands = {seat: cards("As Ah Ad 2c 3d 5h"), other: cards("Ks Kh Kd 9c 8d 7h")}
    for common, share in (("Ac", "100.0%"), ("Kc", "0.0%")):
        lying = msgspec.structs.replace(seen, hands=hands, common=cards(common), up={}, discarded=())
        assert worth(table.rules, lying, seat)[0][0][1] == share
    record.close()


def test_637a_14_b_who_came_last_to_a_full_game_is_told_why_no_cards_come(tmp_path: Path):
    record = Record(open_database(f"sqlite:///{tmp_path}/house.db"))
    playing = Playing(record, "five-card-stud", seats=9)
    table = playing.system.table
    while not (seen := look_at(table, look_at(table).seats[Seat(9)])).asked:
        playing.step()
    bar = bar_of(table.rules, seen, [Seat(9)])
    assert bar.says == "At most 8 are dealt in; whoever came last waits for a place."
    assert bar.clause == table.rules.game.players_clause
    waits = next(seat for seat in seen.order if seat not in seen.asked)
    dealt = look_at(table, seen.seats[waits])
    assert not bar_of(table.rules, dealt, [waits]).says
    record.close()


def test_who_calls_with_the_last_chips_is_told_what_they_win():
    table = houseway.open_table({"game": "holdem", "structure": "no-limit", "blinds": [500, 1000]})
    players = [
        table.seat(seat, name, chips)
        for seat, name, chips in ((1, "Ann", 50_000), (2, "Bob", 50_000), (3, "Cy", 2_500))
    ]
    table.dealer.starts("As Kd Qc Ad Kc Qd 2c 3c 4c 5c 6c 7c 8c 9c", button=3)
    table.dealer.deals_on()
    players[2].calls()
    players[0].raises_to(8_000)
    players[1].calls()
    bar = bar_of(table.rules, table.observe(Viewer(Role.PLAYER, "Cy")), [Seat(3)])
    assert bar.head == "$15 to call"
    assert bar.says.endswith("Call $15 to win $60.")
