"""A table as it is drawn: betting areas, cards, plates and markers, made from one viewer's observation."""

from __future__ import annotations

import bisect
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from houseway.cards import CARD_TEXT, Card
from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.hands import cards_of
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import SEATS, Contest, PokerRules
from houseway.clause import ClauseId
from houseway.engine.banked import events as banked
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Event
from houseway.engine.observing import Observation, Seen
from houseway.engine.roles import Role
from houseway.money import NOTHING, Balance, Cents
from houseway.ranking import STANDARD_ORDER, strength
from houseway.rules.game import Deal, Decide, Placed, To, Wager
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.names import wager_name
from houseway.view.table import AnyRules, Mark, Place, TableView, table_view
from houseway.web.pages.rendering import faces, money

NONE = "none"
_SIDE_BY_SIDE = 3
"""So many optional areas fit at every seat; where there are more, the others' are one sum."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A betting area. ``kind``: spot, or slot for a progressive wager; ``note`` stands in place of the amount."""

    id: str
    label: str
    cents: Cents = NOTHING
    optional: bool = False
    slot: bool = False
    state: str = ""
    note: str = ""
    net: Balance | None = None
    equals: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDrawn:
    """A seat: its plate, cards, areas and markers."""

    number: Seat
    name: str = ""
    own: bool = False
    empty: bool = False
    free: bool = False
    turn: bool = False
    out: bool = False
    all_in: bool = False
    chips: Cents = NOTHING
    says: str = ""
    hand: str = ""
    cards: list[str] = field(default_factory=list)
    low: list[str] = field(default_factory=list)
    high_says: str = ""
    low_says: str = ""
    """What the hands that are set make, a word or a number each."""
    up: int = 0
    is_set: bool = False
    main: list[Spot] = field(default_factory=list)
    optional: list[Spot] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    envy: bool = False
    net: Balance | None = None
    staked: Cents = NOTHING
    bet: Cents = NOTHING
    button: bool = False
    used: list[str] = field(default_factory=list)
    """The cards it won a pot with, where the round is over and they lie open."""
    won: bool = False
    drew: tuple[int, ...] = ()
    """How many cards it discarded in each draw so far."""
    at: Mapping[str, float] = field(default_factory=dict)
    """Where it lies on the oval, in percent of the canvas, and in the grid of a phone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """The whole table. ``kind``: arc, thb (647a), hl (663a), pg (645a) or oval (637a)."""

    kind: str
    inscription: str = ""
    seats: list[SeatDrawn]
    dealer: list[str] = field(default_factory=list)
    dealer_low: list[str] = field(default_factory=list)
    dealer_hand: str = ""
    dealer_low_hand: str = ""
    used: list[str] = field(default_factory=list)
    """The winning cards, where the viewer's round is over: of the board and the hands of a banked game, of the board at Poker."""
    board: list[str] = field(default_factory=list)
    common: list[str] = field(default_factory=list)
    burned: int = 0
    phases: list[tuple[str, str]] = field(default_factory=list)
    meters: list[tuple[str, Cents]] = field(default_factory=list)
    drawn: str = ""
    magic: list[str] = field(default_factory=list)
    bank: Seat = DEALER
    co_bank: bool = False
    dealer_wager: Cents = NOTHING
    pots: list[tuple[str, Cents, str]] = field(default_factory=list)
    rake: Cents = NOTHING
    places: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    left: int = 0
    rows: int = 0
    """In so many rows of a phone's ring somebody sits beside the viewer."""
    many: bool = False
    family: str = ""
    notes: list[tuple[str, str]] = field(default_factory=list)


def felt_of(
    rules: AnyRules,
    seen: Observation,
    own: Sequence[Seat],
    *,
    settled: bool = False,
    before: Sequence[Event] | None = None,
) -> Felt:
    """The table as this viewer sees it; ``settled``: the picture of a round that is over; ``before``: more events of the round
    than come with what is seen, for what everybody saw of it."""
    view = table_view(rules, seen, own)
    if isinstance(rules, TableRules):
        assert isinstance(seen, BankedObservation)
        return _banked(rules, seen, view, own, settled=settled)
    assert isinstance(seen, PokerObservation)
    return _poker(rules, seen, view, own, _drawn(seen.events if before is None else before))


_SAID = {
    "check": "Checked",
    "raise": "Raised",
    "call": "Called",
    "fold": "Folded",
    "play": "Plays",
    "house way": "House way",
    "set": "Set",
}


