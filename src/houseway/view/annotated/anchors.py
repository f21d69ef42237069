"""Anchors of the annotated chapter: where in the page a clause stands."""

from __future__ import annotations


def anchor_of(id: str) -> str:
    """Return the anchor of a clause, without parentheses so that an address can have it as it is.

    >>> anchor_of("677a.11(h)(2)"), anchor_of("677a.1")
    ('c677a.11.h.2', 'c677a.1')
    """
    return "c" + id.replace(")(", ".").replace("(", ".").replace(")", "")
