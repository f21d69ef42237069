"""Irregularities: the chapter's table says what follows; the remedies are carried out here."""

from __future__ import annotations

from houseway.cards import Card
from houseway.clause import ClauseId
from houseway.engine.accounts import DEALER_AREA, HOUSE
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.dealing import advance, begin_deal, deal_to, targets_of
from houseway.engine.banked.documenting import close_round
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.phases import current_phase, is_awaited, may_look, who_is_asked
from houseway.engine.banked.returning import return_wagers
from houseway.engine.banked.seating import check_seated
from houseway.engine.banked.settling import pay_envy, settle_stage, validated
from houseway.engine.banked.state import BankedState, Status
from houseway.engine.cards.devices import check_can_fail, fail, named
from houseway.engine.cards.state import CardsStage
from houseway.engine.cards.steps import count_deck
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.engine.roles import FLOOR_OR_ABOVE
from houseway.rules.cards import Device
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
    TurnUp,
)
from houseway.seats import DEALER, Seat


def report(draft: BankedDraft, command: cmd.ReportIrregularity) -> None:
    """Rule on an irregularity and carry out its remedy."""
    ruling = draft.game.irregularities.get(command.cause)
    if ruling is None:
        raise refuse(
            Code.IRREGULARITY_IS_KNOWN,
            ClauseId(draft.cards.out_of_order.partition("(")[0]),
            f"{command.cause[:60]!r} is no irregularity of this chapter",
            (*draft.game.irregularities, "stub_count", "abandoned"),
        )
    if draft.state.status is Status.LOCKED and "deal" in ruling.during:
        # The very first card may be the one; the deal begins with it.
        begin_deal(draft)
    if command.seat != DEALER and not draft.round.hands.get(command.seat):
        # Positions that nobody plays are dealt to in some games; elsewhere nothing can happen to them.
        check_seated(draft.rules, draft.state, command.seat)
    ruling = _by_the_facts(draft, ruling, command.seat)
    check_can_happen(draft, ruling, command.seat)
    if ruling.device is not None:
        check_can_fail(draft, ruling.device, ruling.clause)
    if draft.given.role not in FLOOR_OR_ABOVE:
        _check_nothing_to_validate(draft, ruling)
    _rule(draft, ruling, command.seat, card=_card_at(draft, ruling, command), looked=_has_looked(draft, command))


def _has_looked(draft: BankedDraft, command: cmd.ReportIrregularity) -> bool:
    """Return whether the player had looked at the cards: as it is reported, or because the table had shown them to the player."""
    shown = not draft.state.staffed and not draft.state.stated and may_look(draft, command.seat)
    return command.looked or shown


def _by_the_facts(draft: BankedDraft, ruling: Irregularity, seat: Seat) -> Irregularity:
    """What it is that happened, whatever it was reported as."""
    known, of = draft.game.irregularities, draft.round
    in_deal = isinstance(current_phase(draft), Deal)
    instead = dict(ruling.while_dealt).get(draft.dealing) if in_deal else None
    if instead is not None:
        return known[instead]
    if ruling.otherwise and seat in of.players and not (in_deal and draft.dealing in ruling.dealing):
        ruling = known[ruling.otherwise]
    return known[ruling.of_bank] if ruling.of_bank and seat == of.bank else ruling


def _card_at(draft: BankedDraft, ruling: Irregularity, command: cmd.ReportIrregularity) -> Card | None:
    """The card of a seat's hand that is reported, where it is said which one it was."""
    if command.place is None:
        return None
    held = draft.round.hands.get(command.seat, ())
    if not 1 <= command.place <= len(held):
        says = f"seat {command.seat} has {len(held)} cards, and none in place {command.place}"
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says, (f"1 to {len(held)}",))
    return held[command.place - 1]


def report_device_fault(draft: BankedDraft, command: cmd.ReportDeviceFault) -> None:
    """A device jams, stops or fails: what the chapter says of it is carried out wherever it can happen."""
    device = named(Device, command.device, draft.cards.out_of_order)
    ruling = next(one for one in draft.game.irregularities.values() if one.device is device)
    check_can_fail(draft, device, ruling.clause)
    if can_happen(draft, ruling, DEALER):
        _rule(draft, ruling, DEALER, usable=command.usable)
    else:
        fail(draft, device, ruling.clause, usable=command.usable)


