"""The house: who has an account in which roles, which tables are open under which rules and policies, and what it offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.engine.asking import Ask
from houseway.engine.kernel import Applier, Command, Draft, Event, Handler, Machine, Viewer
from houseway.engine.observing import Observation
from houseway.engine.opening import OpenTable, TableOpened, opened
from houseway.engine.refusal import Code
from houseway.engine.roles import ADMINISTRATORS, INCOMPATIBLE, SHIFT_SUPERVISORS, SYSTEM, Role, clashes
from houseway.house import offered, reports
from houseway.house.names import look_alikes, name_fault
from houseway.house.offered import Digest, JackpotsOpened, Offers, SubmissionFiled, check_name
from houseway.house.reports import Report, ReportAnswered, RoundReported
from houseway.house.seatless import HOUSE_POLICY, machine, observed, open_stream, refused

EVERY_ROLE = frozenset(Role)


class Account(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person's account. ``verifier`` is the hash of the password, empty until one is set.

    ``second_factor``: the sealed secret of the authenticator, empty if there is none; ``recovery``: hashes of the codes that stand in
    for it; ``last_step``: the time step of the last code that was used.
    """

    roles: tuple[Role, ...]
    verifier: str = ""
    disabled: bool = False
    second_factor: str = ""
    recovery: tuple[str, ...] = ()
    last_step: int = 0


class Policy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house posts for a table.

    ``staffed``: a human dealer performs each step, else the system deals; ``clock``: seconds a player has to answer, 0: the
    table waits; ``offer``: seconds that an offer stands which the table goes on without, 0: it is declined at once; ``away``: seconds after which a player
    without a page sits out at a table without a dealer; ``pace``: milliseconds between the steps of an automatic deal; ``computers``: computer players fill so
    many seats; ``alone``: they play on when nobody else is there; ``practice``: hints are given; ``seeds_told``: the seed of
    a shuffle is told to everybody when its cards have been used, else to surveillance alone.
    """

    staffed: bool = False
    clock: int = 30
    offer: int = 5
    away: int = 300
    pace: int = 600
    computers: int = 0
    alone: bool = True
    practice: bool = False
    seeds_told: bool = True


class TableEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the house. ``jackpots`` names the stream its contributions go to, if any.

    ``closed_by`` and ``closed_at``: who closed it and when, in seconds; not known of tables that older versions closed.
    """

    game: str
    digest: Digest
    policy: Policy
    jackpots: str = ""
    closed: bool = False
    closed_by: str = ""
    closed_at: int = 0


class AddAccount(Command, frozen=True, kw_only=True, tag="add_account"):
    """A person gets an account; ``verifier`` is the hash of the first password, if there is one."""

    roles = ADMINISTRATORS | SYSTEM
    person: str
    held: tuple[Role, ...]
    verifier: str = ""


class ChangeAccount(Command, frozen=True, kw_only=True, tag="change_account"):
    """A person's roles change, or the account is disabled."""

    roles = ADMINISTRATORS
    person: str
    held: tuple[Role, ...]
    disabled: bool = False


class SetPassword(Command, frozen=True, kw_only=True, tag="set_password"):
    """A person sets the own password; an administrator or a one-time link, any.

    ``replaces``: the mark of the password it is to replace, as `password_mark` makes it; it is refused once that is another.
    """

    roles = EVERY_ROLE
    person: str
    verifier: str
    replaces: str = ""


class SetSecondFactor(Command, frozen=True, kw_only=True, tag="set_second_factor"):
    """A person signs in with a code too from now on: the sealed secret of the authenticator, and hashes of recovery codes."""

    roles = EVERY_ROLE
    person: str
    sealed: str
    recovery: tuple[str, ...]


class UseSecondFactor(Command, frozen=True, kw_only=True, tag="use_second_factor"):
    """A person signs in with the code of a time step, or with a recovery code by its hash. Each is taken once."""

    roles = EVERY_ROLE
    person: str
    step: int = 0
    recovery: str = ""


class RemoveSecondFactor(Command, frozen=True, kw_only=True, tag="remove_second_factor"):
    """A person signs in without a code again, by the own word or by an administrator's."""

    roles = EVERY_ROLE
    person: str


class SignOut(Command, frozen=True, kw_only=True, tag="sign_out"):
    """A person ends a session of the own, which would have held ``until``: from ``at`` on its token is nobody's."""

    roles = EVERY_ROLE
    session: str
    until: int
    at: int


class CommitKey(Command, frozen=True, kw_only=True, tag="commit_key"):
    """The house signs tokens with a key from now on; ``commitment`` is its SHA-256."""

    roles = SYSTEM
    commitment: str


