"""A stated round of poker, played through the engine: stacks, pots and who won them, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from houseway.cards import DECK_52, Card, CardError, read_cards, text_of
from houseway.chapters.c637a_poker import citations
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.awarding import AWARDED_IN
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.hands import winning_cards
from houseway.chapters.c637a_poker.rules import Irregularity, Opens, PokerRules, Remedy
from houseway.chapters.c637a_poker.rulings import ruling_for
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import PokerState, Status
from houseway.chapters.registry import UnlawfulSubmissionError, resolve
from houseway.driver.house import House
from houseway.driver.sources import Unstated
from houseway.engine.accounts import OUTSIDE, player_account
from houseway.engine.asking import Question
from houseway.engine.kernel import Command, Envelope, Event, Table
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.engine.roles import Role
from houseway.engine.words import is_number
from houseway.money import Cents
from houseway.rounds.actions import parse
from houseway.rounds.answer import Award, PokerAnswer, Pot, RulesApplied
from houseway.rounds.applied import applied
from houseway.rounds.by_hands import Attempt, Found, Game, Shuffles, found, hidden
from houseway.rounds.by_hands.poker import dealt, needed, stated_hands, unseen_discards
from houseway.rounds.reading import StatedNumber, check_shape, check_texts, converted, malformed
from houseway.seats import NOBODY, Seat
from houseway.written import shortened

PokerTable = Table[PokerRules, PokerState]


class StatedPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A seat and its table stakes."""

    stack: Cents
    player: str | None = None


class StatedAgreement(msgspec.Struct, forbid_unknown_fields=True):
    """A higher minimum bet, and the seats that agreed to it."""

    cents: Cents
    seats: list[StatedNumber]


class StatedPokerIrregularity(msgspec.Struct, forbid_unknown_fields=True):
    """Something that went wrong: ``at`` a street, ``bet`` (the whole round), ``start`` or ``showdown``.

    ``after``: so many cards of the street's deal for what happens to a card, else so many actions. ``card``: in a draw, which of
    the replacement cards of the next player it happens to, the first is 0.
    """

    cause: str
    at: str
    after: int = 0
    seat: StatedNumber = Seat(0)
    protected: bool = False
    reconstructed: bool = False
    contributor: bool = False
    card: int | None = None


class StatedPokerRound(msgspec.Struct, forbid_unknown_fields=True):
    """A round of poker as ROUNDS notation writes it."""

    game: str
    seats: dict[str, StatedPlayer]
    deck: str | None = None
    actions: list[str] = []
    submission: dict[str, Any] = {}
    # 0, as in games without one: not stated.
    button: Seat = Seat(0)
    kill: bool = False
    reshuffles: list[str] = []
    tournament: bool = False
    absent: list[StatedNumber] = []
    agreed_minimum: StatedAgreement | None = None
    posts: dict[str, Literal["new", "missed"]] = {}
    irregularities: list[StatedPokerIrregularity] = []
    name: str = ""
    hands: dict[str, str] = {}
    board: str = ""
    common: str = ""
    drawn: dict[str, list[str]] = {}


def read(stated: Mapping[str, Any]) -> StatedPokerRound:
    """Read a stated round, or say what is wrong with it."""
    check_shape(stated, StatedPokerRound.__struct_fields__, StatedPlayer.__struct_fields__)
    for seat, one in stated["seats"].items():
        if one.get("stack") is None:
            raise malformed(f"seat {seat} has no stack", ('{"stack": 10000}',))
    check_texts(stated, "actions", '["3 call", "1 raise to 400"]')
    check_texts(stated, "reshuffles", '["9c 9d 3h"]')
    game = POKER_GAMES.get(str(stated["game"]))
    if stated.get("button") == 0 and game is not None and game.opens is Opens.BLINDS:
        raise malformed("button is a whole number from 1")
    return converted(stated, StatedPokerRound)


def play(stated: StatedPokerRound) -> PokerTable:
    """Play a stated round at a table of its own."""
    return played(stated).table


