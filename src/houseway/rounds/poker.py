"""A stated round of poker, played through the engine: stacks, pots and who won them, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from houseway.cards import DECK_52, Card, CardError, cards, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker import room_events
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.hands import cards_of
from houseway.chapters.c637a_poker.rules import Contest, Opens, PokerIrregularity, PokerRules
from houseway.chapters.c637a_poker.rulings import ruling_for
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.chapters.registry import UnlawfulSubmissionError, resolve_poker
from houseway.engine.accounts import player_account
from houseway.engine.banked.commands import Command
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.engine.roles import Role
from houseway.rounds.actions import is_number, parse
from houseway.rounds.reading import check_shape, check_texts, malformed, shortened


class StatedPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A seat and its table stakes."""

    stack: int
    player: str | None = None


class StatedAgreement(msgspec.Struct, forbid_unknown_fields=True):
    """A higher minimum bet, and the seats that agreed to it."""

    cents: int
    seats: list[int]


class StatedPokerIrregularity(msgspec.Struct, forbid_unknown_fields=True):
    """Something that went wrong: ``at`` a street, ``bet`` (the whole round), ``start`` or ``showdown``.

    ``after``: so many cards of the street's deal for what happens to a card, else so many actions.
    """

    cause: str
    at: str
    after: int = 0
    seat: int = 0
    protected: bool = False
    reconstructed: bool = False
    contributor: bool = False


class StatedPokerRound(msgspec.Struct, forbid_unknown_fields=True):
    """A round of poker as ROUNDS notation writes it."""

    game: str
    deck: str
    seats: dict[str, StatedPlayer]
    actions: list[str] = []
    submission: dict[str, Any] = {}
    button: int = 0
    kill: bool = False
    reshuffles: list[str] = []
    tournament: bool = False
    absent: list[int] = []
    agreed_minimum: StatedAgreement | None = None
    posts: dict[str, Literal["new", "missed"]] = {}
    irregularities: list[StatedPokerIrregularity] = []
    name: str = ""


def read(stated: Mapping[str, Any]) -> StatedPokerRound:
    """Read a stated round, or say what is wrong with it."""
    check_shape(stated, StatedPokerRound.__struct_fields__, StatedPlayer.__struct_fields__)
    for seat, one in stated["seats"].items():
        if one.get("stack") is None:
            raise malformed(f"seat {seat} has no stack", ('{"stack": 10000}',))
    check_texts(stated, "actions", '["3 call", "1 raise to 400"]')
    check_texts(stated, "reshuffles", '["9c 9d 3h"]')
    try:
        return msgspec.convert(stated, StatedPokerRound)
    except msgspec.ValidationError as error:
        raise malformed(f"the round cannot be read: {error}") from None


def play(stated: StatedPokerRound) -> PokerTable:
    """Play a stated round at a table of its own."""
    return _Player(stated).run()


def _rules(stated: StatedPokerRound) -> PokerRules:
    other = stated.submission.get("game", stated.game)
    if other != stated.game:
        raise malformed(f"the round is of {stated.game}, but its submission is for {shortened(str(other))}")
    submission = {**stated.submission, "tournament": True} if stated.tournament else stated.submission
    try:
        return resolve_poker(submission, game=stated.game)
    except UnlawfulSubmissionError as error:
        first = error.faults[0]
        raise refuse(Code.SUBMISSION_IS_LAWFUL, first.clause, f"submission: {error}", first.legal) from None


