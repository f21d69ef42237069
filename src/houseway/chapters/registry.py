"""The list of chapters, and the way from a Rules Submission to the resolved rules of a table."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

from houseway.rules.chapter import Chapter, Rules
from houseway.written import UnreadableError, nearest, shown, toml_of

if TYPE_CHECKING:
    from houseway.chapters.c637a_poker.rules import PokerRules
    from houseway.chapters.c637a_poker.typed_table import PokerTable
    from houseway.chapters.game_ids import BankedGameId, PokerGameId
    from houseway.engine.banked.typed_table import BankedTable
    from houseway.engine.kernel import Table
    from houseway.rules.submission import Fault, RulesSubmission
    from houseway.rules.table_rules import TableRules

R = TypeVar("R", bound=Rules)
T = TypeVar("T", bound="Table[Any, Any]")

FOLDERS: tuple[str, ...] = (
    "houseway.chapters.c677a_heads_up_holdem",
    "houseway.chapters.c647a_holdem_bonus",
    "houseway.chapters.c645a_pai_gow",
    "houseway.chapters.c663a_five_card_hi_lo",
    "houseway.chapters.c637a_poker",
)
"""The packages that export a ``CHAPTER``, in the order games are listed. Adding a chapter adds a line here."""


class UnknownGameError(ValueError):
    """Raised when a game id is not in the list."""


class UnlawfulSubmissionError(ValueError):
    """Raised when rules are asked for from a submission with faults; carries them all."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(_said(fault, legal=True) for fault in faults))
        self.faults = faults

    @property
    def plain(self) -> str:
        """What is wrong, for a refusal that says beside it what would be legal."""
        return "; ".join(_said(fault) for fault in self.faults)


def _said(fault: Fault, *, legal: bool = False) -> str:
    said = f"{fault.field}: {fault.message} ({fault.clause})"
    return f"{said}. Legal: {', '.join(fault.legal)}" if legal and fault.legal else said


def chapters() -> tuple[Chapter, ...]:
    """Every chapter."""
    return _chapters(FOLDERS)


def numbered(number: str) -> Chapter:
    """The chapter of a number; no other is loaded for it."""
    folder = next(one for one in FOLDERS if one.rpartition(".")[2].startswith(f"c{number}_"))
    chapter: Chapter = import_module(folder).CHAPTER
    return chapter


def games(*, banked: bool | None = None) -> Mapping[str, str]:
    """Every game by id and name; only those against a bank, or only those among players, where ``banked`` says so."""
    return _games(FOLDERS, banked)


def chapter_of(game: str) -> Chapter:
    """The chapter of a game id; none after it in the list is loaded for it."""
    for folder in FOLDERS:
        chapter: Chapter = import_module(folder).CHAPTER
        if game in chapter.games:
            return chapter
    raise UnknownGameError(no_game(game))


def has_game(game: object) -> bool:
    """Whether this is the id of a game; no chapter after its own is loaded."""
    return isinstance(game, str) and any(game in import_module(folder).CHAPTER.games for folder in FOLDERS)


def no_game(game: object, *, listed: bool = True) -> str:
    """That there is no such game, and which comes nearest, or else, where they are ``listed``, which there are."""
    hint = nearest(game, games(), 0.7) if isinstance(game, str) else ""
    what = "there is no game" if isinstance(game, str) else "a game is named by its id, not by"
    return f"{what} {shown(game)}{hint or ('; the games are ' + ', '.join(games()) if listed else '')}"


# What is remembered depends on the list, so that a longer one is another question.
@cache
def _chapters(folders: tuple[str, ...]) -> tuple[Chapter, ...]:
    return tuple(import_module(folder).CHAPTER for folder in folders)


@cache
def _games(folders: tuple[str, ...], banked: bool | None) -> Mapping[str, str]:
    listed = [chapter for chapter in _chapters(folders) if banked is None or chapter.banked is banked]
    return {id: name for chapter in listed for id, name in chapter.games.items()}


