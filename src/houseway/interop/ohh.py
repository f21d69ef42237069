"""A round of a flop game as Open Hand History JSON (version 1.4); other games go into our own history.

Amounts in dollars. An action's amount is what the action put into the pot. ``ohh.schema.json`` describes what we write.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cards import CARD_TEXT, Card
from houseway.engine.events import Event
from houseway.engine.pot import events as ev
from houseway.engine.pot.machine import PokerTable
from houseway.engine.pot.state import COMMUNITY, PotState
from houseway.interop.rounds_played import PlayedRound, round_of
from houseway.rules.poker import Structure

SPEC_VERSION = "1.4.7"
GAME_TYPES: Mapping[str, str] = {
    "holdem": "Holdem",
    "omaha-high": "Omaha",
    "omaha-hi-lo-8": "OmahaHiLo",
    "omaha5-high": "Omaha",
    "omaha5-hi-lo-8": "OmahaHiLo",
}
BET_TYPES: Mapping[Structure, str] = {
    Structure.NO_LIMIT: "NL",
    Structure.POT_LIMIT: "PL",
    Structure.FIXED_LIMIT: "FL",
}
_STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
_WORDS = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise"}


class NoOhhGameError(ValueError):
    """Raised for a game or structure OHH has no name for; our own history holds it instead."""


def to_ohh(
    table: PokerTable,
    number: int | None = None,
    *,
    start_date_utc: str = "1970-01-01T00:00:00Z",
    table_name: str = "",
    hero: int | None = None,
) -> dict[str, Any]:
    """The last finished round of a table, or the one of this number; the engine knows no clock, so the date is given.

    ``hero``: the seat whose cards are written even if they were never shown; otherwise every hand is written.
    """
    played = round_of(table, number)
    rules = played.rules
    game, bets = GAME_TYPES.get(rules.game.id), BET_TYPES.get(rules.structure)
    if game is None or bets is None:
        raise NoOhhGameError(f"OHH has no name for {rules.structure.value} {rules.game.name}; use our own history")
    writer = _Writer(played, hero)
    writer.run()
    blinds = [*rules.blinds, 0, 0]
    state = played.before
    ohh: dict[str, Any] = {
        "spec_version": SPEC_VERSION,
        "internal_version": "1",
        "network_name": "Houseway",
        "site_name": "Houseway",
        "game_type": game,
        "table_name": table_name,
        "table_size": rules.game.most_players,
        "game_number": str(played.started.number),
        "start_date_utc": start_date_utc,
        "currency": "USD",
        "ante_amount": _dollars(rules.ante),
        "small_blind_amount": _dollars(blinds[0]),
        "big_blind_amount": _dollars(blinds[1] or blinds[0]),
        "bet_limit": {"bet_type": bets, "bet_cap": 0},
        "dealer_seat": played.started.button,
        "flags": [],
        "players": [
            {"id": seat, "seat": seat, "name": state.seats[seat], "starting_stack": _dollars(stack)}
            for seat, stack in zip(played.order, played.stacks(state), strict=True)
        ],
        "rounds": writer.rounds,
        "pots": writer.pots(),
        "_houseway": {"game": rules.game.id, "digest": rules.digest},
    }
    if hero is not None:
        ohh["hero_player_id"] = hero
    return {"ohh": ohh}


def _dollars(cents: int) -> int | float:
    return cents // 100 if cents % 100 == 0 else cents / 100


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [CARD_TEXT[card] for card in cards]


class _Writer:
    """Writes the rounds with their actions, and the pots."""

    def __init__(self, played: PlayedRound, hero: int | None) -> None:
        self.played, self.hero = played, hero
        self.rounds: list[dict[str, Any]] = [self._round(0)]
        self.number = 0
        self.blinds = 0

    def _round(self, street: int) -> dict[str, Any]:
        return {"id": street, "street": _STREETS[street], "cards": [], "actions": []}

    def _add(self, seat: int, action: str, clause: str, **more: Any) -> None:
        self.number += 1
        entry = {"action_number": self.number, "player_id": seat, "action": action, **more, "_clause": clause}
        self.rounds[-1]["actions"].append(entry)

    def run(self) -> None:
        for event, state in self.played.steps():
            self._write(event, state)

    def _write(self, event: Event, state: PotState) -> None:
        match event:
            case ev.Posted():
                self._add(
                    event.seat, self._post(event), event.clause, amount=_dollars(event.cents), is_allin=event.all_in
                )
            case ev.StreetDealt():
                self._deal(event)
            case ev.Acted():
                more = {"amount": _dollars(event.cents), "is_allin": event.all_in} if event.cents else {}
                self._add(event.seat, _WORDS[event.word], event.clause, **more)
            case ev.ShowdownBegan():
                self.rounds.append(self._round(len(_STREETS) - 1))
            case ev.HandShown():
                self._add(event.seat, "Shows Cards", event.clause, cards=_texts(event.cards))
            case ev.HandMucked():
                cards = {"cards": _texts(state.hands[event.seat])} if self.hero in (None, event.seat) else {}
                self._add(event.seat, "Mucks Cards", event.clause, **cards)

    def _post(self, event: ev.Posted) -> str:
        match event.kind:
            case "ante" | "ante for all":
                return "Post Ante"
            case "straddle":
                return "Straddle"
        self.blinds += 1
        return ("Post SB", "Post BB")[self.blinds - 1] if self.blinds <= 2 else "Post Extra Blind"

    def _deal(self, event: ev.StreetDealt) -> None:
        if event.street:
            self.rounds.append(self._round(event.street))
        hands: dict[int, tuple[Card, ...]] = {}
        for seat, card, _ in event.cards:
            if seat >= COMMUNITY:
                hands[seat] = (*hands.get(seat, ()), card)
        self.rounds[-1]["cards"] = _texts(hands.pop(COMMUNITY, ()))
        for seat, cards in hands.items():
            if self.hero in (None, seat):
                self._add(seat, "Dealt Cards", event.clause, cards=_texts(cards))

    def pots(self) -> list[dict[str, Any]]:
        """Main pot first. What was taken from each pot: contributions are told from the rake by their sum."""
        events = self.played.events
        awarded = sorted((one for one in events if isinstance(one, ev.PotAwarded)), key=lambda one: one.pot)
        jackpots = sum(one.cents for one in events if isinstance(one, ev.ContributionTaken))
        rake = sum(one.cents for one in events if isinstance(one, ev.RakeTaken))
        pots = []
        for pot in awarded:
            taken = pot.amount - pot.paid
            from_rake = min(taken, rake)
            rake -= from_rake
            from_jackpot = min(taken - from_rake, jackpots)
            jackpots -= from_jackpot
            wins: dict[int, int] = {}
            for share in pot.shares:
                wins[share.seat] = wins.get(share.seat, 0) + share.cents
            pots.append(
                {
                    "number": pot.pot,
                    "amount": _dollars(pot.amount),
                    "rake": _dollars(from_rake),
                    "jackpot": _dollars(from_jackpot),
                    "player_wins": [{"player_id": seat, "win_amount": _dollars(cents)} for seat, cents in wins.items()],
                    "_clause": pot.clause,
                }
            )
        return pots
