"""The user's seats: wagers, answers and settings asked for at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.cards import Card
from houseway.engine.banked import commands as cmd
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.felt import card_text, felt, refusal_text, sentence
from houseway.felt.show import has_symbols, short_name
from houseway.money import dollars
from houseway.play.bank import BANK_WORDS, Bank
from houseway.play.reference import clause_asked_for, clauses_text, pays_text
from houseway.play.terminal import KEYS
from houseway.play.words import Answer, Offer, TypedError, answer_typed, offer, offered, wagers_typed
from houseway.rules.game import Arrangement, Decide, Does
from houseway.rules.showdown import Setting

if TYPE_CHECKING:
    from houseway.play.session import Session

_USUAL_WAGER = 1000
_PLAY_ON = "Enter: play on · "
YOU = "You"
OUT_WORDS = ("out", "0")


class Seats:
    """The seats the user plays, with the wagers of the last round to repeat."""

    def __init__(self, session: Session, numbers: tuple[int, ...]) -> None:
        self.session = session
        self.numbers = numbers
        self.bank = Bank(session)
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
            word = typed.lower()
            if word in BANK_WORDS:
                if self.bank.take(seat, co_bank=word == "co-bank"):
                    again = {}
                    question = self._wager_question(seat, again)
                continue
            if word in OUT_WORDS or not (typed or again):
                if session.table.state.bank != seat:
                    session.terminal.note(f"Seat {seat} sits this round out.")
                return
            try:
                wagers = wagers_typed(game, typed) if typed else again
            except TypedError as error:
                self._say_again(str(error), game.procedures.chips)
                continue
            outcome = session.table.send(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers=wagers))
            if not isinstance(outcome, Refusal):
                return
            self.refuse(outcome)

    def remember(self) -> None:
        """The wagers that were locked, to be placed again by Enter."""
        state = self.session.table.state
        for seat in self.numbers:
            placed = {id: cents for (number, id), cents in state.wagers.items() if number == seat}
            if placed and state.bank != seat:
                self.last[seat] = placed

    def _again(self, seat: int) -> dict[str, int]:
        """What Enter places: the last wagers, or a usual one, if the chips suffice; nothing for the bank."""
        session, game = self.session, self.session.rules.game
        if session.table.state.bank == seat:
            return {}
        main, equal = game.main_wager, [one for one in game.wagers.values() if one.equals == game.main_wager.id]
        share = session.chips(seat) // (1 + len(equal))
        # Where the chips are few the offer is what they come to, in whole dollars if it can be.
        few = share - share % 100 if share >= 100 else share
        usual = min(max(_USUAL_WAGER, main.minimum), few)
        for wagers in (self.last.get(seat), {one.id: usual for one in (main, *equal)}):
            if wagers and not isinstance(self._tried(seat, wagers), Refusal):
                return wagers
        return {}

    def _tried(self, seat: int, wagers: Mapping[str, int]) -> object:
        """What the engine would answer to these wagers."""
        return self.session.table.fork().send(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers=dict(wagers)))

    def _wager_question(self, seat: int, again: Mapping[str, int]) -> RenderableType:
        session, game = self.session, self.session.rules.game
        is_bank = session.table.state.bank == seat
        names = [id for id in offered(game) if game.wagers[id].equals is None]
        if is_bank:
            names.remove(game.main_wager.id)
        again_text = ", ".join(f"{short_name(game, id)} {dollars(cents)}" for id, cents in again.items())
        lines = [("Place", " · ".join(names)), ("", f"as in: {names[0]} 10")] if names else []
        lines.append(("Enter", again_text or ("no wager" if is_bank else "sit out this round")))
        if not is_bank and again:
            lines.append(("out", "sit out this round (0 does too)"))
        lines += self.bank.offers(seat)
        head = Text.assemble((f"Seat {seat}", "bold"), f"  {dollars(session.chips(seat))} in chips")
        head.append("  You are the bank." if is_bank else "")
        grid = Table.grid(padding=(0, 3, 0, 0))
        for key, says in lines:
            grid.add_row(Text(key, style="green"), Text(says))
        return Group(head, grid, Text(KEYS, style="dim"))

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
        may = self._offer(seat, phase)
        question: Text | None = self._question(seat, may, held)
        keys = self._keys(phase.clause)
        while True:
            typed = session.terminal.ask(question, keys)
            question = None
            if self._accepted(seat, phase, may, held, typed):
                return

    def _offer(self, seat: int, phase: Decide) -> Offer:
        """What the seat may answer with the chips it has."""
        measured = next((option.of for option in phase.options if option.of is not None), None)
        base = self.session.table.state.wagers.get((seat, measured), 0) if measured is not None else 0
        return offer(phase.options, base=base, chips=self.session.chips(seat))

    def _question(self, seat: int, may: Offer, held: tuple[Card, ...]) -> Text:
        text = Text.assemble((f"Seat {seat}", "bold"), f"  {may.text(len(held))}")
        if may.lacks:
            text.append(f"\n{sentence(may.lacks)}  ", style="yellow")
            text.append(self.session.rules.game.procedures.chips, style="cyan")
        if any(option.does is Does.SET for option in may.options):
            symbols = has_symbols(self.session.terminal.out)
            text.append("\n")
            for place, card in enumerate(held, 1):
                text.append(f"  {place} ", style="dim").append_text(card_text(card, symbols=symbols))
        return text.append(f"\n{KEYS}", style="dim")

    def _accepted(
        self, seat: int, phase: Decide, may: Offer, held: tuple[Card, ...], typed: str, *, enter: str = ""
    ) -> bool:
        """Whether the answer was taken; ``enter``: what Enter does where it is an answer too."""
        arrangement = self.session.rules.game.arrangement
        low = arrangement.low if arrangement else 0
        try:
            said = answer_typed(may.options, typed, base=may.base, held=held, low=low)
        except TypedError as error:
            why = may.lacks if may.lacks and self._is_known(phase, typed) else error
            self._say_again(f"{why}; you may {enter}{may.text(len(held))}", phase.clause)
            return False
        if said.low and arrangement is not None and self._loses_as_set(said, typed, arrangement, held):
            return False
        outcome = self.session.table.send(
            cmd.Decide(by=Role.PLAYER, seat=seat, word=said.word, cents=said.cents, high=said.high, low=said.low)
        )
        if isinstance(outcome, Refusal):
            self.refuse(outcome, may=may.text(len(held)) if may.options != phase.options else "")
            return False
        return True

    def _is_known(self, phase: Decide, typed: str) -> bool:
        """Whether the answer would be understood of one who has the chips."""
        word = typed.lower().partition(" ")[0]
        return bool(word) and (word[:1].isdigit() or any(option.word.startswith(word) for option in phase.options))

    def _loses_as_set(self, said: Answer, typed: str, arrangement: Arrangement, held: tuple[Card, ...]) -> bool:
        """Whether to ask once more before hands are placed that the engine takes and that cannot win."""
        setting = Setting(said.high, said.low)
        allowed = {frozenset(one.low) for one in arrangement.legal(held)}
        if frozenset(said.low) in allowed or arrangement.check(held, setting) is not None or typed == self.confirmed:
            self.confirmed = ""
            return False
        self.confirmed = typed
        says = "so set, the low hand stands above the high hand and loses; type it again to place it so"
        self._say_again(says, arrangement.clause)
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
            may = self._offer(seat, phase)
            question: Text | None = Text.assemble(
                (f"Seat {seat}", "bold"), f"  {_PLAY_ON}{may.text(0)}\n", (KEYS, "dim")
            )
            while True:
                typed = session.terminal.ask(question, self._keys(phase.clause))
                question = None
                if not typed or self._accepted(seat, phase, may, (), typed, enter=_PLAY_ON):
                    break

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

    def refuse(self, refusal: Refusal, *, may: str = "") -> None:
        """Say why something was refused and what would be legal; ``may``: that which the chips suffice for."""
        legal = (may,) if may else refusal.legal
        self.session.terminal.say(refusal_text(Refusal(refusal.code, refusal.clause, refusal.message, legal)))

    def _say_again(self, text: str, clause: str) -> None:
        self.session.terminal.say(Text.assemble((sentence(text), "yellow"), "  ", (clause, "cyan")))
