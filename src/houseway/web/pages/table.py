"""A table in the browser: its page, its parts as they change, and what is done at it."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from threading import Lock
from typing import Any

import msgspec
from fastapi import HTTPException, Request, Response, WebSocket
from fastapi.responses import HTMLResponse

from houseway.cards import CARD_TEXT
from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.hand_names import contest_name, name_of
from houseway.chapters.c637a_poker.observe import PokerObservation, WonShare
from houseway.chapters.c637a_poker.rules import Contest, PokerRules
from houseway.clause import ClauseId
from houseway.engine.banked import events as banked
from houseway.engine.banked.commands import DetermineStart, PlaceWagers
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command, Envelope, Event, Viewer, envelope
from houseway.engine.observing import Observation
from houseway.engine.opening import BUY_IN_LIMIT
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import Policy
from houseway.house.attendance import SitIn, SitOut
from houseway.house.shuffles import LONGEST, CommitChance, RevealChance
from houseway.money import NOTHING, Cents
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.store.record import Answer, MovedOnError
from houseway.store.table_system import shuffles_stream
from houseway.view.gathering import gathered
from houseway.view.names import wager_name
from houseway.view.posted import posted
from houseway.view.table import AnyRules
from houseway.view.telling import refused
from houseway.view.words import Line
from houseway.web.closures import Closure
from houseway.web.hub import Hub
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.actions import CHIPS, SIT_OUT, Bar, affordable, bar_of, first_chip, sitting_out
from houseway.web.pages.doing import FormError, command_of
from houseway.web.pages.felt import felt_of
from houseway.web.pages.felt.banked import went_back
from houseway.web.pages.felt.drawn import Felt
from houseway.web.pages.felt.poker import events_of_round
from houseway.web.pages.lobby import limits_of
from houseway.web.pages.rendering import partial, render, sentence
from houseway.web.pages.visitors import Visitor, first, form, visitor
from houseway.web.pages.wager_checks import missing_bet
from houseway.web.watching import COOKIE, looking, may_look, something_new

Parts = dict[str, str]
"""The parts of a page that change, by the id of their element."""
Texts = tuple[str, ...]
NEWS = "news"
"""The one part of the table in words that is live: what is new, so that one looks again."""


class TablePages:
    """The pages of all tables: each part is made once a version and kind of viewer."""

    def __init__(self, house: House) -> None:
        self.house, self.server = house, house.server
        self._made: dict[tuple[str, Viewer], tuple[Any, Parts]] = {}
        self._locks: dict[str, Lock] = {}
        self.rendered = 0

    def parts(self, name: str, viewer: Viewer) -> Parts:
        """The parts of a table's page as this viewer sees it."""
        hub = self.server.hub(name)
        # One makes them, whoever else waits for the same finds them made.
        with self._locks.setdefault(name, Lock()):
            # The version before anything is looked at: what comes meanwhile is told anew.
            available = self._available(viewer)
            key, version = (name, hub.kind(viewer)), (hub.version, self.server.closure(name), available)
            kept = self._made.get(key)
            if kept is not None and kept[0] == version:
                return kept[1]
            seen = observed(hub, viewer, version[1])
            made = parts_of(hub, viewer, seen, self.server.entry(name).policy, version[1], available)
            if len(self._made) > 5000:
                self._made.clear()
            self._made[key] = (version, made)
            self.rendered += 1
            return made

    def bar(self, name: str, viewer: Viewer, seen: Observation) -> Bar:
        """Return the bar of actions of a viewer."""
        hub, policy, closure = self.server.hub(name), self.server.entry(name).policy, self.server.closure(name)
        return bar_for(hub, viewer, seen, policy, closure, self._available(viewer))

    def _available(self, viewer: Viewer) -> Cents:
        """Return what a player can buy chips for; nothing for whoever looks on."""
        if viewer.role is not Role.PLAYER or viewer.person is None:
            return NOTHING
        return self.server.cage.available(viewer.person)

    def question(self, name: str, viewer: Viewer) -> str:
        """Return the id of the question that is open to a viewer."""
        hub, closure = self.server.hub(name), self.server.closure(name)
        return self.bar(name, viewer, observed(hub, viewer, closure)).question

    async def answer(self, name: str, viewer: Viewer, sent: Envelope, question: str) -> Answer | Refusal | None:
        """Carry out an answer only while its question is open; None once that has passed.

        A form sent again under the key of one that was carried out gets the first answer.
        """
        hub = self.server.hub(name)
        while True:
            place = hub.live.seq
            if question != await asyncio.to_thread(self.question, name, viewer):
                by_system = isinstance(sent.command, DetermineStart)
                return await asyncio.to_thread(hub.record.answer_to_key, hub.stream, sent, filled_in=by_system)
            with suppress(MovedOnError):
                # Meanwhile the next question may have come: then it is looked again which one is open.
                outcome: Answer | Refusal = await self.server.at_table(name, sent, only_at=place)
                return outcome

    def chance(self, name: str, viewer: Viewer) -> str:
        """What a player's page adds to the next shuffle: nothing, a commitment, or what it committed to."""
        number, step = self.chance_step(name, viewer)
        return render("table/_chance.html", table=name, shoe=number, step=step)

    def chance_step(self, name: str, viewer: Viewer) -> tuple[int, str]:
        """Return the shoe of the next shuffle and what a player's page is asked to add to it."""
        shoes, _ = self.server.seeds(name)
        number = next((number for number, shoe in sorted(shoes.items()) if not shoe.closed), 0)
        step = ""
        if number and viewer.role is Role.PLAYER and self.server.sits_at(name, viewer.person or ""):
            shoe = shoes[number]
            promised = any(player == viewer.person for player, _ in (*shoe.promised, *shoe.added))
            if not shoe.sealed and not promised:
                step = "commit"
            elif shoe.sealed and viewer.person in shoe.unkept:
                step = "reveal"
        return number, step

    def add_chance(self, name: str, viewer: Viewer, shoe: int, step: str, value: str) -> None:
        """Add what a page sends to the next shuffle, if it is still asked for: a page that is late is no fault."""
        if not step or (shoe, step) != self.chance_step(name, viewer):
            return
        commands: dict[str, Command] = {
            "commit": CommitChance(shoe=shoe, commitment=value),
            "reveal": RevealChance(shoe=shoe, text=value),
        }
        given = envelope(commands[step], by=viewer.person or "", role=Role.PLAYER)
        self.server.record.send(shuffles_stream(name), given)

    def clock(self, name: str) -> str:
        """The clock of the question that is open: when it runs out, or nothing."""
        dealing = self.server.dealing.get(name)
        if dealing is None or dealing.deadline is None:
            return render("table/_clock.html", until=0, of=0)
        clock = self.server.clock
        until = int((clock.now() + dealing.deadline - clock.monotonic()) * 10) * 100
        return render("table/_clock.html", until=until, of=dealing.allowed)


