"""Funds, contributions, and the way of a box from the table to the finance record (637a.15(a) to (e), (h); 637a.16(a) to (e))."""

from __future__ import annotations

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.draft import JackpotDraft, due
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, HIGH_HAND, SECTION
from houseway.chapters.c637a_poker.jackpots.state import (
    Box,
    BoxStage,
    Fund,
    box_account,
    cage_account,
    container_account,
    fund_account,
    variance_account,
)
from houseway.clause import ClauseId
from houseway.engine.accounts import Posting
from houseway.engine.names import fault_of_name
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import DEALERS, FLOOR_OR_ABOVE
from houseway.money import Cents, dollars

CAGES = ("main cage", "satellite cage")
SIGNATURES = 2
"""Of the dealer who counted and of the floorperson or above who was there."""


def offer_fund(draft: JackpotDraft, command: cmd.OfferFund) -> None:
    """Create a fund whose kind the submission offers, and post its rules."""
    section = SECTION.get(command.kind, draft.rules.offered_under.removesuffix("(a)"))
    rules = draft.rules.of(command.kind)
    if rules is None:
        raise refuse(
            Code.FUND_IS_OFFERED, ClauseId(f"{section}(a)"), f"the submission offers no {command.kind!r} payout"
        )
    if command.fund in draft.state.funds:
        raise refuse(Code.FUND_IS_OFFERED, ClauseId(f"{section}(a)"), f"there is a fund {command.fund!r} already")
    _check_name(ClauseId(f"{section}(a)"), command.fund)
    draft.emit(
        ev.FundOffered(**draft.said(command, ClauseId(f"{section}(b)")), kind=command.kind, posted=rules.posted())
    )


def _check_name(clause: ClauseId, name: str) -> None:
    """A fund or a table is named in one way, like people."""
    fault = fault_of_name(name)
    if fault is not None:
        raise refuse(Code.FUND_IS_OFFERED, clause, fault, ("a name without blanks around it",))


def approve_discontinuing(draft: JackpotDraft, command: cmd.ApproveDiscontinuing) -> None:
    """The procedures for discontinuing are approved, once, and not by whoever offers the payout."""
    fund, clause = draft.fund(command), draft.step(command)
    if fund.approved:
        raise due(clause, "the procedures for discontinuing the payout are approved already", "designate a table")
    if draft.person == fund.offered_by:
        message = f"{draft.person} offered the payout and does not approve how it would end"
        raise refuse(Code.PERSON_SIGNS_ONCE, clause, message, ("another person",))
    draft.emit(ev.DiscontinuingApproved(**draft.said(command)))


def designate_table(draft: JackpotDraft, command: cmd.DesignateTable) -> None:
    """A table takes part once box and notice are there and, for a Bad Beat, its end is provided for."""
    fund = draft.fund(command)
    if fund.kind == BAD_BEAT and not fund.approved:
        raise due(
            ClauseId("637a.15(i)"),
            "the procedures for discontinuing the payout are not approved",
            "approve discontinuing",
        )
    if not fund.collecting:
        raise due(ClauseId("637a.15(c)"), f"collection for {command.fund} has ended, and no table joins it")
    if command.table in fund.boxes:
        raise due(draft.step(command), f"table {command.table} takes part in {command.fund} already", "another table")
    _check_name(draft.step(command), command.table)
    if not command.box_attached:
        raise due(ClauseId("637a.2(e)"), "a transparent locked box must be attached to the table", "attach the box")
    if not command.notice_posted:
        raise due(draft.step(command), "the notice of eligibility must be posted at the table", "post it")
    draft.emit(ev.TableDesignated(**draft.said(command), table=command.table))


def contribute(draft: JackpotDraft, command: cmd.Contribute) -> None:
    """A pot's contribution goes into the table's box."""
    fund, clause = draft.fund(command), draft.step(command)
    box = draft.box(command, command.table)
    rules = draft.rules_of(fund)
    taken_at = draft.at if command.taken_at is None else min(command.taken_at, draft.at)
    if not fund.collects(taken_at):
        raise due(clause, f"nothing is collected for {command.fund} now")
    if box.closed or box.stage is not BoxStage.ON_TABLE:
        raise due(clause, f"the box of table {command.table} is being counted", "finish the count")
    if not command.rake_taken:
        raise due(clause, "the rake is extracted before the contribution", "extract the rake")
    left = command.pot if command.left is None else min(command.left, command.pot)
    if not command.cents or command.cents != rules.prescribed(command.pot, left):
        message = f"a pot of {dollars(command.pot)} does not contribute {dollars(command.cents)}"
        raise refuse(Code.AMOUNT_IS_LAWFUL, clause, message, rules.limits())
    posting = (f"table {command.table}", box_account(command.fund, command.table), command.cents)
    draft.emit(ev.Contributed(**draft.said(command), table=command.table, cents=command.cents, postings=(posting,)))


