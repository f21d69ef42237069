"""The pots of a round of poker: who could win and who won what with which cards, and what each player is left with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.cards import cards
from houseway.felt.cards import cards_text
from houseway.felt.paper import columns, sentence
from houseway.felt.poker_names import contest_name, name_of
from houseway.felt.show import net_text
from houseway.money import dollars
from houseway.rules.poker import Contest


def pots(
    answered: Mapping[str, Any], names: Mapping[int, str] | None = None, *, symbols: bool = True
) -> RenderableType:
    """The pots one by one, then one line a player; ``names``: the players by seat."""
    called = names or {}
    parts: list[RenderableType] = []
    for number, pot in enumerate(answered["pots"]):
        parts.append(_head(number, pot))
        parts.append(_awards(pot, called, symbols=symbols))
    taken = {"rake": answered["rake"], **answered["contributions"]}
    said = ", ".join(f"{name.replace('_', ' ')} {dollars(cents)}" for name, cents in taken.items() if cents)
    if said:
        parts.append(Text(f"Taken from the pots: {said}.", style="dim"))
    players = columns("seat", "stack", "net", right=("stack", "net"))
    for seat, stack in answered["stacks"].items():
        players.add_row(_who(int(seat), called), dollars(stack), net_text(answered["net"][seat]))
    return Group(*parts, "", players)


def _head(number: int, pot: Mapping[str, Any]) -> Text:
    name = "Main pot" if number == 0 else f"Side pot {number}"
    seats = ", ".join(map(str, pot["contenders"]))
    could = f"seat {seats} alone" if len(pot["contenders"]) == 1 else f"could win: seats {seats}"
    return Text.assemble((f"{name} {dollars(pot['amount'])}", "bold"), (f" · {could}", "dim"))


def _awards(pot: Mapping[str, Any], names: Mapping[int, str], *, symbols: bool) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True, justify="right")
    table.add_column(no_wrap=True)
    for award in pot["awards"]:
        used = cards(pot["hands"].get(str(award["seat"]), {}).get(award["for"], ""))
        made = name_of(Contest(award["for"]), used) if used else ""
        # What could not be divided is part of the share of the one who was given it.
        odd = f"odd {dollars(award['excess'])} included" if award["excess"] else ""
        table.add_row(
            "  " + _who(award["seat"], names),
            Text(contest_name(award["for"]), style="dim"),
            cards_text(used, symbols=symbols),
            Text(", ".join(part for part in (made, odd) if part)),
            Text(dollars(award["cents"]), style="green"),
            Text(award["clause"], style="cyan"),
        )
    return table


def _who(seat: int, names: Mapping[int, str]) -> str:
    return f"{seat} {names[seat]}" if seat in names else str(seat)


def poker_rulings(answered: Mapping[str, Any]) -> RenderableType | None:
    """What was ruled in a round beside the pots, each with its clause."""
    told = [(said, event["clause"]) for event in answered["events"] if (said := _ruling(event))]
    if not told:
        return None
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True)
    for said, clause in told:
        table.add_row(Text(sentence(said)), Text(clause, style="cyan"))
    return table


def _ruling(event: Mapping[str, Any]) -> str:
    seat, cents = event.get("seat", 0), dollars(event.get("cents", 0))
    where = f" at seat {seat}" if seat else ""
    match event["event"]:
        case "uncalled_bet_returned":
            return f"{cents} that nobody called goes back to seat {seat}"
        case "hand_mucked":
            return f"the hand{where} is conceded unseen"
        case "common_card":
            return f"{event['card']} is a common card for all"
        case "reshuffled":
            return "the deck ran short and cards were shuffled back"
        case "bet_corrected":
            return f"{dollars(event['placed'])} placed{where} is corrected to {cents}"
        case "announced" if not event["binding"]:
            return f"{event['word']!r} said out of turn{where} binds nobody"
        case "poker_irregularity_ruled":
            return f"{event['cause'].replace('_', ' ')}{where}: {event['remedy']}"
        case "card_exposed":
            return f"{event['card']} is exposed{where}: {event['remedy']}"
        case "card_set_aside":
            return f"{event['card']} is set aside"
        case "hand_dropped":
            return f"the hand{where} is dead: {event['why'].replace('_', ' ')}"
        case "bets_returned":
            return "the round is void and every bet goes back"
        case _:
            return ""
