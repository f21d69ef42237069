"""A stated round goes by the numbers of its seats, in whichever order they are written; where it stops, by its street."""

from __future__ import annotations

from typing import Any

import pytest

from houseway import rounds
from houseway.rounds.explaining import words_of
from tests.regulations.c637a.deals import LIMIT, NO_LIMIT, STUD, draw, five_card_stud, flop, stated
from tests.rounds.test_refusals import GOW, HEADS_UP, HI_LO

BETS = {"wagers": {"ante": 1000, "odds": 1000}, "decisions": ["raise 3000"], "stack": 50_000}
TWO: dict[str, Any] = {
    "game": "heads-up-holdem",
    "hands": {"4": "9c 4h", "dealer": "Ad Qd", "2": "Kc Kd"},
    "board": "2c 7d 9h Ks 3s",
    "seats": {"4": BETS, "2": {**BETS, "wagers": {"ante": 500, "odds": 500}, "decisions": ["raise 1500"]}},
}
POKER = stated("holdem", flop(["Ac Ad", "Kc Kd", "2h 7s"]), "3 call, 1 call, 2 check", NO_LIMIT)


def _turned(told: dict[str, Any]) -> dict[str, Any]:
    """The same round with everything that is stated by seat the other way round."""
    by_seat = {name: told[name] for name in ("seats", "hands", "drawn") if name in told}
    return {**told, **{name: dict(reversed(list(one.items()))) for name, one in by_seat.items()}}


def _played(told: dict[str, Any]) -> list[Any]:
    return list(rounds.play(told).events)


@pytest.mark.parametrize(
    "told",
    [
        TWO,
        {**HI_LO, "seats": {**HI_LO["seats"], "3": {"wagers": {"ante": 500}, "decisions": ["fold"]}}, "deck": None,
         "hands": {"1": "Ah 9c Js 8d 2c", "3": "Kh Kc Qs 4d 3c", "dealer": "Td 7h 9s 6d 5s"}},
        {**GOW, "seats": {**GOW["seats"], "3": {"wagers": {"pai_gow": 500}, "decisions": ["house way"]}}},
        stated("holdem", flop(["Ac Ad", "Kc Kd", "2h 7s"]), "3 fold, 1 fold"),
        {**stated("draw-high", "", "3 fold, 1 call, 2 check, 1 stand, 2 stand, 1 check, 2 check"), "deck": None,
         "hands": {"1": "Ac Ad 2h 3h 4h", "2": "Kc Kd 5h 6h 7h", "3": "Qc Qd 8h 9h Th"}},
    ],
)  # fmt: skip
def test_the_order_in_which_seats_are_written_changes_nothing(told: dict[str, Any]) -> None:
    given = {name: one for name, one in told.items() if one is not None}
    assert _played(_turned(given)) == _played(given)


CHECKED = "1 check, 2 check, 3 check"


@pytest.mark.parametrize(
    ("told", "clause"),
    [
        (stated("holdem", flop(["Ac Ad", "Kc Kd", "2h 7s"]), ""), "637a.11(g)"),
        (POKER, "637a.11(h)"),
        ({**POKER, "actions": [*POKER["actions"], *CHECKED.split(", ")]}, "637a.11(i)"),
        ({**POKER, "actions": [*POKER["actions"], *CHECKED.split(", ") * 2]}, "637a.11(j)"),
        (stated("five-card-stud", five_card_stud(["Ac 2d", "Kc 9d", "Qc 8h"]), "", STUD), "637a.14(e)"),
        (
            stated("draw-high", draw(["Ac Ad 2h 3h 4h", "Kc Kd 5h 6h 7h"]), "1 call, 2 check", LIMIT, stacks=2),
            "637a.13(g)",
        ),
    ],
)
def test_a_round_that_stops_names_the_clause_of_its_street(told: dict[str, Any], clause: str) -> None:
    given = rounds.settle(told)["refusal"]
    assert (given["code"], given["clause"]) == ("DECISIONS_COMPLETE_THE_ROUND", clause)


def test_a_clause_without_words_has_those_of_the_nearest_above_it() -> None:
    assert words_of("677a.12(c)(9)") == words_of("677a.12(c)") != words_of("677a.12")
    assert words_of("677a.99") == ""


def test_a_round_of_one_seat_is_unchanged() -> None:
    assert _played(_turned(HEADS_UP)) == _played(HEADS_UP)
