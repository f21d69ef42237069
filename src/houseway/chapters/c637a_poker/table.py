"""The machine of players against players: what each command of a poker table does, and what each event changes."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.chapters.c637a_poker import (
    awarding,
    dealing,
    deck_in_play,
    misdealt_cards,
    placing_bets,
    posting,
    replacement_cards,
    revenue,
    rulings,
    seating,
    short_decks,
    stakes,
    starting,
)
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.applying import APPLIERS
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.due import due
from houseway.chapters.c637a_poker.legal import legal
from houseway.chapters.c637a_poker.observe import observe, redact
from houseway.chapters.c637a_poker.people import Dealer, Player
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PokerState
from houseway.chapters.c637a_poker.whose import whose
from houseway.chapters.c637a_poker.words import moves, words
from houseway.clause import ClauseId
from houseway.engine.cards import devices, steps
from houseway.engine.kernel import Command, Handler, Machine, Table
from houseway.engine.opening import take_seat
from houseway.engine.refusal import Code

HANDLERS: Mapping[type[Command], Handler] = {
    **steps.HANDLERS,
    **devices.HANDLERS,
    cmd.OpenTable: seating.open_table,
    cmd.TakeSeat: seating.take_seat,
    cmd.LeaveSeat: seating.leave_seat,
    cmd.AddStakes: stakes.add_stakes,
    cmd.RemoveStakes: stakes.remove_stakes,
    cmd.SecureStakes: stakes.secure_stakes,
    cmd.ReturnToTable: stakes.return_to_table,
    cmd.AgreeMinimum: stakes.agree_minimum,
    cmd.RequirePost: posting.require_post,
    cmd.PostBlind: posting.choose_to_post,
    cmd.StartRound: starting.start_round,
    cmd.Straddle: starting.straddle,
    cmd.DealStreet: dealing.deal_street,
    cmd.ChooseAfterExposure: misdealt_cards.choose,
    cmd.Discard: replacement_cards.discard,
    cmd.Reshuffle: short_decks.reshuffle,
    cmd.Act: placing_bets.act,
    cmd.Announce: placing_bets.announce,
    cmd.PlaceChips: placing_bets.place_chips,
    cmd.TakeChipsBack: placing_bets.take_chips_back,
    cmd.ThrowAwayCards: placing_bets.throw_away,
    cmd.ShowHand: awarding.show,
    cmd.AwardPots: awarding.award,
    cmd.SetCollection: revenue.set_collection,
    cmd.AssessTimeCharge: revenue.assess_time_charge,
    cmd.VerifyTimeCharges: revenue.verify_time_charges,
    cmd.ReportIrregularity: rulings.report,
    cmd.RuleOnDispute: rulings.rule_on_dispute,
    cmd.RemovePlayer: rulings.remove_player,
    cmd.NotifyCompliance: rulings.notify_compliance,
    cmd.CountDeck: deck_in_play.count,
    cmd.HoldDeck: deck_in_play.hold_deck,
    cmd.SetDeckDown: deck_in_play.set_deck_down,
    cmd.CountLosingHands: deck_in_play.count_losing_hands,
    cmd.ReportDeviceFault: rulings.report_device_fault,
}

_CLAUSES = {
    Code.TABLE_IS_OPEN: ClauseId("637a.4(a)"),
    Code.TIME_RUNS_FORWARD: ClauseId("637a.3(c)"),
    Code.SEAT_IS_ONES_OWN: ClauseId("637a.8(a)"),
}


def _clause(rules: PokerRules, state: PokerState, code: Code) -> ClauseId:
    """The clause of a requirement that is every table's; who deals and who plays is the overview's."""
    return _CLAUSES.get(code, ClauseId("637a.7(e)"))


def _typed_table() -> type[Table[PokerRules, PokerState]]:
    from houseway.chapters.c637a_poker.typed_table import PokerTable

    return PokerTable


POKER: Machine[PokerRules, PokerState] = Machine(
    name="poker table",
    state=PokerState,
    draft=PokerDraft,
    commands=cmd.COMMANDS,
    events=ev.EVENTS,
    handlers=HANDLERS,
    appliers=APPLIERS,
    clause=_clause,
    seated=seating.check_seated,
    before=seating.check_present,
    due=due,
    legal=legal,
    observe=observe,
    redact=redact,
    take_seat=take_seat,
    player=Player,
    dealer=Dealer,
    words=words,
    moves=moves,
    step=whose,
    table=_typed_table,
)
