"""Raw bytes to each viewer, over WebSocket, API and errors, and the logs: the same whatever the cards are that it may not see.

A round is given to two servers, command by command. In the second, two cards have changed places that the viewer does not know: one
of an opponent's hand, and another that nobody was dealt. As long as neither is open to the viewer, every byte must be the same.
"""

from __future__ import annotations

import json
import logging
import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.chapters.registry import games
from houseway.engine.kernel import Envelope, Table, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.seats import Seat
from houseway.web.hub import Hub
from houseway.web.logs import LOGGING, Lines
from tests.kit.clock import ManualClock
from tests.kit.waiting import until
from tests.web.serving import LiveView, Serving, serving
from tests.web.staffed import PLAYERS, TABLE, Staffed, planned, seen_cards, swapped

ATTENDANCE = re.compile(rb',"away":{[^}]*},"sitting_out":\[[^]]*\]')
LOGGERS = [name for name, one in LOGGING["loggers"].items() if one["handlers"]]


class Page(LiveView):
    """A viewer's page: what came since the last time."""

    def __init__(self, house: Serving, token: str, role: Role) -> None:
        super().__init__(house, f"/api/tables/{TABLE}/live", {"token": token, "role": role.value})
        self._told = 0

    def until(self, revision: int, seq: int) -> bytes:
        """All that came since the last time: its events, and the last view. Versions may have been skipped."""
        until(lambda: json.loads(self.messages[-1])["view"]["revision"] == revision, lambda: (revision, seq))
        taken = self.messages[self._told :]
        self._told += len(taken)
        parts = [one.partition(b',"view":') for one in taken]
        events = b"".join(one[0].removeprefix(b'{"events":[').removesuffix(b"]") for one in parts)
        return events + (parts[-1][2] if parts else b"")


class Kept(logging.Handler):
    """The lines of the logs as the server writes them."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(Lines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = json.loads(self.format(record))
        line.pop("at")
        self.lines.append(json.dumps(line))


def probes(x: int, y: int, other: int) -> list[dict[str, Any]]:
    """What somebody tries who would like to know: commands that are refused, some of which name the two cards.

    ``other`` is a seat of somebody else: the own hand may be shown.
    """
    return [
        {"command": {"command": "act", "word": "raise", "to": 1}, "seat": 2},
        {"command": {"command": "decide", "word": "raise"}, "seat": 2},
        {"command": {"command": "show_hand"}, "seat": other},
        {"command": {"command": "discard", "cards": [x, y]}, "seat": 2},
        {"command": {"command": "discard", "cards": [x, x]}, "seat": 1},
        {"command": {"command": "decide", "word": "set", "cards": [x, y]}, "seat": 3},
        {"command": {"command": "reshuffle", "order": [x, y]}, "role": "dealer"},
        {"command": {"command": "report_poker_irregularity", "cause": "x", "cards": [x]}},
        {"command": {"command": "no such"}},
    ]


def seeds_are_told(house: Serving) -> None:
    """The system tells seeds whose time has come a moment later, which depends on no card."""
    system = house.server.dealing[TABLE].system

    def told() -> bool:
        system.table.look_again()
        return not system._over()

    until(told)


def followed(
    house: Serving, game: str, given: list[Envelope], viewer: Viewer, swap: dict[int, int], asked: tuple[int, int]
) -> tuple[list[list[bytes]], list[str]]:
    """What a viewer gets after each command, and the logs of the whole."""
    kept = Kept()
    loggers = [logging.getLogger(name) for name in LOGGERS]
    for one in loggers:
        one.addHandler(kept)
    staffed = Staffed(house, game)
    name = viewer.person or "Vera"
    person = staffed.people[name] if name in staffed.people else house.account(name, viewer.role)
    page = Page(house, person.token, viewer.role)
    role = viewer.role.value
    told: list[list[bytes]] = []
    try:
        for envelope, following in zip(given, [*given[1:], None], strict=True):
            answer = staffed.give(envelope, swap)
            if following is not None and following.role is Role.TABLE_SYSTEM:
                # The system goes on by itself: what comes in between is a matter of time.
                continue
            got = [page.until(house.look_at(TABLE).revision, staffed.live.seq)]
            got.append(person.http.get(f"/api/tables/{TABLE}", params={"role": role}).content)
            if len(told) % 4 == 3:
                got.append(person.http.get(f"/api/tables/{TABLE}/events", params={"role": role, "after": 0}).content)
                seeds_are_told(house)
                got.append(person.http.get(f"/api/tables/{TABLE}/shuffles").content)
            if answer is not None and envelope.by == viewer.person:
                got.append(answer.content)
            other = next(seat for seat in (3, 2) if house.look_at(TABLE).seats.get(Seat(seat)) != name)
            tries = probes(*asked, other)
            for probe in (tries[len(told) % len(tries)], tries[(len(told) + 4) % len(tries)]):
                tried = person.http.post(f"/api/tables/{TABLE}/commands", json={"role": role, **probe})
                assert tried.status_code in (403, 409, 422), (probe, tried.text)
                got.append(tried.content)
            # When a page is noted as open is another matter, and depends on no card.
            told.append([ATTENDANCE.sub(b"", one) for one in got])
    finally:
        page.close()
        for one in loggers:
            one.removeHandler(kept)
    return told, kept.lines


def secret_cards(plan: Table[Any, Any], viewer: Viewer, chance: random.Random) -> tuple[list[Envelope], int, int]:
    """Commands up to where one of two cards is open to the viewer: one of an opponent's, and one that is not dealt."""
    again: Table[Any, Any] = Table(plan.rules)
    open_at: dict[int, int] = {}
    hidden: set[int] = set()
    dealt: set[int] = set()
    given = []
    for envelope in plan.envelopes:
        events = again.do(envelope)
        if type(envelope.command).opens:
            continue
        given.append(envelope)
        state = again.state
        hands = {card for hand in state.round.hands.values() for card in hand}
        dealt |= hands | set(again.observe(viewer).community)
        for card in seen_cards(again, viewer, events):
            open_at.setdefault(card, len(given))
        hidden |= hands - set(open_at)
    least = next(
        n for n, one in enumerate(given, 1) if one.command.__struct_config__.tag in ("deal_street", "deal_cards")
    )
    late = {card for card in hidden if open_at.get(card, len(given) + 1) > least}
    rest = [card for card in range(52) if card not in dealt and card not in open_at]
    # The card that stays unknown for longest, so that most of the round is followed.
    for x in sorted(sorted(late), key=lambda card: -open_at.get(card, len(given) + 1)):
        for y in chance.sample(rest, len(rest)):
            upto = min(open_at.get(card, len(given) + 1) for card in (x, y)) - 1
            if _can_be_given(plan, {x: y, y: x}, upto):
                return given[:upto], x, y
    raise AssertionError("there is no such pair of cards")


