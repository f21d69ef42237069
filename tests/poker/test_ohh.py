"""Open Hand History: what we write is as the schema has it, and replayed from the file alone it ends as the engine did."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import houseway.interop
from houseway.chapters.c637a_poker import events as ev
from houseway.engine.kernel import Table
from houseway.interop.ohh.export import BET_TYPES, GAME_TYPES, NoOhhGameError, to_ohh
from houseway.interop.rounds_played import round_of
from houseway.rounds.poker import play, read
from tests.kit.case_samples import pair_each
from tests.kit.random_poker import GAMES, random_play
from tests.poker.ohh_reader import Reader, cents, faults

SCHEMA = json.loads((Path(houseway.interop.__file__).parent / "ohh" / "ohh.schema.json").read_text())
CHECKED = [f"{seat} check" for _ in range(3) for seat in (1, 2, 3)]
FLOP_DECK = "Ac Kc Qc Ad Kd Qd  2c 2h 7s 9d  3d Jh  3h 4s"


def _table(**stated: Any) -> Table:
    seats = stated.pop("stacks", [10000] * 3)
    base = {"game": "holdem", "button": 3, "deck": FLOP_DECK}
    places = {str(seat): {"stack": stack} for seat, stack in enumerate(seats, 1)}
    return play(read({**base, "seats": places, **stated}))


def _terms(**more: Any) -> dict[str, Any]:
    return {"structure": "no-limit", "blinds": [50, 100], **more}


def _written(table: Table, **how: Any) -> dict[str, Any]:
    """The hand as a reader of the file has it, after the schema and the replay have nothing against it."""
    file = json.loads(json.dumps(to_ohh(table, **how)))
    assert faults(file, SCHEMA) == []
    played = round_of(table)
    ends = dict(zip(played.order, played.stacks(played.after()), strict=True))
    assert Reader(file).stacks == ends
    ohh: dict[str, Any] = file["ohh"]
    return ohh


def _actions(ohh: dict[str, Any], street: int = 0) -> list[tuple[int, str, int]]:
    listed = [one for one in ohh["rounds"][street]["actions"] if one["action"] != "Dealt Cards"]
    return [(one["player_id"], one["action"], cents(one["amount"])) for one in listed]


@pytest.mark.parametrize(("game", "structure"), pair_each(list(GAME_TYPES), list(BET_TYPES)))
def test_replayed_from_the_file_a_round_ends_as_it_did(game, structure):
    seen: Counter[str] = Counter()
    for seed in range(60):
        at = random_play(game, structure.value, seed)
        at.finish_a_round()
        ohh = _written(at.table)
        _same_money(ohh, at.table)
        seen.update(one["action"] for part in ohh["rounds"] for one in part["actions"])
        seen["side pot"] += len(ohh["pots"]) > 1
        for taken in ("rake", "jackpot"):
            seen[taken] += any(pot[taken] for pot in ohh["pots"])
        seen["uncalled"] += bool(ohh["_houseway"]["returned"])
        seen["all-in"] += any(one["is_allin"] for part in ohh["rounds"] for one in part["actions"])
    wanted = {"Post Ante", "Shows Cards", "Mucks Cards", "Raise", "side pot", "rake", "jackpot", "uncalled", "all-in"}
    assert wanted <= {what for what, times in seen.items() if times}


def _same_money(ohh: dict[str, Any], table: Table) -> None:
    """Rake and contributions in all are the engine's, and so is each uncalled bet."""
    events = round_of(table).events
    for taken, kind in (("rake", ev.RakeTaken), ("jackpot", ev.ContributionTaken)):
        assert sum(cents(pot[taken]) for pot in ohh["pots"]) == sum(
            one.cents for one in events if isinstance(one, kind)
        )
    returned = [(one["player_id"], cents(one["amount"])) for one in ohh["_houseway"]["returned"]]
    assert returned == [(one.seat, one.cents) for one in events if isinstance(one, ev.UncalledBetReturned)]


