"""Surveillance: any round from any viewer's eyes, found by what happened in it; what was paid beside what is owed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.registry import games
from houseway.encoding import encode
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.store.audit import Round, rounds
from houseway.store.rows import event_of
from houseway.store.schema import EVENT
from houseway.web.pages.owed import checked
from houseway.web.pages.past import Past, Query, Summary
from houseway.web.pages.replaying import Replay, people_of
from houseway.web.pages.surveillance import eyes_on
from houseway.web.pages.visitors import Visitor
from tests.kit.recorded_tables import Playing
from tests.kit.table_views import look_at
from tests.pages.named import cards_named
from tests.pages.played import Looking, people, play
from tests.pages.test_history import dealt_to, words
from tests.web.serving import Serving, serving


@dataclass
class Watched:
    """A house with tables of 677a, Pai Gow and hold'em, some rounds old, one of them void."""

    house: Serving
    looking: dict[str, Looking]
    tables: dict[str, Playing]

    @property
    def past(self) -> Past:
        return Past(self.house.record)

    def rounds(self, name: str) -> list[Round]:
        return list(rounds(self.house.record, self.tables[name].stream))

    def every(self) -> list[Summary]:
        return self.past.search(Query(), most=1000).rounds


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with serving(str(tmp_path_factory.mktemp("watched") / "house.db")) as house:
        looking = people(house)
        tables = {name: play(house, name) for name in ("heads-up-holdem", "pai-gow", "holdem")}
        for table in tables.values():
            table.rounds(3)
        _void(tables["heads-up-holdem"])
        yield Watched(house, looking, tables)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A house for tests that open tables of their own: what is counted and searched in ``watched`` stays as it is."""
    with serving(str(tmp_path_factory.mktemp("other") / "house.db")) as house:
        yield Watched(house, people(house), {})


def _void(table: Playing) -> None:
    """A card of the dealer's is exposed: the round is void."""
    while look_at(table.system.table).phase != "before_flop":
        table.step()
    table.system.table.do(cmd.ReportIrregularity(cause="dealer_card_exposed"), role=Role.FLOORPERSON)
    while look_at(table.system.table).status != "wagering":
        table.step()


# Whose page it is.


@pytest.mark.parametrize("person", ["Ada", "Olga", "Dana", "Flo"])
@pytest.mark.parametrize("path", ["/surveillance", "/surveillance/holdem/1", "/surveillance/holdem/1?eyes=seat-2"])
def test_others_are_refused(watched: Watched, person, path):
    says = words(watched.looking[person].page(path, 403))
    assert "Only surveillance, compliance, auditors and the shift supervisor can look into rounds." in says


