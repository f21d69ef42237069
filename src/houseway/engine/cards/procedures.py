"""The table's equipment: cards arrive, are inspected, shuffled, cut, counted and changed; devices fail and are replaced."""

from __future__ import annotations

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.dealing import due
from houseway.engine.banked.draft import Draft
from houseway.engine.banked.irregular import void_round
from houseway.engine.banked.state import DEALER, CardsStage, Status
from houseway.engine.cards.equipment import (
    FACE_UP,
    SHUFFLER,
    awaits_preshuffled_order,
    change_clause,
    check_deck_number,
    check_device_known,
    check_entitled_to_cut,
    check_hand_has_shuffler,
    check_left_devices_are_covered,
    check_not_reshuffling,
    check_order,
    check_shuffler_works,
    check_step,
    check_stub_can_be_counted,
    check_time,
    deck_clause,
    devices_in_use,
    for_each_deck,
    method_named,
    not_time,
    order_of_cut,
    shoe_is_dealing,
    shuffle_was_cut_short,
    wash_is_spared,
)
from houseway.engine.refusal import Code, refuse
from houseway.rules.game import Dealing, Shuffler

LEAST_CUT_CARDS = 10


# The way of the cards from the box to the shoe.


def open_table(draft: Draft, command: cmd.OpenTable) -> None:
    """Open the table for gaming."""
    clause = draft.procedures.inspect
    if draft.state.status is not Status.CLOSED:
        raise refuse(Code.STEP_IS_DUE, clause, "the table is open already", (due(draft),))
    check_time(draft, command.at)
    draft.emit(ev.TableOpened(clause, draft.rules.digest, command.at))


def receive_decks(draft: Draft, command: cmd.ReceiveDecks) -> None:
    """Take one deck, or two where an automated shuffling device is used."""
    procedures = draft.procedures
    check_step(draft, "receive decks", CardsStage.ABSENT)
    check_time(draft, command.at)
    if command.decks not in (1, 2):
        raise refuse(
            Code.DECK_IS_COMPLETE,
            procedures.two_decks,
            f"the game is played with one deck or two, not {command.decks}",
            ("1 deck", "2 decks with an automated shuffling device"),
        )
    if command.decks == 2 and draft.shuffler is Shuffler.MANUAL:
        raise refuse(
            Code.DEVICE_IS_IN_USE,
            procedures.two_decks,
            "two decks may be used only with an automated shuffling device",
            ("1 deck",),
        )
    wanted = 1 if draft.shuffler is Shuffler.MANUAL else draft.rules.decks
    if command.decks != wanted:
        raise refuse(
            Code.DECK_IS_COMPLETE,
            procedures.two_decks if wanted == 2 else deck_clause(draft),
            f"the Rules Submission has this table use {wanted} deck(s), not {command.decks}",
            (f"{wanted} deck(s)",),
        )
    if command.two_jokers and procedures.joker_torn is None:
        raise refuse(Code.CARDS_ARE_VALID, deck_clause(draft), "the deck of this game has no joker")
    clause = procedures.preshuffled if command.preshuffled else procedures.inspect
    draft.emit(ev.DecksReceived(clause, command.decks, command.at, command.preshuffled, command.two_jokers))


def inspect(draft: Draft, command: cmd.InspectCards) -> None:
    """The dealer inspects the cards for defects."""
    check_step(draft, "inspect the cards", CardsStage.RECEIVED)
    draft.emit(ev.CardsInspected(draft.procedures.inspect))


def verify_inspection(draft: Draft, command: cmd.VerifyInspection) -> None:
    """The floorperson verifies the inspection, and that a second joker was torn in half."""
    procedures = draft.procedures
    check_step(draft, "verify the inspection", CardsStage.INSPECTED)
    if draft.state.equipment.two_jokers and not command.joker_torn:
        raise refuse(
            Code.STEP_IS_DUE,
            procedures.joker_torn or procedures.verify_inspection,
            "the deck came with two jokers, and the second has not been torn in half",
            ("tear the second joker in half",),
        )
    draft.emit(ev.InspectionVerified(procedures.verify_inspection, command.joker_torn))


