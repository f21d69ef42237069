"""What 645a leaves to the Rules Submission."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from houseway.chapters.c645a_pai_gow.house_way import HouseWay, HouseWayError, from_data, named, names
from houseway.chapters.c645a_pai_gow.paytables import (
    DYNASTY,
    DYNASTY_ENVY,
    EMPEROR,
    ENVIES,
    FORTUNE,
    INSURANCE,
    INSURANCE_BY_BRAND,
    PROGRESSIVE,
    PROTECTION,
    QUEENS_DRAGON,
    RED_BLACK,
    HighCard,
)
from houseway.chapters.limits import LEAST_LIMIT, limit_faults
from houseway.chapters.meters import meter_faults, size_faults
from houseway.chapters.procedures import by_dealing
from houseway.clause import ClauseId
from houseway.money import Cents, worth
from houseway.rules.cards import Dealing
from houseway.rules.custom_paytable import CUSTOM, FROM
from houseway.rules.paytable import Paytable
from houseway.rules.submission import (
    Fault,
    Money,
    ProgressiveTerms,
    Severity,
    Submission,
    is_usable,
    paytable_of,
    setting,
    unstated,
)
from houseway.written import nearest, shortened

LEAST_METER = Cents(200_000)
"""Cents: the least initial and reset amount of the progressive meter."""
EZ_WAGERS = ("queens_dragon", "dynasty", "protection", "red", "black")


class StartBy(StrEnum):
    """Devices that find the position that is dealt to first (645a.2(c))."""

    DICE = "dice"
    NUMBER_GENERATOR = "number-generator"


class BankingTerms(BaseModel):
    """Whether players may bank and co-bank, and what the dealer wagers against a bank.

    Co-banking is offered only if it is specified (645a.12(e)).
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    offered: bool = True
    co_banking: bool = False
    dealer_wager: Money | None = Field(default=None, ge=0)


