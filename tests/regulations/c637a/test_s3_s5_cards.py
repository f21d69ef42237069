"""637a.3 to .5 and .7(e): two decks, their opening, shuffle, cut, count and change; the deck in the dealer's hand."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import DECK_52, Card
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.table import POKER
from houseway.engine.cards.state import CardsStage
from houseway.engine.kernel import Envelope, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.card_procedures import stages
from tests.kit.card_views import burned_cards, deck_of, discards, set_aside_cards, stub_of
from tests.kit.table_views import balance_of, chips_of, decks_to_shuffle, hand_of, look_at
from tests.kit.tables import accepted, last, refuses
from tests.regulations.c637a.poker import NO_LIMIT, pushed, table

ORDER: tuple[Card, ...] = tuple(DECK_52[place * 7 % 52] for place in range(52))
"""Every seventh card, so that a showdown has one winner."""
HOURS_12 = 12 * 60 * 60


def _table(shuffler: str = "manual", game: str = "holdem", players: int = 2) -> Table:
    at = table(game, players, **{**NO_LIMIT, "shuffler": shuffler})
    accepted(at, envelope(cmd.ReceiveDecks(decks=2), at=0))
    return at


def _viewed(at: Table) -> Table:
    accepted(at, envelope(cmd.InspectCards()))
    accepted(at, envelope(cmd.VerifyInspection()))
    accepted(at, envelope(cmd.SpreadCards()))
    for player in ("p1", "p2"):
        accepted(at, envelope(cmd.ViewCards(), by=player))
    return at


def _shuffled(at: Table, deck: int) -> None:
    accepted(at, envelope(cmd.ShuffleCards(order=ORDER, deck=deck), at=0))


def _ready(at: Table, deck: int, *, cut: int = 10) -> None:
    _shuffled(at, deck)
    accepted(at, envelope(cmd.CutCards(depth=cut)))


def _opened(shuffler: str = "manual", game: str = "holdem") -> Table:
    at = _viewed(_table(shuffler, game))
    for deck in (0, 1):
        accepted(at, envelope(cmd.WashCards(deck=deck)))
        if shuffler == "manual":
            _ready(at, deck)
        else:
            _shuffled(at, deck)
            if shuffler == "automated-counting":
                accepted(at, envelope(cmd.ReportDeviceCount(count=52)))
    return at


def _start(at: Table, now: int = 0) -> None:
    accepted(at, envelope(cmd.StartRound(), at=now))


def _fold_out(at: Table) -> None:
    _start(at)
    accepted(at, envelope(cmd.DealStreet()))
    accepted(at, envelope(cmd.Act(word="fold"), seat=look_at(at).actor))
    pushed(at)


def _refused_start(at: Table, now: int = 0) -> Refusal:
    return refuses(at, envelope(cmd.StartRound(), at=now))


# 637a.3


def test_s3_a__two_decks_are_kept_at_the_table() -> None:
    at = table("holdem", 2, **NO_LIMIT)
    given = refuses(at, envelope(cmd.ReceiveDecks(decks=1), at=0))
    assert (given.code, given.clause) == ("DECK_IS_COMPLETE", "637a.3(a)")


def test_s3_a__decks_alternate_from_round_to_round() -> None:
    at = _opened()
    _fold_out(at)
    _fold_out(at)
    assert [event.deck for event in at.events if isinstance(event, ev.DeckPutIntoPlay)] == [0, 1]
    _ready(at, 1)
    given = _refused_start(at)
    assert (given.code, given.clause) == ("DECKS_ALTERNATE", "637a.3(a)")
    _ready(at, 0)
    _fold_out(at)


def test_s3_a__by_hand_the_other_deck_is_stored_during_a_round() -> None:
    at = _opened()
    _fold_out(at)
    _start(at)
    given = refuses(at, envelope(cmd.ShuffleCards(order=ORDER, deck=0), at=0))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.3(a)")


def test_s3_b__a_device_shuffles_the_other_deck_during_a_round() -> None:
    at = _opened("automated-counting")
    _fold_out(at)
    _start(at)
    _shuffled(at, 0)
    accepted(at, envelope(cmd.ReportDeviceCount(count=52)))
    assert POKER.replay(at.events) == at.state


def test_s3_c__decks_are_changed_after_twelve_hours() -> None:
    at = _opened()
    given = _refused_start(at, HOURS_12)
    assert (given.code, given.clause) == ("DECK_CHANGE_IS_DUE", "637a.3(c)")
    accepted(at, envelope(cmd.ChangeDecks(), at=HOURS_12))
    accepted(at, envelope(cmd.ReceiveDecks(decks=2), at=HOURS_12))
    _start(_opened(), HOURS_12 - 1)


# 637a.4


def test_s4_a_to_c__the_steps_of_the_opening_come_in_order() -> None:
    at = _table()
    for command in (
        envelope(cmd.VerifyInspection()),
        envelope(cmd.SpreadCards()),
        envelope(cmd.WashCards(deck=0)),
        envelope(cmd.ShuffleCards(order=ORDER, deck=0), at=0),
    ):
        given = refuses(at, command)
        assert (given.code, given.clause, given.legal) == ("STEP_IS_DUE", "637a.4(a)", ("inspect the cards",))
    assert _refused_start(at).code == "STEP_IS_DUE"


def test_s4_a__a_dealer_does_not_verify_the_inspection() -> None:
    at = _table()
    accepted(at, envelope(cmd.InspectCards()))
    assert refuses(at, envelope(cmd.VerifyInspection(), role=Role.DEALER)).code == "ROLE_IS_AUTHORISED"


def test_s4_b__the_first_two_players_inspect_the_cards() -> None:
    at = _table()
    accepted(at, envelope(cmd.InspectCards()))
    accepted(at, envelope(cmd.VerifyInspection(), role=Role.SHIFT_SUPERVISOR))
    assert refuses(at, envelope(cmd.SpreadCards(face_up=False))).clause == "637a.4(b)"
    accepted(at, envelope(cmd.SpreadCards()))
    accepted(at, envelope(cmd.ViewCards(), by="p1"))
    assert refuses(at, envelope(cmd.ViewCards(), by="p1")).clause == "637a.4(b)"
    assert refuses(at, envelope(cmd.WashCards(deck=0))).code == "STEP_IS_DUE"
    accepted(at, envelope(cmd.ViewCards(), by="p2"))
    accepted(at, envelope(cmd.WashCards(deck=0)))


def _asked(at: Table[Any, Any]) -> tuple[str, str]:
    """What is asked of the dealer for the deck that is next."""
    first = next(ask for ask in at.due() if ask.role is Role.DEALER)
    return first.command, first.clause


def test_s4_d__only_the_deck_for_immediate_use_need_be_ready() -> None:
    at = _viewed(_table())
    accepted(at, envelope(cmd.WashCards(deck=0)))
    _ready(at, 0)
    _fold_out(at)
    assert _refused_start(at).code == "STEP_IS_DUE"
    assert _asked(at) == ("wash_cards", "637a.4(d)")
    accepted(at, envelope(cmd.WashCards(deck=1)))
    assert _asked(at) == ("shuffle_cards", "637a.4(d)")
    _ready(at, 1)
    _fold_out(at)


def test_s4_a_s5_d__a_table_without_activity_does_not_spare_the_inspection() -> None:
    at = _table()
    idle = envelope(cmd.SpreadForNoActivity(face_up=True))
    for step in (envelope(cmd.InspectCards()), envelope(cmd.VerifyInspection())):
        given = refuses(at, idle)
        assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.4(a)")
        accepted(at, step)
    accepted(at, idle)


def test_s4_a_s5_d__a_replacement_deck_is_inspected_before_it_is_spread_for_lack_of_activity() -> None:
    at = _opened()
    accepted(at, envelope(cmd.CountDeck(count=51)))
    accepted(at, envelope(cmd.ReceiveDecks(decks=1), at=10))
    given = refuses(at, envelope(cmd.SpreadForNoActivity(face_up=True)))
    assert (given.clause, given.legal) == ("637a.4(a)", ("inspect the cards",))


def test_s4_c_s5_b_2__both_decks_shuffled_are_cut_the_last_one_first() -> None:
    at = _viewed(_table())
    for deck in (0, 1):
        accepted(at, envelope(cmd.WashCards(deck=deck)))
    for deck in (0, 1):
        _shuffled(at, deck)
    accepted(at, envelope(cmd.CutCards(depth=20)))
    accepted(at, envelope(cmd.CutCards(depth=30)))
    assert [(event.deck, event.depth) for event in at.events if isinstance(event, ev.CardsCut)] == [(1, 20), (0, 30)]
    given = refuses(at, envelope(cmd.CutCards(depth=20)))
    assert given.legal == ("start the round",)
    for _ in range(2):
        accepted(at, envelope(cmd.RequireRecut()))
    assert stages(at) == [CardsStage.SHUFFLED] * 2
    for _ in range(2):
        accepted(at, envelope(cmd.CutCards(depth=20)))
    _fold_out(at)
    _fold_out(at)
    assert POKER.replay(at.events) == at.state


def test_s4_d_s5_b_2__a_deck_stored_uncut_is_cut_when_its_turn_comes() -> None:
    at = _viewed(_table())
    for deck in (0, 1):
        accepted(at, envelope(cmd.WashCards(deck=deck)))
        _shuffled(at, deck)
    accepted(at, envelope(cmd.CutCards(depth=20)))
    _start(at)
    stored = refuses(at, envelope(cmd.CutCards(depth=20)))
    assert (stored.code, stored.clause) == ("STEP_IS_DUE", "637a.5(b)(2)")
    accepted(at, envelope(cmd.DealStreet()))
    accepted(at, envelope(cmd.Act(word="fold"), seat=look_at(at).actor))
    pushed(at)
    assert _refused_start(at).clause == "637a.5(b)(2)"
    accepted(at, envelope(cmd.CutCards(depth=20)))
    _fold_out(at)


def test_s4_e__the_order_of_a_preshuffled_deck_is_due_before_its_cut() -> None:
    at = table("holdem", 2, **{**NO_LIMIT, "shuffler": "manual"})
    accepted(at, envelope(cmd.ReceiveDecks(decks=2, preshuffled=True), at=0))
    given = refuses(at, envelope(cmd.CutCards(depth=20)))
    assert (given.clause, given.legal) == ("637a.4(e)", ("state the order of the preshuffled cards",))
    for deck in (0, 1):
        _shuffled(at, deck)
    for _ in range(2):
        accepted(at, envelope(cmd.CutCards(depth=20)))
    _fold_out(at)
    _fold_out(at)


def test_s4_e__preshuffled_decks_go_straight_to_the_cut() -> None:
    at = table("holdem", 2, **{**NO_LIMIT, "shuffler": "manual"})
    accepted(at, envelope(cmd.ReceiveDecks(decks=2, preshuffled=True), at=0))
    (received,) = accepted(at, envelope(cmd.ShuffleCards(order=ORDER, deck=0), at=0))
    assert received.clause == "637a.4(e)"
    accepted(at, envelope(cmd.CutCards(depth=20)))
    _start(at)
    assert deck_of(at)[0] == ORDER[20]


# 637a.5


def test_s5_a__a_deck_is_shuffled_after_each_round() -> None:
    at = _opened()
    _fold_out(at)
    _fold_out(at)
    given = _refused_start(at)
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.5(a)")


def test_s5_a__the_floor_may_direct_a_shuffle() -> None:
    at = _opened()
    accepted(at, envelope(cmd.DirectShuffle()))
    assert _refused_start(at).clause == "637a.5(a)"
    assert refuses(at, envelope(cmd.DirectShuffle(), role=Role.DEALER)).code == "ROLE_IS_AUTHORISED"


def test_s5_a__a_shuffle_keeps_fifty_two_cards() -> None:
    at = _viewed(_table())
    accepted(at, envelope(cmd.WashCards(deck=0)))
    for order, code in (
        (ORDER[:-1], "DECK_IS_COMPLETE"),
        ((*ORDER[:-1], ORDER[0]), "CARD_APPEARS_ONCE"),
    ):
        given = refuses(at, envelope(cmd.ShuffleCards(order=order, deck=0), at=0))
        assert (given.code, given.clause) == (code, "637a.3(a)")


def test_s5_b_1__a_devices_shuffle_is_not_cut() -> None:
    at = _opened("automated")
    given = refuses(at, envelope(cmd.CutCards(depth=20)))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.5(b)(1)")


def test_s5_b_2__the_cut_is_at_least_ten_cards_in() -> None:
    at = _viewed(_table())
    accepted(at, envelope(cmd.WashCards(deck=0)))
    _shuffled(at, 0)
    given = refuses(at, envelope(cmd.CutCards(depth=9)))
    assert (given.code, given.clause) == ("CUT_IS_TEN_CARDS_IN", "637a.5(b)(2)")
    accepted(at, envelope(cmd.CutCards(depth=10)))
    _start(at)
    assert deck_of(at) == ORDER[10:] + ORDER[:10]


def test_s5_c__the_floor_may_require_a_recut_before_the_deal() -> None:
    at = _viewed(_table())
    accepted(at, envelope(cmd.WashCards(deck=0)))
    _ready(at, 0)
    accepted(at, envelope(cmd.RequireRecut()))
    assert _refused_start(at).code == "STEP_IS_DUE"
    accepted(at, envelope(cmd.CutCards(depth=30)))
    _start(at)
    accepted(at, envelope(cmd.DealStreet()))
    late = refuses(at, envelope(cmd.RequireRecut()))
    assert (late.clause, late.legal) == ("637a.5(c)", ("seat 1: fold, call, raise",))
    assert "before any cards have been dealt" in late.message


def test_s5_c__a_recut_after_the_start_of_the_round_changes_the_order_in_play() -> None:
    at = _viewed(_table())
    accepted(at, envelope(cmd.WashCards(deck=0)))
    _ready(at, 0)
    _start(at)
    accepted(at, envelope(cmd.RequireRecut()))
    for early in (envelope(cmd.DealStreet()), envelope(cmd.RequireRecut())):
        given = refuses(at, early)
        assert (given.clause, given.legal) == ("637a.5(c)", ("cut the cards",))
    accepted(at, envelope(cmd.CutCards(depth=20)))
    assert stub_of(at) == ORDER[30:] + ORDER[:30]
    # The deck is in play as before, and before a card has left it a recut may be required again.
    accepted(at, envelope(cmd.RequireRecut()))
    accepted(at, envelope(cmd.CutCards(depth=10)))
    assert stub_of(at) == ORDER[40:] + ORDER[:40]
    accepted(at, envelope(cmd.DealStreet()))
    assert hand_of(at, 1)[0] == ORDER[40]
    assert refuses(at, envelope(cmd.CutCards(depth=20))).code == "STEP_IS_DUE"
    assert POKER.replay(at.events) == at.state


def test_s5_c__a_card_set_aside_is_not_part_of_the_recut() -> None:
    at = _opened()
    _start(at)
    accepted(at, envelope(cmd.RequireRecut()))
    first, *rest = deck_of(at)
    accepted(at, envelope(cmd.ReportIrregularity(cause="face_up_card")))
    assert refuses(at, envelope(cmd.CutCards(depth=51))).legal == ("10 to 50 cards",)
    accepted(at, envelope(cmd.CutCards(depth=50)))
    assert (set_aside_cards(at), stub_of(at)) == ((first,), (rest[50], *rest[:50]))


def test_s5_c__a_round_that_ends_before_its_recut_leaves_the_deck_to_be_shuffled() -> None:
    at = _opened()
    _start(at)
    accepted(at, envelope(cmd.RequireRecut()))
    accepted(at, envelope(cmd.ReportIrregularity(cause="shuffle_or_cut_failed"), role=Role.FLOORPERSON))
    assert decks_to_shuffle(at) == [0]


def test_s5_c__a_devices_shuffle_is_not_recut() -> None:
    at = _opened("automated")
    assert refuses(at, envelope(cmd.RequireRecut())).clause == "637a.5(c)"
    _start(at)
    given = refuses(at, envelope(cmd.RequireRecut()))
    assert (given.clause, given.legal) == ("637a.5(c)", ("deal: hole cards",))


def test_s5_d__decks_of_an_idle_table_are_spread_viewed_and_washed_again() -> None:
    at = _opened()
    assert refuses(at, envelope(cmd.SpreadForNoActivity())).clause == "637a.5(d)"
    accepted(at, envelope(cmd.SpreadForNoActivity(face_up=True)))
    for player in ("p1", "p2"):
        (viewed,) = accepted(at, envelope(cmd.ViewCards(), by=player))
        assert viewed.clause == "637a.5(d)"
    assert _refused_start(at).code == "STEP_IS_DUE"
    accepted(at, envelope(cmd.WashCards(deck=0)))
    _ready(at, 0)
    _start(at)


# 637a.7(e)


def test_s7_e_1__the_deck_stays_in_one_hand_for_a_round() -> None:
    at = _opened()
    _start(at)
    accepted(at, envelope(cmd.HoldDeck(hand="left")))
    given = refuses(at, envelope(cmd.HoldDeck(hand="right")))
    assert (given.clause, given.legal) == ("637a.7(e)(1)", ("left",))


def test_s7_e_1__a_deck_set_down_lies_under_the_marker_button() -> None:
    at = _opened()
    _start(at)
    assert refuses(at, envelope(cmd.SetDeckDown(marker=False))).clause == "637a.7(e)(1)"
    accepted(at, envelope(cmd.SetDeckDown()))
    assert refuses(at, envelope(cmd.DealStreet())).clause == "637a.7(e)(1)"
    accepted(at, envelope(cmd.HoldDeck(hand="left")))
    accepted(at, envelope(cmd.DealStreet()))


def test_s7_e_3__burn_cards_are_kept_apart_from_the_discards() -> None:
    at = _showdown("automated-counting")
    assert len(burned_cards(at)) == 3
    assert not set(burned_cards(at)) & {card for _, card in discards(at)}


def test_s7_e_4_i__a_deck_is_counted_every_five_rounds() -> None:
    at = _opened()
    for number in range(5):
        _fold_out(at)
        _ready(at, number % 2)
    given = _refused_start(at)
    assert (given.code, given.clause) == ("STUB_COUNT_IS_DUE", "637a.7(e)(4)(i)")
    accepted(at, envelope(cmd.CountDeck(count=52)))
    _start(at)


def test_s7_e_4_ii__a_counting_device_spares_the_count_and_must_show_its_own() -> None:
    at = _viewed(_table("automated-counting"))
    for deck in (1, 0):
        accepted(at, envelope(cmd.WashCards(deck=deck)))
        _shuffled(at, deck)
    given = _refused_start(at)
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.7(e)(4)(ii)")
    accepted(at, envelope(cmd.ReportDeviceCount(count=52)))
    _start(at)


def test_s7_e_4_ii__the_device_counts_each_of_two_decks() -> None:
    at = _viewed(_table("automated-counting"))
    for deck in (0, 1):
        accepted(at, envelope(cmd.WashCards(deck=deck)))
        _shuffled(at, deck)
    accepted(at, envelope(cmd.ReportDeviceCount(count=52)))
    cut = refuses(at, envelope(cmd.CutCards(depth=20)))
    assert (cut.clause, cut.legal) == ("637a.5(b)(1)", ("report the device's count",))
    accepted(at, envelope(cmd.ReportDeviceCount(count=51)))
    # The deck shuffled last was counted first, so the wrong count is the other's.
    assert last(at, ev.DeckRemoved).deck == 0


def test_s7_e_4_ii__a_third_count_names_what_is_due() -> None:
    at = _opened("automated-counting")
    given = refuses(at, envelope(cmd.ReportDeviceCount(count=52)))
    assert (given.clause, given.legal) == ("637a.7(e)(4)(ii)", ("start the round",))


def test_s7_e_4_i__a_deck_that_has_left_the_table_is_not_counted() -> None:
    at = _opened()
    _fold_out(at)
    for removed in (0, 1):
        events = accepted(at, envelope(cmd.CountDeck(count=51)))
        assert [event.deck for event in events] == [removed, removed]
    assert refuses(at, envelope(cmd.CountDeck(count=52))).legal == ("receive decks",)


@pytest.mark.parametrize("shuffler", ["manual", "automated-counting"])
def test_s7_e_5__a_wrong_count_removes_the_deck(shuffler: str) -> None:
    at = _opened(shuffler)
    if shuffler == "manual":
        events = accepted(at, envelope(cmd.CountDeck(count=51)))
    else:
        _fold_out(at)
        _shuffled(at, 0)
        events = accepted(at, envelope(cmd.ReportDeviceCount(count=51)))
    assert events[-1].clause == "637a.7(e)(5)"
    assert last(at, ev.DeckRemoved).deck == 0
    assert _refused_start(at).clause == "637a.3(a)"
    accepted(at, envelope(cmd.ReceiveDecks(decks=1), at=10))
    accepted(at, envelope(cmd.InspectCards()))


def _showdown(shuffler: str = "manual", game: str = "holdem") -> Table:
    at = _opened(shuffler, game)
    _start(at)
    while look_at(at).status != "showdown":
        if look_at(at).status == "dealing":
            accepted(at, envelope(cmd.DealStreet()))
        else:
            options = options_now(at.rules, at.state)
            assert options is not None
            word = "check" if options.check else "call"
            accepted(at, envelope(cmd.Act(word=word), seat=options.seat))
    return at


def test_s7_e_4_i__the_stub_of_holdem_may_be_counted() -> None:
    at = _showdown()
    accepted(at, envelope(cmd.CountDeck(count=52 - 4 - 8)))
    assert look_at(at).status == "showdown"
    wrong = _showdown()
    events = accepted(wrong, envelope(cmd.CountDeck(count=39)))
    assert look_at(wrong).status == "between rounds"
    assert events[-1].clause == "637a.18(i)"
    assert chips_of(wrong, "p1") == chips_of(wrong, "p2") == 10_000


@pytest.mark.parametrize("misdealt", [False, True])
def test_s7_e_4_i__at_most_five_rounds_follow_a_count_of_the_stub(misdealt: bool) -> None:
    at = _showdown()
    accepted(at, envelope(cmd.CountDeck(count=52 - 4 - 8)))
    if misdealt:
        accepted(at, envelope(cmd.ReportIrregularity(cause="shuffle_or_cut_failed"), role=Role.FLOORPERSON))
    else:
        accepted(at, envelope(cmd.CountLosingHands(count=2)))
        accepted(at, envelope(cmd.AwardPots()))
    # A misdealt deck is used again; otherwise the other deck is next and is ready.
    _ready(at, 0)
    first = 0 if misdealt else 1
    for number in range(first, first + 5):
        _fold_out(at)
        _ready(at, number % 2)
    assert _refused_start(at).code == "STUB_COUNT_IS_DUE"
    assert POKER.replay(at.events) == at.state


def test_s7_e_6_i__losing_hands_are_counted_before_the_pot_is_pushed() -> None:
    at = _showdown()
    given = refuses(at, envelope(cmd.AwardPots()))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.7(e)(6)(i)")
    accepted(at, envelope(cmd.CountLosingHands(count=2)))
    accepted(at, envelope(cmd.AwardPots()))
    assert look_at(at).status == "between rounds"
    assert POKER.replay(at.events) == at.state


def test_s7_e_6_i__which_hands_lost_is_known_before_they_are_collected() -> None:
    """637a.18(e): who would concede does so before."""
    at = _showdown()
    kinds = [type(event).__name__ for event in accepted(at, envelope(cmd.CountLosingHands(count=2)))]
    assert kinds == ["HandShown", "HandShown", "LosingHandsCounted"]
    late = refuses(at, envelope(cmd.ShowHand(muck=True), seat=1))
    assert (late.code, late.clause) == ("SEAT_IS_ASKED", "637a.18(e)")


def test_s7_e_6_i__a_card_that_does_not_come_back_is_missing() -> None:
    at = _showdown()
    events = accepted(at, envelope(cmd.CountLosingHands(count=1)))
    assert events[-1].clause == "637a.18(i)"
    assert chips_of(at, "p1") == 10_000


def test_s7_e_6_i__nobody_counts_losing_hands_for_the_dealer() -> None:
    """All others have folded: the pot stays until the dealer has counted their hands, which is what is due."""
    at = _opened()
    _start(at)
    accepted(at, envelope(cmd.DealStreet()))
    folded = accepted(at, envelope(cmd.Act(word="fold"), seat=look_at(at).actor))
    assert [type(event).__name__ for event in folded[-2:]] == ["UncalledBetReturned", "LastPlayerLeft"]
    assert (folded[-1].clause, look_at(at).status, balance_of(at, "pot")) == ("637a.7(d)", "awarding", 100)
    (due,) = [ask for ask in at.due() if not ask.may_wait]
    assert (due.command, due.role, due.clause) == ("count_losing_hands", Role.DEALER, "637a.7(e)(6)(i)")
    assert refuses(at, envelope(cmd.AwardPots())).clause == "637a.7(e)(6)(i)"
    accepted(at, envelope(cmd.CountLosingHands(count=2)))
    again = refuses(at, envelope(cmd.CountLosingHands(count=2)))
    assert (again.code, again.clause) == ("STEP_IS_DUE", "637a.7(e)(6)(i)")
    assert [ask.command for ask in at.due() if not ask.may_wait] == ["award_pots"]
    accepted(at, envelope(cmd.AwardPots()))
    assert look_at(at).status == "between rounds" and POKER.replay(at.events) == at.state


def test_s7_e_6__a_round_won_by_folds_counts_the_folded_hands() -> None:
    at = _opened()
    _fold_out(at)
    assert [event.count for event in at.events if event.clause == "637a.7(e)(6)(i)"] == [2]  # type: ignore[attr-defined]


# 637a.18(g), (q), (r) with the table's own decks.


def test_s18_g__a_misdealt_deck_is_reshuffled_and_used_again() -> None:
    at = _opened()
    _start(at)
    accepted(at, envelope(cmd.DealStreet()))
    accepted(at, envelope(cmd.ReportIrregularity(cause="wrong_starting_position"), role=Role.FLOORPERSON))
    assert decks_to_shuffle(at) == [0]
    _ready(at, 0)
    _start(at)
    assert last(at, ev.DeckPutIntoPlay).deck == 0


def test_s18_q__a_jam_means_a_reshuffle() -> None:
    at = _opened("automated-counting")
    _fold_out(at)
    accepted(at, envelope(cmd.ReportDeviceFault(device="shuffler")))
    _fold_out(at)
    assert _refused_start(at).clause == "637a.5(a)"
    _shuffled(at, 0)


JAMS = (
    envelope(cmd.ReportDeviceFault(device="shuffler")),
    envelope(cmd.ReportIrregularity(cause="shuffler_fault")),
)
FAILURES = (
    envelope(cmd.ReportDeviceFault(device="shuffler", usable=False)),
    envelope(cmd.ReportIrregularity(cause="shuffler_out_of_order")),
)


@pytest.mark.parametrize("fault", [*JAMS, *FAILURES])
def test_s18_q__637a_jam__a_deck_that_is_finished_stays_ready(fault: Envelope) -> None:
    at = _viewed(_table("automated"))
    for deck in (0, 1):
        accepted(at, envelope(cmd.WashCards(deck=deck)))
    _shuffled(at, 0)
    accepted(at, fault)
    assert stages(at) == [CardsStage.READY, CardsStage.WASHED]


@pytest.mark.parametrize("jam", JAMS)
def test_s18_q__637a_jam__where_no_deck_waits_the_one_shuffled_last_is_shuffled_again(jam: Envelope) -> None:
    at = _opened("automated")
    accepted(at, jam)
    assert stages(at) == [CardsStage.READY, CardsStage.USED]
    _start(at)
    # In a round the device has the other deck, and the one in play is not concerned.
    _shuffled(at, 1)
    accepted(at, jam)
    assert stages(at) == [CardsStage.IN_PLAY, CardsStage.USED]
    assert POKER.replay(at.events) == at.state


@pytest.mark.parametrize("fault", [*JAMS, *FAILURES])
def test_s18_q_s18_r__a_table_that_shuffles_by_hand_has_no_device_to_fail(fault: Envelope) -> None:
    for at in (_opened(), table("holdem", 2, **{**NO_LIMIT, "shuffler": "manual"})):
        given = refuses(at, fault)
        assert given.code == "DEVICE_IS_IN_USE"
        assert given.clause == ("637a.18(q)" if fault in JAMS else "637a.18(r)")


@pytest.mark.parametrize("failure", FAILURES)
def test_s18_r__however_it_is_reported_a_device_out_of_order_is_covered_first(failure: Envelope) -> None:
    at = _opened("automated-counting")
    accepted(at, failure)
    for again in (*JAMS, *FAILURES):
        assert refuses(at, again).code == "DEVICE_IS_COVERED"
    assert refuses(at, envelope(cmd.UseMethod(shuffler="manual"))).code == "DEVICE_IS_COVERED"
    accepted(at, envelope(cmd.CoverDevice(device="shuffler")))
    accepted(at, envelope(cmd.UseMethod(shuffler="manual")))


def test_s18_r__a_device_out_of_order_is_covered_before_another_method() -> None:
    at = _opened("automated-counting")
    accepted(at, envelope(cmd.ReportDeviceFault(device="shuffler", usable=False)))
    given = refuses(at, envelope(cmd.ShuffleCards(order=ORDER, deck=1), at=0))
    assert (given.code, given.clause) == ("DEVICE_IS_COVERED", "637a.18(r)")
    given = refuses(at, envelope(cmd.UseMethod(shuffler="manual")))
    assert (given.code, given.clause) == ("DEVICE_IS_COVERED", "637a.18(r)")
    accepted(at, envelope(cmd.CoverDevice(device="shuffler")))
    accepted(at, envelope(cmd.UseMethod(shuffler="manual")))
    _ready(at, 1)
    _start(at)


def test_s4_b__the_first_two_players_seated_view_the_cards() -> None:
    at = _table(players=3)
    accepted(at, envelope(cmd.InspectCards()))
    accepted(at, envelope(cmd.VerifyInspection()))
    accepted(at, envelope(cmd.SpreadCards()))
    for stranger in ("p3", "Ann"):
        late = refuses(at, envelope(cmd.ViewCards(), by=stranger))
        assert (late.clause, late.legal) == ("637a.4(b)", ("p1", "p2"))
    accepted(at, envelope(cmd.ViewCards(), by="p2"))
    accepted(at, envelope(cmd.ViewCards(), by="p1"))


def test_s5_b_2__the_dealer_cuts() -> None:
    at = _viewed(_table())
    accepted(at, envelope(cmd.WashCards(deck=0)))
    _shuffled(at, 0)
    by_player = refuses(at, envelope(cmd.CutCards(depth=20), role=Role.PLAYER, seat=1))
    assert (by_player.code, by_player.clause) == ("ROLE_IS_AUTHORISED", "637a.5(b)(2)")
    accepted(at, envelope(cmd.CutCards(depth=20)))


def test_s18_i__the_deck_that_is_in_play_leaves_the_table() -> None:
    at = _opened()
    _fold_out(at)
    _start(at)
    assert last(at, ev.DeckPutIntoPlay).deck == 1
    happened = at.do(cmd.ReportIrregularity(cause="missing_card"), role=Role.FLOORPERSON)
    assert [event.deck for event in happened if isinstance(event, ev.DeckRemoved)] == [1]


@pytest.mark.parametrize("cut", [False, True])
def test_s7_e_4_i__a_deck_may_be_counted_once_it_is_washed(cut: bool) -> None:
    at = _viewed(_table("manual", "holdem"))
    early = refuses(at, envelope(cmd.CountDeck(count=52)))
    assert (early.clause, early.legal) == ("637a.4(c)", ("wash the cards",))
    accepted(at, envelope(cmd.WashCards(deck=1)))
    (counted,) = accepted(at, envelope(cmd.CountDeck(count=52)))
    assert (counted.clause, counted.deck) == ("637a.7(e)(4)(i)", 1)
    _ready(at, 1) if cut else _shuffled(at, 1)
    (counted,) = accepted(at, envelope(cmd.CountDeck(count=52)))
    assert (counted.clause, counted.deck) == ("637a.7(e)(4)(i)", 1)


def _seat_two_more(at: Table) -> None:
    for seat in (1, 2):
        accepted(at, envelope(cmd.LeaveSeat(), seat=seat))
    for seat, player in ((5, "p5"), (7, "p7")):
        accepted(at, envelope(cmd.TakeSeat(cents=10_000), seat=seat, by=player))


@pytest.mark.parametrize("shuffler", ["automated", "automated-counting"])
def test_s4_c__s3_b__with_a_device_both_decks_are_washed_and_shuffled_before_play(shuffler: str) -> None:
    at = _viewed(_table(shuffler))
    accepted(at, envelope(cmd.WashCards(deck=0)))
    _shuffled(at, 0)
    if shuffler == "automated-counting":
        accepted(at, envelope(cmd.ReportDeviceCount(count=52)))
    refusal = _refused_start(at)
    assert (refusal.code, refusal.clause, refusal.legal) == ("STEP_IS_DUE", "637a.4(c)", ("shuffle deck 1",))
    accepted(at, envelope(cmd.WashCards(deck=1)))
    assert _refused_start(at).clause == "637a.4(c)"
    _shuffled(at, 1)
    if shuffler == "automated-counting":
        accepted(at, envelope(cmd.ReportDeviceCount(count=52)))
    _fold_out(at)


def test_s4_d__by_hand_only_the_deck_for_immediate_use_is_made_ready() -> None:
    at = _viewed(_table())
    accepted(at, envelope(cmd.WashCards(deck=0)))
    _ready(at, 0)
    _fold_out(at)


def test_s5_d__cards_that_lay_at_an_empty_table_are_spread_for_the_next_two_players() -> None:
    at = _opened()
    _fold_out(at)
    _seat_two_more(at)
    refusal = _refused_start(at)
    assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "637a.5(d)")
    assert at.due()[0].command == "spread_for_no_activity"
    accepted(at, envelope(cmd.SpreadForNoActivity(face_up=True)))
    assert refuses(at, envelope(cmd.ViewCards(), by="p9")).clause == "637a.5(d)"
    for player in ("p5", "p7"):
        accepted(at, envelope(cmd.ViewCards(), by=player))
    for deck in (0, 1):
        accepted(at, envelope(cmd.WashCards(deck=deck)))
        _ready(at, deck)
    _start(at)
    assert POKER.replay(at.events) == at.state


def test_s5_d__new_decks_are_opened_and_not_spread_for_lack_of_activity() -> None:
    at = _opened()
    _fold_out(at)
    _seat_two_more(at)
    accepted(at, envelope(cmd.ChangeDecks(), at=0))
    assert "spread_for_no_activity" not in [ask.command for ask in at.due()]


def test_s5_d__while_somebody_stays_the_cards_stay() -> None:
    at = _opened()
    _fold_out(at)
    accepted(at, envelope(cmd.LeaveSeat(), seat=1))
    accepted(at, envelope(cmd.TakeSeat(cents=10_000), seat=7, by="p7"))
    _start(at)


# 637a.11(c) and its like


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("holdem", "637a.11(c)(1)"),
        ("omaha-high", "637a.12(c)(1)"),
        ("draw-high", "637a.13(c)(1)"),
        ("omaha5-high", "637a.19(c)(1)"),
        ("triple-draw-2-7", "637a.20(c)(1)"),
        ("badugi", "637a.21(c)(1)"),
    ],
)
def test_c_1__the_button_begins_right_of_the_dealer_or_where_a_card_says(game: str, clause: str) -> None:
    """637a.11(c)(1)(ii) 637a.12(c)(1)(ii) 637a.13(c)(1)(ii) 637a.19(c)(1)(ii) 637a.20(c)(1)(ii) 637a.21(c)(1)(ii)"""
    at = _opened(game=game)
    refusal = refuses(at, envelope(cmd.StartRound(button=1), at=0))
    assert (refusal.code, refusal.clause) == ("ROUND_IS_WELL_FORMED", clause)
    assert refusal.legal == ("seat 2", "deal a card to each player")
    right = at.fork()
    _start(right)
    assert look_at(right).button == 2
    for drawn in ((1,), (1, 1), (1, 2, 3), (1, 52)):
        refusal = refuses(at, envelope(cmd.StartRound(button_cards=drawn), at=0))
        assert refusal.code in ("CARDS_ARE_VALID", "VALUES_ARE_IN_RANGE")
    by_card, *_ = accepted(at, envelope(cmd.StartRound(button_cards=(51, 3)), at=0))[1:]
    assert (by_card.clause, by_card.seat, look_at(at).button) == (f"{clause}(ii)", 1, 1)


def test_s11_c_2__a_card_names_no_button_while_the_game_goes_on() -> None:
    at = _opened()
    _fold_out(at)
    refusal = refuses(at, envelope(cmd.StartRound(button_cards=(51, 3)), at=0))
    assert (refusal.code, refusal.clause) == ("ROUND_IS_WELL_FORMED", "637a.11(c)(2)")


@pytest.mark.parametrize("named", [0, 7])
def test_s11_c_1__play_commences_anew_when_everybody_had_left(named: int) -> None:
    at = table("holdem", 2, **NO_LIMIT)
    accepted(at, envelope(cmd.StartRound(order=ORDER, button=2)))
    accepted(at, envelope(cmd.DealStreet()))
    accepted(at, envelope(cmd.Act(word="fold"), seat=look_at(at).actor))
    _seat_two_more(at)
    accepted(at, envelope(cmd.StartRound(order=ORDER, button=named)))
    assert look_at(at).button == 7
