"""Steps of a room's jackpots taken at random, as what is due and legal names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

from houseway.cards import Card, cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.people import able_witnesses
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, HIGH_HAND
from houseway.chapters.c637a_poker.jackpots.state import BoxStage, Fund, box_account, cage_account
from houseway.engine.asking import Ask
from houseway.engine.kernel import Envelope, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.jackpot_room import Room, room

TERMS: dict[str, Any] = {
    "bad_beat": {"contribution": 100, "hands": ["Tc Td Th Ts 2c"]},
    "high_hand": {"contribution": 50},
}
TAGS = {str(kind.__struct_config__.tag): kind for kind in cmd.JackpotCommand.__subclasses__()}
FULL_OF = tuple(combinations(cards("4c 4d 4h 4s"), 2))
PEOPLE = ("Dee", "Dan", "Flora", "Fred", "Sue", "Fin", "Sam", "Cass", "Vera", "Ed", "Ann", "Lou", "Win")
"""A small place, where one is here a dealer and there a player who is to be paid."""
STAFF = tuple((role, f"{role.value} {number} of the day") for role in Role for number in (1, 2))
"""Two of every role, none of whom had a part in anything before."""
SELDOM = (
    "offer_fund",
    "designate_table",
    "terminate_contributions",
    "end_qualifying_period",
)
BEGINS = (
    *SELDOM[:-1],
    "close_fund",
    "transfer_fund",
    "contribute",
    "start_qualifying_period",
    "call_high_hand",
    "verify_bad_beat",
)
"""What begins something new, or gives a fund up, rather than bringing what was begun to its end."""
_WORDS = {"offer_fund": "kind", "order_payout": "to", "prepare_distribution": "form", "transfer_fund": "to"}


def given(at: Room, ask: Ask, person: str) -> Envelope:
    """The command that is asked for, from this person; whatever is not in the ask is as it must be."""
    number = at.state.revision  # New funds and tables are called by it.
    kind, fund = TAGS[ask.command], at.state.funds.get(ask.subject, Fund(kind=""))
    able: dict[str, Any] = {
        "table": str(number) if kind is cmd.DesignateTable else ask.word or next(iter(fund.boxes), str(number)),
        "tables": tuple(fund.with_stage(BoxStage.ON_TABLE)),
        "cents": _cents(at, ask),
        "boxes": fund.uncounted,
        "pot": 10_000,
        "witness": _witness(fund, kind, ask.word, person),
        "player": ask.word,
        "identified": True,
        "losing": cards("Qc Qd Qh Qs Ac"),
        # No two Bad Beats are the same.
        "winning": (*cards("Kc Kd Kh Ks"), Card(len(fund.verified))),
        "loser": "Lou" if person != "Lou" else "Lil",
        "winner": "Win" if person != "Win" else "Wyn",
        "others": ("Oda",),
        # No two calls are the same.
        "hand": _rejected(fund, ask) if kind is cmd.RejectHighHand else _full_house(fund),
        "seat": ask.concerns or 3,
        "players": 10,
        "slip": _slip(fund, ask, person),
        "reason": "seen by the floor",
        _WORDS.get(ask.command, "-"): ask.word,
    }
    fields = {name: value for name, value in able.items() if name in kind.__struct_fields__}
    fields["fund"] = ask.subject or f"{ask.word} {number}"
    return envelope(kind(**fields), by=person, role=ask.role, at=max(at.state.now, ask.not_before))


def _witness(fund: Fund, kind: type[cmd.JackpotCommand], table: str, person: str) -> str:
    attending = fund.boxes[table].attending if kind is cmd.CountBox else fund.attending
    # Who came last is there still; those before may have gone.
    return next((one for one in reversed(able_witnesses(fund, kind, attending)) if one != person), "")


def _cents(at: Room, ask: Ask) -> int | None:
    """An amount that is asked for; of a count, what is there."""
    if ask.command == "count_box":
        return at.state.balance(box_account(ask.subject, ask.word))
    if ask.command == "count_at_cage":
        return at.state.balance(cage_account(ask.subject))
    return None if ask.amounts is None else ask.amounts.most


def _full_house(fund: Fund) -> tuple[Card, ...]:
    """A hand as good as any other here, and called by nobody yet."""
    hands = [(*cards("9c 9d 9h"), *pair) for pair in FULL_OF]
    called = {call.hand for call in fund.calls}
    return next((hand for hand in hands if hand not in called), hands[0])


def _rejected(fund: Fund, ask: Ask) -> tuple[Card, ...]:
    return next(call.hand for call in fund.calls if (call.table, call.seat) == (ask.word, ask.concerns))


def _slip(fund: Fund, ask: Ask, person: str) -> cmd.TrackingSlip | None:
    called = next((call for call in fund.calls if (call.table, call.seat) == (ask.word, ask.concerns)), None)
    if called is None:
        return None
    return cmd.TrackingSlip(
        player="Ann" if "Ann" not in (person, called.dealer) else "Amy",
        phone="717-555-0100",
        seat=called.seat,
        table=called.table,
        hand=called.hand,
        dealer=called.dealer,
        dealer_credential="D-17",
        signature=person,
        credential="F-4",
    )


def legal(at: Room, people: Iterable[tuple[Role, str]]) -> Iterator[tuple[Ask, str]]:
    """Everything that these people may do now."""
    return ((ask, person) for role, person in people for ask in at.legal(Viewer(role, person)))


def refused_though_legal(at: Room, people: Iterable[tuple[Role, str]]) -> list[Refusal]:
    """What is named as legal and refused all the same; each is tried on a fork."""
    outcomes = [at.fork().send(given(at, ask, person)) for ask, person in legal(at, people)]
    return [one for one in outcomes if isinstance(one, Refusal)]


def walked(seed: int, steps: int = 250, at: Room | None = None) -> Room:
    """A room in which people took steps at random."""
    random = Random(seed)
    at = room(**TERMS) if at is None else at
    for _ in range(steps):
        person = random.choice(PEOPLE)
        asks = [ask for ask, _ in legal(at, [(role, person) for role in Role])]
        # New funds, new tables and the end of a fund or a period come seldom unless the room waits for them: there is
        # something to count, call and pay.
        asks = [ask for ask in asks if ask.command not in SELDOM or not ask.may_wait or not random.randrange(20)]
        if asks:
            at.do(given(at, random.choice(asks), person))
    return at


def _over(at: Room, name: str, since: int) -> bool:
    """Everything of a fund is counted, recorded, displayed, paid or distributed, and its gaming day has ended."""
    fund = at.state.funds[name]
    if fund.kind == HIGH_HAND:
        return not (fund.open or fund.to_announce or fund.payable)
    ended = any(isinstance(event, ev.GamingDayEnded) and event.fund == name for event in at.events[since:])
    return ended and fund.bad_beat is None and not fund.pending and fund.to_record is None


def brought_to_the_end(at: Room, seed: int, steps: int = 900) -> bool:
    """Whether the staff of the day, without anybody who was there before, bring the room to the end of its procedures."""
    random, since = Random(f"end {seed}"), len(at.events)
    for _ in range(steps):
        left = [name for name, fund in at.state.funds.items() if not fund.closed and not _over(at, name, since)]
        if not left:
            return True
        ways = [way for way in legal(at, STAFF) if way[0].subject in left and way[0].command not in BEGINS]
        if not ways:
            return False
        # What is due comes first; what may wait only brings on what is not due yet.
        first = [way for way in ways if not way[0].may_wait] or ways
        ask, person = random.choice(first)
        at.do(given(at, ask, person))
    return False


def given_up(at: Room, seed: int, steps: int = 900) -> bool:
    """Return whether everybody, taking only steps that the room waits for, closes every discontinued Bad Beat fund.

    Each fund is given up with money in a box where one is on its table.
    """
    random, present = Random(f"given up {seed}"), [*STAFF, *[(role, person) for role in Role for person in PEOPLE]]
    for command in ("contribute", "terminate_contributions"):
        for ask, person in list(legal(at, STAFF)):
            if ask.command == command and at.state.funds[ask.subject].kind == BAD_BEAT:
                at.send(given(at, ask, person))
    ending = [name for name, fund in at.state.funds.items() if not fund.collecting]
    for _ in range(steps):
        if all(at.state.funds[name].closed for name in ending):
            return not any(at.state.balances(name).total for name in ending)
        ways = [way for way in legal(at, present) if not way[0].may_wait]
        if not ways:
            return False
        ask, person = random.choice(ways)
        at.do(given(at, ask, person))
    return False
