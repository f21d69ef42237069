"""677a.11: the completion of a round of play."""

import pytest

from houseway.cards import cards
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.events import BURN
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.banked_actions import chips, close, deal, place, say
from tests.kit.card_views import cards_sent_to
from tests.kit.stated_rounds import answer, refusal, settled, step
from tests.kit.table_views import balances_of, look_at, sum_of_accounts
from tests.kit.tables import events, refuses
from tests.regulations.c677a.heads_up import (
    ALL,
    DEALER_HAND,
    DRY_BOARD,
    FOLD,
    MAIN,
    TO_THE_RIVER,
    WEAK_HAND,
    deck,
    played,
    refused,
    table,
)

THREE_HANDS = ["As Kd", "Jc Jd", "8h 3s"]
ORDER = deck(THREE_HANDS, "Qh Qd", "Ac 9d 7h 4s 2c")

# The dealer has no pair: player higher, equal, lower.
NO_PAIR_BOARD = "Kc 9d 7h 4s 2c"
HIGHER, EQUAL, LOWER = ("As 3d", "Qh Jd"), ("As Qd", "Ah Qc"), ("Qs 3d", "Ah Jd")
# The dealer has a pair: the player higher, equal, lower.
PAIR_BOARD = "Kc Kd 7h 4s 2c"


def at_the_table(cents=100_000, **bonus):
    at = table(ORDER, {1: "ann", 2: "bob", 3: "cid"}, cents=cents)
    for seat in (1, 2, 3):
        place(at, seat, **({**MAIN, **bonus} if bonus else {}))
    close(at)
    deal(at)
    return at


def test_a__a_player_examines_his_own_cards():
    at = at_the_table()
    seen = at.observe(Viewer(Role.PLAYER, "bob")).hands
    assert None not in seen[2]
    assert seen[1] == seen[3] == seen[0] == (None, None)


def test_a_1__nobody_else_answers_for_a_player():
    at = at_the_table()
    assert refuses(at, envelope(cmd.Decide(word="check"), role=Role.DEALER, seat=1)).code == "SEAT_IS_ONES_OWN"


def test_b__players_are_asked_clockwise_from_the_dealers_left():
    at = at_the_table()
    assert look_at(at).asked == (1, 2, 3)
    assert refuses(at, envelope(cmd.Decide(word="check"), seat=2)).clause == "677a.11(b)"
    for seat in (1, 2, 3):
        say(at, "check", seat)
    assert look_at(at).phase == "flop"


@pytest.mark.parametrize("times", [1, 2, 3])
def test_b__before_the_flop_a_raise_is_up_to_three_times_the_ante(times):
    given = played(decisions=[f"raise {times * 1000}"])
    assert settled(given, "raise") == ("1 to 1", times * 1000, "677a.12(a)")


@pytest.mark.parametrize("cents", [4000, 3001, 1500, 999, 0])
def test_b__no_other_raise_before_the_flop(cents):
    given = refused(decisions=[f"raise {cents}"])
    assert (given["code"], given["clause"]) == ("AMOUNT_IS_LAWFUL", "677a.11(b)")
    assert given["legal"] == ["raise 1000", "raise 2000", "raise 3000", "check"]


def test_b__there_is_no_fold_before_the_flop():
    given = refused(decisions=["fold"])
    assert (given["code"], given["clause"]) == ("DECISION_IS_OFFERED", "677a.11(b)")


@pytest.mark.parametrize("cents", [1, 1500, 2999, 3000])
def test_b__677a_raise_up_to__any_chip_amount_as_an_option(cents):
    given = played(decisions=[f"raise {cents}"], raise_minimum="chip")
    assert settled(given, "raise").net == cents
    for unlawful in ("raise 3001", "raise 0"):
        assert refused(decisions=[unlawful], raise_minimum="chip")["code"] == "AMOUNT_IS_LAWFUL"


def test_b__a_raise_is_covered_by_chips():
    at = at_the_table(cents=sum(MAIN.values()) + 2999)
    assert refuses(at, envelope(cmd.Decide(word="raise", cents=3000), seat=1)).code == "WAGER_IS_COVERED"


