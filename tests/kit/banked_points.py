"""Points that banked tables come to, each made of what was said since the players sat down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards import DECK_53, Card, cards
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.engine.opening import open_table
from houseway.engine.roles import Role
from tests.kit.banked_actions import see_to_the_bank
from tests.kit.decks import five_card_deck, holdem_deck, pai_gow_deck
from tests.kit.table_views import look_at
from tests.kit.tables import ready

Said = Command | Envelope
HEADS_UP, BONUS, PAI_GOW, HI_LO = "heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo"
FLOOR, DEALER, PLAYER, SYSTEM = Role.FLOORPERSON, Role.DEALER, Role.PLAYER, Role.TABLE_SYSTEM


def at(
    game: str,
    *said: Said,
    seats: Mapping[int, str] | None = None,
    cents: int = 100_000,
    order: str | Sequence[Card] | None = None,
    deck: bool = True,
    staffed: bool = False,
    **submission: Any,
) -> Table[Any, Any]:
    """A table at which these people sit, with a deck that is ready, after all this was said."""
    table = open_table(resolve(submission, game=game), staffed=staffed)
    if deck:
        ready(table, cards(order) if isinstance(order, str) else order or table.rules.game.deck)
    for seat, person in (seats or {1: "Ann"}).items():
        own = person in look_at(table).seats.values()
        table.do(cmd.TakeSeat(cents=0 if own else cents), seat=seat, by=person)
    for one in said:
        if isinstance(one, cmd.AnnounceNoMoreBets):
            see_to_the_bank(table)
        table.do(one)
    return table


def places(seat: int = 1, **wagers: int) -> Envelope:
    """A player's wagers."""
    return envelope(cmd.PlaceWagers(wagers=wagers), seat=seat)


def says(word: str, seat: int = 1, cents: int = 0, setting: str = "/") -> Envelope:
    """A player's answer, with a setting written HIGH / LOW where hands are set."""
    high, low = setting.split("/")
    return envelope(cmd.Decide(word=word, cents=cents, high=cards(high), low=cards(low)), seat=seat)


def reports(cause: str, seat: int = 0, role: Role = FLOOR, by: str = "", **more: Any) -> Envelope:
    """Somebody of the staff reports an irregularity."""
    return envelope(cmd.ReportIrregularity(cause=cause, seat=seat, **more), role=role, by=by)


CLOSE, DEAL, REVEAL, SETTLE = cmd.AnnounceNoMoreBets(), cmd.DealCards(), cmd.RevealBank(), cmd.SettleRound()
BET = places(ante=1_000, odds=1_000)
LOCKED = (BET, CLOSE)
DEALT = (*LOCKED, DEAL)
"""Heads-Up Hold 'Em: two cards each, and the first decision."""
LAST_ASKED = (*DEALT, says("check"), DEAL, says("check"), DEAL)
TO_REVEAL = (*LAST_ASKED, says("raise", cents=1_000))
TO_SETTLE = (*TO_REVEAL, REVEAL)

START, COUNT = cmd.DetermineStart(number=1), cmd.CountDeck(count=4)
GOW_LOCKED = (places(pai_gow=1_000), CLOSE)
GOW_DEALT = (*GOW_LOCKED, START, DEAL)
GOW_COUNTED = (*GOW_DEALT, COUNT)
GOW_SET = (*GOW_COUNTED, says("house way"))
GOW_SETTLE = (*GOW_SET, REVEAL)

HI_LO_DEALT = (places(ante=1_000), CLOSE, DEAL)
HI_LO_PLAYED = (*HI_LO_DEALT, says("play"))
HI_LO_HANDS = five_card_deck(["Ah 9c Js 8d 2c"], "Td 7h 9s 6d 5s")
HI_LO_REVEAL = (*HI_LO_PLAYED, says("set", setting="Js 9c 8d / Ah 2c"))

ROYAL = holdem_deck(["As Ks"], "Jd 5h", "Qs Js Ts 2h 7d", streets=(3, 1, 1))
"""Texas Hold 'Em Bonus: a royal flush with the Flop."""
BONUS_STREETS = (DEAL, says("flop"), DEAL, says("check"), DEAL, says("check"), DEAL, REVEAL)


def royal(*said: Said, **wagers: int) -> Table[Any, Any]:
    """A round of Texas Hold 'Em Bonus to be settled in which seat 1 has a royal flush with the Flop."""
    chips = cmd.AnnounceNoMoreBets(chips=int("progressive" in wagers))
    terms = {"magic_card": False, "lucky_bonus": False}
    return at(BONUS, places(ante=1_000, **wagers), chips, *BONUS_STREETS, *said, order=ROYAL, **terms)


def gow(hands: Mapping[int, str], *said: Said, **more: Any) -> Table[Any, Any]:
    """A table of Pai Gow Poker at which these hands come up; 0 is the dealer's."""
    return at(PAI_GOW, *said, order=pai_gow_deck(hands), **more)


ANN_AND_BOB = {1: "Ann", 2: "Bob"}
ACCEPT = envelope(cmd.AcceptBank(dealer_wager=0), seat=2)
DEALER_IN = envelope(cmd.AcceptBank(dealer_wager=500), seat=2)
"""Bob accepts the bank, with $5 of the dealer's against it."""
VALIDATE = cmd.ValidatePayout(seat=1, wager="progressive")
DOCUMENT = cmd.DocumentPayout(seat=1, wager="progressive")


def second(*said: Said, start: Command = START, **more: Any) -> Table[Any, Any]:
    """The second round of Pai Gow Poker, in which the bank was offered to Bob at seat 2."""
    both = (places(1, pai_gow=1_000), places(2, pai_gow=1_000), CLOSE, start, DEAL, COUNT)
    first = (*both, says("house way", 1), says("house way", 2), REVEAL, SETTLE)
    between = (cmd.BringReadyDeck(order=DECK_53), cmd.OfferBank(seat=2))
    return at(PAI_GOW, *first, *between, *said, seats=ANN_AND_BOB, **more)
