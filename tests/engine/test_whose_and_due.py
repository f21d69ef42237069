"""Whose a command at a banked table is, by clause; and what a refusal calls that which is due."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from houseway.chapters.registry import open_table
from houseway.engine.asking import Ask, said
from houseway.engine.banked.commands import CoverDevice, DetermineStart, PlaceWagers, ReportDeviceFault, WithdrawWagers
from houseway.engine.banked.whose import whose
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import DEALER_OR_FLOOR, FLOOR_OR_ABOVE, PLAYERS, Role
from houseway.money import Cents
from houseway.rules.table_rules import TableRules
from tests.kit.banked_points import ANN_AND_BOB, BET, GOW_LOCKED, HEADS_UP, PAI_GOW, SETTLE, royal
from tests.kit.banked_points import at as wagering
from tests.kit.random_answers import house_of
from tests.kit.scenarios import tag

SHARED = """
{0}.3(c)(2)  change_decks
{0}.4(a)     receive_decks inspect_cards verify_inspection open_table
{0}.4(b)     spread_cards view_cards
{0}.4(c)     wash_cards
{0}.5(a)     shuffle_cards direct_shuffle bring_ready_deck
{0}.7(a)     add_stakes
{0}.7(b)     leave_seat take_seat abandon_wagers place_wagers withdraw_wagers
{0}.8(b)     announce_no_more_bets
{0}.11(b)    decide
"""
THREE = """
{0}.5(b)     report_device_count
{0}.5(d)     offer_cut decline_cut cut_cards
{0}.5(e)     require_recut
{0}.5(f)     spread_for_no_activity
{0}.7(a)     fund_table offer_bank accept_bank pass_bank place_dealer_wager determine_start
{0}.8(b)     count_progressive_chips
{0}.13(c)    report_irregularity
"""
OWN = {
    "heads-up-holdem": """
677a.7(a)     draw_at_random
677a.8(c)     deal_cards
677a.8(e)     count_deck
677a.11(g)    reveal_bank
677a.11(g)(2) settle_round
677a.11(j)    validate_payout document_payout void_hand
677a.13(g)    report_device_fault cover_device use_method
""",
    "holdem-bonus": """
647a.1        draw_at_random
647a.8(d)     deal_cards
647a.8(f)     count_deck
647a.11(h)    reveal_bank
647a.11(h)(2) settle_round
647a.11(i)(3) validate_payout
647a.11(i)(4) document_payout
647a.11(k)    void_hand
647a.13(g)    report_device_fault cover_device use_method
""",
    "five-card-hi-lo": """
663a.7(a)     draw_at_random
663a.8(d)     deal_cards
663a.8(f)     count_deck
663a.11(e)    reveal_bank
663a.11(f)    settle_round
663a.11(l)    validate_payout document_payout void_hand
663a.13(f)    report_device_fault cover_device use_method
""",
    "pai-gow": """