def _rule(
    draft: BankedDraft,
    ruling: Irregularity,
    seat: Seat,
    *,
    usable: bool = True,
    card: Card | None = None,
    looked: bool = False,
) -> None:
    """The ruling, and its remedy. ``usable``: a device that failed can go on being used; ``card``: the one exposed;
    ``looked``: the player had looked at the cards, and so plays the hand out."""
    equipment, clause = draft.state.equipment, ruling.clause
    deck = equipment.in_play
    draft.emit(ev.IrregularityRuled(clause=clause, cause=ruling.cause, remedy=ruling.remedy, seat=seat))
    match ruling.remedy:
        case Remedy.SET_ASIDE:
            _set_aside(draft, ruling)
        case Remedy.VOID | Remedy.VOID_AND_REMOVE_DECK:
            void_round(draft, clause=clause, settles=ruling.settles)
            if deck < 0 and equipment.stage in (CardsStage.SHUFFLED, CardsStage.READY):
                # Void before the first card: the cards are reshuffled all the same.
                draft.emit(ev.ShuffleDirected(clause=clause, decks=(equipment.next_deck,)))
        case Remedy.PLAYER_MAY_VOID:
            draft.emit(ev.CardExposed(clause=clause, seat=seat, card=card, asks=not looked))
        case Remedy.NO_ROLL:
            draft.emit(ev.NoRollCalled(clause=clause))
    # A card used as the next, hands that are set again and a reshuffle follow from the ruling alone.
    if ruling.device is not None:
        fail(draft, ruling.device, clause, usable=usable)
    if ruling.remedy is Remedy.VOID_AND_REMOVE_DECK:
        draft.emit(ev.DeckRemoved(clause=clause, deck=deck, why=ruling.says))


def count(draft: BankedDraft, command: cmd.CountDeck) -> None:
    """Count what is left after the deal, or a whole deck between rounds; a wrong stub voids the round."""
    if draft.between_rounds:
        count_deck(draft, command)
        return
    cards, dealing, deck = draft.cards, draft.dealing, draft.state.equipment.in_play
    _check_stub_can_be_counted(draft)
    # A card set aside has left the stub; where four must be left it is one of the four.
    expected = len(cards.deck) - draft.round.next_card
    right = command.count == expected and command.complete
    if right and command.misdealt:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            cards.count[dealing],
            f"{expected} is the right number; cards dealt to the wrong place are reported as an irregularity",
            ("report the irregularity",),
        )
    clause = (cards.count_right if right else cards.count_wrong)[dealing]
    draft.emit(ev.StubCounted(clause=clause, count=command.count, right=right))
    if right:
        _collect_unplayed(draft)
        return
    void_round(draft, clause=clause)
    if not (command.misdealt and command.complete):
        short = command.count == expected and not command.complete
        why = (
            "cards of the deck are missing" if short else f"{command.count} cards were counted where {expected} must be"
        )
        draft.emit(ev.DeckRemoved(clause=clause, deck=deck, why=why))


def _collect_unplayed(draft: BankedDraft) -> None:
    """The stacks dealt to positions without a wager leave the table unseen."""
    of, clauses = draft.round, draft.procedures.unplayed
    seats = tuple(sorted(seat for seat in of.hands if seat != DEALER and seat not in of.players))
    if seats and clauses is not None:
        draft.emit(ev.StacksCollected(clause=clauses[draft.dealing], seats=seats))


def _check_stub_can_be_counted(draft: BankedDraft) -> None:
    of, clause = draft.round, draft.cards.count[draft.dealing]
    to_come = draft.game.phases[draft.rules.phase_number[of.phase] :]
    if any(isinstance(phase, Deal) for phase in to_come):
        says = "the stub is counted when all cards of the round have been dealt"
    elif of.being_settled:
        says = "the stub is counted before the wagers are settled"
    elif draft.game.stub_left is not None and (of.settings or of.revealed):
        says = "the stub is counted right after the deal, before any hand is set"
    elif draft.game.stub_left is not None and draft.state.equipment.counted_in_round:
        says = "the stub was counted and is in the discard rack"
    else:
        return
    raise refuse(Code.STEP_IS_DUE, clause, says, (draft.awaited,))


