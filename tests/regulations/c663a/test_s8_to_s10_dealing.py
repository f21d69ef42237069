"""663a.8, .9 and .10: dealing from a manual shoe, from the hand and from an automated shoe."""

import pytest

from houseway.cards import DECK_52, text_of
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.seats import DEALER
from tests.kit.banked_actions import close, deal, place
from tests.kit.card_views import hands_dealt
from tests.kit.stated_rounds import returned, rulings
from tests.kit.table_views import hand_of
from tests.kit.tables import events, refuses
from tests.regulations.c663a.hi_lo import ALL, played, refused, table

NEW_DECK = text_of(DECK_52)
DEVICES = ("manual-shoe", "hand", "automated-shoe")
SEATS = {2: "ann", 3: "bob", 5: "cid"}
FIVE_CARDS = {"manual-shoe": "663a.8(d)", "hand": "663a.9(b)", "automated-shoe": "663a.10(b)"}
RIGHT = {"manual-shoe": "663a.8(g)", "hand": "663a.9(e)", "automated-shoe": "663a.10(e)"}
WRONG = {"manual-shoe": "663a.8(h)", "hand": "663a.9(f)", "automated-shoe": "663a.10(f)"}
DEALT = 10


def dealt_in(**submission):
    """Three players have wagered; a fourth is seated and has not."""
    at = table(NEW_DECK, {**SEATS, 6: "dan"}, **submission)
    for seat in SEATS:
        place(at, seat)
    close(at)
    return at


def only_deal(at) -> ev.CardsDealt:
    (event,) = events(at, ev.CardsDealt)
    return event


@pytest.mark.parametrize("device", ["manual-shoe", "hand"])
def test_s8_d_s9_b__one_card_at_a_time_clockwise_from_the_dealers_left_the_dealer_last(device):
    at = dealt_in(dealing=device)
    deal(at)
    event = only_deal(at)
    assert event.clause == FIVE_CARDS[device]
    assert [target for target, _ in event.cards] == [2, 3, 5, DEALER] * 5
    assert [card for _, card in event.cards] == list(DECK_52[:20])
    assert hand_of(at, 3) == DECK_52[1:20:4]


def test_s10_b__stacks_of_five_clockwise_the_dealers_last():
    at = dealt_in(dealing="automated-shoe")
    deal(at)
    event = only_deal(at)
    assert event.clause == FIVE_CARDS["automated-shoe"]
    assert [target for target, _ in event.cards] == [2] * 5 + [3] * 5 + [5] * 5 + [DEALER] * 5
    assert hand_of(at, 3) == DECK_52[5:10]


@pytest.mark.parametrize("device", DEVICES)
def test_only_players_with_an_ante_receive_cards_and_see_only_their_own(device):
    at = dealt_in(dealing=device)
    deal(at)
    assert {seat: len(hand) for seat, hand in hands_dealt(at).items()} == {2: 5, 3: 5, 5: 5, DEALER: 5}
    seen = at.observe(Viewer(Role.PLAYER, "ann")).hands
    assert None not in seen[2]
    assert seen[3] == seen[5] == seen[DEALER] == (None,) * 5


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("phase", ["play", "set", "reveal", "settle"])
def test_s8_g_s9_e_s10_e__a_right_count_changes_nothing(device, phase):
    given = played(dealing=device, irregularities=[{"cause": "stub_count", "at": phase, "count": 52 - DEALT}])
    assert given["settlements"] == played(dealing=device)["settlements"]
    assert rulings(given, "stub_counted")[0]["clause"] == RIGHT[device]
    assert not rulings(given, "deck_removed")


def test_s8_f__the_stub_is_counted_after_the_deal():
    given = refused(irregularities=[{"cause": "stub_count", "at": "hole", "after": 3, "count": 49}])
    assert (given["code"], given["clause"]) == ("STEP_IS_DUE", "663a.8(f)")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("phase", ["play", "set", "reveal", "settle"])
def test_s8_h_s9_f_s10_f__misdealt_with_52_cards_voids_the_round(device, phase):
    counted = {"cause": "stub_count", "at": phase, "count": 41, "misdealt": True}
    given = played(wagers=ALL, dealing=device, irregularities=[counted])
    assert {(1, wager) for wager in ALL} <= returned(given) <= {(1, wager) for wager in (*ALL, "play")}
    assert given["net"] == {"1": 0}
    assert {one["clause"] for one in given["settlements"]} == {WRONG[device]}
    assert not rulings(given, "deck_removed")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("misdealt", "complete"), [(False, True), (False, False), (True, False)])
def test_s8_h_s9_f_s10_f__all_stub_when__otherwise_the_deck_is_removed_too(device, misdealt, complete):
    counted = {"cause": "stub_count", "at": "set", "count": 41, "misdealt": misdealt, "complete": complete}
    given = played(wagers=ALL, dealing=device, irregularities=[counted])
    assert given["net"] == {"1": 0}
    assert [event["clause"] for event in rulings(given, "deck_removed")] == [WRONG[device]]


@pytest.mark.parametrize("device", DEVICES)
def test_the_same_cards_settle_alike_from_every_device(device):
    assert played(wagers=ALL, dealing=device)["settlements"] == played(wagers=ALL)["settlements"]


def test_six_players_and_the_dealer_use_35_cards():
    at = table(NEW_DECK, {seat: f"player {seat}" for seat in range(1, 7)})
    for seat in range(1, 7):
        place(at, seat)
    close(at)
    deal(at)
    assert sum(map(len, hands_dealt(at).values())) == 35
    outside = refuses(at, cmd.TakeSeat(cents=100), seat=7, by="g")
    assert outside.clause == "663a.2(a)"
