"""Rounds that show the clauses of a chapter: seeded play of its games until nothing new comes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import msgspec

from houseway import register
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import UnlawfulSubmissionError, numbered, open_table, resolve
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Question
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Command, Envelope, Event, Table, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import PLAYER
from houseway.money import Cents
from houseway.register.citations import CLAUSE_ID
from houseway.register.variants import variants
from houseway.rounds import recorded
from houseway.rules.cards import Dealing, Device
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.annotated.probes import wrong_commands
from houseway.view.retelling import retold
from houseway.view.settled import together
from houseway.view.words import Line

_PLAYERS = 4
_BUY_IN = Cents(2_000_00)
_CALM = 0.7
"""How often a poker player checks or calls where that is possible."""
_ROUNDS = 80
"""Rounds that are played under one submission at most."""
_FRUITLESS = 20
"""After so many rounds in a row that show nothing new, the default submission has shown what it can."""
_FRUITLESS_CHOICE = 3
"""The same for a submission that differs from it in one choice."""
_SEED = 1
_PROBED = 2
"""In so many first rounds of a table it is shown what would be refused."""
_COMMANDS = 400
"""Commands after which a round counts as one that does not end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRound:
    """One round in words, and as a document that ``houseway settle`` plays again.

    ``cites`` gives for each clause the numbers of the lines that rest on it; ``mishap``: the irregularity reported in it.
    """

    name: str
    game: str
    choices: Mapping[str, Any]
    seed: int
    number: int
    mishap: str
    digest: str
    lines: tuple[Line, ...]
    cites: Mapping[str, tuple[int, ...]]
    document: bytes


