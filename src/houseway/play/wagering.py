"""Wagers before the deal, and the bank, asked for at the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from houseway.engine.asking import Question
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Envelope, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.felt.lines import refusal_text
from houseway.money import Cents, dollars
from houseway.play.seats import Seats, lines_of_keys
from houseway.play.typed import TypedError, wagers_typed
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.names import wager_name
from houseway.view.play_on import play_on

if TYPE_CHECKING:
    from houseway.play.session import Session

_USUAL_WAGER = 1000
_BANK = {"bank": "take the bank", "co-bank": "share the bank with the dealer"}
_OUT = ("out", "0")
_SINGLE = {"b": "bank", "c": "co-bank", "o": "out"}


class Wagering:
    """Asks the user's seats for their wagers; ``last`` are those of the last round, to be placed again by Enter."""

    def __init__(self, session: Session, rules: TableRules, seats: Seats) -> None:
        self.session, self.rules, self.seats = session, rules, seats
        self.last: dict[Seat, Mapping[str, Cents]] = {}
        self.done: set[Seat] = set()

    def seen(self) -> BankedObservation:
        """What the user sees."""
        seen = self.seats.observe()
        assert isinstance(seen, BankedObservation)
        return seen

    def ask(self, question: Question) -> None:
        """Ask a seat for its wagers; one that has had its say passes the bank where it is still offered it."""
        seat = question.seat
        if not question.of("place_wagers"):
            self.seats.send(cmd.PassBank(), seat)
            return
        self._place(question)
        self.done.add(seat)
        # A seat without a wager now sits the round out and is not asked again.
        self.session.house.pass_over(Question(seat=seat, asks=tuple(question.of("place_wagers")), may_wait=True))

    def ask_the_rest(self) -> None:
        """Ask a seat whose chips suffice for no main wager all the same: it may leave, or sit out."""
        chips = self.seats.chips()
        for seat in self.seats.numbers:
            if seat not in self.done and chips[seat]:
                self._place(Question(seat=seat, asks=(), may_wait=True))
                self.done.add(seat)

    def _place(self, question: Question) -> None:
        seat, game = question.seat, self.rules.game
        again = self._again(seat)
        asked: RenderableType | None = self._question(seat, again, offers=bool(question.of("pass_bank")))
        keys = self.seats.keys(game.main_wager.clause, game.procedures.no_more_bets)
        while True:
            typed = self.session.terminal.ask(asked, keys)
            asked = None
            word, _, rest = typed.lower().partition(" ")
            if word in ("a", "add"):
                if self.seats.add(rest, seat):
                    again = self._again(seat)
                    asked = self._question(seat, again, offers=bool(question.of("pass_bank")))
                continue
            word = _SINGLE.get(typed.lower(), typed.lower())
            if word in _BANK:
                if self._take_bank(seat, co_bank=word == "co-bank"):
                    again = {}
                    asked = self._question(seat, again, offers=False)
                continue
            if word in _OUT or not (typed or again):
                if self.seen().bank != seat:
                    self.session.terminal.note(f"Seat {seat} sits this round out.")
                return
            try:
                wagers = wagers_typed(game, typed) if typed else dict(again)
            except TypedError as error:
                self.seats.refuse(str(error), game.procedures.chips)
                continue
            if not isinstance(self.seats.send(cmd.PlaceWagers(wagers=wagers), seat), Refusal):
                short = play_on(self.rules, self.seen(), seat)
                if short is not None and short.warning:
                    self.session.terminal.note(f"{short.warning} ({short.clause})")
                return

    def _question(self, seat: Seat, again: Mapping[str, Cents], *, offers: bool) -> RenderableType:
        game, seen = self.rules.game, self.seen()
        is_bank = seen.bank == seat
        legal = self.session.table.legal(Viewer(Role.PLAYER, self.seats.names[seat]))
        own = [ask.subject for ask in legal if ask.command == "place_wagers" and ask.seat == seat]
        names = [id for id in own if game.wagers[id].equals is None]
        lines = [("Place", " · ".join(names)), ("", f"as in: {names[0]} 10")] if names else []
        repeated = ", ".join(f"{wager_name(game, id)} {dollars(cents)}" for id, cents in again.items())
        lines.append(("Enter", repeated or ("no wager" if is_bank else "sit out this round")))
        if not is_bank and again:
            lines.append(("o", "sit out this round (0 does too)"))
        if offers:
            possible = [word for word in _BANK if not isinstance(self._tried(seat, co_bank=word == "co-bank"), Refusal)]
            lines += [(word[0], f"{_BANK[word]} ({word})") for word in possible]
        lines.append(("a 100", "more chips"))
        head = Text.assemble((f"Seat {seat}", "bold"), f"  {dollars(seen.chips[seat])} in chips")
        return lines_of_keys(head.append("  You are the bank." if is_bank else ""), lines)

    def _again(self, seat: Seat) -> Mapping[str, Cents]:
        """What Enter places: the last wagers, or a usual one, if the chips suffice for it and to play on."""
        game = self.rules.game
        main, equal = game.main_wager, [one for one in game.wagers.values() if one.equals == game.main_wager.id]
        share = self.seen().chips[seat] // (1 + len(equal) + game.cents_to_play_on({main.id: Cents(1)}))
        # Where the chips are few the offer is what they come to, in whole dollars if it can be.
        few = share - share % 100 if share >= 100 else share
        usual = Cents(min(max(_USUAL_WAGER, main.minimum), few))
        for wagers in (self.last.get(seat), {one.id: usual for one in (main, *equal)}):
            tried = self.session.table.fork()
            if not wagers or isinstance(tried.send(cmd.PlaceWagers(wagers=dict(wagers)), seat=seat), Refusal):
                continue
            seen = tried.observe(Viewer(Role.PLAYER, self.seats.names[seat]))
            assert isinstance(seen, BankedObservation)
            short = play_on(self.rules, seen, seat)
            if short is None or not short.warning:
                return wagers
        return {}

    # The bank.

    def _take_bank(self, seat: Seat, *, co_bank: bool) -> bool:
        """Take the bank, or say why it cannot be taken."""
        refusal = self._tried(seat, co_bank=co_bank)
        if refusal is not None:
            # Which other seat might take it is no help to the one who asked.
            of_others = all(re.match(r"seat \d+", one) for one in refusal.legal)
            legal = ("play against the dealer",) if of_others else refusal.legal
            refusal = Refusal(refusal.code, refusal.clause, refusal.message, legal)
            self.session.terminal.say(refusal_text(refusal))
            return False
        self.seats.send(cmd.AcceptBank(co_bank=co_bank), seat)
        seen = self.seen()
        against, dealer = dollars(self._stake(seen)), dollars(seen.dealer_wager)
        self.session.terminal.note(f"You bank against {against} of wagers and {dealer} of the dealer's.")
        return True

    def _tried(self, seat: Seat, *, co_bank: bool) -> Refusal | None:
        """Why the seat cannot have the bank."""
        outcome = self.session.table.fork().send(cmd.AcceptBank(co_bank=co_bank), seat=seat)
        return outcome if isinstance(outcome, Refusal) else None

    def _stake(self, seen: BankedObservation) -> int:
        """The wagers the bank plays against."""
        main = self.rules.game.main_wager.id
        return sum(wagers.get(main, 0) for wagers in seen.placed.values())

    # When the bets are closed.

    def is_amiss(self, coming: Envelope | Question) -> bool:
        """Whether bets cannot be closed for something that may be the user's wagers."""
        if not isinstance(coming, Question) or coming.asks[0].command not in ("place_wagers", "withdraw_wagers"):
            return False
        return not coming.may_wait and any(self.seen().placed.get(seat) for seat in self.seats.numbers)

    def remember(self) -> None:
        """The wagers that were locked, to be placed again by Enter."""
        seen = self.seen()
        self.last |= {
            seat: seen.placed[seat] for seat in self.seats.numbers if seen.placed.get(seat) and seat != seen.bank
        }
        self.done.clear()

    def take_back(self) -> None:
        """Take the user's wagers back, and ask for them again."""
        placed = self.seen().placed
        for seat in self.seats.numbers:
            if placed.get(seat):
                self.seats.send(cmd.WithdrawWagers(wagers=tuple(placed[seat])), seat)
        self.done.clear()
        self.session.house.ask_again()
