"""What people do at a banked table, in a word each."""

from __future__ import annotations

from typing import Any

from houseway.cards import cards
from houseway.engine.accounts import meter_account
from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Envelope, Table, envelope
from tests.kit.table_views import balance_of, chips_of

MAIN_CENTS = 1_000


def main_wagers(at: Table[Any, Any]) -> dict[str, int]:
    """$10 on the main wager, and on what must equal it."""
    main = at.rules.game.main_wager.id
    return {wager.id: MAIN_CENTS for wager in at.rules.game.wagers.values() if main in (wager.id, wager.equals)}


def place(at: Table[Any, Any], seat: int = 1, **wagers: int) -> None:
    """Place wagers, the main ones if none are named."""
    at.do(cmd.PlaceWagers(wagers=wagers or main_wagers(at)), seat=seat)


def close(at: Table[Any, Any], **more: Any) -> None:
    """No more bets, when the dealer has done what comes before; what is named of the table system's draws is drawn then."""
    see_to_the_bank(at)
    drawn = {name: more.pop(name) for name in ("magic_card", "lucky") if name in more}
    at.do(cmd.AnnounceNoMoreBets(**more))
    if drawn:
        at.do(cmd.DrawAtRandom(**drawn))


def see_to_the_bank(at: Table[Any, Any]) -> None:
    """The dealer offers the bank to all who have not had the offer and say nothing, and wagers against who accepted it."""
    while asks := [ask for ask in at.due() if ask.command in ("offer_bank", "place_dealer_wager")]:
        ask = asks[0]
        if ask.command == "offer_bank":
            at.do(cmd.OfferBank(seat=ask.concerns))
        else:
            assert ask.amounts is not None
            at.do(cmd.PlaceDealerWager(cents=ask.amounts.least))


def deal(at: Table[Any, Any], count: int | None = None) -> None:
    """Deal what is due, or so many cards of it."""
    at.do(cmd.DealCards(cards=count))


def says(word: str, seat: int = 1, cents: int = 0) -> Envelope:
    """A player's answer."""
    return envelope(cmd.Decide(word=word, cents=cents), seat=seat)


def say(at: Table[Any, Any], word: str, seat: int = 1, cents: int = 0) -> None:
    """A player answers."""
    at.do(says(word, seat, cents))


def setting(text: str, seat: int = 1) -> Envelope:
    """A player's setting, written HIGH / LOW."""
    high, low = text.split("/")
    return envelope(cmd.Decide(word="set", high=cards(high), low=cards(low)), seat=seat)


def meter(at: Table[Any, Any], id: str) -> int:
    """What stands on a meter."""
    return balance_of(at, meter_account(id))


def chips(at: Table[Any, Any], person: str) -> int:
    """What a person has before them."""
    return chips_of(at, person)
