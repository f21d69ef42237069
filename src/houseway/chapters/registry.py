"""The list of games, and the way from a Rules Submission to the resolved rules of a table."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.rules.game import BankedGame, Dealing, Shuffler
from houseway.rules.table_rules import TableRules

if TYPE_CHECKING:
    from houseway.chapters.c637a_poker.rules import PokerRules
    from houseway.rules.submission import Fault, RulesSubmission, Submission

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


POKER: Mapping[str, str] = {
    "stud-high": "Seven-card Stud High",
    "stud-low": "Seven-card Stud Low",
    "stud-hi-lo": "Seven-card Stud High-low Split",
    "stud-hi-lo-8": "Seven-card Stud High-low Split Eight or Better",
    "super-stud-hi-lo-8": "Super Seven-card Stud High-low Split Eight or Better",
    "holdem": "Hold'em",
    "omaha-high": "Omaha High",
    "omaha-hi-lo-8": "Omaha High-low Split Eight or Better",
    "omaha5-high": "Five-card Omaha High",
    "omaha5-hi-lo-8": "Five-card Omaha High-low Split Eight or Better",
    "draw-high": "Five-card Draw High",
    "draw-low": "Five-card Draw Low",
    "five-card-stud": "Five-card Stud",
    "triple-draw-2-7": "Triple Draw 2-7 Lowball",
    "triple-draw-a-5": "Triple Draw A-5 Lowball",
    "badeucey": "Badeucey",
    "badacey": "Badacey",
    "badugi": "Badugi",
}
"""The games of chapter 637a: players against players, so apart from the banked ones."""


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
        raise UnknownGameError(f"there is no game {game!r}; the games are {', '.join((*GAMES, *POKER))}")
    module = import_module(f"houseway.chapters.{GAMES[game]}")
    return Chapter(module.SUBMISSION, module.build, module.complete)


def submission_of(game: str) -> type[RulesSubmission]:
    """The class of the Rules Submission of any game, banked or poker."""
    if game in POKER:
        from houseway.chapters.c637a_poker import SUBMISSION

        return SUBMISSION
    return chapter_of(game).submission


def check(data: Mapping[str, Any], *, game: str | None = None) -> tuple[RulesSubmission, list[Fault]]:
    """Read a submission and list everything that is wrong with it."""
    from houseway.rules.submission import read

    id = str(data.get("game") or game or "")
    return read(submission_of(id), {**data, "game": id})


def resolve_poker(data: Mapping[str, Any], *, game: str | None = None) -> PokerRules:
    """The rules of a poker table from its submission; raises with every fault if it is not lawful."""
    return _resolve_poker(json.dumps({**data, "game": data.get("game") or game}, sort_keys=True))


@lru_cache(maxsize=1024)
def _resolve_poker(text: str) -> PokerRules:
    from houseway.chapters.c637a_poker import SUBMISSION, poker_rules
    from houseway.rules.submission import Severity, read

    data = json.loads(text)
    if data["game"] not in POKER:
        raise UnknownGameError(f"there is no poker game {data['game']!r}; the games are {', '.join(POKER)}")
    submission, faults = read(SUBMISSION, data)
    barring = [fault for fault in faults if fault.severity is Severity.FAULT]
    if barring:
        raise UnlawfulSubmissionError(barring)
    return poker_rules(submission)


def load(path: str | Path) -> TableRules | PokerRules:
    """The rules of a table from a submission file."""
    data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    return resolve_poker(data) if data.get("game") in POKER else resolve(data)


def resolve(data: Mapping[str, Any], *, game: str | None = None) -> TableRules:
    """The rules of a table from its submission; raises with every fault if it is not lawful.

    A custom paytable, which is only for study, does not stop it.
    """
    return _resolve(json.dumps({**data, "game": data.get("game") or game}, sort_keys=True))


@lru_cache(maxsize=1024)
def _resolve(text: str) -> TableRules:
    from houseway.rules.submission import Severity, digest_of, read

    data = json.loads(text)
    submission, faults = read(chapter_of(str(data["game"])).submission, data)
    barring = [fault for fault in faults if fault.severity is Severity.FAULT]
    if barring:
        raise UnlawfulSubmissionError(barring)
    return _table_rules(submission, digest_of(submission), submission.dealing, submission.shuffler_in_use)


def _table_rules(submission: Submission, digest: str, dealing: Dealing, shuffler: Shuffler) -> TableRules:
    """The rules with the cards dealt and shuffled this way; the digest stays that of the submission."""
    chapter = chapter_of(submission.game)
    # Other ways than the submission's come into force when a device is out of order.
    changes: dict[str, Any] = {"dealing": dealing, "shuffler": shuffler}
    reshuffles = dealing is Dealing.AUTOMATED_SHOE and shuffler is Shuffler.RESHUFFLING
    if "community_first" in type(submission).model_fields and not reshuffles:
        changes["community_first"] = False
    game = chapter.game(submission.model_copy(update=changes))
    return TableRules(
        game=game,
        digest=digest,
        submission=submission.model_dump(mode="json"),
        dealing=dealing,
        shuffler=shuffler,
        decks=submission.decks,
        round_down=submission.round_down,
        stub_count_every=submission.stub_count_every,
        phase_number={phase.id: number for number, phase in enumerate(game.phases)},
        with_methods=cache(partial(_table_rules, submission, digest)),
        **chapter.complete(submission),
    )
