"""The poker table's cards on their way into play: two decks received, inspected, washed, shuffled, cut and changed (637a.3 to .5)."""

from __future__ import annotations

from houseway.cards import CARD_TEXT, Card, repeated
from houseway.chapters.c637a_poker import room_commands as table
from houseway.chapters.c637a_poker import room_events as room
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.equipment import DECKS, LEAST_CUT_CARDS, VIEWERS, PokerEquipment
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import CardsStage
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.engine.roles import Role
from houseway.rules.game import Shuffler

CARDS = 52
COUNTING = (Shuffler.COUNTING, Shuffler.RESHUFFLING)


def equipment_of(draft: PotDraft) -> PokerEquipment:
    return draft.state.equipment or PokerEquipment()


def shuffler_of(draft: PotDraft) -> Shuffler:
    return Shuffler(equipment_of(draft).shuffler or draft.rules.shuffler)


def step_due(draft: PotDraft) -> tuple[str, str]:
    """What the least advanced deck waits for, and its clause."""
    steps = {
        CardsStage.ABSENT: ("receive decks", "637a.4(a)"),
        CardsStage.RECEIVED: ("inspect the cards", "637a.4(a)"),
        CardsStage.INSPECTED: ("verify the inspection", "637a.4(a)"),
        CardsStage.VERIFIED: ("spread the cards face up", "637a.4(b)"),
        CardsStage.SPREAD: ("let the first two players view the cards", "637a.4(b)"),
        CardsStage.VIEWED: ("wash the deck", "637a.4(c)"),
        CardsStage.SHUFFLED: ("cut the cards", "637a.5(b)(2)"),
        CardsStage.READY: ("start the round", "637a.5(b)(1)"),
        CardsStage.IN_PLAY: ("complete the round", "637a.7(e)"),
    }
    equipment = equipment_of(draft)
    playing = equipment.in_play >= 0
    if playing and equipment.to_cut >= 0:
        return "cut the cards", "637a.5(c)"
    least = min(equipment.decks, key=lambda deck: (deck.stage, not deck.awaits_count))
    if least.stage is CardsStage.SHUFFLED and least.preshuffled:
        return "state the order of the preshuffled deck", "637a.4(e)"
    if least.awaits_count and shuffler_of(draft) in COUNTING:
        return "report the device's count", "637a.7(e)(4)(ii)"
    if playing and least.stage is CardsStage.READY:
        # The deck that is ready is the next round's.
        return steps[CardsStage.IN_PLAY]
    return steps.get(least.stage, ("shuffle the cards", "637a.5(a)"))


def not_time(draft: PotDraft, deed: str, clause: str = "") -> RefusedError:
    step, due = step_due(draft)
    return refuse(Code.STEP_IS_DUE, clause or due, f"it is not time to {deed}; what is due: {step}", (step,))


def _check_any(draft: PotDraft, deed: str, *stages: CardsStage) -> None:
    if not equipment_of(draft).at_stage(*stages):
        raise not_time(draft, deed)


def check_between(draft: PotDraft, clause: str, deed: str) -> None:
    if draft.state.status is not PotStatus.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, clause, f"it is not time to {deed}: a round of play is under way")


def check_time(draft: PotDraft, at: int) -> None:
    now = equipment_of(draft).now
    if at < now:
        raise refuse(
            Code.STEP_IS_DUE,
            "637a.3(c)",
            f"the time given, {at} seconds, lies before the {now} seconds that have passed",
            (f"{now} seconds or later",),
        )


# From the box to the shuffle.


def receive_decks(draft: PotDraft, command: cmd.ReceiveDecks) -> None:
    """Two decks arrive, or one that replaces a deck removed."""
    check_between(draft, "637a.4(a)", "receive decks")
    absent = equipment_of(draft).at_stage(CardsStage.ABSENT)
    if not absent:
        raise not_time(draft, "receive decks")
    check_time(draft, command.at)
    if command.decks != len(absent):
        raise refuse(
            Code.DECK_IS_COMPLETE,
            "637a.3(a)",
            f"{DECKS} decks are kept at a poker table, so {len(absent)} must come, not {command.decks}",
            (f"{len(absent)} decks",),
        )
    clause = "637a.4(e)" if command.preshuffled else "637a.4(a)"
    draft.emit(ev.DecksReceived(clause, command.decks, command.at, command.preshuffled))


