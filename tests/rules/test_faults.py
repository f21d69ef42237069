"""One mistake in a submission is one fault: what follows from a field that is misspelt or not well formed is not said too."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.rules.submission import Fault, Severity, Verdict, verdict_of
from tests.kit.submission_faults import check, faults, unstated

NO_LIMIT = {"structure": "no-limit", "blinds": [50, 100], "rake": {"kind": "percentage", "percent": 10, "cap": 400}}


@pytest.mark.parametrize(
    ("game", "submission", "field"),
    [
        ("holdem", {**NO_LIMIT, "blinds": None, "blind": [50, 100]}, "blind"),
        ("holdem", {**NO_LIMIT, "rake": None, "rakes": NO_LIMIT["rake"]}, "rakes"),
        ("holdem", {**NO_LIMIT, "rake": {"kind": "percentage", "percentt": 10, "cap": 400}}, "rake.percentt"),
        ("pai-gow", {"house_wayy": "foxwoods"}, "house_wayy"),
        ("pai-gow", {"bankin": {"offered": True}}, "bankin"),
        ("pai-gow", {"progressive": {"initial": 200_000, "reset": 200_000, "rate": 10}}, "progressive.rate"),
        ("pai-gow", {"paytables": {"fortun": "A"}}, "paytables.fortun"),
    ],
)
def test_a_misspelt_field_is_not_missed_as_well(game: str, submission: dict[str, Any], field: str) -> None:
    given = {name: value for name, value in submission.items() if value is not None}
    assert faults(game, **given) == [(field, "601a.2")]
    fields = {"blind": "blinds", "rakes": "rake", "house_wayy": "house_way", "bankin": "banking"}
    meant = (fields | {"paytables.fortun": "paytables.fortune"}).get(field, field)
    assert meant not in {one for one, _ in unstated(game, **given)}


def test_what_is_not_misspelt_is_still_missed() -> None:
    assert "house_way" in {one for one, _ in unstated("pai-gow", bankin={"offered": True})}
    assert "house_way" in {one for one, _ in unstated("pai-gow", banking={"offered": "perhaps"})}


@pytest.mark.parametrize(
    ("game", "submission", "fault"),
    [
        # The Odds Wager is paid 3 to 2, and it and the Ante Wager are equal.
        ("heads-up-holdem", {"table_minimum": 101, "table_maximum": 101}, ("table_maximum", "677a.7(d)(1)")),
        ("heads-up-holdem", {"table_minimum": 102, "table_maximum": 102}, None),
        ("heads-up-holdem", {"table_minimum": 101, "table_maximum": 102}, None),
        # Reading all-sizes: stated sizes are the wager's own.
        ("pai-gow", {"optional_minimum": 101, "progressive": {"wagers": [100]}}, None),
    ],
)
def test_a_wager_that_no_amount_satisfies_is_a_fault(
    game: str, submission: dict[str, Any], fault: tuple[str, str] | None
) -> None:
    assert faults(game, **submission) == ([] if fault is None else [fault])


@pytest.mark.parametrize(
    ("game", "submission", "says"),
    [
        (
            "heads-up-holdem",
            {"table_minimum": 101, "table_maximum": 101},
            "no amount satisfies the Odds Wager: at least $1.01, at most $1.01, a multiple of 2 cents",
        ),
    ],
)
def test_it_says_which_bounds_leave_none(game: str, submission: dict[str, Any], says: str) -> None:
    _, found = check(submission, game=game)
    assert [fault.message for fault in found if fault.severity.value == "fault"] == [says]


SPREAD = {"structure": "spread-limit", "blinds": [50, 100]}
STUD = {"structure": "spread-limit", "forced_bet": 50}
FIXED = {"structure": "fixed-limit", "blinds": [50, 100]}


@pytest.mark.parametrize(
    ("game", "submission", "field", "legal"),
    [
        ("stud-high", {"structure": "fixed-limit", "forced_bet": 50}, "small_bet", ()),
        ("stud-high", {"structure": "fixed-limit", "forced_bet": 50, "small_bet": 100}, "", ()),
        ("holdem", {**FIXED, "small_bet": 200, "big_bet": 199}, "big_bet", ("at least $2",)),
        ("holdem", {**FIXED, "small_bet": 200, "big_bet": 200}, "", ()),
        ("holdem", SPREAD, "maximum_bet", ()),
        ("holdem", {**SPREAD, "maximum_bet": 99}, "maximum_bet", ("at least $1",)),
        ("holdem", {**SPREAD, "maximum_bet": 100}, "", ()),
        ("holdem", {**SPREAD, "minimum_bet": 200, "maximum_bet": 199}, "maximum_bet", ("at least $2",)),
        ("holdem", {**SPREAD, "minimum_bet": 200, "maximum_bet": 200}, "", ()),
        ("holdem", {**SPREAD, "minimum_bet": 50, "maximum_bet": 99}, "blinds", ("at most $0.99",)),
        ("holdem", {**SPREAD, "maximum_bet": 199, "straddle": True}, "straddle", ("at most $1.99",)),
        ("holdem", {**SPREAD, "maximum_bet": 200, "straddle": True}, "", ()),
        ("stud-high", {**STUD, "maximum_bet": 49}, "maximum_bet", ("at least $0.50",)),
        ("stud-high", {**STUD, "minimum_bet": 10, "maximum_bet": 49}, "forced_bet", ("at most $0.49",)),
        ("holdem", {"structure": "no-limit", "blinds": [50, 100], "small_bet": 100}, "structure", ("fixed-limit",)),
        ("holdem", {"structure": "no-limit", "blinds": [50, 100], "big_bet": 100}, "structure", ("fixed-limit",)),
    ],
)
def test_limits_that_do_not_fit_together(
    game: str, submission: dict[str, Any], field: str, legal: tuple[str, ...]
) -> None:
    """637a.8(k)."""
    _, found = check(submission, game=game)
    told = [(fault.field, fault.clause, tuple(fault.legal)) for fault in found if fault.severity.value == "fault"]
    assert told == ([(field, "637a.8(k)", legal)] if field else [])


@pytest.mark.parametrize(
    ("severities", "verdict"),
    [
        ((), Verdict.LAWFUL),
        ((Severity.NOTE,), Verdict.LAWFUL),
        ((Severity.INCOMPLETE,), Verdict.INCOMPLETE),
        ((Severity.NOTE, Severity.INCOMPLETE), Verdict.INCOMPLETE),
        ((Severity.FAULT,), Verdict.UNLAWFUL),
        ((Severity.NOT_LAWFUL,), Verdict.UNLAWFUL),
        ((Severity.INCOMPLETE, Severity.FAULT), Verdict.UNLAWFUL),
        ((Severity.NOT_LAWFUL, Severity.INCOMPLETE, Severity.NOTE), Verdict.UNLAWFUL),
    ],
)
def test_the_gravest_of_what_is_said_makes_the_verdict(severities: tuple[Severity, ...], verdict: Verdict) -> None:
    assert verdict_of([Fault("x", "601a.2", "is wrong", severity=one) for one in severities]) is verdict


@pytest.mark.parametrize(
    ("submission", "fault"),
    [
        ({"offered": ["trips_plus", "trips_plus"]}, ("offered", "601a.2")),
        ({"offered": ["trips_plus"]}, None),
        ({"table_minimum": 500, "table_maximum": 499}, ("table_maximum", "601a.2")),
        ({"table_minimum": 500, "table_maximum": 500}, None),
        ({"optional_minimum": 500, "optional_maximum": 499}, ("optional_maximum", "601a.2")),
    ],
)
def test_what_is_wrong_in_any_banked_game(submission: dict[str, Any], fault: tuple[str, str] | None) -> None:
    assert faults("heads-up-holdem", **submission) == ([] if fault is None else [fault])