def test_c__the_flop_comes_when_all_have_answered():
    at = at_the_table()
    for seat in (1, 2):
        say(at, "check", seat)
        assert refuses(at, envelope(cmd.DealCards())).code == "STEP_IS_DUE"
    say(at, "raise", 3, 1000)
    deal(at)
    assert len(look_at(at).community) == 3
    assert len(cards_sent_to(at, BURN)) == 1


def test_d__after_the_flop_only_those_without_a_raise_are_asked():
    at = at_the_table()
    say(at, "raise", 1, 3000)
    say(at, "check", 2)
    say(at, "check", 3)
    deal(at)
    assert look_at(at).asked == (2, 3)
    assert refuses(at, envelope(cmd.Decide(word="check"), seat=1)).clause == "677a.11(d)"


@pytest.mark.parametrize("times", [1, 2])
def test_d__then_a_raise_is_up_to_two_times_the_ante(times):
    given = played(decisions=["check", f"raise {times * 1000}"])
    assert settled(given, "raise").net == times * 1000


@pytest.mark.parametrize("decision", ["raise 3000", "raise 2001", "raise 500", "fold"])
def test_d__no_other_answer_after_the_flop(decision):
    given = refused(decisions=["check", decision])
    assert given["clause"] == "677a.11(d)"
    assert given["legal"] == ["raise 1000", "raise 2000", "check"]


def test_e__turn_and_river_come_together_after_a_burn():
    at = at_the_table()
    for _ in range(2):
        for seat in (1, 2, 3):
            say(at, "check", seat)
        deal(at)
    assert len(look_at(at).community) == 5
    assert len(cards_sent_to(at, BURN)) == 2


@pytest.mark.parametrize("decision", ["raise 2000", "raise 999", "check"])
def test_f__after_the_river_exactly_the_ante_or_fold(decision):
    given = refused(decisions=["check", "check", decision])
    assert given["clause"] == "677a.11(f)"
    assert given["legal"] == ["raise 1000", "fold"]


def test_f__also_where_any_chip_amount_may_be_raised_before():
    decisions = ["check", "check", "raise 500"]
    assert refused(decisions=decisions, raise_minimum="chip")["clause"] == "677a.11(f)"


def test_f__a_fold_collects_ante_and_odds():
    given = played(decisions=FOLD)
    assert settled(given, "ante") == ("lose", -1000, "677a.11(f)")
    assert settled(given, "odds") == ("lose", -1000, "677a.11(f)")
    assert given["net"] == {"1": -2000}


def test_f__after_a_fold_the_bonus_wagers_are_still_settled():
    # Aces full: the folded player would also have won.
    given = played("Ac Ad", "3h 5d", "Ah Kc Kd 9s 7h", decisions=FOLD, wagers=ALL)
    assert settled(given, "ante").pays == settled(given, "odds").pays == "lose"
    assert settled(given, "pocket_bonus") == ("30 to 1", 15_000, "677a.12(d)")
    assert settled(given, "trips_plus") == ("9 to 1", 1800, "677a.12(e)")


def test_f__bonus_wagers_of_a_folded_player_lose_by_their_own_cards():
    given = played("8h 3s", decisions=FOLD, wagers=ALL)
    assert settled(given, "pocket_bonus") == ("lose", -500, "677a.11(i)(1)(ii)")
    assert settled(given, "trips_plus") == ("lose", -200, "677a.11(i)(2)(ii)")


def test_f__a_decision_too_few_or_too_many_is_refused():
    assert refused(decisions=["check", "check"])["code"] == "DECISIONS_COMPLETE_THE_ROUND"
    assert refused(decisions=["raise 1000", "check"])["code"] == "ROUND_IS_WELL_FORMED"


def three_players(one, two, three, **submission):
    seats = {
        str(seat): {"wagers": ALL, "decisions": list(decisions)}
        for seat, decisions in zip((1, 2, 3), (one, two, three), strict=True)
    }
    return {"game": "heads-up-holdem", "deck": ORDER, "seats": seats, "submission": submission}


