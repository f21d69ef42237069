"""Random play at a banked table: what may come next, and what may not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from houseway.cards import Card
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.state import BankedState, Status
from houseway.engine.cards.state import CardsStage
from houseway.engine.kernel import Envelope, Outcome, Table, Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.random_answers import random_wagers
from tests.kit.random_commands import given as asked
from tests.kit.tables import ready
from tools.record_playthroughs import VARIANTS


def random_table(game: str, variant: int, chance: random.Random) -> Table[Any, Any]:
    """A table of a game with some players seated and the cards ready."""
    choices = VARIANTS[game]
    table: Table[Any, Any] = Table(resolve(choices[variant % len(choices)], game=game))
    ready(table, shuffled(table, chance))
    seat_players(table, chance)
    return table


def walk(
    table: Table[Any, Any], chance: random.Random, *, steps: int, unlawful: float = 0.15
) -> Iterator[tuple[Table[Any, Any], BankedState, Envelope, Outcome]]:
    """Random play: the table, its state before each command, the command and what came of it."""
    for _ in range(steps):
        kind = chance.random()
        if kind < unlawful:
            given: Envelope | None = implausible(table, chance)
        else:
            given = opportune(table, chance) if kind < unlawful + 0.1 else plausible(table, chance)
        if given is None:
            if table.state.status is Status.WAGERING:
                ready(table, shuffled(table, chance))
            continue
        before = table.state
        yield table, before, given, table.send(given)


def seat_players(table: Table[Any, Any], chance: random.Random, *, cents: int = 1_000_000) -> None:
    for seat in sorted(chance.sample(range(1, 7), chance.randint(1, 6))):
        table.do(cmd.TakeSeat(cents=cents), seat=seat, by=f"player {seat}")


def shuffled(table: Table[Any, Any], chance: random.Random) -> tuple[Card, ...]:
    deck = table.rules.game.deck
    return tuple(chance.sample(deck, len(deck)))


def plausible(table: Table[Any, Any], chance: random.Random) -> Envelope | None:
    """Something that is due; None when a deck has to be brought or nobody can play."""
    state = table.state
    if state.status is Status.WAGERING and state.equipment.stage is not CardsStage.READY:
        return None
    asks = table.due()
    now = [ask for ask in asks if not ask.may_wait]
    placing = [ask for ask in asks if ask.command == "place_wagers" and ask.may_wait]
    if placing and (not state.round.wagers or chance.random() < 0.7):
        return envelope(cmd.PlaceWagers(wagers=random_wagers(table, chance)), seat=chance.choice(placing).seat)
    if not asks:
        return None
    ask = chance.choice(now if now and chance.random() < 0.8 else asks)
    if ask.command == "deal_cards":
        return envelope(cmd.DealCards(cards=chance.choice([None, None, 1, 3])))
    return asked(table, ask, chance)


def opportune(table: Table[Any, Any], chance: random.Random) -> Envelope | None:
    """Something that somebody may do of their own accord: wager, leave, come, report what went wrong."""
    people = [Viewer(Role.PLAYER, person) for person in (*table.state.seats.values(), f"player {chance.randrange(99)}")]
    viewer = chance.choice([*people, Viewer(Role.DEALER), Viewer(Role.FLOORPERSON)])
    asks = [ask for ask in table.legal(viewer) if ask.command != "leave_seat" or chance.random() < 0.2]
    return asked(table, chance.choice(asks), chance, viewer=viewer) if asks else None


def implausible(table: Table[Any, Any], chance: random.Random) -> Envelope:
    """Any command at all, with arguments that may or may not make sense."""
    seat = chance.randint(0, 8)
    order = shuffled(table, chance)
    some = order[: chance.randint(0, 7)]
    role = chance.choice(list(Role))
    causes = [*table.rules.game.irregularities, "earthquake"]
    return chance.choice(
        [
            envelope(
                cmd.TakeSeat(cents=chance.choice([-5, 0, 5_000])),
                role=role,
                seat=seat,
                by=f"player {chance.randint(1, 8)}",
            ),
            envelope(cmd.LeaveSeat(), role=role, seat=seat),
            envelope(
                cmd.PlaceWagers(
                    wagers={chance.choice(["ante", "pai_gow", "red", "x"]): chance.choice([-1, 0, 1, 500])}
                ),
                role=role,
                seat=seat,
            ),
            envelope(cmd.WithdrawWagers(wagers=("ante",)), role=role, seat=seat),
            envelope(cmd.AnnounceNoMoreBets(chips=chance.choice([None, 0, 1])), role=role),
            envelope(cmd.CountProgressiveChips(chips=chance.randint(0, 3)), role=role),
            envelope(cmd.DetermineStart(number=chance.randint(-1, 20)), role=role),
            envelope(cmd.DealCards(cards=chance.choice([None, 0, 1, 99])), role=role),
            envelope(
                cmd.Decide(
                    word=chance.choice(["fold", "check", "raise", "set", "bluff"]),
                    cents=chance.randint(-5, 999),
                    high=some[:5],
                    low=some[5:],
                ),
                role=role,
                seat=seat,
            ),
            envelope(cmd.RevealBank(high=some[:5], low=some[5:]), role=role),
            envelope(cmd.SettleRound(), role=role),
            envelope(cmd.ValidatePayout(seat=seat, wager="progressive"), role=role),
            envelope(cmd.ReportIrregularity(cause=chance.choice(causes), seat=seat), role=role),
            envelope(cmd.VoidHand(void=chance.random() < 0.5), role=role, seat=seat),
            envelope(cmd.AbandonWagers(seat=seat), role=role),
            envelope(
                cmd.AcceptBank(co_bank=chance.random() < 0.5, dealer_wager=chance.choice([None, 0, 500])),
                role=role,
                seat=seat,
            ),
            envelope(cmd.OfferBank(seat=seat), role=role),
            envelope(cmd.PassBank(), role=role, seat=seat),
            envelope(cmd.PlaceDealerWager(cents=chance.choice([0, 500])), role=role),
            envelope(cmd.ShuffleCards(order=order), role=role),
            envelope(cmd.CutCards(depth=chance.randint(0, 60)), role=role),
            envelope(cmd.CountDeck(count=chance.randint(0, 52), misdealt=chance.random() < 0.5), role=role),
            envelope(cmd.ReportDeviceFault(device=chance.choice(["shuffler", "shoe", "toaster"])), role=role),
            envelope(cmd.CoverDevice(device="shuffler"), role=role),
            envelope(cmd.ChangeDecks(), role=role, at=chance.randint(0, 9)),
        ]
    )
