"""Pai Gow Poker as a value."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from houseway.cards import DECK_53, Card
from houseway.chapters.banked import table_rules
from houseway.chapters.c645a_pai_gow import CHAPTER, hands
from houseway.chapters.c645a_pai_gow import settlement as tables
from houseway.chapters.c645a_pai_gow.bank import SettleAgainstBank, bank_procedures
from houseway.chapters.c645a_pai_gow.cutting import order_of_cut
from houseway.chapters.c645a_pai_gow.irregularities import IRREGULARITIES
from houseway.chapters.c645a_pai_gow.paytables import ENVIES, PROGRESSIVE_METER
from houseway.chapters.c645a_pai_gow.submission import LEAST_METER, PaiGowSubmission, StartBy
from houseway.chapters.meters import meter
from houseway.chapters.procedures import by_dealing, card_procedures, procedures
from houseway.chapters.wagers import main_wager, optional_wager
from houseway.clause import ClauseId
from houseway.money import Cents
from houseway.rules.cards import Dealing
from houseway.rules.game import (
    Arrangement,
    BankedGame,
    Deal,
    Decide,
    Does,
    Meter,
    Option,
    PayEnvy,
    PayoutLimit,
    Phase,
    PlayerBank,
    Reveal,
    Settle,
    SettleWagers,
    Stage,
    To,
    Validation,
    Vigorish,
    Wager,
)
from houseway.rules.paytable import Paytable
from houseway.rules.settlement import SettlementTable
from houseway.rules.showdown import Setting
from houseway.rules.submission import paytable_of
from houseway.rules.table_rules import Banking, TableRules

CARDS = card_procedures(
    "645a",
    deck=DECK_53,
    joker_torn="645a.4(b)",
    # The chapter has the stub counted in every round, and asks no count of a device but of the one that reshuffles.
    counted=frozenset(),
    stub_every_deal=True,
    device_count="645a.5(h)",
    device_count_wrong="645a.5(h)",
    cut_is_spared="645a.5(b)(1)",
    cut_is_due="645a.5(b)(2)",
    cut_by_dealer="645a.5(c)",
    cut_offered="645a.5(d)",
    offers_cut=order_of_cut,
    cut="645a.5(e)",
    cut_leaves=10,
    recut="645a.5(f)",
    no_activity="645a.5(g)",
    no_activity_by_device="645a.5(g)(2)",
    reshuffling_device="645a.5(h)",
    count=by_dealing("645a", "(e)", "(d)", "(d)"),
    count_right=by_dealing("645a", "(e)", "(d)", "(d)"),
    count_wrong=by_dealing("645a", "(f)", "(e)", "(e)"),
    out_of_order="645a.14(n)",
)
PROCEDURES = procedures(
    "645a",
    adjacent="645a.7(f)",
    start="645a.5(i)",
    start_by_dice="645a.5(i)(1)",
    shaken="645a.5(i)(1)(i)",
    start_by_number="645a.5(i)(2)",
    start_is_due=by_dealing("645a", "(c)", "(b)", "(b)"),
    no_more_bets_by=by_dealing("645a", "(b)", "(a)(3)", "(a)(2)"),
    lammer=by_dealing("645a", "(b)(1)", "(a)(3)(i)", "(a)(2)(i)"),
    chips_count=by_dealing("645a", "(b)(2)", "(a)(3)(ii)", "(a)(2)(ii)"),
    unplayed=by_dealing("645a", "(g)", "(f)", "(f)"),
    collect="645a.11(j)",
)

_DEAL_CLAUSE = by_dealing("645a", "(d)", "(c)", "(c)")
_QUALIFYING = Cents(500)
"""645a.1: the least wager that earns an Envy Bonus."""
_NAMES = {
    "fortune": ("Fortune Bonus Wager", ClauseId("645a.7(e)(1)")),
    "emperor": ("Emperor's Treasure Wager", ClauseId("645a.7(e)(2)")),
    "insurance": ("Pai Gow Insurance Wager", ClauseId("645a.7(e)(3)")),
    "progressive": ("Progressive Payout Wager", ClauseId("645a.7(e)(4)")),
    "queens_dragon": ("Queen's Dragon Wager", ClauseId("645a.7(e)(5)(i)")),
    "dynasty": ("Dynasty Bonus Wager", ClauseId("645a.7(e)(5)(ii)")),
    "protection": ("Protection Wager", ClauseId("645a.7(e)(5)(iii)")),
    "red": ("Red/Black Wager on red", ClauseId("645a.7(e)(5)(iv)")),
    "black": ("Red/Black Wager on black", ClauseId("645a.7(e)(5)(iv)")),
}
"""The optional wagers in the order in which 645a.11(h) settles them."""
_TURNED_UP = {
    "fortune": ClauseId("645a.11(h)(1)(i)(C)"),
    "emperor": ClauseId("645a.11(h)(2)(i)(C)"),
    "dynasty": ClauseId("645a.11(h)(6)(i)(C)"),
}
"""A hand that earns another player the Envy Bonus lies face up, though its player placed no such wager."""
_LIMITED = "645a.13(b) 645a.13(c) 645a.13(d) 645a.13(e)(1) 645a.13(f) 645a.13(g) 645a.13(h) 645a.13(i)"


def build(submission: PaiGowSubmission) -> BankedGame:
    """The game as this submission completes it."""
    bonus = {
        **{wager: _bonus(submission, wager) for wager in ENVIES},
        "dynasty": tables.dynasty(paytable_of(submission, "dynasty"), paytable_of(submission, "dynasty_envy")),
    }
    all_tables = {
        "pai_gow": tables.EZ_PAI_GOW if submission.is_ez else tables.PAI_GOW,
        **{wager: bonus[wager][0] for wager in ENVIES},
        "insurance": tables.insurance(paytable_of(submission, "insurance")),
        "progressive": tables.progressive(paytable_of(submission, "progressive")),
        "queens_dragon": tables.queens_dragon(paytable_of(submission, "queens_dragon")),
        "dynasty": bonus["dynasty"][0],
        "protection": tables.protection(paytable_of(submission, "protection")),
        **{
            color: tables.red_black(color, submission.red_black_joker, paytable_of(submission, "red_black"))
            for color in ("red", "black")
        },
    }
    envies = {wager: envy for wager, (_, envy) in bonus.items()}
    return BankedGame(
        id=submission.game,
        name=CHAPTER.games[submission.game],
        chapter=CHAPTER.number,
        seats=6,
        wagers={wager.id: wager for wager in _wagers(submission)},
        phases=_phases(submission),
        tables=all_tables,
        stages=_stages(submission, envies),
        irregularities=IRREGULARITIES,
        procedures=PROCEDURES,
        cards=replace(CARDS, second_cover_card=submission.second_cover_card),
        meters={PROGRESSIVE_METER: _meter(submission)} if submission.offers("progressive") else {},
        limit=_limit(submission),
        arrangement=_arrangement(submission),
        player_bank=PlayerBank(
            procedures=bank_procedures,
            clause=ClauseId("645a.12(a)"),
            passed=ClauseId("645a.12(c)"),
            wagers=ClauseId("645a.12(g)"),
            covers=ClauseId("645a.12(d)(2)"),
            one_area=ClauseId("645a.12(f)"),
            dealer_sets=ClauseId("645a.12(i)"),
            co_bank_sets=ClauseId("645a.12(e)"),
        ),
        stub_left=4,
        qualifying_wagers=dict.fromkeys(envies, _QUALIFYING),
        describe=hands.describe_hands,
    )


def rules(submission: PaiGowSubmission) -> TableRules:
    """The rules of a table under this submission."""
    terms = submission.banking
    wager = None if terms.dealer_wager is None else Cents(terms.dealer_wager)
    return table_rules(
        submission,
        build,
        positions_per_player=submission.adjacent_areas,
        start_by_dice=submission.start_by is StartBy.DICE,
        banking=Banking(co_banking=terms.co_banking, dealer_wager=wager) if terms.offered else None,
        vigorish=not submission.is_ez,
    )


def _bonus(submission: PaiGowSubmission, wager: str) -> tuple[SettlementTable, SettlementTable]:
    """The Fortune Bonus or Emperor's Treasure Wager and its Envy Bonus."""
    paytable, envy = paytable_of(submission, wager), paytable_of(submission, f"{wager}_envy")
    if paytable.lawful and envy.lawful:
        return _published(wager, paytable.letter, submission.brand)
    return _tables(wager, paytable, envy, submission.brand)


