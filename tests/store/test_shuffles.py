"""Chance from a seed: the same again for whoever has the seed, fair, and proven against its commitment."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from math import sqrt

import msgspec
import pytest
from sqlalchemy import update

from houseway.cards import Card
from houseway.chapters.c637a_poker.commands import StartRound
from houseway.chapters.registry import open_table
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Ask
from houseway.engine.kernel import envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.shuffles import AddChance, Chance, CloseShoe, CommitSeed, RevealSeed, commitment_of
from houseway.seats import Seat
from houseway.store.database import open_database
from houseway.store.record import TABLE, Record
from houseway.store.rows import envelope_of
from houseway.store.schema import EVENT
from houseway.store.table_system import UNSEEDED, TableSystem, prove
from tests.kit.clock import ManualClock
from tests.kit.databases import database  # noqa: F401 (fixture)
from tests.kit.recorded_tables import Playing, submission
from tests.kit.table_views import look_at

SEED = bytes(range(32))
MANUAL = {"game": "heads-up-holdem", "shuffler": "manual"}


def test_the_same_seed_gives_the_same_cards_and_anything_else_others():
    def order(*, seed=SEED, table="a", shoe=1, added=(), use=1):
        return Chance(seed, table, shoe, added, use).order(range(52))

    first = order()
    assert first == order()
    assert sorted(first) == list(range(52))
    others = [
        order(seed=bytes(32)),
        order(table="b"),
        order(shoe=2),
        order(added=(("Ann", "luck"),)),
        order(use=2),
    ]
    assert len({first, *others}) == 6


class Given(Chance):
    """Chance whose numbers are given."""

    def __init__(self, *numbers):
        super().__init__(SEED, "t", 1, (), 1)
        self.numbers = list(numbers)

    def _take(self, size):
        assert size == 4
        return self.numbers.pop(0)


@pytest.mark.parametrize("most", [2, 3, 6, 7, 52, 53])
def test_a_number_that_would_favour_the_lower_ones_is_drawn_again(most):
    uneven = 2**32 % most
    last = 2**32 - uneven - 1
    given = Given(*range(last + 1, 2**32), last)
    assert (given.number(most), given.numbers) == (most, [])
    assert Given(0, last).number(most) == 1


def test_what_a_seed_gives_is_the_same_for_ever():
    """Whoever has the seed of a round that was played years ago finds its cards, cuts, dice and draws again."""
    chance = Chance(SEED, "t", 1, (("Ann", "luck"),), 1)
    assert chance.order(range(52))[:12] == (12, 41, 44, 30, 18, 17, 28, 4, 5, 38, 19, 51)
    assert [chance.cut(10, most) for most in (42, 11, 10)] == [26, 11, 10]
    assert [chance.number(most) for most in (7, 6)] == [5, 3]
    assert [chance.dice(), chance.dice()] == [(6, 6, 6), (3, 4, 4)]
    assert (chance.card(range(52)), chance.place((0, 1, 4))) == (38, 0)
    assert {face for _ in range(60) for face in chance.dice()} == set(range(1, 7))


def too_uneven(counts: Counter, cells: int) -> bool:
    """Whether counts are further from even than chance would have them, once in ten million times."""
    total = sum(counts.values())
    even = total / cells
    squares = sum((counts[cell] - even) ** 2 / even for cell in counts) + (cells - len(counts)) * even
    # Chi-squared is near normal for so many cells: mean cells - 1, variance twice that.
    return abs(squares - (cells - 1)) > 5.3 * sqrt(2 * (cells - 1))


def test_every_order_of_five_cards_is_equally_likely():
    place = {one: number for number, one in enumerate(permutations(range(5)))}
    fair = Counter(place[Chance(SEED, "t", shoe, (), 1).order(range(5))] for shoe in range(24_000))
    assert not too_uneven(fair, 120)


def test_a_biased_shuffle_would_be_noticed():
    """The negative control: numbers brought into range by a remainder alone, from too few bits."""

    class Biased(Chance):
        def _below(self, limit):
            return self._take(1) % 32 % limit

    place = {one: number for number, one in enumerate(permutations(range(5)))}
    counts = Counter(place[Biased(SEED, "t", shoe, (), 1).order(range(5))] for shoe in range(24_000))
    assert too_uneven(counts, 120)


class Swapping(Chance):
    """A common mistake: each card changes places with any other, so that some orders come more often."""

    def order(self, deck):
        self._begin()
        cards = list(deck)
        for place in range(len(cards)):
            other = self._below(len(cards))
            cards[place], cards[other] = cards[other], cards[place]
        return tuple(cards)


class Short(Chance):
    """Another: a number brought into range by its remainder, from one byte."""

    def _below(self, limit):
        return self._take(1) % limit


class Lazy(Chance):
    """A third: the last card never moves."""

    def order(self, deck):
        return (*super().order(deck[:-1]), deck[-1])


def uneven(kind: type[Chance], shuffles: int) -> set[str]:
    """What is too uneven over so many shuffles of 52 cards: each card in each place, pairs of neighbours, the numbers of dice."""
    counts = {"places": Counter[object](), "neighbours": Counter[object](), "dice": Counter[object]()}
    for shoe in range(shuffles):
        chance = kind(SEED, "t", shoe, (), 1)
        order = chance.order(range(52))
        counts["places"].update(enumerate(order))
        counts["neighbours"].update(pairwise(order[:10]))
        counts["dice"].update(enumerate(chance.dice()))
    cells = {"places": 52 * 52, "neighbours": 52 * 51, "dice": 18}
    return {name for name, one in counts.items() if too_uneven(one, cells[name])}


@pytest.mark.proof
def test_cards_fall_everywhere_alike_over_a_hundred_thousand_shuffles():
    assert uneven(Chance, 100_000) == set()


@pytest.mark.proof
@pytest.mark.parametrize("kind", [Swapping, Short, Lazy])
def test_biased_shuffles_are_noticed_over_a_hundred_thousand(kind):
    """The negative controls."""
    assert "places" in uneven(kind, 100_000)


def test_a_seed_is_committed_before_and_revealed_after(record: Record):
    playing = Playing(record, "holdem")
    before = playing.system.shuffles
    assert [shoe.closed for shoe in before.shoes.values()] == [False]
    number = before.last
    secret = record.secret("shuffles/holdem", str(number))
    assert secret is not None
    assert commitment_of(secret) == before.shoes[number].commitment
    added = envelope(AddChance(shoe=number, text="my own luck"), by="Ada", role=Role.PLAYER)
    assert not isinstance(record.send("shuffles/holdem", added), Refusal)
    playing.rounds(1)
    playing.system.reveal()
    assert number not in playing.system.shuffles.shoes
    assert record.secret("shuffles/holdem", str(number)) is None
    proofs = list(prove(record, "holdem"))
    assert proofs
    assert not [one for one in proofs if one.says]


def test_where_another_process_has_taken_the_last_seed_one_more_is_laid_ready(record: Record):
    playing = Playing(record, "holdem", seats=2)
    number = next(number for number, shoe in playing.system.shuffles.shoes.items() if not shoe.closed)
    taken = envelope(CloseShoe(shoe=number, deck=5), role=Role.TABLE_SYSTEM, by="table system")
    assert not isinstance(record.send("shuffles/holdem", taken), Refusal)
    playing.rounds(1)
    assert all(shoe.closed for shoe in playing.system.shuffles.shoes.values()) is False
    assert not [one for one in prove(record, "holdem") if one.says not in ("", "its seed is not revealed yet")]


@pytest.fixture
def beside(database: str, record: Record) -> Iterator[tuple[Playing, Playing]]:  # noqa: F811
    """A table, and the same table as another process has it."""
    playing = Playing(record, "pai-gow")
    other = Record(open_database(database))
    yield playing, Playing(other, "pai-gow")
    other.close()


def test_a_seed_that_another_process_has_told_meanwhile_is_used_no_more(beside: tuple[Playing, Playing]):
    playing, other = beside
    while not isinstance(ask := playing.system.house.next_ask(), Ask) or ask.command != "determine_start":
        playing.step()
    for stream in ("table/pai-gow", "shuffles/pai-gow"):
        other.record.catch_up(other.record.live(stream))
    playing.rounds(1)
    playing.system.reveal()
    assert 1 in other.system.shuffles.shoes
    other.system.command(ask)
    assert 1 not in other.system.shuffles.shoes


def test_who_has_not_read_yet_that_a_round_has_begun_does_not_tell_its_seed(beside: tuple[Playing, Playing]):
    playing, other = beside
    while look_at(playing.system.table).status in ("wagering", "between rounds"):
        playing.step()
    other.record.catch_up(other.record.live("shuffles/pai-gow"))
    assert other.system.shuffles.shoes[1].closed
    other.system.reveal()
    assert playing.record.secret("shuffles/pai-gow", "1") is not None
    playing.rounds(1)
    assert not [one for one in prove(playing.record, "pai-gow") if one.says not in ("", "its seed is not revealed yet")]


def test_a_seed_taken_for_a_deck_that_another_process_has_shuffled_meanwhile_does_not_tell_that_decks_seed(
    database: str,  # noqa: F811
    record: Record,
):
    """Nothing of its cards has changed by that, also when the cut or something else has been drawn since."""
    playing = Playing(record, "heads-up-holdem", posted=MANUAL)
    other = Playing(Record(open_database(database)), "heads-up-holdem", posted=MANUAL)
    while not isinstance(ask := playing.system.next_ask(), Ask) or ask.command != "shuffle_cards":
        playing.step()
    playing.step()
    # The other process has not read that the cards are shuffled.
    other.system.command(ask)
    assert [shoe.deck for shoe in other.system.shuffles.shoes.values() if shoe.closed] == [1, 1]
    drawn = set()
    while look_at(playing.system.table).status == "wagering":
        drawn |= {event.__struct_config__.tag for event in playing.step()}
        other.system.reveal()
        assert record.secret("shuffles/heads-up-holdem", "1") is not None
    assert "cards_cut" in drawn
    playing.rounds(3)
    assert not [one for one in prove(record, "heads-up-holdem") if one.says not in ("", "its seed is not revealed yet")]
    other.record.close()


def test_what_the_system_draws_at_a_staffed_table_comes_from_a_seed_that_nobody_adds_to_and_is_told_after_the_round(
    record: Record,
):
    posted = submission("holdem-bonus")
    table = open_table(posted, staffed=True)
    computers = Computers(table, random.Random(1), buy_in=100_000)
    computers.sit_down(Seat(1))
    House(table, Seeded(random.Random(1))).play_round(computers.answer)
    record.open("table/t1", TABLE, posted)
    record.start("table/t1", staffed=True)
    system = TableSystem(record, "t1")
    for given in table.envelopes[len(record.log.commands("table/t1")) :]:
        if given.role is Role.TABLE_SYSTEM:
            system.do(system.command(system.next_ask()))
            added = envelope(AddChance(shoe=1, text="after the draw"), by="Ada", role=Role.PLAYER)
            assert isinstance(record.send("shuffles/t1", added), Refusal)
        else:
            assert not isinstance(record.send("table/t1", given), Refusal)
    system.next_ask()
    assert [(one.command, one.says) for one in prove(record, "t1")] == [("draw_at_random", "")]


def test_nobody_adds_to_a_shoe_in_play_and_no_other_seed_is_revealed(record: Record):
    playing = Playing(record, "holdem")
    while not any(shoe.closed for shoe in playing.system.shuffles.shoes.values()):
        playing.step()
    number = min(playing.system.shuffles.shoes)
    late = envelope(AddChance(shoe=number, text="late"), by="Ada", role=Role.PLAYER)
    assert isinstance(record.send("shuffles/holdem", late), Refusal)
    for command in (RevealSeed(shoe=number, seed="00" * 32), CommitSeed(shoe=number, commitment="0" * 64)):
        given = envelope(command, by="table system", role=Role.TABLE_SYSTEM)
        assert isinstance(record.send("shuffles/holdem", given), Refusal)


def test_a_deck_that_waits_for_the_next_round_keeps_its_seed(record: Record):
    """With two decks the other one lies shuffled when a round ends: its order stays unknown."""
    playing = Playing(record, "pai-gow", seats=1)
    for _ in range(4):
        playing.rounds(1)
        playing.system.reveal()
        table = playing.system.table
        for number, deck in enumerate(table.state.equipment.decks):
            held = [shoe for shoe in playing.system.shuffles.shoes.values() if shoe.closed and shoe.deck == number + 1]
            assert bool(held) == (deck.stage.name in ("SHUFFLED", "READY")), (number, deck.stage)


def test_an_order_that_came_from_no_seed_at_a_table_the_system_deals_at_is_named(record: Record):
    """Somebody who has the database's password gives the command a dealer would, past the server."""
    playing = Playing(record, "holdem", seats=2)
    playing.rounds(1)
    while getattr(playing.system.next_ask(), "command", "") != "start_round":
        playing.step()
    given = envelope(StartRound(order=tuple(map(Card, range(52)))), by="Dee", role=Role.DEALER)
    assert not isinstance(record.send(playing.stream, given), Refusal)
    assert [one.says for one in prove(record, "holdem") if one.says][:1] == [UNSEEDED]


