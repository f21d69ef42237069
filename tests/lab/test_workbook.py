"""The workbook's formulas, worked out again by another program."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from houseway.chapters import registry
from houseway.lab.analysis import analyze
from houseway.lab.files import as_xlsx
from houseway.lab.sheet import MainSheet, Result, Sheet
from houseway.rules.table_rules import TableRules

_IN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def values(path: Path) -> dict[tuple[str, str], tuple[str, float]]:
    """Sheet and cell -> formula and value, of every cell with a formula."""
    found = {}
    with zipfile.ZipFile(path) as book:
        for name in (one for one in book.namelist() if one.startswith("xl/worksheets/sheet")):
            for cell in ElementTree.fromstring(book.read(name)).iter(f"{_IN}c"):
                formula, value = cell.find(f"{_IN}f"), cell.find(f"{_IN}v")
                if formula is not None:
                    assert value is not None and value.text is not None, (name, cell.get("r"))
                    assert cell.get("t") not in ("e", "str"), (name, cell.get("r"), value.text)
                    found[name, cell.get("r") or ""] = (formula.text or "", float(value.text))
    return found


def written(folder: Path, game: str, **choices: object) -> Path:
    rules = registry.resolve({"game": game, **choices}, kind=TableRules)
    sheet = analyze(rules, all_paytables=True, main_game=game == "five-card-hi-lo")
    path = folder / f"{game}.xlsx"
    path.write_bytes(as_xlsx(sheet, submission=rules.submission, command="houseway analyze"))
    return path


@pytest.mark.long
def test_the_same_sheet_gives_the_same_bytes(tmp_path: Path):
    first = written(tmp_path, "five-card-hi-lo").read_bytes()
    assert written(tmp_path, "five-card-hi-lo").read_bytes() == first


def texts(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as book:
        return [one.text or "" for one in ElementTree.fromstring(book.read("xl/sharedStrings.xml")).iter(f"{_IN}t")]


@pytest.mark.long
def test_the_summary_begins_with_the_main_game(tmp_path: Path):
    """Its parts alone would mislead: an Ante and a Play Wager cost otherwise than the round."""
    path = written(tmp_path, "five-card-hi-lo")
    found = {formula: value for (name, _), (formula, value) in values(path).items() if name.endswith("sheet1.xml")}
    assert found["'Main game'!B19"] == pytest.approx(27546161737 / 996661525860)
    assert found["'Main game'!B21"] == pytest.approx(0.014037521964)
    said = texts(path)
    assert "The main game, optimal play, for each Ante Wager" in said
    assert any(one.endswith("under this play: Ante Wager, Play Wager, Ante Bonus Payout.") for one in said)


def test_counts_that_a_spreadsheet_would_round_stand_beside_as_text(tmp_path: Path):
    lost, won = 10**15 - 1, 2_402_482_226_669_052
    main = MainSheet(
        unit="pai_gow",
        played="house way",
        total=lost + won,
        results=(Result(net=Fraction(-1), deals=lost), Result(net=Fraction(1), deals=won)),
        average_wager=Fraction(1),
        decisions=(),
        strategy=(),
    )
    path = tmp_path / "large.xlsx"
    sheet = Sheet(game="pai-gow", name="Pai Gow Poker", digest="", version="", wagers=(), main=main)
    path.write_bytes(as_xlsx(sheet, submission={}, command="houseway analyze"))
    assert "2,402,482,226,669,052" in texts(path)
    assert f"{lost:,}" not in texts(path)


@pytest.mark.proof
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("game", ["five-card-hi-lo", "holdem-bonus", "heads-up-holdem"])
def test_libreoffice_works_out_the_same_figures(game: str, tmp_path: Path):
    path = written(tmp_path, game)
    # Without the values it has to work every one of them out.
    bare = tmp_path / "bare.xlsx"
    with zipfile.ZipFile(path) as book, zipfile.ZipFile(bare, "w") as copy:
        for name in book.namelist():
            held = book.read(name)
            if name.startswith("xl/worksheets/sheet"):
                tree = ElementTree.fromstring(held)
                for cell in tree.iter(f"{_IN}c"):
                    value = cell.find(f"{_IN}v")
                    if cell.find(f"{_IN}f") is not None and value is not None:
                        cell.remove(value)
                held = ElementTree.tostring(tree)
            copy.writestr(name, held)
    home = f"-env:UserInstallation=file://{tmp_path / 'home'}"
    command = ["soffice", home, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path / "out"), str(bare)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    ours, theirs = values(path), values(tmp_path / "out" / "bare.xlsx")
    assert len(ours) > 20
    assert ours.keys() == theirs.keys()
    for place, (formula, worth) in ours.items():
        assert theirs[place][1] == pytest.approx(worth, rel=1e-9, abs=1e-12), (place, formula)
