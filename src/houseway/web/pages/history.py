"""My rounds, the last rounds of a table, and each round again, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from fastapi import HTTPException, Request, Response

from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.money import Balance, Cents
from houseway.rounds.finished import finished
from houseway.seats import Seat
from houseway.store.table_system import Contributions, contributions, is_revealed, prove_round, seeds_of
from houseway.view.settled import RoundView, round_view
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.felt.drawn import Felt
from houseway.web.pages.past import Found, Query, Summary, readable
from houseway.web.pages.rendering import faces
from houseway.web.pages.replaying import Replay
from houseway.web.pages.visitors import Visitor


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A round in a list, as its viewer took part in it; ``net`` None: the viewer did not."""

    round: Summary
    link: str
    on: bool
    cards: list[str]
    says: str
    net: Balance | None
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A round on the page: the replay at a step, what the viewer was paid, and whether the shuffle can be proven.

    ``by_hand``: no seed decided the order of the cards, so that there is nothing to prove.
    """

    replay: Replay
    step: int
    came: RoundView
    own: list[Seat]
    net: Balance
    proof: str
    began: str
    ended: str
    known: str
    by_hand: bool


def who_could_know(given: Contributions) -> str:
    """Say who could have known the order of a round's cards beforehand."""
    if given.by_hand:
        return "No seed decided the order of these cards: the people who shuffled or entered them could have known it."
    unkept = f" {_names(given.unkept)} committed and did not reveal." if given.unkept else ""
    if not given.kept:
        says = (
            "No player's own randomness went into this shuffle: whoever could read the seed could have known the order"
        )
        return f"{says} (the server, and the people who run it).{unkept}"
    says = f"{_names(given.kept)} added randomness of their own, committed to before anybody revealed anything"
    return f"{says}: nobody could have known or chosen the order without them.{unkept}"


