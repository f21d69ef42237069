"""The system at a table of the house: it deals at a humane pace, lets computer players answer, and keeps the posted clocks.

At a staffed table a dealer performs each step and there are no clocks; computer players answer there too.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from houseway.chapters.c637a_poker.rules import SEATS
from houseway.chapters.registry import chapter_of
from houseway.clause import ClauseId
from houseway.driver.computers import NAMES
from houseway.engine.accounts import player_account
from houseway.engine.asking import Ask, Question
from houseway.engine.banked.commands import DetermineStart
from houseway.engine.kernel import Command, Envelope, Viewer, envelope
from houseway.engine.opening import AddStakes, LeaveSeat
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import Policy
from houseway.house.attendance import NoteAway, NoteHere, NoteLeft, SitOut
from houseway.house.cage import COMPUTER
from houseway.money import Cents
from houseway.store.jackpots import carry, closed_for_count, complete_award
from houseway.store.record import RECENT, Answer, MovedOnError
from houseway.store.table_system import TableSystem, takes_new_seed
from houseway.store.wake import Wake
from houseway.web.hub import Hub

log = logging.getLogger("houseway.dealing")
BUY_IN = Cents(50_000)
LEAST = Cents(5_000)
"""With less than this a computer player at a banked table buys in again."""
ELSEWHERE = 10.0
"""So often it is looked whether a process that has a player's page lives."""
REVEALS = 2.0
"""So many seconds players' pages have to reveal what they committed to before a shuffle."""
TO_READ = 10
"""So many steps of the pace the settled round lies on the table before computer players wager again."""
_FOLLOWED = frozenset(
    {
        "announce_no_more_bets",
        "deal_cards",
        "deal_street",
        "determine_start",
        "reveal_bank",
        "settle_round",
        "award_pots",
    }
)
"""The steps that people at the table follow with their eyes."""
OFFERS = frozenset({"accept_bank", "cut_cards", "straddle", "post_blind"})
"""What a player may take up or leave: the table goes on without, when the posted time is over."""
DECLINES = frozenset({"pass_bank", "decline_cut"})
"""How an offer is left."""
PASSIVE = ("check", "fold", "house way", "call")
"""What the clock answers, the most passive that is lawful first."""


SYSTEM_CHANCE = random.SystemRandom()


class Pause(NamedTuple):
    """How long a table waits before the system looks at it again: so many seconds, or until something happens.

    ``own``: what follows is the system's next step, at the pace of the deal; otherwise a person's time is over then, or
    something is tried again.
    """

    seconds: float | None = None
    own: bool = False


def offer_in(question: Question) -> Question | None:
    """Return the offer in a question that the table goes on without; None if there is none.

    Whatever else the player may do at that point, such as place wagers, is asked when the offer is over.
    """
    asks = tuple([ask for ask in question.asks if ask.command in OFFERS or ask.command in DECLINES])
    return Question(seat=question.seat, asks=asks, may_wait=True) if asks and question.may_wait else None


def declined(offer: Question) -> Command | None:
    """Return the command that declines an offer; None if it is declined by not being taken up."""
    from houseway.engine.banked.commands import PassBank
    from houseway.engine.cards.commands import DeclineCut

    for kind in (PassBank, DeclineCut):
        if offer.of(str(kind.__struct_config__.tag)):
            return kind()
    return None


GO_ON = Pause(0.0, own=True)
UNTIL_SOMETHING_HAPPENS = Pause()


