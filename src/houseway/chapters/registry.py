"""The list of games, and the way from a Rules Submission to the resolved rules of a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from houseway.rules.game import BankedGame
from houseway.rules.table_rules import TableRules

if TYPE_CHECKING:
    from houseway.rules.submission import Fault, Submission

GAMES: Mapping[str, str] = {
    "heads-up-holdem": "c677a_heads_up_holdem",
    "holdem-bonus": "c647a_holdem_bonus",
    "pai-gow": "c645a_pai_gow",
    "five-card-hi-lo": "c663a_five_card_hi_lo",
}
"""Game id -> chapter folder. Adding a game adds a line here."""

NAMES: Mapping[str, str] = {
    "heads-up-holdem": "World Poker Tour Heads-Up Hold 'Em",
    "holdem-bonus": "Texas Hold 'Em Bonus Poker",
    "pai-gow": "Pai Gow Poker",
    "five-card-hi-lo": "Five Card Hi-Lo",
}


class UnknownGameError(ValueError):
    """Raised when a game id is not in the list."""


class UnlawfulSubmissionError(ValueError):
    """Raised when rules are asked for from a submission with faults; carries them all."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.field}: {fault.message} ({fault.clause})" for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Chapter:
    """What a chapter folder offers: its submission, and how the game is built from one."""

    submission: type[Submission]
    build: Any
    complete: Any

    def game(self, submission: Submission) -> BankedGame:
        built: BankedGame = self.build(submission)
        return built


@cache
def chapter_of(game: str) -> Chapter:
    """The chapter of a game id."""
    if game not in GAMES:
        raise UnknownGameError(f"there is no game {game!r}; the games are {', '.join(GAMES)}")
    module = import_module(f"houseway.chapters.{GAMES[game]}")
    return Chapter(module.SUBMISSION, module.build, module.complete)


def check(data: Mapping[str, Any], *, game: str | None = None) -> tuple[Submission, list[Fault]]:
    """Read a submission and list everything that is wrong with it."""
    from houseway.rules.submission import read

    id = str(data.get("game") or game or "")
    chapter = chapter_of(id)
    return read(chapter.submission, {**data, "game": id})


def resolve(data: Mapping[str, Any], *, game: str | None = None) -> TableRules:
    """The rules of a table from its submission; raises with every fault if it is not lawful.

    A custom paytable, which is only for study, does not stop it.
    """
    return _resolve(json.dumps({**data, "game": data.get("game") or game}, sort_keys=True))


@cache
def _resolve(text: str) -> TableRules:
    from houseway.rules.submission import Severity, digest_of

    submission, faults = check(json.loads(text))
    barring = [fault for fault in faults if fault.severity is Severity.FAULT]
    if barring:
        raise UnlawfulSubmissionError(barring)
    chapter = chapter_of(submission.game)
    game = chapter.game(submission)
    return TableRules(
        game=game,
        digest=digest_of(submission),
        submission=submission.model_dump(mode="json"),
        dealing=submission.dealing,
        shuffler=submission.shuffler_in_use,
        decks=submission.decks,
        round_down=submission.round_down,
        stub_count_every=submission.stub_count_every,
        phase_number={phase.id: number for number, phase in enumerate(game.phases)},
        **chapter.complete(submission),
    )
