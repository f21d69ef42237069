"""The steps of 637a.15 and 637a.16 as forms, for whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from houseway.cards import text_of
from houseway.chapters.c637a_poker.jackpots import citations
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.counts import CAGES
from houseway.chapters.c637a_poker.jackpots.observe import FundSeen, HighHandCall, JackpotObservation
from houseway.chapters.c637a_poker.jackpots.rules import NAME
from houseway.chapters.c637a_poker.rules import SEATS
from houseway.clause import ClauseId
from houseway.engine.asking import Ask
from houseway.engine.kernel import Envelope
from houseway.engine.roles import Role
from houseway.web.pages.doing import kinds
from houseway.web.pages.jackpots.telling import hand_text
from houseway.web.pages.rendering import dollars_text
from houseway.web.pages.stepping import Input, choice_input

BY_SYSTEM = ("contribute", "open_table")
"""What the table system does by itself, so that nobody is offered it here."""
_TITLES = {
    "offer_fund": "Offer a {word}",
    "approve_discontinuing": "Approve the procedures for discontinuing it",
    "designate_table": "Add a table",
    "notify_of_count": "Tell compliance of the count",
    "close_table_for_count": "Close {word} for its count",
    "record_count": "Record the count at {word}",
    "attend_count": "Attend the count at {word}",
    "count_box": "Count the box of {word}",
    "sign_count": "Sign the count of {word}",
    "lock_contents": "Lock the contents of {word}",
    "account_for_boxes": "Account for locked boxes",
    "transport_to_cage": "Take the contents to the cage",
    "count_at_cage": "Count at the cage",
    "record_contributions": "Enter the count in the record",
    "attend_adjustment": "Attend the adjustment",
    "adjust_display": "Adjust the display",
    "end_gaming_day": "End the gaming day",
    "verify_bad_beat": "Verify another Bad Beat",
    "post_pending_notice": "Post the notice: pending adjustment",
    "order_payout": "Have {word} deliver the payout",
    "prepare_distribution": "Prepare the payout in {word}",
    "pay_bad_beat": "Pay the players",
    "terminate_contributions": "Terminate the contributions",
    "transfer_fund": "Transfer the fund to {word}",
    "close_fund": "Close the fund",
    "start_qualifying_period": "Start a qualifying period",
    "call_high_hand": "Call the floor to another hand",
    "record_high_hand": "Record the high hand on the slip",
    "reject_high_hand": "Reject the hand",
    "end_qualifying_period": "End the qualifying period",
    "announce_high_hand_payout": "Announce the payout",
    "pay_high_hand": "Pay {word}",
    "distribute_unclaimed": "Distribute what {word} did not collect",
}
NAMES = "names:"
"""Before the name of a field in which several people are named with commas between them."""
_WORD_FIELDS = ("table", "player", "to", "form", "kind")
"""The field that the word of a step fills, the first of these that its command has."""


class RoomTables(NamedTuple):
    """The open tables that feed a room, and those where a round of play is under way."""

    names: tuple[str, ...]
    in_round: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepForm:
    """A step that the visitor may take now."""

    command: str
    title: str
    fund: str
    role: str
    clause: ClauseId
    hidden: tuple[tuple[str, str], ...]
    inputs: tuple[Input, ...] = ()
    may_wait: bool = False
    about: str = ""

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells a step from others, whichever of several roles somebody takes it in."""
        return self.command, self.fund, self.hidden


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """A step the room waits for, and whose it is."""

    title: str
    fund: str
    role: str
    clause: ClauseId


def awaited(ask: Ask) -> Awaited:
    return Awaited(title=_title(ask), fund=ask.subject, role=ask.role.value, clause=ask.clause)


def _title(ask: Ask) -> str:
    if ask.command == "order_payout" and ask.word == "cage":
        return "Pay at the cage"
    title = _TITLES.get(ask.command, ask.command.replace("_", " ").capitalize())
    return title.format(word=NAME.get(ask.word, ask.word) or "the table")


def form_of(ask: Ask, seen: JackpotObservation, tables: RoomTables, person: str, now: float) -> StepForm | None:
    """The form of a step; None if it cannot be taken at this moment, whatever is entered."""
    kind = kinds().get(ask.command)
    fund = seen.funds.get(ask.subject)
    if kind is None or ask.command in BY_SYSTEM or not _is_possible(ask, fund, tables, now):
        return None
    names = [name for name in kind.__struct_fields__ if name not in ("v", "fund")]
    word_field = next((name for name in _WORD_FIELDS if name in names), "") if ask.word else ""
    hidden = [(word_field, ask.word)] if word_field else []
    inputs: list[Input] = []
    if not ask.subject:
        inputs.append(_fund_name(ask, seen))
    for name in names:
        if name != word_field and ask.command != "reject_high_hand":
            inputs += _inputs(name, ask, fund, tables, person)
    called = _call(ask, fund)
    if ask.command == "record_high_hand":
        hidden += _called_slip(called, person)
    elif ask.command == "reject_high_hand" and called is not None:
        hidden += [("seat", str(called.seat)), ("hand", text_of(called.hand))]
    return StepForm(
        command=ask.command,
        title=_title(ask),
        fund=ask.subject,
        role=ask.role.value,
        clause=ask.clause,
        hidden=tuple(hidden),
        inputs=tuple(inputs),
        may_wait=ask.may_wait,
        about=_about(ask, fund),
    )


