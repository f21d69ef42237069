"""What is counted once is kept for all the tests of a run, and nothing is taken from the user's own cache."""

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        base = tmp_path_factory.getbasetemp()
        # Workers of one run have folders side by side and share what lies above them.
        patch.setenv("HOUSEWAY_CACHE", str((base.parent if base.name.startswith("popen") else base) / "lab-cache"))
        yield


@pytest.fixture(autouse=True)
def keys_of_this_test(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys of a house on PostgreSQL are kept in the working folder unless said."""
    if "postgresql" in request.fixturenames:
        monkeypatch.setenv("HOUSEWAY_KEY_FILE", str(tmp_path / "house.keys"))
