"""What-ifs by row: a submission with one row of a paytable changed, and what a custom paytable changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.chapters import registry
from houseway.rules.custom_paytable import CUSTOM, FROM, base_of, unnamed_hands
from houseway.rules.paytable import NOT_PAID, label_of
from houseway.rules.submission import Submission, paytable_of
from houseway.rules.table_rules import TableRules


def with_row(data: Mapping[str, Any], table: str, row: str, pays: str) -> dict[str, Any]:
    """Return a submission with one row of a paytable changed; every other row stays as it is in force.

    A submission that has a custom paytable keeps the rows it states. Whether the names exist is for the check to say.
    """
    changed = dict(data)
    tables, customs = _table_at(data, "paytables"), _table_at(data, "custom_paytables")
    rows = customs.get(table)
    if not isinstance(rows, Mapping):
        rows = {} if (letter := _letter_in_force(data, table)) is None else {FROM: letter}
    label = " ".join(row.replace("_", " ").split()).lower()
    written = "lose" if pays.upper() == NOT_PAID else pays.strip("\"'")
    changed["custom_paytables"] = {**customs, table: {**rows, label: written}}
    if table in _model(data).paytable_choices:
        changed["paytables"] = {**tables, table: CUSTOM}
    return changed


def _model(data: Mapping[str, Any]) -> type[Submission]:
    model = registry.submission_of(data["game"])
    assert issubclass(model, Submission)
    return model


def _table_at(data: Mapping[str, Any], field: str) -> dict[str, Any]:
    inner = data.get(field)
    return dict(inner) if isinstance(inner, Mapping) else {}


def _letter_in_force(data: Mapping[str, Any], table: str) -> str | None:
    """Return the letter of the paytable in force; None where the chapter prints only one."""
    choices = _model(data).paytable_choices.get(table)
    if choices is None:
        return None
    chosen = _table_at(data, "paytables").get(table)
    if chosen in choices:
        return str(chosen)
    # Which letter is taken where none is named can rest on other choices.
    plain = {name: one for name, one in _table_at(data, "paytables").items() if name != table}
    try:
        rules = registry.resolve({**data, "paytables": plain}, kind=TableRules)
    except registry.UnlawfulSubmissionError:
        return next(iter(choices))
    return rules.paytable_in_force(table)


def custom_notes(rules: TableRules) -> Iterator[str]:
    """Yield, for each custom paytable in force, the rows it changes and the hands it leaves unpaid."""
    model = registry.submission_of(rules.game.id)
    submission = model.model_validate(rules.submission)
    assert isinstance(submission, Submission)
    for table, rows in submission.custom_paytables.items():
        if rules.paytables.get(table) != CUSTOM:
            continue
        choices = submission.printed_tables(table)
        own, base = paytable_of(submission, table), base_of(choices, rows)
        model_table = base or next(iter(choices.values()))
        changes = [
            f"{label_of(hand)} {pays} instead of {model_table.pays.get(hand, 'unpaid')}"
            for hand, pays in own.pays.items()
            if pays != model_table.pays.get(hand)
        ]
        name = f"paytable {rows[FROM]}" if FROM in rows else "the paytable"
        beside = f"{name} of {own.clause}" if base is not None else f"a table of its own under {own.clause}"
        unpaid = unnamed_hands(choices, rows)
        lost = f"; hands that it does not name lose: {', '.join(unpaid)}" if unpaid else ""
        yield f"{table}: custom paytable, for study, not lawful; {beside}, {', '.join(changes) or 'unchanged'}{lost}."
