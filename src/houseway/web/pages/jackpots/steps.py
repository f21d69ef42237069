"""The steps of 637a.15 and 637a.16 as forms, for whose they are."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from houseway.cards import text_of
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.observe import FundSeen, JackpotObservation
from houseway.chapters.c637a_poker.jackpots.rules import NAME
from houseway.clause import ClauseId
from houseway.engine.asking import Ask
from houseway.engine.kernel import Envelope
from houseway.web.pages.doing import kinds
from houseway.web.pages.jackpots.telling import hand_text

BY_SYSTEM = ("contribute", "open_table")
"""What the table system does by itself, so that nobody is offered it here."""
_SAYS = {
    "offer_fund": "Offer the {word}",
    "approve_discontinuing": "Approve how it would be discontinued",
    "designate_table": "Let a table take part",
    "notify_of_count": "Tell compliance of the count",
    "close_table_for_count": "Close {word} for its count",
    "record_count": "Record the count at {word}",
    "attend_count": "Come to the count at {word}",
    "count_box": "Count the box of {word}",
    "sign_count": "Sign the count of {word}",
    "lock_contents": "Lock the contents of {word}",
    "account_for_boxes": "Account for locked boxes",
    "transport_to_cage": "Take it to the cage",
    "count_at_cage": "Count at the cage",
    "record_contributions": "Enter the count in the record",
    "attend_adjustment": "Come to the adjustment",
    "adjust_display": "Adjust the display",
    "end_gaming_day": "End the gaming day",
    "verify_bad_beat": "Verify a Bad Beat",
    "post_pending_notice": "Post the notice: pending adjustment",
    "order_payout": "Let {word} deliver the payout",
    "prepare_distribution": "Prepare the payout in {word}",
    "pay_bad_beat": "Pay the players",
    "terminate_contributions": "End the contributions",
    "transfer_fund": "Transfer what it holds to {word}",
    "close_fund": "Close the fund",
    "start_qualifying_period": "Begin a qualifying period",
    "call_high_hand": "Call the floor to a high hand",
    "record_high_hand": "Record the high hand on the slip",
    "reject_high_hand": "The hand is not as called",
    "end_qualifying_period": "End the qualifying period",
    "announce_high_hand_payout": "Announce the payout",
    "pay_high_hand": "Pay {word}",
    "distribute_unclaimed": "Distribute what {word} did not collect",
}
_CALLED = {"cage": "the cage"}
_WORD_IS = ("table", "player", "to", "form", "kind")
"""The field that the word of a step fills, the first of these that its command has."""
_HAND = "five cards, as in Ts Th Td Tc 2c"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What somebody states with a step: an amount, a name, cards, one of some choices."""

    name: str
    says: str
    kind: str
    value: str = ""
    choices: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepForm:
    """A step that the visitor may take now."""

    command: str
    says: str
    fund: str
    role: str
    clause: ClauseId
    fixed: tuple[tuple[str, str], ...]
    fields: tuple[Field, ...]
    may_wait: bool
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """A step the room waits for, and whose it is."""

    says: str
    fund: str
    role: str
    clause: ClauseId


def awaited(ask: Ask) -> Awaited:
    return Awaited(says=_says(ask), fund=ask.subject, role=ask.role.value, clause=ask.clause)


def _says(ask: Ask) -> str:
    words = _SAYS.get(ask.command, ask.command.replace("_", " ").capitalize())
    return words.format(word=_CALLED.get(ask.word) or NAME.get(ask.word, ask.word) or "the table")


def forms_of(ask: Ask, seen: JackpotObservation, tables: tuple[str, ...], person: str) -> Iterator[StepForm]:
    kind = kinds().get(ask.command)
    if kind is None or ask.command in BY_SYSTEM:
        return
    if ask.not_before > time.time():
        return
    fund = seen.funds.get(ask.subject)
    names = [name for name in kind.__struct_fields__ if name not in ("v", "fund")]
    fixed = [(next(name for name in _WORD_IS if name in names), ask.word)] if ask.word and _filled(names) else []
    taken = {name for name, _ in fixed}
    fields = [one for name in names if name not in taken for one in _fields(name, ask, fund, tables, person)]
    if not ask.subject:
        fields.insert(0, Field(name="fund", says="Name of the fund", kind="text", value=ask.word.replace("_", "-")))
    yield StepForm(
        command=ask.command,
        says=_says(ask),
        fund=ask.subject,
        role=ask.role.value,
        clause=ask.clause,
        fixed=tuple(fixed),
        fields=tuple(fields),
        may_wait=ask.may_wait,
    )


