"""647a.12(d) and (e): the Progressive Payout Wager, the Five Card Hand Bonus Wager and their meters."""

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.opening import FundTable
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, deal, meter, place
from tests.kit.table_views import look_at
from tests.kit.tables import new_table, refuses
from tests.regulations.c647a.dealt import (
    DULL_HANDS,
    FOLD,
    clause,
    faults,
    paid,
    played,
    records,
    refused,
    settled,
    unstated,
    with_ann,
)

ROYAL_FLOP = "Qs Js Ts 2h 7c"
ROYAL, STRAIGHT_FLUSH = "As Ks", "9s 8s"

FLOP_HANDS = {
    "royal flush": (ROYAL, ROYAL_FLOP),
    "straight flush": (STRAIGHT_FLUSH, ROYAL_FLOP),
    "steel wheel": ("As 2s", "3s 4s 5s 9h 7c"),
    "four of a kind": ("9s 9h", "9d 9c 4s 2h 7c"),
    "full house": ("9s 9h", "9d 4c 4s 2h 7c"),
    "flush": ("As 3s", "Ks 9s 4s 2h 7c"),
    "straight": ("8c 7d", "9s Th 6c 2h 3c"),
    "three of a kind": ("9s 9h", "9d 4c Ks 2h 7c"),
    "two pair": ("9s 4h", "9d 4c Ks 2h 7c"),
    "pair": ("9s Ah", "9d 4c Ks 2h 7c"),
    "high card": ("Qs Ah", "9d 4c Ks 2h 7c"),
}

PROGRESSIVE = {
    "royal flush": "100% of meter",
    "straight flush": "10% of meter",
    "steel wheel": "10% of meter",
    "four of a kind": "300 for 1",
    "full house": "50 for 1",
    "flush": "40 for 1",
    "straight": "30 for 1",
    "three of a kind": "9 for 1",
}
FIVE_CARD = {
    "royal flush": "100% of meter",
    "straight flush": "10% of meter",
    "steel wheel": "10% of meter",
    "four of a kind": "500 for 1",
    "full house": "100 for 1",
    "flush": "50 for 1",
}
METER = 2_345_678