@dataclass(frozen=True, slots=True)
class _Mishap:
    """An irregularity that is reported in a round, or that befalls a deal of it."""

    cause: str
    in_deal: bool
    poker: bool

    def commands(self, coming: Envelope) -> Iterator[Envelope]:
        """Yield the commands that may bring it about instead of the one that comes: of a seat, else of the whole table."""
        seats = [Seat(number) for number in (*range(1, _PLAYERS + 1), 0)]
        if self.in_deal:
            if isinstance(coming.command, poker.DealStreet):
                for seat in seats:
                    mishap = poker.Mishap(cause=self.cause, seat=seat)
                    yield msgspec.structs.replace(coming, command=poker.DealStreet(mishaps=(mishap,)))
        else:
            report = poker.ReportIrregularity if self.poker else banked.ReportIrregularity
            yield from (envelope(report(cause=self.cause, seat=seat)) for seat in seats)


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that staff may take, which seeded play never comes to."""

    command: Command

    def commands(self, coming: Envelope) -> Iterator[Envelope]:  # noqa: ARG002
        """Yield the step, whatever comes."""
        yield envelope(self.command)


_STEPS: tuple[tuple[str, Command], ...] = (
    ("a count of the stub that is wrong", banked.CountDeck(count=1)),
    ("no gaming activity", banked.SpreadForNoActivity()),
    ("no gaming activity", banked.SpreadForNoActivity(face_up=True)),
    ("decks changed before a round", banked.ChangeDecks()),
    ("preshuffled decks", banked.ReceiveDecks(decks=1, preshuffled=True)),
    ("the shuffling device out of order", banked.ReportDeviceFault(device=Device.SHUFFLER.value, usable=False)),
    ("the dealing shoe out of order", banked.ReportDeviceFault(device=Device.SHOE.value, usable=False)),
)
_TOGETHER: tuple[Mapping[str, Any], ...] = (
    *({"dealing": dealing.value, "shuffler": "automated", "stub_count_every": 1} for dealing in Dealing),
    {"decks": 2, "shuffler": "automated", "stub_count_every": 1},
    {"dealing": "automated-shoe", "shuffler": "automatic-reshuffling"},
)
"""Choices of a banked game that show something only beside one another."""


@dataclass(slots=True)
class _Play:
    """A table with computer players, and what was sent to it in its present round."""

    rules: Any
    chance: Random
    table: Table[Any, Any] = field(init=False)
    house: House = field(init=False)
    computers: Computers = field(init=False)
    before: Any = None
    sent: list[Envelope] = field(default_factory=list)
    refused: list[tuple[int, Refusal]] = field(default_factory=list)
    first: int = 0
    rounds: int = 0

    def __post_init__(self) -> None:
        self.table = open_table(self.rules)
        self.house = House(self.table, Seeded(self.chance))
        least = self.rules.game.main_wager.minimum if isinstance(self.rules, TableRules) else 0
        self.computers = Computers(self.table, self.chance, buy_in=max(_BUY_IN, Cents(20 * least)))
        for seat in range(1, _PLAYERS + 1):
            self.computers.sit_down(Seat(seat))
        if isinstance(self.rules, PokerRules):
            # A poker table plays stated decks until it has its own.
            self.table.do(banked.ReceiveDecks(decks=2))

    def play_round(self, mishap: _Mishap | _Step | None = None) -> bool:
        """Play one round, with a mishap as soon as there can be one; return whether the round ended, and with the mishap."""
        self.rounds += 1
        self.before, self.sent, self.first = self.table.state, [], len(self.table.events)
        self.refused = []
        for _ in range(_COMMANDS):
            given = self._next()
            if given is None:
                return False
            if mishap is None and self.rounds <= _PROBED and isinstance(self.rules, TableRules):
                self._probe()
            if mishap is not None and any(map(self._send, mishap.commands(given))):
                mishap = None
            elif not self._send(given):
                return False
            if any(event.ends_round for event in self.table.events[self.first :]):
                return mishap is None
        return False

    def _next(self) -> Envelope | None:
        while True:
            coming = self.house.next()
            if coming is None or isinstance(coming, Envelope):
                return coming
            answer = self._answer(coming)
            if answer is not None:
                return envelope(answer, role=PLAYER, seat=coming.seat)
            if not coming.may_wait:
                return None
            self.house.pass_over(coming)

    def _answer(self, question: Question) -> Command | None:
        """Answer as computer players do, but bet and draw at random: working out equities would take most of the time."""
        acts, draws = question.of("act"), question.of("discard")
        if draws and draws[0].cards is not None:
            seen = self.table.observe(Viewer(PLAYER, self.computers.seats[question.seat]))
            hand = seen.hands[question.seat]
            return poker.Discard(
                cards=tuple(self.chance.sample(hand, min(draws[0].cards[1], self.chance.randint(0, 3))))
            )
        if not acts:
            return self.computers.answer(question)
        calm = [ask for ask in acts if ask.word in ("check", "call")]
        ask = self.chance.choice(calm if calm and self.chance.random() < _CALM else acts)
        return poker.Act(word=ask.word, to=Cents(ask.amounts.least if ask.amounts is not None else 0))

    def _probe(self) -> None:
        """Try what is wrong now, on a copy of the table, and keep the first refusal under each clause."""
        for wrong in wrong_commands(self.table):
            outcome = self.table.fork().send(wrong)
            if isinstance(outcome, Refusal) and outcome.clause not in {refusal.clause for _, refusal in self.refused}:
                self.refused.append((len(self.sent), outcome))

    def _send(self, given: Envelope) -> bool:
        if isinstance(self.table.send(given), Refusal):
            return False
        self.sent.append(given)
        return True

    @property
    def events(self) -> list[Event]:
        return list(self.table.events[self.first :])


def shown_rounds(chapter: str) -> tuple[ShownRound, ...]:
    """Return rounds of the chapter's games that together show as many of its clauses as seeded play comes to.

    The same sources give the same rounds: each submission is played from seed 1.
    """
    shown: list[ShownRound] = []
    seen: set[str] = set()
    for game, choices, rules, is_first in _submissions(chapter):
        for mishap, play in _plays(rules, seen, is_first=is_first, with_steps=is_first or choices in _TOGETHER):
            cited = _cited(play.events, chapter) | _forbidden(play, chapter)
            if cited - seen:
                shown.append(_shown(f"R{len(shown) + 1}", game, choices, mishap, play, cited - seen))
                seen |= cited
    return tuple(shown)


def _submissions(chapter: str) -> Iterator[tuple[str, Mapping[str, Any], Any, bool]]:
    """Yield game, choices and rules; of games that share a section the other choices are made for the first alone."""
    games_by_section: dict[str, str] = {}
    for game in numbered(chapter).games:
        for number, (choices, rules) in enumerate(variants(game)):
            first_game = games_by_section.setdefault(getattr(rules.game, "section", game), game)
            if number == 0 or first_game == game:
                yield game, choices, rules, number == 0
        for choices in _TOGETHER if numbered(chapter).banked else ():
            try:
                yield game, choices, resolve(choices, game=game), False
            except UnlawfulSubmissionError:
                # The chapter has no such choice.
                continue


def _plays(rules: Any, seen: Set[str], *, is_first: bool, with_steps: bool) -> Iterator[tuple[str, _Play]]:
    """Yield a table after each of its rounds, while rounds show what was not seen; then one round for each mishap, and one
    ``with_steps`` that play never comes to."""
    play, fruitless, before = _Play(rules, Random(_SEED)), 0, len(seen)
    for _ in range(_ROUNDS):
        if fruitless >= (_FRUITLESS if is_first else _FRUITLESS_CHOICE) or not play.play_round():
            break
        yield "", play
        fruitless, before = (0 if len(seen) > before else fruitless + 1), len(seen)
    causes = rules.irregularities if isinstance(rules, PokerRules) else rules.game.irregularities
    for cause, row in causes.items():
        if row.clause not in seen:
            play = _Play(rules, Random(_SEED))
            mishap = _Mishap(cause, getattr(row, "in_deal", False), isinstance(rules, PokerRules))
            if play.play_round(mishap):
                yield row.says, play
    for name, command in _STEPS if with_steps and isinstance(rules, TableRules) else ():
        play = _Play(rules, Random(_SEED))
        if play.play_round(_Step(command)):
            yield name, play


def _cited(events: Sequence[Event], chapter: str) -> set[str]:
    return {id for event in events for id in clauses_in(event) if id.partition(".")[0] == chapter}


def _forbidden(play: _Play, chapter: str) -> set[str]:
    return {refusal.clause for _, refusal in play.refused if refusal.clause.partition(".")[0] == chapter}


def clauses_in(event: Event) -> set[str]:
    """Every clause that an event names, in whichever field."""
    return set(_texts(msgspec.to_builtins(event)))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if CLAUSE_ID.fullmatch(value):
            yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def _shown(name: str, game: str, choices: Mapping[str, Any], mishap: str, play: _Play, cited: Set[str]) -> ShownRound:
    document = recorded.write(play.rules, play.before, play.sent, play.events)
    lines: list[Line] = []
    cites: dict[str, list[int]] = {}
    for told, line in _told(play):
        for id in (clauses_in(told) if isinstance(told, Event) else {told.clause}) & cited:
            cites.setdefault(id, []).append(len(lines))
        for id in _hands_named(line, play.rules.game.chapter if isinstance(play.rules, TableRules) else ""):
            cites.setdefault(id, []).append(len(lines))
        # A refusal is told where a clause is first shown by it.
        if isinstance(told, Event) or told.clause in cited:
            lines.append(line)
    return ShownRound(
        name=name,
        game=game,
        choices=choices,
        seed=_SEED,
        number=play.rounds,
        mishap=mishap,
        digest=play.rules.digest,
        lines=tuple(lines),
        cites={id: tuple(numbers) for id, numbers in sorted(cites.items())},
        document=json.dumps(document, indent=1).encode() + b"\n",
    )


@cache
def _hand_names(chapter: str) -> tuple[tuple[str, str], ...]:
    """The clauses that say what a hand is, and the name of the hand, the longest first."""
    if not chapter:
        return ()
    named = [
        (id, entry.how.rpartition(": ")[2].partition(",")[0].replace("-", " "))
        for id, entry in register.chapter(chapter).entries.items()
        if entry.how.startswith(("hand order", "hand ranking")) and ": " in entry.how
    ]
    return tuple(sorted(named, key=lambda pair: -len(pair[1])))


def _hands_named(line: Line, chapter: str) -> Iterator[str]:
    """Yield the clauses of the hands that a line names; of a name within a longer one, only the longer."""
    text = f"{line.says} {line.then}".lower().replace("-", " ")
    for id, name in _hand_names(chapter):
        pattern = rf"\b{re.escape(name)}\b"
        if re.search(pattern, text):
            yield id
            text = re.sub(pattern, "", text)


def _told(play: _Play) -> Iterator[tuple[Event | Refusal, Line]]:
    """Yield each event of the round with its sentence, as somebody is told it who sees every player's cards, and each refusal
    where it was met."""
    again: Table[Any, Any] = Table(play.rules, state=play.before)
    for place, given in enumerate(play.sent):
        for at, refusal in play.refused:
            if at == place:
                yield refusal, Line(says=f"refused: {refusal.message}", clause=refusal.clause)
        first = len(again.events)
        again.do(given)
        viewers = [Viewer(PLAYER, person) for person in again.state.seats.values()]
        seen = together([again.observe(viewer) for viewer in viewers])
        for event in again.events[first:]:
            yield event, retold(play.rules, seen, event)
