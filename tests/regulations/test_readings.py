"""The readings of all chapters and of 677a, each shown in force by the test that has its id."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.cards import cards, text_of
from houseway.engine.accounts import meter_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.events import BURN, COMMUNITY
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from houseway.house.attendance import CallFloor
from houseway.store.attendance import Attendance
from houseway.store.database import open_database
from houseway.store.record import Answer, Record
from tests.kit.banked_points import SETTLE, VALIDATE, reports, royal
from tests.kit.decks import five_card_deck, holdem_deck
from tests.kit.recorded_tables import Playing
from tests.kit.stated_rounds import answer, paid, refusal, table_after
from tests.kit.submission_faults import check
from tests.kit.table_views import balance_of
from tests.kit.tables import events, new_table, refuses

BOARD = "9h 5d Ks 2c 7h"
ROYAL_BOARD = "Qs Js Ts 2d 3c"


def heads_up(
    hands: dict[int, str] | str = "9c 4h",
    *,
    dealer: str = "Ad Qd",
    board: str = BOARD,
    ante: int = 1000,
    wagers: dict[str, int] | None = None,
    decisions: list[str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A round of Heads-Up Hold 'Em in which every seat places the same wagers and answers alike."""
    held = {1: hands} if isinstance(hands, str) else hands
    answers = [f"raise {ante}"] if decisions is None else decisions
    seat = {"wagers": {"ante": ante, "odds": ante, **(wagers or {})}, "decisions": answers}
    return {
        "game": "heads-up-holdem",
        "deck": holdem_deck([held[seat] for seat in sorted(held)], dealer, board, streets=(3, 2)),
        "seats": {str(number): dict(seat) for number in held},
        **more,
    }


def holdem_bonus(hands: dict[int, str], *, dealer: str, board: str, **more: Any) -> dict[str, Any]:
    """A round of Texas Hold 'Em Bonus with the seats as given in ``seats``."""
    return {
        "game": "holdem-bonus",
        "deck": holdem_deck([hands[seat] for seat in sorted(hands)], dealer, board, streets=(3, 1, 1)),
        **more,
    }


# All chapters


def test_reading__all_for_one() -> None:
    given = paid(
        holdem_bonus(
            {1: "9c 8d"},
            dealer="Ad Qd",
            board="7h 6s 5d Kc 2h",
            seats={
                "1": {"wagers": {"ante": 1000, "progressive": 100}, "decisions": ["flop", "check", "check"]},
            },
        )
    )
    # For: the $1 is kept and $30 paid. To: the wager comes back beside what is won.
    assert given[1, "progressive"] == ("30 for 1", 2900)
    assert given[1, "flop"] == ("1 to 1", 2000)
    aces = {
        "game": "five-card-hi-lo",
        "deck": five_card_deck(["As Ah Ad 9c 2d"], "Ks Qs 8d 7d 3c"),
        "seats": {"1": {"wagers": {"ante": 1000}, "decisions": ["play As Ah Ad / 9c 2d"]}},
    }
    assert paid(aces)[1, "ante_bonus"] == ("10 for 1", 10_000)


def test_reading__all_void_in_settlement() -> None:
    """647a.13(c)."""
    at = royal(SETTLE, progressive=100)
    assert events(at, ev.WagerSettled)
    at.do(reports("wrong_number_of_cards"))
    assert balance_of(at, "player Ann") == 100_000
    settled = royal(SETTLE, VALIDATE, SETTLE, progressive=100)
    assert refuses(settled, reports("wrong_number_of_cards")).clause == "647a.13(c)"


def test_reading__all_cents() -> None:
    odd = heads_up("As 2s", dealer="Qd Jd", board="Ks 9s 5s 3d 7c", ante=1001)
    refused = refusal(**odd)
    assert refused["code"] == Code.WAGER_PAYS_WHOLE_CENTS
    assert refused["legal"] == ["a multiple of 2 cents"]
    assert paid({**odd, "submission": {"round_down": True}})[1, "odds"] == ("3 to 2", 1501)