class _Player:
    """Sends the commands a stated round stands for, in the order of the procedure."""

    def __init__(self, stated: StatedPokerRound) -> None:
        self.stated = stated
        self.table = PokerTable(_rules(stated))
        self.actions = [action.strip() for action in stated.actions]
        self.reshuffles = list(stated.reshuffles)
        self.irregular = list(stated.irregularities)
        self.acted: dict[str, int] = {}
        self._check_irregularities()

    def _check_irregularities(self) -> None:
        places = ("start", "bet", "showdown", *[street.id for street in self.table.rules.game.streets])
        for one in self.irregular:
            ruling_for(PotDraft(self.table.rules, self.table.state), one.cause)
            if one.after < 0:
                raise malformed(f"{one.cause} happens after so many cards or actions, not after {one.after}")
            if self._needs_seat(one):
                seats = tuple(f"seat {seat}" for seat in self.stated.seats)
                raise malformed(
                    f"{one.cause} concerns a player; name the seat", seats, Code.IRREGULARITY_CAN_HAPPEN_HERE
                )
            if one.at not in places:
                raise malformed(f"{one.at!r} is no place of this game", places, Code.IRREGULARITY_CAN_HAPPEN_HERE)

    def _needs_seat(self, one: StatedPokerIrregularity) -> bool:
        """A hand is named by its seat; a card of a deal by how many went before it."""
        ruling = self.table.rules.irregularities[one.cause]
        return ruling.needs_seat and not ruling.in_deal and not one.seat

    def send(self, command: Command) -> None:
        outcome = self.table.send(command)
        if isinstance(outcome, Refusal):
            raise RefusedError(outcome)

    def run(self) -> PokerTable:
        stated = self.stated
        self._start()
        while self.table.state.status is not PotStatus.BETWEEN_ROUNDS:
            if not self._report():
                self._step()
        if self.actions and not self._void():
            raise malformed(f"the round was over before {self.actions[0]!r}")
        if self.table.state.burn_owed and not stated.reshuffles and len(_cards(stated.deck)) < len(DECK_52):
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
        for text, seat in sorted(stated.seats.items(), key=lambda item: item[0].zfill(3)):
            if not is_number(text):
                raise malformed(f"seats are numbered; {text[:20]!r} is no number")
            self.send(cmd.TakePokerSeat(by=Role.PLAYER, seat=int(text), player=seat.player or text, cents=seat.stack))
        agreed = stated.agreed_minimum
        if agreed is not None:
            self.send(room.AgreeMinimum(by=Role.DEALER, cents=agreed.cents, seats=tuple(agreed.seats)))
        for text, why in stated.posts.items():
            if not is_number(text):
                raise malformed(f"seats are numbered; {text[:20]!r} is no number")
            self.send(room.RequirePost(by=Role.FLOORPERSON, seat=int(text), missed=why == "missed"))
            self.send(cmd.PostBlind(by=Role.PLAYER, seat=int(text)))
        self.send(
            cmd.StartRound(
                by=Role.DEALER,
                order=_cards(stated.deck),
                button=stated.button,
                kill=stated.kill,
                absent=tuple(stated.absent),
            )
        )
        if self.actions and self.actions[0].endswith(" straddle"):
            for command in parse(self.actions.pop(0)):
                self.send(command)

    def _void(self) -> bool:
        """A void round leaves what was stated after it undone."""
        last = self.table.events[-1]
        ended = next((one for one in reversed(self.table.events) if isinstance(one, ev.PokerRoundEnded)), last)
        return isinstance(ended, ev.PokerRoundEnded) and ended.void

    def _places(self) -> dict[str, int]:
        """Where the round is now, by each name the notation has for it, and how many actions were made there."""
        state, game = self.table.state, self.table.rules.game
        if state.street < 0:
            return {"start": 0}
        places = {"bet": sum(self.acted.values()), game.streets[state.street].id: 0}
        places = {place: self.acted.get(place, count) for place, count in places.items()}
        if state.status is PotStatus.SHOWDOWN:
            places["showdown"] = len(state.shown) + len(state.mucked)
        return places

    def _report(self) -> bool:
        """Report the first irregularity stated for this point; True if there was one."""
        places = self._places()
        for one in self.irregular:
            ruling = self.table.rules.irregularities.get(one.cause)
            if places.get(one.at) != one.after or (ruling is not None and self._is_mishap(ruling, one.at)):
                continue
            self.irregular.remove(one)
            self.send(
                room.ReportPokerIrregularity(
                    by=Role.FLOORPERSON,
                    cause=one.cause,
                    seat=one.seat,
                    protected=one.protected,
                    reconstructed=one.reconstructed,
                    contributor=one.contributor,
                )
            )
            return True
        return False

    def _is_mishap(self, ruling: PokerIrregularity, at: str) -> bool:
        """Whether it happens to a card of a street's deal; between draws a card is reported by itself."""
        return ruling.in_deal and any(street.id == at and not street.draw for street in self.table.rules.game.streets)

    def _deal(self) -> None:
        """Deal the next street with the mishaps stated for it."""
        street = self.table.rules.game.streets[self.table.state.street + 1]
        known = self.table.rules.irregularities
        here = [
            one
            for one in self.irregular
            if one.at == street.id and one.cause in known and self._is_mishap(known[one.cause], one.at)
        ]
        self.irregular = [one for one in self.irregular if one not in here]
        mishaps = tuple([cmd.Mishap(one.cause, one.after, one.seat) for one in here])
        self.send(cmd.DealStreet(by=Role.DEALER, mishaps=mishaps))

    def _act(self) -> None:
        street = self.table.rules.game.streets[max(self.table.state.street, 0)].id
        self.acted[street] = self.acted.get(street, 0) + 1
        for command in parse(self.actions.pop(0)):
            self.send(command)

    def _step(self) -> None:
        state = self.table.state
        match state.status:
            case PotStatus.DEALING:
                self._deal()
            case PotStatus.RESHUFFLING:
                if not self.reshuffles:
                    raise malformed("the deck runs short and no reshuffle is stated", code=Code.DECK_SUFFICES)
                self.send(cmd.Reshuffle(by=Role.DEALER, order=_cards(self.reshuffles.pop(0))))
            case PotStatus.SHOWDOWN:
                if self.actions:
                    for command in parse(self.actions.pop(0)):
                        self.send(command)
                else:
                    self.send(cmd.AwardPots(by=Role.DEALER))
            case _:
                if not self.actions:
                    raise self._unfinished()
                self._act()

    def _unfinished(self) -> RefusedError:
        state = self.table.state
        options = self.table.options()
        seat = options.seat if options else (state.choosing or state.asked)[0]
        legal = options.words if options else ("discard CARDS", "stand")
        if state.choosing:
            legal = ("bet on", "stop betting")
        clause = self.table.rules.game.streets[max(state.street, 0)].betting_clause
        message = f"the actions stop before the round can end: it is seat {seat}'s turn"
        return refuse(Code.DECISIONS_COMPLETE_THE_ROUND, clause, message, legal)


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return cards(text)
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, "637a.3(a)", str(error)) from None


