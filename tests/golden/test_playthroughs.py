"""Recorded rounds of every game: if one changes, past rounds settle differently, and the changelog must say so."""

import pytest

from houseway.chapters.registry import GAMES
from tools.record_playthroughs import FOLDER, recordings


@pytest.fixture(scope="module")
def played():
    return recordings()


def test_every_game_has_a_playthrough(played):
    assert {name.rpartition("-")[0] for name in played} == set(GAMES)


def test_the_recordings_are_as_played(played):
    """If this fails for a good reason, run ``python tools/record_playthroughs.py`` and say so under *Replay*."""
    recorded = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.jsonl")}
    assert sorted(recorded) == sorted(played)
    for name, text in played.items():
        assert recorded[name] == text, name
