"""Poker tables with every seat filled, in the middle of a hand: nothing on the felt lies over anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest

from houseway.cards import CARD_TEXT
from houseway.chapters.c637a_poker.rules import SEATS, PokerRules
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Viewer
from houseway.engine.opening import open_table
from houseway.engine.roles import Role
from houseway.money import NOTHING, Cents
from houseway.seats import Seat
from houseway.web.pages.actions import Bar, Button
from houseway.web.pages.felt import felt_of
from houseway.web.pages.felt.drawn import Felt, SeatDrawn
from houseway.web.pages.felt.poker import oval
from houseway.web.pages.rendering import render
from tests.kit.recorded_tables import submission
from tests.pages.browsing import DESK, PHONE, Visit

Come = Callable[..., Visit]
HAND: dict[str, dict[str, Any]] = {
    "five-card-stud": {"players": 8, "down": 1, "up": 4},
    "super-stud-hi-lo-8": {"players": 9, "down": 2, "up": 1, "common": 3},
    "triple-draw-2-7": {"players": 7, "down": 5, "drew": (3, 0, 2)},
    "omaha-high": {"players": 10, "down": 4, "board": 5},
}
"""As many players as the game has, with as many cards as the deck has for them."""
ANSWERS = (Button(label="Fold"), Button(label="Call", sub="$12"), Button(label="Raise", sub="to $24", primary=True))
ASK = Bar(kind="ask", seat=Seat(1), head="$12 to call", says="Call $12 to win $301.", buttons=ANSWERS, hint=True)
LYING = """() => [...document.querySelectorAll(".felt :is(.plate, .updown, .hand, .mcs, .pot, .phases li, .board, .amt, .drew, .rake-area, .puck)")]
  .filter(one => one.checkVisibility() && one.getBoundingClientRect().width > 1).map(one => {
    const box = one.getBoundingClientRect(), seat = one.closest(".seat")?.id ?? "";
    return {seat, what: `${one.className} ${seat}`, inner: Boolean(one.parentElement.closest(".plate, .board, .mcs")), box: [box.left, box.right, box.top, box.bottom]};
  })"""


def drawn(game: str, me: int) -> Felt:
    """The felt of a hand in which all but the last player have just bet; he has folded."""
    rules = resolve(submission(game))
    assert isinstance(rules, PokerRules)
    bare = felt_of(rules, open_table(rules).observe(Viewer(Role.PLAYER, "Olga")), ())
    dealt: dict[str, Any] = {"down": 0, "up": 0, "common": 0, "board": 0, "drew": (), **HAND[game]}
    deck, at = iter(CARD_TEXT), oval(SEATS, me)

    def cards(many: int) -> list[str]:
        return [next(deck) for _ in range(many)]

    seats = [
        SeatDrawn(
            number=Seat(number),
            name="Guest" if number == me else "computer Finn",
            own=number == me,
            turn=number == me,
            chips=Cents(48_800),
            says="Your turn" if number == me else "Called $12" if number < dealt["players"] else "Folded",
            hand="two pair, eights and fours" if number == me else "",
            cards=[*(cards(dealt["down"]) if number == me else ["back"] * dealt["down"]), *cards(dealt["up"])],
            up=dealt["up"],
            bet=Cents(1200) if number < dealt["players"] else NOTHING,
            button=number == me % dealt["players"] + 1,
            drew=dealt["drew"],
            at=at[number],
        )
        if number <= dealt["players"]
        else SeatDrawn(number=Seat(number), empty=True, at=at[number])
        for number in range(1, SEATS + 1)
    ]
    return Felt(
        kind="oval",
        family=bare.family,
        seats=seats,
        board=cards(dealt["board"]),
        common=cards(dealt["common"]),
        pots=[("Main pot", Cents(30_100), "Seats 1, 2, 3"), ("Side pot 1", Cents(4_800), "Seats 1, 2")],
        rake=NOTHING,
        places={str(name): place for name, place in at.items()},
        left=bare.left,
        rows=len({at[seat.number]["gr"] for seat in seats if not seat.empty and not seat.own}),
        phases=[(one.id.replace("_", " "), "is-done") for one in rules.game.streets] if bare.family != "hold" else [],
    )


def overlaps(found: list[dict[str, Any]]) -> Iterator[str]:
    """What lies over something else that is not its own seat's, and is not a part of it."""
    for one, other in combinations(found, 2):
        (left, right, top, bottom), (other_left, other_right, other_top, other_bottom) = one["box"], other["box"]
        wide, high = min(right, other_right) - max(left, other_left), min(bottom, other_bottom) - max(top, other_top)
        if one["inner"] or other["inner"] or (one["seat"] and one["seat"] == other["seat"]):
            continue
        if wide > 8 and high > 4:
            yield f"{one['what']} and {other['what']}: {wide:.0f} by {high:.0f}"


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_at_a_full_table_nothing_lies_over_anything_else(visit: Come, viewport: dict[str, int]):
    one = visit(viewport=viewport)
    # The page stays as it is put here: no news come.
    one.page.route_web_socket("**/parts**", lambda _: None)
    page = one.goes("/tables/holdem")
    for game in HAND:
        for me in (1, 4):
            felt = drawn(game, me)
            parts = {"top": render("table/_top.html", felt=felt)}
            for seat in felt.seats:
                given = {"seat": seat, "felt": felt, "bar": ASK, "own": [Seat(me)], "table": "holdem"}
                parts[f"seat-{seat.number}"] = render("table/_seat.html", **given)
            page.evaluate(
                """([felt, bar]) => {
                  document.querySelector(".fit").innerHTML = felt;
                  document.getElementById("actions").outerHTML = bar;
                  dispatchEvent(new Event("resize"));
                }""",
                [
                    render("table/_felt.html", felt=felt, parts=parts),
                    render("table/_actions.html", bar=ASK, table="holdem", practice=True, settled=False, result=None),
                ],
            )
            # The felt is scaled to its box in the frame after.
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found = page.evaluate(LYING)
            assert len(found) >= 3 * HAND[game]["players"], (game, me)
            assert list(overlaps(found)) == [], (game, me)
            says = page.locator(f"#seat-{HAND[game]['players']} .plate__state").bounding_box()
            assert says is not None and says["width"] > 30, (game, me)
            own = page.locator(".seat.is-me .plate").bounding_box()
            stage = page.locator(".stage").bounding_box()
            assert own is not None and stage is not None
            assert own["y"] + own["height"] <= stage["y"] + stage["height"] + 1, (game, me)