def _is_possible(ask: Ask, fund: FundSeen | None, tables: RoomTables, now: float) -> bool:
    """Return whether a step that the room allows can be taken at this second and at these tables."""
    if ask.not_before > now:
        return False
    match ask.command:
        case "designate_table":
            return bool(_joining(fund, tables))
        case "close_table_for_count":
            return ask.word not in tables.in_round
        case "call_high_hand":
            return runs(fund, now)
        case "pay_high_hand":
            return fund is not None and now <= fund.payable[ask.word][-1][1]
    return True


def runs(fund: FundSeen | None, now: float) -> bool:
    """Return whether a qualifying period runs whose time is not over."""
    return fund is not None and fund.period_ends_at is not None and now < fund.period_ends_at


def _joining(fund: FundSeen | None, tables: RoomTables) -> list[str]:
    return [table for table in tables.names if fund is None or table not in fund.tables]


def _fund_name(ask: Ask, seen: JackpotObservation) -> Input:
    """The name of a new fund: one that no fund of the room has or had."""
    name = first = ask.word.replace("_", "-")
    number = 1
    while name in seen.funds:
        number += 1
        name = f"{first}-{number}"
    hint = f"Names already used: {', '.join(seen.funds)}." if seen.funds else ""
    return Input(name="fund", label="Name of the fund", kind="text", value=name, hint=hint)


def _inputs(name: str, ask: Ask, fund: FundSeen | None, tables: RoomTables, person: str) -> Iterator[Input]:
    """What is entered for a field of a step, beside its fund and its word."""
    match name:
        case "table":
            named = _joining(fund, tables) if ask.command == "designate_table" else fund.tables if fund else ()
            yield choice_input(name, "Table", [(table, table) for table in named])
        case "tables":
            for table in fund.uncounted_boxes if fund is not None else ():
                yield Input(name=name, label=f"The box of {table}", kind="mark", value=table, ticked=True)
        case "cents":
            yield _amount(name, ask)
        case "boxes":
            for table in fund.boxes_at_cage if fund is not None else ():
                yield Input(name=f"boxes:{table}", label=f"Counted in the box of {table}", kind="dollars", least=0)
        case "witness":
            yield choice_input(name, "In the presence of", [(one, one) for one in _witnesses(ask, fund, person)])
        case "slip":
            yield from _slip(_call(ask, fund))
        case "losing" | "winning" | "hand":
            label = {"losing": "Losing hand", "winning": "Winning hand", "hand": "The hand"}[name]
            yield Input(name=name, label=label, kind="cards", count=5, least=5)
        case "community":
            yield Input(name=name, label="Community cards (optional)", kind="cards", count=5, required=False)
        case "loser" | "winner":
            label = f"Player with the {'losing' if name == 'loser' else 'winning'} hand"
            yield Input(name=name, label=label, kind="text")
        case "also_lost" | "also_won":
            label = f"Players with an equal {'losing' if name == 'also_lost' else 'winning'} hand (optional)"
            yield Input(name=f"{NAMES}{name}", label=label, kind="text", required=False, hint=_COMMAS)
        case "others":
            needed = fund is not None and fund.minimum_players > 2
            label = f"Others dealt in{'' if needed else ' (optional)'}"
            yield Input(name=f"{NAMES}{name}", label=label, kind="text", required=needed, hint=_COMMAS)
        case "seat":
            yield Input(name=name, label="Seat", kind="number", least=1, most=SEATS)
        case "players":
            least = fund.minimum_players if fund is not None else 1
            yield Input(name=name, label="Players dealt in", kind="number", least=least, most=SEATS)
        case "identified":
            yield Input(name=name, label="Valid identification was presented", kind="mark")
        case "box_attached":
            yield Input(name=name, label="The locked box is attached", kind="mark", ticked=True)
        case "notice_posted":
            yield Input(name=name, label="The notice is posted", kind="mark", ticked=True)
        case "rules_amended":
            yield Input(name=name, label="The payout rules are amended", kind="mark", ticked=True)
        case "cage":
            yield Input(name=name, label="Cage", kind="choice", value=CAGES[0], options=tuple([(c, c) for c in CAGES]))
        case "reason":
            yield _reason(ask, fund)


