"""645a.8 to 645a.10: dealing from a manual shoe, from the hand and from an automated shoe."""

from typing import Any

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, deal, place
from tests.kit.stated_rounds import refusal, returned, rulings, settled, table_after
from tests.kit.submission_faults import faults
from tests.kit.table_views import hand_of
from tests.kit.tables import events, last, ready, refuses
from tests.regulations.c645a.pai_gow import (
    ANY,
    EZ,
    GAME,
    LOSES,
    MAIN,
    SPLITS,
    WINS,
    accept,
    deal_out,
    finish,
    play_round,
    played,
    refused,
    start,
    stated,
    table,
)

DEALINGS = ("manual-shoe", "hand", "automated-shoe")


def dealt(**submission):
    return events(table_after(**stated({1: WINS, 4: LOSES}, start=3, submission=submission)), ev.CardsDealt)[0]


@pytest.mark.parametrize(
    ("dealing", "clause"),
    [("manual-shoe", "645a.8(b)(1)"), ("hand", "645a.9(a)(3)(i)"), ("automated-shoe", "645a.10(a)(2)(i)")],
)
def test_s8_b_1_s9_a_3_i_s10_a_2_i__an_envy_lammer_for_each_qualifying_wager(dealing, clause):
    """645a.8(b)(1), 645a.9(a)(3)(i), 645a.10(a)(2)(i)."""
    at = table(**EZ, dealing=dealing)
    place(at, 2, pai_gow=1000, dynasty=501, insurance=500)
    place(at, 1, pai_gow=1000, fortune=500, emperor=499)
    close(at)
    [placed] = events(at, ev.EnvyLammersPlaced)
    assert (placed.clause, placed.lammers) == (clause, ((1, "fortune"), (2, "dynasty")))
    assert at.observe(Viewer(Role.PLAYER, "nobody")).lammers == placed.lammers


def test_s8_b_1__no_lammer_without_a_qualifying_wager_nor_after_it_has_gone_back():
    at = table(**EZ)
    place(at, 1, pai_gow=1000, fortune=499, insurance=500)
    close(at)
    assert not events(at, ev.EnvyLammersPlaced)
    for said in (
        (cmd.ReportIrregularity(cause="player_card_exposed", seat=1), envelope(cmd.VoidHand(), seat=1)),
        (cmd.AbandonWagers(seat=1),),
    ):
        at = table(**EZ)
        for seat in (1, 2):
            place(at, seat, pai_gow=1000, fortune=500)
        close(at)
        start(at)
        deal(at, 21)
        for one in said:
            at.do(one)
        assert at.observe(Viewer(Role.DEALER)).lammers == ((2, "fortune"),)


@pytest.mark.parametrize(
    ("dealing", "clause"),
    [("manual-shoe", "645a.8(g)"), ("hand", "645a.9(f)"), ("automated-shoe", "645a.10(f)")],
)
def test_s8_g_s9_f_s10_f__stacks_of_positions_without_a_wager_are_collected_after_a_right_count(dealing, clause):
    """645a.8(g), 645a.9(f), 645a.10(f)."""
    for wagering, unplayed in (((1, 4), (2, 3, 5, 6)), ((1, 2, 3, 4, 5, 6), ())):
        at = table_after(**stated(dict.fromkeys(wagering, ANY), submission={"dealing": dealing}))
        assert [(one.clause, one.seats) for one in events(at, ev.StacksCollected)] == (
            [(clause, unplayed)] if unplayed else []
        )


@pytest.mark.parametrize(
    ("dealing", "clause"),
    [("manual-shoe", "645a.8(b)(2)"), ("hand", "645a.9(a)(3)(ii)"), ("automated-shoe", "645a.10(a)(2)(ii)")],
)
def test_s8_b_2_s9_a_3_ii_s10_a_2_ii__the_progressive_chips_are_collected_and_counted(dealing, clause):
    """645a.8(b)(2), 645a.9(a)(3)(ii), 645a.10(a)(2)(ii)."""
    at = table(dealing=dealing)
    for seat in (1, 2):
        place(at, seat, pai_gow=1000, progressive=100)
    close(at)
    start(at)
    early = refuses(at, envelope(cmd.DealCards()))
    assert (early.code, early.clause) == ("CHIPS_ARE_COUNTED", clause)
    at.do(cmd.CountProgressiveChips(chips=1))
    assert refuses(at, envelope(cmd.DealCards())).code == "CHIPS_ARE_COUNTED"
    at.do(cmd.CountProgressiveChips(chips=2))
    deal(at)


@pytest.mark.parametrize(("dealing", "clause"), [("manual-shoe", "645a.8(d)"), ("hand", "645a.9(c)")])
def test_s8_d_s9_c__one_card_at_a_time_clockwise_to_every_position(dealing, clause):
    """645a.8(d), 645a.9(c)."""
    event = dealt(dealing=dealing)
    assert event.clause == clause
    assert [position for position, _ in event.cards] == [5, 6, 0, 1, 2, 3, 4] * 7


def test_s10_c__stacks_of_seven_from_an_automated_shoe():
    """645a.10(c)."""
    event = dealt(dealing="automated-shoe")
    assert event.clause == "645a.10(c)"
    assert [position for position, _ in event.cards] == [one for one in (5, 6, 0, 1, 2, 3, 4) for _ in range(7)]


@pytest.mark.parametrize("dealing", DEALINGS)
def test_s8_d_s9_c_s10_c__the_same_hands_settle_alike(dealing):
    """645a.8(d), 645a.9(c), 645a.10(c)."""
    for number in range(1, 8):
        given = played({1: WINS, 4: LOSES, 6: SPLITS}, start=number, submission={"dealing": dealing})
        assert [settled(given, "pai_gow", seat).pays for seat in (1, 4, 6)] == ["1 to 1", "lose", "push"]


