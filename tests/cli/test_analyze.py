"""``houseway analyze``, ``band`` and ``dossier`` as a user runs them, and the figures in ``check`` and ``compare``."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import zipfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from houseway.chapters.registry import example_of, resolve
from houseway.lab import store
from houseway.lab.main_games import main_digest
from houseway.lab.sheet import Decision, Line, Listing, MainSheet, Result, Strategy
from tests.cli.process import houseway


def analyzed(*words: str) -> dict[str, Any]:
    ran = houseway("analyze", *words, "--json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_the_json_of_a_wager():
    found = analyzed("heads-up-holdem", "--wager", "pocket_bonus")
    assert set(found) >= {"game", "digest", "version", "wagers", "main"}
    sheet = found["wagers"]["pocket_bonus"]["A"]
    assert Fraction(sheet["return"]) == Fraction(211, 221)
    assert sheet["house_edge"] == pytest.approx(10 / 221)
    assert sheet["hit_frequency"] == pytest.approx(126 / 1_326)
    assert sheet["combinations"]["pair of aces"] == 6
    assert sum(sheet["combinations"].values()) == sheet["total"] == 1_326
    assert sheet["standard_deviation"] == pytest.approx(3.5592, abs=1e-4)


def test_the_json_of_a_main_game():
    main = analyzed("five-card-hi-lo")["main"]
    assert Fraction(main["return"]) == Fraction(969_115_364_123, 996_661_525_860)
    assert main["element_of_risk"] == pytest.approx(main["house_edge"] / main["average_wager"])
    assert main["decisions"]["play"]["play"] + main["decisions"]["play"]["fold"] == pytest.approx(1)
    assert sum(main["distribution"].values()) == main["total"]
    assert main["strategy"][0]["asked"] == "play"


def test_lawful_choices_side_by_side():
    found = analyzed("heads-up-holdem", "--wager", "pocket_bonus", "--all-paytables")
    assert list(found["wagers"]["pocket_bonus"]) == ["A", "B", "C"]


def test_what_another_choice_would_favour_is_not_said_of_these_rules():
    words = ("pai-gow", "--wager", "red")
    said = "Under red_black_joker red the Red/Black Wager on red would return 106.69% of what is wagered and favour the player."
    assert said in analyzed(*words, "--all-paytables")["notes"]
    assert not [note for note in analyzed(*words)["notes"] if "favour" in note]
    (own,) = (note for note in analyzed(*words, "--set", "red_black_joker=red")["notes"] if "favour" in note)
    assert own == "The Red/Black Wager on red returns 106.69% of what is wagered: it favours the player."


def test_one_choice_changed():
    found = analyzed("heads-up-holdem", "--wager", "pocket_bonus", "--set", "paytables.pocket_bonus=C")
    assert list(found["wagers"]["pocket_bonus"]) == ["C"]


def test_a_submission_with_a_custom_paytable(tmp_path: Path):
    path = tmp_path / "own.toml"
    text = 'game = "heads-up-holdem"\npaytables = { pocket_bonus = "custom" }\n[custom_paytables.pocket_bonus]\n'
    path.write_text(text + '"pair of aces" = "200 to 1"\n')
    sheet = analyzed(str(path), "--wager", "pocket_bonus")["wagers"]["pocket_bonus"]["custom"]
    assert Fraction(sheet["return"]) == Fraction(6 * 201, 1_326)


def test_what_cannot_be_analyzed_is_said_in_one_sentence(tmp_path: Path):
    for words, says in (
        (("pai-gaw",), "did you mean 'pai-gow'"),
        (("holdem",), "among players"),
        (("heads-up-holdem", "--wager", "trips"), "trips_plus"),
        (("heads-up-holdem", "--set", "paytables.trips_plus=Z"), "no paytable 'Z'"),
        (("heads-up-holdem", "--set", "nonsense"), "--set FIELD=VALUE"),
        ((str(tmp_path / "none.toml"),), "cannot be read"),
    ):
        ran = houseway("analyze", *words)
        assert (ran.code, ran.out) == (1, ""), ran
        assert says in ran.err
        assert "Traceback" not in ran.err


def test_without_the_lab_extra_one_kind_sentence_says_what_is_missing():
    script = (
        "import sys\nsys.modules['numpy'] = None\nfrom houseway.cli import main\n"
        "main(['analyze', 'five-card-hi-lo', '--no-cache'])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "houseway[lab]" in done.stderr
    assert "Traceback" not in done.stderr


def test_wagers_beside_the_main_game_need_no_numpy():
    script = (
        "import sys\nsys.modules['numpy'] = None\nfrom houseway.cli import main\n"
        "main(['analyze', 'heads-up-holdem', '--wager', 'pocket_bonus'])"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=False).returncode == 0


def test_where_nothing_can_be_kept_the_figures_are_the_same(tmp_path: Path):
    (tmp_path / "file").write_text("")
    nowhere = {"HOUSEWAY_CACHE": str(tmp_path / "file" / "below")}
    words = ("analyze", "heads-up-holdem", "--wager", "pocket_bonus", "--json")
    assert houseway(*words, env=nowhere).out == houseway(*words).out


def test_what_was_kept_and_is_damaged_is_counted_afresh(tmp_path: Path):
    env = {"HOUSEWAY_CACHE": str(tmp_path)}
    words = ("analyze", "heads-up-holdem", "--wager", "pocket_bonus", "--json")
    first = houseway(*words, env=env).out
    (kept,) = tmp_path.rglob("counts.*.json")
    whole = kept.read_text()
    # Cut off, and whole but for one figure.
    for damaged in ('{"1": ', whole[:-1], whole.replace(":6,", ":7,")):
        assert damaged != whole
        kept.write_text(damaged)
        assert houseway(*words, env=env).out == first
        assert kept.read_text() == whole


def test_csv_has_a_line_for_every_row(tmp_path: Path):
    path = tmp_path / "par.csv"
    assert houseway("analyze", "heads-up-holdem", "--wager", "pocket_bonus", "--csv", str(path)).code == 0
    lines = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert sum(int(line["combinations"]) for line in lines) == 1_326
    assert {line["clause"] for line in lines} == {"677a.12(d)", "677a.11(i)(1)(ii)"}


def test_csv_has_what_a_round_of_the_main_game_nets(tmp_path: Path):
    path = tmp_path / "par.csv"
    assert houseway("analyze", "five-card-hi-lo", "--csv", str(path)).code == 0
    lines = [
        one for one in csv.DictReader(path.read_text(encoding="utf-8").splitlines()) if one["wager"] == "main game"
    ]
    assert sum(int(one["combinations"]) for one in lines) == int(lines[0]["total"])
    won = sum((int(one["combinations"]) * Fraction(one["net"]) for one in lines), start=Fraction(0))
    assert {Fraction(one["return"]) for one in lines} == {1 + won / int(lines[0]["total"])}


_CELLS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def test_xlsx_has_live_formulas_with_their_values_and_a_checksum(tmp_path: Path):
    path = tmp_path / "par.xlsx"
    assert houseway("analyze", "heads-up-holdem", "--wager", "pocket_bonus", "--xlsx", str(path)).code == 0
    with zipfile.ZipFile(path) as book:
        names = ElementTree.fromstring(book.read("xl/workbook.xml")).findall(f".//{_CELLS}sheet")
        assert [name.get("name") for name in names] == ["Summary", "pocket_bonus", "Inputs"]
        cells = ElementTree.fromstring(book.read("xl/worksheets/sheet2.xml")).findall(f".//{_CELLS}c")
    found = {}
    for cell in cells:
        formula, value = cell.find(f"{_CELLS}f"), cell.find(f"{_CELLS}v")
        if formula is not None and value is not None:
            found[formula.text] = float(value.text or 0)
    assert found["SUM(D5:D9)-$D$3"] == 0
    assert found["1+D11/D12"] == pytest.approx(211 / 221)
    assert found["1-D13"] == pytest.approx(10 / 221)


def test_html_is_one_page_without_script_or_link(tmp_path: Path):
    path = tmp_path / "par.html"
    assert houseway("analyze", "five-card-hi-lo", "--html", str(path)).code == 0
    text = path.read_text(encoding="utf-8")
    assert "<svg" in text
    assert "2.7638%" in text
    assert not any(word in text for word in ("<script", "<link", "http://", "https://"))


def test_html_has_the_paytables_side_by_side_and_the_meter_as_a_line(tmp_path: Path):
    path = tmp_path / "par.html"
    words = ("analyze", "pai-gow", "--wager", "fortune", "--all-paytables", "--html", str(path))
    assert houseway(*words).code == 0
    text = path.read_text(encoding="utf-8")
    assert "Fortune Bonus Wager: its paytables side by side" in text
    assert '<td>full house</td><td class="r">4,188,528</td>' in text
    # Three pair has a row in one paytable only, so that the hands that lose are not the same.
    (pair,) = re.findall(
        r"<tr><td>three pair</td>(.*?)</tr>", text.partition("side by side")[2].partition("</table>")[0]
    )
    assert re.findall(r">([^<>]+)<", pair) == ["2,862,000", "-", "-", "push", "-"]
    assert houseway("analyze", "pai-gow", "--wager", "progressive", "--html", str(path)).code == 0
    text = path.read_text(encoding="utf-8")
    assert "even at $243,011" in text and "$2,000: 53.29%" in text and "side by side" not in text


def _played(how: str, won: int, *, strategy: Strategy = ()) -> MainSheet:
    """A main game of ten deals."""
    results = (Result(net=Fraction(-1), deals=10 - won), Result(net=Fraction(19, 20), deals=won))
    return MainSheet(
        unit="pai_gow",
        played=how,
        total=10,
        results=results,
        average_wager=Fraction(1),
        decisions=(Decision(asked="set", answer="house way", deals=10),),
        strategy=strategy,
        figures=(("the gain over setting as the house does", Fraction(39, 200)),),
    )


def test_best_play_that_an_earlier_run_kept_is_on_every_kind_of_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Two small games stand for those that take minutes: nothing is solved here."""
    rules = resolve({"game": "pai-gow"})
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    line = Line(
        when="two pair", do="both back", share=Fraction(1, 10), gain=Fraction(1, 50), example="Jc Js 2d 2h Ac Kd 7s"
    )
    listing = Listing(title="Set otherwise", asked="set", lines=(line,))
    store.keep(f"main.pai-gow.{main_digest(rules)}", _played("house way", 4))
    words = ("pai-gow", "--wager", "pai_gow")
    assert "optimal" not in analyzed(*words)
    store.keep(f"optimal.pai-gow.{main_digest(rules)}", _played("optimal", 5, strategy=(listing,)))
    found = analyzed(*words)
    assert (found["main"]["played"], found["optimal"]["played"]) == ("house way", "optimal")
    assert found["optimal"]["return"] == "39/40" and found["optimal"]["figures"]
    (told,) = found["optimal"]["strategy"][0]["lines"]
    assert (told["share"], told["gain"], told["example"]) == (0.1, 0.02, "Jc Js 2d 2h Ac Kd 7s")
    page, book = tmp_path / "par.html", tmp_path / "par.xlsx"
    ran = houseway("analyze", *words, "--html", str(page), "--xlsx", str(book))
    assert "The main game, optimal play" in ran.out and "gains 2.000000%" in ran.out
    text = page.read_text(encoding="utf-8")
    assert "For example" in text and "Jc Js 2d 2h Ac Kd 7s" in text
    assert "houseway analyze pai-gow --wager pai_gow --optimal" in text
    with zipfile.ZipFile(book) as inside:
        names = ElementTree.fromstring(inside.read("xl/workbook.xml")).findall(f".//{_CELLS}sheet")
        assert {"Main game", "Best play", "Best strategy"} <= {name.get("name") for name in names}


