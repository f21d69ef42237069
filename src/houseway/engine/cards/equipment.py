"""What is due of the cards and devices, and what each step of theirs requires."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from houseway.cards import CARD_TEXT, Card, repeated
from houseway.clause import ClauseId
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.dealing import device_count_is_due, due
from houseway.engine.banked.draft import Draft
from houseway.engine.banked.state import DEALER, CardsStage, Status
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.engine.roles import DEALERS
from houseway.rules.game import Deal, Dealing, Shuffler

SHUFFLER, SHOE = "shuffler", "shoe"
"""The devices of a table."""
FACE_UP = "spread the cards face up"

Method = TypeVar("Method", bound=StrEnum)


def step_due(draft: Draft) -> tuple[str, ClauseId]:
    """The next step on the cards' way to the deal, and its clause."""
    procedures = draft.procedures
    idle = draft.state.equipment.idle
    match draft.state.equipment.stage:
        case CardsStage.ABSENT:
            return "receive decks", procedures.inspect
        case CardsStage.RECEIVED:
            return "inspect the cards", procedures.inspect
        case CardsStage.INSPECTED:
            return "verify the inspection", procedures.verify_inspection
        case CardsStage.VERIFIED:
            return FACE_UP, procedures.spread
        case CardsStage.SPREAD:
            return "let the first player view the cards", procedures.no_activity if idle else procedures.spread
        case CardsStage.VIEWED if not wash_is_spared(draft):
            return "wash the cards", procedures.wash
        case CardsStage.SHUFFLED if awaits_preshuffled_order(draft):
            return "state the order of the preshuffled cards", procedures.preshuffled
        case CardsStage.SHUFFLED:
            return "cut the cards", procedures.cut_is_due or procedures.cut
        case CardsStage.READY if device_count_is_due(draft):
            return "report the device's count", procedures.device_count
        case CardsStage.READY | CardsStage.IN_PLAY:
            return due(draft), procedures.shuffle
        case _:
            return "shuffle the cards", procedures.shuffle


def check_step(draft: Draft, act: str, *stages: CardsStage) -> None:
    if draft.state.equipment.stage not in stages:
        raise not_time(draft, act)


def not_time(draft: Draft, act: str) -> RefusedError:
    step, clause = step_due(draft)
    return refuse(Code.STEP_IS_DUE, clause, f"it is not time to {act}; what is due: {step}", (step,))


def check_time(draft: Draft, at: int) -> None:
    now = draft.state.equipment.now
    if at < now:
        raise refuse(
            Code.STEP_IS_DUE,
            change_clause(draft),
            f"the time given, {at} seconds, lies before the {now} seconds that have passed",
            (f"{now} seconds or later",),
        )


def change_clause(draft: Draft) -> ClauseId:
    procedures = draft.procedures
    return procedures.change_by_hand if draft.dealing is Dealing.HAND else procedures.change_from_shoe


def deck_clause(draft: Draft) -> ClauseId:
    return draft.procedures.deck or draft.procedures.shuffle


def for_each_deck(draft: Draft, clause: ClauseId) -> ClauseId:
    return clause if draft.state.equipment.decks == 1 else draft.procedures.each_deck


def awaits_preshuffled_order(draft: Draft) -> bool:
    equipment = draft.state.equipment
    return equipment.preshuffled and equipment.stage is CardsStage.SHUFFLED


def wash_is_spared(draft: Draft) -> bool:
    """Whether cards that were spread for lack of activity go into the shuffling device as they are."""
    equipment = draft.state.equipment
    by_device = draft.shuffler is not Shuffler.MANUAL and SHUFFLER not in equipment.faulty
    return equipment.idle and by_device and draft.procedures.no_activity_by_device is not None


def check_not_reshuffling(draft: Draft, message: str) -> None:
    if draft.shuffler is Shuffler.RESHUFFLING:
        raise refuse(Code.STEP_IS_DUE, draft.procedures.reshuffling_device, message, (due(draft),))


def check_deck_number(draft: Draft, deck: int) -> None:
    equipment, procedures = draft.state.equipment, draft.procedures
    if not 0 <= deck < equipment.decks:
        legal = tuple([f"deck {one}" for one in range(equipment.decks)])
        raise refuse(Code.DECKS_ALTERNATE, procedures.two_decks, f"there is no deck {deck} at this table", legal)
    if equipment.decks > 1 and deck == equipment.last_deck:
        raise refuse(
            Code.DECKS_ALTERNATE,
            procedures.alternate,
            f"deck {deck} was used in the last round; each deck is used for every other round of play",
            (f"deck {1 - deck}",),
        )


def check_order(draft: Draft, order: tuple[Card, ...]) -> None:
    clause, deck = deck_clause(draft), set(draft.game.deck)
    strange = next((one for one in order if one not in deck), None)
    if strange is not None:
        name = CARD_TEXT[strange] if 0 <= strange < len(CARD_TEXT) else str(strange)
        raise refuse(Code.CARDS_ARE_VALID, clause, f"{name} is no card of this game's deck")
    twice = repeated(order)
    if twice is not None:
        raise refuse(Code.CARD_APPEARS_ONCE, clause, f"{CARD_TEXT[twice]} appears more than once in the deck")
    if len(order) < len(deck):
        missing = CARD_TEXT[min(deck - set(order))]
        raise refuse(
            Code.DECK_IS_COMPLETE,
            clause,
            f"the deck has {len(order)} cards and must have {len(deck)}: {missing} is missing",
            (f"all {len(deck)} cards, each once",),
        )


