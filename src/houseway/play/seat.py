"""The user's seats: wagers, answers and settings asked for at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.cards import Card
from houseway.engine import commands as cmd
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.felt import card_text, felt, refusal_text, sentence
from houseway.felt.show import has_symbols, short_name
from houseway.money import dollars
from houseway.play.reference import clause_asked_for, clauses_text, pays_text
from houseway.play.terminal import KEYS
from houseway.play.words import Answer, TypedError, answer_typed, in_dollars, offered, options_text, wagers_typed
from houseway.rules.game import Arrangement, Decide, Does
from houseway.rules.showdown import Setting

if TYPE_CHECKING:
    from houseway.play.session import Session

_USUAL_WAGER = 1000
YOU = "You"
BANK_WORDS = ("bank", "co-bank")


class Seats:
    """The seats the user plays, with the wagers of the last round to repeat."""

    def __init__(self, session: Session, numbers: tuple[int, ...]) -> None:
        self.session = session
        self.numbers = numbers
        self.last: dict[int, dict[str, int]] = {}
        self.confirmed = ""

    @property
    def players(self) -> list[str]:
        """The names the user plays under: one, or one a seat where the table allows one position to a player."""
        seats = self.session.table.state.seats
        return list(dict.fromkeys(seats[number] for number in self.numbers))

    def sit_down(self) -> None:
        """Take the seats; adjacent ones are one player's where the submission allows it."""
        numbers = self.numbers
        together = len(numbers) <= self.session.rules.positions_per_player
        together = together and all(right - left == 1 for left, right in pairwise(numbers))
        for position, seat in enumerate(numbers):
            name = YOU if together or len(numbers) == 1 else f"{YOU} at {seat}"
            cents = self.session.bankroll if position == 0 or not together else 0
            self.session.table.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=name, cents=cents))

    def can_wager(self) -> bool:
        """Whether any of the seats has chips left."""
        return any(self.session.chips(seat) for seat in self.numbers)

    def chips_in_all(self) -> int:
        """The chips of all the user's players."""
        by_player = {self.session.table.state.seats[seat]: self.session.chips(seat) for seat in self.numbers}
        return sum(by_player.values())

    # Wagers.

    def place_wagers(self) -> None:
        """Ask for the wagers of each seat that has chips."""
        for seat in self.numbers:
            if self.session.chips(seat):
                self._place_at(seat)

    def _place_at(self, seat: int) -> None:
        session, game = self.session, self.session.rules.game
        again = self._again(seat)
        question: RenderableType | None = self._wager_question(seat, again)
        keys = self._keys(game.main_wager.clause, game.procedures.no_more_bets)
        while True:
            typed = session.terminal.ask(question, keys)
            question = None
            if typed.lower() in ("out", "0"):
                return
            if typed.lower() in BANK_WORDS:
                if self._take_bank(seat, co_bank=typed.lower() == "co-bank"):
                    again = {}
                    question = self._wager_question(seat, again)
                continue
            if not typed and not again:
                return
            try:
                wagers = wagers_typed(game, typed) if typed else again
            except TypedError as error:
                self._say_again(str(error))
                continue
            outcome = session.table.send(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers=wagers))
            if not isinstance(outcome, Refusal):
                if session.table.state.bank != seat:
                    self.last[seat] = dict(wagers)
                return
            self.refuse(outcome)

    def _again(self, seat: int) -> dict[str, int]:
        """What Enter places: the last wagers, or a usual one to begin with; nothing for the bank."""
        game = self.session.rules.game
        if self.session.table.state.bank == seat:
            return {}
        return self.last.get(seat) or wagers_typed(game, f"{max(_USUAL_WAGER, game.main_wager.minimum) / 100:.2f}")

    def _wager_question(self, seat: int, again: Mapping[str, int]) -> RenderableType:
        session, game = self.session, self.session.rules.game
        is_bank = session.table.state.bank == seat
        names = [id for id in offered(game) if game.wagers[id].equals is None]
        if is_bank:
            names.remove(game.main_wager.id)
        again_text = ", ".join(f"{short_name(game, id)} {dollars(cents)}" for id, cents in again.items())
        lines = [
            ("Place", " · ".join(names)),
            ("", f"as in: {names[0]} 10"),
            ("Enter", again_text or "none"),
        ]
        if not is_bank:
            lines.append(("out", "sit out this round"))
        if session.rules.banking is not None and session.table.state.bank is None and session.history.rounds:
            lines.append(("bank", "take the bank; co-bank: share it with the dealer"))
        head = Text.assemble((f"Seat {seat}", "bold"), f"  {dollars(session.chips(seat))} in chips")
        head.append("  You are the bank." if is_bank else "")
        grid = Table.grid(padding=(0, 3, 0, 0))
        for key, says in lines:
            grid.add_row(Text(key, style="green"), Text(says))
        return Group(head, grid, Text(KEYS, style="dim"))

    def _take_bank(self, seat: int, *, co_bank: bool) -> bool:
        """Take the bank if it is offered to this seat once the computer players asked before have passed it."""
        session, table = self.session, self.session.table
        main, bank = session.rules.game.main_wager.id, session.rules.game.player_bank
        stake = sum(cents for (_, id), cents in table.state.wagers.items() if id == main)
        accept = cmd.AcceptBank(by=Role.PLAYER, seat=seat, co_bank=co_bank)
        while True:
            tried = table.fork()
            outcome = tried.send(accept)
            if not isinstance(outcome, Refusal):
                break
            before = next((one for one in session.computers if f"seat {one} passes" in outcome.legal), None)
            if before is None:
                self.refuse(outcome)
                return False
            session.pass_bank(before)
        against = tried.state.dealer_wager
        if bank is not None and session.chips(seat) < stake + against:
            # Once accepted the bank is kept for the round, so it is not accepted by one who cannot cover it.
            owed, has = dollars(stake + against), dollars(session.chips(seat))
            self.refuse(Refusal(Code.BANK_IS_ELIGIBLE, bank.covers, f"the bank must cover {owed} and you have {has}"))
            return False
        table.do(accept)
        session.terminal.note(f"You bank against {dollars(stake)} of wagers and {dollars(against)} of the dealer's.")
        return True

    def take_back(self) -> None:
        """Take the user's wagers back before they are locked."""
        table = self.session.table
        for seat in self.numbers:
            placed = tuple(id for number, id in table.state.wagers if number == seat)
            if placed:
                table.do(cmd.WithdrawWagers(by=Role.PLAYER, seat=seat, wagers=placed))

    # Decisions.

    def answer(self, seat: int, phase: Decide) -> None:
        """Ask until the seat's answer is accepted."""
        session = self.session
        held = session.table.state.hands.get(seat, ())
        session.terminal.say("", felt(session.terminal.out, session.layout(), wagers=True))
        question: Text | None = self._question(seat, phase, held)
        keys = self._keys(phase.clause)
        while True:
            typed = session.terminal.ask(question, keys)
            question = None
            if self._accepted(seat, phase, held, typed):
                return

    def _question(self, seat: int, phase: Decide, held: tuple[Card, ...]) -> Text:
        text = Text.assemble(
            (f"Seat {seat}", "bold"), "  ", options_text(phase.options, self._base(seat, phase), len(held))
        )
        if any(option.does is Does.SET for option in phase.options):
            symbols = has_symbols(self.session.terminal.out)
            text.append("\n")
            for place, card in enumerate(held, 1):
                text.append(f"  {place} ", style="dim").append_text(card_text(card, symbols=symbols))
        return text.append(f"\n{KEYS}", style="dim")

    def _accepted(self, seat: int, phase: Decide, held: tuple[Card, ...], typed: str) -> bool:
        arrangement = self.session.rules.game.arrangement
        base = self._base(seat, phase)
        try:
            said = answer_typed(phase.options, typed, base=base, held=held, low=arrangement.low if arrangement else 0)
        except TypedError as error:
            self._say_again(f"{error}; you may {options_text(phase.options, base, len(held))}")
            return False
        if said.low and arrangement is not None and self._loses_as_set(said, typed, arrangement, held):
            return False
        outcome = self.session.table.send(
            cmd.Decide(by=Role.PLAYER, seat=seat, word=said.word, cents=said.cents, high=said.high, low=said.low)
        )
        if isinstance(outcome, Refusal):
            self.refuse(outcome)
            return False
        return True

    def _loses_as_set(self, said: Answer, typed: str, arrangement: Arrangement, held: tuple[Card, ...]) -> bool:
        """Whether to ask once more before hands are placed that the engine takes and that cannot win."""
        setting = Setting(said.high, said.low)
        allowed = {frozenset(one.low) for one in arrangement.legal(held)}
        if frozenset(said.low) in allowed or arrangement.check(held, setting) is not None or typed == self.confirmed:
            self.confirmed = ""
            return False
        self.confirmed = typed
        self._say_again("so set, the low hand stands above the high hand and loses; type it again to place it so")
        return True

    def may_surrender(self, phase: Decide) -> None:
        """Offer the user's seats what may be passed over."""
        session = self.session
        game = session.rules.game
        for seat in self.numbers:
            wagers = [id for number, id in session.table.state.wagers if number == seat]
            if seat not in session.table.state.asked or any(not game.wagers[id].main for id in wagers):
                continue
            session.terminal.say("", felt(session.terminal.out, session.layout(), wagers=True))
            question: Text | None = Text.assemble(
                (f"Seat {seat}", "bold"), f"  Enter: play on · {options_text(phase.options, 0, 0)}\n", (KEYS, "dim")
            )
            while True:
                typed = session.terminal.ask(question, self._keys(phase.clause))
                question = None
                if not typed or self._accepted(seat, phase, (), typed):
                    break

    def _base(self, seat: int, phase: Decide) -> int:
        measured = next((option.of for option in phase.options if option.of is not None), None)
        return self.session.table.state.wagers.get((seat, measured), 0) if measured is not None else 0

    # What works at every prompt.

    def _keys(self, *clauses: str) -> Mapping[str, Callable[[str], None]]:
        terminal, game = self.session.terminal, self.session.rules.game

        def clause(rest: str) -> None:
            terminal.say(clause_asked_for(rest) if rest else clauses_text(clauses))

        def history(rest: str) -> None:
            found = self.session.history.find(rest)
            if found is not None:
                self.session.show(found)
            else:
                terminal.say(self.session.history.table())

        def pays(_: str) -> None:
            terminal.say(pays_text(game))

        return {"?": clause, "h": history, "t": pays}

    def refuse(self, refusal: Refusal) -> None:
        """Say why something was refused and what would be legal, in dollars."""
        legal = tuple(in_dollars(one) for one in refusal.legal)
        self.session.terminal.say(refusal_text(Refusal(refusal.code, refusal.clause, refusal.message, legal)))

    def _say_again(self, text: str) -> None:
        self.session.terminal.say(Text(sentence(text), style="yellow"))