_COMMAS = "Separate names with commas."


def _amount(name: str, ask: Ask) -> Input:
    """An amount that is counted is entered; one that is on the record is filled in."""
    known = dollars_text(ask.amounts.least) if ask.amounts is not None else ""
    match ask.command:
        case "record_contributions":
            return Input(name=name, label="Amount the cage counted", kind="dollars", value=known, least=0)
        case "adjust_display":
            return Input(name=name, label="Amount on the finance record", kind="dollars", value=known, least=0)
    label = "Total counted" if ask.command == "count_at_cage" else "Amount counted"
    return Input(name=name, label=label, kind="dollars", least=0)


def _witnesses(ask: Ask, fund: FundSeen | None, person: str) -> list[str]:
    if fund is None:
        return []
    able = fund.count_witnesses.get(ask.word, ()) if ask.command == "count_box" else fund.display_witnesses
    return [one for one in able if one != person]


def _reason(ask: Ask, fund: FundSeen | None) -> Input:
    """Why a hand or a player differs from the table's record."""
    if ask.command == "record_high_hand":
        called = _call(ask, fund)
        if called is not None and called.unshown:
            hint = f"The record of {called.table} does not show this hand. Say how it was verified."
            return Input(name="reason", label="Reason", kind="text", hint=hint)
        hint = "Needed only if you name another player than the table's record."
        return Input(name="reason", label="Reason (optional)", kind="text", required=False, hint=hint)
    hint = "The table's record does not show this Bad Beat, or shows it otherwise. Say how it was verified."
    return Input(name="reason", label="Reason", kind="text", hint=hint)


def _call(ask: Ask, fund: FundSeen | None) -> HighHandCall | None:
    """The call that a step of the floor answers."""
    calls = fund.calls if fund is not None else ()
    return next((call for call in calls if (call.table, call.seat) == (ask.word, ask.concerns)), None)


def _slip(called: HighHandCall | None) -> Iterator[Input]:
    """What the floor enters on the High Hand Tracking Slip."""
    if called is None:
        return
    hint = f"By the record of {called.table}, {called.player} has seat {called.seat}." if called.player else ""
    yield Input(name="slip.player", label="Player", kind="text", value=called.player, hint=hint)
    yield Input(name="slip.phone", label="Phone number", kind="text")
    dealt = "none: dealt by the table system" if called.dealer == Role.DEALER.value else ""
    yield Input(name="slip.dealer_credential", label="Dealer's credential number", kind="text", value=dealt)
    yield Input(name="slip.credential", label="Your credential number", kind="text")


def _called_slip(called: HighHandCall | None, person: str) -> list[tuple[str, str]]:
    """What the call settles on the slip."""
    if called is None:
        return []
    settled = {
        "seat": str(called.seat),
        "table": called.table,
        "hand": text_of(called.hand),
        "dealer": called.dealer,
        "signature": person,
    }
    return [(f"slip.{name}", value) for name, value in settled.items()]


def _about(ask: Ask, fund: FundSeen | None) -> str:
    """What somebody should know who takes a step."""
    called = _call(ask, fund)
    if ask.command in ("record_high_hand", "reject_high_hand") and called is not None:
        player = f", {called.player}" if called.player else ""
        return f"{called.table}, seat {called.seat}{player}: {hand_text(called.hand)}. {called.dealer} called it."
    return ""


def noticed_form(noticed: Envelope) -> StepForm:
    """What a round showed, with everything stated that the table's record tells."""
    command: Any = noticed.command
    hidden: list[tuple[str, str]] = []
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name in ("losing", "winning", "hand", "community"):
            hidden.append((name, text_of(value)))
        elif isinstance(value, tuple):
            hidden += [(name, person) for person in value]
        elif name not in ("v", "fund", "reason", "player", "unshown", "shown_at"):
            hidden.append((name, str(value)))
    if isinstance(command, cmd.VerifyBadBeat):
        beaten = f"beaten by {command.winner}: {hand_text(command.winning)}"
        about = f"{command.loser}: {hand_text(command.losing)}, {beaten}"
        title, clause = f"Verify the Bad Beat at {command.table}", citations.BAD_BEAT_VERIFICATION
    else:
        about = f"Seat {command.seat}, {command.player}: {hand_text(command.hand)}"
        title, clause = f"Call the floor to {command.table}", citations.HIGH_HAND_PERIOD
    return StepForm(
        command=str(command.__struct_config__.tag),
        title=title,
        fund=command.fund,
        role=noticed.role.value,
        clause=clause,
        hidden=tuple(hidden),
        about=about,
    )
