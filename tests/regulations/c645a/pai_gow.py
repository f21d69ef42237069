"""Stated rounds and tables of Pai Gow Poker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards import CARD_TEXT, Card, cards
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.state import CardsStage, Status
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.rules.game import Decide, Reveal
from houseway.rules.table_rules import StartBy
from tests.regulations.stated import answer, around, refusal, stacked

GAME = "pai-gow"
MAIN = {"pai_gow": 1000}
EZ: dict[str, Any] = {"variant": "ez"}
RING = 7
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


def deck(hands: Mapping[int, str], *, first: int = 0, dealing: str = "manual-shoe") -> str:
    """All 53 cards, seven to every position clockwise from the first; the dealer's position is 0."""
    held = {position: hand.replace("/", " ") for position, hand in hands.items() if hand}
    used = {card for hand in held.values() for card in hand.split()}
    rest = [card for card in CARD_TEXT if card not in used]
    piles = []
    for step in range(RING):
        position = (first + step) % RING
        if position not in held:
            held[position] = " ".join(rest.pop() for _ in range(RING))
        piles.append(held[position])
    return " ".join([*(stacked(piles) if dealing == "automated-shoe" else around(piles)), *rest])


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
        "deck": deck({**held, 0: dealer}, first=first, dealing=given.get("dealing", "manual-shoe")),
        "seats": seats,
        **({} if "dice" in more else {"start": start}),
        **more,
    }
    return round_ if bank is None else {**round_, "bank": bank}


def _is_by_seat(wagers: Mapping[Any, Any]) -> bool:
    return any(isinstance(key, int) for key in wagers)


def played(*hands: Any, **round_: Any) -> dict[str, Any]:
    """The answer to a round."""
    return answer(**stated(*hands, **round_))


def refused(*hands: Any, **round_: Any) -> dict[str, Any]:
    """The refusal of a round."""
    return refusal(**stated(*hands, **round_))


def bonus(hand: str, wager: str, cents: int = 500, **submission: Any) -> dict[str, Any]:
    """The answer to a round with one optional wager, the dealer's cards being any."""
    return played(hand, ANY, wagers={**MAIN, wager: cents}, submission=submission)


def records(given: Mapping[str, Any], wager: str) -> list[tuple[int, str, int]]:
    """Seat, payment and net of every settlement of one kind, in the order in which they were made."""
    return [(one["seat"], one["pays"], one["net"]) for one in given["settlements"] if one["wager"] == wager]


def table(order: str | Sequence[Card] | None = None, *, seats: Sequence[int] = (1, 2, 3), **submission: Any) -> Table:
    """A table whose cards are ready, with players A, B, C ... seated with $10,000 each."""
    new = Table(resolve(submission, game=GAME))
    new.ready(cards(order) if isinstance(order, str) else order or new.rules.game.deck)
    for seat in seats:
        new.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player="_ABCDEF"[seat], cents=1_000_000))
    return new


def place(at: Table, seat: int = 1, **wagers: int) -> None:
    """Place wagers, $10 on the hands if none are named."""
    at.do(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers=wagers or dict(MAIN)))


def close(at: Table, **more: Any) -> None:
    """No more bets."""
    at.do(cmd.AnnounceNoMoreBets(by=Role.DEALER, **more))


def start(at: Table, number: int = 1) -> None:
    """The number generator shows a number, or three dice a total that comes to the same position."""
    if at.rules.start_by is StartBy.NUMBER_GENERATOR:
        at.do(cmd.DetermineStart(by=Role.DEALER, number=number))
        return
    first = min(6, number + RING - 2)
    second = min(6, number + RING - first - 1)
    shaker = Role.DEALER if at.state.bank is None else Role.PLAYER
    at.do(cmd.DetermineStart(by=shaker, dice=(first, second, number + RING - first - second)))


def deal(at: Table, count: int | None = None) -> None:
    """Deal what is due, or so many cards of it."""
    at.do(cmd.DealCards(by=Role.DEALER, cards=count))


def accept(at: Table, seat: int, **more: Any) -> None:
    """A player accepts the bank."""
    at.do(cmd.AcceptBank(by=Role.PLAYER, seat=seat, **more))


def decline(at: Table, seat: int) -> None:
    """A player passes the bank."""
    at.do(cmd.PassBank(by=Role.PLAYER, seat=seat))


def refuses(at: Table, command: cmd.Command) -> Refusal:
    """The refusal of a command, which changes nothing."""
    before = at.state.copy()
    outcome = at.send(command)
    assert isinstance(outcome, Refusal), outcome
    assert at.state == before
    return outcome


def play_round(at: Table, wagers: Mapping[int, Mapping[str, int]] | None = None) -> None:
    """A whole round, all hands set the house way: $10 from every seat but the bank's unless stated."""
    for seat in at.state.seats:
        if wagers is None and seat != at.state.bank:
            place(at, seat)
    for seat, placed in (wagers or {}).items():
        place(at, seat, **placed)
    if at.state.equipment.stage is not CardsStage.READY:
        at.ready(at.rules.game.deck)
    close(at, chips=sum(wager == "progressive" for _, wager in at.state.wagers))
    start(at)
    deal(at)
    finish(at)


def finish(at: Table) -> None:
    """Play on to the end of the round, all hands set the house way."""
    while at.state.status is Status.PLAYING:
        phase = at.rules.phase(at.state.phase)
        if isinstance(phase, Decide) and not phase.may_pass_over:
            at.do(cmd.Decide(by=Role.PLAYER, seat=max(at.state.asked), word="house way"))
        elif isinstance(phase, Reveal):
            at.do(cmd.RevealBank(by=Role.DEALER))
        else:
            at.do(cmd.SettleRound(by=Role.DEALER))
            for seat, wager in sorted(at.state.awaiting):
                at.do(cmd.ValidatePayout(by=Role.FLOORPERSON, seat=seat, wager=wager))