def test_a_dossier_is_the_same_to_the_byte(tmp_path: Path):
    """Also from the submission that lies in it, by the command that it names."""
    path = tmp_path / "table-7.toml"
    path.write_text(example_of("five-card-hi-lo"))
    first, again = tmp_path / "a/dossier", tmp_path / "b/again"
    for given, out in ((path, first), (first / "submission.toml", again)):
        ran = houseway("dossier", str(given), "--out", str(out))
        assert ran.code == 0, ran.err
    assert "houseway dossier submission.toml --out again" in (first / "MANIFEST.txt").read_text()
    names = sorted(file.name for file in first.iterdir())
    assert {"MANIFEST.txt", "par-sheet.xlsx", "par-sheet.html", "readings.txt", "strategy.txt"} <= set(names)
    for name in names:
        assert (first / name).read_bytes() == (again / name).read_bytes(), name


def test_a_dossier_of_an_unlawful_submission_is_refused(tmp_path: Path):
    path = tmp_path / "submission.toml"
    path.write_text('game = "five-card-hi-lo"\nadjacent_areas = 9\n')
    ran = houseway("dossier", str(path), "--out", str(tmp_path / "out"))
    assert (ran.code, ran.out) == (1, "")
    assert "adjacent_areas" in ran.err
    assert not (tmp_path / "out").exists()


