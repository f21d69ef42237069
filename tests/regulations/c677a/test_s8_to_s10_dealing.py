"""677a.8, .9 and .10: dealing from a manual shoe, from the hand and from an automated shoe."""

import pytest

from houseway.cards import DECK_52, text_of
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.events import BURN, COMMUNITY
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.seats import DEALER
from tests.kit.banked_actions import close, deal, place, say
from tests.kit.card_views import cards_sent_to, hands_dealt
from tests.kit.stated_rounds import refusal, returned, rulings
from tests.kit.submission_faults import check
from tests.kit.table_views import hand_of, look_at
from tests.kit.tables import events, ready, refuses
from tests.regulations.c677a.heads_up import play_out, played, stated, table

NEW_DECK = text_of(DECK_52)
DEVICES = ("manual-shoe", "hand", "automated-shoe")
SEATS = {2: "ann", 3: "bob", 5: "cid"}
HOLE = {"manual-shoe": "677a.8(c)", "hand": "677a.9(b)", "automated-shoe": "677a.10(b)"}
COUNT = {"manual-shoe": "677a.8(e)", "hand": "677a.9(d)", "automated-shoe": "677a.10(d)"}
RIGHT = {"manual-shoe": "677a.8(f)", "hand": "677a.9(e)", "automated-shoe": "677a.10(e)"}
WRONG = {"manual-shoe": "677a.8(g)", "hand": "677a.9(f)", "automated-shoe": "677a.10(f)"}


def dealt_in(**submission):
    """Three players have wagered; a fourth is seated and has not."""
    at = table(NEW_DECK, {**SEATS, 6: "dan"}, **submission)
    for seat in SEATS:
        place(at, seat)
    close(at)
    return at


def deals_of(at) -> list[ev.CardsDealt]:
    return events(at, ev.CardsDealt)


@pytest.mark.parametrize("device", ["manual-shoe", "hand"])
def test_s8_c_s9_b__one_card_at_a_time_clockwise_from_the_dealers_left_the_dealer_last(device):
    at = dealt_in(dealing=device)
    deal(at)
    (event,) = deals_of(at)
    assert event.clause == HOLE[device]
    assert [target for target, _ in event.cards] == [2, 3, 5, DEALER, 2, 3, 5, DEALER]
    assert [card for _, card in event.cards] == list(DECK_52[:8])
    assert hand_of(at, 2) == (DECK_52[0], DECK_52[4])


def test_s10_b__stacks_of_two_clockwise_the_dealers_last():
    at = dealt_in(dealing="automated-shoe")
    deal(at)
    (event,) = deals_of(at)
    assert event.clause == HOLE["automated-shoe"]
    assert [target for target, _ in event.cards] == [2, 2, 3, 3, 5, 5, DEALER, DEALER]
    assert hand_of(at, 2) == DECK_52[:2]


@pytest.mark.parametrize("device", DEVICES)
def test_only_players_with_wagers_receive_cards(device):
    at = dealt_in(dealing=device)
    deal(at)
    assert sorted(hands_dealt(at)) == [DEALER, 2, 3, 5]


@pytest.mark.parametrize("device", DEVICES)
def test_s8_d_s9_c_s10_c__then_the_community_cards_each_street_after_a_burn(device):
    at = dealt_in(dealing=device)
    for word in ("check", "check"):
        deal(at)
        for seat in SEATS:
            say(at, word, seat)
    deal(at)
    _, flop, last = deals_of(at)
    assert [target for target, _ in flop.cards] == [BURN, COMMUNITY, COMMUNITY, COMMUNITY]
    assert [target for target, _ in last.cards] == [BURN, COMMUNITY, COMMUNITY]
    assert (flop.clause, last.clause) == ("677a.11(c)", "677a.11(e)")
    assert look_at(at).community == DECK_52[9:12] + DECK_52[13:15]


@pytest.mark.parametrize("device", DEVICES)
def test_cards_are_dealt_face_down_to_players_and_dealer(device):
    at = dealt_in(dealing=device)
    deal(at)
    seen = at.observe(Viewer(Role.PLAYER, "ann")).hands
    assert None not in seen[2]
    assert seen[3] == seen[5] == seen[DEALER] == (None, None)


def test_s8_e__if_the_fifth_round_is_void_the_deck_is_counted_before_the_next():
    at = table(NEW_DECK, {1: "ann"}, shuffler="automated")
    for _ in range(4):
        play_out(at)
        ready(at, DECK_52)
    place(at)
    close(at)
    deal(at)
    at.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    ready(at, DECK_52)
    place(at)
    close(at)
    refusal = refuses(at, cmd.DealCards())
    assert (refusal.code, refusal.clause) == ("STUB_COUNT_IS_DUE", COUNT["manual-shoe"])
    at.do(cmd.CountDeck(count=52))
    deal(at)


def test_s8_e__a_stated_round_counts_by_itself():
    given = played(shuffler="automated", stub_count_every=1)
    assert [(event["count"], event["right"]) for event in rulings(given, "stub_counted")] == [(52 - 11, True)]
    assert given["settlements"] == played()["settlements"]


def test_s8_e__a_stated_count_states_the_number():
    given = refusal(**stated(irregularities=[{"cause": "stub_count", "at": "reveal"}]))
    assert given["code"] == "ROUND_IS_WELL_FORMED"


