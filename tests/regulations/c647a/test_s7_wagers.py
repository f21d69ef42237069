"""647a.7: which wagers there are, and when."""

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import envelope
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, deal, place, says
from tests.kit.table_views import look_at
from tests.kit.tables import new_table, ready, refuses
from tests.regulations.c647a.dealt import (
    ALL_BETS,
    FOLD,
    STAY,
    clause,
    faults,
    paid,
    records,
    refused,
    settled,
    with_ann,
)

PLAYER, DEALER = Role.PLAYER, Role.DEALER


def test_a__a_wager_of_nothing_is_refused():
    refusal = refuses(with_ann(), envelope(cmd.PlaceWagers(wagers={"ante": 0}), role=PLAYER, seat=1))
    assert refusal.code is Code.WAGER_IS_POSITIVE


def test_b__a_player_with_cards_stays_seated():
    table = with_ann()
    table.do(cmd.PlaceWagers(wagers={"ante": 1_000}), role=PLAYER, seat=1)
    table.do(cmd.AnnounceNoMoreBets(), role=DEALER)
    table.do(cmd.DealCards(), role=DEALER)
    assert refuses(table, envelope(cmd.LeaveSeat(), role=PLAYER, seat=1)).clause == "647a.7(b)"


def test_b__also_who_has_folded():
    table = with_ann()
    table.do(cmd.TakeSeat(cents=100_000), role=PLAYER, seat=2, by="bob")
    for seat in (1, 2):
        table.do(cmd.PlaceWagers(wagers={"ante": 1_000}), role=PLAYER, seat=seat)
    table.do(cmd.AnnounceNoMoreBets(), role=DEALER)
    table.do(cmd.DealCards(), role=DEALER)
    table.do(cmd.Decide(word="fold"), role=PLAYER, seat=1)
    refusal = refuses(table, envelope(cmd.LeaveSeat(), role=PLAYER, seat=1))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "647a.7(b)")
    table.do(cmd.Decide(word="fold"), role=PLAYER, seat=2)
    table.do(cmd.SettleRound(), role=DEALER)
    table.do(cmd.LeaveSeat(), role=PLAYER, seat=1)


def test_b__abandoned_wagers_lose_and_earn_nothing_more():
    settlements = settled(
        {1: "Qc 3h", 2: "As Ts"},
        board="Ks Qs Js 2h 7d",
        wagers={1: {"progressive": 500, "five_card_player": 100}},
        decisions={1: ["flop"]},
        magic_card="Ks",
        irregularities=[{"cause": "abandoned", "at": "before_turn", "seat": 1}],
    )
    for wager, lost in (("ante", 1_000), ("flop", 2_000), ("progressive", 500), ("five_card_player", 100)):
        assert paid(settlements, 1, wager) == ("lose", -lost)
        assert clause(settlements, 1, wager) == "647a.7(b)"
    assert not records(settlements, 1, "envy") + records(settlements, 1, "magic")
    assert records(settlements, 2, "flop")


def test_c__a_wager_is_withdrawn_before_no_more_bets():
    table = with_ann()
    table.do(cmd.PlaceWagers(wagers={"ante": 1_000, "holdem_bonus": 500}), role=PLAYER, seat=1)
    table.do(cmd.WithdrawWagers(wagers=("holdem_bonus",)), role=PLAYER, seat=1)
    assert look_at(table).placed == {1: {"ante": 1_000}}


@pytest.mark.parametrize("wager", ["flop", "turn", "river", "raise"])
def test_d__nothing_else_is_wagered_before_the_deal(wager):
    refusal = refused({1: "As Ah"}, wagers={1: {wager: 1_000}})
    assert refusal["code"] == "WAGER_IS_OFFERED"
    assert refusal["legal"] == ["ante", "holdem_bonus", "progressive", "five_card_player", "five_card_dealer"]


def test_d_1__ante_then_flop_turn_and_river():
    settlements = settled({1: "As Ah"}, decisions={1: ALL_BETS})
    assert [(one["wager"], one["amount"]) for one in settlements] == [
        ("ante", 1_000),
        ("flop", 2_000),
        ("turn", 1_000),
        ("river", 1_000),
    ]


