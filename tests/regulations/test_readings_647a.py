"""The readings of 647a, each shown in force by the test that has its id."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import card
from houseway.chapters.registry import check
from houseway.engine.accounts import meter_account
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Viewer
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from houseway.rules.submission import Severity
from tests.kit.stated_rounds import answer, found, paid, refusal, table_after
from tests.kit.table_views import balance_of
from tests.kit.tables import events
from tests.regulations.c645a.pai_gow import stated as pai_gow
from tests.regulations.c647a.dealt import STAY, deck, stated

# The Flop is Qs Js Ts: As Ks makes a royal flush with it, 9s 8s a straight flush, and 2c 3c nothing.
BOARD = "Qs Js Ts 2d 4h"
METER = 1_000_000


def round_of(
    hands: dict[int, str],
    *,
    dealer: str = "7c 7d",
    board: str = BOARD,
    wagers: dict[str, int] | None = None,
    decisions: dict[int, list[str]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A round in which every seat has an Ante of $10 and the same wagers beside it, and stays unless stated."""
    return stated(
        hands, dealer=dealer, board=board, wagers=dict.fromkeys(hands, wagers or {}), decisions=decisions, **more
    )


def all_paid(round_: dict[str, Any], seat: int, wager: str) -> list[tuple[str, int]]:
    """Every record of a seat's wager, for those that may be paid more than once."""
    return [(one["pays"], one["net"]) for one in found(answer(**round_), wager, seat)]


def test_reading__647a_ante_qualifier() -> None:
    straight = round_of({1: "9c 8d"}, dealer="7c 7d")
    assert paid(straight)[1, "ante"] == ("1 to 1", 1000)
    flush_only = {**straight, "submission": {"ante_pays_on": "flush"}}
    assert paid(flush_only)[1, "ante"] == ("push", 0)
    assert paid(flush_only)[1, "flop"] == ("1 to 1", 2000)
    below = round_of({1: "Qc Jd"}, dealer="7c 7d")
    assert paid(below)[1, "ante"] == ("push", 0)


def test_reading__647a_progressive_fold() -> None:
    folded = round_of({1: "9s 8s", 2: "As Ks"}, wagers={"progressive": 100}, decisions={1: ["fold"]})
    given = paid(folded)
    assert given[1, "progressive"] == ("lose", -100)
    assert given[1, "envy"][1] == 100_000
    assert given[2, "envy"][1] == 30_000


def test_reading__647a_five_cards() -> None:
    # The fifth spade comes with the Turn card: too late for these wagers.
    late = round_of({1: "9s 2c"}, board="Qs Js 3h 5s 4s", wagers={"progressive": 100, "five_card_player": 500})
    given = paid(late)
    assert given[1, "flop"] == ("1 to 1", 2000)
    assert given[1, "progressive"] == ("lose", -100)
    assert given[1, "five_card_player"] == ("lose", -500)
    flush = paid(round_of({1: "9s 2s"}, wagers={"progressive": 100, "five_card_player": 500}))
    assert flush[1, "progressive"] == ("40 for 1", 3900)
    assert flush[1, "five_card_player"] == ("50 for 1", 24_500)


