"""The staff's steps as forms: what is asked, which fields its command has, and whether the table system can make it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple, get_type_hints

import msgspec

from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.due import COVERED
from houseway.chapters.c637a_poker.rules import PokerRules, Remedy
from houseway.clause import ClauseId
from houseway.engine.asking import Amounts, Ask
from houseway.engine.banked import commands as banked
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.cards.due import STUB, TWO_JOKERS
from houseway.engine.kernel import Command
from houseway.engine.observing import Observation
from houseway.engine.roles import SYSTEM, Role
from houseway.money import dollars
from houseway.rules.game import Remedy as BankedRemedy
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.steps import title
from houseway.view.table import AnyRules
from houseway.web.pages.doing import FormError, command_of, kinds
from houseway.web.pages.rendering import dollars_text
from houseway.web.pages.visitors import first

REPORTS = ("report_irregularity", "report_poker_irregularity")
"""What is ruled on with a preview."""
_BY_SYSTEM = {
    "shuffle_cards": "System shuffle",
    "reshuffle": "System shuffle",
    "start_round": "System shuffle",
    "cut_cards": "System cut",
    "determine_start": "System draw",
    "draw_at_random": "System draw",
    "count_deck": "System count",
    "report_device_count": "System count",
    "count_progressive_chips": "System count",
    "count_losing_hands": "System count",
    "view_cards": "Player had a chance to inspect the cards",
}
"""What the button says by which the table system draws from a committed seed, or counts cards that are its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A field of a step.

    ``kind``: number, dollars, text, cards, choice (of ``options``, each a value and its label), mark (a box to tick) or assumed (yes
    unless no is said). ``least``, ``most`` and ``step`` are cents where the kind is dollars.
    """

    name: str
    label: str
    kind: str
    value: str = ""
    least: int | None = None
    most: int | None = None
    step: int = 1
    count: int = 0
    required: bool = True
    ticked: bool = False
    options: tuple[tuple[str, str], ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing somebody may do: its words, its clause, the fields of its form.

    ``system``: what the button says by which the table system makes it, with ``system_inputs``; ``only_system``: nobody else can.
    """

    title: str
    clause: ClauseId
    command: str
    hidden: Mapping[str, str] = field(default_factory=dict)
    inputs: tuple[Input, ...] = ()
    system: str = ""
    system_inputs: tuple[Input, ...] = ()
    only_system: bool = False
    seat: Seat = DEALER
    danger: bool = False


def steps_of(
    rules: AnyRules, ask: Ask, *, seen: Observation | None = None, sitting_out: Collection[Seat] = ()
) -> tuple[Step, ...]:
    """The forms of a prompt: one for each way to answer it that has a button of its own."""
    step = step_of(rules, ask, seen=seen, sitting_out=sitting_out)
    match ask.command:
        case "void_hand":
            kept = replace(step, title="Play the hand", hidden={**step.hidden, "void": "no"})
            return replace(step, title="Void the hand"), kept
        case "accept_bank" if isinstance(rules, TableRules) and rules.banking and rules.banking.co_banking:
            hidden = {**step.hidden, "co_bank": "yes"}
            shared = replace(step, title=f"{step.title}, with the dealer as co-bank", hidden=hidden, inputs=())
            return step, shared
    return (step,)


def report_steps(rules: AnyRules, asks: Iterable[Ask], seen: Observation) -> list[Step]:
    """One form for each irregularity that can be reported; the seat it concerns is chosen."""
    by_cause: dict[str, list[Ask]] = {}
    for ask in asks:
        by_cause.setdefault(ask.subject, []).append(ask)
    steps = []
    for same in by_cause.values():
        step = step_of(rules, same[0], seen=seen)
        seats = [(str(ask.concerns), f"Seat {ask.concerns}") for ask in same if ask.concerns]
        if seats:
            hidden = {name: value for name, value in step.hidden.items() if name != "of_seat"}
            step = replace(step, hidden=hidden, inputs=(choice_input("of_seat", "Seat", seats), *step.inputs))
        steps.append(step)
    return steps


