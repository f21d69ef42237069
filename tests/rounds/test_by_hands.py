"""A round stated by its hands is the round stated by its deck; what it leaves out never decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from houseway import rounds
from houseway.cards import text_of
from houseway.chapters.registry import games
from houseway.rounds import poker as poker_rounds
from houseway.rounds.by_hands import Holder, banked, poker
from tests.kit.case_samples import FAMILIES, keep_few
from tests.oracle import random_rounds
from tests.oracle.poker import random_rounds as random_poker

Stated = dict[str, Any]
SAMPLE = (*games(banked=True), *FAMILIES)


def random_stated(game: str, count: int) -> Iterator[Stated]:
    """Random rounds that are played to their end."""
    if game in games(banked=True):
        yield from random_rounds.rounds(game, count, 11)
    else:
        yield from (one for one, refused in random_poker.rounds(game, count, seed=11) if not refused)


def by_hands(stated: Stated) -> Stated:
    """The same round stated by every card that was dealt to somebody."""
    table = rounds.play(stated)
    dealt = banked.dealt if stated["game"] in games(banked=True) else poker.dealt
    held: dict[Holder, list[Any]] = {}
    for one in dealt(table.events):
        if one.holder is not None and not one.order:
            held.setdefault(one.holder, []).append(one.card)
    told = {key: value for key, value in stated.items() if key not in ("deck", "reshuffles")}
    told["hands"] = {}
    for holder, cards in held.items():
        match holder.kind:
            case "hand":
                told["hands"][str(holder.seat) if holder.seat else "dealer"] = text_of(cards)
            case "drawn":
                draws = told.setdefault("drawn", {}).setdefault(str(holder.seat), [])
                draws += [""] * (holder.draw - len(draws))
                draws.append(text_of(cards))
            case kind:
                told[kind] = text_of(cards)
    return told


def came_to(stated: Stated) -> Stated:
    """The answer less what the deck alone can show: cards nobody held."""
    return {name: value for name, value in rounds.settle(stated).items() if name not in ("rules", "events")}


@pytest.mark.parametrize("game", keep_few(games(), SAMPLE))
def test_the_hands_give_the_answer_of_the_deck(game: str) -> None:
    for stated in random_stated(game, 12):
        given = came_to(stated)
        if "refusal" not in given:
            assert came_to(by_hands(stated)) == given, stated


@pytest.mark.parametrize("game", keep_few(games(), SAMPLE))
def test_a_hand_left_out_changes_nothing_or_is_named(game: str) -> None:
    left_out = named = 0
    for stated in random_stated(game, 8):
        given = came_to(stated)
        if "refusal" in given:
            continue
        told = by_hands(stated)
        for who in told["hands"]:
            less = {**told, "hands": {seat: cards for seat, cards in told["hands"].items() if seat != who}}
            answered = came_to(less)
            if "refusal" in answered:
                named += 1
                whose = "the dealer" if who == "dealer" else f"seat {who}"
                assert whose in answered["refusal"]["message"], (less, answered)
                assert "not stated" in answered["refusal"]["message"], (less, answered)
            else:
                left_out += 1
                assert answered == given, less
    assert left_out + named


HOLDEM: Stated = {
    "game": "holdem",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    "button": 3,
    "seats": {"1": {"stack": 10000}, "2": {"stack": 10000}, "3": {"stack": 10000}},
    "hands": {"1": "As Ad", "2": "?? ??", "3": "Qc Qd"},
    "board": "2h 7s 9d Jh 4s",
    "actions": ["3 raise to $3", "1 call", "2 fold", *["1 check", "3 check"] * 3],
}


def refusal(stated: Stated) -> tuple[str, str]:
    refused = rounds.settle(stated)["refusal"]
    return refused["code"], refused["message"]


def test_a_hand_folded_unseen_is_not_asked_for() -> None:
    assert rounds.settle(HOLDEM)["stacks"] == {"1": 10400, "2": 9900, "3": 9700}


@pytest.mark.parametrize(
    ("less", "named"),
    [
        ({"hands": {"1": "As ??", "3": "Qc Qd"}}, "the second card of seat 1"),
        ({"board": "2h 7s 9d Jh"}, "the fifth card of the board"),
    ],
)
def test_a_card_that_decides_is_named(less: Stated, named: str) -> None:
    assert refusal({**HOLDEM, **less}) == ("DECK_SUFFICES", f"{named} is not stated, and the answer depends on it")


def test_an_answer_that_other_cards_would_change_is_never_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is thought to be needed: the round is played with other cards in the places not stated, and must come to the same."""
    monkeypatch.setattr(poker_rounds, "needed", lambda table, unknown: set())
    assert refusal({**HOLDEM, "board": "2h 7s 9d Jh"})[0] == "DECK_SUFFICES"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"deck": "As"}, "the cards are stated by the deck or by 'hands', not by both"),
        ({"board": "As 7s 9d Jh 4s"}, "As is stated twice"),
        ({"board": "2h 7s 9d Jh 4s 5s"}, "the sixth card of the board is stated, but only 5 are dealt there"),
        ({"hands": {"dealer": "As Ad"}}, "'dealer' is no seat of this round"),
        ({"hands": {"1": "As Jk"}}, "Jk is no card of this game's deck"),
        ({"common": "3h"}, "the common card is stated, but none is dealt there"),
        ({"drawn": {"1": ["3h"]}}, "has 0 draws"),
    ],
)
def test_what_contradicts_itself_is_refused(more: Stated, says: str) -> None:
    assert says in refusal({**HOLDEM, **more})[1]


