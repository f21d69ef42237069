"""645a.11(h) and (i): the optional wagers and the Envy Bonus."""

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, place
from tests.kit.stated_rounds import answer, settled, step, table_after
from tests.kit.table_views import balance_of, look_at
from tests.kit.tables import events, last, refuses
from tests.regulations.c645a.pai_gow import (
    ANY,
    DRAGON,
    EZ,
    FOUL,
    LOSES,
    MAIN,
    SPLITS,
    WINS,
    bonus,
    deal_out,
    finish,
    played,
    records,
    stated,
    table,
)

FOUR = "9s 9h 9d 9c Kd 5c 2h"
FULL_HOUSE = "9s 9h 9d Kc Kh 5c 2h"
STRAIGHT = "9s 8h 7d 6c 5s Kc 2h"
PAIR = "9s 9h 7d 6c 4s Kc 2h"
NOTHING = "Qc Jh 8c 7h 6d 4h 3h"
STRAIGHT_FLUSH = "8s 7s 6s 5s 4s Jd 2d"


def test_h__bonus_hands_use_all_seven_cards_however_they_were_set():
    # The straight flush is broken up and the hand foul.
    given = played("Ad 8h 7h 6h 5h / As 9h", wagers={**MAIN, "fortune": 500})
    assert settled(given, "pai_gow").clause == "645a.11(f)(1)(iii)"
    assert settled(given, "fortune").pays == "50 to 1"


@pytest.mark.parametrize(
    ("wager", "losing", "lost", "winning", "paid"),
    [
        ("fortune", PAIR, "645a.11(h)(1)(i)(A)", STRAIGHT, "645a.11(h)(1)(i)(B)"),
        ("emperor", PAIR, "645a.11(h)(2)(i)(A)", STRAIGHT, "645a.11(h)(2)(i)(B)"),
        ("insurance", PAIR, "645a.11(h)(3)(i)", NOTHING, "645a.11(h)(3)(ii)"),
        ("progressive", STRAIGHT, "645a.11(h)(4)(i)", FULL_HOUSE, "645a.11(h)(4)(ii)(D)"),
        ("dynasty", PAIR, "645a.11(h)(6)(i)(A)", STRAIGHT, "645a.11(h)(6)(i)(B)"),
        ("protection", PAIR, "645a.11(h)(7)", NOTHING, "645a.11(h)(7)"),
        ("black", "Ah Kd 9h 8d 6h 4c 2c", "645a.11(h)(8)", "Ac Ks 9c 8s 6h 4d 2d", "645a.11(h)(8)"),
        ("red", "Ac Ks 9c 8s 6s 4d 2d", "645a.11(h)(8)", "Ah Kd 9h 8d 6s 4c 2c", "645a.11(h)(8)"),
    ],
)
def test_h__each_wager_is_settled_under_its_own_step(wager, losing, lost, winning, paid):
    """645a.11(h)(1)(i)(A), 645a.11(h)(1)(i)(B), 645a.11(h)(2)(i)(A), 645a.11(h)(2)(i)(B), 645a.11(h)(3)(i),
    645a.11(h)(3)(ii), 645a.11(h)(4)(i), 645a.11(h)(4)(ii)(D), 645a.11(h)(6)(i)(A), 645a.11(h)(6)(i)(B),
    645a.11(h)(7), 645a.11(h)(8)."""
    assert settled(bonus(losing, wager, **EZ), wager) == ("lose", -500, lost)
    given = bonus(winning, wager, **EZ)
    assert settled(given, wager).net > 0
    assert step(given, wager) == paid


def test_h_5__the_queens_dragon_wager_looks_at_the_dealers_cards():
    wagers = {**MAIN, "queens_dragon": 500}
    won = played(LOSES, DRAGON.replace("3h", "3d"), wagers=wagers, submission=EZ)
    assert settled(won, "queens_dragon").pays == "50 to 1"
    lost = played(LOSES, wagers=wagers, submission=EZ)
    assert settled(lost, "queens_dragon") == ("lose", -500, "645a.11(h)(5)")


ENVY_STEPS = {"fortune": "645a.11(h)(1)(ii)", "emperor": "645a.11(h)(2)(ii)", "dynasty": "645a.11(h)(6)(ii)"}