@cache
def _published(wager: str, letter: str, brand: str) -> tuple[SettlementTable, SettlementTable]:
    return _tables(wager, PaiGowSubmission.paytable_choices[wager][letter], ENVIES[wager][letter], brand)


def _tables(wager: str, paytable: Paytable, envy: Paytable, brand: str) -> tuple[SettlementTable, SettlementTable]:
    return tables.fortune(paytable, envy, brand) if wager == "fortune" else tables.emperor(paytable, envy)


def _wagers(submission: PaiGowSubmission) -> tuple[Wager, ...]:
    sizes = tuple(Cents(size) for size in sorted(submission.progressive.wagers or ()))
    more: dict[str, dict[str, Any]] = {
        "progressive": {
            "sizes": sizes,
            "meter": PROGRESSIVE_METER,
            "taken_before_deal": True,
            "lock_out": ClauseId("645a.2(d)(2)"),
        },
        "queens_dragon": {"needs_bank_hand": True},
    }
    return (
        main_wager(submission, "pai_gow", "Pai Gow Poker Wager", ClauseId("645a.7(d)")),
        *(
            optional_wager(
                submission,
                id,
                name,
                clause,
                requires="pai_gow",
                after_required=True,
                rests_on=("hole",),
                **more.get(id, {}),
            )
            for id, (name, clause) in _NAMES.items()
        ),
    )


