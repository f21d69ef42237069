"""A poker table as it is drawn: an oval that turns, its pots, boards and hands."""

from __future__ import annotations

import bisect
import math
from collections.abc import Mapping, Sequence
from functools import cache

from houseway.cards import CARD_TEXT, Card
from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import SEATS, PokerRules
from houseway.engine.kernel import Event
from houseway.engine.observing import Seen
from houseway.money import NOTHING, Cents
from houseway.seats import Seat
from houseway.view.table import Mark, Place, TableView
from houseway.web.pages.felt.drawn import NONE, Felt, SeatDrawn, offered, said_last, state_text
from houseway.web.pages.rendering import faces


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


def felt_of(
    rules: PokerRules,
    seen: PokerObservation,
    view: TableView,
    own: Sequence[Seat],
    events: Sequence[Event],
) -> Felt:
    me = own[0] if own else 0
    at = oval(SEATS, me)
    free = {ask.seat for ask in seen.legal if ask.command == "take_seat"}
    said = said_last(seen.events)
    places = {place.seat: place for place in view.places}
    family = family_of(rules)
    won, drawn = _won_by(seen), _drawn(events)
    return Felt(
        kind="oval",
        family=family,
        seats=[
            _seat(
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
        board=_board(rules, seen) if family == "hold" else [],
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


def events_of_round(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events since the last round began; all of them if that was longer ago."""
    begun = [place for place, event in enumerate(events) if isinstance(event, poker.RoundStarted)]
    return events[begun[-1] :] if begun else events


def _awards(seen: PokerObservation) -> list[poker.PotAwarded]:
    """Return the pots of a round that is over."""
    over = events_of_round(seen.events) if seen.status == "between rounds" else ()
    return [event for event in over if isinstance(event, poker.PotAwarded)]


def _won(seen: PokerObservation) -> list[tuple[str, Cents, str]]:
    """The pots of a round that is over, as they were paid: whose they were."""
    found: list[tuple[str, Cents, str]] = []
    for event in _awards(seen):
        winners = sorted({share.seat for share in event.shares})
        whose = f"to seat{'s' if winners[1:] else ''} {', '.join(map(str, winners))}"
        found.append((f"Side pot {event.pot}" if event.pot else "Pot", event.paid, whose))
    return found


def _won_by(seen: PokerObservation) -> dict[Seat, list[str]]:
    """Who won a pot of a round that is over, and the cards it was won with, where they can be seen."""
    cards: dict[Seat, list[str]] = {}
    for won in seen.won if seen.status == "between rounds" else ():
        cards.setdefault(won.share.seat, []).extend(CARD_TEXT[card] for card in won.cards)
    return cards


def _board(rules: PokerRules, seen: PokerObservation) -> list[str]:
    size = sum(street.community for street in rules.game.streets)
    shown = faces(seen.community)
    return shown + [NONE] * (size - len(shown))


def _seat(
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
        says=state_text(place, place.asked or bool(has_offer), said.get(seat, ""), NOTHING, seat in own, has_offer),
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


def _drawn(events: Sequence[Event]) -> dict[Seat, tuple[int, ...]]:
    """How many cards each seat discarded in each draw of this round: numbers, which everybody sees, never cards."""
    found: dict[Seat, tuple[int, ...]] = {}
    for event in events:
        if isinstance(event, poker.RoundStarted):
            found = {}
        elif isinstance(event, poker.Discarded):
            found[event.seat] = (*found.get(event.seat, ()), len(event.cards))
    return found
