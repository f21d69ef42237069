"""The cage: what each player has at the house, and every chip that goes to a table or comes back from it.

A buy-in is drawn from the player's balance and a cash-out returns to it. The record writes the table's command and the cage's in
one transaction, so that neither is ever there without the other. The balance of a table's account is what was brought to the
table less what was taken away: the chips of its players, its inventory and its meters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.engine.accounts import HOUSE, OUTSIDE, Posting, player_account
from houseway.engine.asking import Ask
from houseway.engine.kernel import Applier, Command, Draft, Event, Handler, Machine, State, Viewer
from houseway.engine.observing import Observation
from houseway.engine.opening import OpenTable, TableOpened, opened
from houseway.engine.refusal import Code
from houseway.engine.roles import ADMINISTRATORS, CASHIERS, SYSTEM, Role
from houseway.house.seatless import HOUSE_POLICY, machine, observed, open_stream, refused
from houseway.money import NOTHING, Balance, Cents, dollars

CASH = "cash"
"""Where deposits come from and withdrawals go to."""
ALLOWANCES = "allowances"
"""Where the play money of a house comes from."""
BEFORE = "before the cage"
"""Where the chips come from that lay on tables when the house had no cage yet."""
COMPUTER = "computer "
"""Before the names of computer players, so that everybody knows. They play with chips of the house."""
LARGEST = Cents(10**12)
"""The most that one deposit or allowance may bring a balance to."""
_LAST_SECOND = 253_402_300_799
"""The last second that has a date."""
_PLAYER = player_account("")
READERS = frozenset({Role.CASHIER, Role.FINANCE, Role.AUDITOR})
"""Who sees every balance and the reconciliation."""


def table_account(table: str) -> str:
    """The chips that lie at a table."""
    return f"table {table}"


class Movement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips that somebody brings to a table, or takes away from it where they are below zero; the house where nobody is named."""

    person: str
    cents: Balance


class PostCage(Command, frozen=True, kw_only=True, tag="post_cage"):
    """Post the play money that every player may draw per gaming day, 0 for none, and the hour (UTC) at which the day begins."""

    roles = ADMINISTRATORS | SYSTEM
    allowance: Cents
    day_begins: int = 0


class Deposit(Command, frozen=True, kw_only=True, tag="deposit"):
    """A cashier takes money for a player's balance."""

    roles = CASHIERS
    person: str
    cents: Cents


class Withdraw(Command, frozen=True, kw_only=True, tag="withdraw"):
    """A cashier pays a player out of the balance."""

    roles = CASHIERS
    person: str
    cents: Cents


class MoveChips(Command, frozen=True, kw_only=True, tag="move_chips"):
    """Chips go to a table or come back from it by the command ``seq`` of the table; ``before``: what lay there until then."""

    roles = SYSTEM
    table: str
    seq: int
    before: Balance
    moved: tuple[Movement, ...]


class CagePosted(Event, frozen=True, kw_only=True, tag="cage_posted"):
    allowance: Cents
    day_begins: int
    person: str
    at: int


class Deposited(Event, frozen=True, kw_only=True, tag="deposited"):
    person: str
    cashier: str
    at: int


class Withdrawn(Event, frozen=True, kw_only=True, tag="withdrawn"):
    person: str
    cashier: str
    at: int


class AllowanceGiven(Event, frozen=True, kw_only=True, tag="allowance_given"):
    """A player draws the play money of a gaming day."""

    person: str
    at: int


class TableCarriedOver(Event, frozen=True, kw_only=True, tag="table_carried_over"):
    """The chips that lay at a table when the house had no cage yet."""

    table: str
    at: int


class BoughtIn(Event, frozen=True, kw_only=True, tag="bought_in"):
    """Chips went to a table; a fill by the house where no person is named."""

    table: str
    seq: int
    person: str
    at: int


class CashedOut(Event, frozen=True, kw_only=True, tag="cashed_out"):
    """Chips came back from a table; a credit to the house where no person is named."""

    table: str
    seq: int
    person: str
    at: int