def test_the_schema_is_strict():
    def objects(schema):
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                yield schema
            for one in schema.values():
                yield from objects(one)

    assert all(one["additionalProperties"] is False for one in objects(SCHEMA))
    file = to_ohh(_table(submission=_terms(), actions=["3 fold", "1 fold"]))
    assert faults(file, SCHEMA) == []
    file["ohh"]["rounds"][0]["actions"][0]["action"] = "Post Blind"
    file["ohh"]["players"][0]["stack"] = 1
    file["ohh"]["table_size"] = 11
    assert len(faults(file, SCHEMA)) == 3


def test_a_hand_in_full():
    """Side pots, a rake, a jackpot contribution and an uncalled bet, written out."""
    terms = _terms(
        rake={"kind": "percentage", "percent": 5, "cap": 100}, bad_beat={"contribution": 50, "minimum_pot": 0}
    )
    table = _table(
        submission=terms, stacks=[1000, 5000, 8000], actions=["3 raise to 8000", "1 call", "2 call"], tournament=True
    )
    ohh = _written(table, start_date_utc="2026-01-02T03:04:05Z", table_name="one")
    head = {key: value for key, value in ohh.items() if key not in ("players", "rounds", "pots", "_houseway")}
    assert head == {
        "spec_version": "1.4.7",
        "internal_version": "1.4.1",
        "site_name": "Houseway",
        "network_name": "Houseway",
        "tournament": True,
        "game_number": "1",
        "start_date_utc": "2026-01-02T03:04:05Z",
        "table_name": "one",
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "table_size": 10,
        "currency": "USD",
        "dealer_seat": 3,
        "small_blind_amount": 0.5,
        "big_blind_amount": 1,
        "ante_amount": 0,
        "flags": ["Observed"],
    }
    assert ohh["players"][0] == {"id": 1, "seat": 1, "name": "1", "starting_stack": 10}
    assert [(part["id"], part["street"], part["cards"]) for part in ohh["rounds"]] == [
        (0, "Preflop", []),
        (1, "Flop", ["2h", "7s", "9d"]),
        (2, "Turn", ["Jh"]),
        (3, "River", ["4s"]),
        (4, "Showdown", []),
    ]
    assert _actions(ohh) == [
        (1, "Post SB", 50),
        (2, "Post BB", 100),
        (3, "Raise", 8000),
        (1, "Call", 950),
        (2, "Call", 4900),
    ]
    assert [one["is_allin"] for one in ohh["rounds"][0]["actions"]] == [False] * 5 + [True] * 3
    assert [one["action"] for one in ohh["rounds"][4]["actions"]] == ["Shows Cards"] * 3
    assert [{key: value for key, value in pot.items() if key != "_clause"} for pot in ohh["pots"]] == [
        {"number": 0, "amount": 30, "rake": 1, "jackpot": 0.5, "player_wins": [{"player_id": 1, "win_amount": 28.5}]},
        {"number": 1, "amount": 80, "rake": 0, "jackpot": 0, "player_wins": [{"player_id": 2, "win_amount": 80}]},
    ]
    assert ohh["_houseway"]["returned"] == [{"player_id": 3, "amount": 30, "_clause": "637a.17(d)"}]


def test_a_raise_is_written_with_what_it_put_in():
    ohh = _written(_table(submission=_terms(), actions=["3 raise to 300", "1 raise to 2000", "2 fold", "3 fold"]))
    assert _actions(ohh)[2:4] == [(3, "Raise", 300), (1, "Raise", 1950)]


def test_antes_and_a_straddle():
    ohh = _written(_table(submission=_terms(ante=25, straddle=200), actions=["3 straddle", "1 fold", "2 fold"]))
    assert ohh["ante_amount"] == 0.25
    assert _actions(ohh)[:6] == [
        *[(seat, "Post Ante", 25) for seat in (1, 2, 3)],
        (1, "Post SB", 50),
        (2, "Post BB", 100),
        (3, "Straddle", 200),
    ]


