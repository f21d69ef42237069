"""Cards leave the deck: the order of positions, stacks and burns, and the march through the phases."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.drawing import undrawn
from houseway.engine.banked.events import BURN, COMMUNITY
from houseway.engine.banked.phases import (
    OF_CARDS,
    bank_hand_matters,
    current_phase,
    is_awaited,
    shaker,
    who_is_asked,
    who_plays_on,
)
from houseway.engine.banked.state import LOCKED
from houseway.engine.cards.state import CardsStage
from houseway.engine.cards.steps import check_cards, put_into_play
from houseway.engine.refusal import Code, refuse
from houseway.rules.cards import Dealing, Device
from houseway.rules.game import Deal, Decide, Phase, Settle, To, TurnUp
from houseway.seats import DEALER, Seat

# Looked up once: they are asked for with every deal.
COMMUNITY_CARDS, EVERY_POSITION = To.COMMUNITY, To.EVERY_POSITION


def bring_ready_deck(draft: BankedDraft, command: cmd.BringReadyDeck) -> None:
    """Inspection, wash, shuffle and cut are taken as done: the deck of the next round lies there in this order."""
    cards, order = draft.cards, command.order
    if not draft.between_rounds:
        raise refuse(Code.STEP_IS_DUE, cards.shuffle, "cards are being dealt from the deck in play", (draft.awaited,))
    check_cards(draft, order, cards.shuffle)
    if draft.state.equipment.deserted:
        # It takes the place of the cards that were left at the table.
        draft.emit(ev.DecksChanged(clause=cards.use[draft.dealing].clause, at=draft.at))
    if not draft.state.equipment.present:
        draft.emit(ev.DecksReceived(clause=cards.preshuffled, decks=cards.decks, at=draft.at, preshuffled=True))
    deck = draft.state.equipment.next_deck
    draft.emit(ev.CardsShuffled(clause=cards.shuffle, order=order, deck=deck, at=draft.at, by_device=True))
    # A stated deck may end early: no device counted it.
    if draft.shuffler in cards.counted and len(order) == len(cards.deck):
        draft.emit(ev.DeviceCounted(clause=cards.device_count, count=len(cards.deck), right=True, deck=deck))


def determine_start(draft: BankedDraft, command: cmd.DetermineStart) -> None:
    """Count positions counterclockwise, the dealer or the bank being number one."""
    state, procedures = draft.state, draft.procedures
    clause = procedures.start
    if clause is None:
        raise refuse(Code.STEP_IS_DUE, draft.game.procedures.chips, "dealing always starts at the dealer's left here")
    if state.status is not LOCKED:
        raise refuse(Code.STEP_IS_DUE, clause, 'the start is determined after "no more bets" and before the deal')
    if state.round.start is not None:
        raise refuse(Code.STEP_IS_DUE, clause, "the starting position of this round was determined already")
    if state.equipment.stage is not CardsStage.READY:
        raise refuse(
            Code.STEP_IS_DUE,
            clause,
            "the start is determined after the cards are shuffled and cut",
            ("shuffle the cards",),
        )
    by_dice, by_number = procedures.start_by_dice or clause, procedures.start_by_number or clause
    _check_start_method(draft, command, by_dice, by_number)
    if command.dice is not None:
        if any(not 1 <= die <= 6 for die in command.dice):
            raise refuse(Code.START_IS_DETERMINED, by_dice, "each of the three dice shows 1 to 6")
        if command.shakes < 3:
            shaken = procedures.shaken or clause
            says = f"the shaker is shaken at least three times, not {command.shakes}"
            raise refuse(Code.START_IS_DETERMINED, shaken, says, ("shake three times or more",))
        number, clause = sum(command.dice), by_dice
    elif command.number is not None:
        number, clause = command.number, by_number
        if not 1 <= number <= (18 if state.stated else 7):
            raise refuse(
                Code.START_IS_DETERMINED, by_number, f"the number {number} is not one from 1 to 7", ("1 to 7",)
            )
    else:
        raise refuse(Code.START_IS_DETERMINED, clause, "neither dice nor a number were given")
    one = DEALER if state.round.bank is None else state.round.bank
    position = Seat((one - (number - 1)) % (draft.game.seats + 1))
    draft.emit(ev.StartDetermined(clause=clause, number=number, position=position, dice=command.dice))


def _check_start_method(
    draft: BankedDraft, command: cmd.DetermineStart, by_dice: ClauseId, by_number: ClauseId
) -> None:
    """The table uses dice or the generator, as the submission says; with a player bank it is the bank that shakes."""
    uses_dice = draft.rules.start_by_dice
    if command.dice is not None and not uses_dice:
        raise refuse(
            Code.START_IS_DETERMINED,
            by_number,
            "this table finds the starting position by a number generator, not by dice",
            ("a number from 1 to 7", 'start_by = "dice" in the submission'),
        )
    if draft.state.stated:
        return
    if command.number is not None and uses_dice:
        raise refuse(
            Code.START_IS_DETERMINED,
            by_dice,
            "this table finds the starting position by three dice, not by a number generator",
            ("three dice", 'start_by = "number-generator" in the submission'),
        )
    by = shaker(draft)
    if draft.seat != by:
        who = "bank" if by else "dealer"
        raise refuse(
            Code.ROLE_IS_AUTHORISED, by_dice if uses_dice else by_number, f"this is for the {who} to do", (who,)
        )


def deal(draft: BankedDraft, command: cmd.DealCards) -> None:
    state = draft.state
    if command.cards is not None and command.cards < 1:
        clause = next(phase.clause for phase in draft.game.phases if isinstance(phase, Deal))
        raise refuse(Code.STEP_IS_DUE, clause, "at least one card is dealt", (draft.awaited,))
    if state.status is LOCKED:
        begin_deal(draft)
    phase = current_phase(draft)
    if isinstance(phase, TurnUp):
        shown = state.round.community[state.round.turned : state.round.turned + phase.cards]
        draft.emit(ev.CommunityTurned(clause=phase.clause, phase=phase.id, cards=shown))
        advance(draft)
        return
    if not isinstance(phase, Deal):
        raise refuse(Code.STEP_IS_DUE, _not_dealt_yet(draft, phase), "no cards are due now", (draft.awaited,))
    check_nothing_exposed(draft)
    targets = state.round.deals if command.cards is None else state.round.deals[: command.cards]
    _check_whole_stacks(draft, phase, targets)
    deal_to(draft, phase, targets)
    if not state.round.deals:
        advance(draft)


def _check_whole_stacks(draft: BankedDraft, phase: Deal, targets: tuple[Seat, ...]) -> None:
    """Refuse to deliver a part of a stack; how far a stated deal came is a given fact."""
    rest = len(draft.round.deals) - len(targets)
    if phase.stacks and rest % phase.cards and not draft.state.stated:
        says = f"the shoe dispenses stacks of {phase.cards} cards, which are delivered whole"
        raise refuse(Code.STEP_IS_DUE, phase.clause, says, (f"a multiple of {phase.cards} cards",))


def check_nothing_exposed(draft: BankedDraft) -> None:
    """Whoever has an exposed hand says first whether it is played or void; nothing else goes on before."""
    exposed = draft.round.exposed
    if exposed:
        seat, clause = min(exposed), draft.game.irregularities["player_card_exposed"].clause
        says = f"seat {seat} must first say whether the exposed hand is played or void"
        raise refuse(Code.STEP_IS_DUE, clause, says, (f"seat {seat} void", f"seat {seat} play"))


def _not_dealt_yet(draft: BankedDraft, phase: Phase | None) -> ClauseId:
    """The clause by which no cards are dealt now: community cards wait for the answers, others for what is due."""
    community = draft.procedures.community
    if phase is None:
        return draft.procedures.no_more_bets_by[draft.dealing]
    if community is not None and isinstance(phase, Decide):
        return community[draft.dealing]
    return phase.clause


def begin_deal(draft: BankedDraft) -> None:
    """Everything that must precede the first card is done; the deck comes into play and the first deal begins."""
    _check_ready(draft)
    put_into_play(draft)
    advance(draft)


def deal_to(draft: BankedDraft, phase: Deal, targets: tuple[Seat, ...]) -> None:
    """Take the next cards off the deck, each for its target."""
    state = draft.state
    cards = state.round.deck[state.round.next_card : state.round.next_card + len(targets)]
    if len(cards) < len(targets):
        raise refuse(
            Code.DECK_SUFFICES,
            phase.clause,
            f"the deal of {phase.id.replace('_', ' ')} cards needs {len(targets)} more and the deck has {len(cards)}",
            _ways_on(draft, len(targets)),
        )
    everywhere = sorted(set(targets)) if phase.to is EVERY_POSITION else []
    draft.emit(
        ev.CardsDealt(
            clause=phase.clause,
            phase=phase.id,
            cards=tuple(zip(targets, cards, strict=True)),
            complete=len(targets) == len(state.round.deals),
            face_down=phase.to is COMMUNITY_CARDS and draft.game.turns_up,
            unplayed=tuple([to for to in everywhere if to != DEALER and to not in state.round.players]),
        )
    )


def _ways_on(draft: BankedDraft, needed: int) -> tuple[str, ...]:
    """Return what helps when a deck is too short: another one before the first card, afterwards a ruling of the floor."""
    if draft.state.stated:
        return ()
    if not draft.round.dealt and not draft.round.next_card:
        return (f"bring a deck of at least {needed} cards",)
    return ("report wrong_number_of_cards",)


def targets_of(draft: BankedDraft, phase: Deal) -> tuple[Seat, ...]:
    """Where each card of a deal goes, in order."""
    state = draft.state
    if phase.to is COMMUNITY_CARDS:
        return (BURN,) * phase.burn + (COMMUNITY,) * phase.cards
    if phase.to is EVERY_POSITION:
        start = state.round.start or 0
        size = draft.game.seats + 1
        ring = [Seat((start + step) % size) for step in range(size)]
    else:
        # Seat 1 is farthest to the dealer's left; the dealer receives last.
        ring = [*state.round.players, DEALER]
    if phase.stacks:
        return tuple([position for position in ring for _ in range(phase.cards)])
    return tuple(ring * phase.cards)


def advance(draft: BankedDraft) -> None:
    """Go on to the next phase in which something has to be done."""
    rules, state = draft.rules, draft.state
    phases = rules.game.phases
    number = rules.phase_number[state.round.phase] + 1 if state.round.phase else 0
    while number < len(phases):
        phase = phases[number]
        number += 1
        clause, id = phase.clause, phase.id
        if isinstance(phase, OF_CARDS):
            if is_awaited(draft, id):
                deals = targets_of(draft, phase) if isinstance(phase, Deal) else ()
                draft.emit(ev.PhaseBegan(clause=clause, phase=id, deals=deals))
                return
        elif isinstance(phase, Decide):
            asked = who_is_asked(draft, phase)
            # What may be passed over has its moment also where nobody may answer.
            if asked or (phase.may_pass_over and who_plays_on(draft)):
                draft.emit(ev.PhaseBegan(clause=clause, phase=id, asked=asked))
                return
        elif isinstance(phase, Settle) or bank_hand_matters(draft):
            draft.emit(ev.PhaseBegan(clause=clause, phase=id))
            return


def _check_ready(draft: BankedDraft) -> None:
    """Everything that must precede the first card."""
    state, procedures = draft.state, draft.procedures
    if not state.round.chips_counted:
        raise refuse(
            Code.CHIPS_ARE_COUNTED,
            procedures.chips_count[draft.dealing],
            "The dealer must count the progressive chips collected: they must be as many as the wagers accepted.",
            ("count the progressive chips",),
        )
    missing = undrawn(draft)
    if missing and draft.game.draws is not None:
        says = f"the table system has not drawn the {missing[0]}"
        raise refuse(Code.STEP_IS_DUE, draft.game.draws.by, says, (f"draw the {missing[0]}",))
    if procedures.start is not None and state.round.start is None:
        clause = procedures.start_is_due[draft.dealing] if procedures.start_is_due else procedures.start
        raise refuse(
            Code.START_IS_DETERMINED,
            clause,
            "the starting position has not been determined",
            ("determine the starting position",),
        )
    if Device.SHOE in state.equipment.faulty and draft.dealing is Dealing.AUTOMATED_SHOE:
        raise refuse(
            Code.DEVICE_IS_COVERED,
            draft.cards.out_of_order,
            "the shoe is out of order; cover it and use another method",
            ("cover the device", "use another method"),
        )
