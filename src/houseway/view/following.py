"""What a ruling leads to, told beforehand: made of what it does on a fork of the table, without a card that nobody may see yet.

Only what does not hang on hidden cards is told: which hands are void, which wagers go back, which are settled all the same
and when. What they are paid shows when the cards do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from houseway.chapters.c637a_poker import events as poker
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.banked import events as banked
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.cards import events as cards
from houseway.engine.kernel import Event
from houseway.engine.observing import Observation
from houseway.money import Cents, dollars
from houseway.rules.game import Deal, TurnUp
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.names import phase_name, wager_name
from houseway.view.table import AnyRules
from houseway.view.words import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """One thing that follows. ``kind``: void, back, deal, settle, cards or on."""

    kind: str
    head: str
    says: str = ""
    clause: ClauseId = NO_CLAUSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """A wager that is settled all the same, and when."""

    seat: Seat
    wager: str
    cents: Cents
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """What follows in order, what goes back to each seat by wager, and what stands."""

    lines: tuple[Follow, ...] = ()
    back: dict[Seat, dict[str, int]] = field(default_factory=dict)
    stands: tuple[Stands, ...] = ()
    ends: bool = False

    @property
    def returned(self) -> int:
        """All that goes back."""
        return sum(sum(one.values()) for one in self.back.values())


def follows(rules: AnyRules, seen: Observation, events: Sequence[Event]) -> Following:
    """What a ruling's events come to, for whoever sees the table so before it."""
    if isinstance(rules, TableRules):
        assert isinstance(seen, BankedObservation)
        return _banked(rules, seen, events)
    return _poker(seen, events)


def _of_cards(event: Event) -> Follow | None:
    """What befalls cards and devices, at any table."""
    match event:
        case cards.ShuffleDirected():
            return Follow(kind="cards", head="The cards are shuffled again", clause=event.clause)
        case cards.DeviceFailed():
            if event.usable:
                return Follow(kind="cards", head=f"The {event.device} goes on being used", clause=event.clause)
            says = "It cannot be used: cover it, then use another method."
            return Follow(kind="cards", head=f"The {event.device} is out of order", says=says, clause=event.clause)
        case cards.DeckRemoved():
            return Follow(kind="cards", head="The deck is removed from the table", clause=event.clause)
        case cards.CardSetAside():
            head = "The next card is set aside"
            return Follow(kind="cards", head=head, says="It is not used in this round.", clause=event.clause)
        case cards.CardExposed(asks=True):
            head = f"Seat {event.seat} voids the hand or plays it"
            return Follow(
                kind="on", head=head, says="Without looking at the cards that were not exposed.", clause=event.clause
            )
        case _:
            return None


# Banked tables.


def _banked(rules: TableRules, seen: BankedObservation, events: Sequence[Event]) -> Following:
    ruled = next((event for event in events if isinstance(event, cards.IrregularityRuled)), None)
    back: dict[Seat, dict[str, int]] = {}
    dealt: list[str] = []
    lines: list[Follow] = []
    ends = any(isinstance(event, banked.RoundEnded | banked.CardsKept) for event in events)
    for event in events:
        match event:
            case banked.WagersReturned():
                for seat, wager, cents in event.wagers:
                    back.setdefault(seat, {})[wager] = back.get(seat, {}).get(wager, 0) + cents
            case banked.PhaseBegan():
                dealt += [event.phase] if isinstance(rules.phase(event.phase), Deal) else []
            case banked.CommunityTurned():
                dealt += [event.phase] if event.phase not in dealt else []
            case banked.NoRollCalled():
                lines.append(
                    Follow(kind="on", head="No roll is called", says="The dice are shaken again.", clause=event.clause)
                )
            case _:
                told = _of_cards(event)
                lines += [told] if told is not None else []
    clause = ruled.clause if ruled is not None else (events[0].clause if events else NO_CLAUSE)
    if not ends:
        if not lines and ruled is not None:
            lines = [Follow(kind="on", head=_capital(ruled.remedy), clause=clause)]
        stands = _standing(rules, seen, {}) if seen.status not in ("wagering", "closed") else ()
        return Following(
            lines=(*lines, Follow(kind="on", head="Every wager stands and the round goes on", clause=clause))
            if stands
            else tuple(lines),
            stands=stands,
        )
    stands = _standing(rules, seen, back)
    hands = sorted(seat for seat in seen.placed if seat in seen.seats)
    head = [Follow(kind="void", head="All hands are void", says=f"{seats_text(hands)}, and the dealer.", clause=clause)]
    if back:
        names = listed(
            [wager_name(rules.game, id) for id in rules.game.wagers if any(id in one for one in back.values())], "and"
        )
        total = sum(sum(one.values()) for one in back.values())
        head.append(
            Follow(
                kind="back",
                head=f"{names} {'go' if 'and' in names else 'goes'} back: {dollars(total)}",
                says=seats_text(sorted(back)) + ".",
                clause=clause,
            )
        )
    if dealt:
        names = listed([phase_name(one) for one in dealt], "and")
        head.append(
            Follow(
                kind="deal",
                head=f"{_capital(names)} {'are' if 'and' in names else 'is'} dealt all the same",
                says="As far as the wagers that stand look at them.",
                clause=clause,
            )
        )
    if stands:
        names = listed(list(dict.fromkeys(wager_name(rules.game, one.wager) for one in stands)), "and")
        head.append(
            Follow(
                kind="settle",
                head=f"{names} {'are' if 'and' in names else 'is'} settled all the same",
                says="By the paytables of this table.",
                clause=clause,
            )
        )
    if not any(line.kind == "cards" for line in lines):
        lines.append(
            Follow(
                kind="cards", head="The cards are reshuffled", says="A new round begins with bets open.", clause=clause
            )
        )
    return Following(lines=(*head, *lines), back=back, stands=stands, ends=True)


