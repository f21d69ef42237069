"""Devices that jam, stop or fail, are covered, and give way to another method."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from houseway.clause import ClauseId
from houseway.engine.cards import commands as cmd
from houseway.engine.cards import events as ev
from houseway.engine.cards.draft import CardDraft
from houseway.engine.cards.due import decks_wanted
from houseway.engine.cards.steps import check_between, check_hand_has_shuffler
from houseway.engine.kernel import Command, Handler
from houseway.engine.refusal import Code, refuse
from houseway.rules.cards import Dealing, Device, Shuffler, devices_in_use, failing_with

Name = TypeVar("Name", bound=StrEnum)


def named(kind: type[Name], name: str, clause: ClauseId) -> Name:
    """The method or device of this name."""
    try:
        return kind(name)
    except ValueError:
        what = "device" if kind is Device else "method"
        known = tuple([one.value for one in kind])
        raise refuse(Code.DEVICE_IS_IN_USE, clause, f"{name!r} is no {what} of a table", known) from None


def can_fail(draft: CardDraft, device: Device) -> bool:
    """Whether a device is in use and not out of order already."""
    return device in devices_in_use(draft.shuffler, draft.dealing) and device not in draft.state.equipment.faulty


def check_can_fail(draft: CardDraft, device: Device, clause: ClauseId) -> None:
    """Only a device that is in use and not out of order already can fail."""
    if device not in devices_in_use(draft.shuffler, draft.dealing):
        raise refuse(Code.DEVICE_IS_IN_USE, clause, f"no automated {device} is in use at this table")
    if device in draft.state.equipment.faulty:
        says, legal = f"the {device} is out of order already", ("cover the device", "use another method")
        raise refuse(Code.DEVICE_IS_COVERED, draft.cards.out_of_order, says, legal)


def fail(draft: CardDraft, device: Device, clause: ClauseId, *, usable: bool) -> None:
    """A device has failed: a deck that was in the shuffler is shuffled again."""
    failed = (device,) if usable else failing_with(device, draft.shuffler, draft.dealing)
    for one in failed:
        draft.emit(ev.DeviceFailed(clause=clause, device=one.value, usable=usable))
    jammed = draft.state.equipment.jammed
    if device is Device.SHUFFLER and jammed >= 0:
        draft.emit(ev.ShuffleDirected(clause=clause, decks=(jammed,)))


def cover(draft: CardDraft, command: cmd.CoverDevice) -> None:
    """Cover a device that cannot be used, or mark it out of order."""
    equipment, clause = draft.state.equipment, draft.cards.out_of_order
    device = named(Device, command.device, clause)
    if device not in equipment.faulty:
        says, legal = f"the {device} has not been reported out of order", ("report the device's fault",)
        raise refuse(Code.STEP_IS_DUE, clause, says, legal)
    if device in equipment.covered:
        raise refuse(Code.STEP_IS_DUE, clause, f"the {device} is covered already", ("use another method",))
    for one in failing_with(device, draft.shuffler, draft.dealing):
        if one in equipment.faulty and one not in equipment.covered:
            draft.emit(ev.DeviceCovered(clause=clause, device=one.value))


def use_method(draft: CardDraft, command: cmd.UseMethod) -> None:
    """Go on by another method once a device is covered; going back to a device says that it works again."""
    cards = draft.cards
    clause = cards.out_of_order
    shuffler = named(Shuffler, command.shuffler or draft.shuffler, clause)
    dealing = named(Dealing, command.dealing or draft.dealing, clause)
    check_between(draft, clause, "change the method")
    if dealing not in cards.use:
        known = tuple([one.value for one in cards.use])
        raise refuse(Code.DEVICE_IS_IN_USE, clause, f"cards are not dealt by {dealing} here", known)
    check_hand_has_shuffler(draft, shuffler, dealing)
    _check_covered(draft, shuffler, dealing)
    if (shuffler, dealing) == (draft.shuffler, draft.dealing):
        raise refuse(Code.STEP_IS_DUE, clause, "the table uses these methods already", (draft.awaited,))
    draft.emit(ev.MethodChanged(clause=clause, shuffler=shuffler.value, dealing=dealing.value))
    _put_away(draft)


def _check_covered(draft: CardDraft, shuffler: Shuffler, dealing: Dealing) -> None:
    """A device that stays works, one that is left is covered, and only what it did is done by another method.

    The way of the Rules Submission may always be gone back to; cards that may not be dealt from the hand without a
    shuffling device come from a manual shoe while it is out of order.
    """
    equipment, clause = draft.state.equipment, draft.cards.out_of_order
    by_hand = draft.dealing is Dealing.HAND and shuffler is Shuffler.MANUAL and dealing is Dealing.MANUAL_SHOE
    forced = by_hand and draft.cards.hand_needs_shuffler is not None
    changes: tuple[tuple[Device, StrEnum, StrEnum, bool], ...] = (
        (Device.SHUFFLER, draft.shuffler, shuffler, shuffler is draft.submitted[0]),
        (Device.SHOE, draft.dealing, dealing, dealing is draft.submitted[1] or forced),
    )
    for device, now, then, allowed in changes:
        in_use = device in devices_in_use(draft.shuffler, draft.dealing)
        if then is now and in_use and device in equipment.faulty:
            says = f"the {device} is out of order and cannot go on being used"
            legal = ("cover the device", f"name another method for the {device}")
            raise refuse(Code.DEVICE_IS_COVERED, clause, says, legal)
        if then is now or allowed or device in equipment.covered:
            continue
        if in_use:
            says = f"the {device} must be covered or marked out of order before another method is used"
            raise refuse(Code.DEVICE_IS_COVERED, clause, says, ("cover the device",))
        says = f"another method than {now} is used only while a device is out of order"
        raise refuse(Code.DEVICE_IS_COVERED, clause, says, ("report the device's fault",))


def _put_away(draft: CardDraft) -> None:
    """A deck too many leaves the table: without a device, the one that is not the next round's."""
    equipment = draft.state.equipment
    for number in equipment.present:
        if number != equipment.next_deck and len(equipment.present) > decks_wanted(draft):
            why = "two decks need an automated shuffling device"
            draft.emit(ev.DeckRemoved(clause=draft.cards.two_decks, deck=number, why=why))


HANDLERS: Mapping[type[Command], Handler] = {
    cmd.CoverDevice: cover,
    cmd.UseMethod: use_method,
}
