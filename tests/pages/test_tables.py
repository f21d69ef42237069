"""Tables in a real browser: full rounds of the banked games, hands of each poker family, keys, phones, lost lines, races."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from houseway.store.rows import event_of
from tests.pages.browsing import DESK, PHONE, STEPWISE, Visit
from tests.web.serving import Serving

Come = Callable[..., Visit]
MAIN = {"heads-up-holdem": "ante", "holdem-bonus": "ante", "pai-gow": "pai_gow", "five-card-hi-lo": "ante"}


def kind(page: Page) -> str:
    found = page.locator("#actions")
    return found.get_attribute("data-kind") or ("set" if found.get_attribute("data-setter") is not None else "")


def bets(page: Page, wager: str, chips: int = 2) -> None:
    """Bet chips of $5."""
    page.get_by_role("radio", name="$5 chip", exact=True).click()
    # An area may be there twice: a phone has its own.
    area = page.locator(f"[data-stake={wager}]").locator("visible=true").first
    for _ in range(chips):
        area.click()
    page.locator("[data-bets] .act--primary").click()


PRESS = """words => {
  if (document.querySelector(".is-guarded, .is-sending")) return false;
  if (!document.querySelector("#actions[data-kind=ask], #actions[data-kind=draw], #actions[data-setter]")) return false;
  const acts = [...document.querySelectorAll("#actions .act-form .act, #actions .draw .act, #actions .setter__form [type=submit]")];
  const found = words.map(word => acts.find(act => act.textContent.includes(word))).find(Boolean) ?? acts.at(-1);
  found?.click();
  return Boolean(found);
}"""
"""Look and press in one go: a question may pass between the two."""
BET = """wager => {
  const deal = document.querySelector("[data-bets] .act--primary");
  const area = [...document.querySelectorAll(`[data-stake=${wager}]`)].find(area => area.checkVisibility());
  if (!deal || !area || document.querySelector(".is-guarded, .is-sending")) return;
  document.querySelector('[role=radio][aria-label="$5 chip"]').click();
  area.click();
  area.click();
  deal.click();
}"""
"""Bet two chips of $5, likewise in one go."""


def answers(page: Page, *words: str) -> None:
    """Give the first of these answers that is offered, or else the last there is; set and draw as it lies."""
    page.evaluate(PRESS, list(words))


def takes_presses(page: Page) -> None:
    """Wait until the bar takes presses: not right after a question has come."""
    page.locator(".table-page:not(.is-guarded, .is-sending)").wait_for()


def draws(one: Visit) -> Page:
    """Sit down at Badugi and play on until the first draw is asked for."""
    one.opens_table("badugi")
    page = one.sits("badugi", 1)

    def drawing() -> bool:
        answers(page, "Check", "Call") if kind(page) == "ask" else None
        return kind(page) == "draw"

    one.until(drawing)
    return page


@pytest.mark.parametrize("game", MAIN)
def test_a_full_round_of_a_banked_game(visit: Come, game: str):
    one = visit()
    # Not at the end of the table: neighbours on both sides leave one's own areas free.
    page = one.sits(game, 2)
    one.until(lambda: kind(page) == "bets")
    bets(page, MAIN[game])

    def paid_out() -> str:
        found = page.locator("#payments").inner_html()
        if "In all" in found:
            return found
        answers(page)
        return ""

    paid = one.until(paid_out)
    assert "Your payments" in paid
    assert 'class="clause"' in paid


@pytest.mark.parametrize("game", ["omaha-hi-lo-8", "stud-high", "triple-draw-2-7"])
def test_a_hand_of_each_poker_family(visit: Come, game: str):
    one = visit()
    one.opens_table(game)
    page = one.sits(game, 1)
    asked: set[int] = set()

    def over() -> bool:
        seen = one.house.look_at(game)
        if kind(page) == "ask":
            asked.add(seen.number)
        if asked and (seen.number > min(asked) or seen.status == "between rounds"):
            return True
        answers(page, "Check", "Call")
        return False

    one.until(over)
    one.until(lambda: page.locator("#payments").get_by_role("heading", name="The pots").count())


def test_holdem_with_three_browsers_each_sees_own_cards_alone(visit: Come):
    people = [visit(name) for name in ("Guest", "Second", "Third")]
    pages = [one.sits("holdem", seat) for seat, one in enumerate(people, 1)]
    first = people[0]

    def hold() -> bool:
        """All three have their cards before them. Until then nobody may lose everything, and who folds waits for the next hand."""
        if not {1, 2, 3} <= first.house.look_at("holdem").hands.keys():
            for page in pages:
                answers(page, "Check", "Fold")
            return False
        return all(page.locator(".seat.is-me .pc").count() for page in pages)

    first.until(hold)
    for seat, page in enumerate(pages, 1):
        for other in {1, 2, 3} - {seat}:
            faces = page.locator(f"#seat-{other} .pc[aria-label*=' of ']").count()
            assert faces == 0, f"seat {seat} sees a card of seat {other}"
    before = first.house.look_at("holdem").number

    def over() -> bool:
        for page in pages:
            answers(page, "Check", "Call")
        return bool(first.house.look_at("holdem").number > before)

    first.until(over)


def test_a_settlement_is_shown_seat_by_seat_and_can_be_skipped(visit: Come):
    one = visit(reduced_motion="no-preference")
    one.run_first(STEPWISE)
    page = one.sits("five-card-hi-lo", 2)
    one.until(lambda: kind(page) == "bets")
    bets(page, "ante")

    settling = page.locator("#settling")

    def settles() -> bool:
        if settling.is_visible():
            return True
        if kind(page) == "bets" and "In all" in page.locator("#payments").inner_text():
            # Nobody else had a wager: there was one seat to settle.
            bets(page, "ante")
        answers(page, "Play")
        return False

    one.until(settles)
    order = page.locator("#actions").get_attribute("data-order")
    assert order is not None
    # From the dealer's right, the last seat first; who folded was settled before.
    seats = [int(seat) for seat in order.split()]
    decided: list[Any] = [event_of(row) for row in one.house.record.log.tagged("table/five-card-hi-lo", "decided")]
    folded = {event.seat for event in decided if event.folds}
    stayed = [seat for seat in seats if seat not in folded]
    assert stayed == sorted(stayed, reverse=True) and seats[-1] == 2
    assert page.locator(".seat.is-me.is-later").count() == 1
    assert page.locator("#payments").is_hidden()
    page.keyboard.press("Space")
    assert settling.is_visible() and page.locator("[data-seq] .is-done").count() >= 1
    page.keyboard.press("Enter")
    settling.wait_for(state="hidden")
    assert page.locator(".seat.is-later").count() == 0
    assert "In all" in page.locator("#payments").inner_text()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_slide_in_where_motion_is_welcome_and_none_stays_out_of_sight(visit: Come, motion: str):
    one = visit(reduced_motion=motion)
    page = one.sits("heads-up-holdem", 2)
    one.until(lambda: kind(page) == "bets")
    page.evaluate(
        """() => { window.came = 0; document.addEventListener("animationstart", event => { window.came += event.animationName === "deal"; }); }"""
    )
    bets(page, "ante")
    one.until(lambda: kind(page) == "ask")
    own = page.locator(".seat.is-me .pc")
    assert own.count() == 2
    if motion == "reduce":
        assert page.locator(".pc.is-new").count() == 0 and page.evaluate("window.came") == 0
        return
    one.until(lambda: page.evaluate("window.came") >= 2)
    # The last of many cards begins half a second after the first.
    one.until(lambda: own.evaluate_all("cards => cards.every(one => getComputedStyle(one).opacity === '1')"))


def test_bets_that_are_gathered_go_to_the_pot_and_leave_nothing_behind(visit: Come):
    one = visit(reduced_motion="no-preference")
    page = one.goes("/tables/holdem")
    page.evaluate(
        """() => {
          window.went = 0;
          const note = changes => changes.forEach(one => one.addedNodes.forEach(node => { window.went += Boolean(node.matches?.(".bet--goes")); }));
          new MutationObserver(note).observe(document.querySelector(".table-page"), { childList: true });
        }"""
    )
    one.until(lambda: page.evaluate("window.went") > 1)
    one.until(lambda: page.locator(".bet--goes").count() == 0)


def test_the_felt_does_not_jump_from_question_to_question(visit: Come):
    one = visit()
    page = one.sits("heads-up-holdem", 2)
    one.until(lambda: kind(page) == "bets")
    bets(page, "ante")
    page.evaluate(
        """() => {
          window.tall = {};
          const note = () => { const bar = document.getElementById("actions"); window.tall[bar.dataset.kind] = Math.round(bar.getBoundingClientRect().height); };
          new MutationObserver(note).observe(document.querySelector(".table-page"), { childList: true });
          note();
        }"""
    )

    def settled() -> bool:
        answers(page, "Check", "Raise", "Call")
        return "In all" in page.locator("#payments").inner_text()

    one.until(settled)
    tall = page.evaluate("window.tall")
    assert {"bets", "ask", "wait"} <= set(tall) and len(set(tall.values())) == 1, tall


def test_any_key_ends_the_settlement_as_it_is_shown(visit: Come):
    one = visit(reduced_motion="no-preference")
    one.run_first(STEPWISE)
    page = one.sits("heads-up-holdem", 1)
    one.until(lambda: kind(page) == "bets")
    bets(page, "ante")

    def settles() -> bool:
        if page.locator("#settling").is_visible():
            return True
        if kind(page) == "bets" and "In all" in page.locator("#payments").inner_text():
            bets(page, "ante")
        answers(page, "Check", "Raise", "Call")
        return False

    one.until(settles)
    page.keyboard.press("x")
    page.locator("#settling").wait_for(state="hidden")
    assert page.locator("#actions").is_visible()


def test_645a_11_f__a_foul_setting_is_said_before_it_is_placed_and_a_hint_is_there(visit: Come):
    one = visit()
    page = one.sits("pai-gow", 2)
    foul = None
    for _ in range(6):
        one.until(lambda: kind(page) == "bets")
        bets(page, "pai_gow")
        one.until(lambda: kind(page) == "set")
        ways = json.loads(page.get_attribute("[data-setter]", "data-ways") or "")
        assert len(ways) == 21
        foul = next((low for low, _, _, is_foul in ways if is_foul), None)
        if foul is not None:
            break
        page.get_by_role("button", name="Set hands").click()
    assert foul is not None
    assert page.locator("[data-low-says]").inner_text()
    # Cards are swapped by a tap on one in each hand.
    wanted = foul.split()
    for card in wanted:
        if page.locator(f"[data-zone=high] [data-card='{card}']").count():
            other = next(
                one
                for one in page.locator("[data-zone=low] [data-card]").all()
                if one.get_attribute("data-card") not in wanted
            )
            page.locator(f"[data-zone=high] [data-card='{card}']").click()
            other.click()
    page.locator("[data-foul]", has_text="645a.11(f)(1)(iii)").wait_for()
    page.get_by_role("button", name="House way").click()
    page.locator("[data-foul]").wait_for(state="hidden")
    page.get_by_role("button", name="Hint").click()
    page.locator("#hint .t-win", has_text="best").first.wait_for()


def test_645a_11_b__cards_change_hands_by_drag_tap_and_keys(visit: Come):
    one = visit()
    page = one.sits("pai-gow", 2)
    one.until(lambda: kind(page) == "bets")
    bets(page, "pai_gow")
    one.until(lambda: kind(page) == "set")
    high, low = page.locator("[data-zone=high] [data-card]"), page.locator("[data-zone=low] [data-card]")

    def lies_low() -> list[str]:
        return sorted(page.locator("[data-low-cards]").input_value().split())

    def first_of_both() -> tuple[str, str]:
        return high.first.get_attribute("data-card") or "", low.first.get_attribute("data-card") or ""

    goes, stays = first_of_both()
    high.first.drag_to(low.first)
    one.until(lambda: goes in lies_low() and stays not in lies_low())
    # Let go beside the hands it goes back; dropped on its own hand it stays.
    before = lies_low()
    high.first.drag_to(page.locator(".felt"))
    high.first.drag_to(high.nth(2))
    assert lies_low() == before and page.locator(".pcb[aria-pressed=true]").count() == 0
    goes, stays = first_of_both()
    high.first.click()
    low.first.click()
    assert goes in lies_low() and stays not in lies_low()
    goes, stays = first_of_both()
    high.first.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    assert goes in lies_low() and stays not in lies_low()
    # The card that was moved to keeps the focus, so that the keys go on from it.
    assert page.evaluate("document.activeElement.dataset.card") == stays


def test_bets_half_typed_when_bets_close_lie_ready_when_they_open_again(visit: Come):
    one = visit()
    page = one.sits("heads-up-holdem", 2)
    one.until(lambda: kind(page) == "bets")
    page.get_by_role("radio", name="$5 chip", exact=True).click()
    page.locator("[data-stake=pocket_bonus]").click()
    page.locator("#stake-trips_plus").click()
    page.keyboard.type("12")
    # Everybody else has bet.
    one.until(lambda: not one.house.go_on())
    one.house.advance(60)
    one.until(lambda: page.locator("#refused", has_text="lie ready for the next round").count())
    one.until(lambda: kind(page) == "bets")
    assert page.locator("#stake-trips_plus").input_value() == "12"
    assert page.locator("#stake-pocket_bonus").input_value() == "5"
    assert page.evaluate("document.activeElement.id") == "stake-trips_plus"


def test_bets_that_were_taken_do_not_lie_ready_again_where_the_table_is_told_before_the_answer(visit: Come):
    one = visit()
    page = one.sits("heads-up-holdem", 2)
    one.until(lambda: kind(page) == "bets")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/tables/heads-up-holdem/do", hold)
    one.held_back = 1
    bets(page, "ante")
    one.until(lambda: waiting)
    taken = waiting[0].fetch()
    one.until(lambda: kind(page) != "bets")
    one.held_back = 0
    waiting[0].fulfill(response=taken)
    page.unroute("**/tables/heads-up-holdem/do")
    one.until(lambda: page.evaluate("sessionStorage.getItem('last heads-up-holdem')"))

    def open_again() -> bool:
        answers(page, "Fold", "Check")
        return kind(page) == "bets"

    one.until(open_again)
    assert page.locator("#stake-ante").input_value() == ""
    assert page.get_by_role("button", name="Same bets").count()


def test_645a_8_b_1_an_envy_lammer_lies_beside_a_qualifying_wager_once_bets_are_closed(visit: Come):
    one = visit()
    page = one.sits("pai-gow", 2)
    one.until(lambda: kind(page) == "bets")
    page.locator("[data-stake=fortune]").click()
    lammer = page.locator("#seat-2").get_by_role("img", name="Envy lammer")
    assert not lammer.count()
    bets(page, "pai_gow")
    one.until(lammer.count)


def test_what_was_not_taken_because_of_its_amount_is_ringed_until_it_changes(visit: Come):
    one = visit()
    page = one.sits("heads-up-holdem", 2)
    one.until(lambda: kind(page) == "bets")
    page.locator("[data-stake=pocket_bonus]").click()
    bets(page, "ante", chips=1)
    page.locator("#refused", has_text="below the minimum").wait_for()
    ringed = page.locator("[data-stake].is-refused")
    ringed.first.wait_for()
    assert [area.get_attribute("data-stake") for area in ringed.all()] == ["ante"]
    page.locator("[data-stake=ante]").click()
    assert not ringed.count()


BOXES = """found => found.map(one => { const box = one.getBoundingClientRect(); return [box.left, box.right, box.top, box.bottom]; })"""
CUT = """plates => plates.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_amounts_with_cents_lie_apart_and_a_plate_tells_a_long_hand_whole(visit: Come, viewport: dict[str, int]):
    one = visit(viewport=viewport)
    page = one.sits("heads-up-holdem", 2)
    one.until(lambda: kind(page) == "bets")
    for wager in ("ante", "odds"):
        page.locator(f"#stake-{wager}").evaluate("(field, text) => { field.value = text; }", "137.50")
    page.locator("[data-stake=trips_plus]").click()
    amounts = page.locator(".seat.is-me .draft .amt")
    assert amounts.all_inner_texts()[-2:] == ["$137.50", "$137.50"]
    boxes = sorted(amounts.evaluate_all(BOXES))
    for (left, right, top, bottom), (other_left, other_right, other_top, other_bottom) in combinations(boxes, 2):
        assert right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top
    plates = page.locator(".seat:not(.is-empty) .plate")
    told = (
        "Three-of-a-kind<span class='plate__net plate__dot'>&nbsp;·</span> <span class='plate__net'>−$1,005.50</span>"
    )
    page.locator(".seat:not(.is-empty) .plate__state").evaluate_all(
        "(states, told) => states.forEach(one => { one.innerHTML = told; })", told
    )
    assert plates.count() > 1 and plates.evaluate_all(CUT) == []


