"""The amounts offered before the deal leave the chips that a player needs so as not to be forced to fold."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from houseway.chapters.registry import games, resolve
from houseway.engine.asking import Amounts
from houseway.engine.kernel import Table, Viewer
from houseway.engine.roles import Role
from houseway.rules.game import Decide, Does
from houseway.rules.table_rules import TableRules
from tests.kit.banked_actions import close, deal, place, say
from tests.kit.tables import seated

REQUIRED = {"heads-up-holdem": ("raise", 1), "holdem-bonus": ("flop", 2), "five-card-hi-lo": ("play", 1)}
"""By game, the wager that a player places or folds, and how many times the Ante it is."""


def _offers(table: Table[Any, Any], person: str = "Ada") -> dict[str, Amounts]:
    asks = table.legal(Viewer(Role.PLAYER, person))
    return {ask.subject: ask.amounts for ask in asks if ask.command == "place_wagers" and ask.amounts is not None}


def _decide_words(table: Table[Any, Any]) -> list[str]:
    return [ask.word for ask in table.legal(Viewer(Role.PLAYER, "Ada")) if ask.command == "decide"]


def _to_required_decision(table: Table[Any, Any]) -> list[str]:
    """Deal, check what may be checked, and return the answers at the decision that requires a wager or a fold."""
    close(table)
    while True:
        words = _decide_words(table)
        if "fold" in words:
            return words
        if "check" in words:
            say(table, "check")
        else:
            deal(table)


@pytest.mark.parametrize("game", games(banked=True))
def test_the_phases_of_each_game_say_what_a_player_must_still_wager(game: str):
    rules = resolve({"game": game}, kind=TableRules).game
    required = [(option.wager, option.least_times) for option in rules.wagers_to_play_on]
    assert required == ([REQUIRED[game]] if game in REQUIRED else [])
    for phase in rules.phases:
        if isinstance(phase, Decide) and not phase.may_pass_over:
            may_stay = any(option.does in (Does.WAIT, Does.SET) for option in phase.options)
            assert may_stay or any(option in rules.wagers_to_play_on for option in phase.options), phase.id


@pytest.mark.parametrize(
    ("game", "chips", "offered"),
    [
        ("five-card-hi-lo", 10_000, 5_000),
        # The Flop Wager is twice the Ante.
        ("holdem-bonus", 10_000, 3_300),
        # The Odds Wager equals the Ante, and so does the Raise Wager.
        ("heads-up-holdem", 10_000, 3_300),
    ],
)
def test_an_ante_of_the_amount_offered_can_be_played_on(game: str, chips: int, offered: int):
    table = seated(game, seats={1: "Ada"}, cents=chips)
    ante = _offers(table)["ante"]
    assert ante.most_offered is not None and ante.most is not None
    assert offered <= ante.most_offered < offered + 100 and ante.most_offered < ante.most
    cents = ante.most_offered // 100 * 100
    place(table, ante=cents, **({"odds": cents} if game == "heads-up-holdem" else {}))
    word, _ = REQUIRED[game]
    assert word in _to_required_decision(table)


@pytest.mark.parametrize("game", list(REQUIRED))
def test_an_ante_above_the_amount_offered_is_the_players_choice_and_leaves_a_fold(game: str):
    table = seated(game, seats={1: "Ada"}, cents=10_000)
    most = _offers(table)["ante"].most
    assert most is not None
    place(table, ante=most, **({"odds": most} if game == "heads-up-holdem" else {}))
    assert _to_required_decision(table) == ["fold"]


def test_optional_wagers_are_offered_from_what_playing_on_leaves():
    table = seated("five-card-hi-lo", seats={1: "Ada"}, cents=10_000)
    place(table, ante=4_000)
    offers = _offers(table)
    assert (offers["ante"].offered, offers["ante"].most) == (1_000, 6_000)
    assert (offers["tie"].offered, offers["tie"].most) == (2_000, 6_000)
    place(table, tie=3_000)
    assert all(offer.offered == 0 for offer in _offers(table).values()), "what is left is short already"


def test_wagers_of_fixed_sizes_are_offered_from_what_playing_on_leaves():
    table = seated("holdem-bonus", seats={1: "Ada"}, cents=3_300, progressive={"wagers": [100, 500]})
    place(table, ante=1_000)
    progressive = _offers(table)["progressive"]
    assert progressive.sizes == (100, 500) and progressive.offered == 100


def test_chips_that_play_only_another_hand_of_the_same_player_are_not_offered():
    table = seated("five-card-hi-lo", seats={1: "Ada", 2: "Ada"}, cents=10_000, adjacent_areas=2)
    place(table, ante=4_000)
    second = [
        ask.amounts
        for ask in table.legal(Viewer(Role.PLAYER, "Ada"))
        if (ask.command, ask.subject, ask.seat) == ("place_wagers", "ante", 2)
    ]
    assert [(amounts.most, amounts.offered) for amounts in second if amounts is not None] == [(6_000, 1_000)]


def test_where_nothing_is_required_later_everything_is_offered():
    table = seated("pai-gow", seats={1: "Ada"}, cents=10_000)
    assert all(offer.offered is UNSET for offer in _offers(table).values())


def test_the_equal_wager_is_offered_up_to_the_one_that_lies_there():
    table = seated("heads-up-holdem", seats={1: "Ada"}, cents=9_000)
    place(table, ante=3_000)
    odds = _offers(table)["odds"]
    assert odds.most_offered is not None and odds.most_offered >= 3_000
