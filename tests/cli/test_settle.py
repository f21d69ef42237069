"""``houseway settle`` as a user runs it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from houseway.chapters.registry import games
from houseway.rounds import settle
from tests.cli.process import HOUSEWAY, closed, houseway, process
from tests.oracle import random_rounds

ROUND: dict[str, Any] = {
    "game": "heads-up-holdem",
    "deck": "As 2d Ah 2h 9c Ac 7s 8h 3c Kd 4c 4s",
    "seats": {"1": {"wagers": {"ante": 1000, "odds": 1000, "trips_plus": 500}, "decisions": ["raise 3000"]}},
}


def test_json_answer_is_the_one_of_the_notation() -> None:
    ran = houseway("settle", "-", "--json", stdin=json.dumps(ROUND))
    assert ran.code == 0
    answered = json.loads(ran.out)
    assert set(answered) == {"settlements", "net", "events", "rules"}
    odds = next(one for one in answered["settlements"] if one["wager"] == "odds")
    assert (odds["pays"], odds["net"], odds["clause"]) == ("push", 0, "677a.12(b)")
    assert answered["net"] == {"1": sum(one["net"] for one in answered["settlements"])}


def test_a_file_and_standard_input_answer_alike(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), encoding="utf-8")
    assert houseway("settle", str(path), "--json") == houseway("settle", "-", "--json", stdin=json.dumps(ROUND))


def test_the_felt_names_cards_hands_wagers_and_clauses() -> None:
    ran = houseway("settle", "-", stdin=json.dumps(ROUND))
    assert ran.code == 0
    for text in ("A♠ A♥", "three-of-a-kind, aces", "Trips Plus", "pays 3 to 1", "+$15", "677a.12(e)", "Dealer"):
        assert text in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "\x1b" not in ran.out


def test_the_felt_names_the_rules_and_what_was_not_stated() -> None:
    stated = {**ROUND, "submission": {"paytables": {"trips_plus": "A"}}}
    ran = houseway("settle", "-", stdin=json.dumps(stated))
    rules = settle(stated)["rules"]
    assert f"rules {rules['digest']}" in ran.out
    assert "pocket_bonus A*, trips_plus A" in ran.out and "trips_plus A*" not in ran.out
    explained = " ".join(houseway("settle", "-", "--explain", stdin=json.dumps(stated)).out.split())
    assert f"Not stated, so taken (*): {', '.join(rules['defaults'])}." in explained


def test_the_felt_says_what_was_paid_otherwise_than_owed() -> None:
    def said(**paid: int) -> str:
        seat = {**ROUND["seats"]["1"], "paid": paid}
        return houseway("settle", "-", stdin=json.dumps({**ROUND, "seats": {"1": seat}})).out

    assert "Seat 1, Trips Plus: paid -$5, owed $15 (677a.12(e))." in said(ante=1000, trips_plus=-500)
    assert "What was paid is what was owed." in said(ante=1000, trips_plus=1500)


def test_explain_gives_the_step_that_led_to_each_wager() -> None:
    said = json.loads(houseway("settle", "-", "--json", "--explain", stdin=json.dumps(ROUND)).out)
    assert said["why"][0].startswith("seat 1, ante: 1 to 1, +$10. ")
    assert said["why"][0].endswith(" (677a.11(h)(2)(i))")
    assert said["clauses"]["677a.11(h)(2)(i)"].removesuffix(".") in said["why"][0]
    assert all(line.startswith("seat 1, ") and line.endswith(")") for line in said["why"])


def test_the_felt_in_plain_letters_where_there_are_no_symbols() -> None:
    ran = process("settle", "-", stdin=json.dumps(ROUND), env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ran.code == 0
    assert "As Ah" in ran.out
    assert ran.out.isascii()


def test_a_refusal_exits_1() -> None:
    stated = {**ROUND, "deck": "As As"}
    ran = houseway("settle", "-", "--json", stdin=json.dumps(stated))
    assert ran.code == 1
    assert json.loads(ran.out)["refusal"]["code"] == "CARD_APPEARS_ONCE"
    text = houseway("settle", "-", stdin=json.dumps(stated))
    assert text.code == 1
    assert "As is twice in the deck." in text.out


def test_a_refusal_on_the_felt_says_what_is_legal() -> None:
    seat = {**ROUND["seats"]["1"], "decisions": ["raise 3500"]}
    ran = houseway("settle", "-", stdin=json.dumps({**ROUND, "seats": {"1": seat}}))
    assert ran.code == 1
    assert "677a.11(b)" in ran.out
    assert "Legal: raise $10; raise $20; raise $30; check" in ran.out


@pytest.mark.parametrize("given", [b"", b"{", b"[]", b"\xff", b"null", b"7", b"[" * 100_000, b'{"game": "\xc3"}'])
def test_what_is_no_round_is_refused(given: bytes) -> None:
    ran = houseway("settle", "-", "--json", stdin=given)
    assert ran.code == 1
    assert json.loads(ran.out)["refusal"]["code"] == "ROUND_IS_WELL_FORMED"
    assert ran.err == ""


def test_a_file_that_is_missing_and_a_directory(tmp_path: Path) -> None:
    for path, says in ((tmp_path / "none.json", "no such file"), (tmp_path, "is a directory")):
        as_json = houseway("settle", str(path), "--json")
        assert as_json.code == 1
        assert says in json.loads(as_json.out)["refusal"]["message"]
        text = houseway("settle", str(path))
        assert text.code == 1
        assert says in text.err
        assert "Traceback" not in text.err


def test_lines_answer_each_line_and_a_bad_one_stops_nothing() -> None:
    good = json.dumps(ROUND)
    ran = houseway("settle", "-", "--lines", stdin=f"\ufeff{good}\n\n   \n{{oops\n{good}\r\n[]\n{good}")
    assert ran.code == 0
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ["refusal" in one for one in answers] == [False, True, False, True, False]
    assert answers[0] == answers[2] == answers[4]


def test_lines_stream_an_answer_before_the_next_line_is_given() -> None:
    with subprocess.Popen([HOUSEWAY, "settle", "-", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for _ in range(3):
            asked.stdin.write(json.dumps(ROUND).encode() + b"\n")
            asked.stdin.flush()
            assert "settlements" in json.loads(asked.stdout.readline())
        asked.stdin.close()
        assert asked.wait() == 0


def test_thousands_of_lines_in_one_process() -> None:
    stated = [json.dumps(one) for game in games(banked=True) for one in random_rounds.rounds(game, 300, 7)]
    ran = houseway("settle", "-", "--lines", stdin="\n".join(stated))
    assert ran.code == 0
    assert [json.loads(line) for line in ran.out.splitlines()] == [settle(one) for one in stated]


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    line = json.dumps(ROUND).encode() + b"\n"
    with subprocess.Popen(
        [HOUSEWAY, "settle", "-", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as asked:
        assert asked.stdin is not None and asked.stdout is not None and asked.stderr is not None
        asked.stdin.write(line)
        asked.stdin.flush()
        asked.stdout.readline()
        asked.stdout.close()
        try:
            asked.stdin.write(line * 50)
            asked.stdin.close()
        except BrokenPipeError:
            pass
        assert b"Traceback" not in asked.stderr.read()


@pytest.mark.parametrize("game", games(banked=True))
def test_the_felt_of_any_round_fits_80_columns(game: str) -> None:
    for stated in random_rounds.rounds(game, 2, 11):
        ran = houseway("settle", "-", stdin=json.dumps(stated))
        assert ran.code == 0, ran.err
        assert max(map(len, ran.out.splitlines())) <= 80


def test_a_round_of_poker_shows_pots_and_stacks() -> None:
    stated = {
        "game": "holdem",
        "submission": {"structure": "no-limit", "blinds": [50, 100]},
        "button": 3,
        "deck": "As Kd 7c Ah Kc 2d",
        "seats": {str(seat): {"stack": 10_000} for seat in (1, 2, 3)},
        "actions": ["3 call", "1 raise to 400", "2 fold", "3 fold"],
    }
    ran = houseway("settle", "-", stdin=json.dumps(stated))
    assert ran.code == 0, ran.out
    assert "637a." in ran.out
    assert "$102" in ran.out
    refused = houseway("settle", "-", stdin=json.dumps({**stated, "actions": ["3 call"]}))
    assert refused.code == 1
    assert "Traceback" not in refused.out + refused.err


BANKED: dict[str, Any] = {
    "game": "pai-gow",
    "submission": {"dealing": "automated-shoe"},
    "bank": 2,
    "dealer_wager": 1000,
    "deck": "9h 9c 4h 6d Jc Kh 2s 2h 3d 5s 7d 8c Td Jh 2d 3c 4c 4s 5d 5h 6c 6s 7c 7s 8d 8h 9d 9s Th Ts Jd Js Qc Qh Qs "
    "2c 4d 6h 8s Tc Qd 3h As Ad Kc Kd 7h 5c 3s Ks Ac Ah Jk",
    "seats": {
        "1": {"wagers": {"pai_gow": 1000, "fortune": 500, "progressive": 100}, "decisions": ["house way"]},
        "2": {"decisions": ["house way"]},
        "3": {"wagers": {"pai_gow": 123_456_700}, "decisions": ["house way"]},
        "6": {"wagers": {"pai_gow": 1000}, "decisions": ["house way"], "player": "Maximilian von und zu Langenargen"},
    },
}


def test_s645a_12__the_dealers_wager_and_the_bank_are_a_line_each() -> None:
    ran = houseway("settle", "-", stdin=json.dumps(BANKED))
    assert ran.code == 0, ran.out
    said = " ".join(ran.out.split())
    assert "The dealer's wager of $10 against the bank loses. 645a.12(i)" in said
    assert "The bank at seat 2 collected $1,234,577 and paid $20" in said


def test_a_long_name_is_cut_and_no_hand_or_amount_is() -> None:
    for columns in ("80", "60", "50"):
        ran = houseway("settle", "-", stdin=json.dumps(BANKED), env={"COLUMNS": columns})
        assert max(map(len, ran.out.splitlines())) <= int(columns)
        assert "6 Maximilian vo…" in ran.out
        assert "Q♠ Q♥ Q♣ T♠ T♥  /  J♠ J♦" in ran.out
        for amount in ("$1,234,567 ", "-$1,234,567", "+$1,172,829"):
            assert amount in ran.out


@pytest.mark.parametrize("game", games(banked=True))
def test_a_narrow_terminal_is_kept_within(game: str) -> None:
    for stated in random_rounds.rounds(game, 2, 5):
        ran = houseway("settle", "-", stdin=json.dumps(stated), env={"COLUMNS": "50"})
        assert max(map(len, ran.out.splitlines())) <= 50


def test_s677a_13_d__a_void_round_says_what_goes_back_and_what_is_settled() -> None:
    stated = {
        "game": "heads-up-holdem",
        "deck": "As Kd 7c Ah Kc 2d 3d 4d 5d 6d 7d 8d 9d Td",
        "seats": {"1": {"wagers": {"ante": 1000, "odds": 1000, "pocket_bonus": 500}, "decisions": ["check"]}},
        "irregularities": [{"cause": "dealer_card_exposed", "at": "flop", "after": 1}],
    }
    said = " ".join(houseway("settle", "-", stdin=json.dumps(stated)).out.split())
    assert "The round is void; returned: Ante, Odds; settled all the same: 677a.13(d) Pocket Bonus." in said


def test_s647a_13_a__a_second_face_up_card_says_that_the_round_is_void() -> None:
    stated = {
        "game": "holdem-bonus",
        "deck": "As Kd 7c Ah Kc 2d 3d 4d 5d 6d 7d 8d 9d Td",
        "seats": {"1": {"wagers": {"ante": 1000}, "decisions": ["flop"]}},
        "irregularities": [
            {"cause": "face_up_card", "at": "hole", "after": 2},
            {"cause": "face_up_card", "at": "flop", "after": 2},
        ],
    }
    said = " ".join(houseway("settle", "-", stdin=json.dumps(stated)).out.split())
    assert "The round is void; returned: Ante, Flop. 647a.13(a)" in said


def test_s677a_7__an_ante_wager_has_its_article() -> None:
    seat = {"wagers": {"ante": 1000}, "decisions": ["check"]}
    ran = houseway("settle", "-", stdin=json.dumps({**ROUND, "seats": {"1": seat}}))
    assert "Seat 1 placed an Ante Wager without an equal Odds Wager." in " ".join(ran.out.split())


def test_what_cannot_happen_yet_names_the_points_where_it_can() -> None:
    irregular = [{"cause": "face_up_card", "at": "reveal"}]
    ran = houseway("settle", "-", "--json", stdin=json.dumps({**ROUND, "irregularities": irregular}))
    refusal = json.loads(ran.out)["refusal"]
    assert refusal["message"].endswith("reveal the dealer's hand")
    assert refusal["legal"] == ["during hole", "during flop", "during turn_and_river"]


@pytest.mark.parametrize("words", [["settle", "-"], ["settle", "--lines", "-"]])
def test_a_closed_standard_input_is_one_sentence(words: list[str]) -> None:
    ran = closed(*words, stdin=True)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "Error: Standard input is closed: there is nothing to read.\n"


def test_answers_that_cannot_be_written_are_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(json.dumps(ROUND), encoding="utf-8")
    for words in (["--lines"], ["--json"], []):
        ran = closed("settle", str(path), *words, stdout="/dev/full")
        assert (ran.code, ran.err) == (1, "Error: The output cannot be written: no space left on device.\n")


def test_a_decision_without_end_is_cut_where_it_is_echoed() -> None:
    seat = {**ROUND["seats"]["1"], "decisions": ["raise " + "9" * 5000]}
    for words in (["--json"], []):
        ran = houseway("settle", "-", *words, stdin=json.dumps({**ROUND, "seats": {"1": seat}}))
        assert ran.code == 1
        assert "…" in ran.out
        assert len(ran.out) < 500
