"""The consoles of dealer and floor, and training: what is next, what follows, what is paid, told to whom it is meant for."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator, Page, expect

from houseway.cards import CARD_TEXT
from houseway.chapters.registry import games
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.play.training import SET, Training
from houseway.play.training.playing import DEALER, Playing, is_settling, settled
from houseway.play.training.tasks import PAID, PUSHED, _seats_settled, _wagers_task, made_report
from houseway.seats import Seat
from houseway.store.attendance import Attendance
from houseway.store.record import Record
from houseway.store.rows import envelope_of
from houseway.view.following import follows
from houseway.web.pages.actions import bar_of
from houseway.web.pages.felt import felt_of
from houseway.web.pages.rendering import money
from houseway.web.pages.visitors import COOKIE
from tests.engine.test_properties import _known, _play, _Swap
from tests.kit.forms import forms_in
from tests.kit.record_views import look_at_stream
from tests.kit.recorded_tables import submission
from tests.pages.browsing import PHONE, Visit
from tests.pages.test_office import Browser, words
from tests.web.serving import Person, Serving, serving

BANKED = ("heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
SEATED: tuple[tuple[int, str], ...] = ((2, "Ann"), (3, "Bob"))
_SUITS = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}
_RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path}/house.db") as opened:
        yield opened


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('demo')}/house.db", demo=True) as opened:
        yield opened


def cards_in(page: str) -> set[str]:
    """Every card a page shows or says, in pictures and in words."""
    shown = set(re.findall(r"#c-([2-9TJQKA][shdc]|Jk)\b", page))
    for rank, suit in re.findall(r"(ace|king|queen|jack|10|[2-9]) of (spades|hearts|diamonds|clubs)", page):
        shown.add(_RANKS.get(rank, rank) + _SUITS[suit])
    return shown | ({"Jk"} if 'aria-label="joker"' in page else set())


def seen_by(house: Serving, table: str, viewer: Viewer) -> set[str]:
    """The cards of a table that a viewer may see, with those of the round before it."""
    server = house.server
    found: set[str] = set()
    for seen in (server.hub(table).observation(viewer), server.hub(table).last_round(viewer)):
        if seen is not None:
            hands = [*seen.hands.values(), seen.community, getattr(seen, "common", ())]
            hands += [part for setting in getattr(seen, "settings", {}).values() for part in setting]
            found |= {CARD_TEXT[card] for hand in hands for card in hand if card is not None}
            magic = getattr(seen, "magic_card", None)
            found |= {CARD_TEXT[magic]} if magic is not None else set()
            for event in seen.events:
                for part in (getattr(event, "cards", ()), getattr(event, "high", ()), getattr(event, "low", ())):
                    found |= {CARD_TEXT[one] for one in _plain(part)}
                one = getattr(event, "card", None)
                found |= {CARD_TEXT[one]} if one is not None else set()
    return found


def _plain(part: Any) -> Iterator[Any]:
    for one in part:
        if isinstance(one, tuple):
            if one[1] is not None:
                yield one[1]
        elif one is not None:
            yield one


# The dealer.


def staffed(house: Serving, game: str, **posted: Any) -> tuple[Browser, Browser, list[Person]]:
    """A staffed table t1 with two players, its dealer and a floorperson; ``posted``: what its submission has otherwise."""
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    house.account("Dana", Role.DEALER)
    house.account("Flynn", Role.FLOORPERSON)
    players = [house.account("Ann"), house.account("Bob")]
    given = {"name": "t1", "submission": submission(game) | posted, "policy": {"staffed": True}}
    assert boss.http.post("/api/tables", json=given).status_code == 201
    for seat, player in enumerate(players, 2):
        assert player.says("t1", "take_seat", seat, cents=100_000).status_code == 200
    return Browser(house, "Dana"), Browser(house, "Flynn"), players


def next_head(page: str) -> str:
    found = re.search(r'id="next".*?<h1>(.*?)</h1>', page, re.DOTALL)
    assert found is not None
    return found.group(1)


def said_by_player(house: Serving, seat: int) -> dict[str, str]:
    """The hands that the player at a seat sets, as the dealer is told of them."""
    hub = house.server.hub("t1")
    held = house.look_at("t1", house.look_at("t1").seats[seat]).hands[seat]
    way = hub.live.rules.game.arrangement.bank(tuple(held))
    return {name: " ".join(CARD_TEXT[card] for card in cards) for name, cards in (("high", way.high), ("low", way.low))}


def take_step(dana: Browser, page: str, house: Serving | None = None) -> str:
    """Do what the console says is next: let the system make it where it can, else fill in the least."""
    part = page[page.index('id="next"') : page.index('id="round"')]
    forms = [one for one in forms_in(part) if one["to"].endswith("/do") and "mishap" not in one["fields"]]
    assert forms, words(part)
    passive = [one for one in forms if one["says"].startswith(("Check", "Call", "House way"))]
    chosen = next((one for one in forms if "by_system" in one["fields"]), (passive or forms)[0])
    fields = {name: values for name, values in chosen["fields"].items() if values != [""] or name == "key"}
    asks = chosen["asks"] if "by_system" not in fields else []
    fields |= {name: [least or "0"] for name, least in asks}
    if house is not None and "high" in fields:
        fields |= {name: [text] for name, text in said_by_player(house, int(fields["seat"][0])).items()}
    answer = dana.post(chosen["to"], fields)
    assert answer.status_code == 200
    return words(answer.text)


def place_wagers(dana: Browser, page: str, **others: str) -> None:
    """The dealer places what the players say: the main wager, what must equal it, and others by name."""
    for form in forms_in(page, "next"):
        areas = [name for name in form["fields"] if name.startswith("wagers:")]
        amounts = {"wagers:ante": "25", "wagers:odds": "25", "wagers:pai_gow": "25"} | others
        fields = form["fields"] | {name: amounts.get(name, "") for name in areas}
        if any(fields[name] for name in areas):
            assert not words(dana.post(form["to"], fields).text)


def play_on(house: Serving, dana: Browser, flynn: Browser, stop: Any, steps: int = 90) -> str:
    """The dealer does what is next, the floor what is the floor's, until something is next."""
    for _ in range(steps):
        page = dana.page("/dealer/t1")
        hidden = cards_in(page) - seen_by(house, "t1", Viewer(Role.DEALER, "Dana"))
        assert not hidden, hidden
        head = next_head(page)
        if stop(head):
            return page
        if head == "Wait for wagers":
            place_wagers(dana, page)
            continue
        if "Waiting for the floor" in page:
            floor = flynn.page("/floor/t1")
            signed = next(one for one in forms_in(floor, "due") if one["to"].endswith("/do"))
            assert not words(flynn.post(signed["to"], signed["fields"]).text)
        else:
            said = take_step(dana, page, house)
            assert not said, (head, said)
    raise AssertionError("it did not come to that")


