"""What 647a leaves to the Rules Submission."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal

from houseway.chapters.c647a_holdem_bonus.paytables import ENVY, EXTRA, FIVE_CARD, HOLDEM_BONUS, PROGRESSIVE
from houseway.chapters.community_first import CommunityFirst
from houseway.chapters.limits import LEAST_LIMIT, limit_faults
from houseway.chapters.meters import meter_faults, size_faults
from houseway.chapters.procedures import by_dealing
from houseway.clause import ClauseId
from houseway.money import Cents, ToOne, dollars
from houseway.rules.cards import Dealing
from houseway.rules.paytable import Paytable
from houseway.rules.submission import Fault, Money, ProgressiveTerms, is_usable, paytable_of, setting, unstated

LEAST_METER = Cents(1_000_000)
"""Cents: the least initial and reset amount of either meter."""
PROGRESSIVE_SIZES = (100, 500)
"""Cents: the Progressive Payout Wagers that have an Envy Bonus."""
FIVE_CARD_WAGERS = ("five_card_player", "five_card_dealer")


class HoldemBonusSubmission(CommunityFirst):
    """The Rules Submission of a Texas Hold 'Em Bonus table."""

    part_clauses: ClassVar[Mapping[str, ClauseId]] = {
        "progressive.linked": ClauseId("647a.2(c)"),
        "five_card.linked": ClauseId("647a.2(d)"),
    }
    optional: ClassVar[tuple[str, ...]] = ("holdem_bonus", "progressive", *FIVE_CARD_WAGERS)
    paytable_choices: ClassVar[Mapping[str, Mapping[str, Paytable]]] = {"holdem_bonus": HOLDEM_BONUS}
    printed_once: ClassVar[Mapping[str, Paytable]] = {
        "progressive": PROGRESSIVE,
        "progressive_envy_1": ENVY["$1"],
        "progressive_envy_5": ENVY["$5"],
        "five_card": FIVE_CARD,
        "five_card_extra": EXTRA,
    }
    wagers_paid: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "progressive_envy_1": ("progressive",),
        "progressive_envy_5": ("progressive",),
        "five_card": FIVE_CARD_WAGERS,
        "five_card_extra": FIVE_CARD_WAGERS,
    }
    community_first_clause: ClassVar[ClauseId] = ClauseId("647a.10(g)")
    offered_clause: ClassVar[ClauseId] = ClauseId("647a.7(d)(2)")
    hand_clause: ClassVar[ClauseId] = ClauseId("647a.9(a)(1)")
    two_decks_clause: ClassVar[ClauseId] = ClauseId("647a.3(b)")
    positions_clause: ClassVar[ClauseId] = ClauseId("647a.2(a)")
    wager_clauses: ClassVar[Mapping[str, ClauseId]] = {
        "holdem_bonus": ClauseId("647a.7(d)(2)"),
        "progressive": ClauseId("647a.7(d)(3)"),
        "five_card_player": ClauseId("647a.7(d)(4)"),
        "five_card_dealer": ClauseId("647a.7(d)(4)"),
    }
    count_clauses: ClassVar[Mapping[Dealing, ClauseId]] = by_dealing("647a", "(f)", "(d)", "(d)")

    game: Literal["holdem-bonus"] = "holdem-bonus"
    ante_pays_on: Literal["straight", "flush"] = setting(
        "straight", "647a.11(h)(2)(ii)", "the least winning hand with which the Ante Wager is paid"
    )
    progressive: ProgressiveTerms = setting(
        ProgressiveTerms(), "647a.12(d)(3)", "the Progressive Payout Wager's meter and sizes"
    )
    five_card: ProgressiveTerms = setting(
        ProgressiveTerms(), "647a.12(e)(4)", "the Five Card Hand Bonus Wager's meter and sizes"
    )
    magic_card: bool = setting(True, "647a.12(e)(3)", "the Magic Card is paid")
    lucky_bonus: bool = setting(True, "647a.12(e)(3)", "the Lucky Bonus is paid")
    payout_limit: Money | None = setting(
        None, "647a.12(c)", "aggregate payout limit per hand, as the clause sets it", gt=0
    )

    @property
    def offers_five_card(self) -> bool:
        """Whether a Five Card Hand Bonus Wager can be placed on either hand."""
        return any(self.offers(wager) for wager in FIVE_CARD_WAGERS)

    @property
    def progressive_sizes(self) -> tuple[int, ...]:
        """Cents: the Progressive Payout Wagers that can be placed."""
        return tuple(self.progressive.wagers or PROGRESSIVE_SIZES)

    @property
    def lawful_limit(self) -> Cents:
        """$50,000, or what one patron can win at the minimum: 1 + 2 + 1 + 1 times it, and the bonus at its own minimum."""
        least = self.table_minimum or 0
        bonus = 0
        if self.offers("holdem_bonus"):
            paid = [pays for pays in paytable_of(self, "holdem_bonus").pays.values() if isinstance(pays, ToOne)]
            best = max((pays.numerator // pays.denominator for pays in paid), default=0)
            bonus = best * self.least_optional_wager
        return Cents(max(LEAST_LIMIT, 5 * least + bonus))

    def in_force(self) -> Mapping[str, Any]:
        sizes = {"wagers": list(self.progressive_sizes)}
        progressive = self.progressive.in_force(LEAST_METER).model_copy(update=sizes)
        return {
            **super().in_force(),
            "progressive": progressive if self.offers("progressive") else None,
            "five_card": self.five_card.in_force(LEAST_METER) if self.offers_five_card else None,
            # Both are paid on the Five Card Hand Bonus Wager.
            "magic_card": self.magic_card and self.offers_five_card,
            "lucky_bonus": self.lucky_bonus and self.offers_five_card,
            "payout_limit": self.lawful_limit,
        }

    def faults(self) -> Iterable[Fault]:
        common = list(super().faults())
        yield from common
        yield from self._on_top_faults("five_card_extra", "a bonus that is drawn", "Five Card Hand Bonus Wager")
        # What a hand can win is known only of a paytable that exists.
        if is_usable(common):
            yield from self._limit_faults()
        if self.offered is not None and len(set(FIVE_CARD_WAGERS) & set(self.offered)) == 1:
            yield Fault(
                "offered",
                ClauseId("647a.7(d)(4)"),
                "the Five Card Hand Bonus Wager is offered on the player's hand, the dealer's hand or both",
                FIVE_CARD_WAGERS,
            )
        if self.offers("progressive"):
            yield from meter_faults(
                "progressive", self.progressive, least=LEAST_METER, clause=ClauseId("647a.12(d)(3)")
            )
            yield from self._progressive_size_faults()
        if self.offers_five_card:
            yield from meter_faults("five_card", self.five_card, least=LEAST_METER, clause=ClauseId("647a.12(e)(4)"))
            yield from size_faults("five_card", self.five_card, ClauseId("647a.7(d)(4)"))
        if "ante_pays_on" not in self.model_fields_set:
            yield unstated(
                "ante_pays_on",
                ClauseId("647a.11(h)(2)(ii)"),
                "with which hands the Ante Wager is paid",
                default=f"{self.ante_pays_on} or higher",
                legal=("straight", "flush"),
            )

    def _limit_faults(self) -> Iterable[Fault]:
        yield from limit_faults(self.payout_limit, self.lawful_limit, ClauseId("647a.12(c)"))
        if self.payout_limit is not None and self.payout_limit > self.lawful_limit:
            yield Fault(
                "payout_limit",
                ClauseId("647a.12(c)"),
                f"the clause itself sets the payout limit, at {dollars(self.lawful_limit)} for this table",
                (dollars(self.lawful_limit),),
            )

    def _progressive_size_faults(self) -> Iterable[Fault]:
        sizes = self.progressive.wagers
        if sizes is not None and (not sizes or set(sizes) - set(PROGRESSIVE_SIZES)):
            yield Fault(
                "progressive.wagers",
                ClauseId("647a.12(d)(5)"),
                "the Progressive Payout Wager is $1 or $5: there is no Envy Bonus for another size",
                tuple(dollars(size) for size in PROGRESSIVE_SIZES),
            )
