"""A hint at a practice table: what each answer is worth, worked out from nothing but what the seat may see."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from houseway.cards import text_of
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import resolve
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Viewer
from houseway.engine.observing import Observation
from houseway.engine.roles import Role
from houseway.extras import extra_with, install_sentence
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.table import AnyRules
from houseway.web.pages import House
from houseway.web.pages.rendering import money, render

_SAMPLES = 40_000
_SHOWN = 6


def add_to(house: House) -> None:
    """Hints."""
    server = house.server

    @house.get("/tables/{name}/hint")
    async def hint(request: Request, name: str) -> Response:
        who = house.visitor(request)
        if not server.entry(name).policy.practice:
            raise HTTPException(403, f"no hints are given at table {name}: it is no practice table")
        hub = server.hub(name)
        seen = hub.observation(Viewer(Role.PLAYER, who.person))
        seat = next((one for one, person in sorted(seen.seats.items()) if person == who.person), None)
        if seat is None or seat not in seen.asked:
            raise HTTPException(409, "a hint is for the seat that is asked")
        rows, note = await server.hints.run(who.person, worth_under, dict(hub.live.rules.submission), seen, seat)
        return HTMLResponse(render("table/_hint.html", rows=rows, note=note))


def worth_under(submission: dict[str, Any], seen: Observation, seat: Seat) -> tuple[list[tuple[str, str, str]], str]:
    """Work out a hint under a submission, in the process for it."""
    rules = resolve(submission)
    assert isinstance(rules, TableRules | PokerRules)
    return worth(rules, seen, seat)


def worth(rules: AnyRules, seen: Observation, seat: Seat) -> tuple[list[tuple[str, str, str]], str]:
    """What each answer is worth: its words, its value, and what it costs beside the best."""
    try:
        if isinstance(rules, TableRules):
            assert isinstance(seen, BankedObservation)
            return _against_the_bank(rules, seen, seat)
        assert isinstance(seen, PokerObservation)
        return _among_players(rules, seen, seat)
    except ModuleNotFoundError as error:
        if extra_with(error.name) != "lab":
            raise
        return [], install_sentence("lab", "see hints")
    except ValueError as error:
        return [], f"{str(error)[:1].upper()}{str(error)[1:]}."


def _against_the_bank(rules: TableRules, seen: BankedObservation, seat: Seat) -> tuple[list[tuple[str, str, str]], str]:
    from houseway.lab.hints import hint

    rows = []
    for one in hint(rules, seen, seat)[:_SHOWN]:
        command = one.command
        words = command.word.capitalize() + (f" {money(command.cents)}" if command.cents else "")
        if command.low:
            words = f"{text_of(command.low)} low"
        rows.append((words, _cents(one.value), "best" if not one.costs else f"costs {_cents(one.costs)}"))
    return rows, "Exact, over every deal that is left."


def _cents(value: Fraction) -> str:
    # Hundredths of a cent tell answers apart that are worth nearly the same.
    dollars = float(value) / 100
    return f"{'−' if dollars < 0 else ''}${abs(dollars):,.4f}".rstrip("0").rstrip(".")


def _among_players(rules: PokerRules, seen: PokerObservation, seat: Seat) -> tuple[list[tuple[str, str, str]], str]:
    from houseway.lab.equity import equity, spot

    others = [one for one in seen.order if one not in seen.folded and one != seat]
    hands: list[Any] = [seen.hands[seat], *[seen.hands.get(one, ()) for one in others]]
    shared = (*seen.community, *seen.common)
    found = equity(spot(rules.game, hands, board=shared, dead=seen.discarded), samples=_SAMPLES)
    share = found.players[0].pot.share
    call = max(0, seen.current - seen.bets.get(seat, 0))
    pot = sum(one.cents for one in seen.pots) + sum(seen.bets.values())
    rows = [("Your share against hands as they may be", f"{float(share):.1%}", "")]
    if call:
        rows.append(("A call needs", f"{call / (pot + call):.1%}", f"{money(call)} to win {money(pot)}"))
    how = "every deal" if found.exact else f"{found.deals:,} deals drawn"
    return rows, f"By {how}; what the others do is not known."
