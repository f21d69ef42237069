"""Whatever is wrong with a command, its files or its streams: one sentence, a code that says which, and no traceback."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import click
import pytest

from houseway.cli import VERBS
from houseway.cli.files import write
from tests.cli.process import HOUSEWAY, closed
from tests.cli.process import houseway as run

WRONG, MISUSED = 1, 2
ROUND = {
    "game": "holdem",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    "button": 2,
    "deck": "As Kd Ad Kc",
    "seats": {"1": {"stack": 10000}, "2": {"stack": 10000}},
    "actions": ["1 fold"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files stand that a row below names."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    (tmp_path / "empty").touch()
    (tmp_path / "words").write_text("just words\n")
    for name, game in {"number": "3", "truth": "true", "list": "[1]", "table": "{a = 1}"}.items():
        (tmp_path / f"{name}.toml").write_text(f"game = {game}\n")
    (tmp_path / "round.json").write_text(json.dumps(ROUND))
    return tmp_path


READERS = (
    "check FILE",
    "compare FILE FILE",
    "settle FILE",
    "settle --lines FILE",
    "play --submission FILE",
    "phh replay FILE",
    "phh export FILE",
    "phh import FILE",
    "analyze FILE",
    "band FILE --rounds 100 --drop 1000 --win 100",
    "dossier FILE --out there",
    "room FILE",
    "simulate FILE --rounds 10 --seed 1",
)
"""Every way to name a file."""
UNREADABLE = {
    "missing": "no such file or directory",
    "folder": "is a directory",
    "missing/file": "no such file or directory",
    "words/file": "not a directory",
    "n" * 300: "file name too long",
}


@pytest.mark.parametrize("file", UNREADABLE)
@pytest.mark.parametrize("words", READERS)
def test_a_file_that_cannot_be_read_is_one_sentence(folder: Path, words: str, file: str) -> None:
    if (words, file) == ("phh replay FILE", "folder"):
        pytest.skip("a folder stands for the hands in it")
    ran = run(*words.replace("FILE", file).split())
    said = (ran.out + ran.err).replace("\n", " ").strip()
    assert ran.code == WRONG
    assert UNREADABLE[file] in said or "There is no game and no file" in said
    assert said.count(". ") <= 1 and "Errno" not in said and "Traceback" not in said


SAYS_NOTHING = ("", "bytes", "words", "empty", "number.toml", "truth.toml", "list.toml", "table.toml")


@pytest.mark.parametrize("file", SAYS_NOTHING)
@pytest.mark.parametrize("words", READERS)
def test_a_file_that_says_nothing_to_us_is_one_sentence(folder: Path, words: str, file: str) -> None:
    ran = run(*[file if word == "FILE" else word for word in words.split()])
    if (words, file) == ("settle --lines FILE", "empty"):
        assert ran == (0, "", "")
        return
    answered = words == "settle --lines FILE" and file
    assert ran.code == (0 if answered else WRONG)
    said = (ran.out + ran.err).strip()
    assert said and "Traceback" not in said and "fault of the program" not in said
    for strange in ("codec", "Expecting", "Invalid", "decode", "Errno", "'None'", "'True'", "'[1]'", "unhashable"):
        assert strange not in said


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("nonsense", MISUSED, "There is no verb 'nonsense'. The verbs are games, "),
        ("ruls", MISUSED, "There is no verb 'ruls'. Did you mean 'rules'?"),
        ("--nonsense", MISUSED, "No such option '--nonsense'"),
        ("games --nonsense", MISUSED, "No such option '--nonsense'. See houseway games --help."),
        ("games one two", MISUSED, "Got unexpected extra argument (two). See houseway games --help."),
        ("games bridge", WRONG, "there is no game 'bridge'; the games are heads-up-holdem, "),
        ("games hold", WRONG, "there is no game 'hold'; did you mean 'holdem'?"),
        ("rules nonsense", WRONG, "'nonsense' is no clause"),
        ("check", MISUSED, "Name a SUBMISSION.toml to check"),
        ("check --example bridge", WRONG, "there is no game 'bridge'"),
        ("compare round.json", MISUSED, "Missing argument 'B.toml|GAME'. See houseway compare --help."),
        ("settle", MISUSED, "Missing argument 'ROUND.json'. See houseway settle --help."),
        ("settle --template bridge", WRONG, "there is no game 'bridge'"),
        ("settle --template", MISUSED, "Option '--template' requires an argument."),
        ("play bridge", WRONG, "there is no game 'bridge'"),
        ("play holdem --players 10", MISUSED, "'10' is not a whole number from 0 to 9."),
        ("play holdem --players two", MISUSED, "'two' is not a whole number from 0 to 9."),
        ("play holdem --seed 1.5", MISUSED, "'1.5' is not a whole number."),
        ("analyze pai-gow --per-hour 0", MISUSED, "'0' is not a whole number from 1."),
        ("band pai-gow --rounds 0 --drop 1 --win 1", MISUSED, "'0' is not a whole number from 1."),
        ("serve --port x", MISUSED, "'x' is not a whole number from 0 to 65535."),
        ("audit replay here --at -1", MISUSED, "'-1' is not a whole number from 0."),
        ("audit export here --round x", MISUSED, "'x' is not a whole number from 1."),
        ("play holdem --seats 1,1", WRONG, "Seats are numbers from 1 to 10, each once"),
        ("play holdem --bankroll 12,50", WRONG, "A bankroll is an amount of dollars"),
        ("phh nonsense", MISUSED, "No such command 'nonsense'. See houseway phh --help."),
        ("phh replay", MISUSED, "Missing argument 'FILES...'. See houseway phh replay --help."),
        ("phh replay --workers 0 folder", MISUSED, "'0' is not a whole number from 1 to 256."),
        ("phh replay --workers many folder", MISUSED, "'many' is not a whole number from 1 to 256."),
        ("phh replay folder", WRONG, "there is no .phh or .phhs file in folder."),
        ("phh export round.json --as xml", MISUSED, "'xml' is not one of 'phh', 'ohh', 'history'."),
        (
            "phh export round.json --output missing/hand.phh",
            WRONG,
            "missing/hand.phh cannot be written: there is no folder",
        ),
        ("phh export round.json --output folder", MISUSED, "File 'folder' is a directory."),
        ("settle round.json --template pai-gow", MISUSED, "A --template is printed by itself"),
        ("check --example pai-gow --json", MISUSED, "An example is printed as TOML: leave --json out."),
        ("compare a.toml b.toml --rules --solve", MISUSED, "there is nothing to --solve"),
        ("equity AsKs QhQd --exact --samples 5", MISUSED, "--exact draws no sample"),
        ("simulate holdem --workers 2 --cluster here:1", MISUSED, "leave --workers out"),
        ("simulate heads-up-holdem --players 3", WRONG, "leave --players out"),
        ("simulate holdem --all-paytables", WRONG, "leave --all-paytables out"),
        ("simulate bridge", WRONG, "There is no game and no file 'bridge'. The games are heads-up-holdem, "),
        ("room bridge", WRONG, "There is no game and no file 'bridge'. The games are stud-high, "),
        ("room holdm", WRONG, "There is no game and no file 'holdm'; did you mean 'holdem'?"),
        ("equity --game pai-gow AsKs QhQd", WRONG, "Pai Gow Poker is played against a bank"),
        ("analyze holdem", WRONG, "Hold'em is played among players"),
        ("analyze pai-gow --set foo=1", WRONG, "foo: there is no field 'foo'"),
        ("analyze pai-gow --csv missing/f.csv", WRONG, "missing/f.csv cannot be written: there is no folder missing."),
        ("analyze pai-gow --html folder", WRONG, "folder cannot be written: it is a folder."),
        ("band pai-gow --rounds 9 --drop x --win 1", WRONG, "--drop 'x' is no amount"),
        ("dossier missing.toml --out folder", WRONG, "missing.toml cannot be read: no such file or directory."),
        ("rules 677a-bad-bet", WRONG, "the nearest is 677a-bad-beat."),
        ("phh import round.json --round none", MISUSED, "'none' is not a whole number from 1."),
    ],
)
def test_a_command_given_wrongly_is_one_line(folder: Path, words: str, code: int, says: str) -> None:
    ran = run(*words.split())
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("Error: ") and says in ran.err
    assert ran.err.count("\n") == 1 and ran.err.endswith((".\n", "?\n"))


def test_a_file_is_written_whole_over_what_stood_there(folder: Path) -> None:
    (folder / "n.phh").write_text("x" * 10_000, encoding="utf-8")
    before = set(folder.iterdir())
    assert run("phh", "export", "round.json", "--output", "n.phh") == (0, "", "")
    assert (folder / "n.phh").read_text(encoding="utf-8") == run("phh", "export", "round.json").out
    assert set(folder.iterdir()) == before


def test_what_cannot_be_put_in_place_leaves_nothing_behind(folder: Path) -> None:
    with pytest.raises(click.ClickException, match=r"^folder/none/f cannot be written: no such file or directory$"):
        write("folder/none/f", b"x")
    assert "file name too long" in run("phh", "export", "round.json", "--output", "n" * 300).err
    assert not list(folder.rglob("*.part"))


def test_thousands_may_be_set_off_and_a_table_of_rounds_fits_the_page() -> None:
    ran = run("simulate", "holdem", "--rounds", "1,0", "--players", "2")
    assert ran.code == MISUSED and "'1,0' is not a whole number from 1." in ran.err
    ran = run("simulate", "holdem", "--rounds", "1,000", "--players", "2")
    assert ran.out.startswith("Hold'em: 1,000 rounds, seed 1\n")
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write and read every file")
@pytest.mark.parametrize("words", ["check secret", "settle secret", "phh export round.json --output secret"])
def test_a_file_one_may_not_use_is_one_sentence(folder: Path, words: str) -> None:
    secret = folder / "secret"
    secret.touch()
    secret.chmod(0)
    ran = run(*words.split())
    assert ran.code == WRONG
    assert "permission denied" in ran.out + ran.err


@pytest.mark.parametrize("words", ["games", "rules --chapter 637a", "settle --template pai-gow", "play pai-gow"])
def test_a_reader_that_goes_away_is_no_fault(words: str) -> None:
    first = subprocess.run(
        ["sh", "-c", f'"$0" {words} | head -n 1', HOUSEWAY], capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    assert len(first.stdout.splitlines()) == 1
    assert first.stderr == b""


@pytest.mark.parametrize("words", ["check -", "settle -", "settle --lines -", "phh export -", "phh import -", "play"])
def test_a_closed_standard_input_is_one_sentence(words: str) -> None:
    ran = closed(*words.split(), stdin=True)
    assert ran.code == WRONG
    assert (ran.out + ran.err).count("\n") == 1 and "Standard input is closed" in ran.out + ran.err


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_refuses_what_it_does_not_know_in_one_line(verb: str) -> None:
    ran = run(verb, "--nonsense")
    assert (ran.code, ran.out) == (MISUSED, "")
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("Error: No such option '--nonsense'") and f"See houseway {verb}" in ran.err