def spread(draft: Draft, command: cmd.SpreadCards) -> None:
    """Spread the inspected cards face up for the first player to arrive."""
    clause = for_each_deck(draft, draft.procedures.spread)
    check_step(draft, "spread the cards", CardsStage.VERIFIED)
    if not command.face_up:
        raise refuse(Code.STEP_IS_DUE, clause, "at the opening of the table the cards are spread face up", (FACE_UP,))
    draft.emit(ev.CardsSpread(clause, face_up=True))


def view(draft: Draft, command: cmd.ViewCards) -> None:
    """The first player to arrive has had the opportunity to look the cards over."""
    procedures = draft.procedures
    check_step(draft, "view the cards", CardsStage.SPREAD)
    clause = procedures.no_activity if draft.state.equipment.idle else procedures.spread
    draft.emit(ev.CardsViewed(clause, command.player))


def wash(draft: Draft, command: cmd.WashCards) -> None:
    """Turn the cards face down, mix them and stack them."""
    check_step(draft, "wash the cards", CardsStage.VIEWED)
    draft.emit(ev.CardsWashed(for_each_deck(draft, draft.procedures.wash)))


def shuffle(draft: Draft, command: cmd.ShuffleCards) -> None:
    """Record the order of the deck after a shuffle, or the order in which a preshuffled deck was received."""
    procedures = draft.procedures
    preshuffled = awaits_preshuffled_order(draft)
    stages = [CardsStage.WASHED, CardsStage.USED]
    if wash_is_spared(draft):
        stages.append(CardsStage.VIEWED)
    if preshuffled:
        stages.append(CardsStage.SHUFFLED)
    check_step(draft, "shuffle the cards", *stages)
    check_time(draft, command.at)
    check_hand_has_shuffler(draft, draft.shuffler, draft.dealing)
    if not preshuffled:
        check_shuffler_works(draft)
    check_deck_number(draft, command.deck)
    check_order(draft, command.order)
    if draft.shuffler is Shuffler.RESHUFFLING:
        clause, by_device = procedures.reshuffling_device, True
    elif preshuffled:
        clause, by_device = procedures.preshuffled, False
    else:
        clause, by_device = procedures.shuffle, draft.shuffler is not Shuffler.MANUAL
    draft.emit(ev.CardsShuffled(clause, command.order, command.deck, command.at, by_device))


def direct_shuffle(draft: Draft, command: cmd.DirectShuffle) -> None:
    """A floorperson or above has the cards shuffled again."""
    check_step(draft, "have the cards shuffled again", CardsStage.SHUFFLED, CardsStage.READY, CardsStage.USED)
    draft.emit(ev.ShuffleDirected(draft.procedures.shuffle))


def report_device_count(draft: Draft, command: cmd.ReportDeviceCount) -> None:
    """The device shows how many cards it has shuffled; a wrong number removes the deck from the table."""
    equipment, clause = draft.state.equipment, draft.procedures.device_count
    if draft.shuffler not in (Shuffler.COUNTING, Shuffler.RESHUFFLING):
        raise refuse(
            Code.DEVICE_IS_IN_USE, clause, "no shuffling device that counts the cards is in use", ("count the stub",)
        )
    if draft.shuffler is Shuffler.RESHUFFLING and not draft.procedures.reshuffler_is_counted:
        raise refuse(
            Code.STEP_IS_DUE,
            draft.procedures.reshuffling_device,
            "the count of the deck does not apply to a device that reshuffles and counts by itself",
            (due(draft),),
        )
    check_step(draft, "report the device's count", CardsStage.READY)
    if not equipment.by_device or equipment.device_count is not None:
        raise refuse(Code.STEP_IS_DUE, clause, "the device counts once after each of its shuffles", (due(draft),))
    size = len(draft.game.deck)
    right = command.count == size
    draft.emit(ev.DeviceCounted(clause, command.count, right))
    if not right:
        draft.emit(ev.DeckRemoved(clause, f"the device counted {command.count} cards, not {size}"))


