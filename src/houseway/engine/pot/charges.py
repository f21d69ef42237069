"""The rake by time: assessed on players or on the table, verified by the floor, dropped (637a.17(b)(3))."""

from __future__ import annotations

from houseway.engine.accounts import Posting
from houseway.engine.pot import commands as cmd
from houseway.engine.pot import events as ev
from houseway.engine.pot.draft import DROP_BOX, RAKE_AREA, PotDraft
from houseway.engine.pot.state import PotStatus
from houseway.engine.refusal import Code, refuse
from houseway.rules.poker import Rake, RakeKind

_MINUTE = 60


def assess(draft: PotDraft, command: cmd.AssessTimeCharge) -> None:
    """Take the charge of one interval from the table stakes of every seated player, the inactive ones too."""
    state, rake = draft.state, draft.rules.rake
    if rake is None or rake.kind is not RakeKind.TIME:
        raise refuse(Code.WAGER_IS_OFFERED, "637a.17(b)(3)", "this table takes no rake by time")
    if state.status is not PotStatus.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, "637a.17(b)(3)", "a time charge is collected between rounds of play")
    due = state.charged_at + rake.every_minutes * _MINUTE
    if state.charged and command.at < due:
        raise refuse(
            Code.STEP_IS_DUE,
            "637a.17(b)(3)(iii)",
            f"the time charge is assessed every {rake.every_minutes} minutes",
            (f"{due - command.at} seconds later",),
        )
    postings = _charges(draft, rake)
    if not postings:
        raise refuse(Code.PLAYER_IS_SEATED, "637a.17(b)(3)(i)", "nobody is seated who could be charged")
    draft.emit(ev.TimeChargeAssessed("637a.17(b)(3)(iv)", command.at, sum(one[2] for one in postings), postings))


def _charges(draft: PotDraft, rake: Rake) -> tuple[Posting, ...]:
    """An hourly fee in parts: by player, or the table's divided among those seated; no more than a player has."""
    chip = draft.rules.smallest_chip
    seats = sorted(draft.state.seats)
    part = rake.hourly * rake.every_minutes // 60 // chip
    # What does not divide among the players is taken from the first ones at the dealer's left.
    each, over = divmod(part, len(seats)) if rake.per_table and seats else (part, 0)
    owed = {seat: (each + (place < over)) * chip for place, seat in enumerate(seats)}
    taken = [(draft.account(seat), RAKE_AREA, min(cents, draft.stack(seat))) for seat, cents in owed.items()]
    return tuple([posting for posting in taken if posting[2]])


def verify(draft: PotDraft, command: cmd.VerifyTimeCharge) -> None:
    """The floor verifies what was collected, and it goes into the drop box at once."""
    held = draft.state.ledger.get(RAKE_AREA, 0)
    if not held:
        raise refuse(Code.STEP_IS_DUE, "637a.17(b)(3)(v)", "no time charge lies in the rake area")
    draft.emit(ev.TimeChargeDropped("637a.17(b)(3)(v)", held, ((RAKE_AREA, DROP_BOX, held),)))
