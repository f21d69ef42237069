"""The rounds of an Open Hand History hand and their actions.

The specification has four names of betting streets. We give them out in order, to stud and draw games too; the fifth
betting round of seven-card stud is a second "River", since a name may stand twice and the ids tell the order. A Forced Bet is
a "Post Extra Blind", since "Bet" is no action of the first round. The cards of a draw are "Dealt Cards"; what was discarded
for them, and which cards of stud lie face up, stand in fields of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.cards import CARD_TEXT, Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.events import COMMUNITY
from houseway.chapters.c637a_poker.state import PokerState
from houseway.clause import ClauseId
from houseway.engine.kernel import Event
from houseway.interop.rounds_played import PlayedRound
from houseway.money import NOTHING, Cents
from houseway.seats import Seat

STREETS = ("Preflop", "Flop", "Turn", "River")
_SHOWDOWN = "Showdown"
_WORDS = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise"}
_POSTS = {"ante": "Post Ante", "ante for all": "Post Ante", "straddle": "Straddle", "dead post": "Post Dead"}


def dollars(cents: Cents) -> int | float:
    """An amount in the currency of the file."""
    return cents // 100 if cents % 100 == 0 else cents / 100


def big_blind_place(blinds: Sequence[Cents]) -> int:
    """Which blind is the big one: the last of the largest. A single blind is the big blind."""
    return max(range(len(blinds)), key=lambda place: (blinds[place], place), default=0)


class RoundsWriter:
    """Writes the rounds with their actions, as one seat saw them or as everybody did."""

    def __init__(self, played: PlayedRound, hero: Seat | None) -> None:
        self.played, self.hero = played, hero
        self.rounds: list[dict[str, Any]] = []
        self.discarded: dict[Seat, tuple[Card, ...]] = {}
        self._open(STREETS[0])

    def run(self) -> None:
        for event, state in self.played.steps():
            self._write(event, state)

    def _open(self, street: str) -> None:
        self.rounds.append({"id": len(self.rounds), "street": street, "cards": [], "actions": []})

    def _reach(self, street: int) -> None:
        """A street opens with whatever comes first: its burn, its cards or, from an empty deck, its draw."""
        while len(self.rounds) <= street:
            self._open(STREETS[min(len(self.rounds), len(STREETS) - 1)])

    def _add(
        self, seat: Seat, action: str, clause: ClauseId, cents: Cents = NOTHING, *, all_in: bool = False, **more: Any
    ) -> None:
        actions = self.rounds[-1]["actions"]
        actions.append(
            {
                "action_number": len(actions) + 1,
                "player_id": seat,
                "action": action,
                "amount": dollars(cents),
                "is_allin": all_in,
                **more,
                "_clause": clause,
            }
        )

    def _write(self, event: Event, state: PokerState) -> None:
        match event:
            case ev.Posted() if event.cents:
                # A player whose ante was all there was posts no blind.
                self._add(event.seat, self._post(event), event.clause, event.cents, all_in=event.all_in)
            case ev.StreetDealt():
                self._deal(event)
            case ev.DrawBegan():
                self._reach(event.street)
            case ev.Discarded():
                self.discarded[event.seat] = event.cards
            case ev.Drew() if event.cards:
                self._draw(event)
            case ev.Acted():
                self._add(event.seat, _WORDS[event.word], event.clause, event.cents, all_in=event.all_in)
            case ev.HandDropped():
                late = self.rounds[-1]["street"] == _SHOWDOWN
                self._add(event.seat, "Mucks Cards" if late else "Fold", event.clause)
            case ev.ShowdownBegan():
                self._open(_SHOWDOWN)
            case ev.HandShown():
                self._add(event.seat, "Shows Cards", event.clause, cards=self._texts(event.cards))
            case ev.HandMucked():
                self._add(
                    event.seat,
                    "Mucks Cards",
                    event.clause,
                    **self._known(event.seat, cards=state.round.hands[event.seat]),
                )

    def _texts(self, cards: Sequence[Card]) -> list[str]:
        """The cards that are known: OHH has no sign for one that is not."""
        return [CARD_TEXT[card] for card in cards if card not in self.played.unknown]

    def _sees(self, seat: Seat) -> bool:
        return self.hero in (None, seat)

    def _known(self, seat: Seat, **fields: Sequence[Card]) -> dict[str, Any]:
        return {name: self._texts(cards) for name, cards in fields.items()} if self._sees(seat) else {}

    def _post(self, event: ev.Posted) -> str:
        if event.kind != "blind":
            # The name for every other forced bet: a post in the place of a blind, and a Forced Bet.
            return _POSTS.get(event.kind, "Post Extra Blind")
        rules, order = self.played.rules, self.played.order
        two = len(order) == 2 and rules.heads_up_button_blind
        place = (order[::-1] if two else order).index(event.seat)
        if place == big_blind_place(rules.blinds):
            return "Post BB"
        return "Post Extra Blind" if place else "Post SB"

    def _deal(self, event: ev.StreetDealt) -> None:
        self._reach(event.street)
        hands: dict[Seat, list[Card]] = {}
        up: dict[Seat, list[Card]] = {}
        for seat, card, face_up in event.cards:
            # Of another's hand the hero sees what lies face up; the community's cards everybody does.
            known = card not in self.played.unknown and (face_up or self._sees(seat))
            if seat >= COMMUNITY and known:
                hands.setdefault(seat, []).append(card)
            if face_up:
                up.setdefault(seat, []).append(card)
        self.rounds[-1]["cards"] += self._texts(hands.pop(COMMUNITY, []))
        for seat, cards in hands.items():
            turned: dict[str, Any] = {"_up": self._texts(up[seat])} if seat in up else {}
            self._add(seat, "Dealt Cards", event.clause, cards=self._texts(cards), **turned)

    def _draw(self, event: ev.Drew) -> None:
        gone = self.discarded.pop(event.seat, ())
        known = self._known(event.seat, cards=event.cards, _discarded=gone)
        self._add(event.seat, "Dealt Cards", event.clause, **known, _drew=len(event.cards))