def test_reading__all_cap() -> None:
    royal = heads_up("As Ks", dealer="2c 2h", board=ROYAL_BOARD, ante=20_000, wagers={"trips_plus": 100_000})
    assert (1, "limit") not in paid(royal)
    capped = paid({**royal, "submission": {"payout_limit": 5_000_000}})
    # Ante, Raise and Odds won 20,000 + 20,000 + 10,000,000; the Trips Plus Wager is outside the limit.
    assert capped[1, "limit"] == ("limit", -5_040_000)
    assert capped[1, "trips_plus"] == ("100 to 1", 10_000_000)
    _, faults = check({"payout_limit": 4_999_999}, game="heads-up-holdem")
    assert [(fault.field, fault.clause) for fault in faults] == [("payout_limit", "677a.12(f)")]
    _, faults = check({"payout_limit": 5_000_000, "table_minimum": 10_000}, game="heads-up-holdem")
    assert [fault.legal for fault in faults] == [("at least $50,400",)]


def test_reading__all_cap__holdem_bonus_limit_is_always_in_force() -> None:
    stated = holdem_bonus(
        {1: "As Ah"},
        dealer="Ac Ad",
        board="Ks Qh 9d 4c 2h",
        seats={"1": {"wagers": {"ante": 1000, "holdem_bonus": 6000}, "decisions": ["flop", "check", "check"]}},
    )
    given = paid(stated)
    assert given[1, "holdem_bonus"] == ("1,000 to 1", 6_000_000)
    assert given[1, "limit"] == ("limit", -1_000_000)


def test_reading__all_limit_order() -> None:
    stated = heads_up({1: "As Ks", 2: "9s 8s"}, dealer="2c 2h", board=ROYAL_BOARD, ante=20_000)
    for seat in stated["seats"].values():
        seat["player"] = "one"
    given = paid({**stated, "submission": {"payout_limit": 5_000_000, "adjacent_boxes": 2}})
    # Seat 2 is settled first and wins 1,040,000 in full; seat 1's 10,040,000 has 3,960,000 left.
    assert (2, "limit") not in given
    assert given[1, "limit"] == ("limit", -6_080_000)


def test_reading__all_floor_call(tmp_path: Path) -> None:
    record = Record(open_database(tmp_path / "house.db"))
    playing = Playing(record, "heads-up-holdem", seats=1)
    floor = Attendance(record, playing.name)
    assert isinstance(floor.say(CallFloor(cause="misdeal"), "Dana", Role.DEALER), Answer)
    assert floor.state.call is not None
    # While the floor is on its way the round is dealt, decided and settled.
    playing.rounds(1)
    assert floor.state.call is not None
    record.close()


def test_reading__all_leave() -> None:
    left = {"cause": "abandoned", "at": "before_turn", "seat": 1}
    stated = heads_up("As Ks", board=ROYAL_BOARD, decisions=["check"], irregularities=[left])
    given = answer(**stated)
    assert [(one["wager"], one["pays"], one["clause"]) for one in given["settlements"]] == [
        ("ante", "lose", "677a.7(b)"),
        ("odds", "lose", "677a.7(b)"),
    ]


def test_reading__all_runout() -> None:
    exposed = {"cause": "dealer_card_exposed", "at": "before_flop"}
    trips = heads_up("9c 9d", wagers={"trips_plus": 500}, decisions=[], irregularities=[exposed])
    assert paid(trips)[1, "trips_plus"] == ("3 to 1", 1500)
    assert _dealt_to(trips, COMMUNITY) == BOARD
    pocket = heads_up("9c 9d", wagers={"pocket_bonus": 500}, decisions=[], irregularities=[exposed])
    assert paid(pocket)[1, "pocket_bonus"] == ("5 to 1", 2500)
    assert _dealt_to(pocket, COMMUNITY) == ""


def test_reading__all_runout__dealer_is_shown_to_a_folded_bonus_wager() -> None:
    folded = holdem_bonus(
        {1: "As Ah"},
        dealer="Ac Ad",
        board="Ks Qh 9d 4c 2h",
        seats={"1": {"wagers": {"ante": 1000, "holdem_bonus": 100}, "decisions": ["fold"]}},
    )
    assert paid(folded)[1, "holdem_bonus"] == ("1,000 to 1", 100_000)
    assert len(events(table_after(**folded), ev.BankRevealed)) == 1
    assert _dealt_to(folded, COMMUNITY) == ""


