"""``houseway dossier``: all that goes to the regulator with a Rules Submission, in one folder, the same to the byte each time."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from houseway.lab.sheet import Sheet
    from houseway.view.submission import Checked


@click.command()
@click.argument("submission", metavar="SUBMISSION.toml")
@click.option("--out", metavar="DIR", required=True, help="The folder to write; it is made if it is not there.")
@click.option("--no-cache", is_flag=True, help="Compute afresh.")
def dossier(submission: str, out: str, no_cache: bool) -> None:
    """Write what a manager hands in: submission, resolved rules, check, PAR sheets, strategy, readings, digests.

    Equal input gives equal bytes; MANIFEST.txt names every file with its digest and the command that makes it again.
    """
    from houseway.cli.analyze import in_one_sentence, told
    from houseway.cli.check import check_file, is_fault

    if submission == "-":
        raise click.ClickException("A dossier names its submission: give a file.")
    found = check_file(submission, figures=False)
    if found.rules is None:
        first = next((fault for fault in found.faults if is_fault(fault)), found.faults[0])
        where = f"{first.field}: " if first.field else ""
        raise click.ClickException(f"{where}{first.message}. 'houseway check {submission}' lists every fault.")
    with in_one_sentence():
        from houseway.lab.analysis import analyze
        from houseway.lab.favours import favours_in
        from houseway.lab.inputs import against_bank

        rules = against_bank(found.resolved)
        with told() as progress:
            sheet = analyze(rules, cached=not no_cache, progress=progress)
        # From the sheet, so that it is the same whatever an earlier run has kept.
        found.faults.extend(favours_in(rules, sheet))
        name = Path(submission).name
        files = _files(Path(submission).read_bytes(), name, found, sheet, rules.submission)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    files["MANIFEST.txt"] = _manifest(files, sheet, f"houseway dossier {name} --out {folder.name}")
    for file, held in files.items():
        (folder / file).write_bytes(held)
    click.echo(f"{len(files)} files in {out}; MANIFEST.txt names them.")


def _files(text: bytes, name: str, found: Checked, sheet: Sheet, submission: Any) -> dict[str, bytes]:
    import msgspec

    from houseway.lab.encoded import as_json
    from houseway.lab.files import as_csv, as_xlsx, lines_of
    from houseway.lab.html import page
    from houseway.view.submission import fault_object

    command = f"houseway analyze {name}"

    def plain(value: Any) -> bytes:
        return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"

    files = {
        "submission.toml": text,
        "rules.json": plain({"game": found.game, "digest": found.digest, "rules": found.rules}),
        "check.json": plain({"verdict": found.verdict, "faults": [fault_object(fault) for fault in found.faults]}),
        "par-sheet.json": plain(as_json(sheet)),
        "par-sheet.csv": as_csv(sheet).encode(),
        "par-sheet.html": page(sheet, command=command).encode(),
        "par-sheet.xlsx": as_xlsx(sheet, submission=submission, command=command),
        "readings.txt": _readings(found.game or "").encode(),
    }
    if sheet.main is not None:
        files["strategy.txt"] = ("\n".join(lines_of(sheet.main)) + "\n").encode()
    return files


def _readings(game: str) -> str:
    """The readings of the clauses of the game's chapter."""
    from houseway.chapters.registry import chapter_of
    from houseway.clause import Clause
    from houseway.register.readings import readings

    chapter = Clause.parse(chapter_of(game).number)
    lines = []
    for one in readings():
        if one.touches(chapter):
            own = [clause for clause in one.clauses if chapter.contains(Clause.parse(clause))]
            option = f"\nOption: {one.option}, by default {one.default}." if one.option else ""
            lines.append(f"{one.id} ({', '.join(own)})\nOpen: {one.open}\nReading: {one.reading}{option}\n")
    return "\n".join(lines)


def _manifest(files: dict[str, bytes], sheet: Sheet, command: str) -> bytes:
    from houseway.lab.store import made_by

    lines = [
        f"PAR dossier: {sheet.name}",
        f"rules {sheet.digest}",
        f"Houseway {made_by()}",
        f"made by: {command}",
        "",
        *(f"{hashlib.sha256(held).hexdigest()}  {file}" for file, held in sorted(files.items())),
    ]
    return ("\n".join(lines) + "\n").encode()
