"""A banked table as it is drawn: the areas of section .2 of its chapter, the hands, where the round stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

from houseway.cards import CARD_TEXT, Card
from houseway.clause import ClauseId
from houseway.engine.banked import events as banked
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Event
from houseway.money import NOTHING, Balance, Cents
from houseway.ranking import STANDARD_ORDER, strength
from houseway.rules.game import BankedGame, Deal, Decide, Placed, To, Wager
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.layouts import layout_of
from houseway.view.names import wager_name
from houseway.view.table import Mark, Place, TableView
from houseway.web.pages.felt.drawn import NONE, Felt, SeatDrawn, Spot, offered, said_last, state_text
from houseway.web.pages.rendering import faces, money

_SIDE_BY_SIDE = 3
"""So many optional areas fit at every seat; where there are more, the others' are one sum."""


def felt_of(rules: TableRules, seen: BankedObservation, view: TableView, own: Sequence[Seat], *, settled: bool) -> Felt:
    game = rules.game
    free = {ask.seat for ask in seen.legal if ask.command == "take_seat"}
    said = said_last(seen.events)
    places = {place.seat: place for place in view.places}
    optional = [wager for wager in game.wagers.values() if is_optional(wager)]
    dealt = bool(seen.hands.get(DEALER)) or any(seen.hands.values())
    layout = layout_of(game)
    blank = [NONE] * _cards_of_dealer(game)
    dealer = view.dealer
    assert dealer is not None
    high, low = by_hand(dealer.hand) if game.arrangement is not None else (dealer.hand, "")
    return Felt(
        kind="arc",
        style=layout.style,
        inscription=layout.inscription(rules),
        sets_hands=game.arrangement is not None,
        by_points=layout.hand_setting is not None and layout.hand_setting.by_points,
        side_column=layout.side_column,
        panel="" if layout.panel is None else layout.panel.name,
        many=len(optional) > _SIDE_BY_SIDE,
        seats=[
            _seat(rules, seen, Seat(number), places.get(Seat(number)), own, free, said, settled=settled)
            for number in range(1, game.seats + 1)
        ],
        dealer=faces(dealer.cards)
        if dealer.cards
        else blank[: len(blank) - (game.arrangement.low if game.arrangement else 0)],
        dealer_low=faces(dealer.low) if dealer.low else blank[: game.arrangement.low if game.arrangement else 0],
        dealer_hand=high,
        dealer_low_hand=low,
        used=_winning_five(seen, own) if settled and game.arrangement is None else [],
        board=_board(rules, seen),
        burned=_burned(seen.events) if dealt else 0,
        burns=any(phase.burn for phase in game.phases if isinstance(phase, Deal)),
        phases=_phases(rules, seen, settled=settled),
        meters=[(amount.name.title(), amount.cents) for amount in view.meters],
        drawn=f"Seat {seen.lucky}"
        if seen.lucky
        else "Dealer"
        if seen.lucky == DEALER and seen.magic_card is not None
        else "",
        magic=[CARD_TEXT[seen.magic_card]] if seen.magic_card is not None else [],
        bank=seen.bank or DEALER,
        co_bank=seen.co_bank,
        dealer_wager=seen.dealer_wager,
        notes=[(line.says, line.clause) for line in view.notes],
    )


_POINTS = re.compile(r"(\d+) high, (\d+) low")


def by_hand(text: str) -> tuple[str, str]:
    """What two set hands make, apart: a word or a number each.

    >>> by_hand("pair of 5s / king-jack"), by_hand("25 high, 8 low; queen high"), by_hand("")
    (('pair of 5s', 'king-jack'), ('25', '8'), ('', ''))
    """
    points = _POINTS.match(text)
    if points is not None:
        return points[1], points[2]
    high, _, low = text.partition(" / ")
    return high, low


def _winning_five(seen: BankedObservation, own: Sequence[Seat]) -> list[str]:
    """The five cards that win between the viewer's hand and the dealer's, where both lie open."""
    board = [card for card in seen.community if card is not None]
    hands = []
    for seat in (*own[:1], DEALER):
        held = [card for card in seen.hands.get(seat, ()) if card is not None]
        if len(held) + len(board) != 7 or seat in seen.folded:
            return []
        hands.append(best_five((*held, *board)))
    return [CARD_TEXT[card] for card in max(hands, key=_worth)] if own else []


def _worth(five: Sequence[Card]) -> int:
    return strength(five, STANDARD_ORDER)


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The best Poker hand among these cards."""
    return max(combinations(cards, 5), key=_worth)


def is_optional(wager: Wager) -> bool:
    """Whether a wager is offered before the deal and may be left out."""
    return wager.offered and wager.placed is Placed.BEFORE_THE_DEAL and not wager.main and wager.equals is None


def _board(rules: TableRules, seen: BankedObservation) -> list[str]:
    size = sum([phase.cards for phase in rules.game.phases if isinstance(phase, Deal) and phase.to is To.COMMUNITY])
    shown = faces(seen.community)
    return shown + [NONE] * (size - len(shown))


def _cards_of_dealer(game: BankedGame) -> int:
    """Return how many cards the dealer's hand has in the end."""
    return sum(phase.cards for phase in game.phases if isinstance(phase, Deal) and phase.to is not To.COMMUNITY)


def _burned(events: Sequence[Event]) -> int:
    burned = 0
    for event in events:
        if isinstance(event, banked.CardsDealt):
            burned += sum(to == banked.BURN for to, _ in event.cards)
        elif event.ends_round:
            burned = 0
    return burned


