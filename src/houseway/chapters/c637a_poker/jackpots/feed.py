"""A Poker table feeds the room's jackpots: contributions go into its boxes, Bad Beats and high hands are noticed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_state as _applied  # noqa: F401 (registers how its events apply)
from houseway.chapters.c637a_poker.hands import cards_of, value
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.payouts import LEAST_FULL_HOUSE
from houseway.chapters.c637a_poker.jackpots.room import JackpotRoom
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, HIGH_HAND, BadBeatRules, HighHandRules
from houseway.chapters.c637a_poker.jackpots.state import Fund
from houseway.chapters.c637a_poker.rules import Contest, PokerGame
from houseway.chapters.c637a_poker.state import PotState, apply
from houseway.engine.banked.events import Event
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.ranking import STANDARD_ORDER, strength


class BadBeatNoticed(NamedTuple):
    """A losing hand that may be a Bad Beat: it pays nothing until the Poker shift supervisor verifies it."""

    fund: str
    table: str
    losing: tuple[Card, ...]
    winning: tuple[Card, ...]
    loser: str
    winner: str
    others: tuple[str, ...]
    also_lost: tuple[str, ...]
    also_won: tuple[str, ...]
    community: tuple[Card, ...]

    def verified_by(self, person: str) -> cmd.VerifyBadBeat:
        """The command by which the Poker shift supervisor verifies it (637a.15(f))."""
        return cmd.VerifyBadBeat(by=Role.SHIFT_SUPERVISOR, person=person, **self._asdict())


class Fed(NamedTuple):
    """What a table's events came to in the room.

    ``refused``: contributions the room did not accept. ``high_hands``: calls the dealer is to make, one after another,
    as the floor records each (637a.16(f)).
    """

    contributed: tuple[Event, ...] = ()
    refused: tuple[Refusal, ...] = ()
    bad_beats: tuple[BadBeatNoticed, ...] = ()
    high_hands: tuple[cmd.CallHighHand, ...] = ()


class JackpotFeed:
    """Follows one table by its events. Give it every event of the table, once and in order."""

    def __init__(self, room: JackpotRoom, game: PokerGame, table: str) -> None:
        self.room, self.game, self.table = room, game, table
        self._state = PotState()
        self._taken: list[ev.ContributionTaken] = []
        self._pot = 0

    def feed(self, events: Iterable[Event], *, dealer: str, at: int = 0) -> Fed:
        """Carry the table's contributions into the room and notice what its finished rounds showed."""
        fed = Fed()
        for event in events:
            apply(self._state, event)
            match event:
                case ev.RoundStarted():
                    self._taken, self._pot = [], 0
                case ev.ContributionTaken():
                    self._taken.append(event)
                case ev.PotAwarded():
                    self._pot += event.amount
                case ev.PokerRoundEnded() if not event.void:
                    fed = _joined(fed, self._round_over(dealer, at))
        return fed

    def _round_over(self, dealer: str, at: int) -> Fed:
        contributed: list[Event] = []
        refused: list[Refusal] = []
        for taken in self._taken:
            outcome = self._contribute(taken, dealer)
            if isinstance(outcome, Refusal):
                refused.append(outcome)
            else:
                contributed += outcome
        return Fed(tuple(contributed), tuple(refused), self._bad_beat(), self._high_hands(dealer, at))

    def _contribute(self, taken: ev.ContributionTaken, dealer: str) -> tuple[Event, ...] | Refusal:
        if not taken.cents:
            return ()
        fund = self._fund(taken.fund)
        name = taken.fund if fund is None else fund[0]
        return self.room.send(
            cmd.Contribute(by=Role.DEALER, person=dealer, fund=name, table=self.table, pot=self._pot, cents=taken.cents)
        )

    def _fund(self, kind: str) -> tuple[str, Fund] | None:
        """The fund of a kind in which this table takes part, one that still collects before others."""
        funds = [(name, one) for name, one in self.room.state.funds.items() if one.kind == kind and not one.closed]
        mine = [(name, one) for name, one in funds if self.table in one.boxes]
        return min(mine, key=lambda one: not one[1].collecting, default=None)

    def _high_values(self) -> dict[int, int]:
        """What each hand shown is worth as a high hand, beginning left of the button."""
        state, game = self._state, self.game
        if Contest.HIGH not in dict(game.contests):
            return {}
        shared = self._shared()
        shown = [seat for seat in state.contending if seat in state.shown]
        values = {seat: value(game, Contest.HIGH, state.hands[seat], shared) for seat in shown}
        return {seat: worth for seat, worth in values.items() if worth is not None}

    def _shared(self) -> tuple[Card, ...]:
        """The community cards, or the common card of stud."""
        return (*self._state.board, *self._state.common)

    def _five(self, seat: int) -> tuple[Card, ...]:
        return cards_of(self.game, Contest.HIGH, self._state.hands[seat], self._shared())

    def _bad_beat(self) -> tuple[BadBeatNoticed, ...]:
        """The best of the hands that lost, if it and the number of players are what the submission asks (637a.15(b)(3))."""
        fund, rules, values = self._fund(BAD_BEAT), self.room.rules.bad_beat, self._high_values()
        if fund is None or not isinstance(rules, BadBeatRules) or len(values) < 2:
            return ()
        # Until the submission states hands, the pots only contribute.
        if not rules.hands or len(self._state.order) < rules.minimum_players:
            return ()
        best = max(values.values())
        lost = max([worth for worth in values.values() if worth < best], default=-1)
        if lost < min(strength(hand, STANDARD_ORDER) for hand in rules.hands):
            return ()
        names = self._state.seats
        won_by = [seat for seat, worth in values.items() if worth == best]
        lost_by = [seat for seat, worth in values.items() if worth == lost]
        others = tuple([names[seat] for seat in self._state.order if seat not in (*won_by, *lost_by)])
        noticed = BadBeatNoticed(
            fund[0],
            self.table,
            self._five(lost_by[0]),
            self._five(won_by[0]),
            names[lost_by[0]],
            names[won_by[0]],
            others,
            tuple([names[seat] for seat in lost_by[1:]]),
            tuple([names[seat] for seat in won_by[1:]]),
            self._shared(),
        )
        return (noticed,)

    def _high_hands(self, dealer: str, at: int) -> tuple[cmd.CallHighHand, ...]:
        """The best hand shown, a full house or better, if nothing in the qualifying period beats it (637a.16(f))."""
        fund, rules, values = self._fund(HIGH_HAND), self.room.rules.high_hand, self._high_values()
        players = len(self._state.order)
        if fund is None or not fund[1].open or not isinstance(rules, HighHandRules) or players < rules.minimum_players:
            return ()
        to_beat = [strength(hand, STANDARD_ORDER) for hand in (LEAST_FULL_HOUSE, *(one.hand for one in fund[1].slips))]
        best = max([*to_beat, *values.values()])
        return tuple(
            cmd.CallHighHand(
                by=Role.DEALER,
                person=dealer,
                fund=fund[0],
                table=self.table,
                seat=seat,
                hand=self._five(seat),
                players=players,
                at=at,
            )
            for seat, worth in values.items()
            if worth == best
        )


def _joined(one: Fed, other: Fed) -> Fed:
    return Fed(
        one.contributed + other.contributed,
        one.refused + other.refused,
        one.bad_beats + other.bad_beats,
        one.high_hands + other.high_hands,
    )


def feeds(room: JackpotRoom, game: PokerGame, table: str, events: Iterable[Event], *, dealer: str, at: int = 0) -> Fed:
    """Feed a room from a table's whole history; a `JackpotFeed` does the same while the table plays."""
    return JackpotFeed(room, game, table).feed(events, dealer=dealer, at=at)