@pytest.mark.parametrize("game", [*BANKED, "holdem", "triple-draw-2-7"])
def test_the_dealers_console_leads_through_a_whole_round_step_by_step(house: Serving, game: str):
    dana, flynn, _players = staffed(house, game)
    rounds = iter(range(100))
    heads: list[str] = []

    def over(head: str) -> bool:
        heads.append(head)
        seen = house.look_at("t1")
        return next(rounds) > 3 and seen.number == 1 and seen.status in ("wagering", "between rounds")

    play_on(house, dana, flynn, over)
    log = house.record.log
    given = [envelope_of(row) for row in log.commands("table/t1", 0, 10_000) if row["actor"] == "Dana"]
    assert len(given) > 5 and {one.role for one in given} == {Role.DEALER}
    assert any(" is asked" in head for head in heads)
    assert any(one.seat for one in given), "the dealer gave the players' answers at a staffed table"


def test_the_console_turns_up_hand_after_hand_and_says_what_each_was_paid(house: Serving):
    dana, flynn, _players = staffed(house, "heads-up-holdem")
    page = play_on(house, dana, flynn, lambda head: head == "Settle the round")
    assert "Turn up and settle the next hand" in words(page) and "data-seat-pay" not in page
    take_step(dana, page)
    live = house.server.hub("t1").live
    [turned] = [one for one in live.recent if isinstance(one, ev.HandsRevealed)]
    assert turned.seat == 3, "from the dealer's right"
    page = dana.page("/dealer/t1")
    assert words(next_head(page)) == "Settle Seat 3"
    assert "Turn up and settle the next hand" in words(page)
    [(seat, told)] = re.findall(r'data-seat-pay="(\d)"(.*?)</section>', page, re.DOTALL)
    made = [one for one in live.recent if isinstance(one, ev.WagerSettled) and one.seat == int(seat) == 3]
    assert re.findall(r'data-clause="([^"]+)"', told) == [one.clause for one in made]
    net = words(re.findall(r'class="num t-\w+">([^<]*)', told)[0])
    assert net.removeprefix("+") == money(sum(one.net for one in made))


