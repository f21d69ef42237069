"""The felt as text."""

from __future__ import annotations

from rich.box import ROUNDED
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from houseway.felt.cards import cards_text, setting_text
from houseway.felt.layout import Layout, Place
from houseway.felt.paper import cut
from houseway.money import dollars
from houseway.rules.game import BankedGame

_LONGEST_NAME = 18
"""A wager's name on the felt."""
_LONGEST_PLAYER = 14
_LEAST_BESIDE = 22
"""Columns that what stands beside the cards needs; with fewer it goes below them."""
_FRAME = 4
_GAP = 2
_WIDEST = 100


def has_symbols(out: Console) -> bool:
    """Whether the console can print suits and boxes."""
    return out.encoding.lower().startswith("utf")


def felt(out: Console, layout: Layout, *, wagers: bool) -> RenderableType:
    """The felt in a frame; ``wagers``: with the chips on it, else with the hands by name only."""
    symbols = has_symbols(out)
    width = min(out.width, _WIDEST)
    above = [(Text("Dealer"), _cards(layout.dealer, symbols=symbols), Text(layout.dealer.hand))]
    above = above if layout.dealer.cards else []
    if layout.community:
        above.append((Text("Board"), cards_text(layout.community, symbols=symbols), Text("")))
    if layout.magic_card is not None:
        above.append((Text("Magic Card"), cards_text([layout.magic_card], symbols=symbols), Text("")))
    if layout.lucky is not None:
        above.append((Text("Lucky"), Text(f"seat {layout.lucky}" if layout.lucky else "dealer"), Text("")))
    places = [
        (_who(seat, place), _cards(place, symbols=symbols), _beside(layout, place, wagers=wagers))
        for seat, place in layout.places.items()
    ]
    grid = _rows(above, places, width - _FRAME)
    bottom = " · ".join(f"{meter.replace('_', ' ')} meter {dollars(cents)}" for meter, cents in layout.meters.items())
    return Panel(
        grid,
        box=ROUNDED,
        border_style="green4",
        padding=(0, 1),
        title=Text(layout.game.name, style="bold"),
        title_align="left",
        subtitle=Text(bottom, style="dim") if bottom else None,
        subtitle_align="right",
        width=width,
    )


_Row = tuple[Text, Text, Text]


def _rows(above: list[_Row], places: list[_Row], room: int) -> Table:
    """Who, the cards, and what is said of them: beside them where there is room, else below them."""
    rows = [*above, *places]
    taken = sum(max((row[place].cell_len for row in rows), default=0) + _GAP for place in (0, 1))
    below = room - taken < min(_LEAST_BESIDE, max((len(says) for _, _, says in rows), default=0))
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=not below, overflow="fold")
    if not below:
        grid.add_column(overflow="fold")
    for number, (who, held, says) in enumerate(rows):
        if above and number == len(above):
            grid.add_row()
        if below:
            grid.add_row(who, Text("\n").join([held, says]) if says else held)
        else:
            grid.add_row(who, held, says)
    return grid


def _who(seat: int, place: Place) -> Text:
    style = "bold" if place.own else "dim" if place.note in ("folded", "surrendered", "void") else ""
    return Text(f"{seat} {cut(place.name, _LONGEST_PLAYER)}" if place.name else f"Seat {seat}", style=style)


def _cards(place: Place, *, symbols: bool) -> Text:
    if place.setting is not None:
        return setting_text(place.setting, symbols=symbols)
    return cards_text(place.cards, symbols=symbols)


def _beside(layout: Layout, place: Place, *, wagers: bool) -> Text:
    text = Text()
    parts: list[tuple[str, str]] = []
    if place.note:
        parts.append((place.note, "dim"))
    if place.hand:
        parts.append((place.hand, ""))
    if wagers:
        parts += [(f"{short_name(layout.game, id)} {dollars(cents)}", "") for id, cents in place.wagers.items()]
    for number, (part, style) in enumerate(parts):
        if number:
            text.append(" · ", style="dim")
        text.append(part, style=style)
    return text


def short_name(game: BankedGame, id: str) -> str:
    """A wager as the felt has it printed: ``Trips Plus``."""
    wager = game.wagers.get(id)
    name = (
        wager.name.removesuffix(" Wager").removeprefix("Texas ")
        if wager is not None
        else id.replace("_", " ").capitalize()
    )
    # A name too long for a line gives way to the id.
    return name if len(name) <= _LONGEST_NAME else id.replace("_", " ").title()


def net_text(cents: int, *, bold: bool = False) -> Text:
    """A gain with its sign, or a loss."""
    style = "green" if cents > 0 else "red" if cents < 0 else "dim"
    return Text(f"+{dollars(cents)}" if cents > 0 else dollars(cents), style=f"bold {style}" if bold else style)
