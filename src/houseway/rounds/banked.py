"""A stated round, played through the engine: what each wager is paid, and why.

The notation is described in docs/rounds.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from houseway.cards import Card, CardError, read_cards, repeated, text_of
from houseway.chapters.registry import UnlawfulSubmissionError, resolve
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.driver.house import House
from houseway.driver.sources import Unstated
from houseway.engine.asking import Question
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.deciding import words_of
from houseway.engine.banked.state import BankedState, Status
from houseway.engine.banked.words import decided
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.engine.opening import open_table
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.engine.roles import Role
from houseway.engine.words import SaidError
from houseway.money import Cents, in_cents
from houseway.rounds.answer import BankedAnswer, Difference, RulesApplied, Settlement
from houseway.rounds.applied import applied
from houseway.rounds.by_hands import Attempt, Found, Game, found, hidden
from houseway.rounds.by_hands.banked import dealt, needed, stated_hands
from houseway.rounds.reading import StatedNumber, check_shape, converted, decoded, malformed
from houseway.rules.game import BankedGame, Decide, Does
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.written import shortened, shown

BankedTable = Table[TableRules, BankedState]

UNSTATED_STACK = 1_000_000_000_00
"""Cents given to a seat whose stack is not stated: enough that no wager is refused for want of chips."""


class StatedSeat(msgspec.Struct, forbid_unknown_fields=True):
    """One betting position: its wagers, its decisions in order, and who plays it."""

    wagers: dict[str, Cents] = {}
    decisions: list[str] = []
    player: str | None = None
    stack: Cents | None = None
    paid: dict[str, int] = {}


class StatedIrregularity(msgspec.Struct, forbid_unknown_fields=True):
    """Something that went wrong at a point of the round: in phase ``at``, after so many cards or answers of it."""

    cause: str
    at: str
    after: int = 0
    seat: StatedNumber = Seat(0)
    void: bool = True
    count: int | None = None
    misdealt: bool = False
    complete: bool = True
    high: str = ""
    low: str = ""


class StatedRound(msgspec.Struct, forbid_unknown_fields=True):
    """A round of a banked game as ROUNDS notation writes it."""

    game: str
    seats: dict[str, StatedSeat]
    deck: str | None = None
    submission: dict[str, Any] = {}
    meters: dict[str, int] = {}
    start: int | None = None
    dice: tuple[int, int, int] | None = None
    bank: Seat | None = None
    co_bank: bool = False
    dealer_wager: Cents | None = None
    magic_card: str | None = None
    lucky: int | str | None = None
    irregularities: list[StatedIrregularity] = []
    name: str = ""
    hands: dict[str, str] = {}
    board: str = ""


def read(stated: Mapping[str, Any] | bytes | str) -> StatedRound:
    """Read a stated round of a banked game from JSON or from an object, or say what is wrong with it."""
    data = decoded(stated)
    check_shape(data, StatedRound.__struct_fields__, StatedSeat.__struct_fields__)
    return converted(data, StatedRound)


def play(stated: StatedRound) -> BankedTable:
    """Play a stated round at a table of its own."""
    return played(stated).table


def played(stated: StatedRound) -> Found[BankedTable]:
    """The table at which a stated round was played, and which cards only fill the places of those not stated."""
    rules = _rules(stated)
    _check_belongs(rules, stated)
    if stated.deck is None:
        decisions = {Seat(int(seat)): one.decisions for seat, one in stated.seats.items()}
        hands = stated_hands(rules.game, hands=stated.hands, board=stated.board, decisions=decisions)
        game = Game(
            play=lambda shuffles: _attempt(_Round(stated, rules, shuffles.order(rules.game.deck))),
            dealt=dealt,
            needed=needed,
            outcome=_outcome,
        )
        return found(hands, game)
    deck = _cards(stated.deck, rules.cards.shuffle)
    _check_deck(rules, deck)
    return Found(_Round(stated, rules, deck).run(), frozenset())


def _attempt(round: _Round) -> Attempt[BankedTable]:
    try:
        return Attempt(round.run(), None)
    except RefusedError as refused:
        return Attempt(round.table, refused)


def _cards(text: str, clause: ClauseId) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, clause, str(error)) from None


def _rules(stated: StatedRound) -> TableRules:
    other = stated.submission.get("game", stated.game)
    if other != stated.game:
        raise malformed(f"the round is of {stated.game}, but its submission is for {shortened(str(other))}")
    try:
        return resolve(stated.submission, game=stated.game, kind=TableRules)
    except UnlawfulSubmissionError as error:
        first = error.faults[0]
        raise refuse(Code.SUBMISSION_IS_LAWFUL, first.clause, f"submission: {error.plain}", first.legal) from None


def _check_belongs(rules: TableRules, stated: StatedRound) -> None:
    """What is stated has a meaning in this game."""
    game = rules.game
    for meter, cents in stated.meters.items():
        if meter not in game.meters:
            raise malformed(f"there is no meter {shortened(meter)!r} in this game", tuple(game.meters))
        if cents < 0:
            raise malformed(f"the {meter} meter cannot stand at {cents} cents", ("0 or more",))
    if game.player_bank is None and (stated.bank is not None or stated.co_bank or stated.dealer_wager is not None):
        raise malformed(f"{game.name} knows no player bank")
    if stated.bank is None and (stated.co_bank or stated.dealer_wager is not None):
        raise malformed("co_bank and dealer_wager are stated together with the bank's seat", ('"bank": 2',))
    if game.procedures.start is None and (stated.start is not None or stated.dice is not None):
        raise malformed(f"{game.name} has no starting position to find; dealing starts at the dealer's left")
    if stated.start is not None and stated.dice is not None:
        raise malformed("the start is stated as a number or by dice, not both")
    for one in stated.irregularities:
        if one.after < 0:
            raise malformed(f"{shortened(one.cause)!r} happens after so many cards or answers, not after {one.after}")
        if one.count is not None and one.count < 0:
            raise malformed(f"a stub has no {one.count} cards")
        if one.cause == "abandoned" and not one.seat:
            raise malformed(
                "'abandoned' concerns a player; name the seat", tuple(f"seat {seat}" for seat in stated.seats)
            )


def _outcome(table: BankedTable) -> object:
    given = answer(table)
    return given.settlements, given.net


def _check_deck(rules: TableRules, deck: tuple[Card, ...]) -> None:
    shuffle = rules.cards.shuffle
    twice = repeated(deck)
    if twice is not None:
        message = f"{text_of([twice])} is twice in the deck"
        raise refuse(Code.CARD_APPEARS_ONCE, shuffle, message)
    strange = [one for one in deck if one not in rules.game.deck]
    if strange:
        message = f"{text_of(strange)} is no card of this game's deck"
        raise refuse(Code.CARDS_ARE_VALID, shuffle, message)


def _magic_card(rules: TableRules, text: str) -> Card:
    read = _cards(text, rules.cards.shuffle)
    if len(read) != 1:
        raise malformed(f"the Magic Card is one card, not {shortened(text)!r}", ('"magic_card": "Kd"',))
    return read[0]


class _Round:
    """Gives the answers a stated round stands for, and reports its irregularities where they are stated."""

    def __init__(self, stated: StatedRound, rules: TableRules, deck: tuple[Card, ...]) -> None:
        self.stated = stated
        self.deck = deck
        self.table: BankedTable = open_table(rules, stated=True)
        self.house = House(self.table, Unstated())
        self.answers: dict[Seat, list[str]] = {}
        self.irregular = list(stated.irregularities)
        self.phase = ""
        self.progress = 0

    def send(self, command: Command | Envelope, *, seat: Seat = DEALER, by: str = "") -> None:
        outcome = self.table.send(command, seat=seat, by=by)
        if isinstance(outcome, Refusal):
            raise RefusedError(outcome)

    def run(self) -> BankedTable:
        if self.stated.meters:
            self.send(cmd.FundTable(meters={meter: Cents(cents) for meter, cents in self.stated.meters.items()}))
        self.send(cmd.BringReadyDeck(order=self.deck))
        self._seat_players()
        if self._rule_on("shuffle", 0):
            # The deck is stated as it was dealt: after the reshuffle.
            order = self.table.state.equipment.decks[0].order
            self.send(cmd.BringReadyDeck(order=order))
        self._close_bets()
        while self.table.state.status is not Status.WAGERING:
            coming = self.house.next()
            assert coming is not None
            if not any(self._rule_on(*point) for point in self._points(coming)):
                self._do(coming)
        self._check_nothing_left()
        return self.table

    def _seat_players(self) -> None:
        bank = self.stated.bank
        # The bank is accepted before wagers are placed against it.
        for text, seat in sorted(self.stated.seats.items()):
            number = Seat(int(text))
            stack = UNSTATED_STACK if seat.stack is None else seat.stack
            player = seat.player or text
            seated = player in self.table.state.seats.values()
            self.send(cmd.TakeSeat(cents=Cents(0 if seated else stack)), seat=number, by=player)
            self.answers[number] = [
                word for decision in seat.decisions for word in _split_setting(self.table.rules.game, decision)
            ]
        if bank is not None:
            self.send(cmd.AcceptBank(co_bank=self.stated.co_bank, dealer_wager=self.stated.dealer_wager), seat=bank)
            against = self.table.state.round.dealer_wager
            if against:
                self.send(cmd.PlaceDealerWager(cents=against))
        for text, seat in sorted(self.stated.seats.items()):
            if seat.wagers or int(text) != bank:
                self.send(cmd.PlaceWagers(wagers=seat.wagers), seat=Seat(int(text)))

    def _close_bets(self) -> None:
        lucky = DEALER if self.stated.lucky == "dealer" else self.stated.lucky
        # In a command 0 is the dealer; in a round it is no seat.
        if isinstance(lucky, str) or self.stated.lucky == DEALER:
            raise malformed(f"lucky is a seat or 'dealer', not {shown(self.stated.lucky)}")
        wagers = self.table.rules.game.wagers
        chips = sum(wagers[id].taken_before_deal for _, id, _ in self.table.state.round.placed())
        place = None if lucky is None else Seat(lucky)
        magic = None if self.stated.magic_card is None else _magic_card(self.table.rules, self.stated.magic_card)
        self.send(cmd.AnnounceNoMoreBets(chips=chips))
        if magic is not None or place is not None:
            self.send(cmd.DrawAtRandom(magic_card=magic, lucky=place))

    def _points(self, coming: Envelope | Question) -> list[tuple[str, int]]:
        """Where the round is, by the notation's names, and how many cards or answers of it are gone."""
        of = self.table.state.round
        if of.status is Status.LOCKED:
            return [("start", 0)] if _is_start(coming) else [("locked", 0), (self.table.rules.game.phases[0].id, 0)]
        points = [(of.phase, self.progress if self.phase == of.phase else 0)]
        if isinstance(coming, Envelope) and isinstance(coming.command, cmd.SettleRound):
            points.append(("settle", 0))
        return points

    def _do(self, coming: Envelope | Question) -> None:
        stated, of = self.stated, self.table.state.round
        if _is_start(coming):
            number = None if stated.dice else 1 if stated.start is None else stated.start
            self.send(cmd.DetermineStart(number=number, dice=stated.dice))
        elif isinstance(coming, Question):
            self._answer(coming)
        elif isinstance(coming.command, cmd.DealCards):
            self._deal(of.phase or self.table.rules.game.phases[0].id)
        else:
            # Where a question is being passed over, an answer may not be open to the seat: the table says why.
            phase = self.table.rules.phase(of.phase) if of.phase else None
            passed_over = isinstance(coming.command, cmd.SettleRound) and isinstance(phase, Decide)
            given_up = of.folded | of.surrendered | of.voided
            for seat in of.players if passed_over else ():
                if self.answers.get(seat) and seat not in given_up and seat != of.bank:
                    self.send(_decision(seat, self.answers[seat].pop(0)))
            # No other cards are stated than the deck: where it is gone, none can be dealt.
            self.send(coming if isinstance(coming.command, _STEPS) else cmd.DealCards())

    def _deal(self, phase: str) -> None:
        """Deal up to the next stated irregularity of this phase."""
        done = self.progress if self.phase == phase else 0
        later = [one.after for one in self.irregular if one.at == phase and one.after > done]
        self.phase, self.progress = phase, min(later, default=done)
        self.send(cmd.DealCards(cards=self.progress - done or None))

    def _answer(self, question: Question) -> None:
        phase, seat = self.table.state.round.phase, question.seat
        if self.phase != phase:
            self.phase, self.progress = phase, 0
        if not self.answers.get(seat):
            if question.may_wait:
                self.house.pass_over(question)
                return
            legal = words_of(self.table.rules.game, question.asks)
            message = f"seat {seat} is asked {_when(phase)} and has no decision left"
            raise refuse(Code.DECISIONS_COMPLETE_THE_ROUND, question.asks[0].clause, message, legal)
        self.progress += 1
        self.send(_decision(seat, self.answers[seat].pop(0)))

    def _rule_on(self, phase: str, progress: int) -> bool:
        """Report the irregularities stated for this point; True if one was."""
        due = [one for one in self.irregular if one.at == phase and one.after == progress]
        for one in due:
            self.irregular.remove(one)
            before = len(self.table.events)
            self.send(_report(one))
            if one.seat in self.table.state.round.exposed:
                self.send(cmd.VoidHand(void=one.void), seat=one.seat)
            ruled = any(isinstance(event, ev.IrregularityRuled) for event in self.table.events[before:])
            if one.cause == "wrong_setting" and not ruled:
                raise malformed("the hand was set as the chapter lets it be set; there is no wrong_setting to rule on")
            if self.table.state.status is Status.WAGERING and phase != "shuffle":
                return True
        return bool(due)

    def _check_nothing_left(self) -> None:
        if any(isinstance(event, ev.RoundEnded) and event.void for event in self.table.events[-3:]):
            self.answers.clear()
        # Nor is a seat asked any more whose hand was voided or left behind.
        done = {event.seat for event in self.table.events if isinstance(event, ev.HandVoided | ev.WagersAbandoned)}
        for seat, left in self.answers.items():
            if left and seat not in done:
                raise malformed(
                    f"seat {seat} has decisions left over after the round ended: {shortened(', '.join(left))}"
                )
        if self.irregular:
            first = self.irregular[0]
            start = ("start",) if self.table.rules.game.procedures.start is not None else ()
            points = ("shuffle", *start, "locked", *self.table.rules.phase_number)
            after = f" with {first.after} cards or answers gone" if first.after else ""
            raise malformed(
                f"{shortened(first.cause)!r}: the round never came to {shortened(first.at)!r}{after}", points
            )