def played(stated: StatedPokerRound) -> Found[PokerTable]:
    """The table at which a stated round was played, and which cards only fill the places of those not stated."""
    rules = _rules(stated)
    if stated.deck is None:
        hands = stated_hands(
            rules.game,
            seats=stated.seats,
            hands=stated.hands,
            board=stated.board,
            common=stated.common,
            drawn=stated.drawn,
            actions=stated.actions,
        )
        game = Game(
            play=lambda shuffles: _attempt(_Round(stated, rules, shuffles)),
            dealt=dealt,
            needed=needed,
            outcome=_outcome,
        )
        return found(hands, game)
    return Found(_Round(stated, rules).run(), frozenset())


def _attempt(round: _Round) -> Attempt[PokerTable]:
    try:
        return Attempt(round.run(), None)
    except RefusedError as refused:
        return Attempt(round.table, refused)


def _outcome(table: PokerTable) -> object:
    given = answer(table)
    return given.stacks, given.pots, given.rake, given.contributions


def _rules(stated: StatedPokerRound) -> PokerRules:
    other = stated.submission.get("game", stated.game)
    if other != stated.game:
        raise malformed(f"the round is of {stated.game}, but its submission is for {shortened(str(other))}")
    submission = {**stated.submission, "tournament": True} if stated.tournament else stated.submission
    try:
        return resolve(submission, game=stated.game, kind=PokerRules)
    except UnlawfulSubmissionError as error:
        first = error.faults[0]
        raise refuse(Code.SUBMISSION_IS_LAWFUL, first.clause, f"submission: {error.plain}", first.legal) from None


