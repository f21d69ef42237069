"""645a.12(i) to (n): how a round with a player bank is settled."""

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.opening import open_table
from tests.kit.stated_rounds import answer, rulings, settled, step, table_after
from tests.kit.table_views import balance_of, balances_of, look_at, sum_of_accounts
from tests.kit.tables import events
from tests.regulations.c645a.pai_gow import ANY, EZ, MAIN, played, records, stated

# The bank holds K-Q-9-8-6 high and A-7 low.
BANK = "Kh Qd 9s 8c 6c / Ad 7d"
BEATS = "Js Jd 5h 4h 2s / Ac Ts"
BEATS_TOO = "Th Td 5s 4s 3c / As 9h"
LOSES = "Jc Tc 7s 5c 3s / 8s 2c"
TIES = "Qs Qc 8h 6h 4c / 7h 2h"
COPIES = "Ks Qc 9c 8h 6h / Ac 7c"
FOUL_BANK = "Kh Qd 9s 8c 6c / Ad Ah"
BEATEN_DEALER = "Jh 9d 8d 6s 4d 3h 2d"
WINNING_DEALER = "Kc Kd Ah Jh 6d 4d 3h"


def banked(hands, dealer=ANY, *, bank_hand=BANK, **more):
    return played({**hands, 6: bank_hand}, dealer, bank=6, **more)


def table_of(hands, dealer=ANY, *, bank_hand=BANK, **more):
    return table_after(**stated({**hands, 6: bank_hand}, dealer, bank=6, **more))


def centre(at) -> int:
    return balance_of(at, "centre")


def test_i__the_dealers_wager_is_determined_first():
    at = table_of({1: BEATS}, BEATEN_DEALER, dealer_wager=2000)
    kinds = [type(event) for event in at.events if isinstance(event, ev.DealerWagerSettled | ev.WagerSettled)]
    assert kinds[0] is ev.DealerWagerSettled


def test_i__the_dealers_hands_lie_face_up_before_the_banks_are_exposed():
    at = table_of({1: BEATS}, BEATEN_DEALER, bank_hand=FOUL_BANK, dealer_wager=2000)
    order = [
        (type(event).__name__, getattr(event, "seat", None), event.clause)
        for event in at.events
        if isinstance(event, ev.HandsSet | ev.BankRevealed | ev.IrregularityRuled)
    ]
    assert order[2:] == [
        ("HandsSet", 0, "645a.12(i)"),
        ("BankRevealed", None, "645a.12(i)"),
        ("IrregularityRuled", 6, "645a.14(i)"),
        ("HandsSet", 6, "645a.14(i)"),
    ]


def test_j_l__the_players_hands_are_exposed_after_the_dealers_wager_is_determined():
    """645a.12(j), 645a.12(l)."""
    at = table_of({1: BEATS, 3: LOSES}, BEATEN_DEALER, dealer_wager=2000)
    order = [type(event) for event in at.events if isinstance(event, ev.DealerWagerSettled | ev.HandsRevealed)]
    assert order == [ev.DealerWagerSettled, ev.HandsRevealed, ev.HandsRevealed]
    assert [(event.seat, event.clause) for event in events(at, ev.HandsRevealed)] == [
        (3, "645a.12(j)"),
        (1, "645a.12(j)"),
    ]
    co_banked = table_of({1: BEATS}, co_bank=True)
    assert [event.clause for event in events(co_banked, ev.HandsRevealed)] == ["645a.12(l)"]
    assert [event.clause for event in events(co_banked, ev.HandsSet) if event.seat == 6] == ["645a.12(e)"]


