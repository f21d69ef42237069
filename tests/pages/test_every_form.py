"""Every form that a console can offer, in states that a random walk comes to: none lacks a field, none is refused as it is offered."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from houseway.cards import CARD_TEXT
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.registry import chapter_of, example_of, games, open_table
from houseway.engine.asking import Ask
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Command, Envelope, Table, Viewer
from houseway.engine.opening import TakeSeat
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.seats import Seat
from houseway.view.steps import check_titles
from houseway.web.pages.card_mishaps import mishap_steps
from houseway.web.pages.dealer import now_of, wager_steps
from houseway.web.pages.stepping import FIELDS, Input, Step, check_forms, command_given, is_named, steps_of
from tests.kit.recorded_tables import submission
from tests.kit.table_views import look_at

STAFF = ((Role.DEALER, "Dana"), (Role.FLOORPERSON, "Flynn"), (Role.SHIFT_SUPERVISOR, "Sue"))
TIME_CHARGE = {"kind": "time", "hourly": 1200, "every_minutes": 20, "per": "player"}
Offer = tuple[Step, Ask | None, Role, str]


class Lacking(Command, frozen=True, kw_only=True, tag="lacking"):
    """A command whose form nobody has made."""

    roles = frozenset({Role.DEALER})
    cents: int
    note: str = ""


def test_a_command_whose_form_lacks_a_field_is_refused_when_the_pages_are_loaded():
    with pytest.raises(TypeError, match="the form of lacking lacks cents"):
        check_forms((Lacking,), FIELDS)
    with pytest.raises(TypeError, match="the form of lacking names sum"):
        check_forms((Lacking,), {Lacking: {"cents": lambda *_: "", "sum": lambda *_: ""}})
    check_forms((Lacking,), {Lacking: {"cents": lambda *_: ""}})


def test_a_command_without_a_title_is_refused_when_the_pages_are_loaded():
    with pytest.raises(TypeError, match="the step lacking has no title"):
        check_titles((Lacking,), {})
    check_titles((Lacking,), {"lacking": "Do what is lacking"})


@pytest.mark.parametrize("kind", [*banked.COMMANDS, *poker.COMMANDS], ids=lambda kind: str(kind.__struct_config__.tag))
def test_every_required_field_of_every_command_is_filled(kind: type[Command]):
    required = {field.name for field in msgspec.structs.fields(kind) if field.required}
    assert required <= set(FIELDS.get(kind, {})) or kind.roles == {Role.TABLE_SYSTEM}


def posted(game: str, *, full: bool) -> dict[str, Any]:
    """A submission; ``full``: with every option that brings steps of its own, and cards shuffled by hand."""
    given = submission(game)
    if not full:
        return given
    if chapter_of(game).banked:
        return tomllib.loads(example_of(game)) | {"shuffler": "manual", "decks": 1}
    given |= {"shuffler": "manual", "minimum_increase": 1000, "rake": TIME_CHARGE}
    given |= {"high_hand": {"contribution": 100, "minimum_pot": 2000}}
    given |= {"must_post": "missed-blinds"} if given.get("blinds") else {}
    return given | ({"straddle": True} if game.startswith(("holdem", "omaha")) else {})


def seated(game: str, *, full: bool) -> Table[Any, Any]:
    table = open_table(posted(game, full=full), staffed=True)
    for seat, name in enumerate(("Ada", "Ben", "Cleo"), 2):
        table.do(TakeSeat(cents=100_000), role=Role.PLAYER, seat=Seat(seat), by=name)
    return table


def foreseen(table: Table[Any, Any], command: Command) -> Any:
    sent = Envelope(command=command, by="Dana", role=Role.DEALER, at=table.state.now)
    outcome = table.machine.handle(table.rules, table.state, sent)
    return outcome if isinstance(outcome, Refusal) else outcome.events


def offers(table: Table[Any, Any]) -> Iterator[Offer]:
    """Everything that the consoles of dealer and floor offer now; first what is next."""
    rules, due = table.rules, table.due()
    for role, person in STAFF:
        seen = table.observe(Viewer(role, person))
        if role is Role.DEALER:
            now = now_of(rules, seen)
            for step in now.steps:
                named = {name: [value] for name, value in step.hidden.items()}
                yield step, next(ask for ask in due if is_named(ask, named)), role, person
            if now.kind == "step" and now.steps[0].command == "deal_street":
                for step in mishap_steps(rules, seen, now.steps[0], partial(foreseen, table)):
                    yield step, None, role, person
            for seat, player in seen.seats.items():
                legal = table.machine.legal(rules, table.state, Viewer(Role.PLAYER, player), due)
                own = [ask for ask in legal if ask.seat == seat and ask.may_wait]
                wagers = [ask for ask in own if ask.command == "place_wagers"]
                for step in wager_steps(rules, seen, wagers):
                    yield step, wagers[0], role, person
                for ask in own:
                    if ask.command not in ("place_wagers", "take_seat", "leave_seat", "add_stakes", "remove_stakes"):
                        for step in steps_of(rules, ask, seen=seen):
                            yield step, ask, role, person
        for ask in seen.legal:
            for step in steps_of(rules, ask, seen=seen):
                yield step, ask, role, person


def filled(table: Table[Any, Any], offer: Offer, chance: random.Random) -> dict[str, list[str]]:
    """The fields of a form as it is offered; what must be entered is entered."""
    step, ask, *_ = offer
    fields = {name: [value] for name, value in step.hidden.items()}
    for one in step.inputs:
        text = entered(table, step, one, ask, chance)
        if text or one.kind != "mark":
            fields.setdefault(one.name, []).append(text)
    return fields


def entered(table: Table[Any, Any], step: Step, one: Input, ask: Ask | None, chance: random.Random) -> str:
    match one.kind:
        case "mark":
            return (one.value or "yes") if one.ticked or one.required else ""
        case "assumed":
            return "yes"
        case "choice":
            return one.value or (chance.choice(one.options)[0] if one.required else "")
        case "text":
            return f"words {chance.random()}"
        case _ if one.value or not one.required:
            return one.value
        case "cards":
            return cards_for(table, step, one, chance)
        case "dollars":
            # What is counted is what should be there.
            counted = ask.amounts if one.least == 0 and ask is not None else None
            return f"{(one.least or 1 if counted is None else counted.least) / 100}"
    return str(ask.amounts.least if ask is not None and ask.amounts is not None else one.least)


def cards_for(table: Table[Any, Any], step: Step, one: Input, chance: random.Random) -> str:
    state, rules = table.state, table.rules
    if one.name == "order":
        order = list(rules.cards.deck)
        if step.command == "reshuffle":
            order = list(cards_put_back(looking_at(rules, state)))
        chance.shuffle(order)
        return texts(order)
    held = state.round.hands[step.seat]
    if one.name == "cards":
        down = [card for card in held if card not in state.round.up.get(step.seat, ())]
        return texts(down[: one.count])
    way = rules.game.arrangement.bank(tuple(held))
    return texts(getattr(way, one.name))


def texts(cards: Any) -> str:
    return " ".join(CARD_TEXT[card] for card in cards)


def given(table: Table[Any, Any], offer: Offer, chance: random.Random) -> Envelope:
    _, ask, role, person = offer
    command, seat = command_given(filled(table, offer, chance))
    if ask is not None and ask.command == "view_cards":
        role, person = Role.PLAYER, look_at(table).seats.get(ask.seat, "Ada")
    elif ask is not None and ask.role is Role.TABLE_SYSTEM:
        role, person = Role.TABLE_SYSTEM, "table system"
        deck = table.rules.cards.deck
        command = banked.DrawAtRandom(
            magic_card=deck[0] if table.rules.game.draws.magic_card else None,
            lucky=Seat(0) if table.rules.game.draws.lucky else None,
        )
    return Envelope(command=command, by=person, role=role, seat=seat, at=table.state.now)


def walked(game: str, *, full: bool, seed: int, steps: int, sample: int) -> list[str]:
    """What was refused of the offers of a random walk; ``sample``: of each state so many offers are tried, and the next."""
    table, chance, refused = seated(game, full=full), random.Random(seed), list[str]()
    for _ in range(steps):
        every = list(offers(table))
        tried = every[:1] + chance.sample(every, min(sample, len(every)))
        accepted = []
        for offer in tried:
            sent = given(table, offer, chance)
            outcome = table.machine.handle(table.rules, table.state, sent)
            if isinstance(outcome, Refusal):
                refused.append(f"{offer[0].title}, {look_at(table).status}: {sent}: {outcome.message}")
            else:
                accepted.append(sent)
        if not accepted:
            refused.append(f"nothing is accepted, {look_at(table).status}: {[offer[0].title for offer in every]}")
            break
        chosen = accepted[0] if chance.random() < 0.9 else chance.choice(accepted)
        later = table.state.now + chance.choice((0, 0, 0, 5, 60, 600))
        table.send(msgspec.structs.replace(chosen, at=later))
    return refused


@pytest.mark.parametrize("full", [False, True], ids=["plain", "full"])
@pytest.mark.parametrize("game", games())
def test_nothing_that_a_console_offers_is_refused_as_it_is_offered(game: str, full: bool):
    assert not walked(game, full=full, seed=1, steps=60, sample=6)
