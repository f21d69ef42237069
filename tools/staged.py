"""Consoles in the state that tells most of them: a round that is being settled, a ruling, a payment that differs, a Bad Beat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import httpx
from playwright.sync_api import Locator, Page

from houseway.cards import cards
from houseway.web.pages.demo import FUNDS, ROOM

STAFFED = "heads-up-holdem-staffed"
NO_MORE = "Announce “no more bets”"
WAGERS = {1: 2500, 2: 1000, 3: 1500}
BAD_BEAT = "Tc Kc 2h Td Kd 7s  3c Th Ts Kh  3d Ks  3h 8d"
"""Four tens at seat 1 lose to four kings at seat 2."""


class Camera(Protocol):
    """Whoever takes the pictures."""

    app: Any
    base: str

    def page(self, person: str) -> Page:
        """A page of a person's own browser."""

    def shoot(self, page: Page, name: str) -> None:
        """The page as it stands."""


class Person:
    """Somebody with a token, who says what is to be recorded."""

    def __init__(self, camera: Camera, name: str) -> None:
        bearer = {"authorization": f"Bearer {camera.app.state.server.people.token(name)}"}
        self.name, self.http = name, httpx.Client(base_url=camera.base, headers=bearer, timeout=60)

    def says(self, table: str, command: str, seat: int = 0, *, role: str = "player", **fields: Any) -> None:
        """Give a command at a table."""
        given = {"command": {"command": command, **fields}, "seat": seat, "role": role}
        answer = self.http.post(f"/api/tables/{table}/commands", json=given)
        if answer.status_code != 200:
            raise SystemExit(f"{self.name}, {command}: {answer.text}")

    def steps(self, command: str, role: str, fund: str, **fields: Any) -> None:
        """Take a step of the jackpots."""
        given = {"command": {"command": command, "fund": fund, **fields}, "role": role}
        answer = self.http.post(f"/api/jackpots/{ROOM}/commands", json=given)
        if answer.status_code != 200:
            raise SystemExit(f"{self.name}, {command}: {answer.text}")


def staffed_round(camera: Camera, wanted: Callable[[str], bool]) -> None:
    """A round at the staffed table by its consoles: the floor before the Flop, the dealer at the settlement, then its replay."""
    if not any(map(wanted, ("dealer", "floor", "surveillance", "surveillance-round"))):
        return
    players = {seat: Person(camera, name) for seat, name in enumerate(("Guest", "Second", "Third"), 1)}
    for seat, player in players.items():
        player.says(STAFFED, "take_seat", seat, cents=50_000)
    dana, flynn = camera.page("Dana"), camera.page("Flynn")
    dana.goto(f"{camera.base}/dealer/{STAFFED}")
    flynn.goto(f"{camera.base}/floor/{STAFFED}")
    dana.locator("#conn.tag--win").wait_for()

    def play(stop: Callable[[str], bool]) -> None:
        """Do what is next until something is."""
        while not stop(now := dana.locator("#next h1").inner_text()):
            if now in ("Wait for wagers", NO_MORE) and players:
                while players:
                    seat, player = players.popitem()
                    wagers = {"ante": WAGERS[seat], "odds": WAGERS[seat], "trips_plus": 500}
                    player.says(STAFFED, "place_wagers", seat, wagers=wagers)
                # The computer players wager too.
                dana.get_by_text("may still wager").wait_for(state="detached")
                continue
            if now == "Verify the inspection":
                flynn.get_by_role("button", name=now).click()
            elif "is asked" in now:
                answers = dana.locator("#next .answer button")
                _best(answers.all_inner_texts(), answers).click()
            else:
                dana.locator("#next [data-key=Space]").click()
            changed = "before => document.querySelector('#next h1').innerText !== before"
            dana.wait_for_function(changed, arg=now)

    play(lambda head: head == "Deal the Flop")
    if wanted("floor"):
        flynn.reload()
        flynn.locator("input[value=dealer_card_exposed]").check()
        flynn.locator("#ruling form").wait_for()
        camera.shoot(flynn, "floor")
    play(lambda head: head.startswith("Settle Seat"))
    if wanted("dealer"):
        camera.shoot(dana, "dealer")
    while dana.locator("#next h1").inner_text().startswith("Settle "):
        dana.locator("#next [data-key=Space]").click()
        dana.wait_for_timeout(300)
    play(lambda head: head == "Wait for wagers")
    sol = camera.page("Sol")
    if wanted("surveillance"):
        sol.goto(f"{camera.base}/surveillance")
        camera.shoot(sol, "surveillance")
    if wanted("surveillance-round"):
        sol.goto(f"{camera.base}/surveillance/{STAFFED}/1?eyes=all")
        sol.get_by_role("link", name="Result").click()
        sol.locator("tr .pay").nth(1).fill("40")
        sol.get_by_role("button", name="Compare what was seen").click()
        sol.locator("tr.diff").first.wait_for()
        camera.shoot(sol, "surveillance-round")