class _Round:
    """Sends the commands a stated round stands for, in the order of the procedure."""

    def __init__(self, stated: StatedPokerRound, rules: PokerRules, shuffles: Shuffles | None = None) -> None:
        self.stated = stated
        self.shuffles = shuffles
        self.deck = _cards(stated.deck or "") if shuffles is None else shuffles.order(DECK_52)
        self.reshuffled = 0
        self.table: PokerTable = Table(rules)
        self.house = House(self.table, Unstated())
        self.actions = [action.strip() for action in stated.actions]
        self.reshuffles = list(stated.reshuffles)
        self.irregular = list(stated.irregularities)
        self.acted: dict[str, int] = {}
        self._check_irregularities()

    def _check_irregularities(self) -> None:
        places = ("start", "bet", "showdown", *[street.id for street in self.table.rules.game.streets])
        for one in self.irregular:
            ruling_for(looking_at(self.table.rules, self.table.state), one.cause)
            if one.after < 0:
                raise malformed(f"{one.cause} happens after so many cards or actions, not after {one.after}")
            if self._needs_seat(one):
                seats = tuple(f"seat {seat}" for seat in self.stated.seats)
                raise malformed(
                    f"{one.cause} concerns a player; name the seat", seats, Code.IRREGULARITY_CAN_HAPPEN_HERE
                )
            if one.at not in places:
                raise malformed(
                    f"{shortened(one.at)!r} is no place of this game", places, Code.IRREGULARITY_CAN_HAPPEN_HERE
                )

    def _needs_seat(self, one: StatedPokerIrregularity) -> bool:
        """A hand is named by its seat; a card of a deal by how many went before it."""
        ruling = self.table.rules.irregularities[one.cause]
        return ruling.needs_seat and not ruling.in_deal and not one.seat

    def send(self, said: Command | Envelope, *, role: Role | None = None, seat: Seat = NOBODY, by: str = "") -> None:
        outcome = self.table.send(said, role=role, seat=seat, by=by)
        if isinstance(outcome, Refusal):
            raise RefusedError(outcome)

    def run(self) -> PokerTable:
        stated = self.stated
        self._start()
        while self.table.state.status is not Status.BETWEEN_ROUNDS:
            if not self._report():
                self._step()
        if self.actions and not self._void():
            message = f"the round was over before {shortened(self.actions[0])!r}"
            raise refuse(Code.ROUND_IS_WELL_FORMED, citations.DEFINITIONS, message)
        if self.table.state.round.burn_owed and not stated.reshuffles and len(self.deck) < len(DECK_52):
            raise malformed("the deck is not stated as far as the last burn card", code=Code.DECK_SUFFICES)
        if self.reshuffles and not self._void():
            raise malformed("a reshuffle is stated that was never due")
        if self.irregular and not self._void():
            raise malformed(
                f"the round was over before {self.irregular[0].cause}", code=Code.IRREGULARITY_CAN_HAPPEN_HERE
            )
        return self.table

    def _start(self) -> None:
        stated = self.stated
        self.send(cmd.OpenTable(stated=True))
        for text, seat in sorted(stated.seats.items(), key=lambda item: item[0].zfill(3)):
            self.send(cmd.TakeSeat(cents=seat.stack), seat=Seat(int(text)), by=seat.player or text)
        agreed = stated.agreed_minimum
        if agreed is not None:
            self.send(cmd.AgreeMinimum(cents=agreed.cents, seats=tuple(agreed.seats)))
        for text, why in stated.posts.items():
            if not is_number(text):
                raise malformed(f"seats are numbered; {shortened(text)!r} is no number")
            self.send(cmd.RequirePost(seat=Seat(int(text)), missed=why == "missed"))
            self.send(cmd.PostBlind(), seat=Seat(int(text)))
        self.send(cmd.StartRound(order=self.deck, button=stated.button, kill=stated.kill, absent=tuple(stated.absent)))

    def _void(self) -> bool:
        """A void round leaves what was stated after it undone."""
        return any(isinstance(one, ev.RoundEnded) and one.void for one in self.table.events)

    def _places(self) -> dict[str, int]:
        """Where the round is now, by each name the notation has for it, and how many actions were made there."""
        state, game = self.table.state, self.table.rules.game
        if state.round.street < 0:
            return {"start": 0}
        places = {"bet": sum(self.acted.values()), game.streets[state.round.street].id: 0}
        places = {place: self.acted.get(place, count) for place, count in places.items()}
        if state.status is Status.SHOWDOWN:
            places["showdown"] = len(state.round.shown) + len(state.round.mucked)
        return places

    def _report(self) -> bool:
        """Report the first irregularity stated for this point; True if there was one."""
        places = self._places()
        for one in self.irregular:
            ruling = self.table.rules.irregularities.get(one.cause)
            if places.get(one.at) != one.after or (ruling is not None and self._is_mishap(ruling, one.at)):
                continue
            if ruling is not None and (self._is_reshuffled_before(ruling) or self._is_of_draw(ruling, one)):
                continue
            self.irregular.remove(one)
            self.send(
                cmd.ReportIrregularity(
                    cause=one.cause,
                    seat=one.seat,
                    protected=one.protected,
                    reconstructed=one.reconstructed,
                    contributor=one.contributor,
                ),
                role=Role.FLOORPERSON,
            )
            return True
        return False

    def _is_reshuffled_before(self, ruling: Irregularity) -> bool:
        """Whether a hand or a card is concerned while cards are owed: they are dealt first."""
        return self.table.state.status is Status.RESHUFFLING and (ruling.needs_seat or ruling.in_deal)

    def _is_mishap(self, ruling: Irregularity, at: str) -> bool:
        """Whether it happens to a card of a street's deal; between draws a card is reported by itself."""
        return ruling.in_deal and any(street.id == at and not street.draw for street in self.table.rules.game.streets)

    def _is_of_draw(self, ruling: Irregularity, one: StatedPokerIrregularity) -> bool:
        """Return whether it happens to a replacement card, which is named or can only be exposed when it is dealt."""
        drawn = any(street.id == one.at and street.draw for street in self.table.rules.game.streets)
        return drawn and ruling.in_deal and (one.card is not None or ruling.remedy is Remedy.KEPT)

    def _with_mishaps(self, discard: cmd.Discard) -> cmd.Discard:
        """A draw with what is stated to go wrong with its replacement cards."""
        street, known = self.table.rules.game.streets[self.table.state.round.street].id, self.table.rules.irregularities
        here = [
            one
            for one in self.irregular
            if (one.at, one.after) == (street, self.acted.get(street, 0) - 1)
            and self._is_of_draw(known[one.cause], one)
        ]
        self.irregular = [one for one in self.irregular if one not in here]
        return replace(discard, mishaps=tuple([cmd.Mishap(one.cause, one.card or 0, one.seat) for one in here]))

    def _deal(self) -> None:
        """Deal the next street with the mishaps stated for it."""
        street = self.table.rules.game.streets[self.table.state.round.street + 1]
        known = self.table.rules.irregularities
        here = [
            one
            for one in self.irregular
            if one.at == street.id and one.cause in known and self._is_mishap(known[one.cause], one.at)
        ]
        self.irregular = [one for one in self.irregular if one not in here]
        mishaps = tuple([cmd.Mishap(one.cause, one.after, one.seat) for one in here])
        self.send(cmd.DealStreet(mishaps=mishaps))

    def _step(self) -> None:
        coming = self.house.next()
        if isinstance(coming, Question):
            self._answer(coming)
            return
        match coming.command if coming is not None else None:
            case cmd.DealStreet():
                self._deal()
            case cmd.Reshuffle():
                if self.shuffles is not None and not self.stated.reshuffles:
                    self.reshuffled += 1
                    back = cards_put_back(looking_at(self.table.rules, self.table.state))
                    self.send(cmd.Reshuffle(order=self.shuffles.order(back, self.reshuffled)))
                    return
                if not self.reshuffles:
                    raise malformed("the deck runs short and no reshuffle is stated", code=Code.DECK_SUFFICES)
                self.send(cmd.Reshuffle(order=_cards(self.reshuffles.pop(0))))
            case cmd.ReportIrregularity() as report if self.actions and self._at_showdown():
                # Nobody else shows before the hand of a player who is away has been turned up.
                self.send(report, role=Role.FLOORPERSON)
            case cmd.AwardPots() | cmd.ReportIrregularity() if not self.actions and self._at_showdown():
                self.send(cmd.AwardPots())
            case _:
                # The turn of a player who is away: what is stated for it is said, and the table rules.
                self._act()

    def _at_showdown(self) -> bool:
        return self.table.state.status in AWARDED_IN

    def _answer(self, question: Question) -> None:
        """The next action is the answer; a Straddle Bet or a hand that is not stated is passed over."""
        straddles = question.asks[0].command == "straddle"
        if question.may_wait and not (self.actions and self.actions[0].endswith(" straddle") == straddles):
            self.house.pass_over(question)
        elif question.may_wait:
            self._say()
        else:
            self._act()

    def _act(self) -> None:
        if not self.actions:
            raise self._unfinished()
        street = self.table.rules.game.streets[max(self.table.state.round.street, 0)].id
        self.acted[street] = self.acted.get(street, 0) + 1
        self._say()

    def _say(self) -> None:
        action = self.actions.pop(0)
        if self.shuffles is not None and "??" in action:
            action = unseen_discards(action, self.table.state.round.hands, self.shuffles.stated)
        said = parse(action)
        if isinstance(said.command, cmd.Discard):
            said = replace(said, command=self._with_mishaps(said.command))
        self.send(said)

    def _unfinished(self) -> RefusedError:
        state = self.table.state
        options = options_now(self.table.rules, state)
        seat = options.seat if options else (state.round.choosing or state.round.asked)[0]
        clause = self.table.rules.game.streets[max(state.round.street, 0)].betting_clause
        if options:
            legal = options.words
        elif state.round.choosing:
            legal = ("bets on", "stops betting")
        else:
            asked = next(ask for ask in self.table.due() if ask.command == "discard")
            least, _ = asked.cards or (0, 0)
            clause, legal = asked.clause, (f"discard {least} cards",) if least else ("discard CARDS", "stand")
        message = f"the actions stop before the round can end: it is seat {seat}'s turn"
        return refuse(Code.DECISIONS_COMPLETE_THE_ROUND, clause, message, legal)


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, citations.DECKS, str(error)) from None