def submission_of(game: str) -> type[RulesSubmission]:
    """The class of a game's Rules Submission."""
    model: type[RulesSubmission] = chapter_of(game).parts().submission
    return model


def example_of(game: str) -> str:
    """Return a lawful submission of a game in which every field is explained.

    Of a banked chapter that has none it names the game alone: everything else may be left out.
    """
    chapter = chapter_of(game)
    example = chapter.parts().example
    if example is not None:
        return example(game)
    from importlib.resources import files

    file = files(chapter.folder).joinpath("example.toml")
    if chapter.banked and not file.is_file():
        return f'game = "{game}"\n'
    return file.read_text(encoding="utf-8")


def check(data: Mapping[str, Any], *, game: str | None = None) -> tuple[RulesSubmission, list[Fault]]:
    """Read a submission and list everything that is wrong with it."""
    submission, faults, _ = examined(data, game=game)
    return submission, faults


def examined(data: Mapping[str, Any], *, game: str | None = None) -> tuple[RulesSubmission, list[Fault], Rules | None]:
    """A submission, everything that is wrong with it, and the rules it resolves to if they can be used."""
    id = _game_of(data, game)
    return _checked(chapter_of(id), {**data, "game": id})


def _game_of(data: Mapping[str, Any], game: str | None) -> str:
    """The game of a submission, which may be known otherwise."""
    if not isinstance(data, Mapping):
        raise TypeError(f"a submission is the data of its file, a mapping of fields, not {shown(data)}")
    if not all(isinstance(name, str) for name in data):
        raise TypeError("the fields of a submission are named by texts")
    id = data.get("game") or game
    if not isinstance(id, str):
        raise UnknownGameError("the submission names no game" if id is None else no_game(id))
    return id


Opens: TypeAlias = str | Path | Mapping[str, Any] | Rules
"""A game id, a submission, its file or resolved rules."""


@overload
def open_table(
    what: BankedGameId | TableRules, *, staffed: bool = False, stated: bool = False, at: int = 0
) -> BankedTable: ...
@overload
def open_table(
    what: PokerGameId | PokerRules, *, staffed: bool = False, stated: bool = False, at: int = 0
) -> PokerTable: ...
@overload
def open_table(what: Opens, *, kind: type[T], staffed: bool = False, stated: bool = False, at: int = 0) -> T: ...
@overload
def open_table(what: Opens, *, staffed: bool = False, stated: bool = False, at: int = 0) -> Table[Any, Any]: ...
def open_table(
    what: Opens, *, kind: type[Any] | None = None, staffed: bool = False, stated: bool = False, at: int = 0
) -> Any:
    """Open a table: of a game by its id, of a submission or its file, or of resolved rules.

    Args:
        what: The id of a game, a submission as data, the path of its TOML file, or resolved rules.
        kind: The class of table the caller can use, `BankedTable` or `PokerTable`, where ``what`` leaves it open.
        staffed: Whether a dealer stands at the table, who may speak for the players.
        stated: Whether the table is for one stated round.
        at: When it is opened, in seconds.

    Raises:
        UnknownGameError: There is no such game, or its table is of another kind.
        UnlawfulSubmissionError: The submission has faults; the error has all of them.
    """
    from houseway.engine import opening

    rules = _rules_of(what)
    table = opening.open_table(rules, staffed=staffed, stated=stated, at=at)
    if kind is not None and not isinstance(table, kind):
        raise UnknownGameError(f"{rules.game.name} is played at a {type(table).__name__}, not at a {kind.__name__}")
    return table


def _rules_of(what: Opens) -> Rules:
    if isinstance(what, Mapping):
        rules = resolve(what)
    elif isinstance(what, str) and has_game(what):
        # Poker has no table without its limits: the example's are taken.
        rules = resolve({}, game=what) if chapter_of(what).banked else resolve(tomllib.loads(example_of(what)))
    elif isinstance(what, str) and not Path(what).suffix:
        raise UnknownGameError(no_game(what))
    elif isinstance(what, str | Path):
        rules = load(what)
    elif not hasattr(what, "machine"):
        raise TypeError(f"a table is opened by a game, a submission, its file or its rules, not by {shown(what)}")
    else:
        rules = what
    return rules