def _said_last(events: Sequence[Event]) -> dict[Seat, str]:
    """What each seat last answered in this round."""
    said: dict[Seat, str] = {}
    won: dict[Seat, int] = {}
    for event in events:
        match event:
            case banked.Decided():
                amount = f" {money(event.cents)}" if event.cents else ""
                said[event.seat] = _SAID.get(event.word, event.word.capitalize()) + amount
            case poker.Acted():
                to = event.to if event.word in ("bet", "raise") else event.cents
                amount = f" {money(to)}" if to and event.word not in ("fold", "check") else ""
                said[event.seat] = (
                    _SAID.get(event.word, event.word.capitalize()) + (" to" if event.word == "raise" else "") + amount
                )
            case poker.PotAwarded():
                for share in event.shares:
                    won[share.seat] = won.get(share.seat, 0) + share.cents
                    said[share.seat] = f"Wins {money(won[share.seat])}"
            case poker.RoundStarted() | banked.BetsClosed():
                said, won = {}, {}
            case _ if event.ends_round:
                said = {} if not isinstance(event, poker.RoundEnded) else said
    return said


_OFFERED = {"accept_bank": "the bank", "cut_cards": "the cut"}


def offered(seen: Observation) -> dict[Seat, str]:
    """What a seat may take or leave while the others wait."""
    due = [ask for ask in seen.due if ask.role is Role.PLAYER and ask.command in _OFFERED]
    return {ask.seat: _OFFERED[ask.command] for ask in due}


def _drawn(events: Sequence[Event]) -> dict[Seat, tuple[int, ...]]:
    """How many cards each seat discarded in each draw of this round: numbers, which everybody sees, never cards."""
    found: dict[Seat, tuple[int, ...]] = {}
    for event in events:
        if isinstance(event, poker.RoundStarted):
            found = {}
        elif isinstance(event, poker.Discarded):
            found[event.seat] = (*found.get(event.seat, ()), len(event.cards))
    return found


# Banked tables.

INSCRIPTIONS = {
    "677a": "ANTE RETURNED IF THE DEALER HAS LESS THAN A PAIR",
    "647a": "ANTE RETURNED IF THE WINNING HAND IS NOT {least} OR BETTER",
    "663a": "HIGH HAND THREE CARDS · LOW HAND TWO CARDS · ACE 11 HIGH, 1 LOW",
    "645a": "FIVE CARDS HIGH · TWO CARDS LOW · COPIES GO TO THE BANK",
}
_KINDS = {"677a": "arc", "647a": "thb", "663a": "hl", "645a": "pg"}


def inscription_of(rules: TableRules) -> str:
    """What is printed on the layout (section .2 of the chapter)."""
    text = INSCRIPTIONS[rules.game.chapter]
    if rules.game.chapter == "645a" and "queens_dragon" in rules.game.wagers and not rules.vigorish:
        return "DEALER’S QUEEN’S DRAGON PUSHES THE PAI GOW WAGER"
    least = f"a {rules.submission.get('ante_pays_on') or 'straight'}"
    return text.format(least=least.upper()) if "{" in text else text