def test_cards_of_a_physical_deck_are_entered_and_a_wrong_deck_is_refused_with_its_clause(house: Serving):
    dana, flynn, _players = staffed(house, "heads-up-holdem")
    page = play_on(house, dana, flynn, lambda head: head == "Shuffle deck 1")
    by_hand = next(one for one in forms_in(page, "next") if "order" in one["fields"])
    short = dana.post(by_hand["to"], {**by_hand["fields"], "order": "As Kd"})
    assert "Not taken" in words(short.text) and "677a" in short.text
    unread = dana.post(by_hand["to"], {**by_hand["fields"], "order": "As Kx"})
    assert "Not taken. Order:" in words(unread.text)
    order = " ".join(CARD_TEXT[:52])
    assert not words(dana.post(by_hand["to"], {**by_hand["fields"], "order": order}).text)
    assert next_head(dana.page("/dealer/t1")) == "Report the device’s count"


def test_the_consoles_are_for_their_people_and_forms_come_from_our_pages(house: Serving):
    dana, flynn, _ = staffed(house, "heads-up-holdem")
    ann = Browser(house, "Ann")
    assert "is for a dealer" in words(ann.page("/dealer", 403)) and ann.page("/dealer/t1", 403)
    assert ann.page("/floor", 403) and ann.page("/floor/t1", 403) and ann.page("/training", 403)
    assert dana.page("/floor/t1", 403) and flynn.page("/dealer/t1", 403)
    assert dana.page("/dealer/nowhere", 404) and flynn.page("/floor/nowhere", 404)
    assert house.client().get("/dealer/t1").status_code == 303
    alone = house.client(cookies={COOKIE: house.people.token("Dana")})
    for path in ("/dealer/t1/do", "/dealer/t1/call", "/floor/t1/do", "/training/holdem/answer"):
        assert alone.post(path, data={"command": "inspect_cards"}).status_code == 403
    assert "t1" in dana.page("/dealer") and "Receive the decks" in dana.page("/dealer/tables")


def test_645a_5_d_a_cut_that_is_offered_can_be_left_and_the_others_are_told_who_is_asked(house: Serving):
    dana, flynn, _ = staffed(house, "pai-gow", shuffler="manual", decks=1)
    play_on(house, dana, flynn, lambda head: head == "Offer the cut to Seat 2")
    take_step(dana, dana.page("/dealer/t1"))
    hub = house.server.hub("t1")
    bars = {n: bar_of(hub.live.rules, hub.observation(Viewer(Role.PLAYER, who)), [Seat(n)]) for n, who in SEATED}
    assert bars[2].head == "The cut is offered to you" and "say no and the cut goes on" in bars[2].says
    assert [one.label for one in bars[2].buttons] == ["No", "Cut"] and not bars[2].hint
    # Who may wager meanwhile has that to do; who has nothing to do is told what is waited for.
    seen = hub.observation(Viewer(Role.PLAYER, "Bob"))
    idle = msgspec.structs.replace(seen, legal=())
    assert bar_of(hub.live.rules, idle, [Seat(3)]).head == "Seat 2 is offered the cut"
    plates = {seat.number: (seat.says, seat.turn) for seat in felt_of(hub.live.rules, seen, [Seat(3)]).seats}
    assert plates[Seat(2)] == ("Offered the cut", True) and not plates[Seat(3)][1]


def test_677a_4_b_the_first_player_to_arrive_says_on_the_own_page_that_the_cards_were_seen(house: Serving):
    dana, flynn, _ = staffed(house, "heads-up-holdem")
    play_on(house, dana, flynn, lambda head: "view the cards" in head)
    ann = Browser(house, "Ann")
    bob = Browser(house, "Bob")
    assert "I have seen them" in ann.page("/tables/t1")
    assert "I have seen them" not in bob.page("/tables/t1")
    assert ann.post("/tables/t1/do", {"command": "view_cards", "seat": "2"}).text.strip() == ""
    assert not any("I have seen them" in person.page("/tables/t1") for person in (ann, bob))


# The floor.