def test_reading__all_meter() -> None:
    stated = holdem_bonus(
        {1: "9s 8s"},
        dealer="Ad Qd",
        board="7s 6s 5s Kc 2h",
        seats={"1": {"wagers": {"ante": 1000, "progressive": 100}, "decisions": ["flop", "check", "check"]}},
        meters={"progressive": 2_000_000},
        submission={"progressive": {"rate_percent": 10}},
    )
    # The wager's own 10 cents are on the meter, and its dollar is gone: 10% of 2,000,010 less 100.
    assert paid(stated)[1, "progressive"] == ("10% of meter", 199_901)


def test_reading__all_face_up() -> None:
    one = {"cause": "face_up_card", "at": "flop"}
    first = heads_up(irregularities=[one])
    deck = first["deck"].split()
    # The card found is the one that would have been burned; the burn then takes another.
    first["deck"] = " ".join([*deck[:4], deck[-1], *deck[4:-1]])
    assert paid(first)[1, "ante"][1] == 0
    assert _dealt_to(first, COMMUNITY) == BOARD
    assert [event.card for event in events(table_after(**first), ev.CardSetAside)] == list(cards(deck[-1]))

    both = heads_up("9c 9d", wagers={"pocket_bonus": 500}, decisions=["check"], irregularities=[one, one])
    given = paid(both)
    assert given[1, "ante"] == ("returned", 0)
    assert given[1, "pocket_bonus"] == ("5 to 1", 2500)
    early = [{**one, "at": "hole", "after": 1}] * 2
    given = paid(heads_up("9c 9d", wagers={"pocket_bonus": 500}, decisions=[], irregularities=early))
    assert given[1, "pocket_bonus"] == ("returned", 0)


def test_reading__all_order() -> None:
    table = table_after(**heads_up({1: "9c 4h", 3: "8c 8d"}))
    [hole, *_] = events(table, ev.CardsDealt)
    assert [target for target, _ in hole.cards] == [1, 3, 0, 1, 3, 0]
    assert [event.seat for event in events(table, ev.Decided)] == [1, 3]
    assert [event.seat for event in events(table, ev.WagerSettled)] == [3, 3, 3, 1, 1, 1]


@pytest.mark.parametrize("game", ["holdem-bonus", "five-card-hi-lo", "pai-gow"])
def test_reading__all_typos(game: str) -> None:
    table = new_table(game)
    table.do(cmd.ReceiveDecks(preshuffled=True), at=0)
    assert refuses(table, cmd.InspectCards()).code is Code.STEP_IS_DUE
    [shuffled] = table.do(cmd.ShuffleCards(order=table.rules.game.deck), at=0)
    assert shuffled.clause == f"{table.rules.game.chapter}.4(e)"


def test_reading__all_tie_break() -> None:
    pair = paid(heads_up("Jc 3h", dealer="Qd 2h", board="As Kd 3s 2c 7h"))
    assert pair[1, "raise"] == ("1 to 1", 1000)
    wheel = paid(heads_up("6c Th", dealer="Ad Qd", board="2c 3d 4h 5s Kd"))
    assert wheel[1, "odds"] == ("1 to 1", 1000)


def test_reading__all_community_first() -> None:
    submission = {"dealing": "automated-shoe", "community_first": True}
    stated = heads_up(submission=submission)
    stated["deck"] = f"{BOARD} 9c 4h Ad Qd"
    assert paid(stated)[1, "raise"] == ("1 to 1", 1000)
    assert _dealt_to(stated, BURN) == ""
    assert [len(event.cards) for event in events(table_after(**stated), ev.CommunityTurned)] == [3, 2]


def test_reading__all_void_returns() -> None:
    stated = holdem_bonus(
        {1: "9s 8s", 2: "Kh Kd"},
        dealer="Ad Qd",
        board="7s 6s 5s Kc 2h",
        seats={
            "1": {"wagers": {"ante": 1000, "progressive": 500}, "decisions": ["fold"]},
            "2": {"wagers": {"ante": 1000}, "decisions": ["flop"]},
        },
        submission={"progressive": {"rate_percent": 10}},
        irregularities=[{"cause": "wrong_number_of_cards", "at": "before_turn"}],
    )
    given = answer(**stated)
    returned = {(one["seat"], one["wager"]) for one in given["settlements"] if one["pays"] == "returned"}
    assert returned == {(1, "ante"), (1, "progressive"), (2, "ante"), (2, "flop")}
    assert given["net"] == {"1": 0, "2": 0}
    assert balance_of(table_after(**stated), meter_account("progressive")) == 1_000_000


