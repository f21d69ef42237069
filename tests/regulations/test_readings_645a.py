"""The readings of 645a on ranking, wagers and settlement, each shown in force by the test that has its id."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import houseway.chapters.c645a_pai_gow
from houseway.cards import cards, text_of
from houseway.chapters.c645a_pai_gow.house_way import named
from houseway.chapters.registry import check, resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.refusal import Code, Refusal
from houseway.rules.submission import Severity
from houseway.rules.table_rules import TableRules
from tests.kit.banked_actions import close, deal, meter, place
from tests.kit.stated_rounds import answer, irregularity, paid, refusal, rulings, table_after
from tests.kit.table_views import balance_of
from tests.kit.tables import events, last, seated
from tests.regulations.c645a.pai_gow import MAIN, finish, play_round, start, stated
from tests.regulations.c645a.pai_gow import table as pai_gow_table

DEALER = "Kd Qh 9c 7s 5d 3h 2c"  # set K-7-5-3-2 and Q-9
DRAGON = "Qd Jh 9c 7s 5d 3h 2c"
WINS = "As Ah 8d 6h 4c / Kc Ks"
LOSES = "Ts 8c 6c 5s 4s / 9d 3d"
FOUL = "Kh Jd 8d 6h 4c / As Ah"
SPLIT = "Ac Jc 8d 6h 4h / Th 3d"  # the high hand wins, the low hand does not


def pai_gow(
    hands: dict[int, str] | str,
    *,
    dealer: str = DEALER,
    wagers: dict[str, int] | None = None,
    then: list[str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A round in which seats set HIGH / LOW as given (seven cards alone: the house way) and place the same wagers."""
    held = {1: hands} if isinstance(hands, str) else hands
    return stated(held, dealer, wagers={**MAIN, **(wagers or {})}, then=dict.fromkeys(held, then or []), **more)


EZ = {"variant": "ez"}


def on(hand: str, wager: str, **submission: Any) -> tuple[str, int]:
    """What an optional wager of $5 on seven cards is paid."""
    return paid(pai_gow(hand, dealer="", wagers={wager: 500}, submission=submission))[1, wager]


def test_reading__645a_joker() -> None:
    # An ace in the low hand; the highest absent rank in a flush with its ace; never a card of a suited match.
    assert paid(pai_gow("9h 9d 8c 6d 4s / Jk Kc"))[1, "pai_gow"] == ("1 to 1", 1000)
    flush = pai_gow("As Jk Ts 8s 4s / Kd 6c", dealer="Ah Qh Jh 9h 8h 3c 2d")
    assert paid(flush)[1, "pai_gow"] == ("1 to 1", 1000)
    assert on("As Ks Qs Js Ts Jk Kh", "fortune", brand="emperor")[0] == "150 to 1"
    assert on("Jk 8s 7d 6c 5h Kd 2s", "fortune")[0] == "2 to 1"


def test_reading__645a_wheel() -> None:
    suited = pai_gow("As 2s 3s 4s 5s / Kd 8c", dealer="Kh Qh Jh Th 9h 4c 2d")
    assert paid(suited)[1, "pai_gow"] == ("1 to 1", 1000)
    below_king = pai_gow("As 2h 3d 4c 5s / Kc 8d", dealer="Kh Qd Jh Ts 9h 6c 2d")
    assert paid(below_king)[1, "pai_gow"] == ("1 to 1", 1000)
    below_ace = pai_gow("As 2h 3d 4c 5s / Kc 8d", dealer="Ah Kd Qh Js Td 6c 2d")
    assert paid(below_ace)[1, "pai_gow"] == ("push", 0)


def test_reading__645a_bonus_order() -> None:
    assert on("9c 9d 9h 8s 7d 6c 5h", "fortune") == ("3 to 1", 1500)
    assert on("9c 9d 8s 7d 6c 5h 2s", "fortune") == ("2 to 1", 1000)
    three_pair = "As Jk Kd Kh 7c 7d 2s"
    assert on(three_pair, "fortune", paytables={"fortune": "C"}) == ("push", 0)
    for letter in "ABD":
        assert on(three_pair, "fortune", paytables={"fortune": letter}) == ("lose", -500)


