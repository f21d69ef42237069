"""Every fault of a submission by its field and clause, what is taken where nothing is stated, and the bounds of numbers."""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from houseway.chapters import community_first, limits, meters, registry
from houseway.chapters.c637a_poker import submission as poker
from houseway.chapters.c645a_pai_gow import submission as pai_gow
from houseway.chapters.c647a_holdem_bonus import submission as holdem_bonus
from houseway.chapters.c663a_five_card_hi_lo import submission as five_card_hi_lo
from houseway.chapters.c677a_heads_up_holdem import submission as heads_up_holdem
from houseway.rules import submission as common
from houseway.rules.submission import Fault
from houseway.rules.terms import terms_of

BLINDS = {"blinds": [50, 100]}
STUD = {"forced_bet": 50}
CAPPED = {"kind": "percentage", "percent": 10, "cap": 400}
BAD_BEAT = {"contribution": 100, "minimum_pot": 0, "hands": ["Tc Td Th Ts 2c"], "payout_percent": {"losing": 100}}
FUND = {"contribution": 100}

Said = tuple[str, dict[str, Any], str, str, str]

# The game, what is stated, how grave it is, the field and the clause.
FAULTS: tuple[Said, ...] = (
    ("heads-up-holdem", {"offered": ["trips"]}, "fault", "offered", "601a.2"),
    ("heads-up-holdem", {"offered": ["trips_plus", "trips_plus"]}, "fault", "offered", "601a.2"),
    ("heads-up-holdem", {"paytables": {"trips": "A"}}, "fault", "paytables.trips", "601a.2"),
    ("heads-up-holdem", {"paytables": {"trips_plus": "E"}}, "fault", "paytables.trips_plus", "677a.12(e)"),
    ("heads-up-holdem", {"paytables": {"pocket_bonus": "D"}}, "fault", "paytables.pocket_bonus", "677a.12(d)"),
    ("heads-up-holdem", {"paytables": {"trips_plus": "custom"}}, "fault", "paytables.trips_plus", "601a.2"),
    ("heads-up-holdem", {"custom_paytables": {"trips": {}}}, "fault", "custom_paytables.trips", "601a.2"),
    ("heads-up-holdem", {"custom_paytables": {"trips_plus": {}}}, "note", "custom_paytables.trips_plus", "677a.12(e)"),
    ("heads-up-holdem", {"paytables": {"trips_plus": "custom"}, "custom_paytables": {"trips_plus": {"royal flush": "100 to 1"}}}, "not lawful", "custom_paytables.trips_plus", "677a.12(e)"),
    ("heads-up-holdem", {"custom_paytables": {"trips_plus": {"x": "1 to 1"}}}, "fault", "custom_paytables.trips_plus.x", "677a.12(e)"),
    ("heads-up-holdem", {"custom_paytables": {"trips_plus": {"flush": "9% of meter"}}}, "fault", "custom_paytables.trips_plus.flush", "677a.12(e)"),
    ("heads-up-holdem", {"table_minimum": 500, "table_maximum": 499}, "fault", "table_maximum", "601a.2"),
    ("heads-up-holdem", {"dealing": "hand", "shuffler": "manual"}, "fault", "shuffler", "677a.9(a)(1)"),
    ("heads-up-holdem", {"decks": 2, "shuffler": "manual"}, "fault", "decks", "677a.3(b)"),
    ("heads-up-holdem", {"community_first": True}, "fault", "community_first", "677a.10(g)"),
    ("heads-up-holdem", {"payout_limit": 4_999_999}, "fault", "payout_limit", "677a.12(f)"),
    ("heads-up-holdem", {"table_minimum": 101, "table_maximum": 101}, "fault", "table_maximum", "677a.7(d)(1)"),
    ("heads-up-holdem", {}, "incomplete", "offered", "677a.7(d)(2)"),
    ("heads-up-holdem", {}, "incomplete", "paytables.pocket_bonus", "677a.12(d)"),
    ("heads-up-holdem", {}, "incomplete", "paytables.trips_plus", "677a.12(e)"),
    ("heads-up-holdem", {}, "incomplete", "adjacent_boxes", "677a.7(e)"),
    ("holdem-bonus", {"offered": ["five_card_player"]}, "fault", "offered", "647a.7(d)(4)"),
    ("holdem-bonus", {"dealing": "hand", "shuffler": "manual"}, "fault", "shuffler", "647a.9(a)(1)"),
    ("holdem-bonus", {"decks": 2, "shuffler": "manual"}, "fault", "decks", "647a.3(b)"),
    ("holdem-bonus", {"community_first": True}, "fault", "community_first", "647a.10(g)"),
    ("holdem-bonus", {"paytables": {"holdem_bonus": "C"}}, "fault", "paytables.holdem_bonus", "647a.12(b)"),
    ("holdem-bonus", {"payout_limit": 4_999_999}, "fault", "payout_limit", "647a.12(c)"),
    ("holdem-bonus", {"payout_limit": 5_000_001}, "fault", "payout_limit", "647a.12(c)"),
    ("holdem-bonus", {"progressive": {"initial": 999_999}}, "fault", "progressive.initial", "647a.12(d)(3)"),
    ("holdem-bonus", {"progressive": {"reset": 999_999}}, "fault", "progressive.reset", "647a.12(d)(3)"),
    ("holdem-bonus", {"progressive": {"wagers": [200]}}, "fault", "progressive.wagers", "647a.12(d)(5)"),
    ("holdem-bonus", {"five_card": {"initial": 999_999}}, "fault", "five_card.initial", "647a.12(e)(4)"),
    ("holdem-bonus", {"five_card": {"wagers": [0]}}, "fault", "five_card.wagers", "647a.7(d)(4)"),
    ("holdem-bonus", {"five_card": {"wagers": []}}, "fault", "five_card.wagers", "647a.7(d)(4)"),
    ("holdem-bonus", {}, "incomplete", "offered", "647a.7(d)(2)"),
    ("holdem-bonus", {}, "incomplete", "ante_pays_on", "647a.11(h)(2)(ii)"),
    ("holdem-bonus", {}, "incomplete", "progressive.rate_percent", "647a.12(d)(3)"),
    ("holdem-bonus", {}, "incomplete", "five_card.reset", "647a.12(e)(4)"),
    ("pai-gow", {"offered": ["dynasty"]}, "fault", "offered", "645a.7(e)(5)"),
    ("pai-gow", {"variant": "ez", "offered": ["red"]}, "fault", "offered", "645a.7(e)(5)(iv)"),
    ("pai-gow", {"variant": "ez", "offered": ["protection"]}, "note", "offered", "645a.13(h)"),
    ("pai-gow", {"variant": "ez", "offered": [], "vigorish": "exact"}, "note", "vigorish", "645a.1"),
    ("pai-gow", {"brand": "emperor", "paytables": {"insurance": "C"}}, "fault", "paytables.insurance", "645a.13(d)"),
    ("pai-gow", {"progressive": {"linked": True}}, "fault", "progressive.linked", "645a.2(d)"),
    ("pai-gow", {"brand": "none", "offered": ["fortune"]}, "note", "brand", "645a.6(d)(2)"),
    ("heads-up-holdem", {"positions": 7}, "fault", "positions", "677a.2(a)"),
    ("heads-up-holdem", {"positions": 2, "adjacent_boxes": 3}, "fault", "adjacent_boxes", "677a.7(e)"),
    ("pai-gow", {"paytables": {"fortune": "E"}}, "fault", "paytables.fortune", "645a.13(b)"),
    ("pai-gow", {"paytables": {"fortune": "custom"}, "custom_paytables": {"fortune": {}}}, "not lawful", "custom_paytables.fortune", "645a.13(b)"),
    ("pai-gow", {"paytables": {"emperor": "E"}}, "fault", "paytables.emperor", "645a.13(c)"),
    ("pai-gow", {"paytables": {"insurance": "F"}}, "fault", "paytables.insurance", "645a.13(d)"),
    ("pai-gow", {"house_way": "foxwood"}, "fault", "house_way", "645a.11(c)"),
    ("pai-gow", {"house_way_rules": {"name": "mine"}}, "fault", "house_way_rules", "645a.11(c)"),
    ("pai-gow", {"progressive": {"reset": 199_999}}, "fault", "progressive.reset", "645a.13(e)(2)"),
    *(
        (game, {name: {field: 1}}, "fault", f"{name}.{field}", clause)
        for game, name, clause in (
            ("pai-gow", "progressive", "645a.13(e)(2)"),
            ("holdem-bonus", "progressive", "647a.12(d)(3)"),
            ("holdem-bonus", "five_card", "647a.12(e)(4)"),
        )
        for field in ("initial", "reset")
    ),
    ("heads-up-holdem", {"payout_limit": 1}, "fault", "payout_limit", "677a.12(f)"),
    ("pai-gow", {"payout_limit": 1}, "fault", "payout_limit", "645a.13(j)"),
    ("holdem-bonus", {"payout_limit": 1}, "fault", "payout_limit", "647a.12(c)"),
    (
        "holdem",
        {**BLINDS, "rake": {"kind": "incremental", "cap": 400, "steps": [[-1, 100]]}},
        "fault",
        "rake.steps",
        "637a.17(b)(2)",
    ),
    ("pai-gow", {"progressive": {"wagers": [0]}}, "fault", "progressive.wagers", "645a.7(e)(4)"),
    ("pai-gow", {"progressive": {"wagers": [100, 0]}}, "fault", "progressive.wagers", "645a.7(e)(4)"),
    ("pai-gow", {"payout_limit": 4_999_999}, "fault", "payout_limit", "645a.13(j)"),
    ("pai-gow", {"dealing": "hand", "shuffler": "manual"}, "fault", "shuffler", "645a.9(a)(1)"),
    ("pai-gow", {"decks": 2, "shuffler": "manual"}, "fault", "decks", "645a.3(b)"),
    ("pai-gow", {}, "incomplete", "offered", "645a.7(e)"),
    ("pai-gow", {}, "incomplete", "house_way", "645a.11(c)"),
    ("pai-gow", {}, "incomplete", "progressive.initial", "645a.13(e)(2)"),
    ("pai-gow", {}, "incomplete", "banking", "645a.12(a)"),
    ("five-card-hi-lo", {"dealing": "hand", "shuffler": "manual"}, "fault", "shuffler", "663a.9(a)(1)"),
    ("five-card-hi-lo", {"decks": 2, "shuffler": "manual"}, "fault", "decks", "663a.3(b)"),
    ("five-card-hi-lo", {"paytables": {"ante_bonus": "E"}}, "fault", "paytables.ante_bonus", "663a.12(b)"),
    ("five-card-hi-lo", {"paytables": {"poker_bonus": "C"}}, "fault", "paytables.poker_bonus", "663a.12(d)"),
    ("five-card-hi-lo", {"custom_paytables": {"ante_bonus": {"three aces": "10 to 1"}}}, "fault", "custom_paytables.ante_bonus", "663a.12(b)"),
    ("five-card-hi-lo", {}, "incomplete", "offered", "663a.7(e)"),
    ("five-card-hi-lo", {}, "incomplete", "paytables.ante_bonus", "663a.12(b)"),
    ("five-card-hi-lo", {}, "incomplete", "paytables.poker_bonus", "663a.12(d)"),
    ("holdem", {}, "fault", "blinds", "637a.11(d)"),
    ("holdem", {**BLINDS, "forced_bet": 50}, "fault", "forced_bet", "637a.11(d)"),
    ("holdem", {"blinds": [50, 0]}, "fault", "blinds", "637a.11(d)"),
    ("holdem", {"blinds": [1] * 11}, "fault", "blinds", "637a.11(b)"),
    ("draw-high", {"blinds": [1] * 9}, "fault", "blinds", "637a.13(b)"),
    ("stud-high", {}, "fault", "forced_bet", "637a.10(d)(1)"),
    ("stud-low", {}, "fault", "forced_bet", "637a.10(d)(2)"),
    ("five-card-stud", {}, "fault", "forced_bet", "637a.14(d)"),
    ("stud-high", {**STUD, **BLINDS}, "fault", "blinds", "637a.10(d)(1)"),
    ("holdem", {**BLINDS, "ante": {11: 25}}, "fault", "ante", "637a.2(a)"),
    ("holdem", {**BLINDS, "ante": -1}, "fault", "ante", "637a.11(b)"),
    ("stud-high", {**STUD, "ante": {1: -1}}, "fault", "ante", "637a.10(b)"),
    ("stud-high", {**STUD, "structure": "fixed-limit"}, "fault", "small_bet", "637a.8(k)"),
    ("holdem", {**BLINDS, "small_bet": 200, "big_bet": 199}, "fault", "big_bet", "637a.8(k)"),
    ("holdem", {**BLINDS, "structure": "spread-limit"}, "fault", "maximum_bet", "637a.8(k)"),
    ("holdem", {**BLINDS, "maximum_bet": 99}, "fault", "maximum_bet", "637a.8(k)"),
    ("holdem", {**BLINDS, "minimum_bet": 50, "maximum_bet": 99}, "fault", "blinds", "637a.8(k)"),
    ("holdem", {**BLINDS, "structure": "no-limit", "small_bet": 100}, "fault", "structure", "637a.8(k)"),
    ("holdem", {**BLINDS, "kill": "kill"}, "fault", "kill", "637a.12(n)"),
    ("omaha-hi-lo-8", {**BLINDS, "kill": "kill"}, "fault", "qualifying_pot", "637a.12(n)"),
    ("omaha5-hi-lo-8", {**BLINDS, "kill": "kill"}, "fault", "qualifying_pot", "637a.19(l)(3)"),
    (
        "omaha-hi-lo-8",
        {"blinds": [50, 75], "smallest_chip": 25, "kill": "half-kill", "qualifying_pot": 1_000},
        "fault",
        "kill",
        "637a.12(n)",
    ),
    ("omaha-hi-lo-8", {**BLINDS, "qualifying_pot": 1_000}, "note", "qualifying_pot", "637a.12(n)"),
    ("holdem", {**BLINDS, "qualifying_pot": 1_000}, "note", "qualifying_pot", "637a.12(n)"),
    ("badugi", {**BLINDS, "qualifying_pot": 1_000}, "note", "qualifying_pot", "637a.21(b)"),
    ("holdem", {**BLINDS, "rake": [CAPPED, {**CAPPED, "cap": 500}]}, "fault", "rake", "637a.17(a)(1)"),
    ("holdem", {**BLINDS, "rake": {"kind": "percentage", "cap": 400}}, "fault", "rake.percent", "637a.17(a)(2)"),
    ("holdem", {**BLINDS, "rake": {**CAPPED, "percent": 10.5}}, "fault", "rake.percent", "637a.17(b)(1)"),
    ("holdem", {**BLINDS, "rake": {"kind": "incremental", "cap": 400}}, "fault", "rake.steps", "637a.17(b)(2)"),
    (
        "holdem",
        {**BLINDS, "rake": {"kind": "incremental", "cap": 400, "steps": [[2_000, 0]]}},
        "fault",
        "rake.steps",
        "637a.17(b)(2)",
    ),
    ("holdem", {**BLINDS, "rake": {"kind": "none"}}, "fault", "rake.kind", "637a.17(a)(1)"),
    (
        "holdem",
        {**BLINDS, "rake": {"kind": "time", "hourly": 600, "every_minutes": 15}},
        "fault",
        "rake.every_minutes",
        "637a.17(b)(3)(iii)",
    ),
    (
        "holdem",
        {**BLINDS, "rake": [CAPPED, {"kind": "time", "hourly": 600, "per": "seat"}]},
        "fault",
        "rake.1.per",
        "637a.17(b)(3)(i)",
    ),
    ("holdem", {**BLINDS, "high_hand": {**FUND, "claim_days": 0}}, "fault", "high_hand.claim_days", "637a.16(b)(6)"),
    ("pai-gow", {"banking": {"dealer_wager": -1}}, "fault", "banking.dealer_wager", "645a.12(g)"),
    ("holdem", BLINDS, "incomplete", "rake", "637a.17(a)"),
    ("holdem", {**BLINDS, "rake": {**CAPPED, "cap": None}}, "incomplete", "rake.cap", "637a.17(a)(3)"),
    ("holdem", {**BLINDS, "rake": {"kind": "time"}}, "incomplete", "rake.hourly", "637a.17(b)(3)(ii)"),
    ("badugi", {**BLINDS, "bad_beat": BAD_BEAT}, "note", "bad_beat", "637a.15(a)"),
    ("badugi", {**BLINDS, "high_hand": FUND}, "note", "high_hand", "637a.16(f)"),
    ("holdem", {**BLINDS, "bad_beat": FUND}, "incomplete", "bad_beat.minimum_pot", "637a.15(b)(2)"),
    ("holdem", {**BLINDS, "bad_beat": FUND}, "incomplete", "bad_beat.payout_percent", "637a.15(b)(3)"),
    ("holdem", {**BLINDS, "bad_beat": FUND}, "incomplete", "bad_beat.hands", "637a.15(b)(3)"),
    ("holdem", {**BLINDS, "high_hand": FUND}, "incomplete", "high_hand.qualifying_minutes", "637a.16(b)(1)"),
    ("holdem", {**BLINDS, "high_hand": FUND}, "incomplete", "high_hand.minimum_pot", "637a.16(b)(3)"),
    ("holdem", {**BLINDS, "high_hand": FUND}, "incomplete", "high_hand.minimum_players", "637a.16(b)(4)"),
    ("holdem", {**BLINDS, "high_hand": FUND}, "incomplete", "high_hand.ties", "637a.16(b)(5)"),
    ("holdem", {**BLINDS, "high_hand": FUND}, "incomplete", "high_hand.claim_days", "637a.16(b)(6)"),
    ("holdem", {**BLINDS, "high_hand": FUND}, "incomplete", "high_hand.unclaimed", "637a.16(i)"),
    ("holdem", {**BLINDS, "high_hand": {**FUND, "hands": ["Jk As Ad Ac Ah"]}}, "fault", "high_hand.hands", "637a.16(f)"),
    ("holdem", {**BLINDS, "high_hand": {**FUND, "payout_percent": {"table": 20}}}, "fault", "high_hand.payout_percent", "637a.16(f)"),
    *(
        ("holdem", {**BLINDS, "bad_beat": {**BAD_BEAT, **without}}, "note", f"bad_beat.{field}", "637a.15(f)")
        for without in ({"qualifying_minutes": 60}, {"claim_days": 7}, {"ties": "divide"}, {"unclaimed": "given away"})
        for field in without
    ),
    ("holdem", {**BLINDS, "bad_beat": {**BAD_BEAT, "hands": ["Tc Td Th Ts 2c", "As Ad Ac Ah 2c"]}}, "note", "bad_beat.hands", "637a.15(b)(3)"),
    ("holdem", {**BLINDS, "minimum_increase": 100}, "incomplete", "minimum_agreement", "637a.8(k)"),
    ("holdem", {**BLINDS, "minimum_agreement": "a show of hands"}, "note", "minimum_agreement", "637a.8(k)"),
    ("holdem", {**BLINDS, "raise_cap_heads_up": False}, "note", "raise_cap_heads_up", "637a.8(k)"),
    ("holdem", {**BLINDS, "maximum_bets": [500]}, "note", "maximum_bets", "637a.8(k)"),
    (
        "holdem",
        {**BLINDS, "structure": "spread-limit", "minimum_bet": 200, "maximum_bet": 500, "maximum_bets": [100]},
        "fault",
        "maximum_bets",
        "637a.8(k)",
    ),
    ("stud-high", {"forced_bet": 100, "ante": 100, "ante_from": "button"}, "fault", "ante_from", "637a.10(b)"),
    ("holdem", {**BLINDS, "ante": {"1": 100}, "ante_from": "button"}, "fault", "ante", "637a.11(b)"),
    (
        "holdem",
        {**BLINDS, "rake": {**CAPPED, "cap_by_players": {"2": 500}}},
        "fault",
        "rake.cap_by_players",
        "637a.17(a)(3)",
    ),
    ("holdem", {**BLINDS, "rake": {**CAPPED, "cap_by_players": {"1": 100}}}, "fault", "rake.cap_by_players", "637a.17(a)(3)"),
    (
        "holdem",
        {**BLINDS, "bad_beat": {**FUND, "percent": 5, "steps": [[2_000, 100]]}},
        "fault",
        "bad_beat.steps",
        "637a.15(b)(1)",
    ),
    *(
        ("holdem", {**BLINDS, "bad_beat": {**BAD_BEAT, "hands": [hand]}}, "fault", "bad_beat.hands", "637a.15(b)(3)")
        for hand in ("Tc", "Tc Td Th Ts Xx", "Tc Td Th Ts Jk", "Tc Td Th Ts Ts", "Tc Td Th Ts 2c 2d", "As Ks Qs Js Ts")
    ),
    ("holdem", {**BLINDS, "bad_beat": {**BAD_BEAT, "minimum_players": 11}}, "fault", "bad_beat.minimum_players", "637a.15(b)(3)"),
    ("holdem", {**BLINDS, "high_hand": {**FUND, "minimum_players": 11}}, "fault", "high_hand.minimum_players", "637a.16(b)(4)"),
    ("draw-high", {**BLINDS, "high_hand": {**FUND, "minimum_players": 9}}, "note", "high_hand.minimum_players", "637a.16(b)(4)"),
    *(
        ("holdem", {**BLINDS, "bad_beat": {**BAD_BEAT, "payout_percent": shares}}, "fault", "bad_beat.payout_percent", "637a.15(b)(3)")
        for shares in ({"dealer": 100}, {"losing": 60, "table": 41}, {"losing": 101, "table": -1}, {"losing": 0})
    ),
    ("stud-high", {**STUD, "straddle": 100}, "fault", "straddle", "637a.10"),
    ("holdem", {**BLINDS, "straddle": 100}, "fault", "straddle", "637a.11(e)"),
    ("stud-high", {**STUD, "must_post": "largest-blind"}, "fault", "must_post", "637a.10"),
    (
        "holdem",
        {**BLINDS, "supplements": [{"cause": "face_up_card", "remedy": "void", "says": "void"}]},
        "fault",
        "supplements",
        "637a.18(s)",
    ),
    ("holdem", {"blinds": [1_000], "smallest_chip": 200}, "fault", "smallest_chip", "637a.11(k)"),
    ("badugi", BLINDS, "incomplete", "odd_chip", "637a.21(k)(5)"),
    ("badacey", BLINDS, "incomplete", "odd_chip", "637a.20(l)(2)(ii)"),
    ("draw-high", {**BLINDS, "odd_chip": "suit"}, "note", "odd_chip", "637a.13(i)"),
    ("holdem", {**BLINDS, "structure": "fixed-limit", "small_bet": 50}, "fault", "blinds", "637a.8(k)"),
    ("holdem", {**BLINDS, "shuffler": "automatic-reshuffling"}, "fault", "shuffler", "637a.5(a)"),
    ("stud-high", {**STUD, "odd_chip": "left-of-button"}, "note", "odd_chip", "637a.10(i)(3)"),
    ("holdem", {**BLINDS, "structure": "no-limit", "maximum_bet": 500}, "note", "maximum_bet", "637a.8(k)"),
    ("holdem", {**BLINDS, "structure": "fixed-limit", "minimum_bet": 500}, "note", "minimum_bet", "637a.8(k)"),
    ("holdem", {**BLINDS, "half_bet_reopens": True}, "note", "half_bet_reopens", "637a.8(k)"),
    ("stud-high", {**STUD, "heads_up_button_blind": True}, "note", "heads_up_button_blind", "637a.10"),
    ("stud-high", {**STUD, "stud_low_forced": "literal"}, "note", "stud_low_forced", "637a.10(d)(2)"),
    *(
        ("holdem", {**BLINDS, "rake": {**rake, field: given}}, "note", f"rake.{field}", "637a.17(a)(2)")
        for rake, field, given in (
            (CAPPED, "steps", [[2_000, 100]]),
            ({"kind": "incremental", "cap": 400, "steps": [[2_000, 100]]}, "percent", 5),
            ({"kind": "time", "hourly": 600}, "cap", 400),
        )
    ),
    ("holdem", {**BLINDS, "smallest_chip": 25, "blinds": [25, 30]}, "note", "blinds", "637a.8(k)"),
    ("stud-high", {"forced_bet": 30, "smallest_chip": 25}, "note", "forced_bet", "637a.8(k)"),
)  # fmt: skip