@pytest.mark.parametrize("game", MAIN)
def test_the_chip_chosen_at_first_makes_a_lawful_bet(visit: Come, game: str):
    one = visit()
    page = one.sits(game, 2)
    one.until(lambda: kind(page) == "bets")
    assert page.locator(".chipbtn[aria-checked=true]").get_attribute("aria-label") == "$25 chip"
    page.locator(f"[data-stake={MAIN[game]}]").click()
    page.locator("[data-bets] .act--primary").click()
    refused = page.locator("#refused", has_text="Not taken")
    one.until(lambda: one.house.look_at(game).placed.get(2) or refused.count())
    assert one.house.look_at(game).placed[2][MAIN[game]] == 2500


def test_a_chip_stays_chosen_over_updates_and_is_chosen_by_arrows(visit: Come):
    one, other = visit(), visit("Second")
    page = one.sits("heads-up-holdem", 1)
    one.until(lambda: kind(page) == "bets")
    page.get_by_role("radio", name="$5 chip").focus()
    page.keyboard.press("ArrowRight")
    chosen = page.get_by_role("radio", name="$25 chip")
    assert chosen.get_attribute("aria-checked") == "true"
    other.sits("heads-up-holdem", 2)
    bets(other.page, "ante")
    page.locator("#seat-2", has_text="Bets $20").wait_for()
    assert chosen.get_attribute("aria-checked") == "true"
    page.locator("[data-stake=trips_plus]").click()
    assert page.locator("#stake-trips_plus").input_value() == "25"