def test_reading__all_stub_when() -> None:
    def counted(**found: Any) -> dict[str, Any]:
        return heads_up(irregularities=[{"cause": "stub_count", "at": "reveal", **found}])

    right = answer(**counted(count=41))
    assert right["net"] == {"1": 1000}
    misdealt = answer(**counted(count=40, misdealt=True))
    assert misdealt["net"] == {"1": 0}
    assert not any(event["event"] == "deck_removed" for event in misdealt["events"])
    for found in ({"misdealt": True, "complete": False}, {"misdealt": False}):
        given = answer(**counted(count=40, **found))
        assert given["net"] == {"1": 0}
        assert any(event["event"] == "deck_removed" for event in given["events"])
    early = heads_up(irregularities=[{"cause": "stub_count", "at": "before_flop", "count": 48}])
    assert refusal(**early)["code"] == Code.STEP_IS_DUE


@pytest.mark.parametrize(
    ("game", "wager", "main"),
    [("heads-up-holdem", "pocket_bonus", "Ante"), ("holdem-bonus", "holdem_bonus", "Ante")],
)
def test_reading__all_main_first(game: str, wager: str, main: str) -> None:
    stated = heads_up(decisions=[])
    refused = refusal(**{**stated, "game": game, "seats": {"1": {"wagers": {wager: 500}}}})
    assert refused["code"] == Code.WAGER_HAS_ITS_MAIN_WAGER
    assert main in refused["message"]


def test_reading__all_main_first__where_the_text_says_after() -> None:
    at = new_table("five-card-hi-lo", offered=["tie"])
    at.do(cmd.TakeSeat(cents=10_000), seat=1, by="ann")
    assert refuses(at, cmd.PlaceWagers(wagers={"tie": 500}), seat=1).code is Code.WAGER_HAS_ITS_MAIN_WAGER
    at.do(cmd.PlaceWagers(wagers={"tie": 500, "ante": 500}), seat=1)


def test_reading__all_sizes() -> None:
    at = new_table("pai-gow", progressive={"wagers": [100, 500]}, optional_minimum=300)
    at.do(cmd.TakeSeat(cents=10_000), seat=1, by="ann")
    at.do(cmd.PlaceWagers(wagers={"pai_gow": 500, "progressive": 100}), seat=1)
    refused = refuses(at, cmd.PlaceWagers(wagers={"progressive": 400}), seat=1)
    assert (refused.code, refused.clause) == (Code.WAGER_SIZE_IS_OFFERED, "645a.7(e)(4)")


def test_reading__all_winner_seen() -> None:
    stated = heads_up("As Ah", wagers={"pocket_bonus": 500}, decisions=["check", "check", "fold"])
    happened = table_after(**stated).events
    [shown] = events(happened, ev.HandsRevealed)
    [won] = [one for one in events(happened, ev.WagerSettled) if one.wager == "pocket_bonus"]
    assert happened.index(shown) < happened.index(won)


@pytest.mark.parametrize(("at", "after", "void"), [("hole", 2, True), ("before_flop", 0, False), ("flop", 0, False)])
def test_reading__all_shoe_window(at: str, after: int, void: bool) -> None:
    fault = {"cause": "shoe_fault", "at": at, "after": after}
    stated = heads_up(submission={"dealing": "automated-shoe"}, irregularities=[fault])
    if void:
        assert paid(stated)[1, "ante"] == ("returned", 0)
    else:
        refused = refusal(**stated)
        assert (refused["code"], refused["clause"]) == (Code.IRREGULARITY_CAN_HAPPEN_HERE, "677a.13(f)")


# 677a World Poker Tour Heads-Up Hold 'Em