def test_reading__645a_seven_sf() -> None:
    assert on("As 2s 3s 4s 5s 6s 7s", "fortune")[0] == "8,000 to 1"
    assert on("Ks Qs Js Ts 9s 8s 7s", "fortune")[0] == "8,000 to 1"
    assert on("As 2s 3s Jk 5s 6s 7s", "fortune")[0] == "1,000 to 1"
    assert on("As 2s 3s 4s 5s Kd 9c", "dynasty", **EZ)[0] == "120 to 1"
    assert on("As 2s 3s 4s 5h Kd 9c", "dynasty", **EZ)[0] == "2 to 1"


def test_reading__645a_dynasty_match() -> None:
    assert on("As Ks Qs Js Ts Ah Qh", "dynasty", **EZ)[0] == "1,000 to 1"
    assert on("As Ks Qs Js Ts Ah Kh", "dynasty", **EZ)[0] == "120 to 1"


def test_reading__645a_protection_row() -> None:
    assert on("As 2s 3s 4s 5s Kd 9c", "protection", **EZ) == ("lose", -500)
    assert on("Ts 8d 7c 5h 4s 3d 2c", "protection", **EZ)[0] == "25 to 1"
    _, faults = check(EZ, game="pai-gow")
    [note] = [fault for fault in faults if fault.clause == "645a.13(h)"]
    assert note.severity is Severity.NOTE


def test_reading__645a_red_black_joker() -> None:
    hand = "Jk Ah Kd 9h 8s 6c 4s"  # three red, three black and the joker
    assert on(hand, "red", **EZ) == ("lose", -500)
    assert on(hand, "black", **EZ) == ("lose", -500)
    assert on(hand, "red", red_black_joker="red", **EZ) == ("1 to 1", 500)
    assert on(hand, "black", red_black_joker="black", **EZ) == ("1 to 1", 500)


@pytest.mark.parametrize(("brand", "match", "other"), [("fortune", "Kh Qh", "Ah Kh"), ("emperor", "Ah Kh", "Kh Qh")])
def test_reading__645a_royal_match(brand: str, match: str, other: str) -> None:
    assert on(f"As Ks Qs Js Ts {match}", "fortune", brand=brand)[0] == "2,000 to 1"
    assert on(f"As Ks Qs Js Ts {other}", "fortune", brand=brand)[0] == "150 to 1"


def test_reading__645a_dragon() -> None:
    for hand in (WINS, LOSES, FOUL):
        assert paid(pai_gow(hand, dealer=DRAGON, submission=EZ))[1, "pai_gow"] == ("push", 0)
    assert paid(pai_gow(WINS, dealer=DRAGON))[1, "pai_gow"] == ("1 to 1", 1000)
    given_up = pai_gow(WINS, dealer=DRAGON, then=["surrender"], submission=EZ)
    assert paid(given_up)[1, "pai_gow"] == ("lose", -1000)
    with_joker = DRAGON.replace("Jh", "Jk")
    assert paid(pai_gow(LOSES, dealer=with_joker, submission=EZ))[1, "pai_gow"] == ("lose", -1000)


@pytest.mark.parametrize(
    ("rounding", "amount", "charged"), [("quarter", 1000, 50), ("quarter", 1010, 75), ("exact", 1010, 50)]
)
def test_reading__645a_vigorish(rounding: str, amount: int, charged: int) -> None:
    given = paid(pai_gow(WINS, wagers={"pai_gow": amount}, submission={"vigorish": rounding}))
    assert given[1, "pai_gow"] == ("1 to 1", amount)
    assert given[1, "vigorish"] == ("vigorish", -charged)
    assert (1, "vigorish") not in paid(pai_gow(WINS, submission=EZ))
    bank = pai_gow({1: WINS, 2: LOSES}, wagers={"pai_gow": amount}, bank=1, submission={"vigorish": rounding})
    given = paid(bank)
    assert given[1, "bank"] == ("bank", amount)
    assert given[1, "vigorish"] == ("vigorish", -charged)


