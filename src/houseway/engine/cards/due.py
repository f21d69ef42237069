"""What is due of a table's cards and devices, and what its staff may do with them, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from houseway.clause import ClauseId
from houseway.engine.asking import PRESHUFFLED, Amounts, Ask
from houseway.engine.cards.draft import CardDraft
from houseway.engine.cards.state import IN_PLAY, NONE, READY, CardsStage, Deck
from houseway.engine.observing import Note
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.rules.cards import COUNTING, Dealing, Device, Shuffler, devices_in_use
from houseway.seats import DEALER, Seat

# Looked up once: it is asked for whenever something is due.
MANUAL = Shuffler.MANUAL
WHOLE, STUB = "deck", "stub"
"""What is counted."""
TWO_JOKERS = "two jokers"
"""The word of an inspection in which the second joker must be torn in half."""


def steps(draft: CardDraft) -> Iterator[Ask]:
    """What is due of the cards, the next thing first; what concerns only a later round may wait."""
    equipment, cards, between = draft.state.equipment, draft.cards, draft.between_rounds
    if between:
        if equipment.faulty:
            yield from _out_of_order(draft)
        if decks_are_worn(draft):
            yield _ask("change_decks", cards.use[draft.dealing].clause)
            return
        if spread_is_due(draft):
            word = "face up" if cards.idle_face_up else ""
            yield _ask("spread_for_no_activity", cards.no_activity, word=word)
            return
        missing = decks_missing(draft)
        if missing:
            yield _ask("receive_decks", cards.inspect, exactly=missing)
        elif count_is_due(draft) and deck_to_count(draft) >= 0:
            yield _ask("count_deck", cards.count[draft.dealing], word=WHOLE)
    first = equipment.next_deck if between else equipment.in_play
    asked: set[tuple[str, str, Seat]] = set()
    # At a table for one stated round nothing is made ready for the next.
    decks = [one for one in equipment.present if one == first or not draft.state.stated]
    if len(decks) > 1:
        decks.sort(key=first.__ne__)
    for number in decks:
        deck = equipment.decks[number]
        if deck.stage is IN_PLAY or (deck.stage is READY and not device_count_is_due(draft, deck)):
            # Mostly a deck needs nothing, which is quickly seen.
            continue
        for ask in _deck_steps(draft, number, may_wait=number != first and number not in deck_due_beside(draft)):
            if (ask.command, ask.subject, ask.seat) not in asked:
                asked.add((ask.command, ask.subject, ask.seat))
                yield ask


def _deck_steps(draft: CardDraft, number: int, *, may_wait: bool) -> Iterator[Ask]:
    equipment, cards = draft.state.equipment, draft.cards
    deck, name = equipment.decks[number], str(number)
    match deck.stage:
        case CardsStage.RECEIVED:
            yield _ask("inspect_cards", cards.inspect, may_wait=may_wait)
        case CardsStage.INSPECTED:
            word = TWO_JOKERS if equipment.two_jokers else ""
            yield _ask("verify_inspection", cards.inspect, role=Role.FLOORPERSON, word=word, may_wait=may_wait)
        case CardsStage.VERIFIED:
            yield _ask("spread_cards", for_each_deck(draft, cards.spread), may_wait=may_wait)
        case CardsStage.SPREAD:
            clause = cards.no_activity if equipment.idle else cards.spread
            for seat in still_to_view(draft):
                yield _ask("view_cards", clause, role=Role.PLAYER, seat=seat, may_wait=may_wait)
        case CardsStage.VIEWED if not wash_is_spared(draft):
            clause = later_deck(draft, deck) or for_each_deck(draft, cards.wash)
            yield _ask("wash_cards", clause, subject=name, may_wait=may_wait)
        case CardsStage.SHUFFLED if deck.awaits_order:
            yield _shuffle(draft, cards.preshuffled, name, word=PRESHUFFLED, may_wait=may_wait)
        case CardsStage.SHUFFLED if number == equipment.to_cut:
            # Of two decks that wait, this one is cut before the one that is dealt next.
            yield from _cut_steps(draft, deck, may_wait=may_wait and equipment.stage is not CardsStage.SHUFFLED)
        case CardsStage.READY if device_count_is_due(draft, deck):
            yield _ask("report_device_count", cards.device_count, may_wait=may_wait)
        case CardsStage.USED if may_wait and draft.between_rounds and draft.shuffler is not MANUAL:
            # The device shuffles it while the other one is in play.
            return
        case CardsStage.VIEWED | CardsStage.WASHED | CardsStage.USED if can_be_shuffled(draft):
            clause = (later_deck(draft, deck) or cards.shuffle) if draft.between_rounds else cards.stored
            if deck.stage is CardsStage.VIEWED and cards.no_activity_by_device is not None:
                clause = cards.no_activity_by_device
            yield _shuffle(draft, clause, name, may_wait=may_wait)


def _cut_steps(draft: CardDraft, deck: Deck, *, may_wait: bool) -> Iterator[Ask]:
    """The cut: of the players who may make it now, else offered to the next one, at last the dealer's."""
    cards, span, turn = draft.cards, cut_span(draft), turn_to_cut(draft, deck)
    clause = cards.cut_offered if deck.last_cut_by is None else cards.recut
    for seat in turn.players:
        yield _ask("cut_cards", clause or cards.cut_is_due, role=Role.PLAYER, seat=seat, span=span, may_wait=True)
        yield _ask("decline_cut", clause or cards.cut_is_due, role=Role.PLAYER, seat=seat, may_wait=True)
    if turn.is_dealers:
        again = deck.last_cut_by is not None or not draft.between_rounds
        yield _ask("cut_cards", cards.recut if again else cards.cut_is_due, span=span, may_wait=may_wait)
    else:
        yield _ask("offer_cut", cards.cut_by_dealer or cards.cut_is_due, concerns=turn.next, may_wait=may_wait)


