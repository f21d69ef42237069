"""The readings of 645a.12 on the player bank, each shown in force by the test that has its id."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.chapters.registry import check, resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.opening import open_table
from houseway.engine.refusal import Code
from houseway.rules.table_rules import TableRules
from tests.kit.banked_actions import close, place, see_to_the_bank
from tests.kit.banked_points import DEALER_IN, second
from tests.kit.stated_rounds import answer, paid, refusal, table_after
from tests.kit.table_views import balance_of, look_at
from tests.kit.tables import events, last, ready, refuses, seated
from tests.regulations.c645a.pai_gow import accept, deal_out, decline, offered, play_round, stated, table

BANK = "Ah Qd 9s 7d 5c / Kc Jh"
COPY = "As Qc 9h 7c 5d / Kd Js"
WINS = "Tc Td 8d 6h 4c / Ad 2d"
LOSES = "Qh 8c 6c 5s 4s / 9d 3d"
FOUL = "Kh Jd 8h 6h 4c / As Ah"
DRAGON = "Qd Jh 9c 7s 5h / 3h 2c"
EZ = {"variant": "ez"}


def banked(
    player: str,
    *,
    bank: str = BANK,
    dealer: str = "",
    pai_gow: int = 1000,
    wagers: dict[str, int] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A round in which seat 2 banks and seat 1 plays against it."""
    return stated({1: player, 2: bank}, dealer, wagers={"pai_gow": pai_gow, **(wagers or {})}, bank=2, **more)


def test_reading__645a_bank() -> None:
    assert paid(banked(COPY))[1, "pai_gow"] == ("lose", -1000)
    # Odd cents of a half go to the house: 500 of a surplus of 1,001, but 501 of a shortfall.
    assert paid(banked(LOSES, pai_gow=1001, co_bank=True))[2, "bank"] == ("bank", 500)
    assert paid(banked("Ad Ac 8d 6h 4c / Ts Td", pai_gow=1001, co_bank=True))[2, "bank"] == ("bank", -501)
    foul = events(table_after(**banked(LOSES, bank=FOUL)), ev.HandsSet)
    assert [event.reset for event in foul if event.seat == 2] == [False, True]


def test_reading__645a_bank__ez_wagers_are_settled_by_the_house() -> None:
    flush = "Th 8h 6h 4h 2h / 9d 3d"
    plain, with_bonus = (
        answer(**banked(flush, wagers=wagers, submission=EZ)) for wagers in ({}, {"dynasty": 500, "black": 500})
    )
    assert plain["net"]["2"] == with_bonus["net"]["2"]
    assert with_bonus["net"]["1"] - plain["net"]["1"] == 2000 - 500


def test_reading__645a_bank_dragon_wager() -> None:
    wager = {"queens_dragon": 500}
    held_by_bank = paid(banked(WINS, bank=DRAGON, wagers=wager, submission=EZ))
    assert held_by_bank[1, "queens_dragon"] == ("50 to 1", 25_000)
    assert held_by_bank[1, "pai_gow"] == ("push", 0)
    held_by_dealer = paid(banked(LOSES, dealer="Qs Jh 9c 7s 5h 3h 2c", bank=FOUL, wagers=wager, submission=EZ))
    assert held_by_dealer[1, "queens_dragon"] == ("lose", -500)


def test_reading__645a_bank_optional() -> None:
    stated = banked(LOSES, bank="Kh Th 9h 7h 5h / Ac Jc")
    plain = answer(**stated)["net"]
    stated["seats"]["2"]["wagers"] = {"fortune": 500}
    given = answer(**stated)
    assert given["net"]["2"] - plain["2"] == 2000
    assert given["net"]["1"] == plain["1"]
    stated["seats"]["2"]["wagers"] = {"pai_gow": 500}
    assert refusal(**stated)["code"] == Code.WAGER_IS_OFFERED


def test_reading__645a_bank_dealer_vigorish() -> None:
    stated = banked(LOSES, dealer="Ad Ac Kd Ks 8d 6d 4d", dealer_wager=1000)
    [dealer] = events(table_after(**stated), ev.DealerWagerSettled)
    assert dealer.net == 1000
    # What the bank won of the player went to the dealer: no surplus, and no vigorish on either win.
    given = paid(stated)
    assert given[2, "bank"] == ("bank", 0)
    assert not any(wager == "vigorish" for _, wager in given)


def test_reading__645a_bank_cover() -> None:
    stated = banked(LOSES, dealer_wager=1000)
    stated["seats"]["2"]["stack"] = 1999
    refused = refusal(**stated)
    assert (refused["code"], refused["clause"]) == (Code.BANK_IS_ELIGIBLE, "645a.12(d)(2)")
    stated["seats"]["2"]["stack"] = 2000
    assert paid(stated)[1, "pai_gow"] == ("lose", -1000)


def test_reading__645a_bank_start() -> None:
    at = table()
    assert refuses(at, cmd.AcceptBank(), seat=3).clause == "645a.12(b)"
    play_round(at)
    ready(at, at.rules.game.deck)
    accept(at.fork(), 3)
    at.do(cmd.SpreadForNoActivity())
    assert refuses(at, cmd.AcceptBank(), seat=3).clause == "645a.12(b)"


def test_reading__645a_bank_offer() -> None:
    at = table()
    play_round(at)
    # First to the dealer's right; seat 3 passes, and seat 2, not the first one asked, accepts.
    assert offered(at) == 3
    decline(at, 3)
    assert offered(at) == 2
    accept(at, 2)
    play_round(at)
    assert offered(at) == 1
    decline(at, 1)
    assert offered(at) == 3


