"""663a.13: irregularities, at each point of a round at which they can be found."""

import pytest

from houseway.cards import DECK_52, text_of
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import Status
from tests.kit.banked_actions import close, deal, place
from tests.kit.stated_rounds import answer, irregularity, returned, rulings
from tests.kit.table_views import chips_of, look_at, steps_due, sum_of_accounts
from tests.kit.tables import events, refuses
from tests.regulations.c663a.hi_lo import ALL, PLAYER, SET, played, refused, stated, table

FIRST_CARD = [("hole", 0), ("locked", 0)]
DEAL = [("hole", count) for count in range(1, 10)]
AFTER = [("play", 0), ("set", 0), ("reveal", 0), ("settle", 0)]
EVERY_WAGER = {(1, wager) for wager in ALL}
WITH_PLAY = EVERY_WAGER | {(1, "play")}


def with_face_up(number: int):
    """A round in whose deck a card lies face up before this numbered card."""
    round_ = stated(wagers=ALL)
    cards = round_["deck"].split()
    stray = cards.pop()
    cards.insert(number, stray)
    round_["deck"] = " ".join(cards)
    return round_, stray


@pytest.mark.parametrize(("phase", "after"), FIRST_CARD + DEAL)
def test_a__one_face_up_card_is_set_aside_and_the_deal_goes_on(phase, after):
    round_, stray = with_face_up(after)
    given = answer(**{**round_, "irregularities": [irregularity("face_up_card", phase, after)]})
    assert given["settlements"] == played(wagers=ALL)["settlements"]
    assert [(one["clause"], one["card"]) for one in rulings(given, "card_set_aside")] == [("663a.13(a)", stray)]


@pytest.mark.parametrize("second", range(1, 10))
def test_a__all_face_up__a_second_one_voids_the_round(second):
    found = [irregularity("face_up_card", "hole", 1), irregularity("face_up_card", "hole", second)]
    given = played(wagers=ALL, irregularities=found)
    assert returned(given) == EVERY_WAGER
    assert given["net"] == {"1": 0}
    assert {one["clause"] for one in given["settlements"]} == {"663a.13(a)"}


