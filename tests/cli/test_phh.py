"""``houseway phh``: real hands in, stacks compared; our rounds out."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib

import pytest

from tests.cli.process import HOUSEWAY, at_terminal, houseway

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


def test_a_hand_that_states_no_result_is_not_counted_as_ending_as_stated(tmp_path):
    path = tmp_path / "open.phh"
    path.write_text(HAND.partition("finishing_stacks")[0])
    ran = houseway("phh", "replay", str(path))
    assert (ran.code, ran.out) == (0, "0 hands end as stated, 0 do not, 1 states no result.\n")


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


BY_HANDS = {
    "game": "holdem",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    "button": 3,
    "hands": {"1": "As Ad", "3": "Qc Qd"},
    "board": "2h 7s 9d Jh 4s",
    "seats": {"1": {"stack": 10000}, "2": {"stack": 10000}, "3": {"stack": 10000}},
    "actions": ["3 call", "1 raise to 400", "2 fold", "3 call", *["1 check", "3 check"] * 3],
}
STUD_BY_HANDS = {
    "game": "stud-high",
    "submission": {"structure": "fixed-limit", "ante": 25, "forced_bet": 50, "small_bet": 100, "big_bet": 200},
    "hands": {"1": "?? ?? 2c", "2": "?? ?? Kd"},
    "seats": {"1": {"stack": 10000}, "2": {"stack": 10000}},
    "actions": ["2 raise to 100", "1 fold"],
}


@pytest.mark.parametrize("stated", [BY_HANDS, STUD_BY_HANDS])
def test_no_card_that_nobody_stated_is_written(stated, tmp_path):
    told = set(re.findall("[2-9TJQKA][cdhs]", json.dumps([stated["hands"], stated.get("board", "")])))
    path = tmp_path / "hand.phh"
    path.write_text(houseway("phh", "export", "-", stdin=json.dumps(stated)).out)
    hand = tomllib.loads(path.read_text())
    written = re.findall(r"(?<![A-Za-z])[2-9TJQKA][cdhs]|[2-9TJQKA][cdhs](?=[^a-z])", " ".join(hand["actions"]))
    assert set(written) == told
    assert set(hand["_houseway_deck"].split()) == told | {"??"}
    assert set(hand["_houseway_burns"]) <= {"??"}
    assert houseway("phh", "replay", str(path)).out == "1 hand ends as stated, 0 do not.\n"
    ohh = json.loads(houseway("phh", "export", "-", "--as", "ohh", stdin=json.dumps(stated)).out)["ohh"]
    dealt = [card for one in ohh["rounds"] for action in one["actions"] for card in action.get("cards", ())]
    assert {*dealt, *[card for one in ohh["rounds"] for card in one["cards"]]} == told
    history = houseway("phh", "export", "-", "--as", "history", stdin=json.dumps(stated))
    assert (history.code, history.out) == (1, "")
    assert "a history holds every card of the deck, and this round states only its hands" in history.err


def test_export_says_what_is_wrong(tmp_path):
    assert "cannot be read" in houseway("phh", "export", str(tmp_path / "none.json")).err
    assert "not JSON" in houseway("phh", "export", "-", stdin="{").err
    short = {**ROUND, "actions": []}
    assert "seat 1's turn" in houseway("phh", "export", "-", stdin=json.dumps(short)).err
    pot_limit = {**ROUND, "submission": {"structure": "pot-limit", "blinds": [50, 100]}, "actions": ["1 fold"]}
    assert "our own history" in houseway("phh", "export", "-", stdin=json.dumps(pot_limit)).err
    spread = {"structure": "spread-limit", "blinds": [50, 100], "minimum_bet": 100, "maximum_bet": 500}
    unnamed = json.dumps({**ROUND, "submission": spread})
    refused = houseway("phh", "export", "-", "--as", "ohh", stdin=unnamed)
    assert refused.code == 1 and refused.err == "Error: OHH has no bet type for spread-limit; --as history holds it.\n"
    assert houseway("phh", "export", "-", "--as", "history", stdin=unnamed).code == 0
    misspelt = houseway("phh", "export", "-", stdin=json.dumps({**ROUND, "game": "holdm"}))
    assert (
        misspelt.code == 1 and misspelt.err == "Error: there is no game 'holdm'; did you mean 'holdem'? (637a.9(b)).\n"
    )
    banked = houseway("phh", "export", "-", stdin=json.dumps({**ROUND, "game": "pai-gow"}))
    assert banked.code == 1 and banked.err == "Error: pai-gow is played against a bank; this writes rounds of poker.\n"
    for odd in ([ROUND], {**ROUND, "game": ["holdem"]}, {**ROUND, "seats": {}}, {**ROUND, "game": "holdem "}):
        assert houseway("phh", "export", "-", stdin=json.dumps(odd)).code == 1


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
    *felt, unstated = houseway("settle", "-", stdin=stated).out.splitlines()
    assert (shown.code, shown.out.splitlines()) == (0, felt)
    assert unstated.endswith(" are not stated, so taken (*): --explain names them.")
    answered = json.loads(houseway("phh", "import", "-", "--json", stdin=written.out).out)
    settled = json.loads(houseway("settle", "-", "--json", stdin=stated).out)
    # A history has its whole submission, so nothing of it is taken by default.
    assert answered["rules"].pop("defaults") == []
    assert settled["rules"].pop("defaults")
    assert answered == settled
    none = houseway("phh", "import", str(path), "--round", "7")
    assert none.code == 1
    assert "no such round of play has been completed" in none.err
    assert "cannot be read" in houseway("phh", "import", "-", stdin="{}").err
    assert "houseway phh replay hand.phh plays it" in houseway("phh", "import", "hand.phh").err


def test_an_answer_is_read_back_from_a_history():
    stated = json.dumps(ROUND)
    written = houseway("phh", "export", "-", "--as", "history", stdin=stated)
    answered = houseway("phh", "import", "-", "--json", stdin=written.out)
    assert (answered.code, json.loads(answered.out)["stacks"]) == (0, {"1": 10100, "2": 9900})


def test_a_history_that_does_not_follow_from_the_rules_is_refused():
    history = json.loads(houseway("phh", "export", "-", "--as", "history", stdin=json.dumps(ROUND)).out)
    place = next(place for place, event in enumerate(history["events"]) if event["event"] == "pot_awarded")
    history["events"][place]["postings"] = [["pot", "player 2", 10**6]]
    refused = houseway("phh", "import", "-", stdin=json.dumps(history))
    assert refused.code == 1
    assert refused.err == f"Error: -: the postings of event {place + 1} (pot_awarded) do not follow from it.\n"


@pytest.mark.parametrize(
    "damaged",
    [
        b"\xff\xfe",
        b"[]",
        b"[" * 5000,
        b'{"format": "houseway-history", "version": 1, "game": "holdem"}',
        b'{"format": "houseway-history", "version": 1, "game": "holdem", "submission": {}, "digest": "", "events": 5}',
    ],
)
def test_a_damaged_history_is_refused_in_one_sentence(damaged):
    refused = houseway("phh", "import", "-", stdin=damaged)
    assert refused.code == 1
    assert refused.err.startswith("Error: -: ") and refused.err.count("\n") == 1


SITE = """[1]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [100, inf]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cc', 'p1 cc', 'd db 2c3c4c', 'p1 cbr 10', 'p2 cc', 'd db 5c', 'p1 cc', 'p2 cc', 'd db 6c', 'p1 cc', 'p2 cc', 'p1 sm ????', 'p2 sm {}']
winnings = [{}]
currency_symbol = '$'
"""


def test_a_file_of_several_hands_is_one_object_a_hand(tmp_path):
    path = tmp_path / "hands.phhs"
    path.write_text(SITE.format("AsAd", "0, 38") + SITE.format("????", "0, 0").replace("[1]", "[2]"))
    ran = houseway("phh", "replay", str(path), "--json")
    won, undecided = map(json.loads, ran.out.splitlines())
    assert ran.code == 0
    assert won == {
        "file": str(path),
        "variant": "NT",
        "ok": True,
        "stacks": [80, None],
        "expected": [80, None],
        "reason": "",
        "hand": 1,
        "rake": 2,
        "net": [-20, 18],
    }
    assert (undecided["ok"], undecided["stacks"], undecided["hand"]) == (False, None, 2)
    assert undecided["reason"] == "the cards of p1, p2 are not known at the showdown, nor who won"
    in_words = houseway("phh", "replay", str(path))
    assert in_words.out.endswith("1 hand ends as stated (1 less the site's rake), 0 do not, 1 does not say who won.\n")


def _many(folder, files: int, hands: int) -> None:
    one = SITE.format("AsAd", "0, 38").replace("[1]\n", "")
    for number in range(files):
        (folder / f"{number:03}.phhs").write_text("".join(f"[{hand}]\n{one}" for hand in range(1, hands + 1)))


def test_workers_give_the_same_answer_in_the_same_order(tmp_path):
    _many(tmp_path, files=6, hands=200)
    alone = houseway("phh", "replay", str(tmp_path), "--json")
    together = houseway("phh", "replay", str(tmp_path), "--json", "--workers", "2")
    assert alone.code == together.code == 0
    assert together.out == alone.out
    assert alone.out.count("\n") == 1200
    assert alone.err == together.err == ""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_with_what_was_done(tmp_path, workers):
    _many(tmp_path, files=60, hands=400)
    # A process of the background ignores interrupts: this one is to notice them.
    notices = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
    )
    verb = [HOUSEWAY, "phh", "replay", str(tmp_path), "--json", "--workers", workers]
    with (tmp_path / "said").open("w+b") as said:
        running = subprocess.Popen(
            [sys.executable, "-c", notices, *verb], stdout=subprocess.PIPE, stderr=said, start_new_session=True
        )
        assert running.stdout is not None
        first = running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        lines = [json.loads(line) for line in (first + running.stdout.read()).splitlines()]
        running.stdout.close()
        assert running.wait() == 130
        said.seek(0)
        assert said.read() == b"Stopped before the end.\n"
    assert 0 < len(lines) < 24_000 and all(line["ok"] for line in lines)


def test_a_bar_is_shown_on_a_terminal_only(tmp_path):
    _many(tmp_path, files=3, hands=5)
    ran = at_terminal(["phh", "replay", str(tmp_path)], [])
    assert ran.code == 0
    assert "replaying" in ran.out
    assert ran.out.rstrip().endswith("15 hands end as stated (15 less the site's rake), 0 do not.")
    assert "replaying" not in houseway("phh", "replay", str(tmp_path)).err