def test_the_up_card_of_a_folded_stud_hand_says_who_is_forced_to_bet() -> None:
    stated = {
        "game": "stud-high",
        "submission": {"structure": "fixed-limit", "small_bet": 200, "big_bet": 400, "forced_bet": 100},
        "seats": {"1": {"stack": 10000}, "2": {"stack": 10000}},
        "actions": ["2 raise to 200", "1 fold"],
    }
    assert refusal({**stated, "hands": {"1": "?? ?? ??", "2": "?? ?? Kd"}})[1].startswith("the third card of seat 1 is")
    assert rounds.settle({**stated, "hands": {"1": "?? ?? 2c", "2": "?? ?? Kd"}})["net"] == {"1": -100, "2": 100}


FLOPPED: Stated = {
    "game": "holdem-bonus",
    "hands": {"1": "As Ks", "dealer": "2c 2d"},
    "board": "Qs Js 3d 4d 7h",
    "seats": {
        "1": {"wagers": {"ante": 1000, "progressive": 100}, "decisions": ["flop", "check", "check"]},
        "2": {"wagers": {"ante": 1000, "progressive": 100}, "decisions": ["fold"]},
    },
}
FOLDED: Stated = {
    "game": "holdem-bonus",
    "hands": {},
    "seats": {"1": {"wagers": {"ante": 1000, "progressive": 100}, "decisions": ["fold"]}},
}
ROYAL: Stated = {
    "game": "heads-up-holdem",
    "hands": {"1": "As Ks"},
    "board": "Qs Js Ts 2h 2d",
    "seats": {"1": {"wagers": {"ante": 1000, "odds": 1000}, "decisions": ["raise $30"]}},
}
ACES: Stated = {
    "game": "holdem-bonus",
    "hands": {"1": "As Ks"},
    "seats": {"1": {"wagers": {"ante": 1000, "holdem_bonus": 100}, "decisions": ["fold"]}},
}


