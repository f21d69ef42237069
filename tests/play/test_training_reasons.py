"""The reason a trainee reads for a payment is that of the settlement row that fixed it."""

from __future__ import annotations

import pytest

from houseway.chapters.registry import games, resolve
from houseway.engine.banked import events as ev
from houseway.money import Cents
from houseway.play.training.playing import Playing, is_settling, settled
from houseway.play.training.tasks import _reason
from houseway.rules.settlement import HANDS_TIE, HIGH_HAND_ONLY, LOW_HAND_ONLY, Compared, Row
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

SUBMISSIONS = (
    *({"game": game} for game in games(banked=True)),
    {"game": "pai-gow", "variant": "ez"},
    {"game": "holdem-bonus", "ante_pays_on": "flush"},
)
TIE, WINS = frozenset({int(Compared.EQUAL)}), frozenset({int(Compared.HIGHER)})


def holds(row: Row) -> bool:
    """Return whether the conditions of a row bear its reason out."""
    match row.reason:
        case reason if reason == HANDS_TIE:
            return row.when["outcome"] == TIE
        case reason if reason in (HIGH_HAND_ONLY, LOW_HAND_ONLY):
            # In Five Card Hi-Lo the lower points win the low hand.
            return (row.when["high"] == WINS) == (reason == HIGH_HAND_ONLY)
        case "the dealer has less than a pair":
            return row.when == {"dealer": frozenset({0})}
        case reason if reason.startswith("the player wins, but with less than a "):
            return row.when["outcome"] == WINS
    return False


@pytest.mark.parametrize("submission", SUBMISSIONS, ids=lambda one: " ".join(map(str, one.values())))
def test_every_push_has_a_reason_that_its_conditions_bear_out(submission: dict[str, str]):
    rules = resolve(submission, kind=TableRules)
    pushes = [row for table in rules.game.tables.values() for row in table.rows if row.text == "push"]
    assert pushes
    assert all(holds(row) if row.reason else row.name for row in pushes)


def test_677a_11_h_1__an_ante_returned_to_the_winner_is_explained_by_the_dealers_hand():
    rules = resolve({"game": "heads-up-holdem"}, kind=TableRules)
    row = next(row for row in rules.game.tables["ante"].rows if row.clause == "677a.11(h)(1)")
    returned = ev.WagerSettled(
        clause=row.clause, seat=Seat(1), wager="ante", amount=Cents(1000), pays=row.text, net=Cents(0)
    )
    assert _reason(rules, returned) == "the dealer has less than a pair"


@pytest.mark.parametrize("game", games(banked=True))
def test_no_reason_says_that_neither_wins(game: str):
    for seed in range(4):
        playing = Playing(game, seed)
        assert playing.until(is_settling)
        assert isinstance(playing.rules, TableRules)
        for event in settled(playing):
            if isinstance(event, ev.WagerSettled):
                assert _reason(playing.rules, event)
                assert "neither" not in _reason(playing.rules, event)