def cut(draft: Draft, command: cmd.CutCards) -> None:
    """Cut the cards at least ten cards in; where players cut, the event tells to whom the cut was offered."""
    procedures, seat, size = draft.procedures, command.seat, len(draft.game.deck)
    if awaits_preshuffled_order(draft):
        raise not_time(draft, "cut the cards")
    if draft.state.equipment.stage is CardsStage.READY and draft.state.equipment.by_device:
        clause = procedures.cut_is_spared or procedures.shuffle
        raise refuse(Code.STEP_IS_DUE, clause, "cards shuffled by a device are dealt without a cut", (due(draft),))
    check_step(draft, "cut the cards", CardsStage.SHUFFLED)
    check_entitled_to_cut(draft, command)
    # The dealer's cut counts from the top; a player's must stay ten cards off both ends.
    most = size - LEAST_CUT_CARDS if procedures.cut_offered is not None else size - 1
    if not LEAST_CUT_CARDS <= command.depth <= most:
        raise refuse(
            Code.CUT_IS_TEN_CARDS_IN,
            procedures.cut,
            f"the cover card goes in at least {LEAST_CUT_CARDS} cards deep, here under {LEAST_CUT_CARDS} to {most} "
            f"cards, not under {command.depth}",
            (f"{LEAST_CUT_CARDS} to {most} cards",),
        )
    offered: tuple[int, ...] = ()
    if procedures.cut_offered is not None and draft.state.equipment.last_cut_by is None:
        order = order_of_cut(draft)
        offered = tuple([one for one in order[: order.index(seat) + 1] if one != DEALER])
    draft.emit(ev.CardsCut(procedures.cut, command.depth, seat, offered))


def require_recut(draft: Draft, command: cmd.RequireRecut) -> None:
    """A floorperson or above requires another cut, before any card is dealt."""
    procedures = draft.procedures
    check_not_reshuffling(draft, "the reshuffling device needs no cut, so none is made again")
    check_step(draft, "require a recut", CardsStage.READY)
    if draft.state.equipment.last_cut_by is None:
        raise refuse(
            Code.STEP_IS_DUE,
            procedures.recut,
            "these cards were shuffled by a device and have not been cut",
            ("direct that the cards be shuffled",),
        )
    draft.emit(ev.RecutRequired(procedures.recut))


def spread_for_no_activity(draft: Draft, command: cmd.SpreadForNoActivity) -> None:
    """Nobody plays: spread the cards, face down unless a player asks otherwise."""
    clause = draft.procedures.no_activity
    check_not_reshuffling(draft, "the cards of a reshuffling device are not spread")
    stages = (CardsStage.VIEWED, CardsStage.WASHED, CardsStage.SHUFFLED, CardsStage.READY, CardsStage.USED)
    check_step(draft, "spread the cards for lack of activity", *stages)
    if draft.state.status is not Status.WAGERING or draft.state.wagers:
        raise refuse(Code.STEP_IS_DUE, clause, "wagers have been placed, so there is gaming activity", (due(draft),))
    draft.emit(ev.CardsSpread(clause, command.face_up, no_activity=True))


def change_decks(draft: Draft, command: cmd.ChangeDecks) -> None:
    """Take the decks off the table between two rounds; others must then be received."""
    check_step(draft, "change the decks", *(set(CardsStage) - {CardsStage.ABSENT, CardsStage.IN_PLAY}))
    check_time(draft, command.at)
    draft.emit(ev.DecksChanged(change_clause(draft), command.at))