645a.5(c)     offer_cut
645a.5(d)     decline_cut cut_cards
645a.5(f)     require_recut
645a.5(g)     spread_for_no_activity
645a.5(h)     report_device_count
645a.5(i)(2)  determine_start
645a.7(a)     fund_table draw_at_random
645a.8(b)(2)  count_progressive_chips
645a.8(d)     deal_cards
645a.8(e)     count_deck
645a.11(c)    reveal_bank
645a.11(e)    settle_round
645a.11(h)(4)(ii)(C) validate_payout
645a.11(h)(4)(ii)(D) document_payout
645a.12(a)    accept_bank pass_bank
645a.12(c)    offer_bank
645a.12(g)    place_dealer_wager
645a.14(d)    void_hand
645a.14(h)    report_irregularity
645a.14(n)    report_device_fault cover_device use_method
""",
}
VALUES: dict[str, Any] = {
    "order": (), "seat": 1, "wager": "progressive", "cause": "wrong_number_of_cards", "count": 1, "chips": 1, "depth": 10,
    "device": "shuffler", "cents": 1, "wagers": {}, "word": "x",
}  # fmt: skip


def _told(game: str) -> dict[str, str]:
    lines = SHARED + (THREE if game != "pai-gow" else "")
    rows = (lines.format(open_table(game).rules.game.cards.inspect.partition(".")[0]) + OWN[game]).split("\n")
    return {command: clause for clause, *commands in map(str.split, filter(None, rows)) for command in commands}


@pytest.mark.parametrize("game", OWN)
def test_who_may_not_give_a_command_is_told_the_clause_that_names_whose_it_is(game: str) -> None:
    at, told = open_table(game), _told(game)
    assert isinstance(at.rules, TableRules)
    assert told.keys() == {tag(kind) for kind in at.machine.commands}
    for kind in at.machine.commands:
        values = {**VALUES, "wagers": ()} if kind is WithdrawWagers else VALUES
        command = kind(**{one.name: values[one.name] for one in msgspec.structs.fields(kind) if one.required})
        assert whose(at.rules, at.state, command) == told[tag(kind)], kind
        given = at.send(command, role=Role.CASHIER, by="Cas")
        assert isinstance(given, Refusal) and (given.code, given.clause) == ("ROLE_IS_AUTHORISED", told[tag(kind)])


def _ask(command: str, role: Role = Role.DEALER, **more: Any) -> Ask:
    return Ask(command=command, role=role, clause="677a.1", **more)


@pytest.mark.parametrize(
    ("asks", "words"),
    [
        ((), 'place wagers, or announce "no more bets"'),
        ((_ask("deal_cards", subject="hole"),), "deal: hole"),
        # What the staff may put off is not called due while something else is, but if it is all there is.
        ((_ask("shuffle_cards", may_wait=True), _ask("deal_cards", subject="hole")), "deal: hole"),
        ((_ask("shuffle_cards", may_wait=True),), "shuffle the cards"),
        ((_ask("view_cards", Role.PLAYER, may_wait=True), _ask("wash_cards")), "let the first players view the cards"),
        (
            (_ask("validate_payout", Role.FLOORPERSON, concerns=3, subject="progressive"),),
            "validate seat 3 progressive",
        ),
        ((_ask("offer_bank", concerns=2),), "offer the bank to seat 2"),
        ((_ask("void_hand", Role.PLAYER, seat=4),), "seat 4: void the exposed hand or play it"),
        ((_ask("award_pots"),), "award pots"),
        (
            (
                _ask("decide", Role.PLAYER, seat=1, word="check"),
                _ask("decide", Role.PLAYER, seat=1, word="raise"),
                _ask("decide", Role.PLAYER, seat=2, word="check"),
            ),
            "seat 1 and 2: check, raise",
        ),
    ],
)
def test_what_is_due_first_in_the_words_of_a_refusal(asks: tuple[Ask, ...], words: str) -> None:
    assert said(asks) == words


@pytest.mark.parametrize("game", OWN)
def test_what_the_staff_may_do_of_its_own_accord_nobody_waits_for(game: str) -> None:
    at = open_table(game)
    chance = Random(1)
    house = house_of(at, chance)
    kinds = {"receive_decks", "inspect_cards", "verify_inspection", "spread_cards", "view_cards", "wash_cards"}
    house.prepare({*kinds, "shuffle_cards", "report_device_count", "offer_cut", "cut_cards"})
    own = [
        ask
        for role in (Role.DEALER, Role.FLOORPERSON)
        for ask in at.legal(Viewer(role, "Flora"))
        if ask not in at.due()
    ]
    assert {ask.command for ask in own} >= {"direct_shuffle", "change_decks", "report_device_fault"}
    assert all(ask.may_wait for ask in own)


@pytest.mark.parametrize("role", Role)
def test_what_waits_for_the_floor_is_the_floors_and_whoevers_is_above_it(role: Role) -> None:
    """647a.11(i)(3)."""
    at = royal(SETTLE, progressive=100)
    asked = {ask.command for ask in at.legal(Viewer(role, "Sue"))}
    assert ("validate_payout" in asked) is (role in FLOOR_OR_ABOVE)
    if role not in DEALER_OR_FLOOR | PLAYERS:
        assert not asked


def test_nobody_has_to_wager_before_bets_are_closed() -> None:
    at = wagering(HEADS_UP, BET, seats=ANN_AND_BOB)
    asked = [ask for ask in at.due() if ask.command == "place_wagers"]
    assert [(ask.seat, ask.may_wait) for ask in asked] == [(2, True)]
    assert at.due()[-1].command == "announce_no_more_bets"


@pytest.mark.parametrize(
    ("staffed", "seat", "start", "outcome"),
    [
        (False, 0, False, ("SEAT_EXISTS", "645a.2(a)")),
        (False, 0, True, "start_determined"),
        (False, 1, False, ("SEAT_IS_ONES_OWN", "645a.7(b)")),
        (False, 1, True, ("SEAT_IS_ONES_OWN", "645a.7(b)")),
        (False, 2, True, ("PLAYER_IS_SEATED", "645a.7(b)")),
        (True, 0, False, ("SEAT_EXISTS", "645a.2(a)")),
        (True, 0, True, "start_determined"),
        (True, 1, False, "spoken_for"),
        (True, 1, True, ("ROLE_IS_AUTHORISED", "645a.5(i)(2)")),
        (True, 2, False, ("PLAYER_IS_SEATED", "645a.7(b)")),
    ],
)
def test_a_dealer_who_names_a_seat_speaks_for_its_player(staffed: bool, seat: int, start: bool, outcome: Any) -> None:
    """645a.7(b), 645a.5(i)(2)."""
    at = wagering(PAI_GOW, *(GOW_LOCKED if start else ()), staffed=staffed)
    said = DetermineStart(number=1) if start else PlaceWagers(wagers={"pai_gow": Cents(500)})
    given = at.send(envelope(said, role=Role.DEALER, seat=seat, by="Dee"))
    found = (str(given.code), given.clause) if isinstance(given, Refusal) else tag(type(given[0]))
    assert found == outcome


@pytest.mark.parametrize(
    ("dealing", "device", "shuffler", "then"),
    [
        ("automated-shoe", "shoe", "automated-counting", "manual-shoe"),
        ("automated-shoe", "shuffler", "manual", "automated-shoe"),
        ("manual-shoe", "shuffler", "manual", "manual-shoe"),
        # 677a.9(a)(1): from the hand only with a shuffling device.
        ("hand", "shuffler", "manual", "manual-shoe"),
    ],
)
def test_677a_13_g__what_is_used_instead_of_a_device(dealing: str, device: str, shuffler: str, then: str) -> None:
    """677a.13(g), 677a.9(a)(1)."""
    at = wagering(HEADS_UP, dealing=dealing)
    at.do(ReportDeviceFault(device=device, usable=False))
    at.do(CoverDevice(device=device))
    (ask,) = [ask for ask in at.due() if ask.command == "use_method"]
    assert (ask.subject, ask.word, ask.clause) == (shuffler, then, "677a.13(g)")
