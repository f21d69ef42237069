"""What 677a leaves to the Rules Submission."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from houseway.chapters.c677a_heads_up_holdem.paytables import BAD_BEAT, ODDS, POCKET_BONUS, TRIPS_PLUS
from houseway.chapters.community_first import CommunityFirst
from houseway.chapters.limits import LEAST_LIMIT, limit_faults
from houseway.chapters.procedures import by_dealing
from houseway.clause import ClauseId
from houseway.money import Cents
from houseway.rules.cards import Dealing
from houseway.rules.paytable import Paytable
from houseway.rules.submission import Fault, Money, setting, unstated

MOST_WON_BY_BOX_HALVES = (1008, 108, 28, 28, 14, 11)
"""Half times the Ante that one patron can win on so many boxes of one deal: Ante 1, Raise 3, Odds by the hand.

With Qs Js Ts Qh Jh on the table: As Ks is a royal flush, 9s 8s a straight flush, Qd Qc and Jd Jc are fours-of-a-kind,
Td Th is a full house and 5s 2s a flush. Two royal flushes cannot meet on one board.
"""


class HeadsUpHoldemSubmission(CommunityFirst):
    """The Rules Submission of a Heads-Up Hold 'Em table."""

    optional: ClassVar[tuple[str, ...]] = ("pocket_bonus", "trips_plus")
    paytable_choices: ClassVar[Mapping[str, Mapping[str, Paytable]]] = {
        "pocket_bonus": POCKET_BONUS,
        "trips_plus": TRIPS_PLUS,
    }
    printed_once: ClassVar[Mapping[str, Paytable]] = {"odds": ODDS, "bad_beat": BAD_BEAT}
    wagers_paid: ClassVar[Mapping[str, tuple[str, ...]]] = {"bad_beat": ("odds",)}
    community_first_clause: ClassVar[ClauseId] = ClauseId("677a.10(g)")
    offered_clause: ClassVar[ClauseId] = ClauseId("677a.7(d)(2)")
    hand_clause: ClassVar[ClauseId] = ClauseId("677a.9(a)(1)")
    two_decks_clause: ClassVar[ClauseId] = ClauseId("677a.3(b)")
    positions_clause: ClassVar[ClauseId] = ClauseId("677a.2(a)")
    wager_clauses: ClassVar[Mapping[str, ClauseId]] = {
        "pocket_bonus": ClauseId("677a.7(d)(2)"),
        "trips_plus": ClauseId("677a.7(d)(3)"),
    }
    count_clauses: ClassVar[Mapping[Dealing, ClauseId]] = by_dealing("677a", "(e)", "(d)", "(d)")

    game: Literal["heads-up-holdem"] = "heads-up-holdem"
    raise_minimum: Literal["ante", "chip"] = setting("ante", "677a.11(b)", "raises in whole Antes, or any chip amount")
    payout_limit: Money | None = setting(None, "677a.12(f)", "aggregate payout limit per player per round", gt=0)
    adjacent_boxes: int = setting(1, "677a.7(e)", "adjacent boxes one player may wager on", ge=1, le=6)

    @property
    def least_limit(self) -> Cents:
        """$50,000, or what one patron can win on Ante, Raise and Odds at the minimum on all the boxes allowed."""
        halves = sum(MOST_WON_BY_BOX_HALVES[: min(self.adjacent_boxes, self.positions_in_use)])
        return Cents(max(LEAST_LIMIT, -(-halves * (self.table_minimum or 0) // 2)))

    def faults(self) -> Iterable[Fault]:
        yield from super().faults()
        if "adjacent_boxes" not in self.model_fields_set:
            yield unstated(
                "adjacent_boxes",
                ClauseId("677a.7(e)"),
                "on how many adjacent boxes a player may wager",
                default=str(self.adjacent_boxes),
                legal=("1 to 6",),
            )
        yield from limit_faults(self.payout_limit, self.least_limit, ClauseId("677a.12(f)"))
