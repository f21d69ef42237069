"""What a poker player may look up at the table: the limits and what is taken from the pot."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import RenderableType
from rich.text import Text

from houseway.chapters.c637a_poker.rules import MustPost, PokerRules, Rake, RakeKind, Structure
from houseway.felt import columns
from houseway.money import dollars


def limits_text(rules: PokerRules) -> RenderableType:
    """The table's posted rules, each with its clause."""
    table = columns("posted", "at this table", "clause")
    for name, says, clause in _posted(rules):
        table.add_row(name, Text(says), Text(clause, style="cyan"))
    return table


def _posted(rules: PokerRules) -> Iterable[tuple[str, str, str]]:
    game = rules.game
    yield "structure", rules.structure.value, "637a.8(k)"
    match rules.structure:
        case Structure.FIXED_LIMIT:
            big = next(street.id for street in game.streets if street.big_bet)
            says = f"{dollars(rules.small_bet)}, from the {big} on {dollars(rules.big_bet)}"
            yield "bets and raises", says, "637a.8(k)"
        case Structure.SPREAD_LIMIT:
            yield "bets", f"{dollars(rules.minimum_bet)} to {dollars(rules.maximum_bet)}", "637a.8(k)"
        case _:
            yield "least bet", dollars(rules.minimum_bet), "637a.8(k)"
    if rules.raise_cap is not None:
        yield "raises", f"{rules.raise_cap} in a betting round", "637a.8(k)"
    if not rules.check_raise:
        yield "check and raise", "not allowed", "637a.8(j)"
    if rules.blinds:
        yield "blinds", ", ".join(dollars(blind) for blind in rules.blinds), game.blind_clause or game.section
    if rules.must_post is not MustPost.NONE:
        dead = ", the others dead" if rules.must_post is MustPost.MISSED_BLINDS else ""
        says = f"who missed the blinds posts the largest{dead}, or waits for it"
        yield "posting", says, game.blind_clause or game.section
    if rules.straddle is not None:
        yield "straddle", dollars(rules.straddle), game.straddle_clause or game.section
    if rules.ante or rules.antes:
        yield "ante", dollars(rules.ante) if rules.ante else "by seat", game.ante_clause
    if rules.forced_bet:
        yield "Forced Bet", dollars(rules.forced_bet), game.forced_clause or game.section
    if rules.kill is not None:
        says = f"{rules.kill} after one player wins a whole pot of {dollars(rules.qualifying_pot)} or more"
        yield "kill", says, game.kill_clause or game.section
    yield "rake", "; ".join(_rake(rake) for rake in rules.rakes) or "none", "637a.17(b)"
    for one in rules.contributions:
        says = f"{dollars(one.cents)} of each pot from {dollars(one.minimum_pot)} on"
        yield one.fund.replace("_", " "), says, one.clause
    if rules.show_all:
        yield "showdown", "every hand is shown", "637a.18(e)"


def _rake(rake: Rake) -> str:
    cap = f", at most {dollars(rake.cap)} a round" if rake.cap is not None else ""
    match rake.kind:
        case RakeKind.PERCENTAGE:
            return f"{float(rake.percent):g}% of the pot{cap}"
        case RakeKind.INCREMENTAL:
            steps = [f"{dollars(cents)} from {dollars(level)}" for level, cents in rake.steps]
            return f"{', '.join(steps)} in the pot{cap}"
        case RakeKind.TIME:
            shared = "table" if rake.per_table else "player"
            return f"{dollars(rake.hourly)} an hour from each {shared}, every {rake.every_minutes} minutes"
