"""663a.5: shuffle and cut, where this chapter's letters differ from the other chapters'."""

import pytest

from houseway.cards import DECK_52, text_of
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from tests.regulations.c663a.hi_lo import close, deal, place, play_out, table

DEALER, FLOOR, PLAYER = Role.DEALER, Role.FLOORPERSON, Role.PLAYER


def washed(**submission) -> Table:
    """A table whose cards wait for their first shuffle."""
    at = Table(resolve(submission, game="five-card-hi-lo"))
    commands: list[cmd.Command] = [
        cmd.OpenTable(by=DEALER, at=0),
        cmd.ReceiveDecks(by=DEALER, at=0),
        cmd.InspectCards(by=DEALER),
        cmd.VerifyInspection(by=FLOOR),
        cmd.SpreadCards(by=DEALER),
        cmd.ViewCards(by=PLAYER, player="ann"),
        cmd.WashCards(by=DEALER),
        cmd.TakeSeat(by=PLAYER, seat=1, player="ann", cents=100_000),
    ]
    for command in commands:
        at.do(command)
    return at


def shuffle(at: Table) -> None:
    at.do(cmd.ShuffleCards(by=DEALER, order=DECK_52[::-1], at=0))


def clause_of(outcome) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.clause


def test_a__cards_are_shuffled_after_each_round():
    at = table(text_of(DECK_52), {1: "ann"}, shuffler="automated")
    play_out(at)
    place(at)
    close(at)
    assert clause_of(at.send(cmd.DealCards(by=DEALER))) == "663a.5(a)"


def test_b__a_counted_deck_that_is_not_complete_is_removed():
    at = washed(shuffler="automated-counting")
    shuffle(at)
    at.do(cmd.ReportDeviceCount(by=DEALER, count=51))
    assert at.events[-1].clause == "663a.5(b)"
    place(at)
    close(at)
    assert isinstance(at.send(cmd.DealCards(by=DEALER)), Refusal)


def test_c_1__cards_shuffled_by_a_device_are_dealt_without_a_cut():
    at = washed(shuffler="automated")
    shuffle(at)
    assert isinstance(at.send(cmd.CutCards(by=DEALER, depth=20)), Refusal)
    place(at)
    close(at)
    deal(at)


@pytest.mark.parametrize(("depth", "lawful"), [(9, False), (10, True), (26, True), (51, True), (52, False)])
def test_c_2_d__cards_shuffled_by_hand_are_cut_at_least_ten_cards_in(depth, lawful):
    at = washed(shuffler="manual")
    shuffle(at)
    place(at)
    close(at)
    assert isinstance(at.send(cmd.DealCards(by=DEALER)), Refusal)
    outcome = at.send(cmd.CutCards(by=DEALER, depth=depth))
    if not lawful:
        assert clause_of(outcome) == "663a.5(d)"
        return
    deal(at)
    order = DECK_52[::-1][depth:] + DECK_52[::-1][:depth]
    assert at.state.hands[1] == order[0:10:2]


def test_e__a_floorperson_may_require_a_recut():
    at = washed(shuffler="manual")
    shuffle(at)
    at.do(cmd.CutCards(by=DEALER, depth=20))
    at.do(cmd.RequireRecut(by=FLOOR))
    assert at.events[-1].clause == "663a.5(e)"
    assert isinstance(at.send(cmd.RequireRecut(by=DEALER)), Refusal)


def test_f__without_activity_the_cards_are_spread():
    at = washed(shuffler="manual")
    shuffle(at)
    at.do(cmd.SpreadForNoActivity(by=DEALER))
    assert at.events[-1].clause == "663a.5(f)"


def test_g__a_reshuffling_device_spares_the_count_the_cut_the_recut_and_the_spread():
    at = washed(shuffler="automatic-reshuffling")
    shuffle(at)
    assert isinstance(at.send(cmd.CutCards(by=DEALER, depth=20)), Refusal)
    assert clause_of(at.send(cmd.RequireRecut(by=FLOOR))) == "663a.5(g)"
    assert clause_of(at.send(cmd.SpreadForNoActivity(by=DEALER))) == "663a.5(g)"
    # Nor does the count of 663a.5(b) apply.
    assert clause_of(at.send(cmd.ReportDeviceCount(by=DEALER, count=52))) == "663a.5(g)"
    place(at)
    close(at)
    deal(at)
