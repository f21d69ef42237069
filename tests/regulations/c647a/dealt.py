"""Rounds of Texas Hold 'Em Bonus told by who holds what; the deck that deals them so is worked out here."""

from __future__ import annotations

from typing import Any

from houseway.cards import CARD_TEXT
from houseway.chapters.registry import check
from houseway.engine.accounts import meter_account
from houseway.engine.table import Table
from houseway.rounds import banked as rounds
from houseway.rules.submission import Severity

ANTE = 1_000
STAY = ["flop", "check", "check"]
ALL_BETS = ["flop", "bet", "bet"]
FOLD = ["fold"]

# A board on which nothing in particular happens, and hands for those who are not the subject of a test.
DULL_BOARD = "Kd 9c 4s 2h 7d"
DULL_HANDS = ("Qc 3h", "Qd 3c", "Jc 3d", "Jd 6h", "Tc 6c", "Td 5h")


def deck(hands: dict[int, str], dealer: str, board: str, submission: dict[str, Any]) -> str:
    """The deck, from its first card, that gives the seats, the dealer and the board these cards."""
    held = [hands[seat].split() for seat in sorted(hands)] + [dealer.split()]
    used = {card for cards in (*held, board.split()) for card in cards}
    spare = iter([card for card in CARD_TEXT[:52] if card not in used])
    if submission.get("dealing") == "automated-shoe":
        order = [card for two in held for card in two]
    else:
        order = [two[number] for number in (0, 1) for two in held]
    first, second, third, turn, river = board.split()
    if submission.get("community_first"):
        return " ".join([first, second, third, turn, river, *order])
    streets = [next(spare), first, second, third, next(spare), turn, next(spare), river]
    return " ".join([*order, *streets, *spare])


def stated(
    hands: dict[int, str],
    *,
    dealer: str = "8c 5d",
    board: str = DULL_BOARD,
    wagers: dict[int, dict[str, int]] | None = None,
    decisions: dict[int, list[str]] | None = None,
    submission: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A stated round; whoever is not mentioned antes $10, makes the Flop Wager and checks."""
    terms = submission or {}
    return {
        "game": "holdem-bonus",
        "submission": terms,
        "deck": deck(hands, dealer, board, terms),
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


def played(hands: dict[int, str], **told: Any) -> tuple[list[dict[str, Any]], Table]:
    """The settlements and the table after the round."""
    table = rounds.play(rounds.read(stated(hands, **told)))
    answer = rounds.answer(table)
    assert sum(table.state.ledger.values()) == 0
    areas = [cents for account, cents in table.state.ledger.items() if account.startswith("area ")]
    assert not any(areas), "a chip was left on a betting area"
    return answer["settlements"], table


def refused(hands: dict[int, str], **told: Any) -> dict[str, Any]:
    """The refusal that answers a round."""
    answer = rounds.settle(stated(hands, **told))
    assert "refusal" in answer, answer
    refusal: dict[str, Any] = answer["refusal"]
    return refusal


def records(settlements: list[dict[str, Any]], seat: int, wager: str) -> list[dict[str, Any]]:
    """Every settlement of a wager at a seat."""
    return [one for one in settlements if (one["seat"], one["wager"]) == (seat, wager)]


def paid(settlements: list[dict[str, Any]], seat: int, wager: str) -> tuple[str, int]:
    """What the only settlement of a wager says and comes to."""
    (one,) = records(settlements, seat, wager)
    return one["pays"], one["net"]


def clause(settlements: list[dict[str, Any]], seat: int, wager: str) -> str:
    """The clause of the only settlement of a wager."""
    (one,) = records(settlements, seat, wager)
    return str(one["clause"])


def meter(table: Table, id: str) -> int:
    """What stands on a meter."""
    return table.state.ledger[meter_account(id)]


def faults(**submission: Any) -> list[tuple[str, str]]:
    """Field and clause of each fault of a submission."""
    return _found(submission, Severity.FAULT)


def notes(**submission: Any) -> list[tuple[str, str]]:
    """Field and clause of each note on a submission."""
    return _found(submission, Severity.NOTE)


def _found(submission: dict[str, Any], severity: Severity) -> list[tuple[str, str]]:
    _, found = check(submission, game="holdem-bonus")
    return [(one.field, one.clause) for one in found if one.severity is severity]