def _found(game: str, submission: dict[str, Any]) -> list[Fault]:
    return list(registry.check(submission, game=game)[1])


@pytest.mark.parametrize(("game", "submission", "severity", "field", "clause"), FAULTS)
def test_a_fault_names_its_field_and_clause(
    game: str, submission: dict[str, Any], severity: str, field: str, clause: str
) -> None:
    found = [(str(one.severity), one.field, one.clause) for one in _found(game, submission)]
    if severity == "incomplete":
        assert found.count((severity, field, clause)) == 1
    else:
        assert [one for one in found if one[0] == severity] == [(severity, field, clause)]


SUBMISSIONS = (common, community_first, limits, meters, poker, pai_gow, holdem_bonus, five_card_hi_lo, heads_up_holdem)


def test_every_fault_of_a_submission_is_told_here(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {
        (str(module.__file__), line): (str(module.__file__), node.lineno)
        for module in SUBMISSIONS
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Fault", "unstated")
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    reached: set[tuple[str, int]] = set()
    plain = Fault.__init__

    def noticed(self: Fault, *given: Any, **more: Any) -> None:
        plain(self, *given, **more)
        for depth in (1, 2):
            frame = sys._getframe(depth)
            place = frame.f_code.co_filename, frame.f_lineno
            if place in made:
                reached.add(made[place])

    monkeypatch.setattr(Fault, "__init__", noticed)
    for game, submission, *_ in FAULTS:
        _found(game, submission)
    (none,) = poker.PokerSubmission(game="pineapple").faults()
    assert (none.field, none.clause) == ("game", "637a.9(b)")
    assert set(made.values()) - reached == set()


@pytest.mark.parametrize(
    ("game", "submission", "field", "default"),
    [
        ("heads-up-holdem", {}, "offered", "offered"),
        ("heads-up-holdem", {}, "paytables.trips_plus", "A"),
        ("heads-up-holdem", {}, "adjacent_boxes", "1"),
        ("holdem-bonus", {}, "ante_pays_on", "straight or higher"),
        ("holdem-bonus", {}, "progressive.rate_percent", "0%"),
        ("holdem-bonus", {}, "five_card.initial", "$10,000"),
        ("holdem-bonus", {"five_card": {"reset": 2_000_000}}, "five_card.initial", "$20,000"),
        ("pai-gow", {}, "paytables.insurance", "C"),
        ("pai-gow", {"brand": "emperor"}, "paytables.insurance", "A"),
        ("pai-gow", {}, "house_way", "foxwoods"),
        ("pai-gow", {}, "banking", "offered, with co-banking"),
        ("holdem", BLINDS, "rake", "none"),
        ("holdem", {**BLINDS, "high_hand": FUND}, "high_hand.minimum_players", "2"),
        ("holdem", {**BLINDS, "bad_beat": FUND}, "bad_beat.payout_percent", "50% losing, 25% winning, 25% table"),
        ("badugi", BLINDS, "odd_chip", "the first winner left of the button"),
    ],
)
def test_what_is_not_stated_is_taken_as_it_says(
    game: str, submission: dict[str, Any], field: str, default: str
) -> None:
    found = next(one for one in _found(game, submission) if (str(one.severity), one.field) == ("incomplete", field))
    assert found.default == default


@pytest.mark.parametrize(
    "stated",
    [{"offered": ["tie"]}, {"offered": []}, {"paytables": {"poker_bonus": "A"}, "offered": ["tie", "poker_bonus"]}],
)
def test_what_is_said_to_be_offered_is_stated(stated: dict[str, Any]) -> None:
    assert "offered" not in {one.field for one in _found("five-card-hi-lo", stated)}


def test_what_is_named_twice_is_told_by_its_name() -> None:
    offered = ["progressive", "insurance", "fortune", "emperor"]
    found = _found("pai-gow", {"offered": [*offered, *offered, "fortune"]})
    says = [one.message for one in found if str(one.severity) == "fault"]
    assert says == [f"{wager!r} is named twice" for wager in sorted(offered)]


FIXED = {**BLINDS, "structure": "fixed-limit"}
BANKED = {
    **dict.fromkeys(("table_minimum", "table_maximum", "optional_minimum", "optional_maximum"), "none"),
    "dealing": "manual-shoe", "shuffler": "automated-counting", "decks": "1", "stub_count_every": "5", "round_down": "no",
    "positions": "6",
}  # fmt: skip
NO_WAGERS = {"rate_percent": "0%", "wagers": "none", "linked": "no"}
POKER = {
    "structure": "no-limit", "ante": "none", "small_bet": "none", "big_bet": "none", "maximum_bet": "none",
    "minimum_increase": "none", "raise_cap": "none", "check_raise": "yes", "half_bet_reopens": "no",
    "rake": "none", "bad_beat": "none", "high_hand": "none", "smallest_chip": "$0.01", "show_all": "no",
    "stud_low_forced": "king", "shuffler": "automated-counting", "supplements": "none", "tournament": "no",
    "minimum_agreement": "none", "raise_cap_heads_up": "yes", "maximum_bets": "none", "ante_from": "every-player",
}  # fmt: skip
FLOP = {**POKER, "blinds": "$0.50, $1", "straddle": "none", "must_post": "none", "heads_up_button_blind": "no"}
A_FUND = {"contribution": "$1", "minimum_pot": "none", "minimum_players": "2", "percent": "0%", "steps": "none"}
A_BAD_BEAT = {
    **A_FUND, "hands": "none", "payout_percent.losing": "50%", "payout_percent.winning": "25%", "payout_percent.table": "25%",
    "both_hole_cards": "no",
}  # fmt: skip
A_HIGH_HAND = {
    **A_FUND, "qualifying_minutes": "60", "claim_days": "30", "ties": "divide", "unclaimed": "added to the next qualifying period",
}  # fmt: skip


MORE_RAKE = {"first_round": "yes", "cap_by_players": "none"}


def _under(name: str, terms: Mapping[str, str]) -> dict[str, str]:
    return {f"{name}.{field}": says for field, says in terms.items()}


IN_FORCE: tuple[tuple[str, dict[str, Any], dict[str, str]], ...] = (
    (
        "heads-up-holdem",
        {},
        {
            **BANKED, "offered": "pocket_bonus, trips_plus", "paytables.pocket_bonus": "A", "paytables.trips_plus": "A",
            "community_first": "no", "raise_minimum": "ante", "payout_limit": "none", "adjacent_boxes": "1",
        },
    ),
    (
        "holdem-bonus",
        {},
        {
            **BANKED, "offered": "holdem_bonus, progressive, five_card_player, five_card_dealer",
            "paytables.holdem_bonus": "A", "community_first": "no", "ante_pays_on": "straight",
            **_under("progressive", {**NO_WAGERS, "wagers": "$1, $5", "initial": "$10,000", "reset": "$10,000"}),
            **_under("five_card", {**NO_WAGERS, "initial": "$10,000", "reset": "$10,000"}),
            "magic_card": "yes", "lucky_bonus": "yes", "payout_limit": "$50,000",
        },
    ),
    (
        "pai-gow",
        {},
        {
            **BANKED, "offered": "fortune, emperor, insurance, progressive", "paytables.fortune": "A",
            "paytables.emperor": "A", "paytables.insurance": "C", "stub_count_every": "1", "variant": "standard",
            "brand": "fortune", "house_way": "foxwoods", "house_way_rules": "none", "vigorish": "quarter",
            **_under("banking", {"offered": "yes", "co_banking": "yes", "dealer_wager": "none"}),
            "start_by": "number-generator", "adjacent_areas": "1", "second_cover_card": "discard-rack",
            "red_black_joker": "neither", **_under("progressive", {**NO_WAGERS, "initial": "$2,000", "reset": "$2,000"}),
            "payout_limit": "none",
        },
    ),
    (
        "five-card-hi-lo",
        {},
        {
            **BANKED, "offered": "tie, poker_bonus", "paytables.ante_bonus": "A", "paytables.poker_bonus": "A",
            "adjacent_areas": "1",
        },
    ),
    ("holdem", BLINDS, {**FLOP, "minimum_bet": "$1", "odd_chip": "left-of-button"}),
    ("holdem", {"blinds": [100, 50]}, {**FLOP, "blinds": "$1, $0.50", "minimum_bet": "$1", "odd_chip": "left-of-button"}),
    (
        "holdem",
        {**FIXED, "bad_beat": FUND, "high_hand": FUND, "rake": {"kind": "time"}},
        {
            **{name: says for name, says in FLOP.items() if name not in ("bad_beat", "high_hand", "rake")},
            "structure": "fixed-limit", "small_bet": "$1", "big_bet": "$2", "minimum_bet": "none",
            "odd_chip": "left-of-button", **_under("bad_beat", A_BAD_BEAT), **_under("high_hand", A_HIGH_HAND),
            **_under("rake", {"kind": "time", "hourly": "none", "every_minutes": "30", "per": "player"}),
        },
    ),
    (
        "holdem",
        {**BLINDS, "structure": "no-limit", "maximum_bet": 500, "half_bet_reopens": True, "rake": [CAPPED, {"kind": "time"}]},
        {
            **{name: says for name, says in FLOP.items() if name != "rake"}, "minimum_bet": "$1", "odd_chip": "left-of-button",
            **_under("rake.1", {"kind": "percentage", "percent": "10%", "cap": "$4", "when": "end", **MORE_RAKE}),
            **_under("rake.2", {"kind": "time", "hourly": "none", "every_minutes": "30", "per": "player"}),
        },
    ),
    ("stud-high", STUD, {**POKER, "forced_bet": "$0.50", "minimum_bet": "$0.50", "odd_chip": "suit"}),
    ("stud-high", {**STUD, "minimum_bet": 75}, {**POKER, "forced_bet": "$0.50", "minimum_bet": "$0.75", "odd_chip": "suit"}),
)  # fmt: skip


@pytest.mark.parametrize(("game", "submission", "told"), IN_FORCE)
def test_what_is_in_force_where_little_is_stated(game: str, submission: dict[str, Any], told: dict[str, str]) -> None:
    given, _ = registry.check(submission, game=game)
    assert {name: term.says for name, term in terms_of(given).items()} == told


# A number that may be stated, and the next one that may not.
BOUNDS: tuple[tuple[str, dict[str, Any], str, int, int], ...] = (
    ("heads-up-holdem", {}, "table_minimum", 1, 0),
    ("heads-up-holdem", {}, "table_maximum", 2, 0),
    ("heads-up-holdem", {}, "optional_minimum", 1, 0),
    ("heads-up-holdem", {}, "optional_maximum", 1, 0),
    *(
        ("five-card-hi-lo", {}, f"{wager}_{bound}", 1, 0)
        for wager in ("table", "optional")
        for bound in ("minimum", "maximum")
    ),
    ("heads-up-holdem", {}, "decks", 2, 3),
    ("heads-up-holdem", {}, "decks", 1, 0),
    ("heads-up-holdem", {}, "stub_count_every", 5, 6),
    ("heads-up-holdem", {}, "stub_count_every", 1, 0),
    *((game, {}, "positions", 6, 7) for game in ("heads-up-holdem", "holdem-bonus", "five-card-hi-lo", "pai-gow")),
    *((game, {}, "positions", 1, 0) for game in ("heads-up-holdem", "holdem-bonus", "five-card-hi-lo")),
    ("pai-gow", {}, "positions", 6, 5),
    ("heads-up-holdem", {"positions": 3}, "adjacent_boxes", 3, 4),
    ("heads-up-holdem", {}, "adjacent_boxes", 6, 7),
    ("heads-up-holdem", {}, "adjacent_boxes", 1, 0),
    ("heads-up-holdem", {}, "payout_limit", 5_000_000, 0),
    ("holdem-bonus", {}, "payout_limit", 5_000_000, 0),
    ("pai-gow", {}, "payout_limit", 5_000_000, 0),
    ("pai-gow", {}, "adjacent_areas", 2, 3),
    ("pai-gow", {}, "adjacent_areas", 1, 0),
    ("pai-gow", {}, "stub_count_every", 1, 2),
    ("pai-gow", {}, "stub_count_every", 1, 0),
    ("five-card-hi-lo", {}, "adjacent_areas", 2, 3),
    ("five-card-hi-lo", {}, "adjacent_areas", 1, 0),
    ("stud-high", {}, "forced_bet", 1, -1),
    *(("holdem", BLINDS, name, 0, -1) for name in ("minimum_bet", "small_bet", "big_bet", "maximum_bet")),
    *(("holdem", BLINDS, name, 0, -1) for name in ("minimum_increase", "raise_cap", "qualifying_pot")),
    ("holdem", BLINDS, "smallest_chip", 1, 0),
    ("holdem", BLINDS, "smallest_chip", 100, 101),
)


@pytest.mark.parametrize(("game", "submission", "field", "last", "beyond"), BOUNDS)
def test_a_number_keeps_within_its_bounds(
    game: str, submission: dict[str, Any], field: str, last: int, beyond: int
) -> None:
    for number, wrong in ((last, []), (beyond, [field])):
        found = _found(game, {**submission, field: number})
        assert [one.field for one in found if str(one.severity) == "fault"] == wrong


@pytest.mark.parametrize(
    ("game", "submission", "least"),
    [
        ("pai-gow", {"progressive": {"initial": 1}}, "$2,000"),
        ("pai-gow", {"progressive": {"reset": 1}}, "$2,000"),
        ("holdem-bonus", {"five_card": {"reset": 1}}, "$10,000"),
        ("heads-up-holdem", {"payout_limit": 1}, "$50,000"),
        ("holdem-bonus", {"payout_limit": 1}, "$50,000"),
        ("pai-gow", {"payout_limit": 1}, "$50,000"),
    ],
)
def test_one_cent_is_an_amount_and_is_told_the_least(game: str, submission: dict[str, Any], least: str) -> None:
    (found,) = [one for one in _found(game, submission) if str(one.severity) == "fault"]
    assert found.legal == (f"at least {least}",)


def test_637a_17_b_2__a_level_of_nothing_and_a_rake_of_a_cent_are_lawful() -> None:
    """637a.17(b)(2)."""
    found = _found("holdem", {**BLINDS, "rake": {"kind": "incremental", "cap": 0, "steps": [[0, 1]]}})
    assert [one for one in found if str(one.severity) == "fault"] == []


NUMBERS_WITHIN: tuple[tuple[str, str, dict[str, Any], int, int], ...] = (
    ("rake", "percent", CAPPED, 0, -1),
    ("rake", "percent", CAPPED, 10, 11),
    ("rake", "cap", CAPPED, 0, -1),
    ("rake", "hourly", {"kind": "time"}, 0, -1),
    ("bad_beat", "contribution", BAD_BEAT, 1, 0),
    ("bad_beat", "minimum_pot", BAD_BEAT, 0, -1),
    ("high_hand", "minimum_players", FUND, 2, 1),
    ("high_hand", "qualifying_minutes", FUND, 1, 0),
    ("high_hand", "claim_days", FUND, 1, 0),
)


@pytest.mark.parametrize(("part", "field", "terms", "last", "beyond"), NUMBERS_WITHIN)
def test_a_number_of_a_rake_or_a_fund_keeps_within_its_bounds(
    part: str, field: str, terms: dict[str, Any], last: int, beyond: int
) -> None:
    for number, wrong in ((last, []), (beyond, [f"{part}.{field}"])):
        found = _found("holdem", {**BLINDS, part: {**terms, field: number}})
        assert [one.field for one in found if str(one.severity) == "fault"] == wrong
