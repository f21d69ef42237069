"""Chapters that exist only in tests: a game against a bank without lab or layout, and a poker game as one value."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from houseway.chapters import registry

HIGH_CARD = {
    "__init__.py": """
from houseway.rules.chapter import Chapter, Parts


def _parts():
    from c999a_high_card.game import HighCardSubmission, rules

    return Parts(submission=HighCardSubmission, rules=rules)


def _strategy():
    from c999a_high_card.game import strategy

    return strategy


CHAPTER = Chapter(
    folder=__name__, number="999a", title="High Card", games={"high-card": "High Card"}, parts=_parts, strategy=_strategy
)
""",
    "game.py": """
from typing import ClassVar, Literal

from houseway.cards import DECK_52, rank_of
from houseway.chapters.banked import table_rules
from houseway.chapters.irregularities import by_cause, shuffler_fault
from houseway.chapters.procedures import by_dealing, card_procedures, procedures
from houseway.chapters.wagers import main_wager
from houseway.clause import ClauseId
from houseway.engine.banked.commands import Decide as Answer
from houseway.engine.banked.commands import PlaceWagers
from houseway.money import EVEN, LOSE, PUSH
from houseway.rules.game import BankedGame, Deal, Decide, Does, Option, Reveal, Settle, SettleWagers, To
from houseway.rules.settlement import Compared, Fact, Primitive, SettlementTable, compared, row
from houseway.rules.submission import Submission

ALL = by_dealing("999a", "(a)", "(a)", "(a)")


class HighCardSubmission(Submission):
    hand_clause: ClassVar[str] = "999a.9(a)"
    two_decks_clause: ClassVar[str] = "999a.3(b)"
    game: Literal["high-card"] = "high-card"


def _compared(showdown):
    return compared(rank_of(showdown.player[0]), rank_of(showdown.bank[0]))


HIGHER = Primitive(id="high-card.compared", size=3, of=_compared)
OUTCOME = Fact(id="high-card.outcome", name="outcome", values=tuple(Compared), primitive=HIGHER)
ANTE = SettlementTable(
    "ante",
    (OUTCOME,),
    (
        row(EVEN, "999a.11(a)", outcome=Compared.HIGHER),
        row(PUSH, "999a.11(b)", outcome=Compared.EQUAL),
        row(LOSE, "999a.11(c)", outcome=Compared.LOWER),
    ),
)


def build(submission):
    stay = ClauseId("999a.10(c)")
    return BankedGame(
        id="high-card",
        name="High Card",
        chapter="999a",
        seats=6,
        wagers={"ante": main_wager(submission, "ante", "Ante Wager", "999a.7(d)")},
        phases=(
            Deal(id="deal", to=To.PLAYERS_AND_DEALER, cards=1, clause=ClauseId("999a.10(b)")),
            Decide(
                id="stay",
                clause=stay,
                options=(
                    Option(word="stay", does=Does.WAIT, clause=stay),
                    Option(word="fold", does=Does.FOLD, clause=stay, collects=("ante",)),
                ),
            ),
            Reveal(id="reveal", clause=ClauseId("999a.10(d)")),
            Settle(id="settle", clause=ClauseId("999a.11")),
        ),
        tables={"ante": ANTE},
        stages=(SettleWagers(wagers=("ante",), reveals=ClauseId("999a.11")),),
        irregularities=by_cause(shuffler_fault("999a.13(a)")),
        procedures=procedures("999a", adjacent="999a.7(e)", no_more_bets_by=ALL, chips_count=ALL, collect="999a.11(d)"),
        cards=card_procedures(
            "999a", deck=DECK_52, count=ALL, count_right=ALL, count_wrong=ALL, out_of_order="999a.13(b)"
        ),
        meters={},
    )


def rules(submission):
    return table_rules(submission, build)


def strategy(rules, seen, question, chance):
    if question.of("place_wagers"):
        return PlaceWagers(wagers={"ante": 500})
    return Answer(word="stay")
""",
    "clauses.toml": """
[sections]
"999a.11" = "Settlement"

[[clause]]
id = "999a.11(a)"
text = "A card of higher rank than the dealer's wins the Ante Wager at 1 to 1."
met = "enforced"
how = "the Ante Wager's settlement table"
""",
}

SHORT_HOLDEM = {
    "__init__.py": """
from dataclasses import replace

from houseway.chapters.c637a_poker import CHAPTER as POKER
from houseway.chapters.c637a_poker.games import POKER_GAMES

HOLDEM = POKER_GAMES["holdem"]
# Hold'em that ends with the flop.
TOY = replace(HOLDEM, id="flop-holdem", name="Flop Hold'em", streets=HOLDEM.streets[:2])
CHAPTER = replace(POKER, folder=__name__, games={TOY.id: TOY.name})
""",
}


@contextmanager
def added_chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, files: dict[str, str]) -> Iterator[None]:
    """Write a chapter into a folder and add its line to the list."""
    folder = tmp_path / name
    folder.mkdir()
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "FOLDERS", (*registry.FOLDERS, name))
    registry._chapters.cache_clear()
    yield
    registry._chapters.cache_clear()
    for module in [loaded for loaded in sys.modules if loaded == name or loaded.startswith(f"{name}.")]:
        sys.modules.pop(module)
