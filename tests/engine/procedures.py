"""A banked table on its way through the card procedures: opened, shuffled, bet at, dealt out."""

from __future__ import annotations

from typing import Any

from houseway.cards import Card
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import CardsStage
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table

HOLDEM, PAI_GOW = "heads-up-holdem", "pai-gow"
HOUR = 3600
DEALER, FLOOR, PLAYER = Role.DEALER, Role.FLOORPERSON, Role.PLAYER
ONE_DECK_BY_HAND: dict[str, Any] = {"shuffler": "manual"}
TWO_DECKS: dict[str, Any] = {"shuffler": "automated", "decks": 2}


def new_table(game: str = HOLDEM, **submission: Any) -> Table:
    table = Table(resolve(submission, game=game))
    table.do(cmd.OpenTable(by=DEALER, at=0))
    return table


def order_of(table: Table) -> tuple[Card, ...]:
    return table.rules.game.deck[::-1]


def opening(table: Table, *, decks: int = 1, at: int = 0, **received: Any) -> list[cmd.Command]:
    return [
        cmd.ReceiveDecks(by=DEALER, at=at, decks=decks, **received),
        cmd.InspectCards(by=DEALER),
        cmd.VerifyInspection(by=FLOOR),
        cmd.SpreadCards(by=DEALER),
        cmd.ViewCards(by=PLAYER, player="ann"),
        cmd.WashCards(by=DEALER),
        cmd.ShuffleCards(by=DEALER, order=order_of(table), at=at),
    ]


def opened(game: str = HOLDEM, **submission: Any) -> Table:
    """A table whose cards have been shuffled for the first time, with a player seated."""
    table = new_table(game, **submission)
    for command in opening(table, decks=table.rules.decks):
        table.do(command)
    table.do(cmd.TakeSeat(by=PLAYER, seat=1, player="ann", cents=1_000_00))
    return table


def ready(game: str = HOLDEM, **submission: Any) -> Table:
    table = opened(game, **submission)
    if stage(table) is CardsStage.SHUFFLED:
        table.do(cmd.CutCards(by=DEALER, depth=20))
    return table


def shuffle(table: Table, **more: Any) -> cmd.ShuffleCards:
    more.setdefault("at", table.state.equipment.now)
    return cmd.ShuffleCards(by=DEALER, order=order_of(table), **more)


def bet(table: Table) -> None:
    wagers = {"ante": 1000, "odds": 1000} if table.rules.game.id == HOLDEM else {"pai_gow": 1000}
    table.do(cmd.PlaceWagers(by=PLAYER, seat=1, wagers=wagers))
    table.do(cmd.AnnounceNoMoreBets(by=DEALER))
    if table.rules.game.id == PAI_GOW:
        table.do(cmd.DetermineStart(by=DEALER, number=1))


def deal_out(table: Table) -> None:
    """Play a hold'em round until all cards are dealt and the last decision waits."""
    bet(table)
    table.do(cmd.DealCards(by=DEALER))
    for _ in range(2):
        table.do(cmd.Decide(by=PLAYER, seat=1, word="check"))
        table.do(cmd.DealCards(by=DEALER))


def finish(table: Table) -> None:
    table.do(cmd.Decide(by=PLAYER, seat=1, word="fold"))
    if table.state.phase == "reveal":
        table.do(cmd.RevealBank(by=DEALER))
    table.do(cmd.SettleRound(by=DEALER))


def play_round(table: Table) -> None:
    deal_out(table)
    finish(table)


def stage(table: Table) -> CardsStage:
    return table.state.equipment.stage


def refused(table: Table, command: cmd.Command) -> Refusal:
    """The refusal of a command, which has changed nothing."""
    before, events = table.state.copy(), len(table.events)
    outcome = table.send(command)
    assert isinstance(outcome, Refusal), outcome
    assert table.state == before
    assert len(table.events) == events
    assert outcome.clause
    assert outcome.message
    return outcome


def last(table: Table, kind: type[ev.Event]) -> Any:
    return next(event for event in reversed(table.events) if isinstance(event, kind))


def chips(table: Table) -> int:
    return table.state.ledger["player ann"]
