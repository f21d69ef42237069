"""647a.2: the table, its seats and its lock-out."""

from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Table
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.view.posted import posted
from tests.kit.banked_actions import close, place
from tests.kit.table_views import balances_of
from tests.kit.tables import refuses
from tests.regulations.c647a.dealt import DULL_HANDS, refused, settled, with_ann


def test_a__six_players_are_dealt_in():
    hands = dict(enumerate(DULL_HANDS, start=1))
    assert {one["seat"] for one in settled(hands)} == {1, 2, 3, 4, 5, 6}


def test_a__there_is_no_seventh_position():
    refusal = refused({7: "As Ah"})
    assert (refusal["code"], refusal["clause"]) == ("SEAT_EXISTS", "647a.2(a)")


def _locked(**submission) -> Table:
    table = with_ann(**submission)
    place(table)
    close(table)
    return table


def _refused(table: Table, **wagers: int) -> tuple[Code, str]:
    refusal = refuses(table, cmd.PlaceWagers(wagers=wagers), seat=1)
    return refusal.code, refusal.clause


def test_c_2__progressive_wager_after_no_more_bets_is_locked_out():
    table = _locked()
    assert _refused(table, progressive=100) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.7(c)")
    table.do(cmd.DealCards())
    assert _refused(table, progressive=100) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.2(c)(2)")


def test_d__five_card_wager_after_no_more_bets_is_locked_out():
    table = _locked()
    for wager in ("five_card_player", "five_card_dealer"):
        assert _refused(table, **{wager: 100}) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.7(c)")
    table.do(cmd.DealCards())
    for wager in ("five_card_player", "five_card_dealer"):
        assert _refused(table, **{wager: 100}) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.2(d)")
    # Several wagers that have no lock-out in common: the rule for all of them.
    assert _refused(table, progressive=100, five_card_player=100)[1] == "647a.7(c)"


def test_b_9_i__ante_pays_on_is_one_of_two_hands():
    refusal = refused({1: "As Ah"}, submission={"ante_pays_on": "pair"})
    assert refusal["code"] == "SUBMISSION_IS_LAWFUL"
    assert set(refusal["legal"]) == {"straight", "flush"}


def test_c_d__a_linked_meter_moves_with_other_tables_at_any_time():
    """647a.2(c), (d): several tables or games of the facility may share a meter."""
    terms = {"initial": 3_000_000, "reset": 1_000_000, "linked": True}
    table = _locked(progressive=terms)
    assert balances_of(table)["meter progressive"] == 3_000_000
    table.do(cmd.FundTable(meters={"progressive": Cents(3_000_250)}), role=Role.TABLE_SYSTEM, by="table system")
    table.do(cmd.FundTable(meters={"progressive": Cents(1_000_000)}), role=Role.TABLE_SYSTEM, by="table system")
    assert balances_of(table)["meter progressive"] == 1_000_000
    below = refuses(
        table, cmd.FundTable(meters={"progressive": Cents(999_999)}), role=Role.TABLE_SYSTEM, by="table system"
    )
    assert (below.code, below.clause) == (Code.AMOUNT_IS_LAWFUL, "647a.12(d)(3)")
    assert ("Progressive Payout", "meter", "linked with other tables or games", "647a.12(d)(3)") in posted(
        table.rules
    ).rows


def test_c__a_meter_of_its_own_is_not_moved_in_a_round():
    table = _locked()
    early = refuses(
        table, cmd.FundTable(meters={"progressive": Cents(2_000_000)}), role=Role.TABLE_SYSTEM, by="table system"
    )
    assert (early.code, early.clause) == (Code.STEP_IS_DUE, "647a.12(d)(3)")