def inspect(draft: PotDraft, command: cmd.InspectCards) -> None:
    """The dealer inspects each deck."""
    _check_any(draft, "inspect the cards", CardsStage.RECEIVED)
    draft.emit(ev.CardsInspected("637a.4(a)"))


def verify_inspection(draft: PotDraft, command: cmd.VerifyInspection) -> None:
    """The floorperson or above verifies the inspection."""
    _check_any(draft, "verify the inspection", CardsStage.INSPECTED)
    draft.emit(ev.InspectionVerified("637a.4(a)"))


def spread(draft: PotDraft, command: cmd.SpreadCards) -> None:
    """The cards are spread face up for the first two players."""
    _check_any(draft, "spread the cards", CardsStage.VERIFIED)
    _check_face_up("637a.4(b)", face_up=command.face_up)
    draft.emit(ev.CardsSpread("637a.4(b)", face_up=True))


def _check_face_up(clause: str, *, face_up: bool) -> None:
    if not face_up:
        raise refuse(Code.STEP_IS_DUE, clause, "poker's cards are spread face up", ("spread the cards face up",))


def view(draft: PotDraft, command: cmd.ViewCards) -> None:
    """One of the first two players has had the opportunity to inspect the cards."""
    equipment = equipment_of(draft)
    _check_any(draft, "view the cards", CardsStage.SPREAD)
    clause = "637a.5(d)" if equipment.idle else "637a.4(b)"
    first = [player for seat, player in draft.state.seats.items() if seat not in draft.state.removed][:VIEWERS]
    if command.player not in first:
        legal = tuple(player for player in first if player not in equipment.viewers)
        said = "the first two players seated at the table are given the opportunity to inspect the cards"
        raise refuse(Code.STEP_IS_DUE, clause, f"{said}, not {command.player!r}", legal or ("seat two players",))
    if command.player in equipment.viewers:
        raise refuse(
            Code.STEP_IS_DUE,
            clause,
            f"{command.player} has viewed the cards; {VIEWERS} players are given the opportunity",
            ("another player",),
        )
    draft.emit(ev.CardsViewed(clause, command.player))


def wash(draft: PotDraft, command: table.WashDeck) -> None:
    """Each deck is washed by itself."""
    _check_deck(command.deck)
    if equipment_of(draft).decks[command.deck].stage is not CardsStage.VIEWED:
        raise not_time(draft, f"wash deck {command.deck}")
    draft.emit(room.DeckWashed("637a.4(c)", command.deck))


def _check_deck(deck: int) -> None:
    if not 0 <= deck < DECKS:
        raise refuse(Code.DECKS_ALTERNATE, "637a.3(a)", f"there is no deck {deck}", ("deck 0", "deck 1"))


def shuffle(draft: PotDraft, command: cmd.ShuffleCards) -> None:
    """Record the order of a deck after its shuffle, or of a preshuffled deck as it came."""
    equipment, number = equipment_of(draft), command.deck
    _check_deck(number)
    deck = equipment.decks[number]
    received = deck.preshuffled and deck.stage is CardsStage.SHUFFLED
    if deck.stage not in (CardsStage.WASHED, CardsStage.USED) and not received:
        raise not_time(draft, f"shuffle deck {number}")
    manual = shuffler_of(draft) is Shuffler.MANUAL
    if manual and draft.state.status is not PotStatus.BETWEEN_ROUNDS:
        raise refuse(
            Code.STEP_IS_DUE, "637a.3(a)", "while one deck is in use the other is stored", ("complete the round",)
        )
    if equipment.faulty and not manual and not received:
        raise refuse(
            Code.DEVICE_IS_COVERED,
            "637a.18(r)",
            "the shuffling device is out of order",
            ("cover the device", "use another method"),
        )
    if command.at:
        check_time(draft, command.at)
    _check_order(command.order)
    by_device = not manual and not received
    clause = "637a.4(e)" if received else "637a.5(a)"
    if by_device and draft.state.status is not PotStatus.BETWEEN_ROUNDS:
        clause = "637a.3(b)"
    draft.emit(ev.CardsShuffled(clause, command.order, number, command.at or equipment.now, by_device))


def _check_order(order: tuple[Card, ...]) -> None:
    if any(not 0 <= card < CARDS for card in order):
        raise refuse(Code.CARDS_ARE_VALID, "637a.3(a)", "poker is played with 52 cards and no joker")
    twice = repeated(order)
    if twice is not None:
        raise refuse(Code.CARD_APPEARS_ONCE, "637a.3(a)", f"{CARD_TEXT[twice]} appears more than once in the deck")
    if len(order) != CARDS:
        raise refuse(Code.DECK_IS_COMPLETE, "637a.3(a)", f"the deck has {len(order)} cards and must have {CARDS}")


