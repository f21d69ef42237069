"""Paytables of the user's own, for study: a chapter's paytable with rows changed, or a table stated in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum

from houseway.money import FixedSum, MeterShare, Pays, parse_pays
from houseway.rules.paytable import NO_CHOICE, Paytable, label_of
from houseway.written import nearest, shortened

CUSTOM = "custom"
FROM = "from"
"""Beside the rows of a custom paytable: the paytable that the other rows are taken from."""


def hands_of(choices: Mapping[str, Paytable]) -> dict[str, IntEnum]:
    """Return the hands that a chapter's paytables name, by label, in the printed order."""
    return {label_of(hand): hand for table in choices.values() for hand in table.pays}


def base_of(choices: Mapping[str, Paytable], rows: Mapping[str, str]) -> Paytable | None:
    """Return the paytable that the unnamed rows of a custom table are taken from; None if these hands lose.

    A table that the chapter prints once is its own base.
    """
    return choices.get(rows.get(FROM, NO_CHOICE))


def custom_paytable(choices: Mapping[str, Paytable], rows: Mapping[str, str]) -> Paytable:
    """Return a paytable of the user's own, over the hands that the chapter's paytables name, in the printed order."""
    hands, base = hands_of(choices), base_of(choices, rows)
    if FROM in rows and base is None:
        raise ValueError(
            f"there is no paytable {shortened(rows[FROM])!r} to take rows from{nearest(rows[FROM], choices)}"
        )
    paid: dict[IntEnum, Pays] = {} if base is None else dict(base.pays)
    for label, text in rows.items():
        if label != FROM:
            paid[_hand(label, hands)] = _payout(choices, label, text)
    model = next(iter(choices.values()))
    return Paytable(CUSTOM, model.clause, {hand: paid[hand] for hand in hands.values() if hand in paid}, lawful=False)


def row_faults(choices: Mapping[str, Paytable], rows: Mapping[str, str]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each row of a custom paytable that cannot be used, why, and the names that could stand in its place."""
    hands = hands_of(choices)
    for label, text in rows.items():
        try:
            custom_paytable(choices, {label: text})
        except ValueError as error:
            known = tuple(choices if label == FROM else () if label.lower() in hands else hands)
            yield label, str(error), known


def unnamed_hands(choices: Mapping[str, Paytable], rows: Mapping[str, str]) -> list[str]:
    """Return the hands that the chapter's first paytable pays and a custom table, which takes no rows from it, does not name."""
    if base_of(choices, rows) is not None:
        return []
    named = {label.lower() for label in rows}
    return [label_of(hand) for hand in next(iter(choices.values())).pays if label_of(hand) not in named]


def _hand(label: str, hands: Mapping[str, IntEnum]) -> IntEnum:
    if label.lower() not in hands:
        raise ValueError(f"{label!r} is no hand of this paytable{nearest(label, hands)}")
    return hands[label.lower()]


def _payout(choices: Mapping[str, Paytable], label: str, text: str) -> Pays:
    """Read a payout of a kind that the chapter's own table has."""
    printed = [pays for table in choices.values() for pays in table.pays.values()]
    meter = next((one.meter for one in printed if isinstance(one, MeterShare)), None)
    pays = parse_pays(text, meter=meter or "")
    if isinstance(pays, MeterShare) and meter is None:
        raise ValueError(f"{label!r}: this wager has no meter to pay {text} of")
    sums = [isinstance(one, FixedSum) for one in printed]
    if isinstance(pays, FixedSum) and not any(sums):
        raise ValueError(f"{label!r}: a fixed sum such as {text} is paid as an Envy Bonus alone")
    if all(sums) and not isinstance(pays, FixedSum):
        raise ValueError(f'{label!r}: an Envy Bonus is a fixed sum; write it as "$500", not as {shortened(text)!r}')
    return pays