def step_of(rules: AnyRules, ask: Ask, *, seen: Observation | None = None, sitting_out: Collection[Seat] = ()) -> Step:
    """What is asked, as a form."""
    hidden, inputs = _fields(Prompted(rules, ask, seen, sitting_out))
    is_made = ask.role is not Role.PLAYER or ask.command == "view_cards"
    return Step(
        title=title(rules, ask),
        clause=ask.clause,
        command=ask.command,
        hidden={**_identity(ask), **hidden},
        inputs=inputs,
        system=_by_system(ask) if is_made else "",
        system_inputs=tuple([one for one in inputs if one.name == "absent"]),
        only_system=ask.role is Role.TABLE_SYSTEM or ask.command == "view_cards",
        seat=ask.seat,
        danger=ask.command in ("remove_player", "abandon_wagers"),
    )


def _by_system(ask: Ask) -> str:
    if ask.command == "start_round" and ask.cards is None:
        # The table's own decks have their order already.
        return ""
    return _BY_SYSTEM.get(ask.command, "")


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


# The fields of each command.


class Prompted(NamedTuple):
    """What a form is made for: a prompt under the rules of its table, what is seen of the table, and the seats that sit out."""

    rules: AnyRules
    ask: Ask
    seen: Observation | None
    sitting_out: Collection[Seat] = ()


Filled = str | tuple[Input, ...] | None
"""The value of a field that the prompt settles, or what is entered for it; None: the command's default holds."""
Filler = Callable[[Prompted, str], Filled]


def _fields(prompted: Prompted) -> tuple[dict[str, str], tuple[Input, ...]]:
    """What a command says beside its name: what the prompt settles, and what is to be entered."""
    ask = prompted.ask
    hidden = {"seat": str(ask.seat)} if ask.role is Role.PLAYER else {}
    inputs: list[Input] = []
    for name, filler in FIELDS.get(kinds()[ask.command], {}).items():
        filled = filler(prompted, name)
        if isinstance(filled, str):
            # The seat a command names is not the one that gives it.
            hidden["of_seat" if name == "seat" else name] = filled
        elif filled is not None:
            inputs += filled
    return hidden, tuple(inputs)


def _subject(prompted: Prompted, name: str) -> Filled:
    return prompted.ask.subject


def _word(prompted: Prompted, name: str) -> Filled:
    return prompted.ask.word


def _target_seat(prompted: Prompted, name: str) -> Filled:
    return str(prompted.ask.concerns)


def _least(prompted: Prompted, name: str) -> Filled:
    amounts = prompted.ask.amounts
    return None if amounts is None else str(amounts.least)


def _is_word(word: str) -> Filler:
    """A yes-or-no field that the word of the prompt settles."""
    return lambda prompted, name: "yes" if prompted.ask.word == word else "no"


def _always(value: str) -> Filler:
    return lambda prompted, name: value


def _amount(prompted: Prompted, name: str) -> Filled:
    return (amount_input(name, "Amount", prompted.ask.amounts),)


def _only_amount(prompted: Prompted, name: str) -> Filled:
    """The one amount that the prompt allows, which its title names."""
    amounts = prompted.ask.amounts
    return _amount(prompted, name) if amounts is None else dollars_text(amounts.least)


def _counted_amount(label: str) -> Filler:
    """An amount that is counted: what it should come to is not given away."""
    return lambda prompted, name: (Input(name=name, label=label, kind="dollars", least=0),)


def _bet(prompted: Prompted, name: str) -> Filled:
    return _amount(prompted, name) if prompted.ask.word in ("bet", "raise") else None


def _amount_if_any(prompted: Prompted, name: str) -> Filled:
    return None if prompted.ask.amounts is None else _amount(prompted, name)


def _dealer_wager(prompted: Prompted, name: str) -> Filled:
    """The most that the dealer wagers against a bank, unless the banker says less (645a.12(g))."""
    amounts = prompted.ask.amounts
    entered = amount_input(name, "The dealer wagers", amounts)
    return (replace(entered, value=dollars_text(amounts.most)) if amounts and amounts.most is not None else entered,)


def _wager(prompted: Prompted, name: str) -> Filled:
    return (amount_input(f"{name}:{prompted.ask.subject}", "Amount", prompted.ask.amounts),)