def void_hand(draft: BankedDraft, command: cmd.VoidHand) -> None:
    """A player whose card was exposed voids the hand and has all its wagers back, or plays on."""
    state, seat = draft.state, draft.seat
    ruling = draft.game.irregularities.get("player_card_exposed")
    if ruling is None or seat not in state.round.exposed:
        clause = draft.procedures.collect if ruling is None else ruling.clause
        raise refuse(Code.STEP_IS_DUE, clause, f"no exposed hand of seat {seat} waits for a decision")
    if not command.void:
        draft.emit(ev.HandKept(clause=ruling.clause, seat=seat))
        return
    was_asked, wagered = state.round.asked, state.round.stake(seat, draft.game.main_wager.id)
    return_wagers(draft, [(seat, wager) for wager in state.round.live.get(seat, ())], ruling.clause)
    draft.emit(ev.HandVoided(clause=ruling.clause, seat=seat, wagered=wagered))
    if was_asked and not state.round.asked:
        advance(draft)


def void_round(draft: BankedDraft, *, clause: ClauseId, settles: tuple[tuple[str, str | None], ...] = ()) -> None:
    """All hands are void: settle what is settled all the same, return every other wager, end the round.

    A payout among them that must be validated is validated by the floorperson or above who rules.
    """
    state = draft.state
    if state.round.being_settled:
        back = tuple([(target, source, cents) for source, target, cents in reversed(state.round.moved)])
        draft.emit(ev.SettlementUndone(clause=clause, postings=back))
    kept = _kept(draft, settles)
    # The hands of players whose wagers all go back still count for the Envy Bonus of those that are settled.
    holders = draft.settling_order()
    # Also what a fold or a surrender had lost before comes back: the round did not count.
    return_wagers(draft, [(seat, wager) for seat, wager, _ in state.round.placed() if wager not in kept], clause)
    if state.round.dealer_wagered:
        draft.emit(
            ev.WagersReturned(clause=clause, wagers=(), postings=((DEALER_AREA, HOUSE, state.round.dealer_wager),))
        )
    if any(id in kept for _, id, _ in state.round.unsettled()):
        _run_out(draft)
        draft.showdowns = {}
        for number, stage in enumerate(draft.game.stages):
            if isinstance(stage, PayEnvy):
                pay_envy(draft, stage, holders=holders)
            elif not isinstance(stage, ByProcedure):
                while not settle_stage(draft, number, void=True):
                    _validate_all(draft, number)
    close_round(draft, void=True)


def _check_nothing_to_validate(draft: BankedDraft, ruling: Irregularity) -> None:
    """Whether a payout has to be validated shows only when the cards are turned: until then any may have to be."""
    awaited = awaits_validation(draft, ruling)
    if awaited is not None:
        seat, wager, clause = awaited
        raise refuse(
            Code.FLOORPERSON_VALIDATES_PAYOUT,
            clause,
            f"seat {seat}'s {draft.game.wagers[wager].name} may have to be validated, so a floorperson or above rules on this",
            ("a floorperson or above reports the irregularity",),
        )


def awaits_validation(draft: BankedDraft, ruling: Irregularity) -> tuple[Seat, str, ClauseId] | None:
    """A wager that the ruling settles all the same and whose payout may have to be validated."""
    kept = _kept(draft, ruling.settles)
    for seat, wager, _ in draft.round.unsettled():
        validation = draft.game.validation_of(wager) if wager in kept else None
        if validation is not None:
            return seat, wager, validation.clause
    return None


def _kept(draft: BankedDraft, settles: tuple[tuple[str, str | None], ...]) -> set[str]:
    """The wagers that a void round settles all the same."""
    return {wager for wager, deal in settles if deal is None or deal in draft.round.dealt}


