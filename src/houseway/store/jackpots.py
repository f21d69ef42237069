"""Contributions of poker tables reach the jackpots' stream at most once, and at last always, whoever dies in between.

A table's commands are carried over in their order. Each contribution has a key of its own, the place of its event at the table,
so that carrying it again changes nothing; how far a table has been carried is noted afterwards. While the box of a table is
counted nothing is carried into it: that waits until the box is back. What a round showed beside that is worked out from the
record whenever somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.commands import AwardPots
from houseway.chapters.c637a_poker.jackpots import citations
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.commands import CallHighHand, Contribute, VerifyBadBeat
from houseway.chapters.c637a_poker.jackpots.feed import Fed, JackpotFeed, key_of, kinds_not_collected
from houseway.chapters.c637a_poker.jackpots.rules import SECTION
from houseway.chapters.c637a_poker.jackpots.state import Box, BoxStage, JackpotState, VerifiedHands
from houseway.chapters.c637a_poker.state import PokerState
from houseway.clause import ClauseId
from houseway.engine.kernel import Command, Envelope, Event, Outcome, State, Table, envelope
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.ranking import STANDARD_ORDER, strength
from houseway.store.log import by_seq
from houseway.store.record import JACKPOTS, TABLE, MovedOnError, Record, RecordedTable
from houseway.store.rows import event_of

LOOKED_AT = 200
"""So many of the last rounds of a table are looked at for what nobody has dealt with."""


def jackpots_stream(room: str) -> str:
    """The stream of a room's jackpots."""
    return f"{JACKPOTS}/{room}"


class Carried(NamedTuple):
    """What the room did not take, and why; ``waits``: a box is being counted, and the rest is carried when it is back."""

    refused: list[Refusal]
    waits: bool = False


def carry(record: Record, table: str, jackpots: str, *, calls: bool = False) -> Carried:
    """Carry what a table has contributed in whole rounds since the last time.

    ``calls``: the system is the dealer there, and calls the floor to a high hand.
    """
    log = record.log
    name = table.removeprefix(f"{TABLE}/")
    done = log.followed(jackpots, table)
    upto = next(iter(log.round_ends(table, 1)), 0)
    refused: list[Refusal] = []
    if upto <= done:
        return Carried(refused)
    feed = JackpotFeed(_Room(record, jackpots), record.live(table).rules.game, name)
    feed.begin_from(_state_before(record, table, done))
    for one in _dealt(record, table, done, upto):
        try:
            fed = feed.feed(one.events, dealer=one.dealer, happened_at=one.at)
        except _CountedError:
            # The round is carried as a whole later on; what of it lies in another box already has its key.
            whole = [end["seq"] for end in log.rounds_after(table, done) if end["seq"] < one.seq]
            log.follow(jackpots, table, max(whole, default=done))
            return Carried(refused, waits=True)
        refused += fed.refused
        for given in fed.high_hands if calls else ():
            call: Any = given.command
            record.send(jackpots, replace(given, key=f"table {name} command {one.seq} seat {call.seat}"))
    log.follow(jackpots, table, upto)
    return Carried(refused)


def is_left_to_carry(record: Record, table: str, jackpots: str) -> bool:
    """Whether rounds of a table are over whose contributions have not been carried."""
    return next(iter(record.log.round_ends(table, 1)), 0) > record.log.followed(jackpots, table)


class _CountedError(Exception):
    """Raised when a contribution cannot be put into a box that is being counted."""


class _Room(RecordedTable):
    """A room that contributions are carried to: none is offered to a box that is being counted, so that none is refused for it."""

    def send(self, said: Any, **given: Any) -> Outcome:
        """Carry out a command at the very place where the box was seen on its table."""
        while True:
            place = self.record.live(self.stream).place
            boxes = _boxes(place.state, said.table, said.fund) if isinstance(said, Contribute) else []
            if any(box.closed or box.stage is not BoxStage.ON_TABLE for box in boxes):
                raise _CountedError
            try:
                outcome = self.record.send(self.stream, envelope(said, **given), only_at=place.seq)
            except MovedOnError:
                continue
            self.look_again()
            return outcome if isinstance(outcome, Refusal) else outcome.events


