"""From rules to their PAR sheet: what is counted, what is solved, and what was kept from an earlier run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from msgspec.structs import replace

from houseway.lab import store
from houseway.lab.choices import model_of, other_main_games, other_options, other_paytables
from houseway.lab.deal_spaces import Counts, count, space_of
from houseway.lab.facet import lab_of
from houseway.lab.favours import favours_in, favours_instead
from houseway.lab.main_games import decision_sheets, main_digest, rests_on_decisions, solve_best_play, solve_main_game
from houseway.lab.sheet import Choice, MainSheet, Progress, Sheet, WagerSheet, quiet, ratio
from houseway.lab.shipped import shipped, shipped_counts
from houseway.lab.side import main_limit_notes, payments, sheets_of, side_wagers
from houseway.lab.what_if import custom_notes
from houseway.money import Role
from houseway.rules.game import Wager
from houseway.rules.paytable import NO_CHOICE
from houseway.rules.settlement import Both, Primitive
from houseway.rules.table_rules import TableRules

PENDING = "The main game of these rules is not solved yet: this sheet has the wagers beside it."


class UnknownWagerError(ValueError):
    """Raised when a game has no wager of the name asked for."""


def analyze(
    rules: TableRules,
    *,
    wager: str | None = None,
    unoffered: bool = False,
    all_paytables: bool = False,
    main_game: bool | None = True,
    optimal: bool | None = False,
    wagers_per_hour: int | None = None,
    cached: bool = True,
    progress: Progress = quiet,
) -> Sheet:
    """The PAR sheet of these rules, or of one wager of them.

    ``unoffered``: the wagers that the submission does not offer too. ``all_paytables``: under every other lawful choice too.
    ``main_game``: whether the main game is solved, where that is needed; None: only if an earlier run has kept it. ``optimal``: whether
    its best play is solved too, where the main game of the sheet is played otherwise; None as before.
    """
    game = rules.game
    chosen = _chosen(rules, wager, unoffered=unoffered)
    needs_main = (
        wager is None or wager in _main_names(rules) or any(rests_on_decisions(game.id, one.id) for one in chosen)
    )
    main = None
    if needs_main and main_game is not False:
        main = main_sheet(rules, cached=cached, solve=main_game is True, progress=progress)
    solved = main is not None
    best = None
    if main is not None and optimal is not False:
        best = optimal_sheet(rules, main, cached=cached, solve=optimal is True, progress=progress)
    counts = counts_of(game.id, _primitives(rules, chosen), cached=cached, progress=progress)
    wagers, notes = _wagers(rules, chosen, counts, main, cached=cached)
    choices: tuple[Choice, ...] = ()
    in_force, others = list(wagers), list[WagerSheet]()
    if all_paytables:
        others = _others(rules, chosen, counts, wagers, main, cached=cached)
        wagers += others
        if main is not None and wager is None:
            choices = tuple(_main_choices(rules, cached=cached, progress=progress))
            wagers += [one for choice in choices for one in _of_main_paytable(choice)]
        order = list(dict.fromkeys(one.wager for one in wagers))
        wagers.sort(key=lambda one: order.index(one.wager))
    if wager is not None and main is not None:
        main = _only(main, wager) if wager in _main_names(rules) else None
        best = best if main is not None else None
    if wagers_per_hour is not None:
        wagers = [_at_pace(one, wagers_per_hour) for one in wagers]
    sheet = Sheet(
        game=game.id,
        name=game.name,
        digest=rules.digest,
        version=store.version(),
        wagers=tuple(wagers),
        main=main,
        optimal=best,
        choices=choices,
        pending="" if main is not None else PENDING if needs_main and not solved else f"Only {wager} was asked for.",
        notes=(*custom_notes(rules), *notes),
    )
    own = [note.message for note in favours_in(rules, in_force, sheet.main)]
    favoured = tuple(f"{says[:1].upper()}{says[1:]}." for says in (*own, *favours_instead(others)))
    return replace(sheet, notes=sheet.notes + favoured)


def _only(main: MainSheet, wager: str) -> MainSheet:
    """The main game with one of its wagers, and what is paid or charged on top of it."""
    return replace(
        main,
        wagers=tuple(
            one for one in main.wagers if one.wager == wager or (wager == main.unit and one.role is not Role.WAGER)
        ),
    )


def _at_pace(sheet: WagerSheet, wagers_per_hour: int) -> WagerSheet:
    if sheet.progressive is None:
        return sheet
    return replace(sheet, progressive=replace(sheet.progressive, wagers_per_hour=wagers_per_hour))


def _main_names(rules: TableRules) -> list[str]:
    beside = {one.id for one in side_wagers(rules.game)}
    tops = [table for table in model_of(rules).paytable_choices if table not in rules.game.wagers]
    return [*(one for one in rules.game.wagers if one not in beside), *tops]


def _chosen(rules: TableRules, wager: str | None, *, unoffered: bool) -> list[Wager]:
    beside = side_wagers(rules.game)
    if wager is None:
        return [one for one in beside if one.offered or unoffered]
    known = [*_main_names(rules), *(one.id for one in beside)]
    if wager not in known:
        from houseway.written import nearest

        says = f"there is no wager {wager!r} of this game{nearest(wager, known)}"
        raise UnknownWagerError(f"{says}; the wagers are {', '.join(known)}")
    return [one for one in beside if one.id == wager]


def _primitives(rules: TableRules, wagers: Collection[Wager]) -> list[Primitive | Both]:
    """What the tables of these wagers, and of what is paid beside them, are counted by."""
    game = rules.game
    tables = [game.tables[one.id] for one in wagers]
    tables += [table for one in wagers for _, _, table, _ in payments(game, one)]
    return list(dict.fromkeys(table.steps[0][0] for table in tables if space_of(game, table) is not None))


def counts_of(
    game: str, primitives: Collection[Primitive | Both], *, cached: bool = True, progress: Progress = quiet
) -> dict[str, Counts]:
    """The counts of these primitives, from an earlier run where it kept them."""
    found: dict[str, Counts] = {}
    if cached:
        for one in primitives:
            held = shipped_counts(one.id) or store.kept(f"counts.{one.id}", dict[int, int])
            if held is not None:
                found[one.id] = held
    missing = [one for one in primitives if one.id not in found]
    for id, counts in count(game, missing, progress).items():
        found[id] = counts
        if cached:
            store.keep(f"counts.{id}", dict(counts))
    return found


def main_sheet(
    rules: TableRules, *, cached: bool = True, solve: bool = True, progress: Progress = quiet
) -> MainSheet | None:
    """The main game, from an earlier run where it kept it; None where no function solves it, or none shall."""
    found = _kept("main", rules, (lambda: solve_main_game(rules, progress)) if solve else None, cached=cached)
    return found if found is None else replace(found, notes=(*found.notes, *main_limit_notes(rules.game, found)))


def optimal_sheet(
    rules: TableRules, main: MainSheet, *, cached: bool = True, solve: bool = True, progress: Progress = quiet
) -> MainSheet | None:
    """The main game best played, likewise; None where ``main``, the main game's own sheet, is that."""
    return _kept("optimal", rules, (lambda: solve_best_play(rules, main, progress)) if solve else None, cached=cached)