def test_677a_13_d_what_follows_is_told_before_it_is_applied_and_is_what_is_done(house: Serving):
    dana, flynn, players = staffed(house, "heads-up-holdem")
    play_on(house, dana, flynn, lambda head: head == "Wait for wagers")
    for seat, player in enumerate(players, 2):
        wagers = {"ante": 2500, "odds": 2500, "trips_plus": 500}
        assert player.says("t1", "place_wagers", seat, wagers=wagers).status_code == 200
    play_on(house, dana, flynn, lambda head: head == "Deal the Flop")
    dana.post("/dealer/t1/call", {"cause": "dealer_card_exposed", "seat": "0"})
    assert "Dana calls the floor" in flynn.page("/floor/t1") and "Calls the floor" in flynn.page("/floor/tables")
    ann = Browser(house, "Ann")
    called = words(ann.page("/tables/t1"))
    assert "The floor has been called to this table. Dealer card exposed." in called and "held" not in called
    # Another process, or this one after a restart, knows of the call too.
    again = Attendance(Record(house.record.log.engine), "t1")
    again.open()
    assert again.state.call is not None and again.state.call.cause == "dealer_card_exposed"
    page = flynn.page("/floor/t1")
    said = words(page)
    assert "Ante and Odds go back: $100" in said and "Turn and River are dealt all the same" in said
    assert said.count("Trips Plus $5 after the Turn and River") == 2 and "$10 stays" in said
    assert cards_in(page) <= seen_by(house, "t1", Viewer(Role.FLOORPERSON, "Flynn"))
    apply = next(one for one in forms_in(page, "ruling") if "ruled" in one["fields"])
    stale = flynn.post(apply["to"], {**apply["fields"], "seq": "1"})
    assert "gone on since you looked" in stale.text
    assert "Applied" in flynn.post(apply["to"], apply["fields"]).text
    live = house.server.hub("t1").live
    ruled = [one for one in live.recent if type(one).__name__ == "IrregularityRuled"]
    assert [(one.cause, one.clause) for one in ruled] == [("dealer_card_exposed", "677a.13(d)")]
    returned = [one for one in live.recent if isinstance(one, ev.WagersReturned)]
    assert sum(cents for one in returned for _, _, cents in one.wagers) == 10_000
    settled_ones = [one.wager for one in live.recent if isinstance(one, ev.WagerSettled)]
    assert settled_ones == ["trips_plus", "trips_plus"]
    told = words(ann.page("/tables/t1"))
    assert "Round 1 is void" in told and "Void: $50 back" in told and "The floor has been called" not in told
    assert "calls the floor" not in flynn.page("/floor/t1")


def test_two_people_where_the_text_asks_for_two(house: Serving):
    boss = house.account("Sue", Role.SHIFT_SUPERVISOR)
    house.account("Drew", Role.DEALER, Role.FLOORPERSON)
    house.account("Flynn", Role.FLOORPERSON)
    ann = house.account("Ann")
    assert boss.opens("t1", "heads-up-holdem", staffed=True).status_code == 201
    assert ann.says("t1", "take_seat", 1, cents=50_000).status_code == 200
    drew, flynn = Browser(house, "Drew"), Browser(house, "Flynn")
    for _ in range(2):
        assert not take_step(drew, drew.page("/dealer/t1"))
    mine = drew.page("/floor/t1")
    assert "Inspected by" in mine and "Another person must sign." in mine
    verify = {"command": "verify_inspection", "key": ""}
    assert "Drew inspected" in words(drew.post("/floor/t1/do", verify).text)
    theirs = flynn.page("/floor/t1")
    assert "Another person must sign" not in theirs and "Verify the inspection" in theirs
    assert not words(flynn.post("/floor/t1/do", verify).text)


def test_what_waits_for_a_signature_stays_in_its_panel(house: Serving, browser: Chromium):
    staffed(house, "heads-up-holdem")
    dana = Browser(house, "Dana")
    for _ in range(2):
        assert not take_step(dana, dana.page("/dealer/t1"))
    flynn = Visit(browser, house, "Flynn")
    page = flynn.goes("/floor/t1")
    sign = page.locator("#due .is-due button")
    sign.evaluate("button => { button.textContent = 'Document Seat 1’s Progressive Payout'; }")
    panel, box = page.locator("#due").bounding_box(), sign.bounding_box()
    assert panel is not None and box is not None
    assert box["x"] + box["width"] < panel["x"] + panel["width"]
    assert page.locator("#due .sigs").evaluate("sigs => sigs.scrollWidth <= sigs.clientWidth")
    flynn.closes()


