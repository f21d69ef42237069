"""The wheel in fresh environments: without an extra and with each extra alone."""

from __future__ import annotations

import hashlib
import html
import json
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

import httpx
import pytest
from packaging.requirements import Requirement

from houseway.chapters.registry import FOLDERS
from houseway.extras import MODULES
from tests.cli.process import at_terminal
from tests.kit.installs import ROOT, Install, build, install, install_from_registry, surroundings
from tests.kit.waiting import PATIENCE, until

PACKAGES = {
    "lab": ("houseway.lab", "houseway.ranking.kernels", *(f"{folder}.lab" for folder in FOLDERS)),
    "rl": ("houseway.interop.rl",),
    "web": ("houseway.store", "houseway.web"),
}
"""Extra -> packages of which it is enough that they can be imported with it."""
IMPORT_ALL = """
import houseway, pkgutil, sys
from importlib import import_module

def names(path, prefix):
    for module in pkgutil.iter_modules(path, prefix):
        if module.name not in sys.argv[1:] and not module.name.endswith(("__main__", ".migrations")):
            yield module.name
            if module.ispkg:
                yield from names(import_module(module.name).__path__, module.name + ".")

print(sum(import_module(name) is not None for name in names(houseway.__path__, "houseway.")))
"""
STEPS = """
import gymnasium, houseway.interop.rl as environments
env = gymnasium.make("houseway/heads-up-holdem-v0")
seen, info = env.reset(seed=7)
env.action_space.seed(7)
over = False
while not over:
    seen, reward, over, _, info = env.step(env.action_space.sample(seen["action_mask"]))
agents = environments.aec_env("holdem")
agents.reset(seed=7)
print(info["cents"] == reward * env.unwrapped.unit, len(agents.agents) > 1)
"""
ROUND = """{"game": "heads-up-holdem", "deck": "As Ad Ks Ac  2c Qs Js 2d  3c Ts 4h",
"seats": {"1": {"wagers": {"ante": 1000, "odds": 1000}, "decisions": ["raise 3000"]}}}"""
HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [9, 9]
actions = ['p2 f']
finishing_stacks = [10, 8]
"""
PAGES = {
    "Guest": ("/lobby", "/how", "/history", "/rules/677a.12(c)", "/jackpots/sign", "/lab", "/submissions"),
    "Dana": ("/dealer", "/dealer/heads-up-holdem-staffed", "/training", "/training/pai-gow", "/training/holdem"),
    "Flynn": ("/floor", "/floor/pai-gow", "/floor/holdem"),
    "Sol": ("/surveillance",),
    "Shay": ("/jackpots", "/submissions/new?game=five-card-hi-lo", "/submissions/new?game=holdem"),
}
"""Person of a demo house -> pages of that person."""
LAB_PAGES = ("/lab/pai-gow", "/lab/holdem?of=game", "/lab/five-card-hi-lo/progress?of=game")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path):
    package = ROOT / "src"
    files = {path.relative_to(package) for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    with zipfile.ZipFile(wheel) as archive:
        held = {Path(name) for name in archive.namelist()}
    own = {path for path in held if path.parts[0] == "houseway"}
    assert own == files
    assert {path.parts[0] for path in held - own} == {f"houseway-{metadata.version('houseway')}.dist-info"}
    assert {".toml", ".html", ".css", ".js", ".svg", ".json", ".typed"} <= {path.suffix or path.name for path in own}


def test_the_sdist_holds_what_is_needed_to_build_and_test(wheel: Path, tmp_path: Path):
    with tarfile.open(build("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.glob("houseway-*")
    for name in ("pyproject.toml", "requirements.lock", "Makefile", "README.md", "CHANGELOG.md", "tests", "docs"):
        assert (source / name).exists(), name
    assert contents(build("wheel", source, tmp_path / "wheel")) == contents(wheel)


def contents(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def test_every_module_of_an_extra_is_known_by_name():
    by_distribution: dict[str, set[str]] = {}
    for module, names in metadata.packages_distributions().items():
        for name in names:
            by_distribution.setdefault(name.lower(), set()).add(module)
    for extra, modules in MODULES.items():
        required = [Requirement(text) for text in metadata.requires("houseway") or ()]
        own = [one for one in required if one.marker is not None and one.marker.evaluate({"extra": extra})]
        provided = [by_distribution[one.name.lower()] for one in own if one.name.lower() != "houseway"]
        assert set(modules) <= set().union(*provided)
        for own_modules in provided:
            assert own_modules & set(sum(MODULES.values(), ())), f"{own_modules} of {extra}"


# Each extra alone.


def check_bare(made: Install) -> None:
    check_modules(made, "")
    check_commands(made)
    asks_for(made, "lab", "equity", "AsKs", "QhQd")
    asks_for(made, "lab", "analyze", "five-card-hi-lo", "--no-cache")
    asks_for(made, "web", "serve", "--port", "0")
    asks_for(made, "web", "audit", "verify")
    asks_for(made, "web", "audit", "new-key")
    wanted = made.run("python", "-c", "import houseway.interop.rl")
    assert "Install houseway[rl]" in wanted.err.splitlines()[-1]


def check_lab(made: Install) -> None:
    check_modules(made, "lab")
    assert "2,598,960" in runs(made, "analyze", "five-card-hi-lo", "--xlsx", "sheet.xlsx")
    assert zipfile.is_zipfile(made.folder / "sheet.xlsx")
    assert "247/660" in runs(made, "equity", "AsKs", "QhQd", "--board", "2c 3c 4c")
    asks_for(made, "web", "audit", "verify")


def check_rl(made: Install) -> None:
    check_modules(made, "rl")
    ran = made.run("python", "-c", STEPS)
    assert (ran.code, ran.out) == (0, "True True\n"), ran.err
    asks_for(made, "lab", "equity", "AsKs", "QhQd")
    asks_for(made, "web", "serve", "--port", "0")


def check_web(made: Install) -> None:
    check_modules(made, "web")
    asks_for(made, "lab", "simulate", "heads-up-holdem", "--rounds", "1")
    check_house(made)
    check_demo(made)


CHECKS = {"": check_bare, "lab": check_lab, "rl": check_rl, "web": check_web}


def check_modules(made: Install, extra: str) -> None:
    """Check that every module can be imported but those of other extras, and that a submission can be checked."""
    others = [package for other, packages in PACKAGES.items() if other != extra for package in packages]
    imported = made.run("python", "-c", IMPORT_ALL, *others)
    assert (imported.code, imported.err) == (0, "")
    assert int(imported.out) > 200
    (made.folder / "table.toml").write_text(runs(made, "check", "--example", "pai-gow"))
    runs(made, "check", "table.toml")


def check_commands(made: Install) -> None:
    """Check the commands that need no extra."""
    assert "heads-up-holdem" in runs(made, "games")
    assert "677a.11(h)(2)" in runs(made, "rules", "677a.11(h)(2)")
    assert json.loads(runs(made, "settle", "-", "--json", stdin=ROUND))["net"] == {"1": 504_000}
    (made.folder / "hand.phh").write_text(HAND)
    assert "1 hand" in runs(made, "phh", "replay", "hand.phh")
    # A wager beside the main game is counted without the lab; a workbook needs it, and then no file is written.
    words = ("analyze", "heads-up-holdem", "--wager", "pocket_bonus")
    assert "1,326" in runs(made, *words)
    asks_for(made, "lab", *words, "--csv", "rows.csv", "--xlsx", "rows.xlsx")
    typed = ["10\n", "v\n", "fold\n", "q\n", "q\n"]
    played = at_terminal(["play", "heads-up-holdem", "--seed", "4"], typed, program=made.houseway, env=surroundings())
    assert played.code == 0
    assert "Install houseway[lab] to see hints" in " ".join(played.out.split())


def runs(made: Install, *words: str, stdin: str = "") -> str:
    ran = made.run("houseway", *words, stdin=stdin)
    assert (ran.code, ran.err) == (0, ""), (words, ran.err)
    return ran.out


def asks_for(made: Install, extra: str, *words: str) -> None:
    """Check that a command names the extra it needs, in one sentence, and leaves nothing behind."""
    before = sorted(made.folder.iterdir())
    ran = made.run("houseway", *words)
    assert (ran.code, ran.out) == (1, "")
    assert re.fullmatch(rf"Error: Install houseway\[{extra}\] to .*: pip install 'houseway\[{extra}\]'\.\n", ran.err), (
        ran
    )
    assert sorted(made.folder.iterdir()) == before


@contextmanager
def serving(made: Install, *words: str) -> Iterator[list[str]]:
    """A server of an install: the lines it printed when it was ready."""
    command = [made.houseway, "serve", "--port", "0", *words]
    with subprocess.Popen(
        command, cwd=made.folder, env=surroundings(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None and server.stderr is not None
        try:
            lines = []
            for line in server.stdout:
                lines.append(line)
                if re.search(r"listens on|is open at", line):
                    break
            else:
                raise AssertionError(server.stderr.read())
            yield lines
        finally:
            server.terminate()


def client_of(lines: list[str]) -> httpx.Client:
    found = re.search(r"http://[\d.]+:\d+", lines[-1])
    assert found is not None, lines
    return httpx.Client(base_url=found[0], timeout=PATIENCE, follow_redirects=True)


def check_house(made: Install) -> None:
    """Check a house of one's own: its administrator sets a password by the printed link and signs in."""
    with serving(made, "--database", "house.db") as lines, client_of(lines) as http:
        link = next(line.strip() for line in lines if "/link/" in line)
        assert link.startswith(str(http.base_url))
        assert http.get(link).status_code == 200
        assert http.post(link, data={"password": "correct horse"}).url.path == "/lobby"
        assert http.get("/openapi.json").status_code == 200
    assert "house" in runs(made, "audit", "verify", "--database", "house.db")