def when_name(phase: str) -> str:
    """A question by when it is asked.

    >>> when_name("before_flop"), when_name("play")
    ('Before the Flop', 'Play')
    """
    words = [f"the {word.capitalize()}" if word in ("flop", "turn", "river") else word for word in phase.split("_")]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def _phases(rules: TableRules, seen: BankedObservation, *, settled: bool) -> list[tuple[str, str]]:
    """Where the round stands: bets, each question, settled."""
    names = [phase for phase in rules.game.phases if isinstance(phase, Decide)]
    order = [phase.id for phase in rules.game.phases]
    now = order.index(seen.phase) if seen.phase in order else -1
    found = [("Bets", "is-now" if seen.status == "wagering" and not settled else "is-done")]
    current = next((phase.id for phase in reversed(names) if order.index(phase.id) <= now), None)
    last = settled or (names and now > order.index(names[-1].id))
    for phase in names:
        is_now = phase.id == current and not last
        found.append((when_name(phase.id), "is-now" if is_now else "is-done"))
    found.append(("Settled", "is-now" if last else "is-done"))
    return found


def _seat(
    rules: TableRules,
    seen: BankedObservation,
    seat: Seat,
    place: Place | None,
    own: Sequence[Seat],
    free: set[Seat],
    said: Mapping[Seat, str],
    *,
    settled: bool,
) -> SeatDrawn:
    game = rules.game
    spots = _spots(rules, seen, seat, own)
    main = [spot for spot in spots if not spot.optional]
    optional = [spot for spot in spots if spot.optional]
    if place is None:
        return SeatDrawn(number=seat, empty=True, free=seat in free, main=main, optional=optional)
    nets = [net for one, _, net, *_ in seen.settled if one == seat]
    hand = list(place.cards)
    is_set = seat in seen.settings or bool(place.low)
    has_offer = offered(seen).get(seat, "")
    turn = (place.asked or bool(has_offer)) and not settled
    made = place.hand if None not in hand else ""
    high, low = by_hand(made) if place.low else ("", "")
    staked = Cents(sum(seen.placed.get(seat, {}).values()))
    says = state_text(place, turn, said.get(seat, ""), staked, seat in own, has_offer)
    if settled and nets and says == said.get(seat, ""):
        # How it ended is more than what was answered.
        says = (
            _came_out(Cents(sum(nets)))
            if game.arrangement is not None
            else made[:1].upper() + made[1:].partition(",")[0] or says
        )
    return SeatDrawn(
        number=seat,
        name=place.name,
        own=seat in own,
        turn=turn,
        out=place.is_out,
        chips=place.chips or NOTHING,
        says=says,
        hand=made,
        cards=faces(hand),
        low=faces(place.low),
        high_says=high,
        low_says=low,
        is_set=is_set or (game.arrangement is not None and said.get(seat, "").startswith(("Set", "House"))),
        main=main,
        optional=optional,
        marks=_marks(seen, place),
        envy=Mark.ENVY in place.marks,
        net=Cents(sum(nets)) if nets else None,
        staked=staked,
    )


def _came_out(net: Balance) -> str:
    return "Won" if net > 0 else "Lost" if net < 0 else "Even"


def _marks(seen: BankedObservation, place: Place) -> list[str]:
    found = []
    if Mark.BANK in place.marks:
        found.append("Co-bank" if seen.co_bank else "Bank")
    if Mark.LUCKY in place.marks:
        found.append("Lucky")
    return found


def _spots(rules: TableRules, seen: BankedObservation, seat: Seat, own: Sequence[Seat]) -> list[Spot]:
    placed, settled = seen.placed.get(seat, {}), {(one, wager): net for one, wager, net, *_ in seen.settled}
    open_now = {ask.subject for ask in seen.legal if ask.command == "place_wagers" and ask.seat == seat}
    decides = {
        option.wager
        for phase in rules.game.phases
        if isinstance(phase, Decide) and phase.id == seen.phase and seat in seen.asked
        for option in phase.options
        if option.wager
    }
    back, panel = went_back(seen.events), layout_of(rules.game).panel
    found = []
    for wager in rules.game.wagers.values():
        if not wager.offered:
            continue
        cents = placed.get(wager.id, Cents(0))
        net = settled.get((seat, wager.id))
        is_open = (wager.id in decides and not cents and seat in own) or wager.id in open_now
        state, note = ("is-open" if is_open else ""), ""
        if net is not None and cents:
            state = "is-won" if net > 0 else "is-lost" if net < 0 else "is-push"
            note = f"+{money(net)}" if net > 0 else money(net) if net else "push"
        elif not cents and (seat, wager.id) in back:
            cents, _clause = back[seat, wager.id]
            state, note = "is-push", f"back {money(cents)}"
        found.append(
            Spot(
                id=wager.id,
                label=short_name(rules, wager),
                cents=cents,
                optional=is_optional(wager),
                slot=wager.taken_before_deal,
                state=state,
                note=note,
                net=net if cents else None,
                equals=wager.equals is not None,
                panel="" if panel is None else panel.labels.get(wager.id, ""),
            )
        )
    return found


def went_back(events: Sequence[Event]) -> dict[tuple[Seat, str], tuple[Cents, ClauseId]]:
    """The wagers of this round that were given back: how much, and by which clause."""
    found: dict[tuple[Seat, str], tuple[Cents, ClauseId]] = {}
    for event in events:
        if isinstance(event, banked.BetsClosed):
            found = {}
        elif isinstance(event, banked.WagersReturned):
            found |= {(seat, wager): (cents, event.clause) for seat, wager, cents in event.wagers}
    return found


def short_name(rules: TableRules, wager: Wager) -> str:
    """Return a wager's name where there is room for a word."""
    return layout_of(rules.game).short_names.get(wager.id) or wager_name(rules.game, wager.id)
