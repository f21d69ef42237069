"""A round stated by its hands is the round stated by its deck; what it leaves out never decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from houseway import rounds
from houseway.cards import text_of
from houseway.chapters.registry import games
from houseway.rounds import banked, poker_hands
from houseway.rounds.by_hands import Holder
from tests.oracle import random_rounds
from tests.oracle.poker import random_rounds as random_poker

Stated = dict[str, Any]


def random_stated(game: str, count: int) -> Iterator[Stated]:
    """Random rounds that are played to their end."""
    if game in games(banked=True):
        yield from random_rounds.rounds(game, count, 11)
    else:
        yield from (one for one, refused in random_poker.rounds(game, count, seed=11) if not refused)


def by_hands(stated: Stated) -> Stated:
    """The same round stated by every card that was dealt to somebody."""
    table = rounds.play(stated)
    dealt = banked._dealt if stated["game"] in games(banked=True) else poker_hands.dealt
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


@pytest.mark.parametrize("game", games())
def test_the_hands_give_the_answer_of_the_deck(game: str) -> None:
    for stated in random_stated(game, 12):
        given = came_to(stated)
        if "refusal" not in given:
            assert came_to(by_hands(stated)) == given, stated


@pytest.mark.parametrize("game", games())
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
