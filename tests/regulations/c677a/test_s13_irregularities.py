"""677a.13: irregularities, at each point of a round at which they can be found."""

import pytest

from houseway.cards import DECK_52, text_of
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import Status
from tests.kit.banked_actions import close, deal, place
from tests.kit.stated_rounds import answer, irregularity, refusal, returned, rulings, settled
from tests.kit.table_views import chips_of, hand_of, look_at, steps_due, sum_of_accounts
from tests.kit.tables import events, refuses
from tests.regulations.c677a.heads_up import ALL, FOLD, TO_THE_RIVER, deck, played, refused, stated, table

# Points inside a deal: the phase and the cards of it dealt so far.
FIRST_CARD = [("hole", 0), ("locked", 0)]
HOLE = [("hole", count) for count in (1, 2, 3)]
STREETS = [("flop", count) for count in (0, 1, 2, 3)] + [("turn_and_river", count) for count in (0, 1, 2)]
DECISIONS = [("before_flop", 0), ("before_turn", 0), ("after_river", 0)]
AFTER = [("reveal", 0), ("settle", 0)]
EVERY_WAGER = {(1, wager) for wager in ALL}
# Three 7s for the player, by a pair: Pocket Bonus 5 to 1, Trips Plus 3 to 1.
HANDS = ("7s 7d", "Ah Qc", "Kc 9d 7h 4s 2c")
POCKET, TRIPS = ("5 to 1", 2500, "677a.12(d)"), ("3 to 1", 600, "677a.12(e)")


def with_face_up(front: list[int], **more):
    """A round in whose deck a card lies face up before each of these numbered cards."""
    round_ = stated(*HANDS, wagers=ALL, **more)
    cards = round_["deck"].split()
    strays = cards[-len(front) :]
    for stray in strays:
        cards.remove(stray)
    for number, stray in reversed(list(zip(front, strays, strict=True))):
        cards.insert(number, stray)
    round_["deck"] = " ".join(cards)
    return round_, strays


BEFORE = {"locked": 0, "hole": 0, "flop": 4, "turn_and_river": 8}


@pytest.mark.parametrize(("phase", "after"), FIRST_CARD + HOLE + STREETS)
def test_a__one_face_up_card_is_set_aside_and_the_deal_goes_on(phase, after):
    round_, (stray,) = with_face_up([BEFORE[phase] + after])
    given = answer(**{**round_, "irregularities": [irregularity("face_up_card", phase, after)]})
    assert given["settlements"] == played(*HANDS, wagers=ALL)["settlements"]
    assert [(one["clause"], one["card"]) for one in rulings(given, "card_set_aside")] == [("677a.13(a)", stray)]