def test_637a_21__a_draw_names_what_is_kept(visit: Come):
    one = visit()
    page = draws(one)
    kept = page.locator("[data-keeping]")
    assert "-card badugi" in kept.inner_text()
    for card in page.locator(".drawcard").all()[1:]:
        card.click()
    assert kept.inner_text().startswith("Kept: one-card badugi")
    page.locator(".drawcard").first.click()
    assert kept.inner_text() == "Nothing is kept."


def test_a_round_can_be_asked_for_once_a_bet_is_chosen(visit: Come):
    one = visit()
    page = one.sits("heads-up-holdem", 2)
    one.until(lambda: kind(page) == "bets")
    primary = page.locator("#bets .act--primary")
    one.until(lambda: kind(page) == "bets" and primary.is_disabled())
    page.fill("#stake-ante", "10")
    one.until(primary.is_enabled)


def test_the_table_in_words_says_what_was_not_taken_and_goes_on(visit: Come):
    one = visit()
    one.sits("heads-up-holdem", 2)
    page = one.page

    def bets_in_words(dollars: str) -> str:
        """What the page says to these bets; nothing while bets are closed, as they may be before the page is live."""
        one.goes("/tables/heads-up-holdem/plain")
        if not page.locator("#w-ante").count():
            return ""
        page.fill("#w-ante", dollars)
        page.fill("#w-odds", dollars)
        page.get_by_role("button", name="Place these bets").click()
        return page.locator(".plain").inner_text()

    one.until(lambda: "below the minimum" in bets_in_words("3"))
    assert "677a.7(d)(1)" in page.locator(".plain__refused").inner_text()
    one.until(lambda: "Ante $10" in bets_in_words("10"))
    # The line that is live says when it is one's turn.
    one.until(page.locator("#news", has_text="Your turn.").count)
    one.errors.clear()