def posted_times(policy: Policy) -> list[tuple[str, str]]:
    """The times that are posted at a table: what they are for, and how long with what happens then."""
    if policy.staffed:
        return [("Clock", "none: a dealer performs each step")]
    clock = (
        f"{policy.clock} s to act. Then the table checks, folds or takes the safest option for you"
        if policy.clock
        else "none"
    )
    offer = f"expire after {policy.offer} s" if policy.offer else "the table does not wait for them"
    return [("Clock", clock), ("Optional offers", offer)]


def own_seats(seen: Observation, viewer: Viewer) -> list[Seat]:
    """The seats of the viewer."""
    if viewer.role is not Role.PLAYER:
        return []
    return sorted(seat for seat, person in seen.seats.items() if person == viewer.person)


def picture(hub: Hub, viewer: Viewer, seen: Observation) -> tuple[Observation, bool]:
    """What the felt shows: the table, or between rounds of a banked game the last round as it was settled: to who played it
    until they wager anew, to others until anybody does."""
    if isinstance(seen, BankedObservation) and seen.status == "wagering":
        over = hub.last_round(viewer)
        assert over is None or isinstance(over, BankedObservation)
        back = {seat for seat, _ in went_back(over.events)} if over is not None else set()
        played = {
            seat for seat in own_seats(seen, viewer) if over is not None and (over.placed.get(seat) or seat in back)
        }
        if over is not None and not (seen.placed.keys() & played if played else seen.placed):
            return over, True
    return seen, False


