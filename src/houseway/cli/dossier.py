"""``houseway dossier``: all that goes to the regulator with a Rules Submission, in one folder, the same to the byte each time."""

from __future__ import annotations

from pathlib import Path

import click


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
        from houseway.lab.inputs import against_bank
        from houseway.view.dossier import files_of

        rules = against_bank(found.resolved)
        with told() as progress:
            sheet = analyze(rules, cached=not no_cache, progress=progress)
        folder, name = Path(out), Path(submission).name
        command = f"houseway dossier {name} --out {folder.name}"
        files = files_of(Path(submission).read_bytes(), name, found, sheet, rules, command=command)
    folder.mkdir(parents=True, exist_ok=True)
    for file, held in files.items():
        (folder / file).write_bytes(held)
    click.echo(f"{len(files)} files in {out}; MANIFEST.txt names them.")