@pytest.mark.parametrize(("phase", "after"), DECISIONS + AFTER + [("shuffle", 0)])
def test_a__only_while_cards_are_being_dealt(phase, after):
    given = refused(*HANDS, wagers=ALL, irregularities=[irregularity("face_up_card", phase, after)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "677a.13(a)")


@pytest.mark.parametrize("second", [("hole", 2), ("hole", 3)])
def test_a__a_second_one_before_all_have_two_cards_voids_everything(second):
    round_, _ = with_face_up([1, second[1]])
    found = [irregularity("face_up_card", "hole", 1), irregularity("face_up_card", *second)]
    given = answer(**{**round_, "irregularities": found})
    assert returned(given) == EVERY_WAGER
    assert given["net"] == {"1": 0}
    assert {one["clause"] for one in given["settlements"]} == {"677a.13(a)"}


@pytest.mark.parametrize("first", [("hole", 1), ("flop", 0), ("flop", 1)])
@pytest.mark.parametrize("second", [("flop", 2), ("turn_and_river", 0), ("turn_and_river", 1)])
def test_a__all_face_up__a_second_one_later_settles_the_pocket_bonus(first, second):
    round_, _ = with_face_up([BEFORE[first[0]] + first[1], BEFORE[second[0]] + second[1]])
    given = answer(
        **{**round_, "irregularities": [irregularity("face_up_card", *first), irregularity("face_up_card", *second)]}
    )
    assert settled(given, "pocket_bonus") == POCKET
    assert returned(given) == EVERY_WAGER - {(1, "pocket_bonus")}
    assert given["net"] == {"1": 2500}


def test_a__a_losing_pocket_bonus_is_collected_though_the_round_is_void():
    round_ = stated("8s 3d", "Ah Qc", "Kc 9d 7h 4s 2c", wagers=ALL)
    found = [irregularity("face_up_card", "flop", 1), irregularity("face_up_card", "flop", 2)]
    assert answer(**{**round_, "irregularities": found})["net"] == {"1": -500}


def test_a__a_raise_already_placed_goes_back():
    round_ = stated(*HANDS, wagers=ALL, decisions=["raise 3000"])
    found = [irregularity("face_up_card", "flop", 1), irregularity("face_up_card", "flop", 2)]
    given = answer(**{**round_, "irregularities": found})
    assert (1, "raise") in returned(given)
    assert given["net"] == {"1": 2500}


def test_a__two_among_community_cards_dispensed_first_void_the_pocket_bonus_too():
    found = [irregularity("face_up_card", "community", 1), irregularity("face_up_card", "community", 2)]
    given = played(*HANDS, wagers=ALL, dealing="automated-shoe", community_first=True, irregularities=found)
    assert returned(given) == EVERY_WAGER


@pytest.mark.parametrize(("phase", "after"), HOLE + STREETS + DECISIONS[:-1])
def test_b__a_card_drawn_in_error_is_used_as_the_next(phase, after):
    given = played(*HANDS, wagers=ALL, irregularities=[irregularity("card_drawn_in_error", phase, after)])
    assert given["settlements"] == played(*HANDS, wagers=ALL)["settlements"]
    assert [ruling["clause"] for ruling in rulings(given)] == ["677a.13(b)"]


@pytest.mark.parametrize(("phase", "after"), HOLE + STREETS + DECISIONS + AFTER)
def test_c__a_wrong_number_of_cards_voids_the_round_at_any_point(phase, after):
    given = played(*HANDS, wagers=ALL, irregularities=[irregularity("wrong_number_of_cards", phase, after)])
    assert EVERY_WAGER <= returned(given) <= EVERY_WAGER | {(1, "raise")}
    assert given["net"] == {"1": 0}
    assert {one["clause"] for one in given["settlements"]} == {"677a.13(c)"}


def test_c__all_void_returns__also_what_a_fold_had_lost():
    given = played(*HANDS, decisions=FOLD, wagers=ALL, irregularities=[irregularity("wrong_number_of_cards", "settle")])
    assert given["net"] == {"1": 0}


def test_c__not_before_the_first_card():
    given = refused(*HANDS, irregularities=[irregularity("wrong_number_of_cards", "locked")])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "677a.13(c)")


EXPOSED = [("hole", 2), ("hole", 3), *STREETS, *DECISIONS]


@pytest.mark.parametrize(("phase", "after"), EXPOSED)
def test_d__an_exposed_dealer_card_voids_the_hands_but_not_the_bonus_wagers(phase, after):
    given = played(*HANDS, wagers=ALL, irregularities=[irregularity("dealer_card_exposed", phase, after)])
    assert returned(given) == {(1, "ante"), (1, "odds")}
    assert settled(given, "pocket_bonus") == POCKET
    assert settled(given, "trips_plus") == TRIPS
    assert given["net"] == {"1": 3100}
    assert [ruling["clause"] for ruling in rulings(given)] == ["677a.13(d)"]


def test_d__all_runout__the_community_cards_are_dealt_just_as_far_as_a_bonus_wager_needs():
    def community(**wagers: int) -> int:
        at_table = table(deck([HANDS[0]], *HANDS[1:]), {1: "ann"})
        place(at_table, **{"ante": 1000, "odds": 1000, **wagers})
        close(at_table)
        deal(at_table)
        at_table.do(cmd.ReportIrregularity(cause="dealer_card_exposed"))
        dealt = events(at_table, ev.CardsDealt)
        return sum(len(event.cards) for event in dealt[1:])

    assert community() == 0
    assert community(pocket_bonus=100) == 0
    assert community(trips_plus=100) == 7


def two_players(one, two, found):
    return {
        "game": "heads-up-holdem",
        "deck": deck(["7s 7d", "8c 3c"], *HANDS[1:]),
        "seats": {
            "1": {"wagers": ALL, "decisions": list(one)},
            "2": {"wagers": ALL, "decisions": list(two)},
        },
        "irregularities": found,
    }