# The count.


def notify_of_count(draft: JackpotDraft, command: cmd.NotifyOfCount) -> None:
    """Compliance is told before a Bad Beat box is counted, once a count."""
    if draft.fund(command).told_compliance:
        raise due(
            draft.step(command), "a casino compliance representative has been told of this count", "count the boxes"
        )
    draft.emit(ev.ComplianceToldOfCount(**draft.said(command)))


def _check_count_may_begin(draft: JackpotDraft, command: cmd.JackpotCommand) -> None:
    fund = draft.fund(command)
    if fund.kind == BAD_BEAT and not fund.told_compliance:
        raise due(
            ClauseId("637a.15(d)"), "a casino compliance representative is told before the count", "notify of the count"
        )
    if fund.kind == HIGH_HAND and fund.open:
        raise due(ClauseId("637a.16(d)"), "the boxes are counted at the end of the qualifying period", "end the period")


def close_table(draft: JackpotDraft, command: cmd.CloseTableForCount) -> None:
    """A box is counted at a closed table."""
    _check_count_may_begin(draft, command)
    if draft.box(command, command.table).closed:
        raise due(draft.step(command), f"table {command.table} is closed for a count already", "count the box")
    draft.emit(ev.TableClosedForCount(**draft.said(command), table=command.table))


def record_count(draft: JackpotDraft, command: cmd.RecordCount) -> None:
    """Surveillance records the count, from before it begins."""
    box, clause = draft.box(command, command.table), draft.step(command)
    _check_closed(clause, command.table, box)
    if box.recorded_by:
        raise due(clause, f"{box.recorded_by} records the count at table {command.table} already", "count the box")
    draft.emit(ev.CountRecorded(**draft.said(command), table=command.table))


def attend_count(draft: JackpotDraft, command: cmd.AttendCount) -> None:
    """A floorperson or above comes to the count of a closed table's box."""
    box, clause = draft.box(command, command.table), draft.step(command)
    _check_countable(clause, command.table, box)
    if draft.person in box.attending:
        raise due(clause, f"{draft.person} attends the count at table {command.table} already", "count the box")
    draft.emit(ev.CountAttended(**draft.said(command), table=command.table))


def count_box(draft: JackpotDraft, command: cmd.CountBox) -> None:
    """A dealer counts, a floorperson or above is present, surveillance records.

    Until both have signed the box may be counted again, by others too if one of them has gone.
    """
    box, clause = draft.box(command, command.table), draft.step(command)
    if box.stage is BoxStage.ON_TABLE:
        _check_count_may_begin(draft, command)
    _check_countable(clause, command.table, box)
    if not box.recorded_by:
        raise due(clause, "the surveillance department must record the count", "record the count")
    draft.check_witness(clause, command.witness, box.attending)
    contributed = draft.state.balance(box_account(command.fund, command.table))
    draft.emit(
        ev.BoxCounted(
            **draft.said(command),
            table=command.table,
            cents=command.cents,
            witness=command.witness,
            variance=command.cents - contributed,
        )
    )


def _check_closed(clause: ClauseId, table: str, box: Box) -> None:
    if box.stage is not BoxStage.ON_TABLE:
        raise due(clause, f"the box of table {table} has been counted already", "sign the count", "lock the contents")
    if not box.closed:
        raise due(clause, f"table {table} is not closed for a count", "close the table")


def _check_countable(clause: ClauseId, table: str, box: Box) -> None:
    """A box is counted at its closed table, and again as long as a signature is missing."""
    if box.stage is not BoxStage.COUNTED or len(box.signed) == SIGNATURES:
        _check_closed(clause, table, box)


def _counted_postings(fund: str, source: str, target: str, expected: Cents, counted: Cents) -> tuple[Posting, ...]:
    """Move what was counted, and keep apart what is missing or more than the ledger has."""
    found, missing, more = min(expected, counted), expected - counted, counted - expected
    moves = (
        (source, target, found),
        (source, variance_account(fund), missing),
        (variance_account(fund), target, more),
    )
    return tuple([(giver, taker, Cents(cents)) for giver, taker, cents in moves if cents > 0])


