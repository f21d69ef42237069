"""Funds, contributions, and the way of a box from the table to the finance record (637a.15(a) to (e), (h); 637a.16(a) to (e))."""

from __future__ import annotations

from houseway.engine.accounts import Posting
from houseway.engine.pot import jackpot_commands as cmd
from houseway.engine.pot import jackpot_events as ev
from houseway.engine.pot.jackpot_draft import (
    JackpotDraft,
    box_account,
    cage_account,
    check_another,
    container_account,
    due,
    fund_account,
)
from houseway.engine.pot.jackpot_state import BoxStage
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import DEALERS
from houseway.money import dollars
from houseway.rules.jackpots import BAD_BEAT, HIGH_HAND, SECTION

CAGES = ("main cage", "satellite cage")
AT_THE_CAGE = {BAD_BEAT: "637a.15(e)", HIGH_HAND: "637a.16(e)"}
"""The cashier's count and the record of finance."""


def offer_fund(draft: JackpotDraft, command: cmd.OfferFund) -> None:
    """Create a fund whose kind the submission offers, and post its rules."""
    section = SECTION.get(command.kind, "637a.15")
    rules = draft.rules.of(command.kind)
    if rules is None:
        raise refuse(Code.FUND_IS_OFFERED, f"{section}(a)", f"the submission offers no {command.kind!r} payout")
    if command.fund in draft.state.funds:
        raise refuse(Code.FUND_IS_OFFERED, f"{section}(a)", f"there is a fund {command.fund!r} already")
    draft.emit(ev.FundOffered(f"{section}(b)", command.person, command.fund, command.kind, rules.posted()))


def approve_discontinuing(draft: JackpotDraft, command: cmd.ApproveDiscontinuing) -> None:
    """The procedures for discontinuing are approved."""
    draft.fund(command, BAD_BEAT)
    draft.emit(ev.DiscontinuingApproved("637a.15(i)", command.person, command.fund))


def designate_table(draft: JackpotDraft, command: cmd.DesignateTable) -> None:
    """A table takes part once box and notice are there and, for a Bad Beat, its end is provided for."""
    fund = draft.fund(command)
    if fund.kind == BAD_BEAT and not fund.approved:
        raise due("637a.15(i)", "the procedures for discontinuing the payout are not approved", "approve discontinuing")
    if not command.box_attached:
        raise due("637a.2(e)", "a transparent locked box must be attached to the table", "attach the box")
    if not command.notice_posted:
        raise due(draft.clause(command, "(b)"), "the notice of eligibility must be posted at the table", "post it")
    draft.emit(ev.TableDesignated(draft.clause(command, "(b)"), command.person, command.fund, command.table))


def contribute(draft: JackpotDraft, command: cmd.Contribute) -> None:
    """A pot's contribution goes into the table's box."""
    fund, clause = draft.fund(command), draft.clause(command, "(c)")
    box = draft.box(command, command.table)
    rules = draft.rules_of(fund)
    if not fund.collecting or (fund.kind == HIGH_HAND and not fund.open):
        raise due(clause, f"nothing is collected for {command.fund} now")
    if box.closed or box.stage is not BoxStage.ON_TABLE:
        raise due(clause, f"the box of table {command.table} is being counted", "finish the count")
    if not command.rake_taken:
        raise due(clause, "the rake is extracted before the contribution", "extract the rake")
    if command.pot < rules.minimum_pot or not 0 < command.cents <= rules.contribution:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            clause,
            f"a pot of {dollars(command.pot)} does not contribute {dollars(command.cents)}",
            rules.limits(),
        )
    posting = (f"table {command.table}", box_account(command.fund, command.table), command.cents)
    draft.emit(ev.Contributed(clause, command.person, command.fund, command.table, command.cents, (posting,)))


# The count.


def notify_of_count(draft: JackpotDraft, command: cmd.NotifyOfCount) -> None:
    """Compliance is told before a Bad Beat box is counted."""
    draft.fund(command, BAD_BEAT)
    draft.emit(ev.ComplianceToldOfCount("637a.15(d)", command.person, command.fund))


