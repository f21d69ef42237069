"""Which clause of 637a.10, .12, .19, .20 and .21 a share of the pot cites: divided, tied, without a low, a short Badugi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from houseway.chapters.c637a_poker import events as ev
from tests.regulations.c637a.deals import NO_LIMIT, along, draw, flop, round_over, seated, stud

STUD = {"structure": "no-limit", "forced_bet": 50, "minimum_bet": 100}


def _cited(game: str, players: int, deal: str, terms: Mapping[str, Any]) -> list[tuple[int, str]]:
    at = along(seated(game, players, terms, deal, button=players if "blinds" in terms else 0), round_over)
    [awarded] = [event for event in at.events if isinstance(event, ev.PotAwarded)]
    return [(share.seat, share.clause) for share in awarded.shares]


@pytest.mark.parametrize(("game", "section", "rest"), [("omaha-hi-lo-8", "12", ""), ("omaha5-hi-lo-8", "19", " 9c")])
def test_s12_k_2__s19_k_2__divided_tied_or_without_a_low(game: str, section: str, rest: str) -> None:
    high, low = "Kd Kh Jc Td" + rest, "Ah 3h Jd Tc" + rest.replace("c", "d")
    board = "2c 4d 8h Ks 9s"
    halves = _cited(game, 2, flop([low, high], board), NO_LIMIT)
    assert halves == [(2, f"637a.{section}(k)(2)(i)"), (1, f"637a.{section}(k)(2)(i)")]
    tied = _cited(game, 3, flop([low, high, "As 3s Js Th" + rest.replace("c", "h")], board), NO_LIMIT)
    assert tied == [
        (2, f"637a.{section}(k)(2)(i)"),
        (1, f"637a.{section}(k)(2)(iii)"),
        (3, f"637a.{section}(k)(2)(iii)"),
    ]
    none = {"12": "637a.12(l)", "19": "637a.19(l)(1)"}[section]
    assert _cited(game, 2, flop([low, high], "Qc Qd 5h Ks 9s"), NO_LIMIT) == [(2, none)]


def test_s10_i_3__s10_j__divided_tied_or_without_a_low() -> None:
    low, high = "Ac 2d 3h 4s 8c Kc Qd", "9c 9d 9h 9s Jc Jd Kh"
    assert _cited("stud-hi-lo-8", 2, stud([low, high]), STUD) == [(2, "637a.10(i)(3)(i)"), (1, "637a.10(i)(3)(i)")]
    assert _cited("stud-hi-lo", 2, stud([low, high]), STUD) == [(2, "637a.10(i)(3)(i)"), (1, "637a.10(i)(3)(i)")]
    assert _cited("stud-hi-lo-8", 2, stud(["Tc Th Ks Kd Qc Qh Jh", high]), STUD) == [(2, "637a.10(j)")]
    twice = _cited("stud-hi-lo", 3, stud([low, high, "Ad 2h 3s 4c 8d Ks Qh"]), STUD)
    assert twice == [(2, "637a.10(i)(3)(i)"), (1, "637a.10(i)(3)(iii)"), (3, "637a.10(i)(3)(iii)")]
    highs = _cited(
        "stud-hi-lo", 3, stud(["As Ks Qs Js 9c 9d 2s", "Ah Kh Qh Jh 9h 9s 2h", "7c 5d 4h 3c 2c Jd Td"]), STUD
    )
    assert highs[0] == (2, "637a.10(i)(3)(i)")


@pytest.mark.parametrize(
    ("hands", "path"),
    [
        (("Ac 2d 3h 4s", "Kc Kd Kh Ks"), "(k)(1)"),
        (("Ac 2d 3h 3s", "Kc Kd Kh Ks"), "(k)(2)"),
        (("Ac 2d 2c Ad", "Kc Kd Kh Ks"), "(k)(3)"),
        (("Ac 5c 9c Kc", "2h 3h 4h 5h"), "(k)(4)"),
        (("Ac 2d 3h 4s", "Ad 2c 3s 4h"), "(k)(5)"),
    ],
)
def test_s21_k__by_the_number_of_cards_or_a_tie(hands: tuple[str, str], path: str) -> None:
    cited = _cited("badugi", 2, draw(hands), {"structure": "no-limit", "blinds": [100]})
    assert {clause for _, clause in cited} == {f"637a.21{path}"}


def test_s20_k_2__a_tie() -> None:
    cited = _cited(
        "triple-draw-a-5", 2, draw(["Ac 2d 3h 4s 5c", "Ad 2c 3s 4h 5d"]), {"structure": "no-limit", "blinds": [100]}
    )
    assert [clause for _, clause in cited] == ["637a.20(k)(2)", "637a.20(k)(2)"]
