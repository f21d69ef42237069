"""``houseway check`` as a user runs it."""

from __future__ import annotations

import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.chapters.registry import UnlawfulSubmissionError, example_of, games, resolve, submission_of
from houseway.chapters.registry import check as check_data
from houseway.rules.submission import ProgressiveTerms, Severity, Verdict, verdict_of
from houseway.rules.table_rules import TableRules
from houseway.rules.terms import terms_of
from tests.cli.process import closed, houseway

FAULTY = """
game = "heads-up-holdem"
table_minimum = 5000
table_maximum = 100
payout_limit = 100
raise_mnimum = "chip"
offered = ["trips", "pocket_bonus"]
decks = 2
shuffler = "manual"
dealing = "hand"
adjacent_boxes = 9
[paytables]
trips_plus = "Z"
"""


def check(path: Path, code: int) -> dict[str, Any]:
    ran = houseway("check", str(path), "--json")
    assert ran.code == code, ran.out
    found: dict[str, Any] = json.loads(ran.out)
    return found


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "submission.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_every_fault_at_once_with_its_clause_and_what_is_legal(tmp_path: Path) -> None:
    found = check(written(tmp_path, FAULTY), 1)
    assert found["ok"] is False
    assert found["digest"] is None
    assert (found["verdict"], found["rules"]) == ("unlawful", None)
    faults = {fault["field"]: fault for fault in found["faults"] if fault["severity"] == "fault"}
    assert [fault["field"] for fault in found["faults"] if fault["severity"] != "fault"] == ["paytables.pocket_bonus"]
    assert set(faults) == {
        "adjacent_boxes",
        "raise_mnimum",
        "offered",
        "paytables.trips_plus",
        "shuffler",
        "decks",
        "table_maximum",
        "payout_limit",
    }
    assert faults["adjacent_boxes"]["clause"] == "677a.7(e)"
    assert faults["adjacent_boxes"]["legal"] == ["at most 6"]
    assert "'raise_minimum'" in faults["raise_mnimum"]["message"]
    assert faults["paytables.trips_plus"]["legal"] == ["A", "B", "C", "D"]
    assert faults["payout_limit"]["clause"] == "677a.12(f)"
    assert all(fault["legal"] for fault in found["faults"])


def test_faults_as_text(tmp_path: Path) -> None:
    ran = houseway("check", str(written(tmp_path, FAULTY)))
    assert ran.code == 1
    assert "677a.12(f)" in ran.out
    assert "Unlawful: 8 faults." in ran.out
    assert max(map(len, ran.out.splitlines()[1:])) <= 80


def test_a_custom_paytable_is_not_lawful_but_has_a_digest(tmp_path: Path) -> None:
    text = 'game = "heads-up-holdem"\n[paytables]\ntrips_plus = "custom"\n'
    text += '[custom_paytables.trips_plus]\n"royal flush" = "200 to 1"\n'
    found = check(written(tmp_path, text), 1)
    assert [fault["field"] for fault in found["faults"] if fault["severity"] == "not lawful"] == [
        "custom_paytables.trips_plus"
    ]
    assert found["verdict"] == "unlawful"
    assert found["digest"]


def test_a_custom_paytable_pays_no_fixed_sum_on_a_wager(tmp_path: Path) -> None:
    text = (
        'game = "heads-up-holdem"\n[paytables]\ntrips_plus = "custom"\n[custom_paytables.trips_plus]\nflush = "$500"\n'
    )
    found = check(written(tmp_path, text), 1)
    assert [fault["field"] for fault in found["faults"] if fault["severity"] == "fault"] == [
        "custom_paytables.trips_plus.flush"
    ]


def test_a_note_is_no_fault(tmp_path: Path) -> None:
    ez = example_of("pai-gow").replace('variant = "standard"', 'variant = "ez"')
    found = check(written(tmp_path, ez), 0)
    assert (found["ok"], found["verdict"]) == (True, "lawful")
    noted = [(fault["field"], fault["severity"]) for fault in found["faults"]]
    assert noted == [("vigorish", "note"), ("banking.offered", "note")]