def _validate_all(draft: BankedDraft, number: int) -> None:
    stage = draft.game.stages[number]
    assert isinstance(stage, SettleWagers | SharedMeter) and stage.validation is not None
    for seat, wager in sorted(draft.state.round.awaiting):
        validated(draft, seat, wager, stage.validation.clause)


def _run_out(draft: BankedDraft) -> None:
    """Deal on for just as much as the surviving wagers need, and turn the bank's cards if they look at them."""
    state, rules, wagers = draft.state, draft.rules, draft.game.wagers
    live = [wagers[id] for _, id, _ in state.round.unsettled()]
    last = max((rules.phase_number[rest] for wager in live for rest in wager.rests_on), default=-1)
    for phase in draft.game.phases[: last + 1]:
        if phase.id in state.round.dealt:
            continue
        if isinstance(phase, Deal):
            if state.round.phase != phase.id or not state.round.deals:
                draft.emit(ev.PhaseBegan(clause=phase.clause, phase=phase.id, asked=(), deals=targets_of(draft, phase)))
            deal_to(draft, phase, state.round.deals)
        elif isinstance(phase, TurnUp):
            shown = state.round.community[state.round.turned : state.round.turned + phase.cards]
            draft.emit(ev.CommunityTurned(clause=phase.clause, phase=phase.id, cards=shown))
    if any(wager.needs_bank_hand for wager in live) and not state.round.revealed:
        reveal = next(phase for phase in draft.game.phases if isinstance(phase, Reveal))
        draft.emit(ev.BankRevealed(clause=reveal.clause, cards=state.round.hands.get(DEALER, ())))


def _set_aside(draft: BankedDraft, ruling: Irregularity) -> None:
    state = draft.state
    if state.round.next_card >= len(state.round.deck):
        raise refuse(Code.DECK_SUFFICES, ruling.clause, "there is no further card in the deck")
    second = bool(state.round.set_aside)
    draft.emit(ev.CardSetAside(clause=ruling.clause, card=state.round.deck[state.round.next_card]))
    if second:
        void_round(draft, clause=ruling.clause, settles=ruling.settles)


def can_happen(draft: BankedDraft, ruling: Irregularity, seat: Seat) -> bool:
    """Whether an irregularity can be ruled on at this moment, as the one it is called."""
    try:
        if _by_the_facts(draft, ruling, seat) is not ruling:
            return False
        check_can_happen(draft, ruling, seat)
    except RefusedError:
        return False
    return True


def check_can_happen(draft: BankedDraft, ruling: Irregularity, seat: Seat) -> None:
    state = draft.state
    if ruling.remedy is Remedy.RESET_HANDS:
        # Ruled on by itself it would reset nothing: how the hands were set is said when they are turned.
        says = "hands that were set wrongly are stated when they are turned, and are reset then"
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says, ("reveal the hands as they were set",))
    if ruling.needs_seat and (seat not in state.round.players or seat in state.round.voided):
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"{ruling.cause} concerns a player's hand, {f'which seat {seat} has not' if seat else 'and no seat is named'}",
            tuple([f"seat {one}" for one in state.round.players if one not in state.round.voided]),
        )
    if ruling.remedy is Remedy.PLAYER_MAY_VOID:
        _check_may_void(ruling, state, seat)
    if ruling.dealing and draft.dealing not in ruling.dealing:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"{ruling.cause} concerns dealing by {' or '.join(ruling.dealing)}; this table deals by {draft.dealing}",
            (f"{ruling.otherwise}, with the seat",) if ruling.otherwise else (),
        )
    if ruling.of_dice and not draft.rules.start_by_dice:
        raise refuse(Code.DEVICE_IS_IN_USE, ruling.clause, "this table has no dice; a number generator finds the start")
    if ruling.of_player_bank and state.round.bank is None:
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, "no player is the bank in this round")
    if ruling.needs_seat and not state.round.hands.get(seat):
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, f"no card has been dealt to seat {seat} yet")
    if ruling.of_bank_card and not any(state.round.hands.get(one) for one in (DEALER, state.round.bank or DEALER)):
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, "no card has been dealt to the bank yet")
    if ruling.of_bank_card and seat not in (DEALER, state.round.bank):
        whose = "the dealer's" if state.round.bank is None else "the dealer's or the bank's"
        says = f"{ruling.cause} concerns a card of {whose} hand, not one of seat {seat}"
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says, ("name no seat",))
    if ruling.during and not _where(draft) & set(ruling.during):
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"{ruling.cause} cannot be found now; {draft.awaited}",
            tuple(f"during {name}" for name in _points(draft, ruling)),
        )
    begun = (Status.PLAYING, Status.LOCKED) if ruling.remedy is Remedy.USE_AS_NEXT else (Status.PLAYING,)
    if not ruling.during and state.status not in begun:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"{ruling.cause} happens in a round of play; {draft.awaited}",
        )
    if state.round.being_settled and ruling.remedy is not Remedy.VOID:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, "the round is being settled", ("settle the round",)
        )
    if ruling.remedy is Remedy.USE_AS_NEXT and not _cards_to_come(draft):
        says = f"{ruling.cause} needs a card that is still to be dealt, and this round has none"
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says, (draft.awaited,))
    if state.round.kept:
        says = "everything is settled, and the cards stay only for the documentation of a payout"
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says, (draft.awaited,))
    if ruling.before_last_decision and not _decisions_left(draft):
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, f"{ruling.cause} has no effect after the last decision"
        )


