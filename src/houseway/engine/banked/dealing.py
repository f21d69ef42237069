"""Cards leave the deck: the order of positions, stacks and burns, and the march through the phases."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import Draft
from houseway.engine.banked.state import BURN, COMMUNITY, DEALER, CardsStage, Status
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.rules.game import Deal, Decide, Phase, Reveal, Settle, Shuffler, To, TurnUp
from houseway.rules.table_rules import StartBy


def determine_start(draft: Draft, command: cmd.DetermineStart) -> None:
    """Count positions counterclockwise, the dealer or the bank being number one (645a.5(i))."""
    state, procedures = draft.state, draft.procedures
    clause = procedures.start
    if clause is None:
        raise refuse(Code.STEP_IS_DUE, draft.game.procedures.chips, "dealing always starts at the dealer's left here")
    if state.status is not Status.LOCKED:
        raise refuse(Code.STEP_IS_DUE, clause, 'the start is determined after "no more bets" and before the deal')
    if state.start is not None:
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
            raise refuse(Code.START_IS_DETERMINED, by_dice, "the shaker is shaken at least three times")
        number, clause = sum(command.dice), by_dice
    elif command.number is not None:
        number, clause = command.number, by_number
        if not 1 <= number <= (18 if state.stated else 7):
            raise refuse(
                Code.START_IS_DETERMINED, by_number, f"the number {number} is not one from 1 to 7", ("1 to 7",)
            )
    else:
        raise refuse(Code.START_IS_DETERMINED, clause, "neither dice nor a number were given")
    one = DEALER if state.bank is None else state.bank
    position = (one - (number - 1)) % (draft.game.seats + 1)
    draft.emit(ev.StartDetermined(clause, number, position, command.dice))


def _check_start_method(draft: Draft, command: cmd.DetermineStart, by_dice: str, by_number: str) -> None:
    """The table uses dice or the generator, as the submission says; with a player bank it is the bank that shakes."""
    uses_dice = draft.rules.start_by is StartBy.DICE
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
    shaker = Role.PLAYER if uses_dice and draft.state.bank is not None else Role.DEALER
    if command.by is not shaker:
        who = "bank" if shaker is Role.PLAYER else "dealer"
        raise refuse(
            Code.ROLE_IS_AUTHORISED, by_dice if uses_dice else by_number, f"this is for the {who} to do", (who,)
        )


def deal(draft: Draft, command: cmd.DealCards) -> None:
    state = draft.state
    if command.cards is not None and command.cards < 1:
        raise refuse(Code.STEP_IS_DUE, draft.procedures.chips, "at least one card is dealt", (due(draft),))
    if state.status is Status.LOCKED:
        begin_deal(draft)
    phase = current_phase(draft)
    if isinstance(phase, TurnUp):
        shown = state.community[state.turned : state.turned + phase.cards]
        draft.emit(ev.CommunityTurned(phase.clause, phase.id, shown))
        advance(draft)
        return
    if not isinstance(phase, Deal):
        raise refuse(Code.STEP_IS_DUE, _not_dealt_yet(draft, phase), "no cards are due now", (due(draft),))
    if state.exposed:
        raise refuse(
            Code.STEP_IS_DUE,
            phase.clause,
            f"seat {min(state.exposed)} must first say whether the exposed hand is played or void",
        )
    targets = state.deals if command.cards is None else state.deals[: command.cards]
    deal_to(draft, phase, targets)
    if not state.deals:
        _count_what_is_left(draft)
        advance(draft)


def _not_dealt_yet(draft: Draft, phase: Phase | None) -> ClauseId:
    """The clause by which no cards are dealt now: community cards wait for the answers, others for what is due."""
    community = draft.procedures.community
    if phase is None:
        return draft.procedures.no_more_bets_by[draft.dealing]
    if community is not None and isinstance(phase, Decide):
        return community[draft.dealing]
    return phase.clause


def _count_what_is_left(draft: Draft) -> None:
    """Where the chapter has it counted after every deal, record what is left of a whole deck."""
    state, game = draft.state, draft.game
    if game.stub_left is None or len(state.deck) != len(game.deck):
        return
    left = len(state.deck) - state.next_card
    # A card that was set aside counts toward what must be left.
    right = left + len(state.set_aside) == game.stub_left
    draft.emit(ev.StubCounted(draft.procedures.stub_count[draft.dealing], left, right))


def begin_deal(draft: Draft) -> None:
    """Everything that must precede the first card is done; the first deal begins."""
    _check_ready(draft)
    advance(draft)


def deal_to(draft: Draft, phase: Deal, targets: tuple[int, ...]) -> None:
    """Take the next cards off the deck, each for its target."""
    state = draft.state
    cards = state.deck[state.next_card : state.next_card + len(targets)]
    if len(cards) < len(targets):
        raise refuse(
            Code.DECK_SUFFICES,
            phase.clause,
            f"the deal of {phase.id!r} needs {len(targets)} more cards and the deck has {len(cards)}",
        )
    face_down = phase.to is To.COMMUNITY and any(isinstance(other, TurnUp) for other in draft.game.phases)
    draft.emit(
        ev.CardsDealt(
            phase.clause,
            phase.id,
            tuple(zip(targets, cards, strict=True)),
            len(targets) == len(state.deals),
            face_down,
        )
    )


def targets_of(draft: Draft, phase: Deal) -> tuple[int, ...]:
    """Where each card of a deal goes, in order."""
    state = draft.state
    if phase.to is To.COMMUNITY:
        return (BURN,) * phase.burn + (COMMUNITY,) * phase.cards
    if phase.to is To.EVERY_POSITION:
        start = state.start or 0
        size = draft.game.seats + 1
        ring = [(start + step) % size for step in range(size)]
    else:
        # Seat 1 is farthest to the dealer's left; the dealer receives last.
        ring = [*state.players, DEALER]
    if phase.stacks:
        return tuple([position for position in ring for _ in range(phase.cards)])
    return tuple(ring * phase.cards)


def advance(draft: Draft) -> None:
    """Go on to the next phase in which something has to be done."""
    rules, state = draft.rules, draft.state
    phases = rules.game.phases
    number = rules.phase_number[state.phase] + 1 if state.phase else 0
    while number < len(phases):
        phase = phases[number]
        number += 1
        match phase:
            case Deal():
                if _is_awaited(draft, phase.id):
                    draft.emit(ev.PhaseBegan(phase.clause, phase.id, (), targets_of(draft, phase)))
                    return
            case TurnUp():
                if _is_awaited(draft, phase.id):
                    draft.emit(ev.PhaseBegan(phase.clause, phase.id))
                    return
            case Decide():
                asked = who_is_asked(draft, phase)
                if asked:
                    draft.emit(ev.PhaseBegan(phase.clause, phase.id, asked))
                    return
            case Reveal():
                if _bank_hand_matters(draft):
                    draft.emit(ev.PhaseBegan(phase.clause, phase.id))
                    return
            case Settle():
                draft.emit(ev.PhaseBegan(phase.clause, phase.id))
                return


def who_is_asked(draft: Draft, phase: Decide) -> tuple[int, ...]:
    """The seats that have a decision to make, clockwise from the dealer's left."""
    state = draft.state
    if phase.asks_bank:
        return () if state.bank is None or state.co_bank else (state.bank,)
    return tuple(
        [
            seat
            for seat in state.players
            if draft.in_play(seat)
            and seat != state.bank
            and (phase.unless_placed is None or (seat, phase.unless_placed) not in state.wagers)
        ]
    )


