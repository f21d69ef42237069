"""Presses of buttons and keys: none that was aimed at a question answers the next one, and none throws a winning hand away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from houseway.cards import text_of
from houseway.chapters.c637a_poker.hands import is_beaten
from houseway.chapters.c637a_poker.state import Status
from houseway.store.rows import event_of
from tests.kit.table_views import look_at
from tests.pages.browsing import DESK, PHONE, Visit
from tests.pages.played import Looking, people, play
from tests.pages.test_tables import kind, takes_presses
from tests.web.serving import Serving, serving

Come = Callable[..., Visit]
Box = dict[str, float]
TABLE = "two-players"
TEN = 10
VIEWPORTS = pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
NOTE_BUTTONS = """() => {
  window.buttons = {};
  const note = () => document.querySelectorAll("#actions button b").forEach(one => {
    const { x, y, width, height } = one.closest("button").getBoundingClientRect();
    window.buttons[one.textContent] = { x, y, width, height };
  });
  new MutationObserver(note).observe(document.querySelector(".table-page"), { childList: true, subtree: true, characterData: true });
  note();
}"""
"""Note where each button is that the bar has from now on."""
BOXES = """() => [...document.querySelectorAll("#actions button")].filter(one => one.offsetParent)
  .map(one => { const { x, y, width, height } = one.getBoundingClientRect(); return { label: one.innerText, gives_up: Boolean(one.closest(".actions__giveup")), x, y, width, height }; })"""


def overlap(one: Box, other: Box) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


class Hand:
    """Two people at a table of hold'em that has no clock, of whom the guest holds the hand of seat 1."""

    def __init__(self, visit: Come, **options: Any) -> None:
        self.guest, self.second = visit(**options), visit("Second")
        boss = self.guest.house.person("Shay")
        assert boss.opens(TABLE, "holdem", clock=0, pace=1000).status_code == 201
        self.page, other = self.guest.sits(TABLE, 1), self.second.sits(TABLE, 2)
        self.pages = {1: self.page, 2: other}
        self.hub = self.guest.house.server.hub(TABLE)
        self.people = {1: self.guest.house.person("Guest"), 2: self.guest.house.person("Second")}

    @property
    def round(self) -> Any:
        return self.guest.house.look_at(TABLE)

    def presses(self, seat: int, *labels: str) -> None:
        """Press the first of these buttons that there is."""
        page = self.pages[seat]
        takes_presses(page)
        for label in labels:
            button = page.locator("#actions .act", has_text=re.compile(f"^{label}"))
            if button.count():
                button.first.click()
                return
        raise AssertionError(page.locator("#actions").inner_text())

    def is_asked(self, seat: int) -> bool:
        return self.pages[seat].locator("#actions[data-kind=ask] .act").count() > 0

    def guest_loses(self) -> bool:
        """Whether the guest's hand is beaten by the other one."""
        hands = {seat: self.guest.house.look_at(TABLE, person.name).hands[seat] for seat, person in self.people.items()}
        return is_beaten(self.hub.live.rules.game, 1, hands, self.round.community, [(1, 2)])

    def until_river(self, wanted: Callable[[], bool]) -> None:
        """Play on until the guest is the last to check on the river, with such a hand; other hands are folded."""

        def there() -> bool:
            round = self.round
            on_river = round.status is Status.BETTING and round.phase == "river"
            if on_river and round.actor == 1 and round.button == 1 and wanted():
                return True
            if round.actor:
                # Up to there it is played without the pages.
                word = "fold" if on_river and round.actor == 1 else "call" if self._owes(round) else "check"
                self.people[round.actor].says(TABLE, "act", round.actor, word=word)
            return False

        self.guest.house.play_until(there)
        self.guest.until(
            lambda: self.is_asked(1) and self.page.locator("#top .board .pc[aria-label*=' of ']").count() == 5
        )

    def _owes(self, round: Any) -> bool:
        return bool(round.bets.get(round.actor, 0) < round.current)

    def happened(self, tag: str) -> int:
        return len(list(self.guest.house.record.log.tagged(f"table/{TABLE}", tag)))

    def is_over(self) -> bool:
        return self.round.status is Status.BETWEEN_ROUNDS

    def lets_time_run_out(self) -> None:
        """The guest does not answer: the hand is shown, and the round is over."""
        self.guest.house.advance(60)
        self.guest.until(self.is_over)

    def middle_of(self, label: str) -> tuple[float, float]:
        """Where the pointer presses a button of the guest's bar."""
        box = self.page.locator("#actions .act", has_text=re.compile(f"^{label}")).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@VIEWPORTS