def _drawn(hub: Hub, rules: AnyRules, seen: Observation, shown: Observation, own: list[Seat], *, settled: bool) -> Felt:
    """The felt of a picture; whoever came or went since a round was settled, or is offered something now, is seen beside it."""
    felt = felt_of(rules, shown, own, settled=settled, before=hub.live.recent)
    if not settled:
        return felt
    seats = [
        now if now.empty or now.name != one.name else replace(one, says=now.says, turn=True) if now.turn else one
        for one, now in zip(felt.seats, felt_of(rules, seen, own).seats, strict=True)
    ]
    return replace(felt, seats=seats)


def observed(hub: Hub, viewer: Viewer, closure: Closure | None) -> Observation:
    """What a viewer sees and may do; nobody may sit down at a table that takes no players."""
    seen = hub.observation(viewer)
    if closure is None or closure.takes_players:
        return seen
    legal = () if closure.is_final else tuple([ask for ask in seen.legal if ask.command != "take_seat"])
    return msgspec.structs.replace(seen, legal=legal)


def closed_notices(closure: Closure | None) -> list[tuple[str, str]]:
    """What every page of a closed table says: why, who closed it and what reopens it, and the clause."""
    return [] if closure is None else [(f"{closure.says} {closure.told}".strip(), closure.clause)]


def parts_of(
    hub: Hub, viewer: Viewer, seen: Observation, policy: Policy, closure: Closure | None, available: Cents
) -> Parts:
    """The parts of a table's page, made from nothing but what the viewer may see and can buy chips for."""
    rules: AnyRules = hub.live.rules
    own = own_seats(seen, viewer)
    shown, settled = picture(hub, viewer, seen)
    felt = _drawn(hub, rules, seen, shown, own, settled=settled)
    bar = bar_for(hub, viewer, seen, policy, closure, available)
    lines = _lines(rules, seen, own)
    over = shown if settled or _is_over(shown) else _over(hub, viewer, seen)
    result = _result(rules, over, own) if over is not None else None
    void = _void(seen, over)
    given: dict[str, Any] = {
        "felt": felt,
        "bar": bar,
        "table": hub.name,
        "own": own,
        "rules": rules,
        "settled": settled,
    }
    made = {"top": render("table/_top.html", **given)}
    for seat in felt.seats:
        made[f"seat-{seat.number}"] = render("table/_seat.html", seat=seat, **given)
    made["actions"] = render(
        "table/_actions.html",
        result=result,
        void=bool(void),
        chips=CHIPS,
        first_chip=first_chip(bar.stakes, _stack(seen, own)),
        stack=_stack(seen, own),
        practice=policy.practice,
        **given,
    )
    made["log"] = render("table/_log.html", lines=lines, bar=bar)
    made["ticker"] = render("table/_ticker.html", line=lines[0] if lines else None, bar=bar)
    call = hub.attendance.state.call
    called = []
    if call is not None:
        called.append((f"{FLOOR_CALLED} {sentence(call.cause.replace('_', ' ')) if call.cause else ''}".strip(), ""))
    made["notice"] = render("table/_notice.html", held=[*closed_notices(closure), *called], notes=[*void, *felt.notes])
    made["stakes"] = render("table/_stakes.html", bar=bar)
    made["payments"] = render("table/_payments.html", result=result)
    made["yours"] = render("table/_yours.html", bar=bar, own=own, table=hub.name, stack=_stack(seen, own))
    made["number"] = render("table/_number.html", number=max(1, seen.number))
    made[NEWS] = render("table/_news.html", line=lines[0] if lines else None, bar=bar)
    return made


