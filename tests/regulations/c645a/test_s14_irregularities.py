"""645a.14: irregularities."""

import pytest

from houseway.cards import cards
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import Status
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.opening import open_table
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, deal, place
from tests.kit.card_views import cards_sent_to
from tests.kit.decks import pai_gow_deck
from tests.kit.stated_rounds import answer, returned, rulings, settled, table_after
from tests.kit.table_views import balance_of, balances_of, chips_of, look_at, notes_of, steps_due
from tests.kit.tables import events, ready, refuses
from tests.regulations.c645a.pai_gow import (
    ANY,
    LOSES,
    MAIN,
    WINS,
    accept,
    deal_out,
    finish,
    play_round,
    played,
    records,
    refused,
    start,
    stated,
    table,
)
from tests.regulations.c645a.test_s11_completion import at_the_surrender

ALL = {**MAIN, "fortune": 500, "progressive": 100}
BANK = "Kh Qd 9s 8c 6c / Ad 7d"
BEATS = "Js Jd 5h 4h 2s / Ac Ts"


def ruled(cause, at="hole", after=1, hands=WINS, **more):
    """The answer to a round in which something goes wrong."""
    return played(hands, irregularities=[{"cause": cause, "at": at, "after": after}], wagers=ALL, **more)


def is_void(given, clause) -> bool:
    assert [one["clause"] for one in rulings(given)] == [clause]
    assert {one["pays"] for one in given["settlements"]} == {"returned"}
    assert set(given["net"].values()) == {0}
    return returned(given) == {(1, wager) for wager in ALL}


@pytest.mark.parametrize(("cause", "clause"), [("no_roll_flat", "645a.14(a)"), ("no_roll_fallen", "645a.14(b)")])
def test_a_b__a_no_roll_is_called_and_the_dice_shaken_again(cause, clause):
    """645a.14(a), 645a.14(b)."""
    at = table(start_by="dice")
    place(at)
    close(at)
    at.do(cmd.ReportIrregularity(cause=cause))
    assert at.events[-1] == ev.NoRollCalled(clause=clause)
    assert look_at(at).start is None
    at.do(cmd.DetermineStart(dice=(1, 2, 3)))
    late = refuses(at, envelope(cmd.ReportIrregularity(cause=cause)))
    assert (late.code, late.clause) == ("IRREGULARITY_CAN_HAPPEN_HERE", clause)


@pytest.mark.parametrize(("cause", "clause"), [("no_roll_flat", "645a.14(a)"), ("no_roll_fallen", "645a.14(b)")])
def test_a_b__a_table_with_a_number_generator_has_no_dice(cause, clause):
    """645a.14(a), 645a.14(b)."""
    refusal = refused(WINS, irregularities=[{"cause": cause, "at": "start"}])
    assert (refusal["code"], refusal["clause"]) == ("DEVICE_IS_IN_USE", clause)


@pytest.mark.parametrize(("at", "after"), [("hole", 1), ("set", 0), ("surrender", 0)])
def test_c__a_first_card_to_the_wrong_position_voids_the_round(at, after):
    assert is_void(ruled("wrong_start", at, after), "645a.14(c)")


def test_c__the_cards_are_reshuffled_and_the_meter_gives_back():
    round_ = stated(
        WINS,
        wagers=ALL,
        irregularities=[{"cause": "wrong_start", "at": "hole", "after": 1}],
        submission={"progressive": {"rate_percent": 50}},
    )
    at = table_after(**round_)
    assert "shuffle_cards" in steps_due(at)
    assert balance_of(at, "meter progressive") == 200_000


@pytest.mark.parametrize("decisions", [[], ["house way"]])
@pytest.mark.parametrize(("at", "after"), [("hole", 10), ("set", 0)])
def test_d__a_player_may_void_a_hand_with_an_exposed_card(at, after, decisions):
    """What the player would have decided does not matter any more."""
    exposed = {"cause": "player_card_exposed", "at": at, "after": after, "seat": 1}
    round_ = stated({1: WINS, 2: LOSES}, wagers=ALL, irregularities=[exposed])
    round_["seats"]["1"]["decisions"] = decisions
    given = answer(**round_)
    assert returned(given) == {(1, wager) for wager in ALL}
    assert settled(given, "pai_gow", 2).pays == "lose"


