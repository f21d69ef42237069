"""What happened, told in sentences: events as those at the table are told of them, and refusals."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from houseway.cards import Card, text_of
from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.hand_names import hand_name
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.clause import NO_CLAUSE
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Event
from houseway.engine.observing import Observation
from houseway.engine.refusal import Refusal
from houseway.money import Cents, dollars
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.names import wager_name
from houseway.view.table import AnyRules, shown_name
from houseway.view.words import Line, listed

_POSTED = {"forced bet": "Forced Bet", "straddle": "Straddle Bet", "blind": "blinds"}


def told(rules: AnyRules, seen: Observation, events: Sequence[Event], own: Collection[Seat] = ()) -> list[Line]:
    """Events as they are told at a table whose viewer has these seats; what goes without saying is left out.

    ``events`` are as the viewer may see them, ``seen`` is the table after them.
    """
    return list(Teller(rules, seen, own).lines(events))


class Teller:
    """Tells events to one viewer of a table."""

    def __init__(self, rules: AnyRules, seen: Observation, own: Collection[Seat]) -> None:
        self.rules, self.seen, self.own = rules, seen, own

    def lines(self, events: Sequence[Event]) -> Iterator[Line]:
        posted: list[poker.Posted] = []
        for event in events:
            if isinstance(event, poker.Posted):
                posted.append(event)
                continue
            yield from self._posted(posted)
            posted = []
            line = self._of_cards(event) or self._of_poker(event) or self._of_banked(event)
            if line is not None:
                yield line
        yield from self._posted(posted)

    def _line(self, says: str, event: Event, *, by: Seat = DEALER) -> Line:
        return Line(says=_capital(f"{says}."), clause=event.clause, by=by)

    def who(self, seat: Seat) -> str:
        """A player as the others are told of: ``you``, ``Ada at seat 2``, ``seat 2``."""
        if seat in self.own:
            return "you" if len(self.own) == 1 else f"you at seat {seat}"
        name = shown_name(seat, self.seen.seats.get(seat, ""))
        return f"{name} at seat {seat}" if name else f"seat {seat}"

    def _does(self, seat: Seat, verb: str) -> str:
        return f"{self.who(seat)} {verb if seat in self.own else f'{verb}es' if verb.endswith('s') else f'{verb}s'}"

    def _hand(self, seat: Seat) -> str:
        return f"the hand at seat {seat}" if seat else "the hand"

    # Every table.

    def _of_cards(self, event: Event) -> Line | None:
        match event:
            case banked.SeatTaken():
                cents = dollars(sum(cents for _, _, cents in event.postings))
                return self._line(f"{event.player} sits down at seat {event.seat} with {cents}", event, by=event.seat)
            case banked.StakesBrought():
                cents = dollars(sum(cents for _, _, cents in event.postings))
                return self._line(f"{self._does(event.seat, 'buy')} in again for {cents}", event, by=event.seat)
            case banked.IrregularityRuled():
                where = f" at seat {event.seat}" if event.seat else ""
                return self._line(f"{event.cause.replace('_', ' ')}{where}: {event.remedy}", event)
            case banked.CardSetAside() if event.card is not None:
                return self._line(f"{text_of([event.card])} is set aside", event)
            case banked.CardSetAside():
                return self._line("a card is set aside", event)
            case banked.CardExposed() if event.card is not None and event.remedy:
                where = f" at seat {event.seat}" if event.seat else ""
                return self._line(f"{text_of([event.card])} is exposed{where}: {event.remedy}", event)
            case banked.DeckRemoved() | poker.DeckRemoved():
                return self._line(f"the deck is removed: {event.why}", event)
            case banked.StubCounted() if not event.right:
                return self._line(f"the stub is counted: {event.count} cards, wrong", event)
            case banked.RecutRequired():
                return self._line("the floor requires that the cards are cut again", event)
            case banked.DeviceFailed():
                return self._line(f"the {event.device} is out of order", event)
            case _:
                return None

    # Banked tables.

    def _of_banked(self, event: Event) -> Line | None:
        match event:
            case banked.StartDetermined():
                where = f"seat {event.position}" if event.position else "the dealer"
                dice = f" (dice {', '.join(map(str, event.dice))})" if event.dice else ""
                return self._line(f"the start is {event.number}{dice}: dealing begins with {where}", event)
            case banked.EnvyLammersPlaced():
                seats = listed([*map(str, dict.fromkeys(seat for seat, _ in event.lammers))], "and")
                return self._line(f"Envy lammers for seat{'s' if len(dict(event.lammers)) > 1 else ''} {seats}", event)
            case banked.BankPassed():
                return self._line(f"{self._does(event.seat, 'pass')} the bank", event)
            case banked.Decided():
                amount = f" {dollars(event.cents)}" if event.cents else ""
                return self._line(f"{self.who(event.seat)}: {event.word}{amount}", event, by=event.seat)
            case banked.WagersAbandoned():
                return self._line(f"{self.who(event.seat)} left; the wagers are abandoned", event, by=event.seat)
            case banked.HandVoided():
                return self._line(f"{self._does(event.seat, 'void')} the exposed hand", event)
            case banked.HandKept():
                return self._line(f"{self._does(event.seat, 'play')} the exposed hand", event)
            case banked.NoRollCalled():
                return self._line("no roll", event)
            case banked.PayoutValidated():
                wager = self._wager(event.wager)
                return self._line(f"a floorperson validates the payout of seat {event.seat}'s {wager}", event)
            case banked.DocumentationAwaited():
                won = f"{dollars(event.cents)} of the meter for seat {event.seat}'s {self._wager(event.wager)}"
                return self._line(f"{won} are paid by hand, and the cards stay until that is documented", event)
            case banked.PayoutDocumented():
                return self._line(f"the payout of seat {event.seat}'s {self._wager(event.wager)} is documented", event)
            case banked.MeterReset():
                return self._line(f"the {event.meter.replace('_', ' ')} meter is reset", event)
            case banked.DealerWagerSettled():
                came_out = {"lose": "loses", "push": "is a push"}.get(
                    event.pays, f"is paid {event.pays}, {dollars(event.net)}"
                )
                return self._line(f"the dealer's wager of {dollars(event.amount)} against the bank {came_out}", event)
            case banked.BankSettled():
                return self._line(_bank_settled(event), event)
            case banked.SettlementUndone():
                return self._line("what was paid and collected in this round goes back", event)
            case _:
                return None

    def _wager(self, id: str) -> str:
        return wager_name(self.rules.game, id) if isinstance(self.rules, TableRules) else id

    # Poker tables.

    def _of_poker(self, event: Event) -> Line | None:
        rules, seen = self.rules, self.seen
        if not isinstance(rules, PokerRules) or not isinstance(seen, PokerObservation):
            return None
        match event:
            case poker.RoundStarted() if event.kill:
                clause = rules.game.kill_clause or NO_CLAUSE
                return Line(says=f"This is a {rules.kill} round: the limits are raised.", clause=clause)
            case poker.StreetDealt():
                return self._street(rules, event)
            case poker.Acted():
                return self._line(f"{self.who(event.seat)}: {self._action(event)}", event, by=event.seat)
            case poker.Discarded():
                return self._line(self._discarded(rules, seen, event), event, by=event.seat)
            case poker.Drew() if event.cards and None not in event.cards:
                return Line(says=_capital(self._does(event.seat, "draw")), cards=event.cards)
            case poker.Reshuffled():
                back = "burn cards" if event.burns else "discards"
                return self._line(f"the deck runs short: {back} are shuffled back", event)
            case poker.UncalledBetReturned():
                return self._line(
                    f"{dollars(event.cents)} that nobody called goes back to {self.who(event.seat)}", event
                )
            case poker.RakeTaken():
                return self._line(f"{dollars(event.cents)} of rake is taken from the pot", event)
            case poker.HandShown():
                named = hand_name(rules.game, event.cards, known(seen.community) + seen.common)
                return Line(says=_capital(self._does(event.seat, "show")), cards=event.cards, then=named)
            case poker.HandMucked():
                return self._line(self._does(event.seat, "muck"), event)
            case poker.ButtonDrawn():
                return Line(
                    says=f"{_capital(self.who(event.seat))} has the button by the highest card", cards=event.cards
                )
            case poker.PostOwed():
                says = f"the blinds pass {self.who(event.seat)}: a post is owed, or the largest blind waited for"
                return self._line(says, event)
            case poker.TimeChargeAssessed() if event.postings:
                each, players = dollars(event.charges[0][1]), len(event.charges)
                return self._line(f"time charge: {each} from each of {players} players", event)
            case poker.TimeChargePaid():
                left = f"; {dollars(event.owed)} is still owed" if event.owed else ""
                says = f"{self._does(event.seat, 'pay')} {dollars(event.cents)} of a time charge on leaving{left}"
                return self._line(says, event, by=event.seat)
            case poker.TimeChargesVerified():
                says = f"the {event.person} verifies {dollars(event.cents)} of time charges, and they are dropped"
                if event.variance:
                    differs = "more" if event.variance > 0 else "less"
                    says += f"; it is {dollars(Cents(abs(event.variance)))} {differs} than was collected"
                return self._line(says, event)
            case poker.BetCorrected():
                placed, cents = dollars(event.placed), dollars(event.cents)
                return self._line(f"{placed} placed at seat {event.seat} is corrected to {cents}", event)
            case poker.Announced() if not event.binding:
                return self._line(f"{event.word!r} said out of turn at seat {event.seat} binds nobody", event)
            case poker.HandDropped():
                return self._line(f"{self._hand(event.seat)} is dead: {event.why.replace('_', ' ')}", event)
            case poker.BetsReturned():
                return self._line("the round is void and every bet goes back", event)
            case _:
                return None

    def _posted(self, posted: Sequence[poker.Posted]) -> Iterator[Line]:
        """Antes, blinds and the like, each kind together."""
        by_kind: dict[str, list[poker.Posted]] = {}
        for event in posted:
            by_kind.setdefault(event.kind.removesuffix(" for all"), []).append(event)
        for kind, several in by_kind.items():
            if kind == "ante" and len({event.cents for event in several}) == 1:
                says = f"ante {dollars(several[0].cents)} each"
            else:
                each = ", ".join(f"{self.who(event.seat)} {dollars(event.cents)}" for event in several)
                says = f"{_POSTED.get(kind, kind)}: {each}"
            yield self._line(says, several[0])

    def _street(self, rules: PokerRules, event: poker.StreetDealt) -> Line | None:
        street = rules.game.streets[event.street]
        # Seat 0 stands for the community cards, one below it for the burned ones.
        shared = tuple([card for seat, card, _ in event.cards if seat == 0])
        if shared:
            return Line(says="Common card" if event.common else _capital(street.id), cards=shared)
        if any(seat > 0 for seat, _, _ in event.cards):
            return Line(says=_capital(f"{street.id}."))
        return Line(says=_capital(f"{street.id}: a card is burned.")) if street.draw else None

    def _action(self, event: poker.Acted) -> str:
        verb = event.word if event.seat in self.own else f"{event.word}s"
        all_in = ", all-in" if event.all_in else ""
        match event.word:
            case "call":
                return f"{verb} {dollars(event.cents)}{all_in}"
            case "bet" | "raise":
                return f"{verb}{' to' if event.word == 'raise' else ''} {dollars(event.to)}{all_in}"
            case _:
                return verb

    def _discarded(self, rules: PokerRules, seen: PokerObservation, event: poker.Discarded) -> str:
        street = next((one for one in rules.game.streets if one.id == seen.phase), rules.game.streets[0])
        if not event.cards:
            return f"{self._does(event.seat, 'stand')} pat"
        return f"{self._does(event.seat, 'discard' if street.discard else 'draw')} {len(event.cards)}"


def known(cards: Iterable[Card | None]) -> tuple[Card, ...]:
    """The cards that may be seen."""
    return tuple([card for card in cards if card is not None])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _bank_settled(event: banked.BankSettled) -> str:
    collected, paid = dollars(event.collected), dollars(event.paid)
    says = f"the bank at seat {event.seat} collected {collected} and paid {paid} at the centre of the table"
    if event.from_bank:
        return f"{says}; the bank put {dollars(event.from_bank)} there"
    return f"{says}; {dollars(event.to_bank)} go to the bank" if event.to_bank else says


# Refusals.

_LONGEST_MESSAGE = 600
_LONGEST_WORD = 60


def refused(refusal: Refusal) -> tuple[Line, tuple[str, ...]]:
    """A refusal: what is not met with its clause, and what would be legal."""
    # What was stated is echoed, but not without end.
    message = refusal.message[:_LONGEST_MESSAGE] + ("…" if len(refusal.message) > _LONGEST_MESSAGE else "")
    message = re.sub(rf"(\S{{{_LONGEST_WORD}}})\S+", r"\1…", message)
    return Line(says=message, clause=refusal.clause), refusal.legal_in_dollars
