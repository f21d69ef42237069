"""The clause that says whose a command at a banked table is, for who may not give it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.clause import ClauseId
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.documenting import documented_under
from houseway.engine.banked.draft import BankedDraft, looking_at
from houseway.engine.banked.phases import current_phase
from houseway.engine.banked.state import BankedState
from houseway.engine.cards.whose import CARD_STEPS
from houseway.engine.kernel import Command
from houseway.rules.game import Deal, Decide, Phase, Reveal, Settle, TurnUp
from houseway.rules.table_rules import TableRules


def whose(rules: TableRules, state: BankedState, command: Command) -> ClauseId:
    """The clause that names who gives a command, as far as the chapter does."""
    draft = looking_at(rules, state)
    of_cards = CARD_STEPS.get(type(command))
    if of_cards is not None:
        return of_cards(draft.cards, draft.dealing)
    return STEPS[type(command)](draft, command)


def _of_phase(*kinds: type[Phase]) -> Callable[[BankedDraft, Any], ClauseId]:
    """The clause of the phase the round is in, if it is one of these, else of the first that is."""

    def clause(draft: BankedDraft, command: Command) -> ClauseId:
        now = current_phase(draft)
        return next(phase.clause for phase in (now, *draft.game.phases) if isinstance(phase, kinds))

    return clause


def _bank(draft: BankedDraft, *, offers: bool = False, wagers: bool = False) -> ClauseId:
    bank = draft.game.player_bank
    if bank is None:
        return draft.procedures.chips
    return bank.passed if offers else bank.wagers if wagers else bank.clause


def _start(draft: BankedDraft, command: cmd.DetermineStart) -> ClauseId:
    steps = draft.procedures
    by_dice = steps.start_by_dice if command.dice is not None else steps.start_by_number
    return by_dice or steps.start or steps.chips


def _draw(draft: BankedDraft, command: Command) -> ClauseId:
    return draft.procedures.chips if draft.game.draws is None else draft.game.draws.by


def _ruling(draft: BankedDraft, command: cmd.ReportIrregularity) -> ClauseId:
    ruling = draft.game.irregularities.get(command.cause)
    return draft.cards.out_of_order if ruling is None else ruling.clause


def _exposed(draft: BankedDraft, command: Command) -> ClauseId:
    ruling = draft.game.irregularities.get("player_card_exposed")
    return draft.procedures.collect if ruling is None else ruling.clause


STEPS: Mapping[type[Command], Callable[[BankedDraft, Any], ClauseId]] = {
    cmd.OpenTable: lambda draft, command: draft.cards.inspect,
    cmd.FundTable: lambda draft, command: draft.procedures.chips,
    cmd.BringReadyDeck: lambda draft, command: draft.cards.shuffle,
    cmd.TakeSeat: lambda draft, command: draft.procedures.seated,
    cmd.LeaveSeat: lambda draft, command: draft.procedures.seated,
    cmd.AddStakes: lambda draft, command: draft.procedures.chips,
    cmd.AbandonWagers: lambda draft, command: draft.procedures.seated,
    cmd.PlaceWagers: lambda draft, command: draft.procedures.seated,
    cmd.WithdrawWagers: lambda draft, command: draft.procedures.seated,
    cmd.OfferBank: lambda draft, command: _bank(draft, offers=True),
    cmd.AcceptBank: lambda draft, command: _bank(draft),
    cmd.PassBank: lambda draft, command: _bank(draft),
    cmd.PlaceDealerWager: lambda draft, command: _bank(draft, wagers=True),
    cmd.AnnounceNoMoreBets: lambda draft, command: draft.procedures.no_more_bets_by[draft.dealing],
    cmd.DrawAtRandom: _draw,
    cmd.CountProgressiveChips: lambda draft, command: draft.procedures.chips_count[draft.dealing],
    cmd.DetermineStart: _start,
    cmd.DealCards: _of_phase(Deal, TurnUp),
    cmd.Decide: _of_phase(Decide),
    cmd.RevealBank: _of_phase(Reveal),
    cmd.SettleRound: _of_phase(Settle),
    cmd.ValidatePayout: lambda draft, command: draft.validated_under(command.wager),
    cmd.DocumentPayout: lambda draft, command: documented_under(draft, command.wager),
    cmd.ReportIrregularity: _ruling,
    cmd.VoidHand: _exposed,
}
