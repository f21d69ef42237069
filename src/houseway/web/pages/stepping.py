"""The staff's steps as forms: what is asked, which fields its command has, and whether the table system can make it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import get_type_hints

from houseway.chapters.c637a_poker import commands as poker
from houseway.clause import ClauseId
from houseway.engine.asking import Amounts, Ask
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.engine.observing import Observation
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.steps import title
from houseway.view.table import AnyRules
from houseway.web.pages.doing import FormError, command_of, kinds
from houseway.web.pages.visitors import first

REPORTS = ("report_irregularity", "report_poker_irregularity")
"""What is ruled on with a preview."""
_BY_CHANCE = frozenset({"shuffle_cards", "cut_cards", "start_round", "reshuffle", "determine_start", "draw_at_random"})
"""What the table system can draw from a committed seed where the dealer has no deck or dice in the hand."""
_COUNTED = frozenset({"count_deck", "report_device_count", "count_progressive_chips", "count_losing_hands"})
"""What is counted by hand, or by the system where the cards are its own."""
_MARKS = {
    "preshuffled": "They came preshuffled and preinspected",
    "two_jokers": "They have two jokers",
    "joker_torn": "One joker was torn in half",
    "misdealt": "The wrong number comes of the deal",
    "covered": "The stakes are covered, not counted",
    "missed": "The blinds were missed",
    "protected": "The hand was protected",
    "reconstructed": "It can be reconstructed without doubt",
    "contributor": "The player contributed to it",
    "kill": "It is a kill round",
    "turned": "The up cards were turned down",
}
_ASSUMED = {
    "complete": "Every card of the deck is there",
    "usable": "The device can go on being used",
    "marker": "With the marker button on it",
}
"""What is so unless somebody says no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A field of a step. ``kind``: number, dollars, text, cards, mark (a box to tick) or assumed (yes unless no is said)."""

    name: str
    label: str
    kind: str
    value: str = ""
    least: int | None = None
    most: int | None = None
    count: int = 0
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing somebody may do: its words, its clause, the fields of its form.

    ``system``: what the button says by which the table system makes it; ``only_system``: nobody else can.
    """

    title: str
    clause: ClauseId
    command: str
    hidden: Mapping[str, str] = field(default_factory=dict)
    inputs: tuple[Input, ...] = ()
    system: str = ""
    only_system: bool = False
    seat: Seat = DEALER
    danger: bool = False


def step_of(rules: AnyRules, ask: Ask, *, seen: Observation | None = None) -> Step:
    """What is asked, as a form."""
    hidden, inputs = _fields(rules, ask, seen)
    return Step(
        title=title(rules, ask),
        clause=ask.clause,
        command=ask.command,
        hidden={**_identity(ask), **hidden},
        inputs=tuple(inputs),
        system=_by_system(ask),
        only_system=ask.role is Role.TABLE_SYSTEM or ask.command == "view_cards",
        seat=ask.seat,
        danger=ask.command in ("remove_player", "abandon_wagers"),
    )


def _by_system(ask: Ask) -> str:
    if ask.command == "view_cards":
        return "The player has had the opportunity"
    if ask.role is Role.PLAYER:
        return ""
    return (
        "Let the system draw it"
        if ask.command in _BY_CHANCE
        else "The system counts"
        if ask.command in _COUNTED
        else ""
    )


def _identity(ask: Ask) -> dict[str, str]:
    """What names an ask among those that are due."""
    return {
        "command": ask.command,
        "ask:word": ask.word,
        "ask:subject": ask.subject,
        "ask:concerns": str(ask.concerns),
        "ask:seat": str(ask.seat),
    }


def is_named(ask: Ask, given: Mapping[str, list[str]]) -> bool:
    """Whether a form names this ask."""
    fields = dict(given)
    return all(first(fields, name) == value for name, value in _identity(ask).items())