def test_d__or_play_it_out():
    exposed = {"cause": "player_card_exposed", "at": "hole", "after": 10, "seat": 1, "void": False}
    given = played(WINS, irregularities=[exposed])
    assert settled(given, "pai_gow").pays == "1 to 1"
    assert rulings(given, "hand_kept")


def test_d__the_decision_comes_before_anything_else():
    at = table()
    place(at)
    close(at)
    start(at)
    deal(at, 10)
    at.do(cmd.ReportIrregularity(cause="player_card_exposed", seat=1))
    refusal = refuses(at, envelope(cmd.DealCards()))
    assert (refusal.code, refusal.clause, refusal.legal) == (
        "STEP_IS_DUE",
        "645a.14(d)",
        ("seat 1 void", "seat 1 play"),
    )
    at.act("1 play")
    deal(at)


def test_d__not_by_a_player_who_has_looked_at_the_cards_and_set_them():
    at = table(stated({1: WINS, 2: LOSES})["deck"])
    for seat in (1, 2):
        place(at, seat)
    close(at)
    deal_out(at)
    at.do(cmd.Decide(word="house way"), seat=1)
    exposed = envelope(cmd.ReportIrregularity(cause="player_card_exposed", seat=1))
    assert refuses(at, exposed).clause == "645a.14(d)"


def test_d__a_voided_hand_counts_for_nobodys_envy_bonus():
    four = "9s 9h 9d 9c Kd 5c 2h"
    exposed = {"cause": "player_card_exposed", "at": "set", "seat": 1}
    round_ = stated({1: four, 2: "Qc Jh 8c 7h 6d 4h 3h"}, ANY, wagers=ALL, irregularities=[exposed])
    round_["seats"]["1"]["decisions"] = []
    assert records(answer(**round_), "envy") == []


@pytest.mark.parametrize("place_", [None, 2])
@pytest.mark.parametrize("dealt", [15, None])
def test_d__the_player_decides_without_looking_at_the_unexposed_cards(dealt, place_):
    """645a.14(d)."""
    at = open_table(resolve({}, game="pai-gow"), staffed=True)
    ready(at, cards(stated({1: WINS, 2: LOSES})["deck"]))
    for seat, person in ((1, "A"), (2, "B")):
        at.do(cmd.TakeSeat(cents=100_000), seat=seat, by=person)
        place(at, seat)
    close(at)
    start(at)
    deal(at, dealt)
    if dealt is None:
        at.do(cmd.CountDeck(count=4))
    held = cards_sent_to(at, 1)
    at.do(cmd.ReportIrregularity(cause="player_card_exposed", seat=1, place=place_))
    exposed = set() if place_ is None else {held[1]}
    for viewer in (Viewer(Role.PLAYER, "A"), Viewer(Role.PLAYER, "B"), Viewer(Role.DEALER)):
        assert set(at.observe(viewer).hands[1]) == {None} | exposed
        shown = events(at.seen_by(viewer, at.events), ev.CardsDealt)
        assert not {card for event in shown for to, card in event.cards if to == 1} - {None}
        [told] = events(at.seen_by(viewer, at.events), ev.CardExposed)
        assert {told.card} - {None} == exposed
    at.do(cmd.VoidHand(void=False), seat=1)
    if dealt is not None:
        deal(at)
        at.do(cmd.CountDeck(count=4))
    assert None not in at.observe(Viewer(Role.PLAYER, "A")).hands[1]
    assert set(at.observe(Viewer(Role.PLAYER, "B")).hands[1]) == {None} | exposed
    finish(at)


def test_d__nor_is_a_hand_looked_at_once_it_is_void():
    """645a.14(d): of a player with two areas it would tell something for the other hand."""
    at = table(seats=(1, 2))
    for seat in (1, 2):
        place(at, seat)
    close(at)
    start(at)
    deal(at, 15)
    at.do(cmd.ReportIrregularity(cause="player_card_exposed", seat=1))
    at.do(cmd.VoidHand(), seat=1)
    deal(at)
    at.do(cmd.CountDeck(count=4))
    own = Viewer(Role.PLAYER, "A")
    assert set(at.observe(own).hands[1]) == {None}
    finish(at)
    dealt = events(at.seen_by(own, at.events), ev.CardsDealt)
    assert {card for event in dealt for _, card in event.cards} == {None}


