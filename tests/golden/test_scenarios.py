"""Every scenario as it is recorded: what comes of it to the last word, and what is due, legal and seen where it begins or ends."""

from __future__ import annotations

import pytest

from tests.golden.told import FOLDER, POINTS, recorded, scenarios

SCENARIOS = scenarios()
RECORDED = {path.stem: recorded(path.stem) for path in sorted(FOLDER.glob("*.txt"))}


@pytest.mark.parametrize(("file", "name"), [(file, name) for file, of in RECORDED.items() for name in of])
def test_a_scenario_is_as_recorded(file: str, name: str) -> None:
    """If this fails for a good reason, run ``python tools/record_scenarios.py``, and look at what has changed."""
    assert SCENARIOS[file][name]() == RECORDED[file][name]


def test_every_scenario_is_recorded() -> None:
    assert set(SCENARIOS) == set(RECORDED)
    for file, of in SCENARIOS.items():
        assert set(RECORDED[file]) <= set(of) if file in POINTS else list(RECORDED[file]) == list(of)