class PaiGowSubmission(Submission):
    """The Rules Submission of a Pai Gow Poker table."""

    part_clauses: ClassVar[Mapping[str, ClauseId]] = {
        "banking.co_banking": ClauseId("645a.12(e)"),
        "banking.dealer_wager": ClauseId("645a.12(g)"),
    }
    optional: ClassVar[tuple[str, ...]] = ("fortune", "emperor", "insurance", "progressive", *EZ_WAGERS)
    paytable_choices: ClassVar[Mapping[str, Mapping[str, Paytable]]] = {
        "fortune": FORTUNE,
        "emperor": EMPEROR,
        "insurance": INSURANCE,
    }
    printed_once: ClassVar[Mapping[str, Paytable]] = {
        "progressive": PROGRESSIVE,
        "queens_dragon": QUEENS_DRAGON,
        "dynasty": DYNASTY,
        "dynasty_envy": DYNASTY_ENVY,
        "protection": PROTECTION,
        "red_black": RED_BLACK,
    }
    wagers_paid: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **{f"{wager}_envy": (wager,) for wager in (*ENVIES, "dynasty")},
        "red_black": ("red", "black"),
    }
    only_with: ClassVar[Mapping[tuple[str, str], str]] = {
        **{(wager, ""): 'variant = "ez"' for wager in EZ_WAGERS},
        **{
            ("insurance", letter): f'brand = "{brand}"'
            for brand in ("emperor", "fortune")
            for letter in INSURANCE_BY_BRAND[brand]
        },
    }
    offered_clause: ClassVar[ClauseId] = ClauseId("645a.7(e)")
    hand_clause: ClassVar[ClauseId] = ClauseId("645a.9(a)(1)")
    two_decks_clause: ClassVar[ClauseId] = ClauseId("645a.3(b)")
    positions_clause: ClassVar[ClauseId] = ClauseId("645a.8(e)")
    count_clauses: ClassVar[Mapping[Dealing, ClauseId]] = by_dealing("645a", "(e)", "(d)", "(d)")

    game: Literal["pai-gow"] = "pai-gow"
    variant: Literal["standard", "ez"] = setting("standard", "645a.1", "with vigorish, or EZ Pai Gow Poker without it")
    brand: Literal["fortune", "emperor", "none"] = setting(
        "fortune", "645a.13(d)", "Fortune Pai Gow Poker, Emperor's Challenge or neither"
    )
    house_way: str = setting("foxwoods", "645a.11(c)", "how the dealer's hands are set, by name")
    house_way_rules: dict[str, Any] | None = setting(
        None, "645a.11(c)", "how the dealer's hands are set, in rules of one's own"
    )
    vigorish: Literal["quarter", "exact"] = setting(
        "quarter", "645a.13(a)", "vigorish up to the next multiple of 25 cents, or exact and down to the cent"
    )
    banking: BankingTerms = setting(BankingTerms(co_banking=True), "645a.12(a)", "whether players may bank, and how")
    start_by: StartBy = setting(
        StartBy.NUMBER_GENERATOR, "645a.2(c)", "dice or number generator for the start", strict=False
    )
    adjacent_areas: int = setting(1, "645a.7(f)", "adjacent betting areas one player may wager on", ge=1, le=2)
    second_cover_card: Literal["discard-rack", "four-from-bottom"] = setting(
        "discard-rack", "645a.5(e)", "where the second cover card goes after the cut"
    )
    red_black_joker: Literal["neither", "red", "black"] = setting(
        "neither", "645a.13(i)", "the color of the joker in the Red/Black Wager"
    )
    progressive: ProgressiveTerms = setting(
        ProgressiveTerms(), "645a.13(e)(2)", "the Progressive Payout Wager's meter and sizes"
    )
    payout_limit: Money | None = setting(None, "645a.13(j)", "most that is paid on a single hand", gt=0)
    stub_count_every: int = setting(1, "645a.8(e)", "the stub is counted in every round", ge=1, le=1)
    positions: int | None = setting(
        None, "645a.8(e)", "six, so that four cards are left after the deal", since="0.3", ge=6, le=6
    )

    @property
    def is_ez(self) -> bool:
        return self.variant == "ez"

    def offers(self, wager: str) -> bool:
        return super().offers(wager) and (self.is_ez or wager not in EZ_WAGERS)

    def letters(self, wager: str) -> tuple[str, ...]:
        return INSURANCE_BY_BRAND[self.brand] if wager == "insurance" else super().letters(wager)

    def fixed_paytables(self) -> Mapping[str, Paytable]:
        return {**self.printed_once, **{f"{wager}_envy": self._envy(wager) for wager in ENVIES}}

    def _envy(self, wager: str) -> Paytable:
        """Return the Envy Bonus printed beside a wager's paytable; a custom one has that of the table it takes rows from, or A's."""
        letter = self.letter(wager)
        if letter == CUSTOM:
            letter = self.custom_paytables.get(wager, {}).get(FROM, "A")
        return ENVIES[wager].get(letter) or ENVIES[wager]["A"]

    @property
    def way(self) -> HouseWay:
        """The house way in force: the submission's own rules, or the one it names."""
        if self.house_way_rules is not None:
            return from_data(self.house_way_rules)
        return named(self.house_way)

    @property
    def least_limit(self) -> Cents:
        """$50,000, or what one player can win on the limited wagers at their minimum, on every area allowed.

        Either all seven cards run in one suit, or they hold no pair; the meter counts as it stands at first, and for a second
        hand as it is reset.
        """
        least, areas = self.least_optional_wager, self.adjacent_areas
        with_run, without_pair = (sum(map(self._most, wagers)) for wagers in _TOGETHER)
        beside = max(
            _most_of(paytable_of(self, "red_black")) if self.offers(colour) else 0 for colour in ("red", "black")
        )
        beside += _most_of(paytable_of(self, "queens_dragon")) if self.offers("queens_dragon") else 0
        meter = 0
        if self.offers("progressive"):
            terms = self.progressive
            reset, size = terms.reset or LEAST_METER, min(terms.wagers or (least,))
            meter = max(terms.initial or LEAST_METER, reset) - size + (areas - 1) * (reset - size)
        run, no_pair = areas * least * (with_run + beside) + meter, areas * least * (without_pair + beside)
        return Cents(max(LEAST_LIMIT, run, no_pair))

    def _most(self, wager: str) -> int:
        if not self.offers(wager):
            return 0
        return _most_of(paytable_of(self, wager))

    def in_force(self) -> Mapping[str, Any]:
        way = {"house_way": None} if self.house_way_rules is not None else {}
        meter = {"progressive": self.progressive.in_force(LEAST_METER) if self.offers("progressive") else None}
        return {**super().in_force(), **way, **meter}

    def digested(self) -> dict[str, Any]:
        fields = super().digested()
        if not self.banking.offered and "co_banking" not in self.banking.model_fields_set:
            # Nothing turns on it, and version 0.2 took it as offered.
            fields["banking"]["co_banking"] = True
        return fields

    @classmethod
    def earlier_meanings(cls, data: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
        banking = data.get("banking")
        if isinstance(banking, Mapping) and "co_banking" not in banking:
            # Version 0.2 took co-banking as offered where the submission did not specify it.
            yield {**data, "banking": {**banking, "co_banking": True}}

    def faults(self) -> Iterable[Fault]:
        common = list(super().faults())
        yield from common
        yield from self._brand_faults()
        yield from self._ez_faults()
        yield from self._house_way_faults()
        if self.offers("progressive"):
            yield from meter_faults(
                "progressive", self.progressive, least=LEAST_METER, clause=ClauseId("645a.13(e)(2)"), states_rate=False
            )
        if self.progressive.linked:
            message = "the chapter provides for a progressive table game system at the table, and for no linked one"
            yield Fault("progressive.linked", ClauseId("645a.2(d)"), message, ("false",))
        yield from size_faults("progressive", self.progressive, ClauseId("645a.7(e)(4)"))
        if "banking" not in self.model_fields_set:
            yield unstated(
                "banking",
                ClauseId("645a.12(a)"),
                "whether players may bank",
                default="offered, with co-banking",
                legal=("banking.offered = true", "banking.offered = false"),
            )
        # What a hand can win is known only of paytables that exist.
        least = self.least_limit if is_usable(common) else LEAST_LIMIT
        yield from limit_faults(self.payout_limit, least, ClauseId("645a.13(j)"))
        if self.is_ez and "vigorish" in self.model_fields_set:
            yield Fault(
                "vigorish",
                ClauseId("645a.1"),
                "EZ Pai Gow Poker collects no vigorish, so its rounding has no effect",
                (),
                Severity.NOTE,
            )

    def _brand_faults(self) -> Iterable[Fault]:
        letter, lawful = self.letter("insurance"), INSURANCE_BY_BRAND[self.brand]
        if letter in INSURANCE and letter not in lawful:
            yield Fault(
                "paytables.insurance",
                ClauseId("645a.13(d)"),
                f"insurance paytable {letter} is not one that the brand {self.brand!r} may select",
                lawful,
                rests_on=("brand",),
            )

        if self.brand == "none" and self.offers("fortune"):
            message = "the row 'royal flush and royal match' of the Fortune Bonus Wager cannot be reached: only the two brands define it"
            yield Fault("brand", ClauseId("645a.6(d)(2)"), message, severity=Severity.NOTE)

    def _ez_faults(self) -> Iterable[Fault]:
        for wager in self.offered or ():
            if wager in EZ_WAGERS and not self.is_ez:
                yield Fault(
                    "offered",
                    ClauseId("645a.7(e)(5)"),
                    f"{wager!r} may be offered only where EZ Pai Gow Poker is played",
                    (self.only_with[wager, ""], *(one for one in self.optional if one not in EZ_WAGERS)),
                    rests_on=("variant",),
                )
        if self.is_ez and self.offered is not None and len({"red", "black"} & set(self.offered)) == 1:
            yield Fault(
                "offered",
                ClauseId("645a.7(e)(5)(iv)"),
                "the Red/Black Wager is on the color the player chooses, so both are offered",
                ("red", "black"),
            )
        if self.offers("protection"):
            yield Fault(
                "offered",
                ClauseId("645a.13(h)"),
                "the row 'ace five natural straight flush' of the Protection Wager cannot be reached: "
                "a hand with a pair or better loses",
                severity=Severity.NOTE,
            )

    def _house_way_faults(self) -> Iterable[Fault]:
        if self.house_way_rules is not None:
            try:
                from_data(self.house_way_rules, under="house_way_rules.rule")
            except HouseWayError as error:
                for says in error.faults:
                    yield Fault("house_way_rules", ClauseId("645a.11(c)"), says)
        elif self.house_way not in names():
            says = f"there is no house way called {shortened(self.house_way)!r}{nearest(self.house_way, names())}"
            yield Fault("house_way", ClauseId("645a.11(c)"), says, names())
        elif "house_way" not in self.model_fields_set:
            yield unstated(
                "house_way",
                ClauseId("645a.11(c)"),
                "how the dealer's hands are set",
                default=self.house_way,
                legal=names(),
            )


_TOGETHER = (("fortune", "emperor", "dynasty"), ("insurance", "protection"))


def _most_of(paytable: Paytable) -> int:
    """How many times the wager the best reachable row pays."""
    reachable = [pays for hand, pays in paytable.pays.items() if hand is not HighCard.ACE_FIVE_NATURAL_STRAIGHT_FLUSH]
    return max((worth(pays).paid(Cents(1)) for pays in reachable), default=0)
