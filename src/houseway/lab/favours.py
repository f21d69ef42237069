"""Which wagers of some rules favour the player, as notes beside what `houseway check` finds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from houseway.clause import ClauseId
from houseway.lab import known
from houseway.lab.choices import model_of
from houseway.lab.deal_spaces import Counts, count, space_of, spaces_of
from houseway.lab.known import KnownMain
from houseway.lab.sheet import MainSheet, WagerSheet, counted_rows
from houseway.lab.side import on_top_name, on_top_reading, payments, sheets_of, side_wagers, wager_sheets
from houseway.money import Role
from houseway.rules.game import BankedGame, PayOnTop, Wager
from houseway.rules.submission import Fault, Severity, clause_of
from houseway.rules.table_rules import TableRules


def favours_at_once(rules: TableRules) -> list[Fault]:
    """What favours the player, without a long sum: a main game is looked at where its figure is known."""
    main = known.main(rules)
    sheets = [one for wager in side_wagers(rules.game) if wager.offered for one in _known(rules, wager, main)]
    return list(_notes(rules, sheets, main))


def favours_in(rules: TableRules, sheets: Collection[WagerSheet], main: MainSheet | None) -> list[Fault]:
    """What favours the player under these rules, by their own sheets."""
    return list(_notes(rules, sheets, main))


def favours_instead(sheets: Collection[WagerSheet]) -> list[str]:
    """What would favour the player under another lawful choice, by the sheets of such choices."""
    return [
        f"under {one.paytable} the {one.name} would return {float(one.returned):.2%} of what is wagered and favour the player"
        for one in sheets
        if one.role is Role.WAGER and one.returned > 1
    ]


def _notes(rules: TableRules, sheets: Collection[WagerSheet], main: MainSheet | KnownMain | None) -> Iterator[Fault]:
    """A note for every wager that, with the payments on top of it, returns more than it costs; for the main game too."""
    for wager in side_wagers(rules.game):
        tops = [id for id, _, table, _ in payments(rules.game, wager) if table.role is Role.ON_TOP]
        # A wager of several sizes is looked at where it returns most.
        own = [one.returned for one in sheets if one.wager == wager.id]
        added = [one.returned for one in sheets if one.wager in tops]
        returned = max(own, default=Fraction(0)) + sum(added, start=Fraction(0))
        if returned > 1:
            field = f"paytables.{wager.id}" if wager.id in rules.submission["paytables"] else "offered"
            beside = _on_top(rules.game, wager) if added else ""
            least = "" if own and len(added) == len(tops) else "at least "
            says = f"the {wager.name}{beside} returns {least}{float(returned):.2%} of what is wagered"
            yield _note(field, wager.clause, f"{says}: it favours the player")
    if main is not None and main.house_edge < 0:
        edge = f"{float(-main.house_edge):.2%} of the {rules.game.wagers[main.unit].name}"
        clause = rules.game.main_wager.clause
        yield _note("game", clause, f"with {main.played} play the main game favours the player by {edge}")
    if main is not None and rules.banking is not None and (main.against_bank or 0) < 0:
        gain = f"{float(-(main.against_bank or 0)):.2%} of each wager against the bank, the dealer's too"
        clause = clause_of(model_of(rules).model_fields["banking"])
        yield _note("banking.offered", clause, f"with {main.played} play a player who banks is favoured by {gain}")


def _on_top(game: BankedGame, wager: Wager) -> str:
    """What is paid on top of a wager, by name, and how often it is taken to be."""
    stages = (stage for stage in game.stages if isinstance(stage, PayOnTop) and stage.measured_by == wager.id)
    names = " and ".join(f"the {on_top_name(stage)}" for stage in stages)
    return f", with {names} drawn in every round at a full table (reading {on_top_reading(game)}),"


def _note(field: str, clause: ClauseId, says: str) -> Fault:
    return Fault(field, clause, says, severity=Severity.NOTE)


def _known(rules: TableRules, wager: Wager, main: KnownMain | None) -> list[WagerSheet]:
    """The sheets of a wager and of what is paid beside it, as far as their counts are known or quick to make."""
    game = rules.game.id
    own = rules.game.tables[wager.id]
    tables = [own, *(table for _, _, table, _ in payments(rules.game, wager))]
    counts: dict[str, Counts] = {}
    for primitive in {table.steps[0][0] for table in tables if space_of(rules.game, table) is not None}:
        quick = spaces_of(game)[primitive.id].quick
        held = count(game, [primitive])[primitive.id] if quick else known.counts(primitive.id)
        if held is not None:
            counts[primitive.id] = held
    found = sheets_of(rules, wager, counts)
    if main is not None and wager.id in main.decided:
        decided = main.decided[wager.id]
        found += wager_sheets(rules, wager, counted_rows(own, decided), total=sum(decided), says="every deal")
    return found
