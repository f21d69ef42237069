"""The readings of 645a.12 on the player bank, each shown in force by the test that has its id."""

from __future__ import annotations

from typing import Any

from houseway.chapters.registry import check, resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import Status
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.rounds.banked import settle
from houseway.rules.game import Decide, Reveal
from tests.regulations.stating import events, opened, pai_gow_deck, paid, played, refused

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
    co_bank: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """A round in which seat 2 banks and seat 1 plays against it."""
    deck = pai_gow_deck({1: player.replace("/", " "), 2: bank.replace("/", " ")}, dealer, start=2)
    seats = {
        "1": {"wagers": {"pai_gow": pai_gow, **(wagers or {})}, "decisions": [f"set {player}"]},
        "2": {"decisions": [] if co_bank else [f"set {bank}"]},
    }
    return {"game": "pai-gow", "deck": deck, "seats": seats, "bank": 2, "co_bank": co_bank, **more}


def test_reading__645a_bank() -> None:
    assert paid(banked(COPY))[1, "pai_gow"] == ("lose", -1000)
    # Odd cents of a half go to the house: 500 of a surplus of 1,001, but 501 of a shortfall.
    assert paid(banked(LOSES, pai_gow=1001, co_bank=True))[2, "bank"] == ("bank", 500)
    assert paid(banked("Ad Ac 8d 6h 4c / Ts Td", pai_gow=1001, co_bank=True))[2, "bank"] == ("bank", -501)
    foul = events(played(banked(LOSES, bank=FOUL)), ev.HandsSet)
    assert [event.reset for event in foul if event.seat == 2] == [False, True]


def test_reading__645a_bank__ez_wagers_are_settled_by_the_house() -> None:
    flush = "Th 8h 6h 4h 2h / 9d 3d"
    plain, with_bonus = (
        settle(banked(flush, wagers=wagers, submission=EZ)) for wagers in ({}, {"dynasty": 500, "black": 500})
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
    plain = settle(stated)["net"]
    stated["seats"]["2"]["wagers"] = {"fortune": 500}
    answer = settle(stated)
    assert answer["net"]["2"] - plain["2"] == 2000
    assert answer["net"]["1"] == plain["1"]
    stated["seats"]["2"]["wagers"] = {"pai_gow": 500}
    assert refused(stated)["code"] == Code.WAGER_IS_OFFERED


def test_reading__645a_bank_dealer_vigorish() -> None:
    stated = banked(LOSES, dealer="Ad Ac Kd Ks 8d 6d 4d", dealer_wager=1000)
    [dealer] = events(played(stated), ev.DealerWagerSettled)
    assert dealer.net == 1000
    # What the bank won of the player went to the dealer: no surplus, and no vigorish on either win.
    answer = paid(stated)
    assert answer[2, "bank"] == ("bank", 0)
    assert not any(wager == "vigorish" for _, wager in answer)


def test_reading__645a_bank_cover() -> None:
    stated = banked(LOSES, dealer_wager=1000)
    stated["seats"]["2"]["stack"] = 1999
    refusal = refused(stated)
    assert (refusal["code"], refusal["clause"]) == (Code.BANK_IS_ELIGIBLE, "645a.12(d)(2)")
    stated["seats"]["2"]["stack"] = 2000
    assert paid(stated)[1, "pai_gow"] == ("lose", -1000)


def test_reading__645a_bank_start() -> None:
    table = seated()
    first = table.send(cmd.AcceptBank(by=Role.PLAYER, seat=3))
    assert isinstance(first, Refusal)
    assert first.clause == "645a.12(b)"
    play_round(table)
    table.ready(table.rules.game.deck)
    fork = table.fork()
    fork.do(cmd.AcceptBank(by=Role.PLAYER, seat=3))
    table.do(cmd.SpreadForNoActivity(by=Role.DEALER))
    idle = table.send(cmd.AcceptBank(by=Role.PLAYER, seat=3))
    assert isinstance(idle, Refusal)
    assert idle.clause == "645a.12(b)"


def test_reading__645a_bank_offer() -> None:
    table = seated()
    play_round(table)
    # First to the dealer's right; seat 3 passes, and seat 2, not the first one asked, accepts.
    assert offered(table) == 3
    table.do(cmd.PassBank(by=Role.PLAYER, seat=3))
    assert offered(table) == 2
    play_round(table, bank=2)
    assert offered(table) == 1
    table.do(cmd.PassBank(by=Role.PLAYER, seat=1))
    assert offered(table) == 3


def seated() -> Table:
    """A table with three players, the cards ready for the first round."""
    table = opened("pai-gow")
    table.ready(table.rules.game.deck)
    for seat in (1, 2, 3):
        table.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=f"player {seat}", cents=1_000_000))
    return table


def offered(table: Table) -> int:
    """The one seat that may accept the bank now."""
    outcomes = {seat: table.fork().send(cmd.AcceptBank(by=Role.PLAYER, seat=seat)) for seat in table.state.seats}
    [seat] = [seat for seat, outcome in outcomes.items() if not isinstance(outcome, Refusal)]
    return seat