def bar_for(
    hub: Hub, viewer: Viewer, seen: Observation, policy: Policy, closure: Closure | None, available: Cents
) -> Bar:
    """Return the bar of actions of a viewer, who can buy chips for what is available; where the table is closed it says so."""
    if viewer.role is not Role.PLAYER:
        return Bar(kind="staff", head=f"You look on as {viewer.role.value}")
    own = own_seats(seen, viewer)
    if closure is not None and not own and not closure.takes_players:
        return Bar(kind="watch", head="This table is closed", says=closure.says, clause=closure.clause)
    bar = bar_of(hub.live.rules, seen, own, staffed=policy.staffed, available=available)
    bar = replace(bar, aside=affordable(bar.aside, available))
    if own and viewer.person in hub.attendance.state.out:
        return sitting_out(bar, seen)
    if bar.kind == "wait" and closure is not None:
        leave = tuple([button for button in bar.buttons if button.gives_up])
        head = "No round starts now"
        return replace(bar, head=head, says=closure.says, clause=closure.clause, buttons=leave, range=None)
    if bar.kind == "wait" and isinstance(hub.live.rules, PokerRules):
        return replace(bar, buttons=(*bar.buttons, SIT_OUT))
    return bar


PASSED = "The table had moved on before your answer arrived. Nothing was changed."
"""Said to who answers a question that has passed."""
FLOOR_CALLED = "The floor has been called to this table."
"""No chapter stops play meanwhile (reading all-floor-call), so the page does not say that it stops."""


def _void(seen: Observation, over: Observation | None) -> list[tuple[str, str]]:
    """That the last round did not count, where it did not."""
    ended = [event for event in seen.events if isinstance(event, banked.RoundEnded)] if over is not None else []
    if not ended or not ended[-1].void or over is None:
        return []
    back = [clause for _, clause in went_back(over.events).values()]
    return [
        (f"Round {over.number} is void: wagers go back as the payments say.", back[-1] if back else ended[-1].clause)
    ]


def _stack(seen: Observation, own: list[Seat]) -> int:
    return sum(seen.chips.get(seat, 0) for seat in own)


def _over(hub: Hub, viewer: Viewer, seen: Observation) -> Observation | None:
    """The last round, whose payments are shown as long as the next has not begun."""
    return hub.last_round(viewer) if isinstance(seen, BankedObservation) and seen.status == "wagering" else None


def _is_over(seen: Observation) -> bool:
    return seen.status == "between rounds" and seen.number > 0


def _lines(rules: AnyRules, seen: Observation, own: list[Seat]) -> list[Line]:
    """What happened, the newest first."""
    return list(reversed(gathered(rules, seen, seen.events, own)))


def _result(rules: AnyRules, seen: Observation, own: list[Seat]) -> dict[str, Any] | None:
    """What the last round brought: each of the viewer's wagers and each seat's net, or who won the pots."""
    if isinstance(rules, PokerRules):
        return _pots_won(seen, own)
    if isinstance(seen, BankedObservation) and isinstance(rules, TableRules):
        details = {(event.seat, event.wager): event for event in _settlements(seen.events)}
        rows = []
        for seat, wager, net, clause in seen.settled:
            event = details.get((seat, wager))
            pays = event.pays if event is not None else ""
            hand = event.hand if event is not None else ""
            amount = seen.placed.get(seat, {}).get(wager, 0)
            rows.append((seat, wager_name(rules.game, wager), amount, pays, hand, net, clause))
        for (seat, wager), (cents, clause) in went_back(seen.events).items():
            rows.append((seat, wager_name(rules.game, wager), cents, "returned", "", Cents(0), clause))
        mine = [row for row in rows if row[0] in own]
        nets: dict[Seat, int] = {}
        for seat, *_, net, _clause in rows:
            nets[seat] = nets.get(seat, 0) + net
        return {
            "mine": mine,
            "net": sum(row[5] for row in mine) if mine else None,
            "back": sum(row[2] for row in mine if row[3] == "returned"),
            "nets": sorted(nets.items(), reverse=True),
            # The dealer settles one seat after the other.
            "order": list(nets),
            "each": [(seat, net, _reason(rows, seat), _clause_of(rows, seat)) for seat, net in nets.items()],
            "round": seen.number,
            "pots": [],
            "own": own,
        }
    return None


