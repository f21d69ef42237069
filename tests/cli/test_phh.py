"""``houseway phh``: real hands in, stacks compared; our rounds out."""

from __future__ import annotations

import json
import tomllib

from tests.cli.process import houseway

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [9, 9]
actions = ['p2 f']
finishing_stacks = [{}]
"""
ROUND = {
    "game": "holdem",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    "button": 2,
    "deck": "As Kd Qh Jc 2c 3c 4c 5c 6c 7c 8c 9c",
    "seats": {"1": {"stack": 10000}, "2": {"stack": 10000}},
    "actions": ["1 raise to 400", "2 fold"],
}


def test_replay_prints_one_object_a_file(tmp_path):
    right, wrong = tmp_path / "right.phh", tmp_path / "wrong.phh"
    right.write_text(HAND.format("10, 8"))
    wrong.write_text(HAND.format("11, 7"))
    ran = houseway("phh", "replay", str(right), str(wrong), "--json")
    first, second = map(json.loads, ran.out.splitlines())
    assert ran.code == 1
    assert first == {
        "file": str(right),
        "variant": "NT",
        "ok": True,
        "stacks": [10, 8],
        "expected": [10, 8],
        "reason": "",
    }
    assert not second["ok"] and second["reason"] == "the stacks differ"


def test_replay_in_words(tmp_path):
    (tmp_path / "right.phh").write_text(HAND.format("10, 8"))
    ran = houseway("phh", "replay", str(tmp_path))
    assert ran.code == 0
    assert "1 hand ends as stated, 0 do not" in ran.out
    assert "cannot be read" in houseway("phh", "replay", str(tmp_path / "none.phh")).out


def test_export_writes_what_replay_reads(tmp_path):
    stated = tmp_path / "round.json"
    stated.write_text(json.dumps(ROUND))
    written = tmp_path / "round.phh"
    assert houseway("phh", "export", str(stated), "--output", str(written)).code == 0
    assert tomllib.loads(written.read_text())["finishing_stacks"] == [10100, 9900]
    assert houseway("phh", "replay", str(written)).code == 0
    assert json.loads(houseway("phh", "export", str(stated), "--as", "ohh").out)["ohh"]["game_type"] == "Holdem"
    assert json.loads(houseway("phh", "export", "-", "--as", "history", stdin=json.dumps(ROUND)).out)["version"] == 1


def test_export_says_what_is_wrong(tmp_path):
    assert "cannot be read" in houseway("phh", "export", str(tmp_path / "none.json")).err
    assert "no JSON" in houseway("phh", "export", "-", stdin="{").err
    short = {**ROUND, "actions": []}
    assert "seat 1's turn" in houseway("phh", "export", "-", stdin=json.dumps(short)).err
    pot_limit = {**ROUND, "submission": {"structure": "pot-limit", "blinds": [50, 100]}, "actions": ["1 fold"]}
    assert "our own history" in houseway("phh", "export", "-", stdin=json.dumps(pot_limit)).err
    spread = {"structure": "spread-limit", "blinds": [50, 100], "minimum_bet": 100, "maximum_bet": 500}
    unnamed = json.dumps({**ROUND, "submission": spread})
    refused = houseway("phh", "export", "-", "--as", "ohh", stdin=unnamed)
    assert refused.code == 1 and refused.err == "Error: OHH has no bet type for spread-limit; --as history holds it\n"
    assert houseway("phh", "export", "-", "--as", "history", stdin=unnamed).code == 0


def test_a_file_that_cannot_be_read_is_counted_as_such(tmp_path):
    (tmp_path / "empty.phh").touch()
    (tmp_path / "binary.phh").write_bytes(b"\xff\xfe")
    ran = houseway("phh", "replay", str(tmp_path), str(tmp_path / "none.phh"))
    assert ran.code == 1
    assert "the file holds no hand" in ran.out
    assert "it is not UTF-8 text" in ran.out
    assert "cannot be read: no such file or directory" in ran.out
    assert ran.out.endswith("0 hands end as stated, 0 do not, 3 files cannot be read.\n")


def test_a_history_is_read_back_and_shown(tmp_path):
    stated = json.dumps(ROUND)
    written = houseway("phh", "export", "-", "--as", "history", stdin=stated)
    assert written.code == 0
    path = tmp_path / "table.json"
    path.write_text(written.out)
    shown = houseway("phh", "import", str(path))
    assert (shown.code, shown.out) == (0, houseway("settle", "-", stdin=stated).out)
    answered = houseway("phh", "import", "-", "--json", stdin=written.out)
    assert json.loads(answered.out) == json.loads(houseway("settle", "-", "--json", stdin=stated).out)
    none = houseway("phh", "import", str(path), "--round", "7")
    assert none.code == 1
    assert "no such round of play has been completed" in none.err
    assert "cannot be read" in houseway("phh", "import", "-", stdin="{}").err