def _filled(names: Iterable[str]) -> bool:
    return any(name in names for name in _WORD_IS)


def _fields(name: str, ask: Ask, fund: FundSeen | None, tables: tuple[str, ...], person: str) -> Iterator[Field]:
    """What is stated beside the fund and the word of a step."""
    taking_part = fund.tables if fund is not None else ()
    match name:
        case "table":
            joining = tuple(table for table in tables if table not in taking_part)
            choices = joining if ask.command == "designate_table" else taking_part
            yield Field(name=name, says="Table", kind="choice", choices=choices)
        case "tables":
            yield Field(name=name, says="Boxes of", kind="several", choices=taking_part)
        case "cents":
            yield Field(name=name, says="Amount counted", kind="money")
        case "witness":
            count = fund.counts.get(ask.word) if fund is not None else None
            came = count.attending if count is not None else fund.attending if fund is not None else ()
            others = tuple(one for one in came if one != person)
            yield Field(name=name, says="In the presence of", kind="choice", choices=others)
        case "slip":
            yield from _slip(fund, person)
        case "losing" | "winning" | "hand":
            yield Field(
                name=name, says=f"{name.capitalize()} hand".replace("Hand hand", "The hand"), kind="text", hint=_HAND
            )
        case "community":
            yield Field(name=name, says="Community cards", kind="text", hint="those on the table, if there are any")
        case "loser" | "winner":
            yield Field(name=name, says=f"Who held the {'losing' if name == 'loser' else 'winning'} hand", kind="text")
        case "others":
            yield Field(name=name, says="Others dealt in", kind="names", hint="names with commas between them")
        case "also_lost" | "also_won":
            return
        case "seat" | "players":
            yield Field(name=name, says="Seat" if name == "seat" else "Players dealt in", kind="number")
        case "identified":
            yield Field(name=name, says="Valid identification was presented", kind="yes")
        case "box_attached" | "notice_posted" | "rules_amended":
            says = {"box_attached": "The locked box is attached", "notice_posted": "The notice is posted"}
            yield Field(name=name, says=says.get(name, "The rules are amended"), kind="yes", value="yes")
        case "cage":
            yield Field(name=name, says="Cage", kind="text", value="main cage")


def _slip(fund: FundSeen | None, person: str) -> Iterator[Field]:
    """The High Hand Tracking Slip, as far as the call fills it."""
    called = fund.called if fund is not None else None
    if called is None:
        return
    known = {
        "seat": str(called.seat),
        "table": called.table,
        "hand": text_of(called.hand),
        "dealer": called.dealer,
        "signature": person,
    }
    for name, says in (
        ("player", "Player"),
        ("phone", "Telephone"),
        ("seat", "Seat"),
        ("table", "Table"),
        ("hand", "The hand"),
        ("dealer", "Dealer"),
        ("dealer_credential", "Dealer's credential"),
        ("signature", "Verified by"),
        ("credential", "Credential"),
    ):
        yield Field(name=f"slip.{name}", says=says, kind="text", value=known.get(name, ""))


def ready(noticed: Envelope, table: str) -> StepForm:
    """What a round showed, with everything stated that the round tells."""
    command: Any = noticed.command
    fixed: list[tuple[str, str]] = []
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name in ("losing", "winning", "hand", "community"):
            fixed.append((name, text_of(value)))
        elif isinstance(value, tuple):
            fixed += [(name, person) for person in value]
        elif name not in ("v", "fund"):
            fixed.append((name, str(value)))
    if isinstance(command, cmd.VerifyBadBeat):
        beaten = f"beaten by {command.winner}: {hand_text(command.winning)}"
        about = f"{command.loser}: {hand_text(command.losing)}, {beaten}"
        says, clause = f"Verify the Bad Beat at {table}", ClauseId("637a.15(f)")
    else:
        about = f"Seat {command.seat}: {hand_text(command.hand)}"
        says, clause = f"Call the floor to {table}", ClauseId("637a.16(f)")
    return StepForm(
        command=str(command.__struct_config__.tag),
        says=says,
        fund=command.fund,
        role=noticed.role.value,
        clause=clause,
        fixed=tuple(fixed),
        fields=(),
        may_wait=False,
        about=about,
    )
