"""The steps of a table's cards: received, inspected, spread, washed, shuffled, cut, counted, changed, put into play."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.cards import CARD_TEXT, Card, repeated
from houseway.clause import ClauseId
from houseway.engine.asking import said
from houseway.engine.cards import commands as cmd
from houseway.engine.cards import events as ev
from houseway.engine.cards.draft import CardDraft
from houseway.engine.cards.due import (
    Turn,
    count_is_due,
    cut_span,
    deck_due_beside,
    deck_to_count,
    decks_are_worn,
    decks_missing,
    decks_wanted,
    device_count_is_due,
    for_each_deck,
    is_reshuffled,
    may_be_spread,
    shuffler_is_out_of_order,
    spread_is_due,
    steps,
    stored_decks,
    turn_to_cut,
    wash_is_spared,
)
from houseway.engine.cards.state import CardsStage, Deck, Equipment
from houseway.engine.kernel import Command, Handler
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.engine.two_people import check_another
from houseway.rules.cards import COUNTING, Dealing, Shuffler
from houseway.seats import DEALER

FACE_UP = "spread the cards face up"


def not_time(draft: CardDraft, deed: str, clause: ClauseId | None = None, *, deck: int | None = None) -> RefusedError:
    """The refusal of a step that is not due, naming the one that is; the same step of another ``deck`` with its number."""
    first = next(steps(draft), None)
    step = draft.awaited if first is None else said((first,))
    clause = clause or (draft.cards.shuffle if first is None else first.clause)
    if first is not None and deck is not None and step == deed:
        verb = deed.removesuffix(" the cards")
        deed, step = f"{verb} deck {deck}", f"{verb} deck {first.subject}"
    return refuse(Code.STEP_IS_DUE, clause, f"it is not time to {deed}; what is due: {step}", (step,))


def _check_any(draft: CardDraft, deed: str, *stages: CardsStage) -> None:
    if not draft.state.equipment.at_stage(*stages):
        raise not_time(draft, deed)


def check_between(draft: CardDraft, clause: ClauseId, deed: str) -> None:
    """Refuse a step that is taken only between two rounds of play."""
    if not draft.between_rounds:
        says = f"it is not time to {deed}: a round of play is under way"
        raise refuse(Code.STEP_IS_DUE, clause, says, (draft.awaited,))


def _check_deck(draft: CardDraft, number: int) -> None:
    decks = range(len(draft.state.equipment.decks))
    if number not in decks:
        legal = tuple([f"deck {one}" for one in decks])
        raise refuse(Code.DECKS_ALTERNATE, draft.cards.two_decks, f"there is no deck {number} at this table", legal)


# From the box to the wash.


def receive_decks(draft: CardDraft, command: cmd.ReceiveDecks) -> None:
    """As many decks come as the table has too few."""
    cards, wanted, missing = draft.cards, decks_wanted(draft), decks_missing(draft)
    check_between(draft, cards.inspect, "receive decks")
    if not missing:
        raise not_time(draft, "receive decks")
    if command.decks == 2 and draft.shuffler is Shuffler.MANUAL and not cards.two_decks_by_hand:
        says = "two decks may be used only with an automated shuffling device"
        raise refuse(Code.DEVICE_IS_IN_USE, cards.two_decks, says, ("1 deck",))
    if command.decks != missing:
        clause = cards.two_decks if wanted > 1 else cards.one_deck
        legal = f"{missing} deck{'s' if missing > 1 else ''}"
        kept = f"{wanted} deck{'s' if wanted > 1 else ''}"
        says = f"this table has {kept}, so that {missing} must come, not {command.decks}"
        raise refuse(Code.DECK_IS_COMPLETE, clause, says, (legal,))
    if command.two_jokers and cards.joker_torn is None:
        raise refuse(Code.CARDS_ARE_VALID, cards.one_deck, "the deck of this game has no joker")
    draft.emit(
        ev.DecksReceived(
            clause=cards.preshuffled if command.preshuffled else cards.inspect,
            decks=command.decks,
            at=draft.at,
            preshuffled=command.preshuffled,
            two_jokers=command.two_jokers,
        )
    )


def inspect(draft: CardDraft, command: cmd.InspectCards) -> None:
    """The dealer inspects the cards for defects."""
    _check_any(draft, "inspect the cards", CardsStage.RECEIVED)
    draft.emit(ev.CardsInspected(clause=draft.cards.inspect, person=draft.given.by))


def verify_inspection(draft: CardDraft, command: cmd.VerifyInspection) -> None:
    """The floorperson verifies the inspection, and that a second joker was torn in half."""
    cards = draft.cards
    _check_any(draft, "verify the inspection", CardsStage.INSPECTED)
    check_another(draft.given.by, (draft.state.equipment.inspected_by,), cards.inspect, "inspected the cards")
    if draft.state.equipment.two_jokers and not command.joker_torn:
        raise refuse(
            Code.STEP_IS_DUE,
            cards.joker_torn or cards.inspect,
            "the deck came with two jokers, and the second has not been torn in half",
            ("tear the second joker in half",),
        )
    draft.emit(ev.InspectionVerified(clause=cards.inspect, joker_torn=command.joker_torn, person=draft.given.by))


def spread(draft: CardDraft, command: cmd.SpreadCards) -> None:
    """The inspected cards are spread face up for the first players."""
    clause = for_each_deck(draft, draft.cards.spread)
    _check_any(draft, "spread the cards", CardsStage.VERIFIED)
    if not command.face_up:
        raise refuse(Code.STEP_IS_DUE, clause, "after their inspection the cards are spread face up", (FACE_UP,))
    draft.emit(ev.CardsSpread(clause=clause, face_up=True))


def view(draft: CardDraft, command: cmd.ViewCards) -> None:
    """One of the first players has had the opportunity to look the cards over."""
    equipment, cards, player = draft.state.equipment, draft.cards, draft.given.by
    _check_any(draft, "view the cards", CardsStage.SPREAD)
    clause = cards.no_activity if equipment.idle else cards.spread
    _check_may_view(draft, player, clause)
    complete = len(equipment.viewers) + 1 >= cards.viewers
    draft.emit(ev.CardsViewed(clause=clause, player=player, complete=complete))


def _check_may_view(draft: CardDraft, player: str, clause: ClauseId) -> None:
    """Only the first players to arrive look the cards over: of those seated the first, else whoever comes to the table."""
    equipment, cards, seats = draft.state.equipment, draft.cards, draft.state.seats
    if cards.viewers_are_seated:
        first = [seats[seat] for seat in draft.arrived[: cards.viewers]]
        left = tuple([one for one in first if one not in equipment.viewers])
        if player not in left:
            says = f"the first {cards.viewers} players seated look the cards over once each, not {player!r}"
            raise refuse(Code.STEP_IS_DUE, clause, says, left or ("seat another player",))
    elif draft.arrived and player != seats[draft.arrived[0]]:
        says = f"the first player to arrive at the table looks the cards over, not {player!r}"
        raise refuse(Code.STEP_IS_DUE, clause, says, (seats[draft.arrived[0]],))
    elif player == equipment.inspected_by and player:
        says = f"{player} inspected the cards as the dealer, and is not the first player to arrive"
        raise refuse(Code.STEP_IS_DUE, clause, says, ("the first player to arrive",))


def wash(draft: CardDraft, command: cmd.WashCards) -> None:
    """A deck is turned face down, mixed and stacked."""
    if command.deck not in draft.state.equipment.at_stage(CardsStage.VIEWED):
        if draft.state.equipment.present:
            _check_deck(draft, command.deck)
        raise not_time(draft, "wash the cards", deck=command.deck)
    draft.emit(ev.CardsWashed(clause=for_each_deck(draft, draft.cards.wash), deck=command.deck))


def spread_for_no_activity(draft: CardDraft, command: cmd.SpreadForNoActivity) -> None:
    """Nobody plays: the cards are spread, face down unless a player asks otherwise or the chapter has them face up."""
    cards = draft.cards
    _check_not_reshuffled(draft, "the cards of a reshuffling device are not spread")
    if not draft.idle and not spread_is_due(draft):
        raise refuse(Code.STEP_IS_DUE, cards.no_activity, "there is gaming activity at the table", (draft.awaited,))
    if not may_be_spread(draft):
        raise not_time(draft, "spread the cards for lack of activity")
    if cards.idle_face_up and not command.face_up:
        raise refuse(Code.STEP_IS_DUE, cards.no_activity, "the cards are spread face up", (FACE_UP,))
    stored = () if command.stored else stored_decks(draft)
    draft.emit(ev.CardsSpread(clause=cards.no_activity, face_up=command.face_up, no_activity=True, stored=stored))


# Shuffle and cut.


def shuffle(draft: CardDraft, command: cmd.ShuffleCards) -> None:
    """Record the order of a deck after its shuffle, or of a preshuffled deck as it came."""
    equipment, cards, number = draft.state.equipment, draft.cards, command.deck
    by_hand = draft.shuffler is Shuffler.MANUAL
    if not equipment.present:
        raise not_time(draft, "shuffle the cards")
    _check_deck(draft, number)
    deck = equipment.decks[number]
    spared = deck.stage is CardsStage.VIEWED and wash_is_spared(draft)
    if deck.stage not in (CardsStage.WASHED, CardsStage.USED) and not spared and not deck.awaits_order:
        raise not_time(draft, "shuffle the cards", deck=number)
    if by_hand and not draft.between_rounds and not deck.awaits_order:
        says = "while one deck is in use the other is stored"
        raise refuse(Code.STEP_IS_DUE, cards.one_deck, says, (draft.awaited,))
    check_hand_has_shuffler(draft, draft.shuffler, draft.dealing)
    if shuffler_is_out_of_order(draft) and not deck.awaits_order:
        raise refuse(
            Code.DEVICE_IS_COVERED,
            cards.out_of_order,
            "the shuffler is out of order; cover it and shuffle by another method",
            ("cover the device", "use another method"),
        )
    _check_order(draft, command.order)
    by_device = not by_hand and not deck.awaits_order
    if is_reshuffled(draft) and cards.reshuffling_device is not None:
        clause, by_device = cards.reshuffling_device, True
    elif deck.awaits_order:
        clause = cards.preshuffled
    elif spared and cards.no_activity_by_device is not None:
        clause = cards.no_activity_by_device
    else:
        clause = cards.shuffle if draft.between_rounds else cards.stored
    draft.emit(ev.CardsShuffled(clause=clause, order=command.order, deck=number, at=draft.at, by_device=by_device))


def check_cards(draft: CardDraft, order: tuple[Card, ...], clause: ClauseId) -> None:
    """Refuse an order in which a card is none of the deck's, or comes twice."""
    deck = set(draft.cards.deck)
    if not deck.issuperset(order):
        strange = next(one for one in order if one not in deck)
        raise refuse(Code.CARDS_ARE_VALID, clause, f"{CARD_TEXT[strange]} is no card of this game's deck")
    twice = repeated(order)
    if twice is not None:
        raise refuse(Code.CARD_APPEARS_ONCE, clause, f"{CARD_TEXT[twice]} appears more than once in the deck")