def sign_count(draft: JackpotDraft, command: cmd.SignCount) -> None:
    """The dealer who counted and the witness sign, each once."""
    box, clause = draft.box(command, command.table), draft.step(command)
    if box.stage is not BoxStage.COUNTED:
        raise due(clause, "there is no count to sign", "count the box")
    signers, person, role = {box.dealer: DEALERS, box.witness: FLOOR_OR_ABOVE}, draft.person, draft.given.role
    message = ""
    if person in box.signed:
        message = f"{person} has signed this count already"
    elif person not in signers:
        message = f"{person} neither counted nor witnessed and does not sign"
    elif role not in signers[person]:
        did = "counted" if person == box.dealer else "witnessed the count"
        message = f"{person} {did} and does not sign as a {role.value}"
    if message:
        left = [one for one in signers if one not in box.signed]
        raise refuse(Code.PERSON_SIGNS_ONCE, clause, message, left)
    draft.emit(ev.CountSigned(**draft.said(command), table=command.table))


def lock_contents(draft: JackpotDraft, command: cmd.LockContents) -> None:
    """Contents and signed documentation go into the locked container."""
    box, clause = draft.box(command, command.table), draft.step(command)
    if box.stage is not BoxStage.COUNTED or len(box.signed) < SIGNATURES:
        raise due(clause, "the count must be signed by the dealer and by the witness", "sign the count")
    source = box_account(command.fund, command.table)
    expected = draft.state.balance(source)
    postings = _counted_postings(command.fund, source, container_account(command.fund), expected, box.counted)
    draft.emit(ev.ContentsLocked(**draft.said(command), table=command.table, postings=postings))


def account_for_boxes(draft: JackpotDraft, command: cmd.AccountForBoxes) -> None:
    """All locked boxes that go to the cage are accounted for."""
    fund, clause = draft.fund(command), draft.step(command)
    _check_count_may_begin(draft, command)
    there = sorted(fund.with_stage(BoxStage.ON_TABLE))
    if not there:
        raise due(clause, f"no locked box of {command.fund} is at its table", "transport to the cage")
    if set(there) <= set(fund.accounted):
        raise due(clause, "the locked boxes are accounted for already", "transport to the cage")
    if sorted(command.tables) != there:
        message = "all locked boxes of the tables must be accounted for"
        raise refuse(Code.CHIPS_ARE_COUNTED, clause, message, tuple(there))
    draft.emit(ev.BoxesAccountedFor(**draft.said(command), tables=command.tables))


def transport(draft: JackpotDraft, command: cmd.TransportToCage) -> None:
    """Security takes the container, and boxes accounted for, to a cage."""
    fund, clause = draft.fund(command), draft.step(command)
    if command.cage not in CAGES:
        raise due(clause, f"{command.cage!r} is no cage", *CAGES)
    if not fund.boxes:
        raise due(clause, f"no table takes part in {command.fund}", "designate a table")
    # A box accounted for and then opened for a count at its table waits for the signatures like any other.
    boxes = [table for table in fund.with_stage(BoxStage.ON_TABLE) if table in fund.accounted]
    ready = {*fund.with_stage(BoxStage.LOCKED), *boxes}
    rest = [table for table in fund.boxes if table not in ready]
    if rest:
        message = f"the boxes of tables {', '.join(rest)} are neither counted and locked nor accounted for"
        raise due(clause, message, "lock the contents", "account for the boxes")
    sources = [container_account(command.fund), *[box_account(command.fund, table) for table in boxes]]
    moved = [(source, draft.state.balance(source)) for source in sources]
    postings: tuple[Posting, ...] = tuple([(one, cage_account(command.fund), cents) for one, cents in moved if cents])
    cents = Cents(sum(cents for _, cents in moved))
    draft.emit(ev.TransportedToCage(**draft.said(command), cage=command.cage, cents=cents, postings=postings))


