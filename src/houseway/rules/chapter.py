"""A chapter as a value: what its folder exports as ``CHAPTER``, cheap to list, its parts loaded when first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from random import Random

    from houseway.rules.submission import RulesSubmission

S = TypeVar("S", bound="RulesSubmission")


class Game(Protocol):
    """What every game has."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class Rules(Protocol):
    """What the resolved rules of every table have. ``digest`` names them: a round is bound to it."""

    @property
    def game(self) -> Game: ...
    @property
    def digest(self) -> str: ...
    @property
    def submission(self) -> Mapping[str, Any]: ...
    @property
    def machine(self) -> Any: ...


def named(rules: Rules) -> str:
    """Resolved rules as a developer sees them: every field of them would be pages."""
    return f"<the rules of {rules.game.name}, digest {rules.digest[:12]}>"


class Strategy(Protocol):
    """How a computer player answers a question, from nothing but its table's rules and what its seat may see.

    The answer is a command, or None to let the question pass.
    """

    def __call__(self, rules: Any, seen: Any, question: Any, chance: Random, /) -> Any: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts(Generic[S]):
    """What is made from a chapter: its Rules Submission, and, loaded when first called, the rules of a table from a lawful one.

    ``example`` gives a commented submission of a game; without it the folder's ``example.toml`` is the one.
    """

    submission: type[S]
    rules: Callable[[S], Rules]
    example: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Chapter:
    """One chapter of the Code: its number and title, its games by id and name, and how to load its facets.

    ``folder`` is the package it is written in; ``banked``: players play against a bank, not against each other. ``strategy`` is
    that of its computer players, ``lab`` how its game is analyzed (a `houseway.lab.facet.Lab`), ``layout`` what is printed on
    its tables (a `houseway.rules.layout.Layout`).
    """

    folder: str
    number: str
    title: str
    games: Mapping[str, str]
    banked: bool = True
    parts: Callable[[], Parts[Any]]
    strategy: Callable[[], Strategy]
    lab: Callable[[], Any] | None = None
    layout: Callable[[], Any] | None = None
