"""Every scenario is as recorded: what is said, what comes of it to the last word, and what is due then."""

from __future__ import annotations

import pytest

from tests.golden.scenario_text import FOLDER, recorded, scenarios

SCENARIOS = scenarios()
RECORDED = {path.stem: recorded(path.stem) for path in sorted(FOLDER.glob("*.txt"))}


@pytest.mark.long
@pytest.mark.parametrize(("file", "name"), [(file, name) for file, texts in RECORDED.items() for name in texts])
def test_a_scenario_is_as_recorded(file: str, name: str) -> None:
    """If this fails for a good reason, run ``python -m tools.record_scenarios`` and review what has changed."""
    assert SCENARIOS[file][name]() == RECORDED[file][name]


def test_every_scenario_is_recorded() -> None:
    assert {file: list(texts) for file, texts in SCENARIOS.items()} == {
        file: list(texts) for file, texts in RECORDED.items()
    }