def answer(
    table: PokerTable, applied_rules: RulesApplied | None = None, unknown: frozenset[Card] = frozenset()
) -> PokerAnswer:
    """What a played round comes to: stacks, pots with contenders, winners, hands and clauses, rake, contributions."""
    state, rules = table.state, table.rules
    stacks = {seat: Cents(state.balance(player_account(player))) for seat, player in sorted(state.seats.items())}
    net = dict.fromkeys(stacks, 0)
    seats = {player_account(player): seat for seat, player in state.seats.items()}
    pots: dict[int, Pot] = {}
    rake: dict[str, Cents] = {}
    contributions: dict[str, Cents] = {}
    for event in table.events:
        for source, target, cents in event.postings:
            # Chips that come from outside or go there are neither won nor lost.
            if source in seats and target != OUTSIDE:
                net[seats[source]] -= cents
            if target in seats and source != OUTSIDE:
                net[seats[target]] += cents
        match event:
            case ev.RakeTaken():
                rake[event.kind] = Cents(rake.get(event.kind, 0) + event.cents)
            case ev.RakeReturned():
                rake = {}
            case ev.ContributionTaken():
                contributions[event.fund] = event.cents
            case ev.PotAwarded():
                pots[event.pot] = _pot(table, event)
    return PokerAnswer(
        stacks=stacks,
        pots=tuple([pots[number] for number in sorted(pots)]),
        rake=Cents(sum(rake.values())),
        contributions=contributions,
        net={seat: Cents(cents) for seat, cents in net.items()},
        events=tuple([hidden(event, unknown) for event in table.events if _notable(event)]),
        rules=applied_rules or applied(rules),
        rakes=rake if len(rules.pot_rakes) > 1 else None,
        void=any(isinstance(event, ev.RoundEnded) and event.void for event in table.events),
        kill_next=state.kill_next if rules.kill is not None else None,
        button_next=state.button if rules.game.opens is Opens.BLINDS else None,
    )


