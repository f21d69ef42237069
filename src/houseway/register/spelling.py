"""Clauses as people type them: plain, dotted, as an official citation, as a range, in the wrong case, or nearly right."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from houseway.clause import Clause, ClauseError
from houseway.register.entries import Entry, chapter, chapters, children, is_known

_CITED = re.compile(
    r"^\s*(?:58\s*pa\.?\s*code\b\.?\s*)?(?:(?:ch(?:apter\b|\.)|sec(?:tion\b|\.)|§+)\s*)?", re.IGNORECASE
)
_DOTTED = re.compile(r"(\d{3}a\.\d{1,2})((?:\.[A-Za-z0-9]{1,6})+)")
_DASH = re.compile(r"[-–—]+|\bto\b")


def spelled(text: str) -> Clause:
    """Read a clause as people type it: an official citation, or ``677a.11.h.2``, which a shell leaves alone.

    >>> str(spelled("677a.11.h.2")), str(spelled("58 Pa. Code § 677a.12(c)"))
    ('677a.11(h)(2)', '677a.12(c)')
    """
    return Clause.parse(_plain(text))


def alike(text: str) -> tuple[str, ...]:
    """The known clauses that a text names if capital and small letters are not told apart, as ``677A.12(B)``."""
    plain = _plain(text).lower()
    of = plain.partition(".")[0]
    if of not in chapters():
        return ()
    known = dict.fromkeys([of, *chapter(of).sections, *chapter(of).entries])
    return tuple(id for id in known if id.lower() == plain)


def nearest(text: str, count: int = 3) -> tuple[str, ...]:
    """The known clauses nearest to a text that is none."""
    try:
        clause: Clause | None = spelled(text)
    except ClauseError:
        clause = None
    while clause is not None and clause.chapter in chapters():
        # What stands beside it under the nearest known clause above.
        if is_known(str(clause)):
            beside = _beside(clause)
            return tuple(difflib.get_close_matches(text, beside, count, 0.0)) if len(beside) > count else tuple(beside)
        clause = clause.parent
    known = dict.fromkeys(chapters())
    for of in chapters():
        known |= dict.fromkeys([*chapter(of).sections, *chapter(of).entries])
    return tuple(difflib.get_close_matches(text, list(known), count, 0.4)) or chapters()


@dataclass(frozen=True, slots=True)
class Range:
    """The clauses from one to another of a chapter, both included with all that stands under them."""

    first: Clause
    last: Clause

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What the register has of it, in order."""
        known = chapter(self.first.chapter).entries.values()
        return tuple(one for one in known if self.first.order <= one.clause.order and self._reaches(one.clause))

    def _reaches(self, clause: Clause) -> bool:
        return clause.order <= self.last.order or self.last.contains(clause)

    @property
    def citation(self) -> str:
        """The range as it is cited officially: the last clause is named by what differs from the first.

        >>> spelled_range("677a.11(a)-(d)").citation, spelled_range("677a.8-.10").citation
        ('58 Pa. Code § 677a.11(a)—(d)', '58 Pa. Code §§ 677a.8—677a.10')
        """
        first, last = self.first, self.last
        if first.section != last.section:
            return f"58 Pa. Code §§ {first}—{last}"
        same = 0
        while same < min(len(first.path), len(last.path)) - 1 and first.path[same] == last.path[same]:
            same += 1
        return f"{first.citation}—{''.join(f'({step})' for step in last.path[same:])}"


def spelled_range(text: str) -> Range | None:
    """Read a range, or None if the text is none; it raises if its ends are no clauses or out of order.

    The last clause may leave out what it shares with the first: ``677a.11(a)-(d)``, ``677a.11.a-d``, ``677a.8-10``.
    """
    ends = [end.strip() for end in _DASH.split(_CITED.sub("", text, count=1))]
    if len(ends) != 2 or not all(ends):
        return None
    first = spelled(ends[0])
    last = _completed(first, _CITED.sub("", ends[1]))
    if first.section is None or last.section is None or first.chapter != last.chapter or last.order < first.order:
        raise ClauseError(f"{text!r} is no range: it runs from a section or a paragraph to a later one of the chapter")
    return Range(first, last)


def _completed(first: Clause, text: str) -> Clause:
    """The end of a range, with what it leaves out taken from the first clause."""
    steps = re.findall(r"[A-Za-z0-9]+", text)
    if re.match(r"\d{3}[aA]", text) or not steps:
        return spelled(text)
    if not first.path:
        return spelled(f"{first.chapter}.{text.removeprefix('.')}")
    # As many steps of the first as lead to a clause: after (h)(2)(i) comes (h)(2)(iii), and after (c) comes (i).
    for shared in range(len(first.path) - 1, -1, -1):
        path = "".join(f"({step})" for step in (*first.path[:shared], *steps))
        if is_known(f"{first.chapter}.{first.section}{path}"):
            return Clause.parse(f"{first.chapter}.{first.section}{path}")
    raise ClauseError(f"{text!r} does not continue {first}")


def _plain(text: str) -> str:
    """A clause without the words of a citation and without blanks, its steps in parentheses."""
    plain = re.sub(r"^(\d{3})A", r"\1a", _CITED.sub("", text, count=1).replace(" ", ""))
    dotted = _DOTTED.fullmatch(plain)
    return plain if dotted is None else dotted[1] + "".join(f"({step})" for step in dotted[2][1:].split("."))


def _beside(clause: Clause) -> list[str]:
    if clause.section is None:
        return list(chapter(clause.chapter).sections)
    return [one.id for one in children(str(clause))] or [str(clause)]