def _check_order(draft: CardDraft, order: tuple[Card, ...]) -> None:
    clause, deck = draft.cards.one_deck, set(draft.cards.deck)
    check_cards(draft, order, clause)
    if len(order) < len(deck):
        missing = CARD_TEXT[min(deck - set(order))]
        says = f"the deck has {len(order)} cards and must have {len(deck)}: {missing} is missing"
        raise refuse(Code.DECK_IS_COMPLETE, clause, says, (f"all {len(deck)} cards, each once",))


def check_hand_has_shuffler(draft: CardDraft, shuffler: Shuffler, dealing: Dealing) -> None:
    """Refuse cards dealt from the hand that no device has shuffled, where the chapter forbids it."""
    clause = draft.cards.hand_needs_shuffler
    if clause is not None and dealing is Dealing.HAND and shuffler is Shuffler.MANUAL:
        raise refuse(
            Code.DEVICE_IS_IN_USE,
            clause,
            "cards dealt from the hand must be shuffled by an automated shuffling device",
            (f"deal from a {Dealing.MANUAL_SHOE}", "use an automated shuffling device"),
        )


def direct_shuffle(draft: CardDraft, command: cmd.DirectShuffle) -> None:
    """A floorperson or above has the cards shuffled again."""
    check_between(draft, draft.cards.shuffle, "have the cards shuffled again")
    stages = CardsStage.SHUFFLED, CardsStage.READY, CardsStage.USED
    _check_any(draft, "have the cards shuffled again", *stages)
    shuffle_again(draft, draft.cards.shuffle)