def test_g_g_2__wagers_are_resolved_one_player_at_a_time_counterclockwise_from_the_dealers_right():
    given = answer(**three_players(["raise 3000"], ["check", "raise 2000"], TO_THE_RIVER))
    seats = [one["seat"] for one in given["settlements"]]
    assert seats == sorted(seats, reverse=True)
    of_one = [one["wager"] for one in given["settlements"] if one["seat"] == 2]
    assert of_one == ["ante", "raise", "odds", "pocket_bonus", "trips_plus"]


def test_g__the_dealers_cards_are_turned_only_when_all_have_answered():
    at = at_the_table()
    for word in ("check", "check"):
        assert refuses(at, envelope(cmd.RevealBank())).code == "STEP_IS_DUE"
        for seat in (1, 2, 3):
            say(at, word, seat)
        deal(at)
    say(at, "fold", 1)
    say(at, "raise", 2)
    assert refuses(at, envelope(cmd.RevealBank())).code == "STEP_IS_DUE"
    say(at, "raise", 3)
    assert at.observe(Viewer(Role.PLAYER, "ann")).hands[0] == (None, None)
    at.do(cmd.RevealBank())
    assert None not in at.observe(Viewer(Role.PLAYER, "ann")).hands[0]


def test_g_1__only_hands_with_a_raise_are_turned_up():
    at = at_the_table(pocket_bonus=500)
    for word in ("check", "check"):
        for seat in (1, 2, 3):
            say(at, word, seat)
        deal(at)
    say(at, "fold", 1)
    say(at, "raise", 2)
    say(at, "raise", 3)
    at.do(cmd.RevealBank())
    # The optional wagers of the folded hand are settled beside the two that are turned up, 677a.11(i).
    at.do(cmd.SettleRound(hands=2))
    assert [one.seat for one in events(at, ev.HandsRevealed) if one.clause == "677a.11(g)(1)"] == [3, 2]
    assert (1, "pocket_bonus") in [(one.seat, one.wager) for one in events(at, ev.WagerSettled)]


def test_g_1__each_players_cards_stay_face_down_until_the_dealer_turns_them_in_turn():
    """677a.11(g)(1), 677a.13(c)."""
    at = at_the_table()
    for seat in (1, 2, 3):
        say(at, "raise", seat, 1000)
    deal(at)
    deal(at)
    before = at.fork()
    at.do(cmd.RevealBank())
    others = [Viewer(Role.PLAYER, "ann"), Viewer(Role.DEALER), Viewer(Role.SURVEILLANCE)]
    for viewer in others:
        assert at.observe(viewer).hands[3] == (None, None)
    told = at.do(cmd.SettleRound(hands=1))
    assert [type(one) for one in told] == [ev.HandsRevealed, *[ev.WagerSettled] * 3]
    assert told[0] == ev.HandsRevealed(clause="677a.11(g)(1)", seat=3, high=cards("8h 3s"), low=())
    for viewer in others:
        seen = at.observe(viewer).hands
        assert seen[3] == cards("8h 3s")
        assert seen[2] == (None, None)
        assert not any({*cards("Jc Jd")} & {card for _, card in one.cards} for one in dealt_as_seen(at, viewer))
    # A wrong number of cards found now undoes what was settled.
    undone = at.fork()
    undone.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    assert {person: chips(undone, person) for person in ("ann", "bob", "cid")} == {
        person: chips(before, person) + 2 * MAIN["ante"] + 1000 for person in ("ann", "bob", "cid")
    }
    at.do(cmd.SettleRound())
    assert [one.seat for one in events(at, ev.HandsRevealed)] == [3, 2, 1]
    assert sum_of_accounts(at) == 0


def dealt_as_seen(at, viewer):
    return [one for one in at.seen_by(viewer, at.events) if isinstance(one, ev.CardsDealt)]


