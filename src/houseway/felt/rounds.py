"""A round that was played, from the first card to the last payment."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
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
from houseway.rounds.answer import BankedAnswer, Difference, Refused, RulesApplied
from houseway.rounds.explaining import explained
from houseway.rounds.finished import finished
from houseway.rules.game import BankedGame
from houseway.view.names import wager_name
from houseway.view.settled import RoundView, Settled, round_view
from houseway.view.words import sentence


def show_stated(out: Console, stated: Stated, *, explain: bool = False) -> None:
    """Play a stated round of any game and print it, with what was paid otherwise than owed; raises if it is refused."""
    table, unknown = played(stated)
    given = answer(stated)
    if isinstance(given, Refused):
        raise RefusedError(given.refusal)
    show_last_round(out, table, unknown)
    if isinstance(given, BankedAnswer) and given.differences is not None:
        out.print("", *_differences(table.rules.game, given.differences), sep="\n")
    if explain:
        said = explained(given)
        why = [sentence(line) for line in said["why"]]
        # The words of a step stand with the wager it led to.
        clauses = [f"{id}: {words}" for id, words in said["clauses"].items() if f"({id})" not in " ".join(why)]
        out.print("", *why, "", *clauses, sep="\n")
    show_rules(out, given.rules, explain=explain)


def show_rules(out: Console, rules: RulesApplied, *, explain: bool = False) -> None:
    """Print by which rules a round was settled, and with ``explain`` which of them were not stated."""
    out.print("", *_by_which_rules(rules, explain=explain), sep="\n", style="dim")


def _differences(game: BankedGame, differences: Sequence[Difference]) -> Iterator[str]:
    for one in differences:
        name = wager_name(game, one.wager)
        yield f"Seat {one.seat}, {name}: paid {dollars(one.paid)}, owed {dollars(one.owed)} ({one.clause})."
    if not differences:
        yield "What was paid is what was owed."


def _by_which_rules(rules: RulesApplied, *, explain: bool) -> Iterator[str]:
    """The rules a round was settled by: their digest, the paytables and the house way, and what was not stated of them."""
    taken = set(rules.defaults)
    chosen = [(f"paytables.{wager}", f"{wager} {letter}") for wager, letter in rules.paytables.items()]
    chosen += [("house_way", f"house way {rules.house_way}")] if rules.house_way else []
    yield f"rules {rules.digest}"
    if chosen:
        yield ", ".join([f"{says}*" if field in taken else says for field, says in chosen])
    if explain and taken:
        yield f"Not stated, so taken (*): {', '.join(rules.defaults)}."
    elif taken:
        count = "1 field is" if len(taken) == 1 else f"{len(taken)} fields are"
        yield f"{count} not stated, so taken (*): --explain names them."


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