def _pots_won(seen: Observation, own: list[Seat]) -> dict[str, Any] | None:
    """The pots of the last round: each share with whose it is, what for and under which clause."""
    events = events_of_round(seen.events)
    awards = [event for event in events if isinstance(event, poker.PotAwarded)]
    if not awards:
        return None
    assert isinstance(seen, PokerObservation)
    pots = [
        (
            "Main pot" if event.pot == 0 else f"Side pot {event.pot}",
            event.paid,
            f"could win: seats {', '.join(map(str, event.contenders))}" if event.contenders[1:] else "",
            [
                (
                    won.share.seat,
                    won.share.cents,
                    contest_name(won.share.contest),
                    *_won_with(seen, won),
                    won.share.clause,
                )
                for won in seen.won
                if won.pot == event.pot
            ],
        )
        for event in awards
    ]
    won = sum(share.cents for event in awards for share in event.shares if share.seat in own)
    winners = list(dict.fromkeys(share.seat for event in awards for share in event.shares))
    raked = [(event.cents, event.clause) for event in events if isinstance(event, poker.RakeTaken) and event.cents]
    return {
        "pots": pots,
        "winners": winners,
        "raked": (sum(cents for cents, _ in raked), raked[0][1]) if raked else None,
        "won": won,
        "mine": [],
        "net": None,
        "nets": [],
        "order": [],
        "each": [],
        "own": own,
    }


def _won_with(seen: PokerObservation, won: WonShare) -> tuple[str, list[tuple[str, bool]]]:
    """The cards a share was won with, where all can be seen, what they make, and which came from the own hand."""
    held = seen.hands.get(won.share.seat, ())
    made = name_of(Contest(won.share.contest), won.cards) if won.cards else ""
    return made, [(CARD_TEXT[card], card in held) for card in won.cards]


_OF_ONE = {"win": "wins", "lose": "loses", "push": "pushes", "go back": "goes back"}
_NAMED_APART = 4
"""More wagers than these are told by their number."""
_Row = tuple[Seat, str, int, str, str, Cents, ClauseId]


def _reason(rows: list[_Row], seat: Seat) -> str:
    """How a seat's wagers came out, in a sentence: ``Ante and Raise win, Odds pushes``."""
    ways: dict[str, list[str]] = {}
    less = ""
    for one, name, _, pays, _, net, _ in rows:
        if one == seat and pays == "vigorish":
            less = ", less vigorish"
        elif one == seat:
            way = "go back" if pays == "returned" else "win" if net > 0 else "lose" if net < 0 else "push"
            ways.setdefault(way, []).append(name)
    parts = []
    for way, names in ways.items():
        listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
        whom = listed if len(names) <= _NAMED_APART else f"{len(names)} wagers"
        parts.append(f"{whom} {way if names[1:] else _OF_ONE[way]}")
    return ", ".join(parts) + less


def _clause_of(rows: list[_Row], seat: Seat) -> ClauseId:
    return next(row[-1] for row in rows if row[0] == seat)


def _settlements(events: Iterable[Event]) -> list[banked.WagerSettled]:
    found: list[banked.WagerSettled] = []
    for event in events:
        if isinstance(event, banked.BetsClosed):
            found = []
        elif isinstance(event, banked.WagerSettled):
            found.append(event)
    return found


_Pays = tuple[str, str, str]
_NARROW = 26
"""So many letters of a row fit into half the rail."""
_NAMED = re.compile(r"([A-Z][\w’']*(?: [A-Z][\w’']*)*), (.+)")


