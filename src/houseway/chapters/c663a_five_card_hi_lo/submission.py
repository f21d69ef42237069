"""What 663a leaves to the Rules Submission."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from houseway.chapters.c663a_five_card_hi_lo.paytables import ANTE_BONUS, POKER_BONUS, TIE
from houseway.chapters.procedures import by_dealing
from houseway.clause import ClauseId
from houseway.rules.cards import Dealing
from houseway.rules.paytable import Paytable
from houseway.rules.submission import Fault, Submission, setting


class FiveCardHiLoSubmission(Submission):
    """The Rules Submission of a Five Card Hi-Lo table."""

    optional: ClassVar[tuple[str, ...]] = ("tie", "poker_bonus")
    paytable_choices: ClassVar[Mapping[str, Mapping[str, Paytable]]] = {
        "ante_bonus": ANTE_BONUS,
        "poker_bonus": POKER_BONUS,
    }
    printed_once: ClassVar[Mapping[str, Paytable]] = {"tie": TIE}
    offered_clause: ClassVar[ClauseId] = ClauseId("663a.7(e)")
    hand_clause: ClassVar[ClauseId] = ClauseId("663a.9(a)(1)")
    two_decks_clause: ClassVar[ClauseId] = ClauseId("663a.3(b)")
    positions_clause: ClassVar[ClauseId] = ClauseId("663a.2(a)")
    count_clauses: ClassVar[Mapping[Dealing, ClauseId]] = by_dealing("663a", "(f)", "(d)", "(d)")

    game: Literal["five-card-hi-lo"] = "five-card-hi-lo"
    adjacent_areas: int = setting(1, "663a.7(f)", "adjacent betting areas one player may wager on", ge=1, le=2)

    def faults(self) -> Iterable[Fault]:
        yield from super().faults()
        yield from self._on_top_faults("ante_bonus", "the Ante Bonus", "Ante")
