"""decide and evolve for poker, and a table to hold on to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from houseway.chapters.c637a_poker import awarding as pots
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import dealing, deck_in_play, posting, procedures, revenue, room_events, stakes
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import misdealt_cards as mishaps
from houseway.chapters.c637a_poker import placing_bets as conduct
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker import room_state as _  # noqa: F401 (registers how its events apply)
from houseway.chapters.c637a_poker import rulings as irregular
from houseway.chapters.c637a_poker.betting import Options, options
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.observe import PokerObservation, observe
from houseway.chapters.c637a_poker.people import PokerDealer, PokerPlayer
from houseway.chapters.c637a_poker.rules import SEATS, PokerRules
from houseway.chapters.c637a_poker.state import PotState, PotStatus, evolve
from houseway.engine.accounts import OUTSIDE, player_account
from houseway.engine.banked import commands as banked
from houseway.engine.banked.commands import Command
from houseway.engine.banked.events import Event
from houseway.engine.banked.observe import Viewer
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.engine.roles import Role
from houseway.engine.table import RefusedCommandError


def _take_seat(draft: PotDraft, command: cmd.TakePokerSeat) -> None:
    state = draft.state
    if not 1 <= command.seat <= SEATS:
        raise refuse(
            Code.SEAT_EXISTS, "637a.2(a)", f"there is no seat {command.seat}; a poker table has places 1 to {SEATS}"
        )
    if command.seat in state.seats:
        raise refuse(Code.SEAT_IS_FREE, "637a.8(a)", f"seat {command.seat} is taken")
    if command.player in state.seats.values():
        raise refuse(Code.SEAT_IS_FREE, "637a.8(a)", f"{command.player} is seated already")
    if command.player in state.barred:
        raise refuse(Code.PLAYER_IS_SEATED, "637a.18(c)", f"{command.player} was required to leave this game")
    if command.cents < 0:
        raise refuse(Code.WAGER_IS_POSITIVE, "637a.8(b)", "table stakes cannot be less than nothing")
    postings = ((OUTSIDE, player_account(command.player), command.cents),) if command.cents else ()
    draft.emit(ev.StakesBrought("637a.8(a)", command.seat, command.player, postings))
    posting.owe_when_seated(draft, command.seat)
    if state.agreed_minimum:
        # A higher minimum holds while everyone at the table has agreed to it; the round in progress is played out with it.
        under_way = state.status is not PotStatus.BETWEEN_ROUNDS
        draft.emit(room_events.MinimumAgreed("637a.8(k)", 0, from_next_round=under_way))


def _add_stakes(draft: PotDraft, command: cmd.AddStakes) -> None:
    state = draft.state
    _between_rounds(draft, "637a.8(b)(2)", "table stakes are added only between rounds of play")
    if command.seat not in state.seats or command.cents <= 0:
        raise refuse(Code.PLAYER_IS_SEATED, "637a.8(b)(2)", f"seat {command.seat} cannot add {command.cents} cents")
    stakes.check_present(draft, command.seat)
    if command.seat in state.removed:
        raise refuse(
            Code.PLAYER_IS_SEATED,
            "637a.18(c)",
            f"the player at seat {command.seat} was required to leave the game",
            ("leave the seat",),
        )
    player = state.seats[command.seat]
    posting = (OUTSIDE, player_account(player), command.cents)
    draft.emit(ev.StakesBrought("637a.8(b)(2)", command.seat, player, (posting,)))


def _leave_seat(draft: PotDraft, command: cmd.LeavePokerSeat) -> None:
    state = draft.state
    _between_rounds(draft, "637a.8(b)(2)", "table stakes are not removed during a round of play")
    if command.seat not in state.seats:
        raise refuse(Code.PLAYER_IS_SEATED, "637a.8(a)", f"nobody is seated at seat {command.seat}")
    stakes.check_present(draft, command.seat)
    account = draft.account(command.seat)
    balance = state.ledger.get(account, 0)
    draft.emit(ev.StakesTaken("637a.8(b)(2)", command.seat, ((account, OUTSIDE, balance),) if balance else ()))


def _between_rounds(draft: PotDraft, clause: str, message: str) -> None:
    if draft.state.status is not PotStatus.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, clause, message)


_handlers: dict[type[Command], Callable[[PotDraft, Any], None]] = {
    cmd.TakePokerSeat: _take_seat,
    cmd.AddStakes: _add_stakes,
    cmd.LeavePokerSeat: _leave_seat,
    cmd.StartRound: dealing.start_round,
    cmd.PostBlind: posting.choose_to_post,
    cmd.Straddle: dealing.straddle,
    cmd.DealStreet: dealing.deal_street,
    cmd.Reshuffle: dealing.reshuffle,
    cmd.Act: conduct.act,
    cmd.Discard: conduct.discard,
    cmd.ShowHand: pots.show,
    cmd.AwardPots: pots.award,
    room.Announce: conduct.announce,
    room.PlaceChips: conduct.place_chips,
    room.TakeChipsBack: conduct.take_chips_back,
    room.ThrowAwayCards: conduct.throw_away,
    room.AgreeMinimum: stakes.agree_minimum,
    room.RemoveStakes: stakes.remove_stakes,
    room.SecureStakes: stakes.secure_stakes,
    room.ReturnToTable: stakes.return_to_table,
    room.RequirePost: posting.require_post,
    room.SetCollection: revenue.set_collection,
    room.AssessTimeCharge: revenue.assess_time_charge,
    room.VerifyTimeCharges: revenue.verify_time_charges,
    room.ReportPokerIrregularity: irregular.report,
    room.ChooseAfterExposure: mishaps.choose,
    room.RuleOnDispute: irregular.rule_on_dispute,
    room.RemovePlayer: irregular.remove_player,
    room.NotifyCompliance: irregular.notify_compliance,
    room.WashDeck: procedures.wash,
    room.CountDeck: deck_in_play.count_deck,
    room.HoldDeck: deck_in_play.hold_deck,
    room.SetDeckDown: deck_in_play.set_deck_down,
    room.CountLosingHands: deck_in_play.count_losing_hands,
    banked.ReceiveDecks: procedures.receive_decks,
    banked.InspectCards: procedures.inspect,
    banked.VerifyInspection: procedures.verify_inspection,
    banked.SpreadCards: procedures.spread,
    banked.ViewCards: procedures.view,
    banked.ShuffleCards: procedures.shuffle,
    banked.DirectShuffle: procedures.direct_shuffle,
    banked.ReportDeviceCount: procedures.report_device_count,
    banked.CutCards: procedures.cut,
    banked.RequireRecut: procedures.require_recut,
    banked.SpreadForNoActivity: procedures.spread_for_no_activity,
    banked.ChangeDecks: procedures.change_decks,
    banked.ReportDeviceFault: deck_in_play.report_device_fault,
    banked.CoverDevice: deck_in_play.cover_device,
    banked.UseMethod: deck_in_play.use_method,
}


_NAMED: dict[type[Command], str] = {
    room.VerifyTimeCharges: "637a.17(b)(3)(v)",
    room.RuleOnDispute: "637a.18(a)",
    room.RemovePlayer: "637a.18(c)",
    room.NotifyCompliance: "637a.18(c)",
}
"""The commands in which a person answers for something, and why the name matters."""


class PotAccepted(msgspec.Struct, frozen=True, gc=False):
    """The events a command led to and the state after them."""

    events: tuple[Event, ...]
    state: PotState


def handle(rules: PokerRules, state: PotState, command: Command) -> PotAccepted | Refusal:
    """Carry out a command on a copy of the state, or refuse it and change nothing."""
    draft = PotDraft(rules, state)
    try:
        if command.by not in command.roles:
            may = sorted(role.value for role in command.roles)
            raise refuse(Code.ROLE_IS_AUTHORISED, "637a.7(e)", f"a {command.by.value} may not give this command", may)
        kind = type(command)
        if kind in _NAMED and not command.person.strip():  # type: ignore[attr-defined]
            raise refuse(Code.PERSON_IS_NAMED, _NAMED[kind], "the person who does this is named", ("a name",))
        _handlers[kind](draft, command)
    except RefusedError as refused:
        return refused.refusal
    return PotAccepted(tuple(draft.events), draft.state)


def replay(events: Iterable[Event]) -> PotState:
    """The state that a list of events leads to."""
    state = PotState()
    for event in events:
        state = evolve(state, event)
    return state


class PokerTable:
    """One poker table under one set of rules: send commands, read events, fork."""

    def __init__(self, rules: PokerRules, *, state: PotState | None = None, events: Sequence[Event] = ()) -> None:
        self.rules = rules
        self.state = PotState() if state is None else state
        self.events: list[Event] = list(events)

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command, or answer with the refusal and change nothing."""
        outcome = handle(self.rules, self.state, command)
        if not isinstance(outcome, PotAccepted):
            return outcome
        self.state = outcome.state
        self.events += outcome.events
        return outcome.events

    def do(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command; raise `RefusedCommandError` if it is refused."""
        outcome = self.send(command)
        if isinstance(outcome, Refusal):
            raise RefusedCommandError(outcome)
        return outcome

    @property
    def dealer(self) -> PokerDealer:
        """The dealer, who gives the dealer's commands."""
        return PokerDealer(self)

    def seat(self, seat: int, name: str, cents: int) -> PokerPlayer:
        """Seat a player with table stakes; the player gives a player's commands."""
        self.do(cmd.TakePokerSeat(by=Role.PLAYER, seat=seat, player=name, cents=cents))
        return PokerPlayer(self, seat)

    def player(self, seat: int) -> PokerPlayer:
        """The player at a seat that is taken."""
        if seat not in self.state.seats:
            raise KeyError(f"nobody is seated at seat {seat}")
        return PokerPlayer(self, seat)

    def run_deal(self) -> tuple[Event, ...]:
        """Deal on until a player is asked, a reshuffle is due or the round is over."""
        first = len(self.events)
        while self.state.status is PotStatus.DEALING:
            self.dealer.deals()
        return tuple(self.events[first:])

    def observe(self, viewer: Viewer) -> PokerObservation:
        """What a viewer may see."""
        return observe(self.rules, self.state, viewer)

    def options(self) -> Options | None:
        """What the seat whose turn it is may do."""
        if self.state.status is not PotStatus.BETTING:
            return None
        return options(PotDraft(self.rules, self.state), self.state.actor)

    def fork(self) -> PokerTable:
        """A table in the same state that goes its own way from here."""
        return PokerTable(self.rules, state=self.state.copy(), events=self.events)
