"""645a.11: setting the hands, surrender, the Pai Gow Poker Wager. The optional wagers have a file of their own."""

import pytest

from houseway.cards import cards
from houseway.chapters.c645a_pai_gow.hands import settings_of
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.roles import Role
from houseway.view.retelling import retold
from tests.kit.banked_actions import close, place
from tests.kit.stated_rounds import refusal, rulings, settled, step, table_after
from tests.kit.table_views import chips_of, look_at
from tests.kit.tables import events, refuses
from tests.regulations.c645a.pai_gow import (
    DRAGON,
    EZ,
    FOUL,
    LOSES,
    MAIN,
    SPLITS,
    WINS,
    deal_out,
    finish,
    played,
    records,
    refused,
    start,
    stated,
    table,
)

BOTH_LOWER = LOSES
HIGH_COPY_LOW_LOWER = "Kc 7h 5s 3d 2d / 8c 6d"
BOTH_COPIES = "Kc 7h 5s 3d 2d / Qc 9d"
HIGH_LOWER_LOW_COPY = "Qs Jd 8s 6d 4c / Qc 9d"
HIGH_ONLY = SPLITS
HIGH_ONLY_LOW_COPY = "As Jc 8d 6h 4h / Qc 9d"
LOW_ONLY_HIGH_COPY = "Kc 7h 5s 3d 2d / Qc Td"
LOW_ONLY = "Qs Jd 8s 6d 4c / Qc Td"


def at_the_setting(hands=None, **submission):
    hands = hands or {1: WINS, 2: LOSES}
    at = table(stated(hands)["deck"], seats=tuple(hands), **submission)
    for seat in hands:
        place(at, seat)
    close(at)
    deal_out(at)
    return at


def set_hands(at, seat, text):
    high, low = text.split("/")
    at.do(cmd.Decide(word="set", high=cards(high), low=cards(low)), seat=seat)


def dealt_as_seen_by(at, player) -> set:
    dealt = events(at.seen_by(player, at.events), ev.CardsDealt)
    return {card for event in dealt for _, card in event.cards}


def test_a__a_player_examines_his_cards_when_the_dealing_procedures_are_completed():
    """645a.11(a), 645a.8(e)."""
    at = table(stated({1: WINS, 2: LOSES})["deck"], seats=(1, 2))
    for seat in (1, 2):
        place(at, seat)
    close(at)
    start(at)
    player = Viewer(Role.PLAYER, "A")
    for then in (cmd.DealCards(cards=20), cmd.DealCards()):
        at.do(then)
        assert set(at.observe(player).hands[1]) == {None}
        assert dealt_as_seen_by(at, player) == {None}
    at.do(cmd.CountDeck(count=4))
    assert set(at.observe(player).hands[1]) == set(cards(WINS.replace("/", "")))
    assert dealt_as_seen_by(at, player) == {None, *cards(WINS.replace("/", ""))}


def test_a__a_player_sees_his_own_cards_and_no_others():
    seen = at_the_setting().observe(Viewer(Role.PLAYER, "A")).hands
    assert None not in seen[1]
    assert set(seen[2]) == set(seen[0]) == {None}


def test_a_1__on_request_the_hands_are_set_as_the_dealer_would():
    given = played("As Ah 8d 6h 4c Kc Ks")
    [own] = [one for one in rulings(given, "hands_set") if one["seat"] == 1]
    assert own["house_way"]
    assert set(own["low"].split()) == {"Kc", "Ks"}


def test_a_3__hands_once_placed_are_not_touched_again():
    at = at_the_setting()
    set_hands(at, 1, WINS)
    again = envelope(cmd.Decide(word="house way"), seat=1)
    refusal_ = refuses(at, again)
    assert (refusal_.code, refusal_.clause) == ("SEAT_IS_ASKED", "645a.11(a)(3)")


def test_b__players_set_in_any_order():
    at = at_the_setting()
    set_hands(at, 2, LOSES)
    set_hands(at, 1, WINS)
    assert look_at(at).phase == "reveal"


@pytest.mark.parametrize(
    ("seven", "count"),
    [
        # The ace is in the high hand: two of the six others are low.
        ("Ah Ks Qd 9c 7h 4s 2d", 15),
        # Of 21 not both aces, nor either of them with the queen.
        ("Ah As Qd 9c 7h 4s 2d", 18),
    ],
)
def test_b__every_setting_that_is_not_foul_may_be_chosen(seven, count):
    found = settings_of(cards(seven))
    assert len(found) == count
    assert all(sorted((*one.high, *one.low)) == sorted(cards(seven)) for one in found)


