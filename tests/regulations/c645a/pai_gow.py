"""Stated rounds and tables of Pai Gow Poker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards import Card
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.state import Status
from houseway.engine.cards.state import CardsStage
from houseway.engine.kernel import Table
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.rules.game import Deal, Decide, Reveal
from tests.kit import tables
from tests.kit.banked_actions import close, deal, place
from tests.kit.card_procedures import stage
from tests.kit.decks import RING, pai_gow_deck
from tests.kit.stated_rounds import played_and_refused
from tests.kit.table_views import look_at

GAME = "pai-gow"
MAIN = {"pai_gow": 1000}
EZ: dict[str, Any] = {"variant": "ez"}
ANY = ""
"""Cards that do not matter."""

# Every house way sets it K-7-5-3-2 high and Q-9 low.
DEALER = "Kd Qh 9c 7s 5d 3h 2c"
DRAGON = "Qd Jh 9c 7s 5d 3h 2c"
WINS = "As Ah 8d 6h 4c / Kc Ks"
LOSES = "Jc Ts 8h 6c 4d / 5h 3s"
FOUL = "Kh Jd 8d 6h 4c / As Ah"
SPLITS = "Ac Js 8c 6d 4s / Th 3d"
"""The high hand wins, the low hand does not."""


def stated(
    hands: Mapping[int, str] | str,
    dealer: str = DEALER,
    *,
    wagers: Mapping[Any, Any] = MAIN,
    then: Mapping[int, Sequence[str]] | None = None,
    start: int = 1,
    bank: int | None = None,
    players: Mapping[int, str] | None = None,
    submission: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A round in which hands written HIGH / LOW are set so, and others the house way.

    Wagers are the same at every seat, or by seat; a bank places none unless they are by seat.
    """
    held = {1: hands} if isinstance(hands, str) else dict(hands)
    by_seat = {seat: wagers.get(seat, MAIN) if _is_by_seat(wagers) else wagers for seat in held}
    if bank is not None and not (_is_by_seat(wagers) and bank in wagers):
        by_seat[bank] = {}
    given = dict(submission or {})
    first = ((bank or 0) - (start - 1)) % RING
    seats: dict[str, Any] = {}
    for seat, hand in held.items():
        sets = [f"set {hand}" if "/" in hand else "house way"]
        if seat == bank and more.get("co_bank"):
            sets = []
        seats[str(seat)] = {"wagers": dict(by_seat[seat]), "decisions": [*sets, *(then or {}).get(seat, ())]}
        if players and seat in players:
            seats[str(seat)]["player"] = players[seat]
    round_ = {
        "game": GAME,
        "submission": given,
        "deck": pai_gow_deck({**held, 0: dealer}, first=first, dealing=given.get("dealing", "manual-shoe")),
        "seats": seats,
        **({} if "dice" in more else {"start": start}),
        **more,
    }
    return round_ if bank is None else {**round_, "bank": bank}


def _is_by_seat(wagers: Mapping[Any, Any]) -> bool:
    return any(isinstance(key, int) for key in wagers)


played, refused = played_and_refused(stated)


def bonus(hand: str, wager: str, cents: int = 500, **submission: Any) -> dict[str, Any]:
    """The answer to a round with one optional wager, the dealer's cards being any."""
    return played(hand, ANY, wagers={**MAIN, wager: cents}, submission=submission)


def records(given: Mapping[str, Any], wager: str) -> list[tuple[int, str, int]]:
    """Seat, payment and net of every settlement of one kind, in the order in which they were made."""
    return [(one["seat"], one["pays"], one["net"]) for one in given["settlements"] if one["wager"] == wager]


def table(
    order: str | Sequence[Card] | None = None, *, seats: Sequence[int] = (1, 2, 3), **submission: Any
) -> Table[Any, Any]:
    """A table whose cards are ready, with players A, B, C ... seated with $10,000 each."""
    people = {seat: "_ABCDEF"[seat] for seat in seats}
    return tables.seated(GAME, order, seats=people, cents=1_000_000, **submission)


def start(at: Table[Any, Any], number: int = 1) -> None:
    """The number generator shows a number, or three dice a total that comes to the same position."""
    if not at.rules.start_by_dice:
        at.do(cmd.DetermineStart(number=number))
        return
    first = min(6, number + RING - 2)
    second = min(6, number + RING - first - 1)
    shake(at, first, second, number + RING - first - second)


def shake(at: Table[Any, Any], *dice: int) -> None:
    """Three dice are shaken by the bank, by the dealer if no player banks."""
    bank = look_at(at).bank
    role = Role.DEALER if bank is None else Role.PLAYER
    at.do(cmd.DetermineStart(dice=dice), role=role, seat=bank or 0)


def accept(at: Table[Any, Any], seat: int, **more: Any) -> None:
    """The bank is offered to a player, who accepts it."""
    offer(at, seat)
    at.do(cmd.AcceptBank(**more), seat=seat)


def offer(at: Table[Any, Any], seat: int) -> None:
    """The dealer offers the bank to a player, if it was not offered by now; in a stated round nobody is asked."""
    if seat not in at.state.round.bank_offered and not at.state.stated:
        at.do(cmd.OfferBank(seat=seat))


def decline(at: Table[Any, Any], seat: int) -> None:
    """The bank is offered to a player, who passes it."""
    offer(at, seat)
    at.do(cmd.PassBank(), seat=seat)


def offered(at: Table[Any, Any]) -> int | None:
    """The one seat that may accept the bank now, or is offered it next."""
    at = at.fork()
    if not any(ask.command == "pass_bank" for ask in at.due()):
        for ask in [ask for ask in at.due() if ask.command == "offer_bank"]:
            at.do(cmd.OfferBank(seat=ask.concerns))
    outcomes = {seat: at.fork().send(cmd.AcceptBank(), seat=seat) for seat in look_at(at).seats}
    seats = [seat for seat, outcome in outcomes.items() if not isinstance(outcome, Refusal)]
    assert len(seats) <= 1
    return seats[0] if seats else None


def deal_out(at: Table[Any, Any]) -> None:
    """The start is found, all cards are dealt, and the dealer counts what is left."""
    start(at)
    deal(at)
    at.do(cmd.CountDeck(count=4))


def play_round(at: Table[Any, Any], wagers: Mapping[int, Mapping[str, int]] | None = None) -> None:
    """A whole round, all hands set the house way: $10 from every seat but the bank's unless stated."""
    for seat in look_at(at).seats:
        if wagers is None and seat != look_at(at).bank:
            place(at, seat)
    for seat, placed in (wagers or {}).items():
        place(at, seat, **placed)
    if stage(at) is not CardsStage.READY:
        tables.ready(at, at.rules.game.deck)
    close(at, chips=sum("progressive" in placed for placed in look_at(at).placed.values()))
    deal_out(at)
    finish(at)


def finish(at: Table[Any, Any]) -> None:
    """Play on to the end of the round, all hands set the house way."""
    while look_at(at).status is Status.PLAYING:
        phase = at.rules.phase(look_at(at).phase)
        if at.due()[0].command == "count_deck":
            at.do(cmd.CountDeck(count=4))
        elif isinstance(phase, Deal):
            deal(at)
        elif isinstance(phase, Decide) and not phase.may_pass_over:
            at.do(cmd.Decide(word="house way"), seat=at.due()[0].seat)
        elif isinstance(phase, Reveal):
            at.do(cmd.RevealBank())
        else:
            at.do(cmd.SettleRound())
            for seat, wager in sorted(look_at(at).awaiting):
                at.do(cmd.ValidatePayout(seat=seat, wager=wager))
