"""A stated round, played through the engine: what each wager is paid, and why.

The notation is described in docs/rounds.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from houseway.cards import Card, CardError, card, cards, repeated, text_of
from houseway.chapters.registry import GAMES, POKER, UnlawfulSubmissionError, resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import DEALER, Status
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.rounds import poker as poker_rounds
from houseway.rounds.reading import check_shape, decoded, malformed, shortened
from houseway.rules.game import Deal, Decide, Reveal, Settle, TurnUp
from houseway.rules.table_rules import TableRules

UNSTATED_STACK = 1_000_000_000_00
"""Cents given to a seat whose stack is not stated: enough that no wager is refused for want of chips."""


class StatedSeat(msgspec.Struct, forbid_unknown_fields=True):
    """One betting position: its wagers, its decisions in order, and who plays it."""

    wagers: dict[str, int] = {}
    decisions: list[str] = []
    player: str | None = None
    stack: int | None = None


class StatedIrregularity(msgspec.Struct, forbid_unknown_fields=True):
    """Something that went wrong at a point of the round: in phase ``at``, after so many cards or answers of it."""

    cause: str
    at: str
    after: int = 0
    seat: int = 0
    void: bool = True
    count: int | None = None
    misdealt: bool = False
    complete: bool = True
    high: str = ""
    low: str = ""


class StatedRound(msgspec.Struct, forbid_unknown_fields=True):
    """A round of a banked game as ROUNDS notation writes it."""

    game: str
    deck: str
    seats: dict[str, StatedSeat]
    submission: dict[str, Any] = {}
    meters: dict[str, int] = {}
    start: int | None = None
    dice: tuple[int, int, int] | None = None
    bank: int | None = None
    co_bank: bool = False
    dealer_wager: int | None = None
    magic_card: str | None = None
    lucky: int | str | None = None
    irregularities: list[StatedIrregularity] = []
    name: str = ""


def settle(stated: Mapping[str, Any] | bytes | str) -> dict[str, Any]:
    """The answer to a stated round of any game, or a refusal."""
    try:
        data = decoded(stated)
        _check_game(data)
        if is_poker(data):
            return poker_rounds.answer(poker_rounds.play(poker_rounds.read(data)))
        return answer(play(read(data)))
    except RefusedError as refused:
        return {"refusal": refusal_object(refused.refusal)}


def _check_game(data: Mapping[str, Any]) -> None:
    """The game decides which fields a round has, so it comes first."""
    game = data.get("game", "")
    if not isinstance(game, str):
        raise malformed(f"'game' is a text, not {shortened(repr(game))}", (*GAMES, *POKER))
    if "game" in data and game not in GAMES and game not in POKER:
        raise refuse(Code.GAME_IS_KNOWN, "601a.2", f"there is no game {shortened(game)!r}", (*GAMES, *POKER))


def is_poker(data: Mapping[str, Any]) -> bool:
    """Whether a stated round is one of poker."""
    game = data.get("game")
    return isinstance(game, str) and game in POKER


def refusal_object(refusal: Refusal) -> dict[str, Any]:
    """A refusal as the answer prints it."""
    return {
        "code": refusal.code.value,
        "clause": refusal.clause,
        "message": refusal.message,
        "legal": list(refusal.legal),
    }


def read(stated: Mapping[str, Any] | bytes | str) -> StatedRound:
    """Read a stated round of a banked game from JSON or from an object, or say what is wrong with it."""
    data = decoded(stated)
    check_shape(data, StatedRound.__struct_fields__, StatedSeat.__struct_fields__)
    try:
        return msgspec.convert(data, StatedRound)
    except msgspec.ValidationError as error:
        raise malformed(f"the round cannot be read: {error}") from None


def play(stated: StatedRound) -> Table:
    """Play a stated round at a table of its own."""
    rules = _rules(stated)
    table = Table(rules)
    try:
        deck = cards(stated.deck)
        magic = card(stated.magic_card) if stated.magic_card is not None else None
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, rules.game.procedures.shuffle, str(error)) from None
    _check_deck(rules, deck)
    _check_belongs(rules, stated)
    for meter, cents in stated.meters.items():
        if meter not in rules.game.meters:
            raise malformed(f"there is no meter {meter!r} in this game", tuple(rules.game.meters))
        if cents < 0:
            raise malformed(f"the {meter} meter cannot stand at {cents} cents", ("0 or more",))
    table.ready(deck, meters=stated.meters, stated=True)
    return _Player(stated, table, magic).run()


def _rules(stated: StatedRound) -> TableRules:
    if stated.game not in GAMES:
        raise refuse(Code.GAME_IS_KNOWN, "601a.2", f"there is no game {shortened(stated.game)!r}", (*GAMES, *POKER))
    other = stated.submission.get("game", stated.game)
    if other != stated.game:
        raise malformed(f"the round is of {stated.game}, but its submission is for {shortened(str(other))}")
    try:
        return resolve(stated.submission, game=stated.game)
    except UnlawfulSubmissionError as error:
        first = error.faults[0]
        raise refuse(Code.SUBMISSION_IS_LAWFUL, first.clause, f"submission: {error}", first.legal) from None


def _check_belongs(rules: TableRules, stated: StatedRound) -> None:
    """What is stated has a meaning in this game."""
    game = rules.game
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
            raise malformed(f"{one.cause!r} happens after so many cards or answers, not after {one.after}")
        if one.count is not None and one.count < 0:
            raise malformed(f"a stub has no {one.count} cards")
        if one.cause == "abandoned" and not one.seat:
            raise malformed(
                "'abandoned' concerns a player; name the seat", tuple(f"seat {seat}" for seat in stated.seats)
            )


def _check_deck(rules: TableRules, deck: tuple[Card, ...]) -> None:
    procedures = rules.game.procedures
    twice = repeated(deck)
    if twice is not None:
        message = f"{text_of([twice])} is twice in the deck"
        raise refuse(Code.CARD_APPEARS_ONCE, procedures.shuffle, message)
    strange = [one for one in deck if one not in rules.game.deck]
    if strange:
        message = f"{text_of(strange)} is no card of this game's deck"
        raise refuse(Code.CARDS_ARE_VALID, procedures.shuffle, message)


class _Player:
    """Sends the commands a stated round stands for, in the order of the procedure."""

    def __init__(self, stated: StatedRound, table: Table, magic: Card | None) -> None:
        self.stated = stated
        self.table = table
        self.magic = magic
        self.answers: dict[int, list[str]] = {}
        self.irregular = list(stated.irregularities)
        self.phase = ""
        self.progress = 0

    def send(self, command: cmd.Command) -> None:
        outcome = self.table.send(command)
        if isinstance(outcome, Refusal):
            raise RefusedError(outcome)

    def run(self) -> Table:
        self._seat_players()
        if self._rule_on("shuffle", 0):
            # The deck is stated as it was dealt: after the reshuffle.
            self.table.ready(self.table.state.deck)
        stated = self.stated
        lucky = DEALER if stated.lucky == "dealer" else stated.lucky
        if isinstance(lucky, str):
            raise malformed(f"lucky is a seat or 'dealer', not {lucky!r}")
        progressive = sum(
            1
            for seat in stated.seats.values()
            for wager in seat.wagers
            if wager in self.table.rules.game.wagers and self.table.rules.game.wagers[wager].taken_before_deal
        )
        self.send(cmd.AnnounceNoMoreBets(by=Role.DEALER, magic_card=self.magic, lucky=lucky, chips=progressive))
        if self.table.rules.game.procedures.start is not None:
            self._rule_on("start", 0)
            number = None if stated.dice else stated.start or 1
            self.send(cmd.DetermineStart(by=Role.DEALER, number=number, dice=stated.dice))
        self._rule_on("locked", 0)
        while self.table.state.status is not Status.WAGERING:
            self._step()
        self._check_nothing_left()
        return self.table

    def _seat_players(self) -> None:
        bank = self.stated.bank
        # The bank is accepted before wagers are placed against it.
        for text, seat in sorted(self.stated.seats.items()):
            number = _seat_number(text)
            stack = UNSTATED_STACK if seat.stack is None else seat.stack
            player = seat.player or text
            seated = player in self.table.state.seats.values()
            self.send(cmd.TakeSeat(by=Role.PLAYER, seat=number, player=player, cents=0 if seated else stack))
            self.answers[number] = [word for decision in seat.decisions for word in _expand(decision)]
        if bank is not None:
            self.send(
                cmd.AcceptBank(
                    by=Role.PLAYER,
                    seat=bank,
                    co_bank=self.stated.co_bank,
                    dealer_wager=self.stated.dealer_wager,
                )
            )
        for text, seat in sorted(self.stated.seats.items()):
            if seat.wagers or int(text) != bank:
                self.send(cmd.PlaceWagers(by=Role.PLAYER, seat=int(text), wagers=seat.wagers))

    def _step(self) -> None:
        table, state = self.table, self.table.state
        if state.status is Status.LOCKED:
            # The first phase begins with the first card.
            first = table.rules.game.phases[0]
            if self._rule_on(first.id, 0):
                return
            self._deal(first.id, 0)
            return
        if state.awaiting:
            for seat, wager in sorted(state.awaiting):
                self.send(cmd.ValidatePayout(by=Role.FLOORPERSON, seat=seat, wager=wager))
            return
        phase = table.rules.phase(state.phase)
        match phase:
            case Deal():
                done = self.progress if self.phase == phase.id else 0
                if not self._rule_on(phase.id, done):
                    self._deal(phase.id, done)
            case TurnUp():
                if not self._rule_on(phase.id, 0):
                    self.send(cmd.DealCards(by=Role.DEALER))
            case Decide():
                self._ask(phase)
            case Reveal():
                if not self._rule_on(phase.id, 0):
                    self.send(cmd.RevealBank(by=Role.DEALER))
            case Settle():
                if not self._rule_on(phase.id, 0):
                    self._settle()

    def _settle(self) -> None:
        """Settle; where a count of the stub is due, a stated round's is right."""
        outcome = self.table.send(cmd.SettleRound(by=Role.DEALER))
        if isinstance(outcome, Refusal) and outcome.code is Code.STUB_COUNT_IS_DUE:
            state = self.table.state
            self.send(cmd.CountStub(by=Role.DEALER, count=len(self.table.rules.game.deck) - state.next_card))
            self.send(cmd.SettleRound(by=Role.DEALER))
        elif isinstance(outcome, Refusal):
            raise RefusedError(outcome)

    def _deal(self, phase: str, done: int) -> None:
        """Deal up to the next stated irregularity of this phase."""
        later = [one.after for one in self.irregular if one.at == phase and one.after > done]
        count = min(later) - done if later else None
        self.phase, self.progress = phase, done + (count or 0)
        self.send(cmd.DealCards(by=Role.DEALER, cards=count))

    def _ask(self, phase: Decide) -> None:
        state = self.table.state
        if self.phase != phase.id:
            self.phase, self.progress = phase.id, 0
        if self._rule_on(phase.id, self.progress):
            return
        if phase.may_pass_over:
            seat = next((one for one in state.asked if self.answers.get(one)), None)
            if seat is None:
                if not self._rule_on("settle", 0):
                    self._settle()
                return
        elif phase.any_order:
            # A player with two areas sets the larger wager's hand first, equal ones counterclockwise.
            main = self.table.rules.game.main_wager.id
            seat = max(state.asked, key=lambda one: (state.wagers.get((one, main), 0), one))
        else:
            seat = state.asked[0]
        if not self.answers.get(seat):
            legal = tuple(option.word for option in phase.options)
            message = f"seat {seat} is asked at {phase.id} and has no decision left"
            raise refuse(Code.DECISIONS_COMPLETE_THE_ROUND, phase.clause, message, legal)
        self.progress += 1
        self.send(_decision(seat, self.answers[seat].pop(0)))

    def _rule_on(self, phase: str, progress: int) -> bool:
        """Report the irregularities stated for this point; True if one was."""
        due = [one for one in self.irregular if one.at == phase and one.after == progress]
        for one in due:
            self.irregular.remove(one)
            before = len(self.table.events)
            for command in _reports(one):
                self.send(command)
            ruled = any(isinstance(event, ev.IrregularityRuled) for event in self.table.events[before:])
            if one.cause == "wrong_setting" and not ruled:
                raise malformed("the hand was set as the chapter lets it be set; there is no wrong_setting to rule on")
            if self.table.state.status is Status.WAGERING and phase != "shuffle":
                return True
        return bool(due)

    def _check_nothing_left(self) -> None:
        if any(isinstance(event, ev.RoundEnded) and event.void for event in self.table.events[-3:]):
            self.answers.clear()
        for seat, left in self.answers.items():
            if left:
                raise malformed(f"seat {seat} has decisions left over after the round ended: {', '.join(left)}")
        if self.irregular:
            first = self.irregular[0]
            start = ("start",) if self.table.rules.game.procedures.start is not None else ()
            points = ("shuffle", *start, "locked", *self.table.rules.phase_number)
            after = f" with {first.after} cards or answers gone" if first.after else ""
            raise malformed(f"{first.cause!r}: the round never came to {first.at!r}{after}", points)


