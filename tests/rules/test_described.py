"""Hands by name, as those at a table read them, and which games divide their pots."""

from __future__ import annotations

import pytest

from houseway.cards import cards
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.registry import resolve
from houseway.rules.showdown import Setting, Showdown
from houseway.rules.table_rules import TableRules

BOARD = "2c 7d 9h Ks 3s"


def setting(text: str) -> Setting | None:
    if not text:
        return None
    high, low = text.split("/")
    return Setting(cards(high), cards(low))


def described(game: str, showdown: Showdown) -> tuple[str, str]:
    says = resolve({}, game=game, kind=TableRules).game.describe
    assert says is not None
    return says(showdown)


@pytest.mark.parametrize(
    ("game", "player", "bank", "board", "named"),
    [
        ("heads-up-holdem", "9c 4h", "Ad Qd", BOARD, ("pair of 9s", "ace high")),
        ("holdem-bonus", "9c 4h", "Ad Qd", BOARD, ("pair of 9s", "ace high")),
        ("holdem-bonus", "9c 4h", "Ad Qd", "2c 7d 9h Ks", ("", "")),
        ("heads-up-holdem", "9c 4h", "Ad Qd", "", ("", "")),
    ],
)
def test_hands_with_community_cards_have_a_name_when_all_five_lie_there(
    game: str, player: str, bank: str, board: str, named: tuple[str, str]
) -> None:
    assert described(game, Showdown(cards(player), cards(bank), cards(board))) == named


@pytest.mark.parametrize(
    ("game", "player", "bank", "named"),
    [
        ("five-card-hi-lo", "Js 9c 8d/Ah 2c", "Td 9s 7h/6d 5s", ("27 high, 3 low; ace high", "26 high, 11 low")),
        ("five-card-hi-lo", "Js 9c 8d/Ah 2c", "", ("27 high, 3 low; ace high", "")),
        ("five-card-hi-lo", "", "", ("", "")),
        (
            "pai-gow",
            "As Ah 8d 6h 4c/Kc Ks",
            "Kd 7s 5d 3h 2c/Qh 9c",
            ("pair of aces / pair of kings", "king high / queen-9"),
        ),
        ("pai-gow", "As Ah 8d 6h 4c/Kc Ks", "", ("pair of aces / pair of kings", "")),
        ("pai-gow", "", "", ("", "")),
    ],
)
def test_hands_that_are_set_are_named_as_far_as_they_are(
    game: str, player: str, bank: str, named: tuple[str, str]
) -> None:
    held = [cards(text.replace("/", " ")) for text in (player, bank)]
    at = Showdown(held[0], held[1], player_setting=setting(player), bank_setting=setting(bank))
    assert described(game, at) == named


def test_which_games_divide_their_pots() -> None:
    """637a.10(j), 637a.12(k), 637a.19(l), 637a.20(l)."""
    assert {game for game, of in POKER_GAMES.items() if of.splits} == {
        "stud-hi-lo", "stud-hi-lo-8", "super-stud-hi-lo-8", "omaha-hi-lo-8", "omaha5-hi-lo-8", "badeucey", "badacey",
    }  # fmt: skip
