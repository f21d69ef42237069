"""647a.13: what follows when something goes wrong."""

import pytest

from houseway.cards import text_of
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import Status
from houseway.engine.kernel import Table, envelope
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, deal, meter, place, say
from tests.kit.stated_rounds import answer_of, irregularity, table_after
from tests.kit.table_views import look_at, steps_due
from tests.kit.tables import events, last, refuses
from tests.regulations.c647a.dealt import (
    ALL_BETS,
    FOLD,
    GAME,
    STAY,
    paid,
    played,
    records,
    refused,
    seated,
    settled,
    with_ann,
)

EVERY_WAGER = {"holdem_bonus": 100, "progressive": 100, "five_card_player": 100, "five_card_dealer": 100}
RATES = {"progressive": {"rate_percent": 10}, "five_card": {"rate_percent": 10}}
ROYAL_FLOP = "Ks Qs Js 2h 7d"


def returned(settlements, where: str) -> set[tuple[int, str]]:
    """Which wagers went back under a clause, each for nothing gained or lost in the end."""
    return {(one["seat"], one["wager"]) for one in settlements if one["pays"] == "returned" and one["clause"] == where}


def net(settlements, seat: int) -> int:
    return sum(one["net"] for one in settlements if one["seat"] == seat)


# (a) Cards found face up.

DECK = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d"


def face_up(*points: dict, wagers=None):
    """Seats 1 and 2 with a plain deck, so that every card shows where it went."""
    return table_after(
        game=GAME,
        deck=DECK,
        seats={
            "1": {"wagers": {"ante": 1_000, **(wagers or {})}, "decisions": STAY},
            "2": {"wagers": {"ante": 1_000}, "decisions": STAY},
        },
        irregularities=list(points),
    )


def received(table: Table) -> dict[int, str]:
    hands: dict[int, list] = {}
    for event in table.events:
        if isinstance(event, ev.CardsDealt):
            for target, card in event.cards:
                hands.setdefault(target, []).append(card)
    return {target: text_of(held) for target, held in hands.items()}


def test_a__one_face_up_card_is_set_aside_and_the_deal_goes_on():
    table = face_up(irregularity("face_up_card", "hole", 2))
    (aside,) = events(table, ev.CardSetAside)
    assert (aside.clause, text_of([aside.card])) == ("647a.13(a)", "4c")
    assert received(table) == {1: "2c 6c", 2: "3c 7c", 0: "5c 8c", -2: "9c Kc 2d", -1: "Tc Jc Qc Ac 3d"}
    assert not any(isinstance(event, ev.RoundEnded) and event.void for event in table.events)


@pytest.mark.parametrize("phase", ["hole", "locked"])
def test_a__the_very_first_card_may_be_the_one(phase):
    table = face_up(irregularity("face_up_card", phase))
    (aside,) = events(table, ev.CardSetAside)
    assert text_of([aside.card]) == "2c"
    assert received(table)[1] == "3c 6c"


def test_a__a_second_one_before_all_have_two_cards_returns_everything():
    table = face_up(
        irregularity("face_up_card", "hole", 2), irregularity("face_up_card", "hole", 5), wagers=EVERY_WAGER
    )
    said = answer_of(table)
    assert returned(said["settlements"], "647a.13(a)") == {(1, "ante"), (2, "ante"), *((1, one) for one in EVERY_WAGER)}
    assert said["net"] == {"1": 0, "2": 0}
    assert "shuffle_cards" in steps_due(table)


@pytest.mark.parametrize(
    "points", [(("hole", 2), ("flop", 1)), (("flop", 0), ("flop", 2)), (("turn", 0), ("river", 1))]
)
def test_a__a_second_one_after_that_settles_the_bonus_wager(points):
    settlements, table = played(
        {1: "Ac Ah", 2: "Qc 3h"},
        dealer="Ad As",
        wagers={1: EVERY_WAGER, 2: {"progressive": 500}},
        decisions={1: ALL_BETS, 2: FOLD},
        submission=RATES,
        irregularities=[irregularity("face_up_card", *point) for point in points],
    )
    # A card set aside among the first ones gives seat 1 other cards than its aces; the wager is settled on those.
    pays, won = paid(settlements, 1, "holdem_bonus")
    assert pays == ("lose" if points[0][0] == "hole" else "1,000 to 1")
    assert net(settlements, 1) == won
    assert net(settlements, 2) == 0
    assert {"ante", "flop", "progressive"} <= {
        wager for seat, wager in returned(settlements, "647a.13(a)") if seat == 1
    }
    assert {(2, "ante"), (2, "progressive")} <= returned(settlements, "647a.13(a)")
    assert (meter(table, "progressive"), meter(table, "five_card")) == (1_000_000, 1_000_000)


