"""The user's seats at a poker table: actions, draws and hands asked for at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.awarding import may_muck
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.engine.banked.commands import Command
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.felt import card_text, refusal_text, sentence
from houseway.felt.poker import poker_felt
from houseway.felt.show import has_symbols
from houseway.money import dollars
from houseway.play.poker_dealer import least_stakes
from houseway.play.poker_reference import limits_text
from houseway.play.poker_words import (
    TypedAmountError,
    action_typed,
    discards_said,
    discards_typed,
    fold_last,
    options_said,
)
from houseway.play.reference import clause_asked_for, clauses_text
from houseway.play.seat import YOU
from houseway.play.words import TypedError, cents_of
from houseway.rounds.reading import shortened

if TYPE_CHECKING:
    from houseway.play.poker_session import PokerSession

KEYS = "? clause · t limits · h history · q leave · help"
_NO = ("", "n", "no")
_YES = ("y", "yes")
_DEAL, _OUT = ("", "deal"), "out"
_POST, _WAIT = ("p", "post"), ("w", "wait")
_SHOW, _MUCK = ("", "show"), ("m", "muck")
_BETWEEN_ROUNDS = ("Enter deals", "out sits out", "add 100 adds chips")
_LIMITS = "637a.8(k)"
_STAKES = "637a.8(b)(2)"


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
                if self._add(rest):
                    question = self._deal_question()
            elif typed in (*_DEAL, _OUT):
                absent = self._short() if typed in _DEAL else self.numbers
                if len(session.table.state.seats) - len(absent) >= 2:
                    return absent
                need = dollars(max(least_stakes(session.rules, seat) for seat in self.numbers))
                says = f"poker is played with no less than two players, and a seat needs {need}"
                self._refuse(says, "637a.7(b)", ("add 100 adds chips", "q leaves"))
            else:
                self._not_understood(typed, "637a.8(a)", _BETWEEN_ROUNDS)

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

    def _add(self, text: str) -> bool:
        """``add 100`` adds to the shortest of the seats, ``add 100 3`` to seat 3; whether chips were added."""
        words = text.split()
        cents = cents_of(words[0]) if words else None
        seat = min(self.numbers, key=self.session.chips)
        if len(words) == 2 and words[1] in map(str, self.numbers):
            seat = int(words[1])
        elif len(words) > 1:
            cents = None
        if not cents:
            numbers = " or ".join(map(str, self.numbers))
            says = f"{shortened(text)!r} is no amount of dollars" if text else "how much to add is not said"
            self._refuse(says, _STAKES, ("add 100", f"add 100 {numbers}, to seat {numbers}"))
            return False
        return self._send(cmd.AddStakes(by=Role.PLAYER, seat=seat, cents=cents))

    def find_chips(self, seat: int, cents: int) -> None:
        """Ask for more chips until the seat can pay a time charge."""
        session = self.session
        clause = "637a.17(b)(3)(i)"
        while session.chips(seat) < cents:
            says = f"owes a time charge of {dollars(cents)} and has {dollars(session.chips(seat))}"
            question = Text.assemble((f"Seat {seat}", "bold"), f"  {says}  ", (clause, "cyan"))
            question.append("\nadd 100", style="green").append(" more chips   ")
            typed = session.terminal.ask(question.append(f"\n{KEYS}", style="dim"), self._keys(clause, _STAKES)).lower()
            word, _, rest = typed.partition(" ")
            if word == "add":
                self._add(f"{rest} {seat}" if len(rest.split()) == 1 else rest)
            else:
                self._not_understood(typed, clause, ("add 100 adds chips", "q leaves"))

    def post_or_wait(self, seat: int, absent: tuple[int, ...]) -> None:
        """Ask whether the post that is owed is made now, or the largest blind waited for."""
        session, game = self.session, self.session.rules.game
        clause = game.blind_clause or game.ante_clause
        question: RenderableType | None = self._post_question(seat, absent)
        while True:
            typed = session.terminal.ask(question, self._keys(clause)).lower()
            question = None
            word, _, rest = typed.partition(" ")
            if typed in _WAIT:
                says = f"Seat {seat} waits for the largest blind."
                session.terminal.say(Text.assemble((says, "dim"), "  ", (clause, "cyan")))
                return
            if typed in _POST:
                posted = session.dues.posted_at_once(seat, absent)
                if not isinstance(posted, Refusal):
                    session.table.player(seat).posts()
                    return
                self._refuse(posted.message, posted.clause, ("wait (w)", "add 100 adds chips"))
            elif word == "add":
                if self._add(rest):
                    question = self._post_question(seat, absent)
            else:
                self._not_understood(typed, clause, ("post (p)", "wait (w)", "add 100 adds chips"))

    def _post_question(self, seat: int, absent: tuple[int, ...]) -> Text:
        game = self.session.rules.game
        posted = self.session.dues.posted_at_once(seat, absent)
        text = Text.assemble((f"Seat {seat}", "bold"), "  ")
        if isinstance(posted, Refusal):
            text.append("too few chips to post")
        else:
            cents, dead = posted
            of_it = f", {dollars(dead)} of it dead," if dead else ""
            text.append(f"post {dollars(cents)}{of_it} and be dealt in (p)")
        text.append(" · wait for the largest blind (w)  ")
        return text.append(game.blind_clause or game.ante_clause, style="cyan").append(f"\n{KEYS}", style="dim")

    # In a round.

    def straddle(self, seat: int, cents: int) -> bool:
        """Ask whether to place the Straddle Bet."""
        game = self.session.rules.game
        clause = game.straddle_clause or game.section
        question: RenderableType | None = Text.assemble(
            (f"Seat {seat}", "bold"), f"  Straddle Bet of {dollars(cents)}?  y yes · Enter no\n", (KEYS, "dim")
        )
        while True:
            typed = self.session.terminal.ask(question, self._keys(clause)).lower()
            question = None
            if typed in _NO:
                return False
            if typed in _YES and self._send(cmd.Straddle(by=Role.PLAYER, seat=seat)):
                return True
            if typed not in _YES:
                self._not_understood(typed, clause, ("y straddles", "Enter goes on without"))

    def act(self, seat: int) -> None:
        """Ask until the seat's action is accepted."""
        session = self.session
        may = session.table.options()
        assert may is not None
        stack, bet = session.chips(seat), session.table.state.bets.get(seat, 0)
        legal = options_said(may, stack=stack, bet=bet)
        clause = self._street_clause(betting=True)
        self._show_felt()
        question: RenderableType | None = Text.assemble(
            (f"Seat {seat}", "bold"), f"  {' · '.join(legal)}\n", (KEYS, "dim")
        )
        keys = self._keys(clause, _LIMITS)
        while True:
            typed = session.terminal.ask(question, keys)
            question = None
            try:
                action = action_typed(may, typed, stack=stack, bet=bet)
            except TypedError as error:
                self._refuse(str(error), _LIMITS if isinstance(error, TypedAmountError) else clause, legal)
                continue
            if self._send(cmd.Act(by=Role.PLAYER, seat=seat, word=action.word, to=action.to)):
                return

    def discard(self, seat: int) -> None:
        """Ask which cards are thrown away."""
        session, state = self.session, self.session.table.state
        must = state.discard
        held = tuple([card for card in state.hands[seat] if not must or card not in state.up.get(seat, ())])
        clause = self._street_clause(betting=False)
        self._show_felt()
        question: RenderableType | None = self._discard_question(seat, held, must)
        while True:
            typed = session.terminal.ask(question, self._keys(clause))
            question = None
            try:
                gone = discards_typed(typed, held, must=must)
            except TypedError as error:
                self._refuse(str(error), clause, discards_said(len(held), must=must))
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
            if typed in (*_SHOW, *_MUCK):
                if self._send(cmd.ShowHand(by=Role.PLAYER, seat=seat, muck=typed in _MUCK)):
                    return
            else:
                self._not_understood(typed, "637a.18(e)", ("Enter shows the hand", "muck (m) concedes it unseen"))

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
            legal = fold_last(outcome.legal)
            self.session.terminal.say(refusal_text(Refusal(outcome.code, outcome.clause, outcome.message, legal)))
            return False
        self.session.tell(outcome)
        return True

    def _keys(self, *clauses: str) -> Mapping[str, Callable[[str], None]]:
        session, terminal = self.session, self.session.terminal

        def clause(rest: str) -> None:
            terminal.say(clause_asked_for(rest) if rest else clauses_text(clauses))

        def history(rest: str) -> None:
            found, under_way = session.history.find(rest), session.under_way
            if found is not None:
                session.show(found)
                return
            if rest and rest != str(under_way):
                terminal.say(Text(sentence(session.history.none_such(rest, under_way)), style="yellow"))
                return
            if not rest and (session.history.rounds or under_way is None):
                terminal.say(session.history.table())
            if under_way is not None:
                session.show_so_far()

        def limits(_: str) -> None:
            terminal.say(limits_text(session.rules))

        return {"?": clause, "h": history, "t": limits}

    def _not_understood(self, typed: str, clause: str, legal: tuple[str, ...]) -> None:
        self._refuse(f"{shortened(typed)!r} is no answer here" if typed else "an answer is needed", clause, legal)

    def _refuse(self, message: str, clause: str, legal: tuple[str, ...]) -> None:
        """Refuse what was typed as the engine refuses a command: what is wrong, the clause, and what is legal."""
        self.session.terminal.say(refusal_text(Refusal(Code.DECISION_IS_OFFERED, clause, message, legal)))
