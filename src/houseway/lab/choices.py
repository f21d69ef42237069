"""What the chapter leaves to a submission and changes a figure: the lawful choices that some rules have not made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

from houseway.chapters import registry
from houseway.lab.facet import lab_of
from houseway.rules.submission import Submission
from houseway.rules.table_rules import TableRules


class Changed(NamedTuple):
    """These rules with another choice: the field, its value, the rules that follow, and what else had to be changed."""

    field: str
    value: str
    rules: TableRules
    also: str = ""


def other_paytables(rules: TableRules) -> Iterator[tuple[str, Changed]]:
    """Each paytable that could be chosen for a wager instead of the one in force."""
    for wager, choices in model_of(rules).paytable_choices.items():
        for letter in choices:
            if letter != rules.paytable_in_force(wager):
                field = f"paytables.{wager}"
                for start, also in ((rules, ""), *_other_brands(rules)):
                    changed_rules = with_choice(start, field, letter)
                    if changed_rules is not None:
                        yield wager, Changed(field, letter, changed_rules, also)
                        break


def _other_brands(rules: TableRules) -> Iterator[tuple[TableRules, str]]:
    """Yield the rules under another value of the field that decides which paytables may be chosen, with the paytables it takes
    where none is named."""
    lab = lab_of(rules.game.id)
    if lab is not None and lab.paytable_option is not None:
        for change in _others(_without_paytables(rules), lab.paytable_option):
            yield change.rules, f"{change.field} {change.value}"


def other_options(rules: TableRules) -> Iterator[Changed]:
    """Each other value of the options that change what a wager beside the main game pays."""
    lab = lab_of(rules.game.id)
    for field in () if lab is None else lab.side_options:
        yield from _others(rules, field)


def other_main_games(rules: TableRules) -> Iterator[Changed]:
    """Each other value of the options that change the main game."""
    lab = lab_of(rules.game.id)
    for field in () if lab is None else lab.main_options:
        yield from _others(rules, field)


def _others(rules: TableRules, field: str) -> Iterator[Changed]:
    info = model_of(rules).model_fields.get(field)
    for value in get_args(info.annotation) if info is not None else ():
        if value != rules.submission[field]:
            changed_rules = with_choice(rules, field, value)
            if changed_rules is not None:
                yield Changed(field, value, changed_rules)


def _without_paytables(rules: TableRules) -> TableRules:
    found = with_choice(rules, "paytables", {})
    assert found is not None
    return found


def model_of(rules: TableRules) -> type[Submission]:
    """The class of the rules' submission."""
    model = registry.submission_of(rules.game.id)
    assert issubclass(model, Submission)
    return model


def with_choice(rules: TableRules, field: str, value: Any) -> TableRules | None:
    """These rules with one field of their submission changed; None where that is not lawful."""
    try:
        return registry.resolve(changed(rules.submission, field, value), kind=TableRules)
    except registry.UnlawfulSubmissionError:
        return None


def changed(submission: Mapping[str, Any], field: str, value: Any) -> dict[str, Any]:
    """A submission with one field changed; ``paytables.trips_plus`` is a field inside another."""
    name, _, inner = field.partition(".")
    data = {key: held for key, held in submission.items() if held is not None}
    if inner:
        within = data.get(name)
        data[name] = changed(within if isinstance(within, Mapping) else {}, inner, value)
    else:
        data[name] = value
    return data