def shuffle_again(draft: CardDraft, clause: ClauseId) -> None:
    """Every deck that was shuffled for the rounds to come is to be shuffled again."""
    decks = draft.state.equipment.at_stage(CardsStage.SHUFFLED, CardsStage.READY)
    draft.emit(ev.ShuffleDirected(clause=clause, decks=tuple(decks)))


def report_device_count(draft: CardDraft, command: cmd.ReportDeviceCount) -> None:
    """The device shows how many cards it has shuffled; a wrong number removes the deck from the table."""
    cards, number = draft.cards, draft.state.equipment.to_count
    if draft.shuffler not in COUNTING:
        says = "no shuffling device that counts the cards is in use"
        raise refuse(Code.DEVICE_IS_IN_USE, cards.device_count, says, ("count the deck",))
    if draft.shuffler not in cards.counted:
        clause = cards.reshuffling_device or cards.device_count
        raise refuse(Code.STEP_IS_DUE, clause, "no count of the deck is asked of this device", (draft.awaited,))
    if number < 0:
        raise not_time(draft, "report the device's count, which is shown once after each shuffle", cards.device_count)
    size = len(cards.deck)
    right = command.count == size
    draft.emit(ev.DeviceCounted(clause=cards.device_count, count=command.count, right=right, deck=number))
    if not right:
        why = f"the device counted {command.count} cards, not {size}"
        draft.emit(ev.DeckRemoved(clause=cards.device_count_wrong, deck=number, why=why))


