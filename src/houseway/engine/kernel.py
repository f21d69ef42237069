"""The kernel of every table: an envelope comes in, events or a refusal go out, and events alone rebuild the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

import msgspec

from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.accounts import Posting, player_account
from houseway.engine.asking import Ask, said
from houseway.engine.checking import fault_of, fault_of_change
from houseway.engine.names import fault_of_name, fault_of_spelling
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.engine.roles import DEALER, PLAYER, Role
from houseway.engine.showing import shown
from houseway.engine.words import given as given_in_words
from houseway.money import MOST, NOTHING, Balance, Cents, dollars
from houseway.seats import Seat

NOBODY: frozenset[Role] = frozenset()


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="command",
    forbid_unknown_fields=True,
    repr_omit_defaults=True,
    gc=False,
):
    """What is asked of a table, and nothing of who asks. ``v`` is the version of the kind.

    ``roles`` may give it; ``own_seat``: it is a seat's own, given by the person there or by the dealer on their behalf;
    ``opens``: it may be given before the table is open.
    """

    v: Literal[1] = 1
    __repr__ = shown
    roles: ClassVar[frozenset[Role]] = NOBODY
    own_seat: ClassVar[bool] = False
    opens: ClassVar[bool] = False


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="event",
    forbid_unknown_fields=True,
    repr_omit_defaults=True,
    gc=False,
):
    """What happened, under which clause, and what money moved by it. ``v`` is the version of the kind.

    An event holds only plain values, so the garbage collector need not look at it. ``ends_round``: a round of play is over.
    """

    clause: ClauseId
    postings: tuple[Posting, ...] = ()
    v: Literal[1] = 1
    __repr__ = shown
    ends_round: ClassVar[bool] = False


class SpokenFor(Event, frozen=True, kw_only=True, tag="spoken_for"):
    """The dealer gave the command that follows on behalf of the player at a seat."""

    seat: Seat
    person: str


class Envelope(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, repr_omit_defaults=True, gc=False
):
    """A command and who gives it: a named person, in a role, for a seat where one is claimed, when, under which key.

    ``at`` None: at the time the table has come to. An empty ``key`` is none.
    """

    command: Command
    by: str
    role: Role
    seat: Seat = Seat(0)
    at: int | None = None
    key: str = ""


def envelope(
    command: Command, *, role: Role | None = None, seat: int = 0, by: str = "", at: int | None = None, key: str = ""
) -> Envelope:
    """An envelope in which the role, unless said, is the first that may give the command; a table fills in who it is."""
    return Envelope(command=command, by=by, role=role or usual_role(command), seat=Seat(seat), at=at, key=key)


def usual_role(command: Command) -> Role:
    """The role that gives a command where nobody says otherwise: a player their own, else the least that may."""
    return _usual_role(type(command))


@cache
def _usual_role(kind: type[Command]) -> Role:
    # What is no command at all has no role that may give it; the machine refuses it.
    roles: frozenset[Role] = getattr(kind, "roles", NOBODY)
    return next((role for role in Role if role in roles and (role is not PLAYER or len(roles) == 1)), PLAYER)


def _fault_of_envelope(given: Envelope) -> str | None:
    """What is wrong with the values around a command: checked by hand first, since it is with every command."""
    seat, at = given.seat, given.at
    plain = type(given.by) is str and given.by.isprintable() and type(given.role) is Role and not given.key
    return None if plain and type(seat) is int and 0 <= seat < 100 and at is None else fault_of(given)


class State(msgspec.Struct, kw_only=True, gc=False, forbid_unknown_fields=True):
    """What the states of all tables have: what lasts, and the round, which is replaced as a whole.

    One rule of mutability: a draft owns a copy of the state, of its round and of its ledger, and sets their fields; every
    other value in them is replaced when it changes. So a state that was handed out never changes.
    """

    digest: str = ""
    stated: bool = False
    staffed: bool = False
    now: int = 0
    revision: int = 0
    seats: dict[Seat, str] = {}
    ledger: dict[str, Balance] = {}

    def copy(self: S) -> S:
        """A copy that may be changed without changing this state."""
        twin: S = self.__copy__()  # type: ignore[attr-defined]
        twin.ledger = self.ledger.copy()
        return twin

    def people(self) -> tuple[str, ...]:
        """Everybody whose name the state keeps, some perhaps more than once."""
        return tuple(self.seats.values())

    def balance(self, account: str) -> Cents:
        """What an account holds."""
        return self.ledger.get(account, NOTHING)


S = TypeVar("S", bound=State)
R = TypeVar("R", bound="Rules")
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
K = TypeVar("K", Command, Event)


class Rules(Protocol):
    """Resolved rules of a table: the machine that plays them, and the digest that a state is bound to."""

    @property
    def digest(self) -> str: ...

    @property
    def machine(self) -> Machine[Any, Any]: ...


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks. A player sees their own cards, everybody what is face up."""

    role: Role
    person: str | None = None


