"""What is due and what people may do, as text: in each status of a table, and street by street in each poker game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.commands import Act
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.rules import Opens
from houseway.chapters.c637a_poker.state import Status
from houseway.engine.asking import Ask
from houseway.engine.kernel import Table, Viewer
from houseway.engine.roles import Role
from tests.golden.rendering import ONLOOKER, asks_text
from tests.golden.status_text import Made
from tests.regulations.c637a.deals import LIMIT, STUD, along, at_showdown, on_street, round_over, seated

NEWCOMER = "Zoe"


def offers_text(statuses: Mapping[str, Made]) -> str:
    """Return a line for each thing that may be done: who is asked for it or may do it, and in which statuses."""
    rows: dict[str, dict[str, dict[str, None]]] = {}
    for status, made in statuses.items():
        for role, ask in _offers(made()):
            parts = ask.command, ask.word, ask.subject, "of a seat" if ask.concerns else "", ask.clause
            who = f"{role.value} may" if ask.may_wait else role.value
            rows.setdefault(" ".join(filter(None, parts)), {}).setdefault(who, {})[status] = None
    lines = []
    for offer, by_role in rows.items():
        places: dict[str, list[str]] = {}
        for who, where in by_role.items():
            places.setdefault(_where(where, statuses), []).append(who)
        lines += [f"  {offer}, {', '.join(roles)}: {where}" for where, roles in places.items()]
    return "\n".join(lines)


def _where(some: Collection[str], every: Collection[str]) -> str:
    """Return the names of some statuses, or of those that are missing where these are fewer."""
    others = [status for status in every if status not in some]
    if len(some) <= len(others):
        return ", ".join(some)
    return f"everywhere but {', '.join(others)}" if others else "everywhere"


def _offers(table: Table[Any, Any]) -> Iterator[tuple[Role, Ask]]:
    due = table.due()
    yield from ((ask.role, ask) for ask in due)
    people = dict(sorted(getattr(table.state, "seats", {}).items())).values()
    viewers = [*(Viewer(role, NEWCOMER) for role in Role), *(Viewer(Role.PLAYER, person) for person in people)]
    for viewer in viewers:
        yield from ((viewer.role, ask) for ask in table.legal(viewer) if ask not in due)


# Poker street by street.


def streets() -> Iterator[tuple[str, str, Made]]:
    """Return, by game and name, every street at its beginning and after a bet or raise, draws, the showdown and the end.

    Three play, the second with few chips.
    """
    for name, game in POKER_GAMES.items():
        terms = LIMIT if game.opens is Opens.BLINDS else STUD
        no_limit = {**terms, "structure": "no-limit", "small_bet": 0, "big_bet": 0}
        for number, street in enumerate(game.streets):
            if street.draw or street.discard:
                yield name, f"{street.id}, drawing", partial(_drawing, name, number, terms)
            yield name, street.id, partial(_betting, name, number, terms)
            yield name, f"{street.id}, raised without a limit", partial(_betting, name, number, no_limit, raises=True)
        yield name, "showdown", partial(_at, name, terms, at_showdown)
        yield name, "afterwards", partial(_at, name, terms, round_over)


def _at(game: str, terms: dict[str, Any], until: Any) -> Table[Any, Any]:
    return along(seated(game, 3, terms, button=3, stacks={2: 1_000}), until)


def _betting(game: str, number: int, terms: dict[str, Any], *, raises: bool = False) -> Table[Any, Any]:
    table = _at(game, terms, on_street(number))
    if raises:
        may = options_now(table.rules, table.state)
        assert may is not None and may.raise_from is not None
        table.do(Act(word="bet" if may.opens else "raise", to=may.raise_from), seat=may.seat)
    return table


def _drawing(game: str, number: int, terms: dict[str, Any]) -> Table[Any, Any]:
    street = POKER_GAMES[game].streets[number].id

    def draws(table: Table[Any, Any]) -> bool:
        seen = table.observe(ONLOOKER)
        return (seen.status, seen.phase) == (Status.DRAWING, street)

    return _at(game, terms, draws)


def streets_text(game: str) -> str:
    """Return what is due on each street of a game."""
    lines = []
    for name, street, made in streets():
        if name == game:
            lines += [f"  {street}: {line}" for line in asks_text(made().due())]
    return "\n".join(lines)