@pytest.mark.parametrize("person", ["Sol", "Shay", "Cora"])
def test_surveillance_compliance_and_the_shift_supervisor_look_into_rounds(watched: Watched, person):
    page = watched.looking[person].page("/surveillance")
    assert f"{len(watched.every())} rounds" in words(page)
    for name in watched.tables:
        assert f'href="/surveillance/{name}/1"' in page
    assert "Round 1 is over" in words(watched.looking[person].page("/surveillance/holdem/1"))


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/surveillance/holdem/99", 404, "has no round 99"),
        ("/surveillance/nowhere/1", 404, "There is no table"),
        ("/surveillance/holdem/1?eyes=seat-9", 403, "is not seen by Sol from"),
        ("/surveillance?least=much", 422, "an amount of dollars is meant"),
        ("/surveillance?since=noon", 422, "is no time"),
        ("/surveillance?table=nowhere", 404, "There is no table"),
        ("/surveillance/heads-up-holdem/1?paid:1:ante=much", 422, "is no amount of dollars"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(watched: Watched, path, status, says):
    assert says in words(watched.looking["Sol"].page(path, status))


# Eyes.


def screen(page: str) -> str:
    return page[page.index('id="screen"') : page.index('<div class="tl">')]


def test_a_seats_eyes_see_its_cards_and_those_of_surveillance_what_lies_open(watched: Watched):
    one = watched.rounds("holdem")[0]
    dealt = next(step for step, event in enumerate(one.events, 1) if isinstance(event, poker.StreetDealt))
    sol = watched.looking["Sol"]
    hole = {seat: dealt_to(one, seat) for seat in (1, 2, 3)}
    seen = {
        eyes: cards_named(screen(sol.page(f"/surveillance/holdem/1?eyes={eyes}&step={dealt}")))
        for eyes in ("surveillance", "dealer", "floor", "onlooker", "seat-1", "seat-2", "seat-3", "all")
    }
    assert seen["surveillance"] == seen["dealer"] == seen["floor"] == seen["onlooker"] == set()
    assert [seen[f"seat-{seat}"] for seat in (1, 2, 3)] == [hole[seat] for seat in (1, 2, 3)]
    assert seen["all"] == set().union(*hole.values())


def test_whoever_sat_there_sees_the_round_from_the_own_seat_and_as_anybody_does(watched: Watched):
    one = watched.rounds("holdem")[0]
    ids = {eyes.id for eyes in eyes_on(one, Visitor("Ben", (Role.PLAYER, Role.SHIFT_SUPERVISOR), ""))}
    assert ids == {"surveillance", "dealer", "floor", "onlooker", "seat-2"}
    everybody = {eyes.id for eyes in eyes_on(one, Visitor("Sol", (Role.SURVEILLANCE,), ""))}
    assert everybody == {*ids, "seat-1", "seat-3", "all"}


def test_a_round_under_way_is_nobodys_to_look_into(other: Watched):
    table = play(other.house, "heads-up-holdem", name="under-way")
    while not any(isinstance(event, banked.CardsDealt) for event in table.step()):
        pass
    assert "has no round 1" in words(other.looking["Sol"].page("/surveillance/under-way/1", 404))
    assert not [one for one in other.every() if one.table == "under-way"]


# Search.


def numbers(found: list[Summary]) -> set[tuple[str, int]]:
    return {(one.table, one.number) for one in found}


def events_of(watched: Watched, one: Summary) -> Round:
    return watched.rounds(one.table)[one.number - 1]


def settled(one: Round, **of: Any) -> list[banked.WagerSettled]:
    found = [event for event in one.events if isinstance(event, banked.WagerSettled)]
    return [event for event in found if all(getattr(event, name) == value for name, value in of.items())]


def test_rounds_are_found_by_table_person_and_seat(watched: Watched):
    every = watched.every()
    found = watched.past.search(Query(table="pai-gow"), most=1000).rounds
    assert numbers(found) == {("pai-gow", 1), ("pai-gow", 2), ("pai-gow", 3)}
    for who in ("ben", "2", "Ben"):
        found = watched.past.search(Query(who=who), most=1000).rounds
        assert numbers(found) == {(one.table, one.number) for one in every if 2 in one.net}
    assert not watched.past.search(Query(who="Zoe")).rounds
    assert not watched.past.search(Query(who="9")).rounds


def test_rounds_are_found_by_what_was_won(watched: Watched):
    every = watched.every()
    for dollars in (1, 10, 50):
        found = watched.past.search(Query(least=dollars * 100), most=1000).rounds
        assert numbers(found) == {
            (one.table, one.number) for one in every if any(net >= dollars * 100 for net in one.net.values())
        }


def test_rounds_are_found_by_the_wager_that_was_paid_and_its_hand(watched: Watched):
    mine = [one for one in watched.every() if one.table == "heads-up-holdem"]
    for wager in ("ante", "odds", "trips_plus", "pocket_bonus"):
        found = watched.past.search(Query(wager=wager, table="heads-up-holdem"), most=1000).rounds
        paid = {one.number for one in mine if any(e.net > 0 for e in settled(events_of(watched, one), wager=wager))}
        assert {one.number for one in found} == paid, wager
    hands = {event.hand for one in mine for event in settled(events_of(watched, one)) if event.hand}
    for hand in hands:
        found = watched.past.search(Query(hand=hand.upper(), table="heads-up-holdem"), most=1000).rounds
        assert {one.number for one in found} == {
            one.number for one in mine if any(hand in event.hand for event in settled(events_of(watched, one)))
        }


def test_rounds_are_found_by_irregularity_and_time(watched: Watched):
    void = watched.past.search(Query(irregular="any"), most=1000).rounds
    assert numbers(void) == {("heads-up-holdem", 4)}
    assert void[0].void
    assert ("Dealer card exposed", "677a.13(d)") in void[0].irregular
    assert numbers(watched.past.search(Query(irregular="card exposed")).rounds) == {("heads-up-holdem", 4)}
    assert not watched.past.search(Query(irregular="shoe")).rounds
    every = watched.every()
    middle = sorted(one.ended for one in every)[len(every) // 2]
    late, early = watched.past.search(Query(since=middle)), watched.past.search(Query(until=middle - 1))
    assert numbers(late.rounds) | numbers(early.rounds) == numbers(every)
    assert not numbers(late.rounds) & numbers(early.rounds)


def test_the_page_finds_what_its_form_asks_for(watched: Watched):
    sol = watched.looking["Sol"]
    page = sol.page("/surveillance?table=heads-up-holdem&irregular=any")
    assert 'href="/surveillance/heads-up-holdem/4"' in page
    assert 'href="/surveillance/heads-up-holdem/3"' not in page
    assert "677a.13(d)" in page
    assert "0 rounds" in words(sol.page("/surveillance?who=Zoe&least=5&since=2020-01-01T00:00"))


def test_what_nobody_may_see_is_not_in_the_list(watched: Watched):
    assert not cards_named(watched.looking["Sol"].page("/surveillance"))


# Paid and owed.


@pytest.mark.parametrize("game", games())
def test_what_an_unchanged_record_says_was_paid_is_owed(other: Watched, game):
    table = play(other.house, game, name=f"{game}-owed")
    table.rounds(2)
    for one in rounds(other.house.record, table.stream):
        found = checked(one)
        assert not found.differences
        assert not found.fault
        paid = {(event.seat, event.wager) for event in settled(one)}
        shares = {event.pot for event in one.events if isinstance(event, poker.PotAwarded)}
        assert paid <= {(line.seat, line.id) for line in found.payments}
        assert len(shares) == len({line.id.split()[1] for line in found.payments if line.id.startswith("pot ")})


def test_what_was_seen_paid_is_compared_with_what_is_owed(watched: Watched):
    one = watched.rounds("heads-up-holdem")[0]
    first = settled(one, wager="ante")[0]
    sol = watched.looking["Sol"]
    page = words(sol.page(f"/surveillance/heads-up-holdem/1?paid:{first.seat}:ante={(first.net - 2500) / 100}"))
    assert "1 payment differs" in page
    assert "$25 short" in page
    assert f"Seat {first.seat}, Ante" in page
    right = words(sol.page(f"/surveillance/heads-up-holdem/1?paid:{first.seat}:ante={first.net / 100}"))
    assert "differs" not in right
    assert "All agree" in right


def tamper(house: Serving, table: Playing, number: int, **changes: Any) -> banked.WagerSettled:
    """Somebody with the database at hand makes a losing wager a winning one, or changes something else of it."""
    *_, one = rounds(house.record, table.stream, number, number)
    for row in house.record.log.events(table.stream, one.begins - 1, one.ends):
        event = event_of(row)
        if isinstance(event, banked.WagerSettled) and event.net < 0:
            changed = replace(event, **(changes or {"pays": "1 to 1", "net": event.amount}))
            where = (EVENT.c.stream == row["stream"], EVENT.c.seq == row["seq"], EVENT.c.n == row["n"])
            with house.record.log.writing() as connection, connection.begin():
                connection.execute(update(EVENT).where(*where).values(body=encode(changed)))
            return event
    raise AssertionError("no wager was lost")


def test_a_payment_that_was_changed_in_the_record_is_shown_beside_what_is_owed(other: Watched):
    table = play(other.house, "heads-up-holdem", name="changed", seed=5)
    table.rounds(1)
    while not settled(list(rounds(other.house.record, table.stream))[-1], pays="lose"):
        table.rounds(1)
    number = len(list(rounds(other.house.record, table.stream)))
    lost = tamper(other.house, table, number)
    sol = other.looking["Sol"]
    page = sol.page(f"/surveillance/changed/{number}")
    said = words(page)
    assert "1 payment differs" in said
    assert "too much" in said
    assert f"Seat {lost.seat}, " in said
    *_, one = rounds(other.house.record, table.stream)
    step = next(
        step
        for step, e in enumerate(one.events, 1)
        if isinstance(e, banked.WagerSettled) and e.seat == lost.seat and e.wager == lost.wager
    )
    assert f"Step {step} does not follow from the commands of the round" in said.replace(" .", ".")
    # The chain says so too, and names the row.
    found = words(sol.post("/surveillance/changed/verify").text)
    assert "Changed" in found
    assert re.search(r"command \d+ : hash mismatch: it or one of its events was changed", found)


def test_chips_that_were_moved_otherwise_than_the_payments_say_are_found(other: Watched):
    table = play(other.house, "heads-up-holdem", name="moved", seed=5)
    table.rounds(1)
    while not settled(list(rounds(other.house.record, table.stream))[-1], pays="lose"):
        table.rounds(1)
    number = len(list(rounds(other.house.record, table.stream)))
    lost = tamper(other.house, table, number, postings=(("table inventory", "player Ada", 12_300),))
    *_, one = rounds(other.house.record, table.stream)
    found = checked(one)
    assert [(line.seat, line.name, line.short) for line in found.differences] == [(1, "Chips at the end", -12_300)]
    assert one.events[found.step - 1] == replace(lost, postings=(("table inventory", "player Ada", 12_300),))


def test_a_round_that_cannot_be_read_is_said_to_be_so(other: Watched):
    table = play(other.house, "heads-up-holdem", name="unreadable")
    table.rounds(1)
    with other.house.record.log.writing() as connection, connection.begin():
        connection.execute(update(EVENT).where(EVENT.c.stream == table.stream, EVENT.c.seq == 9).values(body=b"{}"))
    sol = other.looking["Sol"]
    says = "was changed and cannot be read: verify its chain"
    assert says in words(sol.page("/surveillance/unreadable/1", 409))
    assert says in words(other.looking["Ada"].page("/tables/unreadable/rounds/1", 409))
    assert says in words(sol.page("/surveillance?table=unreadable"))


# The chain.


def test_the_chain_of_a_table_is_verified(watched: Watched):
    sol = watched.looking["Sol"]
    answer = sol.post("/surveillance/holdem/verify")
    head = watched.house.record.log.stream("table/holdem")
    assert head is not None
    assert answer.status_code == 200
    assert "Unchanged" in words(answer.text)
    assert f"{head['seq']:,} commands" in words(answer.text)
    part = sol.http.post("/surveillance/holdem/verify", headers={"hx-request": "true", "x-csrf-token": sol.csrf})
    assert part.text.strip().startswith('<div id="verified"')


def test_the_chain_is_verified_from_our_own_pages_and_for_whom_it_is_meant(watched: Watched):
    assert watched.looking["Sol"].http.post("/surveillance/holdem/verify").status_code == 403
    assert watched.looking["Ada"].post("/surveillance/holdem/verify").status_code == 403


def test_together_the_seats_see_what_each_of_them_does(watched: Watched):
    one = watched.rounds("pai-gow")[0]
    eyes = next(one for one in eyes_on(one, Visitor("Sol", (Role.SURVEILLANCE,), "")) if one.id == "all")
    together = Replay(one, *eyes.viewers)
    for step in range(1, together.last + 1):
        each = [Replay(one, Viewer(Role.PLAYER, person)).seen(step).hands for person in people_of(one).values()]
        for seat, hand in together.seen(step).hands.items():
            known = {card for hands in each for card in hands.get(seat, ()) if card is not None}
            assert {card for card in hand if card is not None} == known
