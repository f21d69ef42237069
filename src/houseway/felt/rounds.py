"""A round that was played, from the first card to the last payment."""

from __future__ import annotations

import dataclasses
from typing import Any

from rich.console import Console, Group, RenderableType

from houseway.cards import Card
from houseway.engine.kernel import Table
from houseway.engine.refusal import RefusedError
from houseway.felt.lines import has_symbols, lines_text
from houseway.felt.settled import Settlements, others_of, pots_text
from houseway.felt.table import table_text
from houseway.money import dollars
from houseway.rounds import Stated, answer, played
from houseway.rounds.answer import BankedAnswer, Refused
from houseway.rounds.explaining import explained
from houseway.rounds.finished import finished
from houseway.view.settled import RoundView, Settled, round_view


def show_stated(out: Console, stated: Stated, *, explain: bool = False) -> None:
    """Play a stated round of any game and print it, with what was paid otherwise than owed; raises if it is refused."""
    table, unknown = played(stated)
    given = answer(stated)
    if isinstance(given, Refused):
        raise RefusedError(given.refusal)
    show_last_round(out, table, unknown)
    for one in (given.differences or ()) if isinstance(given, BankedAnswer) else ():
        says = f"Seat {one.seat}, {one.wager}: paid {dollars(one.paid)}, owed {dollars(one.owed)} ({one.clause})."
        out.print(says, markup=False, highlight=False)
    if explain:
        said = explained(given)
        for line in [*said.get("why", ()), *[f"{clause}: {words}" for clause, words in said["clauses"].items()]]:
            out.print(line, markup=False, highlight=False)


def show_last_round(out: Console, table: Table[Any, Any], unknown: frozenset[Card] = frozenset()) -> None:
    """Print the last round of a table with the cards of all its players, but for those not known."""
    out.print(round_text(out, round_view(table.rules, finished(table, unknown=unknown))))


def round_text(out: Console, view: RoundView, *, most_lines: int | None = None) -> RenderableType:
    """The felt at the end of a round, what each wager was paid or who won the pots, and what was ruled.

    ``most_lines``: where it is longer, what others came to stands in one line; then who is out of the round is left out, and then all others.
    """
    felt = table_text(out, view.table, chips=False)
    whole = _round(out, felt, view, view.settled)
    own = [place.seat for place in view.table.places if place.own]
    if most_lines is None or not own or len(out.render_lines(whole, pad=False)) <= most_lines:
        return whole
    settled = tuple([one for one in view.settled if one.seat in own])
    contending = [place for place in view.table.places if place.own or not place.is_out]
    brief = whole
    for places in (contending, [place for place in contending if place.own]):
        felt = table_text(out, dataclasses.replace(view.table, places=tuple(places)), chips=False)
        brief = _round(out, felt, view, settled, others_of(view, own))
        if len(out.render_lines(brief, pad=False)) <= most_lines:
            break
    return brief


def _round(
    out: Console, felt: RenderableType, view: RoundView, settled: tuple[Settled, ...], *others: RenderableType
) -> RenderableType:
    if view.stacks:
        came_to = pots_text(view, symbols=has_symbols(out), stacks=not others)
    else:
        came_to = Settlements(dataclasses.replace(view, settled=settled))
    return Group(felt, "", came_to, *others, *(["", lines_text(view.ruled)] if view.ruled else []))