def _shuffle(draft: CardDraft, clause: ClauseId, name: str, *, word: str = "", may_wait: bool) -> Ask:
    return _ask("shuffle_cards", clause, subject=name, word=word, cards=len(draft.cards.deck), may_wait=may_wait)


def _out_of_order(draft: CardDraft) -> Iterator[Ask]:
    """A device in use that is out of order is covered, and then the table goes on without it."""
    equipment, clause = draft.state.equipment, draft.cards.out_of_order
    broken = [device for device in devices_in_use(draft.shuffler, draft.dealing) if device in equipment.faulty]
    for device in broken:
        if device not in equipment.covered:
            yield _ask("cover_device", clause, subject=device.value)
            return
    if broken:
        shuffler = MANUAL if Device.SHUFFLER in broken else draft.shuffler
        # Where cards dealt from the hand must come from a device, they are dealt from a manual shoe without one.
        by_hand = draft.dealing is Dealing.HAND and shuffler is MANUAL
        from_shoe = Device.SHOE in broken or (by_hand and draft.cards.hand_needs_shuffler is not None)
        dealing = Dealing.MANUAL_SHOE if from_shoe else draft.dealing
        yield _ask("use_method", clause, role=Role.FLOORPERSON, subject=shuffler.value, word=dealing.value)


def choices(draft: CardDraft) -> Iterator[Ask]:
    """What the staff may do with the cards though nobody waits for it."""
    equipment, cards = draft.state.equipment, draft.cards
    for device in devices_in_use(draft.shuffler, draft.dealing):
        if device not in equipment.faulty:
            yield _ask("report_device_fault", cards.out_of_order, subject=device.value, may_wait=True)
    if equipment.to_recut >= 0 and draft.undealt and not is_reshuffled(draft):
        yield _ask("require_recut", cards.recut, role=Role.FLOORPERSON, may_wait=True)
    if not draft.between_rounds or not equipment.present:
        return
    yield _ask("change_decks", cards.use[draft.dealing].clause, may_wait=True)
    if equipment.at_stage(CardsStage.SHUFFLED, CardsStage.READY, CardsStage.USED):
        yield _ask("direct_shuffle", cards.shuffle, role=Role.FLOORPERSON, may_wait=True)
    if may_be_spread(draft) and draft.idle and not is_reshuffled(draft) and not spread_is_due(draft):
        yield _ask(
            "spread_for_no_activity", cards.no_activity, word="face up" if cards.idle_face_up else "", may_wait=True
        )


def notes(draft: CardDraft, asks: Iterable[Ask]) -> list[Note]:
    """What stands out of the cards: a device out of order, decks to be changed, a deck to be counted."""
    found = [Note(note=f"{ask.command}_is_due", clause=ask.clause) for ask in asks if ask.command in _NOTED]
    if not draft.state.equipment.faulty:
        return found
    clause, faulty = draft.cards.out_of_order, draft.state.equipment.faulty
    return [Note(note="device_is_out_of_order", clause=clause, subject=device) for device in faulty] + found


