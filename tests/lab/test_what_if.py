"""What-ifs by row: one row of a paytable changed, the others kept, for every table of every chapter."""

from __future__ import annotations

from fractions import Fraction

import pytest

import houseway
from houseway.chapters import registry
from houseway.chapters.c677a_heads_up_holdem.lab import solver
from houseway.chapters.holdem import Hand
from houseway.lab.analysis import analyze
from houseway.lab.inputs import InputError, rules_of
from houseway.money import FixedSum, ForOne, MeterShare, worth
from houseway.rules.game import PayEnvy, PayOnTop, SettleWagers
from houseway.rules.paytable import CUSTOM_MARK, label_of
from houseway.rules.settlement import SettlementTable
from houseway.rules.submission import Submission
from houseway.rules.table_rules import TableRules

SEVENS = {
    "royal flush": 4_324, "straight flush": 37_260, "four of a kind": 224_848, "full house": 3_473_184,
    "flush": 4_047_644, "straight": 6_180_020, "three of a kind": 6_461_620,
}  # fmt: skip
"""Seven cards of 52 by their best five, as published; the others of 133,784,560 are less than three of a kind."""
RICHER_BAD_BEAT = {"straight": 5, "flush": 8, "full house": 10, "four of a kind": 50}
"""The Bad Beat table elsewhere, whose main game is published as 2.36% of the Ante."""
BASES = {
    "heads-up-holdem": {},
    "holdem-bonus": {"magic_card": True, "lucky_bonus": True},
    "pai-gow": {"variant": "ez"},
    "five-card-hi-lo": {},
}


def tables_in(rules: TableRules) -> dict[str, SettlementTable]:
    """Return every settlement table of a game: of wagers, Envy Bonuses and payments on top."""
    tables = dict(rules.game.tables)
    for stage in rules.game.stages:
        if isinstance(stage, PayEnvy):
            tables |= {f"{stage.wager} envy {least}": table for least, table in stage.tables}
        if isinstance(stage, PayOnTop):
            tables[f"{stage.measured_by} {stage.id}"] = stage.table
        if isinstance(stage, SettleWagers):
            tables |= {one.id: one.table for _, one in stage.on_top}
    return tables


def every_printed_table() -> list[tuple[str, str]]:
    cases = []
    for game, base in BASES.items():
        submission = registry.submission_of(game).model_validate({"game": game, **base})
        assert isinstance(submission, Submission)
        cases += [(game, name) for name in (*submission.paytable_choices, *submission.fixed_paytables())]
    return cases


@pytest.mark.parametrize(("game", "name"), every_printed_table())
def test_one_row_of_any_table_is_changed_and_every_other_stays(game, name):
    base = {"game": game, **BASES[game]}
    before = registry.resolve(base, kind=TableRules)
    submission = registry.submission_of(game).model_validate(base)
    assert isinstance(submission, Submission)
    printed = submission.printed_tables(name)[submission.letter(name)]
    hand, pays = list(printed.pays.items())[-1]
    kinds = {MeterShare: "7% of meter", FixedSum: "$77", ForOne: "77 for 1"}
    other = kinds.get(type(pays), "77 to 1")
    after = rules_of(base, choices=[f"paytables.{name}.{label_of(hand)}={other}"])
    changed = 0
    for id, table in tables_in(after).items():
        old = tables_in(before)[id]
        assert len(old.rows) == len(table.rows)
        for was, now in zip(old.rows, table.rows, strict=True):
            assert (was.when, was.clause, was.under) == (now.when, now.clause, now.under)
            if was.pays != now.pays:
                changed += 1
                assert label_of(hand) in now.name and now.text == other
            else:
                assert now.name.removesuffix(CUSTOM_MARK) == was.name
    # The same table pays two wagers in the Five Card Hand Bonus and in Red/Black, and wins by both ends of Odds.
    assert changed == (2 if name in ("odds", "five_card", "five_card_extra", "red_black") else 1)


def test_677a_12_e__one_row_of_trips_plus_by_published_counts():
    rules = rules_of({"game": "heads-up-holdem"}, choices=["paytables.trips_plus.flush=8 to 1"])
    (sheet,) = analyze(rules, wager="trips_plus").wagers
    pays = (100, 40, 30, 9, 8, 4, 3)
    paid = sum(many * (times + 1) for many, times in zip(SEVENS.values(), pays, strict=True))
    assert sheet.returned == Fraction(paid, 133_784_560)
    assert [row.label for row in sheet.rows] == [*SEVENS, "lose"]
    assert sheet.combinations == {**SEVENS, "lose": 133_784_560 - sum(SEVENS.values())}


