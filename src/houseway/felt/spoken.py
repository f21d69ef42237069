"""What is said beside the felt: rulings, the end of a void round, and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.engine.refusal import Code, Refusal
from houseway.felt.paper import cut, sentence
from houseway.felt.show import short_name
from houseway.money import dollars
from houseway.rules.game import BankedGame

_LONGEST_MESSAGE = 600
_LONGEST_WORD = 60


def rulings(events: Sequence[Mapping[str, Any]], *, ended: Sequence[tuple[str, str]] = ()) -> RenderableType | None:
    """What was ruled in the round beside the settlement, each with its clause; ``ended``: how it ended, if it was void."""
    told = [*((said, event["clause"]) for event in events if (said := _ruling(event))), *ended]
    if not told:
        return None
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True)
    for said, clause in told:
        table.add_row(Text(sentence(said)), Text(clause, style="cyan"))
    return table


def void_text(game: BankedGame, records: Sequence[Mapping[str, Any]]) -> str:
    """That a round is void, what goes back and what is settled all the same."""
    returned = _named(game, [record for record in records if record["pays"] == "returned"])
    settled = _named(game, [record for record in records if record["pays"] != "returned"])
    said = ["the round is void"]
    said += [f"returned: {returned}"] if returned else []
    said += [f"settled all the same: {settled}"] if settled else []
    return "; ".join(said)


def _named(game: BankedGame, records: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(dict.fromkeys(short_name(game, record["wager"]) for record in records))


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
        case "dealer_wager_settled":
            return f"the dealer's wager of {dollars(event['amount'])} against the bank {_came_out(event)}"
        case "bank_settled":
            return _bank(event)
        case _:
            return ""


def _came_out(event: Mapping[str, Any]) -> str:
    match event["pays"]:
        case "lose":
            return "loses"
        case "push":
            return "is a push"
        case pays:
            return f"is paid {pays}, {dollars(event['net'])}"


def _bank(event: Mapping[str, Any]) -> str:
    said = (
        f"the bank at seat {event.get('seat')} collected {dollars(event['collected'])} and paid {dollars(event['paid'])} "
        "at the centre of the table"
    )
    if event.get("from_bank"):
        return f"{said}; the bank put {dollars(event['from_bank'])} there"
    if event.get("to_bank"):
        return f"{said}; {dollars(event['to_bank'])} go to the bank"
    return said


def refusal_text(refusal: Refusal) -> RenderableType:
    """A refusal: what is not met, its clause, and what would be legal."""
    # What was stated is echoed, but not without end.
    message = re.sub(rf"(\S{{{_LONGEST_WORD}}})\S+", r"\1…", cut(refusal.message, _LONGEST_MESSAGE))
    head = Text.assemble((sentence(message), "bold"), "  ", (refusal.clause, "cyan"))
    if not refusal.legal:
        return head
    return Group(head, Text.assemble(("Legal: ", "green"), "; ".join(legal_in_dollars(refusal))))


def legal_in_dollars(refusal: Refusal) -> tuple[str, ...]:
    """What would be legal, the cents of the notation as dollars.

    >>> legal_in_dollars(Refusal(Code.AMOUNT_IS_LAWFUL, "677a.11(b)", "", ("raise 1000", "raise to 800 to 900", "check")))
    ('raise $10', 'raise to $8 to $9', 'check')
    """
    return tuple(_in_dollars(one, amount=refusal.code is Code.AMOUNT_IS_LAWFUL) for one in refusal.legal)


def _in_dollars(legal: str, *, amount: bool) -> str:
    word = r"(?:raise|bet|call|flop|play)(?: to)? "
    # A bare amount is one only where the refusal is about an amount: elsewhere it may count positions.
    if re.fullmatch(rf"(?:{word}{'|' if amount else ''})\d+(?: to \d+)?", legal):
        return re.sub(r"\d+", lambda found: dollars(int(found[0])), legal)
    return legal
