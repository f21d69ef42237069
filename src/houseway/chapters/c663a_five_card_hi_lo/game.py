"""Five Card Hi-Lo as a value."""

from __future__ import annotations

from houseway.cards import DECK_52
from houseway.chapters.banked import table_rules
from houseway.chapters.c663a_five_card_hi_lo import CHAPTER
from houseway.chapters.c663a_five_card_hi_lo.irregularities import IRREGULARITIES
from houseway.chapters.c663a_five_card_hi_lo.setting import ARRANGEMENT, DEALT_CARDS
from houseway.chapters.c663a_five_card_hi_lo.settlement import (
    ANTE,
    PLAY,
    ante_bonus,
    describe_hands,
    poker_bonus,
    tie,
)
from houseway.chapters.c663a_five_card_hi_lo.submission import FiveCardHiLoSubmission
from houseway.chapters.procedures import by_dealing, card_procedures, procedures
from houseway.chapters.wagers import main_wager, optional_wager
from houseway.clause import ClauseId
from houseway.rules.cards import Dealing, Shuffler
from houseway.rules.game import (
    BankedGame,
    Deal,
    Decide,
    Does,
    Option,
    PayOnTop,
    Phase,
    Placed,
    Reveal,
    Settle,
    SettleWagers,
    To,
    Wager,
)
from houseway.rules.submission import paytable_of
from houseway.rules.table_rules import TableRules

CARDS = card_procedures(
    "663a",
    deck=DECK_52,
    count=by_dealing("663a", "(f)", "(d)", "(d)"),
    count_right=by_dealing("663a", "(g)", "(e)", "(e)"),
    count_wrong=by_dealing("663a", "(h)", "(f)", "(f)"),
    out_of_order="663a.13(f)",
    # What (g) spares a device that reshuffles and counts includes the count of (b).
    counted=frozenset({Shuffler.COUNTING}),
)
PROCEDURES = procedures(
    "663a",
    adjacent="663a.7(f)",
    no_more_bets_by=by_dealing("663a", "(b)", "(a)(3)", "(a)(2)"),
    collect="663a.11(l)",
)

_HOLE_CLAUSE = by_dealing("663a", "(d)", "(b)", "(b)")


def build(submission: FiveCardHiLoSubmission) -> BankedGame:
    """The game as this submission completes it."""
    bonus = PayOnTop(
        id="ante_bonus",
        name="Ante Bonus Payout",
        measured_by="ante",
        table=ante_bonus(paytable_of(submission, "ante_bonus")),
        requires="play",
    )
    return BankedGame(
        id=submission.game,
        name=CHAPTER.games[submission.game],
        chapter=CHAPTER.number,
        seats=6,
        wagers={wager.id: wager for wager in _wagers(submission)},
        phases=_phases(submission),
        tables={
            "ante": ANTE,
            "play": PLAY,
            "tie": tie(paytable_of(submission, "tie")),
            "poker_bonus": poker_bonus(paytable_of(submission, "poker_bonus")),
        },
        # One stage: all of a seat's wagers are settled before its cards leave the table, 663a.11(k).
        stages=(
            SettleWagers(
                wagers=("ante", "play", "tie", "poker_bonus"),
                reveals=ClauseId("663a.11(f)"),
                verified=(("poker_bonus", ClauseId("663a.11(j)(2)")),),
                on_top=(("play", bonus),),
            ),
        ),
        irregularities=IRREGULARITIES,
        procedures=PROCEDURES,
        cards=CARDS,
        meters={},
        arrangement=ARRANGEMENT,
        describe=describe_hands,
    )


def rules(submission: FiveCardHiLoSubmission) -> TableRules:
    """The rules of a table under this submission."""
    return table_rules(submission, build, positions_per_player=submission.adjacent_areas)


def _wagers(submission: FiveCardHiLoSubmission) -> tuple[Wager, ...]:
    return (
        main_wager(submission, "ante", "Ante Wager", ClauseId("663a.7(d)")),
        Wager(id="play", name="Play Wager", clause=ClauseId("663a.11(b)"), placed=Placed.BY_DECISION),
        optional_wager(
            submission,
            "tie",
            "Tie Wager",
            ClauseId("663a.7(e)(1)"),
            requires="ante",
            after_required=True,
            rests_on=("hole",),
        ),
        optional_wager(
            submission,
            "poker_bonus",
            "Poker Bonus Wager",
            ClauseId("663a.7(e)(2)"),
            requires="ante",
            after_required=True,
            rests_on=("hole",),
        ),
    )


def _phases(submission: FiveCardHiLoSubmission) -> tuple[Phase, ...]:
    """The round: five cards that their player alone sees (663a.11(a)), the Play Wagers, then the setting."""
    asks = ClauseId("663a.11(b)")
    sets = ClauseId("663a.11(d)")
    return (
        Deal(
            id="hole",
            to=To.PLAYERS_AND_DEALER,
            cards=DEALT_CARDS,
            clause=_HOLE_CLAUSE[submission.dealing],
            stacks=submission.dealing is Dealing.AUTOMATED_SHOE,
        ),
        Decide(
            id="play",
            clause=asks,
            options=(
                Option(word="play", does=Does.WAGER, clause=asks, wager="play", of="ante"),
                # What is forfeited is recorded at the fold; by 663a.11(c) chips and cards are taken up when all have
                # answered, those under a Poker Bonus Wager when that is settled.
                Option(
                    word="fold",
                    does=Does.FOLD,
                    clause=asks,
                    collects=("ante", "tie"),
                    collects_under=(("tie", ClauseId("663a.11(b)(1)")),),
                ),
            ),
        ),
        Decide(
            id="set",
            clause=sets,
            any_order=True,
            options=(Option(word="set", does=Does.SET, clause=sets),),
        ),
        Reveal(id="reveal", clause=ClauseId("663a.11(e)")),
        Settle(id="settle", clause=ClauseId("663a.11(f)")),
    )