def _names(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


class History:
    """The rounds that are over as one person saw them."""

    def __init__(self, house: House) -> None:
        self.house, self.past = house, house.server.past

    def replay(self, viewer: Viewer, table: str, number: int) -> Replay:
        """A round from the viewer's eyes."""
        return Replay(self.past.round(table, number), viewer)

    def at_step(self, viewer: Viewer, on: tuple[str, int], step: str) -> tuple[Shown, dict[str, str], Felt]:
        """A round from the viewer's eyes at a step, with the parts of the felt."""
        with readable(*on):
            shown = self._shown(self.replay(viewer, *on), step)
            # All of it is worked out here, where a record that was changed is told of.
            assert shown.replay.steps
            return shown, shown.replay.parts(shown.step), shown.replay.felt(shown.step)

    def rows(self, found: Found, viewer: Viewer, on: tuple[str, int], link: str) -> list[Row]:
        """Rounds of a list, with the viewer's own cards as they lay at the end."""
        return [self._row(one, viewer, on == (one.table, one.number), link) for one in found.rounds]

    def _row(self, one: Summary, viewer: Viewer, on: bool, link: str) -> Row:
        own = one.seats_of(viewer.person or "") if viewer.role is Role.PLAYER else []
        place = self.replay(viewer, one.table, one.number).place() if own else None
        cards = [card for card in faces([*place.cards, *place.low]) if card != "back"] if place is not None else []
        state = place.marks[-1].value.capitalize() if place is not None and place.is_out else ""
        says = "Void" if one.void else state or (place.hand if place is not None else "")
        return Row(
            round=one,
            link=link.format(table=one.table, number=one.number),
            on=on,
            cards=cards,
            says=says,
            net=Cents(sum(one.net[seat] for seat in own)) if own else None,
            day=day_of(one.ended),
        )

    def _shown(self, replay: Replay, step: str) -> Shown:
        """A round at a step."""
        played, viewer = replay.round, replay.viewers[0]
        people = (
            [viewer.person]
            if viewer.role is Role.PLAYER and viewer.person in played.table().state.seats.values()
            else []
        )
        came = round_view(played.rules, finished(played.table(), [one for one in people if one]), ())
        name = played.stream.partition("/")[2]
        summary = self.past.summary(name, played.number)
        seats = summary.seats_of(viewer.person or "") if viewer.role is Role.PLAYER else []
        given = contributions(self.house.server.record, played)
        return Shown(
            replay=replay,
            step=replay.step_of(step),
            came=came,
            own=seats,
            net=Cents(sum(summary.net[seat] for seat in seats)),
            proof=f"/tables/{name}/rounds/{played.number}/proof"
            if is_revealed(self.house.server.record, played)
            else "",
            began=clock_of(summary.began),
            ended=clock_of(summary.ended),
            known=who_could_know(given),
            by_hand=given.by_hand,
        )


def day_of(at: int) -> str:
    """The day of a time in milliseconds."""
    return f"{_time(at):%A, %-d %B %Y}"


def clock_of(at: int) -> str:
    """The hour, minute and second of a time in milliseconds."""
    return f"{_time(at):%H:%M:%S}"


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def number_of(text: str) -> int | None:
    """A number of a request; None if there is none."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise HTTPException(422, f"{text[:20]!r} is no number")
    return int(text)


def add_to(house: House) -> None:
    """The rounds that are over."""
    server = house.server
    history = History(house)
    house.past = history

    def page(
        request: Request,
        who: Visitor,
        viewer: Viewer,
        found: Found,
        on: tuple[str, int] | None,
        step: str,
        given: dict[str, Any],
    ) -> Response:
        newest = found.rounds[0] if found.rounds else None
        on = on or ((newest.table, newest.number) if newest is not None else None)
        shown, parts, felt = history.at_step(viewer, on, step) if on is not None else (None, {}, None)
        rows = history.rows(found, viewer, on or ("", 0), given["link"])
        return house.page(
            "history.html",
            request,
            who,
            rows=rows,
            days=_days(rows, cut=found.more is not None),
            found=found,
            shown=shown,
            parts=parts,
            felt=felt,
            clock=clock_of,
            **given,
        )

    @house.get("/history")
    async def mine(
        request: Request, table: str = "", round: str = "", step: str = "", before: str = "", only: str = ""
    ) -> Response:
        who = house.visitor(request)
        viewer = Viewer(Role.PLAYER, who.person)
        if only or table:
            server.entry(only or table)
        number = number_of(round)
        on = (table, number) if table and number is not None else None
        query = Query(person=who.person, table=only, before=number_of(before))
        found = await in_page_pool(history.past.search, query)
        given = {
            "mine": True,
            "only": only,
            "tables": list(server.people.state.tables),
            "link": "/history?table={table}&round={number}" + (f"&only={only}" if only else ""),
        }
        return await in_page_pool(page, request, who, viewer, found, on, step, given)

    async def of_table(request: Request, name: str, number: int | None, step: str, before: str, role: str) -> Response:
        who = house.visitor(request)
        entry = server.entry(name)
        viewer = Viewer(who.role_for(role), who.person)
        server.check_reading(name, who.person, viewer.role)
        query = Query(table=name, before=number_of(before))
        found = await in_page_pool(history.past.search, query)
        asked = f"?role={role}" if role else ""
        given = {"mine": False, "only": name, "tables": [], "link": "/tables/{table}/rounds/{number}" + asked}
        on = (name, number) if number is not None else None
        return await in_page_pool(page, request, who, viewer, found, on, step, {**given, "entry": entry})

    @house.get("/tables/{name}/rounds")
    async def rounds(request: Request, name: str, step: str = "", before: str = "", role: str = "") -> Response:
        """The last rounds of a table."""
        return await of_table(request, name, None, step, before, role)

    @house.get("/tables/{name}/rounds/{number}")
    async def one_round(
        request: Request, name: str, number: int, step: str = "", before: str = "", role: str = ""
    ) -> Response:
        """A round step by step."""
        return await of_table(request, name, number, step, before, role)

    @house.get("/tables/{name}/rounds/{number}/proof")
    async def proof(request: Request, name: str, number: int) -> Response:
        """The proof of a round's shuffles: each made again from the seed that was committed before it."""
        who = house.visitor(request)
        told = server.tells_seeds(name, who.person, who.roles)
        played = await in_page_pool(history.past.round, name, number)
        proofs = await in_page_pool(prove_round, server.record, played)
        seeds = await in_page_pool(seeds_of, server.record, name, {one.shoe for one in proofs})
        shoes = [
            (
                shoe,
                *seeds.committed[shoe],
                seeds.revealed.get(shoe, b"").hex() if told else "",
                seeds.added.get(shoe, []),
            )
            for shoe in dict.fromkeys(one.shoe for one in proofs)
            # A record that was changed may name a seed that was never committed.
            if shoe in seeds.committed
        ]
        given: dict[str, Any] = {"table": name, "number": number, "clock": clock_of, "day": day_of, "told": told}
        known = who_could_know(await in_page_pool(contributions, server.record, played))
        return house.page("proof.html", request, who, proofs=proofs, shoes=shoes, known=known, **given)


def _days(rows: Sequence[Row], *, cut: bool) -> list[tuple[str, int | None, list[Row]]]:
    """Rounds by their day, each with what it brought in all; a day that goes on beyond the list has no sum."""
    days = list(dict.fromkeys(row.day for row in rows))
    found: list[tuple[str, int | None, list[Row]]] = []
    for day in days:
        of_day = [row for row in rows if row.day == day]
        nets = [row.net for row in of_day if row.net is not None]
        whole = bool(nets) and not (cut and day == days[-1])
        found.append((day, sum(nets) if whole else None, of_day))
    return found
