"""Tables with whole-number odds nearest to a house edge, against every table there is by published counts."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from houseway.lab.analysis import analyze
from houseway.lab.inputs import InputError, rules_of
from houseway.lab.target_edge import find_tables
from tests.cli.process import houseway
from tests.lab.test_what_if import SEVENS

TRIPS_PLUS = {"royal flush": 100, "straight flush": 40, "four of a kind": 30, "straight": 4, "three of a kind": 3}
TOTAL = 133_784_560


def edge_of(full_house: int, flush: int) -> Fraction:
    """Return the house edge of Trips Plus by the published counts of seven cards."""
    pays = {**TRIPS_PLUS, "full house": full_house, "flush": flush}
    return 1 - Fraction(sum(SEVENS[hand] * (times + 1) for hand, times in pays.items()), TOTAL)


def test_the_nearest_tables_of_trips_plus_are_the_nearest_of_all():
    target = Fraction(7, 200)
    found = find_tables(rules_of({"game": "heads-up-holdem"}), "trips_plus", ["full house", "flush"], target)
    every = [(full, flush) for full in range(4, 31) for flush in range(4, full + 1)]
    nearest = sorted(every, key=lambda odds: abs(edge_of(*odds) - target))[:10]
    assert [one.odds for one in found.candidates] == nearest
    assert [one.sheet.house_edge for one in found.candidates] == [edge_of(*odds) for odds in nearest]
    # Published: paytable D returns 96.66%.
    first = found.candidates[0]
    assert (first.odds, first.paytable, f"{float(first.sheet.returned):.2%}") == ((8, 7), "D", "96.66%")


def test_tables_of_a_main_game_are_solved_again():
    """663a: the two odds on either side of the target, each with the edge of its own best play."""
    base = {"game": "five-card-hi-lo"}
    found = find_tables(rules_of(base), "ante_bonus", ["three aces"], Fraction(5, 200))
    assert found.is_main
    for one in found.candidates:
        main = analyze(rules_of(base, choices=[f"paytables.ante_bonus.three aces={one.odds[0]} for 1"])).main
        assert main is not None and one.sheet.house_edge == main.house_edge
    edges = {one.odds[0]: one.sheet.house_edge for one in found.candidates}
    assert edges[12] < Fraction(5, 200) < edges[11] and sorted(edges) == [10, 11, 12, 13]
    # Best play for the new odds gives the player at least what the old play did.
    (row,) = found.varied
    assert all(edge <= found.now - row.share * (odds - row.pays) for odds, edge in edges.items())


@pytest.mark.parametrize(
    ("wager", "rows", "says"),
    [
        ("trips_plus", ["fullhouse"], "did you mean 'full house'?"),
        ("trips", ["flush"], "did you mean 'trips_plus'?"),
        ("trips_plus", ["flush", "flush"], "varied only once"),
        ("odds", ["pair"], "pays no odds that could be varied"),
    ],
)
def test_rows_that_cannot_be_varied_are_named(wager, rows, says):
    with pytest.raises(InputError) as error:
        find_tables(rules_of({"game": "heads-up-holdem"}), wager, rows, Fraction(1, 20))
    assert says in str(error.value)


def test_the_command_lists_tables_in_text_and_json():
    given = (
        "analyze",
        "heads-up-holdem",
        "--wager",
        "trips_plus",
        "--target-edge",
        "3.5",
        "--vary",
        "full house,flush",
    )
    assert "8 to 1  7 to 1     3.3363%  -0.1637%  15.2700%   2.7286  D" in houseway(*given).out
    told = json.loads(houseway(*given, "--json").out)
    assert told["tables"][0]["pays"] == {"trips_plus.full house": "8 to 1", "trips_plus.flush": "7 to 1"}
    ran = houseway(*given[:4], "--target-edge", "3.5")
    assert ran.code == 2 and "A target needs --wager, --target-edge and --vary" in ran.err