def load(path: str | Path) -> Rules:
    """The rules of a table from a submission file; raises if that cannot be read or is not lawful."""
    try:
        return resolve(toml_of(Path(path).read_bytes()))
    except UnreadableError as error:
        raise UnreadableError(f"{path} is {error}") from None


@overload
def resolve(data: Mapping[str, Any], *, game: str | None = None) -> Rules: ...
@overload
def resolve(data: Mapping[str, Any], *, game: str | None = None, kind: type[R]) -> R: ...
def resolve(data: Mapping[str, Any], *, game: str | None = None, kind: type[R] | None = None) -> Rules | R:
    """The rules of a table from its submission; raises with every fault if it is not lawful.

    A custom paytable, which is only for study, does not stop it. ``kind`` is the class of rules the caller can use.
    """
    id = _game_of(data, game)
    chapter = chapter_of(id)
    try:
        text = json.dumps({**data, "game": id}, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        # What JSON cannot hold, a date or a number as a name inside, is faulty; the check says where.
        rules = _resolved(chapter, {**data, "game": id})
    else:
        rules = _resolve(chapter, text)
    if kind is not None and not isinstance(rules, kind):
        raise UnknownGameError(f"{id!r} is a game of chapter {chapter.number} and has no {kind.__name__}")
    return rules


def filed_meaning(data: Mapping[str, Any], digest: str) -> Mapping[str, Any]:
    """Return a filed submission as it was meant when it was given this digest.

    A later version may take another default for what it leaves open: then what was taken is spelled out.
    """
    from houseway.rules.submission import digest_of

    model = submission_of(_game_of(data, None))
    for meaning in (data, *model.earlier_meanings(data)):
        submission, _ = check(meaning)
        if digest_of(submission) == digest:
            return meaning
    return data


@lru_cache(maxsize=1024)
def _resolve(chapter: Chapter, text: str) -> Rules:
    return _resolved(chapter, json.loads(text))


def _resolved(chapter: Chapter, data: Mapping[str, Any]) -> Rules:
    from houseway.rules.submission import Severity

    _, faults, rules = _checked(chapter, data)
    if rules is None:
        raise UnlawfulSubmissionError([fault for fault in faults if fault.severity is Severity.FAULT])
    return rules


def _checked(chapter: Chapter, data: Mapping[str, Any]) -> tuple[RulesSubmission, list[Fault], Rules | None]:
    from houseway.chapters.limits import amount_faults
    from houseway.rules.reading import read
    from houseway.rules.submission import is_usable
    from houseway.rules.table_rules import TableRules

    parts = chapter.parts()
    submission, faults = read(parts.submission, data)
    if not is_usable(faults):
        return submission, faults + _amount_faults_beside(chapter, data, faults), None
    rules = parts.rules(submission)
    # Which amounts a wager can have is known of the built game alone.
    beyond = list(amount_faults(rules)) if isinstance(rules, TableRules) else []
    return submission, faults + beyond, None if beyond else rules


_WAGERS_REST_ON = frozenset(("offered", "paytables", "custom_paytables", "game"))


def _amount_faults_beside(chapter: Chapter, data: Mapping[str, Any], faults: list[Fault]) -> list[Fault]:
    """Return the wagers that no amount satisfies, whatever becomes of the fields that are at fault."""
    from houseway.chapters.limits import amount_faults
    from houseway.rules.reading import read
    from houseway.rules.submission import is_usable
    from houseway.rules.table_rules import TableRules

    at_fault = {fault.field.partition(".")[0] for fault in faults if fault.severity.value == "fault"}
    if not chapter.banked or at_fault & _WAGERS_REST_ON:
        return []
    parts = chapter.parts()
    submission, left = read(parts.submission, {name: one for name, one in data.items() if name not in at_fault})
    if not is_usable(left):
        return []
    rules = parts.rules(submission)
    assert isinstance(rules, TableRules)
    return [fault for fault in amount_faults(rules) if fault.field not in at_fault]
