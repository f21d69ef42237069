"""Stated rounds and tables of Five Card Hi-Lo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards import cards
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.roles import Role
from houseway.engine.table import Table
from tests.regulations.stated import answer, around, refusal, stacked, with_stub

GAME = "five-card-hi-lo"
ANTE = {"ante": 1000}
ALL = {"ante": 1000, "tie": 500, "poker_bonus": 200}

# 28 high and 5 low.
PLAYER, SET = "Ks Qs 8d 3c 2d", "play Ks Qs 8d / 3c 2d"
# 27 high and 9 low: the player wins.
DEALER = "Kh 9h 8s 5d 4c"


def deck(hands: Sequence[str], dealer: str, *, dealing: str = "manual-shoe") -> str:
    """The whole deck: five cards each, the dealer last."""
    everyone = [*hands, dealer]
    return with_stub(stacked(everyone) if dealing == "automated-shoe" else around(everyone))


def stated(
    decision: str | Sequence[str] = SET,
    dealer: str = DEALER,
    *,
    hand: str | None = None,
    wagers: Mapping[str, int] = ANTE,
    irregularities: Sequence[Mapping[str, Any]] = (),
    **submission: Any,
) -> dict[str, Any]:
    """A round of one player at seat 1, whose cards are those of the decision unless stated."""
    decisions = [decision] if isinstance(decision, str) else list(decision)
    held = hand or decisions[0].removeprefix("play ").replace("/", "")
    return {
        "game": GAME,
        "submission": submission,
        "deck": deck([held], dealer, dealing=submission.get("dealing", "manual-shoe")),
        "seats": {"1": {"wagers": dict(wagers), "decisions": decisions}},
        "irregularities": list(irregularities),
    }


def played(*cards_: Any, **round_: Any) -> dict[str, Any]:
    """The answer to a round of one player."""
    return answer(**stated(*cards_, **round_))


def refused(*cards_: Any, **round_: Any) -> dict[str, Any]:
    """The refusal of a round of one player."""
    return refusal(**stated(*cards_, **round_))


def table(order: str, seats: Mapping[int, str], **submission: Any) -> Table:
    """A table with shuffled cards and players seated with $1,000 each."""
    new = Table(resolve(submission, game=GAME))
    new.ready(cards(order))
    for seat, player in seats.items():
        own = player in new.state.seats.values()
        new.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=player, cents=0 if own else 1_000_00))
    return new


def place(at: Table, seat: int = 1, **wagers: int) -> None:
    """Place wagers, the Ante if none are named."""
    at.do(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers=wagers or dict(ANTE)))


def close(at: Table) -> None:
    """No more bets."""
    at.do(cmd.AnnounceNoMoreBets(by=Role.DEALER))


def deal(at: Table, count: int | None = None) -> None:
    """Deal what is due, or so many cards of it."""
    at.do(cmd.DealCards(by=Role.DEALER, cards=count))


def say(at: Table, word: str, seat: int = 1, cents: int = 0) -> None:
    """A player's answer."""
    at.do(cmd.Decide(by=Role.PLAYER, seat=seat, word=word, cents=cents))


def setting(text: str, seat: int = 1) -> cmd.Decide:
    """A player's setting, written HIGH / LOW."""
    high, low = text.split("/")
    return cmd.Decide(by=Role.PLAYER, seat=seat, word="set", high=cards(high), low=cards(low))


def play_out(at: Table) -> None:
    """A whole round of seat 1 alone, folded."""
    place(at)
    close(at)
    deal(at)
    say(at, "fold")
    at.do(cmd.SettleRound(by=Role.DEALER))