def test_a_device_out_of_order_is_covered_and_another_method_used(house: Serving):
    dana, flynn, _players = staffed(house, "heads-up-holdem")
    ruling = flynn.post("/floor/t1/ruling", {"cause": "device-shuffler", "usable": "no"})
    assert "The shuffler is out of order" in words(ruling.text)
    apply = next(one for one in forms_in(ruling.text) if "ruled" in one["fields"])
    apply["fields"]["usable"] = ["no"]
    assert "Applied" in flynn.post(apply["to"], apply["fields"]).text
    assert "The shuffler is out of order." in words(flynn.page("/floor/t1"))
    assert next_head(dana.page("/dealer/t1")) == "Cover the shuffler, or mark it out of order"
    assert not take_step(dana, dana.page("/dealer/t1"))
    method = next(one for one in forms_in(flynn.page("/floor/t1"), "due") if one["says"].startswith("Go on"))
    assert not words(flynn.post(method["to"], method["fields"]).text)
    assert "Receive the decks" in next_head(dana.page("/dealer/t1"))


def test_645a_5_f_a_recut_that_the_floor_requires_is_told_and_made_before_the_deal(house: Serving):
    by_hand = {"shuffler": "manual", "decks": 1}
    dana, flynn, _players = staffed(house, "pai-gow", **by_hand)
    play_on(house, dana, flynn, lambda head: head == "Wait for wagers")
    require = next(one for one in forms_in(flynn.page("/floor/t1"), "due") if one["says"] == "Require a recut")
    assert not words(flynn.post(require["to"], require["fields"]).text)
    page = words(flynn.page("/floor/t1"))
    assert re.search(r"The floor requires that the cards are cut again\.\s*645a\.5\(f\)", page)
    assert re.search(r"Dealer:\s*Cut the cards\s*645a\.5\(f\)", page) and "Require a recut" not in page
    assert next_head(dana.page("/dealer/t1")) == "Cut the cards"
    assert not take_step(dana, dana.page("/dealer/t1"))
    assert next_head(dana.page("/dealer/t1")) == "Wait for wagers"


def test_677a_3_c_decks_that_were_long_in_use_are_changed_before_the_next_round(tmp_path: Path):
    with serving(f"sqlite:///{tmp_path}/house.db") as house:
        dana, flynn, _players = staffed(house, "heads-up-holdem")
        play_on(house, dana, flynn, lambda head: head == "Wait for wagers")
        assert "in use long enough" not in words(flynn.page("/floor/t1"))
        house.advance(24 * 3600)
        # Their sessions are over too.
        dana, flynn = Browser(house, "Dana"), Browser(house, "Flynn")
        page = words(flynn.page("/floor/t1"))
        assert re.search(r"Dealer:\s*Change the decks\s*677a\.3\(c\)\(2\)", page) and "in use long enough" in page
        assert next_head(dana.page("/dealer/t1")) == "Change the decks"
        assert not take_step(dana, dana.page("/dealer/t1"))
        assert "Receive the decks" in next_head(dana.page("/dealer/t1"))


def test_a_dispute_is_ruled_on(house: Serving):
    _dana, flynn, _players = staffed(house, "holdem")
    forms = forms_in(flynn.page("/floor/t1"), "due")
    dispute = next(one for one in forms if "dispute" in one["fields"])
    answer = flynn.post(dispute["to"], {**dispute["fields"], "dispute": "a split pot", "ruling": "it stands"})
    assert not words(answer.text)
    live = house.server.hub("t1").live
    assert [one.ruling for one in live.recent if type(one).__name__ == "DisputeRuled"] == ["it stands"]
    remove = next(one for one in forms if "reason" in one["fields"])
    assert "Not taken" in flynn.post(remove["to"], {**remove["fields"], "reason": "help", "of_seat": "9"}).text


def test_637a_18_a_fouled_hand_that_was_not_protected_is_dead(house: Serving):
    dana, flynn, _players = staffed(house, "holdem")
    play_on(house, dana, flynn, lambda head: "is asked" in head)
    given = {"cause": "hand_fouled", "of_seat": "2"}
    lost = words(flynn.post("/floor/t1/ruling", given).text)
    assert "The hand of Seat 2 is dead" in lost and "Its bets stay in the pot." in lost
    kept = words(flynn.post("/floor/t1/ruling", {**given, "protected": "yes", "reconstructed": "yes"}).text)
    assert "reconstructed and the round goes on" in kept
    assert "cannot be ruled on at this moment" in words(flynn.post("/floor/t1/ruling", {"cause": "wrong_start"}).text)