def test_a_settled_round_lies_open_until_its_player_bets_anew(visit: Come):
    one = visit()
    page = one.sits("heads-up-holdem", 2)
    one.until(lambda: kind(page) == "bets")
    bets(page, "ante")

    def paid_out() -> bool:
        answers(page, "Check", "Raise 1")
        return "In all" in page.locator("#payments").inner_text()

    one.until(paid_out)
    # The computer players have bet for the next round.
    one.until(lambda: len(one.house.look_at("heads-up-holdem").placed) >= 2)
    assert page.locator("#top .board .pc[aria-label*=' of ']").count() == 5
    assert page.locator(".seat.is-me .amt[data-was]").count() >= 2
    # Whoever comes meanwhile is seen.
    visit("Second").sits("heads-up-holdem", 3)
    page.locator("#seat-3", has_text="Second").wait_for()
    page.locator("[data-stake=ante]").click()
    assert page.locator("[data-stake=ante] .draft .amt").inner_text() == "$5"
    page.get_by_role("button", name="Clear").click()
    bets(page, "ante")
    one.until(lambda: page.locator("#top .board .pc[aria-label*=' of ']").count() == 0)


def test_637a_21__what_was_discarded_is_shown_draw_by_draw(visit: Come):
    one = visit()
    one.opens_table("triple-draw-2-7")
    page = one.sits("triple-draw-2-7", 1)

    def drew() -> list[str]:
        return page.locator(".seat.is-me .plate .drew i").all_inner_texts()

    def drawn() -> bool:
        """Two cards are drawn; a hand that ends before is followed by another."""
        if page.locator("#actions[data-kind=draw]").count() and not drew():
            for card in page.locator(".drawcard").all()[:2]:
                card.click()
            page.get_by_role("button", name="Draw 2").click()
            one.until(lambda: not page.locator("#actions[data-kind=draw]").count())
        else:
            answers(page, "Check", "Call", "Stand pat")
        return drew()[:1] == ["2"]

    one.until(drawn)