def test_antes_that_differ_are_no_amount_for_all():
    ohh = _written(_table(submission=_terms(ante={2: 100}), actions=["3 fold", "1 fold"]))
    assert "ante_amount" not in ohh
    assert _actions(ohh)[0] == (2, "Post Ante", 100)


@pytest.mark.parametrize(
    ("blinds", "small", "big", "posts"),
    [
        ([100], 0, 1, ["Post BB"]),
        ([100, 100], 1, 1, ["Post SB", "Post BB"]),
        ([25, 50, 100], 0.25, 1, ["Post SB", "Post Extra Blind", "Post BB"]),
    ],
)
def test_one_blind_or_several(blinds, small, big, posts):
    table = _table(
        submission=_terms(blinds=blinds, minimum_bet=100), stacks=[10000] * 4, button=4, actions=_folds(blinds)
    )
    ohh = _written(table)
    assert (ohh["small_blind_amount"], ohh["big_blind_amount"]) == (small, big)
    assert [word for _, word, _ in _actions(ohh) if word.startswith("Post")] == posts


def _folds(blinds: list[int]) -> list[str]:
    """Everybody folds to the last blind, from its left."""
    last = len(blinds)
    return [f"{seat} fold" for seat in [*range(last + 1, 5), *range(1, last)]]


def test_with_two_players_the_button_may_have_the_small_blind():
    table = _table(
        submission=_terms(heads_up_button_blind=True), stacks=[10000] * 2, button=2, actions=["2 fold"], deck=FLOP_DECK
    )
    assert _actions(_written(table)) == [(2, "Post SB", 50), (1, "Post BB", 100), (2, "Fold", 0)]


def test_posts_of_a_player_who_missed_the_blinds():
    """637a.11(d)"""
    table = _table(
        submission=_terms(must_post="missed-blinds"),
        stacks=[10000] * 4,
        button=4,
        posts={"3": "missed"},
        actions=["3 raise to 400", "4 fold", "1 fold", "2 fold"],
    )
    assert _actions(_written(table))[:5] == [
        (1, "Post SB", 50),
        (2, "Post BB", 100),
        (3, "Post Dead", 50),
        (3, "Post Extra Blind", 100),
        (3, "Raise", 300),
    ]


def test_stud_has_a_bring_in_five_rounds_and_no_button():
    stud = {"structure": "fixed-limit", "ante": 25, "forced_bet": 50, "small_bet": 100, "big_bet": 200}
    table = _table(
        game="stud-high",
        submission=stud,
        button=0,
        stacks=[10000] * 2,
        deck="Ac Kc Ad Kd 2c 9c  Th 3h 8h  Td 4d 7d  Ts 5s 6s  9h Jh 2h",
        actions=["2 raise to 100", "1 call", *["2 check", "1 check"] * 4],
    )
    ohh = _written(table, hero=2)
    assert (ohh["game_type"], ohh["dealer_seat"], ohh["big_blind_amount"]) == ("Stud", 0, 0)
    assert (ohh["flags"], ohh["hero_player_id"]) == ([], 2)
    streets = [part["street"] for part in ohh["rounds"]]
    assert streets == ["Preflop", "Flop", "Turn", "River", "River", "Showdown"]
    assert _actions(ohh) == [
        (1, "Post Ante", 25),
        (2, "Post Ante", 25),
        (1, "Post Extra Blind", 50),
        (2, "Raise", 100),
        (1, "Call", 50),
    ]
    # The hero sees another's up cards only.
    dealt = [one for part in ohh["rounds"] for one in part["actions"] if one["action"] == "Dealt Cards"]
    assert [one["cards"] for one in dealt if one["player_id"] == 1] == [["2c"], ["3h"], ["4d"], ["5s"]]
    assert [one["cards"] for one in dealt if one["player_id"] == 2] == [
        ["Kc", "Kd", "9c"],
        ["8h"],
        ["7d"],
        ["6s"],
        ["2h"],
    ]
    assert [one.get("_up") for one in dealt if one["player_id"] == 2] == [["9c"], ["8h"], ["7d"], ["6s"], None]