def test_j__settled_hand_by_hand_it_comes_to_the_same():
    """645a.11(d), 645a.12(i), 645a.12(j)."""
    round_ = stated({1: LOSES, 2: BEATS, 3: TIES, 6: BANK}, BEATEN_DEALER, bank=6, dealer_wager=2000)
    at_once = table_after(**round_)
    at = open_table(at_once.rules, stated=True)
    for said in at_once.envelopes[len(at.envelopes) :]:
        if not isinstance(said.command, cmd.SettleRound):
            at.do(said)
    for seat in (3, 2, 1):
        happened = at.do(cmd.SettleRound(hands=1))
        assert [event.seat for event in events(happened, ev.HandsRevealed)] == [seat]
        # Who wins is paid when all hands have been exposed.
        if seat != 1:
            assert (2, "pai_gow") not in {(event.seat, event.wager) for event in events(happened, ev.WagerSettled)}
    assert balances_of(at) == balances_of(at_once)
    kinds = (ev.WagerSettled, ev.DealerWagerSettled, ev.BankSettled)
    assert [one for one in at.events if isinstance(one, kinds)] == [
        one for one in at_once.events if isinstance(one, kinds)
    ]


@pytest.mark.parametrize(
    ("dealer", "pays", "net", "goes"),
    [
        (BEATEN_DEALER, "lose", -2000, (("dealer's wager", "centre", 2000),)),
        ("Kc Kd 9h 8d 6d 4d 2d", "push", 0, (("dealer's wager", "house", 2000),)),
    ],
)
def test_i__lost_it_goes_to_the_center_and_tied_to_the_inventory(dealer, pays, net, goes):
    [settled_] = events(table_of({1: BEATS}, dealer, dealer_wager=2000), ev.DealerWagerSettled)
    assert (settled_.clause, settled_.pays, settled_.net, settled_.postings) == ("645a.12(i)", pays, net, goes)


def test_i__no_wager_no_hands_of_the_dealer():
    given = banked({1: BEATS})
    assert {one["seat"] for one in rulings(given, "hands_set")} == {1, 6}


def test_i__a_bank_that_did_not_set_its_hands_correctly_is_reset_by_the_house_way():
    given = banked({1: LOSES}, bank_hand=FOUL_BANK)
    first, second = (one for one in rulings(given, "hands_set") if one["seat"] == 6)
    assert not first.get("reset")
    assert second["reset"]
    assert second["house_way"]
    # Aces stay in the high hand.
    assert set(second["low"].split()) == {"Kh", "Qd"}


def test_i__a_lawful_setting_of_the_bank_stands_though_the_house_way_differs():
    given = banked({1: LOSES}, bank_hand="Kh 9s 8c 7d 6c / Qd 2d")
    assert not any(one.get("reset") for one in rulings(given, "hands_set"))


def test_j__the_bank_collects_and_pays_even_money():
    given = banked({1: BEATS, 2: LOSES, 3: TIES})
    assert [settled(given, "pai_gow", seat).pays for seat in (1, 2, 3)] == ["1 to 1", "lose", "push"]
    assert settled(given, "bank", 6).net == 0


def test_j__copies_go_to_the_bank():
    assert settled(banked({1: COPIES}), "pai_gow", 1).pays == "lose"


def test_j__players_are_compared_counterclockwise_from_the_dealers_right():
    given = banked({1: LOSES, 4: TIES})
    assert [seat for seat, _, _ in records(given, "pai_gow")] == [4, 1]


def test_j__a_shortfall_is_collected_from_the_bank_when_the_center_is_exhausted():
    at = table_of({1: BEATS, 2: BEATS_TOO, 3: LOSES}, wagers={1: {"pai_gow": 3000}, 2: {"pai_gow": 800}, 3: MAIN})
    order = [
        (type(event).__name__, getattr(event, "seat", None))
        for event in at.events
        if isinstance(event, ev.ShortfallCollected) or (isinstance(event, ev.WagerSettled) and event.wager == "pai_gow")
    ]
    # The losing wager pays seat 2; then it is exhausted, and the bank puts in what seat 1 still needs.
    assert order == [("WagerSettled", 3), ("WagerSettled", 2), ("ShortfallCollected", 6), ("WagerSettled", 1)]
    [short] = events(at, ev.ShortfallCollected)
    assert (short.clause, short.from_bank, short.from_house) == ("645a.12(j)", 2800, 0)
    assert centre(at) == 0


def test_j__the_bank_loses_what_it_had_to_put_in_and_pays_no_vigorish():
    given = banked({1: BEATS, 3: LOSES}, wagers={1: {"pai_gow": 3000}, 3: MAIN})
    assert settled(given, "bank", 6) == ("bank", -2000, "645a.12(j)")
    assert records(given, "vigorish") == [(1, "vigorish", -150)]