def _cards_to_come(draft: BankedDraft) -> bool:
    """Return whether a card of this round is still to be dealt."""
    of = draft.round
    if not of.phase or of.deals:
        return True
    later = draft.game.phases[draft.rules.phase_number[of.phase] + 1 :]
    return any(isinstance(phase, Deal) and is_awaited(draft, phase.id) for phase in later)


def _check_may_void(ruling: Irregularity, state: BankedState, seat: Seat) -> None:
    """A hand may be voided by a player who is there and has not yet looked at it."""
    says, legal = "", tuple[str, ...](["play the hand out"])
    if seat in state.round.folded:
        says = f"nobody plays the hand at seat {seat} any more"
        legal = tuple([f"seat {one}" for one in state.round.players if one not in state.round.folded])
    elif seat in state.round.settings:
        says = f"seat {seat} has looked at the cards and set the hands, and so can no longer void them"
    if says:
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says, legal)


def _where(draft: BankedDraft) -> set[str]:
    """The names of the moment: the phase, and "deal" while any cards are dealt."""
    state = draft.state
    if state.status is Status.PLAYING:
        dealing = {"deal"} if isinstance(current_phase(draft), Deal) else set[str]()
        # Beside the deck in play the device shuffles the other one.
        shuffling = {"shuffle"} if len(state.equipment.present) > 1 else set[str]()
        return {state.round.phase} | dealing | shuffling
    if state.status is Status.WAGERING:
        return {"shuffle"}
    # Bets may be closed before the cards are ready.
    unready = {"shuffle"} if state.equipment.stage is not CardsStage.READY else set[str]()
    to_start = draft.procedures.start is not None and state.round.start is None
    return unready | {"locked"} | ({"start"} if to_start else set[str]())


def _points(draft: BankedDraft, ruling: Irregularity) -> list[str]:
    """Where it can happen, "deal" as the phases in which cards are dealt."""
    deals = [phase.id for phase in draft.game.phases if isinstance(phase, Deal)]
    return [point for name in ruling.during for point in (deals if name == "deal" else [name])]


def _decisions_left(draft: BankedDraft) -> bool:
    """Whether a player has still to fold or wager in this round."""
    state, rules = draft.state, draft.rules
    if state.equipment.in_play < 0:
        return False
    phase = current_phase(draft)
    if isinstance(phase, Decide) and not phase.may_pass_over and state.round.asked:
        return True
    later = draft.game.phases[rules.phase_number[state.round.phase] + 1 :]
    return any(isinstance(phase, Decide) and not phase.may_pass_over and who_is_asked(draft, phase) for phase in later)
