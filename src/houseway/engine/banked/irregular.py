"""Irregularities: the chapter's table says what follows; the remedies are carried out here."""

from __future__ import annotations

from houseway.engine.accounts import DEALER_AREA, HOUSE, Posting, area_account, meter_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.dealing import advance, begin_deal, current_phase, deal_to, due, targets_of, who_is_asked
from houseway.engine.banked.draft import Draft
from houseway.engine.banked.settling import apply_limit, end_round, pay_envy, settle_stage
from houseway.engine.banked.state import DEALER, CardsStage, Status, TableState
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import FLOOR_OR_ABOVE, Role
from houseway.rules.game import (
    ByProcedure,
    Deal,
    Decide,
    Irregularity,
    PayEnvy,
    Remedy,
    Reveal,
    SettleWagers,
    SharedMeter,
    Shuffler,
    TurnUp,
)
from houseway.rules.table_rules import StartBy


def report(draft: Draft, command: cmd.ReportIrregularity) -> None:
    """Rule on an irregularity and carry out its remedy."""
    ruling = draft.game.irregularities.get(command.cause)
    if ruling is None:
        raise refuse(
            Code.IRREGULARITY_IS_KNOWN,
            draft.procedures.shoe_fault.partition("(")[0],
            f"{command.cause[:60]!r} is no irregularity of this chapter",
            (*draft.game.irregularities, "stub_count", "abandoned"),
        )
    if draft.state.status is Status.LOCKED and "deal" in ruling.during:
        # The very first card may be the one; the deal begins with it.
        begin_deal(draft)
    check_can_happen(draft, ruling, command.seat)
    draft.emit(ev.IrregularityRuled(ruling.clause, ruling.cause, ruling.remedy, command.seat))
    match ruling.remedy:
        case Remedy.SET_ASIDE:
            _set_aside(draft, ruling, command.by)
        case Remedy.VOID | Remedy.VOID_AND_REMOVE_DECK:
            void_round(draft, clause=ruling.clause, settles=ruling.settles, by=command.by)
            if draft.state.equipment.stage is CardsStage.READY:
                # Void before the first card: the cards are reshuffled all the same.
                draft.emit(ev.ShuffleDirected(ruling.clause))
        case Remedy.RESHUFFLE:
            draft.emit(ev.ShuffleDirected(ruling.clause))
        case Remedy.PLAYER_MAY_VOID:
            draft.emit(ev.CardExposed(ruling.clause, command.seat))
        case Remedy.NO_ROLL:
            draft.emit(ev.NoRollCalled(ruling.clause))
        case Remedy.USE_AS_NEXT | Remedy.RESET_HANDS:
            pass
    if ruling.remedy is Remedy.VOID_AND_REMOVE_DECK:
        draft.emit(ev.DeckRemoved(ruling.clause, ruling.says))


def void_hand(draft: Draft, command: cmd.VoidHand) -> None:
    """A player whose card was exposed voids the hand and has all its wagers back, or plays on."""
    state, seat = draft.state, command.seat
    ruling = draft.game.irregularities.get("player_card_exposed")
    if ruling is None or seat not in state.exposed:
        raise refuse(Code.STEP_IS_DUE, draft.procedures.collect, f"no exposed hand of seat {seat} waits for a decision")
    if not command.void:
        draft.emit(ev.HandKept(ruling.clause, seat))
        return
    was_asked = state.asked
    _return(draft, [key for key in state.live if key[0] == seat], ruling.clause)
    draft.emit(ev.HandVoided(ruling.clause, seat))
    if was_asked and not state.asked:
        advance(draft)