def test_b__equal_rank_is_enough_for_the_high_hand():
    given = played("7s 7h 8d 6h 4c / 7d 7c", "Kd Qh 9c 5s 5d 3h 2c")
    assert settled(given, "pai_gow").clause != "645a.11(f)(1)(iii)"


def test_c__the_dealers_hands_are_set_after_all_players_and_as_the_submission_says():
    at = at_the_setting()
    set_hands(at, 1, WINS)
    assert refuses(at, envelope(cmd.RevealBank())).code == "STEP_IS_DUE"
    set_hands(at, 2, LOSES)
    at.do(cmd.RevealBank())
    assert set(look_at(at).settings[0].low) == set(cards("Qh 9c"))
    jacks_and_fours = "Js Jd 4s 4d Ah 9c 7s"
    for way, low in (("foxwoods", {"4s", "4d"}), ("trump-plaza", {"Ah", "9c"})):
        given = played("Ac Jc 8d 6h 4h / Th 3d", jacks_and_fours, submission={"house_way": way})
        [dealer] = [one for one in rulings(given, "hands_set") if one["seat"] == "dealer"]
        assert (set(dealer["low"].split()), dealer["clause"]) == (low, "645a.11(c)")


def test_c__a_bank_sets_its_own_hands_after_all_players():
    given = played({1: WINS, 6: SPLITS}, bank=6)
    assert [(one["seat"], one["clause"]) for one in rulings(given, "hands_set")] == [
        (1, "645a.11(b)"),
        (6, "645a.11(c)"),
    ]
    round_ = stated({1: WINS, 6: SPLITS}, bank=6)
    round_["seats"]["6"]["decisions"] = [f"set {LOSES}"]
    assert refusal(**round_)["clause"] == "645a.11(c)"


def test_d__a_surrendered_wager_is_lost_at_once():
    given = played(WINS, then={1: ["surrender"]})
    assert settled(given, "pai_gow") == ("lose", -1000, "645a.11(d)")
    assert records(given, "vigorish") == []


def test_d__only_after_the_dealers_hands_are_set_and_before_the_players_are_exposed():
    early = envelope(cmd.Decide(word="surrender"), seat=1)
    at = at_the_setting()
    assert refuses(at, early).code == "DECISION_IS_OFFERED"
    set_hands(at, 1, WINS)
    set_hands(at, 2, LOSES)
    assert refuses(at, early).code == "SEAT_IS_ASKED"
    at.do(cmd.RevealBank())
    # In any order, and who says nothing plays on.
    at.do(cmd.Decide(word="surrender"), seat=2)
    assert refuses(at, envelope(cmd.Decide(word="surrender"), seat=2)).code == "SEAT_IS_ASKED"
    finish(at)
    assert chips_of(at, "A") == 1_000_000 + 950
    assert chips_of(at, "B") == 1_000_000 - 1000


@pytest.mark.parametrize("wager", ["fortune", "emperor", "insurance", "progressive", "queens_dragon", "red"])
def test_d__not_with_an_optional_wager(wager):
    refusal_ = refused(WINS, wagers={**MAIN, wager: 100}, then={1: ["surrender"]}, submission=EZ)
    assert (refusal_["code"], refusal_["clause"]) == ("SURRENDER_NEEDS_NO_OPTIONAL_WAGER", "645a.11(d)")


