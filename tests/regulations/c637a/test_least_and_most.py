"""The least and the most of several: lows, bets of those all-in, antes by seat, raises over a Forced Bet, suits of tied lows."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Table, envelope
from houseway.engine.refusal import Refusal
from houseway.seats import Seat
from tests.kit.card_views import stub_of
from tests.kit.scenarios import tag
from tests.kit.table_views import look_at, street_of
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    SPREAD,
    STUD,
    act,
    along,
    deck,
    draw,
    flop,
    on_street,
    played,
    round_over,
    seated,
)


def test_s12_k_2__the_best_of_several_lows_counts() -> None:
    """637a.12(k)(2)."""
    hands = ["Ac 2d 7h Kh", "Ad 6c Ks Kd"]
    given = played("omaha-hi-lo-8", flop(hands, "3s 4c 8d Qs Jd"), CALLED, LIMIT, stacks=2)
    assert given["net"] == {"1": 0, "2": 0}
    hands = ["Ac 5d 7h Kh", "Ad 2c 7s Kd"]
    given = played("omaha-hi-lo-8", flop(hands, "3s 4c 8d Qs Jd"), CALLED, LIMIT, stacks=2)
    assert [pot["shares"] for pot in given["pots"]] == [{"1": 50, "2": 150}]


CALLED = "1 call, 2 check, 1 check, 2 check, 1 check, 2 check, 1 check, 2 check"


def test_s8_b_5__who_alone_can_bet_is_asked_for_the_most_that_others_are_all_in_for() -> None:
    """637a.8(b)(5)."""
    at = seated("holdem", 3, {**NO_LIMIT, "ante": 25, "tournament": True}, button=3, stacks={1: 10_000, 2: 125, 3: 25})
    do(at, envelope(cmd.DealStreet()))
    may = options_now(at.rules, at.state)
    assert may is not None
    assert (may.seat, may.call) == (1, 50)


def test_s17_d__of_an_ante_by_seat_comes_back_what_nobody_else_could_match() -> None:
    """637a.17(d)."""
    terms = {**NO_LIMIT, "ante": {1: 400, 2: 300, 3: 250}, "tournament": True}
    at = seated("holdem", 3, terms, button=1, stacks={1: 10_000, 2: 90, 3: 60})
    along(at, round_over)
    back = [event for event in at.events if isinstance(event, ev.UncalledBetReturned) and event.ante]
    assert [(event.seat, event.cents, event.clause) for event in back] == [(1, 310, "637a.17(d)")]


@pytest.mark.parametrize(("to", "least"), [(100, 200), (120, 220), (300, 550)])
def test_s10_e__a_raise_over_a_forced_bet_is_the_next_ones_measure_if_it_is_more_than_the_least_bet(
    to: int, least: int
) -> None:
    """637a.10(e), 637a.8(k)."""
    at = seated("stud-high", 3, {"structure": "no-limit", "forced_bet": 50, "minimum_bet": 100})
    along(at, on_street(0))
    first = options_now(at.rules, at.state)
    assert first is not None
    do(at, envelope(cmd.Act(word="raise", to=to), seat=first.seat))
    then = options_now(at.rules, at.state)
    assert then is not None
    assert then.raise_from == least


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        (("8s 6h 4d 3c Ac", "8c 6d 4h 3s As"), "1"),
        (("8c 6d 4h 3s As", "8s 6h 4d 3c Ac"), "2"),
        (("Ac 3c 4d 6h 8s", "As 3s 4h 6d 8c"), "1"),
        (("4d Ah 8s 3c 6h", "4h Ad 8c 3s 6d"), "2"),
    ],
)
def test_s20_k_2__tied_lows_go_by_the_suit_of_the_lowest_card(hands: tuple[str, str], first: str) -> None:
    """637a.20(k)(2)."""
    terms = {"structure": "no-limit", "blinds": [25, 25], "ante": 25, "odd_chip": "suit", "smallest_chip": 25}
    # Three antes and blinds: what cannot be divided in two is one chip.
    fold = "3 fold, 1 check, 2 check, " + ", ".join(["1 stand, 2 stand, 1 check, 2 check"] * 3)
    given = played("triple-draw-a-5", draw([*hands, "Kc Kd Ks Qh Qc"]), fold, terms)
    ((pot),) = given["pots"]
    assert pot["shares"] == {"1": 50, "2": 50, first: 75}


def test_s11_d__whoever_waits_to_post_is_asked_by_the_seats() -> None:
    """637a.11(d)."""
    at = seated("holdem", 3, {**NO_LIMIT, "must_post": "largest-blind"})
    for seat in (10, 9):
        do(at, envelope(cmd.TakeSeat(cents=10_000), seat=seat, by=f"p{seat}"))
    along(at, round_over)
    assert [ask.seat for ask in at.due() if ask.command == "post_blind"] == [9, 10]


@pytest.mark.parametrize(
    ("mishaps", "says"),
    [
        (
            ((40, "face_up_card"), (30, "card_off_table")),
            "card_off_table is stated after 30 cards, but hole cards takes 6",
        ),
        (((30, "face_up_card"),), "face_up_card is stated after 30 cards, but hole cards takes 6"),
        (((6, "face_up_card"),), "face_up_card is stated after 6 cards, but hole cards takes 6"),
    ],
)
def test_s18_j__a_mishap_beyond_the_street_is_refused_the_first_of_them(mishaps: Any, says: str) -> None:
    """637a.18(j)."""
    at = seated("holdem", 3, NO_LIMIT, deck())
    wrong = at.send(cmd.DealStreet(mishaps=tuple(cmd.Mishap(cause, after) for after, cause in mishaps)))
    assert isinstance(wrong, Refusal)
    assert (wrong.code, wrong.clause, wrong.message) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.11(f)", says)


def test_s8_b_5__nobody_is_asked_where_all_others_are_all_in_for_their_antes() -> None:
    """637a.8(b)(5)."""
    terms = {**NO_LIMIT, "ante": 25, "tournament": True}
    at = seated("holdem", 4, terms, button=4, stacks={1: 25, 2: 25, 3: 25, 4: 10_000})
    do(at, envelope(cmd.DealStreet()))
    assert options_now(at.rules, at.state) is None
    assert at.due()[0].command == "deal_street"


@pytest.mark.parametrize("after", [1, 8])
def test_s10_h__a_mishap_beyond_the_one_common_card_is_refused(after: int) -> None:
    """637a.10(h)."""
    at = along(seated("stud-high", 8, STUD), on_street(3))
    along(at, lambda at: look_at(at).status is Status.DEALING)
    wrong = at.fork().send(cmd.DealStreet(mishaps=(cmd.Mishap("face_up_card", after),)))
    assert isinstance(wrong, Refusal)
    assert (wrong.code, wrong.clause) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.10(h)")
    assert wrong.message == f"face_up_card is stated after {after} cards, but seventh street takes 1"


def test_s8_b_6__who_is_away_when_a_last_card_is_exposed_contends_for_the_pot_as_it_is() -> None:
    """637a.8(b)(6), 637a.18(m)(1)."""
    at = along(seated("stud-high", 3, STUD), on_street(3))
    along(at, lambda at: look_at(at).status is Status.DEALING)
    do(at, cmd.SecureStakes(seat=2))
    do(at, cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 2, 2),)))
    ruled, chosen, began = do(at, cmd.ReportIrregularity(cause="player_departed", seat=2))
    assert (ruled.clause, chosen.clause, chosen.bet_on) == ("637a.8(b)(6)", "637a.18(m)(1)", False)
    assert began.clause == "637a.10(g)"


@pytest.mark.parametrize(
    ("game", "terms", "clauses"),
    [
        ("draw-high", NO_LIMIT, ["637a.8(b)(6)", "637a.13(g)"]),
        ("super-stud-hi-lo-8", STUD, ["637a.8(b)(6)", "637a.18(l)(2)", "637a.8(b)(6)"]),
    ],
)
def test_s8_b_6__who_is_away_when_cards_are_to_be_drawn_stands_pat_or_is_out(
    game: str, terms: dict[str, Any], clauses: list[str]
) -> None:
    """637a.8(b)(6)."""
    at = along(seated(game, 3, terms), lambda at: look_at(at).status is Status.DRAWING)
    seat = look_at(at).asked[0]
    do(at, cmd.SecureStakes(seat=seat))
    given = do(at, cmd.ReportIrregularity(cause="player_departed", seat=seat))
    assert [event.clause for event in given] == clauses


@pytest.mark.parametrize(("before", "word"), [((), "fold"), (("3 call", "1 call"), "check")])
def test_s8_b_6__who_is_away_at_the_turn_to_bet_checks_or_folds(before: tuple[str, ...], word: str) -> None:
    """637a.8(b)(6)."""
    at = along(seated("holdem", 3, NO_LIMIT), on_street(0))
    act(at, *before)
    seat = look_at(at).actor
    do(at, cmd.SecureStakes(seat=seat))
    ruled, acted, *_ = do(at, cmd.ReportIrregularity(cause="player_departed", seat=seat))
    assert (ruled.clause, acted.clause, acted.word) == ("637a.8(b)(6)", "637a.11(g)", word)


ANTES = {1: 400, 2: 300, 3: 250, 4: 100}


@pytest.mark.parametrize(
    ("stacks", "fouled", "pots"),
    [
        ({1: 200, 2: 90, 3: 60}, (), [(180, [1, 2, 3]), (60, [1, 2])]),
        ({1: 200, 2: 90, 3: 60}, (1,), [(180, [2, 3]), (60, [2])]),
        ({1: 200, 2: 90, 3: 60}, (2,), [(180, [1, 3]), (60, [1])]),
        ({1: 200, 2: 200, 3: 60}, (1,), [(180, [2, 3]), (280, [2])]),
        ({1: 200, 2: 200, 3: 60}, (1, 2), [(460, [3])]),
        ({1: 200, 2: 90, 3: 60, 4: 1_000}, (), [(240, [1, 2, 3, 4]), (90, [1, 2, 4]), (120, [1, 4])]),
        ({1: 200, 2: 90, 3: 60, 4: 1_000}, (2,), [(240, [1, 3, 4]), (210, [1, 4])]),
        ({1: 200, 2: 90, 3: 60, 4: 1_000}, (1,), [(240, [2, 3, 4]), (90, [2, 4]), (120, [4])]),
        ({1: 200, 2: 90, 3: 60, 4: 1_000}, (4,), [(240, [1, 2, 3]), (90, [1, 2]), (120, [1])]),
    ],
)
def test_s8_b_5_i__who_is_all_in_for_less_than_an_ante_of_the_own_contends_for_as_much_of_each(
    stacks: dict[int, int], fouled: tuple[int, ...], pots: list[tuple[int, list[int]]]
) -> None:
    """637a.8(b)(5)(i), 637a.18(k)."""
    hands = ["Ac Ad", "Kc Kd", "2h 7s", "9c 9d"][: len(stacks)]
    terms = {**NO_LIMIT, "ante": {seat: ANTES[seat] for seat in stacks}, "tournament": True}
    wrong = [{"cause": "hand_fouled", "at": "hole cards", "seat": seat} for seat in fouled]
    given = played(
        "holdem", flop(hands, "Qh Jh 9h 8s 4d"), "", terms, stacks=stacks, tournament=True, irregularities=wrong
    )
    assert [(pot["amount"], pot["contenders"]) for pot in given["pots"]] == pots


@pytest.mark.parametrize(("left", "unstated", "outcome"), [
    (2, 0, "street_dealt"), (2, 1, "street_dealt"), (1, 0, "reshuffle_awaited"), (0, 0, "reshuffle_awaited"),
    (0, 1, "reshuffle_awaited"), (1, 1, "a common card needs 2 cards and the deck has 1"),
    (0, 2, "a common card needs 2 cards and the deck has 0"), (1, 2, "a common card needs 2 cards and the deck has 1"),
])  # fmt: skip
def test_s10_h__a_deck_has_run_short_only_where_no_cards_lie_under_those_stated(
    left: int, unstated: int, outcome: str
) -> None:
    """637a.10(h)."""
    at: Table[Any, Any] = Table(resolve(STUD, game="stud-high"))
    do(at, cmd.OpenTable(stated=True))
    for seat in range(1, 8):
        do(at, envelope(cmd.TakeSeat(cents=10_000), seat=seat, by=f"p{seat}"))
    do(at, envelope(cmd.StartRound(order=cards(deck())[: 52 - unstated])))
    along(at, lambda at: street_of(at) == 3 and look_at(at).status is Status.DEALING)
    while len(stub_of(at)) > left:
        do(at, cmd.ReportIrregularity(cause="card_off_table"))
    given = at.send(cmd.DealStreet())
    assert (given.message if isinstance(given, Refusal) else tag(type(given[0]))) == outcome


@pytest.mark.parametrize(
    ("terms", "posted", "most"),
    [
        ({**LIMIT, "minimum_increase": 150}, 100, 250),
        ({**LIMIT, "minimum_increase": 150, "small_bet": 200}, 200, 350),
        ({**NO_LIMIT, "minimum_increase": 150}, 100, 250),
        ({**NO_LIMIT, "minimum_increase": 150, "minimum_bet": 200}, 200, 350),
        ({**SPREAD, "minimum_increase": 150}, 100, 250),
        ({**SPREAD, "minimum_increase": 150, "maximum_bet": 200}, 100, 200),
        ({**SPREAD, "minimum_increase": 150, "maximum_bet": 100}, 100, 100),
        (SPREAD, 100, 100),
        (NO_LIMIT, 100, 100),
    ],
)
def test_s8_k__a_higher_minimum_is_agreed_up_to_the_increase_posted_and_the_most_of_a_spread(
    terms: dict[str, Any], posted: int, most: int
) -> None:
    """637a.8(k)."""
    at: Table[Any, Any] = Table(resolve(terms, game="holdem"))
    do(at, cmd.OpenTable())
    do(at, envelope(cmd.TakeSeat(cents=10_000), seat=1, by="p1"))
    tried = (99, 100, 101, 199, 200, 201, 249, 250, 251, 349, 350, 351, 500)
    lawful = [
        cents for cents in tried if not isinstance(at.fork().send(cmd.AgreeMinimum(cents=cents, seats=(1,))), Refusal)
    ]
    assert lawful == [cents for cents in tried if posted < cents <= most]


@pytest.mark.parametrize(
    ("terms", "least"), [(NO_LIMIT, 200), ({**NO_LIMIT, "ante": 25}, 225), ({**NO_LIMIT, "tournament": True}, 1)]
)
def test_s8_b_4__what_is_needed_to_be_dealt_in_is_said_beforehand(terms: dict[str, Any], least: int) -> None:
    assert resolve(terms, game="holdem", kind=PokerRules).least_stakes(Seat(1)) == least


@pytest.mark.parametrize(
    ("terms", "step"),
    [
        ({}, 100),
        # $2 and $3, in a kill round $3 and $4.50: raised in proportion only $2 more leave whole chips of 50 cents.
        ({"kill": "half-kill", "qualifying_pot": 5000}, 200),
        ({"kill": "kill", "qualifying_pot": 5000}, 100),
    ],
)
def test_s8_k__an_agreed_minimum_leaves_limits_that_chips_can_make(terms: dict[str, Any], step: int) -> None:
    """637a.8(k), 637a.12(n)."""
    limits = {**LIMIT, "small_bet": 200, "big_bet": 300, "minimum_increase": 400, "smallest_chip": 50, **terms}
    at: Table[Any, Any] = Table(resolve(limits, game="omaha-hi-lo-8"))
    do(at, cmd.OpenTable())
    do(at, envelope(cmd.TakeSeat(cents=100_000), seat=1, by="p1"))
    tried = range(200, 650, 50)
    lawful = [
        cents for cents in tried if not isinstance(at.fork().send(cmd.AgreeMinimum(cents=cents, seats=(1,))), Refusal)
    ]
    assert lawful == [cents for cents in tried if cents > 200 and cents % step == 0]
