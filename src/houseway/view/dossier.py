"""A dossier: all that goes to the regulator with a Rules Submission, as files that are the same to the byte each time."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.chapters.registry import chapter_of
from houseway.clause import Clause
from houseway.lab.encoded import as_json
from houseway.lab.favours import favours_in
from houseway.lab.files import as_csv, as_xlsx, lines_of
from houseway.lab.html import page
from houseway.lab.sheet import Sheet
from houseway.lab.store import made_by
from houseway.register.readings import readings
from houseway.rules.table_rules import TableRules
from houseway.view.submission import Checked, fault_object

_WRITTEN = (1980, 1, 1, 0, 0, 0)
"""The date in an archive: the same files give the same bytes whenever it is written."""


_SUBMISSION = "submission.toml"
_AGAIN = f"houseway dossier {_SUBMISSION} --out again"


def files_of(text: bytes, found: Checked, sheet: Sheet, rules: TableRules) -> dict[str, bytes]:
    """The files by name; ``text`` is the submission in its file.

    The commands in them name the submission as it lies in the dossier, so that whoever has only that makes the same bytes again.
    """
    analyze = f"houseway analyze {_SUBMISSION}"
    # From the sheet, so that it is the same whatever an earlier run has kept.
    faults = [*found.faults, *favours_in(rules, sheet.wagers, sheet.main)]
    checked = found._replace(faults=faults)
    files = {
        _SUBMISSION: text,
        "rules.json": plain({"game": found.game, "digest": found.digest, "rules": found.rules}),
        "check.json": plain({"verdict": checked.verdict, "faults": [fault_object(fault) for fault in faults]}),
        "par-sheet.json": plain(as_json(sheet)),
        "par-sheet.csv": as_csv(sheet).encode(),
        "par-sheet.html": page(sheet, command=analyze).encode(),
        "par-sheet.xlsx": as_xlsx(sheet, submission=rules.submission, command=analyze),
        "readings.txt": _readings(found.game or "").encode(),
    }
    if sheet.main is not None:
        files["strategy.txt"] = ("\n".join(lines_of(sheet.main)) + "\n").encode()
    return {**files, "MANIFEST.txt": _manifest(files, sheet)}


def as_zip(files: Mapping[str, bytes]) -> bytes:
    """The files in one archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _WRITTEN), held, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def plain(value: Any) -> bytes:
    """A value as a JSON file that people can read."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def _readings(game: str) -> str:
    """The readings of the clauses of the game's chapter."""
    chapter = Clause.parse(chapter_of(game).number)
    lines = []
    for one in readings():
        if one.touches(chapter):
            own = [clause for clause in one.clauses if chapter.contains(Clause.parse(clause))]
            option = f"\nOption: {one.option}, by default {one.default}." if one.option else ""
            lines.append(f"{one.id} ({', '.join(own)})\nOpen: {one.open}\nReading: {one.reading}{option}\n")
    return "\n".join(lines)


def _manifest(files: Mapping[str, bytes], sheet: Sheet) -> bytes:
    lines = [
        f"PAR dossier: {sheet.name}",
        f"rules {sheet.digest}",
        f"Houseway {made_by()}",
        f"made again, in this folder, by: {_AGAIN}",
        "",
        *(f"{hashlib.sha256(held).hexdigest()}  {file}" for file, held in sorted(files.items())),
    ]
    return ("\n".join(lines) + "\n").encode()
