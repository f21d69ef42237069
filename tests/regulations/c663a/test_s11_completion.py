"""663a.11: the completion of a round of play."""

from random import Random

import pytest

from houseway.cards import DECK_52, cards, rank_of
from houseway.chapters.c663a_five_card_hi_lo.setting import high_points, lawful_settings, low_points
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Envelope, Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.banked_actions import chips, close, deal, place, say, setting
from tests.kit.decks import five_card_deck
from tests.kit.stated_rounds import answer, rulings, settled, step
from tests.kit.table_views import chips_of, look_at, sum_of_accounts
from tests.kit.tables import events, refuses
from tests.regulations.c663a.hi_lo import ALL, ANTE, DEALER, PLAYER, SET, played, refused, stated, table

SETTINGS = {1: "Ks Qs 8d / 3c 2d", 2: "Kd Qd 8c / 3d 2c", 3: "Kc Qc 7d / 6c 3s"}
ORDER = five_card_deck([text.replace("/", "") for text in SETTINGS.values()], DEALER.replace("4c", "4h"))


def at_the_table(**wagers: int):
    at = table(ORDER, {1: "ann", 2: "bob", 3: "cid"})
    for seat in SETTINGS:
        place(at, seat, **(wagers or ANTE))
    close(at)
    deal(at)
    return at


def test_a__a_player_examines_his_own_cards():
    at = at_the_table()
    seen = at.observe(Viewer(Role.PLAYER, "bob")).hands
    assert None not in seen[2]
    assert seen[1] == seen[3] == seen[0] == (None,) * 5


def test_a_1__nobody_else_sets_a_players_hands():
    at = at_the_table()
    for seat in SETTINGS:
        say(at, "play", seat)
    by_dealer = envelope(cmd.Decide(word="set", high=cards("Ks Qs 8d"), low=cards("3c 2d")), role=Role.DEALER, seat=1)
    assert refuses(at, by_dealer).code == "SEAT_IS_ONES_OWN"


def test_a_3__hands_once_set_are_not_touched_again():
    at = at_the_table()
    for seat in SETTINGS:
        say(at, "play", seat)
    at.do(setting(SETTINGS[1], 1))
    again = refuses(at, setting(SETTINGS[1], 1))
    assert (again.code, again.clause) == ("SEAT_IS_ASKED", "663a.11(a)(3)")
    at.do(setting(SETTINGS[2], 2))
    at.do(setting(SETTINGS[3], 3))
    # Nor when all have set and the dealer's cards are due.
    assert refuses(at, setting(SETTINGS[1], 1)).clause == "663a.11(a)(3)"


def test_b__players_are_asked_clockwise_from_the_dealers_left():
    at = at_the_table()
    assert look_at(at).asked == (1, 2, 3)
    assert refuses(at, envelope(cmd.Decide(word="play"), seat=2)).clause == "663a.11(b)"
    for seat, word in ((1, "play"), (2, "fold"), (3, "play")):
        say(at, word, seat)
    assert (look_at(at).phase, look_at(at).asked) == ("set", (1, 3))


def test_b__the_play_wager_equals_the_ante():
    given = played()
    assert settled(given, "play") == ("1 to 1", 1000, "663a.12(a)")
    assert settled(played(["play 1000", SET.replace("play", "set")], hand=PLAYER), "play").net == 1000


@pytest.mark.parametrize("cents", [1, 999, 1001, 2000])
def test_b__no_other_amount_may_be_played(cents):
    given = refused([f"play {cents}"], hand=PLAYER)
    assert (given["code"], given["clause"]) == ("AMOUNT_IS_LAWFUL", "663a.11(b)")
    assert given["legal"] == ["play", "fold"]


@pytest.mark.parametrize("word", ["check", "raise 1000", "surrender", "house way"])
def test_b__no_other_answer(word):
    given = refused([word], hand=PLAYER)
    assert (given["code"], given["clause"]) == ("DECISION_IS_OFFERED", "663a.11(b)")