def test_a_table_is_closed_by_a_shift_supervisor_when_nobody_sits_there(house: Serving):
    _dana, flynn, players = staffed(house, "heads-up-holdem")
    sue = Browser(house, "Sue")
    assert flynn.post("/floor/t1/close", {}).status_code == 403
    assert "closed when nobody sits there" in sue.post("/floor/t1/close", {}).text
    for seat, player in enumerate(players, 2):
        assert player.says("t1", "leave_seat", seat).status_code == 200
    assert sue.post("/floor/t1/close", {}).status_code == 204
    assert look_at_stream(house.record, "house").tables["t1"].closed


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(games(banked=True))), st.integers(0, 2), st.integers(0, 2**32))
def test_what_is_told_beforehand_does_not_depend_on_cards_nobody_may_see(game, variant, seed):
    chance = random.Random(seed)
    for table, *_ in _play(game, variant, seed, steps=60):
        for role in (Role.FLOORPERSON, Role.DEALER):
            viewer = Viewer(role)
            known = _known(table, viewer)
            hidden = [card for card in table.rules.game.deck if card not in known]
            twin = _Swap(dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))).table(table)
            assert _told(table, viewer) == _told(twin, viewer)


def _told(table: Any, viewer: Viewer) -> list[Any]:
    """What the consoles tell of every ruling that is possible now."""
    seen = table.observe(viewer)
    found: list[Any] = []
    for ask in table.legal(viewer):
        if ask.command == "report_irregularity":
            outcome = table.fork().send(envelope(made_report(ask), role=viewer.role, by="Flynn"))
            told = outcome if isinstance(outcome, Refusal) else follows(table.rules, seen, outcome)
            found.append((ask.subject, ask.concerns, told))
    return found


# Training.


@pytest.mark.parametrize("game", [*BANKED, "holdem", "stud-hi-lo-8", "badugi"])
def test_tasks_have_one_right_answer_and_say_why_the_others_are_wrong(game: str):
    training = Training(game, 11)
    kinds = set()
    for _ in range(SET):
        task = training.task
        kinds.add(task.kind)
        assert task.points and task.head and task.scene.phase
        if task.options:
            assert [one.right for one in task.options].count(True) == 1
            assert len({one.says for one in task.options}) == len(task.options) > 1
            assert all(one.clause if one.right else one.why for one in task.options)
        right = next((place for place, one in enumerate(task.options) if one.right), -1)
        answered = training.answer(right, {line.id: (line.right, str(line.cents / 100)) for line in task.lines})
        assert answered.points == task.points and not answered.wrong and not answered.off
        training.go_on()
    assert kinds == {"step", "pay", "irregularity"}


@pytest.mark.parametrize("game", BANKED)
def test_what_a_task_says_a_seat_is_paid_is_what_its_chips_change_by(game: str):
    playing = Playing(game, 5)
    looked_at = 0
    for _ in range(12):
        assert playing.until(is_settling)
        before = playing.table.observe(DEALER)
        events = list(settled(playing))
        for seat in _seats_settled(playing, events):
            if seat == before.bank:
                continue
            task = _wagers_task(playing.fork(), events, seat)
            account = f"player {before.seats[seat]}"
            moved = sum(cents * ((to == account) - (of == account)) for one in events for of, to, cents in one.postings)
            by_hand = sum(one.cents for one in events if isinstance(one, ev.DocumentationAwaited) and one.seat == seat)
            assert _gained(playing.rules, before, seat, task) == moved + by_hand, (seat, task.lines)
            looked_at += 1
        playing.step()
        playing.until(lambda coming: not is_settling(coming))
    assert looked_at > 20


def _gained(rules: Any, before: Any, seat: int, task: Any) -> int:
    """What comes to a seat by the lines of a task: payments, wagers that come back, less what is collected."""
    gained = 0
    for line in task.lines:
        if line.id == "vigorish":
            gained -= line.cents
        elif line.id == "envy":
            gained += line.cents
        else:
            wager, stake = rules.game.wagers[line.id], before.placed[seat][line.id]
            back = line.right in (PAID, PUSHED) and not wager.taken_before_deal
            gained += line.cents + (stake if back else 0)
    return gained


