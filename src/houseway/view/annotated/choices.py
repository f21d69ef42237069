"""Choices a clause leaves to the certificate holder: the fields of the Rules Submission, explained as in its example."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.chapters import registry
from houseway.register.variants import variants
from houseway.rules.submission import RulesSubmission, Submission


@dataclass(frozen=True, slots=True)
class Choice:
    """A field of the submission, what the example says of it, and the games that have it."""

    field: str
    explained: str
    games: tuple[str, ...]


def choices_by_clause(chapter: str) -> Mapping[str, tuple[Choice, ...]]:
    """Return the fields that each clause of a chapter leaves open."""
    games: dict[tuple[str, str, str], dict[str, None]] = {}
    for game in registry.numbered(chapter).games:
        explained = _explained(registry.example_of(game))
        for data, _ in variants(game):
            submission, _ = registry.check(data)
            for id, field in _fields(submission):
                words = explained.get(field) or explained.get(field.partition(".")[0]) or _described(submission, field)
                games.setdefault((id, field, words), {})[game] = None
    choices: dict[str, dict[str, Choice]] = {}
    for (id, field, words), by_game in games.items():
        # Games that explain a field in other words share its first explanation.
        earlier = choices.setdefault(id, {}).get(field)
        choices[id][field] = Choice(
            field,
            words if earlier is None else earlier.explained,
            tuple(dict.fromkeys((*(earlier.games if earlier is not None else ()), *by_game))),
        )
    return {id: tuple(by_field.values()) for id, by_field in choices.items()}


def _fields(submission: RulesSubmission) -> Iterator[tuple[str, str]]:
    names = [name for name in type(submission).model_fields if name != "game"]
    for name in (*names, *type(submission).part_clauses):
        id = submission.clause(name)
        if id:
            yield id, name
    if isinstance(submission, Submission):
        for wager in submission.paytable_choices:
            id = submission.clause(f"paytables.{wager}")
            if id:
                yield id, f"paytables.{wager}"
        yield from ((id, "offered") for id in submission.wager_clauses.values())


def _described(submission: RulesSubmission, field: str) -> str:
    info = type(submission).model_fields.get(field.partition(".")[0])
    description = (info.description if info is not None else None) or ""
    return f"{description[:1].upper()}{description[1:]}." if description else ""


_STATED = re.compile(r"^(?:# )?\[*(?P<name>[a-z_]+)(?:\]*$| = )")


def _explained(example: str) -> dict[str, str]:
    """Return what the comments of an example say above each field; fields in a row share them."""
    explained: dict[str, str] = {}
    comments: list[str] = []
    ended = False
    for line in example.splitlines():
        stated = _STATED.match(line)
        if stated is not None:
            explained.setdefault(stated["name"], " ".join(comments))
            ended = True
        elif line.startswith("#"):
            if ended:
                comments, ended = [], False
            comments.append(line.removeprefix("#").strip())
        else:
            comments, ended = [], False
    return {name: " ".join(words.split()) for name, words in explained.items() if words}
