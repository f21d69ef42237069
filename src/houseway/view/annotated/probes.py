"""Commands that are wrong at most moments of a round at a banked table: what a chapter forbids is shown by their refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.cards import JOKER
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.engine.roles import PLAYER
from houseway.money import Cents
from houseway.seats import Seat

_MAIN, _OPTIONAL = Cents(1000), Cents(500)


def wrong_commands(table: Table[Any, Any]) -> Iterator[Envelope]:
    """Yield commands of the dealer, of a newcomer and of each player, out of turn or out of range."""
    game, seats = table.rules.game, table.state.seats
    deck, main = game.deck, game.main_wager.id
    stakes = {wager.id: _MAIN for wager in game.wagers.values() if main in (wager.id, wager.equals)}
    optional = [wager.id for wager in game.wagers.values() if wager.offered and wager.id not in stakes]
    of_staff: tuple[Command, ...] = (
        banked.DealCards(),
        banked.AnnounceNoMoreBets(),
        banked.CutCards(depth=3),
        banked.CutCards(depth=20),
        banked.RevealBank(),
        banked.SettleRound(),
        banked.ShuffleCards(order=(deck[0], deck[0], *deck[2:])),
        banked.ShuffleCards(order=(JOKER, *deck[1:])),
    )
    yield from (envelope(command) for command in of_staff)
    beyond = Seat(game.seats + 1)
    yield envelope(banked.TakeSeat(cents=_MAIN), role=PLAYER, seat=beyond, by="a newcomer")
    for seat, person in seats.items():
        of_player: tuple[Command, ...] = (
            banked.TakeSeat(cents=_MAIN),
            banked.PlaceWagers(wagers=stakes),
            banked.PlaceWagers(wagers={"no wager": _OPTIONAL}),
            *(banked.PlaceWagers(wagers={wager: _OPTIONAL}) for wager in optional),
            banked.WithdrawWagers(wagers=tuple(stakes)),
            banked.LeaveSeat(),
            banked.Decide(word="raise", cents=Cents(7)),
            banked.Decide(word="house way"),
            banked.Decide(word="set", high=tuple(deck[:5]), low=tuple(deck[5:7])),
            banked.Decide(word="play", high=tuple(deck[:3]), low=tuple(deck[3:5])),
        )
        for command in of_player:
            place = Seat(game.seats) if isinstance(command, banked.TakeSeat) else seat
            yield envelope(command, role=PLAYER, seat=place, by=person)