INCOMPLETE = {
    "heads-up-holdem": [
        ("offered", "677a.7(d)(2)", "offered"),
        ("offered", "677a.7(d)(3)", "offered"),
        ("paytables.pocket_bonus", "677a.12(d)", "A"),
        ("paytables.trips_plus", "677a.12(e)", "A"),
        ("adjacent_boxes", "677a.7(e)", "1"),
    ],
    "holdem-bonus": [
        ("offered", "647a.7(d)(2)", "offered"),
        ("offered", "647a.7(d)(3)", "offered"),
        ("offered", "647a.7(d)(4)", "offered"),
        ("paytables.holdem_bonus", "647a.12(b)", "A"),
        ("progressive.rate_percent", "647a.12(d)(3)", "0%"),
        ("progressive.initial", "647a.12(d)(3)", "$10,000"),
        ("progressive.reset", "647a.12(d)(3)", "$10,000"),
        ("five_card.rate_percent", "647a.12(e)(4)", "0%"),
        ("five_card.initial", "647a.12(e)(4)", "$10,000"),
        ("five_card.reset", "647a.12(e)(4)", "$10,000"),
        ("ante_pays_on", "647a.11(h)(2)(ii)", "straight or higher"),
    ],
    "pai-gow": [
        ("offered", "645a.7(e)", "offered"),
        ("paytables.fortune", "645a.13(b)", "A"),
        ("paytables.emperor", "645a.13(c)", "A"),
        ("paytables.insurance", "645a.13(d)", "C"),
        ("house_way", "645a.11(c)", "foxwoods"),
        ("progressive.initial", "645a.13(e)(2)", "$2,000"),
        ("progressive.reset", "645a.13(e)(2)", "$2,000"),
        ("banking", "645a.12(a)", "offered, with co-banking"),
    ],
    "five-card-hi-lo": [
        ("offered", "663a.7(e)", "offered"),
        ("paytables.ante_bonus", "663a.12(b)", "A"),
        ("paytables.poker_bonus", "663a.12(d)", "A"),
    ],
}


@pytest.mark.parametrize("game", INCOMPLETE)
def test_what_the_chapter_wants_stated_is_named_with_its_clause_and_default(game: str, tmp_path: Path) -> None:
    found = check(written(tmp_path, f'game = "{game}"\n'), 1)
    assert (found["ok"], found["verdict"]) == (False, "incomplete")
    assert found["digest"] == resolve({}, game=game).digest
    unstated = [one for one in found["faults"] if one["severity"] != "note"]
    assert [(one["field"], one["clause"], one["default"]) for one in unstated] == INCOMPLETE[game]
    assert {one["severity"] for one in unstated} == {"incomplete"}
    assert all(one["default"] in one["message"] for one in unstated)
    text = houseway("check", str(tmp_path / "submission.toml"))
    assert text.code == 1
    assert "Incomplete." in text.out


@pytest.mark.parametrize(
    ("lines", "unstated"),
    [
        ("", [("rake", "637a.17(a)")]),
        ('rake = { kind = "percentage", percent = 5 }', [("rake.cap", "637a.17(a)(3)")]),
        ('rake = { kind = "time" }', [("rake.hourly", "637a.17(b)(3)(ii)")]),
        (
            'rake = { kind = "time", hourly = 100 }\nbad_beat = { contribution = 100 }',
            [
                ("bad_beat.minimum_pot", "637a.15(b)(2)"),
                ("bad_beat.payout_percent", "637a.15(b)(3)"),
                ("bad_beat.hands", "637a.15(b)(3)"),
            ],
        ),
        (
            'rake = { kind = "time", hourly = 100 }\nhigh_hand = { contribution = 100 }',
            [
                ("high_hand.qualifying_minutes", "637a.16(b)(1)"),
                ("high_hand.minimum_pot", "637a.16(b)(3)"),
                ("high_hand.minimum_players", "637a.16(b)(4)"),
                ("high_hand.ties", "637a.16(b)(5)"),
                ("high_hand.claim_days", "637a.16(b)(6)"),
                ("high_hand.unclaimed", "637a.16(i)"),
            ],
        ),
    ],
)
def test_what_637a_wants_stated(lines: str, unstated: list[tuple[str, str]]) -> None:
    _, found = check_data(tomllib.loads(f"game = 'holdem'\nblinds = [50, 100]\n{lines}"))
    assert [(one.field, one.clause) for one in found] == unstated
    assert verdict_of(found) is Verdict.INCOMPLETE
    assert resolve(tomllib.loads(f"game = 'holdem'\nblinds = [50, 100]\n{lines}")).game.id == "holdem"