def _standing(rules: TableRules, seen: BankedObservation, back: dict[Seat, dict[str, int]]) -> tuple[Stands, ...]:
    return tuple(
        [
            Stands(seat=seat, wager=id, cents=cents, when=settled_when(rules, seen, seat, id))
            for seat in sorted(seen.wagers)
            for id, cents in seen.wagers[seat].items()
            if id not in back.get(seat, {})
        ]
    )


def settled_when(rules: TableRules, seen: BankedObservation, seat: Seat, wager: str) -> str:
    """When a wager can be settled: after the last card it looks at, or when the hand is shown."""
    of = rules.game.wagers[wager]
    phases = [phase.id for phase in rules.game.phases]
    needed = [id for id in of.rests_on if id in phases]
    last = max(needed, key=phases.index, default="")
    community = isinstance(rules.phase(last), Deal | TurnUp) and last != "hole" if last else False
    if community and _is_to_come(rules, seen, last):
        return f"after the {phase_name(last)}"
    if of.needs_bank_hand:
        return "when the dealer’s hand is shown"
    return "when the hand is shown"


def _is_to_come(rules: TableRules, seen: BankedObservation, phase: str) -> bool:
    phases = [one.id for one in rules.game.phases]
    now = phases.index(seen.phase) if seen.phase in phases else -1
    return phases.index(phase) >= now


def seats_text(seats: Sequence[Seat]) -> str:
    """Seats in words: ``Seats 1, 2 and 4``."""
    if not seats:
        return "No seat"
    return f"Seat {seats[0]}" if len(seats) == 1 else f"Seats {listed([str(seat) for seat in seats], 'and')}"


# Poker tables.


def _poker(seen: Observation, events: Sequence[Event]) -> Following:
    lines: list[Follow] = []
    back: dict[Seat, dict[str, int]] = {}
    for event in events:
        match event:
            case cards.IrregularityRuled():
                lines.append(Follow(kind="on", head=_capital(str(event.remedy)), clause=event.clause))
            case poker.BetsReturned():
                back = {seat: {"bets": int(cents)} for seat, cents in event.bets}
                head = f"The round is void and every bet goes back: {dollars(sum(cents for _, cents in event.bets))}"
                lines.append(Follow(kind="back", head=head, clause=event.clause))
            case poker.HandDropped():
                goes = (
                    f"{dollars(event.refund)} goes back to the player." if event.refund else "Its bets stay in the pot."
                )
                lines.append(
                    Follow(kind="void", head=f"The hand of Seat {event.seat} is dead", says=goes, clause=event.clause)
                )
                if event.refund:
                    back.setdefault(event.seat, {})["bets"] = event.refund
            case poker.LastPlayerLeft():
                lines.append(Follow(kind="settle", head="One player is left and wins the pot", clause=event.clause))
            case poker.Acted():
                lines.append(Follow(kind="on", head=f"Seat {event.seat}: {event.word}", clause=event.clause))
            case _:
                told = _of_cards(event)
                lines += [told] if told is not None else []
    ends = any(event.ends_round for event in events)
    if not ends and seen.status != "between rounds":
        lines.append(Follow(kind="on", head="The round goes on", clause=lines[0].clause if lines else NO_CLAUSE))
    return Following(lines=tuple(lines), back=back, ends=ends)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