def test_reading__645a_surrender() -> None:
    quads = "Js Jh Jd Jc 4c / Th 2d"
    given_up = pai_gow({1: quads, 2: LOSES}, then=[])
    given_up["seats"]["1"]["decisions"].append("surrender")
    given_up["seats"]["2"]["wagers"]["fortune"] = 500
    given = paid(given_up)
    assert given[1, "pai_gow"] == ("lose", -1000)
    assert given[2, "envy"] == ("$5", 500)
    barred = refusal(**pai_gow(quads, wagers={"fortune": 500}, then=["surrender"]))
    assert barred["code"] == Code.SURRENDER_NEEDS_NO_OPTIONAL_WAGER


def test_reading__645a_foul() -> None:
    foul = answer(**pai_gow(FOUL))["settlements"]
    assert [(one["pays"], one["clause"]) for one in foul] == [("lose", "645a.11(f)(1)(iii)")]
    wrong = pai_gow("As Ah 8d 6h 4c / Kc Ks")
    for said in ("set As Ah 8d 6h 4c Kc / Ks", "set As Ah 8d 6h 4c / Kc Kh"):
        wrong["seats"]["1"]["decisions"] = [said]
        assert refusal(**wrong)["code"] == Code.HANDS_ARE_OF_THE_CARDS_HELD


def test_reading__645a_envy() -> None:
    # Seat 1 fouls a hand that holds a straight flush; the others have a Qualifying Wager of one kind each.
    stated = pai_gow({1: "Ad 8h 7h 6h 5h / As 9h", 2: LOSES, 3: "Kc Tc 7c 5c 2h / Qc 6s"})
    stated["seats"]["2"]["wagers"]["fortune"] = 500
    stated["seats"]["3"]["wagers"]["emperor"] = 500
    envy = [one for one in answer(**stated)["settlements"] if one["wager"] == "envy"]
    # One Envy Bonus each, from the table of the wager that earned it.
    assert [(one["seat"], one["pays"], one["clause"]) for one in envy] == [
        (2, "$20", "645a.13(b)"),
        (3, "$20", "645a.13(c)"),
    ]
    stated["seats"]["1"]["decisions"] = []
    stated["irregularities"] = [{"cause": "player_card_exposed", "at": "set", "seat": 1}]
    voided = answer(**stated)["settlements"]
    assert [one["wager"] for one in voided if one["seat"] == 1] == ["pai_gow"]
    assert not any(one["wager"] == "envy" for one in voided)


def test_reading__645a_void_exposed() -> None:
    exposed = {"cause": "player_card_exposed", "at": "set", "seat": 1}
    stated = pai_gow(LOSES, wagers={"fortune": 500, "progressive": 100}, irregularities=[exposed])
    kept = {**stated, "irregularities": [{**exposed, "void": False}]}
    assert paid(kept)[1, "pai_gow"] == ("lose", -1000)
    stated["seats"]["1"]["decisions"] = []
    given = paid(stated)
    assert set(given) == {(1, "pai_gow"), (1, "fortune"), (1, "progressive")}
    assert set(given.values()) == {("returned", 0)}


def test_reading__645a_void_exposed__the_wager_was_placed_all_the_same() -> None:
    at = pai_gow_table(seats=(1, 2))
    for seat in (1, 2):
        place(at, seat)
    close(at)
    start(at)
    deal(at, 20)
    at.do(cmd.ReportIrregularity(cause="player_card_exposed", seat=2))
    at.do(cmd.VoidHand(), seat=2)
    deal(at)
    at.do(cmd.CountDeck(count=4))
    finish(at)
    assert at.state.last_against_dealer == {"A": 1000, "B": 1000}