def current_phase(draft: Draft) -> Phase | None:
    """The phase the round is in."""
    return draft.rules.phase(draft.state.phase) if draft.state.phase else None


def due(draft: Draft) -> str:
    """What has to happen next, in words."""
    state = draft.state
    match state.status:
        case Status.CLOSED:
            return "open the table"
        case Status.WAGERING:
            return 'place wagers, or announce "no more bets"'
        case Status.LOCKED:
            return "deal the cards"
    phase = current_phase(draft)
    match phase:
        case Decide():
            words = ", ".join(option.word for option in phase.options)
            seats = " and ".join(str(seat) for seat in (state.asked if phase.any_order else state.asked[:1]))
            return f"seat {seats}: {words}"
        case Deal() | TurnUp():
            return f"deal: {phase.id}"
        case Reveal():
            return f"reveal the {'dealer' if state.bank is None else 'bank'}'s hand"
        case _:
            return "settle the round"


def _is_awaited(draft: Draft, deal: str) -> bool:
    state, wagers = draft.state, draft.game.wagers
    # A round that goes on is dealt to its end; a finished one only as far as the surviving wagers need.
    if any(draft.in_play(seat) for seat in state.players):
        return True
    needed = draft.rules.phase_number[deal]
    return any(draft.rules.phase_number[rest] >= needed for _, id in state.live for rest in wagers[id].rests_on)