def amount_input(name: str, label: str, amounts: Amounts | None) -> Input:
    """The field of an amount, with the amounts that are allowed."""
    if amounts is None:
        return Input(name=name, label=label, kind="dollars", least=1)
    if amounts.sizes:
        return choice_input(name, label, [(dollars_text(cents), dollars(cents)) for cents in amounts.sizes])
    return Input(
        name=name,
        label=label,
        kind="dollars",
        value=dollars_text(amounts.least) if amounts.least > 1 else "",
        least=amounts.least,
        most=amounts.most,
        step=amounts.step,
    )


def choice_input(name: str, label: str, options: Iterable[tuple[str, str]]) -> Input:
    """A field for which one of some values must be chosen: nothing is chosen beforehand, unless there is only one."""
    every = tuple(options)
    return Input(name=name, label=label, kind="choice", options=every, value=every[0][0] if len(every) == 1 else "")


def _number(label: str, least: int = 0, most: int | None = None) -> Filler:
    def fill(prompted: Prompted, name: str) -> Filled:
        highest = len(prompted.rules.cards.deck) + 8 if most is None else most
        return (Input(name=name, label=label, kind="number", least=least, most=highest),)

    return fill


def _number_in_range(label: str) -> Filler:
    def fill(prompted: Prompted, name: str) -> Filled:
        amounts = prompted.ask.amounts
        least, most = (1, None) if amounts is None else (amounts.least, amounts.most)
        return (Input(name=name, label=label, kind="number", least=least, most=most),)

    return fill


def _cards(label: str) -> Filler:
    def fill(prompted: Prompted, name: str) -> Filled:
        least, most = prompted.ask.cards or (0, 0)
        return (Input(name=name, label=label, kind="cards", count=most, least=least, required=least > 0),)

    return fill


def _text(label: str) -> Filler:
    return lambda prompted, name: (Input(name=name, label=label, kind="text"),)


def _mark(label: str) -> Filler:
    return lambda prompted, name: (Input(name=name, label=label, kind="mark", required=False),)


def _assumed(label: str) -> Filler:
    return lambda prompted, name: (Input(name=name, label=label, kind="assumed"),)


def _if(condition: Callable[[Prompted], bool], filler: Filler) -> Filler:
    """A field that is filled only where a condition holds."""
    return lambda prompted, name: filler(prompted, name) if condition(prompted) else None


def _has_joker(prompted: Prompted) -> bool:
    return len(prompted.rules.cards.deck) > 52


def _is_stub(prompted: Prompted) -> bool:
    return prompted.ask.word == STUB


def _was_counted(prompted: Prompted) -> bool:
    """Return whether the stakes of a player who left were counted, not covered."""
    return prompted.ask.word != COVERED


def _names_cards(prompted: Prompted) -> bool:
    return prompted.ask.cards is not None


def _by_dice(prompted: Prompted) -> bool:
    return prompted.ask.word == "dice"


def _by_number(prompted: Prompted) -> bool:
    return not _by_dice(prompted)


def _with_remedy(*remedies: Remedy) -> Callable[[Prompted], bool]:
    """Whether the irregularity of the prompt has one of the remedies of poker."""

    def holds(prompted: Prompted) -> bool:
        rules = prompted.rules
        ruling = rules.irregularities.get(prompted.ask.subject) if isinstance(rules, PokerRules) else None
        return ruling is not None and ruling.remedy in remedies

    return holds


def _may_be_voided(prompted: Prompted) -> bool:
    """Return whether the irregularity of the prompt lets a player void a hand that the player has not looked at."""
    rules = prompted.rules
    ruling = rules.game.irregularities.get(prompted.ask.subject) if isinstance(rules, TableRules) else None
    return ruling is not None and ruling.remedy is BankedRemedy.PLAYER_MAY_VOID


def _has_hand_to_reveal(prompted: Prompted) -> bool:
    """Return whether a hand that is played on still lies face down."""
    seen = prompted.seen
    if not isinstance(seen, BankedObservation):
        return False
    over = {*seen.folded, *seen.surrendered, *seen.voided}
    return any(None in hand for seat, hand in seen.hands.items() if seat not in over)


def _torn_joker(prompted: Prompted, name: str) -> Filled:
    if prompted.ask.word != TWO_JOKERS:
        return None
    return (Input(name=name, label="The second joker was torn in half", kind="mark"),)


