"""The rules in force, field by field, as people read them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from houseway.rules.submission import Severity
from houseway.rules.terms import terms_of
from tests.kit.submission_faults import check

HOLDEM = {"structure": "no-limit", "blinds": [50, 100]}


@pytest.mark.parametrize(
    ("game", "submission", "field", "says", "stated", "clause"),
    [
        ("holdem", HOLDEM, "blinds", "$0.50, $1", True, "637a.11(d)"),
        ("holdem", HOLDEM, "rake", "none", False, "637a.17(a)"),
        ("holdem", {**HOLDEM, "rake": {"kind": "percentage", "percent": 10, "cap": 400}}, "rake.percent", "10%", True, "637a.17(b)(1)"),
        ("holdem", {**HOLDEM, "rake": {"kind": "percentage", "percent": 10, "cap": 400}}, "rake.cap", "$4", True, "637a.17(a)(3)"),
        ("holdem", {**HOLDEM, "rake": [{"kind": "incremental", "steps": [[2000, 100]]}, {"kind": "time", "hourly": 600}]}, "rake.2.every_minutes", "30", False, "637a.17(b)(3)(iii)"),
        ("holdem", {**HOLDEM, "rake": {"kind": "incremental", "steps": [[2000, 100], [4000, 200]]}}, "rake.steps", "$1 at $20, $2 at $40", True, "637a.17(b)(2)"),
        ("holdem", {**HOLDEM, "high_hand": {"contribution": 100}}, "high_hand.claim_days", "30", False, "637a.16(b)(6)"),
        ("holdem", {**HOLDEM, "straddle": True}, "straddle", "$2", True, "637a.11(e)"),
        ("holdem", HOLDEM, "straddle", "none", False, "637a.11(e)"),
        ("pai-gow", {}, "house_way", "foxwoods", False, "645a.11(c)"),
        ("pai-gow", {"banking": {"offered": True}}, "banking.offered", "yes", True, "645a.12(a)"),
        ("pai-gow", {"banking": {"offered": False}}, "banking.offered", "no", True, "645a.12(a)"),
        ("pai-gow", {"banking": {"offered": True}}, "banking.co_banking", "no", False, "645a.12(e)"),
        ("pai-gow", {}, "progressive.initial", "$2,000", False, "645a.13(e)(2)"),
        ("holdem-bonus", {}, "progressive.wagers", "$1, $5", False, "647a.12(d)(3)"),
        ("holdem-bonus", {"progressive": {"wagers": [500]}}, "progressive.wagers", "$5", True, "647a.12(d)(3)"),
        ("holdem-bonus", {"offered": ["progressive"]}, "magic_card", "no", False, "647a.12(e)(3)"),
        ("holdem-bonus", {"offered": ["progressive"]}, "lucky_bonus", "no", False, "647a.12(e)(3)"),
        ("heads-up-holdem", {"table_minimum": 500}, "table_minimum", "$5", True, "601a.2"),
        ("heads-up-holdem", {}, "table_minimum", "none", False, "601a.2"),
    ],
)  # fmt: skip
def test_a_field_in_force(
    game: str, submission: dict[str, Any], field: str, says: str, stated: bool, clause: str
) -> None:
    given, _ = check(submission, game=game)
    term = terms_of(given)[field]
    assert (term.says, term.stated, term.clause) == (says, stated, clause)


def test_the_game_is_no_field_of_its_own() -> None:
    given, _ = check({}, game="pai-gow")
    assert "game" not in terms_of(given)


@pytest.mark.parametrize(
    ("game", "given", "part", "field"),
    [
        ("holdem", {"rake": {"kind": "percentage", "percent": 5, "cap": 500}}, "rake", "cap"),
        ("holdem-bonus", {"progressive": {"rate_percent": 10}}, "progressive", "initial"),
        ("pai-gow", {"banking": {"offered": True}}, "banking", "offered"),
    ],
)
def test_what_was_read_is_not_changed_afterwards(game: str, given: dict[str, object], part: str, field: str) -> None:
    """The digest is that of the terms as they were read."""
    submission, _ = check(given, game=game)
    with pytest.raises(ValidationError, match="frozen"):
        setattr(getattr(submission, part), field, 1)


def test_what_a_rake_has_no_use_for_is_told_in_the_order_of_the_names() -> None:
    idle = {"steps": [[2000, 100]], "when": "end", "percent": 5, "cap": 300}
    _, faults = check({"rake": {"kind": "time", "hourly": 600, "every_minutes": 30, **idle}}, game="holdem")
    assert [one.field for one in faults if "without effect" in one.message] == [f"rake.{name}" for name in sorted(idle)]


@pytest.mark.parametrize(("wagers", "least"), [([100], 9_999_900), ([500, 100], 9_999_900), ([500], 9_999_500)])
def test_645a_13_j__the_least_payout_limit_holds_the_meter_less_the_least_wager_that_wins_it(
    wagers: list[int], least: int
) -> None:
    terms = {"rate_percent": 10, "initial": 10_000_000, "reset": 500_000, "wagers": wagers}
    _, faults = check({"progressive": terms, "offered": ["progressive"], "payout_limit": least - 1}, game="pai-gow")
    assert [one.clause for one in faults if one.field == "payout_limit" and one.severity is Severity.FAULT] == [
        "645a.13(j)"
    ]
    _, faults = check({"progressive": terms, "offered": ["progressive"], "payout_limit": least}, game="pai-gow")
    assert not [one for one in faults if one.field == "payout_limit"]