class Accepted(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """The events a command led to and the state after them."""

    events: tuple[Event, ...]
    state: S


class Draft(msgspec.Struct, Generic[R, S], eq=False, gc=False):
    """Rules, a copy of the state, an envelope with the seat it names, and the events so far.

    If a requirement fails it is thrown away. Without an envelope it only answers questions about a state, which need not be
    a copy then.
    """

    appliers: Mapping[type[Event], Applier[S]]
    rules: R
    state: S
    envelope: Envelope | None = None
    seat: Seat = Seat(0)
    events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Record an event and let it take effect."""
        state = self.state
        if event.postings:
            _post(state.ledger, event.postings)
            _check_balances(state.ledger, event.postings)
        self.appliers[type(event)](state, event)
        state.revision += 1
        self.events.append(event)

    @property
    def given(self) -> Envelope:
        """The envelope whose command is carried out."""
        assert self.envelope is not None
        return self.envelope

    @property
    def at(self) -> int:
        """When the command is given; without one, the time the table has come to."""
        at = None if self.envelope is None else self.envelope.at
        return self.state.now if at is None else at

    @property
    def awaited(self) -> str:
        """What is due next, in the words of a refusal; a player is told only what is due of players."""
        asks = self.rules.machine.due(self.rules, self.state)
        if self.envelope is not None and self.envelope.role is Role.PLAYER:
            asks = tuple([ask for ask in asks if ask.role is Role.PLAYER])
            return said(asks) if asks else "wait for the dealer"
        return said(asks)


class Applier(Protocol[S_contra]):
    """How one kind of event changes a state. Nothing is decided here: an event says all that is needed."""

    def __call__(self, state: S_contra, event: Any, /) -> None: ...


class Handler(Protocol):
    """Carries out one kind of command on a draft."""

    def __call__(self, draft: Any, command: Any, /) -> None: ...


def kinds_in(module: Mapping[str, object], base: type[K]) -> tuple[type[K], ...]:
    """Every kind of command or event that a module names, in its order."""
    named = (one for one in module.values() if isinstance(one, type) and issubclass(one, base) and one is not base)
    return tuple(dict.fromkeys(named))


def changes_nothing(state: State, event: Event) -> None:
    """The applier of an event that only records."""


def apply(appliers: Mapping[type[Event], Applier[S]], state: S, event: Event) -> None:
    """Change the given state, which the caller owns, by an event."""
    if event.postings:
        _post(state.ledger, event.postings)
    appliers[type(event)](state, event)
    state.revision += 1


def _post(ledger: dict[str, Cents], postings: tuple[Posting, ...]) -> None:
    for source, target, cents in postings:
        ledger[source] = ledger.get(source, 0) - cents  # type: ignore[assignment]
        ledger[target] = ledger.get(target, 0) + cents  # type: ignore[assignment]


def _check_balances(ledger: dict[str, Cents], postings: tuple[Posting, ...]) -> None:
    """Refuse to move an amount that no account can hold."""
    for source, target, cents in postings:
        if not (0 <= cents < MOST and -MOST < ledger[source] < MOST and -MOST < ledger[target] < MOST):
            says = f"{dollars(cents)} cannot move from {source!r} to {target!r}: an account holds less than {dollars(MOST)}"
            raise refuse(Code.VALUES_ARE_IN_RANGE, NO_CLAUSE, says, ("a smaller amount",))


def _check_recordable(before: State, draft: Draft[Any, Any]) -> None:
    """Refuse a command whose events or state could be written but not read again: reading a record checks the same ranges."""
    fault = next(filter(None, map(fault_of, draft.events)), None) or fault_of_change(before, draft.state)
    if fault is not None:
        says = f"the table cannot record what this command leads to: {fault}"
        raise refuse(Code.VALUES_ARE_IN_RANGE, NO_CLAUSE, says, ("a smaller amount",))


class MachineError(TypeError):
    """Raised when a machine is put together with a kind of event or command left out."""


class ReplayError(ValueError):
    """Raised when an event cannot have happened after those before it, or is none of this kind of table."""


OTHER_RULES = Refusal(Code.SUBMISSION_IS_LAWFUL, NO_CLAUSE, "this table was opened under other rules")


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine(Generic[R, S]):
    """One kind of table as a value: its state, what each command does, what each event changes, what is due and seen.

    ``clause`` names the clause for a requirement of the kernel, ``seated`` refuses a seat that does not exist or that
    nobody has, ``funding`` is what a new table is given, ``before`` is what the machine requires of every command, ``step``
    names the clause that says whose a command is, where each has its own. ``legal`` and ``observe`` are told what is due.
    ``words`` reads what players say beside the names of commands, ``moves`` are the commands that do what is asked of a
    player who sees so much. ``follows``: whether an event of a history agrees with what lies at the table before it.
    ``table`` loads the class of its tables, whose people and observations have types of their own.
    """

    name: str
    state: type[S]
    draft: Callable[[Mapping[type[Event], Applier[S]], R, S, Envelope, Seat], Draft[R, S]]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    handlers: Mapping[type[Command], Handler]
    appliers: Mapping[type[Event], Applier[S]]
    clause: Callable[[R, S, Code], ClauseId]
    seated: Callable[[R, S, Seat], None]
    due: Callable[[R, S], tuple[Ask, ...]]
    legal: Callable[[R, S, Viewer, tuple[Ask, ...]], tuple[Ask, ...]]
    observe: Callable[[R, S, Viewer, Sequence[Event], tuple[Ask, ...]], Any]
    redact: Callable[[R, S, Sequence[Event], Viewer], tuple[Event, ...]]
    take_seat: Callable[[Cents], Command]
    player: Callable[[Table[R, S], Seat], Any]
    dealer: Callable[[Table[R, S]], Any]
    funding: Callable[[R], tuple[Command, ...]] = lambda rules: ()
    before: Callable[[R, S, Envelope], None] | None = None
    step: Callable[[R, S, Command], ClauseId] | None = None
    words: Callable[[R, S, Seat, str], Command | None] = lambda rules, state, seat, said: None
    moves: Callable[[R, Any, Ask], Iterator[Command]] = lambda rules, seen, ask: iter(())
    follows: Callable[[S, Event], bool] | None = None
    table: Callable[[], type[Table[R, S]]] | None = None
    players_own: frozenset[type[Command]] = field(init=False)
    """The commands that a player gives for the own seat."""

    def __post_init__(self) -> None:
        own = frozenset(kind for kind in self.commands if kind.own_seat)
        object.__setattr__(self, "players_own", own)
        for what, kinds, table in (
            ("command", self.commands, self.handlers),
            ("event", self.events, self.appliers),
        ):
            odd = {kind.__name__ for kind in set(kinds) ^ set(table)}
            if odd:
                raise MachineError(f"{self.name}: {what} and its entry do not match for {', '.join(sorted(odd))}")

    def handle(self, rules: R, state: S, given: Envelope) -> Accepted[S] | Refusal:
        """Carry out a command on a copy of the state, or refuse it and change nothing.

        What is accepted can be recorded: every event and whatever changed in the state is checked as reading a record checks it.
        """
        try:
            draft = self.carried_out(rules, state, given)
            _check_recordable(state, draft)
        except RefusedError as refused:
            return refused.refusal
        return Accepted(tuple(draft.events), draft.state)

    def carried_out(self, rules: R, state: S, given: Envelope) -> Draft[R, S]:
        """The draft of what a command does; raises if it is refused."""
        command, seat, by = given.command, given.seat, given.by
        kind, on_behalf = type(command), False
        # A player at the own seat is by far the most frequent, and quickly seen: the name was looked at when it was taken.
        if (
            given.role is PLAYER
            and kind in self.players_own
            and type(seat) is int
            and state.seats.get(seat) == by
            and given.at is None
            and not given.key
            and state.digest == rules.digest
        ):
            fault = fault_of(command)
            if fault is not None:
                raise refuse(Code.VALUES_ARE_IN_RANGE, NO_CLAUSE, fault)
        else:
            on_behalf = self._check_envelope(rules, state, given)
        if self.before is not None:
            self.before(rules, state, given)
        draft = self.draft(self.appliers, rules, state.copy(), given, seat)
        if on_behalf:
            clause = self.clause(rules, state, Code.SEAT_IS_ONES_OWN)
            draft.emit(SpokenFor(clause=clause, seat=seat, person=by))
        self.handlers[kind](draft, command)
        return draft

    def apply(self, state: S, event: Event) -> None:
        """Change the given state, which the caller owns, by an event."""
        apply(self.appliers, state, event)

    def replay(self, events: Iterable[Event], state: S | None = None, *, as_written: bool = False) -> S:
        """The state that events lead to, from the beginning or from a snapshot.

        ``as_written``: also events that contradict those before them, to show what a record says.
        """
        after = self.state() if state is None else state.copy()
        appliers, follows = self.appliers, None if as_written else self.follows
        for event in events:
            try:
                if follows is not None and type(event) in appliers and not follows(after, event):
                    raise ValueError(event)
                apply(appliers, after, event)
            except (LookupError, TypeError, ValueError, AttributeError):
                # Appliers look at nothing again: an event that was made up may name a seat that nobody has.
                says = "cannot have happened" if type(event) in appliers else f"is no event of a {self.name}"
                raise ReplayError(f"{type(event).__name__} as event {after.revision + 1} {says}") from None
        return after

    def is_of(self, rules: R, state: State) -> bool:
        """Whether a state is one of these rules: opened under them, or not opened yet."""
        return type(state) is self.state and state.digest in ("", rules.digest)

    def _check_envelope(self, rules: R, state: S, given: Envelope) -> bool:
        """Refuse what is not to be looked at: whether the command is given on a player's behalf."""
        command, by = given.command, given.by
        kind = type(command)
        if kind not in self.handlers:
            says = f"{kind.__name__} is no command of a {self.name}"
            raise refuse(Code.COMMAND_IS_OF_THIS_TABLE, NO_CLAUSE, says)
        fault = fault_of(command) or _fault_of_envelope(given)
        if fault is not None:
            raise refuse(Code.VALUES_ARE_IN_RANGE, NO_CLAUSE, fault)
        # Whoever has the seat was looked at when sitting down.
        in_seat = state.seats.get(given.seat) == by
        fault = None if in_seat else fault_of_name(by) or fault_of_spelling(by, state.people())
        if fault is not None:
            says, code = fault if by.strip() else "a command comes from a named person", Code.PERSON_IS_NAMED
            raise refuse(code, self._whose(rules, state, command, code), says, ("a name",))
        if state.digest != rules.digest:
            if not self.is_of(rules, state):
                raise RefusedError(OTHER_RULES)
            if not kind.opens:
                raise self._refused(rules, state, Code.TABLE_IS_OPEN, "the table is not open", "open the table")
        on_behalf = self._check_speaker(rules, state, given)
        if given.at is not None and given.at < state.now:
            says = f"the time given, {given.at} seconds, lies before the {state.now} seconds that have passed"
            raise self._refused(rules, state, Code.TIME_RUNS_FORWARD, says, f"{state.now} seconds or later")
        return on_behalf

    def _check_speaker(self, rules: R, state: S, given: Envelope) -> bool:
        kind, role, seat = type(given.command), given.role, given.seat
        on_behalf = kind.own_seat and role is DEALER and (seat != 0 or role not in kind.roles)
        if role not in kind.roles and not on_behalf:
            may = sorted(one.value for one in kind.roles)
            words = str(kind.__struct_config__.tag).replace("_", " ")
            says, code = f"{role.spoken} may not give the command {words!r}", Code.ROLE_IS_AUTHORISED
            raise refuse(code, self._whose(rules, state, given.command, code), says, may)
        if not kind.own_seat or not (on_behalf or role is PLAYER):
            return False
        if role is PLAYER and state.seats.get(seat) == given.by:
            return False
        self.seated(rules, state, seat)
        if on_behalf and not state.staffed:
            says = "no dealer speaks for the players at this table"
            raise self._refused(rules, state, Code.SEAT_IS_ONES_OWN, says, f"seat {seat} itself")
        if not on_behalf:
            says = f"seat {seat} is not the seat of {given.by}"
            own = [f"seat {one}" for one, person in state.seats.items() if person == given.by]
            raise self._refused(rules, state, Code.SEAT_IS_ONES_OWN, says, *own)
        return on_behalf

    def _whose(self, rules: R, state: S, command: Command, code: Code) -> ClauseId:
        """The clause that says whose a command is."""
        return self.clause(rules, state, code) if self.step is None else self.step(rules, state, command)

    def _refused(self, rules: R, state: S, code: Code, says: str, *legal: str) -> RefusedError:
        return refuse(code, self.clause(rules, state, code), says, legal)


class RefusedCommandError(Exception):
    """Raised by `Table.do` when a command is refused; carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


Outcome = tuple[Event, ...] | Refusal


class Table(Generic[R, S]):
    """One table under one set of rules: send it commands, read its events, see what a viewer may see, fork it.

    `send` answers with events or a refusal, `do` raises on a refusal; both change the table only if the command is
    accepted. The same key twice in a round, from the same person, gives the first answer again. Whoever calls may write a
    seat and an amount as plain whole numbers.
    """

    def __init__(
        self,
        rules: R,
        *,
        state: S | None = None,
        events: Sequence[Event] = (),
        envelopes: Sequence[Envelope] = (),
    ) -> None:
        self.rules = rules
        self.machine: Machine[R, S] = rules.machine
        self.state: S = self.machine.state() if state is None else state
        self.events: list[Event] = list(events)
        self.envelopes: list[Envelope] = list(envelopes)
        # The answers of this round of play by who asked under which key, and those of the round before, whose last answer
        # may have been lost; nothing at all while nobody gives a key.
        self._answers: tuple[dict[tuple[str, str], Outcome], ...] = ()
        self._due: tuple[S | None, tuple[Ask, ...]] = (None, ())

    def send(
        self,
        said: Command | Envelope,
        *,
        role: Role | None = None,
        seat: int = 0,
        by: str = "",
        at: int | None = None,
        key: str = "",
    ) -> Outcome:
        """Carry out a command, or answer with the refusal and change nothing.

        Who gives it may be left to the table: the person at the seat, or its own staff in that role.
        """
        if isinstance(said, Envelope):
            given = said if said.by else msgspec.structs.replace(said, by=self._person(said.role, said.seat))
        else:
            role = role or _usual_role(type(said))
            by = by or self._person(role, Seat(seat))
            given = Envelope(command=said, by=by, role=role, seat=Seat(seat), at=at, key=key)
        # A key that is no text is refused with the rest of its envelope, not looked up.
        asked = (given.by, given.key) if given.key and type(given.key) is type(given.by) is str else None
        if asked is not None:
            for answers in self._answers:
                if asked in answers:
                    return answers[asked]
        answer: Outcome
        try:
            draft = self.machine.carried_out(self.rules, self.state, given)
        except RefusedError as refused:
            answer = refused.refusal
        else:
            answer = tuple(draft.events)
            self.state = draft.state
            self.events += answer
            self.envelopes.append(given)
        if self._answers or asked is not None:
            self._remember(asked, answer)
        return answer

    def _remember(self, asked: tuple[str, str] | None, answer: Outcome) -> None:
        this = self._answers[0] if self._answers else {}
        if asked is not None:
            this[asked] = answer
        if not isinstance(answer, Refusal) and any(event.ends_round for event in answer):
            self._answers = ({}, this) if this else ()
        else:
            self._answers = (this, *self._answers[1:])

    def do(
        self,
        said: Command | Envelope,
        *,
        role: Role | None = None,
        seat: int = 0,
        by: str = "",
        at: int | None = None,
        key: str = "",
    ) -> tuple[Event, ...]:
        """Carry out a command; raise `RefusedCommandError` if it is refused."""
        outcome = self.send(said, role=role, seat=seat, by=by, at=at, key=key)
        if isinstance(outcome, Refusal):
            raise RefusedCommandError(outcome)
        return outcome

    def act(self, words: str, *, seat: int = 0) -> tuple[Event, ...]:
        """Carry out a command said in words, a player's for the seat that is asked unless another is named.

        ``table.act("raise to 400")``, ``table.act("deal street")``, ``table.act("3 fold")``; raises `RefusedCommandError`.
        """
        try:
            return self.do(given_in_words(self, words, Seat(seat)))
        except RefusedError as refused:
            raise RefusedCommandError(refused.refusal) from None

    def _person(self, role: Role, seat: Seat) -> str:
        """Who that is, as far as the values are such that anybody can be: the rest is refused."""
        if type(role) is not Role:
            return "nobody"
        return self.state.seats.get(seat, role.value) if role is PLAYER and type(seat) is int else role.value

    def due(self) -> tuple[Ask, ...]:
        """What has to happen next, and who is asked for it: worked out once, since a state that was handed out never changes."""
        if self._due[0] is not self.state:
            self._check_rules()
            self._due = (self.state, self.machine.due(self.rules, self.state))
        return self._due[1]

    def _check_rules(self) -> None:
        if not self.machine.is_of(self.rules, self.state):
            raise RefusedCommandError(OTHER_RULES)

    def legal(self, viewer: Viewer) -> tuple[Ask, ...]:
        """What a viewer may do now."""
        return self.machine.legal(self.rules, self.state, viewer, self.due())

    def observe(self, viewer: Viewer, *, last: int = 0) -> Any:
        """What a viewer may see, with so many of the last events."""
        events = self.events[-last:] if last else ()
        return self.machine.observe(self.rules, self.state, viewer, events, self.due())

    def seen_by(self, viewer: Viewer, events: Sequence[Event]) -> tuple[Event, ...]:
        """The last events of the table, or all of them, as a viewer may see them."""
        self._check_rules()
        return self.machine.redact(self.rules, self.state, events, viewer)

    def seat(self, seat: int, name: str, cents: int) -> Any:
        """Seat a person with chips; the player gives a player's commands."""
        # A blank is no name either, but one that nobody takes for the table's own.
        self.do(self.machine.take_seat(Cents(cents)), seat=seat, by=name or " ")
        return self.player(seat)

    def player(self, seat: int) -> Any:
        """The player at a seat that is taken, who gives a player's commands."""
        if seat not in self.state.seats:
            raise KeyError(f"nobody is seated at seat {seat}")
        return self.machine.player(self, Seat(seat))

    @property
    def dealer(self) -> Any:
        """The dealer, who gives the dealer's commands."""
        return self.machine.dealer(self)

    def __repr__(self) -> str:
        name = getattr(getattr(self.rules, "game", None), "name", self.machine.name)
        state = self.state
        chips = {seat: state.balance(player_account(person)) for seat, person in state.seats.items()}
        people = ", ".join(f"{seat} {person} {dollars(chips[seat])}" for seat, person in sorted(state.seats.items()))
        if not self.machine.is_of(self.rules, state):
            awaits = OTHER_RULES.message
        else:
            awaits = f"next: {said(self.due()) if state.digest else 'open the table'}"
        return f"<{name}: {people or 'nobody is seated'}; {awaits}>"

    def fork(self) -> Self:
        """A table in the same state that goes its own way from here."""
        twin = type(self)(self.rules, state=self.state.copy(), events=self.events, envelopes=self.envelopes)
        twin._answers = tuple([answers.copy() for answers in self._answers])
        return twin
