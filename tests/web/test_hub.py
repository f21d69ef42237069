"""What is made once for many viewers is what each would have got alone."""

from __future__ import annotations

import msgspec
import pytest

from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.web.hub import Hub
from tests.kit.recorded import Playing
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
                    message = msgspec.json.decode(hub.message(viewer, revision)[1])
                    assert message["events"] == msgspec.json.decode(msgspec.json.encode(told))
                    assert message["view"]["observation"] == msgspec.json.decode(msgspec.json.encode(seen))
            before.append(live.state.revision)

    run(follow())
    # Two kinds of players and the dealer at each version, however many look.
    assert hub.rendered <= 3 * 41
    record.close()
