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
from houseway.chapters.c637a_poker.jackpots.commands import AdjustDisplay, CountBox, TrackingSlip
from houseway.chapters.c637a_poker.jackpots.people import able_witnesses
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, JackpotRules
from houseway.chapters.c637a_poker.jackpots.state import (
    BadBeat,
    Box,
    BoxStage,
    Fund,
    FundBalances,
    HighHandCall,
    JackpotState,
    variance_account,
)
from houseway.engine.asking import Ask
from houseway.engine.kernel import Event, Viewer
from houseway.engine.observing import Observation
from houseway.engine.roles import CASHIERS, DEALER_OR_FLOOR, Role
from houseway.money import Cents

__all__ = ["FundSeen", "HighHandCall", "JackpotObservation", "observe", "redact"]


class FundSeen(msgspec.Struct, frozen=True, kw_only=True):
    """One fund. ``minimum_players``: who must be dealt in for a hand to qualify. ``to_beat``: the hand announced in the qualifying period, ``leaders``: the slips of those who hold it, for
    players without what is private on them; ``payable``: a player sees only their own.

    The rest is for staff: the finance record, how far each box is, who had a part in its count and what was put into it, the
    payout under way, who has come to the adjustment of the display, and the hands to which the floor was called, the first of
    them once more by itself. What is in a box is told when it has been counted; ``variance``: what all counts came to more or
    less than the tables had contributed. ``boxes_at_cage``: the tables whose box
    a cashier counts. ``is_tracking``: hands of the last qualifying period can still be called.
    ``balances``: where the money is, without what nobody has counted yet. ``would_pay``: what the verified Bad Beat pays each player if finance prepares it now.
    ``count_witnesses`` and ``display_witnesses``: who of those who came may witness the count of a table's box and the
    adjustment of the display.
    """

    kind: str
    posted: tuple[str, ...]
    tables: tuple[str, ...]
    displayed: Cents
    pending: bool
    collecting: bool
    closed: bool
    period_ends_at: int | None
    minimum_players: int
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
    calls: tuple[HighHandCall, ...] = ()
    is_tracking: bool = False
    boxes_at_cage: tuple[str, ...] = ()
    variance: int | None = None
    balances: FundBalances | None = None
    would_pay: tuple[tuple[str, Cents], ...] = ()
    count_witnesses: dict[str, tuple[str, ...]] = {}
    display_witnesses: tuple[str, ...] = ()

    @property
    def uncounted_boxes(self) -> list[str]:
        """Tables whose box is still on the table."""
        return [table for table, stage in self.boxes.items() if stage is BoxStage.ON_TABLE]


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
        displayed=_displayed(state, name),
        pending=fund.pending,
        collecting=fund.collecting and not fund.closed and (fund.kind == BAD_BEAT or fund.open),
        is_tracking=fund.is_tracking,
        closed=fund.closed,
        period_ends_at=fund.ends_at if fund.open else None,
        minimum_players=0 if terms is None else terms.minimum_players,
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
        collected={table: box.counted for table, box in fund.boxes.items() if box.stage is not BoxStage.ON_TABLE},
        bad_beat=fund.bad_beat,
        attending=fund.attending,
        called=fund.calls[0] if fund.calls else None,
        calls=fund.calls,
        boxes_at_cage=tuple(fund.uncounted),
        variance=-state.balance(variance_account(name)),
        balances=_counted_balances(state, name),
        would_pay=_would_pay(rules, fund),
        count_witnesses={
            table: able_witnesses(fund, CountBox, box.attending) for table, box in fund.boxes.items() if box.attending
        },
        display_witnesses=able_witnesses(fund, AdjustDisplay, fund.attending),
    )


def _displayed(state: JackpotState, name: str) -> Cents:
    """The amount on the sign: what finance set, or, of a qualifying period, what has been collected for it (637a.16(b))."""
    fund = state.funds[name]
    if fund.kind == BAD_BEAT or not fund.is_tracking:
        return Cents(fund.displayed)
    held = state.balances(name)
    return Cents(held.total - held.set_apart)


def _counted_balances(state: JackpotState, name: str) -> FundBalances:
    """Return where the money is, as far as it has been counted."""
    held = state.balances(name)
    return replace(held, boxes=Cents(0), at_cage=Cents(0), uncounted=bool(held.boxes or held.at_cage))


def _would_pay(rules: JackpotRules, fund: Fund) -> tuple[tuple[str, Cents], ...]:
    beat = fund.bad_beat
    if beat is None or beat.is_prepared or rules.bad_beat is None:
        return ()
    return beat.divide(rules.bad_beat.shares, fund.official)


def _public(slip: TrackingSlip) -> TrackingSlip:
    """Of a slip, players see whose hand it was and where."""
    return replace(slip, phone="", dealer_credential="", credential="")


def redact(rules: JackpotRules, state: JackpotState, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    """The events as a viewer may see them: of a slip, players see whose hand it was and where, and no reason.

    Nobody who counts is told what the tables contributed.
    """
    if viewer.role in CASHIERS | DEALER_OR_FLOOR:
        return tuple([_for_counters(event) for event in events])
    if viewer.role is not Role.PLAYER:
        return tuple(events)
    return tuple([_for_players(_for_counters(event)) for event in events])


def _for_counters(event: Event) -> Event:
    return replace(event, cents=Cents(0), postings=()) if isinstance(event, ev.TransportedToCage) else event


def _for_players(event: Event) -> Event:
    if isinstance(event, ev.HighHandRecorded):
        return replace(event, slip=_public(event.slip), reason="")
    return replace(event, reason="") if isinstance(event, ev.BadBeatVerified) else event
