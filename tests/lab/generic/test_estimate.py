"""A game with too many deals for a budget is estimated, and says so; a value that cannot be solved says why in one sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houseway.cards import cards
from houseway.chapters import registry
from houseway.lab.advice import advise
from houseway.lab.encoded import as_json
from houseway.lab.generic import GameNotSolvedError, answer_values, can_be_solved, solve_main_game
from houseway.lab.inputs import InputError
from houseway.lab.sheet import Sheet
from houseway.money import EVEN, LOSE
from houseway.rules.game import Deal, Decide, Does, Option, To
from houseway.rules.settlement import Fact, Keys, Primitive, SettlementTable, row
from houseway.rules.table_rules import TableRules
from tests.kit.short_decks import deck_of, short_rules
from tests.kit.three_card_poker import Qualifies, rules


@pytest.fixture(scope="module")
def exact():
    return solve_main_game(rules())


@pytest.fixture(scope="module")
def estimated():
    return solve_main_game(rules(), budget=1_000, seed=11, deals=1_500)


def of(main):
    return Sheet(game="g", name="G", digest="d", version="v", wagers=(), main=main)


@pytest.mark.long
def test_the_standard_error_covers_the_exact_value(exact, estimated):
    assert 0.01 < estimated.standard_error < 0.06
    assert abs(float(estimated.house_edge - exact.house_edge)) < 3 * estimated.standard_error
    assert estimated.played == "estimated best"
    assert estimated.notes[0].startswith("Estimated, not exact: 1,500 deals of 407,170,400 by seed 11")


@pytest.mark.long
def test_an_estimate_is_the_same_for_the_same_seed():
    first, again, other = (solve_main_game(rules(), budget=1_000, seed=seed, deals=40) for seed in (11, 11, 12))
    assert first == again != other


@pytest.mark.long
def test_only_the_document_of_an_estimate_says_so(exact, estimated):
    assert "estimate" not in as_json(of(exact))["main"]
    assert as_json(of(estimated))["main"]["estimate"] == {
        "seed": 11,
        "deals": 1_500,
        "standard_error": estimated.standard_error,
    }


@pytest.mark.long
def test_streets_are_estimated_too():
    table = short_rules("heads-up-holdem", deck_of("2TKA", "cdh"))
    whole, part = solve_main_game(table), solve_main_game(table, budget=1_000, seed=3, deals=60)
    assert part.standard_error is not None
    assert abs(float(part.house_edge - whole.house_edge)) < 4 * part.standard_error
    assert {one.asked for one in part.decisions} == {one.asked for one in whole.decisions}


def test_a_full_deck_of_holdem_is_over_the_budget():
    for game in ("heads-up-holdem", "holdem-bonus", "pai-gow"):
        assert not can_be_solved(registry.resolve({"game": game}, kind=TableRules))
    assert can_be_solved(registry.resolve({"game": "five-card-hi-lo"}, kind=TableRules))


@pytest.mark.parametrize(
    ("game", "hand", "board"),
    [
        ("heads-up-holdem", "As 7d", "Kc 9c 4h 4d 2s"),
        ("heads-up-holdem", "9s 8d", "Kc 9c 4h 4d 2s"),
        ("holdem-bonus", "As 7d", "Kc 9c 4h 4d"),
        ("holdem-bonus", "Ts 9s", "8s 7c 2s Kd"),
        pytest.param("heads-up-holdem", "Js Td", "Qc 9c 4h", marks=pytest.mark.proof),
        pytest.param("holdem-bonus", "Js Td", "Qc 9c 4h", marks=pytest.mark.proof),
    ],
)
@pytest.mark.long
def test_answers_with_a_full_deck_are_those_of_the_special_solvers(game, hand, board):
    table = registry.resolve({"game": game}, kind=TableRules)
    special = advise(table, cards(hand), cards(board))
    placed = {"ante": 500, "odds": 500} if game == "heads-up-holdem" else {"ante": 500, "flop": 1000}
    generic = answer_values(table, cards(hand), cards(board), placed=placed, budget=10**9)
    assert not any(one.estimated for one in generic)
    values = {
        (one.word.split()[0], one.times): one.costs for one in special if one.times or one.word in ("fold", "check")
    }
    assert {(one.word.split()[0], one.times): one.costs for one in generic} == values


# Values that the solver does not know, or that contradict themselves.


def with_game(**changes):
    table = rules()
    return replace(table, game=replace(table.game, **changes))


def with_ante(primitive: Primitive):
    fact = Fact(id="odd", name="dealer", values=tuple(Qualifies), primitive=primitive)
    rows = (row(EVEN, "998a.11(a)", dealer=Qualifies.NO), row(LOSE, "998a.11(b)", dealer=Qualifies.YES))
    return with_game(tables={**rules().game.tables, "ante": SettlementTable("ante", (fact,), rows)})


def _reads_a_setting(showdown):
    return len(showdown.player_setting.high) > 2


def _fails(showdown):
    raise AssertionError


DEAL = Deal(id="more", to=To.PLAYERS_AND_DEALER, cards=1, clause="998a.10(e)")
LOOKS = Decide(id="later", clause="998a.10(f)", options=(Option(word="stay", does=Does.WAIT, clause="998a.10(f)"),))


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (
            lambda: with_ante(Primitive(id="odd", size=2, of=_fails)),
            "Primitive odd cannot be read off a showdown of this game: AssertionError.",
        ),
        (
            lambda: with_ante(Primitive(id="odd", size=2, of=lambda showdown: 7)),
            "Primitive odd must give a number from 0 to 1, not 7 to 7.",
        ),
        (
            lambda: with_ante(Primitive(id="odd", size=2, of=_reads_a_setting)),
            "cannot be read off a showdown of this game",
        ),
        (
            lambda: with_ante(Primitive(id="odd", size=2, of=lambda showdown: showdown.lucky_player)),
            "rests on odd, which the table system draws",
        ),
        (
            lambda: with_ante(
                Primitive(
                    id="odd",
                    size=2,
                    of=lambda showdown: 0,
                    keys=Keys(lambda showdown: showdown.bank[0], lambda showdown: showdown.bank[0]),
                )
            ),
            "must compare a number of the player's side with one of the bank's",
        ),
        (
            lambda: with_game(phases=(*rules().game.phases[:2], DEAL, *rules().game.phases[2:])),
            "the deal more gives players cards after a question",
        ),
        (
            lambda: with_game(phases=(*rules().game.phases[:3], LOOKS, rules().game.phases[3])),
            "question later comes after the bank's hand is revealed",
        ),
    ],
)
def test_a_value_that_cannot_be_solved_says_why_in_one_sentence(made, says):
    with pytest.raises(GameNotSolvedError) as raised:
        solve_main_game(made())
    message = str(raised.value)
    assert says in message
    assert message.endswith(".") and "\n" not in message


@pytest.mark.parametrize(
    ("hand", "board", "more", "says"),
    [
        ("As Ks", "", {}, "is asked with 3 cards in hand and none on the board, not with 2 and 0"),
        ("As As Kd", "", {}, "As is stated twice"),
        ("As Ks Jk", "", {}, "Jk is no card of Three Card Poker: the deck has 52 cards"),
        ("As Ks Qs", "", {"phase": "river"}, "asks no question 'river'; it asks play"),
        ("As Ks Qs", "", {"placed": {"pair_plus": 500}}, "a player without an Ante Wager is asked nothing"),
    ],
)
def test_a_spot_without_a_question_says_why_in_one_sentence(hand, board, more, says):
    with pytest.raises(InputError, match=says.replace("(", r"\(")):
        answer_values(rules(), cards(hand), cards(board), **more)
