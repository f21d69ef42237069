"""A round told again, event by event: also what goes without saying at the table, for who looks at a record."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.hand_names import contest_name
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Event
from houseway.engine.observing import Observation
from houseway.money import dollars
from houseway.rules.game import Decide
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.table import AnyRules
from houseway.view.telling import Teller, known
from houseway.view.words import Line, listed


def retold(rules: AnyRules, seen: Observation, event: Event, own: Collection[Seat] = ()) -> Line:
    """One event in a sentence, with its clause. ``event`` is as the viewer may see it, ``seen`` is the table after it."""
    return _Reteller(rules, seen, own).line(event)


def tag_of(event: Event) -> str:
    """The name of an event's kind."""
    return str(event.__struct_config__.tag)


class _Reteller(Teller):
    def line(self, event: Event) -> Line:
        """The sentence of an event: its own, else the one told at the table, else the name of its kind."""
        own = self._posted_alone(event) or self._dealt(event) or self._settled(event) or self._of_round(event)
        found = own or next(iter(self.lines((event,))), None) or self._by_kind(event)
        return found if found.clause else replace(found, clause=event.clause)

    def _by_kind(self, event: Event) -> Line:
        seat = getattr(event, "seat", 0)
        where = f" at seat {seat}" if isinstance(seat, int) and seat > 0 else ""
        return self._line(f"{tag_of(event).replace('_', ' ')}{where}", event)

    def _posted_alone(self, event: Event) -> Line | None:
        if not isinstance(event, poker.Posted):
            return None
        all_in = ", all-in" if event.all_in else ""
        says = f"{self._does(event.seat, 'post')} the {event.kind}, {dollars(event.cents)}{all_in}"
        return self._line(says, event, by=event.seat)

    # Cards.

    def _dealt(self, event: Event) -> Line | None:
        match event:
            case banked.CardsDealt():
                seats = [self._place(to) for to in dict.fromkeys(to for to, _ in event.cards if to != banked.BURN)]
                burned = sum(to == banked.BURN for to, _ in event.cards)
                says = [f"{len(event.cards) - burned} dealt to {listed(seats, 'and')}"] if seats else []
                says += [f"{burned} burned"] if burned else []
                shown = known(card for _, card in event.cards)
                return Line(says=_sentence(f"cards: {', '.join(says)}"), cards=shown, clause=event.clause)
            case banked.CommunityTurned():
                return Line(says="Community cards are turned up:", cards=known(event.cards), clause=event.clause)
            case banked.BankRevealed():
                return Line(says="The bank's cards are turned up:", cards=known(event.cards), clause=event.clause)
            case banked.HandsSet() | banked.HandsRevealed():
                return self._hands(event)
            case poker.StreetDealt() if not any(seat == 0 for seat, _, _ in event.cards):
                return self._street_to_seats(event)
            case poker.Drew() if None in event.cards:
                number = len(event.cards)
                return self._line(
                    f"{self._does(event.seat, 'receive')} {number} card{'s' if number > 1 else ''}", event
                )
            case banked.CardsShuffled():
                by = "the device" if event.by_device else "the dealer"
                return self._line(f"{by} shuffles deck {event.deck + 1}", event)
            case banked.CardsCut():
                return self._line(f"the deck is cut {event.depth} cards deep", event)
            case banked.DrawnAtRandom() if event.magic_card is not None:
                return Line(
                    says="The table system draws the Magic Card:", cards=(event.magic_card,), clause=event.clause
                )
            case _:
                return None

    def _hands(self, event: banked.HandsSet | banked.HandsRevealed) -> Line:
        if isinstance(event, banked.HandsRevealed) and not event.low:
            whose = "your" if event.seat in self.own else f"seat {event.seat}'s"
            return Line(says=f"{_capital(whose)} cards are turned up:", cards=known(event.high), clause=event.clause)
        verb = "set" if isinstance(event, banked.HandsSet) else "reveal"
        who = f"the dealer {verb}s" if event.seat == DEALER else self._does(event.seat, verb)
        way = " the house way" if isinstance(event, banked.HandsSet) and event.house_way else ""
        cards = known((*event.high, *event.low))
        then = f"the last {len(event.low)} low" if cards and event.low else ""
        ends = ":" if cards else "."
        return Line(says=f"{_capital(who)} the hands{way}{ends}", cards=cards, then=then, clause=event.clause)

    def _street_to_seats(self, event: poker.StreetDealt) -> Line:
        assert isinstance(self.rules, PokerRules)
        street = self.rules.game.streets[event.street]
        dealt = [one for one in event.cards if one[0] > 0]
        down = sum(not up for _, _, up in dealt)
        parts = [f"{down} face down"] if down else []
        parts += [f"{len(dealt) - down} face up"] if down < len(dealt) else []
        burned = len(event.cards) - len(dealt)
        parts += [f"{burned} burned"] if burned else []
        shown = known(card for _, card, _ in dealt)
        return Line(says=_sentence(f"{street.id}: {', '.join(parts)}"), cards=shown, clause=event.clause)

    # Money.

    def _settled(self, event: Event) -> Line | None:
        match event:
            case banked.WagersPlaced():
                placed = listed([f"{self._wager(id)} {dollars(cents)}" for id, cents in event.wagers], "and")
                return self._line(f"{self._does(event.seat, 'wager')} {placed}", event, by=event.seat)
            case banked.WagersWithdrawn():
                taken = listed([self._wager(id) for id in event.wagers], "and")
                return self._line(f"{self._does(event.seat, 'take')} back {taken}", event, by=event.seat)
            case banked.WagerSettled():
                return self._line(self._wager_settled(event), event)
            case banked.PayoutLimited():
                cut = f"{dollars(event.reduction)} less, at the limit of {dollars(event.limit)}"
                return self._line(f"seat {event.seat} is paid {cut}", event)
            case banked.WagersReturned():
                each = [f"seat {seat}'s {self._wager(id)} {dollars(cents)}" for seat, id, cents in event.wagers]
                return self._line(f"returned: {listed(each, 'and')}", event)
            case poker.PotAwarded():
                name = f"side pot {event.pot}" if event.pot else "the main pot"
                shares = [
                    f"{dollars(one.cents)} to {self.who(one.seat)}{_won_for(one.contest)}" for one in event.shares
                ]
                return self._line(f"{name} of {dollars(event.amount)}: {listed(shares, 'and')}", event)
            case poker.ContributionTaken():
                return self._line(f"{dollars(event.cents)} is taken for the {event.fund.replace('_', ' ')}", event)
            case _:
                return None

    def _wager_settled(self, event: banked.WagerSettled) -> str:
        whose = "your" if event.seat in self.own else f"seat {event.seat}'s"
        hand = f" for {event.hand}" if event.hand else ""
        what = f"{whose} {self._wager(event.wager)} of {dollars(event.amount)}"
        match event.pays:
            case "lose":
                return f"{what} loses"
            case "push" | "returned":
                return f"{what}: {event.pays}"
            case "vigorish":
                charged = f"{dollars(-event.net)} of vigorish on a win of {dollars(event.amount)}"
                return f"{self._does(event.seat, 'pay')} {charged}"
            case pays:
                return f"{what} is paid {pays}{hand}: {dollars(event.net)}"

    # The round.

    def _of_round(self, event: Event) -> Line | None:
        match event:
            case banked.BetsClosed():
                return self._line("no more bets", event)
            case banked.StacksCollected():
                return self._line("the cards of positions without a wager are collected unseen", event)
            case banked.PhaseBegan():
                name, asked = event.phase.replace("_", " "), [*map(str, event.asked)]
                if asked:
                    return self._line(
                        f"{name}: seat{'s' if len(asked) > 1 else ''} {listed(asked, 'and')} in turn", event
                    )
                assert isinstance(self.rules, TableRules)
                nobody = isinstance(self.rules.phase(event.phase), Decide)
                return self._line(f"{name}: open to no seat" if nobody else f"{name} begins", event)
            case banked.RoundEnded() | poker.RoundEnded():
                void = ", and it is void" if event.void else ""
                return self._line(f"round {event.number} is over{void}", event)
            case poker.RoundStarted() if not event.kill:
                button = f", the button at seat {event.button}" if event.button else ""
                return self._line(f"round {event.number} begins{button}", event)
            case poker.BettingBegan():
                return self._line(f"betting begins with {self.who(event.actor)}", event)
            case poker.DrawBegan():
                what = f"each discards {event.discard}" if event.discard else "cards may be drawn"
                return self._line(f"{what}: seats {listed([*map(str, event.asked)], 'and')} in turn", event)
            case poker.ShowdownBegan():
                return self._line(f"showdown: {self._does(event.order[0], 'show')} first", event)
            case poker.LastPlayerLeft():
                return self._line(f"only {self.who(event.seat)} is left in the round", event)
            case banked.SeatLeft():
                return self._line(f"the player at seat {event.seat} leaves", event)
            case _:
                return None

    def _place(self, to: Seat) -> str:
        if to == DEALER:
            return "the dealer"
        return "the board" if to == banked.COMMUNITY else f"seat {to}"


def _won_for(contest: str) -> str:
    name = contest_name(contest)
    return ", who is left alone" if name == "alone" else f" for {name}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return f"{_capital(text)}."