def test_g_1__in_a_round_that_is_void_only_hands_that_are_paid_are_turned():
    """677a.11(g)(1), 677a.11(i)(1)(i), 677a.13(d)."""
    at = at_the_table(pocket_bonus=500)
    at.do(cmd.ReportIrregularity(cause="dealer_card_exposed"))
    assert len(events(at, ev.WagerSettled)) == 3
    won = [one.seat for one in events(at, ev.WagerSettled) if one.net > 0]
    assert [(one.seat, one.clause) for one in events(at, ev.HandsRevealed)] == [
        (seat, "677a.11(i)(1)(i)") for seat in won
    ]


def test_g__the_dealer_uses_the_best_five_of_seven():
    # Only with the board's four hearts does the dealer have a flush.
    assert settled(played("As Ac", "Kh 2c", "Qh 9h 7h 4h 3s"), "raise").pays == "lose"


@pytest.mark.parametrize(
    ("hands", "raise_pays", "odds_pays", "under"),
    [
        (HIGHER, "1 to 1", "push", "677a.11(h)(1)(i)"),
        (EQUAL, "push", "push", "677a.11(h)(1)(ii)"),
        (LOWER, "lose", "lose", "677a.11(h)(1)(iii)"),
    ],
    ids=["i", "ii", "iii"],
)
def test_h_1__dealer_without_a_pair__the_ante_is_returned(hands, raise_pays, odds_pays, under):
    given = played(*hands, NO_PAIR_BOARD)
    assert settled(given, "ante") == ("push", 0, "677a.11(h)(1)")
    assert settled(given, "raise").pays == raise_pays
    assert settled(given, "odds").pays == odds_pays
    assert (step(given, "raise") or settled(given, "raise").clause) == under
    assert (step(given, "odds") or settled(given, "odds").clause) == under


def test_h_1_i__a_strong_hand_is_paid_on_the_odds_wager_though_the_dealer_has_no_pair():
    given = played("Jh Tc", "As 3d", "9d 8c 7h 4s 2c")
    assert settled(given, "ante").pays == "push"
    assert settled(given, "raise").net == 1000
    assert settled(given, "odds") == ("1 to 1", 1000, "677a.12(b)")


def test_h_2__a_pair_on_the_board_is_a_pair():
    assert settled(played("As 3d", "Qh Jd", PAIR_BOARD), "ante") == ("1 to 1", 1000, "677a.12(a)")


def test_h_2_i__player_higher():
    given = played("As Ad", "Qh Jd", PAIR_BOARD)
    assert settled(given, "ante") == ("1 to 1", 1000, "677a.12(a)")
    assert settled(given, "raise") == ("1 to 1", 1000, "677a.12(a)")
    assert settled(given, "odds") == ("push", 0, "677a.12(b)")
    assert {step(given, wager) for wager in ("ante", "raise", "odds")} == {"677a.11(h)(2)(i)"}


def test_h_2_ii__equal_hands_push():
    given = played("As 3d", "Ah 3c", PAIR_BOARD)
    for wager in ("ante", "raise", "odds"):
        assert settled(given, wager) == ("push", 0, "677a.11(h)(2)(ii)")


def test_h_2_iii_A__a_losing_hand_below_a_straight_loses_all_three():
    given = played("Qs 3d", "Ah Ac", PAIR_BOARD)
    assert settled(given, "ante") == ("lose", -1000, "677a.11(h)(2)(iii)")
    assert settled(given, "raise") == ("lose", -1000, "677a.11(h)(2)(iii)(A)")
    assert settled(given, "odds") == ("lose", -1000, "677a.11(h)(2)(iii)(A)")


def test_h_2_iii_A__three_of_a_kind_is_below_a_straight():
    given = played("7s 7d", "Ah Ac", "Kc Kd 7h As 2c")
    assert settled(given, "odds").pays == "6 to 1"  # sevens full of kings: a full house is not
    given = played("7s 7d", "Ah Ac", "Kc 9d 7h As 2c")
    assert settled(given, "odds") == ("lose", -1000, "677a.11(h)(2)(iii)(A)")