def passive(question: Question, rules: Any, seen: Any) -> Command | None:
    """The most passive lawful answer: check if that is free, else fold; None where the table goes on without one, or cannot.

    What was begun is ended: a bet with the fewest chips, wagers that cannot stand are taken back; a hand at the showdown is shown.
    """
    from houseway.chapters.c637a_poker import commands as poker
    from houseway.engine.banked import commands as banked

    if question.of("show_hand"):
        return poker.ShowHand()
    if question.may_wait:
        return None
    for word in PASSIVE:
        for ask in question.asks:
            if ask.word == word:
                return poker.Act(word=word) if ask.command == "act" else banked.Decide(word=word)
    first = next(ask for ask in question.asks if not ask.may_wait)
    match first.command:
        case "discard" if first.cards is not None and first.cards[0] == 0:
            return poker.Discard(cards=())
        case "place_chips":
            return poker.PlaceChips(cents=Cents(0) if first.amounts is None else first.amounts.least)
        case "choose_after_exposure":
            return poker.ChooseAfterExposure(bet_on=False)
        case "void_hand":
            return banked.VoidHand(void=False)
        case "place_wagers" | "withdraw_wagers":
            return banked.WithdrawWagers(wagers=tuple(seen.wagers.get(question.seat, ())))
        case "determine_start":
            # The dice are shaken for the player: `Dealing.shake` says what they show.
            return DetermineStart()
        case "decide" | "discard":
            # Hands are set by the house way, where the game has one; else the chapter's own strategy sets them, and chooses the
            # cards where some must go.
            strategy = chapter_of(rules.game.id).strategy()
            command: Command | None = strategy(rules, seen, question, random.Random(0))
            return command
    return None