def test_band_inside_and_outside():
    words = ("band", "five-card-hi-lo", "--rounds", "10000", "--drop", "250,000", "--json")
    inside = houseway(*words, "--win", "3000")
    assert inside.code == 0
    found = json.loads(inside.out)
    assert found["expected_win"] == pytest.approx(0.02763843 * 25_000_000, rel=1e-6)
    assert found["band"][0] < found["win"] < found["band"][1]
    assert found["flag"] == "inside"
    outside = houseway(*words, "--win", "-90000")
    assert outside.code == 1
    assert json.loads(outside.out)["flag"] == "outside"
    ran = houseway("band", "five-card-hi-lo", "--rounds", "1", "--drop", "x", "--win", "1")
    assert (ran.code, ran.out) == (1, "")
    assert "--drop" in ran.err


def test_one_wager_is_one_wager():
    found = analyzed("five-card-hi-lo", "--wager", "tie")
    assert (list(found["wagers"]), found["main"]) == (["tie"], {"pending": "Only tie was asked for."})
    found = analyzed("five-card-hi-lo", "--wager", "play")
    assert (list(found["wagers"]), found["main"]["unit"]) == (["play"], "ante")
    (measured,) = found["wagers"]["play"]["-"]["notes"]
    assert measured.startswith("Return and house edge are of what is wagered here")
    assert list(analyzed("five-card-hi-lo", "--wager", "ante")["wagers"]) == ["ante", "ante_bonus"]
    ran = houseway("band", "five-card-hi-lo", "--wager", "play", "--rounds", "10", "--drop", "100", "--win", "1")
    assert (ran.code, ran.out) == (1, "")
    assert (
        ran.err
        == "Error: play is a part of the main game, which is held against its win as a whole: leave --wager out.\n"
    )