@pytest.mark.parametrize(("wager", "under"), ENVY_STEPS.items())
def test_h__envy_for_another_players_hand_without_a_wager_of_its_own(wager, under):
    """645a.11(h)(1)(i)(C), 645a.11(h)(1)(ii), 645a.11(h)(2)(i)(C), 645a.11(h)(2)(ii), 645a.11(h)(6)(i)(C),
    645a.11(h)(6)(ii)."""
    given = played({1: NOTHING, 2: FOUR}, ANY, wagers={1: {**MAIN, wager: 500}}, submission=EZ)
    assert records(given, "envy") == [(1, "$5", 500)]
    assert step(given, "envy") == under


@pytest.mark.parametrize("wager", ENVY_STEPS)
def test_h__envy_needs_a_qualifying_wager_of_five_dollars(wager):
    given = played({1: NOTHING, 2: FOUR}, ANY, wagers={1: {**MAIN, wager: 499}}, submission=EZ)
    assert records(given, "envy") == []


@pytest.mark.parametrize("wager", ENVY_STEPS)
def test_h__no_envy_for_ones_own_hand_or_the_dealers(wager):
    given = played({1: FOUR, 2: NOTHING}, STRAIGHT_FLUSH, wagers={1: {**MAIN, wager: 500}}, submission=EZ)
    assert records(given, "envy") == []


def test_h__one_envy_bonus_for_each_envied_hand():
    given = played({1: NOTHING, 2: FOUR, 3: STRAIGHT_FLUSH}, ANY, wagers={**MAIN, "fortune": 500})
    assert records(given, "envy") == [(3, "$5", 500), (2, "$20", 2000), (1, "$20", 2000), (1, "$5", 500)]


def test_h__each_kind_of_qualifying_wager_earns_its_own_tables_amounts():
    given = played(
        {1: NOTHING, 2: STRAIGHT_FLUSH},
        ANY,
        wagers={1: {**MAIN, "fortune": 500, "emperor": 500, "dynasty": 500}},
        submission={**EZ, "paytables": {"fortune": "C"}},
    )
    assert records(given, "envy") == [(1, "$10", 1000), (1, "$20", 2000), (1, "$20", 2000)]


def test_h__envy_is_paid_after_all_wagers_have_been_settled():
    given = played({1: NOTHING, 2: FOUR}, ANY, wagers={**MAIN, "fortune": 500, "emperor": 500})
    kinds = [one["wager"] for one in given["settlements"]]
    assert kinds.index("envy") > max(at for at, kind in enumerate(kinds) if kind in ("fortune", "emperor"))


def test_h_1__a_player_who_left_is_paid_no_envy():
    left = {"cause": "abandoned", "at": "set", "seat": 1}
    round_ = stated({1: NOTHING, 2: FOUR}, ANY, wagers={1: {**MAIN, "fortune": 500}}, irregularities=[left])
    round_["seats"]["1"]["decisions"] = []
    assert records(answer(**round_), "envy") == []


def at_the_settlement():
    at = table(stated({1: FULL_HOUSE, 2: STRAIGHT_FLUSH}, ANY)["deck"], seats=(1, 2))
    for seat in (1, 2):
        place(at, seat, pai_gow=1000, progressive=100)
    close(at, chips=2)
    deal_out(at)
    for seat in (1, 2):
        at.do(cmd.Decide(word="house way"), seat=seat)
    at.do(cmd.RevealBank())
    return at


def test_h_4_ii_A_C__a_floorperson_validates_every_progressive_payout():
    at = at_the_settlement()
    for seat in (2, 1):
        at.do(cmd.SettleRound())
        assert look_at(at).awaiting == ((seat, "progressive"),)
        assert refuses(at, envelope(cmd.SettleRound())).code == "FLOORPERSON_VALIDATES_PAYOUT"
        by_dealer = envelope(cmd.ValidatePayout(seat=seat, wager="progressive"), role=Role.DEALER)
        assert refuses(at, by_dealer).code == "ROLE_IS_AUTHORISED"
        at.do(cmd.ValidatePayout(seat=seat, wager="progressive"))
    assert {event.clause for event in at.events if isinstance(event, ev.ValidationAwaited)} == {"645a.11(h)(4)(ii)(C)"}
    finish(at)
    paid = [event.pays for event in at.events if isinstance(event, ev.WagerSettled) and event.wager == "progressive"]
    assert paid == ["100 for 1", "4 for 1"]