def main_name(rules: TableRules, what: str = "main") -> str:
    """Return the name that a main game is kept under: that of everything it depends on."""
    return f"{what}.{rules.game.id}.{main_digest(rules)}"


def decided_name(rules: TableRules, wager: str) -> str:
    """Return the name that the sheets of a side wager are kept under."""
    return f"{wager}.{rules.game.id}.{rules.digest}"


def _kept(
    what: str, rules: TableRules, solve: Callable[[], MainSheet | None] | None, *, cached: bool
) -> MainSheet | None:
    name = main_name(rules, what)
    found = (shipped(name, MainSheet) or store.kept(name, MainSheet)) if cached else None
    if found is None and solve is not None:
        found = solve()
        if found is not None and cached:
            store.keep(name, found)
    return found


def _wagers(
    rules: TableRules,
    wagers: Collection[Wager],
    counts: Mapping[str, Counts],
    main: MainSheet | None,
    *,
    cached: bool,
) -> tuple[list[WagerSheet], list[str]]:
    found: list[WagerSheet] = []
    notes = []
    by_value = lab_of(rules.game.id) is None
    for one in wagers:
        if by_value:
            found += _generic_sheets(rules, one, cached=cached)
            continue
        if rests_on_decisions(rules.game.id, one.id):
            if main is None:
                notes.append(f"The {one.name} rests on how the main game is played, which is not solved yet.")
            else:
                found += _by_decision(rules, one.id, main, cached=cached)
        found += sheets_of(rules, one, counts)
    unoffered = [one.name for one in wagers if not one.offered]
    if unoffered:
        notes.append(f"Not offered under these rules, and shown as the chapter has them: {', '.join(unoffered)}.")
    return found, notes


