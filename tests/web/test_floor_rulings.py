"""Rulings on the floor console: after each one, at every moment of a round, every page still answers and play goes on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from houseway.engine.roles import Role
from houseway.store.database import open_database
from houseway.store.schema import EVENT, SNAPSHOT
from houseway.web.hub import Hub
from houseway.web.pages.consoles import seen_now
from houseway.web.pages.floor import causes_of
from tests.kit.forms import forms_in
from tests.kit.recorded_tables import Playing
from tests.kit.table_views import look_at
from tests.kit.waiting import until
from tests.pages.played import Looking, people, play
from tests.pages.test_office import words
from tests.web.serving import Person, Serving, serving

BANKED = ("heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo")
_CAUSE = re.compile(r'name="cause" value="([^"]+)"')


def _moment(hub: Hub) -> tuple[str, str, str, str]:
    """Where the round stands: its status and phase, what the cards wait for, and the next step."""
    state: Any = hub.live.state
    due = hub.due()
    return state.status, state.round.phase, state.equipment.stage, due[0].command if due else ""


def _open_pages(who: dict[str, Looking], table: str) -> None:
    """Open every page about a table as a player, a spectator, the floor, the dealer and surveillance."""
    for person in ("Ada", "Olga"):
        for path in (f"/tables/{table}", f"/tables/{table}/plain", "/lobby"):
            who[person].page(path)
    for path in (f"/floor/{table}", "/floor", "/floor/tables"):
        who["Flo"].page(path)
    for path in (f"/dealer/{table}", "/dealer"):
        who["Dana"].page(path)
    who["Sol"].page(f"/surveillance?table={table}")


def _rule(floor: Looking, table: str, cause: str) -> None:
    """Choose a cause on the floor console and apply the ruling."""
    assert cause in _CAUSE.findall(floor.page(f"/floor/{table}"))
    preview = floor.post(f"/floor/{table}/ruling", cause=cause)
    assert preview.status_code == 200, (cause, preview.text[-400:])
    [ruling] = [form for form in forms_in(preview.text) if "ruled" in form["fields"]]
    answer = floor.post(ruling["to"], **ruling["fields"])
    assert answer.status_code == 200 and "Applied" in answer.text, (cause, words(answer.text))


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("game", BANKED)
def test_every_page_answers_after_every_ruling_at_every_moment(tmp_path: Path, game: str, seats: int):
    database = str(tmp_path / "house.db")
    with serving(database) as house:
        who = people(house)
        playing = play(house, game, seats=seats)
        hub = house.server.hub(playing.name)
        applied: set[tuple[Any, str]] = set()
        ruled = True
        while ruled:
            ruled, over = False, False
            while not over:
                moment, seen = _moment(hub), seen_now(hub, who["Flo"].viewer)
                possible = causes_of(hub.live.rules, seen)
                cause = next((one.id for one in possible if (moment, one.id) not in applied), None)
                if cause is None:
                    over = any(event.ends_round for event in playing.step())
                    continue
                _rule(who["Flo"], playing.name, cause)
                applied.add((moment, cause))
                _open_pages(who, playing.name)
                ruled = True
                _seat_again(playing, seats)
        assert {cause for _, cause in applied} >= {"device-shuffler", "wrong_number_of_cards", "abandoned"}
    # What was recorded can be shown after a restart.
    with serving(database) as house:
        _open_pages({person: Looking(house, person) for person in who}, playing.name)


def _seat_again(playing: Playing, seats: int) -> None:
    """Seat a player again whose seat was given up by a ruling."""
    for seat in range(1, seats + 1):
        if seat not in look_at(playing.system.table).seats:
            playing.computers.sit_down(seat)


@pytest.mark.parametrize("game", BANKED)
def test_a_ruling_at_a_table_that_the_system_deals_lets_the_next_round_begin(house: Serving, game: str):
    boss, ada = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ada")
    house.account("Flo", Role.FLOORPERSON)
    floor, player = Looking(house, "Flo"), Looking(house, "Ada")
    assert boss.opens("t1", game, clock=0).status_code == 201
    assert ada.says("t1", "take_seat", 1, cents=100_000).status_code == 200
    hub = house.server.hub("t1")
    main = hub.live.rules.game.main_wager
    wagers = {main.id: 2_500} | ({"odds": 2_500} if "odds" in hub.live.rules.game.wagers else {})
    applied: set[str] = set()
    while True:
        until(lambda: any(ask.subject == main.id for ask in hub.due()))
        assert ada.says("t1", "place_wagers", 1, wagers=wagers).status_code == 200
        until(lambda: hub.due() and all(ask.command == "decide" for ask in hub.due()))
        causes = _CAUSE.findall(floor.page("/floor/t1"))
        # A player who is held to have left is seated no more.
        cause = next((cause for cause in causes if cause not in {*applied, "abandoned"}), "")
        if not cause:
            break
        applied.add(cause)
        _rule(floor, "t1", cause)
        for path in ("/tables/t1", "/tables/t1/plain", "/lobby"):
            player.page(path)
        for path in ("/floor/t1", "/floor", "/floor/tables"):
            floor.page(path)
        until(lambda: _is_over(hub, ada))
    assert "wrong_number_of_cards" in applied


def _is_over(hub: Hub, ada: Person) -> bool:
    """Return whether the round is over; where the hands stand, Ada gives the most passive answer that is due."""
    asks = [ask for ask in hub.due() if ask.seat == 1 and ask.command in ("decide", "void_hand")]
    if any(ask.command == "void_hand" for ask in asks):
        ada.says("t1", "void_hand", 1, void=False)
    for word in ("fold", "house way", "check"):
        if any(ask.word == word for ask in asks):
            ada.says("t1", "decide", 1, word=word)
            break
    state: Any = hub.live.state
    return bool(state.status == "wagering")


# Tables that cannot be shown.


def test_a_table_whose_record_is_damaged_takes_no_other_page_down(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    database = str(tmp_path / "house.db")
    with serving(database) as house:
        who = people(house)
        for name in ("sound", "broken"):
            play(house, "holdem-bonus", name=name).rounds(1)
    engine = open_database(database)
    with engine.begin() as connection:
        connection.execute(delete(SNAPSHOT).where(SNAPSHOT.c.stream == "table/broken"))
        connection.execute(update(EVENT).where(EVENT.c.stream == "table/broken").values(body=b"{}"))
    engine.dispose()
    with serving(database) as house:
        who = {person: Looking(house, person) for person in who}
        sentence = "Table broken cannot be shown because its record cannot be read (EncodingError); the server log has the details."
        for person, paths in LISTS.items():
            for path in paths:
                page = who[person].page(path)
                assert words(page).count(sentence) == 1, path
                assert "sound" in page
        for person, paths in OF_A_TABLE.items():
            for path in paths:
                page = who[person].page(path.format("broken"), 500)
                assert sentence in words(page), path
                assert who[person].page(path.format("sound"))
        listed = house.person("Ada").http.get("/api/tables").json()
        assert listed["broken"]["fault"] == sentence and "fault" not in listed["sound"]
        assert len(listed["sound"]["seats"]) == 3
        assert house.person("Ada").http.get("/api/tables/broken").json()["error"]["code"] == "SERVER_IS_SOUND"
    [reported] = [record for record in caplog.records if record.message == "table broken cannot be shown"]
    assert reported.exc_info is not None, "the log has the traceback, once"


LISTS: dict[str, tuple[str, ...]] = {
    "Ada": ("/lobby", "/jackpots"),
    "Flo": ("/floor", "/floor/tables"),
    "Dana": ("/dealer", "/dealer/tables"),
}
OF_A_TABLE: dict[str, tuple[str, ...]] = {
    "Ada": ("/tables/{}", "/tables/{}/plain"),
    "Flo": ("/floor/{}",),
    "Dana": ("/dealer/{}",),
}