def paytables(rows: Iterable[tuple[str, str, str, str]]) -> list[dict[str, Any]]:
    """What is posted, wager by wager: its name, its clause where one says it all, and its rows; wagers with one row together.

    >>> rows = [("Ante", "", "1 to 1", "677a.12(a)"), ("Odds", "flush", "3 to 2", "677a.12(b)")]
    >>> rows += [("", "Bad Beat Bonus, flush", "5 to 1", "677a.12(c)")]
    >>> [(one["name"], one["clause"], one["rows"]) for one in paytables(rows)]  # doctest: +NORMALIZE_WHITESPACE
    [('Main', '677a.12(a)', [('Ante', '1 to 1', '677a.12(a)')]),
     ('Odds', '677a.12(b)', [('Flush', '3 to 2', '677a.12(b)')]),
     ('Bad Beat Bonus', '677a.12(c)', [('Flush', '5 to 1', '677a.12(c)')])]
    """
    parts: list[tuple[list[str], list[_Pays]]] = []
    for name, hand, pays, clause in rows:
        # The name of an Envy Bonus goes on beside its next rows.
        goes_on = parts and parts[-1][0][0] == "Envy Bonus" and name != "Envy Bonus" and len(parts[-1][0]) < 3
        if name and not goes_on:
            parts.append(([name], []))
        elif name:
            parts[-1][0].append(name)
        parts[-1][1].append((hand, pays, clause))
    found: dict[str, list[_Pays]] = {}
    for names, paid in parts:
        title = f"{names[0]}: {' '.join(names[1:]).rstrip(',')}" if names[1:] else names[0]
        for hand, pays, clause in paid:
            apart = _NAMED.fullmatch(hand)
            group = "Main" if not hand else apart[1] if apart is not None else title
            what = names[0] if not hand else apart[2] if apart is not None else hand
            found.setdefault(group, []).append((sentence(what).rstrip("."), pays, clause))
    tables: list[dict[str, Any]] = []
    for name, paid in found.items():
        if tables and tables[-1]["rows"] == paid:
            tables[-1]["name"] += f", {name}"
            continue
        clauses = {clause for *_, clause in paid}
        wide = max(len(what) + len(pays) for what, pays, _ in paid) > _NARROW or len(clauses) > 1
        tables.append({"name": name, "clause": clauses.pop() if len(clauses) == 1 else "", "rows": paid, "wide": wide})
    # One that has no neighbour takes the whole row.
    left: dict[str, Any] | None = None
    for one in [*tables, {"wide": True}]:
        if left is not None and one["wide"]:
            left["wide"] = True
        left = one if left is None and not one["wide"] else None
    return tables