def test_a__face_up_cards_are_found_while_cards_are_dealt():
    refusal = refused({1: "Qc 3h"}, irregularities=[irregularity("face_up_card", "before_flop")])
    assert (refusal["code"], refusal["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "647a.13(a)")


# (b) A card drawn in error.


@pytest.mark.parametrize("phase", ["hole", "flop", "turn", "river"])
def test_b__a_card_drawn_in_error_is_used_as_the_next(phase):
    plain = settled({1: "Ac Ah", 2: "Qc 3h"})
    settlements, table = played(
        {1: "Ac Ah", 2: "Qc 3h"}, irregularities=[irregularity("card_drawn_in_error", phase, 1)]
    )
    assert settlements == plain
    (ruling,) = events(table, ev.IrregularityRuled)
    assert ruling.clause == "647a.13(b)"


# (c) An incorrect number of cards.


@pytest.mark.parametrize(
    "phase", ["hole", "before_flop", "flop", "before_turn", "turn", "before_river", "river", "reveal", "settle"]
)
def test_c__a_wrong_number_of_cards_returns_every_wager(phase):
    settlements, table = played(
        {1: "Ac Ah", 2: "Qc 3h"},
        wagers=dict.fromkeys((1, 2), EVERY_WAGER),
        decisions={1: ALL_BETS, 2: FOLD},
        submission=RATES,
        irregularities=[irregularity("wrong_number_of_cards", phase)]
        if phase != "hole"
        else [irregularity("wrong_number_of_cards", phase, 2)],
    )
    assert {*((seat, wager) for seat in (1, 2) for wager in ("ante", *EVERY_WAGER))} <= returned(
        settlements, "647a.13(c)"
    )
    assert net(settlements, 1) == net(settlements, 2) == 0
    assert (meter(table, "progressive"), meter(table, "five_card")) == (1_000_000, 1_000_000)
    assert "shuffle_cards" in steps_due(table)


# (d) A card of the dealer's is exposed.


def exposed(phase: str, after: int = 0, **told):
    return played(irregularities=[irregularity("dealer_card_exposed", phase, after)], **told)


@pytest.mark.parametrize("point", [("hole", 5), ("before_flop", 0), ("before_flop", 1), ("flop", 2)])
def test_d__reading_647a_exposed__before_the_flop_all_but_the_bonus_is_returned(point):
    settlements, table = exposed(
        *point,
        hands={1: "Qc 3h", 2: "Ac Ah"},
        wagers=dict.fromkeys((1, 2), EVERY_WAGER),
        decisions={1: FOLD, 2: STAY},
        submission=RATES,
    )
    others = {"ante", "progressive", "five_card_player", "five_card_dealer"}
    assert {(seat, wager) for seat in (1, 2) for wager in others} <= returned(settlements, "647a.13(d)")
    assert paid(settlements, 1, "holdem_bonus") == ("lose", -100)
    assert paid(settlements, 2, "holdem_bonus") == ("30 to 1", 3_000)
    assert (net(settlements, 1), net(settlements, 2)) == (-100, 3_000)
    assert (meter(table, "progressive"), meter(table, "five_card")) == (1_000_000, 1_000_000)


@pytest.mark.parametrize("point", [("before_turn", 0), ("before_turn", 1), ("turn", 1), ("before_river", 0)])
@pytest.mark.parametrize("submission", [{}, {"dealing": "automated-shoe", "community_first": True}])
def test_d__reading_647a_exposed__after_the_flop_what_rests_on_it_is_settled(point, submission):
    phase, after = point
    settlements, table = exposed(
        phase,
        0 if submission and phase == "turn" else after,
        hands={1: "As Ts", 2: "Qc 3h", 3: "Qd 3c"},
        dealer="8c 5d",
        board=ROYAL_FLOP,
        wagers={1: EVERY_WAGER, 2: EVERY_WAGER},
        decisions=dict.fromkeys((1, 2, 3), ALL_BETS),
        submission=submission,
        magic_card="8c",
        lucky=1,
    )
    back = returned(settlements, "647a.13(d)")
    assert {(seat, wager) for seat in (1, 2, 3) for wager in ("ante", "flop")} <= back
    assert {wager for _, wager in back} <= {"ante", "flop", "turn", "river"}
    assert paid(settlements, 1, "holdem_bonus") == ("lose", -100)
    assert paid(settlements, 1, "progressive") == ("100% of meter", 999_900)
    assert paid(settlements, 1, "five_card_player") == ("100% of meter", 999_900)
    assert paid(settlements, 1, "lucky") == ("5 for 1", 500)
    assert paid(settlements, 2, "envy") == ("$1,000", 100_000)
    assert paid(settlements, 2, "five_card_dealer") == ("lose", -100)
    assert paid(settlements, 2, "magic") == ("20 for 1", 2_000)
    assert net(settlements, 3) == 0
    assert not records(settlements, 3, "envy")
    assert look_at(table).status is Status.WAGERING


def test_d__envy_is_also_paid_for_a_hand_whose_wagers_all_went_back():
    settlements, _ = exposed(
        "before_turn", hands={1: "As Ts", 2: "Qc 3h"}, board=ROYAL_FLOP, wagers={2: {"progressive": 500}}
    )
    assert paid(settlements, 2, "envy") == ("$5,000", 500_000)
    assert net(settlements, 1) == 0


def test_d__a_fold_before_the_exposure_counts_against_the_progressive_wager_only():
    settlements, _ = exposed(
        "before_turn",
        hands={1: "As Ts", 2: "Qc 3h"},
        board=ROYAL_FLOP,
        wagers={1: {"progressive": 100, "five_card_player": 100}},
        decisions={1: FOLD},
    )
    assert (1, "ante") in returned(settlements, "647a.13(d)")
    assert paid(settlements, 1, "progressive") == ("lose", -100)
    assert paid(settlements, 1, "five_card_player") == ("100% of meter", 999_900)


def test_d__the_payout_limit_holds_for_the_bonus_wager_of_a_void_round():
    settlements, _ = exposed("before_flop", hands={1: "Ac Ah"}, dealer="Ad As", wagers={1: {"holdem_bonus": 10_000}})
    assert paid(settlements, 1, "holdem_bonus") == ("1,000 to 1", 10_000_000)
    assert paid(settlements, 1, "limit") == ("limit", -5_000_000)


def test_d__what_comes_to_the_payout_limit_and_no_more_is_not_reduced():
    settlements, _ = exposed("before_flop", hands={1: "Ac Ah"}, dealer="Ad As", wagers={1: {"holdem_bonus": 5_000}})
    assert paid(settlements, 1, "holdem_bonus") == ("1,000 to 1", 5_000_000)
    assert not [one for one in settlements if one["wager"] == "limit"]


@pytest.mark.parametrize("after", [0, 1, 2])
def test_d__not_before_the_dealer_has_a_card(after):
    found = [irregularity("dealer_card_exposed", "hole", after)]
    refusal = refused({1: "Qc 3h", 2: "Qd 3c"}, irregularities=found)
    assert (refusal["code"], refusal["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "647a.13(d)")


@pytest.mark.parametrize(
    ("wager", "hand", "where"),
    [("progressive", "9s 9h", "647a.11(i)(3)"), ("five_card_player", "As Ts", "647a.11(j)(2)")],
)
def test_d__a_payout_to_be_validated_needs_a_floorperson_to_rule(wager, hand, where):
    """647a.11(i)(3), 647a.11(j)(2)."""
    board = ROYAL_FLOP if wager != "progressive" else "9d Kc 4s 2h 7d"
    table = seated({1: hand}, board=board, magic_card=False)
    place(table, ante=1_000, **{wager: 100})
    close(table, chips=1, lucky=0)
    deal(table)
    say(table, "flop")
    deal(table)
    refusal = refuses(table, envelope(cmd.ReportIrregularity(cause="dealer_card_exposed")))
    assert (refusal.code, refusal.clause) == (Code.FLOORPERSON_VALIDATES_PAYOUT, where)
    happened = table.do(cmd.ReportIrregularity(cause="dealer_card_exposed"), role=Role.FLOORPERSON)
    assert [(event.clause, event.wager) for event in events(happened, ev.PayoutValidated)] == [(where, wager)]
    if wager != "progressive":
        # What was won of a meter is documented before the cards are collected and reshuffled.
        assert refuses(table, cmd.SettleRound()).clause == "647a.11(j)(3)"
        assert refuses(table, envelope(cmd.Decide(word="check"), seat=1)).code is Code.SEAT_IS_ASKED
        table.do(cmd.DocumentPayout(seat=1, wager=wager))
        table.do(cmd.SettleRound())
    assert last(table, ev.RoundEnded).void
    assert look_at(table).status is Status.WAGERING


def test_d__payouts_of_a_void_round_are_validated_in_the_order_of_the_seats():
    """647a.11(j)(2)."""
    seats = (1, 2, 3, 4, 5)
    dull = dict(zip(seats, ("Qc 3h", "Qd 3c", "Jc 3d", "Jd 6h", "Tc 6c"), strict=True))
    table = seated(dull, "As Ts", ROYAL_FLOP, magic_card=False)
    for seat in seats:
        place(table, seat, ante=1_000, five_card_dealer=100)
    close(table, chips=0, lucky=0)
    deal(table)
    for seat in seats:
        say(table, "flop", seat)
    deal(table)
    happened = table.do(cmd.ReportIrregularity(cause="dealer_card_exposed"), role=Role.FLOORPERSON)
    assert [event.seat for event in events(happened, ev.PayoutValidated)] == list(seats)


@pytest.mark.parametrize("phase", ["river", "reveal", "settle"])
def test_d__after_the_last_decision_an_exposure_changes_nothing(phase):
    refusal = refused({1: "Qc 3h"}, irregularities=[irregularity("dealer_card_exposed", phase)])
    assert (refusal["code"], refusal["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "647a.13(d)")


def test_d__once_every_player_has_folded_an_exposure_changes_nothing():
    refusal = refused(
        {1: "Qc 3h"},
        wagers={1: {"five_card_player": 100}},
        decisions={1: FOLD},
        irregularities=[irregularity("dealer_card_exposed", "flop")],
    )
    assert (refusal["code"], refusal["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "647a.13(d)")


# (e) to (g) Devices.


def with_ante(**submission) -> Table:
    """A table with an Ante placed and the cards ready."""
    table = with_ann(**submission)
    place(table)
    return table


def test_e__a_shuffle_that_failed_is_done_again():
    table = with_ante(shuffler="automated")
    happened = table.do(cmd.ReportIrregularity(cause="shuffler_fault"))
    assert {event.clause for event in happened} == {"647a.13(e)"}
    table.do(cmd.AnnounceNoMoreBets())
    assert refuses(table, envelope(cmd.DealCards())).code is Code.STEP_IS_DUE
    table.do(cmd.ShuffleCards(order=table.rules.game.deck), at=0)
    assert table.do(cmd.DealCards())


def test_e__in_a_stated_round_the_deck_is_the_one_after_the_reshuffle():
    plain = settled({1: "Ac Ah", 2: "Qc 3h"})
    settlements, table = played({1: "Ac Ah", 2: "Qc 3h"}, irregularities=[irregularity("shuffler_fault", "shuffle")])
    assert settlements == plain
    (ruling,) = events(table, ev.IrregularityRuled)
    assert ruling.clause == "647a.13(e)"


@pytest.mark.parametrize(
    ("phase", "shuffler", "code"),
    [
        ("locked", "automated", "IRREGULARITY_CAN_HAPPEN_HERE"),
        ("flop", "automated", "IRREGULARITY_CAN_HAPPEN_HERE"),
        ("shuffle", "manual", "DEVICE_IS_IN_USE"),
    ],
)
def test_e__only_a_device_in_use_fails_and_only_while_it_shuffles(phase, shuffler, code):
    terms = {"shuffler": shuffler}
    refusal = refused({1: "Qc 3h"}, submission=terms, irregularities=[irregularity("shuffler_fault", phase)])
    assert (refusal["code"], refusal["clause"]) == (code, "647a.13(e)")


@pytest.mark.parametrize("point", [("locked", 0), ("hole", 0), ("hole", 2), ("hole", 5)])
def test_f__a_shoe_that_fails_while_it_deals_voids_the_round_and_returns_every_wager(point):
    settlements, table = played(
        {1: "Ac Ah", 2: "Qc 3h"},
        wagers=dict.fromkeys((1, 2), EVERY_WAGER),
        decisions={1: ALL_BETS, 2: FOLD},
        submission={"dealing": "automated-shoe"},
        irregularities=[irregularity("shoe_fault", *point)],
    )
    assert {(seat, wager) for seat in (1, 2) for wager in ("ante", *EVERY_WAGER)} <= returned(settlements, "647a.13(f)")
    assert net(settlements, 1) == net(settlements, 2) == 0
    assert "shuffle_cards" in steps_due(table)


@pytest.mark.parametrize("phase", ["before_flop", "flop", "before_turn", "turn", "before_river", "river", "settle"])
def test_f__once_the_stacks_are_delivered_the_rest_has_left_the_shoe(phase):
    """647a.10(c)."""
    terms = {"dealing": "automated-shoe"}
    refusal = refused({1: "Qc 3h"}, submission=terms, irregularities=[irregularity("shoe_fault", phase)])
    assert (refusal["code"], refusal["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "647a.13(f)")


@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_f__only_an_automated_shoe_can_fail(dealing):
    refusal = refused(
        {1: "Qc 3h"}, submission={"dealing": dealing}, irregularities=[irregularity("shoe_fault", "hole", 1)]
    )
    assert (refusal["code"], refusal["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "647a.13(f)")


def test_g__a_broken_shoe_is_covered_before_another_method_is_used():
    table = with_ante(dealing="automated-shoe", shuffler="automated")
    table.do(cmd.WithdrawWagers(wagers=("ante",)), seat=1)
    table.do(cmd.ReportDeviceFault(device="shoe", usable=False))
    manual = envelope(cmd.UseMethod(dealing="manual-shoe"))
    refusal = refuses(table, manual)
    assert (refusal.code, refusal.clause) == (Code.DEVICE_IS_COVERED, "647a.13(g)")
    table.do(cmd.CoverDevice(device="shoe"))
    table.do(manual)
    assert last(table, ev.MethodChanged).dealing == "manual-shoe"


def test_g__the_cards_are_then_dealt_by_the_method_in_use():
    """647a.8(d), 647a.10(b), 647a.10(g)."""
    table = with_ante(dealing="automated-shoe", community_first=True)
    table.do(cmd.ReportDeviceFault(device="shoe", usable=False))
    table.do(cmd.CoverDevice(device="shoe"))
    table.do(cmd.UseMethod(shuffler="manual", dealing="manual-shoe"))
    table.do(cmd.AnnounceNoMoreBets())
    [dealt] = [event for event in table.do(cmd.DealCards()) if isinstance(event, ev.CardsDealt)]
    assert (dealt.clause, [target for target, _ in dealt.cards]) == ("647a.8(d)", [1, 0, 1, 0])


def test_g__a_broken_shuffler_is_covered_before_another_method_is_used():
    table = with_ante(shuffler="automated")
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False))
    by_hand = envelope(cmd.UseMethod(shuffler="manual"))
    refusal = refuses(table, by_hand)
    assert (refusal.code, refusal.clause) == (Code.DEVICE_IS_COVERED, "647a.13(g)")
    table.do(cmd.CoverDevice(device="shuffler"))
    table.do(by_hand)
    assert last(table, ev.MethodChanged).shuffler == "manual"


def test_an_unknown_irregularity_is_refused():
    refusal = refused({1: "Qc 3h"}, irregularities=[irregularity("earthquake", "before_flop")])
    assert refusal["code"] == "IRREGULARITY_IS_KNOWN"
    assert "dealer_card_exposed" in refusal["legal"]


def test_f__reading_645a_meter_cents__what_goes_back_leaves_no_fraction_on_the_meter():
    """647a.12(d)."""
    _, table = played(
        {1: "Ac Ah", 2: "Qc 3h"},
        wagers={1: {"progressive": 500}, 2: {"progressive": 500}},
        decisions={1: ALL_BETS, 2: FOLD},
        submission={"dealing": "automated-shoe", "progressive": {"rate_percent": "1/3", "initial": 1_000_000}},
        irregularities=[irregularity("shoe_fault", "hole", 2)],
    )
    closed, back = last(table, ev.BetsClosed), last(table, ev.WagersReturned)
    assert sum(cents for _, account, cents in closed.postings if account == "meter progressive") == 3
    assert (closed.carried, back.carried) == ((("progressive", 100),), (("progressive", 0),))
    assert meter(table, "progressive") == 1_000_000
