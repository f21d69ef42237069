"""What a poker table at the terminal says: refusals with what is legal, the pot, the round so far, clauses."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import pytest

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker.example import example
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.chapters.registry import POKER, resolve_poker
from houseway.engine.banked.observe import Viewer
from houseway.engine.roles import Role
from houseway.felt import console
from houseway.felt.poker import poker_felt, poker_layout
from houseway.felt.pots import beside
from houseway.felt.rounds import show_poker_round
from houseway.money import dollars
from houseway.rounds import poker as poker_rounds
from tests.play.test_poker_session import session


def said(game: str, typed: list[str], **options: Any) -> str:
    """All that is printed in a session, its lines joined."""
    sat, paper = session(game, typed, **options)
    sat.run()
    return " ".join(paper.getvalue().split())


# Refusals.


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("1", "2 cards are thrown away, not 1."),
        ("1 1", "A card is named twice; each can be thrown away once."),
        ("s", "'s' names no cards; write their numbers or their faces."),
        ("9 1", "There is no card 9; the cards are numbered 1 to 4."),
        ("", "The cards to throw away are not named."),
    ],
)
def test_a_wrong_discard_names_the_clause_and_what_is_legal(typed: str, says: str) -> None:
    legal = "637a.10(m) Legal: 2 of the cards 1 to 4, each once, as in: 1 2"
    assert f"{says} {legal}" in said("super-stud-hi-lo-8", ["", typed, "q"])


def test_a_wrong_draw_names_the_clause_and_what_is_legal() -> None:
    text = said("draw-high", ["", "c", "0", "q"], players=1)
    assert "There is no card 0; the cards are numbered 1 to 5. 637a.13(g) Legal: any of the cards 1 to 5" in text


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("dance", "'dance' is no answer here. 637a.11(g)"),
        ("x", "'x' is no answer here. 637a.11(g)"),
        ("raise much", "'much' is no amount; write dollars as in 20 or 12.50. 637a.8(k)"),
        ("r", "Raise to how much is not said. 637a.8(k)"),
        ("call 9", "A call is $5 here, not 9. 637a.8(k)"),
    ],
)
def test_a_word_or_amount_that_is_none_names_the_clause_and_what_is_legal(typed: str, says: str) -> None:
    legal = "Legal: fold (f); call $5 (c); raise to $20 up to $1,000 (r 20); all-in (a)"
    assert f"{says} {legal}" in said("holdem", ["", typed, "q"], seed=4)


def test_between_rounds_and_at_the_straddle_too() -> None:
    text = said("holdem", ["deal me", "d", "", "perhaps", "q"], seats=(3,), players=3, straddle=2000)
    assert "'deal me' is no answer here. 637a.8(a) Legal: Enter deals; out sits out; add 100 adds chips" in text
    assert "'d' is no answer here. 637a.8(a)" in text
    assert "'perhaps' is no answer here. 637a.11(e) Legal: y straddles; Enter goes on without" in text


def test_a_refusal_of_the_engine_has_the_fold_last_where_checking_is_free() -> None:
    text = said("stud-high", ["", "c", "raise 10", "q"], seed=3)
    assert "Seat 1 check (c) · bet $10 (b) · fold (f)" in text
    assert "Legal: check; bet $10; fold" in text


# The round so far.


@pytest.mark.parametrize("asked", ["9", "x", "0"])
def test_a_round_that_was_not_played_is_said_to_be_none(asked: str) -> None:
    text = said("holdem", [f"h {asked}", "", f"h {asked}", "f", "", f"h {asked}", "q"], seed=4)
    assert f"There is no round '{asked}' to show; no round has been played yet." in text
    assert f"There is no round '{asked}' to show; there is round 1." in text
    assert f"There is no round '{asked}' to show; there are rounds 1 to 2." in text


def test_history_shows_the_round_under_way_with_the_users_own_actions() -> None:
    text = said("holdem", ["h", "", "c", "h", "h 1", "q"], seed=4)
    assert "No round has been played yet." in text
    assert text.count("Round 1 so far: Blinds:") == 2
    so_far = text.split("Round 1 so far:")[1]
    assert "You: call $5." in so_far
    assert "Flop" in so_far


# The pot.


def _pot_lines(table: PokerTable) -> list[str]:
    """The lines of the felt above the seats."""
    seen = table.observe(Viewer(Role.SURVEILLANCE))
    out = console(width=80)
    with out.capture() as printed:
        out.print(poker_felt(out, poker_layout(table.rules, table.state, seen, frozenset())))
    lines = [" ".join(line.strip("│ ").split()) for line in printed.get().splitlines()[1:]]
    return lines[: lines.index("")]


@pytest.mark.parametrize("game", POKER)
def test_the_pot_is_shown_from_the_first_bet_on_with_what_lies_in_front(game: str) -> None:
    rules = resolve_poker({**tomllib.loads(example(game)), "ante": 100}, game=game)
    table = PokerTable(rules)
    for seat in (1, 2, 3):
        table.seat(seat, f"P{seat}", 10_000)
    table.dealer.starts(Random(7).sample(DECK_52, 52), button=3 if rules.blinds else 0)
    table.run_deal()
    while table.state.status is PotStatus.DRAWING:
        seat = table.state.asked[0]
        table.player(seat).discards(table.state.hands[seat][: table.state.discard])
    in_front = sum(rules.blinds) or rules.forced_bet
    assert _pot_lines(table) == [f"Pot {dollars(300 + in_front)} of which {dollars(in_front)} in front"]


def test_side_pots_stand_beside_what_lies_in_front() -> None:
    table = PokerTable(resolve_poker({"game": "holdem", "structure": "no-limit", "blinds": [50, 100]}))
    players = [table.seat(seat, f"P{seat}", cents) for seat, cents in enumerate((1000, 9000, 9000), 1)]
    table.dealer.starts("As Kd Qc Ad Kc Qd  3c 2h 7s 9d  3d Jh  3h 4s", button=3)
    table.run_deal()
    players[2].raises_to(2000), players[0].calls(), players[1].calls()
    table.run_deal()
    pots = ["Pot seats 1, 2, 3 $30", "Side pot 1 seats 2, 3 $20"]
    assert _pot_lines(table)[1:] == pots
    players[1].bets(500)
    assert _pot_lines(table)[1:] == [*pots, "In front $5 $55 in all"]


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
    text = " ".join(paper.getvalue().split())
    assert "Taken from the pots: rake $1. 637a.17(b)(2)(i)" in text
    assert f"Taken from the pots: bad beat $1. {sat.rules.contributions[0].clause}" in text


def test_rake_taken_as_play_goes_on_is_said_at_once() -> None:
    rake = {"kind": "percentage", "percent": 10, "cap": 500, "when": "each-betting-round"}
    sat, paper = session("holdem", [], seats=(), players=4, rake=rake)
    sat.play_round()
    assert "of rake is taken from the pot.  637a.17(b)(1)(i)" in paper.getvalue()


MUCKED = {
    "game": "holdem",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    "button": 3,
    "deck": "As Kd Qc Ad Kc Qd  3c 2h 7s 9d  3d Jh  3h 4s",
}
CHECKED = ["3 call", "1 call", "2 check", *[f"{seat} check" for _ in range(3) for seat in (1, 2, 3)]]


def _shown(stated: dict[str, object], width: int = 80) -> str:
    out = console(width=width)
    with out.capture() as printed:
        show_poker_round(out, poker_rounds.play(poker_rounds.read(stated)))
    return printed.get()


def test_637a_18_e_a_pot_left_to_one_hand_says_so_and_cites_the_concession() -> None:
    seats = {str(seat): {"stack": 10_000} for seat in (1, 2, 3)}
    text = _shown({**MUCKED, "seats": seats, "actions": [*CHECKED, "1 muck", "2 muck"]})
    assert "Main pot $3 · only seat 3 is left, the others mucked" in text
    assert "637a.7(d), 637a.18(e)" in text


def test_637a_18_e_only_pots_a_conceded_hand_contended_for_cite_it() -> None:
    seats = {"1": {"stack": 1000}, "2": {"stack": 5000}, "3": {"stack": 8000}}
    stated = {
        **MUCKED,
        "seats": seats,
        "actions": ["3 raise to 5000", "1 call", "2 call", "3 show", "1 muck", "2 show"],
    }
    table = poker_rounds.play(poker_rounds.read(stated))
    assert beside(table.rules, table.state, table.events).conceded == {0}
    stated["actions"] = ["3 raise to 5000", "1 call", "2 call", "3 show", "1 show", "2 muck"]
    table = poker_rounds.play(poker_rounds.read(stated))
    assert beside(table.rules, table.state, table.events).conceded == {0, 1}
    folded = {**MUCKED, "seats": seats, "actions": ["3 fold", "1 fold"]}
    assert "seat 2 alone" in _shown(folded)
    assert "637a.18(e)" not in _shown(folded)


# Narrow terminals.


@pytest.mark.parametrize("game", POKER)
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