def closed_for_count(state: State, table: str) -> ClauseId | None:
    """The clause by which a table is closed because the box of one of its funds is counted there; None while it is not."""
    assert isinstance(state, JackpotState)
    for name, fund in state.funds.items():
        if any(box.closed and box.stage is not BoxStage.LOCKED for box in _boxes(state, table, name)):
            return count_clause(fund.kind)
    return None


def count_clause(kind: str) -> ClauseId:
    """The clause of a count at a closed table."""
    return ClauseId(f"{SECTION[kind]}(d)(1)")


def _boxes(state: State, table: str, name: str) -> list[Box]:
    """The box of a table in a fund, if it has one."""
    assert isinstance(state, JackpotState)
    fund = state.funds.get(name)
    return [] if fund is None or fund.closed or table not in fund.boxes else [fund.boxes[table]]


_CARRIED = {str(one.__struct_config__.tag) for one in (poker.RoundStarted, poker.ContributionTaken, poker.RoundEnded)}


def keys_of(record: Record, table: str, upto: int) -> Iterator[str]:
    """The keys under which the contributions of a table's whole rounds are carried, up to a place."""
    name, revision, taken = table.removeprefix(f"{TABLE}/"), 0, list[str]()
    for _, events in record.log.pages(table, upto):
        for row in [one for seq in sorted(events) for one in events[seq]]:
            match event_of(row) if row["tag"] in _CARRIED else None:
                case poker.RoundStarted():
                    taken = []
                case poker.ContributionTaken(cents=cents) if cents:
                    taken.append(key_of(name, revision))
                case poker.RoundEnded(void=False):
                    yield from taken
            revision += 1


def noticed(record: Record, name: str, jackpots: str) -> list[Envelope]:
    """What the last rounds of a table showed and nobody has dealt with: the commands to be given, the earliest first."""
    room = record.live(jackpots).state
    assert isinstance(room, JackpotState)
    known = {
        (event.table, event.losing, event.winning)
        for event in map(event_of, record.log.tagged(jackpots, "bad_beat_verified"))
        if isinstance(event, ev.BadBeatVerified)
    }
    called = {(call.table, call.hand) for fund in room.funds.values() for call in fund.calls}
    called |= {(slip.table, slip.hand) for fund in room.funds.values() for slip in fund.slips}
    found = []
    for at, fed in _shown_by(record, name, jackpots):
        beats = [beat for beat in fed.bad_beats if (beat.table, beat.losing, beat.winning) not in known]
        found += [envelope(beat, role=Role.SHIFT_SUPERVISOR) for beat in beats]
        for given in fed.high_hands:
            call: Any = given.command
            if room.funds[call.fund].is_in_period(at) and (call.table, call.hand) not in called:
                found.append(envelope(call, role=Role.DEALER))
    return found


def _shown_by(record: Record, name: str, jackpots: str) -> Iterator[tuple[int, Fed]]:
    """What the last rounds of a table showed, command by command, each with its second."""
    table = f"{TABLE}/{name}"
    ends = record.log.round_ends(table, LOOKED_AT + 1)
    if not ends:
        return
    begin = ends[-1] if len(ends) > LOOKED_AT else 0
    room = record.live(jackpots)
    # A room of its own, so that nothing is given to the one that counts.
    twin: Table[Any, Any] = Table(room.rules, state=room.state)
    feed = JackpotFeed(twin, record.live(table).rules.game, name)
    feed.begin_from(_state_before(record, table, begin))
    # A hand that won without a showdown may be shown after the last of them.
    for one in _dealt(record, table, begin, record.live(table).seq):
        yield one.at, feed.feed(one.events, dealer=one.dealer, happened_at=one.at)


def compare_with_table(record: Record, jackpots: str, command: Command) -> Command | Refusal:
    """Hold a hand that somebody calls or verifies against the record of its table.

    A call is completed by who has the seat and whether the hand was shown there; a Bad Beat that the record does not show is
    refused unless a reason is stated.
    """
    match command:
        case CallHighHand() if _is_poker_table(record, command.table):
            return _complete_call(record, jackpots, command)
        case VerifyBadBeat() if not command.reason.strip():
            return _unlike_record(record, jackpots, command) or command
        case _:
            return command