@pytest.mark.parametrize(
    ("game", "clause"), [("badugi", "637a.21"), ("triple-draw-2-7", "637a.20"), ("omaha-high", None), ("holdem", None)]
)
def test_s637a_20_21__the_excess_is_left_to_the_submission_alone(game: str, clause: str | None) -> None:
    _, found = check_data({"blinds": [50, 100]}, game=game)
    assert [one.clause.partition("(")[0] for one in found if one.field == "odd_chip"] == ([clause] if clause else [])


def test_a_wager_whose_paytable_or_meter_is_stated_is_specified() -> None:
    stated = {"adjacent_boxes": 1, "paytables": {"pocket_bonus": "A", "trips_plus": "A"}}
    assert check_data(stated, game="heads-up-holdem")[1] == []


def test_the_rules_in_force_are_given_in_dollars(tmp_path: Path) -> None:
    path = written(tmp_path, example_of("holdem-bonus").replace("payout_limit = 5000000", ""))
    rules = check(path, 0)["rules"]
    assert rules["table_minimum"] == {"value": 1000, "says": "$10", "clause": "601a.2", "stated": True}
    assert rules["payout_limit"] == {"value": 5_000_000, "says": "$50,000", "clause": "647a.12(c)", "stated": False}
    assert rules["progressive.wagers"]["says"] == "$1, $5"
    assert rules["paytables.holdem_bonus"] == {"value": "B", "says": "B", "clause": "647a.12(b)", "stated": True}
    out = houseway("check", str(path)).out
    assert re.search(r"payout_limit\* +647a\.12\(c\) +\$50,000\n", out)
    assert re.search(r"table_minimum +601a\.2 +\$10\n", out)
    assert max(map(len, out.splitlines()[1:])) <= 80


def test_the_rules_in_force_of_a_poker_game_are_given_in_dollars(tmp_path: Path) -> None:
    text = 'game = "omaha-hi-lo-8"\nstructure = "fixed-limit"\nblinds = [50, 100]\nstraddle = true\n'
    rules = check(written(tmp_path, text + 'rake = { kind = "incremental", steps = [[2000, 50]], cap = 300 }'), 0)[
        "rules"
    ]
    said = {field: term["says"] for field, term in rules.items()}
    assert (said["blinds"], said["small_bet"], said["big_bet"], said["straddle"]) == ("$0.50, $1", "$1", "$2", "$2")
    assert (said["rake.steps"], said["rake.cap"]) == ("$0.50 at $20", "$3")
    assert "forced_bet" not in said


@pytest.mark.parametrize(
    ("game", "data", "fault"),
    [
        (
            "heads-up-holdem",
            {"table_minimum": 1001, "table_maximum": 1001},
            (
                "table_maximum",
                "677a.7(d)(1)",
                "no amount satisfies the Odds Wager: at least $10.01, at most $10.01, a multiple of 2 cents",
            ),
        ),
    ],
)
def test_a_wager_that_no_amount_satisfies_is_a_fault(
    game: str, data: dict[str, Any], fault: tuple[str, str, str]
) -> None:
    _, found = check_data(data, game=game)
    assert [(one.field, one.clause, one.message) for one in found if one.severity is Severity.FAULT] == [fault]
    with pytest.raises(UnlawfulSubmissionError):
        resolve(data, game=game)


def test_a_wager_paid_down_to_the_cent_has_more_amounts() -> None:
    _, found = check_data({"table_minimum": 1001, "table_maximum": 1001, "round_down": True}, game="heads-up-holdem")
    assert verdict_of(found) is Verdict.INCOMPLETE


@pytest.mark.parametrize(
    ("data", "field", "hint"),
    [
        ({"house_way": "foxwood"}, "house_way", "'foxwoods'"),
        ({"variant": "EZ"}, "variant", "'ez'"),
        ({"brand": "Emperor"}, "brand", "'emperor'"),
        ({"offered": ["progresive"]}, "offered", "'progressive'"),
        ({"paytables": {"fortune": "b"}}, "paytables.fortune", "'B'"),
        ({"dealing": "automatic-shoe"}, "dealing", "'automated-shoe'"),
    ],
)
def test_the_nearest_value_is_named(data: dict[str, Any], field: str, hint: str) -> None:
    _, found = check_data(data, game="pai-gow")
    [fault] = [one for one in found if one.severity is Severity.FAULT]
    assert fault.field == field
    assert fault.message.endswith(f"did you mean {hint}?")


