"""The phases of a round at a banked table: which it is in, who is asked in it, which deals are still awaited."""

from __future__ import annotations

from houseway.engine.banked.draft import BankedDraft
from houseway.rules.cards import COUNTING
from houseway.rules.game import Deal, Decide, Does, Phase, Settle, To, TurnUp
from houseway.seats import DEALER, Seat

OF_CARDS = (Deal, TurnUp)
"""Phases in which cards come, or are turned up."""


def current_phase(draft: BankedDraft) -> Phase | None:
    """The phase the round is in."""
    return draft.rules.phase(draft.state.round.phase) if draft.state.round.phase else None


def who_is_asked(draft: BankedDraft, phase: Decide) -> tuple[Seat, ...]:
    """The seats that have a decision to make, clockwise from the dealer's left."""
    state = draft.state
    if phase.asks_bank:
        bank, of = state.round.bank, state.round
        return () if bank is None or of.co_bank or bank in of.left else (bank,)
    # A wager that may be placed alone leaves nothing to decide.
    main = draft.game.main_wager.id
    asked = [seat for seat in who_plays_on(draft) if state.round.stake(seat, main)]
    if phase.unless_placed is not None:
        asked = [seat for seat in asked if not state.round.stake(seat, phase.unless_placed)]
    if any(option.does is Does.SURRENDER for option in phase.options):
        asked = [seat for seat in asked if not optional_wagers(draft, seat)]
    return tuple(asked)


def who_plays_on(draft: BankedDraft) -> list[Seat]:
    """The seats that still play against the bank, clockwise from the dealer's left."""
    of = draft.round
    return [seat for seat in of.players if draft.in_play(seat) and seat != of.bank]


def optional_wagers(draft: BankedDraft, seat: Seat) -> list[str]:
    """The optional wagers that the player at a seat has placed, there or on another area: such a player surrenders nothing."""
    seats, wagers = draft.state.seats, draft.game.wagers
    placed = [id for other, id, _ in draft.round.placed() if seats[other] == seats[seat]]
    return [id for id in placed if not wagers[id].main]


def shaker(draft: BankedDraft) -> Seat:
    """Who shakes the dice, or has the number drawn: the dealer, or with dice a bank that is still there."""
    of = draft.round
    by_bank = of.bank is not None and of.bank not in of.left and draft.rules.start_by_dice
    return of.bank if by_bank and of.bank is not None else DEALER


def seats_to_decide(draft: BankedDraft) -> tuple[Seat, ...]:
    """Return the seats still to decide, without those whose main wager was returned: a round that is void asks nobody."""
    of, main = draft.state.round, draft.game.main_wager.id
    return tuple([seat for seat in of.asked if seat == of.bank or of.stake(seat, main)])


def open_decision(draft: BankedDraft) -> tuple[Decide, tuple[Seat, ...]] | None:
    """What players may answer now, and who. In the settlement it is those whose hands have not been revealed."""
    of = draft.round
    decision = draft.rules.decision(of.phase) if of.phase else None
    if decision is None:
        return None
    if decision.id == of.phase:
        return decision, seats_to_decide(draft)
    return decision, tuple([seat for seat in who_is_asked(draft, decision) if seat not in of.shown])


def is_awaited(draft: BankedDraft, deal: str) -> bool:
    """Whether a deal is still to be made: a round that goes on is dealt to its end."""
    state, wagers = draft.state, draft.game.wagers
    # A round that goes on is dealt to its end; a finished one only as far as the surviving wagers need.
    if any(draft.in_play(seat) for seat in state.round.players):
        return True
    needed = draft.rules.phase_number[deal]
    return any(
        draft.rules.phase_number[rest] >= needed for _, id, _ in state.round.unsettled() for rest in wagers[id].rests_on
    )


def bank_hand_matters(draft: BankedDraft) -> bool:
    """Whether anything still depends on the bank's hand."""
    state, wagers = draft.state, draft.game.wagers
    if any(draft.in_play(seat) and seat != state.round.bank for seat in state.round.players):
        return True
    return any(wagers[id].needs_bank_hand for _, id, _ in state.round.unsettled()) or state.round.dealer_wager > 0


def stub_count_is_due(draft: BankedDraft) -> bool:
    """Whether the round goes on only after its stub was counted.

    Where every deal leaves so many cards that is right after the deal; elsewhere before the settlement, if no device counts
    and so many rounds are reached.
    """
    equipment, of, game = draft.state.equipment, draft.state.round, draft.game
    if equipment.counted_in_round or of.being_settled or len(of.deck) != len(game.deck):
        return False
    if game.stub_left is not None:
        return bool(of.phase) and not isinstance(current_phase(draft), OF_CARDS)
    if equipment.rounds_since_count + 1 < game.cards.rounds_to_a_count or draft.shuffler in COUNTING:
        return False
    return isinstance(current_phase(draft), Settle)


def may_look(draft: BankedDraft, seat: Seat) -> bool:
    """Whether the player at a seat may look at the cards dealt there.

    Not before the deal is complete; not while one of them is exposed and the hand may be voided, nor once it is; nor, where a
    count ends the deal, before that count.
    """
    if seat in draft.round.exposed or seat in draft.round.voided:
        return False
    phase = current_phase(draft)
    if isinstance(phase, Deal) and phase.to is not To.COMMUNITY:
        return False
    return draft.game.stub_left is None or not stub_count_is_due(draft)
