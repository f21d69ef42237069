"""Damage to what is read: a value somewhere in a document is changed, left out or doubled; characters of a text too."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([-(2**70), 2**31, 2**53, 2**63, 10**30]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.5, 100.0, 1e300]),
    st.text(max_size=6),
    st.sampled_from(
        ["", " ", "01", "+1", "1e3", "$5", "12.50", "Jk", "??", "As As", "dealer", "\ud800", "\x00", "x" * 500]
    ),
)
VALUES = st.one_of(SCALARS, st.lists(SCALARS, max_size=3), st.dictionaries(st.text(max_size=4), SCALARS, max_size=2))


def _places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where a document holds a value."""
    match value:
        case dict():
            inside = list(value.items())
        case list():
            inside = list(enumerate(value))
        case _:
            inside = []
    return [found for key, one in inside for found in ((*at, key), *_places(one, (*at, key)))]


@st.composite
def damaged(draw: st.DrawFn, document: Any) -> Any:
    """The document with one to three values changed, left out or doubled."""
    found = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        places = _places(found)
        if not places:
            break
        *way, last = draw(st.sampled_from(places))
        inside = found
        for key in way:
            inside = inside[key]
        match draw(st.sampled_from(["change", "leave out", "double"])):
            case "leave out":
                del inside[last]
            case "double" if isinstance(inside, list):
                inside.insert(last, copy.deepcopy(inside[last]))
            case _:
                inside[last] = draw(VALUES)
    return found


@st.composite
def scribbled(draw: st.DrawFn, text: str) -> str:
    """The text with a few characters replaced, left out or put in."""
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        gone = draw(st.integers(0, 3))
        text = text[:place] + draw(st.text(max_size=4)) + text[place + gone :]
    return text