def test_the_nearest_game_is_named(tmp_path: Path) -> None:
    assert "did you mean 'holdem'?" in check(written(tmp_path, 'game = "hold-em"'), 1)["faults"][0]["message"]


@pytest.mark.parametrize(
    ("game", "data"),
    [
        ("pai-gow", {"variant": "EZ", "offered": ["dynasty", "red", "black"]}),
        ("pai-gow", {"brand": "emperors", "paytables": {"insurance": "A"}}),
        ("pai-gow", {"hose_way": "ez"}),
        ("pai-gow", {"progressive": {"initail": 200_000}}),
        ("heads-up-holdem", {"adjacent_boxes": "two"}),
        ("holdem", {"blinds": "50, 100"}),
        ("holdem", {"blinds": [50, 100], "structure": "no_limit", "small_bet": 100}),
        ("holdem", {"blinds": [50, 100], "rak": {"kind": "time"}}),
        ("stud-high", {"forced_bet": "x", "small_bet": 100}),
    ],
)
def test_one_mistake_is_one_fault(game: str, data: dict[str, Any]) -> None:
    _, found = check_data(data, game=game)
    faults = [one.field for one in found if one.severity is Severity.FAULT]
    assert len(faults) == 1, faults
    meant = {"hose_way": "house_way", "rak": "rake", "progressive.initail": "progressive.initial"}
    assert meant.get(faults[0], faults[0]) not in {one.field for one in found if one.severity is Severity.INCOMPLETE}


def test_645a_13_d__the_paytables_named_are_those_of_the_brand() -> None:
    for brand, letters in (("emperor", ("A", "B")), ("fortune", ("C", "D", "E"))):
        _, found = check_data({"brand": brand}, game="pai-gow")
        assert [one.legal for one in found if one.field == "paytables.insurance"] == [letters]


def test_what_follows_from_a_fault_is_not_named_beside_it() -> None:
    _, found = check_data({"progressive": {"reset": 1000}}, game="pai-gow")
    assert [one.field for one in found if one.field.startswith("progressive.")] == ["progressive.reset"]


def test_a_field_that_is_far_from_all_others_is_not_taken_for_one() -> None:
    _, found = check_data({"ante": 5}, game="heads-up-holdem")
    assert found[0].message == "there is no field 'ante'"


@pytest.mark.parametrize("field", ["table_minimum", "optional_maximum", "payout_limit"])
@pytest.mark.parametrize("value", [True, "100", 100.0])
def test_money_is_a_whole_number(field: str, value: Any) -> None:
    _, found = check_data({field: value}, game="pai-gow")
    assert [(one.field, one.legal) for one in found if one.severity is Severity.FAULT] == [
        (field, ("whole cents, 1000 for $10",))
    ]


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"blinds": [50, True]}, "blinds.1"),
        ({"blinds": [50, 100], "ante": True}, "ante"),
        ({"blinds": [50, 100], "ante": {"1": True}}, "ante.1"),
        ({"blinds": [50, 100], "small_bet": "100"}, "small_bet"),
        ({"blinds": [50, 100], "raise_cap": True}, "raise_cap"),
        ({"blinds": [50, 100], "rake": {"kind": "percentage", "percent": True, "cap": 1}}, "rake.percent"),
        ({"blinds": [50, 100], "rake": {"kind": "percentage", "percent": 5, "cap": True}}, "rake.cap"),
        ({"blinds": [50, 100], "rake": {"kind": "incremental", "steps": [[2000, True]], "cap": 1}}, "rake.steps.0.1"),
        ({"blinds": [50, 100], "bad_beat": {"contribution": True}}, "bad_beat.contribution"),
    ],
)
def test_money_of_a_poker_game_is_a_whole_number(data: dict[str, Any], field: str) -> None:
    _, found = check_data(data, game="holdem")
    assert [one.field for one in found if one.severity is Severity.FAULT] == [field]


