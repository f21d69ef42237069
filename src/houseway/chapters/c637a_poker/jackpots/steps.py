"""Which steps of the jackpots are due or may be taken, by whom, and for which amounts, as far as the state tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.counts import SIGNATURES
from houseway.chapters.c637a_poker.jackpots.draft import path_of
from houseway.chapters.c637a_poker.jackpots.payouts import DELIVERERS, FORMS, heirs
from houseway.chapters.c637a_poker.jackpots.people import able_witnesses, hindrance
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, HIGH_HAND, SECTION, JackpotRules
from houseway.chapters.c637a_poker.jackpots.state import BoxStage, Fund, JackpotState
from houseway.clause import ClauseId
from houseway.engine.asking import Amounts, Ask
from houseway.engine.kernel import Viewer
from houseway.engine.opening import OpenTable
from houseway.engine.roles import DEALERS, FLOOR_OR_ABOVE, Role
from houseway.money import Cents
from houseway.seats import Seat


class Step(NamedTuple):
    """A step that may be taken now. ``word``: the table, the player, or which of its answers.

    ``roles``: whose it is, if not everyone's who may give the command; ``only`` this person takes it, or all but
    ``never``; ``witnesses``: one of them, another person, is there; ``may_wait``: the room goes on without it;
    ``not_before``: it comes at that time.
    """

    command: type[cmd.JackpotCommand]
    word: str = ""
    amounts: Amounts | None = None
    cards: tuple[int, int] | None = None
    roles: frozenset[Role] = frozenset()
    only: str = ""
    never: tuple[str, ...] = ()
    witnesses: tuple[str, ...] | None = None
    may_wait: bool = False
    not_before: int = 0
    concerns: Seat = Seat(0)

    def given_by(self, role: Role) -> bool:
        """Whether the step is for this role."""
        return role in (self.roles or self.command.roles)

    def taken_by(self, fund: Fund, role: Role, person: str | None) -> bool:
        """Whether this person may take it, as far as it is known who looks."""
        if person is None:
            return True
        if self.only not in ("", person) or person in self.never or self.witnesses == (person,):
            return False
        # Of a payout that is one player's, the word is the player.
        player = self.word if "player" in self.command.__struct_fields__ else ""
        return hindrance(fund, self.command, person, role, player=player) is None


def due(rules: JackpotRules, state: JackpotState) -> tuple[Ask, ...]:
    """The steps the room waits for, each from the least role that may take it."""
    if not state.digest:
        return (_opening(rules, Role.DEALER),)
    steps = _all(rules, state)
    return tuple(_ask(name, fund, step, _least(step)) for name, fund, step in steps if not step.may_wait)


def legal(rules: JackpotRules, state: JackpotState, viewer: Viewer, due: tuple[Ask, ...] = ()) -> tuple[Ask, ...]:
    """The steps this viewer may take."""
    if not state.digest:
        return (_opening(rules, viewer.role),) if viewer.role in OpenTable.roles else ()
    return tuple(
        _ask(name, fund, step, viewer.role)
        for name, fund, step in _all(rules, state)
        if step.given_by(viewer.role) and step.taken_by(fund, viewer.role, viewer.person)
    )


def _opening(rules: JackpotRules, role: Role) -> Ask:
    return Ask(command="open_table", role=role, clause=rules.offered_under)


def _least(step: Step) -> Role:
    return next(role for role in Role if step.given_by(role))


def _ask(name: str, fund: Fund, step: Step, role: Role) -> Ask:
    return Ask(
        command=str(step.command.__struct_config__.tag),
        role=role,
        clause=ClauseId(f"{SECTION[fund.kind]}{path_of(step.command, fund)}"),
        subject=name,
        word=step.word,
        amounts=step.amounts,
        cards=step.cards,
        may_wait=step.may_wait,
        not_before=step.not_before,
        concerns=step.concerns,
    )


def _all(rules: JackpotRules, state: JackpotState) -> Iterator[tuple[str, Fund, Step]]:
    for kind in SECTION:
        if rules.of(kind) is not None:
            offered = any(fund.kind == kind and not fund.closed for fund in state.funds.values())
            due = not offered or (kind == BAD_BEAT and _needs_heir(rules, state))
            yield "", Fund(kind=kind), Step(cmd.OfferFund, kind, may_wait=not due)
    for name, fund in state.funds.items():
        if not fund.closed:
            own = _bad_beat(rules, state, name, fund) if fund.kind == BAD_BEAT else _high_hand(state, fund)
            for step in (*own, *_count(rules, state, name, fund)):
                yield name, fund, step


def _needs_heir(rules: JackpotRules, state: JackpotState) -> bool:
    """Return whether a discontinued fund is to be transferred and no other Bad Beat payout is there to take it."""
    waiting = [
        name for name, fund in state.funds.items() if fund.official and _is_to_transfer(rules, state, name, fund)
    ]
    return bool(waiting) and not heirs(state)


def _is_to_transfer(rules: JackpotRules, state: JackpotState, name: str, fund: Fund) -> bool:
    """Return whether a Bad Beat fund is given up, and neither a Bad Beat nor a count waits for its money."""
    beat, terms = fund.bad_beat, rules.bad_beat
    if fund.kind != BAD_BEAT or fund.collecting or fund.closed or fund.to_record is not None or terms is None:
        return False
    return beat is None or not state.can_pay(name, beat, terms.shares)


ANY_COUNT = Amounts(Cents(0), None)
"""Amounts a count may have: the person who counts is not told what to expect."""


def _exactly(cents: Cents) -> Amounts:
    return Amounts(Cents(cents), Cents(cents))


def _count(rules: JackpotRules, state: JackpotState, name: str, fund: Fund) -> Iterator[Step]:
    """Tables, contributions, and the way of a box from the table to the finance record."""
    terms = rules.of(fund.kind)
    if fund.collecting and (fund.approved or fund.kind == HIGH_HAND):
        yield Step(cmd.DesignateTable, may_wait=bool(fund.boxes))
    may_begin = fund.told_compliance if fund.kind == BAD_BEAT else not fund.open
    awaited = (
        may_begin and not fund.delivered and (fund.kind == BAD_BEAT or (fund.to_announce and not fund.counted_today))
    )
    on_table = fund.with_stage(BoxStage.ON_TABLE)
    if may_begin and set(on_table) - set(fund.accounted):
        yield Step(cmd.AccountForBoxes, may_wait=not awaited)
    for table, box in fund.boxes.items():
        if box.stage is BoxStage.COUNTED:
            for person, roles in ((box.dealer, DEALERS), (box.witness, FLOOR_OR_ABOVE)):
                if person not in box.signed:
                    yield Step(cmd.SignCount, table, roles=roles, only=person)
            if len(box.signed) == SIGNATURES:
                yield Step(cmd.LockContents, table)
            else:
                # Whoever has not signed may be gone: the box may be counted again.
                yield from _counted(fund, table, again=True)
        elif box.stage is BoxStage.ON_TABLE and not box.closed:
            if terms is not None and fund.collects(state.now):
                yield Step(cmd.Contribute, table, _exactly(terms.contribution), may_wait=True)
            if may_begin:
                yield Step(cmd.CloseTableForCount, table, may_wait=not awaited or table in fund.accounted)
        elif box.stage is BoxStage.ON_TABLE and not box.recorded_by:
            yield Step(cmd.RecordCount, table)
        elif box.stage is BoxStage.ON_TABLE and may_begin:
            yield from _counted(fund, table, again=False)
    if fund.boxes and set(fund.with_stage(BoxStage.LOCKED)) | (set(on_table) & set(fund.accounted)) == set(fund.boxes):
        yield Step(cmd.TransportToCage)
    if fund.delivered:
        yield Step(cmd.CountAtCage, amounts=ANY_COUNT)
    if fund.to_record is not None:
        yield Step(cmd.RecordContributions, amounts=_exactly(fund.to_record))


def _counted(fund: Fund, table: str, *, again: bool) -> Iterator[Step]:
    """The floor comes to a count, and the dealer counts before it."""
    attending = fund.boxes[table].attending
    witnesses = able_witnesses(fund, cmd.CountBox, attending)
    yield Step(cmd.AttendCount, table, never=attending, may_wait=again or bool(witnesses))
    if witnesses:
        yield Step(cmd.CountBox, table, ANY_COUNT, witnesses=witnesses, may_wait=again)


def _bad_beat(rules: JackpotRules, state: JackpotState, name: str, fund: Fund) -> Iterator[Step]:
    beat, held, terms = fund.bad_beat, state.balances(name), rules.bad_beat
    assert terms is not None
    if not fund.approved:
        yield Step(cmd.ApproveDiscontinuing, never=(fund.offered_by,))
    payable = beat is not None and bool(beat.divide(terms.shares, fund.official))
    if beat is None:
        pays = any(held.total * percent // 100 for percent in terms.shares.values())
        if fund.boxes and not fund.pending and terms.hands and pays:
            yield Step(cmd.VerifyBadBeat, cards=(5, 5), may_wait=True)
    elif not beat.notice:
        yield Step(cmd.PostPendingNotice)
    elif not beat.to:
        for deliverer in DELIVERERS:
            yield Step(cmd.OrderPayout, deliverer)
    elif beat.is_prepared:
        yield Step(cmd.PayBadBeat, roles=DELIVERERS[beat.to])
    elif payable:
        for form in FORMS:
            yield Step(cmd.PrepareDistribution, form)
    if not fund.told_compliance:
        # Players wait for what is in the boxes: a Bad Beat that nothing else pays, or all that a discontinued fund holds.
        awaited = bool(held.boxes) and not (fund.collecting if beat is None else payable or beat.is_prepared)
        closed = any(box.closed for box in fund.boxes.values())
        yield Step(cmd.NotifyOfCount, may_wait=not (awaited or closed))
    changed = fund.pending or fund.displayed != fund.official
    held_up = beat is not None and not beat.is_prepared and state.can_pay(name, beat, terms.shares)
    if not held_up and (changed or not fund.adjusted_today):
        witnesses = able_witnesses(fund, cmd.AdjustDisplay, fund.attending)
        idle = not changed
        yield Step(cmd.AttendAdjustment, never=fund.attending, may_wait=idle or bool(witnesses))
        if witnesses:
            yield Step(cmd.AdjustDisplay, amounts=_exactly(fund.official), witnesses=witnesses, may_wait=idle)
    if fund.to_record is None and (not fund.boxes or (fund.counted_today and fund.adjusted_today)):
        yield Step(cmd.EndGamingDay, may_wait=True)
    if fund.collecting:
        if fund.approved:
            yield Step(cmd.TerminateContributions, may_wait=True)
    elif _is_to_transfer(rules, state, name, fund):
        for other in heirs(state) if fund.official else ():
            yield Step(cmd.TransferFund, other)
        if not held.total:
            yield Step(cmd.CloseFund)


def _high_hand(state: JackpotState, fund: Fund) -> Iterator[Step]:
    # Of one seat the floor answers one call after another.
    for call in {(call.table, call.seat): call for call in reversed(fund.calls)}.values():
        apart = (call.dealer, call.player)
        yield Step(cmd.RecordHighHand, call.table, cards=(5, 5), never=apart, concerns=call.seat)
        yield Step(cmd.RejectHighHand, call.table, never=apart, concerns=call.seat)
    if fund.open and fund.boxes and state.now < fund.ends_at:
        yield Step(cmd.CallHighHand, cards=(5, 5), may_wait=True)
    if fund.calls:
        pass
    elif fund.open:
        yield Step(cmd.EndQualifyingPeriod, not_before=fund.ends_at, may_wait=state.now < fund.ends_at)
    elif not fund.to_announce:
        yield Step(cmd.StartQualifyingPeriod, may_wait=True)
    elif not (fund.boxes and not fund.counted_today) and fund.to_record is None:
        yield Step(cmd.AnnounceHighHandPayout)
    for player, payable in fund.payable.items():
        if state.now <= payable[-1][1]:
            yield Step(cmd.PayHighHand, player, may_wait=True)
        yield Step(cmd.DistributeUnclaimed, player, not_before=payable[0][1] + 1, may_wait=True)
