"""What ``import houseway`` offers, and that a type checker knows it.

mypy reads this file with ``warn_unused_ignores``: an ignored error that is none fails the check.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import assert_type, get_args

import pytest

import houseway
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.people import Player as PokerPlayer
from houseway.chapters.game_ids import BankedGameId, PokerGameId
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.banked.people import Player as BankedPlayer

HOLDEM = {"game": "holdem", "structure": "no-limit", "blinds": [50, 100]}


def test_a_game_against_a_bank_has_a_banked_table():
    table = houseway.open_table("five-card-hi-lo")
    assert_type(table, houseway.BankedTable)
    ann = table.seat(1, "Ann", 100_000)
    assert_type(ann, BankedPlayer)
    assert_type(ann.sees(), BankedObservation)
    assert isinstance(table, houseway.BankedTable)
    assert isinstance(table.fork(), houseway.BankedTable)
    with pytest.raises(AttributeError):
        ann.raises_to(300)  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        table.dealer.anounces_no_more_bets()  # type: ignore[attr-defined]


def test_a_poker_game_has_a_poker_table():
    table = houseway.open_table("holdem")
    assert_type(table, houseway.PokerTable)
    amy = table.seat(1, "Amy", 100_000)
    assert_type(amy, PokerPlayer)
    assert_type(amy.sees(), PokerObservation)
    with pytest.raises(AttributeError):
        amy.rises_to(300)  # type: ignore[attr-defined]


CLIENT = """\
import houseway

poker = houseway.open_table("holdem")
amy = poker.seat(1, "Amy", 100_000)
amy.raises_to(300)
amy.rises_to(300)
banked = houseway.open_table("five-card-hi-lo")
ann = banked.seat(1, "Ann", 100_000)
ann.wagers(ante=1000)
ann.raises_to(300)
print(ann.sees().meters, amy.sees().pots, ann.sees().pots)
"""
MISTAKEN_LINES = [6, 10, 11]


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """Return a script outside the package with misspelled calls."""
    path = tmp_path / "client.py"
    path.write_text(CLIENT, encoding="utf-8")
    return path


def check_types(*command: str) -> str:
    """Return what a type checker prints about a script that uses this package."""
    source = str(Path(houseway.__path__[0]).parent)
    ended = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env={**os.environ, "MYPYPATH": source, "PYTHONPATH": source},
        check=False,
    )
    assert ended.returncode == 1, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.long
def test_mypy_finds_misspelled_calls_of_a_client(client: Path):
    cache = f"--cache-dir={client.parent / 'cache'}"
    printed = check_types(
        *(sys.executable, "-m", "mypy", "--config-file=", "--follow-imports=silent", "--no-error-summary"),
        cache,
        str(client),
    )
    lines = printed.splitlines()
    assert [int(line.split(":")[1]) for line in lines] == MISTAKEN_LINES
    assert all("[attr-defined]" in line for line in lines)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("pyright") is None, reason="pyright is not installed; mypy checks the same script")
def test_pyright_finds_misspelled_calls_of_a_client(client: Path):
    report = json.loads(check_types("pyright", "--outputjson", "--pythonpath", sys.executable, str(client)))
    errors = [item for item in report["generalDiagnostics"] if item["severity"] == "error"]
    assert [error["range"]["start"]["line"] + 1 for error in errors] == MISTAKEN_LINES


def test_a_submission_is_opened_as_the_kind_of_table_the_caller_can_use():
    table = houseway.open_table(HOLDEM, kind=houseway.PokerTable)
    assert_type(table, houseway.PokerTable)
    with pytest.raises(ValueError, match="Hold'em is played at a PokerTable, not at a BankedTable"):
        houseway.open_table(HOLDEM, kind=houseway.BankedTable)


def test_the_ids_a_type_checker_knows_are_those_of_the_games():
    assert set(get_args(BankedGameId)) == set(houseway.games(banked=True))
    assert set(get_args(PokerGameId)) == set(houseway.games(banked=False))


def test_the_version_is_that_of_the_package():
    assert houseway.__version__ == metadata.version("houseway")


@pytest.mark.parametrize("name", houseway.__all__)
def test_every_name_is_there_and_listed(name: str):
    assert getattr(houseway, name) is not None
    assert name in dir(houseway)


def test_an_unknown_name_is_named():
    with pytest.raises(AttributeError, match="module 'houseway' has no attribute 'open_tabel'"):
        houseway.open_tabel  # type: ignore[attr-defined]  # noqa: B018


def test_hands_are_ranked():
    full_house, flush = houseway.hand_rank("As Ad Ah Ks Kd 2c 3d"), houseway.hand_rank("2h 5h 9h Jh Kh")
    assert full_house > flush
    assert str(full_house) == "full house, aces over kings"
    assert houseway.hand_rank("As Kd Qh Js 9d") == houseway.hand_rank("Ac Kh Qd Jc 9h")


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("As Kd", "five to seven cards, not 2"),
        ("As As Kd Qd Jd", "As is in the hand twice"),
        ("As Kd Qd Jd Jk", "without a joker"),
        ("As Kd Qd Jd Xx", "Xx"),
    ],
)
def test_what_is_no_hand_is_named(hand: str, message: str):
    with pytest.raises(ValueError, match=message):
        houseway.hand_rank(hand)


def test_equity_of_hands_as_people_write_them():
    shares = houseway.equity("AsAd", "KsKd", board="2c 7d 9h Jc")
    assert shares.exact
    # Two kings are left among 44 cards.
    assert [player.pot.wins for player in shares.players] == [42, 2]
    with pytest.raises(ValueError, match="hold"):
        houseway.equity("AsAd", "KsKd", game="hold-em")
