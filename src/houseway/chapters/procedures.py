"""The clauses of the steps every banked chapter has, where the chapters agree in their numbering.

Sections .3, .4 and .8 to .10 run alike; what differs is given by the chapter.
"""

from __future__ import annotations

from typing import Any

from houseway.clause import ClauseId
from houseway.rules.game import Dealing, Procedures


def by_dealing(chapter: str, shoe: str, hand: str, automated: str) -> dict[Dealing, ClauseId]:
    """A step that has a clause of its own for each way of dealing."""
    return {
        Dealing.MANUAL_SHOE: ClauseId(f"{chapter}.8{shoe}"),
        Dealing.HAND: ClauseId(f"{chapter}.9{hand}"),
        Dealing.AUTOMATED_SHOE: ClauseId(f"{chapter}.10{automated}"),
    }


def procedures(chapter: str, **own: Any) -> Procedures:
    """The chapter's procedures: what is common, completed by what is its own."""

    def at(path: str) -> ClauseId:
        return ClauseId(f"{chapter}.{path}")

    common: dict[str, Any] = {
        "positions": at("2(a)"),
        "deck": at("3(a)"),
        "two_decks": at("3(b)"),
        "alternate": at("3(b)(3)"),
        "change_by_hand": at("3(c)(1)"),
        "change_from_shoe": at("3(c)(2)"),
        "inspect": at("4(a)"),
        "verify_inspection": at("4(a)"),
        "spread": at("4(b)"),
        "wash": at("4(c)"),
        "each_deck": at("4(d)"),
        "preshuffled": at("4(e)"),
        "shuffle": at("5(a)"),
        "device_count": at("5(b)"),
        "cut_is_spared": at("5(c)(1)"),
        "cut_is_due": at("5(c)(2)"),
        "cut": at("5(d)"),
        "recut": at("5(e)"),
        "no_activity": at("5(f)"),
        "reshuffling_device": at("5(g)"),
        "chips": at("7(a)"),
        "seated": at("7(b)"),
        "no_more_bets": at("7(c)"),
        "hand_needs_shuffler": at("9(a)(1)"),
    }
    return Procedures(**{**common, **{key: _clauses(value) for key, value in own.items()}})


def _clauses(value: Any) -> Any:
    return ClauseId(value) if isinstance(value, str) else value