def add_to(house: House) -> None:
    """The tables."""
    server = house.server
    pages = TablePages(house)
    house.tables = pages

    def viewer_of(who: Visitor, name: str, role: str) -> Viewer:
        server.entry(name)
        return server.check_watching(name, Viewer(who.role_for(role), who.person))

    @house.get("/tables/{name}")
    async def table(request: Request, name: str, role: str = "", sit: int = 0) -> Response:
        who = house.visitor(request)
        entry = server.entry(name)
        viewer = viewer_of(who, name, role)
        parts = await in_page_pool(pages.parts, name, viewer)
        hub = server.hub(name)
        seen = observed(hub, viewer, server.closure(name))
        rules: AnyRules = hub.live.rules
        own = own_seats(seen, viewer)
        shown, settled = picture(hub, viewer, seen)
        felt = _drawn(hub, rules, seen, shown, own, settled=settled)
        free = sorted(ask.seat for ask in seen.legal if ask.command == "take_seat")
        sign = posted(rules)
        return house.page(
            "table.html",
            request,
            who,
            table=name,
            entry=entry,
            rules=rules,
            chapter=rules.game.chapter,
            limits=limits_of(rules),
            role=viewer.role.value,
            parts=parts,
            felt=felt,
            clock=pages.clock(name),
            chance=pages.chance(name, viewer),
            times=posted_times(entry.policy),
            sign=sign,
            paytables=paytables(sign.rows) if isinstance(rules, TableRules) else [],
            sit=sit if sit in free else 0,
            available=min(server.cage.available(who.person), BUY_IN_LIMIT),
            free=free,
            own=own,
            revision=seen.revision,
        )

    @house.post("/tables/{name}/chance")
    async def add_chance(request: Request, name: str) -> Response:
        """Take what a player's page adds to the next shuffle."""
        who = house.visitor(request)
        given = await form(request, who)
        server.check_rate(who.person)
        viewer = viewer_of(who, name, Role.PLAYER.value)
        shoe, value = first(given, "shoe"), first(given, "value")[:LONGEST]
        if shoe.isascii() and shoe.isdigit() and len(shoe) < 12:
            await asyncio.to_thread(pages.add_chance, name, viewer, int(shoe), first(given, "step"), value)
            server.dealing[name].wake()
        return Response(status_code=204)

    @house.get("/tables/{name}/plain")
    async def plain(request: Request, name: str, role: str = "") -> Response:
        """The table in words, for who cannot use the felt."""
        return in_words(request, name, role)

    def in_words(
        request: Request, name: str, role: str = "", *, refusal: Line | None = None, legal: Texts = ()
    ) -> Response:
        who = house.visitor(request)
        policy = server.entry(name).policy
        viewer = viewer_of(who, name, role)
        hub = server.hub(name)
        closure = server.closure(name)
        seen = observed(hub, viewer, closure)
        rules: AnyRules = hub.live.rules
        own = own_seats(seen, viewer)
        shown, settled = picture(hub, viewer, seen)
        over = shown if settled or _is_over(shown) else _over(hub, viewer, seen)
        return house.page(
            "plain.html",
            request,
            who,
            status=409 if refusal is not None else 200,
            table=name,
            rules=rules,
            felt=_drawn(hub, rules, seen, shown, own, settled=settled),
            bar=pages.bar(name, viewer, seen),
            closed=closed_notices(closure),
            result=_result(rules, over, own) if over is not None else None,
            lines=_lines(rules, seen, own),
            news=pages.parts(name, viewer)[NEWS],
            role=viewer.role.value,
            own=own,
            refusal=refusal,
            legal=legal,
            limits=limits_of(rules),
            buy_in_limit=BUY_IN_LIMIT,
            times=posted_times(policy),
            key=secrets.token_hex(8),
        )

    @house.post("/tables/{name}/do")
    async def do(request: Request, name: str) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        server.entry(name)
        role = who.role_for(first(given, "as"))
        plain_page = first(given, "plain") == "yes"
        try:
            command = command_of(_with_choices(server.hub(name), given))
            seat = Seat(int(first(given, "seat") or 0))
        except (FormError, ValueError) as error:
            return said(request, name, Line(says=sentence(str(error))), (), plain=plain_page)
        missing = _missing_bet(server.hub(name), seat, command)
        if missing is not None:
            return said(request, name, missing, (), plain=plain_page)
        sent = envelope(command, by=who.person, role=role, seat=seat, key=_key_of(given))
        question = first(given, "question")
        if question:
            outcome = await pages.answer(name, Viewer(role, who.person), sent, question)
        else:
            outcome = await server.at_table(name, sent)
        if outcome is None:
            return said(request, name, Line(says=PASSED), (), plain=plain_page)
        if isinstance(outcome, Refusal):
            return said(request, name, *refused(outcome), plain=plain_page)
        then = first(given, "then")
        if plain_page:
            return Response(status_code=303, headers={"location": f"/tables/{name}/plain"})
        if then.startswith("/") and not then.startswith("//"):
            return Response(status_code=204, headers={"hx-redirect": then})
        return HTMLResponse(render("_said.html", says=""))

    def said(request: Request, name: str, line: Line, legal: Texts, *, plain: bool) -> Response:
        if plain:
            return in_words(request, name, refusal=line, legal=legal)
        return HTMLResponse(render("table/_refused.html", says=line.says, clause=line.clause, legal=legal), 200)

    @house.post("/tables/{name}/{way}")
    async def attend(request: Request, name: str, way: str) -> Response:
        """Sit out, or be dealt in again."""
        who = house.visitor(request)
        given = await form(request, who)
        ways: dict[str, type[SitIn | SitOut]] = {"sit-in": SitIn, "sit-out": SitOut}
        command = ways.get(way)
        server.entry(name)
        if command is None:
            raise HTTPException(404, f"nothing is called {way[:20]!r} here")
        refusal = await server.attend(name, command(person=who.person))
        plain_page = first(given, "plain") == "yes"
        if refusal is not None:
            return said(request, name, *refused(refusal), plain=plain_page)
        if plain_page:
            return Response(status_code=303, headers={"location": f"/tables/{name}/plain"})
        return HTMLResponse(render("_said.html", says=""))

    @house.app.websocket("/tables/{name}/parts")
    async def live(socket: WebSocket, name: str, role: str = "", words: bool = False) -> None:
        await socket.accept()
        who = visitor(server.people, socket)
        entry = server.people.state.tables.get(name)
        ours = socket.headers.get("origin", "").partition("://")[2] == socket.headers.get("host")
        if who is None or entry is None or not ours:
            await socket.close(4403, "this page does not open this table")
            return
        try:
            viewer = viewer_of(who, name, role)
        except HTTPException:
            await socket.close(4403, "the role is not held")
            return
        await _watch(pages, socket, name, viewer, words=words)