def _when(phase: str) -> str:
    """A phase in which players are asked, in words.

    >>> _when("before_flop"), _when("set")
    ('before the Flop', "at 'set'")
    """
    order, _, deal = phase.partition("_")
    return f"{order} the {deal.capitalize()}" if deal else f"at {phase!r}"


_STEPS = (cmd.RevealBank, cmd.SettleRound, cmd.CountDeck, cmd.ValidatePayout, cmd.DocumentPayout)
"""What the staff does in a stated round beside dealing."""


def _is_start(coming: Envelope | Question) -> bool:
    if isinstance(coming, Question):
        return coming.asks[0].command == "determine_start"
    return isinstance(coming.command, cmd.DetermineStart)


def _split_setting(game: BankedGame, decision: str) -> list[str]:
    """Return a stated decision as steps: ``play HIGH / LOW``, say, is the wager and then the setting."""
    decision = in_cents(" ".join(decision.split()))
    word, _, hands = decision.partition(" ")
    options = [option for phase in game.phases if isinstance(phase, Decide) for option in phase.options]
    if "/" in hands and any(option.word == word.lower() and option.does is Does.WAGER for option in options):
        return [word.lower(), f"set {hands}"]
    return [decision]


def _decision(seat: Seat, text: str) -> Envelope:
    try:
        return envelope(decided(text), seat=seat)
    except SaidError as error:
        raise malformed(f"seat {seat}: {error}") from None
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, NO_CLAUSE, f"seat {seat}: {error}") from None