def test_637a_18_e__pressing_check_again_and_again_on_the_river_throws_nothing_away(
    visit: Come, viewport: dict[str, int]
):
    hand = Hand(visit, viewport=viewport)
    hand.until_river(hand.guest_loses)
    takes_presses(hand.page)
    before, place = hand.page.evaluate(BOXES), hand.middle_of("Check")
    muck = hand.page.get_by_role("button", name="Muck")
    for _ in range(TEN):
        hand.page.mouse.click(*place)
    hand.guest.until(muck.is_visible)
    # Looked at first: the presses below may show the hand, and then nothing can be thrown away any more.
    box = muck.bounding_box()
    assert box is not None
    for _ in range(TEN):
        hand.page.mouse.click(*place)
    # What gives a hand up is never where another button was.
    assert not any(overlap(dict(box), other) for other in before if not other["gives_up"])
    hand.lets_time_run_out()
    assert not hand.happened("hand_mucked") and hand.happened("hand_shown") == 2


def test_637a_18_e__keys_pressed_on_throw_nothing_away(visit: Come):
    hand = Hand(visit)
    hand.until_river(hand.guest_loses)
    takes_presses(hand.page)
    for _ in range(TEN):
        hand.page.keyboard.press("c")
    hand.guest.until(hand.page.get_by_role("button", name="Muck").is_visible)
    for _ in range(TEN):
        hand.page.keyboard.press("c")
        hand.page.keyboard.press("Space")
    hand.lets_time_run_out()
    assert not hand.happened("hand_mucked") and hand.happened("hand_shown") == 2


def test_637a_18_e__a_winning_hand_is_never_offered_to_be_thrown_away(visit: Come):
    hand = Hand(visit)
    hand.until_river(lambda: not hand.guest_loses())
    hand.page.evaluate(NOTE_BUTTONS)
    hand.presses(1, "Check")
    hand.guest.until(hand.page.locator("#payments", has_text="The pots").count)
    buttons = hand.page.evaluate("window.buttons")
    assert "Check" in buttons and "Muck" not in buttons


@VIEWPORTS
def test_pressing_deal_again_and_again_bets_once_and_takes_nothing_back(visit: Come, viewport: dict[str, int]):
    one = visit(viewport=viewport)
    # Alone at the table, with time to press.
    assert one.house.person("Shay").opens("alone", "heads-up-holdem", clock=0, pace=1000).status_code == 201
    page = one.sits("alone", 2)
    one.until(lambda: kind(page) == "bets")
    hub = one.house.server.hub("alone")
    page.locator("[data-stake=ante]").first.click()
    takes_presses(page)
    box = page.locator("[data-bets] .act--primary").bounding_box()
    assert box is not None
    before = page.evaluate(BOXES)
    for _ in range(TEN):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    one.settle()
    back = page.get_by_role("button", name="Take back").bounding_box()
    assert back is not None
    assert not any(overlap(dict(back), other) for other in before)
    for _ in range(TEN):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    one.settle()
    assert one.house.look_at("alone").placed[2] == {"ante": 100, "odds": 100}
    tags = {row["tag"] for row in one.house.record.log.events("table/alone", 0, hub.live.seq)}
    assert "wagers_withdrawn" not in tags


# Enter is the primary action; Space presses what has the focus.


def sits_alone(one: Visit, game: str, dollars: int = 500) -> Page:
    """Sit down alone at a table without a clock, when bets are open, or with too few chips for any."""
    assert one.house.person("Shay").opens("alone", game, clock=0).status_code == 201
    page = one.sits("alone", 2, dollars)
    one.until(lambda: kind(page) in ("bets", "wait"))
    return page


def recorded(one: Visit, tag: str) -> list[Any]:
    """The events of a kind at that table."""
    return [event_of(row) for row in one.house.record.log.tagged("table/alone", tag)]


def presses_key(page: Page, key: str) -> None:
    takes_presses(page)
    page.keyboard.press(key)


def test_enter_deals_after_a_betting_spot_was_clicked_and_space_adds_a_chip(visit: Come):
    one = visit()
    page = sits_alone(one, "heads-up-holdem")
    page.get_by_role("radio", name="$5 chip").click()
    page.locator("[data-stake=ante]").click()
    page.keyboard.press("Space")
    assert page.locator("#stake-ante").input_value() == "10"
    presses_key(page, "Enter")
    [placed] = one.until(lambda: recorded(one, "wagers_placed"))
    assert dict(placed.wagers) == {"ante": 1000, "odds": 1000}


def test_enter_is_the_primary_button_and_space_the_one_with_the_focus(visit: Come):
    one = visit()
    page = sits_alone(one, "heads-up-holdem")
    page.locator("[data-stake=ante]").click()
    presses_key(page, "Enter")
    one.until(lambda: kind(page) == "ask")
    primary, check = page.locator("#actions .act--primary"), page.locator("#actions .act", has_text="Check")
    assert primary.locator("kbd").all_inner_texts() == ["3", "Enter"]
    check.focus()
    presses_key(page, "Space")
    one.until(lambda: [event.word for event in recorded(one, "decided")] == ["check"] and check.count())
    one.until(lambda: primary.locator("b").inner_text() == "Raise 2×")
    check.focus()
    presses_key(page, "Enter")
    decided = one.until(lambda: recorded(one, "decided")[1:])
    assert [(event.word, event.cents) for event in decided] == [("raise", 200)]


