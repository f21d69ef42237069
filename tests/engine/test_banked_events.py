"""Every event of banked tables with its clause, in one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from houseway.cards import DECK_53, card, cards
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.events import EVENTS
from houseway.engine.cards import events as card_events
from houseway.engine.kernel import Event, Table, envelope, kinds_in
from houseway.engine.opening import FundTable, LeaveSeat, OpenTable, TakeSeat
from houseway.engine.refusal import Refusal
from tests.kit.banked_points import (
    ACCEPT,
    ANN_AND_BOB,
    BET,
    BONUS,
    BONUS_STREETS,
    CLOSE,
    COUNT,
    DEAL,
    DEALER,
    DEALER_IN,
    DEALT,
    DOCUMENT,
    GOW_COUNTED,
    GOW_DEALT,
    GOW_LOCKED,
    GOW_SET,
    GOW_SETTLE,
    HEADS_UP,
    HI_LO,
    HI_LO_HANDS,
    HI_LO_PLAYED,
    LAST_ASKED,
    LOCKED,
    PAI_GOW,
    REVEAL,
    SETTLE,
    START,
    TO_REVEAL,
    TO_SETTLE,
    VALIDATE,
    Said,
    at,
    gow,
    places,
    reports,
    royal,
    says,
    second,
)
from tests.kit.decks import holdem_deck, pai_gow_deck
from tests.kit.scenarios import tag
from tests.kit.table_views import balance_of, sum_of_accounts

T = Table[Any, Any]
LOSE, WIN, MID = "Jc Ts 8h 6c 4d 5h 3s", "As Ah 8d 6h 4c Kc Ks", "Kd Qh 9c 7s 5d 3h 2c"


# What is said at which point, and what is recorded, each event with its clause.
RIGHT: tuple[tuple[str, Callable[[], T], Said, str], ...] = (
    ("fund", lambda: at(BONUS), FundTable(meters={"progressive": 2_000_000}), "table_funded 647a.7(a)"),
    ("open", lambda: Table(at(HEADS_UP).rules), OpenTable(), "table_opened 677a.4(a)"),
    ("sit", lambda: at(HEADS_UP), envelope(TakeSeat(cents=100), seat=2, by="Bob"), "seat_taken 677a.7(b)"),
    ("leave", lambda: at(HEADS_UP), envelope(LeaveSeat(), seat=1), "seat_left 677a.7(b)"),
    (
        "spoken for",
        lambda: at(HEADS_UP, staffed=True),
        envelope(cmd.PlaceWagers(wagers={"ante": 500}), seat=1, by="Dee", role=DEALER),
        "spoken_for 677a.7(b), wagers_placed 677a.7(a)",
    ),
    (
        "withdraw",
        lambda: at(HEADS_UP, BET),
        envelope(cmd.WithdrawWagers(wagers=("ante", "odds")), seat=1),
        "wagers_withdrawn 677a.7(c)",
    ),
    ("taken back", lambda: at(HEADS_UP, BET), cmd.AbandonWagers(seat=1), "wagers_withdrawn 677a.7(c)"),
    (
        "abandoned locked",
        lambda: at(HEADS_UP, *LOCKED),
        cmd.AbandonWagers(seat=1),
        "wagers_abandoned 677a.7(b), wager_settled 677a.7(b), wager_settled 677a.7(b), round_ended 677a.11(j)",
    ),
    (
        "abandoned asked",
        lambda: at(HEADS_UP, *DEALT),
        cmd.AbandonWagers(seat=1),
        "wagers_abandoned 677a.7(b), wager_settled 677a.7(b), wager_settled 677a.7(b), phase_began 677a.11(g)(2)",
    ),
    ("close", lambda: at(HEADS_UP, BET), CLOSE, "bets_closed 677a.8(b)"),
    (
        "close and count",
        lambda: at(BONUS, places(ante=1_000, progressive=100)),
        cmd.AnnounceNoMoreBets(chips=1),
        "bets_closed 647a.8(b), chips_counted 647a.8(b)",
    ),
    (
        "close with a lammer",
        lambda: at(PAI_GOW, places(pai_gow=1_000, fortune=500)),
        CLOSE,
        "bets_closed 645a.8(b), envy_lammers_placed 645a.8(b)(1)",
    ),
    (
        "count chips",
        lambda: at(BONUS, places(ante=1_000, progressive=100), CLOSE),
        cmd.CountProgressiveChips(chips=1),
        "chips_counted 647a.8(b)",
    ),
    (
        "draw",
        lambda: at(BONUS, places(ante=1_000, five_card_player=100), CLOSE),
        cmd.DrawAtRandom(magic_card=card("As"), lucky=0),
        "drawn_at_random 647a.1",
    ),
    ("start", lambda: at(PAI_GOW, *GOW_LOCKED), START, "start_determined 645a.5(i)(2)"),
    (
        "dice",
        lambda: at(PAI_GOW, *GOW_LOCKED, start_by="dice"),
        cmd.DetermineStart(dice=(1, 2, 3)),
        "start_determined 645a.5(i)(1)",
    ),
    (
        "deal",
        lambda: at(HEADS_UP, *LOCKED),
        DEAL,
        "deck_put_into_play 677a.3(a), phase_began 677a.8(c), cards_dealt 677a.8(c), phase_began 677a.11(b)",
    ),
    (
        "deal with two decks",
        lambda: at(HEADS_UP, *LOCKED, decks=2, shuffler="automated"),
        DEAL,
        "deck_put_into_play 677a.3(b)(3), phase_began 677a.8(c), cards_dealt 677a.8(c), phase_began 677a.11(b)",
    ),
    (
        "deal by hand",
        lambda: at(BONUS, places(ante=1_000), CLOSE, dealing="hand"),
        DEAL,
        "deck_put_into_play 647a.3(a), phase_began 647a.9(b), cards_dealt 647a.9(b), phase_began 647a.11(b)",
    ),
    (
        "community first",
        lambda: at(
            HEADS_UP,
            *LOCKED,
            DEAL,
            DEAL,
            says("check"),
            dealing="automated-shoe",
            shuffler="automatic-reshuffling",
            community_first=True,
        ),
        DEAL,
        "community_turned 677a.11(c), phase_began 677a.11(d)",
    ),
    ("raise", lambda: at(HEADS_UP, *DEALT), says("raise", cents=3_000), "decided 677a.11(b), phase_began 677a.11(c)"),
    (
        "fold",
        lambda: at(HEADS_UP, *LAST_ASKED),
        says("fold"),
        "decided 677a.11(f), wager_settled 677a.11(f), wager_settled 677a.11(f), phase_began 677a.11(g)(2)",
    ),
    (
        "forfeit",
        lambda: at(HI_LO, places(ante=1_000, tie=100), CLOSE, DEAL),
        says("fold"),
        "decided 663a.11(b), wager_settled 663a.11(b), wager_settled 663a.11(b)(1), phase_began 663a.11(f)",
    ),
    (
        "set",
        lambda: at(HI_LO, *HI_LO_PLAYED, order=HI_LO_HANDS),
        says("set", setting="Js 9c 8d / Ah 2c"),
        "decided 663a.11(d), hands_set 663a.11(d), phase_began 663a.11(e)",
    ),
    (
        "house way",
        lambda: at(PAI_GOW, *GOW_COUNTED),
        says("house way"),
        "decided 645a.11(a)(1), hands_set 645a.11(b), phase_began 645a.11(c)",
    ),
    (
        "surrender",
        lambda: at(PAI_GOW, *GOW_SETTLE),
        says("surrender"),
        "decided 645a.11(d), wager_settled 645a.11(d), phase_began 645a.11(e)",
    ),
    ("reveal", lambda: at(HEADS_UP, *TO_REVEAL), REVEAL, "bank_revealed 677a.11(g), phase_began 677a.11(g)(2)"),
    (
        "reveal wrong set",
        lambda: gow({0: MID, 1: WIN}, *GOW_SET),
        cmd.RevealBank(high=cards("Kd 9c 7s 5d 3h"), low=cards("Qh 2c")),
        "bank_revealed 645a.11(c), irregularity_ruled 645a.14(i), hands_set 645a.14(i), phase_began 645a.11(d)",
    ),
    (
        "settle gow",
        lambda: gow({0: MID, 1: WIN}, *GOW_SETTLE),
        SETTLE,
        "phase_began 645a.11(e), hands_revealed 645a.11(e), wager_settled 645a.13(a), wager_settled 645a.13(a), round_ended 645a.11(j)",
    ),
    (
        "settle",
        lambda: at(HEADS_UP, *TO_SETTLE, order=holdem_deck(["As Ad"], "Jd 5h", "Qs Jc Ts 2h 7d", streets=(3, 2))),
        SETTLE,
        "hands_revealed 677a.11(g)(1), wager_settled 677a.12(a), wager_settled 677a.12(a), wager_settled 677a.12(b), round_ended 677a.11(j)",
    ),
    (
        "awaited",
        lambda: royal(progressive=100),
        SETTLE,
        "hands_revealed 647a.11(h)(1), wager_settled 647a.12(a), wager_settled 647a.12(a), validation_awaited 647a.11(i)(3)",
    ),
    ("validated", lambda: royal(SETTLE, progressive=100), VALIDATE, "payout_validated 647a.11(i)(3)"),
    (
        "share of the meter",
        lambda: royal(SETTLE, VALIDATE, progressive=100),
        SETTLE,
        "wager_settled 647a.12(d)(1), documentation_awaited 647a.11(i)(4), meter_reset 647a.12(d)(3), cards_kept 647a.11(i)(4)",
    ),
    (
        "documented",
        lambda: royal(SETTLE, VALIDATE, SETTLE, progressive=100),
        DOCUMENT,
        "payout_documented 647a.11(i)(4)",
    ),
    ("collected", lambda: royal(SETTLE, VALIDATE, SETTLE, DOCUMENT, progressive=100), SETTLE, "round_ended 647a.11(k)"),
    (
        "limited",
        lambda: at(
            BONUS,
            places(ante=1_000, holdem_bonus=10_000),
            CLOSE,
            *BONUS_STREETS,
            order=holdem_deck(["As Ad"], "Ac Ah", "Qs Jc Ts 2h 7d", streets=(3, 1, 1)),
        ),
        SETTLE,
        "hands_revealed 647a.11(h)(1), wager_settled 647a.11(h)(2)(iii), wager_settled 647a.11(h)(2)(iii), wager_settled 647a.12(b), payout_limited 647a.12(c), round_ended 647a.11(k)",
    ),
    (
        "envy",
        lambda: at(
            BONUS,
            places(ante=1_000),
            places(2, ante=1_000, progressive=100),
            cmd.AnnounceNoMoreBets(chips=1),
            DEAL,
            says("flop"),
            says("flop", 2),
            DEAL,
            says("check"),
            says("check", 2),
            DEAL,
            says("check"),
            says("check", 2),
            DEAL,
            REVEAL,
            order=holdem_deck(["As Ks", "3c 4d"], "Jd 5h", "Qs Js Ts 2h 7d", streets=(3, 1, 1)),
            seats=ANN_AND_BOB,
        ),
        SETTLE,
        "hands_revealed 647a.11(h)(1), wager_settled 647a.11(h)(2)(i), wager_settled 647a.11(h)(2)(i), hands_revealed 647a.11(h)(1), wager_settled 647a.12(a), wager_settled 647a.12(a), wager_settled 647a.12(d)(1), wager_settled 647a.12(d)(5), round_ended 647a.11(k)",
    ),
    (
        "face up",
        lambda: at(HEADS_UP, *LOCKED, cmd.DealCards(cards=1)),
        reports("face_up_card"),
        "irregularity_ruled 677a.13(a), card_set_aside 677a.13(a)",
    ),
    (
        "face up twice",
        lambda: at(HEADS_UP, *LOCKED, cmd.DealCards(cards=1), reports("face_up_card")),
        reports("face_up_card"),
        "irregularity_ruled 677a.13(a), card_set_aside 677a.13(a), wagers_returned 677a.13(a), round_ended 677a.11(j)",
    ),
    ("drawn in error", lambda: at(HEADS_UP, *DEALT), reports("card_drawn_in_error"), "irregularity_ruled 677a.13(b)"),
    (
        "wrong number",
        lambda: at(HEADS_UP, *DEALT),
        reports("wrong_number_of_cards"),
        "irregularity_ruled 677a.13(c), wagers_returned 677a.13(c), round_ended 677a.11(j)",
    ),
    (
        "dealer exposed",
        lambda: at(HEADS_UP, places(ante=1_000, odds=1_000, pocket_bonus=100), CLOSE, DEAL),
        reports("dealer_card_exposed"),
        "irregularity_ruled 677a.13(d), wagers_returned 677a.13(d), hands_revealed 677a.11(i)(1)(i), wager_settled 677a.12(d), round_ended 677a.11(j)",
    ),
    (
        "shuffler fault",
        lambda: at(HEADS_UP, shuffler="automated"),
        reports("shuffler_fault"),
        "irregularity_ruled 677a.13(e), device_failed 677a.13(e), shuffle_directed 677a.13(e)",
    ),
    (
        "shoe fault",
        lambda: at(HEADS_UP, *LOCKED, dealing="automated-shoe"),
        reports("shoe_fault"),
        "irregularity_ruled 677a.13(f), wagers_returned 677a.13(f), round_ended 677a.11(j), shuffle_directed 677a.13(f), device_failed 677a.13(f)",
    ),
    (
        "no roll",
        lambda: at(PAI_GOW, *GOW_LOCKED, start_by="dice"),
        reports("no_roll_flat"),
        "irregularity_ruled 645a.14(a), no_roll_called 645a.14(a)",
    ),
    (
        "fallen",
        lambda: at(PAI_GOW, *GOW_LOCKED, start_by="dice"),
        reports("no_roll_fallen"),
        "irregularity_ruled 645a.14(b), no_roll_called 645a.14(b)",
    ),
    (
        "lid",
        lambda: second(
            ACCEPT,
            cmd.BringReadyDeck(order=DECK_53),
            places(1, pai_gow=500),
            CLOSE,
            start=cmd.DetermineStart(dice=(1, 1, 1)),
            start_by="dice",
        ),
        reports("lid_removed_by_bank"),
        "irregularity_ruled 645a.5(i)(1)(ii), no_roll_called 645a.5(i)(1)(ii)",
    ),
    (
        "exposed by hand",
        lambda: at(PAI_GOW, *GOW_LOCKED, START, cmd.DealCards(cards=3), dealing="hand"),
        reports("card_exposed_dealing_by_hand"),
        "irregularity_ruled 645a.14(j), wagers_returned 645a.14(j), round_ended 645a.11(j)",
    ),
    (
        "wrong start",
        lambda: at(PAI_GOW, *GOW_DEALT),
        reports("wrong_start"),
        "irregularity_ruled 645a.14(c), wagers_returned 645a.14(c), round_ended 645a.11(j)",
    ),
    (
        "player exposed",
        lambda: at(PAI_GOW, *GOW_DEALT),
        reports("player_card_exposed", 1, place=1),
        "irregularity_ruled 645a.14(d), card_exposed 645a.14(d)",
    ),
    (
        "voided",
        lambda: at(PAI_GOW, *GOW_DEALT, reports("player_card_exposed", 1)),
        envelope(cmd.VoidHand(), seat=1),
        "wagers_returned 645a.14(d), hand_voided 645a.14(d), phase_began 645a.11(e)",
    ),
    (
        "kept",
        lambda: at(PAI_GOW, *GOW_DEALT, reports("player_card_exposed", 1)),
        envelope(cmd.VoidHand(void=False), seat=1),
        "hand_kept 645a.14(d)",
    ),
    ("stub right", lambda: at(PAI_GOW, *GOW_DEALT), COUNT, "stub_counted 645a.8(e), stacks_collected 645a.8(g)"),
    (
        "stub wrong",
        lambda: at(PAI_GOW, *GOW_DEALT),
        cmd.CountDeck(count=5),
        "stub_counted 645a.8(f), wagers_returned 645a.8(f), round_ended 645a.11(j), deck_removed 645a.8(f)",
    ),
    (
        "stub misdealt",
        lambda: at(HEADS_UP, *LAST_ASKED),
        cmd.CountDeck(count=40, misdealt=True),
        "stub_counted 677a.8(g), wagers_returned 677a.8(g), round_ended 677a.11(j)",
    ),
    (
        "void while a payout waits",
        lambda: royal(SETTLE, progressive=100),
        reports("wrong_number_of_cards"),
        "irregularity_ruled 647a.13(c), settlement_undone 647a.13(c), wagers_returned 647a.13(c), round_ended 647a.11(k)",
    ),
    (
        "one of two seats left",
        lambda: at(HI_LO, seats={1: "Ann", 2: "Ann"}, adjacent_areas=2),
        envelope(cmd.LeaveSeat(), seat=2),
        "seat_left 663a.7(b)",
    ),
    (
        "bank offered",
        lambda: second(envelope(cmd.PassBank(), seat=2)),
        cmd.OfferBank(seat=1),
        "bank_offered 645a.12(c)",
    ),
    (
        "dealer wagers",
        lambda: second(DEALER_IN, cmd.BringReadyDeck(order=DECK_53)),
        cmd.PlaceDealerWager(cents=500),
        "dealer_wager_placed 645a.12(g)",
    ),
    ("bank passed", second, envelope(cmd.PassBank(), seat=2), "bank_passed 645a.12(c)"),
    (
        "bank accepted",
        second,
        DEALER_IN,
        "bank_accepted 645a.12(c), shuffle_directed 645a.12(g)",
    ),
    (
        "co-bank",
        second,
        envelope(cmd.AcceptBank(co_bank=True), seat=2),
        "bank_accepted 645a.12(e), shuffle_directed 645a.12(g)",
    ),
    (
        "bank given back",
        lambda: second(DEALER_IN),
        cmd.AbandonWagers(seat=2),
        "bank_passed 645a.12(c)",
    ),
    (
        "bank pays",
        lambda: second(
            DEALER_IN,
            cmd.BringReadyDeck(order=cards(pai_gow_deck({0: "Ac Ad Kh Qc 9h 7d 2d", 1: WIN, 2: LOSE}, first=2))),
            places(1, pai_gow=1_000),
            CLOSE,
            START,
            DEAL,
            COUNT,
            says("house way", 1),
            says("house way", 2),
            REVEAL,
        ),
        SETTLE,
        "phase_began 645a.11(e), hands_revealed 645a.12(j), shortfall_collected 645a.12(j), dealer_wager_settled 645a.12(k), wager_settled 645a.13(a), wager_settled 645a.13(a), wager_settled 645a.12(j), bank_settled 645a.12(j), round_ended 645a.11(j)",
    ),
    (
        "bank wins",
        lambda: second(
            DEALER_IN,
            cmd.BringReadyDeck(order=cards(pai_gow_deck({0: LOSE, 1: "Jd 9s 7h 6s 5c 4s 2h", 2: WIN}, first=2))),
            places(1, pai_gow=1_000),
            CLOSE,
            START,
            DEAL,
            COUNT,
            says("house way", 1),
            says("house way", 2),
            REVEAL,
        ),
        SETTLE,
        "phase_began 645a.11(e), dealer_wager_settled 645a.12(i), hands_revealed 645a.12(j), wager_settled 645a.11(f)(1)(i), wager_settled 645a.13(a), wager_settled 645a.12(j), bank_settled 645a.12(j), round_ended 645a.11(j)",
    ),
)


@pytest.mark.parametrize(("made", "said", "recorded"), [pytest.param(*one[1:], id=one[0]) for one in RIGHT])
def test_what_is_done_at_a_banked_table_is_recorded_under_its_clauses(
    made: Callable[[], T], said: Said, recorded: str
) -> None:
    table = made()
    outcome = table.send(said)
    assert not isinstance(outcome, Refusal), outcome
    assert ", ".join(f"{tag(type(event))} {event.clause}" for event in outcome) == recorded
    assert sum_of_accounts(table) == 0
    assert table.machine.replay(table.events) == table.state


def test_every_event_of_a_banked_table_has_a_scenario() -> None:
    told = {word.split()[0] for *_, recorded in RIGHT for word in recorded.split(", ")}
    # Those of cards and devices are told of in scenarios of their own.
    own = set(EVENTS) - set(kinds_in(vars(card_events), Event))
    assert {tag(kind) for kind in own} - told == set()


@pytest.mark.parametrize("change", [-1, 0, 1])
def test_647a_7_a__a_meter_is_brought_to_the_cent_named(change: int) -> None:
    table = at(BONUS, FundTable(meters={"progressive": 2_000_000}))
    before = balance_of(table, "meter progressive")
    [funded] = table.do(FundTable(meters={"progressive": before + change}))
    assert balance_of(table, "meter progressive") == before + change
    assert len(funded.postings) == abs(change)
