"""Our own history, which becomes the table again."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from houseway.chapters.registry import games, resolve
from houseway.engine.kernel import Table
from houseway.interop.history import HistoryError, from_history, to_history
from tests.kit.damaged_texts import damaged, scribbled
from tests.kit.random_banked import plausible, seat_players, shuffled
from tests.kit.random_poker import GAMES, STRUCTURES, random_play
from tests.kit.tables import ready


def _finished(game: str, structure: str, seed: int):
    play = random_play(game, structure, seed)
    play.finish_a_round()
    return play


@pytest.mark.parametrize("game", GAMES)
def test_a_poker_history_becomes_the_table_again(game):
    for structure in STRUCTURES:
        play = random_play(game, structure, 5)
        for _ in range(60):
            play.do(play.plausible())
        again = from_history(to_history(play.table))
        assert again.state == play.table.state
        assert again.events == play.table.events
        assert again.rules.digest == play.table.rules.digest


@pytest.mark.parametrize("game", games(banked=True))
def test_a_banked_history_becomes_the_table_again(game):
    chance = random.Random(game)
    table: Table[Any, Any] = Table(resolve({"game": game}))
    ready(table, shuffled(table, chance))
    seat_players(table, chance)
    for _ in range(30):
        command = plausible(table, chance)
        if command is None:
            break
        table.send(command)
    again = from_history(to_history(table).decode())
    assert again.state == table.state
    assert again.events == table.events


def _changed(**changes):
    data = json.loads(to_history(_finished("holdem", "no-limit", 1).table))
    return json.dumps({**data, **changes})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "cannot be read"),
        ("{}", "cannot be read"),
        (_changed(format="x"), "not a 'houseway-history'"),
        (_changed(version=2), "version 2"),
        (_changed(digest="0"), "digest"),
        (_changed(game="whist"), "not lawful"),
        (_changed(submission={}), "not lawful"),
        (_changed(events=[{"event": "earthquake"}]), "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_history_is_said(text, says):
    with pytest.raises(HistoryError, match=says):
        from_history(text)


HISTORY = json.loads(to_history(_finished("holdem", "no-limit", 1).table))


def _with_event(place: int, **changes) -> str:
    events = list(HISTORY["events"])
    events[place] = {**events[place], **changes}
    return json.dumps({**HISTORY, "events": events})


def test_an_event_whose_postings_do_not_follow_from_it_is_named():
    moved = [place for place, event in enumerate(HISTORY["events"]) if event["postings"]]
    for place in moved:
        name = HISTORY["events"][place]["event"]
        for forged in ([], [["outside", "player 1", 5]], [*HISTORY["events"][place]["postings"]] * 2):
            with pytest.raises(HistoryError, match=rf"the postings of event {place + 1} \({name}\) do not follow"):
                from_history(_with_event(place, postings=forged))


def test_an_event_that_does_not_follow_from_the_commands_is_named():
    kinds = [event["event"] for event in HISTORY["events"]]
    place = kinds.index("acted")
    with pytest.raises(HistoryError, match=rf"event {place + 1} \(acted\) does not follow .* its cents would"):
        from_history(_with_event(place, cents=HISTORY["events"][place]["cents"] + 1))
    place = kinds.index("betting_began")
    with pytest.raises(
        HistoryError, match=rf"event {place + 1} \(acted\) does not follow .* they lead to betting_began"
    ):
        from_history(json.dumps({**HISTORY, "events": HISTORY["events"][:place] + HISTORY["events"][place + 1 :]}))
    with pytest.raises(HistoryError, match=r"\(poker_round_ended\) follows from the commands and is not stated"):
        from_history(json.dumps({**HISTORY, "events": HISTORY["events"][:-1]}))
    with pytest.raises(HistoryError, match=r"\(poker_round_ended\) follows from no command"):
        from_history(json.dumps({**HISTORY, "events": [*HISTORY["events"], HISTORY["events"][-1]]}))


def test_a_command_that_the_rules_refuse_is_named():
    place = next(place for place, one in enumerate(HISTORY["commands"]) if one["command"]["command"] == "act")
    commands = [*HISTORY["commands"][: place + 1], *HISTORY["commands"][place:]]
    with pytest.raises(HistoryError, match=rf"command {place + 2} \(act\) is refused: .* turn"):
        from_history(json.dumps({**HISTORY, "commands": commands}))


def _reads_or_says_why(text: str | bytes) -> None:
    said = ""
    try:
        from_history(text)
    except HistoryError as error:
        said = str(error)
    assert "\n" not in said


@pytest.mark.long
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(damaged(HISTORY))
def test_a_damaged_history_is_read_or_refused(history):
    _reads_or_says_why(json.dumps(history))


@settings(deadline=None, max_examples=60)
@given(scribbled(json.dumps(HISTORY)))
def test_a_scribbled_history_is_read_or_refused(text):
    _reads_or_says_why(text.encode("utf-8", "surrogatepass"))