def test_a_sheet_names_wagers_and_questions_as_people_do():
    out = houseway("analyze", "five-card-hi-lo").out
    assert "of the Ante Wager" in out and "of the ante\n" not in out


def test_a_sheet_fits_a_narrow_terminal():
    rows, narrow = (houseway("analyze", game).out.splitlines() for game in ("heads-up-holdem", "five-card-hi-lo"))
    assert max(map(len, rows + narrow)) <= 80
    assert "  f: fold, f/p: fold/play, p: play" in narrow
    # A clause is never broken: the one that tells two rows apart stands below the other.
    first = next(number for number, line in enumerate(rows) if line.startswith("  royal flush   677a.12(b)"))
    assert rows[first + 1].split() == ["677a.11(h)(1)(i)"]
    wide = houseway("analyze", "five-card-hi-lo", env={"COLUMNS": "200"}).out
    assert "  33  play  play" in wide and "f/p" not in wide


def test_advice_and_refusals_name_wagers_and_games_as_people_do():
    out = houseway("advise", "five-card-hi-lo", "Ac 8c 2c 8d Kh").out
    assert "in units of the Ante Wager" in out
    refused = houseway("analyze", "holdem")
    assert (
        refused.err
        == "Error: Hold'em is played among players, so no wager of it has a house edge; use 'houseway equity'.\n"
    )