@pytest.mark.parametrize(("count", "code"), [(0, "STEP_IS_DUE"), (-1, "VALUES_ARE_IN_RANGE")])
def test_s8_c__at_least_one_card_is_dealt(count, code):
    at = dealt_in()
    refused = refuses(at, cmd.DealCards(cards=count))
    assert refused.code == code
    assert not deals_of(at)


def test_s8_e__a_count_in_the_fifth_round_is_enough():
    at = table(NEW_DECK, {1: "ann"}, shuffler="automated")
    for _ in range(4):
        play_out(at)
        ready(at, DECK_52)
    place(at)
    close(at)
    for word in ("check", "check"):
        deal(at)
        say(at, word)
    deal(at)
    at.do(cmd.CountDeck(count=52 - 11))
    say(at, "fold")
    at.do(cmd.SettleRound())
    ready(at, DECK_52)
    play_out(at)
    assert (len(events(at, ev.StubCounted)), len(events(at, ev.RoundEnded))) == (1, 6)


def test_s8_e__a_counting_shuffler_spares_the_count():
    at = table(NEW_DECK, {1: "ann"}, shuffler="automated-counting")
    for _ in range(6):
        play_out(at)
        ready(at, DECK_52)
    assert (len(events(at, ev.StubCounted)), len(events(at, ev.RoundEnded))) == (0, 6)


@pytest.mark.parametrize("device", DEVICES)
def test_s8_f_s9_e_s10_e__a_right_count_changes_nothing(device):
    counted = {"cause": "stub_count", "at": "after_river", "count": 52 - 11}
    given = played(dealing=device, irregularities=[counted])
    assert given["settlements"] == played(dealing=device)["settlements"]
    assert rulings(given, "stub_counted")[0]["clause"] == RIGHT[device]
    assert not rulings(given, "deck_removed")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("phase", ["after_river", "reveal", "settle"])
def test_s8_g_s9_f_s10_f__misdealt_with_52_cards_voids_the_round(device, phase):
    counted = {"cause": "stub_count", "at": phase, "count": 40, "misdealt": True, "complete": True}
    given = played(dealing=device, irregularities=[counted])
    assert {(1, "ante"), (1, "odds")} <= returned(given)
    assert given["net"] == {"1": 0}
    assert {one["clause"] for one in given["settlements"]} == {WRONG[device]}
    assert not rulings(given, "deck_removed")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("misdealt", "complete"), [(False, True), (False, False), (True, False)])
def test_s8_g_s9_f_s10_f__all_stub_when__otherwise_the_deck_is_removed_too(device, misdealt, complete):
    counted = {"cause": "stub_count", "at": "settle", "count": 40, "misdealt": misdealt, "complete": complete}
    wagers = {"ante": 1000, "odds": 1000, "pocket_bonus": 500, "trips_plus": 200}
    given = played("Ac Ad", wagers=wagers, dealing=device, irregularities=[counted], board="Kc Kd 7h 4s 2c")
    assert returned(given) == {(1, wager) for wager in (*wagers, "raise")}
    assert [event["clause"] for event in rulings(given, "deck_removed")] == [WRONG[device]]


FIRST = {"dealing": "automated-shoe", "community_first": True}


def test_s10_g__a_reshuffling_shoe_may_dispense_the_community_cards_first():
    at = dealt_in(**FIRST)
    deal(at)
    deal(at)
    community, hole = deals_of(at)
    assert (community.clause, hole.clause) == ("677a.10(g)", "677a.10(b)")
    assert [target for target, _ in community.cards] == [COMMUNITY] * 5
    assert [target for target, _ in hole.cards] == [2, 2, 3, 3, 5, 5, DEALER, DEALER]


def test_s10_g__all_community_first__they_are_revealed_three_then_two_without_burns():
    at = dealt_in(**FIRST)
    deal(at)
    deal(at)
    assert look_at(at).community == (None,) * 5
    for turned in (3, 5):
        for seat in SEATS:
            say(at, "check", seat)
        deal(at)
        assert look_at(at).community == DECK_52[:turned] + (None,) * (5 - turned)
    assert cards_sent_to(at, BURN) == ()


def test_s10_g__the_player_does_not_see_them_before():
    at = dealt_in(**FIRST)
    deal(at)
    assert at.observe(Viewer(Role.PLAYER, "ann")).community == (None,) * 5


@pytest.mark.parametrize(
    "submission", [{"dealing": "hand"}, {}, {"shuffler": "automated", "dealing": "automated-shoe"}]
)
def test_s10_g__no_other_device_may(submission):
    _, faults = check({"game": "heads-up-holdem", "community_first": True, **submission})
    assert {fault.clause for fault in faults} == {"677a.10(g)"}


@pytest.mark.parametrize("submission", [{"dealing": device} for device in DEVICES] + [FIRST])
def test_the_same_cards_settle_alike_from_every_device(submission):
    assert played(**submission)["settlements"] == played()["settlements"]


def test_a_deck_too_short_for_the_deal_is_refused():
    stated = {"game": "heads-up-holdem", "deck": "As Kd", "seats": {"1": {"wagers": {"ante": 2, "odds": 2}}}}
    assert refusal(**stated)["code"] == "DECK_SUFFICES"