@pytest.mark.parametrize(
    ("rake", "fault"),
    [
        ({"kind": "percentage", "cap": 400}, ("rake.percent", "637a.17(a)(2)")),
        ({"kind": "incremental", "steps": [[2000, 0]], "cap": 400}, ("rake.steps", "637a.17(b)(2)")),
        ({"kind": "incremental", "cap": 400}, ("rake.steps", "637a.17(b)(2)")),
    ],
)
def test_s637a_17__a_rake_that_takes_nothing_is_a_fault(rake: dict[str, Any], fault: tuple[str, str]) -> None:
    _, found = check_data({"blinds": [50, 100], "rake": rake}, game="holdem")
    assert [(one.field, one.clause) for one in found] == [fault]
    assert verdict_of(found) is Verdict.UNLAWFUL


@pytest.mark.parametrize(
    ("written_as", "says"), [(20, "20%"), (2.5, "2.5%"), ("0.1", "0.1%"), ("1/3", "1/3%"), ("2/4", "0.5%")]
)
def test_a_meter_may_gain_a_fraction_of_a_percent(written_as: Any, says: str) -> None:
    submission, _ = check_data({"progressive": {"rate_percent": written_as}}, game="pai-gow")
    assert terms_of(submission)["progressive.rate_percent"].says == says
    rules = resolve({"progressive": {"rate_percent": written_as}}, game="pai-gow", kind=TableRules)
    [meter] = rules.game.meters.values()
    assert meter.rate == Fraction(str(written_as)) / 100


@pytest.mark.parametrize("rate", [True, -1, 100.5, "101", "1/0", "x", "1e9", float("nan"), [5]])
def test_what_is_no_percentage_is_a_fault(rate: Any) -> None:
    _, found = check_data({"progressive": {"rate_percent": rate}}, game="pai-gow")
    assert [one.field for one in found if one.severity is Severity.FAULT] == ["progressive.rate_percent"]


def test_two_submissions_are_compared_field_by_field(tmp_path: Path) -> None:
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    a.write_text(example_of("pai-gow"))
    b.write_text(example_of("pai-gow").replace("table_minimum = 1000", "table_minimum = 2500").replace('"C"', '"D"'))
    ran = houseway("compare", str(a), str(b), "--json")
    assert ran.code == 0
    found = json.loads(ran.out)
    assert (found["a"]["game"], found["b"]["verdict"]) == ("pai-gow", "lawful")
    assert [(one["field"], one["a"]["says"], one["b"]["says"], one["a"]["clause"]) for one in found["differences"]] == [
        ("table_minimum", "$10", "$25", "601a.2"),
        ("paytables.insurance", "C", "D", "645a.13(d)"),
    ]
    text = houseway("compare", str(a), str(b)).out
    assert re.search(r"table_minimum +601a\.2 +\$10 +\$25", text)
    assert "2 fields differ." in text
    assert "The rules are the same." in houseway("compare", str(a), str(a)).out


def test_submissions_of_two_games_are_compared_in_what_either_has(tmp_path: Path) -> None:
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    a.write_text(example_of("holdem"))
    b.write_text(example_of("stud-high"))
    found = {one["field"]: one for one in json.loads(houseway("compare", str(a), str(b), "--json").out)["differences"]}
    assert (found["blinds"]["b"], found["forced_bet"]["a"]) == (None, None)
    assert houseway("compare", str(a), str(b)).code == 0


def test_a_submission_with_faults_is_not_compared(tmp_path: Path) -> None:
    path = written(tmp_path, FAULTY)
    ran = houseway("compare", str(path), str(path))
    assert (ran.code, ran.out) == (1, "")
    assert "cannot be compared" in ran.err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        ("game = ", "is not TOML"),
        ("game = ", "there is no value; a text stands in quotes, a list in brackets at the end"),
        ("a = 1\ngame = ?", "a list in brackets at line 2, column 8"),
        ("a = " + "[" * 5000, "is not TOML: it is nested too deeply"),
        ("a = " + "9" * 6000, "is not TOML: a number has too many digits"),
        (f'game = "{"x" * 5000}"', "there is no game 'xxx"),
        ('game = "roulette"', "there is no game 'roulette'"),
        ("game = 7", "a game is named by its id, not by 7"),
        ("", "the submission names no game"),
    ],
)
def test_what_is_no_submission_is_one_sentence(tmp_path: Path, content: str | bytes, says: str) -> None:
    path = written(tmp_path, content)
    found = check(path, 1)
    assert len(found["faults"]) == 1
    assert says in found["faults"][0]["message"]
    assert len(found["faults"][0]["message"]) < 200
    text = houseway("check", str(path))
    assert text.code == 1
    assert "Traceback" not in text.out + text.err