def check_entitled_to_cut(draft: Draft, command: cmd.CutCards) -> None:
    procedures, seat, last = draft.procedures, command.seat, draft.state.equipment.last_cut_by
    order = order_of_cut(draft)
    clause = procedures.cut_offered or procedures.cut
    if last is not None and last in order:
        # A recut is made by whoever cut last or by the next in order.
        order, clause = (last, order[(order.index(last) + 1) % len(order)]), procedures.recut
    who = "the dealer" if seat == DEALER else f"seat {seat}"
    legal = tuple(dict.fromkeys("the dealer" if one == DEALER else f"seat {one}" for one in order))
    if seat not in order:
        raise refuse(Code.ROLE_IS_AUTHORISED, clause, f"{who} is not entitled to cut the cards", legal)
    if seat == DEALER and command.by not in DEALERS:
        clause = procedures.cut_by_dealer or clause
        raise refuse(Code.ROLE_IS_AUTHORISED, clause, f"a {command.by} cannot make the dealer's cut", legal)


def check_stub_can_be_counted(draft: Draft) -> None:
    state, clause = draft.state, draft.procedures.stub_count[draft.dealing]
    to_come = draft.game.phases[draft.rules.phase_number[state.phase] :]
    if any(isinstance(phase, Deal) for phase in to_come):
        raise refuse(
            Code.STEP_IS_DUE, clause, "the stub is counted when all cards of the round have been dealt", (due(draft),)
        )
    if settlement_has_begun(draft):
        raise refuse(Code.STEP_IS_DUE, clause, "the stub is counted before the wagers are settled", (due(draft),))
    if draft.game.stub_left is not None and (state.settings or state.revealed):
        raise refuse(
            Code.STEP_IS_DUE, clause, "the stub is counted right after the deal, before any hand is set", (due(draft),)
        )


def settlement_has_begun(draft: Draft) -> bool:
    return bool(draft.state.awaiting or draft.state.validated)


def shoe_is_dealing(draft: Draft) -> bool:
    """Whether cards of this round are still to come out of the shoe; afterwards the rest has left it."""
    state = draft.state
    return state.status is Status.LOCKED or state.phase in draft.game.irregularities["shoe_fault"].during


def order_of_cut(draft: Draft) -> tuple[int, ...]:
    """Who is offered the cut, in order; the dealer cuts if nobody accepts, and always where the cut is not offered."""
    state = draft.state
    if draft.procedures.cut_offered is None:
        return (DEALER,)
    # Counterclockwise from the dealer's right is from the highest seat down.
    ring = sorted(state.seats, reverse=True)
    if state.bank in ring:
        first = ring.index(state.bank)
        ring = ring[first:] + ring[:first]
    if ring and state.rounds_since_opening == 0:
        arrived = [seat for seat, player in state.seats.items() if player == state.equipment.first_player]
        first = (arrived or list(state.seats))[0]
        ring = [first, *(seat for seat in ring if seat != first)]
    return (*ring, DEALER)


# Devices.


def check_left_devices_are_covered(draft: Draft, shuffler: Shuffler, dealing: Dealing) -> None:
    equipment, clause = draft.state.equipment, draft.procedures.out_of_order
    stays = {SHUFFLER: shuffler is draft.shuffler, SHOE: dealing is draft.dealing}
    for device in devices_in_use(draft.shuffler, draft.dealing):
        if stays[device] and device in equipment.faulty:
            raise refuse(
                Code.DEVICE_IS_COVERED,
                clause,
                f"the {device} is out of order and cannot go on being used",
                ("cover the device", f"name another method for the {device}"),
            )
        if not stays[device] and device not in equipment.covered:
            raise refuse(
                Code.DEVICE_IS_COVERED,
                clause,
                f"the {device} must be covered or marked out of order before another method is used",
                ("cover the device",),
            )


def check_hand_has_shuffler(draft: Draft, shuffler: Shuffler, dealing: Dealing) -> None:
    if dealing is Dealing.HAND and shuffler is Shuffler.MANUAL:
        raise refuse(
            Code.DEVICE_IS_IN_USE,
            draft.procedures.hand_needs_shuffler,
            "cards dealt from the hand must be shuffled by an automated shuffling device",
            (f"deal from a {Dealing.MANUAL_SHOE}", "use an automated shuffling device"),
        )


def check_shuffler_works(draft: Draft) -> None:
    if SHUFFLER in draft.state.equipment.faulty and draft.shuffler is not Shuffler.MANUAL:
        raise refuse(
            Code.DEVICE_IS_COVERED,
            draft.procedures.out_of_order,
            "the shuffler is out of order; cover it and shuffle by another method",
            ("cover the device", "use another method"),
        )


def check_device_known(device: str, clause: ClauseId) -> None:
    if device not in (SHUFFLER, SHOE):
        raise refuse(Code.DEVICE_IS_IN_USE, clause, f"{device!r} is no device of a table", (SHUFFLER, SHOE))


def devices_in_use(shuffler: Shuffler, dealing: Dealing) -> list[str]:
    """The devices in use with these methods."""
    used = {SHUFFLER: shuffler is not Shuffler.MANUAL, SHOE: dealing is Dealing.AUTOMATED_SHOE}
    return [device for device, in_use in used.items() if in_use]


def method_named(kind: type[Method], name: str, clause: ClauseId) -> Method:
    try:
        return kind(name)
    except ValueError:
        known = tuple([one.value for one in kind])
        raise refuse(Code.DEVICE_IS_IN_USE, clause, f"{name!r} is no method of a table", known) from None


def shuffle_was_cut_short(draft: Draft) -> bool:
    """Whether the cards are in the device or on their way there; those in play or being opened are not."""
    equipment = draft.state.equipment
    waiting = equipment.stage in (CardsStage.WASHED, CardsStage.USED)
    return waiting or (equipment.stage is CardsStage.READY and equipment.by_device)
