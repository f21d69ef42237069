"""decide and evolve for games played against a bank: commands in, events or a refusal out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import dealing, deciding, irregular, settling, wagering
from houseway.engine.banked.applying import evolve
from houseway.engine.banked.draft import Draft
from houseway.engine.banked.events import Event
from houseway.engine.banked.state import Status, TableState
from houseway.engine.cards import procedures
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.rules.table_rules import TableRules

Handler = Callable[[Draft, Any], None]


def _accept_bank(draft: Draft, command: cmd.AcceptBank) -> None:
    _player_bank(draft).accept(draft, command)


def _pass_bank(draft: Draft, command: cmd.PassBank) -> None:
    _player_bank(draft).decline(draft, command)


def _player_bank(draft: Draft) -> Any:
    if draft.game.player_bank is None or draft.rules.banking is None:
        clause = draft.game.player_bank.clause if draft.game.player_bank else draft.procedures.chips
        raise refuse(Code.BANK_IS_OFFERED, clause, "this table does not offer the bank to players")
    return draft.game.player_bank


_handlers: dict[type[cmd.Command], Handler] = {
    cmd.OpenTable: procedures.open_table,
    cmd.ReceiveDecks: procedures.receive_decks,
    cmd.InspectCards: procedures.inspect,
    cmd.VerifyInspection: procedures.verify_inspection,
    cmd.SpreadCards: procedures.spread,
    cmd.ViewCards: procedures.view,
    cmd.WashCards: procedures.wash,
    cmd.ShuffleCards: procedures.shuffle,
    cmd.DirectShuffle: procedures.direct_shuffle,
    cmd.ReportDeviceCount: procedures.report_device_count,
    cmd.CutCards: procedures.cut,
    cmd.RequireRecut: procedures.require_recut,
    cmd.SpreadForNoActivity: procedures.spread_for_no_activity,
    cmd.ChangeDecks: procedures.change_decks,
    cmd.CountStub: procedures.count_stub,
    cmd.ReportDeviceFault: procedures.report_device_fault,
    cmd.CoverDevice: procedures.cover_device,
    cmd.UseMethod: procedures.use_method,
    cmd.TakeSeat: wagering.take_seat,
    cmd.LeaveSeat: wagering.leave_seat,
    cmd.AbandonWagers: wagering.abandon,
    cmd.PlaceWagers: wagering.place,
    cmd.WithdrawWagers: wagering.withdraw,
    cmd.AcceptBank: _accept_bank,
    cmd.PassBank: _pass_bank,
    cmd.AnnounceNoMoreBets: wagering.close_bets,
    cmd.CountProgressiveChips: wagering.count_chips,
    cmd.DetermineStart: dealing.determine_start,
    cmd.DealCards: dealing.deal,
    cmd.Decide: deciding.decide,
    cmd.RevealBank: deciding.reveal,
    cmd.SettleRound: settling.settle_round,
    cmd.ValidatePayout: settling.validate,
    cmd.ReportIrregularity: irregular.report,
    cmd.VoidHand: irregular.void_hand,
}


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """The events a command led to and the state after them."""

    events: tuple[Event, ...]
    state: TableState


def handle(rules: TableRules, state: TableState, command: cmd.Command) -> Accepted | Refusal:
    """Carry out a command on a copy of the state, or refuse it and change nothing."""
    draft = Draft(rules, state)
    try:
        if command.by not in command.roles:
            may = sorted(role.value for role in command.roles)
            raise refuse(
                Code.ROLE_IS_AUTHORISED,
                rules.game.procedures.seated,
                f"a {command.by.value} may not give this command",
                may,
            )
        if state.status is Status.CLOSED and not isinstance(command, cmd.OpenTable):
            raise refuse(
                Code.TABLE_IS_OPEN, rules.game.procedures.inspect, "the table is not open", ("open the table",)
            )
        if state.digest and state.digest != rules.digest:
            raise refuse(
                Code.SUBMISSION_IS_LAWFUL, rules.game.procedures.chips, "this table was opened under other rules"
            )
        _handlers[type(command)](draft, command)
    except RefusedError as refused:
        return refused.refusal
    return Accepted(tuple(draft.events), draft.state)


def decide(rules: TableRules, state: TableState, command: cmd.Command) -> tuple[Event, ...] | Refusal:
    """The events a command leads to, or the refusal."""
    outcome = handle(rules, state, command)
    return outcome if isinstance(outcome, Refusal) else outcome.events


def replay(events: Iterable[Event], state: TableState | None = None) -> TableState:
    """The state that a list of events leads to."""
    state = TableState() if state is None else state
    for event in events:
        state = evolve(state, event)
    return state
