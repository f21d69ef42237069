"""A form that is sent twice, as a double click sends it, takes effect once."""

from __future__ import annotations

import pytest

from houseway.store.table_system import table_stream
from tests.walk.conftest import OpenWalk
from tests.walk.walk import TABLE


@pytest.mark.parametrize("page", ["", "/plain"])
def test_wagers_placed_with_a_double_click_are_placed_once(opened: OpenWalk, page: str):
    walk = opened("heads-up-holdem", staffed=False)
    seen = walk.look("Ada", f"/tables/{TABLE}{page}")
    form = next(one for one in seen.forms if one.command == "place_wagers")
    given = walk.filler.fill(form, seen)
    assert not walk.send("Ada", form, given)
    chips = walk.chips_of("Ada")
    assert not walk.send("Ada", form, given)
    assert walk.chips_of("Ada") == chips


def test_a_refused_amount_can_be_corrected_on_the_same_page_in_words(opened: OpenWalk):
    walk = opened("heads-up-holdem", staffed=False)
    seen = walk.look("Ada", f"/tables/{TABLE}/plain")
    form = next(one for one in seen.forms if one.command == "place_wagers")
    rest = [(field.name, field.value) for field in form.fields if not field.name.startswith("wagers:")]
    assert walk.send("Ada", form, [*rest, ("wagers:ante", "1000000"), ("wagers:odds", "1000000")])
    assert not walk.send("Ada", form, [*rest, ("wagers:ante", "10"), ("wagers:odds", "10")])
    recorded = walk.house.record.log.commands(table_stream(TABLE))
    # Ada sat down, had a chance to inspect the cards, and wagered once.
    assert [row["actor"] for row in recorded].count("Ada") == 3
