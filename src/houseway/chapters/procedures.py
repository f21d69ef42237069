"""The clauses of the steps every banked chapter has, where the chapters agree in their numbering.

Sections .3, .4 and .8 to .10 run alike; what differs is given by the chapter.
"""

from __future__ import annotations

from typing import Any

from houseway.clause import ClauseId
from houseway.rules.cards import CardProcedures, Dealing, Use
from houseway.rules.game import Procedures


def by_dealing(chapter: str, shoe: str, hand: str, automated: str) -> dict[Dealing, ClauseId]:
    """A step that has a clause of its own for each way of dealing."""
    return {
        Dealing.MANUAL_SHOE: ClauseId(f"{chapter}.8{shoe}"),
        Dealing.HAND: ClauseId(f"{chapter}.9{hand}"),
        Dealing.AUTOMATED_SHOE: ClauseId(f"{chapter}.10{automated}"),
    }


def card_procedures(chapter: str, **own: Any) -> CardProcedures:
    """What the chapter does with its cards: what is common, completed by what is its own."""
    from_shoe = Use(8, ClauseId(f"{chapter}.3(c)(2)"))
    common: dict[str, Any] = {
        "one_deck": "3(a)",
        "two_decks": "3(b)",
        "stored": "3(b)(2)",
        "alternate": "3(b)(3)",
        "inspect": "4(a)",
        "spread": "4(b)",
        "wash": "4(c)",
        "each_deck": "4(d)",
        "preshuffled": "4(e)",
        "shuffle": "5(a)",
        "device_count": "5(b)",
        "device_count_wrong": "5(b)",
        "cut_is_spared": "5(c)(1)",
        "cut_is_due": "5(c)(2)",
        "cut": "5(d)",
        "recut": "5(e)",
        "no_activity": "5(f)",
        "reshuffling_device": "5(g)",
        "hand_needs_shuffler": "9(a)(1)",
    }
    return CardProcedures(
        use={
            Dealing.HAND: Use(4, ClauseId(f"{chapter}.3(c)(1)")),
            Dealing.MANUAL_SHOE: from_shoe,
            Dealing.AUTOMATED_SHOE: from_shoe,
        },
        **_completed(chapter, common, own),
    )


def procedures(chapter: str, **own: Any) -> Procedures:
    """The chapter's steps around wagers: what is common, completed by what is its own."""
    common = {"positions": "2(a)", "chips": "7(a)", "seated": "7(b)", "no_more_bets": "7(c)"}
    return Procedures(**_completed(chapter, common, own))


def _completed(chapter: str, common: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    whole = {key: f"{chapter}.{path}" for key, path in common.items()} | own
    return {key: ClauseId(value) if isinstance(value, str) else value for key, value in whole.items()}
