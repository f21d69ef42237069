"""The felt, the settlement and the rulings of a round as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from houseway.engine.refusal import Refusal
from houseway.felt.cards import cards_text, setting_text
from houseway.felt.layout import Layout, Place
from houseway.felt.paper import columns, sentence
from houseway.money import dollars
from houseway.rules.game import BankedGame

_LONGEST_NAME = 20


def has_symbols(out: Console) -> bool:
    """Whether the console can print suits and boxes."""
    return out.encoding.lower().startswith("utf")


def felt(out: Console, layout: Layout, *, wagers: bool) -> RenderableType:
    """The felt in a frame; ``wagers``: with the chips on it, else with the hands by name only."""
    symbols = has_symbols(out)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    if layout.dealer.cards:
        grid.add_row(Text("Dealer"), _cards(layout.dealer, symbols=symbols), Text(layout.dealer.hand))
    if layout.community:
        grid.add_row(Text("Board"), cards_text(layout.community, symbols=symbols), Text(""))
    if layout.magic_card is not None:
        grid.add_row(Text("Magic Card"), cards_text([layout.magic_card], symbols=symbols), Text(""))
    if layout.lucky is not None:
        grid.add_row(Text("Lucky"), Text(f"seat {layout.lucky}" if layout.lucky else "dealer"), Text(""))
    if grid.row_count:
        grid.add_row()
    for seat, place in layout.places.items():
        style = "bold" if place.own else "dim" if place.note in ("folded", "surrendered", "void") else ""
        who = Text(f"{seat} {place.name}" if place.name else f"Seat {seat}", style=style)
        grid.add_row(who, _cards(place, symbols=symbols), _beside(layout, place, wagers=wagers))
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
        width=min(out.width, 100),
    )


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
    name = wager.name.removesuffix(" Wager") if wager is not None else id.replace("_", " ").capitalize()
    # A name too long for a line gives way to the id.
    return name if len(name) <= _LONGEST_NAME else id.replace("_", " ").title()


def settlements(game: BankedGame, records: Sequence[Mapping[str, Any]], net: Mapping[str, int]) -> RenderableType:
    """One line a wager: amount, result, what it nets, and the clause; a line for each seat's sum."""
    table = columns("seat", "wager", "amount", "result", "net", "clause", right=("amount", "net"))
    table.columns[-1].no_wrap = True
    seats = sorted({int(record["seat"]) for record in records})
    for number, seat in enumerate(seats):
        own = [record for record in records if record["seat"] == seat]
        for line, record in enumerate(own):
            table.add_row(
                str(seat) if line == 0 else "",
                short_name(game, record["wager"]),
                dollars(record["amount"]),
                result_text(record),
                net_text(record["net"]),
                Text(record["clause"], style="cyan"),
            )
        if len(own) > 1:
            table.add_row("", Text("in all", style="dim"), "", "", net_text(net[str(seat)], bold=True), "")
        if number < len(seats) - 1:
            table.add_row()
    return table


def result_text(record: Mapping[str, Any]) -> Text:
    """How a wager came out, with the hand it was paid for."""
    pays, hand = str(record["pays"]), record.get("hand", "")
    match pays:
        case "lose":
            text = Text("loses", style="dim")
        case "push" | "returned" | "limit":
            text = Text(pays)
        case "bank":
            text = Text("surplus" if record["net"] > 0 else "shortfall" if record["net"] < 0 else "even")
        case "vigorish":
            text = Text("charged", style="dim")
        case _:
            text = Text(f"pays {pays}" if record["net"] >= 0 else pays, style="green" if record["net"] > 0 else "")
    if hand:
        text.append(f", {hand}", style="dim")
    return text


def net_text(cents: int, *, bold: bool = False) -> Text:
    """A gain with its sign, or a loss."""
    style = "green" if cents > 0 else "red" if cents < 0 else "dim"
    return Text(f"+{dollars(cents)}" if cents > 0 else dollars(cents), style=f"bold {style}" if bold else style)


def rulings(events: Sequence[Mapping[str, Any]]) -> RenderableType | None:
    """What was ruled in the round beside the settlement: irregularities, meters, the bank."""
    told = [(said, event["clause"]) for event in events if (said := _ruling(event))]
    if not told:
        return None
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True)
    for said, clause in told:
        table.add_row(Text(sentence(said)), Text(clause, style="cyan"))
    return table


def _ruling(event: Mapping[str, Any]) -> str:
    seat = event.get("seat")
    match event["event"]:
        case "irregularity_ruled":
            where = f" at seat {seat}" if seat and seat != "dealer" else ""
            return f"{event['cause'].replace('_', ' ')}{where}: {event['remedy']}"
        case "card_set_aside":
            return f"{event['card']} is set aside"
        case "hand_voided":
            return f"seat {seat} voids the exposed hand"
        case "hand_kept":
            return f"seat {seat} plays the exposed hand"
        case "no_roll_called":
            return "no roll"
        case "deck_removed":
            return f"the deck is removed: {event['why']}"
        case "stub_counted":
            return f"the stub is counted: {event['count']} cards, {'right' if event.get('right') else 'wrong'}"
        case "meter_reset":
            return f"the {event['meter'].replace('_', ' ')} meter is reset"
        case "bank_settled":
            return (
                f"the bank at seat {seat} collected {dollars(event['collected'])} and paid {dollars(event['paid'])} "
                "at the centre of the table"
            )
        case _:
            return ""


def refusal_text(refusal: Refusal) -> RenderableType:
    """A refusal: what is not met, its clause, and what would be legal."""
    head = Text.assemble((sentence(refusal.message), "bold"), "  ", (refusal.clause, "cyan"))
    if not refusal.legal:
        return head
    return Group(head, Text.assemble(("Legal: ", "green"), "; ".join(refusal.legal)))