def answer(table: PokerTable) -> dict[str, Any]:
    """What a played round comes to: stacks, pots with contenders, winners, hands and clauses, rake, contributions."""
    state = table.state
    stacks = {str(seat): state.ledger.get(player_account(player), 0) for seat, player in sorted(state.seats.items())}
    brought: dict[str, int] = dict.fromkeys(stacks, 0)
    pots: list[dict[str, Any]] = []
    rake: dict[str, int] = {}
    contributions = {}
    notes: list[dict[str, Any]] = []
    for event in table.events:
        match event:
            case ev.StakesBrought():
                brought[str(event.seat)] += sum(cents for _, _, cents in event.postings)
            case ev.RakeTaken():
                rake[event.kind] = rake.get(event.kind, 0) + event.cents
            case room_events.RakeReturned():
                rake = {}
            case ev.ContributionTaken():
                contributions[event.fund] = event.cents
            case ev.PotAwarded():
                pots.append(_pot(table, event))
            case _ if _notable(event):
                notes.append(_note(event))
    pots.sort(key=lambda pot: pot.pop("number"))
    result = {
        "stacks": stacks,
        "pots": pots,
        "rake": sum(rake.values()),
        "contributions": contributions,
        "net": {seat: stacks[seat] - brought[seat] for seat in stacks},
        "events": notes,
    }
    if len(table.rules.pot_rakes) > 1:
        result["rakes"] = rake
    if any(isinstance(event, ev.PokerRoundEnded) and event.void for event in table.events):
        result["void"] = True
    if table.rules.kill is not None:
        result["kill_next"] = state.kill_next
    if table.rules.game.opens is Opens.BLINDS:
        result["button_next"] = state.button
    return result


def _notable(event: Any) -> bool:
    if isinstance(event, ev.StreetDealt):
        return event.common
    return isinstance(event, ev.UncalledBetReturned | ev.HandMucked | ev.Reshuffled | room_events.AnyRoomEvent)


def _note(event: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(event)
    plain.pop("postings", None)
    if isinstance(event, ev.StreetDealt):
        plain = {"event": "common_card", "clause": event.clause, "card": text_of([event.cards[-1][1]])}
    if "order" in plain:
        plain["order"] = text_of(plain["order"])
    if "card" in plain and isinstance(plain["card"], int):
        plain["card"] = text_of([Card(plain["card"])])
    return plain


def _pot(table: PokerTable, event: ev.PotAwarded) -> dict[str, Any]:
    state, game = table.state, table.rules.game
    shared = state.board + state.common
    hands: dict[str, dict[str, str]] = {}
    shares: dict[str, int] = {}
    for share in event.shares:
        shares[str(share.seat)] = shares.get(str(share.seat), 0) + share.cents
        if share.contest != "uncontested":
            used = cards_of(game, Contest(share.contest), state.hands[share.seat], shared)
            hands.setdefault(str(share.seat), {})[share.contest] = text_of(used)
    return {
        "number": event.pot,
        "amount": event.amount,
        "paid": event.paid,
        "contenders": list(event.contenders),
        "winners": sorted({share.seat for share in event.shares}),
        "hands": hands,
        "shares": shares,
        "awards": [
            {
                "seat": share.seat,
                "for": share.contest,
                "cents": share.cents,
                "excess": share.excess,
                "clause": share.clause,
            }
            for share in event.shares
        ],
        "clause": event.clause,
    }