def test_reading__645a_limit_meter() -> None:
    straight = "9s 8s 7s 6s 5s 4s 3s"
    limit = {"payout_limit": 5_000_000}
    stated = pai_gow(straight, dealer="", wagers={"progressive": 100}, submission=limit)
    at = table_after(**stated, meters={"progressive": 6_000_000})
    [limited] = events(at, ev.PayoutLimited)
    assert limited.postings == (("payout 1", "house", 6_000_000 - 100 - 5_000_000),)
    assert balance_of(at, "meter progressive") == 200_000


@pytest.mark.parametrize("start_by", ["dice", "number-generator"])
def test_reading__645a_wrong_start(start_by: str) -> None:
    at = pai_gow_table(seats=(1,), start_by=start_by)
    place(at)
    close(at)
    start(at)
    at.do(cmd.DealCards(cards=1))
    at.do(cmd.ReportIrregularity(cause="wrong_start"))
    assert last(at, ev.RoundEnded).void


@pytest.mark.parametrize(("brand", "lawful"), [("fortune", "CDE"), ("emperor", "AB")])
def test_reading__645a_brand(brand: str, lawful: str) -> None:
    for letter in "ABCDE":
        _, faults = check({"brand": brand, "paytables": {"insurance": letter}}, game="pai-gow")
        barring = [fault.clause for fault in faults if fault.severity is Severity.FAULT]
        assert barring == ([] if letter in lawful else ["645a.13(d)"])


def test_reading__645a_areas() -> None:
    for game in ("pai-gow", "five-card-hi-lo"):
        assert _second_position(game) is not None
        assert _second_position(game, adjacent_areas=2) is None
    assert _second_position("holdem-bonus") is not None


def _second_position(game: str, **submission: Any) -> Refusal | None:
    table = seated(game, seats={2: "one"}, **submission)
    outcome = table.send(cmd.TakeSeat(cents=0), seat=3, by="one")
    return outcome if isinstance(outcome, Refusal) else None


def test_reading__645a_house_way() -> None:
    # Jacks and fours with an ace: Foxwoods splits the pairs, Trump Plaza keeps them together.
    dealer = "Js Jd 4s 4d Ah 9c 7s"
    split, together = pai_gow(SPLIT, dealer=dealer), {"house_way": "trump-plaza"}
    assert _dealer_low(split) == {"4s", "4d"}
    assert _dealer_low({**split, "submission": together}) == {"Ah", "9c"}
    folder = Path(next(iter(houseway.chapters.c645a_pai_gow.__path__)))
    own = tomllib.loads((folder / "house_way" / "ways" / "trump-plaza.toml").read_text(encoding="utf-8"))
    assert _dealer_low({**split, "submission": {"house_way_rules": own}}) == {"Ah", "9c"}
    _, faults = check({"house_way": "nobody's"}, game="pai-gow")
    assert [fault.clause for fault in faults if fault.severity is Severity.FAULT] == ["645a.11(c)"]


def _dealer_low(stated: dict[str, Any]) -> set[str]:
    [setting] = [event for event in events(table_after(**stated), ev.HandsSet) if event.seat == 0]
    return set(text_of(setting.low).split())


