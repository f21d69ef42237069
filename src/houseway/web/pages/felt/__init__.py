"""A table as it is drawn: betting areas, cards, plates and markers, made from one viewer's observation."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Event
from houseway.engine.observing import Observation
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.table import AnyRules, table_view
from houseway.web.pages.felt import banked, poker
from houseway.web.pages.felt.drawn import Felt


def felt_of(
    rules: AnyRules,
    seen: Observation,
    own: Sequence[Seat],
    *,
    settled: bool = False,
    before: Sequence[Event] | None = None,
) -> Felt:
    """The table as this viewer sees it; ``settled``: the picture of a round that is over; ``before``: more events of the round
    than come with what is seen, for what everybody saw of it."""
    view = table_view(rules, seen, own)
    if isinstance(rules, TableRules):
        assert isinstance(seen, BankedObservation)
        return banked.felt_of(rules, seen, view, own, settled=settled)
    assert isinstance(seen, PokerObservation)
    return poker.felt_of(rules, seen, view, own, seen.events if before is None else before)
