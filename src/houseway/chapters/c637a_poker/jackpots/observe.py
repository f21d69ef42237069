"""What staff and players see of the jackpot funds.

Players see what the Poker room posts and announces: the rules, the display, the tables that take part, the hand to beat,
and what waits for them. How boxes are counted is for staff, and so are the telephone number and the credentials on a slip.
Every hand in these events was shown at its table, so no card is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from houseway.cards import Card
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots import steps
from houseway.chapters.c637a_poker.jackpots.commands import TrackingSlip
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, JackpotRules
from houseway.chapters.c637a_poker.jackpots.state import (
    BadBeat,
    Box,
    BoxStage,
    HighHandCall,
    JackpotState,
    box_account,
)
from houseway.engine.asking import Ask
from houseway.engine.kernel import Event, Viewer
from houseway.engine.observing import Observation
from houseway.engine.roles import Role
from houseway.money import Cents


class FundSeen(msgspec.Struct, frozen=True, kw_only=True):
    """One fund. ``to_beat``: the hand announced in the qualifying period, ``leaders``: the slips of those who hold it, for
    players without what is private on them; ``payable``: a player sees only their own.

    The rest is for staff: the finance record, how far each box is, who had a part in its count and what was put into it, the
    payout under way, who has come to the adjustment of the display, and the hand to which the floor was called.
    """

    kind: str
    posted: tuple[str, ...]
    tables: tuple[str, ...]
    displayed: Cents
    pending: bool
    collecting: bool
    closed: bool
    period_ends_at: int | None
    to_beat: tuple[Card, ...]
    payable: dict[str, tuple[tuple[int, int], ...]]
    leaders: tuple[TrackingSlip, ...] = ()
    period_began_at: int | None = None
    official: Cents | None = None
    boxes: dict[str, BoxStage] = {}
    counts: dict[str, Box] = {}
    collected: dict[str, Cents] = {}
    bad_beat: BadBeat | None = None
    attending: tuple[str, ...] = ()
    called: HighHandCall | None = None


class JackpotObservation(Observation, frozen=True, kw_only=True):
    """The funds of a room as a viewer may see them. Nobody sits here and no cards are held."""

    funds: dict[str, FundSeen]


def observe(
    rules: JackpotRules, state: JackpotState, viewer: Viewer, events: Sequence[Event], due: tuple[Ask, ...]
) -> JackpotObservation:
    """What a viewer may see."""
    return JackpotObservation(
        game="jackpots",
        revision=state.revision,
        number=0,
        status="open" if state.digest else "closed",
        phase="",
        seats={},
        chips={},
        hands={},
        community=(),
        folded=(),
        asked=(),
        due=() if viewer.role is Role.PLAYER else due,
        legal=steps.legal(rules, state, viewer, due),
        notes=(),
        events=redact(rules, state, events, viewer),
        funds={name: _seen(rules, state, name, viewer) for name in state.funds},
    )


def _seen(rules: JackpotRules, state: JackpotState, name: str, viewer: Viewer) -> FundSeen:
    fund = state.funds[name]
    terms = rules.of(fund.kind)
    public = FundSeen(
        kind=fund.kind,
        posted=() if terms is None else terms.posted(),
        tables=tuple(fund.boxes),
        displayed=Cents(fund.displayed),
        pending=fund.pending,
        collecting=fund.collecting and not fund.closed and (fund.kind == BAD_BEAT or fund.open),
        closed=fund.closed,
        period_ends_at=fund.ends_at if fund.open else None,
        period_began_at=fund.started_at if fund.open else None,
        to_beat=fund.slips[0].hand if fund.slips else (),
        leaders=tuple([_public(slip) for slip in fund.slips]),
        payable={player: waits for player, waits in fund.payable.items() if player == viewer.person},
    )
    if viewer.role is Role.PLAYER:
        return public
    return replace(
        public,
        leaders=fund.slips,
        payable=fund.payable,
        official=fund.official,
        boxes={table: box.stage for table, box in fund.boxes.items()},
        counts=fund.boxes,
        collected={table: Cents(state.balance(box_account(name, table))) for table in fund.boxes},
        bad_beat=fund.bad_beat,
        attending=fund.attending,
        called=fund.called,
    )


def _public(slip: TrackingSlip) -> TrackingSlip:
    """Of a slip, players see whose hand it was and where."""
    return replace(slip, phone="", dealer_credential="", credential="")


def redact(rules: JackpotRules, state: JackpotState, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    """The events as a viewer may see them: of a slip, players see whose hand it was and where."""
    if viewer.role is not Role.PLAYER:
        return tuple(events)
    return tuple([_for_players(event) for event in events])


def _for_players(event: Event) -> Event:
    if isinstance(event, ev.HighHandRecorded):
        return replace(event, slip=_public(event.slip))
    return event
