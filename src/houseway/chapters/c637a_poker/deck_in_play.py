"""The poker table's deck in play: held in one hand, its stub counted, its losing hands collected (637a.7(e))."""

from __future__ import annotations

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.awarding import AWARDED_IN, losing_cards, replace_deck, turn_up_the_rest
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.state import Status
from houseway.clause import ClauseId
from houseway.engine.cards.steps import count_deck
from houseway.engine.refusal import Code, refuse


def count(draft: PokerDraft, command: cmd.CountDeck) -> None:
    """Count a whole deck between rounds, or the stub of hold'em and Omaha; a wrong number removes the deck."""
    if draft.between_rounds:
        count_deck(draft, command)
        return
    round, clause = draft.state.round, ClauseId("637a.7(e)(4)(i)")
    if not any(street.community for street in draft.game.streets):
        says = "the stub is counted only in hold'em and Omaha"
        raise refuse(Code.STEP_IS_DUE, clause, says, ("count the deck after the round",))
    if round.street != len(draft.game.streets) - 1:
        raise refuse(Code.STEP_IS_DUE, clause, "the stub is counted when all cards have been dealt")
    expected = len(round.deck) - round.next_card
    right = command.count == expected
    draft.emit(ev.StubCounted(clause=clause, count=command.count, right=right))
    if not right:
        # A wrong stub in a round is a card missing or too many.
        replace_deck(draft, ClauseId("637a.18(i)"), f"{command.count} cards were counted where {expected} must be")


def check_deck_in_hand(draft: PokerDraft) -> None:
    """Cards come only from the deck in the dealer's hand, and not before a recut that was required."""
    state = draft.state
    if state.round.set_down:
        raise refuse(
            Code.STEP_IS_DUE, ClauseId("637a.7(e)(1)"), "the deck lies under the marker button", ("hold the deck",)
        )
    if state.equipment.decks and state.equipment.to_cut >= 0:
        raise refuse(
            Code.STEP_IS_DUE, ClauseId("637a.5(c)"), "the deck in play must be recut first", ("cut the cards",)
        )


def hold_deck(draft: PokerDraft, command: cmd.HoldDeck) -> None:
    """The hand chosen for the deck stays the same in a round."""
    state = draft.state
    if command.hand not in ("left", "right"):
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.7(e)(1)"), f"{command.hand!r} is no hand", ("left", "right"))
    if state.status is Status.BETWEEN_ROUNDS:
        raise refuse(
            Code.STEP_IS_DUE, ClauseId("637a.7(e)(1)"), "the dealer takes the deck when a round has been started"
        )
    if state.round.held_in and command.hand != state.round.held_in:
        raise refuse(
            Code.STEP_IS_DUE,
            ClauseId("637a.7(e)(1)"),
            f"in this round the dealer holds the deck in the {state.round.held_in} hand",
            (state.round.held_in,),
        )
    if state.round.held_in and not state.round.set_down:
        raise refuse(
            Code.STEP_IS_DUE, ClauseId("637a.7(e)(1)"), f"the dealer holds the deck in the {state.round.held_in} hand"
        )
    draft.emit(ev.DeckHeld(clause=ClauseId("637a.7(e)(1)"), hand=command.hand))


def set_deck_down(draft: PokerDraft, command: cmd.SetDeckDown) -> None:
    """A deck set down in a round lies under the marker button."""
    if draft.state.status is Status.BETWEEN_ROUNDS or draft.state.round.set_down:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.7(e)(1)"), "the deck is set down once, during a round of play")
    if not command.marker:
        raise refuse(
            Code.STEP_IS_DUE,
            ClauseId("637a.7(e)(1)"),
            "a deck that is set down lies under the marker button",
            ("marker button",),
        )
    draft.emit(ev.DeckSetDown(clause=ClauseId("637a.7(e)(1)")))


def count_losing_hands(draft: PokerDraft, command: cmd.CountLosingHands) -> None:
    """Hands are turned up, and the losing ones come back complete, or cards are missing."""
    if draft.state.status not in AWARDED_IN:
        raise refuse(
            Code.STEP_IS_DUE, ClauseId("637a.7(e)(6)(i)"), "losing hands are collected when the round is decided"
        )
    if draft.state.round.losers_counted:
        raise refuse(
            Code.STEP_IS_DUE, ClauseId("637a.7(e)(6)(i)"), "the losing hands have been counted", ("award the pots",)
        )
    # Which hands have lost is known when all have been shown or conceded.
    turn_up_the_rest(draft)
    due = losing_cards(draft)
    draft.emit(ev.LosingHandsCounted(clause=ClauseId("637a.7(e)(6)(i)"), count=command.count))
    if command.count != due:
        replace_deck(
            draft, ClauseId("637a.18(i)"), f"{command.count} cards of losing hands came back where {due} must be"
        )