def test_the_hardest_of_many_rounds_is_asked_and_the_same_seed_asks_the_same():
    first, again, other = Training("heads-up-holdem", 3), Training("heads-up-holdem", 3), Training("heads-up-holdem", 4)
    for one in (first, again, other):
        for _ in range(SET):
            _ = one.task
            one.answer(-1, {})
            one.go_on()
    assert first.made == again.made != other.made
    # A payout above even money, a push or a Bad Beat in most of them: plain rounds have them seldom.
    asked = [task for one in (first, other) for task in one.made if task.kind == "pay"]
    hard = [
        task
        for task in asked
        if any(line.right == PUSHED or "to 1" in line.why.replace(" 1 to 1", "") for line in task.lines)
    ]
    assert len(hard) > len(asked) / 2
    assert first.score[0] == 0 or first.number == SET


def test_a_trainee_is_scored_and_told_the_clause_only_after_the_answer(demo: Serving):
    dana = Browser(demo, "Dana")
    assert "Pai Gow Poker" in dana.page("/training") and dana.page("/training/nothing", 404)
    for game in (*BANKED, "holdem"):
        dana.post(f"/training/{game}/again", {"seed": "21"}, live=False)
        twin = Training(game, 21)
        for number in range(4):
            task = twin.task
            page = dana.page(f"/training/{game}")
            inner = page[page.index('class="scene') : page.index("<aside")]
            assert "data-clause" not in inner, "no clause before the answer"
            assert "is-right" not in inner and f"task {number + 1} of {SET}" in page
            right = next((place for place, one in enumerate(task.options) if one.right), 0)
            lines = {f"act:{line.id}": line.right for line in task.lines}
            lines |= {f"cents:{line.id}": str(line.cents / 100) for line in task.lines}
            answer = dana.post(
                f"/training/{game}/answer", {"task": str(number), "option": str(right), **lines}, live=False
            )
            assert answer.status_code == 303
            told = dana.page(f"/training/{game}")
            assert f'Scored <b class="mid num">{task.points} of {task.points}</b>' in told and "data-clause" in told
            # Answering again changes nothing, and another trainee has a way of their own.
            dana.post(f"/training/{game}/answer", {"task": str(number), "option": "3"}, live=False)
            assert f"{task.points} of {task.points}</b>" in dana.page(f"/training/{game}")
            dana.post(f"/training/{game}/next", {"task": str(number)}, live=False)
            twin.answer(right, {line.id: (line.right, str(line.cents / 100)) for line in task.lines})
            twin.go_on()
    assert "task 5 of 12" in words(dana.page("/training/holdem")), "it is gone on with where it was left"
    wrong = dana.post("/training/holdem/again", {"seed": "x"}, live=False)
    assert wrong.status_code == 422


# In a browser.


def opened(browser: Chromium, house: Serving, person: str, path: str, **view: Any) -> Visit:
    """A page of a person in a browser of their own."""
    visit = Visit(browser, house, person, **view)
    visit.goes(path)
    return visit


def test_dealer_and_floor_work_together_in_their_browsers(house: Serving, browser: Chromium):
    staffed(house, "heads-up-holdem")
    dana = opened(browser, house, "Dana", "/dealer/t1")
    flynn = opened(browser, house, "Flynn", "/floor/t1", viewport=PHONE, color_scheme="dark")
    dealer, floor = dana.page, flynn.page
    head = dealer.locator("#next h1")
    dealer.wait_for_selector("#conn.tag--win")
    dealer.keyboard.press("Space")
    expect(head).to_have_text("Inspect the cards")
    dealer.keyboard.press("Space")
    expect(head).to_have_text("Verify the inspection")
    # The floor's page shows it without being asked, and the dealer's page goes on when the floor has signed.
    floor.get_by_role("button", name="Verify the inspection").click()
    expect(head).to_have_text("Spread the cards face up")
    dealer.select_option("#cause", "")
    dealer.get_by_role("button", name="Call the floor").click()
    floor.wait_for_selector("text=Dana calls the floor")
    assert floor.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), "a phone does not scroll sideways"
    assert dana.errors == flynn.errors == []


