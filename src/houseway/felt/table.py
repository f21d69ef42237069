"""The felt in a frame: what lies on a table, as a view says."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from houseway.felt.cards import cards_text
from houseway.felt.lines import cut, has_symbols, joined
from houseway.money import Cents, dollars
from houseway.view.table import Amount, Mark, Place, TableView

_LONGEST_PLAYER = 14
_LEAST_BESIDE = 22
"""Columns that what stands beside the cards needs; with fewer it goes below them."""
_FRAME = 4
_AROUND_A_CAPTION = 6
"""What a frame takes of its width beside a caption: corners, a line each and a blank each."""
_GAP = 2
_WIDEST = 100

_Row = tuple[Text, Text, Text, Text]
"""Who, the cards, the chips, and what is said of them."""


def table_text(out: Console, view: TableView, *, chips: bool = True, most_lines: int | None = None) -> RenderableType:
    """The felt in a frame; ``chips``: with what players have in front of them and on it, else with the cards only.

    ``most_lines``: where it is longer, the others' wagers give way first, then those who are out of the round.
    """
    felt = _felt(out, view, chips=chips)
    for shorter in (_with_sums, _without_those_out):
        if most_lines is None or len(out.render_lines(felt, pad=False)) <= most_lines:
            break
        view = shorter(view)
        felt = _felt(out, view, chips=chips)
    return felt


def _with_sums(view: TableView) -> TableView:
    """The wagers of others as one sum each."""
    places = [place if place.own or len(place.wagers) < 2 else _summed(place) for place in view.places]
    return dataclasses.replace(view, places=tuple(places))


def _summed(place: Place) -> Place:
    total = Cents(sum(one.cents for one in place.wagers))
    return dataclasses.replace(place, wagers=(Amount(name="wagers", cents=total),))


def _without_those_out(view: TableView) -> TableView:
    """Only the viewer's own seats and those still in the round."""
    return dataclasses.replace(view, places=tuple([place for place in view.places if place.own or not place.is_out]))


def _felt(out: Console, view: TableView, *, chips: bool) -> RenderableType:
    symbols = has_symbols(out)
    width = min(out.width, _WIDEST)
    above = list(_above(view, symbols=symbols))
    places = [_row(place, symbols=symbols, chips=chips) for place in view.places]
    inside: RenderableType = _rows(above, places, width - _FRAME)
    posted = [view.stakes] if view.stakes else [f"{one.name} meter {dollars(one.cents)}" for one in view.meters]
    where = [part for part in (view.phase, f"round {view.number}") if part]
    below = " · ".join([*posted, *where])
    if len(below) > width - _AROUND_A_CAPTION:
        # A caption that would be cut leaves what is posted to a line of its own.
        inside, below = Group(inside, Text(f"\n{' · '.join(posted)}", style="dim")), " · ".join(where)
    return Panel(
        inside,
        box=ROUNDED,
        border_style="green4",
        padding=(0, 1),
        title=Text(view.name, style="bold"),
        title_align="left",
        subtitle=Text(below, style="dim"),
        subtitle_align="right",
        width=width,
    )


def _above(view: TableView, *, symbols: bool) -> Iterator[_Row]:
    """The dealer, the cards that are everybody's, the pots."""
    dealer, none = view.dealer, Text("")
    if dealer is not None and (dealer.cards or dealer.marks):
        yield Text("Dealer"), _cards(dealer, symbols=symbols), none, _says(dealer, chips=False)
    for name, cards in view.shared:
        yield Text(name), cards_text(cards, symbols=symbols), none, none
    for pot in view.pots:
        seats = f"seats {', '.join(map(str, pot.seats))}" if pot.seats else ""
        yield Text(pot.name), Text(seats, style="dim"), Text(dollars(pot.cents)), Text(pot.says, style="dim")


def _row(place: Place, *, symbols: bool, chips: bool) -> _Row:
    name = cut(place.name, _LONGEST_PLAYER)
    style = "bold" if place.own else "dim" if place.is_out else ""
    who = Text(f"{place.seat} {name}" if name else f"Seat {place.seat}", style=style)
    has = Text(dollars(place.chips), style="dim") if chips and place.chips is not None else Text("")
    return who, _cards(place, symbols=symbols), has, _says(place, chips=chips)


def _cards(place: Place, *, symbols: bool) -> Text:
    text = cards_text(place.cards, symbols=symbols, private=place.private)
    if place.low:
        text.append("  /  " if symbols else " / ", style="dim")
        text.append_text(cards_text(place.low, symbols=symbols))
    return text


def _says(place: Place, *, chips: bool) -> Text:
    marks = [(mark.value, "" if mark is Mark.ALL_IN else "dim") for mark in place.marks]
    wagers = [(f"{one.name} {dollars(one.cents)}", "") for one in place.wagers] if chips else []
    return joined([*marks, *wagers, (place.hand, "")])


def _rows(above: list[_Row], places: list[_Row], room: int) -> Table:
    """The rows: what is said of the cards stands beside them where there is room, else below them."""
    rows = [*above, *places]
    widths = [max((row[place].cell_len for row in rows), default=0) for place in range(4)]
    taken = sum(width + _GAP for width in widths[:3] if width)
    below = room - taken < min(_LEAST_BESIDE, widths[3])
    table = Table.grid(padding=(0, _GAP, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=not below, overflow="fold")
    if widths[2] and not below:
        table.add_column(no_wrap=True, justify="right")
    if not below:
        table.add_column()
    for number, (who, held, chips, says) in enumerate(rows):
        if above and number == len(above):
            table.add_row()
        if below:
            said = Text(" · ", style="dim").join([part for part in (chips, says) if part])
            table.add_row(who, Text("\n").join([part for part in (held, said) if part]))
        elif widths[2]:
            table.add_row(who, held, chips, says)
        else:
            table.add_row(who, held, says)
    return table