def _check_count_may_begin(draft: JackpotDraft, command: cmd.JackpotCommand) -> None:
    fund = draft.fund(command)
    if fund.kind == BAD_BEAT and not fund.told_compliance:
        raise due("637a.15(d)", "a casino compliance representative is told before the count", "notify of the count")
    if fund.kind == HIGH_HAND and fund.open:
        raise due("637a.16(d)", "the boxes are counted at the end of the qualifying period", "end the period")


def close_table(draft: JackpotDraft, command: cmd.CloseTableForCount) -> None:
    """A box is counted at a closed table."""
    _check_count_may_begin(draft, command)
    draft.box(command, command.table)
    clause = draft.clause(command, "(d)(1)")
    draft.emit(ev.TableClosedForCount(clause, command.person, command.fund, command.table))


def record_count(draft: JackpotDraft, command: cmd.RecordCount) -> None:
    """Surveillance records the count."""
    draft.box(command, command.table)
    draft.emit(ev.CountRecorded(draft.clause(command, "(d)(1)"), command.person, command.fund, command.table))


def count_box(draft: JackpotDraft, command: cmd.CountBox) -> None:
    """A dealer counts, a floorperson or above is present, surveillance records."""
    box, clause = draft.box(command, command.table), draft.clause(command, "(d)(1)")
    _check_count_may_begin(draft, command)
    if box.stage is not BoxStage.ON_TABLE or not box.closed:
        raise due(clause, f"table {command.table} is not closed for a count", "close the table")
    if not box.recorded_by:
        raise due(clause, "the surveillance department must record the count", "record the count")
    check_another(clause, command.witness, command.person, box.recorded_by)
    check_another(clause, command.person, box.recorded_by)
    _check_cents(clause, command.cents, draft.balance(box_account(command.fund, command.table)))
    draft.emit(
        ev.BoxCounted(clause, command.person, command.fund, command.table, command.cents, command.witness),
    )


def _check_cents(clause: str, counted: int, there: int) -> None:
    if counted != there:
        raise refuse(
            Code.CHIPS_ARE_COUNTED,
            clause,
            f"{dollars(counted)} were counted where {dollars(there)} must be",
            ("count again",),
        )


def sign_count(draft: JackpotDraft, command: cmd.SignCount) -> None:
    """The dealer who counted and the witness sign, each once."""
    box, clause = draft.box(command, command.table), draft.clause(command, "(d)(1)")
    if box.stage is not BoxStage.COUNTED:
        raise due(clause, "there is no count to sign", "count the box")
    who = box.dealer if command.by in DEALERS else box.witness
    if command.person in box.signed or command.person != who:
        raise refuse(
            Code.PERSON_SIGNS_ONCE,
            clause,
            f"{command.person} cannot sign as {command.by.value}; {who} counted or witnessed in that place",
            tuple(one for one in (box.dealer, box.witness) if one not in box.signed),
        )
    draft.emit(ev.CountSigned(clause, command.person, command.fund, command.table))


def lock_contents(draft: JackpotDraft, command: cmd.LockContents) -> None:
    """Contents and signed documentation go into the locked container."""
    box, clause = draft.box(command, command.table), draft.clause(command, "(d)(1)")
    if box.stage is not BoxStage.COUNTED or len(box.signed) < 2:
        raise due(clause, "the count must be signed by the dealer and by the witness", "sign the count")
    source = box_account(command.fund, command.table)
    cents = draft.balance(source)
    postings = ((source, container_account(command.fund), cents),) if cents else ()
    draft.emit(ev.ContentsLocked(clause, command.person, command.fund, command.table, postings))


def account_for_boxes(draft: JackpotDraft, command: cmd.AccountForBoxes) -> None:
    """All locked boxes that go to the cage are accounted for."""
    fund, clause = draft.fund(command), draft.clause(command, "(d)(2)")
    _check_count_may_begin(draft, command)
    there = sorted(table for table, box in fund.boxes.items() if box.stage is BoxStage.ON_TABLE)
    if sorted(command.tables) != there:
        raise refuse(
            Code.CHIPS_ARE_COUNTED, clause, "all locked boxes of the tables must be accounted for", tuple(there)
        )
    draft.emit(ev.BoxesAccountedFor(clause, command.person, command.fund, command.tables))