@pytest.mark.parametrize(("with_bonus", "asked"), [((), (1, 2)), ((1,), (2,)), ((1, 2), ())])
def test_d__who_has_placed_an_optional_wager_is_not_asked_whether_to_surrender(with_bonus, asked):
    at = table(seats=(1, 2))
    for seat in (1, 2):
        place(at, seat, **{**MAIN, **({"fortune": 500} if seat in with_bonus else {})})
    close(at)
    deal_out(at)
    for seat in (1, 2):
        at.do(cmd.Decide(word="house way"), seat=seat)
    *_, began = at.do(cmd.RevealBank())
    assert isinstance(began, ev.PhaseBegan)
    assert (began.phase, began.clause, began.asked) == ("surrender", "645a.11(d)", asked)
    seen = at.observe(Viewer(Role.DEALER))
    assert seen.asked == asked
    says = {(1, 2): "seats 1 and 2 in turn", (2,): "seat 2 in turn", (): "open to no seat"}[asked]
    assert retold(at.rules, seen, began).says == f"Surrender: {says}."
    assert tuple(ask.seat for ask in at.due() if ask.word == "surrender") == asked
    for seat in with_bonus:
        barred = refuses(at, envelope(cmd.Decide(word="surrender"), seat=seat))
        assert (barred.code, barred.clause) == ("SURRENDER_NEEDS_NO_OPTIONAL_WAGER", "645a.11(d)")
    finish(at)


def test_d__a_surrendered_hand_counts_for_the_envy_bonus_of_others():
    given = played(
        {1: "9s 9h 9d 9c Jc / 5c 2h", 2: WINS},
        "Qs Jd Td 7s 5d 3h 2c",
        wagers={2: {**MAIN, "fortune": 500}},
        then={1: ["surrender"]},
    )
    assert records(given, "envy") == [(2, "$5", 500)]


FOUR = "9s 9h 9d 9c Jc / 5c 2h"
NO_NINES = "Qs Jd Td 7s 5d 3h 2c"


@pytest.mark.parametrize(
    ("wager", "variant", "clause"),
    [
        ("fortune", "standard", "645a.11(h)(1)(i)(C)"),
        ("emperor", "standard", "645a.11(h)(2)(i)(C)"),
        ("dynasty", "ez", "645a.11(h)(6)(i)(C)"),
    ],
)
def test_d_h__a_hand_given_up_unseen_lies_face_up_when_another_player_is_paid_for_it(wager, variant, clause):
    """645a.11(d), 645a.11(h)(1)(i)(C), 645a.11(h)(2)(i)(C), 645a.11(h)(6)(i)(C)."""
    surrendered = {"then": {1: ["surrender"]}, "submission": {"variant": variant}}
    at = table_after(**stated({1: FOUR, 2: WINS}, NO_NINES, wagers={2: {**MAIN, wager: 500}}, **surrendered))
    first, last_ = events(at, ev.HandsRevealed)
    assert (first.seat, first.clause) == (2, "645a.11(e)")
    assert (last_.seat, last_.clause, last_.low) == (1, clause, cards("5c 2h"))
    # Not without a Qualifying Wager, and not if the hand earns nobody anything.
    for hands, cents in (({1: FOUR, 2: WINS}, 400), ({1: LOSES, 2: WINS}, 500)):
        at = table_after(**stated(hands, NO_NINES, wagers={2: {**MAIN, wager: cents}}, **surrendered))
        assert [event.seat for event in events(at, ev.HandsRevealed)] == [2]


def test_h__so_does_a_hand_left_behind_before_it_was_set():
    """645a.7(b), 645a.11(h)(1)(i)(C)."""
    gone = stated({1: FOUR, 2: WINS}, NO_NINES, wagers={2: {**MAIN, "fortune": 500}})
    gone["irregularities"] = [{"cause": "abandoned", "at": "set", "seat": 1}]
    gone["seats"]["1"]["decisions"] = []
    _, left = events(table_after(**gone), ev.HandsRevealed)
    assert (left.seat, left.high, left.low) == (1, cards(FOUR.replace("/", "")), ())


FULL_HOUSE = "9s 9h 9d Qc Qh 5c 2h"


def at_the_surrender(wagers, full_house=2):
    """Seats 1 to 3 play; one has a full house and perhaps a Progressive Payout Wager."""
    hands = {1: LOSES, full_house: FULL_HOUSE, 5 - full_house: WINS}
    at = table(stated(hands, "Qd Jh Td 8c 6d 4h 3h")["deck"], seats=(1, 2, 3))
    for seat, placed in wagers.items():
        place(at, seat, **placed)
    close(at, chips=sum("progressive" in placed for placed in wagers.values()))
    deal_out(at)
    for seat in (1, 2, 3):
        at.do(cmd.Decide(word="house way"), seat=seat)
    at.do(cmd.RevealBank())
    return at


PROGRESSIVE = {1: MAIN, 2: {**MAIN, "progressive": 100}, 3: MAIN}