def test_shuffles_are_proven_of_rounds_that_somebody_sat_out(record: Record):
    playing = Playing(record, "holdem", seats=4)
    playing.rounds(1)
    playing.system.house.sitting_out = {Seat(1)}
    playing.rounds(2)
    playing.system.house.sitting_out = {Seat(2), Seat(3)}
    playing.rounds(1)
    playing.system.next_ask()
    rows = [envelope_of(row).command for row in record.log.commands(playing.stream)]
    assert [one.absent for one in rows if isinstance(one, StartRound)] == [(), (1,), (1,), (2, 3)]
    assert [one.says for one in prove(record, playing.name)] == 4 * [""]


def test_a_clock_that_is_set_back_is_no_fraud(database):  # noqa: F811
    clock = ManualClock()
    clock.advance(3600)
    record = Record(open_database(database), clock)
    playing = Playing(record, "five-card-hi-lo", seats=2)
    # The next seed lies ready by a clock that goes three seconds later than the one that the cards are dealt by.
    record.clock = ManualClock()
    record.clock.advance(3597)
    playing.rounds(3)
    proofs = list(prove(record, "five-card-hi-lo"))
    assert [proof.says for proof in proofs if proof.says] == ["its seed is not revealed yet"] * sum(
        bool(proof.says) for proof in proofs
    )
    assert any(not proof.says for proof in proofs)
    record.close()


def test_a_seed_committed_after_its_shuffle_is_named_whatever_the_clock_says(database):  # noqa: F811
    record = Record(open_database(database))
    playing = Playing(record, "five-card-hi-lo", seats=2)
    playing.rounds(3)
    stream = "shuffles/five-card-hi-lo"
    row = record.log.tagged(stream, "shoe_closed")[0]
    used = next(proof.seq for proof in prove(record, "five-card-hi-lo") if proof.shoe == 1)
    body = msgspec.json.decode(row["body"])
    assert body["place"] < used
    # As it stands in a record in which the shoe was closed when the shuffle was there already.
    body["place"] = used
    with record.log.writing() as connection, connection.begin():
        place = (EVENT.c.stream == stream) & (EVENT.c.seq == row["seq"])
        connection.execute(update(EVENT).where(place).values(body=msgspec.json.encode(body)))
    assert "its seed was committed after it" in {proof.says for proof in prove(record, "five-card-hi-lo")}
    record.close()