def complete_award(record: Record, table: str, jackpots: str, given: Envelope) -> Envelope:
    """Name the jackpots for which the pots of a table contribute nothing at this second: no fund would receive it."""
    if not jackpots or not isinstance(given.command, AwardPots):
        return given
    room = record.live(jackpots).state
    assert isinstance(room, JackpotState)
    at = max(int(record.clock.now()), record.live(table).state.now) if given.at is None else given.at
    without = kinds_not_collected(room, table.removeprefix(f"{TABLE}/"), at)
    return replace(given, command=replace(given.command, without=without), at=at)


def _is_poker_table(record: Record, name: str) -> bool:
    """Return whether the record has the rounds of a Poker table of this name."""
    table = f"{TABLE}/{name}"
    return record.log.stream(table) is not None and isinstance(record.live(table).state, PokerState)


def _complete_call(record: Record, jackpots: str, call: CallHighHand) -> CallHighHand | Refusal:
    room = record.live(jackpots).state
    assert isinstance(room, JackpotState)
    fund = room.funds.get(call.fund)
    for at, fed in _shown_by(record, call.table, jackpots):
        for hand in fed.shown if fund is not None and fund.is_in_period(at) else ():
            if hand.seat == call.seat and len(call.hand) == 5 and hand.is_called_as(call.hand):
                return replace(call, player=hand.player, unshown=False, shown_at=at)
    seats = record.live(f"{TABLE}/{call.table}").state.seats
    if call.seat not in seats:
        says = f"nobody sits in seat {call.seat} of table {call.table}"
        taken = tuple([f"seat {seat}" for seat in sorted(seats)])
        return Refusal(Code.PLAYER_IS_SEATED, citations.HIGH_HAND_CALL, says, taken)
    return replace(call, player=seats[call.seat], unshown=True, shown_at=None)


def _unlike_record(record: Record, jackpots: str, beat: VerifyBadBeat) -> Refusal | None:
    """Refuse a Bad Beat that the record of its table does not show as it is named."""
    known = _is_poker_table(record, beat.table)
    shown = [one for _, fed in _shown_by(record, beat.table, jackpots) for one in fed.bad_beats] if known else []
    if any(_is_same(beat, one) for one in shown):
        return None
    says, legal = f"the record of table {beat.table} does not show this Bad Beat", ["state the reason"]
    for one in reversed(shown):
        if _values(one) == _values(beat):
            lost, won = (" and ".join(names) for names in ((one.loser, *one.also_lost), (one.winner, *one.also_won)))
            says = f"by the record of table {beat.table}, {lost} lost to {won}"
            others = ", ".join(one.others)
            legal.insert(0, f"{lost} lost to {won}" + (f"; also dealt in: {others}" if others else ""))
            break
    return Refusal(Code.HAND_QUALIFIES, citations.BAD_BEAT_VERIFICATION, says, tuple(legal))


def _values(beat: VerifyBadBeat) -> tuple[int, ...]:
    """What the hands are worth; nothing where they are not five cards each, which the room refuses."""
    hands = (beat.losing, beat.winning)
    return tuple(strength(hand, STANDARD_ORDER) for hand in hands) if {len(hand) for hand in hands} == {5} else ()


def _is_same(beat: VerifyBadBeat, shown: VerifyBadBeat) -> bool:
    """Return whether a Bad Beat names the hands and players that a round showed, in whichever order."""
    return VerifiedHands.of(beat) == VerifiedHands.of(shown) and set(beat.others) == set(shown.others)


def _state_before(record: Record, table: str, seq: int) -> PokerState:
    """The table between two rounds."""
    machine = record.live(table).machine
    _, state = record.last_kept(table, machine, seq)
    assert isinstance(state, PokerState)
    return state


class _Dealt(NamedTuple):
    seq: int
    at: int
    dealer: str
    events: list[Event]


def _dealt(record: Record, table: str, after: int, upto: int) -> Iterator[_Dealt]:
    """The events of a table, command by command, with the second and with who was the dealer."""
    dealer = Role.DEALER.value
    events = by_seq(record.log.events(table, after, upto))
    for row in record.log.commands(table, after, upto):
        if row["role"] == Role.DEALER.value:
            dealer = row["actor"]
        seq = row["seq"]
        yield _Dealt(seq, row["at"] // 1000, dealer, [event_of(one) for one in events.get(seq, [])])