def test_a_button_that_comes_to_lie_under_a_resting_pointer_takes_no_click_at_once(house: Serving, browser: Chromium):
    dana, flynn, _players = staffed(house, "pai-gow", shuffler="manual", decks=1)
    play_on(house, dana, flynn, lambda head: head == "Wait for wagers")
    visit = opened(browser, house, "Flynn", "/floor/t1")
    floor = visit.page
    floor.wait_for_selector("#conn.tag--win")
    require = floor.get_by_role("button", name="Require a recut")
    require.scroll_into_view_if_needed()
    box = require.bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + box["height"] / 2
    # As soon as another button lies there, it is clicked once more, as a hasty hand does.
    floor.evaluate(
        """([x, y]) => document.addEventListener("htmx:ws:after:message:incoming", () => {
          const one = document.elementFromPoint(x, y)?.closest(".do button, .do summary");
          if (!one || one.textContent === "Require a recut" || window.came) return;
          window.came = one.textContent;
          one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
        })""",
        [x, y],
    )
    floor.mouse.move(x, y)
    floor.mouse.down()
    floor.mouse.up()
    came = floor.wait_for_function("() => window.came").json_value()
    hub = house.server.hub("t1")
    after = hub.observation(Viewer(Role.FLOORPERSON, "Flynn")).revision
    visit.settle()
    assert hub.observation(Viewer(Role.FLOORPERSON, "Flynn")).revision == after, came
    assert not _is_open(floor, came)
    # Who moves the pointer means it.
    floor.mouse.move(x + 8, y)
    floor.mouse.down()
    floor.mouse.up()
    visit.settle()
    assert hub.observation(Viewer(Role.FLOORPERSON, "Flynn")).revision > after or _is_open(floor, came)
    assert visit.errors == []


def _is_open(page: Page, summary: str) -> bool:
    return page.locator(".do[open] summary", has_text=summary).count() > 0


def steps_until(dealer: Visit, floor: Visit, shown: Locator) -> None:
    """The dealer takes step after step until the floor's page shows something."""
    for _ in range(20):
        dealer.settle()
        floor.settle()
        if shown.count():
            return
        dealer.page.keyboard.press("Space")
    shown.wait_for()


ROYAL = "Ts 2d 3h Js 2c 4h 5d Qs Ks As 6d 7h 8d 9c"
"""Dealt to two players and the dealer: a royal flush at Seat 2 with the Flop."""


def test_647a_11_i_3__a_payout_is_validated_and_documented_on_the_floors_page(house: Serving, browser: Chromium):
    dana, flynn, _ = staffed(house, "holdem-bonus")
    page = play_on(house, dana, flynn, lambda head: head == "Shuffle deck 1")
    by_hand = next(one for one in forms_in(page, "next") if "order" in one["fields"])
    rest = [card for card in CARD_TEXT[:52] if card not in ROYAL.split()]
    assert not words(dana.post(by_hand["to"], {**by_hand["fields"], "order": " ".join([ROYAL, *rest])}).text)
    page = play_on(house, dana, flynn, lambda head: head == "Wait for wagers")
    place_wagers(dana, page, **{"wagers:progressive": "1"})
    play_on(house, dana, flynn, lambda head: head == "Settle the round")
    at_dealer = opened(browser, house, "Dana", "/dealer/t1")
    at_floor = opened(browser, house, "Flynn", "/floor/t1", viewport=PHONE)
    floor, head = at_floor.page, at_dealer.page.locator("#next h1")
    validate = floor.get_by_role("button", name="Validate Seat 2’s Progressive")
    steps_until(at_dealer, at_floor, validate)
    expect(head).to_contain_text("Validate Seat 2’s Progressive")
    signed = floor.locator("#due article", has_text="Payout: Seat 2")
    expect(signed).to_contain_text("Dana")
    live = house.server.hub("t1").live
    chips = house.look_at("t1").chips[2]
    validate.click()
    signed.wait_for(state="detached")
    document = floor.locator("#due article", has_text="Hand payment: Seat 2")
    steps_until(at_dealer, at_floor, document)
    document.get_by_role("button").click()
    document.wait_for(state="detached")
    [paid] = [
        one for one in live.recent if isinstance(one, ev.WagerSettled) and (one.seat, one.wager) == (2, "progressive")
    ]
    # The whole meter is paid by hand: no chip of the table moves for it.
    assert paid.postings == (("meter progressive", "payout Ann", 1_000_000),)
    assert house.look_at("t1").chips[2] == chips
    assert at_dealer.errors == at_floor.errors == []


def test_a_task_is_answered_with_the_keyboard_alone(demo: Serving, browser: Chromium):
    visit = opened(browser, demo, "Dana", "/training/omaha-high", viewport=PHONE)
    page = visit.page
    page.wait_for_selector(".scene")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.opt__radio')"):
            break
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".opt.is-right")
    page.wait_for_load_state()
    page.keyboard.press("Space")
    page.wait_for_selector("text=task 2 of 12")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1") and visit.errors == []
