"""663a.5: shuffle and cut, where this chapter's letters differ from the other chapters'."""

import pytest

from houseway.cards import DECK_52
from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Table
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, deal, place
from tests.kit.card_procedures import opening
from tests.kit.table_views import hand_of
from tests.kit.tables import new_table, refuses

DEALER, FLOOR, PLAYER = Role.DEALER, Role.FLOORPERSON, Role.PLAYER


def washed(**submission) -> Table:
    """A table whose cards wait for their first shuffle."""
    at = new_table("five-card-hi-lo", **submission)
    for command in opening(at)[:-1]:
        at.do(command)
    at.do(cmd.TakeSeat(cents=100_000), seat=1, by="ann")
    return at


def shuffle(at: Table) -> None:
    at.do(cmd.ShuffleCards(order=DECK_52[::-1]), role=DEALER, at=0)


@pytest.mark.parametrize(("depth", "lawful"), [(9, False), (10, True), (26, True), (51, True), (52, False)])
def test_c_2_d__cards_shuffled_by_hand_are_cut_at_least_ten_cards_in(depth, lawful):
    at = washed(shuffler="manual")
    shuffle(at)
    place(at)
    close(at)
    assert refuses(at, cmd.DealCards(), role=DEALER).clause == "663a.5(c)(2)"
    cut = cmd.CutCards(depth=depth)
    if not lawful:
        assert refuses(at, cut).clause == "663a.5(d)"
        return
    at.do(cut)
    deal(at)
    order = DECK_52[::-1][depth:] + DECK_52[::-1][:depth]
    assert hand_of(at, 1) == order[0:10:2]


def test_g__a_reshuffling_device_spares_the_count_the_cut_the_recut_and_the_spread():
    at = washed(shuffler="automatic-reshuffling")
    shuffle(at)
    assert refuses(at, cmd.CutCards(depth=20), role=DEALER).clause == "663a.5(c)(1)"
    assert refuses(at, cmd.RequireRecut(), role=FLOOR).clause == "663a.5(g)"
    assert refuses(at, cmd.SpreadForNoActivity(), role=DEALER).clause == "663a.5(g)"
    # Nor does the count of 663a.5(b) apply.
    assert refuses(at, cmd.ReportDeviceCount(count=52), role=DEALER).clause == "663a.5(g)"
    place(at)
    close(at)
    deal(at)
