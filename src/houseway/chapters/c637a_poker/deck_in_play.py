"""The poker table's deck in play: alternated, counted, held, its losing hands collected, its device out of order (637a.3, .7(e), .18)."""

from __future__ import annotations

from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as core
from houseway.chapters.c637a_poker import room_commands as table
from houseway.chapters.c637a_poker import room_events as room
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.equipment import HOURS_12, ROUNDS_TO_A_COUNT, SHUFFLER, PokerEquipment
from houseway.chapters.c637a_poker.procedures import (
    CARDS,
    COUNTING,
    check_between,
    check_time,
    equipment_of,
    not_time,
    shuffler_of,
    step_due,
)
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import CardsStage
from houseway.engine.refusal import Code, refuse
from houseway.rules.game import Shuffler

# Into play and counted.


def put_deck_into_play(draft: PotDraft, command: core.StartRound) -> tuple[Card, ...]:
    """The deck whose turn it is: shuffled, cut or counted by its device, alternated, not older than 12 hours."""
    equipment = equipment_of(draft)
    if command.order:
        raise refuse(Code.STEP_IS_DUE, "637a.5(a)", "this table deals from its own decks; their order is known")
    if command.at:
        check_time(draft, command.at)
    if max(command.at, equipment.now) - equipment.received_at >= HOURS_12:
        raise refuse(
            Code.DECK_CHANGE_IS_DUE, "637a.3(c)", "the two decks have been in use for 12 hours", ("change the decks",)
        )
    if equipment.at_stage(CardsStage.ABSENT):
        raise refuse(Code.STEP_IS_DUE, "637a.3(a)", "two decks are kept at the table at all times", ("receive decks",))
    number = 1 - equipment.last_deck if equipment.last_deck >= 0 else _first_ready(equipment)
    deck = equipment.decks[number]
    if deck.stage is not CardsStage.READY:
        clause = "637a.3(a)" if equipment.at_stage(CardsStage.READY) else step_due(draft)[1]
        if deck.stage in (CardsStage.VIEWED, CardsStage.WASHED) and equipment.last_deck >= 0 and not equipment.idle:
            # Only the deck for immediate use had to be mixed, shuffled and cut so far.
            clause = "637a.4(d)"
        code = Code.DECKS_ALTERNATE if equipment.at_stage(CardsStage.READY) else Code.STEP_IS_DUE
        raise refuse(
            code, clause, f"deck {number} is due in this round and is not ready", (f"make deck {number} ready",)
        )
    counting = shuffler_of(draft) in COUNTING
    if counting and deck.by_device and deck.device_count is None:
        raise refuse(
            Code.STEP_IS_DUE, "637a.7(e)(4)(ii)", "the device has not shown its count", ("report the device's count",)
        )
    if not counting and equipment.rounds_since_count >= ROUNDS_TO_A_COUNT:
        raise refuse(
            Code.STUB_COUNT_IS_DUE,
            "637a.7(e)(4)(i)",
            f"{ROUNDS_TO_A_COUNT} rounds have been played since a deck was counted",
            ("count the deck",),
        )
    draft.emit(room.DeckPutIntoPlay("637a.3(a)", number, command.at or equipment.now))
    return deck.order


def _first_ready(equipment: PokerEquipment) -> int:
    ready = equipment.at_stage(CardsStage.READY)
    return ready[0] if ready else 0


def count_deck(draft: PotDraft, command: table.CountDeck) -> None:
    """Count a whole deck between rounds, or the stub of hold'em and Omaha; a wrong number removes the deck."""
    from houseway.chapters.c637a_poker.rulings import replace_deck

    state, equipment = draft.state, equipment_of(draft)
    if command.stub:
        _check_stub(draft)
        expected, number = len(state.deck) - state.next_card, equipment.in_play
    else:
        check_between(draft, "637a.7(e)(4)(i)", "count the deck")
        expected, number = CARDS, equipment.last_deck
        if number < 0 or equipment.decks[number].stage is CardsStage.ABSENT:
            ready = equipment.at_stage(CardsStage.WASHED, CardsStage.SHUFFLED, CardsStage.READY, CardsStage.USED)
            if not ready:
                raise not_time(draft, "count the deck")
            number = ready[0]
    right = command.count == expected
    draft.emit(room.DeckCounted("637a.7(e)(4)(i)", max(number, 0), command.count, right, command.stub))
    if right:
        return
    why = f"{command.count} cards were counted where {expected} must be"
    if command.stub:
        # A wrong stub in a round is a card missing or too many.
        replace_deck(draft, "637a.18(i)", why)
    else:
        draft.emit(room.PokerDeckRemoved("637a.7(e)(5)", number, why))


def _check_stub(draft: PotDraft) -> None:
    state = draft.state
    if not any(street.community for street in draft.game.streets):
        raise refuse(
            Code.STEP_IS_DUE, "637a.7(e)(4)(i)", "the stub is counted only in hold'em and Omaha", ("count the deck",)
        )
    if state.status is PotStatus.BETWEEN_ROUNDS or state.street != len(draft.game.streets) - 1:
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)(4)(i)", "the stub is counted when all cards have been dealt")


