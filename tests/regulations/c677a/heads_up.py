"""Stated rounds and tables of World Poker Tour Heads-Up Hold 'Em."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards import cards
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.roles import Role
from houseway.engine.table import Table
from tests.regulations.stated import answer, around, refusal, spare, stacked, with_stub

GAME = "heads-up-holdem"
ANTE = 1000
MAIN = {"ante": ANTE, "odds": ANTE}
ALL = {**MAIN, "pocket_bonus": 500, "trips_plus": 200}
TO_THE_RIVER = ("check", "check", "raise 1000")
FOLD = ("check", "check", "fold")

# The player wins with a pair of aces.
WEAK_HAND, DEALER_HAND, DRY_BOARD = "As Kd", "Qh Qd", "Ac 9d 7h 4s 2c"


def deck(hands: Sequence[str], dealer: str, board: str, *, dealing: str = "manual-shoe", first: bool = False) -> str:
    """The whole deck: hole cards, the Flop after a burn, Turn and River after another."""
    everyone = [*hands, dealer]
    community = board.split()
    hole = stacked(everyone) if dealing == "automated-shoe" else around(everyone)
    if first:
        return with_stub([*community, *hole])
    burns = spare([*hole, *community], 2)
    return with_stub([*hole, burns[0], *community[:3], burns[1], *community[3:]])


def stated(
    player: str = WEAK_HAND,
    dealer: str = DEALER_HAND,
    board: str = DRY_BOARD,
    *,
    decisions: Sequence[str] = TO_THE_RIVER,
    wagers: Mapping[str, int] = MAIN,
    irregularities: Sequence[Mapping[str, Any]] = (),
    **submission: Any,
) -> dict[str, Any]:
    """A round of one player at seat 1."""
    return {
        "game": GAME,
        "submission": submission,
        "deck": deck(
            [player],
            dealer,
            board,
            dealing=submission.get("dealing", "manual-shoe"),
            first=submission.get("community_first", False),
        ),
        "seats": {"1": {"wagers": dict(wagers), "decisions": list(decisions)}},
        "irregularities": list(irregularities),
    }


def played(*hands: str, **round_: Any) -> dict[str, Any]:
    """The answer to a round of one player."""
    return answer(**stated(*hands, **round_))


def refused(*hands: str, **round_: Any) -> dict[str, Any]:
    """The refusal of a round of one player."""
    return refusal(**stated(*hands, **round_))


def table(order: str, seats: Mapping[int, str], **submission: Any) -> Table:
    """A table with shuffled cards and players seated with $1,000 each."""
    new = Table(resolve(submission, game=GAME))
    new.ready(cards(order))
    for seat, player in seats.items():
        own = player in new.state.seats.values()
        new.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=player, cents=0 if own else 1_000_00))
    return new


def place(at: Table, seat: int = 1, **wagers: int) -> None:
    """Place wagers, Ante and Odds if none are named."""
    at.do(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers=wagers or dict(MAIN)))


def close(at: Table) -> None:
    """No more bets."""
    at.do(cmd.AnnounceNoMoreBets(by=Role.DEALER))


def deal(at: Table, count: int | None = None) -> None:
    """Deal what is due, or so many cards of it."""
    at.do(cmd.DealCards(by=Role.DEALER, cards=count))


def say(at: Table, word: str, seat: int = 1, cents: int = 0) -> None:
    """A player's answer."""
    at.do(cmd.Decide(by=Role.PLAYER, seat=seat, word=word, cents=cents))


def play_out(at: Table) -> None:
    """A whole round of seat 1 alone: check, check, fold."""
    place(at)
    close(at)
    for word in FOLD:
        deal(at)
        say(at, word)
    at.do(cmd.SettleRound(by=Role.DEALER))