def test_a_file_that_is_missing_and_a_directory(tmp_path: Path) -> None:
    assert "no such file" in check(tmp_path / "none.toml", 1)["faults"][0]["message"]
    assert "is a directory" in check(tmp_path, 1)["faults"][0]["message"]


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    assert check(written(tmp_path, b'\xef\xbb\xbfgame = "heads-up-holdem"'), 1)["verdict"] == "incomplete"


@pytest.mark.parametrize("game", games(banked=True))
def test_the_example_is_lawful_without_a_note(game: str, tmp_path: Path) -> None:
    example = houseway("check", "--example", game)
    assert example.code == 0
    found = check(written(tmp_path, example.out), 0)
    assert (found["ok"], found["game"], found["faults"]) == (True, game, [])


@pytest.mark.parametrize("game", [*games(banked=True), "holdem", "stud-high"])
def test_the_example_has_every_field_of_the_submission(game: str) -> None:
    text = example_of(game)
    stated = set(re.findall(r"^(?:# )?(\w+) =", text, re.MULTILINE))
    stated |= set(re.findall(r"^(?:# )?\[+(\w+)", text, re.MULTILINE))
    fields = set(submission_of(game).model_fields)
    assert fields <= stated, fields - stated
    if "progressive" in fields:
        assert set(ProgressiveTerms.model_fields) <= stated


@pytest.mark.parametrize("game", games(banked=False))
def test_the_example_of_a_poker_game_is_lawful(game: str) -> None:
    _, faults = check_data(tomllib.loads(example_of(game)))
    assert faults == []


def test_an_example_of_no_game() -> None:
    ran = houseway("check", "--example", "roulette")
    assert ran.code == 1
    assert "heads-up-holdem" in ran.err


def test_neither_file_nor_example() -> None:
    assert houseway("check").code == 2


def test_standard_input_is_read_where_the_file_is_a_dash() -> None:
    example = houseway("check", "--example", "pai-gow").out
    ran = houseway("check", "-", stdin=example)
    assert ran.code == 0
    assert ran.out.startswith("standard input  Pai Gow Poker")
    assert json.loads(houseway("check", "-", "--json", stdin=example).out)["ok"] is True
    assert "Standard input is not TOML" in houseway("check", "-", stdin="game = ").out


def test_a_closed_standard_input_is_one_sentence() -> None:
    ran = closed("check", "-", stdin=True)
    assert (ran.code, ran.out, ran.err) == (1, "Standard input is closed: there is nothing to read.\n", "")


def test_the_name_of_a_file_keeps_its_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rnd").write_bytes(b"\xff")
    assert houseway("check", "rnd").out.startswith("rnd is not UTF-8 text")


def test_s645a_11_c__the_house_way_of_the_example_works_without_its_comment_marks() -> None:
    text = example_of("pai-gow")
    start, end = text.index("# [house_way_rules]"), text.index("# A paytable of your own")
    stated = text[:start] + re.sub("^# ?", "", text[start:end], flags=re.MULTILINE)
    data = tomllib.loads(stated)
    assert data["house_way_rules"]["title"] == "Our house"
    assert check_data(data)[1] == []


def test_s645a_11_c__the_hint_names_the_rules_as_a_submission_writes_them() -> None:
    _, faults = check_data({"game": "pai-gow", "house_way_rules": {"name": "mine"}})
    [fault] = [one for one in faults if one.field == "house_way_rules"]
    assert "[[house_way_rules.rule]]" in fault.message


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ("[bad_beat]", [("bad_beat.contribution", "it must be stated")]),
        ('bad_beat = { contribution = "x" }', [("bad_beat.contribution", "'x' is not possible here")]),
        ("rake = 5", [("rake", "5 is not possible here")]),
        ('rake = { kind = "percentage", percent = "x", cap = 1 }', [("rake.percent", "'x' is not possible here")]),
        ("ante = { x = 100 }", [("ante", "'x' is no number of a seat")]),
        ("ante = { 11 = 100 }", [("ante", "there is no seat 11")]),
        ("supplements = [5]", [("supplements.0", "5 is not possible here")]),
        ('structure = "spread-limit"\nmaximum_bet = 50', [("maximum_bet", "the maximum bet is below the minimum bet")]),
    ],
)
def test_one_mistake_in_a_poker_submission_is_one_fault_in_plain_words(
    lines: str, faults: list[tuple[str, str]]
) -> None:
    _, found = check_data(tomllib.loads(f"game = 'holdem'\nblinds = [50, 100]\n{lines}"))
    assert [(one.field, one.message) for one in found if one.severity is Severity.FAULT] == faults