def noted(path: Path) -> list[str]:
    found = json.loads(houseway("check", str(path), "--json").out)
    return [one["message"] for one in found["faults"] if "favours the player" in one["message"]]


def test_check_names_a_wager_that_favours_the_player(tmp_path: Path):
    path = tmp_path / "ez.toml"
    path.write_text('game = "pai-gow"\nvariant = "ez"\nred_black_joker = "red"\n')
    (red,) = noted(path)
    assert "on red returns 106.69%" in red
    path.write_text('game = "pai-gow"\nvariant = "ez"\n')
    assert noted(path) == []


def test_645a_12__check_says_what_a_player_who_banks_gains_where_no_vigorish_is_collected(tmp_path: Path):
    path = tmp_path / "bank.toml"

    def said(text: str) -> list[tuple[str, str, str]]:
        path.write_text(f'game = "pai-gow"\n{text}')
        faults = json.loads(houseway("check", str(path), "--json").out)["faults"]
        return [(one["field"], one["clause"], one["message"]) for one in faults if "is favoured" in one["message"]]

    gains = (
        "with house way play a player who banks is favoured by 2.76% of each wager against the bank, the dealer's too"
    )
    ez = 'variant = "ez"\nhouse_way = "ez"\n'
    assert said(ez) == [("banking.offered", "645a.12(a)", gains)]
    assert said(f"{ez}[banking]\noffered = false\n") == said('house_way = "ez"\n') == []


def test_check_names_a_custom_paytable_that_favours_the_player(tmp_path: Path):
    path = tmp_path / "own.toml"
    text = 'game = "heads-up-holdem"\npaytables = { pocket_bonus = "custom" }\n[custom_paytables.pocket_bonus]\n'
    path.write_text(text + '"pair of aces" = "300 to 1"\n')
    (pocket,) = noted(path)
    assert f"returns {6 * 301 / 1_326:.2%}" in pocket


def test_check_names_what_turns_a_game_although_nothing_was_counted_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "empty"))
    path = tmp_path / "turned.toml"
    path.write_text('game = "heads-up-holdem"\nraise_minimum = "chip"\ntable_minimum = 1500\n')
    assert noted(path) == ["with optimal play the main game favours the player by 3.28% of the Ante Wager"]
    path.write_text('game = "heads-up-holdem"\n')
    assert noted(path) == []
    # A meter that starts above the one at which the wager costs nothing: $243,011.06 and $166,025.27.
    path.write_text('game = "pai-gow"\n[progressive]\ninitial = 25_000_000\nreset = 25_000_000\nwagers = [100]\n')
    (seven,) = noted(path)
    assert "Progressive Payout Wager returns 101.55%" in seven
    for initial, favours in ((16_602_527, 1), (16_602_526, 0)):
        meter = f"[progressive]\ninitial = {initial}\nreset = {initial}\nwagers = [100, 500]\n"
        path.write_text(f'game = "holdem-bonus"\nmagic_card = false\nlucky_bonus = false\n{meter}')
        assert len(noted(path)) == favours