def _banked(rules: TableRules, seen: BankedObservation, view: TableView, own: Sequence[Seat], *, settled: bool) -> Felt:
    game = rules.game
    free = {ask.seat for ask in seen.legal if ask.command == "take_seat"}
    said = _said_last(seen.events)
    places = {place.seat: place for place in view.places}
    optional = [wager for wager in game.wagers.values() if is_optional(wager)]
    dealt = bool(seen.hands.get(DEALER)) or any(seen.hands.values())
    count = 2 if game.arrangement is None else game.arrangement.high + game.arrangement.low
    blank = [NONE] * count
    dealer = view.dealer
    assert dealer is not None
    high, low = by_hand(dealer.hand) if game.arrangement is not None else (dealer.hand, "")
    return Felt(
        kind=_KINDS[game.chapter],
        inscription=inscription_of(rules),
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
    says = _state_text(place, turn, said.get(seat, ""), staked, seat in own, has_offer)
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


def _state_text(place: Place, turn: bool, said: str, wagered: Cents, own: bool, has_offer: str = "") -> str:
    """The one line of a plate."""
    if turn and has_offer:
        return f"Offered {has_offer}"
    for mark in (Mark.FOLDED, Mark.SURRENDERED, Mark.VOID, Mark.MUCKED, Mark.AWAY, Mark.SITS_OUT):
        if mark in place.marks:
            return mark.value.capitalize()
    if turn:
        return "Your turn" if own else "Is asked"
    if Mark.ALL_IN in place.marks:
        return "All-in"
    return said or (f"Bets {money(wagered)}" if wagered else "")


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
    back = went_back(seen.events)
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


_SHORT = {
    "pai_gow": "Pai Gow",
    "fortune": "Fortune",
    "emperor": "Emperor’s",
    "insurance": "Insurance",
    "queens_dragon": "Dragon",
    "dynasty": "Dynasty",
    "progressive": "Progressive",
    "holdem_bonus": "Bonus",
    "five_card_player": "Player 5",
    "five_card_dealer": "Dealer 5",
}
"""Names for areas that have room for a word."""


def short_name(rules: TableRules, wager: Wager) -> str:
    """A wager's name where there is room for a word."""
    return _SHORT.get(wager.id) or wager_name(rules.game, wager.id)


# Poker tables.


@cache
def oval(n: int, me: int) -> Mapping[int | str, Mapping[str, float]]:
    """Places of a poker table of n seats and the dealer (place 0), turned so that seat ``me`` is at the bottom (0: the dealer on
    top). Clockwise as seen from above is clockwise on the screen. x, y: seat; bx, by: its bet; dx, dy: its button; in percent of
    the canvas. gr, gc: the grid of a phone."""
    a, b, cx, cy, e = 452, 268, 530, 342, 2.5
    points = []
    for step in range(3600):
        angle = math.radians(step / 10)
        c, s = math.cos(angle), math.sin(angle)
        points.append((math.copysign(abs(c) ** (2 / e), c) * a, math.copysign(abs(s) ** (2 / e), s) * b))
    run = [0.0]
    for step in range(1, 3600):
        run.append(run[-1] + math.dist(points[step], points[step - 1]))
    total = run[-1] + math.dist(points[-1], points[0])
    base = run[900 if me else 2700]
    found: dict[int | str, dict[str, float]] = {}
    for place in range(n + 1):
        at = bisect.bisect_left(run, (base + (place - me) * total / (n + 1)) % total) % 3600
        x, y = points[at]
        dx, dy = points[(at + 90) % 3600]
        turn, left = (place - me) % (n + 1), (n + 1) // 2
        found[place] = {
            "x": round((cx + x) / 10.6, 1),
            "y": round((cy + y) / 7, 1),
            "bx": round((cx + x * 0.66) / 10.6, 1),
            "by": round((cy + y * 0.62) / 7, 1),
            "dx": round((cx + dx * 0.77) / 10.6, 1),
            "dy": round((cy + dy * 0.72) / 7, 1),
            "gc": 1 if turn <= left else 2,
            "gr": left + 1 - turn if turn <= left else turn - left,
        }
    at = bisect.bisect_left(run, (base - me * total / (n + 1)) % total) - 90
    x, y = points[at % 3600]
    found["rake"] = {"x": round((cx + x * 0.64) / 10.6, 1), "y": round((cy + y * 0.66) / 7, 1)}
    return found


def family_of(rules: PokerRules) -> str:
    """How a game's hands lie: stud (cards up and down), draw, or hold (hole cards and a board)."""
    streets = rules.game.streets
    if any(street.draw for street in streets):
        return "draw"
    return "hold" if any(street.community for street in streets) else "stud"


def _poker(
    rules: PokerRules,
    seen: PokerObservation,
    view: TableView,
    own: Sequence[Seat],
    drawn: Mapping[Seat, tuple[int, ...]],
) -> Felt:
    me = own[0] if own else 0
    at = oval(SEATS, me)
    free = {ask.seat for ask in seen.legal if ask.command == "take_seat"}
    said = _said_last(seen.events)
    places = {place.seat: place for place in view.places}
    family = family_of(rules)
    won = _won_by(rules, seen)
    return Felt(
        kind="oval",
        family=family,
        seats=[
            _poker_seat(
                rules,
                seen,
                Seat(number),
                places.get(Seat(number)),
                own,
                free,
                said,
                at[number],
                drawn.get(Seat(number), ()),
                won,
            )
            for number in range(1, SEATS + 1)
        ],
        used=sorted({card for used in won.values() for card in used}),
        board=_poker_board(rules, seen) if family == "hold" else [],
        common=faces(seen.common),
        pots=[(line.name, line.cents, line.says or _contenders(line.seats)) for line in view.pots] or _won(seen),
        rake=seen.raked,
        places={str(name): value for name, value in at.items()},
        left=(SEATS + 1) // 2,
        rows=len({at[seat]["gr"] for seat in places if seat not in own}),
        phases=_streets(rules, seen) if family != "hold" else [],
        notes=[(line.says, line.clause) for line in view.notes],
    )


def _streets(rules: PokerRules, seen: PokerObservation) -> list[tuple[str, str]]:
    """Where the round stands, where no board tells it."""
    ids = [street.id for street in rules.game.streets]
    if seen.phase not in ids:
        return []
    names = [id.replace("_", " ").removesuffix(" street").removesuffix(" card").capitalize() for id in ids]
    return [(name, "is-now" if id == seen.phase else "is-done") for id, name in zip(ids, names, strict=True)]


def _contenders(seats: Sequence[Seat]) -> str:
    return f"Seats {', '.join(map(str, seats))}" if seats else ""


def _won(seen: PokerObservation) -> list[tuple[str, Cents, str]]:
    """The pots of a round that is over, as they were paid: whose they were."""
    found: list[tuple[str, Cents, str]] = []
    for event in seen.events if seen.status == "between rounds" else ():
        if isinstance(event, poker.RoundStarted):
            found = []
        elif isinstance(event, poker.PotAwarded):
            winners = sorted({share.seat for share in event.shares})
            whose = f"to seat{'s' if winners[1:] else ''} {', '.join(map(str, winners))}"
            found.append((f"Side pot {event.pot}" if event.pot else "Pot", event.paid, whose))
    return found


def _won_by(rules: PokerRules, seen: PokerObservation) -> dict[Seat, list[str]]:
    """Who won a pot of a round that is over, and the cards it was won with, where they can be seen."""
    found: dict[Seat, list[str]] = {}
    for event in seen.events if seen.status == "between rounds" else ():
        if isinstance(event, poker.RoundStarted):
            found = {}
        elif isinstance(event, poker.PotAwarded):
            for share in event.shares:
                found.setdefault(share.seat, []).extend(CARD_TEXT[card] for card in cards_won_with(rules, seen, share))
    return found


def cards_won_with(rules: PokerRules, seen: PokerObservation, share: poker.Share) -> tuple[Card, ...]:
    """The cards a share of a pot was won with, where all can be seen."""
    hand, board = seen.hands.get(share.seat, ()), (*seen.community, *seen.common)
    held, shown = [card for card in hand if card is not None], [card for card in board if card is not None]
    if share.contest not in list(Contest) or not held or len(held) < len(hand) or len(shown) < len(board):
        return ()
    return tuple(cards_of(rules.game, Contest(share.contest), held, shown))


def _poker_board(rules: PokerRules, seen: PokerObservation) -> list[str]:
    size = sum(street.community for street in rules.game.streets)
    shown = faces(seen.community)
    return shown + [NONE] * (size - len(shown))


def _poker_seat(
    rules: PokerRules,
    seen: PokerObservation,
    seat: Seat,
    place: Place | None,
    own: Sequence[Seat],
    free: set[Seat],
    said: Mapping[Seat, str],
    at: Mapping[str, float],
    drew: tuple[int, ...],
    won: Mapping[Seat, Sequence[str]],
) -> SeatDrawn:
    if place is None:
        return SeatDrawn(number=seat, empty=True, free=seat in free, at=at)
    has_offer = offered(seen).get(seat, "")
    up = seen.up.get(seat, ())
    cards: Seen = place.cards
    down = [card for card in cards if card is None or card not in up]
    shown: list[Card | None] = [*down, *up] if up else list(cards)
    marks = []
    if Mark.OWES_A_POST in place.marks:
        marks.append("Owes a post")
    return SeatDrawn(
        number=seat,
        name=place.name,
        own=seat in own,
        turn=place.asked or bool(has_offer),
        out=place.is_out,
        all_in=Mark.ALL_IN in place.marks,
        chips=place.chips or NOTHING,
        says=_state_text(place, place.asked or bool(has_offer), said.get(seat, ""), NOTHING, seat in own, has_offer),
        hand=place.hand,
        cards=faces(shown),
        up=len(up),
        marks=marks,
        bet=seen.bets.get(seat, NOTHING),
        button=seat == seen.button,
        used=[*won.get(seat, ())],
        won=seat in won,
        drew=drew if family_of(rules) == "draw" and cards else (),
        at=at,
    )