def _seat_number(text: str) -> int:
    if not _is_number(text):
        raise malformed(f"seats are numbered; {text[:20]!r} is no number")
    return int(text)


def _is_number(text: str) -> bool:
    """Whether the text is a plain number; digits of other scripts and endless ones are none."""
    return text.isascii() and text.isdigit() and len(text) <= 18


def _expand(decision: str) -> list[str]:
    """Five Card Hi-Lo's ``play HIGH / LOW`` is two steps: the Play Wager, then the setting."""
    if decision.startswith("play ") and "/" in decision:
        return ["play", "set " + decision[5:]]
    return [decision]


def _decision(seat: int, text: str) -> cmd.Decide:
    word, _, rest = text.strip().partition(" ")
    if word == "set":
        high, slash, low = rest.partition("/")
        if not slash:
            raise malformed(f"seat {seat}: a setting is written 'set HIGH / LOW', not {text!r}")
        try:
            return cmd.Decide(by=Role.PLAYER, seat=seat, word="set", high=cards(high), low=cards(low))
        except CardError as error:
            raise refuse(Code.CARDS_ARE_VALID, "601a.2", f"seat {seat}: {error}") from None
    if _is_number(rest):
        return cmd.Decide(by=Role.PLAYER, seat=seat, word=word, cents=int(rest))
    return cmd.Decide(by=Role.PLAYER, seat=seat, word=text.strip())