def test_d__the_card_that_was_exposed_is_one_of_the_hand():
    at = table()
    place(at)
    close(at)
    start(at)
    deal(at, 10)
    strange = envelope(cmd.ReportIrregularity(cause="player_card_exposed", seat=1, place=3))
    assert refuses(at, strange).legal == ("1 to 2",)


def test_d__a_player_who_leaves_is_not_waited_for():
    """645a.7(b)."""
    at = table()
    for seat in (1, 2):
        place(at, seat)
    close(at)
    start(at)
    deal(at, 10)
    exposed = envelope(cmd.ReportIrregularity(cause="player_card_exposed", seat=1))
    at.do(exposed)
    at.do(cmd.AbandonWagers(seat=1))
    assert [ask.command for ask in at.due()] == ["deal_cards"]
    assert refuses(at, exposed).legal == ("seat 2",)
    finish(at)


def test_d__with_a_seat_that_plays():
    at = table()
    place(at)
    close(at)
    start(at)
    deal(at, 10)
    for seat, says in ((2, "which seat 2 has not"), (0, "and no seat is named")):
        refusal = refuses(at, envelope(cmd.ReportIrregularity(cause="player_card_exposed", seat=seat)))
        assert refusal.message == f"player_card_exposed concerns a player's hand, {says}"
        assert refusal.legal == ("seat 1",)