def _missing_bet(hub: Hub, seat: Seat, command: Command) -> Line | None:
    """Return what must be placed with the bets of a form; None if they stand together, or it has none."""
    seen = hub.observation(Viewer(Role.PLAYER))
    if not isinstance(command, PlaceWagers) or not isinstance(seen, BankedObservation):
        return None
    return missing_bet(hub.live.rules, seen.placed.get(seat, {}), command.wagers, banks=seen.bank == seat)


def _key_of(given: dict[str, list[str]]) -> str:
    """Return the key that a form is sent under, so that sending it twice takes effect once.

    The page in words has one key for all its forms: with other fields it is another command.
    """
    key = first(given, "key")[:80]
    if key and first(given, "plain") == "yes":
        fields = sorted((name, values) for name, values in given.items() if name != "csrf")
        key = hashlib.sha256(repr(fields).encode()).hexdigest()[:32]
    return f"page {key}" if key else ""


def _with_choices(hub: Hub, given: dict[str, list[str]]) -> dict[str, list[str]]:
    """Fields that pages state otherwise than commands: cards of the low hand alone, and wagers to take back."""
    tag = first(given, "command")
    if tag == "decide" and given.get("held") and given.get("low"):
        low = " ".join(given["low"]).split()
        high = [card for card in " ".join(given["held"]).split() if card not in low]
        return {**given, "high": high, "low": low}
    if tag == "withdraw_wagers" and not given.get("wagers"):
        seat = Seat(int(first(given, "seat") or 0))
        placed = getattr(hub.observation(Viewer(Role.PLAYER)), "placed", {})
        return {**given, "wagers": list(placed.get(seat, {}))}
    return given


async def _watch(pages: TablePages, socket: WebSocket, name: str, viewer: Viewer, *, words: bool) -> None:
    """Send the parts that changed, as long as somebody looks; to the table in words what is new."""
    server, sent, token = pages.server, Parts(), socket.cookies.get(COOKIE, "")
    try:
        async with looking(server, socket, server.hub(name), viewer) as (one, there):
            server.dealing[name].wake()
            while await something_new(server, one, there) and may_look(server, token, viewer.role):
                if not server.may_watch(server.hub(name), viewer):
                    break
                parts = await in_page_pool(pages.parts, name, viewer)
                made = {**parts, "clock": pages.clock(name), "chance": pages.chance(name, viewer)}
                changed = [(id, part) for id, part in made.items() if sent.get(id) != part and (id == NEWS) == words]
                if changed:
                    sent = made
                    await socket.send_text("".join([partial(id, part) for id, part in changed]))
                    one.sent += 1
    finally:
        server.dealing[name].wake()