def test_e_h_4_ii__a_payout_is_validated_in_its_players_turn_after_the_hands_are_shown_and_the_wager_settled():
    """645a.11(e), 645a.11(h), 645a.11(h)(4)(ii)(C)."""
    at = at_the_surrender(PROGRESSIVE)
    happened = at.do(cmd.SettleRound())
    told = [(type(event).__name__, event.seat, getattr(event, "wager", "")) for event in happened[1:]]
    assert told == [
        ("HandsRevealed", 3, ""),
        ("WagerSettled", 3, "pai_gow"),
        ("WagerSettled", 3, "vigorish"),
        ("HandsRevealed", 2, ""),
        ("WagerSettled", 2, "pai_gow"),
        ("WagerSettled", 2, "vigorish"),
        ("ValidationAwaited", 2, "progressive"),
    ]
    assert {event.clause for event in events(happened, ev.HandsRevealed)} == {"645a.11(e)"}
    assert refuses(at, envelope(cmd.SettleRound())).code == "FLOORPERSON_VALIDATES_PAYOUT"
    at.do(cmd.ValidatePayout(seat=2, wager="progressive"))
    then = at.do(cmd.SettleRound())
    assert [(event.seat, event.wager) for event in events(then, ev.WagerSettled)] == [
        (2, "progressive"),
        (1, "pai_gow"),
    ]


def test_d_e__while_a_payout_waits_only_hands_not_yet_shown_may_be_surrendered():
    """645a.11(d), 645a.11(e): nothing is ruled on then but what makes all hands void."""
    at = at_the_surrender(PROGRESSIVE)
    at.do(cmd.SettleRound())
    asked = [(ask.command, ask.seat or ask.concerns) for ask in at.due()]
    assert asked == [("validate_payout", 2), ("decide", 1)]
    shown = refuses(at, envelope(cmd.Decide(word="surrender"), seat=3))
    assert (shown.code, shown.clause) == ("SEAT_IS_ASKED", "645a.11(d)")
    late = refuses(at, envelope(cmd.ReportIrregularity(cause="dealer_card_exposed")))
    assert (late.code, late.clause) == ("IRREGULARITY_CAN_HAPPEN_HERE", "645a.14(e)")
    ruled_on = {ask.subject for ask in at.legal(Viewer(Role.FLOORPERSON)) if ask.command == "report_irregularity"}
    assert ruled_on == {"wrong_number_of_cards", "wrong_start"}
    at.do(cmd.Decide(word="surrender"), seat=1)
    at.do(cmd.ValidatePayout(seat=2, wager="progressive"))
    finish(at)
    assert chips_of(at, "A") == 1_000_000 - 1000
    assert not [event for event in events(at, ev.HandsRevealed) if event.seat == 1]


def test_d__a_player_may_surrender_until_the_dealer_exposes_his_own_hands():
    """645a.11(d)."""
    at = at_the_surrender({1: MAIN, 2: MAIN, 3: MAIN})
    assert refuses(at, envelope(cmd.SettleRound(hands=0))).message == "at least one hand is settled"
    happened = at.do(cmd.SettleRound(hands=1))
    assert [event.seat for event in events(happened, ev.HandsRevealed)] == [3]
    seen = at.observe(Viewer(Role.PLAYER, "A")).hands
    assert None not in seen[3]
    assert set(seen[2]) == {None}
    assert {(ask.command, ask.seat) for ask in at.due()} == {("decide", 1), ("decide", 2), ("settle_round", 0)}
    at.do(cmd.Decide(word="surrender"), seat=2)
    assert refuses(at, envelope(cmd.Decide(word="surrender"), seat=3)).clause == "645a.11(d)"
    at.do(cmd.SettleRound())
    assert [event.seat for event in events(at, ev.HandsRevealed)] == [3, 1]
    assert chips_of(at, "B") == 1_000_000 - 1000


def test_e__hands_are_compared_counterclockwise_from_the_dealers_right():
    given = played({1: WINS, 3: LOSES, 6: SPLITS})
    assert [seat for seat, _, _ in records(given, "pai_gow")] == [6, 3, 1]


@pytest.mark.parametrize("hand", [BOTH_LOWER])
def test_f_1_i__both_hands_lower_lose(hand):
    assert settled(played(hand), "pai_gow") == ("lose", -1000, "645a.11(f)(1)(i)")


