"""The wagers beside the main game: their sheets from the counts of the primitives they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from houseway.lab.deal_spaces import Counts, settled, space_of
from houseway.lab.facet import lab_of
from houseway.lab.sheet import Counted, MainSheet, Progressive, Size, WagerSheet, counted_rows
from houseway.money import Cents, Role, dollars
from houseway.rules.game import BankedGame, Meter, PayEnvy, PayOnTop, PayoutLimit, Placed, SharedMeter, Wager
from houseway.rules.paytable import NO_CHOICE
from houseway.rules.settlement import SettlementTable
from houseway.rules.table_rules import TableRules

_DOLLAR = Cents(100)


def is_side(wager: Wager) -> bool:
    """Return whether a wager is placed beside the main game: before the deal, and in an amount of its own."""
    return not wager.main and wager.equals is None and wager.placed is Placed.BEFORE_THE_DEAL


def side_wagers(game: BankedGame) -> list[Wager]:
    """The wagers beside the main game, those among them that the submission does not offer too."""
    return [wager for wager in game.wagers.values() if is_side(wager)]


def on_top_name(stage: PayOnTop) -> str:
    """A payment on top by the name of what earns it: Magic Card."""
    return stage.table.rows[0].name.title()


def payments(game: BankedGame, wager: Wager) -> Iterator[tuple[str, str, SettlementTable, Cents]]:
    """What is paid beside a wager's own table: id, name, table, and the size of the wager it is looked at."""
    for stage in game.stages:
        if isinstance(stage, PayEnvy) and stage.wager == wager.id:
            for least, table, _ in stage.brackets:
                more = f" at {dollars(least)}" if len(stage.tables) > 1 else ""
                yield f"{wager.id}_envy", f"Envy Bonus of the {wager.name}{more}", table, Cents(least)
        elif isinstance(stage, PayOnTop) and stage.measured_by == wager.id:
            yield f"{wager.id}_{stage.id}", f"{on_top_name(stage)} on the {wager.name}", stage.table, _DOLLAR


def sheets_of(rules: TableRules, wager: Wager, counts: Mapping[str, Counts]) -> list[WagerSheet]:
    """The sheets of one wager that rests on no decision, and of what is paid beside it, as far as they are counted."""
    game = rules.game
    found = []
    table = game.tables[wager.id]
    if (space := space_of(game, table)) is not None and table.steps[0][0].id in counts:
        rows = counted_rows(table, settled(table, counts[table.steps[0][0].id]))
        found += wager_sheets(rules, wager, rows, total=space.total, says=space.text)
    for id, name, extra, least in payments(game, wager):
        space = space_of(game, extra)
        if space is None or extra.steps[0][0].id not in counts:
            continue
        rows = counted_rows(extra, settled(extra, counts[extra.steps[0][0].id]))
        found.append(
            WagerSheet(
                wager=id,
                name=name,
                paytable=dollars(least) if any(one.wager == id for one in found) else rules.paytable_in_force(wager.id),
                clause=rows[0].clause,
                rows=rows,
                total=space.total,
                role=extra.role,
                size=Size(wager=least),
                notes=_payment_notes(game, extra.role, space.text, least),
            ).check()
        )
    return found


_EVERY_ROUND = (
    "Drawn in every round, beside a wager that loses too (reading {reading}): the chapter says what it pays, not how often it is "
    "drawn. Drawn in one round of several, it is worth that part of this."
)


def on_top_reading(game: BankedGame) -> str:
    """Return the reading by which payments on top are taken to be drawn in every round; empty if the game draws none."""
    lab = lab_of(game.id)
    return "" if lab is None else lab.on_top_reading


def _payment_notes(game: BankedGame, role: Role, says: str, least: Cents) -> tuple[str, ...]:
    if role is Role.ENVY:
        return (f"Counted over {says}: worth so much for each other player, as a part of a wager of {dollars(least)}.",)
    full = "six players" if game.seats == 6 else f"{game.seats} player{'s' if game.seats > 1 else ''}"
    draws = f" of the dealer and {full}; with fewer of them it is drawn more often" if "position" in says else ""
    counted = (
        f"Counted over {says}{draws}. Paid on top of the wager, for each unit of it, whether the wager wins or not."
    )
    reading = on_top_reading(game)
    return (counted, _EVERY_ROUND.format(reading=reading)) if reading else (counted,)


