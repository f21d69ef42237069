"""A banked table on its way through the card procedures: opened step by step, shuffled, bet at, dealt out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.cards import Card
from houseway.engine.banked import commands as cmd
from houseway.engine.cards.state import CardsStage
from houseway.engine.kernel import Envelope, Table, envelope
from houseway.engine.roles import Role
from tests.kit import tables
from tests.kit.banked_actions import close, deal, place, say

HOLDEM, PAI_GOW = "heads-up-holdem", "pai-gow"
HOUR = 3600
DEALER, FLOOR, PLAYER = Role.DEALER, Role.FLOORPERSON, Role.PLAYER
ONE_DECK_BY_HAND: dict[str, Any] = {"shuffler": "manual"}
TWO_DECKS: dict[str, Any] = {"shuffler": "automated", "decks": 2}


def new_table(game: str = HOLDEM, **submission: Any) -> Table[Any, Any]:
    """A table that is open and has no cards yet, of Heads-Up Hold 'Em unless another game is named."""
    return tables.new_table(game, **submission)


def order_of(table: Table[Any, Any]) -> tuple[Card, ...]:
    """The order in which shuffles leave the cards here."""
    deck: tuple[Card, ...] = table.rules.game.deck
    return deck[::-1]


def opening(
    table: Table[Any, Any],
    *,
    decks: int | None = None,
    numbers: Sequence[int] | None = None,
    at: int = 0,
    **received: Any,
) -> list[Envelope]:
    """The steps from the box to the first shuffle of each deck."""
    numbers = numbers if numbers is not None else range(table.rules.cards.decks if decks is None else decks)
    return [
        envelope(cmd.ReceiveDecks(decks=len(numbers), **received), at=at),
        envelope(cmd.InspectCards()),
        envelope(cmd.VerifyInspection()),
        envelope(cmd.SpreadCards()),
        envelope(cmd.ViewCards(), by="ann"),
        *[envelope(cmd.WashCards(deck=deck)) for deck in numbers],
        *[shuffle(table, deck=deck, at=at) for deck in numbers],
    ]


def open_decks(table: Table[Any, Any], **received: Any) -> None:
    """Receive the decks of the table and bring them to the shuffle and the count of their device."""
    for command in opening(table, **received):
        table.do(command)
    count_by_device(table)


def count_by_device(table: Table[Any, Any]) -> None:
    """The device shows the right count of each deck of which it is awaited."""
    while table.due()[0].command == "report_device_count":
        table.do(cmd.ReportDeviceCount(count=len(order_of(table))))


def opened(game: str = HOLDEM, **submission: Any) -> Table[Any, Any]:
    """A table whose cards have been shuffled for the first time, with a player seated."""
    table = new_table(game, **submission)
    for command in opening(table):
        table.do(command)
    table.do(cmd.TakeSeat(cents=1_000_00), seat=1, by="ann")
    return table


def ready(game: str = HOLDEM, **submission: Any) -> Table[Any, Any]:
    """A table whose cards have been shuffled, and cut or counted by their device, with a player seated."""
    table = opened(game, **submission)
    if stage(table) is CardsStage.SHUFFLED:
        cut(table)
    count_by_device(table)
    return table


def cut(table: Table[Any, Any]) -> None:
    """The dealer cuts the cards, where the cut is offered after every player was."""
    while offers := [ask for ask in table.due() if ask.command == "offer_cut"]:
        table.do(cmd.OfferCut(seat=offers[0].concerns))
    table.do(cmd.CutCards(depth=20))


def shuffle(table: Table[Any, Any], *, deck: int = 0, at: int | None = None) -> Envelope:
    """A shuffle of a whole deck."""
    return envelope(cmd.ShuffleCards(order=order_of(table), deck=deck), at=at)


def bet(table: Table[Any, Any]) -> None:
    """Seat 1 wagers, and everything that precedes the first card is done."""
    place(table)
    close(table)
    if table.rules.game.procedures.start is not None:
        table.do(cmd.DetermineStart(number=1))


def deal_out(table: Table[Any, Any]) -> None:
    """Play a hold'em round until all cards are dealt and the last decision waits."""
    bet(table)
    deal(table)
    for _ in range(2):
        say(table, "check")
        deal(table)


def finish(table: Table[Any, Any]) -> None:
    """Seat 1 folds, and the round is settled."""
    say(table, "fold")
    if table.state.round.phase == "reveal":
        table.do(cmd.RevealBank())
    shuffle_beside(table)
    table.do(cmd.SettleRound())


def shuffle_beside(table: Table[Any, Any]) -> None:
    """The device shuffles the deck that is not in play, if there is one that waits for it."""
    for ask in table.due():
        if ask.command == "shuffle_cards":
            table.do(shuffle(table, deck=int(ask.subject)))


def play_round(table: Table[Any, Any]) -> None:
    """A whole hold'em round of seat 1, folded at the end."""
    deal_out(table)
    finish(table)


def stage(table: Table[Any, Any]) -> CardsStage:
    """How far the cards are on their way."""
    reached: CardsStage = table.state.equipment.stage
    return reached


def stages(table: Table[Any, Any]) -> list[CardsStage]:
    """How far each deck is on its way."""
    return [deck.stage for deck in table.state.equipment.decks]
