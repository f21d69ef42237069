"""Recorded rounds of every game: if one changes, past rounds settle differently, and the changelog must say so."""

import json

import pytest

from houseway.chapters.registry import games, open_table
from houseway.encoding import decode_event
from tools.record_playthroughs import FOLDER, recordings


@pytest.fixture(scope="module")
def played():
    return recordings()


def test_every_game_has_a_playthrough(played):
    assert {name.rpartition("-")[0] for name in played} == set(games())


def test_the_recordings_are_as_played(played):
    """If this fails for a good reason, run ``python tools/record_playthroughs.py`` and say so under *Replay*."""
    recorded = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.jsonl")}
    assert sorted(recorded) == sorted(played)
    for name, text in played.items():
        assert recorded[name] == text, name


def test_a_recording_replays_to_the_end_of_its_last_round(played):
    for name, text in played.items():
        head, *lines = text.splitlines()
        table = open_table(json.loads(head)["submission"])
        state = table.machine.replay(decode_event(line.encode()) for line in lines)
        assert state.revision == len(lines), name
        assert sum(state.ledger.values()) == 0, name