def wager_sheets(
    rules: TableRules, wager: Wager, rows: tuple[Counted, ...], *, total: int, says: str, more: tuple[str, ...] = ()
) -> list[WagerSheet]:
    """A wager's sheet; where it is paid from a meter, one for each size in which it is offered."""
    game = rules.game
    notes = (f"Counted over {says}.", *more, *_limit_notes(game, wager, rows))
    plain = WagerSheet(
        wager=wager.id,
        name=wager.name,
        paytable=rules.paytable_in_force(wager.id),
        clause=wager.clause,
        rows=rows,
        total=total,
        notes=notes,
    ).check()
    if not any(row.meter for row in rows):
        return [plain]
    meter = _meter(game, wager)
    found = []
    for number, size in enumerate(sizes_of(game, wager)):
        sized = replace(
            plain,
            paytable=dollars(size.wager) if number else NO_CHOICE,
            size=size,
            notes=(*notes, *_meter_notes(game, wager, size.wager)),
        )
        found.append(with_meter(sized, meter))
    return found


def sizes_of(game: BankedGame, wager: Wager) -> tuple[Size, ...]:
    """The sizes at which a wager that is paid from a meter is looked at, the meter standing where it starts."""
    meter = _meter(game, wager)
    return tuple([Size(wager=cents, meter=meter.initial) for cents in wager.sizes or (wager.minimum or _DOLLAR,)])


def _meter(game: BankedGame, wager: Wager) -> Meter:
    """The meter of a wager; where the submission does not offer it, one that starts with nothing."""
    assert wager.meter is not None
    empty = Meter(id=wager.meter, initial=Cents(0), reset=Cents(0), rate=Fraction(0), clause=wager.clause)
    return game.meters.get(wager.meter, empty)


def with_meter(sheet: WagerSheet, meter: Meter) -> WagerSheet:
    """A sheet with what its wager is worth as the meter moves."""
    assert sheet.size is not None
    cents = sheet.size.wager
    fixed = 1 + sum((row.combinations * row.wager for row in sheet.rows), start=Fraction(0)) / sheet.total
    share = sum((row.combinations * row.meter for row in sheet.rows), start=Fraction(0)) / sheet.total
    hits = sum(row.combinations for row in sheet.rows if row.meter)
    whole = sum(row.combinations for row in sheet.rows if row.meter == 1)
    progressive = Progressive(
        meter=meter.id,
        wager=cents,
        at=sheet.size.meter,
        reset=meter.reset,
        rate=meter.rate,
        fixed=fixed,
        slope=share * 100 / cents,
        break_even=(1 - fixed) * cents / share if share else None,
        paid_from=Fraction(hits, sheet.total),
        emptied=Fraction(whole, sheet.total),
    )
    return replace(sheet, progressive=progressive)


def _meter_notes(game: BankedGame, wager: Wager, cents: Cents) -> tuple[str, ...]:
    """What of the meter these figures leave out."""
    meter = _meter(game, wager)
    if not meter.initial:
        at = "The submission does not offer this wager, so its meter is taken as empty"
    else:
        at = f"At a wager of {dollars(cents)} and the meter's initial amount of {dollars(meter.initial)}"
    shared = any(isinstance(stage, SharedMeter) and stage.wager == wager.id for stage in game.stages)
    alone = "a share on the dealer's hand is divided among all who wagered on it: here there is one" if shared else ""
    says = [
        f"{at}; what the wager adds to the meter itself ({float(meter.rate):.3g} of it) stays with later winners.",
        "Two winners of one round on one meter are not modelled: the second is paid from what the first leaves"
        + (f"; {alone}." if alone else "."),
    ]
    if meter.linked:
        says.append(
            "The meter is linked: other tables or games add to it and may win it, which these figures leave out."
        )
    if not wager.sizes:
        says.append(f"The submission states no size of this wager: {dollars(cents)} is taken.")
    return tuple(says)


def _limit_notes(game: BankedGame, wager: Wager, rows: tuple[Counted, ...]) -> tuple[str, ...]:
    """From which wager on the payout limit can bind, which these figures leave out."""
    limit = game.limit
    if limit is None or wager.id not in limit.wagers:
        return ()
    paid = [row.wager for row in rows if row.clause in limit.clauses and row.combinations]
    most = max(paid, default=Fraction(0))
    if most <= 0:
        return ()
    return (_unlimited(limit, f"paid alone, this wager reaches it from {_first(limit, most)} on"),)


def main_limit_notes(game: BankedGame, main: MainSheet) -> tuple[str, ...]:
    """The same of a main game: what a round wins at most is paid on the wagers that the limit is for."""
    limit = game.limit
    if limit is None or main.unit not in limit.wagers:
        return ()
    unit = game.wagers[main.unit].name
    first = _first(limit, max(one.net for one in main.results))
    return (_unlimited(limit, f"a round without other wagers reaches it from an {unit} of {first} on"),)


def _first(limit: PayoutLimit, most: Fraction) -> str:
    return dollars(int(limit.cents / most) + 1)


def _unlimited(limit: PayoutLimit, from_where: str) -> str:
    return f"The payout limit of {dollars(limit.cents)} ({limit.clause}) is not in these figures: {from_where}."