def expected(pays: str, wager: int) -> tuple[str, int]:
    if pays == "lose":
        return pays, -wager
    number = int(pays.replace("%", " ").split()[0])
    return pays, (METER * number // 100 if "meter" in pays else number * wager) - wager


@pytest.mark.parametrize("name", FLOP_HANDS)
@pytest.mark.parametrize("wager", [100, 500])
def test_d_1__every_row_at_one_dollar_and_at_five(name, wager):
    hand, board = FLOP_HANDS[name]
    settlements = settled(
        {1: hand}, dealer="Jd 5h", board=board, wagers={1: {"progressive": wager}}, meters={"progressive": METER}
    )
    assert paid(settlements, 1, "progressive") == expected(PROGRESSIVE.get(name, "lose"), wager)
    assert clause(settlements, 1, "progressive") == "647a.12(d)(1)"


def test_d_2__a_royal_flush_is_not_paid_as_a_flush_too():
    settlements = settled({1: ROYAL}, board=ROYAL_FLOP, wagers={1: {"progressive": 100}})
    assert len(records(settlements, 1, "progressive")) == 1


METERS = [("progressive", "647a.12(d)(3)"), ("five_card", "647a.12(e)(4)")]


@pytest.mark.parametrize(("name", "where"), METERS)
def test_d_3_e_4__initial_and_reset_are_at_least_10000_dollars(name, where):
    """647a.12(d)(3), 647a.12(e)(4)."""
    for amount in ("initial", "reset"):
        assert faults(**{name: {amount: 999_999}}) == [(f"{name}.{amount}", where)]
        assert faults(**{name: {amount: 1_000_000}}) == []


@pytest.mark.parametrize(("name", "where"), METERS)
def test_d_3_e_4__what_must_be_stated_is_noted(name, where):
    """647a.12(d)(3), 647a.12(e)(4)."""
    assert (f"{name}.rate_percent", where) in unstated()
    full = {"rate_percent": 10, "initial": 2_000_000, "reset": 1_000_000}
    assert not [field for field, _ in unstated(**{name: full}) if field.startswith(name)]
    others = [one for one in ("holdem_bonus", "progressive", "five_card_player", "five_card_dealer") if name not in one]
    assert not [field for field, _ in unstated(offered=others) if field.startswith(name)]


def test_d_3__reading_all_meter__this_rounds_wagers_are_on_the_meter():
    settlements, table = played(
        {1: ROYAL, 2: "Qc 3h", 3: "Qd 3c"},
        board=ROYAL_FLOP,
        wagers={1: {"progressive": 100}, 2: {"progressive": 500}, 3: {"progressive": 500}},
        submission={"progressive": {"rate_percent": 17, "reset": 1_500_000, "initial": 2_000_000}},
    )
    assert paid(settlements, 1, "progressive") == ("100% of meter", 2_000_000 + 17 + 85 + 85 - 100)
    assert meter(table, "progressive") == 1_500_000


def test_d_3__the_meter_starts_at_its_initial_amount():
    _, table = played({1: "Qc 3h"}, submission={"progressive": {"initial": 3_000_000}})
    assert (meter(table, "progressive"), meter(table, "five_card")) == (3_000_000, 1_000_000)


@pytest.mark.parametrize(
    ("royal_seat", "other_seat", "royal", "other"),
    [
        # Seat 5 is paid before seat 2: after 100% the meter is at its reset amount for the next.
        pytest.param(5, 2, METER, 100_000, id="royal_first"),
        pytest.param(2, 5, METER - METER // 10, METER // 10, id="royal_last"),
    ],
)
def test_d_4__reading_647a_meter_order(royal_seat, other_seat, royal, other):
    for wager in ("progressive", "five_card_player"):
        settlements, table = played(
            {royal_seat: ROYAL, other_seat: STRAIGHT_FLUSH},
            board=ROYAL_FLOP,
            wagers={seat: {wager: 100} for seat in (royal_seat, other_seat)},
            meters={"progressive": METER, "five_card": METER},
        )
        assert paid(settlements, royal_seat, wager) == ("100% of meter", royal - 100)
        assert paid(settlements, other_seat, wager) == ("10% of meter", other - 100)
        left = 1_000_000 - (other if royal_seat == 5 else 0)
        assert meter(table, "progressive" if wager == "progressive" else "five_card") == left


@pytest.mark.parametrize(
    ("wager", "royal", "straight_flush"),
    [(100, ("$1,000", 100_000), ("$300", 30_000)), (500, ("$5,000", 500_000), ("$1,500", 150_000))],
)
def test_d_5__envy_follows_the_receivers_own_wager(wager, royal, straight_flush):
    for hand, envy in ((ROYAL, royal), (STRAIGHT_FLUSH, straight_flush)):
        settlements = settled(
            {1: "Qc 3h", 2: hand}, board=ROYAL_FLOP, wagers={1: {"progressive": wager}, 2: {"progressive": 600 - wager}}
        )
        assert paid(settlements, 1, "envy") == envy
        assert clause(settlements, 1, "envy") == "647a.12(d)(5)"


def test_d_5__no_envy_below_a_straight_flush():
    settlements = settled({1: "Qc 3h", 2: "9s 9h"}, board="9d 9c 4s 2h 7d", wagers={1: {"progressive": 500}})
    assert not records(settlements, 1, "envy")


def test_d_5__reading_647a_progressive_amount__another_size_cannot_be_offered():
    assert faults(progressive={"wagers": [100, 200]}) == [("progressive.wagers", "647a.12(d)(5)")]
    assert faults(progressive={"wagers": []}) == [("progressive.wagers", "647a.12(d)(5)")]
    assert faults(progressive={"wagers": [500]}) == []


@pytest.mark.parametrize("name", FLOP_HANDS)
def test_e_1__every_row_on_either_hand(name):
    hand, board = FLOP_HANDS[name]
    for wager, player, dealer in (("five_card_player", hand, "Jd 5h"), ("five_card_dealer", "Jd 5h", hand)):
        settlements = settled(
            {1: player}, dealer=dealer, board=board, wagers={1: {wager: 300}}, meters={"five_card": METER}
        )
        assert paid(settlements, 1, wager) == expected(FIVE_CARD.get(name, "lose"), 300)
        assert clause(settlements, 1, wager) == "647a.12(e)(1)"


def test_e_2__both_hands_are_paid():
    settlements = settled(
        {1: "As 3s"},
        dealer="Qs 2s",
        board="Ks 9s 4s 2h 7d",
        wagers={1: {"five_card_player": 100, "five_card_dealer": 200}},
    )
    assert paid(settlements, 1, "five_card_player") == ("50 for 1", 4_900)
    assert paid(settlements, 1, "five_card_dealer") == ("50 for 1", 9_800)


def on_dealer(hand: str, seats: int, cents: int, **more):
    return played(
        dict(enumerate(("Qc 3h", "Qd 3c", "Jc 3d")[:seats], start=1)),
        dealer=hand,
        board=ROYAL_FLOP,
        wagers={seat: {"five_card_dealer": 100 * seat} for seat in range(1, seats + 1)},
        meters={"five_card": cents},
        **more,
    )


def test_e_2__reading_647a_dealer_jackpot__equal_parts_and_odd_cents_stay():
    settlements, table = on_dealer(ROYAL, 3, 1_000_004)
    for seat in (1, 2, 3):
        assert paid(settlements, seat, "five_card_dealer") == ("100% of meter", 333_334 - 100 * seat)
    assert meter(table, "five_card") == 1_000_000 + 2


def test_e_2__ten_per_cent_is_divided_too():
    settlements, table = on_dealer(STRAIGHT_FLUSH, 3, 1_000_004)
    for seat in (1, 2, 3):
        assert paid(settlements, seat, "five_card_dealer") == ("10% of meter", 33_333 - 100 * seat)
    assert meter(table, "five_card") == 1_000_004 - 99_999


def test_e_2__a_single_player_on_the_dealers_hand_takes_it_all():
    settlements, table = on_dealer(ROYAL, 1, 1_000_004)
    assert paid(settlements, 1, "five_card_dealer") == ("100% of meter", 1_000_004 - 100)
    assert meter(table, "five_card") == 1_000_000


def test_e_2__a_player_abandoned_after_wagering_still_counts_in_the_division():
    abandoned = [{"cause": "abandoned", "at": "before_turn", "seat": 1}]
    settlements, table = on_dealer(ROYAL, 3, 1_000_004, irregularities=abandoned)
    for seat in (2, 3):
        assert paid(settlements, seat, "five_card_dealer") == ("100% of meter", 333_334 - 100 * seat)
    assert meter(table, "five_card") == 1_000_000 + 1_000_004 - 2 * 333_334


def test_e_2__a_folded_player_shares_the_dealers_jackpot():
    settlements, _ = on_dealer(ROYAL, 2, 1_000_000, decisions={1: FOLD})
    assert paid(settlements, 1, "five_card_dealer") == ("100% of meter", 500_000 - 100)


def test_e_2__only_dealers_hand_payouts_off_the_meter_are_divided():
    settlements = settled(
        {1: "Qc 3h", 2: "Qd 3c"},
        dealer="9s 9h",
        board="9d 9c 4s 2h 7d",
        wagers={seat: {"five_card_dealer": 100} for seat in (1, 2)},
    )
    assert paid(settlements, 1, "five_card_dealer") == paid(settlements, 2, "five_card_dealer") == ("500 for 1", 49_900)


def test_e__reading_647a_five_card_meter__its_own_and_the_dealers_hand_first():
    settlements, table = played(
        {1: STRAIGHT_FLUSH, 6: "Qc 3h"},
        dealer=ROYAL,
        board=ROYAL_FLOP,
        wagers={1: {"five_card_player": 100, "progressive": 100}, 6: {"five_card_dealer": 100}},
        meters={"five_card": 5_000_000, "progressive": 3_000_000},
    )
    assert paid(settlements, 6, "five_card_dealer") == ("100% of meter", 5_000_000 - 100)
    assert paid(settlements, 1, "five_card_player") == ("10% of meter", 100_000 - 100)
    assert paid(settlements, 1, "progressive") == ("10% of meter", 300_000 - 100)
    assert (meter(table, "five_card"), meter(table, "progressive")) == (900_000, 2_700_000)


BOTH = {"five_card_player": 100, "five_card_dealer": 300}


def extras(wager: str, *, decisions=None, **drawn) -> dict[int, list[int]]:
    """What the Magic Card or the Lucky Bonus pays at seats 1 (both wagers), 2 (own hand) and 3 (none)."""
    hands = dict(enumerate(DULL_HANDS[:3], start=1))
    settlements = settled(hands, wagers={1: BOTH, 2: {"five_card_player": 500}}, decisions=decisions or {}, **drawn)
    found = [one for one in settlements if one["wager"] == wager]
    assert all(one["clause"] == "647a.12(e)(3)" for one in found)
    return {seat: [one["net"] for one in found if one["seat"] == seat] for seat in hands}


def test_e_3__magic_card_in_a_hand_pays_the_wager_on_that_hand():
    assert extras("magic", magic_card="Qc") == {1: [2_000], 2: [], 3: []}
    assert extras("magic", magic_card="Qd") == {1: [], 2: [10_000], 3: []}
    assert extras("magic", magic_card="8c") == {1: [6_000], 2: [], 3: []}


def test_e_3__reading_647a_magic_lucky__on_the_flop_it_pays_every_five_card_wager():
    assert extras("magic", magic_card="9c") == {1: [2_000, 6_000], 2: [10_000], 3: []}


def test_e_3__reading_647a_magic_lucky__folded_players_are_paid():
    folded = {1: FOLD, 2: FOLD, 3: FOLD}
    assert extras("magic", magic_card="9c", decisions=folded) == {1: [2_000, 6_000], 2: [10_000], 3: []}
    assert extras("lucky", lucky=1, decisions=folded) == {1: [500], 2: [], 3: []}


@pytest.mark.parametrize("card", ["2h", "7d", "Qh", "9d"])
def test_e_3__magic_card_needs_rank_and_suit_and_not_turn_or_river(card):
    assert extras("magic", magic_card=card) == {1: [], 2: [], 3: []}


def test_e_3__lucky_bonus_pays_the_wager_on_the_position_drawn():
    assert extras("lucky", lucky=1) == {1: [500], 2: [], 3: []}
    assert extras("lucky", lucky=2) == {1: [], 2: [2_500], 3: []}
    assert extras("lucky", lucky="dealer") == {1: [1_500], 2: [], 3: []}


@pytest.mark.parametrize("seat", [3, 6])
def test_e_3__a_position_without_a_five_card_wager_is_drawn_for_nothing(seat):
    assert extras("lucky", lucky=seat) == {1: [], 2: [], 3: []}


def test_e_3__no_stake_is_kept_from_either():
    settlements = settled({1: "Qc 3h"}, wagers={1: {"five_card_player": 100}}, magic_card="Qc", lucky=1)
    assert paid(settlements, 1, "magic") == ("20 for 1", 2_000)
    assert paid(settlements, 1, "lucky") == ("5 for 1", 500)
    assert paid(settlements, 1, "five_card_player") == ("lose", -100)


@pytest.mark.parametrize(
    ("submission", "drawn"),
    [
        ({"magic_card": False}, {"magic_card": "Qc"}),
        ({"lucky_bonus": False}, {"lucky": 1}),
        ({"offered": ["holdem_bonus", "progressive"]}, {"magic_card": "Qc"}),
        ({"offered": ["holdem_bonus", "progressive"]}, {"lucky": "dealer"}),
    ],
)
def test_e_3__a_table_that_does_not_offer_it_refuses_the_draw(submission, drawn):
    refusal = refused({1: "Qc 3h"}, submission=submission, **drawn)
    assert (refusal["code"], refusal["clause"]) == ("WAGER_IS_OFFERED", "647a.12(e)(3)")


@pytest.mark.parametrize("wager", ["five_card_player", "five_card_dealer"])
def test_e_3__what_is_offered_is_drawn_before_the_deal_if_a_five_card_wager_is_placed(wager):
    at = with_ann()
    place(at)
    # Nothing rests on it yet.
    without = at.fork()
    close(without)
    deal(without)
    place(at, **{wager: 100})
    both = cmd.DrawAtRandom(magic_card=at.rules.game.deck[0], lucky=0)
    early = refuses(at, both)
    close(at)
    assert [(ask.command, ask.role, ask.clause) for ask in at.due()] == [
        ("draw_at_random", Role.TABLE_SYSTEM, "647a.1")
    ]
    one = [refuses(at, cmd.DrawAtRandom(**drawn)) for drawn in ({"magic_card": at.rules.game.deck[0]}, {"lucky": 1})]
    for refusal in (early, refuses(at, cmd.DealCards()), *one):
        assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "647a.1")
    at.do(both)
    assert (look_at(at).magic_card, look_at(at).lucky) == (at.rules.game.deck[0], 0)
    assert refuses(at, both).code == "STEP_IS_DUE"
    deal(at)


@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOORPERSON, Role.PLAYER])
def test_1__magic_card_and_lucky_position_are_drawn_by_the_table_system(role):
    """647a.1."""
    at = with_ann()
    place(at, ante=1_000, five_card_player=100)
    close(at)
    refusal = refuses(at, cmd.DrawAtRandom(magic_card=at.rules.game.deck[0], lucky=1), role=role)
    assert (refusal.code, refusal.clause, refusal.legal) == ("ROLE_IS_AUTHORISED", "647a.1", ("table system",))