@pytest.mark.parametrize(
    ("player", "board", "dealer", "pays"),
    [
        pytest.param("As Ks", ROYAL_BOARD, "4d 5h", "500 to 1", id="royal flush"),
        pytest.param("9s 8s", ROYAL_BOARD, "4d 5h", "50 to 1", id="straight flush"),
        pytest.param("Ac Ad", "Ah As 2d 9c 5h", "Kd Qd", "10 to 1", id="four-of-a-kind"),
        pytest.param("Ac Ad", "Ah 9d 9c 5h 2s", "Kd Qd", "3 to 1", id="full house"),
        pytest.param("As 2s", "Ks 9s 5s 3d 7c", "Qd Jd", "3 to 2", id="flush"),
        pytest.param("9c 8d", "7h 6s 5d Kc 2h", "Ad Qd", "1 to 1", id="straight"),
        pytest.param("9c 9d", BOARD, "Ad Qd", "push", id="three-of-a-kind"),
        pytest.param("9c 5h", BOARD, "Ad Qd", "push", id="two pair"),
        pytest.param("9c 4h", BOARD, "Ad Qd", "push", id="pair"),
        pytest.param("Ac 4h", BOARD, "Qd Jd", "push", id="all other"),
    ],
)
def test_reading__677a_odds_column(player: str, board: str, dealer: str, pays: str) -> None:
    given = paid(heads_up(player, dealer=dealer, board=board))
    assert given[1, "raise"] == ("1 to 1", 1000)
    assert given[1, "odds"][0] == pays


def test_reading__677a_raise_up_to() -> None:
    for cents in (500, 1500, 4000):
        refused = refusal(**heads_up(decisions=[f"raise {cents}"]))
        assert refused["code"] == Code.AMOUNT_IS_LAWFUL
        assert refused["legal"] == ["raise 1000", "raise 2000", "raise 3000", "check"]
    assert paid(heads_up(decisions=["raise 3000"]))[1, "raise"] == ("1 to 1", 3000)
    assert refusal(**heads_up(decisions=["check", "raise 3000"]))["clause"] == "677a.11(d)"
    chip = {"raise_minimum": "chip"}
    assert paid(heads_up(decisions=["raise 1"], submission=chip))[1, "raise"] == ("1 to 1", 1)
    assert refusal(**heads_up(decisions=["raise 3001"], submission=chip))["code"] == Code.AMOUNT_IS_LAWFUL


def test_reading__677a_bad_beat() -> None:
    given = paid(heads_up("9c 8d", dealer="Ad Qd", board="7h 6s 5d Kd 2d"))
    assert given == {(1, "ante"): ("lose", -1000), (1, "raise"): ("lose", -1000), (1, "odds"): ("4 to 1", 4000)}
    below = paid(heads_up("9c 9d", dealer="Ad Qd", board="9h 6s 5d Kd 2d"))
    assert below[1, "odds"] == ("lose", -1000)


def test_reading__677a_boxes() -> None:
    def boxes(first: int, second: int, **submission: Any) -> dict[str, Any]:
        stated = heads_up({first: "9c 4h", second: "8c 8d"}, submission=submission)
        for seat in stated["seats"].values():
            seat["player"] = "one"
        return stated

    assert refusal(**boxes(1, 2))["code"] == Code.POSITIONS_ARE_ADJACENT
    assert refusal(**boxes(1, 3, adjacent_boxes=2))["legal"] == ["seat 2"]
    assert paid(boxes(1, 2, adjacent_boxes=2))[2, "ante"][0] == "push"


@pytest.mark.parametrize(("boxes", "times"), [*enumerate((504, 558, 572, 586, 593, 598.5), 1)])
def test_reading__677a_limit_boxes(boxes: int, times: float) -> None:
    terms = {"adjacent_boxes": boxes, "table_minimum": 100_000}
    _, faults = check({**terms, "payout_limit": int(times * 100_000)}, game="heads-up-holdem")
    assert faults == []
    _, faults = check({**terms, "payout_limit": int(times * 100_000) - 1}, game="heads-up-holdem")
    assert [fault.clause for fault in faults] == ["677a.12(f)"]


def _dealt_to(stated: dict[str, Any], target: int) -> str:
    dealt = events(table_after(**stated), ev.CardsDealt)
    return text_of([card for event in dealt for where, card in event.cards if where == target])