def test_j__a_surplus_goes_to_the_bank_less_the_vigorish():
    given = banked({1: BEATS, 3: LOSES}, wagers={1: MAIN, 3: {"pai_gow": 3000}})
    assert settled(given, "bank", 6) == ("bank", 2000, "645a.12(j)")
    assert settled(given, "vigorish", 6) == ("vigorish", -100, "645a.13(a)")
    assert step(given, "vigorish", 6) == "645a.12(j)"
    assert given["net"] == {"1": 950, "3": -3000, "6": 1900}


@pytest.mark.parametrize(("rounding", "charged"), [("quarter", 75), ("exact", 50)])
def test_j__the_vigorish_on_a_surplus_is_rounded_as_on_a_win(rounding, charged):
    given = banked({3: LOSES}, wagers={3: {"pai_gow": 1010}}, submission={"vigorish": rounding})
    assert settled(given, "vigorish", 6).net == -charged


def test_j__a_surrendered_wager_goes_to_the_center_like_a_losing_one():
    given = banked({1: BEATS}, then={1: ["surrender"]})
    assert settled(given, "pai_gow", 1) == ("lose", -1000, "645a.11(d)")
    assert settled(given, "bank", 6).net == 1000


def test_j__so_does_an_abandoned_one():
    left = {"cause": "abandoned", "at": "set", "seat": 1}
    round_ = stated({1: BEATS, 2: LOSES, 6: BANK}, ANY, bank=6, irregularities=[left])
    round_["seats"]["1"]["decisions"] = []
    given = answer(**round_)
    assert settled(given, "pai_gow", 1).clause == "645a.7(b)"
    assert settled(given, "bank", 6).net == 2000


def test_j__a_bank_that_leaves_is_played_against_all_the_same():
    left = {"cause": "abandoned", "at": "bank", "seat": 6}
    round_ = stated({1: BEATS, 6: BANK}, ANY, bank=6, irregularities=[left])
    round_["seats"]["6"]["decisions"] = []
    given = answer(**round_)
    assert [one["house_way"] for one in rulings(given, "hands_set") if one["seat"] == 6] == [True]
    assert settled(given, "bank", 6).net in (-1000, 0, 1000)


def test_j__the_dealers_wager_counts_for_the_bank():
    lost = banked({1: BEATS}, BEATEN_DEALER, dealer_wager=2500)
    assert settled(lost, "bank", 6).net == 2500 - 1000
    [summary] = rulings(lost, "bank_settled")
    assert (summary["collected"], summary["paid"], summary["to_bank"]) == (2500, 1000, 1500)
    assert (summary["from_bank"], summary["dealer_net"], summary["vigorish"]) == (0, -2500, 75)
    won = banked({3: LOSES}, WINNING_DEALER, dealer_wager=2500)
    assert settled(won, "bank", 6).net == 1000 - 2500


def test_j__a_bank_against_the_dealer_alone():
    given = played({6: BANK}, BEATEN_DEALER, bank=6, dealer_wager=2000)
    assert given["net"] == {"6": 2000 - 100}


def test_k__the_dealers_winnings_and_wager_go_to_the_inventory():
    at = table_of({3: LOSES}, WINNING_DEALER, dealer_wager=2500)
    [dealer] = events(at, ev.DealerWagerSettled)
    assert (dealer.clause, dealer.net) == ("645a.12(k)", 2500)
    assert dealer.postings == (("centre", "house", 2500), ("dealer's wager", "house", 2500))
    assert balance_of(at, "dealer's wager") == 0


@pytest.mark.parametrize(("lost", "bank", "vigorish"), [(1000, 500, -25), (1001, 500, -25), (3000, 1500, -75)])
def test_l__half_of_a_surplus_is_the_banks_and_charged(lost, bank, vigorish):
    given = banked({3: LOSES}, wagers={3: {"pai_gow": lost}}, co_bank=True)
    assert settled(given, "bank", 6) == ("bank", bank, "645a.12(l)")
    assert settled(given, "vigorish", 6) == ("vigorish", vigorish, "645a.13(a)")
    [summary] = rulings(given, "bank_settled")
    assert (summary["to_bank"], summary["dealer_net"]) == (bank, lost - bank)
    at = table_of({3: LOSES}, wagers={3: {"pai_gow": lost}}, co_bank=True)
    assert centre(at) == 0