@pytest.mark.parametrize(
    ("stated", "net"),
    [
        # 647a.11(i)(5): no two cards make a straight flush of this Flop, nor one beside the 9 of diamonds of the other.
        (FLOPPED, {"1": -3100, "2": -1100}),
        (
            {**FLOPPED, "hands": {**FLOPPED["hands"], "2": "?? 9d"}, "board": "Qs Js Ts 4d 7h"},
            {"1": 1002900, "2": 98900},
        ),
        # 647a.11(b)(2)(i)(B): whatever was held and came.
        (FOLDED, {"1": -1100}),
        # 647a.12(b): only beside the player's aces do the dealer's count.
        (ACES, {"1": 1500}),
        # 677a.11(h)(2)(i): any dealer's hand has the pair of the table and is lower.
        (ROYAL, {"1": 504000}),
    ],
)
def test_a_card_that_cannot_change_the_answer_is_not_asked_for(stated: Stated, net: Stated) -> None:
    assert rounds.settle(stated).get("net") == net


@pytest.mark.parametrize(
    ("stated", "named"),
    [
        ({**FLOPPED, "board": "Qs Js Ts 4d 7h"}, "the first card of seat 2"),
        (
            {**FLOPPED, "hands": {**FLOPPED["hands"], "2": "?? 9s"}, "board": "Qs Js Ts 4d 7h"},
            "the first card of seat 2",
        ),
        ({**ACES, "hands": {"1": "As Ac"}}, "the first card of the dealer"),
        ({**ROYAL, "board": "Qs Js Ts 2h 4d"}, "the first card of the dealer"),
    ],
)
def test_a_card_that_can_change_it_is_named(stated: Stated, named: str) -> None:
    assert refusal(stated) == ("DECK_SUFFICES", f"{named} is not stated, and the answer depends on it")


def test_the_cards_set_say_what_a_hand_was() -> None:
    stated = {
        "game": "pai-gow",
        "hands": {"dealer": "Ks, Kd, 9h, 8c, 5d, 3s, 2h"},
        "seats": {"3": {"wagers": {"pai_gow": 1000}, "decisions": ["set As Ad Ac 7c 6c / Q♥ Q♦"]}},
        "start": 4,
    }
    assert rounds.settle(stated)["net"] == {"3": 950}


def test_discards_unseen_are_only_counted() -> None:
    stated = {
        "game": "draw-high",
        "submission": {"structure": "no-limit", "blinds": [50, 100]},
        "button": 2,
        "seats": {"1": {"stack": 10000}, "2": {"stack": 10000}},
        "hands": {"1": "As Ad Ac 5h 7h"},
        "actions": ["1 call", "2 check", "1 stand", "2 discard ?? ??", "1 bet $2", "2 fold"],
    }
    given = rounds.settle(stated)
    assert given.get("net") == {"1": 100, "2": -100}, given


def test_the_cards_discarded_say_what_a_hand_was() -> None:
    stated = {
        "game": "draw-high",
        "submission": {"structure": "no-limit", "blinds": [50, 100]},
        "button": 2,
        "seats": {"1": {"stack": 10000}, "2": {"stack": 10000}},
        "hands": {"1": "As Ad Ac 5h 7h", "2": "Kc Kd Kh"},
        "drawn": {"2": ["2c 3s"]},
        "actions": ["1 call", "2 check", "1 stand", "2 discard 9c 9d", "1 check", "2 check"],
    }
    given = rounds.settle(stated)
    assert given.get("net") == {"1": 100, "2": -100}, given


def test_no_card_that_is_not_stated_is_shown() -> None:
    stated = {
        "game": "heads-up-holdem",
        "hands": {"1": "As Ah", "dealer": "2d 2h"},
        "board": "Ac 7s 8h Kd 4s",
        "seats": {"1": {"wagers": {"ante": 1000, "odds": 1000}, "decisions": ["raise $30"]}},
        "irregularities": [{"cause": "face_up_card", "at": "hole", "after": 2}],
    }
    given = rounds.settle(stated)
    assert [one["card"] for one in given["events"] if one["event"] == "card_set_aside"] == ["??"]


def test_the_seats_there_are_are_named_in_their_order() -> None:
    seats = {str(seat): {"stack": 10000} for seat in (10, 2, 1)}
    refused = rounds.settle({**HOLDEM, "seats": seats, "button": 1, "hands": {"3": "As Ad"}})["refusal"]
    assert refused["legal"] == ["1", "2", "10"]