def test_check_looks_at_what_is_paid_on_top_of_a_wager(tmp_path: Path):
    path = tmp_path / "bonus.toml"
    path.write_text('game = "holdem-bonus"\n')
    assert [one.partition(",")[0] for one in noted(path)] == [
        f"the Five Card Hand Bonus Wager on the {who}'s hand" for who in ("player", "dealer")
    ]
    both = "with the Magic Card and the Lucky Bonus drawn in every round at a full table (reading 647a-magic-lucky), returns"
    assert all(both in one for one in noted(path))
    path.write_text(
        'game = "holdem-bonus"\nlucky_bonus = false\n[five_card]\ninitial = 1_000_000\nreset = 1_000_000\nwagers = [100]\n'
    )
    assert all("with the Magic Card drawn" in one and "returns 231.47%" in one for one in noted(path))
    path.write_text('game = "holdem-bonus"\nmagic_card = false\nlucky_bonus = false\n')
    assert noted(path) == []


def test_compare_has_the_figures_beside_the_rules(tmp_path: Path):
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    a.write_text('game = "five-card-hi-lo"\n')
    b.write_text('game = "five-card-hi-lo"\npaytables = { poker_bonus = "B" }\n')
    found = json.loads(houseway("compare", str(a), str(b), "--solve", "--json").out)
    by = {one["wager"]: one for one in found["figures"]}
    assert by["main game"]["a"] == by["main game"]["b"]
    # The chapter's own main games are known without a sum.
    a.write_text('game = "heads-up-holdem"\nraise_minimum = "chip"\n')
    b.write_text('game = "pai-gow"\n')
    nothing_kept = {"HOUSEWAY_CACHE": str(tmp_path / "empty")}
    figures = json.loads(houseway("compare", str(a), str(b), "--json", env=nothing_kept).out)["figures"]
    (main,) = (one for one in figures if one["wager"] == "main game")
    assert [round(main[side]["house_edge"], 6) for side in ("a", "b")] == [-0.032783, 0.027211]
    a.write_text('game = "five-card-hi-lo"\n')
    b.write_text('game = "five-card-hi-lo"\npaytables = { poker_bonus = "B" }\n')
    assert by["poker_bonus"]["a"]["house_edge"] == pytest.approx(0.0756626, abs=1e-6)
    assert by["poker_bonus"]["b"]["house_edge"] == pytest.approx(0.0388817, abs=1e-6)
    assert json.loads(houseway("compare", str(a), str(b), "--rules", "--json").out)["figures"] == []


def test_ctrl_c_stops_without_a_trace():
    """Heard in the middle of the sum, which the bar on the terminal tells."""
    import pty
    import signal

    ours, theirs = pty.openpty()
    # Where the tests run in the background a child would take over that Ctrl-C is ignored.
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script = f"{heard}; from houseway.cli import main; main(['analyze', 'pai-gow', '--wager', 'fortune', '--no-cache'])"
    with subprocess.Popen([sys.executable, "-c", script], stderr=theirs, stdout=subprocess.PIPE) as running:
        os.close(theirs)
        shown = b""
        while b": [" not in shown and running.poll() is None:
            shown += os.read(ours, 4096)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate()
        # Nobody holds the other end any more.
        with suppress(OSError):
            while more := os.read(ours, 4096):
                shown += more
    os.close(ours)
    assert running.returncode == 1
    assert b"Aborted!" in shown
    assert b"Traceback" not in shown
    assert out == b""


def test_every_option_in_the_document_is_one_of_the_verbs():
    text = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    named = set(re.findall(r"--[a-z][a-z-]+", text))
    known = " ".join(
        houseway(verb, "--help").out
        for verb in ("analyze", "compare", "band", "dossier", "simulate", "advise", "equity")
    )
    assert named
    assert all(option in known for option in named)