def transport(draft: JackpotDraft, command: cmd.TransportToCage) -> None:
    """Security takes the container, and boxes accounted for, to a cage."""
    fund = draft.fund(command)
    locked = [table for table, box in fund.boxes.items() if box.stage is BoxStage.LOCKED]
    clause = draft.clause(command, "(d)(1)" if locked else "(d)(2)")
    if command.cage not in CAGES:
        raise due(clause, f"{command.cage!r} is no cage", *CAGES)
    rest = [table for table in fund.boxes if table not in locked and table not in fund.accounted]
    if rest or not fund.boxes:
        raise due(
            clause,
            f"the boxes of tables {', '.join(rest)} are neither counted and locked nor accounted for",
            "lock the contents",
            "account for the boxes",
        )
    check_another(clause, command.person, *fund.handled)
    sources = [container_account(command.fund), *[box_account(command.fund, table) for table in fund.accounted]]
    moved = [(source, draft.balance(source)) for source in sources]
    postings: tuple[Posting, ...] = tuple([(one, cage_account(command.fund), cents) for one, cents in moved if cents])
    cents = sum(cents for _, cents in moved)
    draft.emit(ev.TransportedToCage(clause, command.person, command.fund, command.cage, cents, postings))


def count_at_cage(draft: JackpotDraft, command: cmd.CountAtCage) -> None:
    """A cashier counts each box or verifies the aggregate count."""
    fund = draft.fund(command)
    clause = AT_THE_CAGE[fund.kind]
    if not fund.handled:
        raise due(clause, "no box or container has been delivered to the cage", "transport to the cage")
    check_another(clause, command.person, *fund.handled)
    source = cage_account(command.fund)
    there = draft.balance(source)
    _check_cents(clause, command.cents, there)
    postings = ((source, fund_account(command.fund), there),) if there else ()
    draft.emit(ev.CountedAtCage(clause, command.person, command.fund, command.cents, postings))


def record_contributions(draft: JackpotDraft, command: cmd.RecordContributions) -> None:
    """Finance keeps the official record."""
    fund = draft.fund(command)
    clause = AT_THE_CAGE[fund.kind]
    if fund.to_record is None:
        raise due(clause, "no count of the cage waits to be recorded", "count at the cage")
    _check_cents(clause, command.cents, fund.to_record)
    draft.emit(ev.ContributionsRecorded(clause, command.person, command.fund, command.cents))


def adjust_display(draft: JackpotDraft, command: cmd.AdjustDisplay) -> None:
    """The display shows what finance maintains, set in the presence of the floor."""
    fund = draft.fund(command, BAD_BEAT)
    check_another("637a.15(h)(1)", command.witness, command.person)
    beat = fund.bad_beat
    if beat is not None and not beat.shares:
        raise due(
            "637a.15(g)", "the payout of the verified Bad Beat must be prepared first", "prepare the distribution"
        )
    if command.cents != fund.official:
        raise refuse(
            Code.CHIPS_ARE_COUNTED,
            "637a.15(h)(2)",
            f"the display would say {dollars(command.cents)}, and finance maintains {dollars(fund.official)}",
            (dollars(fund.official),),
        )
    draft.emit(ev.DisplayAdjusted("637a.15(h)(1)", command.person, command.fund, command.cents, command.witness))


def end_gaming_day(draft: JackpotDraft, command: cmd.EndGamingDay) -> None:
    """No gaming day ends without a count and an adjusted display."""
    fund = draft.fund(command, BAD_BEAT)
    if fund.boxes and not fund.counted_today:
        raise due("637a.15(d)", "the boxes have not been counted in this gaming day", "count the boxes")
    if fund.boxes and (not fund.adjusted_today or fund.to_record is not None):
        raise due("637a.15(h)", "the display has not been adjusted in this gaming day", "adjust the display")
    draft.emit(ev.GamingDayEnded("637a.15(d)", command.person, command.fund))