def test_645a_12__the_bank_says_what_the_dealer_wagers_or_is_shared(visit: Come):
    one = visit()
    # Alone at the table, so that nobody else is offered the bank first.
    assert one.house.person("Shay").opens("bank", "pai-gow", clock=0, practice=True).status_code == 201
    page = one.sits("bank", 1)
    buttons = page.locator("#actions .act")

    def offered() -> bool:
        # The bank is offered before the bets, to who does not hurry.
        if page.locator("#actions .act", has_text="Co-bank").count():
            return [text.partition("\n")[0] for text in buttons.all_inner_texts()] == ["Pass", "Co-bank", "Bank"]
        if kind(page) == "bets" and not one.house.look_at("bank").placed:
            page.evaluate(BET, "pai_gow")
        else:
            answers(page)
        return False

    one.until(offered)
    # The plate tells it, also beside a round that has been settled and still lies open.
    assert page.locator(".seat.is-me.is-turn .plate__state", has_text="Offered the bank").count()
    page.get_by_role("button", name="Nothing").click()
    page.locator("#actions .act", has_text="against").click()
    one.until(lambda: one.house.look_at("bank").bank == 1)
    seen = one.house.look_at("bank")
    assert (seen.dealer_wager, seen.co_bank) == (0, False)


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_645a_12__who_has_the_bank_is_asked_nothing_and_gives_it_up_by_its_own_button(
    visit: Come, viewport: dict[str, int]
):
    one = visit(viewport=viewport)
    assert one.house.person("Shay").opens("bank", "pai-gow", clock=0).status_code == 201
    page = one.sits("bank", 1)
    hub = one.house.server.hub("bank")
    second = one.house.person("Second")
    assert second.says("bank", "take_seat", 2, cents=50_000).status_code == 200

    def is_offered() -> bool:
        asks = [ask for ask in hub.due() if ask.seat in (1, 2)]
        if any(ask.command == "accept_bank" and ask.seat == 1 for ask in asks):
            return True
        for ask in asks:
            giver = one.house.person(one.house.look_at("bank").seats[ask.seat])
            if ask.command == "place_wagers" and ask.subject == "pai_gow":
                giver.says("bank", "place_wagers", ask.seat, wagers={"pai_gow": 2_500})
            elif ask.command == "decide" and ask.word == "house way":
                giver.says("bank", "decide", ask.seat, word="house way")
            elif ask.command == "pass_bank":
                giver.says("bank", "pass_bank", ask.seat)
        return False

    one.until(is_offered)
    one.settle()
    takes_presses(page)
    page.locator("#actions .act", has_text="against").click()
    one.until(lambda: one.house.look_at("bank").bank == 1)
    one.settle()
    bar = page.locator("#actions")
    assert "You have the bank" in bar.inner_text() and "Waiting for Second" in bar.inner_text()
    takes_presses(page)
    page.keyboard.press("Enter")
    one.settle()
    assert one.house.look_at("bank").bank == 1
    takes_presses(page)
    page.get_by_role("button", name="Give up the bank").click()
    one.until(lambda: one.house.look_at("bank").bank != 1)


