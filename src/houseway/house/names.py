"""Names of accounts: no two that a reader could take for each other.

A name is written in one script, in the form NFKC. Names are compared without capitals, and by what their characters look like.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category, name, normalize

LONGEST = 40
_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
"""Scripts that one language writes together; every other name has a single one."""
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0") | {chr(code) for code in range(0xFE00, 0xFE10)}
"""Characters that count as printable and show nothing."""
_LOOKS_LIKE = str.maketrans(
    {
        # Digits and capitals that are read as letters, before capitals are folded.
        **dict(zip("I1|0", ("l", "l", "l", "o"), strict=True)),
        # Cyrillic, capital letters where they look like another Latin letter than the small ones do.
        **dict(zip("АВЕЅІЈКМНОРСТУХ", "abesljkmhopctyx", strict=True)),
        **dict(zip("авеѕіјкмнорстухгпьӏһԁԛԝ", "abesijkmhopctyxrnblhdqw", strict=True)),
        # Greek, likewise.
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx", strict=True)),
        **dict(zip("αβεικνορτυχηγω", "abeikvoptuxnyw", strict=True)),
        # Armenian and Latin letters beyond the plain ones.
        **dict(zip("օսոհցıɑɡ", "ounhgiag", strict=True)),
    }
)
_PAIRS = (("m", "rn"), ("w", "vv"))


def name_fault(person: str) -> str | None:
    """Why a person cannot have this name, in a sentence; None if they can."""
    plain = " ".join(person.split())
    if not person or person != plain or not person.isprintable() or len(person) > LONGEST:
        return f"a name has 1 to {LONGEST} printable characters and no blanks around it or in a row"
    if person != normalize("NFKC", person) or not _UNSEEN.isdisjoint(person):
        return "a name has no characters that only look like others or show nothing"
    scripts = {script for script in map(_script, person) if script}
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        return f"a name is written in one script, not in {' and '.join(sorted(one.capitalize() for one in scripts))}"
    return None


@lru_cache(maxsize=20_000)
def look_alikes(person: str) -> frozenset[str]:
    """The forms by which a name is compared: two names that share one could be taken for each other."""
    plain = normalize("NFKC", " ".join(person.split()))
    seen = normalize("NFKC", plain.translate(_LOOKS_LIKE).casefold().translate(_LOOKS_LIKE))
    for letter, pair in _PAIRS:
        seen = seen.replace(letter, pair)
    return frozenset({plain.casefold(), seen})


@lru_cache(maxsize=4096)
def _script(character: str) -> str:
    """The script of a letter, by the first word of its Unicode name; empty for what every script shares."""
    return name(character, "").partition(" ")[0].partition("-")[0] if category(character).startswith("L") else ""