def count_stub(draft: Draft, command: cmd.CountStub) -> None:
    """Count what is left after the deal, or the whole deck between rounds; a wrong number voids the round."""
    procedures, dealing, game = draft.procedures, draft.dealing, draft.game
    playing = draft.state.status is Status.PLAYING
    if playing:
        check_stub_can_be_counted(draft)
        # A card set aside has left the stub; where four must be left it is one of the four.
        expected = len(game.deck) - draft.state.next_card
    else:
        check_step(draft, "count the cards", CardsStage.SHUFFLED, CardsStage.READY, CardsStage.USED)
        expected = len(game.deck)
    right = command.count == expected
    if right and command.misdealt:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            procedures.stub_count[dealing],
            f"{expected} is the right number; cards dealt to the wrong place are reported as an irregularity",
            ("report the irregularity",),
        )
    clause = procedures.stub_right[dealing] if right else procedures.stub_wrong[dealing]
    draft.emit(ev.StubCounted(clause, command.count, right))
    if right:
        return
    if playing:
        void_round(draft, clause=clause)
    if not (playing and command.misdealt and command.complete):
        draft.emit(ev.DeckRemoved(clause, f"{command.count} cards were counted where {expected} must be"))


# Devices.


def report_device_fault(draft: Draft, command: cmd.ReportDeviceFault) -> None:
    """A device jams, stops or fails: the shuffle is done again, or the round is void."""
    state, procedures, device = draft.state, draft.procedures, command.device
    check_device_known(device, procedures.out_of_order)
    clause = procedures.shuffler_fault if device == SHUFFLER else procedures.shoe_fault
    if device not in devices_in_use(draft.shuffler, draft.dealing):
        raise refuse(Code.DEVICE_IS_IN_USE, clause, f"no automated {device} is in use at this table", (due(draft),))
    if device in state.equipment.faulty:
        raise refuse(
            Code.DEVICE_IS_COVERED,
            procedures.out_of_order,
            f"the {device} is out of order already",
            ("cover the device", "use another method"),
        )
    draft.emit(ev.DeviceFailed(clause, device, command.usable))
    if device == SHUFFLER:
        if shuffle_was_cut_short(draft):
            draft.emit(ev.ShuffleDirected(clause))
    elif state.status in (Status.LOCKED, Status.PLAYING) and shoe_is_dealing(draft):
        void_round(draft, clause=clause)
        draft.emit(ev.ShuffleDirected(clause))


def cover_device(draft: Draft, command: cmd.CoverDevice) -> None:
    """Cover a device that cannot be used, or mark it out of order."""
    equipment, device, clause = draft.state.equipment, command.device, draft.procedures.out_of_order
    check_device_known(device, clause)
    if device not in equipment.faulty:
        raise refuse(
            Code.STEP_IS_DUE, clause, f"the {device} has not been reported out of order", ("report the device's fault",)
        )
    if device in equipment.covered:
        raise refuse(Code.STEP_IS_DUE, clause, f"the {device} is covered already", ("use another method",))
    draft.emit(ev.DeviceCovered(clause, device))


def use_method(draft: Draft, command: cmd.UseMethod) -> None:
    """Go on with another way of shuffling or dealing; going back to a device says that it works again."""
    clause = draft.procedures.out_of_order
    shuffler = method_named(Shuffler, command.shuffler or draft.shuffler, clause)
    dealing = method_named(Dealing, command.dealing or draft.dealing, clause)
    if draft.state.status is Status.PLAYING:
        raise refuse(Code.STEP_IS_DUE, clause, "the method changes between two rounds of play", (due(draft),))
    check_hand_has_shuffler(draft, shuffler, dealing)
    check_left_devices_are_covered(draft, shuffler, dealing)
    if (shuffler, dealing) == (draft.shuffler, draft.dealing):
        raise refuse(Code.STEP_IS_DUE, clause, "the table uses these methods already", (due(draft),))
    draft.emit(ev.MethodChanged(clause, shuffler, dealing))