class DeclareDemo(Command, frozen=True, kw_only=True, tag="declare_demo"):
    """A new house is a demo house: everybody on its machine may be anybody there."""

    roles = SYSTEM


class PostRoles(Command, frozen=True, kw_only=True, tag="post_roles"):
    """The house posts which pairs of roles a person may hold together though they are incompatible; the list replaces the one before.

    A pair of a player and a staff role lets a person who sits at a table give that role's commands there, and see no more of it.
    """

    roles = ADMINISTRATORS | SYSTEM
    together: tuple[tuple[Role, Role], ...]


class ListTable(Command, frozen=True, kw_only=True, tag="list_table"):
    """A table is opened to the public under its rules and posted policies."""

    roles = SHIFT_SUPERVISORS | ADMINISTRATORS | SYSTEM
    table: str
    game: str
    digest: Digest
    policy: Policy
    jackpots: str = ""


class CloseTable(Command, frozen=True, kw_only=True, tag="close_table"):
    """A table takes no new players and is closed when the last has left.

    ``at``: when, in seconds. Records of older versions do not say it, and their events name nobody.
    """

    roles = SHIFT_SUPERVISORS | ADMINISTRATORS
    table: str
    at: int = 0


class ReopenTable(Command, frozen=True, kw_only=True, tag="reopen_table"):
    """A closed table takes players again, under the rules and policies it was opened with."""

    roles = SHIFT_SUPERVISORS | ADMINISTRATORS
    table: str


class AccountAdded(Event, frozen=True, kw_only=True, tag="account_added"):
    person: str
    held: tuple[Role, ...]
    verifier: str


class AccountChanged(Event, frozen=True, kw_only=True, tag="account_changed"):
    person: str
    held: tuple[Role, ...]
    disabled: bool


class PasswordSet(Event, frozen=True, kw_only=True, tag="password_set"):
    person: str
    verifier: str


class SecondFactorSet(Event, frozen=True, kw_only=True, tag="second_factor_set"):
    person: str
    sealed: str
    recovery: tuple[str, ...]


class SecondFactorUsed(Event, frozen=True, kw_only=True, tag="second_factor_used"):
    person: str
    step: int
    recovery: str


class SecondFactorRemoved(Event, frozen=True, kw_only=True, tag="second_factor_removed"):
    person: str


class SignedOut(Event, frozen=True, kw_only=True, tag="signed_out"):
    person: str
    session: str
    until: int
    at: int


class KeyCommitted(Event, frozen=True, kw_only=True, tag="key_committed"):
    commitment: str


class DemoDeclared(Event, frozen=True, kw_only=True, tag="demo_declared"):
    pass


class RolesPosted(Event, frozen=True, kw_only=True, tag="roles_posted"):
    together: tuple[tuple[Role, Role], ...]
    person: str
    at: int


class TableListed(Event, frozen=True, kw_only=True, tag="table_listed"):
    table: str
    game: str
    digest: Digest
    policy: Policy
    jackpots: str


class TableClosed(Event, frozen=True, kw_only=True, tag="table_closed"):
    table: str
    person: str = ""
    at: int = 0


class TableReopened(Event, frozen=True, kw_only=True, tag="table_reopened"):
    table: str
    person: str
    at: int


class HouseState(Offers, kw_only=True, gc=False):
    """The accounts by person, and the tables by name, beside what the house offers and what surveillance told the floor.

    ``ended``: sessions that were signed out of, with the time until which they would have held; ``signing_key``: the SHA-256 of the
    key that tokens are signed with; ``demo``: it was created as a demo house; ``reports``: the first one first, each under its number;
    ``together``: the pairs of incompatible roles that the house lets one person hold.
    """

    accounts: dict[str, Account] = {}
    tables: dict[str, TableEntry] = {}
    ended: dict[str, int] = {}
    signing_key: str = ""
    demo: bool = False
    reports: tuple[Report, ...] = ()
    together: tuple[tuple[Role, Role], ...] = ()

    def lets_together(self, pair: frozenset[Role]) -> bool:
        """Return whether the house has posted that one person may hold a pair of roles."""
        return any(frozenset(posted) == pair for posted in self.together)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A house has no rules of its own but its policies."""

    digest: str = "house"

    @property
    def submission(self) -> Mapping[str, Any]:
        return {}

    @property
    def machine(self) -> Machine[HouseRules, HouseState]:
        return HOUSE


class HouseDraft(Draft[HouseRules, HouseState], eq=False, gc=False):
    """A draft of what a command does in the house."""

    def account(self, person: str) -> Account:
        """The account of a person, who must have one."""
        found = self.state.accounts.get(person)
        if found is None:
            raise refused(Code.PERSON_IS_NAMED, f"{person} has no account")
        return found

    def check_held(self, held: tuple[Role, ...]) -> None:
        """Roles are held once each, and nobody is the system."""
        if len(set(held)) != len(held) or not held:
            raise refused(Code.ROLE_IS_AUTHORISED, "an account holds at least one role, and each once")
        if Role.TABLE_SYSTEM in held:
            raise refused(Code.ROLE_IS_AUTHORISED, "the table system is nobody's role")
        clash = next((pair for pair in clashes(held) if not self.state.lets_together(pair)), None)
        if clash is not None:
            first, second = sorted(clash)
            says = f"One person cannot be {first.spoken} and {second.spoken}"
            raise refused(Code.ROLE_IS_AUTHORISED, says, "two accounts", "a pair that the house posts")


@lru_cache(maxsize=10_000)
def password_mark(person: str, verifier: str) -> str:
    """A mark of a person's password that tells nothing of it and changes with it."""
    return sha256(f"{person}\0{verifier}".encode()).hexdigest()[:16]