def _bank_hand_matters(draft: Draft) -> bool:
    state, wagers = draft.state, draft.game.wagers
    if any(draft.in_play(seat) and seat != state.bank for seat in state.players):
        return True
    return any(wagers[id].needs_bank_hand for _, id in state.live) or state.dealer_wager > 0


def _check_ready(draft: Draft) -> None:
    """Everything that must precede the first card."""
    state, procedures, rules = draft.state, draft.procedures, draft.rules
    equipment = state.equipment
    if not state.chips_counted:
        raise refuse(
            Code.CHIPS_ARE_COUNTED,
            procedures.chips_count[draft.dealing],
            f"the chips collected must be counted and equal the {state.chips_accepted} progressive wagers accepted",
            (f"{state.chips_accepted} chips",),
        )
    if procedures.start is not None and state.start is None:
        clause = procedures.start_is_due[draft.dealing] if procedures.start_is_due else procedures.start
        raise refuse(
            Code.START_IS_DETERMINED,
            clause,
            "the starting position has not been determined",
            ("determine the starting position",),
        )
    _check_devices(draft)
    if equipment.stage is not CardsStage.READY:
        raise refuse(
            Code.STEP_IS_DUE,
            procedures.shuffle,
            f"the cards are not ready to be dealt: they are {equipment.stage.name.lower().replace('_', ' ')}",
            ("shuffle the cards", "cut the cards"),
        )
    if device_count_is_due(draft):
        raise refuse(
            Code.DECK_IS_COMPLETE,
            procedures.device_count,
            "the shuffling device has not shown its count of the deck",
            ("report the device's count",),
        )
    by_hand = draft.dealing == "hand"
    hours = 4 if by_hand else 8
    if equipment.now - equipment.received_at >= hours * 3600:
        raise refuse(
            Code.DECK_CHANGE_IS_DUE,
            procedures.change_by_hand if by_hand else procedures.change_from_shoe,
            f"the decks have been in use for {hours} hours and must be changed",
            ("change the decks",),
        )
    if equipment.decks > 1 and equipment.deck == equipment.last_deck:
        raise refuse(Code.DECKS_ALTERNATE, procedures.alternate, "each deck is used for every other round of play")
    counts_itself = draft.shuffler in (Shuffler.COUNTING, Shuffler.RESHUFFLING)
    if not counts_itself and equipment.rounds_since_count >= rules.stub_count_every:
        raise refuse(
            Code.STUB_COUNT_IS_DUE,
            procedures.stub_count[draft.dealing],
            f"the stub is counted at least once every {rules.stub_count_every} rounds of play",
            ("count the stub",),
        )


def device_count_is_due(draft: Draft) -> bool:
    """Whether a counting device has shuffled and not yet shown its count.

    Cards just inspected are known to be complete; so are those whose stub is counted in every round.
    """
    equipment = draft.state.equipment
    counts = draft.shuffler is Shuffler.COUNTING and draft.game.stub_left is None
    return counts and equipment.by_device and equipment.device_count is None and not equipment.fresh


def _check_devices(draft: Draft) -> None:
    equipment = draft.state.equipment
    using = {"shuffler": draft.shuffler is not Shuffler.MANUAL, "shoe": draft.dealing == "automated-shoe"}
    for device in equipment.faulty:
        if using.get(device):
            raise refuse(
                Code.DEVICE_IS_COVERED,
                draft.procedures.out_of_order,
                f"the {device} is out of order; cover it and use another method",
                ("cover the device", "use another method"),
            )