# The deck in the dealer's hand and the hands that lost.


def check_deck_in_hand(draft: PotDraft) -> None:
    """Cards come only from the deck in the dealer's hand, and not before a recut that was required."""
    if draft.state.set_down:
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)(1)", "the deck lies under the marker button", ("hold the deck",))
    equipment = draft.state.equipment
    if equipment is not None and equipment.to_cut >= 0:
        raise refuse(Code.STEP_IS_DUE, "637a.5(c)", "the deck in play must be recut first", ("cut the cards",))


def hold_deck(draft: PotDraft, command: table.HoldDeck) -> None:
    """The hand chosen for the deck stays the same in a round."""
    state = draft.state
    if command.hand not in ("left", "right"):
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)(1)", f"{command.hand!r} is no hand", ("left", "right"))
    if state.status is PotStatus.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)(1)", "the dealer takes the deck when a round has been started")
    if state.held_in and command.hand != state.held_in:
        raise refuse(
            Code.STEP_IS_DUE,
            "637a.7(e)(1)",
            f"in this round the dealer holds the deck in the {state.held_in} hand",
            (state.held_in,),
        )
    draft.emit(room.DeckHeld("637a.7(e)(1)", command.hand))


def set_deck_down(draft: PotDraft, command: table.SetDeckDown) -> None:
    """A deck set down in a round lies under the marker button."""
    if draft.state.status is PotStatus.BETWEEN_ROUNDS or draft.state.set_down:
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)(1)", "the deck is set down once, during a round of play")
    if not command.marker:
        raise refuse(
            Code.STEP_IS_DUE, "637a.7(e)(1)", "a deck that is set down lies under the marker button", ("marker button",)
        )
    draft.emit(room.DeckSetDown("637a.7(e)(1)"))


def count_losing_hands(draft: PotDraft, command: table.CountLosingHands) -> None:
    """The losing hands come back complete, or cards are missing."""
    from houseway.chapters.c637a_poker.awarding import losing_cards
    from houseway.chapters.c637a_poker.rulings import replace_deck

    if draft.state.status is not PotStatus.SHOWDOWN:
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)(6)(i)", "losing hands are collected at the showdown")
    due = losing_cards(draft)
    draft.emit(room.LosingHandsCounted("637a.7(e)(6)(i)", command.count))
    if command.count != due:
        replace_deck(draft, "637a.18(i)", f"{command.count} cards of losing hands came back where {due} must be")


# Devices.


def _check_shuffler(draft: PotDraft, device: str, clause: str) -> None:
    if device != SHUFFLER or shuffler_of(draft) is Shuffler.MANUAL:
        raise refuse(Code.DEVICE_IS_IN_USE, clause, f"no automated {device} is in use at this table")


def check_can_fail(draft: PotDraft, device: str, clause: str) -> None:
    """Only a shuffling device that is in use and not out of order already can fail."""
    _check_shuffler(draft, device, clause)
    if equipment_of(draft).faulty:
        raise refuse(Code.DEVICE_IS_COVERED, "637a.18(r)", "the device is out of order already", ("cover the device",))


def report_device_fault(draft: PotDraft, command: cmd.ReportDeviceFault) -> None:
    """The shuffling device jams, stops or fails: what it held is shuffled again."""
    clause = "637a.18(q)" if command.usable else "637a.18(r)"
    check_can_fail(draft, command.device, clause)
    draft.emit(ev.DeviceFailed(clause, command.device, command.usable))


def cover_device(draft: PotDraft, command: cmd.CoverDevice) -> None:
    """A device that cannot be used is covered or marked."""
    _check_shuffler(draft, command.device, "637a.18(r)")
    if not equipment_of(draft).faulty or equipment_of(draft).covered:
        raise refuse(Code.STEP_IS_DUE, "637a.18(r)", "there is no device out of order to cover")
    draft.emit(ev.DeviceCovered("637a.18(r)", command.device))


def use_method(draft: PotDraft, command: cmd.UseMethod) -> None:
    """Another way of shuffling, once the device is covered; going back to a device says that it works again."""
    check_between(draft, "637a.18(r)", "change the method")
    known = tuple([one.value for one in Shuffler])
    if command.shuffler not in known or command.shuffler == shuffler_of(draft):
        raise refuse(Code.DEVICE_IS_IN_USE, "637a.18(r)", f"{command.shuffler!r} is no other way to shuffle", known)
    if shuffler_of(draft) is not Shuffler.MANUAL and not equipment_of(draft).covered:
        raise refuse(
            Code.DEVICE_IS_COVERED,
            "637a.18(r)",
            "the device must be covered or marked out of order first",
            ("cover the device",),
        )
    draft.emit(ev.MethodChanged("637a.18(r)", command.shuffler, "hand"))
