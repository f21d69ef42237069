"""Shares of a pot: against published counts, the engine's awards and plain sums."""

import json
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

import houseway
from houseway.cards import DECK_52, cards, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.events import COMMUNITY
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.hands import value
from houseway.lab.equity import equity, keys_of, spot
from houseway.lab.inputs import InputError
from houseway.lab.kernels.philox import words_of
from houseway.rounds.by_hands import read_hand
from tests.cli.process import houseway as run
from tests.kit.table_views import hand_of, look_at


def of(game, *hands, board="", dead=""):
    return spot(
        POKER_GAMES[game],
        [read_hand(hand, "") for hand in hands],
        board=read_hand(board, ""),
        dead=read_hand(dead, ""),
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("first", "second", "won", "lost", "tied"),
    [
        ("AsKs", "QhQd", 787_966, 917_606, 6_732),
        # As GNU poker-eval has been reported to count them.
        ("AdAc", "KhKs", 1_388_072, 317_694, 6_538),
        ("AdAc", "Td9d", 1_338_249, 367_143, 6_912),
        ("AdAc", "QcJh", 1_450_987, 254_763, 6_554),
    ],
)
def test_two_hands_of_holdem_over_every_board(first, second, won, lost, tied):
    found = equity(of("holdem", first, second))
    a, b = (player.pot for player in found.players)
    assert (found.exact, found.deals) == (True, 1_712_304)
    assert (a.wins, b.wins, a.ties, b.ties) == (won, lost, tied, tied)
    assert a.share == Fraction(2 * won + tied, 2 * found.deals) and a.share + b.share == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("hands", "dead"),
    [
        (("AsKs", "QhQd"), ""),
        (("AsKs", "AhKh", "7c6c"), "2d 3d"),
        (("9s9h", "9d9c", "AsKd", "5s4s"), "Ts Js Qs"),
    ],
)
def test_boards_counted_by_ranks_and_flushes_are_those_dealt_one_by_one(hands, dead):
    """With one card of the board known every board is ranked: each has five cards that may be the one."""
    here = of("holdem", *hands, dead=dead)
    found = equity(here, exact=True)
    with_one = [equity(of("holdem", *hands, dead=dead, board=text_of([card]))) for card in here.left]
    assert 5 * found.deals == sum(one.deals for one in with_one)
    for number, player in enumerate(found.players):
        each = [one.players[number].pot for one in with_one]
        assert 5 * player.pot.wins == sum(one.wins for one in each)
        assert 5 * player.pot.ties == sum(one.ties for one in each)
        assert player.pot.share == sum(one.share for one in each) / len(each)


def plain(game, hands, board, left):
    """The pots and halves that hands of full size win when a set of cards completes the board: by the chapter's values."""
    total = [Fraction(0)] * len(hands)
    deals = 0
    for rest in combinations(left, 5 - len(board)):
        deals += 1
        decided = []
        for contest, _ in game.contests:
            values = [value(game, contest, hand, (*board, *rest)) for hand in hands]
            best = max((one for one in values if one is not None), default=None)
            if best is not None:
                decided.append([number for number, one in enumerate(values) if one == best])
        for winners in decided:
            for one in winners:
                total[one] += Fraction(1, len(winners) * len(decided))
    return [one / deals for one in total]


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("holdem", ("AsKs", "QhQd", "7c7d"), "Kd Qs 2h"),
        ("holdem", ("AsKs", "AhKh"), "Kd Qs 2h 9d"),
        ("omaha-hi-lo-8", ("As2s3d4d", "AhKhQdJd", "5c6c7d8d"), "Ks 7s 2h 4c"),
        ("omaha5-high", ("As2s3d4d9c", "AhKhQdJd9s"), "Ks 7s 2h Tc"),
    ],
)
def test_shares_are_those_of_the_chapters_values_on_every_board(game, hands, board):
    here = of(game, *hands, board=board)
    found = equity(here)
    assert [player.pot.share for player in found.players] == plain(here.game, here.hands, here.board, here.left)


def test_hands_that_are_partly_known_are_completed_in_every_way():
    found = equity(of("draw-high", "AsAdAhKs??", "2c2d2h3s??"))
    left = [card for card in DECK_52 if card not in cards("AsAdAhKs 2c2d2h3s")]
    game = POKER_GAMES["draw-high"]
    won = sum(
        (value(game, game.contests[0][0], (*cards("AsAdAhKs"), a), ()) or 0)
        > (value(game, game.contests[0][0], (*cards("2c2d2h3s"), b), ()) or 0)
        for a in left
        for b in left
        if a != b
    )
    assert found.deals == 44 * 43 and found.players[0].pot.wins == won


