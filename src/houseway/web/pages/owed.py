"""What was paid in a recorded round beside what is owed: the settlement worked out again from the round's commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.hand_names import contest_name
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.accounts import player_account
from houseway.engine.kernel import Event, State, Table
from houseway.engine.refusal import Refusal
from houseway.money import NOTHING, Balance, Cents
from houseway.rounds.banked import answer
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.store.audit import Round
from houseway.view.names import wager_name
from houseway.web.pages.replaying import people_of

Key = tuple[Seat, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One wager, or one share of a pot. ``paid``: as it is recorded; ``owed``: as the rules lead to it; ``seen``: as somebody
    saw it paid, where that is stated. Of a wager each is what the seat gains or loses by it."""

    seat: Seat
    id: str
    name: str
    says: str = ""
    amount: Cents = NOTHING
    paid: Balance = NOTHING
    owed: Balance = NOTHING
    seen: Balance | None = None
    clause: ClauseId = NO_CLAUSE

    @property
    def field(self) -> str:
        """The name of the field in which it is stated what was seen paid."""
        return f"paid:{self.seat}:{self.id}"

    @property
    def short(self) -> Balance:
        """How much too little the seat got; below zero: too much."""
        return Cents(self.owed - (self.paid if self.seen is None else self.seen))


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """Every payment of a round, and the first step of the record that does not follow from its commands, if there is one."""

    payments: tuple[Payment, ...]
    fault: str = ""
    step: int = 0

    @property
    def differences(self) -> list[Payment]:
        """The payments that differ."""
        return [one for one in self.payments if one.short]


def checked(played: Round, seen: Mapping[str, Balance] | None = None) -> Checked:
    """The payments of a round as they are recorded beside what the rules lead to. ``seen``: by field, what was seen paid."""
    again, refusal = _again(played)
    paid, owed = _payments(played.rules, played.events), _payments(played.rules, again.events)
    after = played.at(len(played.events))
    paid |= _chips(played, after)
    owed |= _chips(played, again.state) if refusal is None else {}
    stated = seen or {}
    payments = []
    for key in dict.fromkeys([*paid, *owed]):
        one = paid.get(key) or owed[key]
        due = owed[key].paid if key in owed else NOTHING
        was = paid[key].paid if key in paid else NOTHING
        clause = owed[key].clause if key in owed else one.clause
        payments.append(replace(one, paid=was, owed=due, clause=clause, seen=stated.get(one.field)))
    # Chips are of interest only where the payments do not tell.
    shown = tuple([one for one in payments if one.id != _CHIPS or one.short])
    if refusal is not None:
        seq = played.begins + len(again.envelopes)
        says = f"Command {seq} is refused when it is given again: {refusal.message}"
        return Checked(payments=shown, fault=says, step=min(len(again.events) + 1, len(played.events)))
    odd = _first_odd(played.events, again.events)
    if odd:
        return Checked(payments=shown, fault="does not follow from the commands of the round", step=odd)
    return Checked(payments=shown)


_CHIPS = "chips"


def _again(played: Round) -> tuple[Table[Any, Any], Refusal | None]:
    table: Table[Any, Any] = Table(played.rules, state=played.before)
    for given in played.commands:
        outcome = table.send(given)
        if isinstance(outcome, Refusal):
            return table, outcome
    return table, None


def _first_odd(recorded: Sequence[Event], again: Sequence[Event]) -> int:
    """The number of the first event that is another, or 0."""
    pairs = enumerate(zip(recorded, again, strict=False), 1)
    found = next((number for number, (one, other) in pairs if one != other), 0)
    return found or (0 if len(recorded) == len(again) else min(len(recorded), len(again)) + 1)


def _payments(rules: Any, events: Sequence[Event]) -> dict[Key, Payment]:
    """What each wager and each share of a pot came to in these events."""
    found: dict[Key, Payment] = {}
    for one in _banked(rules, events) if isinstance(rules, TableRules) else _shares(events):
        key = (one.seat, one.id)
        before = found.get(key)
        found[key] = one if before is None else replace(one, paid=Cents(before.paid + one.paid), amount=before.amount)
    return found


def _banked(rules: TableRules, events: Sequence[Event]) -> Iterable[Payment]:
    # The settlements alone are looked at, whoever sits there.
    for one in answer(Table(rules, events=events)).settlements:
        yield Payment(
            seat=one.seat,
            id=one.wager,
            name=wager_name(rules.game, one.wager),
            says=", ".join(part for part in (one.hand, one.pays) if part),
            amount=one.amount,
            paid=one.net,
            clause=one.clause,
        )


def _shares(events: Sequence[Event]) -> Iterable[Payment]:
    for event in events:
        match event:
            case poker.PotAwarded():
                name = f"Side pot {event.pot}" if event.pot else "Main pot"
                for share in event.shares:
                    yield Payment(
                        seat=share.seat,
                        id=f"pot {event.pot} {share.contest}",
                        name=name,
                        says=contest_name(share.contest),
                        amount=event.amount,
                        paid=share.cents,
                        clause=share.clause,
                    )
            case poker.BetsReturned():
                for seat, cents in event.bets:
                    yield Payment(
                        seat=seat, id="returned", name="Bets", says="returned", paid=cents, clause=event.clause
                    )


def _chips(played: Round, after: State) -> dict[Key, Payment]:
    """What the players of a round have at its end."""
    found = {}
    for seat, person in people_of(played).items():
        cents = Cents(after.balance(player_account(person)))
        found[(seat, _CHIPS)] = Payment(seat=seat, id=_CHIPS, name="Chips at the end", paid=cents)
    return found
