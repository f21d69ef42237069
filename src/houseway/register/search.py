"""A search through the register: clauses in our words and readings, the best match first."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from houseway.register.entries import Entry, chapter, chapters
from houseway.register.readings import Reading, readings

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_ENDINGS = ("'s", "ings", "ing", "ers", "er", "ies", "es", "ed", "s", "y", "e")
_LEAST_STEM = 3


@dataclass(frozen=True, slots=True)
class Match:
    """A clause, a term it defines or a reading that has every word looked for; the greater the score, the more it is
    about them. ``says`` is what was found to have them."""

    score: float
    found: Entry | Reading
    says: str


def search(text: str, *, within: str | None = None) -> tuple[Match, ...]:
    """The clauses and readings, of one chapter or of all, that have every word of a text in some form."""
    wanted = words(text)
    matches = [Match(score, one, says) for one, says, fields in _texts(within) if (score := _score(wanted, fields)) > 0]
    # Python sorts stably: equals stay in the order of the Code, readings after clauses.
    return tuple(sorted(matches, key=lambda match: -match.score))


def words(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return _WORD.findall(text.lower())


def nearest_words(text: str, count: int = 3) -> tuple[str, ...]:
    """Words of the register near to those of a text that it does not have."""
    known = {word for _, _, fields in _texts(None) for _, said in fields for word in words(said)}
    stems = {_stem(word) for word in known}
    strange = [word for word in words(text) if _stem(word) not in stems]
    return tuple(near for word in strange for near in difflib.get_close_matches(word, sorted(known), count, 0.8))


Weighed = tuple[float, str]


def _texts(within: str | None) -> Iterator[tuple[Entry | Reading, str, tuple[Weighed, ...]]]:
    """What is searched, each part with its weight: a name weighs more than a sentence."""
    for of in chapters() if within is None else (within,):
        one = chapter(of)
        for entry in one.entries.values():
            yield entry, entry.text, ((0.5, one.sections[entry.id.partition("(")[0]]), (2.0, entry.text))
            for term, meaning in entry.terms.items():
                yield entry, f"{term}: {meaning}", ((3.0, term), (1.5, meaning))
    for reading in readings():
        if within is None or any(id.partition(".")[0] == within for id in reading.clauses):
            name = reading.id.partition("-")[2].replace("-", " ")
            yield reading, reading.reading, ((2.0, name), (1.5, reading.open), (1.5, reading.reading))


def _score(wanted: list[str], fields: Iterable[Weighed]) -> float:
    """0 unless every word occurs; more for a word that is the same, said in few words, and for words in a row."""
    total = dict.fromkeys(wanted, 0.0)
    in_a_row = 0.0
    for weight, said in fields:
        have = words(said)
        if not have:
            continue
        stems = [_stem(word) for word in have]
        length = 1 + len(have) / 40
        for word in total:
            times = stems.count(_stem(word))
            exact = word in have
            total[word] += weight * (times**0.5 + 0.5 * exact) / length
        if len(wanted) > 1 and _follow(list(map(_stem, wanted)), stems):
            in_a_row += 2 * weight / length
    return sum(total.values()) + in_a_row if total and all(total.values()) else 0.0


def _follow(wanted: list[str], stems: list[str]) -> bool:
    return any(stems[at : at + len(wanted)] == wanted for at in range(len(stems)))


@cache
def _stem(word: str) -> str:
    """A word without its endings, so that one form of it finds the others: surrender, surrendered, surrenders."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            return _stem(word[: -len(ending)])
    return word