def checked_down(game, seed):
    """A round in which everybody checks, calls and draws at random: the table and what was awarded."""
    table = houseway.open_table(game)
    for seat, name in enumerate(("Ann", "Bob", "Cy"), 1):
        table.seat(seat, name, 100_000)
    chance = Random(seed)

    def answer(question):
        words = [ask.word for ask in question.asks]
        ask = question.asks[0]
        match ask.command:
            case "act":
                return cmd.Act(word="check" if "check" in words else "call")
            case "discard":
                held = hand_of(table, question.seat)
                shown = look_at(table).up.get(question.seat, ())
                down = [card for card in held if card not in shown]
                many = ask.cards[0] or chance.randrange(4)
                return cmd.Discard(cards=tuple(chance.sample(down, many)))
            case "post_blind":
                return cmd.PostBlind()
            case _:
                return None

    events = houseway.House(table, houseway.Seeded(seed)).play_round(answer)
    shown = {event.seat: event.cards for event in events if isinstance(event, ev.HandShown)}
    board = [
        card
        for event in events
        if isinstance(event, ev.StreetDealt)
        for seat, card, _ in event.cards
        if seat == COMMUNITY
    ]
    (awarded,) = [event for event in events if isinstance(event, ev.PotAwarded)]
    return shown, board, awarded


@pytest.mark.parametrize("game", POKER_GAMES)
def test_the_engine_awards_what_equity_says(game):
    for seed in range(6):
        shown, board, awarded = checked_down(game, seed)
        here = spot(POKER_GAMES[game], list(shown.values()), board=board)
        assert here.deals == 1
        found = equity(here)
        seats = list(shown)
        for number, (contest, _) in enumerate(here.game.contests):
            keys = keys_of(here, np.empty((0, 1), np.uint8))[number][:, 0]
            best = keys.max()
            mine = {seat for seat, key in zip(seats, keys, strict=True) if key == best and best}
            assert mine == {share.seat for share in awarded.shares if share.contest == contest.value}
        for seat, player in zip(seats, found.players, strict=True):
            paid = sum(share.cents - share.excess for share in awarded.shares if share.seat == seat)
            # What no chip divides is somebody's in the engine.
            assert abs(player.pot.share * awarded.paid - paid) <= 100


def test_a_sample_is_the_same_whoever_draws_it_and_near_the_exact_share():
    here = of("holdem", "AsKs", "QhQd")
    exact = float(equity(here).players[0].pot.share)
    one, two = (equity(here, exact=False, samples=200_000, seed=7) for _ in range(2))
    assert one == two and not one.exact and one.seed == 7
    first = one.players[0].pot
    assert abs(float(first.share) - exact) < 4 * first.error
    assert one != equity(here, exact=False, samples=200_000, seed=8)


def test_philox_is_philox():
    # The answers that its authors publish for counter and key of nothing and of all ones.
    found = np.zeros(4, np.uint64)
    words_of(np.zeros(4, np.uint64), np.zeros(2, np.uint64), found)
    assert [hex(one) for one in found.tolist()] == ["0x6627e8d5", "0xe169c58d", "0xbc57ac4c", "0x9b00dbd8"]
    words_of(np.full(4, 0xFFFFFFFF, np.uint64), np.full(2, 0xFFFFFFFF, np.uint64), found)
    assert [hex(one) for one in found.tolist()] == ["0x408f276d", "0x41c83b0e", "0xa20bc7c6", "0x6d5451fd"]


def test_637a_10_h__every_common_card_counts_for_each_hand():
    found = equity(of("stud-high", "As Ah 2c", "Ks Kh Qd", board="Kd 7s 8c 9h"))
    assert (found.deals, [player.pot.share for player in found.players]) == (1, [0, 1])
    with pytest.raises(InputError, match="at most 4 common cards, not 5"):
        of("stud-high", "As Ah", "Ks Kh", board="Kd 7s 8c 9h 2d")


@pytest.mark.parametrize(
    ("game", "hands", "rest", "says"),
    [
        ("holdem", ["AsKs"], {}, "two hands or more"),
        ("holdem", ["AsKs", "AsQd"], {}, "As is stated twice"),
        ("holdem", ["AsKs", "JkQd"], {}, "joker is no card of poker"),
        ("holdem", ["AsKsQs", "Qd"], {}, "ends with 2 cards, not 3"),
        ("holdem", ["AsKs"] + ["??"] * 10, {}, "at most 10 (637a.11(b))"),
        ("holdem", ["AsKs", "QhQd"], {"board": "2c3c4c5c6c7c"}, "at most 5 cards, not 6"),
        ("badugi", ["AsKd", "QhQd"], {"board": "2c"}, "has none, not 1"),
        ("stud-high", ["As"] + ["??"] * 7, {}, "with a common card (--board ??)"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(game, hands, rest, says):
    with pytest.raises(InputError) as said:
        of(game, *hands, **rest)
    assert says in str(said.value)


def test_the_command_line_prints_a_table_and_json():
    shown = run("equity", "AsKs", "QhQd", "--board", "Kd Qs 2h")
    assert shown.code == 0 and "Every one of 990 deals." in shown.out
    ran = run(
        "equity", "--game", "stud-hi-lo-8", "As2s3s4d5h", "KhKdKc7s7d", "--samples", "5000", "--seed", "3", "--json"
    )
    found = json.loads(ran.out)
    assert (found["exact"], found["deals"], found["seed"]) == (False, 5000, 3)
    assert set(found["players"][0]["contests"]) == {"high", "low, eight or better"}
    wrong = run("equity", "--game", "holdum", "As", "Kd")
    assert wrong.code == 1 and "'holdum' is no game of poker" in wrong.err and "did you mean 'holdem'" in wrong.err