def bad_beat_rules() -> TableRules:
    choices = [f"paytables.bad_beat.{hand}={times} to 1" for hand, times in RICHER_BAD_BEAT.items()]
    return rules_of({"game": "heads-up-holdem"}, choices=choices)


def test_677a_12_c__a_richer_bad_beat_table_reaches_the_solver():
    unit, before = solver.pays_of(rules_of({"game": "heads-up-holdem"}))
    same, after = solver.pays_of(bad_beat_rules())
    assert unit == same
    expected = before.copy()
    for hand, times in {**RICHER_BAD_BEAT, "straight flush": 500}.items():
        # Ante and Odds together, lost to a qualifying dealer.
        expected[0, Hand[hand.upper().replace(" ", "_")], 1:, 0] = (times - 1) * unit
    assert (after == expected).all() and (after != before).any()


@pytest.mark.proof
def test_677a__a_richer_bad_beat_table_has_its_published_edge():
    main = analyze(bad_beat_rules(), wager="odds").main
    assert main is not None and f"{float(main.house_edge):.2%}" == "2.36%"


def test_the_table_pays_what_the_sheet_counts():
    """A losing straight, which 677a.12(c) pays 4 to 1."""
    stated = {
        "game": "heads-up-holdem",
        "submission": {"custom_paytables": {"bad_beat": {"straight": "5 to 1"}}},
        "deck": "6c Ah 5d Kh 2s Qh 9h 8s 2c 7d 3h",
        "seats": {"1": {"wagers": {"ante": 1000, "odds": 1000, "trips_plus": 500}, "decisions": ["raise 3000"]}},
    }
    answer = houseway.settle(stated)
    assert answer["net"] == {"1": -1000 - 3000 + 5000 + 2000}


def test_a_table_without_a_base_pays_its_own_rows_and_says_which_hands_lose():
    data = {"game": "heads-up-holdem", "paytables": {"trips_plus": "custom"}}
    data |= {"custom_paytables": {"trips_plus": {"full house": "9 to 1", "flush": "8 to 1"}}}
    sheet = analyze(rules_of(data), wager="trips_plus")
    assert [row.label for row in sheet.wagers[0].rows] == ["full house", "flush", "lose"]
    assert "hands that it does not name lose: royal flush, straight flush, four of a kind, straight" in sheet.notes[0]
    _, found = registry.check(data)
    (note,) = [one for one in found if "keeps the rows of paytable A" in one.message]
    assert note.legal == ('from = "A"', 'from = "B"', 'from = "C"', 'from = "D"')


def test_a_base_is_named_in_a_file_and_a_row_of_it_changed_again():
    data = {"game": "heads-up-holdem", "paytables": {"trips_plus": "custom"}}
    data |= {"custom_paytables": {"trips_plus": {"from": "C", "flush": "8 to 1"}}}
    rules = rules_of(data, choices=["paytables.trips_plus.Full_House=N/A"])
    pays = {row.name.removesuffix(CUSTOM_MARK): row for row in rules.game.tables["trips_plus"].rows}
    assert worth(pays["straight"].pays).paid(1) == 5 and pays["flush"].text == "8 to 1"
    assert pays["full house"].text == "lose"


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ("paytables.trips_plus.flsh=8 to 1", "did you mean 'flush'?"),
        ("paytables.trips_plus.flush=8", "'8' is not a payout"),
        ("paytables.oods.flush=8 to 1", "did you mean 'odds'?"),
        ("paytables.odds.flush=$5", "is paid as an Envy Bonus alone"),
        ("paytables.odds.flush=5% of meter", "has no meter"),
        ("custom_paytables.trips_plus.from=Z", "there is no paytable 'Z'"),
    ],
)
def test_bad_rows_are_named_in_one_sentence(choice, says):
    with pytest.raises(InputError) as error:
        rules_of({"game": "heads-up-holdem"}, choices=[choice])
    assert says in str(error.value)


def test_647a_12_e_3__a_drawn_bonus_has_no_wager_to_return():
    with pytest.raises(InputError, match="has no wager of its own to return"):
        rules_of({"game": "holdem-bonus"}, choices=["paytables.five_card_extra.magic card=20 to 1"])


def test_an_envy_bonus_is_varied_as_a_sum():
    with pytest.raises(InputError, match="an Envy Bonus is a fixed sum"):
        rules_of({"game": "pai-gow"}, choices=["paytables.fortune_envy.five aces=5 to 1"])
