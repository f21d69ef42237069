"""The clause register: every clause in our own words, how it is met, where it is cited, how it is read, what tests it."""

from houseway.register.citations import Citation, citations, covered_by
from houseway.register.entries import (
    Chapter,
    Entry,
    Met,
    alike,
    chapter,
    chapters,
    children,
    entry,
    is_known,
    nearest,
    parents,
    spelled,
)
from houseway.register.outside import outside
from houseway.register.readings import Reading, readings, readings_of
from houseway.register.tested import tests, tests_of_reading

__all__ = [
    "Chapter",
    "Citation",
    "Entry",
    "Met",
    "Reading",
    "alike",
    "chapter",
    "chapters",
    "children",
    "citations",
    "covered_by",
    "entry",
    "is_known",
    "nearest",
    "outside",
    "parents",
    "readings",
    "readings_of",
    "spelled",
    "tests",
    "tests_of_reading",
]
