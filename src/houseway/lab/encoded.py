"""PAR sheets as JSON: as ``analyze --json`` prints them, and as they are kept from one run to the next."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from houseway.lab.sheet import Grid, Listing, MainSheet, Progressive, Sheet, WagerSheet, ratio

T = TypeVar("T")


def as_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as ``analyze --json`` prints it."""
    wagers: dict[str, dict[str, Any]] = {}
    for one in (*(sheet.main.wagers if sheet.main is not None else ()), *sheet.wagers):
        wagers.setdefault(one.wager, {})[one.paytable] = _wager(one)
    main: dict[str, Any] = _main(sheet.main) if sheet.main is not None else {"pending": sheet.pending}
    if sheet.choices:
        main["choices"] = {choice.key: _main(choice.main) for choice in sheet.choices}
    head = {"game": sheet.game, "digest": sheet.digest, "version": sheet.version}
    best = {} if sheet.optimal is None else {"optimal": _main(sheet.optimal)}
    return {**head, "wagers": wagers, "main": main, **best, "notes": list(sheet.notes)}


def _wager(sheet: WagerSheet) -> dict[str, Any]:
    found: dict[str, Any] = {
        "return": ratio(sheet.returned),
        "house_edge": float(sheet.house_edge),
        "hit_frequency": float(sheet.hit_frequency),
        "standard_deviation": sheet.standard_deviation,
        "combinations": sheet.combinations,
        "total": sheet.total,
        "rows": [
            {
                "row": row.label,
                "pays": row.pays,
                "clause": row.clause,
                "combinations": row.combinations,
                "net": ratio(sheet.net_of(row)),
                "stake": row.stake,
            }
            for row in sheet.rows
        ],
    }
    if sheet.size is not None:
        found["at"] = {"wager": sheet.size.wager, "meter": sheet.size.meter}
    if sheet.estimate is not None:
        found["estimate"] = msgspec.to_builtins(sheet.estimate)
    if sheet.progressive is not None:
        found["progressive"] = _progressive(sheet.progressive)
    return {**found, "notes": list(sheet.said)} if sheet.said else found


def _progressive(one: Progressive) -> dict[str, Any]:
    return {
        "meter": one.meter,
        "wager": one.wager,
        "at": one.at,
        "reset": one.reset,
        "rate": ratio(one.rate),
        "fixed": ratio(one.fixed),
        "per_dollar": ratio(one.slope),
        "break_even": None if one.break_even is None else float(one.break_even),
        "paid_from_meter": ratio(one.paid_from),
        "meter_emptied": ratio(one.emptied),
        "wagers_per_hour": one.wagers_per_hour,
        "days_between": one.days_between,
    }


def _main(sheet: MainSheet) -> dict[str, Any]:
    asked: dict[str, dict[str, float]] = {}
    for decision in sheet.decisions:
        asked.setdefault(decision.asked, {})[decision.answer] = decision.deals / sheet.total
    return {
        "unit": sheet.unit,
        "played": sheet.played,
        "return": ratio(sheet.returned),
        "house_edge": float(sheet.house_edge),
        "hit_frequency": float(sheet.hit_frequency),
        "standard_deviation": sheet.standard_deviation,
        "average_wager": float(sheet.average_wager),
        "element_of_risk": float(sheet.element_of_risk),
        "decisions": asked,
        "strategy": [_part(part) for part in sheet.strategy],
        "distribution": {ratio(one.net): one.deals for one in sheet.results},
        "total": sheet.total,
        "figures": {name: ratio(value) for name, value in sheet.figures},
        "notes": list(sheet.notes),
        **({} if sheet.estimate is None else {"estimate": msgspec.to_builtins(sheet.estimate)}),
    }


def _part(part: Grid | Listing) -> dict[str, Any]:
    if isinstance(part, Grid):
        cells: dict[str, Any] = {"rows": part.rows, "columns": part.columns, "cells": part.cells}
        costs = {"costs": [[float(one) for one in row] for row in part.costs]} if part.costs else {}
        return {"title": part.title, "asked": part.asked, "says": part.says, **cells, **costs}
    lines = [
        {
            "when": line.when,
            "do": line.do,
            **({} if line.share is None else {"share": float(line.share)}),
            **({} if line.gain is None else {"gain": float(line.gain)}),
            **({"example": line.example} if line.example else {}),
        }
        for line in part.lines
    ]
    return {"title": part.title, "asked": part.asked, "says": part.says, "lines": lines}


def encode(value: Any) -> bytes:
    """A sheet as it is kept."""
    return msgspec.json.encode(value, enc_hook=_out)


def decode(kept: bytes, kind: type[T]) -> T:
    """A sheet that was kept."""
    return msgspec.json.decode(kept, type=kind, dec_hook=_in)


def _out(value: Any) -> Any:
    if isinstance(value, Fraction):
        return ratio(value)
    raise NotImplementedError(type(value))


def _in(kind: type[Any], value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(kind)