def cut(draft: CardDraft, command: cmd.CutCards) -> None:
    """The dealer cuts, or where the cut is offered a player; the event then tells to whom it was offered."""
    equipment, cards, seat, number = draft.state.equipment, draft.cards, draft.seat, draft.state.equipment.to_cut
    if number < 0:
        check_between(draft, cards.cut_is_due, "cut the cards")
        by_device = any(deck.by_device and deck.stage is CardsStage.READY for deck in equipment.decks)
        raise not_time(draft, "cut the cards", cards.cut_is_spared if by_device else None)
    deck = equipment.decks[number]
    _check_entitled_to_cut(draft, deck)
    least, most = cut_span(draft)
    if not least <= command.depth <= most:
        raise refuse(
            Code.CUT_IS_TEN_CARDS_IN,
            cards.cut,
            f"the cover card goes in under {least} to {most} cards, not under {command.depth}",
            (f"{least} to {most} cards",),
        )
    draft.emit(
        ev.CardsCut(
            clause=cards.cut,
            depth=command.depth,
            seat=seat,
            offered=deck.offered,
            deck=number,
            cover_card=cards.second_cover_card,
        )
    )


def offer_cut(draft: CardDraft, command: cmd.OfferCut) -> None:
    """The dealer offers the cut to the player whose turn it is; one who has not answered has not accepted it."""
    clause, number, turn = _check_cut_is_offered(draft, "offer the cut")
    if command.seat != turn.next or turn.is_dealers:
        whose = "it is the dealer's" if turn.is_dealers else f"it is offered to seat {turn.next} now"
        legal = "the dealer cuts the cards" if turn.is_dealers else f"offer the cut to seat {turn.next}"
        raise refuse(Code.STEP_IS_DUE, clause, f"the cut is not offered to seat {command.seat}: {whose}", (legal,))
    draft.emit(ev.CutOffered(clause=draft.cards.cut_by_dealer or clause, seat=command.seat, deck=number))