def test_keys_alone_play_a_round(visit: Come):
    one = visit()
    page = one.goes("/tables/heads-up-holdem?sit=2")
    page.locator("#amt").focus()
    page.keyboard.press("Enter")
    page.locator(".seat.is-me").wait_for()
    one.until(lambda: kind(page) == "bets")
    page.locator("#stake-ante").focus()
    page.keyboard.type("10")
    assert page.locator("#stake-odds").input_value() == "10"
    takes_presses(page)
    page.keyboard.press("Enter")
    one.until(lambda: kind(page) == "ask")
    takes_presses(page)
    page.keyboard.press("1")
    one.until(lambda: "Raise" in page.locator("#payments").inner_text())


def test_a_refusal_says_what_is_lawful_and_nothing_moves(visit: Come):
    one = visit()
    page = one.sits("heads-up-holdem", 1)

    def refused() -> bool:
        """Bets may be closed while one types: then the next round's are made."""
        if kind(page) == "bets":
            page.locator("#stake-ante").fill("1")
            page.locator("[data-bets] .act--primary").click()
        return "$10" in page.locator("#refused").inner_text()

    one.until(refused)
    assert page.locator("#refused .clause").count() == 1
    assert 1 not in one.house.look_at("heads-up-holdem").placed


def test_a_phone_has_every_action_in_the_lower_part(visit: Come):
    one = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = one.sits("heads-up-holdem", 1)
    one.until(lambda: kind(page) == "bets")
    bets(page, "ante")
    one.until(lambda: kind(page) == "ask")
    for button in page.locator("#actions .act").all():
        box = button.bounding_box()
        assert box is not None and box["y"] > 0.6 * PHONE["height"] and box["y"] + box["height"] <= PHONE["height"]
        assert box["height"] >= 44
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]