def direct_shuffle(draft: PotDraft, command: cmd.DirectShuffle) -> None:
    """A floorperson or above has the cards shuffled again."""
    check_between(draft, "637a.5(a)", "shuffle again")
    _check_any(draft, "shuffle again", CardsStage.SHUFFLED, CardsStage.READY, CardsStage.USED)
    draft.emit(ev.ShuffleDirected("637a.5(a)"))


def report_device_count(draft: PotDraft, command: cmd.ReportDeviceCount) -> None:
    """A counting device says after each shuffle whether 52 cards are present."""
    number = equipment_of(draft).to_count
    if shuffler_of(draft) not in COUNTING:
        raise refuse(
            Code.DEVICE_IS_IN_USE, "637a.7(e)(4)(ii)", "no shuffling device that counts is in use", ("count the deck",)
        )
    if number < 0:
        step, _ = step_due(draft)
        said = f"the device counts once after each of its shuffles; what is due: {step}"
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)(4)(ii)", said, (step,))
    right = command.count == CARDS
    draft.emit(ev.DeviceCounted("637a.7(e)(4)(ii)", command.count, right))
    if not right:
        why = f"the device counted {command.count} cards, not {CARDS}"
        draft.emit(room.PokerDeckRemoved("637a.7(e)(5)", number, why))


def cut(draft: PotDraft, command: cmd.CutCards) -> None:
    """The dealer cuts at least ten cards in from the top; a device's shuffle is not cut."""
    if command.by is not Role.DEALER:
        raise refuse(Code.ROLE_IS_AUTHORISED, "637a.5(b)(2)", "the dealer cuts the cards", (Role.DEALER.value,))
    equipment = equipment_of(draft)
    if equipment.to_cut < 0:
        check_between(draft, "637a.5(b)", "cut the cards")
        by_device = any(deck.by_device and deck.stage is CardsStage.READY for deck in equipment.decks)
        raise not_time(draft, "cut the cards", "637a.5(b)(1)" if by_device else "")
    most = CARDS - 1 - (draft.state.next_card if equipment.in_play >= 0 else 0)
    if not LEAST_CUT_CARDS <= command.depth <= most:
        raise refuse(
            Code.CUT_IS_TEN_CARDS_IN,
            "637a.5(b)(2)",
            f"the cover card goes in under {LEAST_CUT_CARDS} to {most} cards, not under {command.depth}",
            (f"{LEAST_CUT_CARDS} to {most} cards",),
        )
    draft.emit(ev.CardsCut("637a.5(b)(2)", command.depth))


def require_recut(draft: PotDraft, command: cmd.RequireRecut) -> None:
    """A floorperson or above requires another cut before any card is dealt."""
    state = draft.state
    if state.status is not PotStatus.BETWEEN_ROUNDS and (state.next_card or state.street >= 0):
        said = "a recut is required before any cards have been dealt, and cards have left the deck in play"
        raise refuse(Code.STEP_IS_DUE, "637a.5(c)", said, ("complete the round",))
    if equipment_of(draft).to_recut < 0:
        raise not_time(draft, "require a recut", "637a.5(c)")
    draft.emit(ev.RecutRequired("637a.5(c)"))


def spread_for_no_activity(draft: PotDraft, command: cmd.SpreadForNoActivity) -> None:
    """Nobody plays: both decks are spread face up."""
    check_between(draft, "637a.5(d)", "spread the cards")
    if any(deck.stage < CardsStage.VERIFIED for deck in equipment_of(draft).decks):
        raise not_time(draft, "spread the cards for lack of activity")
    _check_face_up("637a.5(d)", face_up=command.face_up)
    draft.emit(ev.CardsSpread("637a.5(d)", face_up=True, no_activity=True))


def change_decks(draft: PotDraft, command: cmd.ChangeDecks) -> None:
    """Both decks leave the table between rounds; others must be received."""
    check_between(draft, "637a.3(c)", "change the decks")
    check_time(draft, command.at)
    if len(equipment_of(draft).at_stage(CardsStage.ABSENT)) == DECKS:
        raise not_time(draft, "change the decks")
    draft.emit(ev.DecksChanged("637a.3(c)", command.at))
