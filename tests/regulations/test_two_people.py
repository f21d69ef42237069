"""Where a chapter names two people they are two: inspections, time charges, validated payouts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.draft import TIME_CHARGES
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.whose import whose
from houseway.engine.kernel import Table, Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.table_views import balance_of, look_at
from tests.kit.tables import new_table, refuses
from tests.regulations.c637a.poker import table as poker_table
from tests.regulations.c645a.test_s11_optional_wagers import at_the_settlement
from tests.regulations.c647a.test_s11_settlement import to_settle

FLOOR = Role.FLOORPERSON


@pytest.mark.parametrize("role", [Role.DEALER, FLOOR, Role.SHIFT_SUPERVISOR])
@pytest.mark.parametrize("game", ["heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo"])
def test_reading__all_two_people__who_plays_at_a_table_conducts_nothing_there(game: str, role: Role) -> None:
    at = new_table(game)
    at.seat(1, "Ann", 100_000)
    assert at.legal(Viewer(role, "Ann")) == ()
    assert at.legal(Viewer(role, "Dee")) or role is not Role.DEALER
    for kind in (kind for kind in at.machine.commands if role in kind.roles):
        given = {
            "order": at.rules.game.deck,
            "seat": 1,
            "wager": "x",
            "cause": "x",
            "count": 1,
            "chips": 1,
            "depth": 10,
        }
        given |= {"device": "shuffler", "cents": 1}
        command = kind(**{field.name: given[field.name] for field in msgspec.structs.fields(kind) if field.required})
        refusal = refuses(at, envelope(command, role=role, by="Ann"))
        assert (refusal.code, refusal.clause) == ("ROLE_IS_AUTHORISED", whose(at.rules, at.state, command))


def _nobody(at: Table[Any, Any], command: Any, person: str, clause: str) -> None:
    """This person is refused as the floorperson, under this clause, and is not told that it is legal."""
    refusal = refuses(at, envelope(command, role=FLOOR, by=person))
    assert (refusal.code, refusal.clause) == ("PERSON_SIGNS_ONCE", clause)
    tag = type(command).__struct_config__.tag
    assert tag not in {ask.command for ask in at.legal(Viewer(FLOOR, person))}
    assert tag in {ask.command for ask in at.legal(Viewer(FLOOR, "Flora"))}


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("heads-up-holdem", "677a.4(a)"),
        ("holdem-bonus", "647a.4(a)"),
        ("pai-gow", "645a.4(a)"),
        ("five-card-hi-lo", "663a.4(a)"),
        ("holdem", "637a.4(a)"),
    ],
)
def test_reading__all_two_people__who_inspects_the_cards_does_not_verify_it(game: str, clause: str) -> None:
    at = new_table(game, **({"blinds": [50, 100]} if game == "holdem" else {}))
    wanted = 2 if game == "holdem" else at.rules.cards.decks
    at.do(cmd.ReceiveDecks(decks=wanted), by="Dee")
    at.do(cmd.InspectCards(), by="Dee")
    _nobody(at, cmd.VerifyInspection(), "Dee", clause)
    again = refuses(at, cmd.VerifyInspection(), by="DEE")
    assert (again.code, again.clause) == ("PERSON_IS_NAMED", clause)
    (verified,) = at.do(cmd.VerifyInspection(), by="Flora")
    assert verified.person == "Flora"  # type: ignore[attr-defined]


def test_reading__all_two_people__who_collects_time_charges_does_not_verify_them() -> None:
    """637a.17(b)(3)(v)"""
    at = poker_table(blinds=[50, 100], rake={"kind": "time", "hourly": 1200, "every_minutes": 30})
    for dealer, when in (("Dee", 0), ("Dan", 1_800)):
        at.do(poker.AssessTimeCharge(), by=dealer, at=when)
    cents = balance_of(at, TIME_CHARGES)
    for dealer in ("Dee", "Dan"):
        _nobody(at, poker.VerifyTimeCharges(cents=cents), dealer, "637a.17(b)(3)(v)")
    at.do(poker.VerifyTimeCharges(cents=cents), by="Flora")
    assert at.state.charged_by == ()


def _bonus(wager: str) -> Table[Any, Any]:
    return to_settle({3: "9s 9h"}, "8c 5d", "9d 9c 4s 2h 7d", {3: {wager: 100}})


@pytest.mark.parametrize(
    ("at", "seat", "wager", "clause"),
    [
        (at_the_settlement, 2, "progressive", "645a.11(h)(4)(ii)(C)"),
        (lambda: _bonus("progressive"), 3, "progressive", "647a.11(i)(3)"),
        (lambda: _bonus("five_card_player"), 3, "five_card_player", "647a.11(j)(2)"),
    ],
)
def test_reading__all_two_people__a_payout_is_validated_by_another_than_dealer_and_player(
    at: Any, seat: int, wager: str, clause: str
) -> None:
    table = at()
    table.do(cmd.SettleRound(), by="Dee")
    validate = cmd.ValidatePayout(seat=seat, wager=wager)
    player = look_at(table).seats[seat]
    dealer = refuses(table, envelope(validate, role=FLOOR, by="Dee"))
    assert (dealer.code, dealer.clause) == ("PERSON_SIGNS_ONCE", clause)
    own = refuses(table, envelope(validate, role=FLOOR, by=player))
    assert (own.code, own.clause) == ("ROLE_IS_AUTHORISED", clause)
    asked = {(ask.command, ask.concerns) for ask in table.legal(Viewer(FLOOR, player))}
    assert ("validate_payout", seat) not in asked
    (validated,) = table.do(validate, by="Flora")
    assert (validated.clause, validated.person) == (clause, "Flora")