def _dice(prompted: Prompted, name: str) -> Filled:
    if not _by_dice(prompted):
        return None
    return tuple([Input(name=name, label=f"Die {die}", kind="number", least=1, most=6) for die in (1, 2, 3)])


def _set_hand(label: str) -> Filler:
    """One of the hands that are set, where the prompt asks for cards."""

    def fill(prompted: Prompted, name: str) -> Filled:
        arrangement = prompted.rules.game.arrangement if isinstance(prompted.rules, TableRules) else None
        if arrangement is None or not _names_cards(prompted):
            return None
        count = arrangement.high if name == "high" else arrangement.low
        return (Input(name=name, label=label, kind="cards", count=count, least=count),)

    return fill


def _place(prompted: Prompted, name: str) -> Filled:
    ask, seen = prompted.ask, prompted.seen
    held = len(seen.hands.get(ask.concerns, ())) if seen is not None else 0
    if not ask.concerns or not held:
        return None
    label = "Which card of the seat, counted from the first dealt (optional)"
    return (Input(name=name, label=label, kind="number", least=1, most=held, required=False),)


def _everybody_agrees(prompted: Prompted, name: str) -> Filled:
    """All must agree, and the dealer says of each player that it is so."""
    return tuple(
        [
            Input(name=name, label=f"Seat {seat} agrees", kind="mark", value=str(seat))
            for seat in _players(prompted.seen)
        ]
    )


def _players(seen: Observation | None) -> list[Seat]:
    """The seats of those who play here: who was required to leave does not (637a.18(c))."""
    if seen is None:
        return []
    removed = {note.seat for note in seen.notes if note.note == "player_must_leave"}
    return [seat for seat in sorted(seen.seats) if seat not in removed]


def left_out(seen: Observation, sitting_out: Collection[Seat]) -> set[Seat]:
    """The seats that are not dealt in as things stand."""
    noted = {note.seat for note in seen.notes if note.note in ("seat_is_left_out", "seat_is_away")}
    return noted.union(sitting_out)


def _absent(prompted: Prompted, name: str) -> Filled:
    """Who is not dealt in: those who are left out as things stand are ticked already."""
    seen = prompted.seen
    if seen is None:
        return None
    out = left_out(seen, prompted.sitting_out)
    return tuple(
        [
            Input(
                name=name,
                label=f"Seat {seat} is not dealt in",
                kind="mark",
                value=str(seat),
                required=False,
                ticked=seat in out,
            )
            for seat in _players(seen)
        ]
    )


