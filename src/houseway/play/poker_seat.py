"""The user's seats at a poker table: actions, draws and hands asked for at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from houseway.cards import Card
from houseway.engine.commands import Command
from houseway.engine.pot import commands as cmd
from houseway.engine.pot.draft import PotDraft
from houseway.engine.pot.pots import may_muck
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.felt import card_text, refusal_text, sentence
from houseway.felt.poker import poker_felt
from houseway.felt.show import has_symbols
from houseway.money import dollars
from houseway.play.poker_dealer import least_stakes
from houseway.play.poker_reference import limits_text
from houseway.play.poker_words import action_typed, discards_typed, options_text
from houseway.play.reference import clause_asked_for, clauses_text
from houseway.play.seat import YOU
from houseway.play.words import TypedError, cents_of

if TYPE_CHECKING:
    from houseway.play.poker_session import PokerSession

KEYS = "? clause · t limits · h history · q leave"
_NO = ("", "n", "no")
_YES = ("y", "yes", "straddle", "s")


class PokerSeats:
    """The seats the user plays, each a player of its own."""

    def __init__(self, session: PokerSession, numbers: tuple[int, ...]) -> None:
        self.session = session
        self.numbers = numbers

    def name(self, seat: int) -> str:
        """The name the user plays under at a seat."""
        return YOU if len(self.numbers) == 1 else f"{YOU} at {seat}"

    def sit_down(self) -> None:
        """Take the seats, each with the bankroll as table stakes."""
        for seat in self.numbers:
            self.session.table.seat(seat, self.name(seat), self.session.bankroll)

    def chips_in_all(self) -> int:
        """The table stakes of all the user's seats."""
        return sum(self.session.chips(seat) for seat in self.numbers)

    # Between rounds.

    def ask_to_deal(self) -> tuple[int, ...]:
        """Ask whether to be dealt in; the seats that sit this round out."""
        session = self.session
        question: RenderableType | None = self._deal_question()
        keys = self._keys("637a.8(a)", "637a.8(b)", session.rules.game.players_clause)
        while True:
            typed = session.terminal.ask(question, keys).lower()
            question = None
            word, _, rest = typed.partition(" ")
            if word == "add":
                self._add(rest)
                question = self._deal_question()
            elif typed in ("", "deal", "d", "out", "o"):
                absent = self._short() if typed in ("", "deal", "d") else self.numbers
                if len(session.table.state.seats) - len(absent) >= 2:
                    return absent
                need = dollars(max(least_stakes(session.rules, seat) for seat in self.numbers))
                says = f"poker is played with no less than two players (637a.7(b)); a seat needs {need}: add 100"
                self._say_again(says)
            else:
                self._say_again(f"{typed!r} is no answer here; Enter deals, out sits out, add 100 adds chips")

    def _deal_question(self) -> Text:
        session = self.session
        stakes = " · ".join(f"seat {seat} {dollars(session.chips(seat))}" for seat in self.numbers)
        text = Text.assemble(("Next round", "bold"), f"  {stakes}\n")
        for key, says in (("Enter", "deal"), ("out", "sit out"), ("add 100", "more chips")):
            text.append(key, style="green").append(f" {says}   ")
        short = self._short()
        if short:
            needs = ", ".join(f"seat {seat} needs {dollars(least_stakes(session.rules, seat))}" for seat in short)
            text.append(f"\nToo few chips to be dealt in: {needs}.  ", style="yellow").append("637a.8(b)(4)", "cyan")
        return text.append(f"\n{KEYS}", style="dim")

    def _short(self) -> tuple[int, ...]:
        """The seats without the stakes to be dealt in."""
        session = self.session
        return tuple([seat for seat in self.numbers if session.chips(seat) < least_stakes(session.rules, seat)])

    def _add(self, text: str) -> None:
        """``add 100`` adds to the shortest of the seats, ``add 100 3`` to seat 3."""
        words = text.split()
        cents = cents_of(words[0]) if words else None
        seat = min(self.numbers, key=self.session.chips)
        if len(words) == 2 and words[1] in map(str, self.numbers):
            seat = int(words[1])
        elif len(words) > 1:
            cents = None
        if not cents:
            self._say_again("add how much? Write it as in: add 100")
            return
        self._send(cmd.AddStakes(by=Role.PLAYER, seat=seat, cents=cents))

    # In a round.

    def straddle(self, seat: int, cents: int) -> bool:
        """Ask whether to place the Straddle Bet."""
        game = self.session.rules.game
        question: RenderableType | None = Text.assemble(
            (f"Seat {seat}", "bold"), f"  Straddle Bet of {dollars(cents)}?  y yes · Enter no\n", (KEYS, "dim")
        )
        while True:
            typed = self.session.terminal.ask(question, self._keys(game.straddle_clause or game.section)).lower()
            question = None
            if typed in _NO:
                return False
            if typed in _YES and self._send(cmd.Straddle(by=Role.PLAYER, seat=seat)):
                return True
            if typed not in _YES:
                self._say_again("type y to straddle, Enter to go on without")

    def act(self, seat: int) -> None:
        """Ask until the seat's action is accepted."""
        session = self.session
        may = session.table.options()
        assert may is not None
        everything = session.table.state.bets.get(seat, 0) + session.chips(seat)
        legal = options_text(may, everything=everything)
        self._show_felt()
        question: RenderableType | None = Text.assemble((f"Seat {seat}", "bold"), f"  {legal}\n", (KEYS, "dim"))
        keys = self._keys(self._street_clause(betting=True), "637a.8(k)")
        while True:
            typed = session.terminal.ask(question, keys)
            question = None
            try:
                action = action_typed(may, typed, everything=everything)
            except TypedError as error:
                self._say_again(f"{error}; you may {legal}")
                continue
            if self._send(cmd.Act(by=Role.PLAYER, seat=seat, word=action.word, to=action.to)):
                return

    def discard(self, seat: int) -> None:
        """Ask which cards are thrown away."""
        session, state = self.session, self.session.table.state
        must = state.discard
        held = tuple([card for card in state.hands[seat] if not must or card not in state.up.get(seat, ())])
        self._show_felt()
        question: RenderableType | None = self._discard_question(seat, held, must)
        while True:
            typed = session.terminal.ask(question, self._keys(self._street_clause(betting=False)))
            question = None
            try:
                gone = discards_typed(typed, held, must=must)
            except TypedError as error:
                self._say_again(str(error))
                continue
            if self._send(cmd.Discard(by=Role.PLAYER, seat=seat, cards=gone)):
                return

    def _discard_question(self, seat: int, held: tuple[Card, ...], must: int) -> Text:
        says = f"throw {must} cards away, as in: 1 2" if must else "throw cards away, as in: 1 3 · stand (s)"
        text = Text.assemble((f"Seat {seat}", "bold"), f"  {says}\n")
        symbols = has_symbols(self.session.terminal.out)
        for place, card in enumerate(held, 1):
            text.append(f"  {place} ", style="dim").append_text(card_text(card, symbols=symbols))
        return text.append(f"\n{KEYS}", style="dim")

    def show(self, seat: int) -> None:
        """Ask at the showdown whether the hand is shown; one that must be is shown without asking."""
        session = self.session
        if not may_muck(PotDraft(session.rules, session.table.state), seat):
            session.tell(session.table.player(seat).shows())
            return
        self._show_felt()
        question: RenderableType | None = Text.assemble(
            (f"Seat {seat}", "bold"), "  Enter show · muck (m): concede unseen\n", (KEYS, "dim")
        )
        while True:
            typed = session.terminal.ask(question, self._keys("637a.18(e)")).lower()
            question = None
            if typed in ("", "s", "show", "m", "muck"):
                if self._send(cmd.ShowHand(by=Role.PLAYER, seat=seat, muck=typed.startswith("m"))):
                    return
            else:
                self._say_again("type Enter to show the hand, or muck to concede it unseen")

    # What works at every prompt.

    def _street_clause(self, *, betting: bool) -> str:
        street = self.session.rules.game.streets[max(self.session.table.state.street, 0)]
        return street.betting_clause if betting else street.clause

    def _show_felt(self) -> None:
        terminal = self.session.terminal
        terminal.say("", poker_felt(terminal.out, self.session.layout()))

    def _send(self, command: Command) -> bool:
        """Whether the command was accepted; a refusal is said, with what is legal."""
        outcome = self.session.table.send(command)
        if isinstance(outcome, Refusal):
            self.session.terminal.say(refusal_text(outcome))
            return False
        self.session.tell(outcome)
        return True

    def _keys(self, *clauses: str) -> Mapping[str, Callable[[str], None]]:
        session, terminal = self.session, self.session.terminal

        def clause(rest: str) -> None:
            terminal.say(clause_asked_for(rest) if rest else clauses_text(clauses))

        def history(rest: str) -> None:
            found = session.history.find(rest)
            if found is not None:
                session.show(found)
            else:
                terminal.say(session.history.table())

        def limits(_: str) -> None:
            terminal.say(limits_text(session.rules))

        return {"?": clause, "h": history, "t": limits}

    def _say_again(self, text: str) -> None:
        self.session.terminal.say(Text(sentence(text), style="yellow"))