_NOTED = frozenset({"change_decks", "count_deck"})


def _ask(
    command: str,
    clause: ClauseId,
    *,
    role: Role = Role.DEALER,
    seat: Seat = DEALER,
    exactly: int | None = None,
    span: tuple[int, int] | None = None,
    word: str = "",
    subject: str = "",
    cards: int | None = None,
    concerns: Seat = DEALER,
    may_wait: bool = False,
) -> Ask:
    span = (exactly, exactly) if exactly is not None else span
    amounts = Amounts(Cents(span[0]), Cents(span[1])) if span is not None else None
    return Ask(
        command=command,
        role=role,
        clause=clause,
        seat=seat,
        word=word,
        subject=subject,
        amounts=amounts,
        cards=(cards, cards) if cards is not None else None,
        concerns=concerns,
        may_wait=may_wait,
    )


# What the steps and what is due of them both go by.


def deck_due_beside(draft: CardDraft) -> list[int]:
    """Where both of two decks are opened and alternate: the decks that must be shuffled beside that of this round.

    Before a round each deck that came is to be opened and shuffled; in one the device shuffles the deck that is not in play.
    """
    equipment, cards = draft.state.equipment, draft.cards
    by_device = cards.both_by_device is not None and draft.shuffler is not MANUAL and draft.between_rounds
    if (cards.each_deck is None and not by_device) or draft.state.stated or len(equipment.present) < 2:
        return []
    if draft.between_rounds:
        return [number for number in equipment.present if equipment.decks[number].stage < CardsStage.SHUFFLED]
    return equipment.at_stage(CardsStage.WASHED, CardsStage.USED) if can_be_shuffled(draft) else []


def decks_wanted(draft: CardDraft) -> int:
    """How many decks are kept at the table: two need a device that shuffles one while the other is played."""
    cards = draft.cards
    return 1 if draft.shuffler is MANUAL and not cards.two_decks_by_hand else cards.decks


def decks_missing(draft: CardDraft) -> int:
    """How many decks must come."""
    return max(decks_wanted(draft) - len(draft.state.equipment.present), 0)


def decks_are_worn(draft: CardDraft) -> bool:
    """Whether the decks at the table have been in use for as long as they may."""
    equipment = draft.state.equipment
    if equipment.received_at is None or draft.at - equipment.received_at < draft.cards.use[draft.dealing].hours * 3600:
        return False
    return bool(equipment.present)


def count_is_due(draft: CardDraft) -> bool:
    """Whether a deck must be counted before the next round: no device counts, and so many rounds have been played."""
    if draft.cards.stub_every_deal or draft.shuffler in COUNTING:
        return False
    return draft.state.equipment.rounds_since_count >= draft.cards.rounds_to_a_count


def deck_to_count(draft: CardDraft) -> int:
    """The deck that is counted between rounds: the one last used, or else one that has been washed."""
    equipment = draft.state.equipment
    last = equipment.last_deck
    stages = CardsStage.WASHED, CardsStage.SHUFFLED, CardsStage.READY, CardsStage.USED
    found = sorted(equipment.at_stage(*stages), key=last.__ne__)
    return found[0] if found else NONE


def device_count_is_due(draft: CardDraft, deck: Deck) -> bool:
    """Return whether a device that counts has shuffled a deck and not yet shown its count; of a deck stated in part none is known."""
    return deck.awaits_count and draft.shuffler in draft.cards.counted and len(deck.order) == len(draft.cards.deck)


def for_each_deck(draft: CardDraft, clause: ClauseId) -> ClauseId:
    """The clause of a step, another one where the chapter has one for two decks."""
    return draft.cards.each_deck or clause if len(draft.state.equipment.present) > 1 else clause


def later_deck(draft: CardDraft, deck: Deck) -> ClauseId | None:
    """The clause for a deck that was put away at the opening and whose turn has come."""
    equipment = draft.state.equipment
    put_away = deck.stage is not CardsStage.USED and equipment.last_deck >= 0 and not equipment.idle
    return draft.cards.later_deck if put_away else None


