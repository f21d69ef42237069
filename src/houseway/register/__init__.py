"""The clause register: every clause in our own words, how it is met, where it is cited, how it is read, what tests it."""

from houseway.register.citations import Citation, citations, covered_by
from houseway.register.entries import (
    Chapter,
    Enacted,
    Entry,
    Met,
    below,
    chapter,
    chapters,
    children,
    entry,
    is_known,
    parents,
)
from houseway.register.outside import outside
from houseway.register.readings import Reading, readings, readings_beside, readings_of
from houseway.register.search import Match, nearest_words, search
from houseway.register.spelling import Range, alike, nearest, spelled, spelled_range
from houseway.register.tested import tests, tests_of_reading

__all__ = [
    "Chapter",
    "Citation",
    "Enacted",
    "Entry",
    "Match",
    "Met",
    "Range",
    "Reading",
    "alike",
    "below",
    "chapter",
    "chapters",
    "children",
    "citations",
    "covered_by",
    "entry",
    "is_known",
    "nearest",
    "nearest_words",
    "outside",
    "parents",
    "readings",
    "readings_beside",
    "readings_of",
    "search",
    "spelled",
    "spelled_range",
    "tests",
    "tests_of_reading",
]