def _notable(event: Event) -> bool:
    if isinstance(event, ev.StreetDealt):
        return event.common
    return type(event) in _NOTABLE


_UNREMARKABLE = (
    ev.SpokenFor,
    ev.TableOpened,
    ev.SeatTaken,
    ev.SeatLeft,
    ev.StakesBrought,
    ev.RoundStarted,
    ev.Posted,
    ev.StreetDealt,
    ev.BettingBegan,
    ev.Acted,
    ev.BettingEnded,
    ev.DrawBegan,
    ev.Discarded,
    ev.Drew,
    ev.ReshuffleAwaited,
    ev.ShowdownBegan,
    ev.LastPlayerLeft,
    ev.HandShown,
    ev.RakeTaken,
    ev.RakeDropped,
    ev.ContributionTaken,
    ev.PotAwarded,
    ev.RakeReturned,
    ev.RoundEnded,
)
_NOTABLE = frozenset(ev.EVENTS) - frozenset(_UNREMARKABLE)
"""What a reader of the answer may want to see beside the pots."""


def _pot(table: PokerTable, event: ev.PotAwarded) -> Pot:
    of, game = table.state.round, table.rules.game
    shared = of.board + of.common
    hands: dict[Seat, dict[str, str]] = {}
    shares: dict[Seat, Cents] = {}
    for share in event.shares:
        shares[share.seat] = Cents(shares.get(share.seat, 0) + share.cents)
        used = winning_cards(game, share.contest, of.hands.get(share.seat, ()), shared)
        if used:
            hands.setdefault(share.seat, {})[share.contest] = text_of(used)
    return Pot(
        amount=event.amount,
        paid=event.paid,
        contenders=event.contenders,
        winners=tuple(sorted({share.seat for share in event.shares})),
        hands=hands,
        shares=shares,
        awards=tuple(
            [
                Award(
                    seat=share.seat,
                    contest=share.contest,
                    cents=share.cents,
                    excess=share.excess,
                    clause=share.clause,
                )
                for share in event.shares
            ]
        ),
        clause=event.clause,
    )