def still_to_view(draft: CardDraft) -> list[Seat]:
    """The seats of the first players who have not looked the cards over; where they need no seat, of whoever comes first."""
    cards, state = draft.cards, draft.state
    if not cards.viewers_are_seated:
        return draft.arrived[:1] or [DEALER]
    first = draft.arrived[: cards.viewers]
    return [seat for seat in first if state.seats[seat] not in state.equipment.viewers]


def may_be_spread(draft: CardDraft) -> bool:
    """Whether every deck has come far enough to be spread for lack of gaming activity."""
    least = CardsStage.VERIFIED if draft.cards.idle_face_up else CardsStage.VIEWED
    decks = draft.state.equipment.decks
    return bool(decks) and all(deck.stage >= least for deck in decks if deck.stage is not CardsStage.ABSENT)


def spread_is_due(draft: CardDraft) -> bool:
    """Return whether everybody has left since the cards were made ready: they are spread before anybody is dealt in."""
    waits = draft.state.equipment.deserted and not draft.state.stated
    return waits and may_be_spread(draft) and not is_reshuffled(draft)


def stored_decks(draft: CardDraft) -> tuple[int, ...]:
    """The decks that stay in the shuffling device while the others are spread for lack of activity: where the chapter has
    one dealt as it comes out of the device, the shuffled deck that is neither in the shoe nor in the discard rack."""
    equipment = draft.state.equipment
    if draft.cards.no_activity_by_device is None or shuffler_is_out_of_order(draft) or len(equipment.present) < 2:
        return ()
    in_device = [number for number in equipment.at_stage(CardsStage.READY) if equipment.decks[number].by_device]
    in_shoe = equipment.next_deck if len(in_device) == len(equipment.present) else NONE
    return tuple([number for number in in_device if number != in_shoe])


def wash_is_spared(draft: CardDraft) -> bool:
    """Whether cards that were spread for lack of activity go into the shuffling device as they are."""
    by_device = draft.shuffler is not MANUAL and not shuffler_is_out_of_order(draft)
    return draft.state.equipment.idle and by_device and draft.cards.no_activity_by_device is not None


def can_be_shuffled(draft: CardDraft) -> bool:
    """Whether cards can be shuffled now: by a device that works, or by hand between two rounds."""
    by_hand = draft.shuffler is MANUAL
    return draft.between_rounds if by_hand else not shuffler_is_out_of_order(draft)


def shuffler_is_out_of_order(draft: CardDraft) -> bool:
    """Whether the table shuffles by a device that cannot be used."""
    return Device.SHUFFLER in draft.state.equipment.faulty and draft.shuffler is not MANUAL


def is_reshuffled(draft: CardDraft) -> bool:
    """Whether a device reshuffles by itself, so that the cards are neither cut nor spread."""
    return draft.shuffler is Shuffler.RESHUFFLING and draft.cards.reshuffling_device is not None


def order_of_cut(draft: CardDraft) -> tuple[Seat, ...]:
    """Who is entitled to cut, in order, the dealer last."""
    offers = draft.cards.offers_cut
    return (DEALER,) if offers is None else offers(draft)


class Turn(NamedTuple):
    """Whose turn it is to cut: the players who may, whether the dealer does, and to whom the cut is offered next."""

    players: tuple[Seat, ...]
    is_dealers: bool
    next: Seat


def turn_to_cut(draft: CardDraft, deck: Deck) -> Turn:
    """The player the cut was offered to last may make it, of a recut also whoever cut last and the next in the order.

    Where none of them does, it is offered on; the dealer cuts when it was offered to everybody.
    """
    order, last = order_of_cut(draft), deck.last_cut_by
    first: tuple[Seat, ...] = ()
    if last in order and last is not None:
        at = order.index(last)
        order = (*order[at:-1], *order[:at], DEALER) if last != DEALER else (DEALER, *order[:-1])
        first = order[:2]
    following = next((seat for seat in order if seat not in (*first, *deck.offered)), DEALER)
    now = [seat for seat in deck.offered[-1:] or first if seat not in deck.declined]
    players = tuple([seat for seat in now if seat in draft.state.seats])
    return Turn(players, is_dealers=following == DEALER or DEALER in now, next=following)


def cut_span(draft: CardDraft) -> tuple[int, int]:
    """Under how many cards the cover card may go; cards out of the deck in play are not cut."""
    gone = 0 if draft.between_rounds else draft.state.round.next_card
    return draft.cards.least_cut, len(draft.cards.deck) - gone - draft.cards.cut_leaves