def test_a_draw_is_dealt_cards():
    draw = _table(
        game="draw-high",
        submission=_terms(),
        button=2,
        stacks=[10000] * 2,
        deck="Ac Kc Ad Kd 2c 3c 4d 5d 6h 7h  9c  As Ks Qs",
        actions=["1 call", "2 check", "1 discard 2c 4d", "2 discard 3c", "1 bet 100", "2 fold"],
    )
    ohh = _written(draw)
    assert (ohh["game_type"], [part["street"] for part in ohh["rounds"]]) == ("Draw", ["Preflop", "Flop"])
    first, second = ohh["rounds"][1]["actions"][:2]
    assert (first["cards"], first["_discarded"], first["_drew"]) == (["As", "Ks"], ["2c", "4d"], 2)
    assert (second["cards"], second["_discarded"], second["_drew"]) == (["Qs"], ["3c"], 1)
    hidden = to_ohh(draw, hero=2)["ohh"]["rounds"][1]["actions"][0]
    assert "cards" not in hidden and "_discarded" not in hidden and hidden["_drew"] == 2


def test_one_players_view_holds_no_hand_that_was_not_shown():
    table = _table(submission=_terms(), actions=["3 call", "1 call", "2 check", *CHECKED, "1 show", "2 muck", "3 muck"])
    ohh = _written(table, hero=3)
    known = {one["player_id"] for part in ohh["rounds"] for one in part["actions"] if "cards" in one}
    assert known == {1, 3}
    everything = _written(table)["rounds"][-1]["actions"]
    assert [(one["player_id"], one["action"], len(one["cards"])) for one in everything] == [
        (1, "Shows Cards", 2),
        (2, "Mucks Cards", 2),
        (3, "Mucks Cards", 2),
    ]


def test_a_dead_hand_is_a_fold():
    """637a.18(k)"""
    fouled = {"cause": "hand_fouled", "at": "flop", "after": 1, "seat": 2}
    actions = ["3 call", "1 call", "2 check", "1 check", "3 bet 100", "1 fold"]
    ohh = _written(_table(submission=_terms(), actions=actions, irregularities=[fouled]))
    assert _actions(ohh, 1) == [(1, "Check", 0), (2, "Fold", 0), (3, "Bet", 100), (1, "Fold", 0)]


@pytest.mark.parametrize("game", [game for game in GAMES if game not in GAME_TYPES])
def test_a_game_without_a_name_is_refused(game):
    at = random_play(game, "fixed-limit", 1)
    at.finish_a_round()
    with pytest.raises(
        NoOhhGameError, match=f"OHH has no game type for {at.table.rules.game.name}; --as history holds it"
    ):
        to_ohh(at.table)


def test_a_structure_without_a_name_is_refused():
    at = random_play("holdem", "spread-limit", 1)
    at.finish_a_round()
    with pytest.raises(NoOhhGameError, match="OHH has no bet type for spread-limit; --as history holds it"):
        to_ohh(at.table)


@pytest.mark.parametrize(
    ("irregularity", "says"),
    [
        ({"cause": "missing_card", "at": "flop", "after": 1}, "OHH has no way to write a void round; --as history"),
        (
            {"cause": "hand_fouled", "at": "flop", "after": 1, "seat": 2, "protected": True},
            "OHH has no action that gives the bets of a dead hand back; --as history",
        ),
    ],
)
def test_bets_that_went_back_are_refused(irregularity, says):
    """637a.18(i), 637a.18(k)(3)"""
    actions = ["3 call", "1 call", "2 check", "1 check", "3 bet 100", "1 fold"]
    table = _table(submission=_terms(), actions=actions, irregularities=[irregularity])
    with pytest.raises(NoOhhGameError, match=says):
        to_ohh(table)