@pytest.mark.parametrize(
    ("wager", "where"),
    [
        ("holdem_bonus", "647a.7(d)(2)"),
        ("progressive", "647a.7(d)(3)"),
        ("five_card_player", "647a.7(d)(4)"),
        ("five_card_dealer", "647a.7(d)(4)"),
    ],
)
def test_d__an_optional_wager_needs_an_ante_and_an_offer(wager, where):
    table = with_ann()
    said = envelope(cmd.PlaceWagers(wagers={wager: 100}), role=PLAYER, seat=1)
    if wager == "holdem_bonus":
        table.do(said)
        said = envelope(cmd.AnnounceNoMoreBets(), role=DEALER)
    refusal = refuses(table, said)
    assert (refusal.code, refusal.clause) == (Code.WAGER_HAS_ITS_MAIN_WAGER, where)
    # The two Five Card Hand Bonus Wagers are offered together or not at all.
    others = (
        "holdem_bonus",
        "progressive",
        *(() if wager.startswith("five") else ("five_card_player", "five_card_dealer")),
    )
    refusal = refuses(
        with_ann(offered=[one for one in others if one != wager]),
        envelope(cmd.PlaceWagers(wagers={"ante": 1_000, wager: 100}), role=PLAYER, seat=1),
    )
    assert (refusal.code, refusal.clause) == (Code.WAGER_IS_OFFERED, where)


def test_d_2__bonus_wager_has_no_bearing_on_the_others():
    plain = settled({1: "Ah As"}, decisions={1: ALL_BETS})
    beside = settled({1: "Ah As"}, decisions={1: ALL_BETS}, wagers={1: {"holdem_bonus": 500}})
    assert [one for one in beside if one["wager"] != "holdem_bonus"] == plain


@pytest.mark.parametrize("cents", [50, 200, 499, 1_000])
def test_d_3__progressive_wager_is_a_dollar_or_five(cents):
    refusal = refused({1: "As Ah"}, wagers={1: {"progressive": cents}})
    assert (refusal["code"], refusal["clause"]) == ("WAGER_SIZE_IS_OFFERED", "647a.7(d)(3)")
    assert refusal["legal"] == ["$1", "$5"]


def test_d_3__the_submission_may_offer_one_size_only():
    only_five = {"progressive": {"wagers": [500]}}
    assert refused({1: "As Ah"}, wagers={1: {"progressive": 100}}, submission=only_five)["legal"] == ["$5"]
    assert paid(settled({1: "As Ah"}, wagers={1: {"progressive": 500}}, submission=only_five), 1, "progressive")


def test_d_3__its_size_is_its_own_whatever_the_minimum_of_optional_wagers():
    settlements = settled({1: "As Ah"}, wagers={1: {"progressive": 100}}, submission={"optional_minimum": 500})
    assert paid(settlements, 1, "progressive") == ("lose", -100)


def test_d_4__on_either_hand_or_both():
    both = {"five_card_player": 100, "five_card_dealer": 200}
    settlements = settled({1: "As Ah"}, wagers={1: both})
    assert paid(settlements, 1, "five_card_player") == ("lose", -100)
    assert paid(settlements, 1, "five_card_dealer") == ("lose", -200)
    one = settled({1: "As Ah"}, wagers={1: {"five_card_dealer": 200}})
    assert not records(one, 1, "five_card_player")


@pytest.mark.parametrize("wager", ["five_card_player", "five_card_dealer"])
def test_d_4__one_hand_alone_cannot_be_offered(wager):
    assert faults(offered=[wager]) == [("offered", "647a.7(d)(4)")]
    assert faults(offered=["five_card_player", "five_card_dealer"]) == faults(offered=[]) == []


def test_d_4__sizes_of_the_submission():
    refusal = refused(
        {1: "As Ah"}, wagers={1: {"five_card_player": 300}}, submission={"five_card": {"wagers": [500, 100]}}
    )
    assert (refusal["code"], refusal["legal"]) == ("WAGER_SIZE_IS_OFFERED", ["$1", "$5"])


def test_e__one_position_to_a_player():
    table = with_ann()
    refusal = refuses(table, envelope(cmd.TakeSeat(cents=0), role=PLAYER, seat=2, by="ann"))
    assert refusal.clause == "647a.7(e)"