def decline_cut(draft: CardDraft, command: cmd.DeclineCut) -> None:
    """A player refuses the cut."""
    clause, number, turn = _check_cut_is_offered(draft, "refuse the cut")
    if draft.seat not in turn.players:
        says = f"seat {draft.seat} is not offered the cut"
        raise refuse(Code.SEAT_IS_ASKED, clause, says, tuple([f"seat {seat}" for seat in turn.players]))
    draft.emit(ev.CutDeclined(clause=clause, seat=draft.seat, deck=number))


def _check_cut_is_offered(draft: CardDraft, deed: str) -> tuple[ClauseId, int, Turn]:
    """The clause of the offers, the deck that waits for its cut, and whose turn it is."""
    cards, equipment = draft.cards, draft.state.equipment
    if cards.cut_offered is None:
        raise refuse(Code.STEP_IS_DUE, cards.cut, "the dealer cuts the cards here and offers the cut to nobody")
    number = equipment.to_cut
    if number < 0:
        raise not_time(draft, deed, cards.cut_offered)
    return cards.cut_offered, number, turn_to_cut(draft, equipment.decks[number])


def _check_entitled_to_cut(draft: CardDraft, deck: Deck) -> None:
    cards, seat, turn = draft.cards, draft.seat, turn_to_cut(draft, deck)
    clause = (cards.cut_offered or cards.cut) if deck.last_cut_by is None else cards.recut
    order = (*turn.players, DEALER) if turn.is_dealers else turn.players
    if not order:
        says = f"the cut is first offered to seat {turn.next}"
        raise refuse(Code.STEP_IS_DUE, clause, says, (f"offer the cut to seat {turn.next}",))
    legal = tuple(["the dealer" if one == DEALER else f"seat {one}" for one in order])
    if seat not in order:
        who = "the dealer" if seat == DEALER else f"seat {seat}"
        raise refuse(Code.ROLE_IS_AUTHORISED, clause, f"{who} is not entitled to cut the cards", legal)


def require_recut(draft: CardDraft, command: cmd.RequireRecut) -> None:
    """A floorperson or above requires another cut, before any card is dealt."""
    cards, number = draft.cards, draft.state.equipment.to_recut
    _check_not_reshuffled(draft, "the reshuffling device needs no cut, so none is made again")
    if not draft.undealt:
        says = "a recut is required before any cards have been dealt, and cards have left the deck in play"
        raise refuse(Code.STEP_IS_DUE, cards.recut, says, (draft.awaited,))
    if number < 0:
        raise not_time(draft, "require a recut", cards.recut)
    draft.emit(ev.RecutRequired(clause=cards.recut, deck=number))


def _check_not_reshuffled(draft: CardDraft, says: str) -> None:
    clause = draft.cards.reshuffling_device
    if clause is not None and is_reshuffled(draft):
        raise refuse(Code.STEP_IS_DUE, clause, says, (draft.awaited,))


# Counted, changed, put into play.


def count_deck(draft: CardDraft, command: cmd.CountDeck) -> None:
    """A whole deck is counted between rounds; a wrong number removes it from the table."""
    cards, number, size = draft.cards, deck_to_count(draft), len(draft.cards.deck)
    if number < 0:
        raise not_time(draft, "count the deck")
    right = command.count == size and command.complete
    clause = (cards.count_right if right else cards.count_wrong)[draft.dealing]
    draft.emit(ev.DeckCounted(clause=clause, deck=number, count=command.count, right=right))
    if not right:
        short = command.count == size and not command.complete
        why = "cards of the deck are missing" if short else f"{command.count} cards were counted where {size} must be"
        draft.emit(ev.DeckRemoved(clause=clause, deck=number, why=why))


def change_decks(draft: CardDraft, command: cmd.ChangeDecks) -> None:
    """The decks leave the table between two rounds; others must then be received."""
    clause = draft.cards.use[draft.dealing].clause
    check_between(draft, clause, "change the decks")
    if not draft.state.equipment.present:
        raise not_time(draft, "change the decks")
    draft.emit(ev.DecksChanged(clause=clause, at=draft.at))


