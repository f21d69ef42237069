"""What a table shows and tells: the pots, clauses beside every line, who could win, and nothing cut in a narrow terminal."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import pytest

from houseway.cards import DECK_52
from houseway.chapters.registry import example_of, games, open_table, resolve
from houseway.engine.asking import Question
from houseway.engine.kernel import Table, Viewer
from houseway.engine.roles import Role
from houseway.felt import console, show_stated
from houseway.money import dollars
from houseway.rounds import play
from houseway.rounds.finished import finished
from houseway.seats import Seat
from houseway.view.asking import asked
from houseway.view.posted import posted
from houseway.view.settled import round_view
from houseway.view.table import PotLine, table_view
from tests.kit.terminal_sessions import said, session, told

# The pot.


def _pots(table: Table[Any, Any]) -> tuple[PotLine, ...]:
    return table_view(table.rules, table.observe(Viewer(Role.SURVEILLANCE))).pots


@pytest.mark.parametrize("game", games(banked=False))
def test_the_pot_is_shown_from_the_first_bet_on_with_what_lies_in_front(game: str) -> None:
    rules: Any = resolve({**tomllib.loads(example_of(game)), "ante": 100}, game=game)
    table = open_table(rules)
    for seat in (1, 2, 3):
        table.seat(seat, f"P{seat}", 10_000)
    table.dealer.starts(Random(7).sample(DECK_52, 52), button=3 if rules.blinds else 0)
    table.dealer.deals_on()
    while table.due()[0].command == "discard":
        ask = table.due()[0]
        assert ask.cards is not None
        held = table.player(ask.seat).sees().hands[ask.seat]
        table.player(ask.seat).discards(held[: ask.cards[0]])
    in_front = sum(rules.blinds) or rules.forced_bet
    says = f"of which {dollars(in_front)} in front"
    assert _pots(table) == (PotLine(name="Pot", cents=300 + in_front, says=says),)


def test_side_pots_stand_beside_what_lies_in_front() -> None:
    table = open_table({"game": "holdem", "structure": "no-limit", "blinds": [50, 100]})
    players = [table.seat(seat, f"P{seat}", cents) for seat, cents in enumerate((1000, 9000, 9000), 1)]
    table.dealer.starts("As Kd Qc Ad Kc Qd  3c 2h 7s 9d  3d Jh  3h 4s", button=3)
    table.dealer.deals_on()
    players[2].raises_to(2000), players[0].calls(), players[1].calls()
    table.dealer.deals_on()
    pots = (
        PotLine(name="Pot", seats=(1, 2, 3), cents=3000),
        PotLine(name="Side pot 1", seats=(2, 3), cents=2000),
    )
    assert _pots(table) == pots
    players[1].bets(500)
    assert _pots(table) == (*pots, PotLine(name="In front", cents=500, says="$55 in all"))


# Questions.


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_every_question_is_asked_in_words(game: str) -> None:
    sat, _ = session(game, [], seats=(), players=4, seed=5)
    questions = 0
    for _ in range(120):
        coming = sat.house.next()
        if isinstance(coming, Question):
            seen = sat.table.observe(Viewer(Role.PLAYER, sat.computers.seats[coming.seat]))
            words = asked(sat.rules, seen, coming)
            assert words.legal and all(words.legal)
            assert words.clause
            questions += 1
        sat.step()
    assert questions > 10


@pytest.mark.parametrize("game", ["pai-gow", "heads-up-holdem", "holdem"])
def test_what_one_may_do_of_ones_own_accord_is_said(game: str) -> None:
    sat, _ = session(game, [], players=2)
    legal = sat.table.legal(Viewer(Role.PLAYER, "You"))
    texts = asked(sat.rules, sat.observe(), Question(seat=Seat(1), asks=legal, may_wait=True)).legal
    if game == "holdem":
        assert texts == (
            "add up to $9,999,000 (a 100)",
            "take off the table up to $1,000 (r 100)",
            "leave the seat (l)",
        )
    else:
        assert "leave the seat (l)" in texts
        assert any(text.startswith("Pai Gow Poker" if game == "pai-gow" else "Ante") for text in texts)


# Clauses.


def test_each_line_said_in_passing_carries_its_clause() -> None:
    text = said("stud-high", ["", "f", "", "f"], seats=(1,), players=5, seed=2)
    assert "Ante $1 each. 637a.10(b)" in text
    assert "637a.10(d)(1)" in text.split("Forced Bet:")[1][:60]
    holdem = said("holdem", ["", "f"] * 6, players=5, seed=2)
    assert "637a.17(d)" in holdem.split("that nobody called goes back to")[1][:40]
    assert "mucks. 637a.18(e)" in holdem


def test_rake_and_contributions_carry_their_clauses() -> None:
    sat, paper = session(
        "holdem",
        [],
        seats=(),
        players=4,
        rake={"kind": "incremental", "steps": [[1000, 100]], "cap": 300},
        bad_beat={"contribution": 100, "hands": ["Ks Kh Kd Kc 2s"]},
    )
    sat.play_round()
    text = told(paper)
    assert "Taken from the pots: rake $1. 637a.17(b)(2)(i)" in text
    assert f"Taken from the pots: bad beat $1. {sat.table.rules.contributions[0].clause}" in text


def test_rake_taken_as_play_goes_on_is_said_at_once() -> None:
    rake = {"kind": "percentage", "percent": 10, "cap": 500, "when": "each-betting-round"}
    sat, paper = session("holdem", [], seats=(), players=4, rake=rake)
    sat.play_round()
    assert "of rake is taken from the pot. 637a.17(b)(1)(i)" in told(paper)


# Who could win.

MUCKED: dict[str, Any] = {
    "game": "holdem",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    "button": 3,
    "deck": "As Kd Qc Ad Kc Qd  3c 2h 7s 9d  3d Jh  3h 4s",
}
CHECKED = ["3 call", "1 call", "2 check", *[f"{seat} check" for _ in range(3) for seat in (1, 2, 3)]]


def _shown(stated: dict[str, Any], width: int = 80) -> str:
    out = console(width=width)
    with out.capture() as printed:
        show_stated(out, stated)
    return printed.get()


def test_637a_18_e_a_pot_left_to_one_hand_says_so_and_cites_the_concession() -> None:
    seats = {str(seat): {"stack": 10_000} for seat in (1, 2, 3)}
    text = _shown({**MUCKED, "seats": seats, "actions": [*CHECKED, "1 muck", "2 muck"]})
    assert "Main pot $3 · only seat 3 is left, the others mucked" in text
    assert "637a.7(d), 637a.18(e)" in text


def test_637a_18_e_a_pot_won_by_folds_cites_no_concession() -> None:
    seats = {"1": {"stack": 1000}, "2": {"stack": 5000}, "3": {"stack": 8000}}
    folded = {**MUCKED, "seats": seats, "actions": ["3 fold", "1 fold"]}
    assert "seat 2 alone" in _shown(folded)
    assert "637a.18(e)" not in _shown(folded)


def test_a_finished_round_is_plain_data() -> None:
    seats = {str(seat): {"stack": 10_000} for seat in (1, 2, 3)}
    table = play({**MUCKED, "seats": seats, "actions": CHECKED})
    view = round_view(table.rules, finished(table), own=(1,))
    assert view.net == {1: 200, 2: -100, 3: -100}
    assert view.put_in == {1: 100, 2: 100, 3: 100}
    assert [(share.seat, share.won_for, share.made) for pot in view.pots for share in pot.shares] == [
        (1, "high", "pair of aces")
    ]
    assert [place.seat for place in view.table.places if place.own] == [1]
    assert view.clauses == {"637a.11(k)"}


# Narrow terminals.


@pytest.mark.long
@pytest.mark.parametrize("game", games(banked=False))
@pytest.mark.parametrize("width", [60, 80])
def test_nothing_is_cut_or_broken_within_a_word(game: str, width: int) -> None:
    sat, paper = session(game, [], seats=(), players=4, seed=7, width=width)
    for _ in range(3):
        sat.play_round()
    text = paper.getvalue()
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    assert text.count("round 1 ─╯") == 1
    # Every word of a hand's name stands whole on a line.
    words = set(text.replace("│", " ").split())
    assert not words & {"fu", "ll", "ho", "us", "hou", "se,", "pai", "r", "kin", "gs"}


def test_awards_at_sixty_columns_have_the_cards_below() -> None:
    seats = {str(seat): {"stack": 10_000} for seat in (1, 2, 3)}
    stated = {
        **MUCKED,
        "game": "omaha-hi-lo-8",
        "deck": "As Kd Qc 2s Kc Qd 9s 9c 9d 8s 8c 8d  3c 2h 7s 4d  3d Jh  3h 4s",
        "seats": seats,
        "actions": CHECKED,
    }
    wide, narrow = _shown(stated), _shown(stated, 60)
    assert any(" high " in line and "♠" in line and "637a" in line for line in wide.splitlines())
    lines = narrow.splitlines()
    place = next(number for number, line in enumerate(lines) if " high " in line and "637a" in line)
    assert lines[place + 1].startswith("    ")
    assert "637a" not in lines[place + 1]


@pytest.mark.parametrize(
    ("stated", "row"),
    [
        ({"game": "holdem-bonus"}, ("Payout limit", "a hand", "at most $50,000", "647a.12(c)")),
        (
            {"game": "heads-up-holdem", "payout_limit": 6_000_000},
            ("Payout limit", "a player, a round of play", "at most $60,000", "677a.12(f)"),
        ),
        (
            {"game": "pai-gow", "payout_limit": 30_000_000},
            ("Payout limit", "a hand", "at most $300,000", "645a.13(j)"),
        ),
    ],
)
def test_645a_2_b_11__647a_2_b_9_ii__677a_2_b_8_ii__the_payout_limit_is_posted(stated, row):
    assert posted(resolve(stated)).rows[-1] == row


def test_677a_2_b_8_ii__no_limit_is_posted_where_none_is_established():
    assert not [row for row in posted(resolve({"game": "heads-up-holdem"})).rows if row[0] == "Payout limit"]


@pytest.mark.parametrize(
    ("stated", "row"),
    [
        ({"game": "pai-gow", "paytables": {"fortune": "C"}}, ("three pair", "push", "645a.13(b)")),
        ({"game": "pai-gow", "variant": "ez"}, ("Queen's Dragon", "push", "645a.11(f)(1)(v)")),
        ({"game": "heads-up-holdem"}, ("the dealer has less than a pair", "push", "677a.11(h)(1)")),
        ({"game": "heads-up-holdem"}, ("three of a kind", "push", "677a.12(b)")),
        (
            {"game": "holdem-bonus", "ante_pays_on": "flush"},
            ("the player wins, but with less than a flush", "push", "647a.11(h)(2)(ii)"),
        ),
    ],
)
def test_645a_2_b_9_ii_10__647a_2_b_9_i__677a_2_b_8_i__pushes_are_posted(stated, row):
    assert row in [one[1:] for one in posted(resolve(stated)).rows]


def test_663a_2_b_7__a_hand_without_a_bonus_is_no_row_of_the_sign():
    assert "no bonus" not in [one[1] for one in posted(resolve({"game": "five-card-hi-lo"})).rows]


def test_647a_12_d_5__the_envy_bonus_is_posted_by_the_sizes_of_the_wager():
    names = " ".join(one[0] for one in posted(resolve({"game": "holdem-bonus"})).rows)
    assert "$1" in names and "$5" in names
    assert "$4.99" not in names