@pytest.mark.parametrize(("number", "position"), [(1, 0), (2, 6), (3, 5), (7, 1)])
def test_reading__645a_start(number: int, position: int) -> None:
    table = table_after(**pai_gow(WINS, start=number))
    [dealt] = events(table, ev.CardsDealt)
    clockwise = [(position + step) % 7 for step in range(7)]
    assert [target for target, _ in dealt.cards[:7]] == clockwise
    # Dice go on around the table: 7 and as many more come to the same place.
    one = min(6, max(1, number + 7 - 12))
    rest = number + 7 - one
    dice = (one, rest // 2, rest - rest // 2)
    by_dice = pai_gow(WINS, start=number, dice=dice, submission={"start_by": "dice"})
    [start] = events(table_after(**by_dice), ev.StartDetermined)
    assert start.position == position


def test_reading__645a_stub_set_aside() -> None:
    def counted(count: int) -> dict[str, Any]:
        found = {"cause": "face_up_card", "at": "hole", "after": 1}
        stated = pai_gow(WINS, irregularities=[found, {"cause": "stub_count", "at": "set", "count": count}])
        # The second card is the one found; the rest moves up behind it.
        first, *deck = stated["deck"].split()
        return answer(**{**stated, "deck": " ".join([first, deck[-1], *deck[:-1]])})

    # Three in the stub and the one set aside.
    assert counted(3)["net"] == {"1": 950}
    assert counted(4)["net"] == {"1": 0}


def test_reading__645a_same_rule_twice() -> None:
    wrong = {"cause": "wrong_number_of_cards", "at": "set"}
    assert paid(pai_gow(WINS, irregularities=[wrong]))[1, "pai_gow"] == ("returned", 0)
    game = resolve({}, game="pai-gow", kind=TableRules).game
    causes = [one.cause for one in game.irregularities.values() if one.clause in _TWICE]
    assert causes == ["wrong_number_of_cards"]


_TWICE = ("645a.14(h)", "645a.14(k)")


def test_reading__645a_surrender_areas() -> None:
    stated = pai_gow({1: LOSES, 2: "Kc Tc 7c 5c 2h / Qc 6s"}, submission={"adjacent_areas": 2})
    stated["seats"]["2"]["wagers"]["fortune"] = 500
    stated["seats"]["1"]["decisions"].append("surrender")
    assert paid(stated)[1, "pai_gow"] == ("lose", -1000)
    for seat in stated["seats"].values():
        seat["player"] = "one"
    assert refusal(**stated)["code"] == Code.SURRENDER_NEEDS_NO_OPTIONAL_WAGER


@pytest.mark.parametrize(
    ("name", "hand", "front"),
    [
        pytest.param("foxwoods", "As Ah Ad Ac Jk Ks Kd", "Ks Kd", id="five aces before all else"),
        pytest.param("foxwoods", "Ks Kh Kd Qs Qh Js Jh", "Q Q", id="no pair is taken from the three of a full house"),
        pytest.param("foxwoods", "As Ah Jk Ks Kd Qs Js", "Ks Kd", id="full house before two aces and the joker"),
        pytest.param("foxwoods", "As Ah Jk Ks Qs Js 4d", "Ah 4d", id="two aces and the joker in a complete hand"),
        pytest.param("trump-plaza", "9s 9h 9d 9c 5s 5h 5d", "5 5", id="four-of-a-kind before a three"),
        pytest.param("foxwoods", "Jk As Ks Kd Qs Qd Js", "A A", id="three pair before a straight; the joker is an ace"),
        pytest.param("foxwoods", "Js Jd Ts Td 9c 8h 7s", "Ts Td", id="two pair before a straight"),
        pytest.param("foxwoods", "Ac Kd Ks Qh Jc Td 2s", "Ac Qh", id="an ace beside kings improves the front"),
    ],
)
def test_reading__645a_house_way_order(name: str, hand: str, front: str) -> None:
    low = text_of(named(name).set_hands(cards(hand)).low)
    if len(front) < 4:
        low = " ".join("A" if word == "Jk" else word[0] for word in low.split())
    assert sorted(low.split()) == sorted(front.split())


def test_reading__645a_exposed_when() -> None:
    def exposed(seat: int) -> dict[str, Any]:
        found = irregularity("player_card_exposed", "set", 1, seat=seat, void=False)
        return pai_gow({1: LOSES, 2: "Kc Tc 7c 5c 2h / Qc 6s"}, irregularities=[found])

    # Seat 2 has set its hands, seat 1 has not.
    refused = refusal(**exposed(2))
    assert (refused["code"], refused["clause"]) == (Code.IRREGULARITY_CAN_HAPPEN_HERE, "645a.14(d)")
    assert paid(exposed(1))[1, "pai_gow"] == ("lose", -1000)


def test_reading__645a_dragon_clause() -> None:
    [won] = answer(**pai_gow(WINS, dealer=DRAGON, submission=EZ))["settlements"]
    assert (won["pays"], won["clause"], won["under"]) == ("push", "645a.11(f)(2)(iii)", "645a.11(f)(3)")


def test_reading__645a_limit_floor() -> None:
    def least(**terms: Any) -> tuple[str, ...]:
        _, faults = check({"payout_limit": 1, **terms}, game="pai-gow")
        [legal] = [fault.legal for fault in faults if fault.field == "payout_limit"]
        return legal

    assert least() == ("at least $50,000",)
    # A natural seven-card run wins 8,000 times the Fortune Bonus and the Emperor's Treasure Wager, and the first meter.
    assert least(optional_minimum=1000) == ("at least $161,990",)
    assert least(table_minimum=1000, optional_minimum=500) == ("at least $81,995",)
    assert least(optional_minimum=1000, offered=["fortune", "emperor"]) == ("at least $160,000",)
    assert least(optional_minimum=100_000, offered=["insurance"]) == ("at least $100,000",)
    # Where no minimum is posted for the optional wagers, a player can bet one cent.
    assert least(table_minimum=100_000) == ("at least $50,000",)


def test_reading__645a_two_colours() -> None:
    given = paid(pai_gow("Ah Kd 9h 8d 6c 4s 2s", dealer="", wagers={"red": 500, "black": 700}, submission=EZ))
    assert given[1, "red"] == ("1 to 1", 500)
    assert given[1, "black"] == ("lose", -700)


def test_reading__645a_custom_envy() -> None:
    own = {"paytables": {"fortune": "custom"}, "custom_paytables": {"fortune": {"straight flush": "10 to 1"}}}
    stated = pai_gow({1: "Ad 8h 7h 6h 5h / As 9h", 2: LOSES}, submission=own)
    stated["seats"]["2"]["wagers"]["fortune"] = 500
    assert paid(stated)[2, "envy"] == ("$20", 2000)


@pytest.mark.parametrize(("rate", "adds"), [("1/3", [0, 0, 1, 0, 0, 1]), (0.75, [0, 1, 1, 1, 0, 1]), (20, [20] * 6)])
def test_reading__645a_meter_cents(rate: int | float | str, adds: list[int]) -> None:
    at = pai_gow_table(seats=(1,), progressive={"rate_percent": rate, "initial": 200_000, "reset": 200_000})
    gained = []
    for _ in adds:
        before = meter(at, "progressive")
        play_round(at, {1: {**MAIN, "progressive": 100}})
        gained.append(meter(at, "progressive") - before)
    assert gained == adds
    assert at.state.carried == ({} if rate == 20 else {"progressive": 0 if rate == "1/3" else 200})


@pytest.mark.parametrize("cause", ["player_card_exposed", "dealer_card_exposed", "card_exposed_dealing_by_hand"])
def test_reading__645a_exposed_by_hand(cause: str) -> None:
    def ruled(at: str, after: int, dealing: str) -> tuple[str, str]:
        of_dealer = cause == "dealer_card_exposed"
        exposed = {"cause": cause, "at": at, "after": after} | ({} if of_dealer else {"seat": 1, "void": False})
        given = answer(**stated(WINS, irregularities=[exposed], submission={"dealing": dealing}))
        [ruling] = rulings(given)
        return ruling["cause"], ruling["clause"]

    # While the dealer deals from the hand it is (j), whatever it is called and whosever card it was.
    assert ruled("hole", 10, "hand") == ("card_exposed_dealing_by_hand", "645a.14(j)")
    # Dealt from a shoe, or after the deal, it is (d), or (e) if it was the dealer's card.
    then = ("player_card_exposed", "645a.14(d)")
    if cause == "dealer_card_exposed":
        then = ("dealer_card_exposed", "645a.14(e)")
    for dealing in ("manual-shoe", "automated-shoe"):
        assert ruled("hole", 10, dealing) == then
        assert ruled("set", 0, dealing) == then
    assert ruled("set", 0, "hand") == then