@pytest.mark.parametrize(
    ("dealing", "right", "wrong"),
    [
        ("manual-shoe", "645a.8(e)", "645a.8(f)"),
        ("hand", "645a.9(d)", "645a.9(e)"),
        ("automated-shoe", "645a.10(d)", "645a.10(e)"),
    ],
)
def test_s8_e_f_s9_d_e_s10_d_e__four_cards_must_be_left(dealing, right, wrong):
    """645a.8(e), 645a.8(f), 645a.9(d), 645a.9(e), 645a.10(d), 645a.10(e)."""

    def counted(count, **more):
        count_ = {"cause": "stub_count", "at": "set", "count": count, **more}
        return played(WINS, irregularities=[count_], submission={"dealing": dealing})

    given = counted(4)
    assert [(one["clause"], one["count"], one["right"]) for one in rulings(given, "stub_counted")][-1] == (
        right,
        4,
        True,
    )
    assert given["net"] == {"1": 950}
    misdealt = counted(3, misdealt=True)
    assert returned(misdealt) == {(1, "pai_gow")}
    assert rulings(misdealt, "stub_counted")[-1]["clause"] == wrong
    assert rulings(misdealt, "deck_removed") == []
    removed = counted(5)
    assert returned(removed) == {(1, "pai_gow")}
    assert [one["clause"] for one in rulings(removed, "deck_removed")] == [wrong]


def test_s8_e__the_stub_is_counted_in_every_round():
    assert faults(GAME, stub_count_every=5) == [("stub_count_every", "645a.8(e)")]


@pytest.mark.parametrize(
    ("dealing", "clause"), [("manual-shoe", "645a.8(e)"), ("hand", "645a.9(d)"), ("automated-shoe", "645a.10(d)")]
)
@pytest.mark.parametrize("shuffler", ["automated", "automatic-reshuffling"])
def test_s8_e_s9_d_s10_d__the_dealer_counts_it_right_after_the_deal_before_any_hand_is_set(dealing, clause, shuffler):
    """645a.8(e), 645a.9(d), 645a.10(d)."""
    at = table(dealing=dealing, shuffler=shuffler)
    for seat in (1, 2):
        place(at, seat)
    close(at)
    start(at)
    counting = envelope(cmd.CountDeck(count=4))
    deal(at, 42)
    assert refuses(at, counting).clause == clause
    deal(at)
    assert events(at, ev.StubCounted) == []
    [ask] = at.due()
    assert (ask.command, ask.word, ask.role, ask.clause) == ("count_deck", "stub", Role.DEALER, clause)
    for early in (envelope(cmd.Decide(word="house way"), seat=1), envelope(cmd.SettleRound())):
        refusal_ = refuses(at, early)
        assert (refusal_.code, refusal_.clause) == ("STUB_COUNT_IS_DUE", clause)
    at.do(counting)
    [counted] = events(at, ev.StubCounted)
    assert (counted.count, counted.right) == (4, True)
    again = refuses(at, counting)
    assert (again.code, again.clause) == ("STEP_IS_DUE", clause)
    at.do(cmd.Decide(word="house way"), seat=1)
    assert refuses(at, counting).clause == clause
    late = {"cause": "stub_count", "at": "reveal", "count": 3}
    assert refused(WINS, irregularities=[late], submission={"dealing": dealing})["clause"] == clause


def test_s8_e__with_only_a_bank_and_the_dealers_wager_too():
    """645a.8(e), 645a.12(i)."""
    at = table(seats=(3,))
    play_round(at)
    accept(at, 3)
    ready(at, at.rules.game.deck)
    close(at)
    start(at)
    deal(at)
    assert [ask.command for ask in at.due()] == ["count_deck"]
    assert refuses(at, envelope(cmd.Decide(word="house way"), seat=3)).clause == "645a.8(e)"
    finish(at)


def test_s8_g__cards_of_positions_without_a_wager_are_never_shown():
    """645a.8(g), 645a.9(f), 645a.10(f)."""
    at = table()
    place(at)
    close(at)
    start(at)
    deal(at)
    for viewer in (Viewer(Role.PLAYER, "A"), Viewer(Role.DEALER)):
        assert set(at.observe(viewer).hands) == {0, 1}


@pytest.mark.parametrize("dealing", DEALINGS)
def test_s8_g__not_even_to_who_sits_there(dealing):
    """645a.8(g), 645a.9(f), 645a.10(f)."""
    at = table(seats=(1, 2), dealing=dealing)
    place(at, 1)
    close(at)
    deal_out(at)
    held = hand_of(at, 1)
    finish(at)
    assert shown(at, "B") == set()
    assert shown(at, "A") == {(1, card) for card in held}


def shown(at, person):
    """The cards of the deals that a player has been shown, with where they went."""
    seen = events(at.seen_by(Viewer(Role.PLAYER, person), at.events), ev.CardsDealt)
    dealt: list[tuple[Any, Any]] = [one for event in seen for one in event.cards]
    return {(to, card) for to, card in dealt if card is not None}


def test_s8_f__of_a_round_void_before_the_count_nobody_is_shown_a_card_afterwards():
    """645a.8(f), 645a.9(e), 645a.10(e)."""
    at = table(seats=(1,))
    place(at)
    close(at)
    start(at)
    deal(at)
    at.do(cmd.CountDeck(count=5))
    assert last(at, ev.RoundEnded).void
    assert shown(at, "A") == set()


def test_s8_d__a_deck_that_does_not_suffice_is_refused():
    round_ = stated(WINS, wagers=MAIN)
    round_["deck"] = " ".join(round_["deck"].split()[:48])
    assert refusal(**round_)["code"] == "DECK_SUFFICES"
