"""A round of a banked game stated by its hands: what is stated, what was dealt, which cards the answer rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from houseway.cards import Card
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import showdown_of
from houseway.engine.banked.events import BURN, COMMUNITY
from houseway.engine.banked.state import BankedRound, BankedState
from houseway.engine.kernel import Event, Table
from houseway.rounds.by_hands import BOARD, Dealt, Hands, Holder, check_hands, fill_in, read_hand, read_seat
from houseway.rules.game import BankedGame, Deal, Decide, PayEnvy, PayOnTop, SharedMeter, To
from houseway.rules.settlement import SettlementTable
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat

_MOST_TRIED = 2
"""Cards in whose place all others are tried out: one hand of hold 'em."""


def stated_hands(
    game: BankedGame, *, hands: Mapping[str, str], board: str, decisions: Mapping[Seat, Sequence[str]]
) -> Hands:
    """The cards stated, in the order dealt; where a hand is not known, those its player is said to have set."""
    deals = [phase for phase in game.phases if isinstance(phase, Deal)]
    most_board = sum(deal.cards for deal in deals if deal.to is To.COMMUNITY)
    each = sum(deal.cards for deal in deals if deal.to is not To.COMMUNITY)
    everywhere = any(deal.to is To.EVERY_POSITION for deal in deals)
    seats = list(map(Seat, range(1, game.seats + 1))) if everywhere else sorted(decisions)
    read: dict[Holder, list[Card | None]] = {}
    for text, cards in hands.items():
        seat = DEALER if text == "dealer" else read_seat(text, seats, "hands", also=("dealer",))
        read[Holder("hand", seat)] = read_hand(cards, f"the hand of {text if text == 'dealer' else f'seat {text}'}")
    if board:
        read[BOARD] = read_hand(board, "the board")
    check_hands(read, lambda holder: most_board if holder == BOARD else each, game.deck)
    elsewhere = frozenset(card for cards in read.values() for card in cards if card is not None)
    for number, said in decisions.items():
        for decision in said:
            rest = decision.strip().partition(" ")[2]
            if "/" in rest:
                shown = [card for card in read_hand(rest.replace("/", " "), f"seat {number}") if card is not None]
                fill_in(read.setdefault(Holder("hand", number), []), shown, elsewhere)
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


def needed(table: Table[TableRules, BankedState], unknown: frozenset[Card]) -> set[Card]:
    """Of the cards not stated those the answer rests on: where hands are set, those they were set of; else those in whose
    place others would have a wager settled by another row."""
    of = _round(table)
    open_ = _looked_at(table, of) & unknown
    if not open_ or table.rules.game.arrangement is not None:
        return open_
    return _deciding(table, of, open_, unknown)


def _round(table: Table[TableRules, BankedState]) -> BankedRound:
    return table.state.round if table.state.round.hands else table.state.last or table.state.round


def _deciding(
    table: Table[TableRules, BankedState], of: BankedRound, open_: set[Card], unknown: frozenset[Card]
) -> set[Card]:
    known = {*of.community, *[card for hand in of.hands.values() for card in hand]} - unknown
    others = [card for card in table.rules.game.deck if card not in known]
    deciding: set[Card] = set()
    for seat, judged in _judged(table, of):
        showdown = showdown_of(of, seat)
        filled = [card for card in (*showdown.player, *showdown.bank, *showdown.community) if card in open_]
        if not set(filled) <= deciding and _decides(judged, showdown, filled, others):
            deciding |= set(filled)
    return deciding


def _judged(table: Table[TableRules, BankedState], of: BankedRound) -> Iterator[tuple[Seat, SettlementTable]]:
    """Every hand that a settlement looks at, with the table it looks it up in."""
    game = table.rules.game
    for event in table.events:
        if not isinstance(event, ev.WagerSettled) or event.wager not in game.tables:
            continue
        # What a fold loses is lost whatever was held.
        if event.seat not in of.folded or game.wagers[event.wager].rests_on:
            yield event.seat, game.tables[event.wager]
    for stage in game.stages:
        if isinstance(stage, PayOnTop):
            yield from ((seat, stage.table) for seat in of.players if of.stake(seat, stage.measured_by))
        elif isinstance(stage, PayEnvy):
            yield from ((seat, one) for seat in _envied(table, of, stage) for _, one in stage.tables)


def _envied(table: Table[TableRules, BankedState], of: BankedRound, stage: PayEnvy) -> set[Seat]:
    """Whose hand may earn another player the Envy Bonus."""
    least, seats = stage.tables[0][0], table.state.seats
    earning = [seat for seat in of.players if of.stake(seat, stage.wager) >= least and seat not in of.left]
    return {seat for seat in of.players for own in earning if seats[seat] != seats[own]}


def _decides(judged: SettlementTable, showdown: Showdown, filled: list[Card], others: list[Card]) -> bool:
    """Whether other cards in these places would lead to another row; more than two are not tried out."""
    if not filled:
        return False
    row = judged.settle(showdown)
    if not any(condition.fact.primitive.of_cards for condition in judged.conditions(row)):
        return False
    if len(filled) > _MOST_TRIED:
        return True
    for cards in permutations(others, len(filled)):
        instead = dict(zip(filled, cards, strict=True))
        player, bank, community = (
            tuple([instead.get(card, card) for card in part])
            for part in (showdown.player, showdown.bank, showdown.community)
        )
        if judged.settle(showdown._replace(player=player, bank=bank, community=community)) is not row:
            return True
    return False


def _looked_at(table: Table[TableRules, BankedState], of: BankedRound) -> set[Card]:
    """The cards that hands were set of or wagers settled by: not those of a hand that was folded and had no more at stake."""
    rules, game = table.rules, table.rules.game
    on_dealer = {stage.wager for stage in game.stages if isinstance(stage, SharedMeter)}
    seats: set[Seat] = {DEALER} if of.revealed else set()
    reached, phase = -1, ""
    for event in table.events:
        match event:
            case ev.PhaseBegan():
                phase = event.phase
            case ev.WagerSettled() if phase and not isinstance(rules.phase(phase), Decide):
                wager = game.wagers.get(event.wager)
                in_play = event.seat not in of.folded | of.surrendered
                if in_play or (wager is not None and wager.rests_on):
                    seats |= {DEALER} if event.wager in on_dealer else {event.seat}
                rests_on = wager.rests_on if wager is not None else ()
                reached = max([reached, *[rules.phase_number[deal] for deal in rests_on]])
                reached = len(game.phases) if in_play else reached
    for stage in game.stages:
        if isinstance(stage, PayEnvy):
            seats |= _envied(table, of, stage)
    community = [
        card
        for event in table.events
        if isinstance(event, ev.CardsDealt) and rules.phase_number[event.phase] <= reached
        for target, card in event.cards
        if target == COMMUNITY
    ]
    return {card for seat in seats for card in of.hands.get(seat, ())} | set(community)