@pytest.mark.parametrize("width", [721, 900, 1080, 1280, 1366, 1440])
def test_nothing_in_the_bar_of_a_table_runs_over_its_neighbour(visit: Come, width: int):
    one = visit(viewport={"width": width, "height": 900})
    one.opens_table("super-stud-hi-lo-8")
    for table in ("super-stud-hi-lo-8", "heads-up-holdem"):
        page = one.goes(f"/tables/{table}")
        boxes = page.evaluate(
            """() => [...document.querySelectorAll(".table-page > .bar > *")].map(one => one.getBoundingClientRect())
            .filter(box => box.width).map(box => [box.left, box.right])"""
        )
        assert boxes[-1][1] <= width
        for (_, right), (left, _) in pairwise(boxes):
            assert right <= left + 1, boxes


def test_a_live_update_leaves_a_half_typed_amount_and_the_focus(visit: Come):
    one, other = visit(), visit("Second")
    page = one.sits("heads-up-holdem", 1)
    one.until(lambda: kind(page) == "bets")
    page.locator("#stake-trips_plus").click()
    page.keyboard.type("12")
    other.sits("heads-up-holdem", 2)
    one.until(lambda: "Second" in page.locator("#seat-2").inner_text())
    assert page.locator("#stake-trips_plus").input_value() == "12"
    assert page.evaluate("document.activeElement.id") == "stake-trips_plus"


