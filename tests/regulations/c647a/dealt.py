"""Rounds of Texas Hold 'Em Bonus told by who holds what; the deck that deals them so is worked out here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.engine.kernel import Table
from tests.kit import stated_rounds as kit
from tests.kit import submission_faults as submissions
from tests.kit import tables
from tests.kit.decks import holdem_deck
from tests.kit.table_views import balances_of, sum_of_accounts

GAME = "holdem-bonus"
ANTE = 1_000
STAY = ["flop", "check", "check"]
ALL_BETS = ["flop", "bet", "bet"]
FOLD = ["fold"]

# A board on which nothing in particular happens, and hands for those who are not the subject of a test.
DULL_BOARD = "Kd 9c 4s 2h 7d"
DULL_HANDS = ("Qc 3h", "Qd 3c", "Jc 3d", "Jd 6h", "Tc 6c", "Td 5h")
DULL_DEALER = "8c 5d"


def deck(hands: Mapping[int, str], dealer: str = DULL_DEALER, board: str = DULL_BOARD, **dealt: Any) -> str:
    """The deck, from its first card, that gives the seats, the dealer and the board these cards."""
    return holdem_deck([hands[seat] for seat in sorted(hands)], dealer, board, streets=(3, 1, 1), **dealt)


def stated(
    hands: dict[int, str],
    *,
    dealer: str = DULL_DEALER,
    board: str = DULL_BOARD,
    wagers: dict[int, dict[str, int]] | None = None,
    decisions: dict[int, list[str]] | None = None,
    submission: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A stated round; whoever is not mentioned antes $10, makes the Flop Wager and checks."""
    terms = submission or {}
    dealt = {name: terms[name] for name in ("dealing", "community_first") if name in terms}
    return {
        "game": GAME,
        "submission": terms,
        "deck": deck(hands, dealer, board, **dealt),
        "seats": {
            str(seat): {
                "wagers": {"ante": ANTE, **(wagers or {}).get(seat, {})},
                "decisions": (decisions or {}).get(seat, STAY),
            }
            for seat in hands
        },
        **more,
    }


def settled(hands: dict[int, str], **told: Any) -> list[dict[str, Any]]:
    """The settlements of a round; refusals fail the test, and no cent may appear or vanish."""
    return played(hands, **told)[0]


def played(hands: dict[int, str], **told: Any) -> tuple[list[dict[str, Any]], Table[Any, Any]]:
    """The settlements and the table after the round."""
    table = kit.table_after(**stated(hands, **told))
    assert sum_of_accounts(table) == 0
    areas = [cents for account, cents in balances_of(table).items() if account.startswith("area ")]
    assert not any(areas), "a chip was left on a betting area"
    return kit.answer_of(table)["settlements"], table


def refused(hands: dict[int, str], **told: Any) -> dict[str, Any]:
    """The refusal that answers a round."""
    return kit.refusal(**stated(hands, **told))


def records(settlements: list[dict[str, Any]], seat: int, wager: str) -> list[dict[str, Any]]:
    """Every settlement of a wager at a seat."""
    return kit.found({"settlements": settlements}, wager, seat)


def paid(settlements: list[dict[str, Any]], seat: int, wager: str) -> tuple[str, int]:
    """What the only settlement of a wager says and comes to."""
    (one,) = records(settlements, seat, wager)
    return one["pays"], one["net"]


def clause(settlements: list[dict[str, Any]], seat: int, wager: str) -> str:
    """The clause of the only settlement of a wager."""
    (one,) = records(settlements, seat, wager)
    return str(one["clause"])


def seated(
    hands: Mapping[int, str], dealer: str = DULL_DEALER, board: str = DULL_BOARD, **submission: Any
) -> Table[Any, Any]:
    """A table whose deck deals these cards, with a player of $1,000 at the seat of each hand."""
    people = {seat: f"player {seat}" for seat in hands}
    return tables.seated(GAME, deck(hands, dealer, board), seats=people, **submission)


def with_ann(**submission: Any) -> Table[Any, Any]:
    """A table with a new deck at which Ann sits at seat 1."""
    return tables.seated(GAME, seats={1: "ann"}, **submission)


def faults(**submission: Any) -> list[tuple[str, str]]:
    """Field and clause of each fault of a submission."""
    return submissions.faults(GAME, **submission)


def unstated(**submission: Any) -> list[tuple[str, str]]:
    """Field and clause of what must be stated and is not."""
    return submissions.unstated(GAME, **submission)