@pytest.mark.parametrize("hand", [HIGH_COPY_LOW_LOWER, BOTH_COPIES, HIGH_LOWER_LOW_COPY])
def test_f_1_ii__copies_go_to_the_dealer(hand):
    assert settled(played(hand), "pai_gow") == ("lose", -1000, "645a.11(f)(1)(ii)")


def test_f_1_iii__a_low_hand_above_the_high_hand_loses_though_it_would_win():
    assert settled(played(FOUL), "pai_gow") == ("lose", -1000, "645a.11(f)(1)(iii)")
    ace_king = "Ac Qs 9d 4s 3s / Ad Ks"
    assert settled(played(ace_king), "pai_gow").clause == "645a.11(f)(1)(iii)"


@pytest.mark.parametrize(
    "said", ["set As Ah 8d 6h 4c Kc / Ks", "set As Ah 8d 6h 4c / Kc Kh", "set As Ah 8d 6h 4c / Kc Kc"]
)
def test_f_1_iv__what_is_not_five_and_two_of_the_seven_cannot_be_placed(said):
    round_ = stated(WINS)
    round_["seats"]["1"]["decisions"] = [said]
    assert refusal(**round_)["code"] == "HANDS_ARE_OF_THE_CARDS_HELD"


@pytest.mark.parametrize("hand", ["Tc 8h 6c 4d 3s / 7h 2s", FOUL])
def test_f_1_v__a_queens_dragon_pushes_a_losing_wager_even_a_foul_one(hand):
    given = played(hand, DRAGON, submission=EZ)
    assert settled(given, "pai_gow") == ("push", 0, "645a.11(f)(1)(v)")


@pytest.mark.parametrize("hand", [HIGH_ONLY, HIGH_ONLY_LOW_COPY])
def test_f_2_i__high_won_and_low_not_is_a_tie(hand):
    assert settled(played(hand), "pai_gow") == ("push", 0, "645a.11(f)(2)(i)")


@pytest.mark.parametrize("hand", [LOW_ONLY, LOW_ONLY_HIGH_COPY])
def test_f_2_ii__low_won_and_high_not_is_a_tie(hand):
    assert settled(played(hand), "pai_gow") == ("push", 0, "645a.11(f)(2)(ii)")


@pytest.mark.parametrize("hand", ["Ac Ts 8c 6d 4s / Th 3d", WINS])
def test_f_2_iii__a_queens_dragon_makes_every_wager_a_tie(hand):
    assert settled(played(hand, DRAGON, submission=EZ), "pai_gow") == ("push", 0, "645a.11(f)(2)(iii)")


def test_f_2_iii__not_at_a_table_with_vigorish():
    assert settled(played(WINS, DRAGON), "pai_gow").pays == "1 to 1"


@pytest.mark.parametrize(
    "dealer",
    [
        "Qd Jk 9c 7s 5d 3h 2c",
        "Qd Qh 9c 7s 5d 3h 2c",
        "Qd Jh Tc 9s 8d 3h 2c",
        "Qd Jd 9d 7d 5d 3h 2c",
        "Kd Jh 9c 7s 5d 3h 2c",
    ],
)
def test_f_2_iii__a_joker_a_pair_a_straight_a_flush_or_a_king_is_no_dragon(dealer):
    """645a.1."""
    given = played("As Ah 8c 6h 4c / Kc Ks", dealer, wagers={**MAIN, "queens_dragon": 100}, submission=EZ)
    assert settled(given, "queens_dragon").pays == "lose"
    assert settled(given, "pai_gow").clause in ("645a.13(a)", "645a.11(f)(2)(ii)")


def test_f_3__both_hands_higher_win():
    given = played(WINS)
    assert settled(given, "pai_gow") == ("1 to 1", 1000, "645a.13(a)")
    assert step(given, "pai_gow") == "645a.11(f)(3)"


def test_f_3__a_win_against_a_queens_dragon_pushes():
    given = played(WINS, DRAGON, submission=EZ)
    assert settled(given, "pai_gow").pays == "push"
    assert step(given, "pai_gow") == "645a.11(f)(3)"


def test_f_2_iii__a_wager_surrendered_before_is_lost_all_the_same():
    assert settled(played(WINS, DRAGON, then={1: ["surrender"]}, submission=EZ), "pai_gow").net == -1000
