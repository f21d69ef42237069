"""A page as a PDF, printed by a Chromium that is installed: no browser comes with Houseway."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from datetime import date
from pathlib import Path

import click

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_SECONDS = 300
_DATES = re.compile(rb"/(CreationDate|ModDate) \(D:[^)]*\)")


def find_chromium() -> str | None:
    """Return the path of the first Chromium on the PATH; None if there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def print_to_pdf(browser: str, html: str, day: date) -> bytes:
    """Print a page with the browser and return the PDF, dated with the day so that equal pages give equal bytes."""
    with tempfile.TemporaryDirectory(prefix="houseway-print-") as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(html, encoding="utf-8")
        command = [
            browser,
            "--headless",
            "--disable-gpu",
            # The page is ours, has no script and loads nothing; in a container there is no sandbox to be had.
            "--no-sandbox",
            f"--user-data-dir={folder}/profile",
            "--no-pdf-header-footer",
            "--generate-pdf-document-outline",
            f"--print-to-pdf={target}",
            source.as_uri(),
        ]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)
            printed = target.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise click.ClickException(f"{browser} could not print the page: {type(error).__name__}.") from None
    return _DATES.sub(lambda match: _dated(match, day), printed)


def _dated(match: re.Match[bytes], day: date) -> bytes:
    """The same entry with the day, as long as before: the places of all other parts of a PDF are counted in bytes."""
    head, _, rest = match[0].partition(b"(D:")
    stamp = f"{day:%Y%m%d}000000+00'00'".encode()
    return head + b"(D:" + stamp[: len(rest) - 1].ljust(len(rest) - 1) + b")"
