"""Fresh environments with the wheel and one extra, made of the distributions installed here: nothing is fetched."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")


class Ran(NamedTuple):
    """Exit code and output of a command."""

    code: int
    out: str
    err: str


class Install(NamedTuple):
    """An environment in which the wheel is installed."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def houseway(self) -> Path:
        return self.folder / "bin" / "houseway"

    def run(self, *words: str | Path, stdin: str = "") -> Ran:
        """Run a command of this environment in its own folder."""
        command = [self.folder / "bin" / words[0], *words[1:]]
        done = subprocess.run(
            command, input=stdin, capture_output=True, text=True, check=False, cwd=self.folder, env=surroundings()
        )
        return Ran(done.returncode, done.stdout, done.stderr)


def surroundings() -> dict[str, str]:
    """The environment variables of this process, without those that show Python the source tree."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {"COLUMNS": "80"}


def build(target: str, source: Path, folder: Path) -> Path:
    """Build the wheel or the sdist of a source tree with the backend installed here."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    _run(*command, cwd=source)
    (built,) = folder.iterdir()
    return built


def install(wheel: Path, extra: str, folder: Path) -> Install:
    """Install the wheel into a new environment that sees the dependencies of one extra ("" for none) and no others."""
    venv.create(folder, symlinks=True)
    made = Install(folder)
    command = [*PIP, "--python", str(made.python), "install", "--quiet", "--no-index", "--no-deps", "--no-compile"]
    _run(*command, str(wheel))
    (packages,) = folder.glob("lib/python*/site-packages")
    for name in closure(metadata_of(wheel).get_all("Requires-Dist") or (), extra):
        _link(metadata.distribution(name), packages)
    return made


def install_from_registry(wheel: Path, extra: str, folder: Path) -> Install:
    """Install the wheel with one extra as a user does, with the versions and hashes of the lock."""
    probe = [*PIP, "download", "--quiet", "--no-deps", "--dest", str(folder / "probe"), "click"]
    if subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip("no package registry is reachable from here")
    made = Install(folder / "env")
    venv.create(made.folder, symlinks=True)
    names = closure(metadata_of(wheel).get_all("Requires-Dist") or (), extra)
    wanted = folder / "wanted.txt"
    wanted.write_text("".join(entry for name, entry in locked() if name in names))
    pip = [*PIP, "--python", str(made.python), "install", "--quiet"]
    _run(*pip, "--require-hashes", "-r", str(wanted))
    # Whatever the list lacks would have to come from the registry.
    _run(*pip, "--no-index", f"houseway[{extra}] @ {wheel.as_uri()}" if extra else str(wheel))
    return made


def locked() -> Iterator[tuple[str, str]]:
    """Yield every entry of the lock with the name of its distribution."""
    for entry in re.findall(r"^\S.*(?:\n\s.*)*\n", (ROOT / "requirements.lock").read_text(), re.MULTILINE):
        yield canonicalize_name(entry.partition("==")[0]), entry


def metadata_of(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(archive.read(name))


def closure(requirements: Iterable[str], extra: str) -> set[str]:
    """Return every distribution that these requirements need with this extra, of those installed here."""
    needed: set[tuple[str, str]] = set()
    left = [(Requirement(text), extra) for text in requirements]
    while left:
        requirement, extra = left.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        installed = metadata.distribution(name)
        if not requirement.specifier.contains(installed.version, prereleases=True):
            raise AssertionError(f"{requirement} is required, and {installed.version} is installed here.")
        for wanted in ("", *requirement.extras):
            if (name, wanted) not in needed:
                needed.add((name, wanted))
                left += [(Requirement(text), wanted) for text in installed.requires or ()]
    return {name for name, _ in needed}


def _run(*command: str, cwd: Path = ROOT) -> None:
    done = subprocess.run(command, cwd=cwd, env=surroundings(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


def _link(distribution: metadata.Distribution, packages: Path) -> None:
    """Link each file of a distribution, and nothing that lies beside it."""
    for file in distribution.files or ():
        if ".." not in file.parts:
            link = packages / file
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(Path(str(distribution.locate_file(file))))