def _report(one: StatedIrregularity) -> Envelope:
    match one.cause:
        case "stub_count":
            if one.count is None:
                raise malformed("a stub_count states the count")
            return envelope(cmd.CountDeck(count=one.count, misdealt=one.misdealt, complete=one.complete))
        case "abandoned":
            return envelope(cmd.AbandonWagers(seat=one.seat))
        case "wrong_setting":
            try:
                return envelope(cmd.RevealBank(high=read_cards(one.high), low=read_cards(one.low)))
            except CardError as error:
                raise refuse(Code.CARDS_ARE_VALID, NO_CLAUSE, f"{one.cause}: {error}") from None
        case _:
            return envelope(cmd.ReportIrregularity(cause=one.cause, seat=one.seat), role=Role.FLOORPERSON)


def rules_of(table: BankedTable, stated: StatedRound) -> RulesApplied:
    """By which rules a stated round was settled."""
    unstated = [f"meters.{meter}" for meter in table.rules.game.meters if meter not in stated.meters]
    if table.rules.game.procedures.start is not None and stated.start is None and stated.dice is None:
        unstated.append("start")
    return applied(table.rules, stated.submission, unstated)


def answer(
    table: BankedTable, rules: RulesApplied | None = None, unknown: frozenset[Card] = frozenset()
) -> BankedAnswer:
    """What a played round comes to."""
    settlements: list[Settlement] = []
    for event in table.events:
        match event:
            case ev.WagerSettled():
                settlements.append(
                    Settlement(
                        seat=event.seat,
                        wager=event.wager,
                        amount=event.amount,
                        pays=event.pays,
                        net=event.net,
                        clause=event.clause,
                        under=event.under,
                        hand=event.hand,
                    )
                )
            case ev.PayoutLimited():
                settlements.append(
                    Settlement(
                        seat=event.seat,
                        wager="limit",
                        amount=event.limit,
                        pays="limit",
                        net=Cents(-event.reduction),
                        clause=event.clause,
                    )
                )
            case ev.SettlementUndone():
                settlements.clear()
            case ev.WagersReturned():
                lost = {(one.seat, one.wager): one.net for one in settlements}
                settlements += [
                    Settlement(
                        seat=seat,
                        wager=wager,
                        amount=cents,
                        pays="returned",
                        net=Cents(-lost.get((seat, wager), 0)),
                        clause=event.clause,
                    )
                    for seat, wager, cents in event.wagers
                ]
    net = {seat: Cents(sum(one.net for one in settlements if one.seat == seat)) for seat in table.state.seats}
    rulings = tuple([hidden(event, unknown) for event in table.events if type(event) in _RULINGS])
    return BankedAnswer(settlements=tuple(settlements), net=net, events=rulings, rules=rules or applied(table.rules))