def void_round(
    draft: Draft, *, clause: str, settles: tuple[tuple[str, str | None], ...] = (), by: Role = Role.DEALER
) -> None:
    """All hands are void: settle what is settled all the same, return every other wager, end the round.

    A payout among them that must be validated is validated by whoever rules, if that is a floorperson or above.
    """
    state = draft.state
    kept = {wager for wager, deal in settles if deal is None or deal in state.dealt}
    # The hands of players whose wagers all go back still count for the Envy Bonus of those that are settled.
    holders = draft.settling_order()
    # Also what a fold or a surrender had lost before comes back: the round did not count.
    _return(draft, [key for key in state.wagers if key[1] not in kept], clause)
    if state.dealer_wager:
        draft.emit(ev.WagersReturned(clause, (), ((DEALER_AREA, HOUSE, state.dealer_wager),)))
    if any(id in kept for _, id in state.live):
        _run_out(draft)
        draft.showdowns = {}
        for number, stage in enumerate(draft.game.stages):
            if isinstance(stage, PayEnvy):
                pay_envy(draft, stage, holders=holders)
            elif not isinstance(stage, ByProcedure):
                while not settle_stage(draft, number):
                    _validate_all(draft, number, by)
        apply_limit(draft)
    end_round(draft, void=True)


def _validate_all(draft: Draft, number: int, by: Role) -> None:
    stage = draft.game.stages[number]
    assert isinstance(stage, SettleWagers | SharedMeter) and stage.validation is not None
    waiting = sorted(draft.state.awaiting)
    if by not in FLOOR_OR_ABOVE:
        seat, wager = waiting[0]
        raise refuse(
            Code.FLOORPERSON_VALIDATES_PAYOUT,
            stage.validation.clause,
            f"seat {seat}'s {draft.game.wagers[wager].name} must be validated, so a floorperson or above rules on this",
            ("a floorperson or above reports the irregularity",),
        )
    for seat, wager in waiting:
        draft.emit(ev.PayoutValidated(stage.validation.clause, seat, wager))


def _return(draft: Draft, keys: list[tuple[int, str]], clause: str) -> None:
    state, game = draft.state, draft.game
    if not keys:
        return
    settled = {(seat, wager): net for seat, wager, net, _ in state.settled}
    postings: list[Posting] = []
    returned: list[tuple[int, str, int]] = []
    for seat, id in keys:
        cents, wager = state.wagers[seat, id], game.wagers[id]
        collected = wager.taken_before_deal or (seat, id) in settled
        postings.append((draft.collector(id) if collected else area_account(seat, id), draft.account(seat), cents))
        if wager.meter is not None:
            gain = cents * game.meters[wager.meter].rate_percent // 100
            if gain:
                postings.append((meter_account(wager.meter), HOUSE, gain))
        returned.append((seat, id, cents))
    draft.emit(ev.WagersReturned(clause, tuple(returned), tuple(postings)))


def _run_out(draft: Draft) -> None:
    """Deal on for just as much as the surviving wagers need, and turn the bank's cards if they look at them."""
    state, rules, wagers = draft.state, draft.rules, draft.game.wagers
    live = [wagers[id] for _, id in state.live]
    last = max((rules.phase_number[rest] for wager in live for rest in wager.rests_on), default=-1)
    for phase in draft.game.phases[: last + 1]:
        if phase.id in state.dealt:
            continue
        if isinstance(phase, Deal):
            if state.phase != phase.id or not state.deals:
                draft.emit(ev.PhaseBegan(phase.clause, phase.id, (), targets_of(draft, phase)))
            deal_to(draft, phase, state.deals)
        elif isinstance(phase, TurnUp):
            shown = state.community[state.turned : state.turned + phase.cards]
            draft.emit(ev.CommunityTurned(phase.clause, phase.id, shown))
    if any(wager.needs_bank_hand for wager in live) and not state.revealed:
        reveal = next(phase for phase in draft.game.phases if isinstance(phase, Reveal))
        draft.emit(ev.BankRevealed(reveal.clause, state.hands.get(DEALER, ())))


def _set_aside(draft: Draft, ruling: Irregularity, by: Role) -> None:
    state = draft.state
    if state.next_card >= len(state.deck):
        raise refuse(Code.DECK_SUFFICES, ruling.clause, "there is no further card in the deck")
    second = bool(state.set_aside)
    draft.emit(ev.CardSetAside(ruling.clause, state.deck[state.next_card]))
    if second:
        void_round(draft, clause=ruling.clause, settles=ruling.settles, by=by)