def _best(says: list[str], answers: Locator) -> Locator:
    """Nobody folds who may check, and whoever must decide raises."""
    for word in ("Check", "Raise", "Call"):
        for place, text in enumerate(says):
            if text.startswith(word):
                return answers.nth(place)
    return answers.last


def training(camera: Camera) -> None:
    """A task of payments that is answered, one of them wrongly."""
    dana = camera.page("Dana")
    dana.goto(f"{camera.base}/training/holdem-bonus")
    while not dana.locator(".payin").count():
        dana.locator(".opt__radio").first.check()
        dana.locator(".task__foot button").click()
        dana.locator(".opt.is-right").wait_for()
        dana.locator(".task__foot button").click()
        dana.locator(".opt.is-right").wait_for(state="detached")
    for amount in dana.locator(".payin input").all():
        amount.fill("0")
    if dana.locator(".opt__radio").count():
        dana.locator(".opt__radio").first.check()
    dana.locator(".task__foot button").click()
    dana.get_by_text("Scored").wait_for()
    camera.shoot(dana, "training")


def submission(camera: Camera) -> None:
    """A submission with faults, each with its clause and a fix where there is just one."""
    shay = camera.page("Shay")
    shay.goto(f"{camera.base}/submissions/new?game=heads-up-holdem")
    for name, text in (("table_maximum", "5"), ("payout_limit", "25000"), ("stub_count_every", "7")):
        shay.locator(f"[name={name}]").fill(text)
    shay.locator("#checked .fix").first.wait_for()
    shay.evaluate("scrollTo(0, 0)")
    camera.shoot(shay, "submission-faults")


def jackpots(camera: Camera, wanted: Callable[[str], bool]) -> None:
    """A Bad Beat that is verified and pending, and a hand that leads the period."""
    if not (wanted("jackpots") or wanted("jackpots-sign")):
        return
    shay, flynn, dana = (Person(camera, name) for name in ("Shay", "Flynn", "Dana"))
    terms = {"game": "holdem", "structure": "no-limit", "blinds": [50, 100], **FUNDS}
    given = {"name": "holdem-2", "submission": terms, "policy": {"staffed": True}, "jackpots": ROOM}
    answer = shay.http.post("/api/tables", json=given)
    if answer.status_code != 201:
        raise SystemExit(f"holdem-2: {answer.text}")
    for fund in ("bad-beat", "high-hand"):
        flynn.steps("designate_table", "floorperson", fund, table="holdem-2")
    players = [Person(camera, name) for name in ("Guest", "Second", "Third")]
    for seat, player in enumerate(players, 1):
        player.says("holdem-2", "take_seat", seat, cents=10_000)
    first = cards(BAD_BEAT)
    dana.says(
        "holdem-2", "start_round", role="dealer", order=[*first, *[n for n in range(52) if n not in first]], button=3
    )
    dana.says("holdem-2", "deal_street", role="dealer")
    players[2].says("holdem-2", "act", 3, word="fold")
    players[0].says("holdem-2", "act", 1, word="raise", to=5_000)
    players[1].says("holdem-2", "act", 2, word="call")
    for _ in range(3):
        dana.says("holdem-2", "deal_street", role="dealer")
        players[0].says("holdem-2", "act", 1, word="check")
        players[1].says("holdem-2", "act", 2, word="check")
    players[0].says("holdem-2", "show_hand", 1)
    players[1].says("holdem-2", "show_hand", 2)
    dana.says("holdem-2", "award_pots", role="dealer")
    hand = "Kc Kd Kh Ks Ts"
    dana.steps("call_high_hand", "dealer", "high-hand", table="holdem-2", seat=2, hand=cards(hand), players=3)
    slip = {"player": "Second", "phone": "717-555-0100", "seat": 2, "table": "holdem-2", "hand": cards(hand)}
    slip |= {"dealer": "Dana", "dealer_credential": "D-17", "signature": "Flynn", "credential": "F-4"}
    flynn.steps("record_high_hand", "floorperson", "high-hand", slip=slip, identified=True)
    # The box is counted at its closed table; the second signature is due.
    flynn.steps("notify_of_count", "floorperson", "bad-beat")
    flynn.steps("close_table_for_count", "floorperson", "bad-beat", table="holdem-2")
    Person(camera, "Sol").steps("record_count", "surveillance", "bad-beat", table="holdem-2")
    flynn.steps("attend_count", "floorperson", "bad-beat", table="holdem-2")
    dana.steps("count_box", "dealer", "bad-beat", table="holdem-2", cents=100, witness="Flynn")
    dana.steps("sign_count", "dealer", "bad-beat", table="holdem-2")
    page = camera.page("Shay")
    page.goto(f"{camera.base}/jackpots")
    verify = page.locator("form[id*=verify_bad_beat-]").filter(has_text="holdem-2")
    verify.get_by_role("button").click()
    page.get_by_role("button", name="Post the notice").click()
    page.locator(".sign__pend").wait_for()
    if wanted("jackpots"):
        camera.shoot(page, "jackpots")
    if wanted("jackpots-sign"):
        page.goto(f"{camera.base}/jackpots/sign")
        camera.shoot(page, "jackpots-sign")