def _add(draft: HouseDraft, command: AddAccount) -> None:
    person = command.person
    fault = name_fault(person)
    if fault is not None:
        raise refused(Code.PERSON_IS_NAMED, fault)
    taken = (*draft.state.accounts, *(role.value for role in Role))
    other = next((name for name in taken if not look_alikes(name).isdisjoint(look_alikes(person))), None)
    if other is not None:
        alike = "" if other.casefold() == person.casefold() else f": it looks like {other}"
        raise refused(Code.PERSON_IS_NAMED, f"the name {person} is taken{alike}")
    draft.check_held(command.held)
    draft.emit(AccountAdded(clause=HOUSE_POLICY, person=person, held=command.held, verifier=command.verifier))


def _change(draft: HouseDraft, command: ChangeAccount) -> None:
    draft.account(command.person)
    draft.check_held(command.held)
    left = {name for name, one in draft.state.accounts.items() if Role.ADMINISTRATOR in one.roles and not one.disabled}
    stays = Role.ADMINISTRATOR in command.held and not command.disabled
    if not stays and left == {command.person}:
        raise refused(Code.ROLE_IS_AUTHORISED, "the house keeps at least one administrator")
    event = AccountChanged(clause=HOUSE_POLICY, person=command.person, held=command.held, disabled=command.disabled)
    draft.emit(event)


def _set_password(draft: HouseDraft, command: SetPassword) -> None:
    account = draft.account(command.person)
    given = draft.given
    if given.by != command.person and given.role not in ADMINISTRATORS | SYSTEM:
        raise refused(Code.ROLE_IS_AUTHORISED, "a password is set by its own person or an administrator")
    if not command.verifier:
        raise refused(Code.VALUES_ARE_IN_RANGE, "the verifier is missing")
    if command.replaces and command.replaces != password_mark(command.person, account.verifier):
        raise refused(Code.STEP_IS_DUE, f"the password of {command.person} has been set meanwhile")
    draft.emit(PasswordSet(clause=HOUSE_POLICY, person=command.person, verifier=command.verifier))


def _set_second_factor(draft: HouseDraft, command: SetSecondFactor) -> None:
    draft.account(command.person)
    if draft.given.by != command.person:
        raise refused(Code.ROLE_IS_AUTHORISED, "a second factor is set by its own person")
    if not command.sealed or not command.recovery:
        raise refused(Code.VALUES_ARE_IN_RANGE, "a second factor has a secret and recovery codes")
    person, sealed, recovery = command.person, command.sealed, command.recovery
    draft.emit(SecondFactorSet(clause=HOUSE_POLICY, person=person, sealed=sealed, recovery=recovery))


def _use_second_factor(draft: HouseDraft, command: UseSecondFactor) -> None:
    account = draft.account(command.person)
    if draft.given.by != command.person:
        raise refused(Code.ROLE_IS_AUTHORISED, "a second factor is used by its own person")
    step, recovery = command.step, command.recovery
    fresh = recovery in account.recovery if recovery else step > account.last_step
    if not account.second_factor or not fresh:
        raise refused(Code.STEP_IS_DUE, "this code has been used")
    draft.emit(SecondFactorUsed(clause=HOUSE_POLICY, person=command.person, step=step, recovery=recovery))