class Dealing:
    """Keeps one table going, as long as anybody sits there."""

    def __init__(
        self,
        hub: Hub,
        policy: Policy,
        wake: Wake,
        *,
        jackpots: str = "",
        closed: Callable[[], bool] = lambda: False,
        chance: random.Random = SYSTEM_CHANCE,
    ) -> None:
        self.hub, self.policy, self.processes, self.jackpots = hub, policy, wake, jackpots
        self.clock, self.chance = hub.clock, chance
        self.closed = closed
        """Whether the table takes no new players."""
        self._began = self.clock.now()
        hub.came_or_went = self.wake
        self.system: TableSystem | None = None
        self._carried, self._box_is_away = -2 * RECENT - 1, False
        self.deadline: float | None = None
        """When the time of whoever is asked is over, by the clock's `monotonic`."""
        self.allowed = 0.0
        """The seconds in all until the deadline."""
        self._thought: tuple[int, Question, Command, float] | None = None
        """At which place a computer player was asked what, its answer, and when it gives it."""
        self.looks = 0
        """How often the table has been looked at."""
        self._pause: Pause | None = None
        self._paused_until: float | None = None
        self._asked: Any = None
        self._offered: dict[tuple[Any, ...], float] = {}
        """Since when each offer of this round stands."""
        self._since: tuple[int, float] | None = None
        self._sealed: tuple[int, float] | None = None
        """The shoe for which players reveal what they committed to, and since when."""
        self._contributed = asyncio.Event()
        """Set whenever something happens that may end the wait of a dealer for what players reveal."""
        self._refused: dict[tuple[str, str], Code] = {}
        """Why a step of the system or of a computer player was refused, by who took it and which it was."""
        self._over = float("-inf")
        self._task: asyncio.Task[None] | None = None
        self._awake = asyncio.Event()

    def wake(self) -> None:
        """Something happened: look again."""
        self._awake.set()
        self._contributed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=f"dealing {self.hub.name}")

    @property
    def is_at_rest(self) -> bool:
        """Whether the table waits: no step is under way or due, and nothing has happened that was not looked at."""
        until = self._paused_until
        waits = self._pause is not None and not self._awake.is_set()
        return waits and (until is None or until > self.clock.monotonic())

    @property
    def goes_on_at(self) -> float | None:
        """When a table at rest goes on by itself, by the clock's `monotonic`; None if it waits for people."""
        return self._paused_until if self._pause is not None and self._pause.own else None

    async def shake(self, place: int) -> Command:
        """Shake the dice of a bank at a table where nobody holds them, for the command after a place: the player has no say in
        what they show, and nobody else has either, since they come from the committed seed."""
        hub, system = self.hub, await self.open_system()
        asks = [ask for ask in hub.due() if ask.command == "determine_start"]
        if not asks:
            # Nothing is shaken for what the table refuses anyway.
            return DetermineStart(dice=(1, 1, 1))
        async with hub.lock:
            return await asyncio.to_thread(system.shake, asks[0], place + 1)

    async def stop(self) -> None:
        """Stop after the step under way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._awake.clear()
            try:
                pause = await self._step()
            except asyncio.CancelledError:
                raise
            except Exception:
                # One table's fault is not the others'; it is tried again.
                log.exception("table %s cannot go on", self.hub.name)
                pause = Pause(5.0)
            self.looks += 1
            if pause.seconds == 0:
                continue
            self._paused_until = None if pause.seconds is None else self.clock.monotonic() + pause.seconds
            self._pause = pause
            await self.clock.wait(self._awake, self._paused_until)
            self._pause = None

    async def _step(self) -> Pause:
        """Do what is due; return how long to wait before the next look."""
        await self.open_system()
        await self._carry()
        await (self._send_home() if self.closed() else self._fill_seats())
        look_again = await self._attend()
        if self._box_is_away:
            look_again = min(1.0, look_again or 1.0)
        if not self._anybody():
            await self._tell_seeds()
            return Pause(look_again) if self._box_is_away else UNTIL_SOMETHING_HAPPENS
        pause = await self._deal(self.clock.monotonic())
        if look_again is None or (pause.seconds is not None and pause.seconds <= look_again):
            return pause
        return Pause(look_again)

    async def open_system(self) -> TableSystem:
        """Return the system at this table; whoever needs it first opens what it keeps on record."""
        if self.system is None:
            await asyncio.to_thread(self.hub.attendance.open)
            self.system = await asyncio.to_thread(TableSystem, self.hub.record, self.hub.name, self.chance)
            # Players' pages can commit to something for the first shuffle now.
            self.hub.tell()
        return self.system

    async def _deal(self, now: float) -> Pause:
        """The next step of the table, or whoever is asked."""
        hub, system = self.hub, self.system
        assert system is not None
        if self._is_left_to_people(system):
            self.deadline = None
            return UNTIL_SOMETHING_HAPPENS
        async with hub.lock:
            coming = await asyncio.to_thread(self._next)
            place = hub.live.seq
        if isinstance(coming, Question):
            return await self._ask(self._computers_first(coming), place, now)
        if coming is None or (self.policy.staffed and coming.role is not Role.TABLE_SYSTEM):
            # A dealer performs each step; what is the system's own it does there too.
            self.deadline = None
            return UNTIL_SOMETHING_HAPPENS
        if coming.command == "start_round" and self.counted():
            return Pause(1.0)
        held = self._held_back(coming, now)
        if held.seconds is not None and held.seconds > 0:
            return held
        awaited = await self._await_reveals(coming, now)
        if awaited > 0:
            return Pause(awaited, own=True)
        try:
            async with hub.lock:
                given = await asyncio.to_thread(system.command, coming)
            outcome = await self._send(given, place)
        except MovedOnError:
            # Somebody else was first, here or in another process.
            return GO_ON
        if isinstance(outcome, Refusal):
            return Pause(2.0)
        if any(event.ends_round for event in outcome.events):
            self._over = now
        # What is done with the cards before a round is over quickly; what people follow keeps the pace.
        return Pause(self.policy.pace / (1000 if coming.command in _FOLLOWED else 8000), own=True)

    async def _await_reveals(self, coming: Ask, now: float) -> float:
        """Before a shuffle, let players' pages reveal what they committed to; how many seconds are left for it, at most."""
        system = self.system
        assert system is not None
        waiting = system.promised if takes_new_seed(coming) else None
        if waiting is None:
            return 0.0
        number, shoe = waiting
        if not shoe.sealed:
            await asyncio.to_thread(system.seal, number)
            self._sealed = number, now
            self.hub.tell()
        elif self._sealed is None or self._sealed[0] != number:
            # Sealed by another process, or before a restart.
            self._sealed = number, now
        present = [player for player in shoe.unkept if self.hub.here(player)]
        return self._sealed[1] + REVEALS - now if present else 0.0

    async def await_reveals(self, coming: Ask) -> None:
        """Wait for what players reveal before a shuffle that a dealer leaves to the system, at most for the time they have."""
        while True:
            self._contributed.clear()
            now = self.clock.monotonic()
            left = await self._await_reveals(coming, now)
            if left <= 0:
                return
            await self.clock.wait(self._contributed, now + left)

    async def _tell_seeds(self) -> None:
        """Whoever played the last round can prove its shuffle too, though nobody deals any more."""
        system = self.system
        assert system is not None
        if any(shoe.closed for shoe in system.shuffles.shoes.values()):
            async with self.hub.lock:
                await asyncio.to_thread(system.reveal)

    async def _send(self, given: Envelope, only_at: int | None = None) -> Answer | Refusal:
        """Take a step of the system or of a computer player, only at a place in the record if one is named.

        What is refused is tried again, but the same refusal is put on record and into the log once.
        """
        hub, step = self.hub, (given.by, str(given.command.__struct_config__.tag))
        given = complete_award(hub.record, hub.stream, self.jackpots, given)
        before = self._refused.get(step)
        if before is not None:
            decided = hub.record.prepared(hub.live, given).outcome
            if isinstance(decided, Refusal) and decided.code is before:
                return decided
        outcome = await hub.send(given, only_at)
        if isinstance(outcome, Refusal):
            self._refused[step] = outcome.code
            log.warning("table %s: %s was refused: %s", hub.name, step[1].replace("_", " "), outcome.code)
        else:
            self._refused.pop(step, None)
        return outcome

    def _is_left_to_people(self, system: TableSystem) -> bool:
        """Whether all that is due at a staffed table is people's, and no seed waits to be told: seen without another thread's help,
        which would cost every command more than all the rest of it."""
        if not self.policy.staffed or len(self.people()) < len(self.hub.live.state.seats):
            return False
        if any(shoe.closed for shoe in system.shuffles.shoes.values()):
            return False
        return not any(ask.role is Role.TABLE_SYSTEM for ask in self.hub.due())

    async def _carry(self) -> None:
        """What rounds contributed, whoever dealt them, goes to the jackpots; also what was left when a process died."""
        if not self.jackpots:
            return
        place, events = self.hub.live.told(2 * RECENT)
        missed = place.state.revision - self._carried
        ended = any(event.ends_round for event in (events[-missed:] if missed else ()))
        # What is no longer at hand may have been the end of a round.
        if ended or self._box_is_away or missed > len(events):
            await self.carry()
        # Where it could not be carried it is tried again.
        self._carried = place.state.revision

    async def carry(self) -> None:
        """Carry what whole rounds have contributed since the last time."""
        if not self.jackpots:
            return
        calls = not self.policy.staffed
        carried = await asyncio.to_thread(carry, self.hub.record, self.hub.stream, self.jackpots, calls=calls)
        self._box_is_away = carried.waits
        for one in carried.refused:
            log.warning("table %s: a contribution was refused by %s: %s", self.hub.name, self.jackpots, one.code)

    def counted(self) -> ClauseId | None:
        """The clause by which the table is closed while its box is counted there: no round begins. None while it is open."""
        return closed_for_count(self.hub.record.live(self.jackpots).state, self.hub.name) if self.jackpots else None

    def in_round(self) -> bool:
        """Whether a round of play is under way."""
        state: Any = self.hub.live.state
        return state.round.status not in ("wagering", "between rounds")

    def is_unfinished(self) -> bool:
        """Return whether somebody sits there, or something was begun that must be played to its end."""
        return self.in_round() or bool(self.people()) or any(self._wagers().values())

    def _anybody(self) -> bool:
        """Whether somebody plays: computer players for themselves alone only to the end of a round, or where the policy lets them, or
        somebody looks on."""
        if not self.hub.live.state.seats:
            return False
        return self.policy.alone or self.closed() or self.in_round() or bool(self.people() or self.hub.watching)

    def people(self) -> list[str]:
        """Who sits there and is no computer player."""
        return [person for person in self.hub.live.state.seats.values() if not person.startswith(COMPUTER)]

    def _next(self) -> Ask | Question | None:
        assert self.system is not None
        system, state = self.system, self.hub.live.state
        out = self.hub.attendance.state.out
        system.house.sitting_out = {seat for seat, person in state.seats.items() if person in out}
        return system.next_ask()

    def _still_read(self, now: float) -> float:
        """Return how many seconds people still have to read how the last round came out."""
        return self._over + self.policy.pace * TO_READ / 1000 - now if self.people() else 0.0

    def _held_back(self, ask: Ask, now: float) -> Pause:
        """Time to see who won at a poker table, and time to bet: from the first wager on, so long as somebody present has none, and
        at most the posted clock."""
        if ask.command == "start_round":
            return Pause(self._still_read(now), own=True)
        if ask.command != "announce_no_more_bets":
            return GO_ON
        number: int = self.hub.live.state.number  # type: ignore[attr-defined]
        # The round before may have been dealt elsewhere.
        if self._since is None or self._since[0] != number:
            self._since = number, now
        wagers = self._wagers()
        without = [
            person
            for seat, person in self.hub.live.state.seats.items()
            if not person.startswith(COMPUTER) and not wagers.get(seat)
        ]
        awaited = any(map(self.hub.here, without))
        window = max(self.policy.clock, 5) if awaited else self.policy.pace / 1000
        returning = max(map(self.hub.returning, without), default=0.0)
        return Pause(max(self._since[1] + window - now, returning, 0.0), own=not awaited and not returning)

    # Players.

    async def _ask(self, question: Question, place: int, now: float) -> Pause:
        person = self.hub.live.state.seats.get(question.seat)
        assert self.system is not None
        if person is None:
            # Somebody is asked to sit down: there is nobody to wait for by the clock.
            self.deadline = None
            return UNTIL_SOMETHING_HAPPENS
        if person.startswith(COMPUTER):
            return await self._ask_computer(question, person, place, now)
        offer = offer_in(question)
        if offer is not None:
            return await self._leave_open(offer, person, place, now)
        seconds: float | None = self.policy.clock or None
        decides = True
        if question.of("show_hand"):
            # Who has nothing to decide shows at once; a beaten hand may be conceded unseen.
            decides = self.hub.here(person) and self._would_concede(question, person)
            seconds = self.policy.pace * (TO_READ if decides else 1) / 1000
        elif question.may_wait and not self._worth_waiting(question, person):
            self.system.house.pass_over(question)
            return GO_ON
        if self.policy.staffed or seconds is None:
            self.deadline = None
            return UNTIL_SOMETHING_HAPPENS
        state: Any = self.hub.live.state
        # Whatever others do meanwhile gives nobody more time to answer what the table waits for.
        moment = (question, state.revision) if question.may_wait else (question, *self._point)
        deadline = self.deadline if self._asked == moment else None
        deadline = now + seconds if deadline is None else deadline
        self._show_time(moment, deadline, seconds)
        if now < deadline:
            return Pause(deadline - now, own=not decides)
        command = passive(question, self.hub.live.rules, self._seen_by(person))
        if command is None:
            return self._unanswered(question)
        return await self._answer(question, command, person, place)

    @property
    def _point(self) -> tuple[Any, ...]:
        """The point of the round at which somebody is asked."""
        state: Any = self.hub.live.state
        return state.number, getattr(state.round, "street", None) or getattr(state.round, "phase", None)

    def _show_time(self, moment: Any, deadline: float, seconds: float) -> None:
        """Let pages show until when somebody may answer."""
        if self._asked != moment:
            self._asked, self.deadline, self.allowed = moment, deadline, seconds
            self.hub.tell()

    async def _leave_open(self, offer: Question, person: str, place: int, now: float) -> Pause:
        """Let an offer stand for the posted time, counted from when it was made, whatever happens meanwhile; then it is declined."""
        assert self.system is not None
        seconds = self._stands(offer, person)
        if not seconds:
            self.system.house.pass_over(offer)
            return GO_ON
        moment = (*self._point, offer.seat, *[ask.command for ask in offer.asks])
        self._offered = {one: made for one, made in self._offered.items() if one[0] == moment[0]}
        deadline = self._offered.setdefault(moment, now) + seconds
        self._show_time(moment, deadline, seconds)
        if now < deadline:
            return Pause(deadline - now)
        command = declined(offer)
        if command is None:
            self.system.house.pass_over(offer)
            return GO_ON
        return await self._answer(offer, command, person, place)

    async def _ask_computer(self, question: Question, person: str, place: int, now: float) -> Pause:
        """Let a computer player answer, at the pace of the deal."""
        if self._thought is None or self._thought[:2] != (place, question):
            command = await self._answer_of_computer(question, person)
            if command is None:
                return self._unanswered(question)
            begins = now + max(self._still_read(now), 0.0) if question.of("place_wagers") else now
            self._thought = place, question, command, begins + self.policy.pace / 1000
        _, _, command, ready = self._thought
        if now < ready:
            return Pause(ready - now, own=True)
        self._thought = None
        return await self._answer(question, command, person, place)

    def _unanswered(self, question: Question) -> Pause:
        """The table goes on without an answer; where it cannot, as without a second player's stakes, it waits for people."""
        assert self.system is not None
        self.system.house.pass_over(question)
        return GO_ON if question.may_wait else UNTIL_SOMETHING_HAPPENS

    def _computers_first(self, question: Question) -> Question:
        """Stakes are added in any order: a computer player does not wait for somebody who may be away."""
        if not question.of("add_stakes"):
            return question
        seats, live = self.hub.live.state.seats, self.hub.live
        asks = [ask for ask in live.machine.due(live.rules, live.state) if ask.command == "add_stakes"]
        first = next((ask for ask in asks if seats[ask.seat].startswith(COMPUTER)), None)
        return question if first is None else Question(seat=first.seat, asks=(first,), may_wait=first.may_wait)

    def _worth_waiting(self, question: Question, person: str) -> bool:
        """Whether the table waits for an answer it could go on without: for the first wager of a round, not for the others."""
        out = person in self.hub.attendance.state.out
        return bool(question.of("place_wagers")) and not self._wagers() and not out

    def _stands(self, offer: Question, person: str) -> float:
        """Return how long an offer stands; not at all where it cannot be taken up, or for somebody who sits out.

        At a staffed table the dealer goes on when it is time.
        """
        left = self.policy.staffed or person in self.hub.attendance.state.out
        return self.policy.offer if any(map(offer.of, OFFERS)) and not left else 0

    def _would_concede(self, question: Question, person: str) -> bool:
        live = self.hub.live
        strategy = chapter_of(live.rules.game.id).strategy()
        answer = strategy(live.rules, self._seen_by(person), question, random.Random(0))
        return getattr(answer, "muck", False)

    def _seen_by(self, person: str) -> Any:
        live = self.hub.live
        due = live.machine.due(live.rules, live.state)
        return live.machine.observe(live.rules, live.state, Viewer(Role.PLAYER, person), (), due)

    def _wagers(self) -> dict[int, Any]:
        of: Any = getattr(self.hub.live.state, "round", None)
        wagers: dict[int, Any] = getattr(of, "wagers", {})
        return wagers

    async def _answer_of_computer(self, question: Question, person: str) -> Command | None:
        live = self.hub.live
        stakes = question.of("add_stakes")
        if stakes:
            assert stakes[0].amounts is not None
            return AddStakes(cents=max(BUY_IN, stakes[0].amounts.least))
        seen = self._seen_by(person)
        strategy = chapter_of(live.rules.game.id).strategy()
        thinking = random.Random(self.chance.getrandbits(64))
        command: Command | None = await asyncio.to_thread(strategy, live.rules, seen, question, thinking)
        return command

    async def _answer(self, question: Question, command: Command, person: str, place: int) -> Pause:
        """What is answered to this question is never taken for an answer to a later one."""
        if command == DetermineStart():
            command = await self.shake(place)
        given = envelope(command, role=Role.PLAYER, seat=question.seat, by=person)
        try:
            outcome = await self._send(given, place)
        except MovedOnError:
            return GO_ON
        if isinstance(outcome, Refusal):
            assert self.system is not None
            self.system.house.pass_over(question)
            return Pause(1.0)
        return GO_ON

    async def _fill_seats(self) -> None:
        """Computer players take the seats the policy gives them, and buy in again when they are out of chips."""
        live = self.hub.live
        if chapter_of(live.rules.game.id).banked:
            await self._buy_in_again()
        far, _, state = live.place
        there = {person for person in state.seats.values() if person.startswith(COMPUTER)}
        places = getattr(live.rules.game, "seats", SEATS)
        seats = [seat for seat in range(1, places + 1) if seat not in state.seats]
        names = [COMPUTER + name for name in NAMES if COMPUTER + name not in there]
        # From the far end of the table, so that the first seats stay free for people.
        while len(there) < self.policy.computers and seats and names:
            seat, name = seats.pop(), names.pop(0)
            given = envelope(live.machine.take_seat(BUY_IN), role=Role.PLAYER, seat=seat, by=name)
            try:
                outcome = await self._send(given, far)
            except MovedOnError:
                # Another process may have had the same thought.
                return
            if isinstance(outcome, Refusal):
                return
            far = outcome.seq
            there.add(name)

    async def _send_home(self) -> None:
        """Computer players leave a table that is closed, once the round is over; who has wagered already plays it to its end."""
        if self.in_round():
            return
        state, wagers = self.hub.live.state, self._wagers()
        for seat, person in list(state.seats.items()):
            if person.startswith(COMPUTER) and not wagers.get(seat):
                await self._send(envelope(LeaveSeat(), role=Role.PLAYER, seat=seat, by=person))

    async def _buy_in_again(self) -> None:
        """At a banked table computer players buy chips when they run out; at poker stakes are added when they are asked for."""
        hub, wagers = self.hub, self._wagers()
        state: Any = hub.live.state
        if state.round.status != "wagering":
            return
        for seat, person in state.seats.items():
            if person.startswith(COMPUTER) and not wagers.get(seat) and state.balance(player_account(person)) < LEAST:
                given = envelope(AddStakes(cents=BUY_IN), role=Role.PLAYER, seat=seat, by=person)
                if isinstance(await self._send(given), Refusal):
                    return

    async def _attend(self) -> float | None:
        """Note who has come, gone, or been away longer than posted; when to look again, None if nobody is away."""
        hub, attendance = self.hub, self.hub.attendance
        # The number first: what is noted later than that is looked at again.
        place, noted, here = attendance.seq, attendance.state, self.processes.process
        people = {one for one in hub.live.state.seats.values() if not one.startswith(COMPUTER)}
        notes: list[Command] = [NoteLeft(person=one) for one in sorted(noted.known - people)]
        waits: list[float] = []
        # At a staffed table the dealer sees who is there: an open page says nothing.
        for person in () if self.policy.staffed else sorted(people):
            where = noted.here.get(person)
            elsewhere = where is not None and where != here and await asyncio.to_thread(self.processes.lives, where)
            if elsewhere:
                # That process says when it has no page any more, unless it dies.
                waits.append(ELSEWHERE)
            elif hub.present(person):
                notes += [NoteHere(person=person, where=here)] if where != here else []
            elif person not in noted.away:
                notes.append(NoteAway(person=person))
                waits.append(self.policy.away)
            elif person not in noted.out:
                # While the house was closed nobody could come back. What is noted in whole seconds may have begun one later.
                left = max(noted.away[person] + 1, self._began) + self.policy.away - self.clock.now()
                if left <= 0:
                    notes.append(SitOut(person=person))
                else:
                    waits.append(left)
        try:
            for number, note in enumerate(notes):
                await asyncio.to_thread(attendance.note, note, place + number)
        except MovedOnError:
            # Another process was first, or the player has said something: who was to sit out may be here again.
            waits.append(0.0)
        if notes:
            hub.tell()
        return min(waits, default=None)