def count_at_cage(draft: JackpotDraft, command: cmd.CountAtCage) -> None:
    """A cashier counts each box or verifies the aggregate count (637a.15(e), 637a.16(e))."""
    fund = draft.fund(command)
    clause = draft.step(command)
    if not fund.delivered:
        raise due(clause, "no box or container has been delivered to the cage", "transport to the cage")
    boxes = _counted_boxes(clause, fund, command)
    source = cage_account(command.fund)
    expected = draft.state.balance(source)
    draft.emit(
        ev.CountedAtCage(
            **draft.said(command),
            cents=command.cents,
            boxes=boxes,
            variance=command.cents - expected,
            postings=_counted_postings(command.fund, source, fund_account(command.fund), expected, command.cents),
        )
    )


def _counted_boxes(clause: ClauseId, fund: Fund, command: cmd.CountAtCage) -> tuple[tuple[str, Cents, int], ...]:
    """The count of each box that came uncounted, with its variance; one that came alone needs no figure of its own."""
    tables = tuple(fund.uncounted)
    counted = command.boxes
    if not command.boxes and len(tables) == 1 and not fund.with_container:
        counted = {tables[0]: command.cents}
    if set(counted) != set(tables):
        message = (
            f"The cashier must count each box for itself: {', '.join(tables)}."
            if tables
            else ("The cashier verifies the container; no uncounted box came with it.")
        )
        raise refuse(Code.CHIPS_ARE_COUNTED, clause, message, tables)
    rest = command.cents - sum(counted.values())
    if rest < 0 or (rest and not fund.with_container):
        message = f"The boxes come to {dollars(Cents(sum(counted.values())))}, not to {dollars(command.cents)}."
        raise refuse(Code.CHIPS_ARE_COUNTED, clause, message, ("add the boxes again",))
    return tuple([(table, cents, cents - fund.uncounted[table]) for table, cents in counted.items()])


def record_contributions(draft: JackpotDraft, command: cmd.RecordContributions) -> None:
    """Finance keeps the official record."""
    fund = draft.fund(command)
    clause = draft.step(command)
    if fund.to_record is None:
        raise due(clause, "no count of the cage waits to be recorded", "count at the cage")
    if command.cents != fund.to_record:
        message = (
            f"Finance must enter the {dollars(fund.to_record)} that the cage counted, not {dollars(command.cents)}."
        )
        raise refuse(Code.CHIPS_ARE_COUNTED, clause, message, (dollars(fund.to_record),))
    draft.emit(ev.ContributionsRecorded(**draft.said(command), cents=command.cents))


def attend_adjustment(draft: JackpotDraft, command: cmd.AttendAdjustment) -> None:
    """A floorperson or above comes to the adjustment of the display."""
    if draft.person in draft.fund(command).attending:
        message = f"{draft.person} attends the adjustment of the display already"
        raise due(draft.step(command), message, "adjust the display")
    draft.emit(ev.AdjustmentAttended(**draft.said(command)))


def adjust_display(draft: JackpotDraft, command: cmd.AdjustDisplay) -> None:
    """The display shows what finance maintains, set in the presence of the floor."""
    fund = draft.fund(command)
    draft.check_witness(ClauseId("637a.15(h)(1)"), command.witness, fund.attending)
    beat = fund.bad_beat
    if (
        beat is not None
        and not beat.is_prepared
        and draft.state.can_pay(command.fund, beat, draft.bad_beat_rules.shares)
    ):
        message = "the payout of the verified Bad Beat must be prepared first"
        raise due(ClauseId("637a.15(g)"), message, "prepare the distribution")
    if command.cents != fund.official:
        message = f"the display would say {dollars(command.cents)}, and finance maintains {dollars(fund.official)}"
        raise refuse(Code.CHIPS_ARE_COUNTED, ClauseId("637a.15(h)(2)"), message, (dollars(fund.official),))
    draft.emit(
        ev.DisplayAdjusted(
            **draft.said(command, ClauseId("637a.15(h)(1)")), cents=command.cents, witness=command.witness
        )
    )


def end_gaming_day(draft: JackpotDraft, command: cmd.EndGamingDay) -> None:
    """No gaming day ends without a count and an adjusted display."""
    fund = draft.fund(command)
    if fund.boxes and not fund.counted_today:
        raise due(ClauseId("637a.15(d)"), "the boxes have not been counted in this gaming day", "count the boxes")
    if fund.to_record is not None:
        raise due(
            ClauseId("637a.15(e)"), "finance has not recorded a count of this gaming day", "record the contributions"
        )
    if fund.boxes and not fund.adjusted_today:
        raise due(ClauseId("637a.15(h)"), "the display has not been adjusted in this gaming day", "adjust the display")
    draft.emit(ev.GamingDayEnded(**draft.said(command)))
