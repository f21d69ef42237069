"""What is known without counting is what is counted; main games are kept by what they rest on."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.chapters import registry
from houseway.lab import analysis, known, store
from houseway.lab.choices import model_of
from houseway.lab.encoded import encode
from houseway.lab.facet import lab_of
from houseway.lab.main_games import BESIDE_EVERY_MAIN_GAME, main_choices, main_digest
from houseway.lab.sheet import MainSheet, Result
from houseway.lab.side import main_limit_notes, side_wagers
from houseway.rules.game import Decide, SettleWagers
from houseway.rules.table_rules import TableRules
from tools.record_known import SOLVED, known_counts, known_main, main_rules

GAMES = registry.games(banked=True)
OTHERWISE: dict[str, dict[str, Any]] = {
    "table_minimum": {"table_minimum": 500},
    "table_maximum": {"table_maximum": 50_000},
    "optional_minimum": {"optional_minimum": 500},
    "optional_maximum": {"optional_maximum": 50_000},
    "offered": {"offered": []},
    "round_down": {"round_down": True},
    "dealing": {"dealing": "automated-shoe"},
    "shuffler": {"shuffler": "manual"},
    "decks": {"decks": 2, "shuffler": "automated"},
    "stub_count_every": {"stub_count_every": 1},
    "positions": {"positions": 4},
    "community_first": {"community_first": True, "dealing": "automated-shoe", "shuffler": "automatic-reshuffling"},
    "start_by": {"start_by": "dice"},
    "second_cover_card": {"second_cover_card": "four-from-bottom"},
    "adjacent_boxes": {"adjacent_boxes": 2},
    "adjacent_areas": {"adjacent_areas": 2},
    "banking": {"banking": {"offered": False, "co_banking": False}},
    "brand": {"brand": "emperor"},
    "red_black_joker": {"red_black_joker": "red"},
    "progressive": {"progressive": {"initial": 2_000_000, "reset": 2_000_000, "wagers": [100]}},
    "five_card": {"five_card": {"initial": 2_000_000, "reset": 2_000_000, "wagers": [100]}},
    "magic_card": {"magic_card": False},
    "lucky_bonus": {"lucky_bonus": False},
    "payout_limit": {"payout_limit": 10_000_000},
}
"""Field -> a submission in which it is not as the default has it."""
SET_BY_THE_CHAPTER = (
    ("holdem-bonus", "payout_limit"),
    ("pai-gow", "stub_count_every"),
    ("pai-gow", "positions"),
)


def rules_of(game: str, **given: Any) -> TableRules:
    return registry.resolve({"game": game, **given}, kind=TableRules)


def read_by_main(rules: TableRules) -> list[Any]:
    """All of the rules that the modules of the main games read."""
    game = rules.game
    beside = {one.id for one in side_wagers(game)}
    tables = {wager: table.rows for wager, table in game.tables.items() if wager not in beside}
    own = {name for name in model_of(rules).paytable_choices if name not in beside}
    tops = [repr(stage) for stage in game.stages if getattr(stage, "id", None) in own]
    asked = [phase for phase in game.phases if isinstance(phase, Decide)]
    charged = [stage.vigorish for stage in game.stages if isinstance(stage, SettleWagers)]
    way = game.arrangement.house_way if game.arrangement is not None else None
    return [tables, tops, asked, charged, way, rules.vigorish]


def test_every_field_beside_the_main_games_is_tried():
    labs = [lab for game in GAMES if (lab := lab_of(game)) is not None]
    assert set(OTHERWISE) == BESIDE_EVERY_MAIN_GAME.union(*(lab.beside_main for lab in labs))


@pytest.mark.parametrize("game", GAMES)
def test_no_field_beside_the_main_game_changes_what_it_rests_on(game: str):
    plain = rules_of(game)
    tried = 0
    for field, given in OTHERWISE.items():
        if field not in plain.submission or (game, field) in SET_BY_THE_CHAPTER:
            continue
        other = rules_of(game, **given)
        assert other.digest != plain.digest
        assert main_digest(other) == main_digest(plain)
        assert read_by_main(other) == read_by_main(plain), field
        tried += 1
    assert tried >= 10


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("heads-up-holdem", {"raise_minimum": "chip"}),
        ("holdem-bonus", {"ante_pays_on": "flush"}),
        ("five-card-hi-lo", {"paytables": {"ante_bonus": "B"}}),
        ("pai-gow", {"variant": "ez"}),
        ("pai-gow", {"house_way": "trump-plaza"}),
        ("pai-gow", {"vigorish": "exact"}),
    ],
)
def test_a_choice_of_the_main_game_is_another_main_game(game: str, given: dict[str, Any]):
    assert main_digest(rules_of(game, **given)) != main_digest(rules_of(game))


def test_a_paytable_of_your_own_counts_where_it_is_the_main_games():
    own = {"three aces": "20 for 1"}
    bonus = rules_of("five-card-hi-lo", paytables={"ante_bonus": "custom"}, custom_paytables={"ante_bonus": own})
    assert main_choices(bonus)["custom_paytables"] == {"ante_bonus": own}
    assert main_digest(bonus) != main_digest(rules_of("five-card-hi-lo"))
    aces = {"pair of aces": "20 to 1"}
    beside = rules_of("heads-up-holdem", paytables={"pocket_bonus": "custom"}, custom_paytables={"pocket_bonus": aces})
    assert main_digest(beside) == main_digest(rules_of("heads-up-holdem"))


def test_a_paytable_beside_the_main_game_solves_nothing_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    first = analysis.main_sheet(rules_of("five-card-hi-lo"))
    monkeypatch.setattr(analysis, "solve_main_game", lambda rules, progress: pytest.fail("solved again"))
    assert analysis.main_sheet(rules_of("five-card-hi-lo", paytables={"poker_bonus": "B"})) == first


def test_the_payout_limit_is_said_of_the_main_game_it_is_for():
    results = (Result(net=Fraction(504), deals=1),)
    main = MainSheet(
        unit="ante",
        played="optimal",
        total=1,
        results=results,
        average_wager=Fraction(5),
        decisions=(),
        strategy=(),
    )
    (note,) = main_limit_notes(rules_of("heads-up-holdem", payout_limit=5_000_000).game, main)
    assert "$50,000 (677a.12(f))" in note and "from an Ante Wager of $99.21 on" in note
    assert main_limit_notes(rules_of("heads-up-holdem").game, main) == ()


def test_what_cannot_be_kept_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    analysis.analyze(rules_of("holdem-bonus"), wager="five_card_player")
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(found) == 3 and all(path.suffix == ".json" and path.stat().st_size for path in found)
    with pytest.raises(NotImplementedError):
        store.keep("what", {"a": object()})
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == found


def test_645a_12_j__a_bank_pays_the_vigorish_on_what_it_wins():
    """Of one wager against it, by the deals that are won and lost (docs/lab.md); without a vigorish it has what the house has."""
    won, lost, deals = 2_402_482_226_669_052, 2_506_863_515_529_772, 8_250_459_031_214_400
    foxwoods = known.main(rules_of("pai-gow", house_way="foxwoods"))
    assert foxwoods is not None
    assert foxwoods.house_edge == (lost - won * Fraction(19, 20)) / deals
    assert foxwoods.against_bank == (won - lost * Fraction(19, 20)) / deals
    ez = known.main(rules_of("pai-gow", variant="ez", house_way="ez"))
    assert ez is not None
    assert ez.against_bank == -ez.house_edge == Fraction(2_260_041_698_231_552 - 2_487_770_781_024_636, deals)


@pytest.mark.long
def test_the_known_counts_are_those_that_are_counted():
    assert {id: {str(value): times for value, times in one.items()} for id, one in known.known().counts.items()} == (
        known_counts()
    )


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=pytest.mark.long if "hi-lo" in one else pytest.mark.proof) for one in SOLVED]
)
def test_the_known_main_games_are_those_that_are_solved(game: str):
    for rules in main_rules(game):
        held = known.main(rules)
        assert held is not None
        assert encode(held) == encode(known_main(rules))