def _can_be_given(plan: Table[Any, Any], swap: dict[int, int], upto: int) -> bool:
    """Whether a round goes on with two cards in each other's places: a hand is set as lawfully, for instance."""
    again: Table[Any, Any] = Table(plan.rules)
    for one in plan.envelopes:
        if isinstance(again.send(replace(one, command=swapped(one.command, swap))), Refusal):
            return False
        upto -= not type(one.command).opens
        if not upto:
            break
    return True


def check(game: str, seed: int, viewer: Viewer, folder: Path) -> None:
    plan = planned(game, seed)
    given, x, y = secret_cards(plan, viewer, random.Random(seed))
    assert any(swapped(one.command, {x: y, y: x}) != one.command for one in given)
    told = []
    # Both deal at the same time with the same seeds.
    clock = ManualClock()
    for number, swap in enumerate(({}, {x: y, y: x})):
        with serving(str(folder / f"{number}.db"), clock=clock) as house:
            told.append(followed(house, game, given, viewer, swap, (x, y)))
    (one, logs), (other, other_logs) = told
    for step, (first, second) in enumerate(zip(one, other, strict=True)):
        assert first == second, (given[step], x, y)
    assert logs == other_logs
    for line in logs:
        assert set(json.loads(line)) <= {"level", "from", "says"}, line


@pytest.mark.parametrize("game", [*games(banked=True), "stud-high", "holdem", "omaha5-hi-lo-8", "triple-draw-2-7"])
def test_bytes_to_a_player_and_the_logs_are_the_same_whatever_others_hold(game, tmp_path):
    check(game, 58, Viewer(Role.PLAYER, PLAYERS[0]), tmp_path)


@pytest.mark.parametrize("game", ["pai-gow", "stud-high"])
@pytest.mark.parametrize(
    "viewer",
    [Viewer(Role.SURVEILLANCE, "Vera"), Viewer(Role.PLAYER, "Zed"), Viewer(Role.DEALER, "Dee")],
    ids=lambda one: one.person,
)
def test_bytes_to_others_are_the_same_whatever_players_hold(game, viewer, tmp_path):
    check(game, 59, viewer, tmp_path)


def test_a_leak_would_be_noticed(tmp_path, monkeypatch):
    """The negative control: a view that depends on what another player holds."""
    view = Hub.view

    def leaks(hub: Hub, viewer: Viewer) -> bytes:
        hands: Any = getattr(hub.live.state, "round", None)
        return view(hub, viewer) + b" " * sum(getattr(hands, "hands", {}).get(2, ()))

    monkeypatch.setattr("houseway.web.hub.Hub.view", leaks)
    with pytest.raises(AssertionError):
        check("five-card-hi-lo", 58, Viewer(Role.PLAYER, PLAYERS[0]), tmp_path)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(100, 103))
@pytest.mark.parametrize("game", games())
def test_bytes_over_many_rounds_of_every_game(game, seed, tmp_path):
    check(game, seed, Viewer(Role.PLAYER, PLAYERS[seed % len(PLAYERS)]), tmp_path)


def test_what_breaks_tells_nobody_and_no_log_what_it_was_about(house: Serving, monkeypatch):
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "holdem", staffed=True)
    kept = Kept()
    loggers = [logging.getLogger(name) for name in LOGGERS]
    for one in loggers:
        one.addHandler(kept)

    def breaks(*_: Any, **__: Any) -> Any:
        raise ValueError("Ah Kh in the hole of seat 2, password swordfish")

    try:
        monkeypatch.setattr("houseway.web.hub.Hub.view", breaks)
        answer = ann.http.get("/api/tables/t1")
        assert answer.status_code == 500
        monkeypatch.setattr("houseway.web.dealing.Dealing._attend", breaks)
        house.wakes("t1")
        until(lambda: len(kept.lines) >= 2)
    finally:
        for one in loggers:
            one.removeHandler(kept)
    for text in (answer.text, *kept.lines):
        assert "swordfish" not in text
        assert "Ah" not in text
    assert {json.loads(line)["error"] for line in kept.lines} == {"ValueError"}