def check_can_happen(draft: Draft, ruling: Irregularity, seat: int) -> None:
    state = draft.state
    if ruling.needs_seat and (seat not in state.players or seat in state.voided):
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"{ruling.cause} concerns a player's hand; name the seat",
            tuple(f"seat {one}" for one in state.players),
        )
    if ruling.remedy is Remedy.PLAYER_MAY_VOID:
        _check_may_void(ruling, state, seat)
    if ruling.dealing and draft.dealing not in ruling.dealing:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"{ruling.cause} concerns dealing by {' or '.join(ruling.dealing)}; this table deals by {draft.dealing}",
        )
    if ruling.of_shuffler and draft.shuffler is Shuffler.MANUAL:
        raise refuse(
            Code.DEVICE_IS_IN_USE, ruling.clause, "no automated shuffling device is in use at this table", (due(draft),)
        )
    if ruling.of_dice and draft.rules.start_by is not StartBy.DICE:
        raise refuse(Code.DEVICE_IS_IN_USE, ruling.clause, "this table has no dice; a number generator finds the start")
    if ruling.of_player_bank and state.bank is None:
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, "no player is the bank in this round")
    if ruling.needs_seat and not state.hands.get(seat):
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, f"no card has been dealt to seat {seat} yet")
    if ruling.of_bank_card and not any(state.hands.get(one) for one in (DEALER, state.bank or DEALER)):
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, "no card has been dealt to the bank yet")
    if ruling.during and not _where(draft) & set(ruling.during):
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"{ruling.cause} cannot be found now; {due(draft)}",
            tuple(f"during {name}" for name in _points(draft, ruling)),
        )
    begun = (Status.PLAYING, Status.LOCKED) if ruling.remedy is Remedy.USE_AS_NEXT else (Status.PLAYING,)
    if not ruling.during and state.status not in begun:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, f"{ruling.cause} happens in a round of play; {due(draft)}"
        )
    if state.awaiting or state.validated:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, "the round is being settled", ("settle the round",)
        )
    if ruling.before_last_decision and not _decisions_left(draft):
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, f"{ruling.cause} has no effect after the last decision"
        )


def _check_may_void(ruling: Irregularity, state: TableState, seat: int) -> None:
    """A hand may be voided by a player who has not yet looked at it, and who is not played against."""
    if seat == state.bank:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"seat {seat} is the bank; an exposed card of the bank's hand concerns all hands",
            ("dealer_card_exposed",),
        )
    if seat in state.settings:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"seat {seat} has looked at the cards and set the hands, and so can no longer void them",
            ("play the hand out",),
        )


def _where(draft: Draft) -> set[str]:
    """The names of the moment: the phase, and "deal" while any cards are dealt."""
    state = draft.state
    if state.status is Status.PLAYING:
        return {state.phase, "deal"} if isinstance(current_phase(draft), Deal) else {state.phase}
    if state.status is Status.LOCKED and draft.procedures.start is not None and state.start is None:
        return {"start"}
    return {"locked"} if state.status is Status.LOCKED else {"shuffle"}


def _points(draft: Draft, ruling: Irregularity) -> list[str]:
    """Where it can happen, "deal" as the phases in which cards are dealt."""
    deals = [phase.id for phase in draft.game.phases if isinstance(phase, Deal)]
    return [point for name in ruling.during for point in (deals if name == "deal" else [name])]


def _decisions_left(draft: Draft) -> bool:
    """Whether a player has still to fold or wager in this round."""
    state, rules = draft.state, draft.rules
    if state.equipment.stage is not CardsStage.IN_PLAY:
        return False
    phase = current_phase(draft)
    if isinstance(phase, Decide) and not phase.may_pass_over and state.asked:
        return True
    later = draft.game.phases[rules.phase_number[state.phase] + 1 :]
    return any(isinstance(phase, Decide) and not phase.may_pass_over and who_is_asked(draft, phase) for phase in later)