def test_d_1__table_minimum_and_maximum_bind_the_ante():
    limits = {"table_minimum": 500, "table_maximum": 2_000}
    assert refused({1: "As Ah"}, wagers={1: {"ante": 499}}, submission=limits)["code"] == "WAGER_MEETS_MINIMUM"
    assert refused({1: "As Ah"}, wagers={1: {"ante": 2_001}}, submission=limits)["code"] == "WAGER_MEETS_MAXIMUM"
    assert settled({1: "As Ah"}, wagers={1: {"ante": 2_000}}, submission=limits, decisions={1: STAY})


def test_d_1__a_fold_is_recorded_with_its_clause():
    assert clause(settled({1: "7c 2d"}, board="Kd 9c 4s 3h 8d", decisions={1: FOLD}), 1, "ante") == "647a.11(b)(2)"


def test_d_3__the_progressive_chips_are_due_with_no_more_bets():
    table = with_ann()
    table.do(cmd.PlaceWagers(wagers={"ante": 1_000, "progressive": 500}), role=PLAYER, seat=1)
    (closed,) = table.do(cmd.AnnounceNoMoreBets(), role=DEALER)
    assert isinstance(closed, ev.BetsClosed)
    assert closed.chips_due == 1


def test_d_1__a_flop_wager_beyond_the_chips_names_what_is_left_to_answer():
    """647a.7(d)(1), 647a.11(b)."""
    table = new_table("holdem-bonus")
    table.do(cmd.TakeSeat(cents=2_500), seat=1, by="Ann")
    ready(table, table.rules.game.deck)
    place(table, ante=1_000)
    close(table)
    deal(table)
    refusal = refuses(table, says("flop"))
    assert (refusal.code, refusal.clause, refusal.legal) == ("WAGER_IS_COVERED", "647a.7(a)", ("fold",))


AFTER_THE_ANTE = [
    ("progressive", "647a.7(d)(3)"),
    ("five_card_player", "647a.7(d)(4)"),
    ("five_card_dealer", "647a.7(d)(4)"),
]


@pytest.mark.parametrize(("wager", "where"), AFTER_THE_ANTE)
def test_d_3_4__comes_after_the_ante_or_with_it(wager, where):
    table = with_ann()
    refusal = refuses(table, cmd.PlaceWagers(wagers={wager: 100}), seat=1)
    assert (refusal.code, refusal.clause) == (Code.WAGER_HAS_ITS_MAIN_WAGER, where)
    assert refusal.legal == ("place the Ante Wager",)
    place(table, **{wager: 100, "ante": 1_000})
    assert look_at(table).placed == {1: {wager: 100, "ante": 1_000}}


@pytest.mark.parametrize(("wager", "where"), AFTER_THE_ANTE)
def test_d_3_4__the_ante_is_not_withdrawn_from_under_it(wager, where):
    table = with_ann()
    place(table, ante=1_000)
    place(table, **{wager: 100})
    refusal = refuses(table, cmd.WithdrawWagers(wagers=("ante",)), seat=1)
    assert (refusal.code, refusal.clause) == (Code.WAGER_HAS_ITS_MAIN_WAGER, where)
    table.do(cmd.WithdrawWagers(wagers=("ante", wager)), seat=1)
    assert look_at(table).placed == {}


@pytest.mark.parametrize(("wager", "where"), AFTER_THE_ANTE)
def test_d_3_4__a_wager_of_a_stated_size_is_placed_once(wager, where):
    terms = {"progressive": {"wagers": [100, 500]}, "five_card": {"wagers": [100, 500]}}
    table = new_table("holdem-bonus", **terms)
    table.do(cmd.TakeSeat(cents=100_000), seat=1, by="ann")
    place(table, **{"ante": 1_000, wager: 100})
    refusal = refuses(table, cmd.PlaceWagers(wagers={wager: 400}), seat=1)
    assert (refusal.code, refusal.clause) == (Code.WAGER_SIZE_IS_OFFERED, where)
    table.do(cmd.WithdrawWagers(wagers=(wager,)), seat=1)
    place(table, **{wager: 500})