def test_reading__647a_progressive_amount() -> None:
    refused = refusal(**round_of({1: "9s 8s"}, wagers={"progressive": 200}))
    assert refused["code"] == Code.WAGER_SIZE_IS_OFFERED
    assert refused["legal"] == ["$1", "$5"]
    for wager in (100, 500):
        share = paid(round_of({1: "9s 8s"}, wagers={"progressive": wager}))
        assert share[1, "progressive"] == ("10% of meter", METER // 10 - wager)
    only_one = round_of({1: "9s 8s"}, wagers={"progressive": 500}, submission={"progressive": {"wagers": [100]}})
    assert refusal(**only_one)["legal"] == ["$1"]
    _, faults = check({"progressive": {"wagers": [300]}}, game="holdem-bonus")
    assert "647a.12(d)(5)" in [fault.clause for fault in faults]


def test_reading__647a_five_card_meter() -> None:
    both = round_of(
        {1: "9s 8s"},
        dealer="As Ks",
        wagers={"five_card_player": 500, "five_card_dealer": 500},
        meters={"five_card": 3_000_000, "progressive": 2_000_000},
    )
    given = paid(both)
    assert given[1, "five_card_dealer"] == ("100% of meter", 3_000_000 - 500)
    # The player's own share comes after, from a meter at its reset amount.
    assert given[1, "five_card_player"] == ("10% of meter", METER // 10 - 500)
    assert balance_of(table_after(**both), meter_account("progressive")) == 2_000_000


def test_reading__647a_meter_order() -> None:
    meters = {"progressive": 3_000_000}
    royal_first = paid(round_of({1: "9s 8s", 2: "As Ks"}, wagers={"progressive": 100}, meters=meters))
    assert royal_first[2, "progressive"] == ("100% of meter", 3_000_000 - 100)
    assert royal_first[1, "progressive"] == ("10% of meter", METER // 10 - 100)
    royal_last = paid(round_of({1: "As Ks", 2: "9s 8s"}, wagers={"progressive": 100}, meters=meters))
    assert royal_last[2, "progressive"] == ("10% of meter", 300_000 - 100)
    assert royal_last[1, "progressive"] == ("100% of meter", 2_700_000 - 100)


def test_reading__647a_dealer_jackpot() -> None:
    three = round_of(
        {1: "2c 3c", 2: "4c 5c", 3: "6c 8c"},
        dealer="9s 8s",
        wagers={"five_card_dealer": 500},
        meters={"five_card": 1_000_010},
    )
    given = paid(three)
    # 10% is 100,001, a third of it 33,333, and two cents stay.
    assert {given[seat, "five_card_dealer"] for seat in (1, 2, 3)} == {("10% of meter", 33_333 - 500)}
    assert balance_of(table_after(**three), meter_account("five_card")) == 1_000_010 - 3 * 33_333
    royal = {**three, "deck": deck({1: "2c 3c", 2: "4c 5c", 3: "6c 8c"}, "As Ks", BOARD)}
    # Of 1,000,010 each wins 333,336: two cents stay beside the reset amount.
    assert paid(royal)[1, "five_card_dealer"] == ("100% of meter", 333_336 - 500)
    assert balance_of(table_after(**royal), meter_account("five_card")) == METER + 2


def test_reading__647a_magic_lucky() -> None:
    wagers = {"five_card_player": 500, "five_card_dealer": 300}
    magic = round_of({1: "2c 3c"}, wagers=wagers, decisions={1: ["fold"]}, magic_card="Js", lucky=1)
    # On the Flop the card pays both wagers, to a folded player too; what it is measured by is lost all the same.
    assert sorted(all_paid(magic, 1, "magic")) == [("20 for 1", 6_000), ("20 for 1", 10_000)]
    assert all_paid(magic, 1, "lucky") == [("5 for 1", 2_500)]
    assert paid(magic)[1, "five_card_player"] == ("lose", -500)
    assert all_paid({**magic, "magic_card": "Jh"}, 1, "magic") == []
    assert all_paid({**magic, "lucky": "dealer"}, 1, "lucky") == [("5 for 1", 1_500)]
    recorded = table_after(**magic).events
    kinds = [type(event) for event in recorded]
    [closed] = events(table_after(**magic), ev.DrawnAtRandom)
    assert closed.magic_card == card("Js")
    assert kinds.index(ev.DrawnAtRandom) < kinds.index(ev.CardsDealt)


@pytest.mark.parametrize(("at", "answers", "settled"), [("before_flop", [], False), ("before_turn", ["flop"], True)])
def test_reading__647a_exposed(at: str, answers: list[str], settled: bool) -> None:
    wagers = {"holdem_bonus": 500, "progressive": 100, "five_card_player": 500}
    exposed = [{"cause": "dealer_card_exposed", "at": at}]
    given = paid(round_of({1: "9s 9c"}, wagers=wagers, decisions={1: answers}, irregularities=exposed))
    assert given[1, "ante"] == ("returned", 0)
    assert given[1, "holdem_bonus"] == ("3 to 1", 1500)
    for wager in ("progressive", "five_card_player"):
        assert given[1, wager] == (("lose", -wagers[wager]) if settled else ("returned", 0))


def test_reading__647a_exposed_until() -> None:
    def exposed(at: str, answers: list[str]) -> dict[str, Any]:
        found = [{"cause": "dealer_card_exposed", "at": at}]
        return round_of({1: "9s 9c"}, wagers={"five_card_player": 500}, decisions={1: answers}, irregularities=found)

    for at, answers in (("before_flop", []), ("before_turn", ["flop"]), ("before_river", ["flop", "check"])):
        assert paid(exposed(at, answers))[1, "ante"] == ("returned", 0)
    for at, answers in (("river", STAY), ("reveal", STAY), ("flop", ["fold"])):
        refused = refusal(**exposed(at, answers))
        assert (refused["code"], refused["clause"]) == (Code.IRREGULARITY_CAN_HAPPEN_HERE, "647a.13(d)")


@pytest.mark.parametrize(("at", "answers", "paid_too"), [("before_flop", [], False), ("before_turn", ["flop"], True)])
def test_reading__647a_exposed_extras(at: str, answers: list[str], paid_too: bool) -> None:
    stated = round_of(
        {1: "As Ks", 2: "2c 3c"},
        wagers={"progressive": 100, "five_card_player": 500},
        decisions={1: answers, 2: answers},
        magic_card="Js",
        lucky=2,
        irregularities=[{"cause": "dealer_card_exposed", "at": at}],
    )
    assert all_paid(stated, 2, "envy") == ([("$1,000", 100_000)] if paid_too else [])
    assert all_paid(stated, 2, "magic") == ([("20 for 1", 10_000)] if paid_too else [])
    assert all_paid(stated, 2, "lucky") == ([("5 for 1", 2_500)] if paid_too else [])


def test_reading__647a_limit_void() -> None:
    exposed = [{"cause": "dealer_card_exposed", "at": "before_flop"}]
    given = paid(
        round_of(
            {1: "As Ah"}, dealer="Ac Ad", wagers={"holdem_bonus": 10_000}, decisions={1: []}, irregularities=exposed
        )
    )
    assert given[1, "holdem_bonus"] == ("1,000 to 1", 10_000_000)
    assert given[1, "limit"] == ("limit", -5_000_000)


@pytest.mark.parametrize(("letter", "minimum", "least"), [("A", 10_000, 10_050_000), ("B", 200_000, 7_000_000)])
def test_reading__647a_limit_minimum(letter: str, minimum: int, least: int) -> None:
    for limit, lawful in ((least - 1, False), (least, True), (least + 1, False)):
        terms = {
            "table_minimum": minimum,
            "optional_minimum": minimum,
            "payout_limit": limit,
            "paytables": {"holdem_bonus": letter},
        }
        _, faults = check(terms, game="holdem-bonus")
        assert [fault.clause for fault in faults if fault.severity is Severity.FAULT] == (
            [] if lawful else ["647a.12(c)"]
        )


def test_reading__647a_limit_minimum__without_a_posted_minimum_the_bonus_counts_at_one_cent() -> None:
    aces = round_of(
        {1: "As Ah"},
        dealer="Ac Ad",
        wagers={"holdem_bonus": 7_500},
        decisions={1: ["fold"]},
        submission={"table_minimum": 1_000},
    )
    given = paid(aces)
    assert given[1, "holdem_bonus"] == ("1,000 to 1", 7_500_000)
    assert given[1, "limit"] == ("limit", -2_500_000)


def test_reading__647a_odd_cents() -> None:
    three = round_of(
        {1: "2c 3c", 2: "4c 5c", 3: "6c 8c"},
        dealer="As Ks",
        wagers={"five_card_dealer": 500},
        meters={"five_card": 2_000_002},
        submission={"five_card": {"reset": 1_500_000}},
    )
    assert paid(three)[2, "five_card_dealer"] == ("100% of meter", 666_667 - 500)
    assert balance_of(table_after(**three), meter_account("five_card")) == 1_500_000 + 1


def test_reading__647a_bonus_b() -> None:
    aces = round_of({1: "As Ah"}, dealer="Ac Ad", wagers={"holdem_bonus": 500})
    assert paid(aces)[1, "holdem_bonus"] == ("1,000 to 1", 500_000)
    under_b = {**aces, "submission": {"paytables": {"holdem_bonus": "B"}}}
    assert paid(under_b)[1, "holdem_bonus"] == ("30 to 1", 15_000)


def test_reading__647a_abandoned() -> None:
    left = round_of(
        {1: "9s 8s", 2: "As Ks"},
        wagers={"progressive": 100, "five_card_player": 500},
        decisions={1: ["flop"]},
        magic_card="Js",
        lucky=1,
        irregularities=[{"cause": "abandoned", "at": "before_turn", "seat": 1}],
    )
    assert paid(left)[1, "progressive"] == ("lose", -100)
    for extra in ("envy", "magic", "lucky"):
        assert all_paid(left, 1, extra) == []
    # A straight flush was left behind.
    assert all_paid(left, 2, "envy") == [("$300", 30_000)]


def test_reading__647a_abandoned__in_645a_too() -> None:
    four = "9s 9h 9d 9c Jc / 5c 2h"
    left = pai_gow({1: four, 2: "As Ah Ad Ac Kc / 4d 3h"}, "", wagers={"pai_gow": 1000, "fortune": 500})
    left["irregularities"] = [{"cause": "abandoned", "at": "set", "seat": 1}]
    left["seats"]["1"]["decisions"] = []
    assert all_paid(left, 1, "envy") == []
    assert all_paid(left, 2, "envy") == [("$5", 500)]


def test_reading__647a_paid_by_hand() -> None:
    table = table_after(**round_of({1: "As Ks"}, board="Qs Js Ts 2h 8d", wagers={"progressive": 100}))
    kinds = [type(event) for event in table.events]
    assert kinds.index(ev.PayoutDocumented) < kinds.index(ev.RoundEnded)
    [documented] = events(table, ev.PayoutDocumented)
    assert (documented.clause, documented.person) == ("647a.11(i)(4)", "floorperson")
    [seen] = table.observe(Viewer(Role.PLAYER, "1")).payouts.values()
    assert seen == balance_of(table, "payout 1") == 1_000_000