def test_b__a_play_wager_is_covered_by_chips():
    at = table(ORDER, {1: "ann", 2: "bob", 3: "cid"})
    for seat, ante in ((1, 600_00), (2, 1000), (3, 1000)):
        place(at, seat, ante=ante)
    close(at)
    deal(at)
    assert refuses(at, envelope(cmd.Decide(word="play"), seat=1)).code == "WAGER_IS_COVERED"
    say(at, "fold", 1)


def test_b__a_fold_forfeits_the_ante():
    given = played("fold", hand=PLAYER)
    assert given["settlements"] == [
        {"seat": 1, "wager": "ante", "amount": 1000, "pays": "lose", "net": -1000, "clause": "663a.11(b)"}
    ]


def test_b_1__a_fold_forfeits_the_tie_wager_too():
    # The hands would tie with the dealer's.
    given = played("fold", "Kh Qh 8s 3d 2c", hand=PLAYER, wagers={"ante": 1000, "tie": 500})
    assert settled(given, "tie") == ("lose", -500, "663a.11(b)(1)")
    assert given["net"] == {"1": -1500}


def test_b_2__a_fold_does_not_forfeit_the_poker_bonus_wager():
    given = played("fold", hand="Ks Kd 8d 3c 2d", wagers=ALL)
    assert settled(given, "ante").pays == settled(given, "tie").pays == "lose"
    assert settled(given, "poker_bonus") == ("1 to 1", 200, "663a.12(d)")


def test_b_2__it_may_still_lose_by_its_cards():
    given = played("fold", hand=PLAYER, wagers=ALL)
    assert settled(given, "poker_bonus") == ("lose", -200, "663a.11(j)(2)(ii)")


def test_c__a_folded_player_sets_no_hands():
    at = at_the_table(**ALL)
    say(at, "fold", 1)
    say(at, "play", 2)
    say(at, "fold", 3)
    assert refuses(at, setting(SETTINGS[1], 1)).code == "SEAT_IS_ASKED"
    assert [look_at(at).wagers[seat]["poker_bonus"] for seat in (1, 3)] == [ALL["poker_bonus"]] * 2


def test_c__when_all_have_folded_the_dealers_cards_stay_down():
    at = at_the_table(**ALL)
    for seat in SETTINGS:
        say(at, "fold", seat)
    at.do(cmd.SettleRound())
    assert not any(isinstance(event, ev.BankRevealed) for event in at.events)


LAWFUL = [
    ("Jd Th 9c / As 2h", "29 and 3, the example of the text"),
    ("As Jd Th / 9c 2h", "all aces high"),
    ("Ks Qs Js / Th 9c", "cards of equal value"),
    ("Ks Qs Th / Js 9c", "change places"),
    ("Th Js Ks / Qs 9c", "in any order"),
    ("As Ah Ad / 9c 2h", "three aces high"),
    ("As Ah 9c / Ad 2h", "one of three low"),
    ("As Ah Ad / Ac 9c", "four aces"),
    ("As Ah 9c / 9d 9h", "three of a value"),
    ("3c 2s 2h / 2d 2c", "the least high hand"),
]


@pytest.mark.parametrize(("text", "why"), LAWFUL)
def test_d__663a_setting__lawful_settings(text, why):
    given = played("play " + text, "Kh 7h 6s 5d 4c")
    (mine,) = [event for event in rulings(given, "hands_set") if event["seat"] == 1]
    assert f"{mine['high']} / {mine['low']}" == text
    assert mine["clause"] == "663a.11(d)"


UNLAWFUL = [
    ("Jd Th 2h / As 9c", "2 below 9"),
    ("As Jd 2h / Th 9c", "2 below 10 and 9"),
    ("Kd Qh Jc / As Ah", "two aces low"),
    ("As Ah 2c / Ad 9d", "2 below 9 beside a low ace"),
    ("As Ah 9c / Ad Ac", "two of four aces low"),
    ("Ks 8d 3c / Qs 2d", "8 and 3 below 10"),
]


@pytest.mark.parametrize(("text", "why"), UNLAWFUL)
def test_d__663a_setting__any_other_arrangement_is_refused_with_the_legal_ones(text, why):
    given = refused("play " + text, "Kh 7h 6s 5d 4c")
    assert (given["code"], given["clause"]) == ("HANDS_ARE_SET_LAWFULLY", "663a.11(d)")
    for legal in given["legal"]:
        played("play " + legal, "Kh 7h 6s 5d 4c")


