"""Draw docs/round.svg, the picture of the README: ``houseway settle docs/examples/holdem-bonus.json`` at a terminal.

python tools/draw_picture.py
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from houseway.felt import show_stated

DOCS = Path(__file__).resolve().parents[1] / "docs"


def main() -> None:
    """Print the round on a recording console and save what it shows."""
    out = Console(record=True, width=84, force_terminal=True, file=io.StringIO())
    show_stated(out, (DOCS / "examples" / "holdem-bonus.json").read_bytes())
    drawn = out.export_svg(title="houseway settle docs/examples/holdem-bonus.json")
    # No fonts from elsewhere: the reader's own monospaced font will do.
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"<!--.*?-->", "", drawn, flags=re.DOTALL)
    text = "\n".join(line.rstrip() for line in drawn.splitlines() if line.strip())
    (DOCS / "round.svg").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