def test_e_3__what_a_table_does_not_offer_is_not_drawn():
    at = with_ann(magic_card=False, lucky_bonus=False)
    place(at, ante=1_000, five_card_player=100)
    close(at)
    refusal = refuses(at, cmd.DrawAtRandom(lucky=1))
    assert (refusal.code, refusal.clause) == ("WAGER_IS_OFFERED", "647a.12(e)(3)")
    deal(at)


def test_e_3__what_is_drawn_exists():
    assert refused({1: "Qc 3h"}, magic_card="Jk")["code"] == "CARDS_ARE_VALID"
    assert refused({1: "Qc 3h"}, lucky=7)["code"] == "SEAT_EXISTS"


@pytest.mark.parametrize(("meter", "where"), [("progressive", "647a.12(d)(3)"), ("five_card", "647a.12(e)(4)")])
def test_d_3_e_4__a_meter_starts_at_its_initial_amount_or_more(meter, where):
    at = new_table("holdem-bonus", **{meter: {"initial": 2_000_000}})
    for cents in (1, 1_999_999):
        refusal = refuses(at, FundTable(meters={meter: cents}))
        assert (refusal.code, refusal.clause) == (Code.AMOUNT_IS_LAWFUL, where)
    at.do(FundTable(meters={meter: 2_000_000}))


def test_d_3__a_meter_is_not_set_while_a_round_is_played():
    at = with_ann()
    place(at, ante=1_000)
    close(at)
    refusal = refuses(at, FundTable(meters={"progressive": 2_000_000}))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "647a.12(d)(3)")
