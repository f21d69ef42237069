"""My rounds and the rounds of a table: each again, step by step, from the eyes of that moment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from houseway.cards import CARD_TEXT
from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.registry import chapter_of, games
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Viewer
from houseway.engine.opening import LeaveSeat
from houseway.engine.roles import Role
from houseway.house.accounts import CloseTable
from houseway.seats import Seat
from houseway.store.audit import Round, rounds
from houseway.view.retelling import retold, tag_of
from houseway.web.pages.past import Past, Query
from houseway.web.pages.rendering import money
from houseway.web.pages.replaying import Replay, people_of
from tests.kit.recorded_tables import Playing
from tests.pages.named import cards_named
from tests.pages.played import Looking, people, play
from tests.web.serving import Serving, serving


@dataclass
class Played:
    """A house with a table of 677a and one of hold'em, some rounds old."""

    house: Serving
    looking: dict[str, Looking]
    tables: dict[str, Playing]

    def rounds(self, name: str) -> list[Round]:
        return list(rounds(self.house.record, self.tables[name].stream))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with serving(str(tmp_path_factory.mktemp("history") / "house.db")) as house:
        looking = people(house)
        tables = {name: play(house, name) for name in ("heads-up-holdem", "holdem")}
        for table in tables.values():
            for _ in range(2):
                table.rounds(1)
                house.clock.advance(60)
        yield Played(house, looking, tables)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A house for tests that open tables of their own: what is listed in ``played`` stays as it is."""
    with serving(str(tmp_path_factory.mktemp("other") / "house.db")) as house:
        yield Played(house, people(house), {})


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).strip()


# Lists.


def test_my_rounds_are_listed_over_all_tables_with_their_nets(played: Played):
    page = words(played.looking["Ada"].page("/history"))
    for name in played.tables:
        for one in played.rounds(name):
            net: int = sum(
                event.net for event in one.events if isinstance(event, banked.WagerSettled) and event.seat == 1
            )
            if name == "holdem":
                before, after = (state.balance("player Ada") for state in (one.before, one.at(len(one.events))))
                brought = sum(cents for event in one.events for _, to, cents in event.postings if _buys_in(event, to))
                net = after - before - brought
            said = f"{name}, round {one.number}, "
            assert said in page
            # The net stands beside the round.
            rest = page.split(said, 1)[1]
            assert rest[8:].strip().startswith(("+" if net > 0 else "") + money(net)), (
                name,
                one.number,
                net,
                rest[:60],
            )


def _buys_in(event: Any, to: str) -> bool:
    return isinstance(event, poker.SeatTaken | poker.StakesBrought) and to == "player Ada"


def test_who_played_nothing_has_no_rounds(played: Played):
    assert "You have played no round yet" in words(played.looking["Olga"].page("/history"))


def test_the_rounds_of_one_table_alone(played: Played):
    page = played.looking["Ada"].page("/history?only=holdem")
    assert "holdem, round 2" in words(page)
    assert "heads-up-holdem, round" not in words(page)
    of_table = words(played.looking["Olga"].page("/tables/holdem/rounds"))
    assert "Rounds of holdem" in of_table
    assert "Round 2," in of_table


def test_a_list_goes_on_further_back(played: Played):
    past = Past(played.house.record)
    first = past.search(Query(person="Ada"), most=3)
    assert first.more is not None
    rest = past.search(Query(person="Ada", before=first.more), most=3)
    found = [(one.table, one.number) for one in (*first.rounds, *rest.rounds)]
    assert sorted(found) == sorted((name, number) for name in played.tables for number in (1, 2))
    page = played.looking["Ada"].page(f"/history?before={first.more}")
    assert f"{rest.rounds[0].table}, round {rest.rounds[0].number}," in words(page)


def test_who_is_not_signed_in_is_led_to_where_one_does(played: Played):
    for path in ("/history", "/tables/holdem/rounds", "/tables/holdem/rounds/1", "/tables/holdem/rounds/1/proof"):
        answer = played.house.client().get(path, follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/sign-in")


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/tables/holdem/rounds/99", 404, "Table holdem has no round 99 that is over: it has 2"),
        ("/tables/holdem/rounds/0", 404, "has no round 0"),
        ("/tables/nowhere/rounds", 404, "There is no table"),
        ("/history?table=nowhere&round=1", 404, "There is no table"),
        ("/history?before=yesterday", 422, "is no number"),
        ("/tables/holdem/rounds?role=dealer", 403, "does not hold the role of dealer"),
        ("/tables/holdem/rounds?role=king", 404, "There is no role"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(played: Played, path, status, says):
    assert says in words(played.looking["Ada"].page(path, status)).replace("&#39;", "'")


# Steps.


def test_each_step_shows_its_event_with_its_clause(played: Played):
    ada = played.looking["Ada"]
    one = played.rounds("heads-up-holdem")[1]
    replay = Replay(one, ada.viewer)
    for step in range(1, replay.last + 1):
        page = ada.page(f"/tables/heads-up-holdem/rounds/2?step={step}")
        now = re.search(r'<p class="small num now" id="now".*?</p>', page, re.DOTALL)
        assert now is not None
        line = replay.steps[step - 1].line
        assert f"Step {step} of {replay.last}:" in words(now[0])
        assert line.says.split("'")[0] in words(now[0]).replace("&#39;", "'")
        assert f'data-clause="{one.events[step - 1].clause}"' in now[0]
    assert replay.steps[-1].line.says == "Round 2 is over."


def test_steps_out_of_range_are_the_nearest_and_none_is_the_result(played: Played):
    ada = played.looking["Ada"]
    replay = Replay(played.rounds("holdem")[0], ada.viewer)
    for asked, shown in (("0", 1), ("99999", replay.last), ("", replay.result), ("x", replay.result)):
        assert f'data-step="{shown}"' in ada.page(f"/tables/holdem/rounds/1?step={asked}")


def test_back_on_and_the_slider_lead_to_the_steps_beside(played: Played):
    page = played.looking["Ada"].page("/tables/holdem/rounds/1?step=5")
    assert 'data-go="-1" href="/tables/holdem/rounds/1?step=4"' in page
    assert 'data-go="1" href="/tables/holdem/rounds/1?step=6"' in page
    assert re.search(r'type="range" min="1" max="\d+" value="5"', page)


@pytest.mark.parametrize("game", games())
def test_every_event_of_every_game_is_told_in_a_sentence_with_its_clause(other: Played, game):
    table = play(other.house, game, name=f"{game}-told")
    table.rounds(1)
    (one,) = rounds(other.house.record, table.stream)
    for person in ("Ada", "Nobody"):
        replay = Replay(one, Viewer(Role.PLAYER, person))
        for step, event in zip(replay.steps, one.events, strict=True):
            assert re.match(r"[A-Z0-9$].*", step.line.says), (tag_of(event), step.line)
            assert step.line.clause.startswith(chapter_of(game).number), (tag_of(event), step.line)


def test_an_event_without_words_of_its_own_is_told_by_its_kind(played: Played):
    one = played.rounds("heads-up-holdem")[0]
    seen = Replay(one, Viewer(Role.PLAYER, "Ada")).seen(1)
    told = retold(one.rules, seen, banked.CutOffered(clause="677a.5(c)", seat=2))
    assert (told.says, told.clause) == ("Cut offered at seat 2.", "677a.5(c)")


# Eyes of that moment.


def dealt_to(one: Round, seat: int) -> set[str]:
    """The cards a seat was dealt face down."""
    found: set[str] = set()
    for event in one.events:
        if isinstance(event, banked.CardsDealt):
            found |= {CARD_TEXT[card] for to, card in event.cards if to == seat}
        elif isinstance(event, poker.StreetDealt):
            found |= {CARD_TEXT[card] for to, card, up in event.cards if to == seat and not up}
    return found


def looked_at(one: Any) -> int:
    """Return the step at which players look at their first cards: the first question after the deal is complete (677a.11(a))."""
    events = list(enumerate(one.events, 1))
    dealt = next(step for step, event in events if isinstance(event, banked.CardsDealt))
    return next(step for step, event in events if step > dealt and isinstance(event, banked.PhaseBegan))


def test_a_card_is_seen_from_the_step_on_at_which_the_viewer_saw_it(played: Played):
    one = played.rounds("heads-up-holdem")[0]
    mine, others = dealt_to(one, 1), dealt_to(one, 2)
    replay = Replay(one, Viewer(Role.PLAYER, "Ada"))
    dealt = looked_at(one)
    turned = next(step for step, event in enumerate(one.events, 1) if isinstance(event, banked.BankRevealed))
    assert not cards_named("".join(replay.parts(dealt - 1).values()))
    assert cards_named("".join(replay.parts(dealt).values())) == mine
    for step in range(1, turned):
        assert not cards_named("".join(replay.parts(step).values())) & others


def test_a_hand_that_was_never_shown_stays_face_down_for_ever(other: Played):
    """Folded and mucked hands, at every step, for everybody but whose they were."""
    table = play(other.house, "holdem", name="mucked", seed=3)
    hidden = 0
    for _ in range(12):
        table.rounds(1)
        *_, one = rounds(other.house.record, table.stream)
        shown = {event.seat for event in one.events if isinstance(event, poker.HandShown)}
        for seat in {1, 2, 3} - shown:
            cards = dealt_to(one, seat)
            hidden += 1
            for person in ("Ada", "Ben", "Sol"):
                who = other.looking[person]
                if people_of(one)[Seat(seat)] == person:
                    continue
                page = who.page(f"/tables/mucked/rounds/{one.number}")
                replay = Replay(one, who.viewer)
                parts = "".join(part for step in range(1, replay.last + 1) for part in replay.parts(step).values())
                at = page.index('class="stack"')
                assert not cards & (cards_named(page[at:]) | cards_named(parts)), (person, seat, one.number)
        if any(isinstance(event, poker.HandMucked) for event in one.events) and hidden > 3:
            return
    pytest.fail("no hand was mucked")


def test_who_left_still_sees_the_own_cards_of_that_time_and_who_came_after_does_not(other: Played):
    table = play(other.house, "heads-up-holdem", name="left")
    table.rounds(1)
    (one,) = rounds(other.house.record, table.stream)
    replay = Replay(one, Viewer(Role.PLAYER, "Ada"))
    dealt = looked_at(one)
    live = table.system.table
    live.do(LeaveSeat(), seat=1)
    live.seat(1, "Olga", 100_000)
    address = f"/tables/left/rounds/1?step={dealt}"
    mine = dealt_to(one, 1)
    for person, sees in (("Ada", True), ("Olga", False)):
        screen = re.search(r'id="screen".*?<div class="tl">', other.looking[person].page(address), re.DOTALL)
        assert screen is not None
        assert (cards_named(screen[0]) == mine) is sees, person
    assert cards_named("".join(replay.parts(dealt).values())) == mine


def test_nothing_can_be_done_at_a_table_of_the_past(played: Played):
    page = played.looking["Olga"].page("/tables/holdem/rounds/1?step=3")
    screen = page[page.index('id="screen"') : page.index('class="tl"')]
    assert "Take seat" not in screen
    assert "<form" not in screen


# What was paid, and the proof.


def test_what_i_was_paid_stands_with_its_clause(played: Played):
    one = played.rounds("heads-up-holdem")[0]
    page = played.looking["Ada"].page("/tables/heads-up-holdem/rounds/1")
    paid = page[page.index("What you were paid") : page.index("What you decided")]
    mine = [event for event in one.events if isinstance(event, banked.WagerSettled) and event.seat == 1]
    assert mine
    for event in mine:
        assert f'data-clause="{event.clause}"' in paid
        assert money(event.net) in words(paid)
    assert len(re.findall(r"<tr>", paid)) == len(mine)


def test_what_i_decided_and_how_long_it_took(played: Played):
    one = played.rounds("heads-up-holdem")[0]
    replay = Replay(one, Viewer(Role.PLAYER, "Ada"))
    decided = [event for event in one.events if isinstance(event, banked.Decided) and event.seat == 1]
    assert [one.events[answer.step - 1] for answer in replay.answers] == decided
    assert all(answer.seconds >= 0 for answer in replay.answers)


def test_the_shuffle_of_a_round_is_proven_once_its_seed_is_told(played: Played):
    ada = played.looking["Ada"]
    assert "/tables/heads-up-holdem/rounds/1/proof" in ada.page("/tables/heads-up-holdem/rounds/1")
    proof = words(ada.page("/tables/heads-up-holdem/rounds/1/proof"))
    assert "Proven" in proof
    assert "Shuffle cards 1, use 1 The seed makes it so" in proof


def test_a_shuffle_whose_seed_is_not_told_yet_is_not_proven(other: Played):
    ada = other.looking["Ada"]
    table = play(other.house, "badugi", name="fresh")
    table.rounds(1)
    fresh = ada.page("/tables/fresh/rounds/1")
    if "rounds/1/proof" not in fresh:
        assert "The shuffle can be proven when its seed is told" in words(fresh)
        proof = words(ada.page("/tables/fresh/rounds/1/proof"))
        assert "Not proven" in proof
        assert "not told yet" in proof
    table.rounds(1)
    assert "Proven" in words(ada.page("/tables/fresh/rounds/1/proof"))


def test_the_rounds_of_a_closed_table_are_still_there(other: Played):
    table = play(other.house, "holdem", name="closed")
    table.rounds(1)
    for seat in (1, 2, 3):
        table.system.table.do(LeaveSeat(), seat=seat)
    other.house.people.send(CloseTable(table="closed"), by="Shay", role=Role.SHIFT_SUPERVISOR)
    assert "closed, round 1" in words(other.looking["Ada"].page("/history?table=closed&round=1"))


def test_rounds_of_a_person_are_those_in_which_the_person_sat(other: Played):
    """Who had no seat then is not looked for there; who left and came again is found in both."""
    table = play(other.house, "five-card-hi-lo", name="came-and-went")
    table.rounds(1)
    live = table.system.table
    live.do(LeaveSeat(), seat=2)
    del table.computers.seats[Seat(2)]
    table.rounds(2)
    live.seat(2, "Ben", 100_000)
    table.computers.seats[Seat(2)] = "Ben"
    table.rounds(1)
    past = Past(other.house.record)
    found = past.search(Query(person="Ben", table="came-and-went"))
    assert [one.number for one in found.rounds] == [4, 1]
    # The third was played from beginning to end without Ben: it is not even looked at.
    assert found.looked == 3
    # What is read on later is the same as what is read at once.
    table.rounds(1)
    assert past.search(Query(person="Ben", table="came-and-went")).rounds[0].number == 5
    assert past.search(Query(who="cle", table="came-and-went")).looked == 5
