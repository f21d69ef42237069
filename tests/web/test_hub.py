"""What is made once for many viewers is what each would have got alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from houseway.clause import ClauseId
from houseway.engine.asking import Ask
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.opening import TakeSeat
from houseway.engine.roles import Role
from houseway.house.accounts import Policy
from houseway.money import Cents
from houseway.store.database import open_database
from houseway.store.record import TABLE, Record
from houseway.store.wake import Wake
from houseway.web.dealing import Dealing
from houseway.web.hub import Hub
from tests.kit.clock import ManualClock
from tests.kit.recorded_tables import Playing, submission
from tests.kit.waiting import run


@pytest.mark.parametrize("game", ["pai-gow", "heads-up-holdem", "stud-high", "triple-draw-2-7"])
def test_one_view_for_all_visitors_and_events_since_a_revision_as_from_the_beginning(game, tmp_path):
    record = Record(open_database(tmp_path / "house.db"))
    playing = Playing(record, game, name="t1", seats=3)
    hub = Hub(record, playing.stream, "t1")

    async def follow() -> None:
        before: list[int] = [0]
        for step in range(40):
            if step:
                playing.step()
            live = record.live(playing.stream)
            due = live.machine.due(live.rules, live.state)
            for viewer in (Viewer(Role.PLAYER, "Ada"), Viewer(Role.PLAYER, "Zed"), Viewer(Role.DEALER, "Dee")):
                alone = viewer if viewer.role is Role.PLAYER else Viewer(viewer.role)
                seen = live.machine.observe(live.rules, live.state, alone, live.recent[-60:], due)
                assert hub.observation(viewer) == seen
                whole = live.machine.redact(live.rules, live.state, tuple(live.recent), alone)
                for revision in before[-3:]:
                    missing = live.state.revision - revision
                    told = hub.after(viewer, revision)
                    assert told == (whole[-missing:] if missing else ())
                    message = msgspec.json.decode(hub.message(viewer, revision)[-1])
                    assert message["events"] == msgspec.json.decode(msgspec.json.encode(told))
                    assert message["view"]["observation"] == msgspec.json.decode(msgspec.json.encode(seen))
            before.append(live.state.revision)

    run(follow())
    # Two kinds of players and the dealer at each version, however many look.
    assert hub.rendered <= 3 * 41
    record.close()


class Overtaken(Hub):
    """A table that goes on while what is seen of it is worked out."""

    meanwhile: Callable[[], object] | None = None

    def _observation(self, made: Any, kind: Viewer) -> Any:
        going_on, self.meanwhile = self.meanwhile, None
        if going_on is not None:
            going_on()
        return super()._observation(made, kind)


def test_a_version_that_is_overtaken_while_it_is_made_is_whole_and_the_next_goes_on_from_it(tmp_path):
    record = Record(open_database(tmp_path / "house.db"))
    playing = Playing(record, "holdem", name="t1", seats=3)
    viewer = Viewer(Role.PLAYER, "Ada")

    async def follow() -> None:
        hub = Overtaken(record, playing.stream, "t1")
        told, seen = 0, record.live(playing.stream).state.revision
        for _ in range(15):
            playing.step()
            hub.meanwhile = playing.step
            before = seen
            version, seen, message = hub.message(viewer, seen)
            said = msgspec.json.decode(message)
            # Events, view and version are of one moment, though the table has gone on.
            assert said["view"]["revision"] == seen < record.live(playing.stream).state.revision
            assert (said["view"]["seq"], 0) == version != hub.version
            assert len(said["events"]) == seen - before
            told += len(said["events"])
        assert hub.observation(viewer).revision == record.live(playing.stream).state.revision
        # Whatever revision somebody says they have seen, no more is kept than there are events at hand.
        for revision in range(-50, 2_000, 7):
            hub.message(viewer, revision)
        assert hub._made is not None
        assert len(hub._made.messages) < 300

    run(follow())
    record.close()


def test_a_command_whose_giver_goes_is_recorded_and_told_all_the_same(tmp_path):
    record = Record(open_database(tmp_path / "house.db"))
    record.open("table/t1", TABLE, submission("holdem"))
    record.start("table/t1", staffed=True)
    heard: list[int] = []
    record.listeners.append(lambda stream, seq: heard.append(seq))

    async def go_away() -> None:
        hub = Hub(record, "table/t1", "t1")
        looking = hub.enter(Viewer(Role.PLAYER, "Ada"))
        looking.news.clear()
        given = envelope(TakeSeat(cents=Cents(100)), by="Ada", role=Role.PLAYER, seat=1)
        sending = asyncio.create_task(hub.send(given))
        await asyncio.sleep(0)
        before = hub.live.seq
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        assert sending.cancelled()
        await hub.come_to_rest()
        assert looking.news.is_set()
        assert hub.live.seq == before + 1
        assert heard == [before + 1]

    run(go_away())
    record.close()


def test_bets_are_not_closed_between_two_loads_of_a_page_in_words(tmp_path):
    engine, clock = open_database(tmp_path / "house.db"), ManualClock()
    record = Record(engine, clock)
    playing = Playing(record, "five-card-hi-lo", name="t1", seats=2)

    async def look() -> None:
        hub = Hub(record, playing.stream, "t1")
        dealing = Dealing(hub, Policy(pace=40, clock=60), Wake(engine, lambda stream, seq: None))
        hub.came_or_went = lambda: None
        ask = Ask(command="announce_no_more_bets", role=Role.DEALER, clause=ClauseId("663a.8(b)"))
        ada = hub.enter(Viewer(Role.PLAYER, "Ada"))
        assert dealing._held_back(ask, clock.monotonic()).seconds == 60
        hub.leave(ada)
        clock.advance(1)
        assert dealing._held_back(ask, clock.monotonic()).seconds == 2
        clock.advance(2)
        assert dealing._held_back(ask, clock.monotonic()).seconds == 0
        hub.enter(Viewer(Role.PLAYER, "Ada"))
        assert dealing._held_back(ask, clock.monotonic()).seconds == 57

    run(look())
    record.close()
