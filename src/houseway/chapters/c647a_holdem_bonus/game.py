"""Texas Hold 'Em Bonus Poker as a value."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.chapters.banked import table_rules
from houseway.chapters.c647a_holdem_bonus import CHAPTER
from houseway.chapters.c647a_holdem_bonus import settlement as tables
from houseway.chapters.c647a_holdem_bonus.irregularities import IRREGULARITIES
from houseway.chapters.c647a_holdem_bonus.paytables import FIVE_CARD_METER, PROGRESSIVE_METER, Bonus, Extra
from houseway.chapters.c647a_holdem_bonus.submission import (
    FIVE_CARD_WAGERS,
    LEAST_METER,
    PROGRESSIVE_SIZES,
    HoldemBonusSubmission,
)
from houseway.chapters.holdem import DECK, Hand, deals, describe_hands
from houseway.chapters.meters import meter
from houseway.chapters.procedures import by_dealing, card_procedures, procedures
from houseway.chapters.wagers import main_wager, optional_wager
from houseway.clause import ClauseId
from houseway.money import Cents
from houseway.rules.cards import Dealing
from houseway.rules.game import (
    BankedGame,
    Decide,
    Does,
    Meter,
    Option,
    PayEnvy,
    PayOnTop,
    PayoutLimit,
    Phase,
    Placed,
    Reveal,
    Settle,
    SettleWagers,
    SharedMeter,
    Stage,
    TableDraws,
    Validation,
    Wager,
)
from houseway.rules.submission import paytable_of
from houseway.rules.table_rules import TableRules

CARDS = card_procedures(
    "647a",
    deck=DECK,
    count=by_dealing("647a", "(f)", "(d)", "(d)"),
    count_right=by_dealing("647a", "(g)", "(e)", "(e)"),
    count_wrong=by_dealing("647a", "(h)", "(f)", "(f)"),
    out_of_order="647a.13(g)",
)
PROCEDURES = procedures(
    "647a",
    adjacent="647a.7(e)",
    no_more_bets_by=by_dealing("647a", "(b)", "(b)", "(a)(2)"),
    chips_count=by_dealing("647a", "(b)", "(b)", "(a)(2)"),
    collect="647a.11(k)",
    community=by_dealing("647a", "(e)", "(c)", "(c)"),
)

_HOLE_CLAUSE = by_dealing("647a", "(d)", "(b)", "(b)")
_LEAST_PAID_ANTE = {"straight": Hand.STRAIGHT, "flush": Hand.FLUSH}
_WINNING_HAND = ClauseId("647a.11(j)(1)")
_HANDS = ("player", "dealer")
_MAIN = ("ante", "flop", "turn", "river", "holdem_bonus")


def build(submission: HoldemBonusSubmission) -> BankedGame:
    """The game as this submission completes it."""
    return BankedGame(
        id=submission.game,
        name=CHAPTER.games[submission.game],
        chapter=CHAPTER.number,
        seats=6,
        wagers={wager.id: wager for wager in _wagers(submission)},
        phases=_phases(submission),
        tables={
            "ante": tables.ante(_LEAST_PAID_ANTE[submission.ante_pays_on]),
            "flop": tables.FLOP,
            "turn": tables.TURN,
            "river": tables.RIVER,
            "holdem_bonus": tables.holdem_bonus(paytable_of(submission, "holdem_bonus")),
            "progressive": tables.progressive(paytable_of(submission, "progressive")),
            **{f"five_card_{hand}": tables.five_card(hand, paytable_of(submission, "five_card")) for hand in _HANDS},
        },
        stages=_stages(submission),
        irregularities=IRREGULARITIES,
        procedures=PROCEDURES,
        cards=CARDS,
        meters={meter.id: meter for meter in _meters(submission)},
        limit=PayoutLimit(
            cents=Cents(submission.lawful_limit),
            clause=ClauseId("647a.12(c)"),
            wagers=frozenset(_MAIN),
            clauses=frozenset({ClauseId("647a.12(a)"), ClauseId("647a.12(b)")}),
            per_player=False,
        ),
        draws=TableDraws(
            clause=ClauseId("647a.12(e)(3)"),
            by=ClauseId("647a.1"),
            wagers=FIVE_CARD_WAGERS,
            magic_card=submission.magic_card and submission.offers_five_card,
            lucky=submission.lucky_bonus and submission.offers_five_card,
        ),
        describe=describe_hands,
    )


def rules(submission: HoldemBonusSubmission) -> TableRules:
    """The rules of a table under this submission."""
    return table_rules(submission, build)


def _wagers(submission: HoldemBonusSubmission) -> tuple[Wager, ...]:
    sizes = {
        "progressive": _sizes(submission.progressive_sizes),
        "five_card": _sizes(submission.five_card.wagers or ()),
    }
    # Only a paytable that pays the dealer's aces too looks at the dealer's cards.
    looks_at_dealer = Bonus.ACE_ACE_WITH_DEALER_AND_PLAYER in paytable_of(submission, "holdem_bonus").pays
    return (
        main_wager(submission, "ante", "Ante Wager", ClauseId("647a.7(d)(1)")),
        *(
            Wager(id=street, name=f"{street.title()} Wager", clause=ClauseId("647a.7(d)(1)"), placed=Placed.BY_DECISION)
            for street in ("flop", "turn", "river")
        ),
        optional_wager(
            submission,
            "holdem_bonus",
            "Texas Hold 'Em Bonus Wager",
            ClauseId("647a.7(d)(2)"),
            requires="ante",
            rests_on=("hole",),
            needs_bank_hand=looks_at_dealer,
        ),
        # Its sizes are its own, whatever the least and greatest of the other optional wagers.
        Wager(
            id="progressive",
            name="Progressive Payout Wager",
            clause=ClauseId("647a.7(d)(3)"),
            requires="ante",
            after_required=True,
            sizes=sizes["progressive"],
            rests_on=("hole", "flop"),
            meter=PROGRESSIVE_METER,
            taken_before_deal=True,
            lock_out=ClauseId("647a.2(c)(2)"),
            offered=submission.offers("progressive"),
        ),
        *(
            optional_wager(
                submission,
                f"five_card_{hand}",
                f"Five Card Hand Bonus Wager on the {hand}'s hand",
                ClauseId("647a.7(d)(4)"),
                requires="ante",
                after_required=True,
                sizes=sizes["five_card"],
                rests_on=("hole", "flop"),
                needs_bank_hand=hand == "dealer",
                meter=FIVE_CARD_METER,
                lock_out=ClauseId("647a.2(d)"),
            )
            for hand in _HANDS
        ),
    )


def _sizes(cents: Iterable[int]) -> tuple[Cents, ...]:
    return tuple(Cents(size) for size in sorted(cents))


def _meters(submission: HoldemBonusSubmission) -> list[Meter]:
    meters = []
    if submission.offers("progressive"):
        meters.append(
            meter(PROGRESSIVE_METER, submission.progressive, least=LEAST_METER, clause=ClauseId("647a.12(d)(3)"))
        )
    if submission.offers_five_card:
        meters.append(meter(FIVE_CARD_METER, submission.five_card, least=LEAST_METER, clause=ClauseId("647a.12(e)(4)")))
    return meters


def _phases(submission: HoldemBonusSubmission) -> tuple[Phase, ...]:
    """The round: two cards that their player alone sees (647a.11(a)), then street by street."""
    dealt = deals(
        (("flop", 3, "647a.11(c)"), ("turn", 1, "647a.11(e)"), ("river", 1, "647a.11(g)")),
        hole_clause=_HOLE_CLAUSE[submission.dealing],
        first_clause=submission.community_first_clause,
        stacks=submission.dealing is Dealing.AUTOMATED_SHOE,
        community_first=submission.community_first,
    )
    phases = (
        dealt["community"],
        dealt["hole"],
        Decide(
            id="before_flop",
            clause=ClauseId("647a.11(b)"),
            options=(
                Option(
                    word="flop",
                    does=Does.WAGER,
                    clause=ClauseId("647a.11(b)(1)"),
                    wager="flop",
                    of="ante",
                    least_times=2,
                    most_times=2,
                ),
                Option(word="fold", does=Does.FOLD, clause=ClauseId("647a.11(b)(2)"), collects=("ante",)),
            ),
        ),
        dealt["flop"],
        _asks("turn", ClauseId("647a.11(d)")),
        dealt["turn"],
        _asks("river", ClauseId("647a.11(f)")),
        dealt["river"],
        Reveal(id="reveal", clause=ClauseId("647a.11(h)")),
        Settle(id="settle", clause=ClauseId("647a.11(h)(2)")),
    )
    return tuple(phase for phase in phases if phase is not None)


def _asks(street: str, clause: ClauseId) -> Decide:
    """Bet the amount of the Ante on the coming card, or check."""
    bet = Option(word="bet", does=Does.WAGER, clause=clause, wager=street, of="ante")
    check = Option(word="check", does=Does.WAIT, clause=clause)
    return Decide(id=f"before_{street}", clause=clause, options=(bet, check))


def _stages(submission: HoldemBonusSubmission) -> tuple[Stage, ...]:
    validated = Validation(clause=ClauseId("647a.11(i)(3)"), documented=ClauseId("647a.11(i)(4)"))
    verified = Validation(clause=ClauseId("647a.11(j)(2)"), documented=ClauseId("647a.11(j)(3)"), least_times=500)
    one_dollar, five_dollars = (Cents(size) for size in PROGRESSIVE_SIZES)
    stages: list[Stage] = [
        SettleWagers(
            wagers=_MAIN,
            reveals=ClauseId("647a.11(h)(1)"),
            verified=(("holdem_bonus", ClauseId("647a.11(h)(3)")),),
        ),
        # Seat after seat, each from the meter as it stands by then: 647a.12(d)(4).
        SettleWagers(
            wagers=("progressive",), verified=(("progressive", ClauseId("647a.11(i)(1)")),), validation=validated
        ),
        PayEnvy(
            wager="progressive",
            tables=(
                (one_dollar, tables.envy(paytable_of(submission, "progressive_envy_1"))),
                (five_dollars, tables.envy(paytable_of(submission, "progressive_envy_5"))),
            ),
            turns_up=ClauseId("647a.11(i)(5)"),
        ),
        # Shares of the meter on the dealer's hand are divided (647a.12(e)(2)) and taken first (647a-five-card-meter).
        SharedMeter(wager="five_card_dealer", validation=verified),
        SettleWagers(
            wagers=("five_card_player",), verified=(("five_card_player", _WINNING_HAND),), validation=verified
        ),
    ]
    added = paytable_of(submission, "five_card_extra")
    for id, extra, offered in (
        ("magic", Extra.MAGIC_CARD, submission.magic_card),
        ("lucky", Extra.LUCKY_BONUS, submission.lucky_bonus),
    ):
        if offered:
            # The Lucky Bonus looks at no card, and the dealer's hand lies open.
            looks = {"five_card_player": _WINNING_HAND} if extra is Extra.MAGIC_CARD else {}
            stages += [
                PayOnTop(
                    id=id,
                    measured_by=wager,
                    table=tables.drawn_bonus(id, extra, wager, added, submission.positions_in_use),
                    verified=looks.get(wager),
                )
                for wager in FIVE_CARD_WAGERS
            ]
    return tuple(stages)