@pytest.mark.parametrize(("phase", "after"), [*AFTER, ("shuffle", 0)])
def test_a__only_while_cards_are_being_dealt(phase, after):
    given = refused(wagers=ALL, irregularities=[irregularity("face_up_card", phase, after)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "663a.13(a)")


@pytest.mark.parametrize(("phase", "after"), AFTER)
def test_b__no_card_is_drawn_in_error_once_all_are_dealt(phase, after):
    given = refused(wagers=ALL, irregularities=[irregularity("card_drawn_in_error", phase, after)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "663a.13(b)")


@pytest.mark.parametrize(("phase", "after"), DEAL)
def test_b__a_card_drawn_in_error_is_used_as_the_next(phase, after):
    given = played(wagers=ALL, irregularities=[irregularity("card_drawn_in_error", phase, after)])
    assert given["settlements"] == played(wagers=ALL)["settlements"]
    assert [ruling["clause"] for ruling in rulings(given)] == ["663a.13(b)"]


@pytest.mark.parametrize(("phase", "after"), DEAL + AFTER)
def test_c__a_wrong_number_of_cards_voids_the_round_at_any_point(phase, after):
    given = played(wagers=ALL, irregularities=[irregularity("wrong_number_of_cards", phase, after)])
    assert returned(given) == (EVERY_WAGER if phase in ("hole", "play") else WITH_PLAY)
    assert given["net"] == {"1": 0}
    assert {one["clause"] for one in given["settlements"]} == {"663a.13(c)"}


def test_c__all_void_returns__also_what_a_fold_had_lost():
    given = played("fold", hand=PLAYER, wagers=ALL, irregularities=[irregularity("wrong_number_of_cards", "settle")])
    assert given["net"] == {"1": 0}
    assert returned(given) == EVERY_WAGER


def test_c__no_ante_bonus_in_a_void_round():
    found = [irregularity("wrong_number_of_cards", "settle")]
    assert played("play As Ah Ad / Ac 2d", irregularities=found)["net"] == {"1": 0}


def test_c__not_before_the_first_card():
    given = refused(irregularities=[irregularity("wrong_number_of_cards", "locked")])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "663a.13(c)")


def test_d__a_shuffler_that_fails_means_a_reshuffle_and_the_stated_deck_is_the_one_after_it():
    given = played(wagers=ALL, irregularities=[irregularity("shuffler_fault", "shuffle")])
    assert given["settlements"] == played(wagers=ALL)["settlements"]
    assert [ruling["clause"] for ruling in rulings(given)] == ["663a.13(d)"]


def test_d__cards_shuffled_by_hand_do_not_jam():
    given = refused(shuffler="manual", irregularities=[irregularity("shuffler_fault", "shuffle")])
    assert (given["code"], given["clause"]) == ("DEVICE_IS_IN_USE", "663a.13(d)")


@pytest.mark.parametrize(("phase", "after"), FIRST_CARD + DEAL + AFTER)
def test_d__a_shuffler_that_fails_during_the_round_does_not_touch_it(phase, after):
    given = refused(irregularities=[irregularity("shuffler_fault", phase, after)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "663a.13(d)")


@pytest.mark.parametrize(("phase", "after"), AFTER)
def test_e__once_the_stacks_are_delivered_the_stub_has_left_the_shoe(phase, after):
    """663a.10(c)."""
    given = refused(wagers=ALL, dealing="automated-shoe", irregularities=[irregularity("shoe_fault", phase, after)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "663a.13(e)")


@pytest.mark.parametrize(("phase", "after"), FIRST_CARD + DEAL)
def test_e__a_shoe_that_fails_while_it_deals_voids_the_round(phase, after):
    given = played(wagers=ALL, dealing="automated-shoe", irregularities=[irregularity("shoe_fault", phase, after)])
    assert returned(given) == EVERY_WAGER
    assert given["net"] == {"1": 0}
    assert {one["clause"] for one in given["settlements"]} == {"663a.13(e)"}


@pytest.mark.parametrize("device", ["manual-shoe", "hand"])
def test_e__only_an_automated_shoe_can_fail(device):
    given = refused(dealing=device, irregularities=[irregularity("shoe_fault", "hole", 1)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "663a.13(e)")


def test_c__the_cards_are_reshuffled_before_the_next_round():
    at_table = table(text_of(DECK_52), {1: "ann"}, shuffler="automated")
    place(at_table)
    close(at_table)
    deal(at_table, 7)
    at_table.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    assert look_at(at_table).status is Status.WAGERING
    assert "shuffle_cards" in steps_due(at_table)
    assert chips_of(at_table, "ann") == 1_000_00
    assert sum_of_accounts(at_table) == 0
    place(at_table)
    close(at_table)
    stopped = refuses(at_table, cmd.DealCards())
    assert stopped.clause == "663a.5(a)"


@pytest.mark.parametrize(
    ("device", "instead"), [("shuffler", {"shuffler": "manual"}), ("shoe", {"dealing": "manual-shoe"})]
)
def test_f__a_device_out_of_order_is_covered_before_another_method_is_used(device, instead):
    at_table = table(text_of(DECK_52), {1: "ann"}, shuffler="automated", dealing="automated-shoe")
    at_table.do(cmd.ReportDeviceFault(device=device, usable=False))
    early = refuses(at_table, cmd.UseMethod(**instead))
    assert (early.code, early.clause) == ("DEVICE_IS_COVERED", "663a.13(f)")
    at_table.do(cmd.CoverDevice(device=device))
    at_table.do(cmd.UseMethod(**instead))


def test_f__the_cards_are_then_dealt_by_the_method_in_use():
    """663a.8(d), 663a.10(b)."""
    at_table = table(text_of(DECK_52), {1: "ann"}, dealing="automated-shoe")
    at_table.do(cmd.ReportDeviceFault(device="shoe", usable=False))
    at_table.do(cmd.CoverDevice(device="shoe"))
    at_table.do(cmd.UseMethod(dealing="manual-shoe"))
    place(at_table)
    close(at_table)
    deal(at_table)
    [dealt] = events(at_table, ev.CardsDealt)
    assert (dealt.clause, [target for target, _ in dealt.cards]) == ("663a.8(d)", [1, 0] * 5)


def test_663a_dealer_exposed__no_remedy_is_stated_so_the_round_goes_on():
    given = refused(irregularities=[irregularity("dealer_card_exposed", "play")])
    assert given["code"] == "IRREGULARITY_IS_KNOWN"
    assert "dealer_card_exposed" not in given["legal"]
    assert {"face_up_card", "card_drawn_in_error", "wrong_number_of_cards"} <= set(given["legal"])


def test_a_dealers_wrong_setting_has_no_remedy_and_is_not_accepted():
    wrong = irregularity("wrong_setting", "reveal", high="Kh 9h 5d", low="8s 4c")
    given = refused(SET, irregularities=[wrong])
    assert (given["code"], given["clause"]) == ("HANDS_ARE_SET_LAWFULLY", "663a.11(e)")