def _reports(one: StatedIrregularity) -> Iterator[cmd.Command]:
    match one.cause:
        case "stub_count":
            if one.count is None:
                raise malformed("a stub_count states the count")
            yield cmd.CountStub(by=Role.DEALER, count=one.count, misdealt=one.misdealt, complete=one.complete)
        case "abandoned":
            yield cmd.AbandonWagers(by=Role.FLOORPERSON, seat=one.seat)
        case "player_card_exposed":
            yield cmd.ReportIrregularity(by=Role.FLOORPERSON, cause=one.cause, seat=one.seat)
            yield cmd.VoidHand(by=Role.PLAYER, seat=one.seat, void=one.void)
        case "wrong_setting":
            try:
                yield cmd.RevealBank(by=Role.DEALER, high=cards(one.high), low=cards(one.low))
            except CardError as error:
                raise refuse(Code.CARDS_ARE_VALID, "601a.2", f"{one.cause}: {error}") from None
        case _:
            yield cmd.ReportIrregularity(by=Role.FLOORPERSON, cause=one.cause, seat=one.seat)


def answer(table: Table) -> dict[str, Any]:
    """What a played round comes to."""
    settlements: list[dict[str, Any]] = []
    rulings: list[dict[str, Any]] = []
    net: dict[str, int] = {str(seat): 0 for seat in table.state.seats}
    lost: dict[tuple[int, str], int] = {}
    for event in table.events:
        match event:
            case ev.WagerSettled():
                record = {
                    "seat": event.seat,
                    "wager": event.wager,
                    "amount": event.amount,
                    "pays": event.pays,
                    "net": event.net,
                    "clause": event.clause,
                }
                if event.under:
                    record["under"] = event.under
                if event.hand:
                    record["hand"] = event.hand
                settlements.append(record)
                net[str(event.seat)] += event.net
                lost[event.seat, event.wager] = event.net
            case ev.PayoutLimited():
                settlements.append(
                    {
                        "seat": event.seat,
                        "wager": "limit",
                        "amount": event.limit,
                        "pays": "limit",
                        "net": -event.reduction,
                        "clause": event.clause,
                    }
                )
                net[str(event.seat)] -= event.reduction
            case ev.WagersReturned():
                for seat, wager, cents in event.wagers:
                    back = -lost.get((seat, wager), 0)
                    settlements.append(
                        {
                            "seat": seat,
                            "wager": wager,
                            "amount": cents,
                            "pays": "returned",
                            "net": back,
                            "clause": event.clause,
                        }
                    )
                    net[str(seat)] += back
            case _ if type(event) in _RULINGS:
                rulings.append(event_object(event))
    return {"settlements": settlements, "net": net, "events": rulings}


_RULINGS = frozenset(
    {
        ev.HandsSet,
        ev.IrregularityRuled,
        ev.CardSetAside,
        ev.HandVoided,
        ev.HandKept,
        ev.NoRollCalled,
        ev.DeckRemoved,
        ev.StubCounted,
        ev.DealerWagerSettled,
        ev.BankSettled,
        ev.MeterReset,
    }
)


def event_object(event: ev.Event) -> dict[str, Any]:
    """An event as the answer prints it: cards as text, the dealer by name."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    plain.pop("postings", None)
    for key in ("high", "low", "cards"):
        if key in plain:
            plain[key] = text_of(plain[key])
    if "card" in plain:
        plain["card"] = text_of([plain["card"]])
    if plain.get("seat") == DEALER:
        plain["seat"] = "dealer"
    return plain
