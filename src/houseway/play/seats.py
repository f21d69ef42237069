"""The user's seats: who sits there, what they see together, and what they type."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.chapters.c637a_poker.citations import ADDED_STAKES
from houseway.chapters.c637a_poker.commands import Act, AddStakes
from houseway.clause import ClauseId
from houseway.engine.banked.commands import Decide
from houseway.engine.kernel import Command, Event, Viewer
from houseway.engine.observing import Observation
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.felt.cards import cards_text
from houseway.felt.lines import columns, grid, has_symbols, line_text, refusal_text
from houseway.felt.table import table_text
from houseway.money import Cents, dollars
from houseway.play import hints
from houseway.play.terminal import HINT, KEYS, Keys
from houseway.play.typed import TypedError, cents_of, command_typed
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.asking import Asked
from houseway.view.posted import Entry, clauses_named, looked_up, posted
from houseway.view.settled import together
from houseway.view.table import table_view
from houseway.view.words import sentence
from houseway.written import shortened

if TYPE_CHECKING:
    from houseway.play.session import Session

YOU = "You"
_WAY = "w"


class Seats:
    """The seats the user plays."""

    def __init__(self, session: Session, numbers: tuple[Seat, ...]) -> None:
        self.session = session
        self.numbers = numbers
        self.names: dict[Seat, str] = {}
        self.confirmed = ""

    def sit_down(self, cents: Cents) -> None:
        """Take the seats; adjacent ones are one player's where the submission allows it."""
        rules, numbers = self.session.rules, self.numbers
        together = isinstance(rules, TableRules) and 1 < len(numbers) <= rules.positions_per_player
        together = together and all(right - left == 1 for left, right in pairwise(numbers))
        for position, seat in enumerate(numbers):
            self.names[seat] = YOU if together or len(numbers) == 1 else f"{YOU} at {seat}"
            self.session.table.seat(seat, self.names[seat], 0 if together and position else cents)

    @property
    def people(self) -> list[str]:
        """The names the user plays under."""
        return list(dict.fromkeys(self.names.values()))

    def observe(self) -> Observation:
        """What the user sees, at all of the user's seats together; without seats, what anybody sees."""
        viewers = [Viewer(Role.PLAYER, person) for person in self.people] or [Viewer(Role.SURVEILLANCE)]
        return together([self.session.table.observe(viewer) for viewer in viewers])

    def seen(self, events: tuple[Event, ...]) -> list[Event]:
        """Events as the user may see them."""
        anybody = self.people[0] if self.people else None
        role = Role.SURVEILLANCE if anybody is None else Role.PLAYER
        # What concerns one of the seats is seen from there.
        people = [self.names.get(getattr(event, "seat", Seat(0))) or anybody for event in events]
        viewers = [Viewer(role, person) for person in people]
        table = self.session.table
        return [table.seen_by(viewer, [event])[0] for viewer, event in zip(viewers, events, strict=True)]

    def chips(self) -> Mapping[Seat, Cents]:
        """The chips of each seat."""
        seen = self.observe()
        return {seat: seen.chips[seat] for seat in self.numbers}

    def chips_in_all(self) -> int:
        """The chips of all the user's players."""
        chips = self.chips()
        return sum({self.names[seat]: chips[seat] for seat in self.numbers}.values())

    def send(self, command: Command, seat: Seat) -> tuple[Event, ...] | Refusal:
        """Give a command for a seat; a refusal is said."""
        outcome = self.session.table.send(command, role=Role.PLAYER, seat=seat, by=self.names[seat])
        if isinstance(outcome, Refusal):
            self.session.terminal.say(refusal_text(outcome))
        else:
            self.session.tell(outcome)
        return outcome

    # Questions in a round.

    def answer(self, asked: Asked, *, felt: bool) -> tuple[Event, ...] | None:
        """Ask until an answer is accepted, or the question is let pass; ``felt``: with the table above the question."""
        session, rules = self.session, self.session.rules
        question: RenderableType | None = self._question(asked)
        way_shown = False
        low = rules.game.arrangement.low if isinstance(rules, TableRules) and rules.game.arrangement else 0
        while True:
            keys = self.keys(asked.clause, *_clauses(asked), hint=asked.seat if _is_decision(asked) else None)
            typed = session.terminal.ask(question, keys, felt=self.felt if felt else None)
            question = None
            wants_way = bool(low and asked.held) and typed.lower() == _WAY
            if wants_way and not way_shown:
                way_shown = True
                self._show_house_way(asked)
                continue
            try:
                command = self._house_way(asked) if wants_way else command_typed(asked, typed, low=low)
            except TypedError as error:
                self.refuse(str(error), error.clause or asked.clause, asked.legal)
                continue
            if command is None:
                return None
            if isinstance(command, Decide) and command.low and self._loses_as_set(command, typed):
                continue
            outcome = self.send(command, asked.seat)
            if not isinstance(outcome, Refusal):
                self._say_amount(command, typed)
                return outcome

    def felt(self, most_lines: int | None) -> RenderableType:
        """The felt as the user sees it now."""
        view = table_view(self.session.rules, self.observe(), self.numbers)
        return table_text(self.session.terminal.out, view, most_lines=most_lines)

    def _say_amount(self, command: Command, typed: str) -> None:
        """What a part of the pot came to."""
        if isinstance(command, Act) and command.to and not any(sign.isdigit() for sign in typed):
            self.session.terminal.note(f"You {command.word} {'to ' * (command.word == 'raise')}{dollars(command.to)}.")

    # The house way.

    def _house_way(self, asked: Asked) -> Command:
        """The hands set as the house would set them."""
        rules = self.session.rules
        assert isinstance(rules, TableRules) and rules.game.arrangement is not None
        high, low = rules.game.arrangement.house_way.set_hands(asked.held)
        return Decide(word="set", high=high, low=low)

    def _show_house_way(self, asked: Asked) -> None:
        rules, symbols = self.session.rules, has_symbols(self.session.terminal.out)
        command = self._house_way(asked)
        assert isinstance(command, Decide) and isinstance(rules, TableRules) and rules.game.arrangement is not None
        high, low = (cards_text(hand, symbols=symbols) for hand in (command.high, command.low))
        clause = (rules.game.arrangement.bank_clause, "cyan")
        head = Text("The house sets  ")
        self.session.terminal.say(Text.assemble(head, high, "  /  ", low, "  ", clause, f"  {_WAY} again sets it so"))

    def _question(self, asked: Asked) -> Text:
        legal = [*asked.legal, *([f"show the house way ({_WAY})"] if asked.held and self._sets_hands(asked) else [])]
        text = Text.assemble((f"Seat {asked.seat}", "bold"), f"  {' · '.join(legal)}")
        if asked.lacks:
            text.append(f"\n{sentence(asked.lacks)}  ", style="yellow").append(asked.lacks_clause, style="cyan")
        if asked.held:
            symbols = has_symbols(self.session.terminal.out)
            text.append("\n").append_text(cards_text(asked.held, symbols=symbols, numbered=True))
        keys = f"{HINT} · {KEYS}" if _is_decision(asked) else KEYS
        return text.append(f"\n{keys}", style="dim")

    def _sets_hands(self, asked: Asked) -> bool:
        return any(ask.command == "decide" and ask.cards is not None for one in asked.choices for ask in one.asks)

    def _loses_as_set(self, said: Decide, typed: str) -> bool:
        """Whether to ask once more before hands are placed that the engine takes and that cannot win."""
        rules, held = self.session.rules, (*said.high, *said.low)
        assert isinstance(rules, TableRules) and rules.game.arrangement is not None
        arrangement = rules.game.arrangement
        allowed = {frozenset(one.low) for one in arrangement.legal(held)}
        wrong = arrangement.check(held, Setting(said.high, said.low))
        if frozenset(said.low) in allowed or wrong is not None or typed == self.confirmed:
            self.confirmed = ""
            return False
        self.confirmed = typed
        says = "so set, the low hand stands above the high hand and loses; type it again to place it so"
        self.refuse(says, arrangement.clause)
        return True

    # More chips, between rounds.

    def add(self, text: str, seat: Seat | None = None) -> bool:
        """``add 100`` adds to the shortest of the seats or to the one named here, ``add 100 3`` to seat 3."""
        words, chips = text.split(), self.chips()
        cents = cents_of(words[0]) if words else None
        to = seat if seat is not None else min(self.numbers, key=lambda one: chips[one])
        if len(words) == 2 and words[1] in map(str, self.numbers):
            to = Seat(int(words[1]))
        elif len(words) > 1:
            cents = None
        if cents:
            return self.buy_in(to, cents)
        numbers = " or ".join(map(str, self.numbers))
        says = f"{shortened(text)!r} is no amount of dollars" if text else "how much to add is not said"
        clause = ADDED_STAKES
        if isinstance(self.session.rules, TableRules):
            clause = self.session.rules.game.procedures.chips
        self.refuse(says, clause, ("add 100", f"add 100 {numbers}, to seat {numbers}"))
        return False

    def buy_in(self, seat: Seat, cents: Cents) -> bool:
        """Add chips for a seat."""
        return not isinstance(self.send(AddStakes(cents=cents), seat), Refusal)

    # What works at every prompt.

    def keys(self, *clauses: ClauseId, hint: Seat | None = None) -> Keys:
        """The keys that look something up, with the clauses in force; ``hint``: the seat whose answers a hint compares."""
        session, terminal = self.session, self.session.terminal

        def clause(rest: str) -> None:
            found = looked_up(rest) if rest else tuple(clauses_named(clauses))
            terminal.page(Text(found) if isinstance(found, str) else Group(*map(entry_text, found)))

        def history(rest: str) -> None:
            found, under_way = session.history.find(rest), session.under_way
            if found is not None:
                session.show(found)
                return
            if rest and rest != str(under_way):
                terminal.say(Text(sentence(session.history.none_such(rest, under_way)), style="yellow"))
                return
            shown: list[RenderableType] = []
            if not rest and (session.history.rounds or under_way is None):
                shown.append(session.history.table())
            if under_way is not None:
                symbols = has_symbols(terminal.out)
                shown.append(Text(f"Round {under_way} so far:", style="bold"))
                shown += [line_text(line, symbols=symbols) for line in session.told]
            terminal.page(*shown)

        def table(_: str) -> None:
            sign = posted(session.rules)
            shown = columns(*[head for head in sign.heads if head])
            for row in sign.rows:
                cells = [cell for cell, head in zip(row, sign.heads, strict=True) if head]
                shown.add_row(*cells[:-1], Text(cells[-1], style="cyan"))
            terminal.page(shown, *([Text(sign.note, style="dim")] if sign.note else []))

        found = {"?": clause, "h": history, "t": table}
        if hint is None:
            return found
        return {**found, **dict.fromkeys(hints.WORDS, lambda _: hints.show_hint(session, hint))}

    def refuse(self, message: str, clause: ClauseId, legal: tuple[str, ...] = ()) -> None:
        """Refuse what was typed as the engine refuses a command: what is wrong, the clause, and what is legal."""
        self.session.terminal.say(refusal_text(Refusal(Code.DECISION_IS_OFFERED, clause, message, legal)))

    def not_understood(self, typed: str, clause: ClauseId, legal: tuple[str, ...]) -> None:
        """Say that this is no answer here, and what is."""
        self.refuse(f"{shortened(typed)!r} is no answer here" if typed else "an answer is needed", clause, legal)


def _is_decision(asked: Asked) -> bool:
    """Whether it is asked for an answer against a bank."""
    return any(ask.command == "decide" for choice in asked.choices for ask in choice.asks)


def _clauses(asked: Asked) -> list[ClauseId]:
    return [ask.clause for choice in asked.choices for ask in choice.asks if ask.command == "act"]


def entry_text(entry: Entry) -> RenderableType:
    """A clause or a reading, a step in where it stands below another."""
    reading = ("reading ", "dim") if entry.reading else ""
    text = Text.assemble(reading, (entry.id, "cyan"), f"  {entry.says}" if entry.says else "")
    return grid([("", text)]) if entry.below else text


def lines_of_keys(head: Text, lines: list[tuple[str, str]], *below: RenderableType) -> RenderableType:
    """A question with what may be typed, one thing a line."""
    rows: list[tuple[RenderableType, ...]] = [(Text(key, style="green"), Text(says)) for key, says in lines]
    return Group(head, grid(rows, gap=3), *below, Text(KEYS, style="dim"))
