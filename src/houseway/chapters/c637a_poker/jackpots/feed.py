"""A Poker table feeds the room's jackpots: contributions go into its boxes, Bad Beats and high hands are noticed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.hands import cards_of, value
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.payouts import LEAST_FULL_HOUSE
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, HIGH_HAND, SECTION, JackpotRules
from houseway.chapters.c637a_poker.jackpots.state import Fund, JackpotState
from houseway.chapters.c637a_poker.rules import Contest, PokerGame
from houseway.chapters.c637a_poker.state import PokerState, Status
from houseway.chapters.c637a_poker.table import POKER
from houseway.engine.kernel import Envelope, Event, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.money import Cents
from houseway.ranking import STANDARD_ORDER, strength
from houseway.seats import Seat


class ShownHand(NamedTuple):
    """A full house or better as a table showed it. ``cards``: all that the player could use; ``value``: of the best five."""

    seat: Seat
    player: str
    value: int
    cards: tuple[Card, ...]

    def is_called_as(self, hand: tuple[Card, ...]) -> bool:
        """Return whether five cards are this hand."""
        return set(hand) <= set(self.cards) and strength(hand, STANDARD_ORDER) == self.value


class Fed(NamedTuple):
    """What a table's events came to in the room.

    ``refused``: contributions the room did not accept. ``bad_beats``: for the Poker shift supervisor to verify; nothing is
    paid before (637a.15(f)). ``high_hands``: calls for the dealer to make, one after another, as the floor records each
    (637a.16(f)). ``shown``: the hands from a full house on that the rounds showed, whether or not they are to be called.
    """

    contributed: tuple[Event, ...] = ()
    refused: tuple[Refusal, ...] = ()
    bad_beats: tuple[cmd.VerifyBadBeat, ...] = ()
    high_hands: tuple[Envelope, ...] = ()
    shown: tuple[ShownHand, ...] = ()


class JackpotFeed:
    """Follows one table by its events. Give it every event of the table in order.

    Each contribution goes to the room under a key of its own, the place of its event at the table, so that a table's
    history may be fed again and nothing is collected twice.
    """

    def __init__(self, room: Table[JackpotRules, JackpotState], game: PokerGame, table: str) -> None:
        self.room, self.game, self.table = room, game, table
        self._state = POKER.state()
        self._taken: list[tuple[str, ev.ContributionTaken]] = []
        self._pot = self._raked = 0

    def begin_from(self, state: PokerState) -> None:
        """Follow the table from a state between two rounds on; what went before has been fed."""
        self._state = state.copy()

    def feed(
        self, events: Iterable[Event], *, dealer: str, at: int | None = None, happened_at: int | None = None
    ) -> Fed:
        """Carry the table's contributions into the room and notice what its finished rounds showed.

        ``happened_at``: when the events happened at the table, if that was before the time ``at`` of the room.
        """
        fed = Fed()
        for event in events:
            match event:
                case ev.RoundStarted():
                    self._taken, self._pot, self._raked = [], 0, 0
                case ev.RakeTaken():
                    self._raked += event.cents
                case ev.RakeReturned():
                    self._raked -= event.cents
                case ev.ContributionTaken():
                    self._taken.append((key_of(self.table, self._state.revision), event))
                case ev.PotAwarded():
                    self._pot += event.amount
                case ev.RoundEnded() if not event.void:
                    fed = _joined(fed, self._round_over(dealer, at, happened_at))
            was_over = self._state.status is Status.BETWEEN_ROUNDS
            POKER.apply(self._state, event)
            if isinstance(event, ev.HandShown) and was_over:
                # Who won without a showdown shows the hand when the round is over.
                fed = _joined(fed, Fed(high_hands=self._high_hands(dealer, at, happened_at), shown=self._shown()))
        return fed

    def _round_over(self, dealer: str, at: int | None, happened_at: int | None) -> Fed:
        outcomes: list[tuple[Event, ...] | Refusal] = []
        left = self._pot - self._raked
        for key, taken in self._taken:
            fund = self._fund(taken.fund)
            command = cmd.Contribute(
                fund=taken.fund if fund is None else fund[0],
                table=self.table,
                pot=Cents(self._pot),
                cents=taken.cents,
                left=Cents(left),
                taken_at=happened_at,
            )
            left -= taken.cents
            if taken.cents:
                outcomes.append(self.room.send(command, by=dealer, at=at, key=key))
        return Fed(
            tuple(event for one in outcomes if not isinstance(one, Refusal) for event in one),
            tuple(one for one in outcomes if isinstance(one, Refusal)),
            self._bad_beat(),
            self._high_hands(dealer, at, happened_at),
            self._shown(),
        )

    def _fund(self, kind: str) -> tuple[str, Fund] | None:
        """The fund of a kind in which this table takes part, one that still collects before others."""
        funds = [(name, one) for name, one in self.room.state.funds.items() if one.kind == kind and not one.closed]
        mine = [(name, one) for name, one in funds if self.table in one.boxes]
        return min(mine, key=lambda one: not one[1].collecting, default=None)

    def _high_values(self) -> dict[Seat, int]:
        """What each hand shown is worth as a high hand, beginning left of the button."""
        state, game = self._state, self.game
        if Contest.HIGH not in dict(game.contests):
            return {}
        shared = self._shared()
        shown = [seat for seat in state.round.contending if seat in state.round.shown]
        values = {seat: value(game, Contest.HIGH, state.round.hands[seat], shared) for seat in shown}
        return {seat: worth for seat, worth in values.items() if worth is not None}

    def _shared(self) -> tuple[Card, ...]:
        """The community cards, or the common card of stud."""
        return (*self._state.round.board, *self._state.round.common)

    def _five(self, seat: Seat, *, both: bool = False) -> tuple[Card, ...]:
        """The five cards of a player's high hand; ``both``: with two hole cards among them, if a hand as high has them."""
        own, shared = self._state.round.hands[seat], self._shared()
        five = cards_of(self.game, Contest.HIGH, own, shared)
        if not both or sum(card in own for card in five) > 1:
            return five
        worth = strength(five, STANDARD_ORDER)
        choices = [(*two, *three) for two in combinations(own, 2) for three in combinations(shared, 3)]
        return next((hand for hand in choices if strength(hand, STANDARD_ORDER) == worth), five)

    def _shown(self) -> tuple[ShownHand, ...]:
        state, least = self._state, strength(LEAST_FULL_HOUSE, STANDARD_ORDER)
        return tuple(
            [
                ShownHand(seat, state.seats[seat], worth, (*state.round.hands[seat], *self._shared()))
                for seat, worth in self._high_values().items()
                if worth >= least
            ]
        )

    def _bad_beat(self) -> tuple[cmd.VerifyBadBeat, ...]:
        """The best of the hands that lost, if it and the number of players are what the submission asks (637a.15(b)(3))."""
        fund, rules, values = self._fund(BAD_BEAT), self.room.rules.bad_beat, self._high_values()
        if fund is None or rules is None or len(values) < 2:
            return ()
        # Until the submission states hands, the pots only contribute.
        if not rules.hands or len(self._state.round.order) < rules.minimum_players:
            return ()
        best = max(values.values())
        lost = max([worth for worth in values.values() if worth < best], default=-1)
        if lost < min(strength(hand, STANDARD_ORDER) for hand in rules.hands):
            return ()
        names, both = self._state.seats, rules.both_hole_cards
        won_by = [seat for seat, worth in values.items() if worth == best]
        lost_by = [seat for seat, worth in values.items() if worth == lost]
        others = tuple([names[seat] for seat in self._state.round.order if seat not in (*won_by, *lost_by)])
        losing, winning = self._five(lost_by[0], both=both), self._five(won_by[0], both=both)
        if both and any(sum(card not in self._shared() for card in hand) < 2 for hand in (losing, winning)):
            return ()
        noticed = cmd.VerifyBadBeat(
            fund=fund[0],
            table=self.table,
            losing=losing,
            winning=winning,
            loser=names[lost_by[0]],
            winner=names[won_by[0]],
            others=others,
            also_lost=tuple([names[seat] for seat in lost_by[1:]]),
            also_won=tuple([names[seat] for seat in won_by[1:]]),
            community=self._shared(),
        )
        return (noticed,)

    def _high_hands(self, dealer: str, at: int | None, happened_at: int | None) -> tuple[Envelope, ...]:
        """The best hand shown, a full house or better, if nothing in the qualifying period beats it (637a.16(f))."""
        fund, rules, values = self._fund(HIGH_HAND), self.room.rules.high_hand, self._high_values()
        players = len(self._state.round.order)
        if fund is None or not fund[1].is_tracking or rules is None or players < rules.minimum_players:
            return ()
        to_beat = [strength(hand, STANDARD_ORDER) for hand in (LEAST_FULL_HOUSE, *(one.hand for one in fund[1].slips))]
        best = max([*to_beat, *values.values()])
        calls = [
            cmd.CallHighHand(
                fund=fund[0],
                table=self.table,
                seat=seat,
                hand=self._five(seat),
                players=players,
                player=self._state.seats[seat],
                shown_at=happened_at,
            )
            for seat, worth in values.items()
            if worth == best
        ]
        return tuple([envelope(call, by=dealer, at=at) for call in calls])


def kinds_not_collected(state: JackpotState, table: str, at: int) -> tuple[str, ...]:
    """The kinds of fund for which nothing is taken from the pots of a table at a second: none would receive it."""
    collecting = {fund.kind for fund in state.funds.values() if table in fund.boxes and fund.collects(at)}
    return tuple([kind for kind in SECTION if kind not in collecting])


def key_of(table: str, revision: int) -> str:
    """The key under which a contribution is carried: the place of its event at the table."""
    return f"table {table} event {revision}"


def _joined(one: Fed, other: Fed) -> Fed:
    return Fed(
        one.contributed + other.contributed,
        one.refused + other.refused,
        one.bad_beats + other.bad_beats,
        one.high_hands + other.high_hands,
        one.shown + other.shown,
    )


def feeds(
    room: Table[JackpotRules, JackpotState],
    game: PokerGame,
    table: str,
    events: Iterable[Event],
    *,
    dealer: str,
    at: int | None = None,
) -> Fed:
    """Feed a room from a table's whole history; a `JackpotFeed` does the same while the table plays."""
    return JackpotFeed(room, game, table).feed(events, dealer=dealer, at=at)