def test_a_page_is_live_however_slowly_its_scripts_come(visit: Come):
    one, other = visit(), visit("Second")

    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    one.page.route("**/hx-ws.min.js", hold)
    one.page.goto(one.house.address + "/tables/heads-up-holdem", wait_until="commit")
    other.sits("heads-up-holdem", 2)
    [script] = waiting
    script.continue_()
    one.page.locator("#seat-2", has_text="Second").wait_for()


def test_news_waits_for_the_button_that_is_being_pressed(visit: Come):
    one, other = visit(), visit("Second")
    page, beside = one.goes("/tables/heads-up-holdem"), other.goes("/tables/heads-up-holdem?sit=2")
    beside.fill("#amt", "500")
    page.locator(".tag--win", has_text="Connected").wait_for(state="attached")
    page.locator(".felt").hover()
    page.mouse.down()
    page.evaluate(
        """() => document.addEventListener("htmx:ws:before:message:incoming", () => { window.arrived = true; })"""
    )
    beside.get_by_role("button", name="Sit down").click()
    beside.locator(".seat.is-me").wait_for()
    page.wait_for_function("window.arrived")
    assert "Second" not in page.locator("#seat-2").inner_text()
    page.mouse.up()
    page.locator("#seat-2", has_text="Second").wait_for()


def test_two_people_race_for_a_seat_and_one_gets_it(visit: Come, house: Serving):
    people = [visit("Second"), visit("Third")]
    pages = [one.goes("/tables/heads-up-holdem?sit=3") for one in people]
    for page in pages:
        page.locator("button[form=buy-in]").evaluate("button => button.click()")
    people[0].until(lambda: 3 in house.look_at("heads-up-holdem").seats)
    seated = house.look_at("heads-up-holdem").seats[3]
    loser, page = next((one, page) for one, page in zip(people, pages, strict=True) if one.person != seated)
    loser.until(lambda: page.locator("#sit-said").inner_text())
    assert page.locator("#sit-said .clause").count() == 1


def test_more_than_six_live_pages_in_one_browser(visit: Come):
    one = visit()
    pages = [one.opens() for _ in range(8)]
    for page in pages:
        page.goto(one.house.address + "/tables/heads-up-holdem-staffed")
    player = visit("Second")
    player.sits("heads-up-holdem-staffed", 2)
    for page in pages:
        page.locator("#seat-2", has_text="Second").wait_for()


def test_whoever_is_not_signed_in_is_led_to_the_door(visit: Come):
    one = visit()
    one.context.clear_cookies()
    page = one.goes("/tables/heads-up-holdem")
    assert page.url.endswith("/sign-in?then=/tables/heads-up-holdem")
    page.get_by_role("link", name="Play now as a guest").click()
    page.get_by_role("heading", name="Tables").first.wait_for()


def test_no_request_leaves_the_machine(visit: Come):
    one = visit()
    page = one.sits("heads-up-holdem", 1)
    one.until(lambda: kind(page) == "bets")
    with page.expect_response("**/words"):
        page.locator(".clause").first.hover()
    assert one.asked and all(address.startswith((one.house.address, "data:")) for address in one.asked)
