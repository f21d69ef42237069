"""Print the share of lines and branches that the measured tests reach, by package of the project.

    make coverage

Reads the combined data of coverage.py and keeps the totals in build/coverage.txt, which ``--last`` prints again with their date. Functions that Numba compiles run outside of Python and count as not reached.
"""

import io
import json
import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import coverage

LAST = Path("build/coverage.txt")
UNMEASURED = "Coverage is not measured here yet: run make coverage.\n"
COUNTS = ("num_statements", "covered_lines", "num_branches", "covered_branches")


def main(words: list[str]) -> int:
    if words == ["--last"]:
        sys.stdout.write(LAST.read_text(encoding="utf-8") if LAST.exists() else UNMEASURED)
        return 0
    data = coverage.Coverage()
    data.load()
    target = Path(data.config.data_file).with_name(".coverage.json")
    data.json_report(outfile=str(target))
    report = json.loads(target.read_text(encoding="utf-8"))
    target.unlink()
    packages: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for name, file in report["files"].items():
        for package in (_package(name), "all"):
            for count in COUNTS:
                packages[package][count] += file["summary"][count]
    out = io.StringIO()
    out.write(f"{'package':32} {'lines':>7} {'reached':>8} {'branches':>9} {'reached':>8}\n")
    for package, counts in sorted(packages.items(), key=lambda pair: (pair[0] == "all", pair[0])):
        lines, branches = counts["num_statements"], counts["num_branches"]
        out.write(f"{package:32} {lines:7} {_share(counts['covered_lines'], lines):>8} ")
        out.write(f"{branches:9} {_share(counts['covered_branches'], branches):>8}\n")
    sys.stdout.write(out.getvalue())
    LAST.parent.mkdir(exist_ok=True)
    LAST.write_text(_totals(packages["all"], datetime.now(UTC).date().isoformat()), encoding="utf-8")
    return 0


def _totals(counts: dict[str, int], date: str) -> str:
    lines = _share(counts["covered_lines"], counts["num_statements"])
    branches = _share(counts["covered_branches"], counts["num_branches"])
    return f"Coverage on {date}: {lines} of lines, {branches} of branches. Measure it again with make coverage.\n"


def _package(name: str) -> str:
    parts = PurePosixPath(name).parts
    inside = parts[parts.index("houseway") + 1 :]
    folders = inside[:-1]
    return "/".join(folders[: 2 if folders[:1] == ("chapters",) else 1]) or "houseway"


def _share(reached: int, total: int) -> str:
    return f"{100 * reached / total:.1f}%" if total else "-"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