@pytest.mark.parametrize("text", ["Ks Qs / 8d 3c 2d", "Ks Qs 8d / 3c 2h", "Ks Qs 8d / 3c", "Ks Ks 8d / 3c 2d"])
def test_d__the_hands_are_three_and_two_of_the_cards_held(text):
    """663a.1."""
    given = refused("play " + text, hand=PLAYER)
    assert (given["code"], given["clause"]) == ("HANDS_ARE_OF_THE_CARDS_HELD", "663a.11(d)")


def test_d__hands_are_set_when_all_have_answered_and_in_any_order():
    at = at_the_table()
    say(at, "play", 1)
    assert refuses(at, setting(SETTINGS[1], 1)).code == "SEAT_IS_ASKED"
    say(at, "play", 2)
    say(at, "play", 3)
    for seat in (2, 3, 1):
        at.do(setting(SETTINGS[seat], seat))
    assert look_at(at).phase == "reveal"


def test_d__a_play_wager_without_a_setting_does_not_complete_the_round():
    assert refused(["play"], hand=PLAYER)["code"] == "DECISIONS_COMPLETE_THE_ROUND"


def test_d__there_are_at_most_two_outcomes_in_points_whatever_the_cards():
    random = Random(663)
    for _ in range(2000):
        held = tuple(random.sample(DECK_52, 5))
        points = {(high_points(one), low_points(one)) for one in lawful_settings(held)}
        aces = sum(rank_of(card) == 14 for card in held)
        assert len(points) == (2 if 1 <= aces <= 3 else 1)
        assert all(high > low for high, low in points)


@pytest.mark.parametrize(
    ("dealer", "high", "low"),
    [
        ("2c Kh 9s 3d 8h", "Kh 9s 8h", "3d 2c"),
        ("2c Ah 9s 3d 8h", "Ah 9s 8h", "3d 2c"),
        ("Ac Ah 9s 3d 8h", "Ac Ah 9s", "8h 3d"),
        ("Ac Ah 9s Ad 8h", "Ac Ad Ah", "9s 8h"),
        ("Ac Ah 9s Ad As", "Ad Ah As", "9s Ac"),
    ],
)
def test_e__663a_dealer_aces__the_dealers_aces_go_high_unless_there_are_four(dealer, high, low):
    given = played("play Kd Qc Jh / 7s 6d", dealer)
    (theirs,) = [event for event in rulings(given, "hands_set") if event["seat"] == "dealer"]
    assert (set(theirs["high"].split()), set(theirs["low"].split())) == (set(high.split()), set(low.split()))
    assert theirs["clause"] == "663a.11(e)"


def at_the_reveal(dealer: str):
    at = table(five_card_deck([PLAYER], dealer), {1: "ann"})
    place(at)
    close(at)
    deal(at)
    say(at, "play")
    assert refuses(at, envelope(cmd.RevealBank())).code == "STEP_IS_DUE"
    at.do(setting(SET.removeprefix("play ")))
    return at


def reveal(high: str, low: str) -> Envelope:
    return envelope(cmd.RevealBank(high=cards(high), low=cards(low)))


def test_e__the_dealers_cards_are_turned_after_the_last_player_has_set():
    at = at_the_reveal(DEALER)
    assert at.observe(Viewer(Role.PLAYER, "ann")).hands[0] == (None,) * 5
    at.do(cmd.RevealBank())
    assert None not in at.observe(Viewer(Role.PLAYER, "ann")).hands[0]


def test_e__a_dealer_who_sets_an_ace_low_is_refused():
    at = at_the_reveal("Ah Kh 9s 3d 8h")
    refusal = refuses(at, reveal("Kh 9s 8h", "Ah 3d"))
    assert (refusal.code, refusal.clause) == ("HANDS_ARE_SET_LAWFULLY", "663a.11(e)")
    # Nobody is told by a refusal which cards lie face down.
    assert refusal.legal == ("as the chapter has the dealer set them",)
    assert refuses(at, reveal("Ah Kh 8h", "9s 3d")).code == "HANDS_ARE_SET_LAWFULLY"
    assert refuses(at, reveal("Ah Kh 9s", "8h 3c")).code == "HANDS_ARE_OF_THE_CARDS_HELD"
    at.do(reveal("9s Ah Kh", "3d 8h"))