def play_round(table: Table, *, bank: int | None = None) -> None:
    """Every player wagers $10 and has the hand set by the house way; then the next round's cards are ready."""
    if bank is not None:
        table.do(cmd.AcceptBank(by=Role.PLAYER, seat=bank))
    table.ready(table.rules.game.deck)
    for seat in table.state.seats:
        if seat != bank:
            table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers={"pai_gow": 1000}))
    table.do(cmd.AnnounceNoMoreBets(by=Role.DEALER))
    table.do(cmd.DetermineStart(by=Role.DEALER, number=1))
    table.do(cmd.DealCards(by=Role.DEALER))
    table.do(cmd.CountStub(by=Role.DEALER, count=4))
    while table.state.status is Status.PLAYING:
        phase = table.rules.phase(table.state.phase)
        if isinstance(phase, Decide) and not phase.may_pass_over:
            table.do(cmd.Decide(by=Role.PLAYER, seat=table.state.asked[0], word="house way"))
        elif isinstance(phase, Reveal):
            table.do(cmd.RevealBank(by=Role.DEALER))
        else:
            table.do(cmd.SettleRound(by=Role.DEALER))


def three(first: str, third: str, *, dealer: str = "", **more: Any) -> dict[str, Any]:
    """A round in which seat 2 banks, and seats 1 and 3 play against it."""
    hands = {1: first.replace("/", " "), 2: BANK.replace("/", " "), 3: third.replace("/", " ")}
    seats: dict[str, Any] = {
        str(seat): {"wagers": {"pai_gow": 1000}, "decisions": [f"set {hand}"]}
        for seat, hand in ((1, first), (3, third))
    }
    seats["2"] = {"decisions": [f"set {BANK}"]}
    return {"game": "pai-gow", "deck": pai_gow_deck(hands, dealer, start=2), "seats": seats, "bank": 2, **more}


def test_reading__645a_bank_order() -> None:
    # Seat 3 is settled first and wins, but its winnings wait for what seat 1 loses.
    order = [event.seat for event in events(played(three(LOSES, WINS)), ev.WagerSettled) if event.wager == "pai_gow"]
    assert order == [1, 3]
    also_wins = "3c 3s 8h 6s 4d / Ac 2h"
    table = played(three(also_wins, WINS, dealer="As Ks Kh Qs Jd Jc 8s", dealer_wager=1000))
    paid_out = [
        type(event).__name__ for event in table.events if isinstance(event, ev.DealerWagerSettled | ev.WagerSettled)
    ]
    assert paid_out[0] == "DealerWagerSettled"
    [missing] = events(table, ev.ShortfallCollected)
    assert missing.from_bank == 3000


def test_reading__645a_bank_offer_eligible() -> None:
    table = seated()
    play_round(table)
    # Nobody at seat 4 has wagered against the dealer yet; seat 3 is asked first all the same.
    table.do(cmd.TakeSeat(by=Role.PLAYER, seat=4, player="player 4", cents=1_000_000))
    assert offered(table) == 3


def test_reading__645a_bank_shuffle() -> None:
    table = seated()
    play_round(table)
    table.ready(table.rules.game.deck)
    table.do(cmd.AcceptBank(by=Role.PLAYER, seat=3))
    assert isinstance(table.events[-1], ev.ShuffleDirected)
    assert table.events[-1].clause == "645a.12(g)"
    assert not events(played(banked(LOSES)), ev.ShuffleDirected)


def test_reading__645a_bank_leaves() -> None:
    stated = banked(LOSES, irregularities=[{"cause": "abandoned", "at": "bank", "seat": 2}])
    stated["seats"]["2"]["decisions"] = []
    table = played(stated)
    [setting] = [event for event in events(table, ev.HandsSet) if event.seat == 2]
    assert setting.house_way
    assert paid(stated)[1, "pai_gow"] == ("lose", -1000)
    assert paid(stated)[2, "bank"] == ("bank", 1000)


def test_reading__645a_bank_silent() -> None:
    table = seated()
    play_round(table)
    table.do(cmd.PassBank(by=Role.PLAYER, seat=3))
    table.ready(table.rules.game.deck)
    table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers={"pai_gow": 1000}))
    passed = [event for event in table.do(cmd.AnnounceNoMoreBets(by=Role.DEALER)) if isinstance(event, ev.BankPassed)]
    assert [event.seat for event in passed] == [2, 1]


def test_reading__645a_banking_default() -> None:
    _, faults = check({"game": "pai-gow"})
    assert [(fault.severity.value, fault.clause) for fault in faults if fault.field == "banking"] == [
        ("note", "645a.12(a)")
    ]
    assert resolve({"game": "pai-gow"}).banking is not None
    assert resolve({"game": "pai-gow", "banking": {"offered": False}}).banking is None


def test_reading__645a_bank_wrong_setting() -> None:
    hands = {1: "As Ah Kd Kc 8d 6h 4s", 2: "Ac 2h 3h 5h 8h Ts 9c"}
    deck = pai_gow_deck(hands, "2c 3c 4d 5d 7h 9h Jc", start=1)
    for setting, reset in (("As Ah Kd Kc 8d / 6h 4s", False), ("Kd Kc 8d 6h 4s / As Ah", True)):
        stated = {
            "game": "pai-gow",
            "deck": deck,
            "bank": 1,
            "seats": {
                "1": {"wagers": {}, "decisions": [f"set {setting}"]},
                "2": {"wagers": {"pai_gow": 1000}, "decisions": ["house way"]},
            },
        }
        assert bool([event for event in events(played(stated), ev.HandsSet) if event.reset]) is reset
