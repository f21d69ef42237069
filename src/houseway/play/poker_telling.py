"""What is said at a poker table while a round goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_events as room
from houseway.chapters.c637a_poker.state import BURN, COMMUNITY
from houseway.engine.banked.events import Event
from houseway.felt.cards import cards_text
from houseway.felt.poker_names import hand_name
from houseway.felt.show import has_symbols
from houseway.money import dollars

if TYPE_CHECKING:
    from houseway.play.poker_session import PokerSession


class Teller:
    """Says bets, streets, draws and shown hands in passing; ``told``: all of it since the round began.

    What the user did was typed by the user, so it is kept to be shown again but not said.
    """

    def __init__(self, session: PokerSession) -> None:
        self.session = session
        self.told: list[RenderableType] = []

    def tell(self, events: tuple[Event, ...]) -> None:
        """Say what these events are to those at the table."""
        posted: list[ev.Posted] = []
        ends = any(isinstance(event, ev.PokerRoundEnded) for event in events)
        for event in events:
            if isinstance(event, ev.Posted):
                posted.append(event)
                continue
            self._say_posted(posted)
            match event:
                case ev.RoundStarted() if event.kill:
                    said = f"This is a {self.session.rules.kill} round: the limits are raised."
                    self._say(said, self.session.rules.game.kill_clause or "")
                case ev.StreetDealt():
                    self._street(event)
                case ev.Acted():
                    said = f"{self._who(event.seat)}: {_action(event, self._verb(event.seat, event.word))}."
                    self._say(said, aloud=event.seat in self.session.computers)
                case ev.Discarded():
                    said = f"{self._who(event.seat)} {self._discarded(event.seat, len(event.cards))}."
                    self._say(said, aloud=event.seat in self.session.computers)
                case ev.Drew() if event.seat in self.session.seats.numbers and event.cards:
                    self._cards("You draw", event.cards)
                case ev.Reshuffled():
                    back = "burn cards" if event.burns else "discards"
                    self._say(f"The deck runs short: {back} are shuffled back.", event.clause)
                case ev.UncalledBetReturned():
                    said = f"{dollars(event.cents)} that nobody called goes back to {self._who(event.seat)}."
                    self._say(said, event.clause)
                case ev.RakeTaken() if not ends:
                    # What is taken at the end is said with the pots.
                    self._say(f"{dollars(event.cents)} of rake is taken from the pot.", event.clause)
                case ev.HandShown():
                    state, game = self.session.table.state, self.session.rules.game
                    named = hand_name(game, event.cards, state.board + state.common)
                    self._cards(f"{self._who(event.seat)} {self._verb(event.seat, 'show')}", event.cards, named)
                case ev.HandMucked():
                    self._say(f"{self._who(event.seat)} {self._verb(event.seat, 'muck')}.", event.clause)
                case room.PostOwed():
                    said = f"The blinds pass {self._who(event.seat)}: a post is owed, or the largest blind waited for."
                    self._say(said, event.clause)
                case room.TimeChargeAssessed() if event.postings:
                    said = f"Time charge: {dollars(event.charges[0][1])} from each of {len(event.charges)} players."
                    self._say(said, event.clause)
                case room.TimeChargesVerified():
                    said = f"{_capital(event.person)} verifies {dollars(event.cents)} of time charges, and they are dropped."
                    self._say(said, event.clause)
        self._say_posted(posted)

    def _say_posted(self, posted: list[ev.Posted]) -> None:
        """Say antes, blinds and the like, each kind together, and take them off the list."""
        by_kind: dict[str, list[ev.Posted]] = {}
        for event in posted:
            by_kind.setdefault(event.kind.removesuffix(" for all"), []).append(event)
        for kind, several in by_kind.items():
            amounts = {event.cents for event in several}
            if kind == "ante" and len(amounts) == 1:
                said = f"ante {dollars(several[0].cents)} each"
            else:
                each = ", ".join(f"{self._who(event.seat)} {dollars(event.cents)}" for event in several)
                called = {"forced bet": "Forced Bet", "straddle": "Straddle Bet", "blind": "blinds"}.get(kind, kind)
                said = f"{called}: {each}"
            self._say(f"{said}.", several[0].clause)
        posted.clear()

    def _street(self, event: ev.StreetDealt) -> None:
        street = self.session.rules.game.streets[event.street]
        shared = tuple([card for seat, card, _ in event.cards if seat == COMMUNITY])
        if shared:
            self._cards("Common card" if event.common else street.id.capitalize(), shared)
        elif any(seat != BURN for seat, _, _ in event.cards):
            self._say(f"{street.id.capitalize()}.")
        elif street.draw:
            self._say(f"{street.id.capitalize()}: a card is burned.")

    def _discarded(self, seat: int, number: int) -> str:
        if self.session.rules.game.streets[self.session.table.state.street].discard:
            return f"{self._verb(seat, 'discard')} {number}"
        return f"{self._verb(seat, 'draw')} {number}" if number else f"{self._verb(seat, 'stand')} pat"

    def _who(self, seat: int) -> str:
        own = self.session.seats.numbers
        if own == (seat,):
            return "you"
        return f"{'you' if seat in own else self.session.table.state.seats[seat]} at seat {seat}"

    def _verb(self, seat: int, verb: str) -> str:
        return verb if seat in self.session.seats.numbers else f"{verb}s"

    def _cards(self, before: str, cards: tuple[Card, ...], after: str = "") -> None:
        symbols = has_symbols(self.session.terminal.out)
        text = Text.assemble((f"{_capital(before)}  ", "dim"), cards_text(cards, symbols=symbols))
        self._tell(text.append(f"  {after}" if after else "", style="dim"))

    def _say(self, text: str, clause: str = "", *, aloud: bool = True) -> None:
        said = Text(_capital(text), style="dim")
        self._tell(Text.assemble(said, "  ", (clause, "cyan")) if clause else said, aloud=aloud)

    def _tell(self, line: RenderableType, *, aloud: bool = True) -> None:
        self.told.append(line)
        if aloud:
            self.session.terminal.say(line)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _action(event: ev.Acted, verb: str) -> str:
    all_in = ", all-in" if event.all_in else ""
    match event.word:
        case "call":
            return f"{verb} {dollars(event.cents)}{all_in}"
        case "bet":
            return f"{verb} {dollars(event.to)}{all_in}"
        case "raise":
            return f"{verb} to {dollars(event.to)}{all_in}"
        case _:
            return verb
