"""Ranges of hands: how they are read, and their shares against published figures and PokerKit."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from pokerkit import StandardHighHand

from houseway.cards import DECK_52, cards, text_of
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.lab.equity import equity as equity_of_spot
from houseway.lab.equity import spot
from houseway.lab.inputs import InputError
from houseway.lab.range_equity import range_spot
from houseway.lab.ranges import against_random, read_range
from houseway.lab.stated_equity import equity
from tests.cli.process import houseway
from tools.record_starting_hands import share_against_random

HOLDEM = POKER_GAMES["holdem"]
PUBLISHED_AGAINST_RANDOM = {
    "AA": "85.2037%", "KK": "82.3957%", "QQ": "79.9252%", "JJ": "77.4695%", "TT": "75.0118%", "AKs": "67.0446%",
    "AKo": "65.32%", "22": "50.3340%", "72o": "34.5836%", "32o": "32.3032%",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AA", 6), ("TT+", 30), ("AKs", 4), ("AKo", 12), ("AK", 16), ("ka", 16), ("77-55", 18), ("55-77", 18),
        ("A2s+", 48), ("ATo+", 48), ("A5s-A2s", 16), ("T9s-76s", 16), ("AhKh", 1), ("As", 51), ("random", 1326),
        ("TT+, AKs ,KQo", 46), ("AA,AA", 6), ("AA,AsAh", 6), ("100%", 1326), ("15%", 196), ("AA:0,KK", 6),
    ],
)  # fmt: skip
def test_a_range_has_so_many_hands(text, hands):
    held = read_range(text, hole_cards=2, name="range 1")
    assert len(held.hands) == len({frozenset(hand) for hand in held.hands}) == hands


def test_what_is_written_last_is_the_weight():
    held = read_range("TT+, AA:0.25, KK:50%", hole_cards=2, name="range 1")
    by_hand = dict(zip(held.hands, held.weights, strict=True))
    assert by_hand[cards("AsAh")] == Fraction(1, 4) and by_hand[cards("KsKh")] == Fraction(1, 2)
    assert by_hand[cards("TsTh")] == 1 and len(by_hand) == 30


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (("TTs", "AA"), "a pair is neither suited nor offsuit; write TT"),
        (("AA:3", "KK"), "the weight of 'AA' must be from 0 to 1"),
        (("AA:x", "KK"), "no weight after its colon"),
        (("AA,,KK", "QQ"), "nothing between two commas"),
        (("AK-72o", "QQ"), "has no order"),
        (("0%", "QQ"), "above 0%"),
        (("Axx,KK", "QQ"), "is no hand and no range"),
        (("AsAs,KK", "QQ"), "has a card twice"),
        (("AA", "AA", "AA"), "cannot be held together"),
        (("AA:0", "KK"), "no hand of a weight above 0"),
    ],
)
def test_a_bad_range_is_named_in_one_sentence(texts, says):
    with pytest.raises(InputError) as error:
        equity(*texts)
    assert says in str(error.value)


def test_hands_that_need_a_dead_card_are_left_out():
    spots = range_spot(HOLDEM, ["AA,KK", "random"], board=cards("Ah 7c 2d"), dead=cards("As"))
    assert [len(one.hands) for one in spots.ranges] == [7, 48 * 47 // 2]
    with pytest.raises(InputError, match="every hand of 'AsAh' needs a card"):
        range_spot(HOLDEM, ["AsAh", "KK,QQ"], dead=cards("As"))


@pytest.mark.parametrize("hand", ["AA", "72o"])
def test_a_hand_against_a_random_one_as_published(hand):
    shares = equity(hand, "random")
    assert shares.exact and f"{float(shares.players[0].pot.share):.4%}" == PUBLISHED_AGAINST_RANDOM[hand]
    assert against_random()[hand] == shares.players[0].pot.share


def test_the_starting_hands_recorded_are_those_published():
    for hand, published in PUBLISHED_AGAINST_RANDOM.items():
        digits = len(published) - len("85.%")
        assert f"{float(against_random()[hand]):.{digits}%}" == published
    assert len(against_random()) == 169 and next(iter(against_random())) == "AA" and list(against_random())[-1] == "32o"
    # Each of two random hands wins half.
    many = {hand: 6 if len(hand) == 2 else 4 if hand[2] == "s" else 12 for hand in against_random()}
    assert sum(many[hand] * share for hand, share in against_random().items()) == Fraction(1326, 2)


@pytest.mark.proof
def test_the_starting_hands_recorded_are_those_computed():
    assert {hand: share_against_random(hand) for hand in against_random()} == against_random()


def test_two_ranges_are_the_average_of_their_hands():
    """AKs against QQ, hand by hand over every board: what the plain equity of each pair of hands adds up to."""
    first, second = (read_range(text, hole_cards=2, name="").hands for text in ("AKs", "QQ"))
    every = [equity_of_spot(spot(HOLDEM, [a, b])).players[0].pot for a in first for b in second]
    found = equity("AKs", "QQ").players[0].pot
    assert found.share == sum(one.share for one in every) / len(every)
    assert (found.wins, found.ties) == (sum(one.wins for one in every), sum(one.ties for one in every))


def by_pokerkit(ranges: list[str], board: str) -> list[Fraction]:
    """Return the shares of ranges on four cards of a board, each showdown judged by PokerKit."""
    stated = cards(board)
    held = [read_range(text, hole_cards=2, name="") for text in ranges]
    shares, total = [Fraction(0)] * len(ranges), Fraction(0)
    for river in (card for card in DECK_52 if card not in stated):
        whole = text_of((*stated, river)).replace(" ", "")
        ranks = [
            {
                hand: (StandardHighHand.from_game(text_of(hand).replace(" ", ""), whole), weight)
                for hand, weight in zip(one.hands, one.weights, strict=True)
                if not {*hand} & {*stated, river}
            }
            for one in held
        ]
        for dealt, weight in dealings(ranks):
            total += weight
            best = max(dealt)
            winners = [number for number, hand in enumerate(dealt) if hand == best]
            for number in winners:
                shares[number] += weight / len(winners)
    return [share / total for share in shares]


def dealings(ranks, used=frozenset(), weight=Fraction(1)):
    if not ranks:
        yield [], weight
        return
    for hand, (strength, own) in ranks[0].items():
        if not used & set(hand):
            for others, together in dealings(ranks[1:], used | set(hand), weight * own):
                yield [strength, *others], together


@pytest.mark.parametrize(
    ("ranges", "board"),
    [
        (["TT+,AKs", "KQo:0.5,77-55"], "Th 7c 2d Qs"),
        (["AsKs", "QQ,JTs:0.25"], "Ts 9s 2d 3c"),
        (["AA,KsKh", "QQ:0.5,98s", "JJ,AhQh"], "Td 7d 6c 2d"),
    ],
)
def test_ranges_on_a_board_as_pokerkit_has_them(ranges, board):
    shares = equity(*ranges, board=board)
    assert shares.exact and [one.pot.share for one in shares.players] == by_pokerkit(ranges, board)


@pytest.mark.parametrize(
    ("ranges", "board"), [(("TT+,AKs", "KQo:0.5,77-55"), ""), (("AA", "random"), "Kh 7c 2d"), (("AA", "KK", "QQ"), "")]
)
def test_a_sample_agrees_with_the_exact_shares(ranges, board):
    exact, sample = equity(*ranges, board=board), equity(*ranges, board=board, exact=False, samples=40_000, seed=7)
    assert exact.exact and not sample.exact and sample.deals == 40_000
    for one, other in zip(exact.players, sample.players, strict=True):
        assert abs(float(one.pot.share - other.pot.share)) < 5 * other.pot.error
    assert sample == equity(*ranges, board=board, exact=False, samples=40_000, seed=7)


def test_ranges_of_omaha_are_the_average_of_their_hands():
    hands, other, board = ["AsAdKsKd", "AsAdQsQd"], "9c8c7d6d", "Tc 5d 2h"
    every = [equity(hand, other, game="omaha-high", board=board).players[0].pot.share for hand in hands]
    found = equity(",".join(hands), other, game="omaha-high", board=board)
    assert found.exact and found.players[0].pot.share == sum(every) / 2
    split = equity("AsAd2c3d,AsAd2c4d", "random", game="omaha-hi-lo-8", samples=2_000)
    assert not split.exact and set(split.players[0].contests) == {"high", "low, eight or better"}


def test_boards_of_the_flop_are_all_the_boards():
    """AKs against QQ on a flop: as many deals as ways to deal the hands and two more cards."""
    found = equity("AKs", "QQ", board="Qh 7c 2d")
    hands = [(a, b) for a in read_range("AKs", hole_cards=2, name="").hands for b in combinations(cards("Qc Qd Qs"), 2)]
    assert found.deals == len(hands) * 45 * 44 // 2


def test_the_command_has_ranges_in_text_and_json():
    ran = houseway("equity", "AA", "random")
    assert "Every one of 12,585,434,400 deals" in ran.out and "85.2037%  893604787/1048786200" in ran.out
    told = houseway("equity", "AA,KK:0.5", "QQ", "--json").out
    assert '"hands": 12' in told
    assert houseway("equity", "TTs", "AA").err.strip().endswith("write TT.")
