"""Draw docs/architecture.svg from the import graph: the packages in their layers, and how many modules import from which.

python -m tools.draw_architecture
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "architecture.svg"
WIDTH, ROW, BOX_HEIGHT, LEFT = 960, 62, 40, 220
SUBJECTS = {
    "cli": "one module per command",
    "web": "API and pages of live tables",
    "play": "tables in the terminal, training",
    "felt": "the table drawn in a terminal",
    "view": "what a person is shown, as data",
    "store": "the record: SQLite or PostgreSQL",
    "lab": "house edge, best play, equity, simulation",
    "interop": "PHH, OHH, learning environments",
    "rounds": "stated rounds and their answers",
    "driver": "staff, computers",
    "encoding": "JSON, MessagePack",
    "register": "clauses, readings",
    "chapters": "the games, one folder per chapter",
    "house": "accounts, cage, shuffles",
    "engine": "commands in, events out",
    "rules": "the vocabulary of games",
    "ranking": "hand orders and kernels",
}


def layers() -> list[list[str]]:
    """Return the packages by layer, the highest first, as the import contract has them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (one for one in contracts if one["id"] == "layers")
    return [[name.strip(" ()").removeprefix("houseway.") for name in layer.split("|")] for layer in contract["layers"]]


def imports_between(packages: Sequence[str]) -> Counter[tuple[str, str]]:
    """Count the modules of each package that import from each other package."""
    graph = grimp.build_graph("houseway", cache_dir=None)
    pairs: set[tuple[str, str]] = set()
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            package = imported.split(".")[1] if "." in imported else ""
            if package in packages:
                pairs.add((module, package))
    counts: Counter[tuple[str, str]] = Counter()
    for module, package in pairs:
        importer = module.split(".")[1] if "." in module else ""
        if importer in packages and importer != package:
            counts[importer, package] += 1
    return counts


def draw() -> str:
    """Return the picture."""
    rows = [layer for layer in layers() if set(layer) & set(SUBJECTS)]
    packages = [name for layer in rows for name in layer]
    counts = imports_between(packages)
    places: dict[str, tuple[float, float, float]] = {}
    parts: list[str] = []
    for number, layer in enumerate(rows):
        width = (WIDTH - LEFT - 20 - 12 * (len(layer) - 1)) / len(layer)
        for place, name in enumerate(layer):
            x, y = LEFT + place * (width + 12), 12 + number * ROW
            places[name] = x, y, width
            below = sum(times for (importer, _), times in counts.items() if importer == name)
            above = sum(times for (_, imported), times in counts.items() if imported == name)
            title = f"{name}: {above} modules above import from it, {below} imports from packages below"
            parts.append(
                f'<g><title>{escape(title)}</title><rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{BOX_HEIGHT}" rx="6"/>'
                f'<text class="name" x="{x + 12:.0f}" y="{y + 25}">{name}</text>'
                f'<text class="subject" x="{x + 94:.0f}" y="{y + 25}">{escape(SUBJECTS[name])}</text></g>'
            )
    lines = []
    for (importer, imported), times in sorted(counts.items()):
        (_, top, _), (_, bottom, _) = places[importer], places[imported]
        if top < bottom:
            # Arcs on the left: the further the packages are apart, the further out.
            out = LEFT - 14 - 13 * (bottom - top) / ROW
            start, end = top + BOX_HEIGHT / 2, bottom + BOX_HEIGHT / 2
            weight = min(4.0, 0.5 + times / 12)
            title = f"{times} modules of {importer} import from {imported}"
            lines.append(
                f'<path d="M{LEFT} {start:.0f}C{out:.0f} {start:.0f} {out:.0f} {end:.0f} {LEFT} {end:.0f}" '
                f'stroke-width="{weight:.1f}"><title>{escape(title)}</title></path>'
            )
    height = 12 + len(rows) * ROW
    style = (
        "rect{fill:#f4f1ea;stroke:#8a8272}path{fill:none;stroke:#2f6f8f;opacity:.45}"
        ".name{font:600 14px sans-serif}.subject{font:13px sans-serif;fill:#555}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="The packages of Houseway in layers; imports run downward">\n<style>{style}</style>\n'
        + "\n".join([*lines, *parts])
        + "\n</svg>\n"
    )


def main() -> None:
    PICTURE.write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