def put_into_play(draft: CardDraft) -> None:
    """The deck whose turn it is comes into play."""
    number, cards = ready_deck(draft), draft.cards
    clause = cards.alternate if len(draft.state.equipment.present) > 1 else cards.one_deck
    draft.emit(ev.DeckPutIntoPlay(clause=clause, deck=number, at=draft.at))


def ready_deck(draft: CardDraft) -> int:
    """The deck whose turn it is: alternated, shuffled, cut or counted by its device, and not too long in use."""
    equipment, cards = draft.state.equipment, draft.cards
    if decks_missing(draft):
        clause = cards.one_deck if equipment.present else cards.inspect
        raise refuse(
            Code.STEP_IS_DUE, clause, "the cards are not ready to be dealt: a deck is missing", ("receive decks",)
        )
    use = cards.use[draft.dealing]
    if decks_are_worn(draft):
        says = f"the decks have been in use for {use.hours} hours and must be changed"
        raise refuse(Code.DECK_CHANGE_IS_DUE, use.clause, says, ("change the decks",))
    number = equipment.next_deck
    deck = equipment.decks[number]
    if deck.stage is not CardsStage.READY:
        raise _not_ready(draft, equipment, number)
    if device_count_is_due(draft, deck):
        says, legal = "the shuffling device has not shown its count of the deck", ("report the device's count",)
        raise refuse(Code.STEP_IS_DUE, cards.device_count, says, legal)
    if count_is_due(draft):
        raise refuse(
            Code.STUB_COUNT_IS_DUE,
            cards.count[draft.dealing],
            f"the cards are counted at least once every {cards.rounds_to_a_count} rounds of play",
            ("count the deck",),
        )
    check_beside(draft)
    return number


def check_beside(draft: CardDraft) -> None:
    """Refuse to go on while the other of two decks has not been opened, or not been shuffled beside the one in play."""
    beside = deck_due_beside(draft)
    if beside:
        cards, idle = draft.cards, draft.state.equipment.idle
        opens = (cards.no_activity_by_device if idle else None) or cards.each_deck or cards.two_decks
        clause = opens if draft.between_rounds else cards.stored
        opening = "both decks are opened and shuffled before play"
        says = opening if draft.between_rounds else "while one deck is in play the device shuffles the other"
        raise refuse(Code.STEP_IS_DUE, clause, f"{says}, and deck {beside[0]} is not", (f"shuffle deck {beside[0]}",))


def _not_ready(draft: CardDraft, equipment: Equipment, number: int) -> RefusedError:
    is_at = equipment.decks[number].stage.name.lower().replace("_", " ")
    if equipment.at_stage(CardsStage.READY):
        says = f"each deck is used for every other round, and deck {number}, whose turn it is, is {is_at}"
        return refuse(Code.DECKS_ALTERNATE, draft.cards.alternate, says, (f"make deck {number} ready",))
    step = next(steps(draft))
    says = f"the cards are not ready to be dealt: they are {is_at}"
    return refuse(Code.STEP_IS_DUE, step.clause, says, (said((step,)),))


HANDLERS: Mapping[type[Command], Handler] = {
    cmd.ReceiveDecks: receive_decks,
    cmd.InspectCards: inspect,
    cmd.VerifyInspection: verify_inspection,
    cmd.SpreadCards: spread,
    cmd.ViewCards: view,
    cmd.WashCards: wash,
    cmd.ShuffleCards: shuffle,
    cmd.DirectShuffle: direct_shuffle,
    cmd.ReportDeviceCount: report_device_count,
    cmd.OfferCut: offer_cut,
    cmd.DeclineCut: decline_cut,
    cmd.CutCards: cut,
    cmd.RequireRecut: require_recut,
    cmd.SpreadForNoActivity: spread_for_no_activity,
    cmd.ChangeDecks: change_decks,
}
"""The steps that are the same at every table; what a count or a fault leads to in a round is each machine's own."""
