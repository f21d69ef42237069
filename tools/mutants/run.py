"""A whole sample: which tests touch what, every change tried, what is known kept, and the report."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

import msgspec
from rich.progress import Progress

from tools.mutants.changes import Change
from tools.mutants.touched import FileOfTests, digest_with_tables
from tools.mutants.trial import SOURCE, Copy, Outcome, Touching

RULES = ("engine", "chapters", "rules", "ranking", "rounds", "house", "driver", "money.py", "cards.py", "seats.py")
"""What bears rules, under the package."""
NO_RULES = ("ranking/kernels/", "/lab/", "/layout.py", "strategy", "five_card_hi_lo/values.py")
"""Proven equal to what bears rules; how to play and what is drawn, which no rule says."""
TESTS = (
    "engine", "chapters", "golden", "house", "poker", "ranking", "regulations", "rounds", "rules",
    "store/test_shuffles.py", "test_encoding.py", "test_foundation.py",
)  # fmt: skip
"""The tests that may notice: those of the rules."""
AT_LENGTH = (
    "properties.py", "test_differential.py", "test_differences.py", "test_due.py", "test_nothing_is_stuck.py",
    "test_s15_s16_walk.py", "test_interop.py", "test_ohh.py", "test_phh.py", "test_phh_reader.py", "test_phh_sites.py",
)  # fmt: skip
"""Random play, comparisons with other engines, formats: what these alone would notice has no test by its clause."""
BY_TEXT = ("test_register.py",)
"""Compares the text of the source with lists made of it, and so notices any change, right or wrong."""

T = TypeVar("T")
Part = TypeVar("Part")


def rule_files(root: Path) -> list[str]:
    """The files that changes are drawn from, under the package."""
    source = root / SOURCE
    found = [path.relative_to(source).as_posix() for one in RULES for path in _python(source / one)]
    return [path for path in found if not any(part in path for part in NO_RULES)]


def noticing_files(root: Path) -> list[str]:
    """The files of tests that may notice a change."""
    found = [path.relative_to(root).as_posix() for one in TESTS for path in _python(root / "tests" / one)]
    return [path for path in found if "/test_" in path and not path.endswith((*AT_LENGTH, *BY_TEXT))]


def _python(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []


def spread(copies: Sequence[Copy], work: Callable[[Copy, Part], T], parts: Iterable[Part]) -> Iterator[T]:
    """The parts worked at in as many copies as there are, each answer as it comes."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def one(part: Part) -> T:
        copy = free.get()
        try:
            return work(copy, part)
        finally:
            free.put(copy)

    pool = ThreadPoolExecutor(len(copies))
    try:
        for done in as_completed([pool.submit(one, part) for part in parts]):
            yield done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def learn_touching(root: Path, kept: Path, copies: Sequence[Copy], bar: Progress) -> Touching:
    """Learned by running the tests once, unchanged; a file of tests is run again when its text, or a table beside it, is another."""
    files = noticing_files(root)
    digests = {file: digest_with_tables(root / file) for file in files}
    known = {one.path: one for one in _lines(kept, FileOfTests)}
    left = [file for file in files if file not in known or known[file].digest != digests[file]]
    # A few files at a time: each part starts pytest anew, and a run that is stopped loses no more than one.
    parts = [left[first : first + 5] for first in range(0, len(left), 5)]
    task = bar.add_task("tests run once, unchanged", total=len(left), visible=bool(left))

    def learn(copy: Copy, part: list[str]) -> list[FileOfTests]:
        out = copy.root / "touched.jsonl"
        out.unlink(missing_ok=True)
        copy.start([sys.executable, "-m", "tools.mutants.touched", str(out), *part])
        return _lines(out, FileOfTests)

    for found in spread(copies, learn, parts):
        known |= {one.path: one for one in found}
        _keep(kept, found)
        bar.advance(task, len(found))
    bar.remove_task(task)
    used = [known[file] for file in files if file in known]
    for id in (id for one in used for id in one.failed):
        bar.console.print(f"fails unchanged, and notices nothing: {id}", markup=False, highlight=False, soft_wrap=True)
    return Touching(used)


def passing(touching: Touching, kept: Path, copy: Copy, bar: Progress) -> Touching:
    """Without the tests that do not pass as the sources and tests are now, which is found once and kept."""
    if not kept.exists():
        task = bar.add_task("do they pass as things are now", total=None)
        kept.write_bytes(msgspec.json.encode(copy.failing(touching)))
        bar.remove_task(task)
    failing = msgspec.json.decode(kept.read_bytes(), type=list[str])
    for id in failing:
        bar.console.print(f"fails unchanged, and notices nothing: {id}", markup=False, highlight=False, soft_wrap=True)
    return touching.without(failing)


def try_all(
    changes: Sequence[Change], touching: Touching, kept: Path, copies: Sequence[Copy], bar: Progress
) -> Iterator[Outcome]:
    """What is known of the changes, then the outcome of each other as it comes."""
    known = {one.change: one for one in _lines(kept, Outcome)}
    already = [known[str(change)] for change in changes if str(change) in known]
    yield from already
    task = bar.add_task("changes tried", total=len(changes), completed=len(already))
    left = [change for change in changes if str(change) not in known]
    for outcome in spread(copies, lambda copy, change: copy.tried(change, touching), left):
        _keep(kept, [outcome])
        bar.advance(task)
        yield outcome


def survivors_in(kept: Path) -> set[str]:
    """What no test noticed in a run that was kept, wherever its lines are now."""
    return {without_line(one.change) for one in _lines(kept, Outcome) if not one.noticed_by}


def _lines(path: Path, kind: type[T]) -> list[T]:
    """What was kept; the last line is left out if it was being written when the run was stopped."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    return [msgspec.json.decode(line, type=kind) for line in lines]


def _keep(path: Path, some: Iterable[msgspec.Struct]) -> None:
    with path.open("ab") as lines:
        lines.writelines(msgspec.json.encode(one) + b"\n" for one in some)


def argued(proofs: str) -> dict[str, str]:
    """The survivors that a page argues, each as ``path kind: before -> after``, with the argument."""
    rows = re.findall(r"^\| `(.+? -> .+?)` \| (.+?) \|$", proofs, re.MULTILINE)
    return {change.replace(r"\|", "|"): why for change, why in rows}


def without_line(change: str) -> str:
    """A change as it is argued: lines move."""
    return re.sub(r"^(\S+?):\d+ ", r"\1 ", change)


def report(outcomes: Sequence[Outcome], wanted: int, arguments: dict[str, str]) -> tuple[str, int]:
    """What is to be said of a sample, and how many survivors nobody argued."""
    noticed = [one for one in outcomes if one.noticed_by]
    survivors = sorted([one.change for one in outcomes if not one.noticed_by])
    of = Counter(_kind(one.change) for one in outcomes)
    kinds = Counter(_kind(one.change) for one in noticed)
    lines = [f"{len(outcomes)} of {wanted} changes tried, {len(noticed)} noticed, {len(survivors)} not"]
    lines += [f"  {kind:<12}{kinds[kind]:>4} of {of[kind]}" for kind in sorted(of)]
    for change in survivors:
        why = arguments.get(without_line(change))
        lines.append(f"not noticed: {change}" + (f"\n  argued: {why}" if why else ""))
    return "\n".join(lines), sum(without_line(change) not in arguments for change in survivors)


def _kind(change: str) -> str:
    return change.split(" ")[1].rstrip(":")
