"""Try a seeded sample of small wrong changes to the rules, and list those that no test notices.

A survivor that changes nothing is argued in docs/proofs.md under its change; any other fails the run. What is known is kept
under build/mutants while sources and tests stay as they are, so that a run goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tools.mutants.changes import every, sample
from tools.mutants.run import argued, learn_touching, passing, report, rule_files, survivors_in, try_all, without_line
from tools.mutants.touched import digest_of
from tools.mutants.trial import SOURCE, Copy, Outcome

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Draw, try and report; 1 if a survivor is not argued, 130 if the run was stopped."""
    asked = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    asked.add_argument("--seed", type=int, default=16, help="which sample (default: 16)")
    asked.add_argument("--count", type=int, default=100, help="how many changes (default: 100)")
    asked.add_argument("--workers", type=int, default=1, help="how many are tried at once (default: 1)")
    asked.add_argument("--only", default="", metavar="TEXT", help="of the sample only the changes in which this stands")
    asked.add_argument("--again", type=Path, metavar="FILE", help="the survivors of an earlier run, kept in this file")
    given = asked.parse_args()
    if given.again is None:
        changes = sample(ROOT / SOURCE, rule_files(ROOT), seed=given.seed, count=given.count)
    else:
        before = survivors_in(given.again)
        changes = [one for one in every(ROOT / SOURCE, rule_files(ROOT)) if without_line(str(one)) in before]
    changes = [change for change in changes if given.only in str(change)]
    kept = ROOT / "build" / "mutants"
    kept.mkdir(parents=True, exist_ok=True)
    texts = [path for path in (ROOT / "tests").rglob("*") if path.suffix in (".py", ".txt", ".jsonl", ".toml")]
    now = digest_of(*sorted((ROOT / "src").rglob("*.py")), *sorted(texts))[:12]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    outcomes: list[Outcome] = []
    stopped = False
    with tempfile.TemporaryDirectory() as folder, Progress(*columns, console=Console(stderr=True)) as bar:
        copies = [Copy.of(ROOT, Path(folder) / str(number)) for number in range(given.workers)]
        try:
            touching = learn_touching(ROOT, kept / "touched.jsonl", copies, bar)
            touching = passing(touching, kept / f"failing-{now}.json", copies[0], bar)
            for outcome in try_all(changes, touching, kept / f"{given.seed}-{now}.jsonl", copies, bar):
                outcomes.append(outcome)
                if not outcome.noticed_by:
                    bar.console.print(f"not noticed: {outcome.change}", markup=False, highlight=False, soft_wrap=True)
        except KeyboardInterrupt:
            stopped = True
        finally:
            for copy in copies:
                copy.stop()
    said, open_ones = report(outcomes, len(changes), argued((ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")))
    sys.stdout.write(f"seed {given.seed}: {said}\n")
    return 130 if stopped else int(open_ones > 0)


if __name__ == "__main__":
    sys.exit(main())
