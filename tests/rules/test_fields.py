"""The clause under which each field of a submission stands."""

from __future__ import annotations

import pytest

from tests.kit.submission_faults import check

FIELDS = {
    "heads-up-holdem": """
601a.2                table_minimum table_maximum optional_minimum optional_maximum dealing shuffler round_down
677a.10(g)            community_first
677a.11(b)            raise_minimum
677a.12(f)            payout_limit
677a.7(d)(2)          offered
677a.7(e)             adjacent_boxes
-                     paytables custom_paytables
677a.3(b)              decks
677a.2(a)               positions
677a.8(e)              stub_count_every
""",
    "holdem-bonus": """
601a.2                table_minimum table_maximum optional_minimum optional_maximum dealing shuffler round_down
647a.11(h)(2)(ii)     ante_pays_on
647a.12(c)            payout_limit
647a.12(d)(3)         progressive
647a.12(e)(3)         magic_card lucky_bonus
647a.12(e)(4)         five_card
647a.7(d)(2)          offered
647a.10(g)            community_first
-                     paytables custom_paytables
647a.3(b)              decks
647a.2(a)               positions
647a.8(f)              stub_count_every
""",
    "pai-gow": """
601a.2                table_minimum table_maximum optional_minimum optional_maximum dealing shuffler round_down
645a.1                variant
645a.11(c)            house_way house_way_rules
645a.12(a)            banking
645a.13(a)            vigorish
645a.13(d)            brand
645a.13(e)(2)         progressive
645a.13(i)            red_black_joker
645a.13(j)            payout_limit
645a.2(c)             start_by
645a.5(e)             second_cover_card
645a.7(e)             offered
645a.7(f)             adjacent_areas
645a.8(e)             stub_count_every positions
-                     paytables custom_paytables
645a.3(b)              decks
""",
    "five-card-hi-lo": """
601a.2                table_minimum table_maximum optional_minimum optional_maximum dealing shuffler round_down
663a.7(e)             offered
663a.7(f)             adjacent_areas
-                     paytables custom_paytables
663a.3(b)              decks
663a.2(a)               positions
663a.8(f)              stub_count_every
""",
    "holdem": """
637a.10(d)(2)         stud_low_forced
637a.11(b)            ante ante_from
637a.11(d)            blinds must_post heads_up_button_blind
637a.11(e)            straddle
637a.11(k)            smallest_chip odd_chip
637a.15(a)            bad_beat
637a.16(a)            high_hand
637a.17(a)            rake
637a.18(e)            show_all
637a.18(s)            supplements
637a.7(e)(4)          shuffler
637a.8(b)(4)          tournament
637a.8(j)             check_raise
637a.8(k)             structure small_bet big_bet minimum_bet maximum_bet minimum_increase raise_cap half_bet_reopens minimum_agreement raise_cap_heads_up maximum_bets
-                     forced_bet kill qualifying_pot
""",
    "omaha-hi-lo-8": """
637a.10(d)(2)         stud_low_forced
637a.12(b)            ante ante_from
637a.12(d)            blinds must_post heads_up_button_blind
637a.12(e)            straddle
637a.12(k)(2)         smallest_chip odd_chip
637a.12(n)            kill qualifying_pot
637a.15(a)            bad_beat
637a.16(a)            high_hand
637a.17(a)            rake
637a.18(e)            show_all
637a.18(s)            supplements
637a.7(e)(4)          shuffler
637a.8(b)(4)          tournament
637a.8(j)             check_raise
637a.8(k)             structure small_bet big_bet minimum_bet maximum_bet minimum_increase raise_cap half_bet_reopens minimum_agreement raise_cap_heads_up maximum_bets
-                     forced_bet
""",
    "stud-high": """
637a.10(b)            ante ante_from
637a.10(d)(1)         forced_bet
637a.10(d)(2)         stud_low_forced
637a.10(i)(3)         smallest_chip odd_chip
637a.15(a)            bad_beat
637a.16(a)            high_hand
637a.17(a)            rake
637a.18(e)            show_all
637a.18(s)            supplements
637a.7(e)(4)          shuffler
637a.8(b)(4)          tournament
637a.8(j)             check_raise
637a.8(k)             structure small_bet big_bet minimum_bet maximum_bet minimum_increase raise_cap half_bet_reopens minimum_agreement raise_cap_heads_up maximum_bets
-                     blinds straddle must_post kill qualifying_pot heads_up_button_blind
""",
}
"""A dash: no field of this game."""


@pytest.mark.parametrize("game", FIELDS)
def test_every_field_stands_under_its_clause(game: str) -> None:
    submission, _ = check({}, game=game)
    rows = map(str.split, FIELDS[game].strip().splitlines())
    told = {name: None if clause == "-" else clause for clause, *names in rows for name in names}
    assert {name: submission.clause(name) for name in type(submission).model_fields if name != "game"} == told


@pytest.mark.parametrize(
    ("game", "field", "given", "clause"),
    [
        ("stud-high", "smallest_chip", 0, "637a.10(i)(3)"),
        ("omaha-hi-lo-8", "smallest_chip", 0, "637a.12(k)(2)"),
        ("omaha-hi-lo-8", "ante", "x", "637a.12(b)"),
        ("stud-high", "ante", "x", "637a.10(b)"),
        # No field of this game: under the clause of one that has it.
        ("stud-high", "blinds", "x", "637a.11(d)"),
        ("pai-gow", "offered", 5, "645a.7(e)"),
        ("pai-gow", "paytables", {"fortune": 5}, "645a.13(b)"),
        ("pai-gow", "paytables", {"fortunes": 5}, "601a.2"),
        ("pai-gow", "paytables", 5, "601a.2"),
    ],
)
def test_what_is_not_well_formed_stands_under_the_clause_of_this_game(
    game: str, field: str, given: object, clause: str
) -> None:
    _, faults = check({field: given}, game=game)
    assert [fault.clause for fault in faults if fault.field.startswith(field)] == [clause]


PARTS = """
637a.15(b)(1)         bad_beat.contribution bad_beat.percent bad_beat.steps
637a.15(b)(2)         bad_beat.minimum_pot
637a.15(b)(3)         bad_beat.payout_percent bad_beat.hands bad_beat.minimum_players bad_beat.both_hole_cards
637a.16(b)(1)         high_hand.qualifying_minutes
637a.16(b)(2)         high_hand.contribution high_hand.percent high_hand.steps
637a.16(b)(3)         high_hand.minimum_pot
637a.16(b)(4)         high_hand.minimum_players
637a.16(b)(5)         high_hand.ties
637a.16(b)(6)         high_hand.claim_days
637a.16(i)            high_hand.unclaimed
637a.17(a)(1)         rake.kind
637a.17(a)(2)         rake.first_round
637a.17(a)(3)         rake.cap rake.cap_by_players
637a.17(b)(1)         rake.percent rake.when
637a.17(b)(2)         rake.steps
637a.17(b)(3)(i)      rake.per
637a.17(b)(3)(ii)     rake.hourly
637a.17(b)(3)(iii)    rake.every_minutes
"""


def test_every_part_of_a_rake_and_a_fund_stands_under_its_clause() -> None:
    submission, _ = check({}, game="holdem")
    told = {name: clause for clause, *names in map(str.split, PARTS.strip().splitlines()) for name in names}
    assert {name: submission.clause(name) for name in told} == told
    assert set(type(submission).part_clauses) == set(told)