def _fields(rules: AnyRules, ask: Ask, seen: Observation | None) -> tuple[dict[str, str], list[Input]]:
    """What a command says beside its name: what the ask has settled, and what is to be entered."""
    if ask.role is Role.PLAYER:
        return _answer(rules, ask)
    least = ask.amounts.least if ask.amounts is not None else None
    most = ask.amounts.most if ask.amounts is not None else None
    match ask.command:
        case "receive_decks":
            return {"decks": str(least)}, [_mark("preshuffled"), *([_mark("two_jokers")] if _has_joker(rules) else [])]
        case "verify_inspection":
            return {}, [_mark("joker_torn")] if _has_joker(rules) else []
        case "wash_cards":
            return {"deck": ask.subject}, []
        case "shuffle_cards":
            return {"deck": ask.subject}, [_cards("order", "The order, top card first", ask.cards)]
        case "reshuffle":
            return {}, [_cards("order", "The order, top card first", ask.cards)]
        case "start_round":
            order = [_cards("order", "The order of the deck, top card first", ask.cards)] if ask.cards else []
            return {}, [*order, *_absent(seen)]
        case "offer_cut" | "abandon_wagers" | "notify_compliance":
            return {"seat": str(ask.concerns), "of_seat": str(ask.concerns)}, []
        case "cut_cards":
            return {}, [Input(name="depth", label="Cards above the cover card", kind="number", least=least, most=most)]
        case "report_device_count" | "count_losing_hands":
            return {}, [Input(name="count", label="Cards counted", kind="number", least=0, most=60)]
        case "count_deck":
            marks = [_mark("misdealt"), _assumed("complete")] if ask.word == "stub" else []
            return {}, [Input(name="count", label="Cards counted", kind="number", least=0, most=60), *marks]
        case "count_progressive_chips":
            return {}, [Input(name="chips", label="Chips counted", kind="number", least=0, most=99)]
        case "determine_start" if ask.word == "dice":
            return {}, [
                Input(name="dice", label=f"Die {number}", kind="number", least=1, most=6) for number in (1, 2, 3)
            ]
        case "determine_start":
            return {}, [Input(name="number", label="The number drawn", kind="number", least=least, most=most)]
        case "cover_device":
            return {"device": ask.subject}, []
        case "report_device_fault":
            return {"device": ask.subject}, [_assumed("usable")]
        case "use_method":
            return {"shuffler": ask.subject, "dealing": ask.word}, []
        case "spread_for_no_activity":
            return {"face_up": "yes" if ask.word else "no"}, []
        case "settle_round" if _is_hand_to_reveal(seen):
            return {"hands": "1"}, []
        case "validate_payout" | "document_payout":
            return {"seat": str(ask.concerns), "of_seat": str(ask.concerns), "wager": ask.subject}, []
        case "hold_deck":
            return {"hand": ask.word}, []
        case "set_deck_down":
            return {}, [_assumed("marker")]
        case "secure_stakes":
            return _of(ask), [_mark("covered")]
        case "return_to_table":
            return _of(ask), [Input(name="cents", label="Stakes counted", kind="dollars")]
        case "require_post":
            return _of(ask), [_mark("missed")]
        case "verify_time_charges":
            return {}, [Input(name="cents", label="Time charges counted", kind="dollars")]
        case "set_collection":
            return {"fund": ask.subject, "collecting": "yes" if ask.word == "start" else "no"}, []
        case "agree_minimum":
            return {}, [*_amount("cents", ask.amounts), *_agreeing(seen)]
        case "rule_on_dispute":
            return {}, [_text("dispute", "What is disputed"), _text("ruling", "The decision")]
        case "remove_player":
            return _of(ask), [_text("reason", "Why")]
        case "report_poker_irregularity":
            of_hand = ("protected", "reconstructed", "contributor") if ask.concerns else ()
            return {"cause": ask.subject, **_of(ask)}, [_mark(name) for name in of_hand]
        case "report_irregularity":
            places = [
                Input(
                    name="place",
                    label="Which card of the seat, from the first dealt",
                    kind="number",
                    least=1,
                    most=7,
                    required=False,
                )
            ]
            return {"cause": ask.subject, **_of(ask)}, places if ask.concerns else []
    return {}, []


def _of(ask: Ask) -> dict[str, str]:
    return {"seat": str(ask.concerns), "of_seat": str(ask.concerns)}