def compared(table: BankedTable, stated: StatedRound, given: BankedAnswer) -> BankedAnswer:
    """The answer with what was paid otherwise than owed, where the round states what was paid."""
    if not any(seat.paid for seat in stated.seats.values()):
        return given
    return msgspec.structs.replace(given, differences=tuple(_differences(table, stated, given)))


def _differences(table: BankedTable, stated: StatedRound, given: BankedAnswer) -> Iterator[Difference]:
    wagers = table.rules.game.wagers
    for text, one in stated.seats.items():
        seat = Seat(int(text))
        for id, paid in one.paid.items():
            settled = [each for each in given.settlements if (each.seat, each.wager) == (seat, id)]
            if not settled and id not in wagers:
                known = tuple(dict.fromkeys([*wagers, *[each.wager for each in given.settlements]]))
                raise malformed(f"seat {seat}: {shortened(id)!r} is no wager that could be paid", known)
            owed = sum(each.net for each in settled)
            if paid != owed:
                clause = settled[-1].clause if settled else wagers[id].clause
                yield Difference(seat=seat, wager=id, paid=Cents(paid), owed=Cents(owed), clause=clause)


_RULINGS = frozenset(
    {
        ev.HandsSet,
        ev.IrregularityRuled,
        ev.WagersAbandoned,
        ev.CardSetAside,
        ev.HandVoided,
        ev.HandKept,
        ev.NoRollCalled,
        ev.DeckRemoved,
        ev.StubCounted,
        ev.SettlementUndone,
        ev.DealerWagerSettled,
        ev.BankSettled,
        ev.MeterReset,
    }
)
