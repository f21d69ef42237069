"""Rounds that are over: found in the record by table, person, outcome, irregularity and time, the latest first.

Nothing is kept beside the record: what is in memory was read from it, and a round that is over never changes.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from math import inf
from operator import itemgetter
from threading import Lock
from typing import Any, Generic, TypeVar

from fastapi import HTTPException

from houseway.chapters.c637a_poker import events as poker
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.encoding import EncodingError
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Event
from houseway.money import NOTHING, Balance, Cents
from houseway.rounds import answer_of
from houseway.rounds.answer import BankedAnswer, PokerAnswer
from houseway.seats import Seat
from houseway.store.audit import Round, round_between, rules_of
from houseway.store.log import Log
from houseway.store.record import TABLE, Record, RecordError
from houseway.store.rows import event_of
from houseway.store.table_system import table_stream
from houseway.view.retelling import tag_of
from houseway.view.settled import pots_won
from houseway.web.pages.replaying import people_of

K = TypeVar("K")
V = TypeVar("V")
AT_ONCE = 1000
LONGEST = 3.0
"""So many rounds are looked at for one page of a search, and so many seconds; it says so, and may be gone on with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """What one wager or one share of a pot came to: ``what`` is its id, ``net`` what the seat gained or lost by it."""

    seat: Seat
    what: str
    net: Balance
    hand: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A round in few words. ``net``: of the seats that took part; times in milliseconds."""

    table: str
    number: int
    game: str = ""
    began: int
    ended: int
    people: dict[Seat, str] = field(default_factory=dict)
    net: dict[Seat, Balance] = field(default_factory=dict)
    came: tuple[Came, ...] = ()
    irregular: tuple[tuple[str, ClauseId], ...] = ()
    void: bool = False

    def seats_of(self, person: str) -> list[Seat]:
        """The seats in which a person took part."""
        return sorted(seat for seat, one in self.people.items() if one == person and seat in self.net)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is looked for; what is empty is not asked. ``who``: a seat's number or part of a name; amounts in cents, times in
    milliseconds; ``before``: a search goes on from there."""

    table: str = ""
    who: str = ""
    person: str = ""
    least: Cents | None = None
    wager: str = ""
    hand: str = ""
    irregular: str = ""
    since: int | None = None
    until: int | None = None
    before: int | None = None

    def fits(self, one: Summary) -> bool:
        """Whether a round is one that is looked for."""
        if self.person and not one.seats_of(self.person):
            return False
        seats = [seat for seat in one.net if self._is_who(seat, one.people.get(seat, ""))]
        if self.who and not seats:
            return False
        if self.irregular and not (one.irregular if self.irregular == "any" else self._ruled(one)):
            return False
        if self.least is not None and not self.wager and not any(one.net[seat] >= self.least for seat in seats):
            return False
        return self._came(one, seats)

    def _is_who(self, seat: Seat, person: str) -> bool:
        who = self.who.strip().lower()
        return str(seat) == who if who.isdecimal() else who in person.lower()

    def _ruled(self, one: Summary) -> bool:
        return any(self.irregular.lower() in says.lower() for says, _ in one.irregular)

    def _came(self, one: Summary, seats: list[Seat]) -> bool:
        """Whether a wager was paid, for a hand, as much as is asked for."""
        if not self.wager and not self.hand:
            return True
        least = 1 if self.least is None else self.least
        return any(
            came.seat in seats
            and (not self.wager or (came.what == self.wager and came.net >= least))
            and self.hand.lower() in came.hand.lower()
            for came in one.came
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A page of a search: what was found, how many rounds were looked at, and where to go on if there are more."""

    rounds: list[Summary] = field(default_factory=list)
    looked: int = 0
    more: int | None = None


class _Kept(Generic[K, V]):
    """The values made last."""

    def __init__(self, most: int) -> None:
        self.most, self._made, self._lock = most, OrderedDict[K, V](), Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
        made = make()
        with self._lock:
            self._made[key] = made
            while len(self._made) > self.most:
                self._made.popitem(last=False)
        return made


@contextmanager
def readable(table: str, number: int) -> Iterator[None]:
    """What is made of a round whose record was changed may fail in any way: it is said in one sentence."""
    try:
        yield
    except (
        EncodingError,
        RecordError,
        LookupError,
        ValueError,
        TypeError,
        AttributeError,
        AssertionError,
        StopIteration,
    ):
        says = f"the record of round {number} of {table[:40]} was changed and cannot be read: verify its chain"
        raise HTTPException(409, says) from None


@dataclass(slots=True)
class _Table:
    """What is known of a table: its rules, where its rounds ended and when, and who took a seat from where on to where."""

    rules: Any
    read: int = 0
    ends: list[tuple[int, int]] = field(default_factory=list)
    seated: list[tuple[str, int, float]] = field(default_factory=list)


class Past:
    """The rounds of a house that are over."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._tables: dict[str, _Table] = {}
        self._rounds = _Kept[tuple[str, int], Round](100)
        self._summaries = _Kept[tuple[str, int], Summary](20_000)
        self._lock = Lock()

    def tables(self) -> list[str]:
        """Every table there has been."""
        return [row["id"].partition("/")[2] for row in self.record.log.streams(TABLE)]

    def ends(self, table: str) -> list[tuple[int, int]]:
        """Where each round of a table ended in the record, and when."""
        return self._read(table).ends

    def _read(self, table: str) -> _Table:
        """What is known of a table, read on to where it has come."""
        log, stream = self.record.log, table_stream(table)
        with self._lock:
            known = self._tables.get(table)
            if known is None:
                known = self._tables[table] = _Table(rules_of(self.record, stream))
            rounds = log.rounds_after(stream, known.read)
            if rounds:
                upto = rounds[-1]["seq"]
                known.seated = _seatings(known.seated, log, stream, known.read, upto)
                # A list that was handed out stays as it is.
                known.ends = known.ends + [(row["seq"], row["at"]) for row in rounds]
                known.read = upto
            return replace(known)

    def round(self, table: str, number: int) -> Round:
        """A round by its number at its table."""
        return self._round(self._read(table), table, number)

    def _round(self, known: _Table, table: str, number: int) -> Round:
        ends = known.ends
        if not 1 <= number <= len(ends):
            raise HTTPException(404, f"table {table[:40]} has no round {number} that is over: it has {len(ends)}")
        after, upto = ends[number - 2][0] if number > 1 else 0, ends[number - 1][0]

        def made() -> Round:
            return round_between(self.record, known.rules, table_stream(table), number, after=after, ends=upto)

        with readable(table, number):
            return self._rounds.get((table, number), made)

    def summary(self, table: str, number: int) -> Summary:
        """A round in few words; one that was changed so that it cannot be read is found as such."""
        return self._summary(self._read(table), table, number)

    def _summary(self, known: _Table, table: str, number: int) -> Summary:
        def made() -> Summary:
            try:
                with readable(table, number):
                    return summary_of(table, self._round(known, table, number))
            except HTTPException as error:
                at = known.ends[number - 1][1]
                return Summary(
                    table=table, number=number, began=at, ended=at, irregular=((str(error.detail), NO_CLAUSE),)
                )

        return self._summaries.get((table, number), made)

    def search(self, query: Query, most: int = 40, *, without: Collection[str] = ()) -> Found:
        """The rounds that are looked for, the latest first; ``without`` some tables."""
        names = [query.table] if query.table else [name for name in self.tables() if name not in without]
        tables = {name: self._read(name) for name in names}
        found: list[Summary] = []
        looked, until = 0, self.record.clock.monotonic() + LONGEST
        backwards = [_backwards(one, known, query) for one, known in tables.items()]
        for ended, table, number in heapq.merge(*backwards, reverse=True):
            if query.until is not None and ended > query.until:
                continue
            if query.before is not None and ended >= query.before:
                continue
            if query.since is not None and ended < query.since:
                break
            if len(found) == most or looked == AT_ONCE or (looked and self.record.clock.monotonic() > until):
                # What ended in the same millisecond is looked at again rather than left out.
                return Found(rounds=found, looked=looked, more=ended + 1)
            looked += 1
            one = self._summary(tables[table], table, number)
            if query.fits(one):
                found.append(one)
        return Found(rounds=found, looked=looked)


def _backwards(table: str, known: _Table, query: Query) -> Iterator[tuple[int, str, int]]:
    """The rounds of a table, the latest first; of a person, those in which the person had a seat."""
    who = query.who.strip().lower()
    sat = [
        (begins, ends)
        for person, begins, ends in known.seated
        if (not query.person or person == query.person) and (who.isdecimal() or who in person.lower())
    ]
    # Halved rather than tried one by one: somebody may have sat down and left a thousand times.
    place, rounds = itemgetter(0), known.ends
    spans = [
        (bisect_left(rounds, begins, key=place) + 1, min(bisect_left(rounds, ends, key=place) + 1, len(rounds)))
        for begins, ends in sat
    ]
    reached = len(rounds) + 1
    for first, last in sorted(spans, key=itemgetter(1), reverse=True):
        for number in range(min(last, reached - 1), first - 1, -1):
            yield rounds[number - 1][1], table, number
        reached = min(reached, first)


def _seatings(
    known: list[tuple[str, int, float]], log: Log, stream: str, after: int, upto: int
) -> list[tuple[str, int, float]]:
    """Who had a seat from where to where in the record, as far as the events of sitting down and leaving tell."""
    rows = [row for tag in ("seat_taken", "seat_left") for row in log.tagged(stream, tag, after, upto)]
    found, open_at = list(known), dict[str, int]()
    for place, (person, _, ends) in enumerate(found):
        if ends == inf:
            open_at[person] = place
    seats: dict[Seat, str] = {}
    for row in sorted(rows, key=lambda row: (row["seq"], row["n"])):
        with suppress(EncodingError):
            event: Any = event_of(row)
            if isinstance(event, banked.SeatTaken):
                seats[event.seat] = event.player
                open_at[event.player] = len(found)
                found.append((event.player, row["seq"], inf))
            elif event.seat in seats and seats[event.seat] in open_at:
                # Who sat down before what is read here is taken to sit there: it is looked at rather than left out.
                place = open_at.pop(seats.pop(event.seat))
                found[place] = (found[place][0], found[place][1], row["seq"])
    return found


def summary_of(table: str, played: Round) -> Summary:
    """A round in few words."""
    answer: Any = answer_of(played.table())
    if isinstance(answer, BankedAnswer):
        came = [Came(seat=one.seat, what=one.wager, net=one.net, hand=one.hand) for one in answer.settlements]
        net = {one.seat: answer.net.get(one.seat, NOTHING) for one in answer.settlements}
    else:
        assert isinstance(answer, PokerAnswer)
        came = list(_shares(answer))
        started = next((one for one in played.events if isinstance(one, poker.RoundStarted)), None)
        net = {seat: answer.net.get(seat, NOTHING) for seat in (started.order if started is not None else ())}
    ended: Any = next(event for event in played.events if event.ends_round)
    return Summary(
        table=table,
        number=played.number,
        game=played.rules.game.name,
        began=_began(played),
        ended=played.times[-1],
        people=people_of(played),
        net=dict(sorted(net.items())),
        came=tuple(came),
        irregular=tuple([(_ruled(event), event.clause) for event in played.events if _is_irregular(event)]),
        void=ended.void,
    )


def _shares(answer: PokerAnswer) -> Iterator[Came]:
    for number, pot in enumerate(pots_won(answer)):
        for share in pot.shares:
            what = "pot" if number == 0 else "side pot"
            yield Came(seat=share.seat, what=what, net=share.cents, hand=share.made)


def _began(played: Round) -> int:
    """When the first wager was placed or the cards were dealt."""
    at = [at for at, count in zip(played.times, played.led_to, strict=True) for _ in range(count)]
    begins = (banked.WagersPlaced, banked.BetsClosed, poker.RoundStarted)
    return next((when for when, event in zip(at, played.events, strict=True) if isinstance(event, begins)), at[0])


_IRREGULAR = (
    banked.IrregularityRuled,
    banked.DeckRemoved,
    banked.DeviceFailed,
    banked.CardSetAside,
    banked.HandVoided,
    banked.WagersAbandoned,
    banked.WagersReturned,
    banked.NoRollCalled,
    poker.BetsReturned,
    poker.HandDropped,
    poker.DisputeRuled,
    poker.PlayerRemoved,
    poker.BetCorrected,
)


def _is_irregular(event: Event) -> bool:
    if isinstance(event, banked.StubCounted | banked.DeckCounted | banked.DeviceCounted):
        return not event.right
    return isinstance(event, _IRREGULAR) or (isinstance(event, banked.CardExposed) and bool(event.remedy or event.asks))


def _ruled(event: Event) -> str:
    """What it was, without its cards."""
    cause = getattr(event, "cause", "") or getattr(event, "why", "") or tag_of(event)
    seat = getattr(event, "seat", 0)
    return cause.replace("_", " ").capitalize() + (f", seat {seat}" if seat else "")