def _meter(submission: PaiGowSubmission) -> Meter:
    return meter(PROGRESSIVE_METER, submission.progressive, least=LEAST_METER, clause=ClauseId("645a.13(e)(2)"))


def _phases(submission: PaiGowSubmission) -> tuple[Phase, ...]:
    return (
        Deal(
            id="hole",
            to=To.EVERY_POSITION,
            cards=7,
            clause=_DEAL_CLAUSE[submission.dealing],
            stacks=submission.dealing is Dealing.AUTOMATED_SHOE,
        ),
        Decide(id="set", clause=ClauseId("645a.11(b)"), any_order=True, options=_sets(ClauseId("645a.11(b)"))),
        Decide(id="bank", clause=ClauseId("645a.11(c)"), asks_bank=True, options=_sets(ClauseId("645a.11(c)"))),
        Reveal(id="reveal", clause=ClauseId("645a.11(c)")),
        Decide(
            id="surrender",
            clause=ClauseId("645a.11(d)"),
            any_order=True,
            may_pass_over=True,
            options=(
                Option(word="surrender", does=Does.SURRENDER, clause=ClauseId("645a.11(d)"), collects=("pai_gow",)),
            ),
        ),
        Settle(id="settle", clause=ClauseId("645a.11(e)")),
    )


def _sets(clause: ClauseId) -> tuple[Option, ...]:
    """The player arranges the cards, or asks for the setting the dealer's hand would be given."""
    return (
        Option(word="set", does=Does.SET, clause=clause),
        Option(word="house way", does=Does.SET, clause=ClauseId("645a.11(a)(1)")),
    )


def _stages(submission: PaiGowSubmission, envies: dict[str, SettlementTable]) -> tuple[Stage, ...]:
    vigorish = None
    if not submission.is_ez:
        rounded = Cents(25) if submission.vigorish == "quarter" else None
        vigorish = Vigorish(percent=5, rounded_up_to=rounded, clause=ClauseId("645a.13(a)"))
    return (
        # With a player bank every Pai Gow Poker Wager is settled here, through the center of the table; the optional
        # wagers are the house's in either case: 645a.12(n).
        SettleAgainstBank(vigorish=vigorish),
        # All of a seat's wagers before the next seat's (645a.11(i)); the meter is read when it is the player's turn
        # to be paid (645a.13(e)(3)). Hand and light are verified before the validation: 645a.11(h)(4)(ii)(A) and (B).
        SettleWagers(
            wagers=("pai_gow", *_NAMES),
            reveals=ClauseId("645a.11(e)"),
            validation=Validation(
                clause=ClauseId("645a.11(h)(4)(ii)(C)"),
                documented=ClauseId("645a.11(h)(4)(ii)(D)"),
                wagers=("progressive",),
            ),
            vigorish=(("pai_gow", vigorish),) if vigorish is not None else (),
        ),
        *(
            PayEnvy(wager=wager, tables=((_QUALIFYING, table),), turns_up=_TURNED_UP[wager])
            for wager, table in envies.items()
        ),
    )


def _limit(submission: PaiGowSubmission) -> PayoutLimit | None:
    if submission.payout_limit is None:
        return None
    return PayoutLimit(
        cents=Cents(submission.payout_limit),
        clause=ClauseId("645a.13(j)"),
        wagers=frozenset(_NAMES),
        clauses=frozenset(map(ClauseId, _LIMITED.split())),
        per_player=False,
    )


def _arrangement(submission: PaiGowSubmission) -> Arrangement:
    return Arrangement(
        high=5,
        low=2,
        check=_accepted,
        clause=ClauseId("645a.11(b)"),
        final=ClauseId("645a.11(a)(3)"),
        house_way=submission.way,
        bank_clause=ClauseId("645a.11(c)"),
        proper=hands.is_proper,
        legal=hands.settings_of,
    )


def _accepted(held: tuple[Card, ...], setting: Setting) -> str | None:
    """Any five and two of the held cards may be placed; a low hand above the high hand loses (645a.11(f)(1)(iii)).

    Whatever else is not set correctly (645a.11(f)(1)(iv)) cannot be placed at all: reading 645a-foul.
    """
    return None