@pytest.mark.parametrize(("won", "bank", "house"), [(1000, 500, 500), (1001, 501, 500)])
def test_l__half_of_a_shortfall_is_the_banks(won, bank, house):
    at = table_of({1: BEATS}, wagers={1: {"pai_gow": won}}, co_bank=True)
    [short] = events(at, ev.ShortfallCollected)
    assert (short.clause, short.from_bank, short.from_house) == ("645a.12(l)", bank, house)
    given = banked({1: BEATS}, wagers={1: {"pai_gow": won}}, co_bank=True)
    assert settled(given, "bank", 6).net == -bank
    assert settled(given, "pai_gow", 1).net == won


def test_l__the_center_is_used_before_either_half():
    given = banked({1: BEATS, 3: LOSES}, wagers={1: {"pai_gow": 3000}, 3: MAIN}, co_bank=True)
    assert settled(given, "bank", 6).net == -1000


def test_m__players_pay_the_vigorish_on_what_they_win_of_the_bank():
    given = banked({1: BEATS})
    assert settled(given, "vigorish", 1) == ("vigorish", -50, "645a.13(a)")
    assert step(given, "vigorish", 1) == "645a.12(m)"


def test_m__none_at_an_ez_table_for_players_or_the_bank():
    for hands in ({1: BEATS}, {3: LOSES}):
        assert records(banked(hands, submission=EZ), "vigorish") == []


@pytest.mark.parametrize("co_bank", [False, True])
def test_n__optional_wagers_are_the_houses(co_bank):
    wagers = {**MAIN, "fortune": 500, "insurance": 500, "progressive": 100}
    plain = banked({1: BEATS}, co_bank=co_bank)
    given = banked({1: BEATS}, wagers={1: wagers}, co_bank=co_bank)
    assert given["net"]["6"] == plain["net"]["6"]
    assert given["net"]["1"] == plain["net"]["1"] - 1100


def test_n__the_bank_too_may_place_them():
    four = "9s 9h 9d 9c Kd / Ad 2h"
    given = banked({1: LOSES}, bank_hand=four, wagers={1: {**MAIN, "fortune": 500}, 6: {"fortune": 500}})
    assert settled(given, "fortune", 6).net == 12_500
    # And its hand counts for the Envy Bonus of others.
    assert records(given, "envy") == [(1, "$5", 500)]


def test_n__no_chip_is_left_anywhere_or_lost():
    for co_bank in (False, True):
        hands = {1: BEATS, 2: BEATS_TOO, 3: LOSES, 4: TIES}
        at = table_of(hands, wagers={**MAIN, "fortune": 300}, co_bank=co_bank)
        assert centre(at) == 0
        assert sum_of_accounts(at) == 0
        assert not [name for name, cents in balances_of(at).items() if name.startswith("area") and cents]


@pytest.mark.parametrize(("surplus", "charged"), [(10, 10), (25, 25), (30, 25), (1000, 50)])
def test_j__the_vigorish_is_taken_of_the_surplus_before_the_rest_is_given(surplus, charged):
    at = table_of({3: LOSES}, wagers={3: {"pai_gow": surplus}})
    names = [(one.wager, one.net) for one in events(at, ev.WagerSettled) if one.seat == 6]
    assert names == [("vigorish", -charged), ("bank", surplus)]
    vigorish, given = (one for one in events(at, ev.WagerSettled) if one.seat == 6)
    assert vigorish.postings == (("centre", "house", charged),)
    remains = surplus - charged
    bank = look_at(at).seats[6]
    assert given.postings == ((("centre", f"player {bank}", remains),) if remains else ())
    assert centre(at) == 0


def test_l__a_co_bank_never_pays_vigorish_from_its_own_chips():
    given = banked({3: LOSES}, wagers={3: {"pai_gow": 20}}, co_bank=True)
    assert given["net"]["6"] == 0