def test_645a_11_b__enter_sets_the_hands_that_arrows_have_arranged(visit: Come):
    one = visit()
    page = sits_alone(one, "pai-gow")
    page.locator("[data-stake=pai_gow]:visible").click()
    presses_key(page, "Enter")
    one.until(lambda: kind(page) == "set")
    before = set(page.locator("[data-low-cards]").input_value().split())
    page.locator("[data-zone=high] [data-card]").first.focus()
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    arranged = set(page.locator("[data-low-cards]").input_value().split())
    assert arranged != before and page.locator(".pcb:focus").count() == 1
    presses_key(page, "Enter")
    own = one.until(lambda: [event for event in recorded(one, "hands_set") if event.seat == 2])
    assert set(text_of(own[0].low).split()) == arranged


def test_enter_in_the_amount_of_a_bet_makes_that_bet(visit: Come):
    hand = Hand(visit)
    hand.until_river(lambda: True)
    hand.page.locator("[data-typed]").fill("40")
    presses_key(hand.page, "Enter")
    hand.guest.until(lambda: hand.round.bets.get(1) == 4000)


def test_enter_follows_a_link_that_was_reached_by_keys(visit: Come):
    one = visit()
    page = sits_alone(one, "heads-up-holdem")
    page.locator("[data-stake=ante]").click()
    takes_presses(page)
    page.evaluate("document.activeElement.blur(); document.querySelector('.skip').focus()")
    page.keyboard.press("Shift")
    one.until(lambda: page.evaluate("document.activeElement.matches('.skip:focus-visible')"))
    page.keyboard.press("Enter")
    one.until(lambda: page.url.endswith("#main"))
    assert not recorded(one, "wagers_placed") and kind(page) == "bets"


# What the server makes of an answer to a question that has passed.


@pytest.fixture
def played(tmp_path: Any) -> Iterator[tuple[Serving, dict[str, Looking]]]:
    with serving(str(tmp_path / "house.db")) as opened:
        yield opened, people(opened)


def fields_of(form: str) -> dict[str, str]:
    return dict(re.findall(r'name="([\w:]+)" value="([^"]*)"', form))


def answer_form(page: str, label: str) -> dict[str, str]:
    """The fields of the button with a label."""
    forms = re.findall(r'<form class="act-form".*?</form>', page, re.DOTALL)
    return fields_of(next(form for form in forms if f"<b>{label}</b>" in form))


@pytest.mark.parametrize("words", [False, True], ids=["felt", "words"])
def test_an_answer_to_a_question_that_has_passed_changes_nothing_and_says_so(
    played: tuple[Serving, dict[str, Looking]], words: bool
):
    house, looking = played
    table = play(house, "holdem")
    ada = looking["Ada"]
    seat = next(seat for seat, person in look_at(table.system.table).seats.items() if person == "Ada")

    def asked_first() -> None:
        while (seen := look_at(table.system.table)).actor != seat or seen.phase != "hole cards":
            table.step()

    asked_first()
    old = answer_form(ada.page("/tables/holdem"), "Fold")
    question = old["question"]
    assert question
    number = look_at(table.system.table).number
    # The same question as long as it is open, whoever looks and whatever else happens; another one afterwards.
    assert answer_form(ada.page("/tables/holdem"), "Fold")["question"] == question
    while look_at(table.system.table).number == number:
        table.step()
    asked_first()
    seq = house.record.live("table/holdem").seq
    answer = ada.post("/tables/holdem/do", **{**old, "key": "late", "plain": "yes" if words else ""})
    assert "The table had moved on before your answer arrived. Nothing was changed." in answer.text
    assert house.record.live("table/holdem").seq == seq


def test_a_form_sent_again_gets_its_first_answer_though_the_question_has_passed(
    played: tuple[Serving, dict[str, Looking]],
):
    house, looking = played
    table = play(house, "holdem")
    ada = looking["Ada"]
    seat = next(seat for seat, person in look_at(table.system.table).seats.items() if person == "Ada")
    while look_at(table.system.table).actor != seat:
        table.step()
    fields = {**answer_form(ada.page("/tables/holdem"), "Fold"), "key": "once"}
    first, again = (ada.post("/tables/holdem/do", **fields) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert not first.text.strip() and not again.text.strip()
    assert seat in house.look_at("holdem").folded


def test_637a_18_e__a_beaten_hand_is_conceded_by_its_own_button(played: tuple[Serving, dict[str, Looking]]):
    house, looking = played
    table = play(house, "holdem")
    ada = looking["Ada"]

    def offers() -> str:
        """Ada's page, once it offers to concede."""
        while True:
            page = ada.page("/tables/holdem")
            if look_at(table.system.table).status is Status.SHOWDOWN and "<b>Muck</b>" in page:
                return page
            table.step()

    fields = answer_form(offers(), "Muck")
    assert fields["muck"] == "yes"
    answer = ada.post("/tables/holdem/do", **fields)
    assert answer.status_code == 200 and not answer.text.strip()
    state: Any = house.record.live("table/holdem").state
    assert int(fields["seat"]) in state.round.mucked