def test_what_a_submission_leaves_open_is_noted() -> None:
    text = 'game = "badugi"\nblinds = [50, 75]\nsmallest_chip = 50\nqualifying_pot = 300\nbad_beat = { contribution = 100 }'
    _, found = check_data(tomllib.loads(text))
    assert [(one.severity.value, one.field) for one in found] == [
        ("incomplete", "rake"),
        ("note", "bad_beat"),
        ("incomplete", "bad_beat.minimum_pot"),
        ("incomplete", "bad_beat.payout_percent"),
        ("incomplete", "bad_beat.hands"),
        ("incomplete", "odd_chip"),
        ("note", "qualifying_pot"),
        ("note", "blinds"),
    ]


HIDDEN_FAULTS = """
game = "holdem-bonus"
table_minimun = 5000
table_maximum = 1000
decks = 3
stub_count_every = 9
dealing = "hnad"
"""


def test_faults_behind_a_misspelt_name_are_listed_at_once(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(HIDDEN_FAULTS)
    found = json.loads(houseway("check", str(path), "--json").out)
    faults = {one["field"]: one for one in found["faults"] if one["severity"] == "fault"}
    assert set(faults) == {"table_minimun", "table_maximum", "decks", "stub_count_every", "dealing"}
    assert faults["table_maximum"]["message"] == "table_maximum of $10 is below table_minimum"
    assert faults["table_minimun"]["fix"]["changes"] == {"table_minimun": None, "table_minimum": 5000}
    assert faults["dealing"]["fix"] == {"says": "Set hand", "changes": {"dealing": "hand"}}
    assert faults["decks"]["fix"]["changes"] == {"decks": 2}


def test_a_wager_that_no_amount_satisfies_is_listed_beside_other_faults(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('game = "heads-up-holdem"\ntable_minimum = 1001\ntable_maximum = 1001\ndecks = 3\n')
    found = json.loads(houseway("check", str(path), "--json").out)
    messages = {one["field"]: one["message"] for one in found["faults"] if one["severity"] == "fault"}
    assert set(messages) == {"decks", "table_maximum"}
    assert messages["table_maximum"].startswith("no amount satisfies the Odds Wager")


def test_every_suggested_fix_takes_its_fault_away(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        'game = "pai-gow"\nhouse_way = "foxwood"\noffered = ["fortun", "insurance"]\n'
        '[paytables]\nfortune = "custom"\ninsurence = "C"\n[custom_paytables.fortune]\nfrom = "A"\nflsh = "5 to 1"\n'
    )
    found = json.loads(houseway("check", str(path), "--json").out)
    fixes = {one["field"]: one["fix"]["changes"] for one in found["faults"] if "fix" in one}
    assert fixes == {
        "house_way": {"house_way": "foxwoods"},
        "offered": {"offered": ["fortune", "insurance"]},
        "paytables.insurence": {"paytables.insurence": None, "paytables.insurance": "C"},
        "custom_paytables.fortune.flsh": {
            "custom_paytables.fortune.flsh": None,
            "custom_paytables.fortune.flush": "5 to 1",
        },
    }
    text = houseway("check", str(path)).out
    assert "fix: Set foxwoods" in text and "fix: Call it flush" in text


def test_a_game_is_compared_by_its_id(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('game = "heads-up-holdem"\n[paytables]\ntrips_plus = "C"\n')
    found = json.loads(houseway("compare", "heads-up-holdem", str(path), "--json").out)
    assert [one["field"] for one in found["differences"]] == ["paytables.trips_plus"]
    assert found["a"]["file"] == "heads-up-holdem"
    ran = houseway("compare", "holdem", "omahahigh")
    assert ran.code == 1 and "There is no game and no file 'omahahigh'; did you mean 'omaha-high'?" in ran.err