def test_h_2_iii_B__losing_straight_keeps_odds_wager():
    given = played("Jh Tc", "Ah 2h", "9h 8h 7h 4s 2c")
    assert settled(given, "ante") == ("lose", -1000, "677a.11(h)(2)(iii)")
    assert settled(given, "raise") == ("lose", -1000, "677a.11(h)(2)(iii)(B)")
    assert settled(given, "odds") == ("4 to 1", 4000, "677a.12(c)")
    assert step(given, "odds") == "677a.11(h)(2)(iii)(B)"
    assert given["net"] == {"1": 2000}


@pytest.mark.parametrize(
    ("player", "pays"),
    [
        ("As Ad", "30 to 1"),
        ("As Kd", "10 to 1"),
        ("Qh Ah", "20 to 1"),
        ("Jd Ah", "10 to 1"),
        ("2s 2d", "5 to 1"),
        ("As Td", "lose"),
        ("Ks Qs", "lose"),
    ],
)
def test_i_1__pocket_bonus_looks_at_the_two_cards_alone(player, pays):
    given = played(player, "9c 8c", "3h 4h 6s 7d Tc", wagers=ALL)
    clause = "677a.11(i)(1)(ii)" if pays == "lose" else "677a.12(d)"
    assert settled(given, "pocket_bonus").pays == pays
    assert settled(given, "pocket_bonus").clause == clause
    assert step(given, "pocket_bonus") == (None if pays == "lose" else "677a.11(i)(1)(i)")


def test_i_2__trips_plus_is_paid_though_the_hand_loses():
    given = played("7s 7d", "Ah Ac", "Kc 9d 7h As 2c", wagers=ALL)
    assert settled(given, "raise").pays == "lose"
    assert settled(given, "trips_plus") == ("3 to 1", 600, "677a.12(e)")
    assert step(given, "trips_plus") == "677a.11(i)(2)(i)"


def test_i_2_ii__below_three_of_a_kind_loses_though_the_hand_wins():
    given = played("As Kd", "Qh Qd", "Ac Kh 7h 4s 2c", wagers=ALL)
    assert settled(given, "raise").pays == "1 to 1"
    assert settled(given, "trips_plus") == ("lose", -200, "677a.11(i)(2)(ii)")


def test_j__the_round_ends_and_the_cards_are_collected():
    at = at_the_table()
    for seat in (1, 2, 3):
        say(at, "raise", seat, 1000)
    deal(at)
    deal(at)
    at.do(cmd.RevealBank())
    at.do(cmd.SettleRound())
    ended = at.events[-1]
    assert isinstance(ended, ev.RoundEnded)
    assert (ended.clause, ended.void) == ("677a.11(j)", False)
    assert (look_at(at).hands, look_at(at).community, look_at(at).wagers) == ({}, (), {})


def test_j__no_chip_is_lost_or_made():
    at = at_the_table()
    for seat in (1, 2, 3):
        say(at, "raise", seat, 1000)
    deal(at)
    deal(at)
    at.do(cmd.RevealBank())
    at.do(cmd.SettleRound())
    assert sum_of_accounts(at) == 0
    assert not any(cents for account, cents in balances_of(at).items() if account.startswith("area"))


def test_all_runout__when_every_player_has_folded_the_dealers_cards_stay_down():
    at = at_the_table()
    for word in FOLD:
        if look_at(at).phase in ("flop", "turn_and_river"):
            deal(at)
        for seat in (1, 2, 3):
            say(at, word, seat)
    at.do(cmd.SettleRound())
    assert not any(isinstance(event, ev.BankRevealed) for event in at.events)


def test_refusals_of_a_stated_round_name_what_is_wrong():
    twice = {"game": "heads-up-holdem", "deck": "As As", "seats": {"1": {"wagers": MAIN}}}
    assert refusal(**twice)["code"] == "CARD_APPEARS_ONCE"
    assert refusal(**{**twice, "deck": "As Xx"})["code"] == "CARDS_ARE_VALID"
    assert refusal(**{**twice, "deck": "As Jk"})["code"] == "CARDS_ARE_VALID"
    assert refusal(**{**twice, "deck": "As", "seats": {"7": {"wagers": MAIN}}})["code"] == "SEAT_EXISTS"
    assert played(WEAK_HAND, DEALER_HAND, DRY_BOARD)["net"] == {"1": 2000}