def test_e__cards_of_equal_value_may_change_places_in_the_dealers_hands_too():
    at = at_the_reveal("Kh Qh Jh Th 9h")
    at.do(reveal("Th Kh Qh", "Jh 9h"))
    assert look_at(at).settings[0].low == cards("Jh 9h")
    at.do(cmd.SettleRound())


def test_f__players_are_settled_counterclockwise_from_the_dealers_right():
    seats = {str(seat): {"wagers": ALL, "decisions": ["play " + text]} for seat, text in SETTINGS.items()}
    given = answer(game="five-card-hi-lo", deck=ORDER, seats=seats)
    order = [one["seat"] for one in given["settlements"]]
    assert order == sorted(order, reverse=True)


def test_f__each_players_hands_stay_face_down_until_the_dealer_reveals_them_in_turn():
    """663a.11(f), 663a.13(c)."""
    at = at_the_table()
    for seat in SETTINGS:
        say(at, "play", seat)
    for seat, text in SETTINGS.items():
        at.do(setting(text, seat))
    before = at.fork()
    at.do(cmd.RevealBank())
    others = Viewer(Role.PLAYER, "ann")
    assert set(at.observe(others).hands[3]) == {None}
    [shown] = events(at.do(cmd.SettleRound(hands=1)), ev.HandsRevealed)
    assert (shown.seat, shown.clause, set(shown.low)) == (3, "663a.11(f)", set(cards("6c 3s")))
    seen = at.observe(others).hands
    assert None not in seen[3]
    assert set(seen[2]) == {None}
    # A wrong number of cards found now undoes what was settled.
    at.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    assert {person: chips(at, person) for person in ("ann", "bob", "cid")} == {
        person: chips(before, person) + 2 * ANTE["ante"] for person in ("ann", "bob", "cid")
    }


# The dealer has 27 high and 9 low.
HIGH = {28: "Ks Qs 8d", 27: "Ks Qs 7d", 26: "Ks Qs 6d"}
LOW = {8: "6c 2d", 9: "6c 3d", 10: "6c 4d"}
OUTCOMES = [
    (28, 8, "1 to 1", "663a.12(a)"),
    (27, 9, "lose", "663a.11(g)(2)"),
    (27, 10, "lose", "663a.11(g)(2)"),
    (26, 9, "lose", "663a.11(g)(2)"),
    (26, 10, "lose", "663a.11(g)(2)"),
    (28, 9, "push", "663a.11(g)(3)(i)"),
    (28, 10, "push", "663a.11(g)(3)(i)"),
    (27, 8, "push", "663a.11(g)(3)(ii)"),
    (26, 8, "push", "663a.11(g)(3)(ii)"),
]


@pytest.mark.parametrize(("high", "low", "pays", "clause"), OUTCOMES)
def test_g__ante_and_play_win_lose_or_tie_together(high, low, pays, clause):
    given = played(f"play {HIGH[high]} / {LOW[low]}")
    net = {"1 to 1": 1000, "lose": -1000, "push": 0}[pays]
    assert settled(given, "ante") == settled(given, "play") == (pays, net, clause)
    assert step(given, "ante") == ("663a.11(g)(1)" if pays == "1 to 1" else None)


@pytest.mark.parametrize(
    ("decision", "dealer", "pays"),
    [
        # 32 to 29 high, 3 to 5 low; 33 to 29 high, 5 to 5 low; 30 to 31 high, 9 to 7 low.
        ("play As Ah Kd / Ad 2c", "Ks Qs 9d 3c 2d", "1 to 1"),
        ("play As Ah Ad / 3h 2c", "Ks Qs 9d 3c 2d", "push"),
        ("play As Ah 8h / Ad 8c", "Kd Qd Ac 4s 3h", "lose"),
    ],
)
def test_h__the_ante_bonus_is_paid_whatever_becomes_of_ante_and_play(decision, dealer, pays):
    given = played(decision, dealer)
    assert settled(given, "ante").pays == settled(given, "play").pays == pays
    assert settled(given, "ante_bonus") == ("10 for 1", 10_000, "663a.12(b)")
    assert given["net"] == {"1": 10_000 + {"1 to 1": 2000, "push": 0, "lose": -2000}[pays]}