def _remove_second_factor(draft: HouseDraft, command: RemoveSecondFactor) -> None:
    account = draft.account(command.person)
    if draft.given.by != command.person and draft.given.role not in ADMINISTRATORS:
        raise refused(Code.ROLE_IS_AUTHORISED, "a second factor is removed by its own person or an administrator")
    if not account.second_factor:
        raise refused(Code.STEP_IS_DUE, f"{command.person} has no second factor")
    draft.emit(SecondFactorRemoved(clause=HOUSE_POLICY, person=command.person))


def _sign_out(draft: HouseDraft, command: SignOut) -> None:
    by = draft.given.by
    draft.account(by)
    session, until, at = command.session, command.until, command.at
    draft.emit(SignedOut(clause=HOUSE_POLICY, person=by, session=session, until=until, at=at))


def _commit_key(draft: HouseDraft, command: CommitKey) -> None:
    if command.commitment == draft.state.signing_key:
        raise refused(Code.STEP_IS_DUE, "the house signs with this key already")
    draft.emit(KeyCommitted(clause=HOUSE_POLICY, commitment=command.commitment))


def _declare_demo(draft: HouseDraft, command: DeclareDemo) -> None:
    state = draft.state
    if state.demo or state.accounts or state.tables or state.rooms or state.submissions:
        raise refused(Code.STEP_IS_DUE, "only a new house can become a demo house")
    draft.emit(DemoDeclared(clause=HOUSE_POLICY))


def _post_roles(draft: HouseDraft, command: PostRoles) -> None:
    for pair in command.together:
        # One of a table's players and its staff are kept apart at the table, not in the account.
        if frozenset(pair) not in INCOMPATIBLE and (Role.PLAYER not in pair or pair[0] is pair[1]):
            first, second = pair
            raise refused(Code.VALUES_ARE_IN_RANGE, f"The roles {first} and {second} may be held together already")
    at = draft.at
    draft.emit(RolesPosted(clause=HOUSE_POLICY, together=command.together, person=draft.given.by, at=at))


def _list(draft: HouseDraft, command: ListTable) -> None:
    name = command.table
    check_name(name, "table")
    if name in draft.state.tables:
        raise refused(Code.NAME_IS_FREE, f"Another table is called {name}: choose another name.")
    draft.emit(
        TableListed(
            clause=HOUSE_POLICY,
            table=name,
            game=command.game,
            digest=command.digest,
            policy=command.policy,
            jackpots=command.jackpots,
        )
    )


def _close(draft: HouseDraft, command: CloseTable) -> None:
    entry = draft.state.tables.get(command.table)
    if entry is None or entry.closed:
        raise refused(Code.TABLE_IS_OPEN, f"there is no open table {command.table}")
    person = draft.given.by if command.at else ""
    draft.emit(TableClosed(clause=HOUSE_POLICY, table=command.table, person=person, at=command.at))


def _reopen(draft: HouseDraft, command: ReopenTable) -> None:
    entry = draft.state.tables.get(command.table)
    if entry is None or not entry.closed:
        raise refused(Code.STEP_IS_DUE, f"there is no closed table {command.table}")
    draft.emit(TableReopened(clause=HOUSE_POLICY, table=command.table, person=draft.given.by, at=draft.at))


def _added(state: HouseState, event: AccountAdded) -> None:
    state.accounts = {**state.accounts, event.person: Account(roles=event.held, verifier=event.verifier)}


def _changed(state: HouseState, event: AccountChanged) -> None:
    account = replace(state.accounts[event.person], roles=event.held, disabled=event.disabled)
    state.accounts = {**state.accounts, event.person: account}


def _password_set(state: HouseState, event: PasswordSet) -> None:
    account = replace(state.accounts[event.person], verifier=event.verifier)
    state.accounts = {**state.accounts, event.person: account}


def _second_factor_set(state: HouseState, event: SecondFactorSet) -> None:
    account = replace(state.accounts[event.person], second_factor=event.sealed, recovery=event.recovery, last_step=0)
    state.accounts = {**state.accounts, event.person: account}


def _second_factor_used(state: HouseState, event: SecondFactorUsed) -> None:
    account = state.accounts[event.person]
    left = tuple([code for code in account.recovery if code != event.recovery])
    account = replace(account, recovery=left, last_step=max(account.last_step, event.step))
    state.accounts = {**state.accounts, event.person: account}


def _second_factor_removed(state: HouseState, event: SecondFactorRemoved) -> None:
    account = replace(state.accounts[event.person], second_factor="", recovery=(), last_step=0)
    state.accounts = {**state.accounts, event.person: account}


def _signed_out(state: HouseState, event: SignedOut) -> None:
    # A token whose time is over holds no more anyway.
    holding = {session: until for session, until in state.ended.items() if until >= event.at}
    state.ended = {**holding, event.session: event.until}