def _answer(rules: AnyRules, ask: Ask) -> tuple[dict[str, str], list[Input]]:
    """What a player answers; the dealer of a staffed table may give it for the seat."""
    given = {"seat": str(ask.seat)}
    match ask.command:
        case "decide":
            given["word"] = ask.word
            if ask.cards is not None and isinstance(rules, TableRules) and rules.game.arrangement is not None:
                of = rules.game.arrangement
                return given, [
                    _cards("high", "High hand", (of.high, of.high)),
                    _cards("low", "Low hand", (of.low, of.low)),
                ]
            return given, _amount("cents", ask.amounts)
        case "act":
            given["word"] = ask.word
            return given, _amount("to", ask.amounts) if ask.word in ("bet", "raise") else []
        case "discard":
            return given, [_cards("cards", "Cards thrown away; none: stand pat", ask.cards)]
        case "show_hand":
            return {**given, "muck": "yes" if ask.word == "muck" else "no"}, []
        case "void_hand":
            return {**given, "void": "yes"}, []
        case "choose_after_exposure":
            return {**given, "bet_on": "yes" if ask.word == "bet on" else "no"}, []
        case "cut_cards":
            assert ask.amounts is not None
            least, most = ask.amounts.least, ask.amounts.most
            return given, [
                Input(name="depth", label="Cards above the cover card", kind="number", least=least, most=most)
            ]
        case "determine_start" if ask.word == "dice":
            return given, [
                Input(name="dice", label=f"Die {number}", kind="number", least=1, most=6) for number in (1, 2, 3)
            ]
        case "determine_start":
            return given, [Input(name="number", label="The number drawn", kind="number", least=1)]
        case "place_wagers":
            return given, _amount(f"wagers:{ask.subject}", ask.amounts)
        case "withdraw_wagers":
            return {**given, "wagers": ask.subject}, []
        case "add_stakes" | "remove_stakes" | "place_chips":
            return given, _amount("cents", ask.amounts)
    return given, []


def _amount(name: str, amounts: Amounts | None) -> list[Input]:
    if amounts is None:
        return []
    most = None if amounts.most is None else int(amounts.most)
    value = dollars_text(amounts.least) if amounts.least > 1 else ""
    return [Input(name=name, label="Amount", kind="dollars", value=value, least=int(amounts.least), most=most)]


def dollars_text(cents: Cents) -> str:
    """Cents as one types dollars."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


def _cards(name: str, label: str, number: tuple[int, int] | None) -> Input:
    least, most = number or (0, 0)
    return Input(name=name, label=label, kind="cards", count=most, least=least, required=least > 0)


def _mark(name: str) -> Input:
    return Input(name=name, label=_MARKS[name], kind="mark", required=False)


def _assumed(name: str) -> Input:
    return Input(name=name, label=_ASSUMED[name], kind="assumed")


def _text(name: str, label: str) -> Input:
    return Input(name=name, label=label, kind="text")


def _agreeing(seen: Observation | None) -> list[Input]:
    """Who agrees: all must, and the dealer says of each that it is so."""
    seats = sorted(seen.seats) if seen is not None else []
    return [
        Input(name="seats", label=f"Seat {seat} agrees", kind="mark", value=str(seat), required=False) for seat in seats
    ]


def _absent(seen: Observation | None) -> list[Input]:
    """Who is not dealt in: those whom a note leaves out are ticked already."""
    if seen is None:
        return []
    out = {note.seat for note in seen.notes if note.note in ("seat_is_left_out", "seat_is_away")}
    return [
        Input(
            name="absent",
            label=f"Seat {seat} is not dealt in",
            kind="mark",
            value=str(seat),
            required=False,
            count=seat in out,
        )
        for seat in sorted(seen.seats)
    ]


def _is_hand_to_reveal(seen: Observation | None) -> bool:
    """Whether a hand that is played on still lies face down."""
    if not isinstance(seen, BankedObservation):
        return False
    over = {*seen.folded, *seen.surrendered, *seen.voided}
    return any(None in hand for seat, hand in seen.hands.items() if seat not in over)


def _has_joker(rules: AnyRules) -> bool:
    return len(rules.cards.deck) > 52


# From the form to the command.


@cache
def _named(kind: type[Command]) -> frozenset[str]:
    return frozenset(get_type_hints(kind))


def command_given(given: Mapping[str, list[str]]) -> tuple[Command, Seat]:
    """The command of a step's form, and the seat of its envelope: that of a player's answer, else none."""
    fields = dict(given)
    tag = first(fields, "command")
    kind = kinds().get(tag)
    if kind is poker.DealStreet:
        return _deal_street(fields), Seat(0)
    if kind is not None and "seat" in _named(kind):
        # The seat the command names, not one that it is given for.
        command = command_of({**fields, "seat": fields.get("of_seat") or fields.get("seat") or []})
        return command, Seat(0)
    command = command_of(fields)
    try:
        return command, Seat(int(first(fields, "seat") or 0))
    except ValueError:
        raise FormError("a seat is a number") from None


def _deal_street(given: dict[str, list[str]]) -> Command:
    """The deal of a street, perhaps with what befell one of its cards."""
    cause = first(given, "mishap")
    if not cause:
        return poker.DealStreet()
    try:
        after, seat = int(first(given, "after") or 0), int(first(given, "mishap_seat") or 0)
    except ValueError:
        raise FormError("the number of cards dealt before it, and the seat, are whole numbers") from None
    return poker.DealStreet(mishaps=(poker.Mishap(cause=cause, after=after, seat=Seat(seat)),))
