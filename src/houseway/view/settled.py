"""A finished round: the table at its end, what each wager was paid or who won the pots, and what was ruled."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from houseway.cards import Card, cards
from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.citations import SHOWDOWN
from houseway.chapters.c637a_poker.hand_names import contest_name, name_of
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import Contest, PokerRules
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.banked import events as banked
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Event
from houseway.engine.observing import Observation
from houseway.money import Cents, dollars
from houseway.rounds.answer import Award, BankedAnswer, PokerAnswer, Pot, Settlement
from houseway.rounds.finished import Finished
from houseway.rules.game import BankedGame
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.names import wager_name
from houseway.view.table import AnyRules, TableView, table_view
from houseway.view.telling import told
from houseway.view.words import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One wager of a seat: its amount, how it came out, the hand it was paid for, what the seat gained or lost by it."""

    seat: Seat
    wager: str
    amount: Cents
    result: str
    hand: str
    net: Cents
    clause: ClauseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """A share of a pot: whose, for what, the cards it was won with, what they make, and by which clauses."""

    seat: Seat
    won_for: str
    cards: tuple[Card, ...]
    made: str
    cents: Cents
    clauses: tuple[ClauseId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PotWon:
    """A pot with who could win it and who did."""

    name: str
    amount: Cents
    could_win: str
    shares: tuple[Won, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """A round that is over. ``put_in``: what each seat wagered or bet; ``stacks``: what players are left with, at a table
    where they play against each other; ``ruled``: what happened beside the settlement."""

    table: TableView
    settled: tuple[Settled, ...] = ()
    pots: tuple[PotWon, ...] = ()
    taken: tuple[Line, ...] = ()
    stacks: Mapping[Seat, Cents] = field(default_factory=dict)
    net: Mapping[Seat, Cents]
    put_in: Mapping[Seat, Cents]
    ruled: tuple[Line, ...] = ()

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.table.number

    @property
    def clauses(self) -> set[ClauseId]:
        """The clauses by which it was settled."""
        found = {one.clause for one in self.settled} | {line.clause for line in self.taken}
        return found | {clause for pot in self.pots for share in pot.shares for clause in share.clauses}


def round_view(rules: AnyRules, over: Finished, own: Collection[Seat] = ()) -> RoundView:
    """A finished round as it is shown to whom it was seen by."""
    seen, answer = together(over.seen), over.answer
    # The meters have moved on by what the round added and paid.
    table = dataclasses.replace(table_view(rules, seen, own), meters=())
    ruled = [line for line in told(rules, seen, answer.events, own) if not line.by]
    if isinstance(answer, BankedAnswer):
        assert isinstance(rules, TableRules)
        amounts = [one for one in answer.settlements if one.wager in rules.game.wagers]
        return RoundView(
            table=table,
            settled=tuple([_settled(rules.game, one) for one in answer.settlements]),
            net=answer.net,
            put_in={seat: Cents(sum(one.amount for one in amounts if one.seat == seat)) for seat in answer.net},
            ruled=(*ruled, *_void(rules.game, answer, over.events)),
        )
    assert isinstance(rules, PokerRules)
    won = {seat: sum(pot.shares.get(seat, 0) for pot in answer.pots) for seat in answer.net}
    return RoundView(
        table=table,
        pots=pots_won(answer, over.conceded),
        taken=tuple(_taken(over.events)),
        stacks=answer.stacks,
        net=answer.net,
        put_in={seat: Cents(won[seat] - net) for seat, net in answer.net.items()},
        ruled=(*ruled, *_next_round(rules, answer)),
    )


def together(seen: Sequence[Observation]) -> Observation:
    """What several viewers see of the same table, as one sees it who looks over all their shoulders."""
    first, *others = seen
    for one in others:
        hands = {seat: hand if None in first.hands[seat] else first.hands[seat] for seat, hand in one.hands.items()}
        first = replace(first, hands=hands, legal=(*first.legal, *one.legal))
        if isinstance(first, BankedObservation) and isinstance(one, BankedObservation):
            first = replace(first, settings={**first.settings, **one.settings})
        elif isinstance(first, PokerObservation) and isinstance(one, PokerObservation):
            won = tuple([mine if mine.cards else theirs for mine, theirs in zip(first.won, one.won, strict=True)])
            first = replace(first, discarded=(*first.discarded, *one.discarded), won=won)
    return first


# Banked games.


def _settled(game: BankedGame, one: Settlement) -> Settled:
    return Settled(
        seat=one.seat,
        wager=wager_name(game, one.wager),
        amount=one.amount,
        result=_result(one),
        hand=one.hand,
        net=one.net,
        clause=one.clause,
    )


def _result(one: Settlement) -> str:
    match one.pays:
        case "lose":
            return "loses"
        case "push" | "returned" | "limit":
            return one.pays
        case "bank":
            return "surplus" if one.net > 0 else "shortfall" if one.net < 0 else "even"
        case "vigorish":
            return "charged"
        case pays:
            return f"pays {pays}" if one.net >= 0 else pays


def _void(game: BankedGame, answer: BankedAnswer, events: Sequence[Event]) -> Iterable[Line]:
    """That a round is void, what goes back and what is settled all the same."""
    ended = events[-1]
    if not isinstance(ended, banked.RoundEnded) or not ended.void:
        return
    returned = _named(game, [one for one in answer.settlements if one.pays == "returned"])
    settled = _named(game, [one for one in answer.settlements if one.pays != "returned"])
    says = ["The round is void"]
    says += [f"returned: {returned}"] if returned else []
    says += [f"settled all the same: {settled}"] if settled else []
    # The last thing that was ruled is what voided the round.
    ruled = [event.clause for event in answer.events if not isinstance(event, banked.HandsSet)]
    yield Line(says="; ".join(says) + ".", clause=ruled[-1] if ruled else ended.clause)


def _named(game: BankedGame, settlements: Iterable[Settlement]) -> str:
    return ", ".join(dict.fromkeys(wager_name(game, one.wager) for one in settlements))


# Poker.


def pots_won(answer: PokerAnswer, conceded: Collection[int] = ()) -> tuple[PotWon, ...]:
    """The pots of a round with who won them."""
    return tuple([_pot(number, pot, number in conceded) for number, pot in enumerate(answer.pots)])


def _pot(number: int, pot: Pot, conceded: bool) -> PotWon:
    seats = ", ".join(map(str, pot.contenders))
    if len(pot.contenders) > 1:
        could_win = f"could win: seats {seats}"
    else:
        could_win = f"only seat {seats} is left, the others mucked" if conceded else f"seat {seats} alone"
    # Nobody is left because the others conceded, which is a rule of its own.
    also = (SHOWDOWN,) if conceded and len(pot.contenders) == 1 else ()
    return PotWon(
        name="Main pot" if number == 0 else f"Side pot {number}",
        amount=pot.amount,
        could_win=could_win,
        shares=tuple([_won(pot, award, also) for award in pot.awards]),
    )


def _won(pot: Pot, award: Award, also: tuple[ClauseId, ...]) -> Won:
    used = cards(pot.hands.get(award.seat, {}).get(award.contest, ""))
    made = name_of(Contest(award.contest), used) if used else ""
    # What could not be divided is part of the share of the one who was given it.
    odd = f"odd {dollars(award.excess)} included" if award.excess else ""
    return Won(
        seat=award.seat,
        won_for=contest_name(award.contest),
        cards=used,
        made=", ".join(part for part in (made, odd) if part),
        cents=award.cents,
        clauses=(award.clause, *also),
    )


def _taken(events: Sequence[Event]) -> Iterable[Line]:
    """What was taken from the pots, and by which clause."""
    taken: dict[tuple[str, ClauseId], int] = {}
    for event in events:
        match event:
            case poker.RakeTaken():
                what = ("rake", event.clause)
            case poker.ContributionTaken():
                what = (event.fund.replace("_", " "), event.clause)
            case poker.RakeReturned():
                taken = {}
                continue
            case _:
                continue
        taken[what] = taken.get(what, 0) + event.cents
    for (name, clause), cents in taken.items():
        if cents:
            yield Line(says=f"Taken from the pots: {name} {dollars(cents)}.", clause=clause)


def _next_round(rules: PokerRules, answer: PokerAnswer) -> Iterable[Line]:
    if answer.kill_next:
        yield Line(says=f"The next round is a {rules.kill} round.", clause=rules.game.kill_clause or NO_CLAUSE)