def _key_committed(state: HouseState, event: KeyCommitted) -> None:
    state.signing_key = event.commitment


def _demo_declared(state: HouseState, event: DemoDeclared) -> None:
    state.demo = True


def _roles_posted(state: HouseState, event: RolesPosted) -> None:
    state.together = event.together


def _listed(state: HouseState, event: TableListed) -> None:
    entry = TableEntry(game=event.game, digest=event.digest, policy=event.policy, jackpots=event.jackpots)
    state.tables = {**state.tables, event.table: entry}


def _closed(state: HouseState, event: TableClosed) -> None:
    entry = replace(state.tables[event.table], closed=True, closed_by=event.person, closed_at=event.at)
    state.tables = {**state.tables, event.table: entry}


def _reopened(state: HouseState, event: TableReopened) -> None:
    entry = replace(state.tables[event.table], closed=False, closed_by="", closed_at=0)
    state.tables = {**state.tables, event.table: entry}


class HouseObservation(Observation, frozen=True, kw_only=True):
    """Tables, submissions and rooms, for everybody; the roles of each account, for administrators; what surveillance told the floor,
    for both of them. Nobody sees a verifier."""

    tables: dict[str, TableEntry]
    submissions: dict[str, offered.Submitted]
    rooms: dict[str, Digest]
    accounts: dict[str, tuple[Role, ...]]
    reports: tuple[Report, ...]


def _observe(
    rules: HouseRules, state: HouseState, viewer: Viewer, events: Sequence[Event], due: tuple[Ask, ...]
) -> HouseObservation:
    seen = {name: one.roles for name, one in state.accounts.items()} if viewer.role in ADMINISTRATORS else {}
    shown = _redact(rules, state, events, viewer)
    return HouseObservation(
        **observed("house", state, due, shown),
        tables=state.tables,
        submissions=state.submissions,
        rooms=state.rooms,
        accounts=seen,
        reports=state.reports if reports.readable_by(viewer) else (),
    )


_OFFERS = TableListed, TableClosed, TableReopened, TableOpened, SubmissionFiled, JackpotsOpened


def _redact(rules: HouseRules, state: HouseState, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    """What is offered, for everybody; reports, for whom they concern; accounts, without verifiers, for administrators."""
    seen: list[Event] = []
    for event in events:
        if isinstance(event, _OFFERS):
            seen.append(event)
        elif isinstance(event, RoundReported | ReportAnswered):
            seen += [event] if reports.readable_by(viewer) else []
        elif viewer.role in ADMINISTRATORS:
            seen.append(_without_secrets(event))
    return tuple(seen)


def _without_secrets(event: Event) -> Event:
    if isinstance(event, AccountAdded | PasswordSet):
        return replace(event, verifier="")
    if isinstance(event, SecondFactorSet):
        return replace(event, sealed="", recovery=())
    return replace(event, recovery="") if isinstance(event, SecondFactorUsed) else event


_HANDLERS: Mapping[type[Command], Handler] = {
    OpenTable: open_stream,
    AddAccount: _add,
    ChangeAccount: _change,
    SetPassword: _set_password,
    SetSecondFactor: _set_second_factor,
    UseSecondFactor: _use_second_factor,
    RemoveSecondFactor: _remove_second_factor,
    SignOut: _sign_out,
    CommitKey: _commit_key,
    DeclareDemo: _declare_demo,
    PostRoles: _post_roles,
    ListTable: _list,
    CloseTable: _close,
    ReopenTable: _reopen,
    offered.FileSubmission: offered.file_submission,
    offered.OpenJackpots: offered.open_jackpots,
    reports.ReportRound: reports.report_round,
    reports.AnswerReport: reports.answer_report,
}
_APPLIERS: Mapping[type[Event], Applier[HouseState]] = {
    TableOpened: opened,
    AccountAdded: _added,
    AccountChanged: _changed,
    PasswordSet: _password_set,
    SecondFactorSet: _second_factor_set,
    SecondFactorUsed: _second_factor_used,
    SecondFactorRemoved: _second_factor_removed,
    SignedOut: _signed_out,
    KeyCommitted: _key_committed,
    DemoDeclared: _demo_declared,
    RolesPosted: _roles_posted,
    TableListed: _listed,
    TableClosed: _closed,
    TableReopened: _reopened,
    SubmissionFiled: offered.submission_filed,
    JackpotsOpened: offered.jackpots_opened,
    RoundReported: reports.round_reported,
    ReportAnswered: reports.report_answered,
}
HOUSE: Machine[HouseRules, HouseState] = machine(
    "house", HouseState, HouseDraft, _HANDLERS, _APPLIERS, _observe, _redact
)