def check_demo(made: Install) -> None:
    """Check the pages of every person in a demo house; those of the lab say which extra they need."""
    with serving(made, "--demo") as lines:
        for person, paths in PAGES.items():
            with client_of(lines) as http:
                csrf = become(http, person)
                for path in paths:
                    answer = http.get(path)
                    assert answer.status_code == 200, (path, answer.text[-500:])
                if person == "Guest":
                    check_lab_pages(http)
                    check_hint(http, csrf)
                if person == "Shay":
                    check_submission(http, csrf)


def become(http: httpx.Client, person: str) -> str:
    """Sign in as a person of a demo house; return the token that forms send back."""

    def csrf() -> str:
        found = re.search(r'data-csrf="([^"]+)"', http.get("/lobby").text)
        assert found is not None
        return found[1]

    http.get("/demo")
    assert http.post("/demo/as", data={"csrf": csrf(), "person": person}).status_code == 200
    return csrf()


def check_lab_pages(http: httpx.Client) -> None:
    for path in ("/lab", *LAB_PAGES):
        page = http.get(path)
        assert page.status_code == 200
        assert "Install houseway[lab] to see" in page.text, path
    for kind in ("json", "csv", "xlsx", "html", "zip"):
        answer = http.get(f"/lab/pai-gow/par.{kind}")
        assert answer.status_code == 409
        assert "Install houseway[lab] to see PAR sheets" in answer.text
    assert http.get("/lab/pai-gow/par.toml").status_code == 200