def three(first: str, third: str, *, dealer: str = "", **more: Any) -> dict[str, Any]:
    """A round in which seat 2 banks, and seats 1 and 3 play against it."""
    return stated({1: first, 2: BANK, 3: third}, dealer, bank=2, **more)


def test_reading__645a_bank_order() -> None:
    # Seat 3 is settled first and wins, but its winnings wait for what seat 1 loses.
    order = [
        event.seat for event in events(table_after(**three(LOSES, WINS)), ev.WagerSettled) if event.wager == "pai_gow"
    ]
    assert order == [1, 3]
    also_wins = "3c 3s 8h 6s 4d / Ac 2h"
    at = table_after(**three(also_wins, WINS, dealer="As Ks Kh Qs Jd Jc 8s", dealer_wager=1000))
    paid_out = [type(event) for event in at.events if isinstance(event, ev.DealerWagerSettled | ev.WagerSettled)]
    assert paid_out[0] is ev.DealerWagerSettled
    [missing] = events(at, ev.ShortfallCollected)
    assert missing.from_bank == 3000


def test_reading__645a_bank_offer_eligible() -> None:
    at = table()
    play_round(at)
    # Nobody at seat 4 has wagered against the dealer yet; seat 3 is asked first all the same.
    at.do(cmd.TakeSeat(cents=1_000_000), seat=4, by="player 4")
    assert offered(at) == 3


def test_reading__645a_bank_shuffle() -> None:
    at = table()
    play_round(at)
    ready(at, at.rules.game.deck)
    accept(at, 3)
    assert at.events[-1] == ev.ShuffleDirected(clause="645a.12(g)", decks=(0,))
    assert not events(table_after(**banked(LOSES)), ev.ShuffleDirected)


def test_reading__645a_bank_leaves() -> None:
    stated = banked(LOSES, irregularities=[{"cause": "abandoned", "at": "bank", "seat": 2}])
    stated["seats"]["2"]["decisions"] = []
    [setting] = [event for event in events(table_after(**stated), ev.HandsSet) if event.seat == 2]
    assert setting.house_way
    assert paid(stated)[1, "pai_gow"] == ("lose", -1000)
    assert paid(stated)[2, "bank"] == ("bank", 1000)


def test_reading__645a_bank_silent() -> None:
    at = table()
    play_round(at)
    decline(at, 3)
    ready(at, at.rules.game.deck)
    place(at)
    # Seats 2 and 1 say nothing.
    see_to_the_bank(at)
    assert not events(at.do(cmd.AnnounceNoMoreBets()), ev.BankPassed)
    assert look_at(at).bank is None


def test_reading__645a_bank_given_back() -> None:
    at = table()
    play_round(at)
    accept(at, 3)
    ready(at, at.rules.game.deck)
    see_to_the_bank(at)
    decline(at, 3)
    assert (look_at(at).bank, balance_of(at, "dealer's wager"), offered(at)) == (None, 0, 2)


@pytest.mark.parametrize("first", [2, 3])
def test_reading__645a_dealer_wager(first: int) -> None:
    at = seated("pai-gow", seats={1: "Ann", 2: "Lee", 3: "Lee"}, adjacent_areas=2)
    wagers = {2: 2500, 3: 1000}
    placed = [first, *(wagers.keys() - {first})]
    play_round(at, {1: {"pai_gow": 500}, **{seat: {"pai_gow": wagers[seat]} for seat in placed}})
    assert last(at, ev.RoundEnded).against_dealer == (("Ann", 500), ("Lee", 2500), ("Lee", 1000))
    accept(at, 3)
    assert look_at(at).dealer_wager == 2500


def test_reading__645a_banking_default() -> None:
    _, faults = check({"game": "pai-gow"})
    assert [(fault.severity.value, fault.clause) for fault in faults if fault.field == "banking"] == [
        ("incomplete", "645a.12(a)")
    ]
    assert resolve({"game": "pai-gow"}, kind=TableRules).banking is not None
    assert resolve({"game": "pai-gow", "banking": {"offered": False}}, kind=TableRules).banking is None


def test_reading__645a_bank_wrong_setting() -> None:
    for setting, reset in (("As Ah Kd Kc 8d / 6h 4s", False), ("Kd Kc 8d 6h 4s / As Ah", True)):
        at = table_after(**stated({1: setting, 2: "Ac 2h 3h 5h 8h Ts 9c"}, "2c 3c 4d 5d 7h 9h Jc", bank=1))
        assert bool([event for event in events(at, ev.HandsSet) if event.reset]) is reset


def test_reading__645a_bank_void() -> None:
    at = table(seats=(1, 2))
    for rounds in (0, 1):
        # In the first round nobody may bank, and a void round leaves that as it was; so it does of who banked last.
        if rounds:
            play_round(at)
            accept(at, 2, dealer_wager=0)
            ready(at, at.rules.game.deck)
        place(at, 1)
        close(at)
        deal_out(at)
        at.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
        assert (at.state.rounds_since_opening, at.state.last_bank) == (rounds, None)
    assert at.state.last_against_dealer == {"A": 1000, "B": 1000}
    assert offered(at) == 2


def test_reading__645a_dealer_wager_lowered() -> None:
    at = second(DEALER_IN)
    at.do(cmd.AcceptBank(dealer_wager=200), seat=2)
    assert look_at(at).dealer_wager == 200
    assert refuses(at, cmd.AcceptBank(dealer_wager=300), seat=2).clause == "645a.12(g)"


def test_reading__645a_positions() -> None:
    rules = open_table(resolve({}, game="pai-gow")).rules
    assert (rules.game.seats, len(rules.game.deck) - 7 * (rules.game.seats + 1)) == (6, rules.game.stub_left)
