"""A round of poker as Open Hand History (OHH) JSON, version 1.4.7 of the specification at hh-specs.handhistory.org.

Where the specification is silent we follow its own examples: amounts are what an action put in, an uncalled bet stays in
its action and not in the pot, action numbers begin at 1 in each round. It names stud and draw games but no streets,
bring-in or discards of theirs; how we write those is said in ``ohh_rounds``. ``ohh.schema.json`` is what we write.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.rules import Structure
from houseway.interop.ohh.pots import pots
from houseway.interop.ohh.rounds import RoundsWriter, big_blind_place, dollars
from houseway.interop.rounds_played import PlayedRound, PokerTable, round_of
from houseway.money import NOTHING
from houseway.seats import Seat

SPEC_VERSION = "1.4.7"
# The specification asks for a new number with every change of what is written, major and minor as its own.
INTERNAL_VERSION = "1.4.1"
# A type says how cards are dealt and whether the pot is split, not how many cards: those stand in "Dealt Cards". A game won
# by a low hand alone would be misread under a name of a high game, so it has none.
GAME_TYPES: Mapping[str, str] = {
    "holdem": "Holdem",
    "omaha-high": "Omaha",
    "omaha-hi-lo-8": "OmahaHiLo",
    "omaha5-high": "Omaha",
    "omaha5-hi-lo-8": "OmahaHiLo",
    "five-card-stud": "Stud",
    "stud-high": "Stud",
    "stud-hi-lo": "StudHiLo",
    "stud-hi-lo-8": "StudHiLo",
    "draw-high": "Draw",
}
BET_TYPES: Mapping[Structure, str] = {
    Structure.NO_LIMIT: "NL",
    Structure.POT_LIMIT: "PL",
    Structure.FIXED_LIMIT: "FL",
}


class NoOhhGameError(ValueError):
    """Raised for what OHH has no name for: a game, a structure, a bet given back; our own history holds it instead."""

    def __init__(self, what: str) -> None:
        super().__init__(f"OHH has no {what}; --as history holds it")


def to_ohh(
    table: PokerTable,
    number: int | None = None,
    *,
    start_date_utc: str = "1970-01-01T00:00:00Z",
    table_name: str = "",
    hero: Seat | None = None,
    unknown: frozenset[Card] = frozenset(),
) -> dict[str, Any]:
    """The last finished round of a table, or the one of this number; the engine knows no clock, so the date is given.

    ``hero``: the seat through whose eyes the round is written; without one the hand is observed and every card is written,
    but for those of ``unknown``.
    """
    played = round_of(table, number, unknown=unknown)
    game, bets = _names(played)
    writer = RoundsWriter(played, hero)
    writer.run()
    rules, started = played.rules, played.started
    observed = hero not in played.order
    ohh: dict[str, Any] = {
        "spec_version": SPEC_VERSION,
        "site_name": "Houseway",
        "network_name": "Houseway",
        "internal_version": INTERNAL_VERSION,
        "game_number": str(started.number),
        "start_date_utc": start_date_utc,
        "table_name": table_name,
        "game_type": game,
        "bet_limit": {"bet_type": bets, "bet_cap": 0},
        # A seat may bear a higher number than the game has players.
        "table_size": max(rules.game.most_players, *played.order),
        "currency": "USD",
        # Stud has no button: 0 is no seat.
        "dealer_seat": started.button,
        **_forced(played),
        "flags": ["Observed"] if observed else [],
        "players": [
            {"id": seat, "seat": seat, "name": played.before.seats[seat], "starting_stack": dollars(stack)}
            for seat, stack in zip(played.order, played.stacks(played.before), strict=True)
        ],
        "rounds": writer.rounds,
        "pots": pots(played),
        "_houseway": {"game": rules.game.id, "digest": rules.digest, "returned": _returned(played)},
    }
    if rules.tournament:
        ohh["tournament"] = True
    if not observed:
        ohh["hero_player_id"] = hero
    return {"ohh": ohh}


def _names(played: PlayedRound) -> tuple[str, str]:
    """The game's and the structure's names, or what OHH has none for."""
    rules = played.rules
    game, bets = GAME_TYPES.get(rules.game.id), BET_TYPES.get(rules.structure)
    if game is None:
        raise NoOhhGameError(f"game type for {rules.game.name}")
    if bets is None:
        raise NoOhhGameError(f"bet type for {rules.structure.value}")
    for event in played.events:
        if isinstance(event, ev.BetsReturned):
            raise NoOhhGameError("way to write a void round")
        if isinstance(event, ev.HandDropped) and event.refund:
            raise NoOhhGameError("action that gives the bets of a dead hand back")
    return game, bets


def _forced(played: PlayedRound) -> dict[str, Any]:
    """Blinds and the ante; antes that differ by seat are no amount for all players and stand only in their actions."""
    rules = played.rules
    big = big_blind_place(rules.blinds)
    forced = {
        "small_blind_amount": dollars(rules.blinds[0] if big else NOTHING),
        "big_blind_amount": dollars(rules.blinds[big] if rules.blinds else NOTHING),
    }
    antes = set(rules.antes_of(played.order).values())
    if len(antes) == 1:
        forced["ante_amount"] = dollars(antes.pop())
    return forced


def _returned(played: PlayedRound) -> list[dict[str, Any]]:
    """Uncalled bets, which OHH leaves to its reader to work out."""
    return [
        {"player_id": event.seat, "amount": dollars(event.cents), "_clause": event.clause}
        for event in played.events
        if isinstance(event, ev.UncalledBetReturned)
    ]
