"""World Poker Tour Heads-Up Hold 'Em as a value."""

from __future__ import annotations

from houseway.chapters.banked import table_rules
from houseway.chapters.c677a_heads_up_holdem import CHAPTER
from houseway.chapters.c677a_heads_up_holdem.irregularities import IRREGULARITIES
from houseway.chapters.c677a_heads_up_holdem.settlement import ANTE, RAISE, odds_wager, pocket_bonus, trips_plus
from houseway.chapters.c677a_heads_up_holdem.submission import HeadsUpHoldemSubmission
from houseway.chapters.holdem import DECK, deals, describe_hands
from houseway.chapters.procedures import by_dealing, card_procedures, procedures
from houseway.chapters.wagers import main_wager, optional_wager
from houseway.clause import ClauseId
from houseway.money import Cents
from houseway.rules.cards import Dealing
from houseway.rules.game import (
    BankedGame,
    Decide,
    Does,
    Option,
    PayoutLimit,
    Phase,
    Placed,
    Reveal,
    Settle,
    SettleWagers,
    Wager,
)
from houseway.rules.submission import paytable_of
from houseway.rules.table_rules import TableRules

CARDS = card_procedures(
    "677a",
    deck=DECK,
    count=by_dealing("677a", "(e)", "(d)", "(d)"),
    count_right=by_dealing("677a", "(f)", "(e)", "(e)"),
    count_wrong=by_dealing("677a", "(g)", "(f)", "(f)"),
    out_of_order="677a.13(g)",
)
PROCEDURES = procedures(
    "677a",
    adjacent="677a.7(e)",
    no_more_bets_by=by_dealing("677a", "(b)", "(b)", "(a)(2)"),
    collect="677a.11(j)",
    community=by_dealing("677a", "(d)", "(c)", "(c)"),
)

_HOLE_CLAUSE = by_dealing("677a", "(c)", "(b)", "(b)")


def build(submission: HeadsUpHoldemSubmission) -> BankedGame:
    """The game as this submission completes it."""
    tables = {
        "ante": ANTE,
        "odds": odds_wager(paytable_of(submission, "odds"), paytable_of(submission, "bad_beat")),
        "raise": RAISE,
        "pocket_bonus": pocket_bonus(paytable_of(submission, "pocket_bonus")),
        "trips_plus": trips_plus(paytable_of(submission, "trips_plus")),
    }
    return BankedGame(
        id=submission.game,
        name=CHAPTER.games[submission.game],
        chapter=CHAPTER.number,
        seats=6,
        wagers={wager.id: wager for wager in _wagers(submission)},
        phases=_phases(submission),
        tables=tables,
        stages=(
            SettleWagers(
                wagers=("ante", "raise", "odds", "pocket_bonus", "trips_plus"),
                reveals=ClauseId("677a.11(g)(1)"),
                verified=(
                    ("pocket_bonus", ClauseId("677a.11(i)(1)(i)")),
                    ("trips_plus", ClauseId("677a.11(i)(2)(i)")),
                ),
            ),
        ),
        irregularities=IRREGULARITIES,
        procedures=PROCEDURES,
        cards=CARDS,
        meters={},
        limit=_limit(submission),
        describe=describe_hands,
    )


def rules(submission: HeadsUpHoldemSubmission) -> TableRules:
    """The rules of a table under this submission."""
    return table_rules(submission, build, positions_per_player=submission.adjacent_boxes)


def _limit(submission: HeadsUpHoldemSubmission) -> PayoutLimit | None:
    if submission.payout_limit is None:
        return None
    return PayoutLimit(
        cents=Cents(submission.payout_limit),
        clause=ClauseId("677a.12(f)"),
        wagers=frozenset({"ante", "raise", "odds"}),
        clauses=frozenset({ClauseId("677a.12(a)"), ClauseId("677a.12(b)")}),
        per_player=True,
    )


def _wagers(submission: HeadsUpHoldemSubmission) -> tuple[Wager, ...]:
    return (
        main_wager(submission, "ante", "Ante Wager", ClauseId("677a.7(d)(1)")),
        Wager(id="odds", name="Odds Wager", clause=ClauseId("677a.7(d)(1)"), requires="ante", equals="ante"),
        Wager(id="raise", name="Raise Wager", clause=ClauseId("677a.7(d)(1)"), placed=Placed.BY_DECISION),
        optional_wager(
            submission,
            "pocket_bonus",
            "Pocket Bonus Wager",
            ClauseId("677a.7(d)(2)"),
            requires="ante",
            rests_on=("hole",),
        ),
        optional_wager(
            submission,
            "trips_plus",
            "Trips Plus Wager",
            ClauseId("677a.7(d)(3)"),
            requires="ante",
            rests_on=("hole", "flop", "turn_and_river"),
        ),
    )


def _phases(submission: HeadsUpHoldemSubmission) -> tuple[Phase, ...]:
    """The round: two cards that their player alone sees (677a.11(a)), then Flop, and Turn with River."""
    dealt = deals(
        (("flop", 3, "677a.11(c)"), ("turn_and_river", 2, "677a.11(e)")),
        hole_clause=_HOLE_CLAUSE[submission.dealing],
        first_clause=submission.community_first_clause,
        stacks=submission.dealing is Dealing.AUTOMATED_SHOE,
        community_first=submission.community_first,
    )
    any_chip = submission.raise_minimum == "chip"
    phases = (
        dealt["community"],
        dealt["hole"],
        _asks("before_flop", ClauseId("677a.11(b)"), most_times=3, any_chip=any_chip),
        dealt["flop"],
        _asks("before_turn", ClauseId("677a.11(d)"), most_times=2, any_chip=any_chip),
        dealt["turn_and_river"],
        Decide(
            id="after_river",
            clause=ClauseId("677a.11(f)"),
            unless_placed="raise",
            options=(
                Option(word="raise", does=Does.WAGER, clause=ClauseId("677a.11(f)"), wager="raise", of="ante"),
                Option(word="fold", does=Does.FOLD, clause=ClauseId("677a.11(f)"), collects=("ante", "odds")),
            ),
        ),
        Reveal(id="reveal", clause=ClauseId("677a.11(g)")),
        Settle(id="settle", clause=ClauseId("677a.11(g)(2)")),
    )
    return tuple(phase for phase in phases if phase is not None)


def _asks(id: str, clause: ClauseId, *, most_times: int, any_chip: bool) -> Decide:
    """Raise up to so many times the Ante, or check."""
    raises = Option(
        word="raise",
        does=Does.WAGER,
        clause=clause,
        wager="raise",
        of="ante",
        most_times=most_times,
        any_chip=any_chip,
    )
    check = Option(word="check", does=Does.WAIT, clause=clause)
    return Decide(id=id, clause=clause, unless_placed="raise", options=(raises, check))