FIELDS: Mapping[type[Command], Mapping[str, Filler]] = {
    # Cards and devices.
    banked.ReceiveDecks: {
        "decks": _least,
        "preshuffled": _mark("Preshuffled and preinspected"),
        "two_jokers": _if(_has_joker, _mark("Each deck has two jokers")),
    },
    banked.VerifyInspection: {"joker_torn": _torn_joker},
    banked.WashCards: {"deck": _subject},
    banked.ShuffleCards: {"order": _cards("The order, top card first"), "deck": _subject},
    banked.ReportDeviceCount: {"count": _number("Cards counted")},
    banked.OfferCut: {"seat": _target_seat},
    banked.CutCards: {"depth": _number_in_range("Cards above the cover card")},
    banked.SpreadForNoActivity: {"face_up": _is_word("face up")},
    banked.CountDeck: {
        "count": _number("Cards counted"),
        "misdealt": _if(_is_stub, _mark("The count is wrong because of the deal")),
        "complete": _if(_is_stub, _assumed("Is every card of the deck there?")),
    },
    banked.ReportDeviceFault: {"device": _subject, "usable": _assumed("Is the device still usable?")},
    banked.CoverDevice: {"device": _subject},
    banked.UseMethod: {"shuffler": _subject, "dealing": _word},
    # Seats.
    banked.TakeSeat: {"cents": _amount},
    # Banked tables.
    banked.AbandonWagers: {"seat": _target_seat, "returned": _mark("Return the wagers, do not treat them as losing")},
    banked.PlaceWagers: {"wagers": _wager},
    banked.WithdrawWagers: {"wagers": _subject},
    banked.OfferBank: {"seat": _target_seat},
    banked.AcceptBank: {"dealer_wager": _dealer_wager},
    banked.PlaceDealerWager: {"cents": _only_amount},
    banked.CountProgressiveChips: {"chips": _number("Chips counted", most=99)},
    banked.DetermineStart: {"dice": _dice, "number": _if(_by_number, _number_in_range("The number drawn"))},
    banked.Decide: {
        "word": _word,
        "cents": _amount_if_any,
        "high": _set_hand("High hand"),
        "low": _set_hand("Low hand"),
    },
    banked.SettleRound: {"hands": _if(_has_hand_to_reveal, _always("1"))},
    banked.ValidatePayout: {"seat": _target_seat, "wager": _subject},
    banked.DocumentPayout: {"seat": _target_seat, "wager": _subject},
    banked.ReportIrregularity: {
        "cause": _subject,
        "seat": _target_seat,
        "place": _place,
        "looked": _if(_may_be_voided, _mark("The player had looked at the cards")),
    },
    banked.VoidHand: {"void": _always("yes")},
    # Poker tables.
    poker.AddStakes: {"cents": _amount},
    poker.StartRound: {"order": _if(_names_cards, _cards("The order of the deck, top card first")), "absent": _absent},
    poker.Reshuffle: {"order": _cards("The order, top card first")},
    poker.Act: {"word": _word, "to": _bet},
    poker.Discard: {"cards": _cards("Cards to discard; none to stand pat")},
    poker.ShowHand: {"muck": _is_word("muck")},
    poker.Announce: {"word": _word, "to": _bet},
    poker.PlaceChips: {"cents": _amount},
    poker.TakeChipsBack: {"cents": _amount},
    poker.AgreeMinimum: {"cents": _amount, "seats": _everybody_agrees},
    poker.RemoveStakes: {"cents": _amount},
    poker.SecureStakes: {"seat": _target_seat, "covered": _mark("Cover the stakes instead of counting them")},
    poker.ReturnToTable: {"seat": _target_seat, "cents": _if(_was_counted, _counted_amount("Stakes counted"))},
    poker.RequirePost: {"seat": _target_seat, "missed": _mark("The player missed the blinds")},
    poker.VerifyTimeCharges: {"cents": _counted_amount("Time charges counted")},
    poker.SetCollection: {"fund": _subject, "collecting": _is_word("start")},
    poker.ChooseAfterExposure: {"bet_on": _is_word("bet on")},
    poker.RuleOnDispute: {"dispute": _text("What is disputed"), "ruling": _text("The decision")},
    poker.RemovePlayer: {"seat": _target_seat, "reason": _text("Reason")},
    poker.NotifyCompliance: {"seat": _target_seat},
    poker.HoldDeck: {"hand": _word},
    poker.CountLosingHands: {"count": _number("Cards counted")},
    poker.ReportIrregularity: {
        "cause": _subject,
        "seat": _target_seat,
        "protected": _if(_with_remedy(Remedy.FOULED, Remedy.COLLECTED), _mark("The hand was protected")),
        "reconstructed": _if(_with_remedy(Remedy.FOULED), _mark("The hand can be reconstructed without doubt")),
        "contributor": _if(_with_remedy(Remedy.FOULED, Remedy.COLLECTED), _mark("The player contributed to it")),
    },
}
"""How each field of a command is filled; a field that is not named keeps the command's default."""


def check_forms(commands: Iterable[type[Command]], fields: Mapping[type[Command], Mapping[str, Filler]]) -> None:
    """Refuse a command whose form lacks a field that the command needs, or names one that it does not have."""
    for kind in commands:
        own, filled = msgspec.structs.fields(kind), fields.get(kind, {})
        lacking = [one.name for one in own if one.required and one.name not in filled]
        strange = sorted(set(filled) - {one.name for one in own})
        if (lacking and not kind.roles <= SYSTEM) or strange:
            what = (
                f"lacks {', '.join(lacking)}" if lacking else f"names {', '.join(strange)}, which is none of its fields"
            )
            raise TypeError(f"the form of {kind.__struct_config__.tag} {what}")


check_forms((*banked.COMMANDS, *poker.COMMANDS), FIELDS)


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