@pytest.mark.parametrize("after", [0, 1])
def test_d__not_before_a_card_is_dealt_to_that_seat(after):
    # The dealer has the first card, seat 1 the second.
    exposed = {"cause": "player_card_exposed", "at": "hole", "after": after, "seat": 1}
    refusal = refused(WINS, irregularities=[exposed])
    assert (refusal["code"], refusal["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "645a.14(d)")


@pytest.mark.parametrize("after", range(7))
def test_e__not_before_a_card_is_dealt_to_the_dealer(after):
    # Started at the dealer's left, the dealer's card comes last.
    exposed = {"cause": "dealer_card_exposed", "at": "hole", "after": after}
    refusal = refused(WINS, start=7, irregularities=[exposed])
    assert (refusal["code"], refusal["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "645a.14(e)")


@pytest.mark.parametrize(("at", "after"), [("hole", 10), ("set", 0)])
def test_e__an_exposed_card_of_the_dealers_voids_the_round(at, after):
    assert is_void(ruled("dealer_card_exposed", at, after), "645a.14(e)")


def test_e__after_the_hand_was_turned_it_is_no_irregularity():
    late = refused(WINS, irregularities=[{"cause": "dealer_card_exposed", "at": "surrender"}])
    assert late["code"] == "IRREGULARITY_CAN_HAPPEN_HERE"


def test_e__an_exposed_card_of_the_banks_voids_the_round_and_is_not_the_banks_to_decide():
    by_bank = {"cause": "player_card_exposed", "at": "hole", "after": 10, "seat": 6}
    [ruled_] = rulings(played({1: BEATS, 6: BANK}, ANY, bank=6, irregularities=[by_bank]))
    assert (ruled_["clause"], ruled_["cause"], ruled_["seat"]) == ("645a.14(e)", "dealer_card_exposed", 6)
    exposed = {"cause": "dealer_card_exposed", "at": "bank"}
    round_ = stated({1: BEATS, 6: BANK}, ANY, bank=6, dealer_wager=700, irregularities=[exposed])
    at = table_after(**round_)
    assert balance_of(at, "dealer's wager") == 0
    assert answer(**round_)["net"] == {"1": 0, "6": 0}


def test_f__one_face_up_card_is_set_aside_and_a_second_voids_the_round():
    found = {"cause": "face_up_card", "at": "hole", "after": 1}
    round_ = stated(WINS, wagers=ALL, irregularities=[found])
    first, *deck = round_["deck"].split()
    # The card found is the last of the stub; the others come up behind it.
    round_["deck"] = " ".join([first, deck[-1], *deck[:-1]])
    given = answer(**round_)
    assert settled(given, "pai_gow").pays == "1 to 1"
    assert [one["card"] for one in rulings(given, "card_set_aside")] == [deck[-1]]
    twice = played(WINS, wagers=ALL, irregularities=[found, {**found, "after": 2}])
    assert {one["clause"] for one in rulings(twice)} == {"645a.14(f)"}
    assert returned(twice) == {(1, wager) for wager in ALL}


@pytest.mark.parametrize("at", ["hole", "locked"])
def test_f__the_very_first_card_may_be_the_one(at):
    round_ = stated(WINS, irregularities=[{"cause": "face_up_card", "at": at}])
    *deck, last = round_["deck"].split()
    given = answer(**{**round_, "deck": " ".join([last, *deck])})
    assert settled(given, "pai_gow").pays == "1 to 1"
    assert [one["card"] for one in rulings(given, "card_set_aside")] == [last]


def test_g__a_card_drawn_in_error_is_the_next_card():
    given = ruled("card_drawn_in_error", after=20)
    assert [one["clause"] for one in rulings(given)] == ["645a.14(g)"]
    assert settled(given, "pai_gow").pays == "1 to 1"


@pytest.mark.parametrize(("at", "after"), [("hole", 30), ("set", 0), ("reveal", 0), ("surrender", 0)])
def test_h__a_wrong_number_of_cards_voids_the_round(at, after):
    """645a.14(h), 645a.14(k)."""
    assert is_void(ruled("wrong_number_of_cards", at, after), "645a.14(h)")


def test_h__with_a_bank_what_was_surrendered_comes_back_too():
    wrong = {"cause": "wrong_number_of_cards", "at": "surrender", "after": 1}
    round_ = stated(
        {1: BEATS, 2: "Qs Qc 8h 6h 4c / 7h 2h", 6: BANK}, ANY, bank=6, then={1: ["surrender"]}, irregularities=[wrong]
    )
    at = table_after(**round_)
    assert look_at(at).status is Status.WAGERING
    assert balance_of(at, "centre") == 0
    assert answer(**round_)["net"] == {"1": 0, "2": 0, "6": 0}


@pytest.mark.parametrize(("cause", "clause"), [("wrong_number_of_cards", "645a.14(h)"), ("wrong_start", "645a.14(c)")])
@pytest.mark.parametrize("validated", [False, True])
def test_c_h__found_in_the_midst_of_the_settlement_it_takes_back_what_was_paid_and_collected(cause, clause, validated):
    """645a.14(c), 645a.14(h), 645a.14(k)."""
    at = at_the_surrender({1: MAIN, 2: MAIN, 3: {**MAIN, "progressive": 100}}, full_house=3)
    meter, before = balance_of(at, "meter progressive"), len(at.events)
    at.do(cmd.SettleRound(hands=1))
    assert chips_of(at, "C") > 1_000_000 - 100
    if validated:
        at.do(cmd.ValidatePayout(seat=3, wager="progressive"))
        at.do(cmd.SettleRound(hands=1))
        assert chips_of(at, "B") > 1_000_000
    moved = [posting for event in at.events[before:] for posting in event.postings]
    happened = at.do(cmd.ReportIrregularity(cause=cause))
    # What was moved last goes back first.
    assert happened[1].postings == tuple((to, source, cents) for source, to, cents in moved[::-1])
    assert [(type(event), event.clause) for event in happened] == [
        (ev.IrregularityRuled, clause),
        (ev.SettlementUndone, clause),
        (ev.WagersReturned, clause),
        (ev.RoundEnded, "645a.11(j)"),
    ]
    assert {chips_of(at, name) for name in "ABC"} == {1_000_000}
    assert not [name for name, cents in balances_of(at).items() if name.startswith("area") and cents]
    # What the Progressive Payout Wager had added to the meter is taken off it again.
    assert balance_of(at, "meter progressive") == at.rules.game.meters["progressive"].initial <= meter
    assert look_at(at).status is Status.WAGERING
    assert at.machine.replay(at.events) == at.state


@pytest.mark.parametrize("co_bank", [False, True])
def test_h__with_a_bank_what_lies_in_the_center_comes_back_in_the_midst_of_the_settlement(co_bank):
    at = table(seats=(1, 2, 6))
    play_round(at)
    before = balances_of(at)
    accept(at, 6, co_bank=co_bank, **({} if co_bank else {"dealer_wager": 500}))
    ready(at, cards(pai_gow_deck({1: BEATS, 2: "Jc Th 8h 6h 4c / 7h 2c", 6: BANK, 0: ANY}, first=6)))
    for seat in (1, 2):
        place(at, seat)
    close(at)
    deal_out(at)
    while look_at(at).phase != "surrender":
        seat = at.due()[0].seat
        at.do(cmd.Decide(word="house way"), seat=seat) if seat else at.do(cmd.RevealBank())
    at.do(cmd.SettleRound(hands=1))
    assert balance_of(at, "centre") > 0
    at.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    assert {name: cents for name, cents in balances_of(at).items() if cents} == {
        name: cents for name, cents in before.items() if cents
    }


def test_i__hands_the_dealer_set_wrongly_are_reset_and_the_round_completed():
    wrong = {"cause": "wrong_setting", "at": "reveal", "high": "Qh 9c 7s 5d 3h", "low": "Kd 2c"}
    given = played(WINS, irregularities=[wrong])
    assert [one["clause"] for one in rulings(given)] == ["645a.14(i)"]
    [dealer] = [one for one in rulings(given, "hands_set") if one["seat"] == "dealer"]
    assert dealer["reset"]
    assert set(dealer["low"].split()) == {"Qh", "9c"}
    assert settled(given, "pai_gow").pays == "1 to 1"


def test_i__a_wrong_setting_is_stated_when_the_hands_are_turned_and_not_ruled_on_by_itself():
    at = table(pai_gow_deck({1: WINS, 0: "Kd Qh 9c 7s 5d 3h 2c"}), seats=(1,))
    place(at)
    close(at)
    deal_out(at)
    at.do(cmd.Decide(word="house way"), seat=1)
    floor = Viewer(Role.FLOORPERSON)
    assert "wrong_setting" not in {ask.subject for ask in at.legal(floor)}
    late = refuses(at, envelope(cmd.ReportIrregularity(cause="wrong_setting"), role=Role.FLOORPERSON))
    assert (late.code, late.clause) == ("IRREGULARITY_CAN_HAPPEN_HERE", "645a.14(i)")
    assert late.legal == ("reveal the hands as they were set",)
    happened = at.do(cmd.RevealBank(high=cards("Qh 9c 7s 5d 3h"), low=cards("Kd 2c")))
    assert [event.clause for event in events(happened, ev.IrregularityRuled)] == ["645a.14(i)"]


@pytest.mark.parametrize(
    ("high", "low", "code"),
    [
        pytest.param("Kd 7s 5d 3h 2c", "Qh 9c", "ROUND_IS_WELL_FORMED", id="set as required"),
        pytest.param("Kd 7s 5d 3h 2c", "Qh 9d", "HANDS_ARE_OF_THE_CARDS_HELD", id="not held"),
        pytest.param("", "", "ROUND_IS_WELL_FORMED", id="nothing stated"),
    ],
)
def test_i__a_wrong_setting_is_one_of_the_dealers_cards_and_wrong(high, low, code):
    wrong = {"cause": "wrong_setting", "at": "reveal", "high": high, "low": low}
    assert refused(WINS, irregularities=[wrong])["code"] == code


def test_i__nor_is_a_proper_setting_of_the_banks_one():
    # Not as the house would set it, but the high hand is the higher: 645a.12(i).
    wrong = {"cause": "wrong_setting", "at": "reveal", "high": "Ad Qd 9s 8c 6c", "low": "Kh 7d"}
    proper = "Ad Qd 9s 8c 6c / Kh 7d"
    assert refused({1: BEATS, 6: proper}, ANY, bank=6, irregularities=[wrong])["code"] == "ROUND_IS_WELL_FORMED"
    assert rulings(played({1: BEATS, 6: proper}, ANY, bank=6)) == []


def test_i__so_are_the_banks():
    given = played({1: BEATS, 6: "Kh Qd 9s 8c 6c / Ad Ah"}, ANY, bank=6)
    assert [(one["clause"], one["seat"]) for one in rulings(given)] == [("645a.14(i)", 6)]


def test_j__a_card_exposed_while_dealing_from_the_hand_returns_all_wagers():
    given = ruled("card_exposed_dealing_by_hand", after=20, submission={"dealing": "hand"})
    assert is_void(given, "645a.14(j)")
    elsewhere = refused(WINS, irregularities=[{"cause": "card_exposed_dealing_by_hand", "at": "hole", "after": 1}])
    assert (elsewhere["clause"], elsewhere["legal"]) == ("645a.14(j)", ["player_card_exposed, with the seat"])


def test_l__a_shuffler_that_fails_means_another_shuffle():
    at = table()
    place(at)
    fault = envelope(cmd.ReportIrregularity(cause="shuffler_fault"))
    at.do(fault)
    assert at.events[-1] == ev.ShuffleDirected(clause="645a.14(l)", decks=(0,))
    assert "shuffle_cards" in steps_due(at)
    at.do(cmd.ShuffleCards(order=at.rules.game.deck), at=0)
    close(at)
    for then in (start, deal):
        assert refuses(at, fault).code == "IRREGULARITY_CAN_HAPPEN_HERE"
        then(at)
    by_hand = refuses(table(shuffler="manual"), fault)
    assert (by_hand.code, by_hand.clause) == ("DEVICE_IS_IN_USE", "645a.14(l)")


def test_l__in_a_stated_round_the_deck_is_the_one_after_the_reshuffle():
    given = ruled("shuffler_fault", "shuffle", 0)
    assert [one["clause"] for one in rulings(given)] == ["645a.14(l)"]
    assert settled(given, "pai_gow").pays == "1 to 1"


@pytest.mark.parametrize(("at", "after"), [("set", 0), ("reveal", 0), ("surrender", 0), ("settle", 0)])
def test_m__once_the_stacks_are_delivered_the_rest_has_left_the_shoe(at, after):
    """645a.10(d)."""
    fault = {"cause": "shoe_fault", "at": at, "after": after}
    late = refused(WINS, irregularities=[fault], submission={"dealing": "automated-shoe"})
    assert (late["code"], late["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "645a.14(m)")


def test_m__a_shoe_reported_out_of_order_after_the_deal_is_only_recorded():
    """645a.10(d)."""
    at = table(dealing="automated-shoe")
    place(at)
    close(at)
    start(at)
    deal(at)
    [recorded] = at.do(cmd.ReportDeviceFault(device="shoe", usable=False))
    assert isinstance(recorded, ev.DeviceFailed)
    finish(at)


@pytest.mark.parametrize(("at", "after"), [("locked", 0), ("hole", 0), ("hole", 20), ("hole", 48)])
def test_m__a_shoe_that_fails_voids_the_round(at, after):
    given = ruled("shoe_fault", at, after, submission={"dealing": "automated-shoe"})
    assert is_void(given, "645a.14(m)")
    assert refused(WINS, irregularities=[{"cause": "shoe_fault", "at": "hole", "after": 1}])["clause"] == "645a.14(m)"


def test_n__a_device_out_of_order_is_covered_before_another_method_is_used():
    at = table(dealing="automated-shoe")
    at.do(cmd.ReportDeviceFault(device="shoe", usable=False))
    other = envelope(cmd.UseMethod(dealing="manual-shoe"))
    refusal = refuses(at, other)
    assert (refusal.code, refusal.clause) == ("DEVICE_IS_COVERED", "645a.14(n)")
    at.do(cmd.CoverDevice(device="shoe"))
    at.do(other)


def test_n__the_cards_are_then_dealt_by_the_method_in_use():
    """645a.8(d), 645a.10(c)."""
    at = table(dealing="automated-shoe")
    at.do(cmd.ReportDeviceFault(device="shoe", usable=False))
    at.do(cmd.CoverDevice(device="shoe"))
    at.do(cmd.UseMethod(dealing="manual-shoe"))
    place(at)
    close(at)
    start(at)
    deal(at)
    [dealt] = events(at, ev.CardsDealt)
    assert (dealt.clause, [position for position, _ in dealt.cards]) == ("645a.8(d)", [0, 1, 2, 3, 4, 5, 6] * 7)


def test_n__an_unknown_cause_is_refused_with_those_that_are_known():
    refusal = refused(WINS, irregularities=[{"cause": "earthquake", "at": "set"}])
    assert refusal["code"] == "IRREGULARITY_IS_KNOWN"
    assert "wrong_start" in refusal["legal"]


def test_d_e__a_card_of_a_player_who_is_not_the_bank_is_d_whatever_it_is_called():
    at = table(seats=(1, 2))
    place(at, 1)
    place(at, 2)
    close(at)
    start(at)
    deal(at)
    happened = at.do(cmd.ReportIrregularity(cause="dealer_card_exposed", seat=2))
    [ruled_on] = events(happened, ev.IrregularityRuled)
    assert (ruled_on.cause, ruled_on.clause) == ("player_card_exposed", "645a.14(d)")
    assert notes_of(at, "hand_is_exposed").keys() == {2}
    assert look_at(at).placed.keys() == {1, 2}


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("reported", ["irregularity", "fault"])
def test_m__a_shoe_that_fails_before_the_first_card_voids_the_round(started, reported):
    at = table(seats=(1,), dealing="automated-shoe")
    place(at, 1)
    close(at)
    if started:
        start(at)
    said = cmd.ReportDeviceFault(device="shoe") if reported == "fault" else cmd.ReportIrregularity(cause="shoe_fault")
    happened = at.do(said)
    [ended] = events(happened, ev.RoundEnded)
    assert ended.void
    assert events(happened, ev.WagersReturned)[0].clause == "645a.14(m)"
    assert events(happened, ev.ShuffleDirected)


@pytest.mark.parametrize(("staffed", "looked"), [(False, False), (True, True)])
def test_d__a_player_who_has_looked_plays_the_hand_out(staffed, looked):
    at = open_table(resolve({}, game="pai-gow"), staffed=staffed)
    ready(at, cards(stated({1: WINS})["deck"]))
    at.do(cmd.TakeSeat(cents=100_000), seat=1, by="A")
    place(at)
    close(at)
    deal_out(at)
    held = at.observe(Viewer(Role.PLAYER, "A")).hands[1]
    assert None not in held
    reported = cmd.ReportIrregularity(cause="player_card_exposed", seat=1, place=2, looked=looked)
    [exposed] = events(at.do(reported), ev.CardExposed)
    assert (exposed.clause, exposed.card, exposed.asks) == ("645a.14(d)", held[1], False)
    assert at.observe(Viewer(Role.PLAYER, "A")).hands[1] == held
    assert refuses(at, cmd.VoidHand(), seat=1).clause == "645a.14(d)"
    finish(at)


def test_c__no_count_between_rounds_is_asked_for_after_a_round_void_in_the_deal():
    """645a.14(c), 645a.8(e): the cards are reshuffled, and what is counted is the stub of a deal."""
    at = table(seats=(1,), shuffler="manual")
    place(at)
    close(at)
    start(at)
    deal(at, 5)
    at.do(cmd.ReportIrregularity(cause="wrong_start"))
    assert "count_deck" not in {ask.command for ask in at.due()}
    ready(at, at.rules.game.deck)
    place(at)
    close(at)
    start(at)
    deal(at)


@pytest.mark.parametrize("again", [cmd.DirectShuffle(), cmd.ChangeDecks()])
def test_5b1_e__a_start_found_before_the_cards_are_shuffled_again_is_found_again(again):
    """645a.5(b)(1), 645a.5(e)."""
    at = table(seats=(1,))
    place(at)
    close(at)
    start(at)
    at.do(again, role=Role.FLOORPERSON)
    ready(at, at.rules.game.deck)
    refusal = refuses(at, cmd.DealCards())
    assert (refusal.code, refusal.clause) == ("START_IS_DETERMINED", "645a.8(c)")
    start(at)
    deal(at)