def test_h__663a_ante_bonus__not_without_a_play_wager():
    given = played("fold", hand="As Ah 8h Ad Ac")
    assert given["net"] == {"1": -1000}


def test_h__not_with_two_aces():
    assert [one["wager"] for one in played("play As Ah 8h / 7d 6c")["settlements"]] == ["ante", "play"]


def test_j_k__a_players_wagers_are_settled_in_order_and_together():
    given = played("play As Ah 8h / Ad 7c", wagers=ALL)
    assert [one["wager"] for one in given["settlements"]] == ["ante", "play", "ante_bonus", "tie", "poker_bonus"]
    seats = {
        "1": {"wagers": ALL, "decisions": ["play As Ah 8h / Ad 7c"]},
        "2": {"wagers": ALL, "decisions": ["play Kd Qd 8c / 3d 2c"]},
    }
    order = five_card_deck(["As Ah 8h Ad 7c", "Kd Qd 8c 3d 2c"], DEALER)
    given = answer(game="five-card-hi-lo", deck=order, seats=seats)
    assert [one["seat"] for one in given["settlements"]] == [2] * 4 + [1] * 5


@pytest.mark.parametrize(
    ("high", "low", "pays"),
    [
        (28, 8, "lose"),
        (26, 10, "lose"),
        (27, 8, "4 to 1"),
        (27, 10, "4 to 1"),
        (28, 9, "4 to 1"),
        (26, 9, "4 to 1"),
        (27, 9, "20 to 1"),
    ],
)
def test_j_1__the_tie_wager(high, low, pays):
    given = played(f"play {HIGH[high]} / {LOW[low]}", wagers=ALL)
    assert settled(given, "tie").pays == pays
    assert settled(given, "tie").clause == ("663a.11(j)(1)(ii)" if pays == "lose" else "663a.12(c)")
    assert step(given, "tie") == (None if pays == "lose" else "663a.11(j)(1)(i)")


def test_j_1__663a_tie__high_is_compared_with_high_and_low_with_low():
    # The player's high hand has the dealer's low total: 14 and 14; 27 high, 4 low.
    given = played("play 5s 5d 4d / 2s 2h", "Kh 9h 8s 7d 7c", wagers=ALL)
    assert settled(given, "tie").pays == "lose"


def test_j_2__the_poker_bonus_looks_at_all_five_cards():
    # A straight over both hands.
    given = played("play 9s 8h 7s / 6s 5s", "Kh Qd 7c 4c 4d", wagers=ALL)
    assert settled(given, "poker_bonus") == ("8 to 1", 1600, "663a.12(d)")
    assert step(given, "poker_bonus") == "663a.11(j)(2)(i)"


def test_j_2_ii__below_the_pair_it_is_collected():
    assert settled(played(wagers=ALL), "poker_bonus") == ("lose", -200, "663a.11(j)(2)(ii)")


def test_l__the_round_ends_and_no_chip_is_lost_or_made():
    at = at_the_reveal(DEALER)
    at.do(cmd.RevealBank())
    at.do(cmd.SettleRound())
    ended = at.events[-1]
    assert isinstance(ended, ev.RoundEnded)
    assert (ended.clause, ended.void) == ("663a.11(l)", False)
    assert (look_at(at).hands, look_at(at).settings, look_at(at).wagers) == ({}, {}, {})
    assert sum_of_accounts(at) == 0
    assert chips_of(at, "ann") == 1_000_00 + 2000


def test_stated__a_setting_may_also_be_stated_as_a_second_decision():
    apart = stated(["play", SET.replace("play", "set")], hand=PLAYER)
    assert answer(**apart)["settlements"] == played()["settlements"]