class DayTotals(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What moved in one gaming day. ``fills`` and ``credits`` are the house's own chips, those of computer players included."""

    deposits: Cents = NOTHING
    withdrawals: Cents = NOTHING
    allowances: Cents = NOTHING
    buy_ins: Cents = NOTHING
    cash_outs: Cents = NOTHING
    fills: Cents = NOTHING
    credits: Cents = NOTHING
    carried_over: Balance = NOTHING


class CageState(State, kw_only=True, gc=False):
    """The posted allowance, how far each table has been followed, and the totals of each gaming day by its date.

    ``drew``: the gaming day on which a player last drew the allowance.
    """

    posted: bool = False
    allowance: Cents = NOTHING
    day_begins: int = 0
    tables: dict[str, int] = {}
    drew: dict[str, str] = {}
    days: dict[str, DayTotals] = {}

    def day(self, at: int) -> str:
        """The date of the gaming day that a second lies in."""
        begun = min(at, _LAST_SECOND) - self.day_begins * 3600
        return datetime.fromtimestamp(max(begun, 0), UTC).date().isoformat()

    def allowance_due(self, person: str, at: int) -> Cents:
        """The play money that a player may still draw on this gaming day."""
        return self.allowance if self.drew.get(person, "") < self.day(at) else NOTHING

    def available(self, person: str, at: int) -> Cents:
        """The most that a player can buy in for now."""
        return Cents(self.balance(player_account(person)) + self.allowance_due(person, at))

    def players(self) -> dict[str, Cents]:
        """The balances of players, by name."""
        return {
            account.removeprefix(_PLAYER): cents
            for account, cents in sorted(self.ledger.items())
            if account.startswith(_PLAYER)
        }


@dataclass(frozen=True, slots=True)
class CageRules:
    """A cage has no rules but those above."""

    digest: str = "cage"

    @property
    def submission(self) -> Mapping[str, Any]:
        return {}

    @property
    def machine(self) -> Machine[CageRules, CageState]:
        return CAGE


def movements(events: Iterable[Event]) -> tuple[Movement, ...]:
    """What the events of a table brought to it or took away from it, by person; what cancels out is left out."""
    moved: dict[str, int] = {}
    for event in events:
        for source, target, cents in event.postings:
            if source == OUTSIDE:
                owner = _owner(target)
                moved[owner] = moved.get(owner, 0) + cents
            elif target == OUTSIDE:
                owner = _owner(source)
                moved[owner] = moved.get(owner, 0) - cents
    return tuple([Movement(person=owner, cents=Cents(cents)) for owner, cents in moved.items() if cents])


_OWNED = (_PLAYER, "payout ")


def _owner(account: str) -> str:
    """Whose chips an account of a table has; the house's unless it is a person's."""
    person = next((account.removeprefix(prefix) for prefix in _OWNED if account.startswith(prefix)), "")
    return "" if person.startswith(COMPUTER) else person


_Draft = Draft[CageRules, CageState]


def _post(draft: _Draft, command: PostCage) -> None:
    if command.allowance > LARGEST:
        raise refused(Code.VALUES_ARE_IN_RANGE, f"An allowance must be at most {dollars(LARGEST)}")
    if not 0 <= command.day_begins < 24:
        raise refused(Code.VALUES_ARE_IN_RANGE, "A gaming day must begin at an hour from 0 to 23")
    draft.emit(
        CagePosted(
            clause=HOUSE_POLICY,
            allowance=command.allowance,
            day_begins=command.day_begins,
            person=draft.given.by,
            at=draft.at,
        )
    )


def _deposit(draft: _Draft, command: Deposit) -> None:
    account = _check_counter(draft, command)
    if draft.state.balance(account) + command.cents > LARGEST:
        raise refused(Code.VALUES_ARE_IN_RANGE, f"A balance must stay at most {dollars(LARGEST)}")
    posting = (CASH, account, command.cents)
    draft.emit(
        Deposited(clause=HOUSE_POLICY, postings=(posting,), person=command.person, cashier=draft.given.by, at=draft.at)
    )


def _withdraw(draft: _Draft, command: Withdraw) -> None:
    account = _check_counter(draft, command)
    held = draft.state.balance(account)
    if command.cents > held:
        message = f"{command.person} has {dollars(held)} at the cage and cannot withdraw {dollars(command.cents)}"
        raise refused(Code.BUY_IN_IS_COVERED, message, f"{dollars(held)} or less")
    posting = (account, CASH, command.cents)
    draft.emit(
        Withdrawn(clause=HOUSE_POLICY, postings=(posting,), person=command.person, cashier=draft.given.by, at=draft.at)
    )


def _check_counter(draft: _Draft, command: Deposit | Withdraw) -> str:
    """The account of a player who stands at the counter."""
    if not command.cents:
        raise refused(Code.VALUES_ARE_IN_RANGE, "A cashier must name an amount above $0")
    if command.person == draft.given.by:
        says = f"{command.person} cannot serve {command.person} at the cage"
        raise refused(Code.PERSON_SIGNS_ONCE, says, "another cashier")
    return player_account(command.person)


def _move(draft: _Draft, command: MoveChips) -> None:
    table, seq, at = command.table, command.seq, draft.at
    state = draft.state
    if seq <= state.tables.get(table, 0):
        raise refused(Code.STEP_IS_DUE, f"The cage has command {seq} of table {table} already")
    if table not in state.tables and command.before:
        posting = _signed(BEFORE, table_account(table), command.before)
        draft.emit(TableCarriedOver(clause=HOUSE_POLICY, postings=(posting,), table=table, at=at))
    for movement in command.moved:
        _move_one(draft, movement, table, seq)


def _move_one(draft: _Draft, movement: Movement, table: str, seq: int) -> None:
    person, cents, at = movement.person, movement.cents, draft.at
    account = player_account(person) if person else HOUSE
    if person and cents > 0:
        _cover(draft, person, cents)
    posting = _signed(account, table_account(table), cents)
    kind = BoughtIn if cents > 0 else CashedOut
    draft.emit(kind(clause=HOUSE_POLICY, postings=(posting,), table=table, seq=seq, person=person, at=at))


def _cover(draft: _Draft, person: str, cents: Cents) -> None:
    """A buy-in is covered by the balance, or else with the allowance that is still due."""
    state, at = draft.state, draft.at
    account = player_account(person)
    available = state.available(person, at)
    if cents > available:
        message = f"{person} has {dollars(available)} at the cage and cannot buy in for {dollars(cents)}"
        raise refused(Code.BUY_IN_IS_COVERED, message, f"{dollars(available)} or less", "a deposit at the cage")
    if cents > state.balance(account):
        posting = (ALLOWANCES, account, state.allowance_due(person, at))
        draft.emit(AllowanceGiven(clause=HOUSE_POLICY, postings=(posting,), person=person, at=at))


def _signed(source: str, target: str, cents: int) -> Posting:
    """A posting from one account to another, the other way round where the amount is below zero."""
    return (source, target, Cents(cents)) if cents > 0 else (target, source, Cents(-cents))


def _apply_posted(state: CageState, event: CagePosted) -> None:
    state.posted, state.allowance, state.day_begins = True, event.allowance, event.day_begins


def _add(state: CageState, event: Any, name: str) -> None:
    """Add what an event moved to a total of its gaming day."""
    day = state.day(event.at)
    totals = state.days.get(day, DayTotals())
    moved = sum(-cents if target == BEFORE else cents for _, target, cents in event.postings)
    changed = {name: getattr(totals, name) + moved}
    state.days = {**state.days, day: replace(totals, **changed)}
    state.now = max(state.now, event.at)


def _apply_deposit(state: CageState, event: Deposited) -> None:
    _add(state, event, "deposits")


def _apply_withdrawal(state: CageState, event: Withdrawn) -> None:
    _add(state, event, "withdrawals")


def _apply_allowance(state: CageState, event: AllowanceGiven) -> None:
    state.drew = {**state.drew, event.person: state.day(event.at)}
    _add(state, event, "allowances")


def _apply_carried_over(state: CageState, event: TableCarriedOver) -> None:
    _add(state, event, "carried_over")


def _apply_buy_in(state: CageState, event: BoughtIn) -> None:
    state.tables = {**state.tables, event.table: event.seq}
    _add(state, event, "buy_ins" if event.person else "fills")


def _apply_cash_out(state: CageState, event: CashedOut) -> None:
    state.tables = {**state.tables, event.table: event.seq}
    _add(state, event, "cash_outs" if event.person else "credits")


class CageObservation(Observation, frozen=True, kw_only=True):
    """What is posted, for everybody; balances and totals, for those who keep the cage and those who check it."""

    allowance: Cents
    balances: dict[str, Cents]
    days: dict[str, DayTotals]


def _observe(
    rules: CageRules, state: CageState, viewer: Viewer, events: Sequence[Event], due: tuple[Ask, ...]
) -> CageObservation:
    balances = state.players()
    if viewer.role not in READERS:
        balances = {person: cents for person, cents in balances.items() if person == viewer.person}
    return CageObservation(
        **observed("cage", state, due, _redact(rules, state, events, viewer)),
        allowance=state.allowance,
        balances=balances,
        days=state.days if viewer.role in READERS else {},
    )


def _redact(rules: CageRules, state: CageState, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    if viewer.role in READERS:
        return tuple(events)
    own = [event for event in events if viewer.person and getattr(event, "person", None) == viewer.person]
    return tuple(own)


_HANDLERS: Mapping[type[Command], Handler] = {
    OpenTable: open_stream,
    PostCage: _post,
    Deposit: _deposit,
    Withdraw: _withdraw,
    MoveChips: _move,
}
_APPLIERS: Mapping[type[Event], Applier[CageState]] = {
    TableOpened: opened,
    CagePosted: _apply_posted,
    Deposited: _apply_deposit,
    Withdrawn: _apply_withdrawal,
    AllowanceGiven: _apply_allowance,
    TableCarriedOver: _apply_carried_over,
    BoughtIn: _apply_buy_in,
    CashedOut: _apply_cash_out,
}
CAGE: Machine[CageRules, CageState] = machine("cage", CageState, _Draft, _HANDLERS, _APPLIERS, _observe, _redact)