def check_hint(http: httpx.Client, csrf: str) -> None:
    """Check that a player who asks for a hint in a round is told what to install."""

    def give(**command: Any) -> httpx.Response:
        body = {"command": command, "seat": 1}
        return http.post("/api/tables/heads-up-holdem/commands", json=body, headers={"x-csrf-token": csrf})

    assert give(command="take_seat", cents=100_000).status_code == 200
    until(lambda: give(command="place_wagers", wagers={"ante": 1_000, "odds": 1_000}).status_code == 200)

    def hint() -> str:
        answer = http.get("/tables/heads-up-holdem/hint")
        assert answer.status_code in (200, 409), answer.text
        return answer.text if answer.status_code == 200 else ""

    assert "Install houseway[lab] to see hints" in html.unescape(until(hint))
    for path in ("", "/plain", "/rounds"):
        assert http.get(f"/tables/heads-up-holdem{path}").status_code == 200


def check_submission(http: httpx.Client, csrf: str) -> None:
    """Check a submission with the figures that are known without the lab."""
    submission = {
        "game": "heads-up-holdem",
        "paytables": {"pocket_bonus": "custom"},
        "custom_paytables": {"pocket_bonus": {"pair of aces": "300 to 1"}},
    }
    answer = http.post("/api/check", json={"submission": submission}, headers={"x-csrf-token": csrf})
    assert answer.status_code == 200
    assert "136.20% of what is wagered" in answer.text


@pytest.mark.parametrize("extra", CHECKS)
def test_each_extra_works_alone(wheel: Path, tmp_path: Path, extra: str):
    made = install(wheel, extra, tmp_path / "env")
    assert runs(made, "--version") == f"houseway {metadata.version('houseway')}\n"
    assert "serve" in runs(made, "--help")
    CHECKS[extra](made)


@pytest.mark.proof
@pytest.mark.parametrize("extra", CHECKS)
def test_each_extra_is_installed_from_the_registry(wheel: Path, tmp_path: Path, extra: str):
    made = install_from_registry(wheel, extra, tmp_path)
    assert runs(made, "--version") == f"houseway {metadata.version('houseway')}\n"
    CHECKS[extra](made)
