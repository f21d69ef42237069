"""The dealer's console: the next lawful step and its form, payments in the dealer's order, and what the floor is called for."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, assert_never

from fastapi import HTTPException, Request, Response, WebSocket
from fastapi.responses import HTMLResponse

from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.asking import Ask
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Viewer
from houseway.engine.observing import Observation
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.attendance import Call, CallFloor
from houseway.rules.game import Deal, Decide, Reveal, Settle, TurnUp
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.following import seats_text
from houseway.view.names import phase_name, wager_name
from houseway.view.paying import PaidSeat, payments_made, payments_of_last_hand
from houseway.view.steps import title, whose
from houseway.view.table import AnyRules, table_view
from houseway.web.closures import closed_tables
from houseway.web.hub import Hub
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.card_mishaps import mishap_steps
from houseway.web.pages.consoles import (
    Parts,
    Reason,
    admitted,
    by_system,
    foreseen,
    mark_of,
    offered_now,
    role_of,
    said,
    said_of,
    seen_now,
    send,
    sitting_out,
    watch,
    without,
)
from houseway.web.pages.doing import FormError
from houseway.web.pages.felt import felt_of
from houseway.web.pages.felt.banked import when_name
from houseway.web.pages.lobby import limits_of
from houseway.web.pages.rendering import render
from houseway.web.pages.stepping import REPORTS, Step, command_given, left_out, report_steps, step_of, steps_of
from houseway.web.pages.table import picture
from houseway.web.pages.visitors import first, form
from houseway.web.table_faults import TableFault


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """What the console says is next. ``kind``: step (the dealer's), seat (a player is asked), staff, or rest."""

    kind: str
    head: str
    who: str = ""
    clause: ClauseId = NO_CLAUSE
    steps: tuple[Step, ...] = ()
    seat: Seat = DEALER
    may_wait: tuple[str, ...] = ()
    held: tuple[Reason, ...] = ()


def now_of(rules: AnyRules, seen: Observation, sitting_out: Collection[Seat] = (), held: Sequence[Reason] = ()) -> Now:
    """The next lawful step: what is due first and does not wait. ``held``: why other steps are not offered."""
    due = [ask for ask in seen.due if not (ask.may_wait and ask.role is Role.PLAYER)]
    waiting = _waiting(rules, seen)
    firm = [ask for ask in due if not ask.may_wait] or due
    if not firm:
        head = "Wait for wagers" if any("wager" in one for one in waiting) else "Nothing is due"
        return Now(kind="rest", head="No round starts now" if held else head, may_wait=waiting, held=tuple(held))
    ask = firm[0]
    given: dict[str, Any] = {"who": whose(ask), "clause": ask.clause, "may_wait": waiting, "held": tuple(held)}
    if ask.role in (Role.DEALER, Role.TABLE_SYSTEM) or ask.command == "view_cards":
        same = [one for one in firm if (one.command, one.role) == (ask.command, ask.role)]
        same = [one for one in same if one is ask or one.word != ask.word]
        steps = tuple([step for one in same for step in steps_of(rules, one, seen=seen, sitting_out=sitting_out)])
        return Now(kind="step", head=steps[0].title, steps=steps, **given)
    if ask.role is Role.PLAYER and ask.seat in seen.seats:
        same = [one for one in firm if one.role is Role.PLAYER and one.seat == ask.seat]
        others = list(dict.fromkeys(one.seat for one in firm if one.role is Role.PLAYER and one.seat != ask.seat))
        also = f", and {seats_text(others)}" if others else ""
        head = f"Seat {ask.seat} is asked{also}"
        steps = tuple([step for one in same for step in steps_of(rules, one, seen=seen)])
        return Now(kind="seat", head=head, steps=steps, seat=ask.seat, **given)
    if ask.role is Role.PLAYER:
        return Now(kind="rest", head="Waiting for players", clause=ask.clause, may_wait=waiting, held=tuple(held))
    return Now(kind="staff", head=title(rules, ask), **given)


def _waiting(rules: AnyRules, seen: Observation) -> tuple[str, ...]:
    """What players may still do before the table goes on."""
    found: dict[str, list[Seat]] = {}
    for ask in seen.due:
        if ask.may_wait and ask.role is Role.PLAYER:
            says = "may still wager" if ask.command == "place_wagers" else f"may: {_may(rules, ask)}"
            seats = found.setdefault(says, [])
            seats += [ask.seat] if ask.seat not in seats else []
    return tuple([f"{seats_text(sorted(seats))} {says}." for says, seats in found.items()])


def _may(rules: AnyRules, ask: Ask) -> str:
    said = title(rules, ask)
    return said[:1].lower() + said[1:]


_OF_OWN_ACCORD = (
    "withdraw_wagers",
    "cut_cards",
    "decline_cut",
    "pass_bank",
    "accept_bank",
    "post_blind",
    "straddle",
    "show_hand",
    "decide",
)


def on_behalf(hub: Hub, seen: Observation) -> list[tuple[Seat, str, list[Step]]]:
    """What players may do of their own accord and may say to the dealer of a staffed table, seat by seat."""
    live = hub.live
    found = []
    for seat, person in sorted(seen.seats.items()):
        legal: tuple[Ask, ...] = live.machine.legal(live.rules, live.state, Viewer(Role.PLAYER, person), seen.due)
        own = [ask for ask in dict.fromkeys(legal) if ask.seat == seat and ask.may_wait]
        steps = wager_steps(live.rules, seen, [ask for ask in own if ask.command == "place_wagers"])
        for ask in own:
            if ask.command in _OF_OWN_ACCORD:
                steps += steps_of(live.rules, ask, seen=seen)
        if steps:
            found.append((seat, person, steps))
    return found


def wager_steps(rules: AnyRules, seen: Observation, asks: list[Ask]) -> list[Step]:
    """The wagers of a seat: the first ones in one form, since some must be placed together; each later one in its own."""
    if not asks or not isinstance(rules, TableRules) or not isinstance(seen, BankedObservation):
        return []
    main, seat = rules.game.main_wager.id, asks[0].seat
    twins = {main, *([rules.game.twins[main].id] if main in rules.game.twins else [])}
    apart = [ask for ask in asks if ask.subject not in twins]
    together = [ask for ask in asks if ask.subject in twins]
    banks, has_wagered = seen.bank == seat, bool(seen.placed.get(seat, {}).get(main))
    if not banks and not has_wagered:
        # Without the main wager no other one stands.
        return [_together(rules, together, apart)] if together else []
    more = [_together(rules, together, ())] if together else []
    return more + [step_of(rules, ask, seen=seen) for ask in apart]


def _together(rules: TableRules, required: Sequence[Ask], optional: Sequence[Ask]) -> Step:
    """Several wagers of a seat in one form."""
    inputs = []
    for ask in (*required, *optional):
        [amount] = step_of(rules, ask).inputs
        label = wager_name(rules.game, ask.subject)
        inputs.append(replace(amount, label=label, value="", required=ask in required))
    name = "Place the wagers" if optional else f"Place the {' and '.join(one.label for one in inputs)}"
    return replace(step_of(rules, required[0]), title=name, inputs=tuple(inputs))


# Payments.


def payments_due(rules: AnyRules, seen: Observation) -> list[PaidSeat]:
    """What is to be paid and taken before the next hand is turned up: the settlement of the last one."""
    settles = any(ask.command == "settle_round" and not ask.may_wait for ask in seen.due)
    if not settles or not isinstance(rules, TableRules) or not isinstance(seen, BankedObservation):
        return []
    return payments_of_last_hand(rules, seen)


# The round.


def round_of(rules: AnyRules, seen: Observation) -> list[tuple[str, str, str]]:
    """The steps of a round: what each is called, what is said beside it, and whether it is done, now or to come."""
    if isinstance(rules, TableRules):
        assert isinstance(seen, BankedObservation)
        return _banked_round(rules, seen)
    assert isinstance(seen, PokerObservation)
    return _poker_round(rules, seen)


def _banked_round(rules: TableRules, seen: BankedObservation) -> list[tuple[str, str, str]]:
    phases = rules.game.phases
    order = [phase.id for phase in phases]
    now = order.index(seen.phase) if seen.phase in order else -1
    wagering = seen.status in ("wagering", "closed")
    found = [
        (
            "Wagers, “no more bets”",
            f"{len(seen.placed)} {'seat' if len(seen.placed) == 1 else 'seats'}" if seen.placed else "",
            "is-now" if wagering else "is-done",
        )
    ]
    for number, phase in enumerate(phases):
        state = "is-done" if number < now else "is-now" if number == now else ""
        match phase:
            case Deal():
                says = f"Deal the {phase_name(phase.id)}"
            case TurnUp():
                says = f"Turn up the {phase_name(phase.id)}"
            case Decide():
                says = f"Ask: {when_name(phase.id)}"
            case Reveal():
                says = "Show the dealer’s hand" if not seen.bank else "Show the bank’s hand"
            case Settle():
                says = "Settle, from your right"
            case unknown:
                assert_never(unknown)
        beside = f"Seat {', '.join(map(str, seen.asked))}" if number == now and seen.asked else ""
        found.append((says, beside, state if not wagering else ""))
    return found


def _poker_round(rules: PokerRules, seen: PokerObservation) -> list[tuple[str, str, str]]:
    streets = [street.id for street in rules.game.streets]
    now = streets.index(seen.phase) if seen.phase in streets else -1
    between = seen.status == "between rounds"
    found = [("Start the round", "", "is-now" if between else "is-done")]
    for number, street in enumerate(streets):
        state = (
            ""
            if between
            else "is-done"
            if number < now
            else "is-now"
            if number == now and seen.status not in ("showdown", "awarding")
            else "is-done"
            if number == now
            else ""
        )
        beside = f"Seat {', '.join(map(str, seen.asked))}" if number == now and seen.asked else ""
        found.append((street[:1].upper() + street[1:], beside, state))
    found.append(("Showdown and pots", "", "is-now" if seen.status in ("showdown", "awarding") else ""))
    return found


# The page.


class DealerPages:
    """The dealer's consoles of all tables."""

    def __init__(self, house: House) -> None:
        self.house, self.server = house, house.server

    def parts(self, name: str, viewer: Viewer) -> Parts:
        """The parts of the console that change, made from what the dealer sees."""
        hub = self.server.hub(name)
        rules: AnyRules = hub.live.rules
        closure = self.server.closure(name)
        seen, held = offered_now(hub, viewer, closure)
        entry = self.server.entry(name)
        base: Parts = self.house.tables.parts(name, viewer)
        felt = {id: part for id, part in base.items() if id in ("top", "notice", "log") or id.startswith("seat-")}
        legal = without(seen.legal, [ask for ask in seen.due if ask.role is Role.DEALER and not ask.may_wait])
        now = now_of(rules, seen, sitting_out(hub), held)
        is_closed = closure is not None and closure.is_final
        given: dict[str, Any] = {
            "table": name,
            "now": replace(now, head="This table is closed") if is_closed else now,
            "staffed": entry.policy.staffed and not is_closed,
            "is_closed": is_closed,
            "rules": rules,
        }
        shown, settled = picture(hub, viewer, seen)
        made: list[PaidSeat] = []
        if isinstance(rules, TableRules) and isinstance(shown, BankedObservation):
            made = payments_made(rules, shown)
        deals = now.kind == "step" and now.steps[0].command == "deal_street"
        foresee = partial(foreseen, hub, viewer=viewer)
        return {
            **felt,
            "next": render(
                "dealer/_next.html",
                due=payments_due(rules, seen),
                dealer=_dealer_cards(rules, seen),
                number=seen.number,
                mishaps=mishap_steps(rules, seen, now.steps[0], foresee) if deals else (),
                behalf=on_behalf(hub, seen) if given["staffed"] else [],
                left_out=sorted(left_out(seen, ())),
                **given,
            ),
            "round": render(
                "dealer/_round.html",
                steps=round_of(rules, seen),
                paid=made,
                settled=settled,
            ),
            "cards": render("dealer/_cards.html", notes=seen.notes, number=seen.number),
            "aside": render(
                "dealer/_aside.html",
                others=[
                    step for ask in legal if ask.command not in REPORTS for step in steps_of(rules, ask, seen=seen)
                ],
                reports=_reports(rules, legal),
                announced=report_steps(rules, [ask for ask in legal if ask.command in REPORTS], seen),
                seats=sorted(seen.seats),
                called=hub.attendance.state.call,
                **given,
            ),
        }


def _dealer_cards(rules: AnyRules, seen: Observation) -> dict[str, Any]:
    view = table_view(rules, seen)
    dealer = view.dealer
    return {
        "cards": dealer.cards if dealer is not None else (),
        "low": dealer.low if dealer is not None else (),
        "hand": dealer.hand if dealer is not None else "",
        "board": seen.community,
    }


def _reports(rules: AnyRules, asks: Iterable[Ask]) -> list[tuple[str, str, str, list[Seat]]]:
    """The irregularities for which the floor can be called now: cause, words, clause, the seats it can concern."""
    found: dict[str, tuple[str, str, str, list[Seat]]] = {}
    for ask in asks:
        if ask.command in REPORTS:
            one = found.setdefault(ask.subject, (ask.subject, title(rules, ask), ask.clause, []))
            if ask.concerns != DEALER:
                one[3].append(ask.concerns)
    return list(found.values())


def add_to(house: House) -> None:
    """The dealer's consoles."""
    server = house.server
    pages = DealerPages(house)

    @house.get("/dealer")
    async def choose(request: Request) -> Response:
        who = house.visitor(request)
        role_of(who, Role.DEALER)
        tables, faults = await in_page_pool(tables_for, house, Role.DEALER, who.person)
        closed = closed_tables(server.people.state.tables, staffed=True)
        return house.page("dealer/choose.html", request, who, tables=tables, faults=faults, closed=closed)

    @house.get("/dealer/tables")
    async def listed(request: Request) -> Response:
        who = house.visitor(request)
        role_of(who, Role.DEALER)
        tables, faults = await in_page_pool(tables_for, house, Role.DEALER, who.person)
        closed = closed_tables(server.people.state.tables, staffed=True)
        return HTMLResponse(render("dealer/_tables.html", tables=tables, faults=faults, closed=closed))

    @house.get("/dealer/{name}")
    async def console(request: Request, name: str) -> Response:
        who = house.visitor(request)
        entry = server.entry(name)
        viewer = server.check_watching(name, Viewer(role_of(who, Role.DEALER), who.person))
        hub = server.hub(name)
        mark = mark_of(server, hub)
        parts = await in_page_pool(pages.parts, name, viewer)
        seen = seen_now(hub, viewer)
        shown, settled = picture(hub, viewer, seen)
        rules = hub.live.rules
        return house.page(
            "dealer/console.html",
            request,
            who,
            table=name,
            entry=entry,
            rules=rules,
            limits=limits_of(rules),
            parts=parts,
            mark=mark,
            felt=felt_of(rules, shown, (), settled=settled),
        )

    @house.post("/dealer/{name}/do")
    async def do(request: Request, name: str) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        server.entry(name)
        role = role_of(who, Role.DEALER)
        if first(given, "by_system") == "yes":
            return await by_system(server, name, given, who)
        try:
            command, seat = command_given(given)
        except FormError as error:
            return said(str(error))
        return await send(server, name, command, who, role, seat, first(given, "key"))

    @house.post("/dealer/{name}/call")
    async def call(request: Request, name: str) -> Response:
        """Call the floor to the table, with what happened."""
        who = house.visitor(request)
        given = await form(request, who)
        server.entry(name)
        server.check_watching(name, Viewer(role_of(who, Role.DEALER), who.person))
        hub = server.hub(name)
        closure = server.closure(name)
        if closure is not None and closure.is_final:
            return said_of(closure.refusal)
        rules = hub.live.rules
        cause, seat = first(given, "cause")[:60], first(given, "seat")
        known = rules.game.irregularities if isinstance(rules, TableRules) else rules.irregularities
        if cause and cause not in known:
            raise HTTPException(422, f"there is no irregularity {cause!r} at this table")
        number = int(seat) if seat.isdecimal() and len(seat) < 3 else 0
        called = CallFloor(cause=cause, concerns=Seat(number))
        outcome = await asyncio.to_thread(hub.attendance.say, called, who.person, Role.DEALER)
        hub.tell()
        return said(outcome.message) if isinstance(outcome, Refusal) else said_nothing()

    @house.app.websocket("/dealer/{name}/parts")
    async def live(socket: WebSocket, name: str, since: str = "") -> None:
        viewer = await admitted(server, socket, name, Role.DEALER)
        if viewer is not None:
            await watch(house, socket, name, viewer, pages.parts, since=since)


def said_nothing() -> Response:
    """Taken, with nothing to add."""
    return HTMLResponse(render("_said.html", says=""))


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffedTable:
    """A table in a list for its staff: what is next there, and whose it is."""

    name: str
    game: str
    chapter: str
    limits: str
    seats: int
    number: int
    phase: str
    staffed: bool
    next: str
    who: str
    mine: bool
    clause: ClauseId
    notes: tuple[tuple[str, str], ...]
    call: Call | None


def tables_for(house: House, role: Role, person: str) -> tuple[list[StaffedTable], list[TableFault]]:
    """The open tables as the staff finds them, for dealers those with a dealer; and those that cannot be shown."""
    server = house.server
    entries = {
        name: entry
        for name, entry in server.people.state.tables.items()
        if not entry.closed and (role is not Role.DEALER or entry.policy.staffed)
    }

    def show(name: str) -> StaffedTable:
        hub = server.hub(name)
        rules: AnyRules = hub.live.rules
        seen, held = offered_now(hub, Viewer(role, person), server.closure(name))
        now = now_of(rules, seen, sitting_out(hub), held)
        firm = [ask for ask in seen.due if not ask.may_wait]
        floor = role is not Role.DEALER and any(ask.role in (Role.FLOORPERSON, role) for ask in firm)
        view = table_view(rules, seen)
        return StaffedTable(
            name=name,
            game=rules.game.name,
            chapter=rules.game.chapter,
            limits=limits_of(rules),
            seats=len(seen.seats),
            number=seen.number,
            phase=view.phase or (seen.status if seen.status in ("between rounds", "wagering") else "being settled"),
            staffed=entries[name].policy.staffed,
            next=now.head,
            who=now.who,
            mine=now.kind == "step" if role is Role.DEALER else floor,
            clause=now.clause,
            notes=tuple([(line.says, line.clause) for line in view.notes]),
            call=hub.attendance.state.call,
        )

    return server.faults.show_each(entries, show)