def test_d__also_when_some_have_folded_and_one_has_still_to_answer():
    given = answer(**two_players(FOLD, TO_THE_RIVER, [irregularity("dealer_card_exposed", "after_river", 1)]))
    assert returned(given) == {(seat, wager) for seat in (1, 2) for wager in ("ante", "odds")}
    assert given["net"] == {"1": 3100, "2": -700}


def test_d__a_raise_already_placed_goes_back():
    given = answer(**two_players(["raise 3000"], TO_THE_RIVER, [irregularity("dealer_card_exposed", "before_turn", 0)]))
    assert (1, "raise") in returned(given)
    assert given["net"] == {"1": 3100, "2": -700}


@pytest.mark.parametrize(("phase", "after"), [("locked", 0), ("hole", 0), ("hole", 1)])
def test_d__not_before_the_dealer_has_a_card(phase, after):
    given = refused(*HANDS, wagers=ALL, irregularities=[irregularity("dealer_card_exposed", phase, after)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "677a.13(d)")


@pytest.mark.parametrize(("phase", "after"), AFTER)
def test_d__not_once_each_player_has_folded_or_raised(phase, after):
    given = refused(*HANDS, wagers=ALL, irregularities=[irregularity("dealer_card_exposed", phase, after)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "677a.13(d)")


@pytest.mark.parametrize(("phase", "after"), STREETS)
def test_d__not_while_the_board_is_dealt_to_players_who_have_all_raised(phase, after):
    found = [irregularity("dealer_card_exposed", phase, after)]
    given = refused(*HANDS, wagers=ALL, decisions=["raise 3000"], irregularities=found)
    assert given["code"] == "IRREGULARITY_CAN_HAPPEN_HERE"


def test_d__still_while_one_of_two_has_not_raised():
    given = answer(**two_players(["raise 3000"], TO_THE_RIVER, [irregularity("dealer_card_exposed", "flop", 1)]))
    assert returned(given) >= {(1, "ante"), (1, "raise"), (2, "ante"), (2, "odds")}


@pytest.mark.parametrize("shuffler", ["automated", "automated-counting", "automatic-reshuffling"])
def test_e__a_shuffler_that_fails_means_a_reshuffle_and_the_stated_deck_is_the_one_after_it(shuffler):
    given = played(*HANDS, shuffler=shuffler, irregularities=[irregularity("shuffler_fault", "shuffle")])
    assert given["settlements"] == played(*HANDS)["settlements"]
    assert [ruling["clause"] for ruling in rulings(given)] == ["677a.13(e)"]


def test_e__cards_shuffled_by_hand_do_not_jam():
    given = refused(*HANDS, shuffler="manual", irregularities=[irregularity("shuffler_fault", "shuffle")])
    assert (given["code"], given["clause"]) == ("DEVICE_IS_IN_USE", "677a.13(e)")


@pytest.mark.parametrize(("phase", "after"), FIRST_CARD + HOLE + STREETS + DECISIONS + AFTER)
def test_e__a_shuffler_that_fails_during_the_round_does_not_touch_it(phase, after):
    given = refused(*HANDS, irregularities=[irregularity("shuffler_fault", phase, after)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "677a.13(e)")


def test_e__after_the_reshuffle_the_round_is_played():
    at_table = table(text_of(DECK_52), {1: "ann"}, shuffler="automated")
    place(at_table)
    at_table.do(cmd.ReportIrregularity(cause="shuffler_fault"))
    close(at_table)
    assert refuses(at_table, cmd.DealCards()).clause == "677a.5(a)"
    at_table.do(cmd.ShuffleCards(order=DECK_52[::-1]), at=0)
    deal(at_table)
    assert hand_of(at_table, 1) == (DECK_52[-1], DECK_52[-3])


@pytest.mark.parametrize(("phase", "after"), FIRST_CARD + HOLE)
def test_f__a_shoe_that_fails_while_it_deals_voids_the_round(phase, after):
    found = [irregularity("shoe_fault", phase, after)]
    given = played(*HANDS, wagers=ALL, dealing="automated-shoe", irregularities=found)
    assert returned(given) == EVERY_WAGER
    assert given["net"] == {"1": 0}
    assert {one["clause"] for one in given["settlements"]} == {"677a.13(f)"}


@pytest.mark.parametrize(("phase", "after"), [("community", 0), ("community", 3), ("hole", 0), ("hole", 2)])
def test_f__also_while_it_dispenses_the_community_cards_first(phase, after):
    """677a.10(g)."""
    found = [irregularity("shoe_fault", phase, after)]
    given = played(*HANDS, wagers=ALL, dealing="automated-shoe", community_first=True, irregularities=found)
    assert returned(given) == EVERY_WAGER


@pytest.mark.parametrize(("phase", "after"), STREETS + DECISIONS + AFTER)
def test_f__once_the_stacks_are_delivered_the_rest_has_left_the_shoe(phase, after):
    """677a.10(c)."""
    found = [irregularity("shoe_fault", phase, after)]
    given = refused(*HANDS, wagers=ALL, dealing="automated-shoe", irregularities=found)
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "677a.13(f)")


def test_f__a_shoe_reported_out_of_order_after_the_deal_is_only_recorded():
    """677a.10(c)."""
    at_table = table(text_of(DECK_52), {1: "ann"}, dealing="automated-shoe")
    place(at_table)
    close(at_table)
    deal(at_table)
    [recorded] = at_table.do(cmd.ReportDeviceFault(device="shoe", usable=False))
    assert isinstance(recorded, ev.DeviceFailed)
    assert recorded.clause == "677a.13(f)"
    assert look_at(at_table).status is Status.PLAYING


@pytest.mark.parametrize("device", ["manual-shoe", "hand"])
def test_f__only_an_automated_shoe_can_fail(device):
    given = refused(*HANDS, dealing=device, irregularities=[irregularity("shoe_fault", "hole", 1)])
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "677a.13(f)")


@pytest.mark.parametrize("cause", ["wrong_number_of_cards", "dealer_card_exposed"])
def test_void__the_cards_are_reshuffled_before_the_next_round(cause):
    at_table = table(text_of(DECK_52), {1: "ann"}, shuffler="automated")
    place(at_table)
    close(at_table)
    deal(at_table)
    at_table.do(cmd.ReportIrregularity(cause=cause))
    assert look_at(at_table).status is Status.WAGERING
    assert "shuffle_cards" in steps_due(at_table)
    assert chips_of(at_table, "ann") == 1_000_00
    assert sum_of_accounts(at_table) == 0
    place(at_table)
    close(at_table)
    refused_deal = refuses(at_table, cmd.DealCards())
    assert refused_deal.clause == "677a.5(a)"


@pytest.mark.parametrize(
    ("device", "instead"), [("shuffler", {"shuffler": "manual"}), ("shoe", {"dealing": "manual-shoe"})]
)
def test_g__a_device_out_of_order_is_covered_before_another_method_is_used(device, instead):
    at_table = table(text_of(DECK_52), {1: "ann"}, shuffler="automated", dealing="automated-shoe")
    at_table.do(cmd.ReportDeviceFault(device=device, usable=False))
    place(at_table)
    close(at_table)
    refuses(at_table, cmd.DealCards())
    early = refuses(at_table, cmd.UseMethod(**instead))
    assert (early.code, early.clause) == ("DEVICE_IS_COVERED", "677a.13(g)")
    at_table.do(cmd.CoverDevice(device=device))
    at_table.do(cmd.UseMethod(**instead))


def test_g__the_cards_are_then_dealt_by_the_method_in_use():
    """677a.8(c), 677a.10(b), 677a.10(g)."""
    at_table = table(text_of(DECK_52), {1: "ann", 2: "bob"}, dealing="automated-shoe", community_first=True)
    at_table.do(cmd.ReportDeviceFault(device="shoe", usable=False))
    at_table.do(cmd.CoverDevice(device="shoe"))
    at_table.do(cmd.UseMethod(shuffler="manual", dealing="manual-shoe"))
    for seat in (1, 2):
        place(at_table, seat)
    close(at_table)
    deal(at_table)
    # No community cards first and no stacks: one card at a time.
    [dealt] = events(at_table, ev.CardsDealt)
    assert (dealt.clause, [target for target, _ in dealt.cards]) == ("677a.8(c)", [1, 2, 0, 1, 2, 0])


def test_an_irregularity_that_the_chapter_does_not_know_is_refused():
    given = refused(*HANDS, irregularities=[irregularity("cards_on_fire", "flop", 1)])
    assert given["code"] == "IRREGULARITY_IS_KNOWN"
    assert "dealer_card_exposed" in given["legal"]


def test_a_stated_irregularity_that_never_comes_up_is_refused():
    never = two_players(FOLD, FOLD, [irregularity("wrong_number_of_cards", "reveal")])
    assert refusal(**never)["code"] == "ROUND_IS_WELL_FORMED"