def test_h_4_ii_D__a_share_of_the_meter_is_not_paid_from_the_table_inventory():
    seven = "9s 8s 7s 6s 5s 4s 3s"
    at = table_after(**stated(seven, ANY, wagers={**MAIN, "progressive": 100}))
    [paid] = [event for event in at.events if isinstance(event, ev.WagerSettled) and event.wager == "progressive"]
    assert paid.postings == (("meter progressive", "payout 1", 200_000),)
    [documented] = events(at, ev.PayoutDocumented)
    assert documented.clause == last(at, ev.CardsKept).clause == "645a.11(h)(4)(ii)(D)"
    [reset] = events(at, ev.MeterReset)
    assert balance_of(at, "meter progressive") == 200_000
    assert reset.clause == "645a.13(e)(2)"


def test_h_4_ii_D__the_cards_of_a_meter_share_stay_until_it_is_documented():
    at = table(stated({1: "9s 8s 7s 6s 5s 4s 3s", 2: FULL_HOUSE.replace("9s", "9c")}, ANY)["deck"], seats=(1, 2))
    for seat in (1, 2):
        place(at, seat, pai_gow=1000, progressive=100)
    close(at, chips=2)
    deal_out(at)
    for seat in (1, 2):
        at.do(cmd.Decide(word="house way"), seat=seat)
    at.do(cmd.RevealBank())
    for seat in (2, 1):
        at.do(cmd.SettleRound())
        at.do(cmd.ValidatePayout(seat=seat, wager="progressive"))
    at.do(cmd.SettleRound())
    # What was paid of the inventory needs no paper; the share of the meter is no chips of the player's.
    [awaited] = events(at, ev.DocumentationAwaited)
    assert (awaited.seat, awaited.clause, awaited.cents) == (1, "645a.11(h)(4)(ii)(D)", 200_000)
    assert balance_of(at, "payout A") == 200_000
    [ask] = at.due()
    assert (ask.command, ask.role, ask.concerns) == ("document_payout", Role.FLOORPERSON, 1)
    early = refuses(at, envelope(cmd.SettleRound()))
    assert (early.code, early.clause) == ("STEP_IS_DUE", "645a.11(h)(4)(ii)(D)")
    assert None not in at.observe(Viewer(Role.SURVEILLANCE)).hands[1]
    for cause in ("wrong_number_of_cards", "wrong_start"):
        late = refuses(at, envelope(cmd.ReportIrregularity(cause=cause)))
        assert (late.code, late.legal) == (
            "IRREGULARITY_CAN_HAPPEN_HERE",
            ("document the payout of seat 1 progressive",),
        )
    at.do(cmd.DocumentPayout(seat=1, wager="progressive"))
    at.do(cmd.SettleRound())
    assert isinstance(at.events[-1], ev.RoundEnded)


def test_i__all_of_a_players_wagers_are_settled_before_the_next_players():
    wagers = {**MAIN, "fortune": 500, "emperor": 500, "insurance": 500, "progressive": 100, "dynasty": 400}
    given = played({2: LOSES, 5: SPLITS}, wagers={**wagers, "red": 100, "queens_dragon": 100}, submission=EZ)
    order = ["pai_gow", "fortune", "emperor", "insurance", "progressive", "queens_dragon", "dynasty", "red"]
    assert [(one["seat"], one["wager"]) for one in given["settlements"]] == [(s, w) for s in (5, 2) for w in order]


def test_h__a_foul_hand_keeps_its_optional_wagers():
    given = played(FOUL, wagers={**MAIN, "insurance": 500, "fortune": 500})
    assert settled(given, "pai_gow").pays == "lose"
    assert settled(given, "insurance").clause == "645a.11(h)(3)(i)"
    assert settled(played(WINS, wagers={**MAIN, "insurance": 500}), "insurance").pays == "lose"
