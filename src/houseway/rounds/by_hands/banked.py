"""A round of a banked game stated by its hands: what is stated, what was dealt, which cards the answer rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from houseway.cards import Card
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import BURN, COMMUNITY, BankedState
from houseway.engine.kernel import Event, Table
from houseway.rounds.by_hands import BOARD, Dealt, Hands, Holder, check_hands, fill_in, read_hand, read_seat
from houseway.rules.game import BankedGame, Deal, Decide, PayEnvy, SharedMeter, To
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat


def stated_hands(
    game: BankedGame, *, hands: Mapping[str, str], board: str, decisions: Mapping[Seat, Sequence[str]]
) -> Hands:
    """The cards stated, in the order dealt; where a hand is not known, those its player is said to have set."""
    deals = [phase for phase in game.phases if isinstance(phase, Deal)]
    most_board = sum(deal.cards for deal in deals if deal.to is To.COMMUNITY)
    each = sum(deal.cards for deal in deals if deal.to is not To.COMMUNITY)
    everywhere = any(deal.to is To.EVERY_POSITION for deal in deals)
    seats = range(1, game.seats + 1) if everywhere else sorted(decisions)
    read: dict[Holder, list[Card | None]] = {}
    for text, cards in hands.items():
        seat = DEALER if text == "dealer" else read_seat(text, seats, "hands")
        read[Holder("hand", seat)] = read_hand(cards, f"the hand of {text if text == 'dealer' else f'seat {text}'}")
    if board:
        read[BOARD] = read_hand(board, "the board")
    check_hands(read, lambda holder: most_board if holder == BOARD else each, game.deck)
    elsewhere = frozenset(card for cards in read.values() for card in cards if card is not None)
    for number, said in decisions.items():
        for decision in said:
            word, _, rest = decision.strip().partition(" ")
            if word in ("set", "play") and "/" in rest:
                shown = [card for card in read_hand(rest.replace("/", " "), f"seat {number}") if card is not None]
                fill_in(read.setdefault(Holder("hand", number), []), shown, each, elsewhere)
    return read


def dealt(events: Sequence[Event]) -> Iterator[Dealt]:
    """Every card that left the deck, in order."""
    for event in events:
        match event:
            case ev.CardsShuffled():
                yield Dealt(order=event.order)
            case ev.CardsDealt():
                for target, card in event.cards:
                    holder = None if target == BURN else BOARD if target == COMMUNITY else Holder("hand", target)
                    yield Dealt(holder, card)
            case ev.CardSetAside():
                yield Dealt(None, event.card)


def needed(table: Table[TableRules, BankedState]) -> set[Card]:
    """The cards that hands were set of or wagers settled by: not those of a hand that was folded and had no more at stake."""
    rules, game = table.rules, table.rules.game
    of = table.state.round if table.state.round.hands else table.state.last or table.state.round
    on_dealer = {stage.wager for stage in game.stages if isinstance(stage, SharedMeter)}
    envied = [(stage.wager, stage.tables[0][0]) for stage in game.stages if isinstance(stage, PayEnvy)]
    seats: set[Seat] = {DEALER} if of.revealed else set()
    reached, phase = -1, ""
    for event in table.events:
        match event:
            case ev.PhaseBegan():
                phase = event.phase
            case ev.HandsSet():
                seats.add(event.seat)
            case ev.WagerSettled() if phase and not isinstance(rules.phase(phase), Decide):
                wager = game.wagers.get(event.wager)
                in_play = event.seat not in of.folded | of.surrendered
                if in_play or (wager is not None and wager.rests_on):
                    seats |= {DEALER} if event.wager in on_dealer else {event.seat}
                rests_on = wager.rests_on if wager is not None else ()
                reached = max([reached, *[rules.phase_number[deal] for deal in rests_on]])
                reached = len(game.phases) if in_play else reached
    for id, least in envied:
        earning = [seat for seat in of.players if of.stake(seat, id) >= least and seat not in of.left]
        seats |= {seat for seat in of.players for own in earning if table.state.seats[seat] != table.state.seats[own]}
    community = [
        card
        for event in table.events
        if isinstance(event, ev.CardsDealt) and rules.phase_number[event.phase] <= reached
        for target, card in event.cards
        if target == COMMUNITY
    ]
    return {card for seat in seats for card in of.hands.get(seat, ())} | set(community)