def _by_decision(rules: TableRules, wager: str, main: MainSheet, *, cached: bool) -> list[WagerSheet]:
    return _kept_sheets(rules, wager, lambda: decision_sheets(rules, wager, main), cached=cached)


def _generic_sheets(rules: TableRules, wager: Wager, *, cached: bool) -> list[WagerSheet]:
    """Return the sheets of a side wager whose chapter has no lab facet."""
    from houseway.lab.generic import wager_sheets

    return _kept_sheets(rules, wager.id, lambda: wager_sheets(rules, [wager]), cached=cached)


def _kept_sheets(
    rules: TableRules, wager: str, count_deals: Callable[[], list[WagerSheet]], *, cached: bool
) -> list[WagerSheet]:
    name = decided_name(rules, wager)
    held = (shipped(name, list[WagerSheet]) or store.kept(name, list[WagerSheet])) if cached else None
    if held is None:
        held = count_deals()
        if cached:
            store.keep(name, held)
    return held


def _others(
    rules: TableRules,
    wagers: Collection[Wager],
    counts: Mapping[str, Counts],
    found: list[WagerSheet],
    main: MainSheet | None,
    *,
    cached: bool,
) -> list[WagerSheet]:
    """The wagers beside the main game under every lawful choice that these rules have not made, one changed at a time."""
    names = {one.id for one in wagers}
    more: list[WagerSheet] = []
    for wager, change in other_paytables(rules):
        if wager in names:
            sheets, _ = _wagers(change.rules, [change.rules.game.wagers[wager]], counts, main, cached=cached)
            also = (f"Lawful with {change.also}.",) if change.also else ()
            more += [replace(_keyed(one, change.value), notes=one.notes + also) for one in sheets]
    before = {(one.wager, one.rows) for one in found}
    for change in other_options(rules):
        own = [one for one in side_wagers(change.rules.game) if one.id in names]
        sheets, _ = _wagers(change.rules, own, counts, main, cached=cached)
        key = f"{change.field} {change.value}"
        more += [
            _keyed(one, key) for one in sheets if one.paytable == NO_CHOICE and (one.wager, one.rows) not in before
        ]
    return more


def _main_choices(rules: TableRules, *, cached: bool, progress: Progress) -> Iterator[Choice]:
    """The main game under every lawful choice that changes it and that these rules have not made."""
    tops = [change for wager, change in other_paytables(rules) if wager not in rules.game.wagers]
    for change in (*tops, *other_main_games(rules)):
        main = main_sheet(change.rules, cached=cached, progress=progress)
        if main is not None:
            yield Choice(field=change.field, value=change.value, main=main)


def _of_main_paytable(choice: Choice) -> Iterator[WagerSheet]:
    """The payment of the main game whose paytable the choice is about."""
    for one in choice.main.wagers:
        if choice.field == f"paytables.{one.wager}":
            edge = choice.main.house_edge
            costs = f"The main game then costs {float(edge):.4%} of the {choice.main.unit_name} ({ratio(edge)})."
            yield replace(one, notes=(*one.notes, costs))


def _keyed(sheet: WagerSheet, key: str) -> WagerSheet:
    return replace(sheet, paytable=key if sheet.paytable in (NO_CHOICE, key) else sheet.paytable)
