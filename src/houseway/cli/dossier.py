"""``houseway dossier``: all that goes to the regulator with a Rules Submission, in one folder, the same to the byte each time."""

from __future__ import annotations

import os
from pathlib import Path

import click


@click.command(epilog="Example: houseway dossier table.toml --out dossier")
@click.argument("submission", metavar="SUBMISSION.toml")
@click.option("--out", metavar="DIR", required=True, help="The folder to write; it is made if it is not there.")
@click.option("--no-cache", is_flag=True, help="Compute afresh.")
def dossier(submission: str, out: str, no_cache: bool) -> None:
    """Write what a manager hands in: submission, resolved rules, check, PAR sheets, strategy, readings, digests.

    Equal input gives equal bytes; MANIFEST.txt names every file with its digest and the command that makes it again.
    """
    from houseway.cli.analyze import in_one_sentence, told
    from houseway.cli.check import check_file, is_fault
    from houseway.cli.files import write

    if submission == "-":
        raise click.ClickException("A dossier names its submission: give a file.")
    found = check_file(submission, figures=False)
    if found.rules is None:
        first = next((fault for fault in found.faults if is_fault(fault)), found.faults[0])
        where = f"{first.field}: " if first.field else ""
        more = f". 'houseway check {submission}' lists every fault" if found.game is not None else ""
        raise click.ClickException(f"{where}{first.message}{more}")
    _check_folder(Path(out))
    with in_one_sentence():
        from houseway.lab.analysis import analyze
        from houseway.lab.inputs import against_bank
        from houseway.view.dossier import files_of

        rules = against_bank(found.resolved)
        with told() as progress:
            sheet = analyze(rules, cached=not no_cache, progress=progress)
        files = files_of(Path(submission).read_bytes(), found, sheet, rules)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    for file, held in files.items():
        write(str(folder / file), held)
    click.echo(f"{len(files)} files in {out}; MANIFEST.txt names them.")


def _check_folder(folder: Path) -> None:
    """A folder that could not be made in the end is named before the sheets are worked out."""
    if folder.exists() and not folder.is_dir():
        raise click.ClickException(f"{folder} cannot be written: it is a file")
    there = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise click.ClickException(f"{folder} cannot be written: permission denied")
