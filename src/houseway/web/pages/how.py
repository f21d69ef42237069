"""Three things to know before one sits down."""

from __future__ import annotations

from fastapi import Request, Response

from houseway.web.pages import House

FIRST_STEPS = (
    ("heads-up-holdem", "One question at a time, the easiest"),
    ("five-card-hi-lo", "Count to thirty"),
    ("pai-gow", "Slow; the house way helps you set"),
    ("holdem", "Poker"),
)
"""Where one may begin, and why there."""
KEYS = (
    ("C", "check or call"),
    ("F", "fold"),
    ("R", "bet or raise"),
    ("1 2 3", "raise 1×, 2×, 3×"),
    ("Z", "undo a bet"),
    ("D", "double the bets"),
    ("L", "last bets again"),
    ("H", "house way"),
    ("Enter", "set hands"),
    ("?", "hint, where you practise"),
)


def add_to(house: House) -> None:
    """How it works."""
    server = house.server

    @house.get("/how")
    async def how(request: Request) -> Response:
        who = house.visitor(request)
        open_tables = [(name, one.game) for name, one in server.people.state.tables.items() if not one.closed]
        starts = []
        for game, says in FIRST_STEPS:
            name = next((name for name, one in open_tables if one == game), "")
            if name:
                starts.append((name, server.hub(name).live.rules.game.name, says))
        return house.page("how.html", request, who, starts=starts, keys=KEYS)
