"""The clause ids of a chapter, found in the text of the regulation by its headings and paragraph marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import pairwise

_HEADING = re.compile(r"^\W*§+\s*(\d{3}a\.\d{1,2})\.\s")
_MARKS = re.compile(r"^[\s\-*•]*((?:\([A-Za-z0-9]{1,5}\)\s*)+)")
_LETTERS = [chr(ord("a") + step) for step in range(26)]
_NUMBERS = [str(number) for number in range(1, 40)]
_ROMANS = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]
_CAPITALS = [letter.upper() for letter in _LETTERS]
_LEVELS = (_LETTERS, _NUMBERS, _ROMANS, _CAPITALS, _NUMBERS)
# Marks that the text lost, or gives as a 1 for an l: how the paragraph begins there, and its mark.
_REPAIRED = {
    "637a.10": {"(1) In Seven-card Stud High-low Split Poker and": "l"},
    "637a.12": {"(1) In Omaha High-low Split Eight or Better Poker": "l"},
    "637a.18": {"(1) Verbal statements": "l"},
    "637a.20": {
        "Starting with": "f",
        "Upon completion of the second": "i",
        "Upon completion of the third": "j",
        "Hands are counted": "1",
        "If a tie exists": "2",
        "(1) Notwithstanding": "l",
    },
}


def clause_ids(chapter: str, text: str) -> list[str]:
    """Every paragraph of the chapter, in order; a section without marked paragraphs is one clause."""
    found: list[str] = []
    for section, marks in _sections(chapter, text):
        paragraphs = list(_paragraphs(section, marks))
        found += paragraphs or [section]
    return found


def _sections(chapter: str, text: str) -> Iterator[tuple[str, list[str]]]:
    sections: dict[str, list[str]] = {}
    marks: list[str] = []
    repairs: dict[str, str] = {}
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading is not None and heading[1].startswith(f"{chapter}."):
            marks = sections.setdefault(heading[1], [])
            repairs = _REPAIRED.get(heading[1], {})
            continue
        repaired = next((mark for begins, mark in repairs.items() if line.lstrip(" -").startswith(begins)), None)
        if repaired is not None:
            marks.append(repaired)
            continue
        found = _MARKS.match(line)
        if found is not None:
            marks += re.findall(r"\(([A-Za-z0-9]+)\)", found[1])
    yield from sections.items()


def _paragraphs(section: str, marks: list[str]) -> Iterator[str]:
    path: tuple[str, ...] = ()
    for mark, after in pairwise([*marks, ""]):
        depths = [depth for depth in range(len(path) + 1) if _may_stand(path, depth, mark)]
        if not depths:
            # Not a paragraph: a reference that happens to begin a line.
            continue
        # (i) after (h) is the next letter unless what follows it shows a roman: (ii), or (A) below it.
        depth = max(depths) if after in ("ii", "A") else min(depths)
        path = (*path[:depth], mark)
        yield section + "".join(f"({step})" for step in path)


def _may_stand(path: tuple[str, ...], depth: int, mark: str) -> bool:
    """Whether the mark is the next one at a depth, or the first below the last."""
    if depth >= len(_LEVELS) or mark not in _LEVELS[depth]:
        return False
    order = _LEVELS[depth]
    return order.index(mark) == (order.index(path[depth]) + 1 if depth < len(path) else 0)


_SOURCE = re.compile(r"^The provisions of this (?:Chapter|§) (\d{3}a(?:\.\d{1,2})?) (?:adopted|amended|corrected) ")
_NOTE = re.compile(r"(adopted|amended|corrected) (\w+ \d+, \d{4})(?:, effective (\w+ \d+, \d{4}))?, (\d+ Pa\.B\. \d+)")


def source_notes(chapter: str, text: str) -> dict[str, list[tuple[str, date, date | None, str]]]:
    """The Source notes of a chapter and of its sections: what was done, when, effective when, published where."""
    found = {}
    for line in text.splitlines():
        plain = re.sub(r"\s+", " ", line.replace("$\\S$", "§").replace("\\$", "§")).strip()
        note = _SOURCE.match(plain)
        if note is not None:
            # Chapter 647a's own note names Chapter 639a (reading all-typos).
            of = note[1] if "." in note[1] else chapter
            found[of] = [
                (act, _day(on), _day(effective) if effective else None, where)
                for act, on, effective, where in _NOTE.findall(plain)
            ]
    return found


def _day(text: str) -> date:
    return datetime.strptime(text, "%B %d, %Y").replace(tzinfo=UTC).date()
